"""What does not hold as printed: where, by which instance, and what holds instead.

Everything is taken from the claims that were checked.  An erratum is for the authors to act on, so
it has what they need and no more: the place, the printed assertion in our words, the instance that
contradicts it, the correction, and where its proof is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from sympy import Expr

from proofs.companion.claims.catalogue import Entry, paper_order
from proofs.companion.claims.claim import Claim, Part
from proofs.companion.claims.prose import Prose, prose
from proofs.companion.claims.witnesses import Examined, Refutation, in_words
from proofs.notation import DISCOUNT
from symbolic.statements import Statement

if TYPE_CHECKING:
    from proofs.companion.documents.document import Document

__all__ = ["Code", "Errata", "Erratum", "Line", "Piece", "errata"]


@dataclass(frozen=True)
class Code:
    """Something to type or to look for in a source file."""

    shown: str


Piece: TypeAlias = str | Expr | Statement | Code


@dataclass(frozen=True)
class Line:
    """A labelled sentence: words, formulas and names in turn; and the theorem it is about."""

    label: str
    pieces: tuple[Piece, ...]
    formally: tuple[Piece, ...] = ()


@dataclass(frozen=True)
class Erratum:
    """A claim that needs a correction; ``rank`` is 0 for the gravest kind."""

    entry: Entry
    rank: int
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Errata:
    """What was examined and assumed, and all corrections, the gravest kind first."""

    summary: tuple[Piece, ...]
    found: tuple[Erratum, ...]


def errata(documents: Iterable[Document]) -> Errata:
    """The errata of claims that were checked; nothing is said of a claim that failed."""
    held = [document for document in documents if document.report.ok]
    found = [
        Erratum(d.claim.entry, _rank(d), tuple(_lines(d.claim)))
        for d in held
        if d.report.verdict in ("repaired", "refuted")
    ]
    found.sort(key=lambda erratum: (erratum.rank, paper_order(erratum.entry)))
    printed = sum(document.claim.entry.printed for document in held)
    return Errata(tuple(_summary(printed, found)), tuple(found))


def _rank(document: Document) -> int:
    if document.report.verdict == "refuted":
        return 0
    return 1 if document.claim.refutations else 2


def _summary(printed: int, found: Sequence[Erratum]) -> Iterator[Piece]:
    ranks = Counter(erratum.rank for erratum in found)
    examined = "1 claim" if printed == 1 else f"{printed} claims"
    yield (
        f"{examined} of the paper examined: {printed - len(found)} proved as printed; "
        f"{ranks[2]} proved with a hypothesis that is not stated; {ranks[1]} in which an assertion "
        f"has a counterexample, beside others that hold; {ranks[0]} with a counterexample, and "
        "another statement in its place. Every correction was derived step by step, and each step "
        "was checked by machine; "
    )
    yield Code("recency show ID")
    yield " prints the derivations, by the names given here in brackets. Throughout, "
    yield from _listed(DISCOUNT)
    yield "."


# -- one claim -----------------------------------------------------------------------------------


def _lines(claim: Claim) -> Iterator[Line]:
    parts = {part.name: part for part in claim.parts}
    shown = set[str]()
    for instead, refutations in _by_replacement(claim.refutations).items():
        for refutation in refutations:
            yield Line("Printed", _pieces(refutation.words), (refutation.says,))
            yield Line("Counterexample", _counterexample(refutation.examined))
        for name in instead:
            if name not in shown:
                words = (*_pieces(parts[name].words), " (", Code(name), ")")
                yield Line("Instead", words, tuple(_formally(parts[name])))
        shown |= set(instead)
    for name in dict.fromkeys(need.part.name for need in claim.needs_):
        yield Line("Printed", _pieces(parts[name].words))
        for need in claim.needs_:
            if need.part.name == name:
                needed = ("It needs ", need.hypothesis, "; otherwise take ")
                label = "Meaningless" if need.examined.meaningless else "Counterexample"
                yield Line(label, (*needed, *_counterexample(need.examined)))
        yield Line("Corrected", (*_formally(parts[name]), " (", Code(name), ")."))


def _by_replacement(refutations: Iterable[Refutation]) -> dict[tuple[str, ...], list[Refutation]]:
    """Assertions in whose place the same theorems stand belong together."""
    found: dict[tuple[str, ...], list[Refutation]] = {}
    for refutation in refutations:
        found.setdefault(refutation.instead, []).append(refutation)
    return found


def _pieces(words: Prose) -> tuple[Piece, ...]:
    first, *others = words.texts
    pairs = zip(words.formulas, others, strict=True)
    return (first, *(piece for pair in pairs for piece in pair))


def _counterexample(witness: Examined) -> tuple[Piece, ...]:
    return _pieces(witness.ending(in_words(witness.at) + prose(". The conclusion ")))


def _formally(part: Part) -> Iterator[Piece]:
    """The theorem: its hypotheses but for those assumed throughout, and what it says."""
    assumed = {hypothesis.key for hypothesis in DISCOUNT}
    added = {hypothesis.key for hypothesis in part.added}
    own = [h for h in part.theorem.hypotheses if h.key not in assumed]
    own.sort(key=lambda h: h.key in added)
    if own:
        yield "If "
        yield from _listed(own)
        yield ", then "
    yield part.says


def _listed(statements: Sequence[Statement]) -> Iterator[Piece]:
    for k, statement in enumerate(statements):
        if k:
            yield " and " if k == len(statements) - 1 else ", "
        yield statement
