"""From the statements that authors write to core statements, and back.

Nothing here is trusted: a theorem says what its core terms say, and what is published is printed
from those.  Terms are the affair of `symbolic.terms.edge`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import sympy
from sympy import Expr, Symbol, oo

from symbolic.core.terms import (
    INT,
    MRP,
    ZERO,
    Term,
    apply,
    bind,
    conjunction,
    conjuncts,
    eq,
    equivalence,
    equivalents,
    implies,
    le,
    lt,
    ne,
    node,
    put,
    var,
)
from symbolic.printing.authored import core_of
from symbolic.printing.order import tidy
from symbolic.printing.shapes import Names
from symbolic.statements.base import IllFormed, Statement
from symbolic.statements.connectives import And, Equivalent, Implies
from symbolic.statements.mrp import Contracts, OnConstants, OnCycle, OnEveryMRP, OperatorEqual
from symbolic.statements.relations import AtMost, Equal, ForAll, Less, Not, NotEqual
from symbolic.statements.sequences import Bounded, Converges, Summable, TendsTo
from symbolic.statements.spectra import (
    CycleEigenvalue,
    ReversibleBound,
    TwoStateEigenvalue,
    ZeroOnlyAt,
)
from symbolic.statements.stability import StationaryBound
from symbolic.statements.stationary import Dissipative, OnPolicyConverges, PositiveDefinite
from symbolic.terms.edge import from_core, hinted, name_bound, opened, to_core
from symbolic.terms.language import real, sequence

__all__ = [
    "CHAIN",
    "GAMMA",
    "NAMES",
    "operator_to_core",
    "statement_from_core",
    "statement_to_core",
]

_known: dict[Any, Term] = {}

#: the MRP at hand, its discount, and the numbers that an operator binds
CHAIN, GAMMA = var("M", MRP), var("gamma")
NAMES = (var("z"), var("r"), var("v"))


def operator_to_core(e: Any) -> Term:
    """The operator that maps v to the expression in the numbers z, r and v."""
    return node("operator", None, (bind(to_core(e), *NAMES),))


def statement_to_core(s: Any) -> Term:
    """The core statement of one that an author wrote."""
    if type(s) is Term:
        return s
    found = _known.get(s)
    if found is None:
        found = _known[s] = _statement(s)
    return found


def _sequence(body: Any, i: Symbol) -> Term:
    return bind(to_core(body), to_core(i))


_RELATIONS = {Equal: eq, AtMost: le, Less: lt, NotEqual: ne}
_CONNECTIVES: dict[type, Callable[..., Term]] = {
    And: conjunction,
    Implies: implies,
    Equivalent: equivalence,
}
#: about the MRP at hand, an operator and a number
_NUMBERED = {
    Contracts: "contracts",
    StationaryBound: "stationary bound",
    Dissipative: "dissipative",
}
_BETWEEN = {OperatorEqual: "same", ZeroOnlyAt: "zero only at"}


def _statement(s: Any) -> Term:
    kind = type(s)
    if kind in _RELATIONS:
        return _RELATIONS[kind](to_core(s.lhs), to_core(s.rhs))
    if kind is ForAll:
        n = to_core(s.var)
        ranges = [le(to_core(s.lo), n), *([] if s.hi is oo else [le(n, to_core(s.hi))])]
        whole = implies(*ranges, statement_to_core(s.body))
        return hinted(node("all", INT, (bind(whole, n),)), s.var.name)
    if kind is Not:
        return node("not", None, (statement_to_core(s.body),))
    if kind in _CONNECTIVES:
        return _CONNECTIVES[kind](*map(statement_to_core, s.parts))
    if kind is TendsTo:
        return hinted(node("tends", None, (_sequence(s.body, s.var), to_core(s.end))), s.var.name)
    if kind in (Bounded, Converges, Summable):
        body = sympy.Abs(s.body) if kind is Summable else s.body
        op = "bounded" if kind is Bounded else "converges"
        return hinted(node(op, None, (to_core(s.end), _sequence(body, s.var))), s.var.name)
    if kind is PositiveDefinite:
        return hinted(node("positive definite", None, (_sequence(s.body, s.var),)), s.var.name)
    if kind is OnEveryMRP:
        return node("all", MRP, (bind(statement_to_core(s.body), CHAIN),))
    return _about_operator(s, kind)


def _about_operator(s: Any, kind: type) -> Term:
    if not issubclass(kind, OperatorEqual):
        raise IllFormed(f"{kind.__name__} is not a kind of statement")
    operator = operator_to_core(s.lhs)
    if kind in _BETWEEN:
        return node(_BETWEEN[kind], None, (CHAIN, GAMMA, operator, operator_to_core(s.rhs)))
    if kind in _NUMBERED:
        return node(_NUMBERED[kind], None, (CHAIN, GAMMA, operator, to_core(s.rhs)))
    if kind is OnPolicyConverges:
        return node("on-policy", None, (CHAIN, GAMMA, operator))
    if kind is OnConstants:
        value = bind(to_core(s.rhs), to_core(s.constant))
        return hinted(node("constants", None, (CHAIN, GAMMA, operator, value)), s.constant.name)
    if kind is OnCycle:
        n = var("n", INT)
        values = bind(apply(s.values.__name__, n), n)
        return node("cycle", None, (GAMMA, operator, to_core(s.length), values, to_core(s.rhs)))
    if kind is TwoStateEigenvalue:
        return node("two states", None, (GAMMA, operator, to_core(s.stay), to_core(s.rhs)))
    if kind is CycleEigenvalue:
        numbers = map(to_core, (s.rhs, s.imaginary, s.length, s.mode))
        return node("mode", None, (GAMMA, operator, *numbers))
    if kind is ReversibleBound:
        return node("reversible", None, (GAMMA, operator, to_core(s.rhs)))
    raise IllFormed(f"{kind.__name__} is not a kind of statement")


def _operator_from_core(t: Term) -> Expr:
    return from_core(put(t.args[0], *NAMES), frozenset(x.data[0] for x in NAMES))


_kinds = {op: kind for table in (_NUMBERED, _BETWEEN) for kind, op in table.items()}


def statement_from_core(t: Term, taken: frozenset[str] = frozenset()) -> Statement:
    """The statement as an author would write it; `IllFormed` where the edge has no words for it."""
    relation = {"=": Equal, "<=": AtMost, "<": Less}.get(t.op)
    if relation is not None:
        return relation(*(from_core(a, taken) for a in t.args))
    if t.op == "not":
        inner = t.args[0]
        if inner.op == "=":
            return NotEqual(*(from_core(a, taken) for a in inner.args))
        parts = equivalents(t) or conjuncts(t)
        if len(parts) > 1:
            said = [statement_from_core(p, taken) for p in parts]
            return Equivalent(*said) if equivalents(t) else And(*said)
        return Not(statement_from_core(inner, taken))
    if t.op == "implies":
        conditions: list[Statement] = []
        while t.op == "implies":
            conditions.append(statement_from_core(t.args[0], taken))
            t = t.args[1]
        return Implies(*conditions, statement_from_core(t, taken))
    if t.op == "all" and t.data == INT:
        return _for_all(t, taken)
    if t.op == "all" and t.data == MRP:
        body = statement_from_core(put(t.args[0], CHAIN), taken)
        assert isinstance(body, OperatorEqual)
        return OnEveryMRP(body)
    if t.op == "tends":
        i, body = opened(t, 0, taken)
        return TendsTo(from_core(body, taken | {i.name}), i, from_core(t.args[1], taken))
    if t.op in ("converges", "bounded"):
        i, body = opened(t, 1, taken)
        kind = Bounded if t.op == "bounded" else Converges
        return kind(from_core(body, taken | {i.name}), i, from_core(t.args[0], taken))
    if t.op == "positive definite":
        i, body = opened(t, 0, taken)
        return PositiveDefinite(from_core(body, taken | {i.name}), i)
    if t.op in _kinds:
        _, _, operator, other = t.args
        known = _operator_from_core if t.op in ("same", "zero only at") else from_core
        return _kinds[t.op](_operator_from_core(operator), known(other))
    if t.op == "on-policy":
        return OnPolicyConverges(_operator_from_core(t.args[2]))
    if t.op == "constants":
        k, body = opened(t, 3, taken | {x.data[0] for x in NAMES}, real)
        return OnConstants(_operator_from_core(t.args[2]), from_core(body), k)
    if t.op == "cycle":
        values = sequence(put(t.args[3], ZERO).data[0])
        length, value = from_core(t.args[2]), from_core(t.args[4])
        return OnCycle(_operator_from_core(t.args[1]), value, length, values)
    if t.op == "two states":
        stay, value = map(from_core, t.args[2:])
        return TwoStateEigenvalue(_operator_from_core(t.args[1]), value, stay)
    if t.op == "mode":
        return CycleEigenvalue(_operator_from_core(t.args[1]), *map(from_core, t.args[2:]))
    if t.op == "reversible":
        return ReversibleBound(_operator_from_core(t.args[1]), from_core(t.args[2]))
    raise IllFormed("there are no words for {}", t)


def _for_all(t: Term, taken: frozenset[str]) -> Statement:
    i, body = opened(t, 0, taken)
    n, inside = to_core(i), taken | {i.name}
    if body.op != "implies" or body.args[0].op != "<=" or body.args[0].args[1] is not n:
        raise IllFormed("there are no words for {}", t)
    lo, rest, hi = from_core(body.args[0].args[0], taken), body.args[1], oo
    if rest.op == "implies" and rest.args[0].op == "<=" and rest.args[0].args[0] is n:
        hi, rest = from_core(rest.args[0].args[1], taken), rest.args[1]
    return ForAll(i, lo, statement_from_core(rest, inside), hi)


# -- for printers ---------------------------------------------------------------------------------


@core_of.register(Statement)
@lru_cache(maxsize=50_000)
def _(s: Statement) -> tuple[Term, Names]:
    names: dict[Term, tuple[str, ...]] = {}
    _name_bound(s, names)
    return tidy(statement_to_core(s), names)


def _name_bound(s: Any, names: dict[Term, tuple[str, ...]]) -> None:
    """Add the author's names for what is bound in a statement or a term."""
    if isinstance(s, Statement):
        bound = s.constant if isinstance(s, OnConstants) else s._bound()
        if bound is not None:
            names.setdefault(statement_to_core(s), (bound.name,))
        for part in (*s._inner(), *s._outer()):
            _name_bound(part, names)
    else:
        name_bound(s, names)
