"""Values on a cycle without rewards, as the updates of a linear return move them.

After t updates the s-th state from the first has the value u_{t,s}.  Their sums with the cosine and
with the sine of a mode j are what they have of it; every update turns and stretches the two
together, like the real and the imaginary part of a complex number.
"""

from proofs.lemmas import series_over_states, step_sizes
from proofs.lemmas.series_over_states import ground, s as state
from proofs.lemmas.step_sizes import a, alpha, b, s, t
from proofs.notation import c, gamma, h, j, k, n
from proofs.vocabulary import *

u, f = sequence("u"), sequence("f")


def around(of: Expr, first: Expr | int = 0) -> Expr:
    """The sum over the states of the cycle."""
    return series(of, s, first, k - 1)


CYCLE = AtMost(1, k)
#: k states after a state comes the state itself
AROUND = ForAll(t, 0, ForAll(s, 0, Equal(u(t, s + k), u(t, s))))
#: every value moves by alpha_t times the change that the operator makes
ahead = series(c(n) * gamma**n * u(t, s + n), n, 1)
UPDATES = ForAll(
    t, 0, ForAll(s, 0, Equal(u(t + 1, s), u(t, s) + alpha(t) * (ahead - h(0) * u(t, s))))
)
VALUES = (AROUND, UPDATES)
size = around(Abs(u(t, s)))
DIVERGES = Not(Bounded(size, t, 0))

#: the real part and the imaginary part of 1 - f on the mode j, less 1
growth = series(c(n) * gamma**n * CosTurn(j * n, k), n, 1) - h(0)
turning = series(c(n) * gamma**n * SinTurn(j * n, k), n, 1)
#: the parts of the values along the cosine and the sine of the mode j
cosine, sine = CosTurn(j * s, k), SinTurn(j * s, k)
along_cosine, along_sine = (around(u(t, s) * wave) for wave in (cosine, sine))
PARTS = (ForAll(t, 0, Equal(a(t), along_cosine)), ForAll(t, 0, Equal(b(t), along_sine)))
TURNED = tuple(
    each.substitute({step_sizes.g: growth, step_sizes.w: -turning}) for each in step_sizes.ROTATES
)


@cache
def from_any_state() -> Theorem:
    """A sum once around the cycle is the same from every state on."""
    now, whole = around(f(s + n)), around(f(s))
    ctx = given(CYCLE, ForAll(s, 0, Equal(f(s + k), f(s))), AtMost(0, n))
    base = algebra(ctx, around(f(s + 0)), whole)
    ctx = ctx.also(Equal(now, whole))
    later, rest = around(f(s + n + 1)), around(f(s + n), 1)
    step = (
        Chain(ctx, later)
        .to(series(f(s + n + 1), s, 0, k - 2) + f(n + k), peel_last(ctx, later))
        .to(rest + f(n), shift(ctx, rest, 1), specialise(ctx, ctx.facts[1], n))
        .to(now, peel_first(ctx, now))
        .to(whole, fact(ctx, Equal(now, whole)))
        .qed()
    )
    return induction(given(), base, step, n, 0)


def from_state(ctx: Context, of: Expr, same: Theorem) -> Theorem:
    """So it is for the sum of a function of the state that is the same k states further on."""
    whole = instantiate_sequence(
        ctx.also(generalise(ctx, same, s, 0)), from_any_state(), f, (s,), of
    )
    return specialise(ctx, whole, n)


def same_ahead(ctx: Context) -> Theorem:
    """The state that comes k states after a state is that state."""
    return specialise(ctx, specialise(ctx, fact(ctx, AROUND), t), s)


@cache
def no_value_is_larger() -> Theorem:
    """No value is larger than the sizes of the values of all states together."""
    ctx = given(CYCLE, AROUND, AtMost(0, t), AtMost(0, n))
    inner = ctx.also(AtMost(0, s))
    same = Chain(inner, Abs(u(t, s + k))).to(Abs(u(t, s)), same_ahead(inner)).qed()
    shifted = around(Abs(u(t, s + n)))
    rest, none = around(Abs(u(t, s + n)), 1), around(0, 1)
    term, _ = summand(ctx, none)
    positive = sum_order(ctx, none, recall(term, AtMost(0, Abs(u(t, s + n)))))
    others = Chain(ctx, 0).to(none, zeros(ctx, none)).by(positive).qed()
    bound = (
        Chain(ctx, Abs(u(t, n)))
        .at_most(Abs(u(t, n)) + rest, others)
        .to(shifted, peel_first(ctx, shifted))
        .to(size, from_state(ctx, Abs(u(t, s)), same))
        .qed()
    )
    return generalise(given(CYCLE, AROUND, AtMost(0, t)), bound, n, 0)


