(* convex-faster. Let an affine return have absolutely summable weights c_n, one of them negative,
   and the modulus beta = sum_n |c_n| gamma^n. The convex return with the weights |c_n| / A, A =
   sum_n |c_n| > 1, uses the same n-step returns and has the modulus beta / A < beta; the longest
   n-step return alone is faster too. Against an arbitrary convex mix of the same n-step returns the
   statement is false: at gamma = 9/10 the weights (-1/100, 101/100) have beta = 8271/10000, while
   (1/2, 1/2) has 171/200. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Returns LinearContraction.
Open Scope R_scope.

(* A = sum_n |c_n| *)
Definition size_of (h : nat -> R) : R := Series (fun n => Rabs (weight h n)).
(* the return with the weights |c_n| / A *)
Definition without_signs (h : nat -> R) (i : nat) : R :=
  (size_of h - sum i (fun n => Rabs (weight h n))) / size_of h.

Section Faster.
Variables (gam : R) (h : nat -> R).
Hypothesis gam01 : 0 < gam < 1.
Hypothesis h_affine : affine h.
Hypothesis h_summable : ex_series (fun n => Rabs (weight h n)).
Hypothesis h_nonconvex : exists k, weight h k < 0.

Lemma size_series : is_series (fun n => Rabs (weight h n)) (size_of h).
Proof. now apply Series_correct. Qed.
Lemma size_gt_1 : 1 < size_of h.
Proof.
  destruct h_nonconvex as [k Hk]. destruct h_affine as [_ S1].
  pose proof (is_series_sub _ _ _ _ size_series S1) as D.
  assert (N : forall n, 0 <= Rabs (weight h n) - weight h n) by (intros n;
    pose proof (Rle_abs (weight h n)); lra).
  pose proof (is_series_ge_partial _ _ (S k) N D) as G. rewrite sum_S in G.
  assert (0 <= sum k (fun n => Rabs (weight h n) - weight h n)) by (apply sum_nonneg; auto).
  rewrite (Rabs_left (weight h k)) in G by assumption. lra.
Qed.
Lemma without_signs_weight n : weight (without_signs h) n = Rabs (weight h n) / size_of h.
Proof. pose proof size_gt_1. unfold weight at 1, without_signs. rewrite sum_S. field. lra. Qed.
Lemma without_signs_convex : convex (without_signs h).
Proof.
  pose proof size_gt_1 as A.
  assert (V : vanishing (without_signs h)).
  { unfold without_signs, vanishing, Rdiv.
    replace (Finite 0) with (Finite ((size_of h - size_of h) * / size_of h)) by (f_equal; ring).
    apply is_lim_seq_mult'; [|apply is_lim_seq_const].
    apply is_lim_seq_minus'; [apply is_lim_seq_const | apply is_series_lim, size_series]. }
  split; [split; [exact V|]|].
  - apply affine_first; [exact V|]. unfold without_signs. simpl. field. lra.
  - intros n. rewrite without_signs_weight. apply Rdiv_le_0_compat; [apply Rabs_pos | lra].
Qed.
Lemma affine_modulus : modulus gam h = Series (fun n => Rabs (weight h n) * gam ^ S n).
Proof.
  unfold modulus. rewrite (is_series_unique _ _ (proj2 h_affine)), Rminus_eq_0, Rabs_R0. ring.
Qed.
Lemma modulus_positive : 0 < modulus gam h.
Proof.
  destruct h_nonconvex as [k Hk]. rewrite affine_modulus.
  pose proof (Series_correct _ (absolute_weights gam h ltac:(lra) (bounded_of_lim h 0
    (proj1 h_affine)))) as E.
  assert (N : forall n, 0 <= Rabs (weight h n) * gam ^ S n)
    by (intros; apply Rmult_le_pos; [apply Rabs_pos | apply pow_le; lra]).
  pose proof (is_series_ge_partial _ _ (S k) N E) as G. rewrite sum_S in G.
  assert (0 <= sum k (fun n => Rabs (weight h n) * gam ^ S n)) by (apply sum_nonneg; auto).
  assert (0 < Rabs (weight h k) * gam ^ S k) by (apply Rmult_lt_0_compat; [apply Rabs_pos_lt;
    lra | apply pow_lt; lra]).
  lra.
Qed.

(* claim: convex-faster *)
Theorem convex_faster :
  convex (without_signs h) /\ (forall n, weight (without_signs h) n = Rabs
    (weight h n) / size_of h) /\
  1 < size_of h /\ modulus gam (without_signs h) = modulus gam h / size_of h /\
  modulus gam (without_signs h) < modulus gam h.
Proof.
  pose proof size_gt_1 as A. pose proof modulus_positive as B.
  assert (E : modulus gam (without_signs h) = modulus gam h / size_of h).
  { rewrite convex_modulus by apply without_signs_convex. rewrite affine_modulus.
    unfold Rdiv. rewrite <- Series_scal_r. apply Series_ext. intros n.
    rewrite without_signs_weight. unfold Rdiv. ring. }
  repeat split; auto using without_signs_weight; try apply without_signs_convex.
  rewrite E. apply Rmult_lt_reg_r with (size_of h); [lra|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. nra.
Qed.
End Faster.

(* the N-step return has the modulus gamma^N *)
Lemma nstep_modulus gam N : 0 <= gam < 1 -> (1 <= N)%nat -> modulus gam (nstep_h N) = gam ^ N.
Proof.
  intros Hg HN. destruct N as [|N]; [lia|].
  assert (W : forall n, weight (nstep_h (S N)) n = if Nat.eqb n N then 1 else 0).
  { intros n. unfold weight, nstep_h.
    destruct (Nat.ltb_spec n (S N)), (Nat.ltb_spec (S n) (S N)), (Nat.eqb_spec n N); lia || ring. }
  assert (Z : forall n, (S N <= n)%nat -> weight (nstep_h (S N)) n = 0).
  { intros n Hn. rewrite W. destruct (Nat.eqb_spec n N); [lia|reflexivity]. }
  unfold modulus. rewrite !(Series_finite (S N)) by (intros n Hn; rewrite (Z n Hn), ?Rabs_R0; ring).
  rewrite !(sum_one (S N) N); try lia.
  - rewrite W, Nat.eqb_refl, Rminus_eq_0, Rabs_R0, Rabs_R1. ring.
  - intros n _ Hn. apply Nat.eqb_neq in Hn. rewrite W, Hn, Rabs_R0. ring.
  - intros n _ Hn. apply Nat.eqb_neq in Hn. now rewrite W, Hn.
Qed.

(* claim: convex-faster *)
Theorem longest_faster gam h N : 0 < gam < 1 -> (1 <= N)%nat -> (forall i, (N <= i)%nat ->
  h i = 0) -> affine h ->
  (exists k, weight h k < 0) -> modulus gam (nstep_h N) < modulus gam h.
Proof.
  intros Hg HN Hh A K. rewrite nstep_modulus by (lra || assumption).
  assert (Z : forall n, (N <= n)%nat -> weight h n = 0) by (intros; now apply weight_after with N).
  assert (E : ex_series (fun n => Rabs (weight h n))).
  { exists (sum N (fun n => Rabs (weight h n))). apply is_series_finite. intros n Hn.
    rewrite Z by assumption. apply Rabs_R0. }
  pose proof (size_gt_1 h A E K) as G. unfold size_of in G.
  rewrite (Series_finite N) in G by (intros n Hn; rewrite Z by assumption; apply Rabs_R0).
  rewrite affine_modulus by assumption.
  rewrite (Series_finite N) by (intros n Hn; rewrite Z, Rabs_R0 by assumption; ring).
  apply Rlt_le_trans with (gam ^ N * sum N (fun n => Rabs (weight h n))).
  - assert (0 < gam ^ N) by (apply pow_lt; lra). nra.
  - rewrite <- sum_scal. apply sum_le. intros n Hn. rewrite Rmult_comm.
    apply Rmult_le_compat_l; [apply Rabs_pos|]. apply pow_decr; [lra | lia].
Qed.

(* two weights: h = (1, x, 0, 0, ...) has c_1 = 1 - x, c_2 = x *)
Definition two_weights (x : R) (i : nat) : R := match i with O => 1 | S O => x | _ => 0 end.
Lemma two_weights_affine x : affine (two_weights x).
Proof.
  assert (V : vanishing (two_weights x)) by (apply finite_vanishing with 2%nat;
    intros [|[|i]] Hi; [lia|lia|reflexivity]).
  split; [exact V|]. now apply affine_first.
Qed.
Lemma two_weights_modulus gam x : modulus gam (two_weights x) = Rabs (1 - x) * gam
  + Rabs x * gam ^ 2.
Proof.
  rewrite affine_modulus by apply two_weights_affine. rewrite (Series_finite 2).
  - unfold weight. simpl. rewrite Rminus_0_r. ring.
  - intros [|[|i]] Hi; [lia|lia|]. unfold weight. simpl. rewrite Rminus_0_r, Rabs_R0. ring.
Qed.

(* claim: convex-faster *)
Theorem convex_not_always_faster :
  exists h g, affine h /\ weight h 0 = -1/100 /\ weight h 1 = 101/100 /\
    modulus (9/10) h = 8271/10000 /\
    convex g /\ weight g 0 = 1/2 /\ weight g 1 = 1/2 /\
    (forall n, (2 <= n)%nat -> weight h n = 0 /\ weight g n = 0) /\
    modulus (9/10) g = 171/200 /\ modulus (9/10) h < modulus (9/10) g.
Proof.
  exists (two_weights (101/100)), (two_weights (1/2)).
  assert (E1 : modulus (9/10) (two_weights (101/100)) = 8271/10000).
  { rewrite two_weights_modulus, Rabs_left, Rabs_pos_eq by lra. field. }
  assert (E2 : modulus (9/10) (two_weights (1/2)) = 171/200).
  { rewrite two_weights_modulus, !Rabs_pos_eq by lra. field. }
  repeat split; try apply two_weights_affine; try (unfold weight; simpl; lra); try assumption;
    try lra.
  - intros [|[|n]]; unfold weight; simpl; lra.
  - destruct n as [|[|n]]; [lia|lia|]. unfold weight. simpl. ring.
  - destruct n as [|[|n]]; [lia|lia|]. unfold weight. simpl. ring.
Qed.

(* the weight -1, and four others of 1/2 that make up for it: none of them is larger *)
Definition four_shares (i : nat) : R :=
  match i with O => 1 | 1%nat => 2 | 2%nat => 3 / 2 | 3%nat => 1 | 4%nat => 1 / 2 | _ => 0 end.
(* claim: convex-faster *)
Theorem no_larger_weight :
  exists h, affine h /\ weight h 0 = -1 /\
    (forall n, (1 <= n <= 4)%nat -> weight h n = 1 / 2) /\ (forall n, (5 <= n)%nat -> weight h n = 0) /\
    forall n, weight h n < Rabs (weight h 0).
Proof.
  exists four_shares.
  assert (V : vanishing four_shares) by (apply finite_vanishing with 5%nat;
    intros [|[|[|[|[|i]]]]] Hi; (lia || reflexivity)).
  assert (E : weight four_shares 0 = -1) by (unfold weight; simpl; lra).
  split; [split; [exact V|]; now apply affine_first|]. split; [exact E|]. split; [|split].
  - intros [|[|[|[|[|n]]]]] Hn; try lia; unfold weight; simpl; lra.
  - intros [|[|[|[|[|n]]]]] Hn; try lia; unfold weight; simpl; lra.
  - intros n. rewrite E, (Rabs_left (-1)) by lra.
    destruct n as [|[|[|[|[|n]]]]]; unfold weight; simpl; lra.
Qed.

(* what stands in the bound for the variance, (1 - beta)/(1 - gamma), is too small for a return that is
   not convex: two TD errors, perfectly anticorrelated *)
(* claim: prop:variance *)
Theorem nonconvex_variance_exceeds gam x kappa (K : nat -> nat -> R) : 0 < gam < 1 -> x < 0 -> 0 < kappa ->
  modulus gam (two_weights x) <= 1 ->
  K 0%nat 0%nat = kappa -> K 1%nat 1%nat = kappa -> K 0%nat 1%nat = - kappa -> K 1%nat 0%nat = - kappa ->
  ((1 - modulus gam (two_weights x)) / (1 - gam)) ^ 2 * kappa
  < sum 2 (fun i => sum 2 (fun j => (two_weights x i * gam ^ i) * (two_weights x j * gam ^ j) * K i j)).
Proof.
  intros Hg Hx Hk. rewrite two_weights_modulus, Rabs_pos_eq, Rabs_left by lra. intros Hb K00 K11 K01 K10.
  simpl sum. rewrite K00, K11, K01, K10. simpl two_weights.
  set (q := (1 - ((1 - x) * gam + - x * gam ^ 2)) / (1 - gam)).
  assert (P : 0 < - x * gam) by nra.
  assert (Q : q * (1 - gam) = 1 - ((1 - x) * gam + - x * gam ^ 2)) by (unfold q; field; lra).
  assert (0 < 1 - gam) by lra. assert (P2 : 0 < - x * gam * gam) by nra.
  assert (q < 1) by (apply Rmult_lt_reg_r with (1 - gam); [lra|]; rewrite Q; simpl; lra).
  assert (0 <= q) by (apply Rmult_le_reg_r with (1 - gam); [lra|]; rewrite Q; lra).
  assert (q ^ 2 < 1) by nra.
  assert (q ^ 2 * kappa < kappa) by nra.
  assert (1 < (1 - x * gam) ^ 2) by nra.
  assert (kappa < (1 - x * gam) ^ 2 * kappa) by nra.
  simpl in *. lra.
Qed.
