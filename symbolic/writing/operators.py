"""Operators on a Markov reward process: the bridge from numbers, moduli, constants, cycles.

An operator is written as a term in the numbers z, r and v; it is A(z) r + B(z) v, where A is what
is left at r = 1, v = 0 and B at r = 0, v = 1.  The search shows that A and B are power series, and
what that needs is among the hypotheses of every statement about the operator.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, ParamSpec

from sympy import Abs, Add, Expr, Integer, Mul, Pow, Sum, Symbol

from symbolic.core import kernel
from symbolic.core.polynomials import key, normal
from symbolic.core.terms import (
    MINUS_ONE,
    ONE,
    OPER,
    REAL,
    ZERO,
    Term,
    add,
    bind,
    binder,
    eq,
    free,
    fresh,
    le,
    lt,
    mul,
    node,
    put,
    sequence,
)
from symbolic.library import infer, powerseries as library
from symbolic.library.basics import k, known, x, y
from symbolic.library.powerseries import A2, B2, C2, D2, A, B, C, D, S
from symbolic.printing import prose
from symbolic.printing.order import tidy
from symbolic.printing.sentences import Words
from symbolic.rules import bridge
from symbolic.search import powerseries
from symbolic.search.facts import NotShown
from symbolic.search.order import by_algebra, prove
from symbolic.statements import (
    GAMMA,
    REWARD,
    VALUE,
    Contracts,
    Equal,
    OnConstants,
    OnCycle,
    OnEveryMRP,
    OperatorEqual,
    Statement,
    Z,
)
from symbolic.statements.edge import CHAIN, GAMMA as RATE, NAMES, operator_to_core
from symbolic.terms import is_index, open_sum, sequence as named, series, substitute
from symbolic.terms.edge import to_core
from symbolic.writing.definitions import explicit_term, is_defined
from symbolic.writing.entry import refusing
from symbolic.writing.equality import checked
from symbolic.writing.logic import resting_on
from symbolic.writing.refusals import refuse
from symbolic.writing.theorem import Context, Theorem, conclude, need

__all__ = [
    "combine_operators",
    "contraction",
    "everywhere",
    "lift",
    "on_constants",
    "on_cycle",
    "on_two_states",
    "same_operator",
    "smaller_modulus",
]

P = ParamSpec("P")
F, G = (("F", (REAL,) * 3), ("G", (REAL,) * 3))
NUMBER, _REWARD, _VALUE = NAMES
SMALL = lt(abs(NUMBER), 1)


# -- the two power series of an operator ----------------------------------------------------------


class Parts(NamedTuple):
    """H v = A(z) r + B(z) v: the two functions, and that they are power series."""

    rewards: Term
    values: Term
    analytic: tuple[kernel.Theorem, kernel.Theorem]

    @property
    def pair(self) -> Term:
        """The operator A(z) r + B(z) v."""
        return _pair(self.rewards, self.values)

    def named(self, rewards: Any = A, values: Any = B) -> dict[Any, Term]:
        """The functions under the names that an axiom has for them."""
        return {rewards: self.rewards, values: self.values}


def _pair(rewards: Term, values: Term) -> Term:
    z, r, v = NAMES
    return _operator(put(rewards, z) * r + put(values, z) * v)


def _operator(body: Term) -> Term:
    return node("operator", None, (bind(body, *NAMES),))


def value_part(whole: Expr) -> Expr:
    """B(z), the coefficient of v."""
    return substitute(whole, {REWARD: Integer(0), VALUE: Integer(1)})


def operator_form(rule: str, ctx: Context, whole: Expr) -> Parts:
    """Refuse unless the term is A(z) r + B(z) v with series that converge for |z| < 1."""
    if whole != 0 and _degree(rule, whole) != 1:
        refuse(rule, "{} is not linear in r and v", whole)
    rewards = substitute(whole, {REWARD: Integer(1), VALUE: Integer(0)})
    return _parts(rule, ctx, to_core(rewards), to_core(value_part(whole)))


def _parts(rule: str, ctx: Context, rewards: Term, values: Term) -> Parts:
    one, other = (bind(t, NUMBER) for t in (rewards, values))
    return Parts(one, other, (power_series(rule, ctx, one), power_series(rule, ctx, other)))


def parts_of(rule: str, ctx: Context, operator: Term) -> Parts:
    """The same for an operator of the core."""
    body = operator.args[0]
    one, other = put(body, NUMBER, ONE, ZERO), put(body, NUMBER, ZERO, ONE)
    return _parts(rule, ctx, _tidy(one), _tidy(other))


def _tidy(t: Term) -> Term:
    """The term without what is multiplied by zero."""
    args = tuple(map(_tidy, t.args))
    if t.op in ("sum", "series") and args[-1] is ZERO:
        return ZERO
    if t.op in ("+", "*"):
        return (add if t.op == "+" else mul)(*args)
    return node(t.op, t.data, args)


def power_series(rule: str, ctx: Context, function: Term) -> kernel.Theorem:
    """The function is a power series, or a refusal."""
    try:
        return powerseries.analytic_theorem(function, ctx.proofs)
    except kernel.Refused as error:
        return refuse(rule, error)


def _degree(rule: str, t: Expr) -> int:
    """The common degree in (r, v) of all summands."""
    if t in (REWARD, VALUE):
        return 1
    if not t.free_symbols & {REWARD, VALUE}:
        return 0
    if isinstance(t, Add):
        degrees = {_degree(rule, a) for a in t.args}
        if len(degrees) > 1:
            refuse(rule, "{} mixes degrees in r and v", t)
        return degrees.pop()
    if isinstance(t, Mul):
        return sum(_degree(rule, a) for a in t.args)
    if isinstance(t, Sum):
        return _degree(rule, open_sum(t).body)
    return refuse(rule, "{} is not linear in r and v", t)


def discount(rule: str, ctx: Context) -> tuple[kernel.Theorem, kernel.Theorem]:
    """0 < gamma < 1 is given."""
    return need(ctx, lt(0, RATE), rule), need(ctx, lt(RATE, 1), rule)


def by_axiom(name: str, names: Mapping[Any, Term], *lemmas: kernel.Theorem) -> kernel.Theorem:
    """An axiom at some terms, with lemmas for all of its hypotheses."""
    made = known(name, names, *lemmas)
    given = {key(h) for lemma in lemmas for h in lemma.hypotheses}
    left = [h for h in made.hypotheses if key(h) not in given]
    if left:
        raise NotShown(f"{name}: {{}} is not shown", left[0])
    return made


def spoken(
    rule: str,
    statement: Statement | Term,
    proof: kernel.Theorem,
    *,
    ctx: Context,
    premises: tuple[Theorem, ...] = (),
    reason: Words = "",
    or_core: bool = False,
) -> Theorem:
    """The conclusion of a rule about operators, beside which z, r and v are not numbers."""
    for h in proof.hypotheses:
        if not free(h).isdisjoint(NAMES):
            refuse(rule, "the hypothesis {} speaks of z, r or v", h)
    if isinstance(statement, Statement):
        statement.check()
    return conclude(
        rule, statement, proof, ctx=ctx, premises=premises, reason=reason, or_core=or_core
    )


# -- one operator in two spellings ----------------------------------------------------------------


def bridged(ctx: Context, one: Term, other: Term) -> kernel.Theorem:
    """same(M, gamma, one, other), as they are equal for all numbers; or a refusal of the core."""
    return over(equal_terms(ctx, one, other))


def equal_terms(ctx: Context, one: Term, other: Term) -> kernel.Theorem:
    """|z| < 1 |- the terms of two operators are equal; or a refusal of the core."""
    goal = eq(put(one.args[0], *NAMES), put(other.args[0], *NAMES))
    facts = tuple(f for f in ctx.proofs if _arbitrary(f))
    return powerseries.pointwise(goal, frozenset(NAMES), (*facts, infer.assume(SMALL)))


def _arbitrary(theorem: kernel.Theorem) -> bool:
    """Nothing is assumed of z, r and v."""
    return all(free(h).isdisjoint(NAMES) for h in theorem.hypotheses)


def for_all_numbers(equation: kernel.Theorem) -> kernel.Theorem:
    """G, |z| < 1 |- a = b, for all numbers z, r and v."""
    every = infer.discharge(equation, SMALL)
    for name in reversed(NAMES):
        every = infer.generalise(every, name)
    return every


def over(equation: kernel.Theorem) -> kernel.Theorem:
    """G, |z| < 1 |- a = b, as one about operators on the MRP at hand."""
    sides = (bind(side, *NAMES) for side in equation.conclusion.args)
    names = dict(zip((F, G), sides, strict=True))
    return by_axiom("bridge", names, for_all_numbers(equation))


def _linked(one: kernel.Theorem, other: kernel.Theorem) -> kernel.Theorem:
    """same(H, K) and same(K, W) give same(H, W)."""
    (h, w), second = one.conclusion.args[2:], other.conclusion.args[3]
    other = infer.restate(other, node("same", None, (CHAIN, RATE, w, second)))
    return by_axiom(
        "operators are transitive", {bridge.H: h, bridge.K: w, bridge.W: second}, one, other
    )


def between(ctx: Context, theorem: kernel.Theorem, left: Term, right: Term) -> kernel.Theorem:
    """same(left, right), from the same with two other spellings of the sides."""
    _, _, one, other = theorem.conclusion.args
    made = theorem
    if key(one) is not key(left):
        made = _linked(bridged(ctx, left, one), made)
    if key(other) is not key(right):
        made = _linked(made, bridged(ctx, other, right))
    return infer.restate(made, node("same", None, (CHAIN, RATE, left, right)))


#: where the operator stands in a statement about one
_PLACES = {"contracts": 2, "constants": 2, "stationary bound": 2, "dissipative": 2, "on-policy": 2,
           "zero only at": 2, "cycle": 1, "two states": 1, "mode": 1, "reversible": 1}  # fmt: skip


def about(ctx: Context, theorem: kernel.Theorem, operator: Term) -> kernel.Theorem:
    """The same statement about another spelling of its operator; or a refusal of the core."""
    s = theorem.conclusion
    place = _PLACES[s.op]
    wanted = node(s.op, None, (*s.args[:place], operator, *s.args[place + 1 :]))
    if key(s) is key(wanted):
        return infer.restate(theorem, wanted)
    hole = node("bound", (0, OPER), ())
    form = node(s.op, None, (*s.args[:place], hole, *s.args[place + 1 :]))
    same = for_all_numbers(equal_terms(ctx, s.args[place], operator))
    return infer.restate(bridge.respell(same, form, theorem), wanted)


def reworded(ctx: Context, theorem: kernel.Theorem, place: int, number: Term) -> kernel.Theorem:
    """The statement with another name for a number in it, if the two are seen to be equal."""
    s = theorem.conclusion
    if normal(s.args[place]) is normal(number):
        wanted = (*s.args[:place], number, *s.args[place + 1 :])
        return infer.restate(theorem, node(s.op, None, wanted))
    same = same_number(ctx, s.args[place], number)
    return theorem if same is None else renamed(theorem, place, same)


def renamed(theorem: kernel.Theorem, place: int, equation: kernel.Theorem) -> kernel.Theorem:
    """The statement with the right side of an equation for a number in it, the left side."""
    s = theorem.conclusion
    hole = node("bound", (0, REAL), ())
    form = node(s.op, None, (*s.args[:place], hole, *s.args[place + 1 :]))
    return infer.replace_in(equation, form, theorem)


def same_number(ctx: Context, one: Term, other: Term) -> kernel.Theorem | None:
    """one = other, by field algebra or by the facts."""
    goal = eq(one, other)
    try:
        return by_algebra(goal, [], ctx.proofs)
    except kernel.Refused:
        return prove(goal, ctx.proofs)


# -- equations ------------------------------------------------------------------------------------


@refusing("bridge")
def lift(ctx: Context, theorem: Theorem) -> Theorem:
    """
    G, |z| < 1 |- a = b      z, r, v not in G      a, b linear in (r, v), power series in z
    -----------------------------------------------------------------------------------------
    G, 0 < gamma < 1 |- on the MRP at hand, with z = gamma P:  a = b
    """
    rule, proof = "bridge", theorem.proof
    if proof.conclusion.op != "=":
        refuse(rule, "only an equation is carried over")
    for h in kernel.without(proof, SMALL):
        if not free(h).isdisjoint(NAMES):
            refuse(rule, "the hypothesis {} speaks of z, r or v", h)
    sides = _sides(theorem)
    forms = [operator_form(rule, ctx, side) for side in sides]
    made = over(proof)
    made = resting_on(made, *discount(rule, ctx), *forms[0].analytic, *forms[1].analytic)
    statement = OperatorEqual(*sides)
    return spoken(
        rule, statement, made, ctx=ctx, premises=(theorem,), reason=theorem.reason, or_core=True
    )


def _sides(theorem: Theorem) -> tuple[Expr, Expr]:
    """The two sides of an equation, in the author's words."""
    s: Any = theorem.statement
    return s.lhs, s.rhs


