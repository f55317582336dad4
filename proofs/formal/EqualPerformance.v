(* equal-performance. Convex returns with one modulus contract by the same number on every finite
   process, and by no smaller one: the bound on the error that an update leaves is the same. The error
   is not: the two-step return, and 3/7 of the one-step with 4/7 of the four-step return, have the
   modulus 1/4 at gamma = 1/2; on two states that change places they make 1/4 and -5/28 of an error
   (1, -1). *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators Returns LinearContraction ConvexReturns
  SmallAlpha.
Open Scope R_scope.

(* claim: equal-performance *)
Theorem one_modulus_one_guarantee {X : finite} (M : mrp X) gam h g : 0 <= gam < 1 ->
  convex h -> convex g -> modulus gam h = modulus gam g ->
  modulus_is M gam h (modulus gam h) /\ modulus_is M gam g (modulus gam h).
Proof.
  intros Hg Ch Cg E.
  split; [|rewrite E]; rewrite convex_modulus by assumption; now apply convex_contracts.
Qed.

Lemma no_stay : 0 <= 0 <= 1.
Proof. lra. Qed.
Definition swapping : mrp two := two_state 0 no_stay (fun _ => 0).
Definition opposite : vec two := fun b : two => if b then 1 else -1.

(* claim: equal-performance *)
Theorem error_on_two_states gam p (Hp : 0 <= p <= 1) reward h (u v : vec two) x : 0 <= gam < 1 ->
  affine h -> (forall s, u s - v s = x * opposite s) ->
  forall s, linear_return (two_state p Hp reward) gam h u s
            - linear_return (two_state p Hp reward) gam h v s
  = Series (fun n => weight h n * (gam * (2 * p - 1)) ^ S n) * (u s - v s).
Proof.
  intros Hg Ha D s.
  assert (E : forall s, next (two_state p Hp reward) (fun y => u y - v y) s
      = (2 * p - 1) * (u s - v s)).
  { intros t. unfold next. rewrite total_two, !D. destruct t; simpl; unfold opposite; ring. }
  pose proof (update_of_a_mode (two_state p Hp reward) gam 1 (2 * p - 1) h u v Hg Ha E s). lra.
Qed.

(* 3/7 of the one-step return, and 4/7 of the four-step return *)
Definition mixed (i : nat) : R :=
  match i with 0%nat => 1 | 1%nat | 2%nat | 3%nat => 4 / 7 | _ => 0 end.

Lemma finite_convex h N : (forall i, (N <= i)%nat -> h i = 0) -> h 0%nat = 1 ->
  (forall n, 0 <= weight h n) -> convex h.
Proof.
  intros Z O W. assert (V : vanishing h) by now apply finite_vanishing with N.
  split; [split; [exact V|]|exact W]. now apply affine_first.
Qed.
Lemma two_step_convex : convex (nstep_h 2).
Proof.
  apply finite_convex with 2%nat; [intros [|[|i]] Hi; (lia || reflexivity)|reflexivity|].
  intros [|[|n]]; unfold weight, nstep_h; simpl; lra.
Qed.
Lemma mixed_convex : convex mixed.
Proof.
  apply finite_convex with 4%nat; [intros [|[|[|[|i]]]] Hi; (lia || reflexivity)|reflexivity|].
  intros [|[|[|[|n]]]]; unfold weight; simpl; lra.
Qed.
Lemma two_step_series x : Series (fun n => weight (nstep_h 2) n * x ^ S n) = x ^ 2.
Proof.
  rewrite (Series_finite 2) by (intros [|[|n]] Hn; try lia; unfold weight, nstep_h; simpl; ring).
  unfold weight, nstep_h; simpl; ring.
Qed.
Lemma mixed_series x : Series (fun n => weight mixed n * x ^ S n) = 3 / 7 * x + 4 / 7 * x ^ 4.
Proof.
  rewrite (Series_finite 4) by (intros [|[|[|[|n]]]] Hn; try lia; unfold weight; simpl; ring).
  unfold weight; simpl; field.
Qed.

(* claim: equal-performance *)
Theorem one_modulus_two_errors :
  exists h g, convex h /\ convex g /\ modulus (1 / 2) h = 1 / 4 /\ modulus (1 / 2) g = 1 / 4 /\
  exists (M : mrp two) (u v : vec two), forall s, Rabs (u s - v s) = 1 /\
    Rabs (linear_return M (1 / 2) h u s - linear_return M (1 / 2) h v s) = 1 / 4 /\
    Rabs (linear_return M (1 / 2) g u s - linear_return M (1 / 2) g v s) = 5 / 28.
Proof.
  exists (nstep_h 2), mixed. pose proof two_step_convex as C. pose proof mixed_convex as D.
  split; [exact C|]. split; [exact D|].
  rewrite !convex_modulus, two_step_series, mixed_series by assumption.
  split; [lra|]. split; [lra|].
  exists swapping, opposite, (fun _ => 0). intros s.
  assert (O : forall t, opposite t - 0 = 1 * opposite t) by (intros; ring).
  unfold swapping. rewrite !(error_on_two_states (1 / 2) 0 no_stay _ _ _ _ 1) by
    (lra || apply C || apply D || exact O).
  rewrite two_step_series, mixed_series.
  destruct s; unfold opposite; simpl; repeat split; unfold Rabs; destruct Rcase_abs; lra.
Qed.
