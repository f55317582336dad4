"""What is recorded of the Coq development: its manifest, and what the last build found.

The manifest is written on purpose and belongs to the sources.  The record of a build is kept beside
the compiled files, with a digest of the sources it was made from; the ledger believes it only if
the sources are still the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from proofs.companion import usage
from proofs.companion.claims import catalogue
from proofs.companion.coq import bridge as coq_bridge, tools as coq_tools

if TYPE_CHECKING:
    from proofs.companion.claims.claim import Claim
    from proofs.companion.coq.statements import Parts, Recorded

SOURCES = catalogue.PROOFS / "formal"
#: in a clone beside the sources; an installed copy is left as it is
BUILD = (catalogue.PROOFS.parent / "build" if catalogue.CLONED else usage.cache()) / "formal"
MANIFEST = "manifest.json"
#: what the axioms that are theorems in Coq are called where the others are claims
CLASSICAL_FACTS = "classical-facts"
#: what is said of a claim whose Coq theorems were written for what it says, and hold
AGAIN = "stated and proved again in Coq"
#: what the ledger has of a claim with Coq theorems
Formal = dict[str, Any]


class Refused(usage.Broken):
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


@dataclass(frozen=True)
class Manifest:
    """What is recorded on purpose: the theorems, and what the claims said that they are for.

    ``statements`` are those of every claim with theorems, by its id, and of the classical facts
    (see `proofs.companion.coq.statements`).
    """

    coq: str
    theorems: tuple[Theorem, ...]
    statements: Mapping[str, Recorded]

    def text(self) -> str:
        """The text of the file."""
        return _json(asdict(self))

    def saying(self, found: Mapping[str, Parts]) -> Manifest:
        """The same, with what is said now."""
        from proofs.companion.coq.statements import recorded

        ids = dict.fromkeys(t.claim for t in self.theorems if t.claim in found)
        return replace(self, statements={claim: recorded(found[claim]) for claim in ids})

    def changes(self, claim: str, parts: Parts) -> tuple[str, ...]:
        """What a claim with theorems says otherwise than when it was recorded."""
        from proofs.companion.coq.statements import changes

        if all(theorem.claim != claim for theorem in self.theorems):
            return ()
        return changes(self.statements.get(claim, {}), parts)


def read_manifest(text: str) -> Manifest:
    """What is recorded in the text of a manifest."""
    if not text:
        raise Refused(f"there is no {MANIFEST}: record one on purpose (recency record --formal)")
    try:
        stored = _object(json.loads(text), _MANIFEST, "it")
        for claim, said in stored["statements"].items():
            for name, part in _object(said, {"parts": dict}, claim)["parts"].items():
                _object(part, {"says": str, "digest": str}, f"{name} of {claim}")
        return Manifest(stored["coq"], _theorems(stored["theorems"]), stored["statements"])
    except ValueError as error:
        raise Refused(f"{MANIFEST} cannot be read: {error}") from None


def _theorems(stored: list[Any]) -> tuple[Theorem, ...]:
    found: dict[str, Theorem] = {}
    for one in stored:
        words = _object(one, _THEOREM, "a theorem")
        theorem = Theorem(**{name: words[name] for name in _THEOREM})
        theorem = replace(theorem, axioms=tuple(map(str, theorem.axioms)))
        if found.setdefault(theorem.name, theorem) is not theorem:
            raise ValueError(f"{theorem.name} is there twice")
    return tuple(found.values())


def _object(stored: Any, wanted: Mapping[str, type], what: str) -> dict[str, Any]:
    """A JSON object in which something of the kind stands under each of these names."""
    if type(stored) is not dict:
        raise ValueError(f"{what} is no object")
    for name, kind in wanted.items():
        if type(stored.get(name)) is not kind:
            raise ValueError(f"{what} has no {name}")
    return stored


_THEOREM = {field.name: str for field in fields(Theorem)} | {"axioms": list}
_MANIFEST = {"coq": str, "theorems": list, "statements": dict}
_RECORD = {"sources": str, "theorems": list, "formulas": dict}


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

    manifest: Manifest = Manifest("", (), {})
    formulas: tuple[tuple[str, str], ...] = ()
    problem: str | None = None

    def of(self, claim: Claim) -> Formal | None:
        """The theorems for a claim, the files they are in, and the axioms that each one uses.

        What the claim says otherwise than when the theorems were written is in ``changed``.
        """
        from proofs.companion.coq.statements import parts

        found = self.theorems_for(claim.entry.id)
        if not found:
            return None
        return {
            "theorem": [t.theorem for t in found],
            "file": sorted({t.file for t in found}),
            "axioms": {t.theorem: list(t.axioms) for t in found},
            "changed": [
                *self.manifest.changes(claim.entry.id, parts(claim)),
                *self._formulas_changed(claim.entry.id),
            ],
        }

    def theorems_for(self, claim: str) -> tuple[Theorem, ...]:
        """The theorems for a claim."""
        return tuple(theorem for theorem in self.manifest.theorems if theorem.claim == claim)

    def _formulas_changed(self, claim: str) -> Iterator[str]:
        try:
            now = coq_bridge.definitions(claim)
        except ValueError:  # a formula that cannot be printed is not the one that was
            yield "a formula cannot be printed"
            return
        for name, definition in now.items():
            if (name, definition) not in self.formulas:
                yield f"{name} was changed"

    def lines(self, found: Mapping[str, Formal | None]) -> Iterator[str]:
        """How many of these claims are proved in Coq too, after those that say something else."""
        if self.problem is not None:
            yield f"formal: not checked on this machine: {self.problem}"
            return
        from proofs.companion.coq.statements import facts

        told = {claim: f["changed"] for claim, f in found.items() if f is not None}
        told[CLASSICAL_FACTS] = self.manifest.changes(CLASSICAL_FACTS, facts())
        for claim, changed in told.items():
            if changed:
                yield f"formal: {other_statement(claim, changed)}"
        again = sum(formal is not None and not formal["changed"] for formal in found.values())
        of = f"{again} of {len(found)} claim{'s' * (len(found) != 1)}"
        yield f"formal: {of} {AGAIN} (build of this source)"


def in_words(formal: Formal) -> str:
    """What there is of a claim in Coq, as a sentence."""
    if formal["changed"]:
        return f"The Coq theorems are of another statement: {', '.join(formal['changed'])}."
    theorems, files = (", ".join(formal[what]) for what in ("theorem", "file"))
    return f"{AGAIN[0].upper()}{AGAIN[1:]}: {theorems} ({files})."


def other_statement(claim: str, changed: Iterable[str]) -> str:
    """What is said of a claim that says something else than when its theorems were written."""
    return f"the Coq theorems for {claim} are of another statement: {', '.join(changed)}"


@cache
def standing(folder: Path = SOURCES, into: Path = BUILD) -> Standing:
    """What the last build found, if it was a build of this source."""
    stored = read_json(into / "record.json")
    if not stored:
        tool = coq_tools.missing()
        return Standing(
            problem=f"there is no {tool} (recency formal)" if tool else "not built (recency formal)"
        )
    try:
        texts = source_texts(folder)
        if stored.get("sources") != source_digest(texts):
            return Standing(problem="the sources changed after the last build (recency formal)")
        recorded = read_manifest(texts[MANIFEST])
    except Refused as error:
        return Standing(problem=str(error))
    try:
        theorems = _theorems(_object(stored, _RECORD, "it")["theorems"])
        if [t.name for t in theorems] != [t.name for t in recorded.theorems]:
            raise ValueError("its theorems are others")
    except ValueError:
        return Standing(problem="the record of the last build is broken (recency formal)")
    return Standing(replace(recorded, theorems=theorems), tuple(stored["formulas"].items()))


def recorded(folder: Path = SOURCES) -> Standing:
    """What is recorded, whether or not it was built on this machine."""
    try:
        return Standing(read_manifest(_text(folder / MANIFEST)))
    except Refused as error:
        return Standing(problem=str(error))


# -- files -----------------------------------------------------------------------------------------


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8") if path.is_file() else ""
    except UnicodeDecodeError:
        raise Refused(f"{path.name} is not text in UTF-8") from None


def read_json(path: Path) -> dict[str, Any]:
    """What a file holds, or nothing if it is not there or broken."""
    try:
        found = json.loads(_text(path) or "{}")
    except (ValueError, Refused):
        return {}
    return found if isinstance(found, dict) else {}


def write_json(path: Path, value: object) -> None:
    """Write a file that people can read too."""
    usage.write(path, _json(value))


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
