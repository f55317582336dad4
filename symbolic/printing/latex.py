"""Terms as LaTeX, in the paper's notation, laid out so that they can be broken."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import groupby

from symbolic.core.terms import REAL, Term, node, number
from symbolic.printing.authored import Shown, core_of
from symbolic.printing.escapes import Latex, escape
from symbolic.printing.layout import Item, Row, bracketed, flattened, height, joined, width
from symbolic.printing.names import GREEK
from symbolic.printing.shapes import (
    FROM_TIME_T,
    SUPERSCRIPT,
    Scope,
    angle,
    indicator,
    is_fixed_point,
    product,
    variable,
)

__all__ = [
    "RELATIONS",
    "Typesetter",
    "closed",
    "relation",
    "row",
    "script",
    "term_inline",
    "term_latex",
    "words",
]

LETTER, DIGIT, SMALL = 6.0, 5.0, 0.72
OPERATOR, RELATION = 12.3, 13.6
SUM, CASES = 15.0, 24.0
CASES_END = r"\end{cases}"
RELATIONS = {"=": "=", "<=": r"\leq", "<": "<"}
SIGN = Item("-", 8.0)
BIG = ("sum", "series", "bound of")

#: r/(1 - z), the fixed point of T, is shown by its name
_V_PI = variable("v_pi", REAL)


def term_latex(term: Shown) -> Latex:
    """A term as LaTeX, on one line (for use inside math mode)."""
    return Latex(joined(row(term)))


def term_inline(term: Shown) -> Latex:
    """A term as LaTeX for a line of text (inside math mode)."""
    return Latex(flattened(row(term)))


def relation(symbol: str) -> Item:
    """A relation sign; the best place to break a line."""
    return Item(symbol, RELATION, depth=0, opening=symbol)


def words(text: str, per_letter: float = 4.9) -> Item:
    """Text inside a formula."""
    return Item(rf"\text{{{text}}}", per_letter * len(text))


@lru_cache(maxsize=20_000)
def row(term: Shown, among: frozenset[str] = frozenset()) -> Row:
    """The pieces of a term, beside others in which the names ``among`` stand for something."""
    made, names = core_of(term)
    return Typesetter(Scope((made,), names, among)).row(made)


def script(term: Shown) -> tuple[str, float]:
    """A subscript or superscript, and its width."""
    return _as_script(row(term))


def closed(formula: Row) -> Row:
    """A formula that something follows: cases at its end would seem to go on, so in brackets."""
    ends = next((item for item in reversed(formula) if item.latex), None)
    return bracketed(formula) if ends is not None and CASES_END in ends.latex else formula


def _as_script(inner: Row) -> tuple[str, float]:
    return flattened(inner), SMALL * width(inner)


class Typesetter:
    """Lays out core terms, with the names that a scope gives."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def row(self, t: Term) -> Row:
        """The pieces of a term."""
        match t.op:
            case "+":
                return self._sum_of_parts(t)
            case "*":
                return self._product(t)
            case "inv":
                return _fraction((Item("1", DIGIT),), self.row(t.args[0]))
            case "pow":
                return self._power(t)
            case "num":
                return _rational(Fraction(t.data))
            case "var":
                return (self.variable(t),)
            case "app":
                return self._member(t)
            case "sum" | "series" | "bound of":
                return self.big(t, len(t.args) - 1, t.args[:-1])
            case "abs":
                return bracketed(self.row(t.args[0]), r"\lvert ", r"\rvert ")
            case "if":
                return self._choice(t)
            case "div":
                return self._floor(t)
            case "operator":
                return self._operator(t)
        assert t.op in ("cos", "sin"), t
        return self._turn(t)

    def script(self, t: Term) -> tuple[str, float]:
        """A subscript or superscript, and its width."""
        return _as_script(self.row(t))

    def variable(self, t: Term) -> Item:
        """A variable; its sort is shown where its name does not say which one it is."""
        name = t.data[0]
        if name in self.scope.several:
            return Item(rf"{_name(name)}^{{\text{{{t.sort}}}}}", _name_width(name) + 14.0)
        return letter(name)

    # -- sums and products ------------------------------------------------------------------------

    def _signed(self, t: Term) -> tuple[bool, Row]:
        """Is there a minus sign in front, and what follows it."""
        if t.op == "num" and t.data < 0:
            return True, _rational(Fraction(-t.data))
        if t.op == "*" and len(t.args) > 1:
            seen = product(t)
            if seen.minus:
                rest = (*((number(seen.number or 1),) if seen.number != 1 else ()), *t.args[1:])
                inner = self.row(rest[0] if len(rest) == 1 else node("*", None, rest))
                return True, bracketed(inner) if _is_sum(rest[0]) and len(rest) == 1 else inner
        return False, bracketed(self.row(t)) if _is_sum(t) else self.row(t)

    def _sum_of_parts(self, t: Term) -> Row:
        found: list[Item] = []
        for k, part in enumerate(t.args):
            minus, inner = self._signed(part)
            if k < len(t.args) - 1:
                inner = closed(inner)
            if found:
                sign = "-" if minus else "+"
                found.append(Item(sign, OPERATOR, depth=2, opening=f"{{}} {sign}"))
            elif minus:
                found.append(SIGN)
            found += (item.deeper() for item in inner)
        return tuple(found)

    def _product(self, t: Term) -> Row:
        seen = product(t)
        if seen.minus:
            _, inner = self._signed(t)
            return (SIGN, *inner)
        if seen.plain:
            return self._factors(1, t.args)
        above, below = list(seen.above), list(seen.below)
        q = Fraction(1) if seen.number is None else seen.number
        if above and below and is_fixed_point(above[-1], below[0]):
            above[-1] = _V_PI
            below.pop(0)
        choices = [f for f in above if _has_cases(f)]
        if choices:  # they come last: what follows would seem to belong to the last case
            plain = [*(f for f in above if not _has_cases(f))]
            start = () if not plain and not below and q == 1 else self._ratio(q, plain, below)
            if len(plain) == 1 and not below and q == 1 and _is_sum(plain[0]):
                start = bracketed(start)
            *others, last = (self.row(f) for f in choices)
            return (*start, *(item for each in others for item in bracketed(each)), *last)
        return self._ratio(q, above, below)

    def _ratio(self, q: Fraction, above: Sequence[Term], below: Sequence[Term]) -> Row:
        if not above and not below:
            return _rational(q)
        top = self._factors(q.numerator, above)
        if not below and q.denominator == 1:
            return top
        return _fraction(top, self._factors(q.denominator, below))

    def _factors(self, first: int, factors: Sequence[Term]) -> Row:
        """A product without a denominator; alone in a fraction, a sum needs no brackets."""
        found: list[Item] = []
        if first != 1 or not factors:
            found += _rational(Fraction(first))
        alone = len(factors) == 1 and not found
        for k, factor in enumerate(factors):
            last = k == len(factors) - 1
            inner = self.row(factor)
            signed = factor.op == "num" and factor.data < 0
            loose = _is_sum(factor) or factor.op == "*" or signed or (factor.op in BIG and not last)
            if (not alone and loose) or (_has_cases(factor) and not last):
                inner = bracketed(inner)
            elif found and factor.op == "num":  # 2 3 would be read as a number
                found.append(Item(r"\cdot", 6.0))
            if found and len(inner) > 1:
                start, *others = inner
                opening = rf"{{}} \cdot {start.latex}"
                inner = (replace(start, depth=5, opening=opening), *others)
            found += (item if alone else item.deeper() for item in inner)
            found.append(Item("", 1.0))
        return tuple(found)

    def _power(self, t: Term) -> Row:
        below, above = t.args
        if below.op in ("cos", "sin") and above.op == "num" and above.data >= 0:
            return self._turn(below, str(above.data))
        base = self.row(below)
        plain = (
            below.op in ("var", "abs")
            or (below.op == "app" and below.data[0] not in SUPERSCRIPT)
            or (below.op == "num" and type(below.data) is int and below.data >= 0)
        )
        if not plain:
            base = bracketed(base)
        exponent, wide = self.script(above)
        *start, end = base
        flat = None if end.flat is None else f"{end.flat}^{{{exponent}}}"
        tall = Item(f"{end.latex}^{{{exponent}}}", end.width + wide + 0.5, end.height, end.depth)
        return (*start, replace(tall, flat=flat))

    # -- members, sums, functions -----------------------------------------------------------------

    def _member(self, t: Term) -> Row:
        name, sorts = t.data
        if REAL in sorts:
            return self._function(t)
        scripts = [self.script(a) for a in t.args]
        shown, own = _stem(name), _name_width(name)
        wide = own + sum(w for _, w in scripts) + 3.0 * (len(scripts) - 1) + 0.5
        where = [latex for latex, _ in scripts]
        if name in FROM_TIME_T:
            return (
                Item(f"{shown}_{{{','.join((_from_now(where[0]), *where[1:]))}}}", wide + 10.0),
            )
        if name in SUPERSCRIPT:
            return (Item(f"{shown}_{{t}}^{{({','.join(where)})}}", wide + 6.0),)
        return (Item(f"{shown}_{{{','.join(where)}}}", wide),)

    def _function(self, t: Term) -> Row:
        """A value of a function of numbers; indices among its arguments are subscripts."""
        name, sorts = t.data
        found: list[Item] = [Item(_stem(name), _name_width(name))]
        args = iter(t.args)
        for sort, group in groupby(sorts):
            own = [next(args) for _ in group]
            if sort == REAL:
                inside: list[Item] = []
                for a in own:
                    inside += [Item(",", 5.0)] if inside else []
                    inside += self.row(a)
                found += bracketed(tuple(inside))
            else:
                scripts = [self.script(a) for a in own]
                below = f"_{{{','.join(latex for latex, _ in scripts)}}}"
                last = found.pop()
                flat = None if last.flat is None else f"{last.flat}{below}"
                wide = last.width + sum(w for _, w in scripts)
                found.append(replace(last, latex=f"{last.latex}{below}", width=wide, flat=flat))
        return tuple(found)

    def big(self, t: Term, k: int, ends: Sequence[Term], sup: bool = False) -> Row:
        """A sum over argument k of a node, from the first of the ends to the second, if any."""
        sup = sup or t.op == "bound of"
        low, below = self.script(ends[0])
        high, above = self.script(ends[1]) if len(ends) > 1 else (r"\infty", 7.5)
        with self.scope.opened(t, k) as ((name,), body):
            inner = self.row(body)
        var, own = _name(name), SMALL * _name_width(name)
        wide = max(SUM, below + own + 6.0, above)
        if sup:
            head = Item(rf"\sup_{{{var} \geq {low}}}", wide + 2.0, 1)
            return (head, *bracketed(inner, r"\lvert ", r"\rvert "))
        head = Item(rf"\sum_{{{var}={low}}}^{{{high}}}", wide + 2.0, 2)
        if _is_sum(body) or self._signed(body)[0]:
            return (head, *bracketed(inner))
        return (head, *(item.deeper() for item in inner))

    def _choice(self, t: Term) -> Row:
        """One where a relation holds and zero elsewhere, in brackets, or cases."""
        seen = indicator(t)
        if seen is None:
            return (self._cases(t),)
        inner = (*self.row(seen.left), relation(RELATIONS[seen.relation]), *self.row(seen.right))
        return bracketed(inner, r"\lbrack ", r"\rbrack ")

    def _cases(self, t: Term) -> Item:
        rows, flat, wide = list[str](), list[str](), 0.0
        for value, condition in _branches(t):
            shown = self.row(value)
            if condition is None:
                rows.append(rf"{joined(shown)} & \text{{otherwise}}")
                flat.append(rf"{flattened(shown)} \text{{ otherwise}}")
                wide = max(wide, width(shown) + 42.0)
            else:
                low, high = (self.row(side) for side in condition)
                rows.append(rf"{joined(shown)} & {joined(low)} < {joined(high)}")
                flat.append(
                    rf"{flattened(shown)} \text{{ if }} {flattened(low)} < {flattened(high)}"
                )
                wide = max(wide, width(shown) + width(low) + width(high) + RELATION)
        body, line = r" \\ ".join(rows), r",\ ".join(flat)
        return Item(rf"\begin{{cases}} {body} {CASES_END}", wide + CASES, 2, flat=f"[{line}]")

    def _floor(self, t: Term) -> Row:
        inside: list[Item] = []
        for part in t.args:
            shown = self.row(part)
            inside += [Item("/", 5.0)] if inside else []
            inside += shown if is_atom(part) else bracketed(shown)
        return bracketed(tuple(inside), r"\lfloor ", r"\rfloor ")

    def _turn(self, t: Term, exponent: str = "") -> Row:
        top, bottom = t.args
        minus, count, rest = angle(top)
        sign = "-" if minus else ""
        upper = self._factors(1, rest) if rest else ()
        if len(rest) == 1 and _is_sum(rest[0]):
            upper = bracketed(upper)
        lower = self.row(bottom)
        below = flattened(lower) if is_atom(bottom) else f"({flattened(lower)})"
        turn = rf"{sign}{2 * count}\pi {flattened(upper)}/{below}"
        wide = width(upper) + width(lower) + 16.0 + (0 if is_atom(bottom) else 8.0)
        wide += 8.0 if sign else 0
        raised = f"^{{{exponent}}}" if exponent else ""
        if top.op == "num" and not top.data:  # the angle is 0, whatever it is a part of
            turn, wide = "0", 5.0
        return (
            Item(rf"\{t.op}{raised}", 16.0 + 4.0 * len(exponent)),
            *bracketed((Item(turn, wide),)),
        )

    def _operator(self, t: Term) -> Row:
        """An operator by itself, as a map."""
        names = tuple(self.scope.letter(name) for name in "zrv")
        with self.scope.called(t.args[0], names, (REAL, REAL, REAL)) as body:
            inner = self.row(body)
        arrow = Item(rf"({','.join(map(_name, names))}) \mapsto", 44.0)
        return (arrow, *inner)


