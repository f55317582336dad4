"""What the pages say of one claim, made by the process that checked it.

Formulas are HTML already, and nothing here is a theorem: an account goes from one process to
another.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from proofs.companion import ledger
from proofs.companion.claims.claim import Claim, Part, named_theorems
from proofs.companion.coq.record import (
    MANIFEST,
    SOURCES,
    Standing,
    Theorem as CoqTheorem,
    read_manifest,
    standing,
)
from proofs.companion.documents.document import Document
from proofs.companion.documents.fragments import file_stem
from symbolic.documents import (
    Assertion,
    Block,
    Derived,
    Immediate,
    Lemma,
    Note,
    Section,
    Sequent,
    anchor,
    blocks_html,
)
from symbolic.printing import prose
from symbolic.printing.escapes import for_html
from symbolic.printing.html import statement_html
from symbolic.printing.sentences import Link, Reference
from symbolic.writing.theorem import Theorem

__all__ = [
    "LOG",
    "Account",
    "Chapter",
    "Summary",
    "account",
    "address",
    "in_coq",
    "linked",
    "settled",
]

#: what the anchors of the log begin with
LOG = "log-"


@dataclass(frozen=True)
class Chapter:
    """A part of a claim's page: its title, and what stands below it."""

    title: str
    html: str


@dataclass(frozen=True)
class Summary:
    """A theorem or a lemma of a claim, and the others that its derivation uses directly.

    ``rests`` are the numbers of those of the claim, ``cites`` those of other claims with their ids.
    """

    called: str
    name: str
    role: str
    main: bool
    html: str
    text: str
    rests: tuple[str, ...]
    cites: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Account:
    """A claim as the pages tell it; ``wrong`` is what is printed, in our words, and is not so."""

    report: ledger.Report
    place: str
    printed: bool
    title: str
    added: tuple[str, ...]
    chapters: tuple[Chapter, ...]
    log: str
    latex: str
    parts: tuple[Summary, ...]
    axioms: tuple[str, ...]
    coq: tuple[CoqTheorem, ...]
    wrong: str = ""

    @property
    def id(self) -> str:
        """The id of the claim."""
        return self.report.id

    @property
    def where(self) -> str:
        """The place in the paper, or beyond it."""
        return self.place if self.printed else self.place.replace("it", "the paper", 1)

    @property
    def verdict(self) -> str:
        """The verdict, or that it failed."""
        return self.report.verdict

    @property
    def main(self) -> Summary | None:
        """The theorem that comes first."""
        return self.parts[0] if self.parts else None


def address(claim_id: str) -> str:
    """The file of a claim's page.

    >>> address("eq:delayed_pulse")
    'claims/eq-delayed_pulse.html'
    """
    return f"claims/{file_stem(claim_id)}.html"


def linked(claim_id: str, anchors: str = "", root: str = "../") -> Link:
    """Where references lead from the page of a claim, or with no id from any other page."""

    def link(reference: Reference) -> str | None:
        claim = reference.claim or reference.home
        if claim == claim_id and reference.name:
            return f"#{anchors}{anchor(reference.name)}"
        if claim:
            place = f"#{anchor(reference.name)}" if reference.name else ""
            return f"{root}{address(claim)}{place}"
        # a step of the same derivation is in sight; a fact has an anchor
        return f"#{anchors}{anchor(reference.name)}" if reference.name.startswith("Fact ") else None

    return link


def account(claim_id: str, elsewhere: frozenset[str] = frozenset()) -> Account:
    """Check the claim, and tell what came of it; claims ``elsewhere`` are checked by others."""
    entry, report = ledger.find(claim_id), ledger.verify(claim_id, elsewhere)
    if not report.ok:
        return _failed(report)
    document = Document(ledger.load(claim_id), report)
    claim = document.claim
    added = {h.key: h for p in claim.parts if p.printed for h in p.added}
    return Account(
        report,
        entry.place,
        entry.printed,
        prose(entry.words).html(),
        tuple(map(statement_html, added.values())),
        tuple(_chapters(document)),
        _html(document.log, linked(claim_id, LOG), LOG),
        document.fragment(),
        tuple(_summaries(claim)),
        tuple(sorted(frozenset[str]().union(*(p.theorem.proof.rests_on for p in claim.parts)))),
        in_coq().theorems_for(claim_id),
        _wrong(claim),
    )


