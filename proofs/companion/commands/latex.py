"""recency latex: the derivations as LaTeX, one file per claim and one document with them all."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from proofs.companion.usage import BROKEN, OK, BadInput, check_folder, folder, write

if TYPE_CHECKING:
    from proofs.companion.claims.catalogue import Entry
    from proofs.companion.documents.document import Document
    from proofs.companion.documents.tex import Compiled, Problem


def declare(parser: argparse.ArgumentParser) -> None:
    """The options."""
    parser.add_argument("claims", nargs="*", metavar="CLAIM", help="claim ids; all if none")
    parser.add_argument(
        "-o", dest="folder", metavar="DIR", default="latex", help="where to (default: latex)"
    )
    parser.add_argument(
        "--pdf", action="store_true", help="run the installed TeX on companion.tex as well"
    )


def run(options: argparse.Namespace) -> int:
    """Write the files, print where they are, and with ``--pdf`` run TeX.

    Exit code 2: there is no TeX to run.  Exit code 1: a claim failed, or TeX did.
    """
    from proofs.companion.claims import catalogue
    from proofs.companion.commands import terminal

    chosen = catalogue.choose(options.claims)
    stems = _file_stems(chosen)
    check_folder(options.folder)

    from proofs.companion.documents.companion import LOG, NAME, companion, log
    from proofs.companion.documents.fragments import fragment

    documents = list(checked(chosen))
    sources = dict(zip(stems, map(fragment, documents), strict=True))
    sources |= {LOG: log(documents), NAME: companion(documents)}
    where = folder(options.folder)
    for stem, source in sources.items():
        write(where / f"{stem}.tex", source)
        print(where / f"{stem}.tex")
    sys.stdout.flush()
    failed = terminal.problems(document.report for document in documents)
    for line in failed:
        print(line, file=sys.stderr)
    made = not options.pdf or _pdf(sources, NAME, where / f"{NAME}.pdf", stems)
    return OK if made and not failed else BROKEN


def _file_stems(chosen: Sequence[Entry]) -> dict[str, str]:
    """The names of the files, with the ids of their claims."""
    from proofs.companion.claims.catalogue import CatalogueError
    from proofs.companion.documents.companion import LOG, NAME
    from proofs.companion.documents.fragments import file_stem

    ids = {NAME: NAME, LOG: LOG}
    for entry in chosen:
        first = ids.setdefault(file_stem(entry.id), entry.id)
        if first != entry.id or first in (NAME, LOG):
            raise CatalogueError(f"{first} and {entry.id} would be the same file")
    return {stem: claim_id for stem, claim_id in ids.items() if stem not in (NAME, LOG)}


def checked(chosen: Sequence[Entry]) -> Iterator[Document]:
    """The claims, checked, with a bar on stderr if that is a terminal."""
    from proofs.companion import ledger
    from proofs.companion.commands import terminal
    from proofs.companion.documents.document import Document

    reports = (ledger.verify(entry.id) for entry in chosen)
    for report in terminal.watched(reports, len(chosen)):
        yield Document.of(report.id)


def _pdf(sources: dict[str, str], main: str, target: Path, ids: dict[str, str]) -> bool:
    """Run TeX in a folder of its own; nothing but the PDF is kept."""
    import tempfile

    from proofs.companion.documents.tex import NoTeX, TooSlow, typeset

    with tempfile.TemporaryDirectory(prefix="recency-") as name:
        for stem, source in sources.items():
            (Path(name) / f"{stem}.tex").write_text(source, encoding="utf-8")
        try:
            made = typeset(Path(name), f"{main}.tex")
        except NoTeX as error:
            raise BadInput(f"{target.name} was not made: {error}") from None
        except TooSlow as error:
            print(f"recency: {target.name} was not made: {error}", file=sys.stderr)
            return False
        return _report(made, target, ids)


def _report(made: Compiled, target: Path, ids: dict[str, str]) -> bool:
    def shown(problem: Problem) -> str:
        from dataclasses import replace

        return str(replace(problem, source=ids.get(problem.source, problem.source)))

    if made.pdf is None:
        first = shown(made.problems[0])
        print(f"recency: {target.name} was not made: TeX stopped at {first}", file=sys.stderr)
        return False
    write(target, made.pdf.read_bytes())
    print(target)
    for problem in made.problems:
        print(f"warning: {shown(problem)}", file=sys.stderr)
    return True
