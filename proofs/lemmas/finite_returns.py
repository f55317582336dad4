"""Single returns with finitely many eligibilities, at one discount: their operators and modes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from flint import acb, fmpq

from numeric_checks.arithmetic.rationals import to_fmpq
from proofs.lemmas import angles
from proofs.lemmas.angles import CYCLE
from proofs.notation import gamma, j, k, r, v, z
from proofs.vocabulary import *

Evaluated: TypeAlias = tuple[Expr, tuple[Theorem, ...]]


@dataclass(frozen=True)
class FiniteReturn:
    """h_0 = 1, h_1, ..., h_m, and then 0; and a value of gamma."""

    eligibilities: tuple[Rational, ...]
    discount: Rational

    def __post_init__(self) -> None:
        if self.eligibilities[:1] != (1,):
            raise ValueError(f"h = {self.eligibilities}, expected h_0 = 1")

    @property
    def at_discount(self) -> Equal:
        """gamma has that value."""
        return Equal(gamma, self.discount)

    @property
    def eligibility(self) -> Expr:
        """h(z)."""
        return Add(*(x * z**i for i, x in enumerate(self.eligibilities)))

    @property
    def operator(self) -> Expr:
        """v + h(z) (T v - v)."""
        return v + self.eligibility * (r + z * v - v)

    @cached_property
    def weights(self) -> dict[int, Rational]:
        """c_n = h_{n-1} - h_n, where it is not zero."""
        after = (*self.eligibilities[1:], Rational(0))
        pairs = enumerate(zip(self.eligibilities, after, strict=True), start=1)
        return {n: a - b for n, (a, b) in pairs if a != b}

    @property
    def sorted_form(self) -> Expr:
        """The operator by powers of z; the coefficient 1 - h_0 of v is 0."""
        return self.eligibility * r + Add(*(c * z**n * v for n, c in self.weights.items()))

    @property
    def coefficients(self) -> dict[int, Rational]:
        """c_n gamma^n."""
        return {n: c * self.discount**n for n, c in self.weights.items()}

    @property
    def real_part(self) -> Expr:
        """The real part of the eigenvalue at the angle j/k of a turn."""
        return angles.real_part(self.coefficients)

    @property
    def imaginary_part(self) -> Expr:
        """The imaginary part."""
        return angles.imaginary_part(self.coefficients)

    @property
    def size(self) -> Expr:
        """The square of the eigenvalue's size."""
        return self.real_part**2 + self.imaginary_part**2

    def modes(self) -> Theorem:
        """The eigenvalue of the operator on every mode of every cycle."""
        return self.eigenvalue(k, j, (self.real_part, ()), (self.imaginary_part, ()))

    def eigenvalue(
        self, length: Expr | int, mode: Expr | int, real: Evaluated, imaginary: Evaluated
    ) -> Theorem:
        """The eigenvalue on a mode of a cycle, its two parts evaluated by equations."""
        ctx = given(self.at_discount, CYCLE)
        found = on_mode(ctx, self.sorted_form, length, mode)
        assert isinstance(found.statement, CycleEigenvalue)
        raw = found.statement.rhs, found.statement.imaginary
        values = (
            Chain(ctx, part).to(value, ctx.facts[0], *equations).qed()
            for part, (value, equations) in zip(raw, (real, imaginary), strict=True)
        )
        return same_eigenvalue(ctx, found, *values)


def filter_at(ret: WeightedReturn, discount: Fraction, states: int, mode: int) -> acb:
    """A ball around f(gamma e^{i theta}), theta = 2 pi j/k, for finitely many eligibilities."""
    z = acb(to_fmpq(discount)) * acb(fmpq(2 * mode, states)).exp_pi_i()
    weights = map(to_fmpq, ret.eligibilities(len(ret.weights)))
    return (1 - z) * sum((acb(x) * z**i for i, x in enumerate(weights)), acb(0))
