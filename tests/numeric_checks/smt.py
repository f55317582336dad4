"""A second opinion from an SMT solver about rational inequalities over the reals.

A `Claim` says that some relations between rational functions follow from others, for all real
values of their symbols.  The solver z3 (its decision procedure for real arithmetic, nlsat) looks
for a point where they do not:

    Proved      there is no such point
    Refuted     here is one, in rational numbers; it was checked exactly, without the solver
    Unknown     z3 gave up within its allowance of steps, or its point has irrational coordinates

z3, which only the tests need, is imported when a claim is examined.  Its allowance is counted in
steps and not in seconds, so that the answer does not depend on the machine.

    >>> e, g = real("epsilon"), real("gamma")
    >>> print(prove(Claim("squares are positive", (), (Less(0, g**2),))))
    refuted at gamma = 0
    >>> [str(prove(claim)) for claim in violator_claims()]
    ['proved', 'proved', 'proved', 'proved']
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from typing import Any, TypeAlias

from sympy import Abs, Add, Expr, Integer, Mul, Pow, Rational, Symbol

from symbolic.returns.parameters import rational
from symbolic.statements import AtMost, Equal, Less, NotEqual, Relation, Statement
from symbolic.terms import is_index, real
from symbolic.writing.theorem import Theorem

__all__ = [
    "Answer",
    "Claim",
    "NotArithmetic",
    "Proved",
    "Refuted",
    "SolverMissing",
    "Unknown",
    "cycle_claims",
    "fails_at",
    "instance",
    "prove",
    "two_state_claims",
    "violator_claims",
]

_STEPS = 20_000_000
_DIGITS = (4, 16, 64)


class NotArithmetic(ValueError):
    """The claim is not about rational functions of real symbols; the message names the term."""


class SolverMissing(RuntimeError):
    """z3 is not installed; the message says how to install it."""


@dataclass(frozen=True)
class Claim:
    """Wherever all relations of ``given`` hold, all those of ``then`` do."""

    name: str
    given: tuple[Relation, ...]
    then: tuple[Relation, ...]

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """What the claim is about, in alphabetical order."""
        found = {s for r in (*self.given, *self.then) for s in (r.lhs - r.rhs).free_symbols}
        return tuple(sorted(found, key=str))


@dataclass(frozen=True)
class Proved:
    """The solver found that no point contradicts the claim."""

    def __str__(self) -> str:
        return "proved"


@dataclass(frozen=True)
class Refuted:
    """A rational point at which the claim fails."""

    point: tuple[tuple[Symbol, Fraction], ...]

    def __str__(self) -> str:
        return "refuted at " + ", ".join(f"{s} = {x}" for s, x in self.point)


@dataclass(frozen=True)
class Unknown:
    """No answer, and why."""

    reason: str

    def __str__(self) -> str:
        return f"unknown: {self.reason}"


Answer: TypeAlias = Proved | Refuted | Unknown


def prove(claim: Claim, *, steps: int = _STEPS) -> Answer:
    """What z3 finds out about the claim in that many of its steps."""
    if type(steps) is not int or not 0 < steps < 2**32:
        raise ValueError(f"steps = {steps!r}; expected an integer, 0 < steps < 2^32")
    solver = _Solver.of(claim)
    search = solver.z3.Tactic("qfnra-nlsat", ctx=solver.context).solver()
    search.set("rlimit", steps)
    search.add(*map(solver.formula, claim.given))
    search.add(solver.negation(claim.then))
    match str(search.check()):
        case "unsat":
            return Proved()
        case "sat":
            return _counterexample(claim, solver, search.model())
        case _:
            return Unknown(f"z3 gave up: {search.reason_unknown()}")


def instance(theorem: Theorem, values: Mapping[Symbol, int]) -> Claim:
    """A theorem about numbers, with integers put in for its integer symbols, as a claim.

    The solver is asked about the very statement that was derived, and its hypotheses.
    """
    numbers = {symbol: Integer(value) for symbol, value in values.items()}

    def put(statement: Statement) -> Relation:
        made = statement.substitute(numbers)
        if not isinstance(made, Relation):
            raise NotArithmetic(f"{made} is not an equation or an inequality")
        return made

    name = ", ".join(f"{symbol} = {value}" for symbol, value in values.items())
    hypotheses = (put(h) for h in theorem.hypotheses)
    return Claim(name, tuple(h for h in hypotheses if h.free_symbols), (put(theorem.statement),))


def fails_at(claim: Claim, point: Mapping[Symbol, Fraction]) -> bool:
    """Is everything given true at the point, and something of the rest false?  Exactly.

    >>> g = real("gamma")
    >>> claim = Claim("below one", (Less(0, g),), (Less(g, 1),))
    >>> [fails_at(claim, {g: Fraction(n, 2)}) for n in (0, 1, 2)]
    [False, False, True]
    """
    return all(_holds(r, point) for r in claim.given) and not all(
        _holds(r, point) for r in claim.then
    )


def two_state_claims(tau: int) -> tuple[Claim, ...]:
    """Delayed TD on two states, with the eigenvalue w = 1 - x^tau (1 - x) at x = gamma (2p - 1).

    For odd tau, w > 1 if p < 1/2 and |w| < 1 if p > 1/2; for even tau, |1 + alpha (w - 1)| <= 1 for
    every p and every step size 0 < alpha <= 1.
    """
    _check_delay(tau)
    alpha, g, p = (real(name) for name in ("alpha", "gamma", "p"))
    half, x = Rational(1, 2), g * (2 * p - 1)
    w = 1 - x**tau * (1 - x)
    discount = (Less(0, g), Less(g, 1))
    if tau % 2 == 0:
        given = (*discount, AtMost(0, p), AtMost(p, 1), Less(0, alpha), AtMost(alpha, 1))
        scaled = 1 + alpha * (w - 1)
        then = (AtMost(-1, scaled), AtMost(scaled, 1))
        return (Claim(f"no divergence on two states, tau = {tau}", given, then),)
    low = (*discount, AtMost(0, p), Less(p, half))
    high = (*discount, Less(half, p), AtMost(p, 1))
    return (
        Claim(f"divergence below one half, tau = {tau}", low, (Less(1, w),)),
        Claim(f"contraction above one half, tau = {tau}", high, (Less(-1, w), Less(w, 1))),
    )


def cycle_claims(tau: int) -> tuple[Claim, ...]:
    """Delayed TD on the (tau + 1)-cycle, at any mu = a + ib with mu^{tau+1} = 1.

    The real part of 1 - (gamma mu)^tau (1 - gamma mu) exceeds 1 exactly when a < gamma; so it does
    at every mu left of the imaginary axis.
    """
    _check_delay(tau)
    a, b, g = (real(name) for name in ("a", "b", "gamma"))
    before, _ = _power(a, b, tau)
    after, imaginary = _power(a, b, tau + 1)
    root = (Less(0, g), Less(g, 1), Equal(a**2 + b**2, 1), Equal(after, 1), Equal(imaginary, 0))
    part = 1 - g**tau * before + g ** (tau + 1) * after
    return (
        Claim(f"growth left of the axis, tau = {tau}", (*root, Less(a, 0)), (Less(1, part),)),
        Claim(f"growth left of gamma, tau = {tau}", (*root, Less(a, g)), (Less(1, part),)),
        Claim(f"decay right of gamma, tau = {tau}", (*root, Less(g, a)), (Less(part, 1),)),
    )


def violator_claims() -> tuple[Claim, ...]:
    """The weights (-epsilon, 1 + epsilon), of modulus beta = epsilon gamma + (1 + epsilon) gamma^2.

    beta < 1 exactly when epsilon < (1 - gamma)/gamma, and beta < gamma exactly when
    epsilon < (1 - gamma)/(1 + gamma), written without fractions.
    """
    e, g = real("epsilon"), real("gamma")
    given = (Less(0, g), Less(g, 1), AtMost(0, e))
    beta = e * g + (1 + e) * g**2
    contracts, faster = Less(beta, 1), Less(beta, g)
    small, smaller = Less(e * g, 1 - g), Less(e * (1 + g), 1 - g)
    return (
        Claim("small epsilon contracts", (*given, small), (contracts,)),
        Claim("only small epsilon contracts", (*given, contracts), (small,)),
        Claim("smaller epsilon beats one step", (*given, smaller), (faster,)),
        Claim("only smaller epsilon beats one step", (*given, faster), (smaller,)),
    )


@dataclass(frozen=True)
class _Solver:
    """z3, and what the symbols of a claim are called there."""

    z3: Any
    context: Any
    variables: dict[Symbol, Any]

    @classmethod
    def of(cls, claim: Claim) -> _Solver:
        z3 = _z3()
        context = z3.Context()
        return cls(z3, context, {s: z3.Real(str(s), context) for s in claim.symbols})

    def formula(self, relation: Relation) -> Any:
        return _compare(relation, self.term(relation.lhs), self.term(relation.rhs))

    def negation(self, relations: tuple[Relation, ...]) -> Any:
        return self.z3.Not(self.z3.And([self.formula(r) for r in relations], self.context))

    def term(self, term: Expr) -> Any:
        match term:
            case Rational():
                return self.z3.Q(int(term.p), int(term.q), self.context)
            case Symbol() if not is_index(term):
                return self.variables[term]
            case Add():
                return self.z3.Sum([self.term(t) for t in term.args])
            case Mul():
                return self.z3.Product([self.term(t) for t in term.args])
            case Pow(exp=Integer()) if int(term.exp) >= 0:
                return self.z3.Product([self.term(term.base)] * int(term.exp))
            case Pow(exp=Integer()):
                return 1 / self.term(Pow(term.base, -term.exp))
            case Abs():
                inside = self.term(term.args[0])
                return self.z3.If(inside >= 0, inside, -inside)
        raise NotArithmetic(
            f"{term} is not a rational function of real symbols with rational coefficients"
        )

    def number(self, model: Any, symbol: Symbol, digits: int) -> Fraction:
        """The value of a symbol, to that many digits if it is irrational."""
        value = model.eval(self.variables[symbol], model_completion=True)
        if self.z3.is_algebraic_value(value):
            value = value.approx(digits)
        return Fraction(value.numerator_as_long(), value.denominator_as_long())


def _counterexample(claim: Claim, solver: _Solver, model: Any) -> Answer:
    """The solver's point, or a rational one near it, if the claim fails there."""
    for digits in _DIGITS:
        point = {s: solver.number(model, s, digits) for s in claim.symbols}
        with suppress(NotArithmetic):  # something is divided by zero there
            if fails_at(claim, point):
                return Refuted(tuple(point.items()))
    return Unknown("z3 has a counterexample, but none was found in rational numbers")


