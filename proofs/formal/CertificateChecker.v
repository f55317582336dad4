(* Computable checks of certificates, in exact integer arithmetic, and proofs that they are right
   (claims certificate-soundness and convergence-criterion).  A return with finitely many weights is
   given by a list of integers over a denominator, and gamma by two integers.
   - [certified]: a margin and the numbers q of a square, all rational.  If the check says true, the
     margin holds on every finite chain, and if it is positive, expected on-policy updates converge.
   - [refuted]: integers v_0 .. v_{k-1}, values on the cycle of k states.  If the check says true,
     <v, f(gamma P) v> < 0 on this cycle; then no margin is possible, f has a negative real part at one
     of the k angles, and the expected on-policy updates diverge on the cycle from v_pi + v.
   Generated files state a certificate and let the machine compute the check. *)
From Coq Require Import Reals Lra Lia PeanoNat ZArith List Bool.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators StepSizes StationaryBasics Spectrum CertificateSoundness
  CycleCriterion ConvergenceCriterion ImmediateEligibility.
Import ListNotations.
Open Scope R_scope.

(* ---- the checks ---- *)
Section Checks.
Local Open Scope Z_scope.
Fixpoint zsum (n : nat) (f : nat -> Z) : Z := match n with O => 0 | S k => zsum k f + f k end.
Definition entry (l : list Z) (i : nat) : Z := nth i l 0.
(* c_n gamma^n over the denominator hd gq^K, n = k + 1 *)
Definition scaled_weight (hs : list Z) (gp gq : Z) (K k : nat) : Z :=
  (entry hs k - entry hs (S k)) * (gp ^ Z.of_nat (S k) * gq ^ Z.of_nat (K - S k)).
(* A_k over the denominator qd^2 *)
Definition scaled_overlap (qs : list Z) (k : nat) : Z :=
  zsum (length qs - k) (fun j => entry qs j * entry qs (j + k)).
(* h = hs/hd, gamma = gp/gq, margin = mp/mq, q = qs/qd *)
Definition certified (hs : list Z) (hd gp gq mp mq : Z) (qs : list Z) (qd : Z) : bool :=
  let K := Nat.max (length hs) (length qs) in
  let G := gq ^ Z.of_nat K in
  let Q := qd * qd in
  let residuals := zsum K (fun k =>
    Z.abs (scaled_weight hs gp gq K k * Q + 2 * scaled_overlap qs (S k) * (hd * G))) in
  (0 <? hd) && (0 <=? gp) && (gp <? gq) && (0 <? mq) && (0 <? qd) &&
  (mp * (hd * G * Q) <=? mq * (entry hs 0 * G * Q - scaled_overlap qs 0 * (hd * G) - residuals)).

(* sum_i v_i v_{i+n} around the cycle *)
Definition around (vs : list Z) (n : nat) : Z :=
  zsum (length vs) (fun i => entry vs i * entry vs ((i + n) mod length vs)).
Definition refuted (hs : list Z) (hd gp gq : Z) (vs : list Z) : bool :=
  let N := length hs in
  (0 <? hd) && (0 <=? gp) && (gp <? gq) && (0 <? length vs)%nat &&
  (entry hs 0 * gq ^ Z.of_nat N * around vs 0
   - zsum N (fun n => scaled_weight hs gp gq N n * around vs (S n)) <? 0).
End Checks.

(* the return and the vector that the integers stand for *)
Definition weights_of (hs : list Z) (hd : Z) (i : nat) : R := IZR (entry hs i) / IZR hd.
Definition values_of (vs : list Z) : vec (numbers (length vs - 1)) := fun s => IZR (entry vs (index _ s)).

(* ---- integers as real numbers ---- *)
Lemma IZR_zsum n f : IZR (zsum n f) = sum n (fun i => IZR (f i)).
Proof. induction n as [|n IH]; [reflexivity|]. simpl zsum. now rewrite plus_IZR, IH. Qed.
Lemma IZR_pow z n : IZR (z ^ Z.of_nat n) = IZR z ^ n.
Proof. symmetry. apply pow_IZR. Qed.
Lemma entry_beyond l i : (length l <= i)%nat -> entry l i = 0%Z.
Proof. intros H. now apply nth_overflow. Qed.
Lemma weights_of_beyond hs hd i : (length hs <= i)%nat -> weights_of hs hd i = 0.
Proof. intros H. unfold weights_of. rewrite entry_beyond by assumption. unfold Rdiv. ring. Qed.
Lemma weights_of_bounded hs hd : bounded (weights_of hs hd).
Proof. eapply bounded_of_lim, bounded_finite, weights_of_beyond. Qed.
Lemma discount_01 gp gq : (0 <=? gp)%Z = true -> (gp <? gq)%Z = true
    -> 0 <= IZR gp / IZR gq < 1 /\ 0 < IZR gq.
