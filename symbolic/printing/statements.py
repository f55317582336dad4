"""Statements and theorems in words and symbols."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sympy import Add, Integer, Sum, oo

from symbolic import statements as st
from symbolic.printing.terms import term_text

if TYPE_CHECKING:
    from symbolic.kernel import Theorem

SYMBOLS = {
    st.Equal: ("=", "="),
    st.NotEqual: ("≠", r"\neq"),
    st.AtMost: ("≤", r"\leq"),
    st.Less: ("<", "<"),
}


#: z v = 0 only for v = 0, where z = gamma P
NONSINGULAR = st.ZeroOnlyAt(st.Z * st.VALUE, Integer(0))


def statement_text(s: st.Statement) -> str:
    """A statement as one line of text."""
    t = term_text
    match s:
        case st.Relation():
            return f"{t(s.lhs)} {SYMBOLS[type(s)][0]} {t(s.rhs)}"
        case st.ForAll():
            var = t(s.var)
            where = f"{var} ≥ {t(s.lo)}" if s.hi is oo else f"{t(s.lo)} ≤ {var} ≤ {t(s.hi)}"
            return f"{statement_text(s.body)} for all {where}"
        case st.Not(st.Bounded() as inner):
            return f"({t(inner.body)}) is unbounded"
        case st.Not():
            return f"not ({statement_text(s.body)})"
        case st.TendsTo():
            return f"{t(s.body)} → {t(s.end)} as {t(s.var)} → ∞"
        case st.Bounded():
            return f"({t(s.body)}) is bounded"
        case st.PositiveDefinite():
            return f"({t(s.body)})_{{{t(s.var)}≥0}} is positive definite"
        case st.Summable():
            return f"Σ_{{{t(s.var)}≥{t(s.end)}}} |{t(s.body)}| converges"
        case st.Converges():
            return f"Σ_{{{t(s.var)}≥{t(s.end)}}} {t(s.body)} converges"
        case st.Contracts():
            bound = f"({t(s.rhs)})" if s.rhs.has(Sum) or isinstance(s.rhs, Add) else t(s.rhs)
            return f"H v = {t(s.lhs)} has ‖H v - H v'‖ ≤ {bound}·‖v - v'‖, z = γP"
        case st.OnConstants():
            change = f"H v - H v' = {t(s.rhs)} where v - v' = {t(s.constant)}"
            return f"H v = {t(s.lhs)} has {change}, z = γP"
        case st.OnCycle():
            u = s.values.__name__
            return (
                f"H v = {t(s.lhs)} has (H v)(s_0) = {t(s.rhs)} on the {t(s.length)}-cycle with "
                f"values {u}_j at s_j and no rewards"
            )
        case st.TwoStateEigenvalue():
            return (
                f"H v = {t(s.lhs)} has the eigenvalue {t(s.rhs)} for (1, -1) on the two-state "
                f"chain that stays with probability {t(s.stay)}"
            )
        case st.CycleEigenvalue():
            mode = t(s.mode) if s.mode.is_Atom else f"({t(s.mode)})"
            length = t(s.length) if s.length.is_Atom else f"({t(s.length)})"
            return (
                f"H v = {t(s.lhs)} has the eigenvalue {t(s.rhs)} + i·({t(s.imaginary)}) for "
                f"exp(2πi·{mode}·s/{length}) on the {length}-cycle"
            )
        case st.ReversibleBound():
            bound = f"({t(s.rhs)})" if s.rhs.has(Sum) or isinstance(s.rhs, Add) else t(s.rhs)
            return (
                f"H v = {t(s.lhs)} has ‖H v - H v'‖_d ≤ {bound}·‖v - v'‖_d on every reversible "
                "MRP, d its stationary distribution"
            )
        case st.StationaryBound():
            bound = f"({t(s.rhs)})" if s.rhs.has(Sum) or isinstance(s.rhs, Add) else t(s.rhs)
            return (
                f"H v = {t(s.lhs)} has ‖H v - H v'‖_d ≤ {bound}·‖v - v'‖_d for every stationary "
                "distribution d, z = γP"
            )
        case st.Dissipative():
            bound = f"({t(s.rhs)})" if s.rhs.has(Sum) or isinstance(s.rhs, Add) else t(s.rhs)
            return (
                f"H v = {t(s.lhs)}, z = γP, has ⟨w, w - (H v - H v')⟩_d ≥ {bound}·⟨w, w⟩_d for "
                "w = v - v' and every stationary distribution d"
            )
        case st.OnPolicyConverges():
            return (
                f"for H v = {t(s.lhs)}, z = γP, the updates w_{{t+1}} = w_t + α_t·Φᵀ·D·(H(Φ w_t) - "
                "Φ w_t) converge to their one fixed point for all step sizes 0 ≤ α_t ≤ a with an "
                "infinite sum (a > 0 depends on the MRP and on Φ), all features Φ of full column "
                "rank and every stationary distribution D = diag(d), d > 0,"
            )
        case st.ZeroOnlyAt() if s == NONSINGULAR:
            return "γP is nonsingular"
        case st.ZeroOnlyAt():
            return f"{t(s.lhs)} = 0 only for v = {t(s.rhs)}, z = γP"
        case st.OperatorEqual():
            return f"{t(s.lhs)} = {t(s.rhs)} with z = γP"
        case st.OnEveryMRP():
            return f"{statement_text(s.body)} on every finite MRP"
    raise TypeError(type(s).__name__)


def text(thing: Theorem | st.Statement) -> str:
    """A statement, or a theorem with its hypotheses, as one line."""
    if isinstance(thing, st.Statement):
        return statement_text(thing)
    given = ", ".join(statement_text(h) for h in thing.hypotheses)
    return f"{given} ⊢ {statement_text(thing.statement)}".lstrip()
