"""Terms in the paper's notation."""

from __future__ import annotations

from typing import Any

from sympy import Add, Expr, Integer, Mul, Pow, Rational, Sum, Symbol
from sympy.core.function import AppliedUndef
from sympy.printing.latex import LatexPrinter
from sympy.printing.precedence import PRECEDENCE, precedence
from sympy.printing.str import StrPrinter

from symbolic import statements as st
from symbolic.terms import FloorDiv, IfLess, Turn, open_sum

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
            elif isinstance(f, Sum) and (f is not factors[-1] or _divides(factors, number)):
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
        if isinstance(expr.base, Sum):
            base = f"({base})"
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

    def _print_CosTurn(self, expr: Turn) -> str:
        return f"cos({self._angle(expr)})"

    def _print_SinTurn(self, expr: Turn) -> str:
        return f"sin({self._angle(expr)})"

    def _angle(self, expr: Turn) -> str:
        sign, top, bottom = _parts_of_turn(expr)
        upper, lower = (self.parenthesize(a, PRECEDENCE["Mul"] + 1) for a in (top, bottom))
        return f"{sign}2π·{upper}/{lower}"


def _parts_of_turn(expr: Turn) -> tuple[str, Expr, Expr]:
    """The sign, and the a and b of 2 pi a/b."""
    top, bottom = expr.args
    minus = top.could_extract_minus_sign()
    return ("-", -top, bottom) if minus else ("", top, bottom)


def _divides(factors: list[Expr], number: Rational) -> bool:
    """Is there a denominator?"""
    negative = (isinstance(f, Pow) and isinstance(f.exp, Integer) and f.exp < 0 for f in factors)
    return number.q != 1 or any(negative)


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
        if precedence(expr.base) < PRECEDENCE["Atom"] or isinstance(expr.base, AppliedUndef | Sum):
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

    def _print_CosTurn(self, expr: Turn, exp: Any = None) -> str:
        return self._turn("cos", expr, exp)

    def _print_SinTurn(self, expr: Turn, exp: Any = None) -> str:
        return self._turn("sin", expr, exp)

    def _turn(self, name: str, expr: Turn, exp: Any) -> str:
        sign, top, bottom = _parts_of_turn(expr)
        upper = self._factor(top, False, True)
        angle = rf"{sign}\frac{{2\pi {upper}}}{{{self._print(bottom)}}}"
        return rf"\{name}" + (f"^{{{exp}}}" if exp else "") + rf"\left({angle}\right)"


_text_printer = _Text()
_latex_printer = _Latex()


def term_text(term: Expr) -> str:
    """A term as one line of text."""
    return str(_text_printer.doprint(term))


def term_latex(term: Expr) -> str:
    """A term as LaTeX (for use inside math mode)."""
    return str(_latex_printer.doprint(term))
