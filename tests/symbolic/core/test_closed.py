"""A theorem is made by a rule, and there are no more rules than those that were read."""

from __future__ import annotations

import ast
import copy
import os
import pickle
import subprocess
import sys
from importlib.util import module_from_spec
from pathlib import Path
from types import ModuleType

import pytest

import symbolic.rules
from symbolic.core import kernel, polynomials, terms
from symbolic.core.axioms import AXIOMS
from symbolic.core.kernel import Refused, Theorem, assume, is_theorem
from symbolic.core.polynomials import polynomial
from symbolic.core.terms import IllFormed, Term, bind, eq, is_term, le, lt, node, var
from tests.symbolic.core.mutants import mutated

x = var("x")
WHERE = Path(symbolic.rules.__file__).parents[1]
CORE = sorted((WHERE / "core").glob("*.py"))
RULES = sorted((WHERE / "rules").glob("*.py"))


def test_a_theorem_has_no_constructor() -> None:
    with pytest.raises(Refused):
        Theorem()
    with pytest.raises(Refused):
        Theorem((frozenset(), lt(1, 0), "assume", (), frozenset()))
    with pytest.raises(Refused):
        type("Mine", (Theorem,), {})
    with pytest.raises(IllFormed):
        Term()
    with pytest.raises(IllFormed):
        type("Mine", (Term,), {})


def test_a_tuple_is_no_theorem() -> None:
    genuine = assume(lt(0, x))
    forged = tuple.__new__(Theorem, tuple(genuine))
    assert is_theorem(genuine)
    assert not is_theorem(forged)
    assert not is_theorem(tuple(genuine))
    assert (genuine == forged) is False
    assert is_term(x)
    assert not is_term(tuple.__new__(Term, tuple(x)))
    for take in (kernel.cut, kernel.discrete):
        with pytest.raises(Refused, match="not a theorem"):
            take(forged)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_nothing_is_stored(protocol: int) -> None:
    with pytest.raises(Refused):
        pickle.dumps(assume(lt(0, x)), protocol)
    with pytest.raises(IllFormed):
        pickle.dumps(lt(0, x), protocol)


def test_nothing_is_copied() -> None:
    for how in (copy.copy, copy.deepcopy):
        with pytest.raises(Refused):
            how(assume(lt(0, x)))
        with pytest.raises(IllFormed):
            how(lt(0, x))


def test_a_theorem_does_not_change() -> None:
    theorem = assume(lt(0, x))
    for name in ("conclusion", "hypotheses", "rule", "premises", "rests_on", "other"):
        with pytest.raises(AttributeError):
            setattr(theorem, name, eq(0, 1))
    with pytest.raises((AttributeError, TypeError)):
        theorem.__class__ = tuple  # type: ignore[assignment]
    assert type(theorem.hypotheses) is frozenset
    with pytest.raises(TypeError):
        polynomial(x + 1)[()] = 5  # type: ignore[index]


def test_the_rules_and_axioms_are_complete() -> None:
    with pytest.raises(Refused, match="rules are complete"):
        kernel.rule(lambda: ((), eq(0, 1)))
    with pytest.raises(Refused, match="axioms are complete"):
        kernel.add_axioms({"false": ((), eq(0, 1))})


def test_a_rule_does_not_hand_out_its_function() -> None:
    for name in ("assume", "axiom", "combination"):
        assert not hasattr(getattr(kernel, name), "__wrapped__")


def alone(program: str, place: Path) -> str:
    """What a program prints that has the trusted packages and nothing else of the project."""
    mutated(None, place)
    made = subprocess.run(
        [sys.executable, "-P", "-c", program],
        capture_output=True,
        text=True,
        check=True,
        cwd=place,
        env=os.environ | {"PYTHONPATH": str(place)},
    )
    return made.stdout


@pytest.fixture
def unclosed(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The kernel once more, with lists of rules and axioms that are still open."""
    spec = kernel.__spec__
    assert spec is not None
    assert spec.loader is not None
    again = module_from_spec(spec)
    spec.loader.exec_module(again)
    monkeypatch.setattr(again, "AXIOMS", dict(AXIOMS))
    return again


def test_an_axiom_cannot_take_the_name_of_another(unclosed: ModuleType) -> None:
    with pytest.raises(unclosed.Refused, match="name of another"):
        unclosed.add_axioms({"last term": ((), eq(0, 1))})
    unclosed.add_axioms({"a new one": ((), eq(1, 1))})
    assert unclosed.axiom("a new one").conclusion is eq(1, 1)


@pytest.mark.parametrize("wrong", [x, bind(lt(0, x), x)], ids=["a number", "a dangling variable"])
def test_what_a_rule_returns_are_statements(unclosed: ModuleType, wrong: Term) -> None:
    for sequent in (((), wrong), ((wrong,), eq(0, 0)), ((eq(1, 1), wrong), eq(0, 0))):
        made = unclosed.rule(lambda sequent=sequent: sequent)
        with pytest.raises(unclosed.Refused, match="not a statement"):
            made()


def test_a_table_of_terms_has_one_object_for_each() -> None:
    assert le(0, x) is le(0, x)
    assert node("num", 1, ()) is terms.number(1)
    assert polynomials.key(le(2 * x, 2)) is polynomials.key(le(x, 1))


def imported(path: Path) -> set[str]:
    """The modules that a file imports, anywhere in it."""
    found = set()
    for part in ast.walk(ast.parse(path.read_text())):
        if isinstance(part, ast.Import):
            found |= {name.name for name in part.names}
        elif isinstance(part, ast.ImportFrom):
            assert part.level == 0
            found.add(part.module or "")
        elif isinstance(part, ast.Call) and isinstance(part.func, ast.Name):
            assert part.func.id not in ("__import__", "eval", "exec", "compile")
    return found


@pytest.mark.parametrize("path", CORE, ids=lambda path: path.name)
def test_the_core_imports_nothing_but_python(path: Path) -> None:
    for name in imported(path):
        if name.split(".")[0] == "symbolic":
            assert name == "symbolic.core" or name.startswith("symbolic.core.")
        else:
            assert name.split(".")[0] in sys.stdlib_module_names


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.name)
def test_the_rules_import_nothing_but_the_core(path: Path) -> None:
    for name in imported(path):
        if name.split(".")[0] == "symbolic":
            assert name.split(".")[1] in ("core", "rules")
        else:
            assert name.split(".")[0] in sys.stdlib_module_names


def test_the_core_runs_by_itself(tmp_path: Path) -> None:
    program = "import sys, symbolic.rules; print('sympy' in sys.modules, 'flint' in sys.modules)"
    assert alone(program, tmp_path).split() == ["False", "False"]
