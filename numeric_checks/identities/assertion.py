"""Regression tests for formulas: `assert_identity(lhs, rhs, where=...)`.

Two terms are compared on many instances: exactly, as fractions, where all sums are finite, and
otherwise to fifty digits with proved bounds for the tails of series.  When they differ somewhere,
the smallest instance that could be found is reported with the values of both sides; a difference is
always a proof that the formula is wrong, agreement is evidence that it is right.

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
      left:  0.25
      right: 0.5
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from flint import arb
from sympy import Expr, Symbol
from sympy.logic.boolalg import Boolean

from numeric_checks.arithmetic.rationals import lowest_terms
from numeric_checks.identities.digits import compare, shown
from numeric_checks.identities.domains import Domain, InvalidAssumption, domains, holds
from numeric_checks.identities.evaluation import (
    ExactArithmetic,
    TooManyTerms,
    Undefined,
    Values,
    compiled,
)
from numeric_checks.identities.majorants import NoTailBound, has_series
from numeric_checks.instances.evidence import Evidence, gather
from symbolic.returns import Parameter
from symbolic.statements import Statement
from symbolic.statements.entry import stated
from symbolic.terms import check_term, free_sequences, free_symbols
from symbolic.terms.entry import term as as_term
from symbolic.writing.definitions import is_defined

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

__all__ = ["assert_identity"]

#: instances with larger integers are compared by digits rather than as fractions
LARGE = 200
#: an instance that needs more terms than this is left out
MOST = 20_000
#: and each corner is combined with so many choices of simple values
SWEEP = 4


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

    A side that is undefined under the assumptions (a division by zero) fails too.  A series without
    a bound for its tail raises `NoTailBound`: nothing can be said of it.
    """
    if isinstance(where, Statement | Boolean | str):
        raise InvalidAssumption(f"{where} is not a list, expected where=[{where}]")
    assumed = tuple(map(stated, where))
    claim = _Claim(lhs, rhs, assumed, dict(variables or {}), digits)
    drawn = gather(claim.check, claim.strategy(), cases=cases, seed=seed)
    if drawn.failures:
        problem = claim.problem or InvalidAssumption(drawn.failures[0])
        raise problem.with_traceback(None)
    for values in claim.corners():
        claim.check(values, drawing=False)
    return Evidence(cases=claim.tried, digits=digits if claim.by_digits else None)


class _Claim:
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
        large = any(isinstance(x, Fraction) and _is_large(x) for x in values.values())
        try:
            if self.series or large:
                self.by_digits = True
                found = compare(*self.sides, values, self.digits, most=MOST)
                if found.agrees:
                    return
                left, right = (_decimal(x) for x in (found.left, found.right))
            else:
                exact = [compiled(t, values, ExactArithmetic())({}) for t in self.sides]
                if exact[0] == exact[1]:
                    return
                left, right = (str(lowest_terms(x)) for x in exact)
        except Undefined as problem:
            raise AssertionError(f"undefined at {_listed(values)}\n  {problem}") from None
        except NoTailBound as problem:
            raise NoTailBound(f"{problem}, at {_listed(values)}") from None
        raise AssertionError(
            f"the sides differ at {_listed(values)}\n  left:  {left}\n  right: {right}"
        )


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
