(* convex-generalises. Every lambda-return with lambda < 1 and every n-step return is convex; at
   lambda = 1 all weights are zero. The mean of the one-step and the two-step return, with h = (1, 1/2),
   is convex and is neither. *)
From Coq Require Import Reals Lra Lia PeanoNat FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Returns TruncatedLambda.
Open Scope R_scope.

Lemma nstep_convex n : (1 <= n)%nat -> convex (nstep_h n).
Proof.
  intros Hn. replace (nstep_h n) with (truncated_h 1 n); [apply truncated_convex; lra || lia|].
  apply functional_extensionality. intros i. unfold truncated_h, nstep_h.
  destruct (Nat.ltb i n); [apply pow1 | reflexivity].
Qed.

(* claim: convex-generalises *)
Theorem convex_generalises :
  (forall lam, 0 <= lam < 1 -> convex (lambda_h lam)) /\
  (forall n, (1 <= n)%nat -> convex (nstep_h n)) /\
  exists h, convex h /\ (forall lam, exists i, h i <> lambda_h lam i) /\
    (forall n, exists i, h i <> nstep_h n i).
Proof.
  split; [exact lambda_convex|]. split; [exact nstep_convex|].
  exists (truncated_h (1 / 2) 2). split; [apply truncated_convex; lra || lia|].
  split.
  - intros lam. destruct (Req_dec lam (1 / 2)) as [->|D].
    + exists 2%nat. unfold truncated_h, lambda_h. simpl. lra.
    + exists 1%nat. unfold truncated_h, lambda_h. simpl. lra.
  - intros n. exists 1%nat. unfold truncated_h, nstep_h. simpl. destruct (Nat.ltb 1 n); lra.
Qed.

(* claim: convex-generalises *)
Theorem at_one_no_weight_is_left :
  (forall n, weight (lambda_h 1) n = 0) /\ ~ convex (lambda_h 1).
Proof.
  assert (W : forall n, weight (lambda_h 1) n = 0) by
    (intros n; unfold weight, lambda_h; rewrite !pow1; ring).
  split; [exact W|]. intros [[_ S] _].
  pose proof (is_series_unique _ _ S) as U.
  rewrite (Series_ext _ (fun _ => 0 * 0)) in U by (intros n; rewrite W; ring).
  rewrite Series_scal_l in U. lra.
Qed.
