"""Places for the nodes of a graph without cycles, in columns from what is used to what uses it.

Edges from one node that pass over columns share a point in each of them, which takes part in the
ordering like a node (Sugiyama, Tagawa, Toda 1981); the order in a column is that of the mean place
of the neighbours, the best of some sweeps.

    >>> found = layers({"a": (), "b": ("a",), "c": ("a", "b")})
    >>> [(node, found.column[node]) for node in "abc"]
    [('a', 0), ('b', 1), ('c', 2)]
    >>> [len(found.route["a", node]) for node in "bc"]
    [2, 3]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from graphlib import TopologicalSorter
from itertools import pairwise
from typing import TypeAlias

__all__ = ["Layers", "layers"]

#: a node, or one from which edges pass a column, with that column
Point: TypeAlias = str | tuple[str, int]
Edge: TypeAlias = tuple[str, str]

_SWEEPS = 24


@dataclass(frozen=True)
class Layers:
    """The column and the height of each node, and the points that each edge runs through."""

    column: Mapping[str, int]
    height: Mapping[str, float]
    route: Mapping[Edge, Sequence[tuple[int, float]]]

    @property
    def columns(self) -> int:
        """How many columns there are."""
        return max(self.column.values(), default=-1) + 1

    @property
    def rows(self) -> float:
        """How high it is, in rows."""
        return max((y for way in self.route.values() for _, y in way), default=0.0) + 1


def layers(uses: Mapping[str, Iterable[str]]) -> Layers:
    """The layout of a graph, given by what each node uses."""
    order = list(TopologicalSorter(uses).static_order())
    column: dict[str, int] = {}
    for node in order:
        column[node] = max((column[below] + 1 for below in uses[node]), default=0)
    # what nothing keeps at the left stands next to the first that uses it
    users: dict[str, list[str]] = {node: [] for node in order}
    edges = [(below, node) for node in uses for below in uses[node]]
    for below, node in edges:
        users[below].append(node)
    for node in reversed(order):
        if users[node]:
            column[node] = min(column[user] for user in users[node]) - 1
    points = {edge: _points(edge, column) for edge in edges}
    columns = _ordered(column, points)
    height = _heights(columns, _neighbours(points))
    route = {
        edge: [(column[edge[0]] + k, height[point]) for k, point in enumerate(way)]
        for edge, way in points.items()
    }
    return Layers(column, {node: height[node] for node in order}, route)


def _points(edge: Edge, column: Mapping[str, int]) -> list[Point]:
    """The two ends, and between them a point in each column that is passed."""
    below, above = edge
    return [below, *((below, at) for at in range(column[below] + 1, column[above])), above]


def _neighbours(points: Mapping[Edge, Sequence[Point]]) -> dict[Point, tuple[list[Point], ...]]:
    """What each point is joined to at its left and at its right."""
    found: dict[Point, tuple[list[Point], list[Point]]] = {}
    for way in points.values():
        for left, right in pairwise(way):
            found.setdefault(left, ([], []))[1].append(right)
            found.setdefault(right, ([], []))[0].append(left)
    return {
        point: tuple(list(dict.fromkeys(side)) for side in both) for point, both in found.items()
    }


def _ordered(
    column: Mapping[str, int], points: Mapping[Edge, Sequence[Point]]
) -> list[list[Point]]:
    """The columns, each from top to bottom, with few crossings."""
    columns: list[list[Point]] = [[] for _ in range(max(column.values(), default=-1) + 1)]
    for node, at in column.items():
        columns[at].append(node)
    passing = dict.fromkeys(p for way in points.values() for p in way if isinstance(p, tuple))
    for point in passing:
        columns[point[1]].append(point)
    beside = _neighbours(points)
    best, fewest = [list(c) for c in columns], _crossings(columns, beside)
    for sweep in range(_SWEEPS):
        side = sweep % 2
        along = range(len(columns)) if side == 0 else reversed(range(len(columns)))
        for at in along:
            place = {p: k for own in columns for k, p in enumerate(own)}

            def mean(point: Point, place: Mapping[Point, int] = place, side: int = side) -> float:
                joined = beside.get(point, ([], []))[side]
                if not joined:
                    return place[point]
                return sum(place[p] for p in joined) / len(joined)

            columns[at].sort(key=mean)
        crossings = _crossings(columns, beside)
        if crossings < fewest:
            best, fewest = [list(c) for c in columns], crossings
    return best


def _crossings(
    columns: Sequence[Sequence[Point]], beside: Mapping[Point, tuple[list[Point], ...]]
) -> int:
    """How many pairs of edges between neighbouring columns cross."""
    total = 0
    for left, right in pairwise(columns):
        place = {p: k for k, p in enumerate(right)}
        ends = [
            place[q]
            for p in left
            for q in sorted(beside.get(p, ([], []))[1], key=place.__getitem__)
        ]
        total += sum(a > b for k, a in enumerate(ends) for b in ends[k + 1 :])
    return total


def _heights(
    columns: Sequence[Sequence[Point]], beside: Mapping[Point, tuple[list[Point], ...]]
) -> dict[Point, float]:
    """Heights in the given order, at least a row apart for nodes, near to those of neighbours."""
    height: dict[Point, float] = {}
    tallest = max((_extent(own) for own in columns), default=0.0)
    for own in columns:
        at = (tallest - _extent(own)) / 2
        for point in own:
            height[point] = at
            at += _room(point)
    for sweep in range(_SWEEPS):
        for own in columns if sweep % 2 == 0 else reversed(columns):
            wanted = []
            for point in own:
                joined = [height[p] for side in beside.get(point, ([], [])) for p in side]
                wanted.append(sum(joined) / len(joined) if joined else height[point])
            height |= zip(own, _apart(own, wanted), strict=True)
    top = min(height.values(), default=0.0)
    return {point: at - top for point, at in height.items()}


def _room(point: Point) -> float:
    """The rows that a point takes: a node one, an edge that passes less."""
    return 1.0 if isinstance(point, str) else 0.45


def _extent(own: Sequence[Point]) -> float:
    return sum(map(_room, own))


def _apart(own: Sequence[Point], wanted: Sequence[float]) -> list[float]:
    """The heights nearest to those wanted that keep the order and the distances.

    Pooling adjacent violators: points that want to be in each other's way share a mean.
    """
    offset, at = [], 0.0
    for point in own:
        offset.append(at)
        at += _room(point)
    pools: list[tuple[float, int]] = []
    for want, moved in zip(wanted, offset, strict=True):
        mean, size = want - moved, 1
        while pools and pools[-1][0] > mean:
            before, many = pools.pop()
            mean, size = (before * many + mean * size) / (many + size), many + size
        pools.append((mean, size))
    means = [mean for mean, size in pools for _ in range(size)]
    return [mean + moved for mean, moved in zip(means, offset, strict=True)]
