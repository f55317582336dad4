"""recency show: a claim, its theorems and their proofs, in key steps or in full."""

from __future__ import annotations

import argparse
import sys

from proofs.companion.usage import BROKEN, OK


def declare(parser: argparse.ArgumentParser) -> None:
    """The options."""
    parser.add_argument("claim", metavar="CLAIM", help="a claim id (recency verify --list)")
    parser.add_argument("--full", action="store_true", help="every inference, of every theorem")
    parser.add_argument("--latex", action="store_true", help="LaTeX instead of plain text")


def run(options: argparse.Namespace) -> int:
    """Print the derivation."""
    from proofs.companion.claims import catalogue

    entry = catalogue.find(options.claim)  # before the ledger: a wrong id is answered at once

    from proofs.companion.documents.document import Document

    document = Document.of(entry.id, full=options.full)
    if not document.report.ok:  # a derivation that fails cannot be shown, but what is wrong can
        from proofs.companion.commands.terminal import problems

        print("\n".join(problems([document.report])), file=sys.stderr)
        return BROKEN
    print(document.fragment() if options.latex else document.text())
    formal = document.report.formal
    if formal is not None and not options.latex:
        from proofs.companion.coq.record import in_words

        print(in_words(formal))
    return OK
