"""Action values of a finite MDP, and the update of them with importance sampling.

The states are 1, ..., m and the actions 1, ..., n.  The target policy takes the action a in the
state s with the probability g(s, a), the behavior policy with b(s, a) = g(s, a)/rho(s, a).
"""

from collections.abc import Callable
from random import Random
from typing import Any

from numeric_checks.evidence.chains import MDP, combined, drawn_mdp, drawn_table
from numeric_checks.statements import table
from proofs.notation import gamma, i, j, k, m, n
from proofs.vocabulary import *

#: states, and an action
s, t, u, a = (index(name) for name in "stua")
#: transitions, rewards, target and behavior policy, their ratio; values, TD errors, iterates
p, r, g, b, rho, f, D, Q = (sequence(x) for x in ("p", "r", "g", "b", "rho", "f", "D", "Q"))
#: by how much the second weight is above the first
e = real("epsilon")
#: any function of states and actions, what it becomes, and a bound of it
w, d, W = sequence("w"), sequence("d"), real("W")
x, y, N = real("x"), real("y"), sequence("N")


def at_each(statement: Statement) -> Statement:
    """For all states s and all actions a."""
    return ForAll(s, 1, ForAll(a, 1, statement, n), m)


TRANSITIONS = (
    at_each(ForAll(t, 1, AtMost(0, p(s, a, t)), m)),
    at_each(Equal(series(p(s, a, t), t, 1, m), 1)),
)
TARGET = (
    at_each(AtMost(0, g(s, a))),
    ForAll(s, 1, Equal(series(g(s, a), a, 1, n), 1), m),
)
#: where b is zero, so is g: b takes every action that g takes
COVERED_AT = Equal(b(s, a) * rho(s, a), g(s, a))
COVERED = at_each(COVERED_AT)
PROCESS = (*TRANSITIONS, *TARGET)


def ahead(
    of: Callable[[Expr, Expr], Expr],
    at: tuple[Expr, Expr] = (s, a),
    then: tuple[Expr, Expr] = (t, j),
) -> Expr:
    """The mean at the next state and action, under the target policy."""
    there, action = then
    inside = series(g(there, action) * of(there, action), action, 1, n)
    return series(p(*at, there) * inside, there, 1, m)


def ahead_of_w(s_: Expr, a_: Expr) -> Expr:
    """The mean of w one step after a state and an action."""
    return ahead(w, (s_, a_), (u, k))


def update(values: Callable[[Expr, Expr], Expr], errors: Callable[[Expr, Expr], Expr]) -> Expr:
    """values + h_0 errors + gamma E_b[h_1 errors at the next state and action]."""
    inside = series(b(t, j) * ((1 + e) * rho(t, j)) * errors(t, j), j, 1, n)
    return values(s, a) + errors(s, a) + gamma * series(p(s, a, t) * inside, t, 1, m)


#: the TD errors of w without rewards
LINEAR = at_each(Equal(d(s, a), gamma * ahead(w) - w(s, a)))


def within(of: Callable[[Expr, Expr], Expr]) -> Statement:
    """No value is more than W in size."""
    return at_each(AtMost(Abs(of(s, a)), W))


def now(of: Sequence) -> Callable[[Expr, Expr], Expr]:
    """The i-th iterate."""
    return lambda s_, a_: of(i, s_, a_)


#: f are the true action values, the fixed point of the Bellman operator of the target policy
FIXED = at_each(Equal(f(s, a), r(s, a) + gamma * ahead(f)))
#: Q_0, Q_1, ... with their TD errors: any Q_0, then one update after another
ERRORS = ForAll(i, 0, at_each(Equal(D(i, s, a), r(s, a) + gamma * ahead(now(Q)) - Q(i, s, a))))
UPDATES = ForAll(i, 0, at_each(Equal(Q(i + 1, s, a), update(now(Q), now(D)))))


def apart(s_: Expr, a_: Expr) -> Expr:
    """The error of the i-th iterate."""
    return Q(i, s_, a_) - f(s_, a_)


# -- in a derivation ----------------------------------------------------------------------------


def at(ctx: Context, statement: Statement, *places: Expr) -> Theorem:
    """What is known everywhere, at a place."""
    found = fact(ctx, statement)
    for place in places:
        found = specialise(ctx, found, place)
    return found


def states(ctx: Context, *more: Statement) -> Context:
    """For a state and an action of the process."""
    return ctx.also(AtMost(1, s), AtMost(s, m), AtMost(1, a), AtMost(a, n), *more)


def for_all(ctx: Context, theorem: Theorem) -> Theorem:
    """What was derived for a state and an action, for all of them."""
    return generalise(ctx, generalise(ctx, theorem, a, 1, n), s, 1, m)


def at_place(ctx: Context, theorem: Theorem) -> Theorem:
    """What was derived for all states and actions, for s and a."""
    return specialise(ctx, specialise(ctx, theorem, s), a)


# -- instances ----------------------------------------------------------------------------------


ONE, HALF = Fraction(1), Fraction(1, 2)
#: one state, and two actions that the behavior policy takes equally often
LEANING = MDP([[[ONE], [ONE]]], [[HALF * 3 / 2, HALF / 2]], [[HALF, HALF]])


def finite_mdps(rng: Random) -> Instance:
    """Iterates that start a constant away from f, and further away where g takes no notice of it.

    Each update multiplies the constant by one number; what has the mean zero in every state, under
    the target policy, is gone after the first one.
    """
    mdp, discount = drawn_mdp(rng), rng.choice([Fraction(1, 2), Fraction(9, 10), Fraction(1, 3)])
    excess = (1 - discount) / discount * rng.choice([Fraction(1, 2), Fraction(9, 10)])
    if rng.random() < 0.2:
        mdp, discount, excess = LEANING, Fraction(1, 2), Fraction(1, 2)
    kept = (1 + excess) * discount**2 - excess * discount
    some, fixed = drawn_table(mdp.shape, rng), drawn_table(mdp.shape, rng)
    ones, unseen = [[Fraction(1)] * mdp.shape[1]] * mdp.shape[0], mdp.unseen()
    fades, once = rng.choice([1, -2]) * Rational(str(kept)) ** i, IfLess(i, 1, 1, 0)
    largest = max(abs(x) for row in some for x in row)
    families: dict[Any, Any] = {
        p: mdp.p,
        g: mdp.target,
        b: mdp.behavior,
        rho: mdp.ratios(),
        r: combined((1, fixed), (-discount, mdp.ahead(fixed))),
        f: fixed,
        w: some,
        d: combined((discount, mdp.ahead(some)), (-1, some)),
    }
    iterates: dict[Any, Any] = {
        Q: combined((1, fixed), (fades, ones), (once, unseen)),
        D: combined((Rational(str(discount - 1)) * fades, ones), (-once, unseen)),
    }
    return Instance.of(
        {
            m: mdp.shape[0],
            n: mdp.shape[1],
            gamma: discount,
            e: excess,
            W: largest,
            x: Fraction(1, 2),
            y: Fraction(-1, 2),
        },
        {name: table(rows) for name, rows in families.items()}
        | {name: table(rows, i) for name, rows in iterates.items()}
        | {N: members(then=Rational(str(largest)) * Rational(-1, 4) ** i, over=(i,))},
    )
