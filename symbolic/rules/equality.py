"""Rules of equality: field algebra, replacing equals, definitions, chains of relations."""

from __future__ import annotations

from typing import Any

import sympy
from sympy import Expr, Integer, Sum, oo

from symbolic.conditions import own_convergence
from symbolic.decide import nonzero_bases
from symbolic.definitions import Definition, lookup
from symbolic.kernel import Context, DoesNotOccur, Mint, Theorem, relations, rule
from symbolic.ring import canonical, equal_in_field
from symbolic.rules.logic import not_free, without
from symbolic.statements import AtMost, Converges, Equal, Less, Relation
from symbolic.terms import FloorDiv, IfLess, check_term, is_index, open_sum, series


def term(x: Any) -> Expr:
    """A number or an expression as a term."""
    made: Expr = sympy.sympify(x, strict=True)
    check_term(made)
    return made


@rule("algebra")
def algebra(mint: Mint, ctx: Context, lhs: Any, rhs: Any) -> Theorem:
    """Both sides are one element of Q(atoms), and both are defined.

    -----------      (bases of powers may be taken apart where ctx shows them nonzero)
    ctx |- a = b
    """
    a, b = term(lhs), term(rhs)
    if not equal_in_field(a, b):
        facts = relations(ctx)
        bases, used = nonzero_bases((a, b), facts)
        if not bases or not equal_in_field(a, b, tuple(bases)):
            raise mint.refusal(f"{a} and {b} differ by {canonical(a - b)}")
        mint.require(ctx, *(facts[k] for k in sorted(used)))
    return mint.conclude(ctx, Equal(a, b), reason="algebra")


@rule("linear combination")
def linear_combination(
    mint: Mint, ctx: Context, lhs: Any, rhs: Any, *equations: tuple[Any, Theorem]
) -> Theorem:
    """
    G_k |- a_k = b_k      a - b = sum_k m_k (a_k - b_k) in Q(atoms)
    ---------------------------------------------------------------
    G_1, G_2, ... |- a = b
    """
    a, b = term(lhs), term(rhs)
    total: Expr = sympy.Integer(0)
    for multiplier, theorem in equations:
        mint.open(theorem)
        if not isinstance(theorem.statement, Equal):
            raise mint.refusal("a premise is not an equation")
        factor = term(multiplier)
        mint.defined(ctx, factor)
        total += factor * (theorem.statement.lhs - theorem.statement.rhs)
    if not equal_in_field(a - b, total):
        facts = relations(ctx)
        bases, used = nonzero_bases((a, b, total), facts)
        if not bases or not equal_in_field(a - b, total, tuple(bases)):
            raise mint.refusal(f"the difference is {canonical(a - b - total)}")
        mint.require(ctx, *(facts[k] for k in sorted(used)))
    premises = tuple(t for _, t in equations)
    return mint.conclude(ctx, Equal(a, b), premises=premises, reason=_reasons(premises))


def _reasons(theorems: tuple[Theorem, ...]) -> str:
    named = dict.fromkeys(t.reason for t in theorems if t.reason != "algebra")
    return "; ".join(named) or "algebra"


@rule("rewriting")
def rewrite(mint: Mint, ctx: Context, whole: Any, *equations: Theorem) -> Theorem:
    """Replace a by b wherever it stands (not where a sum binds a variable of a or b).

    G_k |- a_k = b_k
    ---------------------------
    G_1, ... |- t[a_k] = t[b_k]
    """
    start = result = term(whole)
    for theorem in equations:
        mint.open(theorem)
        if not isinstance(theorem.statement, Equal):
            raise mint.refusal("a premise is not an equation")
        old, new = theorem.statement.lhs, theorem.statement.rhs
        changed = _replace(result, canonical(old), old, new)
        if changed == result:
            raise DoesNotOccur("rewriting: the left side does not occur")
        result = changed
    return mint.conclude(ctx, Equal(start, result), premises=equations, reason=_reasons(equations))


