"""Weights as people type and store them, read exactly and refused in one line.

Text is numbers separated by commas or blanks, in brackets or not; a # starts a comment.  Files may
also be JSON: a list, an object with the list ``h`` or ``c``, or what ``recency analyze --json``
printed.  A first line of nothing but names, as a column or a row of a table may have, is skipped.

    >>> [str(x) for x in from_text("1, 0.5 3/4", H).values]
    ['1', '1/2', '3/4']
    >>> from_text("1, 1/2, abc", H)
    Traceback (most recent call last):
    proofs.companion.usage.BadInput: weight 2: 'abc' is not a number: expected an exact \
number such as "9/10", "0.9", "-3" or "1e-3"
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import IO, Any, Literal, NamedTuple

from proofs.companion.usage import BadInput, standard_input
from symbolic.numbers import InvalidNumber, parse_rational
from symbolic.returns import LinearReturn, WeightedReturn, named_return

__all__ = [
    "LARGEST_FILE",
    "LONGEST",
    "C",
    "Family",
    "H",
    "Kind",
    "Weights",
    "as_return",
    "called",
    "from_file",
    "from_json",
    "from_row",
    "from_text",
    "is_heading",
    "text_of",
]

#: bytes of a file, and weights in all
LARGEST_FILE, LONGEST = 20_000_000, 1_000_000
#: a file is read in pieces of so many bytes, and not to its end if it has so many words
_PIECE, _MOST_WORDS = 1_000_000, 3 * LONGEST

#: weights on TD errors, counted from 0, and on n-step returns, counted from 1
Kind = Literal["h", "c"]
H: Kind = "h"
C: Kind = "c"

_NAME = re.compile(r"[A-Za-z][\w .()-]*")
_NO_NAMES = re.compile(r"[+-]?(nan|inf|infinity|na|none|null|true|false)", re.IGNORECASE)
_BRACKETS = {"[": "]", "(": ")"}
_WORD = re.compile(rb"[^\s,]+")
_SHOWN = 40


class Weights(NamedTuple):
    """A list of weights, and what they are weights on."""

    kind: Kind
    values: tuple[Fraction, ...]


class Family(NamedTuple):
    """A return that was stored by its name and its parameters."""

    name: str
    parameters: Mapping[str, str]


def from_text(text: str, kind: Kind) -> Weights:
    """The weights in a text."""
    return _numbers(_cells(text), kind)


def from_file(name: str, *, nstep: bool = False) -> Weights | Family:
    """The weights in a file, or on standard input if it is called ``-``."""
    text = text_of(name, "weights in text, CSV or JSON")
    try:
        return from_row(text, nstep=nstep)
    except BadInput as problem:
        raise BadInput(f"{called(name)}: {problem}") from None


def text_of(name: str, expected: str) -> str:
    """What is in a file, or on standard input if it is called ``-``."""
    data = _content(name)
    if len(data) > LARGEST_FILE:
        raise BadInput(f"{called(name)} has more than {LARGEST_FILE} bytes, expected {expected}")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise BadInput(f"{called(name)} is not text, expected {expected}")
    return text


def called(name: str) -> str:
    """A file in a message."""
    return "standard input" if name == "-" else repr(name)


def from_row(text: str, *, nstep: bool = False) -> Weights | Family:
    """The weights in a text that may be JSON."""
    if text.lstrip()[:1] in ("{", "[") and not _plain_list(text):
        return _of_json(from_json(text), nstep)
    return from_text(text, C if nstep else H)


def as_return(found: Weights | Family) -> LinearReturn:
    """The return with these weights, or the family that was stored."""
    if isinstance(found, Family):
        return named_return(found.name, found.parameters)
    if found.kind == C:
        return WeightedReturn.from_nstep_weights(found.values)
    return WeightedReturn(found.values)


# -- text ------------------------------------------------------------------------------------


def _cells(text: str) -> list[str]:
    """The numbers as they are written, brackets, comments and a line of names taken off."""
    lines = [line.partition("#")[0].strip() for line in text.splitlines()]
    lines = [line for line in lines if line]
    if len(lines) > 1 and is_heading(lines[0]):
        if "," in lines[0] and len(lines) > 2:
            raise BadInput("a table with several columns, expected one column or one row")
        del lines[0]
    if _is_numbered(lines):
        raise BadInput("two columns, the first of which counts; expected the weights alone")
    whole = "\n".join(lines)
    if whole and _BRACKETS.get(whole[0]) == whole[-1]:
        whole = whole[1:-1].strip()
    return list(_split(whole))


def _split(text: str) -> Iterator[str]:
    """Commas and blanks separate; two commas have something between them."""
    for line in text.splitlines():
        parts = line.split(",")
        if len(parts) > 1 and not parts[-1].strip():
            parts.pop()
        for part in parts:
            yield from (cell.strip("\"'") for cell in part.split()) if part.strip() else ("",)


def is_heading(line: str) -> bool:
    """Is it nothing but names, as the first line of a table may be?"""
    cells = [cell.strip().strip("\"'") for cell in line.split(",")]
    return all(_NAME.fullmatch(cell) and not _NO_NAMES.fullmatch(cell) for cell in cells)


def _is_numbered(lines: Sequence[str]) -> bool:
    """Is each line a weight with its number before it?"""
    pairs = [list(_split(line)) for line in lines]
    if len(pairs) < 2 or any(len(pair) != 2 for pair in pairs):
        return False
    counted = [number for number, _ in pairs]
    return any(counted == list(map(str, range(first, first + len(pairs)))) for first in (0, 1))


def _numbers(cells: Sequence[Any], kind: Kind) -> Weights:
    first = 0 if kind == H else 1
    if not cells:
        raise BadInput("there are no weights, expected at least one number")
    if len(cells) > LONGEST:
        raise BadInput(f"there are {len(cells)} weights, expected at most {LONGEST}")
    return Weights(kind, tuple(_number(cell, i) for i, cell in enumerate(cells, start=first)))


def _number(cell: Any, i: int) -> Fraction:
    if not isinstance(cell, str):
        raise BadInput(f"weight {i}: {_shown(cell)} is not a number")
    try:
        return parse_rational(cell)
    except InvalidNumber as problem:
        raise BadInput(f"weight {i}: {problem}") from None


# -- JSON ------------------------------------------------------------------------------------


def _plain_list(text: str) -> bool:
    """Is it a list with a fraction that has no quotes, which is not JSON?"""
    return text.lstrip().startswith("[") and '"' not in text and "/" in text


def from_json(text: str, *, as_written: bool = True) -> Any:
    """What is stored, no key of an object twice; all numbers are texts, as they are written."""
    import json

    kept = str if as_written else None
    try:
        return json.loads(
            text, parse_float=kept, parse_int=kept, parse_constant=kept, object_pairs_hook=_object
        )
    except RecursionError:
        raise BadInput("not JSON (brackets in brackets, too many to be read)") from None
    except ValueError as problem:
        raise BadInput(f"not JSON ({str(problem).splitlines()[0]})") from None


def _of_json(found: Any, nstep: bool) -> Weights | Family:
    if isinstance(found, list):
        return _numbers(found, C if nstep else H)
    kind = H if "h" in found else C
    if {H, C} <= found.keys() and "schema" not in found:  # what --json printed has both
        raise BadInput("an object with h and c, expected one of them")
    if kind not in found:
        raise BadInput("expected a list of weights, or an object with the key 'h' or 'c'")
    if nstep and kind == H:
        raise BadInput("--nstep goes with a list; this object has the weights h on TD errors")
    listed = found[kind]
    if kind == H and isinstance(listed, dict):
        return _family(listed)
    if not isinstance(listed, list):
        raise BadInput(f"{kind} is {_shown(listed)}, expected a list of numbers")
    return _numbers(listed, kind)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object, no key of which is there twice."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise BadInput(f"the key {_shown(key)} is there twice")
        found[key] = value
    return found


def _family(stored: dict[str, Any]) -> Family:
    texts = {key: value for key, value in stored.items() if isinstance(value, str)}
    if "family" not in texts or len(texts) < len(stored):
        raise BadInput("h is an object, expected a family and its parameters, all of them text")
    return Family(texts.pop("family"), texts)


# -- bytes -----------------------------------------------------------------------------------


def _content(name: str) -> bytes:
    try:
        if name == "-":
            return _read(standard_input(), name)
        with open(name, "rb") as file:
            return _read(file, name)
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise BadInput(f"cannot read {name!r}: {reason.lower()}") from None


def _read(file: IO[bytes], name: str) -> bytes:
    content, words = bytearray(), 0
    while len(content) <= LARGEST_FILE and (piece := file.read(_PIECE)):
        content += piece
        words += len(_WORD.findall(piece))
        if words > _MOST_WORDS:
            raise BadInput(f"{called(name)} has more than {_MOST_WORDS} numbers")
    return bytes(content)


def _shown(value: object) -> str:
    import json

    text = json.dumps(value)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "..."
