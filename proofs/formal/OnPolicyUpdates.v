(* A margin makes the expected on-policy updates with linear features converge
   (symbolic/rules/classical.py, on_policy).  The features have full column rank; the Gram-Schmidt
   process makes that a number c > 0 with |Phi w|_d^2 >= c |w|^2.  So every small step takes two
   parameters closer to each other, steps of one size approach a fixed point, and all others, whose
   sum is infinite, approach the same. *)
From Coq Require Import Reals Lra Lia PeanoNat FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators StepSizes StationaryBasics Spectrum
  LinearFeatures
  ClassicalFacts.
Open Scope R_scope.

Definition full_rank {X : finite} (n : nat) (phi : nat -> vec X) : Prop :=
  forall theta, (forall s, approximation n phi theta s = 0) -> forall i, (i < n)%nat -> theta i = 0.

Section Rank.
Context {X : finite} (d : vec X) (phi : nat -> vec X).
Hypothesis d_positive : forall s, 0 < d s.
Notation value_of n := (approximation n phi).
Lemma inner_approximation n theta u :
  inner d u (value_of n theta) = sum n (fun i => theta i * inner d (phi i) u).
Proof.
  unfold approximation. rewrite (inner_sum_r d n u (fun i s => theta i * phi i s)).
  apply sum_ext; intros i _.
  now rewrite inner_scal_r, inner_sym.
Qed.
Lemma inner_sub u v w : inner d u (fun s => v s - w s) = inner d u v - inner d u w.
Proof. unfold inner. rewrite <- total_minus. apply total_ext; intros; ring. Qed.
Lemma inner_zero u : inner d u u = 0 -> forall s, u s = 0.
Proof.
  intros H s. pose proof (total_ge_term X s (fun s => d s * u s * u s)) as G. unfold inner in H.
  rewrite H in G. specialize (G ltac:(intros t; rewrite Rmult_assoc;
    apply Rmult_le_pos; [left; apply d_positive | apply Rle_0_sqr])). cbv beta in G.
  apply Rsqr_0_uniq. pose proof (d_positive s). pose proof (Rle_0_sqr (u s)). unfold Rsqr in *. nra.
Qed.
(* Gram and Schmidt: the next feature without its projection on those before it *)
Lemma gram_schmidt n : full_rank n phi -> independent d n phi /\
  forall v, exists theta, forall i, (i < n)%nat ->
    inner d (phi i) (fun s => v s - value_of n theta s) = 0.
