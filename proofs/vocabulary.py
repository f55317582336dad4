"""Everything a proof script is written in: ``from proofs.vocabulary import *`` is all it takes.

Terms, statements and contexts; every rule by its name; returns; what makes a claim; exact MRPs and
the strategies that draw them (``draw``, ``draw_mrps``).  It is the one star import of the project,
and it hides no mistake: mypy knows every name that comes with it, a misspelt one is an error, and
so is a definition that would replace one.  The paper's letters are in `proofs.notation`, to be
imported by name, because a script may need some of them for something else.

Imports numeric_checks, numeric_checks.instances, numeric_checks.statements,
proofs.companion.claims, symbolic, symbolic.printing, symbolic.terms, symbolic.writing.
"""

from fractions import Fraction
from functools import cache
from itertools import pairwise

from sympy import Add, Expr

from numeric_checks import (
    MRP,
    Trajectory,
    Vector,
    backward_view,
    cycle,
    forward_view,
    max_norm,
    n_step_return,
    return_from_eligibilities,
    return_from_nstep_weights,
    single_state,
    two_state,
)
from numeric_checks.instances import mrp_strategies as draw_mrps, strategies as draw
from numeric_checks.statements import Instance, members
from proofs.companion.claims.claim import Claim
from symbolic import *
from symbolic.printing import prose
from symbolic.terms import Sequence, Turn, open_sum, substitute
from symbolic.writing import *
