"""Theorems as authors handle them: a theorem of the core, and where it came from.

A `Theorem` of this layer holds a theorem of the core (`proof`), the statement and the hypotheses as
the author wrote them, and the step by which it was made, for the reader.  It is not trusted:
`conclude` makes the core restate what the author is told, so nothing can be said that was not
proved.  A `Context` is what may be used: hypotheses and theorems, in the order they were added.

Definitions ("for all n: c(n) = h(n - 1) - h(n)") are hypotheses of the core theorem; the reader
finds them under `Theorem.definitions` and not among the hypotheses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NoReturn

from symbolic.core import kernel
from symbolic.core.polynomials import key, plus, polynomial
from symbolic.core.terms import ONE, PROP, REAL, Term, conjuncts, eq, fresh, lt, node, put
from symbolic.library import connectives, infer
from symbolic.printing import theorem_latex, theorem_text
from symbolic.printing.html import theorem_html
from symbolic.printing.sentences import Words
from symbolic.rules.bridge import respell
from symbolic.search.facts import assumed as assumption
from symbolic.statements import IllFormed, Statement
from symbolic.statements.edge import statement_from_core, statement_to_core
from symbolic.statements.entry import stated
from symbolic.writing.definitions import Definition, is_meaning
from symbolic.writing.refusals import (
    ProofError,
    Unproved,
    refuse,
)

__all__ = [
    "Context",
    "ProofError",
    "Theorem",
    "Unproved",
    "ancestry",
    "assumed",
    "at_hand",
    "conclude",
    "given",
    "need",
    "refuse",
    "restated",
    "rules_used",
]


RELATIONS = ("=", "<=", "<")


class Theorem:
    """What the core proved, in the author's words, and the step that led here."""

    def __init__(
        self,
        proof: kernel.Theorem,
        rule: str,
        premises: tuple[Theorem, ...] = (),
        context: tuple[Theorem, ...] = (),
        reason: Words = "",
        words: Statement | None = None,
        supposing: tuple[Statement, ...] = (),
    ) -> None:
        self.proof, self.rule, self.premises = proof, rule, premises
        self.context, self.reason = context, reason or rule
        self.supposing = supposing  # what this step supposes in words of its own: cases, instances
        self._words = words

    @cached_property
    def statement(self) -> Statement:
        """What is proved, as an author would write it."""
        return self._words or statement_from_core(self.proof.conclusion)

    @property
    def has_words(self) -> bool:
        """Was it written by an author, and not read off the core?"""
        return self._words is not None

    @cached_property
    def side(self) -> tuple[Theorem, ...]:
        """The facts of the context that were used, apart from the premises."""
        direct = {id(p) for p in self.premises}
        return tuple(t for t in _used(self.proof, self.context) if id(t) not in direct)

    @cached_property
    def hypotheses(self) -> tuple[Statement, ...]:
        """The hypotheses, in the order in which the derivation meets them; no definitions."""
        wanted = {h: key(h) for h in sorted(self.proof.hypotheses, key=repr) if not is_meaning(h)}
        words = {statement_to_core(s): s for s in assumed(self)}
        found = {wanted[t]: s for t, s in words.items() if t in wanted}
        for t, s in words.items():  # the same in other words, before the words of the core
            if key(t) in wanted.values():
                found.setdefault(key(t), s)
        for h, k in wanted.items():
            if k not in found:
                found[k] = statement_from_core(h)
        return tuple(found.values())

    @property
    def definitions(self) -> tuple[Definition, ...]:
        """The definitions that the theorem speaks in."""
        found = (is_meaning(h) for h in self.proof.hypotheses)
        return tuple(sorted((d for d in found if d is not None), key=lambda d: d.name))

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise ProofError("a theorem cannot be stored and brought back; prove it again")

    def __repr__(self) -> str:
        return f"Theorem({theorem_text(self.hypotheses, self.statement)})"

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {theorem_latex(self.hypotheses, self.statement)}$"

    def _repr_html_(self) -> str:
        return theorem_html(self.hypotheses, self.statement)


