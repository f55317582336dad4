"""What README.md and the pages in `docs` show is what happens.

Below a command stands what it prints; a line that is "…" stands for what was left out.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from unittest.mock import patch
from xml.etree import ElementTree

import pytest

from numeric_checks import figures
from proofs.companion import cli

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md")]
PAGES += sorted((ROOT / "docs").glob("*.md"))
TEXT = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
#: stands for lines that are not shown
CUT = "…"
#: commands that are shown and write into the project; `tests/proofs/test_record.py` tries them
ON_A_COPY = ("recency new", "recency record")

#: they go through the whole ledger, which is verified once in a process
WHOLE = ("recency errata", "recency paper")


def sessions() -> list[list[tuple[str, str]]]:
    """The ``recency`` commands of each block, each with the output shown below it."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", TEXT, re.DOTALL):
        commands = []
        for shown in re.split(r"^\$ ", block, flags=re.MULTILINE):
            command, _, output = shown.partition("\n")
            if command.startswith("recency ") and not command.startswith(ON_A_COPY):
                commands.append((command, output.strip("\n")))
        if commands:
            found.append(commands)
    return found


def run(command: str, folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
    words = command.split()
    assert words[0] == "recency"
    if command in WHOLE:
        return run_here(words)
    return subprocess.run(
        [sys.executable, "-m", "proofs", *words[1:]],
        cwd=folder,
        env={**os.environ, "COLUMNS": "80"},
        capture_output=True,
        text=True,
        check=False,
    )


def run_here(words: list[str]) -> subprocess.CompletedProcess[str]:
    out, err = StringIO(), StringIO()
    with patch.dict(os.environ, COLUMNS="80"), redirect_stdout(out), redirect_stderr(err):
        code = cli.main(words[1:])
    return subprocess.CompletedProcess(words, code, out.getvalue(), err.getvalue())


def is_cut_from(shown: str, output: str) -> bool:
    """Are these the lines of the output, all of them but those that a cut stands for?"""
    parts = [
        re.escape(part.strip("\n")) for part in re.split(rf"^{CUT}$", shown, flags=re.MULTILINE)
    ]
    return re.fullmatch("(?s:.*)".join(parts), output.strip("\n")) is not None


def test_a_cut_is_marked_and_nothing_else_is_left_out() -> None:
    assert is_cut_from("a\nb", "a\nb\n")
    assert is_cut_from("a\n…\nd\n…", "a\nb\nc\nd\ne\n")
    assert is_cut_from("…", "a\n")
    assert is_cut_from("", "")
    for shown in ("a", "b\n…", "a\n…\nb", "", "a\n...", "…\na"):
        assert not is_cut_from(shown, "a\nb\nc\n")


@pytest.mark.parametrize("session", sessions(), ids=lambda session: session[0][0])
def test_every_command_works_and_prints_what_is_shown(
    session: list[tuple[str, str]], tmp_path: Path
) -> None:
    """One folder for each block: what one command writes, the next may read."""
    (tmp_path / "returns.jsonl").write_text('[1, "1/2", "3/4"]\n1, 2\n')  # a reader's own
    for command, shown in session:
        done = run(command, tmp_path)
        assert done.returncode == 0, done.stderr
        assert is_cut_from(shown, done.stdout), f"{command}\n{done.stdout}"


def test_every_make_target_shown_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    shown = set(re.findall(r"(?:`|\$ |thorough )make ([a-z]+)", TEXT))
    assert shown
    assert shown <= targets


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.name))
def test_the_python_examples_run_as_shown(page: Path) -> None:
    results = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert results.failed == 0


def test_there_are_examples() -> None:
    assert len(sessions()) > 10
    assert TEXT.count("\n>>> ") > 40


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.name))
def test_every_link_inside_the_project_leads_somewhere(page: Path) -> None:
    for target, anchor in re.findall(
        r"\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)", page.read_text()
    ):
        there = page if not target else page.parent / target
        assert there.exists(), target
        assert not anchor or anchor in anchors(there), f"{target}#{anchor}"


def test_every_page_is_found_from_the_first_one() -> None:
    first = PAGES[0].read_text("utf-8")
    assert all(f"]({page.relative_to(ROOT)})" in first for page in PAGES[1:])


def anchors(page: Path) -> set[str]:
    """Of the headings, as they are made from them for a page."""
    headings = re.findall(r"^#+ (.*)", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


# -- the picture -----------------------------------------------------------------------------------

MAP = "two-weight-map"


def test_the_picture_is_what_the_command_draws() -> None:
    """After a change on purpose: `recency figures two-weight-map --format svg -o docs`.

    Another version of matplotlib may place what is drawn a little differently.
    """
    stored = (ROOT / "docs" / f"{MAP}.svg").read_text("utf-8")
    drawn = figures.render(MAP).decode()
    assert labels(stored) == labels(drawn)
    ours, theirs = numbers(stored), numbers(drawn)
    assert len(ours) == len(theirs)
    assert all(abs(a - b) < 3 for a, b in zip(ours, theirs, strict=True))


def test_another_picture_is_noticed() -> None:
    stored = (ROOT / "docs" / f"{MAP}.svg").read_text("utf-8")
    other = figures.render(MAP, gamma="4/5").decode()
    assert labels(stored) != labels(other)
    ours, theirs = numbers(stored), numbers(other)
    assert (
        len(ours) != len(theirs) or max(abs(a - b) for a, b in zip(ours, theirs, strict=True)) > 3
    )


def labels(svg: str) -> list[str]:
    """The texts that are drawn; the outlines of each stand after a comment with its letters."""
    return re.findall(r"<!-- (.*?) -->", svg)


def numbers(svg: str) -> list[float]:
    """The coordinates, in points, of the shapes and lines; not of letters, marks and hatches."""
    spaces = "{http://www.w3.org/2000/svg}"
    tree = ElementTree.fromstring(svg)
    for parent in list(tree.iter()):
        for child in list(parent):
            if child.tag == f"{spaces}defs" or child.get("id", "").startswith("text_"):
                parent.remove(child)
    paths = (path.get("d", "") for path in tree.iter(f"{spaces}path"))
    return [float(x) for path in paths for x in re.findall(r"-?\d+(?:\.\d+)?", path)]
