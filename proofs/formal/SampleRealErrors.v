(* eq:sample-real_errors (first form of prop:sample-real_op). Let H v = sum_i a_i z^i r + sum_i b_i
   z^i v, z = gamma P, with bounded coefficients. If H v_pi = v_pi on a process, then on that
   process H v = v + sum_i h_i z^i (T v - v) with h_i = 1 - sum_{j<=i} b_j. The printed step, that
   the fixed point forces x_i = y_i, is false on a fixed process (no rewards; or one state and x - y
   = (gamma, -1, 0, ...)), and true if v_pi must be a fixed point on every process. *)
From Coq Require Import Reals Lra Lia PeanoNat FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators Returns SampleRealReparam SampleRealNsteps.
Open Scope R_scope.

(* h_i = 1 - (b_0 + ... + b_i) *)
Definition h_of (b : nat -> R) (i : nat) : R := 1 - sum (S i) b.

Section Errors.
Context {X : finite} (M : mrp X) (gam : R) (a b : nat -> R).
Hypothesis gam01 : 0 <= gam < 1.
Hypothesis a_bounded : bounded a.
Hypothesis b_bounded : bounded b.
Notation z := (disc M gam).

(* sum_{i<N} h_i (z^{i+1} v - z^i v) = sum_{i<N} b_i z^i v - v + (1 - sum_{j<N} b_j) z^N v *)
Lemma errors_partial v s N :
  sum N (fun i => h_of b i * (iter (S i) z v s - iter i z v s))
  = sum N (fun i => b i * iter i z v s) - v s + (1 - sum N b) * iter N z v s.
Proof.
  induction N as [|N IH]; [simpl; ring|].
  rewrite !sum_S, IH. unfold h_of. rewrite sum_S. ring.
Qed.
Lemma tail_vanishes v s : is_lim_seq (fun N => (1 - sum N b) * iter N z v s) 0.
Proof.
  destruct b_bounded as [B HB]. apply is_lim_seq_abs_0.
  apply is_lim_seq_le_le with (u := fun _ => 0) (w := fun N => (gam ^ N +
    (INR N * gam ^ N) * B) * norm v).
  - intros N. split; [apply Rabs_pos|]. rewrite Rabs_mult.
    pose proof (iter_norm M gam (proj1 gam01) N v s) as I.
    assert (S1 : Rabs (1 - sum N b) <= 1 + INR N * B).
    { eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_R1, Rabs_Ropp. apply Rplus_le_compat_l.
      eapply Rle_trans; [apply sum_abs|]. rewrite <- sum_const. apply sum_le; auto. }
    apply Rle_trans with ((1 + INR N * B) * (norm v * gam ^ N)); [|right; ring].
    apply Rmult_le_compat; auto using Rabs_pos.
  - apply is_lim_seq_const.
  - replace (Finite 0) with (Finite ((0 + 0 * B) * norm v)) by (f_equal; ring).
    apply is_lim_seq_mult'; [|apply is_lim_seq_const]. apply is_lim_seq_plus'.
    + apply is_lim_seq_geom. rewrite Rabs_pos_eq; lra.
    + apply is_lim_seq_mult'; [now apply n_pow_lim | apply is_lim_seq_const].
Qed.
Lemma errors_series v s :
  is_series (fun i => h_of b i * (iter (S i) z v s - iter i z v s)) (Series
    (fun i => b i * iter i z v s) - v s).
Proof.
  pose proof (Series_correct _ (weighted_series M gam (proj1 gam01)
    (proj2 gam01) b v s b_bounded)) as E.
  apply is_series_lim in E. apply is_series_lim.
  apply is_lim_seq_ext with (u := fun N => sum N (fun i => b i * iter i z v s) - v s +
    (1 - sum N b) * iter N z v s).
  - intros. symmetry. apply errors_partial.
  - replace (Finite (Series (fun i => b i * iter i z v s) - v s))
      with (Finite (Series (fun i => b i * iter i z v s) - v s + 0)) by (f_equal; ring).
    apply is_lim_seq_plus'; [|apply tail_vanishes].
    apply is_lim_seq_minus'; [exact E | apply is_lim_seq_const].
Qed.
Lemma iter_td_value i s : iter i z (td M gam (value M gam)) s = 0.
Proof. rewrite (iter_ext M gam i _ (fun _ => 0)), iter_zero; [reflexivity|]. now apply td_value.
Qed.

(* claim: eq:sample-real_errors *)
Theorem sample_real_errors : (forall s, ab_operator M gam a b (value M gam) s = value M gam s) ->
  forall v s, is_series (fun i => h_of b i * iter i z (td M gam v) s)
    (ab_operator M gam a b v s - v s) /\
              linear_return M gam (h_of b) v s = ab_operator M gam a b v s.
