"""The one representation behind every claim, as sentences whose formulas are terms.

What is said of the representation is derived while it is said, so a formula that does not fit the
others is refused.

    >>> from symbolic.documents import text
    >>> print(text(representation()[1:2]))
    The Bellman operator, n applications of it, and its fixed point. See nstep-contraction.
      T·v = r + z·v
      T^n·v = v_π + z^n·(v - v_π)
      v_π = r + z·v_π
"""

from __future__ import annotations

from sympy import Expr

from proofs.notation import (
    BOUNDED,
    DISCOUNT,
    INSIDE,
    STRONG_RECENCY,
    WEAK_RECENCY,
    G,
    L,
    R,
    V,
    bellman,
    c,
    delta,
    gamma,
    h,
    i,
    n,
    r,
    td_error_form,
    v,
    v_pi,
    z,
)
from proofs.paper import sample_real_nsteps
from symbolic import And, AtMost, Chain, Equal, Theorem, given, index, operators, real, series
from symbolic.documents import Display, Paragraph, Section
from symbolic.printing import Sentence, prose
from symbolic.printing.sentences import Reference, Together, joined
from symbolic.statements import OperatorEqual, Statement

__all__ = ["representation"]

T, H, P, f = (real(name) for name in ("T", "H", "P", "f(z)"))
#: what the names stand for; those of operators are always followed by v
_MEANING: dict[Expr, Expr] = {
    T: operators.bellman().term / v,
    T**n: operators.bellman(n).term / v,
    H: operators.linear_return(h).term / v,
    f: (1 - z) * series(h(i) * z**i, i, 0),
}


def _section(words: Sentence, shown: tuple[Statement, ...] = (), claim: str = "") -> Section:
    """A sentence, the formulas displayed below it, and the claim that has more about them."""
    more = joined((" See ", Reference("", claim), "."), "") if claim else Sentence()
    return Section((Paragraph(words + more), *((Display(shown),) if shown else ())))


def representation() -> tuple[Section, ...]:
    """The paragraphs, in reading order."""
    powers, weighted = sample_real_nsteps.weighted_powers(), series(c(n) * z**n, n, 1)
    return (
        _section(
            prose(
                "Fix a finite Markov reward process with rewards {} and a discount with {}; "
                "{} is {} times the transition matrix {}. Every operator of the paper is a power "
                "series in this one matrix, so all of them commute, and an identity between two "
                "operators is an identity between two series.",
                r,
                Together(DISCOUNT),
                z,
                gamma,
                P,
            ),
        ),
        _section(
            prose("The Bellman operator, {} applications of it, and its fixed point.", n),
            (
                identity(T * v, operators.bellman().term),
                identity(T**n * v, bellman(n)),
                identity(v_pi, operators.bellman().at(v_pi)),
            ),
            "nstep-contraction",
        ),
        _section(
            prose(
                "Along a trajectory, from the time {} of an update on, there are rewards {} and "
                "values {}; the {}-th TD error, and the {}-step return.",
                index("t"),
                R(i),
                V(i),
                i,
                n,
            ),
            (Equal(delta(i), delta.at(i)), Equal(G(n), G.at(n))),
            "eq:nstep-return_errors",
        ),
        _section(
            prose("A linear return is its eligibilities {}, the weights of its TD errors.", h(i)),
            (identity(H * v, td_error_form()),),
            "eq:sample-real_errors",
        ),
        _section(
            prose("What it does to an error is one multiplication."),
            (identity(f, _MEANING[f]), identity(H * v - v, -f * (v - v_pi))),
        ),
        _section(
            prose("Its weights on {}-step returns are the drops of its eligibilities.", n),
            (Equal(c(n), c.at(n)), identity(f, h(0) - weighted, powers)),
        ),
        _section(
            prose(
                "Weak recency, and strong recency. A return is convex if none of its weights {} is "
                "negative and they sum to one.",
                c(n),
            ),
            (And(*WEAK_RECENCY), And(*STRONG_RECENCY)),
            "recency-examples",
        ),
        _section(
            prose("If the eligibilities tend to {}, these weights leave a multiple of it over.", L),
            (_operator(sample_real_nsteps.with_the_limit()),),
            "eq:sample-real_nsteps",
        ),
    )


def identity(lhs: Expr, rhs: Expr, *reasons: Theorem) -> Equal:
    """The equation between two terms, if what the names in them mean is equal."""
    left, right = (side.xreplace(_MEANING) for side in (lhs, rhs))
    Chain(given(INSIDE, BOUNDED, AtMost(0, n)), left).to(right, *reasons).qed()
    return Equal(lhs, rhs)


def _operator(theorem: Theorem) -> Equal:
    """H v in the form that a theorem gives it."""
    assert isinstance(theorem.statement, OperatorEqual)
    identity(H * v, theorem.statement.lhs)
    return Equal(H * v, theorem.statement.rhs)
