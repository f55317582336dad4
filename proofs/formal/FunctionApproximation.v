(* ext:function-approximation. The projection on linear features does not enlarge the norm that a
   stationary distribution weighs; so a linear return, followed by it, keeps its modulus there, and
   has one fixed point if that is below one.  In the maximum norm the projection can enlarge
   distances: on two states that are visited equally often, the feature (1, 2) takes gamma = 9/10 to
   27/25. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators Returns StationaryBasics LinearFeatures
  StationaryNorm.
Open Scope R_scope.

(* theta gives the projection of y on k features, in the norm that d weighs *)
Definition projection {X : finite} (d : vec X) (k : nat) (phi : nat -> vec X) (theta : nat -> R)
  (y : vec X) : Prop :=
  forall i, (i < k)%nat -> inner d (phi i) (fun s => y s - approximation k phi theta s) = 0.

Section Projection.
Context {X : finite} (d : vec X) (k : nat) (phi : nat -> vec X) (theta : nat -> R) (y : vec X).
Hypothesis d_nonneg : forall s, 0 <= d s.
Hypothesis projected : projection d k phi theta y.
Notation p := (approximation k phi theta).

Lemma inner_minus_r (u v w : vec X) : inner d u (fun s => v s - w s) = inner d u v - inner d u w.
Proof. unfold inner. rewrite <- total_minus. apply total_ext; intros; ring. Qed.

Lemma orthogonal : inner d p y = inner d p p.
Proof.
  assert (E : inner d p (fun s => y s - p s) = 0).
  { rewrite inner_sym. unfold approximation at 2.
    rewrite (inner_sum_r d k _ (fun i s => theta i * phi i s)).
    rewrite <- (sum_zero k). apply sum_ext. intros i Hi.
    rewrite inner_scal_r, inner_sym, (projected i Hi). ring. }
  rewrite inner_minus_r in E. lra.
Qed.

(* claim: ext:function-approximation *)
Theorem nonexpansive : inner d p p <= inner d y y.
Proof.
  pose proof (inner_nonneg d d_nonneg (fun s => y s + -1 * p s)) as H.
  rewrite (inner_sq_plus d y (fun s => -1 * p s)), !inner_scal_l, !inner_scal_r in H.
  rewrite (inner_sym d y p), orthogonal in H. lra.
Qed.
End Projection.

Section Operator.
Context {X : finite} (M : mrp X) (d : vec X).
Hypothesis d_stationary : stationary (P M) d.
Variables (gam : R) (h : nat -> R).
Hypothesis gam01 : 0 <= gam < 1.
Hypothesis h_bounded : bounded h.
Variables (k : nat) (phi : nat -> vec X).

(* claim: ext:function-approximation *)
Theorem projected_modulus (u v : vec X) (theta : nat -> R) :
  projection d k phi theta (fun s => linear_return M gam h u s - linear_return M gam h v s) ->
  inner d (approximation k phi theta) (approximation k phi theta)
  <= general_modulus gam h ^ 2 * inner d (fun s => u s - v s) (fun s => u s - v s).
Proof.
  intros H. eapply Rle_trans; [|exact (stationary_modulus M d d_stationary gam h gam01 h_bounded u v)].
  apply nonexpansive; [now apply (StationaryBasics.d_nonneg M) | exact H].
Qed.

(* claim: ext:function-approximation *)
Theorem one_fixed_point (theta theta' : nat -> R) : 0 <= general_modulus gam h < 1 ->
  projection d k phi theta (linear_return M gam h (approximation k phi theta)) ->
  projection d k phi theta' (linear_return M gam h (approximation k phi theta')) ->
  forall s, 0 < d s -> approximation k phi theta s = approximation k phi theta' s.
Proof.
  intros [b0 b1] H H' s Hs. set (p := approximation k phi theta) in *.
  set (p' := approximation k phi theta') in *.
  set (w := fun x => p x - p' x).
  assert (E : forall x, approximation k phi (fun i => theta i - theta' i) x = w x).
  { intros x. unfold w, p, p', approximation. rewrite <- sum_minus. apply sum_ext. intros; ring. }
  assert (W : inner d w w <= general_modulus gam h ^ 2 * inner d w w).
  { rewrite <- (inner_ext d _ _ w w E E) at 1. apply projected_modulus. intros i Hi.
    assert (A : inner d (phi i) (fun x => linear_return M gam h p x - p x) = 0) by exact (H i Hi).
    assert (A' : inner d (phi i) (fun x => linear_return M gam h p' x - p' x) = 0)
      by exact (H' i Hi).
    rewrite (inner_ext d _ _ (phi i) (fun x => (linear_return M gam h p x - p x)
      - (linear_return M gam h p' x - p' x)) (fun _ => eq_refl)).
    - rewrite inner_minus_r, A, A'. ring.
    - intros x. cbv beta. rewrite E. unfold w. ring. }
  pose proof (StationaryBasics.d_nonneg M d d_stationary) as Hd.
  pose proof (inner_nonneg d Hd w) as W0.
  assert (Z : inner d w w = 0).
  { assert (general_modulus gam h ^ 2 < 1) by nra. nra. }
  assert (T : d s * w s * w s <= 0).
  { rewrite <- Z. apply (total_ge_term X s (fun x => d x * w x * w x)). intros x.
    rewrite Rmult_assoc. apply Rmult_le_pos; [auto | apply Rle_0_sqr]. }
  assert (Q : w s * w s <= 0) by nra. unfold w in Q. nra.
Qed.
End Operator.

(* claim: ext:function-approximation *)
Theorem maximum_norm : exists (M : mrp two) (d : vec two) (phi : nat -> vec two) (theta : nat -> R)
    (u v : vec two),
  stationary (P M) d /\ dist u v = 1
  /\ projection d 1 phi theta (fun s => bellman M (9 / 10) u s - bellman M (9 / 10) v s)
  /\ approximation 1 phi theta false = 27 / 25.
Proof.
  assert (Hp : 0 <= / 2 <= 1) by lra.
  exists (two_state (/ 2) Hp (fun _ => 0)), (fun _ => / 2),
    (fun (_ : nat) (s : bool) => if s then 1 else 2), (fun _ => 27 / 50), (fun _ => 1), (fun _ => 0).
  split; [apply two_state_stationary|]. split; [|split].
  - unfold dist. apply Rle_antisym.
    + apply norm_le; [lra|]. intros s. rewrite Rminus_0_r, Rabs_R1. lra.
    + eapply Rle_trans; [|apply (norm_ge two _ true)]. rewrite Rminus_0_r, Rabs_R1. lra.
  - intros i _. unfold inner, approximation, bellman, disc, next. rewrite !total_two.
    simpl. rewrite ?total_two. simpl. field.
  - unfold approximation. simpl. field.
Qed.