@refusing("on this MRP")
def combine_operators(ctx: Context, lhs: Any, rhs: Any, *equations: tuple[Any, Theorem]) -> Theorem:
    """Equations between vectors, combined with power series in z as multipliers.

    G_k |- a_k = b_k on the MRP      a - b = sum_k m_k(z) (a_k - b_k) in Q(atoms)
    ------------------------------------------------------------------------------
    G_1, ... |- a = b on the MRP
    """
    rule = "on this MRP"
    a, b = checked(lhs), checked(rhs)
    left, right = operator_to_core(a), operator_to_core(b)
    rest, pieces = put(right.args[0], *NAMES), []
    for multiplier, theorem in equations:
        s = theorem.proof.conclusion
        if s.op != "same":
            refuse(rule, "a premise is not an equation between vectors")
        m = checked(multiplier)
        if m.free_symbols & {REWARD, VALUE}:
            refuse(rule, "a multiplier may depend on z alone")
        factor = to_core(m)
        power_series(rule, ctx, bind(factor, NUMBER))
        rest = rest - factor * put(s.args[3].args[0], *NAMES)
        pieces.append((factor, theorem.proof))
    forms = [operator_form(rule, ctx, side) for side in (a, b)]
    try:
        made = _combined(rule, ctx, rest, pieces)
        made = between(ctx, made, left, right)
    except kernel.Refused:
        difference = put(left.args[0], *NAMES) - rest
        for factor, proof in pieces:
            difference = difference - factor * put(proof.conclusion.args[2].args[0], *NAMES)
        refuse(rule, "the difference is {}", tidy(normal(difference))[0])
    made = resting_on(made, *discount(rule, ctx), *forms[0].analytic, *forms[1].analytic)
    premises = tuple(t for _, t in equations)
    return spoken(
        rule,
        OperatorEqual(a, b),
        made,
        ctx=ctx,
        premises=premises,
        reason="combining the equations",
    )


