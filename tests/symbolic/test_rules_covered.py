"""No rule goes untried: each has something it must prove, and near misses it must refuse."""

from __future__ import annotations

from collections import Counter

import pytest

from symbolic import writing
from tests.symbolic import (
    test_rules_connectives,
    test_rules_equality,
    test_rules_limits,
    test_rules_logic,
    test_rules_mrp,
    test_rules_norms,
    test_rules_order,
    test_rules_quantifiers,
    test_rules_solutions,
    test_rules_spectra,
    test_rules_stability,
    test_rules_stationary,
    test_rules_substitution,
    test_rules_sums,
    test_rules_turns,
    test_rules_unbounded,
)

TABLES = (
    test_rules_connectives,
    test_rules_equality,
    test_rules_limits,
    test_rules_logic,
    test_rules_mrp,
    test_rules_norms,
    test_rules_order,
    test_rules_quantifiers,
    test_rules_solutions,
    test_rules_spectra,
    test_rules_stability,
    test_rules_stationary,
    test_rules_substitution,
    test_rules_sums,
    test_rules_turns,
    test_rules_unbounded,
)
PROVES = [case for table in TABLES for case in table.PROVES]
REFUSES = [case for table in TABLES for case in table.REFUSES]


@pytest.mark.parametrize("name", writing.__all__)
def test_the_rule_is_tried(name: str) -> None:
    rule = getattr(writing, name)
    assert any(case.rule is rule for case in PROVES), "nothing that it must prove"
    assert sum(case.rule is rule for case in REFUSES) >= 2, "too few near misses"


@pytest.mark.parametrize("name", writing.__all__)
def test_the_docstring_of_a_rule_is_its_inference_rule(name: str) -> None:
    lines = [line.strip() for line in (getattr(writing, name).__doc__ or "").splitlines()]
    bars = [k for k, line in enumerate(lines) if set(line.split("  ")[0]) == {"-"}]
    assert bars, "no bar between premises and conclusion"
    assert all(any("|-" in line for line in lines[k + 1 : k + 3]) for k in bars)


def test_every_near_miss_says_why_it_is_refused() -> None:
    assert not [str(case) for case in REFUSES if len(case.match) < 9]


def test_no_two_near_misses_of_a_rule_have_one_description() -> None:
    doubled = [name for name, times in Counter(map(str, PROVES + REFUSES)).items() if times > 1]
    assert not doubled
