(* eq:delayed_pulse. Delayed TD(0), H v = v + (gamma P)^tau (T v - v), is the linear return with the
   single weight h_tau = 1; v_pi is a fixed point. For tau >= 1 and gamma > 0 it is the only one
   exactly if P is nonsingular: two states that keep the state with probability 1/2 leave a line of
   fixed points. *)
From Coq Require Import Reals Lra Lia PeanoNat FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators Returns Steps.
Open Scope R_scope.

Definition fixed {X : finite} (H : vec X -> vec X) (v : vec X) : Prop := forall s, H v s = v s.
(* P w = 0 only for w = 0 *)
Definition nonsingular {X : finite} (M : mrp X) : Prop :=
  forall w : vec X, (forall s, next M w s = 0) -> forall s, w s = 0.

(* claim: eq:delayed_pulse *)
Theorem delayed_pulse {X : finite} (M : mrp X) gam tau (v : vec X) s :
  linear_return M gam (delayed_h tau) v s = v s + iter tau (disc M gam) (td M gam v) s.
Proof. apply delayed_return. Qed.

(* claim: eq:delayed_pulse *)
Theorem delayed_pulse_fixed {X : finite} (M : mrp X) gam tau : 0 <= gam < 1 ->
  fixed (delayed M gam tau) (value M gam).
Proof.
  intros [g0 g1] s. rewrite <- delayed_return. now apply linear_return_value.
Qed.

(* claim: eq:delayed_pulse *)
Theorem delayed_pulse_unique {X : finite} (M : mrp X) gam tau : 0 < gam < 1 -> (1 <= tau)%nat ->
  (forall v, fixed (delayed M gam tau) v -> forall s, v s = value M gam s) <-> nonsingular M.
Proof.
  intros Hg Ht. split.
  - intros U w Hw s.
    assert (Z : forall x, disc M gam w x = 0) by (intros; unfold disc; rewrite Hw; ring).
    assert (F : fixed (delayed M gam tau) (fun x => value M gam x + w x)).
    { intros x. unfold delayed. rewrite (iter_ext M gam tau _ (fun y => -1 * w y)).
      - rewrite iter_scal. destruct tau as [|tau]; [lia|]. rewrite iter_S_in.
        rewrite (iter_ext M gam tau _ (fun _ => 0) x Z), iter_zero. ring.
      - intros y. pose proof (td_value M gam ltac:(lra) ltac:(lra) y) as E. unfold td, bellman in *.
        rewrite disc_plus, Z. lra. }
    specialize (U _ F s). simpl in U. lra.
  - intros N v F.
    assert (Z : forall k, (forall s, iter k (disc M gam) (td M gam v) s = 0) ->
      forall s, td M gam v s = 0).
    { induction k as [|k IH]; [auto|]. intros H. apply IH. apply N. intros s. specialize (H s).
      cbn [iter] in H. unfold disc at 1 in H. apply Rmult_integral in H.
      destruct H; [lra | assumption]. }
    apply (fixed_point_value M gam ltac:(lra) ltac:(lra)). intros s.
    assert (E : td M gam v s = 0).
    { apply (Z tau). intros x. specialize (F x). unfold delayed in F. lra. }
    unfold td in E. lra.
Qed.

Lemma half : 0 <= 1/2 <= 1.
Proof. lra. Qed.
(* claim: eq:delayed_pulse *)
Theorem delayed_pulse_not_unique gam tau : 0 < gam < 1 -> (1 <= tau)%nat ->
  let M := two_state (1/2) half (fun _ => 0) in
  forall x, fixed (delayed M gam tau) (fun s : two => if s then x else - x).
Proof.
  intros Hg Ht M x s. unfold delayed. destruct tau as [|tau]; [lia|]. rewrite iter_S_in.
  assert (Z : forall w : vec two, w true + w false = 0 -> forall y, disc M gam w y = 0).
  { intros w Hw []; unfold disc, next; rewrite total_two; simpl; nra. }
  rewrite (iter_ext M gam tau _ (fun _ => 0)).
  - rewrite iter_zero. ring.
  - apply Z. unfold td, bellman. rewrite !Z by (simpl; ring). simpl. ring.
Qed.
