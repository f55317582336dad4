"""Linear returns: what every family has in common.

A linear return is the estimate ``V_t + sum_i h_i gamma^i delta_{t+i}``, that is, its sequence of
eligibilities h_0, h_1, ... (weights on TD errors).  Everything else follows from h:

    c_n  = h_{n-1} - h_n       the weight of the n-step return, n >= 1
    h(z) = sum_i h_i z^i       the generating function
    f(z) = (1 - z) h(z)        the filter, = h_0 - sum_n c_n z^n
    L    = lim h_i             the limit; 0 for a return that is made of n-step returns alone
    beta = |1 - h_0| + sum_n |c_n| gamma^n       the modulus
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import count, islice
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self

from symbolic.returns.formulas import Embedding, embedded, embedding, latex
from symbolic.returns.parameters import InvalidReturn, Parameter, Value, is_term, position, weight
from symbolic.returns.registry import Entry

if TYPE_CHECKING:
    from sympy import Expr, Symbol

    from symbolic.returns.conditions import Condition

__all__ = ["LinearReturn", "Recurrence", "fresh_index"]


class Recurrence(NamedTuple):
    """Multiplying by (1 - ratio z^length) for each pair leaves zeros from ``start`` + lengths on.

    One pair says that h_{i+length} = ratio h_i from i = start on; none, that h_i = 0 from there on.
    """

    start: int
    factors: tuple[tuple[Fraction, int], ...] = ()


class LinearReturn(Entry):
    """A sequence of eligibilities with its closed forms; the families are its subclasses.

    The formulas hold whenever `conditions` do.  Numbers given as parameters were checked when the
    return was made, so only symbols appear in conditions.  Generating functions are identities of
    formal power series, hence of functions where the series converges.  A formula of numbers alone
    is a Fraction; with a symbol in it, it is a term.
    """

    #: more eligibilities (before they end or repeat) are not analysed
    longest: ClassVar[int] = 10_000
    #: is no eligibility below zero?  Said only where `recurrence` has more than one factor.
    nonnegative: ClassVar[bool] = False
    #: is the formula for h shorter than a list of numbers?
    has_formula: ClassVar[bool] = True
    #: does the modulus fall strictly, from gamma on, as the parameter ``lam`` goes from 0 to 1?
    falls_with_lam: ClassVar[bool] = False

    # -- formulas ----------------------------------------------------------------------------------

    def h(self, i: int | Expr) -> Value:
        """The i-th eligibility, the weight of the TD error i steps ahead."""
        at = position(type(self).__name__, "i", i, least=0)
        return self._evaluated(lambda ret: ret._h(at), at)

    def c(self, n: int | Expr) -> Value:
        """The weight of the n-step return, ``h(n-1) - h(n)``."""
        at = position(type(self).__name__, "n", n, least=1)
        return self._evaluated(lambda ret: ret._c(at), at)

    def generating_function(self, z: Parameter | Value) -> Value:
        """``sum_i h(i) z^i`` in closed form, or None if these parameters give none."""
        at = self._point("z", z)
        return self._evaluated(lambda ret: ret._generating_function(at), at)

    def filter(self, z: Parameter | Value) -> Value:
        """``(1 - z) sum_i h(i) z^i``, cancelled where the family knows how, or None."""
        at = self._point("z", z)
        return self._evaluated(lambda ret: ret._filter(at), at)

    def closed_modulus(self, gamma: Parameter | Value) -> Value:
        """The modulus in closed form, or None if these parameters give none."""
        at = self._point("gamma", gamma)
        return self._evaluated(lambda ret: ret._modulus(at), at)

    @property
    def limit(self) -> Value:
        """The limit of h(i)."""
        return Fraction(0)

    @property
    def support(self) -> int | None:
        """A number k with h(i) = 0 for all i >= k, or None if no such number is known."""
        return None

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """What must be true of the symbols for the formulas to hold."""
        from symbolic.returns.conditions import Condition

        return tuple(
            Condition(*condition)
            for name, term in self.values().items()
            if is_term(term) and hasattr(type(self), name)
            for condition in getattr(type(self), name).conditions(term)
        )

    # -- numbers -----------------------------------------------------------------------------------

    def eligibilities(self, k: int) -> tuple[Fraction, ...]:
        """The numbers h_0, ..., h_{k-1}, by recurrence rather than from the formula for h."""
        if not self.is_numeric:
            stuck = ", ".join(str(t) for t in self.parameters if is_term(t))
            raise InvalidReturn(
                f"{self}: its eligibilities are numbers only when its parameters are; "
                f"{stuck} is not"
            )
        if type(k) is not int or k < 0:
            raise InvalidReturn(f"k = {k!r}; expected how many eligibilities, an integer k >= 0")
        return tuple(islice(self._sequence(), k))

    @property
    def listed(self) -> int | None:
        """How many eligibilities say everything, since later ones are constant; None: none do."""
        return self.support

    @property
    def recurrence(self) -> Recurrence:
        """Where the eligibilities end, or begin to repeat."""
        if self.support is None:
            raise InvalidReturn(f"{self}: expected finitely many weights, or a family with a rule")
        return Recurrence(self.support)

    @property
    def rises(self) -> int | None:
        """How many eligibilities are followed by a larger one, if these come first and all others
        fall; None: count them."""
        return None

    def modulus_bits(self, bits: int) -> int:
        """About how many bits the modulus has if gamma has so many, before it is reduced."""
        return (self.support or 0) * bits

    @property
    def weight_bits(self) -> int:
        """About how many bits the longest of its eligibilities has."""
        return self.modulus_bits(0)

    def lam_for(self, beta: Value, gamma: Value) -> Value:
        """The lambda at which the modulus is beta, the other parameters as they are, in closed
        form; None if there is none."""
        return None

    # -- as a value --------------------------------------------------------------------------------

    @property
    def parameters(self) -> tuple[Value, ...]:
        """Every number or term this return was made from."""
        values = self.values().values()
        return tuple(t for v in values for t in (v if isinstance(v, tuple) else (v,)))

    @property
    def is_numeric(self) -> bool:
        """Are all parameters numbers?"""
        return not any(map(is_term, self.parameters))

    def describe(self) -> str:
        """A short name for people."""
        given = [f"{name} = {value}" for name, value in self.values().items()]
        return f"{self.words} ({', '.join(given)})" if given else self.words

    def __str__(self) -> str:
        return self.describe()

    def _repr_latex_(self) -> str:
        i = fresh_index("i", *self.parameters)
        return f"$h_{{{latex(i)}}} = {latex(self.h(i))}$"

    def _repr_html_(self) -> str:
        from symbolic.printing.mathml import mathml

        return mathml(self._repr_latex_().strip("$"))

    # -- what a family says ------------------------------------------------------------------------

    @abstractmethod
    def _h(self, i: Value) -> Value: ...

    @abstractmethod
    def _c(self, n: Value) -> Value: ...

    @abstractmethod
    def _generating_function(self, z: Value) -> Value: ...

    def _filter(self, z: Value) -> Value:
        series = self._generating_function(z)
        return None if series is None else (1 - z) * series

    def _modulus(self, gamma: Value) -> Value:
        return None

    @abstractmethod
    def _sequence(self) -> Iterator[Fraction]: ...

    # -- one formula for all kinds of numbers ------------------------------------------------------

    def _evaluated(self, formula: Callable[[Self], Value], at: Value) -> Value:
        """The formula of this return, with its parameters in the arithmetic of ``at``."""
        into = embedding(at, *self.parameters)
        found = formula(self._over(into))
        return embedded(Fraction(found), into) if isinstance(found, int | Fraction) else found

    def _over(self, into: Embedding | None) -> Self:
        """The same return with its numbers in another arithmetic."""
        if into is None:
            return self
        made = object.__new__(type(self))
        for name, value in self.values().items():
            object.__setattr__(made, name, embedded(value, into))
        return made

    def _point(self, name: str, value: Parameter | Value) -> Value:
        exact = isinstance(value, int | float | str | Fraction) or is_term(value)
        return weight(type(self).__name__, name, value) if exact else value


def fresh_index(name: str, *terms: Value) -> Symbol:
    """An index called ``name`` (or name_1, name_2, ...) that occurs in none of the terms."""
    from symbolic.terms import index

    taken = {str(s) for term in terms if is_term(term) for s in term.free_symbols}
    names = (name if k == 0 else f"{name}_{k}" for k in count())
    return index(next(candidate for candidate in names if candidate not in taken))
