"""What can be printed: core terms, numbers, expressions and statements, and nothing else."""

from fractions import Fraction

import pytest
from sympy import Rational, Symbol

from symbolic import AtMost, index, real, sequence, series
from symbolic.core.terms import var
from symbolic.printing import statement_text, term_latex, term_text
from symbolic.printing.authored import core_of


def test_a_number_is_a_term_however_it_is_written() -> None:
    assert term_text(3) == "3"
    assert term_text(Fraction(1, 2)) == term_text(Rational(1, 2)) == "1/2"


def test_a_plain_symbol_will_do_for_a_number() -> None:
    assert core_of(Symbol("x"))[0] is core_of(real("x"))[0] is core_of(var("x"))[0]


def test_the_names_of_an_author_are_kept() -> None:
    one, other, h = index("j"), index("k"), sequence("h")
    for name in (one, other):
        total = series(h(name), name, 0)
        assert str(name) in term_text(total)
        assert str(name) in term_latex(total)
        assert str(name) in statement_text(AtMost(total, 1))


@pytest.mark.parametrize("thing", ["x", None, 0.5, [real("x")]])
def test_what_is_neither_a_term_nor_a_statement_is_refused(thing: object) -> None:
    with pytest.raises(TypeError, match="expected one of them"):
        term_text(thing)
