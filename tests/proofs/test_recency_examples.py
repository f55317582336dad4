"""Which returns are recent: what is proved of the four examples, and what is refused."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from sympy import Expr, Rational

from proofs.paper import recency_examples as claim
from symbolic import (
    AtMost,
    Chain,
    Context,
    DelayedLambdaReturn,
    Equal,
    ForAll,
    InvertedUReturn,
    LambdaReturn,
    Less,
    LinearReturn,
    NStepReturn,
    ProofError,
    Statement,
    TendsTo,
    Theorem,
    fact,
    given,
    index,
    real,
    sequence,
)
from symbolic.writing import (
    contradiction,
    instantiate,
    limit,
    recall,
    refute,
    scale,
    specialise,
)

lam = real("lambda")
i, j, n, tau = (index(name) for name in ("i", "j", "n", "tau"))
h = sequence("h")

STRICT, POSITIVE = ForAll(i, 0, Less(h(i + 1), h(i))), ForAll(i, 0, Less(0, h(i + 1)))
ABOVE, BELOW = Less(0, lam), Less(lam, 1)
half = Rational(1, 2)


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

EACH = AtMost(0, i)
HEADS, TAILS = ForAll(i, 0, Equal(h(i), 1), n - 1), ForAll(i, n, Equal(h(i), 0))
STEPS = given(AtMost(1, n), HEADS, TAILS)
FADING = given(ABOVE, BELOW)
NEVER_UP, NEVER_BELOW = ForAll(i, 0, AtMost(h(i + 1), h(i))), ForAll(i, 0, AtMost(0, h(i + 1)))
RISES = given(AtMost(1, j), Less(h(0), h(j)))


def weakened(goal: Statement, *hypotheses: Statement) -> Callable[[], Theorem]:
    """One step of order from hypotheses that hold for all i."""

    def attempt() -> Theorem:
        ctx = given(*hypotheses, EACH)
        facts = [specialise(ctx, f, i) for f in ctx.facts if isinstance(f.statement, ForAll)]
        return recall(ctx.also(*facts), goal)

    return attempt


def level(ctx: Context) -> Theorem:
    """h_n = h_{n+1} = 0."""
    last, next_ = (specialise(ctx, fact(ctx, TAILS), at) for at in (n, n + 1))
    return Chain(ctx, h(n)).to(0, last).to(h(n + 1), next_).qed()


def below_the_first(ctx: Context, at: Expr | int) -> Theorem:
    """What never increases is at most h_0, there too."""
    return specialise(ctx, claim.never_above_the_first(), at)


def test_the_steps_that_the_mutants_below_change_are_accepted() -> None:
    weakened(AtMost(h(i + 1), h(i)), STRICT)()
    recall(given(ABOVE, BELOW, EACH), Less(lam ** (i + 1), lam**i))
    refute(STEPS, STRICT, level(STEPS), n)
    contradiction(RISES, NEVER_UP, below_the_first(RISES, j))
    instantiate(RISES, claim.inverted_u_is_neither(), {})


MUTANTS: dict[str, Callable[[], object]] = {
    # strong and weak
    "weak implies strong": weakened(Less(h(i + 1), h(i)), NEVER_UP, NEVER_BELOW),
    "strong recency increases": weakened(AtMost(h(i), h(i + 1)), STRICT, POSITIVE),
    "strictly positive from not negative": weakened(Less(0, h(i + 1)), NEVER_BELOW),
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
    "neither before nor after its end": lambda: specialise(STEPS.also(EACH), fact(STEPS, HEADS), i),
    "one step too long": lambda: specialise(STEPS, fact(STEPS, HEADS), n),
    "over one step too early": lambda: specialise(STEPS, fact(STEPS, TAILS), n - 1),
    "strictly decreasing": weakened(Less(h(i + 1), h(i)), HEADS, TAILS),
    "not weak because it levels off": lambda: refute(STEPS, NEVER_UP, level(STEPS), n),
    "levels off one step too early": lambda: refute(STEPS, STRICT, level(STEPS), n - 1),
    # the inverted U
    "as high as the first is an inverted U": lambda: contradiction(
        given(AtMost(1, j), AtMost(h(0), h(j))), NEVER_UP, below_the_first(RISES, j)
    ),
    "above the first at the first": lambda: below_the_first(given(AtMost(0, j)), j),
    "a peak before the start": lambda: below_the_first(RISES, -1),
    "never below by never above": lambda: contradiction(
        RISES, NEVER_BELOW, below_the_first(RISES, j)
    ),
    "a hill that does not fall": lambda: limit(given(ABOVE, AtMost(lam, 1)), i * lam**i, i),
    # strong recency and its limit
    "strong recency tends to zero": lambda: recall(given(STRICT, POSITIVE), TendsTo(h(i), i, 0)),
    "a drop that is none": lambda: recall(given(EACH), Less(half ** (i + 1), half ** (i + 2))),
}


@pytest.mark.parametrize("mutant", MUTANTS.values(), ids=MUTANTS)
def test_a_near_miss_is_refused(mutant: Callable[[], object]) -> None:
    with pytest.raises(ProofError):
        mutant()


def test_a_delayed_return_needs_a_delay() -> None:
    found = instantiate(given(AtMost(0, tau)), claim.inverted_u_is_neither(), {j: tau})
    assert AtMost(1, tau).key in {s.key for s in found.hypotheses}