def _replace(whole: Expr, key: Expr, old: Expr, new: Expr) -> Expr:
    if whole == old or (type(whole) is type(old) and canonical(whole) == key):
        return new
    if isinstance(whole, Sum):
        body, var, lo, hi = open_sum(whole)
        inner = body
        if var not in old.free_symbols | new.free_symbols:
            inner = _replace(body, key, old, new)
        end = hi if hi is oo else _replace(hi, key, old, new)
        return series(inner, var, _replace(lo, key, old, new), end)
    if not whole.args:
        return whole
    return whole.func(*(_replace(a, key, old, new) for a in whole.args))


@rule("term by term")
def termwise(mint: Mint, ctx: Context, total: Any, equation: Theorem) -> Theorem:
    """
    G, lo <= i (, i <= hi) |- a(i) = b(i)      i not free in G
    (infinite: ctx |- one of the two series converges)
    -----------------------------------------------------------
    G, ctx |- sum of a(i) = sum of b(i)
    """
    whole = term(total)
    mint.open(equation)
    if not isinstance(whole, Sum) or not isinstance(equation.statement, Equal):
        raise mint.refusal("needs a sum and an equation between its terms")
    body, var, lo, hi = open_sum(whole)
    if canonical(equation.statement.lhs) != canonical(body):
        raise mint.refusal(f"{equation.statement.lhs} is not the term {body} of the sum")
    ranges = (AtMost(lo, var), *(() if hi is oo else (AtMost(var, hi),)))
    kept = without(equation, *ranges)
    not_free(mint, var, kept)
    new = series(equation.statement.rhs, var, lo, hi)
    if hi is oo and not mint.holds(ctx, Converges(body, var, lo)):
        mint.require(ctx, Converges(equation.statement.rhs, var, lo))
    return mint.conclude(
        ctx,
        Equal(whole, new),
        premises=(equation,),
        reason=equation.reason,
        instead=kept,
        granting=(*own_convergence(whole), *own_convergence(new)),
    )


@rule("definition")
def unfold(mint: Mint, ctx: Context, definition: Definition, *args: Any) -> Theorem:
    """
    f(i, ...) abbreviates t
    ------------------------
    |- f(k, ...) = t[i := k]
    """
    if lookup(definition.symbol) is not definition:
        raise mint.refusal(f"{definition.symbol} is not defined so")
    values = [term(a) for a in args]
    if not all(is_index(a) for a in values):
        raise mint.refusal("a definition is applied to integers")
    return mint.conclude(
        ctx,
        Equal(definition(*values), definition.at(*values)),
        reason="definition",
    )


@rule("conditional")
def conditional(mint: Mint, ctx: Context, choice: Any) -> Theorem:
    """
    ctx |- a < b                               ctx |- b <= a
    --------------------------------    or     ------------------------------
    ctx |- (x if a < b else y) = x             ctx |- (x if a < b else y) = y
    """
    whole = term(choice)
    if not isinstance(whole, IfLess):
        raise mint.refusal(f"{whole} is not a conditional")
    a, b, x, y = whole.args
    if mint.holds(ctx, Less(a, b)):
        return mint.conclude(ctx, Equal(whole, x), reason=_shown(Less(a, b)))
    mint.require(ctx, AtMost(b, a))
    return mint.conclude(ctx, Equal(whole, y), reason=_shown(AtMost(b, a)))


def _shown(statement: Relation) -> str:
    from symbolic.printing import statement_text

    return statement_text(statement)


@rule("integer part")
def integer_part(mint: Mint, ctx: Context, quotient: Any, value: Any) -> Theorem:
    """
    ctx |- 1 <= b      ctx |- q b <= a      ctx |- a <= q b + b - 1
    ----------------------------------------------------------------
    ctx |- floor(a / b) = q
    """
    whole, q = term(quotient), term(value)
    if not isinstance(whole, FloorDiv) or not is_index(q):
        raise mint.refusal(f"{whole} is not an integer part, or {q} not an integer")
    a, b = whole.args
    mint.require(ctx, AtMost(Integer(1), b), AtMost(q * b, a), AtMost(a, q * b + b - 1))
    return mint.conclude(ctx, Equal(whole, q), reason="integer part")


