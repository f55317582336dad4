"""What the rules must refuse, as data: near misses with the reason, and foreign values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from symbolic.core.kernel import (
    Theorem,
    absurd,
    assume,
    axiom,
    cases,
    combination,
    cut,
    detach,
    discharge,
    discrete,
    generalise,
    induction,
    instantiate,
    replace,
    replace_in,
    restate,
    specialise,
)
from symbolic.core.terms import (
    INT,
    MRP,
    OPER,
    REAL,
    Term,
    apply,
    bind,
    binder,
    bounded,
    converges,
    eq,
    forall,
    from_on,
    implies,
    le,
    lt,
    ne,
    node,
    number,
    operator,
    sequence,
    series,
    summation,
    tends,
    var,
)
from symbolic.rules.bridge import respell
from symbolic.rules.classical import on_policy, stationary_chain
from tests.symbolic.core import stationary

x, y, z, r, v = (var(name) for name in "xyzrv")
i, j, k, n, m = (var(name, INT) for name in "ijknm")
gamma, e = var("gamma"), var("e")
M, H = var("M", MRP), var("H", OPER)
ZERO, ONE = number(0), number(1)
NOT = "not"


def f(*places: Any) -> Term:
    return apply("f", *places)


def hole(t: Term, name: Term = x) -> Term:
    """A template, with a place where the variable stands."""
    return bind(t, name)


def loose() -> Term:
    """A statement with a variable that nothing binds."""
    return bind(lt(0, x), x)


def same(left: Term, right: Term) -> Term:
    return node("same", None, (M, gamma, left, right))


def value_operator(body: Callable[[Term], Any]) -> Term:
    return operator(lambda z, r, v: body(z) * v)


READING = stationary.reading("rho", ONE, 1)
RHO0, RHO1 = apply("rho", 0), apply("rho", 1)
MARGIN_ONE = node("<=", None, (node("*", None, (ONE, RHO0)), RHO0 - READING.conclusion.args[3]))
SMALL = forall(lambda z, r, v: implies(lt(abs(z), 1), eq(z * v, v * z)), REAL, REAL, REAL)
CONTRACTS = node("contracts", None, (M, gamma, operator(lambda z, r, v: z * v), e))
PLACE = hole(node("contracts", None, (M, gamma, H, e)), H)
DISSIPATIVE = node("dissipative", None, (M, gamma, operator(lambda z, r, v: z * v), e))


def _uncorrelated(*more: Theorem) -> Theorem:
    """rho(1) = 0 |- 1 rho(0) <= rho(0) - gamma rho(1)."""
    return combination(MARGIN_ONE, [], [(gamma, assume(eq(RHO1, 0)))])


REFUSALS: list[tuple[str, Callable[[], object], str]] = [
    # logic
    ("assume: a number", lambda: assume(x), "not a statement"),
    ("assume: a dangling variable", lambda: assume(loose()), "not a statement"),
    ("assume: a sequence body", lambda: assume(binder(lambda n: n)), "not a statement"),
    ("discharge: a dangling variable", lambda: discharge(assume(le(0, x)), loose()), "not a stat"),
    ("discharge: a number", lambda: discharge(assume(le(0, x)), x), "not a statement"),
    ("detach: no implication", lambda: detach(assume(le(0, x)), assume(le(0, x))), "asks for"),
    (
        "detach: another statement",
        lambda: detach(assume(implies(le(0, x), le(0, y))), assume(le(0, y))),
        "asks for",
    ),
    (
        "detach: a weaker statement",
        lambda: detach(assume(implies(lt(0, x), le(0, y))), assume(le(0, x))),
        "asks for",
    ),
    (
        "detach: one more than there are",
        lambda: detach(assume(implies(le(0, x), le(0, y))), assume(le(0, x)), assume(le(0, y))),
        "asks for",
    ),
    (
        "detach: a denial",
        lambda: detach(assume(ne(x, 0)), assume(eq(x, 0))),
        "asks for",
    ),
    ("generalise: free in a hypothesis", lambda: generalise(assume(le(0, x)), x), "not arbitrary"),
    (
        "generalise: free in a hypothesis under a binder",
        lambda: generalise(
            cut(
                assume(le(0, y)),
                detach(
                    assume(implies(from_on(0, lambda n: le(f(n), x)), le(0, y))),
                    assume(from_on(0, lambda n: le(f(n), x))),
                ),
            ),
            x,
        ),
        "not arbitrary",
    ),
    ("generalise: not a variable", lambda: generalise(assume(le(0, y)), x + 1), "only variables"),
    ("generalise: a member of a sequence", lambda: generalise(assume(le(0, y)), f(0)), "only var"),
    ("specialise: not for all", lambda: specialise(assume(le(0, x)), x), "cannot be put"),
    (
        "specialise: a real for an integer",
        lambda: specialise(assume(forall(lambda n: le(n, n))), x),
        "cannot be put",
    ),
    (
        "specialise: a half for an integer",
        lambda: specialise(assume(forall(lambda n: le(n, n))), number(Fraction(1, 2))),
        "cannot be put",
    ),
    (
        "specialise: a power for an integer",
        lambda: specialise(assume(forall(lambda n: le(n, n))), n**k),
        "cannot be put",
    ),
    (
        "specialise: a number for an MRP",
        lambda: specialise(assume(forall(lambda M: same(H, H), MRP)), x),
        "cannot be put",
    ),
    (
        "specialise: an integer for an MRP",
        lambda: specialise(assume(forall(lambda M: same(H, H), MRP)), n),
        "cannot be put",
    ),
    (
        "specialise: something loose",
        lambda: specialise(assume(forall(lambda q: le(q, x), REAL)), bind(x, x)),
        "cannot be put",
    ),
    ("instantiate: a real for an integer", lambda: instantiate(assume(le(0, n)), {n: x}), "stand"),
    (
        "instantiate: a half for an integer",
        lambda: instantiate(assume(le(0, x ** (2 * n))), {n: number(Fraction(1, 2))}),
        "cannot stand",
    ),
    (
        "instantiate: an integer for an operator",
        lambda: instantiate(assume(same(H, H)), {H: n}),
        "cannot stand",
    ),
    (
        "instantiate: something loose",
        lambda: instantiate(assume(le(0, x)), {x: bind(y, y)}),
        "cannot",
    ),
    (
        "instantiate: a statement for a number",
        lambda: instantiate(assume(le(0, x)), {x: le(0, y)}),
        "cannot stand",
    ),
    (
        "instantiate: a place that is not a variable",
        lambda: instantiate(assume(le(0, x + y)), {x + y: x}),
        "cannot stand",
    ),
    (
        "instantiate: too many arguments",
        lambda: instantiate(assume(le(0, f(n))), {sequence("f"): bind(x * i * j, i, j)}),
        "cannot be the members",
    ),
    (
        "instantiate: a real index",
        lambda: instantiate(assume(le(0, f(n))), {sequence("f"): bind(x * y, y)}),
        "cannot be the members",
    ),
    (
        "instantiate: a statement as member",
        lambda: instantiate(assume(le(0, f(n))), {sequence("f"): bind(le(0, i), i)}),
        "cannot be the members",
    ),
    (
        "instantiate: a forged variable",
        lambda: instantiate(assume(le(0, x)), {tuple.__new__(Term, tuple(x)): y}),
        "not a term",
    ),
    (
        "cases: two conclusions",
        lambda: cases(assume(le(0, x)), assume(lt(0, x)), le(0, y)),
        "differ",
    ),
    (
        "cases: a dangling variable",
        lambda: cases(assume(le(0, x)), assume(le(0, x)), loose()),
        "state",
    ),
    (
        "absurd: both can hold",
        lambda: absurd(assume(le(0, x)), assume(le(x, 0)), lt(1, 0)),
        "contradict",
    ),
    (
        "absurd: neither is the negation",
        lambda: absurd(assume(lt(0, x)), assume(lt(x, 0)), lt(1, 0)),
        "contradict",
    ),
    (
        "absurd: the negation of another",
        lambda: absurd(assume(eq(x, 0)), assume(ne(x, 1)), lt(1, 0)),
        "contradict",
    ),
    (
        "absurd: nothing is proved",
        lambda: absurd(assume(lt(0, x)), assume(le(x, 0)), loose()),
        "state",
    ),
    ("axiom: none of this name", lambda: axiom("a false one"), "there is none"),
    # induction
    (
        "induction: over the reals",
        lambda: induction(assume(le(0, 0)), assume(le(0, x + 1)), le(0, x), x, ZERO),
        "over the integers",
    ),
    (
        "induction: from one half",
        lambda: induction(
            assume(le(0, 0)), assume(le(0, n + 1)), le(0, n), n, number(Fraction(1, 2))
        ),
        "the integers",
    ),
    (
        "induction: over a number",
        lambda: induction(assume(le(0, 0)), assume(le(0, 1)), le(0, n), ONE, ZERO),
        "over the integers",
    ),
    (
        "induction: a dangling variable",
        lambda: induction(assume(le(0, 0)), assume(le(0, n + 1)), loose(), n, ZERO),
        "not a statement",
    ),
    (
        "induction: another base",
        lambda: induction(assume(le(0, f(1))), assume(le(0, f(n + 1))), le(0, f(n)), n, ZERO),
        "base is another",
    ),
    (
        "induction: two steps at once",
        lambda: induction(
            combination(le(0, 0)),
            combination(le(0, n + 2), [(1, [assume(le(0, n))]), (2, [])]),
            le(0, n),
            n,
            ZERO,
        ),
        "step proves another",
    ),
    (
        "induction: no step",
        lambda: induction(combination(le(0, 0)), combination(le(n, n)), le(n, 0), n, ZERO),
        "step proves another",
    ),
    (
        "induction: n in the hypotheses of the step",
        lambda: induction(combination(eq(0, 0)), assume(eq(n + 1, 0)), eq(n, 0), n, ZERO),
        "not arbitrary",
    ),
    (
        "induction: n in the hypotheses of the base",
        lambda: induction(
            detach(assume(implies(le(0, n), le(0, 0))), assume(le(0, n))),
            combination(le(0, n + 1), [(1, [assume(le(0, n))]), (1, [])]),
            le(0, n),
            n,
            ZERO,
        ),
        "not arbitrary",
    ),
    (
        "induction: from n on",
        lambda: induction(combination(le(n, n)), combination(le(n + 1, n + 1)), le(n, n), n, n),
        "not arbitrary",
    ),
    (
        "induction: a later start in the step",
        lambda: induction(
            combination(le(0, 0)),
            detach(assume(implies(le(1, n), le(0, n + 1))), assume(le(1, n))),
            le(0, n),
            n,
            ZERO,
        ),
        "not arbitrary",
    ),
    # the normal form
    ("restate: x/x", lambda: restate(assume(eq(x / x, 1)), eq(1, 1)), "is not"),
    ("restate: a cancelled factor", lambda: restate(assume(eq(x * y / x, 1)), eq(y, 1)), "is not"),
    (
        "restate: a power split",
        lambda: restate(assume(eq(x ** (n + 1), 1)), eq(x * x**n, 1)),
        "is not",
    ),
    (
        "restate: two powers joined",
        lambda: restate(assume(eq(x**n * x**k, 1)), eq(x ** (n + k), 1)),
        "is not",
    ),
    ("restate: zero to a power", lambda: restate(assume(eq(ZERO**n, 0)), eq(0, 0)), "is not"),
    ("restate: a root", lambda: restate(assume(eq(x**2, y**2)), eq(x, y)), "is not"),
    ("restate: the size of a number", lambda: restate(assume(eq(abs(x), 1)), eq(x, 1)), "is not"),
    (
        "restate: the size of a sum",
        lambda: restate(assume(eq(abs(x + y), 1)), eq(abs(x) + abs(y), 1)),
        "is not",
    ),
    ("restate: an order turned round", lambda: restate(assume(le(x, y)), le(y, x)), "is not"),
    (
        "restate: half an order turned round",
        lambda: restate(assume(le(0, x / 2)), le(x, 0)),
        "is not",
    ),
    ("restate: an order times minus one", lambda: restate(assume(le(x, y)), le(-x, -y)), "is not"),
    ("restate: a strict order", lambda: restate(assume(le(x, y)), lt(x, y)), "is not"),
    ("restate: a weak order", lambda: restate(assume(lt(x, y)), le(x, y)), "is not"),
    ("restate: times zero", lambda: restate(assume(eq(0 * x, 0 * y)), eq(x, y)), "is not"),
    ("restate: another constant", lambda: restate(assume(le(x, 1)), le(x, 2)), "is not"),
    ("restate: an order of integers", lambda: restate(assume(lt(n, k)), le(n + 1, k)), "is not"),
    (
        "restate: another first index",
        lambda: restate(assume(eq(summation(0, n, f), 0)), eq(summation(1, n, f), 0)),
        "is not",
    ),
    (
        "restate: another last index",
        lambda: restate(assume(eq(summation(0, n, f), 0)), eq(summation(0, n + 1, f), 0)),
        "is not",
    ),
    (
        "restate: a shifted sum",
        lambda: restate(assume(eq(summation(0, n, f), 0)), eq(summation(1, n + 1, f), 0)),
        "is not",
    ),
    (
        "restate: a series from elsewhere",
        lambda: restate(assume(eq(series(0, f), 0)), eq(series(1, f), 0)),
        "is not",
    ),
    (
        "restate: a sum is not a series",
        lambda: restate(assume(eq(summation(0, n, f), 0)), eq(series(0, f), 0)),
        "is not",
    ),
    (
        "restate: sums exchanged",
        lambda: restate(
            assume(eq(summation(0, n, lambda a: summation(0, a, lambda b: f(a, b))), 0)),
            eq(summation(0, n, lambda a: summation(0, a, lambda b: f(b, a))), 0),
        ),
        "is not",
    ),
    (
        "restate: another choice at equality",
        lambda: restate(assume(eq(node("if", None, (n, n, x, y)), 0)), eq(x, 0)),
        "is not",
    ),
    (
        "restate: a choice turned round",
        lambda: restate(
            assume(eq(node("if", None, (n, k, x, y)), 0)), eq(node("if", None, (k, n, y, x)), 0)
        ),
        "is not",
    ),
    (
        "restate: a floor of a negative number",
        lambda: restate(assume(eq(node("div", None, (number(-1), number(2))), y)), eq(0, y)),
        "is not",
    ),
    (
        "restate: a floor over zero",
        lambda: restate(assume(eq(node("div", None, (n, ZERO)), y)), eq(n, y)),
        "is not",
    ),
    (
        "restate: a bounded sequence converges",
        lambda: restate(assume(bounded(0, f)), converges(0, f)),
        "is not",
    ),
    (
        "restate: not not",
        lambda: restate(assume(node("not", None, (node("not", None, (eq(x, 0),)),))), ne(x, 0)),
        "is not",
    ),
    (
        "restate: an implication turned round",
        lambda: restate(assume(implies(le(0, x), le(0, y))), implies(le(0, y), le(0, x))),
        "is not",
    ),
    (
        "restate: quantifiers exchanged",
        lambda: restate(
            assume(forall(lambda a: forall(lambda b: le(f(a, b), 0)))),
            forall(lambda a: forall(lambda b: le(f(b, a), 0))),
        ),
        "is not",
    ),
    (
        "restate: of another sort",
        lambda: restate(
            assume(forall(lambda q: le(q * q, x), REAL)), forall(lambda q: le(q * q, x), INT)
        ),
        "is not",
    ),
    (
        "restate: (-1)**n with n even or odd",
        lambda: restate(assume(eq((-ONE) ** n, y)), eq(ONE, y)),
        "is not",
    ),
    ("restate: (-x)**n", lambda: restate(assume(eq((-x) ** n, y)), eq(x**n, y)), "is not"),
    ("restate: a dangling variable", lambda: restate(assume(lt(0, x)), loose()), "is not"),
    # equality
    ("replace: an order", lambda: replace(assume(le(x, y)), hole(x * y)), "needs an equation"),
    ("replace: two places", lambda: replace(assume(eq(x, y)), bind(x * y, x, y)), "one place"),
    (
        "replace: a real for an integer",
        lambda: replace(assume(eq(x, y)), hole(z**n, n)),
        "is not int",
    ),
    ("replace: a statement", lambda: replace(assume(eq(x, y)), hole(le(0, x))), "prop"),
    (
        "replace_in: another statement",
        lambda: replace_in(assume(eq(x, y)), hole(le(0, x)), assume(le(0, z))),
        "another form",
    ),
    (
        "replace_in: the other direction",
        lambda: replace_in(assume(eq(x, y)), hole(le(0, x)), assume(le(0, y))),
        "another form",
    ),
    (
        "replace_in: a number",
        lambda: replace_in(assume(eq(x, y)), hole(x + 0), assume(le(0, y))),
        "another form|not a statement",
    ),
    ("discrete: reals", lambda: discrete(assume(lt(x, n))), "order of integers"),
    ("discrete: a weak order", lambda: discrete(assume(le(n, k))), "order of integers"),
    ("discrete: an equation", lambda: discrete(assume(eq(n, k))), "order of integers"),
    # arithmetic
    ("combination: not a relation", lambda: combination(ne(x, y)), "not a relation"),
    ("combination: x/x = 1", lambda: combination(eq(x / x, 1)), "differ"),
    ("combination: x**(n+1)", lambda: combination(eq(x ** (n + 1), x * x**n)), "differ"),
    (
        "combination: x**(n+1) for n >= -1",
        lambda: combination(eq(x ** (n + 1), x * x**n), [], [], [], [assume(le(-1, n))]),
        "differ",
    ),
    (
        "combination: 0**(n+1) for n >= -1",
        lambda: combination(eq(ZERO ** (n + 1), 0), [], [], [], [assume(le(-1, n))]),
        "differ",
    ),
    (
        "combination: 0**n for n >= 0",
        lambda: combination(eq(ZERO**n, 0), [], [], [], [assume(le(0, n))]),
        "differ",
    ),
    (
        "combination: x**(n-1) for n >= 0",
        lambda: combination(eq(x * x ** (n - 1), x**n), [], [], [], [assume(le(0, n))]),
        "differ",
    ),
    (
        "combination: x**(-n)",
        lambda: combination(eq(x ** (-n) * x**n, 1), [], [], [], [assume(le(0, n))]),
        "differ",
    ),
    (
        "combination: an exponent bounded by a real",
        lambda: combination(eq(x ** (n + 1), x * x**n), [], [], [], [assume(le(x, n))]),
        "integer is not negative",
    ),
    (
        "combination: an exponent that is not zero",
        lambda: combination(eq(x ** (n + 1), x * x**n), [], [], [], [assume(ne(n, 0))]),
        "integer is not negative",
    ),
    (
        "combination: an exponent that is negative",
        lambda: combination(eq(x ** (n + 1), x * x**n), [], [], [], [assume(le(n, 0))]),
        "differ",
    ),
    (
        "combination: an exponent that is another",
        lambda: combination(eq(x ** (n + 1), x * x**n), [], [], [], [assume(le(0, k))]),
        "differ",
    ),
    (
        "combination: a strict exponent",
        lambda: combination(eq(x ** (n + 1), x * x**n), [], [], [], [assume(lt(0, n))]),
        "integer is not negative",
    ),
    (
        "combination: a unit that may be zero",
        lambda: combination(eq(x / x, 1), [], [], [assume(le(0, x))]),
        "not zero",
    ),
    (
        "combination: a unit that is zero",
        lambda: combination(eq(x / x, 1), [], [], [assume(eq(x, 0))]),
        "not zero",
    ),
    (
        "combination: a unit by the negation of an order",
        lambda: combination(eq(x / x, 1), [], [], [assume(node("not", None, (lt(x, 0),)))]),
        "not zero",
    ),
    (
        "combination: another unit",
        lambda: combination(eq(x / x, 1), [], [], [assume(ne(y, 0))]),
        "differ",
    ),
    (
        "combination: a unit of a sum",
        lambda: combination(eq(x / x, 1), [], [], [assume(ne(x + y, 0))]),
        "differ",
    ),
    (
        "combination: x != 1 is no unit x",
        lambda: combination(eq(x / x, 1), [], [], [assume(ne(x, 1))]),
        "differ",
    ),
    (
        "combination: a denominator under a size",
        lambda: combination(eq(abs(y + x / x), abs(y + 1)), [], [], [assume(ne(y, 0))]),
        "differ",
    ),
    (
        "combination: a negative multiple",
        lambda: combination(le(x, 0), [(-1, [assume(le(0, x))])]),
        "only positive",
    ),
    ("combination: zero times", lambda: combination(lt(0, 0), [(0, [])]), "only positive"),
    (
        "combination: a negative constant",
        lambda: combination(lt(1, 0), [(-1, [])]),
        "only positive",
    ),
    (
        "combination: an equation from orders",
        lambda: combination(eq(0, x), [(1, [assume(le(0, x))])]),
        "not for an equation",
    ),
    (
        "combination: strict from weak",
        lambda: combination(lt(0, x), [(1, [assume(le(0, x))])]),
        "makes the order strict",
    ),
    (
        "combination: strict from one strict factor",
        lambda: combination(lt(0, x * y), [(1, [assume(lt(0, x)), assume(le(0, y))])]),
        "makes the order strict",
    ),
    (
        "combination: strict from a square",
        lambda: combination(lt(0, x**2), [(1, [x])]),
        "makes the order strict",
    ),
    (
        "combination: strict from strict times a square",
        lambda: combination(lt(0, x**2 * y), [(1, [x, assume(lt(0, y))])]),
        "makes the order strict",
    ),
    ("combination: strict from nothing", lambda: combination(lt(x, x)), "makes the order strict"),
    (
        "combination: a product of one sign",
        lambda: combination(le(0, x * y), [(1, [assume(le(0, x))])]),
        "differ",
    ),
    (
        "combination: the other sign",
        lambda: combination(le(0, x), [(1, [assume(le(x, 0))])]),
        "differ",
    ),
    (
        "combination: an equation as an order",
        lambda: combination(le(0, x), [(1, [assume(eq(0, x))])]),
        "right kind",
    ),
    (
        "combination: an order as an equation",
        lambda: combination(eq(0, x), [], [(ONE, assume(le(0, x)))]),
        "right kind",
    ),
    (
        "combination: a denial as an equation",
        lambda: combination(eq(0, x), [], [(ONE, assume(ne(0, x)))]),
        "right kind",
    ),
    (
        "combination: a multiplier that is a statement",
        lambda: combination(eq(0, x), [], [(le(0, y), assume(eq(0, x)))]),
        "not a number",
    ),
    (
        "combination: a multiplier that is loose",
        lambda: combination(eq(0, x), [], [(bind(x, x), assume(eq(0, x)))]),
        "not a number",
    ),
    (
        "combination: the square of a statement",
        lambda: combination(le(0, x), [(1, [le(0, x)])]),
        "only numbers",
    ),
    (
        "combination: the square of something loose",
        lambda: combination(le(0, x), [(1, [bind(x, x)])]),
        "only numbers",
    ),
    (
        "combination: a plain number as multiplier",
        lambda: combination(eq(0, x), [], [(1, assume(eq(0, x)))]),
        "not a number",
    ),
    (
        "combination: x**(n**2 + n + 1) >= 0",
        lambda: combination(le(0, x ** (n**2 + n + 1)), [(1, [x])]),
        "differ",
    ),
    # operators
    (
        "respell: only for some numbers",
        lambda: respell(assume(eq(z * v, v * z)), PLACE, assume(CONTRACTS)),
        "for all z, r and v",
    ),
    (
        "respell: for z and r",
        lambda: respell(
            assume(forall(lambda z, r: implies(lt(abs(z), 1), eq(z * v, v * z)), REAL, REAL)),
            PLACE,
            assume(CONTRACTS),
        ),
        "for all z, r and v",
    ),
    (
        "respell: for integers",
        lambda: respell(
            assume(
                forall(lambda z, r, v: implies(lt(abs(z), 1), eq(z * v, v * z)), INT, REAL, REAL)
            ),
            PLACE,
            assume(CONTRACTS),
        ),
        "for all z, r and v",
    ),
    (
        "respell: for |z| < 1/2",
        lambda: respell(
            assume(
                forall(
                    lambda z, r, v: implies(lt(abs(z), Fraction(1, 2)), eq(z * v, v * z)),
                    REAL,
                    REAL,
                    REAL,
                )
            ),
            PLACE,
            assume(CONTRACTS),
        ),
        r"\|z\| < 1",
    ),
    (
        "respell: for |r| < 1",
        lambda: respell(
            assume(
                forall(lambda z, r, v: implies(lt(abs(r), 1), eq(z * v, v * z)), REAL, REAL, REAL)
            ),
            PLACE,
            assume(CONTRACTS),
        ),
        r"\|z\| < 1",
    ),
    (
        "respell: an order",
        lambda: respell(
            assume(
                forall(lambda z, r, v: implies(lt(abs(z), 1), le(z * v, v * z)), REAL, REAL, REAL)
            ),
            PLACE,
            assume(CONTRACTS),
        ),
        r"\|z\| < 1",
    ),
    (
        "respell: another operator",
        lambda: respell(
            assume(
                forall(lambda z, r, v: implies(lt(abs(z), 1), eq(z * r, r * z)), REAL, REAL, REAL)
            ),
            PLACE,
            assume(CONTRACTS),
        ),
        "another form",
    ),
    (
        "respell: a place for a number",
        lambda: respell(
            assume(SMALL), hole(node("contracts", None, (M, gamma, H, e)), e), assume(CONTRACTS)
        ),
        "form",
    ),
    # the stationary chain
    (
        "stationary_chain: the covariances in a hypothesis",
        lambda: stationary_chain(_uncorrelated(), READING, stationary.nothing(), ONE, "rho"),
        "not arbitrary",
    ),
    (
        "stationary_chain: the covariances in the margin",
        lambda: stationary_chain(margin_bound(RHO1), READING, stationary.nothing(), RHO1, "rho"),
        "not arbitrary",
    ),
    (
        "stationary_chain: the covariances in the operator",
        lambda: stationary_chain(
            weighted_bound(), weighted_reading(), stationary.nothing(), ZERO, "rho"
        ),
        "not arbitrary",
    ),
    (
        "stationary_chain: the covariances in the rewards",
        lambda: stationary_chain(true_bound(), READING, constant_rewards(RHO1), 1 - gamma, "rho"),
        "not arbitrary",
    ),
    (
        "stationary_chain: the covariances behind a name",
        lambda: stationary_chain(hidden_bound(), READING, stationary.nothing(), ONE, "rho"),
        "not arbitrary",
    ),
    (
        "stationary_chain: another sequence",
        lambda: stationary_chain(true_bound(), READING, stationary.nothing(), 1 - gamma, "sigma"),
        "along the covariances",
    ),
    (
        "stationary_chain: another reading",
        lambda: stationary_chain(
            true_bound(), stationary.reading("rho", ONE, 2), stationary.nothing(), 1 - gamma, "rho"
        ),
        "of the margin",
    ),
    (
        "stationary_chain: another margin",
        lambda: stationary_chain(true_bound(), READING, stationary.nothing(), ONE, "rho"),
        "of the margin",
    ),
    (
        "stationary_chain: a margin that is a statement",
        lambda: stationary_chain(true_bound(), READING, stationary.nothing(), le(0, x), "rho"),
        "and a margin",
    ),
    (
        "stationary_chain: rewards that are no power series",
        lambda: stationary_chain(true_bound(), READING, assume(lt(0, x)), 1 - gamma, "rho"),
        "a power series",
    ),
    (
        "stationary_chain: a margin that is loose",
        lambda: stationary_chain(true_bound(), READING, stationary.nothing(), bind(x, x), "rho"),
        "and a margin",
    ),
    (
        "stationary_chain: along a shifted sequence",
        lambda: stationary_chain(
            true_bound(),
            instantiate(
                stationary.reading("u", ONE, 1),
                {sequence("u"): binder(lambda n: apply("rho", n + 1))},
            ),
            stationary.nothing(),
            1 - gamma,
            "rho",
        ),
        "along the covariances",
    ),
    (
        "stationary_chain: no bound",
        lambda: stationary_chain(READING, READING, stationary.nothing(), ONE, "rho"),
        "of the margin",
    ),
    (
        "stationary_chain: a strict bound",
        lambda: stationary_chain(
            assume(lt(*MARGIN_ONE.args)), READING, stationary.nothing(), ONE, "rho"
        ),
        "of the margin",
    ),
    (
        "on_policy: a margin that may be zero",
        lambda: on_policy(assume(DISSIPATIVE), assume(le(0, e)), stationary.descent()),
        "positive",
    ),
    (
        "on_policy: another margin",
        lambda: on_policy(assume(DISSIPATIVE), assume(lt(0, x)), stationary.descent()),
        "positive",
    ),
    (
        "on_policy: not a margin",
        lambda: on_policy(assume(CONTRACTS), assume(lt(0, e)), stationary.descent()),
        "positive",
    ),
    (
        "on_policy: another descent",
        lambda: on_policy(
            assume(DISSIPATIVE), assume(lt(0, e)), assume(tends(lambda t: apply("e", t), 0))
        ),
        "premise",
    ),
    (
        "on_policy: a descent to elsewhere",
        lambda: on_policy(assume(DISSIPATIVE), assume(lt(0, e)), assume(lt(0, var("g")))),
        "premise",
    ),
]


def true_bound() -> Theorem:
    """rho is positive definite |- (1 - gamma) rho(0) <= rho(0) - gamma rho(1)."""
    rate = assume(lt(0, gamma))
    goal = le((1 - gamma) * RHO0, RHO0 - READING.conclusion.args[3])
    return combination(goal, [(1, [rate, stationary.largest("rho", 1, True)])])


def margin_bound(margin: Term) -> Theorem:
    """A bound with this margin, assumed."""
    goal = le(margin * RHO0, RHO0 - READING.conclusion.args[3])
    return assume(goal)


def weighted_reading() -> Theorem:
    """A reading of rho(1) z."""
    return stationary.reading("rho", RHO1, 1)


def weighted_bound() -> Theorem:
    """0 <= rho(0) - gamma rho(1)**2, from what hides where it comes from."""
    total = weighted_reading().conclusion.args[3]
    return cut(assume(le(ZERO * RHO0, RHO0 - total)), assume(le(ZERO * RHO0, RHO0 - total)))


def constant_rewards(c: Term) -> Theorem:
    """|- the constant function c is analytic."""
    size = instantiate(axiom("size of a constant"), {x: c})
    named = {("A", (REAL,)): size.conclusion.args[1], x: abs(c)}
    return cut(instantiate(axiom("what has a size is analytic"), named), size)


def hidden_bound() -> Theorem:
    """The bound for rho(1) = 0, where another sequence is said to be rho, and to be zero at 1."""
    same_ = assume(forall(lambda n: eq(apply("rho", n), apply("h", n))))
    zero = assume(eq(apply("h", 1), 0))
    at_one = specialise(same_, ONE)
    return combination(MARGIN_ONE, [], [(gamma, at_one), (gamma, zero)])


# -- foreign values -------------------------------------------------------------------------------


class Int(int):
    def __le__(self, other: object) -> bool:
        return False

    def __bool__(self) -> bool:
        return True


class Str(str):
    __slots__ = ()

    def __hash__(self) -> int:
        return 1


class Tuple(tuple):  # type: ignore[type-arg]
    __slots__ = ()


class List(list):  # type: ignore[type-arg]
    pass


class Dict(dict):  # type: ignore[type-arg]
    pass


class Half(Fraction):
    pass


def forged_term() -> Any:
    return tuple.__new__(Term, tuple(le(1, 0)))


def forged_theorem() -> Any:
    return tuple.__new__(Theorem, (frozenset(), lt(1, 0), "assume", (), frozenset()))


FOREIGN: dict[str, Callable[[], Any]] = {
    "an int of another class": lambda: Int(1),
    "a str of another class": lambda: Str("empty sum"),
    "a tuple of another class": lambda: Tuple(()),
    "a list of another class": lambda: List([]),
    "a dict of another class": lambda: Dict({}),
    "a fraction of another class": lambda: Half(1, 2),
    "a forged term": forged_term,
    "a forged theorem": forged_theorem,
    "a tuple like a theorem": lambda: (frozenset(), lt(1, 0), "assume", (), frozenset()),
    "a tuple like a term": lambda: tuple(le(0, 1)),
    "a bool": lambda: True,
    "a float": lambda: 0.5,
    "None": lambda: None,
    "a function": lambda: lambda: None,
    "a generator": lambda: iter([x]),
    "a set": set,
    "a forged term in a list": lambda: [forged_term()],
    "a forged theorem in a tuple": lambda: (1, [forged_theorem()]),
    "a forged term in a dict": lambda: {x: forged_term()},
}

BASE = combination(le(0, 0))
STEP = combination(le(0, n + 1), [(1, [assume(le(0, n))]), (1, [])])
#: every rule, with arguments that it takes
RULES: dict[str, tuple[Callable[..., Theorem], tuple[Any, ...]]] = {
    "assume": (assume, (le(0, x),)),
    "cut": (cut, (assume(le(0, x)), assume(le(0, x)))),
    "discharge": (discharge, (assume(le(0, x)), le(0, x))),
    "detach": (detach, (assume(implies(le(0, x), le(0, y))), assume(le(0, x)))),
    "generalise": (generalise, (assume(le(0, x)), y)),
    "specialise": (specialise, (assume(forall(lambda q: le(q, x), REAL)), y)),
    "instantiate": (instantiate, (assume(le(0, x)), {x: y, sequence("f"): bind(n, n)})),
    "cases": (cases, (assume(le(0, x)), assume(le(0, x)), le(0, y))),
    "absurd": (absurd, (assume(le(0, x)), assume(lt(x, 0)), le(0, y))),
    "induction": (induction, (BASE, STEP, le(0, n), n, ZERO)),
    "axiom": (axiom, ("empty sum",)),
    "restate": (restate, (assume(le(0, x)), le(-x, 0))),
    "replace": (replace, (assume(eq(x, y)), hole(x * x))),
    "replace_in": (replace_in, (assume(eq(x, y)), hole(le(0, x)), assume(le(0, x)))),
    "discrete": (discrete, (assume(lt(n, k)),)),
    "combination": (
        combination,
        (le(0, x), [(1, [assume(le(0, x))])], [(ONE, assume(eq(y, y)))], [], []),
    ),
    "respell": (respell, (assume(SMALL), PLACE, assume(CONTRACTS))),
    "stationary_chain": (
        stationary_chain,
        (true_bound(), READING, stationary.nothing(), 1 - gamma, "rho"),
    ),
    "on_policy": (on_policy, (assume(DISSIPATIVE), assume(lt(0, e)), stationary.descent())),
}


def changes(arguments: tuple[Any, ...]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The arguments with a foreign value in one place."""
    for place in range(len(arguments)):
        for what, make in FOREIGN.items():
            yield (
                f"{what} in the place {place}",
                (*arguments[:place], make(), *arguments[place + 1 :]),
            )
