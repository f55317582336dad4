"""How ``recency analyze`` answers: the words of the analysis, and the claims that they rest on.

On a terminal the verdict and the answers have colours, which only repeat the words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from numeric_checks.safety.analysis_words import lines

if TYPE_CHECKING:
    from rich.text import Text

    from numeric_checks.safety.analysis import Analysis

_COLOURS = {"yes": "green", "no": "red", "equal": "yellow", "open": "yellow"}
_VERDICTS = {"yes": "bold green", "no": "bold red"}


def claims(found: Analysis) -> tuple[str, ...]:
    """The ids of the theorems by which the numbers mean what the text says.

    A square for a list of weights is a certificate by itself; for a return that goes on for ever it
    bounds Re f, and the criterion does the rest.
    """
    verdict: tuple[str, ...] = {
        "yes": ("convergence-criterion", "largest-step"),
        "no": ("cycle-criterion",),
    }.get(found.decision.verdict, ())
    if found.decision.square is not None and not found.decision.filter.factors:
        verdict = ("certificate-soundness", *verdict)
    (first,) = found.ret.eligibilities(1)
    if found.decision.verdict == "no" and first <= 0:
        verdict = (*verdict, "immediate-eligibility")
    if found.classes.convex:
        verdict = (*verdict, "convex-margin")
    return (*verdict, "convergence-hierarchy", "eq:linear_contraction")


def plain(found: Analysis) -> str:
    """The whole answer without colour."""
    return "\n".join(_whole(found))


def draw(found: Analysis) -> None:
    """The same on a terminal."""
    from rich.console import Console

    console = Console(highlight=False)
    first, *rest = _whole(found)
    console.print(_coloured(first, len(first), _VERDICTS.get(found.decision.verdict, "bold")))
    for line in rest:
        answer = line.split()[:1]
        known = line.startswith("  ") and answer and answer[0] in _COLOURS
        console.print(_coloured(line, 7, _COLOURS[answer[0]]) if known else _coloured(line, 0, ""))


def _whole(found: Analysis) -> list[str]:
    """The words, and below them the claims."""
    first, *rest = claims(found)
    out = [*lines(found), f"  {'rests on':<11}{first}"]
    for claim in rest:
        if len(out[-1]) + len(claim) + 2 > 90:
            out[-1] += ","
            out.append(f"{'':13}{claim}")
        else:
            out[-1] += f", {claim}"
    out[-1] += " (recency show)"
    return out


def _coloured(line: str, width: int, style: str) -> Text:
    from rich.text import Text

    text = Text(line)
    if style:
        text.stylize(style, 0, width)
    return text
