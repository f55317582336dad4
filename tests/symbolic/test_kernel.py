"""Theorems cannot be forged: not built, subclassed, copied into, stored, changed or smuggled in."""

from __future__ import annotations

import copy
import gc
import pickle
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import FrameType
from typing import Any

import pytest
from sympy import Integer

from symbolic import AtMost, Context, Equal, Less, NotEqual, Statement, given, index, real
from symbolic.kernel import (
    FIELDS,
    Forged,
    Mint,
    ProofError,
    Theorem,
    Unproved,
    ancestry,
    check_genuine,
    close_the_table,
    rule,
    rule_names,
    rules_used,
)
from symbolic.rules import (
    algebra,
    assume,
    chain,
    cut,
    generalise,
    linear_combination,
    recall,
    restate,
    symmetry,
)
from symbolic.statements import IllFormed, base

x, y = real("x"), real("y")
n = index("n")
FALSE = Equal(Integer(0), Integer(1))


def truth() -> Theorem:
    return algebra(given(), 0, 0)


# -- from nothing ----------------------------------------------------------------------------


def test_the_constructor_is_closed() -> None:
    with pytest.raises(Forged):
        Theorem(FALSE)
    with pytest.raises(Forged):
        Theorem.__new__(Theorem)


def test_there_are_no_other_kinds_of_theorems() -> None:
    with pytest.raises(Forged):
        type("Better", (Theorem,), {})


def blank(**fields: Any) -> Theorem:
    """A theorem as an object, with fields of one's own."""
    made = object.__new__(Theorem)
    usual: dict[str, Any] = dict.fromkeys(("hypotheses", "premises", "side"), ())
    usual |= {"rule": "algebra", "reason": "", "established": frozenset(), "statement": FALSE}
    for name, value in {**usual, **fields}.items():
        object.__setattr__(made, name, value)
    return made


def kind(thing: object) -> str:
    return type(thing).__name__


class Duck:
    """It has the attributes of a theorem."""

    statement = FALSE
    hypotheses = premises = side = ()
    established: frozenset[object] = frozenset()
    rule = reason = "algebra"


@pytest.mark.parametrize("forged", [blank(), Duck(), FALSE, None, "0 = 1"], ids=kind)
def test_what_no_rule_made_is_not_a_theorem(forged: Any) -> None:
    with pytest.raises(Forged):
        check_genuine(forged)
    with pytest.raises((Forged, AttributeError)):
        symmetry(forged)
    with pytest.raises((Forged, AttributeError)):
        recall(Context((forged,)), FALSE)


USES: list[tuple[str, Callable[[Any], Theorem]]] = [
    ("a premise of a chain", chain),
    ("a premise to be restated", lambda t: restate(given(), t, FALSE)),
    ("a lemma", lambda t: cut(t, assume(given(), FALSE))),
    ("a premise to be generalised", lambda t: generalise(given(), t, n, 0)),
    ("a fact", lambda t: recall(Context((t,)), FALSE)),
    ("a fact among others", lambda t: recall(given(Less(0, x)).also(t), FALSE)),
    ("what makes a term defined",
     lambda t: algebra(Context((t,)), 1 / x, 1 / x)),
]  # fmt: skip


@pytest.mark.parametrize("use", [u for _, u in USES], ids=[name for name, _ in USES])
def test_a_forged_theorem_cannot_be_used(use: Callable[[Any], Theorem]) -> None:
    statement = NotEqual(x, 0) if use is USES[-1][1] else FALSE
    with pytest.raises(Forged):
        use(blank(statement=statement))


# -- from a genuine one ----------------------------------------------------------------------


@pytest.mark.parametrize("field", FIELDS)
def test_a_theorem_cannot_be_changed(field: str) -> None:
    theorem = truth()
    with pytest.raises(Forged):
        setattr(theorem, field, FALSE)
    with pytest.raises(Forged):
        delattr(theorem, field)
    assert theorem.statement == Equal(0, 0)


