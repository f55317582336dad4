"""Random theorems, each evaluated where its hypotheses hold: none may be false.

Every rule and every axiom has a maker, which draws arguments for it: terms with nested binders and
colliding names, theorems that other makers made, and arguments that the rule must refuse.  What is
made is evaluated by `evaluation` in worlds in which the hypotheses hold.

    python -m tests.symbolic.core.random_theorems --count 1000000 --seed 7
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import symbolic.rules
from symbolic.core import kernel
from symbolic.core.axioms import AXIOMS
from symbolic.core.kernel import Refused, Theorem
from symbolic.core.polynomials import key, normal
from symbolic.core.terms import (
    INT,
    REAL,
    IllFormed,
    Term,
    apply,
    bind,
    eq,
    free,
    implies,
    le,
    lt,
    ne,
    negation,
    node,
    number,
    put,
    substitute,
    var,
)
from tests.symbolic.core import drawing, stationary
from tests.symbolic.core.drawing import INTS, ONE, OPENED, REALS, ZERO
from tests.symbolic.core.evaluation import Dangling, World
from tests.symbolic.core.exact import Undecided, Value, is_zero
from tests.symbolic.core.instances import INSTANCES, Instance, solved

RULES = (
    "assume", "cut", "discharge", "detach", "generalise", "specialise", "instantiate", "cases",
    "absurd", "induction", "axiom", "restate", "replace", "replace_in", "discrete", "combination",
    "respell", "stationary_chain", "on_policy",
)  # fmt: skip


@dataclass
class Wrong:
    """A theorem whose hypotheses hold and whose conclusion does not, or terms that differ."""

    maker: str
    what: Theorem | tuple[Term, Term]
    values: dict[Any, Any]

    def __str__(self) -> str:
        what = self.what
        parts = (*what.hypotheses, what.conclusion) if isinstance(what, Theorem) else what
        used = frozenset().union(*map(free, parts))
        at = {x: v for x, v in self.values.items() if x in used}
        return f"{self.maker}: {what!r} at {at}"


@dataclass
class Report:
    """How many theorems were made, and in how many worlds their hypotheses held, by maker."""

    made: Counter[str] = field(default_factory=Counter)
    met: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    undecided: Counter[str] = field(default_factory=Counter)
    wrong: list[Wrong] = field(default_factory=list)


class Tester:
    """Makes theorems and evaluates them."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.report = Report()

    # -- evaluating -----------------------------------------------------------------------------

    def check(
        self, maker: str, theorem: Theorem, values: dict[Any, Any] | None = None, worlds: int = 6
    ) -> Theorem:
        """Evaluate a theorem in some worlds."""
        self.report.made[maker] += 1
        hypotheses = sorted(theorem.hypotheses, key=repr)
        for turn in range(worlds):
            drawn = drawing.completed(self.rng, (*hypotheses, theorem.conclusion), values or {})
            if turn % 2:
                drawn = solved(self.rng, hypotheses, drawn, fixed=values or {})
            world = World(drawn, lenient=True)
            try:
                if not all(world.holds(h) is True for h in hypotheses):
                    continue
                truth = World(drawn).holds(theorem.conclusion)
            except Dangling:
                truth = False
            if truth is None and world.holds(theorem.conclusion) is not True:
                self.report.undecided[maker] += 1
                continue
            self.report.met[maker] += 1
            if truth is False:
                self.report.wrong.append(Wrong(maker, theorem, drawn))
                break
        return theorem

    def attempt(self, maker: str, make: Callable[[], Theorem]) -> Theorem | None:
        """What a rule makes, if it does not refuse."""
        try:
            return make()
        except (Refused, IllFormed):
            self.report.refused[maker] += 1
            return None

    # -- makers ---------------------------------------------------------------------------------

    def theorem(self, depth: int = 2) -> Theorem:
        """Some theorem, made by several rules one after the other."""
        names = ["assume", "assume", "identity", "order", "computable axiom"]
        if depth > 0:
            names += [
                "cut", "discharge", "detach", "generalise", "specialise", "instantiate", "cases",
                "absurd", "induction", "restate", "replace", "replace_in", "discrete",
                "instantiate", "generalise", "specialise",
            ]  # fmt: skip
        for _ in range(20):
            maker = self.rng.choice(names)
            made = self.attempt(maker, lambda maker=maker: self.make(maker, depth))  # type: ignore[misc]
            if made is not None:
                return made
        return kernel.assume(drawing.relation(self.rng, 1))

    def make(self, maker: str, depth: int) -> Theorem:
        """A theorem by a maker."""
        found: Theorem = getattr(self, f"_{maker.replace(' ', '_')}")(depth)
        return found

    def one(self, maker: str, depth: int = 2) -> None:
        """Make a theorem and evaluate it."""
        if maker in INSTANCES:
            self.instance(maker)
            return
        if maker in CHECKS:
            with suppress(IllFormed):
                CHECKS[maker](self)
            return
        if maker in ("respell", "stationary_chain", "on_policy"):
            made = self.attempt(maker, lambda: getattr(stationary, maker)(self.rng))
            if made is not None:
                for _ in range(2):
                    self.check(maker, made, stationary.values(self.rng), worlds=2)
            return
        made = self.attempt(maker, lambda: self.make(maker, depth))
        if made is not None:
            self.check(maker, made)

    def instance(self, name: str) -> None:
        """An axiom with terms put in, in a world that was made for its hypotheses."""
        try:
            made: Instance = INSTANCES[name](self.rng, name)
        except IllFormed:  # a real number was drawn where an integer was wanted
            self.report.refused[name] += 1
            return
        theorem = self.attempt(name, lambda: kernel.instantiate(kernel.axiom(name), made.mapping))
        if theorem is None:
            return
        statements = (*theorem.hypotheses, theorem.conclusion)
        values = drawing.completed(self.rng, statements, made.values)
        values = solved(self.rng, sorted(theorem.hypotheses, key=repr), values, made.values)
        self.check(name, theorem, values, worlds=1)
        if self.rng.random() < 0.2:
            after = self.attempt(name, lambda: self._after(theorem))
            if after is not None:
                self.check(name, after, values, worlds=1)

    def agree(self, maker: str, one: Term, other: Term, more: dict[Any, Any] | None = None) -> None:
        """The two terms must denote the same number; ``more`` gives meaning to what is in one."""
        self.report.made[maker] += 1
        names = {x: v for x, v in (more or {}).items() if not isinstance(v, Term)}
        known = [*(v for v in (more or {}).values() if isinstance(v, Term) and not v.loose)]
        values = drawing.completed(self.rng, [one, other, *known], names)
        try:
            right = World(values).value(other)
            for x, v in (more or {}).items():
                if isinstance(v, Term):
                    values[x] = v if v.loose or not isinstance(x, Term) else World(values).value(v)
            gap: Value = World(values).value(one) - right
        except Dangling:
            self.report.wrong.append(Wrong(maker, (one, other), values))
            return
        except Undecided:
            self.report.undecided[maker] += 1
            return
        self.report.met[maker] += 1
        if not is_zero(gap):
            self.report.wrong.append(Wrong(maker, (one, other), values))

    def normal_form(self) -> None:
        """A term and its normal form."""
        t = drawing.some_real(self.rng, 3)
        self.agree("normal form", t, normal(t))

    def substitution(self) -> None:
        """A term in a world in which f means something, and the term with that put in for f."""
        rng = self.rng
        i, j = rng.sample([*INTS[:5], OPENED[0], OPENED[2]], 2)
        kind = rng.random()
        if kind < 0.4:
            t = rng.choice((drawing.short_sum, drawing.some_real))(rng, 2, (i, i))
            value = drawing.some_int(rng, 1)
            self.agree("substitution", t, put(bind(t, i), value), {i: value})
            return
        t = drawing.short_sum(rng, 2, (i,))
        sequences = {x for x in free(t) if not isinstance(x, Term)}
        own = (INT,) if kind < 0.7 else (INT, INT)
        if ("f", own) not in sequences:
            place = drawing.some_int(rng, 1, (i,))
            member = apply("f", place) if len(own) == 1 else apply("f", place, i)
            t = node("sum", None, (i, i + 2, bind(member * drawing.some_real(rng, 1, (i,)), i)))
        names = (i, j)[: len(own)]
        body = bind(_without_functions(rng, names), *names)
        self.agree("substitution", t, substitute(t, {("f", own): body}), {("f", own): body})

    def _after(self, theorem: Theorem) -> Theorem:
        """What may follow an axiom."""
        rng = self.rng
        kind = rng.random()
        if kind < 0.3:
            return kernel.restate(theorem, key(theorem.conclusion))
        names = [x for x in drawing.parts(theorem.conclusion) if isinstance(x, Term)]
        if kind < 0.6 and names:
            x = rng.choice(names)
            for h in sorted(theorem.hypotheses, key=repr):
                if x in free(h):
                    theorem = kernel.discharge(theorem, h)
            return kernel.generalise(theorem, x)
        for h in sorted(theorem.hypotheses, key=repr):
            theorem = kernel.discharge(theorem, h)
        return theorem

    def _assume(self, depth: int) -> Theorem:
        return kernel.assume(drawing.statement(self.rng))

    def _identity(self, depth: int) -> Theorem:
        t = drawing.some_real(self.rng, 2)
        return kernel.combination(eq(t, normal(t)))

    def _order(self, depth: int) -> Theorem:
        """A relation from one or two others."""
        rng = self.rng
        factors: list[Theorem | Term] = []
        total = ONE
        for _ in range(rng.randint(0, 2)):
            t = drawing.some_real(rng, rng.choice((0, 0, 1)))
            if rng.random() < 0.3:
                factors.append(t)
                total = total * t * t
            else:
                s = rng.choice((le, lt))(*rng.choice(((ZERO, t), (t, ZERO))))
                factors.append(kernel.assume(s))
                total = total * (s.args[1] - s.args[0])
        c = rng.choice((1, 2, Fraction(1, 2), 0, -1))
        side = drawing.some_real(rng, 1)
        goal = rng.choice((le, lt, lt, eq))(side, side + number(c) * total)
        return kernel.combination(goal, [(c, factors)])

    def _computable_axiom(self, depth: int) -> Theorem:
        """An axiom about numbers, with any terms put in."""
        rng = self.rng
        theorem = kernel.axiom(rng.choice(COMPUTABLE))
        return kernel.instantiate(theorem, self._mapping(theorem, 0.8))

    def _mapping(self, theorem: Theorem, often: float) -> dict[Any, Term]:
        """Terms for what is free in a theorem."""
        rng = self.rng
        mapping: dict[Any, Term] = {}
        found = drawing.parts(*theorem.hypotheses, theorem.conclusion)
        reals = [x for x in found if isinstance(x, Term) and x.sort == REAL]
        if len(reals) > 1 and rng.random() < 0.2:
            return {reals[0]: reals[1], reals[1]: reals[0]}
        for x in found:
            if rng.random() > often:
                continue
            if isinstance(x, Term):
                if x.sort == INT:
                    mapping[x] = drawing.some_int(rng, 1)
                elif x.sort == REAL:
                    mapping[x] = drawing.some_real(rng, rng.choice((0, 1)))
            elif all(sort == INT for sort in x[1]):
                names = tuple(rng.sample([*INTS[:5], OPENED[0], OPENED[2]], len(x[1])))
                if len(x[1]) == 1 and rng.random() < 0.3:
                    mapping[x] = bind(drawing.nice(rng, names[0]), *names)
                else:
                    mapping[x] = bind(drawing.some_real(rng, 1, names + names), *names)
        return mapping

    def _lemma(self, goal: Term) -> Theorem:
        """A theorem that says this, from something else."""
        rng = self.rng
        kind = rng.random()
        if kind < 0.4:
            first = drawing.relation(rng, 1)
            said = kernel.assume(implies(first, drawing.respelled(rng, goal)))
            return kernel.detach(said, kernel.assume(first))
        if kind < 0.6:
            return kernel.restate(kernel.assume(goal), drawing.respelled(rng, goal))
        if kind < 0.8 and goal.op == "<=":
            return kernel.combination(goal, [(1, [kernel.assume(lt(*goal.args))])])
        return kernel.assume(goal)

    def _cut(self, depth: int) -> Theorem:
        theorem = self.theorem(depth - 1)
        found = sorted(theorem.hypotheses, key=repr)
        if not found:
            found = [drawing.relation(self.rng)]
        chosen = self.rng.sample(found, min(len(found), self.rng.randint(1, 2)))
        return kernel.cut(theorem, *map(self._lemma, chosen))

    def _discharge(self, depth: int) -> Theorem:
        theorem = self.theorem(depth - 1)
        found = sorted(theorem.hypotheses, key=repr)
        s = self.rng.choice(found) if found else drawing.relation(self.rng)
        if self.rng.random() < 0.2:
            s = drawing.relation(self.rng)
        return kernel.discharge(theorem, drawing.respelled(self.rng, s))

    def _detach(self, depth: int) -> Theorem:
        rng = self.rng
        if rng.random() < 0.6:
            theorem = self._discharge(depth)
        else:
            theorem = kernel.assume(implies(drawing.relation(rng), drawing.statement(rng, 1)))
        first = theorem.conclusion.args[0]
        if rng.random() < 0.15:
            return kernel.detach(theorem, kernel.assume(drawing.rewritten(rng, first)))
        return kernel.detach(theorem, self._lemma(first))

    def _generalise(self, depth: int) -> Theorem:
        rng = self.rng
        theorem = self.theorem(depth - 1)
        names = [x for x in drawing.parts(theorem.conclusion) if isinstance(x, Term)]
        x = rng.choice(names or INTS)
        if rng.random() < 0.85:
            for h in sorted(theorem.hypotheses, key=repr):
                if x in free(h):
                    theorem = kernel.discharge(theorem, h)
        return kernel.generalise(theorem, x)

    def _specialise(self, depth: int) -> Theorem:
        rng = self.rng
        if rng.random() < 0.6:
            theorem = self._generalise(depth)
        else:
            i = rng.choice([*INTS[:4], *REALS[:2], *OPENED])
            body = drawing.statement(rng, 1, (i, i))
            theorem = kernel.assume(node("all", i.sort, (bind(body, i),)))
        integer = theorem.conclusion.data == INT and rng.random() < 0.9
        value = drawing.some_int(rng, 1) if integer else drawing.some_real(rng, 1)
        made = kernel.specialise(theorem, value)
        while made.conclusion.op == "all" and rng.random() < 0.7:
            made = kernel.specialise(made, drawing.some_int(rng, 1))
        return made

    def _instantiate(self, depth: int) -> Theorem:
        theorem = self.theorem(depth - 1)
        return kernel.instantiate(theorem, self._mapping(theorem, self.rng.choice((0.3, 0.8))))

    def _cases(self, depth: int) -> Theorem:
        rng = self.rng
        s, goal = drawing.relation(rng), drawing.relation(rng)
        if rng.random() < 0.2:
            s = drawing.statement(rng, 1)
        wanted = (s, negation(s))
        made = []
        for case in wanted:
            if rng.random() < 0.5:
                made.append(kernel.detach(kernel.assume(implies(case, goal)), kernel.assume(case)))
            else:
                made.append(kernel.cut(kernel.assume(goal), self._case(case, goal)))
        return kernel.cases(made[0], made[1], drawing.respelled(rng, s))

    def _case(self, case: Term, goal: Term) -> Theorem:
        """The goal, from this case of it: by a relation between the two that is likely to hold."""
        other = kernel.assume(implies(case, drawing.respelled(self.rng, goal)))
        return kernel.detach(other, kernel.assume(case))

    def _absurd(self, depth: int) -> Theorem:
        """From a contradiction anything; one of its sides is then discharged."""
        rng = self.rng
        s = drawing.relation(rng)
        denial = kernel.assume(negation(s))
        if rng.random() < 0.2:
            denial = kernel.assume(drawing.rewritten(rng, negation(s)))
        made = kernel.absurd(kernel.assume(s), denial, drawing.relation(rng))
        return kernel.discharge(made, s)

    def _induction(self, depth: int) -> Theorem:
        rng = self.rng
        n = rng.choice([*INTS[:4], OPENED[0]])
        lo = rng.choice((ZERO, ONE, number(-2), drawing.some_int(rng, 0)))
        if rng.random() < 0.5:
            claim = drawing.relation(rng, 1, (n, n, n))
        else:
            body = bind(drawing.some_real(rng, 0, (n, n)), n)
            total = node("sum", None, (lo, n, body))
            claim = rng.choice((le, eq))(total, drawing.some_real(rng, 1, (n, n)))
        after = substitute(claim, {n: n + 1})
        base = kernel.assume(substitute(claim, {n: lo}))
        if rng.random() < 0.1:  # n is not arbitrary
            return kernel.induction(base, kernel.assume(after), claim, n, lo)
        if rng.random() < 0.1:
            after = substitute(claim, {n: n + rng.choice((0, 2))})
        if rng.random() < 0.1:
            lo = drawing.some_int(rng, 1)
        said = node("all", INT, (bind(implies(le(lo, n), claim, after), n),))
        step = kernel.specialise(kernel.assume(said), n)
        given = [kernel.assume(le(lo, n)), kernel.assume(claim)]
        return kernel.induction(base, kernel.detach(step, *given), claim, n, lo)

    def _restate(self, depth: int) -> Theorem:
        """A statement by its normal form, and by what may be one of its spellings."""
        rng = self.rng
        if rng.random() < 0.6:
            s = rng.choice((eq, le, lt))(drawing.some_real(rng, 2), drawing.some_real(rng, 1))
        else:
            s = drawing.statement(rng, 2)
        kind = rng.random()
        if kind < 0.2:
            return kernel.restate(kernel.assume(s), key(s))
        if kind < 0.4:
            return kernel.restate(kernel.assume(key(s)), s)
        if kind < 0.6 and s.op in ("=", "<=", "<"):
            c = number(rng.choice((2, -1, -2, Fraction(1, 3), 0)))
            return kernel.restate(kernel.assume(s), node(s.op, None, tuple(c * t for t in s.args)))
        other = drawing.rewritten(rng, s, often=rng.choice((0.1, 0.3, 0.6)))
        if rng.random() < 0.3:
            other = drawing.respelled(rng, other)
        return kernel.restate(kernel.assume(s), other)

    def _equation(self, depth: int) -> Theorem:
        """Some theorem that is an equation."""
        rng = self.rng
        kind = rng.random()
        if kind < 0.4:
            t = drawing.some_real(rng, 1)
            return kernel.assume(eq(t, drawing.some_real(rng, 1)))
        if kind < 0.6:
            return kernel.assume(eq(drawing.some_int(rng, 1), drawing.some_int(rng, 1)))
        if kind < 0.8:
            return self._identity(depth)
        theorem = kernel.axiom(rng.choice([n for n in COMPUTABLE if AXIOMS[n][1].op == "="]))
        return kernel.instantiate(theorem, self._mapping(theorem, 0.8))

    def _template(self, equation: Theorem, draw: Callable[..., Term]) -> Term:
        """Something with a place for one of the sides, which has a name used elsewhere."""
        whole = all(t.sort == INT for t in equation.conclusion.args)
        hole = self.rng.choice([*INTS[:4], OPENED[0]] if whole else [*REALS[:2], OPENED[1]])
        return bind(draw(self.rng, 2, (hole, hole, hole)), hole)

    def _replace(self, depth: int) -> Theorem:
        equation = self._equation(depth)
        return kernel.replace(equation, self._template(equation, drawing.some_real))

    def _replace_in(self, depth: int) -> Theorem:
        equation = self._equation(depth)
        template = self._template(equation, drawing.statement)
        before = put(template, equation.conclusion.args[0])
        return kernel.replace_in(equation, template, self._lemma(before))

    def _discrete(self, depth: int) -> Theorem:
        rng = self.rng
        draw = drawing.some_int if rng.random() < 0.85 else drawing.some_real
        op = lt if rng.random() < 0.9 else le
        a = draw(rng, 1)
        b = rng.choice((draw(rng, 1), a + draw(rng, 0)))
        if rng.random() < 0.15:
            a, b = rng.choice(((1 / a, b), (a, 1 / b), (a**-1, b), (a ** (-2), b)))
        return kernel.discrete(kernel.assume(op(a, b)))

    def _axiom(self, depth: int) -> Theorem:
        theorem = kernel.axiom(self.rng.choice(COMPUTABLE))
        return kernel.instantiate(theorem, self._mapping(theorem, 0.3))

    def _combination(self, depth: int) -> Theorem:
        kind = self.rng.random()
        if kind < 0.25:
            return self._order(depth)
        if kind < 0.7:
            return self._rewriting()
        return self._sum_of_products()

    def _rewriting(self) -> Theorem:
        """An equation between a term and what may be another form of it, with premises."""
        rng = self.rng
        base, e = drawing.some_real(rng, rng.choice((0, 0, 1))), drawing.some_int(rng, 1)
        e = rng.choice((e, INTS[1]))
        base = rng.choice((base, REALS[0]))
        k = rng.randint(1, 2)
        t, other = rng.choice(
            (
                (base ** (e + k), base**e * base**k),
                (base ** (e - k), base**e / base**k),
                (base ** (e + k) / base, base ** (e + k - 1)),
                (base / base, ONE),
                (1 / base, ONE),
                (base ** (e - k), base**e * base**k),
                (base * base / base, base),
                (1 / base**e, base ** (-e)),
                (1 / (1 + 1 / base), base / (base + 1)),
                (base ** (e + INTS[0]), base**e * base ** INTS[0]),
                (drawing.some_real(rng, 2),) * 2,
            )
        )
        if rng.random() < 0.5:
            more = drawing.some_real(rng, 1)
            t, other = rng.choice(
                ((t * more, other * more), (t + more, other + more), (abs(t), abs(other)))
            )
        if rng.random() < 0.4:
            other = drawing.rewritten(rng, other, [base], 0.2)
        units, exponents = [], []
        for s in _inside(t, other, "pow", "inv"):
            if s.op == "pow" and s.args[1].op != "num" and rng.random() < 0.6:
                least = rng.choice((0, 0, -1, 1, -2))
                exponents.append(kernel.assume(le(least, s.args[1])))
                if rng.random() < 0.5:
                    exponents.append(kernel.assume(le(least, s.args[1] - k)))
            if rng.random() < 0.5:
                b = s.args[0]
                said = rng.choice((ne(b, 0), ne(0, b), lt(b, 0), lt(0, b), ne(b + 1, 1)))
                if rng.random() < 0.1:
                    said = rng.choice((le(b, 0), eq(b, 0), node("not", None, (lt(b, 0),))))
                units.append(kernel.assume(said))
        if rng.random() < 0.4:
            exponents.append(kernel.assume(le(0, e)))
        if rng.random() < 0.4:
            units.append(kernel.assume(ne(base, 0)))
        goal = rng.choice((eq, eq, eq, le, lt))(t, other)
        return kernel.combination(goal, [], [], units, exponents)

    def _sum_of_products(self) -> Theorem:
        """An order as a sum of products, and multiples of equations."""
        rng = self.rng
        positive: list[tuple[Any, list[Theorem | Term]]] = []
        equal: list[tuple[Any, Any]] = []
        gap = ZERO
        for _ in range(rng.randint(0, 2)):
            factors: list[Theorem | Term] = []
            c = rng.choice((1, 1, 2, Fraction(1, 3), 0, -1))
            part = number(c)
            for _ in range(rng.randint(0, 2)):
                t = drawing.some_real(rng, 1)
                if rng.random() < 0.3:
                    factors.append(t)
                    part = part * t * t
                else:
                    s = rng.choice((le, lt))(rng.choice((ZERO, drawing.some_real(rng, 0))), t)
                    if rng.random() < 0.05:
                        s = eq(*s.args)
                    factors.append(kernel.assume(s))
                    part = part * (s.args[1] - s.args[0])
            positive.append((c, factors))
            gap = gap + part
        for _ in range(rng.randint(0, 2)):
            s = eq(drawing.some_real(rng, 1), drawing.some_real(rng, 0))
            if rng.random() < 0.05:
                s = le(*s.args)
            times = drawing.some_real(rng, 1)
            equal.append((times, kernel.assume(s)))
            gap = gap + times * (s.args[1] - s.args[0])
        side = drawing.some_real(rng, 1)
        goal = rng.choice((le, lt) if positive else (eq, le, lt))(side, side + gap)
        return kernel.combination(goal, positive, equal)


