(* Real and imaginary part of the update filter f(z) = h_0 - sum_n c_n z^n on the circle |z| = gamma,
   and what a bound on the circle says about every finite chain:
   - a cosine series that is at least e at every angle is at least e cov 0 when the covariances of
     the stationary chain take the place of the cosines (Herglotz, by Fejer's finite argument);
   - a power series whose square is at most B on the circle has at most the square B as an operator
     in the norm of a stationary distribution (von Neumann's inequality).
   Shared by the claims on convergence; it belongs to no single one. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators StationaryBasics.
Open Scope R_scope.

(* f(gamma e^{i x}) = real_part + i imag_part *)
Definition real_part (gam : R) (h : nat -> R) (x : R) : R :=
  h O - Series (fun n => weight h n * gam ^ S n * cos (INR (S n) * x)).
Definition imag_part (gam : R) (h : nat -> R) (x : R) : R :=
  - Series (fun n => weight h n * gam ^ S n * sin (INR (S n) * x)).

Definition cosines (a : nat -> R) (x : R) : R := Series (fun k => a k * cos (INR k * x)).
Definition sines (a : nat -> R) (x : R) : R := Series (fun k => a k * sin (INR k * x)).

(* ---- cosine and sine series ---- *)
Lemma cos_abs x : Rabs (cos x) <= 1.
Proof. apply Rabs_le, COS_bound. Qed.
Lemma sin_abs x : Rabs (sin x) <= 1.
Proof. apply Rabs_le, SIN_bound. Qed.
Section Cosines.
Variable a : nat -> R.
Hypothesis a_summable : summable a.
Lemma cosines_series x : is_series (fun k => a k * cos (INR k * x)) (cosines a x).
Proof. apply Series_correct, summable_times; [assumption|]. intros; apply cos_abs. Qed.
Lemma sines_series x : is_series (fun k => a k * sin (INR k * x)) (sines a x).
Proof. apply Series_correct, summable_times; [assumption|]. intros; apply sin_abs. Qed.
Lemma times_small (c : nat -> R) : (forall k, Rabs (c k) <= 1)
    -> forall k, Rabs (a k * c k) <= Rabs (a k).
Proof. intros H k. rewrite Rabs_mult. pose proof (Rabs_pos (a k)). specialize (H k). nra. Qed.
Lemma cosines_rest x N : Rabs (cosines a x - sum N (fun k => a k * cos (INR k * x))) <= rest a N.
Proof.
  apply rest_bound; [assumption | | apply cosines_series].
  apply (times_small (fun k => cos (INR k * x))). intros; apply cos_abs.
Qed.
Lemma sines_rest x N : Rabs (sines a x - sum N (fun k => a k * sin (INR k * x))) <= rest a N.
Proof.
  apply rest_bound; [assumption | | apply sines_series].
  apply (times_small (fun k => sin (INR k * x))). intros; apply sin_abs.
Qed.
Lemma cosines_abs x : Rabs (cosines a x) <= Series (fun k => Rabs (a k)).
Proof.
  pose proof (cosines_rest x 0) as H. unfold rest in H. simpl in H. now rewrite !Rminus_0_r in H.
Qed.
Lemma sines_abs x : Rabs (sines a x) <= Series (fun k => Rabs (a k)).
Proof.
  pose proof (sines_rest x 0) as H. unfold rest in H. simpl in H. now rewrite !Rminus_0_r in H.
Qed.
Lemma cosines_even x : cosines a (- x) = cosines a x.
Proof. apply Series_ext. intros k. rewrite <- (cos_neg (INR k * x)). do 2 f_equal. ring. Qed.
Lemma sum_continuous (c : R -> R) N x : continuity c ->
  continuity_pt (fun y => sum N (fun k => a k * c (INR k * y))) x.
Proof.
  intros Hc. induction N as [|N IH]; [now apply continuity_pt_const|].
  apply (continuity_pt_plus (fun y => sum N (fun k => a k * c (INR k * y))) (fun y => a N * c
      (INR N * y)));
    [exact IH|].
  apply (continuity_pt_mult (fun _ => a N) (fun y => c (INR N * y))); [now apply continuity_pt_const|].
  apply (continuity_pt_comp (fun y => INR N * y) c); [|apply Hc].
  apply (continuity_pt_mult (fun _ => INR N) (fun y => y)); [now apply continuity_pt_const|].
  apply derivable_continuous_pt, derivable_pt_id.
Qed.
(* what is approximated by finite sums, uniformly in the angle, is continuous *)
Lemma waves_continuous (c f : R -> R) x : continuity c ->
  (forall y N, Rabs (f y - sum N (fun k => a k * c (INR k * y))) <= rest a N) -> continuity_pt f x.
Proof.
  intros Hc Hf eps He. pose proof (rest_lim a a_summable) as L. apply is_lim_seq_spec in L.
  destruct (L (mkposreal (eps / 4) ltac:(lra))) as [N HN]. specialize (HN N (le_n N)). simpl in HN.
  rewrite Rminus_0_r, Rabs_pos_eq in HN by now apply rest_nonneg.
  destruct (sum_continuous c N x Hc (eps / 4) ltac:(lra)) as (dl & Hdl & D).
  exists dl. split; [assumption|]. intros y Hy. specialize (D y Hy). simpl in *. unfold R_dist in *.
  pose proof (Hf x N) as A. pose proof (Hf y N) as B.
  apply Rabs_def2 in D. apply Rabs_le_between in A. apply Rabs_le_between in B.
  apply Rabs_def1; lra.
Qed.
Lemma cosines_continuous x : continuity_pt (cosines a) x.
Proof. apply (waves_continuous cos); [exact continuity_cos | apply cosines_rest]. Qed.
Lemma sines_continuous x : continuity_pt (sines a) x.
Proof. apply (waves_continuous sin); [exact continuity_sin | apply sines_rest]. Qed.
Lemma sines_odd x : sines a (- x) = - sines a x.
Proof.
  unfold sines. rewrite <- Series_opp. apply Series_ext. intros k.
  replace (INR k * - x) with (- (INR k * x)) by ring. rewrite sin_neg. ring.
Qed.
End Cosines.

Lemma real_part_cosines gam h x : 0 <= gam < 1 -> bounded h -> real_part gam h x = cosines (coef gam h) x.
Proof.
  intros Hg Hh. unfold cosines. rewrite Series_incr_1.
  - unfold real_part. cbn [coef]. simpl (INR 0). rewrite Rmult_0_l, cos_0, Rmult_1_r.
    unfold Rminus. f_equal. rewrite <- Series_opp. apply Series_ext. intros n. ring.
  - eexists. apply cosines_series. now apply coef_summable.
Qed.
Lemma imag_part_sines gam h x : 0 <= gam < 1 -> bounded h -> imag_part gam h x = sines (coef gam h) x.
Proof.
  intros Hg Hh. unfold sines. rewrite Series_incr_1.
  - unfold imag_part. cbn [coef]. simpl (INR 0). rewrite Rmult_0_l, sin_0, Rmult_0_r, Rplus_0_l.
    rewrite <- Series_opp. apply Series_ext. intros n. ring.
  - eexists. apply sines_series. now apply coef_summable.
Qed.

(* ---- rational angles ---- *)
(* the j-th of m equal parts of a turn *)
Definition angle (m j : nat) : R := 2 * PI * INR j / INR m.
Lemma near_rational_angle x dl : 0 <= x -> 0 < dl ->
  exists k j : nat, Rabs (angle (S k) j - x) < dl.
Proof.
  intros Hx Hd. pose proof PI_RGT_0 as HP. unfold angle.
  destruct (nfloor_ex (2 * PI / dl)) as [k [_ Hm]]. { apply Rdiv_le_0_compat; lra. }
  rewrite <- S_INR in Hm. set (m := S k) in *.
  assert (M : 0 < INR m) by (apply lt_0_INR; unfold m; lia).
  destruct (nfloor_ex (x * INR m / (2 * PI))) as [j [J1 J2]].
  { apply Rdiv_le_0_compat; [apply Rmult_le_pos; lra | lra]. }
  exists k, j. fold m.
  apply (Rlt_div_l (2 * PI) (INR m) dl Hd) in Hm.
  apply (Rle_div_r (INR j) (x * INR m) (2 * PI)) in J1; [|lra].
  apply (Rlt_div_l (x * INR m) (INR j + 1) (2 * PI)) in J2; [|lra].
  assert (E : 2 * PI * INR j / INR m - x = (2 * PI * INR j - x * INR m) / INR m) by (field; lra).
  rewrite E. unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ INR m)) by (left;
      now apply Rinv_0_lt_compat).
  apply (Rlt_div_l (Rabs (2 * PI * INR j - x * INR m)) dl (INR m) M).
  apply Rabs_def1; lra.
Qed.
(* a continuous function that is positive somewhere, not at a negative angle, is so at a rational angle *)
Lemma positive_at_rational_angle (g : R -> R) x : 0 <= x -> continuity_pt g x -> 0 < g x ->
  exists k j, 0 < g (angle (S k) j).
Proof.
  intros Hx Hc Hg. destruct (Hc (g x) Hg) as (dl & Hdl & D).
  destruct (near_rational_angle x dl Hx Hdl) as (k & j & Hj). exists k, j.
  destruct (Req_dec x (angle (S k) j)) as [E|E]; [now rewrite <- E|].
  specialize (D (angle (S k) j) (conj (conj I E) Hj)). simpl in D. unfold R_dist in D.
  apply Rabs_def2 in D. lra.
Qed.

(* ---- cosines at equally spaced angles are orthogonal ---- *)
Lemma telescoping_cosines x n :
  2 * sin (x / 2) * sum n (fun j => cos (INR j * x)) = sin ((INR n - 1 / 2) * x) + sin (x / 2).
Proof.
  induction n as [|n IH].
  - simpl. replace ((0 - 1 / 2) * x) with (- (x / 2)) by field. rewrite sin_neg. ring.
  - rewrite sum_S, Rmult_plus_distr_l, IH, S_INR.
    replace ((INR n + 1 - 1 / 2) * x) with (INR n * x + x / 2) by field.
    replace ((INR n - 1 / 2) * x) with (INR n * x - x / 2) by field.
    rewrite sin_plus, sin_minus. ring.
Qed.
Lemma cosines_sum_to_zero m p : (0 < p < m)%nat -> sum m (fun j => cos (INR p * angle m j)) = 0.
Proof.
  intros Hp. assert (M : 0 < INR m) by (apply lt_0_INR; lia).
  assert (Q : 0 < INR p < INR m) by (split; [apply lt_0_INR | apply lt_INR]; lia).
  pose proof PI_RGT_0 as HP. set (x := 2 * PI * INR p / INR m).
  rewrite (sum_ext m _ (fun j => cos (INR j * x))).
  2:{ intros j _. f_equal. unfold angle, x. field. lra. }
  pose proof (telescoping_cosines x m) as T.
  replace ((INR m - 1 / 2) * x) with (- (x / 2) + 2 * INR p * PI) in T by (unfold x; field; lra).
  rewrite sin_period, sin_neg in T.
  assert (S0 : 0 < sin (x / 2)).
  { assert (E : x / 2 = PI * (INR p / INR m)) by (unfold x; field; lra).
    assert (0 < INR p / INR m) by (apply Rdiv_lt_0_compat; lra).
    assert (INR p / INR m < 1) by (apply (Rlt_div_l (INR p) 1 (INR m)); lra).
    rewrite E. apply sin_gt_0; nra. }
  nra.
Qed.
Lemma product_of_cosines m k e :
  sum m (fun j => cos (INR k * angle m j) * cos (INR (k + e) * angle m j))
  = (sum m (fun j => cos (INR e * angle m j)) + sum m (fun j => cos (INR (k + (k + e)) * angle m j))) / 2.
Proof.
  unfold Rdiv. rewrite <- sum_plus, Rmult_comm, <- sum_scal. apply sum_ext; intros j _.
  set (y := angle m j). rewrite !plus_INR.
  replace (INR e * y) with ((INR k + INR e) * y - INR k * y) by ring.
  replace ((INR k + (INR k + INR e)) * y) with ((INR k + INR e) * y + INR k * y) by ring.
  rewrite cos_plus, cos_minus. field.
Qed.
Lemma no_frequency m : sum m (fun j => cos (INR 0 * angle m j)) = INR m.
Proof.
  rewrite (sum_ext m _ (fun _ => 1)); [rewrite sum_const; ring|]. intros. simpl.
  now rewrite Rmult_0_l, cos_0.
Qed.
Definition square_of_cosines (m k : nat) : R := match k with O => INR m | _ => INR m / 2 end.
Lemma orthogonal_same m k : (k + k < m)%nat ->
  sum m (fun j => cos (INR k * angle m j) * cos (INR k * angle m j)) = square_of_cosines m k.
Proof.
  intros H. pose proof (product_of_cosines m k 0) as O. rewrite !Nat.add_0_r in O.
  rewrite O, no_frequency.
  destruct k as [|k]; cbn [square_of_cosines].
  - simpl (0 + 0)%nat. rewrite no_frequency. field.
  - rewrite cosines_sum_to_zero by lia. field.
Qed.
Lemma orthogonal m k l : k <> l -> (k + l < m)%nat ->
  sum m (fun j => cos (INR k * angle m j) * cos (INR l * angle m j)) = 0.
Proof.
  assert (G : forall k l, (k < l)%nat -> (k + l < m)%nat ->
     sum m (fun j => cos (INR k * angle m j) * cos (INR l * angle m j)) = 0).
  { intros k' l' Hkl Hm. replace l' with (k' + (l' - k'))%nat by lia.
    rewrite product_of_cosines. rewrite !cosines_sum_to_zero by lia. field. }
  intros Hn Hm. destruct (lt_dec k l) as [H|H]; [now apply G|].
  rewrite (sum_ext m _ (fun j => cos (INR l * angle m j) * cos (INR k * angle m j))) by (intros; ring).
  apply G; lia.
