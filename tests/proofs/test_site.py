"""The whole site: what its pages say, that its links lead somewhere, and how it is in a browser."""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

import pytest

from numeric_checks.figures import TITLES
from proofs.companion import ledger
from proofs.companion.claims import catalogue
from proofs.companion.claims.claim import ClaimFails
from proofs.companion.claims.places import passages
from proofs.companion.coq.record import CLASSICAL_FACTS, SOURCES, read_manifest
from proofs.companion.documents.companion import MAIN
from proofs.companion.documents.document import Document
from proofs.companion.site import building
from proofs.companion.site.accounts import Account, account, address, in_coq, settled
from proofs.companion.site.building import accounts_of, files
from proofs.companion.site.rules_page import coq_names
from proofs.companion.site.writing import MARK, write
from symbolic.core import kernel
from symbolic.core.axioms import AXIOMS
from symbolic.rules import classical
from tests.proofs.browser import axe, browser, console, needs_axe, needs_browser

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

IDS = [entry.id for entry in catalogue.entries()]
VOID = frozenset({"br", "hr", "img", "input", "link", "meta"})


@pytest.fixture(scope="module")
def accounts() -> dict[str, Account]:
    return {claim: account(claim) for claim in IDS}


@pytest.fixture(scope="module")
def site(accounts: dict[str, Account], tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("pages") / "site"
    write(str(where), files(accounts))
    return where


@dataclass
class Seen(HTMLParser):
    """The links and the anchors of a page, and the tags that are open; closes must match."""

    ids: list[str] = field(default_factory=list)
    links: list[tuple[str, str]] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    prose: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.ids += [found["id"]] if "id" in found else []
        self.links += [(tag, found[name]) for name in ("href", "src") if name in found]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert {"math", "svg"} & {*self.open}  # elsewhere a tag that closes itself is open

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)
        if not {"pre", "code"} & {*self.open}:
            self.prose.append(data)


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, Seen]:
    """Every page, read, by its place."""
    found = {}
    for path in sorted(site.rglob("*.html")):
        seen = Seen()
        seen.feed(path.read_text("utf-8"))
        assert seen.open == [], path
        found[path.relative_to(site).as_posix()] = seen
    return found


def said(page: Seen) -> str:
    return " ".join("".join(page.words).split())


# -- files and links -------------------------------------------------------------------------------


def test_every_link_leads_to_a_file_and_an_anchor_that_is_there(
    site: Path, pages: dict[str, Seen]
) -> None:
    broken = []
    for place, page in pages.items():
        for tag, link in page.links:
            parts = urlsplit(link)
            if parts.scheme:
                assert (tag, parts.scheme) in {("a", "https"), ("link", "data")}, (place, link)
                continue
            target = os.path.normpath((site / place).parent / unquote(parts.path))
            if not parts.path:
                target = str(site / place)
            there = os.path.relpath(target, site).replace(os.sep, "/")
            known = pages[there].ids if there in pages else []
            if not os.path.isfile(target) or (parts.fragment and parts.fragment not in known):
                broken.append(f"{place}: {link}")
    assert not broken, "\n".join(broken)


def test_no_page_has_an_anchor_twice(pages: dict[str, Seen]) -> None:
    for place, page in pages.items():
        twice = [own for own, times in Counter(page.ids).items() if times > 1]
        assert not twice, place


def test_every_page_is_reached_from_the_first(site: Path, pages: dict[str, Seen]) -> None:
    reached, waiting = {"index.html"}, ["index.html"]
    while waiting:
        place = waiting.pop()
        for _, link in pages[place].links:
            target = os.path.normpath(os.path.join(os.path.dirname(place), urlsplit(link).path))
            if target in pages and target not in reached:
                reached.add(target)
                waiting.append(target)
    assert reached == pages.keys()


def test_nothing_is_fetched(site: Path, pages: dict[str, Seen]) -> None:
    for page in pages.values():
        assert all(tag == "a" for tag, link in page.links if urlsplit(link).scheme == "https")
    for script in (site / "assets").glob("*.js"):
        assert not re.search(r"\bfetch\(|XMLHttpRequest|import\(", script.read_text("utf-8"))
    for style in (site / "assets").glob("*.css"):
        assert not re.search(r"url\(|@import", style.read_text("utf-8"))


