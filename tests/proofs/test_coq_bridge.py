"""The formulas of the Python claims are those of the Coq library; a changed one is refused."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from sympy import Symbol

from proofs.companion import ledger
from proofs.companion.claims import catalogue
from proofs.companion.coq import (
    bridge as coq_bridge,
    build as formal,
    record as formal_record,
    tools as coq_tools,
)
from proofs.companion.coq.formulas import FORMULAS
from proofs.companion.coq.printing import NotPrintable
from proofs.companion.coq.tools import DoesNotCompile
from symbolic.core.polynomials import normal
from symbolic.core.terms import PROP, Term
from symbolic.statements import statement_to_core
from symbolic.terms.edge import to_core

TOOL = coq_tools.missing()
needs_coq = pytest.mark.skipif(TOOL is not None, reason=f"{TOOL} is not installed")
ROOT = catalogue.PROOFS.parent


@pytest.fixture(scope="module")
def library() -> Path:
    """The compiled development; nothing is compiled if it is as it was."""
    formal.build()
    return formal_record.BUILD / "library"


def parts_of(t: Term) -> Iterator[Term]:
    yield t
    for part in t.args:
        yield from parts_of(part)


@pytest.mark.parametrize("formula", FORMULAS, ids=lambda formula: formula.name)
def test_a_formula_stands_in_a_statement_of_its_claim(formula: coq_bridge.Formula) -> None:
    wanted = normal(to_core(coq_bridge._named(formula.where)))
    stated = (s for part in ledger.load(formula.claim).parts for s in (*part.given, part.says))
    numbers = (t for s in stated for t in parts_of(statement_to_core(s)) if t.sort != PROP)
    assert any(normal(t) is wanted for t in numbers if not t.loose)


#: formula -> module, and a change of it
CHANGES = {
    "sparse_modulus_formula": ("sparse_modulus", "(1 - gamma**gap * decay)", "(1 - gamma * decay)"),
    "truncated_modulus_formula": ("truncated_modulus", "= (1 - gamma) *", "= (1 + gamma) *"),
    "two_term_modulus_formula": ("two_term_violators", "beta = e * gamma", "beta = 2 * e * gamma"),
    "contracts_below_formula": ("two_term_violators", "below = (1 - gamma)", "below = (2 - gamma)"),
    "beats_below_formula": ("two_term_violators", "gamma, (1 - gamma)", "gamma, (1 - gamma**2)"),
    "delayed_modulus_formula": ("delayed_nsteps", "beta = 1 + gamma**tau +", "beta = 1 + gamma +"),
    "diagonal_formula": ("counterexample_pulse", "Rational(91, 100)", "Rational(91, 101)"),
    "off_diagonal_formula": (
        "counterexample_pulse",
        "Rational(3031, 2500)",
        "Rational(3031, 2501)",
    ),
    "matching_lambda_formula": ("equal_moduli", "target * gamma**m)\n\n", "target * gamma)\n\n"),
    "variance_factor_formula": ("covariances", "factor = (1 - beta)", "factor = (1 + beta)"),
}


def printed(folder: Path) -> str:
    """Bridge.v, from the sources in this folder."""
    command = [sys.executable, "-m", "proofs.companion.coq.bridge"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python sources, to change something in."""
    folder = tmp_path_factory.mktemp("copy")
    ignored = shutil.ignore_patterns("formal", "__pycache__")
    for package in ("symbolic", "numeric_checks", "proofs"):
        shutil.copytree(ROOT / package, folder / package, ignore=ignored)
    return folder


@pytest.fixture(scope="module")
def changed(copy: Path) -> dict[str, str]:
    """Bridge.v from sources with all the changes, as one file for each formula."""
    assert printed(copy).strip() == coq_bridge.sources()["Bridge.v"].strip()
    for module, old, new in CHANGES.values():
        (path,) = (copy / "proofs").glob(f"*/{module}.py")
        text = path.read_text("utf-8")
        assert text.count(old) == 1
        path.write_text(text.replace(old, new), "utf-8")
    return of_each(printed(copy))


def of_each(source: str) -> dict[str, str]:
    """What each formula adds to the lines that all share."""
    shared, *parts = re.split(r"\n(?=\(\* \S+: proofs\.)", source)
    names = (re.findall(r"^Definition (\w+)", part, re.MULTILINE)[0] for part in parts)
    return {name: shared + part for name, part in zip(names, parts, strict=True)}


@needs_coq
@pytest.mark.parametrize("formula", CHANGES)
def test_a_changed_formula_does_not_compile(
    formula: str, changed: dict[str, str], library: Path
) -> None:
    with pytest.raises(DoesNotCompile, match=r"Bridge\.v, line \d+: "):
        coq_tools.check(changed[formula], "Bridge.v", library)


@needs_coq
def test_each_formula_compiles_on_its_own_if_it_is_not_changed(library: Path) -> None:
    source = coq_bridge.sources()["Bridge.v"]
    coq_tools.check(source, "Bridge.v", library)
    each = of_each(source)
    assert set(each) == set(CHANGES)
    coq_tools.check(each["contracts_below_formula"], "Bridge.v", library)


def test_every_formula_is_of_a_claim_and_is_used_by_its_theorem() -> None:
    known = {entry.id for entry in catalogue.entries()}
    assert len({formula.name for formula in FORMULAS}) == len(FORMULAS)
    for formula in FORMULAS:
        assert formula.claim in known
        statement = formula.theorem.partition("Proof.")[0]
        assert formula.name in statement.split() + statement.replace(".", " ").split()
        assert coq_bridge.definitions(formula.claim)[formula.name] == formula.definition()


def test_a_symbol_that_no_argument_binds_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from proofs.beyond import two_term_violators

    for stray in (Symbol("delta", real=True), Symbol("gamma", integer=True)):
        monkeypatch.setattr(two_term_violators, "beats_below", 2**stray)
        formula = next(f for f in FORMULAS if f.name == "beats_below_formula")
        with pytest.raises(NotPrintable):
            formula.definition()
