"""What the site is made with: the layout of graphs, Markdown, and writing a folder whole."""

from __future__ import annotations

import json
import os
import re
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from proofs.companion import cli, notebooks
from proofs.companion.claims import catalogue
from proofs.companion.site import building, writing
from proofs.companion.site.frame import compact
from proofs.companion.site.layers import layers
from proofs.companion.site.markdown import documents
from proofs.companion.site.writing import MARK, write
from proofs.companion.usage import BAD_INPUT, OK, BadInput
from symbolic.printing.mathml import mathml

# -- the layout of graphs --------------------------------------------------------------------------


@st.composite
def graphs(draw: st.DrawFn) -> dict[str, tuple[str, ...]]:
    """What each node uses: some of those before it."""
    names = [f"n{k}" for k in range(draw(st.integers(1, 12)))]
    return {
        name: tuple(draw(st.sets(st.sampled_from(names[:k])))) if k else ()
        for k, name in enumerate(names)
    }


@given(graphs())
def test_boxes_do_not_overlap_and_edges_run_to_the_right(uses: dict[str, tuple[str, ...]]) -> None:
    found = layers(uses)
    assert found.column.keys() == found.height.keys() == uses.keys()
    for one, other in combinations(uses, 2):
        apart = abs(found.height[one] - found.height[other])
        assert found.column[one] != found.column[other] or apart >= 1 - 1e-9
    assert found.route.keys() == {(below, node) for node in uses for below in uses[node]}
    for (below, above), way in found.route.items():
        assert way[0] == (found.column[below], found.height[below])
        assert way[-1] == (found.column[above], found.height[above])
        assert all(right == left + 1 for (left, _), (right, _) in pairwise(way))


def test_edges_from_one_node_share_their_way() -> None:
    found = layers({"a": (), "b": ("a",), "c": ("b",), "d": ("a", "c"), "e": ("a", "c")})
    assert found.route["a", "d"][:-1] == found.route["a", "e"][:-1]


# -- formulas in fewer bytes -----------------------------------------------------------------------


ROW = "<mrow><mn>1</mn><mo>−</mo><mi>i</mi></mrow>"


@pytest.mark.parametrize(
    ("latex", "shown"),
    [
        ("x", "<math><mi>x</mi></math>"),
        (r"1 < \gamma", "<math><mn>1</mn><mo>&lt;</mo><mi>γ</mi></math>"),
        (r"\frac{x}{1-i}", "<math><mfrac><mi>x</mi>" + ROW + "</mfrac></math>"),
        (r"\text{a < b & c}", "<math><mtext>a &lt; b &amp; c</mtext></math>"),
    ],
)  # fmt: skip
def test_what_html_knows_of_a_formula_is_not_said(latex: str, shown: str) -> None:
    assert compact(mathml(latex)).replace("\N{NO-BREAK SPACE}", " ") == shown


@pytest.mark.parametrize(
    ("after", "shown"),
    [
        (", so", '<span class="kept">{},</span> so'),
        ("-step returns.", '<span class="kept">{}-step</span> returns.'),
        (").", '<span class="kept">{}).</span>'),
        (" and", "{} and"),
        ("</span></span>: so", "{}:</span></span> so"),
    ],
)
def test_what_belongs_to_a_formula_stays_with_it(after: str, shown: str) -> None:
    formula = "<math><mi>n</mi></math>"
    assert compact(f"{formula}{after}") == shown.format(formula)
    assert compact(f"TD({formula}), so") == f'TD<span class="kept">({formula}),</span> so'


