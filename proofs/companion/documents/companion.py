r"""The companion: one document with every claim, in the paper's order.

It is an article with the claims in key steps, and in an appendix the log, which has every
inference.  Verdicts, places, added hypotheses, what rests on what and which
rules were used are read from the claims that were checked; the formulas of the introduction are
terms (see `proofs.companion.documents.representation`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from proofs.companion import __version__
from proofs.companion.claims.places import passages
from proofs.companion.documents import paper_map
from proofs.companion.documents.document import sequent, stated, where
from proofs.companion.documents.fragments import MACROS, PACKAGES, file_stem
from proofs.companion.documents.representation import representation
from proofs.companion.documents.tex import announce
from symbolic.documents import Note, latex
from symbolic.documents.latex import block_latex
from symbolic.printing import Latex, escape, prose, statement_inline
from symbolic.printing.sentences import Reference, as_sentence, code, joined

if TYPE_CHECKING:
    from proofs.companion.documents.document import Document

NAME, LOG = "companion", "companion-log"
#: points at ten point size: what a line of it has room for, as it is set in a smaller size
WIDE = 520.0

#: the paper
TITLE = "Demystifying the Recency Heuristic in Temporal-Difference Learning"
_TITLE = ("Recency in Temporal-Difference Learning", "Proofs, Repairs and an Exact Criterion")
_SUBTITLE = rf"A machine-checked companion to \emph{{{TITLE}}}~\cite{{paper}}"
#: the theorems that open the document, by their claims
MAIN = {
    "eq:sample-real_nsteps": "without_the_limit",
    "prop:wrh": "weak_recency_is_convexity",
    "wrh-converges": "contracts",
    "eq:linear_contraction": "exactly",
    "counterexample:pulse": "diverges",
    "divergence-any-tau": "cycle_diverges",
    "prop:variance": "whole_return",
    "sparse-modulus": "contraction_modulus",
    "truncated-modulus": "contraction_modulus",
    "convergence-criterion": "converges",
    "immediate-eligibility": "diverges",
    "largest-step": "stable",
}
VERDICTS = {
    "proved": "every printed assertion was derived from the hypotheses that the paper gives.",
    "repaired": "an assertion holds with more hypotheses, and an exact instance shows that each of "
    "them is needed; or it holds once a word or a sentence is read otherwise; or it is false, by "
    "an exact instance, beside others that hold.",
    "refuted": "every printed assertion is false, by an exact instance; what is true is derived.",
    "supported": "what is read off an experiment agrees with its figures, measured again.",
    "not supported": "what is read off an experiment does not agree with its figures.",
    "depends": "whether it agrees with the figures depends on what is compared; it is said how.",
    "cited": "a classical theorem that is used here and not derived.",
    "failed": "the claim could not be established.",
}
#: from here on, in brackets after the number of a theorem, what it is called in the claim's module
_CALLED = r"\renewcommand*{\RecencyCalled}[1]{\ifx\relax#1\relax\else\ \textmd{(\emph{#1})}\fi}"
_PREAMBLE = rf"""\documentclass[a4paper]{{article}}
\usepackage[margin=15mm,footskip=8mm]{{geometry}}
\IfFileExists{{lmodern.sty}}{{\usepackage[T1]{{fontenc}}\usepackage{{lmodern}}}}{{}}
{PACKAGES}
\usepackage{{longtable,array,multicol}}
\usepackage[hidelinks,unicode]{{hyperref}}
\hypersetup{{pdftitle={{{": ".join(_TITLE)}}},
  pdfsubject={{A machine-checked companion to {TITLE}, written by recency {__version__}}},
  pdfkeywords={{reinforcement learning, temporal-difference learning, eligibility traces, proofs}}}}
\setlength{{\parindent}}{{0pt}}
\setlength{{\parskip}}{{1pt plus 1pt}}
\setlength{{\emergencystretch}}{{3em}}
\setlength{{\jot}}{{1pt}}
\makeatletter
\renewcommand*{{\section}}{{\@startsection{{section}}{{1}}{{0pt}}{{-1.2ex plus -1ex}}{{.4ex}}%
  {{\normalfont\large\bfseries\raggedright}}}}
