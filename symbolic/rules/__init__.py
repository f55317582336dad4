"""The closed set of rules.  Each docstring is the inference rule: premises, a bar, the conclusion.

Importing this package closes the table: no further rule can be added in this process.
"""

from symbolic.kernel import close_the_table
from symbolic.rules.bridge import (
    coefficients,
    combine_operators,
    everywhere,
    lift,
    on_two_states,
)
from symbolic.rules.equality import (
    algebra,
    calculation,
    chain,
    conditional,
    linear_combination,
    restate,
    rewrite,
    symmetry,
    termwise,
    unfold,
)
from symbolic.rules.limits import (
    like,
    limit,
    pass_to_limit,
    series_converges,
    series_value,
    unique_limit,
)
from symbolic.rules.logic import (
    assume,
    cases,
    cut,
    generalise,
    induction,
    instantiate,
    instantiate_sequence,
    recall,
    refute,
    specialise,
)
from symbolic.rules.norms import (
    contraction,
    on_constants,
    on_cycle,
    same_operator,
    smaller_modulus,
)
from symbolic.rules.order import absolutely, scale, sum_order, triangle
from symbolic.rules.sums import (
    empty,
    exchange,
    geometric,
    linearity,
    peel_first,
    peel_last,
    shift,
    split,
    telescope,
    telescoping_converges,
    zeros,
)

close_the_table()

__all__ = [
    "absolutely",
    "algebra",
    "assume",
    "calculation",
    "cases",
    "chain",
    "coefficients",
    "combine_operators",
    "conditional",
    "contraction",
    "cut",
    "empty",
    "everywhere",
    "exchange",
    "generalise",
    "geometric",
    "induction",
    "instantiate",
    "instantiate_sequence",
    "lift",
    "like",
    "limit",
    "linear_combination",
    "linearity",
    "on_constants",
    "on_cycle",
    "on_two_states",
    "pass_to_limit",
    "peel_first",
    "peel_last",
    "recall",
    "refute",
    "restate",
    "rewrite",
    "same_operator",
    "scale",
    "series_converges",
    "series_value",
    "shift",
    "smaller_modulus",
    "specialise",
    "split",
    "sum_order",
    "symmetry",
    "telescope",
    "telescoping_converges",
    "termwise",
    "triangle",
    "unfold",
    "unique_limit",
    "zeros",
]
