(* bias-by-modulus.  The bias of a convex return, how far its expectation is from v_pi, is at most beta times
   the error of the value estimates, beta = sum_n c_n gamma^n; and an error that is the same in every state is
   multiplied by beta, on every finite Markov reward process. *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators Returns SampleRealNsteps LinearContraction PropWrh.
Open Scope R_scope.

(* claim: bias-by-modulus *)
Theorem bias_at_most {X : finite} (M : mrp X) gam h (v : vec X) : 0 <= gam < 1 -> convex h ->
  dist (linear_return M gam h v) (value M gam)
  <= Series (fun n => weight h n * gam ^ S n) * dist v (value M gam).
Proof.
  intros Hg C. rewrite <- convex_modulus by assumption.
  pose proof (linear_contraction M gam h v (value M gam) Hg (proj1 (proj1 C))) as L.
  eapply Rle_trans; [|exact L]. right. apply norm_ext. intros s.
  now rewrite linear_return_value.
Qed.

(* claim: bias-by-modulus *)
Theorem constant_error {X : finite} (M : mrp X) gam h k s : 0 <= gam < 1 -> convex h ->
  linear_return M gam h (fun s => value M gam s + k) s - value M gam s
  = Series (fun n => weight h n * gam ^ S n) * k.
Proof.
  intros Hg C. pose proof (proj1 (proj1 C)) as V. pose proof (proj2 (proj1 C)) as W.
  replace (value M gam s) with (linear_return M gam h (value M gam) s)
    by now rewrite linear_return_value.
  rewrite return_difference by assumption. rewrite (is_series_unique _ _ W).
  replace ((1 - 1) * _) with 0 by ring. rewrite Rplus_0_l, <- Series_scal_r. apply Series_ext. intros n.
  rewrite Rmult_assoc. f_equal. generalize (S n) as m. intros m. clear - Hg.
  transitivity (iter m (disc M gam) (fun _ => k) s).
  - revert s. induction m as [|m IH]; intros s; [simpl; ring|]. simpl. unfold disc, next. f_equal.
    apply total_ext. intros s'. now rewrite IH.
  - revert s. induction m as [|m IH]; intros s; [simpl; ring|]. simpl. unfold disc at 1.
    transitivity (gam * next M (fun _ => gam ^ m * k) s).
    + f_equal. unfold next. apply total_ext. intros s'. now rewrite IH.
    + rewrite next_const. ring.
Qed.
