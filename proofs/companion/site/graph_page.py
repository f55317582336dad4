"""The graph of all claims, and what it says about each of them."""

from __future__ import annotations

from collections.abc import Mapping

from proofs.companion.site.accounts import Account, address, in_coq
from proofs.companion.site.claim_pages import claim_link, coq_status
from proofs.companion.site.frame import Page, badge, slug
from proofs.companion.site.graph import Node, drawn
from symbolic.printing.escapes import for_html

__all__ = ["graph_page"]

_COQ = {
    "checked": "Coq theorems, checked for these pages",
    "recorded": "Coq theorems, recorded and not checked here",
    "none": "no Coq theorem of this statement",
}


def graph_page(accounts: Mapping[str, Account]) -> Page:
    """The page; a script shows what a node is about, and with ``?focus=ID`` what it belongs to."""
    uses = {a.id: [b for b in a.report.depends if b in accounts] for a in accounts.values()}
    used = {below for all_of in uses.values() for below in all_of}
    alone = [a for a in accounts.values() if not uses[a.id] and a.id not in used]
    joined = [a for a in accounts.values() if a not in alone]
    figure = drawn(
        list(map(_node, joined)),
        {a.id: uses[a.id] for a in joined},
        "Claims, each at the right of those that it rests on",
    )
    single = "".join(f"<li>{badge(a.verdict)} {claim_link(a)} {a.title}</li>" for a in alone)
    body = "\n".join(
        [
            "<h1>What rests on what</h1>",
            "<p>A line leads from a claim to one at its right whose derivation uses a theorem of "
            "it. It is read off the derivations.</p>",
            _legend(accounts),
            '<div class="tools" id="tools" hidden></div>',
            f'<div class="scroll stage">{figure}</div>',
            '<aside class="card preview" id="preview" aria-live="polite" hidden></aside>',
            '<h2 id="alone">Claims that use no other, and that no other uses</h2>',
            f'<ul class="claims columns">{single}</ul>',
        ]
    )
    return Page("graph.html", "What rests on what", body, wide=True, scripts=("graph.js",))


def _node(account: Account) -> Node:
    coq = coq_status(account)
    theorem = account.main.text if account.main else ""
    data = (
        ("verdict", account.verdict),
        ("title", account.report.title),
        ("place", account.where),
        ("theorem", theorem),
        ("coq", _COQ[coq]),
    )
    kinds = (slug(account.verdict), f"coq-{coq}")
    about = f"{account.report.title} ({account.verdict})"
    return Node(
        account.id, account.id, address(account.id), about, kinds, not account.printed, data
    )


def _legend(accounts: Mapping[str, Account]) -> str:
    verdicts = dict.fromkeys(a.verdict for a in accounts.values())
    kinds = dict.fromkeys(map(coq_status, accounts.values()))
    items = [_key(verdict, (slug(verdict),)) for verdict in verdicts]
    items += [_key(_COQ[kind], (f"coq-{kind}",)) for kind in _COQ if kind in kinds]
    items += [_key("in the paper", ()), _key("beyond the paper", (), corner=10)]
    problem = in_coq().problem
    note = f"<p>Coq: {for_html(problem)}.</p>" if problem else ""
    return f'<ul class="legend" aria-label="Legend">{"".join(items)}</ul>{note}'


def _key(words: str, kinds: tuple[str, ...], corner: int = 2) -> str:
    box = f'<rect x="2" y="2" width="30" height="20" rx="{corner}"/>'
    return (
        f'<li><svg class="graph" width="34" height="24" aria-hidden="true">'
        f'<g class="{" ".join(("node", *kinds))}">{box}</g></svg> {for_html(words)}</li>'
    )
