(* The variance of a convex return is bounded through its modulus (claim prop:variance).  The TD errors
   delta_i are random variables on a finite probability space, no two of which have a covariance above
   kappa.  A convex return combines n-step returns with weights c_n = h_{n-1} - h_n >= 0, where h_0 = 1
   and h_i -> 0; its modulus is beta = sum_n c_n gamma^n.  Then
       Var[sum_n c_n G^(n)] <= ((1 - beta)/(1 - gamma))^2 kappa,
   with finitely or infinitely many weights: the discounted eligibilities h_i gamma^i sum to
   (1 - beta)/(1 - gamma).  kappa is any upper bound, so also the supremum; a maximum need not exist.
   The bound is attained when all covariances are kappa.  The last part holds for the covariances of
   any probability space: the variances of the truncated returns, and their limit, obey the bound. *)
From Coq Require Import Reals Lra Lia PeanoNat FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators StationaryBasics ConvexMargin.
Open Scope R_scope.

Section Probability.
Context {Omega : finite} (pr : vec Omega).
Definition expectation (x : vec Omega) : R := total Omega (fun o => pr o * x o).
Definition covariance (x y : vec Omega) : R :=
  expectation (fun o => (x o - expectation x) * (y o - expectation y)).
Definition variance (x : vec Omega) : R := covariance x x.
End Probability.

Section Returns.
Context {Omega : finite} (gam V : R) (delta : nat -> vec Omega).
(* the n-step return as the value V of the present state plus discounted TD errors *)
Definition nstep_return (n : nat) : vec Omega := fun o => V + sum n (fun i => gam ^ i * delta i o).
(* the return with the weight c_n = weight h (n - 1) on the n-step return *)
Definition combined_upto (N : nat) (h : nat -> R) : vec Omega :=
  fun o => sum N (fun n => weight h n * nstep_return (S n) o).
Definition combined_return (h : nat -> R) : vec Omega :=
  fun o => Series (fun n => weight h n * nstep_return (S n) o).
End Returns.

(* a convex return, given by the weights h on its TD errors *)
Definition convex (h : nat -> R) : Prop := h O = 1 /\ is_lim_seq h 0 /\ forall n, 0 <= weight h n.
Definition variance_factor (gam : R) (h : nat -> R) : R := (1 - discounted_weights gam h) / (1 - gam).

(* ---- weights ---- *)
Section Weights.
Variables (gam : R) (h : nat -> R).
Hypothesis gam01 : 0 <= gam < 1.
Hypothesis h_convex : convex h.
Lemma convex_bounded : bounded h.
Proof. destruct h_convex as [_ [L _]]. exact (bounded_of_lim h 0 L). Qed.
Lemma convex_nonneg i : 0 <= h i.
Proof. destruct h_convex as [_ [L W]]. exact (limit_below h 0 W L i). Qed.
Lemma term_nonneg i : 0 <= h i * gam ^ i.
Proof. apply Rmult_le_pos; [apply convex_nonneg | apply pow_le; lra]. Qed.
(* the discounted eligibilities sum to (1 - beta)/(1 - gamma) *)
(* claim: prop:variance *)
Theorem total_eligibility : is_series (fun i => h i * gam ^ i) (variance_factor gam h).
Proof.
  eapply is_series_eq; [apply Series_correct, eligibility_series; [assumption | apply convex_bounded]|].
  pose proof (one_evaluation gam h gam01 convex_bounded) as E. unfold value_at_gamma in E.
  rewrite (proj1 h_convex) in E. unfold variance_factor. rewrite E. field. lra.
Qed.
Lemma partial_eligibility N : 0 <= sum N (fun i => h i * gam ^ i) <= variance_factor gam h.
Proof.
  split; [apply sum_nonneg; intros; apply term_nonneg|].
  apply is_series_ge_partial; [apply term_nonneg | apply total_eligibility].
