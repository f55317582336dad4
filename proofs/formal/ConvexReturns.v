(* What the modulus of a convex return is (claim convex-modulus): on every finite process its operator
   contracts by sum_n c_n gamma^n in the maximum norm, and multiplies a constant difference of two
   value functions by exactly that, so that no smaller number will do.  With the closed formulas this
   is what sparse-modulus and truncated-modulus say. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators Returns LinearContraction SparseLambda
  SparseModulus TruncatedLambda TruncatedModulus.
Open Scope R_scope.

Section OneProcess.
Context {X : finite}.
Variables (M : mrp X) (gam : R).
Hypothesis gam01 : 0 <= gam < 1.

(* its operator contracts by b in the maximum norm, and by no smaller number *)
Definition modulus_is (h : nat -> R) (b : R) : Prop :=
  (forall u v, dist (linear_return M gam h u) (linear_return M gam h v) <= b * dist u v) /\
  (forall u a s, linear_return M gam h (fun x => u x + a) s - linear_return M gam h u s = b * a).

Lemma iter_const k a s : iter k (disc M gam) (fun _ => a) s = gam ^ k * a.
Proof.
  rewrite iter_disc_next. f_equal. revert s. induction k as [|k IH]; intros s; simpl; [reflexivity|].
  transitivity (next M (fun _ => a) s); [|apply next_const].
  apply total_ext. intros. now rewrite IH.
Qed.

(* claim: convex-modulus *)
Theorem convex_contracts h : convex h ->
  modulus_is h (Series (fun n => weight h n * gam ^ S n)).
Proof.
  intros C. pose proof (convex_modulus gam h C) as E. destruct C as [[V W] N]. split.
  - intros u v. rewrite <- E. now apply linear_contraction.
  - intros u a s. rewrite return_difference, (is_series_unique _ _ W) by assumption.
    rewrite <- Series_scal_r, Rminus_eq_0, Rmult_0_l, Rplus_0_l. apply Series_ext. intros n.
    rewrite (iter_ext M gam (S n) _ (fun _ => a)) by (intros; ring). rewrite iter_const. ring.
Qed.

(* claim: sparse-modulus *)
Theorem sparse_contracts lam m : 0 <= lam < 1 -> (1 <= m)%nat ->
  modulus_is (sparse_h lam m) (gam * (1 - lam) / (1 - gam ^ m * lam)).
Proof.
  intros Hl Hm. pose proof (sparse_convex lam m Hl Hm) as C.
  rewrite <- sparse_modulus, convex_modulus by assumption. now apply convex_contracts.
Qed.

(* claim: truncated-modulus *)
Theorem truncated_contracts lam N : 0 <= lam <= 1 -> (1 <= N)%nat ->
  modulus_is (truncated_h lam N)
    (((1 - gam) * (gam * lam) ^ N + gam * (1 - lam)) / (1 - gam * lam)).
Proof.
  intros Hl HN. pose proof (truncated_convex lam N Hl HN) as C.
  rewrite <- truncated_modulus, convex_modulus by assumption. now apply convex_contracts.
Qed.
End OneProcess.
