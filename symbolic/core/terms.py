"""Terms and statements: one kind of immutable node, shared, with nameless bound variables.

A `Term` is a tuple ``(op, data, args, sort, loose, free)``.  There is one object for each term, so
``is`` is equality and a memo is a dictionary.  A variable that a sum, a limit or a "for all" binds
is a number - how many binders stand between it and its own - and a free one is a name; the two
cannot be mistaken for each other, two terms that differ in bound names are one object, and nothing
is ever renamed.  A binder is opened by `fresh` and `put`, closed by `bind`, and nothing else looks
under one.

*Sorts.*  ``int`` (every integer is also a real number), ``real``, ``prop`` (statements), ``mrp`` (a
Markov reward process: a finite set of states, not empty, a stochastic matrix P, rewards) and
``oper`` (a pair of analytic functions, see below).  A sequence is any function from integers, the
negative ones too, to numbers; the axioms also speak of any functions of real arguments.

*Meaning.*  Every term denotes.  This is the whole semantics; nothing else in the project says what
a term means, and the tests evaluate terms by an implementation of their own.

    1/0                     0
    b**e                    the product of e factors b, 1 if e = 0 (also for b = 0);
                            (1/b)**-e if e < 0
    div(a, b)               the greatest integer <= a/b if b >= 1, otherwise 0
    if(a, b, x, y)          x if a < b, otherwise y
    cos(a, b), sin(a, b)    cos and sin of the angle 2 pi a/b if b >= 1, otherwise of the angle 0
    sum(a, b, f)            f(a) + ... + f(b); 0 if b < a
    series(a, f)            the limit of sum(a, n, f) as n grows if there is one, otherwise 0
    bound of(a, f)          the least upper bound of |f(n)|, n >= a, if there is one, otherwise 0
    tends(f, x)             f(n) -> x as n grows
    converges(a, f)         sum(a, n, f) has a limit as n grows
    bounded(a, f)           some number is >= |f(n)| for every n >= a
    positive definite(f)    sum of q_i q_j f(|i-j|) over i, j < m is >= 0, for all m and real q_i

"A and B" is written not(implies(A, not B)), and "A if and only if B" as two implications.

Every member of a sequence is a number, so the first index of ``converges`` and ``bounded`` does not
change their truth; it is there to be read.

*Power series.*  A function B of a real number is *analytic* if there are b_0, b_1, ... such that
sum |b_n| q**n converges for every 0 <= q < 1 and B(x) = sum b_n x**n for every |x| < 1; the b_n are
then unique.  Below g is gamma if 0 < gamma < 1, and otherwise 0.

    analytic(B)             that
    size(gamma, B, m)       B is analytic and sum |b_n| g**n <= m
    along(gamma, B, u, x)   B is analytic and sum b_n g**n u(n) converges absolutely, to x
    matrices(a, T)          every T(i, .), i >= a, is analytic, and the series of the matrices
                            T(i, qP) converges for all finite stochastic P and 0 < q < 1

*Operators.*  ``operator(F)`` binds three real variables z, r, v.  If there are analytic A and B
with F(z, r, v) = A(z) r + B(z) v for all |z| < 1 and all r, v, it denotes the pair (A, B),
otherwise the pair (0, 0).  A number z is therefore never the matrix.  On a finite MRP M with
transition matrix P and rewards r the operator maps v to H v = A(gP) r + B(gP) v, which are matrices
since ||gP|| = g < 1 in the maximum norm.  With w = v - v' for value functions v, v':

    same(M, gamma, H, K)                 H v = K v for every v
    contracts(M, gamma, H, b)            ||H v - H v'|| <= b ||w||, in the maximum norm, b >= 0
    constants(M, gamma, H, f)            w = k 1 implies H v - H v' = f(k) 1, for every number k
    zero only at(M, gamma, H, W)         H v = 0 only for v = W 0
    stationary bound(M, gamma, H, b)     ||H v - H v'||_d <= b ||w||_d, b >= 0, for stationary d
    dissipative(M, gamma, H, e)          <w, w - (H v - H v')>_d >= e <w, w>_d, for stationary d
    on-policy(M, gamma, H)               see `symbolic.rules.classical`
    cycle(gamma, H, k, u, x)             if u(n + k) = u(n) for every n >= 0, then on the k-cycle
                                         s_0 -> s_1 -> ... without rewards (H v)(s_0) = x where
                                         v(s_j) = u(j)
    two states(gamma, H, p, x)           on the two states that stay with probability p (if p is not
                                         in [0, 1], that swap): w = (1, -1) implies
                                         H v - H v' = x (1, -1)
    mode(gamma, H, x, y, k, j)           on the k-cycle: w(s) = e^{2 pi i j s/k} (complex values
                                         allowed) implies H v - H v' = (x + iy) w
    reversible(gamma, H, b)              ||H v - H v'||_d <= b ||w||_d, b >= 0, on every MRP and for
                                         every positive d with d(s) P(s, t) = d(t) P(t, s)

where <u, w>_d = sum_s d(s) u(s) w(s), d is a distribution, stationary if d P = d, and for k < 1 the
k-cycle is the 1-cycle.

    >>> n, x = var("n", INT), var("x")
    >>> summation(0, n, lambda i: x**i) is summation(0, n, lambda j: x**j)
    True
    >>> substitute(summation(0, n, lambda i: x), {x: var("i", INT)})
    sum(0, n, i)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from operator import itemgetter
from types import MappingProxyType
from typing import Any, NoReturn, cast

INT, REAL, PROP, MRP, OPER = "int", "real", "prop", "mrp", "oper"
NOTHING: frozenset[Any] = frozenset()


class IllFormed(ValueError):
    """What was to be built is not a term."""


class Term(tuple[Any, ...]):
    """A node; made by `node` alone.  Equality is identity."""

    __slots__ = ()
    op = cast(str, property(itemgetter(0)))
    data = cast(Any, property(itemgetter(1)))
    args = cast("tuple[Term, ...]", property(itemgetter(2)))
    sort = cast(str, property(itemgetter(3)))
    loose = cast("tuple[str, ...]", property(itemgetter(4)))  # sorts of the variables bound outside
    free = cast("frozenset[Any]", property(itemgetter(5)))  # variables; sequences as (name, sorts)

    def __new__(cls, *args: object) -> Term:
        """There is no public constructor."""
        raise IllFormed("terms are built by the functions of symbolic.core.terms")

    def __init_subclass__(cls) -> NoReturn:
        raise IllFormed("a term has no other kinds")

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other

    def __ne__(self, other: object) -> bool:
        return self is not other

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise IllFormed("a term is not stored; build it again")

    def __repr__(self) -> str:
        if self.op in ("num", "var"):
            return str(self.data if self.op == "num" else self.data[0])
        if self.op == "bound":
            return f"#{self.data[0]}"
        if self.op in ("+", "*", "=", "<=", "<"):
            return f"({f' {self.op} '.join(map(repr, self.args))})"
        name = self.data[0] if self.op == "app" else self.op
        return f"{name}({', '.join(map(repr, self.args))})"

    def __add__(self, other: Any) -> Term:
        return add(self, term(other))

    def __radd__(self, other: Any) -> Term:
        return add(term(other), self)

    def __sub__(self, other: Any) -> Term:
        return add(self, mul(MINUS_ONE, term(other)))

    def __rsub__(self, other: Any) -> Term:
        return add(term(other), mul(MINUS_ONE, self))

    def __neg__(self) -> Term:
        return mul(MINUS_ONE, self)

    def __mul__(self, other: Any) -> Term:
        return mul(self, term(other))

    def __rmul__(self, other: Any) -> Term:
        return mul(term(other), self)

    def __truediv__(self, other: Any) -> Term:
        return mul(self, node("inv", None, (term(other),)))

    def __rtruediv__(self, other: Any) -> Term:
        return mul(term(other), node("inv", None, (self,)))

    def __pow__(self, other: Any) -> Term:
        return node("pow", None, (self, term(other)))

    def __abs__(self) -> Term:
        return node("abs", None, (self,))


_number, _index, _truth, _chain, _operator = ((sort, ()) for sort in (REAL, INT, PROP, MRP, OPER))
_sequence, _function = (REAL, (INT,)), (REAL, (REAL,))

#: op: for each argument its sort and the sorts of the variables bound in it; the result's sort.
#: Where the result is None it is int if the arguments marked real are integers, and real otherwise.
SIGNATURES: Mapping[str, tuple[tuple[tuple[str, tuple[str, ...]], ...], str | None]] = (
    MappingProxyType(
        {
            "inv": ((_number,), REAL),
            "abs": ((_number,), None),
            "pow": ((_number, _index), REAL),
            "div": ((_index, _index), INT),
            "if": ((_index, _index, _number, _number), None),
            "cos": ((_index, _index), REAL),
            "sin": ((_index, _index), REAL),
            "sum": ((_index, _index, _sequence), None),
            "series": ((_index, _sequence), REAL),
            "bound of": ((_index, _sequence), REAL),
            "operator": (((REAL, (REAL, REAL, REAL)),), OPER),
            "=": ((_number, _number), PROP),
            "<=": ((_number, _number), PROP),
            "<": ((_number, _number), PROP),
            "not": ((_truth,), PROP),
            "implies": ((_truth, _truth), PROP),
            "all": (((PROP, ("",)),), PROP),  # the sort of the variable is the data of the node
            "tends": ((_sequence, _number), PROP),
            "converges": ((_index, _sequence), PROP),
            "bounded": ((_index, _sequence), PROP),
            "positive definite": ((_sequence,), PROP),
            "analytic": ((_function,), PROP),
            "size": ((_number, _function, _number), PROP),
            "along": ((_number, _function, _sequence, _number), PROP),
            "matrices": ((_index, (REAL, (INT, REAL))), PROP),
            "same": ((_chain, _number, _operator, _operator), PROP),
            "contracts": ((_chain, _number, _operator, _number), PROP),
            "constants": ((_chain, _number, _operator, _function), PROP),
            "zero only at": ((_chain, _number, _operator, _operator), PROP),
            "stationary bound": ((_chain, _number, _operator, _number), PROP),
            "dissipative": ((_chain, _number, _operator, _number), PROP),
            "on-policy": ((_chain, _number, _operator), PROP),
            "cycle": ((_number, _operator, _index, _sequence, _number), PROP),
            "two states": ((_number, _operator, _number, _number), PROP),
            "mode": ((_number, _operator, _number, _number, _index, _index), PROP),
            "reversible": ((_number, _operator, _number), PROP),
        }
    )
)
BOUND_SORTS = frozenset({INT, REAL, MRP, OPER})
#: how many variables each argument binds, for the ops that bind any
BINDS = MappingProxyType(
    {
        op: tuple(len(bound) for _, bound in wanted)
        for op, (wanted, _) in SIGNATURES.items()
        if any(bound for _, bound in wanted)
    }
)


def bound_sorts(t: Term, k: int) -> tuple[str, ...]:
    """The sorts of the variables that a node binds in its argument k."""
    if t[0] not in BINDS:
        return ()
    return (t[1],) if t[0] == "all" else SIGNATURES[t[0]][0][k][1]


def _constructor() -> tuple[Callable[..., Term], Callable[[object], bool]]:
    table: dict[tuple[Any, ...], Term] = {}
    genuine: set[int] = set()  # terms live as long as the process, so an id is an identity

    def is_term(thing: object) -> bool:
        """Was this made by `node`?"""
        return id(thing) in genuine

    def node(op: str, data: Any, args: tuple[Term, ...]) -> Term:
        """The one term with this op, data and these arguments."""
        key = (op, data, args)
        made = table.get(key)
        if made is None:
            for a in args:
                if id(a) not in genuine:
                    raise IllFormed(f"{type(a).__name__} is not a term")
            sort, loose, free = _check(op, data, args)
            made = tuple.__new__(Term, (op, data, args, sort, loose, free))
            made = table.setdefault(key, made)
            genuine.add(id(made))
        return made

    return node, is_term


def _merge(one: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    """The sorts of loose variables of two terms together; "" for one that does not occur."""
    if one == other or not other:
        return one
    if len(one) < len(other):
        one, other = other, one
    if any(a and b and a != b for a, b in zip(one, other, strict=False)):
        raise IllFormed("a bound variable has two sorts")
    return (*(a or b for a, b in zip(one, other, strict=False)), *one[len(other) :])


def _plain_number(q: Any) -> bool:
    return type(q) is int or (
        type(q) is Fraction and type(q.numerator) is type(q.denominator) is int
    )


def _check(op: str, data: Any, args: tuple[Term, ...]) -> tuple[str, tuple[str, ...], Any]:
    """The sort of a new node, the sorts of its loose variables, what is free in it."""
    if type(op) is not str or type(args) is not tuple:
        raise IllFormed("a node is made of plain values")
    free = NOTHING
    for a in args:
        own = frozenset((a,)) if a[0] == "var" else a[5]
        if not own <= free:
            free = free | own
    if op == "num":
        if args or not _plain_number(data) or (type(data) is Fraction and data.denominator < 2):
            raise IllFormed("a number is an int, or a Fraction that is not one")
        return (INT if type(data) is int else REAL), (), free
    if op in ("var", "bound"):
        if type(data) is not tuple or len(data) != 2 or type(data[1]) is not str:
            raise IllFormed("a variable is a name and a sort")
        label: Any = data[0]
        sort: str = data[1]
        if sort not in BOUND_SORTS or args:
            raise IllFormed(f"{data} is not a variable")
        if op == "var" and type(label) is str:
            return sort, (), free
        if op == "bound" and type(label) is int and label >= 0:
            return sort, (*("",) * label, sort), free
        raise IllFormed("a variable has a name, or counts binders")
    if op in ("+", "*", "app"):
        if not args:
            raise IllFormed(f"{op} needs arguments")
        wanted: tuple[tuple[str, tuple[str, ...]], ...]
        if op == "app":
            wanted = tuple((sort, ()) for sort in _function_sorts(data, len(args)))
            result: str | None = REAL
            free = free | {data}
        elif data is not None:
            raise IllFormed(f"{op} has no data")
        else:
            wanted, result = (_number,) * len(args), None
    else:
        if op not in SIGNATURES:
            raise IllFormed(f"{op} is not a kind of node")
        wanted, result = SIGNATURES[op]
        fits = (type(data) is str and data in BOUND_SORTS) if op == "all" else data is None
        if len(args) != len(wanted) or not fits:
            raise IllFormed(f"{op} has other arguments")
        if op == "pow" and args[1][0] == "num" and args[1][1] >= 0:
            result = None  # a whole power of an integer is one
    loose: tuple[str, ...] = ()
    whole = True
    for a, (own_sort, bound) in zip(args, wanted, strict=True):
        if a[3] != own_sort and (own_sort != REAL or a[3] != INT):
            raise IllFormed(f"{op}: an argument is {a[3]}, not {own_sort}")
        if a[4]:
            names = (data,) if op == "all" else bound
            # the first bound variable is the outermost, the last has the number 0
            for used, wanted_sort in zip(a[4], reversed(names), strict=False):
                if used not in ("", wanted_sort):
                    raise IllFormed(f"{op} binds a variable of another sort")
            loose = _merge(loose, a[4][len(bound) :])
        whole = whole and (a[3] == INT or own_sort == INT)
    return result or (INT if whole else REAL), loose, free


def _function_sorts(data: Any, count: int) -> tuple[str, ...]:
    """The sorts of the arguments of a function or sequence, which its data names."""
    if type(data) is tuple and len(data) == 2 and type(data[0]) is str and type(data[1]) is tuple:
        sorts = data[1]
        if len(sorts) == count and all(type(s) is str and s in (INT, REAL) for s in sorts):
            return sorts
    raise IllFormed("a function is a name and the sorts of its arguments")


node, is_term = _constructor()


def free(t: Term) -> frozenset[Any]:
    """The free variables of a term (as terms) and its sequences (as name and sorts)."""
    return frozenset({t}) if t.op == "var" else t.free


def fresh(sort: str, *avoid: Term) -> Term:
    """A variable that is free in none of these terms: the only way to open a binder."""
    taken, count = frozenset().union(*map(free, avoid)), 0
    while (made := node("var", (f"#{count}", sort), ())) in taken:
        count += 1
    return made


# -- replacing ----------------------------------------------------------------------------------


def rebuild(t: Term, at: Callable[[Term, int], Term | None], depth: int = 0) -> Term:
    """The term with ``at(node, binders around it)`` in place of each node that it is given for."""
    memo: dict[tuple[Term, int], Term] = {}

    def go(t: Term, depth: int) -> Term:
        found = at(t, depth)
        if found is not None:
            return found
        args = t[2]
        if not args:
            return t
        key = (t, depth)
        found = memo.get(key)
        if found is None:
            binds = BINDS.get(t[0])
            if binds is None:
                parts = tuple([go(a, depth) for a in args])
            else:
                parts = tuple([go(a, depth + b) for a, b in zip(args, binds, strict=True)])
            found = memo[key] = t if parts == args else node(t[0], t[1], parts)
        return found

    return go(t, depth)


def lift(t: Term, by: int) -> Term:
    """A term with loose variables, moved under ``by`` more binders."""
    if not by or not t.loose:
        return t

    def at(s: Term, depth: int) -> Term | None:
        if len(s[4]) <= depth:
            return s
        return node("bound", (s[1][0] + by, s[1][1]), ()) if s[0] == "bound" else None

    return rebuild(t, at)


def fits(value: Term, sort: str) -> bool:
    """Can the value stand for a variable of this sort?"""
    return value[3] == sort or (sort == REAL and value[3] == INT)


@cache
def put(body: Term, *values: Term) -> Term:
    """``values`` for the outermost loose variables of ``body``, the first for the outermost one."""
    count = len(values)

    def at(s: Term, depth: int) -> Term | None:
        if len(s[4]) <= depth:
            return s
        if s[0] != "bound":
            return None
        k, sort = s[1]
        k -= depth
        if k >= count:
            return node("bound", (s[1][0] - count, sort), ())
        value = values[count - 1 - k]
        if not fits(value, sort):
            raise IllFormed(f"{value} is not {sort}")
        return lift(value, depth)

    return rebuild(body, at)


@cache
def bind(body: Term, *names: Term) -> Term:
    """The free variables ``names`` made loose, the first outermost: what `put` undoes."""
    place = {x: len(names) - 1 - k for k, x in enumerate(names)}

    def at(s: Term, depth: int) -> Term | None:
        if s[0] == "var":
            k = place.get(s)
            return s if k is None else node("bound", (k + depth, s[3]), ())
        return s if s[5].isdisjoint(place) else None

    if body.loose or any(x.op != "var" for x in names) or len(place) != len(names):
        raise IllFormed("only variables are bound, and only once")
    return rebuild(body, at)


def substitute(t: Term, mapping: Mapping[Any, Term]) -> Term:
    """Replace variables, and functions ``(name, sorts)`` by terms with loose variables, at once."""

    def at(s: Term, depth: int) -> Term | None:
        if s[0] == "var":
            return mapping.get(s, s)
        if s[5].isdisjoint(mapping):
            return s
        if s[0] != "app":
            return None
        args = tuple([rebuild(a, at, depth) for a in s[2]])
        value = mapping.get(s[1])
        return node("app", s[1], args) if value is None else put(value, *args)

    for key, value in mapping.items():
        if isinstance(key, Term):
            if key.op != "var" or not fits(value, key.sort) or value.loose:
                raise IllFormed(f"{value} cannot stand for {key}")
            continue
        sorts = _function_sorts(key, len(key[1]))
        wrong = any(
            used not in ("", own) for used, own in zip(value.loose, reversed(sorts), strict=False)
        )
        if wrong or len(value.loose) > len(sorts) or not fits(value, REAL):
            raise IllFormed(f"{value} cannot be the members of {key[0]}")
    return rebuild(t, at)


# -- writing terms ------------------------------------------------------------------------------


def number(q: Any) -> Term:
    """A rational number."""
    if type(q) is int:
        return node("num", q, ())
    q = Fraction(q)
    return node("num", int(q) if q.denominator == 1 else q, ())


def term(x: Any) -> Term:
    """A term, or a number as one."""
    return x if type(x) is Term else number(x)


ZERO, ONE, MINUS_ONE = number(0), number(1), number(-1)


def var(name: str, sort: str = REAL) -> Term:
    """A free variable."""
    if name[:1] in ("#", "@"):
        raise IllFormed(f"{name} is not a name for authors")
    return node("var", (name, sort), ())


def sequence(name: str, arity: int = 1) -> tuple[str, tuple[str, ...]]:
    """What stands for a sequence in a mapping and among what is free: its name and sorts."""
    return (name, (INT,) * arity)


def apply(name: str, *args: Any) -> Term:
    """A member of a sequence."""
    return node("app", sequence(name, len(args)), tuple(map(term, args)))


def _flat(op: str, parts: tuple[Term, ...], neutral: Term) -> Term:
    found: list[Term] = []
    for p in parts:
        if p.op == op:
            found += p.args
        elif p is not neutral:
            found.append(p)
    return neutral if not found else found[0] if len(found) == 1 else node(op, None, tuple(found))


def add(*parts: Term) -> Term:
    """A sum of terms; zeros are dropped."""
    return _flat("+", parts, ZERO)


def mul(*parts: Term) -> Term:
    """A product of terms; ones are dropped."""
    return ZERO if ZERO in parts else _flat("*", parts, ONE)


Body = Callable[..., Any]
_nesting = [0]


def binder(body: Body, *sorts: str) -> Term:
    """The body of a binder, from a function of its variables (one integer, if not said)."""
    start = _nesting[0]
    # names that no author and no `fresh` uses
    holes = [node("var", (f"@{start + k}", s), ()) for k, s in enumerate(sorts or (INT,))]
    _nesting[0] += len(holes)
    try:
        return bind(term(body(*holes)), *holes)
    finally:
        _nesting[0] = start


def summation(lo: Any, hi: Any, body: Body) -> Term:
    """The sum of body(i) for i from lo to hi."""
    return node("sum", None, (term(lo), term(hi), binder(body)))


def series(lo: Any, body: Body) -> Term:
    """The sum of body(i) for i from lo on."""
    return node("series", None, (term(lo), binder(body)))


def eq(a: Any, b: Any) -> Term:
    """a = b."""
    return node("=", None, (term(a), term(b)))


def le(a: Any, b: Any) -> Term:
    """a <= b."""
    return node("<=", None, (term(a), term(b)))


def lt(a: Any, b: Any) -> Term:
    """a < b."""
    return node("<", None, (term(a), term(b)))


def ne(a: Any, b: Any) -> Term:
    """a and b differ."""
    return node("not", None, (eq(a, b),))


def implies(*parts: Term) -> Term:
    """The last of the parts, if the others hold."""
    *hypotheses, made = parts
    for h in reversed(hypotheses):
        made = node("implies", None, (h, made))
    return made


def conjunction(*parts: Term) -> Term:
    """All of the parts: not (the others imply that the last is false)."""
    *others, last = parts
    return node("not", None, (implies(*others, negation(last)),)) if others else last


def equivalence(a: Term, b: Term) -> Term:
    """a if and only if b."""
    return conjunction(implies(a, b), implies(b, a))


def conjuncts(s: Term) -> tuple[Term, ...]:
    """The parts of a conjunction; any other statement is the only part of itself."""
    found, rest = [], s
    if s.op == "not":
        rest = s.args[0]
        while rest.op == "implies":
            found.append(rest.args[0])
            rest = rest.args[1]
        rest = negation(rest)
    if conjunction(*found, rest) is not s:
        return (s,)
    if len(found) > 1 and found[-1].op == "implies" and rest is implies(*found[-1].args[::-1]):
        one, other = found.pop().args
        rest = equivalence(one, other)
    return (*found, rest)


def equivalents(s: Term) -> tuple[Term, Term] | None:
    """The two sides of an equivalence."""
    first = conjuncts(s)[0]
    if first.op == "implies" and s is equivalence(first.args[0], first.args[1]):
        return first.args[0], first.args[1]
    return None


def forall(body: Body, *sorts: str) -> Term:
    """body(x, ...) for all x, ... (one integer, if no sorts are given)."""
    first, *rest = sorts or (INT,)
    inner = (lambda x: forall(lambda *more: body(x, *more), *rest)) if rest else body
    return node("all", first, (binder(inner, first),))


def from_on(lo: Any, body: Body) -> Term:
    """body(n) for every integer n >= lo."""
    return forall(lambda n: implies(le(lo, n), body(n)))


def tends(body: Body, limit: Any) -> Term:
    """body(n) -> limit."""
    return node("tends", None, (binder(body), term(limit)))


def converges(lo: Any, body: Body) -> Term:
    """The series of body(n) from lo on converges."""
    return node("converges", None, (term(lo), binder(body)))


def bounded(lo: Any, body: Body) -> Term:
    """body(n) is bounded from lo on."""
    return node("bounded", None, (term(lo), binder(body)))


def operator(body: Body) -> Term:
    """The operator with H v = body(z, r, v)."""
    return node("operator", None, (binder(body, REAL, REAL, REAL),))


def negation(s: Term) -> Term:
    """The statement that holds exactly when this one does not."""
    if s.op == "<=":
        return lt(s.args[1], s.args[0])
    if s.op == "<":
        return le(s.args[1], s.args[0])
    return s.args[0] if s.op == "not" else node("not", None, (s,))
