"""Which returns are recent: what is proved of the four examples, and what is refused."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from proofs.paper import recency_examples as claim
from symbolic import (
    AtMost,
    Chain,
    Context,
    DelayedLambdaReturn,
    ForAll,
    IfLess,
    InvertedUReturn,
    LambdaReturn,
    Less,
    LinearReturn,
    NStepReturn,
    ProofError,
    Statement,
    Theorem,
    given,
    index,
    real,
    sequence,
)
from symbolic.writing import (
    cases,
    conditional,
    generalise,
    limit,
    recall,
    refute,
    scale,
    specialise,
)

lam = real("lambda")
i, n, tau = index("i"), index("n"), index("tau")
h = sequence("h")

STRICT, POSITIVE = ForAll(i, 0, Less(h(i + 1), h(i))), ForAll(i, 0, Less(0, h(i + 1)))
ABOVE, BELOW = Less(0, lam), Less(lam, 1)
step_now, step_next = IfLess(i, n, 1, 0), IfLess(i + 1, n, 1, 0)
late_now = IfLess(i, tau, 0, lam ** (i - tau))
late_next = IfLess(i + 1, tau, 0, lam ** (i + 1 - tau))
hill_now, hill_next = i * lam**i, (i + 1) * lam ** (i + 1)


def recency(ret: LinearReturn, terms: int) -> tuple[bool, bool]:
    """Do these many eligibilities satisfy the weak and the strong recency heuristic?"""
    steps = tuple(pairwise(ret.eligibilities(terms)))
    return all(a >= b >= 0 for a, b in steps), all(a > b > 0 for a, b in steps)


@pytest.mark.parametrize(
    ("ret", "weak", "strong"),
    [
        (LambdaReturn("1/2"), True, True),
        (LambdaReturn(0), True, False),
        (LambdaReturn(1), True, False),
        (NStepReturn(1), True, False),
        (NStepReturn(3), True, False),
        (InvertedUReturn("1/2"), False, False),
        (DelayedLambdaReturn("1/2", 2), False, False),
        (DelayedLambdaReturn("1/2", 0), True, True),
    ],
    ids=str,
)
def test_the_first_eligibilities_agree(ret: LinearReturn, weak: bool, strong: bool) -> None:
    assert recency(ret, 6) == (weak, strong)


# -- refusals --------------------------------------------------------------------------------

n_step, delayed = NStepReturn(n).h, DelayedLambdaReturn(lam, tau).h
EACH = AtMost(0, i)
STEPS, FADING = given(AtMost(1, n)), given(ABOVE, BELOW)
strong_n_step = [ForAll(i, 0, Less(step_next, step_now)), ForAll(i, 0, Less(0, step_next))]
weak_n_step = [ForAll(i, 0, AtMost(step_next, step_now)), ForAll(i, 0, AtMost(0, step_next))]
weak_hill = ForAll(i, 0, AtMost(hill_next, hill_now))
weak_late = ForAll(i, 0, AtMost(late_next, late_now))


def weakened(goal: Statement, *hypotheses: Statement) -> Callable[[], Theorem]:
    """One step of order from hypotheses that hold for all i."""

    def attempt() -> Theorem:
        ctx = given(*hypotheses, EACH)
        facts = [specialise(ctx, f, i) for f in ctx.facts if isinstance(f.statement, ForAll)]
        return recall(ctx.also(*facts), goal)

    return attempt


def level(ctx: Context) -> Theorem:
    """h_n = h_{n+1} = 0."""
    return (
        Chain(ctx, n_step(n))
        .to(0, conditional(ctx, n_step(n)))
        .to(n_step(n + 1), conditional(ctx, n_step(n + 1)))
        .qed()
    )


def one_case_twice() -> Theorem:
    """The n-step return before its end, taken for the whole of it."""
    before = given(EACH, Less(i + 1, n))
    stays = (
        Chain(before, n_step(i + 1))
        .to(1, conditional(before, n_step(i + 1)))
        .at_most(n_step(i), conditional(before, n_step(i)))
        .qed()
    )
    return generalise(given(), cases(given(), stays, stays, i + 1, n), i, 0)


def test_the_steps_that_the_mutants_below_change_are_accepted() -> None:
    weakened(AtMost(h(i + 1), h(i)), STRICT)()
    recall(given(ABOVE, BELOW, EACH), Less(lam ** (i + 1), lam**i))
    refute(STEPS, strong_n_step[0], level(STEPS), n)
    refute(STEPS, strong_n_step[1], conditional(STEPS, n_step(n)), n - 1)
    refute(FADING, weak_hill, claim.inverted_u_rises(FADING), 0)
    ctx = given(ABOVE, AtMost(1, tau))
    refute(ctx, weak_late, claim.delayed_rises(ctx), tau - 1)


MUTANTS: dict[str, Callable[[], object]] = {
    # strong and weak
    "weak implies strong": weakened(
        Less(h(i + 1), h(i)),
        ForAll(i, 0, AtMost(h(i + 1), h(i))),
        ForAll(i, 0, AtMost(0, h(i + 1))),
    ),
    "strong recency increases": weakened(AtMost(h(i), h(i + 1)), STRICT, POSITIVE),
    "strictly positive from not negative": weakened(
        Less(0, h(i + 1)), ForAll(i, 0, AtMost(0, h(i + 1)))
    ),
    "positive because it decreases": weakened(AtMost(0, h(i + 1)), STRICT),
    "decreasing before it starts": lambda: specialise(given(STRICT), given(STRICT).facts[0], -1),
    # the lambda-return
    "lambda = 1 allowed": lambda: recall(
        given(ABOVE, AtMost(lam, 1), EACH), Less(lam ** (i + 1), lam**i)
    ),
    "lambda = 0 allowed": lambda: recall(
        given(AtMost(0, lam), BELOW, EACH), Less(lam ** (i + 1), lam**i)
    ),
    "positive at lambda = 0": lambda: recall(
        given(AtMost(0, lam), BELOW, EACH), Less(0, lam ** (i + 1))
    ),
    "lambda < 1, multiplied by what may be zero": lambda: scale(
        given(AtMost(0, lam), BELOW, EACH), given(BELOW).facts[0], lam**i
    ),
    "increasing": lambda: recall(given(ABOVE, BELOW, EACH), AtMost(lam**i, lam ** (i + 1))),
    # the n-step return
    "neither before nor after its end": lambda: conditional(given(EACH), n_step(i)),
    "before its end one step too long": lambda: conditional(given(Less(i, n)), n_step(i + 1)),
    "after its end one step too early": lambda: conditional(given(AtMost(n, i + 1)), n_step(i)),
    "strictly decreasing": lambda: recall(
        given(EACH, AtMost(1, n)), Less(n_step(i + 1), n_step(i))
    ),
    "one case twice": one_case_twice,
    "not weak because it levels off": lambda: refute(STEPS, weak_n_step[0], level(STEPS), n),
    "not weak because it is zero": lambda: refute(
        STEPS, weak_n_step[1], conditional(STEPS, n_step(n)), n - 1
    ),
    "levels off one step too early": lambda: refute(STEPS, strong_n_step[0], level(STEPS), n - 1),
    "no credit one step too early": lambda: refute(
        given(AtMost(2, n)), strong_n_step[1], conditional(STEPS, n_step(n)), n - 2
    ),
    "a counterexample at -1, as n may be 0": lambda: refute(
        given(AtMost(0, n)), strong_n_step[1], conditional(STEPS, n_step(n)), n - 1
    ),
    # the inverted U
    "a rise at lambda = 0": lambda: claim.inverted_u_rises(given(AtMost(0, lam), BELOW)),
    "a rise one step later": lambda: refute(FADING, weak_hill, claim.inverted_u_rises(FADING), 1),
    "a rise before the start": lambda: refute(
        FADING, weak_hill, claim.inverted_u_rises(FADING), -1
    ),
    "a hill that does not fall": lambda: limit(given(ABOVE, AtMost(lam, 1)), hill_now, i),
    # the delayed lambda-return
    "no delay": lambda: refute(
        given(ABOVE, AtMost(0, tau)),
        weak_late,
        claim.delayed_rises(given(ABOVE, AtMost(1, tau))),
        tau - 1,
    ),
    "a rise one step too late": lambda: refute(
        given(ABOVE, AtMost(1, tau)),
        weak_late,
        claim.delayed_rises(given(ABOVE, AtMost(1, tau))),
        tau,
    ),
    "undelayed credit": lambda: Chain(given(ABOVE), delayed(tau - 1)).to(
        1, conditional(given(ABOVE), delayed(tau - 1))
    ),
}


@pytest.mark.parametrize("mutant", MUTANTS.values(), ids=MUTANTS)
def test_a_near_miss_is_refused(mutant: Callable[[], object]) -> None:
    with pytest.raises(ProofError):
        mutant()
