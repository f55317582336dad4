(* How far weak recency has to be violated for divergence (claim violated-too-much).
   A modulus beta >= 1 does not mean divergence: h = (1, 11/10, 1/2) is affine, violates weak recency,
   has beta > 1 at gamma = 99/100, and its updates converge on every finite chain.  One weight that is
   large enough does: if |c_n| gamma^n > 2 h_0 for some n, the updates diverge on some cycle. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators Returns StepSizes StationaryBasics Spectrum
  CycleCriterion ConvergenceCriterion ImmediateEligibility RootCause.
Open Scope R_scope.

(* claim: violated-too-much *)
Theorem extreme_violations_diverge gam h n : 0 < gam < 1 -> bounded h ->
  2 * h O < Rabs (weight h n) * gam ^ S n -> diverges_on_a_cycle gam h.
Proof.
  intros Hg B H.
  assert (E : exists k j, real_part gam h (angle (S k) j) < 0).
  { assert (S1 : exists s, -1 <= s <= 1 /\ h O - s * (weight h n * gam ^ S n) / 2 < 0).
    { destruct (Rle_dec 0 (weight h n)) as [P|P].
      - exists 1. rewrite Rabs_pos_eq in H by assumption. split; lra.
      - exists (-1). rewrite Rabs_left in H by lra. split; lra. }
    destruct S1 as (s & Hs & Hl).
    exact (real_part_below gam h ltac:(lra) B 0 s n Hs Hl). }
  destruct E as (k & j & Hj). exists k. now apply (diverges_on_cycle k j gam h ltac:(lra) B).
Qed.

Lemma rising_modulus gam : 0 <= gam -> modulus gam rising = gam / 10 + 3/5 * gam ^ 2 + 1/2 * gam ^ 3.
Proof.
  intros Hg. unfold modulus. rewrite !(Series_finite 3).
  - unfold weight. simpl.
    replace (1 - (0 + (1 - 11/10) + (11/10 - 1/2) + (1/2 - 0))) with 0 by lra.
    rewrite Rabs_R0, (Rabs_left1 (1 - 11/10)), (Rabs_pos_eq (11/10 - 1/2)), (Rabs_pos_eq (1/2 - 0))
      by lra. field.
  - intros [|[|[|i]]] Hi; try lia. unfold weight. simpl. rewrite Rminus_0_r, Rabs_R0. ring.
  - intros [|[|[|i]]] Hi; try lia. unfold weight. simpl. ring.
Qed.
(* claim: violated-too-much *)
Theorem a_modulus_above_one_and_safe :
  ~ weak_recency rising /\ rising O = 1 /\ is_lim_seq rising 0 /\ 1 < modulus (99/100) rising /\
  safe (99/100) rising.
Proof.
  split; [|split; [|split; [|split]]].
  - intros H. destruct (H O) as [C _]. simpl in C. lra.
  - reflexivity.
  - apply is_lim_seq_ext_loc with (u := fun _ => 0); [|apply is_lim_seq_const].
    exists 3%nat. intros [|[|[|i]]] Hi; try lia. reflexivity.
  - rewrite rising_modulus by lra. simpl. lra.
  - apply a_negative_weight_and_no_divergence. lra.
Qed.
