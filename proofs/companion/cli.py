"""The ``recency`` command: parse, do one thing, and answer in words a user can act on.

What it promises whatever the command: bad input is one line on stderr and exit code 2, never a
usage dump or a traceback; Ctrl-C is exit code 130; a reader that stops early (``recency verify |
head -1``) is not an error. Exit code 1 means that a claim, or the catalogue of claims, is broken.

It starts fast because it imports nothing that the command at hand does not need: help needs only
argparse, the list of claims only their docstrings, and only checking a claim needs sympy. This is
also why it is argparse that parses: importing a larger parser takes longer than all the rest.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, NoReturn

if TYPE_CHECKING:
    from proofs.companion.ledger import Report

OK, BROKEN, BAD_INPUT, INTERRUPTED, PIPE_CLOSED = 0, 1, 2, 130, 141


class BadInput(Exception):
    """What the user typed cannot be done; the message says so in one line."""


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaints are one line, with the nearest option if there is one."""

    def error(self, message: str) -> NoReturn:
        raise BadInput(f"{message} ({self.prog} --help)")

    def read(self, words: Sequence[str]) -> argparse.Namespace:
        """Options may stand before, between and after the claims."""
        options, unknown = self.parse_known_intermixed_args(words)
        if unknown:
            hint = _did_you_mean(unknown[0], list(self._option_string_actions))
            self.error(f"unexpected {unknown[0]!r}{hint}")
        return options


class Command(NamedTuple):
    """A command: what its line in the help says, which options it has, and what it does."""

    summary: str
    declare: Callable[[argparse.ArgumentParser], object]
    run: Callable[[argparse.Namespace], int]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code."""
    words = sys.argv[1:] if arguments is None else arguments
    _never_fail_on_a_symbol()
    try:
        code = _run(words)
        sys.stdout.flush()
    except BadInput as error:
        print(f"recency: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("recency: interrupted", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Python flushes stdout once more when it exits; give it somewhere to put the rest.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    return code


def _run(words: Sequence[str]) -> int:
    if not words or words[0] in ("-h", "--help"):
        print(_help())
        return OK
    if words[0] == "--version":
        from proofs.companion import __version__

        print(f"recency {__version__}")
        return OK
    name, *rest = words
    command = _COMMANDS.get(name)
    if command is None:
        kind, known = ("option", ["--help", "--version"]) if name[:1] == "-" else ("command", [])
        hint = _did_you_mean(name, known or list(_COMMANDS))
        raise BadInput(f"there is no {kind} {name!r}{hint} (recency --help)")
    parser = Parser(f"recency {name}", description=command.summary, allow_abbrev=False)
    command.declare(parser)
    try:
        options = parser.read(rest)
    except SystemExit:  # argparse has printed the help
        return OK
    return _with_catalogue(command, options)


def _help() -> str:
    width = max(map(len, _COMMANDS))
    commands = "\n".join(f"  {name:{width}}  {of.summary}" for name, of in _COMMANDS.items())
    return f"""usage: recency COMMAND [OPTION...]

Machine-checked proofs of the paper's claims about return estimators.

commands:
{commands}

options:
  -h, --help  this help; recency COMMAND --help for one command
  --version   the version"""


def _with_catalogue(command: Command, options: argparse.Namespace) -> int:
    """Run a command; what the catalogue refuses becomes one line like everything else."""
    from proofs.companion.catalogue import CatalogueError, UnknownClaim

    try:
        return command.run(options)
    except UnknownClaim as error:
        raise BadInput(str(error)) from None
    except CatalogueError as error:
        print(f"recency: {error}", file=sys.stderr)
        return BROKEN


def _declare_verify(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("claims", nargs="*", metavar="CLAIM", help="claim ids; all if none")
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--json", action="store_true", help="print JSON and nothing else")
    output.add_argument("--list", action="store_true", help="print ids and titles; check nothing")
    parser.add_argument(
        "--jobs", type=_jobs, metavar="N", help="check in N processes (default: one per core)"
    )


def _verify(options: argparse.Namespace) -> int:
    from proofs.companion import catalogue

    chosen = catalogue.choose(options.claims)
    if options.list:
        width = max(len(entry.id) for entry in chosen)
        print("\n".join(f"{entry.id:{width}}  {entry.title}" for entry in chosen))
        return OK

    import time

    from proofs.companion import terminal

    start = time.perf_counter()
    ids = [entry.id for entry in chosen]
    reports = list(terminal.watched(_reports(ids, options.jobs), len(ids)))
    ok = all(report.ok for report in reports)
    if options.json:
        import json

        claims = [report.as_json() for report in reports]
        print(json.dumps({"schema": 1, "claims": claims, "ok": ok}, indent=2))
        for problem in terminal.problems(reports):
            print(problem, file=sys.stderr)
        return OK if ok else BROKEN
    if sys.stdout.isatty():
        terminal.draw(reports)
    else:
        print(terminal.plain(reports))
    for problem in terminal.problems(reports):
        print(problem)
    print(terminal.summary(reports, time.perf_counter() - start))
    return OK if ok else BROKEN


def _declare_show(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("claim", metavar="CLAIM", help="a claim id (recency verify --list)")
    parser.add_argument("--latex", action="store_true", help="LaTeX instead of plain text")


def _show(options: argparse.Namespace) -> int:
    from proofs.companion import catalogue

    entry = catalogue.find(options.claim)  # before the ledger: a wrong id is answered at once

    from proofs.companion import ledger

    document = ledger.show(entry.id)
    print(document.latex() if options.latex else document.text())
    return OK


def _reports(ids: Sequence[str], jobs: int | None) -> Iterator[Report]:
    """A report for each claim, in the order given, however many processes work on them.

    Processes are forked once sympy and the claims are loaded, so that they cost next to nothing;
    where there is no fork, more than one process is used only if it is asked for.
    """
    import multiprocessing

    forks = "fork" in multiprocessing.get_all_start_methods()
    count = min(len(ids), jobs or (_cores() if forks else 1))
    if count == 1:
        yield from map(_report, ids)
        return
    if forks:
        from proofs.companion import ledger

        ledger.prepare(ids)
    import signal

    context = multiprocessing.get_context("fork" if forks else None)
    # Ctrl-C reaches every process of a terminal. Forked ones inherit that they ignore it, so that
    # only this process answers, by stopping them; others are told as soon as they begin.
    heeded = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        pool = context.Pool(count, _ignore_interrupts)
    finally:
        signal.signal(signal.SIGINT, heeded)
    with pool:  # leaving the block ends the processes
        yield from pool.imap(_report, ids)


def _cores() -> int:
    """The processors this process may use, at most four: there is not work for more."""
    usable = getattr(os, "sched_getaffinity", None)
    return min(4, len(usable(0)) if usable is not None else os.cpu_count() or 1)


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the process that began."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _report(claim_id: str) -> Report:
    from proofs.companion import ledger

    return ledger.verify(claim_id)


def _jobs(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 1, not {text!r}")
    return int(text)


def _did_you_mean(word: str, known: Sequence[str]) -> str:
    import difflib

    near = difflib.get_close_matches(word, known, n=1)
    return f"; did you mean {near[0]}?" if near else ""


def _never_fail_on_a_symbol() -> None:
    """A stream that cannot encode γ prints its escape instead of raising."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


_COMMANDS = {
    "verify": Command("check the claims; exit 0 if every verdict holds", _declare_verify, _verify),
    "show": Command("print the derivation of one claim", _declare_show, _show),
}
