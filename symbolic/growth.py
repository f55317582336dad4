"""How fast a term grows with an index: the test behind convergence and vanishing limits.

For large n every term considered here satisfies ``|t(n)| <= C p(n) q**n`` with a polynomial p and a
ratio q that is a product of absolute values.  If q < 1, the series of t converges absolutely and t
tends to zero.  The ratio is read off the form of the term:

    a number, a bounded sequence, cos   1            n                     1  (p grows)
    x**(a n + b), x, a, b free of n     |x|**a       sums and products     each summand; products
    sum of i up to e(n) of t(i)         1, if t's own ratio is at most 1   (p grows)
    sum of i from a to b of t(i, n)     that of its terms, if a and b are free of n
    x**e(n), |x| <= 1, e(n) >= 0        1
"""

from __future__ import annotations

from functools import lru_cache

from sympy import Abs, Add, Expr, Integer, Mul, Pow, Rational, Sum, Symbol, oo
from sympy.core.function import AppliedUndef

from symbolic.decide import prove
from symbolic.ring import canonical, linear_exponent
from symbolic.statements import (
    AtMost,
    Bounded,
    Converges,
    ForAll,
    Less,
    Relation,
    Statement,
    Summable,
    TendsTo,
)
from symbolic.terms import FloorDiv, IfLess, Turn, open_sum, reserved, substitute

Used = frozenset[int]
Ratios = frozenset[Expr]
ONE: Ratios = frozenset({Integer(1)})


def slope(exponent: Expr, var: Symbol) -> int | None:
    """a, if the exponent is a*var + (something free of var), with an integer a."""
    parts, _ = linear_exponent(exponent)
    if any(var in m.free_symbols for m in parts if m != var):
        return None
    return parts.get(var, 0)


def steepness(exponent: Expr, var: Symbol) -> Expr | None:
    """a, if the exponent is a*var + b with a and b free of var."""
    total: Expr = Integer(0)
    for piece in Add.make_args(canonical(exponent)):
        if var in piece.free_symbols:
            rest = [f for f in Mul.make_args(piece) if f != var]
            if len(rest) + 1 != len(Mul.make_args(piece)) or any(
                var in f.free_symbols for f in rest
            ):
                return None
            total += Mul(*rest)
    return total


def growth(term: Expr, var: Symbol, facts: tuple[Statement, ...]) -> tuple[Ratios, Used] | None:
    """The growth ratios of the summands of ``term``, and the facts that were used."""
    return ratios(*renamed(term, var, facts), facts)


def renamed(term: Expr, var: Symbol, facts: tuple[Statement, ...]) -> tuple[Expr, Symbol]:
    """The term in a variable of its own, which no fact speaks of.

    The index of a series is bound; a fact about a variable that happens to have its name is not
    about the index.
    """
    own = unused(facts, frozenset(term.free_symbols))
    return substitute(term, {var: own}), own


def unused(facts: tuple[Statement, ...], more: frozenset[Symbol]) -> Symbol:
    """A reserved name that neither the facts nor ``more`` mention."""
    return reserved(more.union(*(f.free_symbols for f in facts)))


def ratios(term: Expr, var: Symbol, facts: tuple[Statement, ...]) -> tuple[Ratios, Used] | None:
    """`growth` for a variable that no fact speaks of."""
    if var not in term.free_symbols or term == var:
        return ONE, frozenset()
    if isinstance(term, Abs):
        return ratios(term.args[0], var, facts)
    if isinstance(term, Add):
        return _union(term.args, var, facts)
    if isinstance(term, IfLess):
        return _union(term.args[2:], var, facts)
    if isinstance(term, FloorDiv | Turn):
        return ONE, frozenset()  # at most linear; at most one
    if isinstance(term, Mul):
        total, used = ONE, frozenset[int]()
        for a in term.args:
            part = ratios(a, var, facts)
            if part is None:
                return None
            total = frozenset(x * y for x in total for y in part[0])
            used |= part[1]
        return total, used
    if isinstance(term, Pow):
        if isinstance(term.exp, Integer) and term.exp > 0:
            return ratios(Mul(*[term.base] * int(term.exp), evaluate=False), var, facts)
        if var in term.base.free_symbols:
            return None
        steep = steepness(term.exp, var)
        if steep is None:
            return _of_bounded_power(term, var, facts)
        return frozenset({Pow(Abs(term.base), steep)}), frozenset()
    if isinstance(term, Sum):
        return _of_sum(term, var, facts)
    if isinstance(term, AppliedUndef):
        return _of_sequence(term, var, facts)
    return None


