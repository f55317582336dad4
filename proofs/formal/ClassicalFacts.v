(* The classical facts about Markov chains that the Python proofs take over
   (symbolic/rules/classical.py), one theorem for each, in its words: an operator is
   H v = A(gamma P) r + B(gamma P) v for power series A, B that converge in |z| < 1,
     and what is said
   of it is said of H v - H v', for all value functions v and v'.  They belong to no single claim.
   *)
From Coq Require Import Reals Lra Lia PeanoNat FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators StepSizes StationaryBasics Spectrum.
Open Scope R_scope.

(* ---- positive definite sequences ---- *)
(* the sum of q_i q_j rho_|i-j| over i, j < m is not negative *)
Definition covariance (rho : nat -> R) : Prop := forall m (q : nat -> R),
  0 <= sum m (fun i => sum m (fun j => q i * q j * rho (i - j + (j - i))%nat)).

Lemma by_distance rho q m K : (m <= S K)%nat ->
  sum m (fun i => sum m (fun j => q i * q j * rho (i - j + (j - i))%nat))
  = overlap q m 0 * rho O + 2 * sum K (fun k => overlap q m (S k) * rho (S k)).
Proof.
  induction m as [|m IH]; intros HK.
  - simpl sum at 1. rewrite overlap_beyond by lia. rewrite (sum_ext K _ (fun _ => 0)), sum_zero;
      [ring|].
    intros. rewrite overlap_beyond by lia. ring.
  - rewrite (overlap_S q m 0), (overlap_lags q m K rho) by lia. rewrite sum_S.
    rewrite (sum_ext m _ (fun i => sum m (fun j => q i * q j * rho (i - j + (j - i))%nat)
      + q m * (q i * rho (m - i)%nat))).
    + rewrite sum_plus, IH, sum_S, sum_scal by lia.
      rewrite (sum_ext m (fun j => q m * q j * _) (fun j => q m * (q j * rho (m - j)%nat))),
        sum_scal.
      * replace (m - m + (m - m))%nat with O by lia. replace (m - 0)%nat with m by lia. ring.
      * intros j Hj. replace (m - j + (j - m))%nat with (m - j)%nat by lia. ring.
    + intros i Hi. rewrite sum_S. replace (i - m + (m - i))%nat with (m - i)%nat by lia. ring.
Qed.

(* claim: classical-facts *)
Theorem quadratic_form rho q m : covariance rho ->
  0 <= rho O * sum m (fun i => q i ^ 2)
       + 2 * sum (m - 1) (fun k => rho (S k) * sum (m - S k) (fun i => q i * q (i + S k)%nat)).
Proof.
  intros H. specialize (H m q). rewrite (by_distance rho q m (m - 1)) in H by lia.
  eapply Rle_trans; [exact H|]. right. f_equal.
  - unfold overlap. rewrite Nat.sub_0_r, Rmult_comm. f_equal. apply sum_ext; intros.
    rewrite Nat.add_0_r. ring.
  - f_equal. apply sum_ext; intros. unfold overlap. ring.
Qed.

(* q_0 = 1, q_k = t and 0 elsewhere *)
Lemma two_members rho k t : covariance rho -> 0 <= rho (S k) * (2 * t) + rho O * (1 + t * t).
Proof.
  intros H. set (q := fun i => if Nat.eqb i 0 then 1 else if Nat.eqb i (S k) then t else 0).
  assert (E : forall f : nat -> R, sum (S (S k)) (fun i => q i * f i) = f O + t * f (S k)).
  { intros f. rewrite sum_first, sum_S. replace (q (S k)) with t by
      (unfold q; now rewrite Nat.eqb_refl).
    change (q O) with 1. rewrite (sum_ext k _ (fun _ => 0)), sum_zero; [ring|].
    intros i Hi. unfold q. destruct (Nat.eqb_spec (S i) (S k)); [lia|]. cbn [Nat.eqb]. ring. }
  specialize (H (S (S k)) q). eapply Rle_trans; [exact H|]. right.
  rewrite (sum_ext _ _ (fun i => q i * sum (S (S k)) (fun j => q j * rho (i - j + (j - i))%nat))).
  - rewrite E, !E, !Nat.sub_0_r, !Nat.sub_diag, !Nat.add_0_r. simpl (0 + _)%nat.
    cbn [Nat.sub Nat.add]. rewrite ?Nat.add_0_r. ring.
  - intros i _. rewrite <- sum_scal. apply sum_ext; intros; ring.
