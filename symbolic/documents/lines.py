"""Formulas of plain text in lines of a given width.

A line begins before a relation or a word, or else before a plus or a minus; the deeper that stands
in brackets, the later it is tried.  Nothing is left out: joined again by spaces the lines are the
formula.

    >>> for line in lines("Σ_{i≥0} (a_i + b_i) = Σ_{i≥0} a_i + Σ_{i≥0} b_i for all m ≥ 0", 30):
    ...     print(line)
    Σ_{i≥0} (a_i + b_i)
    = Σ_{i≥0} a_i + Σ_{i≥0} b_i
    for all m ≥ 0
"""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["lines"]

_OPENING, _CLOSING = "([{⌊⟨", ")]}⌋⟩"
_RELATIONS = frozenset("=≤<≥≠→⇔")
_WORDS = frozenset(
    {"and", "as", "converge", "for", "given", "has", "if", "is", "on", "only", "that", "then",
     "to", "where", "with", "without"}
)  # fmt: skip
_SIGNS = frozenset("+-")
#: how unwelcome a break is in brackets, before a sign, and before anything else
_DEEP, _SIGN, _ANYWHERE = 10, 1, 1000


def lines(formula: str, room: int) -> list[str]:
    """The formula in lines that are no longer than that, where there are places to break."""
    return _lines(list(_pieces(formula)), max(room, 1))


def _pieces(formula: str) -> Iterator[tuple[str, int]]:
    """Its words, each with how unwelcome a break before it is."""
    depth = 0
    for word in formula.split(" "):
        level = 0 if word in _RELATIONS | _WORDS else _SIGN if word in _SIGNS else _ANYWHERE
        yield word, _DEEP * depth + level
        depth += sum(ch in _OPENING for ch in word) - sum(ch in _CLOSING for ch in word)


def _lines(pieces: list[tuple[str, int]], room: int) -> list[str]:
    whole = _joined(pieces)
    levels = {level for _, level in pieces[1:]}
    if len(whole) <= room or not levels:
        return [whole]
    best, found = min(levels), list[list[tuple[str, int]]]()
    for part in _cut(pieces, best):
        if found and len(_joined(found[-1])) + 1 + len(_joined(part)) <= room:
            found[-1] += part
        else:
            found.append(part)
    return [line for part in found for line in _lines(part, room)]


def _cut(pieces: list[tuple[str, int]], level: int) -> Iterator[list[tuple[str, int]]]:
    """The words, cut before each that has the level."""
    part = pieces[:1]
    for piece in pieces[1:]:
        if piece[1] == level:
            yield part
            part = []
        part.append(piece)
    yield part


def _joined(pieces: list[tuple[str, int]]) -> str:
    return " ".join(word for word, _ in pieces)
