r"""Sentences: words, and in them formulas, code and references, each a value of its own.

A formula in a sentence is never typed as text.  It is a term or a statement, put where the template
says ``{}``; only a symbol may be given by its name, as in ``{gamma}`` or ``{h_0}``, which is read
as the term that it is.  So the sentence follows its terms, on a terminal, in LaTeX and in HTML.

    >>> from symbolic import Less, real
    >>> gamma = real("gamma")
    >>> words = prose("The modulus of the {n}-step return is {}, if {}.", gamma**2, Less(gamma, 1))
    >>> words.text()
    'The modulus of the n-step return is γ^2, if γ < 1.'
    >>> words.latex()
    'The modulus of the $n$-step return is $\\gamma^{2}$, if $\\gamma < 1$.'
    >>> words.markdown()
    'The modulus of the $`n`$-step return is $`\\gamma^{2}`$, if $`\\gamma < 1`$.'
    >>> prose("{} has the eigenvalue one for {}.", "T", (1, -1)).text()
    Traceback (most recent call last):
        ...
    ValueError: 'T' is not a term or a statement
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from string import Formatter
from types import EllipsisType
from typing import Any, TypeAlias

from symbolic.core.terms import PROP, Term
from symbolic.printing.authored import Shown, core_of
from symbolic.printing.displays import chained, displayed, inline, statement_inline, statement_latex
from symbolic.printing.escapes import Latex, escape, for_html, for_markdown
from symbolic.printing.html import ROOM, inline_html, lines_html
from symbolic.printing.latex import term_inline
from symbolic.printing.layout import width
from symbolic.printing.mathml import mathml
from symbolic.printing.names import GREEK
from symbolic.printing.reading import Unreadable, read
from symbolic.printing.statements import statement_text, statements_text, together

__all__ = [
    "Code",
    "Equation",
    "Formula",
    "Link",
    "Reference",
    "Sentence",
    "Together",
    "Vector",
    "Words",
    "as_sentence",
    "code",
    "joined",
    "prose",
    "statements",
]


@dataclass(frozen=True)
class Vector:
    """Terms in brackets: a vector, the beginning of a sequence, or with rows a matrix."""

    entries: tuple[Any, ...]


@dataclass(frozen=True)
class Equation:
    """One thing is another, where they are no numbers: a sequence, a vector, a matrix."""

    lhs: Any
    rhs: Any


@dataclass(frozen=True)
class Code:
    """Something to type or to look for in a source file."""

    shown: str


@dataclass(frozen=True)
class Together:
    """Inequalities that read as one: a < x and x < b are a < x < b."""

    statements: tuple[Shown, ...]


@dataclass(frozen=True)
class Reference:
    """Something that is shown elsewhere: what it is called, and in which claim, if in another one.

    The theorems of a claim are numbered, so that ``name`` is "Lemma 3" of the claim ``home``; a
    document that numbers its claims may call it otherwise.
    """

    name: str
    claim: str | None = None
    home: str = ""

    @property
    def words(self) -> str:
        """All but the name of the claim."""
        return f"{self.name} of " if self.name and self.claim else self.name


#: where a reference leads in a document, if anywhere
Link: TypeAlias = Callable[[Reference], str | None]
#: a term, a statement or an integer; a vector is a tuple of them, in which ``...`` may stand
Formula: TypeAlias = Shown
Piece: TypeAlias = str | Code | Reference | Formula


@dataclass(frozen=True)
class Sentence:
    """Words and what stands in them, in turn; `prose` makes one."""

    pieces: tuple[Piece, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        """The words alone."""
        return tuple(p for p in self.pieces if isinstance(p, str))

    @property
    def formulas(self) -> tuple[Formula, ...]:
        """The terms and statements alone, those in a vector or on a side of an equation, too."""
        return tuple(f for p in self.pieces if not isinstance(p, str) for f in _formulas(p))

    def __add__(self, other: Words) -> Sentence:
        return Sentence((*self.pieces, *as_sentence(other).pieces))

    def __bool__(self) -> bool:
        return any(piece != "" for piece in self.pieces)

    def text(self) -> str:
        """For a terminal."""
        return "".join(map(_text, self.pieces))

    def latex(self) -> Latex:
        """For LaTeX's text mode; it may refer to claims by ``\\RecencyRef``."""
        shown = ""
        for piece in self.pieces:
            shown += escape(piece, shown[-1:]) if isinstance(piece, str) else _latex(piece)
        return Latex(shown)

    def html(self, link: Link | None = None) -> str:
        """For a page; a reference that leads somewhere is a link."""
        return "".join(_html(piece, link) for piece in self.pieces)

    def markdown(self) -> str:
        """For GitHub: formulas stand between $` and `$, where Markdown leaves them alone."""
        return "".join(map(_markdown, self.pieces))


