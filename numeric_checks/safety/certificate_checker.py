"""Checks a certificate that TD learning with a return converges, or diverges on a cycle.

It needs only Python's standard library: ``python certificate_checker.py FILE...`` exits with 0 if
every certificate is accepted, with 1 if one does not prove what it claims, and with 2 if a file
cannot be read or is no certificate.

A certificate names a discount gamma = p/s, a return h(z) = numerator(z) / (product of factors)(z),
and a claim about f(z) = (1 - z) h(z).  On a process with transition matrix P, an expected update of
step size alpha multiplies the error by 1 - alpha f(gamma P): the sign of Re f at the eigenvalues of
gamma P, which lie in |z| <= gamma, decides.

*No poles.*  A factor with |d_1| gamma + |d_2| gamma^2 + ... < |d_0| has no zero in |z| <= gamma.

*Converges.*  Re f is harmonic, so it is >= margin in the disc if it is so on the circle.  There,
with f = F/D, z = gamma e^{i theta} and any polynomial q, the certificate's "square",

    Re(F conj D) - margin |D|^2 = t_0 + sum_{k>=1} t_k cos(k theta)
    |q(e^{i theta})|^2          = A_0 + sum_{k>=1} 2 A_k cos(k theta),     A_k = sum_j q_j q_{j+k},

and the first is at least the second, hence >= 0, if t_0 - A_0 >= sum_{k>=1} |t_k - 2 A_k|.

*Diverges.*  gamma e^{2 pi i j/k} is an eigenvalue of gamma P for the cycle of k states; if Re f < 0
there, the error grows whatever the step size.

All is done in integers.  F and D share a denominator; powers of gamma and points of the circle are
integers over a common scale, with an error for which each docstring proves a bound.

    >>> check('{"claim": "converges", "margin": 0.5}')
    Traceback (most recent call last):
    numeric_checks.safety.certificate_checker.Rejected: 0.5 is no integer, nor text such as '3/4'
"""

from __future__ import annotations

import hashlib
import json
import sys
from decimal import MAX_EMAX, ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal, Inexact
from fractions import Fraction
from itertools import zip_longest
from math import gcd
from typing import Any, NamedTuple, NoReturn, TypeAlias

__all__ = ["NotProved", "Rejected", "Verdict", "check", "main"]

MAX_BYTES, MAX_DIGITS, MAX_COEFFICIENTS = 20_000_000, 4000, 200_000
MAX_WORK = 3 * 10**9  # in about nanoseconds
SHOWN = 8  # so many eligibilities are listed in a verdict
Filter: TypeAlias = tuple[Fraction, list[int], list[int], int]  # gamma, and f = (F/over)/(D/over)
KEYS = {"format", "schema", "gamma", "return", "claim", "digest"}
MORE_KEYS = {"converges": {"margin", "square"}, "diverges": {"cycle", "mode", "real_part"}}


class Rejected(ValueError):
    """Not a certificate, or not a proof of its claim; one line says what is wrong, and where."""


class NotProved(Rejected):
    """A certificate in due form that does not prove its claim."""


class Verdict(NamedTuple):
    """What was proved; ``support`` counts the weights of a return that was given as a list."""

    gamma: Fraction
    h: tuple[Fraction, ...]
    support: int | None
    claim: str
    margin: Fraction | None = None
    cycle: int | None = None
    mode: int | None = None
    lower: Fraction | None = None
    upper: Fraction | None = None

    def __repr__(self) -> str:
        return f"<Verdict: {self.sentence()}>"

    def sentence(self) -> str:
        """The theorem in words, with long numbers rounded (bounds to the safe side)."""
        more = "" if self.support is not None and self.support <= SHOWN else ", ..."
        td, radius = f"TD with h = ({', '.join(map(_short, self.h))}{more})", _short(self.gamma)
        if self.margin is not None:
            bound = f"Re f(z) >= {_short(self.margin, ROUND_FLOOR)} wherever |z| = {radius}"
            where = "on every finite irreducible Markov reward process"
            return f"{bound}: on-policy {td} converges {where}"
        bound = f"Re f(z) <= {_short(self.upper or Fraction(0), ROUND_CEILING)} at |z| = {radius}"
        cycle = f"{self.cycle} state{'' if self.cycle == 1 else 's'}, mode {self.mode}"
        where = f"{self.mode}/{self.cycle} of a turn"
        return f"{bound}, {where}: {td} diverges on the cycle of {cycle}"


