"""TD errors whose variances increase for ever: a supremum of covariances that is no maximum.

On two states, at v = v_pi, the covariances K_{i,j} with i != j are zero and the variances are
K_{i,i} = 5/24 - 4^{-i}/48.
"""

from numeric_checks.statements.covariances import covariances
from proofs.notation import i, k
from proofs.paper.covariances import K, kappa
from proofs.vocabulary import *

SUPREMUM = Rational(5, 24)
#: the variance of the i-th TD error
rising = SUPREMUM - Rational(1, 48) * Rational(1, 4) ** i

#: v_pi = (0, 2)
two_states = MRP.of([["3/4", "1/4"], ["1/2", "1/2"]], ["-1/4", "3/2"], "1/2")
increasing = Instance.of(
    {kappa: "5/24"}, {K: covariances(two_states, 0, substitute(rising, {i: k}))}
)
