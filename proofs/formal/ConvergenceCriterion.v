(* A linear return is safe on every finite chain exactly where its filter is, on a circle (claim
   convergence-criterion).  Let f(z) = h_0 - sum_n c_n z^n be the filter of a return with bounded
   weights h, and 0 <= gamma < 1.
   - The margin e holds on every finite chain, <v, f(gamma P) v>_d >= e <v, v>_d for all stationary d
     and all v, if and only if Re f(gamma e^{i x}) >= e at every angle x.
   - If e > 0 the expected on-policy updates converge to v_pi on every finite chain with a positive
     stationary distribution, for all small enough step sizes with an infinite sum.
   - If Re f is negative at some angle, they diverge on some cycle, whatever the rewards are, for all
     step sizes with an infinite sum. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators StepSizes StationaryBasics Spectrum CycleCriterion.
Open Scope R_scope.

Section Criterion.
Variables (gam : R) (h : nat -> R).
Hypothesis gam01 : 0 <= gam < 1.
Hypothesis h_bounded : bounded h.

(* ---- the margin ---- *)
Lemma margin_from_circle e : (forall x, e <= real_part gam h x) -> has_margin gam h e.
Proof.
  intros H X M d Hd v.
  apply (series_of_covariances M d v Hd (coef gam h) e).
  - now apply coef_summable.
  - intros x. rewrite <- real_part_cosines by assumption. apply H.
  - now apply inner_filter.
Qed.
(* the margin on the cycle of k + 1 states bounds the real part at its angles *)
Lemma margin_at_angle e k j : has_margin gam h e -> e <= real_part gam h (angle (S k) j).
Proof.
  intros H. set (M := cycle k (fun _ => 0)). set (x := angle (S k) j).
  assert (K : 0 < INR (S k)) by (apply lt_0_INR; lia).
  set (c := (fun s => cos (x * INR (index _ s))) : vec (numbers k)).
  set (sn := (fun s => sin (x * INR (index _ s))) : vec (numbers k)).
  set (d := (fun _ => / INR (S k)) : vec (numbers k)).
  pose proof (H _ M d (cycle_stationary k (fun _ => 0)) c) as H1.
  pose proof (H _ M d (cycle_stationary k (fun _ => 0)) sn) as H2.
  assert (I : forall u z, inner d u z = / INR (S k) * total (numbers k) (fun s => u s * z s)).
  { intros. unfold inner, d. rewrite <- total_scal. apply total_ext; intros; ring. }
  rewrite !I in H1, H2.
  destruct (modes_of_filter k j (fun _ => 0) gam h gam01 h_bounded c) as [F1 _].
  destruct (modes_of_filter k j (fun _ => 0) gam h gam01 h_bounded sn) as [_ F2].
  unfold cos_mode, sin_mode in F1, F2. fold x M in F1, F2.
  assert (CS : total (numbers k) (fun s => sin (x * INR (index _ s)) * c s)
               = total (numbers k) (fun s => cos (x * INR (index _ s)) * sn s))
    by (apply total_ext; intros; unfold c, sn; ring).
  assert (T : total (numbers k) (fun s => c s * c s) + total (numbers k) (fun s => sn s * sn s)
      = INR (S k)).
  { rewrite <- total_plus, (total_ext _ _ (fun _ => 1)).
    - unfold total. rewrite sum_const. simpl size. ring.
    - intros s. unfold c, sn. pose proof (sin2_cos2 (x * INR (index _ s))) as Q. unfold Rsqr in Q. lra. }
  change (total (numbers k) (fun s => cos (x * INR (index _ s)) * filter M gam h c s))
    with (total (numbers k) (fun s => c s * filter M gam h c s)) in F1.
  change (total (numbers k) (fun s => sin (x * INR (index _ s)) * filter M gam h sn s))
    with (total (numbers k) (fun s => sn s * filter M gam h sn s)) in F2.
  change (total (numbers k) (fun s => cos (x * INR (index _ s)) * c s))
    with (total (numbers k) (fun s => c s * c s)) in F1.
  change (total (numbers k) (fun s => sin (x * INR (index _ s)) * sn s))
    with (total (numbers k) (fun s => sn s * sn s)) in F2.
  rewrite CS in F1. rewrite F1 in H1. rewrite F2 in H2.
  assert (IK : 0 < / INR (S k)) by now apply Rinv_0_lt_compat.
  assert (Q : e * 1 <= real_part gam h x * 1); [|lra].
  replace 1 with (/ INR (S k) * (total (numbers k) (fun s => c s * c s)
      + total (numbers k) (fun s => sn s * sn s)))
    by (rewrite T; field; lra).
  lra.
Qed.
(* below a bound somewhere, below it at a rational angle *)
Lemma rational_angle_below e x : real_part gam h x < e ->
  exists k j, real_part gam h (angle (S k) j) < e.
Proof.
  intros Hx. pose proof (coef_summable gam h gam01 h_bounded) as A.
  assert (W : exists y, 0 <= y /\ cosines (coef gam h) y < e).
  { rewrite real_part_cosines in Hx by assumption.
    destruct (Rle_lt_dec 0 x) as [H0|H0]; [now exists x|]. exists (- x). rewrite cosines_even.
    split; [lra | exact Hx]. }
  destruct W as (y & Hy & Hl).
  destruct (positive_at_rational_angle (fun y => e - cosines (coef gam h) y) y Hy) as (k & j & Hj).
  - apply (continuity_pt_minus (fun _ => e));
      [now apply continuity_pt_const | now apply cosines_continuous].
  - lra.
  - exists k, j. rewrite real_part_cosines by assumption. lra.
Qed.
(* claim: convergence-criterion *)
Theorem margin_iff e : has_margin gam h e <-> (forall x, e <= real_part gam h x).
Proof.
  split; [|apply margin_from_circle]. intros H x. apply Rnot_lt_le. intros Hl.
  destruct (rational_angle_below e x Hl) as (k & j & Hj). pose proof (margin_at_angle e k j H). lra.
Qed.

(* the margin in terms of the return: what H takes off the error points against the error *)
(* claim: convergence-criterion *)
Theorem margin_of_return e : has_margin gam h e ->
  forall (X : finite) (M : mrp X) (d : vec X), stationary (P M) d -> forall v : vec X,
  let error s := v s - value M gam s in
  e * inner d error error <= inner d error (fun s => v s - linear_return M gam h v s).
Proof.
  intros H X M d Hd v error. eapply Rle_trans; [apply (H X M d Hd error)|]. right.
  apply inner_ext; [reflexivity|]. intros s. unfold error.
  pose proof (return_filter M gam h gam01 h_bounded v s). lra.
Qed.

(* ---- divergence ---- *)
(* claim: convergence-criterion *)
Theorem diverges_on_some_cycle x : real_part gam h x < 0 ->
  exists k, forall reward, exists v0, forall alpha, endless alpha ->
  is_lim_seq (fun t => dist (updates (cycle k reward) gam h (fun _ => / INR (S k)) alpha v0 t)
                            (value (cycle k reward) gam)) p_infty.
Proof.
  intros Hx. destruct (rational_angle_below 0 x Hx) as (k & j & Hj). exists k.
  now apply (diverges_on_cycle k j).
Qed.

(* ---- convergence ---- *)
(* the filter as an operator is no larger than on the circle *)
Lemma filter_bound B : (forall x, real_part gam h x ^ 2 + imag_part gam h x ^ 2 <= B) ->
  forall (X : finite) (M : mrp X) (d : vec X), stationary (P M) d -> forall v : vec X,
  inner d (filter M gam h v) (filter M gam h v) <= B * inner d v v.
Proof.
  intros HB X M d Hd v. apply (von_neumann M d v Hd (coef gam h) B).
  - now apply coef_summable.
  - intros x. specialize (HB x). rewrite real_part_cosines, imag_part_sines in HB by assumption.
    simpl in HB. lra.
  - intros s. now apply filter_series.
Qed.
Lemma circle_bounded : exists B, forall x, real_part gam h x ^ 2 + imag_part gam h x ^ 2 <= B.
Proof.
  pose proof (coef_summable gam h gam01 h_bounded) as A.
  set (L := Series (fun k => Rabs (coef gam h k))). exists (2 * L ^ 2). intros x.
  rewrite real_part_cosines, imag_part_sines by assumption.
  pose proof (cosines_abs _ A x) as C. pose proof (sines_abs _ A x) as S. fold L in C, S.
  rewrite <- (pow2_abs (cosines _ _)), <- (pow2_abs (sines _ _)).
  pose proof (Rabs_pos (cosines (coef gam h) x)). pose proof (Rabs_pos (sines (coef gam h) x)).
  assert (Rabs (cosines (coef gam h) x) ^ 2 <= L ^ 2) by (apply pow_incr; lra).
  assert (Rabs (sines (coef gam h) x) ^ 2 <= L ^ 2) by (apply pow_incr; lra). lra.
Qed.

Section Convergence.
Context {X : finite} (M : mrp X) (d : vec X).
Hypothesis d_stationary : stationary (P M) d.
Hypothesis d_positive : forall s, 0 < d s.
Variables e B : R.
Hypothesis e_positive : 0 < e.
Hypothesis margin : forall x, e <= real_part gam h x.
Hypothesis reach : forall x, real_part gam h x ^ 2 + imag_part gam h x ^ 2 <= B.
Definition squares (v : vec X) : R := total X (fun s => v s * v s).
Lemma squares_nonneg v : 0 <= squares v.
Proof. apply total_nonneg; intros; apply Rle_0_sqr. Qed.
Lemma squares_of_update a u v : 0 <= a -> a * B <= e ->
  (forall s, u s = v s - a * (d s * filter M gam h v s)) ->
  squares u <= squares v - a * e * inner d v v.
Proof.
  intros Ha HaB Hu. set (F := filter M gam h v).
  assert (E : squares u = squares v + (- 2 * a) * inner d v F
              + a * a * total X (fun s => d s * (d s * F s * F s))).
  { unfold squares, inner. rewrite <- !total_scal, <- !total_plus. apply total_ext; intros s.
    rewrite Hu. fold F. ring. }
  assert (D : total X (fun s => d s * (d s * F s * F s)) <= inner d F F).
  { apply total_le; intros s. pose proof (d_le_1 M d d_stationary s). pose proof (d_positive s).
    assert (0 <= d s * F s * F s) by (rewrite Rmult_assoc; apply Rmult_le_pos;
        [lra | apply Rle_0_sqr]). nra. }
  pose proof (filter_bound B reach X M d d_stationary v) as G. fold F in G.
  pose proof (margin_from_circle e margin X M d d_stationary v) as H. fold F in H.
  pose proof (cov_0_nonneg M d d_stationary v) as N. change (cov M d v 0) with (inner d v v) in N.
  assert (a * a * total X (fun s => d s * (d s * F s * F s)) <= a * a * (B * inner d v v))
    by (apply Rmult_le_compat_l; nra).
  assert (a * (a * B * inner d v v) <= a * (e * inner d v v))
    by (apply Rmult_le_compat_l; [assumption | now apply Rmult_le_compat_r]).
  assert (2 * a * (e * inner d v v) <= 2 * a * inner d v F) by (apply Rmult_le_compat_l; lra). lra.
Qed.
Lemma least_probability : exists m, 0 < m <= 1 /\ forall s, m <= d s.
Proof.
  set (n := norm (fun s => / d s)).
  assert (Hn : forall s, / d s <= n).
  { intros s. eapply Rle_trans; [apply Rle_abs | apply (norm_ge X (fun s => / d s))]. }
  assert (Hp : 1 <= n).
  { pose proof (Hn (nth_state X 0)). pose proof (d_le_1 M d d_stationary (nth_state X 0)).
    pose proof (d_positive (nth_state X 0)).
    assert (1 <= / d (nth_state X 0)) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra). lra. }
  exists (/ n). repeat split.
  - apply Rinv_0_lt_compat; lra.
  - rewrite <- Rinv_1. apply Rinv_le_contravar; lra.
  - intros s. pose proof (d_positive s). rewrite <- (Rinv_inv (d s)).
    apply Rinv_le_contravar; [now apply Rinv_0_lt_compat | apply Hn].
