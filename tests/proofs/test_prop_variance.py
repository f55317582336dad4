"""The variance of convex returns: what is proved, the exact witnesses, and what is refused."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from sympy import Rational

from numeric_checks.processes import variance_bounds
from proofs.paper import (
    covariances,
    nstep_covariances,
    prop_variance as claim,
    unattained,
    uncorrelated,
)
from symbolic import (
    Abs,
    AtMost,
    Chain,
    Converges,
    Equal,
    ForAll,
    Less,
    ProofError,
    TendsTo,
    WeightedReturn,
    fact,
    given,
    index,
    real,
    sequence,
    series,
    summand,
)
from symbolic.writing import geometric, limit, pass_to_limit, recall, scale, sum_order, triangle
from symbolic.writing.definitions import define

i, j, m, n, N = (index(name) for name in "ijmnN")
gamma, kappa, M, W = (real(name) for name in ("gamma", "kappa", "M", "W"))
h, K = sequence("h"), sequence("K")
q = define("q", (i,), series(h(j) * gamma**j * K(i, j), j, 0))

DISCOUNT = (Less(0, gamma), Less(gamma, 1))
ONE, VANISHING = Equal(h(0), 1), TendsTo(h(i), i, 0)
BELOW = ForAll(i, 0, ForAll(j, 0, AtMost(K(i, j), kappa)))
BOUNDED = ForAll(i, 0, ForAll(j, 0, AtMost(Abs(K(i, j)), M)))
UNCORRELATED = (
    ForAll(i, 0, ForAll(j, i + 1, Equal(K(i, j), 0))),
    ForAll(i, 0, ForAll(j, 0, Equal(K(i, j), 0), i - 1)),
)

variance = series(h(i) * gamma**i * q(i), i, 0)
partial = series(series(h(i) * h(j) * gamma ** (i + j) * K(i, j), j, 0, N), i, 0, N)


# -- the witnesses ---------------------------------------------------------------------------


def test_an_affine_return_that_is_not_convex_exceeds_the_bound() -> None:
    found = variance_bounds.filter_reading_fails()
    assert found.kappa == 1
    assert (found.variance, found.bound) == (Fraction(25, 16), Fraction(9, 16))
    modulus = variance_bounds.absolute_reading_fails()
    assert (modulus.variance, modulus.bound) == (Fraction(169, 64), Fraction(81, 64))


def test_the_bound_is_attained_where_all_td_errors_are_one_coin_toss() -> None:
    errors, ret = variance_bounds.perfectly_correlated("1/2"), WeightedReturn([1, "1/2"])
    assert {errors.covariance(a, b)[0] for a in range(4) for b in range(4)} == {1}
    assert errors.variance(ret)[0] == Fraction(25, 16)


# -- refusals --------------------------------------------------------------------------------

EACH = given(*DISCOUNT, BELOW, AtMost(0, i), AtMost(0, j))
ENTRY = covariances.entry(EACH, BELOW)
DIAGONAL = given(AtMost(K(i, i), kappa), AtMost(K(j, j), kappa), AtMost(0, kappa))
STEPS = given(*DISCOUNT, AtMost(0, n))
geometric_sum = series(gamma**i, i, 0, n - 1)
VANISHES = covariances.infinite(BELOW)
ONE_ROW = covariances.inside_row(VANISHES)
row = series(h(j) * gamma**j * K(i, j), j, 0)
LIMIT = covariances.convex(BELOW, TendsTo(partial, N, W))
W_IS_THE_LIMIT = fact(LIMIT, TendsTo(partial, N, W))
one_factor = series(h(i) * gamma**i, i, 0, N) * kappa
finite = covariances.convex(BELOW)
inside_both = covariances.at(summand(*summand(finite, partial))[0], i, j)
each = scale(
    inside_both,
    scale(inside_both, covariances.entry(inside_both, BELOW), h(j) * gamma**j),
    h(i) * gamma**i,
)


def wrong_powers(exponent: object) -> object:
    """The double sum with another power of gamma."""
    total = series(series(h(i) * h(j) * gamma**exponent * K(i, j), j, 0, N), i, 0, N)
    return covariances.factors(finite, total, (h(i) * gamma**i, h(j) * gamma**j), each)


MUTANTS: dict[str, Callable[[], object]] = {
    "Gamma_n with one term too many": lambda: Chain(STEPS, geometric_sum).to(
        (1 - gamma ** (n + 1)) / (1 - gamma), geometric(STEPS, geometric_sum, gamma)
    ),
    "Gamma_n with one term too few": lambda: Chain(STEPS, geometric_sum).to(
        (1 - gamma ** (n - 1)) / (1 - gamma), geometric(STEPS, geometric_sum, gamma)
    ),
    "Gamma_n of fewer than no steps": lambda: geometric(given(*DISCOUNT), geometric_sum, gamma),
    "gamma^(i j)": lambda: wrong_powers(i * j),
    "gamma^(i-j)": lambda: wrong_powers(i - j),
    "gamma^(2 i)": lambda: wrong_powers(2 * i),
    "one factor too few": lambda: covariances.factors(
        finite, partial, (h(i) * gamma**i, gamma**j), each
    ),
    "the square is missing": lambda: Chain(VANISHES, variance).by(
        covariances.bound(), covariances.eligibility * kappa
    ),
    "the square is missing in the limit": lambda: pass_to_limit(
        LIMIT, claim.cut_off(), W_IS_THE_LIMIT, limit(LIMIT, one_factor, N)
    ),
    "kappa bounds the diagonal only": lambda: recall(DIAGONAL, AtMost(K(i, j), kappa)),
    "kappa bounds the entries from below": lambda: recall(EACH.also(ENTRY), AtMost(kappa, K(i, j))),
    "kappa bounds the sizes of the entries": lambda: recall(
        EACH.also(ENTRY), AtMost(Abs(K(i, j)), kappa)
    ),
    "an eligibility may be negative": lambda: scale(EACH, ENTRY, h(j) * gamma**j),
    "the eligibilities of an affine return are not negative": lambda: recall(
        given(ONE, VANISHING, AtMost(0, i)), AtMost(0, h(i))
    ),
    "the covariances may be unbounded": lambda: recall(
        covariances.convex(BELOW), Converges(h(j) * gamma**j * K(i, j), j, 0)
    ),
    "the rows may be unbounded": lambda: recall(
        covariances.convex(BELOW, BOUNDED), Converges(h(i) * gamma**i * q(i), i, 0)
    ),
    "gamma = 1": lambda: triangle(given(Equal(gamma, 1), *ONE_ROW.facts[2:]), row),
    "equality from an inequality": lambda: recall(EACH.also(ENTRY), Equal(K(i, j), kappa)),
    "h_i <= h_i^2": lambda: recall(
        given(AtMost(0, h(i)), AtMost(h(i), 1)), AtMost(h(i), h(i) ** 2)
    ),
    "uncorrelated TD errors have no variance": lambda: covariances.entry(
        given(*UNCORRELATED, AtMost(0, i)), UNCORRELATED[0], i, i
    ),
    "the diagonal in place of a row": lambda: sum_order(
        ONE_ROW, row, scale(ONE_ROW, DIAGONAL.facts[0], h(i) * gamma**i)
    ),
    "the supremum is reached": lambda: recall(
        given(AtMost(0, i)), AtMost(Rational(5, 24), unattained.rising)
    ),
    "a smaller upper bound": lambda: recall(
        given(claim.never_reached(), AtMost(0, i)), Less(unattained.rising, Rational(13, 64))
    ),
}


@pytest.mark.parametrize("mutant", MUTANTS.values(), ids=MUTANTS)
def test_a_near_miss_is_refused(mutant: Callable[[], object]) -> None:
    with pytest.raises(ProofError):
        mutant()


def test_the_steps_that_the_near_misses_miss_are_accepted() -> None:
    Chain(STEPS, geometric_sum).to(
        nstep_covariances.length(n), geometric(STEPS, geometric_sum, gamma)
    )
    wrong_powers(i + j)
    square = limit(LIMIT, series(h(i) * gamma**i, i, 0, N) ** 2 * kappa, N)
    pass_to_limit(LIMIT, claim.cut_off(), W_IS_THE_LIMIT, square)
    scale(covariances.at(EACH, j), ENTRY, h(j) * gamma**j)
    recall(ONE_ROW, Converges(h(j) * gamma**j * K(i, j), j, 0))
    recall(VANISHES, Converges(h(i) * gamma**i * q(i), i, 0))
    triangle(ONE_ROW, row)
    assert uncorrelated.at_most_one().statement.key == ForAll(i, 0, AtMost(h(i), 1)).key
