"""The convergence decision against exact root counting, and each of its parts against another."""

from __future__ import annotations

import json
from fractions import Fraction
from math import prod
from random import Random
from typing import Any

import pytest
import sympy
from flint import arb, ctx, fmpq, fmpq_poly, fmpz_poly
from hypothesis import example, given, strategies as st

from numeric_checks.figures import two_weights
from numeric_checks.instances.strategies import (
    convex_returns,
    discounts,
    eventually_constant_returns,
    finite_returns,
    named_returns,
    rationals,
)
from numeric_checks.moduli.modulus import modulus
from numeric_checks.safety.certificate_checker import check
from numeric_checks.safety.chebyshev import in_cosine, least_sign
from numeric_checks.safety.cosines import Cosines, Fixed, Square, TooFine
from numeric_checks.safety.cycles import between
from numeric_checks.safety.decision import (
    Decision,
    decide,
    decide_filter,
    largest_step,
    spectral_bound,
)
from numeric_checks.safety.filters import LONGEST, Filter, TooLong
from numeric_checks.safety.positivity import proves
from numeric_checks.safety.rounding import outwards, rounded_down
from symbolic.returns import (
    DelayedLambdaReturn,
    DelayedReturn,
    InvalidReturn,
    InvertedUReturn,
    LambdaReturn,
    LinearReturn,
    MonteCarloReturn,
    NStepReturn,
    SparseLambdaReturn,
    TruncatedLambdaReturn,
    WeightedReturn,
)
from symbolic.terms import real
from tests.hits import hit, reaches
from tests.numeric_checks.drawn_returns import any_weights, cosines, weights_with_margin
from tests.sampling import some

MARGINS = [Fraction(0), *(sign * Fraction(1, 10**e) for e in (6, 12) for sign in (1, -1))]
GAMMAS = [Fraction(1, 2), Fraction(9, 10), Fraction(99, 100)]
VERDICTS = {1: "yes", 0: "boundary", -1: "no"}


def by_sturm(h: list[Fraction], gamma: Fraction) -> str:
    """The verdict by Sturm's theorem on the polynomial in cos(theta), in code of its own."""
    total = fmpq_poly([0])
    for k, t in enumerate(cosines(h, gamma)):
        total += fmpq(t.numerator, t.denominator) * fmpq_poly(fmpz_poly.chebyshev_t(k))
    return VERDICTS[two_weights.least_sign(total)]


def checked(decision: Decision) -> Decision:
    """The decision, after the independent checker has accepted its certificate."""
    certificate = decision.certificate()
    if decision.verdict in ("yes", "no"):
        verdict = check(json.dumps(certificate))
        assert verdict.gamma == decision.filter.gamma
        assert verdict.claim == {"yes": "converges", "no": "diverges"}[decision.verdict]
    else:
        assert certificate is None
    return decision


# -- ten thousand returns --------------------------------------------------------------------------


@pytest.mark.parametrize("seed", some(range(18), 6, "of any kind", all_in_ci=True))
def test_five_hundred_returns_of_any_kind(seed: int) -> None:
    draw = Random(seed)
    for _ in range(500):
        gamma = draw.choice([*GAMMAS, Fraction(draw.randint(1, 98), 99)])
        h = any_weights(draw, draw.randint(1, 12))
        found = checked(decide_filter(Filter.of_weights(h, gamma)))
        assert found.verdict == by_sturm(h, gamma), (h, gamma)


@pytest.mark.parametrize("margin", MARGINS, ids=str)
def test_two_hundred_returns_with_that_margin(margin: Fraction) -> None:
    draw = Random(0)
    expected = VERDICTS[(margin > 0) - (margin < 0)]
    for _ in range(200):
        gamma = draw.choice(GAMMAS)
        h = weights_with_margin(draw, draw.randint(2, 12), gamma, margin)
        found = checked(decide_filter(Filter.of_weights(h, gamma)))
        assert found.verdict == expected, (h, gamma)
        assert found.margin_lower <= margin <= found.margin_upper
        assert by_sturm(h, gamma) == expected


@pytest.mark.parametrize("seed", range(40))
def test_root_counting_by_sympy_agrees(seed: int) -> None:
    """A third opinion: real roots between -1 and 1, isolated by sympy."""
    draw = Random(1000 + seed)
    gamma = draw.choice(GAMMAS)
    h = any_weights(draw, draw.randint(1, 7))
    x = sympy.Symbol("x")
    total = sum(
        sympy.Rational(t.numerator, t.denominator) * sympy.chebyshevt(k, x)
        for k, t in enumerate(cosines(h, gamma))
    )
    p = sympy.Poly(total, x)
    ends = p.eval(-1), p.eval(1)
    if p.is_zero or 0 in ends or not p.gcd(p.diff(x)).is_ground:
        pytest.fail("the seed draws a return with a double zero or a zero at an end")
    expected = "yes" if p.count_roots(-1, 1) == 0 and min(ends) > 0 else "no"
    assert decide_filter(Filter.of_weights(h, gamma)).verdict == expected


