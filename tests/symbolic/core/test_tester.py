"""The tester is tested: it finds every mistake planted in a copy of the core.

An ordinary run plants thirty, CI all of them.  ``RECENCY_MUTANTS=thorough`` looks for them with all
makers instead of those that a mutant names.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.sampling import some
from tests.symbolic.core import mutants
from tests.symbolic.core.random_theorems import makers

THOROUGH = os.environ.get("RECENCY_MUTANTS", "") == "thorough"


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Where the processes share what they have compiled."""
    return str(tmp_path_factory.mktemp("compiled"))


@pytest.mark.parametrize(
    "mutant", some(mutants.MUTANTS, 30, "planted", all_in_ci=True), ids=lambda m: m.name
)
def test_a_planted_mistake_is_found(mutant: mutants.Mutant, compiled: str) -> None:
    assert mutants.found(mutant, THOROUGH, compiled=compiled), "it is not found"


def test_nothing_is_found_where_nothing_was_planted(compiled: str) -> None:
    assert mutants.found(None, THOROUGH, compiled=compiled) == ""


def test_the_mistakes_are_many_and_different() -> None:
    names = [m.name for m in mutants.MUTANTS]
    assert len(names) >= 100
    assert len(set(names)) == len(names)
    assert len({(m.path, m.old, m.new) for m in mutants.MUTANTS}) == len(names)
    assert {maker for m in mutants.MUTANTS for maker in m.makers} <= set(makers())


def test_an_edit_that_has_no_place_is_an_error(tmp_path: Path) -> None:
    wrong = mutants.Mutant("none", "core/kernel.py", "no such text", "", ())
    with pytest.raises(LookupError):
        mutants.mutated(wrong, tmp_path)