def _of_bounded_power(
    term: Pow, var: Symbol, facts: tuple[Statement, ...]
) -> tuple[Ratios, Used] | None:
    """x**e with |x| <= 1 and e >= 0."""
    small = _order(AtMost(Abs(term.base), 1), facts)
    whole = _eventually(AtMost(0, term.exp), var, facts)
    return None if small is None or whole is None else (ONE, small | whole)


def _union(
    parts: tuple[Expr, ...], var: Symbol, facts: tuple[Statement, ...]
) -> tuple[Ratios, Used] | None:
    total, used = frozenset[Expr](), frozenset[int]()
    for a in parts:
        part = ratios(a, var, facts)
        if part is None:
            return None
        total |= part[0]
        used |= part[1]
    return total, used


def _of_sequence(
    term: AppliedUndef, var: Symbol, facts: tuple[Statement, ...]
) -> tuple[Ratios, Used] | None:
    """A sequence known to be bounded, or to have a limit, at var + k or at indices it covers."""
    for k, fact in enumerate(facts):
        covered = _everywhere_bounded(fact, term, var, facts)
        if covered is not None:
            return ONE, covered | {k}
        if not isinstance(fact, Bounded | TendsTo):
            continue
        if matches_shift(fact.body, fact.var, term, var):
            return ONE, frozenset({k})
        if len(term.args) == 1 and fact.body == term.func(fact.var):
            start = fact.end if isinstance(fact, Bounded) else Integer(0)
            covered = _eventually(AtMost(start, term.args[0]), var, facts)
            if covered is not None:
                return ONE, covered | {k}
    return None


def _everywhere_bounded(
    fact: Statement, term: AppliedUndef, var: Symbol, facts: tuple[Statement, ...]
) -> Used | None:
    """|K(i, j, ...)| <= M for all i, j, ... from bounds on that the indices of the term keep."""
    starts: list[tuple[Symbol, Expr]] = []
    taken = fact.free_symbols | frozenset(term.free_symbols) | {var}
    while isinstance(fact, ForAll) and fact.hi is oo:
        # a name of its own, so that a bound further out cannot be taken to speak of it
        name = reserved(taken)
        taken |= {name}
        starts.append((name, fact.lo))
        fact = fact.body.substitute({fact.var: name})
    if not starts or not isinstance(fact, AtMost | Less) or not isinstance(fact.lhs, Abs):
        return None
    names = tuple(name for name, _ in starts)
    inside = fact.lhs.args[0]
    if not isinstance(inside, AppliedUndef) or inside.func != term.func:
        return None
    if inside.args != names or len(term.args) != len(names):
        return None  # not all members are meant
    if frozenset(names) & fact.rhs.free_symbols:
        return None  # the bound depends on the member
    total = frozenset[int]()
    here = dict(zip(names, term.args, strict=True))
    for (_, lo), index_ in zip(starts, term.args, strict=True):
        kept = _eventually(AtMost(substitute(lo, here), index_), var, facts)
        if kept is None:
            return None
        total |= kept
    return total


def _eventually(goal: Relation, var: Symbol, facts: tuple[Statement, ...]) -> Used | None:
    """The goal for every var >= 0."""
    used = _order(goal, (*facts, AtMost(0, var)))
    return None if used is None else frozenset(k for k in used if k < len(facts))


def matches_shift(pattern: Expr, pattern_var: Symbol, term: Expr, var: Symbol) -> bool:
    """Is ``term`` the ``pattern`` at var + k, for one k free of var?

    The variable of the pattern is bound: a variable of its name in the term is another one.
    """
    if not (isinstance(pattern, AppliedUndef) and isinstance(term, AppliedUndef)):
        return False
    if pattern.func != term.func or len(term.args) != len(pattern.args):
        return False
    own = reserved(frozenset(pattern.free_symbols | term.free_symbols | {pattern_var, var}))
    pattern = substitute(pattern, {pattern_var: own})
    if var in pattern.free_symbols:
        return False  # to the pattern it is a fixed number
    for p, t in zip(pattern.args, term.args, strict=True):
        shift = canonical(t - var - (p - own))
        if own not in canonical(p - own).free_symbols and var not in shift.free_symbols:
            there = substitute(pattern, {own: var + shift})
            return all(canonical(a - b) == 0 for a, b in zip(there.args, term.args, strict=True))
    return False  # no index says how far