# -- families --------------------------------------------------------------------------------------


@given(named_returns() | eventually_constant_returns(), discounts())
def test_the_filter_is_that_of_the_eligibilities(ret: LinearReturn, gamma: Fraction) -> None:
    """numerator = h(z) * (product of the factors), coefficient by coefficient; f = F/D."""
    made = Filter.of(ret, gamma)
    many = 40
    h = fmpq_poly([fmpq(x.numerator, x.denominator) for x in ret.eligibilities(many)])
    product = (h * prod(made.factors, start=fmpq_poly([1]))).coeffs()[:many]
    wanted = made.numerator.coeffs()[:many]
    assert product + [0] * (many - len(product)) == wanted + [0] * (many - len(wanted))
    assert made.top * made.shared == made.numerator * fmpq_poly([1, -1])
    assert made.bottom * made.shared == prod(made.factors, start=fmpq_poly([1]))
    assert made.top.gcd(made.bottom).degree() < 1
    assert made.bottom[0] == 1


@reaches("a first weight that is not positive")
@given(named_returns() | eventually_constant_returns(), discounts())
def test_verdicts_about_families(ret: LinearReturn, gamma: Fraction) -> None:
    """Against the exact polynomial Re(F conj(D)), which has the sign of Re f."""
    found = checked(decide(ret, gamma))
    f = Filter.of(ret, gamma)
    exact = Cosines(((fmpq(1), f.top, f.bottom),), gamma).exact()
    assert found.verdict == VERDICTS[two_weights.least_sign(in_cosine(exact))]
    first = ret.eligibilities(1)[0]
    if first <= 0 and any(ret.eligibilities(60)):
        hit("a first weight that is not positive")
        assert found.verdict == "no"


@given(
    convex_returns() | st.sampled_from([LambdaReturn("9/10"), SparseLambdaReturn("3/4", 3)]),
    discounts(),
)
def test_the_margin_of_a_convex_return_is_one_less_its_modulus(
    ret: LinearReturn, gamma: Fraction
) -> None:
    found = decide(ret, gamma)
    exact = 1 - modulus(ret, gamma)
    assert found.verdict == "yes"
    assert found.margin_lower <= exact <= found.margin_upper
    assert found.margin_upper - found.margin_lower < Fraction(1, 10**5)


LONG = [
    (LambdaReturn("99/100"), "yes"),
    (SparseLambdaReturn("3/4", 50), "yes"),
    (SparseLambdaReturn("1", 7), "yes"),
    (TruncatedLambdaReturn("9/10", 700), "yes"),
    (MonteCarloReturn(), "yes"),
    (DelayedReturn(300), "no"),
    (DelayedLambdaReturn("9/10", 40), "no"),
    (InvertedUReturn("9/10"), "no"),
    (WeightedReturn(["1e-300", "2e-300"]), "no"),
    (WeightedReturn(["1e300", "1e299"]), "yes"),
    (WeightedReturn([0]), "boundary"),
    (WeightedReturn([], tail=3), "yes"),
]


@pytest.mark.parametrize(("ret", "verdict"), LONG, ids=lambda x: str(x)[:40])
def test_long_and_extreme_returns(ret: LinearReturn, verdict: str) -> None:
    assert checked(decide(ret, "99/100")).verdict == verdict


def touching(degree: int) -> WeightedReturn:
    """Re f = 1 + cos(degree theta) at gamma = 1/2."""
    return WeightedReturn([1] * degree, tail=1 + 2**degree)


def test_what_touches_zero_is_decided_exactly_or_not_at_all() -> None:
    assert decide(touching(3), "1/2").verdict == "boundary"
    assert decide(touching(200), "1/2").verdict == "boundary"
    found = decide(touching(450), "1/2")
    assert found.verdict == "undecided"
    assert found.certificate() is None
    assert found.margin_lower <= 0 <= found.margin_upper


def test_a_thousand_weights_in_the_ordinary_way() -> None:
    draw = Random(0)
    noise = [Fraction(draw.randint(-1000, 1000), 10**6) for _ in range(1000)]
    for first, verdict in ((1, "yes"), (-1, "no")):
        h = [Fraction(first), *noise]
        assert checked(decide_filter(Filter.of_weights(h, Fraction(99, 100)))).verdict == verdict


