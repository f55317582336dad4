"""A reading of an experiment has the verdict that its checks come to, and no other."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from numeric_checks.walk import readings
from numeric_checks.walk.readings import (
    READINGS,
    Check,
    agreement,
    checks,
    in_expectation,
    measured,
    predicted,
    verdict,
)
from numeric_checks.walk.settings import VARIANTS, variant
from numeric_checks.walk.simulation import Measured
from proofs.companion import ledger
from proofs.companion.claims.failures import ClaimFails
from proofs.companion.claims.measured import Measurement, verdict_of
from proofs.companion.documents.document import Document
from symbolic.printing import prose
from symbolic.returns import LinearReturn

YES, NO = Check(True, "yes"), Check(False, "no")


def measurement(*found: Check, printed: bool = True) -> Measurement:
    return Measurement("made_up", prose("Made up."), lambda: found, printed)


@pytest.mark.parametrize(
    ("found", "word"),
    [((YES, YES), "supported"), ((NO,), "not supported"), ((YES, NO), "depends")],
)
def test_the_verdict_is_that_of_the_checks(found: tuple[Check, ...], word: str) -> None:
    assert verdict(list(found)) == word
    assert verdict_of([measurement(*found)]) == word
    assert verdict_of([measurement(check) for check in found]) == word


def test_what_the_paper_does_not_say_has_no_part_in_the_verdict() -> None:
    assert verdict_of([measurement(YES), measurement(NO, printed=False)]) == "supported"


def test_nothing_measured_is_no_verdict() -> None:
    with pytest.raises(ClaimFails, match="made_up: nothing was measured"):
        verdict_of([measurement()])


@pytest.mark.parametrize(
    ("claim_id", "word"),
    [
        ("experiment:sparse", "supported"),
        ("experiment:truncated", "supported"),
        ("small-alpha", "supported"),
        ("same-lowest", "depends"),
        ("large-alpha", "supported"),
    ],
)
def test_the_readings_of_the_paper_have_these_verdicts(claim_id: str, word: str) -> None:
    report = ledger.verify(claim_id)
    assert (report.verdict, report.ok) == (word, True)
    text = Document.of(claim_id).text()
    for found in report.numeric["measurements"].values():
        assert all(check["says"] in text for check in found)


def changed(found: Measured, factors: dict[str, tuple[float, float, float]]) -> Measured:
    """The errors of some returns at the least step size, in between and at the greatest."""
    squared = found.squared.copy()
    for k, setting in enumerate(found.settings):
        least, between, greatest = factors.get(setting.label, (1.0, 1.0, 1.0))
        many = np.full(len(found.sizes), between)
        many[0], many[-1] = least, greatest
        squared[k] *= many**2
    return replace(found, squared=squared)


def verdict_if(reading: str, **factors: tuple[float, float, float]) -> str:
    labels = {name.replace("_", "="): factor for name, factor in factors.items()}
    found = {name: changed(each, labels) for name, each in measured().items()}
    return verdict(checks(reading, found))


def test_other_figures_would_have_other_verdicts() -> None:
    assert verdict_if("small-alpha", m_5=(2.0, 1.0, 1.0)) == "depends"
    assert verdict_if("small-alpha", m_5=(2.0, 1.0, 1.0), N_20=(3.0, 1.0, 1.0)) == "not supported"
    assert verdict_if("large-alpha", m_5=(1.0, 1.0, 1.2)) == "depends"
    worse = {"m_3": (1.0, 1.0, 1.2), "m_5": (1.0, 1.0, 1.5)}
    better = {"N_10": (1.0, 1.0, 0.5), "N_20": (1.0, 1.0, 0.5)}
    assert verdict_if("large-alpha", **worse, **better) == "not supported"
    apart = {"m_3": (1.0, 1.5, 1.0), "m_5": (1.0, 1.5, 1.0)}
    assert verdict_if("same-lowest", **apart) == "not supported"


def test_the_same_errors_would_be_the_same_lowest() -> None:
    found = {}
    for name, each in measured().items():
        dense = [setting.label for setting in each.settings].index("dense")
        squared = np.broadcast_to(each.squared[dense], each.squared.shape)
        found[name] = replace(each, squared=squared)
    assert verdict(checks("same-lowest", found)) == "supported"


def test_every_variant_is_looked_at() -> None:
    for reading in READINGS:
        named = {check.says.partition(",")[0] for check in checks(reading)}
        assert len(named) == len(VARIANTS)
    for end in ("small", "large"):
        assert len({check.says.partition(":")[0] for check in predicted(end)}) == len(VARIANTS)
        assert all(check.agrees for check in predicted(end))


@pytest.mark.parametrize("reading", READINGS)
def test_in_expectation_every_variant_is_looked_at_too(reading: str) -> None:
    found = in_expectation(reading)
    assert len({check.says.partition(",")[0] for check in found}) == len(VARIANTS)
    assert {check.agrees for check in found} == {reading != "same-lowest"}


def test_the_lowest_expected_errors_are_not_at_the_end_of_those_looked_at() -> None:
    for setting in {s for name in VARIANTS for s in variant(name) if "sparse" in s.figures}:
        first, *between, last = (readings.expected(setting.ret, k) for k in readings._AROUND)
        assert min(high for _, high in between) < min(first[0], last[0])


def test_wide_bounds_prove_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def wide(ret: LinearReturn, place: int) -> tuple[Fraction, Fraction]:
        low, high = exact(ret, place)
        return low - Fraction(1, 5), high + Fraction(1, 5)

    exact = readings.expected
    monkeypatch.setattr(readings, "expected", wide)
    for reading in READINGS:
        assert {check.agrees for check in in_expectation(reading)} == {reading == "same-lowest"}
    assert not any(check.agrees for end in ("small", "large") for check in predicted(end))


def test_a_sample_that_is_off_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert all(check.agrees for check in agreement("sparse"))
    off = {name: changed(each, {"m=3": (1.02, 1.2, 1.1)}) for name, each in measured().items()}
    monkeypatch.setattr("numeric_checks.walk.readings.measured", lambda: off)
    assert [check.agrees for check in agreement("sparse")] == [True, True, True, False, True, True]
