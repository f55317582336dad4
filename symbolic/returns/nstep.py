"""Returns without decay: the n-step return, the delayed pulse and Monte Carlo."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, repeat

from symbolic.returns.base import LinearReturn, Recurrence
from symbolic.returns.formulas import if_less
from symbolic.returns.parameters import Value, count, is_term

__all__ = ["DelayedReturn", "MonteCarloReturn", "NStepReturn"]


class NStepReturn(LinearReturn, name="n-step", words="n-step return", special={"td": {"n": 1}}):
    """The n-step return: the next n TD errors count fully, later ones not at all.

    h_i = 1 for i < n and 0 after it; the only weight is c_n = 1; h(z) = (1 - z^n)/(1 - z).

    >>> from symbolic.terms import real
    >>> z = real("z")
    >>> NStepReturn(3).eligibilities(5)
    (Fraction(1, 1), Fraction(1, 1), Fraction(1, 1), Fraction(0, 1), Fraction(0, 1))
    >>> NStepReturn(3).filter(z)
    1 - z**3
    """

    n: Value = count("how many steps", least=1)

    @property
    def support(self) -> int | None:
        return None if is_term(self.n) else self.n

    def modulus_bits(self, bits: int) -> int:
        return int(self.n) * bits

    def describe(self) -> str:
        plain = not is_term(self.n) or self.n.is_Atom
        return f"{self.n}-step return" if plain else f"({self.n})-step return"

    def _h(self, i: Value) -> Value:
        return if_less(i, self.n, 1, 0)

    def _c(self, n: Value) -> Value:
        return if_less(n, self.n, 0, if_less(self.n, n, 0, 1))

    def _generating_function(self, z: Value) -> Value:
        return (1 - z**self.n) / (1 - z)

    def _filter(self, z: Value) -> Value:
        return 1 - z**self.n

    def _modulus(self, gamma: Value) -> Value:
        return gamma**self.n

    def _sequence(self) -> Iterator[Fraction]:
        return chain(repeat(Fraction(1), self.n), repeat(Fraction(0)))


class DelayedReturn(LinearReturn, name="delayed", words="delayed return"):
    """The delayed pulse: only the TD error ``tau`` steps ahead counts.

    h_i = 1 for i = tau and 0 otherwise; c_tau = -1 (if tau >= 1) and c_{tau+1} = 1; h(z) = z^tau.
    With tau = 0 it is the 1-step return.

    >>> DelayedReturn(2).eligibilities(4)
    (Fraction(0, 1), Fraction(0, 1), Fraction(1, 1), Fraction(0, 1))
    >>> [str(DelayedReturn(2).c(n)) for n in (1, 2, 3, 4)]
    ['0', '-1', '1', '0']
    """

    tau: Value = count("the delay", least=0)

    @property
    def support(self) -> int | None:
        return None if is_term(self.tau) else self.tau + 1

    def modulus_bits(self, bits: int) -> int:
        return (int(self.tau) + 1) * bits

    def _h(self, i: Value) -> Value:
        return if_less(i, self.tau, 0, if_less(self.tau, i, 0, 1))

    def _c(self, n: Value) -> Value:
        tau = self.tau
        return if_less(n, tau, 0, if_less(n, tau + 1, -1, if_less(n, tau + 2, 1, 0)))

    def _generating_function(self, z: Value) -> Value:
        return z**self.tau

    def _modulus(self, gamma: Value) -> Value:
        pulse = gamma**self.tau
        return if_less(0, self.tau, 1 + pulse + pulse * gamma, gamma)

    def _sequence(self) -> Iterator[Fraction]:
        return chain(repeat(Fraction(0), self.tau), (Fraction(1),), repeat(Fraction(0)))


class MonteCarloReturn(LinearReturn, name="monte-carlo", words="Monte Carlo return"):
    """The Monte Carlo return: every TD error counts fully, for ever.

    h_i = 1, so that every c_n = 0 while L = 1: no n-step return takes part in it.

    >>> MonteCarloReturn().c(5), MonteCarloReturn().limit
    (Fraction(0, 1), Fraction(1, 1))
    """

    @property
    def limit(self) -> Value:
        return Fraction(1)

    @property
    def recurrence(self) -> Recurrence:
        return Recurrence(0, ((Fraction(1), 1),))

    def _h(self, i: Value) -> Value:
        return 1

    def _c(self, n: Value) -> Value:
        return 0

    def _generating_function(self, z: Value) -> Value:
        return 1 / (1 - z)

    def _filter(self, z: Value) -> Value:
        return 1

    def _modulus(self, gamma: Value) -> Value:
        return 0

    def _sequence(self) -> Iterator[Fraction]:
        return repeat(Fraction(1))
