"""Values on the cycle of k states that nearly have the signs of given numbers.

x/(|x| + e) is at most one, and times x it is at least |x| - e.  Of the numbers x_0, x_1, ... the
first k are taken, again and again.
"""

from typing import Any

from proofs.notation import k, n
from proofs.vocabulary import *

x, u, e = sequence("x"), sequence("u"), real("epsilon")
number = real("x")

CYCLE, POSITIVE = AtMost(1, k), Less(0, e)
#: k states after a state comes the state itself
AROUND = ForAll(n, 0, Equal(u(n + k), u(n)))


def near_sign(of: Any) -> Expr:
    """Nearly the sign of a number."""
    return of / (Abs(of) + e)


def place(at: Any) -> Expr:
    """What is left of a number of steps after all full turns."""
    return at - k * FloorDiv(at, k)


#: the values of the states, in the order in which the cycle visits them
values = near_sign(x(place(n)))


@cache
def nearly() -> Theorem:
    """Times the number itself it is nearly the size of the number."""
    ctx = given(POSITIVE)
    goal = AtMost(Abs(number) - e, number * near_sign(number))
    negative, positive = Less(number, 0), AtMost(0, number)
    return cases(ctx, recall(ctx.also(negative), goal), recall(ctx.also(positive), goal), number, 0)


@cache
def known() -> tuple[Theorem, ...]:
    """The values are at most one, run around the cycle, and have nearly the signs of x."""
    ctx = given(CYCLE, POSITIVE).also(AtMost(0, n))
    unit = recall(given(POSITIVE), AtMost(Abs(near_sign(number)), 1))
    unit = instantiate(ctx, unit, {number: x(place(n))})
    turn = integer_part(ctx, FloorDiv(n + k, k), FloorDiv(n, k) + 1)
    around = Chain(ctx, substitute(values, {n: n + k})).to(values, turn).qed()
    first = ctx.also(AtMost(n, k - 1))
    none = integer_part(first, FloorDiv(n, k), 0)
    size = instantiate(first, nearly(), {number: x(n)})
    sign = Chain(first, Abs(x(n)) - e).by(size).to(x(n) * values, none).qed()
    return (
        generalise(given(), around, n, 0),
        generalise(given(), unit, n, 0),
        generalise(given(), sign, n, 0, k - 1),
    )
