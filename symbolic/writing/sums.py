"""Rules of summation: linearity, cutting and shifting, telescoping, geometric sums, exchange.

Each rule is a theorem of `symbolic.library` at the sum at hand.  Where the docstring says that
terms are equal "for all i in range", field algebra shows it from the context and from
lo <= i <= hi; it looks into sums that stand in the terms, too (`equal_numbers`).
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from sympy import Abs, Add, Expr, Integer, Sum, Symbol, oo

from symbolic.core import kernel
from symbolic.core.polynomials import atoms, normal, polynomial
from symbolic.core.terms import (
    INT,
    ONE,
    ZERO,
    Term,
    bind,
    eq,
    free,
    fresh,
    le,
    lt,
    ne,
    node,
    put,
)
from symbolic.library import infer, series as infinite, sums as finite
from symbolic.library.basics import F, G, a, at, b, hi, k, known, lo, s, x, y
from symbolic.library.sums import F2, in_range, m
from symbolic.printing import prose
from symbolic.printing.sentences import Words
from symbolic.search.order import by_algebra
from symbolic.statements import AtMost, Converges, Equal, Less, Statement, Summable
from symbolic.statements.edge import statement_to_core
from symbolic.terms import OpenSum, is_index, open_sum, series, substitute
from symbolic.terms.edge import to_core
from symbolic.writing.entry import refusing
from symbolic.writing.equality import checked, rewritten
from symbolic.writing.refusals import attempt, refuse
from symbolic.writing.theorem import Context, Theorem, conclude, need, restated

__all__ = [
    "absolutely",
    "blocks",
    "empty",
    "exchange",
    "exchange_finite",
    "geometric",
    "linearity",
    "peel_first",
    "peel_last",
    "shift",
    "split",
    "sum_order",
    "telescope",
    "telescoping_converges",
    "termwise",
    "triangle",
    "zeros",
]

Facts = tuple[kernel.Theorem, ...]


class Range(NamedTuple):
    """Where an index runs; ``end`` is None for a series."""

    start: Term
    end: Term | None

    @property
    def names(self) -> dict[Any, Term]:
        """The ends, for the theorems of the library."""
        return {lo: self.start} if self.end is None else {lo: self.start, hi: self.end}

    def total(self, body: Term) -> Term:
        """The sum over the range."""
        if self.end is None:
            return node("series", None, (self.start, body))
        return node("sum", None, (self.start, self.end, body))

    def inside(self, i: Term) -> list[Term]:
        """What is known of an index in the range."""
        return [le(self.start, i), *([] if self.end is None else [le(i, self.end)])]


class Total(NamedTuple):
    """A sum as its author wrote it, and as the core has it."""

    words: Expr
    part: OpenSum
    range: Range
    body: Term

    @property
    def whole(self) -> Term:
        """The sum itself."""
        return self.range.total(self.body)


def _opened(rule: str, total: Any) -> Total:
    """The sum taken apart, or a refusal."""
    words = checked(total)
    if not isinstance(words, Sum):
        refuse(rule, "{} is not a sum", words)
    whole = to_core(words)
    end = None if whole.op == "series" else whole.args[1]
    return Total(words, open_sum(words), Range(whole.args[0], end), whole.args[-1])


def _integer(rule: str, value: Any) -> Expr:
    made = checked(value)
    if not is_index(made):
        refuse(rule, "{} is not an integer", made)
    return made


def _at(body: Expr, var: Symbol, value: Any) -> Expr:
    """The term of a sum at an index."""
    return substitute(body, {var: value})


def _sequence(body: Any, var: Symbol) -> Term:
    """A term as a sequence in a variable."""
    return bind(to_core(body), to_core(var))


def _converging(ctx: Context, rule: str, start: Term, body: Term) -> kernel.Theorem:
    """ctx |- the series converges."""
    return need(ctx, node("converges", None, (start, body)), rule)


def _concluded(
    rule: str,
    ctx: Context,
    statement: Statement,
    proof: kernel.Theorem,
    reason: Words,
    premises: tuple[Theorem, ...] = (),
    lemmas: tuple[kernel.Theorem, ...] = (),
) -> Theorem:
    """The theorem in the author's words, which sympy may have written differently.

    The lemmas show that what it speaks of converges.
    """
    ctx = ctx.also(*(Theorem(lemma, rule) for lemma in lemmas))
    goal = statement_to_core(statement)
    try:
        proof = restated(ctx, proof, goal)
    except kernel.Refused:
        old = proof.conclusion
        last = equal_numbers(old.args[1], goal.args[1], ctx.proofs) if old.op == "=" else None
        if last is None or normal(old.args[0]) is not normal(goal.args[0]):
            refuse(rule, "{} is not {}", old, statement)
        proof = infer.combination(goal, (), [(ONE, proof), (ONE, last)])
    return conclude(rule, statement, proof, ctx=ctx, premises=premises, reason=reason)


# -- equality inside sums -------------------------------------------------------------------------


@cache
def _assumed(statement: Term) -> kernel.Theorem:
    """One theorem for each hypothesis, so that what is found from it is found once."""
    return infer.assume(statement)


def equal_numbers(left: Term, right: Term, facts: Facts) -> kernel.Theorem | None:
    """left = right by field algebra, also in the terms of the sums that stand in them."""
    goal = eq(left, right)
    try:
        return by_algebra(goal, [], facts)
    except kernel.Refused:
        pass
    now, steps = normal(left), list[tuple[Term, kernel.Theorem]]()
    for one, other in _candidates(left, right):
        where = Range(one.args[0], None if one.op == "series" else one.args[1])
        pointwise = equal_terms(one.args[-1], other.args[-1], where, facts)
        step = pointwise and rewritten(now, _by_terms(where, one, other, pointwise))
        if step:
            steps.append((ONE, step))
            now = step.conclusion.args[1]
    if not steps:
        return None
    try:
        return by_algebra(goal, steps, facts)
    except kernel.Refused:
        return None


def _candidates(left: Term, right: Term) -> list[tuple[Term, Term]]:
    """Sums in one and in the other with the same range, which may have equal terms."""
    one, other = _sums(left), _sums(right)
    return [
        (p, q)
        for p in one
        for q in other
        if p not in other and q not in one and p.op == q.op and p.args[:-1] == q.args[:-1]
    ]


def _sums(t: Term) -> dict[Term, None]:
    """The sums in the normal form of a term, those within other sums left out."""
    found: dict[Term, None] = {}
    todo = atoms(polynomial(t))
    while todo:
        part = todo.pop()
        if part.op in ("sum", "series"):
            found[part] = None
        elif part.op in ("inv", "pow", "abs", "if"):
            todo += [t for p in part.args for t in atoms(polynomial(p))]
    return found


def equal_terms(left: Term, right: Term, where: Range, facts: Facts) -> kernel.Theorem | None:
    """For all i in the range: left(i) = right(i), from the facts."""
    ends = [where.start, *([] if where.end is None else [where.end])]
    said = [h for fact in facts for h in (fact.conclusion, *fact.hypotheses)]
    i = fresh(INT, left, right, *ends, *said)
    one, other = put(left, i), put(right, i)
    inside = tuple(map(_assumed, where.inside(i)))
    found = equal_numbers(one, other, (*facts, *inside))
    return found and in_range(found, i, where.start, where.end)


def _by_terms(where: Range, one: Term, other: Term, pointwise: kernel.Theorem) -> kernel.Theorem:
    """Two sums are equal, as their terms are."""
    names = {F: one.args[-1], G: other.args[-1], **where.names}
    entry = infinite.series_like() if where.end is None else finite.congruent()
    return infer.restate(at(entry, names, pointwise), eq(one, other))


def _as_given(
    ctx: Context, total: Total, body: Term, proof: kernel.Theorem
) -> kernel.Theorem | None:
    """An equation about the sum of ``body`` as one about the sum at hand, if the terms agree."""
    other, result = total.range.total(body), proof.conclusion.args[1]
    if normal(total.body) is normal(body):
        return infer.restate(proof, eq(total.whole, result))
    pointwise = equal_terms(total.body, body, total.range, ctx.proofs)
    if pointwise is None:
        return None
    same = _by_terms(total.range, total.whole, other, pointwise)
    return infer.combination(eq(total.whole, result), (), [(ONE, same), (ONE, proof)])


# -- linear combinations --------------------------------------------------------------------------


@refusing("linearity")
def linearity(ctx: Context, total: Any, *parts: tuple[Any, Any]) -> Theorem:
    """
    f(i) = sum_k a_k f_k(i) for all i in range      i not free in a_k
    (for infinite sums: ctx |- the series of each f_k converges)
    ------------------------------------------------------------------
    ctx |- sum of f(i) = sum_k a_k (sum of f_k(i))
    """
    rule = "linearity"
    own = _opened(rule, total)
    part, where = own.part, own.range
    pieces = [(checked(factor), checked(f)) for factor, f in parts]
    for factor, _ in pieces:
        if part.var in factor.free_symbols:
            refuse(rule, "{} is not constant in {}", factor, part.var)
    terms = [(to_core(factor), _sequence(f, part.var)) for factor, f in pieces]
    body, proof = combined(ctx, rule, where, terms)
    made = _as_given(ctx, own, body, proof)
    if made is None:
        refuse(rule, "{} is not the combination given", part.body)
    result = Add(*(factor * series(f, *part[1:]) for factor, f in pieces))
    return _concluded(rule, ctx, Equal(own.words, result), made, "linearity")


def combined(
    ctx: Context, rule: str, where: Range, terms: list[tuple[Term, Term]]
) -> tuple[Term, kernel.Theorem]:
    """A linear combination of sequences, and that its sum is that combination of the sums."""
    so_far: Term = ZERO
    result: Term = ZERO
    lemma = infer.instantiate(infinite.zeros_converge(), {lo: where.start})
    equal = [(ONE, infer.instantiate(_entry("zeros", where), where.names))]
    for place, (factor, f) in enumerate(terms):
        names = {x: ONE, y: factor, F: so_far, G: f, **where.names}
        lemmas: list[kernel.Theorem] = []
        if where.end is None:
            lemmas = [lemma, _converging(ctx, rule, where.start, f)]
            if place + 1 < len(terms):
                lemma = at(infinite.linear_converges(), names, *lemmas)
        step = at(_entry("linear", where), names, *lemmas)
        so_far = so_far + factor * f if place else factor * f
        equal.append((ONE, step))
        result = result + factor * where.total(f)
        if place + 1 < len(terms) and where.end is None:
            goal = node("converges", None, (where.start, so_far))
            lemma = infer.restate(lemma, goal)
    return so_far, infer.combination(eq(where.total(so_far), result), (), equal)


def _entry(name: str, where: Range) -> kernel.Theorem:
    """The theorem of this name on finite sums or on series."""
    made: kernel.Theorem = getattr(infinite if where.end is None else finite, name)()
    return made


@refusing("sum of zeros")
def zeros(ctx: Context, total: Any) -> Theorem:
    """
    f(i) = 0 for all i in range
    ---------------------------
    |- sum of f(i) = 0
    """
    rule = "sum of zeros"
    own = _opened(rule, total)
    none = infer.instantiate(_entry("zeros", own.range), own.range.names)
    proof = _as_given(ctx, own, ZERO, none)
    if proof is None:
        refuse(rule, "{} is not zero", own.part.body)
    return _concluded(rule, ctx, Equal(own.words, Integer(0)), proof, "every term is zero")


# -- cutting and shifting -------------------------------------------------------------------------


@refusing("splitting the sum")
def split(ctx: Context, total: Any, middle: Any) -> Theorem:
    """
    ctx |- lo - 1 <= m      ctx |- m <= hi      (or: hi infinite and the series converges)
    --------------------------------------------------------------------------------------
    ctx |- sum_{lo..hi} f = sum_{lo..m} f + sum_{m+1..hi} f
    """
    rule = "splitting the sum"
    own = _opened(rule, total)
    body, var, start, end = own.part
    cut = _integer(rule, middle)
    if var in cut.free_symbols:
        refuse(rule, "the sum is cut at its own index {}", var)
    here, where = to_core(cut), own.range
    lemmas = [need(ctx, le(to_core(start - 1), here), rule)]
    if where.end is None:
        lemmas.append(_converging(ctx, rule, where.start, own.body))
    else:
        lemmas.append(need(ctx, le(here, where.end), rule))
    proof = at(_entry("split", where), {F: own.body, m: here, **where.names}, *lemmas)
    result = series(body, var, start, cut) + series(body, var, cut + 1, end)
    return _concluded(rule, ctx, Equal(own.words, result), proof, "splitting the sum")


@refusing("first term")
def peel_first(ctx: Context, total: Any) -> Theorem:
    """
    ctx |- lo <= hi      (or: hi infinite and the series converges)
    ---------------------------------------------------------------
    ctx |- sum_{lo..hi} f = f(lo) + sum_{lo+1..hi} f
    """
    rule = "first term"
    own = _opened(rule, total)
    body, var, start, end = own.part
    where = own.range
    if where.end is None:
        lemma = _converging(ctx, rule, where.start, own.body)
    else:
        lemma = need(ctx, le(where.start, where.end), rule)
    proof = at(_entry("first_term", where), {F: own.body, **where.names}, lemma)
    result = _at(body, var, start) + series(body, var, start + 1, end)
    return _concluded(rule, ctx, Equal(own.words, result), proof, "first term split off")


@refusing("last term")
def peel_last(ctx: Context, total: Any) -> Theorem:
    """
    ctx |- lo <= hi
    ------------------------------------------------
    ctx |- sum_{lo..hi} f = sum_{lo..hi-1} f + f(hi)
    """
    rule = "last term"
    own = _opened(rule, total)
    body, var, start, end = own.part
    where = own.range
    if where.end is None:
        refuse(rule, "an infinite sum has no last term")
    lemma = need(ctx, le(where.start, where.end), rule)
    proof = known("last term", {F: own.body, **where.names}, lemma)
    result = series(body, var, start, end - 1) + _at(body, var, end)
    return _concluded(rule, ctx, Equal(own.words, result), proof, "last term split off")


@refusing("empty sum")
def empty(ctx: Context, total: Any) -> Theorem:
    """
    ctx |- hi < lo
    ---------------------------
    ctx |- sum_{lo..hi} f = 0
    """
    rule = "empty sum"
    own = _opened(rule, total)
    where = own.range
    if where.end is None:
        refuse(rule, "an infinite sum is not empty")
    lemma = need(ctx, lt(where.end, where.start), rule)
    proof = known("empty sum", {F: own.body, **where.names}, lemma)
    return _concluded(rule, ctx, Equal(own.words, Integer(0)), proof, "empty sum")


@refusing("index shift")
def shift(ctx: Context, total: Any, by: Any) -> Theorem:
    """
    (infinite: ctx |- the series converges)
    ---------------------------------------------------
    ctx |- sum_{lo..hi} f(i) = sum_{lo-k..hi-k} f(i + k)
    """
    rule = "index shift"
    own = _opened(rule, total)
    body, var, start, end = own.part
    far = _integer(rule, by)
    if var in far.free_symbols:
        refuse(rule, "the shift depends on the index")
    names = {F: own.body, k: to_core(far), **own.range.names}
    lemmas = []
    if own.range.end is None:
        lemmas.append(_converging(ctx, rule, own.range.start, own.body))
    proof = at(_entry("shifted", own.range), names, *lemmas)
    stop = oo if end is oo else end - far
    result = series(_at(body, var, var + far), var, start - far, stop)
    return _concluded(rule, ctx, Equal(own.words, result), proof, "index shift")


# -- telescoping and geometric sums ---------------------------------------------------------------


@refusing("telescoping")
def telescope(
    ctx: Context, total: Any, antidifference: Any, limit: Theorem | None = None
) -> Theorem:
    """
    f(i) = g(i+1) - g(i) for all i in range      ctx |- lo - 1 <= hi
    ----------------------------------------------------------------
    ctx |- sum_{lo..hi} f = g(hi+1) - g(lo)

    f(i) = g(i+1) - g(i) for all i in range      G |- g(i) -> l
    -----------------------------------------------------------
    G, ctx |- sum_{lo..oo} f = l - g(lo)       (and the series converges)
    """
    rule = "telescoping"
    own = _opened(rule, total)
    body, var, start, end = own.part
    g = checked(antidifference)
    left = _sequence(g, var)
    names = {F: left, **own.range.names}
    premises: tuple[Theorem, ...] = ()
    if own.range.end is None:
        value, lemma = _limit_of(ctx, rule, g, var, own.range.start, limit)
        assert limit is not None
        premises, result = (limit,), value - _at(g, var, start)
        names[x] = lemma.conclusion.args[1]
    else:
        lemma = need(ctx, le(own.range.start - 1, own.range.end), rule)
        result = _at(g, var, end + 1) - _at(g, var, start)
    proof = _as_given(
        ctx, own, _difference(left), at(_entry("telescoping", own.range), names, lemma)
    )
    if proof is None:
        refuse(rule, "{} is not the difference of {}", body, g)
    return _concluded(rule, ctx, Equal(own.words, result), proof, "telescoping", premises)


@refusing("telescoping series")
def telescoping_converges(
    ctx: Context, body: Any, var: Symbol, lo: Any, antidifference: Any, limit: Theorem
) -> Theorem:
    """
    f(i) = g(i+1) - g(i) for all i >= lo      G |- g(i) -> l
    --------------------------------------------------------
    G, ctx |- the series of f converges
    """
    rule = "telescoping series"
    f, g = checked(body), checked(antidifference)
    own, left, where = _sequence(f, var), _sequence(g, var), Range(to_core(lo), None)
    pointwise = equal_terms(own, _difference(left), where, ctx.proofs)
    if pointwise is None:
        refuse(rule, "{} is not the difference of {}", f, g)
    _, lemma = _limit_of(ctx, rule, g, var, where.start, limit)
    names = {F: left, x: lemma.conclusion.args[1], **where.names}
    other = at(infinite.telescoping_converges(), names, lemma)
    names = {F: own, G: _difference(left), **where.names}
    proof = at(infinite.converges_like(), names, pointwise, other)
    statement = Converges(f, var, lo)
    return conclude(rule, statement, proof, ctx=ctx, premises=(limit,), reason="telescoping series")


def _difference(g: Term) -> Term:
    """g(i + 1) - g(i), as a sequence."""
    i = fresh(INT, g)
    return bind(put(g, i + 1) - put(g, i), i)


def _limit_of(
    ctx: Context, rule: str, g: Expr, var: Symbol, start: Term, limit: Theorem | None
) -> tuple[Expr, kernel.Theorem]:
    """The limit of g, and that it is one."""
    if limit is None:
        refuse(rule, "an infinite telescoping sum needs the limit of what is left")
    known_ = limit.proof.conclusion
    if known_.op != "tends":
        refuse(rule, "the premise is not a limit")
    own, proof = _sequence(g, var), limit.proof
    if normal(own) is not normal(known_.args[0]):
        same = equal_terms(own, known_.args[0], Range(start, None), ctx.proofs)
        if same is None:
            refuse(rule, "the limit given is not that of {}", g)
        names = {F: own, G: known_.args[0], x: known_.args[1], lo: start}
        proof = at(infinite.limit_like(), names, same, proof)
    return limit.statement.end, infer.restate(  # type: ignore[attr-defined]
        proof, node("tends", None, (own, known_.args[1]))
    )


@refusing("geometric series")
def geometric(ctx: Context, total: Any, ratio: Any) -> Theorem:
    """
    f(i+1) = q f(i) for all i in range, i not free in q     ctx |- q != 1     ctx |- lo - 1 <= hi
    ---------------------------------------------------------------------------------------------
    ctx |- sum_{lo..hi} f = (f(lo) - f(hi+1)) / (1 - q)

    f(i+1) = q f(i) for all i in range, i not free in q      ctx |- |q| < 1
    -----------------------------------------------------------------------
    ctx |- sum_{lo..oo} f = f(lo) / (1 - q)
    """
    rule = "geometric series"
    own = _opened(rule, total)
    body, var, start, end = own.part
    q, where = checked(ratio), own.range
    if var in q.free_symbols:
        refuse(rule, "the ratio {} depends on {}", q, var)
    factor = to_core(q)
    i = fresh(INT, own.body, factor)
    later, scaled = bind(put(own.body, i + 1), i), bind(factor * put(own.body, i), i)
    pointwise = equal_terms(later, scaled, where, ctx.proofs)
    if pointwise is None:
        refuse(rule, "consecutive terms of {} do not have the ratio {}", body, q)
    if where.end is None:
        lemmas = [need(ctx, lt(abs(factor), 1), rule)]
        result = _at(body, var, start) / (1 - q)
        why = prose("geometric series, {}", Less(Abs(q), 1))
    else:
        lemmas = [need(ctx, ne(factor, 1), rule), need(ctx, le(where.start - 1, where.end), rule)]
        result = (_at(body, var, start) - _at(body, var, end + 1)) / (1 - q)
        why = prose("geometric sum")
    names = {F: own.body, x: factor, **where.names}
    proof = at(_entry("geometric", where), names, pointwise, *lemmas)
    return _concluded(rule, ctx, Equal(own.words, result), proof, why)


# -- double sums ----------------------------------------------------------------------------------


class Double(NamedTuple):
    """A sum of sums: the inner one as its author wrote it, and both indices made free."""

    inner: OpenSum
    i: Term
    j: Term
    row: Range
    body: Term

    @property
    def members(self) -> Term:
        """The terms, as a sequence with two indices."""
        return bind(self.body, self.i, self.j)


def _double(rule: str, own: Total) -> Double:
    if not isinstance(own.part.body, Sum):
        refuse(rule, "the terms of the sum are not sums")
    inner = open_sum(own.part.body)
    outside = own.part.lo.free_symbols | own.part.hi.free_symbols
    if inner.var in {own.part.var} | outside:
        refuse(rule, "{} has two meanings", inner.var)
    i = fresh(INT, own.whole)
    row = put(own.body, i)
    j = fresh(INT, row, i)
    end = None if row.op == "series" else row.args[1]
    return Double(inner, i, j, Range(row.args[0], end), put(row.args[-1], j))


@refusing("exchange of sums")
def exchange(ctx: Context, total: Any) -> Theorem:
    """Sum over a triangle by columns instead of rows (s an integer free of i and j).

    ctx |- a + s <= a'      (b infinite: ctx |- sum_i (sum_j |f(i,j)|) converges)
    ------------------------------------------------------------------------------------------------
    ctx |- sum_{i=a..b} sum_{j=a'..i+s} f(i,j) = sum_{j=a'..b+s} sum_{i=j-s..b} f(i,j)
    """
    rule = "exchange of sums"
    own = _opened(rule, total)
    two = _double(rule, own)
    past = None if two.row.end is None else normal(two.row.end - two.i)
    if past is None or two.i in free(past) | free(two.row.start):
        refuse(rule, "the inner sum does not run over a triangle")
    names = {F2: two.members, s: past, a: two.row.start, **own.range.names}
    lemmas = [need(ctx, le(own.range.start + past, two.row.start), rule)]
    defined: tuple[kernel.Theorem, ...] = ()
    if own.range.end is None:
        sizes = bind(two.row.total(bind(abs(two.body), two.j)), two.i)
        lemmas.append(_converging(ctx, rule, own.range.start, sizes))
        proof = at(infinite.exchange(), names, *lemmas)
        j = fresh(INT, own.whole, *lemmas[1].hypotheses)
        one = infer.instantiate(infinite.column_converges(), {**names, finite.j: j})
        one = in_range(infer.cut(one, lemmas[1]), j, two.row.start)
        columns = at(infinite.columns_converge(), names, *lemmas)
        defined = one, columns, at(infinite.rows_converge(), names, lemmas[1])
    else:
        proof = at(finite.exchange_triangle(), names, *lemmas)
    f, inner, first, last = two.inner
    outer, end = own.part.var, own.part.hi
    by = last - outer
    column = series(f, outer, inner - by, end)
    result = series(column, inner, first, oo if end is oo else end + by)
    return _concluded(
        rule, ctx, Equal(own.words, result), proof, "exchange of sums", lemmas=defined
    )


@refusing("exchange of finite sums")
def exchange_finite(ctx: Context, total: Any) -> Theorem:
    """Sum over a rectangle by columns instead of rows.

    i not in a', b'      j not in a, b
    --------------------------------------------------------------------------------------
    ctx |- sum_{i=a..b} sum_{j=a'..b'} f(i,j) = sum_{j=a'..b'} sum_{i=a..b} f(i,j)
    """
    rule = "exchange of finite sums"
    own = _opened(rule, total)
    two = _double(rule, own)
    if own.range.end is None or two.row.end is None:
        refuse(rule, "a sum is infinite")
    if two.i in free(two.row.start) | free(two.row.end):
        refuse(rule, "the inner sum does not run over a rectangle")
    names = {F2: two.members, a: two.row.start, b: two.row.end, **own.range.names}
    proof = infer.instantiate(finite.exchange_rectangle(), names)
    column = series(two.inner.body, *own.part[1:])
    result = series(column, *two.inner[1:])
    return _concluded(rule, ctx, Equal(own.words, result), proof, "exchange of finite sums")


@refusing("blocks of equal length")
def blocks(ctx: Context, total: Any, length: Any, block: Symbol) -> Theorem:
    """Group a convergent series into blocks of m terms.

    ctx |- sum_{lo..oo} f converges      ctx |- m >= 1      k not free in f, lo, m
    -------------------------------------------------------------------------------
    ctx |- sum_{i>=lo} f(i) = sum_{k>=0} sum_{j=0..m-1} f(lo + k m + j)
    """
    rule = "blocks of equal length"
    own = _opened(rule, total)
    body, var, start, end = own.part
    size = checked(length)
    if end is not oo:
        refuse(rule, "only a series is grouped into blocks")
    if var in size.free_symbols:
        refuse(rule, "the length of a block depends on the index")
    if not is_index(block) or block == var:
        refuse(rule, "{} cannot number the blocks", block)
    if block in body.free_symbols | start.free_symbols | size.free_symbols:
        refuse(rule, "{} already occurs", block)
    if not is_index(size):
        refuse(rule, "{} is not an integer", size)
    here = to_core(size)
    lemmas = need(ctx, le(1, here), rule), _converging(ctx, rule, own.range.start, own.body)
    names = {F: own.body, m: here, **own.range.names}
    proof = at(infinite.blocks(), names, *lemmas)
    defined = (at(infinite.blocks_converge(), names, *lemmas),)
    inner = series(_at(body, var, start + block * size + var), var, 0, size - 1)
    result = series(inner, block, 0)
    return _concluded(
        rule, ctx, Equal(own.words, result), proof, "blocks of equal length", lemmas=defined
    )


# -- term by term ---------------------------------------------------------------------------------


def _each(
    rule: str, ctx: Context, own: Total, theorem: Theorem
) -> tuple[kernel.Theorem, dict[Any, Term]]:
    """A relation between the terms, for every index in range; and the two sequences in it."""
    part, where = own.part, own.range
    i, proof = to_core(part.var), theorem.proof
    left, right = proof.conclusion.args
    term = put(own.body, i)
    if normal(left) is not normal(term):
        inside = tuple(map(_assumed, where.inside(i)))
        same = equal_numbers(term, left, (*ctx.proofs, *inside))
        if same is None:
            words = theorem.statement.lhs  # type: ignore[attr-defined]
            refuse(rule, "{} is not the term {} of the sum", words, part.body)
        if proof.conclusion.op == "=":
            proof = infer.combination(eq(term, right), (), [(ONE, same), (ONE, proof)])
        else:
            proof = infer.combination(
                node(proof.conclusion.op, None, (term, right)), [(1, [proof])], [(ONE, same)]
            )
    for h in kernel.without(proof, *where.inside(i)):
        if i in free(h):
            refuse(rule, "{} is not arbitrary: it occurs in the hypothesis {}", part.var, h)
    names = {F: own.body, G: bind(right, i), **where.names}
    everywhere = attempt(rule, lambda: in_range(proof, i, where.start, where.end))
    return everywhere, names


@refusing("term by term")
def termwise(ctx: Context, total: Any, equation: Theorem) -> Theorem:
    """
    G, lo <= i (, i <= hi) |- a(i) = b(i)      i not free in G
    -----------------------------------------------------------
    G |- sum of a(i) = sum of b(i)
    """
    rule, words = "term by term", checked(total)
    if not isinstance(words, Sum) or equation.proof.conclusion.op != "=":
        refuse(rule, "needs a sum and an equation between its terms")
    own = _opened(rule, words)
    pointwise, names = _each(rule, ctx, own, equation)
    entry = infinite.series_like() if own.range.end is None else finite.congruent()
    new = series(equation.statement.rhs, *own.part[1:])  # type: ignore[attr-defined]
    proof = at(entry, names, pointwise)
    return _concluded(rule, ctx, Equal(words, new), proof, equation.reason, (equation,))


@refusing("bounding term by term")
def sum_order(ctx: Context, total: Any, bound: Theorem) -> Theorem:
    """
    G, lo <= i (, i <= hi) |- a(i) <= b(i)      i not free in G
    (infinite: ctx |- both series converge)
    -----------------------------------------------------------
    G, ctx |- sum of a(i) <= sum of b(i)
    """
    rule = "bounding term by term"
    own = _opened(rule, total)
    if bound.proof.conclusion.op not in ("<=", "<"):
        refuse(rule, "the premise is not an inequality")
    where = own.range
    pointwise, names = _each(rule, ctx, own, _weakly(bound))
    lemmas = [pointwise]
    if where.end is None:
        lemmas += [_converging(ctx, rule, where.start, names[f]) for f in (F, G)]
    proof = at(_entry("ordered", where), names, *lemmas)
    new = series(bound.statement.rhs, *own.part[1:])  # type: ignore[attr-defined]
    return _concluded(rule, ctx, AtMost(own.words, new), proof, bound.reason, (bound,))


def _weakly(bound: Theorem) -> Theorem:
    """a <= b, from a < b."""
    s = bound.proof.conclusion
    if s.op == "<=":
        return bound
    proof = infer.combination(le(*s.args), [(1, [bound.proof])])
    return Theorem(proof, bound.rule, (bound,), (), bound.reason)


@refusing("triangle inequality")
def triangle(ctx: Context, total: Any) -> Theorem:
    """
    (infinite: ctx |- the series converges absolutely)
    --------------------------------------------------
    ctx |- |sum of a(i)| <= sum of |a(i)|
    """
    rule = "triangle inequality"
    own = _opened(rule, total)
    where = own.range
    lemmas = []
    if where.end is None:
        i = fresh(INT, own.body)
        sizes = bind(abs(put(own.body, i)), i)
        lemmas.append(_converging(ctx, rule, where.start, sizes))
    proof = at(_entry("triangle", where), {F: own.body, **where.names}, *lemmas)
    bound = series(Abs(own.part.body), *own.part[1:])
    return _concluded(rule, ctx, AtMost(Abs(own.words), bound), proof, "triangle inequality")


@refusing("absolute convergence")
def absolutely(ctx: Context, body: Any, var: Any, lo: Any) -> Theorem:
    """
    ctx |- the series of |f| converges, or f decays geometrically
    -------------------------------------------------------------
    ctx |- the series of f converges absolutely
    """
    rule = "absolute convergence"
    f, start = checked(body), checked(lo)
    proof = _converging(ctx, rule, to_core(start), _sequence(Abs(f), var))
    return conclude(rule, Summable(f, var, start), proof, ctx=ctx, reason="absolute convergence")
