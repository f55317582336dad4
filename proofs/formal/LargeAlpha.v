(* large-alpha, experiment:sparse, experiment:truncated, same-lowest. The sums of squared weights of
   sparse and of truncated returns; of sparse returns with one modulus none has a greater sum than
   the dense one, and none has a smaller modulus at a smaller discount. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Variance.
From Recency Require Import Basics Returns SparseLambda SparseModulus SmallAlpha.
Open Scope R_scope.

(* the variance of the return where TD errors are uncorrelated with variance one *)
Definition squares (gam : R) (h : nat -> R) : R := Series (fun i => (h i * gam ^ i) ^ 2).

(* claim: experiment:sparse *)
Theorem sparse_squares gam lam m : 0 <= gam < 1 -> 0 <= lam < 1 -> (1 <= m)%nat ->
  is_series (fun i => (sparse_h lam m i * gam ^ i) ^ 2)
    (1 + gam ^ 2 * lam ^ 2 / (1 - gam ^ 2)
       * ((1 - (gam ^ m) ^ 2) / (1 - (gam ^ m) ^ 2 * lam ^ 2))).
Proof.
  intros Hg Hl Hm. assert (G : 0 <= gam ^ 2 < 1) by nra. assert (L : 0 <= lam ^ 2 < 1) by nra.
  pose proof (pow_le_1 gam m ltac:(lra)) as Q.
  pose proof (sparse_convex (lam ^ 2) m L Hm) as C.
  assert (first : sparse_h (lam ^ 2) m 0 = 1) by
    exact (proj1 (affine_first _ (proj1 (proj1 C))) (proj2 (proj1 C))).
  pose proof (Variance.total_eligibility (gam ^ 2) (sparse_h (lam ^ 2) m) G
    (conj first (conj (proj1 (proj1 C)) (proj2 C)))) as E.
  apply series_ext with (b := fun i => (sparse_h lam m i * gam ^ i) ^ 2) in E.
  - eapply is_series_eq; [exact E|]. unfold Variance.variance_factor.
    change (ConvexMargin.discounted_weights (gam ^ 2) (sparse_h (lam ^ 2) m)) with
      (Series (fun n => weight (sparse_h (lam ^ 2) m) n * (gam ^ 2) ^ S n)).
    rewrite <- convex_modulus, sparse_modulus by assumption.
    rewrite <- (pow_mult gam 2 m), (Nat.mul_comm 2 m), pow_mult.
    set (q := gam ^ m) in *.
    assert (0 <= q ^ 2 <= 1) by nra. assert (0 < 1 - q ^ 2 * lam ^ 2) by nra. field. lra.
  - intros i. unfold sparse_h. rewrite Rpow_mult_distr, <- !pow_mult.
    now rewrite (Nat.mul_comm _ 2), (Nat.mul_comm i 2).
Qed.

(* claim: experiment:truncated *)
Theorem truncated_squares gam lam N : 0 <= gam < 1 -> 0 <= lam <= 1 ->
  is_series (fun i => (truncated_h lam N i * gam ^ i) ^ 2)
    ((1 - ((gam * lam) ^ 2) ^ N) / (1 - (gam * lam) ^ 2)).
Proof.
  intros Hg Hl. assert (B : 0 <= gam * lam < 1) by nra. rewrite <- sum_geom by nra.
  rewrite (sum_ext N _ (fun i => (truncated_h lam N i * gam ^ i) ^ 2)).
  - apply is_series_finite. intros i Hi. unfold truncated_h.
    destruct (Nat.ltb_spec i N); [lia|]. ring.
  - intros i Hi. unfold truncated_h. destruct (Nat.ltb_spec i N); [|lia].
    rewrite <- (pow_mult _ 2 i), (Nat.mul_comm 2 i), pow_mult, !Rpow_mult_distr. ring.
Qed.

(* claim: large-alpha *)
Theorem sparser_varies_less gam lam dense m : 0 < gam < 1 -> 0 <= lam < 1 -> 0 <= dense < 1 ->
  (1 <= m)%nat -> modulus gam (sparse_h lam m) = modulus gam (sparse_h dense 1) ->
  squares gam (sparse_h lam m) <= squares gam (sparse_h dense 1).
Proof.
  intros Hg Hl Hd Hm. unfold squares.
  rewrite (is_series_unique _ _ (sparse_squares gam lam m ltac:(lra) Hl Hm)).
  rewrite (is_series_unique _ _ (sparse_squares gam dense 1 ltac:(lra) Hd (le_n 1))).
  rewrite !sparse_modulus by (lia || lra). rewrite !pow_1. intros E.
  pose proof (pow_le_1 gam m ltac:(lra)) as G. pose proof (pow_decr gam 1 m ltac:(lra) Hm) as P.
  rewrite pow_1 in P. set (q := gam ^ m) in *.
  pose proof (equal_weights gam lam dense q ltac:(lra) Hl Hd G E) as F.
  set (W := 1 - gam + lam * (gam - q)) in *. assert (W0 : 0 < W) by (unfold W; nra).
  assert (0 <= q ^ 2 <= 1) by nra. assert (0 <= lam ^ 2 < 1) by nra.
  assert (0 <= dense ^ 2 < 1) by nra. assert (0 <= gam ^ 2 < 1) by nra.
  assert (D1 : 0 < 1 - q ^ 2 * lam ^ 2) by nra. assert (D2 : 0 < 1 - gam ^ 2 * dense ^ 2) by nra.
  assert (D3 : 0 < 1 - gam ^ 2) by lra.
  apply Rplus_le_compat_l.
  replace (gam ^ 2 * lam ^ 2 / (1 - gam ^ 2) * ((1 - q ^ 2) / (1 - q ^ 2 * lam ^ 2))) with
    (gam ^ 2 * (lam ^ 2 * (1 - q ^ 2)) / ((1 - gam ^ 2) * (1 - q ^ 2 * lam ^ 2))) by (field; lra).
  replace (gam ^ 2 * dense ^ 2 / (1 - gam ^ 2) * ((1 - gam ^ 2) / (1 - gam ^ 2 * dense ^ 2))) with
    (gam ^ 2 * dense ^ 2 / (1 - gam ^ 2 * dense ^ 2)) by (field; lra).
  assert (D4 : 0 < (1 - gam ^ 2) * (1 - q ^ 2 * lam ^ 2)) by (apply Rmult_lt_0_compat; lra).
  apply (proj2 (Rle_div_l _ _ _ D4)).
  replace (gam ^ 2 * dense ^ 2 / (1 - gam ^ 2 * dense ^ 2)
      * ((1 - gam ^ 2) * (1 - q ^ 2 * lam ^ 2))) with
    (gam ^ 2 * dense ^ 2 * ((1 - gam ^ 2) * (1 - q ^ 2 * lam ^ 2)) / (1 - gam ^ 2 * dense ^ 2))
    by (field; lra).
  apply (proj1 (Rle_div_r _ _ _ D2)).
  assert (K : lam ^ 2 * (1 - q ^ 2) * (1 - gam ^ 2 * dense ^ 2)
    <= dense ^ 2 * ((1 - gam ^ 2) * (1 - q ^ 2 * lam ^ 2))).
  { apply Rmult_le_reg_r with (W ^ 2); [nra|].
    replace (lam ^ 2 * (1 - q ^ 2) * (1 - gam ^ 2 * dense ^ 2) * W ^ 2) with
      (lam ^ 2 * (1 - q ^ 2) * (W ^ 2 - gam ^ 2 * (dense * W) ^ 2)) by ring.
    replace (dense ^ 2 * ((1 - gam ^ 2) * (1 - q ^ 2 * lam ^ 2)) * W ^ 2) with
      ((dense * W) ^ 2 * ((1 - gam ^ 2) * (1 - q ^ 2 * lam ^ 2))) by ring.
    rewrite F. apply Rminus_le_0.
    replace ((lam * (1 - q)) ^ 2 * ((1 - gam ^ 2) * (1 - q ^ 2 * lam ^ 2))
      - lam ^ 2 * (1 - q ^ 2) * (W ^ 2 - gam ^ 2 * (lam * (1 - q)) ^ 2)) with
      (lam ^ 2 * (1 - q) * (1 - gam) * (1 - lam * q) * (2 * (gam - q) * (1 - lam))) by
      (unfold W; ring).
    assert (0 <= lam ^ 2) by nra. assert (0 <= 1 - lam * q) by nra.
    repeat apply Rmult_le_pos; lra. }
  assert (0 <= gam ^ 2) by nra.
  replace (gam ^ 2 * (lam ^ 2 * (1 - q ^ 2)) * (1 - gam ^ 2 * dense ^ 2)) with
    (gam ^ 2 * (lam ^ 2 * (1 - q ^ 2) * (1 - gam ^ 2 * dense ^ 2))) by ring.
  replace (gam ^ 2 * dense ^ 2 * ((1 - gam ^ 2) * (1 - q ^ 2 * lam ^ 2))) with
    (gam ^ 2 * (dense ^ 2 * ((1 - gam ^ 2) * (1 - q ^ 2 * lam ^ 2)))) by ring.
  now apply Rmult_le_compat_l.
Qed.

(* claim: same-lowest *)
Theorem gained_and_lost gam mu lam dense m : 0 < gam < 1 -> 0 <= mu <= 1 -> 0 <= lam < 1 ->
  0 <= dense < 1 -> (1 <= m)%nat -> modulus gam (sparse_h lam m) = modulus gam (sparse_h dense 1) ->
  squares gam (sparse_h lam m) <= squares gam (sparse_h dense 1) /\
  modulus (gam * mu) (sparse_h dense 1) <= modulus (gam * mu) (sparse_h lam m).
Proof.
  intros Hg Hmu Hl Hd Hm E. split; [now apply sparser_varies_less | now apply sparser_is_slower].
Qed.
