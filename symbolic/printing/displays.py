"""Statements and theorems as LaTeX: in a line of text, or displayed and broken where too long.

A statement is a few rows, each a formula of its own: what is said first, then what the letters in
it stand for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sympy import Abs, Add, Expr, Integer, Mul, Rational, Sum, oo

from symbolic import statements as st
from symbolic.printing.latex import closed, relation, row, script, words
from symbolic.printing.layout import Item, Row, bracketed, broken, joined, width
from symbolic.printing.statements import NONSINGULAR, SYMBOLS
from symbolic.ring import canonical
from symbolic.terms import series

if TYPE_CHECKING:
    from symbolic.kernel import Theorem

__all__ = [
    "ROOM",
    "chained",
    "displayed",
    "inline",
    "latex",
    "rows",
    "statement_inline",
    "statement_latex",
]

#: points: the width of a line of text in LaTeX's article, less what a display is moved in
ROOM = 318.0

EQUALS = relation("=")
COMMA = Item(r",\ ", 8.0, depth=1, opening="")
QUAD = Item(r"\quad", 10.0, depth=1, opening="")
OPERATOR = (Item("Hv", 2 * 6.5),)
CHANGE = (Item("Hv - Hv'", 46.0),)
TEXT = r"\text{"
NORM = "\\lVert {} \\rVert_{{{}}}"


def statement_latex(s: st.Statement) -> str:
    """A statement as LaTeX on one line (for use inside math mode)."""
    first, *others = rows(s)
    return joined(first) + "".join(rf",\ {joined(other)}" for other in others)


def statement_inline(s: st.Statement) -> str:
    """A statement in a line of text, its words outside of math mode."""
    return inline(tuple(item for each in _comma_separated(rows(s)) for item in each))


def inline(formula: Row) -> str:
    """A row in a line of text."""
    out, math = "", list[str]()

    def close() -> str:
        shown = " ".join(" ".join(math).split())
        math.clear()
        return f"${shown}$" if shown else ""

    for item in formula:
        if item.latex.startswith(TEXT):
            out += close() + item.latex[len(TEXT) : -1]
        elif item is QUAD:
            out += close() + " "
        elif item is COMMA:
            out += close() + ", "
        else:
            math.append(item.latex if item.flat is None else item.flat)
    return " ".join((out + close()).split())


def _comma_separated(said: list[Row]) -> list[Row]:
    first, *others = said
    return [first, *((COMMA, *other) for other in others)]


def latex(thing: Theorem | st.Statement) -> str:
    """A statement, or a theorem with its hypotheses, as LaTeX."""
    if isinstance(thing, st.Statement):
        return statement_latex(thing)
    given = r",\; ".join(statement_latex(h) for h in thing.hypotheses)
    return rf"{given} \;\vdash\; {statement_latex(thing.statement)}"


def displayed(s: st.Statement, room: float = ROOM, about: st.Statement | None = None) -> list[str]:
    """The lines of a displayed statement; what H is in ``about`` is not said again."""
    said = rows(s)
    if len(said) > 1 and _operator(s) is not None and _operator(s) == _operator(about):
        said = said[:-1]
    found = []
    for each in said:
        for indent, line in broken(each, room):
            found.append(rf"{_space(indent)}{line}")
    return found


def _operator(s: st.Statement | None) -> Expr | None:
    """What H stands for."""
    while isinstance(s, st.ForAll | st.Not | st.OnEveryMRP):
        s = s.body
    return canonical(s.lhs) if isinstance(s, st.OperatorEqual) else None


def chained(statements: Sequence[st.Statement]) -> list[Row]:
    """One row for each statement, but a < x and x < b together: a < x < b."""
    left = list(statements)
    found: list[Row] = []
    while left:
        first = left.pop(0)
        above = next((s for s in left if _follows_on(first, s)), None)
        below = next((s for s in left if _follows_on(s, first)), None)
        if above is not None or below is not None:
            other = above if above is not None else below
            left.remove(other)  # type: ignore[arg-type]
            low, high = (first, other) if above is not None else (other, first)
            assert isinstance(low, st.Relation)
            assert isinstance(high, st.Relation)
            middle = (*row(low.lhs), relation(SYMBOLS[type(low)][1]), *row(low.rhs))
            found.append((*middle, relation(SYMBOLS[type(high)][1]), *row(high.rhs)))
        else:
            found.append(tuple(i for each in _comma_separated(rows(first)) for i in each))
    return found


def _follows_on(low: st.Statement, high: st.Statement) -> bool:
    """a < x and then x < b, with numbers a and b."""
    orders = (st.Less, st.AtMost)
    return (
        isinstance(low, orders)
        and isinstance(high, orders)
        and low.rhs == high.lhs
        and isinstance(low.lhs, Rational)
        and not isinstance(low.rhs, Rational)
    )


def _space(indent: float) -> str:
    return r"\qquad " * round(indent / 20.0)


def rows(s: st.Statement) -> list[Row]:
    """What is said, and then what its letters stand for."""
    match s:
        case st.Relation():
            return [(*closed(row(s.lhs)), relation(SYMBOLS[type(s)][1]), *row(s.rhs))]
        case st.ForAll():
            return _for_all(s)
        case st.Not(st.Bounded() as inner):
            return [(*_members(inner), words(" is unbounded"))]
        case st.Not():
            (first, *others) = rows(s.body)
            return [(words("not "), *bracketed(first)), *others]
        case st.TendsTo():
            limit = (*row(s.body), relation(r"\to"), *row(s.end))
            return [(*limit, words(" as "), *row(s.var), Item(r"\to\infty", 22.0))]
        case st.Bounded():
            return [(*_members(s), words(" is bounded"))]
        case st.PositiveDefinite():
            return [(*_members(s), words(" is positive definite"))]
        case st.Summable():
            return [(*row(series(Abs(s.body), s.var, s.end)), words(" converges"))]
        case st.Converges():
            return [(*row(series(s.body, s.var, s.end)), words(" converges"))]
        case st.OnEveryMRP():
            first, *others = rows(s.body)
            return [(*first, words(" on every finite MRP")), *others]
        case st.OperatorEqual():
            return _about_an_mrp(s)
    raise TypeError(type(s).__name__)


def _for_all(s: st.ForAll) -> list[Row]:
    first, *others = rows(s.body)
    var, low = row(s.var), row(s.lo)
    at_least = (*var, Item(r"\geq", 13.6), *low)
    if s.hi is not oo:
        at_least = (*low, Item(r"\leq", 13.6), *var, Item(r"\leq", 13.6), *row(s.hi))
    scope = (QUAD, words("for all "), *(Item(i.latex, i.width, i.height) for i in at_least))
    return [(*first, *scope), *others]


def _members(s: st.OfSequence) -> Row:
    """The sequence in brackets, with its range."""
    var, low = script(s.var), script(s.end)
    *inside, close = bracketed(row(s.body))
    below = rf"_{{{var[0]} \geq {low[0]}}}"
    wide = close.width + var[1] + low[1] + 8.0
    where = Item(f"{close.latex}{below}", wide, close.height, flat=f"{close.flat}{below}")
    return (*inside, where)


def _norm(inside: str, which: str, wide: float) -> Item:
    return Item(NORM.format(inside, which), wide)


def _bounded_by(rhs: Expr, which: str) -> Row:
    """|| Hv - Hv' || <= b || v - v' ||."""
    factor = () if rhs == Integer(1) else row(rhs)
    if isinstance(rhs, Add) or any(isinstance(f, Sum) for f in Mul.make_args(rhs)):
        factor = bracketed(factor)
    left, right = _norm("Hv - Hv'", which, 62.0), _norm("v - v'", which, 44.0)
    return (left, relation(r"\leq"), *factor, right)


def _where(s: st.OperatorEqual) -> Row:
    """What H is."""
    return (words("where "), *OPERATOR, relation("="), *row(s.lhs))


def _about_an_mrp(s: st.OperatorEqual) -> list[Row]:
    match s:
        case st.Contracts():
            return [_bounded_by(s.rhs, r"\infty"), _where(s)]
        case st.ReversibleBound():
            bound = (*_bounded_by(s.rhs, "d"), words(" on every reversible MRP"))
            return [bound, _where(s)]
        case st.StationaryBound():
            where = (words(" for every stationary distribution "), Item("d", 5.2))
            return [(*_bounded_by(s.rhs, "d"), *where), _where(s)]
        case st.Dissipative():
            return [_dissipative(s), _stationary(), _where(s)]
        case st.OnPolicyConverges():
            return [*_on_policy(), _where(s)]
        case st.OnConstants():
            change = (*CHANGE, EQUALS, *row(s.rhs), Item(r"\mathbf{1}", 6.0))
            start = (Item("v - v'", 28.0), Item("=", 13.6), *row(s.constant))
            given = (words("if "), *start, Item(r"\mathbf{1}", 6.0))
            return [(*change, QUAD, *given), _where(s)]
        case st.OnCycle():
            value = (Item("(Hv)(s_0)", 42.0), EQUALS, *row(s.rhs))
            return [(*value, QUAD, words("on the "), *_length(s.length)), _where(s)]
        case st.TwoStateEigenvalue():
            chain = (words("where both states are kept with probability "), *row(s.stay))
            said = (words("H has the eigenvalue "), *row(s.rhs), words(" for "))
            return [(*_math_h(said), Item("(1,-1)", 34.0), QUAD, *chain), _where(s)]
        case st.CycleEigenvalue():
            return _cycle_eigenvalue(s)
        case st.ZeroOnlyAt() if s == NONSINGULAR:
            return [(Item(r"\gamma P", 14.0), words(" is nonsingular"))]
        case st.ZeroOnlyAt():
            zero = (*row(s.lhs), EQUALS, Item("0", 5.0))
            return [(*zero, words(" only for "), Item("v =", 20.0), *row(s.rhs))]
    return [(*row(s.lhs), EQUALS, *row(s.rhs))]


def _inner_product(left: str, right: str, wide: float) -> Item:
    return Item(rf"\langle {left}, {right} \rangle_d", wide)


def _dissipative(s: st.Dissipative) -> Row:
    """<w, w - (Hv - Hv')>_d >= e <w, w>_d."""
    factor = row(s.rhs)
    if isinstance(s.rhs, Add) or any(isinstance(f, Sum) for f in Mul.make_args(s.rhs)):
        factor = bracketed(factor)
    left = _inner_product("w", "w - (Hv - Hv')", 104.0)
    return (left, relation(r"\geq"), *factor, _inner_product("w", "w", 32.0))


def _stationary() -> Row:
    """What w and d are."""
    difference, weights = Item("w = v - v'", 56.0), Item("d", 5.2)
    return (words("for "), difference, words(" and every stationary distribution "), weights)


def _on_policy() -> list[Row]:
    """The updates, and what they converge for."""
    before, after = Item("w_{t+1}", 20.0), Item("w_t", 10.0)
    plus = Item("+", 12.3, depth=2, opening="{} +")
    step = Item(r"\alpha_t \Phi^{\mathsf{T}} D \bigl(H(\Phi w_t) - \Phi w_t\bigr)", 124.0)
    weights = Item(r"D = \operatorname{diag}(d)", 60.0)
    features, sizes = Item(r"\Phi", 7.0), Item(r"0 \leq \alpha_t \leq a", 52.0)
    return [
        (words("updates converge to their one fixed point"),),
        (before, EQUALS, after, plus, step),
        (words("for "), weights, words(" with every stationary "), Item("d > 0", 26.0)),
        (words("for all features "), features, words(" of full column rank")),
        (words("and all "), sizes, words(" with an infinite sum")),
        (words("where "), Item("a > 0", 26.0), words(" depends on the MRP and on "), features),
    ]


def _math_h(said: Row) -> Row:
    """H in math mode."""
    return (Item("H", 8.8), words(" has the eigenvalue "), *said[1:])


def _length(length: Expr) -> Row:
    shown = row(length)
    if not length.is_Atom:
        shown = bracketed(shown)
    return (*shown, words("-cycle"))


def _cycle_eigenvalue(s: st.CycleEigenvalue) -> list[Row]:
    turning = bracketed(row(s.imaginary)) if isinstance(s.imaginary, Add) else row(s.imaginary)
    plus = Item("+", 12.3, depth=2, opening="{} +")
    value = (*row(s.rhs), plus, Item(r"\mathrm{i}", 3.5), *turning)
    mode, length = row(s.mode), row(s.length)
    if isinstance(s.mode, Add):
        mode = bracketed(mode)
    angle = rf"2\pi\mathrm{{i}} {joined(mode)} s/{joined(bracketed(length))}"
    wide = 40.0 + width(mode) + width(length)
    vector = Item(rf"\bigl(e^{{{angle}}}\bigr)_s", 14.0 + 0.72 * wide)
    first = (Item("H", 8.8), words(" has the eigenvalue "), *value)
    return [first, (words("for "), vector, words(" on the "), *_length(s.length)), _where(s)]
