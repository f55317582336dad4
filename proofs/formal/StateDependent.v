(* ext:state-dependent. A target weighs the TD error that is made i steps after the start by h i x,
   where x is the state then. If these weights are not negative and never rise along an edge of the
   chain, and the first one is at most 1, then what is expected of the target over the paths contracts
   with the modulus 1 - (1 - gamma) E[sum_i gamma^i h_i(S_i)], and value functions that differ by a
   constant attain it. *)
From Coq Require Import Reals Lra Lia PeanoNat List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators ExpectedUpdate.
Import ListNotations.
Open Scope R_scope.

(* along one path, with the weights e and the differences z of the values *)
Section Path.
Variables (gam B : R) (e z : nat -> R).
Definition along (N : nat) : R := z O + sum N (fun i => e i * gam ^ i * (gam * z (S i) - z i)).
Definition credit (N : nat) : R := sum N (fun i => gam ^ i * e i).

(* claim: ext:state-dependent *)
Theorem along_a_path N : along (S N) = (1 - e O) * z O
  + sum N (fun n => gam ^ S n * (e n - e (S n)) * z (S n)) + gam ^ S N * e N * z (S N).
Proof.
  unfold along. induction N as [|N IH]; [simpl; ring|].
  rewrite sum_S, <- Rplus_assoc, IH, sum_S. simpl. ring.
Qed.

Hypothesis gam0 : 0 <= gam.
Lemma along_bound N : (forall i, (i <= S N)%nat -> Rabs (z i) <= B) ->
  (forall i, (i < N)%nat -> e (S i) <= e i) -> e O <= 1 -> 0 <= e N ->
  Rabs (along (S N)) <= (1 - (1 - gam) * credit (S N)) * B.
Proof.
  intros Hz He H0 HN.
  assert (A : forall n, (n <= N)%nat ->
    Rabs (along (S n) - gam ^ S n * e n * z (S n))
      <= (1 - (1 - gam) * credit (S n) - gam ^ S n * e n) * B).
  { induction n as [|n IH]; intros Hn.
    - unfold along, credit. simpl sum. simpl (gam ^ 0). simpl (gam ^ 1).
      replace (z 0%nat + (0 + e 0%nat * 1 * (gam * z 1%nat - z 0%nat)) - gam * 1 * e 0%nat * z 1%nat)
        with ((1 - e 0%nat) * z 0%nat) by ring.
      rewrite Rabs_mult, (Rabs_pos_eq (1 - e 0%nat)) by lra.
      replace ((1 - (1 - gam) * (0 + 1 * e 0%nat) - gam * 1 * e 0%nat) * B)
        with ((1 - e 0%nat) * B) by ring.
      apply Rmult_le_compat_l; [lra|]. apply Hz. lia.
    - specialize (IH ltac:(lia)). specialize (He n ltac:(lia)). specialize (Hz (S n) ltac:(lia)).
      assert (P : 0 <= gam ^ S n) by now apply pow_le.
      replace (along (S (S n)) - gam ^ S (S n) * e (S n) * z (S (S n)))
        with ((along (S n) - gam ^ S n * e n * z (S n)) + gam ^ S n * (e n - e (S n)) * z (S n))
        by (unfold along; rewrite (sum_S (S n)); simpl; ring).
      replace ((1 - (1 - gam) * credit (S (S n)) - gam ^ S (S n) * e (S n)) * B)
        with ((1 - (1 - gam) * credit (S n) - gam ^ S n * e n) * B
              + gam ^ S n * (e n - e (S n)) * B)
        by (unfold credit; rewrite (sum_S (S n)); simpl; ring).
      eapply Rle_trans; [apply Rabs_triang|]. apply Rplus_le_compat; [exact IH|].
      assert (Q : 0 <= gam ^ S n * (e n - e (S n))) by (apply Rmult_le_pos; lra).
      rewrite Rabs_mult, (Rabs_pos_eq _ Q). now apply Rmult_le_compat_l. }
  specialize (A N (Nat.le_refl N)). specialize (Hz (S N) ltac:(lia)).
  assert (P : 0 <= gam ^ S N * e N) by (apply Rmult_le_pos; [now apply pow_le | exact HN]).
  replace (along (S N)) with
    ((along (S N) - gam ^ S N * e N * z (S N)) + gam ^ S N * e N * z (S N)) by ring.
  eapply Rle_trans; [apply Rabs_triang|].
  rewrite (Rabs_mult (gam ^ S N * e N)), (Rabs_pos_eq _ P).
  pose proof (Rmult_le_compat_l _ _ _ P Hz). lra.
