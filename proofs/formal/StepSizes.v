(* What step sizes with an infinite sum do to an error that each update multiplies
   (claim step-sizes): what every step multiplies by at least 1 + g alpha_t, g > 0, grows beyond
   every bound, and what every step multiplies by at most 1 - g alpha_t, which is not negative,
   vanishes.  Constant step sizes are an instance. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics.
Open Scope R_scope.

(* step sizes that are not negative and whose sum is infinite *)
Definition endless (alpha : nat -> R) : Prop :=
  (forall t, 0 <= alpha t) /\ is_lim_seq (fun t => sum t alpha) p_infty.

Section StepSizes.
Variables (g : R) (alpha size : nat -> R).
Hypothesis g_positive : 0 < g.
Hypothesis steps : endless alpha.

Lemma taken_nonneg t : 0 <= sum t alpha.
Proof. apply sum_nonneg. intros; apply (proj1 steps). Qed.

Lemma at_least : 0 < size O -> (forall t, (1 + g * alpha t) * size t <= size (S t)) ->
  forall t, size O * (1 + g * sum t alpha) <= size t.
Proof.
  intros H0 H. induction t as [|t IH]; [simpl; lra|]. eapply Rle_trans; [|apply H].
  pose proof (proj1 steps t) as A. pose proof (taken_nonneg t) as B.
  assert (0 <= g * alpha t) by (apply Rmult_le_pos; lra).
  assert (0 <= g * sum t alpha) by (apply Rmult_le_pos; lra).
  apply Rle_trans with ((1 + g * alpha t) * (size O * (1 + g * sum t alpha))).
  - rewrite sum_S.
    assert (0 <= size O * ((g * alpha t) * (g * sum t alpha)))
      by (apply Rmult_le_pos; [lra | now apply Rmult_le_pos]). nra.
  - apply Rmult_le_compat_l; lra.
Qed.
Lemma at_most : (forall t, 0 <= size t) -> (forall t, g * alpha t <= 1) ->
  (forall t, size (S t) <= (1 - g * alpha t) * size t) ->
  forall t, size t * (1 + g * sum t alpha) <= size O.
Proof.
  intros Hp Hc H. induction t as [|t IH]; [simpl; lra|]. eapply Rle_trans; [|exact IH].
  pose proof (proj1 steps t) as A. pose proof (taken_nonneg t) as B.
  assert (C : 0 <= g * alpha t) by (apply Rmult_le_pos; lra).
  assert (D : 0 <= g * sum t alpha) by (apply Rmult_le_pos; lra).
  pose proof (Hp t) as E.
  apply Rle_trans with ((1 - g * alpha t) * size t * (1 + g * sum (S t) alpha)).
  - apply Rmult_le_compat_r; [rewrite sum_S; nra | apply H].
  - rewrite sum_S. rewrite Rmult_assoc, (Rmult_comm (size t)), <- Rmult_assoc, (Rmult_comm (size t)).
    apply Rmult_le_compat_r; [assumption|].
    assert (0 <= (g * alpha t) * (g * sum t alpha)) by now apply Rmult_le_pos. nra.
Qed.

(* claim: step-sizes *)
Theorem grows : 0 < size O -> (forall t, (1 + g * alpha t) * size t <= size (S t)) ->
  is_lim_seq size p_infty.
Proof.
  intros H0 H.
  apply is_lim_seq_le_p_loc with (u := fun t => size O * (1 + g * sum t alpha)).
  - exists O. intros t _. now apply at_least.
  - apply is_lim_seq_spec. intros B. destruct steps as [_ L]. apply is_lim_seq_spec in L.
    destruct (L (Rabs B / (size O * g))) as [T HT]. exists T. intros t Ht. specialize (HT t Ht).
    assert (Q : 0 < size O * g) by now apply Rmult_lt_0_compat.
    apply (Rlt_div_l (Rabs B) (sum t alpha) (size O * g) Q) in HT. pose proof (Rle_abs B). nra.
Qed.
(* claim: step-sizes *)
Theorem vanishes : (forall t, 0 <= size t) -> (forall t, g * alpha t <= 1) ->
  (forall t, size (S t) <= (1 - g * alpha t) * size t) -> is_lim_seq size 0.
Proof.
  intros Hp Hc H. apply is_lim_seq_spec. intros eps. simpl.
  destruct steps as [_ L]. apply is_lim_seq_spec in L.
  destruct (L (size O / (eps * g))) as [T HT]. exists T. intros t Ht. specialize (HT t Ht).
  pose proof (at_most Hp Hc H t) as A. pose proof (cond_pos eps) as E. pose proof (Hp t).
  assert (Q : 0 < eps * g) by now apply Rmult_lt_0_compat.
  apply (Rlt_div_l (size O) (sum t alpha) (eps * g) Q) in HT.
  rewrite Rminus_0_r, Rabs_pos_eq by assumption. apply Rnot_le_lt. intros C.
  pose proof (taken_nonneg t). assert (0 <= g * sum t alpha) by (apply Rmult_le_pos; lra).
  assert (eps * (1 + g * sum t alpha) <= size t * (1 + g * sum t alpha)) by (apply Rmult_le_compat_r;
      lra).
  nra.
Qed.
End StepSizes.

(* ---- instances ---- *)
(* claim: step-sizes *)
Theorem constant_steps a : 0 < a -> endless (fun _ => a).
Proof.
  intros Ha. split; [intros; lra|]. apply is_lim_seq_ext with (u := fun t => INR t * a).
  - intros. now rewrite sum_const.
  - replace p_infty with (Rbar_mult p_infty a).
    + apply is_lim_seq_scal_r, is_lim_seq_INR.
    + apply is_Rbar_mult_unique, is_Rbar_mult_p_infty_pos. exact Ha.
Qed.
