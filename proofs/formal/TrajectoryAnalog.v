(* trajectory-analog. At a step of a trajectory, u are the probabilities of the histories so far and
   y the weights there; b are the probabilities of what comes next, rho the ratios to the target
   policy's, and w the weights then.  The condition w <= y rho, 0 <= w implies weak recency of the
   mean weights, since the ratio has the mean one; it is not implied by it, not even if the weights
   do not depend on the trajectory.  Where rho = 1 it is weak recency for such weights. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Recency Require Import Basics Finite Returns.
Open Scope R_scope.

Definition mean_next (H N : finite) (u : H -> R) (b w : H -> N -> R) : R :=
  total H (fun k => u k * total N (fun j => b k j * w k j)).
Definition mean_now (H : finite) (u y : H -> R) : R := total H (fun k => u k * y k).
Definition condition (H N : finite) (y : H -> R) (rho : N -> R) (w : H -> N -> R) : Prop :=
  forall k j, w k j <= y k * rho j /\ 0 <= w k j.

Section Step.
Variables H N : finite.
Variables (u y : H -> R) (b : H -> N -> R) (rho : N -> R) (w : H -> N -> R).
Hypothesis target_total : forall k, total N (fun j => b k j * rho j) = 1.
Hypothesis u_nonneg : forall k, 0 <= u k.
Hypothesis b_nonneg : forall k j, 0 <= b k j.

(* claim: trajectory-analog *)
Theorem weak_recency_in_the_mean : condition H N y rho w ->
  mean_next H N u b w <= mean_now H u y /\ 0 <= mean_next H N u b w.
Proof.
  intros C. split.
  - apply total_le. intros k. apply Rmult_le_compat_l; [auto|].
    rewrite <- (Rmult_1_r (y k)), <- (target_total k), <- total_scal. apply total_le. intros j.
    replace (y k * (b k j * rho j)) with (b k j * (y k * rho j)) by ring.
    apply Rmult_le_compat_l; [auto | apply C].
  - apply total_nonneg. intros k. apply Rmult_le_pos; [auto|]. apply total_nonneg. intros j.
    apply Rmult_le_pos; [auto | apply C].
Qed.
End Step.

(* claim: trajectory-analog *)
Theorem ratio_has_mean_one (H N : finite) (b a : H -> N -> R) (rho : N -> R) :
  (forall k j, b k j * rho j = a k j) -> (forall k, total N (a k) = 1) ->
  forall k, total N (fun j => b k j * rho j) = 1.
Proof. intros E T k. rewrite <- (T k). apply total_ext. intros j. apply E. Qed.

(* claim: trajectory-analog *)
Theorem on_policy_is_weak_recency (N : finite) (j0 : N) (h : nat -> R) (rho : N -> R) :
  (forall j, rho j = 1) ->
  (forall i, condition (numbers 0) N (fun _ => h i) rho (fun _ _ => h (S i))) <-> weak_recency h.
Proof.
  intros one. split.
  - intros C i. destruct (C i (point 0 0) j0) as [A B]. rewrite one in A. lra.
  - intros R i k j. rewrite one. destruct (R i). lra.
Qed.

(* claim: trajectory-analog *)
Theorem converse_false : exists (b : numbers 0 -> two -> R) (rho : two -> R),
  let one := fun _ : numbers 0 => 1 in let w := fun (_ : numbers 0) (_ : two) => 1 in
  (forall k j, 0 <= b k j) /\ (forall k, total two (b k) = 1)
  /\ (forall k, total two (fun j => b k j * rho j) = 1)
  /\ mean_next (numbers 0) two one b w <= mean_now (numbers 0) one one
  /\ 0 <= mean_next (numbers 0) two one b w
  /\ ~ condition (numbers 0) two one rho w.
Proof.
  exists (fun _ _ => / 2), (fun j : bool => if j then 3 / 2 else / 2). intros one w.
  unfold mean_next, mean_now, one, w. repeat split; intros; rewrite ?total_two.
  - lra.
  - lra.
  - simpl. lra.
  - unfold total. simpl. lra.
  - unfold total. simpl. lra.
  - intros C. destruct (C (point 0 0) false) as [A _]. simpl in A. lra.
Qed.