Proof.
  intros H1 H2. apply Z.leb_le in H1. apply Z.ltb_lt in H2. apply IZR_le in H1. apply IZR_lt in H2.
  repeat split; [apply Rdiv_le_0_compat; lra | apply (Rdiv_lt_1 (IZR gp) (IZR gq)); lra | lra].
Qed.
Lemma scaled_weight_IZR hs hd gp gq K k : IZR hd <> 0 -> IZR gq <> 0 -> (k < K)%nat ->
  weight (weights_of hs hd) k * (IZR gp / IZR gq) ^ S k
  = IZR (scaled_weight hs gp gq K k) / (IZR hd * IZR gq ^ K).
Proof.
  intros Hd Hq Hk. unfold scaled_weight, weight, weights_of.
  rewrite !mult_IZR, minus_IZR, !IZR_pow.
  replace (IZR gq ^ K) with (IZR gq ^ S k * IZR gq ^ (K - S k)) by (rewrite <- pow_add; f_equal; lia).
  replace ((IZR gp / IZR gq) ^ S k) with (IZR gp ^ S k / IZR gq ^ S k)
    by (unfold Rdiv; now rewrite Rpow_mult_distr, pow_inv).
  field. repeat split; try assumption; now apply pow_nonzero.
Qed.
Lemma scaled_overlap_IZR qs qd k : IZR qd <> 0 ->
  overlap (weights_of qs qd) (length qs) k = IZR (scaled_overlap qs k) / (IZR qd * IZR qd).
Proof.
  intros Hd. unfold overlap, scaled_overlap. rewrite IZR_zsum. unfold Rdiv at 1. rewrite <- sum_scal_r.
  apply sum_ext; intros j _. unfold weights_of. rewrite mult_IZR. field. assumption.
Qed.

(* ---- certified ---- *)
(* claim: certificate-soundness *)
Theorem certified_sound hs hd gp gq mp mq qs qd : certified hs hd gp gq mp mq qs qd = true ->
  has_margin (IZR gp / IZR gq) (weights_of hs hd) (IZR mp / IZR mq).
Proof.
  unfold certified. intros C. repeat rewrite andb_true_iff in C.
  destruct C as (((((Chd & Cgp) & Cgq) & Cmq) & Cqd) & Cle).
  destruct (discount_01 gp gq Cgp Cgq) as [Hg Hgq].
  apply Z.ltb_lt, IZR_lt in Chd. apply Z.ltb_lt, IZR_lt in Cmq. apply Z.ltb_lt, IZR_lt in Cqd.
  apply Z.leb_le, IZR_le in Cle.
  set (K := Nat.max (length hs) (length qs)) in *. set (gam := IZR gp / IZR gq) in *.
  set (h := weights_of hs hd). set (q := weights_of qs qd).
  assert (G : 0 < IZR gq ^ K) by now apply pow_lt.
  set (D := IZR hd * IZR gq ^ K * (IZR qd * IZR qd)).
  assert (HD : 0 < D) by (unfold D; repeat apply Rmult_lt_0_compat; assumption).
  pose proof (certificate_sound_finite gam h q (length hs) (length qs) K Hg
    (weights_of_beyond hs hd) ltac:(lia) ltac:(lia)) as Sound.
  assert (R : forall k, (k < K)%nat -> Rabs (residual gam h q (length qs) k)
    = IZR (Z.abs (scaled_weight hs gp gq K k * (qd * qd)
        + 2 * scaled_overlap qs (S k) * (hd * gq ^ Z.of_nat K))) * / D).
  { intros k Hk. rewrite abs_IZR. rewrite <- (Rabs_pos_eq (/ D)) by (left; now apply Rinv_0_lt_compat).
    rewrite <- Rabs_mult. f_equal. unfold residual, h, gam.
    rewrite (scaled_weight_IZR hs hd gp gq K k) by (assumption || lra). unfold q.
    rewrite scaled_overlap_IZR by lra.
    rewrite plus_IZR, !mult_IZR, IZR_pow. unfold D. field. repeat split; lra. }
  intros X M d Hd v. eapply Rle_trans; [|apply (Sound X M d Hd v)].
  apply Rmult_le_compat_r; [apply inner_nonneg, Hd|].
  rewrite (sum_ext K _ _ R), sum_scal_r, <- IZR_zsum. unfold q. rewrite scaled_overlap_IZR by lra.
  rewrite !mult_IZR, !minus_IZR, !mult_IZR, IZR_pow in Cle. unfold h, weights_of.
  set (res := IZR (zsum K _)) in *.
  apply Rmult_le_reg_r with (IZR mq * D); [now apply Rmult_lt_0_compat|].
  replace (IZR mp / IZR mq * (IZR mq * D)) with (IZR mp * (IZR hd * IZR gq ^ K * (IZR qd * IZR qd)))
    by (unfold D; field; lra).
  eapply Rle_trans; [exact Cle|]. right. unfold D. field. repeat split; lra.
