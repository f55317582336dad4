"""Terms as Coq writes them, in the reals: sums, products, quotients, powers, rationals, symbols.

    >>> from symbolic.terms import index, real
    >>> gamma, m = real("gamma"), index("m")
    >>> term((1 - gamma) / (1 + gamma ** (m + 1)))
    '(1 - gamma) / (1 + gamma ^ (m + 1))'
    >>> term(gamma / 3 - 2), term(-(gamma**2))
    ('gamma / 3 - 2', '- gamma ^ 2')

Exponents are natural numbers: constants, integer symbols, and sums and products of them.
"""

from __future__ import annotations

import re

from sympy import Add, Expr, Integer, Mul, Pow, Rational, Symbol

#: words that a symbol may not be called
_RESERVED = re.compile(
    "as|at|cofix|else|end|exists|fix|for|forall|fun|if|in|let|match|mod|return|then|using|where"
    "|with|Prop|Set|Type|R|nat"
)
_SUM, _PRODUCT, _POWER, _ATOM = range(4)


class NotPrintable(ValueError):
    """Something that has no place in such a term; the message says what."""


def term(expression: Expr) -> str:
    """The term in Coq's syntax, in the scope of the reals."""
    return _real(expression)[0]


def symbols(expression: Expr) -> tuple[tuple[str, str], ...]:
    """The symbols of a term in alphabetical order, each with its type: ``R`` or ``nat``."""
    found = sorted(expression.free_symbols, key=lambda s: str(s.name))
    return tuple((_name(s), "nat" if s.is_integer else "R") for s in found)


def _real(expression: Expr) -> tuple[str, int]:
    """A real term, and how tightly it is bound together."""
    if isinstance(expression, Rational):
        return _rational(expression)
    if isinstance(expression, Symbol):
        if expression.is_integer:
            raise NotPrintable(f"the integer {expression} stands where a real number must")
        return _name(expression), _ATOM
    if isinstance(expression, Add):
        return _sum(expression), _SUM
    if isinstance(expression, Mul | Pow):
        return _quotient(expression)
    raise NotPrintable(f"{expression} is a {type(expression).__name__}, not an arithmetic term")


def _sum(expression: Add) -> str:
    shown = ""
    # constants first, and what is added before what is taken away
    parts = sorted(expression.args, key=lambda p: (_negative(p), not p.is_Rational, str(p)))
    for part in parts:
        if not shown:
            shown = _bound(part, _PRODUCT)
        elif _negative(part):
            shown += f" - {_bound(-part, _PRODUCT)}"
        else:
            shown += f" + {_bound(part, _PRODUCT)}"
    return shown


def _quotient(expression: Expr) -> tuple[str, int]:
    above, below = list[str](), list[str]()
    sign = _negative(expression)
    for factor in Mul.make_args(-expression if sign else expression):
        if isinstance(factor, Rational):
            above += [str(factor.p)] if factor.p != 1 else []
            below += [str(factor.q)] if factor.q != 1 else []
        elif isinstance(factor, Pow) and factor.exp.is_Integer and factor.exp < 0:
            below.append(_power(factor.base, -factor.exp))
        elif isinstance(factor, Pow):
            above.append(_power(factor.base, factor.exp))
        else:
            above.append(_bound(factor, _POWER))
    over = " * ".join(above) or "1"
    level = _PRODUCT if len(above) > 1 or below else _POWER
    if below:
        under = below[0] if len(below) == 1 else f"({' * '.join(below)})"
        over = f"{over} / {under}"
    return (f"- {over}", _SUM) if sign else (over, level)


def _power(base: Expr, exponent: Expr) -> str:
    if exponent == 1:
        return _bound(base, _POWER)
    return f"{_bound(base, _ATOM)} ^ {_natural(exponent)}"


def _natural(expression: Expr) -> str:
    """An exponent, in parentheses unless it is a single word."""
    if isinstance(expression, Integer) and expression >= 0:
        return str(expression)
    if isinstance(expression, Symbol) and expression.is_integer:
        return _name(expression)
    if isinstance(expression, Add | Mul):
        parts = sorted(
            expression.args, key=lambda p: (p.is_Rational == isinstance(expression, Add), str(p))
        )
        joint = " + " if isinstance(expression, Add) else " * "
        return f"({joint.join(map(_natural, parts))})"
    raise NotPrintable(f"the exponent {expression} is not a natural number")


def _rational(value: Rational) -> tuple[str, int]:
    if value < 0:
        return f"- {_rational(-value)[0]}", _SUM
    return (str(value.p), _ATOM) if value.q == 1 else (f"{value.p} / {value.q}", _PRODUCT)


def _negative(expression: Expr) -> bool:
    coefficient = expression.as_coeff_Mul()[0]
    return bool(coefficient.is_Rational and coefficient < 0)


def _bound(expression: Expr, least: int) -> str:
    shown, level = _real(expression)
    return shown if level >= least else f"({shown})"


def _name(symbol: Symbol) -> str:
    name = str(symbol.name)
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name, re.ASCII) or _RESERVED.fullmatch(name):
        raise NotPrintable(f"the symbol {name!r} cannot be a name in Coq")
    return name
