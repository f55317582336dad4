"""recency verify: check the claims, one line each."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from proofs.companion.usage import BROKEN, OK, whole_number

if TYPE_CHECKING:
    from proofs.companion.ledger import Report


def declare(parser: argparse.ArgumentParser) -> None:
    """The options."""
    parser.add_argument("claims", nargs="*", metavar="CLAIM", help="claim ids; all if none")
    output = parser.add_mutually_exclusive_group()
    output.add_argument("--json", action="store_true", help="print JSON and nothing else")
    output.add_argument("--list", action="store_true", help="print ids and titles; check nothing")
    output.add_argument("--formal", action="store_true", help="name the Coq theorems as well")
    parser.add_argument(
        "--jobs",
        type=whole_number(1),
        metavar="N",
        help="check in N processes (default: one per core)",
    )


def run(options: argparse.Namespace) -> int:
    """Check the claims chosen."""
    from proofs.companion.claims import catalogue

    chosen = catalogue.choose(options.claims)
    if options.list:
        width = max(len(entry.id) for entry in chosen)
        print("\n".join(f"{entry.id:{width}}  {entry.title}" for entry in chosen))
        return OK

    import gc
    import time

    gc.disable()  # what is proved is kept until the end: looking for garbage takes time, finds none
    from proofs.companion.commands import terminal

    start = time.perf_counter()
    ids = [entry.id for entry in chosen]
    reports = checked(ids, options.jobs, bar=True)
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
    if tried := terminal.evidence(reports):
        print(tried)
    _print_formal(reports, names=options.formal)
    return OK if ok else BROKEN


def _print_formal(reports: Sequence[Report], *, names: bool) -> None:
    """How many claims are stated and proved again in Coq, and the theorems if asked for."""
    from proofs.companion.coq import record as formal_record

    standing, found = formal_record.standing(), {report.id: report.formal for report in reports}
    if names:
        known = standing if standing.problem is None else formal_record.recorded()
        note = "" if known is standing else "; as recorded, not checked on this machine"
        same = [r.id for r in reports if r.ok and not (r.formal and r.formal["changed"])]
        for claim in same:
            for theorem in known.theorems_for(claim):
                axioms = ", ".join(theorem.axioms) or "none"
                print(f"{claim}: {theorem.theorem} ({theorem.file}); axioms: {axioms}{note}")
    print(*standing.lines(found), sep="\n")


def checked(ids: Sequence[str], jobs: int | None = None, *, bar: bool = False) -> list[Report]:
    """A report for each claim, in the order given, however many processes work on them.

    Processes are forked once sympy and the claims are loaded, so that they cost next to nothing;
    where there is no fork, more than one process is used only if it is asked for.
    """
    import multiprocessing

    from proofs.companion import ledger
    from proofs.companion.commands.terminal import watched
    from proofs.companion.running import Pool, cores, in_order

    forks = "fork" in multiprocessing.get_all_start_methods()
    # there is not work for more than four
    count = min(len(ids), jobs or (min(4, cores()) if forks else 1))
    if count == 1:
        found: Iterable[Report] = map(ledger.verify, ids)
    else:
        if forks:
            ledger.prepare(ids)
        one = partial(_report, frozenset(ids))
        found = in_order(one, ids, Pool(count), count, ahead=len(ids))
    return ledger.settled(list(watched(found, len(ids)) if bar else found))


def _report(elsewhere: frozenset[str], claim_id: str) -> Report:
    from proofs.companion import ledger

    return ledger.verify(claim_id, elsewhere)
