(* Finite sums, iteration, and the few facts on real series that several files share. Nothing here
   belongs to a single claim. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
Open Scope R_scope.

(* sum n f = f 0 + ... + f (n - 1) *)
Fixpoint sum (n : nat) (f : nat -> R) : R :=
  match n with O => 0 | S k => sum k f + f k end.

(* iter k F x = F (F (... x)), k times *)
Fixpoint iter {A : Type} (k : nat) (F : A -> A) (x : A) : A :=
  match k with O => x | S k => F (iter k F x) end.

(* a bounded sequence *)
Definition bounded (h : nat -> R) : Prop := exists B, forall i, Rabs (h i) <= B.

(* the weight of the (n+1)-step return in a return whose TD-error weights are h *)
Definition weight (h : nat -> R) (n : nat) : R := h n - h (S n).

(* ---- finite sums ---- *)
Lemma sum_S n f : sum (S n) f = sum n f + f n.
Proof. reflexivity. Qed.
Lemma sum_ext n f g : (forall i, (i < n)%nat -> f i = g i) -> sum n f = sum n g.
Proof. induction n; simpl; intros H; [easy|]. rewrite IHn, H; auto. Qed.
Lemma sum_plus n f g : sum n (fun i => f i + g i) = sum n f + sum n g.
Proof. induction n; simpl; [ring|]. rewrite IHn; ring. Qed.
Lemma sum_minus n f g : sum n (fun i => f i - g i) = sum n f - sum n g.
Proof. induction n; simpl; [ring|]. rewrite IHn; ring. Qed.
Lemma sum_scal n a f : sum n (fun i => a * f i) = a * sum n f.
Proof. induction n; simpl; [ring|]. rewrite IHn; ring. Qed.
Lemma sum_scal_r n a f : sum n (fun i => f i * a) = sum n f * a.
Proof. induction n; simpl; [ring|]. rewrite IHn; ring. Qed.
Lemma sum_zero n : sum n (fun _ => 0) = 0.
Proof. induction n; simpl; [easy|]. rewrite IHn; ring. Qed.
Lemma sum_const n a : sum n (fun _ => a) = INR n * a.
Proof. induction n as [|n IH]; [simpl; ring|]. simpl sum. rewrite IH, S_INR. ring. Qed.
Lemma sum_swap n m f :
  sum n (fun i => sum m (fun j => f i j)) = sum m (fun j => sum n (fun i => f i j)).
Proof. induction n; simpl; [now rewrite sum_zero|]. rewrite IHn. now rewrite <- sum_plus. Qed.
Lemma sum_le n f g : (forall i, (i < n)%nat -> f i <= g i) -> sum n f <= sum n g.
Proof. induction n; simpl; intros H; [lra|]. apply Rplus_le_compat; auto. Qed.
Lemma sum_nonneg n f : (forall i, (i < n)%nat -> 0 <= f i) -> 0 <= sum n f.
Proof. intros H. rewrite <- (sum_zero n). now apply sum_le. Qed.
Lemma sum_abs n f : Rabs (sum n f) <= sum n (fun i => Rabs (f i)).
Proof.
  induction n; simpl; [rewrite Rabs_R0; lra|].
  eapply Rle_trans; [apply Rabs_triang|]. now apply Rplus_le_compat_r.
Qed.
Lemma sum_one n k f :
  (k < n)%nat -> (forall i, (i < n)%nat -> i <> k -> f i = 0) -> sum n f = f k.
Proof.
  induction n; intros Hk H; [lia|]. rewrite sum_S.
  destruct (Nat.eq_dec k n) as [->|Hn].
  - rewrite (sum_ext n f (fun _ => 0)); [rewrite sum_zero; ring|]. intros; apply H; lia.
  - rewrite IHn, (H n); [ring|lia|lia|lia|]. intros; apply H; lia.
Qed.
Lemma sum_first n f : sum (S n) f = f O + sum n (fun i => f (S i)).
Proof. induction n; [simpl; ring|]. rewrite sum_S, IHn, sum_S. ring. Qed.
Lemma sum_rev m f : sum m f = sum m (fun j => f (m - 1 - j)%nat).
Proof.
  revert f. induction m as [|m IH]; intros f; [reflexivity|].
  rewrite sum_first, sum_S, Rplus_comm. replace (S m - 1 - m)%nat with O by lia. f_equal.
  rewrite (IH (fun i => f (S i))). apply sum_ext; intros j Hj. f_equal. lia.
Qed.
Lemma sum_split n m f : sum (n + m) f = sum n f + sum m (fun i => f (n + i)%nat).
Proof.
  induction m as [|m IH]; [rewrite Nat.add_0_r; simpl; ring|].
  rewrite Nat.add_succ_r, !sum_S, IH. ring.
Qed.
Lemma sum_ge_term n f k : (k < n)%nat -> (forall i, (i < n)%nat -> 0 <= f i) -> f k <= sum n f.
Proof.
  induction n as [|n IH]; intros Hk H; [lia|]. rewrite sum_S.
  destruct (Nat.eq_dec k n) as [->|E].
  - assert (0 <= sum n f) by (apply sum_nonneg; intros; apply H; lia). lra.
  - specialize (IH ltac:(lia) ltac:(intros; apply H; lia)). specialize (H n ltac:(lia)). lra.
Qed.
Lemma sum_geom t n : t <> 1 -> sum n (fun i => t ^ i) = (1 - t ^ n) / (1 - t).
Proof. intros Ht. induction n as [|n IH]; simpl; [field; lra|]. rewrite IH. field. lra. Qed.
Lemma sum_sum_n n f : sum (S n) f = sum_n f n.
Proof.
  induction n as [|n IH]; [rewrite sum_O; simpl; ring|]. rewrite sum_Sn, <- IH. reflexivity.
Qed.
Lemma sum_weight h n : sum n (weight h) = h O - h n.
Proof. induction n as [|n IH]; simpl; [ring|]. rewrite IH. unfold weight. ring. Qed.
(* the triangle {(t, k) : t <= k < n} summed by columns and by rows *)
Lemma sum_triangle n (f : nat -> nat -> R) :
  sum n (fun t => sum (n - t) (fun i => f t (t + i)%nat)) = sum n (fun k => sum (S k)
    (fun t => f t k)).
Proof.
  induction n as [|n IH]; [reflexivity|].
  rewrite sum_S, (sum_S n (fun k => sum (S k) (fun t => f t k))), <- IH.
  replace (S n - n)%nat with 1%nat by lia. simpl (sum 1 _). rewrite Nat.add_0_r, sum_S.
  rewrite (sum_ext n _ (fun t => sum (n - t) (fun i => f t (t + i)%nat) + f t n)).
  - rewrite sum_plus. ring.
  - intros t Ht. replace (S n - t)%nat with (S (n - t)) by lia. rewrite sum_S.
    now replace (t + (n - t))%nat with n by lia.
Qed.

(* ---- powers ---- *)
Lemma pow_le_1 x n : 0 <= x <= 1 -> 0 <= x ^ n <= 1.
Proof. intros H. split; [apply pow_le; lra|]. rewrite <- (pow1 n). apply pow_incr; lra. Qed.
Lemma pow_decr x n m : 0 <= x <= 1 -> (n <= m)%nat -> x ^ m <= x ^ n.
Proof.
  intros H Hn. replace m with (n + (m - n))%nat by lia. rewrite pow_add.
  pose proof (pow_le_1 x n H). pose proof (pow_le_1 x (m - n) H). nra.
Qed.
(* n q^n is bounded, and tends to 0 *)
Lemma n_pow_bound t n : 0 <= t < 1 -> INR n * t ^ n <= / (1 - t).
Proof.
  intros Ht. rewrite <- sum_const.
  apply Rle_trans with (sum n (fun i => t ^ i)).
  - apply sum_le. intros i Hi. apply pow_decr; [lra|lia].
  - rewrite sum_geom by lra. assert (0 <= t ^ n) by (apply pow_le; lra).
    unfold Rdiv. assert (0 < / (1 - t)) by (apply Rinv_0_lt_compat; lra). nra.
Qed.
Lemma n_pow_lim q : 0 <= q < 1 -> is_lim_seq (fun n => INR n * q ^ n) 0.
Proof.
  intros Hq. set (s := (1 + q) / 2). set (t := q / s).
  assert (0 < s < 1) by (unfold s; lra).
  assert (q < s) by (unfold s; lra).
  assert (0 <= t < 1).
  { unfold t. split; [apply Rdiv_le_0_compat; lra|]. apply (Rdiv_lt_1 q s); lra. }
  apply is_lim_seq_le_le with (u := fun _ => 0) (w := fun n => s ^ n * / (1 - t)).
  - intros n. replace q with (s * t) by (unfold t; field; lra). rewrite Rpow_mult_distr.
    assert (0 < s ^ n) by (apply pow_lt; lra). assert (0 <= t ^ n) by (apply pow_le; lra).
    pose proof (n_pow_bound t n ltac:(lra)). pose proof (pos_INR n). split.
    + apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; lra.
    + replace (INR n * (s ^ n * t ^ n)) with (s ^ n * (INR n * t ^ n)) by ring.
      apply Rmult_le_compat_l; lra.
  - apply is_lim_seq_const.
  - replace (Finite 0) with (Finite (0 * / (1 - t))) by (f_equal; ring).
    apply is_lim_seq_mult'; [|apply is_lim_seq_const].
    apply is_lim_seq_geom. rewrite Rabs_pos_eq; lra.
Qed.

(* ---- series ---- *)
Lemma is_series_lim (a : nat -> R) (l : R) : is_series a l <-> is_lim_seq (fun n => sum n a) l.
Proof.
  rewrite (is_lim_seq_incr_1 (fun n => sum n a)). split; intros H.
  - apply is_lim_seq_ext with (u := sum_n a); [intros; now rewrite sum_sum_n | exact H].
  - apply is_lim_seq_ext with (v := sum_n a) in H; [exact H | intros; now rewrite sum_sum_n].
Qed.
Lemma is_series_eq (a : nat -> R) (l l' : R) : is_series a l -> l = l' -> is_series a l'.
Proof. now intros H <-. Qed.
Lemma is_series_mult_l (c : R) (a : nat -> R) (l : R) : is_series a l ->
  is_series (fun n => c * a n) (c * l).
Proof. exact (is_series_scal_l c a l). Qed.
Lemma is_series_mult_r (c : R) (a : nat -> R) (l : R) : is_series a l ->
  is_series (fun n => a n * c) (l * c).
Proof. exact (is_series_scal_r c a l). Qed.
Lemma is_series_add (a b : nat -> R) (la lb : R) :
  is_series a la -> is_series b lb -> is_series (fun n => a n + b n) (la + lb).
Proof. exact (is_series_plus a b la lb). Qed.
Lemma is_series_sub (a b : nat -> R) (la lb : R) :
  is_series a la -> is_series b lb -> is_series (fun n => a n - b n) (la - lb).
Proof. exact (is_series_minus a b la lb). Qed.
Lemma is_series_zero : is_series (fun _ => 0 : R) 0.
Proof.
  apply is_series_lim. apply is_lim_seq_ext with (u := fun _ => 0).
  - intros; now rewrite sum_zero.
  - apply is_lim_seq_const.
Qed.
(* a series with finitely many terms is a finite sum *)
Lemma is_series_finite N (a : nat -> R) : (forall i, (N <= i)%nat -> a i = 0) ->
  is_series a (sum N a).
Proof.
  intros H. apply is_series_lim. apply (is_lim_seq_incr_n _ N).
  apply is_lim_seq_ext with (u := fun _ => sum N a); [|apply is_lim_seq_const].
  intros n. rewrite Nat.add_comm, sum_split, (sum_ext n _ (fun _ => 0)), sum_zero; [ring|].
  intros; apply H; lia.
Qed.
Lemma Series_finite N (a : nat -> R) : (forall i, (N <= i)%nat -> a i = 0) -> Series a = sum N a.
Proof. intros H. now apply is_series_unique, is_series_finite. Qed.
Lemma is_series_ge_partial (a : nat -> R) (l : R) N : (forall i, 0 <= a i) -> is_series a l ->
  sum N a <= l.
Proof.
  intros Ha H. apply is_series_lim in H.
  change (Rbar_le (sum N a) l). apply (is_lim_seq_incr_compare (fun n => sum n a)); [exact H|].
  intros n. simpl. specialize (Ha n). lra.
Qed.
Lemma is_series_le_compat (a b : nat -> R) (la lb : R) :
  (forall i, a i <= b i) -> is_series a la -> is_series b lb -> la <= lb.
Proof.
  intros H Ha Hb. apply is_series_lim in Ha. apply is_series_lim in Hb.
  change (Rbar_le la lb). apply (is_lim_seq_le _ _ la lb (fun n => sum_le n a b
    (fun i _ => H i)) Ha Hb).
Qed.
Lemma is_series_nonneg (a : nat -> R) (l : R) : (forall i, 0 <= a i) -> is_series a l -> 0 <= l.
Proof. intros H Ha. apply (is_series_le_compat (fun _ => 0) a); auto using is_series_zero. Qed.
Lemma geom_series q : 0 <= q < 1 -> is_series (fun i => q ^ i) (/ (1 - q)).
Proof. intros H. apply is_series_geom. rewrite Rabs_pos_eq; lra. Qed.
(* domination by a geometric series *)
Lemma ex_series_geom (a : nat -> R) q M :
  0 <= q < 1 -> (forall i, Rabs (a i) <= M * q ^ i) -> ex_series a.
Proof.
  intros Hq H. apply ex_series_Rabs.
  apply (ex_series_le (fun i => Rabs (a i)) (fun i => M * q ^ i)).
  - intros i. change (Rabs (Rabs (a i)) <= M * q ^ i). now rewrite Rabs_Rabsolu.
  - exists (M * / (1 - q)). now apply is_series_mult_l, geom_series.
Qed.

(* ---- telescoping and summation by parts ---- *)
Lemma weight_series h (L : R) : is_lim_seq h L -> is_series (weight h) (h O - L).
Proof.
  intros H. apply is_series_lim. apply is_lim_seq_ext with (u := fun n => h O - h n).
  - intros. now rewrite sum_weight.
  - apply is_lim_seq_minus'; [apply is_lim_seq_const | exact H].
Qed.
Lemma abel_partial h u N :
  sum N (fun n => weight h n * sum (S n) u) = sum N (fun i => h i * u i) - h N * sum N u.
Proof.
  induction N as [|N IH]; simpl; [ring|].
  change (sum N (fun n => weight h n * (sum n u + u n)))
    with (sum N (fun n => weight h n * sum (S n) u)).
  rewrite IH. unfold weight. ring.
Qed.
(* summation by parts: the weights h against u are the weights c against the partial sums,
   plus the limit of h against the whole series *)
Lemma abel_series h (L : R) (u : nat -> R) (U l : R) : is_lim_seq h L -> is_series u U ->
  is_series (fun i => h i * u i) l <-> is_series (fun n => weight h n * sum (S n) u) (l - L * U).
Proof.
  intros Hh Hu. rewrite !is_series_lim. apply is_series_lim in Hu.
  assert (Hz : is_lim_seq (fun N => h N * sum N u) (L * U)) by now apply is_lim_seq_mult'.
  split; intros H.
  - apply is_lim_seq_ext with (u := fun N => sum N (fun i => h i * u i) - h N * sum N u);
      [intros; now rewrite abel_partial|].
    now apply is_lim_seq_minus'.
  - apply is_lim_seq_ext
      with (u := fun N => sum N (fun n => weight h n * sum (S n) u) + h N * sum N u);
      [intros; rewrite abel_partial; ring|].
    replace (Finite l) with (Finite (l - L * U + L * U)) by (f_equal; ring).
    now apply is_lim_seq_plus'.
Qed.
(* a nonincreasing sequence stays above its limit *)
Lemma limit_below h (L : R) : (forall n, 0 <= weight h n) -> is_lim_seq h L -> forall i, L <= h i.
Proof.
  intros H HL i. change (Rbar_le L (h i)). apply (is_lim_seq_decr_compare h L HL).
  intros n. specialize (H n). unfold weight in H. lra.
Qed.
Lemma bounded_of_lim h (L : R) : is_lim_seq h L -> bounded h.
Proof.
  intros H. apply is_lim_seq_spec in H. destruct (H (mkposreal 1 Rlt_0_1)) as [N HN]. simpl in HN.
  exists (Rabs L + 1 + sum N (fun i => Rabs (h i))). intros i.
  assert (0 <= sum N (fun i => Rabs (h i))) by (apply sum_nonneg; intros; apply Rabs_pos).
  destruct (le_lt_dec N i) as [E|E].
  - specialize (HN i E). replace (h i) with (L + (h i - L)) by ring.
    pose proof (Rabs_triang L (h i - L)). lra.
  - pose proof (sum_ge_term N (fun i => Rabs (h i)) i E ltac:(intros; apply Rabs_pos)).
    pose proof (Rabs_pos L). simpl in *. lra.
Qed.
Lemma bounded_finite h N : (forall i, (N <= i)%nat -> h i = 0) -> is_lim_seq h 0.
Proof.
  intros H. apply (is_lim_seq_incr_n _ N). apply is_lim_seq_ext with (u := fun _ => 0).
  - intros n. rewrite H by lia. reflexivity.
  - apply is_lim_seq_const.
Qed.
