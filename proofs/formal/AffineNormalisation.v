(* affine-normalisation. Let h_i -> 0 and s = sum_n c_n. If s is not zero, the update of h with the
   step size alpha is the update of the affine return h / s with the step size alpha s, and (h /
   s)_0 = 1. So the weights may be assumed to sum to one if s > 0. If s < 0 the step size changes
   sign; delayed TD(0) has s = 0, and no multiple of it is affine; and without h_i -> 0 the weights
   may sum to one although h_0 is not 1. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators Returns Steps PropWrh.
Open Scope R_scope.

(* v + alpha (H v - v) *)
Definition expected_step {X : finite} (M : mrp X) gam h alpha (v : vec X) : vec X :=
  fun s => v s + alpha * (linear_return M gam h v s - v s).

(* claim: affine-normalisation *)
Theorem affine_normalisation {X : finite} (M : mrp X) gam h s alpha (v : vec X) x :
  0 <= gam < 1 -> vanishing h -> is_series (weight h) s -> s <> 0 ->
  affine (fun i => h i / s) /\ h O / s = 1 /\
  expected_step M gam h alpha v x = expected_step M gam (fun i => h i / s) (alpha * s) v x.
Proof.
  intros [g0 g1] V S Hs.
  assert (H0 : h O = s).
  { pose proof (weight_series h 0 V) as W. apply is_series_unique in W.
    apply is_series_unique in S. lra. }
  assert (V' : vanishing (fun i => h i / s)).
  { unfold vanishing, Rdiv. replace (Finite 0) with (Finite (0 * / s)) by (f_equal; ring).
    apply is_lim_seq_mult'; [exact V | apply is_lim_seq_const]. }
  assert (O : h 0%nat / s = 1) by (rewrite H0; field; assumption).
  split; [|split; [exact O|]].
  - split; [exact V'|]. now apply affine_first.
  - unfold expected_step, linear_return.
    rewrite (Series_ext (fun i => h i / s * _) (fun i => / s * (h i * iter i (disc M gam)
      (td M gam v) x)))
      by (intros; unfold Rdiv; ring).
    rewrite Series_scal_l. field. assumption.
Qed.
(* claim: affine-normalisation *)
Theorem normalised_step_positive alpha s : 0 < alpha -> s <> 0 -> (0 < alpha * s <-> 0 < s).
Proof. intros Ha Hs. split; intros H; nra. Qed.
(* claim: affine-normalisation *)
Theorem delayed_not_affine tau : (1 <= tau)%nat ->
  vanishing (delayed_h tau) /\ is_series (weight (delayed_h tau)) 0 /\
  forall k, ~ affine (fun i => k * delayed_h tau i).
Proof.
  intros Ht.
  assert (V : vanishing (delayed_h tau)) by (apply finite_vanishing with (S tau);
    apply delayed_support).
  assert (Z : delayed_h tau 0 = 0) by (destruct tau; [lia|reflexivity]).
  split; [exact V|]. split.
  - eapply is_series_eq; [apply (weight_series _ 0 V)|]. lra.
  - intros k [V' S1]. apply affine_first in S1; [|exact V']. rewrite Z in S1. lra.
Qed.
(* claim: affine-normalisation *)
Theorem affine_needs_limit : is_series (weight two_then_ones) 1 /\ two_then_ones 0 = 2.
Proof. split; [apply wrh_without_limit | reflexivity]. Qed.
