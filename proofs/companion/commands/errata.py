"""recency errata: what does not hold as printed, with the corrections."""

from __future__ import annotations

import argparse
import shutil
import sys

from proofs.companion.usage import BROKEN, OK


def declare(parser: argparse.ArgumentParser) -> None:
    """The options."""
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--latex", action="store_true", help="print a complete LaTeX document")
    form.add_argument("--markdown", action="store_true", help="print Markdown for GitHub")


def run(options: argparse.Namespace) -> int:
    """Check every claim, and print what has to be corrected."""
    from proofs.companion.claims import catalogue
    from proofs.companion.commands import terminal
    from proofs.companion.commands.latex import checked
    from proofs.companion.documents.errata import as_latex, as_markdown, as_text, errata

    documents = list(checked(catalogue.choose(())))
    found = errata(documents)
    if options.latex:
        print(as_latex(found))
    elif options.markdown:
        print(as_markdown(found))
    else:
        print(as_text(found, shutil.get_terminal_size().columns))
    failed = terminal.problems(document.report for document in documents)
    for line in failed:
        print(line, file=sys.stderr)
    return BROKEN if failed else OK
