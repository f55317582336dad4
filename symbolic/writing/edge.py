"""From the sympy expressions that authors write to core terms, and back.

Nothing here is trusted: a theorem says what its core terms say, and what is published is printed
from those.  The names of bound variables are remembered as hints for the way back.

    >>> from symbolic.terms import index, sequence, series
    >>> i, h = index("i"), sequence("h")
    >>> to_core(series(h(i), i, 0))
    series(0, h(#0))
    >>> from_core(to_core(series(h(i + 1), i, 0)))
    Sum(h(i + 1), (i, 0, oo))
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import sympy
from sympy import Abs, Add, Expr, Integer, Mul, Pow, Rational, Sum, Symbol, oo
from sympy.core.function import AppliedUndef

from symbolic import statements as edge
from symbolic import terms as sym
from symbolic.core.terms import (
    INT,
    MRP,
    REAL,
    ZERO,
    Term,
    add,
    apply,
    bind,
    eq,
    free,
    implies,
    le,
    lt,
    mul,
    ne,
    node,
    number,
    put,
    var,
)
from symbolic.printing.order import factors, summands
from symbolic.printing.shapes import hints

__all__ = [
    "CHAIN",
    "GAMMA",
    "NAMES",
    "from_core",
    "operator_to_core",
    "statement_from_core",
    "statement_to_core",
    "to_core",
]

_known: dict[Any, Term] = {}
_OPS: dict[type, str] = {
    sym.FloorDiv: "div",
    sym.IfLess: "if",
    sym.CosTurn: "cos",
    sym.SinTurn: "sin",
}

#: the MRP at hand, its discount, and the numbers that an operator binds
CHAIN, GAMMA = var("M", MRP), var("gamma")
NAMES = (var("z"), var("r"), var("v"))


def _hinted(made: Term, *names: str) -> Term:
    hints.setdefault(made, names)
    return made


# -- terms ----------------------------------------------------------------------------------------


def to_core(e: Any) -> Term:
    """The core term of an expression."""
    if type(e) is Term:
        return e
    if type(e) is int or type(e) is Fraction:
        return number(e)
    found = _known.get(e)
    if found is None:
        found = _known[e] = _convert(e)
    return found


def _convert(e: Any) -> Term:
    if isinstance(e, Rational):
        if not e.is_finite:
            raise sym.NotATerm(f"{e} is not a number")
        return number(Fraction(int(e.p), int(e.q)))
    if isinstance(e, int | Fraction):
        return number(e)
    if isinstance(e, Symbol):
        sym.check_term(e)
        return var(e.name, INT if e.is_integer else REAL)
    if isinstance(e, Add):
        return add(*summands(map(to_core, e.args)))
    if isinstance(e, Mul):
        return mul(*factors(map(to_core, e.args)))
    if isinstance(e, Pow):
        base = to_core(e.base)
        if isinstance(e.exp, Integer) and e.exp < 0:
            whole = base if e.exp == -1 else base ** number(-int(e.exp))
            return node("inv", None, (whole,))
        sym.check_term(e)
        return node("pow", None, (base, to_core(e.exp)))
    if isinstance(e, Abs):
        return abs(to_core(e.args[0]))
    if isinstance(e, Sum):
        body, i, lo, hi = sym.open_sum(e)
        inner = bind(to_core(body), to_core(i))
        ends = (to_core(lo),) if hi is oo else (to_core(lo), to_core(hi))
        return _hinted(node("series" if hi is oo else "sum", None, (*ends, inner)), i.name)
    if isinstance(e, AppliedUndef):
        sym.check_term(e)
        return apply(e.func.__name__, *map(to_core, e.args))
    op = _OPS.get(type(e))
    if op is None:
        sym.check_term(sympy.sympify(e, strict=True))
        raise sym.NotATerm(f"{e} is not part of the language")
    return node(op, None, tuple(map(to_core, e.args)))


_FUNCTIONS = {op: kind for kind, op in _OPS.items()}


def from_core(t: Term, taken: frozenset[str] = frozenset()) -> Expr:
    """The expression of a number; bound variables get names that are not in use around them."""
    parts = t.args
    if t.op == "num":
        q = Fraction(t.data)
        return Rational(q.numerator, q.denominator)
    if t.op == "var":
        return sym.index(t.data[0]) if t.sort == INT else sym.real(t.data[0])
    if t.op in ("sum", "series"):
        i, body = _opened(t, len(parts) - 1, taken)
        ends = [from_core(p, taken) for p in parts[:-1]]
        inner = from_core(body, taken | {i.name})
        return sym.series(inner, i, ends[0], oo if t.op == "series" else ends[1])
    done = [from_core(p, taken) for p in parts]
    if t.op == "app":
        return sym.sequence(t.data[0])(*done)
    if t.op == "inv":
        return Pow(done[0], Integer(-1))
    if t.op in _FUNCTIONS:
        return _FUNCTIONS[t.op](*done)
    return {"+": Add, "*": Mul, "pow": Pow, "abs": Abs}[t.op](*done)


def _names(t: Term) -> set[str]:
    return {x.data[0] for x in free(t) if isinstance(x, Term)}


def _opened(
    t: Term, k: int, taken: frozenset[str], make: Callable[[str], Symbol] = sym.index
) -> Any:
    """The variable that a node binds in its argument k, and that argument in terms of it."""
    used = _names(t) | taken
    wanted = hints.get(t, ())[:1]
    options = (*wanted, *"injklm", *(f"i_{count}" for count in range(1, 99)))
    symbol = make(next(name for name in options if name not in used))
    return symbol, put(t.args[k], to_core(symbol))


# -- statements -----------------------------------------------------------------------------------


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


_RELATIONS = {edge.Equal: eq, edge.AtMost: le, edge.Less: lt, edge.NotEqual: ne}
#: about the MRP at hand, an operator and a number
_NUMBERED = {
    edge.Contracts: "contracts",
    edge.StationaryBound: "stationary bound",
    edge.Dissipative: "dissipative",
}
_BETWEEN = {edge.OperatorEqual: "same", edge.ZeroOnlyAt: "zero only at"}


def _statement(s: Any) -> Term:
    kind = type(s)
    if kind in _RELATIONS:
        return _RELATIONS[kind](to_core(s.lhs), to_core(s.rhs))
    if kind is edge.ForAll:
        n = to_core(s.var)
        ranges = [le(to_core(s.lo), n), *([] if s.hi is oo else [le(n, to_core(s.hi))])]
        whole = implies(*ranges, statement_to_core(s.body))
        return _hinted(node("all", INT, (bind(whole, n),)), s.var.name)
    if kind is edge.Not:
        return node("not", None, (statement_to_core(s.body),))
    if kind is edge.TendsTo:
        return _hinted(node("tends", None, (_sequence(s.body, s.var), to_core(s.end))), s.var.name)
    if kind in (edge.Bounded, edge.Converges, edge.Summable):
        body = sympy.Abs(s.body) if kind is edge.Summable else s.body
        op = "bounded" if kind is edge.Bounded else "converges"
        return _hinted(node(op, None, (to_core(s.end), _sequence(body, s.var))), s.var.name)
    if kind is edge.PositiveDefinite:
        return _hinted(node("positive definite", None, (_sequence(s.body, s.var),)), s.var.name)
    if kind is edge.OnEveryMRP:
        return node("all", MRP, (bind(statement_to_core(s.body), CHAIN),))
    return _about_operator(s, kind)


def _about_operator(s: Any, kind: type) -> Term:
    if not issubclass(kind, edge.OperatorEqual):
        raise edge.IllFormed(f"{kind.__name__} is not a kind of statement")
    operator = operator_to_core(s.lhs)
    if kind in _BETWEEN:
        return node(_BETWEEN[kind], None, (CHAIN, GAMMA, operator, operator_to_core(s.rhs)))
    if kind in _NUMBERED:
        return node(_NUMBERED[kind], None, (CHAIN, GAMMA, operator, to_core(s.rhs)))
    if kind is edge.OnPolicyConverges:
        return node("on-policy", None, (CHAIN, GAMMA, operator))
    if kind is edge.OnConstants:
        value = bind(to_core(s.rhs), to_core(s.constant))
        return _hinted(node("constants", None, (CHAIN, GAMMA, operator, value)), s.constant.name)
    if kind is edge.OnCycle:
        n = var("n", INT)
        values = bind(apply(s.values.__name__, n), n)
        return node("cycle", None, (GAMMA, operator, to_core(s.length), values, to_core(s.rhs)))
    if kind is edge.TwoStateEigenvalue:
        return node("two states", None, (GAMMA, operator, to_core(s.stay), to_core(s.rhs)))
    if kind is edge.CycleEigenvalue:
        numbers = map(to_core, (s.rhs, s.imaginary, s.length, s.mode))
        return node("mode", None, (GAMMA, operator, *numbers))
    if kind is edge.ReversibleBound:
        return node("reversible", None, (GAMMA, operator, to_core(s.rhs)))
    raise edge.IllFormed(f"{kind.__name__} is not a kind of statement")


def _operator_from_core(t: Term) -> Expr:
    return from_core(put(t.args[0], *NAMES), frozenset(x.data[0] for x in NAMES))


_kinds = {op: kind for table in (_NUMBERED, _BETWEEN) for kind, op in table.items()}


def statement_from_core(t: Term, taken: frozenset[str] = frozenset()) -> edge.Statement:
    """The statement as an author would write it; `IllFormed` where the edge has no words for it."""
    relation = {"=": edge.Equal, "<=": edge.AtMost, "<": edge.Less}.get(t.op)
    if relation is not None:
        return relation(*(from_core(a, taken) for a in t.args))
    if t.op == "not":
        inner = t.args[0]
        if inner.op == "=":
            return edge.NotEqual(*(from_core(a, taken) for a in inner.args))
        return edge.Not(statement_from_core(inner, taken))
    if t.op == "all" and t.data == INT:
        return _for_all(t, taken)
    if t.op == "all" and t.data == MRP:
        body = statement_from_core(put(t.args[0], CHAIN), taken)
        assert isinstance(body, edge.OperatorEqual)
        return edge.OnEveryMRP(body)
    if t.op == "tends":
        i, body = _opened(t, 0, taken)
        return edge.TendsTo(from_core(body, taken | {i.name}), i, from_core(t.args[1], taken))
    if t.op in ("converges", "bounded"):
        i, body = _opened(t, 1, taken)
        kind = edge.Bounded if t.op == "bounded" else edge.Converges
        return kind(from_core(body, taken | {i.name}), i, from_core(t.args[0], taken))
    if t.op == "positive definite":
        i, body = _opened(t, 0, taken)
        return edge.PositiveDefinite(from_core(body, taken | {i.name}), i)
    if t.op in _kinds:
        _, _, operator, other = t.args
        known = _operator_from_core if t.op in ("same", "zero only at") else from_core
        return _kinds[t.op](_operator_from_core(operator), known(other))
    if t.op == "on-policy":
        return edge.OnPolicyConverges(_operator_from_core(t.args[2]))
    if t.op == "constants":
        k, body = _opened(t, 3, taken | {x.data[0] for x in NAMES}, sym.real)
        return edge.OnConstants(_operator_from_core(t.args[2]), from_core(body), k)
    if t.op == "cycle":
        values = sym.sequence(put(t.args[3], ZERO).data[0])
        length, value = from_core(t.args[2]), from_core(t.args[4])
        return edge.OnCycle(_operator_from_core(t.args[1]), value, length, values)
    if t.op == "two states":
        stay, value = map(from_core, t.args[2:])
        return edge.TwoStateEigenvalue(_operator_from_core(t.args[1]), value, stay)
    if t.op == "mode":
        return edge.CycleEigenvalue(_operator_from_core(t.args[1]), *map(from_core, t.args[2:]))
    if t.op == "reversible":
        return edge.ReversibleBound(_operator_from_core(t.args[1]), from_core(t.args[2]))
    raise edge.IllFormed(f"there are no words for {t}")


def _for_all(t: Term, taken: frozenset[str]) -> edge.Statement:
    i, body = _opened(t, 0, taken)
    n, inside = to_core(i), taken | {i.name}
    if body.op != "implies" or body.args[0].op != "<=" or body.args[0].args[1] is not n:
        raise edge.IllFormed(f"there are no words for {t}")
    lo, rest, hi = from_core(body.args[0].args[0], taken), body.args[1], oo
    if rest.op == "implies" and rest.args[0].op == "<=" and rest.args[0].args[0] is n:
        hi, rest = from_core(rest.args[0].args[1], taken), rest.args[1]
    return edge.ForAll(i, lo, statement_from_core(rest, inside), hi)
