"""A user's own theorem, with names of the user's choice, becomes LaTeX that compiles."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofs.companion.documents.fragments import PACKAGES, theorem_fragment
from proofs.companion.documents.tex import INSTALL, available, typeset
from symbolic import Chain, Derivation, Less, Theorem, given, real, sequence, series
from symbolic.terms import index
from symbolic.writing import geometric

needs_tex = pytest.mark.skipif(not available(), reason=INSTALL)

NAMES = ["q", "ratio", "100%", "a&b", "x#1", "omega", "ω", "größe", "{", "a~b^c\\d", "日"]


def geometric_series(name: str) -> Theorem:
    q, i = real(name), index("i")
    ctx = given(Less(0, q), Less(q, 1))
    total = series(q**i, i, 0)
    return Chain(ctx, (1 - q) * total).to(1, geometric(ctx, total, q)).qed()


@needs_tex
def test_names_of_every_kind_compile(tmp_path: Path) -> None:
    bodies = [theorem_fragment(geometric_series(name), f"About {name}") for name in NAMES]
    document = rf"\documentclass{{article}}{PACKAGES}\begin{{document}}" + "\n".join(bodies)
    (tmp_path / "own.tex").write_text(document + r"\end{document}", encoding="utf-8")
    made = typeset(tmp_path, "own.tex")
    assert made.pdf is not None
    assert made.problems == ()


@pytest.mark.parametrize("name", NAMES)
def test_a_name_reaches_latex_escaped(name: str) -> None:
    shown = Derivation(geometric_series(name)).latex()
    assert shown.isascii()
    assert shown.count("{") - shown.count(r"\{") == shown.count("}") - shown.count(r"\}")


def test_hypotheses_that_bound_one_term_are_one_chain() -> None:
    assert "$0 < q < 1$" in Derivation(geometric_series("q")).latex()


def test_text_latex_and_html_are_made_from_the_steps() -> None:
    q, i, h = real("q"), index("i"), sequence("h")
    ctx = given(Less(0, q), Less(q, 1))
    total = series(q**i, i, 0)
    one = Chain(ctx, h(0) * (1 - q) * total).to(h(0), geometric(ctx, total, q)).qed()
    two = Chain(ctx, h(0) * (1 - q) * total)
    two = two.to(h(0) * (1 - q) / (1 - q), geometric(ctx, total, q)).to(h(0))
    other = Chain(ctx, h(1) * (1 - q) * total).to(h(1), geometric(ctx, total, q)).qed()
    for shown in (Derivation.text, Derivation.latex, Derivation._repr_html_):
        found = {shown(Derivation(theorem)) for theorem in (one, two.qed(), other)}
        assert len(found) >= 2
        assert shown(Derivation(one)) != shown(Derivation(other))
