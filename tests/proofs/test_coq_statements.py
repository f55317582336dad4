"""A claim that says something else than its Coq theorems were written for is told."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from proofs.companion import cli, ledger
from proofs.companion.claims import catalogue
from proofs.companion.claims.claim import Claim, Part
from proofs.companion.claims.witnesses import Refutation
from proofs.companion.coq import (
    build as formal,
    record as formal_record,
    statements,
    tools as coq_tools,
)
from proofs.companion.coq.record import CLASSICAL_FACTS, MANIFEST, Manifest, Standing
from proofs.notation import DISCOUNT, bellman, c, delta, gamma, h, i, j, n
from proofs.paper import nstep_contraction
from symbolic import AtMost, Contracts, ForAll, Not, Statement, Theorem, given
from symbolic.core.terms import node
from symbolic.rules import classical
from symbolic.writing import contraction, definitions, generalise, recall, smaller_modulus
from tests.proofs.forgetting import forget
from tests.proofs.mutants import mutants
from tests.sampling import some

RECORDED = formal_record.read_manifest(formal_record.source_texts()[MANIFEST])
CLAIMS = [claim for claim in RECORDED.statements if claim != CLASSICAL_FACTS]
every_claim = pytest.mark.parametrize("claim_id", CLAIMS)
#: how many near misses of each statement there are, and how many changes of a part are tried
SOME = 4


def changes(claim: Claim) -> tuple[str, ...]:
    """What it says otherwise than recorded."""
    return RECORDED.changes(claim.entry.id, statements.parts(claim))


def copy_of(claim: Claim, **other: Any) -> Claim:
    """A copy of a claim with something changed."""
    fields = ("parts", "needs_", "refutations", "gaps", "experiments")
    kept = {name: list(getattr(claim, name)) for name in fields}
    return Claim(claim.module, **(kept | other))


def with_part(claim: Claim, place: int, **other: Any) -> Claim:
    """A copy of a claim with one part changed."""
    parts = list(claim.parts)
    parts[place] = replace(parts[place], **other)
    return copy_of(claim, parts=parts)


def others(statement: Statement) -> Iterator[Statement]:
    """Statements that say something else."""
    yield Not(statement)
    yield from islice((m for m in mutants(statement) if m.key is not statement.key), SOME)


def changed(thing: Part | Refutation) -> Iterator[dict[str, Any]]:
    """What can be changed of what a part or a refutation says or assumes, one thing at a time."""
    for says in others(thing.says):
        yield {"says": says}
    for k, hypothesis in enumerate(thing.given):
        before, after = thing.given[:k], thing.given[k + 1 :]
        if hypothesis not in (*before, *after):
            yield {"given": (*before, *after)}
        for other in others(hypothesis):
            yield {"given": (*before, other, *after)}
    yield {"given": (*thing.given, Not(thing.says))}


# -- what is recorded ------------------------------------------------------------------------------


def test_what_is_recorded_is_what_every_claim_says() -> None:
    """After a change on purpose: the Coq theorems revised, and `recency record --formal`."""
    facts = statements.facts()
    assert RECORDED.changes(CLASSICAL_FACTS, facts) == ()
    assert RECORDED.statements[CLASSICAL_FACTS] == statements.recorded(facts)
    # the other two are rules
    assert {fact.replace(" ", "_") for fact in statements.OF_THE_BRIDGE} | {
        classical.COQ[fact] for fact in classical.FACTS
    } == {t.theorem for t in RECORDED.theorems if t.claim == CLASSICAL_FACTS} - {
        "stationary_chain",
        "on_policy",
    }
    assert {*CLAIMS} <= {entry.id for entry in catalogue.entries()}
    for claim_id in CLAIMS:
        claim = ledger.load(claim_id)
        assert changes(claim) == ()
        assert RECORDED.statements[claim_id] == statements.recorded(statements.parts(claim))


@every_claim
def test_every_part_is_recorded_with_every_hypothesis(claim_id: str) -> None:
    claim, parts = ledger.load(claim_id), RECORDED.statements[claim_id]["parts"]
    steps = sum(gap.says is not None for gap in claim.gaps)
    assert len(parts) == len(claim.parts) + len(claim.refutations) + steps
    for part in claim.parts:
        added = [need.hypothesis for need in claim.needs_ if need.part is part]
        assert {h.key for h in part.added} == {h.key for h in added}
        assert len(parts[part.name].get("given", ())) == len(part.given)
        assert len(parts[part.name].get("added", ())) == len(added)


# -- what is noticed -------------------------------------------------------------------------------


@every_claim
def test_a_part_that_says_or_assumes_something_else_is_noticed(claim_id: str) -> None:
    """Some of the changes of each part; in a thorough run all of them."""
    claim = ledger.load(claim_id)
    for k, part in enumerate(claim.parts):
        found = some(changed(part), SOME, part.name)
        assert len(found) > 1
        for change in found:
            told = changes(with_part(claim, k, **change))
            assert told == (f"{part.name} was changed",), change


@every_claim
def test_a_refutation_of_something_else_is_noticed(claim_id: str) -> None:
    claim = ledger.load(claim_id)
    for k, refutation in enumerate(claim.refutations):
        for change in changed(refutation):
            refutations = list(claim.refutations)
            refutations[k] = replace(refutation, **change)
            assert changes(copy_of(claim, refutations=refutations)), change


def test_a_false_step_of_a_printed_proof_is_recorded() -> None:
    claim = ledger.load("eq:sample-real_errors")
    [gap] = claim.gaps
    [removed] = changes(copy_of(claim, gaps=[]))
    assert removed == "the gap at x_i = y_i for all i ≥ 0 was removed"
    assert changes(copy_of(claim, gaps=[replace(gap, given=gap.given[:-1])]))


@every_claim
def test_a_part_more_or_less_or_of_another_name_is_noticed(claim_id: str) -> None:
    claim = ledger.load(claim_id)
    for k, part in enumerate(claim.parts):
        rest = claim.parts[:k] + claim.parts[k + 1 :]
        needs = [need for need in claim.needs_ if need.part is not part]
        fewer = copy_of(claim, parts=rest, needs_=needs)
        assert changes(fewer) == (f"{part.name} was removed",)
        twice = copy_of(claim, parts=[*claim.parts, part])
        assert changes(twice) == (f"{part.name}' was added",)
        (removed, added) = changes(with_part(claim, k, name="another"))
        assert (removed, added) == (f"{part.name} was removed", "another was added")


def test_a_hypothesis_that_need_no_longer_be_added_is_noticed() -> None:
    seen = 0
    for claim in map(ledger.load, CLAIMS):
        for k, need in enumerate(claim.needs_):
            fewer = copy_of(claim, needs_=claim.needs_[:k] + claim.needs_[k + 1 :])
            assert changes(fewer) == (f"{need.part.name} was changed",)
            seen += 1
    assert seen > 3


def test_another_meaning_of_a_name_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """In every claim that has the name in a statement, and in no other."""
    for definition in (c, delta):
        name, spoken = definition.name, set[str]()
        for claim in map(ledger.load, CLAIMS):
            found = (s.sequences for part in claim.parts for s in (*part.given, part.says))
            if definition.symbol in frozenset[Any]().union(*found):
                spoken.add(claim.entry.id)
        other = replace(definition, body=definition.body + 1)
        with monkeypatch.context() as patch:
            patch.setitem(definitions._registry, name, other)
            told = {x for x in CLAIMS if changes(ledger.load(x))}
        assert spoken
        assert spoken <= told
        assert told < {*CLAIMS}


@pytest.mark.parametrize("name", statements.facts())
def test_another_axiom_is_noticed(name: str) -> None:
    known = dict(statements.facts())
    given, _, says = known[name]
    for other in (
        statements.Stated(given[1:], (), says),
        statements.Stated((*given, says), (), says),
        statements.Stated(given, (), node("not", None, (says,))),
    ):
        found = RECORDED.changes(CLASSICAL_FACTS, {**known, name: other})
        assert found == (f"{name} was changed",)


# -- what does not matter --------------------------------------------------------------------------


@every_claim
def test_the_order_of_parts_and_hypotheses_does_not_matter(claim_id: str) -> None:
    claim = ledger.load(claim_id)
    turned = copy_of(
        claim, parts=claim.parts[::-1], needs_=claim.needs_[::-1], refutations=[*claim.refutations]
    )
    assert statements.recorded(statements.parts(turned)) == RECORDED.statements[claim_id]
    for k, part in enumerate(claim.parts):
        assert changes(with_part(claim, k, given=part.given[::-1])) == ()


def test_the_name_of_a_bound_variable_does_not_matter() -> None:
    one, other = (ForAll(k, 0, AtMost(h(k + 1), h(k))) for k in (i, j))
    first, second = (statements.Stated((s,), (), s) for s in (one, other))
    assert first.digest() == second.digest()


DIGESTS = """
import sys
from proofs.companion.coq.statements import load, parts
for claim in sys.argv[1:]:
    print(claim, *(part.digest() for part in parts(load(claim)).values()))
