"""Theorems, and the rules that make them.

A `Theorem` says: whenever its hypotheses hold, its conclusion does, for all values of the free
variables and sequences.  A rule is a function that returns hypotheses and a conclusion; the
decorator `rule` makes the theorem.  There is no other way to one, and `close` ends the list of
rules and axioms (`symbolic.rules` does, when it is imported).  Statements are compared by their
normal forms (`symbolic.core.polynomials.key`), so `a <= b` and `a - b <= 0` are one statement.

What this protects against is an honest author who makes every mistake there is: every argument of a
rule is a plain value, checked on entry, and a theorem can be neither built nor changed by hand.
Malice inside one's own Python process is not defended against.

    >>> from symbolic.core.terms import INT, var, le, lt
    >>> x, y = var("x"), var("y")
    >>> combination(le(0, x * y), [(1, [assume(le(0, x)), assume(le(0, y))])])
    (0 <= x), (0 <= y) |- (0 <= (x * y))
    >>> combination(le(x, y), [(1, [assume(le(0, y))])])
    Traceback (most recent call last):
        ...
    symbolic.core.kernel.Refused: combination: the two sides differ
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import wraps
from operator import itemgetter
from typing import Any, NoReturn, ParamSpec, Protocol, cast

from symbolic.core.axioms import AXIOMS
from symbolic.core.polynomials import Polynomial, key, plus, polynomial, product, vanishes
from symbolic.core.terms import (
    INT,
    PROP,
    REAL,
    IllFormed,
    Term,
    bind,
    eq,
    fits,
    free,
    is_term,
    le,
    negation,
    node,
    put,
    substitute,
)

P = ParamSpec("P")
Hypotheses = Iterable[Term]
Sequent = tuple[Hypotheses, Term]


class Refused(Exception):
    """A rule does not apply."""


class Theorem(tuple[Any, ...]):
    """Hypotheses, a conclusion, the rule, the theorems it was made from, the axioms it rests on."""

    __slots__ = ()
    hypotheses = cast("frozenset[Term]", property(itemgetter(0)))
    conclusion = cast(Term, property(itemgetter(1)))
    rule = cast(str, property(itemgetter(2)))
    premises = cast("tuple[Theorem, ...]", property(itemgetter(3)))
    rests_on = cast("frozenset[str]", property(itemgetter(4)))

    def __new__(cls, *args: object) -> Theorem:
        """There is no public constructor."""
        raise Refused("theorems are made by rules")

    def __init_subclass__(cls) -> NoReturn:
        raise Refused("a theorem has no other kinds")

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise Refused("a theorem is not stored; prove it again")

    def __repr__(self) -> str:
        return f"{', '.join(sorted(map(repr, self[0])))} |- {self[1]!r}"


class _Rule(Protocol):
    """Makes a rule of a function."""

    def __call__(self, function: Callable[P, Sequent]) -> Callable[P, Theorem]: ...


def _closed() -> tuple[_Rule, Callable[[object], bool], Callable[..., None], Callable[[], None]]:
    genuine: dict[int, Theorem] = {}
    kinds = {"Theorem": Theorem, "Term": Term, "str": str}
    closed = False

    def open_(what: str) -> None:
        if closed:
            raise Refused(f"the {what} are complete")

    def close() -> None:
        """No rule and no axiom can be added any more."""
        nonlocal closed
        closed = True

    def add_axioms(axioms: Mapping[str, tuple[tuple[Term, ...], Term]]) -> None:
        """More axioms, under names of their own."""
        open_("axioms")
        if not AXIOMS.keys().isdisjoint(axioms):
            raise Refused("an axiom has the name of another")
        AXIOMS.update(axioms)

    def is_theorem(thing: object) -> bool:
        """Was this made by a rule?"""
        return id(thing) in genuine

    def used(things: Iterable[Any], found: list[Theorem]) -> list[Theorem]:
        """The theorems among the arguments of a rule; what is not a plain value is refused."""
        for thing in things:
            kind = type(thing)
            if kind is Theorem:
                if id(thing) not in genuine:
                    raise Refused("this is not a theorem")
                found.append(thing)
            elif kind is Term:
                if not is_term(thing):
                    raise Refused("this is not a term")
            elif kind in (tuple, list):
                used(thing, found)
            elif kind is dict:
                used(thing, found)
                used(thing.values(), found)
            elif kind is Fraction:
                if type(thing.numerator) is not int or type(thing.denominator) is not int:
                    raise Refused("this is not a fraction")
            elif kind not in (int, str):
                raise Refused(f"a rule does not work on {kind.__name__}")
        return found

    def rule(function: Callable[P, Sequent]) -> Callable[P, Theorem]:
        """Make a rule of a function that returns hypotheses and a conclusion."""
        open_("rules")
        name = function.__name__
        sequent = cast(Callable[..., Sequent], function)
        signature = inspect.signature(function)
        checked = [
            (k, parameter.name, kinds[parameter.annotation], parameter.kind)
            for k, parameter in enumerate(signature.parameters.values())
            if parameter.annotation in kinds
        ]

        @wraps(function)
        def apply(*args: P.args, **kwargs: P.kwargs) -> Theorem:
            values: tuple[Any, ...] = args
            if kwargs:
                bound = signature.bind(*args, **kwargs)
                bound.apply_defaults()
                values = bound.args
            premises = tuple(used(values, []))
            for k, label, kind, place in checked:
                several = place is inspect.Parameter.VAR_POSITIONAL
                for value in values[k:] if several else values[k : k + 1]:
                    if type(value) is not kind:
                        raise Refused(f"{name}: {label} is not a {kind.__name__}")
            found, conclusion = sequent(*values)
            hypotheses = frozenset(found)
            for s in (conclusion, *hypotheses):
                if s[3] != PROP or s[4]:
                    raise Refused(f"{name}: this is not a statement")
            below = own.union(*[t[4] for t in premises]) if name != "axiom" else frozenset(values)
            made = tuple.__new__(Theorem, (hypotheses, conclusion, name, premises, below))
            genuine[id(made)] = made
            return made

        # a rule that is taken over from elsewhere is something that a theorem rests on
        own = frozenset() if function.__module__ == __name__ else frozenset({name})
        del apply.__dict__["__wrapped__"]
        return apply

    return rule, is_theorem, add_axioms, close


rule, is_theorem, add_axioms, close = _closed()


def _same(a: Term, b: Term) -> bool:
    return a is b or key(a) is key(b)


def without(theorem: Theorem, *gone: Term) -> list[Term]:
    """The hypotheses of a theorem less some."""
    keys = {key(s) for s in gone}
    return [h for h in theorem[0] if key(h) not in keys]


def arbitrary(x: Any, *statements: Term) -> None:
    """Refuse unless the variable or sequence is free in none of the statements."""
    if any(x in free(s) for s in statements):
        raise Refused(f"{x} is not arbitrary")


def _statement(s: Term) -> None:
    if s[3] != PROP or s[4]:
        raise Refused(f"{s} is not a statement")


# -- logic --------------------------------------------------------------------------------------


@rule
def assume(statement: Term) -> Sequent:
    """
    -------
    A |- A
    """
    return (statement,), statement


@rule
def cut(theorem: Theorem, *lemmas: Theorem) -> Sequent:
    """
    D, A_1, A_2, ... |- B      G_k |- A_k
    -------------------------------------
    D, G_1, G_2, ... |- B
    """
    kept = without(theorem, *(lemma[1] for lemma in lemmas))
    return frozenset(kept).union(*(lemma[0] for lemma in lemmas)), theorem[1]


@rule
def discharge(theorem: Theorem, statement: Term) -> Sequent:
    """
    G, A |- B
    ----------------
    G |- A implies B
    """
    _statement(statement)
    return without(theorem, statement), node("implies", None, (statement, theorem[1]))


@rule
def detach(theorem: Theorem, *lemmas: Theorem) -> Sequent:
    """
    G |- A_1 implies (A_2 implies ... B)      D_k |- A_k
    ----------------------------------------------------
    G, D_1, D_2, ... |- B
    """
    statement = theorem[1]
    for lemma in lemmas:
        if statement.op != "implies" or not _same(statement.args[0], lemma[1]):
            raise Refused(f"detach: {lemma[1]} is not what {statement} asks for")
        statement = statement.args[1]
    return theorem[0].union(*(lemma[0] for lemma in lemmas)), statement


@rule
def generalise(theorem: Theorem, x: Term) -> Sequent:
    """
    G |- A      x not free in G
    ---------------------------
    G |- for all x: A
    """
    arbitrary(x, *theorem[0])
    return theorem[0], node("all", x.sort, (bind(theorem[1], x),))


@rule
def specialise(theorem: Theorem, value: Term) -> Sequent:
    """
    G |- for all x: A      t of the sort of x
    -----------------------------------------
    G |- A[x := t]
    """
    s = theorem[1]
    if s.op != "all" or value.loose or not fits(value, s.data):
        raise Refused(f"specialise: {value} cannot be put into {s}")
    return theorem[0], put(s.args[0], value)


@rule
def instantiate(theorem: Theorem, mapping: Mapping[Any, Term]) -> Sequent:
    """Terms for free variables; for sequences (name, sorts) terms with loose variables.

    G |- A
    ----------------------
    G[x := t] |- A[x := t]
    """
    return [substitute(h, mapping) for h in theorem[0]], substitute(theorem[1], mapping)


@rule
def cases(one: Theorem, other: Theorem, statement: Term) -> Sequent:
    """
    G, A |- B      D, not A |- B
    ----------------------------
    G, D |- B
    """
    _statement(statement)
    if not _same(one[1], other[1]):
        raise Refused("cases: the two conclusions differ")
    return [*without(one, statement), *without(other, negation(statement))], one[1]


@rule
def absurd(theorem: Theorem, denial: Theorem, statement: Term) -> Sequent:
    """
    G |- A      D |- not A
    ----------------------
    G, D |- B
    """
    if not _same(negation(theorem[1]), denial[1]):
        raise Refused("absurd: the two do not contradict each other")
    return theorem[0] | denial[0], statement


@rule
def induction(base: Theorem, step: Theorem, claim: Term, n: Term, lo: Term) -> Sequent:
    """
    G |- A[n := lo]      D, n >= lo, A |- A[n := n + 1]      n not free in G, D, lo
    -------------------------------------------------------------------------------
    G, D |- for all n: lo <= n implies A
    """
    _statement(claim)
    if n.op != "var" or n.sort != INT or lo.sort != INT:
        raise Refused("induction runs over the integers")
    if not _same(base[1], substitute(claim, {n: lo})):
        raise Refused("induction: the base is another statement")
    if not _same(step[1], substitute(claim, {n: n + 1})):
        raise Refused("induction: the step proves another statement")
    kept = [*base[0], *without(step, claim, le(lo, n))]
    arbitrary(n, lo, *kept)
    return kept, node("all", INT, (bind(node("implies", None, (le(lo, n), claim)), n),))


@rule
def axiom(name: str) -> Sequent:
    """One of `symbolic.core.axioms`, or of those that `symbolic.rules` adds."""
    if name not in AXIOMS:
        raise Refused(f"axiom: there is none called {name}")
    return AXIOMS[name]


@rule
def restate(theorem: Theorem, statement: Term) -> Sequent:
    """
    G |- A      B has the normal form of A
    --------------------------------------
    G |- B
    """
    if not _same(theorem[1], statement):
        raise Refused(f"restate: {theorem[1]} is not {statement}")
    return theorem[0], statement


# -- equality and order -------------------------------------------------------------------------


def _places(equation: Theorem, template: Term) -> tuple[Term, Term]:
    s = equation[1]
    if s.op != "=" or len(template.loose) > 1:
        raise Refused("needs an equation, and one place for its sides")
    return put(template, s.args[0]), put(template, s.args[1])


@rule
def replace(equation: Theorem, template: Term) -> Sequent:
    """
    G |- a = b      t with one loose variable
    -----------------------------------------
    G |- t[a] = t[b]
    """
    return equation[0], eq(*_places(equation, template))


@rule
def replace_in(equation: Theorem, template: Term, theorem: Theorem) -> Sequent:
    """
    G |- a = b      D |- A[a]      A with one loose variable
    --------------------------------------------------------
    G, D |- A[b]
    """
    before, after = _places(equation, template)
    if not _same(before, theorem[1]):
        raise Refused("replace_in: the statement has another form")
    return equation[0] | theorem[0], after


@rule
def discrete(theorem: Theorem) -> Sequent:
    """
    G |- a < b      a, b integers
    -----------------------------
    G |- a + 1 <= b
    """
    s = theorem[1]
    if s.op != "<" or any(t.sort != INT for t in s.args):
        raise Refused("discrete: needs an order of integers")
    return theorem[0], le(s.args[0] + 1, s.args[1])


def _theorems(things: Iterable[Any]) -> list[Theorem]:
    found = list(things)
    if any(type(t) is not Theorem for t in found):
        raise Refused("combination: this is not a theorem")
    return found


def _gap(theorem: Theorem, *ops: str) -> Polynomial:
    """b - a, for a theorem a = b, a <= b or a < b."""
    _theorems([theorem])
    s = theorem[1]
    if s.op not in ops:
        raise Refused(f"combination: {s} is not a relation of the right kind")
    return plus(polynomial(s.args[1]), polynomial(s.args[0]), -1)


@rule
def combination(
    goal: Term,
    positive: Iterable[tuple[Any, Iterable[Any]]] = (),
    equal: Iterable[tuple[Any, Any]] = (),
    units: Iterable[Any] = (),
    exponents: Iterable[Any] = (),
) -> Sequent:
    """A relation as a combination of others: the one rule of arithmetic.

    G_kj |- a_kj <= b_kj (or <)     D_k |- a_k = b_k     E |- u != 0 (or u < u')     F |- 0 <= e
    b - a = sum_k c_k (product of b_kj - a_kj and squares) + sum_k m_k (b_k - a_k),  c_k > 0
    in the field of fractions, where the u are not zero and the e are whole numbers
    -------------------------------------------------------------------------------------------
    G, D, E, F |- a <= b    (a < b, if in some product all factors are <; a = b, if there is none)
    """
    if goal.op not in ("=", "<=", "<"):
        raise Refused("combination: the goal is not a relation")
    rest = plus(polynomial(goal.args[1]), polynomial(goal.args[0]), -1)
    strict, hypotheses = False, set[Term]()
    for c, factors in positive:
        if type(c) not in (int, Fraction) or c <= 0 or goal.op == "=":
            raise Refused("combination: only positive multiples of orders, and not for an equation")
        part: Polynomial = {(): c}
        for factor in factors:
            if isinstance(factor, Term):
                if not fits(factor, REAL) or factor.loose:
                    raise Refused("combination: only numbers have squares")
                part = product(part, product(polynomial(factor), polynomial(factor)))
            else:
                part = product(part, _gap(factor, "<=", "<"))
                hypotheses |= factor[0]
        strict = strict or all(isinstance(t, Theorem) and t[1].op == "<" for t in factors)
        rest = plus(rest, part, -1)
    for multiplier, theorem in equal:
        if type(multiplier) is not Term or not fits(multiplier, REAL) or multiplier.loose:
            raise Refused("combination: a multiplier is not a number")
        rest = plus(rest, product(polynomial(multiplier), _gap(theorem, "=")), -1)
        hypotheses |= theorem[0]
    nonzero, whole = [], []
    for theorem in _theorems(units) if rest else ():
        s = theorem[1].args[0] if theorem[1].op == "not" else theorem[1]
        if s.op not in ("=", "<") or (s.op == "=") is (s is theorem[1]):
            raise Refused(f"combination: {theorem[1]} does not say that something is not zero")
        nonzero.append(s.args[1] - s.args[0])
        hypotheses |= theorem[0]
    for theorem in _theorems(exponents) if rest else ():
        s = theorem[1]
        if s.op != "<=" or any(t.sort != INT for t in s.args):
            raise Refused(f"combination: {s} does not say that an integer is not negative")
        whole.append(s.args[1] - s.args[0])
        hypotheses |= theorem[0]
    if not vanishes(rest, nonzero, whole):
        raise Refused("combination: the two sides differ")
    if goal.op == "<" and not strict:
        raise Refused("combination: nothing makes the order strict")
    return hypotheses, goal


__all__ = [
    "IllFormed",
    "Refused",
    "Sequent",
    "Theorem",
    "absurd",
    "add_axioms",
    "arbitrary",
    "assume",
    "axiom",
    "bind",
    "cases",
    "close",
    "combination",
    "cut",
    "detach",
    "discharge",
    "discrete",
    "generalise",
    "induction",
    "instantiate",
    "is_theorem",
    "replace",
    "replace_in",
    "restate",
    "rule",
    "specialise",
    "without",
]
