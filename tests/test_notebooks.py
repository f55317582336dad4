"""The notebooks run as they are, and raise where they say so and nowhere else."""

from __future__ import annotations

import ast
import re
from functools import lru_cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient.exceptions import CellExecutionError

from proofs.companion.notebooks import FOLDER, executed, fragment
from proofs.companion.site.building import assets, notebook_page
from proofs.companion.site.frame import Frame
from tests.proofs.browser import axe, browser, console, needs_axe, needs_browser

NAMES = sorted(path.name for path in FOLDER.glob("*.ipynb"))


@lru_cache
def kept(name: str) -> Any:
    return nbformat.read(FOLDER / name, as_version=4)


@lru_cache
def run(name: str) -> Any:
    return executed(FOLDER / name)


def code(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def raised(cell: Any) -> list[str]:
    return [f"{o.ename}: {o.evalue}" for o in cell.outputs if o.output_type == "error"]


def test_there_are_five() -> None:
    assert [name[:2] for name in NAMES] == ["1-", "2-", "3-", "4-", "5-"]


@pytest.mark.parametrize("name", NAMES)
def test_what_is_kept_is_valid_and_has_no_outputs(name: str) -> None:
    nbformat.validate(kept(name))
    assert kept(name).cells[0].source.startswith("# ")
    for cell in code(kept(name)):
        assert (cell.outputs, cell.execution_count) == ([], None)


@pytest.mark.parametrize("name", NAMES)
def test_everything_is_imported_in_the_first_cell_of_code(name: str) -> None:
    for k, cell in enumerate(code(kept(name))):
        tree = ast.walk(ast.parse(cell.source))
        assert any(isinstance(node, ast.Import | ast.ImportFrom) for node in tree) == (k == 0)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_imported_but_recency_and_what_formulas_are_written_with(name: str) -> None:
    for node in ast.walk(ast.parse(code(kept(name))[0].source)):
        match node:
            case ast.Import(names=[ast.alias(name="recency", asname=None)]):
                pass
            case ast.ImportFrom(module="symbolic" | "symbolic.writing", level=0):
                pass
            case ast.Import() | ast.ImportFrom():
                raise AssertionError(ast.unparse(node))


@pytest.mark.parametrize("name", NAMES)
def test_it_runs_and_raises_only_where_it_says_so(name: str) -> None:
    for cell in code(run(name)):
        expected = "raises-exception" in cell.metadata.get("tags", [])
        assert bool(raised(cell)) == expected, cell.source
        assert all(o.get("name") != "stderr" for o in cell.outputs), cell.source
    assert any(cell.outputs for cell in code(run(name)))


def test_the_errors_are_those_that_are_announced() -> None:
    found = [error for name in NAMES for cell in code(run(name)) for error in raised(cell)]
    assert [error.splitlines()[0] for error in found] == [
        "AssertionError: the sides differ at gamma = 1/2, lambda = 0, m = 2",
        "AssertionError: h_i → 0 as i → ∞",
        "Unproved: geometric series: the side condition |γ·λ| < 1 does not follow",
        "ProofError: algebra: Σ_{n≥1} (1 - λ)·γ^n·λ^(n-1) and γ·(1 + λ)/(1 - γ·λ) differ by "
        "-2·γ·λ/(1 - γ·λ)",
    ]


def test_an_error_that_is_not_announced_is_one_and_nothing_is_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    broken = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1/0")])
    path = tmp_path / "broken.ipynb"
    nbformat.write(broken, path)
    with pytest.raises(CellExecutionError, match="ZeroDivisionError"):
        executed(path)
    assert list(tmp_path.iterdir()) == [path]


class Page(HTMLParser):
    """Which elements are open, and what is fetched."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "img":
            assert given["alt"]
            self.fetched.append(given["src"] or "")
        elif tag not in ("br", "hr"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("img", "br", "hr"):  # <img/> is both
            assert self.open.pop() == tag


@pytest.mark.parametrize("name", NAMES)
def test_as_html_it_is_whole_and_fetches_nothing(name: str) -> None:
    html, page = fragment(run(name)), Page()
    page.feed(html)
    assert page.open == []
    assert all(source.startswith("data:image/svg+xml,") for source in page.fetched)
    assert html.count('class="notebook-in"') == len(code(kept(name)))
    prose = re.sub(r"<pre.*?</pre>", "", html, flags=re.DOTALL)
    assert "$" not in prose
    assert "<h1>" in prose
    assert "<math" in prose


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The pages of the notebooks, as the site has them."""
    site = tmp_path_factory.mktemp("site")
    found = [notebook_page(Path(name).stem, fragment(run(name))) for name in NAMES]
    shown = {page.path: Frame([(page.path, page.title)]).around(page).encode() for page in found}
    for place, content in (shown | assets()).items():
        (site / place).parent.mkdir(exist_ok=True)
        (site / place).write_bytes(content)
    return [site / page.path for page in found]


@needs_browser
@needs_axe
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_there_is_nothing_that_keeps_anybody_from_its_page(pages: list[Path], scheme: str) -> None:
    found = {}
    with browser(dark=scheme == "dark") as driver:
        for page in pages:
            driver.get(page.as_uri())
            if shown := axe(driver) or console(driver):
                found[page.name] = shown
    assert found == {}


@needs_browser
def test_its_pictures_are_drawn_and_its_page_is_not_wider_than_a_phone(pages: list[Path]) -> None:
    drawn = "return [...document.images].map((image) => image.naturalWidth)"
    over = "const page = document.documentElement; return page.scrollWidth - page.clientWidth"
    widths = []
    with browser(width=390) as driver:
        for page in pages:
            driver.get(page.as_uri())
            widths += driver.execute_script(drawn)
            assert driver.execute_script(over) <= 0, page.name
    assert len(widths) > 5
    assert all(widths)
