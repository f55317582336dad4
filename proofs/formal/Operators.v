(* The operators of a Markov reward process: the transition operator, its discounted version z =
   gamma P, the Bellman operator, TD errors, the value function, and the operator of a linear return
   given by its weights on TD errors. The bounds here are what every later file rests on. Nothing
   here belongs to a single claim. *)
From Coq Require Import Reals Lra Lia PeanoNat FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite.
Open Scope R_scope.

Section Definitions.
Context {X : finite} (M : mrp X) (gam : R).

(* (P v)(s), the expected value at the next state *)
Definition next (v : vec X) : vec X := fun s => total X (fun s' => P M s s' * v s').
(* z = gamma P *)
Definition disc (v : vec X) : vec X := fun s => gam * next v s.
(* T v = r + gamma P v *)
Definition bellman (v : vec X) : vec X := fun s => r M s + disc v s.
(* the expected TD error, T v - v *)
Definition td (v : vec X) : vec X := fun s => bellman v s - v s.
(* v_pi = sum_i (gamma P)^i r *)
Definition value : vec X := fun s => Series (fun i => iter i disc (r M) s).
(* H v = v + sum_i h_i (gamma P)^i (T v - v), first with finitely many weights, then with all *)
Definition return_upto (N : nat) (h : nat -> R) (v : vec X) : vec X :=
  fun s => v s + sum N (fun i => h i * iter i disc (td v) s).
Definition linear_return (h : nat -> R) (v : vec X) : vec X :=
  fun s => v s + Series (fun i => h i * iter i disc (td v) s).
(* the n-step operator, H v with h = (1, ..., 1, 0, ...): T^n v *)
Definition nstep (n : nat) (v : vec X) : vec X := iter n bellman v.
End Definitions.

(* ---- iteration ---- *)
Lemma iter_S_in {A} k (F : A -> A) x : iter (S k) F x = iter k F (F x).
Proof. induction k as [|k IH]; [reflexivity|]. simpl in *. now rewrite IH. Qed.
Lemma iter_add {A} k l (F : A -> A) x : iter (k + l) F x = iter k F (iter l F x).
Proof. induction k as [|k IH]; [reflexivity|]. simpl. now rewrite IH. Qed.
(* a sequence whose members contract towards y tends to y *)
Lemma geometric_limit (u : nat -> R) y q C :
  0 <= q < 1 -> (forall n, Rabs (u n - y) <= C * q ^ n) -> is_lim_seq u y.
Proof.
  intros Hq H. apply is_lim_seq_ext with (u := fun n => (u n - y) + y); [intros; ring|].
  replace (Finite y) with (Finite (0 + y)) by (f_equal; ring).
  apply is_lim_seq_plus'; [|apply is_lim_seq_const]. apply is_lim_seq_abs_0.
  apply is_lim_seq_le_le with (u := fun _ => 0) (w := fun n => C * q ^ n).
  - intros n. split; [apply Rabs_pos | apply H].
  - apply is_lim_seq_const.
  - replace (Finite 0) with (Finite (C * 0)) by (f_equal; ring).
    apply is_lim_seq_mult'; [apply is_lim_seq_const|]. apply is_lim_seq_geom.
    rewrite Rabs_pos_eq; lra.
Qed.

Section Linear.
Context {X : finite} (M : mrp X) (gam : R).
Implicit Types u v w : vec X.
Notation z := (disc M gam).
Notation T := (bellman M gam).

(* ---- z is linear ---- *)
Lemma next_plus u v s : next M (fun x => u x + v x) s = next M u s + next M v s.
Proof. unfold next. rewrite <- total_plus. apply total_ext; intros; ring. Qed.
Lemma next_scal a v s : next M (fun x => a * v x) s = a * next M v s.
Proof. unfold next. rewrite <- total_scal. apply total_ext; intros; ring. Qed.
Lemma next_const a s : next M (fun _ => a) s = a.
Proof. unfold next. rewrite total_scal_r, P_total. ring. Qed.
Lemma disc_plus u v s : z (fun x => u x + v x) s = z u s + z v s.
Proof. unfold disc. rewrite next_plus. ring. Qed.
Lemma disc_scal a v s : z (fun x => a * v x) s = a * z v s.
Proof. unfold disc. rewrite next_scal. ring. Qed.
Lemma disc_minus u v s : z (fun x => u x - v x) s = z u s - z v s.
Proof.
  transitivity (z (fun x => u x + -1 * v x) s).
  - unfold disc, next. f_equal. apply total_ext; intros; ring.
  - rewrite disc_plus, disc_scal. ring.
Qed.
Lemma iter_plus k u v s : iter k z (fun x => u x + v x) s = iter k z u s + iter k z v s.
Proof.
  revert s; induction k as [|k IH]; intros s; [reflexivity|]. simpl. rewrite <- disc_plus.
  f_equal. now apply functional_extensionality.
Qed.
Lemma iter_scal k a v s : iter k z (fun x => a * v x) s = a * iter k z v s.
Proof.
  revert s; induction k as [|k IH]; intros s; [reflexivity|]. simpl. rewrite <- disc_scal.
  f_equal. now apply functional_extensionality.
Qed.
Lemma iter_minus k u v s : iter k z (fun x => u x - v x) s = iter k z u s - iter k z v s.
Proof.
  revert s; induction k as [|k IH]; intros s; [reflexivity|]. simpl. rewrite <- disc_minus.
  f_equal. now apply functional_extensionality.
Qed.
Lemma iter_zero k s : iter k z (fun _ => 0) s = 0.
Proof.
  transitivity (iter k z (fun x => 0 * (fun _ => 0) x) s).
  - f_equal. apply functional_extensionality; intros; ring.
  - rewrite iter_scal. ring.
Qed.
Lemma iter_ext k u v s : (forall x, u x = v x) -> iter k z u s = iter k z v s.
Proof. intros H. f_equal. now apply functional_extensionality. Qed.
Lemma iter_disc_next k v s : iter k z v s = gam ^ k * iter k (next M) v s.
Proof.
  revert s; induction k as [|k IH]; intros s; [simpl; ring|]. simpl. unfold disc at 1.
  rewrite (functional_extensionality (iter k z v) (fun x => gam ^ k * iter k (next M) v x) IH).
  rewrite next_scal. ring.
Qed.
(* (gamma P)^k (T v - v) = z^k r + z^{k+1} v - z^k v *)
Lemma iter_td k v s : iter k z (td M gam v) s = iter k z (r M) s + (iter
  (S k) z v s - iter k z v s).
Proof.
  rewrite (iter_ext k (td M gam v) (fun x => r M x + (z v x - v x))).
  - rewrite iter_plus, iter_minus, iter_S_in. reflexivity.
  - intros x. unfold td, bellman. ring.
Qed.
(* T^{k+1} v - T^k v = (gamma P)^k (T v - v) *)
Lemma nstep_step k v s : nstep M gam (S k) v s - nstep M gam k v s = iter k z (td M gam v) s.
Proof.
  revert s. induction k as [|k IH]; intros s; [reflexivity|].
  simpl iter. rewrite <- (functional_extensionality _ _ IH), disc_minus.
  change (r M s + z (nstep M gam (S k) v) s - (r M s + z (nstep M gam k v) s)
          = z (nstep M gam (S k) v) s - z (nstep M gam k v) s). ring.
Qed.
(* T^n v = v + sum_{i<n} (gamma P)^i (T v - v) *)
Lemma nstep_expansion k v s :
  nstep M gam k v s = v s + sum k (fun i => iter i z (td M gam v) s).
Proof.
  induction k as [|k IH]; [unfold nstep; simpl; ring|].
  rewrite sum_S, <- nstep_step, <- Rplus_assoc, <- IH. ring.
Qed.
(* T^n v = sum_{i<n} z^i r + z^n v *)
Lemma nstep_rewards k v s :
  nstep M gam k v s = sum k (fun i => iter i z (r M) s) + iter k z v s.
Proof.
  rewrite nstep_expansion. induction k as [|k IH]; [simpl; ring|].
  rewrite !sum_S, iter_td. simpl in *. lra.
Qed.

(* ---- bounds ---- *)
Lemma next_bound B v : (forall x, Rabs (v x) <= B) -> forall s, Rabs (next M v s) <= B.
Proof.
  intros H s. unfold next. eapply Rle_trans; [apply total_abs|].
  replace B with (total X (fun s' => P M s s' * B)) by (rewrite total_scal_r, P_total; ring).
  apply total_le; intros x. rewrite Rabs_mult, (Rabs_pos_eq (P M s x)) by apply P_nonneg.
  apply Rmult_le_compat_l; [apply P_nonneg | apply H].
Qed.
Lemma iter_next_bound k B v : (forall x, Rabs (v x) <= B) ->
  forall s, Rabs (iter k (next M) v s) <= B.
Proof. intros H. induction k as [|k IH]; [assumption|]. simpl. now apply next_bound. Qed.

Hypothesis gam0 : 0 <= gam.
Lemma iter_bound k B v s : (forall x, Rabs (v x) <= B) -> Rabs (iter k z v s) <= B * gam ^ k.
Proof.
  intros H. rewrite iter_disc_next, Rabs_mult, (Rabs_pos_eq (gam ^ k)) by now apply pow_le.
  rewrite (Rmult_comm B). apply Rmult_le_compat_l; [now apply pow_le | now apply iter_next_bound].
Qed.
Lemma iter_norm k v s : Rabs (iter k z v s) <= norm v * gam ^ k.
Proof. apply iter_bound. apply norm_ge. Qed.
(* T^n contracts by gamma^n *)
Lemma nstep_diff k u v s : nstep M gam k u s - nstep M gam k v s = iter k z (fun x => u x - v x) s.
Proof. rewrite !nstep_rewards, iter_minus. ring. Qed.

Hypothesis gam1 : gam < 1.
Lemma weighted_series h v s : bounded h -> ex_series (fun i => h i * iter i z v s).
Proof.
  intros [B HB]. apply ex_series_geom with (q := gam) (M := B * norm v); [lra|]. intros i.
  rewrite Rabs_mult, Rmult_assoc. apply Rmult_le_compat; auto using Rabs_pos, iter_norm.
Qed.
Lemma plain_series v s : ex_series (fun i => iter i z v s).
Proof. apply ex_series_geom with (q := gam) (M := norm v); [lra|]. intros i. apply iter_norm. Qed.
Lemma iter_lim v s : is_lim_seq (fun k => iter k z v s) 0.
Proof.
  apply geometric_limit with (q := gam) (C := norm v); [lra|]. intros n.
  rewrite Rminus_0_r. apply iter_norm.
Qed.
(* v_pi is a fixed point of T, and the only one *)
Lemma value_series s : is_series (fun i => iter i z (r M) s) (value M gam s).
Proof. apply Series_correct, plain_series. Qed.
Lemma nstep_lim v s : is_lim_seq (fun k => nstep M gam k v s) (value M gam s).
Proof.
  apply is_lim_seq_ext with (u := fun k => sum k (fun i => iter i z (r M) s) + iter k z v s).
  - intros; now rewrite nstep_rewards.
  - replace (Finite (value M gam s)) with (Finite (value M gam s + 0)) by (f_equal; ring).
    apply is_lim_seq_plus'; [apply is_series_lim, value_series | apply iter_lim].
Qed.
Lemma fixed_point_value v : (forall s, T v s = v s) -> forall s, v s = value M gam s.
Proof.
  intros H s.
  assert (E : forall k, nstep M gam k v s = v s).
  { induction k as [|k IH]; [reflexivity|].
    unfold nstep in *. rewrite iter_S_in. rewrite (functional_extensionality (T v) v H). exact IH. }
  pose proof (is_lim_seq_ext _ _ _ E (nstep_lim v s)) as L.
  apply is_lim_seq_unique in L. rewrite Lim_seq_const in L. now injection L.
Qed.
Lemma value_fixed s : T (value M gam) s = value M gam s.
Proof.
  assert (L : is_lim_seq (fun k => nstep M gam (S k) (value M gam) s) (T (value M gam) s)).
  { unfold nstep. simpl iter.
    apply is_lim_seq_ext with (u := fun k => r M s + gam * next M (nstep M gam k (value M gam)) s);
      [reflexivity|].
    unfold bellman, disc, next, total.
    apply is_lim_seq_plus'; [apply is_lim_seq_const|].
    apply is_lim_seq_mult'; [apply is_lim_seq_const|].
    generalize (size X). induction n as [|n IH]; [apply is_lim_seq_const|]. simpl.
    apply is_lim_seq_plus'; [exact IH|].
    apply is_lim_seq_mult'; [apply is_lim_seq_const | apply nstep_lim]. }
  pose proof (nstep_lim (value M gam) s) as K. apply is_lim_seq_incr_1 in K.
  apply is_lim_seq_unique in L. apply is_lim_seq_unique in K. rewrite L in K. now injection K.
Qed.
Lemma td_value s : td M gam (value M gam) s = 0.
Proof. unfold td. rewrite value_fixed. ring. Qed.

(* ---- the operator of a linear return ---- *)
Lemma return_series h v s : bounded h ->
  is_series (fun i => h i * iter i z (td M gam v) s) (linear_return M gam h v s - v s).
Proof.
  intros H. unfold linear_return.
  replace (v s + _ - v s) with (Series (fun i => h i * iter i z (td M gam v) s)) by ring.
  now apply Series_correct, weighted_series.
Qed.
(* with finitely many weights the series is the finite sum *)
Lemma linear_return_upto N h v s : (forall i, (N <= i)%nat -> h i = 0) ->
  linear_return M gam h v s = return_upto M gam N h v s.
Proof.
  intros H. unfold linear_return, return_upto. rewrite (Series_finite N); [reflexivity|].
  intros i Hi. rewrite H by assumption. ring.
Qed.
Lemma td_sum v s : is_series (fun i => iter i z (td M gam v) s) (value M gam s - v s).
Proof.
  apply is_series_lim. apply is_lim_seq_ext with (u := fun k => nstep M gam k v s - v s).
  - intros k. rewrite nstep_expansion. ring.
  - apply is_lim_seq_minus'; [apply nstep_lim | apply is_lim_seq_const].
Qed.
(* v_pi is a fixed point of every linear return *)
Lemma linear_return_value h s : linear_return M gam h (value M gam) s = value M gam s.
Proof.
  unfold linear_return. rewrite (is_series_unique _ 0); [ring|].
  apply is_series_ext with (a := fun _ => 0); [|apply is_series_zero].
  intros i. rewrite (iter_ext i _ (fun _ => 0)), iter_zero by apply td_value. symmetry.
  apply Rmult_0_r.
Qed.
End Linear.

(* ---- the cycle of k + 1 states ---- *)
Lemma next_cycle k reward (v : vec (numbers k)) s :
  next (cycle k reward) v s = v (point k (index _ s + 1)).
Proof. apply (cycle_total k s v). Qed.
Lemma iter_next_cycle k reward n (v : vec (numbers k)) s :
  iter n (next (cycle k reward)) v s = v (point k (index _ s + n)).
Proof.
  revert s; induction n as [|n IH]; intros s; simpl iter.
  - now rewrite Nat.add_0_r, point_index.
  - rewrite next_cycle, IH, index_point. f_equal.
    rewrite <- (point_mod k (_ + n)), Nat.add_mod_idemp_l, point_mod by lia. f_equal. lia.
Qed.
Lemma iter_cycle k reward gam n (v : vec (numbers k)) s :
  iter n (disc (cycle k reward) gam) v s = gam ^ n * v (point k (index _ s + n)).
Proof. rewrite iter_disc_next, iter_next_cycle. reflexivity. Qed.
