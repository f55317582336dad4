(* tab:estimators (and fig:return_hierarchy). Linear returns contain affine ones, these contain
   convex ones, and the convex returns are exactly the compound returns and the n-step returns,
   which have none in common. Every inclusion is strict. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Returns Steps PropWrh WrhConverges ConvexFaster
  AffineNormalisation.
Open Scope R_scope.

(* a combination of n-step returns; affine as in the table also asks for a modulus below one *)
Definition is_linear (h : nat -> R) : Prop := vanishing h.
Definition is_affine (gam : R) (h : nat -> R) : Prop := affine h /\ modulus gam h < 1.
Definition is_convex (h : nat -> R) : Prop := convex h.
Definition is_compound (h : nat -> R) : Prop :=
  convex h /\ exists i j, i <> j /\ 0 < weight h i /\ 0 < weight h j.
Definition is_nstep (h : nat -> R) : Prop := exists n, (1 <= n)%nat /\ forall i, h i = nstep_h n i.

(* claim: tab:estimators *)
Theorem affine_is_linear gam h : is_affine gam h -> is_linear h.
Proof. intros [[V _] _]. exact V. Qed.
(* claim: tab:estimators *)
Theorem convex_is_affine gam h : 0 <= gam < 1 -> is_convex h -> is_affine gam h.
Proof.
  intros Hg C. split; [apply C|]. pose proof (proj2 (prop_wrh h (proj1 C)) C) as W.
  pose proof (wrh_modulus gam h Hg (proj1 C) W). lra.
Qed.

Lemma nstep_weight N n : weight (nstep_h (S N)) n = if Nat.eqb n N then 1 else 0.
Proof.
  unfold weight, nstep_h.
  destruct (Nat.ltb_spec n (S N)), (Nat.ltb_spec (S n) (S N)), (Nat.eqb_spec n N); lia || ring.
Qed.
Lemma nstep_is_convex h : is_nstep h -> is_convex h.
Proof.
  intros (n & Hn & E). destruct n as [|n]; [lia|].
  assert (V : vanishing h).
  { apply finite_vanishing with (S n). intros i Hi. rewrite E. unfold nstep_h.
    destruct (Nat.ltb_spec i (S n)); [lia|reflexivity]. }
  split; [split; [exact V|]|].
  - apply affine_first; [exact V|]. rewrite E. reflexivity.
  - intros k. unfold weight. rewrite !E. fold (weight (nstep_h (S n)) k). rewrite nstep_weight.
    destruct Nat.eqb; lra.
Qed.
Lemma positive_dec h n : 0 < weight h n \/ ~ 0 < weight h n.
Proof. destruct (Rlt_dec 0 (weight h n)); auto. Qed.
Lemma convex_cases h : is_convex h -> is_compound h \/ is_nstep h.
Proof.
  intros C. destruct C as [[V S1] N].
  assert (Z : forall n, ~ 0 < weight h n -> weight h n = 0) by (intros n Hn; specialize (N n); lra).
  destruct (LPO (fun n => 0 < weight h n) (positive_dec h)) as [[k Hk]|No].
  - destruct (LPO (fun n => n <> k /\ 0 < weight h n)) as [[j [Hj Hj']]|No].
    + intros n. destruct (Nat.eq_dec n k), (positive_dec h n); tauto.
    + left. split; [repeat split; auto|]. now exists j, k.
    + right. exists (S k). split; [lia|].
      assert (O : forall n, n <> k -> weight h n = 0) by (intros n Hn; apply Z; intros P;
        now apply (No n)).
      assert (K1 : weight h k = 1).
      { assert (E : is_series (weight h) (sum (S k) (weight h))) by (apply is_series_finite;
          intros i Hi; apply O; lia).
        apply is_series_unique in E. apply is_series_unique in S1.
        rewrite (sum_one (S k) k) in E; [lra | lia |].
        intros; now apply O. }
      intros i. pose proof (sum_weight h i) as W. rewrite (proj1 (affine_first h V) S1) in W.
      unfold nstep_h. destruct (Nat.ltb_spec i (S k)).
      * rewrite (sum_ext i _ (fun _ => 0)), sum_zero in W by (intros; apply O; lia). lra.
      * rewrite (sum_one i k) in W; [lra | lia | intros; now apply O].
  - exfalso. assert (E : is_series (weight h) 0).
    { eapply series_ext; [|apply is_series_zero]. intros n. symmetry. apply Z, No. }
    apply is_series_unique in E. apply is_series_unique in S1. lra.
Qed.

(* claim: tab:estimators *)
Theorem convex_is_compound_or_nstep h : is_convex h <-> is_compound h \/ is_nstep h.
Proof. split; [apply convex_cases|]. intros [[C _]|N]; [exact C | now apply nstep_is_convex]. Qed.
(* claim: tab:estimators *)
Theorem compound_is_not_nstep h : ~ (is_compound h /\ is_nstep h).
Proof.
  intros [[_ (i & j & Hij & Hi & Hj)] (n & Hn & E)]. destruct n as [|n]; [lia|].
  assert (W : forall k, weight h k = if Nat.eqb k n then 1 else 0).
  { intros k. rewrite <- nstep_weight. unfold weight. now rewrite !E. }
  rewrite W in Hi, Hj. destruct (Nat.eqb_spec i n), (Nat.eqb_spec j n); lra || lia.
Qed.

(* every inclusion is strict *)
(* claim: tab:estimators *)
Theorem hierarchy_strict gam : 0 < gam < 1 ->
  (exists h, is_linear h /\ ~ is_affine gam h) /\
  (exists h, is_affine gam h /\ ~ is_convex h) /\
  (exists h, is_convex h /\ ~ is_compound h) /\
  (exists h, is_convex h /\ ~ is_nstep h).
Proof.
  intros Hg. split; [|split; [|split]].
  - exists (delayed_h 1). destruct (delayed_not_affine 1 ltac:(lia)) as (V & S0 & _).
    split; [exact V|].
    intros [[_ S1] _]. apply is_series_unique in S0. apply is_series_unique in S1. lra.
  - exists (two_weights (1 + (1 - gam) / 2)). split.
    + split; [apply two_weights_affine|]. rewrite two_weights_modulus, Rabs_left, Rabs_pos_eq
        by lra.
      assert (0 < (1 - gam) * ((1 + gam) * (1 - gam / 2))) by (repeat apply Rmult_lt_0_compat;
        lra). simpl. lra.
    + intros [_ N]. specialize (N O). unfold weight in N. simpl in N. lra.
  - exists (nstep_h 1). assert (I : is_nstep (nstep_h 1)) by (exists 1%nat; split;
      [lia | reflexivity]).
    split; [now apply nstep_is_convex|]. intros C. now apply (compound_is_not_nstep (nstep_h 1)).
  - exists (two_weights (1/2)).
    assert (C : is_compound (two_weights (1/2))).
    { split; [split; [apply two_weights_affine|]|].
      - intros [|[|n]]; unfold weight; simpl; lra.
      - exists O, 1%nat. unfold weight; simpl. repeat split; lra || lia. }
    split; [apply C|]. intros I. now apply (compound_is_not_nstep (two_weights (1/2))).
Qed.
