(* divergence-any-tau and two-state-delays. On the two-state chain, with x = gamma (2 p - 1), delayed
   TD(0) with an odd delay diverges exactly for p < 1/2, whatever the discount; with an even delay it
   never diverges, there or on any other reversible process. So divergence is not inevitable for
   every delay. What is true of every delay tau >= 1 and every 0 < gamma < 1: on the cycle of tau + 1
   states delayed TD(0) diverges from almost every start, with every step size, constant or annealed. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators Returns Steps.
Open Scope R_scope.

Definition two_state_run gam p Hp tau alpha (v : vec two) (t : nat) : vec two :=
  run (delayed (two_state p Hp (fun _ => 0)) gam tau) alpha t v.

(* ---- factors ---- *)
Lemma even_pow_nonneg x k : 0 <= x ^ (2 * k).
Proof. rewrite pow_mult. apply pow_le. simpl. nra. Qed.
Lemma flip_range gam p : 0 < gam < 1 -> 0 <= p <= 1 -> -1 < flip gam p < 1.
Proof. intros. unfold flip. nra. Qed.
Lemma abs_pow_le_1 x k : -1 < x < 1 -> -1 <= x ^ k <= 1.
Proof.
  intros Hx. pose proof (pow_le_1 (Rabs x) k) as A. rewrite RPow_abs in A.
  assert (0 <= Rabs x <= 1) by (split; [apply Rabs_pos | apply Rabs_le; lra]).
  specialize (A ltac:(assumption)). pose proof (Rle_abs (x ^ k)).
  pose proof (Rle_abs (- x ^ k)) as B.
  rewrite Rabs_Ropp in B. lra.
Qed.
(* neither component grows if x^tau is not negative *)
Lemma bounded_run gam p Hp tau alpha v : 0 < gam < 1 -> (forall t, 0 < alpha t <= 1) ->
  0 <= flip gam p ^ tau -> forall t, norm (two_state_run gam p Hp tau alpha v t) <= 4 * norm v.
Proof.
  intros Hg Ha Hf t. unfold two_state_run. set (H := delayed _ gam tau).
  pose proof (flip_range gam p Hg Hp) as F. pose proof (abs_pow_le_1 _ tau F) as F1.
  assert (G1 : 0 <= gam ^ tau <= 1) by (apply pow_le_1; lra).
  assert (D : Rabs (difference (run H alpha t v)) <= Rabs (difference v)).
  { induction t as [|t IH]; [apply Rle_refl|]. unfold H. rewrite difference_run, Rabs_mult. fold H.
    destruct (Ha t). set (y := flip gam p ^ tau * (flip gam p - 1)).
    assert (-2 <= y <= 0) by (unfold y; nra).
    assert (Rabs (1 + alpha t * y) <= 1) by (apply Rabs_le; nra).
    pose proof (Rabs_pos (difference (run H alpha t v))). nra. }
  assert (T : Rabs (together (run H alpha t v)) <= Rabs (together v)).
  { clear D. induction t as [|t IH]; [apply Rle_refl|]. unfold H. rewrite together_run, Rabs_mult.
    fold H.
    destruct (Ha t). set (y := gam ^ tau * (gam - 1)).
    assert (-2 <= y <= 0) by (unfold y; nra).
    assert (Rabs (1 + alpha t * y) <= 1) by (apply Rabs_le; nra).
    pose proof (Rabs_pos (together (run H alpha t v))). nra. }
  pose proof (norm_two (run H alpha t v)). pose proof (difference_norm v).
  pose proof (together_norm v). lra.
Qed.
Lemma bounded_not_diverges {X : finite} (u : nat -> vec X) B : (forall t, norm (u t) <= B) ->
  ~ diverges u.
Proof.
  intros H D. apply is_lim_seq_spec in D. destruct (D B) as [N HN]. specialize (HN N (le_n N)).
  specialize (H N). simpl in HN. lra.
Qed.

(* claim: two-state-delays *)
Theorem even_delay_never_diverges gam p Hp k alpha v : 0 < gam < 1 ->
  (forall t, 0 < alpha t <= 1) ->
  ~ diverges (two_state_run gam p Hp (2 * k) alpha v).
Proof.
  intros Hg Ha. apply bounded_not_diverges with (4 * norm v). apply bounded_run; auto.
  apply even_pow_nonneg.
Qed.

(* claim: two-state-delays *)
Theorem odd_delay_diverges gam p Hp k alpha : 0 < gam < 1 -> (forall t, 0 < alpha t <= 1) ->
  unsummable alpha ->
  (exists v, diverges (two_state_run gam p Hp (2 * k + 1) alpha v)) <-> p < 1/2.
Proof.
  intros Hg Ha U. pose proof (flip_range gam p Hg Hp) as F. split.
  - intros [v D]. apply Rnot_le_lt. intros P2. revert D.
    apply bounded_not_diverges with (4 * norm v).
    apply bounded_run; auto. apply pow_le. unfold flip. apply Rmult_le_pos; lra.
  - intros P2. set (v := fun b : two => if b then 1 else -1). exists v.
    assert (X0 : flip gam p < 0) by (unfold flip; nra).
    assert (C : 0 < flip gam p ^ (2 * k + 1) * (flip gam p - 1)).
    { assert (0 < flip gam p ^ (2 * k)) by (rewrite pow_mult; apply pow_lt; simpl; nra).
      rewrite pow_add, pow_1.
      replace (flip gam p ^ (2 * k) * flip gam p * (flip gam p - 1))
        with (flip gam p ^ (2 * k) * ((- flip gam p) * (1 - flip gam p))) by ring.
      apply Rmult_lt_0_compat; [assumption|]. nra. }
    assert (G : is_lim_seq (fun t => Rabs (difference (two_state_run gam p Hp (2 * k
      + 1) alpha v t))) p_infty).
    { apply growth_diverges_annealed with (alpha := alpha) (c := flip gam p ^ (2 * k + 1) *
        (flip gam p - 1)); auto.
      - apply Rabs_pos_lt. unfold difference, two_state_run, v. simpl. lra.
      - intros t. left. apply Ha.
      - intros t. unfold two_state_run. rewrite difference_run, Rabs_mult.
        apply Rmult_le_compat_r; [apply Rabs_pos|]. eapply Rle_trans; [|apply Rle_abs]. right.
        ring. }
    apply is_lim_seq_le_p_loc with (u := fun t => Rabs (difference (two_state_run gam p Hp (2 * k
      + 1) alpha v t)) * / 2).
    + exists O. intros t _. pose proof (difference_norm (two_state_run gam p Hp (2 * k
        + 1) alpha v t)). lra.
    + replace p_infty with (Rbar_mult p_infty (/ 2)).
      * now apply is_lim_seq_scal_r.
      * apply is_Rbar_mult_unique, is_Rbar_mult_p_infty_pos. simpl. lra.
Qed.

(* ---- even delays on reversible processes ---- *)
(* detailed balance with positive probabilities *)
Definition reversible {X : finite} (M : mrp X) (d : X -> R) : Prop :=
  (forall s, 0 < d s) /\ (forall s s', d s * P M s s' = d s' * P M s' s).

Section Reversible.
Context {X : finite} (M : mrp X) (d : X -> R) (gam : R).
Hypothesis Hrev : reversible M d.
Hypothesis Hgam : 0 < gam < 1.
Notation z := (disc M gam).
Definition inner (x y : vec X) : R := total X (fun s => d s * (x s * y s)).
Lemma inner_nonneg x : 0 <= inner x x.
Proof.
  apply total_nonneg. intros s. apply Rmult_le_pos; [left; apply (proj1 Hrev) | apply Rle_0_sqr].
Qed.
Lemma inner_next x y : inner x (next M y) = inner (next M x) y.
Proof.
  transitivity (total X (fun s => total X (fun t => d s * P M s t * (x s * y t)))).
  - apply total_ext. intros s. unfold next. rewrite <- !total_scal. apply total_ext. intros; ring.
  - rewrite total_swap. apply total_ext. intros t.
    transitivity (d t * (y t * total X (fun s => P M t s * x s))); [|unfold next; ring].
    rewrite <- !total_scal. apply total_ext. intros s. rewrite (proj2 Hrev s t). ring.
Qed.
Lemma inner_iter k x y : inner x (iter k z y) = inner (iter k z x) y.
Proof.
  revert y. induction k as [|k IH]; intros y; [reflexivity|]. rewrite iter_S_in, IH.
  transitivity (gam * inner (iter k z x) (next M y)).
  - unfold inner, disc. rewrite <- total_scal. apply total_ext. intros; ring.
  - rewrite inner_next. unfold inner. rewrite <- total_scal. apply total_ext. intros. cbn [iter].
    unfold disc at 2. ring.
Qed.
(* the square of an average is at most the average of the squares *)
Lemma jensen x s : next M x s * next M x s <= next M (fun t => x t * x t) s.
Proof.
  set (mu := next M x s).
  assert (H : 0 <= total X (fun t => P M s t * ((x t - mu) * (x t - mu)))).
  { apply total_nonneg. intros t. apply Rmult_le_pos; [apply P_nonneg | apply Rle_0_sqr]. }
  assert (E : total X (fun t => P M s t * ((x t - mu) * (x t - mu)))
              = next M (fun t => x t * x t) s + (-2 * mu) * next M x s + (mu * mu) * total X
                (P M s)).
  { unfold next. rewrite <- !total_scal, <- !total_plus. apply total_ext. intros; ring. }
  rewrite E, P_total in H. fold mu in H. lra.
Qed.
Lemma inner_next_le x : inner (next M x) (next M x) <= inner x x.
Proof.
  apply Rle_trans with (total X (fun s => d s * next M (fun t => x t * x t) s)).
  - apply total_le. intros s. apply Rmult_le_compat_l; [left; apply (proj1 Hrev) | apply jensen].
  - right. transitivity (inner (fun _ => 1) (next M (fun t => x t * x t))).
    + apply total_ext. intros; ring.
    + rewrite inner_next. apply total_ext. intros s. rewrite next_const. ring.
Qed.
Lemma inner_disc_le x : inner (z x) (z x) <= inner x x.
Proof.
  replace (inner (z x) (z x)) with ((gam * gam) * inner (next M x) (next M x)).
  - pose proof (inner_next_le x). pose proof (inner_nonneg (next M x)).
    assert (0 <= gam * gam <= 1) by nra. nra.
  - unfold inner, disc. rewrite <- total_scal. apply total_ext. intros; ring.
Qed.
Lemma inner_iter_le k x : inner (iter k z x) (iter k z x) <= inner x x.
Proof. induction k as [|k IH]; [apply Rle_refl|]. cbn [iter].
eapply Rle_trans; [apply inner_disc_le | exact IH]. Qed.
Lemma inner_square x y a : inner (fun s => x s + a * y s) (fun s => x s + a * y s)
  = inner x x + 2 * a * inner x y + a * a * inner y y.
Proof. unfold inner. rewrite <- !total_scal, <- !total_plus. apply total_ext. intros; ring. Qed.

Hypothesis no_reward : forall s, r M s = 0.
(* one step does not increase the weighted energy *)
Lemma even_step k a v : 0 <= a <= 1 ->
  let w := fun s => v s + a * (delayed M gam (2 * k) v s - v s) in inner w w <= inner v v.
Proof.
  intros Ha w. set (u := iter k z v). set (g := iter (2 * k) z (td M gam v)).
  replace (inner w w) with (inner (fun s => v s + a * g s) (fun s => v s + a * g s))
    by (apply total_ext; intros s; unfold w, g, delayed; ring).
  rewrite inner_square.
  assert (G : forall s, g s = iter k z (fun x => z u x - u x) s).
  { intros s. unfold g, u. replace (2 * k)%nat with (k + k)%nat by lia. rewrite iter_add.
    apply iter_ext. intros x. rewrite iter_td, (iter_ext M gam k (r M) (fun _ => 0)), iter_zero
      by assumption.
    cbn [iter]. ring. }
  assert (Q : inner v g = inner u (z u) - inner u u).
  { transitivity (inner v (iter k z (fun x => z u x - u x))); [apply total_ext; intros;
      now rewrite G|].
    rewrite inner_iter. fold u. unfold inner. rewrite <- total_minus. apply total_ext.
    intros; ring. }
  assert (B : inner g g <= - 2 * inner v g).
  { apply Rle_trans with (inner (fun x => z u x + -1 * u x) (fun x => z u x + -1 * u x)).
    - replace (inner g g) with (inner (iter k z (fun x => z u x + -1 * u x)) (iter k z
        (fun x => z u x + -1 * u x))).
      + apply inner_iter_le.
      + apply total_ext. intros s. rewrite (G s).
        rewrite (iter_ext M gam k (fun x => z u x + -1 * u x) (fun x => z u x - u x)) by (intros;
          ring). reflexivity.
    - rewrite inner_square, Q. pose proof (inner_disc_le u).
      replace (inner (z u) u) with (inner u (z u)) by (apply total_ext; intros; ring). lra. }
  pose proof (inner_nonneg g) as G0.
  assert (a * a * inner g g <= a * inner g g) by (apply Rmult_le_compat_r; nra).
  assert (a * inner g g <= a * (- 2 * inner v g)) by (apply Rmult_le_compat_l; lra). lra.
Qed.
Lemma smallest_probability : exists e, 0 < e /\ forall s, e <= d s.
Proof.
  assert (H : forall n, exists e, 0 < e /\ forall i, (i < n)%nat -> e <= d (nth_state X i)).
  { induction n as [|n [e [He H]]]; [exists 1; split; [lra | intros; lia]|].
    exists (Rmin e (d (nth_state X n))). split; [apply Rmin_glb_lt;
      [exact He | apply (proj1 Hrev)]|].
    intros i Hi. destruct (Nat.eq_dec i n) as [->|E]; [apply Rmin_r|].
    eapply Rle_trans; [apply Rmin_l | apply H; lia]. }
  destruct (H (size X)) as [e [He B]]. exists e. split; [exact He|]. intros s.
  rewrite <- (nth_index X s). apply B. apply index_lt.
Qed.
End Reversible.

(* claim: two-state-delays *)
Theorem even_delay_reversible {X : finite} (M : mrp X) d gam k alpha v :
  reversible M d -> (forall s, r M s = 0) -> 0 < gam < 1 -> (forall t, 0 < alpha t <= 1) ->
  ~ diverges (fun t => run (delayed M gam (2 * k)) alpha t v).
Proof.
  intros Hrev R0 Hg Ha. destruct (smallest_probability M d Hrev) as [e [He Hd]].
  assert (E : forall t, inner d (run (delayed M gam (2 * k)) alpha t v) (run (delayed M gam
    (2 * k)) alpha t v) <= inner d v v).
  { induction t as [|t IH]; [apply Rle_refl|]. eapply Rle_trans; [|exact IH].
    apply (even_step M d gam Hrev Hg R0). specialize (Ha t). lra. }
  pose proof (inner_nonneg M d Hrev v) as V0.
  assert (Q0 : 0 <= inner d v v / e) by (apply Rdiv_le_0_compat; lra).
  apply bounded_not_diverges with (inner d v v / e + 1). intros t. apply norm_le; [lra|]. intros s.
  set (x := run (delayed M gam (2 * k)) alpha t v) in *. specialize (E t). fold x in E.
  assert (T : d s * (x s * x s) <= inner d v v).
  { eapply Rle_trans; [|exact E]. apply (total_ge_term X s (fun s => d s * (x s * x s))).
    intros s'. apply Rmult_le_pos; [left; apply (proj1 Hrev) | apply Rle_0_sqr]. }
  assert (T' : x s * x s <= inner d v v / e).
  { apply (Rle_div_r (x s * x s) (inner d v v) e He). specialize (Hd s).
    assert (0 <= x s * x s) by apply Rle_0_sqr. nra. }
  apply Rabs_le. nra.
Qed.
(* the two-state chain is reversible *)
Example two_state_reversible p Hp reward : reversible (two_state p Hp reward) (fun _ => 1/2).
Proof. split; [intros; lra|]. intros [] []; simpl; ring. Qed.

(* the printed statement fails: with the delay 2 no discount and no p make this chain diverge *)
(* claim: divergence-any-tau *)
Theorem divergence_not_inevitable :
  exists tau, (1 <= tau)%nat /\ forall gam p Hp alpha v, 0 < gam < 1 ->
    (forall t, 0 < alpha t <= 1) ->
    ~ diverges (two_state_run gam p Hp tau alpha v).
Proof. exists 2%nat. split; [lia|]. intros. now apply (even_delay_never_diverges gam p Hp 1). Qed.

(* ---- the cycle of tau + 1 states ---- *)
Lemma cos_neg (m : nat) : (2 <= m)%nat -> cos (2 * PI * INR (m / 2) / INR m) < 0.
Proof.
  intros Hm. set (j := (m / 2)%nat).
  assert (H1 : (m < 4 * j)%nat /\ (2 * j <= m)%nat).
  { unfold j. pose proof (Nat.div_mod m 2 ltac:(lia)).
    pose proof (Nat.mod_upper_bound m 2 ltac:(lia)). lia. }
  destruct H1 as [A B]. apply lt_INR in A. apply le_INR in B.
  rewrite mult_INR in A, B. simpl (INR 4) in A. simpl (INR 2) in B.
  assert (M : 0 < INR m) by (apply lt_0_INR; lia). pose proof PI_RGT_0 as HP.
  assert (E1 : 1 / 4 < INR j / INR m) by (apply (Rlt_div_r (1 / 4) (INR j) (INR m)); lra).
  assert (E2 : INR j / INR m <= 1 / 2) by (apply (Rle_div_l (INR j) (1 / 2) (INR m)); lra).
  replace (2 * PI * INR j / INR m) with (2 * PI * (INR j / INR m)) by (field; lra).
  apply cos_lt_0; nra.
Qed.
Lemma mod_prev tau s : (s < S tau)%nat -> ((s + tau) mod S tau = match s
  with O => tau | S i => i end)%nat.
Proof.
  intros H. destruct s as [|i]; [apply Nat.mod_small; lia|].
  symmetry. apply Nat.mod_unique with (q := 1%nat); lia.
Qed.

Section Cycle.
Variables (tau : nat) (gam : R) (alpha : nat -> R).
Hypothesis Htau : (1 <= tau)%nat.
Hypothesis Hgam : 0 < gam < 1.
Hypothesis Halpha : forall t, 0 < alpha t.
Hypothesis Hsum : unsummable alpha.
Notation X := (numbers tau).
Notation m := (S tau).
Notation H := (delayed (cycle tau (fun _ => 0)) gam tau).
(* the angle 2 pi j / (tau + 1), j = floor((tau + 1) / 2), whose cosine is negative *)
Definition angle : R := 2 * PI * INR (m / 2) / INR m.
(* -f(gamma e^{-i angle}) = real_part + i imaginary_part *)
Definition real_part : R := gam ^ tau * (gam - cos angle).
Definition imaginary_part : R := gam ^ tau * sin angle.

Lemma angle_wrap : angle * INR m = 0 + 2 * INR (m / 2) * PI.
Proof. unfold angle. field. apply not_0_INR. lia. Qed.
Lemma cos_wrap : cos (angle * INR m) = 1.
Proof. rewrite angle_wrap, cos_period. apply cos_0. Qed.
Lemma sin_wrap : sin (angle * INR m) = 0.
Proof. rewrite angle_wrap, sin_period. apply sin_0. Qed.
Lemma real_part_pos : 0 < real_part.
Proof.
  unfold real_part, angle. pose proof (cos_neg m ltac:(lia)).
  apply Rmult_lt_0_compat; [apply pow_lt; lra | lra].
Qed.
(* H v - v = gamma^tau (gamma v(s) - v(s + tau)): tau + 1 steps go once around *)
Lemma delayed_cycle v s : H v s = v s + gam ^ tau * (gam * v s - v (point tau (index _ s + tau))).
Proof.
  unfold delayed. rewrite iter_td, !iter_cycle. cbn [r cycle]. f_equal.
  replace (point tau (index _ s + S tau)) with s.
  - simpl. ring.
  - symmetry. rewrite <- point_mod. replace ((index _ s + S tau) mod S tau)%nat with (index _ s).
    + apply point_index.
    + pose proof (index_lt _ s). simpl size in *. apply Nat.mod_unique with (q := 1%nat); lia.
Qed.

(* the Fourier coefficient of v at the angle *)
Definition cos_coef (v : vec X) : R := total X (fun s => cos (angle * INR (index _ s)) * v s).
Definition sin_coef (v : vec X) : R := total X (fun s => sin (angle * INR (index _ s)) * v s).
Definition energy (v : vec X) : R := cos_coef v * cos_coef v + sin_coef v * sin_coef v.
Lemma shift_total (g : nat -> R) (v : vec X) : g m = g O ->
  total X (fun s => g (index _ s) * v (point tau (index _ s + tau))) = total X (fun s => g (S
    (index _ s)) * v s).
Proof.
  intros Hg.
  transitivity (sum m (fun i => g i * v (point tau (i + tau)))).
  { symmetry. apply (sum_as_total X (fun i => g i * v (point tau (i + tau)))). }
  transitivity (sum m (fun i => g (S i) * v (point tau i))).
  2:{ etransitivity; [apply (sum_as_total X (fun i => g (S i) * v (point tau i)))|].
      apply total_ext. intros s. now rewrite point_index. }
  assert (E : forall i, (i < m)%nat -> point tau (i + tau) = point tau (match i
    with O => tau | S j => j end)).
  { intros i Hi. rewrite <- (point_mod tau (i + tau)), mod_prev by assumption. reflexivity. }
  rewrite sum_first, (sum_ext tau _ (fun i => g (S i) * v (point tau i))).
  - rewrite sum_S, Hg, E by lia. ring.
  - intros i Hi. now rewrite E by lia.
Qed.
Lemma cos_back v : total X (fun s => cos (angle * INR (index _ s)) * v (point tau (index _ s
  + tau)))
  = cos angle * cos_coef v - sin angle * sin_coef v.
Proof.
  rewrite (shift_total (fun i => cos (angle * INR i)) v).
  - unfold cos_coef, sin_coef. rewrite <- !total_scal, <- total_minus. apply total_ext. intros s.
    replace (angle * INR (S (index _ s))) with (angle * INR (index _ s) + angle) by
      (rewrite S_INR; ring).
    rewrite cos_plus. ring.
  - rewrite cos_wrap. simpl. now rewrite Rmult_0_r, cos_0.
Qed.
Lemma sin_back v : total X (fun s => sin (angle * INR (index _ s)) * v (point tau (index _ s
  + tau)))
  = sin angle * cos_coef v + cos angle * sin_coef v.
Proof.
  rewrite (shift_total (fun i => sin (angle * INR i)) v).
  - unfold cos_coef, sin_coef. rewrite <- !total_scal, <- total_plus. apply total_ext. intros s.
    replace (angle * INR (S (index _ s))) with (angle * INR (index _ s) + angle) by
      (rewrite S_INR; ring).
    rewrite sin_plus. ring.
  - rewrite sin_wrap. simpl. now rewrite Rmult_0_r, sin_0.
Qed.
Lemma coef_step (g : X -> R) t v :
  total X (fun s => g s * run H alpha (S t) v s)
  = (1 + alpha t * gam ^ tau * gam) * total X (fun s => g s * run H alpha t v s)
    - (alpha t * gam ^ tau) * total X (fun s => g s * run H alpha t v (point tau (index _ s
        + tau))).
Proof.
  cbn [run]. set (w := run H alpha t v). rewrite <- !total_scal, <- total_minus. apply total_ext.
  intros s.
  rewrite delayed_cycle. ring.
Qed.
Lemma energy_step t v : energy (run H alpha (S t) v)
  = ((1 + alpha t * real_part) * (1 + alpha t * real_part)
     + (alpha t * imaginary_part) * (alpha t * imaginary_part)) * energy (run H alpha t v).
Proof.
  unfold energy.
  assert (C : cos_coef (run H alpha (S t) v) = (1 + alpha t * real_part) * cos_coef
    (run H alpha t v)
              + alpha t * imaginary_part * sin_coef (run H alpha t v)).
  { unfold cos_coef at 1. rewrite coef_step, cos_back. fold (cos_coef (run H alpha t v)).
    unfold real_part, imaginary_part. ring. }
  assert (D : sin_coef (run H alpha (S t) v) = (1 + alpha t * real_part) * sin_coef
    (run H alpha t v)
              - alpha t * imaginary_part * cos_coef (run H alpha t v)).
  { unfold sin_coef at 1. rewrite coef_step, sin_back. fold (sin_coef (run H alpha t v)).
    unfold real_part, imaginary_part. ring. }
  rewrite C, D. ring.
Qed.
Lemma coef_le (g : X -> R) v : (forall s, Rabs (g s) <= 1) ->
  Rabs (total X (fun s => g s * v s)) <= INR m * norm v.
Proof.
  intros Hg. eapply Rle_trans; [apply total_abs|]. change (INR m) with (INR (size X)).
  unfold total. rewrite <- sum_const. apply sum_le. intros i _. rewrite Rabs_mult.
  pose proof (Hg (nth_state X i)). pose proof (norm_ge X v (nth_state X i)).
  pose proof (Rabs_pos (v (nth_state X i))). nra.
Qed.
Lemma energy_norm v : energy v <= (2 * (INR m * INR m)) * (norm v * norm v).
Proof.
  assert (C : Rabs (cos_coef v) <= INR m * norm v) by (apply coef_le; intros;
    apply Rabs_le, COS_bound).
  assert (D : Rabs (sin_coef v) <= INR m * norm v) by (apply coef_le; intros;
    apply Rabs_le, SIN_bound).
  unfold energy. pose proof (Rabs_pos (cos_coef v)). pose proof (Rabs_pos (sin_coef v)).
  rewrite <- (Rabs_pos_eq (cos_coef v * cos_coef v)), <- (Rabs_pos_eq
    (sin_coef v * sin_coef v)), !Rabs_mult by nra. nra.
Qed.
Lemma cycle_diverges_from v : 0 < energy v -> diverges (fun t => run H alpha t v).
Proof.
  intros E. apply (square_diverges (fun t => energy (run H alpha t v)) _ (2 * (INR m * INR m))).
  - assert (0 < INR m) by (apply lt_0_INR; lia). nra.
  - intros; apply norm_nonneg.
  - intros; apply energy_norm.
  - pose proof real_part_pos as A.
    apply growth_diverges_annealed with (alpha := alpha) (c := 2 * real_part); auto.
    + lra.
    + intros t. left. apply Halpha.
    + intros t. rewrite energy_step. apply Rmult_le_compat_r; [unfold energy; nra|].
      specialize (Halpha t).
      replace ((1 + alpha t * real_part) * (1 + alpha t * real_part) + alpha t * imaginary_part *
        (alpha t * imaginary_part))
        with (1 + 2 * real_part * alpha t + (Rsqr (alpha t * real_part) + Rsqr
          (alpha t * imaginary_part))) by (unfold Rsqr; ring).
      pose proof (Rle_0_sqr (alpha t * real_part)).
      pose proof (Rle_0_sqr (alpha t * imaginary_part)). lra.
Qed.
(* from v_0 = 1 at state 0, and 0 elsewhere *)
Definition at_zero : vec X := fun s => match index _ s with O => 1 | S _ => 0 end.
Lemma at_zero_energy : 0 < energy at_zero.
Proof.
  unfold energy. replace (cos_coef at_zero) with 1; [nra|]. symmetry. unfold cos_coef.
  rewrite (total_one X (point tau 0)).
  - unfold at_zero. rewrite index_point, Nat.mod_0_l by lia. simpl INR. rewrite Rmult_0_r, cos_0.
    ring.
  - intros s Hs. unfold at_zero. destruct (index _ s) eqn:E; [|ring]. exfalso. apply Hs.
    rewrite <- (point_index tau s), E. reflexivity.
Qed.
End Cycle.

(* claim: divergence-any-tau *)
Theorem cycle_diverges tau gam alpha : (1 <= tau)%nat -> 0 < gam < 1 ->
  (forall t, 0 < alpha t) -> unsummable alpha ->
  exists v0, diverges (fun t => run (delayed (cycle tau (fun _ => 0)) gam tau) alpha t v0).
Proof.
  intros Ht Hg Ha U. exists (at_zero tau). apply cycle_diverges_from; eauto using at_zero_energy.
Qed.
(* claim: divergence-any-tau *)
Theorem cycle_diverges_constant tau gam alpha : (1 <= tau)%nat -> 0 < gam < 1 -> 0 < alpha ->
  exists v0, diverges (fun t => run (delayed (cycle tau (fun _ => 0)) gam tau)
    (fun _ => alpha) t v0).
Proof. intros Ht Hg Ha. apply cycle_diverges; auto. now apply constant_unsummable. Qed.
(* and it does so from almost every start: from all whose part along the cosine is not zero *)
(* claim: divergence-any-tau *)
Theorem cycle_diverges_almost_everywhere tau gam alpha v0 : (1 <= tau)%nat -> 0 < gam < 1 ->
  (forall t, 0 < alpha t) -> unsummable alpha ->
  total (numbers tau) (fun s => cos (angle tau * INR (index _ s)) * v0 s) <> 0 ->
  diverges (fun t => run (delayed (cycle tau (fun _ => 0)) gam tau) alpha t v0).
Proof.
  intros Ht Hg Ha U H. apply cycle_diverges_from; try assumption.
  unfold energy. fold (cos_coef tau v0) in H. pose proof (Rsqr_pos_lt _ H) as A. unfold Rsqr in A.
  pose proof (Rle_0_sqr (sin_coef tau v0)) as B. unfold Rsqr in B. lra.
Qed.