def _combined(
    rule: str, ctx: Context, rest: Term, pieces: list[tuple[Term, kernel.Theorem]]
) -> kernel.Theorem:
    """rest + sum m_k a_k = rest + sum m_k b_k, one equation after the other."""
    left = right = parts_of(rule, ctx, _operator(rest))
    made = bridged(ctx, left.pair, left.pair)
    for factor, proof in pieces:
        sides = proof.conclusion.args[2:]
        one, other = (parts_of(rule, ctx, side) for side in sides)
        own = between(ctx, proof, one.pair, other.pair)
        multiplier = bind(factor, NUMBER)
        names = {
            **left.named(), **right.named(C, D), **one.named(A2, B2), **other.named(C2, D2),
            S: multiplier,
        }  # fmt: skip
        lemmas = (
            *left.analytic, *right.analytic, *one.analytic, *other.analytic,
            power_series(rule, ctx, multiplier), made, own,
        )  # fmt: skip
        made = by_axiom("combined operators", names, *lemmas)
        left, right = (
            _parts(rule, ctx, *(put(t, NUMBER) + factor * put(u, NUMBER) for t, u in (
                (sum_.rewards, more.rewards), (sum_.values, more.values)
            )))
            for sum_, more in ((left, one), (right, other))
        )  # fmt: skip
    return made


