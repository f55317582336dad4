"""equal-moduli: the returns of the random-walk experiments have nearly the same modulus.

Paper: Section 6, below equation 14 [17].

The parameters (lambda, m) = (0.9, 1), (0.75, 3), (0.65, 5) are said to keep the contraction modulus
the same, and (lambda, N) = (0.99, 10), (0.93, 20), (0.9, infinite) to keep it about the same, at
gamma = 0.99.  Neither is exact; one of the six is off by one per cent.  The lambda that gives a
prescribed modulus is unique, and for the sparse returns it has a closed form.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from numeric_checks import strategies as draw
from numeric_checks.balls import decimal
from numeric_checks.matching import Setting, match_modulus, paper_settings
from numeric_checks.moduli import modulus as exact_modulus
from proofs.companion.claim import Check, Claim, Witness
from proofs.notation import DISCOUNT, gamma, lam, m
from proofs.sparse_sums import modulus
from symbolic import (
    Abs,
    AtMost,
    Chain,
    Context,
    Equal,
    Less,
    Rational,
    SparseLambdaReturn,
    Theorem,
    given,
    real,
)
from symbolic.rules import algebra, recall, scale

CLAIM = Claim(__name__)

#: the modulus that is wanted
target = real("b")
UNIT = (AtMost(0, lam), AtMost(lam, 1))
LENGTH = AtMost(1, m)
ATTAINABLE = (AtMost(0, target), AtMost(target, gamma))
matching = (gamma - target) / (gamma - target * gamma**m)


def ground(*more: AtMost | Less | Equal) -> Context:
    """0 <= b <= gamma, so that b gamma^m < gamma."""
    ctx = given(*DISCOUNT, LENGTH, *ATTAINABLE)
    power = recall(ctx, Less(gamma**m, 1))
    below = scale(ctx, recall(ctx, AtMost(gamma**m, 1)), target)  # b gamma^m <= b
    smaller = scale(ctx, recall(ctx, AtMost(target, gamma)), gamma**m)  # b gamma^m <= gamma^{m+1}
    strict = scale(ctx, power, gamma)  # gamma^{m+1} < gamma
    ctx = ctx.also(below, smaller, strict)
    return ctx.also(recall(ctx, Less(0, gamma - target * gamma**m)), *more)


@CLAIM.adds(
    "The lambda of a sparse return with modulus b is (gamma - b)/(gamma - b gamma^m).",
    given=(*DISCOUNT, LENGTH, *ATTAINABLE),
    says=Equal(modulus(matching), target),
)
def has_the_modulus() -> Theorem:
    """The equation for lambda is linear."""
    return algebra(ground(), modulus(matching), target)


@CLAIM.adds(
    "No other lambda has it.",
    given=(*DISCOUNT, LENGTH, *ATTAINABLE, *UNIT, Equal(modulus(), target)),
    says=Equal(lam, matching),
)
def is_the_only_one() -> Theorem:
    """Multiply the equation beta = b by both denominators."""
    ctx = ground(*UNIT)
    ctx = ctx.also(scale(ctx, recall(ctx, AtMost(lam, 1)), gamma**m))
    ctx = ctx.also(recall(ctx, Less(0, 1 - gamma**m * lam)), Equal(modulus(), target))
    factor = -(1 - gamma**m * lam) / (gamma - target * gamma**m)
    return Chain(ctx, lam).combine(matching, (factor, ctx.facts[-1])).qed()


@CLAIM.adds(
    "It is not negative.",
    given=(*DISCOUNT, LENGTH, *ATTAINABLE),
    says=AtMost(0, matching),
)
def is_not_negative() -> Theorem:
    """b <= gamma."""
    return recall(ground(), AtMost(0, matching))


@CLAIM.adds(
    "It is at most 1.",
    given=(*DISCOUNT, LENGTH, *ATTAINABLE),
    says=AtMost(matching, 1),
)
def is_at_most_one() -> Theorem:
    """b gamma^m <= b."""
    return recall(ground(), AtMost(matching, 1))


# -- the settings of the experiments ------------------------------------------------------------

discount = Rational(99, 100)
dense, third, fifth = (
    modulus(Rational(p, q), gap).subs(gamma, discount)
    for p, q, gap in ((9, 10, 1), (3, 4, 3), (13, 20, 5))
)


@CLAIM.proves(
    "The moduli of the three sparse returns differ by less than 1/1000 from the first.",
    says=Less(Abs(third - dense), Rational(1, 1000)),
)
def third_is_close() -> Theorem:
    """99/109 and 990000/1089103."""
    return recall(given(), Less(Abs(third - dense), Rational(1, 1000)))


@CLAIM.proves(
    "So does that of the sparsest.",
    says=Less(Abs(fifth - dense), Rational(1, 1000)),
)
def fifth_is_close() -> Theorem:
    """Exact fractions again."""
    return recall(given(), Less(Abs(fifth - dense), Rational(1, 1000)))


@cache
def settings() -> tuple[Setting, ...]:
    """The six settings, in the paper's order, with lambda to ten digits."""
    return paper_settings(10)


def differs(position: int, *, by: Fraction) -> Witness:
    """The setting's modulus is not within ``by`` of the first one."""
    first, other = settings()[0], settings()[position]
    low, high = other.match.lo, other.match.hi
    return Witness(
        f"the {other.ret} at γ = 99/100",
        keeps=(
            Check(
                f"the first modulus is {first.modulus}",
                exact_modulus(first.ret, discount) == first.modulus,
            ),
            Check(f"λ = {decimal(low, 6)}... would give it", low <= high and 0 <= low <= 1),
        ),
        conclusion=Check(
            f"the modulus is {decimal(other.modulus, 6)}, off by {decimal(other.distance, 6)}",
            abs(other.distance) <= by,
        ),
    )


@CLAIM.refutes(
    "The three sparse returns have the same modulus.",
    instead=(third_is_close, fifth_is_close, has_the_modulus, is_the_only_one),
)
def not_the_same() -> Witness:
    """0.909005 against 0.908257."""
    return differs(1, by=Fraction(0))


@CLAIM.refutes(
    "The three truncated returns have about the same modulus, within 1/1000 as the sparse ones do.",
    instead=(third_is_close, fifth_is_close),
)
def off_by_a_hundredth() -> Witness:
    """N = 20 has 0.898056 against 0.908257."""
    return differs(4, by=Fraction(1, 1000))


@CLAIM.evidence(draw.discounts, draw.lengths, lambda: draw.lambdas(below_one=True))
def on_drawn_targets(rate: Fraction, gap: int, decay: Fraction) -> bool:
    """The lambda found for the modulus of a drawn return is the one it was drawn with."""
    ret = SparseLambdaReturn(decay, gap)
    wanted = exact_modulus(ret, rate)
    found = match_modulus(SparseLambdaReturn, wanted, rate, m=gap)
    return found.exact and found.lam == decay
