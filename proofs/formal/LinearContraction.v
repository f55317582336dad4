(* eq:linear_contraction. beta = |1 - sum c| + sum_n |c_n| gamma^n bounds the distance of two
   updates in the maximum norm, on every finite Markov reward process. For a return with N weights
   it is attained on every cycle of more than N states, and otherwise approached on long cycles. So
   beta < 1 exactly if the return contracts by one factor on all processes; a single process may
   contract although beta >= 1. *)
From Coq Require Import Reals Lra Lia PeanoNat FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators Returns SampleRealNsteps.
Open Scope R_scope.

(* |sum a| <= sum b if |a| <= b termwise *)
Lemma Series_abs_le (a b : nat -> R) : (forall n, Rabs (a n) <= b n) -> ex_series b ->
  Rabs (Series a) <= Series b.
Proof.
  intros H Hb.
  assert (Ha : ex_series (fun n => Rabs (a n))).
  { apply (ex_series_le (fun n => Rabs (a n)) b); [|exact Hb]. intros n.
    change (Rabs (Rabs (a n)) <= b n). now rewrite Rabs_Rabsolu. }
  eapply Rle_trans; [now apply Series_Rabs|]. apply Series_le; [|exact Hb].
  intros n. split; [apply Rabs_pos | apply H].
Qed.
Lemma modulus_nonneg gam h : 0 <= gam < 1 -> bounded h -> 0 <= modulus gam h.
Proof.
  intros Hg Hb. apply Rplus_le_le_0_compat; [apply Rabs_pos|].
  apply (is_series_nonneg (fun n => Rabs (weight h n) * gam ^ S n)).
  - intros n. apply Rmult_le_pos; [apply Rabs_pos | apply pow_le; lra].
  - now apply Series_correct, absolute_weights.
Qed.

Lemma shifted_weights h L : weight (fun i => h i - L) = weight h.
Proof. apply functional_extensionality. intros n. unfold weight. ring. Qed.
Lemma shifted_vanishing h L : is_lim_seq h (Finite L) -> vanishing (fun i => h i - L).
Proof.
  intros Hh. unfold vanishing. replace (Finite 0) with (Finite (L - L)) by (f_equal; ring).
  apply is_lim_seq_minus'; [exact Hh | apply is_lim_seq_const].
Qed.
Lemma shifted_modulus gam h L : modulus gam (fun i => h i - L) = modulus gam h.
Proof. unfold modulus. now rewrite shifted_weights. Qed.

(* the difference of two updates: the matrix (1 - sum c) + sum_n c_n (gamma P)^n *)
Lemma return_difference {X : finite} (M : mrp X) gam h u v s : 0 <= gam < 1 -> vanishing h ->
  linear_return M gam h u s - linear_return M gam h v s
  = (1 - Series (weight h)) * (u s - v s)
    + Series (fun n => weight h n * iter (S n) (disc M gam) (fun x => u x - v x) s).
Proof.
  intros Hg Hh. destruct (sample_real_nsteps M gam Hg h u s Hh) as [Eu ->].
  destruct (sample_real_nsteps M gam Hg h v s Hh) as [Ev ->]. unfold nstep_form.
  rewrite (Series_ext (fun n => weight h n * iter (S n) (disc M gam) (fun x => u x - v x) s)
             (fun n => weight h n * nstep M gam (S n) u s - weight h n * nstep M gam (S n) v s)).
  - rewrite Series_minus by assumption. ring.
  - intros n. rewrite <- (nstep_diff M gam (S n) u v s). ring.
Qed.

(* claim: eq:linear_contraction *)
Theorem linear_contraction {X : finite} (M : mrp X) gam h (u v : vec X) : 0 <= gam < 1 ->
  vanishing h ->
  dist (linear_return M gam h u) (linear_return M gam h v) <= modulus gam h * dist u v.
