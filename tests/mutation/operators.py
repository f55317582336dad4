"""Small changes of a module, one at a time: what a slip of the hand could make of it.

`mutants` lists the changes; `Mutant.apply` makes one of them in the tree it was found in.  What no
test can or should see is left alone: docstrings, annotations, messages, ``__repr__``, ``__all__``,
imports, and what is run only as a script.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

SWAPPED_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.LtE: ast.Lt, ast.Lt: ast.LtE, ast.GtE: ast.Gt, ast.Gt: ast.GtE, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
SWAPPED_OPERATIONS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv, ast.Pow: ast.Mult, ast.LShift: ast.RShift,
    ast.RShift: ast.LShift, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr, ast.BitXor: ast.BitOr,
}  # fmt: skip
SWAPPED_NAMES = {
    "le": "lt", "lt": "le", "any": "all", "all": "any", "min": "max", "max": "min",
    "ROUND_CEILING": "ROUND_FLOOR", "ROUND_FLOOR": "ROUND_CEILING",
    "INT": "REAL", "REAL": "INT", "ZERO": "ONE", "ONE": "ZERO",
}  # fmt: skip
#: calls f(x) that may be forgotten
FORGOTTEN = {"abs", "reversed", "key", "normal", "sorted", "negation", "_whole", "lift"}
#: calls whose arguments are in an order
ORDERED = {"le", "lt", "implies", "fits", "plus", "put", "series", "floor", "_real_part"}
#: calls with any number of arguments, each of which counts
COUNTED = {
    "arbitrary", "without", "fresh", "implies", "union", "gcd", "lcm", "max", "inside",
}  # fmt: skip
#: tables whose entries are not dropped: less of them only means less can be proved
KEPT = {"AXIOMS", "FACTS", "SIGNATURES"}


@dataclass(frozen=True)
class Place:
    """Where a node hangs in the tree: a field of its parent, or one place in a list there."""

    parent: ast.AST
    field: str
    index: int | None = None

    def put(self, new: ast.AST | None) -> None:
        """Another node in this place; None takes it out of its list."""
        if self.index is None:
            setattr(self.parent, self.field, new)
            return
        held: list[Any] = getattr(self.parent, self.field)
        if new is None:
            del held[self.index]
        else:
            held[self.index] = new


@dataclass(frozen=True)
class Mutant:
    """One change; ``name`` says it without line numbers, and is the same on every run."""

    module: str
    where: str
    line: int
    what: str
    before: str
    after: str
    turn: int
    change: Callable[[], None]

    @property
    def name(self) -> str:
        """A text that no other change of the module has."""
        turn = f" #{self.turn}" if self.turn else ""
        return f"{self.where}: {self.before} -> {self.after}{turn}"

    def apply(self) -> None:
        """Make the change in the tree it was found in, for good."""
        self.change()


def mutants(tree: ast.Module, module: str) -> list[Mutant]:
    """Every change of a module, in the order of its lines."""
    seen: Counter[tuple[str, str, str]] = Counter()
    found: list[Mutant] = []
    for where, line, what, before, after, change in _Finder().inside(tree):
        said = (where, before, after)
        found.append(Mutant(module, where, line, what, before, after, seen[said], change))
        seen[said] += 1
    return found


Found = tuple[str, int, str, str, str, Callable[[], None]]


class _Finder:
    """Walks through a module and lists what could be changed."""

    def __init__(self) -> None:
        self.names: list[str] = []

    # -- walking --------------------------------------------------------------------------------

    def inside(self, node: ast.AST) -> Iterator[Found]:
        """The changes below a node."""
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "returns", "decorator_list", "bases", "msg", "format_spec"):
                continue
            if isinstance(value, ast.AST):
                yield from self.at(value, Place(node, field))
            elif isinstance(value, list):
                for k, item in enumerate(value):
                    if isinstance(item, ast.AST):
                        yield from self.at(item, Place(node, field, k))

    def at(self, node: ast.AST, place: Place) -> Iterator[Found]:
        """The changes of a node and below it."""
        if _left_alone(node):
            return
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            self.names.append(node.name)
            yield from self.inside(node)
            self.names.pop()
            return
        if isinstance(node, ast.Assign | ast.AnnAssign) and not self.names:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            self.names.append(ast.unparse(target))
            yield from self.changes(node, place)
            yield from self.inside(node)
            self.names.pop()
            return
        if isinstance(node, ast.Dict) and self.names[-1:] and self.names[-1] in KEPT:
            for k, (key, value) in enumerate(zip(node.keys, node.values, strict=True)):
                label = key.value if isinstance(key, ast.Constant) else ""
                self.names.append(str(label))
                yield from self.at(value, Place(node, "values", k))
                self.names.pop()
            return
        yield from self.changes(node, place)
        if isinstance(node, ast.Raise):
            return  # what a refusal says is read by people
        yield from self.inside(node)

    def found(
        self, node: ast.AST, what: str, new: ast.AST | str, change: Callable[[], None] | None = None
    ) -> Found:
        after = new if isinstance(new, str) else _line(new)
        where = ".".join(self.names) or "module"
        return where, getattr(node, "lineno", 0), what, _line(node), after, change or (lambda: None)

    def replaced(self, node: ast.AST, place: Place, what: str, new: ast.AST) -> Found:
        """The change that puts another node in this place."""
        ast.copy_location(new, node)
        ast.fix_missing_locations(new)
        return self.found(node, what, new, lambda: place.put(new))

    def edited(self, node: ast.AST, what: str, field: str, value: Any) -> Found:
        """The change that gives a field of a node another value."""
        old = getattr(node, field)
        setattr(node, field, value)
        after = _line(node)
        setattr(node, field, old)
        return self.found(node, what, after, lambda: setattr(node, field, value))

    def without(self, node: ast.AST, what: str, field: str, k: int) -> Found:
        """The change that takes one item out of a list."""
        held = getattr(node, field)
        return self.edited(node, what, field, [*held[:k], *held[k + 1 :]])

    # -- changes --------------------------------------------------------------------------------

    def changes(self, node: ast.AST, place: Place) -> Iterator[Found]:
        """The changes of one node itself."""
        if isinstance(node, ast.stmt):
            yield from self.statement(node, place)
        elif isinstance(node, ast.Compare):
            for k, op in enumerate(node.ops):
                ops = [*node.ops]
                ops[k] = SWAPPED_COMPARISONS[type(op)]()
                yield self.edited(node, "comparison", "ops", ops)
        elif isinstance(node, ast.BoolOp):
            other: ast.boolop = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield self.edited(node, "and/or", "op", other)
            for k in range(len(node.values)):
                rest = [*node.values[:k], *node.values[k + 1 :]]
                new = rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
                yield self.replaced_by_part(node, place, "condition dropped", new)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
            yield self.replaced_by_part(node, place, "sign dropped", node.operand)
        elif isinstance(node, ast.Constant):
            yield from self.constant(node, place)
        elif isinstance(node, ast.BinOp):
            new_op = SWAPPED_OPERATIONS.get(type(node.op))
            if new_op is not None:
                yield self.edited(node, "operation", "op", new_op())
            if isinstance(node.op, ast.BitOr | ast.BitAnd | ast.Add | ast.Sub):
                for part in (node.left, node.right):
                    yield self.replaced_by_part(node, place, "part", part)
        elif isinstance(node, ast.IfExp):
            for part in (node.body, node.orelse):
                yield self.replaced_by_part(node, place, "choice", part)
        elif isinstance(node, ast.comprehension):
            for k in range(len(node.ifs)):
                yield self.without(node, "filter dropped", "ifs", k)
        elif isinstance(node, ast.Tuple | ast.List | ast.Set):
            yield from self.display(node, place)
        elif isinstance(node, ast.Dict) and all(isinstance(k, ast.Constant) for k in node.keys):
            yield from self.entries(node)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            name = SWAPPED_NAMES.get(node.id)
            if name:
                yield self.replaced(node, place, "name", ast.Name(name, ast.Load()))
        elif isinstance(node, ast.Call):
            yield from self.call(node, place)

    def replaced_by_part(self, node: ast.AST, place: Place, what: str, part: ast.expr) -> Found:
        """A part of a node in its place; the part keeps its own location."""
        ast.fix_missing_locations(
            ast.copy_location(part, part if hasattr(part, "lineno") else node)
        )
        return self.found(node, what, part, lambda: place.put(part))

    def constant(self, node: ast.Constant, place: Place) -> Iterator[Found]:
        if type(node.value) is bool:
            if not (isinstance(place.parent, ast.keyword) and place.parent.arg == "strict"):
                yield self.replaced(node, place, "constant", ast.Constant(not node.value))
        elif type(node.value) is int:
            values = [node.value + 1]
            if node.value == 1 and not isinstance(place.parent, ast.Subscript | ast.Slice):
                values.append(0)
            for value in values:
                yield self.replaced(node, place, "constant", ast.Constant(value))

    def display(self, node: ast.Tuple | ast.List | ast.Set, place: Place) -> Iterator[Found]:
        """An element left out, where the number of elements is not fixed."""
        if isinstance(node, ast.Tuple | ast.List) and not isinstance(node.ctx, ast.Load):
            return
        parent = place.parent
        fixed = isinstance(parent, ast.Subscript | ast.Return | ast.Dict | ast.Assign | ast.For)
        if isinstance(parent, ast.Call):
            function = _function(parent)
            fixed = function in ("node", "_about", "Term") and isinstance(node, ast.Tuple)
        if isinstance(node, ast.List | ast.Set) or any(
            isinstance(e, ast.Starred) for e in node.elts
        ):
            fixed = isinstance(parent, ast.Assign) and isinstance(parent.targets[0], ast.Tuple)
        if fixed:
            return
        for k in range(len(node.elts)):
            if len(node.elts) > 1 or isinstance(node, ast.Tuple):
                if isinstance(node, ast.Set) and len(node.elts) == 1:
                    continue
                yield self.without(node, "element dropped", "elts", k)

    def entries(self, node: ast.Dict) -> Iterator[Found]:
        for k in range(len(node.keys)):
            keys, values = node.keys, node.values
            new = ast.Dict([*keys[:k], *keys[k + 1 :]], [*values[:k], *values[k + 1 :]])
            label = _line(keys[k]) if keys[k] is not None else "**"

            def change(new: ast.Dict = new) -> None:
                node.keys, node.values = new.keys, new.values

            if len(keys) > 1:
                yield self.found(node, "entry dropped", f"without {label}", change)

    def call(self, node: ast.Call, place: Place) -> Iterator[Found]:
        function = _function(node)
        plain = not any(isinstance(a, ast.Starred) for a in node.args)
        if function in FORGOTTEN and len(node.args) == 1 and plain:
            yield self.replaced_by_part(node, place, "call forgotten", node.args[0])
        if function in ORDERED and len(node.args) == 2 and plain:
            yield self.edited(node, "arguments swapped", "args", node.args[::-1])
        for k, a in enumerate(node.args):
            if isinstance(a, ast.Starred) or (function in COUNTED and len(node.args) > 1):
                yield self.without(node, "argument dropped", "args", k)

    def statement(self, node: ast.stmt, place: Place) -> Iterator[Found]:
        if isinstance(node, ast.If):
            yield from self.branch(node, place)
        elif isinstance(node, ast.While):
            yield self.edited(
                node, "loop never run", "test", ast.copy_location(ast.Constant(False), node)
            )
        elif isinstance(
            node, ast.Raise | ast.AugAssign | ast.Continue | ast.Break | ast.Delete
        ) or (isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant)):
            yield self.replaced(node, place, "statement dropped", ast.Pass())
            if isinstance(node, ast.AugAssign) and type(node.op) in SWAPPED_OPERATIONS:
                yield self.edited(node, "operation", "op", SWAPPED_OPERATIONS[type(node.op)]())
        elif isinstance(node, ast.Assign) and all(
            isinstance(target, ast.Subscript) for target in node.targets
        ):
            yield self.replaced(node, place, "statement dropped", ast.Pass())

    def branch(self, node: ast.If, place: Place) -> Iterator[Found]:
        """A condition that is never met, always met, or met at the wrong time."""
        head = f"if {_line(node.test)}"
        tests: list[tuple[str, ast.expr]] = [
            ("if not", ast.UnaryOp(ast.Not(), node.test)),
            ("if True", ast.Constant(True)),
            ("if False", ast.Constant(False)),
        ]
        if len(node.body) == 1 and isinstance(node.body[0], ast.Raise):
            tests = tests[:1]  # the raise is dropped too; always raising is no slip
        for text, test in tests[0 if len(tests) == 1 else 1 :]:
            ast.fix_missing_locations(ast.copy_location(test, node.test))

            def change(test: ast.expr = test) -> None:
                node.test = test

            where, line, _, _, _, _ = self.found(node.test, "", "")
            yield where, line, "branch", head, text, change


def _function(node: ast.Call) -> str:
    """The name of what is called."""
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _line(node: ast.AST | None) -> str:
    """A node in one line, shortened in the middle."""
    if node is None:
        return ""
    if isinstance(node, ast.comprehension):
        text = ast.unparse(ast.GeneratorExp(ast.Name("_"), [node]))
    else:
        text = ast.unparse(node)
    text = " ".join(text.split())
    return text if len(text) <= 160 else f"{text[:100]} ... {text[-55:]}"


def _left_alone(node: ast.AST) -> bool:
    """What no test can or should see."""
    if isinstance(node, ast.Import | ast.ImportFrom | ast.JoinedStr):
        return True
    if isinstance(node, ast.FunctionDef):
        return node.name in ("__repr__", "__str__")
    if isinstance(node, ast.ClassDef):
        return any(isinstance(b, ast.Name) and b.id == "Protocol" for b in node.bases)
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.Assign):
        text = ast.unparse(node.targets[0])
        return text in ("__all__", "__slots__") or _names_a_type(node.value)
    if isinstance(node, ast.If):
        return "__name__" in ast.unparse(node.test)
    return isinstance(node, ast.Call) and _function(node) == "cast" and len(node.args) == 2


def _names_a_type(node: ast.expr) -> bool:
    """Is this the value of an alias of a type?"""
    if isinstance(node, ast.Subscript):
        base = ast.unparse(node.value)
        return base in ("tuple", "Mapping", "Iterable", "Callable", "dict", "list")
    return isinstance(node, ast.BinOp) and ast.unparse(node) == "int | Fraction"