Qed.
(* any double sum of covariances that are at most kappa *)
Lemma double_sum_bound (K : nat -> nat -> R) kappa N : (forall i j, K i j <= kappa) ->
  sum N (fun i => sum N (fun j => (h i * gam ^ i) * (h j * gam ^ j) * K i j))
  <= sum N (fun i => h i * gam ^ i) ^ 2 * kappa.
Proof.
  intros HK. set (w := fun i => h i * gam ^ i).
  replace (sum N w ^ 2 * kappa) with (kappa * sum N w * sum N w) by ring.
  rewrite <- sum_scal. apply sum_le; intros i _.
  replace (kappa * sum N w * w i) with ((w i * kappa) * sum N w) by ring.
  rewrite <- sum_scal. apply sum_le; intros j _.
  replace (w i * kappa * w j) with (w i * w j * kappa) by ring.
  apply Rmult_le_compat_l; [apply Rmult_le_pos; apply term_nonneg | apply HK].
Qed.
Lemma factor_bound N kappa : 0 <= kappa ->
  sum N (fun i => h i * gam ^ i) ^ 2 * kappa <= variance_factor gam h ^ 2 * kappa.
Proof.
  intros Hk. apply Rmult_le_compat_r; [assumption|]. apply pow_incr. apply partial_eligibility.
Qed.
End Weights.

(* ---- expectations ---- *)
Section Covariance.
Context {Omega : finite} (pr : vec Omega).
Hypothesis pr_nonneg : forall o, 0 <= pr o.
Hypothesis pr_total : total Omega pr = 1.
Implicit Types x y : vec Omega.
Lemma covariance_ext x x' y y' : (forall o, x o = x' o) -> (forall o, y o = y' o) ->
  covariance pr x y = covariance pr x' y'.
Proof. intros Hx Hy. apply functional_extensionality in Hx, Hy. now subst. Qed.
Lemma expectation_sum n (a : nat -> R) (x : nat -> vec Omega) :
  expectation pr (fun o => sum n (fun i => a i * x i o)) = sum n (fun i => a i * expectation pr (x i)).
Proof.
  unfold expectation. transitivity (total Omega (fun o => sum n (fun i => a i * (pr o * x i o)))).
  - apply total_ext; intros o. rewrite <- sum_scal. apply sum_ext; intros; ring.
  - rewrite total_sum. apply sum_ext; intros i _. apply total_scal.
Qed.
(* covariance is bilinear *)
Lemma covariance_sum n (a : nat -> R) (x : nat -> vec Omega) :
  covariance pr (fun o => sum n (fun i => a i * x i o)) (fun o => sum n (fun i => a i * x i o))
  = sum n (fun i => sum n (fun j => a i * a j * covariance pr (x i) (x j))).
Proof.
  unfold covariance at 1. rewrite expectation_sum. unfold expectation at 1.
  transitivity (total Omega (fun o => sum n (fun i => sum n (fun j =>
      a i * a j * (pr o * ((x i o - expectation pr (x i)) * (x j o - expectation pr (x j)))))))).
  - apply total_ext; intros o. rewrite <- !sum_minus.
    rewrite <- sum_scal_r, <- sum_scal. apply sum_ext; intros i _.
    rewrite <- !sum_scal. apply sum_ext; intros j _. ring.
  - rewrite total_sum. apply sum_ext; intros i _. rewrite total_sum. apply sum_ext; intros j _.
    apply total_scal.
Qed.
Lemma expectation_const V x : expectation pr (fun o => V + x o) = V + expectation pr x.
Proof.
  unfold expectation. rewrite (total_ext _ _ (fun o => pr o * V + pr o * x o)) by (intros; ring).
  rewrite total_plus, total_scal_r, pr_total. ring.
Qed.
Lemma variance_const V x : variance pr (fun o => V + x o) = variance pr x.
Proof.
  unfold variance, covariance. rewrite expectation_const. apply total_ext; intros o. ring.
