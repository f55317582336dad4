(* eq:sparse_lambda. The sparse lambda-return gives the TD error i steps ahead the weight
   lambda^ceil(i/m). Its TD-error form (with the value of the first state, which the printed
   equation lacks) equals its n-step form, (1 - lambda) sum_k lambda^k G^{m k + 1}, on every
   trajectory with bounded rewards and values; and without that value the two differ. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Returns.
Open Scope R_scope.

(* the (m k + 1)-step return has the weight (1 - lambda) lambda^k *)
Lemma sparse_weight_on lam m k : (1 <= m)%nat ->
  weight (sparse_h lam m) (m * k) = (1 - lam) * lam ^ k.
Proof.
  intros Hm. unfold weight, sparse_h.
  replace ((m * k + m - 1) / m)%nat with k by (apply Nat.div_unique with (r := (m - 1)%nat); lia).
  replace ((S (m * k) + m - 1) / m)%nat with (S k) by (apply Nat.div_unique with (r := 0%nat); lia).
  simpl. ring.
Qed.
(* every other n-step return has the weight 0 *)
Lemma sparse_weight_off lam m k j : (1 <= j < m)%nat -> weight (sparse_h lam m) (m * k + j) = 0.
Proof.
  intros Hj. unfold weight, sparse_h.
  replace ((m * k + j + m - 1) / m)%nat with (S k)
    by (apply Nat.div_unique with (r := (j - 1)%nat); lia).
  replace ((S (m * k + j) + m - 1) / m)%nat with (S k) by (apply Nat.div_unique with (r := j); lia).
  ring.
Qed.
Lemma sparse_convex lam m : 0 <= lam < 1 -> (1 <= m)%nat -> convex (sparse_h lam m).
Proof.
  intros Hl Hm.
  assert (V : vanishing (sparse_h lam m)).
  { apply (is_lim_seq_subseq (fun i => lam ^ i) 0 (fun i => (i + m - 1) / m)%nat).
    - intros A [N HN]. exists (m * N)%nat. intros i Hi. apply HN.
      apply Nat.div_le_lower_bound; lia.
    - apply is_lim_seq_geom. rewrite Rabs_pos_eq; lra. }
  split; [split; [exact V|]|].
  - apply affine_first; [exact V|]. unfold sparse_h. rewrite Nat.div_small by lia. reflexivity.
  - intros n. rewrite (Nat.div_mod n m) by lia.
    pose proof (Nat.mod_upper_bound n m ltac:(lia)) as U. destruct (n mod m)%nat as [|j].
    + rewrite Nat.add_0_r, sparse_weight_on by assumption.
      apply Rmult_le_pos; [lra | apply pow_le; lra].
    + rewrite sparse_weight_off by lia. lra.
Qed.
(* a series against the weights of the sparse return has terms only at n = m k + 1 *)
Lemma sparse_regroup lam m (g : nat -> R) (l : R) : (1 <= m)%nat ->
  is_series (fun n => weight (sparse_h lam m) n * g (S n)) l ->
  is_series (fun k => (1 - lam) * lam ^ k * g (m * k + 1)%nat) l.
Proof.
  intros Hm H. rewrite is_series_lim in H |- *.
  apply (is_lim_seq_subseq _ l (fun K => m * K)%nat) in H.
  - apply is_lim_seq_ext with (2 := H). clear H. induction n as [|K IH].
    + now rewrite Nat.mul_0_r.
    + rewrite Nat.mul_succ_r, sum_split, IH, sum_S. f_equal.
      rewrite (sum_one m 0) by (try lia; intros j Hj E; rewrite sparse_weight_off by lia; ring).
      rewrite Nat.add_0_r, sparse_weight_on by assumption. now rewrite Nat.add_1_r.
  - apply eventually_subseq. intros n. nia.
Qed.

(* claim: eq:sparse_lambda *)
Theorem sparse_lambda gam lam m Rw V t :
  0 <= gam < 1 -> 0 <= lam < 1 -> (1 <= m)%nat -> bounded Rw -> bounded V ->
  is_series (fun k => (1 - lam) * lam ^ k * nstep_return gam Rw V (m * k + 1) t)
            (V t + Series (fun i => sparse_h lam m i * (gam ^ i * td_error gam Rw V (t + i)))).
Proof.
  intros Hg Hl Hm HR HV. apply (sparse_regroup lam m (fun n => nstep_return gam Rw V n t));
    [exact Hm|].
  apply affine_average; auto. now apply sparse_convex.
Qed.

(* the exponent floor((i + m - 1)/m) is i/m rounded up *)
(* claim: eq:sparse_lambda *)
Theorem sparse_exponent m i e : (1 <= m)%nat ->
  e = ((i + m - 1) / m)%nat <-> (i <= m * e /\ m * e < i + m)%nat.
Proof.
  intros Hm. split.
  - intros ->. pose proof (Nat.div_mod (i + m - 1) m ltac:(lia)) as E.
    pose proof (Nat.mod_upper_bound (i + m - 1) m ltac:(lia)). lia.
  - intros H. apply Nat.div_unique with (r := (i + m - 1 - m * e)%nat); lia.
Qed.

(* without V_t the printed TD-error form is a different number: rewards 0, values 1, gamma = 1/2 *)
(* claim: eq:sparse_lambda *)
Theorem sparse_lambda_needs_value :
  exists gam lam m Rw V, 0 <= gam < 1 /\ 0 <= lam < 1 /\ (1 <= m)%nat /\ bounded Rw /\ bounded V /\
  ~ is_series (fun k => (1 - lam) * lam ^ k * nstep_return gam Rw V (m * k + 1) 0)
              (Series (fun i => sparse_h lam m i * (gam ^ i * td_error gam Rw V i))).
Proof.
  exists (1/2), 0, 1%nat, (fun _ => 0), (fun _ => 1).
  assert (B0 : bounded (fun _ => 0)) by (exists 0; intros; rewrite Rabs_R0; lra).
  assert (B1 : bounded (fun _ => 1)) by (exists 1; intros; rewrite Rabs_R1; lra).
  repeat split; try lra; try lia; try assumption. intros H.
  pose proof (sparse_lambda (1/2) 0 1 (fun _ => 0)
    (fun _ => 1) 0 ltac:(lra) ltac:(lra) ltac:(lia) B0 B1) as K.
  apply is_series_unique in H. apply is_series_unique in K. rewrite H in K. clear H.
  revert K. cbn [Nat.add]. generalize (Series (fun i => sparse_h 0 1 i * ((1/2) ^ i * td_error
    (1/2) (fun _ => 0) (fun _ => 1) i))).
  intros x K. lra.
Qed.
