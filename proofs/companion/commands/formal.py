"""recency formal: build the Coq development, and compare it with what is recorded."""

from __future__ import annotations

import argparse

from proofs.companion.usage import OK


def declare(parser: argparse.ArgumentParser) -> None:
    """The options."""
    parser.epilog = (
        "It needs Coq with Coquelicot (Debian, Ubuntu: apt install coq libcoq-coquelicot)."
    )


def run(options: argparse.Namespace) -> int:
    """Build, and say where the library is."""
    from proofs.companion.coq import build
    from proofs.companion.coq.record import BUILD

    code = build.main()
    if code == OK:
        print(f"formal: the library is {BUILD / 'library'}")
    return code