\renewcommand*{{\env@cases}}{{\let\@ifnextchar\new@ifnextchar\left\lbrace
  \renewcommand*{{\arraystretch}}{{1}}\array{{@{{}}l@{{\quad}}l@{{}}}}}}
\makeatother
\allowdisplaybreaks
{MACROS}
% Here a claim has a section, and a reference to it is a link that shows the section's number.
% What a theorem says in words and in a formula is one paragraph, with a line of why.
\renewcommand{{\RecencyPart}}[3][]{{\par\RecencyBody\noindent
  \textbf{{#2\RecencyCalled{{#1}}.}} #3\ \ignorespaces}}
\newcommand*{{\RecencyCalled}}[1]{{}}
\renewcommand*{{\RecencyBrief}}[2]{{\ifvmode\noindent\else\unskip\ \fi
  {{\RecencySteps\emph{{#1:}} #2}}\par}}
% The first step of a proof may stand beside its title.
\renewcommand*{{\RecencyDerivation}}[1]{{\par\nopagebreak\RecencySteps\noindent\emph{{#1:}} %
  \kern1sp\ignorespaces}}
\renewcommand*{{\RecencyStep}}[2]{{\setbox0=\hbox{{#1}}%
  \ifdim\lastkern=1sp \ifdim\wd0>.4\linewidth \par\nobreak\noindent\fi\else\par\noindent\fi
  #1\hfill\RecencyReason{{#2}}\par}}
% Facts follow one another in a line.
\renewcommand*{{\RecencyLemma}}[1]{{\ifhmode\unskip\quad\else\RecencyBody\noindent\fi
  \textbf{{#1.}} }}
% So do notes that belong together: a claim's place and verdict, what it rests on and who uses it.
\renewcommand*{{\RecencyClaim}}[2]{{\noindent\texttt{{#1}}.\ }}
\renewcommand*{{\RecencyNote}}[1]{{\ifhmode\unskip\quad\else\RecencyBody\noindent\fi\emph{{#1.}} }}
\renewcommand{{\RecencyAdded}}[1]{{\textbf{{Added.}} #1 \ignorespaces}}
\renewcommand*{{\RecencyRef}}[2]{{\ifcsname RecencyHas:#1\endcsname
  \hyperref[recency:#1]{{\texttt{{#2}} (\S\ref*{{recency:#1}})}}\else\texttt{{#2}}\fi}}
% What is said aside stands in the appendix: theorems that were found besides are told in words.
\renewcommand{{\RecencyAside}}[1]{{}}
\renewcommand*{{\RecencySize}}{{\textstyle
  \let\biggl\bigl\let\biggr\bigr\let\Bigl\bigl\let\Bigr\bigr}}
% So has a theorem: Lemma 3 of the claim in section 12 is Lemma 12.3, and its number is a link.
\renewcommand*{{\RecencyNumber}}[2]{{\ref*{{recency:#2}}.#1%
  \ifcsname RecencySeen:#2:#1\endcsname\else
  \global\expandafter\let\csname RecencySeen:#2:#1\endcsname\empty
  \phantomsection\label{{recency:#2:#1}}\fi}}
\renewcommand*{{\RecencyCite}}[4]{{\ifcsname RecencyHas:#3\endcsname
  \hyperref[recency:#3:#2]{{#1~\ref*{{recency:#3}}.#2}}\else#1~#2 of \texttt{{#4}}\fi}}"""


def companion(documents: Sequence[Document]) -> str:
    r"""The document; the fragments of the claims, and the log, must lie beside it."""
    return "\n\n".join(
        [
            _PREAMBLE + "\n" + "\n".join(map(_declaration, documents)),
            rf"\title{{\vspace{{-6ex}}\Large\bfseries {_TITLE[0]}:\\ {_TITLE[1]}\\[1ex]"
            rf"\normalfont\normalsize {_SUBTITLE}}}",
            "\\author{}",
            rf"\date{{\vspace{{-3ex}}\today, recency {__version__}}}",
            "\\begin{document}\n\\maketitle",
            _abstract(documents),
            r"\section{Notation and definitions}",
            r"\begingroup\RecencyTight",
            latex(representation()),
            r"\par\endgroup",
            *_main_theorems(documents),
            *_verdicts(documents),
            _sizes("small", "footnotesize"),
            "\\small",
            *(_section(document, documents) for document in documents),
            announce(NAME),
            *_map(documents),
            _BIBLIOGRAPHY,
            "\\appendix",
            _sizes("footnotesize", "footnotesize") + _CALLED,
            r"\renewcommand*{\RecencyLemma}[1]{\par\noindent\textbf{#1.} }",
            rf"\input{{{LOG}}}",
            *_rules(documents),
            "\\end{document}\n",
        ]
    )


def _sizes(body: str, steps: str) -> str:
    """From here on, the sizes of what is stated and of derivations."""
    return "\n".join(
        rf"\renewcommand*{{\Recency{what}}}{{\{size}\RecencyTight}}"
        for what, size in (("Body", body), ("Steps", steps))
    )


def log(documents: Iterable[Document]) -> str:
    """The appendix: every inference of every claim."""
    head = (
        r"\section{Every inference}",
        "Part by part, in the order in which they were derived, with all that the key steps leave "
        "out: a fact by which the condition of a rule holds is shown before the first derivation "
        "that cites it, unless a glance will do.",
    )
    logged = (
        "\n".join(
            [
                rf"\subsection*{{\texttt{{{code(document.claim.entry.id)}}}}}",
                announce(f"{_stem(document)}, log"),
                r"\begingroup\footnotesize\RecencyTight",
                latex(document.log, WIDE),
                r"\par\endgroup",
            ]
        )
        for document in documents
    )
    return "\n\n".join([*head, *logged, announce(NAME), ""])


def _declaration(document: Document) -> str:
    """That the companion has a section for this claim."""
    return rf"\expandafter\def\csname RecencyHas:{_stem(document)}\endcsname{{}}"


def _abstract(documents: Sequence[Document]) -> str:
    """What was examined, and what came of it; every number is counted."""
    found = Counter(d.report.verdict for d in documents if d.claim.entry.printed)
    counted = ", ".join(f"{number} {verdict}" for verdict, number in found.most_common())
    past = sum(not document.claim.entry.printed for document in documents)
    steps = sum(document.report.steps for document in documents)
    return "\n".join(
        [
            r"\begin{abstract}",
            r"Daley, Machado and White~\cite{paper} ask what the recency heuristic is good for in",
            r"temporal-difference learning~\cite{sutton}. This companion states what they assert,",
            "and derives it, or says with an exact instance what has to be changed; what they read",
            f"off experiments is measured again. {_share(documents)}It has",
            f"{sum(found.values())} claims of the paper",
            f"({counted or 'none'}), and {past} past it. Every derivation was checked step by",
            f"step, {steps} inferences in all, by a kernel small enough to be read; many were",
            r"stated and proved again in Coq~\cite{coquelicot}. Numbers are exact, or enclosed by",
            r"balls~\cite{arb}. Past the paper stands an exact criterion: on-policy updates in",
            r"expectation, with one table or fixed linear features~\cite{tsitsiklis} and small",
            "steps, converge on every finite irreducible Markov reward process if the filter of",
            r"the return has a positive real part on a circle~\cite{fejer,vonneumann}, and diverge",
            "on a cycle if that is negative somewhere.",
            r"\end{abstract}",
        ]
    )


def _share(documents: Iterable[Document]) -> str:
    """How much of the paper is examined, if the companion has all that examines it."""
    known, printed = {document.report.id for document in documents}, passages()
    whole = all(p.claim is None or p.claim.id in known for p in printed)
    return f"{paper_map.share(printed)} " if whole else ""


def _main_theorems(documents: Iterable[Document]) -> Iterator[str]:
    """The theorem of each of the main claims, stated whole."""
    known = {document.report.id: document for document in documents if document.report.ok}
    chosen = [known[claim_id] for claim_id in MAIN if claim_id in known]
    if chosen:
        yield r"\section{The main theorems}"
        yield rf"\begingroup\RecencyTight{_CALLED}"
        for document in chosen:
            stem, part = _stem(document), document.claim.part(MAIN[document.report.id])
            link = rf"\hyperref[recency:{stem}]{{\S\ref*{{recency:{stem}}}}}"
            title = prose(_capital(document.claim.entry.words)).latex()
            yield rf"\RecencyPart[{{\normalfont {link}}}]{{{title}}}{{{part.words.latex()}}}"
            yield block_latex(sequent(part), WIDE)
            yield from (block_latex(note, WIDE) for note in where(stated([part])))
        yield r"\par\endgroup"


def _verdicts(documents: Sequence[Document]) -> list[str]:
    found = {document.report.verdict for document in documents}
    verdicts = [
        rf"\textbf{{{word}}}: {escape(meaning)}"
        for word, meaning in VERDICTS.items()
        if word in found
    ]
    return [
        r"\section{Claims and verdicts}",
        "Every derivation in this document is a rendering of an object that was checked step by "
        "step: each line names the rule that justifies it, and the rule checked itself. A claim "
        "has its key steps where it stands, and every inference in the appendix. No verdict was "
        "written down; each follows from what was derived.",
        "\n\n".join(verdicts),
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


_WIDTHS = (0.21, 0.08, 0.42, 0.14)


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
    return [*found, *map(escape, document.report.corrected)]


_BIBLIOGRAPHY = r"""\begin{thebibliography}{9}
\bibitem{paper} B. Daley, M. C. Machado, M. White. Demystifying the recency heuristic in
  temporal-difference learning. Reinforcement Learning Conference, 2024. arXiv:2406.12284.
\bibitem{sutton} R. S. Sutton. Learning to predict by the methods of temporal differences.
  Machine Learning 3:9--44, 1988.
\bibitem{tsitsiklis} J. N. Tsitsiklis, B. Van Roy. An analysis of temporal-difference learning with
  function approximation. IEEE Transactions on Automatic Control 42(5):674--690, 1997.
\bibitem{fejer} L. Fej\'er. \"Uber trigonometrische Polynome. Journal f\"ur die reine und
  angewandte Mathematik 146:53--82, 1916.
\bibitem{vonneumann} J. von Neumann. Eine Spektraltheorie f\"ur allgemeine Operatoren eines
  unit\"aren Raumes. Mathematische Nachrichten 4:258--281, 1951.
\bibitem{coquelicot} S. Boldo, C. Lelay, G. Melquiond. Coquelicot: a user-friendly library of real
  analysis for Coq. Mathematics in Computer Science 9(1):41--62, 2015.
\bibitem{arb} F. Johansson. Arb: efficient arbitrary-precision midpoint-radius interval arithmetic.
  IEEE Transactions on Computers 66(8):1281--1292, 2017.
\end{thebibliography}"""


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
            r"\begingroup",
            document.latex(WIDE),
            *_used_by(users),
            r"\par\endgroup",
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
        r"\begin{multicols}{2}\footnotesize\setlength{\parskip}{1pt}\raggedright",
        # a passage is a paragraph
        r"\renewcommand{\RecencyPart}[3][]{\par\noindent\textbf{#2.} #3 }",
        r"\renewcommand*{\RecencyNote}[1]{\emph{#1:} }",
        r"\renewcommand*{\RecencyRef}[2]{\hyperref[recency:#1]{\S\ref*{recency:#1}}}",
        latex(paper_map.sections(found, reports, lettered=True)),
        r"\end{multicols}",
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
        r"\begin{multicols}{2}\footnotesize\raggedright",
        "\n".join([r"\begin{description}", *items, r"\end{description}"]),
        r"\end{multicols}",
    ]


def _stem(document: Document) -> str:
    return file_stem(document.claim.entry.id)


def _capital(title: str) -> str:
    """A title with a capital, unless it begins with a symbol."""
    return title if title.startswith("{") else title[:1].upper() + title[1:]
