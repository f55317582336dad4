(* eq:tdlambda_forward. Over any trajectory, with the value function and the step size held fixed,
   the sum of the forward updates of a state (its visits, each moving towards the lambda-return of
   the remaining steps) equals the sum of the backward updates, TD error times eligibility trace. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Recency Require Import Basics Finite.
Open Scope R_scope.

Section Views.
Context {X : finite}.
Variables (alpha gam lam : R) (visited : nat -> X) (delta : nat -> R) (steps : nat).
Definition visit (s : X) (t : nat) : R := if Nat.eqb (index X (visited t))
  (index X s) then 1 else 0.

(* forward: at each visit of s, alpha sum_i (gamma lambda)^i delta_{t+i} *)
Definition forward (s : X) : R :=
  sum steps (fun t => visit s t * (alpha * sum (steps - t) (fun i => (gam * lam) ^ i * delta (t
    + i)%nat))).
(* backward: the accumulating trace e_k(s) = gamma lambda e_{k-1}(s) + [S_k = s] *)
Fixpoint trace (s : X) (k : nat) : R :=
  match k with O => visit s 0 | S j => gam * lam * trace s j + visit s (S j) end.
Definition backward (s : X) : R := sum steps (fun k => alpha * delta k * trace s k).

Lemma trace_sum s k : trace s k = sum (S k) (fun t => visit s t * (gam * lam) ^ (k - t)).
Proof.
  induction k as [|k IH]; [simpl; ring|].
  rewrite sum_S, Nat.sub_diag. cbn [trace]. rewrite IH, <- sum_scal. simpl (_ ^ 0).
  rewrite Rmult_1_r. f_equal.
  apply sum_ext. intros t Ht. replace (S k - t)%nat with (S (k - t)) by lia. simpl. ring.
Qed.

(* claim: eq:tdlambda_forward *)
Theorem tdlambda_forward s : forward s = backward s.
Proof.
  pose proof (sum_triangle steps (fun t k => visit s t * alpha * (gam * lam) ^
    (k - t) * delta k)) as E.
  unfold forward, backward. etransitivity; [|etransitivity; [exact E|]]; apply sum_ext.
  - intros t _. rewrite <- !sum_scal. apply sum_ext. intros i _.
    replace (t + i - t)%nat with i by lia. ring.
  - intros k _. rewrite trace_sum, <- sum_scal. apply sum_ext. intros; ring.
Qed.
End Views.
