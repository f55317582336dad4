"""Rules of equality: field algebra, replacing equals, definitions, chains of relations."""

from __future__ import annotations

from typing import Any, cast

from sympy import Expr

from symbolic.core import kernel
from symbolic.core.polynomials import normal
from symbolic.core.terms import (
    MINUS_ONE,
    ONE,
    Term,
    eq,
    le,
    lt,
    node,
    rebuild,
    term,
    var,
)
from symbolic.library import infer
from symbolic.library.basics import at, known
from symbolic.library.order import floor_value
from symbolic.printing import prose, term_text
from symbolic.printing.sentences import Together, Words, joined
from symbolic.search.facts import follows
from symbolic.search.order import by_algebra
from symbolic.statements import AtMost, Equal, Less, Relation
from symbolic.statements.edge import statement_to_core
from symbolic.terms import FloorDiv, IfLess, check_term, is_index
from symbolic.terms.edge import to_core
from symbolic.terms.entry import term as as_term
from symbolic.writing.definitions import Definition, lookup
from symbolic.writing.entry import refusing, standing
from symbolic.writing.refusals import DoesNotOccur, attempt, refuse
from symbolic.writing.theorem import Context, Theorem, conclude, need, restated

__all__ = [
    "algebra",
    "calculation",
    "chain",
    "conditional",
    "integer_part",
    "linear_combination",
    "restate",
    "rewrite",
    "symmetry",
    "unfold",
]


def checked(x: Any) -> Expr:
    """A number or an expression as a term of the language."""
    made = as_term(x)
    check_term(made)
    return made


def _difference(a: Term, b: Term) -> str:
    return term_text(normal(a - b))


@refusing("algebra")
def algebra(ctx: Context, lhs: Any, rhs: Any) -> Theorem:
    """Both sides are one element of Q(atoms).

    -----------      (what is cancelled is not zero, as ctx shows)
    ctx |- a = b
    """
    a, b = checked(lhs), checked(rhs)
    goal = eq(to_core(a), to_core(b))
    try:
        proof = by_algebra(goal, [], ctx.proofs)
    except kernel.Refused:
        words, by = "{} and {} differ by {}", _difference(*goal.args)
        refuse("algebra", words, a, b, by, goal=Equal(a, b))
    return conclude("algebra", Equal(a, b), proof, ctx=ctx, reason="algebra")


def _equation(rule: str, theorem: Theorem) -> kernel.Theorem:
    if theorem.proof.conclusion.op != "=":
        refuse(rule, "a premise is not an equation")
    return theorem.proof


@refusing("linear combination")
def linear_combination(
    ctx: Context, lhs: Any, rhs: Any, *equations: tuple[Any, Theorem]
) -> Theorem:
    """
    G_k |- a_k = b_k      a - b = sum_k m_k (a_k - b_k) in Q(atoms)
    ---------------------------------------------------------------
    G_1, G_2, ... |- a = b
    """
    rule = "linear combination"
    a, b = checked(lhs), checked(rhs)
    parts = [(to_core(checked(m)), _equation(rule, t)) for m, t in equations]
    premises = tuple(t for _, t in equations)
    goal = eq(to_core(a), to_core(b))
    try:
        proof = by_algebra(goal, parts, ctx.proofs)
    except kernel.Refused:
        total = goal.args[0] - goal.args[1]
        for m, t in parts:
            total = total - m * (t.conclusion.args[0] - t.conclusion.args[1])
        with standing(ctx.also(*premises)):
            refuse(rule, "the difference is {}", _difference(total, term(0)), goal=Equal(a, b))
    return conclude(rule, Equal(a, b), proof, ctx=ctx, premises=premises, reason=reasons(premises))


def reasons(theorems: tuple[Theorem, ...]) -> Words:
    """The reasons of several steps, in one line."""
    named = dict.fromkeys(t.reason for t in theorems if t.reason != "algebra")
    return joined(named, "; ") if named else "algebra"


def template(whole: Term, old: Term) -> Term | None:
    """The term with a place for ``old`` wherever it stands, or None if it does not."""
    wanted, found = normal(old), False
    op, symbols = old.op, old.free

    def here(s: Term, depth: int) -> Term | None:
        nonlocal found
        if s is old or (s[0] == op and not s[4] and s[5] == symbols and normal(s) is wanted):
            found = True
            return node("bound", (depth, old.sort), ())
        return s if symbols and not symbols <= s[5] and s[0] != "var" else None

    made = rebuild(whole, here)
    return made if found else None


