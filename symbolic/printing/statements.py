"""Terms, statements and theorems, each as one line of text."""

from __future__ import annotations

from collections.abc import Iterable

from symbolic.printing.authored import Shown, core_of
from symbolic.printing.plain import formula, sequent_text

__all__ = ["shown", "statement_text", "term_text", "theorem_text"]


def term_text(term: Shown) -> str:
    """A term as one line of text."""
    return formula(*core_of(term))


def statement_text(s: Shown) -> str:
    """A statement as one line of text."""
    return formula(*core_of(s))


def theorem_text(hypotheses: Iterable[Shown], statement: Shown) -> str:
    """What follows from hypotheses, after them, as one line."""
    said = [core_of(s) for s in (*hypotheses, statement)]
    names = {binding: own for _, known in said for binding, own in known.items()}
    *given, conclusion = (term for term, _ in said)
    return sequent_text(given, conclusion, names, ordered=True)


def shown(thing: object) -> str:
    """For a message: mathematics as text, and anything else as Python writes it."""
    try:
        return statement_text(thing)
    except (TypeError, ValueError, AttributeError):
        return str(thing)
