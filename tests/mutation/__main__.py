"""Mutation testing of what is trusted: which small changes of it do the tests not notice?

    python -m tests.mutation [--module symbolic.core.kernel] [--sample 300 --seed 1] [--jobs 2]

For each change a child process is forked that loads the changed module in place of its file, and
then runs the tests that belong to it, those first that notice most changes soonest.  A change is
noticed if a test fails, if nothing can be imported, or if the tests take far longer than they
should.  Changes that no test can notice are listed in ``equivalent.toml``, each with its reason.

The results are kept in ``build/mutants.jsonl``: changes that were noticed are not tried again while
the definition that they are in stays the same; ``--again`` tries them all.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import hashlib
import importlib.util
import io
import json
import os
import random
import resource
import select
import signal
import sys
import time
import tomllib
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest

from tests.mutation.operators import Mutant, mutants

ROOT = Path(__file__).parents[2]
PROJECT = ("symbolic", "numeric_checks", "proofs", "tests")
KNOWN = Path(__file__).with_name("equivalent.toml")
MEMORY = 3 << 30
#: the evaluator, on which verdicts about witnesses rest
EVALUATOR = ("numbers", "integers", "closed_forms", "reading", "operators", "meaning", "angles",
             "stationary")  # fmt: skip
STATEMENTS = [f"numeric_checks.statements.{name}" for name in EVALUATOR]
#: modules in which changes are made after the tests are loaded, and how these are called
PATCHED = {
    "numeric_checks.safety.certificate_checker": "certificate",
    **dict.fromkeys(STATEMENTS, "statements"),
}


# -- the changed module ---------------------------------------------------------------------------


class _Loader(SourceFileLoader):
    """Loads a module from code that is at hand."""

    def __init__(self, name: str, path: str, code: CodeType) -> None:
        super().__init__(name, path)
        self.code = code

    def get_code(self, fullname: str) -> CodeType:
        return self.code


class _Finder(MetaPathFinder):
    """Finds one module before all others do."""

    def __init__(self, name: str, path: Path, code: CodeType) -> None:
        self.name, self.path, self.code = name, path, code

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        loader = _Loader(fullname, str(self.path), self.code)
        inside = [str(self.path.parent)] if self.path.name == "__init__.py" else None
        return importlib.util.spec_from_file_location(
            fullname, self.path, loader=loader, submodule_search_locations=inside
        )


def patch(module: str, code: CodeType) -> None:
    """Put the changed functions and constants into a module that was loaded before.

    Who imported a function or a table keeps it: it is the same object, with other contents.
    Classes stay, but their methods change.  This saves loading the tests.
    """
    loaded = importlib.import_module(module)
    loader = _Loader(module, str(source(module)), code)
    fresh = importlib.util.module_from_spec(ModuleSpec(module, loader))
    sys.modules[module] = fresh
    loader.exec_module(fresh)
    sys.modules[module] = loaded
    _patch(vars(loaded), vars(fresh), module)


def _patch(old: Any, new: Any, module: str) -> None:
    for name, made in list(new.items()):
        before, value = _function(old.get(name)), _function(made)
        if isinstance(value, FunctionType) and isinstance(before, FunctionType):
            before.__code__ = value.__code__
            before.__defaults__ = value.__defaults__
        elif isinstance(value, type) and value.__module__ == module:
            _patch(vars(before), vars(value), module)
        elif before is value:  # imported from elsewhere
            continue
        elif isinstance(before, dict) and not name.startswith("__"):
            before.clear()
            before.update(value)
        elif isinstance(old, dict) and not name.startswith("__") and repr(before) != repr(value):
            old[name] = value


def _function(thing: Any) -> Any:
    """What a method of a class, or a property, was made of."""
    return getattr(thing, "__func__", getattr(thing, "fget", thing))


def source(module: str) -> Path:
    """The file of a module."""
    path = ROOT.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


# -- the tests ------------------------------------------------------------------------------------


class _Failures:
    """Remembers which tests failed."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.names.append(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.names.append(f"{report.nodeid} (import)")


#: tests that fail before anything is changed
_left_out: list[str] = []