Qed.
(* claim: classical-facts *)
Theorem largest_covariance rho k : covariance rho -> Rabs (rho k) <= rho O.
Proof.
  intros H. destruct k as [|k].
  - apply Req_le, Rabs_pos_eq. pose proof (H 1%nat (fun _ => 1)) as Q. simpl in Q. lra.
  - pose proof (two_members rho k 1 H). pose proof (two_members rho k (-1) H). apply Rabs_le. lra.
Qed.

Lemma sum_part f i n m : (forall j, 0 <= f j) -> (i + n <= m)%nat ->
  sum n (fun j => f (i + j)%nat) <= sum m f.
Proof.
  intros Hf Hm. replace m with (i + (n + (m - i - n)))%nat by lia. rewrite !sum_split.
  pose proof (sum_nonneg i f (fun j _ => Hf j)).
  pose proof (sum_nonneg (m - i - n) (fun j => f (i + (n + j))%nat) (fun j _ => Hf _)). lra.
Qed.
(* rho_0 = 1, rho_lag = x/2 and 0 elsewhere *)
(* claim: classical-facts *)
Theorem echo lag x : (1 <= lag)%nat -> Rabs x <= 1 ->
  covariance (fun n => if Nat.eqb n 0 then 1 else if Nat.eqb n lag then x / 2 else 0).
Proof.
  intros Hl Hx. set (rho := fun n => if Nat.eqb n 0 then 1 else if Nat.eqb n lag then x / 2 else 0).
  intros m q. rewrite (by_distance rho q m (lag + m)), (sum_one _ (lag - 1)); try lia.
  2:{ intros i _ Hi. unfold rho. destruct (Nat.eqb_spec (S i) lag); [lia | cbn [Nat.eqb]; ring]. }
  replace (S (lag - 1)) with lag by lia. change (rho O) with 1.
  replace (rho lag) with (x / 2) by (unfold rho; rewrite Nat.eqb_refl; now destruct lag; [lia|]).
  assert (A : Rabs (overlap q m lag) <= overlap q m 0).
  { unfold overlap. rewrite Nat.sub_0_r. eapply Rle_trans; [apply sum_abs|].
    apply Rle_trans with (sum (m - lag) (fun j =>
      (q j * q j + q (j + lag)%nat * q (j + lag)%nat) / 2)).
    - apply sum_le; intros j _. apply Rabs_le. pose proof (Rle_0_sqr (q j + q (j + lag)%nat)).
      pose proof (Rle_0_sqr (q j - q (j + lag)%nat)). unfold Rsqr in *. lra.
    - destruct (le_lt_dec m lag) as [G|G].
      + replace (m - lag)%nat with O by lia. apply sum_nonneg; intros; rewrite Nat.add_0_r;
          apply Rle_0_sqr.
      + pose proof (sum_part (fun j => q j * q j) 0 (m - lag) m (fun i => Rle_0_sqr _) ltac:(lia))
          as S1.
        pose proof (sum_part (fun j => q j * q j) lag (m - lag) m (fun i => Rle_0_sqr _)
          ltac:(lia)) as S2.
        unfold Rdiv. rewrite sum_scal_r, sum_plus. cbn [Nat.add] in S1.
        rewrite (sum_ext (m - lag) (fun j => q (j + lag)%nat * q (j + lag)%nat)
          (fun j => q (lag + j)%nat * q (lag + j)%nat)) by (intros; now rewrite (Nat.add_comm lag)).
        rewrite (sum_ext m (fun j => q j * q (j + 0)%nat) (fun j => q j * q j)); [lra|].
        intros. now rewrite Nat.add_0_r. }
  assert (B : Rabs (overlap q m lag * x) <= overlap q m 0).
  { rewrite Rabs_mult. pose proof (Rabs_pos (overlap q m lag)). pose proof (Rabs_pos x). nra. }
  apply Rabs_le_between in B. lra.
