"""A series against its closed form, to as many digits as one likes, rigorously.

Sums are cut off where an explicit bound (see `numeric_checks.identities.majorants`) says that the
rest is negligible, and are added up in Arb's balls with the bound for the rest as part of the
radius. So a difference whose ball misses zero is a proof that the two sides differ, and otherwise
they agree up to the size of that ball. mpmath adds up the same terms once more, as a second
opinion.

    >>> from symbolic.terms import index, real, series
    >>> n, lam, gamma = index("n"), real("lambda"), real("gamma")
    >>> weights = series((1 - lam) * lam ** (n - 1) * gamma**n, n, 1)
    >>> at = {lam: "9/10", gamma: "99/100"}
    >>> compare(weights, gamma * (1 - lam) / (1 - gamma * lam), at).agrees
    True
    >>> print(compare(weights, gamma * (1 - lam) / (1 + gamma * lam), at))
    the sides differ by 0.8559: 0.9083 and 0.05235
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import mpmath
from flint import arb, ctx
from sympy import Expr

from numeric_checks.arithmetic.balls import bits_for, bounds
from numeric_checks.identities.enclosures import Balls, Floats, Inconsistent
from numeric_checks.identities.evaluation import (
    MAX_TERMS,
    Assignment,
    Undefined,
    assign,
    checked,
    compiled,
)
from numeric_checks.identities.majorants import NoTailBound
from symbolic.returns import Parameter

__all__ = ["Comparison", "agrees", "compare", "enclose", "shown"]

#: mpmath adds up sums that are not longer than this
SECOND_OPINION = 2_000
ATTEMPTS = 6
#: terms times bits of precision, at most: ten seconds or so
WORK = 2_000_000_000


@dataclass(frozen=True)
class Comparison:
    """What was shown of two numbers.

    ``agrees``: they are equal up to ``difference_bound``, which is at most 10^-digits times their
    size (or 10^-digits itself, if neither can be told from zero).  Otherwise they are different.
    ``terms`` is how many terms were added up, ``assumes`` a bound that was given and not derived,
    ``mpmath`` the value of the left side by mpmath (None for very long sums).
    """

    agrees: bool
    digits: int
    left: arb
    right: arb
    difference: arb
    terms: int
    assumes: str | None = None
    mpmath: str | None = None

    @property
    def difference_bound(self) -> Fraction:
        """The two numbers are at most this far apart."""
        return bounds(self.difference.abs_upper())[1]

    def __str__(self) -> str:
        if self.agrees:
            return f"the sides agree to {self.digits} digits: {shown(self.left)}"
        by = shown(self.difference)
        return f"the sides differ by {by}: {shown(self.left)} and {shown(self.right)}"


def shown(ball: arb, digits: int = 4) -> str:
    """The midpoint, rounded."""
    return ball.mid().str(digits, radius=False)


def compare(
    series_term: Expr,
    closed_form: Expr,
    assignment: Assignment,
    digits: int = 50,
    *,
    bound: tuple[Parameter, Parameter] | None = None,
    most: int = MAX_TERMS,
) -> Comparison:
    """Decide whether two terms, typically a series and a closed form, agree to ``digits`` digits.

    ``bound`` is (C, q) with |term(n)| <= C q^j, n = (lower end) + j, for a series from whose terms
    no bound can be read off; it is checked on the terms that are used, and named in the result.
    At most ``most`` terms are added up; `TooManyTerms` says that they do not suffice.
    """
    series_term, closed_form = checked(series_term), checked(closed_form)
    values = assign(assignment)
    given = None if bound is None else _given(bound)
    wanted = bits_for(digits)
    precision, places = wanted + 64, wanted + 16
    for attempt in range(ATTEMPTS):
        with ctx.workprec(precision):
            balls = Balls(values, places, given, min(most, WORK // precision))
            left, right = (compiled(t, values, balls)({}) for t in (series_term, closed_form))
            difference = left - right
            size = left.abs_lower().max(right.abs_lower())
            enough = arb(10) ** -digits * (size if size > 0 else 1)
        found = Comparison(False, digits, left, right, difference, balls.terms, balls.assumes)
        if difference > 0 or difference < 0:
            return found
        if difference.abs_upper() <= enough and (
            size > 0 or difference.is_zero() or places > 4 * wanted
        ):
            return _confirmed(found, series_term, Floats(values, places, given), precision)
        if attempt >= 2 and not difference.is_finite():
            break
        places = max(2 * places, wanted + 16 - _magnitude(size))
        precision = max(2 * precision, wanted + 64 - _magnitude(size))
    raise Undefined(f"{series_term} and {closed_form}: a division by what may be zero")


def _magnitude(size: arb) -> int:
    """The binary exponent of an exact number, 0 for zero: about log_2."""
    if not size.is_finite() or size.is_zero():
        return 0
    mantissa, exponent = size.man_exp()
    return int(mantissa).bit_length() + int(exponent)


def enclose(term: Expr, assignment: Assignment, digits: int = 50, *, most: int = MAX_TERMS) -> arb:
    """A ball that contains the number, of radius at most 10^-digits, and mpmath's value of it.

    >>> from symbolic.terms import index, real, series
    >>> i, x = index("i"), real("x")
    >>> print(shown(enclose(series(i * x**i, i, 1), {x: "1/2"}), 10))
    2.000000000
    """
    term = checked(term)
    values = assign(assignment)
    precision = bits_for(digits) + 64
    for _ in range(ATTEMPTS):
        with ctx.workprec(precision):
            balls = Balls(values, precision, most=most)
            value = compiled(term, values, balls)({})
            if value.is_finite() and value.rad() < arb(10) ** -digits:
                if balls.terms <= SECOND_OPINION:
                    _second_opinion(value, term, Floats(values, precision), digits)
                return value
        precision *= 2
    raise Undefined(f"{term}: a division by what may be zero")


def _given(bound: tuple[Parameter, Parameter]) -> tuple[Fraction, Fraction]:
    numbers = assign({"C": bound[0], "q": bound[1]})
    C, q = numbers["C"], numbers["q"]
    if not (isinstance(C, Fraction) and isinstance(q, Fraction) and C >= 0 and 0 <= q < 1):
        raise NoTailBound(f"C = {C}, q = {q}; expected C >= 0 and 0 <= q < 1")
    return C, q


def _confirmed(found: Comparison, term: Expr, floats: Floats, precision: int) -> Comparison:
    """Agreement, with mpmath's value of the left side."""
    if found.terms > SECOND_OPINION:
        return replace(found, agrees=True)
    with ctx.workprec(precision):
        value = _second_opinion(found.left, term, floats, found.digits)
    return replace(found, agrees=True, mpmath=value)


def _second_opinion(ball: arb, term: Expr, floats: Floats, digits: int) -> str:
    """mpmath's value at the same precision."""
    with mpmath.workprec(ctx.prec):
        number = compiled(term, floats.values, floats)({})
        agrees(ball, number, digits, term)
        value: str = mpmath.nstr(number, digits)
    return value


def agrees(ball: arb, number: Any, digits: int, what: object = "two values") -> None:
    """Raise `Inconsistent` unless mpmath's number lies in Arb's ball, up to mpmath's rounding."""
    sign, mantissa, exponent, _ = number._mpf_
    slack = ball.abs_upper().max(arb(1)) * arb(10) ** -digits
    if not ball.overlaps(arb((-mantissa if sign else mantissa, exponent), slack)):
        value = mpmath.nstr(number, digits)
        raise Inconsistent(f"{what}: {shown(ball, 20)} by Arb, {value} by mpmath")
