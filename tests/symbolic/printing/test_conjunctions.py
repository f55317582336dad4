"""Conjunctions on a page."""

from __future__ import annotations

from symbolic import And, AtMost, Contracts, Less, index, sequence, series
from symbolic.printing.displays import displayed
from symbolic.statements import GAMMA, REWARD, VALUE, Z


def test_a_long_one_is_broken_between_its_statements_and_says_once_what_h_is() -> None:
    i, h = index("i"), sequence("h")
    operator = series(h(i) * Z**i, i, 0) * REWARD + (1 - GAMMA) ** 2 * VALUE
    small, falls = Less(GAMMA, 1), AtMost(GAMMA**2, GAMMA)
    assert displayed(And(small, falls)) == [r"\gamma < 1 \text{ and } \gamma^{2} \leq \gamma"]
    contracts = [Contracts(operator, GAMMA), Contracts(operator, GAMMA**2)]
    lines = displayed(And(contracts[0], small, contracts[1], falls), room=200.0)
    where = next(k for k, line in enumerate(lines) if r"\text{where }" in line)
    assert where == 3
    assert all(line.startswith(r"\qquad \text{and }") for line in lines[1:where])
    assert not any(r"\text{where }" in line for line in lines[where + 1 :])