Words: TypeAlias = str | Sentence


def prose(template: Words, *formulas: Formula) -> Sentence:
    """A sentence with a formula for each ``{}``; ``{{`` and ``}}`` are braces."""
    if isinstance(template, Sentence):
        return template
    found = _template(template)
    places = sum(name == "" for _, name in found)
    if places != len(formulas):
        raise ValueError(f"{template!r} has {places} places for {len(formulas)} formulas")
    left = map(_checked, formulas)
    pieces: list[Piece] = []
    for text, name in found:
        pieces += [text] if text else []
        if name is not None:
            pieces.append(_named(name) if name else next(left))
    return Sentence(tuple(pieces))


def as_sentence(words: Words) -> Sentence:
    """Words are a sentence."""
    return words if isinstance(words, Sentence) else Sentence((words,))


def statements(given: Iterable[Shown]) -> list[Sentence]:
    """A sentence for each statement, and one for inequalities that read as one."""
    return [Sentence((link[0] if len(link) == 1 else Together(link),)) for link in together(given)]


def joined(parts: Iterable[Words | Code | Reference], between: str = ", ") -> Sentence:
    """Sentences with something between them."""
    found: list[Piece] = []
    for k, each in enumerate(parts):
        found += [between] if k and between else []
        found += each.pieces if isinstance(each, Sentence) else (each,)
    return Sentence(tuple(found))


def _template(template: str) -> list[tuple[str, str | None]]:
    """The words, each with what stands in the braces after them, if there are any."""
    wrong = f"{template!r}: a formula is {{}}, a symbol is its name in braces, a brace is doubled"
    try:
        found = list(Formatter().parse(template))
    except ValueError:
        raise ValueError(wrong) from None
    if any(layout or conversion for _, _, layout, conversion in found):
        raise ValueError(wrong)
    return [(text, name) for text, name, _, _ in found]


_GREEK = re.compile(rf"(?<![a-zA-Z])({'|'.join(GREEK)})(?![a-zA-Z])")


@cache
def _named(name: str) -> Term:
    """The term of a symbol's name."""
    try:
        return read(_GREEK.sub(lambda found: GREEK[found[0]], name))
    except Unreadable as error:
        raise ValueError(f"{{{name}}} is not the name of a symbol: {error}") from None


def _checked(given: Formula) -> Formula:
    if given is ... or isinstance(given, Vector | Together):
        return given
    if type(given) is tuple:
        return Vector(tuple(map(_checked, given)))
    if isinstance(given, Equation):
        return Equation(_checked(given.lhs), _checked(given.rhs))
    try:
        if isinstance(given, bool):
            raise TypeError
        core_of(given)
    except TypeError:
        raise ValueError(f"{given!r} is not a term or a statement") from None
    return given


# -- one formula -----------------------------------------------------------------------------------


