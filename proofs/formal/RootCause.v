(* Negative weights on n-step returns, and divergence (claim root-cause).
   Without a negative weight c_n, and with h_i -> 0, the expected on-policy updates converge on every
   finite chain, for small enough step sizes with an infinite sum: so a return that diverges has one.
   But it may have one and converge all the same: h = (1, 11/10, 1/2) has the weight -1/10 on the
   one-step return, and is safe for every 0 <= gamma < 1.  What does bring divergence about is h_0 <= 0. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators StepSizes StationaryBasics Spectrum CycleCriterion
  ConvergenceCriterion ConvexMargin ImmediateEligibility.
Open Scope R_scope.

(* the expected on-policy updates converge on every finite chain, for small enough step sizes *)
Definition safe (gam : R) (h : nat -> R) : Prop :=
  exists largest, 0 < largest /\
  forall (X : finite) (M : mrp X) (d : vec X), stationary (P M) d -> (forall s, 0 < d s) ->
  forall alpha, endless alpha -> (forall t, alpha t <= largest) ->
  forall v0, is_lim_seq (fun t => dist (updates M gam h d alpha v0 t) (value M gam)) 0.
(* from some start on some cycle they diverge, whatever the rewards are and however small the steps *)
Definition diverges_on_a_cycle (gam : R) (h : nat -> R) : Prop :=
  exists k, forall reward, exists v0, forall alpha, endless alpha ->
  is_lim_seq (fun t => dist (updates (cycle k reward) gam h (fun _ => / INR (S k)) alpha v0 t)
                            (value (cycle k reward) gam)) p_infty.

(* ---- without a negative weight ---- *)
Section NoNegativeWeight.
Variable h : nat -> R.
Hypothesis vanishing : is_lim_seq h 0.
Hypothesis no_negative_weight : forall n, 0 <= weight h n.

Lemma falls i k : h (i + k)%nat <= h i.
Proof.
  induction k as [|k IH]; [rewrite Nat.add_0_r; lra|]. pose proof (no_negative_weight (i + k)) as H.
  unfold weight in H. rewrite Nat.add_succ_r. lra.
Qed.
Lemma not_negative i : 0 <= h i.
Proof.
  apply (is_lim_seq_incr_n h i) in vanishing.
  apply (is_lim_seq_le (fun k => h (k + i)%nat) (fun _ => h i) 0 (h i)).
  - intros k. rewrite Nat.add_comm. apply falls.
  - exact vanishing.
  - apply is_lim_seq_const.
Qed.
Lemma falling_bounded : bounded h.
Proof.
  exists (h O). intros i. rewrite Rabs_pos_eq by apply not_negative. exact (falls 0 i).
Qed.
Lemma first_positive m : weight h m <> 0 -> 0 < h O.
Proof.
  intros H. pose proof (no_negative_weight m) as Hm. pose proof (falls 0 m) as F. simpl in F.
  pose proof (not_negative (S m)). unfold weight in *. lra.
Qed.
End NoNegativeWeight.

(* claim: root-cause *)
Theorem no_divergence_without_negative_weights gam h m : 0 <= gam < 1 -> is_lim_seq h 0 ->
  (forall n, 0 <= weight h n) -> weight h m <> 0 -> safe gam h.
Proof.
  intros Hg L W Hm. apply (weak_recency_converges gam h Hg (falling_bounded h L W) W).
  - now apply not_negative.
  - now apply (first_positive h L W m).
Qed.

(* ---- with a negative weight ---- *)
Definition rising (i : nat) : R :=
  match i with O => 1 | 1%nat => 11/10 | 2%nat => 1/2 | _ => 0 end.

Lemma rising_bounded : bounded rising.
Proof.
  exists 2. intros [|[|[|i]]]; simpl; rewrite Rabs_pos_eq by lra; lra.
Qed.
Lemma rising_finite (f : nat -> R) :
  Series (fun n => weight rising n * f n) = - 1/10 * f 0%nat + 3/5 * f 1%nat + 1/2 * f 2%nat.
Proof.
  rewrite (Series_finite 3).
  - unfold weight. simpl. field.
  - intros [|[|[|i]]] Hi; try lia. unfold weight. simpl. ring.
Qed.
Lemma triple x : cos (3 * x) = 4 * cos x ^ 3 - 3 * cos x.
Proof.
  replace (3 * x) with (2 * x + x) by ring. rewrite cos_plus, cos_2a_cos, sin_2a.
  pose proof (sin2_cos2 x) as Q. unfold Rsqr in Q.
  replace (2 * sin x * cos x * sin x) with (2 * cos x * (sin x * sin x)) by ring.
  replace (sin x * sin x) with (1 - cos x * cos x) by lra. ring.
Qed.
Lemma rising_real_part gam x : let c := cos x in
  real_part gam rising x = 1 + gam * c / 10 - 3/5 * gam ^ 2 * (2 * c ^ 2 - 1)
    - 1/2 * gam ^ 3 * (4 * c ^ 3 - 3 * c).
Proof.
  intros c. unfold real_part.
  rewrite (Series_ext _ (fun n => weight rising n * (gam ^ S n * cos (INR (S n) * x))))
    by (intros; ring).
  rewrite rising_finite. replace (INR 1 * x) with x by (simpl; ring).
  replace (INR 2 * x) with (2 * x) by (simpl; ring). replace (INR 3 * x) with (3 * x) by (simpl; ring).
  rewrite triple, cos_2a_cos. fold c. simpl. field.
Qed.
Lemma rising_margin gam x : 0 <= gam < 1 -> 8/25 * (1 - gam) <= real_part gam rising x.
Proof.
  intros Hg. pose proof (COS_bound x) as C. pose proof (rising_real_part gam x) as E. cbv zeta in E.
  set (c := cos x) in *.
  set (y := gam * c).
  set (F := 1 + gam * c / 10 - 3/5 * gam ^ 2 * (2 * c ^ 2 - 1) - 1/2 * gam ^ 3 * (4 * c ^ 3 - 3 * c)) in *.
  assert (Y : -1 < y <= gam) by (unfold y; nra).
  assert (C2 : c ^ 2 <= 1) by (simpl; nra).
  assert (G : y ^ 2 <= gam ^ 2).
  { replace (y ^ 2) with (gam ^ 2 * c ^ 2) by (unfold y; ring). pose proof (pow2_ge_0 gam).
    rewrite <- (Rmult_1_r (gam ^ 2)) at 2. now apply Rmult_le_compat_l. }
  assert (G1 : gam ^ 2 <= 1) by (simpl; nra).
  assert (K : (F - 8/25 * (1 - y)) * (1 + y)
      = (gam ^ 2 - y ^ 2) * (2 * (y + 4/5) ^ 2) + (1 - gam ^ 2) * ((y + 11/10) ^ 2 / 2 + 3/40))
    by (unfold F, y; field).
  assert (Q : 0 <= (F - 8/25 * (1 - y)) * (1 + y)).
  { rewrite K. pose proof (pow2_ge_0 (y + 4/5)) as A. pose proof (pow2_ge_0 (y + 11/10)) as B.
    set (p := (y + 4/5) ^ 2) in *. set (q := (y + 11/10) ^ 2) in *. set (u := y ^ 2) in *.
    apply Rplus_le_le_0_compat; apply Rmult_le_pos; lra. }
  assert (0 <= F - 8/25 * (1 - y)); [|lra].
  apply Rnot_lt_le. intros N. assert (Y1 : 0 < 1 + y) by lra.
  pose proof (Rmult_lt_compat_r (1 + y) _ 0 Y1 N). lra.
Qed.
(* claim: root-cause *)
Theorem a_negative_weight_and_no_divergence gam : 0 <= gam < 1 -> weight rising 0 < 0 /\ safe gam rising.
Proof.
  intros Hg. split; [unfold weight; simpl; lra|].
  apply (converges_everywhere gam rising Hg rising_bounded (8/25 * (1 - gam))).
  - lra.
  - intros x. now apply rising_margin.
Qed.

(* claim: root-cause *)
Theorem no_credit_and_divergence gam h i : 0 < gam < 1 -> bounded h -> h O <= 0 -> h i <> 0 ->
  diverges_on_a_cycle gam h.
Proof.
  intros Hg B H0 Hi. exact (no_credit_diverges gam h ltac:(lra) B ltac:(lra) i H0 Hi).
Qed.
