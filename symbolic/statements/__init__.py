"""Statements: what a theorem may say.

Relations between terms, statements for all integers from a bound on, facts of analysis about a
sequence (its limit, its boundedness, the convergence of its series), and statements about every
finite Markov reward process.  A statement is a value; whether it is *true* is the kernel's affair.

Bound variables do not matter: two statements that differ only in them, or in the way their terms
are written as rational expressions, have the same `key`.

    >>> from symbolic.terms import index, sequence
    >>> i, j, h = index("i"), index("j"), sequence("h")
    >>> ForAll(i, 0, AtMost(h(i + 1), h(i))).key == ForAll(j, 0, AtMost(h(1 + j), h(j))).key
    True
"""

from symbolic.statements.base import IllFormed, Statement, one_meaning, plain
from symbolic.statements.mrp import (
    ANY,
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

#: every kind of statement there is; the kernel takes no others
KINDS = frozenset(
    {
        AtMost, Bounded, Contracts, Converges, CycleEigenvalue, Equal, ForAll, Less, Not, NotEqual,
        OnConstants, OnCycle, OnEveryMRP, OperatorEqual, ReversibleBound, Summable, TendsTo,
        StationaryBound, TwoStateEigenvalue, ZeroOnlyAt,
        Dissipative, OnPolicyConverges, PositiveDefinite,
    }
)  # fmt: skip


def check_statement(statement: Statement) -> None:
    """Raise unless this is a well-formed statement of a known kind, down to its parts."""
    stack: list[object] = [statement]
    while stack:
        piece = stack.pop()
        if type(piece) not in KINDS:
            raise IllFormed(f"{type(piece).__name__} is not a kind of statement")
        assert isinstance(piece, Statement)
        body = getattr(piece, "body", None)
        if isinstance(body, Statement):
            stack.append(body)
    plain(statement)
    statement.check()


__all__ = [
    "ANY",
    "GAMMA",
    "KINDS",
    "MRP_SYMBOLS",
    "REWARD",
    "VALUE",
    "AtMost",
    "Bounded",
    "Contracts",
    "Converges",
    "CycleEigenvalue",
    "Dissipative",
    "Equal",
    "ForAll",
    "IllFormed",
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
    "check_statement",
    "one_meaning",
    "plain",
]
