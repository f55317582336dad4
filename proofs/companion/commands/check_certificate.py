"""recency check-certificate: check stored certificates again, by code that did not make them."""

from __future__ import annotations

import argparse
import sys

from proofs.companion.usage import BAD_INPUT, BROKEN, OK, standard_input


def declare(parser: argparse.ArgumentParser) -> None:
    """The options."""
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="what recency analyze --certificate wrote; - reads"
        " standard input",
    )  # fmt: skip


def run(options: argparse.Namespace) -> int:
    """Print what each certificate proves.

    Exit code 1: one of them does not prove its claim.  Exit code 2: one of them cannot be read, or
    is no certificate.
    """
    from numeric_checks.safety.certificate_checker import NotProved, Rejected, check

    codes = set()
    for name in options.files:
        try:
            print(f"{name}: {check(_content(name)).sentence()}")
            codes.add(OK)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            print(f"recency: cannot read {name!r}: {reason}", file=sys.stderr)
            codes.add(BAD_INPUT)
        except Rejected as error:
            print(f"recency: {name!r} is rejected: {error}", file=sys.stderr)
            codes.add(BROKEN if isinstance(error, NotProved) else BAD_INPUT)
    return max(codes)


def _content(name: str) -> bytes:
    """No more of a file than the checker would read."""
    from numeric_checks.safety.certificate_checker import MAX_BYTES

    if name == "-":
        return standard_input().read(MAX_BYTES + 1)
    if "\0" in name:
        raise OSError("the name has a zero in it")
    with open(name, "rb") as file:
        return file.read(MAX_BYTES + 1)
