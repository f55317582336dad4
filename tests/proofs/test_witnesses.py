"""Needs and refutations: what the ledger finds at each instance, and what it does not accept.

A made-up witness cannot be written down: a need and a refutation have statements and an instance,
and nothing that could be true or false by declaration.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from functools import cache
from typing import Any

import pytest
from sympy import Rational

from numeric_checks import cycle, single_state
from numeric_checks.statements import Instance, InvalidInstance, Members, Outcome, decide, members
from numeric_checks.statements.covariances import Covariances, covariances
from numeric_checks.statements.instances import k
from proofs.companion import ledger
from proofs.companion.claims import catalogue
from proofs.companion.claims.claim import Claim, ClaimFails
from proofs.companion.claims.witnesses import Need, Refutation, examine
from proofs.companion.documents.document import Document
from proofs.notation import R, V, c, h, i, n
from proofs.paper import prop_wrh
from proofs.paper.covariances import K, kappa
from proofs.paper.unattained import rising, two_states
from symbolic import Equal, Not, Statement, given
from symbolic.printing import statement_text
from symbolic.terms import substitute
from symbolic.writing import unfold

Case = Need | Refutation


@cache
def cases() -> dict[str, Case]:
    """Every need and every refutation."""
    found: dict[str, Case] = {}
    for entry in catalogue.entries():
        claim = ledger.load(entry.id)
        for need in claim.needs_:
            twins = sum(other.part is need.part for other in claim.needs_)
            which = f", {statement_text(need.hypothesis)}" if twins > 1 else ""
            found[f"{entry.id} {need.part.name}{which}"] = need
        for count, refutation in enumerate(claim.refutations, start=1):
            found[f"{entry.id} refuted {count}"] = refutation
    return found


#: what is found of each conclusion
FOUND = {
    "root-cause none_without_negative_weights": "fails",
    "eq:lambda-return_nsteps weighted_average": "means nothing (a series that does not converge)",
    "traces-efficient no_recursion": "fails",
    "eq:delayed_pulse only_fixed_point": "fails (it is 0 at v = (10, 0))",
    "divergence-any-tau refuted 1": "fails",
    "eq:sample-real_nsteps without_the_limit": (
        "fails (the left side is 2, the right side 0, at v = 0)"
    ),
    "eq:linear_contraction refuted 1": "fails (the left side is 7/4, the right side 1)",
    "affine-normalisation normalised_return, 0 < s": "means nothing (a division by zero)",
    "affine-normalisation normalised_return, h_i → 0 as i → ∞": (
        "fails (the left side is 3/2, the right side 1/2, at v = 0)"
    ),
    "convex-faster refuted 1": "fails",
    "convex-faster refuted 2": "fails (the left side is 171/200, the right side 8271/10000)",
    "eq:sparse_lambda both_forms": "means nothing (a series that does not converge)",
    "prop:variance refuted 1": "fails",
    "ext:function-approximation refuted 1": (
        "fails (at s = 2: the left side is 27/25, the right side 1)"
    ),
    "trajectory-analog refuted 1": (
        "fails (at k = 1, j = 2: the left side is 1, the right side 1/2)"
    ),
    "convex-generalises lambda_return_is_convex": "fails (the left side is 0, the right side 1)",
    "equal-performance refuted 1": "fails (the left side is 1/4, the right side 5/28)",
    "equal-moduli refuted 1": "fails (the left side is 99/109, the right side about 0.90172154)",
}
NAMES = [*FOUND]


def test_what_is_found_of_every_conclusion_is_written_out_here() -> None:
    assert set(cases()) == set(NAMES)
    assert {name: str(cases()[name].examined.conclusion[1]) for name in FOUND} == FOUND


@pytest.mark.parametrize("name", NAMES)
def test_a_witness_is_printed_as_it_was_found(name: str) -> None:
    examined = cases()[name].examined
    document = Document.of(name.partition(" ")[0])
    text, latex, page = document.text(), document.latex(), document._repr_html_()
    for line in examined.lines():
        assert f"\n    {line.text()}\n" in text
        assert line.latex() in latex
        assert line.html() in page
    assert all(found.outcome is Outcome.HOLDS for _, found in examined.kept)
    assert (examined.dropped is None) is isinstance(cases()[name], Refutation)


# -- the moon --------------------------------------------------------------------------------------


def test_a_need_and_a_refutation_are_statements_and_an_instance() -> None:
    """What else there is, another reading or a word to read, is looked at: see test_errata."""
    assert [f.name for f in fields(Need)] == ["part", "hypothesis", "at", "otherwise"]
    names = ["words", "given", "says", "at", "instead", "read"]
    assert [f.name for f in fields(Refutation)] == names


@pytest.mark.parametrize("name", NAMES)
def test_the_moon_is_no_witness(name: str) -> None:
    moon: Any = "the moon: pigs fly, although it is made of cheese"
    assert "a witness is an instance, and this is 'the moon" in rejected(name, at=moon)
    assert "the instance has no" in rejected(name, at=Instance.of())


# -- five wrong witnesses for each -----------------------------------------------------------------


def rejected(name: str, **changes: Any) -> str:
    """The line that says why the ledger does not accept the changed case."""
    with pytest.raises(ClaimFails) as problem:
        _ = replace(cases()[name], **changes).examined
    line = str(problem.value)
    assert "\n" not in line
    return line


def parts(case: Case) -> tuple[list[Statement], Statement, Statement | None]:
    """What has to be kept, the conclusion, and what is dropped."""
    kept = [statement for statement, _ in case.examined.kept]
    dropped = case.hypothesis if isinstance(case, Need) else None
    says = case.part.says if isinstance(case, Need) else case.says
    return kept, says, dropped


def refused(*args: Any) -> str:
    with pytest.raises(ClaimFails) as problem:
        examine("the case", *args)
    return str(problem.value)


@pytest.mark.parametrize("name", NAMES)
def test_a_witness_that_keeps_what_fails_is_rejected(name: str) -> None:
    case = cases()[name]
    kept, says, dropped = parts(case)
    fails = Equal(0, 1) if case.examined.meaningless else says
    line = refused([*kept, fails], says, case.at, dropped)
    assert line.startswith(f"the case: the witness must keep {statement_text(fails)}, which fails")


@pytest.mark.parametrize("name", NAMES)
def test_a_witness_that_drops_what_holds_is_rejected(name: str) -> None:
    case = cases()[name]
    kept, says, _ = parts(case)
    for holds in kept:
        line = refused(kept, says, case.at, holds)
        assert line.startswith(f"the case: the witness must break {statement_text(holds)}, which")
        assert "holds" in line
    if isinstance(case, Need):
        assert "does not assume" in rejected(name, hypothesis=Not(case.hypothesis))


@pytest.mark.parametrize("name", NAMES)
def test_a_witness_whose_conclusion_holds_is_rejected(name: str) -> None:
    case = cases()[name]
    kept, says, dropped = parts(case)
    for holds in (*kept, Not(says)) if not case.examined.meaningless else kept:
        line = refused(kept, holds, case.at, dropped)
        assert "the witness refutes nothing" in line
        assert statement_text(holds) in line


POOL: tuple[Members, ...] = (
    members(), members(then=1), members(1), members(0, 1), members(2), members(then=-1),
    members(then=Rational(1, 2) ** k), members(then=2**k), members(then=(-1) ** k),
)  # fmt: skip
CHAINS = (single_state(2, "1/3"), single_state(0, "1/2"), cycle(3, "9/10", [1, 0, 0]), None)


def wrong_pieces(at: Instance) -> Iterator[tuple[str, list[Instance]]]:
    """For each value, sequence and MRP of an instance: instances with another one."""
    numbers = {s: x for s, x in at.values.items() if at.mrp is None or s.name != "gamma"}
    sequences = at.sequences
    for s in numbers:
        less = {t: x for t, x in numbers.items() if t != s}
        changed: list[dict[Any, Any]] = [less, *({**less, s: x} for x in (0, 1, -1, 2, 7))]
        yield s.name, [Instance.of(each, sequences, at.mrp) for each in changed]
    for f in sequences:
        few = {g: data for g, data in sequences.items() if g != f}
        other = [few, *({**few, f: data} for data in POOL if len(sequences[f].over) == 1)]
        yield f.__name__, [Instance.of(numbers, each, at.mrp) for each in other]
    if at.mrp is not None:
        yield "MRP", [Instance.of(numbers, sequences, mrp) for mrp in CHAINS]


@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_number_a_wrong_sequence_and_a_wrong_mrp_are_rejected(name: str) -> None:
    """Everything in an instance matters: with something else in its place it is mostly rejected."""
    case = cases()[name]
    for piece, others in wrong_pieces(case.at):
        lines = []
        for other in others:
            try:
                _ = replace(case, at=other).examined
            except ClaimFails as problem:
                lines.append(str(problem))
        assert lines, f"{piece} does not matter"
        reasons = ("must keep", "must break", "refutes nothing", "the instance has no")
        assert all(any(reason in line for reason in reasons) for line in lines)


@pytest.mark.parametrize("name", NAMES)
def test_the_instance_of_another_theorem_is_rejected(name: str) -> None:
    others = {other: case.at for other, case in cases().items() if other != name}
    assert len(others) - len(SHARED.get(name, ())) >= 10
    for other, at in others.items():
        if other in SHARED.get(name, ()):
            assert replace(cases()[name], at=at).examined.kept
        else:
            assert rejected(name, at=at)


#: instances of other theorems that happen to serve as well
SHARED: dict[str, tuple[str, ...]] = {
    "convex-generalises lambda_return_is_convex": (
        "eq:lambda-return_nsteps weighted_average",
        "eq:sparse_lambda both_forms",
    ),
    "eq:lambda-return_nsteps weighted_average": ("eq:sparse_lambda both_forms",),
    "eq:sample-real_nsteps without_the_limit": (
        "affine-normalisation normalised_return, h_i → 0 as i → ∞",
    ),
}


# -- meaningless is not false ----------------------------------------------------------------------


def test_some_hypotheses_are_needed_for_the_conclusion_to_mean_anything() -> None:
    found = [name for name, case in cases().items() if case.examined.meaningless]
    assert found == [name for name in FOUND if FOUND[name].startswith("means nothing")]
    assert {"eq:lambda-return_nsteps weighted_average", "eq:sparse_lambda both_forms"} <= {*found}


def test_at_lambda_one_the_average_is_meaningless_or_right() -> None:
    name = "eq:lambda-return_nsteps weighted_average"
    at = cases()[name].at
    for values, rewards in (
        (members(), members()),
        (members(then=1), members()),
    ):
        other = Instance.of(at.values, {V: values, R: rewards})
        assert "refutes nothing" in rejected(name, at=other)
    other = Instance.of(at.values, {V: members(), R: members(1)})
    assert replace(cases()[name], at=other).examined.meaningless


def test_a_printed_assertion_is_not_refuted_where_it_means_nothing() -> None:
    case = cases()["affine-normalisation normalised_return, 0 < s"]
    kept, says, _ = parts(case)
    assert "refutes nothing" in refused(kept, says, case.at)
    assert "which means nothing (a division by zero)" in refused(kept, says, case.at)


def test_what_is_undecided_is_not_accepted() -> None:
    claim = Claim(prop_wrh.__name__)
    made_up = claim.adds("What c_n is.", says=Equal(c(n), h(n - 1) - h(n)))
    claim.refutes(
        "made up",
        says=Not(Equal(h(0), 1)),
        given=[prop_wrh.CONVEX],
        at=Instance.of({}, {h: members(then=1 / (k + 1))}),
        instead=made_up(lambda: unfold(given(), c, n)),
    )
    with pytest.raises(ClaimFails, match="which holds as far as it was tried"):
        claim.verdict()


# -- covariances of TD errors ----------------------------------------------------------------------


def test_the_covariances_of_the_witness_are_those_of_td_errors() -> None:
    from numeric_checks.processes.variance import TDErrors

    data = cases()["prop:variance refuted 1"].at.sequences[K]
    assert isinstance(data, Covariances)
    errors = TDErrors(data.mrp, data.mrp.values())
    for a in range(6):
        for b in range(6):
            found = errors.covariance(a, b)[data.state]
            claimed = Equal(K(a, b), Rational(found.numerator, found.denominator))
            assert decide(claimed, Instance.of({}, {K: data})).outcome is Outcome.HOLDS
    supremum = errors.kappa(12)[data.state]
    assert supremum.lower < Rational(5, 24) < supremum.upper
    assert not supremum.attained


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda x: x + Rational(1, 48), "the variance of the TD error 0 is 3/16"),
        (lambda x: x * 2, "the variance of the TD error 0 is 3/16"),
        (lambda x: x + k * (k - 1), "does not solve the recurrence"),
        (lambda x: Rational(3, 16) + k / 64, "does not solve the recurrence"),
    ],
)
def test_another_closed_form_is_not_that_of_the_mrp(wrong: Callable[[Any], Any], said: str) -> None:
    with pytest.raises(InvalidInstance, match=said):
        covariances(two_states, 0, wrong(substitute(rising, {i: k})))
    with pytest.raises(InvalidInstance):
        covariances(cycle(2, "1/2", [1, 0]), 0, substitute(rising, {i: k}))


def test_a_smaller_bound_for_the_covariances_must_keep_what_fails() -> None:
    name = "prop:variance refuted 1"
    other = Instance.of({kappa: "13/64"}, cases()[name].at.sequences)
    below = "the witness must keep K_{i,j} ≤ κ for all i, j ≥ 0, which fails"
    assert below in rejected(name, at=other)
