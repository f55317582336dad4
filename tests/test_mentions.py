"""Names in prose: a module, an attribute or a path that a docstring, a comment or a page mentions
is there."""

from __future__ import annotations

import ast
import io
import re
import tokenize
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HOUSES = r"(?:symbolic|numeric_checks|proofs|tests)"
DOTTED = re.compile(rf"(?<![\w./-]){HOUSES}(?:\.[A-Za-z_]\w*)+(?![\w/])")
PATH = re.compile(rf"(?<![\w./-]){HOUSES}(?:/[\w-]+)+(?:\.[a-z]+)?(?![\w*/])")
#: what an example expects to be refused need not be there
REFUSED = re.compile(r">>> .*(?=\n\s*Traceback)")
SOURCES = sorted(p for h in HOUSES[3:-1].split("|") for p in (ROOT / h).rglob("*.py"))
PAGES = [ROOT / name for name in ("Makefile", "pyproject.toml", ".ci/run")]
PAGES += [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").glob("*.md"))]
PAGES += [ROOT / "tests/mutation/equivalent.toml", *sorted((ROOT / "proofs/formal").glob("*.v"))]


#: where a wheel has what is elsewhere in the project
BUILT = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]
PLACED = set(BUILT["wheel"]["force-include"].values())


def prose(source: str) -> Iterator[tuple[int, str]]:
    """The docstrings and the comments of a module, each with its first line."""
    documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, documented) and ast.get_docstring(node) is not None:
            (text,) = (s.value.value for s in node.body[:1])  # type: ignore[attr-defined]
            yield node.body[0].lineno, text
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def exists(dotted: str) -> bool:
    """Is there such a module, or such a thing in a module?"""
    module, attributes = dotted, list[str]()
    while True:
        try:
            found = import_module(module)
            break
        except ModuleNotFoundError:
            module, _, last = module.rpartition(".")
            if not module:
                return False
            attributes.insert(0, last)
    for name in attributes:
        if not hasattr(found, name):
            return False
        found = getattr(found, name)
    return True


def stale(text: str) -> list[str]:
    """The names in a text that lead nowhere."""
    text = REFUSED.sub("", text)
    dotted = [name for name in DOTTED.findall(text) if not exists(name.removesuffix(".py"))]
    paths = (path for path in PATH.findall(text) if path not in PLACED)
    return dotted + [path for path in paths if not (ROOT / path).exists()]


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_what_a_module_mentions_is_there(path: Path) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: there is no {name}"
        for line, text in prose(path.read_text())
        for name in stale(text)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("path", PAGES, ids=lambda p: p.name)
def test_what_a_page_mentions_is_there(path: Path) -> None:
    assert not stale(path.read_text())


def test_a_name_that_leads_nowhere_is_found() -> None:
    here = (
        "`symbolic.core.terms.Term`, symbolic.terms.index. (proofs/formal) tests/test_mentions.py;"
    )
    gone = "symbolic.rules.mrp, `symbolic.core.Nothing` and proofs/nothing.py"
    assert not stale(here)
    assert stale(gone) == ["symbolic.rules.mrp", "symbolic.core.Nothing", "proofs/nothing.py"]
