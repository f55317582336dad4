"""The Coq development: built, compared with its manifest, and named in the ledger.

``proofs/formal`` holds the sources, a ``_CoqProject`` that lists them, and ``manifest.json``, which
has for every main theorem the claim it belongs to, the axioms it may use and its statement as Coq
prints it, and for every claim what it said when its theorems were written (see
`proofs.companion.coq.statements`).  A build compiles everything, together with the formulas of the
Python claims (see `proofs.companion.coq.bridge`), and refuses

    a word that asserts without proving (Admitted, Axiom, ..., a Hypothesis outside a section)
    an axiom beyond those of Coq's real numbers
    a theorem that the manifest has and the sources have not, or the other way round
    a theorem that says something else than recorded, in its words or in the meaning of its words

``recency formal`` builds; ``recency record --formal`` writes the manifest anew, and says which
claims say something else than before.
What a build found is kept beside the compiled files, with a digest of the sources: `recency verify`
reads it, and believes it only if the sources are still the same.
"""

from __future__ import annotations

import contextlib
import re
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path

from proofs.companion.claims import catalogue
from proofs.companion.coq import bridge as coq_bridge, sources as coq_sources, tools as coq_tools
from proofs.companion.coq.record import (
    BUILD,
    CLASSICAL_FACTS,
    MANIFEST,
    SOURCES,
    Manifest,
    Refused,
    Theorem,
    read_json,
    read_manifest,
    source_digest,
    source_texts,
    write_json,
)
from proofs.companion.coq.sources import LIBRARY, BadSource, Claimed
from proofs.companion.coq.tools import CoqMissing, DoesNotCompile, Library, Printed
from proofs.companion.usage import BAD_INPUT, BROKEN, INTERRUPTED, OK, BadInput, write

#: the axioms of Coq's real numbers
ALLOWED_AXIOMS = (
    "ClassicalDedekindReals.sig_forall_dec",
    "ClassicalDedekindReals.sig_not_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
)
#: what the development proves and no claim states: of its own notions, and classical facts
BESIDE_THE_CLAIMS = ("expected-update", CLASSICAL_FACTS)


@dataclass(frozen=True)
class Result:
    """What a build found, which files it compiled, and how long it took.

    ``changed`` are the claims that say something else than in the manifest before this one.
    """

    theorems: tuple[Theorem, ...]
    compiled: tuple[str, ...]
    seconds: float
    changed: tuple[str, ...] = ()


# -- building --------------------------------------------------------------------------------------


def build(
    folder: Path = SOURCES,
    into: Path = BUILD,
    *,
    generated: Mapping[str, str] | None = None,
    record: bool = False,
) -> Result:
    """Compile and check the development; with ``record``, write the manifest instead of reading it.

    ``generated`` are sources compiled with the others, by name: the formulas, if not given.
    """
    began = time.perf_counter()
    texts = source_texts(folder)
    files = coq_sources.project_files(folder)
    sources = {name: texts[name] for name in files}
    claimed = tuple(_examined(sources))
    recorded = () if record else read_manifest(texts[MANIFEST]).theorems
    changed: tuple[str, ...] = ()
    if not record:
        _compare_names(claimed, recorded)
    extra = coq_bridge.sources() if generated is None else generated
    for name, text in extra.items():
        _refuse_forbidden(name, text)
    into.mkdir(parents=True, exist_ok=True)
    with _alone(into):
        (into / "record.json").unlink(missing_ok=True)
        library = Library({**sources, **extra}, into)
        compiled = library.compile()
        theorems = _theorems(library, claimed)
        for theorem in theorems:
            _refuse_axioms(theorem)
        if record:
            made, changed = _recorded(theorems, texts[MANIFEST])
            texts[MANIFEST] = made.text()
            write(folder / MANIFEST, texts[MANIFEST])
        else:
            _compare(theorems, recorded)
        write_json(
            into / "record.json",
            {
                "coq": coq_tools.version(),
                "sources": source_digest(texts),
                "formulas": coq_bridge.definitions() if generated is None else {},
                "theorems": [asdict(t) for t in theorems],
            },
        )
    return Result(theorems, compiled, time.perf_counter() - began, changed)


def _recorded(theorems: tuple[Theorem, ...], before: str) -> tuple[Manifest, tuple[str, ...]]:
    """A manifest with these theorems, and which claims say something else than in the last one."""
    from proofs.companion.coq.statements import everything, load

    ids = dict.fromkeys(theorem.claim for theorem in theorems)
    found = everything(load(claim) for claim in ids if claim not in BESIDE_THE_CLAIMS)
    made = Manifest(coq_tools.version(), theorems, {}).saying(found)
    try:
        last = read_manifest(before)
    except Refused:
        return made, ()
    changes = ((claim, last.changes(claim, parts)) for claim, parts in found.items())
    return made, tuple(f"{claim}: {', '.join(changed)}" for claim, changed in changes if changed)


def _examined(sources: Mapping[str, str]) -> Iterator[Claimed]:
    """The main theorems of the sources, none of which has a forbidden word."""
    known = {*BESIDE_THE_CLAIMS, *(entry.id for entry in catalogue.entries())}
    for name, text in sources.items():
        _refuse_forbidden(name, text)
        for found in coq_sources.claimed_theorems(text, name):
            if found.claim not in known:
                raise Refused(f"{name}: {found.theorem} is for {found.claim!r}, which is no claim")
            yield found


