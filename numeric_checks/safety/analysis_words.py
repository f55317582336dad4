"""What an analysis says, in words: the verdict first, then what it is about and what else holds.

Decimals are within one unit of the last digit shown, on the side where nobody is misled: beta,
max |1 - f|, the variance, a witness and the steps that are not stable are not greater than shown;
min Re f and the steps that are stable are not less.

>>> from numeric_checks import analyze
>>> print(verdict(analyze([0, 1], "9/10")))
TD with this return diverges on the cycle of 2 states, with every step size.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, groupby
from typing import TYPE_CHECKING

from numeric_checks.arithmetic.leading_digits import Side, bound, down, exact_text, nearest, up

if TYPE_CHECKING:
    from numeric_checks.safety.analysis import Analysis
    from symbolic.returns import LinearReturn

__all__ = [
    "DIVERGES",
    "SCOPE",
    "Rung",
    "brief",
    "conditions",
    "consequences",
    "described",
    "enclosed",
    "facts",
    "lines",
    "number",
    "scope",
    "verdict",
]

#: longer fractions are shown by their first digits; longer lists by their first members, which
#: take so many columns
_LONGEST, _SHOWN, _WIDTH = 12, 8, 50
#: a fraction that is not longer is never a decimal
_SHORT = 8
_INDENT, _NAME = 2, 11

_ANSWERS = {"boundary": "equal", "undecided": "open"}


#: what safety is about, and what it is not about
SCOPE = (
    "Safe means that expected on-policy updates with one table, or with fixed linear features, and "
    "with small steps converge on every finite irreducible MRP, at the discount in question; "
    "nothing is said of other discounts, of several tables or outdated values, of off-policy or "
    "sampled updates."
)
#: what divergence is about
DIVERGES = (
    "Diverges means that expected on-policy updates of all states at once let the values there "
    "grow without bound, from almost every start and whatever the step sizes are, if their sum is "
    "infinite; on other processes this return may converge, and nothing is said of other discounts."
)
#: columns
_PAGE = 90


@dataclass(frozen=True)
class Rung:
    """One of the four nested conditions: whether it holds, its name, and the number behind it."""

    holds: str
    name: str
    about: str


def verdict(found: Analysis) -> str:
    """What was decided, in one sentence that says no more than that."""
    decision = found.decision
    if decision.verdict == "yes":
        return (
            "TD with this return is safe: expected on-policy updates converge on every finite "
            "irreducible MRP."
        )
    if decision.witness is not None:
        where = _cycle(decision.witness.cycle)
        return f"TD with this return diverges on {where}, with every step size."
    if decision.verdict == "boundary":
        if not any(_listed(found)):  # with h_0 = 0 and another h_i it would diverge
            return "On the boundary: every h_i is 0, and TD with this return never moves."
        return (
            "On the boundary: the least Re f is exactly 0, and neither convergence with a margin "
            "nor divergence is claimed."
        )
    return "Undecided: the least Re f is too close to 0 to tell its sign."


def scope(found: Analysis) -> str:
    """What the verdict is about."""
    return SCOPE if found.decision.witness is None else DIVERGES


def brief(found: Analysis) -> str:
    """The verdict in a few words, and what it is about.

    >>> from numeric_checks import analyze
    >>> print(brief(analyze([0, 1], "9/10")))
    diverges on the cycle of 2 states at gamma = 9/10; h = 0, 1, then zero
    """
    witness, decided = found.decision.witness, found.decision.verdict
    known = {"yes": "safe", "boundary": "on the boundary"}.get(decided, decided)
    words = known if witness is None else f"diverges on {_cycle(witness.cycle)}"
    return f"{words} at gamma = {number(found.gamma)}; {described(found.ret)}"


def described(ret: LinearReturn) -> str:
    """A return by its name, or by its weights.

    >>> from symbolic.returns import WeightedReturn
    >>> print(described(WeightedReturn([1, "1/2"])))
    h = 1, 1/2, then zero
    """
    if ret.name is not None or ret.listed is None:
        return str(ret)
    rest = "zero" if ret.limit == 0 else f"{number(ret.limit)} for ever"
    return f"h = {_some(ret.eligibilities(ret.listed))}, then {rest}"


def lines(found: Analysis) -> list[str]:
    """The verdict, what it means, and below it everything else."""
    return [
        verdict(found),
        *textwrap.wrap(scope(found), _PAGE, initial_indent="  ", subsequent_indent="  "),
        "",
        *_columns(facts(found)),
        "",
        "Each condition implies the next one (the first does if h_0 = 1):",
        *(f"  {each.holds:<5} {each.name:<16} {each.about}" for each in conditions(found)),
        "",
        *_columns(consequences(found)),
    ]


def facts(found: Analysis) -> Iterator[tuple[str, str]]:
    """What the return is."""
    yield "return", described(found.ret)
    yield "weights", f"{_weights(found)} on the n-step returns"
    yield "gamma", number(found.gamma)
    yield "class", _class(found)
    yield "recency", _recency(found)


def conditions(found: Analysis) -> list[Rung]:
    """Weak recency, contraction, spectral bound, convergence: from the narrowest to the widest."""
    spectral, decision = found.spectral_bound, found.decision
    beta = _exact_or(found.modulus, found.modulus_digits)
    return [
        Rung(_answer(found.recency.weak), "weak recency", "h_i >= h_{i+1} >= 0 for every i"),
        Rung(
            _answer(found.contracts),
            "beta < 1",
            f"beta, the worst contraction factor over all MRPs, is {beta}",
        ),
        Rung(
            _word(spectral.below_one),
            "max |1 - f| < 1",
            f"it is {enclosed(spectral.lower, spectral.upper, 'up')}, for |z| = gamma",
        ),
        Rung(
            _word(decision.verdict),
            "min Re f > 0",
            f"it is {enclosed(decision.margin_lower, decision.margin_upper, 'down')}, "
            "for |z| = gamma; f(z) = (1 - z) h(z)",
        ),
    ]


def consequences(found: Analysis) -> Iterator[tuple[str, str]]:
    """What follows: where TD diverges, or how large steps may be; and the variance."""
    witness, step = found.decision.witness, found.step_size
    if witness is not None:
        k, j = witness.cycle, witness.mode
        real_part = enclosed(witness.lower, witness.upper, "up")
        yield "witness", f"{_ring(k)}; no reward is needed"
        yield "", f"started from {_mode(j, k)}, v grows: Re f is {real_part} there"
    if step is not None:
        least = down(step.lower)
        yield "step size", f"updating all states at once, a constant step below {least} is"
        yield "", f"stable on every finite irreducible MRP; one above {up(step.upper)} is not"
    factor = _exact_or(found.variance_factor, found.variance_digits).removeprefix("about ")
    yield "variance", f"Var[G] <= {factor} times the largest covariance of TD errors"


def number(x: Fraction) -> str:
    """The fraction if it is short, or a shorter decimal that ends, or one that is rounded: ~0.3."""
    text, digits = exact_text(x), nearest(x)
    ends = Fraction(digits) == x
    if text is None or len(text) > _LONGEST:
        return digits if ends else f"~{digits}"
    return digits if ends and len(digits) < len(text) and len(text) > _SHORT else text


def enclosed(lower: Fraction, upper: Fraction, side: Side) -> str:
    """As many digits as are known, rounded to the safe side; or two bounds."""
    if lower == upper:
        return _equal(lower, side)
    digits = bound(lower, upper, side)
    return f"about {digits}" if digits else f"between {down(lower)} and {up(upper)}"


def _exact_or(x: Fraction | None, digits: str) -> str:
    return f"about {digits}" if x is None else _equal(x, "up")


def _equal(x: Fraction, side: Side) -> str:
    """A fraction that is short, with its decimals; of another number only these."""
    text, digits = number(x), (down if side == "down" else up)(x)
    ends = Fraction(digits) == x
    if "/" in text:
        return f"{text} = {digits}" if ends else f"{text}, about {digits}"
    return text if ends else f"about {digits}"


def _columns(rows: Iterable[tuple[str, str]]) -> list[str]:
    return [f"{'':{_INDENT}}{name:<{_NAME}}{text}" for name, text in rows]


def _weights(found: Analysis) -> str:
    shown = _some(found.nstep_weights)
    if found.ret.listed is None:
        return f"c = {shown.partition(' ... (')[0].rstrip(',')}, ..."
    return f"c = {shown}"


def _some(values: Sequence[Fraction]) -> str:
    texts = list(map(number, values[:_SHOWN]))
    fits = [width <= _WIDTH for width in accumulate(len(text) + 2 for text in texts)]
    shown = texts[: max(1, sum(fits))]
    more = len(values) - len(shown)
    return ", ".join([*shown, f"... ({more} more)"] if more else shown)


def _class(found: Analysis) -> str:
    """The smallest classes that the return is in, and why it is in no smaller one."""
    classes = found.classes
    if classes.n_step:
        return "n-step return (so convex, affine and linear)"
    if classes.compound:
        return "compound return (so convex, affine and linear)"
    if classes.affine:
        more = "" if found.contracts else "; beta >= 1"
        return f"affine, not convex: some weight on an n-step return is negative{more}"
    (first,) = found.ret.eligibilities(1)
    if first != 1:
        return f"linear, not affine: h_0 = {number(first)} is not 1"
    return "linear, not affine: h_i does not tend to 0"


def _recency(found: Analysis) -> str:
    recency = found.recency
    if recency.strong:
        return "strong: h_i > h_{i+1} > 0 for every i"
    if recency.weak:
        return "weak, not strong"
    steps = _runs(recency.violations)
    shown = ", ".join(steps[:_SHOWN])
    more = ", ..." if recency.more or len(steps) > _SHOWN else ""
    return f"violated at i = {shown}{more} (the step from h_i to h_{{i+1}})"


def _runs(values: Sequence[int]) -> list[str]:
    """1, 2, 3, 5 is 1-3, 5."""
    found = []
    for _, run in groupby(enumerate(values), key=lambda pair: pair[1] - pair[0]):
        members = [value for _, value in run]
        found.append(f"{members[0]}-{members[-1]}" if len(members) > 2 else _both(members))
    return found


def _both(members: Sequence[int]) -> str:
    return ", ".join(map(str, members))


def _listed(found: Analysis) -> tuple[Fraction, ...]:
    """Eligibilities that are all zero only if every one is."""
    return found.ret.eligibilities(2 + (found.ret.listed or 0))


def _cycle(k: int) -> str:
    return "a single state" if k == 1 else f"the cycle of {k} states"


def _ring(k: int) -> str:
    if k == 1:
        return "one state that always goes to itself"
    names = "0, 1" if k == 2 else f"0, ..., {k - 1}"
    return f"{k} states s = {names} in a ring, each going to the next one"


def _mode(j: int, k: int) -> str:
    """The real part of a mode of the cycle of k states."""
    if k <= 2:
        return "v = 1" if k == 1 else "v = (1, -1)"
    return f"v(s) = cos(2 pi {'' if j == 1 else f'{j} '}s/{k})"


def _answer(holds: bool) -> str:
    return "yes" if holds else "no"


def _word(sign: str) -> str:
    return _ANSWERS.get(sign, sign)
