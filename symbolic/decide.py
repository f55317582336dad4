"""Deciding the order conditions that rules ask for, from facts, with a checked certificate.

A goal ``a <= b`` (or ``<``) is accepted when

    b - a  =  c + sum_k m_k f_k        as polynomials in atoms,   c >= 0,  m_k >= 0 rational,

where each ``f_k >= 0`` (or ``> 0``, or ``= 0``) is a fact, a product of two facts, or a fact about
an atom: powers of a nonnegative base or with an even exponent, absolute values, cosines,
squares.  For integers, ``a < b`` is read as ``a + 1 <= b`` and ``c > -1`` is enough.  ``a != b``
follows from either strict order, or factor by factor.  Nothing is guessed: the identity is checked
before the goal is accepted, and what cannot be shown is simply not accepted.

    >>> from symbolic.terms import real
    >>> g, l = real("gamma"), real("lambda")
    >>> facts = (Less(0, g), Less(g, 1), AtMost(0, l), AtMost(l, 1))
    >>> sorted(prove(Less(g*l, 1), facts))
    [0, 1, 3]
    >>> prove(Less(l, 1), facts) is None
    True
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from flint import fmpq_mpoly
from sympy import Abs, Expr, Integer, Pow

from symbolic.certificates import Column, Used, certificate, one_fact, products_of_two
from symbolic.ring import Ring, canonical, equal_in_field, linear_exponent
from symbolic.statements import AtMost, Equal, Less, NotEqual, Relation
from symbolic.terms import FloorDiv, Turn, is_index

Facts = tuple[Relation, ...]
MAX_DEPTH = 3


class Known(NamedTuple):
    """``term`` is >= 0 (">="), > 0 (">") or = 0 ("="), by the facts ``used``."""

    term: Expr
    kind: str
    used: Used


def prove(goal: Relation, facts: Facts, depth: int = 0) -> Used | None:
    """The facts from which ``goal`` follows, or None if no proof was found."""
    near = _near(goal, facts)
    used = _prove(goal, tuple(facts[k] for k in near), depth)
    return None if used is None else frozenset(near[k] for k in used)


def _near(goal: Relation, facts: Facts) -> list[int]:
    """The facts that share a symbol with the goal, directly or through each other."""
    symbols = set(_mentioned(goal))
    if not symbols:  # closed terms: whatever speaks of them has no symbol to be found by
        return list(range(len(facts)))
    rest = {k: _mentioned(f) for k, f in enumerate(facts)}
    chosen = [k for k, own in rest.items() if not own]
    for k in chosen:
        del rest[k]
    while True:
        found = [k for k, own in rest.items() if own & symbols]
        if not found:
            return sorted(chosen)
        chosen += found
        for k in found:
            symbols |= rest.pop(k)


@lru_cache(maxsize=20_000)
def _mentioned(relation: Relation) -> frozenset[object]:
    return relation.free_symbols | relation.sequences


@lru_cache(maxsize=50_000)
def _prove(goal: Relation, facts: Facts, depth: int) -> Used | None:
    if depth > MAX_DEPTH:
        return None
    wanted = goal.key
    for k, fact in enumerate(facts):
        if fact.key == wanted:
            return frozenset({k})
    if isinstance(goal, Equal):
        if equal_in_field(goal.lhs, goal.rhs):
            return frozenset()
        below = prove(AtMost(goal.lhs, goal.rhs), facts, depth)
        above = None if below is None else prove(AtMost(goal.rhs, goal.lhs), facts, depth)
        return None if below is None or above is None else below | above
    if isinstance(goal, NotEqual):
        return _prove_different(goal, facts, depth)
    return _prove_order(goal, facts, depth)


def _prove_different(goal: NotEqual, facts: Facts, depth: int) -> Used | None:
    for order in (Less(goal.lhs, goal.rhs), Less(goal.rhs, goal.lhs)):
        used = prove(order, facts, depth + 1)
        if used is not None:
            return used
    difference = goal.lhs - goal.rhs
    known = _given_different(difference, facts)
    if known is not None:
        return known
    if isinstance(difference, Pow) and not isinstance(difference.exp, Integer):
        return prove(NotEqual(difference.base, 0), facts, depth + 1)
    ring = Ring((difference,))
    numerator, _ = ring.fraction(difference)
    if numerator.is_zero():
        return None
    _, factors = numerator.factor()
    if len(factors) == 1 and factors[0][1] == 1:
        return None
    total: Used = frozenset()
    for factor, _ in factors:
        used = prove(NotEqual(ring.term(factor), 0), facts, depth + 1)
        if used is None:
            return None
        total |= used
    return total


def _proportional(a: Expr, b: Expr) -> bool:
    ring = Ring((a, b))
    (n, d), (m, e) = ring.fraction(a), ring.fraction(b)
    left, right = n * e, m * d
    if left.is_zero() or right.is_zero():
        return False
    return bool((left * right.leading_coefficient()) == (right * left.leading_coefficient()))


def _prove_order(goal: Relation, facts: Facts, depth: int) -> Used | None:
    """The facts used; those left aside must not have lent anything by being there.

    ``x**n`` is read as ``x * x**(n-1)`` when a fact speaks of ``x**(n-1)``, which is right because
    that power is defined - by a fact that may not be among those used.  So the proof is found
    again from the facts used alone, or else all of them count as used.
    """
    used = _search(goal, facts, depth)
    if used is None:
        return None
    while any(k not in used and _has_powers(f) for k, f in enumerate(facts)):
        kept = sorted(used)
        again = _search(goal, tuple(facts[k] for k in kept), depth)
        if again is None:
            return frozenset(range(len(facts)))
        if len(again) == len(kept):
            return used
        used = frozenset(kept[k] for k in again)
    return used


@lru_cache(maxsize=20_000)
def _has_powers(fact: Relation) -> bool:
    """Does a power with a symbolic exponent occur?"""
    return any(
        not isinstance(p.exp, Integer) for side in (fact.lhs, fact.rhs) for p in side.atoms(Pow)
    )


def _search(goal: Relation, facts: Facts, depth: int) -> Used | None:
    target, strict = goal.rhs - goal.lhs, isinstance(goal, Less)
    if is_index(target):
        # over the integers: a < b is a + 1 <= b, and that follows from a + 1 < b + 1
        target, strict = (target if strict else target + 1), True
    known = _relevant([target], list(_from_facts(facts)))
    found = _combine(target, strict, known, facts, depth, products=False)
    if found is not None:
        return found
    ring = Ring((target, *(k.term for k in known)))
    known += list(_about_atoms(ring, facts, depth))
    known += _relevant([k.term for k in known], list(_from_facts(facts)), known)
    return _combine(target, strict, known, facts, depth, products=depth <= 1)


def _relevant(
    terms: Sequence[Expr], known: list[Known], already: Sequence[Known] = ()
) -> list[Known]:
    """The facts that share atoms with the terms, directly or through each other."""
    atoms = set().union(*map(_touched, terms))
    rest = [(k, _touched(k.term)) for k in known if k not in already]
    chosen: list[Known] = []
    while True:
        near = [(k, own) for k, own in rest if own & atoms]
        if not near:
            return chosen
        chosen += [k for k, _ in near]
        atoms.update(*(own for _, own in near))
        rest = [pair for pair in rest if pair not in near]


@lru_cache(maxsize=20_000)
def _touched(term: Expr) -> frozenset[Expr]:
    """The atoms of a term, looking into absolute values and the bases of powers."""
    found: set[Expr] = set()
    for atom in Ring((term,)).atoms:
        found.add(atom)
        if isinstance(atom, Abs):
            found |= _touched(atom.args[0])
        elif isinstance(atom, Pow):
            found |= _touched(atom.base)
    return frozenset(found)


def _from_facts(facts: Facts) -> Iterator[Known]:
    for k, fact in enumerate(facts):
        used = frozenset({k})
        if isinstance(fact, Equal):
            yield Known(fact.rhs - fact.lhs, "=", used)
        elif isinstance(fact, Less):
            if is_index(fact.lhs) and is_index(fact.rhs):
                yield Known(fact.rhs - fact.lhs - 1, ">=", used)
            else:
                yield Known(fact.rhs - fact.lhs, ">", used)
        elif isinstance(fact, AtMost):
            yield Known(fact.rhs - fact.lhs, ">=", used)


def _about_atoms(ring: Ring, facts: Facts, depth: int) -> Iterator[Known]:
    """What holds of powers and absolute values by themselves."""

    def holds(goal: Relation) -> Used | None:
        return prove(goal, facts, depth + 1)

    for atom in ring.atoms:
        if isinstance(atom, Abs):
            inside = atom.args[0]
            up, down = holds(AtMost(0, inside)), None
            if up is not None:
                yield Known(Abs(inside) - inside, "=", up)
            else:
                down = holds(AtMost(inside, 0))
                if down is not None:
                    yield Known(Abs(inside) + inside, "=", down)
            different = _given_different(inside, facts)
            yield Known(Abs(inside), ">=" if different is None else ">", different or frozenset())
            yield Known(Abs(inside) - inside, ">=", frozenset())
            yield Known(Abs(inside) + inside, ">=", frozenset())
        elif isinstance(atom, FloorDiv):
            top, bottom = atom.args
            positive = holds(AtMost(1, bottom))
            if positive is not None:  # b floor(a/b) <= a <= b floor(a/b) + b - 1
                yield Known(top - bottom * atom, ">=", positive)
                yield Known(bottom * atom + bottom - 1 - top, ">=", positive)
                whole = holds(AtMost(0, top))
                if whole is not None:
                    yield Known(atom, ">=", positive | whole)
        elif isinstance(atom, Turn):
            yield Known(1 - atom, ">=", frozenset())
            yield Known(1 + atom, ">=", frozenset())
        elif isinstance(atom, Pow):
            base, exponent = atom.base, atom.exp
            power = Pow(base, exponent)
            positive = holds(Less(0, base))
            nonnegative = positive if positive is not None else holds(AtMost(0, base))
            if nonnegative is None:
                yield from _of_either_sign(power, holds)
                continue
            yield Known(power, ">" if positive is not None else ">=", nonnegative)
            whole = holds(AtMost(0, exponent))
            if whole is None:
                continue
            small = holds(AtMost(base, 1))
            if small is not None:
                yield Known(1 - power, ">=", nonnegative | small | whole)
                least = holds(AtMost(1, exponent))
                if least is not None:
                    yield Known(base - power, ">=", nonnegative | small | least)
            large = holds(AtMost(1, base))
            if large is not None:
                yield Known(power - 1, ">=", large | whole)


def _given_different(term: Expr, facts: Facts) -> Used | None:
    """The fact that says the term is not zero, if one does."""
    for k, fact in enumerate(facts):
        if isinstance(fact, NotEqual) and _proportional(term, fact.lhs - fact.rhs):
            return frozenset({k})
    return None


def _of_either_sign(power: Pow, holds: Callable[[Relation], Used | None]) -> Iterator[Known]:
    """Powers of a base that may be negative: even ones, and those of a base of size at most 1."""
    base, exponent = power.base, power.exp
    if _is_even(exponent):
        different = holds(NotEqual(base, 0))
        yield Known(power, ">=" if different is None else ">", different or frozenset())
    whole = holds(AtMost(0, exponent))
    low = None if whole is None else holds(AtMost(-1, base))
    high = None if low is None else holds(AtMost(base, 1))
    if whole is not None and low is not None and high is not None:
        yield Known(1 - power, ">=", whole | low | high)
        yield Known(1 + power, ">=", whole | low | high)


def _is_even(exponent: Expr) -> bool:
    """Is the integer even, by its form?"""
    parts, constant = linear_exponent(exponent)
    return constant % 2 == 0 and all(k % 2 == 0 for k in parts.values())


def _combine(
    target: Expr, strict: bool, known: list[Known], facts: Facts, depth: int, *, products: bool
) -> Used | None:
    """The facts of a combination, if there is one; with ``products``, also of two facts each."""
    ring = Ring((target, *(k.term for k in known)))
    goal = _signed_numerator(ring, target, facts, depth)
    if goal is None:
        return None
    poly, used = goal
    columns: list[Column] = []
    for k in known:
        cleared = _signed_numerator(ring, k.term, facts, depth)
        if cleared is not None and not cleared[0].is_constant():
            columns.append(Column(cleared[0], k.kind, k.used | cleared[1]))
    found = one_fact(poly, strict, columns)
    if found is None:
        found = certificate(poly, strict, columns)
    if found is None and products and any(sum(m) > 1 for m in poly.monoms()):
        found = certificate(poly, strict, columns + list(products_of_two(ring, poly, columns)))
    return None if found is None else used | found


def _signed_numerator(
    ring: Ring, term: Expr, facts: Facts, depth: int
) -> tuple[fmpq_mpoly, Used] | None:
    """The numerator, with the sign of the denominator, which must be known."""
    num, den = ring.fraction(term)
    if den.is_constant():
        return num, frozenset()
    denominator = ring.term(den)
    for goal, signed in ((Less(0, denominator), num), (Less(denominator, 0), -num)):
        used = prove(goal, facts, depth + 1)
        if used is not None:
            return signed, used
    return None


def nonzero_bases(terms: tuple[Expr, ...], facts: Facts) -> tuple[frozenset[Expr], Used]:
    """The bases of symbolic powers in the terms that the facts show to be nonzero."""
    bases = {
        canonical(p.base) for t in terms for p in t.atoms(Pow) if not isinstance(p.exp, Integer)
    }
    found, used = set(), frozenset[int]()
    for base in bases:
        for factor in (base, *base.args) if base.is_Mul else (base,):
            if isinstance(factor, Integer):
                continue
            because = prove(NotEqual(factor, 0), facts)
            if because is not None:
                found.add(factor)
                used |= because
    return frozenset(found), used
