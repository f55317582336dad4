"""Words for LaTeX, HTML and Markdown: what is special is escaped, and the rest stays."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from proofs.companion import ledger
from proofs.companion.claims import catalogue
from symbolic.printing.escapes import Latex, escape, for_html, for_markdown

DOCUMENT = r"""\documentclass{article}
\usepackage{amsmath,amssymb}
\newcommand*{\RecencyRef}[2]{\texttt{#2}}
\begin{document}
%s
\end{document}
"""

WORDS = {
    "by (1), (2) and 12 others": "by (1), (2) and 12 others",
    "eq:lambda-return_nsteps": r"eq:lambda-return\_nsteps",
    "100 % of #1 & $5": r"100 \% of \#1 \& \$5",
    "\\ { } ~ ^": r"\textbackslash{} \{ \} \textasciitilde{} \textasciicircum{}",
    "verify --list": "verify -{}-list",
    'a "quoted" word': "a ``quoted'' word",
    "Fejér–Riesz, Łukasz": r"Fej\'{e}r--Riesz, \L{}ukasz",
    "Feje\N{COMBINING ACUTE ACCENT}r": r"Fej\'{e}r",
    "日": "?(U+65E5)",
    "two\n\n  lines\tand a bell \a": "two lines and a bell ?(U+0007)",
    "x < and > y": "x $<$ and $>$ y",
    "TD(λ), n ≥ 1": r"TD($\lambda$), n $\geq$ 1",
    "": "",
}


@pytest.mark.parametrize(("words", "latex"), WORDS.items())
def test_words_are_written_for_latex(words: str, latex: str) -> None:
    assert escape(words) == latex


def test_a_quotation_mark_knows_what_stands_before_it() -> None:
    assert escape('"a', before="") == "``a"
    assert escape('" a', before="$") == "'' a"


def test_latex_is_not_escaped_twice() -> None:
    with pytest.raises(TypeError, match="is LaTeX already, expected words"):
        escape(Latex(r"\gamma"))


def test_words_are_written_for_html_and_markdown() -> None:
    assert for_html("this & <script>") == "this &amp; &lt;script&gt;"
    assert for_html("10\N{NO-BREAK SPACE}%\a") == "10\N{NO-BREAK SPACE}%\N{REPLACEMENT CHARACTER}"
    assert for_markdown("a_b, [1] *c*") == r"a\_b, \[1\] \*c\*"


# -- whatever is written, LaTeX can read it -------------------------------------------------------

SIGNS = (
    *"abinvxGEAIU019 .,;:'\"`-–+*/^_(){}[]|‖⌊⌋<>=≤≥≠→·γλπΣ∞…\\&%$#~é√′²₁°",
    "gamma", "v_pi", "->", "TD(0) ", "ℝ", "\N{NO-BREAK SPACE}",
)  # fmt: skip
ANYTHING = st.one_of(
    st.lists(st.sampled_from(SIGNS), max_size=16).map("".join), st.text(max_size=20)
)


def check_is_safe(latex: str) -> None:
    """Nothing in the words is a command of LaTeX, and formulas end."""
    assert latex.isascii()
    assert latex.isprintable() or not latex
    text, *parts = re.split(r"(?<!\\)\$", latex)
    assert len(parts) % 2 == 0, "a formula is not closed"
    for words in (text, *parts[1::2]):
        bare = re.sub(r"\\(?:[&%$#_{}]|[A-Za-z]+\{\}|['`^\"=.~uvrHc]\{[A-Za-z]\})", "", words)
        assert not re.search(r"[\\&%$#_^]", bare.replace("{}", "")), words
        assert "{" not in bare.replace("{}", "")
    assert all(formula.strip() for formula in parts[::2]), "an empty formula"


@given(ANYTHING)
def test_whatever_is_written_is_safe(text: str) -> None:
    check_is_safe(escape(text))


@pytest.mark.parametrize("unsafe", ["50 %", "a_b", "$x", "$$", "é", r"\foo", "{a}"])
def test_the_check_itself_refuses(unsafe: str) -> None:
    with pytest.raises(AssertionError):
        check_is_safe(unsafe)


# -- everything the ledger says -------------------------------------------------------------------


@pytest.fixture(scope="module")
def pdflatex() -> str:
    found = shutil.which("pdflatex")
    if found is None:
        pytest.skip("pdflatex is not installed (Debian: texlive-latex-base)")
    return found


def compiles(pdflatex: str, body: str, folder: Path) -> str:
    """What pdflatex complained about, if anything."""
    (folder / "all.tex").write_text(DOCUMENT % body, encoding="ascii")
    command = [pdflatex, "-interaction=nonstopmode", "-halt-on-error", "all.tex"]
    run = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    log = (folder / "all.log").read_text(encoding="latin-1")
    wrong = [line for line in log.splitlines() if line.startswith(("!", "Missing character"))]
    return "\n".join(wrong) or ("" if run.returncode == 0 else log[-2000:])


def everything_said() -> Iterator[str]:
    """The words of all claims, and what is said of their witnesses, in LaTeX."""
    for entry in catalogue.entries():
        claim = ledger.load(entry.id)
        yield from (escape(each) for each in (entry.id, entry.title, entry.place))
        for words in (*(p.words for p in claim.parts), *claim.remarks):
            yield words.latex()
        yield from (escape(cited) for part in claim.parts for cited in part.cites)
        witnesses = [x.examined for x in claim.needs_] + [x.examined for x in claim.refutations]
        yield from (line.latex() for witness in witnesses for line in witness.lines())


def test_all_that_the_ledger_says_compiles(pdflatex: str, tmp_path: Path) -> None:
    shown = list(everything_said())
    assert len(shown) > 300
    assert not any("?(U+" in latex for latex in shown)
    assert compiles(pdflatex, "\n\n".join(shown), tmp_path) == ""


def test_awkward_text_compiles(pdflatex: str, tmp_path: Path) -> None:
    import random

    draw = random.Random(7)
    lines = ["".join(draw.choices(SIGNS, k=12)) for _ in range(800)]
    shown = [escape(line) for line in (*lines, *WORDS)]
    assert compiles(pdflatex, "\n\n".join(f"[{latex}]" for latex in shown), tmp_path) == ""


def test_text_that_is_not_prepared_does_not_compile(pdflatex: str, tmp_path: Path) -> None:
    assert compiles(pdflatex, "a_b", tmp_path) != ""
