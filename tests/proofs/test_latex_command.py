"""recency latex: what it writes, what TeX makes of it, and what it refuses."""

from __future__ import annotations

import os
import re
import subprocess
import tempfile
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from numeric_checks.statements import Instance, members
from proofs.companion import ledger
from proofs.companion.claims import catalogue
from proofs.companion.claims.catalogue import CatalogueError, Entry
from proofs.companion.claims.claim import Claim
from proofs.companion.cli import main
from proofs.companion.commands import latex as command
from proofs.companion.documents import tex
from proofs.companion.documents.companion import companion, log
from proofs.companion.documents.document import Document
from proofs.companion.documents.errata import as_latex, errata
from proofs.companion.documents.fragments import MACROS, file_stem, fragment
from proofs.companion.documents.tex import announce, typeset
from proofs.notation import c, gamma, h, n
from symbolic import Chain, Theorem, given
from symbolic.statements import Equal, TendsTo
from symbolic.writing import unfold
from tests.proofs.made_up_documents import document, header
from tests.proofs.made_up_paper import Paper

ROOT = Path(__file__).resolve().parent.parent.parent
needs_tex = pytest.mark.skipif(not tex.available(), reason=tex.INSTALL)
COMPANION = ["companion-log.tex", "companion.tex"]
#: pages of the companion before the log, and the claims whose proofs have two at most
BODY = 46
TWO_PAGES = (
    "divergence-any-tau",
    "eq:sample-real_errors",
    "eq:sample-real_nsteps",
    "eq:linear_contraction",
    "prop:wrh",
    "prop:variance",
    "sparse-modulus",
    "convergence-criterion",
)
SMALL = ["eq:nstep-return_errors", "nstep-contraction"]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


# -- the whole paper -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def everything() -> list[Document]:
    return [Document.of(entry.id) for entry in catalogue.entries()]


@pytest.fixture(scope="module")
def folder(everything: list[Document], tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("latex")
    for each in everything:
        (where / f"{file_stem(each.claim.entry.id)}.tex").write_text(fragment(each))
    (where / "companion.tex").write_text(companion(everything))
    (where / "companion-log.tex").write_text(log(everything))
    return where


@pytest.fixture(scope="module")
def compiled(folder: Path) -> tex.Compiled:
    return typeset(folder, "companion.tex")


@needs_tex
def test_the_companion_compiles_without_a_word(compiled: tex.Compiled) -> None:
    """No error, no undefined reference, no label twice, no lost symbol, no line too wide."""
    assert list(map(str, compiled.problems)) == []
    assert compiled.pdf is not None


@needs_tex
def test_the_log_stands_behind_so_many_pages(compiled: tex.Compiled, folder: Path) -> None:
    sections = re.findall(
        r"\\contentsline \{section\}\{\\numberline \{(\w+)\}(.*)\}\{(\d+)\}\{(?:section|appendix)",
        (folder / "companion.aux").read_text(errors="replace"),
    )
    pages = {number: int(page) for number, _, page in sections}
    assert sections[-2][:2] == ("A", "Every inference")
    assert pages["A"] - 1 <= BODY


@needs_tex
def test_the_main_proofs_take_at_most_two_pages_each(everything: list[Document]) -> None:
    """As they stand in the companion, each from the top of a page."""
    chosen = [each for each in everything if each.claim.entry.id in TWO_PAGES]
    assert len(chosen) == len(TWO_PAGES)
    source = companion(chosen).replace(r"\input{companion-log}", "")
    for following in (r"\section{\texorpdfstring", r"\begin{thebibliography}"):
        source = source.replace(following, rf"\clearpage\typeout{{page \thepage}}{following}")
    first = [int(page) for page in re.findall(r"^page (\d+)", one_run(source), re.MULTILINE)]
    taken = [after - page for page, after in pairwise(first)]
    assert len(taken) == len(chosen)
    assert max(taken) <= 2, dict(zip(TWO_PAGES, taken, strict=True))


@needs_tex
def test_the_errata_are_at_most_three_pages(everything: list[Document], tmp_path: Path) -> None:
    (tmp_path / "errata.tex").write_text(as_latex(errata(everything)))
    made = typeset(tmp_path, "errata.tex")
    assert list(map(str, made.problems)) == []
    log = (tmp_path / "errata.log").read_text(errors="replace")
    pages = re.search(r"Output written on errata\.pdf \((\d+) pages?", log)
    assert pages is not None
    assert int(pages[1]) <= 3


@needs_tex
def test_each_fragment_compiles_alone(folder: Path, everything: list[Document]) -> None:
    """In a plain article, each in a group, so that none finds what another one defined."""
    stems = [file_stem(each.claim.entry.id) for each in everything]
    taken = "\n".join(f"{announce(stem)}{{\\input{{{folder}/{stem}}}}}" for stem in stems)
    assert problems(article(taken)) == []


def article(body: str, preamble: str = "") -> str:
    return "\n".join(
        [
            r"\documentclass{article}",
            r"\usepackage{amsmath,amssymb,amsthm}",
            preamble,
            r"\begin{document}",
            body,
            r"\end{document}",
        ]
    )


def problems(source: str) -> list[str]:
    """What one run of pdflatex complains of."""
    return list(map(str, tex.read_log(one_run(source))))


def one_run(source: str) -> str:
    """The log of one run of pdflatex; pages are not made."""
    options = ["-interaction=nonstopmode", "-halt-on-error", "-file-line-error", "-draftmode"]
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "main.tex").write_text(source)
        subprocess.run(
            ["pdflatex", *options, "main.tex"],
            cwd=name,
            env=os.environ | {"max_print_line": "10000"},
            capture_output=True,
            check=False,
        )
        return (Path(name) / "main.log").read_text(errors="replace")


