(* What detailed balance gives (symbolic/rules/classical.py, "reversible chains"): B(gamma P) is not
   larger, in the norm of a reversible d, than B on the interval [-gamma, gamma].  The Chebyshev
   polynomials T_n(P) and U_{n-1}(P) take the place of an orthogonal basis of eigenvectors: they turn
   pairs of vectors as cos nt and sin nt / sin t do, so <v, T_n(P) v>_d is positive definite. *)
From Coq Require Import Reals Lra Lia PeanoNat FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators StationaryBasics Spectrum ClassicalFacts.
Open Scope R_scope.

(* d(s) P(s, t) = d(t) P(t, s) for a positive distribution d *)
Definition detailed_balance {X : finite} (M : mrp X) (d : vec X) : Prop :=
  (forall s, 0 < d s) /\ total X d = 1 /\ forall s t, d s * P M s t = d t * P M t s.
Lemma balance_stationary {X : finite} (M : mrp X) d : detailed_balance M d -> stationary (P M) d.
Proof.
  intros (Hp & H1 & Hb). repeat split; [intros; now left | assumption|]. intros t.
  rewrite (total_ext X _ (fun s => d t * P M t s)) by (intros; apply Hb).
  rewrite total_scal, P_total. ring.
Qed.

(* F k l stands for x^k T_l(x), where x T_0 = T_1 and 2 x T_{l+1} = T_{l+2} + T_l *)
Definition chebyshev (F : nat -> nat -> R) : Prop :=
  (forall k, F (S k) O = F k 1%nat) /\ forall k l, F (S k) (S l) = (F k (S (S l)) + F k l) / 2.
Definition spanned (n : nat) (f : (nat -> nat -> R) -> R) : Prop :=
  exists A, forall F, chebyshev F -> f F = sum n (fun j => A j * F O j).
Lemma spanned_power k l n : (k + l < n)%nat -> spanned n (fun F => F k l).
Proof.
  revert l. induction k as [|k IH]; intros l Hn.
  - exists (fun j => if Nat.eqb j l then 1 else 0). intros F _. rewrite (sum_one n l); [|lia|].
    + rewrite Nat.eqb_refl. ring.
    + intros i _ Hi. apply Nat.eqb_neq in Hi. rewrite Hi. ring.
  - destruct l as [|l].
    + destruct (IH 1%nat ltac:(lia)) as [A HA]. exists A. intros F HF. rewrite (proj1 HF).
      now apply HA.
    + destruct (IH (S (S l)) ltac:(lia)) as [A HA]. destruct (IH l ltac:(lia)) as [B HB].
      exists (fun j => / 2 * A j + / 2 * B j). intros F HF.
      rewrite (proj2 HF), (HA F HF), (HB F HF).
      unfold Rdiv. rewrite Rmult_comm, <- sum_plus, <- sum_scal. apply sum_ext; intros; ring.
Qed.
Lemma spanned_sum m n (q : nat -> R) f : (forall i, (i < m)%nat -> spanned n (f i)) ->
  spanned n (fun F => sum m (fun i => q i * f i F)).
Proof.
  induction m as [|m IH]; intros Hf.
  - exists (fun _ => 0). intros F _. rewrite (sum_ext n _ (fun _ => 0)), sum_zero; [reflexivity|].
    intros; ring.
  - destruct (IH ltac:(intros; apply Hf; lia)) as [A HA]. destruct (Hf m ltac:(lia)) as [B HB].
    exists (fun j => A j + q m * B j). intros F HF.
    rewrite sum_S, (HA F HF), (HB F HF), <- sum_scal, <- sum_plus.
    apply sum_ext; intros; ring.
Qed.
Lemma chebyshev_cos x : chebyshev (fun k l => cos x ^ k * cos (INR l * x)).
Proof.
  split; intros k.
  - simpl. rewrite Rmult_0_l, Rmult_1_l, cos_0. ring.
  - intros l. rewrite !S_INR. replace ((INR l + 1 + 1) * x) with ((INR l + 1) * x + x) by ring.
    replace (INR l * x) with ((INR l + 1) * x - x) by ring. rewrite cos_plus, cos_minus. simpl.
    field.
Qed.

Section Reversible.
Context {X : finite} (M : mrp X) (d : vec X) (v : vec X).
Hypothesis balance : detailed_balance M d.
Notation T := (next M).
Notation ext := (functional_extensionality _ _).
Lemma self_adjoint u w : inner d (T u) w = inner d u (T w).
Proof.
  transitivity (total X (fun s => total X (fun t => d s * P M s t * u t * w s))).
  - apply total_ext; intros s. unfold next. rewrite <- total_scal, <- total_scal_r.
    apply total_ext; intros; ring.
  - rewrite total_swap. apply total_ext; intros t. unfold next. rewrite <- total_scal.
    apply total_ext; intros s.
    rewrite (proj2 (proj2 balance) s t). ring.
