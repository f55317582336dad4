"""Which lambda gives a return a prescribed contraction modulus.

In some families the modulus falls strictly, from gamma on, as lambda goes from 0 to 1; they say so
(`LinearReturn.falls_with_lam`):

    sparse      beta = gamma (1 - lam)/(1 - gamma^m lam)         from gamma down to 0
    truncated   beta = 1 - (1 - gamma) sum_{i<N} (gamma lam)^i   from gamma down to gamma^N, N >= 2

so a lambda for a target between the ends exists (beta is continuous) and is the only one.  A family
may know it in closed form, as the sparse returns do:

    lam = (gamma - beta)/(gamma - beta gamma^m)

For a truncated return the equation has degree N - 1.  Its root is enclosed between two neighbouring
decimals lo < hi, at which beta is shown to lie on either side of the target: by Arb's balls, or
exactly.

    >>> match_modulus(SparseLambdaReturn, "99/109", "0.99", m=3).lam
    Fraction(90000, 119701)
    >>> print(match_modulus(TruncatedLambdaReturn, "99/109", "0.99", N=20, digits=6))
    between 0.915356 and 0.915357
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from flint import arb, ctx

from numeric_checks.arithmetic.balls import ball_from, bits_for, bounds, decimal
from numeric_checks.arithmetic.leading_digits import exact_text, nearest
from numeric_checks.arithmetic.rationals import lowest_terms, to_fmpq
from numeric_checks.moduli.modulus import LARGEST_BITS, discount, modulus, modulus_ball
from symbolic.returns import (
    FAMILIES,
    InvalidReturn,
    LambdaReturn,
    LinearReturn,
    Parameter,
    SparseLambdaReturn,
    TruncatedLambdaReturn,
    name_and_parameters,
    named_return,
    ranges,
)
from symbolic.returns.parameters import is_term, weight

__all__ = ["Match", "NotAttainable", "Setting", "match_modulus", "paper_settings"]

Family = type[LinearReturn]

#: more decimals are not written
_MOST_PLACES = 1000


class NotAttainable(ValueError):
    """No lambda gives this modulus; the message says which moduli there are."""


@dataclass(frozen=True, repr=False)
class Match:
    """The one lambda with the wanted modulus: from ``lo`` to ``hi``, exactly if these agree."""

    family: Family
    gamma: Fraction
    target: Fraction
    lo: Fraction
    hi: Fraction

    @property
    def exact(self) -> bool:
        """Is lambda known exactly?"""
        return self.lo == self.hi

    @property
    def lam(self) -> Fraction:
        """lambda itself, if it is exact."""
        if not self.exact:
            raise ValueError(f"lambda lies {self}; expected a match that is exact")
        return self.lo

    def ball(self, digits: int = 50) -> arb:
        """A ball that contains lambda."""
        return ball_from(self.lo, self.hi, bits_for(digits) + 8)

    def __repr__(self) -> str:
        at = f"modulus {_written(self.target)} at gamma = {_written(self.gamma)}"
        return f"<Match: a {self.family.words} has {at} if lam is {self}>"

    def __str__(self) -> str:
        if self.exact:
            text = exact_text(self.lo)
            return f"exactly {text}" if text else f"a long fraction, {_written(self.lo)}"
        places = 0
        while Fraction(1, 10**places) > self.hi - self.lo and places < _MOST_PLACES:
            places += 1
        low, high = floor(self.lo * 10**places), ceil(self.hi * 10**places)
        below, above = (decimal(Fraction(end, 10**places), places) for end in (low, high))
        return f"between {below} and {above}"


def _written(x: Fraction) -> str:
    """The number, or its first digits if it is too long to be written."""
    return exact_text(x) or f"about {nearest(x)}"


def match_modulus(
    family: Family,
    target: Parameter,
    gamma: Parameter,
    *,
    digits: int = 50,
    **others: Parameter,
) -> Match:
    """The lambda for which the family's return has modulus ``target``; ``others`` are m, N, ...

    The answer is exact for a sparse return (unless gamma^m is too long to write down) and wherever
    lambda happens to be a decimal; otherwise it is a pair of decimals at a distance of
    10^-digits.  A sparse return with lambda = 1 is Monte Carlo, with modulus 0.

    >>> match_modulus(TruncatedLambdaReturn, "1/2", "0.99", N=10)
    Traceback (most recent call last):
    numeric_checks.moduli.matching.NotAttainable: a truncated lambda-return with gamma = 99/100 \