def test_the_mark_lists_every_file_and_all_of_it_is_a_few_megabytes(site: Path) -> None:
    listed = json.loads((site / MARK).read_text("utf-8"))["files"]
    paths = [path for path in site.rglob("*") if path.is_file()]
    assert {path.relative_to(site).as_posix() for path in paths} == {*listed, MARK}
    assert sum(path.stat().st_size for path in paths) < 6_300_000


def test_an_account_is_the_same_whichever_process_makes_it() -> None:
    def timeless(found: Account) -> Account:
        return replace(found, report=replace(found.report, seconds=0.0))

    ids = ["prop:wrh", "sparse-modulus", "root-cause"]
    assert [*map(timeless, accounts_of(ids, 2).values())] == [
        timeless(account(claim)) for claim in ids
    ]


def test_what_rests_on_a_failed_claim_is_told_as_failed(accounts: dict[str, Account]) -> None:
    """Though the process that told it knew nothing of the failure."""
    wrong = replace(accounts["prop:wrh"].report, ok=False, verdict="failed", problem="1 = 2")
    told = settled(
        [*(accounts | {"prop:wrh": replace(accounts["prop:wrh"], report=wrong)}).values()]
    )
    failed = {"prop:wrh"}
    while more := {a.id for a in told if failed & {*a.report.depends}} - failed:
        failed |= more
    assert 10 < len(failed) < len(told) - 10
    for each in told:
        below = [claim for claim in each.report.depends if claim in failed]
        if below:
            (chapter,) = each.chapters
            assert f"rests on {', '.join(below)}, which failed" in chapter.html
            assert (each.log, each.latex, each.parts) == ("", "", ())
        assert (each.verdict == "failed") == (each.id in failed)
        assert each.id in failed or each is accounts[each.id]


# -- what the pages say ----------------------------------------------------------------------------


@pytest.mark.parametrize(  # ids of their own: in the process that has the other pages
    "claim", ["prop:wrh", "divergence-any-tau", "same-lowest", "averages"], ids="of {}".format
)
def test_the_page_of_a_claim_has_all_of_it(
    claim: str, accounts: dict[str, Account], pages: dict[str, Seen], site: Path
) -> None:
    found, page = accounts[claim], pages[address(claim)]
    words, document = said(page), Document.of(claim)
    source = unescape((site / address(claim)).read_text("utf-8"))
    assert found.verdict in words
    for part in document.claim.parts:
        name = document.claim.called(part)
        assert f"log-{name.lower().replace(' ', '-')}" in page.ids
        assert part.name.replace("_", " ") in words
    main = [p for p in document.claim.parts if document.claim.is_theorem(p)]
    for part in main:
        assert document.claim.called(part).lower().replace(" ", "-") in page.ids
    for refutation in document.claim.refutations:
        assert " ".join(refutation.words.text().split())[:20] in words
    assert document.fragment() in source
    for theorem in read_manifest((SOURCES / "manifest.json").read_text("utf-8")).theorems:
        assert theorem.claim != claim or theorem.statement in source
    for other in found.report.depends:
        assert any(f"{address(other).partition('/')[2]}" in link for _, link in page.links)
    for user in accounts.values():
        if claim in user.report.depends:
            assert any(address(user.id) in link for _, link in page.links)
    assert f"@misc{{recency:{claim.replace(':', '-')}," in words


