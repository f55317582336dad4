"""nstep-contraction: {n} Bellman updates contract by {gamma^n}, and no faster.

Paper: Section 2, below equation 8 [9].

T^n is T applied n times, T v = r + gamma P v.  In the maximum norm it is a contraction with modulus
gamma^n; on vectors that differ by a constant the modulus is attained, on every MRP.
"""

from proofs.notation import DISCOUNT, INSIDE, bellman, gamma, n, r, v, v_pi, z
from proofs.vocabulary import *

CLAIM = Claim(__name__)

#: T^n v as the paper defines it: T^0 v = v and T^{n+1} v = r + z T^n v
iterate = sequence("B")
ITERATION = (Equal(iterate(0), v), ForAll(n, 0, Equal(iterate(n + 1), r + z * iterate(n))))
difference = real("d")

CLAIM.reading(
    prose(
        "{T} applied {n} times leaves {v_pi} where it is, and is written in the closed form below, "
        "which shows that. For {} it is no contraction, and the modulus is one.",
        Equal(n, 0),
    )
)
CLAIM.idea(
    prose(
        "{T} applied {n} times depends on {v} through {} alone: {n} averages of its entries, each "
        "discounted by {gamma}. No average is larger than the largest entry, and the average of a "
        "constant is that constant.",
        z**n * (v - v_pi),
    )
)


@CLAIM.adds(
    prose(
        "Any sequence with {} and {} has the closed form used for {T} applied {n} times.",
        ITERATION[0],
        ITERATION[1].body,
    ),
    given=(INSIDE, *ITERATION),
    says=ForAll(n, 0, Equal(iterate(n), bellman(n))),
)
def closed_form() -> Theorem:
    """Induction on n."""
    ctx = given(INSIDE, *ITERATION)
    base = Chain(ctx, iterate(0)).to(bellman(0), ctx.facts[1]).qed()
    ctx = given(INSIDE, *ITERATION, AtMost(0, n), Equal(iterate(n), bellman(n)))
    step = (
        Chain(ctx, iterate(n + 1))
        .to(r + z * iterate(n), specialise(ctx, ctx.facts[2], n))
        .to(r + z * bellman(n), ctx.facts[-1])
        .to(bellman(n + 1))
        .qed()
    )
    return induction(given(INSIDE), base, step, n, 0)


@CLAIM.proves(
    prose(
        "{T} applied {n} times is a contraction with the modulus {} in the maximum norm.", gamma**n
    ),
    given=DISCOUNT,
    says=ForAll(n, 0, Contracts(bellman(n), gamma**n)),
)
def modulus() -> Theorem:
    """T^n v depends on v through z^n v alone."""
    ctx = given(*DISCOUNT, AtMost(0, n))
    return generalise(given(*DISCOUNT), contraction(ctx, bellman(n)), n, 0)


@CLAIM.proves(
    "The modulus is below one for every positive {n}.",
    given=DISCOUNT,
    says=ForAll(n, 1, Less(gamma**n, 1)),
)
def below_one() -> Theorem:
    """gamma^n <= gamma < 1."""
    ctx = given(*DISCOUNT, AtMost(1, n))
    return generalise(given(*DISCOUNT), recall(ctx, Less(gamma**n, 1)), n, 1)


@CLAIM.adds(
    "The modulus is attained where two value functions differ by a constant, on every MRP.",
    given=DISCOUNT,
    says=ForAll(n, 0, OnConstants(bellman(n), gamma**n * difference, difference)),
)
def attained() -> Theorem:
    """P 1 = 1."""
    ctx = given(*DISCOUNT, AtMost(0, n))
    return generalise(given(*DISCOUNT), on_constants(ctx, bellman(n), difference), n, 0)
