"""Formulas as pieces of known width, and where a long one is broken.

A formula for LaTeX is a row of `Item`s.  Each knows its width on paper (estimated, in points, at
ten point size) and whether a line may begin with it: before a relation, before a plus or minus
sign, before a factor; the deeper it stands inside brackets, the less welcome the break.  Brackets
have the size of what they enclose: ``\\left`` and ``\\right`` would have to stand on one line.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

__all__ = [
    "Height",
    "Item",
    "Row",
    "bracketed",
    "broken",
    "flattened",
    "height",
    "joined",
    "lines",
    "width",
]

#: how tall a formula is: 0 like a letter, 1 like a fraction, 2 like a sum with its limits
Height: TypeAlias = int
#: the space by which what follows a break is moved in
INDENT = 20.0

_BRACKETS = (("", ""), (r"\Bigl", r"\Bigr"), (r"\biggl", r"\biggr"))
_BRACKET_WIDTH = (4.0, 6.5, 8.0)


@dataclass(frozen=True)
class Item:
    """A piece of a formula; ``depth`` says how welcome a line break before it is, None: not at all.

    ``opening`` is what it becomes at the beginning of a line, ``flat`` in a line of text.
    """

    latex: str
    width: float
    height: Height = 0
    depth: int | None = None
    opening: str | None = None
    flat: str | None = None

    def deeper(self, by: int = 1) -> Item:
        """The same inside more brackets."""
        return self if self.depth is None else replace(self, depth=self.depth + by)


Row: TypeAlias = tuple[Item, ...]


def joined(row: Iterable[Item]) -> str:
    """The formula on one line."""
    return " ".join(" ".join(item.latex for item in row).split())


def flattened(row: Iterable[Item]) -> str:
    """The formula as it stands in a line of text: with small brackets, and a/b for fractions."""
    shown = (item.latex if item.flat is None else item.flat for item in row)
    return " ".join(" ".join(shown).split())


def width(row: Iterable[Item]) -> float:
    """How wide it is on one line."""
    return sum(item.width for item in row)


def height(row: Iterable[Item]) -> Height:
    """How tall it is."""
    return max((item.height for item in row), default=0)


def bracketed(row: Row, left: str = "(", right: str = ")") -> Row:
    """The formula in brackets of its size; breaks inside become less welcome."""
    tall = height(row)
    (opens, closes), wide = _BRACKETS[tall], _BRACKET_WIDTH[tall]
    inner = tuple(item.deeper(2 if tall else 6) for item in row)  # no break in short ones
    return (
        Item(f"{opens}{left}", wide, tall, flat=left),
        *inner,
        Item(f"{closes}{right}", wide, tall, flat=right),
    )


def broken(row: Row, room: float) -> list[tuple[float, str]]:
    """Lines that fit into the room, if breaks can be found; each with its indentation."""
    return [(indent, _line(part)) for indent, part in lines(row, room)]


def lines(row: Row, room: float, indent: float = 0.0) -> list[tuple[float, Row]]:
    """The rows of the lines, each with its indentation."""
    if indent + width(row) <= room:
        return [(indent, row)]
    depths = [item.depth for item in row[1:] if item.depth is not None]
    if not depths:
        return [(indent, row)]
    done: list[tuple[float, Row]] = []
    current: Row = ()
    for piece in _pieces(row, min(depths)):
        here = indent + (INDENT if done else 0.0)
        if not current or here + width(current) + width(piece) <= room:
            current += piece
        elif indent + INDENT + width(piece) > room and width(current) < room / 4:
            # it must be broken in any case: better than a line with next to nothing on it
            current += tuple(_closed(item, min(depths)) for item in piece)
        else:
            done += lines(current, room, here)
            current = piece
    here = indent + (INDENT if done else 0.0)
    if not done:  # nothing was gained at this depth: look deeper
        return lines(tuple(_closed(item, min(depths)) for item in row), room, indent)
    return [*done, *lines(current, room, here)]


def _closed(item: Item, depth: int) -> Item:
    return replace(item, depth=None) if item.depth == depth else item


def _pieces(row: Row, depth: int) -> Iterable[Row]:
    """The row cut before every item of that depth."""
    piece: list[Item] = []
    for item in row:
        if item.depth == depth and piece:
            yield tuple(piece)
            piece = []
        piece.append(item)
    yield tuple(piece)


def _line(row: Sequence[Item]) -> str:
    first, *rest = row
    start = first.latex if first.opening is None else first.opening
    return " ".join(" ".join([start, *(item.latex for item in rest)]).split())
