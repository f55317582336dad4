"""The language: terms, statements, rules, theorems, returns, and how they are printed.

A name is imported when it is first asked for: numbers and returns with numbers never need sympy.

Imports derivation, printing, returns, statements, terms, writing.
"""

from typing import TYPE_CHECKING

from symbolic.on_demand import on_demand

if TYPE_CHECKING:
    from sympy import Abs, Integer, Rational, oo

    from symbolic.derivation import Derivation
    from symbolic.returns import (
        DelayedLambdaReturn,
        DelayedReturn,
        GammaReturn,
        InvertedUReturn,
        LambdaReturn,
        LinearReturn,
        MonteCarloReturn,
        NStepReturn,
        SparseLambdaReturn,
        TruncatedLambdaReturn,
        WeightedReturn,
    )
    from symbolic.statements import (
        And,
        AtMost,
        Bounded,
        Contracts,
        Converges,
        CycleEigenvalue,
        Dissipative,
        Equal,
        Equivalent,
        ForAll,
        Implies,
        Less,
        Not,
        NotEqual,
        OnConstants,
        OnCycle,
        OnEveryMRP,
        OnPolicyConverges,
        OperatorEqual,
        PositiveDefinite,
        ReversibleBound,
        Statement,
        StationaryBound,
        Summable,
        TendsTo,
        TwoStateEigenvalue,
        ZeroOnlyAt,
    )
    from symbolic.terms import CosTurn, FloorDiv, IfLess, SinTurn, index, real, sequence, series
    from symbolic.writing.chains import Chain, each_term, fact, size_at_most, summand
    from symbolic.writing.definitions import Definition, define
    from symbolic.writing.theorem import Context, ProofError, Theorem, Unproved, given
else:
    __getattr__, __dir__ = on_demand(__name__)

__all__ = [
    "Abs",
    "And",
    "AtMost",
    "Bounded",
    "Chain",
    "Context",
    "Contracts",
    "Converges",
    "CosTurn",
    "CycleEigenvalue",
    "Definition",
    "DelayedLambdaReturn",
    "DelayedReturn",
    "Derivation",
    "Dissipative",
    "Equal",
    "Equivalent",
    "FloorDiv",
    "ForAll",
    "GammaReturn",
    "IfLess",
    "Implies",
    "Integer",
    "InvertedUReturn",
    "LambdaReturn",
    "Less",
    "LinearReturn",
    "MonteCarloReturn",
    "NStepReturn",
    "Not",
    "NotEqual",
    "OnConstants",
    "OnCycle",
    "OnEveryMRP",
    "OnPolicyConverges",
    "OperatorEqual",
    "PositiveDefinite",
    "ProofError",
    "Rational",
    "ReversibleBound",
    "SinTurn",
    "SparseLambdaReturn",
    "Statement",
    "StationaryBound",
    "Summable",
    "TendsTo",
    "Theorem",
    "TruncatedLambdaReturn",
    "TwoStateEigenvalue",
    "Unproved",
    "WeightedReturn",
    "ZeroOnlyAt",
    "define",
    "each_term",
    "fact",
    "given",
    "index",
    "oo",
    "real",
    "sequence",
    "series",
    "size_at_most",
    "summand",
]