def failing(*args: str) -> list[str]:
    """The tests that fail; with -x, the first."""
    failures = _Failures()
    plain = ["-q", "-o", "addopts=--import-mode=importlib", "--no-header", "--tb=no"]
    left_out = [
        f"-pno:{name}" for name in ("cacheprovider", "xdist", "cov", "benchmark", "looponfail")
    ]
    left_out += [f"--deselect={name}" for name in _left_out]
    code = pytest.main([*plain, *left_out, "--rootdir", str(ROOT), *args], plugins=[failures])
    return failures.names or ([] if code == 0 else [f"pytest ends with {code}"])


def run_pytest(*args: str) -> str:
    """The first test that fails, or nothing."""
    return "".join(failing("-x", *args)[:1])


def tests_in(folder: str, *first: str) -> list[str]:
    """The test modules of a folder, some of them first."""
    found = sorted(str(p.relative_to(ROOT)) for p in (ROOT / folder).glob("test_*.py"))
    chosen = [f"{folder}/{name}" for name in first if f"{folder}/{name}" in found]
    return [*chosen, *(p for p in found if p not in chosen)]


def core_tests() -> list[str]:
    """The tests of the core that take seconds; those of all axioms are done for what changed."""
    found = tests_in("tests/symbolic/core", "test_refusals.py", "test_survivors.py")
    slow = ("random_theorems", "hypotheses", "tester", "size")
    return [path for path in found if not any(f"test_{name}.py" in path for name in slow)]


def doctests(module: str) -> str:
    """The doctests of the module."""
    import doctest

    failed, _ = doctest.testmod(importlib.import_module(module))
    return f"doctest of {module}" if failed else ""


def _spelled(axioms: dict[str, Any]) -> dict[str, str]:
    return {name: repr(entry) for name, entry in axioms.items()}


def all_axioms() -> dict[str, str]:
    """Every axiom, as text."""
    import symbolic.rules.classical
    from symbolic.core.axioms import AXIOMS

    others = {"DESCENT": (symbolic.rules.classical.DESCENT, symbolic.rules.classical.DESCENDED)}
    return _spelled({**AXIOMS, **others})


def changed_axioms(original: dict[str, str]) -> str:
    """Random instances of the axioms that read otherwise than they did."""
    now = all_axioms()
    names = [name for name, text in now.items() if original.get(name) != text]
    names = [name if name != "DESCENT" else "on_policy" for name in names]
    return (random_theorems(60 * len(names), *names) or mixed(names)) if names else ""


def mixed(names: list[str]) -> str:
    """Instances of axioms that are drawn without care for their hypotheses."""
    from tests.symbolic.core import test_hypotheses as tester
    from tests.symbolic.core.instances import INSTANCES

    known = [name for name in names if name in INSTANCES]
    return "".join([f"mixed instance: {n}" for n in known if tester.false_instance(n, 150)][:1])


