(* small-alpha. What a small expected update takes from a mode of the chain: where P (u - v) =
   mu (u - v), it multiplies u - v by 1 - alpha f(gamma mu), with f(gamma mu) = 1 - sum_n c_n
   (gamma mu)^n. For a convex return sum_n c_n (gamma mu)^n is the modulus at the discount gamma mu;
   sparse returns with one modulus at gamma do not have one there. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators Returns SparseLambda SparseModulus
  LinearContraction.
Open Scope R_scope.

Lemma mode_powers {X : finite} (M : mrp X) mu (w : vec X) :
  (forall s, next M w s = mu * w s) -> forall k s, iter k (next M) w s = mu ^ k * w s.
Proof.
  intros H k. induction k as [|k IH]; intros s; simpl; [ring|]. unfold next at 1.
  rewrite (total_ext X _ (fun s' => mu ^ k * (P M s s' * w s'))) by (intros; rewrite IH; ring).
  rewrite total_scal. fold (next M w s). rewrite H. ring.
Qed.

(* claim: small-alpha *)
Theorem update_of_a_mode {X : finite} (M : mrp X) gam alpha mu h (u v : vec X) : 0 <= gam < 1 ->
  affine h -> (forall s, next M (fun x => u x - v x) s = mu * (u s - v s)) ->
  forall s, (u s + alpha * (linear_return M gam h u s - u s))
            - (v s + alpha * (linear_return M gam h v s - v s))
  = (1 - alpha * (1 - Series (fun n => weight h n * (gam * mu) ^ S n))) * (u s - v s).
Proof.
  intros Hg [Hv H1] Hm s.
  pose proof (return_difference M gam h u v s Hg Hv) as E.
  rewrite (is_series_unique _ _ H1) in E.
  rewrite (Series_ext (fun n => weight h n * iter (S n) (disc M gam) (fun x => u x - v x) s)
             (fun n => weight h n * (gam * mu) ^ S n * (u s - v s))) in E.
  - rewrite Series_scal_r in E.
    replace (linear_return M gam h u s) with (linear_return M gam h v s
      + Series (fun n => weight h n * (gam * mu) ^ S n) * (u s - v s)) by lra. ring.
  - intros n. rewrite iter_disc_next, (mode_powers M mu _ Hm), Rpow_mult_distr. ring.
Qed.

(* claim: small-alpha *)
Theorem slowest gam mu h : 0 <= gam < 1 -> 0 <= mu <= 1 -> convex h ->
  1 - mu * modulus gam h <= 1 - Series (fun n => weight h n * (gam * mu) ^ S n).
Proof.
  intros Hg Hm Hc. rewrite convex_modulus by assumption. rewrite <- Series_scal_l.
  pose proof (bounded_of_lim h 0 (proj1 (proj1 Hc))) as Hb.
  enough (Series (fun n => weight h n * (gam * mu) ^ S n)
          <= Series (fun n => mu * (weight h n * gam ^ S n))) by lra.
  apply Series_le.
  - intros n. pose proof (proj2 Hc n) as W. pose proof (pow_le_1 mu n Hm) as Q.
    assert (G : 0 <= gam ^ S n) by (apply pow_le; lra). split.
    + apply Rmult_le_pos; [exact W|]. apply pow_le. nra.
    + rewrite Rpow_mult_distr. change (mu ^ S n) with (mu * mu ^ n).
      assert (0 <= mu * (weight h n * gam ^ S n)) by
        (apply Rmult_le_pos; [lra | now apply Rmult_le_pos]).
      replace (weight h n * (gam ^ S n * (mu * mu ^ n))) with
        (mu * (weight h n * gam ^ S n) * mu ^ n) by ring.
      rewrite <- (Rmult_1_r (mu * (weight h n * gam ^ S n))) at 2.
      apply Rmult_le_compat_l; lra.
  - destruct (discounted_weights gam h Hg Hb) as [l Hs]. exists (mu * l).
    now apply is_series_mult_l.
Qed.

Lemma two_sums gam mu m : 0 <= gam <= 1 -> 0 <= mu <= 1 -> (1 <= m)%nat ->
  (1 - gam) * (gam ^ m * (1 - mu ^ m)) <= gam * (1 - gam ^ m) * (1 - mu).
Proof.
  intros Hg Hm. destruct m as [|m]; [lia|]. intros _. induction m as [|m IH]; [simpl; nra|].
  pose proof (pow_le_1 gam (S m) Hg) as G. pose proof (pow_le_1 mu (S m) Hm) as Q.
  change (gam ^ S (S m)) with (gam * gam ^ S m). change (mu ^ S (S m)) with (mu * mu ^ S m).
  set (q := gam ^ S m) in *. set (p := mu ^ S m) in *.
  assert (A : gam * ((1 - gam) * (q * (1 - p))) <= gam * (gam * (1 - q) * (1 - mu))) by
    (apply Rmult_le_compat_l; lra).
  assert (B : (1 - gam) * gam * (1 - mu) * (q * p) <= (1 - gam) * gam * (1 - mu) * (q * 1)).
  { apply Rmult_le_compat_l; [|nra]. repeat apply Rmult_le_pos; lra. }
  assert (C : 0 <= gam * (1 - mu) * ((1 - gam) * (1 - q))) by (repeat apply Rmult_le_pos; lra).
  nra.
Qed.

(* the weights of two sparse returns with one modulus; q is gamma^m *)
Lemma equal_weights gam lam dense q : 0 < gam < 1 -> 0 <= lam < 1 -> 0 <= dense < 1 ->
  0 <= q <= 1 -> gam * (1 - lam) / (1 - q * lam) = gam * (1 - dense) / (1 - gam * dense) ->
  dense * (1 - gam + lam * (gam - q)) = lam * (1 - q).
Proof.
  intros Hg Hl Hd G E. assert (D1 : 0 < 1 - q * lam) by nra.
  assert (D2 : 0 < 1 - gam * dense) by nra.
  assert (F : (1 - dense) * (1 - q * lam) = (1 - lam) * (1 - gam * dense)).
  { apply Rmult_eq_reg_l with gam; [|lra].
    assert (E1 : gam * (1 - lam) / (1 - q * lam) * ((1 - q * lam) * (1 - gam * dense))
      = gam * ((1 - lam) * (1 - gam * dense))) by (field; lra).
    assert (E2 : gam * (1 - dense) / (1 - gam * dense) * ((1 - q * lam) * (1 - gam * dense))
      = gam * ((1 - dense) * (1 - q * lam))) by (field; lra).
    rewrite <- E1, <- E2. now rewrite E. }
  lra.
Qed.

(* claim: small-alpha *)
Theorem sparser_is_slower gam mu lam dense m : 0 < gam < 1 -> 0 <= mu <= 1 -> 0 <= lam < 1 ->
  0 <= dense < 1 -> (1 <= m)%nat -> modulus gam (sparse_h lam m) = modulus gam (sparse_h dense 1) ->
  modulus (gam * mu) (sparse_h dense 1) <= modulus (gam * mu) (sparse_h lam m).
Proof.
  intros Hg Hm Hl Hd Hn. rewrite !sparse_modulus by (lia || nra). rewrite !pow_1. intros E.
  pose proof (pow_le_1 gam m ltac:(lra)) as G. pose proof (pow_le_1 mu m Hm) as Q.
  pose proof (two_sums gam mu m ltac:(lra) Hm Hn) as T. rewrite Rpow_mult_distr.
  set (q := gam ^ m) in *. set (p := mu ^ m) in *.
  assert (D1 : 0 < 1 - q * lam) by nra. assert (D2 : 0 < 1 - gam * dense) by nra.
  assert (B1 : 0 <= q * p <= 1) by nra. assert (B2 : 0 <= gam * mu <= 1) by nra.
  assert (D3 : 0 < 1 - q * p * lam) by nra. assert (D4 : 0 < 1 - gam * mu * dense) by nra.
  apply (proj2 (Rle_div_l _ _ _ D4)).
  replace (gam * mu * (1 - lam) / (1 - q * p * lam) * (1 - gam * mu * dense)) with
    (gam * mu * (1 - lam) * (1 - gam * mu * dense) / (1 - q * p * lam)) by (field; lra).
  apply (proj1 (Rle_div_r _ _ _ D3)).
  pose proof (equal_weights gam lam dense q Hg Hl Hd G E) as L.
  assert (F : (1 - dense) * (1 - q * lam) = (1 - lam) * (1 - gam * dense)) by lra.
  assert (K : (1 - dense) * (q * lam * (1 - p)) <= (1 - lam) * (gam * dense * (1 - mu))).
  { assert (W : 0 < 1 - gam + lam * (gam - q)) by nra.
    assert (L' : (1 - dense) * (1 - gam + lam * (gam - q)) = (1 - gam) * (1 - lam)) by lra.
    apply Rmult_le_reg_r with (1 - gam + lam * (gam - q)); [exact W|].
    replace ((1 - dense) * (q * lam * (1 - p)) * (1 - gam + lam * (gam - q))) with
      ((1 - dense) * (1 - gam + lam * (gam - q)) * (q * lam * (1 - p))) by ring.
    replace ((1 - lam) * (gam * dense * (1 - mu)) * (1 - gam + lam * (gam - q))) with
      (dense * (1 - gam + lam * (gam - q)) * ((1 - lam) * gam * (1 - mu))) by ring.
    rewrite L, L'.
    assert (0 <= lam * (1 - lam)) by nra.
    replace ((1 - gam) * (1 - lam) * (q * lam * (1 - p))) with
      (lam * (1 - lam) * ((1 - gam) * (q * (1 - p)))) by ring.
    replace (lam * (1 - q) * ((1 - lam) * gam * (1 - mu))) with
      (lam * (1 - lam) * (gam * (1 - q) * (1 - mu))) by ring.
    now apply Rmult_le_compat_l. }
  assert (0 <= gam * mu) by nra.
  replace (gam * mu * (1 - dense) * (1 - q * p * lam)) with
    (gam * mu * ((1 - dense) * (1 - q * p * lam))) by ring.
  replace (gam * mu * (1 - lam) * (1 - gam * mu * dense)) with
    (gam * mu * ((1 - lam) * (1 - gam * mu * dense))) by ring.
  apply Rmult_le_compat_l; [assumption|]. nra.
Qed.