def rewritten(whole: Term, equation: kernel.Theorem) -> kernel.Theorem | None:
    """whole = the same with the right side of the equation for the left one, if that occurs."""
    place = template(whole, equation.conclusion.args[0])
    if place is None:
        return None
    return cast(kernel.Theorem, attempt("rewriting", lambda: infer.replace(equation, place)))


@refusing("rewriting")
def rewrite(ctx: Context, whole: Any, *equations: Theorem) -> Theorem:
    """Replace a by b wherever it stands (what a sum binds is nothing outside of it).

    G_k |- a_k = b_k
    ---------------------------
    G_1, ... |- t[a_k] = t[b_k]
    """
    start = now = to_core(checked(whole))
    steps: list[tuple[Term, kernel.Theorem]] = []
    for theorem in equations:
        equation = _equation("rewriting", theorem)
        step = rewritten(now, equation)
        if step is None:
            raise DoesNotOccur("rewriting: the left side does not occur")
        steps.append((ONE, step))
        now = step.conclusion.args[1]
    proof = infer.combination(eq(start, now), (), steps)
    return conclude(
        "rewriting", proof.conclusion, proof, ctx=ctx, premises=equations, reason=reasons(equations)
    )


@refusing("definition")
def unfold(ctx: Context, definition: Definition, *args: Any) -> Theorem:
    """
    f(i, ...) abbreviates t
    ------------------------
    |- f(k, ...) = t[i := k]
    """
    if lookup(definition.symbol) is not definition:
        refuse("definition", "{} is not defined so", definition.symbol)
    values = [checked(a) for a in args]
    if not all(is_index(a) for a in values):
        refuse("definition", "a definition is applied to integers")
    if len(values) != len(definition.params):
        refuse("definition", "{} has {} parameters", definition.name, len(definition.params))
    proof = infer.assume(definition.meaning)
    for value in values:
        proof = infer.specialise(proof, to_core(value))
    statement = Equal(definition(*values), definition.at(*values))
    return conclude("definition", statement, proof, ctx=ctx, reason="definition")


@refusing("conditional")
def conditional(ctx: Context, choice: Any) -> Theorem:
    """
    ctx |- a < b                               ctx |- b <= a
    --------------------------------    or     ------------------------------
    ctx |- (x if a < b else y) = x             ctx |- (x if a < b else y) = y
    """
    whole = checked(choice)
    if not isinstance(whole, IfLess):
        refuse("conditional", "{} is not a conditional", whole)
    a, b, x, y = whole.args
    p, q, one, other = to_core(whole).args
    names = {var("a", "int"): p, var("b", "int"): q, var("x"): one, var("y"): other}
    first = follows(lt(p, q), ctx.proofs)
    why: Relation
    if first is not None:
        proof, value, why = known("choice of the first", names, first), x, Less(a, b)
    else:
        second = need(ctx, le(q, p), "conditional")
        proof, value, why = known("choice of the second", names, second), y, AtMost(b, a)
    return conclude("conditional", Equal(whole, value), proof, ctx=ctx, reason=prose("{}", why))


@refusing("integer part")
def integer_part(ctx: Context, quotient: Any, value: Any) -> Theorem:
    """
    ctx |- 1 <= b      ctx |- q b <= a      ctx |- a <= q b + b - 1
    ----------------------------------------------------------------
    ctx |- floor(a / b) = q
    """
    rule, whole, q = "integer part", checked(quotient), checked(value)
    if not isinstance(whole, FloorDiv) or not is_index(q):
        refuse(rule, "{} is not an integer part, or {} not an integer", whole, q)
    (a, b), v = to_core(whole).args, to_core(q)
    above, below = whole.args
    names = {var("a", "int"): a, var("b", "int"): b, var("k", "int"): v}
    lemmas = [need(ctx, s, rule) for s in (le(1, b), le(v * b, a), lt(a, v * b + b))]
    proof = at(floor_value(), names, *lemmas)
    bounds = Together((AtMost(q * below, above), Less(above, (q + 1) * below)))
    why = prose("integer part, as {}", bounds)
    return conclude(rule, Equal(whole, q), proof, ctx=ctx, reason=why)