def at_hand(theorem: Theorem) -> Iterator[Theorem]:
    """What the derivation had at hand, used or not, in the order in which it is met."""
    seen: set[int] = set()
    stack = [theorem]
    while stack:
        t = stack.pop()
        if id(t) not in seen:
            seen.add(id(t))
            yield t
            stack += (*reversed(t.context), *reversed(t.premises))


def assumed(theorem: Theorem) -> tuple[Statement, ...]:
    """Every statement that was assumed on the way, in the order in which it is met."""
    found: dict[Term, Statement] = {}
    for t in at_hand(theorem):
        own = (t.statement,) if t.rule == "hypothesis" else t.supposing
        for statement in own:
            found.setdefault(statement_to_core(statement), statement)
    return tuple(found.values())


@dataclass(frozen=True)
class Context:
    """What may be used: hypotheses and theorems, in the order they were added."""

    facts: tuple[Theorem, ...] = ()

    def also(self, *things: Theorem | Statement) -> Context:
        """The context with more theorems, or with statements assumed, and the parts of each."""
        entered = (self._entered(t) for t in things)
        return Context((*self.facts, *(part for t in entered for part in _parts(t))))

    def _entered(self, thing: object) -> Theorem:
        if type(thing) is Theorem:
            return thing
        try:
            statement = stated(thing, "neither a theorem nor a statement")
        except IllFormed as error:
            raise ProofError(str(error)) from None
        return assume(self, statement)

    @cached_property
    def proofs(self) -> tuple[kernel.Theorem, ...]:
        """The facts as theorems of the core."""
        return tuple(fact.proof for fact in self.facts)


def given(*things: Theorem | Statement) -> Context:
    """A context that assumes these statements (and may use these theorems)."""
    return Context().also(*things)


def _parts(theorem: Theorem) -> Iterator[Theorem]:
    """The theorem, and what it says part by part."""
    yield theorem
    count = len(conjuncts(theorem.proof.conclusion))
    for k in range(count if count > 1 else 0):
        proof = connectives.part(theorem.proof, k)
        made = Theorem(proof, "part", (theorem,), reason=theorem.reason)
        yield from _parts(made)


def assume(ctx: Context, statement: Statement) -> Theorem:
    """
    ------
    A |- A
    """
    statement = stated(statement)
    statement.check()
    proof = assumption(statement_to_core(statement))
    return Theorem(proof, "hypothesis", (), ctx.facts, words=statement)


def need(ctx: Context, goal: Term, rule: str) -> kernel.Theorem:
    """The side condition as a theorem from the context; `Unproved` if it does not follow."""
    from symbolic.search.facts import follows

    found = follows(goal, ctx.proofs)
    if found is None:
        raise Unproved(goal, rule)
    return found


def _used(proof: kernel.Theorem, facts: tuple[Theorem, ...]) -> tuple[Theorem, ...]:
    """The facts that stand in a proof."""
    wanted = {id(fact.proof): k for k, fact in reversed(tuple(enumerate(facts)))}
    found: set[int] = set()
    seen: set[int] = set()
    stack = [proof]
    while stack:
        t = stack.pop()
        place = wanted.get(id(t))
        if place is not None:
            found.add(place)
        elif id(t) not in seen and t.rule != "instantiate":  # what is instantiated is a library's
            seen.add(id(t))
            stack += t.premises
    return tuple(facts[k] for k in sorted(found))


def conclude(
    rule: str,
    statement: Statement | Term,
    proof: kernel.Theorem,
    *,
    ctx: Context | None = None,
    premises: Iterable[Theorem] = (),
    reason: Words = "",
    or_core: bool = False,
    supposing: tuple[Statement, ...] = (),
) -> Theorem:
    """What was proved, in the author's words; the core restates it.

    With ``or_core`` the core's own words do where sympy, which cancels while it builds a term, has
    changed the author's beyond what the core takes for the same.
    """
    ctx = ctx or Context()
    words = None if isinstance(statement, Term) else statement
    goal = statement if isinstance(statement, Term) else statement_to_core(statement)
    if proof.conclusion is not goal:
        try:
            proof = restated(ctx, proof, goal)
        except kernel.Refused as error:
            if not or_core:
                refuse(rule, error)
            words = None
    return Theorem(proof, rule, tuple(premises), ctx.facts, reason, words, supposing)


