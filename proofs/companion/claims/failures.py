"""A derivation that fails, told to the one who wrote it.

`failed` says in one line in which part, file and line the derivation stopped and why; ``details``
say what is missing there, what is known, what was tried, and an instance at which the goal fails,
where the exact evaluator finds one.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from traceback import walk_tb
from typing import TYPE_CHECKING

from symbolic.writing.failures import account, question
from symbolic.writing.refusals import ProofError

if TYPE_CHECKING:
    from proofs.companion.claims.parts import Part

__all__ = ["ClaimFails", "DerivationFails", "failed", "where"]

#: what authors write; the rest of the package is machinery
_ROOMS = ("paper", "beyond", "lemmas")


class ClaimFails(Exception):
    """The claim cannot be established; the message says why, in one line.

    ``details`` are more lines for whoever wrote it.
    """

    details: tuple[str, ...] = ()


class DerivationFails(ClaimFails, ProofError):
    """The derivation of a part does not go through."""


def failed(part: Part, error: Exception) -> DerivationFails:
    """What is said of the part: the exception to raise from this error."""
    place = where(part.claim.module, error)
    why = str(error).strip().partition("\n")[0]
    if not isinstance(error, ProofError | ValueError):
        why = f"{type(error).__name__}: {why}"
    made = DerivationFails(f"{part.name}{f' ({place})' if place else ''}: {why}")
    made.details = tuple(_details(part, place, error))
    for line in made.details:
        made.add_note(f"  {line}")
    return made


def _details(part: Part, place: str | None, error: Exception) -> Iterator[str]:
    yield f"claim:   {part.claim.entry.id}, part {part.name}"
    if place:
        yield f"at:      {place}"
    if isinstance(error, ProofError):
        yield from account(error)
        with suppress(Exception):  # looking for an instance must not hide what has failed
            yield from _instance(error)


def _instance(error: ProofError) -> Iterator[str]:
    """Where the goal fails, if that is found; what looks for it is imported only now."""
    from numeric_checks.statements.counterexamples import counterexample
    from numeric_checks.statements.describing import in_words

    asked = question(error)
    found = counterexample(*asked) if asked else None
    if found is not None:
        at = in_words(found).text() or "every instance"
        yield f"fails:   at {at}, where all that is known holds"


def where(claim: str, error: Exception) -> str | None:
    """File and line of the innermost frame in what authors write: the claim's module or a lemma."""
    package = claim.partition(".")[0]
    authors = tuple(f"{package}.{room}." for room in _ROOMS)
    found = None
    for frame, line in walk_tb(error.__traceback__):
        module = frame.f_globals.get("__name__", "")
        if module == claim or module.startswith(authors):
            found = f"{_short(frame.f_code.co_filename)}, line {line}"
    return found


def _short(file: str) -> str:
    """The path from where the reader stands, if the file lies below."""
    path = Path(file)
    return os.path.relpath(path) if path.is_relative_to(Path.cwd()) else str(path)
