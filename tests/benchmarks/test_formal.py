"""How long Coq takes: over a development that has not changed, and over generated certificates.

Twenty certificates of returns with up to thirty weights are written as Coq files and compiled one
after the other; the unit is a file that only loads the same libraries. Nothing fails on a time.
"""

from __future__ import annotations

import statistics
import time
from pathlib import Path
from random import Random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from numeric_checks.safety.decision import decide
from proofs.companion.coq import build as formal, record as formal_record, tools as coq_tools
from proofs.companion.coq.certificates import coq_source
from symbolic.returns import WeightedReturn
from tests.numeric_checks.drawn_returns import any_weights

TOOL = coq_tools.missing()
pytestmark = pytest.mark.skipif(TOOL is not None, reason=f"{TOOL} is not installed")

SUPPORTS = (1, 2, 3, 5, 8, 12, 16, 20, 25, 30)


@pytest.fixture(scope="module")
def library() -> Path:
    formal.build()
    return formal_record.BUILD / "library"


def certificates() -> list[str]:
    """Coq files for two returns of each support, one that converges and one that diverges."""
    draw, found = Random(0), list[str]()
    for support in SUPPORTS:
        missing = {"converges", "diverges"}
        while missing:
            weights = any_weights(draw, support)
            if "converges" in missing:
                weights[0] = abs(weights[0]) + draw.randint(0, support)
            made = decide(WeightedReturn(weights), "9/10").certificate()
            if made is not None and made["claim"] in missing:
                missing.remove(made["claim"])
                found.append(coq_source(made))
    return found


def seconds(source: str, library: Path) -> float:
    start = time.perf_counter()
    coq_tools.check(source, "Certificate.v", library)
    return time.perf_counter() - start


def test_an_unchanged_development_is_built_in_no_time(
    library: Path, benchmark: BenchmarkFixture
) -> None:
    result = benchmark.pedantic(formal.build, rounds=5)
    assert result.compiled == ()


def test_certificates_compile(
    library: Path, benchmark: BenchmarkFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    sources = certificates()
    opening = sources[0].partition("(* the weights")[0]
    unit = min(seconds(opening, library) for _ in range(3))
    times = benchmark.pedantic(
        lambda: [seconds(source, library) for source in sources], rounds=1, iterations=1
    )
    sizes = [len(source) for source in sources]
    with capsys.disabled():
        print(
            f"\n{len(sources)} certificates with up to {max(SUPPORTS)} weights: "
            f"{statistics.median(times):.2f} s each, at most {max(times):.2f} s, of which "
            f"{unit:.2f} s load the libraries; {min(sizes)} to {max(sizes)} characters",
            end="",
        )
