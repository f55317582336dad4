r"""Sentences about claims, with the formulas in them taken from terms and statements.

A formula in a sentence is never typed as text: it is a term (or a statement) of the claim, put into
the sentence where it says ``{}``.  So the sentence follows the term, in the terminal and in LaTeX.

    >>> from symbolic import Less, real
    >>> gamma = real("gamma")
    >>> words = prose("The modulus {} is below one if {}.", gamma**2, Less(gamma, 1))
    >>> words.text()
    'The modulus γ^2 is below one if γ < 1.'
    >>> words.latex()
    'The modulus $\\gamma^{2}$ is below one if $\\gamma < 1$.'
"""

from __future__ import annotations

from dataclasses import dataclass
from string import Formatter
from typing import TypeAlias

import sympy
from sympy import Expr

from symbolic.printing import prose_latex, statement_latex, statement_text, term_latex, term_text
from symbolic.statements import Statement

__all__ = ["Formula", "Prose", "Words", "as_prose", "prose"]

Formula: TypeAlias = Expr | Statement | int


@dataclass(frozen=True)
class Prose:
    """Literal text and formulas in turn: one text more than formulas."""

    texts: tuple[str, ...]
    formulas: tuple[Expr | Statement, ...] = ()

    def text(self) -> str:
        """For a terminal."""
        return self._join([_text(f) for f in self.formulas], self.texts)

    def latex(self) -> str:
        """For LaTeX's text mode."""
        shown = [f"${_latex(f)}$" for f in self.formulas]
        return self._join(shown, tuple(map(prose_latex, self.texts)))

    def _join(self, formulas: list[str], texts: tuple[str, ...]) -> str:
        pairs = zip(texts, [*formulas, ""], strict=True)
        return "".join(text + formula for text, formula in pairs)


Words: TypeAlias = str | Prose


def prose(template: str, *formulas: Formula) -> Prose:
    """A sentence with a formula wherever the template has ``{}``."""
    pieces = [text for text, *_ in Formatter().parse(template)]
    fields = sum(field is not None for _, field, *_ in Formatter().parse(template))
    if fields != len(formulas):
        raise ValueError(f"{template!r} has {fields} places for {len(formulas)} formulas")
    texts = (*pieces, *([""] if len(pieces) == fields else []))
    found = (f if isinstance(f, Statement) else sympy.sympify(f, strict=True) for f in formulas)
    return Prose(texts, tuple(found))


def as_prose(words: Words) -> Prose:
    """Words without formulas are prose too."""
    return words if isinstance(words, Prose) else Prose((words,))


def _text(formula: Expr | Statement) -> str:
    return statement_text(formula) if isinstance(formula, Statement) else term_text(formula)


def _latex(formula: Expr | Statement) -> str:
    return statement_latex(formula) if isinstance(formula, Statement) else term_latex(formula)