def restated(ctx: Context, proof: kernel.Theorem, goal: Term) -> kernel.Theorem:
    """The same statement; a relation may have its two sides written differently."""
    from symbolic.search.order import support

    if proof.conclusion is goal:
        return proof
    if key(proof.conclusion) is key(goal):
        return infer.restate(proof, goal)
    if goal.op not in RELATIONS:
        return _respelled(ctx, proof, goal)
    if goal.op != proof.conclusion.op:
        raise kernel.Refused("the two are not the same kind of relation")
    a, b = proof.conclusion.args
    gap = plus(polynomial(goal.args[1]), polynomial(goal.args[0]), -1)
    rest = plus(gap, plus(polynomial(b), polynomial(a), -1), -1)
    units, exponents = support(rest, ctx.proofs)
    if goal.op == "=":
        return infer.combination(goal, (), [(ONE, proof)], units, exponents)
    return infer.combination(goal, [(1, [proof])], (), units, exponents)


def _respelled(ctx: Context, proof: kernel.Theorem, goal: Term) -> kernel.Theorem:
    """A statement whose numbers and operators are written differently."""
    s = proof.conclusion
    if s.op != goal.op or s.data != goal.data or key(s) is key(goal):
        return infer.restate(proof, goal)
    if s.op == "all":
        one = fresh(s.data, s, goal, *ctx_terms(ctx), *proof.hypotheses)
        inner = infer.specialise(proof, one)
        return infer.generalise(restated(ctx, inner, put(goal.args[0], one)), one)
    if s.op == "implies" and key(s.args[0]) is key(goal.args[0]):
        condition = infer.assume(goal.args[0])
        inside = Context((*ctx.facts, Theorem(condition, "hypothesis")))
        inner = restated(inside, infer.detach(proof, condition), goal.args[1])
        return infer.discharge(inner, goal.args[0])
    for k, (old, new) in enumerate(zip(s.args, goal.args, strict=True)):
        kinds = {old.sort, new.sort}
        if key(old) is not key(new) and PROP not in kinds and not old.loose and not new.loose:
            now = proof.conclusion
            hole = node("bound", (0, REAL if REAL in kinds else old.sort), ())
            template = node(now.op, now.data, (*now.args[:k], hole, *now.args[k + 1 :]))
            proof = _with(ctx, proof, template, old, new)
    return infer.restate(proof, goal)


def _with(
    ctx: Context, proof: kernel.Theorem, template: Term, old: Term, new: Term
) -> kernel.Theorem:
    """The statement with one number, or one operator, written differently."""
    from symbolic.search.order import by_algebra

    if old.op != "operator":
        return infer.replace_in(by_algebra(eq(old, new), [], ctx.proofs), template, proof)
    names: list[Term] = []
    for _ in range(3):
        names.append(fresh(REAL, old, new, *ctx_terms(ctx), *names))
    inside = lt(abs(names[0]), 1)
    sides = (put(t.args[0], *names) for t in (old, new))
    same = by_algebra(eq(*sides), [], (*ctx.proofs, infer.assume(inside)))
    same = infer.discharge(same, inside)
    for name in reversed(names):
        same = infer.generalise(same, name)
    return respell(same, template, proof)


def ctx_terms(ctx: Context) -> list[Term]:
    """Everything that the facts of a context say and assume."""
    return [s for t in ctx.proofs for s in (t.conclusion, *t.hypotheses)]


def ancestry(theorem: Theorem) -> tuple[Theorem, ...]:
    """The theorem and everything it was derived from, each once."""
    seen: dict[int, Theorem] = {}
    stack = [theorem]
    while stack:
        t = stack.pop()
        if id(t) not in seen:
            seen[id(t)] = t
            stack.extend((*t.premises, *t.side))
    return tuple(seen.values())


def rules_used(theorem: Theorem) -> frozenset[str]:
    """Every rule in the theorem's derivation."""
    return frozenset(t.rule for t in ancestry(theorem))
