"""Rules of equality: algebra, combinations, rewriting, term by term, conditionals, chains."""

from __future__ import annotations

import pytest
from sympy import Integer, Pow, Rational

from symbolic import (
    AtMost,
    Bounded,
    Equal,
    FloorDiv,
    ForAll,
    IfLess,
    Less,
    NotEqual,
    Statement,
    Theorem,
    given,
    index,
    real,
    sequence,
    series,
)
from symbolic.writing import (
    algebra,
    assume,
    calculation,
    chain,
    conditional,
    integer_part,
    linear_combination,
    restate,
    rewrite,
    specialise,
    symmetry,
    termwise,
)
from symbolic.writing.refusals import DoesNotOccur
from tests.symbolic.rule_cases import Proves, Refuses

x, y, t = real("x"), real("y"), real("t")
i, j, k, m, n = (index(name) for name in "ijkmn")
h, g = sequence("h"), sequence("g")
SAME = ForAll(k, 0, Equal(h(k), g(k) + x))
choice = IfLess(n, m, x, y)
quotient = FloorDiv(n, m)
early = IfLess(i, m + 1, h(i), y)


def fact(statement: Statement) -> Theorem:
    """A |- A."""
    return assume(given(), statement)


def same_members() -> Theorem:
    """0 <= i, h(k) = g(k) + x for all k >= 0 |- h(i) = g(i) + x."""
    ctx = given(AtMost(0, i), SAME)
    return specialise(ctx, ctx.facts[1], i)


def early_members() -> Theorem:
    """i <= m |- (h(i) if i < m + 1 else y) = h(i)."""
    return conditional(given(AtMost(i, m)), early)


