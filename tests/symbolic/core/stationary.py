"""Theorems by the two rules about the stationary chain, with what their premises need."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from symbolic.core.kernel import (
    Theorem,
    assume,
    axiom,
    cases,
    combination,
    cut,
    detach,
    discharge,
    generalise,
    induction,
    instantiate,
    restate,
    specialise,
)
from symbolic.core.terms import (
    INT,
    REAL,
    Term,
    apply,
    bind,
    binder,
    eq,
    implies,
    le,
    lt,
    node,
    number,
    put,
    sequence,
    summation,
    var,
)
from symbolic.rules import bridge, classical
from tests.symbolic.core import drawing
from tests.symbolic.core.drawing import OPENED, Draw
from tests.symbolic.core.evaluation import CHAINS

x, y, gamma, k, lag = var("x"), var("y"), var("gamma"), var("k", INT), var("lag", INT)
ZERO, ONE = number(0), number(1)
A, B, U = ("A", (REAL,)), ("B", (REAL,)), ("u", (INT,))


@cache
def below_its_size() -> Theorem:
    """|- x <= |x|."""
    positive = axiom("absolute value of x >= 0")
    one = combination(le(x, abs(x)), [], [(-ONE, positive)])
    negative = instantiate(positive, {x: -x})
    weak = combination(le(0, -x), [(1, [assume(lt(x, 0))])])
    negative = cut(negative, weak)
    other = combination(le(x, abs(x)), [(2, [assume(lt(x, 0))])], [(-ONE, negative)])
    return cases(one, other, le(0, x))


def covariances(name: str) -> Term:
    """The body of the sequence of covariances."""
    return binder(lambda n: apply(name, n))


def reading(name: str, c: Term, power: int) -> Theorem:
    """DISCOUNT |- along c z**power, the sum is c gamma**power rho(power)."""
    one = instantiate(axiom("along a power"), {k: number(power), U: covariances(name)})
    one = cut(one, combination(le(0, power), [(power, [])] if power else []))
    s = one.conclusion
    more = instantiate(
        axiom("along a multiple"), {A: s.args[1], U: covariances(name), x: s.args[3], y: c}
    )
    return cut(more, one)


def nothing() -> Theorem:
    """|- 0 is analytic."""
    size = instantiate(axiom("size of a constant"), {x: ZERO})
    return cut(
        instantiate(
            axiom("what has a size is analytic"), {A: size.conclusion.args[1], x: abs(ZERO)}
        ),
        size,
    )


def largest(name: str, power: int, positive: bool) -> Theorem:
    """rho is positive definite |- +-rho(power) <= rho(0)."""
    bound = instantiate(
        axiom("largest covariance"), {sequence("rho"): covariances(name), lag: number(power)}
    )
    bound = cut(bound, combination(le(0, power), [(power, [])] if power else []))
    member = apply(name, power)
    member = member if positive else -member
    size = instantiate(below_its_size(), {x: member})
    return combination(le(member, apply(name, 0)), [(1, [bound]), (1, [size])])


def stationary_chain(rng: Draw) -> Theorem:
    """The margin of c z**power v; or an attempt at more."""
    name = rng.choice(("rho", "f", "rho", "u"))
    power = rng.choice((0, 1, 1, 2, 3))
    value = drawing.fractions(rng)
    c: Term = number(value)
    read = reading(name, c, power)
    total = read.conclusion.args[3]
    rho = apply(name, 0)
    rate = combination(lt(0, gamma**power), [(1, [assume(lt(0, gamma))] * power)])
    kind = rng.random()
    if kind < 0.5 and value:
        margin = ONE - number(abs(value)) * gamma**power
        bound = combination(
            le(margin * rho, rho - total),
            [(abs(value), [rate, largest(name, power, value > 0)])],
        )
    elif kind < 0.6:  # rho is not arbitrary
        margin = ONE
        zero = assume(eq(apply(name, power), 0))
        goal = node("<=", None, (node("*", None, (margin, rho)), rho - total))
        bound = combination(goal, [], [(c * gamma**power, zero)])
    elif kind < 0.7:  # nor is it here
        margin = apply(name, 1)
        bound = assume(le(margin * rho, rho - total))
        if rng.random() < 0.5:
            margin = ZERO
    else:  # a variable for the weight, maybe one with the name of an opened binder
        weight = rng.choice((x, var("r"), var("v"), OPENED[1], OPENED[3], var("z")))
        read = reading(name, weight, power)
        total = read.conclusion.args[3]
        zero = assume(eq(weight, 0))
        goal = node("<=", None, (node("*", None, (ONE, rho)), rho - total))
        bound = combination(goal, [], [(gamma**power * apply(name, power), zero)])
        made = classical.stationary_chain(bound, read, nothing(), ONE, name)
        if rng.random() < 0.5:
            made = cut(instantiate(made, {weight: ZERO}), combination(eq(0, 0)))
        return made
    if rng.random() < 0.1:
        read = instantiate(read, {sequence(name): covariances("other")})
    return classical.stationary_chain(bound, read, nothing(), margin, name)


@cache
def descent() -> Theorem:
    """DESCENT |- e_t -> 0: e_t (1 + g S_t) <= e_0, where S_t is the sum of the steps before t."""
    g, t = var("g"), var("t", INT)
    first, *_ = classical.DESCENT
    given = [assume(s) for s in classical.DESCENT]

    def at(place: int) -> Theorem:
        """A hypothesis "for all t >= 0", at t."""
        return detach(specialise(given[place], t), assume(le(0, t)))

    def error(n: Any) -> Term:
        return apply("e", n)

    def step(n: Any) -> Term:
        return apply("alpha", n)

    def total(n: Any) -> Term:
        return summation(0, n - 1, step)

    positive, fall, upward, small = at(1), at(2), at(3), at(5)
    rate = assume(first)
    # S_{t+1} = S_t + alpha_t
    last = instantiate(
        axiom("last term"),
        {var("lo", INT): ZERO, var("hi", INT): t, sequence("f"): binder(step)},
    )
    grown = restate(last, eq(total(t + 1), total(t) + step(t)))
    # 0 <= S_t, by induction
    empty = instantiate(
        axiom("empty sum"),
        {var("lo", INT): ZERO, var("hi", INT): ZERO - 1, sequence("f"): binder(step)},
    )
    empty = cut(empty, combination(lt(ZERO - 1, 0), [(1, [])]))
    base = combination(le(0, total(ZERO)), [], [(-ONE, restate_zero(empty, total(ZERO)))])
    claim = le(0, total(t))
    more = combination(le(0, total(t + 1)), [(1, [assume(claim)]), (1, [upward])], [(-ONE, grown)])
    sums = detach(specialise(induction(base, more, claim, t, ZERO), t), assume(le(0, t)))
    # e_t (1 + g S_t) <= e_0, by induction
    weighed = le(error(t) * (1 + g * total(t)), error(0))
    begin = combination(
        le(error(ZERO) * (1 + g * total(ZERO)), error(0)),
        [],
        [(error(0) * g, restate_zero(empty, total(ZERO)))],
    )
    # (1 + g S + g a) e' <= (1 + g S + g a)(1 - 2 g a + C a^2) e,  C a^2 <= g a
    factor = combination(
        lt(0, 1 + g * total(t) + g * step(t)),
        [(1, []), (1, [rate, sums]), (1, [rate, upward])],
    )
    a = step(t)
    after = combination(
        le(error(t + 1) * (1 + g * total(t + 1)), error(0)),
        [
            (1, [assume(weighed)]),
            (1, [factor, fall]),
            (1, [factor, upward, small, positive]),
            (1, [rate, rate, upward, sums, positive]),
            (1, [g * a, positive]),
        ],
        [(error(t + 1) * g, grown)],
    )
    bounded = induction(begin, after, weighed, t, ZERO)
    here = detach(specialise(bounded, t), assume(le(0, t)))
    # g e_t S_t <= e_0, so |e_t| S_t <= e_0 / g
    size = cut(instantiate(axiom("absolute value of x >= 0"), {x: error(t)}), positive)
    product = combination(
        le(abs(error(t)) * total(t), error(0) / g),
        [(1, [inverse_positive(g, rate), here]), (1, [inverse_positive(g, rate), positive])],
        [(total(t), size)],
        [rate],
    )
    made = axiom("outgrown")
    made = instantiate(
        made,
        {
            sequence("f"): binder(error),
            sequence("g"): binder(total),
            x: error(0) / g,
            var("lo", INT): ZERO,
        },
    )
    rising = combination(le(total(t), total(t + 1)), [(1, [upward])], [(-ONE, grown)])
    lemmas = [_from_zero(product, t), _from_zero(rising, t)]
    return cut(made, *lemmas)


def inverse_positive(g: Term, rate: Theorem) -> Theorem:
    """0 <= 1/g, which is g times the square of 1/g."""
    return combination(le(0, 1 / g), [(1, [rate, 1 / g])], [], [rate])


def restate_zero(empty: Theorem, total: Term) -> Theorem:
    """The empty sum, in the words of the sum."""
    return restate(empty, eq(total, 0))


def _from_zero(theorem: Theorem, t: Term) -> Theorem:
    """For all t >= 0."""
    return generalise(discharge(theorem, le(0, t)), t)


def on_policy(rng: Draw) -> Theorem:
    """Expected on-policy updates converge, where there is a margin."""
    power = rng.choice((0, 1, 1, 2, 3))
    e = var("e")
    positive = assume(lt(0, e))
    z, r, v = var("z"), var("r"), var("v")
    weight = number(drawing.fractions(rng))
    operator = node("operator", None, (bind(weight * z**power * v + r, z, r, v),))
    margin = assume(node("dissipative", None, (var("M", "mrp"), gamma, operator, e)))
    if rng.random() < 0.2:
        positive = assume(rng.choice((le(0, e), lt(0, x))))
    return classical.on_policy(margin, positive, descent())


def respell(rng: Draw) -> Theorem:
    """A statement about an operator, by another term for it."""
    names = z, r, v = rng.choice(
        (
            (var("z"), var("r"), var("v")),
            (x, y, var("m")),
            (OPENED[1], OPENED[3], var("v")),
            (OPENED[3], OPENED[1], x),
        )
    )
    a, b = drawing.function_of(rng, z, 0), drawing.function_of(rng, z, 0)
    weight = rng.choice((x, *OPENED[1::2], number(2)))
    one = rng.choice((a * r + b * v, weight * b * v, b * v, weight * v * z, z * r + weight * v))
    other = rng.choice(
        (
            lambda: one + 0 * z,
            lambda: (1 - z) * one / (1 - z),
            lambda: one * (2 + z) / (2 + z),
            lambda: drawing.rewritten(rng, one),
            lambda: one + r - r,
            lambda: a * r + b * v,
        )
    )()
    if rng.random() < 0.3:
        return _respell_zero(weight, *names)
    known: Term = implies(lt(abs(z), 1), eq(one, other))
    if rng.random() < 0.15:
        known = rng.choice((eq(one, other), implies(lt(abs(z), 2), eq(one, other))))
        known = rng.choice((known, implies(lt(z, 0), eq(one, other))))
    for name in (v, r, z) if rng.random() < 0.9 else (z, r, v):
        known = node("all", REAL, (bind(known, name),))
    chain, hole = var("M", "mrp"), var("W", "oper")
    number_ = rng.choice((var("e"), gamma, number(1)))
    fixed = drawing.some_operator(rng)
    contracts = node("contracts", None, (chain, gamma, hole, var("e")))
    template = rng.choice(
        (
            contracts,
            node("same", None, (chain, gamma, hole, fixed)),
            node("same", None, (chain, gamma, fixed, hole)),
            node("zero only at", None, (chain, gamma, hole, hole)),
            node("dissipative", None, (chain, gamma, hole, number_)),
            node(
                "all",
                "mrp",
                (bind(node("contracts", None, (chain, gamma, hole, var("e"))), chain),),
            ),
            node("two states", None, (gamma, hole, var("p"), var("e"))),
        )
    )
    before = node("operator", None, (bind(one, *names),))
    said = assume(put(bind(template, hole), before))
    return bridge.respell(assume(known), bind(template, hole), said)


def _respell_zero(weight: Term, z: Term, r: Term, v: Term) -> Theorem:
    """0 v is weight v, where the weight is zero; the weight is a number."""
    known = combination(eq(ZERO * v, weight * v), [], [(-v, assume(eq(weight, 0)))])
    known = discharge(known, lt(abs(z), 1))
    for name in (v, r, z):
        known = generalise(known, name)
    said = assume(node("contracts", None, (var("M", "mrp"), gamma, binder_of(ZERO, z, r, v), ZERO)))
    hole = var("W", "oper")
    template = bind(node("contracts", None, (var("M", "mrp"), gamma, hole, ZERO)), hole)
    return bridge.respell(known, template, said)


def binder_of(body: Term, *names: Term) -> Term:
    """The operator with this body."""
    return node("operator", None, (bind(body, *names),))


def values(rng: Draw) -> dict[Any, Any]:
    """An MRP, a discount, and a margin."""
    chain = node("var", ("M", "mrp"), ())
    return {
        chain: rng.choice(CHAINS),
        gamma: rng.choice([Fraction(q) for q in ("1/2", "1/3", "9/10", "2/3")]),
        var("e"): rng.choice([Fraction(q) for q in ("1/10", "1/3", "1/2", "1", "0")]),
    }
