"""Return estimators as values: each knows its eligibilities, weights, generating function, limit.

>>> from symbolic.terms import index, real
>>> lam, n, z = real("lam"), index("n"), real("z")
>>> LambdaReturn(lam).generating_function(z)
1/(-lam*z + 1)
>>> NStepReturn(n).generating_function(z)
(1 - z**n)/(1 - z)

Imports numbers, printing, terms.
"""

from symbolic.returns.base import LinearReturn, Recurrence
from symbolic.returns.decaying import (
    DelayedLambdaReturn,
    InvertedUReturn,
    LambdaReturn,
    SparseLambdaReturn,
    TruncatedLambdaReturn,
)
from symbolic.returns.nstep import DelayedReturn, MonteCarloReturn, NStepReturn
from symbolic.returns.parameters import InvalidReturn, Parameter
from symbolic.returns.registry import (
    FAMILIES,
    SPECIAL,
    name_and_parameters,
    named_return,
    ranges,
)
from symbolic.returns.weighted import GammaReturn, WeightedReturn

__all__ = [
    "FAMILIES",
    "SPECIAL",
    "DelayedLambdaReturn",
    "DelayedReturn",
    "GammaReturn",
    "InvalidReturn",
    "InvertedUReturn",
    "LambdaReturn",
    "LinearReturn",
    "MonteCarloReturn",
    "NStepReturn",
    "Parameter",
    "Recurrence",
    "SparseLambdaReturn",
    "TruncatedLambdaReturn",
    "WeightedReturn",
    "name_and_parameters",
    "named_return",
    "ranges",
]
