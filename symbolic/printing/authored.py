"""What an author wrote, as a core term in the order of the paper, with the author's names.

Printers work on core terms.  An expression or a statement of the sympy edge is turned into one by
`symbolic.writing.edge`, the same way as when it is proved; its sums and products, which sympy keeps
in an order of its own, are put in order (`symbolic.printing.order`), and its bound variables keep
their names.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeAlias

from sympy import Expr, Sum, Symbol, sympify

from symbolic.core.terms import Term
from symbolic.printing.order import tidy
from symbolic.printing.shapes import Names, hints
from symbolic.statements import OnConstants, Statement
from symbolic.terms import open_sum, real

__all__ = ["Shown", "core_of"]

#: what the printers show
Shown: TypeAlias = Term | Expr | Statement


def core_of(thing: Shown | int) -> tuple[Term, Names]:
    """The core term, and names for its bound variables."""
    if isinstance(thing, Term):
        return thing, hints
    if not isinstance(thing, Statement):
        thing = sympify(thing, strict=True)
    return _core_of(thing)


@lru_cache(maxsize=50_000)
def _core_of(thing: Expr | Statement) -> tuple[Term, Names]:
    from symbolic.writing.edge import statement_to_core, to_core

    if isinstance(thing, Statement):
        made = statement_to_core(thing)
    else:
        # a plain Symbol of sympy will do for a number
        plain = {s: real(s.name) for s in thing.atoms(Symbol) if s.is_real is None}
        thing = thing.xreplace(plain) if plain else thing
        made = to_core(thing)
    names: dict[Term, tuple[str, ...]] = {}
    _collect(thing, names)
    return tidy(made, names)


def _collect(thing: Any, names: dict[Term, tuple[str, ...]]) -> None:
    """The author's names for what is bound in a statement or a term."""
    from symbolic.writing.edge import statement_to_core, to_core

    if isinstance(thing, Statement):
        bound = thing.constant if isinstance(thing, OnConstants) else thing._bound()
        if bound is not None:
            names.setdefault(statement_to_core(thing), (bound.name,))
        for part in (*thing._inner(), *thing._outer()):
            _collect(part, names)
    elif isinstance(thing, Sum):
        part = open_sum(thing)
        names.setdefault(to_core(thing), (part.var.name,))
        for inner in (part.body, part.lo, part.hi):
            _collect(inner, names)
    elif isinstance(thing, Expr):
        for inner in thing.args:
            _collect(inner, names)
