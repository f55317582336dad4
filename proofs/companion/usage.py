"""What all commands share: exit codes, the one line for bad input, and writing files whole.

Imports nothing but Python.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from pathlib import Path

OK, BROKEN, BAD_INPUT, INTERRUPTED, PIPE_CLOSED = 0, 1, 2, 130, 141


class BadInput(Exception):
    """What the user typed cannot be done; the message says so in one line."""


class Broken(Exception):
    """What was asked about is in no state to be worked with; the message says so in one line."""


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaints are one line, with the nearest option if there is one."""

    def error(self, message: str) -> NoReturn:
        raise BadInput(f"{message} ({self.prog} --help)")

    def read(self, words: Sequence[str]) -> argparse.Namespace:
        """Options may stand before, between and after the claims."""
        options, unknown = self.parse_known_intermixed_args(words)
        if unknown:
            hint = did_you_mean(unknown[0], list(self._option_string_actions))
            self.error(f"unexpected {unknown[0]!r}{hint}")
        return options


def did_you_mean(word: str, known: Sequence[str]) -> str:
    """A hint to the nearest known word, or nothing."""
    import difflib

    near = difflib.get_close_matches(word, known, n=1)
    return f"; did you mean {near[0]}?" if near else ""


def whole_number(least: int) -> Callable[[str], int]:
    """The type of an option that is a whole number of at least ``least``."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdecimal()) or len(text) > 9 or int(text) < least:
            raise argparse.ArgumentTypeError(
                f"expected a whole number of at least {least}, not {text!r}"
            )
        return int(text)

    return read


def folder(path: str) -> Path:
    """The folder of that name, made if it is not there."""
    from pathlib import Path

    found = Path(path)
    try:
        found.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"cannot make the folder {path!r}: {_reason(error)}") from None
    return found


def write(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write a file whole or not at all: an interrupted run leaves the old one, or none."""
    import tempfile

    data = content.encode() if isinstance(content, str) else content
    where, name = os.path.split(path)
    unfinished = None
    try:
        descriptor, unfinished = tempfile.mkstemp(prefix=f".{name}.", dir=where or ".")
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        os.chmod(unfinished, 0o666 & ~_umask())
        os.replace(unfinished, path)
        unfinished = None
    except OSError as error:
        raise BadInput(f"cannot write {str(path)!r}: {_reason(error)}") from None
    finally:
        if unfinished is not None:
            os.unlink(unfinished)


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