Qed.
Lemma norm_from_squares (u : nat -> vec X) :
  is_lim_seq (fun t => squares (u t)) 0 -> is_lim_seq (fun t => norm (u t)) 0.
Proof.
  intros H. apply is_lim_seq_spec in H. apply is_lim_seq_spec. intros eps. simpl in *.
  pose proof (cond_pos eps) as E.
  destruct (H (mkposreal ((eps / 2) * (eps / 2)) ltac:(apply Rmult_lt_0_compat; lra))) as [T HT].
  exists T. intros t Ht. specialize (HT t Ht). simpl in HT. rewrite Rminus_0_r in *.
  rewrite Rabs_pos_eq in * by (apply squares_nonneg || apply norm_nonneg).
  apply Rle_lt_trans with (eps / 2); [|lra]. apply norm_le; [lra|]. intros s.
  pose proof (total_ge_term X s (fun s => u t s * u t s) (fun s => Rle_0_sqr _)) as G.
  cbv beta in G. fold (squares (u t)) in G. apply Rnot_lt_le. intros C. pose proof (Rabs_pos (u t s)).
  assert (u t s * u t s = Rabs (u t s) * Rabs (u t s)) by (rewrite <- Rabs_mult, Rabs_pos_eq;
      [reflexivity | nra]).
  nra.
