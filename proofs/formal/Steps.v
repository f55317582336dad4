(* Repeated expected updates with step sizes alpha_t, constant or annealed, and when they diverge.
   Also delayed TD(0) as an operator, and how it acts on the two-state chain. Nothing here belongs
   to a single claim. *)
From Coq Require Import Reals Lra Lia PeanoNat FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators Returns.
Open Scope R_scope.

(* v_{t+1} = v_t + alpha_t (H v_t - v_t) *)
Fixpoint run {X : finite} (H : vec X -> vec X) (alpha : nat -> R) (t : nat) (v : vec X) : vec X :=
  match t with
  | O => v
  | S t => fun s => run H alpha t v s + alpha t * (H (run H alpha t v) s - run H alpha t v s)
  end.
Definition diverges {X : finite} (u : nat -> vec X) : Prop := is_lim_seq (fun t => norm
  (u t)) p_infty.
(* the step sizes sum to infinity *)
Definition unsummable (alpha : nat -> R) : Prop := is_lim_seq (fun n => sum n alpha) p_infty.

Lemma constant_unsummable a : 0 < a -> unsummable (fun _ => a).
Proof.
  intros H. apply is_lim_seq_ext with (u := fun n => INR n * a); [intros; now rewrite sum_const|].
  replace p_infty with (Rbar_mult p_infty a).
  - apply is_lim_seq_scal_r. apply is_lim_seq_INR.
  - apply is_Rbar_mult_unique, is_Rbar_mult_p_infty_pos. exact H.
Qed.

(* prod_i (1 + c alpha_i) >= 1 + c sum_i alpha_i *)
Lemma growth_lower (u alpha : nat -> R) c : 0 <= c -> 0 <= u O -> (forall t, 0 <= alpha t) ->
  (forall t, (1 + c * alpha t) * u t <= u (S t)) ->
  forall t, u O * (1 + c * sum t alpha) <= u t.
Proof.
  intros Hc H0 Ha H.
  assert (S0 : forall t, 0 <= sum t alpha) by (intros; apply sum_nonneg; auto).
  induction t as [|t IH]; [simpl; lra|]. eapply Rle_trans; [|apply H].
  assert (0 <= c * alpha t) by now apply Rmult_le_pos.
  assert (0 <= c * sum t alpha) by now apply Rmult_le_pos.
  apply Rle_trans with ((1 + c * alpha t) * (u O * (1 + c * sum t alpha))).
  - simpl. replace ((1 + c * alpha t) * (u O * (1 + c * sum t alpha)))
      with (u O * (1 + c * (sum t alpha + alpha t)) + u O * ((c * alpha t) * (c * sum t alpha)))
        by ring.
    assert (0 <= u O * ((c * alpha t) * (c * sum t alpha))) by (repeat apply Rmult_le_pos; auto).
    lra.
  - apply Rmult_le_compat_l; lra.
Qed.
Lemma growth_diverges_annealed (u alpha : nat -> R) c : 0 < c -> 0 < u O ->
  (forall t, 0 <= alpha t) ->
  unsummable alpha -> (forall t, (1 + c * alpha t) * u t <= u (S t)) -> is_lim_seq u p_infty.
Proof.
  intros Hc H0 Ha U H.
  apply is_lim_seq_le_p_loc with (u := fun t => (u O * c) * sum t alpha).
  - exists O. intros t _. pose proof (growth_lower u alpha c ltac:(lra) ltac:(lra) Ha H t). lra.
  - replace p_infty with (Rbar_mult (u O * c) p_infty).
    + now apply is_lim_seq_scal_l.
    + apply is_Rbar_mult_unique, is_Rbar_mult_sym, is_Rbar_mult_p_infty_pos. simpl. nra.
Qed.
(* a quantity bounded by the square of the norm diverges only if the norm does *)
Lemma square_diverges (u n : nat -> R) C : 0 < C -> (forall t, 0 <= n t) ->
  (forall t, u t <= C * (n t * n t)) ->
  is_lim_seq u p_infty -> is_lim_seq n p_infty.
Proof.
  intros HC Hn H Hu. apply is_lim_seq_spec. apply is_lim_seq_spec in Hu. intros B.
  destruct (Hu (C * (B * B))) as [N HN]. exists N. intros t Ht. specialize (HN t Ht). simpl in HN.
  apply Rnot_le_lt. intros K. specialize (H t). specialize (Hn t).
  assert (n t * n t <= B * B) by (apply Rmult_le_compat; lra). nra.
