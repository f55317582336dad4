"""What follows from facts: a statement is taken apart, and the search for its kind is asked.

Nothing here is trusted: what is found is a theorem.  A statement follows if it is a fact in other
words; one "for all" or with a condition if what it says does, for a new variable and with the
condition assumed; relations between numbers are for `symbolic.search.order`, limits, convergence
and power series for the modules with these names.

A fact "for all n" helps where it fits: its indices are matched with those of the term at hand.

    >>> from symbolic.core.kernel import assume
    >>> from symbolic.core.terms import converges, lt, var
    >>> q = var("q")
    >>> follows(converges(1, lambda n: n * q ** (n - 1)), (assume(lt(abs(q), 1)),))
    (abs(q) < 1) |- converges(1, (#0 * pow(q, (#0 + -1))))
    >>> follows(converges(1, lambda n: n * q ** (n - 1)), ())
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from symbolic.core.kernel import Refused, Theorem
from symbolic.core.polynomials import (
    Monomial,
    Number,
    key,
    normal,
    polynomial,
    written,
)
from symbolic.core.terms import (
    INT,
    MINUS_ONE,
    ONE,
    Term,
    conjuncts,
    free,
    fresh,
    put,
)
from symbolic.library import connectives, infer
from symbolic.library.infer import (
    detach,
    discharge,
    generalise,
    restate,
    specialise,
)
from symbolic.search import order

Facts = tuple[Theorem, ...]
Names = dict[Any, Term]

#: one theorem for each statement that is assumed, so that what was found from it is found again
assumed = infer.assume
_found: dict[tuple[Term, Facts], Theorem | None] = {}
_open: dict[tuple[Term, Facts], bool] = {}  # what is being looked for; did it lead back to itself?


class NotShown(Refused):
    """What was looked for is not found; the words leave room, as ``{}``, for terms."""

    def __init__(self, words: str, *terms: Term) -> None:
        super().__init__(words.format(*terms))
        self.words, self.terms = words, terms


def is_relation(s: Term) -> bool:
    """Is this about the order of two numbers?"""
    return s.op in ("=", "<=", "<") or (s.op == "not" and s.args[0].op == "=")


def follows(goal: Term, facts: Facts) -> Theorem | None:
    """The goal as a theorem from the facts, or None."""
    if is_relation(goal):
        return order.prove(goal, facts)
    facts = near(goal, facts)
    place = (goal, facts)
    if place in _found:
        return _found[place]
    if place in _open:  # what leads back to itself is no proof
        _open.update(dict.fromkeys(_open, True))
        return None
    _open[place] = False
    try:
        found = _follows(goal, facts)
    except Refused:  # a way of proving it that does not come off
        found = None
    finally:
        looped = _open.pop(place)
    if found is not None or not looped or not _open:
        _found[place] = found
    return found


def near(goal: Term, facts: Facts) -> Facts:
    """The facts that share a symbol with the goal, directly or through each other."""
    symbols = set(free(goal))
    rest = {place: free(fact[1]) for place, fact in enumerate(facts)}
    chosen: list[int] = [place for place, own in rest.items() if not own]
    for place in chosen:
        del rest[place]
    while True:
        close = [place for place, own in rest.items() if not own.isdisjoint(symbols)]
        if not close:
            return tuple([facts[place] for place in sorted(chosen)])
        chosen += close
        for place in close:
            symbols |= rest.pop(place)


def unused(sort: str, facts: Facts, *terms: Term) -> Term:
    """A variable that neither the facts, with what they rest on, nor the terms mention."""
    return fresh(sort, *terms, *[s for fact in facts for s in (fact[1], *fact[0])])


def _follows(goal: Term, facts: Facts) -> Theorem | None:
    wanted = key(goal)
    for fact in facts:
        if key(fact[1]) is wanted:
            return fact if fact[1] is goal else restate(fact, goal)
    parts = conjuncts(goal)
    if len(parts) > 1:
        found = [follows(p, facts) for p in parts]
        return None if None in found else connectives.all_of(*(t for t in found if t))
    if goal.op == "all":
        return _for_all(goal, facts)
    if goal.op == "implies":
        condition, inner = goal.args
        made = follows(inner, (*facts, assumed(condition)))
        return made and discharge(made, condition)
    way = _ways().get(goal.op)
    return None if way is None else way(*goal.args, facts)


@cache
def _ways() -> dict[str, Callable[..., Theorem | None]]:
    """How the statements of each kind are looked for, by modules that ask here for what they need.

    Each takes the arguments of the statement, and the facts.
    """
    from symbolic.search import convergence, limits, matrices, powerseries

    return {
        "converges": convergence.converges,
        "bounded": convergence.bounded,
        "tends": limits.tends,
        "matrices": matrices.converging,
        "analytic": powerseries.analytic,
        "size": powerseries.sized,
        "along": powerseries.read_along,
    }


_ORDER = (
    "linear combinations of what is known, of products of two facts, and of what holds of "
    "absolute values, inverses, powers and integer parts"
)
_GROWTH = "comparison with n^p q^n for |q| < 1, read off the form of the terms"
#: what is tried for the statements of each kind
_TRIED = {
    "=": "field algebra with what is known",
    "<=": _ORDER,
    "<": _ORDER,
    "not": f"strict orders, by {_ORDER}",
    "converges": f"{_GROWTH}; shifts, multiples and sums of series that converge",
    "bounded": f"{_GROWTH}; what is known to be bounded",
    "tends": f"limits that are known, of sums, products and sizes of such; {_GROWTH}",
    "analytic": "power series whose coefficients grow no faster than n^p, read off their form",
    "matrices": "series whose sizes can be summed, and a matrix times a series of numbers",
    "size": "absolute values put for the coefficients of a power series, read off its form",
    "along": "a power series read along a sequence, term by term",
}


def ways(goal: Term) -> str:
    """The ways in which such a statement is looked for, in words."""
    while goal.op in ("all", "implies"):
        goal = goal.args[-1]
    tried = _TRIED.get(goal.op)
    own = "what is known, in other words or at other indices"
    return own if tried is None else tried if is_relation(goal) else f"{own}; {tried}"


def _for_all(goal: Term, facts: Facts) -> Theorem | None:
    """The statement for a new variable; what is known of its range is assumed."""
    own = unused(goal.data, facts, goal)
    inner, ranges = put(goal.args[0], own), []
    while inner.op == "implies":
        ranges.append(inner.args[0])
        inner = inner.args[1]
    inside = (*facts, *map(assumed, ranges))
    found = follows(inner, inside) or _instance(inner, inside)
    if found is None:
        return None
    for condition in reversed(ranges):
        found = discharge(found, condition)
    return generalise(found, own)


def _instance(goal: Term, facts: Facts) -> Theorem | None:
    """The goal as an instance of a fact about all integers."""
    for fact in facts:
        if fact[1].op == "all" and fact[1].data == INT:
            for found in instances(fact, goal, facts):
                if key(found[1]) is key(goal):
                    return restate(found, goal)
    return None


# -- where a pattern with bound variables fits a term ---------------------------------------------


def _places(t: Term) -> Iterator[tuple[object, Term]]:
    """The indices in a term that are not bound in it, each with a label for where it stands."""
    if t.op == "app":
        for position, index in enumerate(t.args):
            if index.sort == INT and not index.loose:
                yield (t.data, position), index
    elif t.op == "pow" and not t.args[1].loose and t.args[1].op != "num":
        yield ("pow", t.args[0]), t.args[1]
    elif t.op in ("div", "cos", "sin", "if", "sum", "series"):
        for position, index in enumerate(t.args):
            if index.sort == INT and not index.loose:
                yield (t.op, position), index
    for part in t.args:
        if part.args:
            yield from _places(part)


def linear(t: Term, own: Term) -> tuple[Term, Term] | None:
    """s and c with t = s own + c, both free of the variable; None if there are none."""
    (place,) = next(iter(polynomial(own)))
    steep: dict[Monomial, Number] = {}
    rest: dict[Monomial, Number] = {}
    for monomial, c in polynomial(t).items():
        if place in monomial:
            less = list(monomial)
            less.remove(place)
            steep[tuple(less)] = c
        else:
            rest[monomial] = c
    one, other = written(steep), written(rest)
    return None if own in free(one) or own in free(other) else (one, other)


def solutions(pattern: Term, own: Term, wanted: Term) -> Iterator[Term]:
    """Indices for the variable ``own`` at which the pattern is, perhaps, the wanted term."""
    seen: set[Term] = set()
    places = [(label, index) for label, index in _places(pattern) if own in free(index)]
    for label, index in places:
        form = linear(index, own)
        if form is None or form[0] not in (ONE, MINUS_ONE):
            continue
        for other, value in _places(wanted):
            if other == label:
                index_there = written(polynomial(form[0] * (value - form[1])))
                if index_there not in seen and index_there.sort == INT:
                    seen.add(index_there)
                    yield index_there


def index_of(body: Term, wanted: Term) -> Term | None:
    """An index at which the sequence ``body`` (one loose variable) has the wanted member."""
    own = fresh(INT, body, wanted)
    goal = normal(wanted)
    opened = normal(put(body, own))
    for index in solutions(opened, own, goal):
        if normal(put(body, index)) is goal:
            return index
    return None


def instances(fact: Theorem, wanted: Term, facts: Facts) -> Iterator[Theorem]:
    """What a fact "for all i, j, ..." says of the indices in a term, where its ranges are kept."""
    s = fact[1]
    if s.op == "implies":
        kept = follows(s.args[0], facts)
        if kept is not None:
            yield from instances(detach(fact, kept), wanted, facts)
    elif s.op == "all" and s.data == INT:
        own = fresh(INT, s, wanted)
        for index in solutions(put(s.args[0], own), own, wanted):
            if own not in free(index):
                yield from instances(specialise(fact, index), wanted, facts)
    else:
        yield fact
