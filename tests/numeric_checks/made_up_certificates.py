"""Certificates made by hand, and a slow exact judge of them that shares nothing with the checker.

The judge works on Fractions, with exact powers of gamma and double loops; the only numbers that it
cannot have exactly, the points of the circle where a return diverges, are Arb balls.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm, prod
from typing import Any, TypeAlias

import numpy as np
from flint import acb, arb, ctx, fmpq
from hypothesis import strategies as st

from numeric_checks.instances import strategies as draw

Number: TypeAlias = int | str | Fraction
Poly: TypeAlias = Sequence[Number]
Certificate: TypeAlias = dict[str, Any]

NUMBERS = draw.rationals(-3, 3, 4)
#: discounts with short and with long denominators: exact and rounded powers of gamma
DISCOUNTS = st.one_of(
    draw.discounts(),
    st.integers(1, 10**40 - 1).map(lambda p: Fraction(p, 10**40)),
    st.integers(1, 10**6).map(lambda p: 1 - Fraction(1, 10**6 + p)),
)
POLYNOMIALS = st.lists(NUMBERS, max_size=5)
FACTORS = st.lists(
    st.lists(draw.rationals(-1, 1, 4), max_size=3).map(
        lambda a: [sum(map(abs, a)) + Fraction(1, 2), *a]
    ),
    max_size=2,
)


def exact(values: Poly) -> list[Fraction]:
    return [Fraction(a) for a in values]


def poly(values: Poly) -> dict[str, Any]:
    """A polynomial over its least denominator, without zeros at the end."""
    a = exact(values)
    while a and a[-1] == 0:
        a.pop()
    over = lcm(1, *(x.denominator for x in a))
    return {"denominator": over, "coefficients": [int(x * over) for x in a]}


def _return(gamma: Number, h: Poly, factors: Sequence[Poly]) -> Certificate:
    return {
        "format": "recency certificate",
        "schema": 1,
        "gamma": str(Fraction(gamma)),
        "return": {"numerator": poly(h), "factors": [poly(d) for d in factors]},
    }


def converges(
    gamma: Number, h: Poly, margin: Number, square: Poly = (), factors: Sequence[Poly] = ()
) -> Certificate:
    claim = {"claim": "converges", "margin": str(Fraction(margin)), "square": poly(square)}
    return {**_return(gamma, h, factors), **claim}


def diverges(
    gamma: Number,
    h: Poly,
    turn: tuple[int, int],
    real_part: tuple[Number, Number],
    factors: Sequence[Poly] = (),
) -> Certificate:
    """``turn`` is (mode, cycle)."""
    lower, upper = (str(Fraction(x)) for x in real_part)
    claim = {"claim": "diverges", "cycle": turn[1], "mode": turn[0]}
    return {
        **_return(gamma, h, factors),
        **claim,
        "real_part": {"lower": lower, "upper": upper},
    }


def sealed(data: Any) -> str:
    """The text, with a digest that fits, whatever else may be wrong."""
    if not isinstance(data, dict):
        return json.dumps(data)
    rest = {key: value for key, value in data.items() if key != "digest"}
    canonical = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return json.dumps({**rest, "digest": hashlib.sha256(canonical.encode()).hexdigest()})


def times(a: Sequence[Fraction], b: Sequence[Fraction]) -> list[Fraction]:
    product = [Fraction(0)] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            product[i + j] += x * y
    return product


def cosines(
    gamma: Fraction, h: Sequence[Fraction], factors: Sequence[Sequence[Fraction]], level: Fraction
) -> list[Fraction]:
    """t_0, t_1, ... with Re(F conj D) - level |D|^2 = sum_k t_k cos(k theta)."""
    F, D = times([Fraction(1), Fraction(-1)], h or [Fraction(0)]), [Fraction(1)]
    for d in factors:
        D = times(D, d)
    t = [Fraction(0)] * max(len(F), len(D))
    for j, y in enumerate(D):
        for i, x in enumerate(F):
            t[abs(i - j)] += x * y * gamma ** (i + j)
        for i, x in enumerate(D):
            t[abs(i - j)] -= level * x * y * gamma ** (i + j)
    return t


def excess(t: Sequence[Fraction], q: Sequence[Fraction]) -> Fraction:
    """(t_0 - A_0) - sum_{k>=1} |t_k - 2 A_k|; not negative for a proof."""
    A = [sum((a * b for a, b in zip(q, q[k:], strict=False)), Fraction(0)) for k in range(len(q))]
    size = max(len(t), len(A), 1)
    wide_t, wide_A = [*t, *[Fraction(0)] * size][:size], [*A, *[Fraction(0)] * size][:size]
    rest = sum(abs(x - 2 * y) for x, y in zip(wide_t[1:], wide_A[1:], strict=True))
    return wide_t[0] - wide_A[0] - rest


def real_part(
    gamma: Fraction, h: Sequence[Fraction], factors: Sequence[Sequence[Fraction]], turn: Fraction
) -> arb:
    """Re f(gamma e^{2 pi i turn}), to about 500 bits."""
    ctx.prec = 600
    try:
        z = acb(_ball(gamma)) * (acb(_ball(2 * turn))).exp_pi_i()
        bottom = prod((_at(d, z) for d in factors), start=acb(1))
        return ((1 - z) * _at(h, z) / bottom).real
    finally:
        ctx.prec = 53


def _at(a: Sequence[Fraction], z: acb) -> acb:
    total = acb(0)
    for x in reversed(a):
        total = total * z + acb(_ball(x))
    return total


def _ball(x: Fraction) -> arb:
    return arb(fmpq(x.numerator, x.denominator))


def is_a_proof(data: Any) -> bool:
    """Whether this is a certificate, down to the spelling of its numbers, and a proof."""
    try:
        return _is_a_proof(data)
    except (AttributeError, KeyError, OverflowError, TypeError, ValueError, ZeroDivisionError):
        return False


def _values(data: dict[str, Any]) -> list[Fraction]:
    return [Fraction(a, data["denominator"]) for a in data["coefficients"]]


def _is_a_proof(data: dict[str, Any]) -> bool:
    gamma, h = Fraction(data["gamma"]), _values(data["return"]["numerator"])
    factors = [_values(d) for d in data["return"]["factors"]]
    no_poles = all(
        d and sum(abs(a) * gamma**k for k, a in enumerate(d[1:], start=1)) < abs(d[0])
        for d in factors
    )
    if not 0 < gamma < 1 or not no_poles:
        return False
    if data["claim"] == "converges":
        margin, q = Fraction(data["margin"]), _values(data["square"])
        same, true = converges(gamma, h, margin, q, factors), margin > 0
        true = true and excess(cosines(gamma, h, factors, margin), q) >= 0
    else:
        j, k = data["mode"], data["cycle"]
        lower, upper = (Fraction(data["real_part"][end]) for end in ("lower", "upper"))
        same = diverges(gamma, h, (int(j), int(k)), (lower, upper), factors)
        true = 0 <= 2 * j <= k and gcd(j, k) == 1 and lower <= upper < 0
        true = true and _between(lower, real_part(gamma, h, factors, Fraction(j, k)), upper)
    return true and json.dumps(same, sort_keys=True) == json.dumps(data, sort_keys=True)


def _between(lower: Fraction, ball: arb, upper: Fraction) -> bool:
    """Strictly, as the checker does not know points of the circle exactly either."""
    ctx.prec = 600
    try:
        return bool(_ball(lower) < ball) and bool(ball < _ball(upper))
    finally:
        ctx.prec = 53


def found(
    gamma: Number, h: Poly, factors: Sequence[Poly] = (), share: Number = "1/2"
) -> Certificate:
    """A certificate for a share of the best margin, from numpy's roots of the cosine sum."""
    g, weights, ds = Fraction(gamma), exact(h), [exact(d) for d in factors]
    z = float(g) * np.exp(1j * np.linspace(0, np.pi, 4001))
    bottom = prod((np.polyval([float(a) for a in d[::-1]], z) for d in ds), start=np.ones_like(z))
    f = (1 - z) * np.polyval([float(a) for a in weights[::-1]], z) / bottom
    margin = Fraction(share) * Fraction(round(float(f.real.min()) * 10**6), 10**6)
    return converges(g, weights, margin, _root(cosines(g, weights, ds, margin)), factors)


