(* averages. What holds of averages over the elements of a finite type, with probabilities p. *)
From Coq Require Import Reals Lra.
From Recency Require Import Basics Finite.
Open Scope R_scope.

Section Averages.
Context {X : finite} (p : X -> R).
Hypothesis p_nonneg : forall s, 0 <= p s.
Hypothesis p_total : total X p = 1.

(* claim: averages *)
Theorem size_of_average (f : X -> R) W : (forall s, Rabs (f s) <= W) ->
  Rabs (total X (fun s => p s * f s)) <= W.
Proof.
  intros H. eapply Rle_trans; [apply total_abs|].
  rewrite <- (Rmult_1_r W), <- p_total, <- total_scal. apply total_le. intros s.
  rewrite Rabs_mult, (Rabs_pos_eq (p s)) by auto. rewrite (Rmult_comm W).
  now apply Rmult_le_compat_l.
Qed.

(* claim: averages *)
Theorem square_of_average (f : X -> R) :
  total X (fun s => p s * f s) ^ 2 <= total X (fun s => p s * f s ^ 2).
Proof.
  set (mu := total X (fun s => p s * f s)).
  assert (H : 0 <= total X (fun s => p s * (f s - mu) ^ 2)).
  { apply total_nonneg. intros s. apply Rmult_le_pos; [auto | apply pow2_ge_0]. }
  assert (E : total X (fun s => p s * (f s - mu) ^ 2)
              = total X (fun s => p s * f s ^ 2) + (-2 * mu) * mu + mu ^ 2 * total X p).
  { unfold mu at 3. rewrite <- !total_scal, <- !total_plus. apply total_ext; intros; ring. }
  rewrite E, p_total in H. lra.
Qed.
End Averages.

(* claim: averages *)
Theorem term_of_sum (X : finite) (f : X -> R) s : (forall t, 0 <= f t) -> f s <= total X f.
Proof. apply total_ge_term. Qed.