Proof.
  assert (D : forall s, 0 <= d s) by (intros; now left).
  induction n as [|n IH]; intros Hr.
  - split; [|intros v; exists (fun _ => 0); intros; lia]. exists 1. split; [lra|]. intros theta.
    simpl.
    rewrite Rmult_0_r. now apply inner_nonneg.
  - destruct IH as [(c & Hc & Hi) Hp].
    { intros theta Ht i Hn. set (t := fun j => if Nat.eqb j n then 0 else theta j).
      assert (E : forall j, (j < n)%nat -> t j = theta j) by
        (intros j Hj; unfold t; destruct (Nat.eqb_spec j n); [lia | easy]).
      rewrite <- E by assumption. apply Hr; [|lia]. intros s. rewrite <- (Ht s).
      unfold approximation. cbn [sum].
      unfold t at 2. rewrite Nat.eqb_refl, (sum_ext n _ (fun j => theta j * phi j s)); [ring|].
      intros j Hj. now rewrite E. }
    destruct (Hp (phi n)) as [t0 Ht0]. set (u := fun s => phi n s - value_of n t0 s) in *.
    set (l := inner d u u).
    assert (L : 0 < l).
    { destruct (inner_nonneg d D u) as [|Z]; [assumption|exfalso]. symmetry in Z.
      pose proof (inner_zero u Z) as U.
      specialize (Hr (fun j => if Nat.eqb j n then 1 else - t0 j)).
      assert (C : (fun j => if Nat.eqb j n then 1 else - t0 j) n = 0).
      { apply Hr; [|lia]. intros s. rewrite <- (U s). unfold u, approximation. cbn [sum].
        rewrite Nat.eqb_refl.
        rewrite (sum_ext n _ (fun j => -1 * (t0 j * phi j s))); [rewrite sum_scal; ring|].
        intros j Hj. destruct (Nat.eqb_spec j n); [lia | ring]. }
      cbv beta in C. rewrite Nat.eqb_refl in C. lra. }
    assert (O : forall theta, inner d u (value_of n theta) = 0).
    { intros theta. rewrite inner_approximation, (sum_ext n _ (fun _ => 0)), sum_zero;
        [reflexivity|].
      intros i Hn. rewrite (Ht0 i Hn). ring. }
    (* Phi theta in terms of those before and of u *)
    assert (V : forall theta s, value_of (S n) theta s
      = value_of n (fun i => theta i + theta n * t0 i) s + theta n * u s).
    { intros theta s. unfold u, approximation. cbn [sum].
      rewrite (sum_ext n (fun i => (theta i + _) * _)
        (fun i => theta i * phi i s + theta n * (t0 i * phi i s)))
        by (intros; ring). rewrite sum_plus, sum_scal. ring. }
    split.
    + set (q := sum n (fun i => t0 i * t0 i)).
      assert (Q : 0 <= q) by (apply sum_nonneg; intros; apply Rle_0_sqr).
      exists (Rmin (c / 2) (l / (2 * q + 1))). split;
        [apply Rmin_glb_lt; apply Rdiv_lt_0_compat; lra|].
      intros theta. set (tau := theta n). set (x := fun i => theta i + tau * t0 i).
      rewrite (inner_ext d (value_of (S n) theta) (value_of (S n) theta)
        (fun s => value_of n x s + tau * u s) (fun s => value_of n x s + tau * u s))
        by (intros; apply V).
      rewrite (inner_sq_plus d (value_of n x) (fun s => tau * u s)), (inner_scal_l d tau u),
        !(inner_scal_r d tau _ u), (inner_sym d (value_of n x) u), O.
      fold l. set (y := sum n (fun i => x i * x i)). specialize (Hi x). fold y in Hi.
      assert (Y : sum (S n) (fun i => theta i * theta i) <= 2 * y + (2 * q + 1) * (tau * tau)).
      { rewrite sum_S. fold tau. unfold y, q.
        assert (sum n (fun i => theta i * theta i) <= 2 * sum n (fun i => x i * x i)
          + 2 * (tau * tau) * sum n (fun i => t0 i * t0 i)); [|lra].
        rewrite <- !sum_scal, <- sum_plus. apply sum_le; intros i _. unfold x.
        pose proof (Rle_0_sqr (theta i + 2 * (tau * t0 i))) as R. unfold Rsqr in R. lra. }
      assert (Y0 : 0 <= y) by (apply sum_nonneg; intros; apply Rle_0_sqr).
      assert (T0 : 0 <= tau * tau) by apply Rle_0_sqr.
      set (k := Rmin (c / 2) (l / (2 * q + 1))).
      assert (K0 : 0 < k) by (apply Rmin_glb_lt; apply Rdiv_lt_0_compat; lra).
      assert (K1 : k * 2 <= c) by (pose proof (Rmin_l (c / 2) (l / (2 * q + 1))); fold k in H; lra).
      assert (K2 : k * (2 * q + 1) <= l) by (apply (Rle_div_r k l (2 * q + 1));
        [lra | apply Rmin_r]).
      apply Rle_trans with (k * (2 * y + (2 * q + 1) * (tau * tau)));
        [apply Rmult_le_compat_l; lra|].
      assert (k * 2 * y <= c * y) by now apply Rmult_le_compat_r.
      assert (k * (2 * q + 1) * (tau * tau) <= l * (tau * tau)) by now apply Rmult_le_compat_r. lra.
    + intros v. destruct (Hp v) as [tv Hv]. set (w := fun s => v s - value_of n tv s) in *.
      set (k := inner d u w / l). exists (fun j => if Nat.eqb j n then k else tv j - k * t0 j).
      intros i Hn.
      assert (E : forall s, v s - value_of (S n)
        (fun j => if Nat.eqb j n then k else tv j - k * t0 j) s = w s - k * u s).
      { intros s. rewrite V, Nat.eqb_refl. unfold w.
        replace (value_of n _ s) with (value_of n tv s); [ring|].
        apply sum_ext; intros j Hj. destruct (Nat.eqb_spec j n); [lia | ring]. }
      rewrite (inner_ext d _ _ (phi i) (fun s => w s - k * u s)) by (assumption || reflexivity).
      rewrite inner_sub, (inner_scal_r d k _ u). destruct (Nat.eq_dec i n) as [->|N].
      * assert (Pn : forall z, inner d (phi n) z = inner d u z + inner d z (value_of n t0)).
        { intros z. rewrite (inner_sym d z). unfold inner. rewrite <- total_plus.
          apply total_ext; intros s.
          unfold u. ring. }
        rewrite !Pn, O, inner_approximation, (sum_ext n _ (fun _ => 0)), sum_zero.
        -- fold l. unfold k. field. lra.
        -- intros j Hj. rewrite (Hv j Hj). ring.
      * rewrite (Hv i), (Ht0 i) by lia. ring.
