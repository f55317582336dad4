"""recency walk: TD learning on the random walk of the paper's experiments, or on your own chain."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

from proofs.companion.usage import (
    OK,
    STDOUT,
    BadInput,
    check_folder,
    check_places,
    did_you_mean,
    folder,
    whole_number,
    write,
)

if TYPE_CHECKING:
    from numeric_checks.walk.chains import EpisodicChain
    from numeric_checks.walk.settings import Setting
    from proofs.companion.commands.walk_table import Found

VARIANTS = ("printed", "matched", "authors")
ENGINES = ("auto", "numpy", "numba")
FORMATS = ("svg", "pdf", "png")

#: step sizes for which an expectation is computed in one piece
_PIECE = 5

_NOTES = """
A RETURN is a family with its parameters, as in sparse:lam=3/4,m=3 or n-step:n=4, or weights on TD
errors, as in h:1,1/2,3/4, or on n-step returns, as in c:-1,2.  A chain is a JSON object: gamma;
P, for each state the probabilities of going to each state and last of ending the episode; rewards,
for each state one number or one for each entry of P; start, a state or a probability for each.
"""


def declare(parser: argparse.ArgumentParser) -> None:
    """The options."""
    parser.epilog = _NOTES
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "--variant",
        choices=VARIANTS,
        help="which lambda the paper's returns have (default: printed)",
    )
    which.add_argument(
        "--return",
        dest="returns",
        metavar="RETURN",
        action="append",
        help="a return of your own; may be given more than once",
    )
    parser.add_argument(
        "--chain",
        metavar="FILE",
        help="learn on this chain, not on the random walk; - is standard input",
    )
    parser.add_argument(
        "--write-chain",
        metavar="FILE",
        help="write the chain as JSON, to begin your own with; - prints nothing else",
    )
    for name, default, what in (
        ("trials", 400, "how many times the experiment is repeated"),
        ("episodes", 10, "episodes in a trial"),
        ("sizes", 51, "how many step sizes, from exp(-5) to 1"),
    ):
        parser.add_argument(
            f"--{name}",
            type=whole_number(1 if name == "episodes" else 2),
            default=default,
            metavar="N",
            help=f"{what} (default: {default})",
        )
    parser.add_argument(
        "--seed",
        type=whole_number(0),
        default=0,
        metavar="S",
        help="the same seed gives the same result (default: 0)",
    )
    parser.add_argument(
        "--expected",
        action="store_true",
        help="expected squared errors too, with nothing sampled and with proved bounds",
    )
    parser.add_argument("--predict", action="store_true", help="what theory says of both ends")
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--json", action="store_true", help="print JSON and nothing else")
    output.add_argument("--csv", action="store_true", help="print CSV and nothing else")
    parser.add_argument("-o", dest="folder", metavar="DIR", help="draw the figures there")
    parser.add_argument(
        "--format",
        dest="formats",
        action="append",
        choices=FORMATS,
        help="of the figures; may be given more than once (default: svg and pdf)",
    )
    parser.add_argument(
        "--jobs", type=whole_number(1), metavar="N", help="processes (default: one per core)"
    )
    parser.add_argument("--engine", choices=ENGINES, default="auto", help="default: numba if there")


def run(options: argparse.Namespace) -> int:
    """Simulate, and answer."""
    if options.formats and options.folder is None:
        raise BadInput("--format goes with -o DIR")
    settings = _settings(options)
    chain = _chain(options.chain)
    if options.folder is not None:
        check_folder(options.folder)
    printed = "--json" if options.json else "--csv" if options.csv else None
    check_places([options.write_chain], printed)
    taken = options.write_chain == STDOUT
    import json

    if options.write_chain is not None:
        write(options.write_chain, json.dumps(chain.as_json()) + "\n")
    if taken and options.folder is None:
        return OK
    found = _found(chain, settings, options)

    from proofs.companion.commands import walk_table

    if options.json:
        print(json.dumps(walk_table.as_json(found), indent=2))
    elif options.csv:
        print(walk_table.as_csv(found), end="")
    elif not taken:
        print(walk_table.plain(found))
        print(*walk_table.notes(found), sep="\n")
    if options.folder is not None:
        where = folder(options.folder)
        formats = [form for form in FORMATS if form in (options.formats or ("svg", "pdf"))]
        for name, content in walk_table.figures(found, formats):
            write(where / name, content)
            print(where / name, file=sys.stderr if printed or taken else sys.stdout)
    return OK


# -- what is simulated -----------------------------------------------------------------------


def _settings(options: argparse.Namespace) -> tuple[Setting, ...]:
    from numeric_checks.walk.settings import Setting, variant

    if not options.returns:
        return variant(options.variant or "printed")
    return tuple(Setting(text, _return(text)) for text in dict.fromkeys(options.returns))


def _return(text: str) -> Any:
    from proofs.companion.stored import weights
    from symbolic.returns import FAMILIES, SPECIAL, InvalidReturn, WeightedReturn, named_return

    name, _, rest = text.partition(":")
    try:
        if name == "h":
            return WeightedReturn(weights.from_text(rest, weights.H).values)
        if name == "c":
            return WeightedReturn.from_nstep_weights(weights.from_text(rest, weights.C).values)
        if name in SPECIAL and not rest:
            family, parameters = SPECIAL[name]
            return named_return(family, parameters)
        if name not in FAMILIES:
            known = ("h", "c", *FAMILIES, *SPECIAL)
            hint = did_you_mean(name, known)
            raise BadInput(f"there is no return {name!r}{hint} (one of {', '.join(known)})")
        given: dict[str, str] = {}
        for pair in filter(None, rest.split(",")):
            key, _, value = map(str.strip, pair.partition("="))
            if key in given:
                raise BadInput(f"--return {text}: {key} is given twice")
            given[key] = value
        return named_return(name, given)
    except InvalidReturn as error:
        raise BadInput(f"--return {text}: {error}") from None


def _chain(path: str | None) -> EpisodicChain:
    from numeric_checks.walk.chains import InvalidChain, chain_from, random_walk

    if path is None:
        return random_walk()
    from proofs.companion.stored import weights

    text = weights.text_of(path, "a chain in JSON")
    try:
        return chain_from(weights.from_json(text))
    except (BadInput, InvalidChain) as error:
        raise BadInput(f"{weights.called(path)} is not a chain: {error}") from None


# -- the work --------------------------------------------------------------------------------

Task = tuple[Literal["sampled", "expected"], Any]


def _found(
    chain: EpisodicChain, settings: tuple[Setting, ...], options: argparse.Namespace
) -> Found:
    import numpy as np

    from numeric_checks.arithmetic.ball_arrays import joined
    from numeric_checks.walk.expectation import MOST_STATES, repeating
    from numeric_checks.walk.prediction import predict
    from numeric_checks.walk.recursions import recursion
    from numeric_checks.walk.settings import step_sizes
    from numeric_checks.walk.simulation import InvalidExperiment, Measured, check_amount, parts
    from proofs.companion.commands.terminal import watched
    from proofs.companion.commands.walk_table import Found
    from symbolic.returns import InvalidReturn

    if options.expected and chain.size > MOST_STATES:
        raise BadInput(
            f"--expected: the chain has {chain.size} states, expected at most {MOST_STATES}"
        )
    sizes = step_sizes(options.sizes)
    try:
        check_amount(len(settings), options.trials, options.episodes, len(sizes))
        for setting in settings:
            recursion(setting.ret, chain.gamma)
            if options.expected:
                repeating(setting.ret)
    except (InvalidExperiment, InvalidReturn) as error:
        raise BadInput(str(error)) from None
    tasks: list[Task] = [("sampled", part) for part in parts(chain, options.trials, len(sizes))]
    pieces = [slice(k, k + _PIECE) for k in range(0, len(sizes), _PIECE)] * options.expected
    tasks += [("expected", (k, piece)) for k in range(len(settings)) for piece in pieces]
    engine = _engine(options.engine)

    def work(task: Task) -> Any:
        kind, what = task
        if kind == "sampled":
            from numeric_checks.walk.simulation import simulate_part

            return simulate_part(
                chain, settings, sizes, what, options.episodes, options.seed, engine
            )
        from numeric_checks.walk.expectation import expected_errors

        which, piece = what
        return expected_errors(chain, settings[which].ret, sizes[piece], options.episodes)

    try:
        done = list(watched(_worked(work, tasks, options.jobs), len(tasks), "walking"))
    except InvalidReturn as error:
        raise BadInput(str(error)) from None
    portions = [x for (kind, _), x in zip(tasks, done, strict=True) if kind == "sampled"]
    expected = [x for (kind, _), x in zip(tasks, done, strict=True) if kind == "expected"]
    shape = (options.episodes, len(settings), len(sizes))
    return Found(
        chain,
        Measured(settings, sizes, np.concatenate(portions, axis=1), options.seed),
        joined(expected, 1).moved(lambda a: a.reshape(shape).swapaxes(0, 1)) if expected else None,
        tuple(predict(chain, s.ret) for s in settings) if options.predict else None,
        (options.variant or "printed") if not (options.returns or options.chain) else None,
    )


def _engine(asked: str) -> Any:
    from numeric_checks.walk.simulation import has_numba

    if asked == "numba" and not has_numba():
        raise BadInput("numba is not installed: pip install 'recency[fast]', or --engine numpy")
    return "numba" if asked != "numpy" and has_numba() else "numpy"


#: what a forked process works on
_work: Callable[[Task], Any] | None = None


def _worked(work: Callable[[Task], Any], tasks: Sequence[Task], jobs: int | None) -> Iterator[Any]:
    """The results in order; in forked processes where there are some."""
    import multiprocessing

    from proofs.companion.running import Pool, cores, in_order

    forks = "fork" in multiprocessing.get_all_start_methods()
    count = min(len(tasks), jobs or cores()) if forks else 1
    global _work  # noqa: PLW0603  # a closure cannot be sent to a process; it is there when it forks
    _work = work
    yield from in_order(_one, tasks, Pool(count) if count > 1 else None, count)


def _one(task: Task) -> Any:
    assert _work is not None
    return _work(task)
