"""recency search: look for returns that break recency and work all the same, or fail."""

from __future__ import annotations

import argparse
import os
import sys

from proofs.companion.usage import (
    BROKEN,
    OK,
    BadInput,
    declare_workers,
    did_you_mean,
    whole_number,
    write,
)

_EXAMPLES, _MAX_SUPPORT = 300, 6


def declare(parser: argparse.ArgumentParser) -> None:
    """The options."""
    parser.add_argument("goals", nargs="*", metavar="GOAL", help="what to look for; all if none")
    parser.add_argument("--gamma", default="9/10", metavar="G", help="the discount (default: 9/10)")
    parser.add_argument(
        "--examples",
        type=whole_number(1),
        default=_EXAMPLES,
        metavar="N",
        help=f"candidates to draw for a goal (default: {_EXAMPLES})",
    )
    parser.add_argument(
        "--seed",
        type=whole_number(0),
        default=0,
        metavar="S",
        help="the same seed gives the same result (default: 0)",
    )
    parser.add_argument(
        "--max-support",
        type=whole_number(2),
        default=_MAX_SUPPORT,
        metavar="K",
        help=f"returns with at most K eligibilities (default: {_MAX_SUPPORT})",
    )
    parser.add_argument(
        "-o", dest="output", metavar="FILE", help="write the result as JSON (--many: lines of JSON)"
    )
    bulk = parser.add_argument_group("many searches")
    bulk.add_argument(
        "--many", metavar="FILE", help="an object with a goal, and its own options, on each line"
    )
    declare_workers(bulk)
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--json", action="store_true", help="print JSON and nothing else")
    output.add_argument("--list", action="store_true", help="print the goals; search nothing")
    output.add_argument("--check", metavar="FILE", help="check a stored result again, from scratch")


def run(options: argparse.Namespace) -> int:
    """Search, or check a stored search."""
    if options.many is not None:
        return _many(options)
    for option in ("jobs", "dask"):
        if getattr(options, option) is not None:
            raise BadInput(f"--{option} goes with --many")
    if options.check is not None:
        return _check(options)

    from numeric_checks.search import GOALS

    for name in options.goals:
        if name not in GOALS:
            hint = did_you_mean(name, list(GOALS))
            raise BadInput(f"there is no goal {name!r}{hint} (recency search --list)")
    if options.list:
        width = max(map(len, GOALS))
        print("\n".join(f"{goal.name:{width}}  {goal.shows}" for goal in GOALS.values()))
        return OK
    return _search(options)


def _many(options: argparse.Namespace) -> int:
    if options.goals or options.json or options.list or options.check is not None:
        raise BadInput("--many takes goals from a file, and goes with no other kind of output")

    from numeric_checks.search import InvalidSearch, discount
    from proofs.companion.commands import many
    from proofs.companion.stored import searches

    try:
        gamma = discount(options.gamma)
    except InvalidSearch as error:
        raise BadInput(str(error)) from None
    setting = searches.Setting(gamma, options.examples, options.seed, options.max_support)
    job = many.Job("search", setting, searches.searched, searches.TOGETHER)
    return many.run(options, job)


def _search(options: argparse.Namespace) -> int:
    import json
    import time

    from numeric_checks.search import GOALS, InvalidSearch, Result, discount, outcomes
    from proofs.companion.commands import search_table, terminal

    goals = list(dict.fromkeys(options.goals)) or list(GOALS)
    if options.output is not None:
        _check_place(options.output)
    start = time.perf_counter()
    try:
        gamma = discount(options.gamma)
        coming = outcomes(
            goals,
            gamma,
            examples=options.examples,
            seed=options.seed,
            max_support=options.max_support,
        )
    except InvalidSearch as error:
        raise BadInput(str(error)) from None
    done = tuple(terminal.watched(coming, len(goals), "searching", goals))
    result = Result(gamma, options.seed, options.examples, options.max_support, done)
    text = json.dumps(result.as_json(), indent=2)
    if options.output is not None:
        write(options.output, text + "\n")
    if options.json:
        print(text)
        for outcome in result.outcomes:
            if outcome.problem is not None:
                print(f"dropped: {outcome.goal}: {outcome.problem}", file=sys.stderr)
        return OK if result.ok else BROKEN
    if sys.stdout.isatty():
        search_table.draw(result)
    else:
        print(search_table.plain(result))
    for note in search_table.notes(result):
        print(note)
    print(search_table.summary(result, time.perf_counter() - start))
    return OK if result.ok else BROKEN


def _check_place(path: str) -> None:
    """Before the search rather than after it: is there a place for the file?"""
    if os.path.isdir(path) or not os.path.isdir(os.path.dirname(path) or "."):
        raise BadInput(f"cannot write {path!r}: expected a file in a folder that exists")


def _check(options: argparse.Namespace) -> int:
    """Exit 0 if every claim of the file is true, 1 if one is false, 2 if it cannot be read."""
    if options.goals or options.output is not None:
        raise BadInput("--check takes a file and no goals, and writes nothing")

    from numeric_checks.search import Malformed, recheck

    document = _read(options.check)
    try:
        false = recheck(document)
    except Malformed as error:
        raise BadInput(f"{options.check!r} is not the result of a search: {error}") from None
    if false:
        print(f"{options.check}: false: {false[0]}{_more(len(false) - 1)}")
        return BROKEN
    print(f"{options.check}: every find holds")
    return OK


def _read(path: str) -> object:
    from proofs.companion.stored import weights

    expected = "the result of a search"
    text = weights.text_of(path, expected)
    try:
        return weights.from_json(text, as_written=False)
    except BadInput as problem:
        raise BadInput(f"{weights.called(path)}: {problem}, expected {expected}") from None


def _more(count: int) -> str:
    return f" (and {count} more)" if count else ""