@refusing("symmetry")
def symmetry(theorem: Theorem) -> Theorem:
    """
    G |- a = b
    ----------
    G |- b = a
    """
    proof = theorem.proof
    if proof.conclusion.op != "=":
        refuse("symmetry", "only an equation can be turned round")
    a, b = proof.conclusion.args
    turned = infer.combination(eq(b, a), (), [(MINUS_ONE, proof)])
    words = theorem.statement if theorem.has_words else None
    said: Any = eq(b, a) if words is None else Equal(words.rhs, words.lhs)  # type: ignore[attr-defined]
    return conclude("symmetry", said, turned, premises=(theorem,), reason=theorem.reason)


@refusing("chain")
def chain(*steps: Theorem) -> Theorem:
    """
    G_k |- a_{k-1} R_k a_k,      each R_k one of =, <=, <
    -----------------------------------------------------
    G_1, G_2, ... |- a_0 R a_n,  R the strictest of them
    """
    return _joined("chain", steps)


@refusing("calculation")
def calculation(*steps: Theorem) -> Theorem:
    """The same as `chain`; a derivation shows each of its steps on a line.

    G_k |- a_{k-1} R_k a_k,      each R_k one of =, <=, <
    -----------------------------------------------------
    G_1, G_2, ... |- a_0 R a_n,  R the strictest of them
    """
    return _joined("calculation", steps)


_STRENGTH = {"=": 0, "<=": 1, "<": 2}


_KINDS = {"=": Equal, "<=": AtMost, "<": Less}


def _joined(rule: str, steps: tuple[Theorem, ...]) -> Theorem:
    """The relation between the two ends, in the words of the author where there are any."""
    proof = _strictest(rule, steps)
    said: Relation | Term = proof.conclusion
    first, last = steps[0], steps[-1]
    if first.has_words and last.has_words:
        ends = first.statement, last.statement
        assert isinstance(ends[0], Relation)
        assert isinstance(ends[1], Relation)
        words = _KINDS[proof.conclusion.op](ends[0].lhs, ends[1].rhs)
        said = words if statement_to_core(words) is proof.conclusion else said
    return conclude(rule, said, proof, premises=steps, reason=reasons(steps))


def _strictest(rule: str, steps: tuple[Theorem, ...]) -> kernel.Theorem:
    """The relation between the two ends of a chain."""
    if not steps:
        refuse(rule, "a chain has at least one step")
    proofs = [step.proof for step in steps]
    for k, proof in enumerate(proofs):
        s = proof.conclusion
        if s.op not in _STRENGTH:
            refuse(rule, "step {} is not =, <= or <", k + 1)
        if k and normal(proofs[k - 1].conclusion.args[1]) is not normal(s.args[0]):
            refuse(rule, "step {} does not begin where step {} ends", k + 1, k)
    op = max((p.conclusion.op for p in proofs), key=_STRENGTH.__getitem__)
    goal = node(op, None, (proofs[0].conclusion.args[0], proofs[-1].conclusion.args[1]))
    positive = [(1, [p]) for p in proofs if p.conclusion.op != "="]
    equal = [(ONE, p) for p in proofs if p.conclusion.op == "="]
    return infer.combination(goal, positive, equal)


@refusing("restating")
def restate(ctx: Context, theorem: Theorem, statement: Relation) -> Theorem:
    """The same relation with its two sides written differently.

    G |- a R b      a - b = a' - b' in Q(atoms)
    -------------------------------------------
    G, ctx |- a' R b'
    """
    rule, goal = "restating", statement_to_core(statement)
    if goal.op != theorem.proof.conclusion.op:
        refuse(rule, "the two are not the same kind of relation")
    if goal.op == "not":
        proof = _still_different(ctx, theorem.proof, goal)
    else:
        with standing(ctx.also(theorem)):
            proof = attempt(
                rule, lambda: restated(ctx, theorem.proof, goal), "the two differ", goal=statement
            )
    return conclude(rule, statement, proof, ctx=ctx, premises=(theorem,), reason=theorem.reason)


def _still_different(ctx: Context, proof: kernel.Theorem, goal: Term) -> kernel.Theorem:
    """a' != b', since a' = b' would give a = b."""
    rule, assumed = "restating", infer.assume(goal.args[0])
    wrong = attempt(
        rule, lambda: restated(ctx, assumed, proof.conclusion.args[0]), "the two differ"
    )
    return infer.cases(infer.absurd(wrong, proof, goal), infer.assume(goal), goal.args[0])
