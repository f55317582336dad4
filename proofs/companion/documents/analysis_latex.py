r"""The derivation for one return, as LaTeX: a file that compiles alone and can be taken in.

Every number is read from the analysis and from its certificate, which is there as a whole and
which the independent checker has accepted; the theorem at the end is printed from the ledger, where
it was derived.  Numbers with many digits are rounded, after a sign that says so, or to the safe
side where they are bounds.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from numeric_checks.arithmetic.leading_digits import down, up
from numeric_checks.safety.analysis_words import scope, verdict
from numeric_checks.safety.certificate_checker import check
from numeric_checks.safety.trigonometric_squares import Inequality
from proofs.companion import __version__, ledger
from proofs.companion.documents.formulas import (
    Signed,
    coefficient,
    cosine,
    display,
    integer_polynomial,
    listing,
    number,
    polynomial,
    power,
    scientific,
    total,
)
from proofs.companion.documents.fragments import MACROS, PACKAGES, reference
from symbolic.documents import Sequent
from symbolic.documents.latex import block_latex
from symbolic.printing import escape

if TYPE_CHECKING:
    from numeric_checks.safety.analysis import Analysis

__all__ = ["fragment"]

#: A file on its own is a document; one that a document takes in is not.
_ALONE = rf"""\expandafter\ifx\csname @twoclasseserror\endcsname\documentclass
  \let\RecencyEnd\relax
\else
  \def\RecencyEnd{{\end{{document}}}}
  \documentclass{{article}}{PACKAGES}\begin{{document}}
\fi"""


def fragment(found: Analysis) -> str:
    """The file; raises the checker's `Rejected` if it does not accept the certificate."""
    certificate = found.decision.certificate()
    if certificate is None:
        derivation = _undetermined(found)
    else:
        check(json.dumps(certificate))
        made = _converges if certificate["claim"] == "converges" else _diverges
        derivation = made(certificate)
    return "\n".join(
        [
            f"% {verdict(found)}",
            f"% What recency {__version__} decided and checked. It needs {PACKAGES}.",
            _ALONE,
            MACROS,
            r"\begingroup\emergencystretch=3em\allowdisplaybreaks",
            *_return(found),
            *derivation,
            r"\par\endgroup",
            r"\RecencyEnd",
            "",
        ]
    )


# -- the return ------------------------------------------------------------------------------


def _return(found: Analysis) -> list[str]:
    return [
        *_described(found),
        rf"The discount is $\gamma = {number(found.gamma)[0]}$, and the update filter is",
        display([r"f(z) = (1 - z) \sum_{i \geq 0} h_i z^i = ", *_filter(found)]),
        rf"\RecencyPart{{Verdict}}{{{escape(verdict(found))}}}",
        rf"\RecencyNote{{What it means}} {escape(scope(found))}",
    ]


def _described(found: Analysis) -> list[str]:
    """The first eligibilities, or their formula."""
    ret = found.ret
    kind = "A list of weights" if ret.name is None else f"The {ret}"
    part = rf"\RecencyPart{{The return}}{{{escape(kind)}, with the eligibilities}}"
    if ret.has_formula or ret.listed is None:
        return [part, rf"\[ {ret._repr_latex_().strip('$')} \]"]
    tail = number(ret.limit)[0]
    return [part, listing("h =", ret.eligibilities(ret.listed), rf"{tail}, {tail}, \dots")]


def _filter(found: Analysis) -> list[Signed]:
    """A polynomial, or (1 - z) times a quotient of polynomials."""
    parts = found.decision.filter
    top = [Fraction(int(a.p), int(a.q)) for a in parts.top.coeffs()]
    if not parts.factors:
        return polynomial(top, "z")
    over = [
        total(polynomial([Fraction(int(a.p), int(a.q)) for a in d.coeffs()], "z"))
        for d in parts.factors
    ]
    bottom = "".join(f"({d})" for d in over) if len(over) > 1 else over[0]
    return [Signed("", rf"\frac{{{total(polynomial(top, 'z'))}}}{{{bottom}}}", 200.0)]


# -- why it converges ------------------------------------------------------------------------


def _converges(certificate: dict[str, Any]) -> list[str]:
    shown_part = Inequality.of(certificate)
    margin = number(shown_part.margin)[0]
    left, floor = (r"\operatorname{Re} f", "m")
    out = [r"\RecencyDerivation{Proof}", rf"Put $m = {margin}$ and $z = \gamma e^{{i \theta}}$."]
    if certificate["return"]["factors"]:
        out.append(
            r"Write $f = F/D$ with $D$ the denominator above, which has no zero where "
            r"$|z| \leq \gamma$, since in each of its factors the sizes of the later terms add up "
            r"to less than the first one."
        )
        left, floor = r"\operatorname{Re}(F \overline{D})", "m |D|^2"
    out += [
        "Then",
        display([f"{left} - {floor} = ", *_cosines(shown_part)]),
        *_square(shown_part),
        *_bound(shown_part),
        rf"Hence $\operatorname{{Re}} f(\gamma e^{{i \theta}}) \geq m > 0$ for every $\theta$, "
        rf"which is the hypothesis of {reference('convergence-criterion')} with $m$ for its bound.",
        *_theorem("convergence-criterion", "converges"),
    ]
    return out


