"""Bound and free variables, matrices and numbers, sequences and impostors: no confusion of them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count, product
from typing import Any

import pytest
import sympy
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st
from sympy.core.function import AppliedUndef, UndefinedFunction

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
from symbolic.conditions import SMALL, Obligation, of_statement
from symbolic.growth import decays, matches_shift
from symbolic.kernel import Forged
from symbolic.rules import (
    algebra,
    assume,
    cases,
    chain,
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
    restate,
    rewrite,
    same_eigenvalue,
    specialise,
    symmetry,
    unfold,
    unique_limit,
)
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
from symbolic.terms import NotATerm, check_term, plain_sequence, plain_term, substitute

Attempt = Callable[[], Theorem]

i, j, k, m, n, a, b = (index(name) for name in "ijkmnab")
x, q, M, K = real("x"), real("q"), real("M"), real("K")
f, h = sequence("f"), sequence("h")
INSIDE = Less(Abs(q), 1)
ctx = given(*DISCOUNT)


def refuses(attempt: Attempt, why: str) -> None:
    """The attempt fails, and for this reason."""
    with pytest.raises((ProofError, ValueError)) as caught:
        attempt()
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


def a_limit_shifted_by_itself() -> Theorem:
    return limit(given(TendsTo(f(n, m), n, 0)), f(2 * n, m), n)


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
        (zero_is_one, "no limit is known for f("),
        (a_limit_along_a_multiple, "no limit is known for f("),
        (a_limit_along_a_square, "no limit is known for f("),
        (a_limit_that_is_shifted_twice, "no limit is known for f("),
        (a_limit_that_is_shifted_by_the_bound_variable, "no limit is known for f("),
        (a_limit_shifted_by_itself, "no limit is known for f("),
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
        (f(n, 2 * n), f(k + 1, 2 * k + 2)),
        (f(m - n, n), f(m - k - n, k + n)),
        (f(n, n**2), f(k + 1, (k + 1) ** 2)),
    ],
    ids=str,
)
def test_a_limit_is_found_at_a_shifted_index(pattern: sympy.Expr, term: sympy.Expr) -> None:
    shifted = limit(given(TendsTo(pattern, n, x)), term, k)
    assert shifted.statement == TendsTo(term, k, x)
    assert recall(given(Bounded(pattern, n, 0)), Bounded(term, k, 0)).statement.key


def test_a_variable_that_is_fixed_in_the_pattern_does_not_run() -> None:
    assert not matches_shift(f(i, n), i, f(n, n), n)
    assert matches_shift(f(i, m), i, f(n, m), n)


COEFFICIENTS = st.tuples(*[st.integers(-1, 2)] * 3)


@settings(deadline=None)
@drawn(st.lists(COEFFICIENTS, min_size=1, max_size=3), st.data())
def test_what_matches_a_pattern_is_the_pattern_at_one_shifted_index(
    rows: list[tuple[int, int, int]], data: st.DataObject
) -> None:
    """The indices are integer combinations of n and 1, and of the other variable of the two."""
    pattern = f(*(s * n + t * m + u for s, t, u in rows))
    others = data.draw(st.lists(COEFFICIENTS, min_size=len(rows), max_size=len(rows)))
    shift = data.draw(st.sampled_from([0, 1, n, n - 2, m, None]))
    if shift is None:
        term = f(*(s * k + t * n + u for s, t, u in others))
    else:
        term = substitute(pattern, {n: k + shift})
    if matches_shift(pattern, n, term, k):
        by = [{n: N, m: 7} for N in (0, 5, 11)]
        for values in by:
            reached = [
                all(
                    substitute(p, {n: Integer(at), m: Integer(7)})
                    == substitute(t, {k: Integer(3), **{s: Integer(w) for s, w in values.items()}})
                    for p, t in zip(pattern.args, term.args, strict=True)
                )
                for at in range(-40, 60)
            ]
            assert any(reached)


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


def test_a_range_may_speak_of_a_variable_bound_further_out() -> None:
    facts = bounded_from(0, i)
    assert decays(q**n * f(n, 2 * n), n, facts) == frozenset({0, 1})
    assert decays(q**n * f(2 * n, n), n, facts) is None


def test_a_variable_that_is_bound_twice_is_the_inner_one() -> None:
    fact = ForAll(i, 0, ForAll(i, 5, AtMost(Abs(f(i, i)), M)))
    assert decays(q**n * f(n + 5, n + 5), n, (INSIDE, fact)) is None


def test_what_is_said_to_be_bounded_lies_in_the_ranges() -> None:
    """For every choice of ranges and indices, with j = 9 and i = 4 where they are free."""
    free = {i: Integer(4), j: Integer(9)}
    ranges = (Integer(0), Integer(2), i, j, i + 1, j + 1, 2 * j)
    indices = (n, n + 1, 2 * n, n + j, n + i, Integer(3), n + 9)
    found = 0
    for outer, inner, first, second in product(ranges, ranges, indices, indices):
        if outer.has(i) or inner.has(j) or not (first.has(n) or second.has(n)):
            continue  # a variable does not bound itself; and what is constant is bounded anyway
        if decays(q**n * f(first, second), n, bounded_from(outer, inner)) is None:
            continue
        found += 1
        for N in range(12):
            one, two = (int(substitute(t, {n: Integer(N), **free})) for t in (first, second))
            assert int(substitute(outer, free)) <= one
            assert int(substitute(inner, {**free, i: Integer(one)})) <= two
    assert found


# -- an equation between numbers is not one between matrices ---------------------------------------

#: v, for numbers; but 1 + 4 z^2 is singular on the 4-cycle for gamma = 1/2
LIKE_V = (v + 4 * z**2 * v) / (1 + 4 * z**2)
#: 1 - z, for numbers
LIKE_ONE_MINUS_Z = 1 - (z + 4 * z**3) / (1 + 4 * z**2)
OTHERWISE_WRITTEN = "is not known to be a vector in operator form"


def same(term: Any = v) -> Theorem:
    """v = v on the MRP at hand."""
    return lift(ctx, algebra(given(SMALL), term, term))


def everywhere_same() -> Theorem:
    return everywhere(given(), same())


def test_the_matrix_is_singular_on_a_cycle() -> None:
    cycle = sympy.Matrix(4, 4, lambda s, t: int(t == (s + 1) % 4)) / 2
    assert (sympy.eye(4) + 4 * cycle**2).det() == 0


def an_equation() -> Theorem:
    return recall(given(same()), OperatorEqual(LIKE_V, v))


def the_other_side_of_an_equation() -> Theorem:
    return recall(given(same()), OperatorEqual(v, LIKE_V))


def an_equation_everywhere() -> Theorem:
    return recall(given(everywhere_same()), OnEveryMRP(OperatorEqual(LIKE_V, v)))


def an_equation_everywhere_from_a_hypothesis() -> Theorem:
    assumed = given(OnEveryMRP(OperatorEqual(v, v)))
    return recall(assumed, OnEveryMRP(OperatorEqual(LIKE_V, v)))


def an_equation_for_all() -> Theorem:
    return recall(given(generalise(given(), same(), n, 0)), ForAll(n, 0, OperatorEqual(LIKE_V, v)))


def an_equation_for_all_from_one() -> Theorem:
    return recall(given(same()), ForAll(n, 0, OperatorEqual(LIKE_V, v)))


def an_equation_for_all_everywhere() -> Theorem:
    says = ForAll(n, 0, ForAll(m, n, OnEveryMRP(OperatorEqual(LIKE_V, v))))
    return recall(given(everywhere_same()), says)


def an_equation_that_is_generalised_afterwards() -> Theorem:
    return generalise(given(), an_equation(), n, 0)


def never() -> Theorem:
    """v = z v on every MRP |- 1 = 0."""
    assumed = ctx.also(OnEveryMRP(OperatorEqual(v, z * v)))
    return instantiate(given(), on_two_states(assumed, assumed.facts[-1], 0), {v: 1})


def a_denial() -> Theorem:
    return contradiction(given(), OnEveryMRP(OperatorEqual(LIKE_V, z * v)), never())


def a_denial_recalled() -> Theorem:
    known = contradiction(given(), OnEveryMRP(OperatorEqual(v, z * v)), never())
    return recall(given(known), Not(OnEveryMRP(OperatorEqual(LIKE_V, z * v))))


def a_contraction() -> Theorem:
    return recall(given(contraction(ctx, v)), Contracts(LIKE_V, 1))


def a_change_of_constants() -> Theorem:
    return recall(given(on_constants(ctx, v, K)), OnConstants(LIKE_V, K, K))


def a_cycle() -> Theorem:
    u = sequence("u")
    return recall(given(on_cycle(ctx, v, 4, "u")), OnCycle(LIKE_V, u(0), Integer(4), u))


def two_states() -> Theorem:
    return recall(given(on_difference(ctx, v, 1)), TwoStateEigenvalue(LIKE_V, 1, Integer(1)))


def a_mode() -> Theorem:
    says = CycleEigenvalue(LIKE_V, 1, Integer(0), Integer(4), Integer(1))
    return recall(given(on_mode(ctx, v, 4, 1)), says)


def reversible_chains() -> Theorem:
    bound = recall(given(), AtMost(Abs(Integer(1)), 1))
    return recall(given(on_reversible(ctx, v, bound, x)), ReversibleBound(LIKE_V, 1))


def a_kernel() -> Theorem:
    return recall(given(invertible(ctx)), ZeroOnlyAt((1 - z) * LIKE_V, 0))


def a_solution() -> Theorem:
    """(1 - z) v - r is only zero at r/(1 - z), which cannot be written with another denominator."""
    equation = lift(ctx, algebra(given(SMALL), (1 - z) * v - r, (1 - z) * (v - r / (1 - z))))
    known = only_solution(ctx, invertible(ctx), equation, r / (1 - z))
    return recall(given(known), ZeroOnlyAt((1 - z) * v - r, r / LIKE_ONE_MINUS_Z))


def a_margin() -> Theorem:
    assumed = given(OnEveryMRP(Dissipative(z * v, x)))
    return recall(assumed, OnEveryMRP(Dissipative(z * LIKE_V, x)))


@named(
    [
        (an_equation, OTHERWISE_WRITTEN),
        (the_other_side_of_an_equation, OTHERWISE_WRITTEN),
        (an_equation_everywhere, OTHERWISE_WRITTEN),
        (an_equation_everywhere_from_a_hypothesis, OTHERWISE_WRITTEN),
        (an_equation_for_all, OTHERWISE_WRITTEN),
        (an_equation_for_all_from_one, OTHERWISE_WRITTEN),
        (an_equation_for_all_everywhere, OTHERWISE_WRITTEN),
        (an_equation_that_is_generalised_afterwards, OTHERWISE_WRITTEN),
        (a_denial, OTHERWISE_WRITTEN),
        (a_denial_recalled, OTHERWISE_WRITTEN),
        (a_contraction, OTHERWISE_WRITTEN),
        (a_change_of_constants, OTHERWISE_WRITTEN),
        (a_cycle, OTHERWISE_WRITTEN),
        (two_states, OTHERWISE_WRITTEN),
        (a_mode, OTHERWISE_WRITTEN),
        (reversible_chains, OTHERWISE_WRITTEN),
        (a_kernel, OTHERWISE_WRITTEN),
        (a_solution, OTHERWISE_WRITTEN),
        (a_margin, OTHERWISE_WRITTEN),
    ]
)
def test_what_is_known_of_a_matrix_is_not_known_of_another_way_to_write_a_number(
    attempt: Attempt, why: str
) -> None:
    refuses(attempt, why)


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


@pytest.mark.parametrize(
    "attempt",
    [
        a_hidden_denominator_of_a_denominator,
        a_hypothesis_with_a_hidden_denominator,
        a_contraction_with_a_hidden_denominator,
        a_multiplier_with_a_hidden_denominator,
        a_factor_with_a_hidden_denominator,
        a_matrix_with_a_hidden_denominator,
    ],
    ids=lambda attempt: attempt.__name__,
)
def test_a_denominator_is_a_matrix_itself(attempt: Attempt) -> None:
    refuses(attempt, "1/(4*z**2 + 1) is not known to be a power series in z")


def test_no_rule_lets_another_spelling_through_with_its_key() -> None:
    """Cases, cuts and substitutions keep what was written in the premise."""
    written = OperatorEqual(z * (1 + z) * v, z * v + z**2 * v)
    known = lift(ctx, algebra(given(SMALL), *written.vectors))
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
    refuses(lambda: recall(given(used), OperatorEqual(LIKE_V + z * v, r)), OTHERWISE_WRITTEN)


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
UNDEFINED = "the side condition 0 ≤ n or z ≠ 0 (for |z| < 1) does not follow"


def a_quotient_by_a_number() -> Theorem:
    says = OnEveryMRP(OperatorEqual((z * v + z**2 * v) / z - z * v, v))
    return recall(given(everywhere_same(), NONZERO), says)


def a_hypothesis_about_every_mrp() -> Theorem:
    return assume(given(NONZERO), OnEveryMRP(POWER))


def a_context_about_every_mrp() -> Theorem:
    return given(NONZERO).also(OnEveryMRP(POWER)).facts[-1]


def a_hypothesis_about_the_mrp_at_hand() -> Theorem:
    return assume(given(NONZERO), POWER)


def a_positive_number() -> Theorem:
    return assume(given(Less(0, z)), OnEveryMRP(POWER))


def an_exponent_that_is_the_number() -> Theorem:
    return assume(given(Equal(z, n), AtMost(0, z)), OnEveryMRP(POWER))


def an_exponent_that_is_a_value() -> Theorem:
    return assume(given(Equal(v, n), AtMost(0, v)), OnEveryMRP(POWER))


def an_exponent_that_is_a_reward() -> Theorem:
    return assume(given(Equal(r, n), AtMost(0, r)), OnEveryMRP(POWER))


def a_margin_with_a_number() -> Theorem:
    return assume(given(NONZERO), OnEveryMRP(Dissipative(z**n * v, x)))


def an_equation_that_is_lifted_with_a_number() -> Theorem:
    return lift(ctx.also(NONZERO), algebra(given(SMALL, NONZERO), z**n * v, z**n * v))


def a_contraction_with_a_number() -> Theorem:
    return contraction(ctx.also(NONZERO), z**n * v)


@named(
    [
        (a_quotient_by_a_number, OTHERWISE_WRITTEN),
        (a_hypothesis_about_every_mrp, UNDEFINED),
        (a_context_about_every_mrp, UNDEFINED),
        (a_hypothesis_about_the_mrp_at_hand, UNDEFINED),
        (a_positive_number, UNDEFINED),
        (an_exponent_that_is_the_number, UNDEFINED),
        (an_exponent_that_is_a_value, UNDEFINED),
        (an_exponent_that_is_a_reward, UNDEFINED),
        (a_margin_with_a_number, UNDEFINED),
        (an_equation_that_is_lifted_with_a_number, "speaks of z, r or v"),
        (a_contraction_with_a_number, UNDEFINED),
    ]
)
def test_a_fact_about_the_number_z_says_nothing_of_the_matrix(attempt: Attempt, why: str) -> None:
    refuses(attempt, why)


def test_a_multiplier_is_a_matrix_too() -> None:
    multiplied = (z ** (-n), same())
    refuses(
        lambda: combine_operators(ctx.also(NONZERO), v, v, multiplied),
        "the side condition 0 ≤ -n or z ≠ 0 (for |z| < 1) does not follow",
    )
    refuses(
        lambda: nonsingular_factor(ctx.also(NONZERO), invertible(ctx), (1 - z) * z**n, z ** (-n)),
        "or z ≠ 0 (for |z| < 1) does not follow",
    )


@pytest.mark.parametrize(
    "statement",
    [POWER, OnEveryMRP(POWER), ForAll(m, 0, POWER), Not(OnEveryMRP(POWER))],
    ids=lambda s: type(s).__name__,
)
def test_an_obligation_of_operators_takes_only_facts_about_other_numbers(
    statement: Statement,
) -> None:
    (obligation, *_) = of_statement(statement)
    assert obligation.about_mrp
    assert obligation.follows_from((NONZERO, Less(0, z), Equal(z, 5), Equal(r, v))) is None
    assert obligation.follows_from((NONZERO, AtMost(0, n), Equal(r, v))) == frozenset({1})
    plain = Obligation(obligation.scope, obligation.options)
    assert plain.follows_from((Equal(r, v), NONZERO)) == frozenset({1})
    assert plain.key != obligation.key


def test_a_fact_about_the_exponent_is_enough() -> None:
    facts = given(NONZERO, AtMost(0, n))
    assert assume(facts, OnEveryMRP(POWER)).hypotheses == (OnEveryMRP(POWER), AtMost(0, n))


def test_a_theorem_for_all_about_the_mrp_at_hand_assumes_no_number() -> None:
    """The range of n may be known from a number z, the theorem may not."""
    fact = recall(given(Equal(z, n), AtMost(1, z)), AtMost(1, n))
    for_all = generalise(given(), same(), m, 0)
    assert specialise(given(AtMost(1, n)), for_all, n).statement == same().statement
    refuses(lambda: specialise(given(fact), for_all, n), "speaks of z, r or v")
    nested = generalise(given(), generalise(given(), same(), i, 0), m, 0)
    refuses(lambda: specialise(given(fact), nested, n), "speaks of z, r or v")


def test_the_constant_of_a_change_is_no_number_that_facts_speak_of() -> None:
    """K + K^2 over 1 + K has no value for K = -1, and the statement is about every K."""
    change = on_constants(ctx, v, K)
    quotient = (K + K**2) / (1 + K)
    apart = NotEqual(K, -1)
    refuses(lambda: recall(given(change, apart), OnConstants(v, quotient, K)), "does not follow")
    equation = algebra(given(apart), K, quotient)
    refuses(lambda: same_eigenvalue(given(apart), change, equation), "K is not arbitrary")
    other = recall(given(change, apart), OnConstants(v, K**2 - K * (K - 1), K))
    assert other.hypotheses == change.hypotheses


# -- a sequence is what its name makes it ----------------------------------------------------------


class Liar(AppliedUndef):  # type: ignore[misc]
    """A member of a sequence that equals the others.

    To everything else it is honest: sympy remembers what it is asked of equal things.
    """

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other)

    def __ne__(self, other: object) -> bool:
        return type(self) is not type(other)

    def __hash__(self) -> int:
        return hash(type(self))


class LiarByContents(AppliedUndef):  # type: ignore[misc]
    """A member of a sequence that has the same inside as the others."""

    def _hashable_content(self) -> tuple[Any, ...]:
        return ()


class KeyOfAnother(str):
    """A key of a dictionary that is found as another one is."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash("_hashable_content")


