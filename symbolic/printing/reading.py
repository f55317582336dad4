"""Reads what `plain` prints: ``read(text(t)) is t``.

A parser by recursive descent, and nothing else: no part of the text is executed.  It makes a tree
of names first; which of them are integers is seen from where they stand (see `plain`), and only
then are terms made, by the functions that make all terms.

    >>> from symbolic.printing.plain import text
    >>> read("Σ_{i≥0} γ^i·h_i ≤ 1/(1 - γ)")
    (series(0, (pow(gamma, #0) * h(#0))) <= inv((1 + (-1 * gamma))))
    >>> text(read("h_n → 0 as n → ∞"), {})
    'h_i → 0 as i → ∞'
    >>> read("2 +")
    Traceback (most recent call last):
        ...
    symbolic.printing.reading.Unreadable: a term is wanted at the end of '2 +'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from typing import Any

from symbolic.core.terms import (
    INT,
    MRP,
    OPER,
    REAL,
    SIGNATURES,
    IllFormed,
    Term,
    bind,
    node,
    number,
)
from symbolic.printing import names
from symbolic.printing.patterns import BINDERS, PATTERNS, Slot
from symbolic.printing.shapes import FROM_TIME_T, SUPERSCRIPT

__all__ = ["Unreadable", "read", "read_sequent"]


class Unreadable(ValueError):
    """This is not the text of a term, a statement or a sequent; ``at`` is how far one gets."""

    at = 0


@dataclass(frozen=True)
class Tree:
    """A term with names: ``op`` is that of the term, or "name", "number", "bind", "integer"."""

    op: str
    data: Any = None
    args: tuple[Tree, ...] = ()


def read(text: str) -> Term:
    """The term or statement with this text."""
    return _read(text, lambda parser: [parser.thing()])[0]


def read_sequent(text: str) -> tuple[tuple[Term, ...], Term]:
    """The hypotheses and the conclusion of a theorem's text."""
    *hypotheses, conclusion = _read(text, lambda parser: parser.sequent())
    return tuple(hypotheses), conclusion


def _read(text: str, what: Callable[[_Parser], list[Tree]]) -> list[Term]:
    parser = _Parser(text)
    try:
        trees = what(parser)
        integers = parser.note()
        parser.end()
        for tree in trees:
            _see(tree, False, frozenset(), integers)
        return [_build(tree, {}, 0, integers) for tree in trees]
    except IllFormed as error:
        raise Unreadable(f"{error} in {text!r}") from None
    except RecursionError:
        raise Unreadable("this is nested too deeply") from None


# -- trees to terms -------------------------------------------------------------------------------

#: the arguments of these are integers if the whole is
_WHOLE = frozenset({"+", "*", "abs", "pow", "if", "sum"})


def _see(tree: Tree, whole: bool, bound: frozenset[str], integers: set[str]) -> None:
    """Collect the free names that stand for integers."""
    if tree.op == "name":
        if whole and tree.data not in bound:
            integers.add(tree.data)
    elif tree.op == "integer":
        _see(tree.args[0], True, bound, integers)
    elif tree.op == "bind":
        own = frozenset(name for name, _ in tree.data)
        _see(tree.args[0], whole, bound | own, integers)
    elif tree.op != "number":
        for part, sort in zip(tree.args, _sorts(tree), strict=True):
            _see(part, sort == INT or (whole and tree.op in _WHOLE), bound, integers)


def _sorts(tree: Tree) -> tuple[str, ...]:
    if tree.op == "app":
        return tree.data[1]  # type: ignore[no-any-return]
    if tree.op in ("+", "*"):
        return (REAL,) * len(tree.args)
    return tuple(sort for sort, _ in SIGNATURES[tree.op][0])


def _build(
    tree: Tree, bound: Mapping[str, Term], depth: int, integers: set[str], sort: str = REAL
) -> Term:
    """The term, below so many binders; ``sort`` is that of a free name here."""
    if tree.op == "number":
        return number(tree.data)
    if tree.op == "integer":
        return _build(tree.args[0], bound, depth, integers)
    if tree.op == "name":
        if tree.data in bound:
            return bound[tree.data]
        name, _, said = tree.data.partition(":")
        own = said or (sort if sort in (MRP, OPER) else INT if name in integers else REAL)
        return node("var", (name, own), ())
    if tree.op == "bind":
        # names that no author can give
        made = {
            name: node("var", (f"@{depth + k}", own), ()) for k, (name, own) in enumerate(tree.data)
        }
        body = _build(tree.args[0], {**bound, **made}, depth + len(made), integers)
        return bind(body, *made.values())
    parts = zip(tree.args, _sorts(tree), strict=True)
    built = tuple([_build(part, bound, depth, integers, own) for part, own in parts])
    return node(tree.op, tree.data, built)


