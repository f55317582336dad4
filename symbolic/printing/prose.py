r"""English with symbols in it, as LaTeX text.

Runs of symbols are set in math mode, the way the paper sets them; everything else is escaped.

    >>> print(prose_latex("the n-step return is V_t + Σ_{i=0}^{n - 1} γ^i·δ_{t+i}, a sum"))
    the $n$-step return is $V_{t} + \sum_{i = 0}^{n - 1} \gamma^{i} \delta_{t + i}$, a sum
    >>> print(prose_latex("eq:td_error and 100 % of TD(λ)"))
    eq:td\_error and 100 \% of TD($\lambda$)
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from itertools import pairwise

from symbolic.printing.prose_formulas import Formulas, Found
from symbolic.printing.prose_lines import Line
from symbolic.printing.prose_symbols import ACCENTS, BRACKETS, SIGNS, SPECIAL, SYMBOLS
from symbolic.printing.prose_tokens import Token

__all__ = ["Piece", "pieces", "prose_latex"]

#: marks that are text although formulas use them
PLAIN = frozenset({"=", "/", "*", "sum"})


@dataclass(frozen=True)
class Piece:
    """A run of words, or a formula in LaTeX."""

    shown: str
    formula: bool = False


def prose_latex(text: str) -> str:
    """Words for LaTeX's text mode: specials escaped, symbols and formulas in math mode."""
    shown = ""
    for piece in pieces(text):
        shown += f"${piece.shown}$" if piece.formula else _escape(piece.shown, shown[-1:])
    return shown


def pieces(text: str) -> tuple[Piece, ...]:
    """The words and formulas of a line, in turn."""
    found: list[Piece] = []
    line = Line(text)
    formulas = Formulas(line)
    at = 0
    while at < len(line):
        formula = _formula(formulas, line, at) or _symbol(line[at], at)
        _add(found, Piece(line[at].gap))
        _add(found, Piece(formula.latex, True) if formula else Piece(line[at].text))
        at = formula.end if formula else at + 1
    return tuple(found)


def _add(found: list[Piece], piece: Piece) -> None:
    """Append a piece; two of a kind become one."""
    if found and found[-1].formula == piece.formula and piece.shown:
        space = " " if piece.formula else ""
        found[-1] = Piece(f"{found[-1].shown}{space}{piece.shown}", piece.formula)
    elif piece.shown:
        found.append(piece)


def _formula(formulas: Formulas, line: Line, at: int) -> Found | None:
    """The formula that begins here, unless it is only a number or a word."""
    token, before = line[at], line[at - 1]
    if token.kind == "word" or line.is_label(at) or line.is_aside(at):
        return None
    if token.text in SIGNS and line.attached(at) and before.text not in BRACKETS:
        return None
    if token.text == "^" and line.attached(at) and before.text == ")":
        script = formulas.script(at)
        return script and Found(f"{{}}^{{{script.latex}}}", script.end)
    found = formulas.relation(at)
    if found is None or found.end > at + 1:
        return found
    return None if token.kind == "number" or line.is_word(at) else found


def _symbol(token: Token, at: int) -> Found | None:
    """A sign outside formulas."""
    if token.kind == "word" or token.text in PLAIN or token.text not in SYMBOLS:
        return None
    return Found(SYMBOLS[token.text], at + 1)


def _escape(words: str, before: str) -> str:
    """Words without symbols for LaTeX's text mode, after this character (a quotation mark cares).

    >>> _escape('a--b, "c"', "")
    "a-{}-b, ``c''"
    """
    shown = []
    for last, ch in pairwise(f"{before or ' '}{words}"):
        if ch == '"':
            shown.append("``" if last in " ([" else "''")
        else:
            shown.append("{}-" if last == ch == "-" else _character(ch))
    return "".join(shown)


def _character(ch: str) -> str:
    if ch in SPECIAL:
        return SPECIAL[ch]
    if ch.isascii() and ch.isprintable():
        return ch
    letter, *accents = list(unicodedata.normalize("NFD", ch))
    if len(accents) == 1 and accents[0] in ACCENTS and letter.isascii():
        return rf"\{ACCENTS[accents[0]]}{{{letter}}}"
    alike = unicodedata.normalize("NFKC", ch).replace("\N{FRACTION SLASH}", "/")
    if alike.isascii() and alike.isprintable():
        return "".join(map(_character, alike))
    return f"?(U+{ord(ch):04X})"
