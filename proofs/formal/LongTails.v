(* long-tails-footnote.  Where all TD errors have one variance kappa, and any two of them the correlation rho,
   the variance of a return is kappa (rho (sum_i h_i gamma^i)^2 + (1 - rho) sum_i h_i^2 gamma^{2i}).  Of two
   returns with weak recency and one modulus, that with the longer tail has no larger variance; of two sparse
   lambda-returns with one modulus, the sparser one has the smaller variance. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators Returns StationaryBasics ConvexMargin SparseLambda
  SparseModulus.
Open Scope R_scope.

(* sum_i h_i gamma^i, and the sum of the squares of its terms *)
Definition total_of (gam : R) (h : nat -> R) : R := Series (fun i => h i * gam ^ i).
Definition squares (gam : R) (h : nat -> R) : R := Series (fun i => (h i * gam ^ i) ^ 2).

Section Sums.
Variables (gam : R) (h : nat -> R).
Hypothesis gam01 : 0 <= gam < 1.
Hypothesis h_bounded : bounded h.
Lemma total_series : is_series (fun i => h i * gam ^ i) (total_of gam h).
Proof. now apply Series_correct, eligibility_series. Qed.
Lemma squares_series : is_series (fun i => (h i * gam ^ i) ^ 2) (squares gam h).
Proof.
  apply Series_correct. destruct h_bounded as [B HB].
  apply ex_series_geom with (q := gam) (M := B ^ 2); [assumption|]. intros i.
  pose proof (pow_le_1 gam i ltac:(lra)) as P.
  rewrite Rabs_pos_eq by apply pow2_ge_0.
  assert (h i ^ 2 <= B ^ 2).
  { rewrite <- (pow2_abs (h i)). apply pow_incr. split; [apply Rabs_pos | apply HB]. }
  assert (0 <= h i ^ 2) by apply pow2_ge_0.
  replace ((h i * gam ^ i) ^ 2) with (h i ^ 2 * (gam ^ i * gam ^ i)) by ring.
  apply Rmult_le_compat; nra.
Qed.
End Sums.

(* ---- one variance and one correlation ---- *)
Section Uniform.
Variables (gam kappa rho : R) (h : nat -> R) (K : nat -> nat -> R).
Hypothesis gam01 : 0 <= gam < 1.
Hypothesis h_bounded : bounded h.
Hypothesis variances : forall i, K i i = kappa.
Hypothesis correlations : forall i j, i <> j -> K i j = rho * kappa.
Definition cut_sum (N : nat) : R :=
  sum N (fun i => sum N (fun j => (h i * gam ^ i) * (h j * gam ^ j) * K i j)).
Lemma cut_sum_value N : cut_sum N
  = kappa * (rho * sum N (fun i => h i * gam ^ i) ^ 2 + (1 - rho) * sum N (fun i => (h i * gam ^ i) ^ 2)).
Proof.
  unfold cut_sum. set (a := fun i => h i * gam ^ i).
  transitivity (sum N (fun i => rho * kappa * sum N a * a i + (1 - rho) * kappa * a i ^ 2)).
  - apply sum_ext; intros i Hi.
    transitivity (sum N (fun j => rho * kappa * a i * a j)
                  + sum N (fun j => if Nat.eqb j i then (1 - rho) * kappa * a i ^ 2 else 0)).
    + rewrite <- sum_plus. apply sum_ext; intros j _. fold (a i). fold (a j).
      destruct (Nat.eqb_spec j i) as [->|E]; [rewrite variances | rewrite correlations by congruence]; ring.
    + rewrite sum_scal,
        (sum_one N i (fun j => if Nat.eqb j i then (1 - rho) * kappa * a i ^ 2 else 0)).
      * rewrite Nat.eqb_refl. ring.
      * exact Hi.
      * intros j _ Hj. cbv beta. now apply Nat.eqb_neq in Hj as ->.
  - rewrite sum_plus, !sum_scal.
    change (sum N (fun i => (h i * gam ^ i) ^ 2)) with (sum N (fun i => a i ^ 2)).
    change (sum N (fun i => a i)) with (sum N a). ring.
Qed.
(* claim: long-tails-footnote *)
Theorem uniform_variance :
  is_lim_seq cut_sum (kappa * (rho * total_of gam h ^ 2 + (1 - rho) * squares gam h)).
Proof.
  apply (is_lim_seq_ext (fun N => kappa * (rho * sum N (fun i => h i * gam ^ i) ^ 2
    + (1 - rho) * sum N (fun i => (h i * gam ^ i) ^ 2)))); [intros; now rewrite cut_sum_value|].
  pose proof (proj1 (is_series_lim _ _) (total_series gam h gam01 h_bounded)) as T.
  pose proof (proj1 (is_series_lim _ _) (squares_series gam h gam01 h_bounded)) as Q.
  apply is_lim_seq_mult'; [apply is_lim_seq_const|].
  apply is_lim_seq_plus'; apply is_lim_seq_mult'; try apply is_lim_seq_const; [|exact Q].
  simpl. apply is_lim_seq_mult'; [exact T|]. apply is_lim_seq_mult'; [exact T | apply is_lim_seq_const].
Qed.
End Uniform.

(* ---- a longer tail ---- *)
Lemma falls_far h : weak_recency h -> forall i n, h (i + n)%nat <= h i.
Proof.
  intros W i n. induction n as [|n IH]; [rewrite Nat.add_0_r; lra|].
  rewrite Nat.add_succ_r. pose proof (proj1 (W (i + n)%nat)). lra.
Qed.
Lemma recent_nonneg h : weak_recency h -> forall i, 0 <= h i.
Proof. intros W i. pose proof (W i). lra. Qed.
Lemma falls_with_powers gam h i n : 0 <= gam < 1 -> weak_recency h ->
  h (i + n)%nat * gam ^ (i + n) <= h i * gam ^ i.
Proof.
  intros Hg W. apply Rmult_le_compat.
  - now apply recent_nonneg.
  - apply pow_le; lra.
  - now apply falls_far.
  - apply pow_decr; [lra | lia].
Qed.
Section LongerTail.
Variables (gam : R) (h g : nat -> R) (k : nat).
Hypothesis gam01 : 0 <= gam < 1.
Hypothesis h_recent : weak_recency h.
Hypothesis g_recent : weak_recency g.
Hypothesis same : total_of gam g = total_of gam h.
Hypothesis before : forall i, (i < k)%nat -> g i <= h i.
Hypothesis after : forall i, (k <= i)%nat -> h i <= g i.
(* claim: long-tails-footnote *)
Theorem fewer_squares : squares gam g <= squares gam h.
Proof.
  pose proof (weak_recency_bounded h h_recent) as Bh. pose proof (weak_recency_bounded g g_recent) as Bg.
  set (w := fun i => h i * gam ^ i + g i * gam ^ i).
  assert (S : is_series (fun i => (h i * gam ^ i - g i * gam ^ i) * (w i - w k))
    (squares gam h - squares gam g - (w k * total_of gam h - w k * total_of gam g))).
  { eapply series_ext; [|apply is_series_sub;
      [apply is_series_sub; [apply (squares_series gam h gam01 Bh) | apply (squares_series gam g gam01 Bg)]
      |apply is_series_sub; apply is_series_mult_l;
        [apply (total_series gam h gam01 Bh) | apply (total_series gam g gam01 Bg)]]].
    intros i. unfold w. ring. }
  apply is_series_nonneg in S; [rewrite same in S; lra|].
  intros i. assert (0 <= gam ^ i) by (apply pow_le; lra).
  replace (h i * gam ^ i - g i * gam ^ i) with ((h i - g i) * gam ^ i) by ring.
  destruct (Nat.lt_ge_cases i k) as [L | L].
  - pose proof (before i L). assert (w k <= w i).
    { unfold w. replace k with (i + (k - i))%nat by lia.
      apply Rplus_le_compat; now apply falls_with_powers. }
    apply Rmult_le_pos; [apply Rmult_le_pos|]; lra.
  - pose proof (after i L). assert (w i <= w k).
    { unfold w. replace i with (k + (i - k))%nat by lia.
      apply Rplus_le_compat; now apply falls_with_powers. }
    replace ((h i - g i) * gam ^ i * (w i - w k)) with ((g i - h i) * gam ^ i * (w k - w i)) by ring.
    apply Rmult_le_pos; [apply Rmult_le_pos|]; lra.
Qed.
(* claim: long-tails-footnote *)
Theorem longer_tail kappa rho : 0 <= kappa -> rho <= 1 ->
  kappa * (rho * total_of gam g ^ 2 + (1 - rho) * squares gam g)
  <= kappa * (rho * total_of gam h ^ 2 + (1 - rho) * squares gam h).
Proof.
  intros Hk Hr. rewrite same. apply Rmult_le_compat_l; [exact Hk|]. apply Rplus_le_compat_l.
  apply Rmult_le_compat_l; [lra | exact fewer_squares].
Qed.
End LongerTail.

Lemma power_of_square x i : (x ^ 2) ^ i = (x ^ i) ^ 2.
Proof. now rewrite <- !pow_mult, Nat.mul_comm. Qed.
(* ---- sparse lambda-returns with one modulus ---- *)
Lemma sparse_total gam lam m : 0 <= gam < 1 -> 0 <= lam < 1 -> (1 <= m)%nat ->
  total_of gam (sparse_h lam m) = (1 - gam * (1 - lam) / (1 - gam ^ m * lam)) / (1 - gam).
Proof.
  intros Hg Hl Hm. pose proof (sparse_convex lam m Hl Hm) as C.
  pose proof (bounded_of_lim _ 0 (proj1 (proj1 C))) as B.
  pose proof (one_evaluation gam _ Hg B) as E. unfold value_at_gamma in E.
  rewrite <- sparse_modulus, convex_modulus by assumption.
  fold (ConvexMargin.discounted_weights gam (sparse_h lam m)).
  replace (sparse_h lam m 0) with 1 in E.
  - unfold total_of. rewrite E. field. lra.
  - unfold sparse_h. rewrite Nat.div_small by lia. reflexivity.
Qed.
Lemma sparse_squares gam lam m : squares gam (sparse_h lam m) = total_of (gam ^ 2) (sparse_h (lam ^ 2) m).
Proof.
  unfold squares, total_of. apply Series_ext. intros i. unfold sparse_h. rewrite !power_of_square. ring.
Qed.
Definition matching (gam beta : R) (m : nat) : R := (gam - beta) / (gam - beta * gam ^ m).
Section Matching.
Variables (gam beta : R) (m : nat).
Hypothesis gam01 : 0 < gam < 1.
Hypothesis inside : 0 < beta < gam.
Hypothesis gap : (1 <= m)%nat.
Let q := gam ^ m.
Lemma gap_power : 0 < q < 1.
Proof.
  split; [apply pow_lt; lra|]. unfold q. replace m with (S (m - 1)) by lia. simpl.
  pose proof (pow_le_1 gam (m - 1) ltac:(lra)). nra.
Qed.
Lemma matching_range : 0 <= matching gam beta m < 1.
Proof.
  pose proof gap_power. unfold matching. fold q. assert (0 < gam - beta * q) by nra. split.
  - apply Rdiv_le_0_compat; lra.
  - apply (Rmult_lt_reg_r (gam - beta * q)); [assumption|].
    replace ((gam - beta) / (gam - beta * q) * (gam - beta * q)) with (gam - beta) by (field; lra). nra.
Qed.
Lemma matching_total : total_of gam (sparse_h (matching gam beta m) m) = (1 - beta) / (1 - gam).
Proof.
  pose proof gap_power. pose proof matching_range. rewrite sparse_total by (try assumption; lra).
  unfold matching. fold q. assert (0 < gam - beta * q) by nra.
  assert (0 < gam * (1 - q)) by nra.
  f_equal. f_equal. field. split; [lra|]. intros Z. nra.
Qed.
Lemma matching_squares : squares gam (sparse_h (matching gam beta m) m)
  = (1 - gam * beta * (2 * gam - beta - beta * q) / (gam + gam * q - 2 * beta * q)) / (1 - gam ^ 2).
Proof.
  pose proof gap_power as Q. pose proof matching_range as R. rewrite sparse_squares.
  assert (0 < gam - beta * q) by nra. assert (0 < gam + gam * q - 2 * beta * q) by nra.
  assert (0 < 1 - gam ^ 2) by nra.
  rewrite sparse_total; [| nra | nra | exact gap].
  f_equal. f_equal. rewrite power_of_square. fold q. unfold matching. fold q.
  assert (0 < gam * (1 - q)) by nra. assert (0 < beta * (1 - q)) by nra.
  field. repeat split; try lra; intros Z; nra.
Qed.
End Matching.
(* claim: long-tails-footnote *)
Theorem sparser_is_less gam beta kappa rho m k : 0 < gam < 1 -> 0 < beta < gam -> (1 <= m < k)%nat ->
  0 < kappa -> rho < 1 ->
  kappa * (rho * total_of gam (sparse_h (matching gam beta k) k) ^ 2
           + (1 - rho) * squares gam (sparse_h (matching gam beta k) k))
  < kappa * (rho * total_of gam (sparse_h (matching gam beta m) m) ^ 2
             + (1 - rho) * squares gam (sparse_h (matching gam beta m) m)).
Proof.
  intros Hg Hb Hm Hk Hr. rewrite !matching_total, !matching_squares by (assumption || lia).
  pose proof (gap_power gam beta m Hg Hb ltac:(lia)) as Q. 
  pose proof (gap_power gam beta k Hg Hb ltac:(lia)) as S.
  assert (D : gam ^ k < gam ^ m).
  { replace k with (m + (k - m))%nat by lia. rewrite pow_add.
    pose proof (gap_power gam beta (k - m) Hg Hb ltac:(lia)). nra. }
  set (q := gam ^ m) in *. set (s := gam ^ k) in *.
  apply Rmult_lt_compat_l; [exact Hk|]. apply Rplus_lt_compat_l, Rmult_lt_compat_l; [lra|].
  assert (G : 0 < 1 - gam ^ 2) by nra. unfold Rdiv at 1 3.
  apply Rmult_lt_compat_r; [now apply Rinv_0_lt_compat|].
  assert (A : 0 < gam + gam * q - 2 * beta * q) by nra. assert (B : 0 < gam + gam * s - 2 * beta * s) by nra.
  assert (E : gam * beta * (2 * gam - beta - beta * s) / (gam + gam * s - 2 * beta * s)
    - gam * beta * (2 * gam - beta - beta * q) / (gam + gam * q - 2 * beta * q)
    = 2 * gam * beta * (gam - beta) ^ 2 * (q - s)
      * / ((gam + gam * q - 2 * beta * q) * (gam + gam * s - 2 * beta * s))) by (field; lra).
  assert (0 < 2 * gam * beta * (gam - beta) ^ 2 * (q - s)
      * / ((gam + gam * q - 2 * beta * q) * (gam + gam * s - 2 * beta * s))).
  { apply Rmult_lt_0_compat; [|apply Rinv_0_lt_compat; now apply Rmult_lt_0_compat].
    apply Rmult_lt_0_compat; [|lra]. apply Rmult_lt_0_compat; [nra|]. apply pow_lt. lra. }
  lra.
Qed.
