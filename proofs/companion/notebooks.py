"""Notebooks, executed and as HTML to be put into a page.

What is kept has no outputs.  Executing needs nbclient and ipykernel (the extra ``notebooks``);
what comes out is plain HTML: formulas are MathML, pictures are in it, and nothing is fetched.

Imports claims, symbolic.cards, symbolic.printing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from proofs.companion.claims.catalogue import PAGES
from symbolic.cards import image

if TYPE_CHECKING:
    from nbformat import NotebookNode

__all__ = ["FOLDER", "executed", "fragment", "html"]

FOLDER = PAGES / "docs" / "notebooks"

#: seconds for one cell
_PATIENCE = 120

_FORMULA = re.compile(r"\$([^$]+)\$")


def executed(path: Path) -> NotebookNode:
    """The notebook with its outputs.  A cell that raises is an error, unless it is marked for it
    with the tag ``raises-exception``."""
    import nbformat
    from nbclient import NotebookClient
    from traitlets.config import Config

    found: NotebookNode = nbformat.read(path, as_version=4)
    with TemporaryDirectory() as folder:  # sockets there, and no ports, which others might hear
        manager = {"transport": "ipc", "ip": f"{folder}/kernel"}
        private = Config({"KernelManager": manager})
        NotebookClient(found, kernel_name="python3", timeout=_PATIENCE, config=private).execute()
    return found


def html(path: Path) -> str:
    """Execute a notebook, and make a part of a page of it."""
    return fragment(executed(path))


def fragment(notebook: NotebookNode) -> str:
    """A notebook with its outputs as part of a page."""
    return "\n".join(
        _prose(cell.source) if cell.cell_type == "markdown" else "\n".join(_code(cell))
        for cell in notebook.cells
    )


def _prose(source: str) -> str:
    """Markdown, with formulas between dollars.

    >>> _prose("the *modulus* is $x$")
    '<p>the <em>modulus</em> is <math xmlns="http://www.w3.org/1998/Math/MathML" \
display="inline"><mrow><mi>x</mi></mrow></math></p>'
    """
    from markdown_it import MarkdownIt

    from symbolic.printing.mathml import mathml

    formulas: list[str] = []

    def keep(match: re.Match[str]) -> str:
        formulas.append(mathml(match[1].replace("\n", " ")))
        return f"\x01{len(formulas) - 1}\x01"

    page = MarkdownIt().render(_FORMULA.sub(keep, source)).strip()
    return re.sub("\x01([0-9]+)\x01", lambda match: formulas[int(match[1])], page)


def _code(cell: Any) -> Iterator[str]:
    yield f'<pre class="notebook-in"><code>{escape(cell.source)}</code></pre>'
    for output in cell.outputs:
        if output.output_type == "stream":
            yield f'<pre class="notebook-out">{escape(output.text.rstrip())}</pre>'
        elif output.output_type == "error":
            words = f"{output.ename}: {output.evalue}"
            yield f'<pre class="notebook-error">{escape(words)}</pre>'
        else:
            yield f'<div class="notebook-out">{_shown(output.data)}</div>'


def _shown(data: Any) -> str:
    """The first of the forms of a result that a page can show."""
    if "text/html" in data:
        return str(data["text/html"])
    if "image/svg+xml" in data:
        return image(data["image/svg+xml"], _title(data))
    return f"<pre>{escape(data['text/plain'])}</pre>"


def _title(data: Any) -> str:
    """What a picture says that it is."""
    found = re.search(r"<(?:dc:)?title>([^<]*)</", data["image/svg+xml"])
    return "a figure" if found is None else found[1].strip()
