(* When a linear return diverges on a cycle (claim cycle-criterion).  On the cycle of k + 1 states
   the filter f(gamma P) turns and stretches the mode of the angle x = 2 pi j/(k+1) by
   f(gamma e^{i x}).  So one update with step size a multiplies the square of the mode's size by
   |1 - a f(gamma e^{i x})|^2, and if the real part of f is negative there, the updates diverge for
   all step sizes with an infinite sum, from every start whose error has that mode. *)
From Coq Require Import Reals Lra Lia PeanoNat FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators StepSizes StationaryBasics Spectrum.
Open Scope R_scope.

(* the mode j of a vector on the cycle of k + 1 states, and the square of its size *)
Definition cos_mode (k j : nat) (v : vec (numbers k)) : R :=
  total (numbers k) (fun s => cos (angle (S k) j * INR (index _ s)) * v s).
Definition sin_mode (k j : nat) (v : vec (numbers k)) : R :=
  total (numbers k) (fun s => sin (angle (S k) j * INR (index _ s)) * v s).
Definition energy (k j : nat) (v : vec (numbers k)) : R :=
  cos_mode k j v * cos_mode k j v + sin_mode k j v * sin_mode k j v.
(* the vector that is 1 at the state 0 and 0 elsewhere has every mode *)
Definition pulse (k : nat) : vec (numbers k) := fun s => if Nat.eqb (index _ s) 0 then 1 else 0.

Section Modes.
Variables (k j : nat) (reward : vec (numbers k)) (gam : R) (h : nat -> R).
Hypothesis gam01 : 0 <= gam < 1.
Hypothesis h_bounded : bounded h.
Notation M := (cycle k reward).
Notation x := (angle (S k) j).
Notation cm := (cos_mode k j).
Notation sm := (sin_mode k j).
Notation re := (real_part gam h x).
Notation im := (imag_part gam h x).
Implicit Types u v : vec (numbers k).

Lemma full_turn : x * INR (S k) = 0 + 2 * INR j * PI.
Proof. unfold angle. field. apply not_0_INR. lia. Qed.
Lemma cos_full_turn : cos (x * INR (S k)) = 1.
Proof. rewrite full_turn, cos_period. apply cos_0. Qed.
Lemma sin_full_turn : sin (x * INR (S k)) = 0.
Proof. rewrite full_turn, sin_period. apply sin_0. Qed.
Lemma total_numbers (f : nat -> R) v :
  total (numbers k) (fun s => f (index _ s) * v s) = sum (S k) (fun i => f i * v (point k i)).
Proof. unfold total. apply sum_ext. intros i Hi. now rewrite index_nth. Qed.
Lemma shifted (f g : nat -> R) v : (forall i, g (S i) = f i) -> g (S k) = g O ->
  total (numbers k) (fun s => f (index _ s) * next M v s)
      = total (numbers k) (fun s => g (index _ s) * v s).
Proof.
  intros H H0. rewrite !total_numbers.
  assert (B : point k (S k) = point k 0) by (rewrite <- point_mod, Nat.mod_same by lia; reflexivity).
  transitivity (sum (S k) (fun i => g (S i) * v (point k (S i)))).
  - apply sum_ext; intros i Hi. rewrite H, next_cycle, index_point, Nat.mod_small by lia. do 3 f_equal.
  lia.
  - rewrite sum_S, sum_first, H0, B. ring.
Qed.
Lemma cos_mode_next v : cm (next M v) = cos x * cm v + sin x * sm v.
Proof.
  unfold cos_mode, sin_mode.
  rewrite (shifted (fun i => cos (x * INR i)) (fun i => cos (x * INR i - x))).
  - rewrite <- !total_scal, <- total_plus. apply total_ext; intros s. rewrite cos_minus. ring.
  - intros i. f_equal. rewrite S_INR. ring.
  - simpl (INR 0). rewrite !cos_minus, cos_full_turn, sin_full_turn, Rmult_0_r, cos_0, sin_0. reflexivity.
Qed.
Lemma sin_mode_next v : sm (next M v) = cos x * sm v - sin x * cm v.
Proof.
  unfold cos_mode, sin_mode.
  rewrite (shifted (fun i => sin (x * INR i)) (fun i => sin (x * INR i - x))).
  - rewrite <- !total_scal, <- total_minus. apply total_ext; intros s. rewrite sin_minus. ring.
  - intros i. f_equal. rewrite S_INR. ring.
  - simpl (INR 0). rewrite !sin_minus, cos_full_turn, sin_full_turn, Rmult_0_r, cos_0, sin_0. reflexivity.
Qed.
Lemma modes_iter n v :
  cm (iter n (next M) v) = cos (INR n * x) * cm v + sin (INR n * x) * sm v /\
  sm (iter n (next M) v) = cos (INR n * x) * sm v - sin (INR n * x) * cm v.