PROVES = [
    Proves(
        algebra, "what is one element of the field",
        lambda: (given(Less(x, 1), Less(0, y)), (1 - x**2) / (1 - x), 1 + x),
        Equal((1 - x**2) / (1 - x), 1 + x), (Less(x, 1),),
    ),
    Proves(
        algebra, "powers of a base known to be nonzero",
        lambda: (given(Less(0, x), Less(0, y)), x ** (n * m - m), x ** (n * m) / x**m),
        Equal(x ** (n * m - m), x ** (n * m) / x**m), (Less(0, x),),
    ),
    Proves(
        algebra, "with the fact that shows it, even where the powers are defined without",
        lambda: (given(Less(0, x), AtMost(0, m), AtMost(m, n * m)), x ** (n * m - m) * x**m,
                 x ** (n * m)),
        Equal(x ** (n * m - m) * x**m, x ** (n * m)),
        (Less(0, x), AtMost(0, m), AtMost(m, n * m)),
    ),
    Proves(
        linear_combination, "with powers of a base known to be nonzero",
        lambda: (given(Less(0, x), AtMost(0, m), AtMost(m, n * m)),
                 x ** (n * m - m) * x**m * h(0), x ** (n * m),
                 (x ** (n * m), fact(Equal(h(0), 1)))),
        Equal(x ** (n * m - m) * x**m * h(0), x ** (n * m)),
        (Equal(h(0), 1), Less(0, x), AtMost(0, m), AtMost(m, n * m)),
    ),
    Proves(
        restate, "with powers of a base known to be nonzero",
        lambda: (given(Less(0, x)),
                 assume(given(AtMost(m, n * m)), AtMost(x ** (n * m - m), y)),
                 AtMost(x ** (n * m) / x**m, y)),
        AtMost(x ** (n * m) / x**m, y), (AtMost(x ** (n * m - m), y), Less(0, x)),
    ),
    Proves(
        linear_combination, "multiples of equations",
        lambda: (given(Less(0, t)), y * h(0) + g(0) / t, y + 2 / t,
                 (y, fact(Equal(h(0), 1))), (1 / t, fact(Equal(g(0), 2)))),
        Equal(y * h(0) + g(0) / t, y + 2 / t), (Equal(h(0), 1), Equal(g(0), 2), Less(0, t)),
    ),
    Proves(
        rewrite, "the left side by the right, wherever it stands",
        lambda: (given(), x**2 + series(x * h(i), i, 0, n), fact(Equal(x, y))),
        Equal(x**2 + series(x * h(i), i, 0, n), y**2 + series(y * h(i), i, 0, n)), (Equal(x, y),),
    ),
    Proves(
        rewrite, "one equation after the other",
        lambda: (given(), h(0), fact(Equal(h(0), x)), fact(Equal(x, y))),
        Equal(h(0), y), (Equal(h(0), x), Equal(x, y)),
    ),
    Proves(
        rewrite, "by a variable of which a sum has another of that name",
        lambda: (given(), series(x * h(i), i, 0, n), fact(Equal(x, h(i)))),
        Equal(series(x * h(i), i, 0, n), series(h(i) * h(j), j, 0, n)), (Equal(x, h(i)),),
    ),
    Proves(
        termwise, "equal terms",
        lambda: (given(), series(h(i), i, 0, m), same_members()),
        Equal(series(h(i), i, 0, m), series(g(i) + x, i, 0, m)), (SAME,),
    ),
    Proves(
        termwise, "terms that are equal up to the end of the sum",
        lambda: (given(), series(early, i, 0, m), early_members()),
        Equal(series(early, i, 0, m), series(h(i), i, 0, m)),
    ),
    Proves(
        termwise, "an infinite sum that converges",
        lambda: (given(Less(abs(y), 1), Bounded(g(k), k, 0)),
                 series(y**i * h(i), i, 0),
                 linear_combination(given(AtMost(0, i)), y**i * h(i), y**i * (g(i) + x),
                                    (y**i, same_members()))),
        Equal(series(y**i * h(i), i, 0), series(y**i * (g(i) + x), i, 0)),
        (Less(abs(y), 1), Bounded(g(k), k, 0), SAME),
    ),
    Proves(
        conditional, "the first branch",
        lambda: (given(AtMost(n, m - 1)), choice), Equal(choice, x), (AtMost(n, m - 1),),
    ),
    Proves(
        conditional, "the second branch",
        lambda: (given(AtMost(m, n)), choice), Equal(choice, y), (AtMost(m, n),),
    ),
    Proves(
        integer_part, "the quotient",
        lambda: (given(AtMost(0, j), Less(j, m)), FloorDiv(k * m + j, m), k),
        Equal(FloorDiv(k * m + j, m), k), (AtMost(0, j), Less(j, m)),
    ),
    Proves(symmetry, "turned round", lambda: (fact(Equal(x, y)),), Equal(y, x), (Equal(x, y),)),
    Proves(
        chain, "the strictest relation",
        lambda: (fact(Equal(x, y)), fact(Less(y, t)), fact(AtMost(t, h(0)))),
        Less(x, h(0)), (Equal(x, y), Less(y, t), AtMost(t, h(0))),
    ),
    Proves(
        calculation, "the strictest relation",
        lambda: (fact(Equal(x, y)), fact(AtMost(y, t))),
        AtMost(x, t), (Equal(x, y), AtMost(y, t)),
    ),
    Proves(
        restate, "both sides moved",
        lambda: (given(), fact(Less(x, y + 1)), Less(x - y, 1)),
        Less(x - y, 1), (Less(x, y + 1),),
    ),
]  # fmt: skip

