"""Values as a notebook shows them: a title, a table of two columns, and a picture.

    >>> print(card("1 < 2", [("left", "1"), ("right", "2")]))   # doctest: +ELLIPSIS
    <div ...><b>1 &lt; 2</b><table ...><tr><td ...>left</td><td ...>1</td></tr>...

Colours are those of the page around it.

Imports nothing but Python.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from urllib.parse import quote

__all__ = ["card", "image"]

_CARD = "border:1px solid #8888;border-radius:6px;padding:.6em .9em;max-width:52em"
#: what stands for itself in an address between quotation marks
_PLAIN = " =:;/,()"
_CELL = "text-align:left;vertical-align:top;padding:.1em .9em .1em 0"


def card(title: str, rows: Iterable[tuple[str, str]], *, below: str = "", picture: str = "") -> str:
    """HTML that may stand anywhere in a page; ``below`` is said under the title in small print, and
    the picture is SVG, whose names are its own: several cards may stand in a page."""
    cells = "".join(
        f'<tr><td style="{_CELL};white-space:nowrap">{escape(name)}</td>'
        f'<td style="{_CELL}">{escape(words)}</td></tr>'
        for name, words in rows
    )
    said = f'<p style="font-size:smaller;margin:.3em 0">{escape(below)}</p>' if below else ""
    drawn = image(picture, title) if picture else ""
    table = f'<table style="border-collapse:collapse">{cells}</table>'
    return f'<div style="{_CARD}"><b>{escape(title)}</b>{said}{table}{drawn}</div>'


def image(svg: str, words: str) -> str:
    """A picture that is in the page, and says these words where it is not seen.

    >>> image('<svg viewBox="0 0 1 1"/>', "a < b")
    '<img alt="a &lt; b" src="data:image/svg+xml,%3Csvg viewBox=%220 0 1 1%22/%3E" \
style="max-width:100%"/>'
    """
    source = f"data:image/svg+xml,{quote(svg, safe=_PLAIN)}"
    return f'<img alt="{escape(words)}" src="{source}" style="max-width:100%"/>'
