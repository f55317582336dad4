"""Bound and free variables, matrices and numbers: no confusion of them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
import sympy

from proofs.notation import DISCOUNT, r, v, z
from symbolic import (
    Abs,
    AtMost,
    Bounded,
    Converges,
    Equal,
    ForAll,
    IfLess,
    Integer,
    Less,
    NotEqual,
    ProofError,
    Statement,
    Summable,
    TendsTo,
    Theorem,
    define,
    given,
    index,
    real,
    sequence,
    series,
)
from symbolic.core.terms import free
from symbolic.statements import (
    Contracts,
    CycleEigenvalue,
    Dissipative,
    Not,
    OnConstants,
    OnCycle,
    OnEveryMRP,
    OperatorEqual,
    ReversibleBound,
    TwoStateEigenvalue,
    ZeroOnlyAt,
)
from symbolic.terms import NotATerm, check_term, substitute
from symbolic.terms.edge import to_core
from symbolic.writing import (
    algebra,
    assume,
    cases,
    combine_operators,
    conditional,
    contraction,
    contradiction,
    cut,
    everywhere,
    generalise,
    instantiate,
    instantiate_sequence,
    invertible,
    kernel_of,
    lift,
    like,
    limit,
    nonsingular_factor,
    on_constants,
    on_cycle,
    on_difference,
    on_mode,
    on_reversible,
    on_two_states,
    only_solution,
    recall,
    same_eigenvalue,
    specialise,
    unique_limit,
)
from symbolic.writing.publication import published
from symbolic.writing.refusals import Undefined

Attempt = Callable[[], Theorem]

i, j, k, m, n, a, b = (index(name) for name in "ijkmnab")
x, q, M, K = real("x"), real("q"), real("M"), real("K")
f, h = sequence("f"), sequence("h")
INSIDE, SMALL = Less(Abs(q), 1), Less(Abs(z), 1)
ctx = given(*DISCOUNT)


def refuses(attempt: Attempt, why: str) -> None:
    """Nothing is published, and for this reason."""
    with pytest.raises(ProofError) as caught:
        published(attempt())
    assert why in str(caught.value)


def named(attempts: list[tuple[Attempt, str]]) -> pytest.MarkDecorator:
    """One test for each attempt, by its name."""
    return pytest.mark.parametrize(
        ("attempt", "why"), attempts, ids=[attempt.__name__ for attempt, _ in attempts]
    )


# -- a bound variable is not a free one of its name ------------------------------------------------


def zero_is_one() -> Theorem:
    """f(n, 2n) -> 0 says nothing of f(k, k + n): with f(a, b) = [b < 2a] that would be 0 = 1."""
    wrong = limit(given(TendsTo(f(n, 2 * n), n, 0)), f(k, k + n), k)
    explicit = instantiate_sequence(given(), wrong, f, (a, b), IfLess(b, 2 * a, 1, 0))
    zero = generalise(given(), conditional(given(), IfLess(2 * n, 2 * n, 1, 0)), n, 0)
    bad = cut(like(given(), zero, limit(given(), 0, n)), explicit)
    return unique_limit(given(), bad, limit(given(), IfLess(k + n, 2 * k, 1, 0), k))


def a_limit_along_a_multiple() -> Theorem:
    return limit(given(TendsTo(f(n, 2 * n), n, 0)), f(n, 3 * n), n)


def a_limit_along_a_square() -> Theorem:
    return limit(given(TendsTo(f(n, n**2), n, 0)), f(k, k + n**2 - n), k)


def a_limit_that_is_shifted_twice() -> Theorem:
    return limit(given(TendsTo(f(n, n), n, 0)), f(n + 1, n + 2), n)


def a_limit_that_is_shifted_by_the_bound_variable() -> Theorem:
    return limit(given(TendsTo(f(n, m - n), n, 0)), f(k, m - n), k)


def a_bound_off_the_diagonal() -> Theorem:
    return recall(given(Bounded(f(n, 2 * n), n, 0)), Bounded(f(k, k + n), k, 0))


def a_bound_from_a_limit_off_the_diagonal() -> Theorem:
    return recall(given(TendsTo(f(n, 2 * n), n, x)), Bounded(f(k, k + n), k, 0))


def a_bound_for_all_off_the_diagonal() -> Theorem:
    each = ForAll(n, 0, AtMost(Abs(f(n, 2 * n)), M))
    return recall(given(each), Bounded(f(k, k + n), k, 0))


def a_series_with_terms_off_the_diagonal() -> Theorem:
    facts = given(INSIDE, Bounded(f(n, 2 * n), n, 0))
    return recall(facts, Converges(q**k * f(k, k + n), k, 0))


def an_absolute_series_with_terms_off_the_diagonal() -> Theorem:
    facts = given(INSIDE, TendsTo(f(n, 2 * n), n, 0))
    return recall(facts, Summable(q**k * f(k, k + n), k, 0))


def a_sum_that_hides_the_diagonal() -> Theorem:
    facts = given(INSIDE, Bounded(f(n, 2 * n), n, 0))
    return limit(facts, q**k * series(f(k, k + n), i, 0, 3), k)


def a_sequence_of_another_number_of_indices() -> Theorem:
    """f(n) and f(n, m) have only the name in common."""
    return recall(given(INSIDE, Bounded(f(n), n, 0)), Converges(q**k * f(k, k**2), k, 0))


@named(
    [
        (zero_is_one, "no limit is known for f_{"),
        (a_limit_along_a_multiple, "no limit is known for f_{"),
        (a_limit_along_a_square, "no limit is known for f_{"),
        (a_limit_that_is_shifted_twice, "no limit is known for f_{"),
        (a_limit_that_is_shifted_by_the_bound_variable, "no limit is known for f_{"),
        (a_bound_off_the_diagonal, "is bounded does not follow"),
        (a_bound_from_a_limit_off_the_diagonal, "is bounded does not follow"),
        (a_bound_for_all_off_the_diagonal, "is bounded does not follow"),
        (a_series_with_terms_off_the_diagonal, "converges does not follow"),
        (an_absolute_series_with_terms_off_the_diagonal, "does not follow"),
        (a_sum_that_hides_the_diagonal, "no limit is known for "),
        (a_sequence_of_another_number_of_indices, "converges does not follow"),
    ]
)
def test_the_variable_of_a_limit_is_not_a_free_one_of_its_name(attempt: Attempt, why: str) -> None:
    refuses(attempt, why)


@pytest.mark.parametrize(
    ("pattern", "term"),
    [
        (f(n), f(k)),
        (f(n + 2), f(k - 3)),
        (f(n), f(k + n)),
        (f(n, n), f(k + n, k + n)),
        (f(n, m), f(k + 1, m)),
        (f(n, m), f(2 * k, m)),
        (f(n, 2 * n), f(k + 1, 2 * k + 2)),
        (f(m - n, n), f(m - k - n, k + n)),
        (f(n, n**2), f(k + 1, (k + 1) ** 2)),
    ],
    ids=str,
)
def test_a_limit_is_found_at_a_shifted_index(pattern: sympy.Expr, term: sympy.Expr) -> None:
    shifted = limit(given(TendsTo(pattern, n, x)), term, k)
    assert shifted.statement == TendsTo(term, k, x)
    assert recall(given(Bounded(pattern, n, 0)), Bounded(term, k, 0)).proof


def test_a_variable_that_is_fixed_in_the_pattern_does_not_run() -> None:
    known = given(TendsTo(f(i, n), i, x))
    refuses(lambda: limit(known, f(n, n), n), "no limit is known for f_{n,n}")
    assert limit(known, f(k, n), k).statement == TendsTo(f(k, n), k, x)


# -- a bound further out does not speak of a variable bound further in -----------------------------


def bounded_from(outer: Any, inner: Any) -> tuple[Statement, ...]:
    """|f(i, j)| <= M for all i >= outer and all j >= inner, and a small number."""
    return INSIDE, ForAll(i, outer, ForAll(j, inner, AtMost(Abs(f(i, j)), M)))


@pytest.mark.parametrize("term", [f(k, k), f(k, 0), f(k + 1, k), f(k + 3, 2)], ids=str)
def test_a_free_variable_in_a_range_is_not_the_one_that_is_bound_inside(term: sympy.Expr) -> None:
    """The j of i >= j is free: nothing is known of f(k, .) for k < j."""
    claim = Converges(q**k * term, k, 0)
    refuses(lambda: recall(given(*bounded_from(j, 0)), claim), "converges does not follow")
    assert recall(given(*bounded_from(0, 0)), claim).statement == claim


def test_the_same_holds_for_three_variables_and_by_any_names() -> None:
    g, indices = sequence("g"), (a, b, m)
    inside = AtMost(Abs(g(*indices)), M)
    claim = Converges(q**k * g(k, k, k), k, 0)
    for first, second in product((0, b, m), (0, a, m)):
        fact = ForAll(a, first, ForAll(b, second, ForAll(m, b, inside)))
        if first == 0 and second in (0, a):
            assert recall(given(INSIDE, fact), claim).statement == claim
        else:
            with pytest.raises(ProofError, match="converges does not follow"):
                recall(given(INSIDE, fact), claim)


def series_of(*indices: sympy.Expr) -> Converges:
    """A power series with members of f for coefficients converges."""
    return Converges(q**n * f(*indices), n, 0)


def test_a_range_may_speak_of_a_variable_bound_further_out() -> None:
    facts = given(*bounded_from(0, i))
    assert recall(facts, series_of(n, 2 * n)).statement == series_of(n, 2 * n)
    refuses(lambda: recall(facts, series_of(2 * n, n)), "converges does not follow")


def test_a_variable_that_is_bound_twice_is_the_inner_one() -> None:
    """For every i >= 5 the member f(i, i) is bounded; the outer i is not spoken of."""
    fact = ForAll(i, 0, ForAll(i, 5, AtMost(Abs(f(i, i)), M)))
    refuses(lambda: recall(given(INSIDE, fact), series_of(n, n + 5)), "converges does not follow")


def test_what_is_said_to_be_bounded_lies_in_the_ranges() -> None:
    """For every choice of ranges and indices, with j = 9 and i = 4 where they are free."""
    at = {i: Integer(4), j: Integer(9)}
    ranges = (Integer(0), Integer(2), i, j, 2 * j)
    indices = (n, 2 * n, n + j, n + i, Integer(3), n + 9)
    found = 0
    for outer, inner, first, second in product(ranges, ranges, indices, indices):
        if outer.has(i) or inner.has(j) or not (first.has(n) or second.has(n)):
            continue  # a variable does not bound itself; and what is constant is bounded anyway
        try:
            recall(given(*bounded_from(outer, inner)), series_of(first, second))
        except ProofError:
            continue
        found += 1
        for N in range(12, 24):  # the first terms do not matter
            one, two = (int(substitute(t, {n: Integer(N), **at})) for t in (first, second))
            assert int(substitute(outer, at)) <= one
            assert int(substitute(inner, {**at, i: Integer(one)})) <= two
    assert found


# -- an equation between numbers is not one between matrices ---------------------------------------

#: v, for numbers; but 1 + 4 z^2 is singular on the 4-cycle for gamma = 1/2
LIKE_V = (v + 4 * z**2 * v) / (1 + 4 * z**2)
#: 1 - z, for numbers
LIKE_ONE_MINUS_Z = 1 - (z + 4 * z**3) / (1 + 4 * z**2)
NO_MATRIX = "1/(1 + 4·z^2) is analytic in z"


def same(term: Any = v) -> Theorem:
    """v = v on the MRP at hand."""
    return lift(ctx, algebra(given(SMALL), term, term))


def everywhere_same() -> Theorem:
    return everywhere(given(), same())


def never() -> Theorem:
    """v = z v on every MRP |- 1 = 0."""
    assumed = ctx.also(OnEveryMRP(OperatorEqual(v, z * v)))
    return instantiate(given(), on_two_states(assumed, assumed.facts[-1], 0), {v: 1})


def a_solution() -> Theorem:
    """(1 - z) v - r is only zero at r/(1 - z)."""
    equation = lift(ctx, algebra(given(SMALL), (1 - z) * v - r, (1 - z) * (v - r / (1 - z))))
    return only_solution(ctx, invertible(ctx), equation, r / (1 - z))


def on_reversible_chains() -> Theorem:
    """v is not longer than v."""
    return on_reversible(ctx, v, recall(given(), AtMost(Abs(Integer(1)), 1)), x)


def test_the_matrix_is_singular_on_a_cycle() -> None:
    cycle = sympy.Matrix(4, 4, lambda s, t: int(t == (s + 1) % 4)) / 2
    assert (sympy.eye(4) + 4 * cycle**2).det() == 0


u = sequence("u")
FOUR, ONE = Integer(4), Integer(1)
#: what is known, and the same in a way that makes sense for numbers alone
WRITTEN_OTHERWISE: list[tuple[str, Attempt, Statement]] = [
    ("an equation", same, OperatorEqual(LIKE_V, v)),
    ("the other side", same, OperatorEqual(v, LIKE_V)),
    ("on every MRP", everywhere_same, OnEveryMRP(OperatorEqual(LIKE_V, v))),
    ("for all n", lambda: generalise(given(), same(), n, 0),
     ForAll(n, 0, OperatorEqual(LIKE_V, v))),
    ("on every MRP, as a hypothesis", lambda: assume(ctx, OnEveryMRP(OperatorEqual(v, v))),
     OnEveryMRP(OperatorEqual(LIKE_V, v))),
    ("a contraction", lambda: contraction(ctx, v), Contracts(LIKE_V, 1)),
    ("constants", lambda: on_constants(ctx, v, K), OnConstants(LIKE_V, K, K)),
    ("a cycle", lambda: on_cycle(ctx, v, 4, "u"), OnCycle(LIKE_V, u(0), FOUR, u)),
    ("two states", lambda: on_difference(ctx, v, 1), TwoStateEigenvalue(LIKE_V, 1, ONE)),
    ("a mode", lambda: on_mode(ctx, v, 4, 1), CycleEigenvalue(LIKE_V, 1, Integer(0), FOUR, ONE)),
    ("reversible chains", on_reversible_chains, ReversibleBound(LIKE_V, 1)),
    ("a kernel", lambda: invertible(ctx), ZeroOnlyAt((1 - z) * LIKE_V, 0)),
    ("a solution", a_solution, ZeroOnlyAt((1 - z) * v - r, r / LIKE_ONE_MINUS_Z)),
    ("a margin", lambda: assume(ctx, OnEveryMRP(Dissipative(z * v, x))),
     OnEveryMRP(Dissipative(z * LIKE_V, x))),
]  # fmt: skip


@pytest.mark.parametrize(
    ("make", "says"),
    [case[1:] for case in WRITTEN_OTHERWISE],
    ids=[c[0] for c in WRITTEN_OTHERWISE],
)
def test_what_is_known_of_a_matrix_is_not_known_of_another_way_to_write_a_number(
    make: Attempt, says: Statement
) -> None:
    published(make())
    with pytest.raises(Undefined) as caught:
        published(make(), (), says)
    assert NO_MATRIX in str(caught.value)
    with pytest.raises(ProofError):
        published(recall(given(make()), says))


def test_a_denial_is_one_of_the_statement_that_was_written() -> None:
    says = OnEveryMRP(OperatorEqual(LIKE_V, z * v))
    refuses(lambda: contradiction(given(), says, never()), "nothing was derived from")
    known = contradiction(given(), OnEveryMRP(OperatorEqual(v, z * v)), never())
    refuses(lambda: recall(given(known), Not(says)), "does not follow")


def a_hidden_denominator_of_a_denominator() -> Theorem:
    """1/(1 - z), for numbers."""
    return lift(ctx, algebra(given(SMALL), v / LIKE_ONE_MINUS_Z, v / (1 - z)))


def a_hypothesis_with_a_hidden_denominator() -> Theorem:
    return assume(ctx, OnEveryMRP(OperatorEqual(v / LIKE_ONE_MINUS_Z, v)))


def a_contraction_with_a_hidden_denominator() -> Theorem:
    return contraction(ctx, v / LIKE_ONE_MINUS_Z**2)


def a_multiplier_with_a_hidden_denominator() -> Theorem:
    return combine_operators(ctx, v, v, (1 / LIKE_ONE_MINUS_Z, same()))


def a_factor_with_a_hidden_denominator() -> Theorem:
    return nonsingular_factor(ctx, invertible(ctx), (1 - z) ** 2, 1 / LIKE_ONE_MINUS_Z)


def a_matrix_with_a_hidden_denominator() -> Theorem:
    zero = lift(ctx, algebra(given(SMALL), (1 - z) * v, (1 - z) * (v - 0)))
    return kernel_of(ctx, invertible(ctx), zero, 1 / (1 / LIKE_ONE_MINUS_Z))


@named(
    [
        (a_hidden_denominator_of_a_denominator, "is not known to be a power series in z"),
        (a_hypothesis_with_a_hidden_denominator, "is analytic in z does not follow"),
        (a_contraction_with_a_hidden_denominator, "is not known to be a power series in z"),
        (a_multiplier_with_a_hidden_denominator, "is not known to be a power series in z"),
        (a_factor_with_a_hidden_denominator, "is not known to be a power series in z"),
        (a_matrix_with_a_hidden_denominator, "is not known to be a power series in z"),
    ]
)
def test_a_denominator_is_a_matrix_itself(attempt: Attempt, why: str) -> None:
    refuses(attempt, why)


def test_no_rule_lets_another_spelling_through_with_its_key() -> None:
    """Cases, cuts and substitutions keep what was written in the premise."""
    written = OperatorEqual(z * (1 + z) * v, z * v + z**2 * v)
    known = lift(ctx, algebra(given(SMALL), z * (1 + z) * v, z * v + z**2 * v))
    for theorem in (
        cases(given(), known, known, n, 0),
        recall(given(known), written),
        specialise(given(), generalise(given(), known, n, 0), 3),
        instantiate(given(), known, {x: 3}),
        instantiate_sequence(given(), known, h, (i,), i),
    ):
        assert theorem.statement == written


def test_a_cut_keeps_the_hypotheses_that_were_written() -> None:
    assumed = OperatorEqual((1 + z) * v, r)
    used = combine_operators(ctx.also(assumed), v + z * v, r, (1, assume(given(), assumed)))
    lemma = recall(given(OperatorEqual((1 + z) * v, r)), assumed)
    refuses(lambda: cut(lemma, used), "the lemma assumes itself")
    assert used.statement == OperatorEqual(v + z * v, r)


def test_operators_may_still_be_specialised() -> None:
    """Cases of what is in operator form are in operator form."""
    bounded = Bounded(h(i), i, 0)
    total = series(h(i) * z**i, i, 0) * v
    known = lift(ctx.also(bounded), algebra(given(SMALL, bounded), total, total))
    for put in (IfLess(i, 3, 1, 0), Integer(1)):
        made = instantiate_sequence(given(), known, h, (i,), put)
        assert isinstance(made.statement, OperatorEqual)
        assert made.statement.lhs == series(put * z**i, i, 0) * v
    power = lift(ctx.also(AtMost(0, n)), algebra(given(SMALL, AtMost(0, n)), z**n * v, z**n * v))
    for_all = generalise(given(), everywhere(given(), power), n, 0)
    assert specialise(given(), for_all, 4).statement == OnEveryMRP(
        OperatorEqual(z**4 * v, z**4 * v)
    )
    at_two = instantiate(given(), power, {n: m + 2})
    assert at_two.statement == OperatorEqual(z ** (m + 2) * v, z ** (m + 2) * v)


def test_an_equation_can_be_written_otherwise_where_both_ways_are_in_operator_form() -> None:
    known = lift(ctx, algebra(given(SMALL), (1 + z) * v, v + z * v))
    says = OperatorEqual(v + z * v, z * v + v)
    assert recall(given(known), says).statement == says  # both sides stand in the premise
    made = combine_operators(ctx, z * (1 + z) * v, z * v + z**2 * v, (z, known))
    assert made.statement == OperatorEqual(z * (1 + z) * v, z * v + z**2 * v)


# -- a fact about a number is not one about a matrix -----------------------------------------------

NONZERO = NotEqual(z, 0)
POWER = OperatorEqual(z**n * v, z**n * v)
UNDEFINED = "defined: 0 ≤ n for all real "


def a_quotient_by_a_number() -> Theorem:
    says = OnEveryMRP(OperatorEqual((z * v + z**2 * v) / z - z * v, v))
    return recall(given(everywhere_same(), NONZERO), says)


def a_hypothesis_about_every_mrp() -> Theorem:
    return assume(ctx.also(NONZERO), OnEveryMRP(POWER))


def a_context_about_every_mrp() -> Theorem:
    return ctx.also(NONZERO).also(OnEveryMRP(POWER)).facts[-1]


def a_hypothesis_about_the_mrp_at_hand() -> Theorem:
    return assume(ctx.also(NONZERO), POWER)


def a_positive_number() -> Theorem:
    return assume(ctx.also(Less(0, z)), OnEveryMRP(POWER))


def a_margin_with_a_number() -> Theorem:
    return assume(ctx.also(NONZERO), OnEveryMRP(Dissipative(z**n * v, x)))


def an_equation_that_is_lifted_with_a_number() -> Theorem:
    return lift(ctx.also(NONZERO), algebra(given(SMALL, NONZERO), z**n * v, z**n * v))


def a_contraction_with_a_number() -> Theorem:
    return contraction(ctx.also(NONZERO), z**n * v)


@named(
    [
        (a_quotient_by_a_number, "does not follow"),
        (a_hypothesis_about_every_mrp, UNDEFINED),
        (a_context_about_every_mrp, UNDEFINED),
        (a_hypothesis_about_the_mrp_at_hand, UNDEFINED),
        (a_positive_number, UNDEFINED),
        (a_margin_with_a_number, UNDEFINED),
        (an_equation_that_is_lifted_with_a_number, "0 ≤ n does not follow"),
        (a_contraction_with_a_number, "0 ≤ n does not follow"),
    ]
)
def test_a_fact_about_the_number_z_says_nothing_of_the_matrix(attempt: Attempt, why: str) -> None:
    refuses(attempt, why)


def test_a_multiplier_is_a_matrix_too() -> None:
    multiplied = (z ** (-n), same())
    refuses(
        lambda: combine_operators(ctx.also(NONZERO), v, v, multiplied),
        "does not follow",
    )
    refuses(
        lambda: nonsingular_factor(ctx.also(NONZERO), invertible(ctx), (1 - z) * z**n, z ** (-n)),
        "does not follow",
    )


@pytest.mark.parametrize("number", [z, v, r], ids=str)
def test_a_number_that_is_the_exponent_is_a_fact_about_the_exponent(number: sympy.Expr) -> None:
    """Beside the number z there is the matrix, which the statement about MRPs binds."""
    known = (Equal(number, n), AtMost(0, number))
    made = published(assume(ctx.also(*known), OnEveryMRP(POWER)))
    assert set(made.hypotheses) == {OnEveryMRP(POWER), *known, *DISCOUNT}
    assert to_core(number) not in free(made.proof.conclusion)


def test_a_fact_about_the_exponent_is_enough() -> None:
    facts = ctx.also(NONZERO, AtMost(0, n))
    kept = published(assume(facts, OnEveryMRP(POWER))).hypotheses
    assert set(kept) == {OnEveryMRP(POWER), AtMost(0, n), *DISCOUNT}


def test_the_constant_of_a_change_is_no_number_that_facts_speak_of() -> None:
    """K + K^2 over 1 + K has no value for K = -1, and the statement is about every K."""
    change = on_constants(ctx, v, K)
    quotient = (K + K**2) / (1 + K)
    apart = NotEqual(K, -1)
    refuses(lambda: recall(given(change, apart), OnConstants(v, quotient, K)), "does not follow")
    equation = algebra(given(apart), K, quotient)
    refuses(lambda: same_eigenvalue(given(apart), change, equation), "K is not arbitrary")
    assert published(change, (apart,), OnConstants(v, quotient, K)).statement == change.statement
    other = published(change, (apart,), OnConstants(v, K**2 - K * (K - 1), K))
    assert other.hypotheses == change.hypotheses


# -- a sequence is what its name makes it ----------------------------------------------------------


@pytest.mark.parametrize(
    "made",
    [sympy.Function("not_real"), sympy.Function("too_much", positive=True)],
    ids=["without a sort", "that is positive"],
)
def test_another_function_is_no_sequence(made: Any) -> None:
    for refused in (
        lambda: check_term(made(i)),
        lambda: define("no_sequence", (i,), made(i)),
        lambda: algebra(given(), made(0), 7),
        lambda: given(Equal(made(0), 7)),
    ):
        with pytest.raises(NotATerm, match="must be a plain real sequence: use sequence"):
            refused()
