"""Delayed TD(0): what the claims about it share.

Its only eligibility is h_tau = 1, so its operator is H v = v + z^tau (T v - v).
"""

from proofs.notation import gamma, r, v, z
from proofs.vocabulary import *

tau = index("tau")
#: the probability with which each of the two states is kept
p = real("p")

#: the delay is at least 1: without one, delayed TD(0) is TD(0)
DELAYED = AtMost(1, tau)
SOME_DELAY = AtMost(0, tau)
PROBABILITY = (AtMost(0, p), AtMost(p, 1))


def delayed(delay: Expr | int = tau) -> Expr:
    """H v = v + z^tau (T v - v), multiplied out."""
    return v + z**delay * r + z ** (delay + 1) * v - z**delay * v


def relaxed(step: Expr, delay: Expr | int = tau) -> Expr:
    """v + alpha (H v - v), the update with step size alpha, multiplied out."""
    return v + step * z**delay * r + step * z ** (delay + 1) * v - step * z**delay * v


def multiplier(x: Expr, delay: Expr | int = tau) -> Expr:
    """The eigenvalue of H where z has the eigenvalue x: 1 - x^tau (1 - x)."""
    return 1 - x**delay * (1 - x)


#: the eigenvalue of z = gamma P for (1, -1)
x_of_p = gamma * (2 * p - 1)
