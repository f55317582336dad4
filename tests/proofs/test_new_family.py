"""A family of returns that is added by its entry alone is known everywhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from itertools import repeat
from pathlib import Path

import pytest
from hypothesis import find

from numeric_checks import analyze, modulus
from numeric_checks.instances.strategies import named_returns
from numeric_checks.moduli.modulus import modulus_ball
from numeric_checks.moduli.shapes import sum_of_changes
from proofs.companion.cli import main
from symbolic.operators import linear_return
from symbolic.printing import term_latex
from symbolic.returns import FAMILIES, LinearReturn, Recurrence
from symbolic.returns.formulas import if_less
from symbolic.returns.parameters import Value, count, unit
from symbolic.terms import index, real

GIVEN = ["--return", "held", "--lam", "1/2", "--hold", "3"]


@pytest.fixture
def held() -> Iterator[type[LinearReturn]]:
    class HeldReturn(LinearReturn, name="held", words="held lambda-return"):
        """h_i = 1 up to i = hold - 1, and lambda^{i-hold+1} from there on."""

        lam: Value = unit("lambda", terms_below_one=True)
        hold: Value = count("how many eligibilities are one", least=1)

        falls_with_lam = True

        @property
        def recurrence(self) -> Recurrence:
            return Recurrence(self.hold - 1, ((self.lam, 1),))

        def _h(self, i: Value) -> Value:
            return if_less(i, self.hold, 1, lambda: self.lam ** (i - self.hold + 1))

        def _c(self, n: Value) -> Value:
            return if_less(n, self.hold, 0, lambda: (1 - self.lam) * self.lam ** (n - self.hold))

        def _generating_function(self, z: Value) -> Value:
            late = self.lam * z**self.hold / (1 - self.lam * z)
            return (1 - z**self.hold) / (1 - z) + late

        def _modulus(self, gamma: Value) -> Value:
            return gamma**self.hold * (1 - self.lam) / (1 - gamma * self.lam)

        def _sequence(self) -> Iterator[Fraction]:
            h, powers = Fraction(1), repeat(self.lam)
            yield from repeat(h, self.hold)
            for ratio in powers:
                h *= ratio
                yield h

    yield HeldReturn
    del FAMILIES["held"]


def output(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_help_names_it_and_its_parameters(
    held: type[LinearReturn], capsys: pytest.CaptureFixture[str]
) -> None:
    shown = " ".join(output(capsys, "analyze", "--help").split())
    assert ", held, td" in shown
    assert "--hold H how many eligibilities are one, of held" in shown
    assert "delayed-lambda, inverted-u and held" in shown


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--lam 1/2", "--return held needs --hold"),
        ("--lam 1/2 --hold 0", "--hold: expected a whole number of at least 1, not '0'"),
        ("--lam 1/2 --hold 3 --m 2", "--return held has no --m"),
        ("--lam 1/2 --hold 99999", "at most 10000 are analysed"),
    ],
)
def test_what_it_does_not_take_is_refused(
    held: type[LinearReturn], capsys: pytest.CaptureFixture[str], words: str, said: str
) -> None:
    code = main(["analyze", "--gamma", "9/10", "--return", "held", *words.split()])
    _, err = capsys.readouterr()
    assert code == 2
    assert said in err


def test_it_is_analysed_stored_and_read_back(
    held: type[LinearReturn], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = output(capsys, "analyze", *GIVEN, "--gamma", "9/10", "--json")
    found = json.loads(out)
    assert found["h"] == {"family": "held", "lam": "1/2", "hold": "3"}
    assert found["modulus"]["exact"] == str(Fraction(9, 10) ** 3 / 2 / Fraction(11, 20))
    assert found["strong_recency"] is False
    assert found["classes"]["convex"] is True
    stored = tmp_path / "held.json"
    stored.write_text(out)
    assert output(capsys, "analyze", "--file", str(stored), "--gamma", "9/10", "--json") == out
    assert "held lambda-return (lam = 1/2, hold = 3)" in output(
        capsys, "analyze", *GIVEN, "--gamma", "9/10"
    )


def test_its_derivation_certificate_and_picture_are_written(
    held: type[LinearReturn], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    files = {kind: str(tmp_path / f"held.{kind}") for kind in ("tex", "json", "svg")}
    places = ["--latex", files["tex"], "--certificate", files["json"], "--plot", files["svg"]]
    output(capsys, "analyze", *GIVEN, "--gamma", "9/10", *places)
    source = Path(files["tex"]).read_text()
    (described,) = (line for line in source.splitlines() if "RecencyPart{The return}" in line)
    assert "The held" in described
    assert "hold" in described
    assert r"f(z) = (1 - z) \sum_{i \geq 0} h_i z^i" in source
    assert "converges on every" in output(capsys, "check-certificate", files["json"])


def test_its_modulus_is_exact_enclosed_and_matched(held: type[LinearReturn]) -> None:
    for lam, hold in (("1/2", 3), (0, 1), ("9/10", 2), (1, 4)):
        ret = held(lam, hold)
        assert modulus(ret, "4/5") == sum_of_changes(ret, Fraction(4, 5))
        assert modulus_ball(ret, "4/5", 20).contains(modulus_ball(ret, "4/5", 60))


def test_examples_of_it_are_drawn(held: type[LinearReturn]) -> None:
    drawn = find(named_returns(), lambda ret: isinstance(ret, held) and ret.eligibilities(4)[3] > 0)
    assert drawn.is_numeric
    assert analyze(drawn, "1/2").decision.verdict == "yes"


def test_proof_scripts_speak_of_it_with_symbols(held: type[LinearReturn]) -> None:
    lam, gamma, z, hold, i = real("lam"), real("gamma"), real("z"), index("hold"), index("i")
    ret = held(lam, hold)
    assert [str(c) for c in ret.conditions] == ["0 <= lam", "lam < 1", "1 <= hold"]
    assert ret.closed_modulus(gamma) == gamma**hold * (1 - lam) / (1 - gamma * lam)
    assert ret._repr_latex_() == f"$h_{{i}} = {term_latex(ret.h(i))}$"
    assert linear_return(ret).reward.has(hold)
    assert held("1/2", 2).generating_function(z).subs(z, 0) == 1


def test_once_it_is_gone_nothing_is_left_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert "held" not in FAMILIES
    assert main(["analyze", "--gamma", "9/10", *GIVEN]) == 2
    assert "unexpected '--hold'" in capsys.readouterr().err
