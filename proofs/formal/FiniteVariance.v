(* finite-variance.  Whatever convex return is cut off, and after however many TD errors, its variance is
   at most kappa/(1 - gamma)^2, where kappa is above the covariances of TD errors; and where kappa is above
   their sizes too the variances of the returns that are cut off have a limit. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators StationaryBasics ConvexMargin Variance.
Open Scope R_scope.

Lemma convex_modulus_range gam h : 0 <= gam < 1 -> convex h -> 0 <= discounted_weights gam h <= 1.
Proof.
  intros Hg Hh. split.
  - apply (is_series_nonneg (fun n => weight h n * gam ^ S n)).
    + intros n. apply Rmult_le_pos; [apply Hh | apply pow_le; lra].
    + apply weights_series; [exact Hg | exact (convex_bounded h Hh)].
  - pose proof (total_eligibility gam h Hg Hh) as T. unfold variance_factor in T.
    apply is_series_nonneg in T; [|intros; now apply term_nonneg].
    apply (Rmult_le_compat_r (1 - gam)) in T; [|lra].
    replace ((1 - discounted_weights gam h) / (1 - gam) * (1 - gam)) with (1 - discounted_weights gam h) in T
      by (field; lra). lra.
Qed.
Lemma factor_at_most gam h kappa : 0 <= gam < 1 -> convex h -> 0 <= kappa ->
  ((1 - discounted_weights gam h) / (1 - gam)) ^ 2 * kappa <= kappa / (1 - gam) ^ 2.
Proof.
  intros Hg Hh Hk. pose proof (convex_modulus_range gam h Hg Hh) as B.
  assert (0 < (1 - gam) ^ 2) by (apply pow_lt; lra).
  replace (((1 - discounted_weights gam h) / (1 - gam)) ^ 2 * kappa)
    with ((1 - discounted_weights gam h) ^ 2 * (kappa / (1 - gam) ^ 2)) by (field; lra).
  assert (0 <= kappa / (1 - gam) ^ 2) by (apply Rdiv_le_0_compat; assumption).
  rewrite <- (Rmult_1_l (kappa / (1 - gam) ^ 2)) at 2. apply Rmult_le_compat_r; [assumption|]. nra.
Qed.

(* claim: finite-variance *)
Theorem cut_variance_never_exceeds (Omega : finite) (pr : vec Omega) (delta : nat -> vec Omega) gam V
    kappa h N :
  (forall o, 0 <= pr o) -> total Omega pr = 1 -> 0 <= gam < 1 -> convex h -> (1 <= N)%nat ->
  (forall i j, (i < N)%nat -> (j < N)%nat -> covariance pr (delta i) (delta j) <= kappa) ->
  variance pr (cut delta gam V h N) <= kappa / (1 - gam) ^ 2.
Proof.
  intros H1 H2 H3 H4 HN HK. eapply Rle_trans; [now apply cut_variance_bound with (kappa := kappa)|].
  apply factor_at_most; auto.
  eapply Rle_trans; [apply (variance_nonneg pr H1 (delta O)) | apply HK; lia].
Qed.

(* one TD error more: a row and a column of the double sum *)
Definition change (a : nat -> R) (K : nat -> nat -> R) (n : nat) : R :=
  a n * (a n * K n n + sum n (fun j => a j * (K n j + K j n))).
Lemma one_by_one a K N :
  sum N (fun i => sum N (fun j => a i * a j * K i j)) = sum N (change a K).
Proof.
  induction N as [|N IH]; [reflexivity|]. rewrite !sum_S, <- IH. unfold change.
  rewrite (sum_ext N _ (fun i => sum N (fun j => a i * a j * K i j) + a i * a N * K i N))
    by (intros; now rewrite sum_S).
  rewrite sum_plus.
  rewrite (sum_ext N (fun i => a i * a N * K i N) (fun i => a N * (a i * K i N))) by (intros; ring).
  rewrite sum_scal.
  rewrite (sum_ext N (fun j => a N * a j * K N j) (fun j => a N * (a j * K N j))) by (intros; ring).
  rewrite sum_scal.
  rewrite (sum_ext N (fun j => a j * (K N j + K j N)) (fun j => a j * K N j + a j * K j N))
    by (intros; ring).
  rewrite sum_plus. ring.
Qed.

(* claim: finite-variance *)
Theorem variances_converge gam h (K : nat -> nat -> R) kappa :
  0 <= gam < 1 -> convex h -> (forall i j, Rabs (K i j) <= kappa) ->
  exists W : R,
    is_lim_seq (fun N => sum N (fun i => sum N (fun j => (h i * gam ^ i) * (h j * gam ^ j) * K i j))) W
    /\ W <= kappa / (1 - gam) ^ 2.
Proof.
  intros Hg Hh HK. set (a := fun i => h i * gam ^ i).
  assert (K0 : 0 <= kappa) by (exact (Rle_trans _ _ _ (Rabs_pos _) (HK O O))).
  assert (A0 : forall i, 0 <= a i) by (intros; now apply term_nonneg).
  pose proof (partial_eligibility gam h Hg Hh) as P. fold a in P.
  destruct (convex_bounded h Hh) as [B HB].
  set (F := variance_factor gam h) in *.
  assert (F0 : 0 <= F) by (destruct (P O); cbn in *; lra).
  assert (B0 : 0 <= B) by (exact (Rle_trans _ _ _ (Rabs_pos _) (HB O))).
  assert (A1 : forall i, a i <= B * gam ^ i).
  { intros i. apply Rmult_le_compat_r; [apply pow_le; lra|]. eapply Rle_trans; [apply Rle_abs | apply HB]. }
  assert (AF : forall i, a i <= F).
  { intros i. destruct (P (S i)) as [_ U]. rewrite sum_S in U. destruct (P i). lra. }
  assert (E : ex_series (change a K)).
  { apply ex_series_geom with (q := gam) (M := B * (3 * F * kappa)); [exact Hg|]. intros n. unfold change.
    rewrite Rabs_mult, (Rabs_pos_eq (a n)) by apply A0.
    replace (B * (3 * F * kappa) * gam ^ n) with (B * gam ^ n * (3 * F * kappa)) by ring.
    apply Rmult_le_compat; [apply A0 | apply Rabs_pos | apply A1|].
    eapply Rle_trans; [apply Rabs_triang|].
    assert (Rabs (a n * K n n) <= F * kappa).
    { rewrite Rabs_mult, (Rabs_pos_eq (a n)) by apply A0.
      apply Rmult_le_compat; auto using Rabs_pos. }
    assert (Rabs (sum n (fun j => a j * (K n j + K j n))) <= F * (2 * kappa)).
    { eapply Rle_trans; [apply sum_abs|]. apply Rle_trans with (sum n (fun j => a j * (2 * kappa))).
      - apply sum_le; intros j _. rewrite Rabs_mult, (Rabs_pos_eq (a j)) by apply A0.
        apply Rmult_le_compat_l; [apply A0|]. eapply Rle_trans; [apply Rabs_triang|].
        pose proof (HK n j). pose proof (HK j n). lra.
      - rewrite sum_scal_r. apply Rmult_le_compat_r; [lra | apply P]. }
    lra. }
  destruct E as [W HW]. exists W.
  assert (L : is_lim_seq (fun N => sum N (fun i => sum N (fun j => a i * a j * K i j))) W).
  { apply is_lim_seq_ext with (u := fun N => sum N (change a K)); [intros; now rewrite one_by_one|].
    now apply is_series_lim. }
  split; [exact L|].
  eapply Rle_trans; [apply (limit_variance_bound gam h K kappa W Hg Hh K0)|].
  - intros i j. eapply Rle_trans; [apply Rle_abs | apply HK].
  - exact L.
  - now apply factor_at_most.
Qed.
