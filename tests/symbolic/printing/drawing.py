"""Random terms and statements of every kind, with names that collide wherever they can."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from symbolic.core.terms import (
    INT,
    MRP,
    OPER,
    PROP,
    REAL,
    SIGNATURES,
    Term,
    bind,
    implies,
    le,
    node,
    number,
)

#: few, so that free variables have the names of bound ones and of letters in sentences
NAMES = {
    INT: ("i", "j", "k", "n", "t", "s", "N", "i_1", "tau", "length"),
    REAL: ("x", "z", "r", "v", "gamma", "lambda", "d", "w", "b", "k", "x_max", "v'", "H", "P"),
    MRP: ("M", "N"),
    OPER: ("H", "K", "W"),
}
SEQUENCES = ("h", "V", "R", "delta", "G", "b", "rho", "i", "s", "circle_q", "h1", "h'", "step_size")
#: names that have two sorts, and what is not a name at all
ODD = ("n", "x", "M", "100%", "h_n", "μ", "added hypotheses", "cos", "#0")
BOUND = tuple("ijknmzrvxy")


class Drawing:
    """Terms of a sort, from a source of random numbers."""

    def __init__(self, random: Random, odd: float = 0.0, mixed: bool = True) -> None:
        self.random, self.odd, self.mixed = random, odd, mixed
        self.count = 0

    def of(self, sort: str, depth: int, scope: tuple[Term, ...] = ()) -> Term:
        """A term of this sort (or of a smaller one), in terms of the variables in scope."""
        kinds = [op for op, (_, result) in SIGNATURES.items() if self._fits(op, result, sort)]
        if sort in (INT, REAL):
            kinds += ["+", "*", "+", "*"] + ["app"] * (3 if sort == REAL else 0)
        if sort != PROP and (sort == MRP or depth <= 0 or self.random.random() < 0.1):
            return self.leaf(sort, scope)
        if depth <= 0:
            kinds = ["=", "<=", "<"]
        op = self.random.choice(kinds)
        made = self.node(op, sort, depth - 1, scope)
        return made if self._is(made, sort) else self.leaf(sort, scope)

    def _fits(self, op: str, result: str | None, sort: str) -> bool:
        return (
            result == sort
            or (sort == REAL and result in (INT, None))
            or (sort == INT and result is None)
            or (op == "pow" and sort == INT)
        )

    def _is(self, t: Term, sort: str) -> bool:
        return t.sort == sort or (sort == REAL and t.sort == INT)

    def leaf(self, sort: str, scope: tuple[Term, ...]) -> Term:
        """A variable or a number."""
        known = [x for x in scope if self._is(x, sort)]
        choice = self.random.random()
        if known and choice < 0.5:
            return self.random.choice(known)
        if sort in (INT, REAL) and choice < 0.75:
            whole = number(self.random.choice([0, 1, 2, 2, 3, 10, -1, -1, -2]))
            fraction = number(Fraction(self.random.choice([1, -1, 3]), 2))
            return fraction if sort == REAL and self.random.random() < 0.4 else whole
        name = self.random.choice(NAMES[sort])
        if self.random.random() < self.odd:
            name = self.random.choice(ODD)
        return node("var", (name, sort), ())

    def node(self, op: str, sort: str, depth: int, scope: tuple[Term, ...]) -> Term:
        """A node of this kind."""
        if op in ("+", "*"):
            count = self.random.choice([1, 2, 2, 2, 3, 3, 4] if self.odd else [2, 2, 3])
            return node(op, None, tuple(self.of(sort, depth, scope) for _ in range(count)))
        if op == "app":
            sorts = self.sorts()
            args = tuple(self.of(s, depth, scope) for s in sorts)
            return node("app", (self.random.choice(SEQUENCES), sorts), args)
        if op == "all":
            return self.quantified(depth, scope)
        args_wanted = SIGNATURES[op][0]
        made = []
        for wanted, bound in args_wanted:
            whole = sort == INT and wanted == REAL and op in ("abs", "if", "sum", "pow")
            made.append(self.bound(INT if whole else wanted, bound, depth, scope))
        if op == "pow" and sort == INT:
            made[1] = number(self.random.choice([0, 1, 2, 3]))
        return node(op, None, tuple(made))

    def sorts(self) -> tuple[str, ...]:
        """Of the arguments of a sequence, or of a function of numbers."""
        if self.mixed and self.random.random() < 0.15:
            return tuple(
                self.random.choice([INT, REAL]) for _ in range(self.random.choice([1, 2, 3]))
            )
        return (INT,) * self.random.choice([1, 1, 1, 2])

    def bound(self, sort: str, sorts: tuple[str, ...], depth: int, scope: tuple[Term, ...]) -> Term:
        """An argument that binds variables of these sorts."""
        own = []
        for s in sorts:
            self.count += 1
            own.append(node("var", (f"@{self.count}", s), ()))
        return bind(self.of(sort, depth, (*scope, *own)), *own)

    def quantified(self, depth: int, scope: tuple[Term, ...]) -> Term:
        """For all, mostly over a range of integers."""
        sort = self.random.choice([INT, INT, INT, REAL, MRP, OPER])
        self.count += 1
        x = node("var", (f"@{self.count}", sort), ())
        body = self.of(PROP, depth, (*scope, x))
        if sort == INT:
            if self.random.random() < 0.4:
                body = implies(le(x, self.of(INT, depth, scope)), body)
            if self.random.random() < 0.8:
                body = implies(le(self.of(INT, depth, scope), x), body)
        elif self.random.random() < 0.5:
            body = implies(self.of(PROP, depth - 1, (*scope, x)), body)
        return node("all", sort, (bind(body, x),))


def kinds(t: Term) -> set[str]:
    """The kinds of nodes in a term."""
    found, stack, seen = set[str](), [t], set[Term]()
    while stack:
        s = stack.pop()
        if s not in seen:
            seen.add(s)
            found.add(s.op)
            stack += s.args
    return found


def binders(t: Term) -> list[Term]:
    """The nodes that bind something."""
    found, stack, seen = list[Term](), [t], set[Term]()
    while stack:
        s = stack.pop()
        if s not in seen:
            seen.add(s)
            if s.op in ("sum", "series", "bound of", "all", "tends", "converges", "bounded"):
                found.append(s)
            stack += s.args
    return found
