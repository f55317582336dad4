(* ext:trajectory-aware. The condition h_i rho_{i+1} >= h_{i+1} >= 0 on trajectory-aware traces is
   not necessary.  In every finite decision process, for every target policy g and every behavior
   policy b = g / rho, the weights h_0 = 1, h_1 = (1 + e) rho_1, and none after them, break it in
   every state, and the iterates of the operator converge to the action values of g, from every
   start, if 0 < e < (1 - gamma)/gamma.  On-policy (rho = 1) and with g <> b. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators TwoTermViolators Averages.
Open Scope R_scope.

Section Actions.
Variables X A : finite.                    (* states and actions *)
Definition values := X -> A -> R.
Variables (p : X -> A -> X -> R) (r g b rho : values) (gam e : R).
Hypothesis p_nonneg : forall s a t, 0 <= p s a t.
Hypothesis p_total : forall s a, total X (p s a) = 1.
Hypothesis g_nonneg : forall s a, 0 <= g s a.
Hypothesis g_total : forall s, total A (g s) = 1.
Hypothesis b_nonneg : forall s a, 0 <= b s a.
Hypothesis covered : forall s a, b s a * rho s a = g s a.
Hypothesis gam01 : 0 < gam < 1.

(* the mean of f at the next state and action, under the target policy *)
Definition ahead (f : values) : values :=
  fun s a => total X (fun t => p s a t * total A (fun j => g t j * f t j)).
(* the mean TD errors of q *)
Definition errors (q : values) : values := fun s a => r s a + gam * ahead q s a - q s a.
(* E_b[q + h_0 delta_0 + gamma h_1 delta_1] *)
Definition update (q : values) : values := fun s a =>
  q s a + errors q s a
  + gam * total X (fun t => p s a t * total A (fun j => b t j * ((1 + e) * rho t j * errors q t j))).

(* claim: ext:trajectory-aware *)
Theorem importance_sampling q s a :
  update q s a = q s a + errors q s a + (1 + e) * (gam * ahead (errors q) s a).
Proof.
  unfold update, ahead. f_equal. rewrite <- !total_scal. apply total_ext. intros t.
  rewrite (total_ext A _ (fun j => (1 + e) * (g t j * errors q t j))).
  - rewrite total_scal. ring.
  - intros j. rewrite <- (covered t j). ring.
Qed.

Lemma ahead_ext f f' s a : (forall t j, f t j = f' t j) -> ahead f s a = ahead f' s a.
Proof.
  intros H. apply total_ext. intros t. f_equal. apply total_ext. intros j. now rewrite H.
Qed.
Lemma ahead_plus c c' f f' s a :
  ahead (fun t j => c * f t j + c' * f' t j) s a = c * ahead f s a + c' * ahead f' s a.
Proof.
  unfold ahead. rewrite <- !total_scal, <- total_plus. apply total_ext. intros t.
  replace (total A (fun j => g t j * (c * f t j + c' * f' t j)))
    with (c * total A (fun j => g t j * f t j) + c' * total A (fun j => g t j * f' t j)); [ring|].
  rewrite <- !total_scal, <- total_plus. apply total_ext. intros; ring.
Qed.
Lemma ahead_bound f W s a : (forall t j, Rabs (f t j) <= W) -> Rabs (ahead f s a) <= W.
Proof.
  intros H. apply size_of_average; auto. intros t. apply size_of_average; auto.
Qed.

Variable q : values.
Hypothesis fixed : forall s a, q s a = r s a + gam * ahead q s a.

(* the error after an update: (1 + e) gamma^2 P P w - e gamma P w *)
Lemma update_error f s a :
  update f s a - q s a
  = (1 + e) * gam ^ 2 * ahead (ahead (fun t j => f t j - q t j)) s a
    - e * gam * ahead (fun t j => f t j - q t j) s a.
Proof.
  set (w := fun t j => f t j - q t j).
  assert (D : forall t j, errors f t j = gam * ahead w t j + -1 * w t j).
  { intros t j. unfold errors, w.
    rewrite (ahead_ext (fun t j => f t j - q t j) (fun t j => 1 * f t j + -1 * q t j))
      by (intros; ring).
    rewrite ahead_plus. pose proof (fixed t j). lra. }
  rewrite importance_sampling, (ahead_ext _ _ s a D), ahead_plus, D. unfold w. ring.
Qed.

(* claim: ext:trajectory-aware *)
Theorem operator_contracts f W : 0 <= e -> (forall s a, Rabs (f s a - q s a) <= W) ->
  forall s a, Rabs (update f s a - q s a) <= two_term_modulus gam e * W.
Proof.
  intros He H s a. rewrite update_error. set (w := fun t j => f t j - q t j).
  pose proof (ahead_bound w W s a H) as A1.
  pose proof (ahead_bound (ahead w) W s a (fun t j => ahead_bound w W t j H)) as A2.
  apply Rabs_le_between in A1. apply Rabs_le_between in A2. apply Rabs_le_between.
  unfold two_term_modulus. assert (0 <= e * gam) by nra. assert (0 <= (1 + e) * gam ^ 2) by nra.
  split; nra.
