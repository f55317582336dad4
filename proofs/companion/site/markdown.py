"""Documents in Markdown as pages: README.md and docs/, where they are.

A link between them, or to an anchor in one, leads to the page; a picture is taken along; a link to
a file that is no page is left as words.
"""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from proofs.companion.site.frame import Page
from symbolic.printing.escapes import for_html

if TYPE_CHECKING:
    from markdown_it.token import Token

__all__ = ["Documents", "documents", "github_anchor"]

_PICTURES = (".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp")


@dataclass(frozen=True)
class Documents:
    """The pages, the first of which is the index, and the pictures that they show."""

    pages: tuple[Page, ...]
    pictures: Mapping[str, bytes]


def documents(root: Path) -> Documents:
    """README.md and docs/*.md below this folder."""
    found = [root / "README.md", *sorted((root / "docs").glob("*.md"))]
    sources = {os.path.relpath(path, root): path for path in found if path.is_file()}
    places = {name: _place(name) for name in sources}
    pages, pictures = [], dict[str, bytes]()
    for name, path in sources.items():
        shown = _Shown(root, name, places, pictures)
        pages.append(shown.page(path.read_text("utf-8")))
    return Documents(tuple(pages), pictures)


def _place(name: str) -> str:
    """The page of a document.

    >>> _place("README.md"), _place("docs/language.md")
    ('docs/index.html', 'docs/language.html')
    """
    stem = posixpath.splitext(posixpath.basename(name))[0]
    return f"docs/{'index' if name == 'README.md' else stem}.html"


def github_anchor(words: str) -> str:
    """The anchor that GitHub gives a heading.

    >>> github_anchor("Is TD safe with my return?")
    'is-td-safe-with-my-return'
    """
    return re.sub(r"[^\w\- ]", "", words.strip().lower()).replace(" ", "-")


class _Shown:
    """One document on its way to a page."""

    def __init__(
        self, root: Path, name: str, places: Mapping[str, str], pictures: dict[str, bytes]
    ) -> None:
        self.root, self.name, self.places, self.pictures = root, name, places, pictures
        self.here = _place(name)

    def page(self, text: str) -> Page:
        """The page; its title is the first heading."""
        from markdown_it import MarkdownIt

        parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
        tokens = parser.parse(re.sub(r"<!--.*?-->\n?", "", text, flags=re.DOTALL))
        title = self._headings(tokens)
        for token in tokens:
            if token.children:
                token.children = list(self._inline(token.children))
        html = parser.renderer.render(tokens, parser.options, {})
        for tag, instead in _SCROLLING.items():
            html = html.replace(tag, instead)
        body = f'<div class="document">{html}</div>{self._others()}'
        return Page(self.here, title or self.name, body)

    def _headings(self, tokens: list[Token]) -> str:
        """Anchors for the headings; the words of the first."""
        met: dict[str, int] = {}
        first = ""
        for opening, inline in pairwise(tokens):
            if opening.type == "heading_open":
                words = "".join(t.content for t in inline.children or ())
                first = first or words
                own = github_anchor(words)
                seen = met[own] = met.get(own, 0) + 1
                opening.attrSet("id", own if seen == 1 else f"{own}-{seen - 1}")
        return first

    def _inline(self, tokens: list[Token]) -> Iterator[Token]:
        """The same, with links to pages."""
        dropped: list[bool] = []
        for token in tokens:
            if token.type == "link_open":
                target = self._target(str(token.attrGet("href") or ""))
                dropped.append(target is None)
                if target is None:
                    continue
                token.attrSet("href", target)
            elif token.type == "link_close" and dropped.pop():
                continue
            elif token.type == "image":
                token.attrSet("src", self._picture(str(token.attrGet("src") or "")))
                token.attrSet("alt", token.content)
            yield token

    def _path(self, address: str) -> str:
        """The file that an address in the document leads to, from the root of the project."""
        base = posixpath.dirname(self.name)
        return posixpath.normpath(posixpath.join(base, unquote(urlsplit(address).path)))

    def _target(self, address: str) -> str | None:
        """Where a link leads on the site, if it leads to something that is there."""
        parts = urlsplit(address)
        if parts.scheme or parts.netloc or not parts.path:
            return address
        path = self._path(address)
        if path not in self.places:
            return None if path.lower().endswith(_PICTURES) is False else self._picture(address)
        fragment = f"#{parts.fragment}" if parts.fragment else ""
        return posixpath.relpath(self.places[path], posixpath.dirname(self.here)) + fragment

    def _picture(self, address: str) -> str:
        """Where a picture is on the site."""
        if urlsplit(address).scheme:
            return ""
        path = self._path(address)
        file = self.root / path
        if path.startswith("..") or not file.is_file():
            return ""
        place = f"docs/pictures/{path.removeprefix('docs/').replace('/', '-')}"
        self.pictures[place] = file.read_bytes()
        return posixpath.relpath(place, posixpath.dirname(self.here))

    def _others(self) -> str:
        """The other documents."""
        links = "".join(
            f'<li><a href="{posixpath.relpath(place, "docs")}">{for_html(name)}</a></li>'
            for name, place in self.places.items()
            if name != self.name
        )
        return (
            f'<nav class="contents" aria-label="Documents"><ul>{links}</ul></nav>' if links else ""
        )


#: what may be wider than a page scrolls
_SCROLLING = {
    "<pre>": '<pre tabindex="0">',
    "<table>": '<div class="scroll"><table>',
    "</table>": "</table></div>",
}
