"""Regression tests for formulas and theorems: `assert_identity` and `assert_theorem`.

Both draw instances and decide there, exactly, what is said (`numeric_checks.statements`); formulas
with series are also compared as decimals, to fifty digits, with proved bounds for what is left out.
When something fails, the smallest instance that could be found is reported; a failure is always a
proof that what is said is wrong, agreement is evidence that it is right.

    >>> from symbolic import AtMost, FloorDiv, Less, index, real, series
    >>> i, m, lam, gamma = index("i"), index("m"), real("lambda"), real("gamma")
    >>> where = [Less(0, gamma), Less(gamma, 1), AtMost(0, lam), AtMost(lam, 1), AtMost(1, m)]
    >>> beta = gamma * (1 - lam) / (1 - gamma**m * lam)
    >>> eligibility = lam ** FloorDiv(i + m - 1, m)
    >>> total = series(eligibility * gamma**i, i, 0)
    >>> assert_identity(1 - (1 - gamma) * total, beta, where=where, cases=10).ok
    True

Rounding i/m down instead of up:

    >>> wrong = series(lam ** FloorDiv(i, m) * gamma**i, i, 0)
    >>> assert_identity(1 - (1 - gamma) * wrong, beta, where=where)
    Traceback (most recent call last):
    AssertionError: the sides differ at gamma = 1/2, lambda = 0, m = 2
      left:  1/4
      right: 1/2

A theorem has hypotheses that are more than comparisons, and says more than that two terms agree:

    >>> from symbolic import ForAll, sequence
    >>> n, h = index("n"), sequence("h")
    >>> never_rises = ForAll(i, 0, AtMost(h(i + 1), h(i)))
    >>> assert_theorem(ForAll(n, 0, AtMost(h(n), h(0))), given=[never_rises]).instances
    20
    >>> assert_theorem(ForAll(n, 1, Less(h(n), h(0))), given=[never_rises])
    Traceback (most recent call last):
    AssertionError: h_n < h_0 for all n ≥ 1
      fails at h = (1, 1, 1, 0, 0, ...): at n = 1: the left side is 1, the right side 1
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import islice, product
from typing import TYPE_CHECKING, Any, NoReturn

from flint import arb
from sympy import Expr, Symbol
from sympy.logic.boolalg import Boolean

from numeric_checks.evidence.drawing import NoInstance
from numeric_checks.evidence.trying import Tried, tried
from numeric_checks.identities.digits import compare, shown
from numeric_checks.identities.domains import Domain, InvalidAssumption, domains, holds
from numeric_checks.identities.evaluation import TooManyTerms, Undefined, Values
from numeric_checks.identities.majorants import NoTailBound, has_series
from numeric_checks.instances.evidence import Evidence, gather
from numeric_checks.statements.findings import Outcome
from numeric_checks.statements.instances import Instance, members
from numeric_checks.statements.meaning import Decision
from symbolic.printing import statement_text
from symbolic.returns import Parameter
from symbolic.statements import Equal, Statement
from symbolic.statements.edge import statement_to_core
from symbolic.statements.entry import stated
from symbolic.terms import check_term, free_sequences, free_symbols
from symbolic.terms.edge import to_core
from symbolic.terms.entry import term as as_term
from symbolic.writing.definitions import is_defined

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

__all__ = ["assert_identity", "assert_theorem"]

#: instances with larger integers are compared by digits rather than as fractions
LARGE = 200
#: an instance that needs more terms than this is left out
MOST = 20_000
#: and each corner is combined with so many choices of simple values
SWEEP = 4


def assert_theorem(
    says: Statement | Boolean,
    given: Iterable[Statement | Boolean] = (),
    *,
    cases: int = 20,
    seed: int = 0,
) -> Tried:
    """Raise AssertionError, with the smallest counterexample found, unless what is said holds.

    ``cases`` instances are drawn from what is given, where what is said is decided.  A theorem that
    cannot be tried raises `NoInstance`; so does one whose instances would not tell it from any of
    its small changes, for then they say nothing.
    """
    found = tried(_listing("given", given), stated(says), least=cases, seed=seed)
    if found.failure is not None:
        raise AssertionError(f"{statement_text(stated(says))}\n  {found.failure}")
    if found.missing is not None:
        raise NoInstance(f"{found.instances} of {cases} instances could be drawn: {found.missing}")
    if found.changes and not found.noticed:
        raise NoInstance(f"{found.instances} instances, and at none a small change of it fails")
    return found


def assert_identity(
    lhs: Expr | int,
    rhs: Expr | int,
    *,
    where: Iterable[Statement | Boolean] = (),
    variables: Mapping[Symbol, tuple[Parameter, Parameter]] | None = None,
    cases: int = 50,
    digits: int = 50,
    seed: int = 0,
) -> Evidence:
    """Raise AssertionError, with the smallest counterexample found, unless lhs = rhs.

    ``where`` are comparisons that may be assumed, ``Less(gamma, 1)`` or ``gamma < 1``;
    ``variables`` gives ranges as pairs (low, high), ends included.  A variable that nothing bounds
    is drawn from both sides of zero.  Sequences are drawn as short lists, zero after their end.
    First ``cases`` instances are drawn; then each variable visits its corners: the ends, close to
    the ends, large integers.

    A side that is undefined under the assumptions (a division by zero, a series that diverges)
    fails too.  A series that is not decided, and has no bound for its tail, raises `NoTailBound`:
    nothing can be said of it.
    """
    claim = _Identity(lhs, rhs, _listing("where", where), dict(variables or {}), digits)
    drawn = gather(claim.check, claim.strategy(), cases=cases, seed=seed)
    if drawn.failures:
        problem = claim.problem or InvalidAssumption(drawn.failures[0])
        raise problem.with_traceback(None)
    for values in claim.corners():
        claim.check(values, drawing=False)
    return Evidence(cases=claim.tried, digits=digits if claim.by_digits else None)


def _listing(name: str, statements: Iterable[Statement | Boolean]) -> tuple[Statement, ...]:
    if isinstance(statements, Statement | Boolean | str):
        raise InvalidAssumption(f"{statements} is not a list, expected {name}=[{statements}]")
    return tuple(map(stated, statements))


class _Identity:
    """Two terms, what is assumed, and how the comparison went so far."""

    def __init__(
        self,
        lhs: Expr | int,
        rhs: Expr | int,
        where: tuple[Statement, ...],
        variables: dict[Symbol, tuple[Parameter, Parameter]],
        digits: int,
    ) -> None:
        self.sides: tuple[Expr, Expr] = (as_term(lhs), as_term(rhs))
        for side in self.sides:
            check_term(side)
        self.where, self.digits = where, digits
        spoken = (*self.sides, *(side for s in where for side in s._outer()))
        symbols = sorted(
            frozenset[Symbol]().union(*(free_symbols(t) for t in spoken)), key=lambda s: s.name
        )
        self.domains: dict[Symbol, Domain] = domains(where, variables, symbols)
        self.sequences = sorted(
            frozenset[Any]().union(*(free_sequences(t) for t in spoken)), key=str
        )
        hidden = [str(s) for s in self.sequences if is_defined(s)]
        if hidden:
            raise InvalidAssumption(f"{hidden[0]} is a name for something: unfold it first")
        self.series = any(has_series(side) for side in self.sides)
        self.problem: Exception | None = None
        self.tried, self.by_digits = 0, False

    def strategy(self) -> SearchStrategy[dict[Any, Any]]:
        """Values for all variables, simplest first."""
        from hypothesis import strategies as st

        from numeric_checks.instances.strategies import rationals

        members = st.lists(rationals(-2, 2, 3), max_size=4).map(tuple)
        return st.fixed_dictionaries(
            {
                **{s: st.sampled_from(d.values) for s, d in self.domains.items()},
                **dict.fromkeys(self.sequences, members),
            }
        )

    def corners(self) -> Iterable[Values]:
        """Each variable at each of its corners, the others at a few simple values."""
        plain = {s: d.values[:3] for s, d in self.domains.items()}
        lists = dict.fromkeys(self.sequences, (Fraction(1), Fraction(-1, 2), Fraction(2)))
        for s, domain in self.domains.items():
            for corner in domain.corners:
                others = {**plain, s: (corner,)}
                for choice in islice(product(*others.values()), SWEEP):
                    yield {**dict(zip(others, choice, strict=True)), **lists}

    def check(self, values: Values, *, drawing: bool = True) -> None:
        """Compare the sides; instances outside the assumptions, or too long, do not count."""
        from hypothesis import reject

        try:
            if all(holds(s, values) for s in self.where):
                self._compare(values)
                self.tried += 1
                return
        except TooManyTerms:
            pass
        except Exception as problem:
            self.problem = problem
            raise
        if drawing:
            reject()

    def _compare(self, values: Values) -> None:
        """By the exact evaluator, and by digits if there is a series or a large number."""
        large = any(isinstance(x, Fraction) and _is_large(x) for x in values.values())
        settled = not large and self._settled(values)
        if settled and not self.series:
            return
        try:
            found = compare(*self.sides, values, self.digits, most=MOST)
        except Undefined as problem:
            raise AssertionError(f"undefined at {_listed(values)}\n  {problem}") from None
        except (NoTailBound, TooManyTerms) as problem:
            if settled:
                return
            raise type(problem)(f"{problem}, at {_listed(values)}") from None
        self.by_digits = True
        if not found.agrees:
            self._differ(values, _decimal(found.left), _decimal(found.right))

    def _settled(self, values: Values) -> bool:
        """Are the sides equal, exactly?  If that is not decided, the digits have to tell."""
        decision = Decision(_instance(values))
        found = decision.of(statement_to_core(Equal(*self.sides)), ())
        if found.outcome is Outcome.MEANINGLESS:
            raise AssertionError(f"undefined at {_listed(values)}\n  {found.why}")
        if found.outcome is Outcome.FAILS:
            left, right = (decision.reading.number(to_core(side)) for side in self.sides)
            self._differ(values, str(left), str(right))
        return found.outcome is Outcome.HOLDS

    def _differ(self, values: Values, left: str, right: str) -> NoReturn:
        raise AssertionError(
            f"the sides differ at {_listed(values)}\n  left:  {left}\n  right: {right}"
        )


def _instance(values: Values) -> Instance:
    """The same as an instance: lists are sequences that end in zeros."""
    lists = {f: members(*x) for f, x in values.items() if isinstance(x, tuple)}
    return Instance({s: x for s, x in values.items() if isinstance(x, Fraction)}, lists)


def _is_large(x: Fraction) -> bool:
    return x.denominator == 1 and abs(x) > LARGE


def _decimal(ball: arb) -> str:
    """Up to twenty digits."""
    digits = shown(ball, 20)
    return digits.rstrip("0").rstrip(".") if "." in digits and "e" not in digits else digits


def _listed(values: Values) -> str:
    """gamma = 1/2, h = (1, 0, 2)."""
    shown_values = (
        f"{s} = ({', '.join(map(str, x))})" if isinstance(x, tuple) else f"{s} = {x}"
        for s, x in values.items()
    )
    return ", ".join(shown_values) or "every instance"
