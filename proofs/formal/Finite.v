(* Finite state spaces, Markov reward processes on them, the maximum norm, and the three concrete
   processes used elsewhere: the cycle, the two-state chain and the one-state process. Their
   existence shows that the hypotheses of the theorems can be met. *)
From Coq Require Import Reals Lra Lia PeanoNat Peano_dec.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics.
Open Scope R_scope.

(* a type with finitely many elements, numbered 0 .. size - 1 *)
Record finite := {
  state :> Type;
  size : nat;
  nth_state : nat -> state;
  index : state -> nat;
  index_lt : forall s, (index s < size)%nat;
  nth_index : forall s, nth_state (index s) = s;
  index_nth : forall i, (i < size)%nat -> index (nth_state i) = i }.

Definition vec (X : finite) := X -> R.
(* the sum over all states *)
Definition total (X : finite) (f : X -> R) : R := sum (size X) (fun i => f (nth_state X i)).

Record mrp (X : finite) := {
  P : X -> X -> R;                          (* transition probabilities *)
  P_nonneg : forall s s', 0 <= P s s';
  P_total : forall s, total X (P s) = 1;
  r : X -> R }.                             (* expected reward on leaving a state *)
Arguments P {X} m s s'.
Arguments P_nonneg {X} m s s'.
Arguments P_total {X} m s.
Arguments r {X} m s.

(* d is a stationary distribution of the transition matrix p *)
Definition stationary {X : finite} (p : X -> X -> R) (d : X -> R) : Prop :=
  (forall s, 0 <= d s) /\ total X d = 1 /\ (forall s', total X (fun s => d s * p s s') = d s').

(* the maximum norm *)
Fixpoint largest (n : nat) (f : nat -> R) : R :=
  match n with O => 0 | S k => Rmax (largest k f) (Rabs (f k)) end.
Definition norm {X : finite} (v : vec X) : R := largest (size X) (fun i => v (nth_state X i)).
Definition dist {X : finite} (u v : vec X) : R := norm (fun s => u s - v s).

(* ---- sums over states ---- *)
Section Totals.
Variable X : finite.
Lemma total_ext f g : (forall s, f s = g s) -> total X f = total X g.
Proof. intros H. apply sum_ext; auto. Qed.
Lemma total_plus f g : total X (fun s => f s + g s) = total X f + total X g.
Proof. apply sum_plus. Qed.
Lemma total_minus f g : total X (fun s => f s - g s) = total X f - total X g.
Proof. apply sum_minus. Qed.
Lemma total_scal a f : total X (fun s => a * f s) = a * total X f.
Proof. apply sum_scal. Qed.
Lemma total_scal_r a f : total X (fun s => f s * a) = total X f * a.
Proof. apply sum_scal_r. Qed.
Lemma total_zero : total X (fun _ => 0) = 0.
Proof. apply sum_zero. Qed.
Lemma total_le f g : (forall s, f s <= g s) -> total X f <= total X g.
Proof. intros H. apply sum_le; auto. Qed.
Lemma total_nonneg f : (forall s, 0 <= f s) -> 0 <= total X f.
Proof. intros H. apply sum_nonneg; auto. Qed.
Lemma total_abs f : Rabs (total X f) <= total X (fun s => Rabs (f s)).
Proof. apply sum_abs. Qed.
Lemma total_sum n (f : nat -> X -> R) :
  total X (fun s => sum n (fun k => f k s)) = sum n (fun k => total X (f k)).
Proof. apply sum_swap. Qed.
Lemma total_one s0 f : (forall s, s <> s0 -> f s = 0) -> total X f = f s0.
Proof.
  intros H. unfold total. rewrite (sum_one _ (index X s0)).
  - now rewrite nth_index.
  - apply index_lt.
  - intros i Hi E. apply H. intros <-. now rewrite index_nth in E.
Qed.
Lemma total_ge_term s f : (forall s', 0 <= f s') -> f s <= total X f.
Proof.
  intros H. rewrite <- (nth_index X s) at 1.
  apply (sum_ge_term _ (fun i => f (nth_state X i))); [apply index_lt | auto].
Qed.
Lemma index_inj s s' : index X s = index X s' -> s = s'.
Proof. intros H. now rewrite <- (nth_index X s), H, nth_index. Qed.
Lemma sum_as_total g : sum (size X) g = total X (fun s => g (index X s)).
Proof. apply sum_ext. intros i Hi. now rewrite index_nth. Qed.
End Totals.
Lemma total_swap (X Y : finite) (f : X -> Y -> R) :
  total X (fun s => total Y (fun t => f s t)) = total Y (fun t => total X (fun s => f s t)).
Proof. apply sum_swap. Qed.

