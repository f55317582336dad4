"""Returns without decay: the n-step return, the delayed pulse and Monte Carlo."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, repeat

from sympy import Expr, Integer

from symbolic.returns.base import Condition, LinearReturn, at_least
from symbolic.returns.parameters import Parameter, count
from symbolic.terms import IfLess

__all__ = ["DelayedReturn", "MonteCarloReturn", "NStepReturn"]

ZERO, ONE = Integer(0), Integer(1)


@dataclass(frozen=True, init=False)
class NStepReturn(LinearReturn):
    """The n-step return: the next n TD errors count fully, later ones not at all.

    h_i = 1 for i < n and 0 after it; the only weight is c_n = 1; h(z) = (1 - z^n)/(1 - z).

    >>> from symbolic.terms import real
    >>> z = real("z")
    >>> NStepReturn(3).eligibilities(5)
    (Fraction(1, 1), Fraction(1, 1), Fraction(1, 1), Fraction(0, 1), Fraction(0, 1))
    >>> NStepReturn(3).filter(z)
    1 - z**3
    """

    n: Expr

    def __init__(self, n: Parameter) -> None:
        object.__setattr__(self, "n", count("NStepReturn", "n", n, least=1))

    @property
    def limit(self) -> Expr:
        return ZERO

    @property
    def support(self) -> int | None:
        return int(self.n) if isinstance(self.n, Integer) else None

    def describe(self) -> str:
        return f"{self.n}-step return" if self.n.is_Atom else f"({self.n})-step return"

    def _h(self, i: Expr) -> Expr:
        return IfLess(i, self.n, ONE, ZERO)

    def _c(self, n: Expr) -> Expr:
        return IfLess(n, self.n, ZERO, IfLess(self.n, n, ZERO, ONE))

    def _generating_function(self, z: Expr) -> Expr:
        return (1 - z**self.n) / (1 - z)

    def _filter(self, z: Expr) -> Expr:
        return 1 - z**self.n

    def _sequence(self) -> Iterator[Fraction]:
        return chain(repeat(Fraction(1), int(self.n)), repeat(Fraction(0)))

    def _requirements(self) -> tuple[Condition, ...]:
        return (at_least(1, self.n),)


@dataclass(frozen=True, init=False)
class DelayedReturn(LinearReturn):
    """The delayed pulse: only the TD error ``tau`` steps ahead counts.

    h_i = 1 for i = tau and 0 otherwise; c_tau = -1 (if tau >= 1) and c_{tau+1} = 1; h(z) = z^tau.
    With tau = 0 it is the 1-step return.

    >>> DelayedReturn(2).eligibilities(4)
    (Fraction(0, 1), Fraction(0, 1), Fraction(1, 1), Fraction(0, 1))
    >>> [DelayedReturn(2).c(n) for n in (1, 2, 3, 4)]
    [0, -1, 1, 0]
    """

    tau: Expr

    def __init__(self, tau: Parameter) -> None:
        object.__setattr__(self, "tau", count("DelayedReturn", "tau", tau, least=0))

    @property
    def limit(self) -> Expr:
        return ZERO

    @property
    def support(self) -> int | None:
        return int(self.tau) + 1 if isinstance(self.tau, Integer) else None

    def describe(self) -> str:
        return f"delayed return (tau = {self.tau})"

    def _h(self, i: Expr) -> Expr:
        return IfLess(i, self.tau, ZERO, IfLess(self.tau, i, ZERO, ONE))

    def _c(self, n: Expr) -> Expr:
        tau = self.tau
        pulse = IfLess(n, tau + 1, -ONE, IfLess(n, tau + 2, ONE, ZERO))
        return IfLess(n, tau, ZERO, pulse)

    def _generating_function(self, z: Expr) -> Expr:
        return z**self.tau

    def _sequence(self) -> Iterator[Fraction]:
        return chain(repeat(Fraction(0), int(self.tau)), (Fraction(1),), repeat(Fraction(0)))

    def _requirements(self) -> tuple[Condition, ...]:
        return (at_least(0, self.tau),)


@dataclass(frozen=True)
class MonteCarloReturn(LinearReturn):
    """The Monte Carlo return: every TD error counts fully, for ever.

    h_i = 1, so that every c_n = 0 while L = 1: no n-step return takes part in it.

    >>> MonteCarloReturn().c(5), MonteCarloReturn().limit
    (0, 1)
    """

    @property
    def limit(self) -> Expr:
        return ONE

    def describe(self) -> str:
        return "Monte Carlo return"

    def _h(self, i: Expr) -> Expr:
        return ONE

    def _c(self, n: Expr) -> Expr:
        return ZERO

    def _generating_function(self, z: Expr) -> Expr:
        return 1 / (1 - z)

    def _filter(self, z: Expr) -> Expr:
        return ONE

    def _sequence(self) -> Iterator[Fraction]:
        return repeat(Fraction(1))