Qed.
(* claim: convergence-criterion *)
Theorem certified_converges hs hd gp gq mp mq qs qd :
  certified hs hd gp gq mp mq qs qd = true -> (0 <? mp)%Z = true ->
  exists largest, 0 < largest /\
  forall (X : finite) (M : mrp X) (d : vec X), stationary (P M) d -> (forall s, 0 < d s) ->
  forall alpha, endless alpha -> (forall t, alpha t <= largest) ->
  forall v0, is_lim_seq (fun t => dist (updates M (IZR gp / IZR gq) (weights_of hs hd) d alpha v0 t)
                                       (value M (IZR gp / IZR gq))) 0.
Proof.
  intros C Hm. pose proof (certified_sound _ _ _ _ _ _ _ _ C) as Sound.
  unfold certified in C. repeat rewrite andb_true_iff in C.
  destruct C as (((((Chd & Cgp) & Cgq) & Cmq) & Cqd) & _).
  destruct (discount_01 gp gq Cgp Cgq) as [Hg Hgq].
  apply Z.ltb_lt, IZR_lt in Hm. apply Z.ltb_lt, IZR_lt in Cmq.
  apply (converges_everywhere _ _ Hg (weights_of_bounded hs hd) (IZR mp / IZR mq)).
  - now apply Rdiv_lt_0_compat.
  - now apply (margin_iff _ _ Hg (weights_of_bounded hs hd)).
Qed.

(* ---- Parseval on the cycle ---- *)
Lemma sum_product n f m g : sum n f * sum m g = sum n (fun i => sum m (fun l => f i * g l)).
Proof. rewrite <- sum_scal_r. apply sum_ext; intros i _. now rewrite sum_scal. Qed.
Lemma parseval k (u z : vec (numbers k)) :
  sum (S k) (fun j => cos_mode k j u * cos_mode k j z + sin_mode k j u * sin_mode k j z)
  = INR (S k) * total (numbers k) (fun s => u s * z s).
Proof.
  set (U := fun i => u (point k i)). set (Z := fun i => z (point k i)).
  transitivity (sum (S k) (fun j => sum (S k) (fun i => sum (S k) (fun l =>
    U i * Z l * cos (angle (S k) j * INR i - angle (S k) j * INR l))))).
  - apply sum_ext; intros j _. unfold cos_mode, sin_mode.
    rewrite (total_numbers k (fun i => cos (angle (S k) j * INR i)) u),
      (total_numbers k (fun i => cos (angle (S k) j * INR i)) z),
      (total_numbers k (fun i => sin (angle (S k) j * INR i)) u),
      (total_numbers k (fun i => sin (angle (S k) j * INR i)) z).
    rewrite !sum_product, <- sum_plus. apply sum_ext; intros i _. rewrite <- sum_plus.
    apply sum_ext; intros l _. rewrite cos_minus. unfold U, Z. ring.
  - rewrite sum_swap. unfold total. rewrite <- sum_scal. apply sum_ext; intros i Hi.
    rewrite sum_swap. simpl size in Hi. rewrite (sum_one (S k) i); [| assumption |].
    + rewrite sum_scal, (sum_ext _ _ (fun _ => 1)).
      * rewrite sum_const. unfold U, Z, point. ring.
      * intros j _. unfold Rminus. rewrite Rplus_opp_r. apply cos_0.
    + intros l Hl Hn. rewrite sum_scal.
      assert (E : forall a b, (a < b < S k)%nat ->
        sum (S k) (fun j => cos (angle (S k) j * INR b - angle (S k) j * INR a)) = 0).
      { intros a b Hab. rewrite <- (cosines_sum_to_zero (S k) (b - a)) by lia.
        apply sum_ext; intros j _. f_equal. rewrite minus_INR by lia. ring. }
      destruct (lt_dec l i) as [H|H]; [rewrite E by lia; ring|].
      rewrite (sum_ext _ _ (fun j => cos (angle (S k) j * INR l - angle (S k) j * INR i))).
      * rewrite E by lia. ring.
      * intros j _. rewrite <- cos_neg. f_equal. ring.