REFUSES = [
    Refuses(algebra, "a sign", lambda: (given(), (x - y) ** 2, x**2 + 2 * x * y + y**2),
            match="differ by"),
    Refuses(algebra, "a denominator that may be zero",
            lambda: (given(), (1 - x**2) / (1 - x), 1 + x),
            match="differ by"),
    Refuses(algebra, "a denominator known to be nonzero elsewhere",
            lambda: (given(Less(y, 1)), (1 - x**2) / (1 - x), 1 + x),
            match="differ by"),
    Refuses(algebra, "powers of a base that may be zero",
            lambda: (given(AtMost(0, x), AtMost(0, m)), x ** (n * m - m) * x**m, x ** (n * m)),
            match="differ by"),
    Refuses(algebra, "zero to a power that may be zero",
            lambda: (given(AtMost(0, n)), Pow(Integer(0), n), 0), match="differ by"),
    Refuses(algebra, "an exponent shifted by one",
            lambda: (given(AtMost(0, n)), x * x**n, x ** (n + 2)),
            match="differ by"),
    Refuses(algebra, "a sum that begins one later",
            lambda: (given(), series(h(i), i, 0, n), series(h(i), i, 1, n)),
            match="differ by"),
    Refuses(algebra, "an infinite sum that may diverge",
            lambda: (given(), series(h(i), i, 0), series(h(j), j, 0)),
            match="converges does not follow"),
    Refuses(algebra, "a floating point number", lambda: (given(), x, 1.0 * x),
            match="1.0 is a float and not exact: write Rational('1.0') or '1'"),
    Refuses(linear_combination, "a wrong multiplier",
            lambda: (given(), 2 * h(0), 3, (2, fact(Equal(h(0), 1)))),
            match="the difference is -1"),
    Refuses(linear_combination, "a wrong sign",
            lambda: (given(), -h(0), 1, (-1, fact(Equal(h(0), 1)))), match="the difference is -2"),
    Refuses(linear_combination, "an inequality for an equation",
            lambda: (given(), h(0), 1, (1, fact(AtMost(h(0), 1)))),
            match="a premise is not an equation"),
    Refuses(linear_combination, "division by what may be zero",
            lambda: (given(), h(0), g(0), (1 / x, fact(Equal(x * h(0), x * g(0))))),
            match="the difference is"),
    Refuses(rewrite, "what does not occur", lambda: (given(), x**2, fact(Equal(y, x))),
            match="the left side does not occur"),
    Refuses(rewrite, "the right side by the left", lambda: (given(), h(0), fact(Equal(x, h(0)))),
            match="the left side does not occur"),
    Refuses(rewrite, "by an inequality", lambda: (given(), x**2, fact(AtMost(x, y))),
            match="a premise is not an equation"),
    Refuses(rewrite, "a variable that a sum binds",
            lambda: (given(), series(h(i), i, 0, n), fact(Equal(h(i), x))),
            match="the left side does not occur"),
    Refuses(rewrite, "by what is not defined there",
            lambda: (given(), 1 / (x - 1), fact(Equal(x, y))),
            match="defined: x ≠ 1 does not follow"),
    Refuses(termwise, "a sum that begins before the terms are equal",
            lambda: (given(), series(h(i), i, -1, m), same_members()),
            match="i is not arbitrary: it occurs in the hypothesis 0 ≤ i"),
    Refuses(termwise, "a sum that goes on after the terms are equal",
            lambda: (given(), series(early, i, 0, m + 1), early_members()),
            match="i is not arbitrary: it occurs in the hypothesis i ≤ m"),
    Refuses(termwise, "an index that is restricted",
            lambda: (given(), series(h(i), i, 0, m), fact(Equal(h(i), x))),
            match="i is not arbitrary: it occurs in the hypothesis h_i = x"),
    Refuses(termwise, "another index",
            lambda: (given(), series(h(j), j, 0, m), same_members()),
            match="h_i is not the term h_j of the sum"),
    Refuses(termwise, "other terms", lambda: (given(), series(h(i + 1), i, 0, m), same_members()),
            match="h_i is not the term h_{i+1} of the sum"),
    Refuses(termwise, "the right sides", lambda: (given(), series(g(i) + x, i, 0, m),
                                                  same_members()),
            match="h_i is not the term x + g_i of the sum"),
    Refuses(termwise, "an inequality",
            lambda: (given(), series(x, i, 0, m), fact(AtMost(x, y))),
            match="needs a sum and an equation between its terms"),
    Refuses(termwise, "infinite sums that may diverge",
            lambda: (given(), series(h(i), i, 0), same_members()),
            match="converges does not follow"),
    Refuses(termwise, "no sum", lambda: (given(), h(i), same_members()),
            match="needs a sum and an equation between its terms"),
    Refuses(conditional, "a case that is not decided", lambda: (given(AtMost(n, m)), choice),
            match="m ≤ n does not follow"),
    Refuses(conditional, "no conditional", lambda: (given(), x), match="x is not a conditional"),
    Refuses(conditional, "a branch that is not defined",
            lambda: (given(AtMost(m, n)), IfLess(n, m, x, 1 / y)),
            match="defined: if m ≤ n then y ≠ 0 does not follow"),
    Refuses(integer_part, "a remainder that is too large",
            lambda: (given(AtMost(0, j), AtMost(j, m), AtMost(1, m)), FloorDiv(k * m + j, m), k),
            match="j + k·m < k·m + m does not follow"),
    Refuses(integer_part, "a remainder that may be negative",
            lambda: (given(AtMost(-1, j), Less(j, m), AtMost(1, m)), FloorDiv(k * m + j, m), k),
            match="k·m ≤ j + k·m does not follow"),
    Refuses(integer_part, "a divisor that may be zero",
            lambda: (given(AtMost(0, n), AtMost(0, m)), FloorDiv(0, m), 0),
            match="1 ≤ m does not follow"),
    Refuses(integer_part, "a quotient off by one",
            lambda: (given(AtMost(0, j), Less(j, m)), FloorDiv(k * m + j, m), k + 1),
            match="(k + 1)·m ≤ j + k·m does not follow"),
    Refuses(integer_part, "a fraction",
            lambda: (given(), FloorDiv(n, Integer(2)), n / 2),
            match="⌊n/2⌋ is not an integer part, or n/2 not an integer"),
    Refuses(integer_part, "no integer part", lambda: (given(), n, n),
            match="n is not an integer part, or n not an integer"),
    Refuses(symmetry, "an inequality", lambda: (fact(AtMost(x, y)),),
            match="only an equation can be turned round"),
    Refuses(symmetry, "an inequation", lambda: (fact(NotEqual(x, y)),),
            match="only an equation can be turned round"),
    Refuses(chain, "no steps", lambda: (), match="a chain has at least one step"),
    Refuses(chain, "a gap", lambda: (fact(Equal(x, y)), fact(Equal(y + 1, t))),
            match="step 2 does not begin where step 1 ends"),
    Refuses(chain, "a step the other way round", lambda: (fact(AtMost(x, y)), fact(AtMost(t, y))),
            match="step 2 does not begin where step 1 ends"),
    Refuses(chain, "an inequation", lambda: (fact(NotEqual(x, y)), fact(NotEqual(y, t))),
            match="step 1 is not =, <= or <"),
    Refuses(calculation, "no steps", lambda: (), match="a chain has at least one step"),
    Refuses(calculation, "a gap", lambda: (fact(Equal(x, y)), fact(Equal(t, x))),
            match="step 2 does not begin where step 1 ends"),
    Refuses(calculation, "a statement for all integers", lambda: (fact(SAME),),
            match="step 1 is not =, <= or <"),
    Refuses(restate, "a stricter relation", lambda: (given(), fact(AtMost(x, y)), Less(x, y)),
            match="the two are not the same kind of relation"),
    Refuses(restate, "the other direction", lambda: (given(), fact(AtMost(x, y)), AtMost(y, x)),
            match="the two differ"),
    Refuses(restate, "a difference of one", lambda: (given(), fact(Less(x, y)), Less(x + 1, y)),
            match="the two differ"),
    Refuses(restate, "a multiple", lambda: (given(), fact(AtMost(x, y)), AtMost(-x, -y)),
            match="the two differ"),
    Refuses(restate, "a side that may not be defined",
            lambda: (given(), fact(AtMost(x, y)), AtMost(x + (t**2 - t) / (t - 1) - t, y)),
            match="the two differ"),
    Refuses(restate, "powers of a base that may be zero",
            lambda: (given(), assume(given(AtMost(m, n * m)), AtMost(x ** (n * m - m), y)),
                     AtMost(x ** (n * m) / x**m, y)), match="the two differ"),
    Refuses(restate, "a statement for all integers", lambda: (given(), fact(SAME), Equal(x, x)),
            match="the two are not the same kind of relation"),
]  # fmt: skip