Qed.
Theorem small_steps alpha v0 : endless alpha -> (forall t, alpha t * B <= e) ->
  is_lim_seq (fun t => dist (updates M gam h d alpha v0 t) (value M gam)) 0.
Proof.
  intros Ha HaB. apply norm_from_squares.
  destruct least_probability as (m & Hm & Hd).
  assert (HeB : e ^ 2 <= B).
  { pose proof (margin 0). pose proof (reach 0). pose proof (pow2_ge_0 (imag_part gam h 0)).
    assert (e ^ 2 <= real_part gam h 0 ^ 2) by (apply pow_incr; lra). lra. }
  apply (vanishes (e * m) alpha); [apply Rmult_lt_0_compat; lra | assumption | intros;
      apply squares_nonneg | |].
  - intros t. pose proof (proj1 Ha t). pose proof (HaB t).
    assert (alpha t * e ^ 2 <= alpha t * B) by (apply Rmult_le_compat_l; lra).
    assert (alpha t * e <= 1) by (apply Rmult_le_reg_r with e; [assumption|]; simpl in *; lra).
    assert (0 <= alpha t * e) by (apply Rmult_le_pos; lra). nra.
  - intros t. pose proof (proj1 Ha t).
    eapply Rle_trans.
    + apply (squares_of_update (alpha t) _ (fun s => updates M gam h d alpha v0 t s - value M gam s));
        auto.
      intros s. apply (updates_error M gam h gam01 h_bounded d).
    + set (v := fun s => updates M gam h d alpha v0 t s - value M gam s).
      assert (Q : m * squares v <= inner d v v).
      { unfold squares. rewrite <- total_scal. apply total_le; intros s. rewrite Rmult_assoc.
        apply Rmult_le_compat_r; [apply Rle_0_sqr | auto]. }
      assert (alpha t * e * (m * squares v) <= alpha t * e * inner d v v)
        by (apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | assumption]). lra.
Qed.
End Convergence.

(* claim: convergence-criterion *)
Theorem converges_everywhere e : 0 < e -> (forall x, e <= real_part gam h x) ->
  exists largest, 0 < largest /\
  forall (X : finite) (M : mrp X) (d : vec X), stationary (P M) d -> (forall s, 0 < d s) ->
  forall alpha, endless alpha -> (forall t, alpha t <= largest) ->
  forall v0, is_lim_seq (fun t => dist (updates M gam h d alpha v0 t) (value M gam)) 0.
Proof.
  intros He Hr. destruct circle_bounded as [B HB].
  assert (HB0 : 0 < B).
  { pose proof (Hr 0). pose proof (HB 0). pose proof (pow2_ge_0 (imag_part gam h 0)).
    assert (0 < real_part gam h 0 ^ 2) by (apply pow_lt; lra). lra. }
  exists (e / B). split; [now apply Rdiv_lt_0_compat|].
  intros X M d Hd Hp alpha Ha Hs v0. apply (small_steps M d Hd Hp e B); auto.
  intros t. apply (Rle_div_r (alpha t) e B HB0), Hs.
Qed.
End Criterion.
