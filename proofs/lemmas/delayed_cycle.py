"""Delayed TD(0) on the cycle of tau + 1 states, where tau steps forward are one step back.

After t updates the s-th state from the first has the value u_{t,s}; there are no rewards.
"""

from proofs.lemmas import step_sizes
from proofs.lemmas.delayed_td import DELAYED, tau
from proofs.lemmas.step_sizes import a, alpha, b, g, s, t, w
from proofs.notation import gamma, j
from proofs.vocabulary import *

states = tau + 1
#: a mode on the far side of the circle, and what makes a mode j one
far = FloorDiv(states, 2)
FAR = (Less(states, 4 * j), Less(4 * j, 3 * states))

u = sequence("u")
#: tau + 1 states after a state comes the state itself
AROUND = ForAll(t, 0, ForAll(s, 0, Equal(u(t, s + states), u(t, s))))
#: every value moves by alpha_t gamma^tau times the TD error tau states further on
UPDATES = ForAll(
    t,
    0,
    ForAll(
        s,
        0,
        Equal(
            u(t + 1, s),
            u(t, s) + alpha(t) * gamma**tau * (gamma * u(t, s + tau + 1) - u(t, s + tau)),
        ),
    ),
)
VALUES = (AROUND, UPDATES)
size = series(Abs(u(t, s)), s, 0, tau)

#: the eigenvalue of H for the mode j, less 1
growth = gamma**tau * (gamma - CosTurn(j, states))
turning = gamma**tau * SinTurn(j, states)
cosine, sine = CosTurn(j * s, states), SinTurn(j * s, states)
#: the parts of the values along the cosine and the sine of the mode j
along_cosine, along_sine = (series(u(t, s) * wave, s, 0, tau) for wave in (cosine, sine))
PARTS = (ForAll(t, 0, Equal(a(t), along_cosine)), ForAll(t, 0, Equal(b(t), along_sine)))
TURNED = tuple(each.substitute({g: growth, w: -turning}) for each in step_sizes.ROTATES)


def moved_on(ctx: Context, function: type[Turn]) -> Theorem:
    """sum_n u_{s+tau} g(s) = sum_n u_n g(s + 1), as tau states further on is one state back."""
    here, later = function(j * s, states), function(j * (s + 1), states)
    whole, target = series(u(t, s + tau) * here, s, 0, tau), series(u(t, s) * later, s, 0, tau)
    rest = series(u(t, s + tau) * here, s, 1, tau)
    shifted = series(u(t, s + states) * later, s, 0, tau - 1)
    inner, _ = summand(ctx, shifted)
    back = specialise(inner, specialise(inner, fact(inner, AROUND), t), s)
    once = function(j * states, states)
    return (
        Chain(ctx, whole)
        .to(u(t, tau) * function(0, states) + rest, peel_first(ctx, whole))
        .to(u(t, tau) * function(0, states) + shifted, shift(ctx, rest, 1))
        .to(
            u(t, tau) * once + series(u(t, s) * later, s, 0, tau - 1),
            each_term(ctx, shifted, u(t, s) * later, back),
            full_turns(ctx, function(0, states), 0),
            full_turns(ctx, once, j),
        )
        .to(target, peel_last(ctx, target))
        .qed()
    )


def one_on(ctx: Context, function: type[Turn]) -> Theorem:
    """The same sum by the two parts: the addition theorem."""
    later = function(j * (s + 1), states)
    total = series(u(t, s) * later, s, 0, tau)
    cos, sin = CosTurn(j, states), SinTurn(j, states)
    by_cosines, by_sines = (cos, -sin) if function is CosTurn else (sin, cos)
    target = by_cosines * u(t, s) * cosine + by_sines * u(t, s) * sine
    pulled = series(target, s, 0, tau)
    inner, _ = summand(ctx, total)
    apart = each_term(ctx, total, target, turn_sum(inner, later, j * s))
    parts = (by_cosines, u(t, s) * cosine), (by_sines, u(t, s) * sine)
    names = (symmetry(specialise(ctx, fact(ctx, each), t)) for each in PARTS)
    return (
        Chain(ctx, total)
        .to(pulled, apart)
        .to(by_cosines * along_cosine + by_sines * along_sine, linearity(ctx, pulled, *parts))
        .to(by_cosines * a(t) + by_sines * b(t), *names)
        .qed()
    )


def turned_part(function: type[Turn]) -> Theorem:
    """What every update makes of the part along the cosine, or the sine."""
    ctx = given(DELAYED, *VALUES, *PARTS).also(AtMost(0, t))
    wave, place = function(j * s, states), 0 if function is CosTurn else 1
    name = fact(ctx, PARTS[place])
    now, later = specialise(ctx, name, t), specialise(ctx, name, t + 1)
    total, behind = (series(value * wave, s, 0, tau) for value in (u(t + 1, s), u(t, s + tau)))
    inner, _ = summand(ctx, total)
    update, around = (
        specialise(inner, specialise(inner, fact(inner, each), t), s) for each in (UPDATES, AROUND)
    )
    keeps, takes = 1 + alpha(t) * gamma ** (tau + 1), alpha(t) * gamma**tau
    moved = keeps * u(t, s) * wave - takes * u(t, s + tau) * wave
    pulled = series(moved, s, 0, tau)
    parts = (keeps, u(t, s) * wave), (-takes, u(t, s + tau) * wave)
    part, other = (a, b)[place], (b, a)[place]
    turn = turning if function is CosTurn else -turning
    target = (1 + growth * alpha(t)) * part(t) + turn * alpha(t) * other(t)
    step = (
        Chain(ctx, part(t + 1))
        .to(total, later)
        .to(pulled, each_term(ctx, total, moved, update, around))
        .to(keeps * part(t) - takes * behind, linearity(ctx, pulled, *parts), symmetry(now))
        .to(target, moved_on(ctx, function), one_on(ctx, function))
        .qed()
    )
    return generalise(given(), step, t, 0)