and N = 10 has a modulus from 0.904382 (at lam = 1) to 0.990000 (at lam = 0), not 1/2
    """
    g = discount(gamma)
    beta = weight("match_modulus", "target", target)
    if is_term(beta):
        raise InvalidReturn(f"match_modulus: target = {beta}; expected an exact number")
    bits_for(digits)  # refuses what is not a number of digits
    members = _Members(family, _checked(family, others), g, digits)
    low, high = members.directly(beta) or members.between_decimals(beta)
    return Match(family, g, beta, low, high)


def _checked(family: Family, others: Mapping[str, Parameter]) -> Mapping[str, Parameter]:
    """The other parameters, if they are those of a family with a falling modulus."""
    falling = [each for each in FAMILIES.values() if each.falls_with_lam]
    if family not in falling:
        names = ", ".join(each.__name__ for each in falling)
        raise InvalidReturn(f"match_modulus: family = {family!r}; expected one of {names}")
    wanted = [name for name in ranges(str(family.name)) if name != "lam"]
    if sorted(map(str.lower, others)) != sorted(wanted):
        takes = f"{', '.join(wanted)} and nothing else" if wanted else "no other parameter"
        raise InvalidReturn(f"match_modulus: expected {takes} for {family.__name__}")
    if stuck := [f"{name} = {value}" for name, value in others.items() if is_term(value)]:
        raise InvalidReturn(f"match_modulus: {stuck[0]}; expected an integer")
    return others


@dataclass(frozen=True)
class _Members:
    """The members of a family that differ in lambda alone."""

    family: Family
    others: Mapping[str, Parameter]
    gamma: Fraction
    digits: int

    def directly(self, beta: Fraction) -> tuple[Fraction, Fraction] | None:
        """Ends by the family's formula for lambda, if it knows one; equal ends are exact."""
        ret, g = self.at(Fraction(0)), to_fmpq(self.gamma)
        if not 0 <= beta <= self.gamma:
            raise self._not_attainable(beta)
        if ret.modulus_bits(self.gamma.denominator.bit_length()) <= LARGEST_BITS:
            exact = ret.lam_for(to_fmpq(beta), g)
            if exact is None:
                return None
            found = lowest_terms(exact)
            if not 0 <= found <= 1:
                raise self._not_attainable(beta)
            return found, found
        precision = bits_for(self.digits) + 32
        while True:
            with ctx.workprec(precision):
                ball = ret.lam_for(arb(to_fmpq(beta)), arb(g))
                if ball is None:
                    return None
                low, high = bounds(ball)
            if high - low <= Fraction(1, 10**self.digits):
                return max(low, Fraction(0)), min(high, Fraction(1))
            precision *= 2

    def between_decimals(self, beta: Fraction) -> tuple[Fraction, Fraction]:
        """Bisection over the decimals k/10^digits; the sign of the difference is always proved."""

        def exactly(k: int) -> tuple[Fraction, Fraction]:
            return Fraction(k, 10**self.digits), Fraction(k, 10**self.digits)

        low, high = 0, 10**self.digits
        at_low, at_high = (self._sign(beta, lam) for lam in (Fraction(0), Fraction(1)))
        if at_low < 0 or at_high > 0 or at_low == at_high:
            raise self._not_attainable(beta)
        if at_low == 0 or at_high == 0:
            return exactly(low if at_low == 0 else high)
        while high - low > 1:
            middle = (low + high) // 2
            side = self._sign(beta, Fraction(middle, 10**self.digits))
            if side == 0:
                return exactly(middle)
            low, high = (middle, high) if side > 0 else (low, middle)
        return exactly(low)[0], exactly(high)[0]

    def at(self, lam: Fraction) -> LinearReturn:
        """The member with that lambda."""
        others = {name.lower(): value for name, value in self.others.items()}
        return named_return(str(self.family.name), {"lam": lam, **others})

    def _sign(self, beta: Fraction, lam: Fraction) -> int:
        """The sign of (modulus at lam) - beta: by a ball that misses zero, or else exactly."""
        ret = self.at(lam)
        for enough in (self.digits + 10, 4 * self.digits + 10):
            with ctx.workprec(bits_for(enough) + 8):
                difference = modulus_ball(ret, self.gamma, enough) - to_fmpq(beta)
            if difference > 0:
                return 1
            if difference < 0:
                return -1
        exact = modulus(ret, self.gamma) - beta
        return (exact > 0) - (exact < 0)

    def _not_attainable(self, beta: Fraction) -> NotAttainable:
        given = [f"{name} = {value}" for name, value in self.others.items()]
        which = " and ".join([f"gamma = {self.gamma}", *given])
        low, high = (
            modulus_ball(self.at(Fraction(lam)), self.gamma).str(6, radius=False) for lam in (1, 0)
        )
        has = f"from {low} (at lam = 1) to {high} (at lam = 0), not {beta}"
        if low == high:
            has = f"{high} whatever lam is"
        return NotAttainable(f"a {self.family.words} with {which} has a modulus {has}")