Qed.
(* prod_i (1 - c alpha_i) tends to 0 *)
Lemma decay (u alpha : nat -> R) c : 0 < c -> (forall t, 0 <= alpha t) ->
  (forall t, c * alpha t <= 1) ->
  unsummable alpha -> (forall t, u (S t) = (1 - c * alpha t) * u t) -> is_lim_seq u 0.
Proof.
  intros Hc Ha H1 U H.
  assert (S0 : forall t, 0 <= c * sum t alpha) by (intros; apply Rmult_le_pos;
    [lra | apply sum_nonneg; auto]).
  assert (B : forall t, Rabs (u t) * (1 + c * sum t alpha) <= Rabs (u O)).
  { induction t as [|t IH]; [simpl; lra|]. rewrite H, Rabs_mult, (Rabs_pos_eq (1 - _)) by
      (specialize (H1 t); lra).
    eapply Rle_trans; [|exact IH]. specialize (S0 t). specialize (Ha t). specialize (H1 t). simpl.
    pose proof (Rabs_pos (u t)). assert (0 <= c * alpha t) by (apply Rmult_le_pos; lra).
    replace ((1 - c * alpha t) * Rabs (u t) * (1 + c * (sum t alpha + alpha t)))
      with (Rabs (u t) * ((1 + c * sum t alpha) - (c * alpha t) * (c * sum t alpha) -
        (c * alpha t) * (c * alpha t))) by ring.
    apply Rmult_le_compat_l; [assumption|]. nra. }
  apply is_lim_seq_abs_0.
  apply is_lim_seq_le_le with (u := fun _ => 0) (w := fun t => Rabs (u O) * / (1
    + c * sum t alpha)).
  - intros t. split; [apply Rabs_pos|]. specialize (B t). specialize (S0 t).
    apply Rmult_le_reg_r with (1 + c * sum t alpha); [lra|]. rewrite Rmult_assoc, Rinv_l by lra.
    lra.
  - apply is_lim_seq_const.
  - replace (Finite 0) with (Rbar_mult (Rabs (u O)) (Rbar_inv p_infty)) by (simpl; f_equal; ring).
    apply is_lim_seq_scal_l. apply is_lim_seq_inv; [|discriminate].
    apply is_lim_seq_le_p_loc with (u := fun t => c * sum t alpha).
    + exists O. intros. lra.
    + replace p_infty with (Rbar_mult c p_infty).
      * now apply is_lim_seq_scal_l.
      * apply is_Rbar_mult_unique, is_Rbar_mult_sym, is_Rbar_mult_p_infty_pos. exact Hc.
Qed.

(* what shrinks at least as fast tends to 0 too *)
Fixpoint shrinking (u0 c : R) (alpha : nat -> R) (t : nat) : R :=
  match t with O => u0 | S t => (1 - c * alpha t) * shrinking u0 c alpha t end.
Lemma decay_le (u alpha : nat -> R) c : 0 < c -> (forall t, 0 <= alpha t) ->
  (forall t, c * alpha t <= 1) ->
  unsummable alpha -> (forall t, 0 <= u t) -> (forall t, u (S t) <= (1 - c * alpha t) * u t) ->
    is_lim_seq u 0.
Proof.
  intros Hc Ha H1 U Hu H.
  apply is_lim_seq_le_le with (u := fun _ => 0) (w := shrinking (u O) c alpha).
  - intros t. split; [apply Hu|]. induction t as [|t IH]; [apply Rle_refl|].
    eapply Rle_trans; [apply H|].
    simpl. specialize (H1 t). apply Rmult_le_compat_l; lra.
  - apply is_lim_seq_const.
  - now apply decay with (alpha := alpha) (c := c).
Qed.

(* ---- delayed TD(0): H v = v + (gamma P)^tau (T v - v) ---- *)
Definition delayed {X : finite} (M : mrp X) gam tau (v : vec X) : vec X :=
  fun s => v s + iter tau (disc M gam) (td M gam v) s.
Lemma delayed_support tau i : (S tau <= i)%nat -> delayed_h tau i = 0.
Proof. intros H. unfold delayed_h. destruct (Nat.eqb_spec i tau); [lia|reflexivity]. Qed.
(* it is the linear return with the single weight h_tau = 1 *)
Lemma delayed_return {X : finite} (M : mrp X) gam tau (v : vec X) s :
  linear_return M gam (delayed_h tau) v s = delayed M gam tau v s.
