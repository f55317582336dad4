"""Theorems tried on drawn instances: what is wrong is found, made small, and told."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st
from sympy import Abs, Expr, Integer, Rational

from numeric_checks import assert_theorem
from numeric_checks.evidence import digits, trying
from numeric_checks.evidence.changes import changed
from numeric_checks.evidence.drawing import NoInstance, Plan
from numeric_checks.evidence.recursions import joined
from numeric_checks.evidence.trying import LEAST, Trial, Wrong, tried
from numeric_checks.identities.enclosures import Floats, Inconsistent
from numeric_checks.identities.majorants import Majorant
from numeric_checks.processes.mrp import two_state
from numeric_checks.statements import Instance, Outcome, decide, members
from numeric_checks.statements.instances import k as place
from numeric_checks.statements.numbers import NoValue
from numeric_checks.statements.reading import Reading
from proofs.companion import ledger
from proofs.companion.claims import catalogue
from proofs.companion.claims.parts import Part
from symbolic import (
    AtMost,
    Bounded,
    Contracts,
    Converges,
    CosTurn,
    CycleEigenvalue,
    Equal,
    FloorDiv,
    ForAll,
    Less,
    Not,
    OnConstants,
    OperatorEqual,
    Statement,
    TendsTo,
    TwoStateEigenvalue,
    index,
    real,
    sequence,
    series,
)
from symbolic.core.terms import PROP
from symbolic.statements import GAMMA as gamma, VALUE as v, Z as z
from symbolic.statements.edge import statement_to_core
from symbolic.terms.edge import to_core
from tests.proofs.mutants import mutants
from tests.sampling import is_thorough, some

i, j, k, n, m, t = (index(x) for x in "ijknmt")
x, y, lam = (real(name) for name in ("x", "y", "lambda"))
a, b, h = (sequence(name) for name in "abh")
DISCOUNT = (Less(0, gamma), Less(gamma, 1))
CLAIMS = [entry.id for entry in catalogue.entries()]
TRUE = (Outcome.HOLDS, Outcome.CHECKED)


def parts(claim_id: str) -> list[Part]:
    return ledger.load(claim_id).parts


def fails(part: Part, says: Statement) -> bool:
    """Is it false at one of the first instances?"""
    trial = Trial(hypotheses(part), says, part.claim.drawn)
    try:
        list(islice(trial.instances(Random(0), 30), LEAST))
    except Wrong:
        return True
    return False


def hypotheses(part: Part) -> tuple[Statement, ...]:
    return (*part.given, *part.added)


# -- every theorem of the ledger ---------------------------------------------------------------


def has_one_instance(plan: Plan) -> bool:
    """Do the hypotheses settle everything?"""
    drawn = set[str]()
    for seed in range(4):
        with suppress(NoInstance):
            drawn.add(repr(plan.draw(Random(seed))))
    return len(drawn) <= 1


@pytest.mark.parametrize("claim_id", CLAIMS)
def test_every_theorem_is_tried_and_a_change_of_it_would_be_noticed(claim_id: str) -> None:
    """With other instances than those that are its evidence; some theorems of each claim."""
    for part in some(parts(claim_id), 2, claim_id):
        found = tried(hypotheses(part), part.says, seed=1, draw=part.claim.drawn)
        assert (part.name, found.failure, found.missing) == (part.name, None, None)
        assert found.noticed > 0
        only_one = part.claim.drawn is None and has_one_instance(
            Plan(hypotheses(part), (part.says,))
        )
        assert found.instances >= (1 if only_one else LEAST), part.name
        assert (found.digits == 50) is (found.reason is None)


@pytest.mark.parametrize("claim_id", CLAIMS)
@settings(max_examples=5)
@given(st.randoms(use_true_random=False))
def test_no_instance_that_is_drawn_breaks_a_theorem(claim_id: str, rng: Random) -> None:
    """One theorem at a time; the profile says how many instances."""
    part = rng.choice(parts(claim_id))
    with suppress(NoInstance, NoValue):  # members before the first are not drawn
        at = (part.claim.drawn or Plan(hypotheses(part), (part.says,)).draw)(rng)
        if all(decide(s, at).outcome is Outcome.HOLDS for s in hypotheses(part)):
            assert decide(part.says, at).outcome not in (Outcome.FAILS, Outcome.MEANINGLESS)


def test_near_misses_of_nine_theorems_in_ten_are_found_to_be_false() -> None:
    """The first dozen of each, not made by `changed`; some near misses are true.

    An ordinary run looks at sixty theorems, among which eight in ten are enough: samples scatter.
    """
    least = 0.9 if is_thorough() else 0.8
    caught, missed = 0, list[str]()
    for part in some((part for claim_id in CLAIMS for part in parts(claim_id)), 60, "nine in ten"):
        if any(fails(part, s) for s in islice(mutants(part.says), 12)):
            caught += 1
        else:
            missed.append(part.name)
    assert caught >= least * (caught + len(missed)), missed


# -- what is wrong is found, and told ------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "says", "told"),
    [
        pytest.param(
            DISCOUNT,
            AtMost(gamma**2, Rational(1, 3)),
            "fails at γ = 2/3: the left side is 4/9, the right side 1/3",
            id="numbers, the simplest first",
        ),
        pytest.param(
            [ForAll(i, 0, AtMost(h(i + 1), h(i)))],
            TendsTo(h(n), n, 0),
            "fails at h = (1, 1, ...): it tends to 1",
            id="a limit that hypotheses leave open",
        ),
        pytest.param(
            [Converges(h(i), i, 0)],
            Equal(series(h(i), i, 0), series(h(i), i, 1)),
            "fails at h = (1, 0, 0, ...): the left side is 1, the right side 0",
            id="a series that begins too late",
        ),
        pytest.param(
            [*DISCOUNT, Equal(a(0), 1), ForAll(t, 0, Equal(a(t + 1), 2 * gamma * a(t)))],
            Bounded(a(t), t, 0),
            r"fails at γ = \S+, a_\S.*",
            id="a recursion",
        ),
        pytest.param(
            DISCOUNT,
            Contracts(z * v / 2, gamma / 3),
            r"fails at .*: distances are multiplied by up to \S+, and the bound is \S+",
            id="an operator",
        ),
        pytest.param(
            [Equal(x, 0)],
            Equal((x**2 + x) * (1 / x), x + 1),
            "means nothing at x = 0: a division by zero",
            id="a division by zero",
        ),
    ],
)
def test_a_failure_is_told_at_a_small_instance(given: Any, says: Statement, told: str) -> None:
    found = tried(tuple(given), says)
    assert found.failure is not None
    assert found.failure == told or re.fullmatch(told, found.failure)


def test_what_cannot_be_tried_says_why() -> None:
    impossible = tried((Less(x, 0), Less(1, x)), Equal(x, y))
    assert (impossible.instances, impossible.missing) == (
        0, "x: no number satisfies what is assumed of it",
    )  # fmt: skip
    harmonic = tried((), Converges(1 / n, n, 1))
    assert harmonic.instances == 0
    assert str(harmonic.missing).startswith("the conclusion is undecided")


def test_a_sequence_that_is_zero_throughout_does_not_count() -> None:
    found = tried((ForAll(i, 0, Equal(h(i), 0)),), Equal(series(h(i), i, 0), 0))
    assert (found.instances, found.missing) == (0, "a sequence is zero throughout")


def test_a_statement_of_nothing_has_one_instance() -> None:
    found = tried((), Equal(Integer(2) + 2, 4))
    assert (found.instances, found.missing, found.noticed) == (1, None, 2)


def test_instances_that_notice_nothing_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """More of them are looked at, and then it is said."""
    monkeypatch.setattr(trying, "changed", lambda core: [core])
    found = tried((Less(0, x), Less(x, 1)), Less(x**2, x))
    assert found.instances > LEAST
    assert (found.changes, found.noticed) == (1, 0)
    with pytest.raises(NoInstance, match="at none a small change of it fails"):
        assert_theorem(Less(gamma**2, gamma), given=DISCOUNT)


def test_the_same_seed_tries_the_same_instances() -> None:
    given = (*DISCOUNT, Bounded(h(i), i, 0))
    drawn = [[str(Plan(given, ()).draw(Random(s))) for _ in range(2)] for s in (3, 3, 4)]
    assert drawn[0] == drawn[1] != drawn[2]


# -- the instances -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given",
    [
        pytest.param((Equal(series(h(i), i, 0), x), Converges(h(i), i, 0)), id="a sum"),
        pytest.param((TendsTo(h(i), i, x), ForAll(i, 0, AtMost(h(i + 1), h(i)))), id="a limit"),
        pytest.param((ForAll(i, 0, Equal(a(i), h(i) - h(i + 1))),), id="differences"),
        pytest.param((ForAll(i, 0, Equal(a(i), series(h(j), j, 0, i))),), id="partial sums"),
        pytest.param((Equal(a(0), h(0)), ForAll(t, 0, Equal(a(t + 1), a(t) / 2 + h(t)))), id="D"),
        pytest.param((ForAll(t, 0, AtMost(a(t + 1), a(t) * x)), Less(x, 1)), id="an inequality"),
        pytest.param((Less(h(k), 0), AtMost(2, k), Equal(h(0), 1)), id="a member somewhere"),
        pytest.param(
            (ForAll(t, 0, AtMost(0, a(t))), Not(Bounded(series(a(i), i, 0, t - 1), t, 0))),
            id="step sizes",
        ),
        pytest.param(
            (
                ForAll(t, 0, Equal(a(t + 1), a(t) + x * b(t))),
                ForAll(t, 0, Equal(b(t + 1), b(t) + x * a(t))),
                Equal(a(0), b(0)),
                Less(0, x),
            ),
            id="two by each other",
        ),
        pytest.param(
            (ForAll(t, 0, Equal(a(t + 1), 2 * a(t))), ForAll(t, 0, AtMost(Abs(a(t)), b(t)))),
            id="what is larger than another",
        ),
        pytest.param(
            (
                ForAll(t, 0, ForAll(n, 0, Equal(a(t + 1, n), a(t, n) - x * a(t, n + 1)))),
                Equal(a(0, 0), 1),
                Equal(a(0, 1), 0),
            ),
            id="waves",
        ),
        pytest.param(
            (
                ForAll(i, 0, Equal(h(i), 0), k - 1),
                Equal(h(k), 1),
                ForAll(i, k + 1, Equal(h(i), 0)),
                AtMost(0, k),
            ),
            id="member by member",
        ),
    ],
)
def test_hypotheses_that_define_something_are_met_often(given: tuple[Statement, ...]) -> None:
    plan, rng, met = Plan(given, ()), Random(0), 0
    for _ in range(40):
        try:
            at = plan.draw(rng)
        except NoInstance:
            continue
        met += all(decide(s, at).outcome in TRUE for s in given)
    assert met >= 20


def drawn(*given_: Statement) -> list[Instance]:
    """Instances that meet the hypotheses."""
    plan, found = Plan(given_, (Equal(h(0), 0),)), []
    for seed in range(40):
        with suppress(NoInstance):
            at = plan.draw(Random(seed))
            if all(decide(s, at).outcome is Outcome.HOLDS for s in given_):
                found.append(at)
    return found


def first(at: Instance, count: int) -> list[Fraction]:
    """The first members of h."""
    return [Fraction(Reading(at).number(to_core(h(n_)))) for n_ in range(count)]


def test_a_sequence_with_integer_parts_is_drawn_for_every_divisor() -> None:
    rounded = ForAll(i, 0, Equal(h(i), lam ** FloorDiv(i + m - 1, m)))
    found = drawn(AtMost(1, m), Less(0, lam), Less(lam, 1), rounded)
    assert {at.values[m] for at in found} >= {1, 2, 3}
    for at in found:
        gap, decay = int(at.values[m]), at.values[lam]
        assert first(at, 9) == [decay ** -(-p // gap) for p in range(9)]


def test_a_sequence_is_drawn_from_two_hypotheses_one_after_the_other() -> None:
    early, late = ForAll(i, 0, Equal(h(i), lam**i), n - 1), ForAll(j, n, Equal(h(j), x))
    found = drawn(AtMost(1, n), Less(0, lam), early, late)
    assert {at.values[n] for at in found} >= {1, 2, 3}
    for at in found:
        end, decay, rest = int(at.values[n]), at.values[lam], at.values[x]
        assert first(at, 9) == [decay**p if p < end else rest for p in range(9)]


def test_hypotheses_that_leave_something_out_between_them_are_not_joined() -> None:
    early, late = ForAll(i, 0, Equal(h(i), 1), n - 1), ForAll(i, n, Equal(h(i), 0))
    assert joined(early, late) is not None
    assert joined(early, ForAll(i, n + 1, Equal(h(i), 0))) is None
    assert joined(ForAll(i, 0, Equal(h(i), 1)), late) is None
    assert joined(early, ForAll(i, n, AtMost(h(i), 0))) is None
    assert joined(early, ForAll(i, n, Equal(h(i + 1), h(i)))) is None


def test_a_sequence_begins_with_the_members_that_are_given() -> None:
    found = drawn(Equal(h(0), x), Equal(h(1), 7), ForAll(i, 2, Equal(h(i), 0)))
    assert len({at.values[x] for at in found}) > 1
    assert all(first(at, 4) == [at.values[x], 7, 0, 0] for at in found)


def test_a_sequence_that_is_defined_up_to_an_index_is_listed() -> None:
    sums = ForAll(n, 0, Equal(h(n), series(a(j) * a(j + n), j, 0, m - 1 - n)), m - 1)
    found = drawn(AtMost(1, m), sums)
    assert {at.values[m] for at in found} >= {1, 2, 3}


def test_a_number_that_is_given_may_be_large() -> None:
    assert {at.values[n] for at in drawn(Equal(n, 20))} == {20}
    assert tried((AtMost(20, n),), Less(0, n)).instances == 0


@given(st.randoms(use_true_random=False))
def test_a_recursion_is_solved_as_it_is_iterated(rng: Random) -> None:
    step = ForAll(t, 0, Equal(a(t + 1), x * a(t) + h(t)))
    at = Plan((step,), ()).draw(rng)
    rate, force = at.values[x], at.sequences[h]

    def value(data: Any, n: int) -> Fraction:
        if n < len(data.first):
            return Fraction(data.first[n])
        number = data.then.subs(place, n)
        return Fraction(int(number.p), int(number.q))

    now = value(at.sequences[a], 0)
    for step_number in range(12):
        now = rate * now + value(force, step_number)
        assert now == value(at.sequences[a], step_number + 1)


@given(st.randoms(use_true_random=False))
def test_two_recursions_are_solved_as_they_are_iterated(rng: Random) -> None:
    steps = (
        ForAll(t, 0, Equal(a(t + 1), x * a(t) + 2 * b(t))),
        ForAll(t, 0, Equal(b(t + 1), 2 * a(t) + x * b(t))),
    )
    at = Plan(steps, ()).draw(rng)
    rate = at.values[x]

    def value(data: Any, n: int) -> Fraction:
        if n < len(data.first):
            return Fraction(data.first[n])
        number = data.then.subs(place, n)
        return Fraction(int(number.p), int(number.q))

    one, other = (value(at.sequences[f], 0) for f in (a, b))
    for step_number in range(1, 12):
        one, other = rate * one + 2 * other, 2 * one + rate * other
        assert one == value(at.sequences[a], step_number)
        assert other == value(at.sequences[b], step_number)


def test_two_that_turn_by_an_irrational_angle_are_not_solved() -> None:
    steps = (
        ForAll(t, 0, Equal(a(t + 1), a(t) - b(t))),
        ForAll(t, 0, Equal(b(t + 1), b(t) + a(t))),
    )
    with pytest.raises(NoInstance, match="without two rational eigenvalues"):
        Plan(steps, ()).draw(Random(0))


def test_a_sequence_that_is_computed_as_zero_counts() -> None:
    found = tried(
        (ForAll(i, 0, Equal(a(i), h(i + 1) - h(i))), ForAll(i, 0, Equal(h(i), h(0)))),
        Equal(a(3), 0),
    )
    assert found.instances


# -- changes of statements -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "statement",
    [
        Equal(x**n + 2 * Abs(y), 3),
        ForAll(n, 1, AtMost(h(n), CosTurn(n, 5))),
        Not(Less(x, 1)),
        TendsTo(h(n), n, x),
        Converges(h(n), n, 0),
        Bounded(h(n), n, 0),
        Contracts(z * v, gamma),
        OperatorEqual(z * v, v),
        TwoStateEigenvalue(z * v, gamma, 1),
    ],
    ids=str,
)
def test_changes_are_statements_and_differ(statement: Statement) -> None:
    core = statement_to_core(statement)
    found = list(changed(core))
    assert found
    assert core not in found
    assert all(other.sort == PROP and not other.loose for other in found)


# -- decimals ------------------------------------------------------------------------------------


def compared(statement: Statement, at: Instance) -> int:
    return digits.compared(statement_to_core(statement), at)


HALF = Instance.of({gamma: "1/2", lam: "3/4", n: 3}, {h: members(1, "2/3", then=3**-place)})
TWO = two_state("1/3", "9/10", [1, 0])
LAMBDA = series((1 - lam) * lam ** (k - 1) * gamma**k, k, 1)


@pytest.mark.parametrize("place_of_error", [20, 49])
@pytest.mark.parametrize(
    ("claim", "at"),
    [
        pytest.param(lambda e: Equal(LAMBDA, gamma / 4 / (1 - gamma * 3 / 4) + e), HALF, id="sum"),
        pytest.param(lambda e: Equal(series(h(i), i, 0), Rational(11, 6) + e), HALF, id="members"),
        pytest.param(lambda e: TendsTo(series(gamma**i, i, 0, n), n, 2 + e), HALF, id="limit"),
        pytest.param(lambda e: AtMost(LAMBDA + e, Rational(1, 5)), HALF, id="inequality"),
        pytest.param(
            lambda e: Equal(CosTurn(1, 5), 2 * CosTurn(1, 10) ** 2 - 1 + e), HALF, id="cosine"
        ),
        pytest.param(
            lambda e: ForAll(k, 1, Equal(gamma**k, gamma ** (k - 1) / 2 + e)), HALF, id="for all"
        ),
        pytest.param(
            lambda e: TwoStateEigenvalue(z * v, -gamma / 3 + e, Rational(1, 3)),
            Instance.of({}, {}, TWO), id="two states",
        ),
        pytest.param(
            lambda e: CycleEigenvalue(
                z * v, gamma * CosTurn(1, 5) + e, gamma * CosTurn(1, 20), 5, 1
            ),
            Instance.of({}, {}, TWO), id="a mode",
        ),
        pytest.param(
            lambda e: OnConstants(z * v, (gamma + e) * lam, lam),
            Instance.of({}, {}, TWO), id="constants",
        ),
    ],
)  # fmt: skip
def test_a_wrong_digit_is_caught(
    claim: Callable[[Expr | int], Statement], at: Instance, place_of_error: int
) -> None:
    assert compared(claim(0), at) >= 1
    with pytest.raises(digits.Disagree):
        compared(claim(Rational(1, 10**place_of_error)), at)


def test_a_wrong_twentieth_digit_of_a_theorem_is_caught_by_the_ledger_twice() -> None:
    """Exactly, and by decimals alone."""
    [part] = [p for p in parts("sparse-modulus") if p.name == "one_evaluation"]
    assert isinstance(part.says, Equal)
    wrong = Equal(part.says.lhs, part.says.rhs * (1 + Rational(1, 10**20)))
    assert tried(hypotheses(part), part.says).digits == 50
    assert "fails at" in str(tried(hypotheses(part), wrong).failure)
    sparse = members(then=Rational(1, 3) ** FloorDiv(place + 1, 2))
    at = Instance.of({gamma: "1/2", lam: "1/3", m: 2}, {h: sparse})
    assert compared(part.says, at) == 1
    with pytest.raises(digits.Disagree):
        compared(wrong, at)


def test_where_mpmath_and_arb_differ_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = Floats.number

    def slightly_off(self: Floats, number: Any) -> Any:
        return exact(self, number) * (1 + exact(self, number) / 10**30)

    monkeypatch.setattr(Floats, "number", slightly_off)
    with pytest.raises(Inconsistent, match=r"by Arb, .* by mpmath"):
        compared(Equal(LAMBDA, LAMBDA), HALF)


def test_a_bound_for_the_rest_that_is_too_small_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Majorant.tail

    def nothing_left(self: Majorant, count: int) -> Any:
        return whole(self, 10**9) if count >= 40 else whole(self, count)

    monkeypatch.setattr(Majorant, "tail", nothing_left)
    with pytest.raises((digits.Disagree, Inconsistent)):
        compared(Equal(LAMBDA, Rational(1, 5)), HALF)


# -- for one's own theorems ----------------------------------------------------------------------


def test_a_theorem_of_ones_own_is_tried() -> None:
    found = assert_theorem(Less(gamma**2, gamma), given=DISCOUNT)
    assert found.instances == found.exact >= 10  # there are not many simple numbers below 1
    assert found.digits == 50


def test_relations_of_sympy_are_understood() -> None:
    assert assert_theorem(gamma**2 < gamma, given=[gamma > 0, gamma < 1]).instances >= 10
    with pytest.raises(AssertionError, match=r"γ\^2 < γ\n  fails at γ = 1: the left side is 1"):
        assert_theorem(gamma**2 < gamma, given=[gamma > 0, gamma <= 1])


def test_a_theorem_that_is_not_tried_is_not_passed() -> None:
    with pytest.raises(NoInstance, match="0 of 20 instances could be drawn: x: no number"):
        assert_theorem(Equal(x, y), given=[Less(x, 0), Less(1, x)])
