"""Every claim refuses near misses of what it proves, and every hypothesis it lists is used."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import pytest
from sympy import oo

from proofs.companion import catalogue, ledger
from proofs.companion.claim import ClaimFails, Part
from symbolic import ForAll, Less, ProofError, Statement, Theorem, kernel
from symbolic.conditions import follows
from symbolic.printing import statement_text
from symbolic.rules import recall
from symbolic.statements import AtMost, Bounded, Equal, Relation
from tests.proofs.mutants import mutants
from tests.symbolic.evaluation import number

#: mutants about sequences that are true, so that accepting them is right
TRUE = {
    "h_i ≤ h_i for all i ≥ 0",
    "h_{i + 1} < h_i for all i ≥ 0",  # where strong recency is given
    "0 < h_{i + 1} for all i ≥ 0",
    "γ^(N + 1) ≤ Σ_{n=1}^{N} |w_n|·γ^n",  # below γ^N
}
CLAIMS = [entry.id for entry in catalogue.entries()]
MOST = 30


def parts(claim_id: str) -> list[Part]:
    return list(ledger.load(claim_id).parts)


def assumptions(theorem: Theorem) -> list[Theorem]:
    """The hypotheses of a theorem, as they were assumed in its derivation."""
    own = {h.key for h in theorem.hypotheses}
    assumed = (t for t in kernel.ancestry(theorem) if t.rule == "hypothesis")
    return [t for t in assumed if t.statement.key in own]


def real_mutants(part: Part) -> list[Statement]:
    """Mutants that say something else than the part."""
    seen = {part.says.key}
    found = []
    for mutant in mutants(part.says):
        if mutant.key not in seen:
            seen.add(mutant.key)
            found.append(mutant)
    return found


@pytest.mark.parametrize("claim_id", CLAIMS)
def test_a_derivation_does_not_establish_a_near_miss_of_its_claim(claim_id: str) -> None:
    for part in parts(claim_id):
        theorem, found = part.theorem, real_mutants(part)
        assert found, part.name
        for mutant in found:
            other = replace(part, says=mutant, derive=partial(identity, theorem))
            with pytest.raises(ClaimFails):
                _ = other.theorem


def identity(theorem: Theorem) -> Theorem:
    return theorem


@pytest.mark.parametrize("claim_id", CLAIMS)
def test_no_false_near_miss_follows_from_the_theorem_itself(claim_id: str) -> None:
    """Of the mutants, the decision procedures accept only true ones, whatever they may use."""
    for part in parts(claim_id):
        context = kernel.Context((part.theorem, *assumptions(part.theorem)))
        for mutant in real_mutants(part)[:MOST]:
            try:
                recall(context, mutant)
            except (ProofError, ValueError):
                continue
            shown = statement_text(mutant)
            # a combination of bounded sequences is bounded, whatever its signs
            if shown not in TRUE and not isinstance(mutant, Bounded):
                assert holds_everywhere(mutant, part.theorem.hypotheses), shown


def holds_everywhere(statement: Statement, given: tuple[Statement, ...]) -> bool:
    """Exact evaluation on a grid of instances; only for statements without sequences."""
    if statement.sequences:
        return False
    body, low = statement, 0
    if isinstance(statement, ForAll) and statement.hi is oo:
        body, low = statement.body, int(statement.lo)
    if not isinstance(body, Relation):
        return False
    symbols = sorted(body.free_symbols, key=str)
    grid = [
        range(low, low + 6) if s.is_integer else [Fraction(k, 10) for k in (1, 3, 5, 9)]
        for s in symbols
    ]
    return all(
        _relation_holds(body, dict(zip(symbols, point, strict=True)))
        for point in product(*grid)
        if all(
            _relation_holds(g, dict(zip(symbols, point, strict=True)))
            for g in given
            if isinstance(g, Relation) and g.free_symbols <= set(symbols)
        )
    )


def _relation_holds(relation: Relation, values: dict[Any, Any]) -> bool:
    lhs, rhs = (number(t, values) for t in (relation.lhs, relation.rhs))
    if isinstance(relation, Equal):
        return lhs == rhs
    if isinstance(relation, AtMost):
        return lhs <= rhs
    return lhs < rhs if isinstance(relation, Less) else lhs != rhs


def test_a_false_near_miss_would_be_noticed() -> None:
    from proofs.notation import gamma, n

    assert holds_everywhere(ForAll(n, 1, Less(gamma**n, 1)), ())
    assert not holds_everywhere(ForAll(n, 0, Less(gamma**n, 1)), ())


@pytest.mark.parametrize("claim_id", CLAIMS)
def test_a_derivation_without_one_of_its_hypotheses_fails(
    claim_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each hypothesis in turn is replaced by something trivial wherever it is assumed."""
    from symbolic import rules

    trivial = rules.algebra(kernel.given(), 0, 0)
    assume = kernel._assume
    for part in parts(claim_id):
        for hypothesis in part.theorem.hypotheses:

            def without(
                ctx: kernel.Context, statement: Statement, dropped: Statement = hypothesis
            ) -> Theorem:
                return trivial if statement.key == dropped.key else assume(ctx, statement)

            monkeypatch.setattr(kernel, "_assume", without)
            assert not goes_through(part, hypothesis), (
                f"{part.name} does not need {statement_text(hypothesis)}"
            )
            monkeypatch.setattr(kernel, "_assume", assume)


def goes_through(part: Part, dropped: Statement) -> bool:
    """Does the derivation still reach its statement, from the other hypotheses alone?"""
    try:
        theorem = part.derive()
    except Exception:  # any refusal will do: a missing fact may show itself in many ways
        return False
    others = tuple(h for h in part.theorem.hypotheses if h.key != dropped.key)
    return theorem.statement.key == part.says.key and all(
        h.key != dropped.key and follows(h, others) is not None for h in theorem.hypotheses
    )
