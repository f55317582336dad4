(* nstep-contraction. T^n contracts by gamma^n in the maximum norm, and on every process with a
   state some pair of value functions attains gamma^n. *)
From Coq Require Import Reals Lra.
From Recency Require Import Basics Finite Operators.
Open Scope R_scope.

(* claim: nstep-contraction *)
Theorem nstep_contraction {X : finite} (M : mrp X) gam n (u v : vec X) : 0 <= gam ->
  dist (nstep M gam n u) (nstep M gam n v) <= gam ^ n * dist u v.
Proof.
  intros Hg. apply norm_le; [apply Rmult_le_pos; [now apply pow_le | apply norm_nonneg]|].
  intros s. rewrite nstep_diff, Rmult_comm. now apply iter_norm.
Qed.

(* claim: nstep-contraction *)
Theorem nstep_contraction_attained {X : finite} (M : mrp X) gam n (s0 : X) : 0 <= gam ->
  exists u v : vec X, dist u v = 1 /\ dist (nstep M gam n u) (nstep M gam n v) = gam ^ n * dist u v.
Proof.
  intros Hg. exists (fun _ => 1), (fun _ => 0).
  assert (C : forall a, norm (fun _ : X => a) = Rabs a).
  { intros a. apply Rle_antisym; [apply norm_le; [apply Rabs_pos | intros; lra]|].
    apply (norm_ge X (fun _ => a) s0). }
  assert (D : dist (fun _ : X => 1) (fun _ => 0) = 1).
  { unfold dist. rewrite C, Rminus_0_r. apply Rabs_R1. }
  split; [exact D|]. rewrite D, Rmult_1_r.
  transitivity (norm (fun _ : X => gam ^ n)); [|rewrite C; apply Rabs_pos_eq; now apply pow_le].
  apply norm_ext. intros s. rewrite nstep_diff, iter_disc_next.
  replace (iter n (next M) (fun _ => 1 - 0) s) with 1; [ring|]. symmetry.
  revert s. induction n as [|n IH]; intros s; simpl; [ring|].
  transitivity (next M (fun _ => 1) s); [|apply next_const]. apply total_ext. intros.
  now rewrite IH.
Qed.
