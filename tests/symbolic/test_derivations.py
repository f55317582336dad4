"""Derivations: what has a line, what is a lemma, what is cited, and what a glance is."""

from __future__ import annotations

from sympy import Expr

from symbolic import (
    And,
    AtMost,
    Chain,
    Equal,
    Equivalent,
    ForAll,
    Less,
    Theorem,
    given,
    index,
    real,
    sequence,
)
from symbolic.derivation import derivations
from symbolic.derivation.inferences import fact, glance, is_light
from symbolic.derivation.labels import HENCE, straightened
from symbolic.documents import Conclusion, Section, shown, text
from symbolic.printing.sentences import Reference, joined
from symbolic.statements import Statement
from symbolic.writing import (
    absolute_product,
    both,
    cases,
    contradiction,
    cut,
    equivalent,
    generalise,
    imply,
    induction,
    instantiate,
    linear_combination,
    recall,
    scale,
    specialise,
)
from symbolic.writing.theorem import ancestry

x, y = real("x"), real("y")
k, m, n = (index(name) for name in "kmn")
h = sequence("h")
GROWS = ForAll(k, 0, Equal(h(k + 1), h(k) + 1))
STARTS = Equal(h(0), 0)


def all_of() -> Theorem:
    """h(0) = 0, h(k + 1) = h(k) + 1 for all k >= 0 |- h(n) = n for all n >= 0."""
    ctx = given(AtMost(0, n), Equal(h(n), n), GROWS)
    longer = specialise(ctx, ctx.facts[2], n)
    step = linear_combination(ctx, h(n + 1), n + 1, (1, longer), (1, ctx.facts[1]))
    return induction(given(), given(STARTS).facts[0], step, n, 0)


def positive(place: object, *, found: Theorem | None = None) -> Theorem:
    """... |- 0 < h(place) + 1, where h(place) = place is a side fact."""
    special = specialise(given(), found or all_of(), place)
    return recall(given(special), Less(0, h(place) + 1))


def printed(*theorems: Theorem) -> str:
    return "\n".join(text([Section(blocks)]) for blocks in derivations(theorems))


def whole(*theorems: Theorem) -> bool:
    """Is every inference shown, or light?"""
    found = shown([Section(blocks) for blocks in derivations(theorems)])
    return all(t in found or is_light(t) for theorem in theorems for t in ancestry(theorem))


LEMMA = """\
Fact 1: h_n = n for all n ≥ 0
  given: h_0 = 0; h_{k+1} = 1 + h_k for all k ≥ 0
  Base case.
    h_0 = 0                                                                            [h_0 = 0]
  Step: let 0 ≤ n and suppose h_n = n.
    h_{n+1} = n + 1                      [h_{k+1} = 1 + h_k for all k ≥ 0; induction hypothesis]
  h_n = n for all n ≥ 0                                                         [induction on n]
"""


def test_a_side_fact_that_takes_work_is_a_lemma_and_is_cited() -> None:
    theorem = positive(2)
    assert whole(theorem)
    assert printed(theorem) == LEMMA + "Proof: h_2 = 2; Fact 1"


def test_a_lemma_is_shown_once_however_often_it_was_derived() -> None:
    once = all_of()
    theorems = positive(2, found=once), positive(3, found=once), positive(4)
    assert whole(*theorems[:2])
    reasons = (f"Proof: h_{k} = {k}; Fact 1" for k in (2, 3, 4))
    assert printed(*theorems) == LEMMA + "\n".join(reasons)


def test_what_is_shown_elsewhere_is_named_and_not_derived() -> None:
    known = all_of()
    found = derivations([positive(3, found=known)], {known: Reference("counting")})
    assert text([Section(blocks) for blocks in found]) == "Proof: h_3 = 3; counting"


def test_what_an_earlier_theorem_says_is_known_by_its_name() -> None:
    known = all_of()
    (_, found) = derivations([known, positive(3)], {known: Reference("counting")})
    assert text([Section(found)]) == "Proof: h_3 = 3; counting"


def test_a_theorem_that_rests_on_a_later_one_does_not_stand_for_it() -> None:
    later = scale(given(), positive(3), 2)
    first = recall(given(later), Less(0, h(3) + 1))
    assert fact(first) == fact(later.premises[0])
    names = {first: Reference("first"), later: Reference("later")}
    found = [text([Section(blocks)]) for blocks in derivations([first, later], names)]
    assert found == ["Proof: later", LEMMA + "Proof: h_3 = 3; Fact 1"]


def test_the_lemma_of_a_cut_is_a_premise_too() -> None:
    two = specialise(given(), all_of(), 2)
    theorem = cut(two, recall(given(two.statement), Less(0, h(2) + 1)))
    assert whole(theorem)
    *before, last = printed(theorem).splitlines()
    assert "(1) h_2 = 2" in before[-1]
    assert last.split()[-1] == "(1)]"


def test_a_calculation_that_a_cut_completes_cites_the_lemma() -> None:
    two = specialise(given(), all_of(), 2)
    ctx = given(two.statement)
    theorem = cut(two, Chain(ctx, h(2)).to(2, ctx.facts[0]).less(3).qed())
    assert whole(theorem)
    assert printed(theorem).splitlines()[-1].endswith("[hence; (1)]")


