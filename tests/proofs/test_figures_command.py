"""recency figures: what it writes, what it prints and what it refuses."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import numeric_checks.figures
from proofs.companion.cli import main
from proofs.companion.commands import figures as command
from tests.proofs.made_up_paper import Paper

ROOT = Path(__file__).resolve().parent.parent.parent
NAMES = [
    "update-field",
    "divergence-region",
    "cycle-eigenvalues",
    "two-weight-map",
    "variance-frontier",
    "learning-curves",
]


class Sketch:
    """A picture that takes no time to draw."""

    def __init__(self, name: str, **given: object) -> None:
        self.name = " ".join([name, *(f"{key}={value}" for key, value in given.items())])

    def render(self, form: str) -> bytes:
        return f"{self.name} as {form}".encode()


@pytest.fixture
def _sketches(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(numeric_checks.figures, "picture", Sketch)
    monkeypatch.chdir(tmp_path)


def one_line(capsys: pytest.CaptureFixture[str]) -> str:
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("recency: ")
    assert err.count("\n") == 1
    return err


@pytest.mark.usefixtures("_sketches")
def test_all_figures_are_written_as_svg_and_pdf_into_a_new_folder(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["figures"]) == 0
    out, err = capsys.readouterr()
    expected = [f"figures/{name}.{form}" for name in NAMES for form in ("svg", "pdf")]
    assert (out.splitlines(), err) == (expected, "")
    assert sorted(str(path) for path in Path("figures").iterdir()) == sorted(expected)
    assert Path("figures/update-field.pdf").read_bytes() == b"update-field as pdf"


@pytest.mark.usefixtures("_sketches")
def test_names_and_formats_choose_and_a_file_is_replaced(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("made/here").mkdir(parents=True)
    Path("made/here/two-weight-map.png").write_text("old")
    words = (
        "figures --format png two-weight-map --format svg update-field -o made/here --format png"
    )
    assert main(words.split()) == 0
    assert capsys.readouterr().out.split() == [
        f"made/here/{name}.{form}"
        for name in ("update-field", "two-weight-map")
        for form in ("svg", "png")
    ]
    assert Path("made/here/two-weight-map.png").read_bytes() == b"two-weight-map as png"


@pytest.mark.usefixtures("_sketches")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("update-feild", "there is no figure 'update-feild'; did you mean update-field?"),
        ("xyzzy", "there is no figure 'xyzzy' (recency figures --list)"),
        ("--format svg pdf", "there is no figure 'pdf'; did you mean --format pdf?"),
        ("two-weight-map --p 1/2", "two-weight-map has no --p"),
        ("update-field --tau 1 --tau 2", "update-field has one --tau"),
        ("--tau 1 --tau 2 --p 1/2", "no figure has all of these options"),
        ("--tau -1", "--tau: expected a whole number of at least 0, not '-1'"),
        ("--gamma 1", "--gamma: expected 0 < gamma < 1, not '1'"),
        ("--p 3/2", "--p: expected 0 <= p <= 1, not '3/2'"),
        ("--format gif", "--format: invalid choice: 'gif'"),
        ("--format", "--format: expected one argument"),
        ("-o", "-o: expected one argument"),
        ("--fromat svg", "'--fromat'; did you mean --format?"),
        ("-o=", "cannot make the folder '': expected the name of a folder"),
        ("-o file", "cannot make the folder 'file': file exists"),
        ("-o file/below", "cannot make the folder 'file/below': not a directory"),
        ("-o taken", "cannot write 'taken/update-field.svg': it is a folder, expected a file"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    words: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("file").write_text("")
    Path("taken/update-field.svg").mkdir(parents=True)
    assert main(["figures", *words.split()]) == 2
    assert said in one_line(capsys)
    assert not Path("figures").exists()
    assert os.listdir("taken") == ["update-field.svg"]


@pytest.mark.usefixtures("_sketches")
@pytest.mark.parametrize(
    ("options", "drawn"),
    [
        ("--p 0.25", ["update-field p=1/4"]),
        ("--tau 3 --gamma 0.9", ["update-field gamma=9/10 tau=3",
                                 "cycle-eigenvalues gamma=9/10 delays=[3]"]),
        ("--tau 3 --tau 5", ["divergence-region delays=[3, 5]", "cycle-eigenvalues delays=[3, 5]"]),
    ],
)  # fmt: skip
def test_options_choose_the_figures_that_have_them(options: str, drawn: list[str]) -> None:
    assert main(["figures", "--format", "svg", *options.split()]) == 0
    written = sorted(path.read_text() for path in Path("figures").iterdir())
    assert written == sorted(f"{name} as svg" for name in drawn)


@pytest.mark.parametrize("name", ["update-field", "divergence-region", "cycle-eigenvalues"])
def test_a_delay_that_is_too_long_to_be_drawn_is_refused(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["figures", name, "--tau", "61", "-o", str(tmp_path)]) == 2
    assert f"{name}: tau = 61; expected a delay of at most 60" in one_line(capsys)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("_sketches")
def test_an_interrupted_run_leaves_whole_files_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    replace = os.replace

    def interrupted(source: str, target: str) -> None:
        if os.path.basename(target) == "update-field.pdf":
            raise KeyboardInterrupt
        replace(source, target)

    monkeypatch.setattr(os, "replace", interrupted)
    assert main(["figures"]) == 130
    assert one_line(capsys) == "recency: interrupted\n"
    assert os.listdir("figures") == ["update-field.svg"]


def test_a_list_has_every_name_with_its_title_and_draws_nothing() -> None:
    outcome = Paper(ROOT).run("figures", "--list", PYTHONPROFILEIMPORTTIME="1")
    lines = outcome.out.splitlines()
    assert outcome.code == 0
    assert [tuple(line.split(maxsplit=1)) for line in lines] == list(
        numeric_checks.figures.TITLES.items()
    )
    assert [line.split()[0] for line in lines] == NAMES
    assert "matplotlib.figure" not in outcome.err


def test_the_formats_offered_are_those_that_can_be_drawn() -> None:
    assert command.FORMATS == numeric_checks.figures.FORMATS


def test_another_process_with_other_settings_writes_the_same_bytes(tmp_path: Path) -> None:
    """On a terminal, with a bar; and pyplot, which might look for a display, is not imported."""
    settings = tmp_path / "matplotlibrc"
    settings.write_text("lines.linewidth: 9\nfont.size: 30\nbackend: tkagg\nsvg.fonttype: none\n")
    outcome = Paper(ROOT).run_on_a_terminal(
        "figures",
        "update-field",
        "--format",
        "svg",
        "-o",
        str(tmp_path),
        MATPLOTLIBRC=str(settings),
        PYTHONHASHSEED="1",
        PYTHONPROFILEIMPORTTIME="1",
    )
    path = tmp_path / "update-field.svg"
    assert (outcome.code, outcome.out) == (0, f"{path}\n")
    assert "drawing" in outcome.err
    assert "1/1" in outcome.err
    assert "matplotlib.figure" in outcome.err
    assert "matplotlib.pyplot" not in outcome.err
    assert path.read_bytes() == numeric_checks.figures.render("update-field", "svg")
