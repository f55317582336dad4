"""What the printers see in a core term: signs, fractions, ranges, and names for bound variables.

A term is printed as it stands: nothing is reordered, and what is shown can be read back.  A binder
is opened with a name, the author's where it is known and free, and never one that is in use
anywhere in what is printed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from typing import NamedTuple

from symbolic.core.terms import (
    INT,
    MRP,
    ONE,
    OPER,
    REAL,
    SIGNATURES,
    ZERO,
    Term,
    bound_sorts,
    free,
    node,
    number,
    put,
)
from symbolic.printing.names import NotAName, check_name, is_name, shown

__all__ = [
    "AT_HAND",
    "FROM_TIME_T",
    "SUPERSCRIPT",
    "Indicator",
    "Product",
    "Quantifier",
    "Scope",
    "angle",
    "check_names",
    "has_indicator",
    "hint",
    "hints",
    "in_use",
    "indicator",
    "integers_seen",
    "is_fixed_point",
    "is_nonsingular",
    "linked",
    "product",
    "quantified",
    "quantifier",
]

#: sequences along a trajectory, indexed from the time t of the update
FROM_TIME_T = frozenset({"V", "R", "delta"})
#: n-step returns
SUPERSCRIPT = frozenset({"G"})

Names = Mapping[Term, tuple[str, ...]]
#: names for the variables that a node binds
hints: dict[Term, tuple[str, ...]] = {}

_ORDINARY = {
    INT: ("i", "j", "k", "n", "m", "l"),
    REAL: ("x", "y", "q"),
    MRP: ("M", "N"),
    OPER: ("H", "K", "W"),
}


def hint(binding: Term, *names: str) -> Term:
    """Let the variables that a node binds be printed by these names, if they can."""
    hints[binding] = names
    return binding


def _name_of(found: object) -> str:
    """Of a variable, or of a sequence."""
    return found.data[0] if isinstance(found, Term) else found[0]  # type: ignore[index,no-any-return]


def in_use(*things: Term) -> frozenset[str]:
    """The names of what is free in some terms."""
    return frozenset(_name_of(x) for t in things for x in free(t))


class Scope:
    """The names in use while something is printed."""

    def __init__(
        self, things: Iterable[Term], names: Names | None = None, among: Iterable[str] = ()
    ) -> None:
        self.names: Names = hints if names is None else names
        found: set[object] = set().union(*map(free, things))
        self.taken = {_name_of(x) for x in found} | set(among)
        sorts: dict[str, set[str]] = {}
        for x in found:
            if isinstance(x, Term):
                sorts.setdefault(x.data[0], set()).add(x.sort)
        #: names that stand for things of several sorts
        self.several = frozenset(name for name, has in sorts.items() if len(has) > 1)

    def variable(self, t: Term) -> str:
        """What a variable is called, sort included where the name does not say which one it is."""
        name: str = t.data[0]
        return f"‹{name}:{t.sort}›" if name in self.several else shown(name)

    def letter(self, wanted: str) -> str:
        """A letter of a sentence, with primes if it is in use."""
        while wanted in self.taken or f"{wanted}'" in self.taken:
            wanted += "'"
        return wanted

    def fresh(self, sort: str, *wanted: str) -> str:
        """A name for a bound variable."""
        ordinary = _ORDINARY[sort]
        more = (f"{ordinary[0]}_{k}" for k in range(1, 10**6))
        for name in (*wanted, *ordinary):
            if name not in self.taken and is_name(name):
                return name
        return next(name for name in more if name not in self.taken)

    @contextmanager
    def using(self, *names: str) -> Iterator[None]:
        """Inside, these names are in use."""
        new = set(names) - self.taken
        self.taken |= new
        try:
            yield
        finally:
            self.taken -= new

    @contextmanager
    def opened(self, t: Term, k: int, *wanted: str) -> Iterator[tuple[tuple[str, ...], Term]]:
        """The names of what a node binds in its argument k, and that argument in terms of them."""
        sorts = bound_sorts(t, k)
        before = sum(len(bound_sorts(t, other)) for other in range(k))
        own = self.names.get(t, ())[before : before + len(sorts)]
        names: list[str] = []
        for place, sort in enumerate(sorts):
            first = (*own[place : place + 1], *wanted[place : place + 1])
            with self.using(*names):
                names.append(self.fresh(sort, *first))
        with self.called(t.args[k], tuple(names), sorts) as body:
            yield tuple(names), body

    @contextmanager
    def called(self, body: Term, names: tuple[str, ...], sorts: tuple[str, ...]) -> Iterator[Term]:
        """The body of a binder in terms of these names, which are not in use."""
        with self.using(*names):
            yield put(body, *(variable(n, s) for n, s in zip(names, sorts, strict=True)))


_KINDS = {INT: "integer", REAL: "real", MRP: "MRP", OPER: "operator"}


def check_names(*things: Term) -> None:
    """Raise `NotAName` unless all names in these terms are names, each of one thing.

    >>> check_names(variable("n", INT) + variable("x", REAL))
    >>> check_names(variable("n", INT) + variable("n", REAL))
    Traceback (most recent call last):
        ...
    symbolic.printing.names.NotAName: n is the name of two variables
    """
    scope = Scope(things)
    for name in sorted(scope.several):
        raise NotAName(f"{name} is the name of two variables")
    for x in frozenset().union(*map(free, things)):
        if isinstance(x, Term):
            check_name(x.data[0], _KINDS[x.sort])
        else:
            check_name(x[0], "sequence")


def variable(name: str, sort: str) -> Term:
    """A variable of any name."""
    return node("var", (name, sort), ())


# -- numbers --------------------------------------------------------------------------------------


class Product(NamedTuple):
    """A product as it is shown: sign, number, factors above and below the bar.

    ``number`` is the first factor, without its sign; None if that is not a number.  ``plain`` says
    that the factors cannot be told from this and are shown one by one.
    """

    minus: bool
    number: Fraction | None
    above: tuple[Term, ...]
    below: tuple[Term, ...]
    plain: bool = False


def product(t: Term) -> Product:
    """A product in the order in which it stands."""
    first, *rest = t.args
    q = Fraction(first.data) if first.op == "num" else None
    factors = rest if q is not None else list(t.args)
    above = [f for f in factors if f.op != "inv"]
    below = [f for f in factors if f.op == "inv"]
    divides = bool(below) or (q is not None and q.denominator > 1)
    if (
        len(t.args) == 1
        or any(f.op == "num" for f in factors)
        or factors != above + below
        or (q == 1 and divides)
    ):
        return Product(False, None, t.args, (), plain=True)
    minus = q is not None and q < 0
    return Product(
        minus, None if q is None else abs(q), tuple(above), tuple(f.args[0] for f in below)
    )


def is_fixed_point(above: Term, below: Term) -> bool:
    """Are these r and 1 - z, so that r/(1 - z) is v_pi?"""
    return above is _REWARD and below is _COMPLEMENT


_REWARD = variable("r", REAL)
_COMPLEMENT = 1 - variable("z", REAL)


def angle(top: Term) -> tuple[bool, int, tuple[Term, ...]]:
    """The part a of 2 pi a/b: is it negative, a number, what it is multiplied by (if anything)."""
    if top.op == "num" and top.data:
        return top.data < 0, abs(top.data), ()
    if top.op == "*" and len(top.args) > 1:
        seen = product(top)
        if not seen.plain and not seen.below and seen.number != 1 and seen.number != 0:
            if seen.number is None:
                return False, 1, seen.above
            return seen.minus, int(seen.number), seen.above
        if not seen.plain and seen.minus and seen.number == 1:
            return True, 1, seen.above
    return False, 1, (top,)


class Indicator(NamedTuple):
    """One where a relation holds, and zero elsewhere."""

    left: Term
    relation: str
    right: Term


def indicator(t: Term) -> Indicator | None:
    """The relation that a choice between one and zero tells of."""
    if t.op != "if":
        return None
    a, b, then, otherwise = t.args
    if then is ONE and otherwise is ZERO:
        return Indicator(a, "<", b)
    if then is not ZERO:
        return None
    if otherwise is ONE:
        return Indicator(b, "<=", a)
    equal = otherwise.op == "if" and otherwise.args == (b, a, ZERO, ONE)
    return Indicator(a, "=", b) if equal else None


def has_indicator(t: Term) -> bool:
    """Does one stand in a term or a statement?"""
    met, stack = {t}, [t]
    while stack:
        part = stack.pop()
        if indicator(part) is not None:
            return True
        new = [a for a in part.args if a not in met]
        met.update(new)
        stack += new
    return False


# -- statements -----------------------------------------------------------------------------------


def linked(statements: Iterable[Term]) -> list[tuple[Term, ...]]:
    """Inequalities that read as one, a < x and x < b, together; the others one by one."""
    found: list[tuple[Term, ...]] = []
    for s in statements:
        own: tuple[Term, ...] = (s,)
        at = len(found)
        for k, other in reversed([*enumerate(found)]):
            if _goes_on(other[-1], own[0]):
                own, at = (*other, *own), k
            elif _goes_on(own[-1], other[0]):
                own, at = (*own, *other), k
            else:
                continue
            del found[k]
        found.insert(at, own)
    return found


def _goes_on(low: Term, high: Term) -> bool:
    """a < x and then x < b, where x is no number."""
    signs = ("<", "<=")
    if low.op not in signs or high.op not in signs or low.args[1] is not high.args[0]:
        return False
    return low.args[1].op != "num"


class Quantifier(NamedTuple):
    """For all integers in a range, or all things of a sort, for which some statements hold."""

    lo: Term | None
    hi: Term | None
    given: tuple[Term, ...]
    body: Term


def quantifier(x: Term, body: Term) -> Quantifier:
    """What is said for all x, from the body in terms of x."""
    lo = hi = None
    if x.sort == INT and body.op == "implies":
        first = body.args[0]
        if first.op == "<=" and first.args[1] is x and _is_end(first.args[0], x):
            lo, body = first.args[0], body.args[1]
            if body.op == "implies":
                second = body.args[0]
                if second.op == "<=" and second.args[0] is x and _is_end(second.args[1], x):
                    hi, body = second.args[1], body.args[1]
    given: list[Term] = []
    while body.op == "implies":
        given.append(body.args[0])
        body = body.args[1]
    return Quantifier(lo, hi, tuple(given), body)


def quantified(t: Term) -> Quantifier:
    """What a statement says for all integers."""
    return quantifier(_HOLE, put(t.args[0], _HOLE))


def _is_end(t: Term, x: Term) -> bool:
    return t.sort == INT and x not in free(t)


#: the MRP that statements speak of, where they do not say which
AT_HAND = variable("M", MRP)


def is_nonsingular(t: Term) -> bool:
    """Does it say that z v = 0 only for v = 0?"""
    return t.op == "zero only at" and t.args[2] is _TIMES_Z and t.args[3] is _ZERO


_TIMES_Z = node(
    "operator",
    None,
    (node("*", None, (node("bound", (2, REAL), ()), node("bound", (0, REAL), ()))),),
)
_ZERO = node("operator", None, (number(0),))

#: the arguments of these are integers if the whole is
_WHOLE = {"+", "*", "abs", "pow", "if", "sum"}


def integers_seen(things: Iterable[Term]) -> frozenset[str]:
    """The integer variables that are seen to be such: as indices, exponents, ends of ranges."""
    found: set[str] = set()
    done: set[tuple[Term, bool]] = set()

    def visit(t: Term, whole: bool) -> None:
        if (t, whole) in done or (not t.free and t.op != "var"):
            return
        done.add((t, whole))
        if t.op == "var":
            if whole and t.sort == INT:
                found.add(t.data[0])
            return
        if t.op == "all" and t.data == INT:
            seen = quantified(t)
            for end in (seen.lo, seen.hi):
                if end is not None:
                    visit(end, True)
        for part, sort in zip(t.args, _sorts(t), strict=True):
            visit(part, sort == INT or (whole and t.op in _WHOLE))

    for thing in things:
        visit(thing, False)
    return frozenset(found)


_HOLE = variable("#hole", INT)


def _sorts(t: Term) -> tuple[str, ...]:
    if t.op == "app":
        return t.data[1]  # type: ignore[no-any-return]
    if t.op in ("+", "*"):
        return (REAL,) * len(t.args)
    return tuple(sort for sort, _ in SIGNATURES[t.op][0])
