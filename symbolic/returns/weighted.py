"""Returns given by a list of weights, and the gamma-return, whose weights are one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, chain, groupby, islice, pairwise, repeat
from math import lcm

from symbolic.numbers import members
from symbolic.returns.base import LinearReturn, Recurrence, fresh_index
from symbolic.returns.formulas import if_less, latex, total
from symbolic.returns.parameters import (
    InvalidReturn,
    Parameter,
    Value,
    count,
    is_term,
    unit,
    weight,
)

__all__ = ["GammaReturn", "WeightedReturn"]

_SHOWN = 8


# -- formulas of a list ----------------------------------------------------------------------------


def _steps(position: Value, first: int, values: Sequence[Value], tail: Value) -> Value:
    """The term that is values[0] at ``first``, values[1] next, ..., and ``tail`` after them all.

    Equal neighbours are one step, and the comparisons form a balanced tree, so that a thousand
    weights nest ten deep.
    """
    if isinstance(position, int):
        at = position - first
        return values[at] if at < len(values) else tail
    ends: list[int] = []
    levels: list[Value] = []
    end = first
    for level, run in groupby((*values, tail)):
        end += sum(1 for _ in run)
        ends.append(end)
        levels.append(level)

    def tree(low: int, high: int) -> Value:
        if low == high:
            return levels[low]
        middle = (low + high) // 2
        return if_less(position, ends[middle], tree(low, middle), tree(middle + 1, high))

    return tree(0, len(levels) - 1)


def _differences(h: Iterable[Value], tail: Value) -> tuple[Value, ...]:
    """c_1, c_2, ... from h_0, h_1, ... and what comes after them."""
    return tuple(a - b for a, b in pairwise((*h, tail)))


def _tail_sums(c: Sequence[Value]) -> tuple[Value, ...]:
    """h_i = sum of c_n over n > i, for c_1, c_2, ... given."""
    return tuple(reversed(list(accumulate(reversed(c)))))


def _filter_of(first: Value, c: Sequence[Value], z: Value) -> Value:
    return total((first, *(-weight * z**n for n, weight in enumerate(c, start=1))))


def _latex(weights: Sequence[Value], tail: Value) -> str:
    shown = [latex(w) for w in weights[:_SHOWN]]
    if len(weights) > _SHOWN:
        shown.append(r"\dots")
    rest = latex(tail)
    return rf"$h = \left({', '.join([*shown, rest, rest])}, \dots\right)$"


# -- the returns -----------------------------------------------------------------------------------


class WeightedReturn(LinearReturn):
    """Any eligibilities that are constant from some place on: a list, and its ``tail`` for ever.

    h_i = weights[i], then tail; L = tail; c_n = h_{n-1} - h_n is zero past the list;
    h(z) is a polynomial when tail = 0.

    >>> from symbolic.terms import real
    >>> WeightedReturn(["1", "1/2", "3/4"]).generating_function(real("z"))
    3*z**2/4 + z/2 + 1
    >>> WeightedReturn([2], tail=1).c(1), WeightedReturn([2], tail=1).limit
    (Fraction(1, 1), Fraction(1, 1))
    """

    weights: tuple[Value, ...]
    tail: Value

    fields = ("weights", "tail")
    has_formula = False

    def __init__(self, weights: Iterable[Parameter], tail: Parameter = 0) -> None:
        given = _read("weights", weights)
        rest = weight("WeightedReturn", "tail", tail)
        if not given and rest == 0:
            raise InvalidReturn(
                "WeightedReturn: weights is empty; expected at least one weight, or a tail != 0"
            )
        object.__setattr__(self, "weights", given or (rest,))
        object.__setattr__(self, "tail", rest)

    @classmethod
    def from_nstep_weights(cls, c: Iterable[Parameter]) -> WeightedReturn:
        """The return ``(1 - sum c) V_t + sum_n c_n G^n_t``: h_i is the sum of c_n over n > i.

        >>> WeightedReturn.from_nstep_weights(["1/2", "1/2"])
        WeightedReturn(weights=(1, 1/2), tail=0)
        """
        given = _read("c", c)
        if not given:
            raise InvalidReturn("WeightedReturn: c is empty; expected the weights c_1, c_2, ...")
        return cls(_tail_sums(given))

    @property
    def limit(self) -> Value:
        return self.tail

    @property
    def support(self) -> int | None:
        return len(self.weights) if self.tail == 0 else None

    @property
    def listed(self) -> int | None:
        return len(self.weights)

    @property
    def recurrence(self) -> Recurrence:
        constant = ((Fraction(1), 1),) if self.tail != 0 else ()
        return Recurrence(len(self.weights), constant)

    @cached_property
    def nstep_weights(self) -> tuple[Value, ...]:
        """c_1, ..., c_k, after which every c_n is zero; k is the number of weights."""
        return _differences(self.weights, self.tail)

    def describe(self) -> str:
        shown = [str(w) for w in self.weights[:_SHOWN]]
        if len(self.weights) > _SHOWN:
            shown.append(f"... {len(self.weights) - _SHOWN} more")
        rest = f"then {self.tail}" if self.tail != 0 else "then zero"
        return f"weighted return (h = {', '.join([*shown, rest])})"

    def _repr_latex_(self) -> str:
        return _latex(self.weights, self.tail)

    def _h(self, i: Value) -> Value:
        return _steps(i, 0, self.weights, self.tail)

    def _c(self, n: Value) -> Value:
        return _steps(n, 1, self.nstep_weights, 0)

    def _generating_function(self, z: Value) -> Value:
        polynomial = total(w * z**i for i, w in enumerate(self.weights))
        return polynomial + self.tail * z ** len(self.weights) / (1 - z)

    def _filter(self, z: Value) -> Value:
        return _filter_of(self._h(0), self.nstep_weights, z)

    def _sequence(self) -> Iterator[Fraction]:
        return chain(self.weights, repeat(self.tail))


class GammaReturn(LinearReturn, name="gamma", words="gamma-return"):
    """The gamma-return of Konidaris, Niekum and Thomas (2011): weights from a variance model.

    c_n is proportional to 1/D_n with D_n = sum_{i=1}^n gamma^{2(i-1)}, for n = 1, ..., length, and
    the weights sum to one.  There is no closed form when ``length`` is a symbol.

    >>> [str(GammaReturn(1, 3).c(n)) for n in (1, 2, 3, 4)]
    ['6/11', '3/11', '2/11', '0']
    """

    gamma: Value = unit("the discount")
    length: Value = count("how many n-step returns", least=1)

    has_formula = False
    #: the weights of a longer one are fractions with too many digits
    longest = 100

    @property
    def support(self) -> int | None:
        return None if is_term(self.length) else self.length

    def _repr_latex_(self) -> str:
        return (
            super()._repr_latex_()
            if self._nstep_weights is None
            else _latex(_tail_sums(self._nstep_weights), 0)
        )

    @cached_property
    def _nstep_weights(self) -> tuple[Value, ...] | None:
        """c_1, c_2, ..., if ``length`` is a number."""
        if is_term(self.length):
            return None
        powers = (self.gamma ** (2 * j) for j in range(self.length))
        shares = [1 / d for d in accumulate(powers)]
        whole = total(shares)
        return tuple(share / whole for share in shares)

    def _share(self, n: Value) -> Value:
        from symbolic.terms import series

        j = fresh_index("j", n, self.gamma)
        return 1 / series(self.gamma ** (2 * j), j, 0, n - 1)

    def _share_sum(self, low: Value) -> Value:
        from symbolic.terms import series

        k = fresh_index("k", low, self.length, self.gamma)
        return series(self._share(k), k, low, self.length)

    def _h(self, i: Value) -> Value:
        if self._nstep_weights is not None:
            return _steps(i, 0, _tail_sums(self._nstep_weights), 0)
        return if_less(i, self.length, self._share_sum(i + 1) / self._share_sum(1), 0)

    def _c(self, n: Value) -> Value:
        if self._nstep_weights is not None:
            return _steps(n, 1, self._nstep_weights, 0)
        return if_less(self.length, n, 0, self._share(n) / self._share_sum(1))

    def _generating_function(self, z: Value) -> Value:
        if self._nstep_weights is None:
            return None
        return total(w * z**i for i, w in enumerate(_tail_sums(self._nstep_weights)))

    def _filter(self, z: Value) -> Value:
        if self._nstep_weights is None:
            return None
        return _filter_of(total(self._nstep_weights), self._nstep_weights, z)

    def modulus_bits(self, bits: int) -> int:
        return int(self.length * (bits + self.length * self.gamma.denominator.bit_length()))

    def _sequence(self) -> Iterator[Fraction]:
        return chain(self._weights, repeat(Fraction(0)))

    @cached_property
    def _weights(self) -> tuple[Fraction, ...]:
        """The eligibilities, which are long: they are worked out once."""
        square, variance, shares = self.gamma**2, Fraction(0), []
        for i in range(self.length):
            variance += square**i
            shares.append(1 / variance)
        common = lcm(*(share.denominator for share in shares))
        tops = [share.numerator * (common // share.denominator) for share in shares]
        whole, before = sum(tops), accumulate(tops, initial=0)
        return tuple(Fraction(whole - gone, whole) for gone in islice(before, self.length))


def _read(name: str, values: Iterable[Parameter]) -> tuple[Value, ...]:
    listed = members(values)
    if listed is None:
        shown = f"{values!r:.60}"
        raise InvalidReturn(f"WeightedReturn: {name} = {shown}; expected a sequence of numbers")
    return tuple(weight("WeightedReturn", f"{name}[{i}]", v) for i, v in enumerate(listed))
