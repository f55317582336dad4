(* Two-term returns that break weak recency and still contract (claim two-term-violators).
   With the weights -e and 1 + e on the one-step and the two-step return, e > 0, the second TD
   error counts more than the first.  The modulus is e gamma + (1 + e) gamma^2 on every process, no
   smaller number will do on the cycle of three states, it is below 1 exactly when
   e < (1 - gamma)/gamma, and below gamma, that of one-step TD, exactly when
   e < (1 - gamma)/(1 + gamma). *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators Returns.
Open Scope R_scope.

(* weights on the TD errors: 1, 1 + e, and then nothing *)
Definition two_term_h (e : R) (i : nat) : R := match i with O => 1 | 1%nat => 1 + e | _ => 0 end.
Definition two_term {X : finite} (M : mrp X) (gam e : R) : vec X -> vec X :=
  return_upto M gam 2 (two_term_h e).
Definition two_term_modulus (gam e : R) : R := e * gam + (1 + e) * gam ^ 2.

(* claim: two-term-violators *)
Theorem breaks_weak_recency e : 0 < e -> ~ weak_recency (two_term_h e).
Proof. intros He H. destruct (H O) as [C _]. simpl in C. lra. Qed.

(* claim: two-term-violators *)
Theorem two_term_value gam e : 0 <= e -> modulus gam (two_term_h e) = two_term_modulus gam e.
Proof.
  intros He. unfold modulus. rewrite !(Series_finite 2).
  - unfold weight, two_term_modulus. simpl. rewrite !Rabs_left1 by lra. rewrite Rabs_pos_eq; lra.
  - intros [|[|i]] H; [lia|lia|]. unfold weight. simpl. rewrite Rminus_0_r, Rabs_R0. ring.
  - intros [|[|i]] H; [lia|lia|]. unfold weight. simpl. ring.
Qed.

(* claim: two-term-violators *)
Theorem two_terms (X : finite) (M : mrp X) gam e v s :
  two_term M gam e v s = - e * nstep M gam 1 v s + (1 + e) * nstep M gam 2 v s.
Proof.
  rewrite !nstep_expansion. unfold two_term, return_upto. simpl sum. simpl two_term_h. ring.
Qed.

(* claim: two-term-violators *)
Theorem two_term_bound (X : finite) (M : mrp X) gam e u v : 0 <= gam -> 0 <= e ->
  dist (two_term M gam e u) (two_term M gam e v) <= two_term_modulus gam e * dist u v.
Proof.
  intros Hg He. unfold dist at 2. set (w := fun s => u s - v s).
  pose proof (norm_nonneg X w) as Hw. pose proof (pow_le gam 2 Hg) as H2. unfold two_term_modulus.
  apply norm_le; [apply Rmult_le_pos; [|assumption]; nra|]. intros s. rewrite !two_terms.
  pose proof (iter_norm M gam Hg 1 w s) as A. pose proof (iter_norm M gam Hg 2 w s) as B.
  replace (_ - _) with (- e * (nstep M gam 1 u s - nstep M gam 1 v s)
    + (1 + e) * (nstep M gam 2 u s - nstep M gam 2 v s)) by ring.
  rewrite !nstep_diff. fold w. eapply Rle_trans; [apply Rabs_triang|].
  rewrite !Rabs_mult, Rabs_Ropp, (Rabs_pos_eq e), (Rabs_pos_eq (1 + e)) by lra. rewrite pow_1 in A.
  apply Rle_trans with (e * (norm w * gam) + (1 + e) * (norm w * gam ^ 2)); [|lra].
  apply Rplus_le_compat; apply Rmult_le_compat_l; lra.
Qed.

(* claim: two-term-violators *)
Theorem two_term_attained gam e reward : 0 <= gam -> 0 <= e -> exists u v : vec (numbers 2),
  dist u v = 1 /\
  dist (two_term (cycle 2 reward) gam e u) (two_term (cycle 2 reward) gam e v)
  = two_term_modulus gam e.
Proof.
  intros Hg He.
  set (w := fun s : numbers 2 => if Nat.eqb (index _ s) 1 then -1 else 1).
  exists w, (fun _ => 0).
  assert (B : forall s, Rabs (w s - 0) <= 1).
  { intros s. rewrite Rminus_0_r. unfold w.
    destruct Nat.eqb; [rewrite Rabs_left | rewrite Rabs_right]; lra. }
  assert (D : dist w (fun _ => 0) = 1).
  { apply Rle_antisym; [apply norm_le; [lra | exact B]|].
    pose proof (norm_ge _ (fun s => w s - 0) (point 2 0)) as H. unfold w in H. simpl in H.
    rewrite Rminus_0_r, Rabs_R1 in H. exact H. }
  split; [exact D|]. apply Rle_antisym.
  - eapply Rle_trans; [now apply two_term_bound|]. rewrite D. lra.
  - eapply Rle_trans; [|apply (norm_ge _ _ (point 2 0))]. eapply Rle_trans; [|apply Rle_abs].
    cbv beta. rewrite !two_terms.
    match goal with |- _ <= - e * ?a + (1 + e) * ?b - (- e * ?c + (1 + e) * ?d) =>
      replace (- e * a + (1 + e) * b - (- e * c + (1 + e) * d))
        with (- e * (a - c) + (1 + e) * (b - d)) by ring end.
    rewrite !nstep_diff, !iter_cycle. unfold w, two_term_modulus. simpl. lra.
Qed.

Section Thresholds.
Variables gam e : R.
Hypothesis discount : 0 < gam < 1.

Lemma below_iff b rival : rival - two_term_modulus gam e = gam * (1 + gam) * (b - e) ->
  two_term_modulus gam e < rival <-> e < b.
Proof.
  intros H. assert (0 < gam * (1 + gam)) by (apply Rmult_lt_0_compat; lra). split; intros L.
  - assert (0 < gam * (1 + gam) * (b - e)) by lra.
    apply Rmult_lt_reg_l with (gam * (1 + gam)); [assumption|]. lra.
  - assert (0 < gam * (1 + gam) * (b - e)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

(* claim: two-term-violators *)
Theorem contracts_iff : two_term_modulus gam e < 1 <-> e < (1 - gam) / gam.
Proof. apply below_iff. unfold two_term_modulus. field. lra. Qed.

(* claim: two-term-violators *)
Theorem beats_one_step_iff : two_term_modulus gam e < gam <-> e < (1 - gam) / (1 + gam).
Proof. apply below_iff. unfold two_term_modulus. field. lra. Qed.
End Thresholds.