Qed.

(* ---- operators ---- *)
(* an equation between numbers, also where Coquelicot names their type in another way *)
Ltac as_real := cbv beta; match goal with |- @eq _ ?p ?q => change (p = q :> R) end.
(* the series b_0 + b_1 z + ... converges in |z| < 1 *)
Definition analytic (b : nat -> R) : Prop :=
  forall q, 0 <= q < 1 -> summable (fun k => b k * q ^ k).
(* H v = A(gamma P) r + B(gamma P) v *)
Definition operator (gam : R) (a b : nat -> R) {X : finite} (M : mrp X) (v : vec X) : vec X :=
  fun s => Series (fun k => a k * iter k (disc M gam) (r M) s)
           + Series (fun k => b k * iter k (disc M gam) v s).

Section Operators.
Variables (gam : R) (a b : nat -> R).
Hypothesis gam01 : 0 <= gam < 1.
Hypothesis b_analytic : analytic b.
Notation H := (operator gam a b).
Notation c := (fun k => b k * gam ^ k).

(* H v - H v' for w = v - v' *)
Definition difference {X : finite} (M : mrp X) (v v' : vec X) : vec X :=
  fun s => H M v s - H M v' s.
Definition contracts {X : finite} (M : mrp X) (m : R) : Prop :=
  0 <= m /\ forall v v', dist (H M v) (H M v') <= m * dist v v'.
Definition bounded_in {X : finite} (M : mrp X) (d : vec X) (m : R) : Prop :=
  0 <= m /\ forall v v', let w s := v s - v' s in
  inner d (difference M v v') (difference M v v') <= m ^ 2 * inner d w w.
