"""Definitions: a name means one thing, hides nothing that can be bound, and runs in no circle."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sympy import Integer

from symbolic import (
    AtMost,
    Chain,
    Definition,
    Equal,
    Less,
    NotEqual,
    define,
    given,
    index,
    real,
    sequence,
    series,
)
from symbolic.core.polynomials import key
from symbolic.statements import GAMMA, REWARD, VALUE, Z
from symbolic.statements.edge import statement_to_core
from symbolic.terms import NotATerm
from symbolic.writing import algebra, generalise, instantiate, recall, unfold
from symbolic.writing.definitions import Redefined, explicit, explicit_term, is_defined
from symbolic.writing.publication import published
from symbolic.writing.refusals import Undefined
from symbolic.writing.theorem import ProofError

x, y = real("x"), real("y")
i, j, k, n = (index(name) for name in "ijkn")
h = sequence("h")
simple = define("definitions_simple", (n,), x * h(n) + n)
nested = define("definitions_nested", (k,), simple(k) + y)
two = define("definitions_two", (i, j), h(i) * x**2 + j)


def test_a_name_is_applied_and_taken_apart() -> None:
    assert simple(3) == sequence("definitions_simple")(3)
    assert simple.at(3) == x * h(3) + 3
    assert two.at(j, i) == h(j) * x**2 + i
    assert is_defined(simple.symbol)
    assert not is_defined(sequence("definitions_nothing"))


def test_defining_a_name_again_must_agree() -> None:
    again = define("definitions_simple", (k,), x * h(k) + k)
    assert again == simple
    with pytest.raises(Redefined, match="already defined"):
        define("definitions_simple", (n,), x * h(n))
    with pytest.raises(Redefined, match="already defined"):
        define("definitions_simple", (n, k), x * h(n) + n)
    assert simple.at(1) == x * h(1) + 1


def test_a_name_cannot_speak_of_itself() -> None:
    own = sequence("definitions_own")
    with pytest.raises(Redefined, match="own definition"):
        define("definitions_own", (n,), own(n - 1) + 1)
    assert not is_defined(own)


def test_names_cannot_run_in_a_circle() -> None:
    """p := q and q := r and r := p + 1 would give 0 = 1."""
    p = define("definitions_p", (n,), sequence("definitions_q")(n))
    q = define("definitions_q", (n,), sequence("definitions_r")(n))
    with pytest.raises(Redefined, match="own definition"):
        define("definitions_r", (n,), p(n) + 1)
    assert is_defined(q.symbol)
    assert not is_defined(sequence("definitions_r"))


@pytest.mark.parametrize("hidden", [Z, REWARD, VALUE], ids=str)
def test_a_name_cannot_hide_what_stands_for_an_mrp(hidden: object) -> None:
    with pytest.raises(Redefined):
        define("definitions_mrp", (n,), x + hidden)
    assert not is_defined(sequence("definitions_mrp"))


def test_a_name_cannot_hide_an_integer_variable() -> None:
    """d := i would give d = i for all i."""
    with pytest.raises(Redefined, match="not a parameter"):
        define("definitions_index", (n,), h(n) + i)


def test_parameters_are_integers_and_bodies_are_terms() -> None:
    with pytest.raises(Redefined, match="integer variables"):
        define("definitions_real", (x,), x + 1)
    with pytest.raises(NotATerm):
        define("definitions_float", (n,), 0.5 * x)


def test_what_a_name_depends_on_is_known_through_other_names() -> None:
    plain = explicit_term(statement_to_core(Less(nested(1), GAMMA)))
    assert key(plain) is Less(x * h(1) + 1 + y, GAMMA).key


def test_what_is_proved_with_names_holds_of_what_they_stand_for() -> None:
    """The meaning of a name is a hypothesis, which putting the meaning in discharges."""
    theorem = (
        Chain(given(), nested(2))
        .to(x * h(2) + 2 + y, unfold(given(), nested, 2), unfold(given(), simple, 2))
        .qed()
    )
    assert theorem.hypotheses == ()
    assert set(theorem.definitions) == {nested, simple}
    plain = explicit(theorem.proof)
    assert not plain.hypotheses
    assert key(plain.conclusion) is Equal(0, 0).key


def test_only_what_was_registered_can_be_unfolded() -> None:
    forged = Definition(simple.symbol, (n,), Integer(7) + n)
    for wrong in (forged, replace(simple, body=x), replace(simple, symbol=h)):
        with pytest.raises(ProofError, match="is not defined so"):
            unfold(given(), wrong, 0)


def test_unfolding_does_not_capture() -> None:
    total = define("definitions_total", (n,), series(h(i), i, 0, n))
    theorem = unfold(given(), total, i)
    assert theorem.statement == Equal(total(i), series(h(index("i_1")), index("i_1"), 0, i))


def test_a_name_is_defined_only_where_what_it_stands_for_is() -> None:
    inverse = define("definitions_inverse", (n,), 1 / (x - n))
    for undefined in (AtMost(0, abs(inverse(2))), Equal(inverse(2) + y, y + inverse(2) + 0)):
        with pytest.raises(Undefined, match="x ≠ 2 does not follow"):
            published(recall(given(), undefined))
    theorem = published(recall(given(NotEqual(x, 2)), AtMost(0, abs(inverse(2)))))
    assert [s.key for s in theorem.hypotheses] == [NotEqual(x, 2).key]


def test_a_name_is_not_defined_where_it_divides_by_zero() -> None:
    inverse = define("definitions_one_over", (n,), 1 / n)
    with pytest.raises(NotATerm, match="zoo is not exact"):
        unfold(given(), inverse, 0)
    with pytest.raises(Undefined, match="0 ≠ 0 does not follow"):
        published(algebra(given(), inverse(0), inverse(0)))
    theorem = published(algebra(given(), inverse(2), inverse(2)))
    assert theorem.statement == Equal(inverse(2), inverse(2))


def test_a_name_inside_a_sum_is_defined_for_every_index() -> None:
    power = define("definitions_power", (n,), x**n)
    total = define("definitions_powers", (n,), series(power(i) / (1 + i), i, 0, n))
    outer = series(total(i), i, 0, k)
    assert published(algebra(given(), outer, outer)).hypotheses == ()
    earlier = series(power(i - 1), i, 0, k)
    with pytest.raises(Undefined, match="x ≠ 0 for all"):
        published(algebra(given(), earlier, earlier))


def test_a_sum_that_a_name_hides_has_an_index_of_its_own() -> None:
    """For n = 0 and k = 1 the term 1/(n - k + 1) is not defined."""
    hidden = define("definitions_hidden_sum", (n,), series(1 / (n - k + 1), k, 0, 3))
    for total in (series(hidden(i), i, 0, 5), series(series(hidden(i + j), i, 0, 5), j, 0, 1)):
        with pytest.raises(Undefined, match=r"≠ .* for all"):
            published(recall(given(), AtMost(0, abs(total))))


silent = define("definitions_silent", (n,), h(n) + series(h(i), i, 1, k), silent=(k,))


def test_a_name_may_depend_on_an_integer_that_it_does_not_show() -> None:
    found = unfold(given(), silent, 2)
    assert found.statement.key == Equal(silent(2), h(2) + series(h(i), i, 1, k)).key


def test_what_a_name_does_not_show_cannot_be_replaced_behind_it() -> None:
    found = unfold(given(), silent, 2)
    with pytest.raises(ProofError, match="definitions_silent hides a symbol"):
        instantiate(given(), found, {k: 3})
    with pytest.raises(ProofError, match="k is not arbitrary"):
        generalise(given(), found, k, 0)