Qed.
Lemma variance_nonneg x : 0 <= variance pr x.
Proof. apply total_nonneg. intros o. apply Rmult_le_pos; [apply pr_nonneg | apply Rle_0_sqr]. Qed.
Lemma lim_total (u : nat -> vec Omega) (l : vec Omega) : (forall o, is_lim_seq (fun n => u n o) (l o)) ->
  is_lim_seq (fun n => total Omega (u n)) (total Omega l).
Proof.
  intros H. unfold total. induction (size Omega) as [|n IH]; [apply is_lim_seq_const|]. cbn [sum].
  apply is_lim_seq_plus'; [exact IH | apply H].
Qed.
Lemma lim_variance (u : nat -> vec Omega) (l : vec Omega) : (forall o, is_lim_seq (fun n => u n o)
    (l o)) ->
  is_lim_seq (fun n => variance pr (u n)) (variance pr l).
Proof.
  intros H.
  assert (E : is_lim_seq (fun n => expectation pr (u n)) (expectation pr l)).
  { apply lim_total. intros o. apply is_lim_seq_mult'; [apply is_lim_seq_const | apply H]. }
  assert (D : forall o, is_lim_seq (fun n => u n o - expectation pr (u n)) (l o - expectation pr l)).
  { intros o. apply is_lim_seq_minus'; [apply H | exact E]. }
  apply lim_total. intros o. apply is_lim_seq_mult'; [apply is_lim_seq_const|].
  apply is_lim_seq_mult'; apply D.
Qed.
End Covariance.

(* ---- the bound ---- *)
Section Bound.
Context {Omega : finite} (pr : vec Omega) (delta : nat -> vec Omega).
Hypothesis pr_nonneg : forall o, 0 <= pr o.
Hypothesis pr_total : total Omega pr = 1.
Variables (gam V kappa : R) (h : nat -> R).
Hypothesis gam01 : 0 <= gam < 1.
Hypothesis h_convex : convex h.

(* the return cut off after N TD errors *)
Definition cut (N : nat) : vec Omega := fun o => V + sum N (fun i => h i * gam ^ i * delta i o).
Lemma cut_variance N : variance pr (cut N)
  = sum N (fun i => sum N (fun j => (h i * gam ^ i) * (h j * gam ^ j) * covariance pr (delta i)
      (delta j))).
Proof.
  unfold cut. rewrite (variance_const pr pr_total V (fun o => sum N
      (fun i => h i * gam ^ i * delta i o))).
  apply (covariance_sum pr N (fun i => h i * gam ^ i) delta).
Qed.
(* n-step returns with weights are TD errors with eligibilities *)
Lemma combined_upto_cut N : (forall i, (N <= i)%nat -> h i = 0) ->
  forall o, combined_upto gam V delta N h o = cut N o.
Proof.
  intros HN o. unfold combined_upto, nstep_return, cut.
  rewrite (sum_ext N _ (fun n => weight h n * V + weight h n * sum (S n) (fun i => gam ^ i * delta i o)))
    by (intros; ring).
  rewrite sum_plus, sum_scal_r, sum_weight, abel_partial, (HN N), (proj1 h_convex) by lia.
  rewrite (sum_ext N _ (fun i => h i * gam ^ i * delta i o)) by (intros; ring). ring.
Qed.

Hypothesis below_kappa : forall i j, covariance pr (delta i) (delta j) <= kappa.
Lemma kappa_nonneg : 0 <= kappa.
Proof. exact (Rle_trans _ _ _ (variance_nonneg pr pr_nonneg (delta O)) (below_kappa O O)). Qed.
Lemma cut_bound N : variance pr (cut N) <= variance_factor gam h ^ 2 * kappa.
Proof.
  rewrite cut_variance. eapply Rle_trans; [apply double_sum_bound; eauto|].
  apply factor_bound; [assumption | assumption | apply kappa_nonneg].
Qed.
(* claim: prop:variance *)
Theorem variance_bound_finite N : (forall i, (N <= i)%nat -> h i = 0) ->
  variance pr (combined_upto gam V delta N h)
  <= ((1 - discounted_weights gam h) / (1 - gam)) ^ 2 * kappa.
Proof.
  intros HN. unfold variance. pose proof (combined_upto_cut N HN) as E.
  rewrite (covariance_ext pr _ _ _ _ E E). apply cut_bound.
Qed.

Hypothesis bounded_errors : exists D, forall i o, Rabs (delta i o) <= D.
Lemma errors_series o : is_series (fun i => gam ^ i * delta i o) (Series (fun i => gam ^ i * delta i o)).
Proof.
  destruct bounded_errors as [D HD]. apply Series_correct.
  apply ex_series_geom with (q := gam) (M := D); [assumption|]. intros i.
  rewrite Rabs_mult, (Rabs_pos_eq (gam ^ i)), Rmult_comm by (apply pow_le; lra).
  apply Rmult_le_compat_r; [apply pow_le; lra | apply HD].
Qed.
Lemma eligible_errors_series o :
  is_series (fun i => h i * (gam ^ i * delta i o)) (Series (fun i => h i * (gam ^ i * delta i o))).
Proof.
  destruct bounded_errors as [D HD]. destruct (convex_bounded h h_convex) as [B HB]. apply Series_correct.
  apply ex_series_geom with (q := gam) (M := B * D); [assumption|]. intros i.
  rewrite !Rabs_mult, (Rabs_pos_eq (gam ^ i)) by (apply pow_le; lra).
  assert (0 <= gam ^ i) by (apply pow_le; lra). pose proof (HD i o). pose proof (HB i).
  pose proof (Rabs_pos (delta i o)). pose proof (Rabs_pos (h i)).
  assert (Rabs (h i) * Rabs (delta i o) <= B * D) by (apply Rmult_le_compat; assumption). nra.
Qed.
Lemma combined_return_errors o :
  combined_return gam V delta h o = V + Series (fun i => h i * (gam ^ i * delta i o)).
Proof.
  destruct h_convex as [H0 [L _]]. unfold combined_return, nstep_return. apply is_series_unique.
  pose proof (proj1 (abel_series h 0 _ _ _ L (errors_series o)) (eligible_errors_series o)) as A.
  pose proof (is_series_mult_r V _ _ (weight_series h 0 L)) as W. rewrite H0 in W.
  pose proof (is_series_add _ _ _ _ W A) as T.
  eapply is_series_eq; [eapply is_series_ext; [|exact T]|]; [intros n; simpl; ring | ring].
Qed.
Lemma cut_lim o : is_lim_seq (fun N => cut N o) (combined_return gam V delta h o).
Proof.
  rewrite combined_return_errors. unfold cut. apply is_lim_seq_plus'; [apply is_lim_seq_const|].
  apply is_lim_seq_ext with (u := fun N => sum N (fun i => h i * (gam ^ i * delta i o))).
  - intros N. apply sum_ext; intros; ring.
  - apply is_series_lim, eligible_errors_series.
Qed.
(* claim: prop:variance *)
Theorem variance_bound :
  variance pr (combined_return gam V delta h)
  <= ((1 - discounted_weights gam h) / (1 - gam)) ^ 2 * kappa.
Proof.
  apply (is_lim_seq_le (fun N => variance pr (cut N)) (fun _ => variance_factor gam h ^ 2 * kappa)
           (variance pr (combined_return gam V delta h)) (variance_factor gam h ^ 2 * kappa)).
  - apply cut_bound.
  - apply lim_variance, cut_lim.
  - apply is_lim_seq_const.
Qed.
End Bound.

(* with the supremum of the covariances *)
(* claim: prop:variance *)
Theorem variance_bound_sup (Omega : finite) (pr : vec Omega) (delta : nat -> vec Omega) gam V kappa h :
  (forall o, 0 <= pr o) -> total Omega pr = 1 -> 0 <= gam < 1 -> convex h ->
  (exists D, forall i o, Rabs (delta i o) <= D) ->
  is_lub (fun x => exists i j, x = covariance pr (delta i) (delta j)) kappa ->
  variance pr (combined_return gam V delta h)
  <= ((1 - discounted_weights gam h) / (1 - gam)) ^ 2 * kappa.
Proof.
  intros H1 H2 H3 H4 H5 [H6 _]. apply variance_bound; auto. intros i j. apply H6. now exists i, j.
Qed.
(* claim: prop:variance *)
Theorem variance_bound_attained (Omega : finite) (pr : vec Omega) (delta : nat
    -> vec Omega) gam V kappa h :
  total Omega pr = 1 -> 0 <= gam < 1 -> convex h ->
  (exists D, forall i o, Rabs (delta i o) <= D) ->
  (forall i j, covariance pr (delta i) (delta j) = kappa) ->
  variance pr (combined_return gam V delta h)
  = ((1 - discounted_weights gam h) / (1 - gam)) ^ 2 * kappa.
Proof.
  intros H2 H3 H4 H5 H6.
  pose proof (lim_variance pr _ _ (cut_lim delta gam V h H3 H4 H5)) as L.
  assert (E : forall N, sum N (fun i => h i * gam ^ i) ^ 2 * kappa = variance pr (cut delta gam V h N)).
  { intros N. rewrite cut_variance by assumption. set (w := fun i => h i * gam ^ i).
    replace (sum N w ^ 2 * kappa) with (kappa * sum N w * sum N w) by ring.
    rewrite <- sum_scal. apply sum_ext; intros i _.
    replace (kappa * sum N w * w i) with ((w i * kappa) * sum N w) by ring.
    rewrite <- sum_scal. apply sum_ext; intros j _. rewrite H6. unfold w. ring. }
  apply (is_lim_seq_ext _ _ _ (fun N => eq_sym (E N))) in L.
  pose proof (proj1 (is_series_lim _ _) (total_eligibility gam h H3 H4)) as T.
  assert (K : is_lim_seq (fun N => sum N (fun i => h i * gam ^ i) ^ 2 * kappa)
      (variance_factor gam h ^ 2 * kappa)).
  { apply is_lim_seq_mult'; [|apply is_lim_seq_const]. simpl.
    apply is_lim_seq_mult'; [exact T|]. apply is_lim_seq_mult'; [exact T | apply is_lim_seq_const]. }
  apply is_lim_seq_unique in L. apply is_lim_seq_unique in K. rewrite L in K. now injection K.
Qed.

(* any probability space: K i j stands for the covariance of the TD errors i and j *)
(* claim: prop:variance *)
Theorem truncated_variances_bound gam h (K : nat -> nat -> R) kappa : 0 <= gam < 1 -> convex h ->
  0 <= kappa -> (forall i j, K i j <= kappa) ->
  forall N, sum N (fun i => sum N (fun j => (h i * gam ^ i) * (h j * gam ^ j) * K i j))
            <= ((1 - discounted_weights gam h) / (1 - gam)) ^ 2 * kappa.
Proof.
  intros H1 H2 H3 H4 N. eapply Rle_trans; [apply double_sum_bound; eauto | now apply factor_bound].
Qed.
(* claim: prop:variance *)
Theorem limit_variance_bound gam h (K : nat -> nat -> R) kappa (W : R) : 0 <= gam < 1 -> convex h ->
  0 <= kappa -> (forall i j, K i j <= kappa) ->
  is_lim_seq (fun N => sum N (fun i => sum N (fun j => (h i * gam ^ i) * (h j * gam ^ j) * K i j))) W ->
  W <= ((1 - discounted_weights gam h) / (1 - gam)) ^ 2 * kappa.
Proof.
  intros H1 H2 H3 H4 HW.
  apply (is_lim_seq_le _ (fun _ => variance_factor gam h ^ 2 * kappa) W
      (variance_factor gam h ^ 2 * kappa)
    (truncated_variances_bound gam h K kappa H1 H2 H3 H4) HW (is_lim_seq_const _)).
Qed.

(* the return cut off after N TD errors: only their covariances count *)
(* claim: prop:variance *)
Theorem cut_variance_bound (Omega : finite) (pr : vec Omega) (delta : nat -> vec Omega) gam V kappa h N :
  (forall o, 0 <= pr o) -> total Omega pr = 1 -> 0 <= gam < 1 -> convex h -> (1 <= N)%nat ->
  (forall i j, (i < N)%nat -> (j < N)%nat -> covariance pr (delta i) (delta j) <= kappa) ->
  variance pr (cut delta gam V h N) <= ((1 - discounted_weights gam h) / (1 - gam)) ^ 2 * kappa.
Proof.
  intros H1 H2 H3 H4 HN HK. rewrite cut_variance by assumption.
  assert (K0 : 0 <= kappa).
  { eapply Rle_trans; [apply (variance_nonneg pr H1 (delta O)) | apply HK; lia]. }
  set (K := fun i j => if (Nat.ltb i N && Nat.ltb j N)%bool then covariance pr (delta i) (delta j)
    else kappa).
  assert (B : forall i j, K i j <= kappa).
  { intros i j. unfold K. destruct (Nat.ltb_spec i N), (Nat.ltb_spec j N); cbn; try lra. now apply HK. }
  pose proof (truncated_variances_bound gam h K kappa H3 H4 K0 B N) as T.
  eapply Rle_trans; [|exact T]. right. apply sum_ext; intros i Hi. apply sum_ext; intros j Hj.
  unfold K. apply Nat.ltb_lt in Hi, Hj. now rewrite Hi, Hj.
Qed.

(* ---- instances ---- *)
(* the lambda-return is convex *)
Lemma lambda_convex lam : 0 <= lam < 1 -> convex (fun i => lam ^ i).
Proof.
  intros H. split; [reflexivity|]. split.
  - apply is_lim_seq_geom. rewrite Rabs_pos_eq; lra.
  - intros n. unfold weight. simpl. pose proof (pow_le lam n ltac:(lra)). nra.
Qed.
(* two equally likely outcomes, on which the i-th TD error is 1 - 2^{-i-1} or its negative: the
   covariances have the supremum 1, and none of them reaches it *)
Definition rising (i : nat) : vec two := fun o : two => (if o then 1 else -1) * (1 - (1 / 2) ^ S i).
Lemma rising_covariance i j :
  covariance (fun _ => / 2) (rising i) (rising j) = (1 - (1 / 2) ^ S i) * (1 - (1 / 2) ^ S j).
Proof. unfold covariance, expectation. rewrite !total_two. unfold rising. field. Qed.
(* claim: prop:variance *)
Theorem maximum_need_not_exist :
  let values x := exists i j, x = covariance (fun _ => / 2) (rising i) (rising j) in
  is_lub values 1 /\ ~ values 1.
Proof.
  assert (P : forall i, 0 < (1 / 2) ^ S i < 1).
  { intros i. split; [apply pow_lt; lra|]. simpl. pose proof (pow_le_1 (1 / 2) i ltac:(lra)). nra. }
  split; [split|].
  - intros x (i & j & ->). rewrite rising_covariance. pose proof (P i). pose proof (P j). nra.
  - intros b Hb.
    assert (L : is_lim_seq (fun i => (1 - (1 / 2) ^ S i) * (1 - (1 / 2) ^ S i)) ((1 - 0) * (1 - 0))).
    { assert (G : is_lim_seq (fun i => (1 / 2) ^ S i) 0).
      { apply (is_lim_seq_incr_1 (fun i => (1 / 2) ^ i)), is_lim_seq_geom. rewrite Rabs_pos_eq; lra. }
      apply is_lim_seq_mult'; (apply is_lim_seq_minus'; [apply is_lim_seq_const | exact G]). }
    replace 1 with ((1 - 0) * (1 - 0)) by ring.
    apply (is_lim_seq_le _ (fun _ => b) ((1 - 0) * (1 - 0)) b) in L; [exact L | | apply is_lim_seq_const].
    intros i. apply Hb. exists i, i. now rewrite rising_covariance.
  - intros (i & j & E). rewrite rising_covariance in E. pose proof (P i). pose proof (P j). nra.
Qed.
