"""Both sides of a conclusion as decimals, by mpmath and by Arb, with bounds for what is left out.

What is said at an instance is written out, closed forms in the place of sequences, and evaluated in
floating point: another way than the closed forms by which `numeric_checks.statements` decides it.
Series are cut off where a bound that is read off their terms is small enough; of what tends to a
limit a member is taken that is close enough by its closed form.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import islice

import mpmath
from flint import acb, acb_poly, arb, ctx

from numeric_checks.arithmetic.balls import bits_for
from numeric_checks.arithmetic.rationals import to_fmpq
from numeric_checks.identities import evaluation
from numeric_checks.identities.digits import agrees, enclose, shown
from numeric_checks.identities.majorants import NoTailBound
from numeric_checks.statements.instances import Instance, Members
from numeric_checks.statements.integers import Whole
from numeric_checks.statements.meaning import Decision
from numeric_checks.statements.numbers import Ratio, Undecided
from numeric_checks.statements.operators import discount, operator
from numeric_checks.statements.reading import Reading
from symbolic.core.terms import (
    INT,
    ONE,
    ZERO,
    Term,
    add,
    bind,
    conjuncts,
    free,
    node,
    number,
    put,
    rebuild,
    substitute,
)
from symbolic.terms.edge import from_core, to_core
from symbolic.writing.definitions import explicit_term

__all__ = ["DIGITS", "Disagree", "compared"]

DIGITS = 50
BITS = bits_for(DIGITS) + 64
#: cases of a statement for all integers that are looked at, and the most terms of a sum
PLACES, MOST = 1, 3000
#: so many terms of a series stand before a bound for the others, and members before a limit
EARLY, FAR = 12, 2000


class Disagree(Exception):
    """The two sides are not what they are said to be; the message gives both."""


def compared(core: Term, at: Instance) -> int:
    """How many comparisons agree to `DIGITS` digits; 0 if no two numbers are compared.

    Raises `NoTailBound` or `TooManyTerms` if a series is too much.
    """
    decision, done = Decision(at), 0
    parts = conjuncts(core)
    if len(parts) > 1:
        return sum(compared(part, at) for part in parts)
    for statement, bound in islice(decision.cases(core, (), PLACES), PLACES):
        places = [number(n.constant) for n in reversed(bound) if isinstance(n, Whole)]
        made = put(statement, *places) if places else statement
        for op, left, right in _sides(made, decision):
            _check(op, left, right)
            done += 1
    return done


def _sides(s: Term, decision: Decision) -> Iterator[tuple[str, arb, arb]]:
    """Two numbers and what is said of them; an eigenvalue is one, or two if it is complex."""
    reading = decision.reading
    one = s.args[0] if s.op == "not" and s.args[0].op == "=" else s
    match one.op:
        case "=" | "<=" | "<":
            left, right = one.args
            yield s.op, _ball(left, reading), _ball(right, reading)
        case "tends":
            body, limit = one.args
            yield s.op, _close(body, decision), _ball(limit, reading)
        case "two states":
            gamma, H, stay, value = s.args
            there = put(H.args[0], gamma * (2 * stay - 1), ZERO, ONE)
            yield "=", _ball(there, reading), _ball(value, reading)
        case "constants":
            _, gamma, H, value = s.args
            there = put(H.args[0], gamma, ZERO, ONE)
            yield "=", _ball(there, reading), _ball(put(value, ONE), reading)
        case "mode":
            gamma, H, x, y, length, turns = s.args
            _, ratio = operator(reading, H, ())
            angle = Fraction(reading.whole(turns).constant, max(reading.whole(length).constant, 1))
            found = _on_circle(ratio, discount(reading, gamma, ()), angle)
            for part, wanted in zip(found, (x, y), strict=True):
                yield "=", part, _ball(wanted, reading)


def _on_circle(ratio: Ratio, radius: Fraction, turns: Fraction) -> tuple[arb, arb]:
    """Real and imaginary part of a rational function at radius e^(2 pi i turns), by both."""
    with ctx.workprec(BITS), mpmath.workprec(BITS):
        z = acb(to_fmpq(radius)) * acb(to_fmpq(2 * turns)).exp_pi_i()
        num, den = (acb_poly([acb(c) for c in p.coeffs()])(z) for p in (ratio.num, ratio.den))
        found = num / den
        w = mpmath.mpf(radius.numerator) / radius.denominator
        w *= mpmath.expjpi(mpmath.mpf(2 * turns.numerator) / turns.denominator)
        over, under = (
            mpmath.polyval([mpmath.mpf(int(c.p)) / int(c.q) for c in reversed(p.coeffs())], w)
            for p in (ratio.num, ratio.den)
        )
        parts = found.real, found.imag
        for ball, x in zip(parts, ((over / under).real, (over / under).imag), strict=True):
            agrees(ball, x, DIGITS)
        return parts


def _check(op: str, left: arb, right: arb) -> None:
    with ctx.workprec(BITS):
        gap = left - right
        wrong = {
            "=": gap != 0, "tends": gap != 0, "not": gap == 0, "<=": gap > 0, "<": gap > 0,
        }  # fmt: skip
        if wrong[op]:
            raise Disagree(f"{shown(left, DIGITS)} and {shown(right, DIGITS)}")


def _ball(t: Term, reading: Reading) -> arb:
    return enclose(from_core(written_out(t, reading)), {}, DIGITS, most=MOST)


def _close(body: Term, decision: Decision) -> arb:
    """A member, and in the radius how far it is from the limit, by its closed form."""
    reading, [limit, *others] = decision.reading, decision.limits(body, ())
    if limit is None or others:
        raise NoTailBound("it has no limit")
    n = 1
    while n <= FAR:
        n *= 2
        with suppress(Undecided):
            far = abs(reading.number(body, (Whole(n),)) - limit)
            if far < Fraction(1, 10**DIGITS):
                with ctx.workprec(BITS):
                    return _ball(put(body, number(n)), reading) + arb(0, arb(to_fmpq(far)))
    raise evaluation.TooManyTerms(f"it is not yet at its limit at {n}")


# -- writing out -----------------------------------------------------------------------------------


def written_out(t: Term, reading: Reading) -> Term:
    """The term without names: numbers, and closed forms in the place of sequences."""
    values, sequences = reading.instance.values, reading.instance.sequences
    plain = substitute(
        explicit_term(t),
        {
            **{to_core(s): number(x) for s, x in values.items()},
            **{(f.__name__, (INT,) * len(m.over)): _closed_form(m) for f, m in sequences.items()},
        },
    )
    return _early_first(plain, reading)


def _closed_form(data: Members) -> Term:
    form = bind(to_core(data.then), *map(to_core, data.over))
    here = node("bound", (0, INT), ())
    for n, x in reversed(tuple(enumerate(data.first))):
        form = node("if", None, (here, number(n + 1), number(x), form))
    return form


def _early_first(t: Term, reading: Reading) -> Term:
    """The early terms of every series by themselves, so that listed members are among them."""

    def at(s: Term, depth: int) -> Term | None:
        if s.op != "series" or s.args[0].loose or free(s.args[0]):
            return None
        body, lo = rebuild(s.args[1], at, depth + 1), reading.whole(s.args[0]).constant
        last = max(lo, EARLY)
        early = node("sum", None, (number(lo), number(last), body))
        return add(early, node("series", None, (number(last + 1), body)))

    return rebuild(t, at)
