"""Where the ``recency`` command begins and ends.

Imports cli, stopping, usage.
"""

from __future__ import annotations

import os
import sys

from proofs.companion import stopping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def process() -> NoReturn:
    """What the ``recency`` script is: one command, and the end of the process.

    Python would first take apart, one by one, the million objects of a ledger; that takes longer
    than to prove most claims, and the system takes the memory back all at once.
    """
    stopping.at_once()
    # numpy's matrices are small here: to start threads for them takes longer than they save
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from proofs.companion.cli import main
    from proofs.companion.usage import cache

    # numba would keep what it compiles beside the sources, where they are installed
    os.environ.setdefault("NUMBA_CACHE_DIR", str(cache() / "numba"))

    try:
        stopping.by_exception()
        code = main()
        stopping.at_once()
    except KeyboardInterrupt as stop:  # before or after what the command does
        stopping.end(stopping.number_of(stop))
    try:
        if sys.stderr is not None:
            sys.stderr.flush()
    except OSError:  # the exit code says it
        pass
    os._exit(code)