@rule("symmetry")
def symmetry(mint: Mint, theorem: Theorem) -> Theorem:
    """
    G |- a = b
    ----------
    G |- b = a
    """
    mint.open(theorem)
    if not isinstance(theorem.statement, Equal):
        raise mint.refusal("only an equation can be turned round")
    return mint.conclude(
        Context(),
        Equal(theorem.statement.rhs, theorem.statement.lhs),
        premises=(theorem,),
        reason=theorem.reason,
    )


@rule("chain")
def chain(mint: Mint, *steps: Theorem) -> Theorem:
    """
    G_k |- a_{k-1} R_k a_k,      each R_k one of =, <=, <
    -----------------------------------------------------
    G_1, G_2, ... |- a_0 R a_n,  R the strictest of them
    """
    return mint.conclude(Context(), _strictest(mint, steps), premises=steps, reason=_reasons(steps))


@rule("calculation")
def calculation(mint: Mint, *steps: Theorem) -> Theorem:
    """The same as `chain`; a derivation shows each of its steps on a line.

    G_k |- a_{k-1} R_k a_k,      each R_k one of =, <=, <
    -----------------------------------------------------
    G_1, G_2, ... |- a_0 R a_n,  R the strictest of them
    """
    return mint.conclude(Context(), _strictest(mint, steps), premises=steps, reason=_reasons(steps))


def _strictest(mint: Mint, steps: tuple[Theorem, ...]) -> Relation:
    """The relation between the two ends of a chain."""
    mint.open(*steps)
    if not steps:
        raise mint.refusal("a chain has at least one step")
    kind: type[Relation] = Equal
    for k, step in enumerate(steps):
        s = step.statement
        if not isinstance(s, Equal | AtMost | Less):
            raise mint.refusal(f"step {k + 1} is not =, <= or <")
        if k and not _follows_on(steps[k - 1], s.lhs):
            raise mint.refusal(f"step {k + 1} does not begin where step {k} ends")
        if isinstance(s, Less) or (isinstance(s, AtMost) and kind is not Less):
            kind = type(s)
    first, last = steps[0].statement, steps[-1].statement
    assert isinstance(first, Relation)
    assert isinstance(last, Relation)
    return kind(first.lhs, last.rhs)


def _follows_on(previous: Theorem, start: Expr) -> bool:
    assert isinstance(previous.statement, Relation)
    end = previous.statement.rhs
    return bool(end == start) or canonical(end) == canonical(start)


@rule("restating")
def restate(mint: Mint, ctx: Context, theorem: Theorem, statement: Relation) -> Theorem:
    """The same relation with its two sides written differently.

    G |- a R b      a - b = a' - b' in Q(atoms)
    -------------------------------------------
    G, ctx |- a' R b'
    """
    mint.open(theorem)
    old = theorem.statement
    if not isinstance(old, Relation) or type(old) is not type(statement):
        raise mint.refusal("the two are not the same kind of relation")
    lhs, rhs = term(statement.lhs), term(statement.rhs)
    if not equal_in_field(old.lhs - old.rhs, lhs - rhs):
        bases, used = nonzero_bases((old.lhs, old.rhs, lhs, rhs), relations(ctx))
        if not bases or not equal_in_field(old.lhs - old.rhs, lhs - rhs, tuple(bases)):
            raise mint.refusal("the two differ")
        mint.require(ctx, *(relations(ctx)[k] for k in sorted(used)))
    return mint.conclude(ctx, type(statement)(lhs, rhs), premises=(theorem,), reason=theorem.reason)
