"""Suppositions: what a step of a derivation rests on that the theorem does not.

A step is a theorem with hypotheses of its own.  Each of them is a hypothesis of the theorem that is
derived, or was said by a step before, or is supposed around it: a case, what an induction
assumes, one side of an equivalence, what leads to a contradiction, or the range of an index that
stands for any number.  What nothing says yet is said here, read off the theorems themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from symbolic.core.polynomials import key
from symbolic.core.terms import Term, conjuncts, free
from symbolic.documents.tree import Calculation, Conclusion, Step, Supposition
from symbolic.printing import prose
from symbolic.printing.authored import Shown, core_of
from symbolic.printing.sentences import Sentence, joined, statements
from symbolic.statements import Not, Relation, Statement
from symbolic.writing.definitions import is_meaning
from symbolic.writing.theorem import Theorem, ancestry

__all__ = ["resting_on", "said_by", "supposed"]


def supposed(steps: Sequence[Step], theorem: Theorem) -> list[Step]:
    """The steps of a derivation, in suppositions where they rest on more than the theorem."""
    return _Suppositions(theorem).within(steps, resting_on(theorem))


def resting_on(theorem: Theorem) -> frozenset[Term]:
    """The hypotheses of a theorem, part by part; no definitions."""
    own = (h for h in theorem.proof.hypotheses if not is_meaning(h))
    return frozenset(key(part) for h in own for part in conjuncts(h))


def said_by(shown: Iterable[Shown]) -> frozenset[Term]:
    """What statements say, part by part."""
    return frozenset(key(part) for each in shown for part in conjuncts(core_of(each)[0]))


def _names(theorem: Theorem) -> frozenset[object]:
    """What a theorem speaks of."""
    return free(theorem.proof.conclusion).union(*map(free, theorem.proof.hypotheses))


class _Suppositions:
    """Those of one derivation."""

    def __init__(self, theorem: Theorem) -> None:
        self._theorem = theorem

    def within(self, steps: Sequence[Step], known: frozenset[Term]) -> list[Step]:
        """The steps, where so much is known."""
        found, k = list[Step](), 0
        while k < len(steps):
            step = steps[k]
            wanted = self._wanted(steps[k : _through(steps, k)], known)
            if wanted:
                reach = {part: _reach(steps, k, part, known) for part in wanted}
                end = max(reach.values())
                said = tuple(dict.fromkeys(wanted[part] for part in reach if reach[part] == end))
                held = tuple(self.within(steps[k:end], known | said_by(said)))
                found.append(Supposition(self._words(said), said, held))
                k = end
                continue
            if isinstance(step, Supposition):
                inner = self.within(step.steps, known | said_by(step.supposed))
                step = replace(step, steps=tuple(inner))
            found.append(step)
            known |= _says(step)
            k += 1
        return found

    def _wanted(self, steps: Iterable[Step], known: frozenset[Term]) -> dict[Term, Statement]:
        """What steps rest on that is not known, and the statement that says it."""
        found = dict[Term, Statement]()
        for theorem, missing in (each for step in steps for each in _missing(step, known)):
            for hypothesis in theorem.hypotheses:
                for part in said_by([hypothesis]) & missing:
                    found.setdefault(part, self._whole(theorem, part) or hypothesis)
        return found

    def _whole(self, theorem: Theorem, part: Term) -> Statement | None:
        """What an equivalence or an implication supposes, of which this is a part."""
        found = (s for s, below in self._sides if theorem in below and part in said_by([s]))
        return next(found, None)

    @cached_property
    def _sides(self) -> list[tuple[Statement, frozenset[Theorem]]]:
        """Statements of several parts that are supposed, and what is derived under each."""
        return [
            (s, frozenset(ancestry(premise)))
            for t in ancestry(self._theorem)
            if t.rule in ("equivalence", "if")
            for s, premise in _supposing(t)
            if len(said_by([s])) > 1
        ]

    @cached_property
    def _denied(self) -> frozenset[Term]:
        """What is supposed only until there is a contradiction."""
        found = (t.statement for t in ancestry(self._theorem) if t.rule == "contradiction")
        return frozenset(s.body.key for s in found if isinstance(s, Not))

    def _words(self, said: Sequence[Statement]) -> Sentence:
        """A number of which the theorem does not speak is let be so, all else is supposed."""
        new = [s for s in said if self._introduces(s)]
        rest = [s for s in said if s not in new]
        let, suppose = (joined(statements(some), " and ") for some in (new, rest))
        if not rest:
            return prose("Let ") + let + "."
        against = ", for contradiction," if all(s.key in self._denied for s in rest) else ""
        start = prose("Let ") + let + ", and suppose" if new else prose("Suppose")
        return start + f"{against} " + suppose + "."

    def _introduces(self, statement: Statement) -> bool:
        """Does it say which a number may be, of which the theorem does not speak?"""
        new = free(core_of(statement)[0]) - _names(self._theorem)
        ranges = isinstance(statement, Relation) and statement.key not in self._denied
        return ranges and any(isinstance(x, Term) for x in new)


def _through(steps: Sequence[Step], start: int) -> int:
    """Where a step ends: with cases, or with an induction, stands what follows from them."""
    end = start
    while isinstance(steps[end], Supposition) and end + 1 < len(steps):
        end += 1
    return end + 1


def _missing(step: Step, known: frozenset[Term]) -> Iterator[tuple[Theorem, frozenset[Term]]]:
    """The theorems that a step states, and what each rests on that is not known."""
    match step:
        case Supposition(supposed=own, steps=steps):
            known |= said_by(own)
            for each in steps:
                yield from _missing(each, known)
                known |= _says(each)
        case Calculation(of=Theorem() as theorem) | Conclusion(of=Theorem() as theorem):
            if missing := resting_on(theorem) - known:
                yield theorem, missing


def _says(step: Step) -> frozenset[Term]:
    """What is known after a step."""
    match step:
        case Calculation(of=Theorem() as theorem) | Conclusion(of=Theorem() as theorem):
            return frozenset(map(key, conjuncts(theorem.proof.conclusion)))
        case _:
            return frozenset()


def _reach(steps: Sequence[Step], start: int, part: Term, known: frozenset[Term]) -> int:
    """Where the last of the steps ends that rest on this and on which they lead to.

    A step that does not is not left out if it has no label: it leads to the next.
    """
    end = start
    for k in range(start, len(steps)):
        step = steps[k]
        if any(part in missing for _, missing in _missing(step, known)):
            end = k + 1
        elif isinstance(step, Calculation | Conclusion) and step.label:
            break
    return end


def _supposing(theorem: Theorem) -> Iterator[tuple[Statement, Theorem]]:
    """What an equivalence or an implication supposes, and what it derives from that."""
    if theorem.rule == "equivalence":
        yield from zip(theorem.supposing, theorem.premises, strict=True)
    else:
        (premise,) = theorem.premises
        yield from ((s, premise) for s in theorem.supposing)
