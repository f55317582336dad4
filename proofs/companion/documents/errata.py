"""What to correct in the paper: where, by which instance, and what holds instead.

Everything is taken from the claims that were checked, and from the map of the paper.  An erratum is
for the authors to act on, so it has what they need and no more: the place, one printed assertion
in our words, one exact instance, one statement that holds, and where its proof is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from numeric_checks.statements.describing import in_words
from proofs.companion import __version__
from proofs.companion.claims.catalogue import Entry
from proofs.companion.claims.claim import Claim, Part
from proofs.companion.claims.places import Passage, passages, version_read
from proofs.companion.claims.witnesses import Examined, Gap, Need, Refutation
from proofs.companion.documents.companion import TITLE
from proofs.companion.documents.document import stated
from proofs.companion.documents.fragments import PACKAGES
from proofs.companion.documents.paper_map import Reports, counted
from proofs.notation import DISCOUNT
from symbolic.documents import Block, Heading, Note, Paragraph, Section, markdown, text
from symbolic.documents.latex import block_latex
from symbolic.printing import Sentence, escape, prose
from symbolic.printing.sentences import Code, as_sentence, joined
from symbolic.statements import Statement

if TYPE_CHECKING:
    from proofs.companion.documents.document import Document

__all__ = ["Errata", "Erratum", "Kind", "as_latex", "as_markdown", "as_text", "errata"]

_HEADING = f"Errata to {TITLE} (Daley, Machado, White)"


class Kind(Enum):
    """What is wrong, the gravest first; the value is what a reader is told."""

    FALSE = "Does not hold"
    NEEDS = "Needs a hypothesis"
    GAP = "Proof gap"
    WORD = "Needs another word"
    READING = "True in one reading, not in another"
    MISPRINT = "Misprint or wording"


#: for the summary
_COUNTED = {
    Kind.FALSE: ("assertion does not hold", "assertions do not hold"),
    Kind.NEEDS: ("needs a hypothesis", "need a hypothesis"),
    Kind.GAP: ("printed proof has a gap", "printed proofs have a gap"),
    Kind.WORD: ("needs another word", "need another word"),
    Kind.READING: ("is true in one reading of two", "are true in one reading of two"),
    Kind.MISPRINT: ("misprint or unclear wording", "misprints or unclear wordings"),
}


@dataclass(frozen=True)
class Erratum:
    """Something to correct: the claim that it is about, if there is one, or else a place alone."""

    kind: Kind
    place: str
    notes: tuple[Note, ...]
    entry: Entry | None = None

    @property
    def block(self) -> tuple[Block, ...]:
        """What is written of it."""
        if self.entry is None:
            return self.notes
        heading = Heading(prose(self.entry.words), self.entry.id, self.place, 3)
        return (heading, *self.notes)


@dataclass(frozen=True)
class Errata:
    """What was examined and assumed, and all corrections, the gravest kind first."""

    summary: tuple[Sentence, ...]
    found: tuple[Erratum, ...]

    @property
    def sections(self) -> Iterator[Section]:
        """As a document."""
        yield Section((Heading(as_sentence(_HEADING)),))
        yield Section(tuple(map(Paragraph, self.summary)))
        for kind in Kind:
            own = [erratum.block for erratum in self.found if erratum.kind is kind]
            if own:
                yield Section((Heading(as_sentence(kind.value), level=2),))
            if kind is Kind.MISPRINT and own:
                yield Section(tuple(block for blocks in own for block in blocks))
            else:
                yield from map(Section, own)


def as_text(errata: Errata, width: int) -> str:
    """For a terminal that wide."""
    return text(errata.sections, width)


def as_markdown(errata: Errata) -> str:
    """For GitHub."""
    return markdown(errata.sections)


def errata(documents: Iterable[Document], printed: Iterable[Passage] | None = None) -> Errata:
    """The errata of claims that were checked; nothing is said of a claim that failed."""
    checked = list(documents)
    found = list(passages() if printed is None else printed)
    listed = [e for document in checked if document.report.ok for e in _of(document.claim, found)]
    listed += [_misprint(passage) for passage in found if passage.read]
    at: dict[str, int] = {}  # places and claims, in the order of the map
    for number, passage in enumerate(found):
        at.setdefault(passage.place, number)
        if passage.claim and passage.at_home:
            at.setdefault(passage.claim.id, number)
    kinds = list(Kind)

    def order(erratum: Erratum) -> tuple[int, int]:
        place = at.get(erratum.place, len(found))
        if erratum.entry and erratum.place == erratum.entry.place:
            place = at.get(erratum.entry.id, place)
        return kinds.index(erratum.kind), place

    listed.sort(key=order)
    reports = {document.report.id: document.report for document in checked}
    return Errata(tuple(_summary(found, reports, listed)), tuple(listed))


def _summary(
    found: Iterable[Passage], reports: Reports, listed: Iterable[Erratum]
) -> Iterator[Sentence]:
    """What was read, what was examined, what was found, and what is assumed."""
    kinds = Counter(erratum.kind for erratum in listed)
    told = ", ".join(
        f"{kinds[kind]} {_COUNTED[kind][kinds[kind] != 1]}" for kind in Kind if kinds[kind]
    )
    known = [p for p in found if p.claim is None or p.claim.id in reports]
    shown = [p for p in known if not p.read]  # misprints are counted with those of claims
    yield as_sentence(f"Read: {version_read()}. Examined by recency {__version__}.")
    yield as_sentence(
        f"{counted(shown, reports)} Of what was examined: {told or 'nothing to correct'}."
    )
    why = Counter(p.reason for p in shown if p.reason)
    if why:
        told_why = (f"{r[:1].lower()}{r[1:].removesuffix('.')} ({k})" for r, k in why.most_common())
        reasons = "; ".join(told_why)
        yield as_sentence(f"Not examined, and why: {reasons}.")
    yield joined(
        (
            "What the paper says is told in our words. What holds was derived step by step, and "
            "each step was checked by machine; ",
            Code("recency show ID"),
            " prints the derivation, with the name of the claim for ID. Sequences are listed from "
            "the index zero on. Throughout, ",
            _listed(DISCOUNT),
            ".",
        ),
        "",
    )


# -- one claim -------------------------------------------------------------------------------------

_PRINTED, _INSTANCE, _HOLDS = "Printed, in our words", "Counterexample", "What holds"


def _of(claim: Claim, printed: Iterable[Passage]) -> Iterator[Erratum]:
    """What the claim has to correct; the kind follows from what was checked."""
    entry = claim.entry
    places = {
        name: passage.place
        for passage in reversed(list(printed))
        if passage.claim == entry
        for name in passage.theorems
    }
    for refutation in claim.refutations:
        kind = Kind.FALSE if refutation.read is None else Kind.WORD
        said = (refutation.says, *refutation.given, *stated([refutation.instead]))
        notes = (*_refuted(refutation), *_names(claim, said))
        yield Erratum(kind, places.get(refutation.instead.name, entry.place), notes, entry)
    first = {need.part.name: need for need in reversed(claim.needs_) if need.part.printed}
    for need in reversed(first.values()):
        kind = Kind.NEEDS if need.otherwise is None else Kind.READING
        parts = [need.part] if need.otherwise is None else [need.part, need.otherwise]
        notes = (*_needed(need), *_names(claim, stated(parts)))
        yield Erratum(kind, entry.place, notes, entry)
    for gap in claim.gaps:
        yield Erratum(Kind.GAP, entry.place, tuple(_gap(gap)), entry)
    for words in claim.misprints:
        place = f"{entry.place} ({entry.id})"
        yield Erratum(Kind.MISPRINT, entry.place, (Note(as_sentence(place), (words,)),))


def _refuted(refutation: Refutation) -> Iterator[Note]:
    """What holds is told in words, and with all that it assumes."""
    part = refutation.instead
    given = _hypotheses(part)
    assumed = prose(" Given: ") + joined(prose("{}", h) for h in given) + "." if given else ""
    yield _note(_PRINTED, refutation.words + prose(" Formally: {}.", refutation.says))
    yield _note(_INSTANCE, _counterexample(refutation.examined))
    if refutation.read is not None:
        yield _note("Read", refutation.read + ".")
    yield _note(_HOLDS, part.words + assumed)


def _needed(need: Need) -> Iterator[Note]:
    """The first of its hypotheses has an instance; the statement has all of them."""
    part = need.part
    conditions = prose("If ") + _listed(_hypotheses(part)) + ", then "
    if need.otherwise is not None:
        yield _note("True as printed", need.otherwise.words)
    yield _note(_PRINTED if need.otherwise is None else "What is repaired", part.words)
    yield Note(prose("Without {}", need.hypothesis), (_counterexample(need.examined),))
    yield _note(_HOLDS, conditions + prose("{}.", part.says))


def _gap(gap: Gap) -> Iterator[Note]:
    yield _note("The printed proof", gap.words)
    if gap.examined is not None:
        step = prose(". What is concluded, {}, ", gap.examined.conclusion[0])
        yield _note(_INSTANCE, gap.examined.ending(in_words(gap.examined.at) + step))


def _misprint(passage: Passage) -> Erratum:
    words = prose(passage.words) + " Read: " + prose(passage.read)
    return Erratum(Kind.MISPRINT, passage.place, (Note(as_sentence(passage.place), (words,)),))


def _note(label: str, words: Sentence) -> Note:
    return Note(as_sentence(label), (words,))


def _counterexample(witness: Examined) -> Sentence:
    return witness.ending(in_words(witness.at) + ". The conclusion ")


def _names(claim: Claim, said: Iterable[Statement]) -> Iterator[Note]:
    """What names in statements stand for, as far as the claim says it, in its order."""
    symbols, sequences = (
        frozenset[Any]().union(*found)
        for found in zip(*((s.free_symbols, s.sequences) for s in said), strict=True)
    )
    known = [
        prose("{} ", term) + words
        for term, words in claim.names
        if (term in symbols or term.func in sequences)
    ]
    if known:
        yield _note("Where", joined(known, "; ") + ".")


def _hypotheses(part: Part) -> list[Statement]:
    """Those of the theorem but for what is assumed throughout; what had to be added comes last."""
    assumed = {hypothesis.key for hypothesis in DISCOUNT}
    added = {hypothesis.key for hypothesis in part.added}
    own = (h for h in part.theorem.hypotheses if h.key not in assumed)
    return sorted(own, key=lambda h: h.key in added)


def _listed(statements: Iterable[Statement]) -> Sentence:
    *before, last = (prose("{}", statement) for statement in statements)
    return joined((joined(before), last), " and ") if before else last


# -- the sheet -------------------------------------------------------------------------------------

_PREAMBLE = rf"""\documentclass[a4paper,twocolumn]{{article}}
\usepackage[margin=12mm,columnsep=7mm]{{geometry}}
{PACKAGES}
\pagestyle{{empty}}
\setlength{{\parindent}}{{0pt}}
\setlength{{\emergencystretch}}{{4em}}
\raggedright
\raggedbottom
\newcommand*{{\kind}}[1]{{\par\medskip\textbf{{\large #1}}\par\nopagebreak}}
\interlinepenalty=10000
\newcommand*{{\erratum}}[3]{{\par\smallskip
  \textbf{{#1: #2}} \hfill\mbox{{\texttt{{#3}}}}\par\nopagebreak}}
\newcommand*{{\point}}[2]{{\par\nopagebreak
  \hangindent1.5em\hangafter1\hspace*{{.75em}}\emph{{#1.}} #2\par}}"""


def as_latex(errata: Errata) -> str:
    """A complete document of three pages, in two columns."""
    body = [_on_the_sheet(each) for part in errata.sections for each in part.blocks]
    return "\n".join([_PREAMBLE, r"\begin{document}\footnotesize", *body, r"\end{document}"])


def _on_the_sheet(block: Block) -> str:
    match block:
        case Heading(words, level=1):
            return rf"\textbf{{\large {words.latex()}}}\par\medskip"
        case Heading(words, level=2):
            return rf"\kind{{{words.latex()}}}"
        case Heading(words, name, place):
            return rf"\erratum{{{escape(place)}}}{{{words.latex()}}}{{{escape(name)}}}"
        case Note(title, (words,)):
            return rf"\point{{{title.latex()}}}{{{words.latex()}}}"
    return block_latex(block)