Qed.
(* <v, f(gamma P) v> around the cycle is a mean of the real parts, weighted with the energies *)
Lemma filter_by_modes k reward gam h (v : vec (numbers k)) : 0 <= gam < 1 -> bounded h ->
  sum (S k) (fun j => real_part gam h (angle (S k) j) * energy k j v)
  = INR (S k) * total (numbers k) (fun s => v s * filter (cycle k reward) gam h v s).
Proof.
  intros Hg Hh. rewrite <- parseval. apply sum_ext; intros j _.
  destruct (modes_of_filter k j reward gam h Hg Hh v) as [-> ->]. unfold energy. ring.
Qed.
(* claim: cycle-criterion *)
Theorem negative_form_diverges k gam h (v : vec (numbers k)) : 0 <= gam < 1 -> bounded h ->
  total (numbers k) (fun s => v s * filter (cycle k (fun _ => 0)) gam h v s) < 0 ->
  exists j, real_part gam h (angle (S k) j) < 0 /\
  forall reward alpha, endless alpha ->
  is_lim_seq (fun t => dist (updates (cycle k reward) gam h (fun _ => / INR (S k)) alpha
                                 (fun s => v s + value (cycle k reward) gam s) t)
                            (value (cycle k reward) gam)) p_infty.
Proof.
  intros Hg Hh H. assert (K : 0 < INR (S k)) by (apply lt_0_INR; lia).
  destruct (sum_negative (S k) (fun j => real_part gam h (angle (S k) j) * energy k j v)) as (j & _ & Hj).
  { rewrite (filter_by_modes k (fun _ => 0)) by assumption. nra. }
  pose proof (energy_nonneg k j v) as E. cbv beta in Hj.
  assert (R : real_part gam h (angle (S k) j) < 0) by (apply Rnot_le_lt; intros C; nra).
  exists j. split; [assumption|]. intros reward alpha Ha.
  apply (cycle_diverges k j reward gam h Hg Hh); auto using Rinv_0_lt_compat.
  cbn [updates]. rewrite (energy_ext k j _ v) by (intros; ring). nra.
Qed.

(* ---- refuted ---- *)
Lemma around_IZR vs n : (0 < length vs)%nat ->
  cov (cycle (length vs - 1) (fun _ => 0)) (fun _ => 1) (values_of vs) n = IZR (around vs n).
Proof.
  intros H. set (k := (length vs - 1)%nat). assert (E : length vs = S k) by (unfold k; lia).
  unfold cov, inner, around, total. rewrite IZR_zsum. simpl size. rewrite E. apply sum_ext; intros i Hi.
  rewrite iter_next_cycle. unfold values_of. rewrite index_nth by (simpl; lia).
  fold k. rewrite index_point, index_nth, mult_IZR by (simpl; lia). ring.
Qed.
Lemma refuted_negative hs hd gp gq vs : refuted hs hd gp gq vs = true ->
  (0 <= IZR gp / IZR gq < 1) /\
  total _ (fun s => values_of vs s
    * filter (cycle (length vs - 1) (fun _ => 0)) (IZR gp / IZR gq) (weights_of hs hd)
        (values_of vs) s) < 0.