Qed.
Lemma iter_self_adjoint k u w : inner d (iter k T u) w = inner d u (iter k T w).
Proof.
  revert w. induction k as [|k IH]; intros w; [reflexivity|]. simpl iter at 1.
  now rewrite self_adjoint, IH, <- iter_S_in.
Qed.
Lemma next_minus u w : T (fun s => u s - w s) = fun s => T u s - T w s.
Proof. apply ext; intros s. unfold next. rewrite <- total_minus. apply total_ext; intros; ring. Qed.
Lemma next_sum n (q : nat -> R) (u : nat -> vec X) :
  T (fun s => sum n (fun i => q i * u i s)) = fun s => sum n (fun i => q i * T (u i) s).
Proof.
  apply ext; intros s. induction n as [|n IH]; [exact (next_const M 0 s)|]. cbn [sum].
  rewrite (next_plus M _ (fun s => q n * u n s)), IH, next_scal. reflexivity.
Qed.
Lemma inner_sums n (q : nat -> R) (u : nat -> vec X) :
  inner d (fun s => sum n (fun i => q i * u i s)) (fun s => sum n (fun i => q i * u i s))
  = sum n (fun i => sum n (fun j => q i * q j * inner d (u i) (u j))).
Proof.
  rewrite (inner_sum_r d n _ (fun i s => q i * u i s)). apply sum_ext; intros i _.
  rewrite inner_scal_r, inner_sym, (inner_sum_r d n _ (fun i s => q i * u i s)), <- sum_scal.
  apply sum_ext; intros j _. rewrite inner_scal_r. ring.
Qed.

(* T_n(P) v and U_{n-1}(P) v, as cos nt and sin nt / sin t turn by the angle t *)
Fixpoint turned (n : nat) : vec X * vec X :=
  match n with
  | O => (v, fun _ => 0)
  | S n => (fun s => T (fst (turned n)) s - (snd (turned n) s - T (T (snd (turned n))) s),
            fun s => T (snd (turned n)) s + fst (turned n) s)
  end.
Notation co n := (fst (turned n)).
Notation si n := (snd (turned n)).
Definition turned_form i j : R :=
  inner d (co i) (co j) + inner d (si i) (si j) - inner d (T (si i)) (T (si j)).