# -- text to trees --------------------------------------------------------------------------------

_TOKENS = re.compile(
    rf"\s*(?:(?P<number>[0-9]+)|(?P<special>v_π|Φᵀ)|(?P<name>{names.TOKEN.pattern}|‹[^›]*›)|(?P<sign>\S))"
)
_RELATIONS = {"=": "=", "≤": "<=", "<": "<"}
_ZERO, _ONE, _MINUS_ONE = Tree("number", 0), Tree("number", 1), Tree("number", -1)
_FIXED_POINT = Tree(
    "*",
    None,
    (
        Tree("name", "r"),
        Tree(
            "inv",
            None,
            (Tree("+", None, (_ONE, Tree("*", None, (_MINUS_ONE, Tree("name", "z"))))),),
        ),
    ),
)


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    at = 0
    while at < len(text.rstrip()):
        found = _TOKENS.match(text, at)
        assert found is not None
        yield found.lastgroup or "", found[found.lastgroup or 0]
        at = found.end()


@dataclass(frozen=True)
class _Factor:
    """A factor, and whether it stands in brackets."""

    tree: Tree
    bare: bool = True

    @property
    def literal(self) -> int | None:
        """Its value, if it is a number without brackets."""
        return self.tree.data if self.bare and self.tree.op == "number" else None


