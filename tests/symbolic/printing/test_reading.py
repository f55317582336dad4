"""What is printed can be read back, and is what was printed: terms, statements, theorems."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest

from proofs.companion import ledger
from proofs.companion.claims import catalogue
from symbolic import rules  # noqa: F401  all axioms are there
from symbolic.core.axioms import AXIOMS
from symbolic.core.terms import (
    INT,
    MRP,
    OPER,
    PROP,
    REAL,
    SIGNATURES,
    Term,
    apply,
    bind,
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
    number,
    operator,
    series,
    summation,
    tends,
    var,
)
from symbolic.printing import theorem_text
from symbolic.printing.authored import core_of
from symbolic.printing.plain import formula, sequent_text, text
from symbolic.printing.reading import Unreadable, read, read_sequent
from tests.symbolic.printing.drawing import BOUND, Drawing, binders, kinds

n, m, k, i = (var(name, INT) for name in "nmki")
x, y, z, r, v, gamma, d = (var(name) for name in ("x", "y", "z", "r", "v", "gamma", "d"))
M = var("M", MRP)
H, W = var("H", OPER), var("W", OPER)
half = number(Fraction(1, 2))


def h(*args: Term | int) -> Term:
    return apply("h", *args)


def inv(t: Term) -> Term:
    return node("inv", None, (t,))


def within(last: Term, body: Callable[[Term], Term]) -> Term:
    """For all integers from 0 to the last."""
    return forall(lambda c: implies(le(0, c), implies(le(c, last), body(c))))


def choice(a: Term, b: Term, then: Term, otherwise: Term) -> Term:
    return node("if", None, (a, b, then, otherwise))


def times(*factors: Term) -> Term:
    return node("*", None, factors)


def plus(*summands: Term) -> Term:
    return node("+", None, summands)


TERMS = [
    (x + 1, "x + 1"),
    (-x, "-x"),
    (x - y, "x - y"),
    (times(number(-1), number(3)), "(-1)·3"),
    (times(number(-2), x), "-2·x"),
    (x - (y - 1), "x - (y - 1)"),
    (plus(x, plus(y, x)), "x + (y + x)"),
    (times(x, times(y, x)), "x·(y·x)"),
    (plus(x), "(+x)"),
    (times(x), "(·x)"),
    (x / y, "x/y"),
    (inv(y) * x, "(1/y)·x"),
    (inv(y), "1/y"),
    (-inv(y), "-1/y"),
    (x * inv(y) * inv(z), "x/(y·z)"),
    (x * inv(y * z), "x/((y·z))"),
    (half * x, "x/2"),
    (x / 2, "x/(2)"),
    (half, "1/2"),
    (inv(number(2)), "1/(2)"),
    (number(Fraction(-3, 2)) * x / y, "-3·x/(2·y)"),
    (half * inv(y), "1/(2·y)"),
    (times(number(1), x), "1·x"),
    (times(number(1), x, inv(y)), "1·x·(1/y)"),
    (x / (1 - gamma) ** 2, "x/(1 - γ)^2"),
    (x**-2, "x^(-2)"),
    (gamma**n, "γ^n"),
    (gamma ** (n + 1), "γ^(n+1)"),
    ((x**2) ** n, "(x^2)^n"),
    (number(-1) ** n, "(-1)^n"),
    (half**n, "(1/2)^n"),
    (abs(abs(x) - abs(y)), "||x| - |y||"),
    (h(0), "h_0"),
    (h(10), "h_{10}"),
    (h(n + 1), "h_{n+1}"),
    (h(i, n), "h_{i,n}"),
    (h(n) ** 2, "h_n^2"),
    (apply("lo", n), "lo_{n}"),
    (apply("V", 0), "V_t"),
    (apply("V", 0, 1), "V_{t,1}"),
    (apply("V", 0, 2), "V_{t,2}"),
    (apply("V", n - 1), "V_{t+n-1}"),
    (apply("delta", -n), "δ_{t-n}"),
    (apply("V", var("t", INT)), "V_{t+t}"),
    (apply("G", n + 1), "G_t^(n+1)"),
    (apply("G", n) ** 2, "(G_t^(n))^2"),
    (node("app", ("A", (REAL,)), (x + 1,)), "A(x + 1)"),
    (node("app", ("T", (INT, REAL)), (n, x)), "T_n(x)"),
    (node("app", ("T", (REAL, INT)), (x, n)), "T(x)_n"),
    (node("div", None, (n - 1, m)), "⌊(n - 1)/m⌋"),
    (node("if", None, (n, m, x, y)), "[x if n < m, else y]"),
    (choice(n, m, x, choice(m, k, y, z)), "[x if n < m, y if m < k, else z]"),
    (choice(n, m, choice(m, k, x, y), z), "[[x if m < k, else y] if n < m, else z]"),
    (choice(n, m, number(1), number(0)), "[n < m]"),
    (choice(m, n, number(0), number(1)), "[n ≤ m]"),
    (choice(n, m, number(0), choice(m, n, number(0), number(1))), "[n = m]"),
    (choice(n, m, x, choice(m, n, number(0), number(1))), "[x if n < m, else [n ≤ m]]"),
    (x * choice(n, m, number(1), number(0)) - 1, "x·[n < m] - 1"),
    (node("cos", None, (n, m)), "cos(2π·n/m)"),
    (node("sin", None, (-2 * n, m + 1)), "sin(-4π·n/(m + 1))"),
    (node("cos", None, (number(1), number(3))) ** 2, "cos(2π/3)^2"),
    (node("cos", None, (number(0), m)), "cos(2π·0/m)"),
    (node("cos", None, (n * k, m)), "cos(2π·n·k/m)"),
    (series(0, h), "Σ_{i≥0} h_i"),
    (series(0, lambda i: h(i) - 1), "Σ_{i≥0} (h_i - 1)"),
    (series(0, h) - 1, "Σ_{i≥0} h_i - 1"),
    (series(0, lambda i: -h(i)), "Σ_{i≥0} (-h_i)"),
    (half * series(0, h), "(Σ_{i≥0} h_i)/2"),
    (series(0, lambda i: half * h(i)), "Σ_{i≥0} h_i/2"),
    (x * summation(0, n - 1, lambda i: gamma**i), "x·Σ_{i=0}^{n-1} γ^i"),
    (summation(0, n, h) * x, "(Σ_{i=0}^{n} h_i)·x"),
    (node("bound of", None, (n, bind(h(i), i))), "sup_{i≥n} |h_i|"),
    (x * r / (1 - z), "x·v_π"),
    (half * r / (1 - z) / y, "v_π/(2·y)"),
    (var("i_1", INT) + var("lambda_max"), "i₁ + λ_max [i₁ integer]"),
    (n + m, "n + m [m, n integers]"),
    (n + gamma**n, "n + γ^n"),
]


@pytest.mark.parametrize(("term", "expected"), TERMS, ids=[e for _, e in TERMS])
def test_a_term(term: Term, expected: str) -> None:
    printed = text(term, {})
    assert printed.removesuffix(" [n integer]") == expected
    assert read(printed) is term


STATEMENTS = [
    (bounded(1, h), "(h_i)_{i≥1} is bounded"),
    (bounded(0, lambda j: j), "(i)_{i≥0} is bounded"),
    (node("not", None, (bounded(0, h),)), "(h_i)_{i≥0} is unbounded"),
    (converges(0, lambda j: h(j) - 1), "Σ_{i≥0} (h_i - 1) converges"),
    (tends(h, 0), "h_i → 0 as i → ∞"),
    (ne(x, 0), "x ≠ 0"),
    (node("not", None, (le(x, 0),)), "not (x ≤ 0)"),
    (implies(lt(0, x), lt(0, y), lt(0, x * y)), "if 0 < x and 0 < y then 0 < x·y"),
    (from_on(0, lambda j: le(0, h(j))), "0 ≤ h_i for all i ≥ 0"),
    (
        forall(lambda j: implies(le(m, j), le(j, n), le(0, h(j)))),
        "0 ≤ h_i for all m ≤ i ≤ n",
    ),
    (forall(lambda j: le(x, h(j))), "x ≤ h_i for all integers i"),
    (from_on(x, lambda j: le(0, h(j))), None),
    (
        forall(lambda q: implies(lt(abs(q), 1), lt(q, 2)), REAL),
        "x < 2 for all real x with |x| < 1",
    ),
    (
        from_on(m, lambda a: from_on(0, lambda b: le(h(b), h(a)))),
        "h_j ≤ h_i for all i ≥ m and j ≥ 0",
    ),
    (
        from_on(0, lambda a: from_on(0, lambda b: le(h(b), h(a)))),
        "h_j ≤ h_i for all i, j ≥ 0",
    ),
    (
        from_on(1, lambda a: from_on(a, lambda b: within(b, lambda c: le(h(c), h(a))))),
        "h_k ≤ h_i for all i ≥ 1 and j ≥ i and 0 ≤ k ≤ j",
    ),
    (
        node("same", None, (M, gamma, operator(lambda z, r, v: r + z * v), H)),
        "r + z·v = H v for all v on the MRP M with z = γP",
    ),
    (
        node("same", None, (M, x, operator(lambda a, b, c: c), operator(lambda a, b, c: c * z))),
        "v = v·z for all v on the MRP M with z' = x·P",
    ),
    (
        node("contracts", None, (M, gamma, operator(lambda z, r, v: z * v), gamma)),
        "H v = z·v has ‖H v - H v'‖ ≤ γ·‖v - v'‖ on the MRP M with z = γP",
    ),
    (
        forall(lambda c: node("contracts", None, (c, gamma, W, x + 1)), MRP),
        "W has ‖W v - W v'‖ ≤ (x + 1)·‖v - v'‖ on every finite MRP with z = γP",
    ),
    (
        node("constants", None, (M, gamma, W, bind(gamma * x + x, x))),
        "W has W v - W v' = (γ·k + k)·𝟏 where v - v' = k·𝟏 on the MRP M with z = γP",
    ),
    (
        node("stationary bound", None, (M, gamma, W, d)),
        "W has ‖W v - W v'‖_d' ≤ d·‖v - v'‖_d' for every stationary distribution d' on the MRP M "
        "with z = γP",
    ),
    (
        node("cycle", None, (gamma, W, k, bind(apply("u", i), i), x)),
        "W has (W v)(s_0) = x on the k-cycle without rewards where v(s_j) = u_j has the period k "
        "with z = γP",
    ),
    (
        node("mode", None, (gamma, W, x, -gamma, k, n)),
        "W has the eigenvalue with real part x and imaginary part -γ for exp(2π√-1·n·s/k) on the "
        "k-cycle with z = γP",
    ),
    (
        node(
            "zero only at",
            None,
            (M, gamma, operator(lambda z, r, v: z * v), operator(lambda z, r, v: number(0))),
        ),
        "γP is nonsingular on the MRP M",
    ),
]


@pytest.mark.parametrize(
    ("statement", "expected"), STATEMENTS, ids=[str(k) for k in range(len(STATEMENTS))]
)
def test_a_statement(statement: Term, expected: str | None) -> None:
    printed = text(statement, {})
    assert expected is None or printed == expected
    assert read(printed) is statement


def test_a_bound_variable_has_no_name_that_is_in_use() -> None:
    """For all i >= m, where m is not the m that is bound further in."""
    inner = from_on(0, lambda b: le(h(b), h(n)))
    statement = node("all", INT, (bind(implies(le(m, n), inner), n),))
    hinted = {statement: ("n",), from_on(0, lambda b: le(h(b), h(n))): ("m",)}
    printed = text(statement, hinted)
    assert printed == "h_i ≤ h_n for all n ≥ m and i ≥ 0"
    assert read(printed) is statement


def test_names_of_authors_are_kept_where_they_can_be() -> None:
    total = series(0, h)
    assert formula(total, {total: ("k",)}) == "Σ_{k≥0} h_k"
    assert formula(total + k, {total: ("k",)}) == "Σ_{i≥0} h_i + k"
    assert formula(total, {total: ("h",)}) == "Σ_{i≥0} h_i"


def test_one_name_for_two_things_is_told_apart() -> None:
    both = var("n", INT) + var("n", REAL)
    assert text(both) == "‹n:int› + ‹n:real›"
    assert read(text(both)) is both


def test_a_sequent_says_what_is_an_integer() -> None:
    given, goal = (le(0, n), lt(0, x)), lt(0, x + n)
    printed = sequent_text(given, goal)
    assert printed == "0 < x, 0 ≤ n ⊢ 0 < x + n [n integer]"
    assert read_sequent(printed) == ((given[1], given[0]), goal)
    assert sequent_text((), eq(x**n, 1)) == "⊢ x^n = 1"


COUNT = 3000


@pytest.mark.parametrize("share", range(4))
def test_whatever_is_drawn_is_read_back(share: int) -> None:
    found: set[str] = set()
    printed: dict[str, Term] = {}
    for seed in range(share, COUNT, 4):
        random = Random(seed)
        drawing = Drawing(random, odd=0.1 if seed % 3 else 0.0)
        sort = random.choice([INT, REAL, PROP, PROP, PROP, OPER, MRP])
        drawn = drawing.of(sort, random.choice([2, 3, 4]))
        names = {b: (random.choice(BOUND),) for b in binders(drawn)} if seed % 2 else {}
        line = text(drawn, names)
        assert read(line) is drawn, line
        assert printed.setdefault(line, drawn) is drawn
        found |= kinds(drawn)
    assert found >= SIGNATURES.keys() | {"num", "var", "app", "+", "*", "bound"}


def test_sequents_with_colliding_names_are_read_back() -> None:
    for seed in range(400):
        random = Random(seed)
        drawing = Drawing(random, odd=0.05)
        given = {drawing.of(PROP, 2) for _ in range(random.choice([0, 1, 2, 3]))}
        goal = drawing.of(PROP, 3)
        hypotheses, conclusion = read_sequent(sequent_text(given, goal, {}))
        assert conclusion is goal
        assert set(hypotheses) == given


@pytest.mark.parametrize("name", AXIOMS)
def test_an_axiom_is_read_back(name: str) -> None:
    hypotheses, conclusion = AXIOMS[name]
    assert read_sequent(sequent_text(hypotheses, conclusion, ordered=True)) == (
        hypotheses,
        conclusion,
    )


@pytest.mark.parametrize("claim_id", [entry.id for entry in catalogue.entries()])
def test_every_theorem_of_the_ledger_is_read_back(claim_id: str) -> None:
    for part in ledger.load(claim_id).parts:
        theorem = part.theorem
        hypotheses, conclusion = read_sequent(text(theorem.proof))
        assert conclusion is theorem.proof.conclusion
        assert set(hypotheses) == theorem.proof.hypotheses
        authored = [core_of(s)[0] for s in (*theorem.hypotheses, theorem.statement)]
        hypotheses, conclusion = read_sequent(theorem_text(theorem.hypotheses, theorem.statement))
        assert [*hypotheses, conclusion] == authored
        for statement in (part.says, *part.given):
            made, names = core_of(statement)
            assert read(text(made, names)) is made


REFUSED = [
    "", "2 +", "x y", "1/0", "2/4", "(x", "h_", "Σ_{i≥0}", "x ≤", "x ≤ y ≤ z", "x → 0 as n → 1",
    "for all n", "h_n = 0 for all n", "0 ≤ x [x integer", "x ^ 2 3", "|x", "cos(x)", "cos(3π/4)",
    "[x if n < m]", "__import__('os')", "x if y", "h_n converges", "x is bounded", "x = y,",
    "H v = z·v has ‖H v - K v'‖ ≤ γ·‖v - v'‖ on the MRP M with z = γP", "h_x^x + 1/h_x [x",
]  # fmt: skip


@pytest.mark.parametrize("line", REFUSED)
def test_what_is_not_the_text_of_anything_is_refused(line: str) -> None:
    with pytest.raises(Unreadable):
        read(line)


def test_an_exponent_is_an_integer_wherever_else_it_stands() -> None:
    assert read("x^x") is var("x", INT) ** var("x", INT)


def test_deep_nesting_is_refused_and_not_a_crash() -> None:
    with pytest.raises(Unreadable):
        read("(" * 5000 + "x" + ")" * 5000)
