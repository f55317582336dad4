r"""Words for LaTeX, HTML and Markdown: whatever is special there is escaped.

LaTeX has a type of its own, so that it is never taken for words, nor escaped twice.

    >>> escape("100 % of eq:td_error, \"in a sense\"")
    "100 \\% of eq:td\\_error, ``in a sense''"
    >>> escape(escape("100 %"))
    Traceback (most recent call last):
        ...
    TypeError: '100 \%' is LaTeX already, expected words
"""

from __future__ import annotations

import html
import re
import unicodedata
from itertools import pairwise

__all__ = ["Latex", "escape", "for_html", "for_markdown"]


class Latex(str):
    """LaTeX, for text mode or for math mode."""

    __slots__ = ()


#: characters of text
_SPECIAL = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_",
    "{": r"\{", "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "`": r"\textasciigrave{}", "\N{NO-BREAK SPACE}": "~",
    "–": "--", "—": "---", "“": "``", "”": "''", "‘": "`", "’": "'", "…": r"\dots{}",
    "§": r"\S{}", "©": r"\copyright{}", "ß": r"\ss{}", "æ": r"\ae{}", "Æ": r"\AE{}",
    "œ": r"\oe{}", "Œ": r"\OE{}", "ø": r"\o{}", "Ø": r"\O{}", "ł": r"\l{}", "Ł": r"\L{}",
    "ı": r"\i{}",
}  # fmt: skip
#: signs that somebody's words may have although they are no formula
_SIGNS = {
    "<": "<", ">": ">", "|": "|", "·": r"\cdot", "×": r"\times", "−": "-", "±": r"\pm",
    "≤": r"\leq", "≥": r"\geq", "≠": r"\neq", "≈": r"\approx", "→": r"\to", "∈": r"\in",
    "∞": r"\infty", "Σ": r"\sum", "‖": r"\|", "⌊": r"\lfloor", "⌋": r"\rfloor",
    "α": r"\alpha", "β": r"\beta", "γ": r"\gamma", "δ": r"\delta", "ε": r"\varepsilon",
    "κ": r"\kappa", "λ": r"\lambda", "μ": r"\mu", "π": r"\pi", "ρ": r"\rho", "τ": r"\tau",
    "θ": r"\theta", "ω": r"\omega",
}  # fmt: skip
_ACCENTS = {
    "\N{COMBINING GRAVE ACCENT}": "`", "\N{COMBINING ACUTE ACCENT}": "'",
    "\N{COMBINING CIRCUMFLEX ACCENT}": "^", "\N{COMBINING TILDE}": "~",
    "\N{COMBINING MACRON}": "=", "\N{COMBINING BREVE}": "u", "\N{COMBINING DOT ABOVE}": ".",
    "\N{COMBINING DIAERESIS}": '"', "\N{COMBINING RING ABOVE}": "r", "\N{COMBINING CARON}": "v",
    "\N{COMBINING DOUBLE ACUTE ACCENT}": "H", "\N{COMBINING CEDILLA}": "c",
}  # fmt: skip
#: what is no printable character, and yet one of HTML
_SPACES = "\t\n\r\N{NO-BREAK SPACE}"
UNKNOWN = "\N{REPLACEMENT CHARACTER}"
#: what Markdown would read
_MARKS = re.compile(r"[\\`*_{}\[\]<>|#$~&]")


def escape(words: str, before: str = "") -> Latex:
    """Words for LaTeX's text mode, after this character (a quotation mark cares)."""
    if isinstance(words, Latex):
        raise TypeError(f"'{words}' is LaTeX already, expected words")
    composed = unicodedata.normalize("NFC", re.sub(r"[ \t\n\r\f\v]+", " ", words))
    shown = []
    for last, ch in pairwise(f"{before or ' '}{composed}"):
        if ch == '"':
            shown.append("``" if last in " ([" else "''")
        else:
            shown.append("{}-" if last == ch == "-" else _character(ch))
    return Latex("".join(shown))


def _character(ch: str) -> str:
    if ch in _SPECIAL:
        return _SPECIAL[ch]
    if ch in _SIGNS:
        return f"${_SIGNS[ch]}$"
    if ch.isascii() and ch.isprintable():
        return ch
    letter, *accents = list(unicodedata.normalize("NFD", ch))
    if len(accents) == 1 and accents[0] in _ACCENTS and letter.isascii():
        return rf"\{_ACCENTS[accents[0]]}{{{letter}}}"
    alike = unicodedata.normalize("NFKC", ch).replace("\N{FRACTION SLASH}", "/")
    if alike.isascii() and alike.isprintable():
        return "".join(map(_character, alike))
    return f"?(U+{ord(ch):04X})"


def for_html(words: str) -> str:
    """Words for HTML; what is no character of it is replaced."""
    return "".join(
        ch if ch.isprintable() or ch in _SPACES else UNKNOWN for ch in html.escape(words)
    )


def for_markdown(words: str) -> str:
    """Words for Markdown."""
    return _MARKS.sub(r"\\\g<0>", words)
