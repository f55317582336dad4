"""same-lowest: the sparse {lambda}-returns share the same lowest error.

Paper: Section 6, paragraph 5 [20].

Whether they do depends on what is compared: the intervals that the figure draws overlap, and on the
same episodes the lowest errors differ.
"""

from numeric_checks.walk.readings import Check, checks, in_expectation
from proofs.notation import DISCOUNT
from proofs.paper import large_alpha, small_alpha
from proofs.paper.equal_moduli import ATTAINABLE, target
from proofs.paper.small_alpha import MODE, mu
from proofs.paper.sparse_lambda import LENGTH
from proofs.vocabulary import *

CLAIM = Claim(__name__)

CLAIM.reading(
    "The lowest points of the curves, each at its own step size. They are compared as the figure "
    "shows them, by the intervals of the two errors, and by the interval of their difference on "
    "the same episodes, which is narrower by far. Beyond that, so are the roots of the expected "
    "squared errors, at step sizes around their lowest points."
)
CLAIM.idea(
    "With the same modulus a sparser return has less variance and fades slower. The lowest error "
    "is where both matter, so that neither an order of it follows nor equality."
)


@CLAIM.measures("The sparse returns have the same lowest error.")
def the_same() -> list[Check]:
    """Of m = 3 and m = 5, each with m = 1."""
    return checks("same-lowest")


@CLAIM.measures(
    "The expected errors of the sparse returns, which are enclosed and not sampled, have "
    "the same lowest value.",
    printed=False,
)
def the_same_in_expectation() -> list[Check]:
    """The roots of expected squared errors."""
    return in_expectation("same-lowest")


@CLAIM.adds(
    prose(
        "Next to the dense return with the modulus {} a sparse one has no more variance, and fades "
        "no faster at an eigenvalue {} below one.",
        target,
        mu,
    ),
    given=(*DISCOUNT, LENGTH, *ATTAINABLE, *MODE),
    says=And(
        AtMost(large_alpha.matched, large_alpha.dense),
        AtMost(small_alpha.rate(), small_alpha.dense),
    ),
)
def gained_and_lost() -> Theorem:
    """What orders large step sizes, and what orders small ones."""
    ctx = given(*DISCOUNT, LENGTH, *ATTAINABLE, *MODE)
    return both(ctx, large_alpha.sparser_varies_less(), small_alpha.sparser_is_slower())