Proof.
  intros Hg Hh. pose proof (bounded_of_lim h 0 Hh) as Hb. apply norm_le.
  { apply Rmult_le_pos; [now apply modulus_nonneg | apply norm_nonneg]. }
  intros s. rewrite return_difference by assumption. unfold modulus. rewrite Rmult_plus_distr_r.
  eapply Rle_trans; [apply Rabs_triang|]. apply Rplus_le_compat.
  - rewrite Rabs_mult. apply Rmult_le_compat_l; [apply Rabs_pos|].
    apply (norm_ge _ (fun x => u x - v x)).
  - rewrite <- Series_scal_r. apply Series_abs_le.
    + intros n. rewrite Rabs_mult, Rmult_assoc. apply Rmult_le_compat_l; [apply Rabs_pos|].
      rewrite Rmult_comm. apply iter_norm. lra.
    + apply ex_series_scal_r. now apply absolute_weights.
Qed.

(* ---- the bound is attained on long cycles ---- *)
Definition sign (x : R) : R := if Rle_dec 0 x then 1 else -1.
Lemma sign_mul x : x * sign x = Rabs x.
Proof. unfold sign. destruct (Rle_dec 0 x); [rewrite Rabs_pos_eq | rewrite Rabs_left]; lra. Qed.
Lemma sign_abs x : Rabs (sign x) = 1.
Proof. unfold sign. destruct (Rle_dec 0 x); [rewrite Rabs_pos_eq | rewrite Rabs_left]; lra. Qed.
(* the signs of the weights, in the order in which the cycle visits the states *)
Definition worst (h : nat -> R) (k : nat) : vec (numbers k) := fun s =>
  match index _ s with O => sign (1 - Series (weight h)) | S n => sign (weight h n) end.
Lemma worst_norm h k : norm (worst h k) = 1.
Proof.
  assert (A : forall s, Rabs (worst h k s) = 1).
  { intros s. unfold worst. destruct (index _ s); apply sign_abs. }
  apply Rle_antisym.
  - apply norm_le; [lra|]. intros s. rewrite A. lra.
  - rewrite <- (A (point k 0)). apply norm_ge.
Qed.

Lemma weight_after h N n : (forall i, (N <= i)%nat -> h i = 0) -> (N <= n)%nat -> weight h n = 0.
Proof. intros H Hn. unfold weight. rewrite !H by lia. ring. Qed.

(* claim: eq:linear_contraction *)
Theorem linear_contraction_attained gam h N k reward : 0 <= gam < 1 ->
  (forall i, (N <= i)%nat -> h i = 0) -> (N < S k)%nat ->
  exists u v : vec (numbers k), dist u v = 1 /\
    dist (linear_return (cycle k reward) gam h u) (linear_return (cycle k reward) gam h v)
    = modulus gam h * dist u v.
Proof.
  intros Hg Hh Hk. exists (worst h k), (fun _ => 0).
  assert (D : dist (worst h k) (fun _ => 0) = 1).
  { rewrite <- (worst_norm h k). apply norm_ext. intros; ring. }
  split; [exact D|]. apply Rle_antisym; [apply linear_contraction;
    [exact Hg | now apply finite_vanishing with N]|].
  rewrite D, Rmult_1_r.
  eapply Rle_trans; [|apply (norm_ge _ _ (point k 0))]. cbv beta.
  rewrite return_difference by (try exact Hg; now apply finite_vanishing with N).
  eapply Rle_trans; [|apply Rle_abs]. right. unfold modulus. f_equal.
  - rewrite Rminus_0_r. unfold worst. rewrite index_point, Nat.mod_0_l by lia. symmetry.
    apply sign_mul.
  - rewrite !(Series_finite N) by (intros n Hn; rewrite (weight_after h N n Hh Hn), ?Rabs_R0; ring).
    apply sum_ext. intros n Hn. rewrite iter_cycle, index_point, Nat.mod_0_l by lia.
    rewrite Rminus_0_r. unfold worst. rewrite index_point, Nat.mod_small by lia. cbn [Nat.add].
    rewrite <- sign_mul. ring.
Qed.

(* with infinitely many weights the bound is approached: on the cycle of k + 1 states the weights
   after the k-step return are missed, and these vanish as k grows *)
Lemma tail_small gam h eps : 0 <= gam < 1 -> bounded h -> 0 < eps ->
  exists k, Series (fun n => Rabs (weight h (k + n)) * gam ^ S (k + n)) < eps.
