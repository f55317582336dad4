r"""A claim as a LaTeX fragment: a file of its own, for ``\input`` in anybody's paper.

A fragment asks for amsmath, amssymb and amsthm and for nothing else.  Whatever it defines has a
name that begins with ``\Recency``, and is defined once however many fragments a paper has; what it
changes, it changes inside a group.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from proofs.companion import __version__
from proofs.companion.claims.claim import named_theorems
from symbolic.derivation import Derivation
from symbolic.printing import Latex, Sentence
from symbolic.printing.sentences import Reference, Words, as_sentence
from symbolic.writing.theorem import Theorem

if TYPE_CHECKING:
    from proofs.companion.documents.document import Document

PACKAGES = r"\usepackage{amsmath,amssymb,amsthm}"

#: What the body of a claim may use: ``\RecencyClaim{id}{title}``, its heading;
#: ``\RecencyRef{name of the file}{id}``, another claim; ``\RecencyCite{kind}{number}{name of the
#: file}{id}``, a theorem, with no id if it is of the same claim;
#: ``\RecencyPart[name]{kind}{words}``, an assertion, and
#: ``\RecencyNumber{number}{name of the file}``, its number there;
#: ``\RecencyAdded{words}``, its added hypotheses; ``\RecencyLemma{name}``, before a fact;
#: ``\RecencyDerivation{title}``, before a derivation, and ``\RecencyBrief{title}{words}``, one that
#: is a reason; ``\RecencyStep{formula}{words}``, a step in
#: one line; ``\RecencySuppose{words}``, before the steps that hold if what it says is supposed,
#: and ``\RecencySupposed`` after them; ``\RecencyReason{words}``, a reason beside a formula, in
#: several lines if it is long;
#: ``\RecencyNote{title}``, before a remark or a witness; ``\RecencyAside{...}``, what a document
#: that has much to say may leave out; ``\RecencyBecause{words}``, the reason of what is said in a
#: sentence; ``\RecencyDisplay``, before a calculation, which makes no empty line after a paragraph;
#: ``\RecencySize``, before a formula in a display; ``\RecencyBody`` and ``\RecencySteps``, before
#: what is stated and before a derivation, for a document that wants them in other sizes.
MACROS = r"""\ifdefined\RecencyLoaded\else
  \ifcsname ver@amsmath.sty\endcsname\else
    \PackageError{recency}{amsmath is not loaded}{Say \string\usepackage{amsmath,amssymb,amsthm}.}
  \fi
  \newcommand*{\RecencyLoaded}{}
  \newcommand*{\RecencyClaim}[2]{\paragraph{\texttt{#1}: #2.}}
  \newcommand*{\RecencyRef}[2]{\texttt{#2}}
  \newcommand*{\RecencyCite}[4]{#1~#2\ifx\relax#4\relax\else\ of \texttt{#4}\fi}
  \newcommand*{\RecencyNumber}[2]{#1}
  \newcommand{\RecencyPart}[3][]{\par\medskip\RecencyBody\noindent\textbf{#2}%
    \ifx\relax#1\relax\else\ (\emph{#1})\fi\textbf{.} #3\par\nobreak\noindent\ignorespaces}
  \newcommand{\RecencyAdded}[1]{\par\smallskip\noindent\textbf{Added.} #1%
    \par\nobreak\noindent\ignorespaces}
  \newcommand*{\RecencyLemma}[1]{\par\smallskip\RecencyBody\noindent\textbf{#1.} }
  \newcommand*{\RecencyDerivation}[1]{\par\nopagebreak\RecencySteps\noindent\emph{#1:} }
  \newcommand*{\RecencyBrief}[2]{\par\nopagebreak\RecencySteps\noindent\emph{#1:} #2}
  \newcommand*{\RecencyStep}[2]{\par\noindent #1\hfill\RecencyReason{#2}\par}
  \newcommand{\RecencySuppose}[1]{\begin{list}{}{\leftmargin=10pt\itemindent=-10pt
    \labelwidth=0pt\labelsep=0pt\topsep=0pt\partopsep=0pt\parsep=0pt\itemsep=0pt\listparindent=0pt
    \rightmargin=0pt}\item[]#1\par\nobreak}
  \newcommand*{\RecencySupposed}{\par\end{list}}
  \newcommand*{\RecencyTight}{\emergencystretch=6em
    \abovedisplayskip=2pt plus 2pt\relax\belowdisplayskip=\abovedisplayskip
    \abovedisplayshortskip=\abovedisplayskip\belowdisplayshortskip=\abovedisplayskip}
  \newcommand*{\RecencyReason}[1]{{\footnotesize\setbox0=\hbox{#1}%
    \ifdim\wd0>.45\linewidth\parbox[t]{.45\linewidth}{\raggedleft #1}\else\box0 \fi}}
  \newcommand*{\RecencyNote}[1]{\par\smallskip\RecencyBody\noindent\emph{#1.} }
  \newcommand*{\RecencyBecause}[1]{\unskip\nobreak\hfil\penalty50\hskip1em\null\nobreak\hfil
    {\footnotesize #1}{\parfillskip=0pt\finalhyphendemerits=0\par}}
  \newcommand{\RecencyAside}[1]{#1}
  \newcommand*{\RecencySize}{}
  \newcommand*{\RecencyBody}{}
  \newcommand*{\RecencySteps}{}
  \newcommand*{\RecencyDisplay}{\ifvmode\ifdim\prevdepth>.8\baselineskip\else
    \vskip-\baselineskip\fi\fi}
\fi"""


def file_stem(claim_id: str) -> str:
    """The name of a claim's file, without ``.tex``.

    >>> file_stem("eq:delayed_pulse")
    'eq-delayed_pulse'
    """
    return claim_id.replace(":", "-")


def reference(claim_id: str) -> Latex:
    r"""A reference to a claim.

    >>> print(reference("eq:delayed_pulse"))
    \RecencyRef{eq-delayed_pulse}{eq:\allowbreak{}delayed\_\allowbreak{}pulse}
    """
    return Sentence((Reference("", claim_id),)).latex()


def fragment(document: Document) -> str:
    """The file of a claim."""
    entry = document.claim.entry
    return "\n".join(
        [
            f"% {entry.id}: {entry.title}.",
            f"% {entry.place}. Verdict: {document.report.verdict}.",
            f"% The derivation that recency {__version__} checked. It needs {PACKAGES}.",
            MACROS,
            r"\begingroup\RecencyTight",
            document.latex(),
            r"\par\endgroup",
            "",
        ]
    )


def theorem_fragment(theorem: Theorem, title: Words) -> str:
    """A theorem of your own, with its derivation; claims that it rests on are referred to."""
    return "\n".join(
        [
            f"% {as_sentence(title).text()}. It needs {PACKAGES}.",
            MACROS,
            r"\begingroup\RecencyTight",
            rf"\RecencyPart{{{as_sentence(title).latex()}}}{{}}",
            Derivation(theorem, named_theorems()).latex(),
            r"\par\endgroup",
            "",
        ]
    )
