(* recency-examples (definitions def:wrh and def:srh). Strong recency implies weak recency; the
   lambda-return is strong for 0 < lambda < 1; the n-step return is weak and not strong; an inverted
   U and a delayed lambda-return are neither. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Recency Require Import Basics Returns.
Open Scope R_scope.

(* eligibilities that rise up to a peak after time 0, and do not rise afterwards *)
Definition inverted_u (h : nat -> R) : Prop :=
  exists peak, (1 <= peak)%nat /\ (forall i, (i < peak)%nat -> h i < h (S i)) /\
               (forall i, (peak <= i)%nat -> h (S i) <= h i).

(* claim: recency-examples *)
Theorem strong_implies_weak h : strong_recency h -> weak_recency h.
Proof. apply strong_weak. Qed.
(* claim: recency-examples *)
Theorem lambda_strong lam : 0 < lam < 1 -> strong_recency (lambda_h lam).
Proof.
  intros H i. unfold lambda_h. simpl. assert (0 < lam ^ i) by (apply pow_lt; lra). split; nra.
Qed.
(* claim: recency-examples *)
Theorem nstep_weak_not_strong n : weak_recency (nstep_h n) /\ ~ strong_recency (nstep_h n).
Proof.
  split.
  - intros i. unfold nstep_h. destruct (Nat.ltb_spec i n), (Nat.ltb_spec (S i) n); lra || lia.
  - intros H. destruct (H n) as [H1 _]. unfold nstep_h in H1.
    destruct (Nat.ltb_spec n n), (Nat.ltb_spec (S n) n); lra || lia.
Qed.
(* claim: recency-examples *)
Theorem inverted_u_neither h : inverted_u h -> ~ weak_recency h /\ ~ strong_recency h.
Proof.
  intros (k & Hk & Up & _).
  assert (N : ~ weak_recency h) by (intros W; destruct (W O); specialize (Up O ltac:(lia)); lra).
  split; [exact N|]. intros S. apply N. now apply strong_weak.
Qed.
(* claim: recency-examples *)
Theorem delayed_lambda_neither lam tau : (1 <= tau)%nat ->
  ~ weak_recency (delayed_lambda_h lam tau) /\ ~ strong_recency (delayed_lambda_h lam tau).
Proof.
  intros Ht.
  assert (N : ~ weak_recency (delayed_lambda_h lam tau)).
  { intros W. destruct tau as [|tau]; [lia|]. destruct (W tau) as [H _].
    unfold delayed_lambda_h in H.
    rewrite Nat.sub_diag in H. destruct (Nat.ltb_spec tau (S tau)), (Nat.ltb_spec (S tau)
      (S tau)); try lia.
    simpl in H. lra. }
  split; [exact N|]. intros S. apply N. now apply strong_weak.
Qed.
(* an inverted U: 0, 1, 0, 0, ... *)
Example pulse_is_inverted_u : inverted_u (delayed_h 1).
Proof.
  exists 1%nat. repeat split; [lia| |].
  - intros [|i] Hi; [unfold delayed_h; simpl; lra | lia].
  - intros [|[|i]] Hi; [lia | |]; unfold delayed_h; simpl; lra.
Qed.
