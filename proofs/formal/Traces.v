(* traces-efficient and rational-traces. With the value function held fixed, the trace of a state in a
   return with the weights h is e_t = sum_i h_i gamma^i x_{t-i}, for its visits x. Whatever h, the
   traces make the updates of the forward view. They obey a recursion with the coefficients a and b,
   for all visits, exactly if b(z) h(z) = a(z) as power series. One trace that fades by a constant
   factor has exponential weights. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Recency Require Import Basics.
Open Scope R_scope.

Section Traces.
Variables (gam : R) (h : nat -> R).
Hypothesis gam0 : gam <> 0.

(* the trace at time t *)
Definition trace (x : nat -> R) (t : nat) : R :=
  sum (S t) (fun i => h i * gam ^ i * x (t - i)%nat).
(* the coefficients of b(z) h(z) *)
Definition product (b : nat -> R) (i : nat) : R := sum (S i) (fun k => b k * h (i - k)%nat).
(* former traces with the coefficients b, the present one among them *)
Definition combined (b x : nat -> R) (t : nat) : R :=
  sum (S t) (fun k => b k * gam ^ k * trace x (t - k)%nat).
Definition visits (a x : nat -> R) (t : nat) : R :=
  sum (S t) (fun k => a k * gam ^ k * x (t - k)%nat).

Lemma multiplied b x t : combined b x t = visits (product b) x t.
Proof.
  pose proof (sum_triangle (S t) (fun k j => b k * h (j - k)%nat * gam ^ j * x (t - j)%nat)) as E.
  unfold combined, visits, trace, product. etransitivity; [|etransitivity; [exact E|]];
    apply sum_ext.
  - intros k Hk. rewrite <- sum_scal. replace (S t - k)%nat with (S (t - k)) by lia.
    apply sum_ext. intros i Hi. rewrite pow_add. replace (k + i - k)%nat with i by lia.
    replace (t - k - i)%nat with (t - (k + i))%nat by lia. ring.
  - intros j Hj. rewrite !Rmult_assoc, <- sum_scal_r. apply sum_ext. intros k Hk. ring.
Qed.
(* a state that is visited once, at time 0 *)
Definition once (t : nat) : R := if Nat.eqb t 0 then 1 else 0.
Lemma visits_once a t : visits a once t = a t * gam ^ t.
Proof.
  unfold visits. rewrite (sum_one (S t) t); [| lia |].
  - rewrite Nat.sub_diag. unfold once. simpl. ring.
  - intros k Hk N. unfold once. replace (Nat.eqb (t - k) 0) with false; [ring|].
    symmetry. apply Nat.eqb_neq. lia.
Qed.
Lemma trace_once t : trace once t = h t * gam ^ t.
Proof. apply visits_once. Qed.

(* claim: rational-traces *)
Theorem exactly_the_rational a b :
  (forall x t, combined b x t = visits a x t) <-> (forall i, product b i = a i).
Proof.
  split; intros H.
  - intros i. specialize (H once i). rewrite multiplied, !visits_once in H.
    apply Rmult_eq_reg_r with (gam ^ i); [exact H | now apply pow_nonzero].
  - intros x t. rewrite multiplied. unfold visits. apply sum_ext. intros k _. now rewrite H.
Qed.
(* polynomials of degree K: finitely many former traces and visits are enough *)
(* claim: rational-traces *)
Theorem finitely_many a b K : b O = 1 -> (forall i, product b i = a i) ->
  (forall k, (K < k)%nat -> a k = 0 /\ b k = 0) -> forall x t, (K <= t)%nat ->
  trace x t = sum (S K) (fun k => a k * gam ^ k * x (t - k)%nat)
    - sum K (fun k => b (S k) * gam ^ S k * trace x (t - S k)%nat).
Proof.
  intros B H D x t Ht. pose proof (proj2 (exactly_the_rational a b) H x t) as E.
  unfold combined, visits in E.
  assert (C : forall f, (forall k, (K < k)%nat -> f k = 0) -> sum (S t) f = sum (S K) f).
  { intros f Hf. replace (S t) with (S K + (t - K))%nat by lia. rewrite sum_split.
    rewrite (sum_ext (t - K) _ (fun _ => 0)), sum_zero by (intros; apply Hf; lia). ring. }
  rewrite !C in E by (intros k Hk; destruct (D k Hk) as [Ea Eb]; rewrite ?Ea, ?Eb; ring).
  rewrite sum_first, B, Nat.sub_0_r in E. simpl (gam ^ 0) in E. lra.
Qed.
(* claim: traces-efficient *)
Theorem no_recursion a b K j : b O = 1 -> (K < j)%nat ->
  sum (S K) (fun k => b k * h (j - k)%nat) <> 0 ->
  ~ (forall x t, (K <= t)%nat ->
     trace x t = sum (S K) (fun k => a k * gam ^ k * x (t - k)%nat)
       - sum K (fun k => b (S k) * gam ^ S k * trace x (t - S k)%nat)).
Proof.
  intros B Hj N H. specialize (H once j ltac:(lia)). apply N.
  apply Rmult_eq_reg_l with (gam ^ j); [|now apply pow_nonzero]. rewrite Rmult_0_r.
  rewrite (sum_ext (S K) (fun k => a k * gam ^ k * once (j - k)%nat) (fun _ => 0)), sum_zero in H.
  - rewrite sum_first, B, Nat.sub_0_r, Rmult_plus_distr_l, <- sum_scal.
    rewrite (sum_ext K _ (fun k => b (S k) * gam ^ S k * trace once (j - S k)%nat)).
    + rewrite trace_once in H. lra.
    + intros k Hk. rewrite trace_once. replace j with (S k + (j - S k))%nat at 1 by lia.
      rewrite pow_add. ring.
  - intros k Hk. unfold once. replace (Nat.eqb (j - k) 0) with false; [ring|].
    symmetry. apply Nat.eqb_neq. lia.
Qed.
(* one number for each state, which fades by a factor and grows with the visit *)
(* claim: traces-efficient *)
Theorem one_trace_is_exponential fade :
  (forall x, trace x 0 = x O /\ forall t, trace x (S t) = fade * trace x t + x (S t)) <->
  (forall i, h i = (fade / gam) ^ i).
Proof.
  split; intros H.
  - assert (E : forall i, trace once i = fade ^ i).
    { destruct (H once) as [A B]. induction i as [|i IH]; [rewrite A; reflexivity|].
      rewrite B, IH. unfold once. simpl. ring. }
    intros i. specialize (E i). rewrite trace_once in E. unfold Rdiv.
    rewrite Rpow_mult_distr, <- E, pow_inv. field. now apply pow_nonzero.
  - assert (C : forall i, h i * gam ^ i = fade ^ i).
    { intros i. rewrite H. unfold Rdiv. rewrite Rpow_mult_distr, pow_inv. field.
      now apply pow_nonzero. }
    intros x. split; [unfold trace; simpl; rewrite H; simpl; ring|].
    intros t. unfold trace. rewrite sum_first, <- sum_scal, Nat.sub_0_r, C. simpl (fade ^ 0).
    rewrite Rplus_comm, Rmult_1_l. f_equal. apply sum_ext. intros i Hi. rewrite !C.
    replace (S t - S i)%nat with (t - i)%nat by lia. simpl. ring.
Qed.
(* the updates over a trajectory of N steps, with TD errors d, in both views *)
(* claim: rational-traces *)
Theorem same_updates alpha x d N :
  sum N (fun t => alpha * d t * trace x t)
  = sum N (fun k => x k * (alpha * sum (N - k) (fun i => h i * gam ^ i * d (k + i)%nat))).
Proof.
  pose proof (sum_triangle N (fun k t => x k * alpha * (h (t - k)%nat * gam ^ (t - k)) * d t)) as E.
  symmetry. etransitivity; [|etransitivity; [exact E|]]; apply sum_ext.
  - intros k _. rewrite <- !sum_scal. apply sum_ext. intros i _.
    replace (k + i - k)%nat with i by lia. ring.
  - intros t _. unfold trace. rewrite (sum_rev (S t)), <- sum_scal. apply sum_ext. intros k Hk.
    replace (S t - 1 - k)%nat with (t - k)%nat by lia.
    replace (t - (t - k))%nat with k by lia. ring.
Qed.
End Traces.

(* Weights that fall strictly to zero and have no recursion of finitely many traces: h_i = 2^(-i^2). *)
Definition steep (i : nat) : R := (/ 2) ^ (i * i).

Lemma steep_pos i : 0 < steep i.
Proof. apply pow_lt. lra. Qed.
Lemma steep_falls n d : (0 < d)%nat -> steep (n + d) <= steep n * (/ 2) ^ n.
Proof.
  intros Hd. unfold steep. rewrite <- pow_add. apply pow_decr; [lra|]. nia.
Qed.
Lemma no_recurrence_from K : forall J b,
  (forall j, (J <= j)%nat -> sum (S K) (fun k => b k * steep (j - k)%nat) = 0) -> b O = 0.
Proof.
  induction K as [|K IH]; intros J b H.
  - specialize (H J (Nat.le_refl J)). simpl in H. rewrite Nat.sub_0_r in H.
    pose proof (steep_pos J). nra.
  - apply (IH J). intros j Hj. rewrite <- (H j Hj), (sum_S (S K)).
    assert (Z : b (S K) = 0); [|rewrite Z; ring].
    set (C := sum (S K) (fun k => Rabs (b k))).
    assert (A : forall n, (J <= n)%nat -> Rabs (b (S K)) <= C * (/ 2) ^ n).
    { intros n Hn. specialize (H (n + S K)%nat ltac:(lia)). rewrite sum_S in H.
      replace (n + S K - S K)%nat with n in H by lia.
      assert (E : Rabs (b (S K)) * steep n
        <= sum (S K) (fun k => Rabs (b k) * (steep n * (/ 2) ^ n))).
      { pose proof (steep_pos n).
        replace (Rabs (b (S K)) * steep n)
          with (Rabs (sum (S K) (fun k => b k * steep (n + S K - k)%nat))).
        - eapply Rle_trans; [apply sum_abs|]. apply sum_le. intros k Hk.
          pose proof (steep_pos (n + S K - k)). rewrite Rabs_mult, (Rabs_pos_eq (steep _)) by lra.
          apply Rmult_le_compat_l; [apply Rabs_pos|].
          replace (n + S K - k)%nat with (n + (S K - k))%nat by lia. apply steep_falls. lia.
        - replace (sum (S K) (fun k => b k * steep (n + S K - k)%nat)) with (- (b (S K) * steep n))
            by lra.
          rewrite Rabs_Ropp, Rabs_mult, (Rabs_pos_eq (steep n)) by lra. reflexivity. }
      rewrite sum_scal_r in E. fold C in E. pose proof (steep_pos n).
      apply Rmult_le_reg_r with (steep n); [assumption|]. lra. }
    destruct (Req_dec (b (S K)) 0) as [Z|Z]; [exact Z|]. exfalso.
    pose proof (Rabs_pos_lt _ Z) as P.
    assert (Q : 0 <= C) by (apply sum_nonneg; intros; apply Rabs_pos).
    destruct (pow_lt_1_zero (/ 2) ltac:(rewrite Rabs_pos_eq; lra) (Rabs (b (S K)) / (C + 1))
      ltac:(apply Rdiv_lt_0_compat; lra)) as [N HN].
    specialize (HN (max N J) ltac:(lia)). specialize (A (max N J) ltac:(lia)).
    rewrite Rabs_pos_eq in HN by (apply pow_le; lra).
    apply Rmult_lt_compat_r with (r := C + 1) in HN; [|lra].
    unfold Rdiv in HN. rewrite Rmult_assoc, Rinv_l, Rmult_1_r in HN by lra.
    pose proof (pow_le (/ 2) (max N J) ltac:(lra)). nra.
Qed.
(* claim: traces-efficient *)
Theorem a_return_without_traces :
  (forall i, steep (S i) < steep i /\ 0 < steep (S i)) /\
  (forall K J b, b O = 1 ->
   ~ (forall j, (J <= j)%nat -> sum (S K) (fun k => b k * steep (j - k)%nat) = 0)).
Proof.
  split.
  - intros i. split; [|apply steep_pos]. unfold steep.
    replace (S i * S i)%nat with (i * i + (2 * i + 1))%nat by lia. rewrite pow_add.
    pose proof (steep_pos i) as P. unfold steep in P.
    assert ((/ 2) ^ (2 * i + 1) < 1); [|nra].
    rewrite pow_add, pow_1. pose proof (pow_le_1 (/ 2) (2 * i) ltac:(lra)). lra.
  - intros K J b B H. pose proof (no_recurrence_from K J b H). lra.
Qed.
