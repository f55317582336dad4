(* prop:wrh. An affine return satisfies the weak recency heuristic exactly if it is convex. Affine
   means that the weights c_n sum to one and that h_i -> 0; weak recency => convex needs no limit,
   the other direction does. Without the limit both readings fail: h = (2, 1, 1, ...) has weak
   recency and the weights c = (1, 0, 0, ...), but its operator is T v + v_pi - v; and h_i = 1/(i+1)
   - 1 has nonnegative weights with sum one, and no weak recency. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators Returns SampleRealNsteps.
Open Scope R_scope.

Lemma weak_recency_weights h : weak_recency h -> forall n, 0 <= weight h n.
Proof. intros H n. destruct (H n). unfold weight. lra. Qed.
Lemma nonnegative_weights_recency h : vanishing h -> (forall n, 0 <= weight h n) -> weak_recency h.
Proof.
  intros L H i. pose proof (limit_below h 0 H L (S i)). specialize (H i). unfold weight in H. lra.
Qed.

(* claim: prop:wrh *)
Theorem prop_wrh h : affine h -> (weak_recency h <-> convex h).
Proof.
  intros A. split.
  - intros W. split; [exact A | now apply weak_recency_weights].
  - intros [[L _] C]. now apply nonnegative_weights_recency.
Qed.

(* h_i is the weight of the returns of more than i steps exactly if h_i -> 0: this is the step that
   the limit is needed for *)
(* claim: prop:wrh *)
Theorem tail_sums h i : vanishing h <-> is_series (fun k => weight h (i + k)) (h i).
Proof.
  assert (E : forall n, sum n (fun k => weight h (i + k)) = h i - h (n + i)%nat).
  { intros n. rewrite (sum_ext n _ (weight (fun k => h (i + k)%nat))).
    - rewrite sum_weight, Nat.add_0_r. f_equal. f_equal. lia.
    - intros k _. unfold weight. now rewrite Nat.add_succ_r. }
  unfold vanishing. rewrite is_series_lim, (is_lim_seq_incr_n h i). split; intros H.
  - apply is_lim_seq_ext with (u := fun n => h i - h (n + i)%nat); [intros; now rewrite E|].
    replace (Finite (h i)) with (Finite (h i - 0)) by (f_equal; ring).
    apply is_lim_seq_minus'; [apply is_lim_seq_const | exact H].
  - apply is_lim_seq_ext with (u := fun n => h i - sum n (fun k => weight h (i + k))); [intros;
      rewrite E; ring|].
    replace (Finite 0) with (Finite (h i - h i)) by (f_equal; ring).
    apply is_lim_seq_minus'; [apply is_lim_seq_const | exact H].
Qed.

(* ---- without the limit ---- *)
Definition two_then_ones (i : nat) : R := match i with O => 2 | S _ => 1 end.
Lemma two_then_ones_limit : is_lim_seq two_then_ones 1.
Proof. apply is_lim_seq_incr_1. apply is_lim_seq_const. Qed.

(* claim: prop:wrh *)
Theorem wrh_without_limit :
  weak_recency two_then_ones /\ is_series (weight two_then_ones) 1 /\
    (forall n, 0 <= weight two_then_ones n) /\
  forall (X : finite) (M : mrp X) gam v s, 0 <= gam < 1 ->
    linear_return M gam two_then_ones v s = bellman M gam v s + value M gam s - v s.
Proof.
  assert (W : forall n, weight two_then_ones (S n) = 0) by (intros; unfold weight; simpl; ring).
  split; [|split; [|split]].
  - intros [|i]; simpl; lra.
  - eapply is_series_eq; [apply (weight_series _ 1 two_then_ones_limit)|]. simpl. ring.
  - intros [|n]; [unfold weight; simpl; lra | rewrite W; lra].
  - intros X M gam v s Hg. rewrite (sample_real_nsteps_general M gam Hg _ 1)
      by apply two_then_ones_limit.
    rewrite !(Series_finite 1) by (intros [|n] Hn; [lia | rewrite W; ring]).
    unfold weight, nstep. simpl. ring.
Qed.
(* that operator is no contraction: on the cycle of two states, at gamma = 1/2, it stretches (1, -1)
   by 3/2 *)
(* claim: prop:wrh *)
Theorem wrh_without_limit_expands :
  exists (X : finite) (M : mrp X) gam (u v : vec X), 0 <= gam < 1 /\ 0 < dist u v /\
    dist (linear_return M gam two_then_ones u) (linear_return M gam two_then_ones v)
      = 3/2 * dist u v.
Proof.
  set (M := cycle 1 (fun _ => 0)). set (u := fun s : numbers 1 => match index _ s
    with O => 1 | _ => -1 end).
  exists (numbers 1), M, (1/2), u, (fun _ => 0). split; [lra|].
  assert (A : forall s, Rabs (u s) = 1).
  { intros s. unfold u. destruct (index _ s); [apply Rabs_R1 | rewrite Rabs_left; lra]. }
  split.
  - apply Rlt_le_trans with (Rabs (u (point 1 0) - 0)); [rewrite Rminus_0_r, A; lra|].
    apply (norm_ge _ (fun s => u s - 0)).
  - transitivity (norm (fun s => - (3/2) * (u s - 0))).
    + apply norm_ext. intros s. destruct wrh_without_limit as (_ & _ & _ & E).
      rewrite !E by lra. unfold bellman, disc, M. rewrite !next_cycle.
      assert (F : u (point 1 (index _ s + 1)) = - u s).
      { unfold u. rewrite index_point. pose proof (index_lt _ s) as L. simpl size in L.
        destruct (index _ s) as [|[|i]]; [reflexivity | simpl; ring | lia]. }
      rewrite F. field.
    + rewrite norm_scal, Rabs_Ropp, Rabs_pos_eq by lra. reflexivity.
Qed.

(* claim: prop:wrh *)
Theorem convex_without_limit :
  exists h, (forall n, 0 <= weight h n) /\ is_series (weight h) 1 /\ ~ weak_recency h.
Proof.
  exists (fun i => / (INR i + 1) - 1).
  assert (Q : forall i, 0 < INR i + 1) by (intros i; pose proof (pos_INR i); lra).
  split; [|split].
  - intros n. unfold weight. rewrite S_INR. pose proof (Q n).
    assert (/ (INR n + 1 + 1) <= / (INR n + 1)) by (apply Rinv_le_contravar; lra). lra.
  - eapply is_series_eq; [apply (weight_series _ (0 - 1))|].
    + apply is_lim_seq_minus'; [|apply is_lim_seq_const].
      apply is_lim_seq_ext with (u := fun n => / INR (S n)); [intros n; now rewrite S_INR|].
      apply (is_lim_seq_incr_1 (fun n => / INR n)).
      replace (Finite 0) with (Rbar_inv p_infty) by reflexivity.
      apply is_lim_seq_inv; [apply is_lim_seq_INR | discriminate].
    + simpl. field.
  - intros W. destruct (W O) as [_ N]. simpl in N. lra.
Qed.