Qed.
End Rank.

Section Updates.
Variables (gam : R) (a b : nat -> R).
Hypothesis gam01 : 0 <= gam < 1.
Hypothesis b_analytic : analytic b.
Notation H := (operator gam a b).
Notation c := (fun k => b k * gam ^ k).
Notation difference := (difference gam a b).
Notation c_summable := (c_summable gam b gam01 b_analytic).
Notation difference_series := (difference_series gam a b gam01 b_analytic).

(* ---- expected on-policy updates with features ---- *)
Definition sum_squares (n : nat) (x : nat -> R) : R := sum n (fun i => x i * x i).
Lemma sum_squares_nonneg n x : 0 <= sum_squares n x.
Proof. apply sum_nonneg; intros; apply Rle_0_sqr. Qed.
Section OnPolicy.
Context {X : finite} (M : mrp X) (d : vec X) (n : nat) (phi : nat -> vec X).
Notation value_of := (approximation n phi).
Notation size_of := (sum_squares n).
(* Phi^T D (H(Phi w) - Phi w) *)
Definition move (w : nat -> R) (i : nat) : R :=
  inner d (phi i) (fun s => H M (value_of w) s - value_of w s).
Fixpoint moves (alpha : nat -> R) (w : nat -> R) (t : nat) : nat -> R :=
  match t with O => w | S t => fun i => moves alpha w t i + alpha t * move (moves alpha w t) i end.