def _cosines(inequality: Inequality) -> list[Signed]:
    listed = [cosine(inequality.coefficient(k), k) for k in range(inequality.length)]
    return [term for term in listed if term.latex]


def _square(inequality: Inequality) -> list[str]:
    integers, denominator = inequality.square
    if not integers:
        return [r"No square is needed: put $q = 0$, so that every $A_k$ is zero."]
    return [
        "Take the polynomial",
        display([rf"{power(denominator)} \, q(x) = ", *integer_polynomial(integers, "x")]),
        r"and $A_k = \sum_j q_j q_{j+k}$, so that $|q(e^{i \theta})|^2 = A_0 + 2 \sum_{k \geq 1} "
        r"A_k \cos k \theta \geq 0$.",
    ]


def _bound(inequality: Inequality) -> list[str]:
    """t_0 - A_0 >= a >= b >= sum |t_k - 2 A_k|, with decimals a and b."""
    least, most = inequality.bounds()
    chain = r"t_0 - A_0 \geq \sum_{k \geq 1} |t_k - 2 A_k|"
    for digits in range(4, 40):
        a, b = down(least, digits), up(most, digits)
        if Fraction(a) >= Fraction(b):
            middle = rf"{scientific(a)} \geq {scientific(b)}" if a != b else scientific(a)
            chain = rf"t_0 - A_0 \geq {middle} \geq \sum_{{k \geq 1}} |t_k - 2 A_k|"
            break
    return [
        r"With $t_0 + \sum_{k \geq 1} t_k \cos k \theta$ for the sum above, this is",
        r"\begin{align*}",
        r"& |q(e^{i \theta})|^2 + (t_0 - A_0) + \sum_{k \geq 1} (t_k - 2 A_k) \cos k \theta \\",
        r"& \qquad \geq (t_0 - A_0) - \sum_{k \geq 1} |t_k - 2 A_k| \geq 0,",
        r"\end{align*}",
        "because, as the independent checker finds with integers,",
        rf"\[ {chain}. \]",
    ]


# -- why it diverges -------------------------------------------------------------------------


def _diverges(certificate: dict[str, Any]) -> list[str]:
    k, j = certificate["cycle"], certificate["mode"]
    lower, upper = (Fraction(certificate["real_part"][end]) for end in ("lower", "upper"))
    least, most = scientific(down(lower)), scientific(up(upper))
    growth = scientific(down(-upper))
    turn = "0" if j == 0 else rf"2 \pi i {coefficient(Fraction(j, k))}"
    return [
        r"\RecencyDerivation{Proof}",
        f"Take the cycle of ${k}$ states, in which state $s$ always goes to $s + 1$ modulo ${k}$, "
        rf"and $\mu = e^{{{turn}}}$. Its transition matrix turns the mode $v(s) = \mu^s$ into "
        r"$\mu v$, so that an expected update with step size $\alpha$ multiplies the mode by "
        r"$1 - \alpha f(\gamma \mu)$. In ball arithmetic,",
        rf"\[ {least} \leq \operatorname{{Re}} f(\gamma \mu) \leq {most} < 0. \]",
        r"Hence $|1 - \alpha f(\gamma \mu)| \geq 1 - \alpha \operatorname{Re} f(\gamma \mu) \geq "
        rf"1 + {growth} \, \alpha$ for every step size $\alpha > 0$: the mode grows with every "
        r"update. With step sizes that may change,",
        *_theorem("cycle-criterion", "diverges"),
    ]


# -- what is left open -----------------------------------------------------------------------


def _undetermined(found: Analysis) -> list[str]:
    decision = found.decision
    if decision.margin_lower == decision.margin_upper:
        least = rf"= {number(decision.margin_lower)[0]}"
    else:
        lower, upper = (
            scientific(down(decision.margin_lower)),
            scientific(up(decision.margin_upper)),
        )
        least = rf"\in [{lower}, {upper}]"
    how = escape(f"There is no certificate; what was found, was found by {decision.method}.")
    return [rf"\[ \min_{{\theta}} \operatorname{{Re}} f(\gamma e^{{i \theta}}) {least} \]", how]


def _theorem(claim_id: str, name: str) -> list[str]:
    """A theorem of the ledger, derived now and printed without its derivation."""
    part = next(part for part in ledger.load(claim_id).parts if part.name == name)
    theorem = part.theorem
    return [
        rf"\RecencyPart[{reference(claim_id)}]{{Theorem}}{{{part.words.latex()}}}",
        block_latex(Sequent(tuple(theorem.hypotheses), (), theorem.statement)),
    ]
