"""The bridge from numbers to Markov reward processes: axioms about power series and operators.

Fix a finite MRP with transition matrix P, and 0 < gamma < 1.  An operator is a pair of power series
A, B that converge for |z| < 1; since ||gamma P|| = gamma < 1 in the maximum norm, A(gamma P) and
B(gamma P) are matrices, and all of them commute, being series in one matrix.

*Why the axioms hold.*  An analytic function has one sequence of coefficients, so what is said of
operators depends only on the values of A and B at the numbers |z| < 1: two terms that are equal for
all those numbers, and for all numbers r and v, are one operator ("bridge").  Coefficients of sums
and products of absolutely convergent power series are the sums and the Cauchy products of
coefficients, which gives the axioms about ``size`` and ``along``; for a series of power series the
order of summation is changed where the sum of all sizes converges.  There the series of matrices
converges as well, since a power of a stochastic matrix has the norm 1; so does a matrix times a
series of numbers.  ||P|| = 1 and the triangle
inequality give "contraction"; P 1 = 1 gives "constant vectors"; on two states that stay with
probability p, P (1,-1) = (2p - 1) (1,-1); on a cycle (P^n v)(s_0) = v(s_n), and P w = e^{it} w for
w(s) = e^{its}, t = 2 pi j/k.  Equations between vectors may be multiplied by matrices that commute.
1 - gamma P has an inverse, the Neumann series; matrices in one variable commute, so a product is
nonsingular exactly when its factors are.

In ``proofs/formal/ClassicalFacts.v`` four of these are Coq theorems: "contraction"
(``contraction``), "constant vectors" (``constant_vectors``), "two states" (``two_states``) and
"modes of a cycle" (``modes_of_a_cycle``).
"""

from __future__ import annotations

from collections.abc import Callable

from symbolic.core.axioms import k, lo, x, y
from symbolic.core.kernel import Refused, Sequent, Theorem, add_axioms, rule
from symbolic.core.polynomials import key
from symbolic.core.terms import (
    INT,
    MRP,
    OPER,
    REAL,
    ZERO,
    Term,
    apply,
    bind,
    binder,
    bounded,
    converges,
    eq,
    forall,
    fresh,
    from_on,
    implies,
    le,
    lt,
    node,
    operator,
    put,
    series,
    var,
)

chain, gamma = var("M", MRP), var("gamma")
H, K, W = (var(name, OPER) for name in ("H", "K", "W"))
p, j = var("p"), var("j", INT)


Function = Callable[..., Term]


def _function(name: str, *sorts: str) -> Function:
    """A function variable of the axioms."""
    return lambda *args: node("app", (name, sorts), args)


A, B, C, D, A2, B2, C2, D2, S = (
    _function(name, REAL) for name in ("A", "B", "C", "D", "A'", "B'", "C'", "D'", "S")
)
F, G = (_function(name, REAL, REAL, REAL) for name in "FG")
T, U, Q = (_function(name, INT, REAL) for name in "TUQ")


def u(n: Term) -> Term:
    """A member of the sequence u."""
    return apply("u", n)


def analytic(function: Function) -> Term:
    """The function is a power series."""
    return node("analytic", None, (binder(function, REAL),))


def size(function: Function, bound: Term, at: Term = gamma) -> Term:
    """The sum of |b_n| at**n is at most the bound."""
    return node("size", None, (at, binder(function, REAL), bound))


def along(function: Function, values: Function, total: Term) -> Term:
    """The sum of b_n gamma**n values(n)."""
    return node("along", None, (gamma, binder(function, REAL), binder(values), total))


def matrices(function: Function) -> Term:
    """The series of matrices from lo on converges."""
    return node("matrices", None, (lo, binder(function, INT, REAL)))


def pair(rewards: Function, values: Function) -> Term:
    """The operator A(z) r + B(z) v."""
    return operator(lambda z, r, v: rewards(z) * r + values(z) * v)


def same(left: Term, right: Term) -> Term:
    """One operator, on the MRP."""
    return node("same", None, (chain, gamma, left, right))


def only(left: Term, solution: Term) -> Term:
    """Zero only at the solution, on the MRP."""
    return node("zero only at", None, (chain, gamma, left, solution))


