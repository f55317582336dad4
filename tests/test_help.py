"""`help` works on every public module, and `dir` and signatures show what an author may write."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import pydoc
from types import ModuleType

import pytest

import numeric_checks
import proofs.companion
import symbolic
from symbolic import Chain, writing

PACKAGES = (symbolic, numeric_checks, proofs.companion)


def modules(package: ModuleType) -> list[str]:
    found = pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    return [package.__name__, *(module.name for module in found)]


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: str(package.__name__))
def test_help_works_on_every_module(package: ModuleType) -> None:
    names = modules(package)
    assert len(names) > 25
    for name in names:
        text = pydoc.plain(pydoc.render_doc(importlib.import_module(name)))
        assert name in text


@pytest.mark.parametrize("package", [numeric_checks, symbolic, writing], ids=str)
def test_dir_lists_what_is_public(package: ModuleType) -> None:
    assert set(package.__all__) <= set(dir(package))
    assert dir(package) == sorted(dir(package))
    assert all(hasattr(package, name) for name in package.__all__)


@pytest.mark.parametrize("name", writing.__all__)
def test_a_rule_has_the_signature_that_its_author_gave_it(name: str) -> None:
    rule = getattr(writing, name)
    parameters = inspect.signature(rule).parameters
    assert parameters.keys() == inspect.signature(inspect.unwrap(rule)).parameters.keys()
    assert not parameters.keys() & {"args", "kwargs"} or name == "unfold"
    assert (rule.__name__, rule.__module__.rpartition(".")[0]) == (name, "symbolic.writing")
    assert str(inspect.signature(rule)).endswith("-> 'Theorem'")
    text = pydoc.plain(pydoc.render_doc(rule))
    assert all(parameter in text for parameter in parameters)
    assert "|-" in text


def test_some_signatures() -> None:
    said = {name: list(inspect.signature(getattr(writing, name)).parameters) for name in ("scale",)}
    assert said["scale"] == ["ctx", "theorem", "factor"]
    assert list(inspect.signature(writing.lift).parameters) == ["ctx", "theorem"]
    assert list(inspect.signature(Chain).parameters) == ["ctx", "start"]
    assert list(inspect.signature(Chain.to).parameters) == ["self", "target", "equations"]