Proof.
  induction n as [|n [IHc IHs]].
  - simpl. rewrite Rmult_0_l, cos_0, sin_0. split; ring.
  - cbn [iter]. rewrite cos_mode_next, sin_mode_next, IHc, IHs.
    replace (INR (S n) * x) with (INR n * x + x) by (rewrite S_INR; ring).
    rewrite cos_plus, sin_plus. split; ring.
Qed.
(* claim: cycle-criterion *)
Theorem modes_of_filter v :
  cm (filter M gam h v) = re * cm v + im * sm v /\ sm (filter M gam h v) = re * sm v - im * cm v.
Proof.
  pose proof (coef_summable gam h gam01 h_bounded) as A.
  rewrite real_part_cosines, imag_part_sines by assumption.
  assert (E : forall c w s, c * (coef gam h w * s) = coef gam h w * (c * s)) by (intros; ring).
  split; symmetry.
  - pose proof (is_series_total _ (fun s => cos (x * INR (index _ s))) _ _
      (filter_series M gam h gam01 h_bounded v)) as F.
    pose proof (is_series_add _ _ _ _ (is_series_mult_r (cm v) _ _ (cosines_series _ A x))
                  (is_series_mult_r (sm v) _ _ (sines_series _ A x))) as G.
    apply is_series_unique in F. apply is_series_unique in G. fold (cm (filter M gam h v)) in F.
    rewrite <- F, <- G. apply Series_ext. intros n.
    rewrite (total_ext _ _ (fun s => coef gam h n * (cos (x * INR (index _ s)) * iter n (next M) v s)))
      by (intros; apply E).
    rewrite total_scal. fold (cm (iter n (next M) v)). rewrite (proj1 (modes_iter n v)). ring.
  - pose proof (is_series_total _ (fun s => sin (x * INR (index _ s))) _ _
      (filter_series M gam h gam01 h_bounded v)) as F.
    pose proof (is_series_sub _ _ _ _ (is_series_mult_r (sm v) _ _ (cosines_series _ A x))
                  (is_series_mult_r (cm v) _ _ (sines_series _ A x))) as G.
    apply is_series_unique in F. apply is_series_unique in G. fold (sm (filter M gam h v)) in F.
    rewrite <- F, <- G. apply Series_ext. intros n.
    rewrite (total_ext _ _ (fun s => coef gam h n * (sin (x * INR (index _ s)) * iter n (next M) v s)))
      by (intros; apply E).
    rewrite total_scal. fold (sm (iter n (next M) v)). rewrite (proj2 (modes_iter n v)). ring.
Qed.
Lemma energy_nonneg v : 0 <= energy k j v.
Proof. unfold energy. nra. Qed.
Lemma modes_of_update a u v : (forall s, u s = v s - a * filter M gam h v s) ->
  cm u = cm v - a * cm (filter M gam h v) /\ sm u = sm v - a * sm (filter M gam h v).
Proof.
  intros H. unfold cos_mode, sin_mode. rewrite <- !total_scal, <- !total_minus.
  split; apply total_ext; intros s; rewrite H; ring.
Qed.
Lemma energy_of_update a u v : (forall s, u s = v s - a * filter M gam h v s) ->
  energy k j u = ((1 - a * re) ^ 2 + (a * im) ^ 2) * energy k j v.
Proof.
  intros H. destruct (modes_of_update a u v H) as [Hc Hs]. destruct (modes_of_filter v) as [Fc Fs].
  unfold energy. rewrite Hc, Hs, Fc, Fs. ring.
Qed.
Lemma mode_le (f : nat -> R) v : (forall i, Rabs (f i) <= 1) ->
  Rabs (total (numbers k) (fun s => f (index _ s) * v s)) <= INR (S k) * norm v.
Proof.
  intros H. eapply Rle_trans; [apply total_abs|]. unfold total. rewrite <- sum_const.
  change (size (numbers k)) with (S k). apply sum_le. intros i _. rewrite Rabs_mult.
  pose proof (H (index _ (nth_state (numbers k) i))). pose proof (norm_ge _ v (nth_state (numbers k) i)).
  pose proof (Rabs_pos (v (nth_state (numbers k) i))).
  pose proof (Rabs_pos (f (index _ (nth_state (numbers k) i)))). nra.
Qed.
Lemma energy_le v : energy k j v <= 2 * (INR (S k) * norm v) ^ 2.
Proof.
  assert (Hc : Rabs (cm v) <= INR (S k) * norm v)
    by (apply (mode_le (fun i => cos (x * INR i))); intros; apply cos_abs).
  assert (Hs : Rabs (sm v) <= INR (S k) * norm v)
    by (apply (mode_le (fun i => sin (x * INR i))); intros; apply sin_abs).
  assert (Q : forall y B, Rabs y <= B -> y * y <= B ^ 2).
  { intros y B HB. pose proof (Rabs_pos y). rewrite <- (Rabs_pos_eq (y * y)), Rabs_mult by nra. simpl.
  nra. }
  unfold energy. apply Q in Hc. apply Q in Hs. lra.