@refusing("every MRP")
def everywhere(ctx: Context, theorem: Theorem) -> Theorem:
    """
    G |- A on the MRP at hand, an equation, a modulus, a margin or convergence   G is not about it
    ----------------------------------------------------------------------------------------------
    G |- A on every finite MRP
    """
    rule, proof = "every MRP", theorem.proof
    if proof.conclusion.op not in ("same", "contracts", "dissipative", "on-policy"):
        refuse(rule, "the premise is not a statement about the MRP at hand")
    if any(CHAIN in free(h) for h in proof.hypotheses):
        refuse(rule, "the hypotheses restrict the MRP")
    statement: Any = theorem.statement
    return spoken(
        rule,
        OnEveryMRP(statement),
        infer.generalise(proof, CHAIN),
        ctx=ctx,
        premises=(theorem,),
        reason=theorem.reason,
        or_core=True,
    )


@refusing("two-state chains")
def on_two_states(ctx: Context, theorem: Theorem, eigenvalue: Any) -> Theorem:
    """On the symmetric two-state chain with p = (1 + x)/2, P (1,-1) = x (1,-1).

    G |- a = b on every finite MRP      ctx |- -1 <= x <= 1      ctx |- 0 < gamma < 1
    ---------------------------------------------------------------------------------
    G, ctx |- a = b with z = gamma x, for all numbers r and v
    """
    rule, t = "two-state chains", to_core(checked(eigenvalue))
    s = theorem.proof.conclusion
    if s.op != "all" or s.args[0].op != "same":
        refuse(rule, "the premise is not an equation on every MRP")
    lemmas = (*discount(rule, ctx), need(ctx, le(abs(t), 1), rule))
    here = infer.specialise(theorem.proof, CHAIN)
    one, other = (parts_of(rule, ctx, side) for side in here.conclusion.args[2:])
    try:
        same = between(ctx, here, one.pair, other.pair)
        every = infer.generalise(same, CHAIN)
        names = {**one.named(), **other.named(C, D), x: t}
        made = by_axiom(
            "numbers on two states", names, *lemmas, *one.analytic, *other.analytic, every
        )
        made = infer.specialise(infer.specialise(made, _REWARD), _VALUE)
        sides = [put(side.args[0], RATE * t, _REWARD, _VALUE) for side in here.conclusion.args[2:]]
        goal = eq(*sides)
        made = _numbers(ctx, made, goal)
    except kernel.Refused as error:
        refuse(rule, error)
    words: Any = theorem.statement
    at_x = {Z: GAMMA * checked(eigenvalue)}
    statement = Equal(*(substitute(side, at_x) for side in (words.body.lhs, words.body.rhs)))
    reason = "two-state chains"
    return conclude(
        rule, statement, made, ctx=ctx, premises=(theorem,), reason=reason, or_core=True
    )