def _inside(*args: Any) -> Iterator[Term]:
    """The closed parts with these ops."""
    ops = {a for a in args if isinstance(a, str)}
    for t in args:
        if isinstance(t, Term) and not t.loose:
            if t.op in ops:
                yield t
            yield from _inside(*t.args, *ops)


#: axioms about numbers, all of whose instances can be evaluated
COMPUTABLE = [
    name
    for name, (hypotheses, goal) in AXIOMS.items()
    if all(
        s.op in ("=", "<=", "<", "not")
        and not any(f"{word}(" in repr(s) for word in ("series", "bound of", "bounded"))
        for s in (*hypotheses, goal)
    )
    and name not in ("quadratic form", "largest covariance")
]


def _without_functions(rng: random.Random, names: tuple[Term, ...]) -> Term:
    """A term with sums in it and without sequences."""
    for _ in range(50):
        t = rng.choice((drawing.short_sum, drawing.some_real))(rng, 1, names + names)
        if all(isinstance(x, Term) for x in free(t)):
            return t
    return names[0]


#: what is looked at besides theorems
CHECKS = {"normal form": Tester.normal_form, "substitution": Tester.substitution}


def makers() -> list[str]:
    """Everything that makes theorems."""
    return [*RULES, *CHECKS, *INSTANCES]


