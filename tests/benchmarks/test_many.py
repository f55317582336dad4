"""Returns by the thousand: a cluster of two workers beside one process, and the cost of long lists.

The cluster is a local one of Dask's.  What it writes is what one process writes, byte for byte,
although one of its workers is killed halfway.  Ratios are reported, and no time fails a test.
"""

from __future__ import annotations

import math
import os
import signal
import threading
import time
from fractions import Fraction
from pathlib import Path
from random import Random
from statistics import median

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from numeric_checks import analyze
from proofs.companion.cli import main

#: returns of five weights, when timed and when not
TIMED, UNTIMED = 20_000, 600
GAMMA = Fraction(9999, 10_000)


def many(*words: str) -> float:
    start = time.perf_counter()
    assert main(["analyze", "--many", "in.csv", "--gamma", "9/10", *words]) == 0
    return time.perf_counter() - start


def write_returns(count: int) -> None:
    draw = Random(count)
    rows = (",".join(f"{draw.randint(-20, 20)}/7" for _ in range(5)) for _ in range(count))
    Path("in.csv").write_text("\n".join(rows))


def kill_halfway(pid: int, half: int) -> None:
    """Kill the process when half the rows are written."""
    out = Path("killed")
    while not out.exists() or out.read_bytes().count(b"\n") < half:
        time.sleep(0.05)
    os.kill(pid, signal.SIGKILL)


def test_a_cluster_of_two_workers_beside_one_process(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    benchmark: BenchmarkFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    from distributed import LocalCluster

    monkeypatch.chdir(tmp_path)
    count = UNTIMED if benchmark.disabled else TIMED
    write_returns(count)
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        address = cluster.scheduler_address
        many("-o", "warm", "--dask", address)
        alone = many("-o", "alone", "--jobs", "1")
        benchmark.pedantic(many, ("-o", "cluster", "--dask", address))
        victim = next(iter(cluster.workers.values())).pid
        assert victim is not None
        killer = threading.Thread(target=kill_halfway, args=(victim, count // 2))
        killer.start()
        many("-o", "killed", "--dask", address)
        killer.join()
    lines = sorted(Path("alone").read_bytes().splitlines())
    assert len(lines) == count
    for name in ("cluster", "killed"):
        assert sorted(Path(name).read_bytes().splitlines()) == lines
    if benchmark.stats is None:  # --benchmark-disable: run once, not timed
        return
    ratio = alone / benchmark.stats.stats.min
    benchmark.extra_info["throughput of one process"] = ratio
    with capsys.disabled():
        print(
            f"\n  {count} returns: {count / alone:.0f} a second alone, {ratio:.2f} x on a cluster"
        )


def test_growth_from_a_thousand_weights_to_a_hundred_thousand(
    benchmark: BenchmarkFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    """The exponent e for which the cost of an analysis grows like N^e, the sizes in turn."""
    draw = Random(0)
    sizes = (1_000, 10_000, 100_000)
    lists = [
        [Fraction(10_000 * (n - k) // n + draw.randint(-1, 1), 10_000) for k in range(n)]
        for n in sizes
    ]
    times: list[list[float]] = [[] for _ in sizes]

    def in_turn() -> None:
        for h, record in zip(lists, times, strict=True):
            start = time.process_time()
            assert analyze(h, GAMMA).decision.verdict == "yes"
            record.append(time.process_time() - start)

    benchmark.pedantic(in_turn, rounds=1 if benchmark.disabled else 5)
    if benchmark.stats is None:
        return
    exponents = [
        median(math.log10(slow / quick) for slow, quick in zip(*pair, strict=True))
        for pair in ((times[1], times[0]), (times[2], times[1]))
    ]
    benchmark.extra_info["exponents"] = exponents
    with capsys.disabled():
        shown = " and ".join(f"N^{e:.2f}" for e in exponents)
        print(
            f"\n  cost grows like {shown} from {sizes[0]} to {sizes[1]} and to {sizes[2]} weights"
        )
