"""Terms as LaTeX, in the paper's notation, laid out so that they can be broken."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from sympy import Abs, Add, Expr, Integer, Mul, Pow, Rational, Sum, Symbol
from sympy.core.function import AppliedUndef

from symbolic.printing.layout import Item, Row, bracketed, flattened, height, joined, width
from symbolic.printing.prose import prose_latex
from symbolic.printing.terms import (
    FROM_TIME_T,
    GREEK,
    SUPERSCRIPT,
    factor_rank,
    from_now,
    named,
    parts_of_turn,
    signed_terms,
    split_name,
)
from symbolic.terms import FloorDiv, IfLess, SinTurn, Turn, open_sum

__all__ = ["closed", "relation", "row", "script", "term_inline", "term_latex", "words"]

LETTER, DIGIT, SMALL = 6.0, 5.0, 0.72
OPERATOR, RELATION = 12.3, 13.6
SUM, CASES = 15.0, 24.0
CASES_END = r"\end{cases}"


def term_latex(term: Expr) -> str:
    """A term as LaTeX, on one line (for use inside math mode)."""
    return joined(row(term))


def term_inline(term: Expr) -> str:
    """A term as LaTeX for a line of text (inside math mode)."""
    return flattened(row(term))


def relation(symbol: str) -> Item:
    """A relation sign; the best place to break a line."""
    return Item(symbol, RELATION, depth=0, opening=symbol)


def words(text: str, per_letter: float = 4.9) -> Item:
    """Text inside a formula."""
    return Item(rf"\text{{{text}}}", per_letter * len(text))


def script(term: Expr) -> tuple[str, float]:
    """A subscript or superscript, and its width."""
    inner = row(term)
    return flattened(inner), SMALL * width(inner)


@lru_cache(maxsize=20_000)
def row(term: Expr) -> Row:
    """The pieces of a term."""
    if isinstance(term, Add):
        return _sum_of_parts(term)
    if isinstance(term, Mul):
        return _product(term)
    if isinstance(term, Pow):
        return _power(term)
    if isinstance(term, Rational):
        return _rational(term)
    if isinstance(term, Symbol):
        latex = _name(term.name)
        return (Item(latex, _name_width(term.name)),)
    if isinstance(term, AppliedUndef):
        return (_member(term),)
    if isinstance(term, Sum):
        return _series(term)
    if isinstance(term, Abs):
        return bracketed(row(term.args[0]), r"\lvert ", r"\rvert ")
    if isinstance(term, IfLess):
        return (_cases(term),)
    if isinstance(term, FloorDiv):
        return _floor(term)
    assert isinstance(term, Turn), term
    return _turn(term)


def _name(name: str) -> str:
    stem, rest = split_name(name)
    if stem in GREEK:
        shown = r"\varepsilon" if stem == "epsilon" else rf"\{stem}"
    else:
        plain = len(stem) == 1 and stem.isascii() and stem.isalnum()
        shown = stem if plain else rf"\mathit{{{_safe(stem)}}}"
    return f"{shown}_{{{_name(rest)}}}" if rest else shown


def _safe(name: str) -> str:
    """A name of a user's choice, with nothing in it that LaTeX would take for a command."""
    special = {"\\": r"\backslash{}", "~": r"\sim{}", "^": r"\wedge{}"}
    plain = {ch: rf"\{ch}" for ch in "&%$#_{}"}

    def shown(ch: str) -> str:
        if not ch.isascii():
            return rf"\text{{{prose_latex(ch)}}}"
        return special.get(ch, plain.get(ch, ch))

    return "".join(map(shown, name))


def _name_width(name: str) -> float:
    stem, rest = split_name(name)
    own = LETTER if stem in GREEK else LETTER * len(stem)
    return own + (SMALL * _name_width(rest) if rest else 0)


def _rational(q: Rational) -> Row:
    if q.q == 1:
        return (Item(str(q.p), DIGIT * len(str(q.p).lstrip("-")) + (8.0 if q.p < 0 else 0)),)
    sign = "-" if q.p < 0 else ""
    top, bottom = str(abs(q.p)), str(q.q)
    wide = DIGIT * max(len(top), len(bottom)) + 2.4 + (8.0 if sign else 0)
    return (Item(rf"{sign}\frac{{{top}}}{{{bottom}}}", wide, 1),)


