"""recency eigenvalues: those of a return's operator on one process, and what updates do there."""

from __future__ import annotations

import argparse
import os
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from proofs.companion.commands.analyze import FORMATS, chosen_return, declare_return
from proofs.companion.commands.exact import unit
from proofs.companion.usage import OK, BadInput, place, whole_number, write

if TYPE_CHECKING:
    from numeric_checks.processes.mrp import RewardProcess

#: weights that are not zero
_MOST_WEIGHTS = 200

_NOTES = """
Numbers are exact: 0.9 and 9/10 are the same.  An MRP is a JSON object: P, for each state the
probabilities of going to each state, and, if episodes end, last that of ending; and gamma, unless
--gamma says it.  What recency walk --write-chain writes is one.
"""


class Process(NamedTuple):
    """A process, in words and for JSON."""

    mrp: RewardProcess
    words: str
    stored: dict[str, Any]


def declare(parser: argparse.ArgumentParser) -> None:
    """The options."""
    declare_return(parser)
    parser.epilog = _NOTES
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument(
        "--two-state", type=unit("p"), metavar="P", help="two states, each stays with probability P"
    )
    where.add_argument(
        "--cycle", type=whole_number(1), metavar="K", help="K states, each goes to the next one"
    )
    where.add_argument("--mrp", metavar="FILE", help="read the process; - is standard input")
    parser.add_argument("--json", action="store_true", help="print JSON and nothing else")
    parser.add_argument("--plot", metavar="FILE", help="draw the eigenvalues as SVG, PDF or PNG")


def run(options: argparse.Namespace) -> int:
    """Find the eigenvalues, and say what they mean."""
    form = _form(options.plot)
    if options.file == options.mrp == "-":
        raise BadInput("--file and --mrp both read standard input; expected one of them")
    ret, process = chosen_return(options), _process(options)

    from numeric_checks.arithmetic.rational_functions import filter_of
    from numeric_checks.processes.operator_spectrum import operator_spectrum
    from proofs.companion.documents import spectrum_text

    repeats = ret.recurrence
    length = max((repeats.start, *(length for _, length in repeats.factors)))
    if length > _MOST_WEIGHTS or max(map(len, filter_of(ret))) > _MOST_WEIGHTS + 1:
        raise BadInput(f"the return has more than {_MOST_WEIGHTS} weights")
    found = operator_spectrum(process.mrp, ret)
    if options.plot is not None:
        from numeric_checks.figures.spectrum_plane import render
        from numeric_checks.figures.style import InvalidFigure, equal

        gamma = equal(r"\gamma", options.gamma or process.mrp.gamma)
        try:
            drawn = render(found, form, f"{process.words},\n{gamma}")
        except InvalidFigure as error:
            raise BadInput(f"{options.plot!r} was not drawn: {error}") from None
        write(options.plot, drawn)
    if options.json:
        import json

        print(json.dumps(spectrum_text.as_json(found, process.stored), indent=2))
    else:
        print(spectrum_text.plain(found, process.words))
    return OK


def _form(plot: str | None) -> str:
    """The format that the name of the plot asks for, before any work is done."""
    if plot is None:
        return ""
    form = os.path.splitext(plot)[1].lower()[1:]
    if form not in FORMATS:
        raise BadInput(f"--plot {plot}: expected a name in .svg, .pdf or .png")
    place(plot)
    return form


def _process(options: argparse.Namespace) -> Process:
    from numeric_checks.processes.mrp import cycle, two_state
    from proofs.companion.stored import processes

    gamma = None if options.gamma is None else Fraction(options.gamma)
    if options.mrp is not None:
        mrp = processes.from_file(options.mrp, gamma)
        states = "1 state" if mrp.size == 1 else f"{mrp.size} states"
        return Process(mrp, f"an MRP of {states}", {"states": mrp.size})
    if gamma is None:
        raise BadInput("the following arguments are required: --gamma (recency eigenvalues --help)")
    if options.cycle is not None:
        k = options.cycle
        if k > processes.MOST_STATES:
            raise BadInput(f"--cycle {k}: expected at most {processes.MOST_STATES} states")
        words = "a single state" if k == 1 else f"the cycle of {k} states"
        return Process(cycle(k, gamma), words, {"cycle": k})
    p = Fraction(options.two_state)
    words = f"two states, each of which stays with probability {options.two_state.text}"
    return Process(two_state(p, gamma), words, {"two_state": str(p)})
