"""A claim that fails says in which part, file and line, what is missing, and where it is false."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from proofs.companion.claims.claim import Claim
from proofs.companion.claims.failures import DerivationFails, where
from proofs.companion.commands import terminal
from proofs.companion.ledger import Report
from symbolic import ProofError

SCRIPT = '''"""made:up: a claim that does not hold.

Paper: Section 9, equation 1.
"""

from proofs.companion.claims.claim import Claim
from symbolic import AtMost, Chain, Equal, Less, given, index, real, series
from symbolic.writing import geometric, recall

CLAIM = Claim(__name__)
gamma, lam, n = real("gamma"), real("lambda"), index("n")
total = series((gamma * lam) ** n, n, 0)
GIVEN = (Less(0, gamma), AtMost(lam, 1), Less(real("x"), 2))


@CLAIM.proves("The sum.", given=GIVEN, says=Equal(total, 1 / (1 - gamma * lam)))
def summed():
    ctx = given(*GIVEN)
    return helper(ctx)


def helper(ctx):
    return geometric(ctx, total, gamma * lam)  # here


@CLAIM.proves("The algebra.", says=Equal(gamma**2, gamma))
def squared():
    return Chain(given(Less(0, gamma)), gamma**2).to(gamma).qed()  # here too


@CLAIM.proves("Python.", says=Equal(gamma, gamma))
def mistaken():
    return given(1 < 2) if gamma == lam else gamma.nothing


@CLAIM.proves("A number.", says=Equal(gamma, gamma))
def inexact():
    return recall(given(), Less(0.9, gamma))


@CLAIM.proves("It rests on another.", says=Equal(gamma, gamma))
def resting():
    return squared()
'''


def load(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    path = folder / "made_up_script.py"
    path.write_text(script, encoding="utf-8")
    monkeypatch.chdir(folder)
    spec = importlib.util.spec_from_file_location("made_up_script", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "made_up_script", module)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def claim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Claim]:
    made = load(tmp_path, SCRIPT, monkeypatch).CLAIM
    assert isinstance(made, Claim)
    yield made
    from proofs.companion.claims import claim as claims

    claims._parts[:] = [part for part in claims._parts if part.claim is not made]


def line_of(words: str) -> int:
    return next(k for k, line in enumerate(SCRIPT.splitlines(), start=1) if words in line)


def failure(claim: Claim, name: str) -> DerivationFails:
    part = next(part for part in claim.parts if part.name == name)
    with pytest.raises(DerivationFails) as refusal:
        _ = part.theorem
    return refusal.value


def test_a_failing_derivation_says_all_there_is_to_say(claim: Claim) -> None:
    error = failure(claim, "summed")
    place = f"made_up_script.py, line {line_of('# here')}"
    assert str(error) == (
        f"summed ({place}): geometric series: the side condition |γ·λ| < 1 does not follow"
    )
    assert error.details == (
        "claim:   made:up, part summed",
        f"at:      {place}",
        "missing: |γ·λ| < 1",
        "known:   λ ≤ 1",
        "         0 < γ",
        "         x < 2",
        "tried:   linear combinations of what is known, of products of two facts, and of what "
        "holds of absolute values, inverses, powers and integer parts",
        "fails:   at γ = 1, λ = 1, where all that is known holds",
    )
    assert error.__notes__ == [f"  {line}" for line in error.details]
    assert isinstance(error, ProofError)


def test_an_equation_that_is_false_has_an_instance(claim: Claim) -> None:
    error = failure(claim, "squared")
    place = f"made_up_script.py, line {line_of('# here too')}"
    assert str(error) == f"squared ({place}): algebra: γ^2 and γ differ by -γ + γ^2"
    assert error.details[2:4] == ("missing: γ^2 = γ", "known:   0 < γ")
    assert error.details[-1] == "fails:   at γ = 2, where all that is known holds"


def test_a_mistake_of_python_has_its_place_too(claim: Claim) -> None:
    place = f"made_up_script.py, line {line_of('gamma.nothing')}"
    error = failure(claim, "mistaken")
    assert str(error).startswith(f"mistaken ({place}): AttributeError: ")
    assert error.details == ("claim:   made:up, part mistaken", f"at:      {place}")
    said = str(failure(claim, "inexact"))
    assert said.endswith("0.9 is a float and not exact: write Rational('0.9') or '9/10'")


def test_a_module_that_does_not_load_has_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(NameError) as refusal:
        load(tmp_path, "x = 1\n\nCLAIM = Klaim(__name__)\n", monkeypatch)
    assert where("made_up_script", refusal.value) == "made_up_script.py, line 3"
    assert where("another_claim", refusal.value) is None


def test_a_part_that_rests_on_a_failing_one_says_which(claim: Claim) -> None:
    assert str(failure(claim, "resting")).startswith("squared (made_up_script.py, line ")


def test_verify_has_one_line_for_the_problem_and_the_rest_below(claim: Claim) -> None:
    with pytest.raises(DerivationFails) as refusal:
        claim.verdict()
    report = Report(
        "made:up", "title", "failed", False, (), (), (), (), 0, (), (), {}, None, 0.0,
        str(refusal.value), refusal.value.details,
    )  # fmt: skip
    first, *below = terminal.problems([report])
    assert first == f"failed: made:up: {refusal.value}"
    assert below == [f"  {line}" for line in refusal.value.details]
    shown = report.as_json()
    assert "\n" not in shown["problem"]
    assert shown["details"] == refusal.value.details
    assert (
        "details"
        not in Report("a", "t", "proved", True, (), (), (), (), 0, (), (), {}, None, 0.0).as_json()
    )