Definition dissipative {X : finite} (M : mrp X) (e : R) : Prop :=
  forall d, stationary (P M) d -> forall v v', let w s := v s - v' s in
  e * inner d w w <= inner d w (fun s => w s - difference M v v' s).
(* on the cycle of k + 1 states w(s) = e^{its}, t = 2 pi j/(k+1), is multiplied by x + iy *)
Definition wave (f : R -> R) (k j : nat) : vec (numbers k) :=
  fun s => f (angle (S k) j * INR (index _ s)).
Definition mode (k j : nat) (x y : R) : Prop := forall reward v v',
  ((forall s, v s - v' s = wave cos k j s) ->
     forall s, difference (cycle k reward) v v' s = x * wave cos k j s - y * wave sin k j s) /\
  ((forall s, v s - v' s = wave sin k j s) ->
     forall s, difference (cycle k reward) v v' s = x * wave sin k j s + y * wave cos k j s).

Lemma c_summable : summable c.
Proof. now apply b_analytic. Qed.
Lemma difference_series {X : finite} (M : mrp X) v v' s :
  is_series (fun k => c k * iter k (next M) (fun x => v x - v' x) s) (difference M v v' s).
Proof.
  assert (D : forall u, is_series (fun k => b k * iter k (disc M gam) u s)
                          (Series (fun k => b k * iter k (disc M gam) u s))).
  { intros u. apply Series_correct. apply ex_series_ext
      with (a := fun k => c k * iter k (next M) u s).
    - intros k. rewrite iter_disc_next. as_real. ring.
    - apply (summable_scaled c _ (norm u)); [apply c_summable|]. intros k.
      apply iter_next_bound, norm_ge. }
  unfold difference, operator. eapply is_series_eq.
  - eapply is_series_ext; [|apply (is_series_sub _ _ _ _ (D v) (D v'))]. intros k. as_real.
    rewrite <- Rmult_minus_distr_l, <- iter_minus, iter_disc_next. ring.
  - ring.
Qed.
Lemma difference_ext {X : finite} (M : mrp X) v v' (u : nat -> R) s y :
  (forall k, iter k (next M) (fun x => v x - v' x) s = u k) -> is_series (fun k => c k * u k) y ->
  difference M v v' s = y.
Proof.
  intros E Hy. rewrite <- (is_series_unique _ _ Hy),
    <- (is_series_unique _ _ (difference_series M v v' s)).
  apply Series_ext. intros k. now rewrite E.
Qed.

(* ---- modes of the cycle ---- *)
Lemma turns k j i :
  angle (S k) j * INR i = angle (S k) j * INR (i mod S k) + 2 * INR (j * (i / S k)) * PI.
Proof.
  rewrite (Nat.div_mod i (S k)) at 1 by lia. rewrite plus_INR, !mult_INR. unfold angle. field.
  apply not_0_INR. lia.
Qed.
Lemma iter_wave k j reward n s :
  iter n (next (cycle k reward)) (wave cos k j) s
    = cos (INR n * angle (S k) j) * wave cos k j s - sin (INR n * angle (S k) j) * wave sin k j s /\
  iter n (next (cycle k reward)) (wave sin k j) s
    = cos (INR n * angle (S k) j) * wave sin k j s + sin (INR n * angle (S k) j) * wave cos k j s.
Proof.
  rewrite !iter_next_cycle. unfold wave. rewrite index_point. set (i := index _ s).
  rewrite <- (cos_period (angle (S k) j * INR ((i + n) mod S k)) (j * ((i + n) / S k))),
    <- (sin_period (angle (S k) j * INR ((i + n) mod S k)) (j * ((i + n) / S k))), <- turns,
      plus_INR.
  set (t := angle (S k) j). replace (t * (INR i + INR n)) with (INR n * t + t * INR i) by ring.
  rewrite cos_plus, sin_plus. split; ring.
Qed.
(* claim: classical-facts *)
Theorem modes_of_a_cycle k j : mode k j (cosines c (angle (S k) j)) (sines c (angle (S k) j)).
Proof.
  pose proof (cosines_series _ c_summable (angle (S k) j)) as C.
  pose proof (sines_series _ c_summable (angle (S k) j)) as D.
  intros reward v v'. split; intros W s; apply functional_extensionality in W.
  - apply difference_ext with (u := fun n => cos (INR n * angle (S k) j) * wave cos k j s
      - sin (INR n * angle (S k) j) * wave sin k j s).
    + intros n. rewrite W. apply iter_wave.
    + eapply is_series_ext; [|apply (is_series_sub _ _ _ _ (is_series_mult_r (wave cos k j s) _ _ C)
        (is_series_mult_r (wave sin k j s) _ _ D))]. intros n. as_real. ring.
  - apply difference_ext with (u := fun n => cos (INR n * angle (S k) j) * wave sin k j s
      + sin (INR n * angle (S k) j) * wave cos k j s).
    + intros n. rewrite W. apply iter_wave.
    + eapply is_series_ext; [|apply (is_series_add _ _ _ _ (is_series_mult_r (wave sin k j s) _ _ C)
        (is_series_mult_r (wave cos k j s) _ _ D))]. intros n. as_real. ring.
Qed.
Lemma mode_unique k j x y : mode k j x y ->
  x = cosines c (angle (S k) j) /\ y = sines c (angle (S k) j).
Proof.
  intros Hm. pose proof (modes_of_a_cycle k j) as Hc.
  set (f := wave cos k j). set (o := (fun _ => 0) : vec (numbers k)).
  assert (W : forall s, f s - o s = wave cos k j s) by (intros; unfold f, o; ring).
  pose proof (proj1 (Hm o f o) W (point k 0)) as A. rewrite (proj1 (Hc o f o) W (point k 0)) in A.
  set (g := wave sin k j).
  assert (V : forall s, g s - o s = wave sin k j s) by (intros; unfold g, o; ring).
  pose proof (proj2 (Hm o g o) V (point k 0)) as B. rewrite (proj2 (Hc o g o) V (point k 0)) in B.
  unfold wave in A, B. rewrite index_point, Nat.mod_0_l in A, B by lia. simpl (INR 0) in A, B.
  rewrite Rmult_0_r, cos_0, sin_0 in A, B. lra.
Qed.
(* what a mode is multiplied by is not larger than the modulus in the maximum norm *)
(* claim: classical-facts *)
Theorem size_of_an_eigenvalue m k j x y : (forall (X : finite) (M : mrp X), contracts M m) ->
  mode k j x y -> x ^ 2 + y ^ 2 <= m ^ 2.
Proof.
  intros Hm Hx. destruct (mode_unique k j x y Hx) as [Ex Ey].
  set (M := cycle k (fun _ => 0)). set (l := sqrt (x ^ 2 + y ^ 2)). set (s := point k 0).
  assert (Q0 : 0 <= x ^ 2 + y ^ 2) by (pose proof (pow2_ge_0 x); pose proof (pow2_ge_0 y); lra).
  assert (L : l * l = x ^ 2 + y ^ 2) by now apply sqrt_sqrt.
  assert (L0 : 0 <= l) by apply sqrt_pos.
  set (v := fun s => x * wave cos k j s + y * wave sin k j s).
  set (o := (fun _ => 0) : vec (numbers k)).
  assert (D : difference M v o s = l * l).
  { apply difference_ext with (u := fun n => x * cos (INR n * angle (S k) j)
      + y * sin (INR n * angle (S k) j)).
    - intros n. unfold M. rewrite iter_next_cycle. unfold v, o.
      pose proof (proj1 (iter_wave k j (fun _ => 0) n s)) as C.
      pose proof (proj2 (iter_wave k j (fun _ => 0) n s)) as D. rewrite iter_next_cycle in C, D.
      rewrite C, D. unfold wave, s. rewrite index_point, Nat.mod_0_l by lia. simpl (INR 0).
      rewrite Rmult_0_r, cos_0, sin_0. ring.
    - rewrite L. replace (x ^ 2 + y ^ 2) with (x * x + y * y) by ring. rewrite Ex at 2.
      rewrite Ey at 2.
      eapply is_series_ext; [|apply (is_series_add _ _ _ _
        (is_series_mult_l x _ _ (cosines_series _ c_summable (angle (S k) j)))
        (is_series_mult_l y _ _ (sines_series _ c_summable (angle (S k) j))))]. intros n. as_real.
        ring. }
  assert (N : dist v o <= l).
  { apply norm_le; [assumption|]. intros t. unfold v, o, wave.
    set (z := angle (S k) j * INR (index _ t)).
    rewrite <- (Rabs_pos_eq l) by assumption. apply Rsqr_le_abs_0. unfold Rsqr. rewrite L.
    pose proof (sin2_cos2 z) as Z. unfold Rsqr in Z.
    pose proof (pow2_ge_0 (x * sin z - y * cos z)) as G.
    replace ((x * cos z + y * sin z - 0) * (x * cos z + y * sin z - 0))
      with ((x ^ 2 + y ^ 2) * (sin z * sin z + cos z * cos z) - (x * sin z - y * cos z) ^ 2)
      by ring.
    rewrite Z. lra. }
  destruct (Hm _ M) as [M0 C]. specialize (C v o).
  pose proof (norm_ge _ (difference M v o) s) as G. rewrite D in G.
  rewrite Rabs_pos_eq in G by now apply Rmult_le_pos.
  change (norm (difference M v o)) with (dist (operator gam a b M v) (operator gam a b M o)) in G.
  assert (l * l <= m * l) by (eapply Rle_trans; [exact G|]; eapply Rle_trans; [exact C|];
    now apply Rmult_le_compat_l).
  rewrite <- L. destruct (Req_dec l 0) as [E|E]; [rewrite E; pose proof (pow2_ge_0 m); lra|].
  assert (l <= m) by (apply Rmult_le_reg_r with l; lra). simpl. rewrite Rmult_1_r.
  now apply Rmult_le_compat.
Qed.
(* on the cycle of k + 1 states without rewards, where v(s) is u_s, H v is x at the first state *)
Definition on_cycle (k : nat) (u : nat -> R) (x : R) : Prop :=
  forall v : vec (numbers k), (forall n, v (point k n) = u n) ->
  H (cycle k (fun _ => 0)) v (point k 0) = x.
(* H 0 = 0 there, so values of at most 1 do not become larger than the modulus *)
(* claim: classical-facts *)
Theorem values_on_a_cycle m k u x : (forall (X : finite) (M : mrp X), contracts M m) ->
  on_cycle k u x -> (forall n, Rabs (u n) <= 1) -> (forall n, u (n + S k)%nat = u n) -> Rabs x <= m.
Proof.
  intros Hm Hx Hu P. set (M := cycle k (fun _ => 0)). set (o := (fun _ => 0) : vec (numbers k)).
  set (v := (fun s => u (index _ s)) : vec (numbers k)).
  assert (T : forall q i, u (i + q * S k)%nat = u i).
  { intros q i. induction q as [|q IH]; [now rewrite Nat.add_0_r|].
    replace (i + S q * S k)%nat with (i + q * S k + S k)%nat by lia. now rewrite P. }
  assert (V : forall n, v (point k n) = u n).
  { intros n. unfold v. rewrite index_point, <- (T (n / S k)%nat (n mod S k)).
    f_equal. rewrite (Nat.div_mod n (S k)) at 3 by lia. lia. }
  assert (Z : H M o (point k 0) = 0).
  { unfold operator. change (r M) with o.
    rewrite !(is_series_unique _ 0); [ring| |];
      (apply is_series_ext with (a := fun _ => 0); [|apply is_series_zero]);
      intros n; unfold o; rewrite iter_zero; symmetry; apply Rmult_0_r. }
  assert (N : dist v o <= 1).
  { apply norm_le; [lra|]. intros s. unfold v, o. rewrite Rminus_0_r. apply Hu. }
  destruct (Hm _ M) as [M0 C]. specialize (C v o).
  pose proof (norm_ge _ (difference M v o) (point k 0)) as G. unfold difference in G at 1.
  pose proof (Hx v V) as E. fold M in E. rewrite Z, E, Rminus_0_r in G.
  change (norm (difference M v o)) with (dist (H M v) (H M o)) in G.
  assert (m * dist v o <= m * 1) by now apply Rmult_le_compat_l. lra.
Qed.
(* claim: classical-facts *)
Theorem margin_on_a_mode e k j x y : (forall (X : finite) (M : mrp X), dissipative M e) ->
  mode k j x y -> e <= 1 - x.
Proof.
  intros He Hx. set (M := cycle k (fun _ => 0)).
  set (d := (fun _ => / INR (S k)) : vec (numbers k)).
  set (f := wave cos k j). set (g := wave sin k j). set (o := (fun _ => 0) : vec (numbers k)).
  assert (F : forall s, f s - o s = f s) by (intros; unfold o; ring).
  assert (G : forall s, g s - o s = g s) by (intros; unfold o; ring).
  pose proof (He _ M d (cycle_stationary k _) f o) as A.
  pose proof (He _ M d (cycle_stationary k _) g o) as B.
  cbv zeta in A, B.
  rewrite (inner_ext d _ _ f f F F), (inner_ext d _ _ f (fun s => f s - (x * f s - y * g s)) F) in A
    by (intros s; rewrite F; f_equal; apply (proj1 (Hx _ f o) F s)).
  rewrite (inner_ext d _ _ g g G G), (inner_ext d _ _ g (fun s => g s - (x * g s + y * f s)) G) in B
    by (intros s; rewrite G; f_equal; apply (proj2 (Hx _ g o) G s)).
  assert (T : inner d f f + inner d g g = 1).
  { unfold inner. rewrite <- total_plus, (total_ext _ _ d).
    - apply (proj1 (proj2 (cycle_stationary k (fun _ => 0)))).
    - intros s. unfold f, g, wave. set (z := angle (S k) j * INR (index _ s)).
      pose proof (sin2_cos2 z) as Z. unfold Rsqr in Z.
      replace (d s * cos z * cos z + d s * sin z * sin z)
        with (d s * (sin z * sin z + cos z * cos z)) by ring.
      rewrite Z. ring. }
  assert (E : inner d f (fun s => f s - (x * f s - y * g s))
    + inner d g (fun s => g s - (x * g s + y * f s))
              = (1 - x) * (inner d f f + inner d g g)).
  { unfold inner. rewrite <- !total_plus, <- total_scal. apply total_ext; intros; ring. }
  rewrite T in E. replace e with (e * (inner d f f + inner d g g)) by (rewrite T; ring). lra.
Qed.

(* ---- along the stationary chain ---- *)
(* von Neumann: a bound at all modes of all cycles holds in every stationary distribution *)
(* claim: classical-facts *)
Theorem von_neumann_at_modes m (x y : nat -> nat -> R) : 0 <= m ->
  (forall k j, mode k j (x k j) (y k j)) -> (forall k j, x k j ^ 2 + y k j ^ 2 <= m ^ 2) ->
  forall (X : finite) (M : mrp X) d, stationary (P M) d -> bounded_in M d m.
Proof.
  intros Hm Hmode Hb X M d Hd. split; [assumption|]. intros v v' w.
  apply (von_neumann M d w Hd c); [apply c_summable | | apply difference_series].
  intros t. apply Rnot_lt_le. intros C.
  set (g := fun t => cosines c t * cosines c t + sines c t * sines c t - m ^ 2).
  assert (W : exists u, 0 <= u /\ 0 < g u).
  { destruct (Rle_lt_dec 0 t) as [T|T]; [exists t; unfold g; lra|]. exists (- t). unfold g.
    rewrite cosines_even, sines_odd. lra. }
  destruct W as (u & U & G). destruct (positive_at_rational_angle g u U) as (k & j & K);
    [|assumption|].
  - pose proof (cosines_continuous c c_summable u). pose proof (sines_continuous c c_summable u).
    apply (continuity_pt_minus (fun t => cosines c t * cosines c t + sines c t * sines c t)
      (fun _ => m ^ 2));
      [|now apply continuity_pt_const].
    apply (continuity_pt_plus (fun t => cosines c t * cosines c t)
      (fun t => sines c t * sines c t)).
    + now apply (continuity_pt_mult (cosines c) (cosines c)).
    + now apply (continuity_pt_mult (sines c) (sines c)).
  - destruct (mode_unique k j _ _ (Hmode k j)) as [Ex Ey]. specialize (Hb k j).
    rewrite Ex, Ey in Hb.
    unfold g in K. simpl in Hb, K. lra.
Qed.
(* rho_n = <w, P^n w>_d is positive definite, and what holds for such sequences holds for it *)
Lemma stationary_covariance {X : finite} (M : mrp X) d v : stationary (P M) d ->
  covariance (cov M d v).
Proof.
  intros Hd m q. rewrite (by_distance _ q m m) by lia. apply positive_definite; [assumption | lia].
Qed.
(* claim: classical-facts *)
Theorem stationary_chain e :
  (forall rho (x : R), covariance rho -> is_series (fun k => c k * rho k) x ->
     e * rho O <= rho O - x) ->
  forall (X : finite) (M : mrp X), dissipative M e.
Proof.
  intros H X M d Hd v v' w.
  specialize (H (cov M d w) (inner d w (difference M v v')) (stationary_covariance M d w Hd)).
  replace (inner d w (fun s => w s - difference M v v' s))
    with (inner d w w - inner d w (difference M v v')).
  - apply H. pose proof (inner_series d w _ _ (difference_series M v v')) as I.
    eapply is_series_ext; [|exact I]. intros k. apply inner_scal_r.
  - replace (inner d w w - inner d w (difference M v v'))
      with (inner d w w + -1 * inner d w (difference M v v')) by ring.
    rewrite <- inner_scal_r, <- inner_plus_r. apply inner_ext; [reflexivity|]. intros; ring.
Qed.

(* ---- facts of the bridge (symbolic/rules/bridge.py) ---- *)
(* claim: classical-facts *)
Theorem contraction m : Series (fun k => Rabs (c k)) <= m ->
  forall (X : finite) (M : mrp X), contracts M m.
Proof.
  intros Hm X M.
  assert (L : 0 <= Series (fun k => Rabs (c k))).
  { pose proof (rest_nonneg _ 0 c_summable) as R. unfold rest in R. simpl in R. lra. }
  split; [lra|]. intros v v'. set (w := fun s => v s - v' s).
  apply Rle_trans with (Series (fun k => Rabs (c k)) * norm w).
  2:{ apply Rmult_le_compat_r; [apply norm_nonneg | assumption]. }
  apply norm_le; [apply Rmult_le_pos; [assumption | apply norm_nonneg]|]. intros s.
  pose proof (is_series_mult_r (norm w) _ _ (Series_correct _ c_summable)) as B.
  assert (A : forall k, Rabs (c k * iter k (next M) w s) <= Rabs (c k) * norm w).
  { intros k. rewrite Rabs_mult. apply Rmult_le_compat_l; [apply Rabs_pos|].
    apply iter_next_bound, norm_ge. }
  pose proof (difference_series M v v' s) as D. fold (difference M v v' s). apply Rabs_le. split.
  - apply Ropp_le_cancel. rewrite Ropp_involutive.
    replace (- difference M v v' s) with (-1 * difference M v v' s) by ring.
    apply (is_series_le_compat (fun k => -1 * (c k * iter k (next M) w s))
      (fun k => Rabs (c k) * norm w));
      [|exact (is_series_mult_l (-1) _ _ D) | exact B].
    intros k. eapply Rle_trans; [apply Rle_abs|]. rewrite Rabs_mult, Rabs_left by lra.
    specialize (A k). lra.
  - apply (is_series_le_compat _ _ _ _ (fun k => Rle_trans _ _ _ (Rle_abs _) (A k)) D B).
Qed.
(* claim: classical-facts *)
Theorem constant_vectors {X : finite} (M : mrp X) v v' k : (forall s, v s - v' s = k) ->
  forall s, difference M v v' s = Series (fun n => b n * gam ^ n) * k.
Proof.
  intros W s. apply functional_extensionality in W. apply difference_ext with (u := fun _ => k).
  - intros n. rewrite W. revert s. induction n as [|n IH]; intros s; [reflexivity|]. simpl.
    rewrite (next_ext M _ (fun _ => k)) by assumption. apply next_const.
  - apply is_series_mult_r, Series_correct, ex_series_Rabs, c_summable.
Qed.
(* claim: classical-facts *)
Theorem two_states p Hp reward v v' : v true - v' true = 1 -> v false - v' false = -1 ->
  let x := Series (fun n => b n * (gam * (2 * p - 1)) ^ n) in
  difference (two_state p Hp reward) v v' true = x /\
  difference (two_state p Hp reward) v v' false = - x.
Proof.
  intros W1 W2 x.
  assert (I : forall n s, iter n (next (two_state p Hp reward)) (fun s => v s - v' s) s
                          = (2 * p - 1) ^ n * (if s : bool then 1 else -1)).
  { induction n as [|n IH]; intros s; [destruct s; simpl; lra|]. cbn [iter].
    rewrite (next_ext _ _ _ s IH). unfold next. rewrite total_two. destruct s; simpl; ring. }
  assert (S1 : is_series (fun n => c n * (2 * p - 1) ^ n) x).
  { apply (is_series_ext (fun n => b n * (gam * (2 * p - 1)) ^ n));
      [intros n; as_real; rewrite Rpow_mult_distr; ring|].
    apply Series_correct. apply (ex_series_ext (fun n => c n * (2 * p - 1) ^ n)).
    - intros n; as_real; rewrite Rpow_mult_distr; ring.
    - apply summable_times; [apply c_summable|]. intros n. rewrite <- RPow_abs. apply pow_le_1.
      split; [apply Rabs_pos | apply Rabs_le; lra]. }
  split; (eapply difference_ext; [intros n; apply I|]).
  - apply (is_series_ext (fun n => c n * (2 * p - 1) ^ n)); [intros n; as_real; ring | exact S1].
  - replace (- x) with (-1 * x) by ring.
    apply (is_series_ext (fun n => -1 * (c n * (2 * p - 1) ^ n)));
      [intros n; as_real; ring | now apply is_series_mult_l].
Qed.
End Operators.