def random_theorems(count: int, *names: str) -> str:
    """Theorems by these makers; one may be false."""
    from tests.symbolic.core import random_theorems as tester

    for seed in (1, 2):
        known = tuple(name for name in names if name in tester.makers())
        report = tester.run(seed, count // 2, known, stop=True)
        if report.wrong:
            return f"random theorem: {report.wrong[0].maker}"
        if known and not all(report.met[name] for name in known):
            return "random theorems: hypotheses that are never met"
    return ""


def library() -> str:
    """Every theorem of the library is derived."""
    for name in ("order", "sums", "limits", "series", "powerseries"):
        module = importlib.import_module(f"symbolic.library.{name}")
        for entry in list(vars(module).values()):
            if hasattr(entry, "cache_info") and entry.__module__ == module.__name__:
                with contextlib.suppress(TypeError):
                    entry()
    return ""


@dataclass(frozen=True)
class Stage:
    """Some tests, and the seconds of processor time that they may take."""

    run: Callable[[], str]
    seconds: float
    slow: bool = False


def stages(module: str, original: dict[str, str]) -> list[Stage]:
    """The tests of a module, in the order in which they are run."""
    if module in PATCHED:
        mine = [p for p in tests_in("tests/numeric_checks") if f"test_{PATCHED[module]}" in p]
        name = module.rsplit(".", 1)[-1].removeprefix("closed_")
        first = ("survivors", "arithmetic", f"statements_{name}")
        mine.sort(key=lambda path: (*(word not in path for word in first), path))
        return [Stage(lambda: doctests(module), 5), Stage(lambda: run_pytest(*mine), 20)]
    makers = (
        "normal form", "substitution", "combination", "restate", "instantiate", "specialise",
        "replace_in", "generalise", "induction", "cases", "discharge", "absurd", "replace", "cut",
        "detach", "discrete",
    )  # fmt: skip
    own = core_tests()
    quick = [path for path in own if "semantics" not in path]
    thorough = [path for path in own if path not in quick]
    return [
        Stage(lambda: doctests(module), 5),
        Stage(library, 5),
        Stage(lambda: run_pytest(*quick), 8),
        Stage(lambda: changed_axioms(original), 15),
        Stage(lambda: run_pytest(*thorough), 20, slow=True),
        Stage(lambda: random_theorems(280, *makers), 12, slow=True),
        Stage(lambda: run_pytest(*tests_in("tests/symbolic/library", "test_order.py")), 25, True),
    ]


# -- one change -----------------------------------------------------------------------------------


def _child(mutant: Mutant | None, tree: ast.Module, todo: list[Stage], pipe: int) -> None:
    """Run the tests with the change made; say through the pipe what came of it."""
    said = ""
    try:
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(quiet, stream)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        if mutant is not None:
            mutant.apply()
            path = source(mutant.module)
            code = compile(tree, str(path), "exec", dont_inherit=True)
            if mutant.module in PATCHED:
                patch(mutant.module, code)
            else:
                sys.meta_path.insert(0, _Finder(mutant.module, path, code))
        for k, stage in enumerate(todo):
            usage = resource.getrusage(resource.RUSAGE_SELF)
            until = int(usage.ru_utime + usage.ru_stime + stage.seconds) + 1
            resource.setrlimit(resource.RLIMIT_CPU, (until, resource.RLIM_INFINITY))
            said = stage.run()
            if said:
                said = f"{k} {said}"
                break
    except BaseException as problem:
        where = traceback.extract_tb(problem.__traceback__)[-1].name
        said = f"{type(problem).__name__} in {where}"
    os.write(pipe, (said or "survived").encode()[:2000])
    os._exit(0)


@dataclass
class Running:
    """A change whose tests are running."""

    mutant: Mutant | None
    started: float
    pipe: int
    pid: int


@dataclass
class Forks:
    """Child processes, so many at a time."""

    jobs: int
    wall: float
    running: list[Running] = field(default_factory=list)

    def start(self, mutant: Mutant | None, tree: ast.Module, todo: list[Stage]) -> None:
        """Fork a child for a change."""
        read, write = os.pipe()
        pid = os.fork()
        if not pid:
            os.close(read)
            os.setsid()
            _child(mutant, tree, todo, write)
        os.close(write)
        self.running.append(Running(mutant, time.monotonic(), read, pid))

    def ended(self) -> Iterator[tuple[Mutant | None, str, float, float]]:
        """Wait for a child to end: the change, what came of it, seconds of clock and processor."""
        select.select([r.pipe for r in self.running], [], [], 1.0)
        for r in list(self.running):
            pid, _, usage = os.wait4(r.pid, os.WNOHANG)
            clock = time.monotonic() - r.started
            if not pid and clock > self.wall:
                os.killpg(r.pid, signal.SIGKILL)
                pid, _, usage = os.wait4(r.pid, 0)
            if pid:
                said = os.read(r.pipe, 4000).decode()
                os.close(r.pipe)
                self.running.remove(r)
                yield r.mutant, said or "out of time", clock, usage.ru_utime + usage.ru_stime


# -- everything -----------------------------------------------------------------------------------

CORE = [
    f"symbolic.core.{name}" for name in ("kernel", "polynomials", "terms", "definedness", "axioms")
]
MODULES = [
    *CORE, "symbolic.rules.bridge", "symbolic.rules.classical", "symbolic.rules",
    *PATCHED,
]  # fmt: skip


def _test_modules(todo: list[Mutant]) -> list[str]:
    """The tests of these changes."""
    paths: list[str] = []
    if any(m.module not in PATCHED for m in todo):
        paths += [*core_tests(), *tests_in("tests/symbolic/library")]
    for word in dict.fromkeys(PATCHED[m.module] for m in todo if m.module in PATCHED):
        paths += [p for p in tests_in("tests/numeric_checks") if word in p]
    return paths


def warm(todo: list[Mutant]) -> None:
    """Bring in what the tests need from elsewhere, once, and forget what is ours.

    What is to be patched stays, with all that it uses: two copies would not know each other.
    """
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        failing("--collect-only", *_test_modules(todo))
    if all(m.module in PATCHED for m in todo):
        return
    for name in list(sys.modules):
        ours = name.split(".")[0] in PROJECT and not name.startswith("tests.mutation")
        if ours and "symbolic" in name:
            del sys.modules[name]


def in_a_child(run: Callable[[], Any]) -> Any:
    """What a function returns, as JSON, in a process of its own."""
    read, write = os.pipe()
    pid = os.fork()
    if not pid:
        os.close(read)
        with os.fdopen(write, "w") as out:
            json.dump(run(), out)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as answer:
        text = answer.read()
    os.waitpid(pid, 0)
    return json.loads(text)


def known() -> dict[tuple[str, str], str]:
    """The changes that no test can notice, and why."""
    entries = tomllib.loads(KNOWN.read_text())["equivalent"] if KNOWN.exists() else []
    return {(entry["module"], entry["change"]): entry["reason"] for entry in entries}


def definitions(tree: ast.Module) -> dict[str, str]:
    """What each definition of a module says, as a digest; all that is not one counts as one."""
    texts: dict[str, str] = {}
    for node in tree.body:
        name = "module"
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            name = node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            name = ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target)
        texts[name] = texts.get(name, "") + ast.unparse(node)
    return {name: hashlib.sha256(t.encode()).hexdigest()[:16] for name, t in texts.items()}


