"""The labels of the steps of a derivation: which are needed, and their numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from symbolic.documents.tree import (
    Calculation,
    Conclusion,
    Paragraph,
    Step,
    Supposition,
    each_step,
)
from symbolic.printing.sentences import Reference, Sentence, as_sentence

__all__ = ["HENCE", "renamed", "renamed_in", "straightened"]

HENCE = "hence"


def straightened(given: Sequence[Step]) -> list[Step]:
    """A label that is cited by the next step alone, and is all of its reason, is not needed.

    Those that are left are numbered again.
    """
    steps = list(each_step(given))
    labels = [s.label for s in steps if isinstance(s, Calculation | Conclusion) and s.label]
    for k, (step, following) in enumerate(pairwise(tuple(steps))):
        label = step.label if isinstance(step, Calculation | Conclusion) else ""
        if label and isinstance(following, Conclusion):
            own = Sentence((Reference(label),))
            if following.reason == own and sum(_cites(each, label) for each in steps) == 1:
                steps[k + 1] = replace(following, reason=as_sentence(HENCE))
                labels.remove(label)
    new = {label: f"({k})" for k, label in enumerate(labels, 1)}
    return _nested(given, (_relabelled(step, new) for step in steps))


def _nested(given: Sequence[Step], found: Iterator[Step]) -> list[Step]:
    """What was found, in reading order, in the suppositions in which it was given."""
    steps = list[Step]()
    for _ in given:
        step = next(found)
        if isinstance(step, Supposition):
            step = replace(step, steps=tuple(_nested(step.steps, found)))
        steps.append(step)
    return steps


def _cites(step: Step, label: str) -> int:
    """How often it cites the step with this label."""
    if isinstance(step, Paragraph | Supposition):
        return 0
    lines = step.lines if isinstance(step, Calculation) else (step,)
    return sum(line.reason.pieces.count(Reference(label)) for line in lines)


def _relabelled(step: Step, new: Mapping[str, str]) -> Step:
    if isinstance(step, Supposition):
        return step
    found = renamed_in(step, new)
    if isinstance(found, Calculation | Conclusion):
        return replace(found, label=new.get(found.label, ""))
    return found


def renamed_in(step: Step, new: Mapping[str, str]) -> Step:
    """A step whose reasons cite the same under new names."""
    match step:
        case Paragraph(words):
            return replace(step, words=renamed(words, new))
        case Conclusion(_, reason):
            return replace(step, reason=renamed(reason, new))
        case Calculation(_, lines):
            found = (replace(line, reason=renamed(line.reason, new)) for line in lines)
            return replace(step, lines=tuple(found))
        case Supposition(steps=steps):
            return replace(step, steps=tuple(renamed_in(each, new) for each in steps))


def renamed(reason: Sentence, new: Mapping[str, str]) -> Sentence:
    """A reason that cites the same under new names."""
    return Sentence(
        tuple(
            Reference(new[p.name]) if isinstance(p, Reference) and p.name in new else p
            for p in reason.pieces
        )
    )