class _Parser:
    """One pass over the tokens; what was read at a place is remembered."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0
        self.tokens = list(_tokens(text))
        self._known: dict[tuple[str, int], tuple[int, Any] | Unreadable] = {}

    # -- tokens -----------------------------------------------------------------------------------

    def peek(self, ahead: int = 0) -> str:
        """The token that comes, or "" at the end."""
        at = self.at + ahead
        return self.tokens[at][1] if at < len(self.tokens) else ""

    def is_name(self, ahead: int = 0) -> bool:
        """Is what comes a name (which a word may be)?"""
        at = self.at + ahead
        return at < len(self.tokens) and self.tokens[at][0] == "name"

    def fail(self, wanted: str) -> Unreadable:
        """What is wrong here."""
        place = f"before {self.peek()!r}" if self.at < len(self.tokens) else "at the end"
        error = Unreadable(f"{wanted} is wanted {place} of {self.text!r}")
        error.at = self.at
        return error

    def take(self, *wanted: str) -> None:
        """These tokens come next."""
        for token in wanted:
            if self.peek() != token:
                raise self.fail(repr(token))
            self.at += 1

    def takes(self, *wanted: str) -> bool:
        """Take these tokens, if they come next."""
        if any(self.peek(k) != token for k, token in enumerate(wanted)):
            return False
        self.at += len(wanted)
        return True

    def name(self) -> str:
        """A name that comes next."""
        token = self.peek()
        if not self.is_name() or token in names.RESERVED:
            raise self.fail("a name")
        self.at += 1
        return names.named(token)

    def end(self) -> None:
        """Nothing comes any more."""
        if self.at < len(self.tokens):
            raise self.fail("the end")

    def remembered(self, what: str, parse: Callable[[], Any]) -> Any:
        """Parse here, once."""
        start = self.at
        found = self._known.get((what, start))
        if found is None:
            try:
                made = parse()
                found = (self.at, made)
            except Unreadable as error:
                found = error
            self._known[what, start] = found
        if isinstance(found, Unreadable):
            self.at = start
            raise found
        self.at = found[0]
        return found[1]

    def first_of(self, *options: Callable[[], Tree]) -> Tree:
        """The first that can be read; the error of the one that came furthest."""
        start, errors = self.at, list[Unreadable]()
        for option in options:
            try:
                return option()
            except Unreadable as failed:
                errors.append(failed)
                self.at = start
        raise max(reversed(errors), key=lambda error: error.at)

    # -- numbers ----------------------------------------------------------------------------------

    def sum(self) -> Tree:
        """Summands with their signs."""
        return self.remembered("sum", self._sum)  # type: ignore[no-any-return]

    def _sum(self) -> Tree:
        parts = [self.product(self.takes("-"))]
        while self.peek() in ("+", "-"):
            minus = self.peek() == "-"
            self.at += 1
            parts.append(self.product(minus))
        return parts[0] if len(parts) == 1 else Tree("+", None, tuple(parts))

    def product(self, minus: bool = False) -> Tree:
        """Factors, perhaps over others."""
        above = self.factors()
        if self.takes("/"):
            return _quotient(minus, above, self.denominator())
        if above[-1].tree is _FIXED_POINT and above[-1].bare:
            return _quotient(minus, above, [])
        first = above[0].literal
        trees = tuple(f.tree for f in above)
        if minus and first is not None:
            trees = (Tree("number", -first), *trees[1:])
        elif minus:
            trees = (_MINUS_ONE, *trees)
        return trees[0] if len(trees) == 1 else Tree("*", None, trees)

    def factors(self) -> list[_Factor]:
        """Factors, of which the last may be a sum sign with what it takes."""
        found = [self.factor()]
        while self.peek() == "·" and self.peek(1) not in ("‖", "⟨", "𝟏"):
            if found[-1].bare and found[-1].tree.op in ("sum", "series", "bound of"):
                break
            self.at += 1
            found.append(self.factor())
        return found

    def denominator(self) -> list[_Factor]:
        """What stands below the bar: one factor, or several in brackets."""
        start = self.at
        if self.takes("("):
            try:
                several = self.factors()
                if len(several) > 1 and self.takes(")") and self.peek() != "^":
                    return several
            except Unreadable:
                pass
            self.at = start
        return [self.factor()]

    def factor(self) -> _Factor:
        """An atom or a power."""
        return self.remembered("factor", self._factor)  # type: ignore[no-any-return]

    def _factor(self) -> _Factor:
        base = self.atom()
        if not self.takes("^"):
            return base
        if self.takes("("):
            exponent = self.sum()
            self.take(")")
        else:
            exponent = self.single()
        return _Factor(Tree("pow", None, (base.tree, exponent)))

    def atom(self) -> _Factor:
        """A number, a name, a member of a sequence, something in brackets, a sum sign."""
        token = self.peek()
        kind = self.tokens[self.at][0] if token else ""
        if kind == "number":
            self.at += 1
            return _Factor(Tree("number", int(token)))
        if token == "v_π":
            self.at += 1
            return _Factor(_FIXED_POINT)
        if token in ("Σ", "sup"):
            return _Factor(self.big())
        if token in ("cos", "sin"):
            return _Factor(self.turn())
        if kind == "name":
            return _Factor(self.member())
        if token == "(":
            return self.bracketed()
        if self.takes("|"):
            inside = self.sum()
            self.take("|")
            return _Factor(Tree("abs", None, (inside,)))
        if self.takes("⌊"):
            top = self.factor().tree
            self.take("/")
            bottom = self.factor().tree
            self.take("⌋")
            return _Factor(Tree("div", None, (top, bottom)))
        if self.takes("["):
            choice = self.choice(self.sum())
            self.take("]")
            return _Factor(choice)
        raise self.fail("a term")

    def choice(self, first: Tree) -> Tree:
        """What stands in the brackets of a choice, after its first term."""
        if self.takes("<"):
            return Tree("if", None, (first, self.sum(), _ONE, _ZERO))
        if self.takes("≤"):
            return Tree("if", None, (self.sum(), first, _ZERO, _ONE))
        if self.takes("="):
            other = self.sum()
            less = Tree("if", None, (other, first, _ZERO, _ONE))
            return Tree("if", None, (first, other, _ZERO, less))
        self.take("if")
        a = self.sum()
        self.take("<")
        b = self.sum()
        self.take(",")
        if self.takes("else"):
            return Tree("if", None, (a, b, first, self.sum()))
        value = self.sum()
        if self.peek() != "if":
            raise self.fail("'if'")
        return Tree("if", None, (a, b, first, self.choice(value)))

    def bracketed(self) -> _Factor:
        """A term in brackets; a sum or product of one thing begins with its sign."""
        self.take("(")
        for sign, op in (("+", "+"), ("·", "*")):
            if self.takes(sign):
                inside = Tree(op, None, (self.factor().tree,))
                break
        else:
            inside = self.sum()
        self.take(")")
        return _Factor(inside, bare=False)

    def member(self) -> Tree:
        """A variable, or a member of a sequence, or a value of a function."""
        name = self.name()
        if name in SUPERSCRIPT and self.takes("_", "t", "^", "("):
            return self._app(name, [(INT, a) for a in self.several(")")])
        args: list[tuple[str, Tree]] = []
        while self.peek() in ("_", "("):
            if self.takes("("):
                args += ((REAL, a) for a in self.several(")"))
                continue
            self.take("_")
            timed = name in FROM_TIME_T and not args
            if self.takes("{"):
                args += ((INT, a) for a in self.several("}", timed))
            elif timed:
                self.take("t")
                args.append((INT, Tree("number", 0)))
            else:
                args.append((INT, self.single()))
        return self._app(name, args) if args else Tree("name", name)

    def _app(self, name: str, args: list[tuple[str, Tree]]) -> Tree:
        sorts = tuple(sort for sort, _ in args)
        return Tree("app", (name, sorts), tuple(a for _, a in args))

    def single(self) -> Tree:
        """A subscript without braces."""
        token = self.peek()
        if token.isdigit():
            self.at += 1
            return Tree("number", int(token))
        return Tree("name", self.name())

    def several(self, close: str, timed: bool = False) -> list[Tree]:
        """Terms up to the closing bracket; the first may count from the time t."""
        found = [self.since() if timed else self.sum()]
        while self.takes(","):
            found.append(self.sum())
        self.take(close)
        return found

    def since(self) -> Tree:
        """The steps after the time t."""
        self.take("t")
        if self.peek() in (",", "}"):
            return Tree("number", 0)
        if self.peek() != "-":
            self.take("+")
        return self.sum()

    def big(self) -> Tree:
        """A sum, a series, a least upper bound."""
        sup = self.takes("sup")
        if not sup:
            self.take("Σ")
        self.take("_", "{")
        name = self.name()
        finite = not sup and self.takes("=")
        if not finite:
            self.take("≥")
        ends = [self.sum()]
        self.take("}")
        if finite:
            self.take("^", "{")
            ends.append(self.sum())
            self.take("}")
        if sup:
            self.take("|")
            body = self.sum()
            self.take("|")
        else:
            body = self.product()
        bound = Tree("bind", ((name, INT),), (body,))
        return Tree("bound of" if sup else "sum" if finite else "series", None, (*ends, bound))

    def turn(self) -> Tree:
        """A cosine or sine of a part of a turn."""
        op = self.peek()
        self.take(op, "(")
        if self.takes("0", ")"):
            return Tree(op, None, (Tree("number", 0), _ONE))
        minus = self.takes("-")
        times = self.peek()
        if not times.isdigit() or int(times) % 2 or times == "0":
            raise self.fail("an even number")
        self.at += 1
        self.take("π")
        rest: list[Tree] = []
        while self.takes("·"):
            rest.append(self.factor().tree)
        self.take("/")
        below = self.factor().tree
        self.take(")")
        count = -int(times) // 2 if minus else int(times) // 2
        if not rest:
            top = Tree("number", count)
        elif count == 1:
            top = rest[0] if len(rest) == 1 else Tree("*", None, tuple(rest))
        else:
            top = Tree("*", None, (Tree("number", count), *rest))
        return Tree(op, None, (top, below))

    # -- statements -------------------------------------------------------------------------------

    def thing(self) -> Tree:
        """A statement or a term."""
        if self.takes("the", "MRP"):
            return Tree("name", f"{self.name()}:{MRP}")
        if self.takes("the", "operator"):
            return self.operator()
        return self.first_of(self._whole(self.statement), self._whole(self.sum))

    def _whole(self, parse: Callable[[], Tree]) -> Callable[[], Tree]:
        def complete() -> Tree:
            found = parse()
            here = self.at
            self.note()
            self.end()
            self.at = here
            return found

        return complete

    def operator(self) -> Tree:
        """An operator by itself."""
        if not self.takes("("):
            return Tree("name", f"{self.name()}:{OPER}")
        own = []
        for sign in (",", ",", ")"):
            own.append((self.name(), REAL))
            self.take(sign)
        self.take("↦")
        return Tree("operator", None, (Tree("bind", tuple(own), (self.sum(),)),))

    def sequent(self) -> list[Tree]:
        """Hypotheses and a conclusion."""
        found: list[Tree] = []
        if not self.takes("⊢"):
            found.append(self.statement())
            while self.takes(","):
                found.append(self.statement())
            self.take("⊢")
        return [*found, self.statement()]

    def note(self) -> set[str]:
        """The variables that are said to be integers, at the end."""
        found: set[str] = set()
        if self.takes("["):
            found.add(self.name())
            while self.takes(","):
                found.add(self.name())
            self.take("integers" if len(found) > 1 else "integer", "]")
        return found

    def statement(self) -> Tree:
        """A statement, with its quantifiers behind it."""
        return self.remembered("statement", self._statement)  # type: ignore[no-any-return]

    def _statement(self) -> Tree:
        said = self.simple()
        if self.takes("⇔"):
            other = self.simple()
            said = _all_of(
                [Tree("implies", None, (said, other)), Tree("implies", None, (other, said))]
            )
        elif self.takes("and"):
            said = _all_of([said, *self.joined()])
        while self.peek() == "for":
            said = self.quantified(said)
        return said

    def quantified(self, body: Tree) -> Tree:
        """For all of some kind what was said."""
        self.take("for")
        ranges: list[tuple[str, list[Tree]]] = []
        sort = INT
        if self.takes("every", "finite", "MRP"):
            sort = MRP
            ranges.append((self.name(), []))
        else:
            self.take("all")
            sorts = {"integers": INT, "real": REAL, "operators": OPER}
            if self.peek() in sorts:
                sort = sorts[self.peek()]
                self.at += 1
                ranges.append((self.name(), []))
            else:
                ranges += self.range()
                while self.takes("and"):
                    ranges += self.range()
        for g in reversed(self.joined() if self.takes("with") else []):
            body = Tree("implies", None, (g, body))
        for name, given in reversed(ranges):
            for g in reversed(given):
                body = Tree("implies", None, (g, body))
            body = Tree("all", sort, (Tree("bind", ((name, sort),), (body,)),))
        return body

    def range(self) -> list[tuple[str, list[Tree]]]:
        """Names, each with what is said of its range: ``i, j ≥ 0``, ``0 ≤ k ≤ n``."""
        if self.is_name() and self.peek(1) in ("≥", ","):
            found = [self.name()]
            while self.takes(","):
                found.append(self.name())
            self.take("≥")
            low = Tree("integer", None, (self.sum(),))
            return [(name, [_at_most(low, Tree("name", name))]) for name in found]
        low = Tree("integer", None, (self.sum(),))
        self.take("≤")
        name = self.name()
        self.take("≤")
        high = Tree("integer", None, (self.sum(),))
        x = Tree("name", name)
        return [(name, [_at_most(low, x), _at_most(x, high)])]

    def joined(self) -> list[Tree]:
        """Statements joined by "and"."""
        found = [self.simple()]
        while self.takes("and"):
            found.append(self.simple())
        return found

    def simple(self) -> Tree:
        """A statement without quantifiers, or one in brackets."""
        return self.remembered("simple", self._simple)  # type: ignore[no-any-return]

    def _simple(self) -> Tree:
        if self.takes("not", "("):
            inner = self.statement()
            self.take(")")
            return Tree("not", None, (inner,))
        if self.takes("if"):
            given = self.joined()
            self.take("then")
            body = self.simple()
            for g in reversed(given):
                body = Tree("implies", None, (g, body))
            return body
        sentences = [lambda op=op: self.sentence(op) for op in PATTERNS]
        options = (self.nonsingular, *sentences, self.members, self.relation, self.enclosed)
        return self.first_of(*options)

    def enclosed(self) -> Tree:
        """A statement in brackets."""
        self.take("(")
        inner = self.statement()
        self.take(")")
        return inner

    def relation(self) -> Tree:
        """What begins with a term."""
        left = self.sum()
        sign = self.peek()
        if sign in (*_RELATIONS, "≠"):
            self.at += 1
            right = self.sum()
            made = Tree(_RELATIONS.get(sign, "="), None, (left, right))
            return Tree("not", None, (made,)) if sign == "≠" else made
        if self.takes("→"):
            limit = self.sum()
            self.take("as")
            name = self.name()
            self.take("→", "∞")
            return Tree("tends", None, (Tree("bind", ((name, INT),), (left,)), limit))
        if left.op == "series" and self.takes("converges"):
            return Tree("converges", None, left.args)
        raise self.fail("a relation")

    def members(self) -> Tree:
        """A property of a sequence."""
        self.take("(")
        body = self.sum()
        self.take(")", "_", "{")
        name = self.name()
        self.take("≥")
        low = self.sum()
        self.take("}", "is")
        bound = Tree("bind", ((name, INT),), (body,))
        if self.takes("positive", "definite"):
            if low != Tree("number", 0):
                raise self.fail("a sequence from 0 on")
            return Tree("positive definite", None, (bound,))
        unbounded = self.takes("unbounded")
        if not unbounded:
            self.take("bounded")
        made = Tree("bounded", None, (low, bound))
        return Tree("not", None, (made,)) if unbounded else made

    # -- sentences --------------------------------------------------------------------------------

    def sentence(self, op: str) -> Tree:
        """What is said of an operator or a power series."""
        return _Sentence(self, op).read()

    def nonsingular(self) -> Tree:
        """gamma P is nonsingular."""
        rate = self.matrix()
        self.take("is", "nonsingular")
        mrp = self.mrp()
        z, v = Tree("name", "z"), Tree("name", "v")
        own = tuple((name, REAL) for name in "zrv")
        sides = (Tree("*", None, (z, v)), Tree("number", 0))
        operators = (Tree("operator", None, (Tree("bind", own, (side,)),)) for side in sides)
        return on_the_mrp(
            mrp, Tree("zero only at", None, (Tree("name", mrp or "M"), rate, *operators))
        )

    def mrp(self) -> str | None:
        """On which MRP; None for all of them."""
        if self.takes("on", "every", "finite", "MRP"):
            return None
        self.take("on", "the", "MRP")
        return self.name()

    def matrix(self) -> Tree:
        """gamma P: the number."""
        rate = self.factor().tree
        self.takes("·")
        self.take("P")
        return rate


def _all_of(parts: list[Tree]) -> Tree:
    """All of the parts: not (the others imply that the last is false)."""
    *others, last = parts
    made = _denied(last)
    for part in reversed(others):
        made = Tree("implies", None, (part, made))
    return Tree("not", None, (made,))


def _denied(t: Tree) -> Tree:
    """What holds exactly when this does not."""
    turned = {"<=": "<", "<": "<="}.get(t.op)
    if turned:
        return Tree(turned, None, t.args[::-1])
    return t.args[0] if t.op == "not" else Tree("not", None, (t,))


def on_the_mrp(mrp: str | None, said: Tree) -> Tree:
    """What is said of that MRP, or of all."""
    if mrp is not None:
        return said
    return Tree("all", MRP, (Tree("bind", (("M", MRP),), (said,)),))


class _Sentence:
    """One pattern against the text."""

    def __init__(self, parser: _Parser, op: str) -> None:
        self.parser, self.op = parser, op
        self.letters: dict[str, str] = {}
        self.args: dict[int, Tree] = {}
        self.mrp: str | None = ""  # None: every one

    def read(self) -> Tree:
        """The statement."""
        for slot in PATTERNS[self.op]:
            if isinstance(slot, Slot):
                self.slot(slot.kind)
            else:
                self.parser.take(*(token for _, token in _tokens(slot)))
        self.letters.setdefault("r", "r")
        count = len(SIGNATURES[self.op][0])
        return on_the_mrp(self.mrp, Tree(self.op, None, tuple(map(self.argument, range(count)))))

    def argument(self, k: int) -> Tree:
        """An argument, with the letters that it binds."""
        sort, bound = SIGNATURES[self.op][0][k]
        if sort == MRP:
            return Tree("name", self.mrp or "M")
        tree = self.args[k]
        if sort == OPER:
            if tree.op == "name" and tree.data.endswith(f":{OPER}"):
                return Tree("name", tree.data.partition(":")[0])
            own = tuple((self.letters[a], REAL) for a in "zrv")
            return Tree("operator", None, (Tree("bind", own, (tree,)),))
        if bound:
            letters = tuple((self.letters[a], s) for a, s in BINDERS[self.op, k])
            return Tree("bind", letters, (tree,))
        return tree

    def place(self, sort: str) -> int:
        """The first argument of this sort."""
        wanted = SIGNATURES[self.op][0]
        return next(k for k, (own, _) in enumerate(wanted) if own == sort)

    def letter(self, which: str) -> None:
        """The letter that stands for this in the text."""
        found = self.parser.name()
        if self.letters.setdefault(which, found) != found:
            raise self.parser.fail(self.letters[which])

    def put(self, k: int, tree: Tree) -> None:
        """What an argument is."""
        if self.args.setdefault(k, tree) != tree:
            raise self.parser.fail("the same again")

    def applied(self, k: int) -> None:
        """What an operator makes of v."""
        p = self.parser
        if p.is_name() and p.is_name(1) and p.peek(1) not in names.RESERVED:
            self.put(k, Tree("name", f"{p.name()}:{OPER}"))
            self.letter("v")
        else:
            self.put(k, p.sum())

    def at_zero(self, k: int) -> None:
        """What an operator makes of 0."""
        p = self.parser
        if not (p.is_name() and p.peek(1) == "0"):
            self.put(k, p.sum())
            return
        name = p.name()
        p.take("0")
        if p.takes("where"):
            if p.name() != name:
                raise p.fail(name)
            self.letter("v")
            p.take("=")
            self.put(k, p.sum())
        else:
            self.put(k, Tree("name", f"{name}:{OPER}"))

    def slot(self, kind: str) -> None:
        """Read what stands in a slot."""
        p = self.parser
        if kind == "H":
            name, place = p.name(), self.place(OPER)
            self.letters["h"] = name
            if p.is_name() and p.peek() not in names.RESERVED:
                self.letter("v")
                p.take("=")
                self.put(place, p.sum())
            else:
                self.put(place, Tree("name", f"{name}:{OPER}"))
        elif kind in ("mrp", "chain"):
            if kind == "mrp":
                self.mrp = p.mrp()
            p.take("with")
            self.letter("z")
            p.take("=")
            self.put(self.place(REAL), p.matrix())
            if p.takes("and", "rewards"):
                self.letter("r")
            self.letters.setdefault("v", "v")
        elif kind.endswith("'"):
            wanted = self.letters.setdefault(kind[:-1], p.peek()[:-1])
            if p.name() != f"{wanted}'":
                raise p.fail(f"{wanted}'")
        elif kind[0].isdigit():
            self.number(int(kind[0]), kind[1:])
        else:
            self.letter(kind)

    def number(self, k: int, level: str) -> None:
        """Read an argument."""
        p = self.parser
        if level == " v":
            self.applied(k)
        elif level == " 0":
            self.at_zero(k)
        elif level == "-":
            self.put(k, p.factor().tree)
        elif level == "^":
            self.put(k, p.atom().tree)
        elif level == "*":
            self.put(k, p.product())
        else:
            self.put(k, p.sum())


def _at_most(a: Tree, b: Tree) -> Tree:
    return Tree("<=", None, (a, b))


def _quotient(minus: bool, above: list[_Factor], below: list[_Factor]) -> Tree:
    """Factors over others: the number first, then what stands above, then the inverses."""
    top, bottom = list(above), list(below)
    numerator = denominator = 1
    if top[0].literal is not None:
        numerator = top.pop(0).literal or 0
    if bottom and bottom[0].literal is not None:
        denominator = bottom.pop(0).literal or 0
    if denominator < 1 or gcd(numerator, denominator) != 1:
        raise Unreadable(f"{numerator}/{denominator} is not in lowest terms")
    q = Fraction(-numerator if minus else numerator, denominator)
    inverses = [Tree("inv", None, (f.tree,)) for f in bottom]
    factors = [f.tree for f in top]
    if factors and factors[-1] is _FIXED_POINT and top[-1].bare:
        reward, inverse = factors.pop().args
        factors.append(reward)
        inverses.insert(0, inverse)
    parts = [*factors, *inverses]
    if q != 1 or not parts:
        parts.insert(0, Tree("number", q))
    return parts[0] if len(parts) == 1 else Tree("*", None, tuple(parts))