def _sum_of_parts(term: Add) -> Row:
    found: list[Item] = []
    parts = signed_terms(term)
    for part in parts:
        minus = bool(part.could_extract_minus_sign())
        positive = -part if minus else part
        inner = row(positive)
        if minus and isinstance(positive, Add):
            inner = bracketed(inner)
        if part is not parts[-1]:
            inner = closed(inner)
        if found:
            sign = "-" if minus else "+"
            found.append(Item(sign, OPERATOR, depth=2, opening=f"{{}} {sign}"))
        elif minus:
            found.append(Item("-", 8.0))
        found += (item.deeper() for item in inner)
    return tuple(found)


def _product(term: Mul) -> Row:
    if term.could_extract_minus_sign():
        rest = -term
        inner = row(rest)
        return (Item("-", 8.0), *(bracketed(inner) if isinstance(rest, Add) else inner))
    number, rest = term.as_coeff_Mul()
    factors = sorted(named(Mul.make_args(rest)), key=factor_rank)
    choices = [f for f in factors if isinstance(f, IfLess)]
    if choices:  # they come last: what follows would seem to belong to the last case
        plain = Mul(number, *(f for f in factors if f not in choices))
        start = () if plain == 1 else _opened(plain)
        *others, last = (row(f) for f in choices)
        return (*start, *(item for each in others for item in bracketed(each)), *last)
    below = [f for f in factors if _divides(f)]
    above = [f for f in factors if not _divides(f)]
    if not below and number.q == 1:
        return _factors(number.p, above)
    top = _factors(number.p, above)
    bottom = _factors(number.q, [Pow(f.base, -f.exp) for f in below])
    return _fraction(top, bottom)


def _opened(factor: Expr) -> Row:
    """What stands before another factor."""
    return bracketed(row(factor)) if isinstance(factor, Add) else row(factor)


def closed(formula: Row) -> Row:
    """A formula that something follows: cases at its end would seem to go on, so in brackets."""
    ends = next((item for item in reversed(formula) if item.latex), None)
    return bracketed(formula) if ends is not None and CASES_END in ends.latex else formula


def _divides(factor: Expr) -> bool:
    return isinstance(factor, Pow) and isinstance(factor.exp, Integer) and bool(factor.exp < 0)


def _fraction(top: Row, bottom: Row) -> Row:
    wide = max(width(top), width(bottom)) + 2.4
    tall = 2 if max(height(top), height(bottom)) else 1
    flat = f"{_divided(top, strict=False)}/{_divided(bottom, strict=True)}"
    return (Item(rf"\frac{{{joined(top)}}}{{{joined(bottom)}}}", wide, tall, flat=flat),)


def _divided(part: Row, *, strict: bool) -> str:
    """The top or bottom of a fraction a/b, in brackets where it needs them."""
    shown = flattened(part)
    pieces = [item for item in part if item.latex]
    single = len(pieces) == 1 or pieces[0].latex == "("
    if single and not any(item.depth == 2 for item in part):
        return shown
    has_sign = any(item.depth == 2 for item in part)
    return rf"\bigl({shown}\bigr)" if strict or has_sign else shown


def _factors(number: int, factors: list[Expr]) -> Row:
    """A product without a denominator; alone in a fraction, a sum needs no brackets."""
    found: list[Item] = []
    if number != 1 or not factors:
        found += _rational(Rational(number))
    alone = len(factors) == 1 and not found
    for k, factor in enumerate(factors):
        last = k == len(factors) - 1
        inner = row(factor)
        if not alone and (isinstance(factor, Add) or (isinstance(factor, Sum) and not last)):
            inner = bracketed(inner)
        if found and len(inner) > 1:
            first, *others = inner
            opening = rf"{{}} \cdot {first.latex}"
            inner = (replace(first, depth=5, opening=opening), *others)
        found += (item if alone else item.deeper() for item in inner)
        found.append(Item("", 1.0))
    return tuple(found)


def _power(term: Pow) -> Row:
    if _divides(term):
        return _fraction((Item("1", DIGIT),), row(Pow(term.base, -term.exp)))
    base = row(term.base)
    base_is_member = isinstance(term.base, AppliedUndef) and (
        term.base.func.__name__ not in SUPERSCRIPT
    )
    plain = base_is_member or (
        isinstance(term.base, Symbol | Integer | Abs)
        and not (isinstance(term.base, Integer) and term.base < 0)
    )
    if isinstance(term.base, Turn) and isinstance(term.exp, Integer):
        return _turn(term.base, str(term.exp))
    if not plain:
        base = bracketed(base)
    exponent, wide = script(term.exp)
    *start, end = base
    flat = None if end.flat is None else f"{end.flat}^{{{exponent}}}"
    tall = Item(f"{end.latex}^{{{exponent}}}", end.width + wide + 0.5, end.height, end.depth)
    return (*start, replace(tall, flat=flat))


