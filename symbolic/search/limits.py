"""Limits, by the form of the terms: those of sums and products, of what is known, of what vanishes.

What lies below a combination of n**p q**n with |q| < 1 tends to 0, by the squeeze
(`symbolic.search.growth`); everything else is a combination of limits that are known.
"""

from symbolic.core.kernel import Refused, Theorem
from symbolic.core.polynomials import (
    key,
    normal,
)
from symbolic.core.terms import (
    INT,
    REAL,
    ZERO,
    Term,
    bind,
    binder,
    eq,
    free,
    le,
    lt,
    mul,
    ne,
    node,
    number,
    put,
)
from symbolic.library import limits
from symbolic.library.basics import F, G, a, at, b, k, known, lo, s, x, y
from symbolic.library.infer import (
    combination,
    instantiate,
    replace_in,
    restate,
)
from symbolic.library.order import (
    at_most_size,
)
from symbolic.search import order
from symbolic.search.convergence import counts, vanishes
from symbolic.search.facts import (
    Facts,
    Names,
    NotShown,
    assumed,
    follows,
    index_of,
    linear,
    near,
    unused,
)
from symbolic.search.growth import is_zero, not_negative, ratio_below_one


def tends(body: Term, value: Term, facts: Facts) -> Theorem | None:
    """The limit that is found, if it is the one that is wanted."""
    goal = node("tends", None, (body, value))
    try:
        made = limit_of(body, facts)
    except Refused:
        return None
    if key(made[1]) is key(goal):
        return restate(made, goal)
    same = order.prove(eq(made[1].args[1], value), facts)
    if same is None:
        return None
    place = binder(lambda z: node("tends", None, (body, z)), REAL)
    return restate(replace_in(same, place, made), goal)


_limits: dict[tuple[Term, Facts], Theorem | Refused] = {}


def limit_of(body: Term, facts: Facts) -> Theorem:
    """The limit of a sequence, by the form of its terms; a refusal if none is known."""
    facts = near(node("tends", None, (body, ZERO)), facts)
    place = (body, facts)
    found = _limits.get(place)
    if found is None:
        own = unused(INT, facts, body)
        try:
            made = _limit(put(body, own), own, facts)
            found = restate(made, node("tends", None, (body, made[1].args[1])))
        except Refused as error:
            found = error
        _limits[place] = found
    if isinstance(found, Refused):
        raise found.with_traceback(None)
    return found


def elementary(body: Term, facts: Facts) -> list[Term]:
    """What the limit of a sequence comes down to: the limits of its parts, without constants."""
    own = unused(INT, facts, body)
    found = dict.fromkeys(_elementary(put(body, own), own, facts))
    return [made[1] for t in found if (made := _limit(t, own, facts))]


def _elementary(t: Term, own: Term, facts: Facts) -> list[Term]:
    if own not in free(t):
        return []
    if t.op not in ("+", "*", "abs", "inv") and not (t.op == "pow" and t.args[1].op == "num"):
        return [t]
    try:
        for part in t.args:
            _limit(part, own, facts)
    except Refused:  # a product of what vanishes and what is bounded
        return [t]
    return [each for part in t.args for each in _elementary(part, own, facts)]


def _says(t: Term, own: Term, limit: Term) -> Term:
    return node("tends", None, (bind(t, own), limit))


def _limit(t: Term, own: Term, facts: Facts) -> Theorem:
    if own not in free(t):
        return known("limit of a constant", {x: t})
    found = _null(t, own, facts) or _known_limit(t, own, facts)
    if found is not None:
        return found
    if t.op == "+":
        return _limit_of_parts(t, own, facts)
    if t.op == "*":
        try:
            return _limit_of_parts(t, own, facts)
        except Refused:
            made = _vanishing_product(t, own, facts)
            if made is None:
                raise
            return made
    if t.op in ("abs", "inv"):
        inner = _limit(t.args[0], own, facts)
        names = {F: bind(t.args[0], own), x: inner[1].args[1]}
        if t.op == "abs":
            return known("limit of a size", names, inner)
        different = order.prove(ne(inner[1].args[1], 0), facts)
        if different is not None:
            return known("limit of an inverse", names, inner, different)
    if t.op == "pow" and t.args[1].op == "num":
        return _limit_of_power(t, own, facts)
    if t.op == "sum":
        made_sum = _limit_of_sums(t, own, facts)
        if made_sum is not None:
            return made_sum
    if t.op == "if":
        made_choice = _limit_of_choice(t, own, facts)
        if made_choice is not None:
            return made_choice
    raise NotShown("no limit is known for {}", t)


def _limit_of_parts(t: Term, own: Term, facts: Facts) -> Theorem:
    """The limit of a sum or a product, from those of its parts."""
    name = "limit of a sum" if t.op == "+" else "limit of a product"
    made, so_far = _limit(t.args[0], own, facts), t.args[0]
    for part in t.args[1:]:
        other = _limit(part, own, facts)
        names: Names = {F: bind(so_far, own), G: bind(part, own)}
        names |= {x: made[1].args[1], y: other[1].args[1]}
        made = known(name, names, made, other)
        so_far = so_far + part if t.op == "+" else so_far * part
    return restate(made, _says(t, own, made[1].args[1]))