# -- Markdown --------------------------------------------------------------------------------------


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "map.svg").write_text("<svg/>")
    (tmp_path / "README.md").write_text(
        "# The project\n\n[language](docs/language.md#Sums), [code](proofs/x.py), "
        "[out](https://example.org/), ![a map](docs/map.svg) <b>raw</b>\n\n"
        "## Twice\n\n## Twice\n\n<!-- recorded: x -->\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    )
    (tmp_path / "docs" / "language.md").write_text("# Language\n\n[back](../README.md#twice)\n")
    return tmp_path


def test_links_between_documents_lead_to_pages_and_others_are_words(project: Path) -> None:
    found = documents(project)
    readme, language = found.pages
    assert [page.path for page in found.pages] == ["readme.html", "docs/language.html"]
    assert [page.title for page in found.pages] == ["README.md", "Language"]
    assert '<a href="docs/language.html#Sums">language</a>, code, ' in readme.body
    assert '<a href="https://example.org/">out</a>' in readme.body
    assert '<a href="../readme.html#twice">back</a>' in language.body
    assert '<img src="docs/pictures/map.svg" alt="a map"' in readme.body
    assert found.pictures == {"docs/pictures/map.svg": b"<svg/>"}


def test_headings_have_anchors_tables_scroll_and_html_is_words(project: Path) -> None:
    readme, _ = documents(project).pages
    assert '<h2 id="twice">' in readme.body
    assert '<h2 id="twice-1">' in readme.body
    assert '<div class="scroll"><table>' in readme.body
    assert "&lt;b&gt;raw&lt;/b&gt;" in readme.body
    assert "recorded" not in readme.body


def test_formulas_are_formulas_and_code_is_code(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("If $`\\gamma`$ is 1, `x` costs 1 $ or $`h_{0}`$.\n")
    (page,) = documents(tmp_path).pages
    words = re.sub(r"<math.*?>(.*?)</math>", lambda m: re.sub("<.*?>", "", m[1]), page.body)
    assert "If &#x003B3; is 1, <code>x</code> costs 1 $ or h0." in words


def test_a_formula_that_is_typed_has_its_indices_below_and_code_is_left(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("V_t + Σ_i h_i γⁱ δ_{t+i}, `h_i` and step_size.\n")
    (page,) = documents(tmp_path).pages
    assert (
        "V<sub>t</sub> + Σ<sub>i</sub> h<sub>i</sub> γⁱ δ<sub>t+i</sub>, <code>h_i</code> "
        "and step_size."
    ) in page.body


def test_what_lies_beside_the_first_document_has_a_page(project: Path) -> None:
    (project / "CHANGELOG.md").write_text("# What changed\n\n[docs](docs/language.md)\n")
    (project / "LICENSE").write_text("<As it is>, at https://example.org/a.\n")
    (project / "README.md").write_text("[changes](CHANGELOG.md), [license](LICENSE)\n")
    pages = {page.path: page for page in documents(project).pages}
    assert '<a href="changelog.html">changes</a>, <a href="license.html">license</a>' in (
        pages["readme.html"].body
    )
    assert '<a href="docs/language.html">docs</a>' in pages["changelog.html"].body
    assert pages["license.html"].title == "License"
    assert '&lt;As it is&gt;, at <a href="https://example.org/a">' in pages["license.html"].body


def test_where_there_are_no_documents_there_are_no_pages(tmp_path: Path) -> None:
    assert documents(tmp_path).pages == ()


# -- writing a folder ------------------------------------------------------------------------------


def site(*names: str) -> dict[str, bytes]:
    """A made-up site with these files."""
    files = {name: name.encode() for name in ("index.html", *names)}
    return {**files, MARK: json.dumps({"files": sorted(files)}).encode()}


def names(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_a_new_site_takes_the_place_of_an_earlier_one(tmp_path: Path) -> None:
    target = tmp_path / "a" / "site"
    assert write(str(target), site("claims/old.html")) == target / "index.html"
    write(str(target), site("claims/new.html"))
    assert names(target) == {"index.html", "claims/new.html", MARK}
    assert os.listdir(target.parent) == ["site"]


def test_an_empty_folder_is_used_with_its_rights(tmp_path: Path) -> None:
    target = tmp_path / "site"
    target.mkdir(mode=0o750)
    write(str(target), site())
    assert target.stat().st_mode & 0o777 == 0o750
    assert names(target) == {"index.html", MARK}


def test_through_a_link_the_folder_is_written_and_the_link_stays(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    write(str(tmp_path / "link"), site())
    assert (tmp_path / "link").is_symlink()
    assert names(tmp_path / "real") == {"index.html", MARK}


@pytest.mark.parametrize("strange", ["notes.txt", "claims/notes.txt", ".git/HEAD"])
def test_what_is_no_site_is_left_as_it_is(strange: str, tmp_path: Path) -> None:
    target = tmp_path / "site"
    write(str(target), site())
    (target / strange).parent.mkdir(parents=True, exist_ok=True)
    (target / strange).write_text("mine")
    before = names(target)
    with pytest.raises(BadInput, match="which is of no site of recency"):
        write(str(target), site("more.html"))
    assert names(target) == before


def test_a_folder_without_the_mark_is_no_site(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("mine")
    with pytest.raises(BadInput, match=r"it has 'index\.html', which is of no site of recency"):
        write(str(tmp_path), site())
    (tmp_path / MARK).write_text('{"files": 3}')
    with pytest.raises(BadInput, match="which is of no site of recency"):
        write(str(tmp_path), site())


@pytest.mark.parametrize("folder", ["", "file", "file/below", "a\0b", "/"])
def test_a_place_where_no_folder_can_be_is_refused_in_one_line(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("mine")
    assert cli.main(["site", "-o", folder]) == BAD_INPUT
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("recency: cannot write the site to ")
    assert said.err.count("\n") == 1
    assert os.listdir(tmp_path) == ["file"]


def test_the_command_writes_the_claims_and_says_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    few = catalogue.choose(["averages", "srh-infinite"])
    monkeypatch.setattr(catalogue, "choose", lambda _: few)
    monkeypatch.setattr(building, "TITLES", {})
    target = tmp_path / "site"
    assert cli.main(["site", "-o", str(target), "--jobs", "1"]) == OK
    assert capsys.readouterr().out == f"{target / 'index.html'}\n"
    pages = {path.name for path in (target / "claims").iterdir()}
    assert pages == {"averages.html", "srh-infinite.html"}


def test_notebooks_have_pages_and_a_page_that_lists_them(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = "<h1>A & B</h1><pre>1</pre>".replace("&", "&amp;")
    monkeypatch.setattr(notebooks, "html", lambda path: shown)
    index, *found = building.notebook_pages(1)
    names = [path.stem for path in sorted(notebooks.FOLDER.glob("*.ipynb"))]
    assert [page.path for page in found] == [f"notebooks/{name}.html" for name in names]
    assert all(f'<a href="{page.path}">A &amp; B</a>' in index.body for page in found)
    assert '<pre tabindex="0">1</pre>' in found[0].body


def test_what_fails_half_way_leaves_the_earlier_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "site"
    write(str(target), site("old.html"))

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(writing, "_take_place", full)
        with pytest.raises(BadInput, match="no space left on device"):
            write(str(target), site("new.html"))
    assert names(target) == {"index.html", "old.html", MARK}
    assert os.listdir(tmp_path) == ["site"]
