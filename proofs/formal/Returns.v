(* Linear returns as sequences of weights on TD errors: the two recency heuristics, affine and
   convex returns, the modulus, and the families of returns that the claims speak of; then the
   returns of a single trajectory. Nothing here belongs to a single claim. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics.
Open Scope R_scope.

Lemma series_ext (a b : nat -> R) (l : R) : (forall n, a n = b n) -> is_series a l -> is_series b l.
Proof. exact (is_series_ext a b l). Qed.

(* ---- properties of a return with TD-error weights h; weight h n belongs to the (n+1)-step return
   ---- *)
Definition vanishing (h : nat -> R) : Prop := is_lim_seq h 0.
Definition weak_recency (h : nat -> R) : Prop := forall i, h (S i) <= h i /\ 0 <= h (S i).
Definition strong_recency (h : nat -> R) : Prop := forall i, h (S i) < h i /\ 0 < h (S i).
Definition affine (h : nat -> R) : Prop := vanishing h /\ is_series (weight h) 1.
Definition convex (h : nat -> R) : Prop := affine h /\ forall n, 0 <= weight h n.
(* beta = |1 - sum_n c_n| + sum_n |c_n| gamma^n *)
Definition modulus (gam : R) (h : nat -> R) : R :=
  Rabs (1 - Series (weight h)) + Series (fun n => Rabs (weight h n) * gam ^ S n).

(* ---- families ---- *)
Definition lambda_h (lam : R) (i : nat) : R := lam ^ i.
Definition nstep_h (n i : nat) : R := if Nat.ltb i n then 1 else 0.
Definition sparse_h (lam : R) (m i : nat) : R := lam ^ ((i + m - 1) / m).
Definition truncated_h (lam : R) (N i : nat) : R := if Nat.ltb i N then lam ^ i else 0.
Definition delayed_h (tau i : nat) : R := if Nat.eqb i tau then 1 else 0.
Definition delayed_lambda_h (lam : R) (tau i : nat) : R := if Nat.ltb i tau then 0 else lam ^
  (i - tau).

(* ---- one trajectory: rewards Rw t on leaving time t, values V t of the states visited ---- *)
Section Trajectory.
Variables (gam : R) (Rw V : nat -> R).
Definition td_error (t : nat) : R := Rw t + gam * V (S t) - V t.
(* G^n_t = R_t + gamma R_{t+1} + ... + gamma^{n-1} R_{t+n-1} + gamma^n V_{t+n} *)
Definition nstep_return (n t : nat) : R := sum n (fun i => gam ^ i * Rw (t + i)%nat) + gam ^ n * V
  (t + n)%nat.

Lemma nstep_return_0 t : nstep_return 0 t = V t.
Proof. unfold nstep_return. simpl. rewrite Nat.add_0_r. ring. Qed.
Lemma nstep_return_step n t :
  nstep_return (S n) t = nstep_return n t + gam ^ n * td_error (t + n).
Proof.
  unfold nstep_return, td_error. rewrite sum_S. replace (t + S n)%nat with (S (t + n)) by lia.
  simpl. ring.
Qed.
Lemma nstep_return_sum n t : nstep_return n t = V t + sum n (fun i => gam ^ i * td_error (t + i)).
Proof.
  induction n as [|n IH]; [rewrite nstep_return_0; simpl; ring|].
  rewrite nstep_return_step, IH, sum_S. ring.
Qed.

Hypothesis gam01 : 0 <= gam < 1.
Hypothesis bounded_rewards : bounded Rw.
Hypothesis bounded_values : bounded V.
Lemma td_error_bounded : bounded td_error.
Proof.
  destruct bounded_rewards as [A HA], bounded_values as [B HB]. exists (A + B + B). intros t.
  unfold td_error. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp.
  apply Rplus_le_compat; [|apply HB]. eapply Rle_trans; [apply Rabs_triang|].
  apply Rplus_le_compat; [apply HA|]. rewrite Rabs_mult, (Rabs_pos_eq gam) by lra.
  specialize (HB (S t)). pose proof (Rabs_pos (V (S t))). nra.
Qed.
Lemma error_series h t : bounded h -> ex_series (fun i => h i * (gam ^ i * td_error (t + i))).
Proof.
  intros [B HB]. destruct td_error_bounded as [D HD].
  apply ex_series_geom with (q := gam) (M := B * D); [exact gam01|]. intros i.
  rewrite !Rabs_mult, (Rabs_pos_eq (gam ^ i)) by (apply pow_le; lra).
  replace (B * D * gam ^ i) with (B * (gam ^ i * D)) by ring.
  apply Rmult_le_compat; auto using Rabs_pos.
  - apply Rmult_le_pos; [apply pow_le; lra | apply Rabs_pos].
  - apply Rmult_le_compat_l; [apply pow_le; lra | apply HD].
Qed.
(* an affine return is the average of the n-step returns with the weights c *)
Lemma affine_average h t : affine h ->
  is_series (fun n => weight h n * nstep_return (S n) t)
            (V t + Series (fun i => h i * (gam ^ i * td_error (t + i)))).
Proof.
  intros [Hh H1]. pose proof (bounded_of_lim h 0 Hh) as Hb.
  pose proof (Series_correct _ (error_series h t Hb)) as E.
  assert (U : ex_series (fun i => gam ^ i * td_error (t + i))).
  { apply ex_series_ext with (a := fun i => 1 * (gam ^ i * td_error (t + i))); [intros;
      apply Rmult_1_l|].
    apply (error_series (fun _ => 1)). exists 1. intros. rewrite Rabs_R1. lra. }
  apply (abel_series h 0 _ _ _ Hh (Series_correct _ U)) in E. rewrite Rmult_0_l, Rminus_0_r in E.
  pose proof (is_series_add _ _ _ _ (is_series_mult_r (V t) _ _ H1) E) as A. rewrite Rmult_1_l in A.
  eapply series_ext; [|exact A]. intros n. cbv beta. rewrite nstep_return_sum. simpl. ring.
Qed.
End Trajectory.

(* ---- facts on the classes ---- *)
Lemma affine_first h : vanishing h -> (is_series (weight h) 1 <-> h O = 1).
Proof.
  intros L. pose proof (weight_series h 0 L) as W. rewrite Rminus_0_r in W. split; intros E.
  - rewrite <- (is_series_unique _ _ W). now apply is_series_unique.
  - now rewrite <- E.
Qed.
Lemma strong_weak h : strong_recency h -> weak_recency h.
Proof. intros H i. destruct (H i). lra. Qed.
Lemma weak_recency_bounded h : weak_recency h -> bounded h.
Proof.
  intros H. exists (h O). assert (B : forall i, 0 <= h i <= h O).
  { induction i as [|i IH]; [destruct (H O); lra|]. destruct (H i). lra. }
  intros i. rewrite Rabs_pos_eq; apply B.
Qed.
(* the weights of an affine return, discounted, can be summed *)
Lemma discounted_weights gam h : 0 <= gam < 1 -> bounded h ->
  ex_series (fun n => weight h n * gam ^ S n).
Proof.
  intros Hg [B HB]. apply ex_series_geom with (q := gam) (M := (B + B) * gam); [exact Hg|].
  intros n.
  rewrite Rabs_mult, (Rabs_pos_eq (gam ^ S n)) by (apply pow_le; lra).
  replace ((B + B) * gam * gam ^ n) with ((B + B) * gam ^ S n) by (simpl; ring).
  apply Rmult_le_compat_r; [apply pow_le; lra|]. unfold weight.
  eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. apply Rplus_le_compat; apply HB.
Qed.
Lemma absolute_weights gam h : 0 <= gam < 1 -> bounded h ->
  ex_series (fun n => Rabs (weight h n) * gam ^ S n).
Proof.
  intros Hg [B HB]. apply ex_series_geom with (q := gam) (M := (B + B) * gam); [exact Hg|].
  intros n.
  rewrite Rabs_mult, Rabs_Rabsolu, (Rabs_pos_eq (gam ^ S n)) by (apply pow_le; lra).
  replace ((B + B) * gam * gam ^ n) with ((B + B) * gam ^ S n) by (simpl; ring).
  apply Rmult_le_compat_r; [apply pow_le; lra|]. unfold weight.
  eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. apply Rplus_le_compat; apply HB.
Qed.
(* for a convex return the modulus is sum_n c_n gamma^n *)
Lemma convex_modulus gam h : convex h -> modulus gam h = Series (fun n => weight h n * gam ^ S n).
Proof.
  intros [[_ H1] H]. unfold modulus. rewrite (is_series_unique _ _ H1), Rminus_eq_0, Rabs_R0,
    Rplus_0_l.
  apply Series_ext. intros n. now rewrite Rabs_pos_eq.
Qed.

(* ---- facts on the families ---- *)
Lemma lambda_vanishing lam : 0 <= lam < 1 -> vanishing (lambda_h lam).
Proof. intros H. apply is_lim_seq_geom. rewrite Rabs_pos_eq; lra. Qed.
Lemma lambda_weight lam n : weight (lambda_h lam) n = (1 - lam) * lam ^ n.
Proof. unfold weight, lambda_h. simpl. ring. Qed.
Lemma lambda_convex lam : 0 <= lam < 1 -> convex (lambda_h lam).
Proof.
  intros H. pose proof (lambda_vanishing lam H) as L.
  split; [split; [exact L | now apply affine_first]|].
  intros n. rewrite lambda_weight. apply Rmult_le_pos; [lra | apply pow_le; lra].
Qed.
Lemma finite_vanishing (h : nat -> R) N : (forall i, (N <= i)%nat -> h i = 0) -> vanishing h.
Proof. apply bounded_finite. Qed.