_numbers = count()


def unused_name() -> str:
    """sympy remembers the members of a sequence by its name: an impostor's are not to be found."""
    return f"impostor_{next(_numbers)}"


def with_base(base: Any) -> Any:
    return UndefinedFunction(unused_name(), bases=(base,), real=True)


def with_two_bases() -> Any:
    class Mixed:
        def _hashable_content(self) -> tuple[Any, ...]:
            return ()

    return UndefinedFunction(unused_name(), bases=(Mixed, AppliedUndef), real=True)


def with_a_sequence_as_base() -> Any:
    return UndefinedFunction(unused_name(), bases=(sequence(unused_name()),), real=True)


def with_more_inside() -> Any:
    own = {"__eq__": Liar.__eq__, "__ne__": Liar.__ne__, "__hash__": Liar.__hash__}
    return UndefinedFunction(unused_name(), (AppliedUndef,), own, real=True)


def with_more_by_keyword() -> Any:
    return UndefinedFunction(unused_name(), real=True, _hashable_content=lambda self: ())


def with_more_afterwards() -> Any:
    made: Any = sequence(unused_name())
    made._hashable_content = lambda self: ()
    return made


def with_an_assumption_afterwards() -> Any:
    made: Any = sequence(unused_name())
    made.is_zero = True
    return made


