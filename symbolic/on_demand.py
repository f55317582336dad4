"""Packages whose names are imported when they are asked for.

The names are those that the package imports under ``if TYPE_CHECKING``: this is what a type checker
reads, and nothing has to be said twice.

    >>> import symbolic
    >>> symbolic.LambdaReturn.__module__
    'symbolic.returns.decaying'
    >>> symbolic.LamdaReturn
    Traceback (most recent call last):
    AttributeError: module 'symbolic' has no attribute 'LamdaReturn'
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

__all__ = ["on_demand"]


def on_demand(package: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The functions ``__getattr__`` and ``__dir__`` of a package."""

    def get(name: str) -> Any:
        home = None if name.startswith("__") else _homes(package).get(name)
        if home is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, original = home
        if original is None:
            return import_module(module)
        value = getattr(import_module(module), original)
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        return sorted(sys.modules[package].__all__)

    return get, names


@cache
def _homes(package: str) -> dict[str, tuple[str, str | None]]:
    """Where each name comes from: a module, and what it is called there (None: a module itself)."""
    import ast

    with open(sys.modules[package].__file__ or "", encoding="utf-8") as source:
        tree = ast.parse(source.read())
    guarded = (
        statement
        for block in tree.body
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
        for statement in block.body
    )
    return {
        alias.asname or alias.name: (
            (f"{package}.{alias.name}", None)
            if statement.module == package
            else (statement.module or "", alias.name)
        )
        for statement in guarded
        if isinstance(statement, ast.ImportFrom)
        for alias in statement.names
    }
