"""Matrices whose eigenvalues and Jordan blocks are known because they were put there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from flint import acb, arb, fmpq, fmpq_mat
from hypothesis import strategies as st

from numeric_checks.processes.spectra import Fate, HalfPlanes

TINY = Fraction(1, 10**30)


def q(x: Fraction | int) -> fmpq:
    return fmpq(Fraction(x).numerator, Fraction(x).denominator)


#: a Jordan block: real part, imaginary part (0 for a real eigenvalue), size
Block = tuple[Fraction, Fraction, int]


def jordan(blocks: Sequence[Block]) -> fmpq_mat:
    """Real Jordan blocks down the diagonal."""
    width = [size * (2 if b else 1) for _, b, size in blocks]
    total = fmpq_mat(sum(width), sum(width))
    start = 0
    for (a, b, size), wide in zip(blocks, width, strict=True):
        step = wide // size
        for i in range(start, start + wide):
            total[i, i] = q(a)
            if i + step < start + wide:
                total[i, i + step] = fmpq(1)
        if b:
            for i in range(start, start + wide, 2):
                total[i, i + 1], total[i + 1, i] = q(b), q(-b)
        start += wide
    return total


def hidden(matrix: fmpq_mat, moves: Sequence[int]) -> fmpq_mat:
    """A similar matrix: S M S^{-1} for a product S of elementary matrices."""
    n = matrix.nrows()
    for k, move in enumerate(moves if n > 1 else ()):
        i = k % n
        j = (i + 1 + k // n % (n - 1)) % n
        shear = fmpq_mat([[int(r == c) for c in range(n)] for r in range(n)])
        shear[i, j] = fmpq(move)
        matrix = shear * matrix * shear.inv()
    return matrix


def planted_fate(blocks: Sequence[Block]) -> Fate:
    if any(a < 0 or (a == 0 and (b or size > 1)) for a, b, size in blocks):
        return Fate.DIVERGES
    return Fate.STAYS if any(a == 0 for a, _, _ in blocks) else Fate.CONVERGES


def planted_planes(blocks: Sequence[Block]) -> HalfPlanes:
    counts = Counter[int]()
    for a, b, size in blocks:
        counts[(a > 0) - (a < 0)] += size * (2 if b else 1)
    return HalfPlanes(counts[-1], counts[0], counts[1])


def planted_values(blocks: Sequence[Block]) -> list[acb]:
    parts = [(a, s * b) for a, b, n in blocks for s in ((1, -1) if b else (1,)) for _ in range(n)]
    return [acb(arb(q(a)), arb(q(b))) for a, b in parts]


real_parts = st.sampled_from([Fraction(1), Fraction(0), Fraction(1, 3), TINY, -TINY, Fraction(-2)])
imaginary_parts = st.sampled_from([Fraction(0), Fraction(1), Fraction(5, 7), TINY])
BLOCKS = st.lists(st.tuples(real_parts, imaginary_parts, st.integers(1, 2)), min_size=1, max_size=3)
MOVES = st.lists(st.integers(-2, 2), max_size=6)

HARD: dict[str, list[Block]] = {
    "zero": [(Fraction(0), Fraction(0), 1)],
    "zero twice": [(Fraction(0), Fraction(0), 1)] * 2,
    "a Jordan block at zero": [(Fraction(0), Fraction(0), 2)],
    "imaginary": [(Fraction(0), Fraction(3, 2), 1), (Fraction(1), Fraction(0), 1)],
    "imaginary and zero": [(Fraction(0), TINY, 1), (Fraction(0), Fraction(0), 1)],
    "tiny": [(TINY, Fraction(0), 1)],
    "tiny and negative": [(-TINY, Fraction(0), 1), (Fraction(1), Fraction(0), 1)],
    "a tiny real part": [(TINY, Fraction(1), 1)],
    "a tiny negative real part": [(-TINY, Fraction(1), 1), (TINY, Fraction(1), 1)],
    "zero beside tiny": [(Fraction(0), Fraction(0), 1), (TINY, Fraction(0), 2)],
    "negative": [(Fraction(-1), Fraction(0), 1)],
    "a Jordan block right of zero": [(TINY, Fraction(1), 2)],
}
