(* sample-real-reparam. The operators sum_i a_i z^i r + sum_i b_i z^i v and v + sum_i z^i (x_i r +
   x_i z v - y_i v), z = gamma P, are the same family: (a, b) and (x, y) determine each other by a_i
   = x_i, b_0 = 1 - y_0, b_i = x_{i-1} - y_i. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators Returns.
Open Scope R_scope.

Definition ab_operator {X : finite} (M : mrp X) gam (a b : nat -> R) (v : vec X) : vec X :=
  fun s => Series (fun i => a i * iter i (disc M gam) (r M) s) + Series (fun i => b i * iter i
    (disc M gam) v s).
Definition xy_operator {X : finite} (M : mrp X) gam (x y : nat -> R) (v : vec X) : vec X :=
  fun s => v s + Series (fun i => x i * iter i (disc M gam) (r M) s + x i * iter (S i)
    (disc M gam) v s
                                  - y i * iter i (disc M gam) v s).
Definition b_of (x y : nat -> R) (i : nat) : R := match i with O => 1 - y O | S j => x j - y
  (S j) end.
Definition y_of (a b : nat -> R) (i : nat) : R := match i with O => 1 - b O | S j => a j - b
  (S j) end.

Lemma bounded_difference (f g : nat -> R) : bounded f -> bounded g -> bounded (fun i => f i - g i).
Proof.
  intros [A HA] [B HB]. exists (A + B). intros i. eapply Rle_trans; [apply Rabs_triang|].
  rewrite Rabs_Ropp. apply Rplus_le_compat; auto.
Qed.
Lemma bounded_cons (f : nat -> R) : bounded (fun i => f (S i)) -> bounded f.
Proof.
  intros [A HA]. exists (Rabs (f O) + A). intros [|i].
  - pose proof (HA O). pose proof (Rabs_pos (f 1%nat)). lra.
  - pose proof (HA i). pose proof (Rabs_pos (f O)). lra.
Qed.
Lemma bounded_shift (f : nat -> R) : bounded f -> bounded (fun i => f (S i)).
Proof. intros [A HA]. exists A. auto. Qed.
Lemma b_of_bounded x y : bounded x -> bounded y -> bounded (b_of x y).
Proof. intros Hx Hy. apply bounded_cons. apply (bounded_difference x (fun i => y (S i)));
  auto using bounded_shift. Qed.

(* the two parametrisations determine each other *)
(* claim: sample-real-reparam *)
Theorem sample_real_bijection :
  (forall x y i, y_of x (b_of x y) i = y i) /\ (forall a b i, b_of a (y_of a b) i = b i).
Proof. split; intros f g [|i]; simpl; ring. Qed.

(* and give the same operator *)
(* claim: sample-real-reparam *)
Theorem sample_real_reparam {X : finite} (M : mrp X) gam x y (v : vec X) s :
  0 <= gam < 1 -> bounded x -> bounded y ->
  xy_operator M gam x y v s = ab_operator M gam x (b_of x y) v s.
Proof.
  intros [g0 g1] Hx Hy. unfold xy_operator, ab_operator.
  pose proof (weighted_series M gam g0 g1 x (r M) s Hx) as E1.
  pose proof (weighted_series M gam g0 g1 y v s Hy) as E2.
  pose proof (weighted_series M gam g0 g1 _ v s (b_of_bounded x y Hx Hy)) as E3.
  assert (E4 : ex_series (fun i => x i * iter (S i) (disc M gam) v s)).
  { eapply ex_series_ext; [|apply (weighted_series M gam g0 g1 x (disc M gam v) s Hx)].
    intros i. cbv beta. now rewrite iter_S_in. }
  assert (E5 : ex_series (fun i => y (S i) * iter (S i) (disc M gam) v s)).
  { apply (ex_series_incr_1 (fun i => y i * iter i (disc M gam) v s)). exact E2. }
  rewrite Series_minus by (try exact E2; now apply (ex_series_plus (fun i => x i * iter i _
    (r M) s))).
  rewrite Series_plus by assumption.
  rewrite (Series_incr_1 (fun i => y i * iter i (disc M gam) v s) E2).
  rewrite (Series_incr_1 (fun i => b_of x y i * iter i (disc M gam) v s) E3).
  rewrite (Series_ext (fun k => b_of x y (S k) * iter (S k) (disc M gam) v s)
    (fun k => x k * iter (S k) (disc M gam) v s - y (S k) * iter (S k) (disc M gam) v s))
    by (intros; simpl; ring).
  rewrite Series_minus by assumption. cbn [b_of iter]. ring.
Qed.
