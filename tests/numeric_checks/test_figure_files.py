"""The figures as files: valid, the same every time, and whatever the user's settings are."""

from __future__ import annotations

import html
import re
from fractions import Fraction
from functools import lru_cache
from typing import Any
from xml.etree import ElementTree

import pytest

from numeric_checks import figures
from numeric_checks.figures import style
from symbolic.numbers import Typed

NAMES = list(figures.TITLES)


@lru_cache
def shown(name: str) -> figures.Picture:
    return figures.picture(name)


@lru_cache
def content(name: str, form: str) -> bytes:
    return shown(name).render(form)


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


@pytest.mark.parametrize("name", NAMES)
def test_above_the_figure_stands_what_it_shows(name: str) -> None:
    assert set(shown(name).finding.splitlines()) <= {
        html.unescape(words) for words in letters(content(name, "svg"))
    }


@pytest.mark.parametrize(
    ("name", "labels"),
    [
        (
            "update-field",
            {
                r"grows by $\mu = 3031/2500$",
                r"shrinks by $\mu = 91/100$",
                "$v$, $Hv$, $H^2v$, ...: updates with step size 1",
            },
        ),
        (
            "divergence-region",
            {
                "diverges",
                "converges",
                "difference $v(s_1) - v(s_2)$ frozen: no update changes it",
            },
        ),
        ("cycle-eigenvalues", {r"$\mathrm{Re}\,\mu \geq 1$: diverges for every step size"}),
        (
            "two-weight-map",
            {
                r"$c = (-\varepsilon, 1 + \varepsilon)$: contracts for "
                r"$\varepsilon &lt; 1/9$ only",
                "expected updates diverge on some MRP",
            },
        ),
        ("variance-frontier", {"what weak recency allows", "$m = 5$: $Q = 4.179$"}),
        ("learning-curves", {r"delayed TD(0), $h = (0, 1)$: diverges on a cycle, $\beta = 2.710$"}),
    ],
)
def test_the_labels_are_there(name: str, labels: set[str]) -> None:
    assert labels <= letters(content(name, "svg"))


def test_the_eigenvalues_are_said_to_be_those_of_the_operator_on_the_cycle() -> None:
    words = letters(content("cycle-eigenvalues", "svg"))
    assert any("of the operator $H$" in label and "of the cycle" in label for label in words)
    assert any(r"marks: $\gamma = 9/10$" in label for label in words)


def test_the_numbers_on_the_picture_follow_the_data() -> None:
    other = figures.picture("update-field", p="1/5")
    assert rf"grows by $\mu = {other.data.modes[1].eigenvalue}$" in letters(other.render())
    assert "3031/2500" not in other.render().decode()


@pytest.mark.parametrize(
    "name", ["update-field", "cycle-eigenvalues", "two-weight-map", "variance-frontier",
             "learning-curves"],
)  # fmt: skip
def test_a_discount_is_written_as_it_was_typed(name: str) -> None:
    words = " ".join(letters(figures.render(name, gamma=Typed("0.80"))))
    assert r"$\gamma = 0.80$" in words
    assert r"$\gamma = 4/5$" not in words


def test_numbers_that_python_would_not_print_are_written_by_their_digits() -> None:
    assert style.equal(r"\mu", 1 - Fraction(1, 10**5000)) == r"$\mu \approx 0.999999$"


def test_a_number_that_is_too_long_is_written_by_its_digits() -> None:
    words = letters(figures.render("update-field", tau=60))
    assert r"shrinks by $\mu \approx 0.999820$" in words


@pytest.mark.parametrize("name", ["cycle-eigenvalues", "two-weight-map"])
def test_a_pdf_has_one_page_and_no_date(name: str) -> None:
    pdf = content(name, "pdf")
    assert pdf.startswith(b"%PDF-")
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
    assert b"Date" not in pdf


def test_a_pdf_is_the_same_each_time() -> None:
    assert shown("two-weight-map").render("pdf") == content("two-weight-map", "pdf")


def test_a_png_has_the_size_of_the_figure_at_300_dots_per_inch() -> None:
    png = content("update-field", "png")
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert [int.from_bytes(png[k : k + 4], "big") for k in (16, 20)] == [990, 1290]


@pytest.mark.parametrize("name", ["update-field", "divergence-region"])
def test_the_users_settings_change_nothing_and_are_kept(name: str) -> None:
    import matplotlib

    hostile: Any = {"lines.linewidth": 9, "font.size": 30, "font.family": "monospace"}
    with matplotlib.rc_context(hostile):
        again = shown(name).render("svg")
        assert matplotlib.rcParams["font.size"] == 30
    assert again == content(name, "svg")


def test_a_picture_shows_itself_in_a_notebook() -> None:
    svg = shown("two-weight-map")._repr_svg_()
    assert svg.encode() == content("two-weight-map", "svg")


@pytest.mark.parametrize(("gamma", "reach"), [("1/2", "1"), ("99/100", "1/99")])
def test_the_map_is_drawn_for_other_discounts_too(gamma: str, reach: str) -> None:
    svg = figures.render("two-weight-map", "svg", gamma=gamma, steps=20)
    words = letters(svg)
    assert rf"$\gamma = {gamma}$" in words
    assert any(rf"$\varepsilon &lt; {reach}$ only" in label for label in words)


@pytest.mark.parametrize("name", ["cycle-eigenvalues", "divergence-region"])
def test_each_row_of_panels_has_the_same_room(name: str) -> None:
    heights = []
    for count in (3, 6, 9):
        svg = figures.render(name, delays=range(1, count + 1), steps=4)
        heights.append(float(str(ElementTree.fromstring(svg).get("height")).removesuffix("pt")))
    assert heights[2] - heights[1] == pytest.approx(heights[1] - heights[0])
    assert heights[0] > 100


def test_delays_without_contours_are_drawn_too() -> None:
    svg = figures.render("divergence-region", "svg", delays=(0, 40), steps=4)
    assert {r"$\tau = 0$", r"$\tau = 40$", "converges"} <= letters(svg)
    assert "diverges" not in letters(svg)
