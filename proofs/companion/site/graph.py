"""What rests on what, as pictures: all claims in one, and the theorems and lemmas of each.

The layout is made here, and the picture is SVG in the page: its nodes are links, its colours those
of the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from proofs.companion.site.accounts import Account, Summary, address
from proofs.companion.site.frame import slug
from proofs.companion.site.layers import Layers, layers
from symbolic.documents import anchor
from symbolic.printing.escapes import for_html

__all__ = ["Node", "drawn", "parts_figure"]


@dataclass(frozen=True)
class Node:
    """A box with words, which is a link; ``kinds`` are its classes, ``about`` is its title.

    A ``round`` box stands for what is not in the paper.
    """

    id: str
    words: str
    href: str
    about: str
    kinds: tuple[str, ...] = ()
    round: bool = False
    data: tuple[tuple[str, str], ...] = ()


#: pixels: the height of a box and of a row, the width of a letter, of the margins of a box, and of
#: the gap between two columns
_BOX, _ROW, _LETTER, _MARGIN, _GAP, _EDGE = 24, 34, 7.3, 8, 48, 8
#: of its size, what a graph has at least where there is no room for it
_LEAST = 0.8


def drawn(nodes: Sequence[Node], uses: Mapping[str, Iterable[str]], label: str) -> str:
    """The graph as SVG: what is used stands at the left of what uses it."""
    found = layers(uses)
    known = {node.id: node for node in nodes}
    widths = [0.0] * found.columns
    for node in nodes:
        at = found.column[node.id]
        widths[at] = max(widths[at], len(node.words) * _LETTER + 2 * _MARGIN)
    left = [_EDGE + sum(widths[:k]) + k * _GAP for k in range(found.columns)]
    width = sum(widths) + _GAP * max(found.columns - 1, 0) + 2 * _EDGE
    rows = max(
        [*found.height.values(), *(y for w in found.route.values() for _, y in w)], default=0
    )
    height = rows * _ROW + _BOX + 2 * _EDGE
    edges = "".join(_edge(edge, found, left, widths) for edge in found.route)
    boxes = "".join(
        _box(known[name], left[at], widths[at], _middle(found.height[name]))
        for name, at in found.column.items()
    )
    return (
        f'<svg class="graph" role="group" aria-label="{for_html(label)}" width="{width:.0f}" '
        f'height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'style="min-width:{_LEAST * width:.0f}px">'
        f'<g class="edges" aria-hidden="true">{edges}</g><g class="nodes">{boxes}</g></svg>'
    )


def _middle(row: float) -> float:
    return _EDGE + _BOX / 2 + row * _ROW


def _edge(
    edge: tuple[str, str], found: Layers, left: Sequence[float], widths: Sequence[float]
) -> str:
    """A curve from the right side of what is used, level through the columns that it passes."""
    (at, y), *rest = found.route[edge]
    path = f"M{left[at] + widths[at]:.0f} {_middle(y):.1f}"
    x, before = left[at] + widths[at], _middle(y)
    for k, (column, row) in enumerate(rest):
        start, here = left[column], _middle(row)
        half = (start - x) / 2
        path += f"C{x + half:.0f} {before:.1f} {start - half:.0f} {here:.1f} {start:.0f} {here:.1f}"
        if k < len(rest) - 1:
            x = start + widths[column]
            path += f"H{x:.0f}"
        before = here
    below, above = map(for_html, edge)
    return f'<path d="{path}" data-from="{below}" data-to="{above}"/>'


def _box(node: Node, x: float, width: float, middle: float) -> str:
    corner = _BOX / 2 if node.round else 2
    kinds = " ".join(("node", *node.kinds))
    data = "".join(f' data-{name}="{for_html(value)}"' for name, value in node.data)
    return (
        f'<a class="{kinds}" href="{for_html(node.href)}" data-id="{for_html(node.id)}"{data}>'
        f"<title>{for_html(node.about)}</title>"
        f'<rect x="{x:.1f}" y="{middle - _BOX / 2:.1f}" width="{width:.1f}" height="{_BOX}" '
        f'rx="{corner:g}"/><text x="{x + width / 2:.1f}" y="{middle + 4:.1f}">'
        f"{for_html(node.words)}</text></a>"
    )


# -- the theorems and lemmas of a claim ------------------------------------------------------------


def parts_figure(account: Account) -> str:
    """How the theorems and lemmas of a claim rest on one another and on those of other claims."""
    uses: dict[str, list[str]] = {}
    nodes: dict[str, Node] = {}
    for part in account.parts:
        uses[part.called] = list(part.rests)
        nodes[part.called] = _part(part)
        for claim, called in part.cites:
            name = f"{called} of {claim}"
            uses.setdefault(name, [])
            uses[part.called].append(name)
            target = f"../{address(claim)}#{anchor(called)}"
            nodes[name] = Node(name, name, target, name, ("other",))
    joined = {name for name in uses if uses[name]} | {b for below in uses.values() for b in below}
    if not joined:
        return ""
    kept = {name: below for name, below in uses.items() if name in joined}
    label = f"What the theorems and lemmas of {account.id} rest on"
    figure = drawn([nodes[name] for name in kept], kept, label)
    return (
        f'<figure class="parts"><div class="scroll">{figure}</div>'
        f"<figcaption>{_caption(account)}</figcaption></figure>"
    )


def _part(part: Summary) -> Node:
    kinds = ("main",) if part.main else ("lemma",) if part.role == "lemma" else ()
    words = f"{part.called}: {part.name}"
    return Node(part.called, words, f"#{slug(part.called)}", part.text, kinds)


def _caption(account: Account) -> str:
    whose = "Its theorems and lemmas" if len(account.parts) > 1 else "Its theorem"
    return (
        f"{whose}, with what is cited of other claims; what is used stands at the left. Lemmas "
        "are dashed, what the claim is about is bold."
    )