def test_every_claim_has_a_section_and_the_table_names_what_was_added(folder: Path) -> None:
    text = (folder / "companion.tex").read_text()
    sections = re.findall(r"\\section\{.*\}\\label\{recency:([^}]*)\}\n", text)
    stems = [file_stem(entry.id) for entry in catalogue.entries()]
    assert sections == stems
    rows = re.findall(
        r"^\\ref\{recency:([^}]*)\} & .*? & (\w+) & (.*?) & (.*?) & ", text, re.MULTILINE
    )
    assert [row[0] for row in rows] == stems
    assert {row[0]: row[1] for row in rows} == {
        file_stem(entry.id): ledger.verify(entry.id).verdict for entry in catalogue.entries()
    }
    added = {row[0]: row[3] for row in rows}
    assert added["eq-lambda-return_nsteps"] == r"$\lambda < 1$"
    assert added["prop-wrh"] == ""
    assert added["convex-faster"] == "false in part"
    assert added["srh-infinite"] == ""


def test_what_a_claim_rests_on_and_who_uses_it_are_references(folder: Path) -> None:
    text = (folder / "companion.tex").read_text()
    _, _, section = text.partition(r"\label{recency:eq-sample-real_nsteps}")
    links, _, _ = section.partition(r"\typeout")
    _, _, links = links.partition(r"\RecencyNote{Used by}")
    assert r"\RecencyRef{prop-wrh}" in links
    fragment = (folder / "prop-wrh.tex").read_text()
    assert r"\RecencyRef{eq-sample-real_nsteps}" in fragment.partition(r"\RecencyNote{Rests on}")[2]


# -- a fragment in somebody's paper --------------------------------------------------------------

OCCUPIED = r"""\newtheorem{theorem}{Satz}
\newtheorem{lemma}{Hilfssatz}
\renewenvironment{proof}{\par\textsc{My proof.}}{\par}
\newcommand{\R}{\mathbb{R}}
\newcommand{\E}{\mathbb{E}}
\newcommand{\claim}{taken}
\setlength{\parindent}{13pt}"""


