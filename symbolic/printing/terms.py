"""Terms in the paper's notation."""

from __future__ import annotations

import re
from typing import Any

from sympy import Add, Expr, Integer, Mul, Pow, Rational, Sum, Symbol
from sympy.core.function import AppliedUndef
from sympy.printing.precedence import PRECEDENCE
from sympy.printing.str import StrPrinter

from symbolic import statements as st
from symbolic.terms import FloorDiv, IfLess, Turn, is_index, open_sum

GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "kappa": "κ",
    "lambda": "λ", "tau": "τ", "pi": "π", "theta": "θ", "rho": "ρ", "mu": "μ",
}  # fmt: skip
#: sequences along a trajectory, indexed from the time t of the update
FROM_TIME_T = frozenset({"V", "R", "delta"})
SUPERSCRIPT = frozenset({"G"})


def split_name(name: str) -> tuple[str, str]:
    """A name and its subscript."""
    stem, _, rest = name.partition("_")
    return stem, rest


def from_now(argument: str) -> str:
    """The time that many steps after t."""
    return "t" if argument == "0" else f"t+{argument}"


def signed_terms(term: Add) -> list[Expr]:
    """The summands: numbers and v first, sums last, a minus sign in front only if all have one."""

    def minus(a: Expr) -> bool:
        return bool(a.could_extract_minus_sign())

    def is_sum(a: Expr) -> bool:
        return any(isinstance(f, Sum) for f in Mul.make_args(a))

    counts = is_index(term)  # n + 1, but 1 + gamma

    def is_more(a: Expr) -> bool:
        return not counts and not (isinstance(a, Rational) or a in (st.VALUE, st.REWARD))

    parts = sorted(term.as_ordered_terms(), key=lambda a: (is_sum(a), minus(a), is_more(a)))
    if minus(parts[0]):
        parts.sort(key=minus)
    return parts


class _Text(StrPrinter):  # type: ignore[misc]
    def _print_Symbol(self, expr: Symbol) -> str:
        stem, rest = split_name(expr.name)
        shown = GREEK.get(stem, stem)
        return f"{shown}_{GREEK.get(rest, rest)}" if rest else str(shown)

    def _print_Add(self, expr: Add, order: Any = None) -> str:
        out = ""
        for part in signed_terms(expr):
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
        factors = sorted(named(Mul.make_args(rest)), key=factor_rank)
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
            where = from_now(args[0])
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
        sign, number, rest, bottom = parts_of_turn(expr)
        lower = self.parenthesize(bottom, PRECEDENCE["Mul"] + 1)
        upper = "" if rest is None else "·" + self.parenthesize(rest, PRECEDENCE["Mul"])
        return f"{sign}{number}π{upper}/{lower}" if number else "0"


def parts_of_turn(expr: Turn) -> tuple[str, int, Expr | None, Expr]:
    """The angle 2 pi a/b as sign, number, what multiplies it (None: nothing) and denominator."""
    top, bottom = expr.args
    minus = bool(top.could_extract_minus_sign())
    number, rest = (-top if minus else top).as_coeff_Mul()
    return ("-" if minus else ""), 2 * int(number), (None if rest == 1 else rest), bottom


def _divides(factors: list[Expr], number: Rational) -> bool:
    """Is there a denominator?"""
    negative = (isinstance(f, Pow) and isinstance(f.exp, Integer) and f.exp < 0 for f in factors)
    return number.q != 1 or any(negative)


def factor_rank(factor: Expr) -> tuple[int, str]:
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
    if isinstance(factor, Turn):
        return (4, str(factor))
    if isinstance(factor, Add):
        return (1, str(factor))
    if isinstance(factor, Pow):
        return (max(3, factor_rank(factor.base)[0]), str(factor))
    return (0, str(factor))


#: r/(1 - z), the fixed point of T, is shown by its name
V_PI = Symbol("v_pi")


def named(factors: tuple[Expr, ...]) -> list[Expr]:
    """The factors of a product, with r/(1 - z) as v_pi."""
    inverse = Pow(1 - st.Z, -1)
    rest = list(factors)
    if st.REWARD in rest and inverse in rest:
        rest.remove(st.REWARD)
        rest.remove(inverse)
        rest.append(V_PI)
    return rest


_text_printer = _Text()


def term_text(term: Expr) -> str:
    """A term as one line of text."""
    return str(_text_printer.doprint(term))


def symbols_in(text: str) -> str:
    """English with the names of Greek letters as letters.

    >>> symbols_in("v_pi is fixed for every gamma, TD(lambda)")
    'v_π is fixed for every γ, TD(λ)'
    """
    return _GREEK_NAME.sub(lambda found: GREEK[found[0]], text)


_GREEK_NAME = re.compile(rf"(?<![a-zA-Z])({'|'.join(GREEK)})(?![a-zA-Z])")
