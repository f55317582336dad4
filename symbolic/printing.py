"""Terms, statements and theorems as LaTeX and as plain text, in the paper's notation.

A sequence prints as a subscript, ``h(i)`` as h_i; quantities along a trajectory count from the time
t of the update, so ``V(i)`` prints as V_{t+i}; the n-step return ``G(n)`` prints as G_t^{(n)}.

    >>> from symbolic.terms import index, real, sequence, series
    >>> i, n, delta = index("i"), index("n"), sequence("delta")
    >>> term_text(series(real("gamma")**i * delta(i), i, 0, n - 1))
    'Σ_{i=0}^{n - 1} γ^i·δ_{t+i}'
    >>> term_latex(series(real("gamma")**i * delta(i), i, 0, n - 1))
    '\\\\sum_{i=0}^{n - 1} \\\\gamma^{i} \\\\delta_{t+i}'
"""

from __future__ import annotations

from typing import Any

from sympy import Add, Expr, Integer, Mul, Pow, Sum, Symbol, oo
from sympy.core.function import AppliedUndef
from sympy.printing.latex import LatexPrinter
from sympy.printing.precedence import PRECEDENCE, precedence
from sympy.printing.str import StrPrinter

from symbolic import statements as st
from symbolic.kernel import Theorem
from symbolic.terms import FloorDiv, IfLess, open_sum

GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "kappa": "κ",
    "lambda": "λ", "tau": "τ", "pi": "π", "theta": "θ", "rho": "ρ", "mu": "μ",
}  # fmt: skip
#: sequences along a trajectory, indexed from the time t of the update
FROM_TIME_T = frozenset({"V", "R", "delta"})
SUPERSCRIPT = frozenset({"G"})


def _split(name: str) -> tuple[str, str]:
    stem, _, rest = name.partition("_")
    return stem, rest


def _time(argument: str) -> str:
    return "t" if argument == "0" else f"t+{argument}"


def _signed_terms(term: Add) -> list[Expr]:
    """The summands: sums last, and one without a minus sign first if there is one."""

    def minus(a: Expr) -> bool:
        return bool(a.could_extract_minus_sign())

    def is_sum(a: Expr) -> bool:
        return any(isinstance(f, Sum) for f in Mul.make_args(a))

    parts = sorted(term.as_ordered_terms(), key=lambda a: (is_sum(a), minus(a)))
    if minus(parts[0]):
        parts.sort(key=minus)
    return parts


