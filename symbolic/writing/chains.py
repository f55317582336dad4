"""Writing derivations: chains of relations, each step checked by rules.

A `Chain` remembers where it stands and asks the kernel for each step:

    >>> from symbolic import given, index, real, series, Less, Abs
    >>> from symbolic.writing import geometric
    >>> q, i = real("q"), index("i")
    >>> ctx = given(Less(Abs(q), 1))
    >>> total = series(q**i, i, 0)
    >>> Chain(ctx, (1 - q)*total).to(1, geometric(ctx, total, q)).qed()
    Theorem(|q| < 1 ⊢ (1 - q)·Σ_{i≥0} q^i = 1)
"""

from __future__ import annotations

from typing import Any, NoReturn

from sympy import Abs, Expr, Sum

from symbolic.core import kernel
from symbolic.core.terms import MINUS_ONE, ONE, Term, eq
from symbolic.search.order import by_algebra
from symbolic.statements import AtMost, Equal, Less, Relation, Statement
from symbolic.statements.edge import statement_to_core
from symbolic.terms import open_sum
from symbolic.terms.edge import to_core
from symbolic.writing import equality, logic
from symbolic.writing.entry import refusing, standing
from symbolic.writing.theorem import Context, Theorem, conclude, refuse


class Chain:
    """a_0 = a_1 <= a_2 ...; each method returns the chain, `qed` the theorem a_0 R a_n."""

    @refusing("chain")
    def __init__(self, ctx: Context, start: Any) -> None:
        self.ctx = ctx
        self.now: Expr = equality.checked(start)
        self._steps: list[Theorem] = []

    @refusing("chain")
    def to(self, target: Any, *equations: Theorem) -> Chain:
        """The current term equals ``target``.

        Each equation in turn replaces its left side by its right side in the current term and in
        the target, wherever it occurs (it must occur somewhere); then field algebra must do.
        """
        goal = equality.checked(target)
        forward, backward = _Walk(to_core(self.now)), _Walk(to_core(goal))
        for equation in equations:
            moved = forward.rewrite(equation), backward.rewrite(equation)
            if not any(moved):
                self._refuse(
                    "rewriting", "{} applies neither to {} nor to {}",
                    equation.statement, self.now, goal,
                )  # fmt: skip
        parts = [(ONE, t.proof) for t in forward.steps]
        parts += [(MINUS_ONE, t.proof) for t in backward.steps]
        try:
            proof = by_algebra(eq(to_core(self.now), to_core(goal)), parts, self.ctx.proofs)
        except kernel.Refused:
            left = equality._difference(forward.now, backward.now)
            says, aim = "{} and {} differ by {}", Equal(self.now, goal)
            self._refuse("algebra", says, self.now, goal, left, goal=aim, using=equations)
        pieces = (*forward.steps, *backward.steps)
        rule = "chain" if pieces else "algebra"
        words, why = Equal(self.now, goal), equality.reasons(pieces)
        step = conclude(rule, words, proof, ctx=self.ctx, premises=pieces, reason=why)
        return self._step(step, goal)

    def _refuse(
        self,
        rule: str,
        words: str,
        *about: object,
        goal: Statement | None = None,
        using: tuple[Theorem, ...] = (),
    ) -> NoReturn:
        """Beside the context, the theorems that a step uses are known where it fails."""
        with standing(self.ctx.also(*using)):
            refuse(rule, words, *about, goal=goal)

    def _step(self, step: Theorem, goal: Expr) -> Chain:
        self._steps.append(step)
        self.now = goal
        return self

    @refusing("chain")
    def combine(self, target: Any, *equations: tuple[Any, Theorem]) -> Chain:
        """The current term less ``target`` is a combination of equations, multipliers given."""
        goal = equality.checked(target)
        step = equality.linear_combination(self.ctx, self.now, goal, *equations)
        return self._step(step, goal)

    @refusing("chain")
    def by(self, theorem: Theorem, target: Any = None) -> Chain:
        """Step with a relation that begins at the current term (up to algebra)."""
        s = theorem.statement
        if not isinstance(s, Relation):
            refuse("chain", "a step is a relation, and not {}", s)
        end = s.rhs if target is None else equality.checked(target)
        said = type(s)(self.now, end)
        if theorem.proof.conclusion is not statement_to_core(said):
            theorem = equality.restate(self.ctx, theorem, said)
        return self._step(theorem, end)

    @refusing("chain")
    def at_most(self, target: Any, *facts: Theorem) -> Chain:
        """The current term is at most ``target``, by order from the context and these facts."""
        return self._order(AtMost(self.now, target), facts)

    @refusing("chain")
    def less(self, target: Any, *facts: Theorem) -> Chain:
        """The current term is less than ``target``, by order from the context and these facts."""
        return self._order(Less(self.now, target), facts)

    def _order(self, goal: Relation, facts: tuple[Theorem, ...]) -> Chain:
        return self._step(logic.recall(self.ctx.also(*facts), goal), goal.rhs)

    def qed(self) -> Theorem:
        """The relation between the first term and the last."""
        return equality.calculation(*self._steps)


class _Walk:
    """A term and the rewriting steps that led from where it began."""

    def __init__(self, start: Term) -> None:
        self.now = start
        self.steps: list[Theorem] = []

    def rewrite(self, equation: Theorem) -> bool:
        """Apply the equation if its left side occurs."""
        if equation.proof.conclusion.op != "=":
            refuse("rewriting", "a premise is not an equation: {}", equation.statement)
        step = equality.rewritten(self.now, equation.proof)
        if step is None:
            return False
        self.steps.append(Theorem(step, "rewriting", (equation,), (), equation.reason))
        self.now = step.conclusion.args[1]
        return True


@refusing("summand")
def summand(ctx: Context, total: Expr) -> tuple[Context, Expr]:
    """The context inside a sum (its variable in range), and the term of the sum."""
    if not isinstance(total, Sum):
        refuse("summand", "{} is not a sum", total)
    part = open_sum(total)
    inner = ctx.also(AtMost(part.lo, part.var))
    if not part.infinite:
        inner = inner.also(AtMost(part.var, part.hi))
    return inner, part.body


@refusing("each term")
def each_term(ctx: Context, total: Expr, target: Any, *equations: Theorem) -> Theorem:
    """The sum equals the sum of ``target``, because the terms are equal by these equations."""
    from symbolic.writing.sums import termwise

    inner, body = summand(ctx, total)
    return termwise(ctx, total, Chain(inner, body).to(target, *equations).qed())


@refusing("fact")
def fact(ctx: Context, statement: Statement) -> Theorem:
    """The fact of the context that says this."""
    wanted = statement.key
    known = next((f for f in ctx.facts if f.statement.key is wanted), None)
    if known is None:
        refuse("fact", "the context does not say {}", statement, goal=statement)
    return known


@refusing("size")
def size_at_most(ctx: Context, term: Any, bound: Any) -> Theorem:
    """|term| <= bound, from -bound <= term <= bound, by cases."""
    inside = equality.checked(term)
    goal = AtMost(Abs(inside), bound)
    below, above = ctx.also(Less(inside, 0)), ctx.also(AtMost(0, inside))
    return logic.cases(ctx, logic.recall(below, goal), logic.recall(above, goal), inside, 0)
