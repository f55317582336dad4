"""A small paper to try the `recency` command on: a copy of `proofs` with other claims in it.

It has five claims and a ledger that knows their verdicts without proving anything; the last claim
can be told to fail or to hang. So what is tested of the command does not depend on which claims the
real package has, nor on how long they take.
"""

import os
import pty
import select
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import proofs

CLAIMS = {
    "first": ("eq:one", "the first return, h[i]", "Section 2, equation 1"),
    "second": ("eq:two", "the second return", "Section 2, equation 2"),
    "another": ("prop:wrh", "weak recency " + "and so on " * 12 + "to the end", "Section 3"),
    "yet_another": ("lem:cited", "a classical fact", "Section 4"),
    "last": ("wrh-converges", "weak recency converges", "Appendix A"),
}
ALL = [claim_id for claim_id, _, _ in CLAIMS.values()]
HYPOTHESIS = "h[i] → 0 as i → ∞, " + "which the paper uses and does not say, " * 3 + "once"

LEDGER = f"""
import os, signal, time
from dataclasses import dataclass, field

VERDICTS = {{
    "eq:one": "proved", "eq:two": "repaired", "prop:wrh": "refuted",
    "lem:cited": "cited", "wrh-converges": "proved",
}}

@dataclass(frozen=True)
class Report:
    id: str
    title: str
    verdict: str
    ok: bool
    added: tuple[str, ...]
    problem: str | None
    details: tuple[str, ...] = ()
    seconds: float = 0.25
    refuted: tuple[str, ...] = ()
    corrected: tuple[str, ...] = ()
    formal: None = None
    numeric: dict = field(default_factory=lambda: {{"digits": 50, "theorems": {{}}}})

    def as_json(self):
        return {{"id": self.id, "title": self.title, "verdict": self.verdict}}

def prepare(claim_ids):
    pass

def settled(reports):
    return reports

def verify(claim_id, elsewhere=frozenset()):
    from proofs.companion.claims.catalogue import find
    behaviour = os.environ.get("LAST_CLAIM") if claim_id == "wrh-converges" else None
    if behaviour == "hangs":
        heeds = signal.getsignal(signal.SIGINT) is not signal.SIG_IGN
        os.mkdir(os.environ["HANGING"] + (" heeding" if heeds else " ignoring"))
        time.sleep(600)
    failed = behaviour == "fails"
    return Report(
        claim_id, find(claim_id).title, VERDICTS[claim_id], not failed,
        ({HYPOTHESIS!r}, "γ < 1") if claim_id == "eq:two" else (),
        "step 3: 1 = 2\\nis not so" if failed else None,
    )
"""
DOCUMENT = """
from proofs.companion.ledger import verify

class Document:
    @classmethod
    def of(cls, claim_id, *, full):
        made = cls()
        made.claim_id, made.report = claim_id + " in full" * full, verify(claim_id)
        return made
    def text(self, width): return "text of " + self.claim_id
    def fragment(self): return "latex of " + self.claim_id
"""


@dataclass(frozen=True)
class Outcome:
    code: int
    out: str
    err: str


@dataclass(frozen=True)
class Paper:
    """A folder with a `proofs` package in it, and how to run `recency` on that package."""

    folder: Path

    def command(self, *words: str) -> list[str]:
        return [sys.executable, "-m", "proofs", *words]

    def environment(self, **extra: str) -> dict[str, str]:
        """This process's, without what would change how Python or a terminal behaves."""
        unsettled = ("PYTHON", "NO_COLOR", "FORCE_COLOR")
        kept = {name: v for name, v in os.environ.items() if not name.startswith(unsettled)}
        return kept | {"PYTHONPATH": str(self.folder)} | extra

    def run(self, *words: str, **environment: str) -> Outcome:
        """With both streams piped."""
        done = subprocess.run(
            self.command(*words),
            cwd=self.folder,
            env=self.environment(**environment),
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=60,
        )
        return Outcome(done.returncode, done.stdout, done.stderr)

    def run_on_a_terminal(self, *words: str, columns: int = 100, **environment: str) -> Outcome:
        """With a terminal of its own for each stream."""
        streams = [pty.openpty(), pty.openpty()]
        process = subprocess.Popen(
            self.command(*words),
            cwd=self.folder,
            env=self.environment(COLUMNS=str(columns), TERM="xterm-256color", **environment),
            stdout=streams[0][1],
            stderr=streams[1][1],
        )
        for _, child_end in streams:
            os.close(child_end)
        out, err = read_to_the_end([end for end, _ in streams])
        return Outcome(process.wait(), out, err)


def read_to_the_end(ends: list[int]) -> list[str]:
    seen = dict.fromkeys(ends, b"")
    still_open = set(ends)
    while still_open:
        for end in select.select(list(still_open), [], [], 60)[0]:
            try:
                chunk = os.read(end, 65536)
            except OSError:  # how a terminal says that nobody writes to it any more
                chunk = b""
            seen[end] += chunk
            if not chunk:
                still_open.remove(end)
                os.close(end)
    return [seen[end].decode().replace("\r\n", "\n") for end in ends]


def make_paper(folder: Path) -> Paper:
    real = Path(proofs.__path__[0])
    copy = folder / "proofs"
    shutil.copytree(real / "companion", copy / "companion", ignore=shutil.ignore_patterns("*.pyc"))
    (copy / "paper").mkdir()
    for name in ("__init__.py", "__main__.py"):
        shutil.copy(real / name, copy / name)
    (copy / "companion/ledger.py").write_text(LEDGER, encoding="utf-8")
    (copy / "companion/documents/document.py").write_text(DOCUMENT, encoding="utf-8")
    for module, (claim_id, title, place) in CLAIMS.items():
        header = f'"""{claim_id}: {title}.\n\nPaper: {place}.\n"""\n'
        (copy / "paper" / f"{module}.py").write_text(header, encoding="utf-8")
    return Paper(folder)
