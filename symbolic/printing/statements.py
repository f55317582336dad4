"""Terms, statements and theorems, each as one line of text."""

from __future__ import annotations

from collections.abc import Iterable

from symbolic.printing.authored import Shown, core_of
from symbolic.printing.plain import formula, sequent_text
from symbolic.printing.shapes import linked

__all__ = [
    "shown",
    "statement_text",
    "statements_text",
    "term_text",
    "theorem_text",
    "together",
]


def term_text(term: Shown, among: frozenset[str] = frozenset()) -> str:
    """A term as one line of text, beside others in which these names stand for something."""
    return formula(*core_of(term), among)


def statement_text(s: Shown) -> str:
    """A statement as one line of text."""
    return formula(*core_of(s))


def together(given: Iterable[Shown]) -> list[tuple[Shown, ...]]:
    """Statements one by one, but those that read as one, a < x and x < b, together."""
    said = {core_of(s)[0]: s for s in given}
    return [tuple(said[t] for t in link) for link in linked(said)]


def statements_text(given: Iterable[Shown]) -> list[str]:
    """Statements, each as one line of text, and a < x < b for a < x and x < b."""
    found = []
    for first, *others in together(given):
        found.append(statement_text(first))
        for each in others:
            own, names = core_of(each)
            sign = {"<=": "≤", "<": "<"}[own.op]
            found[-1] += f" {sign} {formula(own.args[1], names)}"
    return found


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