Proof.
  intros Hg Hb He. pose proof (absolute_weights gam h Hg Hb) as E.
  pose proof (Series_correct _ E) as L. apply is_series_lim in L. apply is_lim_seq_spec in L.
  destruct (L (mkposreal eps He)) as [k Hk]. simpl in Hk. exists (S k).
  specialize (Hk (S k) ltac:(lia)). rewrite (Series_incr_n _ (S k)) in Hk by (lia || exact E).
  simpl pred in Hk. rewrite <- sum_n_Reals, <- sum_sum_n in Hk.
  set (tail := Series _) in Hk |- *. set (head := sum _ _) in Hk.
  pose proof (Rle_abs (- (head - (head + tail)))) as A. rewrite Rabs_Ropp in A. lra.
Qed.
(* claim: eq:linear_contraction *)
Theorem linear_contraction_approached gam h eps : 0 <= gam < 1 -> vanishing h -> 0 < eps ->
  exists k, forall reward, exists u v : vec (numbers k), dist u v = 1 /\
    modulus gam h - eps
    < dist (linear_return (cycle k reward) gam h u) (linear_return (cycle k reward) gam h v).
Proof.
  intros Hg Hh He. pose proof (bounded_of_lim h 0 Hh) as Hb.
  destruct (tail_small gam h (eps / 2) Hg Hb ltac:(lra)) as [k Hk]. exists k. intros reward.
  exists (worst h k), (fun _ => 0).
  assert (D : dist (worst h k) (fun _ => 0) = 1).
  { rewrite <- (worst_norm h k). apply norm_ext. intros; ring. }
  split; [exact D|].
  eapply Rlt_le_trans; [|apply (norm_ge _ _ (point k 0))]. cbv beta.
  rewrite return_difference by assumption. eapply Rlt_le_trans; [|apply Rle_abs].
  rewrite Rminus_0_r. replace (worst h k (point k 0)) with (sign (1 - Series (weight h)))
    by (unfold worst; rewrite index_point, Nat.mod_0_l by lia; reflexivity).
  rewrite sign_mul. unfold modulus.
  set (a := fun n => Rabs (weight h n) * gam ^ S n).
  set (c := fun n => weight h n * iter (S n) (disc (cycle k reward) gam)
    (fun x => worst h k x - 0) (point k 0)).
  assert (Ea : ex_series a) by now apply absolute_weights.
  assert (Ca : forall n, Rabs (c n) <= a n).
  { intros n. unfold c, a. rewrite Rabs_mult. apply Rmult_le_compat_l; [apply Rabs_pos|].
    pose proof (iter_norm (cycle k reward) gam (proj1 Hg) (S n) (fun x => worst h k x - 0)
      (point k 0)) as I.
    fold (dist (worst h k) (fun _ => 0)) in I. rewrite D, Rmult_1_l in I. exact I. }
  assert (Cn : forall n, (n < k)%nat -> c n = a n).
  { intros n Hn. unfold c, a. rewrite iter_cycle, index_point, Nat.mod_0_l by lia.
    rewrite Rminus_0_r. unfold worst. rewrite index_point, Nat.mod_small by lia. cbn [Nat.add].
    rewrite <- sign_mul. ring. }
  assert (N0 : forall n, 0 <= a n) by (intros; unfold a; apply Rmult_le_pos;
    [apply Rabs_pos | apply pow_le; lra]).
  (* 0 <= sum_n (a_n - c_n) <= 2 sum_{n >= k} a_n *)
  assert (Ec : ex_series c).
  { apply ex_series_Rabs. apply (ex_series_le (fun n => Rabs (c n)) a); [|exact Ea]. intros n.
    change (Rabs (Rabs (c n)) <= a n). now rewrite Rabs_Rabsolu. }
  assert (T : Series a - Series c <= 2 * Series (fun n => a (k + n)%nat)).
  { rewrite <- Series_minus by assumption.
    assert (Em : ex_series (fun n => a n - c n)) by now apply (ex_series_minus a c).
    assert (Ek : ex_series (fun n => a (k + n)%nat)) by now apply (ex_series_incr_n a k).
    destruct k as [|k'].
    - rewrite <- Series_scal_l. apply (is_series_le_compat (fun n => a n - c n) (fun n => 2 * a
        (0 + n)%nat)).
      + intros n. specialize (Ca n). pose proof (Rle_abs (- c n)) as A. rewrite Rabs_Ropp in A.
        simpl. lra.
      + now apply Series_correct.
      + apply Series_correct. now apply (ex_series_scal_l 2 (fun n => a (0 + n)%nat)).
    - rewrite (Series_incr_n (fun n => a n - c n) (S k')) by (lia || exact Em).
      simpl pred. rewrite <- sum_n_Reals, <- sum_sum_n.
      rewrite (sum_ext (S k') _ (fun _ => 0)), sum_zero, Rplus_0_l by (intros n Hn;
        rewrite Cn by assumption; ring).
      rewrite <- Series_scal_l.
      apply (is_series_le_compat (fun n => a (S k' + n)%nat - c (S k' + n)%nat) (fun n => 2 * a
        (S k' + n)%nat)).
      + intros n. specialize (Ca (S k' + n)%nat). pose proof (Rle_abs (- c (S k' + n)%nat)) as A.
        rewrite Rabs_Ropp in A. lra.
      + apply Series_correct. now apply (ex_series_incr_n (fun n => a n - c n) (S k')).
      + apply Series_correct. now apply (ex_series_scal_l 2 (fun n => a (S k' + n)%nat)). }
  change (Series (fun n => a (k + n)%nat) < eps / 2) in Hk. fold a. fold c. lra.
Qed.

(* a factor serves for every process exactly if it is at least beta *)
(* claim: eq:linear_contraction *)
Theorem linear_contraction_factors gam h q : 0 <= gam < 1 -> vanishing h ->
  (forall (X : finite) (M : mrp X) (u v : vec X),
    dist (linear_return M gam h u) (linear_return M gam h v) <= q * dist u v)
  <-> modulus gam h <= q.
Proof.
  intros Hg Hh. split.
  - intros H. apply Rnot_lt_le. intros B.
    destruct (linear_contraction_approached gam h (modulus gam h - q) Hg Hh ltac:(lra)) as [k K].
    destruct (K (fun _ => 0)) as (u & v & D & E).
    specialize (H _ (cycle k (fun _ => 0)) u v). rewrite D in H. lra.
  - intros H X M u v. eapply Rle_trans; [now apply linear_contraction|].
    apply Rmult_le_compat_r; [apply norm_nonneg | exact H].
Qed.
(* so beta < 1 exactly if one and the same factor below 1 serves for every process *)
(* claim: eq:linear_contraction *)
Theorem linear_contraction_iff gam h : 0 <= gam < 1 -> vanishing h ->
  modulus gam h < 1 <->
  exists q, q < 1 /\ forall (X : finite) (M : mrp X) (u v : vec X),
    dist (linear_return M gam h u) (linear_return M gam h v) <= q * dist u v.
Proof.
  intros Hg Hh. split.
  - intros H. exists (modulus gam h). split; [exact H|]. intros. now apply linear_contraction.
  - intros [q [Hq H]]. apply (linear_contraction_factors gam h q Hg Hh) in H. lra.
Qed.

(* the operator (1 - sum c) v + sum_n c_n T^n v depends on the weights alone, so the same holds of it
   whenever they can be summed: it is the return with the eligibilities h_i - L *)
Lemma nstep_form_shifted {X : finite} (M : mrp X) gam h L (v : vec X) s : 0 <= gam < 1 ->
  is_lim_seq h (Finite L) ->
  linear_return M gam (fun i => h i - L) v s = nstep_form M gam h v s.
Proof.
  intros Hg Hh. pose proof (shifted_vanishing h L Hh) as V.
  destruct (sample_real_nsteps M gam Hg _ v s V) as [_ ->].
  unfold nstep_form. now rewrite shifted_weights.
Qed.
Lemma nstep_form_distance {X : finite} (M : mrp X) gam h L (u v : vec X) : 0 <= gam < 1 ->
  is_lim_seq h (Finite L) ->
  dist (nstep_form M gam h u) (nstep_form M gam h v)
  = dist (linear_return M gam (fun i => h i - L) u) (linear_return M gam (fun i => h i - L) v).
Proof.
  intros Hg Hh. apply norm_ext. intros s. now rewrite !(nstep_form_shifted M gam h L).
Qed.
(* claim: eq:linear_contraction *)
Theorem nstep_form_contraction {X : finite} (M : mrp X) gam h L (u v : vec X) : 0 <= gam < 1 ->
  is_lim_seq h (Finite L) ->
  dist (nstep_form M gam h u) (nstep_form M gam h v) <= modulus gam h * dist u v.
Proof.
  intros Hg Hh. rewrite (nstep_form_distance M gam h L) by assumption.
  rewrite <- (shifted_modulus gam h L). apply linear_contraction; [exact Hg|].
  now apply shifted_vanishing.
Qed.
(* claim: eq:linear_contraction *)
Theorem nstep_form_factors gam h L q : 0 <= gam < 1 -> is_lim_seq h (Finite L) ->
  (forall (X : finite) (M : mrp X) (u v : vec X),
    dist (nstep_form M gam h u) (nstep_form M gam h v) <= q * dist u v)
  <-> modulus gam h <= q.
Proof.
  intros Hg Hh. pose proof (shifted_vanishing h L Hh) as V.
  rewrite <- (shifted_modulus gam h L), <- (linear_contraction_factors gam _ q Hg V).
  split; intros H X M u v; specialize (H X M u v);
    [rewrite <- (nstep_form_distance M gam h L) | rewrite (nstep_form_distance M gam h L)];
    assumption.
Qed.
(* claim: eq:linear_contraction *)
Theorem nstep_form_iff gam h L : 0 <= gam < 1 -> is_lim_seq h (Finite L) ->
  modulus gam h < 1 <->
  exists q, q < 1 /\ forall (X : finite) (M : mrp X) (u v : vec X),
    dist (nstep_form M gam h u) (nstep_form M gam h v) <= q * dist u v.
Proof.
  intros Hg Hh. split.
  - intros H. exists (modulus gam h). split; [exact H|]. intros.
    now apply (nstep_form_contraction M gam h L).
  - intros [q [Hq H]]. apply (nstep_form_factors gam h L q Hg Hh) in H. lra.
Qed.

(* one process may contract although beta >= 1: delayed TD(0) at gamma = 1/2 on one state *)
(* claim: eq:linear_contraction *)
Theorem contraction_with_large_modulus :
  modulus (1/2) (delayed_h 1) = 7/4 /\
  forall x (u v : vec (numbers 0)),
    dist (linear_return (one_state x) (1/2) (delayed_h 1) u) (linear_return (one_state x) (1/2)
      (delayed_h 1) v)
    = 3/4 * dist u v.
Proof.
  assert (F : forall i, (2 <= i)%nat -> delayed_h 1 i = 0) by (intros [|[|i]] Hi;
    [lia|lia|reflexivity]).
  assert (W : forall n, (2 <= n)%nat -> weight (delayed_h 1) n = 0) by (intros;
    now apply weight_after with 2%nat).
  assert (S0 : Series (weight (delayed_h 1)) = 0).
  { rewrite (Series_finite 2) by exact W. unfold weight, delayed_h. simpl. ring. }
  split.
  - unfold modulus. rewrite S0, (Series_finite 2) by (intros n Hn;
      rewrite W, Rabs_R0 by assumption; ring).
    unfold weight, delayed_h. simpl. rewrite !Rminus_0_r, !Rabs_R1, Rabs_left by lra. field.
  - intros x u v.
    transitivity (norm (fun s => 3/4 * (u s - v s))).
    + apply norm_ext. intros s. rewrite return_difference.
      2: lra. 2: now apply finite_vanishing with 2%nat.
      rewrite S0, (Series_finite 2) by (intros n Hn; rewrite W by assumption; ring).
      unfold one_state. cbn [sum]. rewrite !iter_cycle.
      assert (E : forall i, point 0 i = s).
      { intros i. apply index_inj. pose proof (index_lt _ s). pose proof (index_lt _ (point 0 i)).
        simpl size in *. lia. }
      rewrite !E. unfold weight, delayed_h. simpl. field.
    + rewrite norm_scal, Rabs_pos_eq by lra. reflexivity.
Qed.