def _holds(relation: Relation, point: Mapping[Symbol, Fraction]) -> bool:
    numbers = {s: Rational(x.numerator, x.denominator) for s, x in point.items()}
    sides = [side.xreplace(numbers) for side in (relation.lhs, relation.rhs)]
    for side in sides:
        if not isinstance(side, Rational):
            raise NotArithmetic(f"{side} is not a number; expected one for each symbol")
    return bool(_compare(relation, *map(rational, sides)))


def _compare(relation: Relation, left: Any, right: Any) -> Any:
    """The relation between two numbers, or between two terms of the solver."""
    match relation:
        case Less():
            return left < right
        case AtMost():
            return left <= right
        case Equal():
            return left == right
        case NotEqual():
            return left != right
    raise NotArithmetic(f"{relation} is not an equation or an inequality")


def _power(a: Expr, b: Expr, n: int) -> tuple[Expr, Expr]:
    """Real and imaginary part of (a + ib)^n, expanded."""
    x, y = Integer(1), Integer(0)
    for _ in range(n):
        x, y = (a * x - b * y).expand(), (a * y + b * x).expand()
    return x, y


def _check_delay(tau: int) -> None:
    if type(tau) is not int or tau < 0:
        raise ValueError(f"tau = {tau!r}; expected a delay, an integer tau >= 0")


def _z3() -> Any:
    try:
        return import_module("z3")
    except ImportError:
        raise SolverMissing("z3 is not installed: pip install 'recency[test]'") from None
