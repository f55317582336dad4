"""Terms in the paper's notation."""

from __future__ import annotations

import re

from symbolic.printing.authored import Shown, core_of
from symbolic.printing.names import GREEK
from symbolic.printing.plain import formula

__all__ = ["GREEK", "symbols_in", "term_text"]


def term_text(term: Shown) -> str:
    """A term as one line of text."""
    return formula(*core_of(term))


def symbols_in(text: str) -> str:
    """English with the names of Greek letters as letters.

    >>> symbols_in("v_pi is fixed for every gamma, TD(lambda)")
    'v_π is fixed for every γ, TD(λ)'
    """
    return _GREEK_NAME.sub(lambda found: GREEK[found[0]], text)


_GREEK_NAME = re.compile(rf"(?<![a-zA-Z])({'|'.join(GREEK)})(?![a-zA-Z])")
