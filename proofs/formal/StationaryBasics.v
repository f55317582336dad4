(* The inner product weighted by a stationary distribution d, in which the transition operator is
   a contraction; the covariances of v along the stationary chain, which are positive definite; and
   the update filter f(gamma P) = h_0 - sum_n c_n (gamma P)^n of a linear return as a series in the
   covariances.  Shared by the claims on convergence; it belongs to no single one. *)
From Coq Require Import Reals Lra Lia PeanoNat FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators.
Open Scope R_scope.

(* <u, v>_d *)
Definition inner {X : finite} (d u v : vec X) : R := total X (fun s => d s * u s * v s).
(* the covariance of v(S_0) and v(S_k) along the chain that starts in d, for a stationary d *)
Definition cov {X : finite} (M : mrp X) (d v : vec X) (k : nat) : R :=
  inner d v (iter k (next M) v).
(* f(gamma P) v = sum_i h_i (gamma P)^i (v - gamma P v): what a return takes off the error v *)
Definition filter {X : finite} (M : mrp X) (gam : R) (h : nat -> R) (v : vec X) : vec X :=
  fun s => Series (fun i => h i * iter i (disc M gam) (fun x => v x - disc M gam v x) s).
(* the coefficients of f(gamma w) = h_0 - sum_n c_n gamma^n w^n *)
Definition coef (gam : R) (h : nat -> R) (k : nat) : R :=
  match k with O => h O | S n => - (weight h n * gam ^ S n) end.
(* the margin e on every finite chain: <v, f(gamma P) v>_d >= e <v, v>_d in every stationary d *)
Definition has_margin (gam : R) (h : nat -> R) (e : R) : Prop :=
  forall (X : finite) (M : mrp X) (d : vec X), stationary (P M) d ->
  forall v : vec X, e * inner d v v <= inner d v (filter M gam h v).
(* expected updates v <- v + alpha_t w (H v - v); the states are visited in proportion to w *)
Fixpoint updates {X : finite} (M : mrp X) (gam : R) (h : nat -> R) (w : vec X) (alpha : nat -> R)
  (v0 : vec X) (t : nat) : vec X :=
  match t with
  | O => v0
  | S t => fun s => updates M gam h w alpha v0 t s
             + alpha t * (w s * (linear_return M gam h (updates M gam h w alpha v0 t) s
                                 - updates M gam h w alpha v0 t s))
  end.
(* one-step TD: all weight on the immediate TD error *)
Definition one_step (i : nat) : R := match i with O => 1 | _ => 0 end.
Definition summable (a : nat -> R) : Prop := ex_series (fun k => Rabs (a k)).

(* ---- series ---- *)
Lemma summable_series a b : summable a -> (forall k, Rabs (b k) <= Rabs (a k)) -> ex_series b.
Proof.
  intros Ha Hb. apply ex_series_Rabs. apply (ex_series_le (fun k => Rabs (b k)) (fun k => Rabs (a k))).
  - intros k. change (Rabs (Rabs (b k)) <= Rabs (a k)). now rewrite Rabs_Rabsolu.
  - exact Ha.
Qed.
Lemma summable_times a c : summable a -> (forall k, Rabs (c k) <= 1) -> ex_series (fun k => a k * c k).
Proof.
  intros Ha Hc. apply (summable_series a); [assumption|]. intros k. rewrite Rabs_mult.
  pose proof (Rabs_pos (a k)). specialize (Hc k). nra.
Qed.
Lemma summable_scaled a c B : summable a -> (forall k, Rabs (c k) <= B) -> ex_series (fun k => a k * c k).
Proof.
  intros Ha Hc. apply (summable_series (fun k => B * a k)).
  - unfold summable. destruct Ha as [l Hl]. exists (Rabs B * l).
    apply is_series_ext with (a := fun k => Rabs B * Rabs (a k)).
    + intros; symmetry; apply Rabs_mult.
    + now apply is_series_mult_l.
  - intros k. rewrite !Rabs_mult. pose proof (Rabs_pos (a k)). specialize (Hc k).
  pose proof (Rle_abs B). nra.
Qed.
(* what is left of an absolutely convergent series after N terms *)
Definition rest (a : nat -> R) (N : nat) : R := Series (fun k => Rabs (a k)) - sum N (fun k => Rabs
    (a k)).
