r"""Numbers, polynomials and cosine sums as LaTeX, broken into lines that fit a page.

>>> from fractions import Fraction
>>> total(polynomial([Fraction(1), Fraction(-1, 2), Fraction(0), Fraction(1)], "z"))
'1 - \\frac{1}{2} z + z^{3}'
>>> scientific("1.5e-12"), number(Fraction(1, 3 * 10**20))[0]
('1.5 \\cdot 10^{-12}', '{\\sim}3.33333 \\cdot 10^{-21}')
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from numeric_checks.arithmetic.leading_digits import exact_text, nearest
from symbolic.printing.displays import ROOM
from symbolic.printing.layout import INDENT, Item, broken

__all__ = [
    "Signed",
    "coefficient",
    "cosine",
    "display",
    "integer_polynomial",
    "listing",
    "number",
    "polynomial",
    "power",
    "scientific",
    "total",
]

#: points: the width of a digit, a letter with its exponent, a cosine and a sign
_DIGIT, _LETTER, _COSINE, _SIGN = 5.0, 12.0, 28.0, 12.0
#: characters: longer fractions are written as decimals, which have so many digits if they end
_LONGEST, _DIGITS = 12, 20
#: a fraction that is not longer is never a decimal
_SHORT = 8


@dataclass(frozen=True)
class Signed:
    """A term of a sum, its sign, and its width on paper in points."""

    sign: str
    latex: str
    width: float


def number(x: Fraction) -> tuple[str, float]:
    """A fraction, a decimal that ends, or a rounded one after a sign for that; and its width."""
    text, whole = exact_text(x), nearest(x, _DIGITS)
    ends = Fraction(whole) == x
    if text is not None and len(text) <= (max(_SHORT, len(whole)) if ends else _LONGEST):
        return _fraction(text)
    if ends:
        return scientific(whole), _DIGIT * len(whole) + 20
    digits, _, exponent = nearest(x).partition("e")
    shown = rf"{{\sim}}{digits}"
    return (rf"{shown} \cdot 10^{{{exponent}}}" if exponent else shown), _DIGIT * 8 + 45


def _fraction(text: str) -> tuple[str, float]:
    top, _, bottom = text.partition("/")
    if not bottom:
        return top, _DIGIT * len(top)
    sign, size = ("-", top[1:]) if top.startswith("-") else ("", top)
    return rf"{sign}\frac{{{size}}}{{{bottom}}}", _DIGIT * max(len(top), len(bottom)) + 4


def scientific(digits: str) -> str:
    """A decimal, with its power of ten as a power."""
    digits, _, exponent = digits.partition("e")
    return rf"{digits} \cdot 10^{{{exponent}}}" if exponent else digits


def coefficient(x: Fraction) -> str:
    """A number before a letter: nothing for one."""
    return "" if x == 1 else number(x)[0]


def power(x: int) -> str:
    """A power of two as such, and any other integer written out."""
    exponent = x.bit_length() - 1
    return rf"2^{{{exponent}}}" if x > 1 and x == 1 << exponent else str(x)


def polynomial(coefficients: Sequence[Fraction], letter: str) -> list[Signed]:
    """The terms that are not zero."""
    terms = [_times(a, _power(letter, k), _LETTER if k else 0) for k, a in enumerate(coefficients)
             if a]  # fmt: skip
    return terms or [Signed("+", "0", _DIGIT)]


def integer_polynomial(coefficients: Sequence[int], letter: str) -> list[Signed]:
    """The same for integers, all digits of which are written."""
    return [
        Signed(
            "-" if a < 0 else "+",
            f"{abs(a)} {_power(letter, k)}".strip(),
            _DIGIT * len(str(a)) + _LETTER + _SIGN,
        )
        for k, a in enumerate(coefficients)
        if a
    ]


def cosine(x: Fraction, k: int) -> Signed:
    r"""The term x \cos k \theta of a sum; nothing if x is zero."""
    if x == 0:
        return Signed("+", "", 0.0)
    wave = "" if k == 0 else rf"\cos {'' if k == 1 else k} \theta"
    return _times(x, wave, _COSINE + _DIGIT * len(str(k)) if k else 0.0)


def total(terms: Sequence[Signed]) -> str:
    """The sum on one line."""
    first, *rest = terms
    start = "-" if first.sign == "-" else ""
    return " ".join([start + first.latex, *(f"{term.sign} {term.latex}" for term in rest)])


def display(parts: Sequence[str | Signed], room: float = ROOM) -> str:
    """What is before the sum, and the sum, displayed and broken before signs where it is long."""
    before = " ".join(part for part in parts if isinstance(part, str))
    terms = [part for part in parts if isinstance(part, Signed)]
    items = [Item(before, 6.0 * len(_bare(before)))]
    for place, term in enumerate(terms):
        sign = "" if place == 0 and term.sign != "-" else term.sign
        items.append(
            Item(f"{sign} {term.latex}".strip(), term.width, 1, depth=1 if place else None)
        )
    return _aligned(items, room)


def listing(before: str, values: Sequence[Fraction], after: str, room: float = ROOM) -> str:
    """A list of numbers, displayed and broken between them where it is long."""
    numbers = [number(x) for x in values]
    items = [Item(f"{before} (", 6.0 * len(_bare(before)) + 5)]
    items += [Item(f"{text},", width + 8, 1, depth=1) for text, width in numbers]
    return _aligned([*items, Item(f"{after})", 6.0 * len(_bare(after)) + 5, depth=1)], room)


def _aligned(items: Sequence[Item], room: float) -> str:
    lines = [
        r"\qquad " * round(indent / INDENT) + line for indent, line in broken(tuple(items), room)
    ]
    body = " \\\\\n".join(f"& {line}" for line in lines)
    return f"\\begin{{align*}}\n{body}\n\\end{{align*}}"


def _times(x: Fraction, factor: str, width: float) -> Signed:
    shown, wide = number(abs(x))
    if factor and abs(x) == 1:
        shown, wide = "", 0.0
    return Signed("-" if x < 0 else "+", f"{shown} {factor}".strip(), wide + width + _SIGN)


def _power(letter: str, k: int) -> str:
    return "" if k == 0 else letter if k == 1 else f"{letter}^{{{k}}}"


def _bare(latex: str) -> str:
    """About the letters that are seen."""
    for word in (r"\operatorname", r"\overline", r"\sum", r"\geq", "{", "}", "_", "^", "\\"):
        latex = latex.replace(word, "")
    return latex
