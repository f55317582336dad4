(* How far a return with falling weights is from the edge of divergence (claim convex-margin).
   If the weights h never rise, no c_n is negative, and the least real part of f(z) = h_0 - sum_n c_n z^n
   on the circle |z| = gamma is f(gamma) = (1 - gamma) sum_i h_i gamma^i, at the angle 0.  So that is
   the margin of the return, and no larger number is.  For a convex return, h_0 = 1, it is 1 - beta.
   Weak recency with h_0 > 0 makes it at least (1 - gamma) h_0, whether h tends to 0 or not. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators StepSizes StationaryBasics Spectrum CycleCriterion
  ConvergenceCriterion.
Open Scope R_scope.

(* beta = sum_n c_n gamma^n *)
Definition discounted_weights (gam : R) (h : nat -> R) : R := Series (fun n => weight h n * gam ^ S n).
(* f(gamma) *)
Definition value_at_gamma (gam : R) (h : nat -> R) : R := h O - discounted_weights gam h.

Section ConvexMargin.
Variables (gam : R) (h : nat -> R).
Hypothesis gam01 : 0 <= gam < 1.
Hypothesis h_bounded : bounded h.

Lemma weights_summable (c : nat -> R) : (forall k, Rabs (c k) <= 1) ->
  ex_series (fun n => weight h n * gam ^ S n * c n).
Proof.
  intros Hc. pose proof (coef_summable gam h gam01 h_bounded) as A. unfold summable in A.
  apply (ex_series_incr_1 (fun k => Rabs (coef gam h k))) in A.
  apply (summable_series (fun n => coef gam h (S n))); [exact A|].
  intros n. cbn [coef]. rewrite Rabs_Ropp, Rabs_mult.
  pose proof (Rabs_pos (weight h n * gam ^ S n)). specialize (Hc n). nra.
Qed.
Lemma weights_series : is_series (fun n => weight h n * gam ^ S n) (discounted_weights gam h).
Proof.
  apply Series_correct. destruct (weights_summable (fun _ => 1)) as [l Hl].
  - intros. rewrite Rabs_R1. lra.
  - exists l. eapply is_series_ext; [|exact Hl]. intros n. simpl. ring.
Qed.
Lemma eligibility_series : ex_series (fun i => h i * gam ^ i).
Proof.
  destruct h_bounded as [B HB]. apply ex_series_geom with (q := gam) (M := B); [assumption|].
  intros i. rewrite Rabs_mult, (Rabs_pos_eq (gam ^ i)) by (apply pow_le; lra).
  apply Rmult_le_compat_r; [apply pow_le; lra | apply HB].
Qed.
(* claim: convex-margin *)
Theorem one_evaluation : value_at_gamma gam h = (1 - gam) * Series (fun i => h i * gam ^ i).
Proof.
  pose proof eligibility_series as E. set (T := Series (fun i => h i * gam ^ i)).
  assert (A : is_series (fun i => h i * gam ^ S i) (gam * T)).
  { eapply is_series_ext; [|apply is_series_mult_l, Series_correct, E]. intros; simpl; ring. }
  assert (B : is_series (fun i => h (S i) * gam ^ S i) (T - h O)).
  { apply (is_series_incr_1 (fun i => h i * gam ^ i)).
    eapply is_series_eq; [apply Series_correct, E|]. unfold plus; simpl. unfold T. ring. }
  pose proof (is_series_sub _ _ _ _ A B) as D. unfold value_at_gamma, discounted_weights.
  rewrite (is_series_unique _ (gam * T - (T - h O))); [ring|].
  eapply is_series_ext; [|exact D]. intros n. unfold weight. simpl. ring.
Qed.
(* claim: convex-margin *)
Theorem attained_at_angle_zero : real_part gam h 0 = value_at_gamma gam h.
Proof.
  unfold real_part, value_at_gamma, discounted_weights. f_equal. apply Series_ext. intros n.
  rewrite Rmult_0_r, cos_0. ring.
Qed.

Hypothesis falling : forall n, 0 <= weight h n.
(* claim: convex-margin *)
Theorem least_real_part x : value_at_gamma gam h <= real_part gam h x.
Proof.
  unfold real_part, value_at_gamma. apply Rplus_le_compat_l, Ropp_le_contravar.
  apply (is_series_le_compat (fun n => weight h n * gam ^ S n * cos (INR (S n) * x))
           (fun n => weight h n * gam ^ S n)); [|apply Series_correct | apply weights_series].
  - intros n. pose proof (COS_bound (INR (S n) * x)) as [_ C].
    assert (0 <= weight h n * gam ^ S n) by (apply Rmult_le_pos; [apply falling | apply pow_le; lra]).
    nra.
  - apply weights_summable. intros; apply cos_abs.
Qed.
(* claim: convex-margin *)
Theorem falling_margin e : has_margin gam h e <-> e <= value_at_gamma gam h.
Proof.
  rewrite (margin_iff gam h gam01 h_bounded). split; intros H.
  - rewrite <- attained_at_angle_zero. apply H.
  - intros x. eapply Rle_trans; [exact H | apply least_real_part].
Qed.
(* claim: convex-margin *)
Theorem convex_margin e : h O = 1 -> has_margin gam h e <-> e <= 1 - discounted_weights gam h.
Proof. intros H. rewrite falling_margin. unfold value_at_gamma. now rewrite H. Qed.

Hypothesis nonnegative : forall i, 0 <= h i.
(* claim: convex-margin *)
Theorem weak_recency_margin : (1 - gam) * h O <= value_at_gamma gam h.
Proof.
  rewrite one_evaluation. apply Rmult_le_compat_l; [lra|].
  pose proof (is_series_ge_partial (fun i => h i * gam ^ i) _ 1
    (fun i => Rmult_le_pos _ _ (nonnegative i) (pow_le gam i (proj1 gam01)))
    (Series_correct _ eligibility_series)) as H. simpl in H. lra.
Qed.
(* claim: convex-margin *)
Theorem weak_recency_converges : 0 < h O ->
  exists largest, 0 < largest /\
  forall (X : finite) (M : mrp X) (d : vec X), stationary (P M) d -> (forall s, 0 < d s) ->
  forall alpha, endless alpha -> (forall t, alpha t <= largest) ->
  forall v0, is_lim_seq (fun t => dist (updates M gam h d alpha v0 t) (value M gam)) 0.
Proof.
  intros H0. apply (converges_everywhere gam h gam01 h_bounded (value_at_gamma gam h)).
  - pose proof weak_recency_margin. assert (0 < (1 - gam) * h O) by (apply Rmult_lt_0_compat; lra). lra.
  - apply least_real_part.
Qed.
End ConvexMargin.

(* ---- an instance: Monte Carlo, h = (1, 1, 1, ...), which does not tend to 0 ---- *)
(* claim: convex-margin *)
Theorem monte_carlo_margin gam : 0 <= gam < 1 -> has_margin gam (fun _ => 1) 1.
Proof.
  intros Hg. assert (B : bounded (fun _ => 1)) by (exists 1; intros; rewrite Rabs_R1; lra).
  apply (falling_margin gam (fun _ => 1) Hg B); [intros; unfold weight; lra|].
  rewrite (one_evaluation gam (fun _ => 1) Hg B).
  rewrite (is_series_unique _ (/ (1 - gam))); [right; field; lra|].
  eapply is_series_ext; [|now apply geom_series]. intros; simpl; ring.
Qed.
