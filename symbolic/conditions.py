"""What makes a term defined, and how conditions are shown to follow from facts.

An `Obligation` is a condition under the ranges of the sums (or of the "for all") it stands in:
in ``sum of x**(n-1) for n >= 1`` the exponent ``n - 1`` must be at least 0 *for n >= 1*.  Bound
variables get reserved names first, so a fact about a variable that happens to be called n as well
cannot be mistaken for one about the bound n.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from sympy import Abs, Expr, Integer, Pow, Sum, Symbol, nan, oo, zoo
from sympy.core.function import AppliedUndef

from symbolic import growth
from symbolic.decide import prove
from symbolic.definitions import Definition, lookup
from symbolic.growth import matches_shift
from symbolic.ring import height
from symbolic.statements import (
    ANY,
    MRP_SYMBOLS,
    AtMost,
    Bounded,
    Converges,
    ForAll,
    Less,
    NotEqual,
    OfSequence,
    OnConstants,
    OperatorEqual,
    Relation,
    Statement,
    Summable,
    TendsTo,
    Z,
)
from symbolic.terms import (
    FloorDiv,
    IfLess,
    NotATerm,
    Turn,
    canonical_bound,
    open_sum,
    substitute,
)

Key = tuple[Any, ...]
Facts = tuple[Statement, ...]


@dataclass(frozen=True)
class Obligation:
    """One of ``options`` must hold whenever the ``scope`` does.

    In an obligation ``about_mrp`` z, r and v stand for the MRP, and nothing is known of them but
    the scope: a fact that speaks of them is about numbers.
    """

    scope: tuple[Relation, ...]
    options: tuple[Statement, ...]
    about_mrp: bool = False

    @cached_property
    def key(self) -> Key:
        scope, options = (tuple(s.key for s in part) for part in (self.scope, self.options))
        return (scope, options, self.about_mrp)

    def within(self, *scope: Relation, about_mrp: bool = False) -> Obligation:
        """The obligation where more is known of bound variables, or where z is a matrix."""
        return Obligation((*scope, *self.scope), self.options, self.about_mrp or about_mrp)

    def follows_from(self, facts: Facts) -> frozenset[int] | None:
        """The indices of the facts used, or None."""
        usable = [
            k for k, f in enumerate(facts) if not (self.about_mrp and f.free_symbols & MRP_SYMBOLS)
        ]
        extended = (*(facts[k] for k in usable), *self.scope)
        for option in self.options:
            used = follows(option, extended)
            if used is not None:
                return frozenset(usable[k] for k in used if k < len(usable))
        return None

    def __str__(self) -> str:
        from symbolic.printing import text

        wanted = " or ".join(text(o) for o in self.options)
        where = ", ".join(text(s) for s in self.scope)
        return f"{wanted} (for {where})" if where else wanted


def follows(condition: Statement, facts: Facts) -> frozenset[int] | None:
    """The facts from which a condition follows, or None."""
    wanted = condition.key
    for k, fact in enumerate(facts):
        if fact.key == wanted:
            return frozenset({k})
    if isinstance(condition, Relation):
        numbered = [(k, f) for k, f in enumerate(facts) if isinstance(f, Relation)]
        used = prove(condition, tuple(f for _, f in numbered))
        return None if used is None else frozenset(numbered[k][0] for k in used)
    if isinstance(condition, Converges | Summable):
        return growth.converges(condition, facts)
    if isinstance(condition, Bounded):
        return _bounded(condition, facts)
    if isinstance(condition, ForAll):
        name = growth.unused(facts, condition.body.free_symbols)
        body = condition.body.substitute({condition.var: name})
        scope = tuple(s.substitute({condition.var: name}) for s in condition.range)
        used = follows(body, (*facts, *scope))
        return None if used is None else frozenset(k for k in used if k < len(facts))
    return None


def _bounded(claim: Bounded, facts: Facts) -> frozenset[int] | None:
    """Bounded: a combination of bounded sequences and of powers of numbers of size at most 1."""
    claim = Bounded(*growth.renamed(claim.body, claim.var, facts), claim.end)
    total = frozenset[int]()
    stack = [claim.body]
    while stack:
        term = stack.pop()
        if claim.var not in term.free_symbols:
            continue
        if isinstance(term, Pow) and claim.var not in term.base.free_symbols:
            used = follows(AtMost(Abs(term.base), 1), facts)
            lower = ForAll(claim.var, claim.end, AtMost(0, term.exp))
            whole = follows(lower, facts)
            if used is None or whole is None:
                return None
            total |= used | whole
        elif isinstance(term, Pow) and isinstance(term.exp, Integer) and term.exp > 0:
            stack.append(term.base)
        elif isinstance(term, IfLess):
            stack += term.args[2:]
        elif isinstance(term, Abs) or term.is_Add or term.is_Mul:
            stack += term.args
        else:
            match = next(
                (k for k, f in enumerate(facts) if _bounds(f, term, claim.var)),
                None,
            )
            if match is None:
                return None
            total |= {match}
    return total


def _bounds(fact: Statement, term: Expr, var: Symbol) -> bool:
    """Does the fact bound the term for all large ``var``?"""
    if isinstance(fact, Bounded | TendsTo):
        return matches_shift(fact.body, fact.var, term, var)
    if isinstance(fact, ForAll) and fact.hi is oo and isinstance(fact.body, AtMost | Less):
        inside = fact.body.lhs
        return (
            isinstance(inside, Abs)
            and fact.var not in fact.body.rhs.free_symbols
            and matches_shift(inside.args[0], fact.var, term, var)
        )
    return False


# -- obligations -----------------------------------------------------------------------------


Names = Callable[[Any], Definition | None]


@lru_cache(maxsize=50_000)
def of_term(term: Expr) -> tuple[Obligation, ...]:
    """What must hold for the term to be defined; a name is where what it stands for is."""
    return tuple(_of_term(term, (), lookup, 0))


def _of_term(
    term: Expr, scope: tuple[Relation, ...], names: Names, depth: int
) -> Iterator[Obligation]:
    if isinstance(term, Sum):
        body, var, lo, hi = open_sum(term)
        yield from _of_term(lo, scope, names, depth)
        if hi is not oo:
            yield from _of_term(hi, scope, names, depth)
        # by depth: what a name stands for may contain sums that are not to be seen from outside
        name = canonical_bound(5000 + depth)
        inner = substitute(body, {var: name})
        ranges: tuple[Relation, ...] = (AtMost(lo, name),)
        if hi is not oo:
            ranges = (*ranges, AtMost(name, hi))
        yield from _of_term(inner, (*scope, *ranges), names, depth + 1)
        if hi is oo:
            yield Obligation(scope, (Converges(inner, name, lo),))
        return
    if isinstance(term, IfLess):
        a, b, x, y = term.args
        yield from _of_term(a, scope, names, depth)
        yield from _of_term(b, scope, names, depth)
        yield from _of_term(x, (*scope, Less(a, b)), names, depth)
        yield from _of_term(y, (*scope, AtMost(b, a)), names, depth)
        return
    for part in term.args:
        yield from _of_term(part, scope, names, depth)
    if isinstance(term, Pow) and not (isinstance(term.exp, Integer) and term.exp >= 0):
        different = NotEqual(term.base, 0)
        if isinstance(term.exp, Integer):
            yield Obligation(scope, (different,))
        else:
            yield Obligation(scope, (AtMost(0, term.exp), different))
    if isinstance(term, FloorDiv | Turn):
        yield Obligation(scope, (AtMost(1, term.args[1]),))
    if isinstance(term, AppliedUndef):
        definition = names(term.func)
        if definition is not None:
            meant = definition.at(*term.args)
            if meant.has(zoo, nan):
                raise NotATerm(f"{term} stands for a division by zero")
            known = lookup(term.func) is definition  # an explicit sequence is put in only once
            yield from _of_term(meant, scope, names if known else lookup, depth)


def of_members(statement: Statement, sequence: Definition) -> tuple[Obligation, ...]:
    """What must hold for the members of an explicit sequence that the statement speaks of."""

    def names(symbol: Any) -> Definition | None:
        return sequence if symbol == sequence.symbol else lookup(symbol)

    return of_statement(statement, lambda term: tuple(_of_term(term, (), names, 0)))


def own_convergence(total: Expr) -> tuple[Obligation, ...]:
    """The obligation that this very sum converges, apart from what its terms need."""
    part = open_sum(total)
    name = canonical_bound(height(total))
    inner = substitute(part.body, {part.var: name})
    return (Obligation((), (Converges(inner, name, part.lo),)),) if part.infinite else ()


def of_statement(
    statement: Statement,
    of_term: Callable[[Expr], tuple[Obligation, ...]] = of_term,
    depth: int = 0,
) -> tuple[Obligation, ...]:
    """What must hold for the statement's terms to be defined."""
    scope: tuple[Relation, ...] = ()
    bound = statement._bound()
    inner = statement._inner()
    if bound is not None:
        name = canonical_bound(3000 + depth)
        mapping: dict[Symbol, Expr] = {bound: name}
        inner = tuple(
            p.substitute(mapping) if isinstance(p, Statement) else substitute(p, mapping)
            for p in inner
        )
        scope = _range(statement, name)
    found: list[Obligation] = []
    for p in inner:
        nested = isinstance(p, Statement)
        parts = of_statement(p, of_term, depth + 1) if nested else of_term(p)
        found += [o.within(*scope) for o in parts]
    for t in statement._outer():
        if isinstance(statement, OperatorEqual):
            found += [o.within(SMALL, about_mrp=True) for o in of_term(_any(statement, t))]
        elif t is not oo:
            found += of_term(t)
    return tuple(found)


#: what is known of z in a statement about operators
SMALL = Less(Abs(Z), 1)


def _any(statement: OperatorEqual, t: Expr) -> Expr:
    """The term with a name of its own for the number that the statement says it of any number."""
    return substitute(t, {statement.constant: ANY}) if isinstance(statement, OnConstants) else t


def _range(statement: Statement, name: Symbol) -> tuple[Relation, ...]:
    """What is known of the bound variable of a statement; limits are about n >= 1."""
    if isinstance(statement, ForAll):
        low: tuple[Relation, ...] = (AtMost(statement.lo, name),)
        return low if statement.hi is oo else (*low, AtMost(name, statement.hi))
    if isinstance(statement, TendsTo):
        return (AtMost(Integer(1), name),)
    assert isinstance(statement, OfSequence)
    return (AtMost(statement.end, name),)
