"""How long it takes to classify a candidate exactly, as a multiple of doing so in floats.

A candidate is classified when it is known whether it breaks weak recency, what its modulus is, and
whether that is below 1 and below gamma. numpy does the same arithmetic in double precision, one
candidate at a time, from arrays that are ready: that is the unit. The two run in turn and each
counts with its best time; the ratio is reported, and no time fails a test.
"""

from __future__ import annotations

import random
import time
from fractions import Fraction

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from numeric_checks.search import profile

CANDIDATES, ROUNDS = 2_000, 10
GAMMA = Fraction(9, 10)


def drawn(support: int, largest: int) -> list[list[Fraction]]:
    generator = random.Random(0)
    return [
        [
            Fraction(1),
            *(
                Fraction(generator.randint(-largest, largest), generator.randint(1, largest))
                for _ in range(support - 1)
            ),
        ]
        for _ in range(CANDIDATES)
    ]


@pytest.mark.parametrize(
    "candidates",
    [
        pytest.param(drawn(2, 1000), id="two weights with three digits"),
        pytest.param(drawn(6, 20), id="six weights with two digits"),
        pytest.param(drawn(6, 10**6), id="six weights with six digits"),
    ],
)
def test_exact_classification_as_a_multiple_of_a_loop_over_floats(
    candidates: list[list[Fraction]],
    benchmark: BenchmarkFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    gamma = float(GAMMA)
    arrays = [np.array([*map(float, h), 0.0]) for h in candidates]
    powers = gamma ** np.arange(1, len(candidates[0]) + 1)
    units: list[float] = []
    rough: list[tuple[bool, float, bool, bool]] = []

    def by_floats() -> None:
        start = time.perf_counter()
        rough[:] = []
        for h in arrays:
            c = h[:-1] - h[1:]
            beta = float(np.abs(c) @ powers)
            rough.append((bool((c < 0).any()), beta, beta < 1, beta < gamma))
        units.append(time.perf_counter() - start)

    def exactly() -> list[tuple[bool, Fraction, bool, bool]]:
        found = (profile(h, GAMMA) for h in candidates)
        return [(p.violates, p.beta, p.contracts, p.beats_one_step) for p in found]

    exact = benchmark.pedantic(exactly, setup=by_floats, rounds=ROUNDS)
    for (violates, beta, *_), (rough_violates, rough_beta, *_) in zip(exact, rough, strict=True):
        assert violates == rough_violates
        assert abs(float(beta) - rough_beta) < 1e-9 * rough_beta
    if benchmark.stats is None:  # --benchmark-disable: run once, not timed
        return
    best, unit = benchmark.stats.stats.min, min(units)
    rate = CANDIDATES / best
    benchmark.extra_info |= {
        "ratio": best / unit,
        "candidates per second": rate,
        "unit": "numpy loop over the same candidates",
    }
    with capsys.disabled():
        print(
            f"\n{rate:9.0f} candidates per second exactly   {CANDIDATES / unit:9.0f} in floats"
            f"   ratio {best / unit:5.2f}",
            end="",
        )
