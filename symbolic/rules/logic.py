"""Rules of logic: hypotheses, "for all", substitution, cases, induction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy
from sympy import Expr, Symbol, oo

from symbolic import definitions
from symbolic.conditions import Obligation, of_members, of_statement, of_term
from symbolic.definitions import dependencies
from symbolic.kernel import Context, Mint, Theorem, rule, vectors
from symbolic.statements import (
    AtMost,
    Dissipative,
    Equal,
    ForAll,
    Less,
    Not,
    NotEqual,
    OnEveryMRP,
    OperatorEqual,
    Relation,
    Statement,
    ZeroOnlyAt,
)
from symbolic.terms import check_term, is_index


@rule("hypothesis")
def assume(mint: Mint, ctx: Context, statement: Statement) -> Theorem:
    """
    A defined wherever ctx holds (about an MRP: in operator form)
    -------------------------------------------------------------
    A |- A
    """
    from symbolic.rules.bridge import operator_form

    equation = statement.body if isinstance(statement, OnEveryMRP) else statement
    inner = getattr(equation, "body", None)
    while isinstance(inner, Statement):
        if isinstance(inner, OperatorEqual | OnEveryMRP):
            raise mint.refusal("what is assumed of an MRP stands by itself")
        inner = getattr(inner, "body", None)
    if isinstance(equation, OperatorEqual) or equation is not statement:
        everywhere = equation is not statement and type(equation) is Dissipative
        if not (everywhere or type(equation) is OperatorEqual or type(statement) is ZeroOnlyAt):
            raise mint.refusal(
                "of an MRP only equations and their solutions can be assumed, of all MRPs a margin"
            )
        assert isinstance(equation, OperatorEqual)
        for side in (equation.lhs,) if everywhere else (equation.lhs, equation.rhs):
            operator_form(mint, ctx, side)
    return mint.conclude(ctx, statement, assume=(statement,))


@rule("fact")
def recall(mint: Mint, ctx: Context, statement: Statement) -> Theorem:
    """A condition that follows from the context by the decision procedures.

    ctx decides A      (about an MRP: its vectors are written as in ctx)
    --------------------------------------------------------------------
    ctx |- A
    """
    mint.require(ctx, statement)
    return mint.conclude(ctx, statement, reason="given")


@rule("cut")
def cut(mint: Mint, lemma: Theorem, theorem: Theorem) -> Theorem:
    """
    G |- A      D, A |- B
    ---------------------
    G, D |- B
    """
    mint.open(lemma, theorem)
    if lemma.statement.key not in {h.key for h in theorem.hypotheses}:
        raise mint.refusal("the lemma is not among the hypotheses")
    if lemma.statement.key in {h.key for h in lemma.hypotheses}:
        raise mint.refusal("the lemma assumes itself")
    return mint.conclude(
        Context((lemma,)),
        theorem.statement,
        premises=(theorem, lemma),
        reason=theorem.reason,
        instead=(*without(theorem, lemma.statement), *lemma.hypotheses),
        carry=True,
    )


@rule("for all")
def generalise(
    mint: Mint, ctx: Context, theorem: Theorem, var: Symbol, lo: Any, hi: Any = oo
) -> Theorem:
    """
    G, lo <= n (, n <= hi) |- A      n not free in G
    ------------------------------------------------
    G |- for all n >= lo (n <= hi): A
    """
    mint.open(theorem)
    statement = ForAll(var, lo, theorem.statement, hi)
    kept = without(theorem, *statement.range)
    not_free(mint, var, kept)
    bounds = {o.key for t in (statement.lo, statement.hi) if t is not oo for o in of_term(t)}
    return mint.conclude(
        ctx,
        statement,
        premises=(theorem,),
        reason=theorem.reason,
        instead=kept,
        # the premise is defined for every such n
        granting=tuple(o for o in of_statement(statement) if o.key not in bounds),
    )


def without(theorem: Theorem, *discharged: Statement) -> tuple[Statement, ...]:
    """The theorem's hypotheses less some."""
    gone = {d.key for d in discharged}
    return tuple(h for h in theorem.hypotheses if h.key not in gone)


