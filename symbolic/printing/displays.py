"""Statements and theorems as LaTeX: in a line of text, or displayed and broken where too long.

A statement is a few rows, each a formula of its own: what is said first, then what the letters in
it stand for.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from symbolic.core.polynomials import normal
from symbolic.core.terms import (
    INT,
    MRP,
    OPER,
    REAL,
    Term,
    conjuncts,
    equivalents,
    free,
    number,
    put,
)
from symbolic.printing.authored import Shown, core_of
from symbolic.printing.escapes import Latex
from symbolic.printing.latex import (
    BIG,
    RELATIONS,
    SIGN,
    Typesetter,
    closed,
    is_atom,
    letter,
    relation,
    words,
)
from symbolic.printing.layout import Item, Row, bracketed, broken, joined, width
from symbolic.printing.shapes import (
    AT_HAND,
    Scope,
    is_nonsingular,
    linked,
    quantified,
    quantifier,
    variable,
)

__all__ = [
    "ROOM",
    "chained",
    "displayed",
    "inline",
    "rows",
    "statement_inline",
    "statement_latex",
    "theorem_latex",
]

#: points: the width of a line of text in LaTeX's article, less what a display is moved in
ROOM = 318.0

EQUALS = relation("=")
COMMA = Item(r",\ ", 8.0, depth=1, opening="")
QUAD = Item(r"\quad", 10.0, depth=1, opening="")
#: names, and the end of their range
Range: TypeAlias = tuple[Row, Row]
PLUS = Item("+", 12.3, depth=2, opening="{} +")
#: a line is rather broken between statements than inside of one
AND = Item(r"\text{ and }", 22.0, depth=-1, opening=r"\text{and }")
#: after a sentence about an operator, and in a line of its own if that is too long
EVERY_MRP = Item(
    r"\text{ on every finite MRP}", 98.0, depth=1, opening=r"\text{on every finite MRP}"
)
ONES = Item(r"\mathbf{1}", 6.0)
TEXT = r"\text{"
KINDS = {INT: "all integers", REAL: "all real", MRP: "every finite MRP", OPER: "all operators"}


def statement_latex(s: Shown) -> Latex:
    """A statement as LaTeX on one line (for use inside math mode)."""
    first, *others = rows(s)
    return Latex(joined(first) + "".join(rf",\ {joined(other)}" for other in others))


def statement_inline(s: Shown) -> Latex:
    """A statement in a line of text, its words outside of math mode."""
    return inline(tuple(item for each in _comma_separated(rows(s)) for item in each))


def inline(formula: Row) -> Latex:
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
    return Latex(" ".join((out + close()).split()))


def _comma_separated(said: list[Row]) -> list[Row]:
    first, *others = said
    return [first, *((COMMA, *other) for other in others)]


def theorem_latex(hypotheses: Iterable[Shown], statement: Shown) -> Latex:
    """What follows from hypotheses, after them, as LaTeX on one line."""
    given = r",\; ".join(map(statement_latex, hypotheses))
    return Latex(rf"{given} \;\vdash\; {statement_latex(statement)}")


#: points: a quad
_GAP = 10.0


def displayed(
    s: Shown, room: float = ROOM, about: Shown | None = None, *, packed: bool = False
) -> list[str]:
    """The lines of a displayed statement; what H is in ``about`` is not said again.

    Each thing that is said has a line of its own, or if they are ``packed`` only where it must.
    """
    said = rows(s)
    own = _subject(s)
    if len(said) > 1 and own is not None and about is not None and own is _subject(about):
        said = said[:-1]
    found: list[str] = []
    left = 0.0
    for each in said:
        (first, line), *others = broken(each, room)
        if packed and not others and width(each) + _GAP <= left:
            found[-1] += rf"\quad {line}"
            left -= width(each) + _GAP
        else:
            found += [rf"{_space(by)}{part}" for by, part in ((first, line), *others)]
            left = 0.0 if others else room - width(each)
    return found


def _subject(s: Shown) -> Term | None:
    """What H stands for, where a statement says so in its last row."""
    t, _ = core_of(s)
    while t.op in ("all", "not", "implies"):
        t = t.args[-1]
    if t.op in ("same", "zero only at"):
        return None
    return next((normal(a) for a in t.args if a.op == "operator" and not a.loose), None)


def chained(statements: Sequence[Shown]) -> list[Row]:
    """One row for each statement, but a < x and x < b together: a < x < b."""
    said = [core_of(s) for s in statements]
    names = {binding: own for _, known in reversed(said) for binding, own in known.items()}
    found: list[Row] = []
    for link in linked([s for s, _ in said]):
        if len(link) == 1:
            rows = _Statements(Scope(link, names)).rows(link[0])
            found.append(tuple(i for each in _comma_separated(rows) for i in each))
        else:
            show = Typesetter(Scope(link, names))
            row = show.row(link[0].args[0])
            for each in link:
                row = (*row, relation(RELATIONS[each.op]), *show.row(each.args[1]))
            found.append(row)
    return found


def _space(indent: float) -> str:
    return r"\qquad " * round(indent / 20.0)


def rows(s: Shown) -> list[Row]:
    """What is said, and then what its letters stand for."""
    t, names = core_of(s)
    return _Statements(Scope((t,), names)).rows(t)


class _Statements(Typesetter):
    """Lays out statements."""

    def rows(self, t: Term) -> list[Row]:
        """What is said, and then what its letters stand for."""
        match t.op:
            case "=" | "<=" | "<":
                return [self._relation(t, RELATIONS[t.op])]
            case "all":
                return self._for_all(t)
            case "not":
                return self._connected(t) or self._not(t.args[0])
            case "implies":
                return self._implies(t)
            case "tends":
                with self.scope.opened(t, 0) as ((name,), body):
                    inside = self.row(body)
                limit = (*inside, relation(r"\to"), *self.row(t.args[1]))
                return [(*limit, words(" as "), letter(name), Item(r"\to\infty", 22.0))]
            case "bounded":
                return [(*self._members(t, 1), words(" is bounded"))]
            case "positive definite":
                return [(*self._members(t, 0), words(" is positive definite"))]
            case "converges":
                return [(*self.big(t, 1, t.args[:1]), words(" converges"))]
        return self._about_an_operator(t, every=False)

    def _relation(self, t: Term, sign: str) -> Row:
        return (*closed(self.row(t.args[0])), relation(sign), *self.row(t.args[1]))

    def _not(self, t: Term) -> list[Row]:
        if t.op == "=":
            return [self._relation(t, r"\neq")]
        if t.op == "bounded":
            return [(*self._members(t, 1), words(" is unbounded"))]
        first, *others = self.rows(t)
        return [(words("not "), *bracketed(first)), *others]

    def _connected(self, t: Term) -> list[Row]:
        """Several statements together; nothing for any other statement."""
        sides, parts = equivalents(t), conjuncts(t)
        if len(parts) < 2:
            return []
        said, letters = self._listed(sides or parts, relation(r"\iff") if sides else None)
        return [said, *letters]

    def _listed(
        self, statements: Sequence[Term], between: Item | None = None
    ) -> tuple[Row, list[Row]]:
        """Several statements with a sign between them, and what their letters stand for."""
        found: list[Item] = []
        letters: list[Row] = []
        for s in statements:
            first, *others = self.rows(s)
            found += [between or AND] if found else []
            plain = s.op in RELATIONS or (s.op == "not" and s.args[0].op == "=")
            found += first if plain else bracketed(first)
            letters += [other for other in others if other not in letters]
        return tuple(found), letters

    def _implies(self, t: Term) -> list[Row]:
        given: list[Term] = []
        while t.op == "implies":
            given.append(t.args[0])
            t = t.args[1]
        before, letters = self._listed(given)
        after, more = self._listed([t])
        return [(words("if "), *before, QUAD, words("then "), *after), *letters, *more]

    def _for_all(self, t: Term) -> list[Row]:
        if t.data == MRP and t.args[0].args[:1] and t.args[0].args[0].sort == MRP:
            inner = t.args[0]
            if inner.args[0].op == "bound":
                return self._about_an_operator(inner, every=True)
        if t.data == INT and quantified(t).lo is not None:
            return self._for_all_in_ranges(t, ())
        with self.scope.opened(t, 0) as ((name,), body):
            seen = quantifier(variable(name, t.data), body)
            first, others = self._what(seen.body)
            more, letters = self._with(seen.given)
        which = (words(f"for {KINDS[t.data]} "), letter(name))
        return [(*first, QUAD, *which, *more), *others, *letters]

    def _for_all_in_ranges(self, t: Term, before: tuple[Range, ...]) -> list[Row]:
        """For all integers in ranges, after those that stand further out."""
        at_most, at_least = Item(r"\leq", 13.6), Item(r"\geq", 13.6)
        with self.scope.opened(t, 0) as ((name,), body):
            seen, var = quantifier(variable(name, INT), body), (letter(name),)
            assert seen.lo is not None
            low, inner = self.row(seen.lo), seen.body
            if seen.hi is not None:
                own = (*low, at_most, *var, at_most, *self.row(seen.hi))
                ranges: tuple[Range, ...] = (*before, (own, ()))
            elif before and before[-1][1] == (at_least, *low):
                those, end = before[-1]
                ranges = (*before[:-1], ((*those, Item(",", 4.0), *var), end))
            else:
                ranges = (*before, (var, (at_least, *low)))
            more = inner.op == "all" and inner.data == INT and not seen.given
            if more and quantified(inner).lo is not None:
                return self._for_all_in_ranges(inner, ranges)
            first, others = self._what(inner)
            given, letters = self._with(seen.given)
        which: Row = ()
        for those, end in ranges:
            which += (words(" and " if which else "for all "), *_flat((*those, *end)))
        return [(*first, QUAD, *which, *given), *others, *letters]

    def _what(self, t: Term) -> tuple[Row, list[Row]]:
        """What is said for all of something, and what its letters stand for."""
        first, *others = self.rows(t)
        quantified = t.op == "all" and t.data != INT
        return bracketed(first) if quantified or len(conjuncts(t)) > 1 else first, others

    def _with(self, given: Sequence[Term]) -> tuple[Row, list[Row]]:
        """The statements that it is said with."""
        said, letters = self._listed(given)
        return (words(" with "), *said) if said else (), letters

    def _members(self, t: Term, k: int) -> Row:
        """The sequence in brackets, with its range."""
        with self.scope.opened(t, k) as ((name,), body):
            *inside, close = bracketed(self.row(body))
        var = letter(name)
        low = self.script(t.args[0] if k else number(0))
        below = rf"_{{{var.latex} \geq {low[0]}}}"
        wide = close.width + 0.72 * var.width + low[1] + 8.0
        where = Item(f"{close.latex}{below}", wide, close.height, flat=f"{close.flat}{below}")
        return (*inside, where)

    # -- operators --------------------------------------------------------------------------------

    def _about_an_operator(self, t: Term, *, every: bool) -> list[Row]:
        about = _Letters(self.scope)
        every_mrp: Row = (EVERY_MRP,) if every else ()
        if t.args[0].op == "var" and t.args[0].sort == MRP and t.args[0] is not AT_HAND:
            every_mrp = (words(" on the MRP "), self.variable(t.args[0]))
        with self.scope.using(*about.names):
            first, *others = self._sentence(t, about)
        return [(*first, *every_mrp), *others]

    def _sentence(self, t: Term, about: _Letters) -> list[Row]:
        match t.op:
            case "same":
                sides = (*self._applied(t.args[2], about), EQUALS, *self._applied(t.args[3], about))
                v = letter(about.v)
                return [
                    sides,
                    (words("for all "), v, COMMA, words("where "), *self._matrix(t, about)),
                ]
            case "contracts":
                return [self._bounded_by(t.args[3], r"\infty", about), *self._where(t, about)]
            case "reversible":
                bound = self._bounded_by(t.args[2], about.d, about)
                return [(*bound, words(" on every reversible MRP")), *self._where(t, about)]
            case "stationary bound":
                where = (words(" for every stationary distribution "), letter(about.d))
                bound = self._bounded_by(t.args[3], about.d, about)
                return [(*bound, *where), *self._where(t, about)]
            case "dissipative":
                return [self._dissipative(t, about), about.stationary(), *self._where(t, about)]
            case "on-policy":
                return [*_on_policy(about), *self._where(t, about)]
            case "constants":
                return self._on_constants(t, about)
            case "cycle":
                return self._on_cycle(t, about)
            case "two states":
                chain = (
                    words("where both states are kept with probability "),
                    *self.row(t.args[2]),
                )
                said = (about.operator(t), words(" has the eigenvalue "), *self.row(t.args[3]))
                return [(*said, words(" for "), Item("(1,-1)", 34.0), QUAD, *chain),
                        *self._where(t, about)]  # fmt: skip
            case "mode":
                return self._mode(t, about)
            case "zero only at":
                return self._zero_only_at(t, about)
            case "analytic":
                return [
                    (*self._function(t, 0, about.z), words(" is analytic in "), letter(about.z))
                ]
            case "size" | "along":
                return self._coefficients(t, about)
            case "matrices":
                return self._matrices(t, about)
        raise TypeError(t.op)

    def _applied(self, operator: Term, about: _Letters) -> Row:
        """What an operator makes of v."""
        if operator.op == "var":
            return (self.variable(operator), letter(about.v))
        return self.row(put(operator.args[0], *about.numbers))

    def _matrix(self, t: Term, about: _Letters) -> Row:
        """z = gamma P."""
        rate = next(a for a in t.args if a.sort in (INT, REAL))
        shown = self.row(rate) if is_atom(rate) else bracketed(self.row(rate))
        rewards = (words(" and rewards "), letter(about.r)) if about.r != "r" else ()
        return (letter(about.z), Item("=", 13.6), *shown, Item("P", 6.5), *rewards)

    def _where(self, t: Term, about: _Letters) -> list[Row]:
        """What H is, and z."""
        own = next(a for a in t.args if a.sort == OPER)
        if own.op == "var":
            return [(words("where "), *self._matrix(t, about))]
        is_h = (Item(f"{about.h}{about.v}", 13.0), EQUALS, *self._applied(own, about))
        return [(words("where "), *is_h, COMMA, *self._matrix(t, about))]

    def _factor(self, t: Term) -> Row:
        """A number as a factor of what follows."""
        if t.op == "num" and t.data == 1:
            return ()
        shown = self.row(t)
        last = t.args[-1] if t.op == "*" else t
        loose = t.op in ("+", "if") or last.op in (*BIG, "if")
        return bracketed(shown) if loose or _has_sign(t, shown) else shown

    def _bounded_by(self, bound: Term, which: str, about: _Letters) -> Row:
        """|| Hv - Hv' || <= b || v - v' ||."""
        left, right = about.norm(which)
        return (left, relation(r"\leq"), *self._factor(bound), right)

    def _dissipative(self, t: Term, about: _Letters) -> Row:
        """<w, w - (Hv - Hv')>_d >= e <w, w>_d."""
        left, right = about.products()
        return (left, relation(r"\geq"), *self._factor(t.args[3]), right)

    def _on_constants(self, t: Term, about: _Letters) -> list[Row]:
        with self.scope.opened(t, 3, "k") as ((name,), body):
            value = self._factor(body)
        change = (Item(about.change, 46.0), EQUALS, *value, ONES)
        start = (Item(about.difference, 28.0), Item("=", 13.6), letter(name), ONES)
        return [(*change, QUAD, words("if "), *start), *self._where(t, about)]

    def _on_cycle(self, t: Term, about: _Letters) -> list[Row]:
        value = (Item(f"({about.h}{about.v})(s_0)", 42.0), EQUALS, *self.row(t.args[4]))
        with self.scope.opened(t, 3, "j") as ((name,), body):
            members = self.row(body)
        state = Item(f"{about.v}(s_{{{letter(name).latex}}})", 28.0)
        values = (words("where "), state, EQUALS, *members, words(" has the period "))
        on = (QUAD, words("on the "), *self._length(t.args[2]), words(" without rewards"))
        return [(*value, *on), (*values, *self.row(t.args[2])), *self._where(t, about)]

    def _length(self, length: Term) -> Row:
        shown = self.row(length)
        return (*(shown if is_atom(length) else bracketed(shown)), words("-cycle"))

    def _mode(self, t: Term, about: _Letters) -> list[Row]:
        _, _, real, imaginary, length, mode = t.args
        turning = self.row(imaginary)
        if imaginary.op == "+" or _has_sign(imaginary, turning):
            turning = bracketed(turning)
        value = (*closed(self.row(real)), PLUS, Item(r"\mathrm{i}", 3.5), *turning)
        top, bottom = self.row(mode), self.row(length)
        if mode.op == "+" or _has_sign(mode, top):
            top = bracketed(top)
        below = bottom if is_atom(length) else bracketed(bottom)
        angle = rf"2\pi\mathrm{{i}} {joined(top)} s/{joined(below)}"
        wide = 40.0 + width(top) + width(bottom)
        vector = Item(rf"\bigl(e^{{{angle}}}\bigr)_s", 14.0 + 0.72 * wide)
        first = (about.operator(t), words(" has the eigenvalue "), *value)
        second = (words("for "), vector, words(" on the "), *self._length(length))
        return [first, second, *self._where(t, about)]

    def _zero_only_at(self, t: Term, about: _Letters) -> list[Row]:
        _, rate, operator, solution = t.args
        if is_nonsingular(t):
            shown = self.row(rate) if is_atom(rate) else bracketed(self.row(rate))
            return [(*shown, Item("P", 8.0), words(" is nonsingular"))]
        zero = (*self._applied(operator, about), EQUALS, Item("0", 5.0))
        only = (words(" only for "), Item(f"{about.v} =", 20.0))
        where: Row = (words("where "), *self._matrix(t, about))
        if solution.op == "var":
            return [(*zero, *only, self.variable(solution), Item("0", 5.0)), where]
        body = put(solution.args[0], *about.numbers)
        if about.numbers[2] not in free(body):
            return [(*zero, *only, *self.row(body)), where]
        other = self.scope.letter("K")
        is_k = (Item(f"{other}{about.v}", 13.0), EQUALS, *self.row(body), COMMA)
        where = (words("where "), *is_k, *self._matrix(t, about))
        return [(*zero, *only, Item(f"{other}0", 12.0)), where]

    def _function(self, t: Term, k: int | None = None, name: str = "") -> Row:
        """A function of a number, which has this name; a value of a function, if none is given."""
        if k is None:
            return super()._function(t)
        with self.scope.using(name):
            return self.row(put(t.args[k], variable(name, REAL)))

    def _matrices(self, t: Term, about: _Letters) -> list[Row]:
        """That a series of matrices converges."""
        n = self.scope.letter("n")
        with self.scope.using(n, about.z):
            terms = self.row(put(t.args[1], variable(n, INT), variable(about.z, REAL)))
        over = (words(" can be summed over "), letter(n), Item(r"\geq", 14.0), *self.row(t.args[0]))
        return [(words("the matrices "), *terms, *over, words(" for every "), letter(about.z))]

    def _coefficients(self, t: Term, about: _Letters) -> list[Row]:
        """What is said of the coefficients of a power series."""
        b, n = self.scope.letter("b"), self.scope.letter("n")
        z = letter(about.z).latex
        with self.scope.using(b, n):
            series = Item(rf"\sum_n {b}_{{{n}}} {z}^{{{n}}}", 44.0)
            function = (*self._function(t, 1, about.z), EQUALS, series)
            rate = self.row(t.args[0])
            *start, end = rate if is_atom(t.args[0]) else bracketed(rate)
            power = (*start, Item(f"{end.latex}^{{{n}}}", end.width + 5.0, end.height))
            if t.op == "size":
                head = Item(rf"\sum_n \lvert {b}_{{{n}}} \rvert", 36.0)
                bound = self.row(t.args[2])
                return [(*function, words(" has "), head, *power, relation(r"\leq"), *bound)]
            values = put(t.args[2], variable(n, INT))
            inner = self.row(values) if values.op in ("app", "var") else bracketed(self.row(values))
            head = Item(rf"\sum_n {b}_{{{n}}}", 28.0)
            total = self.row(t.args[3])
            return [(*function, words(" has "), head, *power, *inner, EQUALS, *total)]


class _Letters:
    """The letters of a sentence about an operator, none of which is in use."""

    def __init__(self, scope: Scope) -> None:
        self.h, self.v, self.z, self.r, self.d, self.w = map(scope.letter, "Hvzrdw")
        self.names = (self.h, self.v, f"{self.v}'", self.z, self.r, self.d, self.w)
        self.numbers = tuple(variable(name, REAL) for name in (self.z, self.r, self.v))

    @property
    def difference(self) -> str:
        """v - v'."""
        return f"{self.v} - {self.v}'"

    @property
    def change(self) -> str:
        """Hv - Hv'."""
        return f"{self.h}{self.v} - {self.h}{self.v}'"

    def operator(self, t: Term) -> Item:
        """The operator's letter."""
        own = next(a for a in t.args if a.sort == OPER)
        return Item(own.data[0] if own.op == "var" else self.h, 8.8)

    def norm(self, which: str) -> tuple[Item, Item]:
        """The norms of both differences."""
        left = Item(rf"\lVert {self.change} \rVert_{{{which}}}", 62.0)
        return left, Item(rf"\lVert {self.difference} \rVert_{{{which}}}", 44.0)

    def products(self) -> tuple[Item, Item]:
        """<w, w - (Hv - Hv')>_d and <w, w>_d."""
        w, d = self.w, self.d
        left = Item(rf"\langle {w}, {w} - ({self.change}) \rangle_{d}", 104.0)
        return left, Item(rf"\langle {w}, {w} \rangle_{d}", 32.0)

    def stationary(self) -> Row:
        """What w and d are."""
        difference = Item(f"{self.w} = {self.difference}", 56.0)
        words_ = words(" and every stationary distribution ")
        return (words("for "), difference, words_, Item(self.d, 5.2))


def _has_sign(t: Term, shown: Row) -> bool:
    """Does it begin with a minus sign?"""
    return shown[0] is SIGN or (t.op == "num" and bool(t.data < 0))


def _flat(formula: Row) -> Row:
    """The same without places to break."""
    return tuple(Item(i.latex, i.width, i.height) for i in formula)


def _on_policy(about: _Letters) -> list[Row]:
    """The updates, and what they converge for."""
    before, after = Item("w_{t+1}", 20.0), Item("w_t", 10.0)
    step = Item(
        rf"\alpha_t \Phi^{{\mathsf{{T}}}} D \bigl({about.h}(\Phi w_t) - \Phi w_t\bigr)", 124.0
    )
    weights = Item(r"D = \operatorname{diag}(d)", 60.0)
    features, sizes = Item(r"\Phi", 7.0), Item(r"0 \leq \alpha_t \leq a", 52.0)
    return [
        (words("updates converge to their one fixed point"),),
        (before, EQUALS, after, PLUS, step),
        (words("for "), weights, words(" with every stationary "), Item("d > 0", 26.0)),
        (words("for all features "), features, words(" of full column rank")),
        (words("and all "), sizes, words(" with an infinite sum")),
        (words("where "), Item("a > 0", 26.0), words(" depends on the MRP and on "), features),
    ]
