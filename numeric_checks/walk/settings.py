"""The returns and the step sizes of the paper's two experiments, in three variants.

printed   lambda as it is printed: .75, .65 and .93 have two digits
matched   lambda such that all moduli are that of the lambda-return with lambda = 9/10
authors   as in the authors' public code: .7518, .6473 and .92, and sparse returns with m > 1
          end after ten n-step returns, the last of which has all the weight that is left
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from numeric_checks.moduli.matching import match_modulus
from numeric_checks.moduli.modulus import modulus
from numeric_checks.walk.chains import Array
from symbolic.returns import (
    LambdaReturn,
    LinearReturn,
    SparseLambdaReturn,
    TruncatedLambdaReturn,
    WeightedReturn,
)

__all__ = ["FIGURES", "GAMMA", "VARIANTS", "Setting", "cut_sparse", "step_sizes", "variant"]

VARIANTS = ("printed", "matched", "authors")
#: the paper's two experiments
FIGURES = ("sparse", "truncated")
GAMMA = Fraction(99, 100)

_SPARSE = {"printed": ("3/4", "13/20"), "authors": ("0.7518", "0.6473")}
_TRUNCATED = {"printed": ("0.99", "0.93"), "authors": ("0.99", "0.92")}
#: n-step returns in a sparse return of the authors' code
_TERMS = 10


@dataclass(frozen=True)
class Setting:
    """A return, its short name, and the figures of the paper that it is in."""

    label: str
    ret: LinearReturn
    figures: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """For a legend."""
        return self.label.replace("dense", "λ-return") if self.figures else self.label


def step_sizes(count: int = 51) -> Array:
    """exp(-5), ..., 1, equidistant logarithms."""
    sizes: Array = np.exp(np.linspace(-5, 0, count))
    return sizes


def variant(name: str) -> tuple[Setting, ...]:
    """The paper's settings; the lambda-return, with m = 1 and with N infinite, is in both figures.

    >>> for setting in variant("matched"):
    ...     print(setting.label, "|", setting.ret)
    dense | lambda-return (lam = 9/10)
    m=3 | sparse lambda-return (lam = 90000/119701, m = 3)
    m=5 | sparse lambda-return (lam = 900000000/1390099501, m = 5)
    N=10 | truncated lambda-return (lam = 990595819/1000000000, N = 10)
    N=20 | truncated lambda-return (lam = 57209809/62500000, N = 20)
    """
    if name not in VARIANTS:
        raise ValueError(f"there is no variant {name!r}; expected one of {', '.join(VARIANTS)}")
    dense = LambdaReturn("9/10")
    third, fifth, ten, twenty = _returns(name, dense)
    return (
        Setting("dense", dense, FIGURES),
        Setting("m=3", third, ("sparse",)),
        Setting("m=5", fifth, ("sparse",)),
        Setting("N=10", ten, ("truncated",)),
        Setting("N=20", twenty, ("truncated",)),
    )


def _returns(name: str, dense: LambdaReturn) -> Iterable[LinearReturn]:
    if name == "matched":
        target = modulus(dense, GAMMA)
        for gap in (3, 5):
            match = match_modulus(SparseLambdaReturn, target, GAMMA, m=gap)
            yield SparseLambdaReturn(match.lam, gap)
        for length in (10, 20):
            match = match_modulus(TruncatedLambdaReturn, target, GAMMA, N=length, digits=9)
            yield TruncatedLambdaReturn(match.lo, length)
        return
    for lam, gap in zip(_SPARSE[name], (3, 5), strict=True):
        yield cut_sparse(lam, gap) if name == "authors" else SparseLambdaReturn(lam, gap)
    for lam, length in zip(_TRUNCATED[name], (10, 20), strict=True):
        yield TruncatedLambdaReturn(lam, length)


def cut_sparse(lam: str, m: int, terms: int = _TERMS) -> WeightedReturn:
    """A sparse lambda-return that ends with its ``terms``-th n-step return, which takes the rest.

    >>> from numeric_checks.moduli.modulus import modulus
    >>> [round(float(modulus(cut_sparse(lam, m), "0.99")), 4)
    ...     for lam, m in (("0.7518", 3), ("0.6473", 5))]
    [0.9131, 0.9093]
    """
    last = m * (terms - 1)
    return WeightedReturn(SparseLambdaReturn(lam, m).eligibilities(last + 1))
