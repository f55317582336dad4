"""Writing derivations: chains of relations, each step checked by rules.

Nothing here is trusted.  A `Chain` remembers where it stands and asks the kernel for each step:

    >>> from symbolic import given, index, real, series, Less, Abs
    >>> from symbolic.rules import geometric
    >>> q, i = real("q"), index("i")
    >>> ctx = given(Less(Abs(q), 1))
    >>> total = series(q**i, i, 0)
    >>> Chain(ctx, (1 - q)*total).to(1, geometric(ctx, total, q)).qed()
    Theorem(|q| < 1 ⊢ (1 - q)·Σ_{i≥0} q^i = 1)
"""

from __future__ import annotations

from typing import Any

import sympy
from sympy import Abs, Expr, Sum

from symbolic import rules
from symbolic.kernel import Context, DoesNotOccur, ProofError, Theorem
from symbolic.statements import AtMost, Equal, Less, Relation, Statement
from symbolic.terms import open_sum


class Chain:
    """a_0 = a_1 <= a_2 ...; each method returns the chain, `qed` the theorem a_0 R a_n."""

    def __init__(self, ctx: Context, start: Any) -> None:
        self.ctx = ctx
        self.now: Expr = sympy.sympify(start, strict=True)
        self._steps: list[Theorem] = []

    def to(self, target: Any, *equations: Theorem) -> Chain:
        """The current term equals ``target``.

        Each equation in turn replaces its left side by its right side in the current term and in
        the target, wherever it occurs (it must occur somewhere); then field algebra must do.
        """
        goal: Expr = sympy.sympify(target, strict=True)
        forward, backward = [Walk(self.ctx, self.now), Walk(self.ctx, goal)]
        for equation in equations:
            moved = forward.rewrite(equation), backward.rewrite(equation)
            if not any(moved):
                raise ProofError(f"{equation} applies neither to {self.now} nor to {goal}")
        pieces = list(forward.steps)
        if forward.now != backward.now or not (pieces or backward.steps):
            pieces.append(rules.algebra(self.ctx, forward.now, backward.now))
        pieces += [rules.symmetry(step) for step in reversed(backward.steps)]
        self._steps.append(pieces[0] if len(pieces) == 1 else rules.chain(*pieces))
        self.now = goal
        return self

    def combine(self, target: Any, *equations: tuple[Any, Theorem]) -> Chain:
        """The current term less ``target`` is a combination of equations, multipliers given."""
        goal: Expr = sympy.sympify(target, strict=True)
        self._steps.append(rules.linear_combination(self.ctx, self.now, goal, *equations))
        self.now = goal
        return self

    def by(self, theorem: Theorem, target: Any = None) -> Chain:
        """Step with a relation that begins at the current term (up to algebra)."""
        s = theorem.statement
        if not isinstance(s, Relation):
            raise ProofError("a step is a relation")
        end = s.rhs if target is None else sympy.sympify(target, strict=True)
        if (s.lhs, s.rhs) != (self.now, end):
            theorem = rules.restate(self.ctx, theorem, type(s)(self.now, end))
        self._steps.append(theorem)
        self.now = end
        return self

    def at_most(self, target: Any, *facts: Theorem) -> Chain:
        """The current term is at most ``target``, by order from the context and these facts."""
        return self._order(AtMost(self.now, target), facts)

    def less(self, target: Any, *facts: Theorem) -> Chain:
        """The current term is less than ``target``, by order from the context and these facts."""
        return self._order(Less(self.now, target), facts)

    def _order(self, goal: Relation, facts: tuple[Theorem, ...]) -> Chain:
        self._steps.append(rules.recall(self.ctx.also(*facts), goal))
        self.now = goal.rhs
        return self

    def qed(self) -> Theorem:
        """The relation between the first term and the last."""
        return rules.calculation(*self._steps)


class Walk:
    """A term and the rewriting steps that led from where it began."""

    def __init__(self, ctx: Context, start: Expr) -> None:
        self.ctx, self.now = ctx, start
        self.steps: list[Theorem] = []

    def rewrite(self, equation: Theorem) -> bool:
        """Apply the equation if its left side occurs."""
        try:
            step = rules.rewrite(self.ctx, self.now, equation)
        except DoesNotOccur:
            return False
        assert isinstance(step.statement, Equal)
        self.steps.append(step)
        self.now = step.statement.rhs
        return True


def summand(ctx: Context, total: Expr) -> tuple[Context, Expr]:
    """The context inside a sum (its variable in range), and the term of the sum."""
    if not isinstance(total, Sum):
        raise ProofError(f"{total} is not a sum")
    part = open_sum(total)
    inner = ctx.also(AtMost(part.lo, part.var))
    if not part.infinite:
        inner = inner.also(AtMost(part.var, part.hi))
    return inner, part.body


def each_term(ctx: Context, total: Expr, target: Any, *equations: Theorem) -> Theorem:
    """The sum equals the sum of ``target``, because the terms are equal by these equations."""
    inner, body = summand(ctx, total)
    return rules.termwise(ctx, total, Chain(inner, body).to(target, *equations).qed())


def fact(ctx: Context, statement: Statement) -> Theorem:
    """The fact of the context that says this."""
    wanted = statement.key
    known = next((f for f in ctx.facts if f.statement.key == wanted), None)
    if known is None:
        raise ProofError(f"the context does not say {statement}")
    return known


def size_at_most(ctx: Context, term: Any, bound: Any) -> Theorem:
    """|term| <= bound, from -bound <= term <= bound, by cases."""
    inside: Expr = sympy.sympify(term, strict=True)
    goal = AtMost(Abs(inside), bound)
    below, above = ctx.also(Less(inside, 0)), ctx.also(AtMost(0, inside))
    return rules.cases(ctx, rules.recall(below, goal), rules.recall(above, goal), inside, 0)