def letter(name: str) -> Item:
    """A name by itself."""
    return Item(_name(name), _name_width(name))


def is_atom(t: Term) -> bool:
    """A number without a sign, or a variable."""
    return t.op == "var" or (t.op == "num" and type(t.data) is int and t.data >= 0)


def _has_cases(t: Term) -> bool:
    return t.op == "if" and indicator(t) is None


def _is_sum(t: Term) -> bool:
    return t.op == "+"


def _from_now(argument: str) -> str:
    """The time that many steps after t."""
    if argument == "0":
        return "t"
    return f"t{argument}" if argument.startswith("-") else f"t+{argument}"


def _name(name: str) -> str:
    body = name.rstrip("'")
    stem, _, rest = body.partition("_")
    primes = name[len(body) :]
    if stem in GREEK:
        shown = r"\varepsilon" if stem == "epsilon" else rf"\{stem}"
    else:
        plain = len(stem) == 1 and stem.isascii() and stem.isalnum()
        upright = re.fullmatch("[A-Z][a-z]+", stem)  # a word such as Var
        set_in = "operatorname" if upright else "mathit"
        shown = stem if plain else rf"\{set_in}{{{_safe(stem)}}}"
    below = f"_{{{rest if rest.isdigit() else _name(rest)}}}" if rest else ""
    return f"{shown}{primes}{below}"