def not_free(mint: Mint, var: Symbol, hypotheses: tuple[Statement, ...]) -> None:
    """Refuse unless the variable is arbitrary."""
    for h in hypotheses:
        if var in dependencies(h):
            raise mint.refusal(f"{var} is not arbitrary: it occurs in the hypothesis {h}")


@rule("special case")
def specialise(mint: Mint, ctx: Context, theorem: Theorem, value: Any) -> Theorem:
    """
    G |- for all n >= lo (n <= hi): A      ctx |- lo <= t (t <= hi)
    ---------------------------------------------------------------
    G, ctx |- A[n := t]
    """
    mint.open(theorem)
    statement = theorem.statement
    if not isinstance(statement, ForAll):
        raise mint.refusal("the theorem is not a statement for all integers")
    term: Expr = sympy.sympify(value, strict=True)
    check_term(term)
    if not is_index(term):
        raise mint.refusal(f"{term} is not an integer")
    mint.require(ctx, *(r.substitute({statement.var: term}) for r in statement.range))
    instance = statement.body.substitute({statement.var: term})
    mint.in_operator_form(*vectors(instance))  # as a case of what is
    return mint.conclude(
        ctx,
        instance,
        premises=(theorem,),
        reason=theorem.reason,
    )


@rule("substitution")
def instantiate(
    mint: Mint, ctx: Context, theorem: Theorem, mapping: Mapping[Symbol, Any]
) -> Theorem:
    """
    G |- A      t defined, of the sort of x      no definition hides x
    ------------------------------------------------------------------
    G[x := t] |- A[x := t]       (hypotheses that ctx shows are discharged)
    """
    mint.open(theorem)
    values: dict[Symbol, Expr] = {}
    for x, t in mapping.items():
        values[x] = sympy.sympify(t, strict=True)
        check_term(values[x])
        if x.is_integer and not is_index(values[x]):
            raise mint.refusal(f"{x} is an integer and {t} is not")
        mint.defined(ctx, values[x])
    _not_hidden(mint, frozenset(values), theorem)
    return _replaced(mint, ctx, theorem, lambda s: s.substitute(values))


@rule("special sequence")
def instantiate_sequence(
    mint: Mint, ctx: Context, theorem: Theorem, symbol: Any, params: tuple[Symbol, ...], value: Any
) -> Theorem:
    """
    G |- A      t(i) a term      h not a defined name, nor hidden by one
    --------------------------------------------------------------------
    G[h := t] |- A[h := t]       (hypotheses that ctx shows are discharged)
    """
    mint.open(theorem)
    term: Expr = sympy.sympify(value, strict=True)
    check_term(term)
    if definitions.is_defined(symbol):
        raise mint.refusal(f"{symbol} is a defined name")
    _not_hidden(mint, frozenset({symbol}), theorem)
    explicit = definitions.Definition(symbol, tuple(params), term)

    def put(s: Statement) -> Statement:
        return s.substitute_sequence(symbol, tuple(params), term)

    replaced = tuple(put(h) for h in theorem.hypotheses)
    for s in (theorem.statement, *theorem.hypotheses):
        before = {o.key for o in of_statement(s)}
        for obligation in of_members(s, explicit):  # every member that occurs is defined
            if obligation.key not in before:
                mint.establish(ctx, obligation, *replaced)
    return _replaced(mint, ctx, theorem, put)


def _not_hidden(mint: Mint, symbols: frozenset[Any], theorem: Theorem) -> None:
    """Refuse while a defined name speaks of a symbol that is to be replaced."""
    for s in (theorem.statement, *theorem.hypotheses):
        for name in s.sequences:
            if definitions.is_defined(name) and symbols & definitions.inside(name):
                raise mint.refusal(f"{name} hides a symbol that is to be replaced; unfold it first")


def _replaced(mint: Mint, ctx: Context, theorem: Theorem, put: Any) -> Theorem:
    remaining = tuple(new for h in theorem.hypotheses if not mint.holds(ctx, new := put(h)))
    for s in (theorem.statement, *theorem.hypotheses):
        mint.in_operator_form(*vectors(put(s)))  # as a case of what is
    return mint.conclude(
        ctx,
        put(theorem.statement),
        premises=(theorem,),
        reason=theorem.reason,
        instead=remaining,
        granting=tuple(  # what the premise needs holds under its hypotheses, so also afterwards
            Obligation(tuple(map(put, o.scope)), tuple(map(put, o.options)), o.about_mrp)
            for s in (theorem.statement, *theorem.hypotheses)
            for o in of_statement(s)
        ),
    )


