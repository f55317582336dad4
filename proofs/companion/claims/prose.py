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

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from string import Formatter
from typing import TypeAlias

import sympy
from sympy import Expr

from symbolic.printing import (
    prose_latex,
    statement_inline,
    statement_text,
    symbols_in,
    term_inline,
    term_text,
)
from symbolic.statements import Statement
from symbolic.terms import NotATerm, check_term

__all__ = ["Formula", "Prose", "Words", "as_prose", "listed", "prose", "vector"]

Formula: TypeAlias = Expr | Statement | int


@dataclass(frozen=True)
class Prose:
    """Literal text and formulas in turn: one text more than formulas."""

    texts: tuple[str, ...]
    formulas: tuple[Expr | Statement, ...] = ()

    def text(self) -> str:
        """For a terminal."""
        return self._join(list(map(_text, self.formulas)), tuple(map(symbols_in, self.texts)))

    def latex(self) -> str:
        """For LaTeX's text mode."""
        return self._join(list(map(_latex, self.formulas)), tuple(map(prose_latex, self.texts)))

    def __add__(self, other: Prose) -> Prose:
        """One after the other."""
        middle = self.texts[-1] + other.texts[0]
        texts = (*self.texts[:-1], middle, *other.texts[1:])
        return Prose(texts, (*self.formulas, *other.formulas))

    def _join(self, formulas: list[str], texts: tuple[str, ...]) -> str:
        pairs = zip(texts, [*formulas, ""], strict=True)
        return "".join(text + formula for text, formula in pairs)


Words: TypeAlias = str | Prose


def prose(template: str, *formulas: Formula) -> Prose:
    """A sentence with a formula wherever the template has ``{}``; ``{{`` and ``}}`` are braces."""
    texts = _texts(template)
    if len(texts) != len(formulas) + 1:
        raise ValueError(f"{template!r} has {len(texts) - 1} places for {len(formulas)} formulas")
    return Prose(texts, tuple(map(_formula, formulas)))


def _texts(template: str) -> tuple[str, ...]:
    """What stands before, between and after the places."""
    wrong = ValueError(f"{template!r}: a place for a formula is {{}}, a brace is doubled")
    try:
        pieces = list(Formatter().parse(template))
    except ValueError:
        raise wrong from None
    texts = [""]
    for text, field, layout, conversion in pieces:
        if field or layout or conversion:
            raise wrong
        texts[-1] += text
        if field is not None:
            texts.append("")
    return tuple(texts)


def _formula(formula: Formula) -> Expr | Statement:
    if isinstance(formula, Statement):
        formula.check()
        return formula
    try:
        term = sympy.sympify(formula, strict=True)
        check_term(term)
    except (sympy.SympifyError, NotATerm):
        raise ValueError(f"{formula!r} is not a term or a statement") from None
    return term


def listed(sentences: Iterable[Prose]) -> Prose:
    """Words with commas between them."""
    first, *others = sentences
    return reduce(lambda one, other: one + Prose((", ",)) + other, others, first)


def vector(*entries: object) -> str:
    """A vector or the beginning of a sequence, for the words of a witness.

    >>> vector(2, 1, 1, "...")
    '(2, 1, 1, ...)'
    """
    return f"({', '.join(map(str, entries))})"


def as_prose(words: Words) -> Prose:
    """Words without formulas are prose too."""
    return words if isinstance(words, Prose) else Prose((words,))


def _text(formula: Expr | Statement) -> str:
    return statement_text(formula) if isinstance(formula, Statement) else term_text(formula)


def _latex(formula: Expr | Statement) -> str:
    if isinstance(formula, Statement):
        return statement_inline(formula)
    return f"${term_inline(formula)}$"
