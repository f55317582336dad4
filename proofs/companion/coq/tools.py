"""Coq at work: files compiled in order, each only when something it rests on has changed.

A build folder holds

    library/        copies of the sources, and what Coq makes of them
    printed/        what Coq says of each file's theorems and definitions, as JSON
    compiled.json   for each compiled file, a digest of its source and of all that it requires
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from tempfile import TemporaryDirectory

from proofs.companion.coq.sources import LIBRARY, imports

AT_ONCE, PATIENCE = 2, 900
_LEFT_BY_COQ = ("*.v", "*.vo", "*.vok", "*.vos", "*.glob", ".*.aux")
_ERROR = re.compile(
    r'^File "(?:\./)?(?P<file>[^"]*)", line (?P<line>\d+)[^\n]*\nError: *(?P<words>.*)',
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
    return next((tool for tool in ("coqc", "coqdep") if shutil.which(tool) is None), None)


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

    def compile(self) -> tuple[dict[str, str], tuple[str, ...]]:
        """Compile what has changed: the digest of each file, and the files that were compiled."""
        self._copy()
        required = self._required()
        keys = _keys(self.sources, required)
        done = _stored(self.into / "compiled.json")
        stale = {
            name
            for name, key in keys.items()
            if done.get(name) != key or not (self.folder / f"{_stem(name)}.vo").is_file()
        }
        done = {name: key for name, key in done.items() if name in keys and name not in stale}
        _store(self.into / "compiled.json", done)
        order = TopologicalSorter(required)
        order.prepare()
        compiled: list[str] = []
        with ThreadPoolExecutor(AT_ONCE) as pool:
            running: dict[Future[None], str] = {}
            try:
                while order.is_active():
                    for name in order.get_ready():
                        if name in stale:
                            running[pool.submit(compile_file, self.folder, name)] = name
                        else:
                            order.done(name)
                    if not running:
                        continue
                    for future in wait(running, return_when=FIRST_COMPLETED).done:
                        name = running.pop(future)
                        future.result()
                        compiled.append(name)
                        done[name] = keys[name]
                        _store(self.into / "compiled.json", done)
                        order.done(name)
            finally:
                for future in running:
                    future.cancel()
        return keys, tuple(compiled)

    def _copy(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        stems = {_stem(name) for name in self.sources}
        for pattern in _LEFT_BY_COQ:
            for path in self.folder.glob(pattern):
                if _stem(path.name.removeprefix(".")) not in stems:
                    path.unlink()
        for name, text in self.sources.items():
            path = self.folder / name
            if not path.is_file() or path.read_text("utf-8") != text:
                path.write_text(text, "utf-8")

    def _required(self) -> dict[str, tuple[str, ...]]:
        """Which of the files each of them requires, by coqdep."""
        names = sorted(self.sources)
        if not names:
            return {}
        shown = _run("coqdep", "-R", ".", LIBRARY, *names, folder=self.folder)
        if shown.returncode:
            raise DoesNotCompile(_first_line(shown.stderr) or "coqdep cannot read the sources")
        found: dict[str, tuple[str, ...]] = dict.fromkeys(names, ())
        for line in shown.stdout.splitlines():
            target, _, needed = line.partition(":")
            name = f"{target.split('.')[0]}.v"
            if name in found and f"{_stem(name)}.vo" in target.split():
                stems = (_stem(word.removeprefix("./")) for word in needed.split())
                others = (f"{stem}.v" for stem in stems)
                found[name] = tuple(o for o in others if o in found and o != name)
        return found


def check(source: str, name: str, library: Path) -> None:
    """Compile a text that requires a compiled library, and keep nothing of it."""
    with TemporaryDirectory() as scratch:
        (Path(scratch) / name).write_text(source, "utf-8")
        compile_file(Path(scratch), name, library)


def compile_file(folder: Path, name: str, library: Path = Path()) -> None:
    """Compile one file of a folder; what it requires is compiled, there or in the library."""
    shown = _run("coqc", "-q", "-R", str(library), LIBRARY, name, folder=folder)
    if shown.returncode:
        error = _ERROR.search(shown.stderr)
        if error is None:
            raise DoesNotCompile(f"{name}: {_first_line(shown.stderr) or 'coqc fails'}")
        words = " ".join(error["words"].split())
        raise DoesNotCompile(f"{error['file']}, line {error['line']}: {words[:300]}")


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


def _keys(sources: Mapping[str, str], required: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """A digest of each source with all that it requires, and of the Coq that compiles it."""
    found: dict[str, str] = {}
    try:
        order = tuple(TopologicalSorter(required).static_order())
    except CycleError as error:
        raise DoesNotCompile(f"files require each other: {', '.join(error.args[1])}") from None
    coq = version()
    for name in order:
        found[name] = digest(coq, sources[name], *(found[r] for r in sorted(required[name])))
    return found


def _stem(name: str) -> str:
    return name.rpartition(".")[0]


def _first_line(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip()), "")


def _stored(path: Path) -> dict[str, str]:
    try:
        found = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _store(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, indent=1) + "\n", "utf-8")


def _run(tool: str, *words: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    if shutil.which(tool) is None:
        raise CoqMissing(f"there is no {tool} (Debian, Ubuntu: apt install coq libcoq-coquelicot)")
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
        raise DoesNotCompile(f"{words[-1]}: {tool} takes more than {PATIENCE} s") from None
