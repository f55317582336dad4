"""Terms, statements and worlds drawn at random, with few names that stand for many things.

The names i, n, x, f are used free and bound, by the drawn terms and by the axioms; x is a real and
an integer variable; two variables are called as `fresh` and `binder` call theirs.  Ranges are
empty, negative or short, bases and denominators are often zero.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from symbolic.core.terms import (
    INT,
    MRP,
    OPER,
    REAL,
    IllFormed,
    Term,
    add,
    apply,
    bind,
    bounded,
    converges,
    eq,
    free,
    implies,
    le,
    lt,
    mul,
    ne,
    node,
    number,
    operator,
    put,
    rebuild,
    tends,
    var,
)
from tests.symbolic.core.evaluation import CHAINS

ZERO, ONE = number(0), number(1)
REALS = [var(name) for name in ("x", "y", "m", "p")]
INTS = [var(name, INT) for name in ("i", "n", "a", "b", "x", "k", "lo", "s")]
#: what `fresh` and `binder` call the variables they open binders with
OPENED = [node("var", (name, sort), ()) for name in ("#0", "@0") for sort in (INT, REAL)]
GAMMA = var("gamma")
Draw = random.Random


def fractions(rng: Draw) -> Fraction:
    """A small number; often zero."""
    return Fraction(rng.choice((0, 0, 1, 1, -1, 2, -3, 4)), rng.choice((1, 1, 1, 2, 3, 6)))


def some_int(rng: Draw, depth: int = 1, extra: tuple[Term, ...] = ()) -> Term:
    """A term of the sort int."""
    if depth <= 0 or rng.random() < 0.4:
        names = [t for t in extra if t.sort == INT]
        choices = [*INTS[:6], *names, *names, number(rng.randint(-2, 3))]
        return rng.choice(choices if rng.random() < 0.95 else [OPENED[0], OPENED[2]])
    a, b = some_int(rng, depth - 1, extra), some_int(rng, depth - 1, extra)
    return rng.choice(
        (
            lambda: a + b,
            lambda: a - b,
            lambda: a + rng.randint(-2, 2),
            lambda: a * b,
            lambda: abs(a),
            lambda: node("div", None, (a, number(rng.randint(-1, 3)))),
            lambda: node("div", None, (a, b)),
            lambda: node("if", None, (a, b, b, a)),
            lambda: a ** rng.randint(0, 2),
            lambda: short_sum(rng, depth - 1, extra, some_int),
        )
    )()


def short_sum(
    rng: Draw, depth: int, extra: tuple[Term, ...], body: Callable[..., Term] | None = None
) -> Term:
    """A sum over a short range, or an empty one, whose index has a name used elsewhere."""
    i = rng.choice([*INTS[:5], OPENED[0], OPENED[2]])
    lo = some_int(rng, rng.choice((0, 0, 1)), extra)
    hi = rng.choice((lo + rng.randint(-2, 3), lo + rng.randint(-2, 3), some_int(rng, 0, extra)))
    inside = (body or some_real)(rng, depth, (*extra, i, i))
    return node("sum", None, (lo, hi, closed(inside, i)))


def closed(t: Term, *names: Term) -> Term:
    """The body of a binder; names that are loose already are kept."""
    return bind(t, *names)


def some_real(rng: Draw, depth: int = 2, extra: tuple[Term, ...] = ()) -> Term:
    """A term of the sort real, or int."""
    if depth <= 0 or rng.random() < 0.15:
        names = list(extra)
        choices = [
            *REALS[:3],
            *REALS[:2],
            *names,
            number(fractions(rng)),
            apply(rng.choice("fg"), some_int(rng, 1, extra)),
            apply("f", some_int(rng, 0, extra), some_int(rng, 0, extra)),
            some_int(rng, 1, extra),
        ]
        return rng.choice(choices if rng.random() < 0.95 else [OPENED[1], OPENED[3]])
    a, b = some_real(rng, depth - 1, extra), some_real(rng, depth - 1, extra)
    i, j = some_int(rng, 1, extra), some_int(rng, 1, extra)
    return rng.choice(
        (
            lambda: a + b,
            lambda: a - b,
            lambda: a * b,
            lambda: 1 / a,
            lambda: a / b,
            lambda: a**i,
            lambda: (a * b) ** i,
            lambda: a ** (i + j),
            lambda: a**i * a**j,
            lambda: (a**i) ** j,
            lambda: a ** (-i),
            lambda: (a - a) ** rng.choice((i, i - i, i * 0 + rng.randint(-1, 1))),
            lambda: a ** rng.randint(-3, 3),
            lambda: abs(a),
            lambda: abs(a * b),
            lambda: abs(a / b),
            lambda: (-a) ** i,
            lambda: (a / 6) ** (2 * i + 1),
            lambda: node("if", None, (i, j, a, b)),
            lambda: node("if", None, (i, i + rng.randint(-1, 1), a, b)),
            lambda: node(
                rng.choice(("cos", "sin")), None, (i, number(rng.choice((1, 2, 3, 4, 6))))
            ),
            lambda: short_sum(rng, depth - 1, extra),
            lambda: short_sum(rng, depth - 1, extra),
        )
    )()


# -- sequences for which limits are known -------------------------------------------------------

RATIOS = [Fraction(q) for q in ("0", "1/2", "-1/2", "1/3", "-2/3", "1", "-1", "2", "-3/2")]


def nice(rng: Draw, n: Term, ratios: Iterable[Fraction] = RATIOS, depth: int = 1) -> Term:
    """A member of a sequence whose behaviour for large n is known."""
    ratios = list(ratios)
    r = number(rng.choice(ratios))
    c = number(fractions(rng)) if rng.random() < 0.75 else rng.choice([REALS[0], INTS[0], INTS[1]])
    if depth and rng.random() < 0.35:
        return nice(rng, n, ratios, depth - 1) + nice(rng, n, ratios, depth - 1)
    cut = number(rng.randint(-2, 3))
    return rng.choice(
        (
            lambda: c * r**n,
            lambda: c * r**n,
            lambda: c * r ** (n + rng.randint(-1, 2)),
            lambda: c * r**n * n,
            lambda: c + r**n,
            lambda: c,
            lambda: number(rng.choice((2, -3))) ** (-n) * c,
            lambda: r ** node("div", None, (n, number(2))),
            lambda: node("if", None, (n, cut, number(fractions(rng)), c * r**n)),
            lambda: c * number(Fraction(1, 2)) ** n * node("cos", None, (n, number(4))),
            lambda: c / (n + 1),
            lambda: abs(c * r**n),
        )
    )()


def sequence_body(rng: Draw, ratios: Iterable[Fraction] = RATIOS) -> Term:
    """The body of a sequence; its index has a name that may be used elsewhere."""
    n = rng.choice([*INTS[:5], OPENED[0], OPENED[2]])
    return bind(nice(rng, n, ratios), n)


def function_of(rng: Draw, z: Term, depth: int = 1, extra: tuple[Term, ...] = ()) -> Term:
    """A rational function of z, mostly a power series."""
    half = number(rng.choice((Fraction(1, 2), Fraction(-1, 3), Fraction(1), Fraction(-1))))
    c = number(fractions(rng)) if rng.random() < 0.8 else rng.choice([REALS[0], INTS[0], *extra])
    if depth and rng.random() < 0.4:
        a, b = function_of(rng, z, depth - 1, extra), function_of(rng, z, depth - 1, extra)
        return rng.choice((lambda: a + b, lambda: a * b, lambda: a - b))()
    i = rng.choice([*INTS[:3], OPENED[0], OPENED[2]])
    return rng.choice(
        (
            lambda: c,
            lambda: c * z,
            lambda: c * z ** rng.randint(0, 3),
            lambda: c + z,
            lambda: 1 / (1 - half * z),
            lambda: c / (1 - half * z),
            lambda: node("series", None, (ZERO, bind(c * half**i * z**i, i))),
            lambda: node("series", None, (ONE, bind(half**i * z**i, i))),
            lambda: node("sum", None, (ZERO, number(rng.randint(-1, 3)), bind(c * z**i, i))),
            lambda: 1 / (1 - half * z * z),
            lambda: c * z / z if rng.random() < 0.3 else c * z,
            lambda: 1 / (c - 2 * z) if rng.random() < 0.3 else 1 / (2 - z),
        )
    )()


def function_body(rng: Draw) -> Term:
    """The body of a function of one real variable, with a name that may be used elsewhere."""
    z = rng.choice([*REALS[:2], var("z"), OPENED[1], OPENED[3]])
    return bind(function_of(rng, z), z)


def some_operator(rng: Draw) -> Term:
    """An operator, mostly A(z) r + B(z) v."""
    names = rng.choice(((var("z"), var("r"), var("v")), (REALS[0], REALS[1], var("v"))))
    z, r, v = names
    a, b = function_of(rng, z, 0), function_of(rng, z)
    body = rng.choice(
        (a * r + b * v, a * r + b * v, b * v, b * (v - a * r), v, ZERO, z * v, abs(v), v + 1)
    )
    return node("operator", None, (bind(body, *names),))


# -- statements ---------------------------------------------------------------------------------


def relation(rng: Draw, depth: int = 1, extra: tuple[Term, ...] = ()) -> Term:
    """An equation, an order, or a denial of an equation."""
    draw = some_int if rng.random() < 0.3 else some_real
    a = draw(rng, depth, extra)
    b = rng.choice((ZERO, ZERO, draw(rng, depth, extra)))
    return rng.choice((eq, le, lt, ne))(*rng.choice(((a, b), (b, a))))


def statement(rng: Draw, depth: int = 2, extra: tuple[Term, ...] = ()) -> Term:
    """Any statement about numbers."""
    if depth <= 0 or rng.random() < 0.5:
        return relation(rng, rng.choice((0, 1, 1)), extra)
    kind = rng.random()
    if kind < 0.25:
        return implies(statement(rng, depth - 1, extra), statement(rng, depth - 1, extra))
    if kind < 0.35:
        return node("not", None, (statement(rng, depth - 1, extra),))
    i = rng.choice([*INTS[:5], OPENED[0], OPENED[2]])
    if kind < 0.6:
        inside = statement(rng, depth - 1, (*extra, i, i))
        if rng.random() < 0.7:
            inside = implies(le(some_int(rng, 0, extra), i), inside)
        return node("all", INT, (bind(inside, i),))
    if kind < 0.7:
        x = rng.choice([*REALS[:2], OPENED[1], OPENED[3]])
        return node("all", REAL, (bind(statement(rng, depth - 1, (*extra, x, x)), x),))
    body = nice(rng, i)
    return rng.choice(
        (
            lambda: tends(lambda n: put(bind(body, i), n), number(fractions(rng))),
            lambda: converges(some_int(rng, 0, extra), lambda n: put(bind(body, i), n)),
            lambda: bounded(some_int(rng, 0, extra), lambda n: put(bind(body, i), n)),
            lambda: node("not", None, (bounded(ZERO, lambda n: put(bind(body, i), n)),)),
        )
    )()


def rewritten(rng: Draw, t: Term, units: Iterable[Term] = (), often: float = 0.4) -> Term:
    """The term or statement with parts changed, in ways that are right and in ways that are not."""
    units = list(units)

    def at(s: Term, depth: int) -> Term | None:
        if s.sort not in (INT, REAL) or rng.random() > often:
            return None
        choices = list(_changes(rng, s, units))
        if not choices:
            return None
        try:
            return rng.choice(choices)()
        except IllFormed:
            return None

    try:
        return rebuild(t, at)
    except IllFormed:
        return t


def _changes(rng: Draw, s: Term, units: list[Term]) -> Iterable[Callable[[], Term]]:
    op, a = s.op, s.args
    if op == "pow":
        b, e = a
        yield lambda: (1 / b) ** (-e)
        yield lambda: b ** (e - 1) * b
        yield lambda: b ** (e + 1) / b
        yield lambda: 1 / b ** (-e)
        yield lambda: abs(b) ** e
        if e.op == "+":
            yield lambda: mul(*[b**part for part in e.args])
            yield lambda: mul(*[b**part for part in e.args])
        if e.op == "*":
            yield lambda: (b ** e.args[0]) ** mul(*e.args[1:])
        if b.op == "*":
            yield lambda: mul(*[part**e for part in b.args])
        if b.op == "pow":
            yield lambda: b.args[0] ** (b.args[1] * e)
    elif op == "inv":
        yield lambda: a[0] ** -1
        yield lambda: a[0] / (a[0] * a[0])
        yield lambda: -1 / (-a[0])
        if a[0].op == "*":
            yield lambda: mul(*[1 / part for part in a[0].args])
        if a[0].op == "inv":
            yield lambda: a[0].args[0]
    elif op == "abs":
        yield lambda: abs(-a[0])
        yield lambda: a[0]
        yield lambda: abs(2 * a[0]) / 2
        yield lambda: abs(a[0] * a[0]) / abs(a[0])
        if a[0].op == "*":
            yield lambda: mul(*map(abs, a[0].args))
    elif op == "if":
        yield lambda: node("if", None, (a[1], a[0], a[3], a[2]))
        yield lambda: node("if", None, (a[0] + 1, a[1] + 1, a[2], a[3]))
        yield lambda: node("if", None, (2 * a[0], 2 * a[1], a[2], a[3]))
        yield lambda: a[2]
        yield lambda: a[3]
    elif op == "div":
        yield lambda: node("div", None, (2 * a[0], 2 * a[1]))
        yield lambda: node("div", None, (a[0] + a[1], a[1])) - 1
    elif op == "sum":
        yield lambda: node("sum", None, (a[0] + 1, a[1], a[2]))
        yield lambda: node("sum", None, (a[0], a[1] - 1, a[2]))
    elif op == "*":
        yield lambda: mul(*reversed(a))
    elif op == "+":
        yield lambda: add(*reversed(a))
    if s.sort == REAL and op in ("var", "app", "bound"):
        yield lambda: s * s / s
        yield lambda: 2 * s - s
        yield lambda: s**2 / s
        yield lambda: s ** (-1) * s**2
    if units and s.sort == REAL:
        d = rng.choice(units)
        yield lambda: s * d / d
        yield lambda: (s + d) - d
        yield lambda: s * d ** INTS[1] * d ** (-INTS[1])


def respelled(rng: Draw, s: Term) -> Term:
    """A statement with the same meaning, and mostly the same normal form."""
    if s.op in ("=", "<=", "<"):
        a, b = s.args
        c = number(rng.choice((2, 3, Fraction(1, 2))))
        return rng.choice(
            (
                lambda: node(s.op, None, (a - b, ZERO)),
                lambda: node(s.op, None, (ZERO, b - a)),
                lambda: node(s.op, None, (c * a, c * b)),
                lambda: node(s.op, None, (-b, -a)),
                lambda: node(s.op, None, (a + REALS[0], b + REALS[0])),
                lambda: node(s.op, None, (a, b)),
            )
        )()
    return s


# -- worlds -------------------------------------------------------------------------------------


def table(rng: Draw) -> Callable[..., Fraction]:
    """A sequence of small numbers, drawn as they are asked for."""
    known: dict[tuple[Fraction, ...], Fraction] = {}
    seed = rng.random()

    def member(*place: Fraction) -> Fraction:
        if place not in known:
            known[place] = fractions(random.Random(f"{seed}{place}"))
        return known[place]

    return member


def parts(*statements: Term) -> list[Any]:
    """What is free in the statements, in an order that does not change from run to run."""
    return sorted(frozenset().union(*map(free, statements)), key=_order)


def _order(x: Any) -> tuple[str, ...]:
    return (x.data[0], x.data[1]) if isinstance(x, Term) else (x[0], "function", *x[1])


def drawn(rng: Draw, x: Any, tables: bool = True) -> Any:
    """A value for a free variable or a function."""
    if not isinstance(x, Term):
        if x[1] == (INT,):
            return table(rng) if tables and rng.random() < 0.6 else sequence_body(rng)
        if x[1] == (REAL,):
            return function_body(rng)
        if all(sort == INT for sort in x[1]):
            return table(rng)
        names = [var(f"v{k}", sort) for k, sort in enumerate(x[1])]
        return bind(add(*[number(fractions(rng)) * name for name in names]), *names)
    if x.sort == INT:
        return Fraction(rng.choice((-2, -1, 0, 0, 1, 1, 2, 3)))
    if x.sort == MRP:
        return rng.choice(CHAINS)
    if x.sort == OPER:
        return some_operator(rng)
    if x is GAMMA:
        return rng.choice(
            [Fraction(q) for q in ("1/2", "1/3", "9/10", "2/3", "0", "1", "-1/2", "2")]
        )
    return fractions(rng)


def completed(rng: Draw, statements: Iterable[Term], values: dict[Any, Any]) -> dict[Any, Any]:
    """Values for all that is free in the statements, and in the values drawn for that."""
    found = dict(values)
    open_ = [*statements, *(v for v in values.values() if isinstance(v, Term))]
    while open_:
        for x in parts(*open_):
            if x not in found:
                found[x] = drawn(rng, x)
        known = [v for v in found.values() if isinstance(v, Term)]
        open_ = [v for v in known if any(x not in found for x in free(v))]
    return found


__all__ = ["GAMMA", "INTS", "ONE", "OPENED", "RATIOS", "REALS", "ZERO", "operator"]