@pytest.mark.parametrize("field", FIELDS)
def test_a_theorem_that_was_changed_by_force_is_noticed(field: str) -> None:
    theorem = truth()
    object.__setattr__(theorem, field, (FALSE,))
    with pytest.raises(Forged):
        symmetry(theorem)


@pytest.mark.parametrize(("part", "value"), [("lhs", Integer(1)), ("rhs", Integer(1))])
def test_a_statement_that_was_changed_by_force_is_noticed(part: str, value: object) -> None:
    theorem = truth()
    object.__setattr__(theorem.statement, part, value)
    with pytest.raises(Forged):
        symmetry(theorem)


def test_a_hypothesis_that_was_changed_by_force_is_noticed() -> None:
    theorem = recall(given(Less(x, 0)), Less(x, 1))
    object.__setattr__(theorem.hypotheses[0], "lhs", Integer(-1))
    with pytest.raises(Forged):
        recall(Context((theorem,)), Less(x, 1))


@pytest.mark.parametrize(
    "name", ["key", "free_symbols", "sequences", "_key", "_free", "_outer", "_bound", "check"]
)
def test_nothing_can_be_planted_in_a_statement(name: str) -> None:
    """A statement that claims to be 0 = 0 would let the truth discharge the hypothesis 0 = 1."""
    lie = Equal(0, 1)
    vars(lie)[name] = getattr(Equal(0, 0), name)
    with pytest.raises((ProofError, IllFormed)):
        cut(truth(), assume(given(), lie))
    theorem = truth()
    vars(theorem.statement)[name] = getattr(FALSE, name)
    with pytest.raises((ProofError, IllFormed)):
        cut(theorem, assume(given(), FALSE))


@pytest.mark.parametrize("name", ["key", "free_symbols", "sequences"])
def test_what_is_planted_in_a_statement_is_not_remembered_for_an_equal_one(name: str) -> None:
    honest = Equal(x, 3 * x + 7)
    expected = getattr(Equal(x, 3 * x + 7 + y - y), name)
    lie = Equal(x, 3 * x + 7)
    for method in ("_key", "_free", "_outer", "_inner"):
        vars(lie)[method] = getattr(Equal(0, 0), method)
    for cache in (base._key, base._free_symbols, base._sequences):
        cache.cache_clear()
    with pytest.raises(IllFormed):
        getattr(lie, name)
    assert getattr(honest, name) == expected


@pytest.mark.parametrize("position", ["statement", "hypothesis"])
def test_a_statement_that_was_made_into_another_kind_is_noticed(position: str) -> None:
    """0 <= 1 has the parts of 0 = 1."""
    theorem = recall(given(AtMost(x, 0)), AtMost(x, 1))
    changed = theorem.statement if position == "statement" else theorem.hypotheses[0]
    object.__setattr__(changed, "__class__", Equal)
    with pytest.raises(Forged):
        recall(Context((theorem,)), AtMost(x, 1))


def test_a_hidden_variable_cannot_be_planted_away() -> None:
    theorem = assume(given(), AtMost(0, n))
    vars(theorem.hypotheses[0])["free_symbols"] = frozenset()
    with pytest.raises(ProofError):
        generalise(given(), theorem, n, 5)


def test_a_copy_is_the_theorem_itself() -> None:
    theorem = truth()
    assert copy.copy(theorem) is theorem
    assert copy.deepcopy(theorem) is theorem
    assert copy.deepcopy([theorem])[0] is theorem


def test_a_theorem_cannot_be_stored_and_brought_back() -> None:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        with pytest.raises(Forged):
            pickle.dumps(truth(), protocol)


def test_a_theorem_cannot_be_replaced_field_by_field() -> None:
    with pytest.raises(TypeError):
        replace(truth(), statement=FALSE)  # type: ignore[type-var]


def test_another_theorem_at_the_same_address_is_another_theorem() -> None:
    for _ in range(50):
        theorem = truth()
        del theorem
        gc.collect(0)
        with pytest.raises(Forged):
            check_genuine(blank())


# -- other statements and contexts -----------------------------------------------------------