def _numbers(ctx: Context, theorem: kernel.Theorem, goal: Term) -> kernel.Theorem:
    """The equation between numbers, with r and v back inside the sums."""
    if key(theorem.conclusion) is key(goal):
        return infer.restate(theorem, goal)
    steps = [(ONE, theorem)]
    watched = frozenset({_REWARD, _VALUE})
    for sign, mine, found in zip((ONE, MINUS_ONE), goal.args, theorem.conclusion.args, strict=True):
        steps.append((sign, powerseries.pointwise(eq(mine, found), watched, ctx.proofs)))
    return infer.combination(goal, (), steps)


# -- how far an operator moves two value functions apart ------------------------------------------


@refusing("norm bound")
def contraction(ctx: Context, operator: Any) -> Theorem:
    """||B(z)|| is at most B with every coefficient replaced by its absolute value, at gamma.

    H v = A(z) r + B(z) v, power series in z      ctx |- 0 < gamma < 1
    -----------------------------------------------------------------------------
    ctx |- on the MRP at hand  ||H v - H v'|| <= |B|(gamma) ||v - v'||

    By the triangle inequality, ||XY|| <= ||X|| ||Y|| and ||P|| = 1 in the maximum norm.
    """
    rule, whole = "norm bound", checked(operator)
    form = operator_form(rule, ctx, whole)
    discount(rule, ctx)
    try:
        size = powerseries.size_theorem(RATE, form.values, ctx.proofs)
    except kernel.Refused as error:
        refuse(rule, error)
    bound = size.conclusion.args[2]
    proof = by_axiom("contraction", {**form.named(), x: bound}, form.analytic[0], size)
    proof = about(ctx, proof, operator_to_core(whole))
    words = _majorant(value_part(whole))
    if words is not None:
        proof = reworded(ctx, proof, 3, to_core(words))
    statement: Any = proof.conclusion
    if words is not None and normal(proof.conclusion.args[3]) is normal(to_core(words)):
        statement = Contracts(whole, words)
    reason = prose("triangle inequality; the rows of {P} sum to one")
    return spoken(rule, statement, proof, ctx=ctx, reason=reason)


