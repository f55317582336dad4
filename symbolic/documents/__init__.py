"""Documents as one tree of sections and blocks, and its forms: text, LaTeX, HTML and Markdown.

Imports printing.
"""

from symbolic.documents.html import anchor, blocks_html, html
from symbolic.documents.hypotheses import said_once
from symbolic.documents.latex import latex
from symbolic.documents.markdown import markdown
from symbolic.documents.text import text
from symbolic.documents.tree import (
    Assertion,
    Block,
    Calculation,
    Conclusion,
    Derived,
    Display,
    Heading,
    Immediate,
    Lemma,
    Line,
    Note,
    Paragraph,
    Section,
    Sequent,
    Shared,
    Step,
    Supposition,
    each_step,
    reasons,
    shown,
)

__all__ = [
    "Assertion",
    "Block",
    "Calculation",
    "Conclusion",
    "Derived",
    "Display",
    "Heading",
    "Immediate",
    "Lemma",
    "Line",
    "Note",
    "Paragraph",
    "Section",
    "Sequent",
    "Shared",
    "Step",
    "Supposition",
    "anchor",
    "blocks_html",
    "each_step",
    "html",
    "latex",
    "markdown",
    "reasons",
    "said_once",
    "shown",
    "text",
]
