"""The variance of convex returns: what is proved, the exact witnesses, and what is refused."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from sympy import Rational

from numeric_checks.processes import variance_bounds
from proofs.companion import ledger
from proofs.lemmas import covariances, nstep_covariances, unattained, uncorrelated
from proofs.paper import prop_variance as claim
from symbolic import (
    Abs,
    AtMost,
    Bounded,
    Chain,
    Converges,
    Equal,
    ForAll,
    Less,
    ProofError,
    Statement,
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
c = define("c", (n,), h(n - 1) - h(n))
q = define("q", (i,), series(h(j) * gamma**j * K(i, j), j, 0))

DISCOUNT = (Less(0, gamma), Less(gamma, 1))
ONE, VANISHING = Equal(h(0), 1), TendsTo(h(i), i, 0)
CONVEX = ForAll(n, 1, AtMost(0, c(n)))
RETURN = (*DISCOUNT, ONE, VANISHING, CONVEX)
BELOW = ForAll(i, 0, ForAll(j, 0, AtMost(K(i, j), kappa)))
BOUNDED = ForAll(i, 0, ForAll(j, 0, AtMost(Abs(K(i, j)), M)))
UNCORRELATED = (
    ForAll(i, 0, ForAll(j, i + 1, Equal(K(i, j), 0))),
    ForAll(i, 0, ForAll(j, 0, Equal(K(i, j), 0), i - 1)),
)
VARIANCES = ForAll(i, 0, AtMost(K(i, i), kappa))

bound = ((1 - series(c(n) * gamma**n, n, 1)) / (1 - gamma)) ** 2 * kappa
variance = series(h(i) * gamma**i * q(i), i, 0)
partial = series(series(h(i) * h(j) * gamma ** (i + j) * K(i, j), j, 0, N), i, 0, N)
n_steps = series(series(gamma ** (i + j) * K(i, j), j, 0, m - 1), i, 0, n - 1)
lengths = (1 - gamma**n) / (1 - gamma), (1 - gamma**m) / (1 - gamma)
combined = series(series(c(n) * c(m) * n_steps, m, 1, N), n, 1, N)
squares = series(h(i) ** 2 * gamma ** (2 * i), i, 0)
two = series(series(h(i) * h(j) * gamma ** (i + j) * K(i, j), j, 0, 1), i, 0, 1)
rising = Rational(5, 24) - Rational(1, 48) / 4**i

#: what each part says, and all that it assumes
PARTS: dict[str, tuple[Statement, tuple[Statement, ...]]] = {
    "total_eligibility": (
        Equal(series(h(i) * gamma**i, i, 0), (1 - series(c(n) * gamma**n, n, 1)) / (1 - gamma)),
        (*DISCOUNT, ONE, Bounded(h(i), i, 0)),
    ),
    "cut_off": (
        ForAll(N, 0, AtMost(partial, series(h(i) * gamma**i, i, 0, N) ** 2 * kappa)),
        (DISCOUNT[0], VANISHING, CONVEX, BELOW),
    ),
    "bound": (AtMost(variance, bound), (*RETURN, BELOW, BOUNDED)),
    "bound_in_the_limit": (AtMost(W, bound), (*RETURN, BELOW, TendsTo(partial, N, W))),
    "two_n_step_returns": (
        ForAll(n, 0, ForAll(m, 0, AtMost(n_steps, lengths[0] * lengths[1] * kappa))),
        (*DISCOUNT, BELOW),
    ),
    "total_length": (
        Equal(series(c(n) * lengths[0], n, 1), (1 - series(c(n) * gamma**n, n, 1)) / (1 - gamma)),
        (*DISCOUNT, ONE, VANISHING),
    ),
    "bound_by_n_step_returns": (AtMost(W, bound), (*RETURN, BELOW, TendsTo(combined, N, W))),
    "attained": (
        Equal(variance, bound),
        (*DISCOUNT, ONE, VANISHING, ForAll(i, 0, ForAll(j, 0, Equal(K(i, j), kappa)))),
    ),
    "diagonal_bound": (
        AtMost(variance, kappa * squares),
        (*DISCOUNT, VANISHING, CONVEX, *UNCORRELATED, VARIANCES, BOUNDED),
    ),
    "diagonal_bound_by_weights": (
        AtMost(variance, (1 - series(c(n) * gamma ** (2 * n), n, 1)) / (1 - gamma**2) * kappa),
        (*RETURN, *UNCORRELATED, VARIANCES, BOUNDED, AtMost(0, kappa)),
    ),
    "sharper": (
        AtMost(squares, ((1 - series(c(n) * gamma**n, n, 1)) / (1 - gamma)) ** 2),
        RETURN,
    ),
    "fails_below_zero": (
        Less(series(h(i) * gamma**i, i, 0, 1) ** 2 * kappa, two),
        (
            DISCOUNT[0],
            Less(0, kappa),
            ONE,
            Less(h(1), 0),
            Equal(K(0, 0), kappa),
            Equal(K(1, 1), kappa),
            Equal(K(0, 1), -kappa),
            Equal(K(1, 0), -kappa),
        ),
    ),
    "never_reached": (ForAll(i, 0, Less(rising, Rational(5, 24))), ()),
    "least_upper_bound": (
        AtMost(Rational(5, 24), kappa),
        (ForAll(i, 0, AtMost(rising, kappa)),),
    ),
}


def test_the_bound_holds_with_a_supremum_and_a_maximum_need_not_exist() -> None:
    report = ledger.verify("prop:variance")
    assert report.problem is None
    assert report.verdict == "repaired"
    assert report.added == ()
    assert report.refuted == ("κ is the maximum of the covariances over all pairs i, j.",)
    assert report.numeric["cases"] > 0


def test_every_part_is_written_out_here() -> None:
    assert [p.name for p in claim.CLAIM.parts] == list(PARTS)
    assert [p.name for p in claim.CLAIM.parts if p.printed] == [
        "bound",
        "two_n_step_returns",
        "total_length",
        "bound_by_n_step_returns",
    ]


@pytest.mark.parametrize("name", PARTS)
def test_a_part_says_and_assumes_what_is_written_here(name: str) -> None:
    theorem = next(p for p in claim.CLAIM.parts if p.name == name).theorem
    says, hypotheses = PARTS[name]
    assert theorem.statement.key == says.key
    assert {h.key for h in theorem.hypotheses} == {h.key for h in hypotheses}


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
    "gamma^(i - j)": lambda: wrong_powers(i - j),
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
