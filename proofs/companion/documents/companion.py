r"""The companion: one document with every claim, in the paper's order.

It is an article that takes the fragments of the claims in with ``\input``.  Verdicts, places, added
hypotheses, what rests on what and which rules were used are read from the claims that were checked;
the formulas of the introduction are terms (see `proofs.companion.documents.representation`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from proofs.companion.claims.places import passages
from proofs.companion.documents import paper_map
from proofs.companion.documents.fragments import MACROS, PACKAGES, file_stem
from proofs.companion.documents.representation import representation
from proofs.companion.documents.tex import announce
from symbolic.documents import Note, latex
from symbolic.documents.latex import block_latex
from symbolic.printing import Latex, escape, prose, statement_inline
from symbolic.printing.sentences import Reference, as_sentence, code, joined

if TYPE_CHECKING:
    from proofs.companion.documents.document import Document

NAME = "companion"

TITLE = "Demystifying the Recency Heuristic in Temporal-Difference Learning"
_SUBTITLE = "A machine-checked companion to the paper by Daley, Machado and White"
_VERDICTS = {
    "proved": "every printed assertion was derived from the hypotheses that the paper gives.",
    "repaired": "an assertion holds with more hypotheses, and an exact instance shows that each of "
    "them is needed; or it is false, by an exact instance, beside others that hold.",
    "refuted": "every printed assertion is false, by an exact instance; what is true is derived.",
    "cited": "a classical theorem that is used here and not derived.",
    "failed": "the claim could not be established.",
}
_PREAMBLE = rf"""\documentclass[a4paper]{{article}}
\usepackage[margin=25mm]{{geometry}}
\IfFileExists{{lmodern.sty}}{{\usepackage[T1]{{fontenc}}\usepackage{{lmodern}}}}{{}}
{PACKAGES}
\usepackage{{longtable,array}}
\usepackage[hidelinks,unicode]{{hyperref}}
\setlength{{\parindent}}{{0pt}}
\setlength{{\parskip}}{{6pt plus 2pt}}
\setlength{{\emergencystretch}}{{3em}}
\allowdisplaybreaks
{MACROS}
% Here a claim has a section, and a reference to it is a link that shows the section's number.
\renewcommand*{{\RecencyClaim}}[2]{{\texttt{{#1}}.\ }}
\renewcommand*{{\RecencyRef}}[2]{{\ifcsname RecencyHas:#1\endcsname
  \hyperref[recency:#1]{{\texttt{{#2}} (\S\ref*{{recency:#1}})}}\else\texttt{{#2}}\fi}}"""


def companion(documents: Sequence[Document]) -> str:
    r"""The document; the fragments of the claims must lie beside it."""
    return "\n\n".join(
        [
            _PREAMBLE + "\n" + "\n".join(map(_declaration, documents)),
            rf"\title{{\Large {TITLE}\\[1ex]\large {_SUBTITLE}}}" + "\n\\author{}\n\\date{}",
            "\\begin{document}\n\\maketitle",
            *_introduction(documents),
            r"\section{The one representation}",
            latex(representation()),
            *(_section(document, documents) for document in documents),
            announce(NAME),
            *_map(documents),
            *_rules(documents),
            "\\end{document}\n",
        ]
    )


def _declaration(document: Document) -> str:
    """That the companion has a section for this claim."""
    return rf"\expandafter\def\csname RecencyHas:{_stem(document)}\endcsname{{}}"


def _introduction(documents: Sequence[Document]) -> list[str]:
    found = {document.report.verdict for document in documents}
    verdicts = [
        rf"\item[{word}] {escape(meaning)}" for word, meaning in _VERDICTS.items() if word in found
    ]
    return [
        r"\section*{Claims and verdicts}",
        "Every derivation in this document is a rendering of an object that was checked step by "
        "step: each line names the rule that justifies it, and the rule checked itself. A fact by "
        "which the condition of a rule holds is a lemma, if it takes more than a glance; it stands "
        "before the first derivation that cites it. No verdict was written down; each follows from "
        "what was derived.",
        "\n".join([r"\begin{description}", *verdicts, r"\end{description}"]),
        _table(documents),
    ]


def _table(documents: Iterable[Document]) -> str:
    head = r"\S & claim & verdict & place in the paper & added hypotheses & page \\"
    rows = [" & ".join(_row(document)) + r" \\" for document in documents]
    columns = "".join(rf">{{\raggedright\arraybackslash}}p{{{w}\textwidth}}" for w in _WIDTHS)
    return "\n".join(
        [
            "{\\footnotesize\\setlength{\\tabcolsep}{4pt}",
            rf"\begin{{longtable}}{{r{columns}r}}",
            head + r" \hline\noalign{\smallskip}\endhead",
            *rows,
            "\\end{longtable}}",
        ]
    )


_WIDTHS = (0.21, 0.08, 0.28, 0.23)


def _row(document: Document) -> list[str]:
    """The number of the section, and what ``recency verify`` prints."""
    entry, report = document.claim.entry, document.report
    stem = _stem(document)
    return [
        rf"\ref{{recency:{stem}}}",
        rf"\hyperref[recency:{stem}]{{\texttt{{{code(entry.id)}}}}}",
        report.verdict,
        escape(entry.place),
        "; ".join(_changes(document)),
        rf"\pageref{{recency:{stem}}}",
    ]


def _changes(document: Document) -> list[Latex]:
    """What had to be added, and whether something printed had to go."""
    if not document.report.ok:
        return []
    printed = (part for part in document.claim.parts if part.printed)
    added = {h.key: h for part in printed for h in part.added}
    found = [statement_inline(h) for h in added.values()]
    if document.claim.refutations and document.report.verdict == "repaired":
        found.append(escape("false in part"))
    return found


def _section(document: Document, documents: Iterable[Document]) -> str:
    entry, stem = document.claim.entry, _stem(document)
    users = [d.report.id for d in documents if entry.id in d.report.depends]
    title = entry._replace(words=_capital(entry.words))
    # the outline of a PDF has no formulas
    shown, outlined = prose(title.words).latex(), escape(title.title)
    return "\n".join(
        [
            announce(stem),
            rf"\section{{\texorpdfstring{{{shown}}}{{{outlined}}}}}\label{{recency:{stem}}}",
            rf"\input{{{stem}}}",
            *_used_by(users),
        ]
    )


def _used_by(claim_ids: Sequence[str]) -> list[Latex]:
    listed = joined(Reference("", claim_id) for claim_id in claim_ids) + "."
    return [block_latex(Note(as_sentence("Used by"), (listed,)))] if claim_ids else []


def _map(documents: Iterable[Document]) -> list[str]:
    """Every assertion of the paper, if the document has all the claims that examine one."""
    reports = {document.report.id: document.report for document in documents}
    found = passages()
    if any(passage.claim and passage.claim.id not in reports for passage in found):
        return []
    return [
        rf"\section{{{paper_map.HEADING}}}",
        r"{\footnotesize\raggedright\setlength{\parskip}{0pt}",
        latex(paper_map.sections(found, reports)),
        r"\par}",
    ]


def _rules(documents: Iterable[Document]) -> list[str]:
    """Which claims use which rule."""
    users: dict[str, list[str]] = {}
    for document in documents:
        for rule in document.report.rules:
            users.setdefault(rule, []).append(_stem(document))
    items = [
        rf"\item[{escape(rule)}] " + ", ".join(rf"\ref{{recency:{s}}}" for s in users[rule])
        for rule in sorted(users)
    ]
    if not items:
        return []
    return [
        r"\section{The rules, and the sections that use them}",
        "\n".join([r"\begin{description}", *items, r"\end{description}"]),
    ]


def _stem(document: Document) -> str:
    return file_stem(document.claim.entry.id)


def _capital(title: str) -> str:
    """A title with a capital, unless it begins with a symbol."""
    return title if title.startswith("{") else title[:1].upper() + title[1:]
