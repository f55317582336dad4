"""Coq at work: files compiled in order, each only when something it rests on has changed.

A build folder holds

    library/   copies of the sources, and what Coq makes of them, by the makefile that it writes
    printed/   what Coq says of each file's theorems and definitions, as JSON
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from proofs.companion.coq.sources import LIBRARY, imports

_TOOLS = ("coqc", "coq_makefile", "make")
AT_ONCE, PATIENCE = 2, 3600
_LEFT_BY_COQ = ("*.v", "*.vo", "*.vok", "*.vos", "*.glob", ".*.aux")
_PROJECT, _MAKEFILE = "_CoqProject", "CoqMakefile"
_CIRCLE = re.compile(r"Circular \S+ <- \S+ dependency dropped")
_ERROR = re.compile(
    r'^File "(?:\./)?(?P<file>[^"]*)", line (?P<line>\d+)[^\n]*\n'
    r"Error: *(?P<words>.*?)(?=^make\b|\Z)",
    re.MULTILINE | re.DOTALL,
)
_DEFINED = re.compile(
    r"^(?:def|rec|proj|ind|constr|class|inst|coe) \d+:\d+ (\S+) (\S+)$", re.MULTILINE
)


class CoqMissing(Exception):
    """A program of Coq is not installed."""


class DoesNotCompile(Exception):
    """Coq refuses a file; the message has the file, the line and Coq's first words."""


def version() -> str:
    """Of the Coq that is installed, such as ``8.16.1``."""
    words = _run("coqc", "--print-version").stdout.split()
    return words[0] if words else "unknown"


def missing() -> str | None:
    """The program of Coq that is not installed, if there is one."""
    return next(
        (tool for tool in ("coqc", "coq_makefile", "make") if shutil.which(tool) is None), None
    )


def digest(*texts: str) -> str:
    """Of several texts together."""
    return hashlib.sha256(json.dumps(texts).encode()).hexdigest()


@dataclass(frozen=True)
class Library:
    """Sources by file name, with a folder to compile them in."""

    sources: Mapping[str, str]
    into: Path

    @property
    def folder(self) -> Path:
        """Where the compiled files are."""
        return self.into / "library"

    def compile(self) -> tuple[str, ...]:
        """Compile what has changed, by the makefile that Coq writes; the files in question."""
        self._copy()
        before = {name: self.compiled(name) for name in self.sources}
        if self.sources:
            _made(_run("coq_makefile", "-f", _PROJECT, "-o", _MAKEFILE, folder=self.folder))
            _made(_run("make", "-f", _MAKEFILE, f"-j{AT_ONCE}", folder=self.folder))
        return tuple(name for name in self.sources if self.compiled(name) != before[name])

    def compiled(self, name: str) -> int | None:
        """When a file was compiled, in nanoseconds; None if it was not."""
        path = self.folder / f"{_stem(name)}.vo"
        return path.stat().st_mtime_ns if path.is_file() else None

    def _copy(self) -> None:
        """The sources, each written only if it changed; nothing that another Coq has made."""
        self.folder.mkdir(parents=True, exist_ok=True)
        project = "\n".join([f"-R . {LIBRARY}", *self.sources, f"# Coq {version()}", ""])
        stems = {_stem(name) for name in self.sources}
        path = self.folder / _PROJECT
        same_coq = path.is_file() and path.read_text("utf-8").endswith(f"# Coq {version()}\n")
        for pattern in _LEFT_BY_COQ:
            for left in self.folder.glob(pattern):
                if not same_coq or _stem(left.name.removeprefix(".")) not in stems:
                    left.unlink()
        for name, text in {**self.sources, _PROJECT: project}.items():
            path = self.folder / name
            if not path.is_file() or path.read_text("utf-8") != text:
                path.write_text(text, "utf-8")


def _made(shown: subprocess.CompletedProcess[str]) -> None:
    """Refuse what a program of Coq refuses."""
    if _CIRCLE.search(shown.stderr):
        raise DoesNotCompile("files require each other")
    if shown.returncode:
        raise DoesNotCompile(_refusal(shown.stderr))


def _refusal(said: str) -> str:
    error = _ERROR.search(said)
    if error is None:
        return _first_line(said) or "coqc fails"
    return f"{error['file']}, line {error['line']}: {' '.join(error['words'].split())[:300]}"


