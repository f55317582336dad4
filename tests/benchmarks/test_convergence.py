"""Deciding whether TD is safe with a return of N weights, as a multiple of one Fourier transform.

The transform is numpy's, of 16 N points: it samples Re f on the circle, and proves nothing.  The
decision starts from exact weights and ends with a certificate; the check starts from the text of
the certificate.  The three run in turn; a ratio is the median over rounds that are timed side by
side, so that a machine that changes its pace changes both.  z3 is asked the same question
about the polynomial in cos(theta), where that is possible at all.  The ratios are reported, and no
time fails a test.
"""

from __future__ import annotations

import json
import math
import time
from fractions import Fraction
from functools import cache
from statistics import median

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from numeric_checks.safety.certificate_checker import check
from numeric_checks.safety.chebyshev import in_cosine
from numeric_checks.safety.cosines import Cosines
from numeric_checks.safety.decision import decide_filter
from numeric_checks.safety.filters import Filter
from numeric_checks.safety.squares import Curve

GAMMA = Fraction(999, 1000)
ROUNDS = 15


@cache
def weights(n: int, closeness: float = 1e-5) -> list[Fraction]:
    """Six decimals each, noise that fades, and the first as small as leaves a margin.

    The least Re f is about ``closeness`` times the greatest.
    """
    draw = np.random.default_rng(n)
    noise = np.round(draw.normal(size=n) * np.exp(-3 * np.arange(n) / n), 6)
    noise[0] = 0
    rises = np.diff(np.concatenate([[0], noise, [0]]))
    base = rises * float(GAMMA) ** np.arange(n + 1)
    low, high = 0.0, 1e6
    for _ in range(60):
        first = (low + high) / 2
        t = base.copy()
        t[0] += first
        t[1] -= first * float(GAMMA)
        curve = Curve.of(t.astype(np.longdouble))
        enough = curve.lowest()[1] > closeness * np.abs(curve.values).max()
        low, high = (low, first) if enough else (first, high)
    millionths = [math.ceil(high * 10**6), *(round(x * 10**6) for x in noise[1:])]
    return [Fraction(x, 10**6) for x in millionths]


def best(work: object, rounds: int = ROUNDS) -> float:
    assert callable(work)
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


@pytest.mark.parametrize("n", [10, 100, 300, 1000, 3000])
def test_decision_and_check_as_multiples_of_a_transform(
    n: int, benchmark: BenchmarkFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    h = weights(n)
    samples = np.array([float(x) for x in h])
    units: list[float] = []
    decisions: list[float] = []
    checks: list[float] = []

    def decided() -> str:
        decision = decide_filter(Filter.of_weights(h, GAMMA))
        assert decision.verdict == "yes"
        assert decision.square is not None
        assert decision.square.integers
        return json.dumps(decision.certificate())

    text = decided()
    assert check(text).claim == "converges"

    def in_turn() -> None:
        decisions.append(best(decided, 3))
        units.append(best(lambda: np.fft.rfft(samples, 16 * n), 3))
        checks.append(best(lambda: check(text), 3))

    benchmark.pedantic(in_turn, rounds=ROUNDS)
    if benchmark.stats is None:  # --benchmark-disable: run once, not timed
        return
    ratio, check_ratio = (
        median(x / y for x, y in zip(times, units, strict=True)) for times in (decisions, checks)
    )
    benchmark.extra_info |= {"ratio": ratio, "check ratio": check_ratio}
    with capsys.disabled():
        print(
            f"\n  N = {n}: transform {1e3 * min(units):.3f} ms, "
            f"decided {1e3 * min(decisions):.1f} ms ({ratio:.0f} x), "
            f"checked {1e3 * min(checks):.1f} ms ({check_ratio:.0f} x), {len(text)} bytes"
        )


def test_growth_from_three_hundred_to_three_thousand(
    benchmark: BenchmarkFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    """The exponent e for which the cost grows like N^e, the two sizes timed in turn."""
    filters = [Filter.of_weights(weights(n), GAMMA) for n in (300, 3000)]
    times: list[list[float]] = [[], []]

    def both() -> None:
        for made, record in zip(filters, times, strict=True):
            start = time.perf_counter()
            decide_filter(Filter(made.numerator, made.factors, made.gamma)).certificate()
            record.append(time.perf_counter() - start)

    benchmark.pedantic(both, rounds=ROUNDS)
    if benchmark.stats is None:
        return
    exponent = math.log10(min(times[1]) / min(times[0]))
    benchmark.extra_info["exponent"] = exponent
    with capsys.disabled():
        print(f"\n  cost grows like N^{exponent:.2f}")


@pytest.mark.parametrize("n", [10, 30, 100])
def test_the_same_question_to_z3(
    n: int, benchmark: BenchmarkFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    z3 = pytest.importorskip("z3", reason="z3 is not installed")
    filter_ = Filter.of_weights(weights(n), GAMMA)
    one = Cosines.one(GAMMA).parts[0]
    polynomial = in_cosine(Cosines(((one[0], filter_.top, one[1]),), GAMMA).exact())

    def asked() -> None:
        x = z3.Real("x")
        total = z3.RealVal(0)
        for a in reversed(polynomial.coeffs()):
            total = total * x + z3.RealVal(f"{int(a.p)}/{int(a.q)}")
        solver = z3.SolverFor("QF_NRA")
        solver.add(x >= -1, x <= 1, total <= 0)
        assert solver.check() == z3.unsat

    benchmark.pedantic(asked, rounds=1)
    if benchmark.stats is None:
        return
    ours = best(lambda: decide_filter(Filter.of_weights(weights(n), GAMMA)), 5)
    ratio = benchmark.stats.stats.min / ours
    benchmark.extra_info["times our decision"] = ratio
    with capsys.disabled():
        print(f"\n  N = {n}: z3 {benchmark.stats.stats.min:.3f} s, {ratio:.0f} x our decision")
