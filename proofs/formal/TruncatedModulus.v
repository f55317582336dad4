(* truncated-modulus. The modulus of the truncated lambda-return, for every N >= 1: beta = ((1 -
   gamma) (gamma lambda)^N + gamma (1 - lambda)) / (1 - gamma lambda); at N = 1 it is gamma. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Returns TruncatedLambda.
Open Scope R_scope.

(* the finite sum (1 - lambda) sum_{n<N} lambda^{n-1} gamma^n + lambda^{N-1} gamma^N, with N = M + 1
   *)
Theorem truncated_modulus_sum gam lam M : gam * lam <> 1 ->
  (1 - lam) * sum M (fun k => lam ^ k * gam ^ S k) + lam ^ M * gam ^ S M
  = ((1 - gam) * (gam * lam) ^ S M + gam * (1 - lam)) / (1 - gam * lam).
Proof.
  intros H. assert (1 - gam * lam <> 0) by lra. induction M as [|M IH].
  - simpl. field. assumption.
  - transitivity (((1 - lam) * sum M (fun k => lam ^ k * gam ^ S k) + lam ^ M * gam ^ S M)
            - lam ^ S M * gam ^ S M * (1 - gam)).
    + simpl. ring.
    + rewrite IH, !Rpow_mult_distr. simpl. field. assumption.
Qed.

(* claim: truncated-modulus *)
Theorem truncated_modulus gam lam N : 0 <= gam < 1 -> 0 <= lam <= 1 -> (1 <= N)%nat ->
  modulus gam (truncated_h lam N)
  = ((1 - gam) * (gam * lam) ^ N + gam * (1 - lam)) / (1 - gam * lam).
Proof.
  intros Hg Hl HN. rewrite convex_modulus by now apply truncated_convex.
  rewrite (Series_finite N) by (intros i Hi; rewrite truncated_weight_after by assumption; ring).
  destruct N as [|M]; [lia|]. rewrite sum_S, truncated_weight_last.
  rewrite <- truncated_modulus_sum by nra. f_equal. rewrite <- sum_scal. apply sum_ext. intros i Hi.
  rewrite truncated_weight_inner by lia. ring.
Qed.

(* claim: truncated-modulus *)
Theorem truncated_modulus_one gam lam : 0 <= gam < 1 -> 0 <= lam <= 1 ->
  modulus gam (truncated_h lam 1) = gam.
Proof. intros Hg Hl. rewrite truncated_modulus by (assumption || lia). field. nra. Qed.