@rule("cases")
def cases(mint: Mint, ctx: Context, below: Theorem, above: Theorem, a: Any, b: Any) -> Theorem:
    """
    G, a < b |- A      D, b <= a |- A
    ---------------------------------
    G, D |- A
    """
    mint.open(below, above)
    if below.statement.key != above.statement.key:
        raise mint.refusal("the two cases prove different statements")
    return mint.conclude(
        ctx,
        below.statement,
        premises=(below, above),
        reason="by cases",
        instead=(*without(below, Less(a, b)), *without(above, AtMost(b, a))),
    )


@rule("induction")
def induction(
    mint: Mint, ctx: Context, base: Theorem, step: Theorem, var: Symbol, lo: Any
) -> Theorem:
    """
    G |- A[n := lo]      D, n >= lo, A |- A[n := n+1]      n not free in G, D
    -------------------------------------------------------------------------
    G, D |- for all n >= lo: A
    """
    mint.open(base, step)
    first: Expr = sympy.sympify(lo, strict=True)
    if not is_index(first) or not is_index(var):
        raise mint.refusal("induction runs over integers, from an integer on")
    ranges = AtMost(first, var)
    for claim in step.hypotheses:
        # the induction hypothesis is the one whose successor the step proves
        if var not in claim.free_symbols or claim.key == ranges.key:
            continue
        if claim.substitute({var: var + 1}).key != step.statement.key:
            continue
        if claim.substitute({var: first}).key != base.statement.key:
            raise mint.refusal("the base case does not match the step")
        kept = (*base.hypotheses, *without(step, claim, ranges))
        not_free(mint, var, kept)
        return mint.conclude(
            ctx,
            ForAll(var, first, claim),
            premises=(base, step),
            reason=f"induction on {var}",
            instead=kept,
        )
    raise mint.refusal("the step does not lead from n to n + 1")


@rule("counterexample")
def refute(mint: Mint, ctx: Context, universal: ForAll, failure: Theorem, at: Any) -> Theorem:
    """
    G |- B      B contradicts A[n := t]      ctx |- lo <= t (t <= hi)
    -----------------------------------------------------------------
    G, ctx |- not (for all n >= lo: A)
    """
    mint.open(failure)
    term: Expr = sympy.sympify(at, strict=True)
    check_term(term)
    if not is_index(term):
        raise mint.refusal(f"{term} is not an integer")
    mint.require(ctx, *(r.substitute({universal.var: term}) for r in universal.range))
    instance = universal.body.substitute({universal.var: term})
    if not isinstance(instance, Relation) or not mint.holds(
        Context((failure,)), negation(instance)
    ):
        raise mint.refusal("the failure does not contradict the statement")
    return mint.conclude(ctx, Not(universal), premises=(failure,), reason="a counterexample")


@rule("contradiction")
def contradiction(mint: Mint, ctx: Context, assumption: Statement, theorem: Theorem) -> Theorem:
    """
    G, A |- B      ctx |- not B      A not about the MRP at hand, its vectors written as in G, A
    --------------------------------------------------------------------------------------------
    G, ctx |- not A
    """
    mint.open(theorem)
    s = theorem.statement
    if isinstance(assumption, OperatorEqual):
        raise mint.refusal("the assumption is about the MRP at hand")
    if assumption.key not in {h.key for h in theorem.hypotheses}:
        raise mint.refusal("nothing was derived from the assumption")
    if not isinstance(s, Relation):
        raise mint.refusal("what was derived is not a relation")
    mint.require(ctx, negation(s))
    return mint.conclude(
        ctx,
        Not(assumption),
        premises=(theorem,),
        reason="otherwise there is a contradiction",
        instead=without(theorem, assumption),
    )


def negation(statement: Relation) -> Relation:
    """The relation that holds exactly when this one does not."""
    opposite = {AtMost: Less, Less: AtMost, Equal: NotEqual, NotEqual: Equal}[type(statement)]
    if isinstance(statement, AtMost | Less):
        return opposite(statement.rhs, statement.lhs)
    return opposite(statement.lhs, statement.rhs)