class _Text(StrPrinter):  # type: ignore[misc]
    def _print_Symbol(self, expr: Symbol) -> str:
        stem, rest = _split(expr.name)
        shown = GREEK.get(stem, stem)
        return f"{shown}_{GREEK.get(rest, rest)}" if rest else str(shown)

    def _print_Add(self, expr: Add, order: Any = None) -> str:
        out = ""
        for part in _signed_terms(expr):
            minus = part.could_extract_minus_sign()
            shown = self.parenthesize(-part if minus else part, PRECEDENCE["Add"] + minus)
            out += (f" - {shown}" if minus else f" + {shown}") if out else ("-" * minus + shown)
        return out

    def _print_Mul(self, expr: Mul) -> str:
        if expr.could_extract_minus_sign():
            return f"-{self.parenthesize(-expr, PRECEDENCE['Mul'])}"
        number, rest = expr.as_coeff_Mul()
        top, bottom = [], []
        if number.p != 1 or rest == 1:
            top.append(str(number.p))
        if number.q != 1:
            bottom.append(str(number.q))
        factors = sorted(_named(Mul.make_args(rest)), key=_factor_rank)
        for f in factors:
            if isinstance(f, Pow) and isinstance(f.exp, Integer) and f.exp < 0:
                bottom.append(self.parenthesize(Pow(f.base, -f.exp), PRECEDENCE["Mul"] + 1))
            elif isinstance(f, Sum) and f is not factors[-1]:
                top.append(f"({self._print(f)})")
            else:
                top.append(self.parenthesize(f, PRECEDENCE["Mul"]))
        above = "·".join(top) or "1"
        if not bottom:
            return above
        below = bottom[0] if len(bottom) == 1 else f"({'·'.join(bottom)})"
        return f"{above}/{below}"

    def _print_Pow(self, expr: Pow, rational: bool = False) -> str:
        if expr.exp == -1:
            return f"1/{self.parenthesize(expr.base, PRECEDENCE['Pow'])}"
        base = self.parenthesize(expr.base, PRECEDENCE["Pow"])
        shown = self._print(expr.exp)
        return f"{base}^{shown}" if len(shown) == 1 or shown.isdigit() else f"{base}^({shown})"

    def _print_Abs(self, expr: Expr) -> str:
        return f"|{self._print(expr.args[0])}|"

    def _print_Sum(self, expr: Sum) -> str:
        part = open_sum(expr)
        var = self._print(part.var)
        lo = self._print(part.lo)
        if part.infinite:
            head = f"Σ_{{{var}≥{lo}}}"
        else:
            head = f"Σ_{{{var}={lo}}}^{{{self._print(part.hi)}}}"
        body = self._print(part.body)
        return f"{head} ({body})" if isinstance(part.body, Add) else f"{head} {body}"

    def _print_AppliedUndef(self, expr: AppliedUndef) -> str:
        name = expr.func.__name__
        args = [self._print(a) for a in expr.args]
        shown = GREEK.get(name, name)
        if name in FROM_TIME_T:
            where = _time(args[0])
            return f"{shown}_t" if where == "t" else f"{shown}_{{{where}}}"
        if name in SUPERSCRIPT:
            return f"{shown}_t^({args[0]})"
        where = ",".join(args)
        return f"{shown}_{where}" if len(where) == 1 else f"{shown}_{{{where}}}"

    _print_Function = _print_AppliedUndef

    def _print_IfLess(self, expr: IfLess) -> str:
        a, b, x, y = (self._print(e) for e in expr.args)
        return f"[{x} if {a} < {b}, else {y}]"

    def _print_FloorDiv(self, expr: FloorDiv) -> str:
        top, bottom = (self.parenthesize(a, PRECEDENCE["Mul"] + 1) for a in expr.args)
        return f"⌊{top}/{bottom}⌋"


def _factor_rank(factor: Expr) -> tuple[int, str]:
    """Numbers and parameters, weights, powers, what happens along a trajectory, sums, vectors."""
    if factor in (st.REWARD, st.VALUE, V_PI):
        return (6, str(factor))
    if isinstance(factor, Add) and factor.free_symbols & {st.REWARD, st.VALUE}:
        return (6, str(factor))
    if isinstance(factor, Sum):
        return (5, str(factor))
    if isinstance(factor, AppliedUndef):
        name = factor.func.__name__
        return (4 if name in FROM_TIME_T | SUPERSCRIPT else 2, str(factor))
    if isinstance(factor, Add):
        return (1, str(factor))
    if isinstance(factor, Pow):
        return (max(3, _factor_rank(factor.base)[0]), str(factor))
    return (0, str(factor))


#: r/(1 - z), the fixed point of T, is shown by its name
V_PI = Symbol("v_pi")


def _named(factors: tuple[Expr, ...]) -> list[Expr]:
    """The factors of a product, with r/(1 - z) as v_pi."""
    inverse = Pow(1 - st.Z, -1)
    rest = list(factors)
    if st.REWARD in rest and inverse in rest:
        rest.remove(st.REWARD)
        rest.remove(inverse)
        rest.append(V_PI)
    return rest


