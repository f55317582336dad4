(* No return is safe that gives the immediate TD error no credit (claim immediate-eligibility).
   The real part of f(z) = h_0 - sum_n c_n z^n has the mean h_0 over the circle |z| = gamma, and its
   mean against 1 + s cos(n x), |s| <= 1, is h_0 - s c_n gamma^n / 2.  So if the real part is at least
   e everywhere, then e <= h_0 and |c_n| gamma^n <= 2 (h_0 - e) for every n.  If h_0 <= 0 and h is not
   zero, the real part is therefore negative at some rational angle, and the updates diverge on some
   cycle, for every 0 < gamma < 1.  Delayed TD(0) is one instance. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators StepSizes StationaryBasics Spectrum CycleCriterion
  ConvergenceCriterion.
Open Scope R_scope.

(* ---- means over equally spaced angles ---- *)
Lemma sum_negative n (f : nat -> R) : sum n f < 0 -> exists j, (j < n)%nat /\ f j < 0.
Proof.
  induction n as [|n IH]; simpl; intros H; [lra|]. destruct (Rlt_dec (f n) 0) as [F|F].
  - exists n. split; [lia | assumption].
  - destruct IH as (j & Hj & Hf); [lra|]. exists j. split; [lia | assumption].
Qed.
Section Means.
Variables (a : nat -> R) (s : R) (m : nat).
Hypothesis m_positive : (1 <= m)%nat.
Lemma mean_of_polynomial N K : (m <= N)%nat -> (N + N < K)%nat ->
  sum K (fun j => sum (S N) (fun k => a k * cos (INR k * angle K j)) * (1 + s * cos (INR m * angle K j)))
  = INR K * (a O + s * a m / 2).
Proof.
  intros Hm HK.
  transitivity (sum (S N) (fun k => a k * (sum K (fun j => cos (INR k * angle K j))
     + s * sum K (fun j => cos (INR k * angle K j) * cos (INR m * angle K j))))).
  - transitivity (sum K (fun j => sum (S N) (fun k => a k * (cos (INR k * angle K j)
        + s * (cos (INR k * angle K j) * cos (INR m * angle K j)))))).
    + apply sum_ext; intros j _. rewrite Rmult_comm, <- sum_scal. apply sum_ext; intros; ring.
    + rewrite sum_swap. apply sum_ext; intros k _. rewrite sum_scal, sum_plus, sum_scal. reflexivity.
  - rewrite sum_first, no_frequency, (orthogonal K 0 m) by lia.
    rewrite (sum_one N (m - 1)).
    + replace (S (m - 1)) with m by lia. rewrite cosines_sum_to_zero, orthogonal_same by lia.
      destruct m as [|m']; [lia|]. cbn [square_of_cosines]. field.
    + lia.
    + intros i Hi Hn. rewrite cosines_sum_to_zero, orthogonal by lia. ring.
Qed.
Lemma mean_of_weight K : (m < K)%nat -> sum K (fun j => 1 + s * cos (INR m * angle K j)) = INR K.
Proof. intros HK. rewrite sum_plus, sum_const, sum_scal, cosines_sum_to_zero by lia. ring. Qed.
Hypothesis a_summable : summable a.
Hypothesis s_small : -1 <= s <= 1.
(* a cosine series whose weighted mean is below e is below e at a rational angle *)
Lemma below_mean e : a O + s * a m / 2 < e -> exists k j, cosines a (angle (S k) j) < e.
Proof.
  intros H. set (gap := e - (a O + s * a m / 2)).
  pose proof (rest_lim a a_summable) as L. apply is_lim_seq_spec in L.
  destruct (L (mkposreal gap ltac:(unfold gap; lra))) as [T HT]. set (N := (T + m)%nat).
  specialize (HT (S N) ltac:(unfold N; lia)). simpl in HT.
  rewrite Rminus_0_r, Rabs_pos_eq in HT by now apply rest_nonneg.
  set (K := S (N + N)). exists (N + N)%nat. fold K.
  assert (HK : 0 < INR K) by (apply lt_0_INR; unfold K; lia).
  set (p := fun j => sum (S N) (fun k => a k * cos (INR k * angle K j))).
  destruct (sum_negative K (fun j => (p j + rest a (S N) - e) * (1 + s * cos (INR m * angle K j))))
      as (j & _ & Hj).
  { rewrite (sum_ext K _ (fun j => p j * (1 + s * cos (INR m * angle K j))
        + (rest a (S N) - e) * (1 + s * cos (INR m * angle K j)))) by (intros; ring).
    rewrite sum_plus, sum_scal, mean_of_weight by (unfold K, N; lia). unfold p.
    rewrite mean_of_polynomial by (unfold K, N; lia). unfold gap in HT. nra. }
  exists j. pose proof (COS_bound (INR m * angle K j)) as C.
  assert (0 <= 1 + s * cos (INR m * angle K j)) by nra.
  pose proof (cosines_rest a a_summable (angle K j) (S N)) as R. fold (p j) in R.
  apply Rabs_le_between in R. apply Rnot_le_lt. intros G.
  assert (0 <= (p j + rest a (S N) - e) * (1 + s * cos (INR m * angle K j))) by (apply Rmult_le_pos; lra).
  lra.
Qed.
End Means.

Section ImmediateEligibility.
Variables (gam : R) (h : nat -> R).
Hypothesis gam01 : 0 <= gam < 1.
Hypothesis h_bounded : bounded h.

Lemma real_part_below e s n : -1 <= s <= 1 -> h O - s * (weight h n * gam ^ S n) / 2 < e ->
  exists k j, real_part gam h (angle (S k) j) < e.
Proof.
  intros Hs H.
  destruct (below_mean (coef gam h) s (S n) ltac:(lia) (coef_summable gam h gam01 h_bounded) Hs e)
      as (k & j & Hj).
  - cbn [coef]. lra.
  - exists k, j. now rewrite real_part_cosines.
Qed.
(* claim: immediate-eligibility *)
Theorem first_weight_at_least e : (forall x, e <= real_part gam h x) -> e <= h O.
Proof.
  intros H. apply Rnot_lt_le. intros C.
  destruct (real_part_below e 0 0 ltac:(lra) ltac:(lra)) as (k & j & Hj).
  specialize (H (angle (S k) j)). lra.
Qed.
(* claim: immediate-eligibility *)
Theorem weights_at_most e n : (forall x, e <= real_part gam h x) ->
  Rabs (weight h n) * gam ^ S n <= 2 * (h O - e).
Proof.
  intros H. rewrite <- (Rabs_pos_eq (gam ^ S n)), <- Rabs_mult by (apply pow_le; lra).
  assert (B : forall s, -1 <= s <= 1 -> s * (weight h n * gam ^ S n) <= 2 * (h O - e)).
  { intros s Hs. apply Rnot_lt_le. intros C.
    destruct (real_part_below e s n Hs ltac:(lra)) as (k & j & Hj). specialize (H (angle (S k) j)). lra. }
  apply Rabs_le. pose proof (B 1 ltac:(lra)). pose proof (B (-1) ltac:(lra)). lra.
Qed.
Lemma some_weight n : h n <> h O -> exists i, weight h i <> 0.
Proof.
  induction n as [|n IH]; intros H; [easy|]. destruct (Req_dec (weight h n) 0) as [E|E].
  - apply IH. unfold weight in E. intros C. apply H. lra.
  - now exists n.
Qed.
Hypothesis gam_positive : 0 < gam.
(* claim: immediate-eligibility *)
Theorem negative_at_some_angle i : h O <= 0 -> h i <> 0
    -> exists k j, real_part gam h (angle (S k) j) < 0.
Proof.
  intros H0 Hi. destruct (Req_dec (h O) 0) as [E|E].
  - destruct (some_weight i) as [n Hn]; [now rewrite E|].
    assert (G : 0 < gam ^ S n) by now apply pow_lt.
    destruct (Rlt_dec 0 (weight h n)) as [P|P].
    + apply (real_part_below 0 1 n); [lra|].
      assert (0 < weight h n * gam ^ S n) by now apply Rmult_lt_0_compat. lra.
    + apply (real_part_below 0 (-1) n); [lra|].
      assert (0 < - weight h n * gam ^ S n) by (apply Rmult_lt_0_compat; lra). lra.
  - apply (real_part_below 0 0 0); lra.
Qed.
(* claim: immediate-eligibility *)
Theorem no_credit_diverges i : h O <= 0 -> h i <> 0 ->
  exists k, forall reward, exists v0, forall alpha, endless alpha ->
  is_lim_seq (fun t => dist (updates (cycle k reward) gam h (fun _ => / INR (S k)) alpha v0 t)
                            (value (cycle k reward) gam)) p_infty.
Proof.
  intros H0 Hi. destruct (negative_at_some_angle i H0 Hi) as (k & j & Hj). exists k.
  now apply (diverges_on_cycle k j).
Qed.
End ImmediateEligibility.

(* ---- an instance: delayed TD(0), the only weight on the TD error tau steps later ---- *)
Definition delayed (tau i : nat) : R := if Nat.eqb i tau then 1 else 0.
(* claim: immediate-eligibility *)
Theorem delayed_diverges gam tau : 0 < gam < 1 -> (1 <= tau)%nat ->
  exists k, forall reward, exists v0, forall alpha, endless alpha ->
  is_lim_seq (fun t => dist (updates (cycle k reward) gam (delayed tau) (fun _ => / INR (S k)) alpha v0 t)
                            (value (cycle k reward) gam)) p_infty.
Proof.
  intros Hg Ht. apply (no_credit_diverges gam (delayed tau) ltac:(lra)) with (i := tau).
  - exists 1. intros i. unfold delayed. destruct Nat.eqb; [rewrite Rabs_R1 | rewrite Rabs_R0]; lra.
  - lra.
  - unfold delayed. destruct (Nat.eqb_spec 0 tau); [lia | lra].
  - unfold delayed. rewrite Nat.eqb_refl. lra.
Qed.