def turned_back(ctx: Context, function: type[Turn]) -> Theorem:
    """What the values n states further on have of the wave: it is turned back by n states."""
    ahead_n, wave = around(u(t, s + n) * function(j * s, k)), function(j * s, k)
    cos, sin = CosTurn(j * n, k), SinTurn(j * n, k)
    by_cosine, by_sine = (cos, sin) if function is CosTurn else (-sin, cos)
    there = CosTurn(j * (s + n), k), SinTurn(j * (s + n), k)
    apart = by_cosine * u(t, s + n) * there[0] + by_sine * u(t, s + n) * there[1]
    inner, _ = summand(ctx, ahead_n)
    back = (turn_back(inner, turn(-j * n, k)) for turn in (CosTurn, SinTurn))
    pulled = around(apart)
    parts = (by_cosine, u(t, s + n) * there[0]), (by_sine, u(t, s + n) * there[1])
    once = ctx.also(AtMost(0, s))
    whole = [full_turns(once, turn(j * k, k), j) for turn in (CosTurn, SinTurn)]
    same = (
        Chain(once, u(t, s + k) * turn(j * (s + k), k))
        .to(
            u(t, s) * turn(j * s, k),
            same_ahead(once),
            turn_sum(once, turn(j * (s + k), k), j * s),
            *whole,
        )
        .qed()
        for turn in (CosTurn, SinTurn)
    )
    return (
        Chain(ctx, ahead_n)
        .to(pulled, each_term(ctx, ahead_n, apart, turn_sum(inner, wave, j * (s + n)), *back))
        .to(
            by_cosine * around(u(t, s + n) * there[0]) + by_sine * around(u(t, s + n) * there[1]),
            linearity(ctx, pulled, *parts),
        )
        .to(
            by_cosine * along_cosine + by_sine * along_sine,
            *(
                from_state(ctx, u(t, s) * wave, each)
                for wave, each in zip((cosine, sine), same, strict=True)
            ),
        )
        .qed()
    )


def at_an_update(ctx: Context) -> Context:
    """After t updates the values along the cycle are bounded, so the series of them converge."""
    ctx = ctx.also(AtMost(0, t))
    return ctx.also(recall(ctx.also(no_value_is_larger()), Bounded(u(t, n), n, 0)))


def state_by_state(ctx: Context, wave: Expr) -> Context:
    """Summed over the states 1, ..., k, the series may be taken term by term."""
    inner = ctx.also(AtMost(1, state))
    bounded = recall(inner, Bounded(u(t, state - 1 + n), n, 0))
    ctx = ctx.also(generalise(ctx, bounded, state, 1, k))
    weights, values = (substitute(term, {s: state - 1}) for term in (wave, u(t, s + n)))

    def of_states(here: Context, known: Theorem) -> Theorem:
        return instantiate(here, known, {series_over_states.m: k})

    def of_wave(here: Context, known: Theorem) -> Theorem:
        return instantiate_sequence(here, known, series_over_states.a, (state,), weights)

    def of_values(here: Context, known: Theorem) -> Theorem:
        here = ctx.also(*here.facts)
        return instantiate_sequence(here, known, series_over_states.w, (n, state), values)

    exchanged, converge = series_over_states.exchanged(), series_over_states.sums_converge().facts
    converge = converge[-2:]
    for put in (of_states, of_wave, of_values):
        converge = tuple(put(given(), each) for each in converge)
        exchanged = put(given().also(*converge), exchanged)
    ctx = ctx.also(*converge).also(specialise(ctx, converge[1], k))
    return ctx.also(specialise(ctx, exchanged, k))


def moved_ahead(ctx: Context, function: type[Turn]) -> Theorem:
    """What the changes of all states have of the wave: the sum over states goes into the series."""
    wave = function(j * s, k)
    ctx = state_by_state(ctx, wave)
    total = around(wave * ahead)
    states = series(substitute(u(t, s + n) * wave, {s: state - 1}), state, 1, k)
    inside = series(c(n) * gamma**n * states, n, 1)
    by_cosine, by_sine = (
        (along_cosine, along_sine) if function is CosTurn else (along_sine, -along_cosine)
    )
    weight, cos, sin = c(n) * gamma**n, CosTurn(j * n, k), SinTurn(j * n, k)
    turned = weight * (by_cosine * cos + by_sine * sin)
    pulled = series(turned, n, 1)
    inner, _ = summand(ctx, inside)
    back = shift(inner, states, 1), turned_back(inner, function)
    return (
        Chain(ctx, total)
        .to(inside, shift(ctx, total, -1), ctx.facts[-1])
        .to(pulled, each_term(ctx, inside, turned, *back))
        .to(
            by_cosine * (growth + h(0)) + by_sine * turning,
            linearity(ctx, pulled, (by_cosine, weight * cos), (by_sine, weight * sin)),
        )
        .qed()
    )


