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

    from proofs.companion.commands import terminal
    from proofs.companion.documents.document import Document

    document = Document.of(entry.id, full=options.full)
    if not document.report.ok:  # a derivation that fails cannot be shown, but what is wrong can
        print("\n".join(terminal.problems([document.report])), file=sys.stderr)
        return BROKEN
    if options.latex:
        print(document.fragment())
        return OK
    width = terminal.width()
    print(document.text(width))
    formal = document.report.formal
    if formal is not None:
        from proofs.companion.coq.record import in_words

        print(terminal.wrapped(in_words(formal), width))
    return OK
