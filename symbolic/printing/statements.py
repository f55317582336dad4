"""Statements and theorems in words and symbols."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symbolic import statements as st
from symbolic.core import kernel
from symbolic.core.terms import Term
from symbolic.printing.authored import Shown, core_of
from symbolic.printing.plain import formula, sequent_text
from symbolic.printing.plain import text as plain_text

if TYPE_CHECKING:
    from symbolic.writing.theorem import Theorem

__all__ = ["SYMBOLS", "statement_text", "text"]

SYMBOLS = {
    st.Equal: ("=", "="),
    st.NotEqual: ("≠", r"\neq"),
    st.AtMost: ("≤", r"\leq"),
    st.Less: ("<", "<"),
}


def statement_text(s: Shown) -> str:
    """A statement as one line of text."""
    return formula(*core_of(s))


def text(thing: Theorem | kernel.Theorem | st.Statement | Term) -> str:
    """A statement, or a theorem with its hypotheses, as one line."""
    if isinstance(thing, kernel.Theorem):
        return plain_text(thing)
    if isinstance(thing, st.Statement | Term):
        return statement_text(thing)
    said = [core_of(s) for s in (*thing.hypotheses, thing.statement)]
    names = {binding: own for _, known in said for binding, own in known.items()}
    *hypotheses, conclusion = (term for term, _ in said)
    return sequent_text(hypotheses, conclusion, names, ordered=True)
