"""Returns whose eligibilities decay like powers of lambda."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, islice, repeat

from sympy import Expr, Integer

from symbolic.returns.base import Condition, LinearReturn, at_least, between
from symbolic.returns.parameters import Parameter, count, rational, unit
from symbolic.terms import FloorDiv, IfLess

__all__ = [
    "DelayedLambdaReturn",
    "InvertedUReturn",
    "LambdaReturn",
    "SparseLambdaReturn",
    "TruncatedLambdaReturn",
]

ZERO, ONE = Integer(0), Integer(1)


def _power_limit(lam: Expr) -> Expr:
    """The limit of lam^i for 0 <= lam <= 1; a symbol comes with the condition lam < 1."""
    return ONE if lam == 1 else ZERO


def _powers(lam: Expr) -> Iterator[Fraction]:
    """1, lam, lam^2, ... by repeated multiplication."""
    factor, power = rational(lam), Fraction(1)
    while True:
        yield power
        power *= factor


@dataclass(frozen=True, init=False)
class LambdaReturn(LinearReturn):
    """The lambda-return: eligibility fades by the factor lambda with every step.

    h_i = lambda^i; c_n = (1 - lambda) lambda^{n-1}; h(z) = 1/(1 - lambda z); L = 0 for lambda < 1.
    At lambda = 1 every c_n is 0 and L = 1: it is the Monte Carlo return.

    >>> from symbolic.terms import index, real
    >>> LambdaReturn(real("lam")).c(index("n"))
    lam**(n - 1)*(1 - lam)
    >>> [str(c) for c in LambdaReturn(real("lam")).conditions]
    ['0 <= lam', 'lam < 1']
    >>> LambdaReturn("0.9").eligibilities(3)
    (Fraction(1, 1), Fraction(9, 10), Fraction(81, 100))
    """

    lam: Expr

    def __init__(self, lam: Parameter) -> None:
        object.__setattr__(self, "lam", unit("LambdaReturn", "lam", lam))

    @property
    def limit(self) -> Expr:
        return _power_limit(self.lam)

    def describe(self) -> str:
        return f"lambda-return (lam = {self.lam})"

    def _h(self, i: Expr) -> Expr:
        return self.lam**i

    def _c(self, n: Expr) -> Expr:
        return (1 - self.lam) * self.lam ** (n - 1)

    def _generating_function(self, z: Expr) -> Expr:
        return 1 / (1 - self.lam * z)

    def _sequence(self) -> Iterator[Fraction]:
        return _powers(self.lam)

    def _requirements(self) -> tuple[Condition, ...]:
        return between(0, self.lam, "<", 1)


@dataclass(frozen=True, init=False)
class SparseLambdaReturn(LinearReturn):
    """The sparse lambda-return: a lambda-return over every m-th n-step return.

    h_i = lambda^{ceil(i/m)}; c_n = (1 - lambda) lambda^{k-1} at n = m(k-1) + 1, k >= 1, else 0;
    f(z) = 1 - (1 - lambda) z/(1 - lambda z^m).  With m = 1 it is the lambda-return.

    >>> [str(h) for h in SparseLambdaReturn("1/2", 2).eligibilities(5)]
    ['1', '1/2', '1/2', '1/4', '1/4']
    >>> [SparseLambdaReturn("1/2", 2).c(n) for n in (1, 2, 3, 4, 5)]
    [1/2, 0, 1/4, 0, 1/8]
    """

    lam: Expr
    m: Expr

    def __init__(self, lam: Parameter, m: Parameter) -> None:
        object.__setattr__(self, "lam", unit("SparseLambdaReturn", "lam", lam))
        object.__setattr__(self, "m", count("SparseLambdaReturn", "m", m, least=1))

    @property
    def limit(self) -> Expr:
        return _power_limit(self.lam)

    def describe(self) -> str:
        return f"sparse lambda-return (lam = {self.lam}, m = {self.m})"

    def _h(self, i: Expr) -> Expr:
        return self.lam ** FloorDiv(i + self.m - 1, self.m)

    def _c(self, n: Expr) -> Expr:
        k = FloorDiv(n - 1, self.m)
        return IfLess(self.m * k, n - 1, ZERO, (1 - self.lam) * self.lam**k)

    def _generating_function(self, z: Expr) -> Expr:
        lam, m = self.lam, self.m
        return (1 - (1 - lam) * z - lam * z**m) / ((1 - z) * (1 - lam * z**m))

    def _filter(self, z: Expr) -> Expr:
        return 1 - (1 - self.lam) * z / (1 - self.lam * z**self.m)

    def _sequence(self) -> Iterator[Fraction]:
        powers = _powers(self.lam)
        yield next(powers)
        for power in powers:
            yield from repeat(power, int(self.m))

    def _requirements(self) -> tuple[Condition, ...]:
        return (*between(0, self.lam, "<", 1), at_least(1, self.m))


@dataclass(frozen=True, init=False)
class TruncatedLambdaReturn(LinearReturn):
    """The truncated lambda-return: a lambda-return that stops after N TD errors.

    h_i = lambda^i for i < N and 0 after it; c_n = (1 - lambda) lambda^{n-1} for n < N,
    c_N = lambda^{N-1}; h(z) = (1 - (lambda z)^N)/(1 - lambda z).

    >>> [TruncatedLambdaReturn("1/2", 3).c(n) for n in (1, 2, 3, 4)]
    [1/2, 1/4, 1/4, 0]
    """

    lam: Expr
    N: Expr

    def __init__(self, lam: Parameter, N: Parameter) -> None:
        object.__setattr__(self, "lam", unit("TruncatedLambdaReturn", "lam", lam))
        object.__setattr__(self, "N", count("TruncatedLambdaReturn", "N", N, least=1))

    @property
    def limit(self) -> Expr:
        return ZERO

    @property
    def support(self) -> int | None:
        return int(self.N) if isinstance(self.N, Integer) else None

    def describe(self) -> str:
        return f"truncated lambda-return (lam = {self.lam}, N = {self.N})"

    def _h(self, i: Expr) -> Expr:
        return IfLess(i, self.N, self.lam**i, ZERO)

    def _c(self, n: Expr) -> Expr:
        lam, N = self.lam, self.N
        return IfLess(n, N, (1 - lam) * lam ** (n - 1), IfLess(N, n, ZERO, lam ** (N - 1)))

    def _generating_function(self, z: Expr) -> Expr:
        return (1 - (self.lam * z) ** self.N) / (1 - self.lam * z)

    def _sequence(self) -> Iterator[Fraction]:
        return chain(islice(_powers(self.lam), int(self.N)), repeat(Fraction(0)))

    def _requirements(self) -> tuple[Condition, ...]:
        return (*between(0, self.lam, "<=", 1), at_least(1, self.N))


@dataclass(frozen=True, init=False)
class DelayedLambdaReturn(LinearReturn):
    """The delayed lambda-return: a lambda-return that starts ``tau`` steps late.

    h_i = 0 for i < tau and lambda^{i-tau} after it; c_tau = -1 (if tau >= 1) and
    c_n = (1 - lambda) lambda^{n-tau-1} for n > tau; h(z) = z^tau/(1 - lambda z).

    >>> [DelayedLambdaReturn("1/2", 2).c(n) for n in (1, 2, 3, 4)]
    [0, -1, 1/2, 1/4]
    """

    lam: Expr
    tau: Expr

    def __init__(self, lam: Parameter, tau: Parameter) -> None:
        object.__setattr__(self, "lam", unit("DelayedLambdaReturn", "lam", lam))
        object.__setattr__(self, "tau", count("DelayedLambdaReturn", "tau", tau, least=0))

    @property
    def limit(self) -> Expr:
        return _power_limit(self.lam)

    def describe(self) -> str:
        return f"delayed lambda-return (lam = {self.lam}, tau = {self.tau})"

    def _h(self, i: Expr) -> Expr:
        return IfLess(i, self.tau, ZERO, self.lam ** (i - self.tau))

    def _c(self, n: Expr) -> Expr:
        lam, tau = self.lam, self.tau
        started = IfLess(n, tau + 1, -ONE, (1 - lam) * lam ** (n - tau - 1))
        return IfLess(n, tau, ZERO, started)

    def _generating_function(self, z: Expr) -> Expr:
        return z**self.tau / (1 - self.lam * z)

    def _sequence(self) -> Iterator[Fraction]:
        return chain(repeat(Fraction(0), int(self.tau)), _powers(self.lam))

    def _requirements(self) -> tuple[Condition, ...]:
        return (*between(0, self.lam, "<", 1), at_least(0, self.tau))


@dataclass(frozen=True, init=False)
class InvertedUReturn(LinearReturn):
    """An inverted U: eligibility starts at zero, rises and falls back to zero.

    h_i = i lambda^i for 0 <= lambda < 1; c_n = lambda^{n-1} (n - 1 - n lambda);
    h(z) = lambda z/(1 - lambda z)^2.

    >>> InvertedUReturn("1/2").eligibilities(4)
    (Fraction(0, 1), Fraction(1, 2), Fraction(1, 2), Fraction(3, 8))
    """

    lam: Expr

    def __init__(self, lam: Parameter) -> None:
        object.__setattr__(self, "lam", unit("InvertedUReturn", "lam", lam, below_one=True))

    @property
    def limit(self) -> Expr:
        return ZERO

    def describe(self) -> str:
        return f"inverted-U return (lam = {self.lam})"

    def _h(self, i: Expr) -> Expr:
        return i * self.lam**i

    def _c(self, n: Expr) -> Expr:
        return self.lam ** (n - 1) * (n - 1 - n * self.lam)

    def _generating_function(self, z: Expr) -> Expr:
        return self.lam * z / (1 - self.lam * z) ** 2

    def _sequence(self) -> Iterator[Fraction]:
        return (i * power for i, power in enumerate(_powers(self.lam)))

    def _requirements(self) -> tuple[Condition, ...]:
        return between(0, self.lam, "<", 1)
