"""Linear returns: what every family has in common.

A linear return is the estimate ``V_t + sum_i h_i gamma^i delta_{t+i}``, that is, its sequence of
eligibilities h_0, h_1, ... (weights on TD errors).  Everything else follows from h:

    c_n  = h_{n-1} - h_n       the weight of the n-step return, n >= 1
    h(z) = sum_i h_i z^i       the generating function
    f(z) = (1 - z) h(z)        the filter, = h_0 - sum_n c_n z^n
    L    = lim h_i             the limit; 0 for a return that is made of n-step returns alone
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from itertools import count, islice
from typing import Literal, get_args

from sympy import Expr, Integer, Rational, Symbol

from symbolic.returns.parameters import InvalidReturn, Parameter, position, rational, weight
from symbolic.terms import index

__all__ = ["Condition", "LinearReturn", "Relation", "at_least", "between", "fresh_index", "latex"]

Relation = Literal["<", "<=", "=", "!="]


@dataclass(frozen=True)
class Condition:
    """``lhs relation rhs``, something that must be true of the symbols in the two terms.

    >>> from symbolic.terms import real
    >>> condition = Condition(Integer(0), "<=", real("lam"))
    >>> print(condition)
    0 <= lam
    >>> condition.holds({real("lam"): Fraction(1, 2)})
    True
    """

    lhs: Expr
    relation: Relation
    rhs: Expr

    def __post_init__(self) -> None:
        if self.relation not in get_args(Relation):
            raise ValueError(f"{self.relation!r} is not one of {', '.join(get_args(Relation))}")

    @property
    def free_symbols(self) -> frozenset[Symbol]:
        return frozenset(self.lhs.free_symbols | self.rhs.free_symbols)

    def holds(self, values: Mapping[Symbol, Parameter] | None = None) -> bool:
        """Is it true once ``values`` (exact numbers) are put for the symbols?"""
        numbers = {s: weight(str(self), str(s), v) for s, v in (values or {}).items()}
        lhs, rhs = self.lhs.xreplace(numbers), self.rhs.xreplace(numbers)
        if not (isinstance(lhs, Rational) and isinstance(rhs, Rational)):
            names = ", ".join(sorted(map(str, self.free_symbols)))
            raise ValueError(f"{self}: expected exact numbers for {names}")
        left, right = rational(lhs), rational(rhs)
        return {
            "<": left < right,
            "<=": left <= right,
            "=": left == right,
            "!=": left != right,
        }[self.relation]

    def __str__(self) -> str:
        return f"{self.lhs} {self.relation} {self.rhs}"

    def _repr_latex_(self) -> str:
        relation = {"<": "<", "<=": r"\le", "=": "=", "!=": r"\ne"}[self.relation]
        return f"${latex(self.lhs)} {relation} {latex(self.rhs)}$"


def latex(term: Expr) -> str:
    """The term in the notation of the whole project; printing is loaded when it is asked for."""
    from symbolic.printing import term_latex

    return term_latex(term)


def fresh_index(name: str, *terms: Expr) -> Symbol:
    """An index called ``name`` (or name_1, name_2, ...) that occurs in none of the terms."""
    taken = {str(s) for term in terms for s in term.free_symbols}
    names = (name if k == 0 else f"{name}_{k}" for k in count())
    return index(next(candidate for candidate in names if candidate not in taken))


class LinearReturn(ABC):
    """A sequence of eligibilities with its closed forms; the families are its subclasses.

    The formulas hold whenever `conditions` do.  Numbers given as parameters were checked when the
    return was made, so only symbols appear in conditions.  Generating functions are identities of
    formal power series, hence of functions where the series converges.
    """

    def h(self, i: int | Expr) -> Expr:
        """The i-th eligibility, the weight of the TD error i steps ahead."""
        return self._h(position(type(self).__name__, "i", i, least=0))

    def c(self, n: int | Expr) -> Expr:
        """The weight of the n-step return, ``h(n-1) - h(n)``."""
        return self._c(position(type(self).__name__, "n", n, least=1))

    def generating_function(self, z: Parameter) -> Expr | None:
        """``sum_i h(i) z^i`` in closed form, or None if these parameters give none."""
        return self._generating_function(self._point(z))

    def filter(self, z: Parameter) -> Expr | None:
        """``(1 - z) sum_i h(i) z^i``, with the factor cancelled where the family knows how."""
        return self._filter(self._point(z))

    @property
    @abstractmethod
    def limit(self) -> Expr | None:
        """The limit of h(i), or None where there is none."""

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """What must be true of the symbols for the formulas to hold."""
        return tuple(c for c in self._requirements() if c.free_symbols)

    @property
    def support(self) -> int | None:
        """A number k with h(i) = 0 for all i >= k, or None if no such number is known."""
        return None

    @abstractmethod
    def describe(self) -> str:
        """A short name for people."""

    def eligibilities(self, k: int) -> tuple[Fraction, ...]:
        """The numbers h_0, ..., h_{k-1}, by recurrence rather than from the formula for h."""
        stuck = [str(t) for t in self.parameters if not isinstance(t, Rational)]
        if stuck:
            raise InvalidReturn(
                f"{self.describe()}: its eligibilities are numbers only when its parameters are; "
                f"{', '.join(stuck)} is not"
            )
        if type(k) is not int or k < 0:
            raise InvalidReturn(f"k = {k!r}; expected how many eligibilities, an integer k >= 0")
        return tuple(islice(self._sequence(), k))

    @property
    def parameters(self) -> tuple[Expr, ...]:
        """Every term this return was made from."""
        values = [getattr(self, field.name) for field in fields(self)]  # type: ignore[arg-type]
        return tuple(t for v in values for t in (v if isinstance(v, tuple) else (v,)))

    @property
    def is_numeric(self) -> bool:
        """Are all parameters numbers?"""
        return all(isinstance(t, Rational) for t in self.parameters)

    def __str__(self) -> str:
        return self.describe()

    def _repr_latex_(self) -> str:
        i = fresh_index("i", *self.parameters)
        return f"$h_{{{latex(i)}}} = {latex(self.h(i))}$"

    def _repr_html_(self) -> str:
        from symbolic.printing.mathml import mathml

        return mathml(self._repr_latex_().strip("$"))

    @abstractmethod
    def _h(self, i: Expr) -> Expr: ...

    @abstractmethod
    def _c(self, n: Expr) -> Expr: ...

    @abstractmethod
    def _generating_function(self, z: Expr) -> Expr | None: ...

    def _filter(self, z: Expr) -> Expr | None:
        series = self._generating_function(z)
        return None if series is None else (1 - z) * series

    @abstractmethod
    def _sequence(self) -> Iterator[Fraction]: ...

    def _point(self, z: Parameter) -> Expr:
        return z if isinstance(z, Expr) else weight(type(self).__name__, "z", z)

    def _requirements(self) -> tuple[Condition, ...]:
        return ()


def between(low: int, term: Expr, relation: Relation, high: int) -> tuple[Condition, Condition]:
    """``low <= term relation high``, as two conditions."""
    return Condition(Integer(low), "<=", term), Condition(term, relation, Integer(high))


def at_least(low: int, term: Expr) -> Condition:
    """``low <= term``."""
    return Condition(Integer(low), "<=", term)
