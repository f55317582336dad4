(* delayed-nsteps. The delayed TD error is the difference of two n-step returns, gamma^tau
   delta_{t+tau} = G^{tau+1} - G^tau, so delayed TD(0) is v + T^{tau+1} v - T^tau v; its modulus is
   1 + gamma^tau + gamma^{tau+1} for tau >= 1, attained on every cycle of at least tau + 2 states.
   *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators Returns Steps LinearContraction.
Open Scope R_scope.

(* claim: delayed-nsteps *)
Theorem delayed_nsteps gam Rw V tau t :
  gam ^ tau * td_error gam Rw V (t + tau) = nstep_return gam Rw V
    (S tau) t - nstep_return gam Rw V tau t.
Proof. rewrite nstep_return_step. ring. Qed.

(* claim: delayed-nsteps *)
Theorem delayed_nsteps_operator {X : finite} (M : mrp X) gam tau (v : vec X) s :
  delayed M gam tau v s = v s + nstep M gam (S tau) v s - nstep M gam tau v s.
Proof. unfold delayed. rewrite <- nstep_step. ring. Qed.

(* claim: delayed-nsteps *)
Theorem delayed_modulus gam tau : 0 <= gam < 1 -> (1 <= tau)%nat ->
  modulus gam (delayed_h tau) = 1 + gam ^ tau + gam ^ S tau.
Proof.
  intros Hg Ht. destruct tau as [|tau]; [lia|].
  assert (W : forall n, weight (delayed_h (S tau)) n = if Nat.eqb n
    (S tau) then 1 else if Nat.eqb n tau then -1 else 0).
  { intros n. unfold weight, delayed_h. destruct (Nat.eqb_spec n (S tau)), (Nat.eqb_spec n tau),
      (Nat.eqb_spec (S n) (S tau)); lia || ring. }
  assert (Z : forall f : nat -> R, (forall n, (n < tau)%nat -> f n = 0) ->
    sum (S (S tau)) f = f tau + f (S tau)).
  { intros f Hf. rewrite !sum_S, (sum_ext tau f (fun _ => 0)), sum_zero by assumption. ring. }
  assert (A : forall n, (S (S tau) <= n)%nat -> weight (delayed_h (S tau)) n = 0).
  { intros n Hn. rewrite W. destruct (Nat.eqb_spec n (S tau)), (Nat.eqb_spec n tau);
      lia || reflexivity. }
  assert (B : forall n, (n < tau)%nat -> weight (delayed_h (S tau)) n = 0).
  { intros n Hn. rewrite W. destruct (Nat.eqb_spec n (S tau)), (Nat.eqb_spec n tau);
      lia || reflexivity. }
  unfold modulus. rewrite !(Series_finite (S (S tau))) by (intros n Hn;
    rewrite (A n Hn), ?Rabs_R0; ring).
  rewrite !Z by (intros n Hn; rewrite (B n Hn), ?Rabs_R0; ring). rewrite !W, !Nat.eqb_refl.
  destruct (Nat.eqb_spec tau (S tau)); [lia|].
  replace (-1 + 1) with 0 by ring. rewrite Rminus_0_r, Rabs_R1, (Rabs_left (-1)) by lra. simpl.
  ring.
Qed.

(* claim: delayed-nsteps *)
Theorem delayed_modulus_attained gam tau k reward : 0 <= gam < 1 -> (1 <= tau)%nat ->
  (tau + 2 <= S k)%nat ->
  exists u v : vec (numbers k), dist u v = 1 /\
    dist (delayed (cycle k reward) gam tau u) (delayed (cycle k reward) gam tau v) = 1
      + gam ^ tau + gam ^ S tau.
Proof.
  intros Hg Ht Hk.
  destruct (linear_contraction_attained gam (delayed_h tau) (S tau) k reward Hg
    (delayed_support tau) ltac:(lia))
    as (u & v & D & E).
  exists u, v. split; [exact D|]. rewrite D, Rmult_1_r, delayed_modulus in E by assumption.
  rewrite <- E.
  apply norm_ext. intros s. now rewrite !delayed_return.
Qed.