Hypothesis d_stationary : stationary (P M) d.
Lemma approximation_minus w w' s : value_of w s - value_of w' s = value_of (fun i => w i - w' i) s.
Proof. unfold approximation. rewrite <- sum_minus. apply sum_ext; intros; ring. Qed.
Lemma difference_bounded : exists B, 0 < B /\ forall v v',
  let w s := v s - v' s in let y s := w s - difference M v v' s in inner d y y <= B * inner d w w.
Proof.
  set (L := Series (fun k => Rabs (c k))). exists (2 + 4 * L ^ 2).
  pose proof (pow2_ge_0 L) as L0. split; [lra|]. intros v v' w y.
  assert (N : inner d (difference M v v') (difference M v v') <= 2 * L ^ 2 * inner d w w).
  { apply (von_neumann M d w d_stationary c); [apply c_summable | | apply difference_series].
    intros x.
    assert (Q : forall p, Rabs p <= L -> p * p <= L ^ 2).
    { intros p Hp. replace (p * p) with (Rabs p ^ 2) by (rewrite pow2_abs; ring). apply pow_incr.
      split; [apply Rabs_pos | assumption]. }
    pose proof (Q _ (cosines_abs _ c_summable x)). pose proof (Q _ (sines_abs _ c_summable x)).
    lra. }
  set (g := difference M v v') in *.
  pose proof (inner_nonneg d (proj1 d_stationary) (fun s => w s + g s)) as A.
  rewrite inner_sq_plus in A.
  assert (E : inner d y y = inner d w w - 2 * inner d w g + inner d g g).
  { unfold inner. rewrite <- total_scal, <- total_minus, <- total_plus.
    apply total_ext; intros; unfold y, g; ring. }
  lra.
Qed.

Hypothesis d_positive : forall s, 0 < d s.
Hypothesis phi_rank : full_rank n phi.
Variable e : R.
Hypothesis e_positive : 0 < e.
Hypothesis margin : dissipative gam a b M e.
(* a small step takes two parameters closer to each other *)
Lemma closer : exists g largest, 0 < g /\ 0 < largest /\ g * largest <= 1 /\
  forall alpha w w', 0 <= alpha <= largest ->
  size_of (fun i => (w i + alpha * move w i) - (w' i + alpha * move w' i))
  <= (1 - g * alpha) * size_of (fun i => w i - w' i).
Proof.
  destruct (gram_schmidt d phi d_positive n phi_rank) as [(k & Hk & Hi) _].
  destruct difference_bounded as (B & HB & Hy). set (F := feature_size d n phi).
  assert (F0 : 0 <= F) by (apply sum_nonneg; intros; apply inner_nonneg, d_stationary).
  assert (Q : 0 < (F + 1) * B) by (apply Rmult_lt_0_compat; lra).
  assert (G : 0 < e * k) by now apply Rmult_lt_0_compat.
  set (small := Rmin (e / ((F + 1) * B)) (/ (e * k))). exists (e * k), small.
  split; [assumption|]. split; [apply Rmin_glb_lt;
    [now apply Rdiv_lt_0_compat | now apply Rinv_0_lt_compat]|].
  split.
  { apply Rle_trans with (e * k * / (e * k)); [apply Rmult_le_compat_l; [lra | apply Rmin_r]|].
    right. field. split; lra. }
  intros alpha w w' [A0 A1]. set (x := fun i => w i - w' i). set (z := value_of x).
  set (y := fun s => z s - difference M (value_of w) (value_of w') s).
  assert (Z : (fun s => value_of w s - value_of w' s) = z) by
    (apply functional_extensionality; apply approximation_minus).
  assert (Mv : forall i, move w i - move w' i = - inner d (phi i) y).
  { intros i. unfold move. rewrite <- inner_sub. replace (- inner d (phi i) y)
      with (-1 * inner d (phi i) y) by ring.
    rewrite <- inner_scal_r. apply inner_ext; [reflexivity|]. intros s. unfold y, difference.
    rewrite <- Z. ring. }
  assert (Hm : e * inner d z z <= inner d z y).
  { pose proof (margin d d_stationary (value_of w) (value_of w')) as Q1. cbv zeta in Q1.
    now rewrite Z in Q1. }
  assert (Hb : inner d y y <= B * inner d z z).
  { pose proof (Hy (value_of w) (value_of w')) as Q1. cbv zeta in Q1. rewrite Z in Q1. exact Q1. }
  pose proof (projected_size M d d_stationary n phi y) as S1. fold F in S1.
  specialize (Hi x). fold z in Hi. change (sum n (fun i => x i * x i)) with (size_of x) in Hi.
  assert (N : 0 <= inner d z z) by apply inner_nonneg, d_stationary.
  assert (E : size_of (fun i => (w i + alpha * move w i) - (w' i + alpha * move w' i))
    = size_of x + (-2 * alpha) * inner d z y + alpha * alpha * sum n
      (fun i => inner d (phi i) y * inner d (phi i) y)).
  { rewrite (inner_sym d z y). unfold z at 1, sum_squares.
    rewrite inner_approximation, <- !sum_scal, <- !sum_plus.
    apply sum_ext; intros i _.
    replace (w i + alpha * move w i - (w' i + alpha * move w' i))
      with (x i + alpha * (move w i - move w' i))
      by (unfold x; ring). rewrite Mv. ring. }
  assert (A2 : alpha * ((F + 1) * B) <= e)
    by (apply (Rle_div_r alpha e _ Q); eapply Rle_trans; [exact A1 | apply Rmin_l]).
  assert (F * inner d y y <= F * (B * inner d z z)) by (apply Rmult_le_compat_l; lra).
  assert (0 <= alpha * alpha) by apply Rle_0_sqr.
  assert (alpha * alpha * sum n (fun i => inner d (phi i) y * inner d (phi i) y)
    <= alpha * alpha * (F * (B * inner d z z)))
    by (apply Rmult_le_compat_l; lra).
  assert (0 <= B * inner d z z) by (apply Rmult_le_pos; lra).
  assert (alpha * alpha * (F * (B * inner d z z)) <= alpha * (e * inner d z z)).
  { replace (alpha * alpha * (F * (B * inner d z z)))
      with (alpha * (alpha * (F * B) * inner d z z)) by ring.
    apply Rmult_le_compat_l; [assumption|]. apply Rmult_le_compat_r; [assumption|].
    assert (0 <= alpha * B) by (apply Rmult_le_pos; lra). lra. }
  assert (2 * alpha * (e * inner d z z) <= 2 * alpha * inner d z y) by
    (apply Rmult_le_compat_l; lra).
  assert (alpha * (e * (k * size_of x)) <= alpha * (e * inner d z z))
    by (apply Rmult_le_compat_l; [assumption|]; apply Rmult_le_compat_l; lra).
  rewrite E. fold x. lra.
Qed.
Lemma coordinates (x : nat -> nat -> R) i : (i < n)%nat ->
  is_lim_seq (fun t => size_of (x t)) 0 -> is_lim_seq (fun t => x t i) 0.
Proof.
  intros Hi L. apply is_lim_seq_spec in L. apply is_lim_seq_spec. intros eps.
  pose proof (cond_pos eps) as He.
  destruct (L (mkposreal (eps * eps) ltac:(now apply Rmult_lt_0_compat))) as [T HT]. exists T.
  intros t Ht. specialize (HT t Ht). simpl in HT. rewrite Rminus_0_r, Rabs_pos_eq in HT
    by apply sum_squares_nonneg.
  pose proof (sum_ge_term n (fun i => x t i * x t i) i Hi (fun l _ => Rle_0_sqr _)) as G.
  cbv beta in G.
  rewrite Rminus_0_r, <- (Rabs_pos_eq eps) by lra. apply Rsqr_lt_abs_0.
  exact (Rle_lt_trans _ _ _ G HT).
Qed.
Lemma size_zero (x : nat -> R) i : (i < n)%nat -> size_of x <= 0 -> x i = 0.
Proof.
  intros Hi Hx. pose proof (sum_ge_term n (fun i => x i * x i) i Hi (fun l _ => Rle_0_sqr _))
    as G. cbv beta in G.
  apply Rsqr_0_uniq. pose proof (Rle_0_sqr (x i)). unfold Rsqr, sum_squares in *. lra.
Qed.
(* steps of one size approach a point at which nothing moves *)
Lemma fixed_point : exists w, forall i, (i < n)%nat -> move w i = 0.
Proof.
  destruct closer as (g & step & Hg & Ha & Hga & Hc). set (q := 1 - g * step).
  assert (Q : 0 <= q < 1) by (unfold q; assert (0 < g * step) by (apply Rmult_lt_0_compat; lra);
    lra).
  set (w := moves (fun _ => step) (fun _ => 0)). set (x := fun t i => w (S t) i - w t i).
  assert (D : forall t, size_of (x t) <= size_of (x O) * q ^ t).
  { induction t as [|t IH]; [simpl; lra|].
    apply Rle_trans with (q * size_of (x t)); [apply (Hc step (w (S t)) (w t)); lra|]. simpl.
    apply Rle_trans with (q * (size_of (x O) * q ^ t)); [apply Rmult_le_compat_l; lra | lra]. }
  assert (C : forall i, (i < n)%nat -> ex_series (fun t => x t i)).
  { intros i Hi. apply ex_series_geom with (q := sqrt q) (M := sqrt (size_of (x O))).
    - split; [apply sqrt_pos|]. rewrite <- sqrt_1. apply sqrt_lt_1; lra.
    - intros t. replace (sqrt q ^ t) with (sqrt (q ^ t)).
      + rewrite <- sqrt_mult; [|apply sum_squares_nonneg | apply pow_le; lra].
        rewrite <- sqrt_Rsqr_abs. apply sqrt_le_1_alt. eapply Rle_trans; [|apply D].
        apply (sum_ge_term n (fun i => x t i * x t i) i Hi). intros; apply Rle_0_sqr.
      + induction t as [|t IHt]; [apply sqrt_1|]. simpl.
        rewrite sqrt_mult, IHt; [reflexivity | lra |].
        apply pow_le; lra. }
  exists (fun i => Series (fun t => x t i)). set (l := fun i => Series (fun t => x t i)).
  assert (L : forall i, (i < n)%nat -> is_lim_seq (fun t => w t i) (l i)).
  { intros i Hi. pose proof (Series_correct _ (C i Hi)) as S1. apply is_series_lim in S1.
    eapply is_lim_seq_ext; [|exact S1]. intros t. induction t as [|t IH]; [reflexivity|].
    rewrite sum_S, IH. unfold x. ring. }
  assert (Z : is_lim_seq (fun t => size_of (fun i => w t i - l i)) 0).
  { clear - L. unfold sum_squares. revert L. induction n as [|m IH]; intros L;
      [apply is_lim_seq_const|]. cbn [sum].
    replace (Finite 0) with (Finite (0 + (l m - l m) * (l m - l m))) by (f_equal; ring).
    apply is_lim_seq_plus'; [apply IH; intros; apply L; lia|].
    apply is_lim_seq_mult'; (apply is_lim_seq_minus'; [apply L; lia | apply is_lim_seq_const]). }
  intros i Hi.
  assert (U : is_lim_seq (fun t => w (S t) i - (l i + step * move l i)) 0).
  { apply (coordinates (fun t i => w (S t) i - (l i + step * move l i)) i Hi).
    apply is_lim_seq_le_le with (u := fun _ => 0) (w := fun t => size_of (fun i => w t i - l i));
      [|apply is_lim_seq_const | exact Z].
    intros t. split; [apply sum_squares_nonneg|].
    eapply Rle_trans; [apply (Hc step (w t) l); lra|]. fold q.
    assert (0 <= size_of (fun i => w t i - l i)) by apply sum_squares_nonneg. nra. }
  pose proof (L i Hi) as V. apply (is_lim_seq_incr_1 (fun t => w t i)) in V.
  pose proof (is_lim_seq_minus' _ _ _ _ V (is_lim_seq_const (l i + step * move l i))) as V'.
  apply is_lim_seq_unique in U. apply is_lim_seq_unique in V'. rewrite U in V'. injection V' as V'.
  fold l. apply Rmult_eq_reg_l with step; lra.
Qed.
End OnPolicy.

(* from every start the expected updates converge to the one point at which nothing moves *)
(* claim: classical-facts *)
Theorem on_policy e {X : finite} (M : mrp X) d n phi : dissipative gam a b M e -> 0 < e ->
  stationary (P M) d -> (forall s, 0 < d s) -> full_rank n phi ->
  exists largest w, 0 < largest /\ (forall i, (i < n)%nat -> move M d n phi w i = 0) /\
  (forall w', (forall i, (i < n)%nat -> move M d n phi w' i = 0) ->
     forall i, (i < n)%nat -> w' i = w i) /\
  forall alpha, endless alpha -> (forall t, alpha t <= largest) ->
  forall w0 i, (i < n)%nat -> is_lim_seq (fun t => moves M d n phi alpha w0 t i) (w i).
Proof.
  intros Hm He Hd Hp Hr. destruct (closer M d n phi Hd Hp Hr e He Hm)
    as (g & largest & Hg & Hl & Hgl & Hc).
  destruct (fixed_point M d n phi Hd Hp Hr e He Hm) as [w Hw]. exists largest, w.
  assert (C : forall alpha v, 0 <= alpha <= largest ->
    sum_squares n (fun i => v i + alpha * move M d n phi v i - w i)
    <= (1 - g * alpha) * sum_squares n (fun i => v i - w i)).
  { intros alpha v Ha. eapply Rle_trans; [|apply (Hc alpha v w Ha)]. right.
    apply sum_ext; intros i Hi.
    rewrite (Hw i Hi). ring. }
  split; [assumption|]. split; [assumption|]. split.
  - intros v Hv i Hi. apply Rminus_diag_uniq. apply (size_zero n (fun i => v i - w i) i Hi).
    specialize (C largest v ltac:(lra)).
    replace (sum_squares n (fun i => v i + largest * move M d n phi v i - w i))
      with (sum_squares n (fun i => v i - w i)) in C.
    + assert (0 < g * largest) by (apply Rmult_lt_0_compat; lra). nra.
    + apply sum_ext; intros k Hk. rewrite (Hv k Hk). ring.
  - intros alpha Ha Hs w0 i Hi.
    assert (L : is_lim_seq (fun t => moves M d n phi alpha w0 t i - w i) 0).
    { apply (coordinates n (fun t i => moves M d n phi alpha w0 t i - w i) i Hi).
      apply (vanishes g alpha); [assumption | assumption | intros; apply sum_squares_nonneg | |].
      - intros t. apply Rle_trans with (g * largest);
          [apply Rmult_le_compat_l; [lra | apply Hs] | assumption].
      - intros t. apply C. split; [apply Ha | apply Hs]. }
    replace (Finite (w i)) with (Finite (0 + w i)) by (f_equal; ring).
    eapply is_lim_seq_ext; [|apply (is_lim_seq_plus' _ _ _ _ L (is_lim_seq_const (w i)))].
    intros t. as_real. ring.
Qed.
End Updates.