def test_there_are_no_other_kinds_of_statements() -> None:
    def lying() -> Theorem:
        class Lie(Equal):
            @property
            def key(self) -> tuple[Any, ...]:
                return Equal(0, 0).key

        return cut(truth(), assume(given(), Lie(0, 1)))

    with pytest.raises((ProofError, IllFormed)):
        lying()


def test_what_is_printed_alike_is_alike() -> None:
    """0 < x < 1 has no solution in integers; it must not be shown as a hypothesis about numbers."""
    whole = index("x")
    ctx = given(Less(0, whole), Less(whole, 1))
    both = [recall(ctx, Equal(whole, value)) for value in (5, 6)]
    absurd = linear_combination(given(), 1, 0, (1, both[0]), (-1, both[1]))
    with pytest.raises((ProofError, IllFormed)):
        linear_combination(given(), x, 5, (x - 5, absurd))


def test_a_context_cannot_show_one_thing_and_be_another() -> None:
    genuine = assume(given(), Equal(0, 0))
    pretend = 0

    class Fickle(Context):
        turn = 0

        def __getattribute__(self, name: str) -> Any:
            if name == "facts":
                Fickle.turn += 1
                return (genuine,) if Fickle.turn != pretend else (Duck(),)
            return super().__getattribute__(name)

    for turn in range(1, 12):
        pretend, Fickle.turn = turn, 0
        with pytest.raises((ProofError, AttributeError)):
            recall(Fickle((genuine,)), FALSE)


# -- the power to make theorems --------------------------------------------------------------


def frames(error: BaseException) -> Iterator[FrameType]:
    traceback = error.__traceback__
    while traceback is not None:
        yield traceback.tb_frame
        traceback = traceback.tb_next


def left_over_mint() -> Mint:
    """The mint of a rule that refused, as a debugger sees it."""
    with pytest.raises(ProofError) as caught:
        algebra(given(), 0, 1)
    mints = [value for frame in frames(caught.value) for value in frame.f_locals.values()]
    return next(m for m in mints if isinstance(m, Mint))


def test_a_mint_makes_nothing_after_the_call_it_was_lent_for() -> None:
    mint = left_over_mint()
    with pytest.raises(ProofError):
        mint.conclude(given(), FALSE)


def test_what_a_mint_makes_theorems_with_is_taken_from_it() -> None:
    mint = left_over_mint()
    fields = {name: getattr(truth(), name) for name in FIELDS}
    with pytest.raises(ProofError):
        check_genuine(mint._make(**{**fields, "statement": FALSE}))


def test_the_table_of_rules_is_closed() -> None:
    before = rule_names()
    with pytest.raises(ProofError, match="closed"):

        @rule("anything goes")
        def anything(mint: Mint, statement: Statement) -> Theorem:
            return mint.conclude(given(), statement)

    close_the_table()
    assert rule_names() == before


def test_a_rule_does_not_hand_out_what_it_wraps() -> None:
    assert not hasattr(algebra, "__wrapped__")


# -- what theorems remember ------------------------------------------------------------------


def test_a_theorem_remembers_its_rule_its_premises_and_the_facts_it_used() -> None:
    ctx = given(Less(0, x), Less(0, y))
    positive = recall(ctx, Less(0, x + 1))
    assert (positive.rule, positive.premises) == ("fact", ())
    assert positive.side == (ctx.facts[0],)
    turned = symmetry(assume(given(), Equal(x, y)))
    assert turned.rule == "symmetry"
    assert [t.rule for t in ancestry(turned)] == ["symmetry", "hypothesis"]
    assert rules_used(turned) == {"symmetry", "hypothesis"}


def test_a_refusal_names_the_condition_that_is_missing() -> None:
    with pytest.raises(Unproved, match="x ≠ 0") as caught:
        algebra(given(), x / x**2, 1 / x)
    assert "algebra" in str(caught.value)


def test_a_context_is_a_value() -> None:
    ctx = given(Less(0, x))
    more = ctx.also(Less(0, y))
    assert len(ctx.facts) == 1
    assert more.facts[:1] == ctx.facts
    with pytest.raises(AttributeError):
        ctx.facts = ()  # type: ignore[misc]
