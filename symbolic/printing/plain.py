"""Core terms, statements and theorems as one line of text, which `reading` reads back.

The text says all that the term does, in its order: ``read(text(t)) is t``.  How it is written:

* A sum is ``a + b - c``, where ``- c`` is a product with the number -1 in front (or a negative
  number); a product is ``2·a·b``; ``a·b/(2·c·d)`` is the number 1/2, then a, b, 1/c, 1/d.  What
  does not stand in this order is written factor by factor, an inverse as ``(1/c)``.  The inverse
  of a product is ``1/((a·b))``, that of a number ``1/(2)``.
* ``Σ_{i≥0} x`` takes the product that follows it and not a sum.
* Members of sequences have subscripts, functions of numbers brackets; V, R and delta count from t.
  Around + and - there is no space in subscripts, exponents and ranges.
* ``[a < b]`` is one if a < b, and zero if not; so are ``[a ≤ b]`` and ``[a = b]``.  Other choices
  are ``[x if a < b, y if c < d, else z]``: the first that holds.
* ``v_π`` is r/(1 - z).
* A variable is an integer if it is seen as one - in a subscript, an exponent, the end of a range,
  an angle -, and a real number otherwise; what cannot be seen is said at the end: ``[n integer]``.
* Quantifiers stand behind, the outer one first: ``for all i, j ≥ 0``, ``for all i ≥ 1 and j ≥ i``.
* Bound variables have names that occur nowhere else in the statement.

    >>> from symbolic.core.terms import INT, apply, from_on, le, series, var
    >>> n, gamma = var("n", INT), var("gamma")
    >>> text(le(series(n, lambda i: gamma**i * apply("h", i + 1)) - 1, gamma / (1 - gamma)))
    'Σ_{i≥n} γ^i·h_{i+1} - 1 ≤ γ/(1 - γ)'
    >>> text(from_on(0, lambda k: le(apply("h", k), k)), {})
    'h_i ≤ i for all i ≥ 0'
    >>> text(n + 1)
    'n + 1 [n integer]'
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import groupby

from symbolic.core.kernel import Theorem
from symbolic.core.terms import (
    INT,
    MRP,
    ONE,
    OPER,
    PROP,
    REAL,
    ZERO,
    Term,
    bound_sorts,
    conjuncts,
    equivalents,
    free,
    put,
)
from symbolic.printing.names import shown
from symbolic.printing.patterns import BINDERS, PATTERNS, Slot
from symbolic.printing.shapes import (
    FROM_TIME_T,
    SUPERSCRIPT,
    Names,
    Scope,
    angle,
    hint,
    hints,
    indicator,
    integers_seen,
    is_fixed_point,
    is_nonsingular,
    product,
    quantified,
    quantifier,
    variable,
)

__all__ = ["formula", "hint", "hints", "sequent_text", "text"]

_RELATIONS = {"=": "=", "<=": "≤", "<": "<"}


def text(thing: Term | Theorem, names: Names | None = None) -> str:
    """A term, a statement or a theorem; ``names`` are those of bound variables (`hints`)."""
    if isinstance(thing, Theorem):
        return sequent_text(thing.hypotheses, thing.conclusion, names)
    return _noted(formula(thing, names), (thing,))


def formula(t: Term, names: Names | None = None, among: Iterable[str] = ()) -> str:
    """A term or a statement, without the word that a variable is an integer.

    ``among`` are names that stand beside it, so that no bound variable has one of them.
    """
    return _whole(_Text(Scope((t,), names, among)), t)


def sequent_text(
    hypotheses: Iterable[Term],
    conclusion: Term,
    names: Names | None = None,
    *,
    ordered: bool = False,
) -> str:
    """What follows from what: ``A, B ⊢ C``; hypotheses are sorted, unless they have an order."""
    given = tuple(hypotheses)
    show = _Text(Scope((*given, conclusion), names))
    said = [_whole(show, h) for h in given]
    before = ", ".join(said if ordered else sorted(said))
    return _noted(f"{before} ⊢ {_whole(show, conclusion)}".lstrip(), (*given, conclusion))


def _whole(show: _Text, t: Term) -> str:
    if t.sort == PROP:
        return show.statement(t)
    if t.sort == MRP:
        return f"the MRP {show.scope.variable(t)}"
    return show.operator(t) if t.sort == OPER else show.sum(t)


def _noted(shown_text: str, things: tuple[Term, ...]) -> str:
    scope = Scope(things)
    known = integers_seen(things)
    found = {x for thing in things for x in free(thing) if isinstance(x, Term) and x.sort == INT}
    unseen = sorted(scope.variable(x) for x in found if x.data[0] not in known | scope.several)
    if not unseen:
        return shown_text
    return f"{shown_text} [{', '.join(unseen)} integer{'s' if len(unseen) > 1 else ''}]"


class _Text:
    """Prints with the names that a scope gives."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    # -- numbers ----------------------------------------------------------------------------------

    def sum(self, t: Term) -> str:
        """A term that nothing follows but a word or a closing bracket."""
        if t.op != "+" or len(t.args) == 1:
            minus, shown = self.signed(t)
            return f"-{shown}" if minus else shown
        out = ""
        for part in t.args:
            minus, shown = self.signed(part)
            if out:
                out += f" - {shown}" if minus else f" + {shown}"
            else:
                out = f"-{shown}" if minus else shown
        return out

    def signed(self, t: Term) -> tuple[bool, str]:
        """A summand: its sign, and the rest."""
        if t.op == "num":
            return t.data < 0, str(abs(t.data))
        if t.op == "*":
            return self._product(t)
        if t.op == "inv":
            return False, f"1/{self._denominator((t.args[0],), 1)}"
        if t.op in ("sum", "series", "bound of"):
            return False, self._big(t)
        return False, self.factor(t)

    def _product(self, t: Term) -> tuple[bool, str]:
        seen = product(t)
        if len(t.args) == 1:
            return False, self.factor(t)
        if seen.plain:
            return False, self._factors([self.factor(f) for f in t.args[:-1]], t.args[-1])
        above, below = list(seen.above), list(seen.below)
        q = Fraction(1) if seen.number is None else seen.number
        fixed_point = bool(above and below) and is_fixed_point(above[-1], below[0])
        if fixed_point:
            above.pop()
            below.pop(0)
        divides = bool(below) or q.denominator > 1
        first = [str(q.numerator)] if q.numerator != 1 else []
        if not divides and not seen.minus and seen.number == 1:
            first = ["1"]
        if fixed_point:
            top = "·".join((*first, *map(self.factor, above), "v_π"))
        elif not above:
            top = "".join(first) or "1"
        elif divides:
            top = "·".join((*first, *map(self.factor, above)))
        else:
            top = self._factors([*first, *map(self.factor, above[:-1])], above[-1])
        if divides:
            top += f"/{self._denominator(tuple(below), q.denominator)}"
        return seen.minus, top

    def _factors(self, before: list[str], last: Term) -> str:
        """Factors, of which the last may be a sum sign with its terms."""
        open_ended = last.op in ("sum", "series", "bound of")
        return "·".join((*before, self._big(last) if open_ended else self.factor(last)))

    def _denominator(self, below: tuple[Term, ...], number: int) -> str:
        parts = [str(number)] if number > 1 else []
        parts += [f"({self.sum(d)})" if d.op == "num" else self.factor(d) for d in below]
        if len(parts) > 1:
            return f"({'·'.join(parts)})"
        alone = below and below[0].op == "*" and len(below[0].args) > 1
        return f"({parts[0]})" if alone else parts[0]

    def factor(self, t: Term) -> str:
        """A term as a factor of a product."""
        if t.op == "pow":
            base, exponent = t.args
            above = self._script(exponent)
            plain = len(above) == 1 or above.isdigit()
            return f"{self._base(base)}^{above if plain else f'({above})'}"
        if self._is_atom(t):
            return self._atom(t)
        if t.op in ("+", "*") and len(t.args) == 1:
            return f"({'·' if t.op == '*' else '+'}{self.factor(t.args[0])})"
        return f"({self.sum(t)})"

    def _script(self, t: Term) -> str:
        """A subscript, an exponent, the end of a range."""
        return self.sum(t).replace(" + ", "+").replace(" - ", "-")

    def _base(self, t: Term) -> str:
        """A term below an exponent."""
        bare = self._is_atom(t) and not (t.op == "app" and t.data[0] in SUPERSCRIPT)
        return self._atom(t) if bare else f"({self.sum(t)})"

    def _is_atom(self, t: Term) -> bool:
        if t.op == "num":
            return type(t.data) is int and t.data >= 0
        return t.op in ("var", "app", "abs", "div", "if", "cos", "sin")

    def _atom(self, t: Term) -> str:
        if t.op == "num":
            return str(t.data)
        if t.op == "var":
            return self.scope.variable(t)
        if t.op == "app":
            return self._member(t)
        if t.op == "abs":
            return f"|{self.sum(t.args[0])}|"
        if t.op == "div":
            return f"⌊{self.factor(t.args[0])}/{self.factor(t.args[1])}⌋"
        if t.op == "if":
            return f"[{self._choice(t)}]"
        return f"{t.op}({self._angle(t)})"

    def _choice(self, t: Term) -> str:
        """What stands in the brackets of a choice."""
        seen = indicator(t)
        if seen is not None:
            return f"{self.sum(seen.left)} {_RELATIONS[seen.relation]} {self.sum(seen.right)}"
        a, b, x, _ = map(self.sum, t.args)
        rest = t.args[3]
        more = rest.op == "if" and indicator(rest) is None
        return f"{x} if {a} < {b}, {self._choice(rest) if more else f'else {self.sum(rest)}'}"

    def _angle(self, t: Term) -> str:
        if t.args[0] is ZERO and t.args[1] is ONE:
            return "0"
        minus, number, rest = angle(t.args[0])
        top = "".join(f"·{self.factor(f)}" for f in rest)
        return f"{'-' if minus else ''}{2 * number}π{top}/{self.factor(t.args[1])}"

    def _member(self, t: Term) -> str:
        name, sorts = t.data
        parts = [
            self.sum(a) if sort == REAL else self._script(a)
            for sort, a in zip(sorts, t.args, strict=True)
        ]
        out = shown(name)
        if name in SUPERSCRIPT and REAL not in sorts:
            return f"{out}_t^({','.join(parts)})"
        letter = len(out.rstrip("'0123456789₀₁₂₃₄₅₆₇₈₉")) == 1
        at = 0
        for sort, group in groupby(sorts):
            count = len(list(group))
            own = parts[at : at + count]
            if sort == REAL:
                out += f"({', '.join(own)})"
            else:
                if name in FROM_TIME_T and not at:
                    first = own[0]
                    own[0] = "t" if first == "0" else f"t{'' if first[0] == '-' else '+'}{first}"
                where = ",".join(own)
                out += f"_{where}" if len(where) == 1 and letter else f"_{{{where}}}"
            at += count
        return out

    def _big(self, t: Term) -> str:
        """A sum, a series, a least upper bound."""
        with self.scope.opened(t, len(t.args) - 1) as ((name,), body):
            inside = self._under(body) if t.op != "bound of" else f"|{self.sum(body)}|"
        low = self._script(t.args[0])
        var = shown(name)
        if t.op == "sum":
            return f"Σ_{{{var}={low}}}^{{{self._script(t.args[1])}}} {inside}"
        return f"{'sup' if t.op == 'bound of' else 'Σ'}_{{{var}≥{low}}} {inside}"

    def _under(self, body: Term) -> str:
        """What a sum sign takes."""
        if body.op == "+" and len(body.args) > 1:
            return f"({self.sum(body)})"
        minus, shown = self.signed(body)
        return f"(-{shown})" if minus else shown

    # -- statements -------------------------------------------------------------------------------

    def statement(self, t: Term) -> str:
        """A statement with its quantifiers behind it."""
        if t.op != "all":
            return self.simple(t)
        if t.data == MRP and _about_the_mrp(t.args[0]):
            return self._sentence(t.args[0], None)
        if t.data == INT and quantified(t).lo is not None:
            return self._for_all_in_ranges(t, ())
        with self.scope.opened(t, 0) as ((name,), body):
            seen = quantifier(variable(name, t.data), body)
            said, given = self._what(seen.body), self._with(seen.given)
        which = {
            INT: "all integers {}",
            REAL: "all real {}",
            MRP: "every finite MRP {}",
            OPER: "all operators {}",
        }[t.data].format(shown(name))
        return f"{said} for {which}{given}"

    def _for_all_in_ranges(self, t: Term, before: tuple[tuple[str, str], ...]) -> str:
        """For all integers in ranges, after those with names that stand further out."""
        with self.scope.opened(t, 0) as ((name,), body):
            seen, var = quantifier(variable(name, INT), body), shown(name)
            assert seen.lo is not None
            low, inner = self.sum(seen.lo), seen.body
            *others, last = before or (("", ""),)
            if seen.hi is not None:
                ranges = (*before, ("", f"{low} ≤ {var} ≤ {self.sum(seen.hi)}"))
            elif last[1] == low:
                ranges = (*others, (f"{last[0]}, {var}", low))
            else:
                ranges = (*before, (var, low))
            more = inner.op == "all" and inner.data == INT and not seen.given
            if more and quantified(inner).lo is not None:
                return self._for_all_in_ranges(inner, ranges)
            which = " and ".join(f"{those} ≥ {end}" if those else end for those, end in ranges)
            return f"{self._what(inner)} for all {which}{self._with(seen.given)}"

    def _what(self, t: Term) -> str:
        """What is said for all of something."""
        said = self.statement(t)
        return f"({said})" if t.op == "implies" or len(conjuncts(t)) > 1 else said

    def _with(self, given: Iterable[Term]) -> str:
        """The statements that it is said with."""
        return "".join(
            f" {'and' if k else 'with'} {self._bracketed(g)}" for k, g in enumerate(given)
        )

    def _bracketed(self, t: Term) -> str:
        """A statement among others."""
        relation = t.args[0] if t.op == "not" else t
        said = self.statement(t)
        return said if relation.op in _RELATIONS and not said.startswith("not") else f"({said})"

    def simple(self, t: Term) -> str:
        """A statement without quantifiers."""
        if t.op in _RELATIONS:
            return f"{self.sum(t.args[0])} {_RELATIONS[t.op]} {self.sum(t.args[1])}"
        if t.op == "not":
            inner = t.args[0]
            if inner.op == "=":
                return f"{self.sum(inner.args[0])} ≠ {self.sum(inner.args[1])}"
            if inner.op == "bounded":
                return f"{self._members(inner, 1, inner.args[0])} is unbounded"
            sides, parts = equivalents(t), conjuncts(t)
            if sides:
                return " ⇔ ".join(map(self._bracketed, sides))
            if len(parts) > 1:
                return " and ".join(map(self._bracketed, parts))
            return f"not ({self.statement(inner)})"
        if t.op == "implies":
            given: list[Term] = []
            while t.op == "implies":
                given.append(t.args[0])
                t = t.args[1]
            return f"if {' and '.join(map(self._bracketed, given))} then {self._bracketed(t)}"
        if t.op == "tends":
            with self.scope.opened(t, 0) as ((name,), body):
                inside = self.sum(body)
            return f"{inside} → {self.sum(t.args[1])} as {shown(name)} → ∞"
        if t.op == "converges":
            with self.scope.opened(t, 1) as ((name,), body):
                inside = self._under(body)
            return f"Σ_{{{shown(name)}≥{self._script(t.args[0])}}} {inside} converges"
        if t.op == "bounded":
            return f"{self._members(t, 1, t.args[0])} is bounded"
        if t.op == "positive definite":
            return f"{self._members(t, 0, None)} is positive definite"
        return self._sentence(t, t.args[0])

    def _members(self, t: Term, k: int, lo: Term | None) -> str:
        with self.scope.opened(t, k) as ((name,), body):
            inside = self.sum(body)
        return f"({inside})_{{{shown(name)}≥{0 if lo is None else self._script(lo)}}}"

    # -- sentences --------------------------------------------------------------------------------

    def operator(self, t: Term) -> str:
        """An operator by itself."""
        if t.op == "var":
            return f"the operator {self.scope.variable(t)}"
        z, r, v = (self.scope.letter(name) for name in "zrv")
        with self.scope.called(t.args[0], (z, r, v), (REAL, REAL, REAL)) as body:
            return f"the operator ({shown(z)}, {shown(r)}, {shown(v)}) ↦ {self.sum(body)}"

    def _sentence(self, t: Term, mrp: Term | None) -> str:
        """What is said of an operator or a power series; of every MRP, if none is given."""
        if is_nonsingular(t):
            return f"{self._matrix(t.args[1])} is nonsingular{self._where(mrp)}"
        out = ""
        letters: dict[str, str] = {}
        with self.scope.using():
            for slot in PATTERNS[t.op]:
                if isinstance(slot, Slot):
                    for name in _letters(slot.kind):
                        letters.setdefault(name, self.scope.letter(name))
            own = next((a for a in t.args if a.sort == OPER), None)
            if own is not None and own.op == "var" and "H" in letters:
                letters["H"] = own.data[0]
            with self.scope.using(*letters.values(), *(f"{a}'" for a in letters.values())):
                for slot in PATTERNS[t.op]:
                    out += (
                        self._slot(t, slot.kind, letters, mrp) if isinstance(slot, Slot) else slot
                    )
        return out

    def _slot(self, t: Term, kind: str, letters: dict[str, str], mrp: Term | None) -> str:
        name = {key: shown(letter) for key, letter in letters.items()}
        if kind == "H":
            own = next(a for a in t.args if a.sort == OPER)
            if own.op == "var":
                return self.scope.variable(own)
            return f"{name['H']} {name['v']} = {self._applied(own, letters)}"
        if kind == "h":
            own = next(a for a in t.args if a.sort == OPER)
            return self.scope.variable(own) if own.op == "var" else name["H"]
        if kind in ("mrp", "chain"):
            where = self._where(mrp).lstrip() + " " if kind == "mrp" else ""
            rate = next(a for a in t.args if a.sort in (INT, REAL))
            rewards = f" and rewards {name['r']}" if letters["r"] != "r" else ""
            return f"{where}with {name['z']} = {self._matrix(rate)}{rewards}"
        if kind.endswith("'"):
            return f"{name[kind[:-1]]}'"
        if kind in name:
            return name[kind]
        place, level = int(kind[0]), kind[1:]
        part = t.args[place]
        if level == " v":
            return self._applied(part, letters)
        if level == " 0":
            return self._at_zero(part, letters)
        if bound_sorts(t, place):
            own_letters, sorts = zip(*BINDERS[t.op, place], strict=True)
            values = (
                variable(letters[a], sort) for a, sort in zip(own_letters, sorts, strict=True)
            )
            part = put(part, *values)
        if level == "*":
            return self._times(part)
        if level == "^":
            return self._base(part)
        return self.factor(part) if level == "-" else self.sum(part)

    def _applied(self, operator: Term, letters: dict[str, str]) -> str:
        """What an operator makes of v."""
        if operator.op == "var":
            return f"{self.scope.variable(operator)} {shown(letters['v'])}"
        values = (variable(letters[a], REAL) for a in "zrv")
        return self.sum(put(operator.args[0], *values))

    def _at_zero(self, operator: Term, letters: dict[str, str]) -> str:
        """What an operator makes of 0."""
        if operator.op == "var":
            return f"{self.scope.variable(operator)} 0"
        values = [variable(letters[a], REAL) for a in "zrv"]
        body = put(operator.args[0], *values)
        if values[2] not in free(body):
            return self.sum(body)
        other = self.scope.letter("K")
        with self.scope.using(other):
            return f"{other} 0 where {other} {shown(letters['v'])} = {self.sum(body)}"

    def _times(self, t: Term) -> str:
        """Factors before another one."""
        if t.op != "*":
            return self.factor(t)
        minus, said = self._product(t)
        seen = product(t)
        last = seen.above[-1].op if seen.above else ""
        if (
            minus
            or seen.plain
            or "/" in said
            or "v_π" in said
            or last in ("sum", "series", "bound of")
        ):
            return f"({self.sum(t)})"
        return said

    def _where(self, mrp: Term | None) -> str:
        return " on every finite MRP" if mrp is None else f" on the MRP {self.scope.variable(mrp)}"

    def _matrix(self, rate: Term) -> str:
        said = self.factor(rate)
        return f"{said}P" if len(said) == 1 and not said.isascii() else f"{said}·P"


def _letters(kind: str) -> tuple[str, ...]:
    """The letters that a slot needs."""
    if kind in ("H", "h"):
        return ("H", "v")
    if kind in ("mrp", "chain"):
        return ("z", "r", "v")
    if kind.endswith("'"):
        return (kind[:-1],)
    if kind[0].isdigit():
        return ("z", "r", "v") if kind[1:] in (" v", " 0") else ()
    return (kind,)


def _about_the_mrp(body: Term) -> bool:
    """Is this a sentence about the MRP that is bound just outside?"""
    return body.op in PATTERNS and body.args[0].op == "bound" and body.args[0].sort == MRP
