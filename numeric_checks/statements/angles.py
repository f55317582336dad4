"""What is said of every rational part of a turn: polynomials in one cosine, and their signs.

With x the cosine and y the sine of an angle, cos(n angle) = T_n(x) and sin(n angle) = y U_{n-1}(x),
the polynomials of Chebyshev, and y^2 = 1 - x^2.  So a number made of these is p(x) + y q(x).  The
rational parts of a turn are dense: it is nowhere negative there if and only if it is nowhere
negative at all, that is, if p >= 0 and p^2 >= (1 - x^2) q^2 for -1 <= x <= 1.
"""

from __future__ import annotations

from flint import fmpq_poly, fmpz_poly

from numeric_checks.safety.chebyshev import least_sign
from numeric_checks.statements.closed_forms import SINE, Form
from numeric_checks.statements.integers import Whole
from numeric_checks.statements.numbers import ONE, Ratio, Undecided

__all__ = ["every_angle", "least"]

_SINE_SQUARED = fmpq_poly([1, 0, -1])


def every_angle(op: str, a: Whole, unit: Whole) -> Form:
    """cos or sin of so many times any angle; ``unit`` is one time."""
    [(t, _)] = unit.parts
    found = dict(a.parts)
    n = found.pop(t, 0)
    if a.constant or found:
        raise Undecided("an angle that is not a multiple of one")
    if op == "cos":
        return Form.of(Ratio(fmpq_poly(fmpz_poly.chebyshev_t(abs(n))), ONE.den))
    of = fmpq_poly(fmpz_poly.chebyshev_u(abs(n) - 1)) if n else fmpq_poly([0])
    return Form.of(Ratio(of if n > 0 else -of, ONE.den), SINE)


def least(form: Form) -> int:
    """The sign of its least value over all angles; `Undecided` if it depends on more than that."""
    p, q = (_polynomial(form, kind) for kind in ("", SINE))
    if set(form.terms) - {("", ()), (SINE, ())}:
        raise Undecided("a number was expected, and this depends on an index, or is a vector")
    if q.is_zero():
        return least_sign(p)
    return min(least_sign(p), least_sign(p * p - _SINE_SQUARED * q * q))


def _polynomial(form: Form, kind: str) -> fmpq_poly:
    found = form.terms.get((kind, ()), Ratio.of(0))
    if found.den.degree() > 0:
        raise Undecided("a quotient by a cosine")
    return found.num