# -- the paper's settings -----------------------------------------------------------------------


@dataclass(frozen=True)
class Setting:
    """A return of the random-walk experiments, and the lambda that would equalise its modulus."""

    ret: LinearReturn
    modulus: Fraction
    distance: Fraction
    match: Match

    @property
    def relative(self) -> Fraction:
        """The distance from the first modulus as a share of it."""
        return self.distance / (self.modulus - self.distance)

    def row(self, digits: int = 6) -> tuple[str, str, str, str]:
        """The return, its modulus, its distance from the first one and the lambda that equalises.

        The decimals of an enclosed lambda are those on which both ends agree.
        """
        low, high = (decimal(end, digits) for end in (self.match.lo, self.match.hi))
        if low != high:
            raise ValueError(f"lambda lies {self.match}, which does not give {digits} decimals")
        return str(self.ret), decimal(self.modulus, digits), decimal(self.distance, digits), low


GAMMA = Fraction(99, 100)


def paper_settings(digits: int = 50) -> tuple[Setting, ...]:
    """The six returns of the random-walk experiments at gamma = 99/100; the first sets the modulus.

    >>> for setting in paper_settings():
    ...     print(*setting.row(), sep=" | ")
    sparse lambda-return (lam = 9/10, m = 1) | 0.908257 | 0.000000 | 0.900000
    sparse lambda-return (lam = 3/4, m = 3) | 0.909005 | 0.000748 | 0.751873
    sparse lambda-return (lam = 13/20, m = 5) | 0.907409 | -0.000848 | 0.647436
    truncated lambda-return (lam = 99/100, N = 10) | 0.908496 | 0.000239 | 0.990596
    truncated lambda-return (lam = 93/100, N = 20) | 0.898056 | -0.010201 | 0.915357
    lambda-return (lam = 9/10) | 0.908257 | 0.000000 | 0.900000
    """
    sparse = [("9/10", 1), ("3/4", 3), ("13/20", 5)]
    truncated = [("99/100", 10), ("93/100", 20)]
    returns: list[LinearReturn] = [
        *(SparseLambdaReturn(lam, m) for lam, m in sparse),
        *(TruncatedLambdaReturn(lam, N) for lam, N in truncated),
        LambdaReturn("9/10"),
    ]
    target = modulus(returns[0], GAMMA)
    rows = []
    for ret in returns:
        _, parameters = name_and_parameters(ret) or ("", {})
        others = {name: value for name, value in parameters.items() if name != "lam"}
        match = match_modulus(type(ret), target, GAMMA, **others, digits=digits)
        beta = modulus(ret, GAMMA)
        rows.append(Setting(ret, beta, beta - target, match))
    return tuple(rows)
