(* srh-infinite. Strong recency makes every weight c_n positive, so infinitely many; the sparse
   lambda-return with m >= 2 has infinitely many positive weights too, without strong recency. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Recency Require Import Basics Returns SparseLambda.
Open Scope R_scope.

Definition infinitely_many_positive (h : nat -> R) : Prop := forall N, exists n, (N <= n)%nat /\
  0 < weight h n.

(* claim: srh-infinite *)
Theorem srh_infinite h : strong_recency h -> (forall n, 0 < weight h n) /\
  infinitely_many_positive h.
Proof.
  intros H. assert (W : forall n, 0 < weight h n) by (intros n; destruct (H n); unfold weight; lra).
  split; [exact W|]. intros N. exists N. auto.
Qed.
(* claim: srh-infinite *)
Theorem sparse_infinite lam m : 0 < lam < 1 -> (2 <= m)%nat ->
  infinitely_many_positive (sparse_h lam m) /\ ~ strong_recency (sparse_h lam m).
Proof.
  intros Hl Hm. split.
  - intros N. exists (m * N)%nat. split; [nia|]. rewrite sparse_weight_on by lia.
    apply Rmult_lt_0_compat; [lra | apply pow_lt; lra].
  - intros S. destruct (S 1%nat) as [H _]. pose proof (sparse_weight_off lam m 0 1 ltac:(lia)) as W.
    unfold weight in W. rewrite Nat.mul_0_r in W. simpl in *. lra.
Qed.
