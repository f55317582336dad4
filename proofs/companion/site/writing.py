"""Writing a folder whole or not at all, and over nothing but an earlier site."""

from __future__ import annotations

import json
import os
import shutil
import stat
import tempfile
from collections.abc import Mapping
from pathlib import Path

from proofs.companion.usage import BadInput, reason, umask

__all__ = ["MARK", "check", "write"]

#: the file by which a folder is known to be a site, with the names of all others
MARK = "recency-site.json"


def check(folder: str) -> Path:
    """The place where the site is to stand; refused unless nothing or an earlier site is there."""
    try:
        target = Path(os.path.realpath(folder)) if folder else None
    except ValueError as error:
        raise BadInput(f"cannot write the site to {folder!r}: {error}") from None
    if target is None:
        raise BadInput("cannot write the site to '': expected the name of a folder")
    if os.path.lexists(target):
        if not target.is_dir():
            raise BadInput(f"cannot write the site to {folder!r}: it is no folder")
        if target.is_mount():
            raise BadInput(f"cannot write the site to {folder!r}: expected a folder below it")
        if strange := _not_ours(target):
            raise BadInput(
                f"cannot write the site to {folder!r}: it has {strange!r}, which is of no site of "
                "recency; expected an empty folder, or a new one"
            )
    above = next(parent for parent in target.parents if os.path.lexists(parent))
    if not above.is_dir() or not os.access(above, os.W_OK):
        raise BadInput(f"cannot write the site to {folder!r}: cannot make a folder there")
    return target


def _not_ours(target: Path) -> str | None:
    """Something in the folder that an earlier site did not put there."""
    found = [os.path.relpath(path, target) for path in _files(target)]
    try:
        listed = json.loads((target / MARK).read_text("utf-8"))["files"]
        known = {MARK, *map(str, listed)}
    except (OSError, ValueError, KeyError, TypeError):
        known = set()
    return next((name for name in sorted(found) if name.replace(os.sep, "/") not in known), None)


def _files(folder: Path) -> list[str]:
    """Every file below a folder, and every link."""
    found = []
    for where, folders, names in os.walk(folder):
        links = [name for name in folders if os.path.islink(os.path.join(where, name))]
        found += [os.path.join(where, name) for name in (*names, *links)]
    return found


def write(folder: str, files: Mapping[str, bytes]) -> Path:
    """Write all of the files into the folder, in place of an earlier site; the first page of it."""
    target = check(folder)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=".recency.", dir=target.parent))
    except OSError as error:
        raise BadInput(f"cannot write the site to {folder!r}: {reason(error)}") from None
    try:
        for name, content in files.items():
            file = made / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
        _take_place(made, target)
    except OSError as error:
        raise BadInput(f"cannot write the site to {folder!r}: {reason(error)}") from None
    finally:
        shutil.rmtree(made, ignore_errors=True)
    return Path(folder) / "index.html"


def _take_place(made: Path, target: Path) -> None:
    """Put the new folder where the old one is, which is there until the new one can be."""
    mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o777 & ~umask()
    made.chmod(mode)
    if not target.exists() or not any(target.iterdir()):
        made.replace(target)
        return
    old = Path(tempfile.mkdtemp(prefix=".recency.", dir=target.parent))
    target.replace(old)
    try:
        made.replace(target)
    except OSError:
        old.replace(target)
        raise
    shutil.rmtree(old, ignore_errors=True)
