"""convex-generalises: convex returns strictly generalise {lambda}-returns and {n}-step returns.

Paper: Section 2, below equation 6 [7].
"""

from proofs.lemmas import example_weights as examples
from proofs.notation import lam, n
from proofs.paper import estimators, lambda_return_nsteps
from proofs.paper.estimators import STEPS, step
from proofs.paper.lambda_return_nsteps import BELOW_ONE, UNIT, weight
from proofs.vocabulary import *

CLAIM = Claim(__name__)

CONVEX = And(ForAll(n, 1, AtMost(0, weight(n))), Equal(series(weight(n), n, 1), 1))
NO_LAMBDA = Not(ForAll(n, 1, Equal(examples.mean(n), weight(n))))

CLAIM.reading(
    "The {lambda}-return is a combination of {n}-step returns by its weights on them, and {lambda} "
    "may be anything from zero to one, as where it is introduced. To generalise strictly is to "
    "have every {lambda}-return and every {n}-step return among the convex returns, and one more."
)
CLAIM.idea(
    prose(
        "The weights {} fall by a factor that is the same at every step, and an {n}-step return "
        "has one weight; two weights of one half do neither.",
        weight(n),
    )
)


@CLAIM.proves(
    "The weights of the {lambda}-return are not negative, and sum to one.",
    given=UNIT,
    says=CONVEX,
)
def lambda_return_is_convex() -> Theorem:
    """A geometric series."""
    ctx = given(AtMost(0, lam), BELOW_ONE)
    inner = ctx.also(AtMost(1, n))
    positive = generalise(ctx, recall(inner, AtMost(0, weight(n))), n, 1)
    return both(ctx, positive, lambda_return_nsteps.weights_sum_to_one())


# All weights are zero.
CLAIM.needs(lambda_return_is_convex, BELOW_ONE, at=Instance.of({lam: 1}))


@CLAIM.proves(
    "The weights of an {n}-step return are not negative, and sum to one.",
    given=(STEPS,),
    says=And(ForAll(n, 1, AtMost(0, step(n))), Equal(series(step(n), n, 1), 1)),
)
def n_step_is_convex() -> Theorem:
    """One of them is one."""
    return both(given(STEPS), estimators.n_step_is_nonnegative(), estimators.n_step_sums_to_one())


@CLAIM.lemma(
    prose(
        "The weights {} and {} are those of no {lambda}-return.", examples.mean(1), examples.mean(2)
    ),
    says=NO_LAMBDA,
)
def no_lambda() -> Theorem:
    """The first makes {lambda} one half, and then the second is one fourth."""
    ctx = given(NO_LAMBDA.body)
    first, second = (specialise(ctx, fact(ctx, NO_LAMBDA.body), at) for at in (1, 2))
    half = recall(ctx.also(first), Equal(lam, Rational(1, 2)))
    other = Chain(ctx, examples.mean(2)).to(weight(2), second).to(Rational(1, 4), half).qed()
    return contradiction(given(), NO_LAMBDA.body, other)


@CLAIM.proves(
    prose(
        "A convex return need be neither: the weights {} and {} are not negative and sum to one, "
        "and are those of no {n}-step return and of no {lambda}-return.",
        examples.mean(1),
        examples.mean(2),
    ),
    says=And(
        examples.MEAN_IS_NONNEGATIVE,
        examples.MEAN_SUMS_TO_ONE,
        examples.MEAN_IS_NOT_N_STEP,
        NO_LAMBDA,
    ),
)
def neither() -> Theorem:
    """The mean of the one-step and the two-step return."""
    mean = estimators.compound_and_not_n_step()
    return both(given(), *(conjunct(given(), mean, part) for part in range(3)), no_lambda())
