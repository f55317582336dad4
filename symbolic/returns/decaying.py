"""Returns whose eligibilities decay like powers of lambda."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, islice, repeat

from symbolic.returns.base import LinearReturn, Recurrence
from symbolic.returns.formulas import floor_div, if_less
from symbolic.returns.parameters import Parameter, Value, count, is_term, unit

__all__ = [
    "DelayedLambdaReturn",
    "InvertedUReturn",
    "LambdaReturn",
    "SparseLambdaReturn",
    "TruncatedLambdaReturn",
]


def _power_limit(lam: Value) -> Fraction:
    """The limit of lam^i for 0 <= lam <= 1; a symbol comes with the condition lam < 1."""
    return Fraction(1 if lam == 1 else 0)


def _powers(lam: Fraction) -> Iterator[Fraction]:
    """1, lam, lam^2, ... by repeated multiplication."""
    power = Fraction(1)
    while True:
        yield power
        power *= lam


class LambdaReturn(LinearReturn, name="lambda", words="lambda-return"):
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

    lam: Value = unit("lambda", terms_below_one=True)

    falls_with_lam = True

    @property
    def limit(self) -> Value:
        return _power_limit(self.lam)

    @property
    def recurrence(self) -> Recurrence:
        return Recurrence(0, ((self.lam, 1),))

    def modulus_bits(self, bits: int) -> int:
        return bits

    def lam_for(self, beta: Value, gamma: Value) -> Value:
        return (gamma - beta) / (gamma - beta * gamma)

    def _h(self, i: Value) -> Value:
        return self.lam**i

    def _c(self, n: Value) -> Value:
        return (1 - self.lam) * self.lam ** (n - 1)

    def _generating_function(self, z: Value) -> Value:
        return 1 / (1 - self.lam * z)

    def _modulus(self, gamma: Value) -> Value:
        return gamma * (1 - self.lam) / (1 - gamma * self.lam)

    def _sequence(self) -> Iterator[Fraction]:
        return _powers(self.lam)


class SparseLambdaReturn(LinearReturn, name="sparse", words="sparse lambda-return"):
    """The sparse lambda-return: a lambda-return over every m-th n-step return.

    h_i = lambda^{ceil(i/m)}; c_n = (1 - lambda) lambda^{k-1} at n = m(k-1) + 1, k >= 1, else 0;
    f(z) = 1 - (1 - lambda) z/(1 - lambda z^m).  With m = 1 it is the lambda-return.

    >>> [str(h) for h in SparseLambdaReturn("1/2", 2).eligibilities(5)]
    ['1', '1/2', '1/2', '1/4', '1/4']
    >>> [str(SparseLambdaReturn("1/2", 2).c(n)) for n in (1, 2, 3, 4, 5)]
    ['1/2', '0', '1/4', '0', '1/8']
    """

    lam: Value = unit("lambda", terms_below_one=True)
    m: Value = count("every m-th n-step return", least=1)

    falls_with_lam = True

    @property
    def limit(self) -> Value:
        return _power_limit(self.lam)

    @property
    def recurrence(self) -> Recurrence:
        return Recurrence(0, ((self.lam, self.m),))

    def modulus_bits(self, bits: int) -> int:
        return int(self.m) * bits

    def lam_for(self, beta: Value, gamma: Value) -> Value:
        return (gamma - beta) / (gamma - beta * gamma**self.m)

    def _h(self, i: Value) -> Value:
        return self.lam ** floor_div(i + self.m - 1, self.m)

    def _c(self, n: Value) -> Value:
        k = floor_div(n - 1, self.m)
        return if_less(self.m * k, n - 1, 0, (1 - self.lam) * self.lam**k)

    def _generating_function(self, z: Value) -> Value:
        lam, m = self.lam, self.m
        return (1 - (1 - lam) * z - lam * z**m) / ((1 - z) * (1 - lam * z**m))

    def _filter(self, z: Value) -> Value:
        return 1 - (1 - self.lam) * z / (1 - self.lam * z**self.m)

    def _modulus(self, gamma: Value) -> Value:
        return gamma * (1 - self.lam) / (1 - gamma**self.m * self.lam)

    def _sequence(self) -> Iterator[Fraction]:
        powers = _powers(self.lam)
        yield next(powers)
        for power in powers:
            yield from repeat(power, self.m)


class TruncatedLambdaReturn(LinearReturn, name="truncated", words="truncated lambda-return"):
    """The truncated lambda-return: a lambda-return that stops after N TD errors.

    h_i = lambda^i for i < N and 0 after it; c_n = (1 - lambda) lambda^{n-1} for n < N,
    c_N = lambda^{N-1}; h(z) = (1 - (lambda z)^N)/(1 - lambda z).

    >>> [str(TruncatedLambdaReturn("1/2", 3).c(n)) for n in (1, 2, 3, 4)]
    ['1/2', '1/4', '1/4', '0']
    """

    lam: Value = unit("lambda")
    N: Value = count("how many steps", least=1)

    falls_with_lam = True

    @property
    def support(self) -> int | None:
        return None if is_term(self.N) else self.N

    def modulus_bits(self, bits: int) -> int:
        return int(self.N * (bits + self.lam.denominator.bit_length()))

    def _h(self, i: Value) -> Value:
        return if_less(i, self.N, self.lam**i, 0)

    def _c(self, n: Value) -> Value:
        lam, N = self.lam, self.N
        return if_less(n, N, (1 - lam) * lam ** (n - 1), if_less(N, n, 0, lam ** (N - 1)))

    def _generating_function(self, z: Value) -> Value:
        return (1 - (self.lam * z) ** self.N) / (1 - self.lam * z)

    def _modulus(self, gamma: Value) -> Value:
        lam, N = self.lam, self.N
        return ((1 - gamma) * (gamma * lam) ** N + gamma * (1 - lam)) / (1 - gamma * lam)

    def _sequence(self) -> Iterator[Fraction]:
        return chain(islice(_powers(self.lam), self.N), repeat(Fraction(0)))


class DelayedLambdaReturn(LinearReturn, name="delayed-lambda", words="delayed lambda-return"):
    """The delayed lambda-return: a lambda-return that starts ``tau`` steps late.

    h_i = 0 for i < tau and lambda^{i-tau} after it; c_tau = -1 (if tau >= 1) and
    c_n = (1 - lambda) lambda^{n-tau-1} for n > tau; h(z) = z^tau/(1 - lambda z).

    >>> [str(DelayedLambdaReturn("1/2", 2).c(n)) for n in (1, 2, 3, 4)]
    ['0', '-1', '1/2', '1/4']
    """

    lam: Value = unit("lambda", terms_below_one=True)
    tau: Value = count("the delay", least=0)

    @property
    def limit(self) -> Value:
        return _power_limit(self.lam)

    @property
    def recurrence(self) -> Recurrence:
        return Recurrence(self.tau, ((self.lam, 1),))

    def modulus_bits(self, bits: int) -> int:
        return (int(self.tau) + 1) * bits

    def _h(self, i: Value) -> Value:
        return if_less(i, self.tau, 0, lambda: self.lam ** (i - self.tau))

    def _c(self, n: Value) -> Value:
        lam, tau = self.lam, self.tau
        return if_less(
            n,
            tau,
            0,
            lambda: if_less(n, tau + 1, -1, lambda: (1 - lam) * lam ** (n - tau - 1)),
        )

    def _generating_function(self, z: Value) -> Value:
        return z**self.tau / (1 - self.lam * z)

    def _modulus(self, gamma: Value) -> Value:
        """h_0 = 0, c_tau = -1, then a lambda-return; or that from the start."""
        lam, start = self.lam, gamma**self.tau
        late = start * gamma * (1 - lam) / (1 - gamma * lam)
        return if_less(0, self.tau, 1 + start + late, late)

    def _sequence(self) -> Iterator[Fraction]:
        return chain(repeat(Fraction(0), self.tau), _powers(self.lam))


class InvertedUReturn(LinearReturn, name="inverted-u", words="inverted-U return"):
    """An inverted U: eligibility starts at zero, rises and falls back to zero.

    h_i = i lambda^i for 0 <= lambda < 1; c_n = lambda^{n-1} (n - 1 - n lambda);
    h(z) = lambda z/(1 - lambda z)^2.

    >>> InvertedUReturn("1/2").eligibilities(4)
    (Fraction(0, 1), Fraction(1, 2), Fraction(1, 2), Fraction(3, 8))
    """

    lam: Value = unit("lambda", below_one=True)

    nonnegative = True

    @property
    def recurrence(self) -> Recurrence:
        return Recurrence(0, ((self.lam, 1), (self.lam, 1)))

    @property
    def rises(self) -> int | None:
        """(i + 1) lambda > i, that is, i < lambda/(1 - lambda)."""
        return None if is_term(self.lam) else -(-self.lam // (1 - self.lam))

    def modulus_bits(self, bits: int) -> int:
        return int((self.rises or 0) * (bits + self.lam.denominator.bit_length()))

    def _h(self, i: Value) -> Value:
        return i * self.lam**i

    def _c(self, n: Value) -> Value:
        return self.lam ** (n - 1) * (n - 1 - n * self.lam)

    def _generating_function(self, z: Value) -> Value:
        return self.lam * z / (1 - self.lam * z) ** 2

    def closed_modulus(self, gamma: Parameter | Value) -> Value:
        at, top = self._point("gamma", gamma), self.rises
        if top is None:
            return None
        return self._evaluated(lambda ret: _rising_and_falling(at * ret.lam, at, top), at)

    def _sequence(self) -> Iterator[Fraction]:
        return (i * power for i, power in enumerate(_powers(self.lam)))


def _rising_and_falling(x: Value, gamma: Value, top: int) -> Value:
    """1 + sum |c_n| gamma^n for h_i gamma^i = i x^i, which rises up to i = top and falls after it.

    c_n < 0 exactly for n <= top, so the sum is (all n) - 2 (n <= top), both from
    sum_{i<=k} i x^i.
    """

    def partial(k: int) -> Value:
        return x * (1 - (k + 1) * x**k + k * x ** (k + 1)) / (1 - x) ** 2

    rising = gamma * partial(top - 1) - partial(top) if top else 0
    return 1 + (gamma - 1) * x / (1 - x) ** 2 - 2 * rising
