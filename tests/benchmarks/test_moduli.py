"""How long an exact modulus of ten thousand weights takes, as a multiple of summing floats.

numpy adds up the same |c_n| gamma^n in double precision, from arrays that are ready: that is the
unit. The exact sum ends in fractions of tens of thousands of digits. The two run in turn and each
counts with its best time; the ratio is reported, and no time fails a test.
"""

from __future__ import annotations

import random
import time
from fractions import Fraction

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from numeric_checks.moduli.modulus import modulus
from symbolic.returns import WeightedReturn

TERMS, ROUNDS, REPEATS = 10_000, 5, 100
GAMMA = Fraction(99, 100)


def drawn(largest: int) -> list[Fraction]:
    generator = random.Random(0)
    return [
        Fraction(generator.randint(-largest, largest), generator.randint(1, largest))
        for _ in range(TERMS)
    ]


@pytest.mark.parametrize(
    "weights",
    [
        pytest.param(drawn(100), id="weights with two digits"),
        pytest.param(drawn(10**6), id="weights with six digits"),
        pytest.param([1 - Fraction(i, TERMS) for i in range(TERMS)], id="a ramp"),
    ],
)
def test_an_exact_modulus_as_a_multiple_of_a_sum_of_floats(
    weights: list[Fraction], benchmark: BenchmarkFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    ret = WeightedReturn(weights)
    c = np.abs(np.diff(np.array([*map(float, weights), 0.0])))
    n = np.arange(1, TERMS + 1)
    units: list[float] = []

    def by_floats() -> None:
        start = time.perf_counter()
        for _ in range(REPEATS):
            total = float((c * float(GAMMA) ** n).sum())
        units.append((time.perf_counter() - start) / REPEATS)
        assert total > 0

    exact = benchmark.pedantic(modulus, (ret, GAMMA), setup=by_floats, rounds=ROUNDS)
    floats = abs(1 - float(weights[0])) + float((c * float(GAMMA) ** n).sum())
    assert abs(float(exact) - floats) < 1e-9 * floats
    if benchmark.stats is None:  # --benchmark-disable: run once, not timed
        return
    best, unit = benchmark.stats.stats.min, min(units)
    benchmark.extra_info |= {"ratio": best / unit, "unit": "numpy sum of the same floats"}
    with capsys.disabled():
        print(
            f"\n{TERMS} terms exactly {1000 * best:6.1f} ms   numpy {1000 * unit:6.3f} ms"
            f"   ratio {best / unit:6.0f}   ({exact.denominator.bit_length()} bits)",
            end="",
        )
