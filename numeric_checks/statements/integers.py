"""Integers that may be any integer from some number on."""

from __future__ import annotations

from dataclasses import dataclass

from numeric_checks.statements.numbers import Undecided


@dataclass(eq=False)
class Generic:
    """A variable that stands for every integer >= ``start``."""

    name: int
    start: int = 0


class NeedPeriod(Exception):
    """A generic variable has to be split into residue classes."""

    def __init__(self, of: Generic, period: int) -> None:
        super().__init__(f"residue classes modulo {period}")
        self.of, self.period = of, period


class Crossing(Undecided):
    """The order of two indices that both grow; known once it is said which one is larger."""

    def __init__(self, one: Generic, other: Generic) -> None:
        super().__init__("the order of two indices that both grow")
        self.one, self.other = one, other


@dataclass(slots=True, unsafe_hash=True)
class Whole:
    """An integer: a constant and multiples of generic variables.

    It is not changed; to say so to Python would make each of the millions of them slow to make.
    """

    constant: int
    parts: tuple[tuple[Generic, int], ...] = ()

    @classmethod
    def generic(cls, t: Generic, step: int = 1, offset: int = 0) -> Whole:
        """step t + offset."""
        return cls(offset, ((t, step),))

    def __add__(self, other: Whole) -> Whole:
        if not other.parts:
            return Whole(self.constant + other.constant, self.parts)
        found = dict(self.parts)
        for t, a in other.parts:
            found[t] = found.get(t, 0) + a
        kept = sorted(((t, a) for t, a in found.items() if a), key=lambda part: part[0].name)
        return Whole(self.constant + other.constant, tuple(kept))

    def times(self, k: int) -> Whole:
        """A multiple."""
        return Whole(k * self.constant, tuple((t, k * a) for t, a in self.parts if k))

    def __sub__(self, other: Whole) -> Whole:
        return self + other.times(-1)

    def at_least(self, bound: int) -> bool:
        """Is it >= bound?  Generic variables are made large enough for an answer."""
        rises = [t for t, a in self.parts if a > 0]
        falls = [t for t, a in self.parts if a < 0]
        if rises and falls:
            raise Crossing(rises[0], falls[0])
        if falls:
            return not self.times(-1).at_least(1 - bound)
        if rises:
            t, a = self.parts[0]
            least = self.constant + sum(b * s.start for s, b in self.parts[1:])
            t.start = max(t.start, -((least - bound) // a))
            return True
        return self.constant >= bound

    def put(self, values: dict[Generic, Whole]) -> Whole:
        """With other integers for generic variables."""
        total = Whole(self.constant)
        for t, a in self.parts:
            total = total + values.get(t, Whole.generic(t)).times(a)
        return total

    def __floordiv__(self, m: int) -> Whole:
        for t, a in self.parts:
            if a % m:
                raise NeedPeriod(t, m)
        return Whole(self.constant // m, tuple((t, a // m) for t, a in self.parts))
