"""Classical facts about Markov chains that are taken over, each with its proof in words.

A `Fact` is an axiom with the reason why it holds and the Coq theorem (in `proofs/formal`) that
proves the mathematics behind it.  A theorem of the kernel knows the axioms it rests on, and the
ledger lists those of this module.  Two facts speak of an arbitrary sequence or of a lemma proved
elsewhere; they are rules.

*Expected on-policy updates.*  ``on-policy(M, gamma, H)`` says: for every stationary distribution d
of M that is positive everywhere, D = diag(d), and every matrix Phi of full column rank, there is a
number a > 0 such that from every start and for all step sizes 0 <= alpha_t <= a with an infinite
sum

    w_{t+1} = w_t + alpha_t Phi^T D (H(Phi w_t) - Phi w_t)

converges to the one w at which Phi^T D (H(Phi w) - Phi w) = 0.
"""

from __future__ import annotations

from typing import NamedTuple

from symbolic.core.axioms import k, m, x, y
from symbolic.core.kernel import Refused, Sequent, Theorem, add_axioms, arbitrary, rule, without
from symbolic.core.polynomials import key
from symbolic.core.terms import (
    INT,
    MRP,
    REAL,
    ZERO,
    Term,
    apply,
    bind,
    binder,
    bounded,
    eq,
    fits,
    forall,
    fresh,
    from_on,
    implies,
    le,
    lt,
    node,
    put,
    sequence,
    summation,
    tends,
    var,
)
from symbolic.rules.bridge import DISCOUNT, A, B, Function, H, analytic, chain, gamma, j, pair, u

e = var("e")
size, lag = var("size", INT), var("lag", INT)


class Fact(NamedTuple):
    """An axiom, why it holds, and the Coq theorem behind it."""

    hypotheses: tuple[Term, ...]
    conclusion: Term
    why: str
    coq: str


def _about(op: str, *args: Term) -> Term:
    return node(op, None, args)


def rho(n: Term) -> Term:
    """A member of the sequence rho."""
    return apply("rho", n)


def q(n: Term) -> Term:
    """A member of the sequence q."""
    return apply("q", n)


def positive_definite(body: Function) -> Term:
    """The sequence is a covariance."""
    return node("positive definite", None, (binder(body),))


def _real_part(a: Term, b: Term) -> Term:
    return apply("x", a, b)


def _imaginary(a: Term, b: Term) -> Term:
    return apply("y", a, b)


def _for_all_modes(body: Function) -> Term:
    return from_on(1, lambda a: from_on(0, lambda b: body(a, b)))


_echo = positive_definite(
    lambda n: _about(
        "if", n, ZERO + 1, ZERO + 1,
        _about("if", n, lag, ZERO, _about("if", n, lag + 1, x / 2, ZERO)),
    )
)  # fmt: skip
_form = rho(ZERO) * summation(0, size - 1, lambda i: q(i) ** 2) + 2 * summation(
    1, size - 1, lambda n: rho(n) * summation(0, size - 1 - n, lambda i: q(i) * q(i + n))
)

FACTS: dict[str, Fact] = {
    "quadratic form": Fact(
        (positive_definite(rho),),
        le(0, _form),
        "What it is to be positive definite, with the pairs (i, j) ordered by their distance.",
        "quadratic_form",
    ),
    "largest covariance": Fact(
        (positive_definite(rho), le(0, lag)),
        le(abs(rho(lag)), rho(ZERO)),
        "The quadratic form for q_0 = 1 and q_k = 1 or -1, the others 0.",
        "largest_covariance",
    ),
    "echo": Fact(
        (le(1, lag), le(abs(x), 1)),
        _echo,
        "sum_i (q_i^2 + s q_i q_{i+m}) >= 0, since |q_i q_{i+m}| <= (q_i^2 + q_{i+m}^2)/2.",
        "echo",
    ),
    "reversible chains": Fact(
        (
            *DISCOUNT,
            analytic(A),
            analytic(B),
            forall(lambda t: implies(le(-gamma, t), le(t, gamma), le(abs(B(t)), x)), REAL),
        ),
        _about("reversible", gamma, pair(A, B), x),
        "A reversible P is self-adjoint for <v, w>_d, so gamma P has real eigenvalues in "
        "[-gamma, gamma] and an orthogonal basis of eigenvectors.",
        "reversible_chains",
    ),
    "size of an eigenvalue": Fact(
        (
            forall(lambda every: _about("contracts", every, gamma, H, m), MRP),
            _about("mode", gamma, H, x, y, k, j),
        ),
        le(x**2 + y**2, m**2),
        "The eigenvector w on the cycle has |w(s)| = 1 everywhere, and |(B w)(s)| is the real part "
        "of (B u)(s) for u a multiple of w by a number of size 1; so it is at most the modulus.",
        "size_of_an_eigenvalue",
    ),
    "values on a cycle": Fact(
        (
            forall(lambda every: _about("contracts", every, gamma, pair(A, B), m), MRP),
            _about("cycle", gamma, pair(A, B), k, binder(u), x),
            le(1, k),
            from_on(0, lambda n: le(abs(u(n)), 1)),
            from_on(0, lambda n: eq(u(n + k), u(n))),
        ),
        le(abs(x), m),
        "Without rewards H 0 = 0, and the values u of the states of the cycle are at most 1 away "
        "from 0; so (H u)(s_0) is at most the modulus away.",
        "values_on_a_cycle",
    ),
    "von Neumann's inequality": Fact(
        (
            le(0, m),
            _for_all_modes(
                lambda a, b: _about("mode", gamma, H, _real_part(a, b), _imaginary(a, b), a, b)
            ),
            _for_all_modes(
                lambda a, b: le(_real_part(a, b) ** 2 + _imaginary(a, b) ** 2, m**2)
            ),
        ),
        _about("stationary bound", chain, gamma, H, m),
        "The premises say |B(gamma e^{it})| <= b at a dense set of angles t, hence at all. Let S "
        "be the chain started from d and w = v - v'. The covariances r_n = E[w(S_0) w(S_n)] are "
        "the integrals of e^{int} dF for a measure F >= 0 of mass ||w||_d^2 (Herglotz). So "
        "Y = sum_n b_n gamma^n w(S_n) has E[Y^2] <= b^2 ||w||_d^2, and (B(gamma P) w)(s) = "
        "E[Y | S_0 = s] is not larger in the mean square.",
        "von_neumann_at_modes",
    ),
    "margin on a mode": Fact(
        (
            forall(lambda every: _about("dissipative", every, gamma, H, e), MRP),
            _about("mode", gamma, H, x, y, k, j),
        ),
        le(e, 1 - x),
        "On the k-cycle the uniform distribution is stationary; add the inequality for the real "
        "part of the mode to that for the imaginary part.",
        "margin_on_a_mode",
    ),
}  # fmt: skip

