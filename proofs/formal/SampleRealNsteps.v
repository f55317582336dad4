(* eq:sample-real_nsteps (second form of prop:sample-real_op). A linear return with TD-error weights
   h is a combination of n-step returns, with weights c_n = h_{n-1} - h_n, also when infinitely many
   are used: H v = (1 - sum c) v + sum_n c_n T^n v if h_i -> 0. With h_i -> L the general form is H
   v = (1 - sum c - L) v + sum_n c_n T^n v + L v_pi. Without the limit the printed form is false: h
   = (1, 1, 1, ...) has c = 0, yet H v = v_pi. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators Returns.
Open Scope R_scope.

(* (1 - sum c) v + sum_n c_n T^n v *)
Definition nstep_form {X : finite} (M : mrp X) gam (h : nat -> R) (v : vec X) : vec X :=
  fun s => (1 - Series (weight h)) * v s + Series (fun n => weight h n * nstep M gam (S n) v s).

Section Forms.
Context {X : finite} (M : mrp X) (gam : R).
Hypothesis gam01 : 0 <= gam < 1.

Lemma nstep_series h L v s : is_lim_seq h (Finite L) ->
  is_series (fun n => weight h n * nstep M gam (S n) v s)
            (linear_return M gam h v s - (1 - (h O - L) - L) * v s - L * value M gam s).
Proof.
  intros Hh. destruct gam01 as [g0 g1].
  pose proof (return_series M gam g0 g1 h v s (bounded_of_lim h L Hh)) as E.
  apply (abel_series h L _ _ _ Hh (td_sum M gam g0 g1 v s)) in E.
  pose proof (is_series_add _ _ _ _ (is_series_mult_r (v s) _ _ (weight_series h L Hh)) E) as A.
  eapply is_series_eq; [eapply series_ext; [|exact A]|].
  - intros n. cbv beta. rewrite (nstep_expansion M gam (S n)). ring.
  - ring.
Qed.

(* claim: eq:sample-real_nsteps *)
Theorem sample_real_nsteps_general h L v s : is_lim_seq h (Finite L) ->
  linear_return M gam h v s
  = (1 - Series (weight h) - L) * v s + Series (fun n => weight h n * nstep M gam (S n) v s)
    + L * value M gam s.
Proof.
  intros Hh. rewrite (is_series_unique _ _ (weight_series h L Hh)).
  rewrite (is_series_unique _ _ (nstep_series h L v s Hh)). ring.
Qed.

(* claim: eq:sample-real_nsteps *)
Theorem sample_real_nsteps h v s : vanishing h ->
  ex_series (fun n => weight h n * nstep M gam (S n) v s) /\
  linear_return M gam h v s = nstep_form M gam h v s.
Proof.
  intros Hh. split; [eexists; now apply (nstep_series h 0)|].
  rewrite (sample_real_nsteps_general h 0) by exact Hh. unfold nstep_form. ring.
Qed.

(* Monte Carlo: every c_n is 0, the printed form is v, and the operator is v_pi *)
Theorem monte_carlo v s :
  linear_return M gam (fun _ => 1) v s = value M gam s /\ nstep_form M gam (fun _ => 1) v s = v s.
Proof.
  assert (W : forall n, weight (fun _ => 1) n = 0) by (intros; unfold weight; ring).
  rewrite (sample_real_nsteps_general (fun _ => 1) 1) by apply is_lim_seq_const. unfold nstep_form.
  rewrite (Series_finite 0 (weight _)) by auto.
  rewrite (Series_finite 0 (fun n => weight _ n * _)) by (intros; rewrite W; ring). simpl.
  split; ring.
Qed.
End Forms.

(* the value of the process with one state and reward x *)
Lemma one_state_value x gam s : 0 <= gam < 1 -> value (one_state x) gam s = x / (1 - gam).
Proof.
  intros [g0 g1]. symmetry. apply (fixed_point_value (one_state x) gam g0 g1 (fun _ => x /
    (1 - gam))).
  intros t. unfold bellman, disc. rewrite next_const. simpl r. field. lra.
Qed.

(* claim: eq:sample-real_nsteps *)
Theorem sample_real_nsteps_needs_limit :
  exists (X : finite) (M : mrp X) gam h v s, 0 <= gam < 1 /\ bounded h /\
    linear_return M gam h v s <> nstep_form M gam h v s.
Proof.
  exists (numbers 0), (one_state 1), (1/2), (fun _ => 1), (fun _ => 0), (point 0 0).
  assert (G : 0 <= 1/2 < 1) by lra.
  split; [lra|]. split; [exists 1; intros; rewrite Rabs_R1; lra|].
  destruct (monte_carlo (one_state 1) (1/2) G (fun _ => 0) (point 0 0)) as [-> ->].
  rewrite one_state_value by lra. lra.
Qed.
