"""recency figures: the pictures, as files for a paper."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from proofs.companion.commands.exact import discount, unit
from proofs.companion.usage import (
    OK,
    BadInput,
    check_folder,
    did_you_mean,
    folder,
    whole_number,
    write,
)

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
    parser.add_argument(
        "--tau",
        dest="delays",
        type=whole_number(0),
        action="append",
        metavar="T",
        help="the delay; where there is a panel for each, it may be given more than once",
    )
    parser.add_argument("--gamma", type=discount, metavar="G", help="the discount")
    parser.add_argument(
        "--p", type=unit("p"), metavar="P", help="the probability that one of two states stays"
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
    settings = _settings(names, options)
    formats = [form for form in FORMATS if form in (options.formats or ("svg", "pdf"))]
    check_folder(options.folder)
    written = _drawn(settings, formats, options.folder)
    print("\n".join(map(str, watched(written, len(settings) * len(formats), "drawing"))))
    return OK


def _chosen(names: Sequence[str], known: Sequence[str]) -> list[str]:
    for name in names:
        if name not in known:
            hint = f"; did you mean --format {name}?" if name in FORMATS else ""
            hint = hint or did_you_mean(name, known)
            raise BadInput(f"there is no figure {name!r}{hint} (recency figures --list)")
    return [name for name in known if not names or name in names]


def _settings(names: Sequence[str], options: argparse.Namespace) -> dict[str, dict[str, Any]]:
    """The parameters of each figure; those that were not named are left out if they have not all
    that were given."""
    from numeric_checks.figures import parameters

    found = {}
    for name in names:
        has = parameters(name)
        given = {"gamma": options.gamma, "p": options.p, "delays": options.delays}
        if "tau" in has and len(options.delays or ()) == 1:
            given["tau"] = given.pop("delays")[0]
        given = {key: value for key, value in given.items() if value is not None}
        missing = [key for key in given if key not in has]
        if not missing:
            found[name] = given
        elif name in options.names:
            several = missing[0] == "delays" and "tau" in has
            option = "--tau" if missing[0] == "delays" else f"--{missing[0]}"
            raise BadInput(f"{name} has {'one' if several else 'no'} {option}")
    if not found:
        raise BadInput("no figure has all of these options (recency figures --help)")
    return found


def _drawn(
    settings: Mapping[str, Mapping[str, Any]], formats: Sequence[str], where: str
) -> Iterator[Path]:
    """The files, each as soon as it is written."""
    from numeric_checks.figures import InvalidFigure, picture

    for name, given in settings.items():
        try:
            shown = picture(name, **given)
        except InvalidFigure as error:
            raise BadInput(f"{name}: {error}") from None
        for form in formats:
            content = shown.render(form)
            path = folder(where) / f"{name}.{form}"
            write(path, content)
            yield path
