(* eq:lambda-return_nsteps. For lambda < 1 the lambda-return, V + sum_i (gamma lambda)^i delta_i, is
   the average (1 - lambda) sum_n lambda^{n-1} G^n, on every trajectory with bounded rewards and
   values. At lambda = 1 the average is 0, whatever the trajectory, and the TD-error form is the
   Monte Carlo return. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Returns.
Open Scope R_scope.

Definition lambda_return gam lam Rw V t : R :=
  V t + Series (fun i => lam ^ i * (gam ^ i * td_error gam Rw V (t + i))).

(* claim: eq:lambda-return_nsteps *)
Theorem lambda_return_nsteps gam lam Rw V t :
  0 <= gam < 1 -> 0 <= lam < 1 -> bounded Rw -> bounded V ->
  is_series (fun n => (1 - lam) * lam ^ n * nstep_return gam Rw V (S n) t)
    (lambda_return gam lam Rw V t).
Proof.
  intros Hg Hl HR HV.
  pose proof (affine_average gam Rw V Hg HR HV (lambda_h lam) t (proj1
    (lambda_convex lam Hl))) as A.
  eapply series_ext; [|exact A]. intros n. cbv beta. now rewrite lambda_weight.
Qed.

(* claim: eq:lambda-return_nsteps *)
Theorem lambda_one_fails :
  exists gam Rw V, 0 <= gam < 1 /\ bounded Rw /\ bounded V /\
    is_series (fun n => (1 - 1) * 1 ^ n * nstep_return gam Rw V (S n) 0) 0 /\
      lambda_return gam 1 Rw V 0 = 2.
Proof.
  exists (1/2), (fun _ => 1), (fun _ => 0). repeat split; try lra.
  - exists 1. intros. rewrite Rabs_R1. lra.
  - exists 0. intros. rewrite Rabs_R0. lra.
  - eapply series_ext; [|apply is_series_zero]. intros n. cbv beta. ring.
  - unfold lambda_return. rewrite (is_series_unique _ 2); [ring|].
    apply series_ext with (a := fun i => (1/2) ^ i).
    + intros i. unfold td_error. rewrite pow1. ring.
    + eapply is_series_eq; [apply geom_series; lra | field].
Qed.