def nonsingular(matrix: Function) -> Term:
    """matrix(z) v = 0 only for v = 0."""
    return only(operator(lambda z, r, v: matrix(z) * v), operator(lambda z, r, v: ZERO))


def _about(op: str, *args: Term) -> Term:
    return node(op, None, args)


def _small(statement: Function) -> Term:
    """For all numbers |q| < 1."""
    return forall(lambda q: implies(lt(abs(q), 1), statement(q)), REAL)


DISCOUNT = (lt(0, gamma), lt(gamma, 1))
#: every T(i, z) is a power series of size at most Q(i, q), and the sizes can be summed
SIZES = (
    from_on(
        lo,
        lambda i: forall(
            lambda q: implies(lt(0, q), lt(q, 1), size(lambda z: T(i, z), Q(i, q), q)), REAL
        ),
    ),
    forall(lambda q: implies(lt(0, q), lt(q, 1), converges(lo, lambda i: Q(i, q))), REAL),
)


def total(z: Term) -> Term:
    """The sum of T(i, z) from lo on."""
    return series(lo, lambda i: T(i, z))


AXIOMS: dict[str, tuple[tuple[Term, ...], Term]] = {
    # power series
    "size of a constant": ((), size(lambda z: x, abs(x))),
    "size of the variable": (DISCOUNT, size(lambda z: z, gamma)),
    "size of a sum": ((size(A, x), size(B, y)), size(lambda z: A(z) + B(z), x + y)),
    "size of a product": ((size(A, x), size(B, y)), size(lambda z: A(z) * B(z), x * y)),
    "size of the geometric series": (DISCOUNT, size(lambda z: 1 / (1 - z), 1 / (1 - gamma))),
    "size of a series": ((*DISCOUNT, *SIZES), size(total, series(lo, lambda i: Q(i, gamma)))),
    "larger size": ((size(A, x), le(x, y)), size(A, y)),
    "size of equal functions": ((_small(lambda q: eq(A(q), B(q))), size(A, x)), size(B, x)),
    "a size is not negative": ((size(A, x),), le(0, x)),
    "what has a size is analytic": ((size(A, x),), analytic(A)),
    "along a power": ((*DISCOUNT, le(0, k)), along(lambda z: z**k, u, gamma**k * u(k))),
    "along a multiple": ((along(A, u, x),), along(lambda z: y * A(z), u, y * x)),
    "along a sum": ((along(A, u, x), along(B, u, y)), along(lambda z: A(z) + B(z), u, x + y)),
    "along a series": (
        (*DISCOUNT, *SIZES, bounded(0, u),
         from_on(lo, lambda i: along(lambda z: T(i, z), u, apply("f", i)))),
        along(total, u, series(lo, lambda i: apply("f", i))),
    ),
    "along equal functions": ((_small(lambda q: eq(A(q), B(q))), along(A, u, x)), along(B, u, x)),
    # series of matrices
    "matrices of summable size": (SIZES, matrices(T)),
    "a matrix with weights": (
        (analytic(A), converges(lo, lambda i: apply("f", i))),
        matrices(lambda i, z: A(z) * apply("f", i)),
    ),
    "sum of matrices": ((matrices(T), matrices(U)), matrices(lambda i, z: T(i, z) + U(i, z))),
    "equal matrices": (
        (from_on(lo, lambda i: _small(lambda q: eq(T(i, q), U(i, q)))), matrices(T)), matrices(U)
    ),
    # operators
    "bridge": (
        (forall(lambda z, r, v: implies(lt(abs(z), 1), eq(F(z, r, v), G(z, r, v))), *3 * (REAL,)),),
        same(operator(F), operator(G)),
    ),
    "operators are symmetric": ((same(H, K),), same(K, H)),
    "operators are transitive": ((same(H, K), same(K, W)), same(H, W)),
    "combined operators": (
        (*map(analytic, (A, B, C, D, A2, B2, C2, D2, S)), same(pair(A, B), pair(C, D)),
         same(pair(A2, B2), pair(C2, D2))),
        same(pair(lambda z: A(z) + S(z) * A2(z), lambda z: B(z) + S(z) * B2(z)),
             pair(lambda z: C(z) + S(z) * C2(z), lambda z: D(z) + S(z) * D2(z))),
    ),
    "contraction": ((analytic(A), size(B, x)), _about("contracts", chain, gamma, pair(A, B), x)),
    "larger modulus": (
        (_about("contracts", chain, gamma, H, x), le(x, y)), _about("contracts", chain, gamma, H, y)
    ),
    "modulus of the same operator": (
        (same(H, K), _about("contracts", chain, gamma, H, x)),
        _about("contracts", chain, gamma, K, x),
    ),
    "constant vectors": (
        (*DISCOUNT, analytic(A), analytic(B)),
        _about("constants", chain, gamma, pair(A, B), binder(lambda c: B(gamma) * c, REAL)),
    ),
    "equal multiples": (
        (_about("constants", chain, gamma, H, binder(A, REAL)),
         forall(lambda q: eq(A(q), B(q)), REAL)),
        _about("constants", chain, gamma, H, binder(B, REAL)),
    ),
    "on a cycle": (
        (*DISCOUNT, le(1, k), analytic(A), along(B, u, x)),
        _about("cycle", gamma, pair(A, B), k, binder(u), x),
    ),
    "two states": (
        (*DISCOUNT, le(0, p), le(p, 1), analytic(A), analytic(B)),
        _about("two states", gamma, pair(A, B), p, B(gamma * (2 * p - 1))),
    ),
    "numbers on two states": (
        (*DISCOUNT, le(abs(x), 1), *map(analytic, (A, B, C, D)),
         forall(lambda chain: _about("same", chain, gamma, pair(A, B), pair(C, D)), MRP)),
        forall(lambda r, v: eq(A(gamma * x) * r + B(gamma * x) * v,
                               C(gamma * x) * r + D(gamma * x) * v), REAL, REAL),
    ),
    "modes of a cycle": (
        (*DISCOUNT, le(1, k), analytic(A), along(B, lambda n: node("cos", None, (j * n, k)), x),
         along(B, lambda n: node("sin", None, (j * n, k)), y)),
        _about("mode", gamma, pair(A, B), x, y, k, j),
    ),
    # what makes a solution unique
    "invertible": (DISCOUNT, nonsingular(lambda z: 1 - z)),
    "nonsingular product": (
        (analytic(A), analytic(B), nonsingular(A), nonsingular(B)),
        nonsingular(lambda z: A(z) * B(z)),
    ),
    "nonsingular factor": (
        (analytic(A), analytic(B), nonsingular(lambda z: A(z) * B(z))), nonsingular(B)
    ),
    "only solution": (
        (*map(analytic, (A, B, C, D)), nonsingular(B),
         same(pair(A, C), operator(lambda z, r, v: B(z) * (v - D(z) * r)))),
        only(pair(A, C), operator(lambda z, r, v: D(z) * r)),
    ),
    "nonsingular if only solution": (
        (*map(analytic, (A, B, C, D)), only(pair(A, C), operator(lambda z, r, v: D(z) * r)),
         same(pair(A, C), operator(lambda z, r, v: B(z) * (v - D(z) * r)))),
        nonsingular(B),
    ),
}  # fmt: skip

add_axioms(AXIOMS)


@rule
def respell(equation: Theorem, template: Term, theorem: Theorem) -> Sequent:
    """Two terms that are equal for all numbers |z| < 1, r and v are one operator.

    G |- for all z, r, v: |z| < 1 implies a = b      D |- A[operator a]
    -------------------------------------------------------------------  (A has one loose variable)
    G, D |- A[operator b]
    """
    names: list[Term] = []
    s = equation[1]
    for _ in range(3):
        if s.op != "all" or s.data != REAL:
            raise Refused("respell: needs an equation for all z, r and v")
        names.append(fresh(REAL, equation[1], *names))
        s = put(s.args[0], names[-1])
    if s.op != "implies" or s.args[0] is not lt(abs(names[0]), 1) or s.args[1].op != "=":
        raise Refused("respell: needs an equation for all |z| < 1")
    before, after = (node("operator", None, (bind(t, *names),)) for t in s.args[1].args)
    if template.loose != (OPER,) or key(put(template, before)) is not key(theorem[1]):
        raise Refused("respell: the statement has another form")
    return equation[0] | theorem[0], put(template, after)
