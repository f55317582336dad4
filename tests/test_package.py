"""What is built and installed is all of it: outside the project, in an environment of its own."""

from __future__ import annotations

import email
import hashlib
import json
import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("symbolic", "numeric_checks", "proofs", "recency")
#: where the packages are that ours need
NEEDED = Path(sysconfig.get_path("purelib"))


@dataclass(frozen=True)
class Installed:
    """An environment with the wheel in it, and a user's folder."""

    root: Path

    @property
    def packages(self) -> Path:
        return next(self.root.glob("lib/python*/site-packages"))

    @property
    def cache(self) -> Path:
        return self.root / "cache"

    def run(self, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
        kept = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
        environment = {**kept, "XDG_CACHE_HOME": str(self.cache), **more}
        folder = self.root / "user"
        folder.mkdir(exist_ok=True)
        return subprocess.run(
            [str(self.root / "bin" / words[0]), *words[1:]],
            cwd=folder,
            env={**environment, "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            check=False,
        )

    def files(self) -> Mapping[str, str]:
        """What is in the environment, by a digest of each file."""
        return {
            str(path): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted(self.packages.rglob("*"))
            if path.is_file()
        }


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The sdist, and the wheel that is built from it."""
    folder = tmp_path_factory.mktemp("built")

    def build(kind: str, project: Path) -> Path:
        command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
        done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return next(folder.glob("*.whl" if kind == "wheel" else "*.tar.gz"))

    sdist = build("sdist", ROOT)
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    return {"sdist": sdist, "wheel": build("wheel", folder / sdist.name.removesuffix(".tar.gz"))}


@pytest.fixture(scope="module")
def installed(built: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Installed:
    found = Installed(tmp_path_factory.mktemp("installed"))
    venv.create(found.root, symlinks=True)
    pip = [sys.executable, "-m", "pip", "--python", str(found.root / "bin" / "python")]
    options = ["--quiet", "--no-deps", "--no-index", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", *options, str(built["wheel"])], check=True)
    # a line in a .pth file is a path alone: no .pth file that lies there is read
    (found.packages / "needed.pth").write_text(f"{NEEDED}\n")
    return found


def test_a_wheel_has_every_module_once_and_says_that_it_is_typed(built: dict[str, Path]) -> None:
    names = zipfile.ZipFile(built["wheel"]).namelist()
    assert len(names) == len(set(names))
    assert {name.partition("/")[0] for name in names if ".dist-info" not in name} == set(PACKAGES)
    assert all(f"{package}/py.typed" in names for package in PACKAGES)
    assert not [name for name in names if name.startswith("proofs/front/")]
    data = ["paper/map.toml", "record.txt", "formal/manifest.json", "formal/_CoqProject"]
    beside = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "CITATION.cff", "LICENSE")
    pages = [*(ROOT / name for name in beside), *(ROOT / "docs").rglob("*.*")]
    data += [f"pages/{page.relative_to(ROOT)}" for page in pages]
    assert {f"proofs/{name}" for name in data} <= set(names)
    ours = [p for house in PACKAGES[:3] for p in (ROOT / house).rglob("*.py")]
    assert len(ours) == sum(name.endswith(".py") for name in names)


def test_an_editable_install_copies_no_code(tmp_path: Path) -> None:
    """What is edited is then what runs."""
    command = [
        sys.executable,
        "-m",
        "hatchling",
        "build",
        "-t",
        "wheel:editable",
        "-d",
        str(tmp_path),
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "_recency.pth" in names
    assert not [name for name in names if name.endswith(".py")]


def test_the_metadata_say_what_it_is_and_how_it_may_be_used(built: dict[str, Path]) -> None:
    archive = zipfile.ZipFile(built["wheel"])
    (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
    metadata = email.message_from_bytes(archive.read(name))
    assert metadata["License-Expression"] == "MIT"
    assert metadata["License-File"] == "LICENSE"
    assert metadata["Author"] == "the recency maintainers"
    assert "Typing :: Typed" in metadata.get_all("Classifier", [])
    assert "https://arxiv.org/abs/2406.12284" in str(metadata.get_all("Project-URL"))
    assert "# recency" in str(metadata.get_payload())


def test_the_version_is_the_same_wherever_it_stands() -> None:
    from proofs.companion import __version__

    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text()
    assert f"\n## {__version__}\n" in (ROOT / "CHANGELOG.md").read_text()


def test_an_sdist_has_the_tests_the_pages_and_nothing_that_was_made(
    built: dict[str, Path],
) -> None:
    with tarfile.open(built["sdist"]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"README.md", "LICENSE", "Makefile", "docs/return.md", "tests/test_package.py"} <= names
    assert not [name for name in names if name.endswith((".pyc", ".vo")) or ".venv" in name]


def test_installed_it_works_and_leaves_itself_as_it_was(installed: Installed) -> None:
    before = installed.files()
    for command, expected in {
        "--version": "recency ",
        "verify prop:wrh nstep-contraction --jobs 1": "2 claims: 2 proved; 0 failed",
        "show prop:wrh": "Verdict: proved.",
        "latex prop:wrh": "latex/companion.tex",
        "analyze --weights 1,1/2,3/4 --gamma 0.9 --certificate p.json": "is safe",
        "analyze --weights 1,1/2,3/4 --gamma 0.9 --plot p.svg --coq P.v": "is safe",
        "check-certificate p.json": "converges on every finite irreducible",
        "figures two-weight-map --format svg": "figures/two-weight-map.svg",
        "search --list": "diverges",
        "walk --trials 2 --sizes 3": "dense",
        "--completion bash": "complete -o default",
    }.items():
        done = installed.run("recency", *command.split())
        assert done.returncode == 0, done.stderr
        assert expected in done.stdout, command
    made = {path.name for path in (installed.root / "user").iterdir()}
    assert made == {"latex", "figures", "p.svg", "p.json", "P.v"}
    assert installed.files() == before


def test_installed_it_writes_the_site_with_the_documents(installed: Installed) -> None:
    """The command, where there are two claims."""
    program = """
import sys
from proofs.companion import cli
from proofs.companion.claims import catalogue
few = catalogue.choose(["averages", "srh-infinite"])
catalogue.choose = lambda _: few
sys.exit(cli.main(["site", "-o", "pages", "--jobs", "1"]))
"""
    before = installed.files()
    done = installed.run("python", "-c", program)
    assert (done.returncode, done.stdout) == (0, "pages/index.html\n"), done.stderr
    assert installed.files() == before
    site = installed.root / "user/pages"
    listed = json.loads((site / "recency-site.json").read_text("utf-8"))["files"]
    assert all((site / name).is_file() for name in listed)
    documents = {f"docs/{page.stem}.html" for page in (ROOT / "docs").glob("*.md")}
    claims = {"claims/averages.html", "claims/srh-infinite.html"}
    assert {"readme.html", "docs/pictures/two-weight-map.svg", *documents, *claims} <= {*listed}


def test_import_recency_is_the_one_that_was_installed(installed: Installed) -> None:
    program = """
import json, recency, symbolic
found = recency.analyze([1, 0.5, 0.75], gamma=0.9)
card = found._repr_html_()
print(json.dumps([recency.__file__, symbolic.__file__, repr(found), "image/svg" in card]))
"""
    done = installed.run("python", "-c", program)
    assert done.returncode == 0, done.stderr
    *files, shown, drawn = json.loads(done.stdout)
    assert all(file.startswith(str(installed.packages)) for file in files)
    assert shown == "<Analysis: safe at gamma = 9/10; h = 1, 1/2, 3/4, then zero>"
    assert drawn


def test_without_coq_one_is_told_what_to_do(installed: Installed) -> None:
    done = installed.run("recency", "verify", "prop:wrh", "--formal", PATH="")
    assert done.returncode == 0
    assert "formal: not checked on this machine: there is no coqc (recency formal)" in done.stdout
    done = installed.run("recency", "formal", PATH="")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "formal: there is no coqc (Debian, Ubuntu: apt install coq libcoq-coquelicot make)\n"
    )


def test_what_coq_makes_goes_where_the_users_files_are(installed: Installed) -> None:
    program = "from proofs.companion.coq.record import BUILD; print(BUILD)"
    done = installed.run("python", "-c", program)
    assert done.stdout == f"{installed.cache / 'recency' / 'formal'}\n"


@pytest.mark.parametrize("words", ["new my:claim", "record", "record --check"])
def test_what_changes_the_project_needs_a_clone(words: str, installed: Installed) -> None:
    before = installed.files()
    done = installed.run("recency", *words.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert "writes into the project; expected a clone of it" in done.stderr
    assert done.stderr.count("\n") == 1
    assert installed.files() == before
