(* srh-limit. Strong recency does not make the eligibilities approach zero: h_i = 1/2 + 2^{-i-1}
   decreases strictly, stays positive, and tends to 1/2. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Returns.
Open Scope R_scope.

Definition above_half (i : nat) : R := 1/2 + (1/2) ^ S i.

(* claim: srh-limit *)
Theorem srh_limit : strong_recency above_half /\ is_lim_seq above_half (1/2) /\
  ~ vanishing above_half.
Proof.
  assert (L : is_lim_seq above_half (1/2)).
  { unfold above_half. replace (Finite (1/2)) with (Finite (1/2 + 0)) by (f_equal; ring).
    apply is_lim_seq_plus'; [apply is_lim_seq_const|].
    apply (is_lim_seq_incr_1 (fun n => (1/2) ^ n)).
    apply is_lim_seq_geom. rewrite Rabs_pos_eq; lra. }
  split; [|split; [exact L|]].
  - intros i. unfold above_half. assert (0 < (1/2) ^ S i) by (apply pow_lt; lra).
    change ((1/2) ^ S (S i)) with (1/2 * (1/2) ^ S i). lra.
  - intros V. apply is_lim_seq_unique in L. apply is_lim_seq_unique in V. rewrite L in V.
    injection V. lra.
Qed.
(* claim: srh-limit *)
Theorem srh_does_not_imply_limit : ~ (forall h, strong_recency h -> vanishing h).
Proof. intros H. destruct srh_limit as (S & _ & N). now apply N, H. Qed.