def test_each_line_of_a_calculation_has_its_own_measure() -> None:
    sizes = [absolute_product(given(), x, real(name)) for name in "abcdef"]
    left, right = ([getattr(size.statement, side) for size in sizes] for side in ("lhs", "rhs"))
    chain = Chain(given(), sum(left))
    for k in (2, 4, 6):
        chain = chain.to(sum(right[:k]) + sum(left[k:]), *sizes[k - 2 : k])
    assert whole(chain.qed())
    assert "(1)" not in printed(chain.qed())


def test_a_premise_that_two_derivations_show_is_a_lemma() -> None:
    first, second = (
        cut(two, recall(given(two.statement), Less(0, h(2) + one)))
        for one in (1, 2)
        for two in [specialise(given(), all_of(), 2)]
    )
    reason = "Proof: h_2 = 2; Fact 1"
    assert printed(first, second) == f"{LEMMA}{reason}\n{reason}"


def test_what_is_shown_in_one_derivation_and_used_in_another_is_a_lemma() -> None:
    above = Chain(given(Less(0, x)), 0).less(x).less(x + 1).qed()
    everywhere = generalise(given(), above, n, 0)
    doubled = recall(given(above), Less(0, 2 * x + 2))
    found = printed(everywhere, doubled).splitlines()
    assert found[0] == "Fact 1: 0 < 1 + x"
    assert found[-2:] == ["Proof: Fact 1"] * 2


def test_a_second_proof_of_the_same_does_not_cite_the_first() -> None:
    first = positive(3)
    second = recall(given(positive(3)), Less(0, h(3) + 1))
    assert fact(first) == fact(second)
    found = derivations([first, second], {first: Reference("first"), second: Reference("second")})
    assert text([Section(found[1])]) == "Proof: Fact 1"


def test_a_lemma_is_cited_where_it_is_used_and_not_once_more() -> None:
    ctx, said = given(specialise(given(), all_of(), 2)), Less(0, h(2) + 1)
    below, above = (recall(ctx.also(each), said) for each in (Less(k, 0), AtMost(0, k)))
    theorem = cases(ctx, below, above, k, 0)
    *_, first, _, second, last = printed(theorem).splitlines()
    assert first.endswith("; Fact 1]")
    assert second.endswith("; Fact 1]")
    assert last.endswith(" [in both cases]")


def test_a_heavy_step_is_shown_even_if_it_changes_nothing() -> None:
    size = absolute_product(given(), x, y)
    nothing = linear_combination(given(), x, x, (1, size), (-1, size))
    theorem = Chain(given(Less(0, x)), 0).less(x).by(nothing).less(x + 1).qed()
    assert whole(theorem)
    assert "= x " in printed(theorem)


def in_cases() -> Theorem:
    """|- h(k) < h(k) + 1, by two cases of which the second has two."""
    ctx, said = given(), Less(h(k), h(k) + 1)
    apart = [given(each) for each in (Less(k, 0), AtMost(0, k))]
    inner = [recall(each, said) for each in (given(Less(k, 1)), given(AtMost(1, k)))]
    return cases(ctx, recall(apart[0], said), cases(ctx, inner[0], inner[1], k, 1), k, 0)


def test_the_statement_of_cases_of_cases_is_said_once() -> None:
    theorem = in_cases()
    assert whole(theorem)
    assert [line.strip() for line in printed(theorem).splitlines()].count("Case k < 1.") == 1
    assert printed(theorem).count("in both cases") == 1


def test_a_line_does_not_tell_of_many_inferences() -> None:
    ctx = given()
    sizes = [absolute_product(ctx, x, real(name)) for name in "abcdef"]
    pairs = [added(first, second) for first, second in zip(sizes[::2], sizes[1::2], strict=True)]
    theorem = added(*pairs)
    assert whole(theorem)
    _, *lines = printed(theorem).splitlines()
    assert [line.split()[0] for line in lines[:3]] == ["(1)", "(2)", "(3)"]
    assert lines[-1].endswith("[(1); (2); (3)]")
    assert len(printed(pairs[0]).splitlines()) == 1
    assert len(printed(added(*sizes)).splitlines()) == 1


def added(*equations: Theorem) -> Theorem:
    """The sum of the left sides is that of the right sides."""
    said = [each.statement for each in equations]
    left, right = (sum(getattr(s, side) for s in said) for side in ("lhs", "rhs"))
    return linear_combination(given(), left, right, *((1, each) for each in equations))


def test_a_glance_is_made_of_light_inferences() -> None:
    ctx = given(Less(0, x))
    start, square = ctx.facts[0], scale(ctx, ctx.facts[0], x)
    assert is_light(start)
    assert not is_light(square)
    assert glance(start, lambda t: False)
    assert not glance(square, lambda t: False)
    assert glance(square, lambda t: t is square)
    doubled = recall(given(square), Less(0, 2 * x**2))
    assert is_light(doubled)
    assert not glance(doubled, lambda t: False)
    assert glance(doubled, lambda t: t is square)