(* ---- the maximum norm ---- *)
Lemma largest_nonneg n f : 0 <= largest n f.
Proof. induction n; simpl; [lra|]. eapply Rle_trans; [exact IHn | apply Rmax_l]. Qed.
Lemma largest_ge n f i : (i < n)%nat -> Rabs (f i) <= largest n f.
Proof.
  induction n; intros H; [lia|]. simpl. destruct (Nat.eq_dec i n) as [->|E]; [apply Rmax_r|].
  eapply Rle_trans; [apply IHn; lia | apply Rmax_l].
Qed.
Lemma largest_le n f M : 0 <= M -> (forall i, (i < n)%nat -> Rabs (f i) <= M) -> largest n f <= M.
Proof. intros HM. induction n; simpl; intros H; [easy|]. apply Rmax_lub; auto. Qed.
Section Norm.
Variable X : finite.
Implicit Types u v w : vec X.
Lemma norm_nonneg v : 0 <= norm v.
Proof. apply largest_nonneg. Qed.
Lemma norm_ge v s : Rabs (v s) <= norm v.
Proof.
  rewrite <- (nth_index X s). apply (largest_ge _ (fun i => v (nth_state X i))). apply index_lt.
Qed.
Lemma norm_le v M : 0 <= M -> (forall s, Rabs (v s) <= M) -> norm v <= M.
Proof. intros HM H. apply largest_le; auto. Qed.
Lemma norm_ext u v : (forall s, u s = v s) -> norm u = norm v.
Proof.
  intros H. apply Rle_antisym; (apply norm_le; [apply norm_nonneg|]); intros s;
    [rewrite H | rewrite <- H]; apply norm_ge.
Qed.
Lemma norm_scal a v : norm (fun s => a * v s) = Rabs a * norm v.
Proof.
  apply Rle_antisym.
  - apply norm_le; [apply Rmult_le_pos; [apply Rabs_pos | apply norm_nonneg]|].
    intros s. rewrite Rabs_mult. apply Rmult_le_compat_l; [apply Rabs_pos | apply norm_ge].
  - destruct (Req_dec a 0) as [->|Ha]; [rewrite Rabs_R0;
      pose proof (norm_nonneg (fun s => 0 * v s)); lra|].
    pose proof (Rabs_pos_lt a Ha). apply Rmult_le_reg_l with (/ Rabs a);
      [now apply Rinv_0_lt_compat|].
    rewrite <- Rmult_assoc, Rinv_l, Rmult_1_l by lra. apply norm_le.
    + apply Rmult_le_pos; [left; now apply Rinv_0_lt_compat | apply norm_nonneg].
    + intros s. apply Rmult_le_reg_l with (Rabs a); [easy|].
      rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l, <- Rabs_mult by lra.
      apply (norm_ge (fun s => a * v s)).
Qed.
End Norm.

(* ---- the numbers 0 .. k as a state space, and the cycle on them ---- *)
Definition numbers_type (k : nat) := { i : nat | (i < S k)%nat }.
Definition number_at (k i : nat) : numbers_type k :=
  exist _ (i mod S k)%nat (Nat.mod_upper_bound i (S k) (Nat.neq_succ_0 k)).
Lemma number_proj k (s : numbers_type k) : number_at k (proj1_sig s) = s.
Proof.
  destruct s as [i Hi]. unfold number_at; simpl proj1_sig.
  assert (E : (i mod S k = i)%nat) by now apply Nat.mod_small.
  generalize (Nat.mod_upper_bound i (S k) (Nat.neq_succ_0 k)). rewrite E. intros p.
  f_equal. apply le_unique.
Qed.
Lemma number_small k i : (i < S k)%nat -> proj1_sig (number_at k i) = i.
Proof. intros H. unfold number_at; cbn [proj1_sig]. now apply Nat.mod_small. Qed.
(* k + 1 states *)
Definition numbers (k : nat) : finite := {|
  state := numbers_type k; size := S k; nth_state := number_at k; index := @proj1_sig _ _;
  index_lt := @proj2_sig _ _; nth_index := number_proj k; index_nth := number_small k |}.

Definition point (k i : nat) : numbers k := nth_state (numbers k) i.
Lemma index_point k i : index (numbers k) (point k i) = (i mod S k)%nat.
Proof. reflexivity. Qed.
Lemma point_index k (s : numbers k) : point k (index (numbers k) s) = s.
Proof. exact (nth_index (numbers k) s). Qed.
Lemma point_mod k i : point k (i mod S k) = point k i.
Proof. apply (index_inj (numbers k)). rewrite !index_point. apply Nat.mod_mod; lia. Qed.

