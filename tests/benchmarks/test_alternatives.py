"""The same question to what one would use instead: how many times the time, and how often wrong.

The returns have a least Re f that is known, as a part of the greatest coefficient of its cosine
sum.  Ours decides before and after each of the others, so that a machine that changes its pace
changes both; what is measured is processor time.  Ratios and errors are reported; only our own
answers and those of exact methods must be right.
"""

from __future__ import annotations

import time
from fractions import Fraction

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.benchmarks.alternatives import ALTERNATIVES, ours, with_margin

GAMMA, EASY = Fraction(9, 10), Fraction(1, 100)
#: as many weights as each of them can take in half a minute
SIZES = {
    "clarabel": (5, 20, 50, 100),
    "ispassive": (5, 20, 30),
    "z3": (5, 20, 50, 100),
    "count_roots": (5, 20, 30),
}
EXACT = frozenset({"z3", "count_roots"})
MARGINS = [Fraction(sign, 10**e) for e in (6, 9, 12) for sign in (1, -1)]
LONG, RETURNS = 20, 10
#: when nothing is timed, no list is longer, and so few returns are asked about
UNTIMED, FEW = 30, 2


@pytest.mark.parametrize(("name", "n"), [(name, n) for name in SIZES for n in SIZES[name]])
def test_an_easy_question_as_a_multiple_of_our_decision(
    name: str, n: int, benchmark: BenchmarkFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    ask = ALTERNATIVES[name]
    h = with_margin(f"{n} weights", min(n, UNTIMED) if benchmark.disabled else n, GAMMA, EASY)
    ask(h[:1] + h[-1:], GAMMA)  # what it imports is not its answer
    units: list[float] = []
    times: list[float] = []

    def in_turn() -> None:
        for who, record in ((ours, units), (ask, times), (ours, units)):
            start = time.process_time()
            assert who(h, GAMMA) is True
            record.append(time.process_time() - start)

    benchmark.pedantic(in_turn)
    if benchmark.stats is None:  # --benchmark-disable: run once, not timed
        return
    ratio = min(times) / min(units)
    benchmark.extra_info["times our decision"] = ratio
    with capsys.disabled():
        print(f"\n  {name}, N = {n}: {ratio:.0f} x our decision of {1e3 * min(units):.1f} ms")


@pytest.mark.parametrize("name", ["ours", *ALTERNATIVES])
def test_how_often_it_is_wrong_where_the_margin_is_small(
    name: str, benchmark: BenchmarkFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    ask = {"ours": ours, **ALTERNATIVES}[name]
    count = FEW if benchmark.disabled else RETURNS
    returns = [
        (with_margin(f"return {k}", LONG, GAMMA, margin), margin)
        for margin in MARGINS
        for k in range(count)
    ]

    def answers() -> list[bool | None]:
        return [ask(h, GAMMA) for h, _ in returns]

    given = benchmark.pedantic(answers, rounds=1)
    wrong = {
        margin: sum(
            answer is not None and answer is not (margin > 0)
            for answer, (_, about) in zip(given, returns, strict=True)
            if about == margin
        )
        for margin in MARGINS
    }
    open_ = sum(answer is None for answer in given)
    assert name not in {"ours", *EXACT} or not any(wrong.values())
    assert name != "ours" or not open_
    benchmark.extra_info["wrong"] = {str(float(margin)): count for margin, count in wrong.items()}
    if benchmark.stats is None:
        return
    with capsys.disabled():
        counts = ", ".join(f"{float(margin):+.0e}: {count}" for margin, count in wrong.items())
        print(f"\n  {name} is wrong of {count} returns at {counts}; no answer: {open_}")
