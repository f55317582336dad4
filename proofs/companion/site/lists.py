"""The pages that list things: the first page, the claims, the paper, the errata, the figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby

from numeric_checks.safety.analysis_words import SCOPE
from proofs.companion.claims.places import Passage
from proofs.companion.documents import paper_map
from proofs.companion.documents.companion import MAIN, TITLE, VERDICTS
from proofs.companion.documents.errata import Errata, Erratum, Kind
from proofs.companion.site.accounts import Account, linked
from proofs.companion.site.claim_pages import claim_link, coq_status
from proofs.companion.site.frame import Page, badge, capital, slug
from symbolic.documents import blocks_html
from symbolic.printing import prose
from symbolic.printing.escapes import for_html

__all__ = ["claims_page", "errata_page", "figures_page", "home_page", "paper_page", "tally"]

_LEAD = (
    "Give the weights of your TD errors and a discount; get a verdict, with a certificate that "
    "anyone can check, on whether on-policy TD learning with expected updates is safe on every "
    "finite irreducible Markov reward process."
)
_SECOND = (
    "Beside it stand the paper's assertions: derived step by step, or corrected with an exact "
    "instance; and those that are read off its experiments, measured again."
)


def tally(accounts: Mapping[str, Account]) -> str:
    """How many claims have each verdict, as a bar and in words."""
    found = Counter(account.verdict for account in accounts.values())
    order = [word for word in VERDICTS if word in found]
    bar = "".join(
        f'<span class="{slug(word)}" style="flex-grow:{found[word]}"></span>' for word in order
    )
    words = " ".join(f"<li>{badge(word)} {found[word]}</li>" for word in order)
    return (
        f'<div class="tally"><div class="bar" aria-hidden="true">{bar}</div>'
        f'<ul aria-label="Claims by verdict">{words}</ul></div>'
    )


def home_page(
    accounts: Mapping[str, Account],
    errata: Errata,
    figures: Mapping[str, str],
    passages: Sequence[Passage],
    *,
    analyzes: bool,
    documented: bool,
) -> Page:
    """The first page."""
    kinds = Counter(erratum.kind for erratum in errata.found)
    wrong = "; ".join(f"{kind.value.lower()}: {kinds[kind]}" for kind in Kind if kinds[kind])
    doors = [
        ("analyze.html", "Is TD safe with my return?", "Type weights and a discount; see the curve "
         "that decides, and check certificates exactly, in this page.") if analyzes else None,
        ("paper.html", "What holds in the paper?", "Every assertion and definition, in order, each "
         "with its verdict or the reason why it has none."),
        ("errata.html", "What has to be corrected?", f"{capital(wrong)}."),
        ("graph.html", "What rests on what?", "All claims with their dependencies, as they were "
         "computed."),
        ("readme.html", "How do I use it?", "The commands, the Python side, and a proof of one's "
         "own.") if documented else None,
    ]  # fmt: skip
    shown = "".join(
        f'<a class="card" href="{href}"><strong>{title}</strong><span>{words}</span></a>'
        for href, title, words in filter(None, doors)
    )
    main = [accounts[claim] for claim in MAIN if claim in accounts]
    body = "\n".join(
        [
            "<h1>recency</h1>",
            f'<p class="lead">{_LEAD}</p>',
            f"<p><small>{for_html(SCOPE)}</small></p>",
            f"<p>{_SECOND} {paper_map.share(passages)}</p>",
            f"<p>A companion to <cite>{for_html(TITLE)}</cite> "
            '(Daley, Machado, White; <a href="https://arxiv.org/abs/2406.12284">arXiv:2406.12284'
            "</a>).</p>",
            f'<div class="doors">{shown}</div>',
            *_figure("two-weight-map", figures),
            f"<h2>{len(accounts)} claims</h2>",
            tally(accounts),
            '<p><a href="claims.html">All of them</a>. The main theorems:</p>',
            f'<ul class="theorems">{"".join(map(_main, main))}</ul>',
        ]
    )
    return Page("index.html", "recency", body)


def _main(account: Account) -> str:
    """A main theorem in words, under the title of its claim, after what is printed instead."""
    parts = {part.name: part.html for part in account.parts}  # a claim that failed has none
    words = parts[MAIN[account.id].replace("_", " ")] if parts else ""
    if account.wrong:
        said = (
            f"<p>{badge(account.verdict)} Printed, in our words: {account.wrong}</p>"
            f"<p><strong>Instead:</strong> {words}</p>"
        )
    elif account.added:
        needed = ", ".join(account.added)
        said = f"<p>{badge(account.verdict)} {words} It needs what is not printed: {needed}.</p>"
    else:
        said = f"<p>{badge(account.verdict)} {words}</p>"
    return f"<li><h3>{claim_link(account, words=capital(account.title))}</h3>{said}</li>"


# -- claims ----------------------------------------------------------------------------------------


def claims_page(accounts: Mapping[str, Account]) -> Page:
    """The ledger: every claim, with its verdict and what had to be added."""
    meanings = "".join(
        f"<dt>{badge(word)}</dt><dd>{for_html(meaning)}</dd>"
        for word, meaning in VERDICTS.items()
        if any(account.verdict == word for account in accounts.values())
    )
    printed = [account for account in accounts.values() if account.printed]
    past = [account for account in accounts.values() if not account.printed]
    body = "\n".join(
        [
            "<h1>Claims</h1>",
            tally(accounts),
            f'<details><summary>What a verdict means</summary><dl class="verdicts">{meanings}</dl>'
            "<p>No verdict was written down; each follows from what was derived.</p></details>",
            '<div class="tools" id="tools" data-filters="#claims li" hidden></div>',
            f'<div id="claims"><h2 id="paper">Of the paper</h2><ul class="ledger">'
            f"{''.join(map(_row, printed))}</ul>"
            f'<h2 id="beyond">Beyond it</h2><ul class="ledger">'
            f"{''.join(map(_row, past))}</ul></div>",
        ]
    )
    return Page("claims.html", "Claims", body)


def _row(account: Account) -> str:
    added = [f"added: {statement}" for statement in account.added]
    added += map(for_html, account.report.corrected)
    coq = {"checked": "Coq", "recorded": "Coq, recorded"}.get(coq_status(account))
    small = "; ".join([for_html(account.where), *added, *([coq] if coq else [])])
    return (
        f"<li>{badge(account.verdict)}<div>{claim_link(account)} {account.title}"
        f"<small>{small}</small></div></li>"
    )


# -- the paper -------------------------------------------------------------------------------------


def paper_page(passages: Sequence[Passage], accounts: Mapping[str, Account]) -> Page:
    """Every assertion and definition of the paper, under the headings of its sections."""
    reports = {account.id: account.report for account in accounts.values()}
    explained, counted = (
        "".join(blocks_html(section.blocks))
        for section in list(paper_map.sections(passages, reports))[:2]
    )
    groups = [
        (title, list(found)) for title, found in groupby(passages, lambda p: _chapter(p.place))
    ]
    listed = "".join(
        f'<h2 id="{slug(title)}">{for_html(title)}</h2><ul class="passages">'
        f"{''.join(_passage(passage, accounts) for passage in found)}</ul>"
        for title, found in groups
    )
    contents = "".join(f'<li><a href="#{slug(t)}">{for_html(t)}</a></li>' for t, _ in groups)
    body = (
        f"<h1>{for_html(paper_map.HEADING)}</h1>{explained}{counted}"
        f'<nav class="contents" aria-label="On this page"><ul>{contents}</ul></nav>'
        '<div class="tools" id="tools" data-filters=".passages li" hidden></div>'
        f"{listed}"
    )
    return Page("paper.html", "Paper map", body)


def _chapter(place: str) -> str:
    """The section or the appendix of a place.

    >>> _chapter("Section 3.2, equation 11"), _chapter("Appendix B.1")
    ('Section 3', 'Appendix B')
    """
    return place.partition(",")[0].partition(".")[0]


def _passage(passage: Passage, accounts: Mapping[str, Account]) -> str:
    account = accounts.get(passage.claim.id) if passage.claim else None
    if account is not None:
        verdict, shown = paper_map.examined(passage, account.report)
        before = "" if passage.at_home or passage.theorems else "see "
        where = shown.html(linked("", root="")) if passage.theorems else claim_link(account)
        said = f"{badge(verdict)} {before}{where}"
    elif passage.read:
        said = f'<span class="badge misprint">misprint</span> read: {prose(passage.read).html()}'
    elif passage.defines:
        said = '<span class="badge definition">definition</span>'
    else:
        said = f'<span class="badge none">not examined</span> {for_html(passage.reason)}'
    return (
        f'<li><small class="place">{for_html(passage.place)}</small>'
        f"<p>{prose(passage.words).html()}</p><p>{said}</p></li>"
    )


# -- errata ----------------------------------------------------------------------------------------


def errata_page(errata: Errata, accounts: Mapping[str, Account]) -> Page:
    """What has to be corrected, the gravest first."""
    link = linked("", root="")
    summary = "".join(f"<p>{words.html(link)}</p>" for words in errata.summary)
    found = {kind: [e for e in errata.found if e.kind is kind] for kind in Kind}
    contents = "".join(
        f'<li><a href="#{slug(kind.value)}">{kind.value} ({len(own)})</a></li>'
        for kind, own in found.items()
        if own
    )
    listed = "".join(
        f'<h2 id="{slug(kind.value)}">{kind.value}</h2>'
        f"{''.join(_erratum(erratum, accounts) for erratum in own)}"
        for kind, own in found.items()
        if own
    )
    body = (
        f"<h1>Errata</h1>{summary}"
        f'<nav class="contents" aria-label="On this page"><ul>{contents}</ul></nav>{listed}'
    )
    return Page("errata.html", "Errata", body)


def _erratum(erratum: Erratum, accounts: Mapping[str, Account]) -> str:
    notes = "".join(blocks_html(erratum.notes, linked("", root="")))
    account = accounts.get(erratum.entry.id) if erratum.entry else None
    if account is None or len(erratum.block) == len(erratum.notes):
        return f'<article class="recency erratum">{notes}</article>'
    title = claim_link(account, words=capital(account.title))
    return (
        f'<article class="recency erratum"><h3>{title}</h3>'
        f'<p class="place">{for_html(erratum.place)}</p>{notes}</article>'
    )


# -- figures ---------------------------------------------------------------------------------------


def figures_page(figures: Mapping[str, str], broad: Collection[str]) -> Page:
    """The pictures, each with its title and the command that draws it; the broad ones scroll."""
    shown = "".join(
        f'<section id="{name}">{"".join(_figure(name, figures, broad))}'
        f"<p>Drawn by <code>recency figures {name}</code>.</p></section>"
        for name in figures
    )
    return Page("figures.html", "Figures", f"<h1>Figures</h1>{shown}", wide=True)


def _figure(name: str, figures: Mapping[str, str], broad: Collection[str] = ()) -> Iterator[str]:
    if name in figures:
        words = for_html(figures[name])
        yield (
            f'<figure class="picture{" broad" if name in broad else ""}"><div class="scroll">'
            f'<a href="figures/{name}.svg"><img src="figures/{name}.svg" alt="{words}"></a></div>'
            f"<figcaption>{capital(words)}. A click opens it by itself.</figcaption></figure>"
        )