def _majorant(t: Expr) -> Expr | None:
    """The bound in the author's words: the same reading as that of the search."""
    if Z not in t.free_symbols:
        return Abs(t)
    if t == Z:
        return GAMMA
    if isinstance(t, Add | Mul):  # what is free of z is one coefficient
        plain = t.func(*(a for a in t.args if Z not in a.free_symbols))
        rest = [_majorant(a) for a in t.args if Z in a.free_symbols]
        return None if None in rest else t.func(Abs(plain), *rest)
    if isinstance(t, Pow) and t.base == Z:
        return Pow(GAMMA, t.exp)
    if isinstance(t, Pow) and isinstance(t.exp, Integer) and t.exp > 0:
        inner = _majorant(t.base)
        return None if inner is None else Pow(inner, t.exp)
    if isinstance(t, Pow) and isinstance(t.exp, Integer):
        return Pow(1 - GAMMA, t.exp)
    if isinstance(t, Sum):
        part = open_sum(t)
        inner = _majorant(part.body)
        return None if inner is None else series(inner, part.var, part.lo, part.hi)
    return None


@refusing("modulus")
def smaller_modulus(ctx: Context, theorem: Theorem, bound: Theorem) -> Theorem:
    """
    G |- H contracts with modulus b      D |- b <= b'  (or =, <)
    ------------------------------------------------------------
    G, D |- H contracts with modulus b'
    """
    rule, s, order = "modulus", theorem.proof.conclusion, bound.proof.conclusion
    if s.op != "contracts" or order.op not in ("=", "<=", "<"):
        refuse(rule, "needs a contraction and a bound for its modulus")
    own, other = s.args[3], order.args[1]
    same = [] if normal(own) is normal(order.args[0]) else [same_number(ctx, own, order.args[0])]
    if None in same:
        refuse(rule, "{} is not the modulus {}", order.args[0], own)
    equal = [(ONE, e) for e in same if e is not None]
    if order.op == "=":
        larger = infer.combination(le(own, other), (), [*equal, (ONE, bound.proof)])
    else:
        larger = infer.combination(le(own, other), [(1, [bound.proof])], equal)
    names = {bridge.H: s.args[2], x: own, y: other}
    proof = by_axiom("larger modulus", names, theorem.proof, larger)
    words: Any = bound.statement
    statement: Any = theorem.statement
    made = Contracts(statement.lhs, words.rhs)
    return spoken(
        rule, made, proof, ctx=ctx, premises=(theorem, bound), reason=bound.reason, or_core=True
    )


@refusing("equal operators")
def same_operator(ctx: Context, theorem: Theorem, equation: Theorem) -> Theorem:
    """
    G |- H contracts with modulus b      D |- H = H' on the MRP at hand
    -------------------------------------------------------------------
    G, D |- H' contracts with modulus b
    """
    rule, s, e = "equal operators", theorem.proof.conclusion, equation.proof.conclusion
    if s.op != "contracts" or e.op != "same":
        refuse(rule, "needs a contraction and an equation between operators")
    if key(e.args[2]) is not key(s.args[2]):
        refuse(rule, "the equation is about another operator")
    one, other = e.args[2:]
    here = about(ctx, theorem.proof, one)
    names = {bridge.H: one, bridge.K: other, x: s.args[3]}
    proof = by_axiom("modulus of the same operator", names, equation.proof, here)
    words: Any = (theorem.statement, equation.statement)
    statement = Contracts(words[1].rhs, words[0].rhs)
    premises, reason = (theorem, equation), theorem.reason
    return spoken(rule, statement, proof, ctx=ctx, premises=premises, reason=reason, or_core=True)


# -- constants and cycles -------------------------------------------------------------------------


@refusing("constant vectors")
def on_constants(ctx: Context, operator: Any, constant: Symbol) -> Theorem:
    """P 1 = 1, so z acts on constant vectors as the number gamma.

    H v = A(z) r + B(z) v, power series in z      ctx |- 0 < gamma < 1
    ------------------------------------------------------------------
    ctx |- on the MRP at hand: if v - v' = k 1 then H v - H v' = B(gamma) k 1
    """
    rule, whole = "constant vectors", checked(operator)
    form = operator_form(rule, ctx, whole)
    small = discount(rule, ctx)
    if to_core(constant).sort != REAL:
        refuse(rule, "{} is not a variable for any number", constant)
    if to_core(constant) in free(explicit_term(operator_to_core(whole))):
        refuse(rule, "{} already occurs", constant)
    proof = by_axiom("constant vectors", form.named(), *small, *form.analytic)
    proof = about(ctx, proof, operator_to_core(whole))
    value = substitute(value_part(whole), {Z: GAMMA}) * constant
    proof = other_multiple(ctx, proof, bind(to_core(value), to_core(constant)))
    return spoken(
        rule,
        OnConstants(whole, value, constant),
        proof,
        ctx=ctx,
        reason=prose("the rows of {P} sum to one"),
        or_core=True,
    )