Lemma rest_lim a : summable a -> is_lim_seq (rest a) 0.
Proof.
  intros Ha. apply Series_correct, is_series_lim in Ha. unfold rest.
  replace (Finite 0) with (Finite (Series (fun k => Rabs (a k)) - Series (fun k => Rabs (a k))))
    by (f_equal; ring).
  apply is_lim_seq_minus'; [apply is_lim_seq_const | exact Ha].
Qed.
Lemma rest_nonneg a N : summable a -> 0 <= rest a N.
Proof.
  intros Ha. unfold rest. apply Series_correct in Ha.
  pose proof (is_series_ge_partial _ _ N (fun k => Rabs_pos (a k)) Ha). lra.
Qed.
Lemma rest_bound a b l N : summable a -> (forall k, Rabs (b k) <= Rabs (a k)) -> is_series b l ->
  Rabs (l - sum N b) <= rest a N.
Proof.
  intros Ha Hb Hl. apply Series_correct in Ha.
  pose proof Hl as Hl'. apply is_series_lim in Hl'. pose proof Ha as Ha'. apply is_series_lim in Ha'.
  apply (is_lim_seq_incr_n _ N) in Hl'. apply (is_lim_seq_incr_n _ N) in Ha'.
  assert (S1 : forall n u, sum (n + N) u - sum N u = sum n (fun i => u (N + i)%nat))
    by (intros; rewrite Nat.add_comm, sum_split; ring).
  assert (U : l - sum N b <= rest a N).
  { apply (is_lim_seq_le (fun n => sum (n + N) b - sum N b)
             (fun n => sum (n + N) (fun k => Rabs (a k)) - sum N (fun k => Rabs (a k)))
             (l - sum N b) (rest a N)).
    - intros n. rewrite !S1. apply sum_le; intros i _.
      eapply Rle_trans; [apply Rle_abs | apply Hb].
    - apply is_lim_seq_minus'; [exact Hl' | apply is_lim_seq_const].
    - apply is_lim_seq_minus'; [exact Ha' | apply is_lim_seq_const]. }
  assert (L : - rest a N <= l - sum N b).
  { apply (is_lim_seq_le (fun n => sum N (fun k => Rabs (a k)) - sum (n + N) (fun k => Rabs (a k)))
             (fun n => sum (n + N) b - sum N b) (- rest a N) (l - sum N b)).
    - intros n.
      replace (sum N (fun k => Rabs (a k)) - sum (n + N) (fun k => Rabs (a k)))
        with (- (sum (n + N) (fun k => Rabs (a k)) - sum N (fun k => Rabs (a k)))) by ring.
      rewrite !S1. apply Ropp_le_cancel. rewrite Ropp_involutive.
      replace (- sum n (fun i => b (N + i)%nat)) with (-1 * sum n (fun i => b (N + i)%nat)) by ring.
      rewrite <- sum_scal. apply sum_le; intros i _.
      replace (-1 * b (N + i)%nat) with (- b (N + i)%nat) by ring.
      eapply Rle_trans; [apply Rle_abs|]. rewrite Rabs_Ropp. apply Hb.
    - unfold rest. replace (- (Series (fun k => Rabs (a k)) - sum N (fun k => Rabs (a k))))
        with (sum N (fun k => Rabs (a k)) - Series (fun k => Rabs (a k))) by ring.
      apply is_lim_seq_minus'; [apply is_lim_seq_const | exact Ha'].
    - apply is_lim_seq_minus'; [exact Hl' | apply is_lim_seq_const]. }
  apply Rabs_le. lra.
Qed.
(* a series of vectors, summed over the states with weights *)
Lemma is_series_total (X : finite) (c : vec X) (a : nat -> vec X) (l : vec X) :
  (forall s, is_series (fun k => a k s) (l s)) ->
  is_series (fun k => total X (fun s => c s * a k s)) (total X (fun s => c s * l s)).
Proof.
  intros H. unfold total. induction (size X) as [|n IH]; [apply is_series_zero|]. simpl.
  apply is_series_add; [exact IH|]. now apply is_series_mult_l.
Qed.

(* ---- the inner product ---- *)
Section Inner.
Context {X : finite} (d : vec X).
Implicit Types u v w x y : vec X.
Lemma inner_ext u v u' v' : (forall s, u s = u' s) -> (forall s, v s = v' s)
    -> inner d u v = inner d u' v'.
