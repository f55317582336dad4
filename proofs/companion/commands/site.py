"""recency site: everything as pages that open from a file."""

from __future__ import annotations

import argparse
import sys

from proofs.companion.usage import BROKEN, OK, whole_number


def declare(parser: argparse.ArgumentParser) -> None:
    """The options."""
    parser.add_argument(
        "-o", dest="folder", metavar="DIR", default="site", help="where to (default: site)"
    )
    parser.add_argument(
        "--notebooks",
        action="store_true",
        help="execute the notebooks as well (needs the extra notebooks)",
    )
    parser.add_argument(
        "--jobs",
        type=whole_number(1),
        metavar="N",
        help="check in N processes (default: one per core)",
    )


def run(options: argparse.Namespace) -> int:
    """Check every claim, and write the pages; a folder that is no site is left as it is."""
    from proofs.companion.site.writing import check, write

    check(options.folder)  # before the work

    import gc

    gc.disable()  # as in `recency verify`
    from proofs.companion.claims import catalogue
    from proofs.companion.commands import terminal
    from proofs.companion.running import cores
    from proofs.companion.site.building import accounts_of, files

    ids = [entry.id for entry in catalogue.choose(())]
    workers = options.jobs or min(cores(), 4)
    accounts = accounts_of(ids, workers, lambda told: terminal.watched(told, len(ids)))
    print(write(options.folder, files(accounts, workers, executed=options.notebooks)))
    failed = terminal.problems(account.report for account in accounts.values())
    for line in failed:
        print(line, file=sys.stderr)
    return BROKEN if failed else OK
