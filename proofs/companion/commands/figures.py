"""recency figures: the pictures, as files for a paper."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from proofs.companion.usage import OK, BadInput, did_you_mean, folder, write

if TYPE_CHECKING:
    from pathlib import Path

FORMATS = ("svg", "pdf", "png")


def declare(parser: argparse.ArgumentParser) -> None:
    """The options."""
    parser.add_argument("names", nargs="*", metavar="NAME", help="which figures; all if none")
    parser.add_argument(
        "-o", dest="folder", metavar="DIR", default="figures", help="where to (default: figures)"
    )
    parser.add_argument(
        "--format",
        dest="formats",
        action="append",
        choices=FORMATS,
        help="may be given more than once (default: svg and pdf)",
    )
    parser.add_argument("--list", action="store_true", help="print the names; draw nothing")


def run(options: argparse.Namespace) -> int:
    """Write the figures chosen and print where they are."""
    from numeric_checks.figures import TITLES
    from proofs.companion.commands.terminal import watched

    names = _chosen(options.names, list(TITLES))
    if options.list:
        width = max(map(len, names))
        print("\n".join(f"{name:{width}}  {TITLES[name]}" for name in names))
        return OK
    formats = [form for form in FORMATS if form in (options.formats or ("svg", "pdf"))]
    written = _drawn(names, formats, folder(options.folder))
    print("\n".join(map(str, watched(written, len(names) * len(formats), "drawing"))))
    return OK


def _chosen(names: Sequence[str], known: Sequence[str]) -> list[str]:
    for name in names:
        if name not in known:
            hint = f"; did you mean --format {name}?" if name in FORMATS else ""
            hint = hint or did_you_mean(name, known)
            raise BadInput(f"there is no figure {name!r}{hint} (recency figures --list)")
    return [name for name in known if not names or name in names]


def _drawn(names: Sequence[str], formats: Sequence[str], where: Path) -> Iterator[Path]:
    """The files, each as soon as it is written."""
    from numeric_checks.figures import picture

    for name in names:
        shown = picture(name)
        for form in formats:
            path = where / f"{name}.{form}"
            write(path, shown.render(form))
            yield path
