"""The normal form of terms: polynomials over Q in opaque atoms.

A polynomial is a dictionary from monomials to coefficients that are not zero; a monomial is a
sorted tuple of atoms with repetition, an atom the number of a term in normal form: a variable, a
member of a sequence, a sum, an absolute value, an inverse, a power with a symbolic exponent.  The
polynomial of a term is computed once.  Equal polynomials: the terms are equal, for all values of
their variables, bound or free (with 1/0 = 0, inverses and powers of products split for zero too).

What holds only for numbers that are not zero, or exponents that are not negative, is not part of
the normal form: `vanishes` uses it where a premise says so.

    >>> from symbolic.core.terms import var, INT
    >>> n, x = var("n", INT), var("x")
    >>> dict(polynomial((x + 1)**2 - x**2 - 2*x - 1))
    {}
    >>> vanishes(polynomial(x**(n + 1) - x * x**n), [], [n]), vanishes(polynomial(x/x - 1), [x], [])
    (True, True)
    >>> vanishes(polynomial(x**(n + 1) - x * x**n), [], [])
    False
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import gcd, lcm
from threading import Lock
from types import MappingProxyType
from typing import Any

from symbolic.core.terms import INT, PROP, REAL, ZERO, Term, add, eq, le, lt, mul, node, number

Number = int | Fraction
Monomial = tuple[int, ...]
Polynomial = Mapping[Monomial, Number]

_one_at_a_time = Lock()
_atoms: list[Term] = []
_numbers: dict[Term, int] = {}
_polynomials: dict[Term, Polynomial] = {}
_terms: dict[Term, Term] = {}
_keys: dict[Term, Term] = {}


def _atom(t: Term) -> Polynomial:
    """The polynomial that is one atom, already in normal form."""
    k = _numbers.get(t)
    if k is None:
        with _one_at_a_time:  # two atoms with one number would be equal
            k = _numbers.get(t, len(_atoms))
            if k == len(_atoms):
                _atoms.append(t)
                _numbers[t] = k
    return {(k,): 1}


def atom(k: int) -> Term:
    """The term behind the number of an atom."""
    return _atoms[k]


def atoms(*polynomials: Polynomial) -> list[Term]:
    """The atoms of some polynomials, each once, in the order of their numbers."""
    return [_atoms[k] for k in sorted({k for p in polynomials for m in p for k in m})]


def plus(p: Polynomial, q: Polynomial, times: Number = 1) -> Polynomial:
    """p + times q."""
    total = dict(p)
    for m, c in q.items():
        value = total.get(m, 0) + times * c
        if value:
            total[m] = value
        else:
            total.pop(m, None)
    return total


def product(p: Polynomial, q: Polynomial) -> Polynomial:
    """p q."""
    total: dict[Monomial, Number] = {}
    for m, c in p.items():
        for n, d in q.items():
            both = tuple(sorted(m + n)) if m and n else m or n
            value = total.get(both, 0) + c * d
            if value:
                total[both] = value
            else:
                del total[both]
    return total


def raised(p: Polynomial, k: int) -> Polynomial:
    """p to a power k >= 0, by squaring."""
    total: Polynomial = {(): 1}
    while k:
        if k & 1:
            total = product(total, p)
        k >>= 1
        if k:
            p = product(p, p)
    return total


def polynomial(t: Term) -> Polynomial:
    """The normal form of a real term."""
    found = _polynomials.get(t)
    if found is None:
        found = _polynomials[t] = MappingProxyType(dict(_READ.get(t[0], _plain)(t)))
    return found


def _whole(q: Number) -> Number:
    return q.numerator if q.denominator == 1 else q


def _number(t: Term) -> Polynomial:
    return {(): t[1]} if t[1] else {}


def _sum(t: Term) -> Polynomial:
    total = dict(polynomial(t[2][0]))
    for a in t[2][1:]:
        for m, c in polynomial(a).items():
            value = total.get(m, 0) + c
            if value:
                total[m] = value
            else:
                del total[m]
    return total


def _product(t: Term) -> Polynomial:
    total = polynomial(t[2][0])
    for a in t[2][1:]:
        total = product(total, polynomial(a))
    return total


def _plain(t: Term) -> Polynomial:
    """A variable, a member of a sequence, a sum: its arguments in normal form."""
    return _atom(node(t[0], t[1], tuple([normal(a) for a in t[2]])))


def scaled(p: Polynomial) -> tuple[Number, Polynomial]:
    """c and q with p = c q, and q the same for every multiple of p; p is not zero."""
    # whole coefficients without a common factor, the first of them positive
    bottom = lcm(*(q.denominator for q in p.values()))
    top = gcd(*(int(q * bottom) for q in p.values()))
    c = _whole(Fraction(top if p[min(p)] > 0 else -top, bottom))
    return c, p if c == 1 else {m: _whole(Fraction(q) / c) for m, q in p.items()}


def _inverse(t: Term) -> Polynomial:
    p = polynomial(t[2][0])
    if not p:
        return {}
    c, q = scaled(p)
    total: Polynomial = {(): _whole(1 / Fraction(c))}
    if len(q) == 1:  # 1/(x y) = 1/x 1/y, also where x or y is zero
        for k in next(iter(q)):
            a = _atoms[k]
            total = product(
                total, polynomial(a[2][0]) if a[0] == "inv" else _atom(node("inv", None, (a,)))
            )
        return total
    return product(total, _atom(node("inv", None, (written(q),))))


def _primes(n: int) -> list[int]:
    found, p = [], 2
    while p * p <= n:
        while n % p == 0:
            found.append(p)
            n //= p
        p += 1
    return [*found, n] if n > 1 else found


def _power(t: Term) -> Polynomial:
    """b**e is split over the factors of b, and b**(k e) is (b**e)**k."""
    base, exponent = polynomial(t[2][0]), polynomial(t[2][1])
    if not exponent:
        return {(): 1}
    if len(exponent) == 1 and () in exponent:
        k = exponent[()]
        assert isinstance(k, int)
        if k < 0:
            return raised(polynomial(node("inv", None, t[2][:1])), -k)
        return raised(base, k)
    if not base:
        return _atom(node("pow", None, (ZERO, written(exponent))))
    c, q = scaled(base)
    total: Polynomial = {(): 1}
    if c < 0:
        odd = {m: k % 2 for m, k in exponent.items() if k % 2}
        total = _one_power(number(-1), odd) if odd else total
    primes = [(p, 1) for p in _primes(abs(c.numerator))]
    for p, sign in [*primes, *((p, -1) for p in _primes(c.denominator))]:
        for m, k in exponent.items():  # a prime is not zero
            total = product(total, _one_power(number(p), {m: sign * k}))
    if len(q) > 1:
        return product(total, _one_power(written(q), exponent))
    for k in next(iter(q)):
        total = product(total, _one_power(_atoms[k], exponent))
    return total


def _one_power(base: Term, exponent: Polynomial) -> Polynomial:
    """A power of an atom, of a prime, or of a sum in normal form."""
    if base[0] == "inv":
        return polynomial(
            node("pow", None, (base[2][0], written({m: -k for m, k in exponent.items()})))
        )
    if base[0] == "pow":
        return polynomial(
            node("pow", None, (base[2][0], written(product(polynomial(base[2][1]), exponent))))
        )
    if list(exponent) == [()]:
        return polynomial(node("pow", None, (base, number(exponent[()]))))
    content = gcd(*(int(k) for k in exponent.values()))
    if exponent[min(exponent, key=_size)] < 0:
        content = -content
    atom = _atom(node("pow", None, (base, written({m: k // content for m, k in exponent.items()}))))
    if content < 0:
        atom = _atom(node("inv", None, (_atoms[next(iter(atom))[0]],)))
    return raised(atom, abs(content))


def _size(m: Monomial) -> tuple[bool, Monomial]:
    """Monomials in an order in which the constant comes last."""
    return (not m, m)


def _absolute(t: Term) -> Polynomial:
    p = polynomial(t[2][0])
    if not p:
        return {}
    c, q = scaled(p)
    total: Polynomial = {(): c if c > 0 else -c}
    if len(q) > 1:
        return product(total, _atom(node("abs", None, (written(q),))))
    for k in next(iter(q)):
        a = _atoms[k]
        if a[0] == "abs":
            size: Polynomial = {(k,): 1}
        elif a[0] in ("pow", "inv"):
            size = polynomial(node(a[0], None, (node("abs", None, a[2][:1]), *a[2][1:])))
        else:
            size = _atom(node("abs", None, (a,)))
        total = product(total, size)
    return total


def _choice(t: Term) -> Polynomial:
    gap = plus(polynomial(t[2][1]), polynomial(t[2][0]), -1)
    if not gap or list(gap) == [()]:
        return polynomial(t[2][2] if gap and gap[()] > 0 else t[2][3])
    return _plain(t)


def _floor(t: Term) -> Polynomial:
    a, b = polynomial(t[2][0]), polynomial(t[2][1])
    if list(b) == [()] and b[()] > 0 and (not a or list(a) == [()]):
        return _number(number(int(a.get((), 0)) // int(b[()])))
    return _plain(t)


_READ: dict[str, Any] = {
    "num": _number, "+": _sum, "*": _product, "inv": _inverse, "pow": _power, "abs": _absolute,
    "if": _choice, "div": _floor,
}  # fmt: skip


def written(p: Polynomial) -> Term:
    """A polynomial as a term."""
    return add(*[mul(number(p[m]), *_factors(m)) for m in sorted(p)])


def _factors(m: Monomial) -> Iterable[Term]:
    for k in dict.fromkeys(m):
        times = m.count(k)
        yield _atoms[k] if times == 1 else node("pow", None, (_atoms[k], number(times)))


def normal(t: Term) -> Term:
    """The normal form of a term or of a statement, as a term."""
    found = _terms.get(t)
    if found is None:
        if t[3] in (INT, REAL):
            found = written(polynomial(t))
        else:
            found = node(t[0], t[1], tuple([normal(a) for a in t[2]]))
        _terms[t] = _terms[found] = found
    return found


def key(s: Term) -> Term:
    """One statement for all that say the same by their normal forms: a <= b and 2 a - 2 b <= 0."""
    found = _keys.get(s)
    if found is None:
        if s[0] in ("=", "<=", "<"):
            p = plus(polynomial(s[2][1]), polynomial(s[2][0]), -1)
            if p:
                c, p = scaled(p)
                p = {m: -q for m, q in p.items()} if c < 0 and s[0] != "=" else p
            found = {"=": eq, "<=": le, "<": lt}[s[0]](ZERO, written(p))
        elif s[3] == PROP:
            found = node(s[0], s[1], tuple([key(a) for a in s[2]]))
        else:
            found = normal(s)
        _keys[s] = found
    return found


# -- what holds for numbers that are not zero, and exponents that are not negative -----------------


def vanishes(p: Polynomial, units: Iterable[Term], exponents: Iterable[Term]) -> bool:
    """Is p = 0, where the ``units`` are not zero and the ``exponents`` are integers >= 0?

    The units are cleared in the order given: one whose inverse stands inside another comes later.
    """
    if not p:
        return True
    nonzero = [part for d in units for part in _factors_of(d)]
    for d in nonzero:
        p = cleared(p, d)
    for e in exponents:
        p = split_powers(p, polynomial(e))
    for d in nonzero:
        p = _split_bases(p, d)
    return not p


def _factors_of(d: Term) -> list[Term]:
    """What is not zero if d is not: up to numbers, d itself, or the factors of a product.

    The inverse of a number is not zero only if the number is not.
    """
    p = polynomial(d)
    q = scaled(p)[1] if p else {}
    if len(q) != 1:
        return [written(q)]
    found = [_atoms[k] for k in dict.fromkeys(next(iter(q)))]
    return [a[2][0] if a[0] == "inv" else a for a in found]


def _substituted(p: Polynomial, values: dict[int, Polynomial]) -> Polynomial:
    if not values:
        return p
    total: Polynomial = {}
    for m, c in p.items():
        part: Polynomial = {tuple([k for k in m if k not in values]): c}
        for k in m:
            if k in values:
                part = product(part, values[k])
        total = plus(total, part)
    return total


def split_powers(p: Polynomial, e: Polynomial) -> Polynomial:
    """b**(e + k) as b**e b**k, for e >= 0 and whole numbers k > 0; 1/b**n is b**-n."""
    values: dict[int, Polynomial] = {}
    for k in {k for m in p for k in m}:
        a = _atoms[k]
        inverse = a[0] == "inv"
        power = a[2][0] if inverse else a
        if power[0] == "pow":
            own = polynomial(power[2][1])
            more = plus({m: -c for m, c in own.items()} if inverse else own, e, -1)
            if list(more) == [()] and more[()] > 0:
                rest = raised(polynomial(power[2][0]), int(more[()]))
                values[k] = product(_one_power(power[2][0], e), rest)
    return _substituted(p, values)


def _split_bases(p: Polynomial, base: Term) -> Polynomial:
    """b**(e + f) as b**e b**f, for b that is not zero; then times what clears 1/b**e."""
    values: dict[int, Polynomial] = {}
    powers: dict[Term, None] = {}
    for k in sorted({k for m in p for k in m}):
        a = _atoms[k]
        inverse = a[0] == "inv"
        power = a[2][0] if inverse else a
        if power[0] == "pow" and power[2][0] is base:
            total: Polynomial = {(): 1}
            for m, c in polynomial(power[2][1]).items():
                part = node("pow", None, (base, written({m: -c if inverse else c})))
                total = product(total, polynomial(part))
                powers[node("pow", None, (base, written({m: 1})))] = None
            values[k] = total
    p = _substituted(p, values)
    for power in powers:
        p = cleared(p, power)
    return cleared(p, base)


def cleared(p: Polynomial, d: Term) -> Polynomial:
    """p times a power of d that is not zero, without 1/d (nor inverses of the factors of d)."""
    q = scaled(polynomial(d))[1] if polynomial(d) else {}
    if not q:
        return p
    parts: list[Polynomial] = [{(k,): 1} for k in next(iter(q))] if len(q) == 1 else [q]
    for part in parts:
        k = _numbers.get(node("inv", None, (written(part),)), -1)
        most = max(m.count(k) for m in p) if p else 0
        if most:
            powers = [raised(part, j) for j in range(most + 1)]
            total: Polynomial = {}
            for m, c in p.items():
                rest = {tuple([j for j in m if j != k]): c}
                total = plus(total, product(rest, powers[most - m.count(k)]))
            p = total
    return p
