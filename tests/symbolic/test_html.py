"""Formulas, theorems and derivations as HTML with MathML."""

from xml.etree import ElementTree

import pytest
from hypothesis import given, strategies as st

from proofs.companion import ledger
from proofs.companion.claims import catalogue
from proofs.companion.claims.claim import named_theorems
from symbolic import Less, real
from symbolic.derivation import derivations
from symbolic.documents import (
    Calculation,
    Conclusion,
    Derived,
    Immediate,
    Lemma,
    Paragraph,
    Section,
    each_step,
    html,
)
from symbolic.printing import Sentence, prose
from symbolic.printing.html import statement_html, term_html
from symbolic.printing.mathml import mathml, prepared

MATHML = "{http://www.w3.org/1998/Math/MathML}"


def parsed(shown: str) -> ElementTree.Element:
    """The page as a tree; refuses what is not well-formed or has LaTeX left in it."""
    tree = ElementTree.fromstring(f"<body>{shown}</body>")
    for element in tree.iter():
        assert "\\" not in (element.text or "") + (element.tail or "")
        assert element.tag not in {"script", "link", "img", "iframe"}
        assert not {"src", "href"} & set(element.attrib)
    return tree


def visible(shown: str) -> str:
    tree = parsed(shown)
    for style in tree.iter("style"):
        style.text = ""
    return " ".join("".join(tree.itertext()).split())


def test_a_term_and_a_statement_are_math_elements() -> None:
    gamma = real("gamma")
    assert visible(term_html(gamma**2)) == "γ2"
    tree = parsed(statement_html(Less(gamma, 1)))
    assert [child.tag for child in tree] == [f"{MATHML}math"]
    assert visible(statement_html(Less(gamma, 1))) == "γ<1"


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"\Bigl\lfloor \frac{i}{m} \Bigr\rfloor", "⌊im⌋"),
        (r"\biggl( \sum_{i=0}^{n} h_{i} \biggr)^{2}", "(∑i=0nhi)2"),
        (r"\lVert Hv - Hv' \rVert_{\infty} \leq \lvert x \rvert", "‖Hv−Hv′‖∞≤|x|"),
        (r"\begin{cases} 1 & i < n \\ 0 & \text{otherwise} \end{cases}", "{1i<n0otherwise"),
        (r"\bigl(e^{2\pi\mathrm{i} j}\bigr)_s", "(e2πij)s"),
        (r"x \to \infty \text{ as } y \neq \varepsilon", "x→∞ as y≠ε"),
        (r"\tfrac{1}{2} \mathbf{1} \ldots \cdots", "12𝟏…⋯"),
        (r"\text{a & b <c>}", "a & b <c>"),
        (r"\Bigl\lfloor x", "⌊x"),
        (r"x \rvert + \lvert y", "x|+|y"),
    ],
)
def test_what_the_printer_emits_is_translated(latex: str, text: str) -> None:
    shown = visible(mathml(latex)).replace("\N{NO-BREAK SPACE}", " ")
    assert shown == text


def test_brackets_are_pairs_only_on_the_same_level() -> None:
    assert prepared(r"\Bigl( \frac{x}{y} \Bigr)") == r"\left( \frac{x}{y} \right)"
    assert prepared(r"\Bigl( \frac{x \Bigr)}{y}") == r"\Bigl( \frac{x \Bigr)}{y}"


def test_tall_brackets_grow_and_short_ones_do_not() -> None:
    tall = parsed(mathml(r"\Bigl\lvert \frac{1}{2} \Bigr\rvert"))
    short = parsed(mathml(r"\lvert v' \rvert"))
    stretchy = [[mo.get("stretchy") for mo in tree.iter(f"{MATHML}mo")] for tree in (tall, short)]
    assert stretchy == [["true", "true"], ["false", "false"]]


def test_limits_stand_below_and_above_a_sum() -> None:
    tree = parsed(mathml(r"\biggl( \sum_{i=0}^{n} h_{i} \biggr)", tall=True))
    assert tree.find(f".//{MATHML}munderover") is not None
    assert next(iter(tree)).get("displaystyle") == "true"