Qed.
(* an energy without bound is an error without bound *)
Lemma norm_unbounded (e : nat -> vec (numbers k)) :
  is_lim_seq (fun t => energy k j (e t)) p_infty -> is_lim_seq (fun t => norm (e t)) p_infty.
Proof.
  intros H. apply is_lim_seq_spec in H. apply is_lim_seq_spec. intros B.
  destruct (H (2 * (INR (S k) * B) ^ 2)) as [T HT]. exists T. intros t Ht. specialize (HT t Ht).
  apply Rnot_le_lt. intros C. pose proof (energy_le (e t)) as E. pose proof (norm_nonneg _ (e t)) as N.
  pose proof (pos_INR (S k)) as K.
  assert (INR (S k) * norm (e t) <= INR (S k) * B) by (apply Rmult_le_compat_l; lra).
  assert (0 <= INR (S k) * norm (e t)) by (apply Rmult_le_pos; lra).
  assert ((INR (S k) * norm (e t)) ^ 2 <= (INR (S k) * B) ^ 2) by (apply pow_incr; lra). lra.
Qed.

Variables (w : R) (alpha : nat -> R) (v0 : vec (numbers k)).
Notation error t := (fun s => updates M gam h (fun _ => w) alpha v0 t s - value M gam s).
(* claim: cycle-criterion *)
Theorem update_of_modes t :
  energy k j (error (S t)) = ((1 - alpha t * w * re) ^ 2 + (alpha t * w * im) ^ 2) * energy k j (error t).
Proof.
  apply energy_of_update. intros s.
  rewrite (updates_error M gam h gam01 h_bounded (fun _ => w)). ring.
Qed.
(* claim: cycle-criterion *)
Theorem cycle_diverges : 0 < w -> endless alpha -> re < 0 -> energy k j (error 0%nat) <> 0 ->
  is_lim_seq (fun t => dist (updates M gam h (fun _ => w) alpha v0 t) (value M gam)) p_infty.
Proof.
  intros Hw Ha Hr H0. apply (norm_unbounded (fun t => error t)).
  apply (grows (2 * w * - re) alpha (fun t => energy k j (error t))).
  - assert (0 < w * - re) by (apply Rmult_lt_0_compat; lra). lra.
  - assumption.
  - pose proof (energy_nonneg (error 0%nat)). lra.
  - intros t. rewrite update_of_modes. apply Rmult_le_compat_r; [apply energy_nonneg|].
    pose proof (pow2_ge_0 (alpha t * w * re)). pose proof (pow2_ge_0 (alpha t * w * im)). simpl in *. lra.
Qed.
End Modes.

Lemma energy_ext k j u v : (forall s, u s = v s) -> energy k j u = energy k j v.
Proof.
  intros H. now replace u with v by (apply functional_extensionality; intros; now rewrite H).
Qed.
Lemma pulse_energy k j : energy k j (pulse k) = 1.
Proof.
  assert (E : forall f : nat -> R, total (numbers k) (fun s => f (index _ s) * pulse k s) = f O).
  { intros f. unfold total. rewrite (sum_one _ O).
    - unfold pulse. rewrite index_nth by (simpl; lia). simpl. ring.
    - simpl; lia.
    - intros i Hi Hn. unfold pulse. rewrite index_nth by assumption.
      apply Nat.eqb_neq in Hn. rewrite Hn. ring. }
  unfold energy, cos_mode, sin_mode.
  rewrite (E (fun i => cos (angle (S k) j * INR i))), (E (fun i => sin (angle (S k) j * INR i))).
  simpl. rewrite Rmult_0_r, cos_0, sin_0. ring.
Qed.
(* so there is a start from which the expected on-policy updates diverge, whatever the rewards are *)
(* claim: cycle-criterion *)
Theorem diverges_on_cycle k j gam h : 0 <= gam < 1 -> bounded h -> real_part gam h (angle (S k) j) < 0 ->
  forall reward, exists v0, forall alpha, endless alpha ->
  is_lim_seq (fun t => dist (updates (cycle k reward) gam h (fun _ => / INR (S k)) alpha v0 t)
                            (value (cycle k reward) gam)) p_infty.
Proof.
  intros Hg Hh Hr reward. exists (fun s => pulse k s + value (cycle k reward) gam s). intros alpha Ha.
  apply (cycle_diverges k j reward gam h Hg Hh); try assumption.
  - apply Rinv_0_lt_compat, lt_0_INR. lia.
  - cbn [updates]. rewrite (energy_ext k j _ (pulse k)) by (intros; ring). rewrite pulse_energy. lra.
Qed.
