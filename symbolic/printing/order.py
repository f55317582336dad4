"""The order in which a reader expects summands and factors, for terms that come without one.

sympy keeps the summands of n - 1 and the factors of a product in an order of its own; what an
author wrote is put in the order of the paper before it is printed.  Numbers and v come first in a
sum (last in an index), what is subtracted and long sums come last; in a product numbers and
parameters are followed by weights, powers, what happens along a trajectory, sums and vectors.

    >>> from symbolic.core.terms import INT, apply, number, var
    >>> n, gamma = var("n", INT), var("gamma")
    >>> tidy(number(-1) + n)[0], tidy(-gamma + 1)[0]
    ((n + -1), (1 + (-1 * gamma)))
    >>> factors((apply("h", n), gamma**n, gamma, number(2)))
    (2, gamma, h(n), pow(gamma, n))
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from symbolic.core.terms import BINDS, INT, REAL, Term, bind, bound_sorts, free, node
from symbolic.printing.shapes import FROM_TIME_T, SUPERSCRIPT, Names, Scope, variable

__all__ = ["factors", "summands", "tidy"]

_VECTORS = frozenset({variable("r", REAL), variable("v", REAL)})
_INVERSE = node("inv", None, (1 - variable("z", REAL),))
_SUMS = ("sum", "series")
#: the usual names of what these bind
_LETTERS = {"operator": ("z", "r", "v"), "cycle": ("j",), "constants": ("k",)}


def tidy(t: Term, names: Names | None = None) -> tuple[Term, dict[Term, tuple[str, ...]]]:
    """The term with all sums and products in order, and the names of what it binds."""
    scope = Scope((t,), names)
    found: dict[Term, tuple[str, ...]] = {}
    memo: dict[Term, Term] = {}

    def go(t: Term) -> Term:
        if not t.args:
            return t
        known = memo.get(t)
        if known is not None:
            return known
        if t.op in BINDS:
            made = _under(t)
        else:
            parts = [go(a) for a in t.args]
            if t.op == "+":
                made = node("+", None, summands(parts)) if len(parts) > 1 else t
            elif t.op == "*":
                made = node("*", None, factors(parts)) if len(parts) > 1 else t
            else:
                made = node(t.op, t.data, tuple(parts))
        memo[t] = made
        return made

    def _under(t: Term) -> Term:
        used: tuple[str, ...] = ()
        parts: list[Term] = []
        wanted = _LETTERS.get(t.op, ())
        for k, part in enumerate(t.args):
            sorts = bound_sorts(t, k)
            if not sorts:
                parts.append(go(part))
                continue
            with scope.opened(t, k, *wanted) as (own, body):
                used += own
                inner = go(body)
            parts.append(bind(inner, *(variable(n, s) for n, s in zip(own, sorts, strict=True))))
        made = node(t.op, t.data, tuple(parts))
        found.setdefault(made, used)
        return made

    return go(t), found


def summands(parts: Iterable[Term]) -> tuple[Term, ...]:
    """The summands of a sum, in order."""
    given = list(parts)
    counts = all(p.sort == INT for p in given)
    generators = sorted({g for p in given for g, _ in _powers(p)}, key=_key)
    place = {g: k for k, g in enumerate(generators)}

    def monomial(p: Term) -> tuple[Any, ...]:
        exponents = [0] * len(place)
        for g, e in _powers(p):
            exponents[place[g]] -= e
        return tuple(exponents), -_coefficient(p)

    def is_more(p: Term) -> bool:
        return not counts and p.op != "num" and p not in _VECTORS

    def is_sum(p: Term) -> bool:
        return any(f.op in _SUMS for f in _factors(p))

    ordered = sorted(given, key=lambda p: (is_sum(p), _minus(p), is_more(p), *monomial(p)))
    if _minus(ordered[0]):
        ordered.sort(key=_minus)
    return tuple(ordered)


def factors(parts: Iterable[Term]) -> tuple[Term, ...]:
    """The factors of a product, in order: a number, what stands above the bar, the inverses."""
    given = list(parts)
    numbers = [p for p in given if p.op == "num"]
    inverses = sorted((p for p in given if p.op == "inv"), key=lambda p: _rank(p.args[0], 3))
    above = sorted((p for p in given if p.op not in ("num", "inv")), key=_rank)
    if _INVERSE in inverses and above and any(p.data[0] == "r" for p in above if p.op == "var"):
        reward = next(p for p in above if p.op == "var" and p.data[0] == "r")
        above = [*(p for p in above if p is not reward), reward]
        inverses = [_INVERSE, *(p for p in inverses if p is not _INVERSE)]
    return (*numbers, *above, *inverses)


def _minus(t: Term) -> bool:
    if t.op == "num":
        return bool(t.data < 0)
    return t.op == "*" and t.args[0].op == "num" and bool(t.args[0].data < 0)


def _factors(t: Term) -> tuple[Term, ...]:
    return t.args if t.op == "*" else (t,)


def _coefficient(t: Term) -> Fraction:
    first = _factors(t)[0]
    return Fraction(first.data) if first.op == "num" else Fraction(1)


def _powers(t: Term) -> list[tuple[Term, int]]:
    """The factors as powers with whole numbers as exponents."""
    found = []
    for factor in _factors(t):
        f, sign = (factor.args[0], -1) if factor.op == "inv" else (factor, 1)
        if f.op == "pow" and f.args[1].op == "num":
            found.append((f.args[0], sign * f.args[1].data))
        elif f.op != "num":
            found.append((f, sign))
    return found


_CLASSES = {
    "num": (1, 0), "var": (2, 0), "bound": (2, 0), "*": (3, 0), "+": (3, 1), "app": (4, 0),
    "sum": (5, 0), "series": (5, 0), "bound of": (5, 0),
}  # fmt: skip
_keys: dict[Term, tuple[Any, ...]] = {}


def _key(t: Term) -> tuple[Any, ...]:
    """Numbers, variables, sums and products, members of sequences, functions, long sums."""
    found = _keys.get(t)
    if found is None:
        found = _keys[t] = _make_key(t)
    return found


def _make_key(t: Term) -> tuple[Any, ...]:
    exponent: tuple[Any, ...] = ()
    base = t
    if t.op == "pow":
        base, exponent = t.args[0], _key(t.args[1])
    elif t.op == "inv":
        base, exponent = t.args[0], ((0,),)
    kind = _CLASSES.get(base.op, (4, 10_000))
    if base.op == "num":
        return ((*kind, ""), (0, (Fraction(base.data),)), exponent)
    if base.op in ("var", "bound"):
        return ((*kind, ""), (1, (str(base.data[0]),)), exponent)
    if base.op in ("sum", "series", "bound of"):
        body, *ends = (base.args[-1], *base.args[:-1])
        return (
            (*kind, ""),
            (0, (_key(body), *map(_key, ends), *[_LAST] * (3 - len(base.args)))),
            exponent,
        )
    name = base.data[0] if base.op == "app" else base.op
    return ((*kind, name), (len(base.args), tuple(map(_key, base.args))), exponent)


#: an open end
_LAST: tuple[Any, ...] = ((9, 0, ""),)


_ranks: dict[Term, tuple[int, str]] = {}


def _rank(t: Term, least: int = 0) -> tuple[int, str]:
    """Numbers and parameters, weights, powers, what happens along a trajectory, sums, vectors."""
    found = _ranks.get(t)
    if found is None:
        found = _ranks[t] = (_class(t), _spelt(t))
    return max(found[0], least), found[1]


def _class(t: Term) -> int:
    if t in _VECTORS or (t.op == "+" and free(t) & _VECTORS):
        return 6
    if t.op in _SUMS:
        return 5
    if t.op == "app":
        return 4 if t.data[0] in FROM_TIME_T | SUPERSCRIPT else 2
    if t.op in ("cos", "sin"):
        return 4
    if t.op == "+":
        return 1
    if t.op == "pow":
        return max(3, _class(t.args[0]))
    return 0


def _spelt(t: Term) -> str:
    """A spelling to sort by."""
    if t.op == "pow":
        base, exponent = t.args
        return f"{_spelt(base)}**{_spelt(exponent)}"
    if t.op in ("+", "*"):
        return f" {t.op} ".join(map(_spelt, t.args))
    return repr(t)