def test_a_sign_is_not_a_difference() -> None:
    for latex in ("(1, -1)", "x = -1", r"x \leq -1", "[-1, 0]"):
        assert 'form="prefix">&#x02212;' in mathml(latex)
    for latex in ("1 - x", "(x) - 1", r"\lvert x \rvert - 1", "x_{1} - 1"):
        assert 'form="prefix">&#x02212;' not in mathml(latex)


def test_an_index_is_close() -> None:
    close = '<mo lspace="0em" rspace="0em">&#x02212;</mo>'
    for latex in ("h_{n - 1}", r"\sum_{i = n - 1}^{k}", "x^{n - 1}", "x_{n - 1}^{2}"):
        assert close in mathml(latex)
    for latex in ("n - 1", r"\frac{n - 1}{2}", "(n - 1)^{2}"):
        assert close not in mathml(latex)


def test_a_name_of_several_letters_is_upright_and_one_of_one_letter_is_not() -> None:
    shown = mathml(r"\operatorname{Var}_{N} = \operatorname{Mean}_{N} + D \operatorname{diag}(d)")
    for name in ("Var", "Mean", "diag", "D"):
        assert f"<mi>{name}</mi>" in shown
    assert 'rspace="0.17em">Re</mo>' in mathml(r"\operatorname{Re} f")


def test_brackets_around_letters_do_not_grow() -> None:
    assert prepared(r"\bigl(1 - \beta\bigr)/\bigl(1 - \gamma\bigr)") == (
        r"(1 - \beta)/(1 - \gamma)"
    )


@pytest.mark.parametrize("latex", [r"\undefinedcommand{x}", "x}"])
def test_unknown_latex_is_refused(latex: str) -> None:
    with pytest.raises(ValueError, match="expected a formula"):
        mathml(latex)


def test_words_are_escaped() -> None:
    assert prose("this & <script>that</script>").html().count("<script") == 0
    assert visible(prose("this & that, 50 % of {v_pi}").html()) == "this & that, 50 % of vπ"
    case = Paragraph(prose("<b>Case {}.", Less(real("x"), 1)))
    step = Conclusion(Less(0, real("x")), prose("R & D; {}", Less(0, real("gamma"))), "(1)")
    shown = html([Section((Derived((case, step), step.statement),))])
    assert visible(shown) == "Proof:<b>Case x<1.(1)0<xR & D; 0<γ"


SIGNS = (*"abinvxG019 .,;:'\"-^_(){}[]|‖⌊⌋<>=≤→·γΣ∞…\\&%$é\a\0", "sum ", "cos ", "n-step", "v_pi")


@given(st.one_of(st.lists(st.sampled_from(SIGNS), max_size=14).map("".join), st.text(max_size=20)))
def test_whatever_is_written_is_well_formed(text: str) -> None:
    parsed(Sentence((text.replace("\\", "/"),)).html())


SHARES = 14


@pytest.mark.parametrize("share", range(SHARES))
def test_every_theorem_and_derivation_of_the_ledger(share: int) -> None:
    for entry in catalogue.entries()[share::SHARES]:
        claim = ledger.load(entry.id)
        for part in claim.parts:
            said = visible(part.theorem._repr_html_())
            assert said.startswith("Given ") == bool(part.theorem.hypotheses)
            (blocks,) = derivations([part.theorem], named_theorems(claim))
            tree = parsed(html([Section(blocks)]))
            reasons = [e for e in tree.iter("span") if e.get("class") == "recency-reason"]
            inner = [b.derivation if isinstance(b, Lemma) else b for b in blocks]
            one = [b for b in inner if isinstance(b, Immediate)]
            steps = [s for b in inner if isinstance(b, Derived) for s in each_step(b.steps)]
            lines = [len(s.lines) if isinstance(s, Calculation) else 1
                     for s in steps if isinstance(s, Calculation | Conclusion)]  # fmt: skip
            beside = [b for b in blocks if isinstance(b, Lemma) and b.derivation in one]
            assert len(reasons) == sum(lines) + len(beside)