def check(text: str | bytes) -> Verdict:
    """What the certificate proves; raises `Rejected` if it proves nothing."""
    data = _read(text)
    gamma = _rational(data, "gamma")
    _need(0 < gamma < 1, "gamma is out of range, expected 0 < gamma < 1")
    _keys(data["return"], {"numerator", "factors"}, "the return")
    over, h = _polynomial(data["return"]["numerator"], "the numerator")
    factors = data["return"]["factors"]
    _need(type(factors) is list, "the factors are no list")
    under, d = _product([_polynomial(d, f"factor {i}") for i, d in enumerate(factors)], gamma)
    h, D = [under * a for a in h], [over * a for a in d]
    F = [a - b for a, b in zip([*h, 0], [0, *h], strict=True)]
    f, support = (gamma, F, D, over * under), None if factors else len(h)
    first = _quotient(h, D, SHOWN if support is None else min(support, SHOWN))
    if data["claim"] == "converges":
        margin = _rational(data, "margin")
        _need(margin > 0, "the margin is not positive")
        _check_margin(f, margin, *_polynomial(data["square"], "the square"))
        return Verdict(gamma, first, support, "converges", margin)
    k, j = data["cycle"], data["mode"]
    _need(type(k) is type(j) is int, "the cycle or the mode is no integer")
    _need(k > 0 and 0 <= 2 * j <= k and gcd(j, k) == 1, "the mode is not in 0..k/2, prime to k")
    _keys(data["real_part"], {"lower", "upper"}, "the real part")
    lower, upper = _rational(data["real_part"], "lower"), _rational(data["real_part"], "upper")
    _need(lower <= upper < 0, "the real part is not as expected: lower <= upper < 0")
    _check_real_part(f, Fraction(j, k), lower, upper)
    return Verdict(gamma, first, support, "diverges", None, k, j, lower, upper)