Proof.
  intros F v s.
  assert (E : is_series (fun i => h_of b i * iter i z (td M gam v) s)
    (ab_operator M gam a b v s - v s)).
  { pose proof (errors_series (value M gam) s) as H1. specialize (F s).
    unfold ab_operator in F |- *.
    assert (H2 : is_series (fun i => h_of b i * iter i z (r M) s) (Series (fun i => a i * iter i z
      (r M) s))).
    { eapply is_series_eq; [eapply series_ext; [|apply (is_series_mult_l (-1) _ _ H1)]|].
      - intros i. cbv beta. pose proof (iter_td M gam i (value M gam) s) as Q.
        rewrite iter_td_value in Q.
        replace (iter i z (r M) s) with (- (iter (S i) z (value M gam) s - iter i z
          (value M gam) s)) by lra. ring.
      - lra. }
    eapply is_series_eq; [eapply series_ext; [|apply (is_series_add _ _ _ _ H2
      (errors_series v s))]|].
    - intros i. cbv beta. rewrite iter_td. ring.
    - ring. }
  split; [exact E|]. unfold linear_return. rewrite (is_series_unique _ _ E). ring.
Qed.
End Errors.

(* ---- the printed step on a fixed process ---- *)
(* with x and y, H v_pi - v_pi = sum_i (x_i - y_i) z^i v_pi *)
Lemma xy_fixed {X : finite} (M : mrp X) gam x y s : 0 <= gam < 1 ->
  xy_operator M gam x y (value M gam) s
  = value M gam s + Series (fun i => (x i - y i) * iter i (disc M gam) (value M gam) s).
Proof.
  intros [g0 g1]. unfold xy_operator. f_equal. apply Series_ext. intros i.
  pose proof (iter_td M gam i (value M gam) s) as Q.
  rewrite (iter_ext M gam i _ (fun _ => 0)), iter_zero in Q by now apply td_value.
  replace (iter (S i) (disc M gam) (value M gam) s)
    with (iter i (disc M gam) (value M gam) s - iter i (disc M gam) (r M) s) by lra. ring.
Qed.

(* without rewards every (x, y) fixes v_pi = 0 *)
(* claim: eq:sample-real_errors *)
Theorem fixed_point_without_rewards {X : finite} (M : mrp X) gam x y s : 0 <= gam < 1 ->
  (forall t, r M t = 0) ->
  xy_operator M gam x y (value M gam) s = value M gam s.
Proof.
  intros Hg R0. rewrite xy_fixed by assumption.
  assert (V : forall t, value M gam t = 0).
  { intros t. symmetry. apply (fixed_point_value M gam (proj1 Hg) (proj2 Hg) (fun _ => 0)).
    intros u. unfold bellman, disc. rewrite next_const, R0. ring. }
  rewrite (Series_finite 0); [simpl; ring|]. intros i _.
  rewrite (iter_ext M gam i _ (fun _ => 0)), iter_zero by assumption. ring.
Qed.
(* one state, x - y = (gamma, -1, 0, ...), any reward *)
Definition gamma_minus_one (gam : R) (i : nat) : R := match i
  with O => gam | S O => -1 | _ => 0 end.
(* claim: eq:sample-real_errors *)
Theorem fixed_point_one_state gam reward s : 0 <= gam < 1 ->
  xy_operator (one_state reward) gam (gamma_minus_one gam) (fun _ => 0) (value
    (one_state reward) gam) s
  = value (one_state reward) gam s.
Proof.
  intros Hg. rewrite xy_fixed by assumption. rewrite (Series_finite 2).
  - unfold one_state. cbn [sum]. rewrite !iter_cycle. fold (one_state reward).
    rewrite !one_state_value by assumption. simpl. field. lra.
  - intros [|[|i]] Hi; [lia|lia|]. simpl. ring.
Qed.

(* ---- on all processes the step is true ---- *)
(* every v is the value function of some reward *)
Lemma value_of_reward {X : finite} (M : mrp X) gam (v : vec X) : 0 <= gam < 1 ->
  (forall s, r M s = v s - disc M gam v s) -> forall s, value M gam s = v s.
Proof.
  intros [g0 g1] H s. symmetry. apply (fixed_point_value M gam g0 g1). intros t. unfold bellman.
  rewrite H. ring.
Qed.
(* claim: eq:sample-real_errors *)
Theorem fixed_on_all_processes gam x y : 0 < gam < 1 -> bounded x -> bounded y ->
  (forall (X : finite) (M : mrp X) s, xy_operator M gam x y (value M gam) s = value M gam s) ->
  forall i, x i = y i.
