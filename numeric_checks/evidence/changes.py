"""Small changes of a statement, which evidence worth having notices.

One thing is changed at a time: a number, a sign, an index, an exponent, an order, a part that is
left out.  Some of what comes out is true as well; evidence that notices none of it is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from symbolic.core.terms import (
    INT,
    Term,
    add,
    conjunction,
    conjuncts,
    equivalence,
    equivalents,
    mul,
    node,
    number,
    operator,
    put,
)

__all__ = ["changed"]

_TWIN = {"cos": "sin", "sin": "cos"}


def changed(t: Term) -> Iterator[Term]:
    """The statement with one thing changed."""
    sides, parts = equivalents(t), conjuncts(t)
    if len(parts) > 1:
        join: Callable[..., Term] = equivalence if sides else conjunction
        parts = sides or parts
        for place, part in enumerate(parts):
            for new in changed(part):
                yield join(*parts[:place], new, *parts[place + 1 :])
        return
    yield from _here(t)
    for place, part in enumerate(t.args):
        if t.op == "implies" and place == 0:  # where it is said to hold
            continue
        for new in changed(part):
            yield node(t.op, t.data, (*t.args[:place], new, *t.args[place + 1 :]))


def _here(t: Term) -> Iterator[Term]:
    parts = t.args
    match t.op:
        case "num":
            yield t + 1
        case "+" | "*":
            join = add if t.op == "+" else mul
            for place, part in enumerate(parts):
                others = (*parts[:place], *parts[place + 1 :])
                yield join(*others)
                yield join(*others, -part)
        case "app":
            for place, index in enumerate(parts):
                yield node("app", t.data, (*parts[:place], index + 1, *parts[place + 1 :]))
        case "pow" if parts[1].op != "num":
            yield parts[0] ** (parts[1] + 1)
        case "abs":
            yield parts[0]
        case "cos" | "sin":
            yield node(_TWIN[t.op], None, parts)
        case "<=":
            yield node("<=", None, parts[::-1])
            yield node("<", None, parts)
        case "<":
            yield node("<", None, parts[::-1])
        case "=":
            yield node("=", None, (parts[0], parts[1] + 1))
        case "tends" | "converges":
            yield node(t.op, None, (parts[0], parts[1] + 1))
        case "bounded":
            yield node(
                "bounded", None, (parts[0], parts[1] * number(4) ** node("bound", (0, INT), ()))
            )
        case "not":
            yield parts[0]
        case "contracts" | "stationary bound" | "reversible":
            yield node(t.op, None, (*parts[:-1], parts[-1] / 2))
        case "dissipative":
            yield from (node(t.op, None, (*parts[:-1], parts[-1] + more)) for more in (1, 100))
        case "zero only at":  # with every constant taken to zero
            mrp, gamma, H, where = parts
            body = H.args[0]
            yield node(t.op, None, (mrp, gamma, operator(_less_constants(body, gamma)), where))


def _less_constants(body: Term, gamma: Term) -> Callable[[Term, Term, Term], Term]:
    return lambda z, r, v: put(body, z, r, v) - put(body, gamma, r, v)