def test_too_many_weights() -> None:
    with pytest.raises(TooLong, match=f"has {LONGEST + 1} weights; at most {LONGEST} are analysed"):
        Filter.of_weights([Fraction(1)] * (LONGEST + 1), Fraction(1, 2))
    with pytest.raises(TooLong, match="has 1000000 weights"):
        decide(TruncatedLambdaReturn("1/2", 10**6), "1/2")
    with pytest.raises(TooLong, match="has 1000000 weights before they repeat"):
        decide(SparseLambdaReturn("1/2", 10**6), "1/2")
    with pytest.raises(TooLong, match="has 1000000 weights before they repeat"):
        decide(DelayedLambdaReturn("1/2", 10**6), "1/2")


def test_powers_of_gamma_that_are_much_smaller_than_the_weights() -> None:
    """max |1 - f| of the n-step return is gamma^n."""
    bound = spectral_bound(Filter.of(NStepReturn(1000), "9/10"))
    exact = Fraction(9, 10) ** 1000
    assert bound.lower <= exact <= bound.upper <= exact * Fraction(11, 10)
    assert checked(decide(WeightedReturn([1, "1/2"]), "1e-1900")).verdict == "yes"
    near = Fraction(1, 10**12)
    found = decide(WeightedReturn([1, "1/2"]), 1 - near)
    assert found.margin_lower <= near * (3 - near) / 2 <= found.margin_upper


def test_a_discount_that_is_too_fine_is_refused_in_one_line() -> None:
    with pytest.raises(TooFine, match="gamma is too close to 0 to decide about this return"):
        Cosines(((fmpq(1), fmpq_poly([0, 1]), fmpq_poly([1])),), Fraction(1, 10**20_000)).fixed(64)


@pytest.mark.parametrize("gamma", ["0", "1", "-1/2", "3/2"])
def test_discounts_outside_the_range(gamma: str) -> None:
    with pytest.raises(InvalidReturn, match="expected an exact number with 0 < gamma < 1"):
        decide(WeightedReturn([1]), gamma)


def test_symbols_are_not_decided_about() -> None:
    with pytest.raises(InvalidReturn, match="expected numbers for its parameters"):
        decide(LambdaReturn(real("lam")), "1/2")


# -- the hierarchy and the step size ---------------------------------------------------------------


def samples(ret: LinearReturn, gamma: Fraction, many: int = 96) -> list[complex]:
    """f at points of the circle, in floats."""
    f = Filter.of(ret, gamma)
    top, bottom = ([float(x.p) / float(x.q) for x in p.coeffs()] for p in (f.top, f.bottom))
    found = []
    for k in range(many):
        with ctx.workprec(64):
            s, c = arb.sin_cos_pi_fmpq(fmpq(2 * k, many))
        z = float(gamma) * complex(float(c.mid()), float(s.mid()))
        values = [sum(x * z**i for i, x in enumerate(p)) for p in (top, bottom)]
        found.append(values[0] / values[1])
    return found


@reaches("a contraction", "below one", "above one", "one")
@given(finite_returns() | named_returns(), st.sampled_from(GAMMAS[:2]))
def test_the_conditions_are_nested(ret: LinearReturn, gamma: Fraction) -> None:
    beta, bound, decision = (
        modulus(ret, gamma),
        spectral_bound(Filter.of(ret, gamma)),
        decide(ret, gamma),
    )
    assert bound.lower <= bound.upper
    assert bound.lower <= beta
    if beta < 1:
        hit("a contraction")
        assert bound.below_one == "yes"
    if bound.below_one == "yes":
        hit("below one")
        assert bound.lower < 1
        assert decision.verdict == "yes"
    if bound.below_one == "no":
        hit("above one")
        assert bound.upper > 1
    if bound.below_one == "boundary":
        hit("one")
        assert bound.lower <= 1 <= bound.upper


@reaches("a step size")
@given(finite_returns() | named_returns(), st.sampled_from(GAMMAS[:2]))
def test_the_bounds_hold_on_the_circle_and_are_sharp(ret: LinearReturn, gamma: Fraction) -> None:
    f = samples(ret, gamma)
    bound, decision, step = (
        spectral_bound(Filter.of(ret, gamma)),
        decide(ret, gamma),
        largest_step(Filter.of(ret, gamma)),
    )
    assert max(abs(1 - x) for x in f) <= float(bound.upper) * (1 + 1e-9) + 1e-9
    assert float(bound.upper - bound.lower) <= 1e-4 * float(bound.upper) + 1e-9
    assert min(x.real for x in f) >= float(decision.margin_lower) - 1e-9 * (1 + abs(f[0]))
    assert (step is None) == (decision.verdict != "yes")
    if step is not None:
        hit("a step size")
        assert min(2 * x.real / abs(x) ** 2 for x in f) >= float(step.lower) * (1 - 1e-9)
        assert step.lower <= step.upper
        assert float(step.upper - step.lower) <= 1e-4 * float(step.upper)


