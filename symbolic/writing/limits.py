"""Rules of limits: limits by form, passing to the limit, series as limits, what is unbounded."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar

import sympy
from sympy import Abs, Expr, Integer, Sum, Symbol, oo

from symbolic.core import kernel
from symbolic.core.polynomials import key, normal, polynomial, written
from symbolic.core.terms import (
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    bind,
    binder,
    eq,
    free,
    fresh,
    from_on,
    le,
    lt,
    node,
    put,
)
from symbolic.library import infer, limits as library, series
from symbolic.library.basics import F, G, at, k, known, lo as LO, m, x, y
from symbolic.library.infer import combination, detach, specialise
from symbolic.library.order import at_most_size, size_not_negative
from symbolic.printing import prose
from symbolic.printing.sentences import Sentence, as_sentence, joined
from symbolic.search.facts import assumed, follows, linear, unused
from symbolic.search.limits import elementary, limit_of
from symbolic.statements import (
    AtMost,
    Bounded,
    Converges,
    Equal,
    ForAll,
    Not,
    NotEqual,
    Relation,
    Statement,
    Summable,
    TendsTo,
)
from symbolic.statements.edge import statement_from_core
from symbolic.terms import is_index, open_sum
from symbolic.terms.edge import from_core, to_core
from symbolic.writing.entry import refusing
from symbolic.writing.equality import checked
from symbolic.writing.refusals import attempt, refuse
from symbolic.writing.theorem import Context, Theorem, conclude, need

__all__ = [
    "coefficients",
    "like",
    "limit",
    "multiples",
    "outgrown",
    "pass_to_limit",
    "series_converges",
    "series_value",
    "unbounded",
    "unique_limit",
]

Words = TypeVar("Words", bound=Statement)


def _sequence(body: Any, var: Symbol) -> Term:
    """A term as a sequence in a variable."""
    return bind(to_core(body), to_core(var))


def _index(rule: str, var: Any) -> Symbol:
    if not isinstance(var, Symbol) or not is_index(var):
        refuse(rule, "{} is not an integer variable", var)
    return var


class _Universal(NamedTuple):
    """for all n >= lo: a(n) R b(n), as its author wrote it and as the core has it."""

    var: Symbol
    words: Relation
    proof: kernel.Theorem
    start: Term
    relation: str
    left: Term
    right: Term

    @property
    def names(self) -> dict[Any, Term]:
        """The two sequences and where they begin, for the theorems of the library."""
        return {F: self.left, G: self.right, LO: self.start}


def _universal(rule: str, theorem: Theorem, why: str, *kinds: type[Relation]) -> _Universal:
    """A premise that is a relation of one of these kinds for all large n."""
    s, proof = theorem.statement, theorem.proof
    if not isinstance(s, ForAll) or s.hi is not oo or not isinstance(s.body, kinds):
        refuse(rule, why)
    assert isinstance(s.body, Relation)
    own = fresh(INT, proof.conclusion)
    inner = put(proof.conclusion.args[0], own)
    relation = inner.args[1]
    sides = [bind(side, own) for side in relation.args]
    if relation.op == "not":
        sides = [ZERO, ZERO]
    return _Universal(s.var, s.body, proof, inner.args[0].args[0], relation.op, sides[0], sides[1])


@refusing("limit")
def limit(ctx: Context, body: Any, var: Symbol) -> Theorem:
    """The limit of a term, by its form.

    constants                             decaying terms (see symbolic.search.growth) tend to 0
    f(s n+k) -> l    from f(n) -> l       sums, products, quotients (limit nonzero), |.|
    sum_{lo..n+k} f -> sum_{lo..oo} f     conditionals that are settled for large n
    -----------------------------------------------------------------------------------
    ctx |- t(n) -> l
    """
    whole = checked(body)
    sequence = _sequence(whole, _index("limit", var))
    try:
        proof = limit_of(sequence, ctx.proofs)
    except kernel.Refused:
        refuse("limit", "no limit is known for {}", whole)
    value = from_core(proof.conclusion.args[1])
    statement = TendsTo(whole, var, value)
    statement.check()
    goal = node("tends", None, (sequence, to_core(value)))
    if key(proof.conclusion) is not key(goal):  # sympy has cancelled something
        proof = need(ctx, goal, "limit")
    return conclude("limit", statement, proof, ctx=ctx, reason=_because(sequence, var, ctx))


def _because(sequence: Term, var: Symbol, ctx: Context) -> Sentence:
    """To which limits that of a sequence comes down."""
    n, found = to_core(var), elementary(sequence, ctx.proofs)
    told = [
        prose("{}", TendsTo(from_core(put(t.args[0], n)), var, from_core(t.args[1])))
        for t in found
        if put(t.args[0], n).op != "sum" and key(t.args[0]) is not key(sequence)
    ]
    if any(put(t.args[0], n).op == "sum" for t in found):
        told.append(prose("partial sums"))
    if told:
        return prose("limits: ") + joined(told)
    if not sequence.loose and n not in free(put(sequence, n)):
        return as_sentence("it is constant")
    known = (p.conclusion for p in ctx.proofs if p.conclusion.op == "tends")
    ends = {t.args[1] for t in found}
    shifted = [t for t in known if t.args[1] in ends and t.args[0].op != "sum"]
    if shifted:
        return prose("{}", statement_from_core(shifted[0]))
    return as_sentence("geometric decay" if found and found[0].args[1] is ZERO else "limits")


@refusing("passing to the limit")
def pass_to_limit(ctx: Context, universal: Theorem, left: Theorem, right: Theorem) -> Theorem:
    """
    G |- for all n >= lo: a(n) R b(n)      D |- a(n) -> l      E |- b(n) -> m
    ------------------------------------------------------------------------
    G, D, E |- l R m        (R is =, or <=; from < only <= is left)
    """
    rule = "passing to the limit"
    every = _universal(
        rule, universal, "the first premise is not a relation for all large n", Relation
    )
    if isinstance(every.words, NotEqual):
        refuse(rule, "nothing is left of an inequation in the limit")
    ends, found = [], []
    for words, side, theorem in (
        (every.words.lhs, every.left, left),
        (every.words.rhs, every.right, right),
    ):
        s, proof = theorem.statement, theorem.proof
        if not isinstance(s, TendsTo) or normal(proof.conclusion.args[0]) is not normal(side):
            refuse(rule, "the limit given is not that of {}", words)
        ends.append(s.end)
        goal = node("tends", None, (side, proof.conclusion.args[1]))
        found.append(infer.restate(proof, goal))
    names = {**every.names, x: found[0].conclusion.args[1], y: found[1].conclusion.args[1]}
    statement: Statement
    if every.relation == "=":
        statement = Equal(*ends)
        proof = at(library.equal_limits(), names, every.proof, *found)
    else:
        statement = AtMost(*ends)
        proof = known("limits keep the order", names, _weakly(every), *found)
    return conclude(rule, statement, proof, ctx=ctx, premises=(universal, left, right), reason=rule)


def _weakly(every: _Universal) -> kernel.Theorem:
    """a(n) <= b(n) for all n >= lo, also where a(n) < b(n) was known."""
    if every.relation == "<=":
        return every.proof
    own = unused(INT, (every.proof,))
    here = detach(specialise(every.proof, own), assumed(le(every.start, own)))
    weak = combination(le(*here.conclusion.args), [(1, [here])])
    return library.on(weak, every.start, own)


@refusing("equal terms")
def like(ctx: Context, universal: Theorem, known: Theorem) -> Theorem:
    """A property of a sequence - its limit, a bound, convergence - from one with equal terms.

    G |- for all n >= lo: a(n) = b(n)      D |- Q(b)      (Q a bound from m on: ctx |- lo <= m)
    -------------------------------------------------------------------------------------------
    G, D |- Q(a)
    """
    rule = "equal terms"
    every = _universal(
        rule, universal, "the first premise is not an equation for all large n", Equal
    )
    fact, property_ = known.statement, known.proof
    if not isinstance(fact, TendsTo | Bounded | Converges | Summable):
        refuse(rule, "the second premise is not about a sequence")
    sizes = isinstance(fact, Summable)
    body = property_.conclusion.args[0 if isinstance(fact, TendsTo) else 1]
    wanted = _sizes_of(every.right) if sizes else every.right
    if normal(body) is not normal(wanted):
        refuse(rule, "the property is not that of the right-hand side")
    if isinstance(fact, Bounded):
        every = _later(ctx, rule, every, property_.conclusion.args[0])
    if sizes:
        every = _equal_sizes(every)
    if isinstance(fact, TendsTo):
        end = property_.conclusion.args[1]
        property_ = infer.restate(property_, node("tends", None, (every.right, end)))
        proof = at(series.limit_like(), {**every.names, x: end}, every.proof, property_)
    elif isinstance(fact, Bounded):
        property_ = infer.restate(property_, node("bounded", None, (every.start, every.right)))
        proof = at(series.bounded_like(), every.names, every.proof, property_)
    else:
        move, first = series.converges_from(), property_.conclusion.args[0]
        property_ = infer.restate(property_, node("converges", None, (first, every.right)))
        property_ = at(move, {F: every.right, LO: first, k: every.start}, property_)
        proof = at(series.converges_like(), every.names, every.proof, property_)
        proof = at(move, {F: every.left, LO: every.start, k: first}, proof)
    statement = type(fact)(every.words.lhs, every.var, fact.end)
    return conclude(
        rule, statement, proof, ctx=ctx, premises=(universal, known), reason=known.reason
    )


def _later(ctx: Context, rule: str, every: _Universal, first: Term) -> _Universal:
    """The relation for all n >= first, where ctx |- lo <= first."""
    inside = need(ctx, le(every.start, first), rule)
    own = unused(INT, (every.proof, inside), first)
    here = combination(le(every.start, own), [(1, [inside]), (1, [assumed(le(first, own))])])
    made = detach(specialise(every.proof, own), here)
    return every._replace(proof=library.on(made, first, own), start=first)


def _sizes_of(sequence: Term) -> Term:
    """The absolute values of the members of a sequence."""
    own = fresh(INT, sequence)
    return bind(abs(put(sequence, own)), own)


def _equal_sizes(every: _Universal) -> _Universal:
    """|a(n)| = |b(n)| for all n >= lo, from a(n) = b(n)."""
    own = unused(INT, (every.proof,))
    here = detach(specialise(every.proof, own), assumed(le(every.start, own)))
    same = infer.replace(here, binder(abs, REAL))
    return every._replace(
        proof=library.on(same, every.start, own),
        left=_sizes_of(every.left),
        right=_sizes_of(every.right),
    )


# -- series as limits -----------------------------------------------------------------------------


class _Partial(NamedTuple):
    """The partial sums of f from lo to n tend to a number."""

    words: TendsTo
    value: Term
    proof: kernel.Theorem


def _partial_limit(rule: str, body: Term, start: Term, partial: Theorem) -> _Partial:
    """The premise, which may be about the sums up to n + k, about those up to n."""
    s, proof = partial.statement, partial.proof
    if not isinstance(s, TendsTo) or proof.conclusion.args[0].op != "sum":
        refuse(rule, "the premise is not a limit of partial sums")
    own = fresh(INT, proof.conclusion, body, start)
    sums, value = put(proof.conclusion.args[0], own), proof.conclusion.args[1]
    form = linear(sums.args[1], own)
    if form is None or form[0] is not ONE:
        refuse(rule, "the premise is not a limit of partial sums")
    whole = node("sum", None, (start, sums.args[1], body))
    if own in free(sums.args[0]) or own in free(sums.args[2]):
        refuse(rule, "the terms depend on where the sum ends")
    if normal(whole) is not normal(sums):
        refuse(rule, "the partial sums are those of another series")
    ahead = bind(node("sum", None, (start, own + form[1], body)), own)
    names = {F: bind(node("sum", None, (start, own, body)), own), k: form[1], x: value}
    proof = infer.restate(proof, node("tends", None, (ahead, value)))
    return _Partial(s, value, at(library.earlier(), names, proof))


@refusing("sum of a series")
def series_value(ctx: Context, total: Any, partial: Theorem) -> Theorem:
    """
    G |- sum_{lo..n+k} f -> S  (as n grows)
    ---------------------------------------
    G |- sum_{lo..oo} f = S
    """
    rule = "sum of a series"
    words = checked(total)
    if not isinstance(words, Sum):
        refuse(rule, "{} is not a sum", words)
    whole = to_core(words)
    if whole.op != "series":
        refuse(rule, "the sum is not infinite")
    start, body = whole.args
    found = _partial_limit(rule, body, start, partial)
    names = {F: body, LO: start, k: start}
    convergent = known("convergence", {**names, x: found.value}, found.proof)
    own = known("value of a series", names, convergent)
    names = {F: own.conclusion.args[0], x: whole, y: found.value}
    proof = at(library.unique(), names, own, found.proof)
    return conclude(
        rule,
        Equal(words, found.words.end),
        proof,
        ctx=ctx,
        premises=(partial,),
        reason="limit of the partial sums",
    )


@refusing("convergence of a series")
def series_converges(ctx: Context, body: Any, var: Symbol, lo: Any, partial: Theorem) -> Theorem:
    """
    G |- sum_{lo..n+k} f -> S  (as n grows)
    ---------------------------------------
    G |- the series of f converges
    """
    rule = "convergence of a series"
    words, first = checked(body), checked(lo)
    own, start = _sequence(words, _index(rule, var)), to_core(first)
    if isinstance(partial.statement, TendsTo) and partial.statement.var in first.free_symbols:
        refuse(rule, "the terms depend on where the sum ends")
    found = _partial_limit(rule, own, start, partial)
    names = {F: own, LO: start, k: start, x: found.value}
    proof = known("convergence", names, found.proof)
    return conclude(
        rule,
        Converges(words, var, first),
        proof,
        ctx=ctx,
        premises=(partial,),
        reason="limit of the partial sums",
    )


@refusing("a limit is unique")
def unique_limit(ctx: Context, first: Theorem, second: Theorem) -> Theorem:
    """
    G |- f(n) -> l      D |- f(n) -> m
    ----------------------------------
    G, D |- l = m
    """
    rule = "a limit is unique"
    a, b = first.statement, second.statement
    if not (isinstance(a, TendsTo) and isinstance(b, TendsTo)):
        refuse(rule, "both premises must be limits")
    (body, one), (other, two) = first.proof.conclusion.args, second.proof.conclusion.args
    if normal(body) is not normal(other):
        refuse(rule, "the limits are of different sequences")
    again = infer.restate(second.proof, node("tends", None, (body, two)))
    proof = at(library.unique(), {F: body, x: one, y: two}, first.proof, again)
    return conclude(
        rule, Equal(a.end, b.end), proof, ctx=ctx, premises=(first, second), reason=rule
    )


# -- what is unbounded ----------------------------------------------------------------------------


def _sizes(t: Expr) -> list[Expr]:
    """The absolute values in a term, in a fixed order."""
    return sorted(t.atoms(Abs), key=sympy.default_sort_key)


def _times(rule: str, side: Expr, factor: Expr) -> Expr | None:
    """The absolute value in a term that is the factor times it."""
    wanted = normal(to_core(side))
    return next((a for a in _sizes(side) if normal(to_core(factor) * to_core(a)) is wanted), None)


def _is_unbounded(rule: str, theorem: Theorem, why: str) -> Bounded:
    """The statement that a sequence is bounded, which the premise denies."""
    s = theorem.statement
    if not isinstance(s, Not) or not isinstance(s.body, Bounded):
        refuse(rule, why)
    return s.body


@refusing("unbounded")
def unbounded(ctx: Context, universal: Theorem, known: Theorem, factor: Any) -> Theorem:
    """
    G |- for all n >= lo: |a(n)| <= k |b(n)|      n not in k
    D |- not (a is bounded from m on)             ctx |- lo <= m
    ------------------------------------------------------------
    G, D, ctx |- not (b is bounded from m on)
    """
    rule = "unbounded"
    fact = _is_unbounded(
        rule, known, "the second premise does not say that a sequence is unbounded"
    )
    every = _universal(rule, universal, "the first premise is not a bound for all large n", AtMost)
    words, var, times = every.words, every.var, checked(factor)
    if var in times.free_symbols:
        refuse(rule, "{} depends on {}", times, var)
    if var in fact.end.free_symbols:
        refuse(rule, "{} has two meanings", var)
    denied = known.proof.conclusion.args[0]
    small = _sequence(words.lhs.args[0], var) if isinstance(words.lhs, Abs) else None
    if small is None or normal(small) is not normal(denied.args[1]):
        refuse(rule, "the first premise does not bound that sequence")
    greater = _times(rule, words.rhs, times)
    if greater is None:
        refuse(rule, "{} is not {} times an absolute value", words.rhs, times)
    every = _later(ctx, rule, every, denied.args[0])
    large = _sequence(greater.args[0], var)
    goal = node("not", None, (node("bounded", None, (denied.args[0], large)),))
    proof = _exceeds(every, known.proof, large, to_core(times), goal)
    return conclude(
        rule,
        Not(Bounded(greater.args[0], var, fact.end)),
        proof,
        ctx=ctx,
        premises=(universal, known),
        reason="it exceeds what is unbounded",
    )


def _exceeds(
    every: _Universal, denial: kernel.Theorem, large: Term, times: Term, goal: Term
) -> kernel.Theorem:
    """Otherwise |a| <= |k| (a bound of |b|), and a would be bounded."""
    bounded = goal.args[0]
    first, small = denial.conclusion.args[0].args
    wrong = assumed(bounded)
    own = unused(INT, (every.proof, denial, wrong), times)
    here = assumed(le(every.start, own))
    limit_ = known("bound", {F: large, LO: every.start, k: first}, wrong)
    most = detach(specialise(limit_, own), here)
    below = detach(specialise(every.proof, own), here)
    member, top = put(large, own), most.conclusion.args[1]
    sizes = [infer.instantiate(size_not_negative(), {x: t}) for t in (times, member)]
    above = infer.instantiate(at_most_size(), {x: times})
    bound = combination(
        le(abs(put(small, own)), abs(times) * top),
        [(1, [below]), (1, [above, sizes[1]]), (1, [sizes[0], most])],
    )
    names = {F: small, LO: every.start, k: first, m: abs(times) * top}
    made = known("bounded", names, library.on(bound, every.start, own))
    return infer.cases(infer.absurd(made, denial, goal), assumed(goal), bounded)


@refusing("multiples")
def multiples(ctx: Context, unit: Any, var: Symbol, lo: Any) -> Theorem:
    """
    ctx |- 0 < x      n not in x
    ------------------------------------------
    ctx |- not (x n is bounded, from lo on)
    """
    rule = "multiples"
    words, first = checked(unit), checked(lo)
    if not isinstance(var, Symbol):
        refuse(rule, "{} is not a variable", var)
    _index(rule, var)
    if var in words.free_symbols:
        refuse(rule, "{} depends on {}", words, var)
    if not is_index(first) or var in first.free_symbols:
        refuse(rule, "{} is not a first index for {}", first, var)
    value = to_core(words)
    positive = need(ctx, lt(0, value), rule)
    proof = known("multiples", {x: value, LO: to_core(first)}, positive)
    return conclude(
        rule,
        Not(Bounded(words * var, var, first)),
        proof,
        ctx=ctx,
        reason="multiples are unbounded",
    )


@refusing("outgrown")
def outgrown(ctx: Context, bound: Theorem, rising: Theorem, growing: Theorem) -> Theorem:
    """What stays below a constant when multiplied by something unbounded that never falls.

    G |- for all n >= lo: |a(n)| b(n) <= c      n not in c
    D |- for all n >= lo: b(n) <= b(n+1)
    E |- not (b is bounded from lo on)
    ------------------------------------------------------
    G, D, E |- a(n) -> 0
    """
    rule = "outgrown"
    far = _is_unbounded(rule, growing, "the last premise does not say that a sequence is unbounded")
    every = _universal(rule, bound, "the first premise is not a bound for all n", AtMost)
    words, var = every.words, every.var
    if far.var != var and var in far.body.free_symbols:
        refuse(rule, "{} has two meanings", var)
    if var in words.rhs.free_symbols:
        refuse(rule, "the bound depends on {}", var)
    denied = growing.proof.conclusion.args[0]
    large, start = denied.args[1], every.start
    own = to_core(var)
    sides = normal(to_core(words.lhs))
    small = next(
        (t for t in _sizes(words.lhs) if normal(to_core(t) * put(large, own)) is sides), None
    )
    if small is None:
        refuse(rule, "{} is not an absolute value times {}", words.lhs, far.body)
    rest = _sequence(small.args[0], var)
    never_falls = from_on(start, lambda i: le(put(large, i), put(large, i + 1)))
    if key(rising.proof.conclusion) is not key(never_falls) or normal(start) is not normal(
        denied.args[0]
    ):
        refuse(rule, "the second premise does not say that it never falls")
    names = {F: rest, G: large, x: to_core(words.rhs), LO: start}
    proof = known("outgrown", names, bound.proof, rising.proof, growing.proof)
    return conclude(
        rule,
        TendsTo(small.args[0], var, Integer(0)),
        proof,
        ctx=ctx,
        premises=(bound, rising, growing),
        reason="outgrown by what is unbounded",
    )


# -- power series ---------------------------------------------------------------------------------


@refusing("coefficients")
def coefficients(ctx: Context, theorem: Theorem, y: Symbol) -> Theorem:
    """A power series that vanishes near 0 has no coefficients.

    G, |y| < 1 |- sum_{i>=0} a(i) y**i = 0      y not free in G, nor in a
    G, ctx, |y| < 1 |- the series converges
    ---------------------------------------------------------------------
    G, ctx |- a(i) = 0 for all i >= 0
    """
    rule = "coefficients"
    s, proof = theorem.statement, theorem.proof
    if not isinstance(y, Symbol) or is_index(y):
        refuse(rule, "{} is not a real variable", y)
    number = to_core(y)
    if not isinstance(s, Equal) or not isinstance(s.lhs, Sum) or polynomial(to_core(s.rhs)):
        refuse(rule, "the premise does not say that a series is zero")
    part, whole = open_sum(s.lhs), to_core(s.lhs)
    own = to_core(part.var)
    a = _coefficient(to_core(part.body), number**own)
    if whole.op != "series" or polynomial(whole.args[0]) or a is None or number in free(a):
        refuse(rule, "{} is not a coefficient times {}", part.body, y**part.var)
    small = lt(abs(number), 1)
    kept = kernel.without(proof, small)
    if any(number in free(h) for h in kept):
        refuse(rule, "{} is not arbitrary", y)
    terms = bind(a * number**own, own)
    facts = (*ctx.proofs, *map(assumed, kept), assumed(small))
    goal = node("converges", None, (ZERO, terms))
    convergent = follows(goal, tuple(t for t in facts if _silent(t, number, small)))
    if convergent is None:
        refuse(rule, "the series is not known to converge for every |{}| < 1", y)
    value = eq(node("series", None, (ZERO, terms)), 0)
    value_known = attempt(rule, lambda: infer.restate(proof, value))
    lemmas = [
        infer.generalise(infer.discharge(t, small), number) for t in (convergent, value_known)
    ]
    made = known("coefficients", {F: bind(a, own)}, *lemmas)
    return conclude(
        rule,
        ForAll(part.var, Integer(0), Equal(from_core(a), Integer(0))),
        made,
        ctx=ctx,
        premises=(theorem,),
        reason="a power series that vanishes has no coefficients",
    )


def _silent(fact: kernel.Theorem, number: Term, small: Term) -> bool:
    """Does the fact say nothing of the number, but perhaps that its size is below 1?"""
    return all(
        number not in free(s) or key(s) is key(small) for s in (fact.conclusion, *fact.hypotheses)
    )


def _coefficient(body: Term, power: Term) -> Term | None:
    """a, if the term is a times the power."""
    ((place,),) = polynomial(power)
    found = {}
    for monomial, c in polynomial(body).items():
        if monomial.count(place) != 1:
            return None
        found[tuple(j for j in monomial if j != place)] = c
    return written(found)
