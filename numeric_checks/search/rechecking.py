"""A stored search, checked again from its document alone, in plain Fractions.

Nothing that the search itself computes with is used here: weights, moduli and bounds are worked out
anew from the eligibilities, norms from powers of the transition matrix, and signs of eigenvalues by
Routh's table (`numeric_checks.search.routh`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from numeric_checks.search.finds import decimal
from numeric_checks.search.reading import StoredFind, StoredGoal, StoredSearch, read
from numeric_checks.search.routh import (
    Matrix,
    all_right_of_the_axis,
    matrix_polynomial,
    row_norm,
    some_left_of,
)

__all__ = ["recheck"]


def recheck(document: object) -> tuple[str, ...]:
    """What is false in the document of a search, a line for each find; empty if all is true.

    A document that cannot be read raises `numeric_checks.search.reading.Malformed`.
    """
    said = read(document)
    false = [f"{goal.name}: {problem}" for goal in said.goals for problem in _goal(goal, said)]
    if said.ok != all(goal.problem is None for goal in said.goals):
        false.append("ok is not what the goals say")
    return tuple(false)


def _goal(goal: StoredGoal, said: StoredSearch) -> Iterator[str]:
    if goal.name not in _GOALS:
        yield "there is no such goal"
        return
    if goal.problem is not None and (goal.find or goal.nearest):
        yield "a find that has a problem is no find"
    if goal.nearest is not None:
        if goal.name != _CONTROL:
            yield "only a goal that cannot be met has a nearest return"
        yield from _affine(goal.nearest, said)
        yield from _above_best_convex(goal.nearest, said)
    if goal.find is not None:
        yield from _affine(goal.find, said)
        yield from _GOALS[goal.name](goal.find, said)


def _affine(find: StoredFind, said: StoredSearch) -> Iterator[str]:
    """h_0 = 1, weak recency fails, and c, beta and the violation are what follows from h."""
    h = find.h
    if not h or h[0] != 1 or h[-1] == 0:
        yield "h is not a list from h_0 = 1 to an eligibility other than 0"
        return
    if len(h) > said.max_support:
        yield f"h has {len(h)} eligibilities, more than {said.max_support}"
    following = (*h[1:], Fraction(0))
    if all(a >= b >= 0 for a, b in zip(h, following, strict=True)):
        yield "weak recency holds"
    c = tuple(a - b for a, b in zip(h, following, strict=True))
    if find.c != c:
        yield "c does not follow from h"
    beta = sum((abs(w) * said.gamma**n for n, w in enumerate(c, start=1)), Fraction(0))
    if find.beta != beta:
        yield f"the modulus is {beta}, not {find.beta}"
    if find.decimal != decimal(beta):
        yield f"the modulus is {decimal(beta)}, not {find.decimal}"
    if find.violation != sum((-w for w in c if w < 0), Fraction(0)):
        yield "the violation is not the sum of the negative parts of c"
    for transitions in (*([] if find.mrp is None else [find.mrp]), *find.tried):
        if any(sum(row) != 1 or min(row) < 0 for row in transitions):
            yield "a matrix of transition probabilities is none"


def _contracts(find: StoredFind, _said: StoredSearch) -> Iterator[str]:
    if not find.beta < 1:
        yield f"the modulus {find.beta} is not below 1"


def _beats_one_step(find: StoredFind, said: StoredSearch) -> Iterator[str]:
    if not find.beta < said.gamma:
        yield f"the modulus {find.beta} is not below gamma = {said.gamma}"


def _smallest(find: StoredFind, said: StoredSearch) -> Iterator[str]:
    yield from _contracts(find, said)
    yield from _distance(find, Fraction(2), Fraction(len(find.h) - 2), may_be_zero=True)


def _largest(find: StoredFind, said: StoredSearch) -> Iterator[str]:
    yield from _contracts(find, said)
    longest, second = said.gamma**said.max_support, said.gamma ** (said.max_support - 1)
    bound = (1 - longest) / (longest + second)
    yield from _distance(find, bound, bound - find.violation)


def _two_terms_contract(find: StoredFind, said: StoredSearch) -> Iterator[str]:
    yield from _two_terms(find, (1 - said.gamma) / said.gamma)
    yield from _contracts(find, said)


def _two_terms_beat(find: StoredFind, said: StoredSearch) -> Iterator[str]:
    yield from _two_terms(find, (1 - said.gamma) / (1 + said.gamma))
    yield from _beats_one_step(find, said)


def _two_terms(find: StoredFind, bound: Fraction) -> Iterator[str]:
    if len(find.h) != 2 or find.h[1] <= 1:
        yield "c is not (-eps, 1 + eps) with eps > 0"
    else:
        yield from _distance(find, bound, bound - (find.h[1] - 1))


def _distance(
    find: StoredFind, bound: Fraction, gap: Fraction, *, may_be_zero: bool = False
) -> Iterator[str]:
    if (find.bound, find.gap) != (bound, gap):
        yield f"the bound is {bound} and the gap {gap}, not {find.bound} and {find.gap}"
    if gap < 0 or (gap == 0 and not may_be_zero):
        yield f"the bound {bound} is passed"


def _converges_where_tried(find: StoredFind, said: StoredSearch) -> Iterator[str]:
    yield from _no_contraction(find)
    if not all(all_right_of_the_axis(_filter(find, said, P)) for P in find.tried):
        yield "on an MRP that was tried, TD does not converge"


def _contracts_where_tried(find: StoredFind, said: StoredSearch) -> Iterator[str]:
    yield from _no_contraction(find)
    if len(find.h) < 3 or any(len(P) >= len(find.h) for P in find.tried):
        yield "an MRP that was tried has as many states as there are eligibilities"
    if not all(row_norm(_operator(find, said, P)) < 1 for P in find.tried):
        yield "on an MRP that was tried, the operator does not contract"
    if find.mrp is None or row_norm(_operator(find, said, find.mrp)) != find.beta:
        yield "the modulus is not attained on the MRP shown"


def _no_contraction(find: StoredFind) -> Iterator[str]:
    if find.beta < 1:
        yield f"the modulus {find.beta} is below 1"
    if not find.tried:
        yield "no MRP was tried"


def _diverges(find: StoredFind, said: StoredSearch) -> Iterator[str]:
    if find.mrp is None or find.margin is None or find.margin <= 0:
        yield "an MRP and a margin above 0 are missing"
    elif not some_left_of(_filter(find, said, find.mrp), find.margin):
        yield f"no eigenvalue of f(z) has a real part below -{find.margin}"


def _beats_best_convex(find: StoredFind, said: StoredSearch) -> Iterator[str]:
    best = said.gamma ** len(find.h)
    if not find.beta < best:
        yield f"the modulus {find.beta} is not below {best}"


def _above_best_convex(find: StoredFind, said: StoredSearch) -> Iterator[str]:
    best = said.gamma ** len(find.h)
    yield from _distance(find, best, find.beta - best)


def _filter(find: StoredFind, said: StoredSearch, P: Matrix) -> Matrix:
    """f(z) = (1 - z) h(z) at z = gamma P, as a product."""
    z = tuple(tuple(said.gamma * p for p in row) for row in P)
    coefficients = [Fraction(0)] * (len(find.h) + 1)
    for i, weight in enumerate(find.h):
        coefficients[i] += weight
        coefficients[i + 1] -= weight
    return matrix_polynomial(coefficients, z)


def _operator(find: StoredFind, said: StoredSearch, P: Matrix) -> Matrix:
    """1 - f(z)."""
    found = _filter(find, said, P)
    return tuple(tuple((i == j) - x for j, x in enumerate(row)) for i, row in enumerate(found))


_CONTROL = "beats-best-convex"
_GOALS: dict[str, Callable[[StoredFind, StoredSearch], Iterator[str]]] = {
    "violates-and-contracts": _contracts,
    "smallest-support": _smallest,
    "beats-one-step": _beats_one_step,
    "largest-violation": _largest,
    "two-term-contracts": _two_terms_contract,
    "two-term-beats": _two_terms_beat,
    "converges-where-tried": _converges_where_tried,
    "contracts-where-tried": _contracts_where_tried,
    "diverges": _diverges,
    _CONTROL: _beats_best_convex,
}