Qed.
End Path.

Section Chain.
Context {X : finite} (M : mrp X) (gam : R) (h : nat -> X -> R).
Notation E := (expectation M).

(* the target of a path, cut off after N TD errors, and what is expected of its weights *)
Definition target (v : vec X) (N : nat) (s : X) (l : list X) : R :=
  v s + sum N (fun i => h i (after s l i) * gam ^ i * path_error M gam v s l i).
Definition expected_target (v : vec X) (N : nat) (s : X) : R := E N s (target v N s).
Definition expected_credit (N : nat) (s : X) : R :=
  E N s (fun l => sum N (fun i => gam ^ i * h i (after s l i))).

(* weights that are not negative, never rise along an edge, and are at most 1 at first *)
Definition recent : Prop := (forall i x, 0 <= h i x) /\
  (forall i x y, 0 < P M x y -> h (S i) y <= h i x) /\ (forall x, h O x <= 1).

(* a path that is possible goes along edges *)
Lemma along_edges l : forall s i, 0 < probability M s l -> (i < length l)%nat ->
  0 < P M (after s l i) (after s l (S i)).
Proof.
  induction l as [|s' l IH]; intros s i Hp Hi; [simpl in Hi; lia|]. simpl in Hp.
  pose proof (P_nonneg M s s') as A.
  assert (B : 0 <= probability M s' l) by apply (probabilities M 0 s').
  assert (0 < P M s s' /\ 0 < probability M s' l) as [C D].
  { split; destruct (Rle_lt_or_eq_dec _ _ A) as [a|a], (Rle_lt_or_eq_dec _ _ B) as [b|b];
      try assumption; rewrite <- ?a, <- ?b in Hp; lra. }
  destruct i as [|i]; [exact C|]. apply (IH s' i D). simpl in Hi. lia.
Qed.
(* what is at most as large on every path that is possible is so in the mean *)
Lemma expectation_le n : forall s f g,
  (forall l, length l = n -> 0 < probability M s l -> Rabs (f l) <= g l) ->
  Rabs (E n s f) <= E n s g.
Proof.
  induction n as [|n IH]; intros s f g H.
  - unfold expectation. simpl. rewrite !Rmult_1_l. apply H; [reflexivity | simpl; lra].
  - rewrite !expectation_first. eapply Rle_trans; [apply total_abs|]. apply total_le. intros s'.
    rewrite Rabs_mult, (Rabs_pos_eq (P M s s')) by apply P_nonneg.
    destruct (Rle_lt_or_eq_dec _ _ (P_nonneg M s s')) as [A|A]; [|rewrite <- A; lra].
    apply Rmult_le_compat_l; [lra|]. apply IH. intros l L Hl. apply H; [simpl; lia|].
    simpl. now apply Rmult_lt_0_compat.
Qed.
Lemma target_diff v w N s l :
  target v N s l - target w N s l
  = along gam (fun i => h i (after s l i)) (fun i => v (after s l i) - w (after s l i)) N.
Proof.
  unfold target, along. replace (after s l 0) with s by (now destruct l).
  rewrite (sum_ext N (fun i => h i (after s l i) * gam ^ i * (gam * (v (after s l (S i))
    - w (after s l (S i))) - (v (after s l i) - w (after s l i))))
    (fun i => h i (after s l i) * gam ^ i * path_error M gam v s l i
      - h i (after s l i) * gam ^ i * path_error M gam w s l i)).
  - rewrite sum_minus. ring.
  - intros i Hi. unfold path_error. ring.
Qed.

Hypothesis gam0 : 0 <= gam.
Lemma path_contracts v w N s l : recent -> length l = N -> 0 < probability M s l ->
  Rabs (target v N s l - target w N s l)
  <= (1 - (1 - gam) * sum N (fun i => gam ^ i * h i (after s l i))) * dist v w.
Proof.
  intros [H0 [H1 H2]] L Hp. rewrite target_diff.
  assert (Hz : forall i, Rabs (v (after s l i) - w (after s l i)) <= dist v w).
  { intros i. apply (norm_ge _ (fun x => v x - w x)). }
  destruct N as [|N].
  - unfold along. simpl. rewrite Rplus_0_r, Rmult_0_r, Rminus_0_r, Rmult_1_l. apply (Hz O).
  - apply (along_bound gam (dist v w) (fun i => h i (after s l i))
      (fun i => v (after s l i) - w (after s l i)) gam0 N).
    + intros i _. apply Hz.
    + intros i Hi. apply H1. apply along_edges; [exact Hp | lia].
    + apply H2.
    + apply H0.
Qed.

Lemma expected_diff v w N s :
  expected_target v N s - expected_target w N s
  = E N s (fun l => target v N s l - target w N s l).
Proof.
  unfold expected_target. unfold Rminus at 1.
  replace (- E N s (target w N s)) with (-1 * E N s (target w N s)) by ring.
  rewrite <- expectation_scal, <- expectation_plus. f_equal.
  apply functional_extensionality; intros l; ring.
Qed.
Lemma expected_modulus N s a :
  E N s (fun l => (1 - (1 - gam) * sum N (fun i => gam ^ i * h i (after s l i))) * a)
  = (1 - (1 - gam) * expected_credit N s) * a.
Proof.
  unfold expected_credit.
  transitivity (E N s (fun l => a + (- (1 - gam) * a)
    * sum N (fun i => gam ^ i * h i (after s l i)))).
  - f_equal. apply functional_extensionality; intros l; ring.
  - rewrite expectation_plus, expectation_const, expectation_scal. ring.
Qed.

(* however many TD errors the targets have *)
(* claim: ext:state-dependent *)
Theorem state_dependent_contracts v w N s : recent ->
  Rabs (expected_target v N s - expected_target w N s)
  <= (1 - (1 - gam) * expected_credit N s) * dist v w.
Proof.
  intros H. rewrite expected_diff, <- expected_modulus. apply expectation_le.
  intros l L Hp. now apply path_contracts.
Qed.
(* and in the limit *)
(* claim: ext:state-dependent *)
Theorem state_dependent_limit v w s Hv Hw c : recent ->
  is_lim_seq (fun N => expected_target v N s) (Finite Hv) ->
  is_lim_seq (fun N => expected_target w N s) (Finite Hw) ->
  is_lim_seq (fun N => expected_credit N s) (Finite c) ->
  Rabs (Hv - Hw) <= (1 - (1 - gam) * c) * dist v w.
Proof.
  intros H Lv Lw Lc.
  assert (A : is_lim_seq (fun N => Rabs (expected_target v N s - expected_target w N s))
    (Finite (Rabs (Hv - Hw)))).
  { apply (is_lim_seq_abs _ (Finite (Hv - Hw))). now apply is_lim_seq_minus'. }
  assert (B : is_lim_seq (fun N => (1 - (1 - gam) * expected_credit N s) * dist v w)
    (Finite ((1 - (1 - gam) * c) * dist v w))).
  { apply is_lim_seq_mult'; [|apply is_lim_seq_const]. apply is_lim_seq_minus';
      [apply is_lim_seq_const|]. apply is_lim_seq_mult'; [apply is_lim_seq_const | exact Lc]. }
  exact (is_lim_seq_le _ _ _ _ (fun N => state_dependent_contracts v w N s H) A B).
Qed.
(* so the modulus is at most 1 - (1 - gamma) h_0(s) *)
(* claim: ext:state-dependent *)
Theorem state_dependent_modulus N s : gam <= 1 -> recent ->
  1 - (1 - gam) * expected_credit (S N) s <= 1 - (1 - gam) * h O s.
Proof.
  intros G [H0 _]. assert (A : h O s <= expected_credit (S N) s); [|nra].
  unfold expected_credit. rewrite <- (expectation_const M (S N) s (h O s)).
  eapply Rle_trans; [apply Rle_abs|]. apply expectation_le. intros l _ _.
  rewrite (Rabs_pos_eq _ (H0 O s)), sum_first. simpl (gam ^ 0).
  replace (after s l 0) with s by (now destruct l). rewrite Rmult_1_l.
  assert (0 <= sum N (fun i => gam ^ S i * h (S i) (after s l (S i)))); [|lra].
  apply sum_nonneg. intros i _. apply Rmult_le_pos; [now apply pow_le | apply H0].
Qed.
(* attained by value functions that differ by a constant *)
(* claim: ext:state-dependent *)
Theorem state_dependent_attained (v w : vec X) a N s : (forall x, v x - w x = a) ->
  expected_target v N s - expected_target w N s = (1 - (1 - gam) * expected_credit N s) * a.
Proof.
  intros H. rewrite expected_diff, <- expected_modulus. f_equal.
  apply functional_extensionality; intros l. rewrite target_diff. unfold along.
  rewrite H, (sum_ext N _ (fun i => ((gam - 1) * a) * (gam ^ i * h i (after s l i)))).
  - rewrite sum_scal. ring.
  - intros i _. rewrite !H. ring.
Qed.
(* what is expected of the weights satisfies weak recency *)
(* claim: ext:state-dependent *)
Theorem weak_recency_on_average N i s : recent -> (S i <= N)%nat ->
  0 <= E N s (fun l => h (S i) (after s l (S i))) <= E N s (fun l => h i (after s l i)).
Proof.
  intros [H0 [H1 _]] Hi.
  assert (A : Rabs (E N s (fun l => h (S i) (after s l (S i)))) <= E N s (fun l => h i (after s l i))).
  { apply expectation_le. intros l L Hp. rewrite Rabs_pos_eq by apply H0. apply H1.
    apply along_edges; [exact Hp | lia]. }
  assert (B : Rabs (E N s (fun _ => 0)) <= E N s (fun l => h (S i) (after s l (S i)))).
  { apply expectation_le. intros l _ _. rewrite Rabs_R0. apply H0. }
  rewrite expectation_const, Rabs_R0 in B. split; [exact B|].
  pose proof (Rle_abs (E N s (fun l => h (S i) (after s l (S i))))). lra.
Qed.
Lemma weighted_error (v : vec X) (k : X -> R) n i s : (i < n)%nat ->
  E n s (fun l => k (after s l i) * path_error M gam v s l i)
  = iter i (next M) (fun x => k x * td M gam v x) s.
Proof.
  revert n s. induction i as [|i IH]; intros n s Hi; (destruct n as [|n]; [lia|]).
  - change (E (S n) s (fun l => k s * path_error M gam v s l 0) = k s * td M gam v s).
    now rewrite expectation_scal, expected_error by lia.
  - rewrite expectation_first. simpl iter. unfold next at 1. apply total_ext. intros s'. f_equal.
    apply (IH n s'). lia.
Qed.
(* the value function is a fixed point *)
(* claim: ext:state-dependent *)
Theorem state_dependent_fixed_point (v : vec X) N s : (forall x, bellman M gam v x = v x) ->
  expected_target v N s = v s.
Proof.
  intros H. unfold expected_target, target.
  rewrite expectation_plus, expectation_const.
  rewrite (expectation_sum M N s N
    (fun i l => h i (after s l i) * gam ^ i * path_error M gam v s l i)).
  rewrite (sum_ext N _ (fun _ => 0)), sum_zero; [ring|]. intros i Hi.
  transitivity (gam ^ i * E N s (fun l => h i (after s l i) * path_error M gam v s l i)).
  - rewrite <- expectation_scal. f_equal. apply functional_extensionality; intros l; ring.
  - rewrite weighted_error by assumption.
    replace (fun x => h i x * td M gam v x) with (fun _ : X => 0).
    + clear Hi. induction i as [|i IH]; [simpl; ring|]. simpl iter.
      assert (Z : forall n x, iter n (next M) (fun _ : X => 0) x = 0).
      { induction n as [|n IHn]; intros x; [reflexivity|]. simpl. unfold next at 1.
        rewrite (total_ext X _ (fun _ => 0)), total_zero; [reflexivity|].
        intros y. rewrite IHn. ring. }
      unfold next at 1. rewrite (total_ext X _ (fun _ => 0)), total_zero; [ring|].
      intros y. rewrite Z. ring.
    + apply functional_extensionality; intros x. unfold td. rewrite H. ring.
Qed.
End Chain.
