"""Certificates: the verdict about a return as a small JSON object that anyone can check.

`numeric_checks.safety.certificate_checker` says what they mean and checks them; it shares no code
with what is here.
"""

from __future__ import annotations

import hashlib
import json
from fractions import Fraction
from math import gcd
from typing import Any

from flint import fmpq_poly, fmpz

from numeric_checks.arithmetic.leading_digits import MOST_DIGITS
from numeric_checks.safety.cosines import Square
from numeric_checks.safety.filters import Filter

__all__ = ["LongNumbers", "converging", "diverging"]


class LongNumbers(ValueError):
    """A certificate that no checker would read: its numbers are too long."""


def converging(f: Filter, margin: Fraction, square: Square) -> dict[str, Any]:
    """Re f >= margin > 0 wherever |z| = gamma, by that square."""
    rest = {"margin": str(margin), "square": _listed(square.integers, square.shift)}
    return _signed({**_about(f), "claim": "converges", **rest})


def diverging(f: Filter, cycle: int, mode: int, lower: Fraction, upper: Fraction) -> dict[str, Any]:
    """Re f is between two negative numbers on that mode of that cycle."""
    real_part = {"lower": str(lower), "upper": str(upper)}
    rest = {"cycle": cycle, "mode": mode, "real_part": real_part}
    return _signed({**_about(f), "claim": "diverges", **rest})


def _about(f: Filter) -> dict[str, Any]:
    made_of = {
        "numerator": _polynomial(f.numerator),
        "factors": [_polynomial(d) for d in f.factors],
    }
    return {
        "format": "recency certificate",
        "schema": 1,
        "gamma": str(f.gamma),
        "return": made_of,
    }


def _signed(content: dict[str, Any]) -> dict[str, Any]:
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return {**content, "digest": hashlib.sha256(text.encode()).hexdigest()}


def _polynomial(p: fmpq_poly) -> dict[str, Any]:
    if max(p.numer().height_bits(), p.denom().bit_length()) > _MOST_BITS and _has_more_digits(p):
        raise LongNumbers(f"the return has numbers of more than {MOST_DIGITS} digits")
    return {
        "denominator": int(p.denom()),
        "coefficients": [int(x) for x in p.numer().coeffs()],
    }


#: numbers of fewer bits have fewer digits than `MOST_DIGITS`
_MOST_BITS = 3 * MOST_DIGITS


def _has_more_digits(p: fmpq_poly) -> bool:
    largest = fmpz(10) ** MOST_DIGITS
    return any(abs(x) >= largest for x in (p.denom(), *p.numer().coeffs()))


def _listed(integers: tuple[int, ...], shift: int) -> dict[str, Any]:
    """integers / 2^shift in lowest terms, without zeros at the end."""
    scaled = [x << max(-shift, 0) for x in integers]
    while scaled and scaled[-1] == 0:
        scaled.pop()
    bottom = 1 << max(shift, 0)
    shared = gcd(bottom, *scaled)
    return {
        "denominator": bottom // shared if scaled else 1,
        "coefficients": [x // shared for x in scaled],
    }
