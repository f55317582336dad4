(* counterexample:pulse. Delayed TD(0) with tau = 1, gamma = 9/10 on two states that keep the state
   with probability 2/5, without rewards (so v_pi = 0). The update multiplies (1, 1) by 91/100 and
   (1, -1) by 3031/2500. With every constant step size, and every annealed one whose sum is
   infinite, it diverges exactly from the starts with v_0(s_1) <> v_0(s_2); from the others it
   converges to v_pi. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators Returns Steps.
Open Scope R_scope.

Lemma stay : 0 <= 2/5 <= 1.
Proof. lra. Qed.
Definition pulse_mrp : mrp two := two_state (2/5) stay (fun _ => 0).
Definition pulse : vec two -> vec two := delayed pulse_mrp (9/10) 1.

(* claim: counterexample:pulse *)
Theorem pulse_eigenpairs :
  (forall s, pulse (fun _ => 1) s = 91/100) /\
  (forall s : two, pulse (fun b : two => if b then 1 else -1) s = 3031/2500 *
    (if s then 1 else -1)).
Proof.
  split; intros []; unfold pulse, delayed, td, bellman, disc, next, pulse_mrp; cbn [iter];
    unfold disc, next; rewrite !total_two; simpl; rewrite ?total_two; simpl; field.
Qed.

Lemma pulse_value s : value pulse_mrp (9/10) s = 0.
Proof.
  symmetry. apply (fixed_point_value pulse_mrp (9/10) ltac:(lra) ltac:(lra) (fun _ => 0)).
  intros t. unfold bellman, disc. rewrite next_const. simpl. ring.
Qed.

(* claim: counterexample:pulse *)
Theorem pulse_diverges (alpha : nat -> R) v0 :
  (forall t, 0 < alpha t) -> unsummable alpha -> v0 true <> v0 false ->
  diverges (fun t => run pulse alpha t v0).
Proof.
  intros Ha U H. apply (square_diverges (fun t => Rabs (difference (run pulse alpha t v0))
      * Rabs (difference (run pulse alpha t v0))) _ 4); [lra | intros; apply norm_nonneg | |].
  - intros t. pose proof (difference_norm (run pulse alpha t v0)).
    pose proof (Rabs_pos (difference (run pulse alpha t v0))). nra.
  - assert (G : is_lim_seq (fun t => Rabs (difference (run pulse alpha t v0))) p_infty).
    { apply growth_diverges_annealed with (alpha := alpha) (c := 531/2500); auto.
      - lra.
      - apply Rabs_pos_lt. unfold difference. simpl. lra.
      - intros t. left. apply Ha.
      - intros t. unfold pulse, pulse_mrp. rewrite difference_run, Rabs_mult.
        apply Rmult_le_compat_r; [apply Rabs_pos|]. eapply Rle_trans; [|apply Rle_abs].
        unfold flip. simpl. lra. }
    replace p_infty with (Rbar_mult p_infty p_infty) by reflexivity.
    eapply is_lim_seq_mult; [exact G | exact G | reflexivity].
Qed.

(* claim: counterexample:pulse *)
Theorem pulse_converges (alpha : nat -> R) v0 s :
  (forall t, 0 < alpha t <= 1) -> unsummable alpha -> v0 true = v0 false ->
  is_lim_seq (fun t => run pulse alpha t v0 s) (value pulse_mrp (9/10) s).
Proof.
  intros Ha U H. rewrite pulse_value.
  assert (D : forall t, difference (run pulse alpha t v0) = 0).
  { induction t as [|t IH]; [unfold difference; simpl; lra|].
    unfold pulse, pulse_mrp in *. rewrite difference_run, IH. ring. }
  assert (T : is_lim_seq (fun t => together (run pulse alpha t v0)) 0).
  { apply decay with (alpha := alpha) (c := 9/100); auto.
    - lra.
    - intros t. destruct (Ha t). lra.
    - intros t. destruct (Ha t). lra.
    - intros t. unfold pulse, pulse_mrp. rewrite together_run. simpl. f_equal. field. }
  apply is_lim_seq_ext with (u := fun t => together (run pulse alpha t v0) * / 2).
  - intros t. specialize (D t). unfold together, difference in *. destruct s; lra.
  - replace (Finite 0) with (Finite (0 * / 2)) by (f_equal; ring).
    apply is_lim_seq_mult'; [exact T | apply is_lim_seq_const].
Qed.

(* claim: counterexample:pulse *)
Theorem counterexample_pulse alpha v0 : 0 < alpha <= 1 ->
  diverges (fun t => run pulse (fun _ => alpha) t v0) <-> v0 true <> v0 false.
Proof.
  intros Ha. split; [|intros H; apply pulse_diverges; auto; [intros _;
    apply Ha | apply constant_unsummable; apply Ha]].
  intros D E.
  assert (C : forall s, is_lim_seq (fun t => Rabs (run pulse (fun _ => alpha) t v0 s)) 0).
  { intros s. pose proof (pulse_converges (fun _ => alpha) v0 s (fun _ => Ha)
      (constant_unsummable alpha ltac:(lra)) E) as C.
    rewrite pulse_value in C. apply is_lim_seq_abs in C. simpl in C. now rewrite Rabs_R0 in C. }
  assert (N : is_lim_seq (fun t => norm (run pulse (fun _ => alpha) t v0)) 0).
  { apply is_lim_seq_le_le with (u := fun _ => 0)
      (w := fun t => Rabs (run pulse (fun _ => alpha) t v0 true) + Rabs (run pulse
        (fun _ => alpha) t v0 false)).
    - intros t. split; [apply norm_nonneg|]. apply norm_le.
      + apply Rplus_le_le_0_compat; apply Rabs_pos.
      + pose proof (Rabs_pos (run pulse (fun _ => alpha) t v0 true)).
        pose proof (Rabs_pos (run pulse (fun _ => alpha) t v0 false)). intros []; lra.
    - apply is_lim_seq_const.
    - replace (Finite 0) with (Finite (0 + 0)) by (f_equal; ring).
      apply is_lim_seq_plus'; apply C. }
  apply is_lim_seq_unique in D. apply is_lim_seq_unique in N. rewrite D in N. discriminate.
Qed.
