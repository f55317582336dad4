"""The returns, made from exact numbers or floats; what they make is what `symbolic.returns` makes.

>>> LambdaReturn(0.9)
LambdaReturn(lam=9/10)
>>> nstep([-1, 2]) == WeightedReturn([1, 2])
True
"""

from __future__ import annotations

from recency.reading import reading
from symbolic import returns

DelayedLambdaReturn = reading(returns.DelayedLambdaReturn)
DelayedReturn = reading(returns.DelayedReturn)
GammaReturn = reading(returns.GammaReturn)
InvertedUReturn = reading(returns.InvertedUReturn)
LambdaReturn = reading(returns.LambdaReturn)
MonteCarloReturn = reading(returns.MonteCarloReturn)
NStepReturn = reading(returns.NStepReturn)
SparseLambdaReturn = reading(returns.SparseLambdaReturn)
TruncatedLambdaReturn = reading(returns.TruncatedLambdaReturn)
WeightedReturn = reading(returns.WeightedReturn)
#: the return with these weights on n-step returns
nstep = reading(returns.WeightedReturn.from_nstep_weights)