def _member(term: AppliedUndef) -> Item:
    name = term.func.__name__
    scripts = [script(a) for a in term.args]
    shown, own = _name(name), _name_width(name)
    where = ",".join(latex for latex, _ in scripts)
    wide = own + sum(w for _, w in scripts) + 3.0 * (len(scripts) - 1) + 0.5
    if name in FROM_TIME_T:
        return Item(f"{shown}_{{{from_now(where)}}}", wide + 10.0)
    if name in SUPERSCRIPT:
        return Item(f"{shown}_{{t}}^{{({where})}}", wide + 6.0)
    return Item(f"{shown}_{{{where}}}", wide)


def _series(term: Sum) -> Row:
    part = open_sum(term)
    low, below = script(part.lo)
    var, own = script(part.var)
    high, above = (r"\infty", 7.5) if part.infinite else script(part.hi)
    wide = max(SUM, below + own + 6.0, above)
    head = Item(rf"\sum_{{{var}={low}}}^{{{high}}}", wide + 2.0, 2)
    body = row(part.body)
    if isinstance(part.body, Add):
        return (head, *bracketed(body))
    return (head, *(item.deeper() for item in body))


def _cases(term: IfLess) -> Item:
    rows, flat, wide = list[str](), list[str](), 0.0
    for value, condition in _branches(term):
        shown = row(value)
        if condition is None:
            rows.append(rf"{joined(shown)} & \text{{otherwise}}")
            flat.append(rf"{flattened(shown)} \text{{ otherwise}}")
            wide = max(wide, width(shown) + 42.0)
        else:
            low, high = (row(side) for side in condition)
            rows.append(rf"{joined(shown)} & {joined(low)} < {joined(high)}")
            flat.append(rf"{flattened(shown)} \text{{ if }} {flattened(low)} < {flattened(high)}")
            wide = max(wide, width(shown) + width(low) + width(high) + RELATION)
    body, line = r" \\ ".join(rows), r",\ ".join(flat)
    return Item(rf"\begin{{cases}} {body} {CASES_END}", wide + CASES, 2, flat=f"[{line}]")


def _branches(term: Expr) -> list[tuple[Expr, tuple[Expr, Expr] | None]]:
    """Values and conditions, tried in turn; the last one has none."""
    if not isinstance(term, IfLess):
        return [(term, None)]
    a, b, then, otherwise = term.args
    rest = _branches(otherwise)
    if isinstance(then, IfLess) and _implied(then, a, b):
        *inner, (last, _) = _branches(then)
        return [*inner, (last, (a, b)), *rest]
    return [(then, (a, b)), *rest]


def _implied(inner: Expr, a: Expr, b: Expr) -> bool:
    """Do all conditions inside imply a < b, because they bound the same term by less?"""
    while isinstance(inner, IfLess):
        low, high, then, otherwise = inner.args
        if low != a or not (isinstance(high, Integer) and isinstance(b, Integer) and high <= b):
            return False
        if isinstance(then, IfLess) and not _implied(then, low, high):
            return False
        inner = otherwise
    return True


def _floor(term: FloorDiv) -> Row:
    inside: list[Item] = []
    for part in term.args:
        shown = row(part)
        inside += [Item("/", 5.0)] if inside else []
        inside += shown if part.is_Atom else bracketed(shown)
    return bracketed(tuple(inside), r"\lfloor ", r"\rfloor ")


def _turn(term: Turn, exponent: str = "") -> Row:
    name = "sin" if isinstance(term, SinTurn) else "cos"
    sign, number, rest, bottom = parts_of_turn(term)
    upper = () if rest is None else row(rest)
    if isinstance(rest, Add):
        upper = bracketed(upper)
    lower = row(bottom)
    wide = max(width(upper) + 12.0, width(lower)) + 2.4 + (8.0 if sign else 0)
    angle = rf"{sign}\frac{{{number}\pi {joined(upper)}}}{{{joined(lower)}}}"
    below = flattened(lower) if bottom.is_Atom else f"({flattened(lower)})"
    flat = rf"{sign}{number}\pi {flattened(upper)}/{below}"
    raised = f"^{{{exponent}}}" if exponent else ""
    if not number:
        angle, flat, wide = "0", "0", 5.0
    return (
        Item(rf"\{name}{raised}", 16.0 + 4.0 * len(exponent)),
        *bracketed((Item(angle, wide, 1, flat=flat),)),
    )
