"""Certificates written for Coq compile, and say what the certificates say."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from numeric_checks.safety.certificate_checker import Rejected
from numeric_checks.safety.decision import decide
from proofs.companion.coq import build as formal, record as formal_record, tools as coq_tools
from proofs.companion.coq.certificates import NotForCoq, coq_source, wrong_way
from proofs.companion.coq.tools import DoesNotCompile
from symbolic.returns import DelayedReturn, LambdaReturn, LinearReturn, WeightedReturn

TOOL = coq_tools.missing()
needs_coq = pytest.mark.skipif(TOOL is not None, reason=f"{TOOL} is not installed")

RISING = WeightedReturn((1, "5/4"))
FALLING = WeightedReturn((1, "4/5", "3/5", "2/5", "1/5"))
RETURNS = {
    "rises and is safe": (RISING, "3/4"),
    "safe by a square": (WeightedReturn((1, 0, 1)), "9/10"),
    "convex": (FALLING, "9/10"),
    "delayed by two": (DelayedReturn(2), "9/10"),
    "rises too much": (WeightedReturn((1, 4)), "9/10"),
}


def certificate(ret: LinearReturn, gamma: str) -> dict[str, Any]:
    found = decide(ret, gamma).certificate()
    assert found is not None
    return found


@pytest.fixture(scope="module")
def library() -> Path:
    """The compiled development; nothing is compiled if it is as it was."""
    formal.build()
    return formal_record.BUILD / "library"


@needs_coq
@pytest.mark.parametrize(("ret", "gamma"), RETURNS.values(), ids=RETURNS)
def test_a_certificate_compiles(ret: LinearReturn, gamma: str, library: Path) -> None:
    coq_tools.check(coq_source(certificate(ret, gamma)), "Certificate.v", library)


SAFE = {
    "another margin": (r"5 9 10 (\d+)", r"5 9 10 \g<1>00"),
    "another discount": (r"5 9 10 ", r"5 99 100 "),
    "other weights": (r"\[5; 4; 3; 2; 1\]", "[5; 4; 30; 2; 1]"),
    "the other claim": ("certified_sound", "refuted_sound"),
}


@needs_coq
@pytest.mark.parametrize(("old", "new"), SAFE.values(), ids=SAFE)
def test_a_false_claim_does_not_compile(old: str, new: str, library: Path) -> None:
    source, count = re.subn(old, new, coq_source(certificate(FALLING, "9/10")))
    assert count == 1
    with pytest.raises(DoesNotCompile, match=r"Certificate\.v, line \d+"):
        coq_tools.check(source, "Certificate.v", library)


@needs_coq
def test_values_that_do_not_point_the_wrong_way_do_not_compile(library: Path) -> None:
    source = coq_source(certificate(DelayedReturn(2), "9/10"))
    assert "[1024; -512; -512]" in source
    with pytest.raises(DoesNotCompile, match=r"Certificate\.v, line \d+"):
        coq_tools.check(source.replace("-512", "1024"), "Certificate.v", library)


def test_a_file_states_the_numbers_of_its_certificate() -> None:
    made = certificate(RISING, "3/4")
    source = coq_source(made)
    assert "Definition weights : list Z := [4; 5]%Z." in source
    assert "Definition h : nat -> R := weights_of weights 4." in source
    assert "Definition gamma : R := 3 / 4." in source
    margin = Fraction(made["margin"])
    assert f"has_margin gamma h ({margin.numerator} / {margin.denominator})" in source


@pytest.mark.parametrize(("cycle", "mode"), [(1, 0), (2, 1), (5, 2), (7, 3), (12, 5)])
def test_values_on_a_cycle_follow_the_mode(cycle: int, mode: int) -> None:
    """With h = -1 every direction is the wrong way, so that the first try is taken."""
    from math import cos, pi

    values = wrong_way([-1], Fraction(9, 10), cycle, mode)
    for state, value in enumerate(values):
        assert abs(value - 1024 * cos(2 * pi * mode * state / cycle)) <= 1


def test_a_real_part_close_to_zero_gets_finer_values() -> None:
    """h_0 + (h_1 - h_0) x cos a - h_1 x^2 cos 2a, just below 0 at two fifths of a turn."""
    from math import cos, pi

    x, turn, first = 0.9, 4 * pi / 5, 10**9
    second = first * (1 - x * cos(turn)) / (x * x * cos(2 * turn) - x * cos(turn))
    coarse = wrong_way([first, 2 * int(second)], Fraction(9, 10), 5, 2)
    fine = wrong_way([first, int(second) + 20], Fraction(9, 10), 5, 2)
    assert max(coarse) == 2**10
    assert max(fine) > 2**10


def test_what_cannot_be_written_is_refused_in_one_line() -> None:
    for ret, words in (
        (LambdaReturn("1/2"), "goes on for ever"),
        (WeightedReturn(("1/40",) * 40), "40 weights, and 30 can be written"),
    ):
        with pytest.raises(NotForCoq, match=words):
            coq_source(certificate(ret, "9/10"))
    with pytest.raises(NotForCoq, match="too close to 0"):
        wrong_way([1], Fraction(9, 10), 3, 1)


def test_a_certificate_that_proves_nothing_is_refused() -> None:
    made = certificate(FALLING, "9/10")
    with pytest.raises(Rejected):
        coq_source({**made, "margin": "1"})