def with_other_handlers() -> Any:
    made: Any = sequence(unused_name())
    made._prop_handler = {**made._prop_handler, "zero": lambda self: True}
    return made


def with_another_base_afterwards() -> Any:
    made: Any = sequence(unused_name())
    made.__bases__ = (Liar,)
    return made


def with_another_name_afterwards() -> Any:
    made: Any = sequence(unused_name())
    made.name = "g"
    return made


def without_a_sort() -> Any:
    return sympy.Function(unused_name())


def that_is_positive() -> Any:
    return sympy.Function(unused_name(), positive=True)


IMPOSTORS: list[Callable[[], Any]] = [
    lambda: with_base(Liar),
    lambda: with_base(LiarByContents),
    with_two_bases,
    with_a_sequence_as_base,
    with_more_inside,
    with_more_by_keyword,
    with_more_afterwards,
    with_an_assumption_afterwards,
    with_other_handlers,
    with_another_base_afterwards,
    with_another_name_afterwards,
    without_a_sort,
    that_is_positive,
]
impostors = pytest.mark.parametrize(
    "make",
    IMPOSTORS,
    ids=[f"{n_}-{make.__name__.strip('<>')}" for n_, make in enumerate(IMPOSTORS)],
)


def seven_is_five() -> Theorem:
    """h(0) = h(1) for a sequence that lies, and then for one that does not."""
    lying = with_base(Liar)
    theorem = algebra(given(), lying(0), lying(1))
    return instantiate_sequence(given(), theorem, lying, (i,), IfLess(i, 1, 7, 5))


