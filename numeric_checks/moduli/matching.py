"""Which lambda gives a return a prescribed contraction modulus.

Both families run through their moduli strictly downwards as lambda goes from 0 to 1:

    sparse      beta = gamma (1 - lam)/(1 - gamma^m lam)         from gamma down to 0
    truncated   beta = 1 - (1 - gamma) sum_{i<N} (gamma lam)^i   from gamma down to gamma^N, N >= 2

so a lambda for a target between the ends exists (beta is continuous) and is the only one.  For a
sparse return the equation is linear in lambda:

    lam = (gamma - beta)/(gamma - beta gamma^m)

For a truncated return it has degree N - 1.  Its root is enclosed between two neighbouring decimals
lo < hi, at which beta is shown to lie on either side of the target: by Arb's balls, or exactly.

    >>> match_modulus(SparseLambdaReturn, "99/109", "0.99", m=3).lam
    Fraction(90000, 119701)
    >>> print(match_modulus(TruncatedLambdaReturn, "99/109", "0.99", N=20, digits=6))
    between 0.915356 and 0.915357
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from flint import arb, ctx
from sympy import Rational

from numeric_checks.arithmetic.balls import ball_from, bits_for, bounds, decimal
from numeric_checks.arithmetic.exact_sums import lowest_terms, to_fmpq
from numeric_checks.moduli.modulus import LARGEST_BITS, discount, modulus, modulus_ball
from symbolic.returns import (
    LambdaReturn,
    LinearReturn,
    Parameter,
    SparseLambdaReturn,
    TruncatedLambdaReturn,
)
from symbolic.returns.parameters import InvalidReturn, count, rational, weight

__all__ = ["Match", "NotAttainable", "Setting", "match_modulus", "paper_settings"]

Family = type[LambdaReturn] | type[SparseLambdaReturn] | type[TruncatedLambdaReturn]


class NotAttainable(ValueError):
    """No lambda gives this modulus; the message says which moduli there are."""


@dataclass(frozen=True)
class Match:
    """The one lambda with the wanted modulus: from ``lo`` to ``hi``, exactly if these agree."""

    family: Family
    length: int
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

    def __str__(self) -> str:
        if self.exact:
            return f"exactly {self.lo}"
        places = 0
        while Fraction(1, 10**places) > self.hi - self.lo:
            places += 1
        low, high = floor(self.lo * 10**places), ceil(self.hi * 10**places)
        below, above = (decimal(Fraction(end, 10**places), places) for end in (low, high))
        return f"between {below} and {above}"


def match_modulus(
    family: Family,
    target: Parameter,
    gamma: Parameter,
    *,
    m: Parameter | None = None,
    N: Parameter | None = None,
    digits: int = 50,
) -> Match:
    """The lambda for which the family's return has modulus ``target``.

    The answer is exact for a sparse return (unless gamma^m is too long to write down) and wherever
    lambda happens to be a decimal; otherwise it is a pair of decimals at a distance of
    10^-digits.  A sparse return with lambda = 1 is Monte Carlo, with modulus 0.

    >>> match_modulus(TruncatedLambdaReturn, "1/2", "0.99", N=10)
    Traceback (most recent call last):
    numeric_checks.moduli.matching.NotAttainable: a truncated lambda-return with gamma = 99/100 \