class Results:
    """What came of each change, kept in a file."""

    def __init__(self, path: Path, digests: dict[tuple[str, str], str]) -> None:
        self.path, self.digests = path, digests
        self.found: dict[tuple[str, str], dict[str, Any]] = {}
        if path.exists():
            for line in path.read_text().splitlines():
                entry = json.loads(line)
                if digests.get((entry["module"], entry["change"])) == entry["digest"]:
                    self.found[entry["module"], entry["change"]] = entry
        path.parent.mkdir(parents=True, exist_ok=True)

    def add(self, mutant: Mutant, said: str, clock: float, processor: float) -> None:
        """Keep what came of a change."""
        entry = {
            "module": mutant.module, "change": mutant.name, "line": mutant.line,
            "what": mutant.what, "said": said, "seconds": round(clock, 2),
            "processor": round(processor, 2), "digest": self.digests[mutant.module, mutant.name],
        }  # fmt: skip
        self.found[mutant.module, mutant.name] = entry
        with self.path.open("a") as out:
            out.write(json.dumps(entry) + "\n")


def main() -> int:
    """Try the changes, and list those that no test notices."""
    parser = argparse.ArgumentParser(description="Which small changes do the tests not notice?")
    parser.add_argument("--module", nargs="*", default=MODULES, choices=MODULES)
    parser.add_argument("--sample", type=int, default=0, help="so many, drawn at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=0, help="stop after so long")
    parser.add_argument("--results", type=Path, default=ROOT / "build" / "mutants.jsonl")
    parser.add_argument("--only", default="", help="changes whose name has this text")
    parser.add_argument("--again", action="store_true", help="try also what was noticed before")
    parser.add_argument("--quick", action="store_true", help="only the tests that take a second")
    parser.add_argument("--anyway", action="store_true", help="without tests that fail already")
    parser.add_argument("--list", action="store_true", help="only say what would be tried")
    parser.add_argument("--survivors", action="store_true", help="only what was not noticed before")
    options = parser.parse_args()
    os.chdir(ROOT)
    trees = {module: ast.parse(source(module).read_text()) for module in options.module}
    everything = [m for module, tree in trees.items() for m in mutants(tree, module)]
    equivalent = known()
    chosen = [m for m in everything if options.only in m.name]
    if options.list:
        for m in chosen:
            print(f"{m.module}:{m.line}: {m.what}: {m.name}")
        return 0
    if options.sample:
        chosen = random.Random(options.seed).sample(chosen, min(options.sample, len(chosen)))
    said = {module: definitions(tree) for module, tree in trees.items()}
    digests = {(m.module, m.name): said[m.module][m.where.split(".")[0]] for m in everything}
    results = Results(options.results, digests)

    def open_(m: Mutant) -> bool:
        before = results.found.get((m.module, m.name))
        if (m.module, m.name) in equivalent:
            return False
        if options.survivors:
            return before is not None and before["said"] == "survived"
        return options.again or before is None or before["said"] == "survived"

    todo = [m for m in chosen if open_(m)]
    if todo:
        _try_all(todo, trees, results, options)
    return _report(chosen, everything, equivalent, results)


def _try_all(
    todo: list[Mutant],
    trees: dict[str, ast.Module],
    results: Results,
    options: argparse.Namespace,
) -> None:
    jobs: int = options.jobs
    minutes: float = options.minutes
    warm(todo)
    if options.anyway:
        _left_out.extend(in_a_child(lambda: failing(*_test_modules(todo))))
        print("left out:", *_left_out, sep="\n    ")
    original: dict[str, str] = in_a_child(all_axioms)
    tests = {
        module: [s for s in stages(module, original) if not (options.quick and s.slow)]
        for module in trees
    }
    forks = Forks(jobs, wall=600)
    groups = {PATCHED.get(m.module): m.module for m in todo}  # the modules of one share their tests
    for module in groups.values():
        forks.start(None, trees[module], tests[module])
        while forks.running:
            for _, said, _, processor in forks.ended():
                print(f"{module}, unchanged: {said}, {processor:.1f} s", flush=True)
                if said != "survived":
                    raise SystemExit(f"the tests fail before anything is changed: {said}")
    end = time.monotonic() + 60 * minutes if minutes else float("inf")
    waiting, done = list(reversed(todo)), 0
    while waiting or forks.running:
        if time.monotonic() > end:
            waiting.clear()
        while waiting and len(forks.running) < jobs:
            mutant = waiting.pop()
            forks.start(mutant, trees[mutant.module], tests[mutant.module])
        for ended, said, clock, processor in forks.ended():
            assert ended is not None
            results.add(ended, said, clock, processor)
            done += 1
            if said == "survived":
                print(f"{done}/{len(todo)} {ended.module}:{ended.line}: {ended.name}", flush=True)


def _report(
    chosen: list[Mutant],
    everything: list[Mutant],
    equivalent: dict[tuple[str, str], str],
    results: Results,
) -> int:
    """The counts by module, and the survivors."""
    outcome: dict[str, Counter[str]] = {}
    survivors: list[Mutant] = []
    seconds = 0.0
    for m in chosen:
        count = outcome.setdefault(m.module, Counter())
        entry = results.found.get((m.module, m.name))
        count["changes"] += 1
        if (m.module, m.name) in equivalent:
            count["equivalent"] += 1
        elif entry is None:
            count["not tried"] += 1
        elif entry["said"] == "survived":
            count["survived"] += 1
            survivors.append(m)
        else:
            count["noticed"] += 1
        seconds += entry["processor"] if entry else 0
    kinds = ("changes", "noticed", "survived", "equivalent", "not tried")
    total: Counter[str] = sum(outcome.values(), Counter())
    for module, count in [*outcome.items(), ("all", total)]:
        print(f"{module:36}", "  ".join(f"{count[kind]:5} {kind}" for kind in kinds))
    tried = total["noticed"] + total["survived"]
    print(f"{seconds / max(1, tried):.2f} s of processor time for each change")
    for m in survivors:
        print(f"SURVIVED {m.module}:{m.line}: {m.what}: {m.name}")
    names = {(m.module, m.name) for m in everything}
    modules = {m.module for m in everything}
    stale = [entry for entry in equivalent if entry[0] in modules and entry not in names]
    for module, change in stale:
        print(f"NO SUCH CHANGE in {KNOWN.name}: {module}: {change}")
    return 1 if survivors or stale else 0


if __name__ == "__main__":
    sys.exit(main())
