"""What holds of absolute values, inverses, powers, integer parts, choices, cosines by themselves.

`about` gives theorems of the library at a term; where they have hypotheses, those are shown by the
``holds`` that it is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from symbolic.core.kernel import Theorem
from symbolic.core.polynomials import normal
from symbolic.core.terms import MINUS_ONE, Term, le, lt, ne, node, substitute
from symbolic.library import order as library
from symbolic.library.basics import a, at, b, k, known, n, x, y

#: a statement as a theorem, or None
Holds = Callable[[Term], Theorem | None]


def about(t: Term, holds: Holds) -> Iterator[Theorem]:
    """Relations that hold of a term in normal form, if it is of a kind of which any are known."""
    if t.op in _ABOUT:
        yield from _ABOUT[t.op](t, holds)


def size(t: Term, holds: Holds) -> Theorem | None:
    """|x| = x or |x| = -x, if the sign of x is known; t is |x|."""
    names = {x: t.args[0]}
    up = holds(le(0, t.args[0]))
    if up is not None:
        return known("absolute value of x >= 0", names, up)
    down = holds(le(t.args[0], 0))
    return None if down is None else at(library.size_of_negative(), names, down)


def _of_size(t: Term, holds: Holds) -> Iterator[Theorem]:
    value = size(t, holds)
    if value is not None:
        yield value
    names = {x: t.args[0]}
    different = holds(ne(0, t.args[0]))
    if different is not None:
        yield at(library.size_positive(), names, different)
    elif value is None:
        yield at(library.size_not_negative(), names)
    if value is None:
        yield at(library.at_most_size(), names)
        yield at(library.at_least_minus_size(), names)


def _of_turn(t: Term, holds: Holds) -> Iterator[Theorem]:
    names = {a: t.args[0], b: t.args[1]}
    cosine = t.op == "cos"
    yield at(library.cosine_at_most_one() if cosine else library.sine_at_most_one(), names)
    low = library.cosine_at_least_minus_one() if cosine else library.sine_at_least_minus_one()
    yield at(low, names)


def _of_floor(t: Term, holds: Holds) -> Iterator[Theorem]:
    top, bottom = t.args
    positive = holds(le(1, bottom))
    if positive is None:
        return
    names = {a: top, b: bottom}
    yield known("floor from below", names, positive)
    yield known("floor from above", names, positive)
    whole = holds(le(0, top))
    if whole is not None:
        yield at(library.floor_not_negative(), names, positive, whole)


def _of_choice(t: Term, holds: Holds) -> Iterator[Theorem]:
    low, high, one, other = t.args
    names = {a: low, b: high, x: one, y: other}
    first = holds(lt(low, high))
    if first is not None:
        yield known("choice of the first", names, first)
        return
    second = holds(le(high, low))
    if second is not None:
        yield known("choice of the second", names, second)


def _of_inverse(t: Term, holds: Holds) -> Iterator[Theorem]:
    inside = t.args[0]
    if inside.op == "pow":  # x**-n in normal form
        yield from _of_power(node("pow", None, (inside.args[0], normal(-inside.args[1]))), holds)
        return
    names = {x: inside}
    if (positive := holds(lt(0, inside))) is not None:
        yield at(library.inverse_positive(), names, positive)
    elif (negative := holds(lt(inside, 0))) is not None:
        yield at(library.inverse_negative(), names, negative)
    elif (up := holds(le(0, inside))) is not None:
        yield at(library.inverse_not_negative(), names, up)


def _of_power(t: Term, holds: Holds) -> Iterator[Theorem]:
    base, exponent = t.args
    names = {x: base, n: exponent}
    if base is MINUS_ONE:  # its square is 1, since its size is
        yield at(library.square_of_size(), {x: t})
    positive = holds(lt(0, base))
    nonnegative = holds(le(0, base))
    if positive is not None:
        yield at(library.any_power_positive(), names, positive)
    elif nonnegative is not None:
        yield at(library.any_power_not_negative(), names, nonnegative)
    whole = holds(le(0, exponent))
    if whole is None:
        return
    if nonnegative is None:
        low = holds(le(-1, base))
        if low is not None:
            yield at(library.power_at_least_minus_one(), names, low, whole)
            high = holds(le(base, 1))
            if high is not None:
                yield at(library.power_of_small_at_most_one(), names, low, high, whole)
        return
    small = holds(le(base, 1))
    if small is not None:
        yield at(library.power_at_most_one(), names, nonnegative, small, whole)
        first = holds(le(1, exponent))
        if first is not None:
            yield at(library.power_at_most_base(), names, nonnegative, small, first)
    large = holds(le(1, base))
    if large is not None:
        yield at(library.power_at_least_one(), names, large, whole)


def falling(short: Term, long: Term, holds: Holds) -> Theorem | None:
    """x**k <= x**n, for the powers x**n and x**k of a base between 0 and 1."""
    names = {x: short.args[0], n: short.args[1], k: long.args[1]}
    wanted = (le(n, k), le(0, n), le(0, x), le(x, 1))
    lemmas: list[Theorem] = []
    for statement in wanted:
        lemma = holds(substitute(statement, names))
        if lemma is None:
            return None
        lemmas.append(lemma)
    return at(library.power_falls(), names, *lemmas)


_ABOUT: dict[str, Callable[[Term, Holds], Iterator[Theorem]]] = {
    "abs": _of_size,
    "cos": _of_turn,
    "sin": _of_turn,
    "div": _of_floor,
    "if": _of_choice,
    "inv": _of_inverse,
    "pow": _of_power,
}