def check(source: str, name: str, library: Path) -> None:
    """Compile a text that requires a compiled library, and keep nothing of it."""
    with TemporaryDirectory() as scratch:
        (Path(scratch) / name).write_text(source, "utf-8")
        _made(_run("coqc", "-q", "-R", str(library), LIBRARY, name, folder=Path(scratch)))


@dataclass(frozen=True)
class Printed:
    """What Coq prints of a theorem, or of a definition (of which only what it means)."""

    statement: str
    meaning: str
    assumptions: str


def ask(library: Library, file: str, theorems: Sequence[str]) -> dict[str, Printed]:
    """What Coq prints of these theorems of a compiled file, and of every definition in it.

    The statement is as a reader of the file would write it.  The meaning has no notations and
    nothing implicit, and every name in it says which file it is from.
    """
    stem = _stem(file)
    definitions = _definitions((library.folder / f"{stem}.glob").read_text("utf-8"))
    names = [*theorems, *(d for d in definitions if d not in theorems)]
    script = [f"Require {LIBRARY}.{stem}.", "Set Printing Width 100."]
    for k, name in enumerate(theorems):
        script.append(f'Redirect "{k}.assumptions" Print Assumptions {LIBRARY}.{stem}.{name}.')
    script.append("Set Printing All.")
    for k, name in enumerate(names):
        how = "Check @" if k < len(theorems) else "Print "
        script.append(f'Redirect "{k}.meaning" {how}{LIBRARY}.{stem}.{name}.')
    script += ["Unset Printing All.", *imports(library.sources[file])]
    script.append(f"From {LIBRARY} Require Import {stem}.")
    if "R_scope" in library.sources[file]:
        script.append("Open Scope R_scope.")
    for k, name in enumerate(theorems):
        script.append(f'Redirect "{k}.statement" Check @{LIBRARY}.{stem}.{name}.')
    with TemporaryDirectory(dir=library.into) as scratch:
        folder = Path(scratch)
        (folder / "ask.v").write_text("\n".join(script) + "\n", "utf-8")
        shown = _run("coqc", "-q", "-R", str(library.folder), LIBRARY, "ask.v", folder=folder)
        if shown.returncode:
            raise DoesNotCompile(f"{file}: {' '.join(shown.stderr.split())[:300]}")

        def printed(k: int, what: str) -> str:
            path = folder / f"{k}.{what}.out"
            return " ".join(path.read_text("utf-8").split()) if path.is_file() else ""

        return {
            name: Printed(
                printed(k, "statement").partition(" : ")[2],
                printed(k, "meaning"),
                (folder / f"{k}.assumptions.out").read_text("utf-8") if k < len(theorems) else "",
            )
            for k, name in enumerate(names)
        }


def axioms(assumptions: str) -> tuple[str, ...]:
    """The axioms in what ``Print Assumptions`` prints; anything else it reports is one of them.

    >>> axioms("Axioms:\\nA.b\\n  : forall x,\\n    x = x\\nF.c : True\\n")
    ('A.b', 'F.c')
    >>> axioms("Closed under the global context")
    ()
    """
    if assumptions.strip() == "Closed under the global context":
        return ()
    heads = [line for line in assumptions.splitlines() if line[:1].strip()]
    if not heads or heads[0] != "Axioms:":
        return (_first_line(assumptions) or "nothing printed",)
    return tuple(sorted({line.split(":")[0].strip() for line in heads[1:]}))


def _definitions(glob: str) -> list[str]:
    """The definitions listed in a .glob file, in the order of the source."""
    found = re.findall(
        r"^(?:def|rec|proj|ind|constr|class|inst|coe) \d+:\d+ (\S+) (\S+)$", glob, re.MULTILINE
    )
    return list(dict.fromkeys(name if path == "<>" else f"{path}.{name}" for path, name in found))


def _stem(name: str) -> str:
    return name.rpartition(".")[0]


def _first_line(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip()), "")


def _run(tool: str, *words: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    if shutil.which(tool) is None:
        raise CoqMissing(
            f"there is no {tool} (Debian, Ubuntu: apt install coq libcoq-coquelicot make)"
        )
    try:
        return subprocess.run(
            [tool, *words],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
    except subprocess.TimeoutExpired:
        raise DoesNotCompile(f"{tool} takes more than {PATIENCE} s") from None
