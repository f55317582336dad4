"""Statements and theorems in words and symbols."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sympy import Add, Sum, oo

from symbolic import statements as st
from symbolic.printing.terms import term_latex, term_text

if TYPE_CHECKING:
    from symbolic.kernel import Theorem

SYMBOLS = {
    st.Equal: ("=", "="),
    st.NotEqual: ("≠", r"\neq"),
    st.AtMost: ("≤", r"\leq"),
    st.Less: ("<", "<"),
}


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
        case st.Summable():
            return f"Σ_{{{t(s.var)}≥{t(s.end)}}} |{t(s.body)}| converges"
        case st.Converges():
            return f"Σ_{{{t(s.var)}≥{t(s.end)}}} {t(s.body)} converges"
        case st.Contracts():
            bound = f"({t(s.rhs)})" if isinstance(s.rhs, Add) else t(s.rhs)
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
            bound = f"({t(s.rhs)})" if isinstance(s.rhs, Add) else t(s.rhs)
            return (
                f"H v = {t(s.lhs)} has ‖H v - H v'‖_d ≤ {bound}·‖v - v'‖_d on every reversible "
                "MRP, d its stationary distribution"
            )
        case st.ZeroOnlyAt():
            return f"{t(s.lhs)} = 0 only for v = {t(s.rhs)}, z = γP"
        case st.OperatorEqual():
            return f"{t(s.lhs)} = {t(s.rhs)} with z = γP"
        case st.OnEveryMRP():
            return f"{statement_text(s.body)} on every finite MRP"
    raise TypeError(type(s).__name__)


def statement_latex(s: st.Statement) -> str:
    """A statement as LaTeX (for use inside math mode)."""
    t = term_latex
    match s:
        case st.Relation():
            return f"{t(s.lhs)} {SYMBOLS[type(s)][1]} {t(s.rhs)}"
        case st.ForAll():
            var = t(s.var)
            where = (
                rf"{var} \geq {t(s.lo)}" if s.hi is oo else rf"{t(s.lo)} \leq {var} \leq {t(s.hi)}"
            )
            return rf"{statement_latex(s.body)} \quad \text{{for all }} {where}"
        case st.Not(st.Bounded() as inner):
            where = rf"{t(inner.var)} \geq {t(inner.end)}"
            return rf"\left({t(inner.body)}\right)_{{{where}}} \text{{ is unbounded}}"
        case st.Not():
            return rf"\neg\left({statement_latex(s.body)}\right)"
        case st.TendsTo():
            return rf"{t(s.body)} \to {t(s.end)} \text{{ as }} {t(s.var)} \to \infty"
        case st.Bounded():
            return rf"\left({t(s.body)}\right)_{{{t(s.var)} \geq {t(s.end)}}} \text{{ is bounded}}"
        case st.Summable():
            total = rf"\sum_{{{t(s.var)}={t(s.end)}}}^{{\infty}} \left|{t(s.body)}\right|"
            return rf"{total} \text{{ converges}}"
        case st.Converges():
            return rf"{t(Sum(s.body, (s.var, s.end, oo)))} \text{{ converges}}"
        case st.Contracts():
            bound = rf"\left({t(s.rhs)}\right)" if isinstance(s.rhs, Add) else t(s.rhs)
            norms = (r"\left\|Hv - Hv'\right\|_\infty", r"\left\|v - v'\right\|_\infty")
            return rf"{norms[0]} \leq {bound} {norms[1]} \quad \text{{for }} Hv = {t(s.lhs)}"
        case st.OnConstants():
            return (
                rf"Hv - Hv' = {t(s.rhs)} \mathbf{{1}} \quad \text{{for }} Hv = {t(s.lhs)},\ "
                rf"v - v' = {t(s.constant)} \mathbf{{1}}"
            )
        case st.OnCycle():
            return (
                rf"(Hv)(s_0) = {t(s.rhs)} \quad \text{{for }} Hv = {t(s.lhs)} "
                rf"\text{{ on the }} \left({t(s.length)}\right)\text{{-cycle}}"
            )
        case st.TwoStateEigenvalue():
            return (
                rf"{t(s.rhs)} \text{{ is the eigenvalue of }} Hv = {t(s.lhs)} \text{{ for }} "
                rf"(1,-1) \text{{ where both states stay with probability }} {t(s.stay)}"
            )
        case st.CycleEigenvalue():
            angle = rf"2\pi\mathrm{{i}} \left({t(s.mode)}\right) s/\left({t(s.length)}\right)"
            return (
                rf"{t(s.rhs)} + \mathrm{{i}}\left({t(s.imaginary)}\right) "
                rf"\text{{ is the eigenvalue of }} Hv = {t(s.lhs)} "
                rf"\text{{ for }} \exp\left({angle}\right) "
                rf"\text{{ on the }} \left({t(s.length)}\right)\text{{-cycle}}"
            )
        case st.ReversibleBound():
            bound = rf"\left({t(s.rhs)}\right)" if isinstance(s.rhs, Add) else t(s.rhs)
            norms = (r"\left\|Hv - Hv'\right\|_d", r"\left\|v - v'\right\|_d")
            return (
                rf"{norms[0]} \leq {bound} {norms[1]} \quad \text{{for }} Hv = {t(s.lhs)} "
                r"\text{ on every reversible MRP}"
            )
        case st.ZeroOnlyAt():
            only = rf"{t(s.lhs)} = 0 \text{{ only for }} v = {t(s.rhs)}"
            return rf"{only} \quad \text{{with }} z = \gamma P"
        case st.OperatorEqual():
            return rf"{t(s.lhs)} = {t(s.rhs)} \quad \text{{with }} z = \gamma P"
        case st.OnEveryMRP():
            return rf"{statement_latex(s.body)} \text{{ on every finite MRP}}"
    raise TypeError(type(s).__name__)


def text(thing: Theorem | st.Statement) -> str:
    """A statement, or a theorem with its hypotheses, as one line."""
    if isinstance(thing, st.Statement):
        return statement_text(thing)
    given = ", ".join(statement_text(h) for h in thing.hypotheses)
    return f"{given} ⊢ {statement_text(thing.statement)}".lstrip()


def latex(thing: Theorem | st.Statement) -> str:
    """A statement, or a theorem with its hypotheses, as LaTeX."""
    if isinstance(thing, st.Statement):
        return statement_latex(thing)
    given = r",\; ".join(statement_latex(h) for h in thing.hypotheses)
    return rf"{given} \;\vdash\; {statement_latex(thing.statement)}"
