"""Families over finite ranges: from nested lists, read as closed forms, shown as lists."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from numeric_checks.processes.mrp import InvalidMRP
from numeric_checks.statements import Instance, InvalidInstance, Outcome, decide, table
from numeric_checks.statements.describing import in_words
from numeric_checks.statements.reading import Reading
from symbolic import AtMost, Equal, ForAll, index, sequence, series
from symbolic.terms.edge import to_core

i, j, m, n = (index(name) for name in "ijmn")
f, g = sequence("f"), sequence("g")
ENTRIES = st.fractions(-3, 3, max_denominator=4)


@given(st.integers(1, 3), st.integers(1, 3), st.data())
def test_every_entry_is_where_it_was_listed(rows: int, columns: int, data: st.DataObject) -> None:
    listed = [[data.draw(ENTRIES) for _ in range(columns)] for _ in range(rows)]
    reading = Reading(Instance.of({}, {f: table(listed)}))
    found = [
        [reading.number(to_core(f(a, b))) for b in range(1, columns + 1)]
        for a in range(1, rows + 1)
    ]
    assert found == listed


def test_a_table_is_shown_as_a_vector_or_a_matrix() -> None:
    at = Instance.of({}, {f: table([[1, "1/2"], [0, 2]]), g: table([3, 4])})
    assert in_words(at).text() == "f = (1, 1/2; 0, 2), g = (3, 4)"


def test_its_entries_may_depend_on_an_index_that_comes_before() -> None:
    at = Instance.of({}, {f: table([2**n, n], n)})
    doubled = ForAll(n, 0, ForAll(i, 1, AtMost(f(n, i), f(n, 1)), 2))
    assert decide(doubled, at).outcome is Outcome.HOLDS
    assert decide(Equal(f(5, 2), 5), at).outcome is Outcome.HOLDS


def test_a_range_after_all_indices_is_decided_exactly() -> None:
    """Ranges that begin where angles do are not taken for angles."""
    at = Instance.of({m: 2}, {f: table([1, 1], n)})
    total = ForAll(n, 0, ForAll(i, 1, Equal(f(n, i), series(f(n, j) / 2, j, 1, m)), m))
    assert decide(total, at).outcome is Outcome.HOLDS
    assert decide(total, Instance.of({m: 2}, {f: table([1, 2], n)})).outcome is Outcome.FAILS


def test_what_is_no_exact_number_is_no_entry() -> None:
    with pytest.raises(InvalidMRP, match=r"an entry = 0\.5, expected an exact number"):
        table([0.5])
    with pytest.raises(InvalidInstance, match="is not a closed form"):
        table([2**n])
    assert table([Fraction(1, 2)]).entries == table(["1/2"]).entries