@pytest.mark.parametrize("case", PROVES, ids=str)
def test_the_rule_proves_exactly_what_it_says(case: Proves) -> None:
    case.check()


@pytest.mark.parametrize("case", REFUSES, ids=str)
def test_the_rule_refuses_the_near_miss(case: Refuses) -> None:
    case.check()


def test_a_chain_of_equations_is_an_equation_and_a_strict_step_stays_strict() -> None:
    equations = chain(fact(Equal(x, y)), fact(Equal(y, t)))
    assert equations.statement == Equal(x, t)
    strict = chain(fact(Less(x, y)), fact(AtMost(y, t)), fact(Equal(t, h(0))))
    assert strict.statement == Less(x, h(0))


def test_rewriting_leaves_bound_variables_alone() -> None:
    theorem = rewrite(given(), h(i) + series(h(i), i, 0, n), fact(Equal(h(i), x)))
    assert theorem.statement == Equal(h(i) + series(h(i), i, 0, n), x + series(h(i), i, 0, n))


def test_what_does_not_occur_is_told_apart_from_other_refusals() -> None:
    with pytest.raises(DoesNotOccur):
        rewrite(given(), x, fact(Equal(y, x)))


def test_an_equation_with_a_denominator_holds_where_the_denominator_is_not_zero() -> None:
    theorem = algebra(given(NotEqual(x, Rational(1, 2))), (4 * x**2 - 1) / (2 * x - 1), 2 * x + 1)
    assert [s.key for s in theorem.hypotheses] == [NotEqual(x, Rational(1, 2)).key]
