"""Ctrl-C while hypothesis runs.

hypothesis lets Python call it back during garbage collection, and whatever is raised then is lost:
a Ctrl-C at that moment would go unheard.  So it is only noted, and raised between two examples; a
second one is raised at once.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["noted"]


@contextmanager
def noted() -> Iterator[Callable[[], None]]:
    """Note Ctrl-C instead of raising it; what this gives raises it, and is to be called often."""
    usual = signal.getsignal(signal.SIGINT)
    if usual is not signal.default_int_handler or (
        threading.current_thread() is not threading.main_thread()
    ):
        yield lambda: None  # someone else sees to it
        return
    pressed = False

    def note(_signal: int, _frame: FrameType | None) -> None:
        nonlocal pressed
        if pressed:
            raise KeyboardInterrupt
        pressed = True

    def heed() -> None:
        if pressed:
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, note)
    try:
        yield heed
        heed()
    finally:
        signal.signal(signal.SIGINT, usual)
