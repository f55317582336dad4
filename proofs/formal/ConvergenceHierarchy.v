(* Four conditions for convergence, each weaker than the one before (claim convergence-hierarchy).
   Let f(z) = h_0 - sum_n c_n z^n.  For a return with h_0 = 1, weak recency gives the modulus
   beta = |1 - h_0| + sum_n |c_n| gamma^n <= gamma < 1; beta bounds |1 - f| on the circle |z| = gamma;
   |1 - f| <= b < 1 there gives a contraction by b in the norm of every stationary distribution, and
   Re f >= 1 - b > 0.  None of the implications can be reversed: three returns show it. *)
From Coq Require Import Reals Lra Lia PeanoNat ZArith List.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators StepSizes StationaryBasics Spectrum CycleCriterion
  ConvergenceCriterion ConvexMargin LargestStep CertificateChecker.
Import ListNotations.
Open Scope R_scope.

(* beta *)
Definition modulus (gam : R) (h : nat -> R) : R :=
  Rabs (1 - h O) + Series (fun n => Rabs (weight h n) * gam ^ S n).
(* |1 - f(gamma e^{i x})| <= b at every angle x *)
Definition inside (gam : R) (h : nat -> R) (b : R) : Prop :=
  forall x, factor 1 (real_part gam h x) (imag_part gam h x) <= b ^ 2.
Definition weak_recency (h : nat -> R) : Prop := forall i, 0 <= h (S i) <= h i.

