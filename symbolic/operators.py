"""Operators on value functions as pairs of power series in z = gamma P.

An operator of the paper is H v = A(z) r + B(z) v, where z is the matrix gamma P, r the reward and v
the value function.  All of them are series in the one matrix z, so they commute and compose like
numbers: H after K is A_H + B_H A_K with B_H B_K.

    >>> T = bellman()
    >>> T.term
    r + v*z
    >>> from symbolic import Abs, Less, given
    >>> from symbolic.writing import algebra
    >>> algebra(given(Less(Abs(Z), 1)), (T @ T).term, bellman(2).term)
    Theorem(|z| < 1 ⊢ (1 + z)·r + z^2·v = (1 - z^2)·v_π + z^2·v)
    >>> from symbolic.terms import sequence
    >>> print(linear_return(sequence("h")))
    H v = (1 - (1 - z)·Σ_{i≥0} h_i·z^i)·v + (Σ_{i≥0} h_i·z^i)·r
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import Expr, Integer

from symbolic.printing import term_latex, term_text
from symbolic.returns import LinearReturn
from symbolic.statements import REWARD, VALUE, Z
from symbolic.terms import Sequence, index, series
from symbolic.terms.entry import term as as_term


@dataclass(frozen=True)
class Operator:
    """H v = reward(z) r + value(z) v."""

    reward: Expr
    value: Expr

    @property
    def term(self) -> Expr:
        """H v."""
        return self.reward * REWARD + self.value * VALUE

    def at(self, values: Expr) -> Expr:
        """H applied to another value function, itself a term in r, v and z."""
        return self.reward * REWARD + self.value * values

    def __matmul__(self, first: Operator) -> Operator:
        """This operator after ``first``."""
        return Operator(self.reward + self.value * first.reward, self.value * first.value)

    def __add__(self, other: Operator) -> Operator:
        return Operator(self.reward + other.reward, self.value + other.value)

    def __rmul__(self, factor: Any) -> Operator:
        number: Expr = as_term(factor)
        return Operator(number * self.reward, number * self.value)

    def update(self, step_size: Expr) -> Operator:
        """v + alpha (H v - v), the expected update with this operator."""
        return self.__rmul__(step_size) + identity().__rmul__(1 - step_size)

    def __str__(self) -> str:
        return f"H v = {term_text(self.term)}"

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle H v = {term_latex(self.term)}$"

    def _repr_html_(self) -> str:
        from symbolic.printing.mathml import mathml

        return mathml(rf"H v = {term_latex(self.term)}")


def identity() -> Operator:
    """v itself."""
    return Operator(Integer(0), Integer(1))


def bellman(steps: Expr | int = 1) -> Operator:
    """T^n: n rewards, then the values n steps ahead.

    The closed form (1 + z + ... + z^{n-1}) r + z^n v is what n-fold composition of r + z v gives;
    `proofs.paper.nstep_contraction` proves that.
    """
    if steps == 1:
        return Operator(Integer(1), Z)
    return Operator((1 - Z**steps) / (1 - Z), Z**steps)


def linear_return(weights: Sequence | LinearReturn) -> Operator:
    """v + h(z) (T v - v): the operator of a return given by its eligibilities.

    The closed form of h(z) is used where the return knows one.
    """
    if isinstance(weights, LinearReturn):
        closed = weights.generating_function(Z)
        eligibility = _series(weights.h) if closed is None else closed
    else:
        eligibility = _series(weights)
    return Operator(eligibility, 1 - (1 - Z) * eligibility)


def _series(weights: Sequence) -> Expr:
    i = index("i")
    return series(weights(i) * Z**i, i, 0)
