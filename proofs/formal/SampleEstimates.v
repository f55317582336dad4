(* sample-estimates. What is expected, over the paths from a state, of a linear combination of rewards
   and values is the operator with the same weights at that state; so the noise has the mean zero.
   The n-step return is an instance of it, and its operator is T^n. *)
From Coq Require Import Reals Lra Lia PeanoNat List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators ExpectedUpdate.
Import ListNotations.
Open Scope R_scope.

Section Estimates.
Context {X : finite} (M : mrp X) (gam : R) (v : vec X).
Notation E := (expectation M).

(* E[w(S_i) | S_0 = s] = (P^i w)(s) *)
Lemma expected_state n i s (w : vec X) : (i <= n)%nat ->
  E n s (fun l => w (after s l i)) = iter i (next M) w s.
Proof.
  revert n s. induction i as [|i IH]; intros n s Hi.
  { exact (expectation_const M n s (w s)). }
  destruct n as [|n]; [lia|]. rewrite expectation_first. simpl iter. unfold next at 1.
  apply total_ext. intros s'. f_equal. apply (IH n s'). lia.
Qed.

(* the estimate with the weights a on rewards and b on values, on the path s, l *)
Definition estimate (a b : nat -> R) (N : nat) (s : X) (l : list X) : R :=
  sum N (fun i => gam ^ i * (a i * r M (after s l i) + b i * v (after s l i))).
(* the operator with the same weights *)
Definition realized (a b : nat -> R) (N : nat) (s : X) : R :=
  sum N (fun i => a i * iter i (disc M gam) (r M) s + b i * iter i (disc M gam) v s).

(* claim: sample-estimates *)
Theorem sample_estimate a b N s : E N s (estimate a b N s) = realized a b N s.
Proof.
  unfold estimate, realized.
  rewrite (expectation_sum M N s N
    (fun i l => gam ^ i * (a i * r M (after s l i) + b i * v (after s l i)))).
  apply sum_ext. intros i Hi.
  rewrite expectation_scal, expectation_plus, !expectation_scal, !expected_state, !iter_disc_next
    by lia. ring.
Qed.
(* the estimate is the operator at the state, plus noise of mean zero *)
(* claim: sample-estimates *)
Theorem noise_has_mean_zero a b N s :
  E N s (fun l => estimate a b N s l - realized a b N s) = 0.
Proof.
  rewrite <- (Rplus_opp_r (realized a b N s)), <- (sample_estimate a b N s) at 1.
  rewrite <- (expectation_const M N s (- realized a b N s)), <- expectation_plus. reflexivity.
Qed.
(* infinitely many rewards and values, with bounded weights: the operators of the definition *)
(* claim: sample-estimates *)
Theorem infinite_estimate a b s : 0 <= gam < 1 -> bounded a -> bounded b ->
  is_lim_seq (fun N => E N s (estimate a b N s))
    (Series (fun i => a i * iter i (disc M gam) (r M) s)
     + Series (fun i => b i * iter i (disc M gam) v s)).
Proof.
  intros Hg Ha Hb.
  apply is_lim_seq_ext with (u := fun N => sum N (fun i => a i * iter i (disc M gam) (r M) s)
    + sum N (fun i => b i * iter i (disc M gam) v s)).
  - intros N. rewrite sample_estimate. unfold realized. now rewrite sum_plus.
  - apply is_lim_seq_plus'; apply is_series_lim, Series_correct, weighted_series; lra || assumption.
Qed.
(* the n-step return and T^n; so every combination of n-step returns, and that of the T^n *)
(* claim: sample-estimates *)
Theorem nstep_estimate n s :
  E n s (fun l => sum n (fun i => gam ^ i * r M (after s l i)) + gam ^ n * v (after s l n))
  = nstep M gam n v s.
Proof.
  rewrite expectation_plus, expectation_scal, expected_state, nstep_rewards, iter_disc_next by lia.
  f_equal. rewrite (expectation_sum M n s n (fun i l => gam ^ i * r M (after s l i))).
  apply sum_ext. intros i Hi. now rewrite expectation_scal, expected_state, iter_disc_next by lia.
Qed.
End Estimates.
