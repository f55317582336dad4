"""How fast the walk is simulated, as a multiple of plain loops over the same steps.

Plain loops go over entries of arrays, one step after the other, and sum TD errors backwards; numpy
and numba do all of the paper's step sizes at once.  What a trial takes with a return and a step
size, the drawing of its episodes included, is compared, side by side in each round, in processor
time; each counts with its best time, the ratio is reported next to what we aim for, and no time
fails a test.
"""

from __future__ import annotations

import time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from numeric_checks.walk.chains import random_walk
from numeric_checks.walk.settings import step_sizes, variant
from numeric_checks.walk.simulation import has_numba, simulate
from tests.numeric_checks import plain_walk

TRIALS, PLAIN_TRIALS, ROUNDS = 400, 5, 5
#: the returns of the paper, in the order of its variants
PLAIN = (
    plain_walk.fading(0.9),
    plain_walk.sparse(0.75, 3),
    plain_walk.sparse(0.65, 5),
    plain_walk.truncated(0.99, 10),
    plain_walk.truncated(0.93, 20),
)

NO_NUMBA = pytest.mark.skipif(not has_numba(), reason="numba is not installed")


@pytest.mark.parametrize(
    ("engine", "aim"), [("numpy", 60), pytest.param("numba", 600, marks=NO_NUMBA)]
)
def test_the_walk_as_a_multiple_of_plain_loops(
    engine: str, aim: int, benchmark: BenchmarkFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    chain, sizes, wanted = random_walk(), step_sizes(), plain_walk.true_values()
    chosen = variant("printed")
    units: list[float] = []
    times: list[float] = []

    def plainly() -> None:
        """Measured as the set-up of each round: that is what interleaves the two."""
        start = time.process_time()
        walks = [plain_walk.episodes(0, trial, 10) for trial in range(PLAIN_TRIALS)]
        for states in walks:
            for sums in PLAIN:
                plain_walk.squared_errors(states, sums, 0.2, wanted)
        units.append((time.process_time() - start) / (PLAIN_TRIALS * len(PLAIN)))

    def run() -> None:
        start = time.process_time()
        simulate(chain, chosen, sizes, trials=TRIALS, engine=engine)  # type: ignore[arg-type]
        times.append((time.process_time() - start) / (TRIALS * len(chosen) * len(sizes)))

    run()  # numba compiles, or reads what it has compiled
    benchmark.pedantic(run, setup=plainly, rounds=ROUNDS)
    if benchmark.stats is None:  # --benchmark-disable: run once, not timed
        return
    best, unit = min(times), min(units)
    benchmark.extra_info |= {"ratio": unit / best, "aim": aim, "unit": "plain loops"}
    with capsys.disabled():
        print(
            f"\n{engine:6} {1e6 * best:6.2f} us a trial, return and step size"
            f"   plain loops {1e6 * unit:7.0f} us"
            f"   ratio {unit / best:5.0f} (aim: at least {aim})",
            end="",
        )
