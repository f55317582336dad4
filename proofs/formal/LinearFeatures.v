(* Linear function approximation (the second half of claim convergence-criterion).  Values are
   v_theta = sum_i theta_i phi_i with finitely many features phi_i, and the expected on-policy update
   moves theta_i by alpha_t <phi_i, H v_theta - v_theta>_d.  If Re f(gamma e^{i x}) >= e > 0 at every
   angle and the features are independent in the norm of the stationary distribution d, the
   parameters converge to the fixed point theta*, for all small enough step sizes with an infinite
   sum. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators StepSizes StationaryBasics Spectrum CycleCriterion
  ConvergenceCriterion.
Open Scope R_scope.

(* v_theta *)
Definition approximation {X : finite} (n : nat) (phi : nat -> vec X) (theta : nat -> R) : vec X :=
  fun s => sum n (fun i => theta i * phi i s).
(* <phi_i, H v_theta - v_theta>_d *)
Definition direction {X : finite} (M : mrp X) (gam : R) (h : nat -> R) (d : vec X) (n : nat)
  (phi : nat -> vec X) (theta : nat -> R) (i : nat) : R :=
  inner d (phi i) (fun s => linear_return M gam h
      (approximation n phi theta) s - approximation n phi theta s).
Fixpoint feature_updates {X : finite} (M : mrp X) (gam : R) (h : nat -> R) (d : vec X) (n : nat)
  (phi : nat -> vec X) (alpha : nat -> R) (theta0 : nat -> R) (t : nat) : nat -> R :=
  match t with
  | O => theta0
  | S t => fun i => feature_updates M gam h d n phi alpha theta0 t i
             + alpha t * direction M gam h d n phi (feature_updates M gam h d n phi alpha theta0 t) i
  end.
(* the features are independent: parameters of size 1 give values of at least some size, in the norm of d *)
Definition independent {X : finite} (d : vec X) (n : nat) (phi : nat -> vec X) : Prop :=
  exists c, 0 < c /\ forall theta,
    c * sum n (fun i => theta i * theta i) <= inner d (approximation n phi theta)
        (approximation n phi theta).

(* ---- the Cauchy-Schwarz inequality ---- *)
Lemma cauchy_schwarz {X : finite} (d : vec X) (u v : vec X) : (forall s, 0 <= d s) ->
  inner d u v * inner d u v <= inner d u u * inner d v v.
Proof.
  intros Hd.
  assert (Q : forall a b, 0 <= a * a * inner d u u + 2 * (a * b) * inner d u v + b * b * inner d v v).
  { intros a b. pose proof (inner_nonneg d Hd (fun s => a * u s + b * v s)) as H.
    rewrite (inner_sq_plus d (fun s => a * u s) (fun s => b * v s)), !inner_scal_l, !inner_scal_r in H.
    lra. }
  pose proof (inner_nonneg d Hd v) as Hv. destruct (Req_dec (inner d v v) 0) as [E|E].
  - destruct (Req_dec (inner d u v) 0) as [F|F]; [rewrite E, F; lra|]. exfalso.
    pose proof (Q 1 (- (inner d u u + 1) / (2 * inner d u v))) as H. rewrite E in H.
    replace (2 * (1 * (- (inner d u u + 1) / (2 * inner d u v))) * inner d u v)
      with (- (inner d u u + 1)) in H by (field; assumption). lra.
  - pose proof (Q (inner d v v) (- inner d u v)) as H.
    apply Rmult_le_reg_l with (inner d v v); [lra | nra].
Qed.

Section Features.
Variables (gam : R) (h : nat -> R).
Hypothesis gam01 : 0 <= gam < 1.
Hypothesis h_bounded : bounded h.
Context {X : finite} (M : mrp X) (d : vec X).
Hypothesis d_stationary : stationary (P M) d.
Variables (n : nat) (phi : nat -> vec X).
Implicit Types theta : nat -> R.
Notation value_of := (approximation n phi).

Lemma filter_minus u v s : filter M gam h (fun x => u x - v x) s
    = filter M gam h u s - filter M gam h v s.
Proof.
  pose proof (is_series_sub _ _ _ _ (filter_series M gam h gam01 h_bounded u s)
                (filter_series M gam h gam01 h_bounded v s)) as D.
  pose proof (filter_series M gam h gam01 h_bounded (fun x => u x - v x) s) as E.
  apply is_series_unique in D. apply is_series_unique in E. rewrite <- D, <- E. apply Series_ext.
  intros k.
  rewrite <- Rmult_minus_distr_l. f_equal.
  transitivity (iter k (next M) (fun x => u x + -1 * v x) s).
  - clear. revert s. induction k as [|k IH]; intros s; simpl; [ring|]. now apply next_ext.
  - rewrite iter_next_plus, iter_next_scal. ring.
Qed.
Lemma direction_minus theta theta' i :
  direction M gam h d n phi theta i - direction M gam h d n phi theta' i
  = - inner d (phi i) (filter M gam h (value_of (fun i => theta i - theta' i))).
Proof.
  replace (direction M gam h d n phi theta i - direction M gam h d n phi theta' i)
    with (direction M gam h d n phi theta i + -1 * direction M gam h d n phi theta' i) by ring.
  unfold direction. rewrite <- inner_scal_r, <- inner_plus_r.
  replace (- inner d (phi i) (filter M gam h (value_of (fun i => theta i - theta' i))))
    with (-1 * inner d (phi i) (filter M gam h (value_of (fun i => theta i - theta' i)))) by ring.
  rewrite <- inner_scal_r. apply inner_ext; [reflexivity|]. intros s.
  rewrite !(return_filter M gam h gam01 h_bounded).
  transitivity (-1 * filter M gam h (fun x => value_of theta x - value_of theta' x) s).
  - rewrite !filter_minus. ring.
  - f_equal. f_equal. apply FunctionalExtensionality.functional_extensionality. intros y.
    unfold approximation. rewrite <- sum_minus. apply sum_ext; intros; ring.
Qed.
(* the features' total square *)
Definition feature_size : R := sum n (fun i => inner d (phi i) (phi i)).
Lemma projected_size y : sum n (fun i => inner d (phi i) y * inner d (phi i) y)
    <= feature_size * inner d y y.
Proof.
  unfold feature_size. rewrite <- sum_scal_r. apply sum_le; intros i _.
  apply cauchy_schwarz, d_stationary.
Qed.

Variables (e B : R).
Hypothesis e_positive : 0 < e.
Hypothesis margin : forall x, e <= real_part gam h x.
Hypothesis reach : forall x, real_part gam h x ^ 2 + imag_part gam h x ^ 2 <= B.
Lemma parameters_of_update a (x x' : nat -> R) : 0 <= a -> a * (feature_size * B) <= e ->
  (forall i, x' i = x i - a * inner d (phi i) (filter M gam h (value_of x))) ->
  sum n (fun i => x' i * x' i) <= sum n (fun i => x i * x i) - a * e * inner d (value_of x) (value_of x).
Proof.
  intros Ha HaB Hx. set (y := filter M gam h (value_of x)) in *.
  assert (E : sum n (fun i => x' i * x' i)
      = sum n (fun i => x i * x i) + (- 2 * a) * inner d (value_of x) y
              + a * a * sum n (fun i => inner d (phi i) y * inner d (phi i) y)).
  { assert (I : inner d (value_of x) y = sum n (fun i => x i * inner d (phi i) y)).
    { rewrite inner_sym. unfold approximation. rewrite (inner_sum_r d n y (fun i s => x i * phi i s)).
      apply sum_ext; intros i _. now rewrite inner_scal_r, inner_sym. }
    rewrite I, <- !sum_scal, <- !sum_plus. apply sum_ext; intros i _. rewrite Hx. ring. }
  assert (F0 : 0 <= feature_size) by (apply sum_nonneg; intros; apply inner_nonneg, d_stationary).
  pose proof (projected_size y) as S.
  pose proof (filter_bound gam h gam01 h_bounded B reach X M d d_stationary (value_of x)) as G.
  fold y in G.
  pose proof (margin_from_circle gam h gam01 h_bounded e margin X M d d_stationary (value_of x)) as H.
  fold y in H.
  assert (N : 0 <= inner d (value_of x) (value_of x)) by apply inner_nonneg, d_stationary.
  assert (feature_size * inner d y y <= feature_size * (B * inner d (value_of x) (value_of x)))
    by (apply Rmult_le_compat_l; lra).
  assert (a * a * sum n (fun i => inner d (phi i) y * inner d (phi i) y)
          <= a * a * (feature_size * (B * inner d (value_of x) (value_of x))))
    by (apply Rmult_le_compat_l; nra).
  assert (a * (a * (feature_size * B) * inner d (value_of x) (value_of x))
          <= a * (e * inner d (value_of x) (value_of x)))
    by (apply Rmult_le_compat_l; [assumption | now apply Rmult_le_compat_r]).
  assert (2 * a * (e * inner d (value_of x) (value_of x)) <= 2 * a * inner d (value_of x) y)
    by (apply Rmult_le_compat_l; lra).
  lra.
Qed.
Theorem features_converge alpha theta0 theta_star : independent d n phi ->
  (forall i, (i < n)%nat -> direction M gam h d n phi theta_star i = 0) ->
  endless alpha -> (forall t, alpha t * (feature_size * B) <= e) ->
  forall i, (i < n)%nat -> is_lim_seq (fun t => feature_updates M gam h d n phi alpha theta0 t i)
      (theta_star i).
Proof.
  intros (c & Hc & Hi) Hs Ha HaB i Hin.
  set (x := fun t i =>
    if lt_dec i n then feature_updates M gam h d n phi alpha theta0 t i - theta_star i else 0).
  assert (V : forall t,
    value_of (fun i => feature_updates M gam h d n phi alpha theta0 t i - theta_star i) = value_of (x t)).
  { intros t. apply FunctionalExtensionality.functional_extensionality. intros s.
  apply sum_ext; intros l Hl.
    unfold x. destruct (lt_dec l n); [reflexivity | lia]. }
  assert (U : forall t, sum n (fun i => x (S t) i * x (S t) i)
              <= sum n (fun i => x t i * x t i) - alpha t * e * inner d (value_of (x t)) (value_of
                  (x t))).
  { intros t. set (x' := fun i => x t i - alpha t * inner d (phi i) (filter M gam h (value_of (x t)))).
    rewrite (sum_ext n _ (fun i => x' i * x' i)).
    - apply parameters_of_update; auto. apply (proj1 Ha).
    - intros l Hl. f_equal; unfold x', x; (destruct (lt_dec l n); [|lia]); cbn [feature_updates];
        pose proof (direction_minus (feature_updates M gam h d n phi alpha theta0 t) theta_star l) as D;
        rewrite (Hs l Hl), V, Rminus_0_r in D; rewrite D; unfold x; ring. }
  assert (HeB : e ^ 2 <= B).
  { pose proof (margin 0). pose proof (reach 0). pose proof (pow2_ge_0 (imag_part gam h 0)).
    assert (e ^ 2 <= real_part gam h 0 ^ 2) by (apply pow_incr; lra). lra. }
  (* the least stretch is at most the features' size *)
  assert (HcF : c <= feature_size).
  { pose proof (Hi (fun l => if Nat.eqb l i then 1 else 0)) as H.
    rewrite (sum_one n i) in H; [|assumption|].
    2:{ intros l _ Hl. apply Nat.eqb_neq in Hl. rewrite Hl. ring. }
    rewrite Nat.eqb_refl in H.
    rewrite (inner_ext d _ _ (phi i) (phi i)) in H.
    - eapply Rle_trans; [|apply (sum_ge_term n (fun i => inner d (phi i) (phi i)) i Hin)]; [lra|].
      intros; apply inner_nonneg, d_stationary.
    - intros s. unfold approximation. rewrite (sum_one n i); [rewrite Nat.eqb_refl; ring | assumption |].
      intros l _ Hl. apply Nat.eqb_neq in Hl. rewrite Hl. ring.
    - intros s. unfold approximation. rewrite (sum_one n i); [rewrite Nat.eqb_refl; ring | assumption |].
      intros l _ Hl. apply Nat.eqb_neq in Hl. rewrite Hl. ring. }
  assert (L : is_lim_seq (fun t => sum n (fun i => x t i * x t i)) 0).
  { apply (vanishes (e * c) alpha); [now apply Rmult_lt_0_compat | assumption | | |].
    - intros t. apply sum_nonneg; intros; apply Rle_0_sqr.
    - intros t. pose proof (proj1 Ha t) as A. pose proof (HaB t) as Q.
      assert (Z : 0 <= alpha t * feature_size) by (apply Rmult_le_pos; lra).
      assert (alpha t * feature_size * e ^ 2 <= alpha t * feature_size * B)
          by (apply Rmult_le_compat_l; lra).
      assert (alpha t * feature_size * e <= 1) by (apply Rmult_le_reg_r with e; [assumption|];
          simpl in *; lra).
      assert (alpha t * e * c <= alpha t * e * feature_size)
        by (apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | assumption]). lra.
    - intros t. eapply Rle_trans; [apply U|]. pose proof (Hi (x t)) as H. pose proof (proj1 Ha t).
      assert (alpha t * e * (c * sum n (fun i => x t i * x t i))
          <= alpha t * e * inner d (value_of (x t)) (value_of (x t)))
        by (apply Rmult_le_compat_l; [apply Rmult_le_pos; lra | assumption]). lra. }
  apply is_lim_seq_spec in L. apply is_lim_seq_spec. intros eps. simpl in *.
  pose proof (cond_pos eps) as He.
  destruct (L (mkposreal (eps * eps) ltac:(now apply Rmult_lt_0_compat))) as [T HT]. exists T.
  intros t Ht. specialize (HT t Ht). simpl in HT. rewrite Rminus_0_r, Rabs_pos_eq in HT
    by (apply sum_nonneg; intros; apply Rle_0_sqr).
  pose proof (sum_ge_term n (fun i => x t i * x t i) i Hin (fun l _ => Rle_0_sqr _)) as G. cbv beta in G.
  unfold x at 1 2 in G. destruct (lt_dec i n); [|lia]. 
  rewrite <- (Rabs_pos_eq eps) by lra. apply Rsqr_lt_abs_0. exact (Rle_lt_trans _ _ _ G HT).
Qed.
End Features.

(* claim: convergence-criterion *)
Theorem features_converge_everywhere gam h e : 0 <= gam < 1 -> bounded h ->
  0 < e -> (forall x, e <= real_part gam h x) ->
  forall (X : finite) (M : mrp X) (d : vec X), stationary (P M) d ->
  forall n phi, independent d n phi ->
  exists largest, 0 < largest /\
  forall alpha, endless alpha -> (forall t, alpha t <= largest) ->
  forall theta0 theta_star, (forall i, (i < n)%nat -> direction M gam h d n phi theta_star i = 0) ->
  forall i, (i < n)%nat ->
  is_lim_seq (fun t => feature_updates M gam h d n phi alpha theta0 t i) (theta_star i).
Proof.
  intros Hg Hh He Hr X M d Hd n phi Hi. destruct (circle_bounded gam h Hg Hh) as [B HB].
  assert (HB0 : 0 < B).
  { pose proof (Hr 0). pose proof (HB 0). pose proof (pow2_ge_0 (imag_part gam h 0)).
    assert (0 < real_part gam h 0 ^ 2) by (apply pow_lt; lra). lra. }
  assert (F0 : 0 <= feature_size d n phi) by (apply sum_nonneg; intros; apply inner_nonneg, Hd).
  assert (Q : 0 < (feature_size d n phi + 1) * B) by (apply Rmult_lt_0_compat; lra).
  exists (e / ((feature_size d n phi + 1) * B)). split; [now apply Rdiv_lt_0_compat|].
  intros alpha Ha Hs theta0 theta_star H. apply (features_converge gam h Hg Hh M d Hd n phi e B); auto.
  intros t. pose proof (proj1 Ha t) as A.
  assert (alpha t * ((feature_size d n phi + 1) * B) <= e) by (apply (Rle_div_r (alpha t) e _ Q), Hs).
  assert (0 <= alpha t * B) by (apply Rmult_le_pos; lra). lra.
Qed.

(* ---- an instance: a constant feature is independent in every stationary distribution ---- *)
(* claim: convergence-criterion *)
Theorem constant_feature_independent (X : finite) (M : mrp X) (d : vec X) : stationary (P M) d ->
  independent d 1 (fun _ _ => 1).
Proof.
  intros [_ [H1 _]]. exists 1. split; [lra|]. intros theta. simpl.
  unfold inner, approximation. simpl.
  rewrite (total_ext X _ (fun s => d s * (theta O * theta O))) by (intros; ring).
  rewrite total_scal_r, H1. lra.
Qed.
