"""Eigenvalues on two states and on cycles, reversible chains, sizes, and what is nonsingular."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Integer, Sum, Symbol

from symbolic.core import kernel
from symbolic.core.polynomials import key, normal
from symbolic.core.terms import (
    INT,
    ONE,
    REAL,
    ZERO,
    Term,
    bind,
    binder,
    eq,
    free,
    from_on,
    le,
    node,
    put,
    var,
)
from symbolic.library import infer, powerseries as library
from symbolic.library.basics import at, k, known, x, y
from symbolic.library.order import size_at_most
from symbolic.library.powerseries import A, B, C, D
from symbolic.printing import prose
from symbolic.rules import bridge
from symbolic.statements import (
    GAMMA,
    REWARD,
    VALUE,
    CycleEigenvalue,
    OnConstants,
    ReversibleBound,
    StationaryBound,
    TwoStateEigenvalue,
    Z,
    ZeroOnlyAt,
)
from symbolic.statements.edge import CHAIN, GAMMA as RATE, NAMES, operator_to_core
from symbolic.terms import CosTurn, SinTurn, is_index, open_sum, substitute, subterms
from symbolic.terms.edge import from_core, to_core
from symbolic.writing.definitions import explicit_term
from symbolic.writing.entry import refusing
from symbolic.writing.equality import checked, rewritten
from symbolic.writing.operators import (
    NUMBER,
    about,
    along,
    between,
    bridged,
    by_axiom,
    discount,
    equal_multiples,
    operator_form,
    other_multiple,
    parts_of,
    power_series,
    read_along,
    renamed,
    reworded,
    same_number,
    spoken,
    value_part,
)
from symbolic.writing.refusals import refuse
from symbolic.writing.theorem import Context, Theorem, conclude, need

__all__ = [
    "invertible",
    "kernel_of",
    "mode_size",
    "nonsingular_factor",
    "nonsingular_product",
    "on_difference",
    "on_mode",
    "on_reversible",
    "only_solution",
    "same_eigenvalue",
    "value_size",
    "von_neumann",
]


@refusing("two states")
def on_difference(ctx: Context, operator: Any, stay: Any) -> Theorem:
    """On two states that stay with probability p, P (1,-1) = (2p - 1) (1,-1).

    H v = A(z) r + B(z) v, power series in z      ctx |- 0 <= p <= 1      ctx |- 0 < gamma < 1
    ------------------------------------------------------------------------------------------
    ctx |- on that chain H has the eigenvalue B(gamma (2p - 1)) for (1,-1)
    """
    rule, whole, p = "two states", checked(operator), checked(stay)
    form = operator_form(rule, ctx, whole)
    small, t = discount(rule, ctx), to_core(p)
    inside = need(ctx, le(0, t), rule), need(ctx, le(t, 1), rule)
    names = {**form.named(), bridge.p: t}
    proof = by_axiom("two states", names, *small, *inside, *form.analytic)
    proof = about(ctx, proof, operator_to_core(whole))
    value = substitute(value_part(whole), {Z: GAMMA * (2 * p - 1)})
    proof = reworded(ctx, proof, 3, to_core(value))
    statement = TwoStateEigenvalue(whole, value, p)
    reason = prose("{P} has the eigenvalue {} for {}", 2 * p - 1, (1, -1))
    return spoken(rule, statement, proof, ctx=ctx, reason=reason, or_core=True)


@refusing("modes of a cycle")
def on_mode(ctx: Context, operator: Any, length: Any, mode: Any) -> Theorem:
    """On the k-cycle P w = e^{i theta} w for w(s) = e^{i theta s}, theta = 2 pi j/k.

    H v = A(z) r + sum_n b_n z^n v, n not in j, k      ctx |- 1 <= k      ctx |- 0 < gamma < 1
    ------------------------------------------------------------------------------------------
    ctx |- on the k-cycle H has the eigenvalue sum_n b_n gamma^n cos(2 pi j n/k)
           + i sum_n b_n gamma^n sin(2 pi j n/k) for e^{2 pi i j s/k}
    """
    rule, whole = "modes of a cycle", checked(operator)
    states, j = checked(length), checked(mode)
    form = operator_form(rule, ctx, whole)
    small = discount(rule, ctx)
    if not is_index(states) or not is_index(j):
        refuse(rule, "{} or {} is not an integer", states, j)
    long = need(ctx, le(1, to_core(states)), rule)
    linear = value_part(whole)
    indices = {open_sum(t).var for t in subterms(linear) if isinstance(t, Sum)}
    if indices & (states.free_symbols | j.free_symbols):
        refuse(rule, "{} or {} is named like the index of a sum in {}", states, j, whole)
    size, turn = to_core(states), to_core(j)
    readings = []
    for op, at_zero in (("cos", ONE), ("sin", ZERO)):
        values = binder(lambda n, op=op: node(op, None, (turn * n, size)))
        bounded = at(library.turns_bounded(op), {var("j", INT): turn, var("b", INT): size})
        reading = read_along(rule, ctx, form, values, bounded)
        name = "cosine of full turns" if op == "cos" else "sine of full turns"
        first = known(name, {k: ZERO, var("b", INT): size})
        first = infer.restate(first, eq(put(values, ZERO), at_zero))
        step = rewritten(reading.conclusion.args[3], first)
        readings.append(reading if step is None else library.equal_number(reading, step))
    numbers = [reading.conclusion.args[3] for reading in readings]
    names = {**form.named(), k: size, bridge.j: turn, x: numbers[0], y: numbers[1]}
    proof = by_axiom("modes of a cycle", names, *small, long, form.analytic[0], *readings)
    proof = about(ctx, proof, operator_to_core(whole))
    real_part = along(rule, linear, lambda n: CosTurn(j * n, states) if n != 0 else Integer(1))
    imaginary = along(rule, linear, lambda n: SinTurn(j * n, states) if n != 0 else Integer(0))
    proof = reworded(ctx, proof, 2, to_core(real_part))
    proof = reworded(ctx, proof, 3, to_core(imaginary))
    statement = CycleEigenvalue(whole, real_part, imaginary, states, j)
    return spoken(rule, statement, proof, ctx=ctx, reason="along the cycle", or_core=True)


#: where the numbers stand in a statement about eigenvalues
_NUMBERS = {"two states": (3,), "mode": (2, 3)}


@refusing("equal numbers")
def same_eigenvalue(ctx: Context, theorem: Theorem, *equations: Theorem) -> Theorem:
    """
    G |- an eigenvalue statement about the number a      D |- a = b
    (of constant vectors k 1: k not free in D, and no name in it, a or b hides k)
    -----------------------------------------------------------------------------
    G, D |- the same about the number b
    """
    rule, proof = "equal numbers", theorem.proof
    if proof.conclusion.op not in ("constants", *_NUMBERS):
        refuse(rule, "the first premise is not about an eigenvalue")
    words: Any = theorem.statement
    numbers = [words.rhs, *([words.imaginary] if isinstance(words, CycleEigenvalue) else [])]
    for equation in equations:
        e, said = equation.proof, equation.statement
        if e.conclusion.op != "=":
            refuse(rule, "a premise is not an equation")
        if proof.conclusion.op == "constants":
            proof = _multiple(rule, ctx, proof, to_core(words.constant), equation)
            numbers = [said.rhs]  # type: ignore[attr-defined]
            continue
        found = False
        for place, number in enumerate(_NUMBERS[proof.conclusion.op]):
            own = proof.conclusion.args[number]
            same = normal(own) is normal(e.conclusion.args[0])
            known_ = e if same else _through(ctx, own, e)
            if known_ is not None:
                equal = infer.combination(eq(own, e.conclusion.args[1]), (), [(ONE, known_)])
                proof, found = renamed(proof, number, equal), True
                numbers[place] = said.rhs  # type: ignore[attr-defined]
        if not found:
            refuse(rule, "{} is not the number", e.conclusion.args[0])
    if isinstance(words, OnConstants):
        statement: Any = OnConstants(words.lhs, numbers[0], words.constant)
    elif isinstance(words, TwoStateEigenvalue):
        statement = TwoStateEigenvalue(words.lhs, numbers[0], words.stay)
    else:
        statement = CycleEigenvalue(words.lhs, numbers[0], numbers[1], words.length, words.mode)
    premises = (theorem, *equations)
    return spoken(
        rule, statement, proof, ctx=ctx, premises=premises, reason=theorem.reason, or_core=True
    )


def _through(ctx: Context, own: Term, e: kernel.Theorem) -> kernel.Theorem | None:
    """own = b, where e says a = b and own = a is seen by algebra."""
    first = same_number(ctx, own, e.conclusion.args[0])
    if first is None:
        return None
    return infer.combination(eq(own, e.conclusion.args[1]), (), [(ONE, first), (ONE, e)])


def _multiple(
    rule: str, ctx: Context, proof: kernel.Theorem, constant: Term, equation: Theorem
) -> kernel.Theorem:
    """Of constant vectors: the multiple is the left side, for every constant."""
    e = equation.proof
    for h in e.hypotheses:
        if constant in free(explicit_term(h)):
            refuse(rule, "{} is not arbitrary: it occurs in the hypothesis {}", constant, h)
    left, right = (bind(side, constant) for side in e.conclusion.args)
    proof = other_multiple(ctx, proof, left)
    if normal(proof.conclusion.args[3]) is not normal(left):
        refuse(rule, "{} is not the number", e.conclusion.args[0])
    own = infer.restate(proof, node("constants", None, (*proof.conclusion.args[:3], left)))
    return equal_multiples(own, right, infer.generalise(e, constant))


@refusing("reversible chains")
def on_reversible(ctx: Context, operator: Any, bound: Theorem, x: Symbol) -> Theorem:
    """A reversible P is self-adjoint for <v,w>_d, so z has real eigenvalues in [-gamma, gamma].

    G, -gamma <= x, x <= gamma |- |B(x)| <= b      x not free in G, b, B
    H v = A(z) r + B(z) v, power series in z       ctx |- 0 < gamma < 1
    -------------------------------------------------------------------------
    G, ctx |- on every reversible MRP  ||H v - H v'||_d <= b ||v - v'||_d
    """
    rule, whole, proof = "reversible chains", checked(operator), bound.proof
    form = operator_form(rule, ctx, whole)
    small = discount(rule, ctx)
    taken = {*NAMES, *free(explicit_term(operator_to_core(whole)))}
    if not isinstance(x, Symbol) or is_index(x) or to_core(x) in taken:
        refuse(rule, "{} is not a real variable of its own", x)
    s, t = proof.conclusion, to_core(x)
    if s.op != "<=":
        refuse(rule, "the premise is not a bound")
    at_x = put(form.values, t)
    limit: Expr = bound.statement.rhs  # type: ignore[attr-defined]
    if t in free(explicit_term(to_core(limit))):
        refuse(rule, "the bound depends on {}", x)
    wanted = le(abs(at_x), to_core(limit))
    if key(s) is not key(wanted):
        proof = _size_of(rule, ctx, proof, at_x)
    ranges = le(-RATE, t), le(t, RATE)
    proof = infer.cut(proof, at(size_at_most(), {var("x"): t, y: RATE}))
    for h in kernel.without(proof, *ranges):
        if t in free(explicit_term(h)):
            refuse(rule, "{} is not arbitrary: it occurs in the hypothesis {}", x, h)
    every = infer.restate(proof, wanted)
    for r in reversed(ranges):
        every = infer.discharge(every, r)
    every = infer.generalise(every, t)
    names = {**form.named(), var("x"): to_core(limit)}
    made = by_axiom("reversible chains", names, *small, *form.analytic, every)
    made = about(ctx, made, operator_to_core(whole))
    reason = "the eigenvalues of a reversible chain are real"
    statement = ReversibleBound(whole, limit)
    return spoken(rule, statement, made, ctx=ctx, premises=(bound,), reason=reason)


def _size_of(rule: str, ctx: Context, proof: kernel.Theorem, t: Term) -> kernel.Theorem:
    """|a| <= b, or a <= b where a = |a|, as |t| <= b, where a = t is seen by algebra."""
    size, limit = proof.conclusion.args
    same = same_number(ctx, size.args[0], t) if size.op == "abs" else None
    if same is not None:
        return infer.replace_in(same, binder(lambda a: le(abs(a), limit), REAL), proof)
    whole = same_number(ctx, abs(t), size)
    if whole is None:
        refuse(rule, "{} is not the size of {}", size, t)
    return infer.combination(le(abs(t), limit), [(1, [proof])], [(ONE, whole)])


# -- what makes a solution unique -----------------------------------------------------------------


def _zero(function: Term) -> Term:
    """The statement that a matrix is nonsingular: b(z) v = 0 only for v = 0."""
    operator = node("operator", None, (bind(put(function, NUMBER) * NAMES[2], *NAMES),))
    nothing = node("operator", None, (ZERO,))
    return node("zero only at", None, (CHAIN, RATE, operator, nothing))


def _matrix(rule: str, theorem: Theorem) -> Term:
    """b(z), for a premise b(z) v = 0 only for v = 0."""
    s = theorem.proof.conclusion
    if s.op == "zero only at" and normal(s.args[3].args[0]) is ZERO:
        function = bind(put(s.args[2].args[0], NUMBER, ZERO, ONE), NUMBER)
        if key(_zero(function)) is key(s):
            return function
    return refuse(rule, "the premise does not say that a matrix is nonsingular")


def _series(rule: str, ctx: Context, factor: Any) -> tuple[Term, kernel.Theorem]:
    """A matrix b(z), and that it is a power series."""
    made = checked(factor)
    if made.free_symbols & {REWARD, VALUE}:
        refuse(rule, "a matrix depends on z alone")
    function = bind(to_core(made), NUMBER)
    return function, power_series(rule, ctx, function)


@refusing("invertible")
def invertible(ctx: Context) -> Theorem:
    """||z|| = gamma < 1, so 1 - z has an inverse, the Neumann series.

    ctx |- 0 < gamma < 1
    ------------------------------------
    ctx |- (1 - z) v = 0 only for v = 0
    """
    rule = "invertible"
    proof = by_axiom("invertible", {}, *discount(rule, ctx))
    statement = ZeroOnlyAt((1 - Z) * VALUE, Integer(0))
    return spoken(rule, statement, proof, ctx=ctx, reason=prose("{} has an inverse", 1 - Z))


@refusing("nonsingular product")
def nonsingular_product(ctx: Context, first: Theorem, second: Theorem) -> Theorem:
    """
    G |- a(z) v = 0 only for v = 0      D |- b(z) v = 0 only for v = 0
    ------------------------------------------------------------------
    G, D |- a(z) b(z) v = 0 only for v = 0
    """
    rule = "nonsingular product"
    a, b = _matrix(rule, first), _matrix(rule, second)
    series = power_series(rule, ctx, a), power_series(rule, ctx, b)
    one, other = infer.restate(first.proof, _zero(a)), infer.restate(second.proof, _zero(b))
    proof = by_axiom("nonsingular product", {A: a, B: b}, *series, one, other)
    return spoken(
        rule,
        proof.conclusion,
        proof,
        ctx=ctx,
        premises=(first, second),
        reason="one after the other",
    )


@refusing("nonsingular factor")
def nonsingular_factor(ctx: Context, theorem: Theorem, first: Any, second: Any) -> Theorem:
    """
    G |- p(z) v = 0 only for v = 0      p = a b in Q(atoms), a and b power series in z
    ----------------------------------------------------------------------------------
    G |- b(z) v = 0 only for v = 0
    """
    rule, whole = "nonsingular factor", _matrix("nonsingular factor", theorem)
    (a, one), (b, other) = (_series(rule, ctx, factor) for factor in (first, second))
    z = NUMBER
    product = bind(put(a, z) * put(b, z), z)
    proof = infer.restate(theorem.proof, _zero(whole))
    try:
        proof = _equal_matrix(rule, ctx, proof, whole, product)
    except kernel.Refused:
        words = "{} is not the product of {} and {}"
        refuse(rule, words, *(from_core(put(t, z)) for t in (whole, a, b)))
    proof = by_axiom("nonsingular factor", {A: a, B: b}, one, other, proof)
    statement = ZeroOnlyAt(checked(second) * VALUE, Integer(0))
    reason = "a factor of it"
    return spoken(rule, statement, proof, ctx=ctx, premises=(theorem,), reason=reason, or_core=True)


def _equal_matrix(
    rule: str, ctx: Context, proof: kernel.Theorem, own: Term, other: Term
) -> kernel.Theorem:
    """nonsingular(other), as it is the same matrix: other(z) v = own(z) (v - 0)."""
    if key(_zero(own)) is key(_zero(other)):
        return infer.restate(proof, _zero(other))
    z, _, v = NAMES
    left = node("operator", None, (bind(ZERO * NAMES[1] + put(other, z) * v, *NAMES),))
    right = node("operator", None, (bind(put(own, z) * (v - ZERO * NAMES[1]), *NAMES),))
    same = bridged(ctx, left, right)
    names = {A: ZERO, B: own, C: other, D: ZERO}
    series = [power_series(rule, ctx, t) for t in (ZERO, own, other)]
    made = by_axiom("only solution", names, *series, proof, same)
    return infer.restate(made, _zero(other))


def _solved(rule: str, ctx: Context, equation: Theorem, b: Term, d: Term) -> Any:
    """a = b(z) (v - d(z) r) on the MRP, with a = A(z) r + C(z) v."""
    z, r, v = NAMES
    left = equation.proof.conclusion.args[2]
    form = parts_of(rule, ctx, left)
    wanted = node("operator", None, (bind(put(b, z) * (v - put(d, z) * r), *NAMES),))
    return form, between(ctx, equation.proof, form.pair, wanted)


@refusing("only solution")
def only_solution(ctx: Context, theorem: Theorem, equation: Theorem, solution: Any) -> Theorem:
    """
    G |- b(z) v = 0 only for v = 0      D |- a = b(z) (v - w) on the MRP      v not in w
    ------------------------------------------------------------------------------------
    G, D |- a = 0 only for v = w
    """
    rule, w = "only solution", checked(solution)
    b = _matrix(rule, theorem)
    if equation.proof.conclusion.op != "same":
        refuse(rule, "the equation is not about that matrix")
    operator_form(rule, ctx, w)
    d = bind(to_core(substitute(w, {REWARD: Integer(1)})), NUMBER)
    try:
        form, same = _solved(rule, ctx, equation, b, d)
    except kernel.Refused:
        refuse(rule, "the equation is not about that matrix")
    names = {A: form.rewards, C: form.values, B: b, D: d}
    series = [*form.analytic, power_series(rule, ctx, b), power_series(rule, ctx, d)]
    matrix = infer.restate(theorem.proof, _zero(b))
    proof = by_axiom("only solution", names, *series, matrix, same)
    proof = about(ctx, proof, equation.proof.conclusion.args[2])
    words: Any = equation.statement
    statement = ZeroOnlyAt(words.lhs, w)
    return spoken(
        rule, statement, proof, ctx=ctx, premises=(theorem, equation), reason=theorem.reason
    )


@refusing("nonsingular if only solution")
def kernel_of(ctx: Context, theorem: Theorem, equation: Theorem, matrix: Any) -> Theorem:
    """
    G |- a = 0 only for v = w      D |- a = b(z) (v - w) on the MRP
    ---------------------------------------------------------------
    G, D |- b(z) v = 0 only for v = 0
    """
    rule = "nonsingular if only solution"
    s, e = theorem.proof.conclusion, equation.proof.conclusion
    b, own = _series(rule, ctx, matrix)
    if s.op != "zero only at" or e.op != "same":
        refuse(rule, "needs what is only zero at one vector, and an equation for it")
    if key(e.args[2]) is not key(s.args[2]):
        refuse(rule, "the equation is about something else")
    d = bind(put(s.args[3].args[0], NUMBER, ONE, ZERO), NUMBER)
    try:
        form, same = _solved(rule, ctx, equation, b, d)
    except kernel.Refused:
        said: Any = (equation.statement, theorem.statement)
        refuse(rule, "{} is not {} times (v - {})", said[0].rhs, matrix, said[1].rhs)
    z, r, _ = NAMES
    other = node("operator", None, (bind(put(d, z) * r, *NAMES),))
    only = node("zero only at", None, (CHAIN, RATE, form.pair, other))
    names = {A: form.rewards, C: form.values, B: b, D: d}
    series = [*form.analytic, own, power_series(rule, ctx, d)]
    proof = by_axiom(
        "nonsingular if only solution",
        names,
        *series,
        infer.restate(about(ctx, theorem.proof, form.pair), only),
        same,
    )
    return spoken(
        rule,
        ZeroOnlyAt(checked(matrix) * VALUE, Integer(0)),
        proof,
        ctx=ctx,
        premises=(theorem, equation),
        reason=theorem.reason,
    )


# -- sizes of eigenvalues -------------------------------------------------------------------------


def _mode(rule: str, theorem: Theorem) -> Term:
    """What a premise says of a mode of a cycle, or a refusal."""
    if theorem.proof.conclusion.op != "mode":
        refuse(rule, "the premise is not about a mode of a cycle")
    return theorem.proof.conclusion


@refusing("size of an eigenvalue")
def mode_size(ctx: Context, theorem: Theorem, eigenvalue: Theorem) -> Theorem:
    """
    G |- H contracts with modulus b, on the MRP at hand      G says nothing of that MRP
    D |- on the k-cycle H has the eigenvalue x + iy
    -----------------------------------------------------------------------------------
    G, D |- x^2 + y^2 <= b^2

    What holds on every MRP holds on the cycle.  Its eigenvector w has |w(s)| = 1 everywhere, and
    |(B w)(s)| is the real part of (B u)(s) for u a multiple of w by a number of size 1; so it is at
    most b max_s |Re u(s)| <= b.
    """
    rule, s = "size of an eigenvalue", theorem.proof.conclusion
    e = _mode(rule, eigenvalue)
    if s.op != "contracts":
        refuse(rule, "the first premise is not a contraction")
    if any(CHAIN in free(h) for h in theorem.proof.hypotheses):
        refuse(rule, "the hypotheses restrict the MRP, which need not be the cycle")
    if key(s.args[2]) is not key(e.args[1]):
        refuse(rule, "the two premises are about different operators")
    every = infer.generalise(theorem.proof, CHAIN)
    own = about(ctx, eigenvalue.proof, s.args[2])
    _, _, real, imaginary, states, mode = e.args
    names = {bridge.H: s.args[2], var("m"): s.args[3], x: real, y: imaginary, k: states}
    proof = by_axiom("size of an eigenvalue", {**names, bridge.j: mode}, every, own)
    return conclude(
        rule,
        proof.conclusion,
        proof,
        ctx=ctx,
        premises=(theorem, eigenvalue),
        reason="an eigenvalue on a cycle is at most the modulus",
    )


@refusing("values on a cycle")
def value_size(ctx: Context, everywhere: Theorem, value: Theorem) -> Theorem:
    """On the cycle H 0 = 0 without rewards, and the values are at most 1 away from 0.

    G |- on every finite MRP H contracts with modulus b
    D |- on the k-cycle without rewards (H v)(s_0) = x, where v(s_j) = u(j)
    ctx |- |u(n)| <= 1 and u(n + k) = u(n) for all n >= 0      ctx |- k >= 1
    ------------------------------------------------------------------------
    G, D, ctx |- |x| <= b
    """
    rule, every, s = "values on a cycle", everywhere.proof.conclusion, value.proof.conclusion
    if every.op != "all" or every.args[0].op != "contracts":
        refuse(rule, "the first premise is not a contraction on every MRP")
    if s.op != "cycle":
        refuse(rule, "the second premise is not about a value on a cycle")
    _, _, operator, modulus = put(every.args[0], CHAIN).args
    if key(s.args[1]) is not key(operator):
        refuse(rule, "the two premises are about different operators")
    form = parts_of(rule, ctx, operator)
    _, _, length, values, number = s.args
    bounded = need(ctx, from_on(0, lambda n: le(abs(put(values, n)), 1)), rule)
    periodic = need(ctx, from_on(0, lambda n: eq(put(values, n + length), put(values, n))), rule)
    long = need(ctx, le(1, length), rule)
    here = about(ctx, infer.specialise(everywhere.proof, CHAIN), form.pair)
    contracts = infer.generalise(here, CHAIN)
    own = about(ctx, value.proof, form.pair)
    names = {**form.named(), k: length, library.U: values, x: number, var("m"): modulus}
    lemmas = contracts, own, long, bounded, periodic
    proof = by_axiom("values on a cycle", names, *lemmas)
    return conclude(
        rule,
        proof.conclusion,
        proof,
        ctx=ctx,
        premises=(everywhere, value),
        reason="a value on a cycle is at most the modulus",
    )


@refusing("von Neumann's inequality")
def von_neumann(ctx: Context, eigenvalue: Theorem, bound: Theorem, modulus: Any) -> Theorem:
    """
    G, 1 <= k |- on the k-cycle H has the eigenvalue x + iy for the mode j
    D, 1 <= k, 0 <= j |- x^2 + y^2 <= b^2      ctx |- 0 <= b      k, j not free in G, D, H, b
    -----------------------------------------------------------------------------------------
    G, D, ctx |- on the MRP at hand  ||H v - H v'||_d <= b ||v - v'||_d  for all stationary d

    The premises say |B(gamma e^{i t})| <= b at t = 2 pi j/k for all k >= 1 and j >= 0; these are
    dense in the circle, and B is continuous there: |B(gamma e^{i t})| <= b for every t.  Let S be
    the chain started from d and u = v - v'.  Then r_n = E[u(S_0) u(S_n)] are the autocovariances of
    a stationary process, so r_n is the integral of e^{int} dF for a measure F >= 0 with total mass
    ||u||_d^2 (Herglotz).  The process Y = sum_n b_n gamma^n u(S_n) has E[Y^2] = the integral of
    |B(gamma e^{it})|^2 dF <= b^2 ||u||_d^2, and (B(z) u)(s) = E[Y | S_0 = s], which is not larger
    in the mean square.
    """
    rule = "von Neumann's inequality"
    e, s, b = _mode(rule, eigenvalue), bound.proof.conclusion, checked(modulus)
    _, operator, real, imaginary, states, mode = e.args
    if states.op != "var" or mode.op != "var" or states is mode:
        refuse(
            rule,
            "{} and {} are not two variables for all cycles and their modes",
            states,
            mode,
        )
    if {states, mode} & (free(operator) | free(to_core(b))):
        refuse(rule, "the operator or its modulus depends on {} or {}", states, mode)
    size, most = real**2 + imaginary**2, to_core(b) ** 2
    if s.op != "<=" or normal(s.args[0]) is not normal(size):
        refuse(rule, "the second premise does not bound the size of that eigenvalue")
    if normal(s.args[1]) is not normal(most):
        refuse(rule, "{} is not the square of {}", s.args[1], b)
    positive = need(ctx, le(0, to_core(b)), rule)
    ranges = le(1, states), le(0, mode)
    lemmas = []
    for proof in (eigenvalue.proof, infer.restate(bound.proof, le(size, most))):
        for h in kernel.without(proof, *ranges):
            for name in (states, mode):
                if name in free(h):
                    refuse(rule, "{} is not arbitrary: it occurs in the hypothesis {}", name, h)
        every = infer.generalise(infer.discharge(proof, ranges[1]), mode)
        lemmas.append(infer.generalise(infer.discharge(every, ranges[0]), states))
    two = (INT, INT)
    names: dict[Any, Term] = {
        bridge.H: operator,
        var("m"): to_core(b),
        ("x", two): bind(real, states, mode),
        ("y", two): bind(imaginary, states, mode),
    }
    proof = by_axiom("von Neumann's inequality", names, positive, *lemmas)
    words: Any = eigenvalue.statement
    return spoken(
        rule,
        StationaryBound(words.lhs, b),
        proof,
        ctx=ctx,
        premises=(eigenvalue, bound),
        reason=prose("von Neumann's inequality, {P} being a contraction in the norm of {d}"),
        or_core=True,
    )