def _stem(name: str) -> str:
    """A name that gets a subscript: one that has a subscript of its own in braces."""
    return f"{{{_name(name)}}}" if "_" in name else _name(name)


def _safe(name: str) -> str:
    """A name of a user's choice, with nothing in it that LaTeX would take for a command."""
    special = {"\\": r"\backslash{}", "~": r"\sim{}", "^": r"\wedge{}"}
    plain = {ch: rf"\{ch}" for ch in "&%$#_{}"}

    def shown(ch: str) -> str:
        if not ch.isascii():
            return rf"\text{{{escape(ch)}}}"
        return special.get(ch, plain.get(ch, ch))

    return "".join(map(shown, name))


def _name_width(name: str) -> float:
    stem, _, rest = name.rstrip("'").partition("_")
    own = LETTER if stem in GREEK else LETTER * len(stem)
    return own + (SMALL * _name_width(rest) if rest else 0)


def _rational(q: Fraction) -> Row:
    if q.denominator == 1:
        shown = str(q.numerator)
        return (Item(shown, DIGIT * len(shown.lstrip("-")) + (8.0 if q < 0 else 0)),)
    sign = "-" if q < 0 else ""
    top, bottom = str(abs(q.numerator)), str(q.denominator)
    wide = DIGIT * max(len(top), len(bottom)) + 2.4 + (8.0 if sign else 0)
    return (Item(rf"{sign}\frac{{{top}}}{{{bottom}}}", wide, 1),)


