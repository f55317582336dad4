"""A stored search, checked again from its document alone, in plain Fractions.

Nothing that the search itself computes with is used here: weights, moduli and bounds are worked out
anew from the eligibilities, norms from powers of the transition matrix, and signs of eigenvalues by
Routh's table (`numeric_checks.search.routh`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from numeric_checks.search.finds import decimal
from numeric_checks.search.reading import Claim, Document, Entry, read
from numeric_checks.search.routh import (
    Matrix,
    all_right_of_the_axis,
    matrix_polynomial,
    row_norm,
    some_left_of,
)

__all__ = ["recheck"]


def recheck(document: object) -> tuple[str, ...]:
    """What is false in the document of a search, a line for each claim; empty if all is true.

    A document that cannot be read raises `numeric_checks.search.reading.Malformed`.
    """
    said = read(document)
    false = [
        f"{entry.goal}: {problem}" for entry in said.entries for problem in _entry(entry, said)
    ]
    if said.ok != all(entry.problem is None for entry in said.entries):
        false.append("ok is not what the goals say")
    return tuple(false)


def _entry(entry: Entry, said: Document) -> Iterator[str]:
    if entry.goal not in _GOALS:
        yield "there is no such goal"
        return
    if entry.problem is not None and (entry.find or entry.nearest):
        yield "a find that has a problem is no find"
    if entry.nearest is not None:
        if entry.goal != _CONTROL:
            yield "only a goal that cannot be met has a nearest return"
        yield from _affine(entry.nearest, said)
        yield from _above_best_convex(entry.nearest, said)
    if entry.find is not None:
        yield from _affine(entry.find, said)
        yield from _GOALS[entry.goal](entry.find, said)


def _affine(claim: Claim, said: Document) -> Iterator[str]:
    """h_0 = 1, weak recency fails, and c, beta and the violation are what follows from h."""
    h = claim.h
    if not h or h[0] != 1 or h[-1] == 0:
        yield "h is not a list from h_0 = 1 to an eligibility other than 0"
        return
    if len(h) > said.max_support:
        yield f"h has {len(h)} eligibilities, more than {said.max_support}"
    following = (*h[1:], Fraction(0))
    if all(a >= b >= 0 for a, b in zip(h, following, strict=True)):
        yield "weak recency holds"
    c = tuple(a - b for a, b in zip(h, following, strict=True))
    if claim.c != c:
        yield "c does not follow from h"
    beta = sum((abs(w) * said.gamma**n for n, w in enumerate(c, start=1)), Fraction(0))
    if claim.beta != beta:
        yield f"the modulus is {beta}, not {claim.beta}"
    if claim.decimal != decimal(beta):
        yield f"the modulus is {decimal(beta)}, not {claim.decimal}"
    if claim.violation != sum((-w for w in c if w < 0), Fraction(0)):
        yield "the violation is not the sum of the negative parts of c"
    for transitions in (*([] if claim.mrp is None else [claim.mrp]), *claim.tried):
        if any(sum(row) != 1 or min(row) < 0 for row in transitions):
            yield "a matrix of transition probabilities is none"


def _contracts(claim: Claim, _said: Document) -> Iterator[str]:
    if not claim.beta < 1:
        yield f"the modulus {claim.beta} is not below 1"


def _beats_one_step(claim: Claim, said: Document) -> Iterator[str]:
    if not claim.beta < said.gamma:
        yield f"the modulus {claim.beta} is not below gamma = {said.gamma}"


def _smallest(claim: Claim, said: Document) -> Iterator[str]:
    yield from _contracts(claim, said)
    yield from _distance(claim, Fraction(2), Fraction(len(claim.h) - 2), may_be_zero=True)


def _largest(claim: Claim, said: Document) -> Iterator[str]:
    yield from _contracts(claim, said)
    longest, second = said.gamma**said.max_support, said.gamma ** (said.max_support - 1)
    bound = (1 - longest) / (longest + second)
    yield from _distance(claim, bound, bound - claim.violation)


def _two_terms_contract(claim: Claim, said: Document) -> Iterator[str]:
    yield from _two_terms(claim, (1 - said.gamma) / said.gamma)
    yield from _contracts(claim, said)


def _two_terms_beat(claim: Claim, said: Document) -> Iterator[str]:
    yield from _two_terms(claim, (1 - said.gamma) / (1 + said.gamma))
    yield from _beats_one_step(claim, said)


def _two_terms(claim: Claim, bound: Fraction) -> Iterator[str]:
    if len(claim.h) != 2 or claim.h[1] <= 1:
        yield "c is not (-eps, 1 + eps) with eps > 0"
    else:
        yield from _distance(claim, bound, bound - (claim.h[1] - 1))


def _distance(
    claim: Claim, bound: Fraction, gap: Fraction, *, may_be_zero: bool = False
) -> Iterator[str]:
    if (claim.bound, claim.gap) != (bound, gap):
        yield f"the bound is {bound} and the gap {gap}, not {claim.bound} and {claim.gap}"
    if gap < 0 or (gap == 0 and not may_be_zero):
        yield f"the bound {bound} is passed"


def _converges_where_tried(claim: Claim, said: Document) -> Iterator[str]:
    yield from _no_contraction(claim)
    if not all(all_right_of_the_axis(_filter(claim, said, P)) for P in claim.tried):
        yield "on an MRP that was tried, TD does not converge"


def _contracts_where_tried(claim: Claim, said: Document) -> Iterator[str]:
    yield from _no_contraction(claim)
    if len(claim.h) < 3 or any(len(P) >= len(claim.h) for P in claim.tried):
        yield "an MRP that was tried has as many states as there are eligibilities"
    if not all(row_norm(_operator(claim, said, P)) < 1 for P in claim.tried):
        yield "on an MRP that was tried, the operator does not contract"
    if claim.mrp is None or row_norm(_operator(claim, said, claim.mrp)) != claim.beta:
        yield "the modulus is not attained on the MRP shown"


def _no_contraction(claim: Claim) -> Iterator[str]:
    if claim.beta < 1:
        yield f"the modulus {claim.beta} is below 1"
    if not claim.tried:
        yield "no MRP was tried"


def _diverges(claim: Claim, said: Document) -> Iterator[str]:
    if claim.mrp is None or claim.margin is None or claim.margin <= 0:
        yield "an MRP and a margin above 0 are missing"
    elif not some_left_of(_filter(claim, said, claim.mrp), claim.margin):
        yield f"no eigenvalue of f(z) has a real part below -{claim.margin}"


def _beats_best_convex(claim: Claim, said: Document) -> Iterator[str]:
    best = said.gamma ** len(claim.h)
    if not claim.beta < best:
        yield f"the modulus {claim.beta} is not below {best}"


def _above_best_convex(claim: Claim, said: Document) -> Iterator[str]:
    best = said.gamma ** len(claim.h)
    yield from _distance(claim, best, claim.beta - best)


def _filter(claim: Claim, said: Document, P: Matrix) -> Matrix:
    """f(z) = (1 - z) h(z) at z = gamma P, as a product."""
    z = tuple(tuple(said.gamma * p for p in row) for row in P)
    coefficients = [Fraction(0)] * (len(claim.h) + 1)
    for i, weight in enumerate(claim.h):
        coefficients[i] += weight
        coefficients[i + 1] -= weight
    return matrix_polynomial(coefficients, z)


def _operator(claim: Claim, said: Document, P: Matrix) -> Matrix:
    """1 - f(z)."""
    found = _filter(claim, said, P)
    return tuple(tuple((i == j) - x for j, x in enumerate(row)) for i, row in enumerate(found))


_CONTROL = "beats-best-convex"
_GOALS: dict[str, Callable[[Claim, Document], Iterator[str]]] = {
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
