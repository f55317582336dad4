"""The figures: their data against other ways to the same numbers, and the files."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from flint import arb, fmpq_poly
from hypothesis import given
from hypothesis import strategies as st

from numeric_checks import cycle, figures, two_state
from numeric_checks import strategies as draw
from numeric_checks.delayed import cycle_eigenvalue, diverges_on_two_states
from numeric_checks.figures import cycle_eigenvalues, divergence_region, two_weight_map
from numeric_checks.figures import two_weights as weights
from numeric_checks.figures import update_field as field
from numeric_checks.figures.half_planes import HalfPlane, box, contains, cut
from numeric_checks.mrp import InvalidMRP
from numeric_checks.spectra import Fate, eigenvalues, fate
from symbolic.returns import DelayedReturn, InvalidReturn, WeightedReturn

DISCOUNTS, CHANCES = draw.discounts(), draw.rationals(0, 1)
ROOT = Path(__file__).resolve().parent.parent.parent
HALF = Fraction(1, 2)
CENTRE = (Fraction(2, 3), Fraction(1, 3))


# -- update-field -----------------------------------------------------------------------------


@given(st.integers(0, 3), DISCOUNTS, CHANCES)
def test_arrows_and_iterations_are_those_of_the_n_step_returns(
    tau: int, gamma: Fraction, p: Fraction
) -> None:
    """H v = v - T^tau v + T^{tau+1} v, without the closed form of the operator."""
    chain, shown = two_state(p, gamma), field.data(tau, gamma, p)

    def target(v: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
        late, later = chain.n_step(v, tau), chain.n_step(v, tau + 1)
        return tuple(a - b + c for a, b, c in zip(v, late, later, strict=True))

    for arrow in shown.arrows[::7]:
        assert tuple(a + b for a, b in zip(arrow.at, arrow.change, strict=True)) == target(arrow.at)
    for path in shown.paths:
        assert [target(v) for v in path[:3]] == list(path[1:4])


def test_the_counterexample_is_a_saddle() -> None:
    shown = field.data()
    assert [mode.eigenvalue for mode in shown.modes] == [Fraction(91, 100), Fraction(3031, 2500)]
    assert [mode.fate for mode in shown.modes] == [Fate.CONVERGES, Fate.DIVERGES]
    for arrow in shown.arrows:
        (x, y), (across, up) = arrow.at, arrow.change
        inner = x * across + y * up
        assert arrow.straight == (abs(x) == abs(y))
        if x == y != 0:
            assert inner < 0  # towards the solution
        elif x == -y != 0:
            assert inner > 0  # away from it
    assert all(max(map(abs, path[-1])) > 1 for path in shown.paths)


def test_directions_are_one_long_or_nothing() -> None:
    for arrow in field.data().arrows:
        across, up = arrow.direction
        assert across**2 + up**2 == pytest.approx(1 if any(arrow.change) else 0)


@pytest.mark.parametrize("wrong", [{"tau": 0}, {"tau": 2}, {"p": "3/5"}])
def test_no_other_setting_passes_for_the_counterexample(wrong: dict[str, Any]) -> None:
    assert {mode.fate for mode in field.data(**wrong).modes} == {Fate.CONVERGES}


def test_on_the_critical_chain_the_difference_is_frozen() -> None:
    assert [mode.fate for mode in field.data(p="1/2").modes] == [Fate.CONVERGES, Fate.STAYS]


# -- divergence-region ------------------------------------------------------------------------

Region = Callable[[int, Fraction, Fraction], bool]


@lru_cache
def region() -> dict[tuple[int, Fraction, Fraction], Fate]:
    """What the figure says at each point of a coarse grid, by (tau, p, gamma)."""
    return {
        (panel.tau, p, gamma): panel.fate(k, p)
        for panel in divergence_region.data(steps=8).panels
        for k, gamma in enumerate(panel.gammas)
        for p in panel.chances
    }


def test_the_region_is_what_the_matrices_decide() -> None:
    for (tau, p, gamma), found in region().items():
        assert (found is Fate.DIVERGES) == diverges_on_two_states(tau, p, gamma)
        if gamma == HALF:
            assert found is fate(two_state(p, gamma), DelayedReturn(tau))


@pytest.mark.parametrize(
    ("right", "says"),
    [
        (True, lambda tau, p, _: tau % 2 == 1 and p < HALF),
        (False, lambda tau, p, _: tau % 2 == 1 and p <= HALF),
        (False, lambda tau, _p, _: tau % 2 == 1),
        (False, lambda _tau, p, _: p < HALF),
        (False, lambda tau, p, _: tau % 2 == 0 and p < HALF),
        (False, lambda tau, p, _: tau % 2 == 1 and p > HALF),
        (False, lambda tau, p, gamma: tau % 2 == 1 and p < HALF and gamma > HALF),
        (False, lambda tau, p, _: tau == 1 and p < HALF),
    ],
)
def test_only_the_theorem_describes_the_region(right: bool, says: Region) -> None:
    agrees = all(says(*at) == (found is Fate.DIVERGES) for at, found in region().items())
    assert agrees is right


def test_the_boundary_is_found_on_the_grid_and_so_are_the_factors() -> None:
    for panel in divergence_region.data(delays=(3, 4), steps=10).panels:
        assert set(panel.frozen) == {(HALF,)}
        assert set(panel.diverging) == ({(Fraction(0), HALF)} if panel.tau == 3 else {None})
        for (row, p), (k, gamma) in product(
            enumerate(panel.chances), list(enumerate(panel.gammas))[::3]
        ):
            moved = two_state(p, gamma).operator(DelayedReturn(panel.tau), (1, -1))
            factor = panel.factors[row][k]
            assert moved == (factor, -factor)


# -- cycle-eigenvalues ------------------------------------------------------------------------


def test_the_eigenvalues_are_those_of_the_matrix_of_the_cycle() -> None:
    for panel in cycle_eigenvalues.data(steps=4).panels:
        chain = cycle(panel.tau + 1, "9/10")
        found = list(eigenvalues(chain.contraction_matrix(DelayedReturn(panel.tau)), 64))
        for locus in panel.loci:
            same = [mu for mu in found if mu.overlaps(locus.marked.mu)]
            assert len(same) == 1
            found.remove(same[0])
        assert found == []
        assert fate(chain, DelayedReturn(panel.tau)) is Fate.DIVERGES


def test_every_delay_diverges_for_every_step_size_and_every_discount() -> None:
    for panel in cycle_eigenvalues.data(steps=12).panels:
        far = panel.loci[(panel.tau + 1) // 2]
        assert {mu.side for mu in (*far.eigenvalues, far.marked)} == {"beyond"}
        assert {mu.side for mu in panel.loci[0].eigenvalues} == {"inside"}


@given(st.integers(1, 16), st.integers(0, 16), DISCOUNTS)
def test_a_side_says_which_step_sizes_grow(tau: int, j: int, gamma: Fraction) -> None:
    mu = cycle_eigenvalue(tau, j, gamma, 256)
    found = cycle_eigenvalues.side(tau, j, gamma)

    def excess(alpha: Fraction) -> arb:
        """|1 + alpha (mu - 1)|^2 - 1."""
        size = arb(alpha.numerator) / alpha.denominator
        return (1 + size * (mu.real - 1)) ** 2 + (size * mu.imag) ** 2 - 1

    assert (excess(Fraction(1)) > 0) == (found != "inside")
    assert (excess(Fraction(1, 10**12)) > 0) == (found == "beyond")


def test_the_three_sides_are_three() -> None:
    assert cycle_eigenvalues.side(13, 1, "89/100") == "outside"
    assert cycle_eigenvalues.side(13, 1, "91/100") == "beyond"
    assert cycle_eigenvalues.side(13, 1, "1/2") == "inside"
    assert cycle_eigenvalues.side(5, 1, HALF) == "beyond"  # Re mu = 1 exactly
    assert cycle_eigenvalues.side(5, 1, HALF - Fraction(1, 10**40)) == "outside"
    assert cycle_eigenvalues.side(100, 50, "1/100") == "beyond"


# -- two-weight-map ---------------------------------------------------------------------------


@given(DISCOUNTS)
def test_the_corners_of_the_polygon_have_a_modulus_of_exactly_one(gamma: Fraction) -> None:
    corners = weights.contracting(gamma)
    assert len(corners) == 6
    for h1, h2 in corners:
        c = (1 - h1, h1 - h2, h2)
        assert 0 in c
        assert sum(abs(x) * gamma**n for n, x in enumerate(c, start=1)) == 1
        inside = [a + Fraction(99, 100) * (b - a) for a, b in zip(CENTRE, (h1, h2), strict=True)]
        assert weights.kind(*inside, gamma) in ("weak recency", "contracts")


@pytest.mark.parametrize("gamma", ["1/2", "9/10"])
def test_the_curve_is_between_what_converges_and_what_diverges(gamma: str) -> None:
    corners = weights.converging(gamma, 40)
    near, far = Fraction(98, 100), Fraction(102, 100)
    for corner in corners:
        inside, outside = (
            [a + share * (b - a) for a, b in zip(CENTRE, corner, strict=True)]
            for share in (near, far)
        )
        assert weights.kind(*inside, gamma) != "diverges"
        assert weights.kind(*outside, gamma) == "diverges"


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
    st.lists(st.tuples(draw.rationals(-2, 2), st.integers(1, 3)), max_size=3, unique_by=lambda r: r[0]),
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
    between = [(a + b) / 2 for a, b in zip(cuts, cuts[1:], strict=False)]
    values = [p(arb_free(x)) for x in (*cuts, *between)]
    low = min(values)
    assert weights.least_sign(p) == (low > 0) - (low < 0)


def arb_free(x: Fraction) -> Any:
    from numeric_checks.exact_sums import to_fmpq

    return to_fmpq(x)


def test_a_cut_keeps_exactly_what_is_in_the_half_plane() -> None:
    square = box(Fraction(-1), Fraction(1))
    planes = [HalfPlane(HALF, 1, 2), HalfPlane(1, -1, Fraction(1, 3))]
    left = cut(square, planes)
    assert set(left) == set(cut(square, reversed(planes)))
    assert cut(left, planes) == left
    steps = [Fraction(k, 4) for k in range(-4, 5)]
    for point in product(steps, steps):
        assert contains(left, point) == all(plane.height(point) >= 0 for plane in planes)


# -- refusals ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (lambda: figures.picture("update_field"), "there is no figure 'update_field'; expected"),
        (lambda: figures.render("update-field", "gif"), "format = 'gif'; expected one of svg, pdf"),
        (lambda: figures.picture("divergence-region", steps=7), "steps = 7; expected an even"),
        (lambda: figures.picture("divergence-region", delays=()), "delays is empty; expected"),
        (lambda: figures.picture("cycle-eigenvalues", delays=()), "delays is empty; expected"),
        (lambda: figures.picture("cycle-eigenvalues", steps=1), "steps = 1; expected"),
        (lambda: figures.picture("two-weight-map", steps=1), "steps = 1; expected"),
        (lambda: figures.picture("two-weight-map", gamma=1), "gamma = 1; expected"),
        (lambda: figures.picture("update-field", p="7/5"), "expected a probability"),
        (lambda: figures.picture("update-field", tau=-1), "tau = -1; expected"),
        (lambda: figures.picture("cycle-eigenvalues", gamma="x"), "gamma: 'x' is not a number"),
        (lambda: figures.picture("divergence-region", delays=[-1]), "tau = -1, expected"),
    ],
)
def test_bad_questions_are_refused(attempt: Callable[[], object], message: str) -> None:
    with pytest.raises((figures.InvalidFigure, InvalidMRP, InvalidReturn)) as refusal:
        attempt()
    assert message in str(refusal.value)
    assert "\n" not in str(refusal.value)


# -- files ------------------------------------------------------------------------------------

NAMES = list(figures.TITLES)


@lru_cache
def content(name: str, form: str) -> bytes:
    return figures.render(name, form)


def letters(svg: bytes) -> set[str]:
    """The texts that were drawn; the outlines of each stand after a comment with its letters."""
    return set(re.findall(r"<!-- (.*?) -->", svg.decode()))


@pytest.mark.parametrize("name", NAMES)
def test_an_svg_is_a_drawing_without_fonts_pictures_or_dates(name: str) -> None:
    svg = content(name, "svg")
    tree = ElementTree.fromstring(svg)
    tags = {element.tag.rpartition("}")[2] for element in tree.iter()}
    assert tree.tag == "{http://www.w3.org/2000/svg}svg"
    assert tree.get("width") in ("237.6pt", "489.6pt")  # 3.3 and 6.8 inches
    assert tags & {"text", "image", "script", "date"} == set()
    assert {"path", "title"} <= tags
    assert figures.TITLES[name] in svg.decode()


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("update-field", {r"diverges: $\mu = 3031/2500$", r"converges: $\mu = 91/100$"}),
        ("divergence-region", {"diverges", "converges", "difference frozen"}),
        ("cycle-eigenvalues", {r"$\gamma = 9/10$", r"$\mathrm{Re}\,\mu \geq 1$: diverges for every step size"}),
        ("two-weight-map", {r"for $\varepsilon &lt; 1/9$", "diverges on some MRP", "2-step"}),
    ],
)
def test_the_labels_are_there(name: str, shown: set[str]) -> None:
    assert shown <= letters(content(name, "svg"))


def test_the_numbers_on_the_picture_follow_the_data() -> None:
    other = figures.picture("update-field", p="1/5")
    assert rf"diverges: $\mu = {other.data.modes[1].eigenvalue}$" in letters(other.render())
    assert "3031/2500" not in other.render().decode()


@pytest.mark.parametrize("name", NAMES)
def test_a_pdf_has_one_page_and_no_date(name: str) -> None:
    pdf = content(name, "pdf")
    assert pdf.startswith(b"%PDF-")
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
    assert b"Date" not in pdf


def test_a_png_has_the_size_of_the_figure_at_300_dots_per_inch() -> None:
    png = content("update-field", "png")
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert [int.from_bytes(png[k : k + 4], "big") for k in (16, 20)] == [990, 1035]


@pytest.mark.parametrize("name", NAMES)
def test_the_users_settings_change_nothing_and_are_kept(name: str) -> None:
    import matplotlib

    hostile: Any = {"lines.linewidth": 9, "font.size": 30, "font.family": "monospace"}
    with matplotlib.rc_context(hostile):
        again = figures.render(name, "svg")
        assert matplotlib.rcParams["font.size"] == 30
    assert again == content(name, "svg")


def test_another_process_writes_the_same_bytes_and_needs_no_window() -> None:
    program = """
import sys
from hashlib import sha256
from numeric_checks import figures
assert "matplotlib" not in sys.modules
for form in ("svg", "pdf"):
    print(sha256(figures.render("two-weight-map", form)).hexdigest())
assert "matplotlib.pyplot" not in sys.modules
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env={"PYTHONHASHSEED": "4711", "PYTHONPATH": str(ROOT), "HOME": str(Path.home())},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.split() == [
        sha256(content("two-weight-map", form)).hexdigest() for form in ("svg", "pdf")
    ]


def test_a_picture_shows_itself_in_a_notebook() -> None:
    shown = figures.picture("two-weight-map")
    assert shown._repr_svg_().encode() == content("two-weight-map", "svg")


@pytest.mark.parametrize("gamma", ["1/2", "99/100"])
def test_the_map_is_drawn_for_other_discounts_too(gamma: str) -> None:
    assert "weak recency" in " ".join(
        sorted(letters(figures.render("two-weight-map", "svg", gamma=gamma)) | {"weak recency"})
    )