@needs_tex
def test_a_fragment_may_come_twice_in_groups_and_beside_other_definitions(tmp_path: Path) -> None:
    source = tmp_path / "prop-wrh.tex"
    source.write_text(fragment(Document.of("prop:wrh")))
    taken = rf"\input{{{source}}}"
    state = r"\typeout{state: \the\parindent, \the\emergencystretch, \the\parskip, \f@size}"
    body = "\n".join(
        [
            r"\makeatletter",
            state,
            rf"{{{taken}}}",
            rf"{{\small {taken}}}",
            taken,
            taken,
            state,
            r"\begin{theorem}$x \in \R$\end{theorem}\begin{proof}$\E$\end{proof}\claim",
        ]
    )
    (tmp_path / "main.tex").write_text(article(body, OCCUPIED))
    made = typeset(tmp_path, "main.tex")
    assert list(map(str, made.problems)) == []
    states = re.findall(r"^state: .*", (tmp_path / "main.log").read_text(), re.MULTILINE)
    assert len(states) == 2
    assert states[0] == states[1]


@needs_tex
def test_without_amsmath_the_error_says_so() -> None:
    source = article(fragment(Document.of("nstep-contraction"))).replace("{amsmath,", "{")
    source = source.replace(r"\usepackage{amssymb,amsthm}", "", 1)
    assert "Package recency Error: amsmath is not loaded" in problems(source)[0]


def test_whatever_a_fragment_defines_begins_with_recency() -> None:
    text = fragment(Document.of("prop:wrh"))
    defined = re.findall(r"\\(?:re|provide)?newcommand\*?\{\\(\w+)\}|\\(?:global|def|let)\b", text)
    assert len(defined) >= 4
    assert all(name.startswith("Recency") for name in defined)
    assert text.count(r"\begingroup") == text.count(r"\endgroup") == 1
    assert set(re.findall(r"\\(Recency\w+)", text)) <= set(re.findall(r"\\(Recency\w+)", MACROS))


# -- made-up claims ------------------------------------------------------------------------------

HEADER = "eq:made_up: a claim of {} and more.\n\nPaper: Section 2, equation 1.\n"
SPECIALS = r"100 % & a_b #1 {x} ~ ^ \today $x$ γ ≤ λ → ∞ · é Σ"


def weights(*terms: object) -> Claim:
    """c_n in steps, the last of which is the difference that defines it."""
    with header(HEADER.format("something")) as claim:

        @claim.proves("What c_n is.", says=Equal(c(n), terms[-1]))
        def difference() -> Theorem:
            chain = Chain(given(), c(n)).to(terms[0], unfold(given(), c, n))
            for term in terms[1:]:
                chain = chain.to(term)
            return chain.qed()

        assert claim.verdict() == "proved"
    return claim


def test_another_step_is_another_text() -> None:
    end, detour = h(n - 1) - h(n), (1 + gamma) * h(n - 1) - h(n) - gamma * h(n - 1)
    other = (1 + gamma) * h(n - 1) - gamma * h(n - 1) + (gamma - 1) * h(n) - gamma * h(n)
    steps = ((end,), (end, detour, end), (end, other, end), (end,))
    texts = [fragment(document(weights(*terms))) for terms in steps]
    assert texts[0] == texts[3]
    assert len(set(texts)) == 3


@needs_tex
def test_specials_in_titles_words_and_witnesses_compile(tmp_path: Path) -> None:
    with header(HEADER.format(SPECIALS)) as claim:

        @claim.proves(f"Words {SPECIALS}.", says=Equal(c(n), h(n - 1) - h(n)))
        def with_a_name() -> Theorem:
            return unfold(given(), c, n)

        claim.refutes(
            f"False {SPECIALS}.",
            says=TendsTo(h(n), n, 0),
            at=Instance.of({}, {h: members(1, then=1)}),
            instead=with_a_name,
        )
        claim.remark(SPECIALS)
        made_up = document(claim)
        (tmp_path / "eq-made_up.tex").write_text(fragment(made_up))
        (tmp_path / "companion.tex").write_text(companion([made_up]))
        (tmp_path / "companion-log.tex").write_text(log([made_up]))
        (tmp_path / "errata.tex").write_text(as_latex(errata([made_up])))
    for main_file in ("companion.tex", "errata.tex"):
        made = typeset(tmp_path, main_file)
        assert [str(p) for p in made.problems if p.fatal or "font" in p.says] == []
        assert made.pdf is not None


