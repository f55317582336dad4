(* stationary-norm. In the norm that a stationary distribution weighs, the operator of a linear
   return has the modulus |1 - h_0| + sum_n |c_n| gamma^n, on every finite Markov reward process.
   No power of P enlarges this norm, and the operator is a series of powers. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators Returns LinearContraction StationaryBasics
  LinearFeatures.
Open Scope R_scope.

(* the printed modulus, with h_0 in the place of sum_n c_n *)
Definition general_modulus (gam : R) (h : nat -> R) : R :=
  Rabs (1 - h O) + Series (fun n => Rabs (weight h n) * gam ^ S n).

Section Stationary.
Context {X : finite} (M : mrp X) (d : vec X).
Hypothesis d_stationary : stationary (P M) d.
Variables (gam : R) (h : nat -> R).
Hypothesis gam01 : 0 <= gam < 1.
Hypothesis h_bounded : bounded h.

(* claim: stationary-norm *)
Theorem powers_shrink k (v : vec X) :
  inner d (iter k (next M) v) (iter k (next M) v) <= inner d v v.
Proof. now apply iter_next_contracts. Qed.

(* the coefficients of the operator: 1 - h_0, c_1 gamma, c_2 gamma^2, ... *)
Definition operator_coef (k : nat) : R :=
  match k with O => 1 - h O | S n => weight h n * gam ^ S n end.
Lemma operator_summable : summable operator_coef.
Proof.
  pose proof (coef_summable gam h gam01 h_bounded) as H.
  apply (ex_series_incr_1 (fun k => Rabs (operator_coef k))).
  apply (ex_series_incr_1 (fun k => Rabs (coef gam h k))) in H.
  eapply ex_series_ext; [|exact H]. intros n. simpl. now rewrite Rabs_Ropp.
Qed.
Lemma operator_size : Series (fun k => Rabs (operator_coef k)) = general_modulus gam h.
Proof.
  rewrite Series_incr_1 by exact operator_summable. unfold general_modulus. f_equal.
  apply Series_ext. intros n. cbn [operator_coef]. rewrite Rabs_mult. f_equal.
  apply Rabs_pos_eq, pow_le. lra.
Qed.
(* H u - H v as a series of powers of P *)
Lemma operator_series u v s :
  is_series (fun k => operator_coef k * iter k (next M) (fun x => u x - v x) s)
            (linear_return M gam h u s - linear_return M gam h v s).
Proof.
  set (w := fun x => u x - v x).
  pose proof (filter_series M gam h gam01 h_bounded w s) as F.
  assert (E : linear_return M gam h u s - linear_return M gam h v s = w s - filter M gam h w s).
  { pose proof (return_filter M gam h gam01 h_bounded u s) as U.
    pose proof (return_filter M gam h gam01 h_bounded v s) as V.
    rewrite (filter_minus gam h gam01 h_bounded M u (value M gam)) in U.
    rewrite (filter_minus gam h gam01 h_bounded M v (value M gam)) in V.
    unfold w. rewrite (filter_minus gam h gam01 h_bounded M u v). lra. }
  rewrite E. assert (N : is_series (fun k => match k with O => w s | S _ => 0 end) (w s)).
  { apply is_series_lim, (is_lim_seq_ext_loc (fun _ => w s)); [|apply is_lim_seq_const].
    exists 1%nat. intros [|n] Hn; [lia|]. rewrite sum_first, sum_zero. ring. }
  eapply is_series_ext; [|exact (is_series_sub _ _ _ _ N F)]. intros [|n]; simpl.
  - change (w s - h O * w s = (1 - h O) * w s). ring.
  - change (0 - - (weight h n * (gam * gam ^ n)) * next M (iter n (next M) w) s
      = weight h n * (gam * gam ^ n) * next M (iter n (next M) w) s). ring.
Qed.

(* claim: stationary-norm *)
Theorem stationary_modulus (u v : vec X) :
  let w := fun s => u s - v s in
  let y := fun s => linear_return M gam h u s - linear_return M gam h v s in
  inner d y y <= general_modulus gam h ^ 2 * inner d w w.
Proof.
  intros w y. set (b := general_modulus gam h).
  pose proof (d_nonneg M d d_stationary) as Hd.
  pose proof (inner_nonneg d Hd y) as Hy. pose proof (inner_nonneg d Hd w) as Hw.
  set (S := sqrt (inner d y y * inner d w w)).
  assert (HS : 0 <= S) by apply sqrt_pos.
  assert (SS : S * S = inner d y y * inner d w w) by (apply sqrt_sqrt; nra).
  assert (B : forall k, Rabs (inner d y (iter k (next M) w)) <= S).
  { intros k. rewrite <- sqrt_Rsqr_abs. apply sqrt_le_1_alt. unfold Rsqr.
    eapply Rle_trans; [now apply cauchy_schwarz|]. apply Rmult_le_compat_l; [assumption|].
    now apply iter_next_contracts. }
  assert (A : inner d y y <= b * S).
  { assert (I : is_series (fun k => operator_coef k * inner d y (iter k (next M) w)) (inner d y y)).
    { eapply is_series_ext;
        [|exact (inner_series d y (fun k s => operator_coef k * iter k (next M) w s) y
                   (operator_series u v))].
      intros k. apply inner_scal_r. }
    rewrite <- (is_series_unique _ _ I). unfold b. rewrite <- operator_size, <- Series_scal_r.
    eapply Rle_trans; [apply Rle_abs|]. apply Series_abs_le.
    - intros k. rewrite Rabs_mult. apply Rmult_le_compat_l; [apply Rabs_pos | apply B].
    - apply ex_series_scal_r, operator_summable. }
  assert (Hb : 0 <= b).
  { unfold b. rewrite <- operator_size. apply (is_series_nonneg (fun k => Rabs (operator_coef k))).
    - intros; apply Rabs_pos.
    - now apply Series_correct, operator_summable. }
  destruct (Rle_lt_or_eq_dec 0 _ Hy) as [L|<-]; [|nra].
  apply Rmult_le_reg_l with (inner d y y); [assumption|].
  apply Rle_trans with ((b * S) * (b * S)); [apply Rmult_le_compat; assumption|].
  replace (b * S * (b * S)) with (b ^ 2 * (S * S)) by ring. rewrite SS. right. ring.
Qed.
End Stationary.
