"""Theorems about power series, proved once from the axioms of `symbolic.rules.bridge`.

Nothing here is trusted: each entry makes the rules of the kernel prove what its docstring says.
The free names are those of the axioms: gamma, k, x, y, lo, hi, the functions A, B of a number, the
functions T of an integer and a number, the sequences f and u, and the integer n.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from symbolic.core.kernel import Theorem
from symbolic.core.terms import (
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    apply,
    bind,
    binder,
    forall,
    implies,
    le,
    lt,
    node,
    put,
    summation,
    var,
)
from symbolic.library.basics import F, at, equation, f, hi, k, known, lo, n, trivially, x, y
from symbolic.library.infer import (
    assume,
    cases,
    combination,
    detach,
    discharge,
    generalise,
    induction,
    replace_in,
    restate,
    specialise,
)
from symbolic.rules.bridge import gamma

Body = Callable[[Term], Term]

#: what stands for the functions of the axioms in a mapping
A, B, C, D, A2, B2, C2, D2, S = (
    (name, (REAL,)) for name in ("A", "B", "C", "D", "A'", "B'", "C'", "D'", "S")
)
T, Q = ("T", (INT, REAL)), ("Q", (INT, REAL))
U = ("u", (INT,))

z, i = var("z"), var("i", INT)
_u = binder(lambda j: apply("u", j))


def size(function: Term, bound: Term, rate: Term = gamma) -> Term:
    """The function, a body with a loose variable, is a power series of at most this size."""
    return node("size", None, (rate, function, bound))


def along(function: Term, values: Term, total: Term, rate: Term = gamma) -> Term:
    """The sum of b_n rate**n values(n); the function and the values have a loose variable."""
    return node("along", None, (rate, function, values, total))


def discount(rate: Term = gamma) -> tuple[Term, Term]:
    """0 < gamma < 1."""
    return lt(0, rate), lt(rate, 1)


def inside(equation: Theorem, number: Term) -> Theorem:
    """|number| < 1 |- an equation, as one for all those numbers."""
    return generalise(discharge(equation, lt(abs(number), 1)), number)


def _term(j: Term, at_number: Term) -> Term:
    """T(j, z)."""
    return node("app", T, (j, at_number))


# -- one power ------------------------------------------------------------------------------------


@cache
def power() -> Theorem:
    """0 < gamma, gamma < 1, 0 <= n |- z**n has the size gamma**n."""

    def claim(e: Term) -> Term:
        return size(binder(lambda w: w**e, REAL), gamma**e)

    whole = assume(le(0, n))
    one = known("size of a constant", {x: ONE})
    variable = known("size of the variable", {})
    names = {A: bind(z**n, z), B: bind(z, z), x: gamma**n, y: gamma}
    step = known("size of a product", names, assume(claim(n)), variable)
    longer = equation(z**n * z, z ** (n + 1), exponents=[whole])
    step = equal_functions(step, inside(longer, z))
    rate = equation(gamma**n * gamma, gamma ** (n + 1), exponents=[whole])
    step = equal_number(step, rate)
    every = induction(one, step, claim(n), n, ZERO)
    return detach(specialise(every, n), whole)


@cache
def along_constant() -> Theorem:
    """0 < gamma, gamma < 1 |- along the constant x the sum is x u(0)."""
    first = known("along a power", {k: ZERO}, trivially(0, 0))
    names = {A: bind(ONE, z), y: x, x: apply("u", ZERO)}
    first = restate(first, along(ONE, _u, apply("u", ZERO)))
    made = known("along a multiple", names, first)
    return restate(made, along(x, _u, x * apply("u", ZERO)))


# -- the same function, the same number -----------------------------------------------------------


def equal_functions(theorem: Theorem, equations: Theorem) -> Theorem:
    """What is said of A, of B: A(q) = B(q) for all |q| < 1."""
    s = theorem.conclusion
    equal = equations.conclusion.args[0].args[1]
    names = {A: equal.args[0], B: equal.args[1], gamma: s.args[0], x: s.args[-1]}
    if s.op == "size":
        return known("size of equal functions", names, equations, theorem)
    return known("along equal functions", {**names, U: s.args[2]}, equations, theorem)


def equal_number(theorem: Theorem, equation: Theorem) -> Theorem:
    """The same with another name for the size, or for the sum along a sequence."""
    s = theorem.conclusion
    place = node(s.op, None, (*s.args[:-1], node("bound", (0, REAL), ())))
    return replace_in(equation, place, theorem)


# -- finite sums ----------------------------------------------------------------------------------


def _finite(about: Callable[[Term, Term], Term], zero: Theorem, add: str) -> Theorem:
    """For all i in lo..hi: about(T(i, z), f(i)) |- about(the sum of T(i, z), the sum of f)."""

    def parts(end: Term) -> Term:
        return binder(lambda w: summation(lo, end, lambda j: _term(j, w)), REAL)

    def numbers(end: Term) -> Term:
        return summation(lo, end, f)

    def whole(end: Term) -> Term:
        return about(parts(end), numbers(end))

    def one(j: Term) -> Term:
        return about(binder(lambda w: _term(j, w), REAL), f(j))

    terms = {F: binder(lambda j: _term(j, z))}
    every = assume(forall(lambda j: implies(le(lo, j), le(j, hi), one(j))))

    def empty(end: Term, before: Theorem) -> Theorem:
        nothing = known("empty sum", {**terms, hi: end}, before)
        made = equal_functions(
            zero, inside(equation(0, nothing.conclusion.args[0], (-1, nothing)), z)
        )
        nothing = known("empty sum", {hi: end}, before)
        return equal_number(made, equation(0, nothing.conclusion.args[0], (-1, nothing)))

    start, more = assume(le(lo - 1, n)), assume(le(n + 1, hi))
    here = detach(assume(implies(le(n, hi), whole(n))), trivially(n, hi, more))
    following = detach(specialise(every, n + 1), trivially(lo, n + 1, start), more)
    names = {A: parts(n), B: binder(lambda w: _term(n + 1, w), REAL), x: numbers(n), y: f(n + 1)}
    both = known(add, names, here, following)
    longer = trivially(lo, n + 1, start)
    last = known("last term", {**terms, hi: n + 1}, longer)
    target, sides = put(parts(n + 1), z), put(parts(n), z) + _term(n + 1, z)
    both = equal_functions(both, inside(equation(sides, target, (-1, last)), z))
    last = known("last term", {hi: n + 1}, longer)
    both = equal_number(both, equation(numbers(n) + f(n + 1), numbers(n + 1), (-1, last)))
    step = discharge(both, le(n + 1, hi))
    base = empty(lo - 1, combination(lt(lo - 1, lo), [(1, [])]))
    upward = induction(
        discharge(base, le(lo - 1, hi)), step, implies(le(n, hi), whole(n)), n, lo - 1
    )
    above = detach(specialise(upward, hi), assume(le(lo - 1, hi)), trivially(hi, hi))
    below = empty(hi, combination(lt(hi, lo), [(1, [assume(lt(hi, lo - 1))]), (1, [])]))
    return cases(above, below, le(lo - 1, hi))


@cache
def finite_size() -> Theorem:
    """T(i, z) of size f(i) for all i in lo..hi |- sum_{lo..hi} T(i, z) of size sum_{lo..hi} f."""
    zero = restate(known("size of a constant", {x: ZERO}), size(ZERO, ZERO))
    return _finite(size, zero, "size of a sum")


@cache
def finite_along() -> Theorem:
    """The sum of T(i, z), i in lo..hi, along u.

    0 < gamma, gamma < 1, along T(i, z) the sum is f(i), for all i in lo..hi
    |- along sum_{lo..hi} T(i, z) it is sum_{lo..hi} f.
    """
    zero = restate(at(along_constant(), {x: ZERO}), along(ZERO, _u, ZERO))
    return _finite(lambda function, number: along(function, _u, number), zero, "along a sum")


# -- sequences that are read along -----------------------------------------------------------------


@cache
def turns_bounded(op: str) -> Theorem:
    """|- the cosines (or sines) of k/b of a turn, k = j n, are bounded."""
    j, b = var("j", INT), var("b", INT)
    name = {"cos": "cosine", "sin": "sine"}[op]
    small = known(name, {var("a", INT): j * n, b: b})
    every = generalise(discharge(small, le(0, n)), n)
    body = bind(node(op, None, (j * n, b)), n)
    return known("bounded", {F: body, lo: ZERO, var("m"): ONE, k: ZERO}, every)


@cache
def covariances_bounded() -> Theorem:
    """rho positive definite |- rho is bounded."""
    lag = var("lag", INT)
    largest = known("largest covariance", {})
    every = generalise(discharge(largest, le(0, lag)), lag)
    rho = binder(lambda j: apply("rho", j))
    names = {F: rho, lo: ZERO, var("m"): apply("rho", ZERO), k: ZERO}
    return known("bounded", names, every)


__all__ = [
    "A2",
    "B2",
    "C2",
    "D2",
    "A",
    "B",
    "C",
    "D",
    "Q",
    "S",
    "T",
    "U",
    "along",
    "along_constant",
    "covariances_bounded",
    "discount",
    "equal_functions",
    "equal_number",
    "finite_along",
    "finite_size",
    "inside",
    "power",
    "size",
    "turns_bounded",
]