def _refuse_forbidden(name: str, text: str) -> None:
    words = coq_sources.forbidden(text)
    if words:
        raise Refused(f"{name} says {words[0]}: everything must be proved")


def _refuse_axioms(theorem: Theorem) -> None:
    for axiom in theorem.axioms:
        if axiom not in ALLOWED_AXIOMS:
            raise Refused(f"{theorem.name} uses the axiom {axiom}, which is not allowed")


def _compare_names(claimed: Sequence[Claimed], recorded: Sequence[Theorem]) -> None:
    there = {(c.claim, c.theorem, c.file): c for c in claimed}
    wanted = {(t.claim, t.theorem, t.file): t for t in recorded}
    for key in (k for k in there if k not in wanted):
        claim, theorem, file = key
        raise Refused(
            f"{theorem} ({file}, for {claim}) is not in {MANIFEST}; record it on purpose "
            "(recency record --formal)"
        )
    for key in (k for k in wanted if k not in there):
        raise Refused(f"{wanted[key].name} is in {MANIFEST} and not in the sources")


def _compare(theorems: Sequence[Theorem], recorded: Sequence[Theorem]) -> None:
    wanted = {(t.claim, t.theorem, t.file): t for t in recorded}
    for theorem in theorems:
        before = wanted[theorem.claim, theorem.theorem, theorem.file]
        if theorem.statement != before.statement:
            raise Refused(f"{theorem.name} says {theorem.statement!r}, not as {MANIFEST} has it")
        if theorem.meaning != before.meaning:
            raise Refused(f"{theorem.name} reads as in {MANIFEST}, but a definition has changed")
        for axiom in set(theorem.axioms) - set(before.axioms):
            raise Refused(f"{theorem.name} uses the axiom {axiom}, which {MANIFEST} does not list")


def _theorems(library: Library, claimed: Sequence[Claimed]) -> tuple[Theorem, ...]:
    names = tuple(library.sources)
    with ThreadPoolExecutor(coq_tools.AT_ONCE) as pool:
        shown = pool.map(lambda name: _printed(library, name, claimed), names)
        printed = dict(zip(names, shown, strict=True))
    words = {
        f"{file.removesuffix('.v')}.{name}": shown.meaning
        for file, names in printed.items()
        for name, shown in names.items()
    }
    return tuple(_theorem(c, printed[c.file][c.theorem], words) for c in claimed)


def _theorem(found: Claimed, printed: Printed, words: Mapping[str, str]) -> Theorem:
    axioms, meaning = coq_tools.axioms(printed.assumptions), _meaning(printed.meaning, words)
    return Theorem(**asdict(found), axioms=axioms, statement=printed.statement, meaning=meaning)


def _printed(library: Library, file: str, claimed: Sequence[Claimed]) -> dict[str, Printed]:
    """What Coq prints of a file, from the last time if it was not compiled again since."""
    names = list(dict.fromkeys(c.theorem for c in claimed if c.file == file))
    path = library.into / "printed" / f"{file}.json"
    key, stored = library.compiled(file), read_json(path)
    if stored.get("key") != key or stored.get("theorems") != names:
        shown = {k: asdict(v) for k, v in coq_tools.ask(library, file, names).items()}
        stored = {"key": key, "theorems": names, "printed": shown}
        path.parent.mkdir(parents=True, exist_ok=True)
        write_json(path, stored)
    return {name: Printed(**shown) for name, shown in stored["printed"].items()}


def _meaning(statement: str, words: Mapping[str, str]) -> str:
    """A digest of a statement and of all the definitions that it rests on."""
    found: dict[str, str] = {}
    stack = [statement]
    while stack:
        for word in re.findall(r"[A-Za-z_][\w'.]*[\w']", stack.pop()):
            name = word.removeprefix(f"{LIBRARY}.")
            if name in words and name not in found:
                found[name] = words[name]
                stack.append(words[name])
    return coq_tools.digest(statement.partition(" : ")[2], *(found[n] for n in sorted(found)))[:16]


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Wait until nobody else builds in this folder."""
    import fcntl

    with (folder / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def main(*, record: bool = False) -> int:
    """Build, or record on purpose."""
    try:
        result = build(record=record)
    except (BadSource, DoesNotCompile, Refused) as error:
        print(f"formal: {error}", file=sys.stderr)
        return BROKEN
    except (BadInput, CoqMissing) as error:
        print(f"formal: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print("formal: interrupted", file=sys.stderr)
        return INTERRUPTED
    for changed in result.changed:
        print(f"formal: recorded with other statements than before: {changed}")
    for_claims = [t.claim for t in result.theorems if t.claim not in BESIDE_THE_CLAIMS]
    print(
        f"formal: {len(result.theorems)} theorems hold, {len(for_claims)} of them for "
        f"{len(set(for_claims))} claims; "
        f"{len(result.compiled)} files compiled; {result.seconds:.1f} s"
    )
    return OK
