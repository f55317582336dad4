"""Statements about operators, decided on the finite MRP of an instance.

An operator is read as A(z) r + B(z) v with rational functions A and B, which are matrices at
z = gamma P and numbers at an eigenvalue of gamma P.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from flint import fmpq, fmpq_mat, fmpq_poly

from numeric_checks.arithmetic.rationals import lowest_terms, to_fmpq
from numeric_checks.processes.mrp import MRP, Vector, cycle, max_norm
from numeric_checks.statements.closed_forms import Form
from numeric_checks.statements.findings import Finding, decided, sides
from numeric_checks.statements.integers import Whole
from numeric_checks.statements.numbers import NoValue, Ratio, Undecided, Undefined, Z
from numeric_checks.statements.reading import COSINES, Bound, Reading, new
from symbolic.core.terms import Term
from symbolic.printing import prose
from symbolic.printing.sentences import Equation, Formula
from symbolic.terms import real

Args = tuple[Term, ...]
#: what decides a statement of one kind, from its parts
Decider = Callable[[Reading, Args, Bound], Finding]


def operator(reading: Reading, t: Term, bound: Bound) -> tuple[Ratio, Ratio]:
    """A and B, for the operator A(z) r + B(z) v."""
    form = reading.form(t.args[0], (Form.of(1, "v"), Form.of(1, "r"), Form.of(Z), *bound))
    if not form.part("").is_zero:
        raise Undefined("a number beside vectors is no operator")
    return form.part("r"), form.part("v")


def discount(reading: Reading, t: Term, bound: Bound) -> Fraction:
    """gamma, which lies between 0 and 1 wherever an operator is spoken of."""
    gamma = reading.number(t, bound)
    if not 0 < gamma < 1:
        raise Undefined(f"gamma = {gamma}, so that there is no operator")
    return gamma


class There:
    """The MRP of the instance and one operator on it."""

    def __init__(self, reading: Reading, args: Args, bound: Bound) -> None:
        if reading.instance.mrp is None:
            raise NoValue("the instance has no Markov reward process")
        self.mrp: MRP = reading.instance.mrp
        if reading.number(args[1], bound) != self.mrp.gamma:
            raise Undecided("another discount than that of the MRP")
        self.rewards, self.values = operator(reading, args[2], bound)

    @property
    def B(self) -> fmpq_mat:
        """B(gamma P)."""
        return matrix(self.mrp, self.values)

    def apply(self, v: Vector) -> Vector:
        """H v."""
        return applied(self.mrp, (self.rewards, self.values), v)

    @property
    def units(self) -> list[Vector]:
        """Zero and the unit vectors: two affine maps that agree on them are the same."""
        size = range(self.mrp.size)
        rows = [tuple(Fraction(int(i == j)) for j in size) for i in size]
        return [(Fraction(0),) * self.mrp.size, *rows]


def matrix(mrp: MRP, ratio: Ratio) -> fmpq_mat:
    """The matrix of a rational function, at gamma P."""
    return mrp.matrix_of_series(
        *(tuple(map(lowest_terms, p.coeffs())) for p in (ratio.num, ratio.den))
    )


def applied(mrp: MRP, parts: tuple[Ratio, Ratio], v: Vector) -> Vector:
    """A(z) r + B(z) v."""
    columns = (fmpq_mat(mrp.size, 1, [to_fmpq(x) for x in each]) for each in (mrp.r, v))
    made = [matrix(mrp, part) * column for part, column in zip(parts, columns, strict=True)]
    return tuple(map(lowest_terms, (made[0] + made[1]).entries()))


def _same(reading: Reading, args: Args, bound: Bound) -> Finding:
    there, other = There(reading, args, bound), operator(reading, args[3], bound)
    for v in there.units:
        one, two = there.apply(v), applied(there.mrp, other, v)
        if one != two:
            return decided(False, sides(shown(one), shown(two)) + prose(", at {}", _at(v)))
    return decided(True)


def same_everywhere(reading: Reading, args: Args, bound: Bound) -> Finding:
    """On every MRP: the chains with two states have every eigenvalue between -gamma and gamma."""
    discount(reading, args[1], bound)
    one, two = (operator(reading, t, bound) for t in args[2:])
    return decided(one == two)


def _contracts(reading: Reading, args: Args, bound: Bound) -> Finding:
    norm, modulus = max_norm(There(reading, args, bound).B), reading.number(args[3], bound)
    why = prose("distances are multiplied by up to {}, and the bound is {}", norm, modulus)
    return decided(norm <= modulus, why)


def contracts_everywhere(reading: Reading, args: Args, bound: Bound) -> Finding:
    """On every MRP: with coefficients b_n no norm is above sum |b_n| gamma^n, by the triangle
    inequality, and a cycle with more states than there are coefficients has it.
    """
    gamma, (_, B) = discount(reading, args[1], bound), operator(reading, args[2], bound)
    modulus, degree = reading.number(args[3], bound), max(B.num.degree(), 0)
    norm = max_norm(matrix(cycle(degree + B.den.degree() + 1, gamma), B))
    if norm <= modulus and B.den.degree() > 0:
        raise Undecided("an operator with infinitely many coefficients on every MRP")
    why = "on a cycle distances are multiplied by up to {}, and the bound is {}"
    return decided(norm <= modulus, prose(why, norm, modulus))


def _zero_only_at(reading: Reading, args: Args, bound: Bound) -> Finding:
    """H v = A r + B v = 0 for the v with B v = -A r: none, one, or with v all v + kernel."""
    there = There(reading, args, bound)
    zero = there.units[0]
    wanted = applied(there.mrp, operator(reading, args[3], bound), zero)
    right = [-to_fmpq(x) for x in there.apply(zero)]
    both = [[*row, x] for row, x in zip(there.B.tolist(), right, strict=True)]
    reduced, rank = fmpq_mat(both).rref()
    rows, size = reduced.tolist()[:rank], there.mrp.size
    pivots = [next(j for j, x in enumerate(row) if x != 0) for row in rows]
    if size in pivots:
        return decided(True, "it is nowhere 0")

    def solution(free: int) -> Vector:
        found = {
            j: row[size] - free * sum(row[j + 1 : size], fmpq(0))
            for j, row in zip(pivots, rows, strict=True)
        }
        return tuple(lowest_terms(found.get(j, fmpq(free))) for j in range(size))

    other = next((v for v in map(solution, range(2)) if v != wanted), wanted)
    assert not any(there.apply(other))
    return decided(other == wanted, prose("it is {} at {}", 0, _at(other)))


def _constants(reading: Reading, args: Args, bound: Bound) -> Finding:
    """B(gamma) k = f(k) for every number k: the same polynomial in k."""
    there = There(reading, args, bound)
    value = reading.form(args[3], (Form.of(Z), *bound)).part()
    by = at(there.values, there.mrp.gamma)
    return decided(Ratio.of(by) * Z == value, prose("the values are multiplied by {}", by))


def _cycle(reading: Reading, args: Args, bound: Bound) -> Finding:
    """(H v)(s_0) on the cycle, where the values have its length for a period."""
    gamma, (_, ratio) = discount(reading, args[0], bound), operator(reading, args[1], bound)
    length = max(reading.whole(args[2], bound).put({}).constant, 1)
    values = []
    for place in range(length):
        turns = new()
        member = reading.form(args[3], (Whole.generic(turns, length, place), *bound))
        early = (Whole(place + length * n) for n in range(turns.start))
        seen = {reading.number(args[3], (n, *bound)) for n in early}
        if any(powers for _, powers in member.terms) or seen - {member.number()}:
            return decided(True, f"the values do not have the period {length}")
        values.append(member.number())
    there, wanted = matrix(cycle(length, gamma), ratio), reading.number(args[4], bound)
    left = sum((lowest_terms(there[0, j]) * x for j, x in enumerate(values)), Fraction(0))
    return decided(left == wanted, sides(left, wanted))


def _two_states(reading: Reading, args: Args, bound: Bound) -> Finding:
    gamma, (_, values) = discount(reading, args[0], bound), operator(reading, args[1], bound)
    stay = reading.number(args[2], bound)
    there = at(values, gamma * (2 * stay - 1 if 0 <= stay <= 1 else -1))
    wanted = reading.number(args[3], bound)
    return decided(there == wanted, sides(there, wanted))


def _mode(reading: Reading, args: Args, bound: Bound) -> Finding:
    """B(gamma e^{it}) as a matrix, where e^{it} is the rotation by t."""
    gamma, (_, values) = discount(reading, args[0], bound), operator(reading, args[1], bound)
    length, mode = (reading.whole(t, bound).put({}) for t in args[4:])
    part = Fraction(mode.constant, max(length.constant, 1)) % 1
    a, b = (COSINES.get((part - turned) % 1) for turned in (Fraction(0), Fraction(1, 4)))
    if a is None or b is None:
        raise Undecided("an eigenvalue that is not a rational point")
    turn = fmpq_mat([[to_fmpq(gamma * x) for x in row] for row in ((a, -b), (b, a))])
    made = _polynomial(values.den, turn).solve(_polynomial(values.num, turn))
    there = tuple(lowest_terms(made[k, 0]) for k in range(2))
    wanted = tuple(reading.number(t, bound) for t in args[2:4])
    return decided(there == wanted, sides(there, wanted))


#: how the statements about the MRP at hand are decided
OPERATORS: Mapping[str, Decider] = {
    "same": _same, "contracts": _contracts, "zero only at": _zero_only_at,
    "constants": _constants, "cycle": _cycle, "two states": _two_states, "mode": _mode,
}  # fmt: skip


# -- matrices and polynomials ---------------------------------------------------------------------


def at(ratio: Ratio, x: Fraction) -> Fraction:
    """The value of a rational function at a number."""
    return lowest_terms(ratio.num(to_fmpq(x)) / ratio.den(to_fmpq(x)))


def _polynomial(p: fmpq_poly, x: fmpq_mat) -> fmpq_mat:
    one = diagonal((Fraction(1),) * x.nrows())
    total = one * 0
    for c in reversed(p.coeffs()):
        total = total * x + one * c
    return total


def diagonal(d: Sequence[Fraction | int]) -> fmpq_mat:
    """A diagonal matrix."""
    size = range(len(d))
    return fmpq_mat([[to_fmpq(Fraction(d[i] * (i == j))) for j in size] for i in size])


def shown(v: Vector) -> Formula:
    """For a reader: a number, if there is one state."""
    return v if len(v) > 1 else v[0]


def _at(v: Vector) -> Equation:
    return Equation(real("v"), shown(v))
