"""The axioms: what is taken for granted of sums, limits and the functions, as statements to read.

Each is a sequent with free variables x, y, a, b, i, n, ... and free sequences f, g, for which the
rule `instantiate` puts any terms.  Statements about sequences are about large n; where they begin
does not matter, since every member of a sequence is a number.
"""

from __future__ import annotations

from symbolic.core.terms import (
    INT,
    REAL,
    Term,
    apply,
    bounded,
    converges,
    eq,
    forall,
    from_on,
    implies,
    le,
    lt,
    ne,
    node,
    series,
    summation,
    tends,
    var,
)

x, y, m = var("x"), var("y"), var("m")
a, b, lo, hi, k, s = (var(name, INT) for name in ("a", "b", "lo", "hi", "k", "s"))


def f(*i: Term) -> Term:
    """A member of the sequence f."""
    return apply("f", *i)


def g(*i: Term) -> Term:
    """A member of the sequence g."""
    return apply("g", *i)


def partial(n: Term) -> Term:
    """The sum of f from lo to n."""
    return summation(lo, n, f)


def bound_of(body: Term) -> Term:
    """A number that |body(n)| does not exceed from lo on, if there is one."""
    return node("bound of", None, (lo, body))


def cos(p: Term) -> Term:
    """The cosine of p/b of a turn."""
    return node("cos", None, (p, b))


def sin(p: Term) -> Term:
    """The sine of p/b of a turn."""
    return node("sin", None, (p, b))


choice = node("if", None, (a, b, x, y))
floor = node("div", None, (a, b))

equal_terms = from_on(lo, lambda n: eq(f(n), g(n)))
majorant = from_on(lo, lambda n: le(abs(f(n)), g(n)))


#: the sums of sizes over a <= j <= i + s, from the row lo on
rows = converges(lo, lambda i: summation(a, i + s, lambda j: abs(f(i, j))))


def column(j: Term) -> Term:
    """The sum of the column j of that triangle."""
    return series(j - s, lambda i: f(i, j))


#: name: the hypotheses, the conclusion
AXIOMS: dict[str, tuple[tuple[Term, ...], Term]] = {
    # order
    "order both ways": ((le(x, y), le(y, x)), eq(x, y)),
    "strict order": ((lt(x, y),), ne(x, y)),
    # functions
    "absolute value of x >= 0": ((le(0, x),), eq(abs(x), x)),
    "choice of the first": ((lt(a, b),), eq(choice, x)),
    "choice of the second": ((le(b, a),), eq(choice, y)),
    "floor from below": ((le(1, b),), le(b * floor, a)),
    "floor from above": ((le(1, b),), lt(a, b * floor + b)),
    # cosines and sines of parts of a turn
    "cosine": ((), le(abs(cos(a)), 1)),
    "sine": ((), le(abs(sin(a)), 1)),
    "cosine of a sum": ((), eq(cos(a + k), cos(a) * cos(k) - sin(a) * sin(k))),
    "sine of a sum": ((), eq(sin(a + k), sin(a) * cos(k) + cos(a) * sin(k))),
    "cosine turned back": ((), eq(cos(-a), cos(a))),
    "sine turned back": ((), eq(sin(-a), -sin(a))),
    "cosine of full turns": ((), eq(cos(k * b), 1)),
    "sine of full turns": ((), eq(sin(k * b), 0)),
    "less than a full turn": ((lt(0, a), lt(a, b)), lt(cos(a), 1)),
    "far side of the circle": ((le(1, b), lt(b, 4 * a), lt(4 * a, 3 * b)), lt(cos(a), 0)),
    # finite sums
    "empty sum": ((lt(hi, lo),), eq(partial(hi), 0)),
    "last term": ((le(lo, hi),), eq(partial(hi), partial(hi - 1) + f(hi))),
    # limits
    "limit of a constant": ((), tends(lambda n: x, x)),
    "limit of a sum": ((tends(f, x), tends(g, y)), tends(lambda n: f(n) + g(n), x + y)),
    "limit of a product": ((tends(f, x), tends(g, y)), tends(lambda n: f(n) * g(n), x * y)),
    "limit of an inverse": ((tends(f, x), ne(x, 0)), tends(lambda n: 1 / f(n), 1 / x)),
    "limit of a size": ((tends(f, x),), tends(lambda n: abs(f(n)), abs(x))),
    "limit of powers": ((lt(abs(x), 1),), tends(lambda n: x**n, 0)),
    "limit of n times powers": ((lt(abs(x), 1),), tends(lambda n: n * x**n, 0)),
    "limit along a progression": ((tends(f, x), le(1, s)), tends(lambda n: f(s * n + k), x)),
    "limit of equal terms": ((equal_terms, tends(g, x)), tends(f, x)),
    "limits keep the order": (
        (from_on(lo, lambda n: le(f(n), g(n))), tends(f, x), tends(g, y)),
        le(x, y),
    ),
    "squeeze": ((majorant, tends(g, 0)), tends(f, 0)),
    "outgrown": (
        (
            from_on(lo, lambda n: le(abs(f(n)) * g(n), x)),
            from_on(lo, lambda n: le(g(n), g(n + 1))),
            node("not", None, (bounded(lo, g),)),
        ),
        tends(f, 0),
    ),
    # series
    "value of a series": ((converges(k, f),), tends(partial, series(lo, f))),
    "convergence": ((tends(partial, x),), converges(k, f)),
    "comparison": ((majorant, converges(lo, g)), converges(lo, f)),
    "series of equal terms": ((equal_terms,), eq(series(lo, f), series(lo, g))),
    "exchange of series": (
        (le(lo + s, a), rows),
        eq(series(lo, lambda i: summation(a, i + s, lambda j: f(i, j))), series(a, column)),
    ),
    "exchanged series": ((le(lo + s, a), rows), converges(a, column)),
    "coefficients": (
        (
            forall(lambda q: implies(lt(abs(q), 1), converges(0, lambda i: f(i) * q**i)), REAL),
            forall(lambda q: implies(lt(abs(q), 1), eq(series(0, lambda i: f(i) * q**i), 0)), REAL),
        ),
        from_on(0, lambda i: eq(f(i), 0)),
    ),
    # bounded sequences
    "bounded": ((from_on(lo, lambda n: le(abs(f(n)), m)),), bounded(k, f)),
    "bound": (
        (bounded(k, f),),
        from_on(lo, lambda n: le(abs(f(n)), bound_of(bounded(lo, f).args[1]))),
    ),
    "convergent sequences are bounded": ((tends(f, x),), bounded(lo, f)),
    "multiples": ((lt(0, x),), node("not", None, (bounded(lo, lambda n: x * n),))),
}  # fmt: skip
