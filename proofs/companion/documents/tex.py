r"""Running TeX, and reading in its log what went wrong and where.

>>> log = r'''
... recency source: prop-wrh
... Overfull \hbox (31.5pt too wide) detected at line 12
... ./eq-td.tex:7: Undefined control sequence.
... '''
>>> for problem in read_log(log):
...     print(problem)
prop-wrh, line 12: a line is 31.5 pt too wide
eq-td, line 7: Undefined control sequence
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

#: how long TeX may take, in seconds
TIME_LIMIT = 300.0
#: lines that stick out by no more than this, in points, are not worth a word
TOLERANCE = 5.0
#: what the user's own configuration of latexmk says does not count
COMMAND = (
    "latexmk", "-norc", "-pdf", "-interaction=nonstopmode", "-halt-on-error", "-file-line-error",
    "-no-shell-escape",
)  # fmt: skip
INSTALL = (
    "no TeX with latexmk was found: install one (Debian, Ubuntu: apt install texlive-latex-base "
    "latexmk; macOS: MacTeX; Windows: MiKTeX and Perl)"
)

_MARK = "recency source: "


class NoTeX(Exception):
    """There is no TeX to run; the message says which package has one."""


class TooSlow(Exception):
    """TeX did not finish within its time."""


@dataclass(frozen=True)
class Problem:
    """Something in the log: the source it comes from, the line if known, and what it is."""

    source: str
    line: int | None
    says: str
    fatal: bool = False

    def __str__(self) -> str:
        where = self.source if self.line is None else f"{self.source}, line {self.line}"
        return f"{where}: {self.says}"


@dataclass(frozen=True)
class Compiled:
    """What TeX made: a PDF, unless there was an error."""

    pdf: Path | None
    problems: tuple[Problem, ...]


def available() -> bool:
    """Are latexmk and the pdflatex that it runs there?"""
    return all(map(shutil.which, ("latexmk", "pdflatex")))


def announce(source: str) -> str:
    """A line for a document: what the log has after it comes from this source."""
    return rf"\typeout{{{_MARK}{source}}}"


def typeset(folder: Path, main: str, *, seconds: float = TIME_LIMIT) -> Compiled:
    """Make a PDF of ``main`` in its folder, where TeX also leaves its log and other files."""
    if not available():
        raise NoTeX(INSTALL)
    stem = Path(main).stem
    pdf, log = folder / f"{stem}.pdf", folder / f"{stem}.log"
    for stale in (pdf, log):
        stale.unlink(missing_ok=True)
    output, failed = _run([*COMMAND, main], folder, seconds)
    text = log.read_text(encoding="utf-8", errors="replace") if log.exists() else output
    problems = tuple(dict.fromkeys(read_log(text, stem)))
    if not failed and pdf.exists():
        return Compiled(pdf, problems)
    errors = tuple(p for p in problems if p.fatal)
    return Compiled(None, errors or (Problem(stem, None, _last_words(output), fatal=True),))


def _run(command: list[str], folder: Path, seconds: float) -> tuple[str, bool]:
    """What it printed, and whether it failed; whatever happens, nothing of it is left running."""
    # Long lines in the log, which would else be cut at 79 characters.
    environment = os.environ | {"max_print_line": "10000", "error_line": "254"}
    environment |= {"half_error_line": "238"}
    with subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    ) as process:
        try:
            output, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            raise TooSlow(f"TeX did not finish within {seconds:g} seconds") from None
        finally:
            _stop(process)
    return output.decode(errors="replace"), process.returncode != 0


def _stop(process: subprocess.Popen[bytes]) -> None:
    """End the process, and with it those it started."""
    if process.poll() is None:
        with suppress(ProcessLookupError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()


def _last_words(output: str) -> str:
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return lines[-1] if lines else "TeX made no PDF and said nothing"


# -- the log -------------------------------------------------------------------------------------

_ERROR = re.compile(r"(?P<file>[^\s:][^:]*\.\w+):(?P<line>\d+): (?P<says>.*)")
_BARE_ERROR = re.compile(r"! (?P<says>.*)")
_OVERFULL = re.compile(r"Overfull \\[hv]box \((?P<by>[\d.]+)pt too (?P<way>wide|high)\)(?P<at>.*)")
_LOST = re.compile(r"Missing character: There is no (?P<what>.*?) in font")
_REFERENCE = re.compile(
    r"LaTeX Warning: (?P<kind>Reference|Citation) `(?P<name>[^']*)' .*undefined"
    r"(?: on input line (?P<line>\d+))?"
)
_TWICE = re.compile(r"LaTeX Warning: Label `(?P<name>[^']*)' multiply defined")
_LINE = re.compile(r"(?:at lines?|on input line) (\d+)")


def read_log(log: str, main: str = "document") -> Iterator[Problem]:
    """The problems that a log tells of, in its order; ``main`` is what nothing was announced in."""
    source = main
    for text in log.splitlines():
        if text.startswith(_MARK):
            source = text.removeprefix(_MARK).strip()
            continue
        found = _problem(text, source, main)
        if found is not None:
            yield found


def _problem(text: str, source: str, main: str) -> Problem | None:
    if error := _ERROR.match(text):
        said = error["says"].removeprefix("LaTeX Error: ").rstrip(". ")
        file = Path(error["file"]).stem
        return Problem(source if file == main else file, int(error["line"]), said, fatal=True)
    if error := _BARE_ERROR.match(text):
        said = error["says"].removeprefix("LaTeX Error: ").rstrip(". ")
        return Problem(source, None, said, fatal=True)
    if box := _OVERFULL.match(text):
        what = "line" if box["way"] == "wide" else "page"
        says = f"a {what} is {box['by']} pt too {box['way']}"
        return Problem(source, _line(box["at"]), says) if float(box["by"]) > TOLERANCE else None
    if lost := _LOST.match(text):
        return Problem(source, None, f"the font has no {lost['what']}")
    if reference := _REFERENCE.match(text):
        says = f"the {reference['kind'].lower()} {reference['name']} is undefined"
        return Problem(source, _line(text), says)
    if label := _TWICE.match(text):
        return Problem(source, None, f"the label {label['name']} is defined twice")
    return None


def _line(text: str) -> int | None:
    found = _LINE.search(text)
    return None if found is None else int(found[1])
