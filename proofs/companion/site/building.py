"""The whole site: its files by their names, all of them made before one is written."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

from numeric_checks.figures import TITLES, picture
from proofs.companion import __version__, ledger
from proofs.companion.claims.catalogue import PROOFS
from proofs.companion.claims.places import passages
from proofs.companion.documents.document import Document
from proofs.companion.documents.errata import errata
from proofs.companion.running import Pool, in_order
from proofs.companion.site.accounts import Account, account
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

__all__ = ["accounts_of", "files"]

OWN = Path(__file__).parent
#: passes things on as they come, and may show how many there are
Watch: TypeAlias = Callable[[Iterable[Account], int], Iterable[Account]]

_ANALYZE = "analyze.html"


def accounts_of(ids: list[str], workers: int) -> Iterator[Account]:
    """The claims, each checked and told by one of the workers, in order."""
    if workers == 1:
        yield from map(account, ids)
        return
    ledger.prepare(ids)
    yield from in_order(account, ids, Pool(workers), workers)


def files(accounts: dict[str, Account]) -> dict[str, bytes]:
    """The content of every file, by its place on the site."""
    docs = documents(PROOFS.parent)
    pictures = {f"figures/{name}.svg": picture(name).render("svg") for name in TITLES}
    pages = _pages(accounts, docs)
    places = {page.path for page in pages}
    frame = Frame([(path, label) for path, label in _PLACES if path in places])
    found = {page.path: frame.around(page).encode() for page in pages}
    found |= {f"assets/{p.name}": p.read_bytes() for p in (OWN / "assets").iterdir() if p.is_file()}
    found |= {**pictures, **docs.pictures}
    listed = {"schema": 1, "recency": __version__, "files": sorted(found)}
    return {**found, MARK: (json.dumps(listed, indent=1) + "\n").encode()}


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
    ("docs/index.html", "Docs"),
)


def _pages(accounts: dict[str, Account], docs: Documents) -> list[Page]:
    corrections = errata(Document(ledger.load(a.id), a.report) for a in accounts.values())
    known = [p for p in passages() if p.claim is None or p.claim.id in accounts]
    analyze = list(_analyze())
    return [
        home_page(accounts, corrections, TITLES, bool(analyze)),
        claims_page(accounts),
        *(claim_page(each, accounts) for each in accounts.values()),
        paper_page(known, accounts),
        errata_page(corrections, accounts),
        graph_page(accounts),
        rules_page(accounts),
        figures_page(TITLES),
        *analyze,
        *docs.pages,
    ]


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
