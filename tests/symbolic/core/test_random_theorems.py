"""No theorem that is drawn at random is false, and every rule and axiom is drawn often enough.

An ordinary run draws 2 000, CI 5 000; ``RECENCY_RANDOM_THEOREMS=1000000`` that many, from other
seeds.
"""

from __future__ import annotations

import ast
import os
from pathlib import Path

import pytest

import symbolic.rules
from symbolic.core.axioms import AXIOMS
from tests.sampling import IN_CI
from tests.symbolic.core.instances import INSTANCES
from tests.symbolic.core.random_theorems import RULES, makers, run

SEEDS = (1, 2)
COUNT = int(os.environ.get("RECENCY_RANDOM_THEOREMS") or (5000 if IN_CI else 2000)) // len(SEEDS)
#: worlds in which the hypotheses hold, for each maker and seed
LEAST = min(5, COUNT // 500)


@pytest.mark.parametrize("seed", SEEDS)
def test_no_random_theorem_is_false(seed: int) -> None:
    report = run(seed if COUNT <= 2500 else seed + 1000, COUNT)
    assert not report.wrong, "\n".join(map(str, report.wrong[:5]))
    assert sum(report.made.values()) >= COUNT
    rare = {name: report.met[name] for name in makers() if report.met[name] < LEAST}
    assert not rare, f"hypotheses were hardly ever met: {rare}"


def test_every_axiom_is_drawn() -> None:
    assert set(INSTANCES) == set(AXIOMS)


def test_every_rule_is_drawn() -> None:
    """The functions that are made rules, by their text."""
    where = Path(symbolic.rules.__file__).parents[1]
    found = {
        part.name
        for path in (*(where / "core").glob("*.py"), *(where / "rules").glob("*.py"))
        for part in ast.walk(ast.parse(path.read_text()))
        if isinstance(part, ast.FunctionDef)
        and any(isinstance(d, ast.Name) and d.id == "rule" for d in part.decorator_list)
    }
    assert found == set(RULES)
