"""The changes that mutation testing makes: which there are, and what is left alone."""

from __future__ import annotations

import ast
import sys
import tomllib
from types import ModuleType

import pytest

from tests.mutation.__main__ import KNOWN, MODULES, definitions, patch, source
from tests.mutation.operators import mutants


def changed(text: str) -> set[str]:
    """Everything that a text can become by one change."""
    found = set()
    for k in range(len(mutants(ast.parse(text), "m"))):
        tree = ast.parse(text)
        mutants(tree, "m")[k].apply()
        compile(tree, "m", "exec")
        found.add(ast.unparse(tree))
    return found


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("a <= b", {"a < b"}),
        ("a is b", {"a is not b"}),
        ("a in b", {"a not in b"}),
        ("a < b == c", {"a <= b == c", "a < b != c"}),
        ("a and b and c", {"a or b or c", "b and c", "a and c", "a and b"}),
        ("not a", {"a"}),
        ("f(0)", {"f(1)"}),
        ("f(1)", {"f(2)", "f(0)"}),
        ("f(True)", {"f(False)"}),
        ("a * b", {"a + b"}),
        ("a | b", {"a & b", "a", "b"}),
        ("a if b else c", {"a", "c"}),
        ("le(a, b)", {"lt(a, b)", "le(b, a)"}),
        ("arbitrary(x, *kept)", {"arbitrary(x)", "arbitrary(*kept)"}),
        ("[*kept, a]", {"[a]", "[*kept]"}),
        ("[x for x in y if z]", {"[x for x in y]"}),
        ("abs(a)", {"a"}),
    ],
)
def test_an_expression_has_these_changes(text: str, after: set[str]) -> None:
    assert changed(f"it = ({text})") == {f"it = {new}" for new in after}


def test_a_guard_is_dropped_or_turned_round() -> None:
    dropped, turned = "if a:\n    pass", "if not a:\n    raise B('no')"
    assert changed("if a:\n    raise B('no')") == {dropped, turned}


def test_a_call_that_is_a_statement_is_dropped() -> None:
    assert changed("def f(x):\n    check(x)") == {"def f(x):\n    pass"}


def test_a_hypothesis_of_an_axiom_is_dropped() -> None:
    text = "AXIOMS = {'name': ((p, q), r)}"
    assert changed(text) == {"AXIOMS = {'name': ((p,), r)}", "AXIOMS = {'name': ((q,), r)}"}
    assert changed("AXIOMS = {'name': ((p,), r)}") == {"AXIOMS = {'name': ((), r)}"}


@pytest.mark.parametrize(
    "text",
    [
        "'''1 < 2'''",
        "from a import b",
        "def f(x: 'a | b' = None) -> 'a | b':\n    '''1 < 2'''",
        "class A:\n    def __repr__(self):\n        return 1 < 2",
        "__all__ = ['a', 'b']",
        "if __name__ == '__main__':\n    main(1)",
        "Pair = tuple[int, int]",
    ],
)
def test_what_no_test_can_see_is_left_alone(text: str) -> None:
    assert changed(text) == set()


def test_a_change_is_named_without_its_line_and_no_two_have_one_name() -> None:
    one, other = "def f(a):\n    return a < 1, a < 1", "# why\n\ndef f(a):\n    return a < 1, a < 1"
    names = [m.name for m in mutants(ast.parse(one), "m")]
    assert names == [m.name for m in mutants(ast.parse(other), "m")]
    assert len(names) == len(set(names))
    assert "f: a < 1 -> a <= 1 #1" in names


def test_what_was_imported_earlier_has_the_changed_code(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("numeric_checks.example")
    before, after = (
        "LEAST = 1\ndef f(x):\n    return x > LEAST",
        "LEAST = 2\ndef f(x):\n    return x",
    )
    vars(module)["LEAST"] = 1
    monkeypatch.setitem(sys.modules, module.__name__, module)
    patch(module.__name__, compile(before, "example", "exec"))
    f = vars(module)["f"]
    assert f(2) is True
    patch(module.__name__, compile(after, "example", "exec"))
    assert (f(2), vars(module)["LEAST"], vars(module)["f"]) == (2, 2, f)


def test_every_change_that_is_called_equivalent_exists_and_has_a_reason() -> None:
    names = {
        (module, m.name)
        for module in MODULES
        for m in mutants(ast.parse(source(module).read_text()), module)
    }
    for entry in tomllib.loads(KNOWN.read_text())["equivalent"]:
        assert (entry["module"], entry["change"]) in names
        assert len(entry["reason"]) > 10


def test_a_definition_is_known_by_what_it_says() -> None:
    before, after = (
        definitions(ast.parse(f"import ast\na = {a}  # one\n\n\ndef f(x):\n    return x\n"))
        for a in (1, 2)
    )
    assert set(before) == {"module", "a", "f"}
    assert [name for name in before if before[name] != after[name]] == ["a"]
    for module in MODULES:
        tree = ast.parse(source(module).read_text())
        assert {m.where.split(".")[0] for m in mutants(tree, module)} <= set(definitions(tree))