def other_multiple(
    ctx: Context, theorem: kernel.Theorem, function: Term, *equations: kernel.Theorem
) -> kernel.Theorem:
    """What constant vectors are multiplied by, as another function that is seen to be equal."""
    own = theorem.conclusion.args[3]
    if normal(own) is normal(function):
        return theorem
    said = [put(f, ZERO) for f in (own, function)]
    said += [s for fact in ctx.proofs for s in (fact.conclusion, *fact.hypotheses)]
    q = fresh(REAL, *said)
    same = same_number(ctx, put(own, q), put(function, q))
    return (
        theorem if same is None else equal_multiples(theorem, function, infer.generalise(same, q))
    )


def equal_multiples(
    theorem: kernel.Theorem, function: Term, every: kernel.Theorem
) -> kernel.Theorem:
    """The axiom of this name."""
    _, rate, operator, own = theorem.conclusion.args
    names = {bridge.gamma: rate, bridge.H: operator, A: own, B: function}
    return by_axiom("equal multiples", names, theorem, every)


@refusing("on a cycle")
def on_cycle(ctx: Context, operator: Any, length: Any, values: str) -> Theorem:
    """On the cycle s_0 -> s_1 -> ... -> s_{k-1} -> s_0, (z^n v)(s_0) = gamma^n u(n).

    H v = A(z) r + sum_n b_n z^n v      k >= 1      ctx |- 0 < gamma < 1
    --------------------------------------------------------------------------------------
    ctx |- on the k-cycle without rewards: (H v)(s_0) = sum_n b_n gamma^n u(n),
           u the k-periodic sequence with u(j) = v(s_j)
    """
    rule, whole, states = "on a cycle", checked(operator), checked(length)
    form = operator_form(rule, ctx, whole)
    small = discount(rule, ctx)
    if not is_index(states):
        refuse(rule, "{} is not an integer", states)
    long = need(ctx, le(1, to_core(states)), rule)
    u = named(values)
    if is_defined(u) or sequence(values) in free(explicit_term(operator_to_core(whole))):
        refuse(rule, "{} already occurs", values)
    followed = binder(lambda n: node("app", sequence(values), (n,)))
    reading = read_along(rule, ctx, form, followed)
    names = {**form.named(), k: to_core(states), library.U: followed}
    proof = by_axiom(
        "on a cycle",
        {**names, x: reading.conclusion.args[3]},
        *small,
        long,
        form.analytic[0],
        reading,
    )
    proof = about(ctx, proof, operator_to_core(whole))
    value = along(rule, value_part(whole), u)
    proof = reworded(ctx, proof, 4, to_core(value))
    return spoken(
        rule,
        OnCycle(whole, value, states, u),
        proof,
        ctx=ctx,
        reason="along the cycle",
        or_core=True,
    )


def read_along(
    rule: str, ctx: Context, form: Parts, values: Term, *facts: kernel.Theorem
) -> kernel.Theorem:
    """The sum of b_n gamma**n values(n), or a refusal."""
    try:
        return powerseries.along_theorem(RATE, form.values, values, (*ctx.proofs, *facts))
    except kernel.Refused as error:
        return refuse(rule, error)


def along(rule: str, t: Expr, u: Callable[[Expr], Expr]) -> Expr:
    """sum b_n z^n with z^n read as gamma^n u(n); only sums of multiples of powers of z."""
    if Z not in t.free_symbols:
        return t * u(Integer(0))
    if isinstance(t, Add):
        return Add(*(along(rule, a, u) for a in t.args))
    if isinstance(t, Sum):
        part = open_sum(t)
        return series(along(rule, part.body, u), part.var, part.lo, part.hi)
    plain = Mul(*(a for a in Mul.make_args(t) if Z not in a.free_symbols))
    powers = [a for a in Mul.make_args(t) if Z in a.free_symbols]
    if len(powers) == 1 and isinstance(powers[0], Sum):
        part = open_sum(powers[0])
        if part.var not in plain.free_symbols:
            return plain * along(rule, powers[0], u)
    exponent = powers[0].as_base_exp()[1] if len(powers) == 1 else None
    if exponent is None or powers[0].as_base_exp()[0] != Z:
        refuse(rule, "{} is not written as a multiple of a power of z", t)
    return plain * Pow(GAMMA, exponent) * u(exponent)
