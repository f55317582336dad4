r"""The LaTeX of our formulas as MathML, by latex2mathml.

The library is helped where it falls short: brackets become pairs, of which the tall ones grow with
what they enclose; limits stand below and above a sum where there is room; an upright i or a bold 1
stays so, and a name such as Var is upright; a sign or a slash stands close to its number, as does
everything in an index, and an equivalence apart from its sides.

    >>> prepared(r"\Bigl\lfloor \frac{i}{m} \Bigr\rfloor")
    '\\left⌊ \\frac{i}{m} \\right⌋'
    >>> mathml(r"\gamma < 1")  # doctest: +ELLIPSIS
    '<math ...><mrow><mi>&#x003B3;</mi><mo>&#x0003C;</mo><mn>1</mn></mrow></math>'
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape

__all__ = ["mathml", "prepared"]

_SHAPES = {"lvert": "|", "rvert": "|", "lVert": "‖", "rVert": "‖", "lfloor": "⌊", "rfloor": "⌋",
           "lceil": "⌈", "rceil": "⌉"}  # fmt: skip
_BRACKET = re.compile(
    r"(?P<size>\\(?:big|Big|bigg|Bigg)(?P<side>[lr]))\s*(?P<sized>\\[A-Za-z]+|.)"
    r"|\\(?P<plain>[lr](?:vert|Vert|floor|ceil))(?![A-Za-z])"
    r"|\\.|(?P<brace>[{}])"
)
#: brackets that are not to grow, while latex2mathml has them in hand
_SMALL = {shape: chr(0xE000 + k) for k, shape in enumerate(_SHAPES.values())}
_SHAPE = {small: shape for shape, small in _SMALL.items()}
#: after one of these a minus is a sign, not a difference: , ; ( [ { = < > and relations
_OPENING = "|".join(f"&#x0{ord(ch):04X};" for ch in ",;([{=<>≤≥≠→")
#: letters, numbers and signs below or above something, with what stands above as well
_SCRIPT = re.compile(
    r"<mrow>(?:<m[ino](?: [^>]*)?>[^<]*</m[ino]>)+</mrow>"
    r"(?=</m(?:su[bp]|subsup|under|underover)>"
    r"|<mrow>(?:(?!<mrow>).)*</mrow></m(?:subsup|underover)>)"
)
_SIGN = re.compile(r"<mo>(&#x0(?:2212|002B|003D|003C|2264|2265);)</mo>")
#: the repairs before and after the library's work
_AFTER = (
    (re.compile(r'<mo stretchy="true"([^>]*)>([\uE000-\uE0FF])</mo>'),
     lambda m: f'<mo stretchy="false"{m[1]}>{_SHAPE[m[2]]}</mo>'),
    (re.compile(rf"(<mo[^>]*>(?:[;\[(]|{_OPENING})</mo>)<mo>&#x02212;</mo>"),
     lambda m: f'{m[1]}<mo form="prefix">&#x02212;</mo>'),
    (_SCRIPT, lambda m: _SIGN.sub(r'<mo lspace="0em" rspace="0em">\1</mo>', m[0])),
    (re.compile("<mo>&#x0221E;</mo>"), lambda m: "<mi>&#x0221E;</mi>"),
    (re.compile("<m[io]>(&#x027FA;|&#x021D4;)</m[io]>"),
     lambda m: f'<mo lspace="0.5em" rspace="0.5em">{m[1]}</mo>'),
    (re.compile("(?<!</mo>)(?<!<mrow>)<mi>(cos|sin)</mi>"),
     lambda m: f'<mo form="prefix" lspace="0.17em" rspace="0em">{m[1]}</mo>'),
    (re.compile("<mo>(diag|[A-Z][a-z]{2,})</mo>"), lambda m: f"<mi>{m[1]}</mi>"),
    (re.compile("<mo>(Re|Im)</mo>"), lambda m: f'<mo lspace="0em" rspace="0.17em">{m[1]}</mo>'),
    (re.compile("<mo>&#x0002F;</mo>"),
     lambda m: '<mo lspace="0em" rspace="0em">&#x0002F;</mo>'),
)  # fmt: skip
_BEFORE = (
    (re.compile(r"\\text\{([^{}]*)\}"), lambda m: rf"\text{{{escape(m[1], quote=False)}}}"),
    (re.compile(r"\\mathrm\{(\w)\}"), lambda m: rf"\text{{{m[1]}}}"),
    (re.compile(r"\\mathbf\{1\}"), lambda m: "\N{MATHEMATICAL BOLD DIGIT ONE}"),
    (re.compile(r"(\\(?:sum|prod))_"), lambda m: rf"{m[1]}\limits_"),
)


@lru_cache(maxsize=20_000)
def mathml(latex: str, tall: bool = False) -> str:
    """A formula as a ``math`` element; a tall one has the size of a display."""
    from latex2mathml.converter import convert

    shown = convert(prepared(latex))
    for pattern, instead in _AFTER:
        shown = pattern.sub(instead, shown)
    if "\\" in shown:
        raise ValueError(f"{latex!r} has no MathML, expected a formula of this package")
    return shown.replace(' display="inline"', ' displaystyle="true"') if tall else shown


def prepared(latex: str) -> str:
    """The same formula in commands that latex2mathml takes."""
    for pattern, instead in _BEFORE:
        latex = pattern.sub(instead, latex)
    return _paired(latex)


def _paired(latex: str) -> str:
    r"""Brackets as \left and \right where both stand in the formula, on the same level."""
    found = list(_BRACKET.finditer(latex))
    sides: dict[int, str] = {}
    open_at: list[list[int]] = [[]]
    for k, match in enumerate(found):
        side = match["side"] or (match["plain"] or "")[:1]
        if match["brace"] == "{":
            open_at.append([])
        elif match["brace"] == "}" and len(open_at) == 1:
            raise ValueError(f"{latex!r} closes a brace that is not open, expected a formula")
        elif match["brace"] == "}":
            open_at.pop()
        elif side == "l":
            open_at[-1].append(k)
        elif side == "r" and open_at[-1]:
            sides |= {open_at[-1].pop(): r"\left", k: r"\right"}
    shown, at = "", 0
    for k, match in enumerate(found):
        shown += latex[at : match.start()] + _bracket(match, sides.get(k))
        at = match.end()
    return shown + latex[at:]


def _bracket(match: re.Match[str], side: str | None) -> str:
    if not (match["size"] or match["plain"]):
        return match[0]
    if match["size"] in (r"\bigl", r"\bigr") and match["sized"] in "()[]":
        return match["sized"]  # around letters, where one that grows has gaps beside it
    if match["plain"]:
        shape = _SHAPES[match["plain"]]
        return f"{side}{_SMALL[shape]}" if side else shape
    return f"{side or match['size']}{_SHAPES.get(match['sized'][1:], match['sized'])}"