def test_seven_is_not_five() -> None:
    with pytest.raises(Forged, match=r"impostor_\d+ is not a kind of thing that a rule works on"):
        seven_is_five()


@impostors
def test_an_impostor_is_no_sequence(make: Callable[[], Any]) -> None:
    impostor = make()
    assert not plain_sequence(impostor)
    assert not plain_term(impostor(0))
    assert not plain_term(1 + x * Abs(impostor(i)) if impostor.is_zero is None else impostor(i))


@impostors
def test_no_rule_works_on_an_impostor(make: Callable[[], Any]) -> None:
    impostor = make()
    member = impostor(0)
    theorem = algebra(given(), h(0), h(0))
    bounded = Bounded(h(i), i, 0)
    tries: list[Callable[[], object]] = [
        lambda: algebra(given(), member, 7),
        lambda: rewrite(given(), member, theorem),
        lambda: restate(given(), theorem, Equal(member, member)),
        lambda: recall(given(), Equal(member, h(1))),
        lambda: assume(given(), Equal(member, 7)),
        lambda: given(Equal(member, 7)),
        lambda: given(Bounded(impostor(i), i, 0)),
        lambda: limit(given(), impostor(n), n),
        lambda: instantiate(given(), theorem, {x: member}),
        lambda: instantiate_sequence(given(), theorem, impostor, (i,), 5),
        lambda: instantiate_sequence(given(), theorem, h, (i,), impostor(i)),
        lambda: generalise(given(), theorem, n, member),
        lambda: cases(given(), theorem, theorem, member, 0),
        lambda: contraction(given(bounded, *DISCOUNT), series(impostor(i) * z**i, i, 0) * v),
        lambda: recall(given(), OnCycle(v, h(0), Integer(4), impostor)),
    ]
    for attempt in tries:
        with pytest.raises(Forged, match="is not a kind of thing that a rule works on"):
            attempt()


