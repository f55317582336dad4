"""How much work `recency` is, as a multiple of what nobody can avoid.

Checking claims cannot be faster than importing sympy, nor anything faster than starting Python, so
those are the units; a ratio means the same on a fast machine as on a slow one.  ``verify`` proves
every claim from the axioms, audits that the terms of each theorem are defined, and gathers the
evidence, all in one process here.  What is measured is
processor time, from compiled files as on a user's machine.  The two programs of a ratio run in turn
and each counts with its best time, because the noise of a busy machine only ever adds.  The ratios
are reported next to what we aim for; no time fails a test.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from numeric_checks import analyze

RECENCY = str(Path(sys.executable).with_name("recency"))
ROUNDS = 10


def processor_seconds(command: list[str]) -> float:
    """The processor time of a process, from its start to its end."""
    compiled = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run(command, capture_output=True, check=False, env=compiled)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A file that proves something."""
    path = tmp_path_factory.mktemp("certificates") / "good.json"
    path.write_text(json.dumps(analyze([1, "1/2", "3/4"], "9/10").decision.certificate()))
    return str(path)


@pytest.mark.parametrize(
    ("words", "program", "aim"),
    [
        pytest.param(["verify", "--jobs", "1"], "import sympy", 6, id="verify"),
        pytest.param(["--help"], "pass", 4, id="help"),
        pytest.param(["verify", "--list"], "pass", 4, id="list"),
        pytest.param(["check-certificate", "CERTIFICATE"], "pass", 4, id="check-certificate"),
        pytest.param(["analyze", "--weights", "1/0", "--gamma", "1/2"], "pass", 4, id="bad-weight"),
        pytest.param(["analyze", "--weights", "1", "--gamma", "1"], "pass", 4, id="bad-gamma"),
        pytest.param(["analyze", "--return", "x", "--gamma", "1/2"], "pass", 4, id="bad-return"),
        pytest.param(["search", "nothing"], "pass", 4, id="bad-goal"),
        pytest.param(["figures", "nothing"], "pass", 4, id="bad-figure"),
        pytest.param(
            ["analyze", "--weights", "1,1/2,3/4", "--gamma", "9/10"], "pass", 20, id="analyze"
        ),
    ],
)
def test_a_command_takes_few_times_what_cannot_be_avoided(
    words: list[str],
    program: str,
    aim: int,
    certificate: str,
    benchmark: BenchmarkFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    command = [RECENCY, *(certificate if word == "CERTIFICATE" else word for word in words)]
    units: list[float] = []
    times: list[float] = []

    def unit() -> None:
        """Measured as the set-up of each round: that is what interleaves the two."""
        units.append(processor_seconds([sys.executable, "-c", program]))

    def run() -> None:
        times.append(processor_seconds(command))

    benchmark.pedantic(run, setup=unit, rounds=ROUNDS)
    if benchmark.stats is None:  # --benchmark-disable: run once, not timed
        return
    best, best_unit = min(times), min(units)
    benchmark.extra_info |= {"ratio": best / best_unit, "aim": aim, "unit": program}
    with capsys.disabled():
        print(
            f"\n{'recency ' + ' '.join(words):48} {1000 * best:5.0f} ms"
            f"   python -c {program!r:14} {1000 * best_unit:5.0f} ms"
            f"   ratio {best / best_unit:4.1f} (aim: at most {aim})",
            end="",
        )
