"""The whole site: its files by their names, all of them made before one is written."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from html import unescape
from pathlib import Path
from typing import TypeVar

from numeric_checks.figures import TITLES, picture
from proofs.companion import __version__, ledger, notebooks
from proofs.companion.claims.catalogue import PAGES
from proofs.companion.claims.places import passages
from proofs.companion.documents.document import Document
from proofs.companion.documents.errata import errata
from proofs.companion.running import Pool, in_order
from proofs.companion.site.accounts import LOG, Account, account, settled
from proofs.companion.site.claim_pages import claim_page
from proofs.companion.site.frame import Frame, Page
from proofs.companion.site.graph_page import graph_page
from proofs.companion.site.lists import (
    claims_page,
    errata_page,
    figures_page,
    home_page,
    paper_page,
)
from proofs.companion.site.markdown import Documents, documents
from proofs.companion.site.rules_page import rules_page
from proofs.companion.site.writing import MARK
from symbolic.printing.escapes import for_html

__all__ = ["accounts_of", "assets", "files", "notebook_page"]

R = TypeVar("R")

OWN = Path(__file__).parent
_ANALYZE, _NOTEBOOKS = "analyze.html", "notebooks.html"


def accounts_of(
    ids: Sequence[str], workers: int, seen: Callable[[Iterator[Account]], Iterator[Account]] = iter
) -> dict[str, Account]:
    """The claims, each checked and told by one of the workers, in order; they pass ``seen``."""
    ledger.prepare(ids)
    told = _each(partial(account, elsewhere=frozenset(ids)), ids, workers)
    return {each.id: each for each in settled(list(seen(told)))}


def _figure(name: str) -> bytes:
    return picture(name).render("svg")


def _is_broad(svg: bytes) -> bool:
    """Is the picture too broad to be read in a column of text?"""
    width = re.search(rb'<svg[^>]* width="([0-9.]+)pt"', svg)
    return width is not None and float(width[1]) > 300


def _each(work: Callable[[str], R], names: Sequence[str], workers: int) -> Iterator[R]:
    return in_order(work, names, Pool(workers) if workers > 1 else None, workers)


def files(
    accounts: dict[str, Account], workers: int = 1, *, executed: bool = False
) -> dict[str, bytes]:
    """The content of every file, by its place on the site; with the notebooks, if executed."""
    docs = documents(PAGES)
    drawn = zip(TITLES, _each(_figure, list(TITLES), workers), strict=True)
    pictures = {f"figures/{name}.svg": content for name, content in drawn}
    broad = {name for name in TITLES if _is_broad(pictures[f"figures/{name}.svg"])}
    pages = list(_settled(_pages(accounts, docs, broad)))
    if executed:
        pages += notebook_pages(workers)
    places = {page.path for page in pages}
    frame = Frame([(path, label) for path, label in _PLACES if path in places])
    found = {page.path: frame.around(page).encode() for page in pages}
    found |= {**assets(), **pictures, **docs.pictures}
    listed = {"schema": 1, "recency": __version__, "files": sorted(found)}
    return {**found, MARK: (json.dumps(listed, indent=1) + "\n").encode()}


def assets() -> dict[str, bytes]:
    """The styles and scripts of the pages."""
    return {f"assets/{p.name}": p.read_bytes() for p in (OWN / "assets").iterdir() if p.is_file()}


def notebook_pages(workers: int) -> list[Page]:
    """The notebooks, executed, after a page that lists them."""
    names = sorted(str(path) for path in notebooks.FOLDER.glob("*.ipynb"))
    found = list(_each(_notebook, names, workers))
    items = "".join(f'<li><a href="{each.path}">{for_html(each.title)}</a></li>' for each in found)
    body = f"<h1>Notebooks</h1><p>As they were executed for these pages.</p><ol>{items}</ol>"
    return [Page(_NOTEBOOKS, "Notebooks", body), *found] if found else []


def _notebook(name: str) -> Page:
    path = Path(name)
    return notebook_page(path.stem, notebooks.html(path))


def notebook_page(name: str, shown: str) -> Page:
    """The page of a notebook that shows this."""
    shown = shown.replace("<pre", '<pre tabindex="0"')
    title = re.search(r"<h1>([^<]*)</h1>", shown)
    words = unescape(title[1]) if title else name
    return Page(f"notebooks/{name}.html", words, f'<div class="document">{shown}</div>')


#: what every page leads to
_PLACES = (
    ("index.html", "recency"),
    (_ANALYZE, "Analyze"),
    ("claims.html", "Claims"),
    ("paper.html", "Paper"),
    ("errata.html", "Errata"),
    ("graph.html", "Graph"),
    ("rules.html", "Rules"),
    ("figures.html", "Figures"),
    ("readme.html", "Docs"),
    (_NOTEBOOKS, "Notebooks"),
)


def _pages(accounts: dict[str, Account], docs: Documents, broad: Collection[str]) -> list[Page]:
    held = (each for each in accounts.values() if each.report.ok)
    corrections = errata(Document(ledger.load(each.id), each.report) for each in held)
    known = [p for p in passages() if p.claim is None or p.claim.id in accounts]
    analyze = list(_analyze())
    return [
        home_page(
            accounts,
            corrections,
            TITLES,
            known,
            analyzes=bool(analyze),
            documented=bool(docs.pages),
        ),
        claims_page(accounts),
        *(claim_page(each, accounts) for each in accounts.values()),
        paper_page(known, accounts),
        errata_page(corrections, accounts),
        graph_page(accounts),
        rules_page(accounts),
        figures_page(TITLES, broad),
        *analyze,
        *docs.pages,
    ]


def _settled(pages: list[Page]) -> Iterator[Page]:
    """The same pages; a link to a lemma that its page has in the log alone leads there."""
    own = {page.path: frozenset(_ANCHOR.findall(page.body)) for page in pages}
    for page in pages:

        def link(found: re.Match[str], here: str = page.path) -> str:
            path, name = found.groups()
            there = posixpath.normpath(posixpath.join(posixpath.dirname(here), path))
            known = own.get(there if path else here, frozenset())
            if name not in known and f"{LOG}{name}" in known:
                return f'href="{path}#{LOG}{name}"'
            return found[0]

        yield replace(page, body=_LINK.sub(link, page.body))


_ANCHOR, _LINK = re.compile(r' id="([^"]+)"'), re.compile(r'href="([^"#?:]*)#([^"]+)"')


def _analyze() -> Iterator[Page]:
    """The page on which a return is analysed: its body is a file, its scripts are assets."""
    body = OWN / "pages" / _ANALYZE
    if body.is_file():
        yield Page(
            _ANALYZE,
            "Analyze a return",
            body.read_text("utf-8"),
            scripts=("certificate.js", "analyze.js"),
            styles=("analyze.css",),
        )
