"""Running TeX: what is found, what its log is read as, and what is left behind."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from proofs.companion.documents import tex
from proofs.companion.documents.tex import (
    NoTeX,
    Problem,
    TooSlow,
    announce,
    read_log,
    typeset,
)

needs_tex = pytest.mark.skipif(not tex.available(), reason=tex.INSTALL)


def document(body: str, preamble: str = "") -> str:
    return "\n".join(
        [r"\documentclass{article}", preamble, r"\begin{document}", body, r"\end{document}", ""]
    )


# -- what the log says ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "./prop-wrh.tex:12: Undefined control sequence.",
            Problem("prop-wrh", 12, "Undefined control sequence", fatal=True),
        ),
        (
            "./companion.tex:3: LaTeX Error: File `hyperref.sty' not found.",
            Problem("companion", 3, "File `hyperref.sty' not found", fatal=True),
        ),
        ("! Emergency stop.", Problem("here", None, "Emergency stop", fatal=True)),
        (
            r"Overfull \hbox (5.00001pt too wide) in paragraph at lines 3--4",
            Problem("here", 3, "a line is 5.00001 pt too wide"),
        ),
        (
            r"Overfull \hbox (70.0pt too wide) detected at line 9",
            Problem("here", 9, "a line is 70.0 pt too wide"),
        ),
        (
            r"Overfull \vbox (8.1pt too high) has occurred while \output is active",
            Problem("here", None, "a page is 8.1 pt too high"),
        ),
        (
            "LaTeX Warning: Reference `recency:x' on page 2 undefined on input line 31.",
            Problem("here", 31, "the reference recency:x is undefined"),
        ),
        (
            "LaTeX Warning: Label `recency:x' multiply defined.",
            Problem("here", None, "the label recency:x is defined twice"),
        ),
        (
            "Missing character: There is no γ in font cmr10!",
            Problem("here", None, "the font has no γ"),
        ),
    ],
)
def test_a_line_of_the_log_is_a_problem_of_the_source_announced_last(
    line: str, expected: Problem
) -> None:
    log = f"recency source: before\nrecency source: here\n{line}\nrecency source: after\n"
    assert list(read_log(log)) == [expected]


@pytest.mark.parametrize(
    "line",
    [
        r"Overfull \hbox (5.0pt too wide) in paragraph at lines 3--4",
        r"Underfull \hbox (badness 10000) in paragraph at lines 3--4",
        "LaTeX Warning: There were undefined references.",
        "LaTeX Warning: There were multiply-defined labels.",
        "Package hyperref Info: Option `unicode' set `true' on input line 4066.",
        "(./companion.aux)",
        r"[]\OT1/cmr/m/n/10 a ratio of 3:4: as in 7:8",
        "",
    ],
)
def test_what_is_not_worth_a_word_is_passed_over(line: str) -> None:
    assert list(read_log(line)) == []


def test_before_anything_is_announced_the_source_is_the_main_file() -> None:
    [problem] = read_log("! Undefined control sequence.", "paper")
    assert str(problem) == "paper: Undefined control sequence"


# -- what there is to run ------------------------------------------------------------------------


def programs(folder: Path, *names: str, does: str = "exit 1") -> str:
    for name in names:
        path = folder / name
        path.write_text(f"#!/bin/sh\n{does}\n")
        path.chmod(0o755)
    return str(folder)


@pytest.mark.parametrize("there", [(), ("latexmk",), ("pdflatex",)])
def test_without_latexmk_or_what_it_runs_the_message_names_a_package(
    there: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", programs(tmp_path, *there))
    with pytest.raises(NoTeX, match="apt install texlive-latex-base latexmk"):
        typeset(tmp_path, "main.tex")


def test_a_program_that_fails_without_a_log_is_reported_by_its_last_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = "echo starting\necho no format file\nexit 1"
    monkeypatch.setenv("PATH", programs(tmp_path, "latexmk", "pdflatex", does=failing))
    made = typeset(tmp_path, "main.tex")
    assert made.pdf is None
    assert list(map(str, made.problems)) == ["main: no format file"]


# -- real runs -----------------------------------------------------------------------------------

REFERRING = document(r"\section{One}\label{one} On page~\pageref{one}: Section~\ref{one}.")


@needs_tex
def test_references_are_settled(tmp_path: Path) -> None:
    (tmp_path / "main.tex").write_text(REFERRING)
    made = typeset(tmp_path, "main.tex")
    assert made.problems == ()
    assert made.pdf is not None
    assert made.pdf.read_bytes().startswith(b"%PDF")


@needs_tex
def test_problems_come_with_the_source_and_errors_leave_no_pdf(tmp_path: Path) -> None:
    sources = {
        "wide": announce("part") + "\n" + r"\noindent\rule{2\textwidth}{1pt}",
        "undefined": announce("part") + r" See \ref{nowhere}.",
        "twice": r"\section{A}\label{a}\section{B}\label{a}",
        "wrong": announce("part") + "\n" + r"\input{piece}",
        "missing": r"\input{nothing}",
    }
    (tmp_path / "piece.tex").write_text("fine\n\\notacommand\n")
    found: dict[str, list[str]] = {}
    for name, body in sources.items():
        (tmp_path / f"{name}.tex").write_text(document(body))
        made = typeset(tmp_path, f"{name}.tex")
        found[name] = list(map(str, made.problems))
        assert (made.pdf is None) == (name in ("wrong", "missing")), name
    assert found["wide"] == ["part, line 5: a line is 345.0 pt too wide"]
    assert found["undefined"] == ["part, line 4: the reference nowhere is undefined"]
    assert found["twice"] == ["twice: the label a is defined twice"]
    assert found["wrong"][0] == "piece, line 2: Undefined control sequence"
    assert "`nothing.tex' not found" in found["missing"][0]


@needs_tex
def test_a_document_may_not_run_commands(tmp_path: Path) -> None:
    (tmp_path / "main.tex").write_text(document(r"\immediate\write18{touch written} text"))
    assert typeset(tmp_path, "main.tex").pdf is not None
    assert not (tmp_path / "written").exists()


@needs_tex
def test_a_document_without_end_is_stopped_and_so_is_everything_it_started(tmp_path: Path) -> None:
    (tmp_path / "main.tex").write_text(document(r"\loop\iftrue\repeat"))
    with pytest.raises(TooSlow, match=r"within 1 seconds"):
        typeset(tmp_path, "main.tex", seconds=1)
    for _ in range(500):
        if not at_work_in(tmp_path):
            return
        time.sleep(0.02)
    pytest.fail(f"still running: {at_work_in(tmp_path)}")


def at_work_in(folder: Path) -> list[str]:
    """The processes whose working folder this is, where that can be asked."""
    processes = filter(str.isdecimal, os.listdir("/proc") if Path("/proc").exists() else ())
    return [pid for pid in processes if working_folder(pid) == folder]


def working_folder(pid: str) -> Path | None:
    try:
        return Path(f"/proc/{pid}/cwd").readlink()
    except OSError:
        return None
