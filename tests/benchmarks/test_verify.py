"""How much work it is to check everything, as a multiple of importing sympy.

``recency verify`` proves every claim from the axioms, audits that the terms of each theorem are
defined, and gathers the evidence.  What is measured is processor time, in one process, so that the
number of cores makes no difference; the unit is a fresh process that imports sympy, without which
no claim can be written down.  We aim at a ratio of 6.  The two run in turn, both from compiled
files as on a user's machine, and each counts with its best time; the ratio is reported, and no time
fails a test.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

RECENCY = str(Path(sys.executable).with_name("recency"))
ROUNDS, AIM = 5, 6


def processor_seconds(command: list[str]) -> float:
    """The processor time of a process, from its start to its end."""
    compiled = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    before = os.times()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=compiled)
    after = os.times()
    return sum(after[2:4]) - sum(before[2:4])  # of the children that have ended


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the time of other processes is not known")
def test_verifying_everything_takes_few_times_what_importing_sympy_takes(
    benchmark: BenchmarkFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    units: list[float] = []
    times: list[float] = []

    def unit() -> None:
        units.append(processor_seconds([sys.executable, "-c", "import sympy"]))

    def verify() -> None:
        times.append(processor_seconds([RECENCY, "verify", "--jobs", "1"]))

    benchmark.pedantic(verify, setup=unit, rounds=ROUNDS)
    if benchmark.stats is None:  # --benchmark-disable: run once, not timed
        return
    ratio = min(times) / min(units)
    benchmark.extra_info |= {"ratio": ratio, "aim": AIM, "unit": "import sympy, processor time"}
    with capsys.disabled():
        print(
            f"\nrecency verify --jobs 1 {min(times):5.2f} s of processor time"
            f"   import sympy {min(units):5.2f} s   ratio {ratio:4.1f} (aim: at most {AIM})",
            end="",
        )
