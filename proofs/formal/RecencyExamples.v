(* recency-examples (definitions def:wrh and def:srh). Strong recency implies weak recency; the
   lambda-return is strong for 0 < lambda < 1; the n-step return is weak and not strong; an inverted
   U and a delayed lambda-return are neither.  Strong recency does not make eligibilities vanish. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Returns.
Open Scope R_scope.

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
(* eligibilities that never rise are at most the first *)
Lemma never_above_the_first h : (forall i, h (S i) <= h i) -> forall j, h j <= h O.
Proof. intros F j. induction j; [lra|]. specialize (F j). lra. Qed.
(* an inverted U takes time to reach its peak: a later eligibility is greater than the first *)
(* claim: recency-examples *)
Theorem inverted_u_neither h j : (1 <= j)%nat -> h O < h j ->
  ~ (forall i, h (S i) <= h i) /\ ~ (forall i, h (S i) < h i).
Proof.
  intros _ Up.
  split; intros F; apply (Rlt_not_le _ _ Up), never_above_the_first; intros i;
    specialize (F i); lra.
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
(* claim: recency-examples *)
Theorem hill_rises_and_falls lam : 0 < lam < 1 ->
  0 < INR 1 * lam ^ 1 /\ is_lim_seq (fun i => INR i * lam ^ i) 0.
Proof. intros H. split; [simpl; lra|]. apply n_pow_lim. lra. Qed.

(* strong recency does not make the eligibilities vanish *)
Definition above_half (i : nat) : R := 1/2 + (1/2) ^ S i.

(* claim: recency-examples *)
Theorem strong_and_not_vanishing : strong_recency above_half /\ is_lim_seq above_half (1/2).
Proof.
  split.
  - intros i. unfold above_half. assert (0 < (1/2) ^ S i) by (apply pow_lt; lra).
    change ((1/2) ^ S (S i)) with (1/2 * (1/2) ^ S i). lra.
  - unfold above_half. replace (Finite (1/2)) with (Finite (1/2 + 0)) by (f_equal; ring).
    apply is_lim_seq_plus'; [apply is_lim_seq_const|].
    apply (is_lim_seq_incr_1 (fun n => (1/2) ^ n)).
    apply is_lim_seq_geom. rewrite Rabs_pos_eq; lra.
Qed.
