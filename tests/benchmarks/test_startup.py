"""How long `recency` takes, as a multiple of what nobody can avoid.

Checking claims cannot be faster than importing sympy, nor printing help faster than starting
Python, so those are the units; a ratio means the same on a fast machine as on a slow one. The two
programs of a ratio run in turn and each counts with its best time, because the noise of a busy
machine only ever adds. The ratios are reported next to what we aim for; no time fails a test.
"""

import subprocess
import sys
import time
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

RECENCY = str(Path(sys.executable).with_name("recency"))
ROUNDS = 10


def seconds(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


@pytest.mark.parametrize(
    ("words", "program", "aim"),
    [
        pytest.param(["verify"], "import sympy", 5, id="verify"),
        pytest.param(["--help"], "pass", 8, id="help"),
        pytest.param(["verify", "--list"], "pass", 8, id="list"),
    ],
)
def test_a_command_takes_few_times_what_cannot_be_avoided(
    words: list[str],
    program: str,
    aim: int,
    benchmark: BenchmarkFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    command, unit = [RECENCY, *words], [sys.executable, "-c", program]
    units: list[float] = []
    # The unit is timed as the set-up of each round: that is what interleaves the two.
    benchmark.pedantic(
        seconds, (command,), setup=lambda: units.append(seconds(unit)), rounds=ROUNDS
    )
    if benchmark.stats is None:  # --benchmark-disable: run once, not timed
        return
    best, best_unit = benchmark.stats.stats.min, min(units)
    benchmark.extra_info |= {"ratio": best / best_unit, "aim": aim, "unit": program}
    with capsys.disabled():
        print(
            f"\n{'recency ' + ' '.join(words):22} {1000 * best:5.0f} ms"
            f"   python -c {program!r:14} {1000 * best_unit:5.0f} ms"
            f"   ratio {best / best_unit:4.1f} (aim: at most {aim})",
            end="",
        )
