"""The rules: all that the kernel accepts, the Coq theorem behind each fact, and what uses it."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from types import ModuleType

from proofs.companion.coq.record import CLASSICAL_FACTS
from proofs.companion.coq.statements import OF_THE_BRIDGE
from proofs.companion.documents.document import count
from proofs.companion.site.accounts import Account, in_coq
from proofs.companion.site.claim_pages import claim_link, coq_theorem
from proofs.companion.site.frame import Page, scripted, slug
from symbolic.core import axioms, kernel
from symbolic.core.kernel import Sequent
from symbolic.printing.displays import displayed
from symbolic.printing.escapes import for_html
from symbolic.printing.html import ROOM, given_html, labelled
from symbolic.printing.names import GREEK
from symbolic.rules import bridge, classical

__all__ = ["coq_names", "rules_of", "rules_page"]

_TAKEN = "What is taken for granted of {}"


def rules_page(accounts: Mapping[str, Account]) -> Page:
    """The closed table."""
    coq = {theorem.theorem: theorem for theorem in in_coq().theorems_for(CLASSICAL_FACTS)}
    behind = coq_names()
    users = _users(accounts)
    rules = {
        name: rule for module in (kernel, bridge, classical) for name, rule in rules_of(module)
    }
    own = axioms.AXIOMS.keys() - bridge.AXIOMS.keys() - classical.FACTS.keys()
    tables = [
        ("numbers, sums, limits and functions", [name for name in axioms.AXIOMS if name in own]),
        ("power series and operators", list(bridge.AXIOMS)),
        ("Markov chains", list(classical.FACTS)),
    ]

    def below(name: str) -> str:
        """The Coq theorem behind it, and the claims that rest on it."""
        theorem = coq.get(behind.get(name, ""))
        return (coq_theorem(theorem) if theorem else "") + _used(users.get(name, []), accounts)

    def axiom(name: str) -> str:
        given, says = axioms.AXIOMS[name]
        why = classical.FACTS[name].why if name in classical.FACTS else ""
        rows = "".join([given_html(given), *labelled("", displayed(says, ROOM))])
        return _entry(name, f'<div class="recency">{rows}</div>', why, below(name))

    listed = "".join(
        f'<h2 id="{slug(of)}">{_TAKEN.format(of)}</h2>{"".join(map(axiom, names))}'
        for of, names in tables
    )
    # which claims rest on a rule is known of those that are taken over
    inferences = "".join(
        _entry(name, *_inference(rule), below(name) if name in behind else "")
        for name, rule in rules.items()
    )
    body = "\n".join(
        [
            "<h1>The rules</h1>",
            f"<p>A theorem is made by one of {count(len(rules), 'rule')} from "
            f"{count(len(axioms.AXIOMS), 'axiom')}, and by nothing else: the table was closed "
            "before anything was proved. Beside a fact about Markov chains stands the Coq theorem "
            "that proves the mathematics behind it.</p>",
            f'<h2 id="inferences">Inferences</h2>{inferences}',
            listed,
            '<h2 id="derived">Rules derived from these</h2>',
            "<p>What a line of a derivation names as its reason is derived from the rules above; "
            "with each the claims that use it.</p>",
            f'<dl class="derived">{"".join(_derived(accounts))}</dl>',
        ]
    )
    return Page("rules.html", "Rules", body)


def rules_of(module: ModuleType) -> Iterator[tuple[str, Callable[..., object]]]:
    """The rules of a module of the kernel, by name: what is annotated to return a sequent."""
    for name, thing in vars(module).items():
        if inspect.isfunction(thing) and thing.__module__ == module.__name__:
            returns = thing.__annotations__.get("return")
            if returns in ("Sequent", Sequent) and not name.startswith("_"):
                yield name, thing


def coq_names() -> dict[str, str]:
    """The Coq theorem behind each fact and each rule that has one."""
    return {**classical.COQ, **{name: name.replace(" ", "_") for name in OF_THE_BRIDGE}}


def _inference(rule: Callable[..., object]) -> tuple[str, str]:
    """The premises over the conclusion, as the docstring has them, and the words around."""
    lines = inspect.cleandoc(rule.__doc__ or "").splitlines()
    bars = [k for k, line in enumerate(lines) if line.startswith("--")]
    if not bars:
        return "", "\n".join(lines)
    start = next((k for k in range(bars[0], -1, -1) if not lines[k].strip()), -1) + 1
    words = "\n".join(lines[:start]).strip()
    above, under = (
        for_html("\n".join(part).replace("|-", "⊢"))
        for part in (lines[start : bars[0]], lines[bars[0] + 1 :])
    )
    note = lines[bars[0]].lstrip("-").strip()
    return (
        f'<div class="inference" tabindex="0" role="group" aria-label="rule"><pre>{above}</pre>'
        f"<pre>{under}</pre></div>" + (f"<p>{for_html(note)}</p>" if note else ""),
        words,
    )


def _entry(name: str, shown: str, words: str, more: str) -> str:
    said = "".join(f"<p>{worded(part)}</p>" for part in words.split("\n\n") if part)
    return (
        f'<section class="rule" id="{slug(name)}"><h3>{for_html(name.replace("_", " "))}</h3>'
        f"{said}{shown}{more}</section>"
    )


#: how the rules are typed, and how a page shows it
_TYPED = {
    **GREEK, "Phi": "Φ", "sum": "Σ", "<=": "≤", ">=": "≥", "||": "‖", " - ": " − ", "...": "…",
    "  ": " ",
}  # fmt: skip
_TO_SHOW = re.compile(
    "|".join(rf"\b{re.escape(t)}(?![A-Za-z])" if t.isalpha() else re.escape(t) for t in _TYPED)
)
_PRODUCT = re.compile(r"<([^<>=]+), ([^<>=]+)>")


def worded(words: str) -> str:
    """The words of a docstring for a page: code as code, and formulas with their letters.

    >>> worded("One of `axioms`: x^T A x >= alpha_t <v, Phi w>_d.")
    'One of <code>axioms</code>: x<sup>T</sup> A x ≥ α<sub>t</sub> ⟨v, Φ w⟩\u2060<sub>d</sub>.'
    """
    parts = words.split("`")
    return "".join(
        f"<code>{for_html(part)}</code>" if k % 2 else scripted(_signs(part))
        for k, part in enumerate(parts)
    )


def _signs(words: str) -> str:
    found = _TO_SHOW.sub(lambda sign: _TYPED[sign[0]], words)
    return _PRODUCT.sub(r"⟨\1, \2⟩", found)


def _users(accounts: Mapping[str, Account]) -> dict[str, list[Account]]:
    """The claims that rest on each axiom and on each rule that is taken over."""
    found: dict[str, list[Account]] = {}
    for account in accounts.values():
        for name in account.axioms:
            found.setdefault(name, []).append(account)
    return found


def _used(users: Sequence[Account], accounts: Collection[str]) -> str:
    """Those that use it; of what most of them use, how many."""
    told = f"Used by {len(users)} of {count(len(accounts), 'claim')}"
    if not users or 2 * len(users) > len(accounts):
        return f'<p class="place">{told}.</p>'
    links = ", ".join(map(claim_link, users))
    return f"<details><summary>{told}</summary><p>{links}</p></details>"


def _derived(accounts: Mapping[str, Account]) -> Iterator[str]:
    users: dict[str, list[Account]] = {}
    for account in accounts.values():
        for rule in account.report.rules:
            users.setdefault(rule, []).append(account)
    for rule in sorted(users):
        yield f"<dt>{for_html(rule)}</dt><dd>{_used(users[rule], accounts)}</dd>"
