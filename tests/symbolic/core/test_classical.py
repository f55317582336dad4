"""Every classical fact says why it holds, and names a theorem that Coq checks."""

from __future__ import annotations

import pytest

from proofs.companion.coq.record import SOURCES
from proofs.companion.coq.sources import claimed_theorems
from symbolic.rules import bridge, classical

PROVED = {
    found.theorem
    for source in SOURCES.glob("*.v")
    for found in claimed_theorems(source.read_text("utf-8"), source.name)
    if found.claim == "classical-facts"
}


@pytest.mark.parametrize("name", classical.FACTS)
def test_every_fact_has_a_reason_and_a_theorem(name: str) -> None:
    fact = classical.FACTS[name]
    assert fact.why
    assert fact.coq == classical.COQ[name]


def test_every_name_that_the_ledger_can_show_has_a_theorem() -> None:
    assert classical.COQ.keys() == classical.NAMES
    assert {*classical.FACTS, "stationary_chain", "on_policy"} == classical.NAMES


@pytest.mark.parametrize("name", classical.COQ)
def test_the_theorem_is_one_that_the_build_checks(name: str) -> None:
    assert classical.COQ[name] in PROVED


def test_no_theorem_stands_for_two_facts() -> None:
    assert len(set(classical.COQ.values())) == len(classical.COQ)


def test_what_the_bridge_says_of_coq_is_there() -> None:
    told = (bridge.__doc__ or "").partition("Coq theorems:")[2]
    named = set(told.split("``")[1::2])
    assert named
    assert named | set(classical.COQ.values()) == PROVED