@impostors
def test_an_impostor_is_no_term(make: Callable[[], Any]) -> None:
    member = make()(i)
    with pytest.raises(NotATerm, match="must be a plain real sequence: use sequence"):
        check_term(member)
    with pytest.raises(NotATerm, match="must be a plain real sequence: use sequence"):
        define("an_impostor", (i,), member)


@pytest.mark.parametrize(
    "planted",
    [{"_hashable_content": lambda: ()}, {KeyOfAnother("nargs"): lambda: ()}, {"nargs": 3}],
    ids=["a method", "a method under another name", "a number"],
)
@pytest.mark.parametrize(
    "term", [h(17), IfLess(i, 17, x, q), Abs(x - 17)], ids=lambda t: type(t).__name__
)
def test_nothing_is_planted_in_a_member(term: Any, planted: dict[str, Any]) -> None:
    made = term.func(*term.args, evaluate=False) if isinstance(term, Abs) else term
    before = dict(vars(made))
    assert plain_term(made)
    try:
        vars(made).update(planted)
        with pytest.raises(Forged, match="is not a kind of thing that a rule works on"):
            algebra(given(), made, 1)
    finally:
        vars(made).clear()
        vars(made).update(before)
    assert plain_term(made)


class EqualsAdd(type):
    """A class of classes that say that they are `Add`."""

    def __eq__(cls, other: object) -> bool:
        return True

    def __hash__(cls) -> int:
        return hash(sympy.Add)