# -- the parts -------------------------------------------------------------------------------------

polynomials = st.lists(rationals(-9, 9), min_size=1, max_size=6).map(
    lambda values: fmpq_poly([fmpq(x.numerator, x.denominator) for x in values])
)
parts = st.lists(st.tuples(rationals(-5, 5), polynomials, polynomials), min_size=1, max_size=3)


@given(parts, discounts(), st.sampled_from([8, 40, 128]))
def test_fixed_point_coefficients_are_as_close_as_they_say(
    made_of: list[tuple[Fraction, fmpq_poly, fmpq_poly]], gamma: Fraction, bits: int
) -> None:
    p = Cosines(tuple((fmpq(x.numerator, x.denominator), a, b) for x, a, b in made_of), gamma)
    exact, fixed = p.exact(), p.fixed(bits)
    padded = exact + [fmpq(0)] * (len(fixed.integers) - len(exact))
    rounded = fixed.integers + [0] * (len(exact) - len(fixed.integers))
    unit = Fraction(2) ** fixed.shift
    for t, integer in zip(padded, rounded, strict=True):
        assert abs(Fraction(int(t.p), int(t.q)) * unit - integer) <= fixed.error
    with ctx.workprec(200):
        turn = Fraction(2, 7)
        direct = sum(
            (arb(t) * arb.cos_pi_fmpq(fmpq(4 * k, 7)) for k, t in enumerate(exact)), arb(0)
        )
        assert fixed.at(turn).overlaps(direct * arb(2) ** fixed.shift)
        assert fixed.at(turn).rad() <= arb(2 * fixed.total_error + 2)


@given(
    st.lists(st.integers(-9, 9), max_size=4),
    st.lists(st.integers(-30, 30), min_size=1, max_size=4),
    st.integers(-1, 2),
    st.integers(-2, 3),
    st.integers(0, 2),
)
@example(square=[1, 1], t=[2, 2], shift=0, up=0, error=0)
@example(square=[1, 1], t=[2, 2], shift=0, up=0, error=1)
@example(square=[1, 1], t=[2, 3], shift=0, up=0, error=0)
def test_a_square_proves_exactly_what_it_should(
    square: list[int], t: list[int], shift: int, up: int, error: int
) -> None:
    q = [Fraction(x) / Fraction(2) ** shift for x in square]
    values = [Fraction(x) / Fraction(2) ** up for x in t]
    size = max(len(q), len(values))
    products = [
        sum((a * b for a, b in zip(q, q[k:], strict=False)), Fraction(0)) for k in range(size)
    ]
    values += [Fraction(0)] * (size - len(values))
    left = values[0] - products[0]
    left -= sum(abs(a - 2 * b) for a, b in zip(values[1:], products[1:], strict=True))
    left -= Fraction(len(t) * error) / Fraction(2) ** up
    assert proves(Square(tuple(square), shift), Fixed(t, up, error)) == (left >= 0)


@given(st.lists(rationals(-4, 4), min_size=1, max_size=6))
def test_descartes_and_sturm_agree(values: list[Fraction]) -> None:
    p = fmpq_poly([fmpq(x.numerator, x.denominator) for x in values])
    assert least_sign(p) == two_weights.least_sign(p)
    assert least_sign(p * p) == two_weights.least_sign(p * p) >= 0


@given(st.fractions(0, 3), st.fractions(0, 1, max_denominator=50))
def test_the_simplest_fraction(low: Fraction, width: Fraction) -> None:
    found = between(low, low + width)
    assert low <= found <= low + width
    for smaller in range(1, min(found.denominator, 40)):
        first = -(-low.numerator * smaller // low.denominator)
        assert Fraction(first, smaller) > low + width


@given(st.fractions().filter(bool))
def test_rounding_goes_down_and_not_far(x: Fraction) -> None:
    found = rounded_down(x)
    assert found <= x
    assert x - found < abs(x) * Fraction(1, 10**13)
    with ctx.workprec(100):
        lower, upper = outwards(arb(fmpq(x.numerator, x.denominator)))
    assert lower <= x <= upper


def test_a_certificate_says_nothing_else_than_the_decision() -> None:
    decision = decide(WeightedReturn(["1", "1/2", "3/4"]), "9/10")
    certificate: Any = decision.certificate()
    assert decision.proved is not None
    assert certificate["margin"] == str(decision.proved.value)
    assert certificate["return"] == {
        "numerator": {"denominator": 4, "coefficients": [4, 2, 3]},
        "factors": [],
    }
