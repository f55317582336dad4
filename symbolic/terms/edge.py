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
from functools import lru_cache
from typing import Any

from sympy import Abs, Add, Expr, Integer, Mul, Pow, Rational, Sum, Symbol, oo
from sympy.core.function import AppliedUndef

from symbolic.core.terms import INT, REAL, Term, add, apply, bind, free, mul, node, number, put, var
from symbolic.printing.authored import core_of
from symbolic.printing.order import factors, summands, tidy
from symbolic.printing.shapes import Names, hints
from symbolic.terms import language as sym
from symbolic.terms.entry import term as as_term

__all__ = ["from_core", "hinted", "name_bound", "opened", "to_core"]

_known: dict[Any, Term] = {}
_OPS: dict[type, str] = {
    sym.FloorDiv: "div",
    sym.IfLess: "if",
    sym.CosTurn: "cos",
    sym.SinTurn: "sin",
}


def hinted(made: Term, *names: str) -> Term:
    """The term, with the author's names for what it binds remembered."""
    hints.setdefault(made, names)
    return made


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
            raise sym.NotATerm("{} is not a number", e)
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
        return hinted(node("series" if hi is oo else "sum", None, (*ends, inner)), i.name)
    if isinstance(e, AppliedUndef):
        sym.check_term(e)
        return apply(e.func.__name__, *map(to_core, e.args))
    op = _OPS.get(type(e))
    if op is None:
        made = as_term(e)
        if made is not e:
            return to_core(made)
        sym.check_term(made)
        raise sym.NotATerm("{} is not part of the language", e)
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
        i, body = opened(t, len(parts) - 1, taken)
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


def opened(
    t: Term, k: int, taken: frozenset[str], make: Callable[[str], Symbol] = sym.index
) -> Any:
    """The variable that a node binds in its argument k, and that argument in terms of it."""
    used = _names(t) | taken
    wanted = hints.get(t, ())[:1]
    options = (*wanted, *"injklm", *(f"i_{count}" for count in range(1, 99)))
    symbol = make(next(name for name in options if name not in used))
    return symbol, put(t.args[k], to_core(symbol))


# -- for printers ---------------------------------------------------------------------------------


@core_of.register(Expr)
@lru_cache(maxsize=50_000)
def _(e: Expr) -> tuple[Term, Names]:
    # a plain Symbol of sympy will do for a number
    plain = {s: sym.real(s.name) for s in e.atoms(Symbol) if s.is_real is None}
    e = e.xreplace(plain) if plain else e
    names: dict[Term, tuple[str, ...]] = {}
    name_bound(e, names)
    return tidy(to_core(e), names)


def name_bound(e: Any, names: dict[Term, tuple[str, ...]]) -> None:
    """Add the author's names for what sums bind in an expression."""
    if isinstance(e, Sum):
        part = sym.open_sum(e)
        names.setdefault(to_core(e), (part.var.name,))
        inside = (part.body, part.lo, part.hi)
    else:
        inside = e.args
    for inner in inside:
        name_bound(inner, names)