(* from i always to i + 1, from k back to 0; rewards are a parameter *)
Definition cycle_P (k : nat) (s s' : numbers k) : R :=
  if Nat.eqb (index _ s') ((index _ s + 1) mod S k) then 1 else 0.
Lemma cycle_total k (s : numbers k) (f : numbers k -> R) :
  total (numbers k) (fun s' => cycle_P k s s' * f s') = f (point k (index _ s + 1)).
Proof.
  rewrite (total_one (numbers k) (point k (index _ s + 1))).
  - unfold cycle_P. rewrite index_point, Nat.eqb_refl. ring.
  - intros s' H. unfold cycle_P. destruct (Nat.eqb_spec (index _ s') ((index _ s + 1) mod S k));
      [|ring].
    exfalso. apply H. apply index_inj. exact e.
Qed.
Definition cycle (k : nat) (reward : numbers k -> R) : mrp (numbers k).
Proof.
  refine {| P := cycle_P k; r := reward |}.
  - intros. unfold cycle_P. destruct Nat.eqb; lra.
  - intros s. rewrite <- (cycle_total k s (fun _ => 1)). apply total_ext. intros; ring.
Defined.
(* the uniform distribution is stationary on the cycle *)
Lemma cycle_pred k (s' : numbers k) :
  exists t : numbers k, forall s, Nat.eqb (index _ s') ((index _ s + 1) mod S k) = true <-> s = t.
Proof.
  exists (point k (index _ s' + k)). intros s. rewrite Nat.eqb_eq.
  pose proof (index_lt _ s') as H1. pose proof (index_lt _ s) as H2. simpl size in *.
  assert (N : index _ (point k (index _ s' + k)) = ((index _ s' + k) mod S k)%nat) by reflexivity.
  assert (A : forall i, (i < S k)%nat -> ((i + k) mod S k = match i
    with O => k | S j => j end)%nat).
  { intros [|j] Hj; [apply Nat.mod_small; lia|]. symmetry.
    apply Nat.mod_unique with (q := 1%nat); lia. }
  assert (B : forall i, (i < S k)%nat -> ((i + 1) mod S k = if Nat.eqb i k then O else S i)%nat).
  { intros i Hi. destruct (Nat.eqb_spec i k) as [->|E].
    - symmetry. apply Nat.mod_unique with (q := 1%nat); lia.
    - rewrite Nat.mod_small; lia. }
  rewrite A in N by assumption. rewrite B by assumption. split.
  - intros E. apply index_inj. rewrite N, E. destruct (Nat.eqb_spec (index _ s) k); lia.
  - intros ->. rewrite N. destruct (Nat.eqb_spec (match index _ s' with O => k | S j => j end) k);
      destruct (index _ s'); lia.
Qed.
Lemma cycle_stationary k reward : stationary (P (cycle k reward)) (fun _ => / INR (S k)).
Proof.
  assert (Hk : 0 < INR (S k)) by (apply lt_0_INR; lia). split; [|split].
  - intros. left. now apply Rinv_0_lt_compat.
  - unfold total. rewrite sum_const. apply Rinv_r. lra.
  - intros s'. destruct (cycle_pred k s') as [t Ht].
    rewrite (total_one (numbers k) t).
    + simpl P. unfold cycle_P. rewrite (proj2 (Ht t) eq_refl). ring.
    + intros s Hs. simpl P. unfold cycle_P.
      destruct (Nat.eqb (index _ s') ((index _ s + 1) mod S k)) eqn:E; [|ring].
      exfalso. apply Hs. now apply Ht.
Qed.

(* ---- two states; stay with probability p, change with probability 1 - p ---- *)
Definition two : finite.
Proof.
  refine {| state := bool; size := 2; nth_state := fun i => Nat.eqb i 0;
            index := fun b : bool => if b then 0%nat else 1%nat |}.
  - intros []; lia.
  - intros []; reflexivity.
  - intros [|[|i]] H; [reflexivity|reflexivity|lia].
Defined.
Lemma total_two f : total two f = f true + f false.
Proof. unfold total. simpl. ring. Qed.
Definition two_state (p : R) (Hp : 0 <= p <= 1) (reward : two -> R) : mrp two.
Proof.
  refine {| P := fun s s' : two => if Bool.eqb s s' then p else 1 - p; r := reward |}.
  - intros [] []; simpl; lra.
  - intros []; rewrite total_two; simpl; ring.
Defined.
Lemma two_state_stationary p Hp reward : stationary (P (two_state p Hp reward)) (fun _ => / 2).
Proof.
  split; [intros; lra|]. split; [rewrite total_two; lra|].
  intros []; rewrite total_two; simpl; field.
Qed.

(* ---- one state ---- *)
Definition one_state (reward : R) : mrp (numbers 0) := cycle 0 (fun _ => reward).