class LyingSum(sympy.Add, metaclass=EqualsAdd):  # type: ignore[misc]
    """A sum that equals every other of its kind."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LyingSum)

    def __ne__(self, other: object) -> bool:
        return not isinstance(other, LyingSum)

    def __hash__(self) -> int:
        return hash("LyingSum")


class EqualsInt(type):
    """A class of classes that say that they are `int`."""

    def __eq__(cls, other: object) -> bool:
        return True

    def __hash__(cls) -> int:
        return hash(int)


class Acting(metaclass=EqualsInt):
    """A number with code of its own."""

    def _sympy_(self) -> Any:
        raise AssertionError("this ran")


def test_a_class_that_lies_about_itself_is_not_looked_up() -> None:
    with pytest.raises(Forged, match="LyingSum is not a kind of thing that a rule works on"):
        algebra(given(), LyingSum(real("lying"), 1, evaluate=False), 5)
    with pytest.raises(Forged, match="Acting is not a kind of thing that a rule works on"):
        algebra(given(), Acting(), 1)


@pytest.mark.parametrize("name", ["h", "lambda", "kappa_2", "Σ"])
def test_what_sequence_makes_is_plain_also_after_use(name: str) -> None:
    made: Any = sequence(name)
    terms = [made(i), made(i, j), Abs(made(3)), made(i) ** 2 - 1, series(made(i), i, 0)]
    assert made(3).is_real
    assert made(3).is_zero is None
    assert plain_sequence(made)
    assert all(plain_term(t) for t in terms)
    theorem = chain(algebra(given(), made(0), made(0)), algebra(given(), made(0), made(0)))
    assert symmetry(theorem).statement == Equal(made(0), made(0))
    assert unfold(given(), define(f"of_{name}", (i,), made(i) + 1), 2).statement.key
