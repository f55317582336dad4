"""Returns given by a list of weights, and the gamma-return, whose weights are one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, chain, groupby, pairwise, repeat

from sympy import Add, Expr, Integer

from symbolic.returns.base import Condition, LinearReturn, at_least, between, fresh_index, latex
from symbolic.returns.parameters import (
    InvalidReturn,
    Parameter,
    count,
    rational,
    unit,
    weight,
)
from symbolic.terms import IfLess, series

__all__ = ["GammaReturn", "WeightedReturn"]

ZERO, ONE = Integer(0), Integer(1)
_SHOWN = 8


def _steps(position: Expr, first: int, values: Sequence[Expr], tail: Expr) -> Expr:
    """The term that is values[0] at ``first``, values[1] next, ..., and ``tail`` after them all.

    Equal neighbours are one step, and the comparisons form a balanced tree, so that a thousand
    weights nest ten deep.
    """
    if isinstance(position, Integer):
        at = int(position) - first
        return values[at] if at < len(values) else tail
    ends: list[int] = []
    levels: list[Expr] = []
    end = first
    for level, run in groupby((*values, tail)):
        end += sum(1 for _ in run)
        ends.append(end)
        levels.append(level)

    def tree(low: int, high: int) -> Expr:
        if low == high:
            return levels[low]
        middle = (low + high) // 2
        return IfLess(position, ends[middle], tree(low, middle), tree(middle + 1, high))

    return tree(0, len(levels) - 1)


def _tail_sums(values: Iterable[Expr]) -> tuple[Expr, ...]:
    """h_i = sum of c_n over n > i, for c_1, c_2, ... given."""
    return tuple(reversed(list(accumulate(reversed(list(values))))))


def _weights_latex(weights: Sequence[Expr], tail: Expr) -> str:
    shown = [latex(w) for w in weights[:_SHOWN]]
    if len(weights) > _SHOWN:
        shown.append(r"\dots")
    rest = latex(tail)
    return rf"$h = \left({', '.join([*shown, rest, rest])}, \dots\right)$"


@dataclass(frozen=True, init=False)
class WeightedReturn(LinearReturn):
    """Any eligibilities that are constant from some place on: a list, and its ``tail`` for ever.

    h_i = weights[i], then tail; L = tail; c_n = h_{n-1} - h_n is zero past the list;
    h(z) is a polynomial when tail = 0.

    >>> from symbolic.terms import real
    >>> WeightedReturn(["1", "1/2", "3/4"]).generating_function(real("z"))
    3*z**2/4 + z/2 + 1
    >>> WeightedReturn([2], tail=1).c(1), WeightedReturn([2], tail=1).limit
    (1, 1)
    """

    weights: tuple[Expr, ...]
    tail: Expr

    def __init__(self, weights: Iterable[Parameter], tail: Parameter = 0) -> None:
        given = _listed("weights", weights)
        rest = weight("WeightedReturn", "tail", tail)
        if not given and rest == 0:
            raise InvalidReturn(
                "WeightedReturn: weights is empty; expected at least one weight, or a tail != 0"
            )
        object.__setattr__(self, "weights", given)
        object.__setattr__(self, "tail", rest)

    @classmethod
    def from_nstep_weights(cls, c: Iterable[Parameter]) -> WeightedReturn:
        """The return ``(1 - sum c) V_t + sum_n c_n G^n_t``: h_i is the sum of c_n over n > i.

        >>> WeightedReturn.from_nstep_weights(["1/2", "1/2"])
        WeightedReturn(weights=(1, 1/2), tail=0)
        """
        given = _listed("c", c)
        if not given:
            raise InvalidReturn("WeightedReturn: c is empty; expected the weights c_1, c_2, ...")
        return cls(_tail_sums(given))

    @property
    def limit(self) -> Expr:
        return self.tail

    @property
    def support(self) -> int | None:
        return len(self.weights) if self.tail == 0 else None

    @cached_property
    def nstep_weights(self) -> tuple[Expr, ...]:
        """c_1, ..., c_k, after which every c_n is zero; k is the number of weights."""
        return tuple(a - b for a, b in pairwise((*self.weights, self.tail)))

    def describe(self) -> str:
        shown = [str(w) for w in self.weights[:_SHOWN]]
        if len(self.weights) > _SHOWN:
            shown.append(f"... {len(self.weights) - _SHOWN} more")
        rest = f"then {self.tail}" if self.tail != 0 else "then zero"
        return f"weighted return (h = {', '.join([*shown, rest])})"

    def _repr_latex_(self) -> str:
        return _weights_latex(self.weights, self.tail)

    def _h(self, i: Expr) -> Expr:
        return _steps(i, 0, self.weights, self.tail)

    def _c(self, n: Expr) -> Expr:
        return _steps(n, 1, self.nstep_weights, ZERO)

    def _generating_function(self, z: Expr) -> Expr:
        polynomial = Add(*(w * z**i for i, w in enumerate(self.weights)))
        return polynomial + self.tail * z ** len(self.weights) / (1 - z)

    def _filter(self, z: Expr) -> Expr:
        terms = (-c * z**n for n, c in enumerate(self.nstep_weights, start=1))
        return Add(self._h(ZERO), *terms)

    def _sequence(self) -> Iterator[Fraction]:
        return chain(map(rational, self.weights), repeat(rational(self.tail)))


@dataclass(frozen=True, init=False)
class GammaReturn(LinearReturn):
    """The gamma-return of Konidaris, Niekum and Thomas (2011): weights from a variance model.

    c_n is proportional to 1/D_n with D_n = sum_{i=1}^n gamma^{2(i-1)}, for n = 1, ..., length, and
    the weights sum to one.  There is no closed form when ``length`` is a symbol.

    >>> [GammaReturn(1, 3).c(n) for n in (1, 2, 3, 4)]
    [6/11, 3/11, 2/11, 0]
    """

    gamma: Expr
    length: Expr

    def __init__(self, gamma: Parameter, length: Parameter) -> None:
        object.__setattr__(self, "gamma", unit("GammaReturn", "gamma", gamma))
        object.__setattr__(self, "length", count("GammaReturn", "length", length, least=1))

    @property
    def limit(self) -> Expr:
        return ZERO

    @property
    def support(self) -> int | None:
        return int(self.length) if isinstance(self.length, Integer) else None

    def describe(self) -> str:
        return f"gamma-return (gamma = {self.gamma}, length = {self.length})"

    def _repr_latex_(self) -> str:
        if isinstance(self.length, Integer):
            return _weights_latex(self._weighted.weights, ZERO)
        return super()._repr_latex_()

    @cached_property
    def _weighted(self) -> WeightedReturn:
        """The same return as a list; ``length`` must be a number."""
        powers = (self.gamma ** (2 * j) for j in range(int(self.length)))
        shares = [1 / d for d in accumulate(powers)]
        total = Add(*shares)
        return WeightedReturn.from_nstep_weights([share / total for share in shares])

    def _share(self, n: Expr) -> Expr:
        j = fresh_index("j", n, self.gamma)
        return 1 / series(self.gamma ** (2 * j), j, ZERO, n - 1)

    def _share_sum(self, low: Expr) -> Expr:
        k = fresh_index("k", low, self.length, self.gamma)
        return series(self._share(k), k, low, self.length)

    def _h(self, i: Expr) -> Expr:
        if isinstance(self.length, Integer):
            return self._weighted.h(i)
        return IfLess(i, self.length, self._share_sum(i + 1) / self._share_sum(ONE), ZERO)

    def _c(self, n: Expr) -> Expr:
        if isinstance(self.length, Integer):
            return self._weighted.c(n)
        return IfLess(self.length, n, ZERO, self._share(n) / self._share_sum(ONE))

    def _generating_function(self, z: Expr) -> Expr | None:
        if isinstance(self.length, Integer):
            return self._weighted.generating_function(z)
        return None

    def _filter(self, z: Expr) -> Expr | None:
        return self._weighted.filter(z) if isinstance(self.length, Integer) else None

    def _sequence(self) -> Iterator[Fraction]:
        square, variance, shares = rational(self.gamma) ** 2, Fraction(0), []
        for i in range(int(self.length)):
            variance += square**i
            shares.append(1 / variance)
        total = rest = sum(shares, Fraction(0))
        for share in shares:
            yield rest / total
            rest -= share
        yield from repeat(Fraction(0))

    def _requirements(self) -> tuple[Condition, ...]:
        return (*between(0, self.gamma, "<=", 1), at_least(1, self.length))


def _listed(name: str, values: Iterable[Parameter]) -> tuple[Expr, ...]:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise InvalidReturn(f"WeightedReturn: {name} = {values!r}; expected a sequence of numbers")
    return tuple(weight("WeightedReturn", f"{name}[{i}]", v) for i, v in enumerate(values))
