"""Which names there are: one spelling each, and none that looks like something else."""

from __future__ import annotations

import pytest

from proofs.companion import ledger
from proofs.companion.claims import catalogue
from symbolic.core.terms import INT, REAL, apply, var
from symbolic.printing.authored import core_of
from symbolic.printing.names import TOKEN, NotAName, check_name, named, shown
from symbolic.printing.plain import text
from symbolic.printing.shapes import check_names

NAMES = (
    "x", "gamma", "lambda", "lam", "mu", "epsilon", "N", "K", "i_1", "i_12", "x1", "x_max", "A'",
    "lo", "step_size", "length", "definitions_hidden_sum", "circle_q", "lambda_max", "tau'", "hi",
    "lag",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_shown_and_read(name: str) -> None:
    check_name(name, "real")
    token = shown(name)
    assert TOKEN.fullmatch(token)
    assert named(token) == name


@pytest.mark.parametrize(
    "name",
    ["", "1", "1/2", "100%", "h_n", "h_0_1", "v_pi", "x_gamma", "μ", "γ", "cos", "sin", "sup", "pi",
     "a b", "x+y", "x-", "_x", "x__", "#0", "@1", "x^2", "i₁", "for", "is", "x'y", "π"],
)  # fmt: skip
def test_what_looks_like_something_else_is_no_name(name: str) -> None:
    with pytest.raises(NotAName, match=r"."):
        check_name(name, "integer")
    assert named(shown(name)) == name


def test_all_names_are_shown_differently() -> None:
    assert len(set(map(shown, NAMES))) == len(NAMES)
    assert text(var("i_1", INT) ** 1) != text(apply("i", 1) ** 1)
    assert text(var("h_n")) != text(apply("h", var("n", INT)))
    assert text(var("circle_q")) != text(apply("circle", var("q", INT)))


def test_a_kind_is_one_that_there_is() -> None:
    with pytest.raises(NotAName, match="kind"):
        check_name("x", "number")


def test_a_name_stands_for_one_thing() -> None:
    with pytest.raises(NotAName, match="two variables"):
        check_names(var("n", INT) + 1, var("n", REAL))
    check_names(apply("h", var("n", INT)) + var("h"))


@pytest.mark.parametrize("share", range(4))
def test_the_names_of_the_ledger_are_names(share: int) -> None:
    for entry in catalogue.entries()[share::4]:
        for part in ledger.load(entry.id).parts:
            check_names(*(core_of(s)[0] for s in (part.says, *part.given)))