Lemma turned_isometry i j : turned_form (S i) (S j) = turned_form i j.
Proof.
  unfold turned_form. cbn [turned fst snd]. set (c := co i). set (z := si i). set (c' := co j).
  set (z' := si j).
  rewrite (ext (fun s => next_plus M (T z) c s)), (ext (fun s => next_plus M (T z') c' s)).
  transitivity (inner d c c' + inner d z z' - inner d (T z) (T z')
    + (inner d c (T z') - inner d (T c) z') + (inner d (T z) (T z') - inner d (T (T z)) z')
    + (inner d (T z) c' - inner d z (T c')) + (inner d (T z) (T z') - inner d z (T (T z')))).
  - unfold inner. repeat (rewrite <- total_plus || rewrite <- total_minus).
    apply total_ext; intros; ring.
  - rewrite (self_adjoint c z'), (self_adjoint (T z) z'), <- (self_adjoint z c'),
      <- (self_adjoint z (T z')). ring.
Qed.
Lemma turned_distance i j : turned_form i j = inner d v (co (i - j + (j - i))%nat).
Proof.
  assert (Z : forall u w, (forall s, u s = 0) -> inner d u w = 0) by
    (intros; rewrite inner_sym; now apply inner_zero_r).
  revert j. induction i as [|i IH]; intros j; [|destruct j as [|j]].
  - unfold turned_form. rewrite Nat.sub_0_r. cbn [turned fst snd Nat.sub Nat.add].
    rewrite (Z (fun _ => 0)), (Z (T _)) by (intros; try apply next_const; reflexivity). ring.
  - unfold turned_form. cbn [Nat.sub]. rewrite Nat.add_0_r. change (si 0) with (fun _ : X => 0).
    change (co 0) with v. rewrite (inner_sym d (co (S i))), (inner_sym d (si (S i))),
      (inner_sym d (T (si (S i)))).
    rewrite (Z (fun _ => 0)), (Z (T _)) by (intros; try apply next_const; reflexivity). ring.
  - rewrite turned_isometry. apply IH.
Qed.
Lemma turned_covariance : covariance (fun k => inner d v (co k)).
Proof.
  intros m q. pose proof (balance_stationary M d balance) as Hd.
  rewrite (sum_ext m _ (fun i => sum m (fun j => q i * q j * inner d (co i) (co j))
    + (sum m (fun j => q i * q j * inner d (si i) (si j))
        - sum m (fun j => q i * q j * inner d (T (si i)) (T (si j)))))).
  - rewrite sum_plus, sum_minus.
    rewrite <- (inner_sums m q (fun i => co i)), <- (inner_sums m q (fun i => si i)),
      <- (inner_sums m q (fun i => T (si i))).
    rewrite <- next_sum. set (Z := fun s => sum m (fun i => q i * si i s)).
    pose proof (inner_nonneg d (proj1 Hd) (fun s => sum m (fun i => q i * co i s))).
    pose proof (next_contracts M d Hd Z). lra.
  - intros i _. rewrite <- sum_minus, <- sum_plus. apply sum_ext; intros j _.
    rewrite <- turned_distance.
    unfold turned_form. ring.
Qed.
Lemma turned_first : T (co 0) = co 1.
Proof.
  apply ext; intros s. cbn [turned fst snd]. rewrite (ext (fun s => next_const M 0 s)),
    next_const. ring.
Qed.
Lemma turned_next l : T (co (S l)) = fun s => / 2 * (co (S (S l)) s + co l s).
Proof.
  apply ext; intros s. cbn [turned fst snd]. set (c := co l). set (z := si l).
  rewrite (ext (fun s => next_plus M (T z) c s)), (next_plus M (T (T z)) (T c)), !next_minus. field.
Qed.
Lemma chebyshev_operator : chebyshev (fun k l => inner d v (iter k T (co l))).
Proof.
  split; intros k; [now rewrite iter_S_in, turned_first|]. intros l.
  rewrite iter_S_in, turned_next.
  rewrite (ext (fun s => iter_next_scal M k (/ 2) (fun s => co (S (S l)) s + co l s) s)),
    inner_scal_r.
  rewrite (ext (fun s => iter_next_plus M k (co (S (S l))) (co l) s)), inner_plus_r. field.
Qed.
(* a polynomial that is at most m in [-1, 1] is at most m as an operator *)
Lemma reversible_polynomial (p : nat -> R) N m :
  (forall x, -1 <= x <= 1 -> Rabs (sum N (fun k => p k * x ^ k)) <= m) ->
  inner d (fun s => sum N (fun k => p k * iter k T v s))
    (fun s => sum N (fun k => p k * iter k T v s))
  <= m ^ 2 * inner d v v.
Proof.
  intros Hp.
  assert (W : spanned (S (N + N)) (fun F => sum 1 (fun _ => m ^ 2 * F O O)
    + -1 * sum N (fun i => p i * sum N (fun j => p j * F (i + j)%nat O)))).
  { destruct (spanned_sum 1 (S (N + N)) (fun _ => m ^ 2) (fun _ F => F O O)) as [A HA].
    { intros; apply spanned_power; lia. }
    destruct (spanned_sum N (S (N + N)) p (fun i F => sum N (fun j => p j * F (i + j)%nat O)))
      as [B HB].
    { intros i Hi. apply spanned_sum. intros j Hj. apply spanned_power; lia. }
    exists (fun j => A j + -1 * B j). intros F HF. rewrite (HA F HF), (HB F HF), <- sum_scal,
      <- sum_plus.
    apply sum_ext; intros; ring. }
  destruct W as [A HA].
  assert (Q : 0 <= sum (S (N + N)) (fun k => A k * inner d v (co k))).
  { apply (polynomial_of_positive (fun k => inner d v (co k))).
    - intros q n K HK. rewrite <- (by_distance (fun k => inner d v (co k))) by assumption.
      apply turned_covariance.
    - intros x. pose proof (HA _ (chebyshev_cos x)) as E. cbv beta in E.
      rewrite (sum_ext _ _ (fun k => A k * (cos x ^ 0 * cos (INR k * x)))) by (intros; simpl; ring).
      rewrite <- E. simpl (INR 0). simpl (sum 1 _). rewrite Rmult_0_l, cos_0.
      specialize (Hp (cos x) (COS_bound x)). set (y := sum N (fun k => p k * cos x ^ k)) in *.
      rewrite (sum_ext N _ (fun i => p i * cos x ^ i * y)).
      + rewrite sum_scal_r. fold y.
        assert (y * y = Rabs y * Rabs y) by (rewrite <- Rabs_mult, Rabs_pos_eq;
          [reflexivity | apply Rle_0_sqr]).
        pose proof (Rabs_pos y). nra.
      + intros i _. rewrite Rmult_assoc. f_equal. unfold y. rewrite <- sum_scal.
        apply sum_ext; intros k _.
        rewrite pow_add. ring. }
  pose proof (HA _ chebyshev_operator) as E. cbv beta in E. cbn [iter] in E. rewrite <- E in Q.
  cbn [sum] in Q.
  change (co 0) with v in Q. rewrite inner_sums.
  rewrite (sum_ext N _ (fun i => p i * sum N (fun j => p j * inner d v (iter (i + j) T v))));
    [lra|].
  intros i _. rewrite <- sum_scal. apply sum_ext; intros k _.
  rewrite iter_add, <- (iter_self_adjoint i v). apply Rmult_assoc.
Qed.
End Reversible.

Section Chains.
Variables (gam : R) (a b : nat -> R).
Hypothesis gam01 : 0 <= gam < 1.
Hypothesis b_analytic : analytic b.
Notation c := (fun k => b k * gam ^ k).
Notation difference := (difference gam a b).
Notation c_summable := (c_summable gam b gam01 b_analytic).
Notation difference_series := (difference_series gam a b gam01 b_analytic).

(* |B| <= m in [-gamma, gamma] bounds H in the norm of every d with detailed balance *)
(* claim: classical-facts *)
Theorem reversible_chains m :
  (forall t, - gam <= t <= gam -> Rabs (Series (fun k => b k * t ^ k)) <= m) ->
  forall (X : finite) (M : mrp X) d, detailed_balance M d -> bounded_in gam a b M d m.
Proof.
  intros Hm X M d Hd. assert (M0 : 0 <= m) by
    (eapply Rle_trans; [apply Rabs_pos | apply (Hm 0); lra]).
  split; [assumption|]. intros v v' w.
  assert (F : forall N, inner d (fun s => sum N (fun k => c k * iter k (next M) w s))
                          (fun s => sum N (fun k => c k * iter k (next M) w s))
                        <= (m + rest c N) ^ 2 * inner d w w).
  { intros N. apply reversible_polynomial; [assumption|]. intros x Hx.
    assert (S1 : is_series (fun k => c k * x ^ k) (Series (fun k => b k * (gam * x) ^ k))).
    { apply (is_series_ext (fun k => b k * (gam * x) ^ k));
        [intros k; as_real; rewrite Rpow_mult_distr; ring|].
      apply Series_correct. apply (ex_series_ext (fun k => c k * x ^ k)).
      - intros k; as_real; rewrite Rpow_mult_distr; ring.
      - apply summable_times; [apply c_summable|]. intros k. rewrite <- RPow_abs.
        apply pow_le_1. split; [apply Rabs_pos | now apply Rabs_le]. }
    assert (B : Rabs (Series (fun k => b k * (gam * x) ^ k) - sum N (fun k => c k * x ^ k))
      <= rest c N).
    { apply (rest_bound c (fun k => c k * x ^ k)); [apply c_summable | | exact S1].
      apply (times_small c (fun k => x ^ k)). intros k. rewrite <- RPow_abs.
      apply pow_le_1. split; [apply Rabs_pos | now apply Rabs_le]. }
    specialize (Hm (gam * x) ltac:(nra)). apply Rabs_le_between in B. apply Rabs_le_between in Hm.
    apply Rabs_le. lra. }
  replace (m ^ 2 * inner d w w) with ((m + 0) ^ 2 * inner d w w) by ring.
  apply (is_lim_seq_le _ _ (inner d (difference M v v') (difference M v v'))
    ((m + 0) ^ 2 * inner d w w) F).
  - unfold inner, total. induction (size X) as [|n IH]; [apply is_lim_seq_const|]. cbn [sum].
    apply is_lim_seq_plus'; [exact IH|].
    assert (L : forall s, is_lim_seq (fun N => sum N (fun k => c k * iter k (next M) w s))
      (difference M v v' s))
      by (intros; apply is_series_lim, difference_series).
    apply is_lim_seq_mult'; [|apply L]. apply is_lim_seq_mult'; [apply is_lim_seq_const | apply L].
  - apply is_lim_seq_mult'; [|apply is_lim_seq_const].
    assert (L : is_lim_seq (fun N => m + rest c N) (m + 0))
      by (apply is_lim_seq_plus'; [apply is_lim_seq_const | apply rest_lim, c_summable]).
    cbn [pow]. rewrite Rmult_1_r. apply is_lim_seq_ext
      with (u := fun N => (m + rest c N) * (m + rest c N)).
    + intros; ring.
    + now apply is_lim_seq_mult'.
Qed.
End Chains.
