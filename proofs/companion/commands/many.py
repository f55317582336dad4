"""``--many``, of analyze and search: a line of JSON for each row of a file, in their order.

What is written is whole lines.  A run that was interrupted is gone on with by the same command:
the rows whose lines are there are not done again, and a line that broke off is.  The file is read
once, so that it may be a pipe.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

from proofs.companion import running
from proofs.companion.commands import terminal
from proofs.companion.stored import rows
from proofs.companion.stored.weights import called
from proofs.companion.usage import BAD_INPUT, OK, STDOUT, BadInput, Broken, place

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["Job", "pool", "run"]


#: seconds until a cluster answers
_PATIENCE = 10
#: no line that is written has so many bytes
_LONGEST_LINE = 10_000_000


class Job(NamedTuple):
    """What a row is, what all rows have in common, and what is made of so many together."""

    row: str
    setting: tuple[Any, ...]
    work: Callable[[rows.Chunk], list[str]]
    together: int


def run(options: argparse.Namespace, job: Job) -> int:
    """Do the rows that are not done yet."""
    target = STDOUT if options.output is None else place(options.output)
    source = rows.read(options.many)
    if (first := next(source, None)) is None:
        raise BadInput(f"{called(options.many)} has no rows, expected a {job.row} on each line")
    done, bad, left = _done(target, options.many, chain([first], source), job.setting)
    todo = rows.chunks(left, job.setting, job.together)
    written = done
    with pool(options) as (make, workers), _opened(target) as file:
        answers = running.in_order(job.work, todo, make, workers)
        try:
            for lines in terminal.counted(answers, "rows", done):
                file.write("".join(line + "\n" for line in lines))
                file.flush()
                bad += [line for line in lines if '"error": ' in line]
                written += len(lines)
        except running.Crashed as error:
            raise Broken(f"after {written} rows {error}") from None
    return _told(written, done, bad, job.row)


@contextmanager
def pool(options: argparse.Namespace) -> Iterator[tuple[running.Maker | None, int]]:
    """What does the work: this process, several, or a cluster; and how many workers that has."""
    if options.dask is not None:
        try:
            client = _client(options.dask)
        except ModuleNotFoundError:
            raise BadInput("--dask needs dask.distributed: pip install 'recency[dask]'") from None
        except (OSError, ValueError) as error:
            reason = (str(error) or type(error).__name__).partition("\n")[0]
            raise BadInput(f"--dask {options.dask}: {reason}") from None
        with client:  # whose executors do again what a lost worker did
            count = sum(client.nthreads().values())
            yield lambda: client.get_executor(pure=False), max(count, 1)
    else:
        workers = options.jobs or running.cores()
        yield (running.Pool(workers) if workers > 1 else None), workers


def _client(address: str) -> Client:
    """A client of a Dask cluster."""
    import socket

    from distributed import Client
    from distributed.comm.addressing import parse_address, parse_host_port

    scheme, place = parse_address(address)
    if scheme in ("tcp", "tls"):  # the client would try again, where nobody will ever be
        socket.create_connection(parse_host_port(place), _PATIENCE).close()
    return Client(address, timeout=_PATIENCE)


def _told(written: int, done: int, bad: list[str], row: str) -> int:
    """What became of the rows, on stderr; exit code 2 if some were none."""
    before = f" ({done} of them before)" if done else ""
    if not bad:
        print(f"recency: {written} rows{before}", file=sys.stderr)
        return OK
    first = json.loads(bad[0])
    said = f"the first is row {first['row']}: {first['error']}"
    plural = row + ("es" if row.endswith("ch") else "s")
    print(
        f"recency: {written} rows{before}, {len(bad)} of them no {plural}; {said}", file=sys.stderr
    )
    return BAD_INPUT


def _opened(target: str) -> AbstractContextManager[TextIO]:
    return nullcontext(sys.stdout) if target == STDOUT else open(target, "a", encoding="utf-8")


# -- going on with a run ---------------------------------------------------------------------------


class _Done(NamedTuple):
    """How many rows have their lines already, the lines that are errors, and the other rows."""

    done: int
    bad: list[str]
    left: Iterator[rows.Row]


def _done(target: str, source: str, left: Iterator[rows.Row], setting: tuple[Any, ...]) -> _Done:
    """Compare each line that is there with its row; what broke off is cut off if all are of us."""
    if target == STDOUT or not os.path.exists(target):
        return _Done(0, [], left)
    if source != "-" and os.path.exists(source) and os.path.samefile(source, target):
        raise BadInput(f"{target!r} is read, and cannot be written as well")
    count, end, bad = 0, 0, list[str]()
    with open(target, "rb") as file:
        while line := file.readline(_LONGEST_LINE):
            row = next(left, None)
            if row is None or not _is_of(line, rows.head(row, setting)):
                raise BadInput(
                    f"{target!r} has lines of another run, the first is line {count + 1}; "
                    "expected another name after -o"
                )
            if not line.endswith(b"\n"):
                left = chain([row], left)
                break  # the run ended in the middle of it
            count, end = count + 1, end + len(line)
            if b'"error": ' in line:
                bad.append(line.decode())
    if os.path.getsize(target) > end:
        os.truncate(target, end)
    return _Done(count, bad, left)


def _is_of(line: bytes, head: dict[str, Any]) -> bool:
    """Is it the row's line, or the beginning of that if it does not end?"""
    start = json.dumps(head)[:-1].encode()
    if not line.endswith(b"\n"):
        return line[: len(start)] == start[: len(line)] and len(line) < _LONGEST_LINE
    try:
        return line.startswith(start) and isinstance(json.loads(line), dict)
    except ValueError:
        return False