Qed.

(* claim: ext:trajectory-aware *)
Theorem iterates_converge q0 : 0 < e < (1 - gam) / gam ->
  forall s a, is_lim_seq (fun i => iter i update q0 s a) (q s a).
Proof.
  intros [e0 e1] s a.
  assert (B : two_term_modulus gam e < 1) by now apply contracts_iff.
  assert (B0 : 0 <= two_term_modulus gam e) by (unfold two_term_modulus; nra).
  set (W := total X (fun s => total A (fun a => Rabs (q0 s a - q s a)))).
  assert (start : forall s a, Rabs (q0 s a - q s a) <= W).
  { intros s' a'. apply Rle_trans with (total A (fun a => Rabs (q0 s' a - q s' a))).
    - apply (total_ge_term A a' (fun a => Rabs (q0 s' a - q s' a))). intros; apply Rabs_pos.
    - apply (total_ge_term X s' (fun s => total A (fun a => Rabs (q0 s a - q s a)))).
      intros. apply total_nonneg. intros; apply Rabs_pos. }
  assert (step : forall i s a, Rabs (iter i update q0 s a - q s a) <= W * two_term_modulus gam e ^ i).
  { induction i as [|i IH]; intros s' a'; [simpl; rewrite Rmult_1_r; apply start|].
    simpl. eapply Rle_trans; [apply operator_contracts; [lra | exact IH]|]. right. ring. }
  apply geometric_limit with (q := two_term_modulus gam e) (C := W); [lra|].
  intros i. apply step.
Qed.

Lemma some_action s : exists a, 0 < g s a.
Proof using g_total.
  assert (H : forall n f, 0 < sum n f -> exists i, (i < n)%nat /\ 0 < f i).
  { induction n as [|n IH]; intros f S; [simpl in S; lra|]. rewrite sum_S in S.
    destruct (Rlt_dec 0 (f n)) as [L|L]; [exists n; split; [lia | exact L]|].
    destruct (IH f) as [i [Hi F]]; [lra|]. exists i. split; [lia | exact F]. }
  destruct (H (size A) (fun i => g s (nth_state A i))) as [i [_ F]].
  - change (0 < total A (g s)). rewrite g_total. lra.
  - now exists (nth_state A i).
Qed.

(* claim: ext:trajectory-aware *)
Theorem condition_fails s : 0 < e -> exists a, 0 < b s a /\ 1 * rho s a < (1 + e) * rho s a.
Proof using g_total b_nonneg covered.
  clear gam01. intros He. destruct (some_action s) as [a Ha]. exists a. rewrite <- covered in Ha.
  pose proof (b_nonneg s a) as Hb.
  assert (0 < b s a) by (destruct Hb as [L|L]; [exact L | rewrite <- L in Ha; lra]).
  split; [assumption|]. assert (0 < rho s a) by nra. nra.
Qed.
End Actions.

(* claim: ext:trajectory-aware *)
Theorem not_necessary : forall (X A : finite) (p : X -> A -> X -> R) (r g b rho q : X -> A -> R) gam e,
  0 < gam < 1 -> 0 < e < (1 - gam) / gam ->
  (forall s a t, 0 <= p s a t) -> (forall s a, total X (p s a) = 1) ->
  (forall s a, 0 <= g s a) -> (forall s, total A (g s) = 1) ->
  (forall s a, 0 <= b s a) -> (forall s a, b s a * rho s a = g s a) ->
  (forall s a, q s a = r s a + gam * ahead X A p g q s a) ->
  (forall s, exists a, 0 < b s a /\ 1 * rho s a < (1 + e) * rho s a) /\
  (forall q0 s a, is_lim_seq (fun i => iter i (update X A p r g b rho gam e) q0 s a) (q s a)).
Proof.
  intros X A p r g b rho q gam e Hg He p0 p1 g0 g1 b0 cover fix_q. split.
  - intros s. apply condition_fails with (g := g); auto; lra.
  - intros q0 s a. now apply iterates_converge.
Qed.

(* one state, two actions: on-policy, and with another policy than the behavior policy *)
Definition half (_ : numbers 0) (_ : two) : R := / 2.
Definition leaning (_ : numbers 0) (a : bool) : R := if a then 3 / 4 else / 4.
(* claim: ext:trajectory-aware *)
Theorem witnesses :
  (forall s, total two (half s) = 1) /\ (forall s, total two (leaning s) = 1)
  /\ (forall s a, half s a * 1 = half s a) /\ (forall s a, half s a * (2 * leaning s a) = leaning s a)
  /\ two_term_modulus (1 / 2) (1 / 2) = 5 / 8.
Proof.
  repeat split; intros; try rewrite total_two; unfold half, leaning, two_term_modulus; simpl;
    try destruct a; field.
Qed.
