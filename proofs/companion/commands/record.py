"""recency record: write what is computed from the claims wherever it is recorded.

That is ``proofs/record.txt``, which has every theorem, and the regions of README.md and of the
pages in ``docs`` that list or count claims.  A region begins with ``<!-- recorded: NAME -->`` and
ends with ``<!-- end -->``.

The manifest of the Coq development has the statements that its theorems were written for.  It is
written only while they are printed in other words; a claim that says something else is told, and
``--formal`` records what it says once the Coq theorems have been revised.
"""

from __future__ import annotations

import argparse
import difflib
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from proofs.companion.usage import BROKEN, OK, BadInput, write

if TYPE_CHECKING:
    from proofs.companion.coq.record import Manifest
    from proofs.companion.coq.statements import Parts
    from proofs.companion.documents.document import Document

#: the width of what a page shows of a terminal
WIDTH = 80
_REGION = re.compile(r"(?<=<!-- recorded: )(\w+)( -->).*?(?=<!-- end -->)", re.DOTALL)


def declare(parser: argparse.ArgumentParser) -> None:
    """The options."""
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit 1 and say what differs"
    )
    parser.add_argument(
        "--formal", action="store_true", help="build the Coq development too, with its manifest"
    )


def run(options: argparse.Namespace) -> int:
    """Check every claim; record what was found, or compare it with what is recorded."""
    from proofs.companion.claims import catalogue
    from proofs.companion.commands import terminal
    from proofs.companion.commands.latex import checked

    catalogue.require_clone("recency record")
    if options.formal:
        from proofs.companion.coq import build

        code = build.main(record=not options.check)
        if code != OK:
            return code
    recorded = _recorded()  # what cannot be read is told before anything is checked
    documents = list(checked(catalogue.choose(())))
    failed = terminal.problems(document.report for document in documents)
    if failed:
        print(
            "recency: nothing is recorded while a claim fails", *failed, sep="\n", file=sys.stderr
        )
        return BROKEN
    changed = {path: text for path, text in computed(documents).items() if text != _read(path)}
    others = _other_statements(recorded, documents)
    for path, text in changed.items():
        if options.check:
            sys.stdout.writelines(_difference(path, text))
        elif path != _manifest() or not others:
            write(path, text)
            print(path)
    print(*others, sep="", end="", file=sys.stderr)
    return BROKEN if others or (options.check and changed) else OK


def computed(documents: Sequence[Document]) -> dict[Path, str]:
    """The files in which something is recorded, as claims that were checked make them."""
    from proofs.companion.claims.catalogue import PROOFS
    from proofs.companion.documents.record import record

    def region(found: re.Match[str]) -> str:
        if found[1] not in REGIONS:
            raise BadInput(f"there is a region {found[1]!r}, and nothing is recorded there")
        return found[1] + found[2] + REGIONS[found[1]](documents)

    return {
        PROOFS / "record.txt": record(documents),
        **{page: _REGION.sub(region, _read(page)) for page in pages()},
        _manifest(): _recorded().saying(_said(documents)).text(),
    }


def pages() -> tuple[Path, ...]:
    """README.md and the pages in ``docs``."""
    from proofs.companion.claims.catalogue import PROOFS

    project = PROOFS.parent
    return (project / "README.md", *sorted((project / "docs").glob("*.md")))


def _other_statements(recorded: Manifest, documents: Sequence[Document]) -> list[str]:
    """A line for each claim that says something else than its Coq theorems were written for."""
    from proofs.companion.coq.record import other_statement

    found = ((claim, recorded.changes(claim, parts)) for claim, parts in _said(documents).items())
    return [
        f"recency: {other_statement(claim, changed)}; revise them, then recency record --formal\n"
        for claim, changed in found
        if changed
    ]


def _said(documents: Sequence[Document]) -> Mapping[str, Parts]:
    """What the claims say, and the classical facts."""
    from proofs.companion.coq.statements import everything

    return everything(document.claim for document in documents)


def _manifest() -> Path:
    from proofs.companion.coq import record as formal_record

    return formal_record.SOURCES / formal_record.MANIFEST


def _recorded() -> Manifest:
    from proofs.companion.coq.record import read_manifest

    return read_manifest(_read(_manifest()))


def _read(path: Path) -> str:
    return path.read_text("utf-8") if path.is_file() else ""


def _difference(path: Path, text: str) -> Iterator[str]:
    """What is recorded and what is computed, as ``diff -u`` shows it."""
    lines = (_read(path).splitlines(keepends=True), text.splitlines(keepends=True))
    return difflib.unified_diff(*lines, f"{path} (recorded)", f"{path} (computed)")


# -- the regions of the pages ----------------------------------------------------------------------


def _ledger(documents: Sequence[Document]) -> str:
    from proofs.companion.commands.terminal import plain, summary

    reports = [document.report for document in documents]
    return f"\n```text\n{plain(reports, timed=False)}\n{summary(reports)}\n```\n"


def _coq(documents: Sequence[Document]) -> str:
    """How many Coq theorems there are, and for how many of the claims."""
    from proofs.companion.coq.record import CLASSICAL_FACTS

    found, ids = Counter(t.claim for t in _recorded().theorems), [d.report.id for d in documents]
    claims, there = len(ids), sum(claim in found for claim in ids)
    of = f"{there} of the {claims}" if there < claims else f"the {claims}"
    theorems = sum(found[claim] for claim in ids)
    return f"{theorems} theorems for {of} claims, {found[CLASSICAL_FACTS]} for classical facts"


def _errata(documents: Sequence[Document]) -> str:
    """The heading of the errata, and how many there are of each kind."""
    from proofs.companion.documents.errata import as_text, errata

    heading, counts, *_ = as_text(errata(documents), WIDTH).split("\n\n")
    return f"\n```console\n$ recency errata\n{heading}\n\n{counts}\n…\n```\n"


def _count(documents: Sequence[Document]) -> str:
    from proofs.companion.commands.terminal import summary

    return summary([document.report for document in documents])


REGIONS: dict[str, Callable[[Sequence[Document]], str]] = {
    "count": _count,
    "ledger": _ledger,
    "coq": _coq,
    "errata": _errata,
}