def _fraction(top: Row, bottom: Row) -> Row:
    wide = max(width(top), width(bottom)) + 2.4
    tall = 2 if max(height(top), height(bottom)) else 1
    flat = f"{_divided(top, strict=False)}/{_divided(bottom, strict=True)}"
    return (Item(rf"\frac{{{joined(top)}}}{{{joined(bottom)}}}", wide, tall, flat=flat),)


def _divided(part: Row, *, strict: bool) -> str:
    """The top or bottom of a fraction a/b, in brackets where it needs them."""
    shown = flattened(part)
    pieces = [item for item in part if item.latex]
    has_sign = any(item.depth == 2 for item in part)
    first = pieces[0]
    slashed = first.flat is not None and first.latex.startswith(r"\frac")
    single = not (has_sign or slashed) and (len(pieces) == 1 or _is_enclosed(pieces))
    return rf"\bigl({shown}\bigr)" if has_sign or (strict and not single) else shown


def _is_enclosed(pieces: Sequence[Item]) -> bool:
    """Does the bracket with which it begins close at its end?"""
    depth = 0
    for k, item in enumerate(pieces):
        shown = item.latex if item.flat is None else item.flat
        depth += (shown == "(") - shown.startswith(")")
        if not depth:
            return k == len(pieces) - 1
    return False


def _branches(t: Term) -> list[tuple[Term, tuple[Term, Term] | None]]:
    """Values and conditions, tried in turn; the last one has none."""
    if not _has_cases(t):
        return [(t, None)]
    a, b, then, otherwise = t.args
    rest = _branches(otherwise)
    if then.op == "if" and _implied(then, a, b):
        *inner, (last, _) = _branches(then)
        return [*inner, (last, (a, b)), *rest]
    return [(then, (a, b)), *rest]


def _implied(inner: Term, a: Term, b: Term) -> bool:
    """Do all conditions inside imply a < b, because they bound the same term by less?"""
    while inner.op == "if":
        low, high, then, otherwise = inner.args
        if low is not a or high.op != "num" or b.op != "num" or high.data > b.data:
            return False
        if then.op == "if" and not _implied(then, low, high):
            return False
        inner = otherwise
    return True
