"""What is printed as JSON, and certificates, are as the schemas that come with the project say."""

from __future__ import annotations

import copy
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import recency
from hypothesis import given, settings, strategies as st
from jsonschema import Draft202012Validator

from numeric_checks import analyze
from numeric_checks.instances.strategies import named_returns
from numeric_checks.safety.certificate_checker import Rejected, check
from proofs.companion import cli, ledger
from proofs.companion.claims import catalogue
from symbolic.returns import LinearReturn, WeightedReturn

SCHEMAS = Path(cli.__file__).parent / "schemas"
NAMES = ["analyze", "certificate", "verify"]
DISCOUNTS = st.sampled_from(["1/2", "9/10", "99/100"])


@cache
def schema(name: str) -> Any:
    return json.loads((SCHEMAS / f"{name}.json").read_text("utf-8"))


def closed(part: Any) -> Any:
    """The same, where an object may have no key that is not described."""
    if isinstance(part, list):
        return [closed(each) for each in part]
    if not isinstance(part, dict):
        return part
    found = {key: closed(each) for key, each in part.items()}
    if "properties" in found:
        found.setdefault("additionalProperties", False)
    return found


@cache
def validator(name: str, strict: bool = True) -> Any:
    return Draft202012Validator(closed(schema(name)) if strict else schema(name))


def as_printed(value: Any) -> Any:
    return json.loads(json.dumps(value))


weights = st.lists(st.fractions(-3, 3, max_denominator=8), min_size=1, max_size=6)
returns = st.one_of(
    weights.map(WeightedReturn), named_returns(), st.just(WeightedReturn([2], tail=1))
)


@pytest.mark.parametrize("name", NAMES)
def test_each_is_a_schema_and_there_are_no_others(name: str) -> None:
    Draft202012Validator.check_schema(schema(name))
    assert schema(name)["$id"] == f"urn:recency:schema:{name}:1"
    assert sorted(path.stem for path in SCHEMAS.iterdir()) == NAMES


@given(returns, DISCOUNTS)
@settings(max_examples=60)
def test_an_analysis_and_its_certificate_are_as_the_schemas_say(
    ret: LinearReturn, gamma: str
) -> None:
    found = analyze(ret, gamma)
    validator("analyze").validate(as_printed(found.as_json()))
    certificate = found.decision.certificate()
    if certificate is not None:
        validator("certificate").validate(as_printed(certificate))


@pytest.mark.parametrize("huge", [["1", "1e2000"], ["1", "-1e-2000"], ["0"], ["1", "1"]])
def test_so_are_those_at_the_edges(huge: list[str]) -> None:
    validator("analyze").validate(as_printed(recency.analyze(huge, "9/10").as_json()))


@pytest.mark.parametrize(
    "words",
    [
        "--weights 1,1/2,3/4",
        "--nstep-weights -1,2",
        "--return monte-carlo",
        "--return truncated --lam 0.93 --n 20",
    ],
)
def test_so_is_what_the_command_prints(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["analyze", *words.split(), "--gamma", "0.9", "--json"]) == 0
    validator("analyze").validate(json.loads(capsys.readouterr().out))


def test_the_ledger_is_as_the_schema_says(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["verify", "prop:wrh", "nstep-contraction", "--jobs", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    validator("verify").validate(found)
    assert len(found["claims"]) == 2


@pytest.mark.parametrize("claim", [entry.id for entry in catalogue.entries()])
def test_the_report_of_every_claim_is_as_the_schema_says(claim: str) -> None:
    reports = [ledger.verify(claim).as_json()]
    validator("verify").validate(as_printed({"schema": 1, "claims": reports, "ok": True}))


def test_so_is_that_of_a_claim_that_fails_or_has_theorems_in_coq() -> None:
    failed = ledger._failure(ledger.find("prop:wrh"), "step 3 is not so", 0.0, ("known: 0 < x",))
    again = {"theorem": ["t"], "file": ["F.v"], "axioms": {"t": ["a"]}, "changed": []}
    reports = [failed.as_json(), {**ledger.verify("prop:wrh").as_json(), "formal": again}]
    validator("verify").validate(as_printed({"schema": 1, "claims": reports, "ok": False}))


# -- and nothing else is ---------------------------------------------------------------------------


def paths(value: Any, *above: Any) -> list[tuple[Any, ...]]:
    """Where a key stands, in objects in objects."""
    if not isinstance(value, dict):
        return []
    inside = [path for key, each in value.items() for path in paths(each, *above, key)]
    return [*((*above, key) for key in value), *inside]


def without(value: Any, path: tuple[Any, ...]) -> Any:
    found = inner = copy.deepcopy(value)
    for key in path[:-1]:
        inner = inner[key]
    del inner[path[-1]]
    return found


@pytest.mark.parametrize("weights", [["1", "1/2", "3/4"], ["0", "1"]])
def test_a_certificate_that_lacks_a_key_is_refused_by_the_schema_and_by_the_checker(
    weights: list[str],
) -> None:
    certificate = as_printed(analyze(weights, "9/10").decision.certificate())
    validator("certificate", False).validate(certificate)
    for path in paths(certificate):
        lacking = without(certificate, path)
        assert not validator("certificate", False).is_valid(lacking), path
        with pytest.raises(Rejected):
            check(json.dumps(lacking))
    for changed in ({"more": 1}, {"margin": 0.5}, {"gamma": "0.9"}, {"claim": "safe"}):
        assert not validator("certificate", False).is_valid({**certificate, **changed})


def test_an_analysis_that_lacks_a_key_or_has_a_float_is_refused() -> None:
    found = as_printed(analyze(["0", "1"], "9/10").as_json())
    for path in paths(found):
        assert not validator("analyze", False).is_valid(without(found, path)), path
    assert not validator("analyze", False).is_valid({**found, "gamma": 0.9})
    assert validator("analyze", False).is_valid({**found, "a new key": 1}), "keys may be added"
    assert not validator("analyze").is_valid({**found, "a new key": 1}), "and are then described"
