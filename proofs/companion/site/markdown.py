"""Documents in Markdown as pages: README.md, docs/ and what else lies beside them, where they are.

A link between them, or to an anchor in one, leads to the page; a picture is taken along; a link to
a file that is no page is left as words.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from proofs.companion.site.frame import Page, scripted
from symbolic.printing.escapes import for_html
from symbolic.printing.mathml import mathml

if TYPE_CHECKING:
    from markdown_it.token import Token

__all__ = ["Documents", "documents", "github_anchor"]

#: what lies beside README.md; a text that is no Markdown is shown as it is, under a title
_BESIDE = ("CONTRIBUTING.md", "CHANGELOG.md")
_PLAIN = {"CITATION.cff": "How to cite", "LICENSE": "License"}
_PICTURES = (".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp")


@dataclass(frozen=True)
class Documents:
    """The pages, the first of which is the index, and the pictures that they show."""

    pages: tuple[Page, ...]
    pictures: Mapping[str, bytes]


def documents(root: Path) -> Documents:
    """README.md, docs/*.md and what lies beside them in this folder."""
    own = [root / "README.md", *sorted((root / "docs").glob("*.md"))]
    found = [*own, *(root / name for name in (*_BESIDE, *_PLAIN))]
    sources = {path.relative_to(root).as_posix(): path for path in found if path.is_file()}
    texts = {name: path.read_text("utf-8") for name, path in sources.items()}
    titles = {
        name: name if name == "README.md" else _PLAIN.get(name) or _title(text)
        for name, text in texts.items()
    }
    pictures: dict[str, bytes] = {}
    pages = [_Shown(root, name, titles, pictures).page(text) for name, text in texts.items()]
    return Documents(tuple(pages), pictures)


def _title(text: str) -> str:
    """The first heading of a document.

    >>> _title("# The language #")
    'The language'
    """
    found = re.search(r"^# +(.+?)[ #]*$", text, re.MULTILINE)
    return found[1].replace("`", "") if found else "without a title"


def _place(name: str) -> str:
    """The page of a document.

    >>> _place("README.md"), _place("docs/language.md"), _place("LICENSE")
    ('readme.html', 'docs/language.html', 'license.html')
    """
    stem = posixpath.splitext(name)[0]
    return f"{stem if '/' in name else stem.lower()}.html"


def github_anchor(words: str) -> str:
    """The anchor that GitHub gives a heading.

    >>> github_anchor("Is TD safe with my return?")
    'is-td-safe-with-my-return'
    """
    return re.sub(r"[^\w\- ]", "", words.strip().lower()).replace(" ", "-")


class _Shown:
    """One document on its way to a page."""

    def __init__(
        self, root: Path, name: str, titles: Mapping[str, str], pictures: dict[str, bytes]
    ) -> None:
        self.root, self.name, self.titles, self.pictures = root, name, titles, pictures
        self.here = _place(name)

    def page(self, text: str) -> Page:
        """The page."""
        title = self.titles[self.name]
        html = _plain(title, text) if self.name in _PLAIN else self._rendered(text)
        body = f'{self._others()}<div class="document">{html}</div>'
        return Page(self.here, title, body)

    def _rendered(self, text: str) -> str:
        from markdown_it import MarkdownIt

        parser = MarkdownIt("commonmark", {"html": False, "xhtmlOut": False}).enable(
            ["table", "strikethrough"]
        )
        tokens = parser.parse(re.sub(r"<!--.*?-->\n?", "", text, flags=re.DOTALL))
        self._headings(tokens)
        for token in tokens:
            if token.children:
                token.children = list(self._inline(token.children))
                for part in token.children:
                    if part.type == "text":  # formulas are typed as a terminal shows them
                        part.type, part.content = "html_inline", scripted(part.content)
        html = str(parser.renderer.render(tokens, parser.options, {}))
        for tag, instead in _SCROLLING.items():
            html = html.replace(tag, instead)
        return html

    def _headings(self, tokens: list[Token]) -> None:
        """Anchors for the headings."""
        met: dict[str, int] = {}
        for opening, inline in pairwise(tokens):
            if opening.type == "heading_open":
                words = "".join(t.content for t in inline.children or ())
                own = github_anchor(words)
                seen = met[own] = met.get(own, 0) + 1
                opening.attrSet("id", own if seen == 1 else f"{own}-{seen - 1}")

    def _inline(self, tokens: list[Token]) -> Iterator[Token]:
        """The same, with links to pages, and with formulas."""
        from markdown_it.token import Token

        dropped: list[bool] = []
        for k, token in enumerate(tokens):
            match token.type:
                case "link_open":
                    target = self._target(str(token.attrGet("href") or ""))
                    dropped.append(target is None)
                    if target is not None:
                        token.attrSet("href", target)
                        yield token
                case "link_close":
                    if not dropped.pop():
                        yield token
                case "image":
                    source = self._picture(str(token.attrGet("src") or ""))
                    token.attrs |= {"src": source or "", "alt": token.content}
                    yield token if source else Token("text", "", 0, content=token.content)
                case "code_inline" if _is_formula(tokens, k):
                    # GitHub has formulas between $` and `$
                    tokens[k - 1].content = tokens[k - 1].content[:-1]
                    tokens[k + 1].content = tokens[k + 1].content[1:]
                    yield Token("html_inline", "", 0, content=mathml(token.content))
                case _:
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
        if path not in self.titles:
            return self._picture(address) if path.lower().endswith(_PICTURES) else None
        fragment = f"#{parts.fragment}" if parts.fragment else ""
        return self._from_here(_place(path)) + fragment

    def _picture(self, address: str) -> str | None:
        """Where a picture is on the site, if it can be taken along."""
        if urlsplit(address).scheme:
            return None
        path = self._path(address)
        file = self.root / path
        if path.startswith("..") or not file.is_file():
            return None
        place = f"docs/pictures/{path.removeprefix('docs/').replace('/', '-')}"
        self.pictures[place] = file.read_bytes()
        return self._from_here(place)

    def _from_here(self, place: str) -> str:
        return posixpath.relpath(place, posixpath.dirname(self.here) or ".")

    def _others(self) -> str:
        """The other documents."""
        links = "".join(
            f'<li><a href="{self._from_here(_place(name))}">{for_html(title)}</a></li>'
            for name, title in self.titles.items()
            if name != self.name
        )
        return (
            f'<nav class="contents" aria-label="Documents"><ul>{links}</ul></nav>' if links else ""
        )


def _plain(title: str, text: str) -> str:
    """A text as it is, with links where it has addresses."""
    shown = re.sub(r"https://[^\s<>()]*[^\s<>().,;&]", r'<a href="\g<0>">\g<0></a>', for_html(text))
    return f'<h1>{for_html(title)}</h1><pre class="wrap" tabindex="0">{shown}</pre>'


def _is_formula(tokens: Sequence[Token], k: int) -> bool:
    """Does the code there stand between two signs of dollars?"""
    beside = [*tokens[k - 1 : k], *tokens[k + 1 : k + 2]]
    if [token.type for token in beside] != ["text", "text"]:
        return False
    before, after = (token.content for token in beside)
    return before.endswith("$") and after.startswith("$")


#: what may be wider than a page scrolls
_SCROLLING = {
    "<pre>": '<pre tabindex="0">',
    "<table>": '<div class="scroll"><table>',
    "</table>": "</table></div>",
}
