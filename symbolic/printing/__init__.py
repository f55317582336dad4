"""Terms, statements and theorems as LaTeX and as plain text, in the paper's notation.

What is printed is a core term.  The text says all of it and can be read back (`plain`, `reading`);
what an author wrote with sympy is turned into a core term first (`authored`).  Formulas stand in
sentences (`sentences`); LaTeX has a type of its own (`escapes`).

A sequence prints as a subscript, ``h(i)`` as h_i; quantities along a trajectory count from the time
t of the update, so ``V(i)`` prints as V_{t+i}; the n-step return ``G(n)`` prints as G_t^{(n)}.

    >>> from symbolic.terms import index, real, sequence, series
    >>> i, n, delta = index("i"), index("n"), sequence("delta")
    >>> term_text(series(real("gamma")**i * delta(i), i, 0, n - 1))
    'Σ_{i=0}^{n-1} γ^i·δ_{t+i}'
    >>> term_latex(series(real("gamma")**i * delta(i), i, 0, n - 1))
    '\\\\sum_{i=0}^{n - 1} \\\\gamma^{i} \\\\delta_{t+i}'

Imports core.
"""

from symbolic.printing.displays import displayed, statement_inline, statement_latex, theorem_latex
from symbolic.printing.escapes import Latex, escape
from symbolic.printing.latex import term_inline, term_latex
from symbolic.printing.reading import read, read_sequent
from symbolic.printing.sentences import Sentence, prose
from symbolic.printing.statements import shown, statement_text, term_text, theorem_text

__all__ = [
    "Latex",
    "Sentence",
    "displayed",
    "escape",
    "prose",
    "read",
    "read_sequent",
    "shown",
    "statement_inline",
    "statement_latex",
    "statement_text",
    "term_inline",
    "term_latex",
    "term_text",
    "theorem_latex",
    "theorem_text",
]