def _need(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Rejected(otherwise)


def _afford(operations: int, bits: int) -> None:
    """Refuse products of so many, so long integers that they would take more than a few seconds."""
    _need(operations * (100 + (bits // 30) ** 2) <= MAX_WORK, "too large to check in a few seconds")


def _read(text: str | bytes) -> dict[str, Any]:
    """The JSON object, if it has the keys it should have and its digest matches."""
    raw = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    _need(len(raw) <= MAX_BYTES, f"more than {MAX_BYTES} bytes")
    zeros = raw.translate(bytes.maketrans(b"123456789", b"000000000"))
    _need(b"0" * (MAX_DIGITS + 1) not in zeros, f"a number has more than {MAX_DIGITS} digits")
    decoder = json.JSONDecoder(
        object_pairs_hook=_object, parse_float=_no_float, parse_constant=_no_float
    )
    try:
        data = decoder.decode(raw.decode("utf-8"))
        _need(type(data) is dict, "the certificate is no JSON object")
        rest: dict[str, Any] = {key: value for key, value in data.items() if key != "digest"}
        canonical = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    except Rejected:
        raise
    except (ValueError, RecursionError) as problem:
        raise Rejected(f"not JSON: {str(problem)[:80]!a}") from None
    claim = rest.get("claim", "")
    _need(claim in list(MORE_KEYS), "the claim is neither 'converges' nor 'diverges'")
    _keys(data, KEYS | MORE_KEYS[claim], "the certificate")
    digest = hashlib.sha256(canonical.encode()).hexdigest()
    _need(data["digest"] == digest, "the digest does not match: the certificate was changed")
    kind = [rest["format"], rest["schema"], type(rest["schema"])]
    _need(kind == ["recency certificate", 1, int], "not a 'recency certificate' of schema 1")
    return rest


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    _need(len(dict(pairs)) == len(pairs), "a key occurs twice in an object")
    return dict(pairs)


def _no_float(text: str) -> NoReturn:
    raise Rejected(f"{text[:20]} is no integer, nor text such as '3/4'")


def _keys(value: object, expected: set[str], name: str) -> None:
    if not isinstance(value, dict):
        raise Rejected(f"{name} is no JSON object")
    for key in sorted(expected ^ value.keys()):
        raise Rejected(f"{name} has {'no' if key in expected else 'the unknown'} key {key[:30]!a}")


def _rational(data: dict[str, Any], key: str) -> Fraction:
    """The number that was written just as Fraction writes it: 3/4, or 3."""
    text = data[key]
    if isinstance(text, str) and set(text) <= set("-/0123456789"):
        try:
            if str(value := Fraction(text)) == text:
                return value
        except (ValueError, ZeroDivisionError):
            pass
    raise Rejected(f"{key} is no rational number: expected text such as '3/4', in lowest terms")


def _polynomial(value: Any, name: str) -> tuple[int, list[int]]:
    """Denominator and coefficients, in lowest terms."""
    _keys(value, {"denominator", "coefficients"}, name)
    over, a = value["denominator"], value["coefficients"]
    _need(type(a) is list and len(a) <= MAX_COEFFICIENTS, f"{name} is no list, or too long a one")
    _need({int}.issuperset(map(type, [over, *a])), f"{name} is not made of integers")
    _need(a[-1:] != [0], f"the last coefficient of {name} is zero")
    _need(over > 0 and gcd(over, *a) == 1, f"{name} is not in lowest terms, denominator >= 1")
    return over, a


def _size(a: list[int]) -> int:
    """The sum of absolute values, a bound for the polynomial on |z| <= 1."""
    return sum(map(abs, a))


def _product(factors: list[tuple[int, list[int]]], gamma: Fraction) -> tuple[int, list[int]]:
    """Denominator and coefficients of the product, if no factor has a zero in |z| <= gamma."""
    bits = sum((over * _size(d)).bit_length() for over, d in factors)
    length = 1 + sum(len(d) for _, d in factors)
    terms = sum(len(d) - d.count(0) for _, d in factors)
    _afford(64 + length * (1 + terms), 8 * bits + 2 * gamma.denominator.bit_length())
    denominator, product = 1, [1]
    for i, (over, d) in enumerate(factors):
        if not _has_no_zero(d, gamma):
            raise NotProved(f"factor {i} is not seen to have no zero in |z| <= gamma")
        larger = [0] * (len(product) + len(d) - 1)
        for j, b in enumerate(d):
            if b:
                for k, a in enumerate(product, start=j):
                    larger[k] += a * b
        denominator, product = denominator * over, larger
    return denominator, product


def _has_no_zero(d: list[int], gamma: Fraction) -> bool:
    """Whether |d_1| gamma + |d_2| gamma^2 + ... < |d_0|, by Horner's rule with rounding up."""
    bits, total = 64 + 2 * gamma.denominator.bit_length(), 0
    for a in d[:0:-1]:
        total = -((total + (abs(a) << bits)) * -gamma.numerator // gamma.denominator)
    return d != [] and total < abs(d[0]) << bits


def _quotient(a: list[int], d: list[int], count: int) -> tuple[Fraction, ...]:
    """The first coefficients of the power series a/d, by long division."""
    h: list[Fraction] = []
    for n in range(count):
        known = sum((d[k] * h[n - k] for k in range(1, min(n + 1, len(d)))), Fraction(0))
        h.append(((a[n] if n < len(a) else 0) - known) / d[0])
    return tuple(h)


def _check_margin(f: Filter, margin: Fraction, over: int, q: list[int]) -> None:
    """t_0 - A_0 >= sum_{k>=1} |t_k - 2 A_k|, where the t_k are off by ``error`` together."""
    t, unit, error = _cosine_sum(f, margin, over**2)
    A, one = _autocorrelation(q) if q else [0], unit // over**2
    double = 2 * one
    rest = sum(abs(x - double * y) for x, y in zip_longest(t[1:], A[1:], fillvalue=0))
    lack = rest - (t[0] - error) + one * A[0]
    if lack > 0:
        short = _short(Fraction(lack, unit), ROUND_CEILING)
        raise NotProved(f"the square does not prove the margin: it falls short by {short}")


def _check_real_part(f: Filter, turn: Fraction, lower: Fraction, upper: Fraction) -> None:
    """sum_k t_k cos(2 pi k turn) is > 0 for the level ``lower``, and < 0 for ``upper``."""
    for level, sign in (lower, 1), (upper, -1):
        t, unit, error = _cosine_sum(f, level, level.denominator)
        bits = 256 + (len(t) * _size(t) * level.denominator // unit).bit_length()
        total = sum(a * c for a, c in zip(t, _cosines(turn, len(t), bits), strict=True))
        slack = (error << bits) + 6 * len(t) * _size(t)
        if sign * total < slack:
            raise NotProved(f"Re f is not seen to be {'<>'[sign > 0]}= {_short(level)}")


def _cosine_sum(f: Filter, level: Fraction, fine: int) -> tuple[list[int], int, int]:
    """Integers t_k with Re(F conj D) - level |D|^2 = sum_k (t_k/unit) cos(k theta); unit and error.

    The unit is a multiple of ``fine``.
    It is Re(G conj D), a sum of G_i D_j gamma^{i+j} cos((i - j) theta).  If every power of gamma is
    off by at most e, the t_k are off by at most e (sum |G_i|) (sum |D_j|) together.
    """
    gamma, F, D, over = f
    up, down = level.numerator, level.denominator
    G = [down * a - up * d for a, d in zip_longest(F, D, fillvalue=0)]
    degree, size, unit = len(G) + len(D) - 2, _size(G) * _size(D), down * over**2
    finest = degree * size * fine * down * gamma.denominator // unit
    bits = max(128, 64 + finest.bit_length())
    terms = len(G) * (len(D) - D.count(0)) + 8 * degree
    _afford(terms, bits + (size * fine * gamma.denominator).bit_length())
    powers, error = _powers(gamma, degree, bits)
    first, *rest = (fine * d for d in D)
    t = [first * a * power for a, power in zip(G, powers, strict=False)]
    for j, d in enumerate(rest, start=1):
        if d:
            for i, a in enumerate(G):
                t[abs(i - j)] += d * a * powers[i + j]
    return t, fine * unit * powers[0], fine * error * size


def _powers(gamma: Fraction, n: int, bits: int) -> tuple[list[int], int]:
    """Integers g_0 = scale, g_1, ..., g_n with |g_i - gamma^i scale| <= error; and the error.

    As g_{i+1} = floor(g_i p/s) is off by at most gamma times the error of g_i, plus 1, n is a bound
    for all.  With scale = s^n, used if it is not too long, every division comes out even.
    """
    p, s = gamma.numerator, gamma.denominator
    exact = n * s.bit_length() <= bits
    g = [s**n if exact else 1 << bits]
    for _ in range(n):
        g.append(g[-1] * p // s)
    return g, 0 if exact else n


def _autocorrelation(q: list[int]) -> list[int]:
    """A_0, A_1, ..., A_{n-1}, read off the digits of one product of long numbers.

    Let X = 10^w > 2 A_0.  Then q_0 + q_1 X + ... times its reverse is A_{n-1} + ... + A_0 X^{n-1}
    and higher terms; as |A_k| <= A_0 < X/2, adding X/2 to each makes it a digit to the base X.  (So
    it does with q_j: |q_j| <= sqrt(A_0) is so small that the sum has w digits.)
    (Decimal multiplies long numbers faster than int does; here it would raise before it rounds.)
    """
    n, w = len(q), (2 * sum(a * a for a in q)).bit_length() * 30103 // 100000 + 1
    fits = n * w <= 4_000_000 and w <= (sys.get_int_max_str_digits() or MAX_DIGITS)
    _need(fits, "the square is too large to check in a few seconds")
    exact = Context(prec=2 * n * w + 2, Emax=MAX_EMAX, traps=[Inexact])
    half = 5 * 10 ** (w - 1)
    halves, blocks = Decimal(str(half) * n), [str(a + half) for a in q]
    forward = exact.subtract(Decimal("".join(blocks)), halves)
    backward = exact.subtract(Decimal("".join(reversed(blocks))), halves)
    positive = exact.add(halves, Decimal(f"1E{2 * n * w}"))
    digits = str(exact.add(exact.multiply(forward, backward), positive))[-n * w :]
    return [int(digits[i : i + w]) - half for i in range(0, n * w, w)]


def _cosines(turn: Fraction, count: int, bits: int) -> list[int]:
    """cos(2 pi k turn) times 2^bits for k = 0, 1, ..., off by at most 6 k, for 0 <= turn <= 1/2.

    On the way to k = 1 there are 64 bits more.  Of e^{ix} the terms x^n/n!, 0 <= x < 4, are off by
    d_n <= 6, as d_0 = 0 and d_n <= 4 d_{n-1}/n + 1; those left out add up to less than 12; and x is
    off by less than 20 (bits + 64) + 1.  In all that is less than 2^64, so less than 1 in the end,
    and 3 with rounding down.  Then each multiplication by e^{ix} adds at most 3, and 2 for rounding
    down, to an error that it enlarges by a factor of at most 1 + 3/2^bits, where bits >= 256.
    """
    one = 1 << bits + 64
    x = 2 * _pi(one) * turn.numerator // turn.denominator
    terms = [one]
    while terms[-1] or len(terms) < 9:
        terms.append(terms[-1] * x // (one * len(terms)))
    u = sum(terms[::4]) - sum(terms[2::4]) >> 64
    v = sum(terms[1::4]) - sum(terms[3::4]) >> 64
    points = [(1 << bits, 0)]
    for _ in range(count - 1):
        a, b = points[-1]
        points.append((a * u - b * v >> bits, a * v + b * u >> bits))
    return [a for a, _ in points]


def _pi(one: int) -> int:
    """16 arctan(1/5) - 4 arctan(1/239) times ``one``, off by less than 20 times the bits of one."""
    total = 0
    for weight, m in (16, 5), (-4, 239):
        power, n = one // m, 1
        while power:
            total += weight * (2 - n % 4) * (power // n)
            power, n = power // (m * m), n + 2
    return total


def _short(x: Fraction, rounding: str = ROUND_HALF_EVEN) -> str:
    """The number, or six digits of it if it is long."""
    if max(abs(x.numerator), x.denominator) < 10**12:
        return str(x)
    return str(Context(6, rounding).divide(Decimal(x.numerator), Decimal(x.denominator)))


def main(paths: list[str]) -> int:
    """Check the files, with a line for each; the exit code is said at the top."""
    code = 0 if paths else 2
    for path in paths:
        try:
            with open(path, "rb") as file:
                text = file.read(MAX_BYTES + 1)
            print(f"{path!a}: accepted: {check(text).sentence()}")
        except Rejected as problem:
            code = max(code, 1 if isinstance(problem, NotProved) else 2)
            print(f"{path!a}: rejected: {problem}", file=sys.stderr)
        except (OSError, ValueError) as problem:
            code = 2
            print(f"{path!a}: cannot be read: {str(problem)!a}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