"""


@pytest.mark.parametrize("seed", ["1", "2"])
def test_a_digest_is_the_same_in_every_process(seed: str) -> None:
    """Whatever the hashes of strings are, and whichever claims are loaded before."""
    claims = CLAIMS if seed == "1" else CLAIMS[::-1]
    done = subprocess.run(
        [sys.executable, "-c", DIGESTS, *claims],
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    expected = [
        [claim, *(part["digest"] for part in RECORDED.statements[claim]["parts"].values())]
        for claim in claims
    ]
    assert list(map(str.split, done.stdout.splitlines())) == expected


# -- what is said ----------------------------------------------------------------------------------


def larger_modulus() -> Theorem:
    """A contraction with the modulus (1 + gamma) gamma^n: true, and another statement."""
    ctx = given(*DISCOUNT, AtMost(0, n))
    larger = recall(ctx, AtMost(gamma**n, (1 + gamma) * gamma**n))
    found = smaller_modulus(ctx, contraction(ctx, bellman(n)), larger)
    return generalise(given(*DISCOUNT), found, n, 0)


@pytest.fixture
def changing(monkeypatch: pytest.MonkeyPatch) -> Callable[[Claim], None]:
    """Makes n-step contraction the claim given; its Coq theorems hold."""
    built = Standing(RECORDED)
    monkeypatch.setattr(formal_record, "standing", lambda: built)

    def use(claim: Claim) -> None:
        for name in ("parts", "experiments"):
            monkeypatch.setattr(nstep_contraction.CLAIM, name, getattr(claim, name))
        forget(monkeypatch)

    return use


def said(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> list[str]:
    assert cli.main(["verify", "--jobs", "1", "nstep-contraction", *words]) == code
    return capsys.readouterr().out.splitlines()


def test_a_claim_that_says_something_else_is_not_counted(
    changing: Callable[[Claim], None], capsys: pytest.CaptureFixture[str]
) -> None:
    says = ForAll(n, 0, Contracts(bellman(n), (1 + gamma) * gamma**n))
    (place,) = (k for k, p in enumerate(nstep_contraction.CLAIM.parts) if p.name == "modulus")
    changing(with_part(nstep_contraction.CLAIM, place, says=says, derive=larger_modulus))
    told = [
        "formal: the Coq theorems for nstep-contraction are of another statement: modulus was "
        "changed",
        "formal: 0 of 1 claim stated and proved again in Coq (build of this source)",
    ]
    for words in ([], ["--formal"]):
        lines = said(capsys, *words)
        assert lines[-4].startswith("1 claim: 1 proved; 0 failed; ")
        assert lines[-2:] == told
        assert not [line for line in lines if "NstepContraction.v" in line]
    (found,) = json.loads("\n".join(said(capsys, "--json")))["claims"]
    assert found["formal"]["changed"] == ["modulus was changed"]
    assert cli.main(["show", "nstep-contraction"]) == 0
    last = "\nThe Coq theorems are of another statement: modulus was changed.\n"
    assert capsys.readouterr().out.endswith(last)


def test_a_claim_that_failed_is_not_counted(
    changing: Callable[[Claim], None], capsys: pytest.CaptureFixture[str]
) -> None:
    original = copy_of(nstep_contraction.CLAIM)
    changing(original)
    assert said(capsys)[-1].startswith("formal: 1 of 1 claim stated and proved again in Coq")
    for claim in (
        copy_of(original, parts=[], experiments=[]),
        with_part(original, 0, says=Not(original.parts[0].says)),
    ):
        changing(claim)
        lines = said(capsys, "--formal", code=1)
        assert lines[-1].startswith("formal: 0 of 1 claim stated and proved again in Coq")
        assert not [line for line in lines if "NstepContraction.v" in line]
        (found,) = json.loads("\n".join(said(capsys, "--json", code=1)))["claims"]
        assert (found["verdict"], found["formal"]) == ("failed", None)


def test_a_claim_without_recorded_statements_is_not_counted() -> None:
    found = Standing(Manifest("", RECORDED.theorems, {})).of(nstep_contraction.CLAIM)
    assert found is not None
    assert found["changed"] == [
        f"{name} was added" for name in ("attained", "below_one", "closed_form", "modulus")
    ]


def test_recording_says_which_claims_say_something_else(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stored = json.loads(RECORDED.text())
    stored["statements"]["nstep-contraction"]["parts"]["modulus"]["digest"] = "other"
    stored["statements"]["srh-infinite"]["parts"]["gone"] = {"says": "1 = 1", "digest": "other"}
    monkeypatch.setattr(coq_tools, "version", lambda: RECORDED.coq)
    made, found = formal._recorded(RECORDED.theorems, json.dumps(stored))
    assert found == ("nstep-contraction: modulus was changed", "srh-infinite: gone was removed")
    assert made.statements == RECORDED.statements
    result = formal.Result(made.theorems, (), 0.0, found)
    monkeypatch.setattr(formal, "build", lambda record: result)
    assert formal.main(record=True) == 0
    first, second, _ = capsys.readouterr().out.splitlines()
    assert first == (
        "formal: recorded with other statements than before: nstep-contraction: modulus was changed"
    )
    assert second.endswith("srh-infinite: gone was removed")


def test_nothing_was_changed_if_there_was_nothing_to_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coq_tools, "version", lambda: RECORDED.coq)
    for before in ("", "{", "{}"):
        made, found = formal._recorded(RECORDED.theorems, before)
        assert (made.statements, found) == (RECORDED.statements, ())


def test_a_refutation_that_is_printed_otherwise_is_the_same() -> None:
    """Its name is how it was printed; what it says is compared by its digest."""
    parts = statements.parts(ledger.load("convex-faster"))
    name = next(name for name in parts if name.startswith("the refutation of "))
    recorded = statements.recorded(parts)
    recorded["parts"][f"{name}, as it was printed once"] = recorded["parts"].pop(name)
    assert statements.changes(recorded, parts) == ()
    recorded["parts"][f"{name}, as it was printed once"]["digest"] = "0" * 16
    gone, come = statements.changes(recorded, parts)
    assert gone.endswith("once was removed")
    assert come == f"{name} was added"
