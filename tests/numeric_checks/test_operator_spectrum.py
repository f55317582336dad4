"""The eigenvalues of operators, against those of the matrix and the fate decided from it."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections import Counter
from fractions import Fraction
from itertools import pairwise

import pytest
from flint import acb, acb_poly, ctx
from hypothesis import given, strategies as st

from numeric_checks import cycle, two_state
from numeric_checks.arithmetic.balls import bounds
from numeric_checks.figures.spectrum_plane import finding, render, side
from numeric_checks.figures.style import InvalidFigure
from numeric_checks.instances import strategies as draw
from numeric_checks.processes.chains import random_mrp, random_reversible, random_walk
from numeric_checks.processes.mrp import MRP, RewardProcess
from numeric_checks.processes.operator_spectrum import Spectrum, operator_spectrum
from numeric_checks.processes.spectra import Fate, eigenvalues, fate
from symbolic.returns import (
    DelayedReturn,
    LambdaReturn,
    LinearReturn,
    MonteCarloReturn,
    NStepReturn,
    SparseLambdaReturn,
    WeightedReturn,
)

MRPS: list[RewardProcess] = [
    two_state("2/5", "9/10"),
    two_state("1/2", "9/10"),
    cycle(1, "1/2"),
    cycle(6, "9/10"),
    cycle(8, "99/100"),
    random_walk(5),
    random_mrp(4, 1),
    random_reversible(5, 2),
]
RETURNS: list[LinearReturn] = [
    NStepReturn(2),
    LambdaReturn("1/2"),
    SparseLambdaReturn("3/4", 3),
    DelayedReturn(1),
    DelayedReturn(3),
    MonteCarloReturn(),
    WeightedReturn(["1", "1/2", "3/4"]),
    WeightedReturn([0]),
    WeightedReturn(["1", "-10/9"]),
]


ONE = Fraction(1)


def polynomials(found: Spectrum) -> Counter[str]:
    counted: Counter[str] = Counter()
    for each in found.eigenvalues:
        counted[str(each.polynomial)] += each.multiplicity
    return counted


@pytest.mark.parametrize("ret", RETURNS, ids=str)
@pytest.mark.parametrize("mrp", MRPS, ids=lambda mrp: f"{type(mrp).__name__}-{mrp.size}")
def test_they_are_those_of_the_matrix(mrp: RewardProcess, ret: LinearReturn) -> None:
    """As roots of the irreducible factors of its characteristic polynomial, and as balls."""
    found, matrix = operator_spectrum(mrp, ret), mrp.contraction_matrix(ret)
    expected: Counter[str] = Counter()
    for factor, times in matrix.charpoly().factor()[1]:
        expected[str(factor / factor.leading_coefficient())] += times * factor.degree()
    assert polynomials(found) == expected
    assert found.fate is fate(mrp, ret)
    balls = list(eigenvalues(matrix, 64))
    for each in found.eigenvalues:
        same = [ball for ball in balls if ball.overlaps(each.ball)]
        assert len(same) == each.multiplicity
        with ctx.workprec(128):
            assert acb_poly(each.polynomial)(each.ball).contains(acb(0))


@given(
    st.integers(1, 5),
    st.integers(0, 10**6),
    st.lists(draw.rationals(-2, 2), min_size=1, max_size=4),
    draw.discounts(),
)
def test_what_small_steps_do_is_decided_as_it_is_from_the_matrix(
    size: int, seed: int, h: list[Fraction], gamma: Fraction
) -> None:
    mrp, ret = random_mrp(size, seed, gamma), WeightedReturn(h)
    found = operator_spectrum(mrp, ret)
    assert found.fate is fate(mrp, ret)
    assert sum(each.multiplicity for each in found.eigenvalues) == size


def test_a_formula_is_the_number_that_it_is_of() -> None:
    found = operator_spectrum(cycle(3, "9/10"), DelayedReturn(2))
    assert [each.text for each in found.eigenvalues] == [
        "919/1000",
        "1067/500 - 81/200*i*sqrt(3)",
        "1067/500 + 81/200*i*sqrt(3)",
    ]
    for mrp in (cycle(6, "9/10"), cycle(8, "1/2"), random_walk(7), random_mrp(3, 5)):
        for ret in (NStepReturn(1), DelayedReturn(1), LambdaReturn("3/4")):
            for each in operator_spectrum(mrp, ret).eigenvalues:
                if each.text is None:
                    assert each.polynomial.degree() > 2 or len(str(each.polynomial)) > 20
                else:
                    assert each.ball.overlaps(value(each.text))


def value(formula: str) -> acb:
    """The number that a formula such as 1/2 - 3/4*i*sqrt(5) stands for."""
    total = acb(0)
    for term in formula.replace(" - ", " + -").split(" + "):
        sign = -1 if term.startswith("-") else 1
        product = acb(sign)
        for part in term.removeprefix("-").split("*"):
            if part == "i":
                product *= acb(0, 1)
            elif part.startswith("sqrt("):
                product *= acb(int(part[5:-1])).sqrt()
            else:
                number = Fraction(part)
                product *= acb(number.numerator) / number.denominator
        total += product
    return total


def test_equal_eigenvalues_are_counted_and_near_ones_kept_apart() -> None:
    """On the 4-cycle z^2 has the values 1 and -1 twice; 50 steps make all but one tiny."""
    found = operator_spectrum(cycle(4, "1/2"), NStepReturn(2))
    assert [(each.text, each.multiplicity) for each in found.eigenvalues] == [
        ("-1/4", 2),
        ("1/4", 2),
    ]
    near = operator_spectrum(random_mrp(6, 3), NStepReturn(50)).eigenvalues
    assert len(near) == 6
    assert not any(a.ball.overlaps(b.ball) for a, b in pairwise(near))


def test_at_the_edge_an_imaginary_number_grows_and_a_zero_stays_or_grows() -> None:
    """(1 - z)(1 + 10/9 z) is zero at z = -9/10, where the 2-cycle has an eigenvalue."""
    assert operator_spectrum(cycle(2, "9/10"), WeightedReturn(["1", "10/9"])).fate is Fate.STAYS
    # z has the eigenvalue 1/4 twice, in one Jordan block, and f(1/4) = 0
    shear = MRP.of([["1/2", "1/4", "1/4"], [0, "1/2", "1/2"], [0, 0, 1]], [0, 0, 0], "1/2")
    found = operator_spectrum(shear, WeightedReturn(["1", "-4"]))
    assert [(each.text, each.does) for each in found.eigenvalues] == [
        ("1", "grows"),
        ("3/2", "grows"),
    ]
    # f(9i/10) is imaginary, and the other values are positive
    edge = operator_spectrum(cycle(4, "9/10"), WeightedReturn(["1", "1/10", "1081/810"]))
    assert [each.does for each in edge.eigenvalues] == ["shrinks", "shrinks", "grows", "grows"]
    assert edge.fate is Fate.DIVERGES
    assert {bounds(each.ball.real) for each in edge.eigenvalues[2:]} == {(ONE, ONE)}


def test_the_largest_step_is_the_one_at_which_some_part_ceases_to_shrink() -> None:
    found = operator_spectrum(cycle(4, "9/10"), WeightedReturn(["1", "1/2", "3/4"]))
    step = found.largest_step
    assert step is not None
    low, high = bounds(step)
    assert low <= Fraction(8000, 8797) <= high
    sizes = [abs(1 + step * (each.ball - 1)) for each in found.eigenvalues]
    assert any(size.overlaps(1) for size in sizes)
    assert not any(size > 1 for size in sizes)
    assert operator_spectrum(two_state("2/5", "9/10"), DelayedReturn(1)).largest_step is None


# -- the picture ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mrp", "ret", "sides", "words"),
    [
        (cycle(2, "9/10"), NStepReturn(1), {"inside"}, "converge with small steps"),
        (cycle(4, "9/10"), RETURNS[6], {"inside", "outside"}, "converge with small steps"),
        (two_state("1/2", "9/10"), DelayedReturn(1), {"inside", "one"}, "keep some error"),
        (cycle(5, "9/10"), DelayedReturn(4), {"inside", "beyond"}, "diverge with every step"),
    ],
)
def test_the_plane_says_what_becomes_of_the_error(
    mrp: MRP, ret: LinearReturn, sides: set[str], words: str
) -> None:
    found = operator_spectrum(mrp, ret)
    assert {side(each) for each in found.eigenvalues} == sides
    assert words in finding(found)
    svg = render(found, "svg", "a process")
    ElementTree.fromstring(svg)
    assert all(line in svg.decode() for line in (*finding(found).splitlines(), "a process"))


def test_another_format_is_refused() -> None:
    found = operator_spectrum(cycle(2, "9/10"), NStepReturn(1))
    with pytest.raises(InvalidFigure, match="format = 'gif'; expected one of svg, pdf, png"):
        render(found, "gif")
