"""The MRPs that returns are tried on, and what a return does on one of them.

A modulus is a worst case over all MRPs.  What happens on these says nothing about the others; that
is why every find that rests on them lists them.

    >>> [mrp.size for mrp in trials(Fraction(9, 10), seed=0, most=2)[:4]]
    [1, 2, 2, 2]
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain, repeat

from flint import fmpq_mat

from numeric_checks.arithmetic.balls import bounds
from numeric_checks.processes.chains import random_mrp
from numeric_checks.processes.mrp import MRP, cycle, max_norm, two_state
from numeric_checks.processes.spectra import Fate, eigenvalues, fate_of_matrix

__all__ = [
    "LONGEST_CYCLE",
    "contracts_on",
    "converges_on",
    "diverges_on",
    "kinds_of",
    "least_real_part",
    "margin_below",
    "name_of",
    "trials",
]

LONGEST_CYCLE = 10
_STAYING = (Fraction(1, 2), Fraction(1, 4), Fraction(3, 4))
_DRAWN = 18
_DRAWN_SIZES = (2, 3, 4)
_BITS = 64


@lru_cache(maxsize=32)
def trials(gamma: Fraction, seed: int, most: int = LONGEST_CYCLE) -> tuple[MRP, ...]:
    """Cycles, two-state chains and chains drawn from the seed, with at most so many states."""
    cycles = (cycle(k, gamma) for k in range(1, LONGEST_CYCLE + 1))
    chains = (two_state(stay, gamma) for stay in _STAYING)
    sizes = chain.from_iterable(repeat(_DRAWN_SIZES))
    drawn = (
        random_mrp(size, seed * _DRAWN + i, gamma)
        for i, size in zip(range(_DRAWN), sizes, strict=False)
    )
    return tuple(mrp for mrp in chain(cycles, chains, drawn) if mrp.size <= most)


def name_of(rows: Sequence[Sequence[Fraction]]) -> str:
    """A short name for a transition matrix.

    >>> name_of(cycle(3, "1/2").P), name_of(two_state("1/4", "1/2").P)
    ('the 3-cycle', 'two states, each stays with probability 1/4')
    """
    size = len(rows)
    if all(rows[i][(i + 1) % size] == 1 for i in range(size)):
        return "one state" if size == 1 else f"the {size}-cycle"
    if size == 2 and rows[0][0] == rows[1][1]:
        return f"two states, each stays with probability {rows[0][0]}"
    return f"a chain of {size} states"


def kinds_of(matrices: Sequence[Sequence[Sequence[Fraction]]]) -> str:
    """Several transition matrices in few words.

    >>> kinds_of([mrp.P for mrp in trials(Fraction(9, 10), seed=0)])
    'cycles of 1 to 10 states, 3 symmetric chains of 2 states, 18 drawn chains of 2 to 4 states'
    """
    kinds: dict[str, list[int]] = {}
    for rows in matrices:
        name, size = name_of(rows), len(rows)
        drawn = "drawn chains" if name.startswith("a chain") else "symmetric chains"
        kind = "cycles" if name in ("one state", f"the {size}-cycle") else drawn
        kinds.setdefault(kind, []).append(size)
    return ", ".join(
        f"{'' if kind == 'cycles' else f'{len(sizes)} '}{kind} of {_range(sizes)} states"
        for kind, sizes in kinds.items()
    )


def _range(sizes: Sequence[int]) -> str:
    return str(min(sizes)) if min(sizes) == max(sizes) else f"{min(sizes)} to {max(sizes)}"


def converges_on(mrp: MRP, h: Sequence[Fraction]) -> bool:
    """Does the expected update with small step sizes converge there, from every start?"""
    return fate_of_matrix(_filter(mrp, h)) is Fate.CONVERGES


def diverges_on(mrp: MRP, h: Sequence[Fraction]) -> bool:
    """Does the expected update diverge there for every step size, from some start?"""
    return fate_of_matrix(_filter(mrp, h)) is Fate.DIVERGES


def contracts_on(mrp: MRP, h: Sequence[Fraction]) -> bool:
    """Is the operator a contraction there, in the maximum norm?"""
    weights = [Fraction(0), *(a - b for a, b in zip(h, (*h[1:], Fraction(0)), strict=True))]
    return max_norm(mrp.matrix_of_series(weights, [1])) < 1


def least_real_part(mrp: MRP, h: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """Two rationals with the least real part of an eigenvalue of f(z) between them."""
    return bounds(eigenvalues(_filter(mrp, h), _BITS)[0].real)


def margin_below(mrp: MRP, h: Sequence[Fraction]) -> Fraction | None:
    """A short m > 0 such that some eigenvalue of f(z) has a real part below -m, if there is one.

    >>> margin_below(cycle(2, "9/10"), [Fraction(1), Fraction(2)])
    Fraction(151, 100)
    """
    size = -least_real_part(mrp, h)[1]
    if size <= 0:
        return None
    scale = 100
    while size * scale <= 2:
        scale *= 10
    return Fraction(-(-(size * scale) // 1) - 1, scale)


def _filter(mrp: MRP, h: Sequence[Fraction]) -> fmpq_mat:
    """f(z) = (1 - z) h(z) as a matrix."""
    ends = zip((*h, Fraction(0)), (Fraction(0), *h), strict=True)
    return mrp.matrix_of_series([later - sooner for later, sooner in ends], [1])
