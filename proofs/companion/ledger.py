"""The ledger: every claim checked, with what it rests on.

A claim whose derivation uses a theorem of another claim rests on that claim; if the other does not
hold up, neither does this one.

Imports claims, coq, symbolic.cards, symbolic.printing, symbolic.rules, symbolic.statements,
symbolic.writing.
"""

from __future__ import annotations

import contextlib
import importlib
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from typing import Any

from proofs.companion.claims import catalogue
from proofs.companion.claims.claim import Claim, ClaimFails
from proofs.companion.claims.failures import where
from proofs.companion.claims.gathered import Gathered
from proofs.companion.coq import record as formal_record
from symbolic.cards import card
from symbolic.printing import statement_text
from symbolic.rules import classical
from symbolic.statements import Statement
from symbolic.writing.theorem import ProofError, Theorem, ancestry


@dataclass(frozen=True, repr=False)
class Report:
    """What was found of a claim."""

    id: str
    title: str
    verdict: str
    ok: bool
    hypotheses: tuple[str, ...]
    added: tuple[str, ...]
    refuted: tuple[str, ...]
    depends: tuple[str, ...]
    steps: int
    rules: tuple[str, ...]
    classical: tuple[str, ...]
    numeric: dict[str, Any]
    formal: dict[str, Any] | None
    seconds: float
    problem: str | None = None
    details: tuple[str, ...] = ()
    #: what to read where no more than a word of what is printed is false
    reads: tuple[str, ...] = ()
    #: by its name, what each theorem is called, and the verdict on what is printed there, if any is
    theorems: dict[str, tuple[str, str | None]] = field(default_factory=dict)

    @property
    def corrected(self) -> tuple[str, ...]:
        """What a table says of a repaired claim, beside the hypotheses that were added."""
        if self.verdict != "repaired" or not self.refuted:
            return ()
        words = tuple(f"read: {word}" for word in self.reads)
        return words if len(words) == len(self.refuted) else ("false in part", *words)

    def __repr__(self) -> str:
        return f"<Report: {self._words()}>"

    def _repr_html_(self) -> str:
        listed = {
            "added hypotheses": self.added,
            "false as printed": self.refuted,
            "rests on": self.depends,
            "classical facts": self.classical,
            "problem": (self.problem,) if self.problem else (),
        }
        rows = [(name, "; ".join(words)) for name, words in listed.items() if words]
        return card(f"{self._words()}: {self.title}", rows)

    def _words(self) -> str:
        return f"{self.id} is {self.verdict}" if self.ok else f"{self.id} failed"

    def as_json(self) -> dict[str, Any]:
        """The claim's entry in ``recency verify --json``."""
        shown = asdict(self)
        shown["seconds"] = round(self.seconds, 3)
        del shown["ok"]
        if self.problem is None:
            del shown["problem"]
        if not self.details:
            del shown["details"]
        return shown


#: the header of a claim; raises `catalogue.UnknownClaim`
find = cache(catalogue.find)


def load(claim_id: str) -> Claim:
    """The claim with this id; raises `catalogue.UnknownClaim`."""
    entry = find(claim_id)
    claim = importlib.import_module(entry.module).CLAIM
    assert isinstance(claim, Claim)
    return claim


def prepare(claim_ids: Iterable[str]) -> None:
    """Import what verifying these claims needs, so that processes forked later find it done."""
    import hypothesis.strategies  # noqa: F401

    for claim_id in claim_ids:
        with contextlib.suppress(Exception):  # a module that does not load is reported by verify
            load(claim_id)


@cache
def verify(claim_id: str, elsewhere: frozenset[str] = frozenset()) -> Report:
    """Check one claim and what it rests on; a claim that fails is reported, not raised.

    Claims ``elsewhere`` are checked by others, and `settled` says what follows from that.
    """
    began = time.perf_counter()
    entry = find(claim_id)
    try:
        claim = load(entry.id)
        verdict = claim.verdict()
        numeric = claim.gather()
    except ClaimFails as error:
        return _failure(entry, str(error), began, error.details)
    except ProofError as error:
        return _failure(entry, str(error), began)
    except Exception as error:  # a broken claim module is a failed claim, not a crash
        place = where(entry.module, error)
        what = f"{type(error).__name__}: {error}".partition("\n")[0]
        return _failure(entry, f"{what} ({place})" if place else what, began)
    depends = claim.depends
    failed = [d for d in depends if d not in elsewhere and not verify(d).ok]
    problem = _rests_on(failed) if failed else numeric.problem
    theorems = [p.theorem for p in claim.parts]
    everything = {id(t): t for theorem in theorems for t in ancestry(theorem)}.values()
    return Report(
        id=entry.id,
        title=entry.title,
        verdict="failed" if problem else verdict,
        ok=problem is None,
        hypotheses=_shown([h for t in theorems for h in t.hypotheses]),
        added=_shown([h for p in claim.parts if p.printed for h in p.added]),
        refuted=tuple(r.words.text() for r in claim.refutations),
        depends=depends,
        steps=len(everything),
        rules=tuple(sorted({t.rule for t in everything})),
        classical=classical_facts(theorems),
        numeric=numeric.as_json(),
        formal=None if problem else formal_record.standing().of(claim),
        seconds=time.perf_counter() - began,
        problem=problem,
        reads=tuple(r.read.text() for r in claim.refutations if r.read is not None),
        theorems={} if problem else _theorems(claim),
    )


def settled(reports: Sequence[Report]) -> list[Report]:
    """The reports of claims that were checked apart; one that rests on a failed one failed."""
    found = {report.id: report for report in reports}

    @cache
    def failed(claim_id: str) -> bool:
        report = found.get(claim_id)
        return report is not None and not (report.ok and not any(map(failed, report.depends)))

    return [
        replace(
            report, verdict="failed", ok=False, formal=None, problem=_rests_on(below), theorems={}
        )
        if (below := list(filter(failed, report.depends)))
        else report
        for report in reports
    ]


def _rests_on(failed: Sequence[str]) -> str:
    return f"rests on {', '.join(failed)}, which failed"


def _theorems(claim: Claim) -> dict[str, tuple[str, str | None]]:
    return {part.name: (claim.called(part), claim.standing(part)) for part in claim.numbered}


def classical_facts(theorems: Iterable[Theorem]) -> tuple[str, ...]:
    """The classical facts about Markov chains on which theorems rest, by name."""
    below = frozenset[str]().union(*(t.proof.rests_on for t in theorems))
    return tuple(sorted(below & classical.NAMES))


def _shown(statements: list[Statement]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(statement_text(s) for s in statements))


def _failure(
    entry: catalogue.Entry, problem: str, began: float, details: tuple[str, ...] = ()
) -> Report:
    return Report(
        id=entry.id,
        title=entry.title,
        verdict="failed",
        ok=False,
        hypotheses=(),
        added=(),
        refuted=(),
        depends=(),
        steps=0,
        rules=(),
        classical=(),
        numeric=Gathered({}, {}).as_json(),
        formal=None,
        seconds=time.perf_counter() - began,
        problem=problem.partition("\n")[0],
        details=details,
    )
