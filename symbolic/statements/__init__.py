"""Statements: what a theorem may say.

Relations between terms, statements for all integers from a bound on, facts of analysis about a
sequence (its limit, its boundedness, the convergence of its series), and statements about every
finite Markov reward process.  A statement is a value that authors write; what it
means, and whether it is *true*, is the affair of its core term (`symbolic.statements.edge`).

Bound variables do not matter: two statements that differ only in them, or in the way their terms
are written as rational expressions, have the same `key`.

    >>> from symbolic.terms import index, sequence
    >>> i, j, h = index("i"), index("j"), sequence("h")
    >>> ForAll(i, 0, AtMost(h(i + 1), h(i))).key == ForAll(j, 0, AtMost(h(1 + j), h(j))).key
    True

Imports core, printing, terms.
"""

from symbolic.statements.base import IllFormed, Statement, one_meaning
from symbolic.statements.connectives import And, Equivalent, Implies
from symbolic.statements.edge import statement_from_core, statement_to_core
from symbolic.statements.mrp import (
    GAMMA,
    MRP_SYMBOLS,
    REWARD,
    VALUE,
    Contracts,
    OnConstants,
    OnCycle,
    OnEveryMRP,
    OperatorEqual,
    Z,
)
from symbolic.statements.relations import (
    AtMost,
    Equal,
    ForAll,
    Less,
    Not,
    NotEqual,
    Relation,
)
from symbolic.statements.sequences import Bounded, Converges, OfSequence, Summable, TendsTo
from symbolic.statements.spectra import (
    CycleEigenvalue,
    ReversibleBound,
    TwoStateEigenvalue,
    ZeroOnlyAt,
)
from symbolic.statements.stability import StationaryBound
from symbolic.statements.stationary import Dissipative, OnPolicyConverges, PositiveDefinite

__all__ = [
    "GAMMA",
    "MRP_SYMBOLS",
    "REWARD",
    "VALUE",
    "And",
    "AtMost",
    "Bounded",
    "Contracts",
    "Converges",
    "CycleEigenvalue",
    "Dissipative",
    "Equal",
    "Equivalent",
    "ForAll",
    "IllFormed",
    "Implies",
    "Less",
    "Not",
    "NotEqual",
    "OfSequence",
    "OnConstants",
    "OnCycle",
    "OnEveryMRP",
    "OnPolicyConverges",
    "OperatorEqual",
    "PositiveDefinite",
    "Relation",
    "ReversibleBound",
    "Statement",
    "StationaryBound",
    "Summable",
    "TendsTo",
    "TwoStateEigenvalue",
    "Z",
    "ZeroOnlyAt",
    "one_meaning",
    "statement_from_core",
    "statement_to_core",
]
