"""The frame of every page: its head, the way to the other pages, and its foot."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from proofs.companion import __version__
from proofs.companion.documents.companion import TITLE
from symbolic.printing.escapes import for_html

__all__ = ["Frame", "Page", "badge", "capital", "compact", "scripted", "slug"]

#: a formula, and what belongs to it: punctuation, and the rest of a word such as n-step; a formula
#: with a line of its own has it in its box
_FORMULA = re.compile(r"(<math.*?</math>)(</span></span>)?([,.;:)?!]+|-\w+[,.;:)?!]*)?", re.DOTALL)
_KEPT = '<span class="kept">'
_NUMBERED = re.compile(r"&#x([0-9A-Fa-f]+);")
_ESCAPED = {"<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;", "'": "&#39;"}
#: what HTML knows of a formula without being told: its namespace, that it stands in a line, that
#: brackets are brackets and grow; a row of one thing, or of the whole formula, is no row
_KNOWN = (
    (re.compile(r' (?:xmlns="http://www\.w3\.org/1998/Math/MathML"|display="inline")'), ""),
    (re.compile(r'<mo(?: stretchy="true")? fence="true" form='), "<mo form="),
    (re.compile(r'<mo stretchy="false" fence="true" form='), '<mo stretchy="false" form='),
    (re.compile('="0em"'), '="0"'),
    (re.compile(r"<mrow>(<m[ino]>[^<]*</m[ino]>)</mrow>"), r"\1"),
    (re.compile(r"(<math[^>]*>)<mrow>(.*)</mrow></math>"), r"\1\2</math>"),
)


_PART = r"[_^](?:\{[^{}\s]+\}|[A-Za-zα-ω0-9](?!\w))"
#: a letter, or what stands in bars or brackets, with an index, an exponent, or one after the other
_SCRIPT = re.compile(rf"((?<!\w)[^\W\d_]|[|‖\])}}⟩])({_PART})({_PART})?")
_TAGS = {"_": "sub", "^": "sup"}


@dataclass(frozen=True)
class Page:
    """A page: the file it is in, its title, and what it shows below that.

    A ``wide`` page takes the whole window; ``scripts`` and ``styles`` are files of the assets.
    """

    path: str
    title: str
    body: str
    wide: bool = False
    scripts: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()


@dataclass(frozen=True)
class Frame:
    """The pages that each page leads to, with what they are called there."""

    places: Sequence[tuple[str, str]]

    def around(self, page: Page) -> str:
        """The whole page."""
        root = "../" * page.path.count("/")
        styles = ("site.css", *page.styles)
        scripts = ("site.js", *page.scripts)
        head = "\n".join(
            (
                *(f'<link rel="stylesheet" href="{root}assets/{name}">' for name in styles),
                *(f'<script defer src="{root}assets/{name}"></script>' for name in scripts),
            )
        )
        title = page.title if page.title == "recency" else f"{page.title} · recency"
        return compact(
            f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{for_html(title)}</title>
<link rel="icon" href="data:,">
{head}
</head>
<body>
<a class="skip" href="#main">To the text</a>
<header><nav aria-label="Pages">{self._places(page.path, root)}</nav></header>
<main id="main"{' class="wide"' if page.wide else ""}>
{page.body}
</main>
<footer><p>recency {__version__}, a machine-checked companion to <cite>{for_html(TITLE)}</cite>
(Daley, Machado, White). What is said of a claim here was computed from what was proved.</p>
</footer>
</body>
</html>
"""
        )

    def _places(self, here: str, root: str) -> str:
        def shown(path: str, label: str) -> str:
            current = ' aria-current="page"' if path == here else ""
            return f'<a href="{root}{path}"{current}>{for_html(label)}</a>'

        return "".join(shown(path, label) for path, label in self.places)


def compact(page: str) -> str:
    """The same page in fewer bytes, with formulas that no line parts from what follows them.

    >>> compact('<math display="inline"><mrow><mi>&#x003B3;</mi><mo>&#x0003C;</mo></mrow></math>')
    '<math><mi>γ</mi><mo>&lt;</mo></math>'
    >>> compact("<math><mi>n</mi></math>-step returns")
    '<span class="kept"><math><mi>n</mi></math>-step</span> returns'
    """
    shown = _FORMULA.sub(_kept, page)
    return _NUMBERED.sub(_sign, shown).replace(f"({_KEPT}", f"{_KEPT}(")


@lru_cache(maxsize=20_000)
def _short(formula: str) -> str:
    for pattern, instead in _KNOWN:
        formula = pattern.sub(instead, formula)
    return formula


def _kept(found: re.Match[str]) -> str:
    formula, ends, after = _short(found[1]), found[2] or "", found[3] or ""
    return f"{formula}{after}{ends}" if ends or not after else f"{_KEPT}{formula}{after}</span>"


def _sign(found: re.Match[str]) -> str:
    sign = chr(int(found[1], 16))
    return _ESCAPED.get(sign, sign)


def badge(verdict: str) -> str:
    """A verdict, in a colour that repeats it.

    >>> badge("not supported")
    '<span class="badge not-supported">not supported</span>'
    """
    return f'<span class="badge {slug(verdict)}">{for_html(verdict)}</span>'


def capital(title: str) -> str:
    """A title with a capital, unless it begins with a formula."""
    return title[:1].upper() + title[1:]


def scripted(words: str) -> str:
    """Words for HTML; an index or an exponent of a letter stands below or above it.

    >>> scripted("V_t < Φ^T δ_{t+i}, and step_size")
    'V<sub>t</sub> &lt; Φ<sup>T</sup> δ<sub>t+i</sub>, and step_size'
    """
    return _SCRIPT.sub(_script, for_html(words))


def _script(found: re.Match[str]) -> str:
    letter, *parts = found[1], found[2], found[3]
    shown = (
        f"<{_TAGS[part[0]]}>{part[1:].strip('{}')}</{_TAGS[part[0]]}>" for part in parts if part
    )
    joiner = "" if letter.isalpha() else "\N{WORD JOINER}"  # a line may end after a bracket
    return letter + joiner + "".join(shown)


def slug(words: str) -> str:
    """Words as a name for an anchor or a class."""
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")