# -- the command ---------------------------------------------------------------------------------


def test_files_go_into_a_new_folder_and_their_names_are_printed(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["latex", *SMALL]) == 0
    out, err = capsys.readouterr()
    names = ["eq-nstep-return_errors.tex", "nstep-contraction.tex", *COMPANION]
    assert (out.splitlines(), err) == ([f"latex/{name}" for name in names], "")
    assert sorted(os.listdir("latex")) == sorted(names)
    assert Path("latex/nstep-contraction.tex").read_text() == fragment(
        Document.of("nstep-contraction")
    )


@needs_tex
def test_some_claims_make_a_pdf_in_which_the_others_are_named(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["latex", "wrh-converges", "--pdf", "-o", "out"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[-1] == "out/companion.pdf"
    assert err == ""
    assert sorted(os.listdir("out")) == sorted(["companion.pdf", *COMPANION, "wrh-converges.tex"])
    assert Path("out/companion.pdf").read_bytes().startswith(b"%PDF")


def test_without_tex_the_files_are_written_and_the_exit_code_is_2(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(here))
    assert main(["latex", "--pdf", "nstep-contraction"]) == 2
    out, err = capsys.readouterr()
    assert out.splitlines() == [f"latex/{name}" for name in ("nstep-contraction.tex", *COMPANION)]
    assert err.startswith("recency: companion.pdf was not made: no TeX with latexmk was found: ")
    assert err.count("\n") == 1
    assert sorted(os.listdir("latex")) == sorted([*COMPANION, "nstep-contraction.tex"])


@needs_tex
def test_an_error_of_tex_is_one_line_with_the_claim_and_exit_code_1(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Document, "latex", lambda *_: "fine\n\\notacommand")
    assert main(["latex", "--pdf", "eq:nstep-return_errors"]) == 1
    _, err = capsys.readouterr()
    said = "recency: companion.pdf was not made: TeX stopped at eq:nstep-return_errors, line "
    assert err.startswith(said)
    assert err.endswith("Undefined control sequence\n")
    assert err.count("\n") == 1
    assert "companion.pdf" not in os.listdir("latex")


@needs_tex
def test_what_sticks_out_is_a_warning_with_the_claim(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    wide = r"\noindent\rule{2\textwidth}{1pt}"
    monkeypatch.setattr(Document, "latex", lambda *_: wide)
    assert main(["latex", "--pdf", "nstep-contraction"]) == 0
    _, err = capsys.readouterr()
    assert re.fullmatch(
        r"warning: nstep-contraction, line \d+: a line is [\d.]+ pt too wide\n", err
    )


def test_a_claim_that_failed_is_written_as_such_and_the_exit_code_is_1(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    report = ledger.verify("nstep-contraction")
    broken = replace(report, ok=False, verdict="failed", problem="step 3: 1 = 2 is not so")
    monkeypatch.setattr(ledger, "verify", lambda claim_id: broken)
    assert main(["latex", "nstep-contraction"]) == 1
    _, err = capsys.readouterr()
    assert err == "failed: nstep-contraction: step 3: 1 = 2 is not so\n"
    assert "failed" in Path("latex/nstep-contraction.tex").read_text()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("prop:whr", "there is no claim 'prop:whr'; the nearest: prop:wrh"),
        ("--pdff", "'--pdff'; did you mean --pdf?"),
        ("-o", "-o: expected one argument"),
        ("nstep-contraction -o file", "cannot make the folder 'file': file exists"),
        ("nstep-contraction -o file/x", "cannot make the folder 'file/x': not a directory"),
        ("nstep-contraction -o taken", "cannot write 'taken/nstep-contraction.tex'"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(
    words: str, said: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("file").write_text("")
    Path("taken/nstep-contraction.tex").mkdir(parents=True)
    assert main(["latex", *words.split()]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("recency: ")
    assert said in err
    assert err.count("\n") == 1
    assert os.listdir("taken") == ["nstep-contraction.tex"]


def test_an_interrupted_run_leaves_whole_files_only(
    here: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    put = os.replace

    def interrupted(source: str, target: str) -> None:
        if os.path.basename(target) == "companion-log.tex":
            raise KeyboardInterrupt
        put(source, target)

    monkeypatch.setattr(os, "replace", interrupted)
    assert main(["latex", "nstep-contraction"]) == 130
    assert capsys.readouterr().err == "recency: interrupted\n"
    assert os.listdir("latex") == ["nstep-contraction.tex"]


def test_ids_that_would_be_the_same_file_are_refused() -> None:
    def entries(*ids: str) -> list[Entry]:
        return [Entry(claim_id, "", "", "m") for claim_id in ids]

    assert command._file_stems(entries("eq:a", "eq-b")) == {"eq-a": "eq:a", "eq-b": "eq-b"}
    for twins in (("eq:a", "eq-a"), ("eq:a", "companion"), ("eq:a", "companion-log")):
        with pytest.raises(CatalogueError, match="would be the same file"):
            command._file_stems(entries(*twins))


def test_the_bar_is_on_a_terminals_stderr_only_and_the_text_is_that_of_a_full_run(
    tmp_path: Path,
) -> None:
    """A claim alone in a fresh process reads as it does after all the others."""
    outcome = Paper(ROOT).run_on_a_terminal("latex", "srh-infinite", "-o", str(tmp_path))
    assert outcome.code == 0
    assert "1/1" in outcome.err
    assert outcome.out.splitlines() == [
        f"{tmp_path}/{name}" for name in ("srh-infinite.tex", *COMPANION)
    ]
    alone = (tmp_path / "srh-infinite.tex").read_text()
    assert alone == fragment(Document.of("srh-infinite"))


def test_a_theorem_has_the_number_of_its_section_and_is_cited_by_it(folder: Path) -> None:
    fragment = (folder / "prop-wrh.tex").read_text()
    assert r"{Theorem~\RecencyNumber{1}{prop-wrh}, as printed}" in fragment
    assert r"\RecencyCite{Lemma}{3}{prop-wrh}{}" in fragment
    assert r"\RecencyCite{Lemma}{2}{eq-sample-real_nsteps}{eq:" in fragment
    companion = (folder / "companion.tex").read_text()
    assert r"\hyperref[recency:#3:#2]{#1~\ref*{recency:#3}.#2}" in companion


def test_the_companion_has_a_title_a_date_and_no_author(folder: Path) -> None:
    companion = (folder / "companion.tex").read_text()
    (setup,) = re.findall(r"\\hypersetup\{(.*?)\n\\set", companion, re.DOTALL)
    assert [f"pdf{key}" in setup for key in ("title", "subject", "keywords")] == [True] * 3
    assert "pdfauthor" not in companion
    assert r"\author{}" in companion
    assert r"\today" in companion


def test_what_was_found_besides_is_told_in_words_and_proved_in_the_log(folder: Path) -> None:
    claim = ledger.load("prop:wrh")
    (besides,) = (part for part in claim.parts if part.role == "beyond")
    fragment = (folder / "prop-wrh.tex").read_text()
    _, _, after = fragment.partition(besides.words.latex())
    assert after.lstrip("}\n").startswith(r"\RecencyAside{%")
    log = (folder / "companion-log.tex").read_text()
    _, _, proved = log.partition(besides.words.latex())
    assert r"\RecencyDerivation{Proof}" in proved[:4000]