Proof.
  unfold linear_return, delayed. f_equal.
  rewrite (Series_finite (S tau)) by (intros i Hi; rewrite delayed_support by assumption; ring).
  rewrite (sum_one _ tau).
  - unfold delayed_h. rewrite Nat.eqb_refl. ring.
  - lia.
  - intros i _ Hi. unfold delayed_h. apply Nat.eqb_neq in Hi. rewrite Hi. ring.
Qed.

(* ---- the two-state chain without rewards ---- *)
Section TwoState.
Variables (gam p : R) (Hp : 0 <= p <= 1).
Notation M := (two_state p Hp (fun _ => 0)).
Definition difference (v : vec two) : R := v true - v false.
Definition together (v : vec two) : R := v true + v false.
(* the eigenvalue of gamma P on (1, -1) *)
Definition flip : R := gam * (2 * p - 1).
Lemma difference_disc v : difference (disc M gam v) = flip * difference v.
Proof. unfold difference, flip, disc, next. rewrite !total_two. simpl. ring. Qed.
Lemma together_disc v : together (disc M gam v) = gam * together v.
Proof. unfold together, disc, next. rewrite !total_two. simpl. ring. Qed.
Lemma difference_iter k v : difference (iter k (disc M gam) v) = flip ^ k * difference v.
Proof. induction k as [|k IH]; cbn [iter]; [simpl; ring|]. rewrite difference_disc, IH. simpl.
ring. Qed.
Lemma together_iter k v : together (iter k (disc M gam) v) = gam ^ k * together v.
Proof. induction k as [|k IH]; cbn [iter]; [simpl; ring|]. rewrite together_disc, IH. simpl. ring.
Qed.
Lemma difference_td v : difference (td M gam v) = (flip - 1) * difference v.
Proof.
  replace (difference (td M gam v)) with (difference (disc M gam v) - difference v).
  - rewrite difference_disc. ring.
  - unfold difference, td, bellman. simpl r. ring.
Qed.
Lemma together_td v : together (td M gam v) = (gam - 1) * together v.
Proof.
  replace (together (td M gam v)) with (together (disc M gam v) - together v).
  - rewrite together_disc. ring.
  - unfold together, td, bellman. simpl r. ring.
Qed.
Lemma difference_run tau alpha t v :
  difference (run (delayed M gam tau) alpha (S t) v)
  = (1 + alpha t * (flip ^ tau * (flip - 1))) * difference (run (delayed M gam tau) alpha t v).
Proof.
  cbn [run]. set (w := run (delayed M gam tau) alpha t v).
  transitivity (difference w + alpha t * difference (iter tau (disc M gam) (td M gam w))).
  - unfold difference, delayed. ring.
  - rewrite difference_iter, difference_td. ring.
Qed.
Lemma together_run tau alpha t v :
  together (run (delayed M gam tau) alpha (S t) v)
  = (1 + alpha t * (gam ^ tau * (gam - 1))) * together (run (delayed M gam tau) alpha t v).
Proof.
  cbn [run]. set (w := run (delayed M gam tau) alpha t v).
  transitivity (together w + alpha t * together (iter tau (disc M gam) (td M gam w))).
  - unfold together, delayed. ring.
  - rewrite together_iter, together_td. ring.
Qed.
End TwoState.
Lemma difference_norm v : Rabs (difference v) <= 2 * norm v.
Proof.
  unfold difference. pose proof (norm_ge _ v true). pose proof (norm_ge _ v false).
  eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. lra.
Qed.
Lemma together_norm v : Rabs (together v) <= 2 * norm v.
Proof.
  unfold together. pose proof (norm_ge _ v true). pose proof (norm_ge _ v false).
  eapply Rle_trans; [apply Rabs_triang|]. lra.
Qed.
Lemma norm_two v : norm v <= Rabs (difference v) + Rabs (together v).
Proof.
  unfold difference, together. apply norm_le; [apply Rplus_le_le_0_compat; apply Rabs_pos|].
  pose proof (Rle_abs (v true - v false)). pose proof (Rle_abs (v true + v false)).
  pose proof (Rle_abs (- (v true - v false))) as A.
  pose proof (Rle_abs (- (v true + v false))) as B.
  rewrite Rabs_Ropp in A, B. intros []; apply Rabs_le; lra.
Qed.