def test_a_claim_that_fails_has_a_page_that_says_so(
    accounts: dict[str, Account], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise ClaimFails("it is <not> proved")

    broken = ledger.load("same-lowest")
    monkeypatch.setattr(type(broken), "verdict", fails)
    monkeypatch.setattr(ledger, "verify", ledger.verify.__wrapped__)
    monkeypatch.setattr(building, "TITLES", {})
    few = {"prop:wrh": accounts["prop:wrh"], broken.entry.id: account(broken.entry.id)}
    found = {name: content.decode() for name, content in files(few).items()}
    page = found[address(broken.entry.id)]
    assert '<span class="badge failed">failed</span>' in page
    assert "it is &lt;not&gt; proved" in page
    assert "every-inference" not in page
    for place in ("claims.html", "paper.html", "index.html"):
        assert '<span class="badge failed">failed</span>' in found[place]


def test_the_graph_has_the_dependencies_and_the_verdicts_of_the_ledger(
    accounts: dict[str, Account], site: Path
) -> None:
    source = (site / "graph.html").read_text("utf-8")
    edges = set(re.findall(r'data-from="([^"]+)" data-to="([^"]+)"', source))
    assert edges == {(b, a.id) for a in accounts.values() for b in a.report.depends}
    nodes = dict(re.findall(r'<a class="node ([^"]+)" href="[^"]+" data-id="([^"]+)"', source))
    joined = {claim for edge in edges for claim in edge}
    assert {
        claim for _, claim in re.findall(r'class="(node [^"]+)"[^>]* data-id="([^"]+)"', source)
    } == joined
    checked = "coq-recorded" if in_coq().problem else "coq-checked"
    for kinds, claim in nodes.items():
        assert accounts[claim].verdict.replace(" ", "-") in kinds
        assert checked in kinds
    rounded = re.findall(r'data-id="([^"]+)"(?:(?!</a>).)*rx="12"', source)
    assert set(rounded) == {c for c in joined if not accounts[c].printed}


def test_the_parts_of_a_claim_rest_on_what_their_derivations_cite(
    accounts: dict[str, Account],
) -> None:
    for each in accounts.values():
        numbers = [part.called for part in each.parts]
        cited = {claim for part in each.parts for claim, _ in part.cites}
        assert cited == set(each.report.depends)
        for part in each.parts:
            assert set(part.rests) <= set(numbers) - {part.called}
            for claim, called in part.cites:
                assert called in [p.called for p in accounts[claim].parts]


def test_the_rules_are_all_of_the_kernel_with_the_coq_theorems_behind_them(
    pages: dict[str, Seen],
) -> None:
    words, ids = said(pages["rules.html"]), pages["rules.html"].ids
    assert {re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") for name in AXIOMS} <= set(ids)
    own = {"assume", "cut", "discharge", "detach", "generalise", "specialise", "instantiate"}
    own |= {"cases", "absurd", "induction", "axiom", "restate", "replace", "replace-in"}
    own |= {"discrete", "combination", "respell", "stationary-chain", "on-policy"}
    assert own <= set(ids)
    assert f"{len(own)} rules from {len(AXIOMS)} axioms" in words
    assert own == {n.replace("_", "-") for n in vars(kernel) if is_rule(getattr(kernel, n))} | {
        "respell",
        "stationary-chain",
        "on-policy",
    }
    statements = {t.theorem: t.statement for t in in_coq().theorems_for(CLASSICAL_FACTS)}
    assert classical.COQ.items() <= coq_names().items()
    for theorem in coq_names().values():
        assert " ".join(statements[theorem].split()) in words


def is_rule(thing: Any) -> bool:
    """Does it make theorems, and is it the kernel's own?"""
    own = getattr(thing, "__module__", "") == kernel.__name__
    return own and getattr(thing, "__annotations__", {}).get("return") == "Sequent"


def test_what_is_refuted_is_said_before_what_holds_instead(
    accounts: dict[str, Account], pages: dict[str, Seen], site: Path
) -> None:
    first = (site / "index.html").read_text("utf-8")
    refuted = accounts["divergence-any-tau"]
    assert refuted.wrong
    badge = '<p><span class="badge refuted">refuted</span> '
    assert first.count(badge) == first.count(f"{badge}Printed, in our words: ") == 1
    assert said(pages["index.html"]).count("Instead:") == sum(
        bool(accounts[claim].wrong) for claim in MAIN
    )
    assert "It needs what is not printed: " in first


def test_formulas_are_not_typed_where_a_page_can_show_them(pages: dict[str, Seen]) -> None:
    for page in ("readme.html", "docs/findings.html", "rules.html"):
        typed = re.findall(r"[Vhcδγ]_[\w{]|\bPhi\b|alpha_t|`", prose_of(pages[page]))
        assert not typed, page


def prose_of(page: Seen) -> str:
    """What is said outside of code."""
    return " ".join(page.prose)


def test_the_lists_are_whole(accounts: dict[str, Account], pages: dict[str, Seen]) -> None:
    ledger_words, paper = said(pages["claims.html"]), said(pages["paper.html"])
    for each in accounts.values():
        assert each.id in ledger_words
    for passage in passages():
        assert passage.place in paper
    assert paper.count("read:") == sum(bool(p.read) for p in passages())
    errata = said(pages["errata.html"])
    for kind in ("Does not hold", "Needs a hypothesis", "Proof gap", "Misprint or wording"):
        assert kind in errata
    for name in TITLES:
        assert f"recency figures {name}" in said(pages["figures.html"])


# -- in a browser ----------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=["light", "dark"])
def driver(request: pytest.FixtureRequest) -> Iterator[Chrome]:
    with browser(dark=request.param == "dark") as found:
        yield found


def visit(driver: Chrome, site: Path, page: str) -> None:
    driver.get(f"{site.as_uri()}/{page}")


@needs_browser
@needs_axe
def test_there_is_nothing_that_keeps_anybody_from_a_page(
    driver: Chrome, site: Path, pages: dict[str, Seen]
) -> None:
    kinds = {link for _, link in pages["index.html"].links if link in pages and "/" not in link}
    kinds |= {address("eq:sample-real_nsteps"), "graph.html?focus=prop:wrh"}
    assert len(kinds) > 8
    found = {}
    for page in sorted(kinds):
        visit(driver, site, page)
        if shown := axe(driver) or console(driver):
            found[page] = shown
    assert found == {}


@needs_browser
def test_no_page_is_wider_than_a_phone_or_complains(site: Path, pages: dict[str, Seen]) -> None:
    wide = {}
    with browser(width=390) as driver:
        for page in pages:
            visit(driver, site, page)
            over = driver.execute_script(
                "const page = document.documentElement; return page.scrollWidth - page.clientWidth"
            )
            if over > 0 or (shown := console(driver)):
                wide[page] = over or shown
    assert wide == {}


#: what scrolls in its own box outside of the folds, but code and graphs; and how near a formula
#: comes to the right edge of its box
_SCROLLING = """
return [...document.querySelectorAll("main *")].filter((box) =>
    !box.closest("details, pre, .inference, .parts, .stage, math, svg")
    && getComputedStyle(box).overflowX !== "visible" && box.scrollWidth > box.clientWidth
).map((box) => box.textContent.slice(0, 60))"""
_NEAREST = """
return Math.min(99, ...[...document.querySelectorAll(".recency-formula > math")].map((formula) =>
    formula.parentElement.getBoundingClientRect().right - formula.getBoundingClientRect().right))"""


@needs_browser
def test_formulas_fit_a_page_and_have_room_for_what_slants_over_their_edge(
    site: Path, pages: dict[str, Seen]
) -> None:
    with browser(width=1200) as driver:
        for page in pages:
            if page.startswith(("claims/", "errata", "paper", "rules", "index", "claims")):
                visit(driver, site, page)
                assert driver.execute_script(_SCROLLING) == [], page
                assert driver.execute_script(_NEAREST) >= 3, page


@needs_browser
def test_no_line_begins_with_what_belongs_to_the_formula_before_it(
    site: Path, pages: dict[str, Seen]
) -> None:
    apart = """
        return [...document.querySelectorAll("main math")].filter((formula) => {
            const after = formula.nextSibling;
            if (!(after instanceof Text) || !/^(?:[,.;:)]|-\\w)/.test(after.data)) return false;
            const range = document.createRange();
            range.setStart(after, 0);
            range.setEnd(after, 1);
            const sign = range.getBoundingClientRect();
            return sign.width && sign.left < formula.getBoundingClientRect().right - 2;
        }).map((formula) => formula.parentElement.textContent.slice(0, 60))"""
    with browser(width=390) as driver:
        for page in pages:
            if page.startswith("claims/") or page in ("errata.html", "paper.html", "index.html"):
                visit(driver, site, page)
                assert driver.execute_script(apart) == [], page


@needs_browser
def test_of_a_graph_the_conclusion_is_in_sight_and_words_can_be_read(site: Path) -> None:
    sight = """
        const graph = document.querySelector(".parts svg"), box = graph.parentElement;
        const right = graph.getBoundingClientRect().right - box.getBoundingClientRect().right;
        return [right, graph.getBoundingClientRect().width / graph.viewBox.baseVal.width];"""
    for width in (390, 1200):
        with browser(width=width) as driver:
            visit(driver, site, address("convergence-criterion"))
            right, scale = driver.execute_script(sight)
            assert right <= 1
            assert scale >= 0.79


@needs_browser
def test_what_scrolls_has_a_shadow_only_where_it_goes_on(site: Path) -> None:
    page = f"{site.as_uri()}/{address('convergence-criterion')}"
    with browser(width=390) as driver:
        driver.get(page)
        backgrounds = driver.execute_script(
            "return getComputedStyle(document.querySelector('.parts .scroll')).backgroundAttachment"
        )
        assert backgrounds == "local, local, scroll, scroll"


@needs_browser
def test_a_broad_picture_can_be_read_on_a_phone_and_fills_a_wide_page(site: Path) -> None:
    broad = "return document.querySelector('.broad img').getBoundingClientRect().width"
    for width in (390, 1200):
        with browser(width=width) as driver:
            visit(driver, site, "figures.html")
            assert driver.execute_script(broad) >= 960


@needs_browser
def test_a_fold_opens_by_a_click_and_where_a_link_leads_into_it(site: Path) -> None:
    fold = "document.getElementById('log-all').open"
    with browser() as driver:
        visit(driver, site, address("prop:wrh"))
        assert driver.execute_script(f"return {fold}") is False
        driver.find_element("css selector", "#log-all > summary").click()
        assert driver.execute_script(f"return {fold}") is True
        visit(driver, site, f"{address('prop:wrh')}#log-lemma-5")
        assert driver.execute_script(f"return {fold}") is True
        assert console(driver) == []


@needs_browser
def test_the_graph_shows_what_a_claim_rests_on_and_what_uses_it(
    site: Path, accounts: dict[str, Account]
) -> None:
    def below(claim: str) -> set[str]:
        direct = accounts[claim].report.depends
        return {claim}.union(*map(below, direct)) if direct else {claim}

    claim = "convergence-criterion"
    related = below(claim) | {other for other in accounts if claim in below(other)}
    shown = (
        "return [...document.querySelectorAll('.stage a[data-id]:not(.faded)')]"
        ".map((node) => node.dataset.id)"
    )
    with browser() as driver:
        visit(driver, site, f"graph.html?focus={claim}")
        assert set(driver.execute_script(shown)) == related
        preview = driver.find_element("id", "preview")
        assert accounts[claim].report.title[1:] in preview.text
        assert accounts[claim].verdict in preview.text
        driver.find_element("css selector", ".stage a[data-id='prop:wrh']").click()
        assert "focus=prop" in driver.current_url
        assert accounts["prop:wrh"].report.title[1:] in preview.text
        driver.back()
        assert set(driver.execute_script(shown)) == related
        driver.find_element("css selector", "#tools button").click()
        assert len(driver.execute_script(shown)) > len(related)
        assert not preview.is_displayed()
        visit(driver, site, "graph.html?focus=nothing")
        assert not driver.find_element("id", "preview").is_displayed()
        driver.find_element("css selector", ".stage a[data-id='prop:wrh']").click()
        driver.find_element("css selector", "#preview a").click()
        assert driver.current_url.endswith(address("prop:wrh"))
        assert console(driver) == []


@needs_browser
def test_the_claims_can_be_narrowed_down(site: Path) -> None:
    with browser() as driver:
        visit(driver, site, "claims.html")
        rows = driver.find_elements("css selector", "#claims li")
        driver.find_element("css selector", "#tools input").send_keys("refuted")
        assert [row.text.split()[1] for row in rows if row.is_displayed()] == ["divergence-any-tau"]


@needs_browser
def test_without_a_script_the_pages_are_whole(site: Path) -> None:
    with browser() as driver:
        driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        visit(driver, site, "graph.html")
        driver.find_element("css selector", ".stage a[data-id='prop:wrh']").click()
        assert driver.current_url.endswith(address("prop:wrh"))
        driver.find_element("css selector", "#log-all > summary").click()
        assert driver.find_element("id", "log-lemma-5").is_displayed()
