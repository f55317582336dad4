"""Rules of logic: hypotheses, "for all", substitution, cases, induction."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from sympy import Expr, Symbol, oo

from symbolic.core import kernel
from symbolic.core.polynomials import key
from symbolic.core.terms import Term, bind, free, le, lt, negation, sequence
from symbolic.library import infer
from symbolic.printing import prose
from symbolic.search.facts import follows
from symbolic.statements import AtMost, Bounded, ForAll, Less, Not, Relation, Statement
from symbolic.statements.edge import statement_to_core
from symbolic.terms import check_term, is_index
from symbolic.terms.edge import to_core
from symbolic.terms.entry import term as as_term
from symbolic.writing.definitions import is_defined, is_meaning, unfolded
from symbolic.writing.entry import refusing
from symbolic.writing.refusals import attempt, refuse
from symbolic.writing.theorem import Context, Theorem, assume, conclude, need

__all__ = [
    "assume",
    "cases",
    "contradiction",
    "cut",
    "discharged",
    "generalise",
    "induction",
    "instantiate",
    "instantiate_sequence",
    "otherwise",
    "recall",
    "refute",
    "specialise",
    "weaken",
]


@refusing("fact")
def recall(ctx: Context, statement: Statement) -> Theorem:
    """A condition that follows from the context by the decision procedures.

    ctx decides A
    -------------
    ctx |- A
    """
    statement.check()
    proof = need(ctx, statement_to_core(statement), "fact")
    return conclude("fact", statement, proof, ctx=ctx, reason="given")


@refusing("cut")
def cut(lemma: Theorem, theorem: Theorem) -> Theorem:
    """
    G |- A      D, A |- B
    ---------------------
    G, D |- B
    """
    wanted = key(lemma.proof.conclusion)
    if wanted not in {key(h) for h in theorem.proof.hypotheses}:
        refuse("cut", "the lemma is not among the hypotheses")
    if wanted in {key(h) for h in lemma.proof.hypotheses}:
        refuse("cut", "the lemma assumes itself")
    proof = infer.cut(theorem.proof, lemma.proof)
    premises = (theorem, lemma)
    return conclude("cut", theorem.statement, proof, premises=premises, reason=theorem.reason)


def _integer(rule: str, x: Any) -> Term:
    value = as_term(x)
    check_term(value)
    if not is_index(value):
        refuse(rule, "{} is not an integer", value)
    return to_core(value)


@refusing("for all")
def generalise(ctx: Context, theorem: Theorem, var: Symbol, lo: Any, hi: Any = oo) -> Theorem:
    """
    G, lo <= n (, n <= hi) |- A      n not free in G
    ------------------------------------------------
    G |- for all n >= lo (n <= hi): A
    """
    n = to_core(var)
    statement = ForAll(var, lo, theorem.statement, hi)
    statement.check()
    ranges = [le(to_core(statement.lo), n)]
    if statement.hi is not oo:
        ranges.append(le(n, to_core(statement.hi)))
    kept = kernel.without(theorem.proof, *ranges)
    for h in kept:
        if n in free(h):
            refuse("for all", "{} is not arbitrary: it occurs in the hypothesis {}", var, h)
    proof = theorem.proof
    for r in reversed(ranges):
        proof = infer.discharge(proof, r)
    proof = infer.generalise(proof, n)
    return conclude(
        "for all", statement, proof, ctx=ctx, premises=(theorem,), reason=theorem.reason
    )


@refusing("special case")
def specialise(ctx: Context, theorem: Theorem, value: Any) -> Theorem:
    """
    G |- for all n >= lo (n <= hi): A      ctx |- lo <= t (t <= hi)
    ---------------------------------------------------------------
    G, ctx |- A[n := t]
    """
    s = theorem.statement
    if not isinstance(s, ForAll):
        refuse("special case", "the theorem is not a statement for all integers")
    term = _integer("special case", value)
    proof = infer.specialise(theorem.proof, term)
    for _ in s.range:
        proof = infer.detach(proof, need(ctx, proof.conclusion.args[0], "special case"))
    made = s.body.substitute({s.var: as_term(value)})
    return conclude(
        "special case", made, proof,
        ctx=ctx, premises=(theorem,), reason=theorem.reason, or_core=True,
    )  # fmt: skip


def _settled(ctx: Context, proof: kernel.Theorem) -> kernel.Theorem:
    """The hypotheses that the context shows are discharged."""
    found = [follows(h, ctx.proofs) for h in sorted(proof.hypotheses, key=repr)]
    lemmas = [t for t in found if t is not None]
    return infer.cut(proof, *lemmas) if lemmas else proof


def _replaced(
    rule: str,
    ctx: Context,
    theorem: Theorem,
    mapping: dict[Any, Term],
    put: Callable[[Statement], Statement],
) -> Theorem:
    own = unfolded(theorem.proof)
    for h in own.hypotheses:
        definition = is_meaning(h)
        if definition is not None and not free(h).isdisjoint(mapping):
            words = "{} hides a symbol that is to be replaced; unfold it first"
            refuse(rule, words, definition.name)
    proof = attempt(rule, lambda: infer.instantiate(own, mapping))
    proof = _settled(ctx, proof)
    return conclude(
        rule, put(theorem.statement), proof,
        ctx=ctx, premises=(theorem,), reason=theorem.reason, or_core=True,
        supposing=tuple(map(put, theorem.hypotheses)),
    )  # fmt: skip


@refusing("substitution")
def instantiate(ctx: Context, theorem: Theorem, mapping: Mapping[Symbol, Any]) -> Theorem:
    """
    G |- A      t of the sort of x      no definition hides x
    ------------------------------------------------------------------
    G[x := t] |- A[x := t]       (hypotheses that ctx shows are discharged)
    """
    values: dict[Symbol, Expr] = {}
    for x, t in mapping.items():
        values[x] = as_term(t)
        check_term(values[x])
        if x.is_integer and not is_index(values[x]):
            refuse("substitution", "{} is an integer and {} is not", x, t)
    core = {to_core(x): to_core(t) for x, t in values.items()}
    return _replaced("substitution", ctx, theorem, core, lambda s: s.substitute(values))


@refusing("special sequence")
def instantiate_sequence(
    ctx: Context, theorem: Theorem, symbol: Any, params: tuple[Symbol, ...], value: Any
) -> Theorem:
    """
    G |- A      t(i) a term      h not a defined name, nor hidden by one
    --------------------------------------------------------------------
    G[h := t] |- A[h := t]       (hypotheses that ctx shows are discharged)
    """
    rule = "special sequence"
    term = as_term(value)
    check_term(term)
    if is_defined(symbol):
        refuse(rule, "{} is a defined name", symbol)
    body = bind(to_core(term), *map(to_core, params))
    core = {sequence(symbol.__name__, len(params)): body}
    put = partial(_with_sequence, symbol, tuple(params), term)
    return _replaced(rule, ctx, theorem, core, put)


def _with_sequence(
    symbol: Any, params: tuple[Symbol, ...], value: Expr, statement: Statement
) -> Statement:
    return statement.substitute_sequence(symbol, params, value)


@refusing("cases")
def cases(ctx: Context, below: Theorem, above: Theorem, a: Any, b: Any) -> Theorem:
    """
    G, a < b |- A      D, b <= a |- A
    ---------------------------------
    G, D |- A
    """
    if key(below.proof.conclusion) is not key(above.proof.conclusion):
        refuse("cases", "the two cases prove different statements")
    proof = infer.cases(below.proof, above.proof, lt(to_core(a), to_core(b)))
    premises = (below, above)
    return conclude(
        "cases", below.statement, proof,
        ctx=ctx, premises=premises, reason="by cases", supposing=(Less(a, b), AtMost(b, a)),
    )  # fmt: skip


@refusing("induction")
def induction(ctx: Context, base: Theorem, step: Theorem, var: Symbol, lo: Any) -> Theorem:
    """
    G |- A[n := lo]      D, n >= lo, A |- A[n := n+1]      n not free in G, D
    -------------------------------------------------------------------------
    G, D |- for all n >= lo: A
    """
    first = as_term(lo)
    if not is_index(first) or not is_index(var):
        refuse("induction", "induction runs over integers, from an integer on")
    n, ranges = to_core(var), le(to_core(first), to_core(var))
    for claim in step.hypotheses:
        # the induction hypothesis is the one whose successor the step proves
        said = statement_to_core(claim)
        if n not in free(said) or key(said) is key(ranges):
            continue
        if claim.substitute({var: var + 1}).key is not key(step.proof.conclusion):
            continue
        if claim.substitute({var: first}).key is not key(base.proof.conclusion):
            refuse("induction", "the base case does not match the step")
        for h in (*base.proof.hypotheses, *kernel.without(step.proof, said, ranges)):
            if n in free(h):
                refuse("induction", "{} is not arbitrary: it occurs in the hypothesis {}", var, h)
        proof = infer.induction(base.proof, step.proof, said, n, to_core(first))
        statement, premises = ForAll(var, first, claim), (base, step)
        reason = prose("induction on {}", var)
        return conclude("induction", statement, proof, ctx=ctx, premises=premises, reason=reason)
    return refuse("induction", "the step does not lead from n to n + 1")


@refusing("counterexample")
def refute(ctx: Context, universal: ForAll, failure: Theorem, at: Any) -> Theorem:
    """
    G |- B      B contradicts A[n := t]      ctx |- lo <= t (t <= hi)
    -----------------------------------------------------------------
    G, ctx |- not (for all n >= lo: A)
    """
    rule = "counterexample"
    term = _integer(rule, at)
    whole = statement_to_core(universal)
    found = infer.specialise(infer.assume(whole), term)
    for _ in universal.range:
        found = infer.detach(found, need(ctx, found.conclusion.args[0], rule))
    denial = follows(negation(found.conclusion), (failure.proof,))
    if not isinstance(universal.body, Relation) or denial is None:
        refuse(rule, "the failure does not contradict the statement")
    statement = Not(universal)
    goal = statement_to_core(statement)
    proof = _otherwise(goal, infer.absurd(found, denial, goal))
    reason = "a counterexample"
    return conclude(rule, statement, proof, ctx=ctx, premises=(failure,), reason=reason)


def _otherwise(denial: Term, absurd: kernel.Theorem) -> kernel.Theorem:
    """not A, from A |- not A."""
    return infer.cases(infer.assume(denial), absurd, denial)


@refusing("contradiction")
def contradiction(ctx: Context, assumption: Statement, theorem: Theorem) -> Theorem:
    """
    G, A |- B      ctx |- not B
    ---------------------------
    G, ctx |- not A
    """
    rule, said, s = "contradiction", statement_to_core(assumption), theorem.statement
    if key(said) not in {key(h) for h in theorem.proof.hypotheses}:
        refuse(rule, "nothing was derived from the assumption")
    if not isinstance(s, Relation | Bounded):
        refuse(rule, "what was derived is neither a relation nor a bound")
    denial = need(ctx, negation(theorem.proof.conclusion), rule)
    statement = Not(assumption)
    goal = statement_to_core(statement)
    proof = _otherwise(goal, infer.absurd(theorem.proof, denial, goal))
    reason = "otherwise there is a contradiction"
    return conclude(rule, statement, proof, ctx=ctx, premises=(theorem,), reason=reason)


@refusing("otherwise")
def otherwise(ctx: Context, theorem: Theorem) -> Theorem:
    """The order of two numbers, if it is not the other way round.

    G |- not (a <= b)             G |- not (a < b)
    -----------------     and     ----------------
    G |- b < a                    G |- b <= a
    """
    rule, said = "otherwise", theorem.statement
    body = said.body if isinstance(said, Not) else None
    if not isinstance(body, AtMost | Less):
        refuse(rule, "{} does not deny an inequality", said)
    kind = Less if isinstance(body, AtMost) else AtMost
    statement = kind(body.rhs, body.lhs)
    goal = statement_to_core(statement)
    denied = theorem.proof.conclusion.args[0]
    proof = infer.cases(
        infer.assume(goal), infer.absurd(theorem.proof, infer.assume(denied), goal), goal
    )
    return conclude(rule, statement, proof, ctx=ctx, premises=(theorem,), reason=theorem.reason)


def discharged(proof: kernel.Theorem, *statements: Term) -> kernel.Theorem:
    """The statements, in this order, as conditions of the conclusion."""
    for s in reversed(statements):
        proof = infer.discharge(proof, s)
    return proof


def resting_on(proof: kernel.Theorem, *lemmas: kernel.Theorem) -> kernel.Theorem:
    """The theorem with the hypotheses of others: what gives its terms their meaning."""
    for lemma in lemmas:
        proof = infer.detach(infer.discharge(proof, lemma.conclusion), lemma)
    return proof


def weaken(proof: kernel.Theorem, *statements: Term) -> kernel.Theorem:
    """The theorem with more hypotheses."""
    return resting_on(proof, *map(infer.assume, statements))