def test_statements_that_are_equal_by_algebra_are_two_facts() -> None:
    one, other = (absolute_product(given(), x, real(name)) for name in "ab")
    assert one.statement.key == other.statement.key
    assert fact(one) != fact(other)
    assert fact(one) == fact(absolute_product(given(), x, real("a")))


def test_a_calculation_is_light_if_it_has_one_line() -> None:
    ctx = given(Less(0, x))
    one = Chain(ctx, 0).less(x).qed()
    assert is_light(one)
    assert not is_light(Chain(ctx, 0).less(x).less(x + 1).qed())


# -- what is supposed ------------------------------------------------------------------------------


def positive_implies(number: Expr) -> Theorem:
    """|- if 0 < number then 0 < number + 1, by a calculation."""
    ctx = given(Less(0, number))
    return imply(given(), Chain(ctx, 0).less(number).less(number + 1).qed(), Less(0, number))


def test_each_condition_is_supposed_for_what_it_implies() -> None:
    theorem = both(given(), positive_implies(x), positive_implies(y))
    assert whole(theorem)
    assert [line.partition("  [")[0].rstrip() for line in printed(theorem).splitlines()] == [
        "Proof:",
        "  Suppose 0 < x.",
        "    (1) 0",
        "      < x",
        "      < 1 + x",
        "  Suppose 0 < y.",
        "    (2) 0",
        "      < y",
        "      < 1 + y",
        "  (if 0 < x then 0 < 1 + x) and (if 0 < y then 0 < 1 + y)",
    ]


def both_positive(*numbers: Expr) -> Theorem:
    """0 < a, 0 < b |- 0 < a and 0 < b, where each of them takes two lines."""
    found = (Chain(given(Less(0, each)), 0).less(each / 3).less(each).qed() for each in numbers)
    return both(given(), *found)


def test_a_side_of_an_equivalence_is_supposed_whole() -> None:
    """Even if each step rests on a part of it."""
    one, other = (And(Less(0, a), Less(0, b)) for a, b in ((x, y), (y, x)))
    theorem = equivalent(given(), Equivalent(one, other), both_positive(y, x), both_positive(x, y))
    first, *_ = (line for line in printed(theorem).splitlines() if "Suppose" in line)
    assert first == "  Suppose 0 < x and 0 < y."


def test_what_leads_to_a_contradiction_is_supposed_for_that() -> None:
    low = AtMost(x, 0)
    above = Chain(given(low), x).to(x).less(1).less(2).qed()
    theorem = contradiction(given(AtMost(2, x)), low, above)
    found = [line.strip() for line in printed(theorem).splitlines()]
    assert found[1] == "Suppose, for contradiction, x ≤ 0."
    assert found[-1].startswith("not (x ≤ 0) ")


def test_a_number_that_stands_for_any_is_introduced() -> None:
    step = Chain(given(AtMost(1, n)), 0).less(n).less(n + 1).qed()
    found = [line.strip() for line in printed(generalise(given(), step, n, 1)).splitlines()]
    assert found[1] == "Let 1 ≤ n."


def test_what_a_cut_shows_stands_before_what_rests_on_it() -> None:
    lemma = recall(given(Less(1, x)), Less(0, x))
    theorem = cut(lemma, Chain(given(Less(0, x)), 0).less(x).less(x + 1).qed())
    found = [line.strip() for line in printed(theorem).splitlines()]
    assert found[1].startswith("(1) 0 < x ")
    assert "Suppose" not in printed(theorem)


def test_of_what_is_put_in_the_general_case_is_a_fact() -> None:
    """With its own hypotheses, which are met by what is put in and are not given."""
    general = Chain(given(Less(0, x)), 0).less(x).less(x + 1).qed()
    theorem = instantiate(given(Less(1, x)), general, {y: x})
    assert "Fact 1: 0 < 1 + x" in printed(theorem)
    assert "given: 0 < x" in printed(theorem)
    assert "Suppose" not in printed(theorem)


# -- labels and what is not known ------------------------------------------------------------------


def step(statement: Statement, label: str, *cited: str) -> Conclusion:
    return Conclusion(statement, joined(map(Reference, cited), "; "), label)


def test_a_label_that_only_the_next_step_cites_is_not_needed() -> None:
    one, two, three = Less(x, 1), Less(x, 2), Less(x, 3)
    steps = [step(one, "(1)"), step(two, "(2)", "(1)"), step(three, "", "(2)", "Fact 1")]
    first, second, last = straightened(steps)
    assert isinstance(first, Conclusion)
    assert isinstance(second, Conclusion)
    assert isinstance(last, Conclusion)
    assert (first.label, second.label) == ("", "(1)")
    assert second.reason.text() == HENCE
    assert last.reason.text() == "(1); Fact 1"


def test_a_label_that_is_cited_again_stays() -> None:
    one, two, three = Less(x, 1), Less(x, 2), Less(x, 3)
    steps = [step(one, "(1)"), step(two, "(2)", "(1)"), step(three, "", "(2)", "(1)")]
    assert straightened(steps) == steps


def test_the_induction_hypothesis_is_called_so() -> None:
    assert "induction hypothesis]" in printed(all_of())
