"""recency paper: what the paper asserts, one by one, with the verdicts."""

from __future__ import annotations

import argparse
import sys

from proofs.companion.usage import BROKEN, OK


def declare(parser: argparse.ArgumentParser) -> None:
    """The options."""
    parser.add_argument("--json", action="store_true", help="print JSON and nothing else")


def run(options: argparse.Namespace) -> int:
    """Check the claims of the paper, and print the map."""
    from proofs.companion.claims.places import passages

    found = passages()
    ids = list(dict.fromkeys(passage.claim.id for passage in found if passage.claim))

    import gc

    gc.disable()  # as in `recency verify`
    from proofs.companion.commands import terminal
    from proofs.companion.commands.verify import checked
    from proofs.companion.documents.paper_map import as_json, as_text

    reports = {report.id: report for report in checked(ids, bar=True)}
    if options.json:
        import json

        print(json.dumps(as_json(found, reports), indent=2))
    else:
        print(as_text(found, reports, terminal.width()))
    failed = terminal.problems(reports.values())
    for line in failed:
        print(line, file=sys.stderr)
    return BROKEN if failed else OK
