"""Returns with two free weights: exact decisions, and polygons that agree with them."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

import pytest
from flint import fmpq_poly
from hypothesis import given, strategies as st

from numeric_checks import cycle
from numeric_checks.arithmetic.rationals import to_fmpq
from numeric_checks.figures import two_weight_map, two_weights as weights
from numeric_checks.figures.half_planes import HalfPlane, Point, box, contains, cut
from numeric_checks.instances import strategies as draw
from numeric_checks.processes.spectra import Fate, fate
from symbolic.returns import WeightedReturn

DISCOUNTS = draw.discounts()


def from_centre(point: Point, share: str) -> Point:
    """The point at that share of the way from the middle of the triangle to ``point``."""
    x, y = Fraction(2, 3), Fraction(1, 3)
    return x + Fraction(share) * (point[0] - x), y + Fraction(share) * (point[1] - y)


@given(DISCOUNTS)
def test_the_corners_of_the_polygon_have_a_modulus_of_exactly_one(gamma: Fraction) -> None:
    corners = weights.contracting(gamma)
    assert len(corners) == 6
    for h1, h2 in corners:
        c = (1 - h1, h1 - h2, h2)
        assert 0 in c
        assert sum(abs(x) * gamma**n for n, x in enumerate(c, start=1)) == 1
        assert weights.kind(*from_centre((h1, h2), "99/100"), gamma) in (
            "weak recency",
            "contracts",
        )


@pytest.mark.parametrize("gamma", ["1/2", "9/10"])
def test_the_curve_is_between_what_converges_and_what_diverges(gamma: str) -> None:
    corners = weights.converging(gamma, 40)
    for corner in corners:
        assert weights.kind(*from_centre(corner, "49/50"), gamma) != "diverges"
        assert weights.kind(*from_centre(corner, "51/50"), gamma) == "diverges"


@given(draw.rationals(-2, 3, 12), draw.rationals(-2, 3, 12), DISCOUNTS)
def test_the_kinds_are_nested_as_the_polygons_are(
    h1: Fraction, h2: Fraction, gamma: Fraction
) -> None:
    found = weights.kind(h1, h2, gamma)
    in_triangle, in_polygon = (
        contains(make(gamma), (h1, h2)) for make in (weights.weakly_recent, weights.contracting)
    )
    assert in_triangle == (found == "weak recency")
    assert in_polygon or found not in ("weak recency", "contracts")
    assert in_polygon <= (found in ("weak recency", "contracts") or on_edge(h1, h2, gamma))
    assert contains(weights.converging(gamma, 4), (h1, h2)) or found == "diverges"


def on_edge(h1: Fraction, h2: Fraction, gamma: Fraction) -> bool:
    return abs(1 - h1) * gamma + abs(h1 - h2) * gamma**2 + abs(h2) * gamma**3 == 1


@pytest.mark.parametrize("point", [("3/2", "3/4"), ("-1/2", "1/3"), ("1/3", "-3/4"), ("1", "6/5")])
def test_what_converges_without_contracting_does_so_on_cycles(point: tuple[str, str]) -> None:
    ret = WeightedReturn([1, *point])
    assert weights.kind(*point, "9/10") == "converges"
    assert {fate(cycle(k, "9/10"), ret) for k in range(1, 9)} == {Fate.CONVERGES}


@pytest.mark.parametrize("point", [("9/8", "0"), ("0", "6/5"), ("-3/4", "0"), ("1/3", "-1")])
def test_what_diverges_does_so_on_some_cycle(point: tuple[str, str]) -> None:
    ret = WeightedReturn([1, *point])
    assert weights.kind(*point, "9/10") == "diverges"
    assert Fate.DIVERGES in {fate(cycle(k, "9/10"), ret) for k in range(1, 9)}


def test_two_frequencies_are_not_enough_to_tell() -> None:
    """h = (1, 0, 6/5) passes at theta = 0 and at theta = pi, and diverges."""
    p = weights.real_part(WeightedReturn([1, 0, "6/5"]), Fraction(9, 10))
    assert p(-1) > 0 < p(1)
    assert weights.least_sign(p) == -1


@given(DISCOUNTS)
def test_two_terms_contract_as_far_as_they_converge(gamma: Fraction) -> None:
    plane = two_weight_map.data(gamma, steps=2)
    assert plane.reach == (1 - gamma) / gamma
    end, little = 1 + plane.reach, Fraction(1, 10**9)
    assert weights.kind(end - plane.reach * little, 0, gamma) == "contracts"
    assert weights.kind(end, 0, gamma) == "boundary"
    assert weights.kind(end + little, 0, gamma) == "diverges"


@given(
    st.lists(
        st.tuples(draw.rationals(-2, 2), st.integers(1, 3)), max_size=3, unique_by=lambda r: r[0]
    ),
    st.sampled_from([-1, 1]),
    st.booleans(),
)
def test_the_least_sign_is_that_of_the_factors(
    roots: list[tuple[Fraction, int]], leading: int, with_pair: bool
) -> None:
    p = fmpq_poly([leading]) * (fmpq_poly([1, 1, 1]) if with_pair else 1)
    for root, times in roots:
        p *= fmpq_poly([-root.numerator, root.denominator]) ** times
    cuts = sorted({Fraction(-1), Fraction(1), *(r for r, _ in roots if -1 <= r <= 1)})
    between = [(a + b) / 2 for a, b in pairwise(cuts)]
    values = [p(to_fmpq(x)) for x in (*cuts, *between)]
    low = min(values)
    assert weights.least_sign(p) == (low > 0) - (low < 0)


def test_a_cut_keeps_exactly_what_is_in_the_half_plane() -> None:
    square = box(Fraction(-1), Fraction(1))
    planes = [HalfPlane(Fraction(1, 2), 1, 2), HalfPlane(1, -1, Fraction(1, 3))]
    left = cut(square, planes)
    assert set(left) == set(cut(square, reversed(planes)))
    assert cut(left, planes) == left
    steps = [Fraction(k, 4) for k in range(-4, 5)]
    for point in product(steps, steps):
        assert contains(left, point) == all(plane.height(point) >= 0 for plane in planes)
