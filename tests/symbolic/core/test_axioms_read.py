"""What is taken for granted reads as it did: a change of an axiom is made twice, or not at all.

That an axiom is true is tested elsewhere; here none is made weaker by mistake.  The text is made by

    python -m tests.symbolic.core.test_axioms_read
"""

from __future__ import annotations

from pathlib import Path

import symbolic.rules.classical
from symbolic.core.axioms import AXIOMS

TEXT = Path(__file__).with_name("axioms.txt")


def reading() -> str:
    """The axioms, and the premise of the rule for on-policy updates, one in a line."""
    lemma = (symbolic.rules.classical.DESCENT, symbolic.rules.classical.DESCENDED)
    return "".join(
        f"{name}: {', '.join(map(repr, hypotheses))} |- {conclusion!r}\n"
        for name, (hypotheses, conclusion) in {**AXIOMS, "on_policy": lemma}.items()
    )


def test_the_axioms_read_as_they_did() -> None:
    assert reading().splitlines() == TEXT.read_text().splitlines()


if __name__ == "__main__":
    TEXT.write_text(reading())