Qed.

(* ---- from the circle to covariances ---- *)
Section Fejer.
Variable rho : nat -> R.
Hypothesis positive : forall q m K, (m <= S K)%nat ->
  0 <= overlap q m 0 * rho O + 2 * sum K (fun k => overlap q m (S k) * rho (S k)).
Definition damping (K l : nat) : R := match l with O => INR K | _ => 2 * (INR K - INR l) end.
(* Fejer's damped sum of the covariances is not negative at any angle *)
Lemma damped K x : (1 <= K)%nat -> 0 <= sum K (fun l => damping K l * rho l * cos (INR l * x)).
Proof.
  intros HK. destruct K as [|K]; [lia|].
  pose proof (positive (fun j => cos (INR j * x)) (S K) K ltac:(lia)) as A.
  pose proof (positive (fun j => sin (INR j * x)) (S K) K ltac:(lia)) as B.
  assert (E : forall k, (k <= S K)%nat ->
     overlap (fun j => cos (INR j * x)) (S K) k + overlap (fun j => sin (INR j * x)) (S K) k
     = (INR (S K) - INR k) * cos (INR k * x)).
  { intros k Hk. unfold overlap. rewrite <- sum_plus, (sum_ext _ _ (fun _ => cos (INR k * x))).
    - rewrite sum_const, minus_INR by lia. reflexivity.
    - intros j _. rewrite plus_INR.
      replace (INR k * x) with ((INR j + INR k) * x - INR j * x) by ring. rewrite cos_minus. ring. }
  rewrite sum_first. cbn [damping].
  replace (INR (S K) * rho 0%nat * cos (INR 0 * x))
    with ((overlap (fun j => cos (INR j * x)) (S K) 0
        + overlap (fun j => sin (INR j * x)) (S K) 0) * rho 0%nat).
  2:{ rewrite E by lia. simpl (INR 0). ring. }
  replace (sum K (fun i => 2 * (INR (S K) - INR (S i)) * rho (S i) * cos (INR (S i) * x)))
    with (2 * sum K (fun i => overlap (fun j => cos (INR j * x)) (S K) (S i) * rho (S i))
          + 2 * sum K (fun i => overlap (fun j => sin (INR j * x)) (S K) (S i) * rho (S i))).
  - lra.
  - rewrite <- !sum_scal, <- sum_plus. apply sum_ext; intros i Hi.
    transitivity (2 * (overlap (fun j => cos (INR j * x)) (S K) (S i)
                       + overlap (fun j => sin (INR j * x)) (S K) (S i)) * rho (S i)); [ring|].
    rewrite E by lia. ring.
Qed.

Section Polynomial.
Variables (a : nat -> R) (N : nat).
Hypothesis nonneg : forall x, 0 <= sum (S N) (fun k => a k * cos (INR k * x)).
Lemma against_damped K : (N < K)%nat -> 0 <= sum (S N) (fun k => a k * (INR K - INR k) * rho k).
Proof.
  intros HK. set (m := S (N + K)).
  assert (Hm : 0 < INR m) by (apply lt_0_INR; unfold m; lia).
  assert (A : 0 <= sum m (fun j => sum (S N) (fun k => a k * cos (INR k * angle m j))
                                * sum K (fun l => damping K l * rho l * cos (INR l * angle m j)))).
  { apply sum_nonneg; intros j _. apply Rmult_le_pos; [apply nonneg | apply damped; lia]. }
  assert (E : sum m (fun j => sum (S N) (fun k => a k * cos (INR k * angle m j))
                                * sum K (fun l => damping K l * rho l * cos (INR l * angle m j)))
              = INR m * sum (S N) (fun k => a k * (INR K - INR k) * rho k)).
  { transitivity (sum m (fun j => sum (S N) (fun k => sum K (fun l =>
        a k * damping K l * rho l * (cos (INR k * angle m j) * cos (INR l * angle m j)))))).
    - apply sum_ext; intros j _. rewrite Rmult_comm, <- sum_scal. apply sum_ext; intros k _.
      rewrite Rmult_comm, <- sum_scal. apply sum_ext; intros l _. ring.
    - rewrite sum_swap, <- sum_scal. apply sum_ext; intros k Hk. rewrite sum_swap.
      rewrite (sum_one K k).
      + rewrite sum_scal, orthogonal_same by (unfold m; lia).
        destruct k as [|k]; cbn [damping square_of_cosines].
        * simpl (INR 0). ring.
        * field.
      + lia.
      + intros l Hl Hne. rewrite sum_scal, orthogonal; [ring | lia | unfold m; lia]. }
  rewrite E in A. nra.
Qed.
Lemma polynomial_of_positive : 0 <= sum (S N) (fun k => a k * rho k).
Proof.
  set (s := sum (S N) (fun k => a k * rho k)). set (y := sum (S N) (fun k => INR k * (a k * rho k))).
  assert (B : forall K, (N < K)%nat -> 0 <= INR K * s - y).
  { intros K HK. pose proof (against_damped K HK) as Q.
    replace (INR K * s - y) with (INR K * s + (-1) * y) by ring.
    unfold s, y. rewrite <- !sum_scal, <- sum_plus.
    erewrite sum_ext; [exact Q|]. intros; cbv beta; ring. }
  destruct (Rle_lt_dec 0 s) as [|Hs]; [assumption|exfalso].
  destruct (nfloor_ex (Rmax 0 (- y / - s))) as [T [_ HT]]; [apply Rmax_l|].
  pose proof (Rmax_r 0 (- y / - s)).
  assert (HT' : - y / - s < INR T + 1) by lra.
  apply (Rlt_div_l (- y) (INR T + 1) (- s)) in HT'; [|lra].
  pose proof (B (S T + S N)%nat ltac:(lia)) as Q. rewrite plus_INR, S_INR in Q.
  pose proof (pos_INR (S N)). nra.
Qed.
End Polynomial.
End Fejer.

Section Herglotz.
Context {X : finite} (M : mrp X) (d : vec X) (v : vec X).
Hypothesis d_stationary : stationary (P M) d.
Notation rho := (cov M d v).
Lemma polynomial_of_covariances (a : nat -> R) N :
  (forall x, 0 <= sum (S N) (fun k => a k * cos (INR k * x))) -> 0 <= sum (S N) (fun k => a k * rho k).
Proof. apply polynomial_of_positive. intros. now apply positive_definite. Qed.

(* Herglotz: a cosine series that is at least e at every angle is at least e cov 0 at the covariances *)
Theorem series_of_covariances (a : nat -> R) (e l : R) : summable a ->
  (forall x, e <= cosines a x) -> is_series (fun k => a k * rho k) l -> e * rho O <= l.
Proof.
  intros Ha He Hl.
  assert (F : forall N, (e - rest a (S N)) * rho O <= sum (S N) (fun k => a k * rho k)).
  { intros N. set (t := rest a (S N)).
    pose proof (polynomial_of_covariances (fun k => match k with O => a O - e + t | _ => a k end) N) as Q.
    assert (H : 0 <= (a O - e + t) * rho O + sum N (fun k => a (S k) * rho (S k))).
    { rewrite sum_first in Q. apply Q. intros x. rewrite sum_first. simpl (INR 0).
      rewrite Rmult_0_l, cos_0, Rmult_1_r. specialize (He x). pose proof (cosines_rest a Ha x (S N)) as B.
      apply Rabs_le_between in B. rewrite sum_first in B. simpl (INR 0) in B.
      rewrite Rmult_0_l, cos_0, Rmult_1_r in B. fold t in B. lra. }
    rewrite sum_first. lra. }
  apply is_series_lim in Hl. apply (is_lim_seq_incr_1 (fun n => sum n _)) in Hl.
  pose proof (rest_lim a Ha) as L. apply (is_lim_seq_incr_1 (rest a)) in L.
  replace (e * rho O) with ((e - 0) * rho O) by ring.
  apply (is_lim_seq_le (fun N => (e - rest a (S N)) * rho O) (fun N => sum (S N) (fun k => a k * rho k))
           ((e - 0) * rho O) l); [exact F | | exact Hl].
  apply is_lim_seq_mult'; [|apply is_lim_seq_const].
  apply is_lim_seq_minus'; [apply is_lim_seq_const | exact L].
Qed.

(* ---- von Neumann's inequality ---- *)
Lemma square_by_lags (b : nat -> R) m K x : (m <= S K)%nat ->
  sum m (fun k => b k * cos (INR k * x)) * sum m (fun k => b k * cos (INR k * x))
  + sum m (fun k => b k * sin (INR k * x)) * sum m (fun k => b k * sin (INR k * x))
  = overlap b m 0 + 2 * sum K (fun k => overlap b m (S k) * cos (INR (S k) * x)).
Proof.
  induction m as [|m IH]; intros HK.
  - rewrite overlap_beyond by lia. rewrite (sum_ext K _ (fun _ => 0)), sum_zero.
    + simpl. ring.
    + intros. rewrite overlap_beyond by lia. ring.
  - rewrite (overlap_S b m 0), (overlap_lags b m K (fun k => cos (INR k * x))) by lia.
    replace (m - 0)%nat with m by lia. specialize (IH ltac:(lia)).
    assert (E : sum m (fun j => b j * cos (INR (m - j) * x))
                = cos (INR m * x) * sum m (fun k => b k * cos (INR k * x))
                  + sin (INR m * x) * sum m (fun k => b k * sin (INR k * x))).
    { rewrite <- !sum_scal, <- sum_plus. apply sum_ext; intros j Hj. rewrite minus_INR by lia.
      replace ((INR m - INR j) * x) with (INR m * x - INR j * x) by ring. rewrite cos_minus. ring. }
    rewrite E, !sum_S. pose proof (sin2_cos2 (INR m * x)) as Q. unfold Rsqr in Q.
    set (C := sum m (fun k => b k * cos (INR k * x))) in *.
    set (D := sum m (fun k => b k * sin (INR k * x))) in *.
    set (cm := cos (INR m * x)) in *. set (sm := sin (INR m * x)) in *.
    transitivity (C * C + D * D + b m * b m * (sm * sm + cm * cm) + 2 * (b m * (cm * C + sm * D)));
        [ring|].
    rewrite IH, Q. ring.
Qed.
Lemma combined_sum (q : nat -> R) m s :
  combined M q v m s = sum m (fun j => q (m - 1 - j)%nat * iter j (next M) v s).
Proof.
  revert s. induction m as [|m IH]; intros s; [reflexivity|]. cbn [combined]. rewrite sum_first.
  replace (S m - 1 - 0)%nat with m by lia. f_equal.
  rewrite (next_ext M _ _ s IH). unfold next at 1.
  transitivity (total X (fun s' => sum m (fun j => P M s s' * (q (m - 1 - j)%nat * iter j
      (next M) v s')))).
  - apply total_ext; intros. now rewrite sum_scal.
  - rewrite total_sum. apply sum_ext; intros j Hj.
    replace (S m - 1 - S j)%nat with (m - 1 - j)%nat by lia. simpl iter. unfold next at 2.
    rewrite <- total_scal. apply total_ext; intros; ring.
Qed.
Lemma von_neumann_polynomial (b : nat -> R) N B :
  (forall x, sum (S N) (fun k => b k * cos (INR k * x)) * sum (S N) (fun k => b k * cos (INR k * x))
             + sum (S N) (fun k => b k * sin (INR k * x)) * sum (S N) (fun k => b k * sin
                 (INR k * x)) <= B) ->
  inner d (fun s => sum (S N) (fun k => b k * iter k (next M) v s))
          (fun s => sum (S N) (fun k => b k * iter k (next M) v s)) <= B * rho O.
Proof.
  intros HB. set (q := fun j => b (S N - 1 - j)%nat).
  assert (E : forall s, sum (S N) (fun k => b k * iter k (next M) v s) = combined M q v (S N) s).
  { intros s. rewrite combined_sum. apply sum_ext; intros k Hk. unfold q. do 2 f_equal. lia. }
  rewrite (inner_ext d _ _ _ _ E E).
  eapply Rle_trans; [apply (form_ge M d d_stationary)|].
  rewrite (form_by_lags M d q v (S N) N) by lia. unfold q. rewrite (overlap_rev b).
  rewrite (sum_ext N _ (fun k => overlap b (S N) (S k) * rho (S k)))
    by (intros; now rewrite (overlap_rev b)).
  pose proof (polynomial_of_covariances
    (fun k => match k with O => B - overlap b (S N) 0 | S i => -2 * overlap b (S N) (S i) end) N) as Q.
  rewrite sum_first in Q.
  rewrite (sum_ext N _ (fun k => -2 * (overlap b (S N) (S k) * rho (S k)))), sum_scal in Q by (intros;
      ring).
  assert (0 <= (B - overlap b (S N) 0) * rho O
      + -2 * sum N (fun k => overlap b (S N) (S k) * rho (S k))); [|lra].
  apply Q. intros x. specialize (HB x). rewrite (square_by_lags b (S N) N x) in HB by lia.
  rewrite sum_first. simpl (INR 0). rewrite Rmult_0_l, cos_0.
  rewrite (sum_ext N _ (fun k => -2 * (overlap b (S N) (S k) * cos (INR (S k) * x)))), sum_scal
      by (intros; ring).
  lra.
Qed.
Theorem von_neumann (b : nat -> R) (B : R) (w : vec X) : summable b ->
  (forall x, cosines b x * cosines b x + sines b x * sines b x <= B) ->
  (forall s, is_series (fun k => b k * iter k (next M) v s) (w s)) ->
  inner d w w <= B * inner d v v.
Proof.
  intros Hb HB Hw. set (A := Series (fun k => Rabs (b k))).
  assert (Sq : forall p p' t, Rabs p <= A -> Rabs (p - p') <= t -> Rabs p' <= A
      -> p' * p' <= p * p + 2 * A * t).
  { intros p p' t H1 H2 H3. pose proof (Rabs_pos p).
    assert (Rabs (p' + p) <= 2 * A) by (pose proof (Rabs_triang p' p); lra).
    assert (Rabs ((p' - p) * (p' + p)) <= t * (2 * A)).
    { rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; [|assumption].
      now rewrite Rabs_minus_sym. }
    pose proof (Rle_abs ((p' - p) * (p' + p))). lra. }
  assert (Pt : forall N c, (forall k, Rabs (c k) <= 1) -> Rabs (sum N (fun k => b k * c k)) <= A).
  { intros N c Hc. eapply Rle_trans; [apply sum_abs|].
    apply Rle_trans with (sum N (fun k => Rabs (b k))).
    - apply sum_le; intros k _. now apply times_small.
    - pose proof (rest_nonneg b N Hb) as R. unfold rest in R. fold A in R. lra. }
  assert (F : forall N, inner d (fun s => sum (S N) (fun k => b k * iter k (next M) v s))
                              (fun s => sum (S N) (fun k => b k * iter k (next M) v s))
                        <= (B + 4 * A * rest b (S N)) * rho O).
  { intros N. apply von_neumann_polynomial. intros x. specialize (HB x).
    pose proof (Sq _ _ _ (cosines_abs b Hb x) (cosines_rest b Hb x (S N))
                  (Pt (S N) (fun k => cos (INR k * x)) (fun k => cos_abs _))).
    pose proof (Sq _ _ _ (sines_abs b Hb x) (sines_rest b Hb x (S N))
                  (Pt (S N) (fun k => sin (INR k * x)) (fun k => sin_abs _))). lra. }
  replace (B * inner d v v) with ((B + 4 * A * 0) * rho O) by (unfold cov; simpl; ring).
  apply (is_lim_seq_le _ _ (inner d w w) ((B + 4 * A * 0) * rho O) F).
  - unfold inner, total. induction (size X) as [|n IH]; [apply is_lim_seq_const|]. cbn [sum].
    apply is_lim_seq_plus'; [exact IH|].
    assert (L : forall s, is_lim_seq (fun N => sum (S N) (fun k => b k * iter k (next M) v s)) (w s)).
    { intros s. apply (is_lim_seq_incr_1 (fun n => sum n (fun k => b k * iter k (next M) v s))).
      apply is_series_lim, Hw. }
    apply is_lim_seq_mult'; [|apply L]. apply is_lim_seq_mult'; [apply is_lim_seq_const | apply L].
  - pose proof (rest_lim b Hb) as L. apply (is_lim_seq_incr_1 (rest b)) in L.
    apply is_lim_seq_mult'; [|apply is_lim_seq_const].
    apply is_lim_seq_plus'; [apply is_lim_seq_const|].
    apply is_lim_seq_mult'; [apply is_lim_seq_const | exact L].
Qed.
End Herglotz.
