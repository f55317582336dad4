"""Convex polygons with rational corners, cut out of a box by half-planes, exactly.

>>> square = box(Fraction(-1), Fraction(1))
>>> [[str(x) for x in corner] for corner in cut(square, [HalfPlane(0, 1, 1)])]
[['1', '-1'], ['1', '1'], ['-1', '1']]
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

__all__ = ["HalfPlane", "Point", "Polygon", "area", "box", "contains", "cut"]

Point: TypeAlias = tuple[Fraction, Fraction]
Polygon: TypeAlias = tuple[Point, ...]


@dataclass(frozen=True)
class HalfPlane:
    """The points (x, y) with constant + across x + up y >= 0."""

    constant: Fraction | int
    across: Fraction | int
    up: Fraction | int

    def height(self, point: Point) -> Fraction:
        """constant + across x + up y: zero on the edge, positive inside."""
        return self.constant + self.across * point[0] + self.up * point[1]


def box(low: Fraction, high: Fraction) -> Polygon:
    """The square with both coordinates between ``low`` and ``high``, anticlockwise."""
    return (low, low), (high, low), (high, high), (low, high)


def cut(polygon: Polygon, half_planes: Iterable[HalfPlane]) -> Polygon:
    """What is left of a convex polygon in all of the half-planes; no corner is listed twice."""
    for half_plane in half_planes:
        polygon = _cut(polygon, half_plane)
    return polygon


def area(polygon: Polygon) -> Fraction:
    """Its area, if it is anticlockwise.

    >>> area(box(Fraction(-1), Fraction(1)))
    Fraction(4, 1)
    """
    pairs = pairwise((*polygon, polygon[0]))
    return sum((a * d - b * c for (a, b), (c, d) in pairs), Fraction(0)) / 2


def contains(polygon: Polygon, point: Point) -> bool:
    """Is the point in the convex, anticlockwise polygon, its edges included?"""
    x, y = point
    return all(
        (c - a) * (y - b) >= (d - b) * (x - a)
        for (a, b), (c, d) in pairwise((*polygon, polygon[0]))
    )


def _cut(polygon: Polygon, half_plane: HalfPlane) -> Polygon:
    heights = [half_plane.height(corner) for corner in polygon]
    if min(heights) >= 0:
        return polygon
    left: list[Point] = []
    round_trip = [*zip(polygon, heights, strict=True), (polygon[0], heights[0])]
    for (start, above), (end, below) in pairwise(round_trip):
        if above >= 0:
            left.append(start)
        if above * below < 0:
            share = above / (above - below)
            left.append(
                (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
            )
    return tuple(left)