(* a power series is at most the sum of its coefficients' sizes *)
Lemma modulus_of_waves a x : summable a ->
  cosines a x * cosines a x + sines a x * sines a x <= Series (fun k => Rabs (a k)) ^ 2.
Proof.
  intros Ha. set (C := cosines a x). set (D := sines a x). set (A := Series (fun k => Rabs (a k))).
  set (Q := C * C + D * D). assert (HQ : 0 <= Q) by (unfold Q; nra).
  pose proof (sqrt_pos Q) as Hs. pose proof (sqrt_sqrt Q HQ) as Hq.
  assert (L : Q <= sqrt Q * A).
  { apply (is_series_le_compat
      (fun k => a k * cos (INR k * x) * C + a k * sin (INR k * x) * D) (fun k => sqrt Q * Rabs (a k))).
    - intros k. set (c := cos (INR k * x)). set (s := sin (INR k * x)).
      pose proof (sin2_cos2 (INR k * x)) as T. unfold Rsqr in T. fold c s in T.
      assert (U : Rabs (c * C + s * D) <= sqrt Q).
      { rewrite <- (Rabs_pos_eq (sqrt Q)) by assumption. apply Rsqr_le_abs_0. unfold Rsqr. rewrite Hq.
        unfold Q. pose proof (Rle_0_sqr (c * D - s * C)) as V. unfold Rsqr in V.
        replace (C * C + D * D) with ((s * s + c * c) * (C * C + D * D)) by (rewrite T; ring). lra. }
      replace (a k * c * C + a k * s * D) with (a k * (c * C + s * D)) by ring.
      eapply Rle_trans; [apply Rle_abs|]. rewrite Rabs_mult, Rmult_comm.
      apply Rmult_le_compat_r; [apply Rabs_pos | exact U].
    - apply is_series_add; apply is_series_mult_r; [now apply cosines_series | now apply sines_series].
    - apply is_series_mult_l. now apply Series_correct. }
  destruct (Rle_lt_or_eq_dec 0 (sqrt Q) Hs) as [P|E].
  - assert (sqrt Q <= A) by (apply Rmult_le_reg_l with (sqrt Q); [assumption | lra]). simpl. nra.
  - rewrite <- E in Hq. pose proof (pow2_ge_0 A). lra.
Qed.

Section Hierarchy.
Variables (gam : R) (h : nat -> R).
Hypothesis gam01 : 0 <= gam < 1.
Hypothesis h_bounded : bounded h.

(* claim: convergence-hierarchy *)
Theorem recency_bounds_modulus : weak_recency h -> h O = 1 -> modulus gam h <= gam.
Proof.
  intros W H1. assert (F : forall n, 0 <= weight h n) by (intros n; unfold weight; specialize (W n); lra).
  assert (N : forall i, 0 <= h i) by (intros [|i]; [lra | apply W]).
  pose proof (weak_recency_margin gam h gam01 h_bounded N) as M.
  unfold value_at_gamma, discounted_weights in M. unfold modulus.
  rewrite (Series_ext _ (fun n => weight h n * gam ^ S n)).
  - rewrite H1 in *. replace (1 - 1) with 0 by ring. rewrite Rabs_R0. lra.
  - intros n. now rewrite (Rabs_pos_eq (weight h n)).
Qed.
(* claim: convergence-hierarchy *)
Theorem modulus_bounds_circle : inside gam h (modulus gam h).
Proof.
  intros x. pose proof (coef_summable gam h gam01 h_bounded) as A.
  pose proof (update_summable gam h 1 gam01 h_bounded Rlt_0_1) as U.
  pose proof (modulus_of_waves _ x U) as H. unfold factor.
  rewrite real_part_cosines, imag_part_sines by assumption.
  pose proof (update_series gam h 1 _ _ (cosines_series _ A x)) as C.
  pose proof (update_series gam h 1 _ _ (sines_series _ A x)) as D.
  cbv beta in C, D. simpl (INR 0) in C, D. rewrite Rmult_0_l, cos_0 in C. rewrite Rmult_0_l, sin_0 in D.
  unfold cosines at 1 2, sines at 1 2 in H.
  rewrite (is_series_unique _ _ C), (is_series_unique _ _ D) in H.
  replace (modulus gam h) with (Series (fun k => Rabs (update_coef gam h 1 k))); [simpl in *; lra|].
  rewrite Series_incr_1 by exact U. unfold modulus, update_coef. cbn [coef]. rewrite Rmult_1_l. f_equal.
  apply Series_ext. intros n.
  replace (0 - 1 * - (weight h n * gam ^ S n)) with (weight h n * gam ^ S n) by ring.
  rewrite Rabs_mult, (Rabs_pos_eq (gam ^ S n)) by (apply pow_le; lra). reflexivity.
Qed.
(* claim: convergence-hierarchy *)
Theorem circle_bounds_operator b : inside gam h b ->
  forall (X : finite) (M : mrp X) (d : vec X), stationary (P M) d -> forall v : vec X,
  let error s := v s - value M gam s in
  let later s := linear_return M gam h v s - value M gam s in
  inner d later later <= b ^ 2 * inner d error error.
Proof.
  intros H X M d Hd v error later.
  apply (shrinks_everywhere gam h 1 gam01 h_bounded Rlt_0_1 (b ^ 2) H X M d Hd error).
  intros s. unfold error, later. pose proof (return_filter M gam h gam01 h_bounded v s). lra.
Qed.
(* claim: convergence-hierarchy *)
Theorem circle_bounds_real_part b : 0 <= b -> inside gam h b -> forall x, 1 - b <= real_part gam h x.
Proof.
  intros Hb H x. specialize (H x). unfold factor in H. set (r := real_part gam h x) in *.
  pose proof (pow2_ge_0 (1 * imag_part gam h x)). apply Rnot_lt_le. intros C. simpl in *. nra.
Qed.
End Hierarchy.

(* ---- strictness ---- *)
Definition finite_return (l : list R) (i : nat) : R := nth i l 0.
Lemma finite_return_beyond l i : (length l <= i)%nat -> finite_return l i = 0.
Proof. intros H. now apply nth_overflow. Qed.
Lemma finite_return_bounded l : bounded (finite_return l).
Proof. eapply bounded_of_lim, bounded_finite, finite_return_beyond. Qed.
Lemma finite_weights (l : list R) gam (c : nat -> R) :
  Series (fun n => weight (finite_return l) n * gam ^ S n * c n)
  = sum (length l) (fun n => weight (finite_return l) n * gam ^ S n * c n).
Proof. apply Series_finite. intros n Hn. unfold weight. rewrite !finite_return_beyond by lia. ring. Qed.
Lemma finite_modulus (l : list R) gam : modulus gam (finite_return l)
  = Rabs (1 - finite_return l 0) + sum (length l) (fun n => Rabs (weight
      (finite_return l) n) * gam ^ S n).
Proof.
  unfold modulus. f_equal. apply Series_finite. intros n Hn. unfold weight.
  rewrite !finite_return_beyond by lia. rewrite Rminus_0_r, Rabs_R0. ring.
Qed.

(* weights that rise, with a modulus of at most gamma *)
(* claim: convergence-hierarchy *)
Theorem modulus_without_recency gam : 0 <= gam < 1 ->
  let h := finite_return [1; 1 + (1 - gam) / 2] in ~ weak_recency h /\ h O = 1 /\ modulus gam h <= gam.
Proof.
  intros Hg h. split; [|split].
  - intros W. specialize (W O). unfold h, finite_return in W. simpl in W. lra.
  - reflexivity.
  - unfold h. rewrite finite_modulus. unfold weight, finite_return. simpl.
    replace (1 - 1) with 0 by ring. rewrite Rabs_R0.
    rewrite (Rabs_left1 (1 - (1 + (1 - gam) / 2))) by lra.
    rewrite (Rabs_pos_eq (1 + (1 - gam) / 2 - 0)) by lra.
    assert (0 <= gam * ((1 - gam) * (1 - gam))) by (apply Rmult_le_pos; [lra | apply Rle_0_sqr]). lra.
Qed.
(* |1 - f| <= 9/10 on the circle, with a modulus above one *)
(* claim: convergence-hierarchy *)
Theorem circle_without_modulus :
  let h := finite_return [1; 1 / 4; - (5 / 4); 7 / 4] in
  h O = 1 /\ inside (1 / 2) h (9 / 10) /\ modulus (1 / 2) h = 79 / 64.
Proof.
  intros h. split; [reflexivity | split].
  - intros x. unfold factor, real_part, imag_part, h.
    rewrite (finite_weights _ (1 / 2) (fun n => cos (INR (S n) * x))),
      (finite_weights _ (1 / 2) (fun n => sin (INR (S n) * x))).
    cbn [length sum]. unfold weight, finite_return. cbn [nth]. rewrite !S_INR. simpl (INR 0).
    set (c := cos x). set (s := sin x).
    assert (T : s * s + c * c = 1) by (pose proof (sin2_cos2 x) as Q; unfold Rsqr in Q; exact Q).
    assert (E1 : cos ((0 + 1) * x) = c /\ sin ((0 + 1) * x) = s)
      by (replace ((0 + 1) * x) with x by ring; split; reflexivity).
    assert (E2 : cos ((0 + 1 + 1) * x) = c * c - s * s /\ sin ((0 + 1 + 1) * x) = 2 * s * c).
    { replace ((0 + 1 + 1) * x) with (x + x) by ring. rewrite cos_plus, sin_plus. fold c s. split; ring. }
    assert (E3 : cos ((0 + 1 + 1 + 1) * x) = (c * c - s * s) * c - 2 * s * c * s
                 /\ sin ((0 + 1 + 1 + 1) * x) = 2 * s * c * c + (c * c - s * s) * s).
    { replace ((0 + 1 + 1 + 1) * x) with ((0 + 1 + 1) * x + x) by ring. rewrite cos_plus, sin_plus.
      destruct E2 as [-> ->]. fold c s. split; ring. }
    assert (E4 : cos ((0 + 1 + 1 + 1 + 1) * x)
        = (c * c - s * s) * (c * c - s * s) - 2 * s * c * (2 * s * c)
                 /\ sin ((0 + 1 + 1 + 1 + 1) * x) = 2 * s * c * (c * c - s * s)
                     + (c * c - s * s) * (2 * s * c)).
    { replace ((0 + 1 + 1 + 1 + 1) * x) with ((0 + 1 + 1) * x + (0 + 1 + 1) * x) by ring.
      rewrite cos_plus, sin_plus. destruct E2 as [-> ->]. split; ring. }
    destruct E1 as [-> ->], E2 as [-> ->], E3 as [-> ->], E4 as [-> ->].
    pose proof (COS_bound x) as B. fold c in B.
    assert (Es : s * s = 1 - c * c) by lra.
    match goal with |- ?l <= _ =>
      assert (F : l = 2593 / 4096 + (84 * (c * c * c) - 102 * (c * c) - 84 * c) / 256) end.
    { transitivity (9 / 64 * (s * s + c * c) + 9 / 64 * (s * s + c * c) ^ 2 + 9 / 64 * (s * s + c * c) ^ 3
        + 49 / 4096 * (s * s + c * c) ^ 4
        + (9 / 32 * (s * s + c * c) - 9 / 32 * (s * s + c * c) ^ 2 - 21 / 256 * (s * s + c * c) ^ 3) * c
        + (21 / 256 * (s * s + c * c) ^ 2 - 9 / 32 * (s * s + c * c)) * (c * c - s * s)
        + 21 / 256 * (s * s + c * c) * ((c * c - s * s) * c - 2 * (s * s) * c)).
      - field.
      - rewrite T, Es. field. }
    rewrite F.
    assert (0 <= (1 + c) * (1 + c) * ((1 - c) * (1 + c))) by (apply Rmult_le_pos;
        [apply Rle_0_sqr | nra]).
    assert (0 <= c * c * (c * c)) by apply Rle_0_sqr. nra.
  - unfold h. rewrite finite_modulus. unfold weight, finite_return. simpl.
    repeat match goal with |- context [Rabs ?y] =>
      first [rewrite (Rabs_pos_eq y) by lra | rewrite (Rabs_left1 y) by lra] end. field.
Qed.
(* a positive margin, with |1 - f| above one at the angle pi *)
(* claim: convergence-hierarchy *)
Theorem margin_without_circle :
  let h := weights_of [1; 0; 1]%Z 1 in
  h O = 1 /\ has_margin (9 / 10) h (717 / 100000) /\ forall b, b < 1 -> 0 <= b -> ~ inside (9 / 10) h b.
Proof.
  intros h. split; [unfold h, weights_of, entry; simpl; field | split; [apply rising_weights_certified|]].
  intros b Hb Hb0 H. specialize (H PI). unfold factor, real_part in H.
  rewrite (Series_finite 3) in H.
  2:{ intros n Hn. unfold h, weight. rewrite !weights_of_beyond by (simpl; lia). ring. }
  assert (C : forall n, cos (INR n * PI) = (-1) ^ n).
  { assert (G : forall n, cos (INR n * PI) = (-1) ^ n /\ sin (INR n * PI) = 0).
    { induction n as [|n [I1 I2]]; [simpl; rewrite Rmult_0_l, cos_0, sin_0; split; ring|].
      rewrite S_INR. replace ((INR n + 1) * PI) with (INR n * PI + PI) by ring.
      rewrite neg_cos, neg_sin, I1, I2. simpl. split; ring. }
    intros n. apply G. }
  cbn [sum] in H. rewrite !C in H. unfold h, weight, weights_of, entry in H. simpl in H.
  pose proof (pow2_ge_0 (1 * imag_part (9 / 10) h PI)) as I. unfold h, weights_of, entry in I.
  simpl in I. nra.
Qed.
