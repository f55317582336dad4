"""How `recency eigenvalues` answers: what updates do first, then the eigenvalues; or JSON."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeAlias

from numeric_checks.arithmetic.balls import bounds
from numeric_checks.arithmetic.leading_digits import certain, down, exact_text, up
from numeric_checks.arithmetic.rationals import lowest_terms
from numeric_checks.processes.operator_spectrum import Does, Eigenvalue, Spectrum
from numeric_checks.processes.spectra import Fate
from numeric_checks.safety.analysis_words import described, number

_VERDICTS = {
    Fate.CONVERGES: "Expected updates of all states at once converge here, if steps are small.",
    Fate.STAYS: "Expected updates of all states at once keep some error here for ever.",
    Fate.DIVERGES: "Expected updates of all states at once diverge here, with every step size.",
}
_DOES: dict[Does, str] = {
    "shrinks": "shrinks",
    "stays": "never changes",
    "grows": "grows, with every step",
}
#: digits of a bound in JSON
_DIGITS = 20


def verdict(found: Spectrum) -> str:
    """What updates do here."""
    return _VERDICTS[found.fate]


def facts(found: Spectrum, process: str) -> list[tuple[str, str]]:
    """What the verdict is about, and the largest eigenvalue and step."""
    rows = [
        ("return", described(found.ret)),
        ("process", process),
        ("gamma", number(found.mrp.gamma)),
        ("with step 1", f"the largest |mu| is {_digits(bounds(found.radius))}"),
    ]
    step = found.largest_step
    if step is not None:
        low, high = bounds(step)
        rows.append(("step size", f"a constant step below {down(low)} is stable here;"))
        rows.append(("", f"one above {up(high)} is not"))
    return rows


def line(each: Eigenvalue) -> tuple[str, str]:
    """An eigenvalue, and what is known of it."""
    mu, size, real, times, does = _row(each)
    often = f" ({times} times)" if each.multiplicity > 1 else ""
    return f"mu = {mu}{often}", f"|mu| = {size}, Re mu = {real}: its error {does}"


def plain(found: Spectrum, process: str) -> str:
    """The verdict, what it is about, and a line for each eigenvalue."""
    heading = ["mu", "|mu|", "Re mu", "times", "its error, with small steps"]
    rows = [heading, *map(_row, found.eigenvalues)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        [
            verdict(found),
            "",
            *(f"  {name:<13}{words}" for name, words in facts(found, process)),
            "",
            "The eigenvalues mu are those of the operator H of the return on the process: a step",
            "alpha multiplies the error that belongs to mu by 1 + alpha (mu - 1).",
            "",
            *(
                "  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip()
                for row in rows
            ),
        ]
    )


def as_json(found: Spectrum, process: dict[str, Any]) -> dict[str, Any]:
    """Bounds are decimals that are rounded outwards; ``exact`` is null where mu has a degree of
    more than two.  ``polynomial`` is the minimal one, its constant term first."""
    step = found.largest_step
    return {
        "schema": 1,
        "return": str(found.ret),
        "process": process,
        "gamma": exact_text(found.mrp.gamma),
        "fate": str(found.fate),
        "stable_for_small_steps": found.fate is Fate.CONVERGES,
        "max_step_size": None if step is None else _enclosed(bounds(step)),
        "spectral_radius": _enclosed(bounds(found.radius)),
        "eigenvalues": [_each(each) for each in found.eigenvalues],
    }


def _each(each: Eigenvalue) -> dict[str, Any]:
    coefficients = map(lowest_terms, each.polynomial.coeffs())
    return {
        "exact": each.text,
        "polynomial": [exact_text(x) for x in coefficients],
        "real": _enclosed(_real(each)),
        "imaginary": _enclosed(bounds(each.ball.imag)),
        "size": _enclosed(_size(each)),
        "multiplicity": each.multiplicity,
        "small_steps": each.does,
    }


def _row(each: Eigenvalue) -> list[str]:
    return [
        each.text or _complex(each),
        _digits(_size(each)),
        _digits(_real(each)),
        str(each.multiplicity),
        _DOES[each.does],
    ]


def _complex(each: Eigenvalue) -> str:
    low, high = bounds(each.ball.imag)
    if low == high == 0:
        return _digits(_real(each))
    sign, size = ("-", (-high, -low)) if high < 0 else ("+", (low, high))
    return f"{_digits(_real(each))} {sign} {_digits(size)}*i"


Ends: TypeAlias = tuple[Fraction, Fraction]


def _real(each: Eigenvalue) -> Ends:
    x = each.rational
    return bounds(each.ball.real) if x is None else (x, x)


def _size(each: Eigenvalue) -> Ends:
    x = each.rational
    return bounds(each.size) if x is None else (abs(x), abs(x))


def _digits(ends: Ends) -> str:
    low, high = ends
    return certain(low, high) or f"{down(low)} to {up(high)}"


def _enclosed(ends: Ends) -> dict[str, str | None]:
    low, high = ends
    return {
        "decimal": certain(low, high),
        "lower": down(low, _DIGITS),
        "upper": up(high, _DIGITS),
    }
