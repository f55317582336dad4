"""Formulas of text in lines: nothing is lost, and where there is room nothing is broken."""

from __future__ import annotations

from random import Random

import pytest

from symbolic.core.terms import PROP
from symbolic.documents.lines import lines
from symbolic.printing.plain import text
from symbolic.printing.reading import read
from tests.symbolic.printing.drawing import Drawing


@pytest.mark.parametrize("share", range(4))
def test_the_lines_are_the_formula_and_can_be_read_back(share: int) -> None:
    for seed in range(share, 200, 4):
        drawn = Drawing(Random(seed)).of(PROP, 3)
        shown = text(drawn, {})
        for room in (20, 40, 90):
            broken = lines(shown, room)
            assert " ".join(broken) == shown
            assert all(" " not in line for line in broken if len(line) > room)
        assert read(" ".join("\n".join(lines(shown, 30)).split())) is drawn


def test_a_relation_begins_a_line_before_a_sign_does() -> None:
    assert lines("a + b + c ≤ d + e", 12) == ["a + b + c", "≤ d + e"]
    assert lines("a + b + c ≤ d + e", 8) == ["a + b", "+ c", "≤ d + e"]
    assert lines("(a + b)·(c + d) + e", 16) == ["(a + b)·(c + d)", "+ e"]
    assert lines("a = b", 80) == ["a = b"]