add_axioms({name: (fact.hypotheses, fact.conclusion) for name, fact in FACTS.items()})


@rule
def stationary_chain(
    bound: Theorem, reading: Theorem, rewards: Theorem, margin: Term, covariances: str
) -> Sequent:
    """Along the stationary chain S_0, S_1, ... rho(n) = <w, P^n w>_d is E[w(S_0) w(S_n)].

    It is positive definite: the quadratic form is E[(sum_j q_j w(S_j))^2].  So what holds for every
    positive definite sequence holds for it, and sum_n b_n gamma^n rho(n) = <w, B(gamma P) w>_d.

    G, rho is positive definite |- e rho(0) <= rho(0) - x      rho not in G, D, E, e, A, B, gamma
    D |- along B, the sum of b_n gamma^n rho(n) is x           E |- A is analytic
    ---------------------------------------------------------------------------------------------
    G, D, E |- on the MRP M  <w, w - (H v - H v')>_d >= e <w, w>_d,  w = v - v'
    """
    read, other = reading[1], rewards[1]
    if read.op != "along" or other.op != "analytic" or not fits(margin, REAL) or margin.loose:
        raise Refused("stationary_chain: needs a bound, a reading, a power series and a margin")
    rate, function, along, total = read.args
    first = apply(covariances, ZERO)
    if along is not binder(lambda n: apply(covariances, n)):
        raise Refused("stationary_chain: the reading is not along the covariances")
    if key(bound[1]) is not key(le(margin * first, first - total)):
        raise Refused("stationary_chain: the bound is not one of the margin")
    assumed = node("positive definite", None, (along,))
    kept = [*without(bound, assumed), *without(reading, assumed), *rewards[0]]
    names: list[Term] = []
    for _ in range(3):
        names.append(fresh(REAL, put(other.args[0], ZERO), put(function, ZERO), *names))
    z, r, v = names
    body = bind(put(other.args[0], z) * r + put(function, z) * v, z, r, v)
    conclusion = _about("dissipative", chain, rate, node("operator", None, (body,)), margin)
    arbitrary(sequence(covariances), *kept, conclusion)
    return kept, conclusion


def _error(n: Term) -> Term:
    return apply("e", n)


def _step(n: Term) -> Term:
    return apply("alpha", n)


_g, _C = var("g"), var("C")
#: e_{t+1} <= (1 - 2 g alpha_t + C alpha_t^2) e_t, where C alpha_t <= g and g alpha_t <= 1
DESCENT = (
    lt(0, _g),
    from_on(0, lambda t: le(0, _error(t))),
    from_on(
        0, lambda t: le(_error(t + 1), (1 - 2 * _g * _step(t) + _C * _step(t) ** 2) * _error(t))
    ),
    from_on(0, lambda t: le(0, _step(t))),
    node("not", None, (bounded(0, lambda t: summation(0, t - 1, _step)),)),
    from_on(0, lambda t: le(_C * _step(t), _g)),
    from_on(0, lambda t: le(_g * _step(t), 1)),
)
#: what follows: the error vanishes
DESCENDED = tends(_error, 0)


@rule
def on_policy(margin: Theorem, positive: Theorem, descent: Theorem) -> Sequent:
    """With A = Phi^T D (1 - B(z)) Phi an update subtracts alpha_t A x from the error x = w_t - w.

    x^T A x >= e |Phi x|_d^2 >= g |x|^2 with g = e times the least eigenvalue of Phi^T D Phi, which
    is positive; |A x|^2 <= C |x|^2.  So A is invertible, there is one fixed point, and the square
    of the error is at most multiplied by 1 - 2 g alpha_t + C alpha_t^2.

    G |- on the MRP M  <w, w - (H v - H v')>_d >= e <w, w>_d      D |- 0 < e
    DESCENT |- e_t -> 0
    ------------------------------------------------------------------------
    G, D |- on the MRP M the expected on-policy updates with H converge
    """
    s = margin[1]
    if s.op != "dissipative" or positive[1] is not lt(0, s.args[3]):
        raise Refused("on_policy: needs a margin that is positive")
    allowed = {key(h) for h in DESCENT}
    if key(descent[1]) is not key(DESCENDED) or any(key(h) not in allowed for h in descent[0]):
        raise Refused("on_policy: the last premise does not say that small steps lead to zero")
    return margin[0] | positive[0], _about("on-policy", *s.args[:3])


#: the Coq theorem behind each fact and each rule
COQ = {
    **{name: fact.coq for name, fact in FACTS.items()},
    "stationary_chain": "stationary_chain",
    "on_policy": "on_policy",
}
#: what a theorem may rest on besides the axioms of the core and the bridge
NAMES = frozenset(COQ)
