"""What all commands share: exit codes, the one line for bad input, and writing files whole.

Imports nothing but Python.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import stat
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, BinaryIO, NoReturn

if TYPE_CHECKING:
    from pathlib import Path

OK, BROKEN, BAD_INPUT, INTERRUPTED, PIPE_CLOSED = 0, 1, 2, 130, 141

#: the name of a file that is standard output
STDOUT = "-"


class BadInput(Exception):
    """What the user typed cannot be done; the message says so in one line."""


class Broken(Exception):
    """What was asked about is in no state to be worked with; the message says so in one line."""


class Parser(argparse.ArgumentParser):
    """An argument parser whose complaints are one line, with the nearest option if there is one."""

    def error(self, message: str) -> NoReturn:
        raise BadInput(f"{message} ({self.prog} --help)")

    def read(self, words: Sequence[str]) -> argparse.Namespace:
        """Options may stand before, between and after the claims, each of them once."""
        self._look_at(words)
        options, unknown = self.parse_known_intermixed_args(words)
        if unknown:
            self._unexpected(unknown[0])
        return options

    def _look_at(self, words: Sequence[str]) -> None:
        """Is every option known, and given once unless it makes a list?  argparse says what is
        missing first, and takes the last of two."""
        known, seen = self._option_string_actions, set[str]()
        for word in words:
            option, separator, value = word.partition("=")
            if option == "--":
                return
            if not option.startswith("--"):
                continue
            if option not in known:
                self._unexpected(option)
            if option in seen:
                self.error(f"{option} is given twice")
            if separator and value.startswith("--"):
                self.error(f"argument {option}: {value!r} is an option, not a value")
            once = not isinstance(known[option], argparse._AppendAction)
            if once and known[option].nargs != 0:
                seen.add(option)

    def _unexpected(self, word: str) -> NoReturn:
        hint = did_you_mean(word, list(self._option_string_actions))
        self.error(f"unexpected {word!r}{hint}")


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


def declare_workers(group: argparse._ArgumentGroup) -> None:
    """The options that say who does the work, where there is much of it."""
    group.add_argument(
        "--jobs", type=whole_number(1), metavar="N", help="processes (as many as there are cores)"
    )
    group.add_argument("--dask", metavar="ADDRESS", help="the scheduler of a Dask cluster")


def standard_input() -> BinaryIO:
    """The bytes of standard input."""
    if sys.stdin is None:
        raise BadInput("standard input is closed")
    return sys.stdin.buffer


def check_folder(path: str) -> None:
    """Refuse what cannot be a folder before any work; nothing is made yet."""
    from pathlib import Path

    there = Path(os.path.abspath(path))
    above = next(each for each in (there, *there.parents) if os.path.lexists(each))
    problem = "file exists" if above == there else "not a directory"
    if above.is_dir():
        problem = "" if os.access(above, os.W_OK | os.X_OK) else "permission denied"
    if problem:
        raise BadInput(f"cannot make the folder {path!r}: {problem}")


def folder(path: str) -> Path:
    """The folder of that name, made if it is not there."""
    from pathlib import Path

    found = Path(path)
    try:
        found.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"cannot make the folder {path!r}: {reason(error)}") from None
    return found


def cache() -> Path:
    """Where this user's files are that can be made again; nothing is made there yet."""
    from pathlib import Path

    home = os.environ.get("XDG_CACHE_HOME", "")
    return Path(home if os.path.isabs(home) else os.path.expanduser("~/.cache")) / "recency"


def place(path: str | os.PathLike[str]) -> str:
    """Where a file of that name is written, links followed; `STDOUT` is standard output.

    Nothing but a regular file is written over: a device or a pipe is something else's.
    """
    name = os.fspath(path)
    if name == STDOUT:
        return name
    if not name:
        raise BadInput("cannot write '': expected the name of a file, or - for standard output")
    mode = None
    try:
        target = os.path.realpath(name)
        with contextlib.suppress(FileNotFoundError):
            mode = os.stat(target).st_mode
    except (OSError, ValueError) as error:
        raise BadInput(f"cannot write {name!r}: {reason(error)}") from None
    folder = os.path.dirname(target)
    if not os.path.isdir(folder):
        raise BadInput(f"cannot write {name!r}: expected a file in a folder that exists")
    if mode is not None and not stat.S_ISREG(mode):
        kind = "a folder" if stat.S_ISDIR(mode) else "a device or a pipe"
        expected = "expected a file, or - for standard output"
        raise BadInput(f"cannot write {name!r}: it is {kind}, {expected}")
    if not os.access(folder, os.W_OK):
        raise BadInput(f"cannot write {name!r}: permission denied")
    return target


def write(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write a file whole or not at all: an interrupted run leaves the old one, or none."""
    import tempfile

    data = content.encode() if isinstance(content, str) else content
    target = place(path)
    if target == STDOUT:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        return
    unfinished = None
    try:
        descriptor, unfinished = tempfile.mkstemp(prefix=".recency.", dir=os.path.dirname(target))
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        os.chmod(unfinished, _mode(target))
        os.replace(unfinished, target)
        unfinished = None
    except OSError as error:
        raise BadInput(f"cannot write {os.fspath(path)!r}: {reason(error)}") from None
    finally:
        if unfinished is not None:
            os.unlink(unfinished)


def _mode(target: str) -> int:
    """Of the file that was there, or what the umask leaves of a new one's."""
    try:
        return stat.S_IMODE(os.stat(target).st_mode)
    except FileNotFoundError:
        return 0o666 & ~umask()


def umask() -> int:
    """What new files and folders may not allow."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask


def reason(error: OSError | ValueError) -> str:
    """Why it did not work, in lower case."""
    return (getattr(error, "strerror", None) or str(error)).lower()