def turned_part(function: type[Turn]) -> Theorem:
    """What every update makes of the part along the cosine, or the sine."""
    ctx = at_an_update(ground().also(CYCLE, *VALUES, *PARTS))
    wave, place = function(j * s, k), 0 if function is CosTurn else 1
    part, other = (a, b)[place], (b, a)[place]
    name = fact(ctx, PARTS[place])
    now, later = specialise(ctx, name, t), specialise(ctx, name, t + 1)
    total, moves = around(u(t + 1, s) * wave), around(ahead * wave)
    inner, _ = summand(ctx, total)
    update = specialise(inner, specialise(inner, fact(inner, UPDATES), t), s)
    keeps = 1 - alpha(t) * h(0)
    moved = keeps * u(t, s) * wave + alpha(t) * ahead * wave
    pulled = around(moved)
    parts = (keeps, u(t, s) * wave), (alpha(t), ahead * wave)
    names = (symmetry(specialise(ctx, fact(ctx, each), t)) for each in PARTS)
    turn = turning if function is CosTurn else -turning
    target = (1 + growth * alpha(t)) * part(t) + turn * alpha(t) * other(t)
    step = (
        Chain(ctx, part(t + 1))
        .to(total, later)
        .to(pulled, each_term(ctx, total, moved, update))
        .to(keeps * part(t) + alpha(t) * moves, linearity(ctx, pulled, *parts), symmetry(now))
        .to(target, moved_ahead(ctx, function), *names)
        .qed()
    )
    return generalise(given(), step, t, 0)


@cache
def parts_are_no_larger() -> Theorem:
    """Cosines and sines lie between -1 and 1."""
    ctx = given(*PARTS)
    return both(ctx, *(no_larger(ctx, *each) for each in zip(PARTS, (cosine, sine), strict=True)))


def no_larger(ctx: Context, name: ForAll, wave: Expr) -> Theorem:
    """The part along a wave is not larger than the sizes of the values together."""
    inside = ctx.also(AtMost(0, t))
    named = specialise(inside, fact(inside, name), t)
    part, total = named.statement.lhs, named.statement.rhs  # type: ignore[attr-defined]
    sizes = around(Abs(u(t, s) * wave))
    inner, _ = summand(inside, sizes)
    small = scale(inner, size_at_most(inner, wave, 1), Abs(u(t, s)))
    product = absolute_product(inner, u(t, s), wave)
    each = Chain(inner, Abs(u(t, s) * wave)).to(Abs(u(t, s)) * Abs(wave), product).by(small).qed()
    bound = (
        Chain(inside, Abs(part))
        .to(Abs(total), named)
        .by(triangle(inside, total))
        .by(sum_order(inside, sizes, each), size)
        .qed()
    )
    return generalise(ctx, bound, t, 0)


def without_names(theorem: Theorem, length: Expr = k) -> Theorem:
    """The parts of values on the cycle themselves, in place of their names."""
    for name, part in zip((a, b), (along_cosine, along_sine), strict=True):
        itself = substitute(part, {k: length})
        same = generalise(given(), algebra(given(AtMost(0, t)), itself, itself), t, 0)
        theorem = instantiate_sequence(given().also(same), theorem, name, (t,), itself)
    return theorem


#: one state has the value 1, and the others have none
ONE_STATE = (Equal(u(0, 0), 1), ForAll(s, 1, Equal(u(0, s), 0), k - 1))


@cache
def one_state() -> Theorem:
    """The value 1 in the first state alone has a part along every cosine, which is 1."""
    ctx = given(CYCLE, *ONE_STATE)
    start = around(u(0, s) * cosine)
    rest = around(u(0, s) * cosine, 1)
    inner, _ = summand(ctx, rest)
    zero = each_term(ctx, rest, 0, specialise(inner, fact(inner, ONE_STATE[1]), s))
    first = full_turns(ctx, CosTurn(0, k), 0)
    return (
        Chain(ctx, start)
        .to(u(0, 0) * CosTurn(0, k) + rest, peel_first(ctx, start))
        .to(1, zero, zeros(ctx, around(0, 1)), fact(ctx, ONE_STATE[0]), first)
        .qed()
    )
