(* The expected update is an expectation over trajectories. A path of n steps from s has as its
   probability the product of its transition probabilities; the expectation of sum_{i<N} h_i gamma^i
   delta_i over the paths of N steps is sum_{i<N} h_i (gamma P)^i (r + gamma P v - v), the form used
   in all other files. *)
From Coq Require Import Reals Lra Lia PeanoNat List FunctionalExtensionality.
From Recency Require Import Basics Finite Operators.
Import ListNotations.
Open Scope R_scope.

Section Paths.
Context {X : finite} (M : mrp X) (gam : R) (v : vec X).

(* the probability of visiting the states of l in turn, starting from s *)
Fixpoint probability (s : X) (l : list X) : R :=
  match l with [] => 1 | s' :: l => P M s s' * probability s' l end.
(* the sum of f over all lists of n states *)
Fixpoint over_paths (n : nat) (f : list X -> R) : R :=
  match n with O => f [] | S n => total X (fun s => over_paths n (fun l => f (s :: l))) end.
(* the expectation of f over the paths of n steps from s *)
Definition expectation (n : nat) (s : X) (f : list X ->
  R) : R := over_paths n (fun l => probability s l * f l).
(* the state after i steps *)
Fixpoint after (s : X) (l : list X) (i : nat) {struct i} : X :=
  match i, l with S i, s' :: l => after s' l i | _, _ => s end.
(* the TD error i steps ahead on the path *)
Definition path_error (s : X) (l : list X) (i : nat) : R :=
  r M (after s l i) + gam * v (after s l (S i)) - v (after s l i).

Lemma over_paths_scal n a f : over_paths n (fun l => a * f l) = a * over_paths n f.
Proof.
  revert f. induction n as [|n IH]; intros f; [reflexivity|]. simpl. rewrite <- total_scal.
  apply total_ext. intros s. apply IH.
Qed.
Lemma over_paths_plus n f g : over_paths n (fun l => f l + g l) = over_paths n f + over_paths n g.
Proof.
  revert f g. induction n as [|n IH]; intros f g; [reflexivity|]. simpl. rewrite <- total_plus.
  apply total_ext. intros s. apply IH.
Qed.
Lemma over_paths_ext n f g : (forall l, f l = g l) -> over_paths n f = over_paths n g.
Proof. intros H. f_equal. now apply functional_extensionality. Qed.
(* the first step, then the rest *)
Lemma expectation_first n s f :
  expectation (S n) s f = total X (fun s' => P M s s' * expectation n s' (fun l => f (s' :: l))).
Proof.
  unfold expectation. simpl. apply total_ext. intros s'. rewrite <- over_paths_scal.
  apply over_paths_ext. intros l. ring.
Qed.
Lemma expectation_scal n s a f : expectation n s (fun l => a * f l) = a * expectation n s f.
Proof. unfold expectation. rewrite <- over_paths_scal. apply over_paths_ext. intros; ring. Qed.
Lemma expectation_plus n s f g : expectation n s (fun l => f l + g l) = expectation n s f
  + expectation n s g.
Proof. unfold expectation. rewrite <- over_paths_plus. apply over_paths_ext. intros; ring. Qed.
(* the probabilities of the paths sum to one *)
Lemma expectation_const n s a : expectation n s (fun _ => a) = a.
Proof.
  revert s. induction n as [|n IH]; intros s; [unfold expectation; simpl; ring|].
  rewrite expectation_first, (total_ext X _ (fun s' => P M s s' * a)) by (intros; now rewrite IH).
  rewrite total_scal_r, P_total. ring.
Qed.
Lemma expectation_sum n s k (f : nat -> list X -> R) :
  expectation n s (fun l => sum k (fun i => f i l)) = sum k (fun i => expectation n s (f i)).
Proof.
  induction k as [|k IH]; simpl; [apply (expectation_const n s 0)|].
  rewrite expectation_plus, IH. reflexivity.
Qed.
(* E[delta_i | S_0 = s] = (P^i (r + gamma P v - v))(s) *)
Lemma expected_error n i s : (i < n)%nat ->
  expectation n s (fun l => path_error s l i) = iter i (next M) (td M gam v) s.
Proof.
  revert i s. induction n as [|n IH]; intros i s Hi; [lia|]. rewrite expectation_first.
  destruct i as [|i].
  - rewrite (total_ext X _ (fun s' => (r M s - v s) * P M s s' + gam * (P M s s' * v s'))).
    + rewrite total_plus, !total_scal, P_total. simpl. unfold td, bellman, disc, next. ring.
    + intros s'. unfold path_error. simpl.
      rewrite (expectation_const n s' (r M s + gam * v s' - v s)). ring.
  - simpl iter. unfold next at 1. apply total_ext. intros s'. f_equal. apply (IH i s'). lia.
Qed.

(* claim: expected-update *)
Theorem expected_update N h s :
  expectation N s (fun l => sum N (fun i => h i * gam ^ i * path_error s l i))
  = sum N (fun i => h i * iter i (disc M gam) (td M gam v) s).
Proof.
  rewrite (expectation_sum N s N (fun i l => h i * gam ^ i * path_error s l i)).
  apply sum_ext. intros i Hi. rewrite expectation_scal, expected_error, iter_disc_next
    by assumption. ring.
Qed.
(* the probabilities are a distribution on the paths *)
(* claim: expected-update *)
Theorem probabilities N s : (forall l, 0 <= probability s l) /\ over_paths N (probability s) = 1.
Proof.
  split.
  - intros l. revert s. induction l as [|s' l IH]; intros s; simpl; [lra|].
    apply Rmult_le_pos; [apply P_nonneg | apply IH].
  - rewrite <- (expectation_const N s 1). apply over_paths_ext. intros; ring.
Qed.
End Paths.