Proof. intros H1 H2. apply total_ext; intros. now rewrite H1, H2. Qed.
Lemma inner_plus_r u v w : inner d u (fun s => v s + w s) = inner d u v + inner d u w.
Proof. unfold inner. rewrite <- total_plus. apply total_ext; intros; ring. Qed.
Lemma inner_scal_r a u v : inner d u (fun s => a * v s) = a * inner d u v.
Proof. unfold inner. rewrite <- total_scal. apply total_ext; intros; ring. Qed.
Lemma inner_sym u v : inner d u v = inner d v u.
Proof. apply total_ext; intros; ring. Qed.
Lemma inner_scal_l a u v : inner d (fun s => a * u s) v = a * inner d u v.
Proof. now rewrite inner_sym, inner_scal_r, inner_sym. Qed.
Lemma inner_zero_r u v : (forall s, v s = 0) -> inner d u v = 0.
Proof. intros H. rewrite <- (total_zero X). apply total_ext; intros; rewrite H; ring. Qed.
Lemma inner_sum_r n u (v : nat -> vec X) : inner d u (fun s => sum n (fun k => v k s))
    = sum n (fun k => inner d u (v k)).
Proof.
  unfold inner. rewrite <- total_sum. apply total_ext; intros s. now rewrite <- sum_scal.
Qed.
Lemma inner_sq_plus u v :
  inner d (fun s => u s + v s) (fun s => u s + v s) = inner d u u + 2 * inner d u v + inner d v v.
Proof. unfold inner. rewrite <- total_scal, <- !total_plus. apply total_ext; intros; ring. Qed.
Lemma inner_series u (a : nat -> vec X) (l : vec X) : (forall s, is_series (fun k => a k s) (l s)) ->
  is_series (fun k => inner d u (a k)) (inner d u l).
Proof. exact (is_series_total X (fun s => d s * u s) a l). Qed.
Hypothesis d_nonneg : forall s, 0 <= d s.
Lemma inner_nonneg u : 0 <= inner d u u.
Proof. apply total_nonneg; intros s. rewrite Rmult_assoc. apply Rmult_le_pos; [auto | apply Rle_0_sqr].
Qed.
Lemma inner_cross u v B : inner d u u <= B -> inner d v v <= B -> Rabs (inner d u v) <= B.
Proof.
  intros Hu Hv. pose proof (inner_nonneg (fun s => u s + v s)) as A1. rewrite inner_sq_plus in A1.
  pose proof (inner_nonneg (fun s => u s + -1 * v s)) as A2.
  rewrite (inner_sq_plus u (fun s => -1 * v s)), !inner_scal_l, !inner_scal_r in A2.
  apply Rabs_le. lra.
Qed.
End Inner.

(* ---- powers of the transition operator ---- *)
Section Next.
Context {X : finite} (M : mrp X).
Implicit Types u v w : vec X.
Lemma next_ext u v s : (forall x, u x = v x) -> next M u s = next M v s.
Proof. intros H. apply total_ext; intros; now rewrite H. Qed.
Lemma iter_next_plus k u v s :
  iter k (next M) (fun x => u x + v x) s = iter k (next M) u s + iter k (next M) v s.
Proof.
  revert s; induction k as [|k IH]; intros s; [reflexivity|]. simpl. rewrite <- next_plus.
  now apply next_ext.
Qed.
Lemma iter_next_scal k a v s : iter k (next M) (fun x => a * v x) s = a * iter k (next M) v s.
Proof.
  revert s; induction k as [|k IH]; intros s; [reflexivity|]. simpl. rewrite <- next_scal.
  now apply next_ext.
Qed.
Lemma iter_next_zero k s : iter k (next M) (fun _ => 0) s = 0.
Proof.
  revert s; induction k as [|k IH]; intros s; [reflexivity|]. simpl.
  rewrite (next_ext _ (fun _ => 0)) by assumption. apply next_const.
Qed.
End Next.

(* ---- the transition operator is a contraction in the weighted norm ---- *)
Section Stationary.
Context {X : finite} (M : mrp X) (d : vec X).
Hypothesis d_stationary : stationary (P M) d.
Implicit Types u v w : vec X.
Lemma d_nonneg s : 0 <= d s.
Proof. apply d_stationary. Qed.
Lemma d_le_1 s : d s <= 1.
Proof.
  destruct d_stationary as [H0 [H1 _]]. rewrite <- H1. now apply total_ge_term.
