"""Rooms: each says in its docstring which others it may import, and no more than it does.

A room is a package, or a module that stands by itself.  The sentence "Imports core, printing." at
the end of its docstring is the only place where an arrow is allowed; names are those of neighbours,
or of other rooms in full.  Every import is read - in functions, under ``TYPE_CHECKING``, by name in
``import_module`` too - and compared.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
#: each may import from those before it
HOUSES = ("symbolic", "numeric_checks", "proofs")
NOTHING = "nothing but Python"
SENTENCE = re.compile(rf"Imports ({NOTHING}|[\w.]+(?:, [\w.]+)*)\.$")


@dataclass(frozen=True)
class Import:
    """A line of a module that imports something of ours."""

    file: Path
    line: int
    room: str
    target: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.room} -> {self.target}"


def files() -> dict[str, Path]:
    """Every module of ours, by its dotted name."""
    paths = (p.relative_to(ROOT) for house in HOUSES for p in (ROOT / house).rglob("*.py"))
    return {".".join(p.with_suffix("").parts).removesuffix(".__init__"): p for p in paths}


def docstring(path: Path) -> str:
    """The docstring of a file, on one line."""
    return " ".join((ast.get_docstring(ast.parse((ROOT / path).read_text())) or "").split())


def is_room(path: Path) -> bool:
    """Every package is a room, and so is a module that says what it imports as one."""
    return path.name == "__init__.py" or SENTENCE.search(docstring(path)) is not None


FILES = files()
ROOMS = {name for name, path in FILES.items() if is_room(path)}


def room_of(module: str) -> str:
    """The package that a module lies in; a room lies in itself."""
    return module if module in ROOMS else module.rpartition(".")[0]


def targets(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The line and the dotted name of everything that is imported, and from what."""
    for node in ast.walk(tree):
        match node:
            case ast.Import():
                yield from ((node.lineno, alias.name) for alias in node.names)
            case ast.ImportFrom(module=str(module), level=0):
                yield from ((node.lineno, f"{module}.{alias.name}") for alias in node.names)
            case ast.ImportFrom():
                raise AssertionError(f"line {node.lineno}: a relative import")
            case ast.Call(
                func=ast.Name(id="import_module") | ast.Attribute(attr="import_module"),
                args=[
                    ast.Constant(value=str(name))
                    | ast.JoinedStr(values=[ast.Constant(value=str(name)), *_])
                ],
            ):
                yield node.lineno, name


def named_module(dotted: str) -> str | None:
    """The module of ours that a dotted name leads to, as far as there are modules."""
    while dotted and dotted not in FILES:
        dotted = dotted.rpartition(".")[0]
    return dotted or None


def imports() -> list[Import]:
    """Every import that leads from one room into another."""
    found = []
    for name, path in FILES.items():
        for line, dotted in targets(ast.parse((ROOT / path).read_text())):
            module = named_module(dotted)
            if module is not None and room_of(module) != room_of(name):
                found.append(Import(path, line, room_of(name), room_of(module)))
    return found


def allowed(room: str) -> frozenset[str]:
    """What the docstring of a room says that it may import."""
    said = SENTENCE.search(docstring(FILES[room]))
    assert said, f'{FILES[room]}: the docstring should end with "Imports ..."'
    names = [] if said[1] == NOTHING else said[1].split(", ")
    beside = room.rpartition(".")[0] or room
    found = [next((n for n in (f"{beside}.{x}", x) if n in ROOMS), x) for x in names]
    unknown = sorted(set(found) - ROOMS)
    assert not unknown, f"{FILES[room]}: there are no packages {', '.join(unknown)}"
    assert names == sorted(names), f"{FILES[room]}: {', '.join(sorted(names))} is in order"
    return frozenset(found)


ARROWS = {room: allowed(room) for room in sorted(ROOMS)}


def test_no_room_imports_more_than_its_docstring_says() -> None:
    refused = [str(found) for found in imports() if found.target not in ARROWS[found.room]]
    assert not refused, "\n".join(refused)


def test_no_docstring_allows_what_no_room_uses() -> None:
    used = {(found.room, found.target) for found in imports()}
    idle = {(room, target) for room, all_of in ARROWS.items() for target in all_of} - used
    assert not idle, "\n".join(f"{FILES[room]}: {target} is not used" for room, target in idle)


def test_there_is_no_way_around() -> None:
    order = list(TopologicalSorter(ARROWS).static_order())  # a cycle raises and is shown
    assert len(order) == len(ROOMS)


def test_the_houses_stand_on_one_another() -> None:
    upwards = [
        f"{room} -> {target}"
        for room, all_of in ARROWS.items()
        for target in all_of
        if HOUSES.index(room.partition(".")[0]) < HOUSES.index(target.partition(".")[0])
    ]
    assert not upwards, "\n".join(upwards)


def test_the_core_is_trusted_alone() -> None:
    assert not ARROWS["symbolic.core"]
    assert ARROWS["symbolic.rules"] == {"symbolic.core"}


@pytest.mark.parametrize("room", [*(r for r in ARROWS if not ARROWS[r]), "symbolic.rules"])
def test_the_core_and_what_imports_nothing_of_ours_need_python_alone(room: str) -> None:
    for name, path in FILES.items():
        if room_of(name) == room:
            for line, dotted in targets(ast.parse((ROOT / path).read_text())):
                top = dotted.partition(".")[0]
                known = top in sys.stdlib_module_names or named_module(dotted) is not None
                assert known, f"{path}:{line}: {dotted}"


def test_every_way_of_importing_is_read() -> None:
    text = """
import a.b
from c import d as e, f
if TYPE_CHECKING:
    from g.h import i
def late():
    from j import k
    importlib.import_module("l.m")
    return import_module(f"n.o.{late}")
"""
    found = {dotted.rstrip(".") for _, dotted in targets(ast.parse(text))}
    assert found == {"a.b", "c.d", "c.f", "g.h.i", "j.k", "l.m", "n.o"}
