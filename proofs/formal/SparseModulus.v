(* sparse-modulus. The modulus of the sparse lambda-return, for every m >= 1: beta = gamma (1 -
   lambda) / (1 - gamma^m lambda). *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Returns SparseLambda.
Open Scope R_scope.

(* the series over the n-step returns that occur, without a sign condition *)
Theorem sparse_modulus_series lam gam m : Rabs (gam ^ m * lam) < 1 ->
  is_series (fun k => (1 - lam) * lam ^ k * gam ^ (m * k + 1))
            (gam * (1 - lam) / (1 - gam ^ m * lam)).
Proof.
  intros H. apply series_ext with (a := fun k => gam * (1 - lam) * (gam ^ m * lam) ^ k).
  - intros k. rewrite pow_add, pow_mult, Rpow_mult_distr. ring.
  - unfold Rdiv. apply is_series_mult_l. now apply is_series_geom.
Qed.

(* claim: sparse-modulus *)
Theorem sparse_modulus gam lam m : 0 <= gam < 1 -> 0 <= lam < 1 -> (1 <= m)%nat ->
  modulus gam (sparse_h lam m) = gam * (1 - lam) / (1 - gam ^ m * lam).
Proof.
  intros Hg Hl Hm. pose proof (sparse_convex lam m Hl Hm) as C.
  rewrite convex_modulus by assumption.
  pose proof (Series_correct _ (discounted_weights gam _ Hg (bounded_of_lim _ 0 (proj1
    (proj1 C))))) as E.
  apply (sparse_regroup lam m (fun n => gam ^ n) _ Hm) in E.
  rewrite <- (is_series_unique _ _ E). apply is_series_unique, sparse_modulus_series.
  pose proof (pow_le_1 gam m ltac:(lra)). rewrite Rabs_pos_eq; nra.
Qed.
