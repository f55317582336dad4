"""Variances at one modulus: wrong variants fail at instances, and near misses are refused."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from sympy import Expr, Integer, Rational

from numeric_checks.evidence.assertions import assert_theorem
from proofs.beyond import chebyshev, variance_frontier as frontier
from proofs.notation import DISCOUNT, WEAK_RECENCY, N, gamma, h, i, j, k, m
from proofs.paper import finite_variance, long_tails_footnote as tails, longer_tails
from proofs.paper.covariances import MODULUS, K, beta, double_sum, kappa
from proofs.paper.long_tails_footnote import ret
from proofs.paper.longer_tails import LONGER_TAIL, TWO_RETURNS, g
from proofs.paper.uniform_covariances import UNIFORM, rho, squares, total, uniform_double_sum
from symbolic import (
    AtMost,
    Chain,
    LambdaReturn,
    Less,
    LinearReturn,
    ProofError,
    SparseLambdaReturn,
    Statement,
    TruncatedLambdaReturn,
    WeightedReturn,
    given,
)
from symbolic.writing import algebra, recall, scale

# -- by hand ---------------------------------------------------------------------------------


def sum_of_squares(one: LinearReturn, terms: int) -> Fraction:
    """The first terms of the sum of squares, at gamma = 99/100."""
    rate, listed = Fraction(99, 100), one.eligibilities(terms)
    return sum(((x * rate**place) ** 2 for place, x in enumerate(listed)), Fraction(0))


def test_the_sums_of_squares_at_one_modulus_are_those_of_the_frontier() -> None:
    """4.852, 4.483 and 4.179 for m = 1, 3, 5; the frontier is from 1.336 to 8.797."""
    at = {gamma: Rational(99, 100), beta: Rational(99, 109)}
    matched = [tails.known(gamma**gap).subs(at) for gap in (1, 3, 5)]
    assert [round(float(x), 3) for x in matched] == [4.852, 4.483, 4.179]
    ends = [x.subs(at) for x in (frontier.smallest, frontier.largest)]
    assert [round(float(x), 3) for x in ends] == [1.336, 8.797]
    dense = sum_of_squares(LambdaReturn("9/10"), 200)
    assert abs(dense - Fraction(*matched[0].as_numer_denom())) < Fraction(1, 10**9)


def test_the_settings_of_the_experiments_are_in_the_order_of_their_curves() -> None:
    returns: list[LinearReturn] = [
        SparseLambdaReturn(*at) for at in (("0.65", 5), ("0.75", 3), ("0.9", 1))
    ]
    returns += [TruncatedLambdaReturn(*at) for at in (("0.93", 20), ("0.99", 10))]
    found = [sum_of_squares(one, 300) for one in returns]
    assert found == sorted(found)


def test_a_longer_tail_has_a_smaller_sum_of_squares() -> None:
    """h = (1, 1) and g = (1, 2/3, 2/3) have the modulus 1/4 at gamma = 1/2."""
    short, long = WeightedReturn([1, 1]), WeightedReturn([1, "2/3", "2/3"])
    half, found = Fraction(1, 2), []
    for one in (short, long):
        listed = one.eligibilities(3)
        assert sum(x * half**place for place, x in enumerate(listed)) == Fraction(3, 2)
        found.append(sum((x * half**place) ** 2 for place, x in enumerate(listed)))
    assert found == [Fraction(5, 4), Fraction(41, 36)]


# -- false variants fail at instances ----------------------------------------------------------

RECENT = frontier.RETURN
FALSE: dict[str, tuple[tuple[Statement, ...], Statement]] = {
    "n-step returns are the best": (RECENT, AtMost(frontier.largest, squares())),
    "mixtures are the worst": (RECENT, AtMost(squares(), frontier.smallest)),
    "the square is missing above": (RECENT, AtMost(squares(), (1 - beta) / (1 - gamma**2))),
    "h_0 may be anything": (
        (*DISCOUNT, *WEAK_RECENCY, MODULUS),
        AtMost(squares(), frontier.largest),
    ),
    "the denser return has the smaller sum": (
        (*DISCOUNT, *tails.INNER, tails.LENGTH, Less(m, k), *tails.MATCHED),
        AtMost(squares(ret.h), squares(tails.sparser.h)),
    ),
}


@pytest.mark.parametrize("case", FALSE.values(), ids=FALSE)
def test_a_false_variant_fails_at_an_instance(
    case: tuple[tuple[Statement, ...], Statement],
) -> None:
    with pytest.raises(AssertionError, match="fails at"):
        assert_theorem(case[1], given=case[0], cases=8)


# -- refusals ------------------------------------------------------------------------------------

ONE_TERM = given(*TWO_RETURNS, AtMost(0, i))
FALLING = given(*DISCOUNT, WEAK_RECENCY[0], AtMost(1, i), AtMost(1, j))
SUM = given(*DISCOUNT, *UNIFORM, AtMost(1, N))
POWERS = given(*DISCOUNT, *tails.INNER, AtMost(0, tails.q), Less(tails.q, 1))
decay = (gamma - beta) / (gamma - beta * tails.q)
POSITIVE = tails.positive(tails.q, POWERS)


def two_parts(first: Expr, second: Expr) -> object:
    """The double sum as a mixture of the square of the sum, and the sum of squares."""
    mixture = first * total(end=N - 1) ** 2 + second * squares(end=N - 1)
    return Chain(SUM, double_sum(K)).to(kappa * mixture, uniform_double_sum())


MUTANTS: dict[str, Callable[[], object]] = {
    "the correlation counts on the diagonal too": lambda: two_parts(rho, Integer(1)),
    "the correlation counts twice": lambda: two_parts(2 * rho, 1 - rho),
    "only one of the factors changes its sign": lambda: recall(
        ONE_TERM, AtMost(0, (h(i) - g(i)) * gamma**i)
    ),
    "the tail is longer from the start": lambda: longer_tails.no_term_is_negative(
        given(*(s for s in TWO_RETURNS if s is not LONGER_TAIL[0]), AtMost(0, i))
    ),
    "the other lambda": lambda: algebra(
        POSITIVE, tails.closed(1 - decay, tails.q), tails.known(tails.q)
    ),
    "the sum of squares at gamma": lambda: algebra(
        POSITIVE, tails.closed(decay, tails.q), tails.known(tails.q) / (1 + gamma)
    ),
    "a modulus above gamma": lambda: tails.positive(
        tails.q, given(*DISCOUNT, Less(0, beta), AtMost(0, tails.q), Less(tails.q, 1))
    ),
    "kappa may be negative": lambda: scale(ONE_TERM, tails.fewer_squares(), kappa),
    "covariances are bounded from above only": lambda: recall(
        given(AtMost(K(0, 0), kappa)), AtMost(0, kappa)
    ),
}


@pytest.mark.parametrize("mutant", MUTANTS.values(), ids=MUTANTS)
def test_a_near_miss_is_refused(mutant: Callable[[], object]) -> None:
    with pytest.raises(ProofError):
        mutant()


def test_the_steps_that_the_near_misses_miss_are_accepted() -> None:
    two_parts(rho, 1 - rho)
    longer_tails.no_term_is_negative(ONE_TERM)
    chebyshev.positive_product(FALLING)
    algebra(POSITIVE, tails.closed(decay, tails.q), tails.known(tails.q))
    one = finite_variance.never_exceeds().statement
    assert one.key == AtMost(one.lhs, kappa / (1 - gamma) ** 2).key  # type: ignore[attr-defined]