def _formulas(piece: Piece) -> Iterator[Formula]:
    """The terms and statements in a piece."""
    match piece:
        case Together(parts) | Vector(parts):
            for part in parts:
                yield from _formulas(part)
        case Equation(lhs, rhs):
            yield from (*_formulas(lhs), *_formulas(rhs))
        case Code() | Reference() | EllipsisType():
            pass
        case _:
            yield piece


def _math(shown: Formula, of: Callable[[Any], str], dots: str) -> str:
    """A formula; ``of`` is how a term is written."""
    if isinstance(shown, Equation):
        return f"{_math(shown.lhs, of, dots)} = {_math(shown.rhs, of, dots)}"
    if not isinstance(shown, Vector):
        return dots if isinstance(shown, EllipsisType) else of(shown)
    rows = any(isinstance(entry, Vector) for entry in shown.entries)
    entries = [_math(entry, of, dots) for entry in shown.entries]
    return f"({'; '.join(e[1:-1] for e in entries)})" if rows else f"({', '.join(entries)})"


def _inner(shown: Formula) -> Latex:
    """A formula that is no statement, for math mode."""
    return Latex(_math(shown, term_inline, r"\ldots"))


def _is_bare(shown: Formula) -> bool:
    """Is it one for math mode as a whole?"""
    return isinstance(shown, Vector | Equation) or core_of(shown)[0].sort != PROP


def _text(piece: Piece) -> str:
    if isinstance(piece, str):
        return piece
    if isinstance(piece, Code):
        return piece.shown
    if isinstance(piece, Reference):
        return piece.words + (piece.claim or "")
    if isinstance(piece, Together):
        return "; ".join(statements_text(piece.statements))
    return _math(piece, statement_text, "...")


def _latex(piece: Piece) -> Latex:
    if isinstance(piece, Code):
        return Latex(rf"\texttt{{{code(piece.shown)}}}")
    if isinstance(piece, Reference):
        return _reference(piece)
    if isinstance(piece, Together):
        return Latex(", ".join(map(inline, chained(piece.statements))))
    return Latex(f"${_inner(piece)}$") if _is_bare(piece) else statement_inline(piece)


def _reference(piece: Reference) -> Latex:
    claim, (kind, _, number) = piece.claim or "", piece.name.rpartition(" ")
    own = f"{{{code(claim)}}}"
    if piece.home and number.isdigit():
        home = piece.home.replace(":", "-")
        return Latex(rf"\RecencyCite{{{escape(kind)}}}{{{number}}}{{{home}}}{own}")
    link = rf"\RecencyRef{{{claim.replace(':', '-')}}}{own}" if claim else ""
    return Latex(escape(piece.words) + link)


def code(name: str) -> Latex:
    r"""A name in code, which a line may break after a colon, a hyphen or an underscore.

    >>> print(code("eq:odd_diverges"))
    eq:\allowbreak{}odd\_\allowbreak{}diverges
    """
    return Latex(re.sub(r"(:|-|\\_)", r"\1\\allowbreak{}", escape(name)))


def _html(piece: Piece, link: Link | None) -> str:
    if isinstance(piece, Reference) and link and (target := link(piece)):
        return f'<a href="{for_html(target)}">{for_html(_text(piece))}</a>'
    if isinstance(piece, str | Reference):
        return for_html(_text(piece))
    if isinstance(piece, Code):
        return f"<code>{for_html(piece.shown)}</code>"
    if isinstance(piece, Together):
        return ", ".join(map(inline_html, chained(piece.statements)))
    if _is_bare(piece):
        return mathml(_inner(piece))
    (row,) = chained((piece,))
    return (
        mathml(statement_latex(piece)) if width(row) <= ROOM else lines_html(displayed(piece, ROOM))
    )


def _markdown(piece: Piece) -> str:
    if isinstance(piece, str | Reference):
        return for_markdown(_text(piece))
    if isinstance(piece, Code):
        return f"`{piece.shown}`"
    return re.sub(r"\$([^$]*)\$", r"$`\1`$", _latex(piece))
