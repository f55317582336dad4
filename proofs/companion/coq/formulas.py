"""Which formulas are handed to Coq, and the theorem that must hold of each."""

from __future__ import annotations

from proofs.companion.coq.bridge import Formula

FORMULAS = (
    Formula(
        name="sparse_modulus_formula",
        claim="sparse-modulus",
        where="proofs.paper.sparse_modulus.modulus",
        arguments="(gamma lambda : R) (m : nat)",
        requires=("Returns", "SparseModulus"),
        theorem="""
Theorem sparse_modulus_is gamma lambda m :
  0 <= gamma < 1 -> 0 <= lambda < 1 -> (1 <= m)%nat ->
  Returns.modulus gamma (Returns.sparse_h lambda m) = sparse_modulus_formula gamma lambda m.
Proof.
  intros. rewrite SparseModulus.sparse_modulus by assumption.
  unfold sparse_modulus_formula. same_formula.
Qed.
""",
    ),
    Formula(
        name="truncated_modulus_formula",
        claim="truncated-modulus",
        where="proofs.paper.truncated_modulus.modulus",
        arguments="(gamma lambda : R) (N : nat)",
        requires=("Returns", "TruncatedModulus"),
        theorem="""
Theorem truncated_modulus_is gamma lambda N :
  0 <= gamma < 1 -> 0 <= lambda <= 1 -> (1 <= N)%nat ->
  Returns.modulus gamma (Returns.truncated_h lambda N) = truncated_modulus_formula gamma lambda N.
Proof.
  intros. rewrite TruncatedModulus.truncated_modulus by assumption.
  unfold truncated_modulus_formula. same_formula.
Qed.
""",
    ),
    Formula(
        name="two_term_modulus_formula",
        claim="two-term-violators",
        where="proofs.beyond.two_term_violators.beta",
        arguments="(epsilon gamma : R)",
        requires=("Returns", "TwoTermViolators"),
        theorem="""
Theorem two_term_modulus_is epsilon gamma : 0 <= epsilon ->
  Returns.modulus gamma (TwoTermViolators.two_term_h epsilon)
  = two_term_modulus_formula epsilon gamma.
Proof.
  intros. rewrite TwoTermViolators.two_term_value by assumption.
  unfold TwoTermViolators.two_term_modulus, two_term_modulus_formula. same_formula.
Qed.
""",
    ),
    Formula(
        name="contracts_below_formula",
        claim="two-term-violators",
        where="proofs.beyond.two_term_violators.contracts_below",
        arguments="(gamma : R)",
        requires=("TwoTermViolators",),
        theorem="""
Theorem contracts_below_is epsilon gamma : 0 < gamma < 1 ->
  TwoTermViolators.two_term_modulus gamma epsilon < 1 <-> epsilon < contracts_below_formula gamma.
Proof.
  intros. rewrite TwoTermViolators.contracts_iff by assumption.
  unfold contracts_below_formula. apply below_same. same_formula.
Qed.
""",
    ),
    Formula(
        name="beats_below_formula",
        claim="two-term-violators",
        where="proofs.beyond.two_term_violators.beats_below",
        arguments="(gamma : R)",
        requires=("TwoTermViolators",),
        theorem="""
Theorem beats_below_is epsilon gamma : 0 < gamma < 1 ->
  TwoTermViolators.two_term_modulus gamma epsilon < gamma <-> epsilon < beats_below_formula gamma.
Proof.
  intros. rewrite TwoTermViolators.beats_one_step_iff by assumption.
  unfold beats_below_formula. apply below_same. same_formula.
Qed.
""",
    ),
    Formula(
        name="delayed_modulus_formula",
        claim="delayed-nsteps",
        where="proofs.paper.delayed_nsteps.beta",
        arguments="(gamma : R) (tau : nat)",
        requires=("Returns", "DelayedNsteps"),
        theorem="""
Theorem delayed_modulus_is gamma tau : 0 <= gamma < 1 -> (1 <= tau)%nat ->
  Returns.modulus gamma (Returns.delayed_h tau) = delayed_modulus_formula gamma tau.
Proof.
  intros. rewrite DelayedNsteps.delayed_modulus by assumption.
  unfold delayed_modulus_formula. same_formula.
Qed.
""",
    ),
    Formula(
        name="diagonal_formula",
        claim="counterexample:pulse",
        where="proofs.paper.counterexample_pulse.diagonal",
        arguments="",
        requires=("CounterexamplePulse",),
        theorem="""
Theorem diagonal_is : forall s : two,
  CounterexamplePulse.pulse (fun _ => 1) s = diagonal_formula * 1.
Proof.
  intros s. rewrite (proj1 CounterexamplePulse.pulse_eigenpairs). unfold diagonal_formula. lra.
Qed.
""",
    ),
    Formula(
        name="off_diagonal_formula",
        claim="counterexample:pulse",
        where="proofs.paper.counterexample_pulse.off_diagonal",
        arguments="",
        requires=("CounterexamplePulse",),
        theorem="""
Theorem off_diagonal_is : forall s : two,
  CounterexamplePulse.pulse (fun b : two => if b then 1 else -1) s
  = off_diagonal_formula * (if s then 1 else -1).
Proof.
  intros s. rewrite (proj2 CounterexamplePulse.pulse_eigenpairs).
  unfold off_diagonal_formula. destruct s; lra.
Qed.
""",
    ),
    Formula(
        name="variance_factor_formula",
        claim="prop:variance",
        where="proofs.paper.covariances.factor",
        arguments="(beta gamma : R)",
        requires=("ConvexMargin", "Variance"),
        theorem="""
Theorem variance_factor_is (Omega : finite) (pr : vec Omega) (delta : nat -> vec Omega)
    gamma V kappa h :
  (forall o, 0 <= pr o) -> total Omega pr = 1 -> 0 <= gamma < 1 -> Variance.convex h ->
  (exists D, forall i o, Rabs (delta i o) <= D) ->
  is_lub (fun x => exists i j, x = Variance.covariance pr (delta i) (delta j)) kappa ->
  Variance.variance pr (Variance.combined_return gamma V delta h)
  <= variance_factor_formula (ConvexMargin.discounted_weights gamma h) gamma ^ 2 * kappa.
Proof.
  intros. eapply Rle_trans; [apply Variance.variance_bound_sup; eassumption|].
  apply Req_le, (f_equal (fun x => x ^ 2 * kappa)). unfold variance_factor_formula. same_formula.
Qed.
""",
    ),
    Formula(
        name="matching_lambda_formula",
        claim="equal-moduli",
        where="proofs.paper.equal_moduli.matching",
        arguments="(b gamma : R) (m : nat)",
        requires=("Returns", "EqualModuli"),
        theorem="""
Theorem matching_lambda_is b gamma lambda m :
  0 < gamma < 1 -> 0 <= b <= gamma -> 0 <= lambda < 1 -> (1 <= m)%nat ->
  Returns.modulus gamma (Returns.sparse_h lambda m) = b
  <-> lambda = matching_lambda_formula b gamma m.
Proof.
  intros. replace (matching_lambda_formula b gamma m) with ((gamma - b) / (gamma - b * gamma ^ m)).
  - now apply EqualModuli.equal_moduli.
  - unfold matching_lambda_formula. same_formula.
Qed.
""",
    ),
)
