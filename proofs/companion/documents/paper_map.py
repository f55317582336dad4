"""The map of the paper: each assertion with its verdict, or with the reason why it has none.

The words, the places and the reasons are those of the map (`proofs.companion.claims.places`); the
verdicts are those of the claims that were checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any

from proofs.companion.claims.catalogue import CatalogueError
from proofs.companion.claims.claim import together
from proofs.companion.claims.places import MAP, Passage
from proofs.companion.documents.document import count
from symbolic.documents import Assertion, Block, Heading, Note, Paragraph, Section, text
from symbolic.printing import Sentence, prose
from symbolic.printing.sentences import Reference, as_sentence, joined

if TYPE_CHECKING:
    from proofs.companion.ledger import Report

__all__ = ["as_json", "as_text", "counted", "examined", "sections", "share"]

HEADING = "The paper, assertion by assertion"
_EXPLAINED = (
    "What the paper asserts and defines, in its order and in our words. Where theorems are named, "
    "the verdict is that on what they examine. Elsewhere it is that of the claim named with it, as "
    "a whole; it stands first where the claim has its place, and last where the paper says the "
    "same again, or a part of it. Of a misprint, and of wording that could be taken in another "
    "way, it is said what we read."
)

#: the reports by the ids of their claims
Reports = Mapping[str, "Report"]


def sections(
    passages: Sequence[Passage], reports: Reports, *, lettered: bool = False
) -> Iterator[Section]:
    """As a document without its heading: first how many there are, then one by one.

    Why no claim examines one is said with it, or by a letter for what is said before all.
    """
    yield Section((Paragraph(as_sentence(_EXPLAINED)),))
    yield Section((Paragraph(as_sentence(counted(passages, reports))),))
    given = dict.fromkeys(passage.reason for passage in passages if passage.reason)
    letters = dict(zip(given, ascii_lowercase, strict=False)) if lettered else {}
    if letters:
        said = " ".join(f"({letter}) {reason}" for reason, letter in letters.items())
        yield Section((Paragraph(as_sentence(f"Why some are not examined: {said}")),))
    yield from (Section(tuple(_blocks(passage, reports, letters))) for passage in passages)


def as_text(passages: Sequence[Passage], reports: Reports, width: int) -> str:
    """For a terminal that wide."""
    heading: Block = Heading(as_sentence(HEADING))
    return text([Section((heading,)), *sections(passages, reports)], width)


def as_json(passages: Sequence[Passage], reports: Reports) -> dict[str, Any]:
    """What ``recency paper --json`` prints."""
    held = all(report.ok for report in reports.values())
    rows = [_row(passage, reports) for passage in passages]
    return {"schema": 1, "passages": rows, "ok": held}


def counted(passages: Iterable[Passage], reports: Reports) -> str:
    """How many assertions there are, with each verdict and with none, and how many definitions."""
    everything = list(passages)
    found = [p for p in everything if not p.read]
    examined, defined = sum(p.claim is not None for p in found), sum(p.defines for p in found)
    others = count(defined, "definition")
    if len(everything) > len(found):
        others += f" and {count(len(everything) - len(found), 'misprint')}"
    claims = dict.fromkeys(p.claim.id for p in found if p.claim)
    verdicts = Counter(reports[claim].verdict for claim in claims)
    listed = ", ".join(f"{number} {word}" for word, number in verdicts.most_common())
    return (
        f"{count(len(found) - defined, 'assertion')}: {examined} examined, "
        f"{len(found) - defined - examined} not; and {others}. "
        f"They are examined in {count(verdicts.total(), 'claim')}: {listed or 'none'}."
    )


def share(passages: Iterable[Passage]) -> str:
    """How many of the paper's assertions are examined, in a sentence."""
    asserted = [p for p in passages if not p.read and not p.defines]
    found = sum(p.claim is not None for p in asserted)
    told = "all are examined"
    if found < len(asserted):
        told = f"{found} are examined, and the map of the paper says why the others are not"
    return f"Of {count(len(asserted), 'assertion')} of the paper {told}."


def _blocks(passage: Passage, reports: Reports, letters: Mapping[str, str]) -> Iterator[Block]:
    """What it says, and below an assertion the verdict, or why there is none."""
    kind, claim = _kind(passage), passage.claim
    yield Assertion(passage.place, "" if kind == "assertion" else kind, prose(passage.words))
    if passage.read:
        yield Note(as_sentence("Read"), (prose(passage.read),))
    if claim:
        verdict, shown = examined(passage, reports[claim.id])
        title, said = "Examined", joined((shown, f", {verdict}"), "")
        if passage.at_home or passage.theorems:
            title, said = verdict.capitalize(), shown
        yield Note(as_sentence(title), (said,))
    elif letter := letters.get(passage.reason):
        yield Note(as_sentence("Not examined"), (as_sentence(f"({letter})."),))
    elif passage.reason:
        yield Note(as_sentence("Not examined"), (as_sentence(passage.reason),))


def examined(passage: Passage, report: Report) -> tuple[str, Sentence]:
    """The verdict on an assertion, and where it is examined: in a claim, or in theorems of it."""
    if not passage.theorems or not report.ok:
        return report.verdict, joined((Reference("", report.id),))
    verdicts, shown = [], []
    for name in passage.theorems:
        called, verdict = report.theorems.get(name, ("", None))
        if verdict is None:
            raise CatalogueError(
                f"{MAP}: {report.id} has no theorem {name!r} about anything that is printed"
            )
        verdicts.append(verdict)
        shown.append(Reference(called, report.id, report.id))
    return together(verdicts), joined(shown)


def _kind(passage: Passage) -> str:
    if passage.read:
        return "misprint"
    return "definition" if passage.defines else "assertion"


def _row(passage: Passage, reports: Reports) -> dict[str, Any]:
    claim = passage.claim
    return {
        "place": passage.place,
        "kind": _kind(passage),
        "says": prose(passage.words).text(),
        "claim": claim.id if claim else None,
        "theorems": list(passage.theorems),
        "verdict": examined(passage, reports[claim.id])[0] if claim else None,
        "reason": passage.reason or None,
        "read": prose(passage.read).text() if passage.read else None,
    }