Proof.
  intros Hg Hx Hy H j. set (d := fun i => x i - y i).
  destruct (bounded_difference x y Hx Hy) as [B HB]. change (forall i, Rabs (d i) <= B) in HB.
  (* on the cycle of k + 1 > j states, with v_pi the indicator of state j, seen from state 0 *)
  assert (K : forall k, (j <= k)%nat -> Rabs (d j * gam ^ j) <= B / (1 - gam) * gam ^ S k).
  { intros k Hk. set (v := fun s : numbers k => if Nat.eqb (index _ s) j then 1 else 0).
    set (rw := fun s : numbers k => v s - gam * v (point k (index _ s + 1))).
    assert (V : forall s, value (cycle k rw) gam s = v s).
    { apply value_of_reward; [lra|]. intros s. unfold disc. rewrite next_cycle. reflexivity. }
    specialize (H _ (cycle k rw) (point k 0)). rewrite xy_fixed in H by lra.
    set (u := fun i => d i * (gam ^ i * v (point k i))).
    assert (U : Series u = 0).
    { rewrite (Series_ext u (fun i => (x i - y i) * iter i (disc (cycle k rw) gam) (value
        (cycle k rw) gam) (point k 0))); [lra|].
      intros i. rewrite iter_cycle, V, index_point, Nat.mod_0_l by lia. reflexivity. }
    assert (T : forall i, Rabs (u i) <= B * gam ^ i).
    { intros i. unfold u. rewrite Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos.
      rewrite Rabs_mult, (Rabs_pos_eq (gam ^ i)) by (apply pow_le; lra).
      assert (Rabs (v (point k i)) <= 1) by (unfold v; destruct Nat.eqb;
        [rewrite Rabs_R1 | rewrite Rabs_R0]; lra).
      assert (0 < gam ^ i) by (apply pow_lt; lra). nra. }
    assert (EU : ex_series u) by (apply ex_series_geom with (q := gam) (M := B); [lra | exact T]).
    assert (P1 : sum (S k) u = d j * gam ^ j).
    { rewrite (sum_one (S k) j); [|lia|].
      - unfold u, v. rewrite index_point, Nat.mod_small, Nat.eqb_refl by lia. ring.
      - intros i Hi E. unfold u, v. rewrite index_point, Nat.mod_small by lia.
        apply Nat.eqb_neq in E. rewrite E. ring. }
    rewrite (Series_incr_n u (S k)) in U; [|lia|exact EU]. simpl pred in U.
    rewrite <- sum_n_Reals, <- sum_sum_n, P1 in U.
    replace (d j * gam ^ j) with (- Series (fun i => u (S k + i)%nat)) by lra. rewrite Rabs_Ropp.
    assert (G : is_series (fun i => B * gam ^ S k * gam ^ i) (B / (1 - gam) * gam ^ S k)).
    { eapply is_series_eq; [apply is_series_mult_l, geom_series; lra|]. field. lra. }
    rewrite <- (is_series_unique _ _ G).
    eapply Rle_trans; [apply Series_Rabs|].
    - apply (ex_series_le (fun i => Rabs (u (S k + i)%nat)) (fun i => B * gam ^ S k * gam ^ i));
        [|eexists; exact G].
      intros i. change (Rabs (Rabs (u (S k + i)%nat)) <= B * gam ^ S k * gam ^ i).
      rewrite Rabs_Rabsolu.
      rewrite Rmult_assoc, <- pow_add. apply T.
    - apply Series_le; [|eexists; exact G]. intros i. split; [apply Rabs_pos|].
      rewrite Rmult_assoc, <- pow_add. apply T. }
  assert (Z : d j * gam ^ j = 0).
  { destruct (Req_dec (d j * gam ^ j) 0) as [|N]; [assumption|]. exfalso.
    pose proof (Rabs_pos_lt _ N) as N'.
    assert (L : is_lim_seq (fun k => B / (1 - gam) * gam ^ S k) (B / (1 - gam) * 0)).
    { apply is_lim_seq_mult'; [apply is_lim_seq_const|].
      apply (is_lim_seq_incr_1 (fun k => gam ^ k)).
      apply is_lim_seq_geom. rewrite Rabs_pos_eq; lra. }
    rewrite Rmult_0_r in L. apply is_lim_seq_spec in L.
    destruct (L (mkposreal _ N')) as [N0 HN]. specialize (HN (max N0 j) ltac:(lia)).
    specialize (K (max N0 j) ltac:(lia)). simpl in HN. rewrite Rminus_0_r in HN.
    pose proof (Rle_abs (B / (1 - gam) * (gam * gam ^ max N0 j))). simpl in K. lra. }
  assert (gam ^ j <> 0) by (apply pow_nonzero; lra). unfold d in Z. apply Rmult_integral in Z.
  destruct Z; lra.
Qed.

(* so there the operator is v plus the TD errors with the weights x *)
(* claim: eq:sample-real_errors *)
Theorem td_errors_on_all_processes gam x y : 0 < gam < 1 -> bounded x -> bounded y ->
  (forall (X : finite) (M : mrp X) s, xy_operator M gam x y (value M gam) s = value M gam s) ->
  forall (X : finite) (M : mrp X) (v : vec X) s,
    xy_operator M gam x y v s = linear_return M gam x v s.
Proof.
  intros Hg Hx Hy H X M v s. pose proof (fixed_on_all_processes gam x y Hg Hx Hy H) as E.
  unfold xy_operator, linear_return. f_equal. apply Series_ext. intros i.
  rewrite <- (E i), iter_td. ring.
Qed.