def _of_sum(term: Sum, var: Symbol, facts: tuple[Statement, ...]) -> tuple[Ratios, Used] | None:
    """A finite sum: a fixed number of terms, or one that grows like a polynomial."""
    body, index_, lo, hi = open_sum(term)
    if hi is oo or var in lo.free_symbols:
        return None
    inner = unused(facts, frozenset(term.free_symbols) | frozenset(body.free_symbols) | {var})
    body = substitute(body, {index_: inner})
    if var not in hi.free_symbols:
        part = ratios(body, var, (*facts, AtMost(lo, inner), AtMost(inner, hi)))
        if part is None or any(inner in q.free_symbols for q in part[0]):
            return None
        return part[0], frozenset(k for k in part[1] if k < len(facts))
    if var in body.free_symbols:
        return None
    part = ratios(body, inner, facts)
    if part is None:
        return None
    used = part[1]
    for ratio in part[0]:
        because = _order(AtMost(ratio, 1), facts)
        if because is None:
            return None
        used |= because
    return ONE, used


def _order(goal: Relation, facts: tuple[Statement, ...]) -> Used | None:
    numbered = [(k, f) for k, f in enumerate(facts) if isinstance(f, Relation)]
    used = prove(goal, tuple(f for _, f in numbered))
    return None if used is None else frozenset(numbered[k][0] for k in used)


@lru_cache(maxsize=20_000)
def decays(term: Expr, var: Symbol, facts: tuple[Statement, ...]) -> Used | None:
    """The facts by which ``term`` is below a convergent geometric series, or None."""
    found = growth(term, var, facts)
    if found is None:
        return None
    used = found[1]
    for ratio in found[0]:
        if isinstance(ratio, Rational) and ratio >= 1:
            return None
        because = _order(Less(ratio, 1), facts)
        if because is None:
            return None
        used |= because
    return used


def converges(claim: Converges | Summable, facts: tuple[Statement, ...]) -> Used | None:
    """The facts by which the series converges (absolutely, for `Summable`), or None."""
    claim = type(claim)(*renamed(claim.body, claim.var, facts), claim.end)
    kinds = (Summable,) if isinstance(claim, Summable) else (Summable, Converges)
    for k, fact in enumerate(facts):
        if isinstance(fact, kinds) and _same_series(fact, claim):
            return frozenset({k})
    if canonical(claim.body) == 0:
        return frozenset()
    used = decays(claim.body, claim.var, facts)
    return used if used is not None else _by_pieces(claim, facts)


def _by_pieces(claim: Converges | Summable, facts: tuple[Statement, ...]) -> Used | None:
    """A combination of convergent series, with factors that are constant in the index."""
    total = frozenset[int]()
    for piece in Add.make_args(multiplied_out(claim.body)):
        factors = [f for f in Mul.make_args(piece) if claim.var in f.free_symbols]
        core = Mul(*factors)
        if core == claim.body:
            return None
        used = converges(type(claim)(core, claim.var, claim.end), facts)
        if used is None:
            return None
        total |= used
    return total


def multiplied_out(body: Expr) -> Expr:
    """Products of sums multiplied out (sums that stand in powers are left alone)."""
    if isinstance(body, Add):
        return Add(*(multiplied_out(a) for a in body.args))
    if isinstance(body, Mul):
        for k, factor in enumerate(body.args):
            if isinstance(factor, Add):
                rest = Mul(*body.args[:k], *body.args[k + 1 :])
                return Add(*(multiplied_out(Mul(a, rest)) for a in factor.args))
    return body


def _same_series(fact: Converges | Summable, claim: Converges | Summable) -> bool:
    """One series, up to where it begins, a sign, and (for absolute ones) absolute values."""
    if fact.var != claim.var and claim.var in fact.body.free_symbols:
        return False
    body, wanted = substitute(fact.body, {fact.var: claim.var}), claim.body
    if isinstance(fact, Summable):
        body, wanted = Abs(body), Abs(wanted)
    return canonical(body) in (canonical(wanted), canonical(-wanted))
