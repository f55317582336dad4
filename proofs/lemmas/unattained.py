"""TD errors whose variances increase for ever: a supremum of covariances that is no maximum.

On two states, at v = v_pi, the covariances K_{i,j} with i != j are zero and the variances are
K_{i,i} = 5/24 - 4^{-i}/48.
"""

from numeric_checks.processes.variance_bounds import maximum_not_attained
from proofs.notation import i
from proofs.vocabulary import *
from symbolic.printing import term_text
from symbolic.returns.parameters import rational

SUPREMUM = Rational(5, 24)
#: the variance of the i-th TD error
rising = SUPREMUM - Rational(1, 48) * Rational(1, 4) ** i


def witness(least_upper_bound: Theorem) -> Witness:
    """At v = v_pi on two states, the variance of the i-th TD error increases with i."""
    found = maximum_not_attained()
    table = [[found.errors.covariance(a, b)[found.state] for b in range(6)] for a in range(6)]
    closed_form = [rational(substitute(rising, {i: Integer(a)})) for a in range(6)]
    least = least_upper_bound.statement
    assert isinstance(least, AtMost)
    supremum = rational(least.lhs)
    mrp = found.errors.mrp
    rows = "; ".join(", ".join(map(str, row)) for row in mrp.P)
    shown = ", ".join(map(str, closed_form[:3]))
    return Witness(
        f"P = ({rows}), r = {vector(*mrp.r)}, γ = {mrp.gamma} at v = v_π = "
        f"{vector(*found.errors.v)}, from the first state: Var[δ_(t+i)] = {shown}, ...",
        keeps=(
            Check(
                f"Cov[δ_(t+i), δ_(t+j)] = 0 for i ≠ j, and Var[δ_(t+i)] - {found.limit} is "
                f"multiplied by {found.ratio} with each step, starting at {-found.gap}",
                found.holds
                and (found.limit, found.gap, found.ratio)
                == (supremum, Fraction(1, 48), Fraction(1, 4)),
            ),
            Check(
                f"so it is {term_text(rising)}",
                table == [[x * (a == b) for b in range(6)] for a, x in enumerate(closed_form)],
            ),
        ),
        conclusion=Check(
            f"the supremum is {supremum} (least_upper_bound), and no covariance is equal to it "
            "(never_reached)",
            any(x >= supremum for x in [*closed_form, Fraction(0)]) or found.gap <= 0,
        ),
    )
