"""gamma-modulus: the contraction modulus of the gamma-return.

Paper: beyond it, for a return of Konidaris, Niekum and Thomas (2011).

The gamma-return averages the first N n-step returns with weights proportional to 1/D_n, where
D_n = sum_{j<n} gamma^{2j} is the variance that the n-step return would have if all TD errors had
the same and were independent.  No weight is negative, so the modulus is the same average of gamma,
gamma^2, ..., gamma^N.
"""

from proofs.notation import DISCOUNT, N, bellman, gamma, j, n
from proofs.vocabulary import *

CLAIM = Claim(__name__)

w, s = sequence("w"), real("s")
#: D_n
variance = series(gamma ** (2 * j), j, 0, n - 1)
#: w_n = s/D_n
WEIGHTS = (Less(0, s), ForAll(n, 1, Equal(variance * w(n), s)))
operator = series(w(n) * bellman(n), n, 1, N)
beta = series(w(n) * gamma**n, n, 1, N)


@CLAIM.adds(
    prose("Every {} is positive.", variance),
    says=ForAll(n, 1, Less(0, variance)),
)
def variances() -> Theorem:
    """1 + gamma^2 + ..."""
    ctx = given(AtMost(1, n))
    nothing = series(0, j, 1, n - 1)
    inner, _ = summand(ctx, nothing)
    rest = sum_order(ctx, nothing, recall(inner, AtMost(0, gamma ** (2 * j))))
    facts = ctx.also(peel_first(ctx, variance), zeros(ctx, nothing), rest)
    return generalise(given(), recall(facts, Less(0, variance)), n, 1)


@CLAIM.adds(
    prose("The modulus is {}.", beta),
    given=(*DISCOUNT, *WEIGHTS),
    says=Contracts(operator, beta),
)
def modulus() -> Theorem:
    """No weight is negative."""
    ctx = given(*DISCOUNT, *WEIGHTS)
    sizes = series(Abs(w(n)) * gamma**n, n, 1, N)
    inner, _ = summand(ctx, sizes)
    inner = inner.also(specialise(inner, variances(), n), specialise(inner, ctx.facts[-1], n))
    share = Chain(inner, w(n)).combine(s / variance, (1 / variance, inner.facts[-1])).qed()
    sign = recall(inner, AtMost(0, s / variance))
    size = recall(inner.also(share, sign), Equal(Abs(w(n)), w(n)))
    same = each_term(ctx, sizes, w(n) * gamma**n, size)
    return smaller_modulus(ctx, contraction(ctx, operator), same)


@CLAIM.evidence(draw.mrps, draw.lengths)
def on_drawn_mrps(mrp: MRP, length: int) -> bool:
    """The norm of H, from the weights of the return, is that average on every MRP."""
    ret = GammaReturn(mrp.gamma, length)
    average = sum(Fraction(str(ret.c(m))) * mrp.gamma**m for m in range(1, length + 1))
    return max_norm(mrp.contraction_matrix(ret)) == average
