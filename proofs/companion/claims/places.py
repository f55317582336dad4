"""What the paper asserts and defines, in its own order: ``proofs/paper/map.toml``, read.

That file says how it is written.  Whether an assertion is examined is not in it: it is if the
catalogue knows its claim, and then it stands, unless the map says otherwise, where the header of
the claim says.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from proofs.companion.claims.catalogue import PROOFS, CatalogueError, Entry, entries

MAP = "paper/map.toml"

_KEYS = {"place", "says", "defines", "claim", "theorems", "reason", "read"}


@dataclass(frozen=True)
class Passage:
    """Something that the paper asserts or defines, and where.

    An assertion has the claim in which it is examined, or the reason why it is not; a misprint has
    what we read there, and a definition none of these.  The words may have names of symbols in
    braces, like the title of a claim.  An assertion that is less than its claim may have the names
    of the theorems that examine it, by which its own verdict is computed.
    """

    place: str
    words: str
    claim: Entry | None = None
    reason: str = ""
    read: str = ""
    theorems: tuple[str, ...] = ()

    @property
    def defines(self) -> bool:
        """Is it a definition?"""
        return self.claim is None and not self.reason and not self.read

    @property
    def at_home(self) -> bool:
        """Is it where its claim stands? A place in the map may be more exact than a header."""
        return self.claim is not None and f"{self.place},".startswith(f"{self.claim.place},")


@cache
def passages(package: Path = PROOFS) -> tuple[Passage, ...]:
    """All that the map has, in the paper's order."""
    given = _read(package / MAP)
    known = {entry.id: entry for entry in entries(package)}
    reasons = given.get("reasons", {})
    found = []
    for number, row in enumerate(given.get("entry", ()), start=1):
        try:
            found.append(_passage(row, known, reasons))
        except ValueError as error:
            raise CatalogueError(f"{MAP}: entry {number} {error}") from None
    return tuple(found)


def version_read(package: Path = PROOFS) -> str:
    """Which version of the paper the map is of."""
    return str(_read(package / MAP).get("version", "a version that the map does not name"))


def _read(path: Path) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError:
        raise CatalogueError(f"there is no {MAP}") from None
    except ValueError as error:  # not TOML, or not UTF-8
        raise CatalogueError(f"{MAP} cannot be read: {error}") from None


def _passage(row: dict[str, Any], known: dict[str, Entry], reasons: dict[str, str]) -> Passage:
    if unknown := row.keys() - _KEYS:
        raise ValueError(f"has a {min(unknown)!r}, which nothing reads")
    if ("says" in row) == ("defines" in row):
        raise ValueError("should have either what it says or what it defines")
    if "defines" in row and row.keys() & {"claim", "reason", "read"}:
        raise ValueError("is a definition, which has no claim, no reason and no other reading")
    claim = known.get(row.get("claim", ""))
    theorems = tuple(row.get("theorems", ()))
    if theorems and "claim" not in row:
        raise ValueError("has theorems of no claim")
    if "read" in row and (claim or "reason" in row):
        raise ValueError("is a misprint, which has no claim that is known and no reason")
    place = row.get("place") or (claim.place if claim else "")
    if not place:
        raise ValueError("has no place")
    if "read" in row:
        return Passage(place, row["says"], read=row["read"])
    if claim or "defines" in row:
        return Passage(place, row.get("says") or row["defines"], claim, theorems=theorems)
    if row.get("reason") not in reasons:
        raise ValueError("has no claim that is known, and no reason that is named")
    return Passage(place, row["says"], reason=reasons[row["reason"]])
