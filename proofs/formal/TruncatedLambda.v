(* truncated-lambda. The truncated lambda-return, V + sum_{i<N} (gamma lambda)^i delta_i, is (1 -
   lambda) sum_{n<N} lambda^{n-1} G^n + lambda^{N-1} G^N, for every N >= 1 and on every trajectory,
   and tends to the lambda-return as N grows. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Returns.
Open Scope R_scope.

Definition truncated_errors gam lam N Rw V t : R :=
  V t + sum N (fun i => (gam * lam) ^ i * td_error gam Rw V (t + i)).
Definition truncated_average gam lam N Rw V t : R :=
  (1 - lam) * sum (N - 1) (fun k => lam ^ k * nstep_return gam Rw V (S k) t)
  + lam ^ (N - 1) * nstep_return gam Rw V N t.

(* claim: truncated-lambda *)
Theorem truncated_lambda gam lam N Rw V t : (1 <= N)%nat ->
  truncated_errors gam lam N Rw V t = truncated_average gam lam N Rw V t.
Proof.
  intros HN. destruct N as [|N]; [lia|]. unfold truncated_errors, truncated_average. clear HN.
  replace (S N - 1)%nat with N by lia.
  induction N as [|N IH].
  - rewrite nstep_return_sum. simpl. ring.
  - rewrite sum_S, <- Rplus_assoc, IH, sum_S, (nstep_return_step gam Rw V (S N)), Rpow_mult_distr.
    simpl. ring.
Qed.

(* its weights on TD errors are lambda^i for i < N, and it is a convex return *)
Lemma truncated_vanishing lam N : vanishing (truncated_h lam N).
Proof.
  apply finite_vanishing with N. intros i Hi. unfold truncated_h.
  destruct (Nat.ltb_spec i N); [lia|reflexivity].
Qed.
Lemma truncated_weight_inner lam N n : (S n < N)%nat ->
  weight (truncated_h lam N) n = (1 - lam) * lam ^ n.
Proof.
  intros H. unfold weight, truncated_h. destruct (Nat.ltb_spec n N); [|lia].
  destruct (Nat.ltb_spec (S n) N); [|lia]. simpl. ring.
Qed.
Lemma truncated_weight_last lam N : weight (truncated_h lam (S N)) N = lam ^ N.
Proof.
  unfold weight, truncated_h. destruct (Nat.ltb_spec N (S N)); [|lia].
  destruct (Nat.ltb_spec (S N) (S N)); [lia|]. ring.
Qed.
Lemma truncated_weight_after lam N n : (N <= n)%nat -> weight (truncated_h lam N) n = 0.
Proof.
  intros H. unfold weight, truncated_h. destruct (Nat.ltb_spec n N); [lia|].
  destruct (Nat.ltb_spec (S n) N); [lia|]. ring.
Qed.
Lemma truncated_convex lam N : 0 <= lam <= 1 -> (1 <= N)%nat -> convex (truncated_h lam N).
Proof.
  intros Hl HN. split; [split; [apply truncated_vanishing|]|].
  - apply affine_first; [apply truncated_vanishing|]. unfold truncated_h.
    destruct (Nat.ltb_spec 0 N); [reflexivity|lia].
  - intros n. destruct (le_lt_dec N n) as [H|H]; [rewrite truncated_weight_after by assumption;
      lra|].
    destruct (Nat.eq_dec (S n) N) as [<-|E].
    + rewrite truncated_weight_last. apply pow_le; lra.
    + rewrite truncated_weight_inner by lia. apply Rmult_le_pos; [lra | apply pow_le; lra].
Qed.

(* claim: truncated-lambda *)
Theorem truncated_lambda_limit gam lam Rw V t :
  0 <= gam < 1 -> 0 <= lam <= 1 -> bounded Rw -> bounded V ->
  is_lim_seq (fun N => truncated_errors gam lam N Rw V t)
             (V t + Series (fun i => lambda_h lam i * (gam ^ i * td_error gam Rw V (t + i)))).
Proof.
  intros Hg Hl HR HV. unfold truncated_errors. apply is_lim_seq_plus'; [apply is_lim_seq_const|].
  assert (B : bounded (lambda_h lam)).
  { exists 1. intros i. unfold lambda_h. pose proof (pow_le_1 lam i Hl). rewrite Rabs_pos_eq; lra. }
  pose proof (Series_correct _ (error_series gam Rw V Hg HR HV (lambda_h lam) t B)) as E.
  apply is_series_lim in E. apply is_lim_seq_ext with (2 := E). intros N. apply sum_ext. intros i _.
  unfold lambda_h. rewrite Rpow_mult_distr. ring.
Qed.
