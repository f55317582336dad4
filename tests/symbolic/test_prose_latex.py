"""English with symbols in it, set as LaTeX: what becomes a formula, and that the rest is safe."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.companion import ledger
from proofs.companion.claims import catalogue
from proofs.companion.claims.claim import Claim, named_theorems
from symbolic.derivation import Calculation, Conclusion, outline
from symbolic.printing import prose_latex
from symbolic.printing.prose import pieces
from symbolic.writing.theorem import ancestry

DOCUMENT = r"""\documentclass{article}
\usepackage{amsmath,amssymb}
\begin{document}
%s
\end{document}
"""

FORMULAS = {
    "gamma^n": r"$\gamma^{n}$",
    "v_pi": r"$v_{\pi}$",
    "v_π = (11/2, 9/2)": r"$v_{\pi} = (11/2, 9/2)$",
    "h_{i+1}": r"$h_{i + 1}$",
    "G_t^(n)": r"$G_{t}^{(n)}$",
    "G_t^(τ + 1)": r"$G_{t}^{(\tau + 1)}$",
    "2^(-i - 1)": r"$2^{-i - 1}$",
    "lambda^{n-1}": r"$\lambda^{n - 1}$",
    "γ^i·δ_{t+i}": r"$\gamma^{i} \delta_{t + i}$",
    "3/2·‖v - v'‖": r"$3/2 \cdot \lVert v - v' \rVert$",
    "||P|| = 1": r"$\lVert P \rVert = 1$",
    "|ab| = |a||b|": r"$\lvert a b \rvert = \lvert a \rvert \lvert b \rvert$",
    "||x| - |y||": r"$\lvert \lvert x \rvert - \lvert y \rvert \rvert$",
    "⌊(n - 1)/m⌋·m < n - 1": r"$\lfloor (n - 1)/m \rfloor m < n - 1$",
    "floor((tau+1)/2)": r"$\lfloor (\tau + 1)/2 \rfloor$",
    "Σ_{i=0}^{n - 1} h_i": r"$\sum_{i = 0}^{n - 1} h_{i}$",
    "sum_i h_i z^i (T v - v)": r"$\sum_{i} h_{i} z^{i} (T v - v)$",
    "1 - sum c": r"$1 - \sum c$",
    "h_i -> 0": r"$h_{i} \to 0$",
    "n >= 1": r"$n \geq 1$",
    "x_i != y_i": r"$x_{i} \neq y_{i}$",
    "(1, 0, 0, ...)": r"$(1, 0, 0, \ldots)$",
    "b_0 + ... + b_i": r"$b_{0} + \cdots + b_{i}$",
    "P (1,-1) = (2p-1) (1,-1)": r"$P (1, -1) = (2 p - 1) (1, -1)$",
    "P 1 = 1": r"$P \, 1 = 1$",
    "z = γP": r"$z = \gamma P$",
    "cos(2π·j/k)": r"$\cos(2 \pi j/k)$",
    "exp(2πi·j/k)": r"$\exp(2 \pi \mathrm{i} j/k)$",
    "Var[δ_(t+i)] = 3/16": r"$\operatorname{Var}[\delta_{t + i}] = 3/16$",
    "[0 if i < τ, else 1]": r"$[0 \text{ if } i < \tau, \text{ else } 1]$",
    "0.751873...": r"$0.751873\ldots$",
    "-1": r"$-1$",
    "x² + y₁₂": r"$x^{2} + y_{12}$",
    "ε* > 0": r"$\varepsilon^{*} > 0$",
    "λ ∈ [0, 1)": r"$\lambda \in [0, 1)$",
    "lam = 3/4": r"$\lambda = 3/4$",
}

SENTENCES = {
    "the n-step return": "the $n$-step return",
    "a λ-return, a 3-cycle and the (τ + 1)-cycle": (
        r"a $\lambda$-return, a 3-cycle and the $(\tau + 1)$-cycle"
    ),
    "lambda-return": r"$\lambda$-return",
    "A TD error tau steps ahead": r"A TD error $\tau$ steps ahead",
    "If a and b are bounded, so are x (which is a) and y.": (
        "If $a$ and $b$ are bounded, so are $x$ (which is $a$) and $y$."
    ),
    "I draw an inverted U; P = I": "I draw an inverted U; $P = I$",
    "the weights sum to one, the sum of all": "the weights sum to one, the sum of all",
    "is a sum": "is a sum",
    "with a ": "with a ",
    "it is a": "it is $a$",
    "TD(0) and TD(λ)": r"TD(0) and TD($\lambda$)",
    "by (1), (2) and 12 others": "by (1), (2) and 12 others",
    "Section 5, below equation 13": "Section 5, below equation 13",
    "Appendix A.1, and Appendix B": "Appendix A.1, and Appendix B",
    "for n = 1.": "for $n = 1$.",
    "pages 1-10, on 2026-11-18": "pages 1-10, on 2026-11-18",
    "(0, 1] is an interval": "$(0, 1]$ is an interval",
    "((13/2, 7/2) is another)": "($(13/2, 7/2)$ is another)",
    "(lam = 3/4, m = 3)": r"($\lambda = 3/4$, $m = 3$)",
    "(sum of its eligibilities)^2": "(sum of its eligibilities)${}^{2}$",
    "the paper's v' and δ's": r"the paper's $v'$ and $\delta$'s",
    "'v' is quoted": "'$v$' is quoted",
    "i.e. the 2nd of x1, 1e-5": "i.e. the 2nd of x1, 1e-5",
    "eq:lambda-return_nsteps": r"eq:lambda-return\_nsteps",
    "divergence-any-tau": "divergence-any-tau",
    "stays_positive, a_b_c": r"stays\_positive, a\_b\_c",
    "proofs/paper/sparse_lambda.py": r"proofs/paper/sparse\_lambda.py",
    "100 % of #1 & $5": r"100 \% of \#1 \& \$5",
    "\\ { } ~ ^": r"\textbackslash{} \{ \} \textasciitilde{} \textasciicircum{}",
    "verify --list": "verify -{}-list",
    'a "quoted" word': "a ``quoted'' word",
    "Fejér–Riesz, Łukasz": r"Fej\'{e}r--Riesz, \L{}ukasz",
    "Feje\N{COMBINING ACUTE ACCENT}r": r"Fej\'{e}r",
    "日": "?(U+65E5)",
    "two\n\n  lines\tand a bell \a": "two lines and a bell ?(U+0007)",
    "x < and > y": "$x$ $<$ and $> y$",
}


@pytest.mark.parametrize(("text", "latex"), FORMULAS.items())
def test_a_formula_is_set_as_the_paper_would(text: str, latex: str) -> None:
    assert prose_latex(text) == latex
    assert prose_latex(f"so that {text}, and on") == f"so that {latex}, and on"


@pytest.mark.parametrize(("text", "latex"), SENTENCES.items())
def test_words_stay_words(text: str, latex: str) -> None:
    assert prose_latex(text) == latex


def test_nothing_becomes_nothing() -> None:
    assert prose_latex("") == ""
    assert pieces("") == ()


WORDS = ("every", "return", "of", "the", "weights", "decreases,", "Monte", "Carlo", "MRP", "12")


@given(st.lists(st.sampled_from(WORDS)))
def test_plain_words_are_unchanged(words: list[str]) -> None:
    text = " ".join(words)
    assert prose_latex(text) == text


# -- whatever is written, LaTeX can read it -------------------------------------------------------

SIGNS = (
    *"abinvxGEAIU019 .,;:'\"`-–+*/^_(){}[]|‖⌊⌋<>=≤≥≠→·γλπΣ∞…\\&%$#~é√′²₁°",
    "sum ", "cos ", "floor(", "...", "gamma", "v_pi", " if ", ", else ", "->", "max_", "n-step",
    "TD(0) ", "ℝ", "\N{NO-BREAK SPACE}",
)  # fmt: skip
ANYTHING = st.one_of(
    st.lists(st.sampled_from(SIGNS), max_size=16).map("".join), st.text(max_size=20)
)


def in_turn(latex: str) -> list[str]:
    """Text and formulas in turn, cut at the dollar signs that are not escaped."""
    return re.split(r"(?<!\\)\$", latex)


def check_is_safe(latex: str) -> None:
    assert latex.isascii()
    assert latex.isprintable() or not latex
    parts = in_turn(latex)
    assert len(parts) % 2 == 1, "a formula is not closed"
    for text in parts[::2]:
        bare = re.sub(r"\\(?:[&%$#_{}]|[A-Za-z]+\{\}|['`^\"=.~uvrHc]\{[A-Za-z]\})", "", text)
        assert not re.search(r"[\\&%$#_^]", bare.replace("{}", "")), text
        assert "{" not in bare.replace("{}", "")
    for formula in parts[1::2]:
        assert formula.strip(), "an empty formula"
        assert not re.search(r"(?<!\\)[&%#~]", formula), formula
        check_braces(formula)


def check_braces(formula: str) -> None:
    depth = 0
    for brace in re.findall(r"(?<!\\)[{}]", formula):
        depth += 1 if brace == "{" else -1
        assert depth >= 0, formula
    assert depth == 0, formula


@given(ANYTHING)
def test_specials_are_escaped_and_formulas_closed(text: str) -> None:
    check_is_safe(prose_latex(text))


@pytest.mark.parametrize("unsafe", ["50 %", "a_b", "$x", r"$\frac{1$", "$$", "é", r"\foo"])
def test_the_check_itself_refuses(unsafe: str) -> None:
    with pytest.raises(AssertionError):
        check_is_safe(unsafe)


@given(ANYTHING)
def test_no_word_is_lost(text: str) -> None:
    words = "".join(p.shown for p in pieces(f"whatever {text} ends"))
    assert words.startswith("whatever ")
    assert words.endswith("ends")


@pytest.mark.parametrize("mark", ["(", "[", "{", "|", "Σ", "x^{", "x_(", "a-", "v' ", "[x if "])
def test_deep_nesting_is_text(mark: str) -> None:
    check_is_safe(prose_latex(mark * 400))


# -- everything the ledger says -------------------------------------------------------------------


def everything_said(claim: Claim) -> Iterator[str]:
    entry = claim.entry
    yield from (entry.id, entry.title, entry.place)
    for words in (*(p.words for p in claim.parts), *claim.remarks):
        yield from (*words.texts, words.text())
    for refutation in claim.refutations:
        yield from (*refutation.words.texts, refutation.words.text())
    witnesses = [n.witness for n in claim.needs_] + [r.witness for r in claim.refutations]
    for witness in (find() for find in witnesses):
        dropped = () if witness.drops is None else (witness.drops,)
        yield from (witness.instance, witness.conclusion.says)
        yield from (check.says for check in (*witness.keeps, *dropped))
    for part in claim.parts:
        yield from (part.name, *part.cites)
        yield from (step.reason for step in ancestry(part.theorem))
        for block in outline(part.theorem, named_theorems(claim)):
            if isinstance(block, Conclusion):
                yield block.reason.text()
            elif isinstance(block, Calculation):
                yield from (line.reason.text() for line in block.lines)
            else:
                yield block.text()


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


SHARES = 14


@pytest.mark.parametrize("share", range(SHARES))
def test_all_that_the_ledger_says_compiles(share: int, pdflatex: str, tmp_path: Path) -> None:
    said: dict[str, None] = {}
    for entry in catalogue.entries()[share::SHARES]:
        said |= dict.fromkeys(everything_said(ledger.load(entry.id)))
    shown = [prose_latex(text) for text in said]
    assert len(shown) > 20
    for latex in shown:
        check_is_safe(latex)
    assert not any("?(U+" in latex for latex in shown)
    assert compiles(pdflatex, "\n\n".join(shown), tmp_path) == ""


def test_awkward_text_compiles(pdflatex: str, tmp_path: Path) -> None:
    import random

    draw = random.Random(7)
    lines = ["".join(draw.choices(SIGNS, k=12)) for _ in range(800)]
    shown = [prose_latex(line) for line in (*lines, *SENTENCES, *FORMULAS)]
    assert compiles(pdflatex, "\n\n".join(f"[{latex}]" for latex in shown), tmp_path) == ""


def test_text_that_is_not_prepared_does_not_compile(pdflatex: str, tmp_path: Path) -> None:
    assert compiles(pdflatex, "a_b", tmp_path) != ""
