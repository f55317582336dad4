(* Why finitely many numbers certify convergence on every finite chain (claim
   certificate-soundness).  For any real numbers q_0 .. q_{m-1}, with A_k = sum_j q_j q_{j+k}, the
   filter f(z) = h_0 - sum_n c_n z^n of a return satisfies, on every finite chain,
       <v, f(gamma P) v>_d  >=  (h_0 - A_0 - sum_{k>=1} |c_k gamma^k + 2 A_k|) <v, v>_d :
   the square of q is not negative on average, and what it does not reproduce of f is charged
   against the margin.  A bad q is not unsound; it merely proves little. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators StationaryBasics.
Open Scope R_scope.

(* what the square of q leaves over of c_n gamma^n, n = k + 1 *)
Definition residual (gam : R) (h q : nat -> R) (m k : nat) : R :=
  weight h k * gam ^ S k + 2 * overlap q m (S k).
Definition certified_margin (gam : R) (h q : nat -> R) (m : nat) : R :=
  h O - overlap q m 0 - Series (fun k => Rabs (residual gam h q m k)).

Section Certificate.
Variables (gam : R) (h q : nat -> R) (m : nat).
Hypothesis gam01 : 0 <= gam < 1.
Hypothesis h_bounded : bounded h.

Lemma overlap_series (c : nat -> R) :
  is_series (fun k => overlap q m (S k) * c k) (sum m (fun k => overlap q m (S k) * c k)).
Proof. apply is_series_finite. intros k Hk. rewrite overlap_beyond by lia. ring. Qed.
Lemma coef_tail_summable : ex_series (fun k => Rabs (coef gam h (S k))).
Proof.
  pose proof (coef_summable gam h gam01 h_bounded) as H.
  now apply (ex_series_incr_1 (fun k => Rabs (coef gam h k))) in H.
Qed.
Lemma residual_summable : ex_series (fun k => Rabs (residual gam h q m k)).
Proof.
  apply (ex_series_le (fun k => Rabs (residual gam h q m k))
           (fun k => Rabs (coef gam h (S k)) + 2 * (Rabs (overlap q m (S k))))).
  - intros k. change (Rabs (Rabs (residual gam h q m k))
      <= Rabs (coef gam h (S k)) + 2 * (Rabs (overlap q m (S k)))).
    rewrite Rabs_Rabsolu. unfold residual. cbn [coef]. rewrite Rabs_Ropp.
    eapply Rle_trans; [apply Rabs_triang|]. rewrite (Rabs_mult 2), (Rabs_pos_eq 2) by lra. lra.
  - destruct coef_tail_summable as [l Hl].
    exists (l + 2 * sum m (fun k => Rabs (overlap q m (S k)))). apply is_series_add; [exact Hl|].
    apply is_series_mult_l. apply is_series_finite. intros k Hk. rewrite overlap_beyond by lia.
    apply Rabs_R0.
Qed.

(* claim: certificate-soundness *)
Theorem certificate_sound : has_margin gam h (certified_margin gam h q m).
Proof.
  intros X M d Hd v. change (inner d v v) with (cov M d v 0). set (rho := cov M d v).
  pose proof (inner_filter M gam h gam01 h_bounded d v) as I. fold rho in I.
  assert (T : is_series (fun k => coef gam h (S k) * rho (S k))
                (inner d v (filter M gam h v) - coef gam h 0 * rho O)).
  { apply (is_series_incr_1 (fun k => coef gam h k * rho k)).
    eapply is_series_eq; [exact I|]. unfold plus; simpl. ring. }
  pose proof (overlap_series (fun k => rho (S k))) as A.
  pose proof (is_series_add _ _ _ _ T (is_series_mult_l (-2) _ _ A)) as U.
  pose proof (positive_definite M d Hd q v m m ltac:(lia)) as Q. fold rho in Q.
  assert (L : - Series (fun k => Rabs (residual gam h q m k)) * rho O
              <= inner d v (filter M gam h v) - coef gam h 0 * rho O
                 + -2 * sum m (fun k => overlap q m (S k) * rho (S k))).
  { eapply is_series_le_compat; [| |exact U].
    2:{ replace (- Series (fun k => Rabs (residual gam h q m k)) * rho O)
          with ((- rho O) * Series (fun k => Rabs (residual gam h q m k))) by ring.
        apply is_series_mult_l, Series_correct, residual_summable. }
    intros k. cbn [coef].
    replace (- (weight h k * gam ^ S k) * rho (S k) + -2 * (overlap q m (S k) * rho (S k)))
      with (- (residual gam h q m k * rho (S k))) by (unfold residual; ring).
    apply Ropp_le_cancel. rewrite Ropp_involutive.
    eapply Rle_trans; [apply Rle_abs|]. rewrite Rabs_mult.
    replace (- (- rho O * Rabs (residual gam h q m k))) with (Rabs (residual gam h q m k) * rho O)
        by ring.
    apply Rmult_le_compat_l; [apply Rabs_pos | now apply cov_bound]. }
  unfold certified_margin. cbn [coef] in L. lra.
Qed.
End Certificate.

(* with finitely many weights the sum of the residuals is finite *)
(* claim: certificate-soundness *)
Theorem certificate_sound_finite gam h q N m K : 0 <= gam < 1 ->
  (forall i, (N <= i)%nat -> h i = 0) -> (N <= K)%nat -> (m <= S K)%nat ->
  has_margin gam h (h O - overlap q m 0 - sum K (fun k => Rabs (residual gam h q m k))).
Proof.
  intros Hg Hh HN Hm. pose proof (certificate_sound gam h q m Hg (bounded_of_lim h 0
      (bounded_finite h N Hh))) as C.
  unfold certified_margin in C. rewrite (Series_finite K) in C; [exact C|].
  intros k Hk. unfold residual, weight. rewrite overlap_beyond, !Hh by lia.
  replace ((0 - 0) * gam ^ S k + 2 * 0) with 0 by ring. apply Rabs_R0.
Qed.
(* if the square reproduces the filter there are no residuals *)
(* claim: certificate-soundness *)
Theorem exact_certificate gam h q m e : 0 <= gam < 1 -> bounded h ->
  overlap q m 0 = h O - e ->
  (forall k, 2 * overlap q m (S k) = - (weight h k * gam ^ S k)) ->
  has_margin gam h e.
Proof.
  intros Hg Hh H0 H1. pose proof (certificate_sound gam h q m Hg Hh) as C. unfold certified_margin in C.
  rewrite (is_series_unique _ 0), H0 in C.
  - now replace (h O - (h O - e) - 0) with e in C by ring.
  - apply is_series_ext with (a := fun _ => 0); [|apply is_series_zero].
    intros k. unfold residual. rewrite H1. replace (_ + _) with 0 by ring. now rewrite Rabs_R0.
Qed.

(* ---- an instance: one-step TD, h = (1), certified without any square ---- *)
(* claim: certificate-soundness *)
Theorem one_step_certified gam : 0 <= gam < 1 -> has_margin gam one_step (1 - gam).
Proof.
  intros Hg. pose proof (certificate_sound_finite gam one_step (fun _ => 0) 1 0 1 Hg) as C.
  replace (1 - gam) with (one_step 0 - overlap (fun _ => 0) 0 0
    - sum 1 (fun k => Rabs (residual gam one_step (fun _ => 0) 0 k))).
  - apply C; [|lia|lia]. intros [|i] Hi; [lia | reflexivity].
  - unfold residual, overlap, weight, one_step; simpl.
    replace ((1 - 0) * (gam * 1) + 2 * 0) with gam by ring. rewrite Rabs_pos_eq by lra. ring.
Qed.
