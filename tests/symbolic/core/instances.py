"""For each axiom: terms to put into it, and worlds in which its hypotheses hold.

What an axiom asks for is mostly had by construction: a limit is computed by the evaluation and
given to the variable that stands for it, a majorant is made from what it is to majorise, an equal
function is another spelling of the first.  Half of the functions are put in as terms, whose names
collide with those of the axiom, the others are left free and get their meaning in the world.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from symbolic.core.axioms import AXIOMS
from symbolic.core.terms import (
    INT,
    REAL,
    Term,
    apply,
    bind,
    free,
    node,
    number,
    put,
    var,
)
from tests.symbolic.core import drawing
from tests.symbolic.core.drawing import INTS, ONE, OPENED, REALS, ZERO, Draw
from tests.symbolic.core.evaluation import CHAINS, World
from tests.symbolic.core.exact import Undecided

F, G, F2 = ("f", (INT,)), ("g", (INT,)), ("f", (INT, INT))
U, RHO, Q1 = ("u", (INT,)), ("rho", (INT,)), ("q", (INT,))
T, Q, V = (((name, (INT, REAL))) for name in "TQU")
GAMMA, CHAIN = var("gamma"), node("var", ("M", "mrp"), ())
X, Y, M, P, E = var("x"), var("y"), var("m"), var("p"), var("e")
LO, HI, K, S, A, B, J = (var(name, INT) for name in ("lo", "hi", "k", "s", "a", "b", "j"))
OPERATORS = {name: node("var", (name, "oper"), ()) for name in "HKW"}
SMALL = [Fraction(q) for q in ("0", "1/2", "-1/2", "1/3", "-2/3")]
BOUNDED = [*SMALL, Fraction(1), Fraction(-1)]
RATES = [Fraction(q) for q in ("1/2", "1/3", "2/3", "9/10")]
#: matrices with P P = 1, P P = P, where other terms than equal ones are one operator
SWAP, AVERAGE = CHAINS[1], CHAINS[2]


class Instance(NamedTuple):
    """What is put into an axiom, and values for some of what stays free."""

    mapping: dict[Any, Term]
    values: dict[Any, Any]


class Making:
    """An instance while it is made."""

    def __init__(self, rng: Draw) -> None:
        self.rng = rng
        self.mapping: dict[Any, Term] = {}
        self.values: dict[Any, Any] = {}

    def function(self, name: Any, body: Term) -> None:
        """A body for a function: put in, or its meaning in the world."""
        # what is left in the world must not speak of itself
        recursive = any(not isinstance(x, Term) and x != U for x in free(body))
        if recursive or self.rng.random() < 0.5:
            self.mapping[name] = body
        else:
            self.values[name] = body

    def integer(self, name: Term, *choices: int) -> None:
        """A value for an integer; now and then a term with that value is put in."""
        value = self.rng.choice(choices)
        if self.rng.random() < 0.2:
            other = self.rng.choice(INTS)
            if other not in self.values and other is not name:
                self.values[other] = Fraction(value - 1)
                self.mapping[name] = other + 1
                return
        self.values[name] = Fraction(value)

    def discount(self) -> None:
        """A discount, mostly one."""
        inside = self.rng.random() < 0.9
        outside = [Fraction(0), Fraction(2), Fraction(-1, 2)]
        self.values[GAMMA] = self.rng.choice(RATES if inside else outside)
        self.values[CHAIN] = self.rng.choice(CHAINS)

    def rename(self) -> None:
        """Another name for a variable of the axiom."""
        if self.rng.random() < 0.25:
            old, new = self.rng.sample([X, Y, M], 2)
            if old not in self.values and new not in self.values:
                self.mapping[old] = new
                if self.rng.random() < 0.5:
                    self.mapping[new] = old

    def done(self) -> Instance:
        """The instance."""
        return Instance(self.mapping, self.values)


Maker = Callable[[Draw, str], Instance]
INSTANCES: dict[str, Maker] = {}


def instance(*names: str) -> Callable[[Callable[[Making], None]], Callable[[Making], None]]:
    """Make instances of these axioms so."""

    def register(fill: Callable[[Making], None]) -> Callable[[Making], None]:
        def make(rng: Draw, name: str) -> Instance:
            made = Making(rng)
            fill(made)
            made.rename()
            return made.done()

        for name in names:
            INSTANCES[name] = make
        return fill

    return register


def _plain(rng: Draw, name: str) -> Instance:
    """Any terms for the variables, nice sequences for the sequences."""
    made = Making(rng)
    hypotheses, goal = AXIOMS[name]
    for x in drawing.parts(*hypotheses, goal):
        if isinstance(x, Term):
            if x.sort == INT and rng.random() < 0.6:
                made.mapping[x] = drawing.some_int(rng, 1)
            elif x.sort == REAL and rng.random() < 0.5:
                made.mapping[x] = drawing.some_real(rng, 1)
        elif x[1] == (INT,):
            if rng.random() < 0.6:
                n = rng.choice([*INTS[:5], OPENED[0], OPENED[2]])
                draw = rng.choice((drawing.some_real, drawing.short_sum))
                made.function(x, bind(draw(rng, 1, (n, n)), n))
            elif rng.random() < 0.5:
                made.function(x, drawing.sequence_body(rng))
    return made.done()


for _name in (
    "order both ways", "strict order", "absolute value of x >= 0", "choice of the first",
    "choice of the second", "floor from below", "floor from above", "empty sum", "last term",
):  # fmt: skip
    INSTANCES[_name] = _plain


@instance(
    "cosine", "sine", "cosine of a sum", "sine of a sum", "cosine turned back", "sine turned back",
    "cosine of full turns", "sine of full turns",
)  # fmt: skip
def _turns(made: Making) -> None:
    made.integer(B, 1, 2, 3, 4, 6, 12, 4, 12, 12, 0, -4)
    made.integer(A, *range(-3, 12))
    made.integer(K, *range(-3, 5))


@instance("less than a full turn", "far side of the circle")
def _parts(made: Making) -> None:
    b = made.rng.choice((2, 3, 4, 4, 6, 12, 12))
    made.integer(B, b, b, b, b, 0)
    made.integer(A, *range(b + 1), b // 4, (b + 1) // 2, (b + 1) // 2)


# -- limits and series --------------------------------------------------------------------------


def _sequence(made: Making, name: Any, ratios: list[Fraction]) -> Term:
    """A nice sequence; its body is returned."""
    body = drawing.sequence_body(made.rng, ratios)
    made.function(name, body)
    return body


def _made_of(made: Making, name: Any, body: Term, change: Callable[[Term, Term], Term]) -> None:
    """A sequence that is made of another one."""
    n = made.rng.choice([*INTS[:5], OPENED[0], OPENED[2]])
    if n in free(body):
        n = node("var", ("other", INT), ())
    made.function(name, bind(change(put(body, n), n), n))


def _beginning(made: Making) -> None:
    made.integer(LO, -2, -1, 0, 0, 1, 3)
    made.integer(K, -3, 0, 1, 2)
    made.integer(S, 1, 1, 2, 3, 0)


@instance(
    "limit of a constant", "limit of a sum", "limit of a product", "limit of a size",
    "limit along a progression", "value of a series", "convergence",
    "convergent sequences are bounded", "multiples", "bound",
)  # fmt: skip
def _limits(made: Making) -> None:
    ratios = BOUNDED if made.rng.random() < 0.3 else SMALL
    _sequence(made, F, ratios if made.rng.random() < 0.9 else drawing.RATIOS)
    _sequence(made, G, ratios)
    _beginning(made)


@instance("limit of an inverse")
def _inverses(made: Making) -> None:
    rng = made.rng
    n = rng.choice([*INTS[:5], OPENED[0], OPENED[2]])
    c = number(rng.choice((0, 1, 2, Fraction(-1, 2))))
    made.function(F, bind(c + drawing.nice(rng, n, SMALL, 0), n))


@instance("limit of powers", "limit of n times powers")
def _powers(made: Making) -> None:
    made.values[X] = made.rng.choice(BOUNDED)


@instance("limit of equal terms", "series of equal terms")
def _equal_terms(made: Making) -> None:
    rng = made.rng
    _beginning(made)
    body = _sequence(made, G, SMALL)
    start = made.values.get(LO, Fraction(0))
    cut = number(int(start) + rng.choice((0, 0, -1, 1)))
    other = number(drawing.fractions(rng))
    _made_of(
        made,
        F,
        body,
        rng.choice(
            (
                lambda t, n: t + ZERO * n,
                lambda t, n: node("if", None, (n, cut, other, t)),
                lambda t, n: (2 * t + n - n) / 2,
            )
        ),
    )


@instance("squeeze", "comparison", "limits keep the order")
def _majorants(made: Making) -> None:
    rng = made.rng
    _beginning(made)
    body = _sequence(made, F, SMALL)
    c = number(rng.choice((1, 2, Fraction(3, 2))))
    more = number(rng.choice((Fraction(1, 2), Fraction(2, 3))))
    start = made.values.get(LO, Fraction(0))
    cut = number(int(start) - rng.choice((0, 0, 1, -1)))
    if rng.random() < 0.3:  # most likely no majorant
        made.mapping.pop(F, None)
        made.values.pop(F, None)
        body = _sequence(made, F, drawing.RATIOS)
        if rng.random() < 0.7:
            _sequence(made, G, SMALL)
            return
    _made_of(
        made,
        G,
        body,
        rng.choice(
            (
                lambda t, n: c * abs(t),
                lambda t, n: abs(t) + more ** abs(n),
                lambda t, n: node("if", None, (n, cut, -ONE, abs(t))),
                lambda t, n: abs(t) + rng.choice((0, 1)),
            )
        ),
    )


@instance("outgrown")
def _outgrown(made: Making) -> None:
    rng = made.rng
    _beginning(made)
    n = INTS[0]
    small, large = rng.choice(
        (
            (number(Fraction(1, 2)) ** n, n),
            (1 / (n + 3), n + 1),
            (number(Fraction(1, 2)) ** n, number(Fraction(3, 2)) ** n),
            (number(Fraction(-1, 2)) ** n, number(2) ** n),
            (number(1) + 0 * n, node("if", None, (n, number(5), n, number(5)))),
            (1 / (n * n + 1), n - 2),
        )
    )
    made.function(F, bind(small, n))
    made.function(G, bind(large, n))
    made.values[X] = Fraction(rng.choice((1, 2, 20, 50)))


@instance("bounded")
def _bounded(made: Making) -> None:
    _beginning(made)
    _sequence(made, F, BOUNDED)
    made.values[M] = Fraction(made.rng.choice((1, 3, 20, 40)))


@instance("exchange of series", "exchanged series")
def _exchange(made: Making) -> None:
    rng = made.rng
    i, j = rng.choice(((INTS[0], INTS[1]), (INTS[1], INTS[0]), (OPENED[0], INTS[2])))
    r, q = (number(rng.choice(SMALL[1:])) for _ in range(2))
    c = number(drawing.fractions(rng))
    body = rng.choice(
        (
            lambda: c * r**i * q**j,
            lambda: r**i * (j + c),
            lambda: r**i * node("if", None, (j, number(2), ONE, c)),
            lambda: r**i,
            lambda: number(Fraction(1, 3)) ** i * q ** (j + 1) + c * number(Fraction(1, 2)) ** i,
        )
    )()
    made.function(F2, bind(body, i, j))
    start, shift = rng.choice((-1, 0, 0, 1, 2)), rng.choice((-1, 0, 0, 1, 2))
    made.values[LO], made.values[S] = Fraction(start), Fraction(shift)
    made.values[A] = Fraction(start + shift + rng.choice((0, 0, 0, 1, 2, -1)))


@instance("coefficients")
def _coefficients(made: Making) -> None:
    rng = made.rng
    n = INTS[1]
    c = number(drawing.fractions(rng))
    body = rng.choice(
        (
            lambda: node("if", None, (n, ZERO, c, ZERO)),
            lambda: ZERO * n,
            lambda: node("if", None, (n, ZERO, number(2) ** n, ZERO)),
            lambda: c * n,
            lambda: ZERO ** (n + 1),
        )
    )()
    made.function(F, bind(body, n))


# -- power series -------------------------------------------------------------------------------


def _one(name: str) -> Any:
    return (name, (REAL,))


def _functions(made: Making, *names: str) -> dict[str, Term]:
    """Bodies of functions of z."""
    found = {}
    for name in names:
        found[name] = drawing.function_body(made.rng)
        made.function(_one(name), found[name])
    return found


def _respelled(made: Making, body: Term) -> Term:
    """Another spelling of a function of z, equal for |z| < 1."""
    rng = made.rng
    z = node("var", ("other z", REAL), ())
    i = node("var", ("other i", INT), ())
    t = put(body, z)
    half = number(Fraction(1, 2))
    geometric = node("series", None, (ZERO, bind(half**i * z**i, i)))
    return bind(
        rng.choice(
            (
                lambda: t + ZERO,
                lambda: (1 - z) * t / (1 - z),
                lambda: t * (2 - z) / (2 - z),
                lambda: t * (1 - half * z) * geometric,
                lambda: t + z - z,
                lambda: t * (1 + z) * node("series", None, (ZERO, bind((-z) ** i, i))),
            )
        )(),
        z,
    )


def _nice_along(made: Making, name: Any = U) -> Term:
    """A sequence along which power series are read."""
    return _sequence(made, name, BOUNDED)


@instance(
    "size of a constant", "size of the variable", "size of the geometric series", "size of a sum",
    "size of a product", "larger size", "a size is not negative", "what has a size is analytic",
)  # fmt: skip
def _sizes(made: Making) -> None:
    made.discount()
    _functions(made, "A", "B")


@instance("size of equal functions", "along equal functions")
def _equal_functions(made: Making) -> None:
    made.discount()
    body = _functions(made, "A")["A"]
    made.function(_one("B"), _respelled(made, body))
    _nice_along(made)


def _functions_in_a_row(
    made: Making, name: Any = T
) -> tuple[Callable[[Term], Term], Callable[[Term], Term]]:
    """T(i, z) = c r**i z**(a i + b): its coefficient and its exponent."""
    rng = made.rng
    i, z, q = INTS[0], var("z"), var("q")
    c, r = number(drawing.fractions(rng)), number(rng.choice(BOUNDED[1:]))
    a, b = rng.choice(((1, 0), (1, 0), (2, 0), (2, 1), (1, 2)))
    if rng.random() < 0.2:
        a, b, r = 0, rng.randint(0, 2), number(rng.choice((*SMALL[1:], Fraction(1), Fraction(-2))))

    def exponent(i: Term) -> Term:
        return a * i + b

    def coefficient(i: Term) -> Term:
        return c * r**i

    made.function(name, bind(coefficient(i) * z ** exponent(i), i, z))
    if name is not T:
        return coefficient, exponent
    made.function(Q, bind(abs(coefficient(i)) * q ** exponent(i), i, q))
    made.integer(LO, 0, 0, 1, 2, -1)
    return coefficient, exponent


@instance("matrices of summable size", "sum of matrices")
def _matrices(made: Making) -> None:
    _functions_in_a_row(made)
    _functions_in_a_row(made, V)


@instance("a matrix with weights")
def _weights(made: Making) -> None:
    _functions(made, "A")
    _sequence(made, F, SMALL if made.rng.random() < 0.7 else BOUNDED)
    made.integer(LO, 0, 0, 1, 2, -1)


@instance("equal matrices")
def _equal_matrices(made: Making) -> None:
    _functions_in_a_row(made)
    body = made.mapping.get(T) or made.values[T]
    i, z = node("var", ("other i", INT), ()), node("var", ("other z", REAL), ())
    t = put(body, i, z)
    cut = number(made.rng.choice((-1, 0)))
    other = made.rng.choice(
        (t + 0, t * (2 - z) / (2 - z), node("if", None, (i, cut, ONE, t)), (t + z) - z)
    )
    made.function(V, bind(other, i, z))


@instance("size of a series")
def _size_of_series(made: Making) -> None:
    made.discount()
    _functions_in_a_row(made)


@instance("along a series")
def _along_series(made: Making) -> None:
    made.discount()
    coefficient, exponent = _functions_in_a_row(made)
    _nice_along(made)
    i = INTS[1]
    value = coefficient(i) * GAMMA ** exponent(i) * apply("u", exponent(i))
    if U in made.mapping:
        value = coefficient(i) * GAMMA ** exponent(i) * put(made.mapping[U], exponent(i))
        made.mapping[F] = bind(value, i) if i not in free(made.mapping[U]) else bind(ZERO, i)
    else:
        made.function(F, bind(value, i))


@instance("along a power", "along a multiple", "along a sum")
def _along(made: Making) -> None:
    made.discount()
    _functions(made, "A", "B")
    _nice_along(made)
    made.integer(K, 0, 1, 2, 3, -1)


# -- operators ----------------------------------------------------------------------------------


@instance("bridge")
def _bridge(made: Making) -> None:
    rng = made.rng
    made.discount()
    z, r, v = names = (var("z"), var("r"), var("v"))
    a, b = drawing.function_of(rng, z, 0), drawing.function_of(rng, z, 0)
    one = a * r + b * v if rng.random() < 0.9 else abs(v)
    other = put(_respelled(made, bind(one, z)), z)
    sorts = (REAL, REAL, REAL)
    made.function(("F", sorts), bind(one, *names))
    made.function(("G", sorts), bind(other, *names))


def _two_operators(made: Making, first: str = "H", second: str = "K") -> None:
    """Operators that are the same, on the MRP at hand or on all."""
    rng = made.rng
    one = drawing.some_operator(rng)
    other = one
    z, r, v = names = (var("z"), var("r"), var("v"))
    if rng.random() < 0.6:
        made.values[CHAIN] = rng.choice((SWAP, AVERAGE))
        square = GAMMA * z if made.values[CHAIN] is AVERAGE else GAMMA**2
        a = drawing.function_of(rng, z, 0)
        one = node("operator", None, (bind(a * r + z**2 * v, *names),))
        other = node("operator", None, (bind(a * r + square * v, *names),))
    for name, body in ((first, one), (second, other)):
        if rng.random() < 0.5:
            made.mapping[OPERATORS[name]] = body
        else:
            made.values[OPERATORS[name]] = body


@instance(
    "operators are symmetric", "larger modulus", "modulus of the same operator",
)  # fmt: skip
def _same_operators(made: Making) -> None:
    made.discount()
    _two_operators(made)


@instance("operators are transitive")
def _transitive(made: Making) -> None:
    made.discount()
    _two_operators(made)
    name = OPERATORS["W"]
    other = made.rng.choice("HK")
    source = made.mapping if OPERATORS[other] in made.mapping else made.values
    source[name] = source[OPERATORS[other]]


@instance("combined operators")
def _combined(made: Making) -> None:
    rng = made.rng
    made.discount()
    z = var("z")
    bodies = _functions(made, "A", "B", "A'", "B'", "S")
    for mine, other in (("A", "C"), ("B", "D"), ("A'", "C'"), ("B'", "D'")):
        made.function(_one(other), _respelled(made, bodies[mine]))
    if rng.random() < 0.6:  # equal on this MRP, and not elsewhere
        made.values[CHAIN] = rng.choice((SWAP, AVERAGE))
        square = GAMMA * z if made.values[CHAIN] is AVERAGE else GAMMA**2
        for one, other in (("B", "D"), ("B'", "D'")):
            for name, body in ((one, z**2), (other, square)):
                made.mapping.pop(_one(name), None)
                made.values.pop(_one(name), None)
                made.function(_one(name), bind(body, z))


@instance("contraction", "constant vectors", "two states", "invertible")
def _norms(made: Making) -> None:
    made.discount()
    _functions(made, "A", "B")
    made.values[P] = made.rng.choice([Fraction(q) for q in ("0", "1", "1/2", "1/3", "2/3", "-1")])


@instance("equal multiples")
def _multiples(made: Making) -> None:
    made.discount()
    rng = made.rng
    z, c = var("z"), REALS[0]
    body = rng.choice((1 / (1 - z), z, z**2, number(3) + z))
    operator = node("operator", None, (bind(body * var("v"), z, var("r"), var("v")),))
    if rng.random() < 0.5:
        made.mapping[OPERATORS["H"]] = operator
    else:
        made.values[OPERATORS["H"]] = operator
    multiple = put(bind(body, z), GAMMA) * c
    made.function(_one("A"), bind(multiple, c))
    made.function(
        _one("B"), bind(rng.choice((multiple + 0, 2 * multiple / 2, multiple * c / c)), c)
    )


@instance("on a cycle", "values on a cycle")
def _cycle(made: Making) -> None:
    made.discount()
    rng = made.rng
    _functions(made, "A", "B")
    k = rng.choice((1, 2, 3, 4))
    made.integer(K, k, k, k, 2)
    n = INTS[1]
    rest = n - k * node("div", None, (n, number(k)))
    c = number(drawing.fractions(rng))
    body = rng.choice(
        (
            lambda: rest,
            lambda: rest * rest + c,
            lambda: node("if", None, (rest, ONE, ONE, c)),
            lambda: node("if", None, (rest, ONE, -ONE, ONE)),
            lambda: node("cos", None, (n, number(k))),
            lambda: node("sin", None, (n, number(k))),
        )
    )()
    made.function(U, bind(body, n))


@instance("modes of a cycle")
def _modes(made: Making) -> None:
    made.discount()
    _functions(made, "A", "B")
    made.integer(K, 1, 2, 3, 4, 6, 0)
    made.integer(J, 0, 1, 1, 2, -1, 5)


@instance("numbers on two states")
def _numbers(made: Making) -> None:
    made.discount()
    bodies = _functions(made, "A", "B")
    made.values[X] = made.rng.choice([Fraction(q) for q in ("0", "1", "-1", "1/2", "-1/3", "2")])
    made.function(_one("C"), _respelled(made, bodies["A"]))
    made.function(_one("D"), _respelled(made, bodies["B"]))


@instance("nonsingular product", "nonsingular factor")
def _nonsingular(made: Making) -> None:
    made.discount()
    _functions(made, "A", "B")


@instance("only solution", "nonsingular if only solution")
def _solutions(made: Making) -> None:
    made.discount()
    bodies = _functions(made, "B", "D")
    z = node("var", ("other z", REAL), ())
    made.function(_one("C"), _respelled(made, bodies["B"]))
    made.function(_one("A"), bind(-put(bodies["B"], z) * put(bodies["D"], z), z))


# -- classical facts ----------------------------------------------------------------------------


@instance("quadratic form", "largest covariance")
def _covariances(made: Making) -> None:
    rng = made.rng
    n = INTS[1]
    r = number(rng.choice(BOUNDED))
    c = number(rng.choice((1, 2, Fraction(1, 2))))
    body = rng.choice(
        (
            lambda: c * r**n,
            lambda: r**n + c,
            lambda: node("cos", None, (n, number(rng.choice((2, 3, 4, 6))))),
            lambda: node("if", None, (n, ONE, ONE, ZERO)),
            lambda: node("if", None, (n, ONE, ONE, node("if", None, (n, number(2), r / 2, ZERO)))),
        )
    )()
    made.function(RHO, bind(body, n))
    i = INTS[0]
    made.function(Q1, bind(drawing.some_real(rng, 0, (i,)) + (-ONE) ** i, i))
    made.values[var("size", INT)] = Fraction(rng.choice((-1, 0, 1, 2, 3, 5)))
    made.values[var("lag", INT)] = Fraction(rng.choice((0, 1, 2, 3, -1)))


@instance("echo")
def _echo(made: Making) -> None:
    made.values[var("lag", INT)] = Fraction(made.rng.choice((1, 1, 2, 3, 0)))
    made.values[X] = made.rng.choice([Fraction(q) for q in ("1", "-1", "1/2", "-1/3", "0", "2")])


@instance("reversible chains")
def _reversible(made: Making) -> None:
    made.discount()
    body = _functions(made, "A", "B")["B"]
    world = World(drawing.completed(made.rng, [body], made.values | {X: Fraction(0)}))
    try:
        found = world.function(body)
        g = made.values[GAMMA]
        if found is not None and X not in free(body) and 0 < g < 1:
            made.values |= {x: v for x, v in world.values.items() if x in free(body)}
            places = made.rng.choice(((1, -1, 0), (1, -1, 0), (1, 0)))
            made.values[X] = max(abs(found(g * t)) for t in map(Fraction, places))
    except Undecided:
        pass


def _one_operator(made: Making) -> None:
    operator = drawing.some_operator(made.rng)
    if made.rng.random() < 0.5:
        made.mapping[OPERATORS["H"]] = operator
    else:
        made.values[OPERATORS["H"]] = operator


@instance("size of an eigenvalue", "margin on a mode")
def _eigenvalues(made: Making) -> None:
    made.discount()
    _one_operator(made)
    made.integer(K, 1, 2, 3, 4, 6, 0)
    made.integer(J, 0, 1, 1, 2, -1)


@instance("von Neumann's inequality")
def _von_neumann(made: Making) -> None:
    rng = made.rng
    made.discount()
    z, v = var("z"), var("v")
    c, d = drawing.fractions(rng), drawing.fractions(rng)
    power = rng.choice((0, 1, 2))
    body = (number(c) + number(d) * z**power) * v
    made.values[OPERATORS["H"]] = node("operator", None, (bind(body, z, var("r"), v),))
    a, b = INTS[0], INTS[1]
    rate = GAMMA**power
    if not 0 < made.values[GAMMA] < 1:
        rate = ONE if power == 0 else ZERO
    cos, sin = (node(op, None, (power * b, a)) for op in ("cos", "sin"))
    made.function(("x", (INT, INT)), bind(number(c) + number(d) * rate * cos, a, b))
    made.function(("y", (INT, INT)), bind(number(d) * rate * sin, a, b))
    g = made.values[GAMMA] if 0 < made.values[GAMMA] < 1 else Fraction(0)
    made.values[M] = rng.choice((abs(c) + abs(d) * g**power, abs(c + d * g**power)))


# -- outputs ------------------------------------------------------------------------------------

_ORDER = ("tends", "along", "mode", "cycle", "size", "contracts", "all", "=", "<=", "<")


def solved(
    rng: Draw, hypotheses: list[Term], values: dict[Any, Any], fixed: dict[Any, Any]
) -> dict[Any, Any]:
    """The values, with those changed that a hypothesis says how to compute."""
    found = dict(values)
    done = set(fixed)

    def give(x: Term, compute: Callable[[World], Any], *others: Term) -> None:
        if x.op != "var" or x in done or any(x in free(t) for t in others):
            return
        try:
            value = compute(World(found))
        except Undecided:
            return
        if value is None or (x.sort == INT and getattr(value, "denominator", 2) != 1):
            return
        found[x] = value
        done.add(x)

    for h in sorted(hypotheses, key=lambda h: _ORDER.index(h.op) if h.op in _ORDER else 99):
        a = h.args
        if h.op == "tends":
            give(a[1], lambda w, h=h: w.limit(h.args[0]), a[0])  # type: ignore[misc]
        elif h.op == "along":
            give(a[3], lambda w, h=h: w.along(h), *a[:3])  # type: ignore[misc]
        elif h.op == "size":
            give(a[2], lambda w, h=h: _size(w, h) + rng.choice((0, 0, 1)), *a[:2])  # type: ignore[misc]
        elif h.op == "mode":
            give(a[2], lambda w, h=h: w.mode(h)[0])  # type: ignore[misc]
            give(a[3], lambda w, h=h: w.mode(h)[1])  # type: ignore[misc]
        elif h.op == "cycle":
            give(a[4], lambda w, h=h: _first_value(w, h), *a[:4])  # type: ignore[misc]
        elif h.op == "contracts":
            give(a[3], lambda w, h=h: w.operator(h.args[2])[1].size(w.rate(h.args[1], ()))[1])  # type: ignore[misc]
        elif h.op == "all" and a[0].op in ("contracts", "dissipative") and not a[0].args[3].loose:
            inner = a[0]
            give(inner.args[3], lambda w, inner=inner: _uniform(w, inner))  # type: ignore[misc]
        elif h.op in ("=", "<=", "<") and rng.random() < 0.7:
            gap = Fraction(0 if h.op == "=" else rng.choice((0, 1)) if h.op == "<=" else 1)
            give(a[1], lambda w, a=a, gap=gap: w.value(a[0]) + gap, a[0])  # type: ignore[misc]
            if a[1] not in done:
                give(a[0], lambda w, a=a, gap=gap: w.value(a[1]) - gap, a[1])  # type: ignore[misc]
    return found


def _size(world: World, h: Term) -> Fraction:
    b = world.function(h.args[1])
    if b is None:
        raise Undecided("not analytic")
    return b.size(world.rate(h.args[0], ()))[1]


def _first_value(world: World, h: Term) -> Any:
    """(H v)(s_0) on the cycle, for the values of its states."""
    row = world.on_cycle(h, max(world.integer(h.args[2], ()), 1), ())
    return sum((world.value(h.args[3], (Fraction(j),)) * c for j, c in enumerate(row)), Fraction(0))


def _uniform(world: World, s: Term) -> Fraction:
    """The modulus in the maximum norm on all MRPs, or the margin it gives."""
    _, b = world.operator(s.args[2], (CHAINS[0],))
    size = b.size(world.rate(s.args[1], (CHAINS[0],)))[1]
    return size if s.op == "contracts" else 1 - size