def _root(t: Sequence[Fraction]) -> list[Fraction]:
    """q with |q|^2 = sum_k t_k cos(k theta) - 2^-30, up to rounding to 45 bits."""
    a = np.array([float(x) for x in t])
    a[0] -= 2.0**-30
    roots = np.roots(np.concatenate([a[:0:-1] / 2, a[:1], a[1:] / 2]))
    q = np.real(np.poly(roots[np.abs(roots) > 1]))[::-1]
    q *= np.sqrt(a[0] / np.sum(q * q))
    return [Fraction(round(float(x) * 2**45), 2**45) for x in q]


def sparse(lam: Fraction, m: int) -> tuple[list[Fraction], list[list[Fraction]]]:
    """The sparse lambda return: 1 - (1 - lam) z - lam z^m over (1 - z)(1 - lam z^m)."""
    top = [Fraction(1), *[Fraction(0)] * m]
    top[1] -= 1 - lam
    top[m] -= lam
    gaps = [Fraction(0)] * (m - 1)
    return top, [[Fraction(1), Fraction(-1)], [Fraction(1), *gaps, -lam]]


#: true claims that a reader can check by hand, or nearly so
TRUE: dict[str, Certificate] = {
    "TD(0)": converges("9/10", [1], "1/10"),
    "a violator": found("9/10", [1, "1/2", "3/4"]),
    "a violator, with nothing to spare": converges("1/2", [1, "1/2", "3/4"], "19/32"),
    "below zero": found("9/10", [1, "-1/2"]),
    "Monte Carlo": converges("9/10", [1], 1, factors=[[1, -1]]),
    "lambda return": found("9/10", [1], [[1, "-4/5"]]),
    "sparse lambda return": found("9/10", *sparse(Fraction(3, 4), 3)),
    "two equal factors": found("1/2", [1], [[1, "-1/2"], [1, "-1/2"]]),
    "inverted U": diverges(
        "9/10", [0, "1/2"], (1, 4), ("-3/50", "-1/20"), factors=[[1, "-1/2"], [1, "-1/2"]]
    ),
    "delayed TD": diverges("9/10", [0, 1], (1, 2), ("-172/100", "-170/100")),
    "delayed TD by two steps": diverges("9/10", [0, 0, 1], (1, 3), ("-8/7", "-1")),
    "k = 5": diverges("9/10", [0, 0, 0, 0, 1], (2, 5), ("-113/100", "-112/100")),
    "one state": diverges("1/2", [1, -4], (0, 1), ("-3/5", "-2/5")),
}
