r"""The tokens of English with symbols in it: words, names of symbols, numbers and marks.

What can never be part of a formula is one word, whole: an id, a file's name, an ordinal.

    >>> [(t.kind, t.text) for t in tokens("2nd, eq:td_error: v_pi ≤ 1/2")]  # doctest: +ELLIPSIS
    [('word', '2nd'), ('mark', ','), ('word', 'eq:td_error'), ('mark', ':'), ('letter', 'v'), ...]
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from symbolic.printing.prose_symbols import FUNCTIONS, GREEK, SUMS

__all__ = ["Token", "tokens"]

#: names typed in ASCII; a capitalised one begins a sentence unless something is attached to it
_NAMES = {command.removeprefix("\\"): command for command in GREEK.values()} | {
    "epsilon": r"\varepsilon", "lam": r"\lambda",
}  # fmt: skip
_EXTENSIONS = "py|tex|pdf|json|csv|md|html|txt|png|svg|toml|yml|v"
_LATIN = "A-Za-zÀ-ÖØ-öø-ɏ"
_TOKEN = re.compile(
    rf"""
      (?P<word>
        \S+://\S+                                            # an address
      | (?<![\w.-])[A-Za-z][\w.-]*:[A-Za-z](?:[\w:.-]*\w)?  # an id
      | (?<![\w./\\-])[\w./\\-]*\w\.(?:{_EXTENSIONS})\b    # a file
      | (?:[A-Za-z]\.){{2,}}                                 # i.e.
      | \d+(?:st|nd|rd|th)\b | \d+(?:\.\d+)?[eE][+-]?\d+
      | [A-Z](?:\.\d+)+                                      # a section of an appendix
      | [A-Za-z]+\d[A-Za-z0-9.]*\b
      | (?<=[\w)}}])['’](?:s|d|t|m|re|ve|ll)\b
      )
    | (?P<snake>[A-Za-z]\w*?_\w+)
    | (?P<number>\d+(?:\.\d+)?)
    | (?P<name>[{_LATIN}]{{2,}}(?:['’][a-z]+)*|[{_LATIN}])
    | (?P<mark><=>|=>|<=|>=|->|!=|\.\.\.|--+|.)
    """,
    re.VERBOSE | re.DOTALL,
)
_SCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹ⁿ⁺⁻₀₁₂₃₄₅₆₇₈₉", "0123456789n+-0123456789")
_SMALL = re.compile("(?P<up>[⁰¹²³⁴⁵⁶⁷⁸⁹ⁿ⁺⁻]+)|[₀₁₂₃₄₅₆₇₈₉]+")
_SPACE = re.compile(r"\s*")


@dataclass(frozen=True)
class Token:
    """A piece of the text, with the white space before it; ``latex`` if it names a symbol."""

    kind: str
    text: str
    gap: str
    latex: str = ""


def tokens(text: str) -> tuple[Token, ...]:
    """All tokens, and one of the kind ``end`` with the white space at the end."""
    line = _SMALL.sub(_in_line, unicodedata.normalize("NFC", text))
    found: list[Token] = []
    at = 0
    while True:
        space = _SPACE.match(line, at)
        assert space is not None
        gap = _one_line(space[0])
        match = _TOKEN.match(line, space.end())
        if match is None:
            return (*found, Token("end", "", gap))
        token = _token(match, gap)
        found.append(token)
        at = match.start() + len(token.text)


def _in_line(match: re.Match[str]) -> str:
    """Raised and lowered digits as a script: x² is x^2."""
    mark, script = "^" if match["up"] else "_", match[0].translate(_SCRIPTS)
    return mark + (script if len(script) == 1 else f"{{{script}}}")


def _one_line(space: str) -> str:
    if space and set(space) <= {" ", "\N{NO-BREAK SPACE}"}:
        return space
    return " " if space else ""


def _token(match: re.Match[str], gap: str) -> Token:
    kind, text = str(match.lastgroup), match[0]
    if kind == "snake":
        stem, _, script = text.partition("_")
        if not (_takes_script(stem) and (_is_symbol(script) or script.isdigit())):
            return Token("word", text, gap)
        kind, text = "name", stem
    if kind == "name":
        attached = match.string[match.start() + len(text) :][:1] in {"_", "^", "("}
        return _name(text, gap, attached)
    if text in GREEK:
        return Token("letter", text, gap, GREEK[text])
    return Token("sum", text, gap, SUMS[text]) if text in SUMS else Token(kind, text, gap)


def _takes_script(name: str) -> bool:
    return _is_symbol(name) or name in FUNCTIONS or name in SUMS


def _is_symbol(name: str) -> bool:
    return (len(name) == 1 and name.isalpha()) or name in _NAMES


def _name(text: str, gap: str, attached: bool) -> Token:
    if len(text) == 1 and text.isascii():
        return Token("letter", text, gap, text)
    if text in _NAMES and (text[0].islower() or attached):
        return Token("letter", text, gap, _NAMES[text])
    if text in SUMS:
        return Token("sum", text, gap, SUMS[text])
    if text in FUNCTIONS:
        return Token("function", text, gap, FUNCTIONS[text][0])
    return Token("word", text, gap)
