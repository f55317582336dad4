"""A page for each claim: what is proved and how, what it rests on, its Coq twin, its LaTeX."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from proofs.companion import __version__
from proofs.companion.coq.record import AGAIN, Theorem
from proofs.companion.documents.document import count
from proofs.companion.documents.fragments import file_stem
from proofs.companion.site.accounts import LOG, Account, Chapter, address, in_coq
from proofs.companion.site.frame import Page, badge, capital, slug
from proofs.companion.site.graph import parts_figure
from symbolic.printing.escapes import for_html

__all__ = ["claim_link", "claim_page", "coq_status"]


def claim_link(account: Account, root: str = "", words: str = "") -> str:
    """A link to the page of a claim, by its id or in other words."""
    shown = words or f"<code>{for_html(account.id)}</code>"
    return f'<a href="{root}{address(account.id)}">{shown}</a>'


def claim_page(account: Account, accounts: Mapping[str, Account]) -> Page:
    """The page of a claim."""
    chapters = [chapter for chapter in _chapters(account, accounts) if chapter.html]
    titled = [chapter for chapter in chapters if chapter.title]
    contents = "".join(
        f'<li><a href="#{slug(c.title)}">{for_html(c.title)}</a></li>' for c in titled
    )
    body = "\n".join(
        [
            f"<h1>{capital(account.title)}</h1>",
            f'<p class="byline">{badge(account.verdict)} <code>{for_html(account.id)}</code> '
            f"<span>{for_html(account.where)}</span></p>",
            *(f"{chapter.html}" for chapter in chapters if not chapter.title),
            f'<nav class="contents" aria-label="On this page"><ul>{contents}</ul></nav>',
            *(
                f'<h2 id="{slug(c.title)}">{for_html(c.title)}</h2>\n{c.html}'
                for c in titled
            ),
        ]
    )  # fmt: skip
    return Page(address(account.id), account.id, body)


def _chapters(account: Account, accounts: Mapping[str, Account]) -> Iterator[Chapter]:
    yield from account.chapters
    yield Chapter("Dependencies", "\n".join(_dependencies(account, accounts)))
    yield Chapter("In Coq", "\n".join(_coq(account)))
    if account.log:
        yield Chapter("Every inference", _log(account))
    if account.latex:
        yield Chapter("LaTeX", _latex(account))
    yield Chapter("How to cite", _citation(account))


# -- what rests on what ----------------------------------------------------------------------------


def _dependencies(account: Account, accounts: Mapping[str, Account]) -> Iterator[str]:
    below = [accounts[claim] for claim in account.report.depends if claim in accounts]
    above = [other for other in accounts.values() if account.id in other.report.depends]
    yield _listed("Rests on", "no other claim", below, _cited(account))
    yield _listed("Used by", "no other claim", above, {})
    yield parts_figure(account)
    yield f'<p><a href="../graph.html?focus={account.id}">In the graph of all claims</a></p>'


def _cited(account: Account) -> dict[str, list[str]]:
    """The theorems of other claims that this one cites, by the ids of the claims."""
    found: dict[str, list[str]] = {}
    for claim, called in dict.fromkeys(cite for part in account.parts for cite in part.cites):
        found.setdefault(claim, []).append(called)
    return found


def _listed(
    words: str, none: str, claims: Sequence[Account], cited: Mapping[str, Sequence[str]]
) -> str:
    if not claims:
        return f"<p>{words} {none}.</p>"

    def theorems(claim: Account) -> str:
        links = (
            f'<a href="../{address(claim.id)}#{slug(called)}">{called}</a>'
            for called in cited.get(claim.id, ())
        )
        return "".join(f", {link}" for link in links)

    items = "".join(
        f"<li>{badge(c.verdict)} {claim_link(c, '../')} {c.title}{theorems(c)}</li>"
        for c in claims
    )  # fmt: skip
    return f'<p>{words}:</p><ul class="claims">{items}</ul>'


# -- Coq -------------------------------------------------------------------------------------------


def coq_status(account: Account) -> str:
    """Whether Coq checked its theorems: ``checked``, ``recorded`` or ``none``."""
    if not account.coq or (account.report.formal or {}).get("changed"):
        return "none"
    return "recorded" if in_coq().problem else "checked"


def _coq(account: Account) -> Iterator[str]:
    if not account.coq:
        yield "<p>There is no Coq theorem for it.</p>"
        return
    changed = (account.report.formal or {}).get("changed")
    if changed:
        what = for_html(", ".join(changed))
        yield f"<p>These theorems were written for another statement: {what}.</p>"
    elif in_coq().problem:
        yield (
            f"<p>{count(len(account.coq), 'theorem')}, as recorded; not checked when these pages "
            f"were made: {for_html(in_coq().problem or '')}.</p>"
        )
    else:
        yield (
            f"<p>{AGAIN[0].upper()}{AGAIN[1:]}, by {count(len(account.coq), 'theorem')} that Coq "
            f"{for_html(in_coq().manifest.coq)} checked. That the "
            "two say the same was read, and not checked.</p>"
        )
    yield from map(coq_theorem, account.coq)


def coq_theorem(theorem: Theorem) -> str:
    """A Coq theorem with its file and its axioms."""
    axioms = ", ".join(f"<code>{for_html(a.rpartition('.')[2])}</code>" for a in theorem.axioms)
    return (
        f'<figure class="coq"><figcaption><code>{for_html(theorem.theorem)}</code> '
        f"<span>{for_html(theorem.file)}</span></figcaption>"
        f'<pre class="wrap"><code>{for_html(theorem.statement)}</code></pre>'
        f"<p>Axioms: {axioms or 'none'}.</p></figure>"
    )


# -- everything else -------------------------------------------------------------------------------


def _log(account: Account) -> str:
    """Every inference, folded."""
    told = (
        f"{count(account.report.steps, 'inference')} by {count(len(account.report.rules), 'rule')}"
    )
    return f'<details id="{LOG}all"><summary>{told}</summary>{account.log}</details>'


def _latex(account: Account) -> str:
    return (
        "<details><summary>The claim as a file for <code>\\input</code></summary>"
        f"{copied(account.latex)}</details>"
    )


def _citation(account: Account) -> str:
    entry = "\n".join(
        [
            f"@misc{{recency:{file_stem(account.id)},",
            f"  title  = {{{{{account.report.title[:1].upper()}{account.report.title[1:]}}}}},",
            "  author = {{the recency maintainers}},",
            f"  note   = {{Claim {account.id} of recency {__version__}, {account.verdict}}},",
            "}",
        ]
    )
    return (
        f'<p>The address of this page stays: <a class="permalink" href="{_own(account)}">'
        f"{address(account.id)}</a>. A theorem is cited by its number, as in <q>{_example(account)}"
        f"</q>.</p>{copied(entry)}"
    )


def _own(account: Account) -> str:
    return address(account.id).partition("/")[2]


def _example(account: Account) -> str:
    first = account.main.called if account.main else "Theorem 1"
    return f"{first} of {for_html(account.id)}, recency {__version__}"


def copied(text: str) -> str:
    """Text to be copied; the button is the script's."""
    return f'<pre class="copy" tabindex="0"><code>{for_html(text)}</code></pre>'
