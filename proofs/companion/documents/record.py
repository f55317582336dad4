"""The record: every claim with its verdict and every theorem of it, in one text to be compared.

Each theorem is written with all of its hypotheses, in the form that can be read back to the very
same theorem; after ``where`` stands what a name in it abbreviates.  Nothing reads the record again.
It is there so that a change of a statement, a hypothesis or a verdict is a difference to look at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from proofs.companion.claims.claim import Part
from proofs.companion.documents.document import Document, abbreviations, stated
from symbolic.printing import statement_text

_ROLES = {"printed": "printed", "lemma": "lemma", "beyond": "theorem"}
HEADING = "What is proved, statement by statement. Written by `recency record`, not by hand.\n"


def record(documents: Iterable[Document]) -> str:
    """The record of claims that were checked."""
    return "\n".join([HEADING, *("\n".join([*_claim(d), ""]) for d in documents)])


def _claim(document: Document) -> Iterator[str]:
    claim, report = document.claim, document.report
    yield f"{report.verdict} {report.id}: {report.title}"
    yield f"  {claim.entry.place}"
    for part in claim.parts:
        yield from _part(part)
    for refutation in claim.refutations:
        yield f"  false as printed: {refutation.words.text()}"
        yield f"    instead {refutation.instead.name}"
        if refutation.read is not None:
            yield f"    read {refutation.read.text()}"
    for need in claim.needs_:
        if need.otherwise is not None:
            yield f"  as printed in another reading than {need.part.name}: {need.otherwise.name}"
    for meaning in abbreviations(stated(claim.parts)):
        yield f"  where {statement_text(meaning)}"
    for kind, names in (("claims", report.depends), ("classical facts", report.classical)):
        if names:
            yield f"  rests on the {kind} {', '.join(names)}"


def _part(part: Part) -> Iterator[str]:
    yield f"  {_ROLES[part.role]} {part.name}"
    added, ours = ({h.key for h in found} for found in (part.added, part.ours))
    for hypothesis in part.theorem.hypotheses:
        kind = "added" if hypothesis.key in added else "given"
        kind = "ours" if hypothesis.key in ours else kind
        yield f"    {kind} {statement_text(hypothesis)}"
    yield f"    then {statement_text(part.says)}"
