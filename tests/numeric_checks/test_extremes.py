"""Returns at the ends of all ranges against Sturm: none wrong, none wide, none without a verdict.

gamma from 1e-18 to 1 - 1e-18, weights from 1e-40 to 1e40, every family where its parameters end,
margins of 0 and of 1e-30 to 1e-60.  ``RECENCY_EXTREMES=3000`` draws so many: of these one that is
safe has no certificate, which is said, and is decided by algebra alone.
"""

from __future__ import annotations

import json
import os
from fractions import Fraction
from itertools import zip_longest
from random import Random

import pytest
from flint import fmpq, fmpq_poly, fmpz_poly

from numeric_checks import analyze
from numeric_checks.arithmetic.rational_functions import quotient
from numeric_checks.figures import two_weights
from numeric_checks.safety.certificate_checker import check
from symbolic.returns import (
    DelayedLambdaReturn,
    DelayedReturn,
    InvertedUReturn,
    LambdaReturn,
    LinearReturn,
    MonteCarloReturn,
    NStepReturn,
    SparseLambdaReturn,
    TruncatedLambdaReturn,
    WeightedReturn,
)
from tests.numeric_checks.drawn_returns import any_weights, weights_with_margin

MANY = int(os.environ.get("RECENCY_EXTREMES", "48"))
GROUPS = 8
VERDICTS = {1: "yes", 0: "boundary", -1: "no"}
NEAR_ONE = [1 - Fraction(1, 10**e) for e in (2, 6, 12, 18)]
GAMMAS = [Fraction(1, 10**18), Fraction(1, 1000), Fraction(1, 2), *NEAR_ONE]
LAMBDAS = [Fraction(0), Fraction(1, 10**9), Fraction(1, 2), 1 - Fraction(1, 10**9), Fraction(1)]


def drawn(draw: Random) -> tuple[LinearReturn, Fraction]:
    gamma, lam = draw.choice(GAMMAS), draw.choice(LAMBDAS)
    margin = draw.choice([0, 1, -1]) * Fraction(1, 10 ** draw.choice([30, 45, 60]))
    uneven = [x * Fraction(10) ** draw.choice([-40, 0, 40]) for x in any_weights(draw, 6)]
    return draw.choice(
        [
            WeightedReturn(weights_with_margin(draw, draw.randint(2, 8), gamma, margin)),
            WeightedReturn(uneven),
            LambdaReturn(lam),
            SparseLambdaReturn(lam, draw.choice([1, 2, 7, 30])),
            TruncatedLambdaReturn(lam, draw.choice([1, 2, 20, 60])),
            DelayedLambdaReturn(lam, draw.choice([0, 1, 9])),
            InvertedUReturn(min(lam, LAMBDAS[-2])),
            MonteCarloReturn(),
            NStepReturn(draw.choice([1, 2, 50])),
            DelayedReturn(draw.choice([0, 1, 5])),
        ]
    ), gamma


def by_sturm(ret: LinearReturn, gamma: Fraction) -> str:
    """The sign of the least Re(F conj D), from the coefficients of F and D one by one."""
    numerator, factors = quotient(ret)
    bottom = fmpq_poly([1])
    for factor in factors:
        bottom *= factor
    g = fmpq(gamma.numerator, gamma.denominator)
    pairs = zip_longest((numerator * fmpq_poly([1, -1])).coeffs(), bottom.coeffs(), fillvalue=0)
    scaled = [(a * g**k, b * g**k) for k, (a, b) in enumerate(pairs)]
    total = fmpq_poly([0])
    for k in range(len(scaled)):
        t = fmpq(0)
        for (a, b), (c, d) in zip(scaled, scaled[k:], strict=False):
            t += a * d + (b * c if k else 0)
        total += t * fmpq_poly(fmpz_poly.chebyshev_t(k))
    return VERDICTS[two_weights.least_sign(total)]


def is_narrow(lower: Fraction, upper: Fraction) -> bool:
    return 0 <= upper - lower <= Fraction(1, 10**6) * max(abs(lower), abs(upper))


@pytest.mark.parametrize("group", range(GROUPS))
def test_extreme_returns_are_decided_rightly_and_enclosed_tightly(group: int) -> None:
    draw, without = Random(group), 0
    for _ in range(MANY // GROUPS):
        ret, gamma = drawn(draw)
        found = analyze(ret, gamma)
        decision, spectral, step = found.decision, found.spectral_bound, found.step_size
        assert decision.verdict == by_sturm(ret, gamma), (ret, gamma)
        assert is_narrow(decision.margin_lower, decision.margin_upper), (ret, gamma)
        assert is_narrow(spectral.lower, spectral.upper), (ret, gamma)
        assert step is None or is_narrow(step.lower, step.upper), (ret, gamma)
        assert "between" not in str(found), (ret, gamma)
        certificate = decision.certificate()
        if certificate is not None:
            assert check(json.dumps(certificate)).gamma == gamma
        elif decision.verdict != "boundary":
            assert (decision.verdict, decision.method) == ("yes", "exact algebra")
            without += 1
    assert without <= MANY // GROUPS // 100


def test_a_witness_that_is_barely_one_is_known_to_nine_digits() -> None:
    """Re f is -1e-30 at half a turn, where its terms are about 1e5."""
    first, gamma = Fraction(33_800), Fraction(99, 100)
    second = (first + Fraction(1, 10**30) / (1 + gamma)) / gamma
    found = analyze(WeightedReturn([first, second]), gamma)
    witness = found.decision.witness
    assert witness is not None
    assert (witness.cycle, witness.mode) == (2, 1)
    assert is_narrow(witness.lower, witness.upper)
    assert witness.lower <= Fraction(-1, 10**30) <= witness.upper
    assert "between" not in str(found)
