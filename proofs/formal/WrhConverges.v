(* wrh-converges. An affine return with the weak recency heuristic has the modulus beta = sum_n c_n
   gamma^n <= gamma, so the expected update converges to v_pi on every finite Markov reward process,
   from every start and with all step sizes in (0, 1], constant or annealed, whose sum is infinite.
   *)
From Coq Require Import Reals Lra Lia PeanoNat.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators Returns Steps SampleRealNsteps
  LinearContraction PropWrh.
Open Scope R_scope.

(* claim: wrh-converges *)
Theorem wrh_modulus gam h : 0 <= gam < 1 -> affine h -> weak_recency h -> modulus gam h <= gam.
Proof.
  intros Hg A W. pose proof (proj1 (prop_wrh h A) W) as C. rewrite convex_modulus by assumption.
  destruct C as [[L S1] C].
  apply (is_series_le_compat (fun n => weight h n * gam ^ S n) (fun n => gam * weight h n)).
  - intros n. pose proof (pow_le_1 gam n ltac:(lra)). specialize (C n). simpl.
    replace (weight h n * (gam * gam ^ n)) with (gam * weight h n * gam ^ n) by ring.
    assert (0 <= gam * weight h n) by (apply Rmult_le_pos; lra). nra.
  - now apply Series_correct, discounted_weights, (bounded_of_lim h 0).
  - eapply is_series_eq; [apply is_series_mult_l, S1 | ring].
Qed.

(* every return with h_i -> 0 and beta < 1 converges *)
(* claim: wrh-converges *)
Theorem small_modulus_converges {X : finite} (M : mrp X) gam h alpha (v : vec X) s :
  0 <= gam < 1 -> vanishing h -> modulus gam h < 1 -> (forall t, 0 < alpha t <= 1) ->
    unsummable alpha ->
  is_lim_seq (fun t => run (linear_return M gam h) alpha t v s) (value M gam s).
Proof.
  intros Hg Hh Hb Ha U.
  pose proof (modulus_nonneg gam h Hg (bounded_of_lim h 0 Hh)) as B0.
  set (H := linear_return M gam h). set (vpi := value M gam).
  assert (D : is_lim_seq (fun t => dist (run H alpha t v) vpi) 0).
  { apply decay_le with (alpha := alpha) (c := 1 - modulus gam h); auto.
    - lra.
    - intros t. left. apply Ha.
    - intros t. specialize (Ha t). nra.
    - intros t. apply norm_nonneg.
    - intros t. cbn [run]. set (w := run H alpha t v). specialize (Ha t).
      pose proof (norm_nonneg X (fun x => w x - vpi x)) as N0. fold (dist w vpi) in N0.
      apply norm_le; [apply Rmult_le_pos; [nra | exact N0]|]. intros x.
      pose proof (linear_contraction M gam h w vpi Hg Hh) as C. fold H in C.
      pose proof (norm_ge _ (fun s => H w s - H vpi s) x) as N. cbv beta in N.
      fold (dist (H w) (H vpi)) in N.
      replace (H vpi x) with (vpi x) in N by (symmetry; apply linear_return_value; apply Hg).
      pose proof (norm_ge _ (fun s => w s - vpi s) x) as N'. cbv beta in N'.
      fold (dist w vpi) in N'.
      replace (w x + alpha t * (H w x - w x) - vpi x)
        with ((1 - alpha t) * (w x - vpi x) + alpha t * (H w x - vpi x)) by ring.
      eapply Rle_trans; [apply Rabs_triang|].
      rewrite !Rabs_mult, (Rabs_pos_eq (1 - alpha t)), (Rabs_pos_eq (alpha t)) by lra.
      assert ((1 - alpha t) * Rabs (w x - vpi x) <= (1 - alpha t) * dist w vpi) by
        (apply Rmult_le_compat_l; lra).
      assert (alpha t * Rabs (H w x - vpi x) <= alpha t * (modulus gam h * dist w vpi)) by
        (apply Rmult_le_compat_l; lra).
      lra. }
  apply is_lim_seq_ext with (u := fun t => (run H alpha t v s - vpi s) + vpi s); [intros; ring|].
  replace (Finite (vpi s)) with (Finite (0 + vpi s)) by (f_equal; ring).
  apply is_lim_seq_plus'; [|apply is_lim_seq_const]. apply is_lim_seq_abs_0.
  apply is_lim_seq_le_le with (u := fun _ => 0) (w := fun t => dist (run H alpha t v) vpi);
    [|apply is_lim_seq_const | exact D].
  intros t. split; [apply Rabs_pos | apply (norm_ge _ (fun x => run H alpha t v x - vpi x))].
Qed.

(* claim: wrh-converges *)
Theorem wrh_converges {X : finite} (M : mrp X) gam h alpha (v : vec X) s :
  0 <= gam < 1 -> affine h -> weak_recency h -> (forall t, 0 < alpha t <= 1) -> unsummable alpha ->
  is_lim_seq (fun t => run (linear_return M gam h) alpha t v s) (value M gam s).
Proof.
  intros Hg A W Ha U. apply small_modulus_converges; auto; [apply A|].
  pose proof (wrh_modulus gam h Hg A W). lra.
Qed.
(* the hypotheses can be met: the lambda-return with a constant step size *)
Example lambda_return_converges {X : finite} (M : mrp X) gam lam a (v : vec X) s :
  0 <= gam < 1 -> 0 <= lam < 1 -> 0 < a <= 1 ->
  is_lim_seq (fun t => run (linear_return M gam (lambda_h lam)) (fun _ => a) t v s) (value M gam s).
Proof.
  intros Hg Hl Ha. pose proof (lambda_convex lam Hl) as C. apply wrh_converges; auto.
  - apply C.
  - apply (prop_wrh _ (proj1 C)). exact C.
  - apply constant_unsummable. lra.
Qed.