and N = 10 has a modulus between gamma^N = 0.904382 and gamma = 0.990000, not 1/2
    """
    g = discount(gamma)
    beta = weight("match_modulus", "target", target)
    if not isinstance(beta, Rational):
        raise InvalidReturn(f"match_modulus: target = {beta}; expected an exact number")
    wanted, length = rational(beta), _length(family, m, N)
    bits_for(digits)  # refuses what is not a number of digits
    if family is TruncatedLambdaReturn:
        low, high = _match_truncated(wanted, g, length, digits)
    else:
        low, high = _match_sparse(wanted, g, length, digits)
    return Match(family, length, g, wanted, low, high)


def _length(family: Family, m: Parameter | None, N: Parameter | None) -> int:
    """The parameter that goes with the family, checked; the lambda-return is sparse with m = 1."""
    given = {"m": m, "N": N}
    wanted = {LambdaReturn: None, SparseLambdaReturn: "m", TruncatedLambdaReturn: "N"}
    if family not in wanted:
        names = ", ".join(f.__name__ for f in wanted)
        raise InvalidReturn(f"match_modulus: family = {family!r}; expected one of {names}")
    name = wanted[family]
    extra = [k for k, value in given.items() if k != name and value is not None]
    if extra or (name and given[name] is None):
        takes = f"{name} and nothing else" if name else "neither m nor N"
        raise InvalidReturn(f"match_modulus: expected {takes} for {family.__name__}")
    value = given[name] if name else 1
    assert value is not None
    number = count("match_modulus", name or "m", value, least=1)
    if not isinstance(number, Rational):
        raise InvalidReturn(f"match_modulus: {name} = {number}; expected an integer")
    return int(number)


def _match_sparse(beta: Fraction, g: Fraction, m: int, digits: int) -> tuple[Fraction, Fraction]:
    if not 0 <= beta <= g:
        raise NotAttainable(
            f"a sparse lambda-return with gamma = {g} has a modulus between 0 (at lam = 1, Monte "
            f"Carlo) and gamma, not {beta}"
        )
    if m * g.denominator.bit_length() <= LARGEST_BITS:
        q, b = to_fmpq(g), to_fmpq(beta)
        exact = lowest_terms((q - b) / (q - b * q**m))
        return exact, exact
    precision = bits_for(digits) + 32
    while True:
        with ctx.workprec(precision):
            q, b = to_fmpq(g), to_fmpq(beta)
            low, high = bounds(arb(q - b) / (q - b * arb(q) ** m))
        if high - low <= Fraction(1, 10**digits):
            return max(low, Fraction(0)), min(high, Fraction(1))
        precision *= 2


def _match_truncated(beta: Fraction, g: Fraction, N: int, digits: int) -> tuple[Fraction, Fraction]:
    """Bisection over the decimals k/10^digits; the sign of beta(lam) - target is always proved."""

    def sign(k: int) -> int:
        return _sign(beta, g, N, Fraction(k, 10**digits), digits)

    low, high = 0, 10**digits
    if N == 1 or sign(low) < 0 or sign(high) > 0:
        with ctx.workprec(64):
            shortest = (arb(to_fmpq(g)) ** N).str(6, radius=False)
        between = f"between gamma^N = {shortest} and gamma = {decimal(g, 6)}"
        if N == 1 and beta == g:
            raise NotAttainable(
                "a truncated lambda-return with N = 1 has modulus gamma whatever lambda is; "
                "expected N >= 2"
            )
        raise NotAttainable(
            f"a truncated lambda-return with gamma = {g} and N = {N} has a modulus {between}, "
            f"not {beta}"
        )
    for end in (low, high):
        if sign(end) == 0:
            return Fraction(end, 10**digits), Fraction(end, 10**digits)
    while high - low > 1:
        middle = (low + high) // 2
        side = sign(middle)
        if side == 0:
            return Fraction(middle, 10**digits), Fraction(middle, 10**digits)
        low, high = (middle, high) if side > 0 else (low, middle)
    return Fraction(low, 10**digits), Fraction(high, 10**digits)


def _sign(beta: Fraction, g: Fraction, N: int, lam: Fraction, digits: int) -> int:
    """The sign of (modulus at lam) - beta: by a ball that misses zero, or else exactly."""
    ret = TruncatedLambdaReturn(lam, N)
    for enough in (digits + 10, 4 * digits + 10):
        with ctx.workprec(bits_for(enough) + 8):
            difference = modulus_ball(ret, g, enough) - to_fmpq(beta)
        if difference > 0:
            return 1
        if difference < 0:
            return -1
    exact = modulus(ret, g) - beta
    return (exact > 0) - (exact < 0)


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
    returns: list[SparseLambdaReturn | TruncatedLambdaReturn | LambdaReturn] = [
        *(SparseLambdaReturn(lam, m) for lam, m in sparse),
        *(TruncatedLambdaReturn(lam, N) for lam, N in truncated),
        LambdaReturn("9/10"),
    ]
    target = modulus(returns[0], GAMMA)
    rows = []
    for ret in returns:
        names = {"m": getattr(ret, "m", None), "N": getattr(ret, "N", None)}
        match = match_modulus(type(ret), target, GAMMA, **names, digits=digits)
        beta = modulus(ret, GAMMA)
        rows.append(Setting(ret, beta, beta - target, match))
    return tuple(rows)
