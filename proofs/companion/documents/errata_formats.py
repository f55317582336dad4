r"""Errata as text, as Markdown and as a LaTeX document.

>>> from sympy import Symbol
>>> sentence = ("100 % is ", Symbol("gamma"), ", [1], see ", Code("recency show eq:a_b"))
>>> print(_text(sentence), _markdown(sentence), _latex(sentence), sep="\n")
100 % is γ, [1], see recency show eq:a_b
100 % is $`\gamma`$, \[1\], see `recency show eq:a_b`
100 \% is $\gamma$, [1], see \texttt{recency show eq:a\_b}
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence

from sympy import Expr

from proofs.companion.documents.companion import TITLE
from proofs.companion.documents.errata import Code, Errata, Erratum, Line, Piece
from proofs.companion.documents.fragments import PACKAGES, verbatim
from symbolic.printing import (
    prose_latex,
    statement_inline,
    statement_text,
    symbols_in,
    term_inline,
    term_text,
)
from symbolic.printing.prose import pieces
from symbolic.statements import Statement

#: what a reader is told of each kind of erratum
_KINDS = (
    "Not true as printed",
    "True except for an assertion",
    "True with a hypothesis that is not stated",
)
_HEADING = f"Errata to {TITLE} (Daley, Machado, White)"


def as_text(errata: Errata, width: int) -> str:
    """For a terminal that wide."""
    out = [_wrapped(_HEADING, width, ""), "", _wrapped(_text(errata.summary), width, "")]
    for kind, erratum in _with_kinds(errata):
        if kind:
            out += ["", kind.upper()]
        entry = erratum.entry
        out += ["", _wrapped(f"{entry.place}: {entry.title} ({entry.id})", width, "")]
        for line in erratum.lines:
            out.append(_wrapped(f"{line.label}: {_text(_whole(line))}", width, "  "))
    return "\n".join(out)


def as_markdown(errata: Errata) -> str:
    """For GitHub: formulas stand between $` and `$, where Markdown leaves them alone."""
    out = [f"# {_HEADING}", "", _markdown(errata.summary)]
    for kind, erratum in _with_kinds(errata):
        if kind:
            out += ["", f"## {kind}"]
        entry = erratum.entry
        out += ["", f"### {_markdown((f'{entry.place}: {entry.title} ', Code(entry.id)))}", ""]
        out += [f"- **{line.label}.** {_markdown(_whole(line))}" for line in erratum.lines]
    return "\n".join(out)


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
    out = [
        _PREAMBLE,
        r"\begin{document}\footnotesize",
        rf"\textbf{{\large {_HEADING}}}\par\medskip",
    ]
    out.append(_latex(errata.summary))
    for kind, erratum in _with_kinds(errata):
        if kind:
            out.append(rf"\kind{{{kind}}}")
        entry = erratum.entry
        place, title = prose_latex(entry.place), prose_latex(entry.title)
        out.append(rf"\erratum{{{place}}}{{{title}}}{{{verbatim(entry.id)}}}")
        out += [rf"\point{{{line.label}}}{{{_latex(line.pieces)}}}" for line in erratum.lines]
    return "\n".join([*out, r"\end{document}"])


def _whole(line: Line) -> tuple[Piece, ...]:
    """A line with its theorem, for which a sheet of two pages has no room."""
    return (*line.pieces, " Formally: ", *line.formally, ".") if line.formally else line.pieces


def _with_kinds(errata: Errata) -> list[tuple[str, Erratum]]:
    """The errata, the first of each kind with the name of the kind."""
    ranks = [erratum.rank for erratum in errata.found]
    return [
        (_KINDS[erratum.rank] if erratum.rank not in ranks[:k] else "", erratum)
        for k, erratum in enumerate(errata.found)
    ]


# -- sentences -----------------------------------------------------------------------------------


def _wrapped(text: str, width: int, indent: str) -> str:
    return textwrap.fill(
        text,
        max(width, 20),
        initial_indent=indent,
        subsequent_indent=indent * 2,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _text(sentence: Sequence[Piece]) -> str:
    def shown(piece: Piece) -> str:
        if isinstance(piece, str):
            return symbols_in(piece)
        if isinstance(piece, Code):
            return piece.shown
        return statement_text(piece) if isinstance(piece, Statement) else term_text(piece)

    return "".join(map(shown, sentence))


def _latex(sentence: Sequence[Piece]) -> str:
    def shown(piece: Piece) -> str:
        if isinstance(piece, str):
            return prose_latex(piece)
        return (
            rf"\texttt{{{verbatim(piece.shown)}}}" if isinstance(piece, Code) else _formula(piece)
        )

    return "".join(map(shown, sentence))


def _markdown(sentence: Sequence[Piece]) -> str:
    def shown(piece: Piece) -> str:
        if isinstance(piece, str):
            return _markdown_words(piece)
        if isinstance(piece, Code):
            return f"`{piece.shown}`"
        return re.sub(r"\$([^$]*)\$", r"$`\1`$", _formula(piece))

    return "".join(map(shown, sentence))


def _formula(piece: Expr | Statement) -> str:
    return statement_inline(piece) if isinstance(piece, Statement) else f"${term_inline(piece)}$"


#: what Markdown would read
_MARKS = re.compile(r"[\\`*_{}\[\]<>|#$~&]")


def _markdown_words(text: str) -> str:
    """Words with the formulas in them marked, and everything that Markdown would read escaped."""
    return "".join(
        f"$`{piece.shown}`$" if piece.formula else _MARKS.sub(r"\\\g<0>", piece.shown)
        for piece in pieces(text)
    )
