"""Return estimators as values: each knows its eligibilities, weights, generating function, limit.

>>> from symbolic.terms import index, real
>>> lam, n, z = real("lam"), index("n"), real("z")
>>> LambdaReturn(lam).generating_function(z)
1/(-lam*z + 1)
>>> NStepReturn(n).generating_function(z)
(1 - z**n)/(1 - z)

Imports numbers, printing, terms.
"""

from symbolic.returns.base import Condition, LinearReturn, Relation
from symbolic.returns.decaying import (
    DelayedLambdaReturn,
    InvertedUReturn,
    LambdaReturn,
    SparseLambdaReturn,
    TruncatedLambdaReturn,
)
from symbolic.returns.nstep import DelayedReturn, MonteCarloReturn, NStepReturn
from symbolic.returns.parameters import InvalidReturn, Parameter
from symbolic.returns.weighted import GammaReturn, WeightedReturn

__all__ = [
    "Condition",
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
    "Relation",
    "SparseLambdaReturn",
    "TruncatedLambdaReturn",
    "WeightedReturn",
]
