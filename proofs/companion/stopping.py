"""What a command answers Ctrl-C and SIGTERM: one line on stderr, and exit code 128 + their number.

While modules are imported there is nothing to clean up, and some would turn the exception into
another one, so the process ends at once.  Later an exception lets every block end what it began; a
second signal ends the process at once.  Processes that work for another one end with it.

Imports nothing but Python.
"""

from __future__ import annotations

import os
import signal
import sys

TYPE_CHECKING = False  # typing takes longer to import than all of this
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType
    from typing import NoReturn, TypeAlias

    Handler: TypeAlias = Callable[[int, FrameType | None], None]

__all__ = [
    "Terminated",
    "at_once",
    "by_exception",
    "end",
    "number_of",
    "word_for",
    "working_for_another",
]

_WORDS = {signal.SIGINT: "interrupted", signal.SIGTERM: "terminated"}
_SHOW_CURSOR = "\033[?25h"


class Terminated(KeyboardInterrupt):
    """SIGTERM, which ends a command as Ctrl-C does."""


def number_of(stop: KeyboardInterrupt) -> int:
    """The signal that it stands for."""
    return signal.SIGTERM if isinstance(stop, Terminated) else signal.SIGINT


def word_for(number: int) -> str:
    """What is said of the signal."""
    return _WORDS[signal.Signals(number)]


def end(number: int, _frame: FrameType | None = None) -> NoReturn:
    """End the process with one line."""
    shown = _SHOW_CURSOR if os.isatty(2) else ""  # a bar may have hidden it
    try:
        os.write(2, f"{shown}recency: {word_for(number)}\n".encode())
    finally:  # standard error may be closed
        os._exit(128 + number)


def at_once() -> None:
    """From now on a signal ends the process."""
    _answer(end)


def by_exception() -> None:
    """From now on a signal is raised, once, and never lost."""
    command = os.getpid()

    def stop(number: int, frame: FrameType | None) -> None:
        if os.getpid() != command:  # forked a moment ago
            os._exit(128 + number)
        if _is_importing(frame):
            end(number)
        at_once()
        raise Terminated if number == signal.SIGTERM else KeyboardInterrupt

    sys.unraisablehook = _not_lost
    _answer(stop)


def _answer(handler: Handler) -> None:
    """Handle the signals that are not ignored, as those of a command in the background are."""
    for each in _WORDS:
        if signal.getsignal(each) is not signal.SIG_IGN:
            signal.signal(each, handler)


def _is_importing(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False


def _not_lost(unraisable: sys.UnraisableHookArgs) -> None:
    """Where Python cannot raise, as during garbage collection, a signal ends the process."""
    stop = unraisable.exc_value
    if isinstance(stop, KeyboardInterrupt):
        end(number_of(stop))
    sys.__unraisablehook__(unraisable)


def working_for_another() -> None:
    """Leave Ctrl-C to the process that began this one, and end when it does, however it ends."""
    import multiprocessing
    import threading

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    began = multiprocessing.parent_process()
    assert began is not None

    def follow() -> None:
        began.join()
        os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
