"""What does not hold as printed: where, by which instance, and what holds instead.

Everything is taken from the claims that were checked.  An erratum is for the authors to act on, so
it has what they need and no more: the place, the printed assertion in our words, the instance that
contradicts it, the correction, and where its proof is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from numeric_checks.statements.describing import in_words
from proofs.companion.claims.catalogue import Entry, paper_order
from proofs.companion.claims.claim import Claim, Part
from proofs.companion.claims.witnesses import Examined
from proofs.companion.documents.companion import TITLE
from proofs.companion.documents.fragments import PACKAGES
from proofs.notation import DISCOUNT
from symbolic.documents import Block, Heading, Note, Paragraph, Section, markdown, text
from symbolic.documents.latex import block_latex
from symbolic.printing import Sentence, escape, prose
from symbolic.printing.sentences import Code, as_sentence, joined
from symbolic.statements import Statement

if TYPE_CHECKING:
    from proofs.companion.documents.document import Document

__all__ = ["Errata", "Erratum", "Labelled", "as_latex", "as_markdown", "as_text", "errata"]

_HEADING = f"Errata to {TITLE} (Daley, Machado, White)"
#: what a reader is told of each kind of erratum
_KINDS = (
    "Not true as printed",
    "True except for an assertion",
    "True with a hypothesis that is not stated",
)


@dataclass(frozen=True)
class Labelled:
    """A labelled sentence, and the theorem it is about."""

    label: str
    words: Sentence
    formally: Sentence | None = None


@dataclass(frozen=True)
class Erratum:
    """A claim that needs a correction; ``rank`` is 0 for the gravest kind."""

    entry: Entry
    rank: int
    lines: tuple[Labelled, ...]


@dataclass(frozen=True)
class Errata:
    """What was examined and assumed, and all corrections, the gravest kind first."""

    summary: Sentence
    found: tuple[Erratum, ...]

    def sections(self, *, formally: bool) -> Iterator[Section]:
        """As a document, with theorems in the place of assertions said formally too or not."""
        yield Section((Heading(as_sentence(_HEADING)),))
        yield Section((Paragraph(self.summary),))
        rank = None
        for erratum in self.found:
            if erratum.rank != rank:
                rank = erratum.rank
                yield Section((Heading(as_sentence(_KINDS[rank]), level=2),))
            entry = erratum.entry
            notes = (_note(line, formally) for line in erratum.lines)
            yield Section((Heading(prose(entry.words), entry.id, entry.place, 3), *notes))


def _note(line: Labelled, formally: bool) -> Note:
    words = line.words
    if formally and line.formally:
        words += prose(" Formally: ") + line.formally + "."
    return Note(as_sentence(line.label), (words,))


def as_text(errata: Errata, width: int) -> str:
    """For a terminal that wide."""
    return text(errata.sections(formally=True), width)


def as_markdown(errata: Errata) -> str:
    """For GitHub."""
    return markdown(errata.sections(formally=True))


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
    return Errata(_summary(printed, found), tuple(found))


def _rank(document: Document) -> int:
    if document.report.verdict == "refuted":
        return 0
    return 1 if document.claim.refutations else 2


def _summary(printed: int, found: Sequence[Erratum]) -> Sentence:
    ranks = Counter(erratum.rank for erratum in found)
    examined = "1 claim" if printed == 1 else f"{printed} claims"
    counted = (
        f"{examined} of the paper examined: {printed - len(found)} proved as printed; "
        f"{ranks[2]} proved with a hypothesis that is not stated; {ranks[1]} in which an assertion "
        f"has a counterexample, beside others that hold; {ranks[0]} with a counterexample, and "
        "another statement in its place. Every correction was derived step by step, and each step "
        "was checked by machine; "
    )
    derived = " prints the derivations, by the names given here in brackets. Throughout, "
    return joined((counted, Code("recency show ID"), derived, _listed(DISCOUNT), "."), "")


# -- one claim -----------------------------------------------------------------------------------


def _lines(claim: Claim) -> Iterator[Labelled]:
    parts = {part.name: part for part in claim.parts}
    shown = set[str]()
    for refutation in claim.refutations:
        yield Labelled("Printed", refutation.words, prose("{}", refutation.says))
        yield Labelled("Counterexample", _counterexample(refutation.examined))
        part = refutation.instead
        if part.name not in shown:
            yield Labelled("Instead", _named(part.words, part.name, ")"), _formally(part))
        shown.add(part.name)
    for name in dict.fromkeys(need.part.name for need in claim.needs_):
        yield Labelled("Printed", parts[name].words)
        for need in claim.needs_:
            if need.part.name == name:
                label = "Meaningless" if need.examined.meaningless else "Counterexample"
                needed = prose("It needs {}; otherwise take ", need.hypothesis)
                yield Labelled(label, needed + _counterexample(need.examined))
        yield Labelled("Corrected", _named(_formally(parts[name]), name, ")."))


def _named(words: Sentence, name: str, end: str) -> Sentence:
    return joined((words, " (", Code(name), end), "")


def _counterexample(witness: Examined) -> Sentence:
    return witness.ending(in_words(witness.at) + ". The conclusion ")


def _formally(part: Part) -> Sentence:
    """The theorem: its hypotheses but for those assumed throughout, and what it says."""
    assumed = {hypothesis.key for hypothesis in DISCOUNT}
    added = {hypothesis.key for hypothesis in part.added}
    own = [h for h in part.theorem.hypotheses if h.key not in assumed]
    own.sort(key=lambda h: h.key in added)
    given = prose("If ") + _listed(own) + ", then " if own else Sentence()
    return given + prose("{}", part.says)


def _listed(statements: Sequence[Statement]) -> Sentence:
    *before, last = (prose("{}", statement) for statement in statements)
    return joined((joined(before), last), " and ") if before else last


# -- the sheet -----------------------------------------------------------------------------------

_PREAMBLE = rf"""\documentclass[a4paper]{{article}}
\usepackage[margin=14mm]{{geometry}}
{PACKAGES}
\pagestyle{{empty}}
\setlength{{\parindent}}{{0pt}}
\setlength{{\emergencystretch}}{{4em}}
\raggedright
\newcommand*{{\kind}}[1]{{\par\medskip\textbf{{\large #1}}\par}}
\newcommand*{{\erratum}}[3]{{\par\smallskip
  \textbf{{#1: #2}} \hfill\mbox{{\texttt{{#3}}}}\par\nopagebreak}}
\newcommand*{{\point}}[2]{{\par\hangindent1.5em\hangafter1\hspace*{{.75em}}\emph{{#1.}} #2\par}}"""


def as_latex(errata: Errata) -> str:
    """A complete document of two pages; what stands in place of an assertion is told in words."""
    body = [_on_the_sheet(each) for part in errata.sections(formally=False) for each in part.blocks]
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
