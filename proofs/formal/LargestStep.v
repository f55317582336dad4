(* Which constant step sizes are stable on every finite chain (claim largest-step).  The update
   v <- v + alpha (H v - v) multiplies the error by 1 - alpha f(gamma P).  At an angle where
   f = x + i y this number lies inside the unit circle exactly if alpha (x^2 + y^2) < 2 x.  If that
   holds at every angle with something to spare, every update shrinks the error by one factor in the
   norm of every stationary distribution, on every finite chain; if it fails strictly at one angle,
   the error grows without bound on a cycle.  So the largest stable step size is the least value of
   2 x/(x^2 + y^2) on the circle |z| = gamma. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators StepSizes StationaryBasics Spectrum CycleCriterion
  ConvergenceCriterion.
Open Scope R_scope.

(* |1 - alpha (x + i y)|^2 *)
Definition factor (alpha x y : R) : R := (1 - alpha * x) ^ 2 + (alpha * y) ^ 2.
(* claim: largest-step *)
Theorem inside_the_unit_circle alpha x y : 0 < alpha ->
  factor alpha x y < 1 <-> alpha * (x ^ 2 + y ^ 2) < 2 * x.
Proof.
  intros Ha. assert (E : factor alpha x y = 1 - alpha * (2 * x - alpha * (x ^ 2 + y ^ 2)))
      by (unfold factor; ring).
  rewrite E. split; intros H; [|nra]. apply Rnot_le_lt. intros C. nra.
Qed.
(* claim: largest-step *)
Theorem outside_the_unit_circle alpha x y : 0 < alpha ->
  1 < factor alpha x y <-> 2 * x < alpha * (x ^ 2 + y ^ 2).
Proof.
  intros Ha. assert (E : factor alpha x y = 1 - alpha * (2 * x - alpha * (x ^ 2 + y ^ 2)))
      by (unfold factor; ring).
  rewrite E. split; intros H; [|nra]. apply Rnot_le_lt. intros C. nra.
Qed.

Section LargestStep.
Variables (gam : R) (h : nat -> R) (alpha : R).
Hypothesis gam01 : 0 <= gam < 1.
Hypothesis h_bounded : bounded h.
Hypothesis alpha_positive : 0 < alpha.
Notation re := (real_part gam h).
Notation im := (imag_part gam h).
Notation everyone := (fun _ => 1).

(* the coefficients of 1 - alpha f(gamma w) *)
Definition update_coef (k : nat) : R := (match k with O => 1 | _ => 0 end) - alpha * coef gam h k.
Lemma unit_series (c : nat -> R) : is_series (fun k => (match k with O => 1 | _ => 0 end) * c k) (c O).
Proof.
  pose proof (is_series_finite 1 (fun k => (match k with O => 1 | _ => 0 end) * c k)) as H.
  simpl in H. rewrite Rmult_1_l, Rplus_0_l in H. apply H. intros [|k] Hk; [lia | ring].
Qed.
Lemma update_series (c : nat -> R) l : is_series (fun k => coef gam h k * c k) l ->
  is_series (fun k => update_coef k * c k) (c O - alpha * l).
Proof.
  intros H. eapply is_series_ext; [|apply is_series_sub; [apply unit_series | apply is_series_mult_l, H]].
  intros k. simpl. unfold update_coef. ring.
Qed.
Lemma update_summable : summable update_coef.
Proof.
  pose proof (coef_summable gam h gam01 h_bounded) as [l Hl].
  apply (ex_series_le (fun k => Rabs (update_coef k))
    (fun k => (match k with O => 1 | _ => 0 end) * 1 + alpha * Rabs (coef gam h k))).
  - intros k. change (Rabs (Rabs (update_coef k))
      <= (match k with O => 1 | _ => 0 end) * 1 + alpha * Rabs (coef gam h k)).
    rewrite Rabs_Rabsolu. unfold update_coef, Rminus. eapply Rle_trans; [apply Rabs_triang|].
    rewrite Rabs_Ropp, Rabs_mult, (Rabs_pos_eq alpha) by lra.
    destruct k; [rewrite Rabs_R1 | rewrite Rabs_R0]; lra.
  - exists (1 + alpha * l). apply is_series_add;
      [apply (unit_series (fun _ => 1)) | now apply is_series_mult_l].
Qed.
(* claim: largest-step *)
Theorem shrinks_everywhere rho : (forall x, factor alpha (re x) (im x) <= rho) ->
  forall (X : finite) (M : mrp X) (d : vec X), stationary (P M) d ->
  forall v w : vec X, (forall s, w s = v s - alpha * filter M gam h v s) ->
  inner d w w <= rho * inner d v v.
Proof.
  intros H X M d Hd v w Hw. pose proof (coef_summable gam h gam01 h_bounded) as A.
  apply (von_neumann M d v Hd update_coef rho w update_summable).
  - intros x. specialize (H x). unfold factor in H.
    rewrite real_part_cosines, imag_part_sines in H by assumption.
    pose proof (update_series _ _ (cosines_series _ A x)) as C.
    pose proof (update_series _ _ (sines_series _ A x)) as S.
    cbv beta in C, S. simpl (INR 0) in C, S. rewrite Rmult_0_l, cos_0 in C. rewrite Rmult_0_l, sin_0 in S.
    unfold cosines at 1 2, sines at 1 2.
    rewrite (is_series_unique _ _ C), (is_series_unique _ _ S). simpl in H. lra.
  - intros s. rewrite Hw. apply (update_series (fun k => iter k (next M) v s)). now apply filter_series.
Qed.

Section Updates.
Context {X : finite} (M : mrp X) (d : vec X).
Hypothesis d_stationary : stationary (P M) d.
Variable v0 : vec X.
Notation error t := (fun s => updates M gam h everyone (fun _ => alpha) v0 t s - value M gam s).
Lemma error_update t s : error (S t) s = error t s - alpha * filter M gam h (error t) s.
Proof. cbv beta. rewrite (updates_error M gam h gam01 h_bounded everyone). ring. Qed.
(* claim: largest-step *)
Theorem error_shrinks spare : (forall x, alpha * (re x ^ 2 + im x ^ 2) <= 2 * re x - spare) ->
  forall t, inner d (error (S t)) (error (S t)) <= (1 - spare * alpha) * inner d (error t) (error t).
Proof.
  intros H t. apply shrinks_everywhere with (M := M); [|assumption | apply error_update].
  intros x. specialize (H x).
  replace (factor alpha (re x) (im x)) with (1 - alpha * (2 * re x - alpha * (re x ^ 2 + im x ^ 2)))
    by (unfold factor; ring).
  assert (alpha * spare <= alpha * (2 * re x - alpha * (re x ^ 2 + im x ^ 2)))
      by (apply Rmult_le_compat_l; lra).
  lra.
Qed.
Hypothesis d_positive : forall s, 0 < d s.
(* claim: largest-step *)
Theorem stable spare : 0 < spare -> (forall x, alpha * (re x ^ 2 + im x ^ 2) <= 2 * re x - spare) ->
  is_lim_seq (fun t => dist (updates M gam h everyone (fun _ => alpha) v0 t) (value M gam)) 0.
Proof.
  intros Hs H. apply norm_from_squares.
  destruct (least_probability M d d_stationary d_positive) as (m & Hm & Hd).
  assert (L : is_lim_seq (fun t => inner d (error t) (error t)) 0).
  { apply (vanishes spare (fun _ => alpha)); auto using constant_steps.
    - intros t. apply inner_nonneg. intros; left; apply d_positive.
    - intros _. specialize (H 0).
      assert (0 <= factor alpha (re 0) (im 0)) by (unfold factor; apply Rplus_le_le_0_compat;
          apply pow2_ge_0).
      assert (factor alpha (re 0) (im 0) = 1 - alpha * (2 * re 0 - alpha * (re 0 ^ 2 + im 0 ^ 2)))
          by (unfold factor; ring).
      assert (alpha * spare <= alpha * (2 * re 0 - alpha * (re 0 ^ 2 + im 0 ^ 2)))
          by (apply Rmult_le_compat_l; lra).
      lra.
    - now apply error_shrinks. }
  apply is_lim_seq_le_le with (u := fun _ => 0) (w := fun t => / m * inner d (error t) (error t)).
  - intros t. split; [apply squares_nonneg|].
    apply Rmult_le_reg_l with m; [lra|]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
    unfold squares, inner. rewrite <- total_scal. apply total_le; intros s.
    rewrite (Rmult_assoc (d s)). apply Rmult_le_compat_r; [apply Rle_0_sqr | apply Hd].
  - apply is_lim_seq_const.
  - replace (Finite 0) with (Finite (/ m * 0)) by (f_equal; ring).
    apply is_lim_seq_mult'; [apply is_lim_seq_const | exact L].
Qed.
End Updates.

(* too long a step at one angle of a cycle: from every start that has this mode *)
(* claim: largest-step *)
Theorem unstable k j reward v0 :
  let x := angle (S k) j in
  2 * re x < alpha * (re x ^ 2 + im x ^ 2) ->
  energy k j (fun s => v0 s - value (cycle k reward) gam s) <> 0 ->
  is_lim_seq (fun t => dist (updates (cycle k reward) gam h everyone (fun _ => alpha) v0 t)
                            (value (cycle k reward) gam)) p_infty.
Proof.
  intros x Hx H0. set (M := cycle k reward).
  apply (norm_unbounded k j (fun t s => updates M gam h everyone
      (fun _ => alpha) v0 t s - value M gam s)).
  set (e := fun t => energy k j (fun s => updates M gam h everyone
      (fun _ => alpha) v0 t s - value M gam s)).
  assert (F : 1 < factor alpha (re x) (im x)) by now apply outside_the_unit_circle.
  apply (grows (factor alpha (re x) (im x) - 1) (fun _ => 1) e); [lra | apply constant_steps; lra | |].
  - pose proof (energy_nonneg k j (fun s => v0 s - value M gam s)). unfold e. cbn [updates].
  fold M in H0. lra.
  - intros t. unfold e, M. rewrite (update_of_modes k j reward gam h gam01 h_bounded 1
      (fun _ => alpha) v0 t).
    fold x M. right. unfold factor. rewrite !Rmult_1_r. ring.
Qed.
(* too long a step at any angle: on some cycle, whatever the rewards are *)
(* claim: largest-step *)
Theorem unstable_somewhere x : 2 * re x < alpha * (re x ^ 2 + im x ^ 2) ->
  exists k, forall reward, exists v0,
  is_lim_seq (fun t => dist (updates (cycle k reward) gam h everyone (fun _ => alpha) v0 t)
                            (value (cycle k reward) gam)) p_infty.
Proof.
  intros Hx. pose proof (coef_summable gam h gam01 h_bounded) as A.
  set (C := cosines (coef gam h)). set (D := sines (coef gam h)).
  set (g := fun y => alpha * (C y * C y + D y * D y) - 2 * C y).
  assert (W : exists y, 0 <= y /\ 0 < g y).
  { rewrite real_part_cosines, imag_part_sines in Hx by assumption. unfold g, C, D.
    destruct (Rle_lt_dec 0 x) as [H0|H0].
    - exists x. simpl in Hx. split; [assumption | lra].
    - exists (- x). rewrite cosines_even, sines_odd. simpl in Hx. split; lra. }
  destruct W as (y & Hy & Hg). destruct (positive_at_rational_angle g y Hy) as (k & j & Hj);
      [|assumption|].
  - pose proof (cosines_continuous _ A y) as HC. pose proof (sines_continuous _ A y) as HD.
  fold C in HC. fold D in HD.
    apply (continuity_pt_minus (fun y => alpha * (C y * C y + D y * D y)) (fun y => 2 * C y)).
    + apply (continuity_pt_mult (fun _ => alpha) (fun y => C y * C y + D y * D y));
        [now apply continuity_pt_const|].
      apply (continuity_pt_plus (fun y => C y * C y) (fun y => D y * D y)).
      * now apply (continuity_pt_mult C C).
      * now apply (continuity_pt_mult D D).
    + apply (continuity_pt_mult (fun _ => 2) C); [now apply continuity_pt_const | assumption].
  - exists k. intros reward. exists (fun s => pulse k s + value (cycle k reward) gam s).
    apply (unstable k j).
    + rewrite real_part_cosines, imag_part_sines by assumption. unfold g, C, D in Hj. simpl. lra.
    + rewrite (energy_ext k j _ (pulse k)) by (intros; ring). rewrite pulse_energy. lra.
Qed.
End LargestStep.

(* ---- an instance: one-step TD with alpha = 1 has the factor gamma on the whole circle ---- *)
Lemma one_step_bounded : bounded one_step.
Proof. exists 1. intros [|i]; simpl; [rewrite Rabs_R1 | rewrite Rabs_R0]; lra. Qed.
Lemma one_step_series gam (c : nat -> R) : Series (fun n => weight one_step n * gam ^ S n * c n)
    = gam * c O.
Proof.
  rewrite (Series_finite 1).
  - simpl. unfold weight; simpl. ring.
  - intros [|n] Hn; [lia|]. unfold weight; simpl. ring.
Qed.
(* claim: largest-step *)
Theorem one_step_factor gam x : factor 1 (real_part gam one_step x) (imag_part gam one_step x) = gam ^ 2.
Proof.
  unfold factor, real_part, imag_part.
  rewrite (one_step_series gam (fun n => cos (INR (S n) * x))), (one_step_series gam (fun n => sin
      (INR (S n) * x))).
  pose proof (sin2_cos2 (INR 1 * x)) as Q. unfold Rsqr in Q. simpl one_step.
  transitivity (gam ^ 2 * (sin (INR 1 * x) * sin (INR 1 * x) + cos (INR 1 * x) * cos (INR 1 * x)));
      [ring|].
  rewrite Q. ring.
Qed.
(* claim: largest-step *)
Theorem one_step_stable gam : 0 <= gam < 1 -> forall (X : finite) (M : mrp X) (d v0 : vec X),
  stationary (P M) d -> (forall s, 0 < d s) ->
  is_lim_seq (fun t => dist (updates M gam one_step (fun _ => 1) (fun _ => 1) v0 t) (value M gam)) 0.
Proof.
  intros Hg X M d v0 Hd Hp.
  apply (stable gam one_step 1 Hg one_step_bounded Rlt_0_1 M d Hd v0 Hp (1 - gam ^ 2)); [nra|].
  intros x. pose proof (one_step_factor gam x) as F. unfold factor in F. lra.
Qed.
