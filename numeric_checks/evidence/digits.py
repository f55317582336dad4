"""Both sides of a conclusion as decimals, by mpmath and by Arb, with bounds for what is left out.

What is said at an instance is written out, closed forms in the place of sequences, and evaluated in
floating point: another way than the closed forms by which `numeric_checks.statements` decides it.
Series are cut off where a bound that is read off their terms is small enough; of what tends to a
limit a member is taken that is close enough by its closed form.
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from itertools import islice

from flint import arb, ctx

from numeric_checks.arithmetic.balls import bits_for
from numeric_checks.arithmetic.rationals import to_fmpq
from numeric_checks.identities import evaluation
from numeric_checks.identities.digits import enclose, shown
from numeric_checks.statements.instances import Instance, Members
from numeric_checks.statements.integers import Whole
from numeric_checks.statements.meaning import Decision
from numeric_checks.statements.numbers import Undecided
from numeric_checks.statements.reading import Reading
from symbolic.core.terms import (
    INT,
    ONE,
    ZERO,
    Term,
    add,
    bind,
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
    reading = decision.reading
    for statement, bound in islice(decision.cases(core, (), PLACES), PLACES):
        places = [number(n.constant) for n in reversed(bound) if isinstance(n, Whole)]
        found = _sides(put(statement, *places) if places else statement)
        if found is None:
            continue
        op, left, right = found
        near = _close(left, right, reading) if op == "tends" else _ball(left, reading)
        _check(op, near, _ball(right, reading))
        done += 1
    return done


def _sides(s: Term) -> tuple[str, Term, Term] | None:
    """Two numbers and what is said of them; a statement of an eigenvalue has two as well."""
    one = s.args[0] if s.op == "not" and s.args[0].op == "=" else s
    match one.op:
        case "=" | "<=" | "<" | "tends":
            left, right = one.args
            return s.op, left, right
        case "two states":
            gamma, H, stay, value = s.args
            return "=", put(H.args[0], gamma * (2 * stay - 1), ZERO, ONE), value
        case "constants":
            _, gamma, H, value = s.args
            return "=", put(H.args[0], gamma, ZERO, ONE), put(value, ONE)
    return None


def _check(op: str, left: arb, right: arb) -> None:
    with ctx.workprec(bits_for(DIGITS) + 64):
        gap = left - right
        wrong = {
            "=": gap != 0, "tends": gap != 0, "not": gap == 0, "<=": gap > 0, "<": gap > 0,
        }  # fmt: skip
        if wrong[op]:
            raise Disagree(f"{shown(left, DIGITS)} and {shown(right, DIGITS)}")


def _ball(t: Term, reading: Reading) -> arb:
    return enclose(from_core(written_out(t, reading)), {}, DIGITS, most=MOST)


def _close(body: Term, limit: Term, reading: Reading) -> arb:
    """A member, and in the radius how far it is from the limit by its closed form."""
    end = reading.number(limit)
    n = 1
    while n <= FAR:
        n *= 2
        with suppress(Undecided):
            far = abs(reading.number(body, (Whole(n),)) - end)
            if far < Fraction(1, 10**DIGITS):
                with ctx.workprec(bits_for(DIGITS) + 64):
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
        if s.op != "series" or s.args[0].loose:
            return None
        body, lo = rebuild(s.args[1], at, depth + 1), reading.whole(s.args[0]).constant
        last = max(lo, EARLY)
        early = node("sum", None, (number(lo), number(last), body))
        return add(early, node("series", None, (number(last + 1), body)))

    return rebuild(t, at)