class _Latex(LatexPrinter):  # type: ignore[misc]
    def _print_Add(self, expr: Add, order: Any = None) -> str:
        out = ""
        for part in _signed_terms(expr):
            minus = part.could_extract_minus_sign()
            positive = -part if minus else part
            shown = self._print(positive)
            if minus and isinstance(positive, Add):
                shown = rf"\left({shown}\right)"
            out += (f" - {shown}" if minus else f" + {shown}") if out else ("- " * minus + shown)
        return out

    def _print_Mul(self, expr: Mul) -> str:
        if expr.could_extract_minus_sign():
            rest = -expr
            shown = self._print(rest)
            return "- " + (rf"\left({shown}\right)" if isinstance(rest, Add) else shown)
        number, rest = expr.as_coeff_Mul()
        top: list[str] = [] if number.p == 1 and rest != 1 else [str(number.p)]
        bottom: list[str] = [] if number.q == 1 else [str(number.q)]
        factors = sorted(_named(Mul.make_args(rest)), key=_factor_rank)
        denominator = [
            f for f in factors if isinstance(f, Pow) and isinstance(f.exp, Integer) and f.exp < 0
        ]
        numerator = [f for f in factors if f not in denominator]
        for k, f in enumerate(numerator):
            alone = len(numerator) == 1 and not top and not bottom and not denominator
            last = k == len(numerator) - 1 and not denominator and not bottom
            top.append(self._factor(f, alone, last))
        for f in denominator:
            shown = Pow(f.base, -f.exp)
            bottom.append(self._factor(shown, len(denominator) == 1 and not bottom, True))
        above = " ".join(top) or "1"
        return rf"\frac{{{above}}}{{{' '.join(bottom)}}}" if bottom else above

    def _factor(self, f: Expr, alone: bool, last: bool) -> str:
        shown = self._print(f)
        if not alone and (isinstance(f, Add) or (isinstance(f, Sum) and not last)):
            return rf"\left({shown}\right)"
        return str(shown)

    def _print_Sum(self, expr: Sum) -> str:
        part = open_sum(expr)
        hi = r"\infty" if part.infinite else self._print(part.hi)
        body = self._print(part.body)
        if isinstance(part.body, Add):
            body = rf"\left({body}\right)"
        return rf"\sum_{{{self._print(part.var)}={self._print(part.lo)}}}^{{{hi}}} {body}"

    def _print_Pow(self, expr: Pow) -> str:
        if isinstance(expr.exp, Integer) and expr.exp < 0:
            return rf"\frac{{1}}{{{self._print(Pow(expr.base, -expr.exp))}}}"
        base = self._print(expr.base)
        if precedence(expr.base) < PRECEDENCE["Atom"] or isinstance(expr.base, AppliedUndef):
            base = rf"\left({base}\right)"
        return f"{base}^{{{self._print(expr.exp)}}}"

    def _print_Abs(self, expr: Expr, exp: Any = None) -> str:
        return rf"\left|{self._print(expr.args[0])}\right|"

    def _print_AppliedUndef(self, expr: AppliedUndef, exp: Any = None) -> str:
        name = expr.func.__name__
        args = [self._print(a) for a in expr.args]
        shown = rf"\{name}" if name in GREEK else name
        if name in FROM_TIME_T:
            return f"{shown}_{{{_time(args[0])}}}"
        if name in SUPERSCRIPT:
            return f"{shown}_{{t}}^{{({args[0]})}}"
        return f"{shown}_{{{','.join(args)}}}"

    _print_Function = _print_AppliedUndef

    def _print_IfLess(self, expr: IfLess, exp: Any = None) -> str:
        a, b, x, y = (self._print(e) for e in expr.args)
        return rf"\begin{{cases}} {x} & {a} < {b} \\ {y} & \text{{otherwise}} \end{{cases}}"

    def _print_FloorDiv(self, expr: FloorDiv, exp: Any = None) -> str:
        top, bottom = (self._print(a) for a in expr.args)
        return rf"\left\lfloor \frac{{{top}}}{{{bottom}}} \right\rfloor"


_text_printer = _Text()
_latex_printer = _Latex()


def term_text(term: Expr) -> str:
    """A term as one line of text."""
    return str(_text_printer.doprint(term))


def term_latex(term: Expr) -> str:
    """A term as LaTeX (for use inside math mode)."""
    return str(_latex_printer.doprint(term))


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
            where = f"{s.var} ≥ {t(s.lo)}" if s.hi is oo else f"{t(s.lo)} ≤ {s.var} ≤ {t(s.hi)}"
            return f"{statement_text(s.body)} for all {where}"
        case st.Not():
            return f"not ({statement_text(s.body)})"
        case st.TendsTo():
            return f"{t(s.body)} → {t(s.end)} as {s.var} → ∞"
        case st.Bounded():
            return f"({t(s.body)}) is bounded"
        case st.Summable():
            return f"Σ_{{{s.var}≥{t(s.end)}}} |{t(s.body)}| converges"
        case st.Converges():
            return f"Σ_{{{s.var}≥{t(s.end)}}} {t(s.body)} converges"
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