def run(
    seed: int, count: int, only: tuple[str, ...] = (), stop: bool = False, seconds: float = 0
) -> Report:
    """Make ``count`` theorems, and evaluate them."""
    tester = Tester(seed)
    report = tester.report
    names = list(only) or [*3 * (*RULES, *CHECKS), *INSTANCES]  # rules are worth more
    turn, end = 0, time.monotonic() + seconds
    while sum(report.made.values()) < count and turn < 20 * count:
        tester.one(names[turn % len(names)])
        turn += 1
        if (stop and report.wrong) or (seconds and time.monotonic() > end):
            break
    return report


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--stop", action="store_true", help="at the first false theorem")
    options = parser.parse_args()
    report = run(options.seed, options.count, tuple(options.only), options.stop, options.seconds)
    for name in options.only or makers():
        print(
            f"{report.made[name]:7} made {report.met[name]:7} met {report.refused[name]:7} refused "
            f"{report.undecided[name]:5} undecided  {name}"
        )
    print(f"{sum(report.made.values())} theorems, {sum(report.met.values())} evaluations")
    for wrong in report.wrong[:5]:
        print("FALSE", wrong)
    raise SystemExit(1 if report.wrong else 0)


__all__ = ["Report", "Tester", "Undecided", "apply", "makers", "run", "symbolic", "var"]

if __name__ == "__main__":
    main()
