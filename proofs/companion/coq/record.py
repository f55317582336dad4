"""What is recorded of the Coq development: its manifest, and what the last build found.

The manifest is written on purpose and belongs to the sources.  The record of a build is kept beside
the compiled files, with a digest of the sources it was made from; the ledger believes it only if
the sources are still the same.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from proofs.companion import usage
from proofs.companion.claims import catalogue
from proofs.companion.coq import bridge as coq_bridge, tools as coq_tools

SOURCES = catalogue.PROOFS / "formal"
BUILD = catalogue.PROOFS.parent / "build" / "formal"
MANIFEST = "manifest.json"


class Refused(Exception):
    """The development is not as it must be; the message says what is wrong in one line."""


@dataclass(frozen=True)
class Theorem:
    """A main theorem as Coq knows it.

    ``meaning`` is a digest of the statement without notations and of every definition that it
    rests on: it changes when a definition does, even if the statement reads the same.
    """

    claim: str
    theorem: str
    file: str
    axioms: tuple[str, ...]
    statement: str
    meaning: str

    @property
    def name(self) -> str:
        """How it is called in a message."""
        return f"{self.theorem} ({self.file}, for {self.claim})"


# -- the manifest and the record -------------------------------------------------------------------


def read_manifest(text: str) -> tuple[Theorem, ...]:
    """The theorems recorded in the text of a manifest."""
    if not text:
        raise Refused(f"there is no {MANIFEST}: record one on purpose (recency record --formal)")
    try:
        return _theorems(json.loads(text))
    except (ValueError, TypeError, KeyError) as error:
        raise Refused(f"{MANIFEST} cannot be read: {error}") from None


def _theorems(stored: dict[str, Any]) -> tuple[Theorem, ...]:
    found = (Theorem(**{**t, "axioms": tuple(t["axioms"])}) for t in stored["theorems"])
    return tuple(found)


def manifest(theorems: Sequence[Theorem]) -> str:
    """The text of a manifest that records these theorems."""
    shown = [asdict(theorem) for theorem in theorems]
    return _json({"coq": coq_tools.version(), "theorems": shown})


def source_texts(folder: Path = SOURCES) -> dict[str, str]:
    """Everything in the folder that a build reads, by the names of the files."""
    names = ["_CoqProject", MANIFEST, *sorted(source.name for source in folder.glob("*.v"))]
    return {name: _text(folder / name) for name in names}


def source_digest(texts: Mapping[str, str]) -> str:
    """Of the sources by their names."""
    return coq_tools.digest(*(part for item in texts.items() for part in item))


# -- what the ledger says --------------------------------------------------------------------------


@dataclass(frozen=True)
class Standing:
    """What is known of the development on this machine; ``problem`` if there is nothing."""

    theorems: tuple[Theorem, ...] = ()
    formulas: tuple[tuple[str, str], ...] = ()
    problem: str | None = None

    def line(self, claims: Sequence[str]) -> str:
        """One line on how many of these claims are backed."""
        if self.problem is not None:
            return f"formal: not checked on this machine: {self.problem}"
        backed = sum(bool(self.theorems_for(claim)) for claim in claims)
        of = f"{backed} of {len(claims)} claims" if len(claims) != 1 else f"{backed} of 1 claim"
        return f"formal: {of} backed by Coq theorems (build of this source)"

    def theorems_for(self, claim: str) -> tuple[Theorem, ...]:
        """The theorems for a claim; none if a formula of the claim has changed since the build."""
        found = tuple(theorem for theorem in self.theorems if theorem.claim == claim)
        return found if found and self._same_formulas(claim) else ()

    def _same_formulas(self, claim: str) -> bool:
        try:
            now = coq_bridge.definitions(claim)
        except ValueError:  # a formula that cannot be printed is not the one that was
            return False
        return all(item in self.formulas for item in now.items())

    def backing(self, claim: str) -> dict[str, Any] | None:
        """The theorems for a claim, the files they are in, and the axioms that each one uses."""
        found = self.theorems_for(claim)
        if not found:
            return None
        return {
            "theorem": [t.theorem for t in found],
            "file": sorted({t.file for t in found}),
            "axioms": {t.theorem: list(t.axioms) for t in found},
        }


@cache
def standing(folder: Path = SOURCES, into: Path = BUILD) -> Standing:
    """What the last build found, if it was a build of this source."""
    stored = read_json(into / "record.json")
    if not stored:
        tool = coq_tools.missing()
        return Standing(problem=f"there is no {tool}" if tool else "not built (make formal)")
    if stored.get("sources") != source_digest(source_texts(folder)):
        return Standing(problem="the sources changed after the last build (make formal)")
    try:
        return Standing(_theorems(stored), tuple(stored["formulas"].items()))
    except (TypeError, KeyError, AttributeError):
        return Standing(problem="the record of the last build is broken (make formal)")


# -- files -----------------------------------------------------------------------------------------


def _text(path: Path) -> str:
    return path.read_text("utf-8") if path.is_file() else ""


def read_json(path: Path) -> dict[str, Any]:
    """What a file holds, or nothing if it is not there or broken."""
    try:
        found = json.loads(_text(path) or "{}")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def write_json(path: Path, value: object) -> None:
    """Write a file that people can read too."""
    usage.write(path, _json(value))


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
