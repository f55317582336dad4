(* variance-frontier.  A return with weak recency, h_0 = 1 and the modulus beta has
       1 + (gamma - beta)^2/(1 - gamma^2) <= sum_i h_i^2 gamma^{2i} <= (1 - beta^2)/(1 - gamma^2),
   and so its variance has bounds where all TD errors have one variance and one correlation.  n-step returns
   attain the upper one, mixtures of one-step TD and Monte Carlo the lower one. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators Returns StationaryBasics ConvexMargin LongTails.
Open Scope R_scope.

Section Frontier.
Variables (gam beta : R) (h : nat -> R).
Hypothesis gam01 : 0 < gam < 1.
Hypothesis first : h O = 1.
Hypothesis recent : weak_recency h.
Hypothesis the_modulus : beta = discounted_weights gam h.
Let h_bounded : bounded h := weak_recency_bounded h recent.
Lemma weak01 : 0 <= gam < 1. Proof. lra. Qed.
Lemma gam2 : 0 <= gam ^ 2 < 1. Proof. nra. Qed.
Lemma at_most_one i : 0 <= h i <= 1.
Proof.
  split; [now apply recent_nonneg|]. rewrite <- first. exact (falls_far h recent 0 i).
Qed.
Lemma total_value : total_of gam h = (1 - beta) / (1 - gam).
Proof.
  pose proof (one_evaluation gam h weak01 h_bounded) as E. unfold value_at_gamma in E.
  rewrite first, <- the_modulus in E. unfold total_of. rewrite E. field. lra.
Qed.
Lemma weight_nonneg n : 0 <= weight h n.
Proof. unfold weight. pose proof (recent n). lra. Qed.
Lemma square_of_the_mean : beta ^ 2 <= discounted_weights (gam ^ 2) h.
Proof.
  pose proof (weights_series gam h weak01 h_bounded) as A. rewrite <- the_modulus in A.
  pose proof (weights_series (gam ^ 2) h gam2 h_bounded) as B.
  apply is_series_lim in A. apply is_series_lim in B.
  assert (D : Rbar_le 0 (discounted_weights (gam ^ 2) h - 2 * beta * beta + beta ^ 2)).
  { apply (is_lim_seq_le (fun _ => 0) (fun N => sum N (fun n => weight h n * (gam ^ 2) ^ S n)
        - 2 * beta * sum N (fun n => weight h n * gam ^ S n) + beta ^ 2)).
    - intros N.
      apply Rle_trans with (sum N (fun n => weight h n * (gam ^ S n - beta) ^ 2)).
      + apply sum_nonneg; intros n _. apply Rmult_le_pos; [apply weight_nonneg | apply pow2_ge_0].
      + rewrite (sum_ext N _ (fun n => weight h n * (gam ^ 2) ^ S n
          + (-2 * beta) * (weight h n * gam ^ S n) + beta ^ 2 * weight h n)).
        * rewrite !sum_plus, !sum_scal, sum_weight, first. pose proof (at_most_one N).
          assert (beta ^ 2 * (1 - h N) <= beta ^ 2) by (pose proof (pow2_ge_0 beta); nra). lra.
        * intros n _. rewrite power_of_square. ring.
    - apply is_lim_seq_const.
    - apply is_lim_seq_plus'; [|apply is_lim_seq_const]. apply is_lim_seq_minus'; [exact B|].
      apply is_lim_seq_mult'; [apply is_lim_seq_const | exact A]. }
  cbn [Rbar_le] in D. lra.
Qed.
(* claim: variance-frontier *)
Theorem at_most : squares gam h <= (1 - beta ^ 2) / (1 - gam ^ 2).
Proof.
  assert (T : squares gam h <= total_of (gam ^ 2) h).
  { apply (is_series_le_compat (fun i => (h i * gam ^ i) ^ 2) (fun i => h i * (gam ^ 2) ^ i)).
    - intros i. pose proof (at_most_one i). pose proof (pow2_ge_0 (gam ^ i)).
      rewrite power_of_square. replace ((h i * gam ^ i) ^ 2) with (h i * h i * (gam ^ i) ^ 2) by ring.
      apply Rmult_le_compat_r; [assumption | nra].
    - apply squares_series; [apply weak01 | exact h_bounded].
    - apply total_series; [apply gam2 | exact h_bounded]. }
  eapply Rle_trans; [exact T|].
  pose proof (one_evaluation (gam ^ 2) h gam2 h_bounded) as E. unfold value_at_gamma in E.
  fold (total_of (gam ^ 2) h) in E. rewrite first in E.
  assert (0 < 1 - gam ^ 2) by (pose proof gam2; lra).
  apply (Rmult_le_reg_l (1 - gam ^ 2)); [assumption|]. rewrite <- E.
  replace ((1 - gam ^ 2) * ((1 - beta ^ 2) / (1 - gam ^ 2))) with (1 - beta ^ 2) by (field; lra).
  pose proof square_of_the_mean. lra.
Qed.

Let later := total_of gam (fun i => h (S i)).
Let later2 := Series (fun i => h (S i) * (gam ^ i) ^ 2).
Lemma later_recent : weak_recency (fun i => h (S i)).
Proof. intros i. exact (recent (S i)). Qed.
Lemma later_bounded : bounded (fun i => h (S i)).
Proof. exact (weak_recency_bounded _ later_recent). Qed.
Lemma later2_series : is_series (fun i => h (S i) * (gam ^ i) ^ 2) later2.
Proof.
  apply Series_correct. destruct later_bounded as [B HB].
  apply ex_series_geom with (q := gam ^ 2) (M := B); [apply gam2|]. intros i.
  rewrite <- !pow_mult, (Nat.mul_comm i 2).
  rewrite Rabs_mult, (Rabs_pos_eq (gam ^ (2 * i))) by (apply pow_le; lra).
  apply Rmult_le_compat_r; [apply pow_le; lra | apply HB].
Qed.
(* Chebyshev's inequality for what falls *)
Lemma chebyshev : later <= (1 + gam) * later2.
Proof.
  set (u := fun i => h (S i)).
  assert (L : is_series (fun i => u i * gam ^ i) later)
    by (apply total_series; [apply weak01 | apply later_bounded]).
  pose proof later2_series as L2. fold u in L2.
  pose proof (geom_series gam weak01) as G.
  assert (G2 : is_series (fun i => (gam ^ i) ^ 2) (/ (1 - gam ^ 2))).
  { eapply series_ext; [|apply (geom_series (gam ^ 2) gam2)]. intros i.
    apply power_of_square. }
  assert (Row : forall i,
    0 <= u i * gam ^ i * / (1 - gam) - u i * / (1 - gam ^ 2) - (gam ^ i * later - later2)).
  { intros i.
    apply (is_series_nonneg (fun j => gam ^ j * ((u i - u j) * (gam ^ i - gam ^ j)))).
    - intros j. apply Rmult_le_pos; [apply pow_le; lra|].
      destruct (Nat.le_ge_cases i j) as [l | l].
      + replace j with (i + (j - i))%nat by lia. pose proof (falls_far u later_recent i (j - i)).
        pose proof (pow_decr gam i (i + (j - i)) ltac:(lra) ltac:(lia)). apply Rmult_le_pos; lra.
      + replace i with (j + (i - j))%nat by lia. pose proof (falls_far u later_recent j (i - j)).
        pose proof (pow_decr gam j (j + (i - j)) ltac:(lra) ltac:(lia)). nra.
    - eapply series_ext; [|apply is_series_sub; [apply is_series_sub;
        [apply (is_series_mult_l (u i * gam ^ i) _ _ G) | apply (is_series_mult_l (u i) _ _ G2)]
        | apply is_series_sub; [apply (is_series_mult_l (gam ^ i) _ _ L) | exact L2]]].
      intros j. unfold u. ring. }
  assert (W : 0 <= later2 * / (1 - gam) - later * / (1 - gam ^ 2)
    - (later * / (1 - gam ^ 2) - later2 * / (1 - gam))).
  { apply (is_series_nonneg (fun i => gam ^ i
      * (u i * gam ^ i * / (1 - gam) - u i * / (1 - gam ^ 2) - (gam ^ i * later - later2)))).
    - intros i. apply Rmult_le_pos; [apply pow_le; lra | apply Row].
    - eapply series_ext; [|apply is_series_sub; [apply is_series_sub;
        [apply (is_series_mult_r (/ (1 - gam)) _ _ L2) | apply (is_series_mult_r (/ (1 - gam ^ 2)) _ _ L)]
        | apply is_series_sub; [apply (is_series_mult_l later _ _ G2)
        | apply (is_series_mult_l later2 _ _ G)]]].
      intros i. unfold u. ring. }
  pose proof gam2. assert (0 < 1 - gam) by lra.
  replace (later2 * / (1 - gam) - later * / (1 - gam ^ 2) - (later * / (1 - gam ^ 2) - later2 * / (1 - gam)))
    with (2 / (1 - gam ^ 2) * ((1 + gam) * later2 - later)) in W by (field; split; nra).
  assert (0 < 2 / (1 - gam ^ 2)) by (apply Rdiv_lt_0_compat; lra). nra.
Qed.
Lemma total_shift : total_of gam h = 1 + gam * later.
Proof.
  unfold total_of at 1.
  rewrite Series_incr_1 by (eexists; apply total_series; [apply weak01 | exact h_bounded]).
  rewrite first, pow_O. unfold later, total_of. rewrite <- Series_scal_l. f_equal; [ring|].
  apply Series_ext. intros i. simpl. ring.
Qed.
Lemma squares_shift : squares gam h = 1 + gam ^ 2 * squares gam (fun i => h (S i)).
Proof.
  unfold squares at 1.
  rewrite Series_incr_1 by (eexists; apply squares_series; [apply weak01 | exact h_bounded]).
  rewrite first, pow_O. unfold squares. rewrite <- Series_scal_l. f_equal; [ring|].
  apply Series_ext. intros i. simpl. ring.
Qed.
(* claim: variance-frontier *)
Theorem at_least : 1 + (gam - beta) ^ 2 / (1 - gam ^ 2) <= squares gam h.
Proof.
  pose proof gam2. set (d := (gam - beta) / gam).
  assert (L : later = d / (1 - gam)).
  { pose proof total_shift as T. rewrite total_value in T. unfold d.
    apply (Rmult_eq_reg_l gam); [|lra].
    replace (gam * later) with ((1 - beta) / (1 - gam) - 1) by lra. field. lra. }
  assert (D0 : 0 <= d).
  { assert (P : 0 <= later).
    { apply (is_series_nonneg (fun i => h (S i) * gam ^ i)).
      - intros i. apply Rmult_le_pos; [apply at_most_one | apply pow_le; lra].
      - apply total_series; [apply weak01 | apply later_bounded]. }
    rewrite L in P. apply (Rmult_le_compat_r (1 - gam)) in P; [|lra].
    replace (d / (1 - gam) * (1 - gam)) with d in P by (field; lra). lra. }
  assert (C : d / (1 - gam ^ 2) <= later2).
  { pose proof chebyshev as C. rewrite L in C. apply (Rmult_le_reg_l (1 + gam)); [lra|].
    replace ((1 + gam) * (d / (1 - gam ^ 2))) with (d / (1 - gam)) by (field; split; nra). exact C. }
  assert (G2 : is_series (fun i => (gam ^ i) ^ 2) (/ (1 - gam ^ 2))).
  { eapply series_ext; [|apply (geom_series (gam ^ 2) gam2)]. intros i. apply power_of_square. }
  assert (V : 0 <= squares gam (fun i => h (S i)) - 2 * d * later2 + d ^ 2 * / (1 - gam ^ 2)).
  { apply (is_series_nonneg (fun i => (h (S i) - d) ^ 2 * (gam ^ i) ^ 2)).
    - intros i. apply Rmult_le_pos; apply pow2_ge_0.
    - eapply series_ext; [|apply is_series_add; [apply is_series_sub;
        [apply (squares_series gam (fun i => h (S i)) weak01 later_bounded)
        | apply (is_series_mult_l (2 * d) _ _ later2_series)]
        | apply (is_series_mult_l (d ^ 2) _ _ G2)]].
      intros i. cbv beta. ring. }
  rewrite squares_shift.
  assert (B : d ^ 2 / (1 - gam ^ 2) <= squares gam (fun i => h (S i))).
  { assert (2 * d * (d / (1 - gam ^ 2)) <= 2 * d * later2) by (apply Rmult_le_compat_l; lra).
    replace (d ^ 2 / (1 - gam ^ 2))
      with (2 * d * (d / (1 - gam ^ 2)) - d ^ 2 * / (1 - gam ^ 2)) by (field; lra).
    lra. }
  replace ((gam - beta) ^ 2 / (1 - gam ^ 2)) with (gam ^ 2 * (d ^ 2 / (1 - gam ^ 2)))
    by (unfold d; field; split; lra).
  apply Rplus_le_compat_l, Rmult_le_compat_l; [apply pow2_ge_0 | exact B].
Qed.
End Frontier.

(* where all TD errors have one variance and one correlation *)
(* claim: variance-frontier *)
Theorem variance_frontier gam beta h kappa rho (K : nat -> nat -> R) (W : R) :
  0 < gam < 1 -> h O = 1 -> weak_recency h -> beta = discounted_weights gam h ->
  (forall i, K i i = kappa) -> (forall i j, i <> j -> K i j = rho * kappa) -> 0 <= kappa -> rho <= 1 ->
  is_lim_seq (fun N => sum N (fun i => sum N (fun j => (h i * gam ^ i) * (h j * gam ^ j) * K i j))) W ->
  kappa * (rho * ((1 - beta) / (1 - gam)) ^ 2 + (1 - rho) * (1 + (gam - beta) ^ 2 / (1 - gam ^ 2))) <= W
  /\ W <= kappa * (rho * ((1 - beta) / (1 - gam)) ^ 2 + (1 - rho) * ((1 - beta ^ 2) / (1 - gam ^ 2))).
Proof.
  intros Hg H1 H2 H3 HK HR Hk Hr L.
  pose proof (uniform_variance gam kappa rho h K ltac:(lra) (weak_recency_bounded h H2) HK HR) as U.
  apply is_lim_seq_unique in L. apply is_lim_seq_unique in U. unfold cut_sum in U. rewrite L in U.
  injection U as ->. rewrite (total_value gam beta h Hg H1 H2 H3).
  split; apply Rmult_le_compat_l; try exact Hk; apply Rplus_le_compat_l, Rmult_le_compat_l; try lra.
  - exact (at_least gam beta h Hg H1 H2 H3).
  - exact (at_most gam beta h Hg H1 H2 H3).
Qed.

(* n-step returns have the largest sum of squares at their modulus, mixtures of one-step TD and Monte
   Carlo the smallest *)
(* claim: variance-frontier *)
Theorem nstep_worst gam n : 0 < gam < 1 ->
  squares gam (nstep_h n) = (1 - (gam ^ n) ^ 2) / (1 - gam ^ 2).
Proof.
  intros Hg. assert (gam ^ 2 < 1) by nra. unfold squares. rewrite (Series_finite n).
  - rewrite (sum_ext n _ (fun i => (gam ^ 2) ^ i)).
    + rewrite sum_geom by lra. now rewrite power_of_square.
    + intros i Hi. unfold nstep_h. apply Nat.ltb_lt in Hi as ->. rewrite power_of_square. ring.
  - intros i Hi. unfold nstep_h. apply Nat.ltb_ge in Hi as ->. ring.
Qed.
(* claim: variance-frontier *)
Theorem mixture_best gam beta h : 0 < gam < 1 -> h O = 1 ->
  (forall i, (1 <= i)%nat -> h i = (gam - beta) / gam) ->
  is_series (fun i => (h i * gam ^ i) ^ 2) (1 + (gam - beta) ^ 2 / (1 - gam ^ 2)).
Proof.
  intros Hg H0 H1. assert (G : 0 <= gam ^ 2 < 1) by nra. set (d := (gam - beta) / gam) in *.
  assert (T : is_series (fun i => (h (S i) * gam ^ S i) ^ 2) (gam ^ 2 * d ^ 2 * / (1 - gam ^ 2))).
  { eapply series_ext; [|apply (is_series_mult_l (gam ^ 2 * d ^ 2) _ _ (geom_series (gam ^ 2) G))].
    intros i. rewrite H1 by lia. rewrite power_of_square. simpl. ring. }
  apply is_series_lim. apply (is_lim_seq_incr_1 (fun N => sum N (fun i => (h i * gam ^ i) ^ 2))).
  apply is_lim_seq_ext with (u := fun N => 1 + sum N (fun i => (h (S i) * gam ^ S i) ^ 2)).
  - intros N. rewrite sum_first, H0. simpl. ring.
  - replace (1 + (gam - beta) ^ 2 / (1 - gam ^ 2)) with (1 + gam ^ 2 * d ^ 2 * / (1 - gam ^ 2))
      by (unfold d; field; split; lra).
    apply is_lim_seq_plus'; [apply is_lim_seq_const | now apply is_series_lim].
Qed.
