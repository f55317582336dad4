(* equal-moduli. The settings said to share one modulus at gamma = 99/100 have the moduli 0.908257,
   0.909005, 0.907409 (sparse) and 0.908496, 0.898056 (truncated), to six digits.  With another
   lambda that is rounded to the printed one all share it but the last.  The exact match for the
   sparse return has a closed form, lambda = (gamma - beta) / (gamma - beta gamma^m); for the
   truncated return there is one at 0.990596 (N = 10) and at 0.915357 (N = 20). *)
From Coq Require Import Reals Lra Lia PeanoNat FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Returns SparseLambda SparseModulus TruncatedLambda
  TruncatedModulus.
Open Scope R_scope.

(* claim: equal-moduli *)
Theorem equal_moduli gam beta lam m : 0 < gam < 1 -> 0 <= beta <= gam -> 0 <= lam < 1 ->
  (1 <= m)%nat ->
  modulus gam (sparse_h lam m) = beta <-> lam = (gam - beta) / (gam - beta * gam ^ m).
Proof.
  intros Hg Hb Hl Hm. rewrite sparse_modulus by (lra || assumption).
  assert (G : 0 < gam ^ m < 1).
  { split; [apply pow_lt; lra|]. apply Rle_lt_trans with (gam ^ 1); [apply pow_decr;
      [lra|lia] | simpl; lra]. }
  assert (A : 1 - gam ^ m * lam <> 0) by nra. assert (B : gam - beta * gam ^ m <> 0) by nra.
  split; intros E.
  - assert (E' : gam * (1 - lam) = beta * (1 - gam ^ m * lam)) by (rewrite <- E; field; assumption).
    apply Rmult_eq_reg_r with (gam - beta * gam ^ m); [|assumption].
    field_simplify; [|assumption]. lra.
  - assert (E' : lam * (gam - beta * gam ^ m) = gam - beta) by (rewrite E; field; assumption).
    apply Rmult_eq_reg_r with (1 - gam ^ m * lam); [|assumption]. field_simplify; [|assumption].
    lra.
Qed.
(* the lambda of the closed form is a legal one *)
Lemma equal_moduli_range gam beta m : 0 < gam < 1 -> 0 < beta <= gam -> (1 <= m)%nat ->
  0 <= (gam - beta) / (gam - beta * gam ^ m) < 1.
Proof.
  intros Hg Hb Hm.
  assert (G : 0 < gam ^ m < 1).
  { split; [apply pow_lt; lra|]. apply Rle_lt_trans with (gam ^ 1); [apply pow_decr;
      [lra|lia] | simpl; lra]. }
  assert (B : 0 < gam - beta * gam ^ m) by nra. split; [apply Rdiv_le_0_compat; lra|].
  apply (Rdiv_lt_1 (gam - beta)); nra.
Qed.

(* x is y to six digits *)
Definition six_digits (x y : R) : Prop := y - 5/10000000 <= x <= y + 5/10000000.
Ltac quotient := unfold six_digits; split; [apply Rle_div_r | apply Rle_div_l]; lra.

(* claim: equal-moduli *)
Theorem printed_sparse_moduli :
  six_digits (modulus (99/100) (sparse_h (90/100) 1)) (908257/1000000) /\
  six_digits (modulus (99/100) (sparse_h (75/100) 3)) (909005/1000000) /\
  six_digits (modulus (99/100) (sparse_h (65/100) 5)) (907409/1000000).
Proof. rewrite !sparse_modulus by (lra || lia). split; [|split]; quotient. Qed.
(* claim: equal-moduli *)
Theorem printed_truncated_moduli :
  six_digits (modulus (99/100) (truncated_h (99/100) 10)) (908496/1000000) /\
  six_digits (modulus (99/100) (truncated_h (93/100) 20)) (898056/1000000).
Proof. rewrite !truncated_modulus by (lra || lia). split; quotient. Qed.
(* claim: equal-moduli *)
Theorem no_rounding_matches lam : 925/1000 <= lam <= 935/1000 ->
  modulus (99/100) (truncated_h lam 20) < 99/109.
Proof.
  intros Hl. rewrite truncated_modulus by (lra || lia).
  assert (P : (99/100 * lam) ^ 20 <= (99/100 * (935/1000)) ^ 20) by (apply pow_incr; lra).
  assert (Q : (99/100 * (935/1000)) ^ 20 <= 2136/10000) by lra.
  apply Rlt_div_l; [lra|]. set (p := (99/100 * lam) ^ 20) in *. lra.
Qed.
(* claim: equal-moduli *)
Theorem moduli_differ :
  modulus (99/100) (truncated_h (93/100) 20) + 1/100 < modulus (99/100) (sparse_h (90/100) 1).
Proof.
  pose proof (proj2 printed_truncated_moduli). pose proof (proj1 printed_sparse_moduli).
  unfold six_digits in *. lra.
Qed.
(* the exact modulus of the lambda-return with lambda = 9/10, and the sparse returns that share it
   *)
(* claim: equal-moduli *)
Theorem exact_sparse_matches :
  modulus (99/100) (sparse_h (90/100) 1) = 99/109 /\
  (forall lam, 0 <= lam < 1 -> modulus (99/100) (sparse_h lam 3) = 99/109 ->
    six_digits lam (751873/1000000)) /\
  (forall lam, 0 <= lam < 1 -> modulus (99/100) (sparse_h lam 5) = 99/109 ->
    six_digits lam (647436/1000000)).
Proof.
  split; [rewrite sparse_modulus by (lra || lia); field|].
  split; intros lam Hl E; apply (equal_moduli (99/100) (99/109)) in E; try lra; try lia;
    rewrite E; quotient.
Qed.

(* the lambda-return is the sparse return with m = 1 *)
(* claim: equal-moduli *)
Theorem lambda_modulus gam lam : 0 <= gam < 1 -> 0 <= lam < 1 ->
  modulus gam (lambda_h lam) = gam * (1 - lam) / (1 - gam * lam).
Proof.
  intros Hg Hl. rewrite <- (pow_1 gam) at 3. rewrite <- sparse_modulus by (assumption || lia).
  f_equal.
  apply functional_extensionality. intros i. unfold lambda_h, sparse_h.
  now rewrite Nat.div_1_r, Nat.add_sub.
Qed.

(* the modulus is 99/109 where this polynomial in lambda is zero *)
Definition excess (N : nat) (lam : R) : R :=
  99/109 * (1 - 99/100 * lam) - (1/100 * (99/100 * lam) ^ N + 99/100 * (1 - lam)).
Lemma excess_continuous N : continuity (excess N).
Proof.
  intros x. apply derivable_continuous_pt. unfold excess.
  apply derivable_pt_minus; [reg|]. apply derivable_pt_plus; [|reg].
  apply derivable_pt_mult; [reg|].
  apply (derivable_pt_comp (fun lam => 99/100 * lam) (fun y => y ^ N));
    [reg | apply derivable_pt_pow].
Qed.
Lemma excess_root N x y : (1 <= N)%nat -> 0 <= x -> x < y -> y <= 1 -> excess N x < 0 ->
  0 < excess N y ->
  exists lam, x <= lam <= y /\ modulus (99/100) (truncated_h lam N) = 99/109.
Proof.
  intros HN Hx Hxy Hy Ex Ey. destruct (IVT (excess N) x y
    (excess_continuous N) Hxy Ex Ey) as [lam [Hl E]].
  exists lam. split; [exact Hl|]. rewrite truncated_modulus by (lra || assumption).
  unfold excess in E. apply Rmult_eq_reg_r with (1 - 99/100 * lam); [|lra].
  unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.
(* claim: equal-moduli *)
Theorem exact_truncated_matches :
  (exists lam, six_digits lam (990596/1000000) /\ modulus (99/100) (truncated_h lam 10) = 99/109) /\
  (exists lam, six_digits lam (915357/1000000) /\ modulus (99/100) (truncated_h lam 20) = 99/109).
Proof.
  split; unfold six_digits; apply excess_root; try lia; try lra; unfold excess; lra.
Qed.