Qed.
(* Jensen's inequality for the square *)
Lemma next_square v s : next M v s * next M v s <= next M (fun x => v x * v x) s.
Proof.
  set (mu := next M v s).
  assert (H : 0 <= total X (fun t => P M s t * ((v t - mu) * (v t - mu)))).
  { apply total_nonneg; intros t. apply Rmult_le_pos; [apply P_nonneg | apply Rle_0_sqr]. }
  assert (E : total X (fun t => P M s t * ((v t - mu) * (v t - mu)))
              = next M (fun t => v t * v t) s + (-2 * mu) * next M v s + (mu * mu) * total X (P M s)).
  { unfold next. rewrite <- !total_scal, <- !total_plus. apply total_ext; intros; ring. }
  rewrite E, P_total in H. fold mu in H. lra.
Qed.
Lemma stationary_mean v : total X (fun s => d s * next M v s) = total X (fun s => d s * v s).
Proof.
  transitivity (total X (fun s => total X (fun t => d s * P M s t * v t))).
  - apply total_ext; intros s. unfold next. rewrite <- total_scal. apply total_ext; intros; ring.
  - rewrite total_swap. apply total_ext; intros t. rewrite total_scal_r.
    now rewrite (proj2 (proj2 d_stationary)).
Qed.
Lemma next_contracts v : inner d (next M v) (next M v) <= inner d v v.
Proof.
  apply Rle_trans with (total X (fun s => d s * next M (fun t => v t * v t) s)).
  - apply total_le; intros s. rewrite Rmult_assoc.
    apply Rmult_le_compat_l; [apply d_nonneg | apply next_square].
  - rewrite stationary_mean. right. apply total_ext; intros; ring.
Qed.
Lemma iter_next_contracts k v : inner d (iter k (next M) v) (iter k (next M) v) <= inner d v v.
Proof. induction k; simpl; [lra|]. eapply Rle_trans; [apply next_contracts | assumption]. Qed.
Lemma cov_bound v k : Rabs (cov M d v k) <= cov M d v 0.
Proof. apply inner_cross; [exact d_nonneg | apply Rle_refl | apply iter_next_contracts]. Qed.
Lemma cov_0_nonneg v : 0 <= cov M d v 0.
Proof. apply inner_nonneg, d_nonneg. Qed.

(* ---- the covariances are positive definite ---- *)
Section Positive.
Variables (q : nat -> R) (v : vec X).
(* Y_m = sum_{j<m} q_j P^{m-1-j} v *)
Fixpoint combined (m : nat) : vec X :=
  match m with O => fun _ => 0 | S k => fun s => q k * v s + next M (combined k) s end.
(* the quadratic form sum_{i,j<m} q_i q_j cov |i - j|, one row and column at a time *)
Fixpoint form (m : nat) : R :=
  match m with
  | O => 0
  | S k => form k + q k * q k * cov M d v 0 + 2 * (q k * inner d v (next M (combined k)))
  end.
Lemma form_ge m : inner d (combined m) (combined m) <= form m.
Proof.
  induction m as [|m IH]; simpl.
  - right. apply inner_zero_r; auto.
  - rewrite inner_sq_plus. pose proof (next_contracts (combined m)) as C.
    rewrite !inner_scal_l, inner_scal_r. unfold cov; simpl. lra.
Qed.
Lemma inner_combined m k :
  inner d v (iter (S k) (next M) (combined m)) = sum m (fun j => q j * cov M d v (k + m - j)).
Proof.
  revert k; induction m as [|m IH]; intros k.
  - simpl sum. apply inner_zero_r. intros s. apply (iter_next_zero M (S k)).
  - cbn [combined].
    rewrite (inner_ext d v _ v
      (fun s => q m * iter (S k) (next M) v s + iter (S (S k)) (next M) (combined m) s)); auto.
    2:{ intros s. rewrite iter_next_plus, iter_next_scal, <- iter_S_in. reflexivity. }
    rewrite inner_plus_r, inner_scal_r, IH, sum_S.
    replace (k + S m - m)%nat with (S k) by lia. unfold cov at 2.
    rewrite Rplus_comm. f_equal. apply sum_ext; intros j Hj.
    replace (S k + m - j)%nat with (k + S m - j)%nat by lia. reflexivity.
Qed.
End Positive.
End Stationary.

(* A_k = sum_j q_j q_{j+k}, over the numbers q_0 .. q_{m-1} *)
Definition overlap (q : nat -> R) (m k : nat) : R := sum (m - k) (fun j => q j * q (j + k)%nat).
Lemma overlap_beyond q m k : (m <= k)%nat -> overlap q m k = 0.
Proof. intros H. unfold overlap. replace (m - k)%nat with O by lia. reflexivity. Qed.
Lemma overlap_S q m k : (k <= m)%nat -> overlap q (S m) k = overlap q m k + q (m - k)%nat * q m.
Proof.
  intros H. unfold overlap. replace (S m - k)%nat with (S (m - k)) by lia. rewrite sum_S.
  replace (m - k + k)%nat with m by lia. reflexivity.
Qed.

Lemma overlap_rev q m k : overlap (fun j => q (m - 1 - j)%nat) m k = overlap q m k.
Proof.
  unfold overlap. rewrite (sum_rev (m - k)). apply sum_ext; intros j Hj. rewrite Rmult_comm.
  f_equal; f_equal; lia.
Qed.
(* one number more adds its products with those before it, at the lags between them *)
Lemma overlap_lags q m K (c : nat -> R) : (m <= K)%nat ->
  sum K (fun k => overlap q (S m) (S k) * c (S k))
  = sum K (fun k => overlap q m (S k) * c (S k)) + q m * sum m (fun j => q j * c (m - j)%nat).
Proof.
  intros HK. rewrite (sum_rev m). replace K with (m + (K - m))%nat by lia.
  generalize (K - m)%nat as e. induction e as [|e IHe].
  - rewrite Nat.add_0_r, <- sum_scal, <- sum_plus. apply sum_ext; intros k Hk.
    rewrite overlap_S by lia. replace (m - S k)%nat with (m - 1 - k)%nat by lia.
    replace (m - (m - 1 - k))%nat with (S k) by lia. ring.
  - rewrite Nat.add_succ_r, !sum_S, IHe, !overlap_beyond by lia. ring.
Qed.

Section Covariances.
Context {X : finite} (M : mrp X) (d : vec X).
Hypothesis d_stationary : stationary (P M) d.
Lemma form_by_lags q v m K : (m <= S K)%nat ->
  form M d q v m = overlap q m 0 * cov M d v 0 + 2 * sum K (fun k => overlap q m (S k) * cov M d v (S k)).
Proof.
  induction m as [|m IH]; intros HK.
  - simpl form. rewrite overlap_beyond by lia. rewrite (sum_ext K _ (fun _ => 0)).
    + rewrite sum_zero. ring.
    + intros. rewrite overlap_beyond by lia. ring.
  - cbn [form]. rewrite IH by lia. change (next M (combined M q v m)) with (iter 1 (next M)
      (combined M q v m)).
    rewrite inner_combined, (overlap_S q m 0), (overlap_lags q m K (cov M d v)) by lia.
    replace (m - 0)%nat with m by lia. cbn [Nat.add]. ring.
Qed.
(* sum_{i,j<m} q_i q_j cov |i - j| is not negative *)
Lemma positive_definite q v m K : (m <= S K)%nat ->
  0 <= overlap q m 0 * cov M d v 0 + 2 * sum K (fun k => overlap q m (S k) * cov M d v (S k)).
Proof.
  intros H. rewrite <- form_by_lags by assumption.
  eapply Rle_trans; [|apply form_ge; assumption]. apply inner_nonneg. now apply (d_nonneg M).
Qed.
End Covariances.

(* ---- the update filter ---- *)
Lemma coef_bound gam h B k : 0 <= gam -> (forall i, Rabs (h i) <= B)
    -> Rabs (coef gam h k) <= 2 * B * gam ^ k.
Proof.
  intros Hg HB. destruct k as [|n]; cbn [coef].
  - simpl. pose proof (HB O). pose proof (Rabs_pos (h O)). lra.
  - rewrite Rabs_Ropp, Rabs_mult, (Rabs_pos_eq (gam ^ S n)) by now apply pow_le.
    apply Rmult_le_compat_r; [now apply pow_le|]. unfold weight.
    pose proof (Rabs_triang (h n) (- h (S n))) as T. rewrite Rabs_Ropp in T.
    pose proof (HB n). pose proof (HB (S n)). unfold Rminus. lra.
Qed.
Lemma coef_summable gam h : 0 <= gam < 1 -> bounded h -> summable (coef gam h).
Proof.
  intros Hg [B HB]. apply ex_series_geom with (q := gam) (M := 2 * B); [assumption|].
  intros k. rewrite Rabs_Rabsolu. apply coef_bound; [lra | assumption].
Qed.
Section Filter.
Context {X : finite} (M : mrp X) (gam : R) (h : nat -> R).
Hypothesis gam01 : 0 <= gam < 1.
Hypothesis h_bounded : bounded h.
Implicit Types u v w : vec X.
Lemma filter_defined v s :
  is_series (fun i => h i * iter i (disc M gam) (fun x => v x - disc M gam v x) s) (filter M gam h v s).
Proof. apply Series_correct, weighted_series; [lra | lra | assumption]. Qed.
Lemma filter_partial v s n :
  sum n (fun i => h i * iter i (disc M gam) (fun x => v x - disc M gam v x) s)
  + match n with O => 0 | S m => h m * iter n (disc M gam) v s end
  = sum n (fun k => coef gam h k * iter k (next M) v s).
Proof.
  assert (T : forall i, iter i (disc M gam) (fun x => v x - disc M gam v x) s
                        = iter i (disc M gam) v s - iter (S i) (disc M gam) v s)
    by (intros; now rewrite iter_minus, iter_S_in).
  induction n as [|n IH]; [simpl; ring|]. rewrite !sum_S, <- IH, T, (iter_disc_next M gam (S n)).
  destruct n as [|m]; cbn [coef].
  - simpl. ring.
  - rewrite (iter_disc_next M gam (S m)). unfold weight. ring.
Qed.
(* f(gamma P) v = sum_k f_k gamma^k P^k v *)
Lemma filter_series v s : is_series (fun k => coef gam h k * iter k (next M) v s) (filter M gam h v s).
Proof.
  apply is_series_lim. pose proof (filter_defined v s) as F. apply is_series_lim in F.
  eapply is_lim_seq_ext; [intros n; apply filter_partial|].
  replace (Finite (filter M gam h v s)) with (Finite (filter M gam h v s + 0)) by (f_equal; ring).
  apply is_lim_seq_plus'; [exact F|].
  destruct h_bounded as [B HB].
  apply geometric_limit with (q := gam) (C := B * norm v); [assumption|].
  assert (HB0 : 0 <= B) by (eapply Rle_trans; [apply Rabs_pos | apply (HB O)]).
  intros [|m]; rewrite Rminus_0_r.
  - rewrite Rabs_R0. simpl. rewrite Rmult_1_r. apply Rmult_le_pos; [assumption | apply norm_nonneg].
  - rewrite Rabs_mult, (Rmult_assoc B). apply Rmult_le_compat; auto using Rabs_pos.
    apply iter_norm; lra.
Qed.
(* H v - v = - f(gamma P) (v - v_pi) *)
Lemma return_filter v s :
  linear_return M gam h v s - v s = - filter M gam h (fun x => v x - value M gam x) s.
Proof.
  pose proof (return_series M gam (proj1 gam01) (proj2 gam01) h v s h_bounded) as A.
  pose proof (is_series_mult_l (-1) _ _ (filter_defined (fun x => v x - value M gam x) s)) as B.
  replace (- filter M gam h (fun x => v x - value M gam x) s)
    with (-1 * filter M gam h (fun x => v x - value M gam x) s) by ring.
  apply is_series_unique in A. apply is_series_unique in B. rewrite <- A, <- B.
  apply Series_ext. intros i. rewrite <- Rmult_assoc, (Rmult_comm (-1)), Rmult_assoc. f_equal.
  rewrite <- iter_scal. apply iter_ext. intros x. rewrite disc_minus.
  pose proof (value_fixed M gam (proj1 gam01) (proj2 gam01) x) as V. unfold td, bellman in *. lra.
Qed.
(* the error v - v_pi after one more update *)
Lemma updates_error w alpha v0 t s :
  updates M gam h w alpha v0 (S t) s - value M gam s
  = (updates M gam h w alpha v0 t s - value M gam s)
    - alpha t * (w s * filter M gam h (fun x => updates M gam h w alpha v0 t x - value M gam x) s).
Proof. cbn [updates]. rewrite return_filter. ring. Qed.
(* <v, f(gamma P) v>_d is the filter's coefficients against the covariances *)
Lemma inner_filter d v : is_series (fun k => coef gam h k * cov M d v k) (inner d v (filter M gam h v)).
Proof.
  pose proof (inner_series d v (fun k s => coef gam h k * iter k (next M) v s) _ (filter_series v)) as I.
  eapply is_series_ext; [|exact I]. intros k. apply inner_scal_r.
Qed.
End Filter.
