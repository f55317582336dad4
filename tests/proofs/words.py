"""The words of claims in tests: what looks like a formula, and which formulas are a claim's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from sympy import Expr, Integer, Symbol, oo

from proofs.companion.claims.claim import Claim
from symbolic import ForAll, Statement
from symbolic.core.polynomials import normal
from symbolic.core.terms import Term
from symbolic.printing import Sentence
from symbolic.printing.sentences import Vector
from symbolic.terms import subterms
from symbolic.terms.edge import to_core
from symbolic.writing.definitions import lookup


def sentences(claim: Claim) -> Iterator[Sentence]:
    """Everything said of the claim."""
    yield from (part.words for part in claim.parts)
    yield from (refutation.words for refutation in claim.refutations)
    yield from claim.remarks


# -- no formula is typed as text ----------------------------------------------------------------

GREEK = "alpha|beta|gamma|delta|epsilon|eta|kappa|lambda|mu|omega|pi|rho|sigma|tau|theta|xi"
#: what may stand in the words: how methods and shapes are called, and pairs of symbols
ALLOWED = re.compile(r"TD\((?:0|@)\)|\(@, @\)|inverted U\b|'s\b|\bI\b|\b[Aa]\b")
#: a formula, where a symbol or a formula that is a term is "@"
FORMULA = re.compile(
    rf"""
      [=<>+*/^|~\\$\[\]{{}}_]                      # operators, relations, brackets, indices
    | \b(?:{GREEK}|[A-Za-z])\b                  # symbols
    | [^\x00-\x7f]                               # signs and letters that are not typed in ASCII
    | \d                                         # numbers
    | (?<![A-Za-z@)])- | -(?![A-Za-z]) | [@)]-@  # a minus sign
    | [\w@]'(?!s\b)                              # v'
    | [\w@]\(                                    # f(x)
    | @\s*@                                      # a product
    | \.\.\.
    | \b(?:sum|product|lim|max|min|exp|log|cos|sin|floor|sqrt)\s*@
    """,
    re.VERBOSE,
)


def typed_formula(words: Sentence) -> str | None:
    """What looks like a formula in the words."""
    assert not any("@" in text for text in words.words)
    pieces = (p if isinstance(p, str) else "@" for p in words.pieces)
    found = FORMULA.search(ALLOWED.sub("", "".join(pieces)))
    return found and found[0]


def statements(statement: Statement) -> Iterator[Statement]:
    """The statement, those it is made of, and what its variables range over."""
    yield statement
    if isinstance(statement, ForAll):
        yield from statement.range
    for piece in statement._inner():
        if isinstance(piece, Statement):
            yield from statements(piece)


def terms(statement: Statement) -> Iterator[Expr]:
    """The terms that the statement itself is about, and those that its names abbreviate."""
    for piece in (*statement._inner(), *statement._outer()):
        if not isinstance(piece, Statement) and piece is not oo:
            yield piece
    for name in statement.sequences:
        definition = lookup(name)
        if definition is not None:
            yield definition.body


def vocabulary(claim: Claim) -> tuple[set[Any], set[Term]]:
    """The statements in the claim, by their keys, and its terms, in normal form."""
    said = [s for part in claim.parts for s in (part.says, *part.given)]
    said += [need.hypothesis for need in claim.needs_]
    inner = [s for statement in said for s in statements(statement)]
    found = {t for s in inner for term in terms(s) for t in subterms(term)}
    return {s.key for s in inner}, {normal(to_core(t)) for t in found}


def occurs(formula: Any, known: tuple[set[Any], set[Term]]) -> bool:
    """Is the formula one of the claim's, or a symbol or a whole number?"""
    if isinstance(formula, Vector):
        return all(occurs(entry, known) for entry in formula.entries)
    if isinstance(formula, Term | int):
        return True
    if isinstance(formula, Statement):
        return formula.key in known[0]
    return isinstance(formula, Symbol | Integer) or normal(to_core(formula)) in known[1]