Proof.
  unfold refuted. intros C. repeat rewrite andb_true_iff in C.
  destruct C as ((((Chd & Cgp) & Cgq) & Cv) & Clt).
  destruct (discount_01 gp gq Cgp Cgq) as [Hg Hgq]. split; [assumption|].
  apply Z.ltb_lt, IZR_lt in Chd. apply Nat.ltb_lt in Cv. apply Z.ltb_lt, IZR_lt in Clt.
  set (N := length hs) in *. set (gam := IZR gp / IZR gq) in *. set (h := weights_of hs hd).
  set (M := cycle (length vs - 1) (fun _ => 0)). set (v := values_of vs).
  assert (G : 0 < IZR gq ^ N) by now apply pow_lt.
  pose proof (inner_filter M gam h Hg (weights_of_bounded hs hd) (fun _ => 1) v) as I.
  assert (B : forall k, (S N <= k)%nat -> coef gam h k * cov M (fun _ => 1) v k = 0).
  { intros [|n] Hn; [lia|]. cbn [coef]. unfold weight, h. rewrite !weights_of_beyond by (fold N; lia).
  ring. }
  pose proof (is_series_finite (S N) _ B) as J.
  apply is_series_unique in I. apply is_series_unique in J. rewrite I in J. clear I.
  replace (total _ (fun s => v s * filter M gam h v s)) with (inner (fun _ => 1) v (filter M gam h v))
    by (apply total_ext; intros; ring).
  rewrite J, sum_first. cbn [coef].
  rewrite (sum_ext N _ (fun n => IZR (scaled_weight hs gp gq N n * around vs (S n)) * - /
      (IZR hd * IZR gq ^ N))).
  2:{ intros n Hn. unfold M, v. rewrite around_IZR by assumption. unfold h, gam.
      rewrite (scaled_weight_IZR hs hd gp gq N n) by (assumption || lra).
      rewrite mult_IZR. field. split; lra. }
  rewrite sum_scal_r, <- IZR_zsum. unfold M, v. rewrite around_IZR by assumption.
  rewrite minus_IZR, !mult_IZR, IZR_pow in Clt. unfold h, weights_of.
  set (res := IZR (zsum N _)) in *.
  apply Rmult_lt_reg_r with (IZR hd * IZR gq ^ N); [now apply Rmult_lt_0_compat|].
  rewrite Rmult_0_l. eapply Rle_lt_trans; [|exact Clt]. right. field. split; lra.
Qed.
(* claim: convergence-criterion *)
Theorem refuted_sound hs hd gp gq vs : refuted hs hd gp gq vs = true ->
  forall e, 0 <= e -> ~ has_margin (IZR gp / IZR gq) (weights_of hs hd) e.
Proof.
  intros C e He H. destruct (refuted_negative _ _ _ _ _ C) as [Hg F].
  destruct (negative_form_diverges _ _ _ _ Hg (weights_of_bounded hs hd) F) as (j & Hj & _).
  pose proof (margin_at_angle _ _ Hg (weights_of_bounded hs hd) e (length vs - 1) j H). lra.
Qed.
(* claim: convergence-criterion *)
Theorem refuted_diverges hs hd gp gq vs : refuted hs hd gp gq vs = true ->
  let k := (length vs - 1)%nat in let gam := IZR gp / IZR gq in
  forall reward alpha, endless alpha ->
  is_lim_seq (fun t => dist (updates (cycle k reward) gam (weights_of hs hd) (fun _ => / INR (S k)) alpha
                                 (fun s => values_of vs s + value (cycle k reward) gam s) t)
                            (value (cycle k reward) gam)) p_infty.
Proof.
  intros C k gam. destruct (refuted_negative _ _ _ _ _ C) as [Hg F].
  now destruct (negative_form_diverges _ _ _ _ Hg (weights_of_bounded hs hd) F) as (j & _ & D).
Qed.

(* ---- instances ---- *)
(* h = (1, 0, 1), gamma = 9/10: the weights rise, and the return is safe with the margin 717/100000 *)
(* claim: certificate-soundness *)
Theorem rising_weights_certified :
  has_margin (9 / 10) (weights_of [1; 0; 1]%Z 1) (717 / 100000).
Proof.
  exact (certified_sound [1; 0; 1]%Z 1 9 10 717 100000 [7259; -2157; 4087;
      -5022]%Z 10000 ltac:(vm_compute; reflexivity)).
Qed.
(* delayed TD(0) with the delay 2 diverges on the cycle of three states *)
(* claim: convergence-criterion *)
Theorem delay_two_refuted : forall e, 0 <= e -> ~ has_margin (9 / 10) (weights_of [0; 0; 1]%Z 1) e.
Proof. exact (refuted_sound [0; 0; 1]%Z 1 9 10 [2; -1; -1]%Z ltac:(vm_compute; reflexivity)). Qed.
