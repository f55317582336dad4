"""The figures as files: valid, the same every time, and whatever the user's settings are."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any
from xml.etree import ElementTree

import pytest

from numeric_checks import figures

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


@pytest.mark.parametrize(
    ("name", "labels"),
    [
        ("update-field", {r"diverges: $\mu = 3031/2500$", r"converges: $\mu = 91/100$"}),
        ("divergence-region", {"diverges", "converges", "difference frozen"}),
        (
            "cycle-eigenvalues",
            {r"$\gamma = 9/10$", r"$\mathrm{Re}\,\mu \geq 1$: diverges for every step size"},
        ),
        ("two-weight-map", {r"for $\varepsilon &lt; 1/9$", "diverges on some MRP", "2-step"}),
    ],
)
def test_the_labels_are_there(name: str, labels: set[str]) -> None:
    assert labels <= letters(content(name, "svg"))


def test_the_numbers_on_the_picture_follow_the_data() -> None:
    other = figures.picture("update-field", p="1/5")
    assert rf"diverges: $\mu = {other.data.modes[1].eigenvalue}$" in letters(other.render())
    assert "3031/2500" not in other.render().decode()


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
    assert [int.from_bytes(png[k : k + 4], "big") for k in (16, 20)] == [990, 1035]


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
    assert {rf"for $\varepsilon &lt; {reach}$", rf"$\gamma = {gamma}$"} <= letters(svg)


def test_delays_without_contours_are_drawn_too() -> None:
    svg = figures.render("divergence-region", "svg", delays=(0, 40), steps=4)
    assert {r"$\tau = 0$", r"$\tau = 40$", "converges"} <= letters(svg)
    assert "diverges" not in letters(svg)
