"""The language in which derivations are written: every rule by its name.

Nothing here is trusted.  A rule takes what an author writes - sympy expressions, statements,
theorems, a context - finds the side conditions (`symbolic.search`), and makes the core prove its
conclusion from the axioms and the library; so a rule can refuse too much, and cannot prove too
much.

Imports core, library, printing, rules, search, statements, terms.
"""

from symbolic.writing.connectives import both, conjunct, equivalent, imply, modus_ponens
from symbolic.writing.equality import (
    algebra,
    calculation,
    chain,
    conditional,
    integer_part,
    linear_combination,
    restate,
    rewrite,
    symmetry,
    unfold,
)
from symbolic.writing.limits import (
    coefficients,
    like,
    limit,
    multiples,
    outgrown,
    pass_to_limit,
    series_converges,
    series_value,
    unbounded,
    unique_limit,
)
from symbolic.writing.logic import (
    assume,
    cases,
    contradiction,
    cut,
    generalise,
    induction,
    instantiate,
    instantiate_sequence,
    otherwise,
    recall,
    refute,
    specialise,
)
from symbolic.writing.operators import (
    combine_operators,
    contraction,
    everywhere,
    lift,
    on_constants,
    on_cycle,
    on_two_states,
    same_operator,
    smaller_modulus,
)
from symbolic.writing.order import absolute_product, scale
from symbolic.writing.spectra import (
    invertible,
    kernel_of,
    mode_size,
    nonsingular_factor,
    nonsingular_product,
    on_difference,
    on_mode,
    on_reversible,
    only_solution,
    same_eigenvalue,
    value_size,
    von_neumann,
)
from symbolic.writing.stationary import (
    covariance_bound,
    echo,
    mode_of,
    on_policy,
    quadratic_form,
    stationary_chain,
)
from symbolic.writing.sums import (
    absolutely,
    blocks,
    empty,
    exchange,
    exchange_finite,
    geometric,
    linearity,
    peel_first,
    peel_last,
    shift,
    split,
    sum_order,
    telescope,
    telescoping_converges,
    termwise,
    triangle,
    zeros,
)
from symbolic.writing.turns import full_turns, turn_back, turn_sign, turn_strictly, turn_sum

__all__ = [
    "absolute_product", "absolutely", "algebra", "assume", "blocks", "both", "calculation",
    "cases", "chain", "coefficients", "combine_operators", "conditional", "conjunct",
    "contraction", "contradiction", "covariance_bound", "cut", "echo", "empty", "equivalent",
    "everywhere", "exchange", "exchange_finite", "full_turns", "generalise", "geometric",
    "imply", "induction", "instantiate", "instantiate_sequence", "integer_part", "invertible",
    "kernel_of", "lift", "like", "limit", "linear_combination", "linearity", "mode_of",
    "mode_size", "modus_ponens", "multiples", "nonsingular_factor", "nonsingular_product",
    "on_constants", "on_cycle", "on_difference", "on_mode", "on_policy", "on_reversible",
    "on_two_states", "only_solution", "otherwise", "outgrown", "pass_to_limit", "peel_first",
    "peel_last", "quadratic_form", "recall", "refute", "restate", "rewrite", "same_eigenvalue",
    "same_operator", "scale", "series_converges", "series_value", "shift", "smaller_modulus",
    "specialise", "split", "stationary_chain", "sum_order", "symmetry", "telescope",
    "telescoping_converges", "termwise", "triangle", "turn_back", "turn_sign", "turn_strictly",
    "turn_sum", "unbounded", "unfold", "unique_limit", "value_size", "von_neumann", "zeros",
]  # fmt: skip
