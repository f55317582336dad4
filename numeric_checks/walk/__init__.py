"""TD learning from episodes of a small chain, simulated, in expectation, and as theory has it.

Unlike everything else here this is in floating point, and says so: the random walk of the paper's
experiments, sampled (`simulation`, and `compiled` where numba is), the same experiment in
expectation, with nothing sampled and with proved bounds (`expectation`), and what orders its curves
(`prediction`).

    >>> from numeric_checks.walk.chains import random_walk
    >>> from numeric_checks.walk.settings import step_sizes, variant
    >>> from numeric_checks.walk.simulation import simulate
    >>> measured = simulate(random_walk(), variant("printed"), step_sizes(), trials=4, seed=1)
    >>> measured.squared.shape                  # returns, trials, episodes, step sizes
    (5, 4, 10, 51)

Imports arithmetic, figures, moduli, symbolic.numbers, symbolic.returns.
"""