def settled(accounts: Sequence[Account]) -> list[Account]:
    """The accounts of claims that were checked apart; one that rests on a failed one failed."""
    reports = ledger.settled([account.report for account in accounts])
    return [
        old if old.report is new else _failed(new)
        for old, new in zip(accounts, reports, strict=True)
    ]


def _failed(report: ledger.Report) -> Account:
    entry = ledger.find(report.id)
    wrong = Chapter("What went wrong", f"<p>{for_html(report.problem or '')}</p>")
    return Account(
        report, entry.place, entry.printed, for_html(entry.title), (), (wrong,), "", "", (), (),
        in_coq().theorems_for(report.id),
    )  # fmt: skip


def _wrong(claim: Claim) -> str:
    """What is refuted, the first of it, in our words."""
    return next((refutation.words.html() for refutation in claim.refutations), "")


@cache
def in_coq() -> Standing:
    """What the last build of the Coq development found; without one, what is recorded."""
    found = standing()
    if found.problem is None:
        return found
    recorded = read_manifest((SOURCES / MANIFEST).read_text("utf-8"))
    return replace(found, manifest=recorded)


# -- what is said, in chapters ---------------------------------------------------------------------

_STATED, _PROVED, _BESIDES, _FALSE = (
    "What is proved",
    "Proof, in key steps",
    "Found besides",
    "Printed, and false",
)
_SAID, _PRINTED = "Remarks and evidence", "On the printed proof"
#: how notes about the printed proof begin
_ON_PRINTED = ("Gap in the printed proof", "Misprint")


def _chapters(document: Document) -> Iterator[Chapter]:
    """All of the document but its heading, which a page has already."""
    claim = document.claim
    link = linked(claim.entry.id)
    lemmas = [claim.reference(part, claim) for part in claim.parts if part.role == "lemma"]
    title = ""
    shown: list[str] = []
    for section in document.sections[1:]:
        own = _title(section.blocks, title, lemmas)
        if own != title and shown:
            yield Chapter(title, _division(shown))
            shown = []
        title = own
        shown.append(f"<section>{''.join(blocks_html(section.blocks, link, ''))}</section>")
    yield Chapter(title, _division(shown))


def _title(blocks: Sequence[Block], before: str, lemmas: Collection[Reference]) -> str:
    """The title of the chapter that the blocks belong to, after one with the title ``before``."""
    match blocks:
        case [Assertion(called=None), *_]:
            return _FALSE
        case [Assertion(), Sequent(aside=True), *_]:
            return _BESIDES
        case [Assertion(called=called), Sequent(), *_] if called not in lemmas:
            return _STATED
        case [Note(title), *_] if title.text() in _ON_PRINTED:
            return _PRINTED
    if any(isinstance(block, Derived | Immediate | Lemma | Sequent) for block in blocks):
        return _PROVED
    return before and _SAID


def _html(sections: Iterable[Section], link: Link, anchors: str) -> str:
    return _division(
        f"<section>{''.join(blocks_html(section.blocks, link, anchors))}</section>"
        for section in sections
    )


def _division(shown: Iterable[str]) -> str:
    return f'<div class="recency">{"".join(shown)}</div>'


# -- what rests on what ----------------------------------------------------------------------------


def _summaries(claim: Claim) -> Iterator[Summary]:
    names = named_theorems(claim)
    for part in claim.numbered:
        used = list(_uses(part, names))
        yield Summary(
            claim.called(part),
            part.name.replace("_", " "),
            part.role,
            claim.is_theorem(part),
            part.words.html(),
            part.words.text(),
            tuple(r.name for r in used if r.claim is None),
            tuple((r.claim, r.name) for r in used if r.claim is not None),
        )


def _uses(part: Part, names: Mapping[Theorem, Reference]) -> Iterator[Reference]:
    """The numbered theorems that a derivation cites, without those that these cite."""
    seen, stack = {part.theorem}, [part.theorem]
    while stack:
        theorem = stack.pop()
        for used in (*theorem.premises, *theorem.side):
            if used not in seen:
                seen.add(used)
                if used in names:
                    yield names[used]
                else:
                    stack.append(used)