def _vanishing_product(t: Term, own: Term, facts: Facts) -> Theorem | None:
    """A product in which a factor vanishes and the rest is bounded."""
    for place, part in enumerate(t.args):
        rest = bind(mul(*t.args[:place], *t.args[place + 1 :]), own)
        vanishing = follows(_says(part, own, ZERO), facts)
        limited = vanishing and follows(node("bounded", None, (ZERO, rest)), facts)
        if vanishing is not None and limited is not None:
            names = {F: bind(part, own), G: rest, lo: ZERO}
            made = at(limits.vanishing_times_bounded(), names, vanishing, limited)
            return restate(made, _says(t, own, ZERO))
    return None


def _limit_of_power(t: Term, own: Term, facts: Facts) -> Theorem:
    base, exponent = t.args
    times = int(exponent.data)
    if times < 0:
        inner = node("inv", None, (base if times == -1 else base ** number(-times),))
    else:
        inner = node("*", None, (base,) * times)
    made = _limit(inner, own, facts)
    value = made[1].args[1]
    if times > 0:
        single = _limit(base, own, facts)[1].args[1] ** times
        value = single if normal(single) is normal(value) else value
    return restate(made, _says(t, own, value))


def _null(t: Term, own: Term, facts: Facts) -> Theorem | None:
    """t(n) -> 0, where it is below a combination of n**p q**n with |q| < 1."""
    body = bind(t, own)
    for counted in counts(body, facts):
        index = counted.n
        upper, so_far = known("limit of a constant", {x: ZERO}), ZERO
        for part in counted.growth.parts:
            if is_zero(part.constant):
                continue
            small = ratio_below_one(part, facts)
            if small is None:
                return None
            made = vanishes(part, index, small)
            names = {F: bind(so_far, index), G: made[1].args[0], x: ZERO, y: ZERO}
            upper = restate(
                known("limit of a sum", names, upper, made),
                _says(so_far + part.at(index), index, ZERO),
            )
            so_far = so_far + part.at(index)
        upper = restate(upper, _says(counted.growth.theorem[1].args[1], index, ZERO))
        names = {F: counted.moved, G: upper[1].args[0], lo: ZERO}
        made = known("squeeze", names, counted.every, upper)
        made = restate(made, _says(put(body, index + counted.start), index, ZERO))
        return at(limits.earlier(), {F: body, k: counted.start, x: ZERO}, made)
    return None


def _known_limit(t: Term, own: Term, facts: Facts) -> Theorem | None:
    """f(s n + k) -> l from f(n) -> l, with s >= 1."""
    for fact in facts:
        if fact[1].op != "tends":
            continue
        body, value = fact[1].args
        if normal(put(body, own)) is normal(t):
            return restate(fact, _says(t, own, value))
        index = index_of(body, t)
        form = None if index is None else linear(index, own)
        if form is None or any(part.sort != INT for part in form):
            continue
        rising = order.prove(le(1, form[0]), facts)
        if rising is not None:
            names = {F: body, x: value, s: form[0], k: form[1]}
            made = known("limit along a progression", names, fact, rising)
            return restate(made, _says(t, own, value))
    return None


def _limit_of_sums(t: Term, own: Term, facts: Facts) -> Theorem | None:
    """sum_{lo..s n+k} f -> series_{lo} f, with s >= 1."""
    first, last, body = t.args
    form = linear(last, own)
    if form is None or own in free(first) or own in free(body):
        return None
    rising = order.prove(le(1, form[0]), facts)
    convergent = rising and follows(node("converges", None, (first, body)), facts)
    if rising is None or convergent is None:
        return None
    value = known("value of a series", {F: body, lo: first, k: first}, convergent)
    names = {F: value[1].args[0], x: value[1].args[1], s: form[0], k: form[1]}
    made = known("limit along a progression", names, value, rising)
    return restate(made, _says(t, own, value[1].args[1]))


def _limit_of_choice(t: Term, own: Term, facts: Facts) -> Theorem | None:
    """A conditional on s n + c > 0, with s >= 1 or s <= -1: it is settled from n = |c| + 1 on."""
    low, high, one, other = t.args
    form = linear(high - low, own)
    if form is None:
        return None
    steep, rest = form
    names = {a: low, b: high, x: one, y: other}
    start = abs(rest) + 1
    here = assumed(le(start, own))
    later = combination(le(0, own), [(1, [here]), (1, [not_negative(rest)]), (1, [])])
    up = order.prove(le(1, steep), facts)
    down = None if up is not None else order.prove(le(1, -steep), facts)
    if up is not None:
        size = instantiate(at_most_size(), {x: -rest})
        parts = [(1, [here]), (1, [up, later]), (1, [size]), (1, [])]
        settled = combination(lt(low, high), parts)
        same, chosen = known("choice of the first", names, settled), one
    elif down is not None:
        size = instantiate(at_most_size(), {x: rest})
        parts = [(1, [here]), (1, [down, later]), (1, [size]), (1, [])]
        settled = combination(le(high, low), parts)
        same, chosen = known("choice of the second", names, settled), other
    else:
        return None
    inner = _limit(chosen, own, facts)
    mapping = {F: bind(t, own), G: bind(chosen, own), x: inner[1].args[1], lo: start}
    return known("limit of equal terms", mapping, limits.on(same, start, own), inner)
