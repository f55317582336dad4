"""The labels of the steps of a derivation: which are needed, and their numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from symbolic.documents.tree import Calculation, Conclusion, Paragraph, Step
from symbolic.printing.sentences import Reference, Sentence, as_sentence

__all__ = ["HENCE", "renamed", "renamed_in", "straightened"]

HENCE = "hence"


def straightened(given: Sequence[Step]) -> list[Step]:
    """A label that is cited by the next step alone, and is all of its reason, is not needed.

    Those that are left are numbered again.
    """
    steps = list(given)
    labels = [s.label for s in given if isinstance(s, Calculation | Conclusion) and s.label]
    for k, (step, following) in enumerate(pairwise(given)):
        label = step.label if isinstance(step, Calculation | Conclusion) else ""
        if label and isinstance(following, Conclusion):
            own = Sentence((Reference(label),))
            if following.reason == own and sum(_cites(each, label) for each in given) == 1:
                steps[k + 1] = replace(following, reason=as_sentence(HENCE))
                labels.remove(label)
    new = {label: f"({k})" for k, label in enumerate(labels, 1)}
    return [_relabelled(step, new) for step in steps]


def _cites(step: Step, label: str) -> int:
    """How often it cites the step with this label."""
    if isinstance(step, Paragraph):
        return 0
    lines = step.lines if isinstance(step, Calculation) else (step,)
    return sum(line.reason.pieces.count(Reference(label)) for line in lines)


def _relabelled(step: Step, new: Mapping[str, str]) -> Step:
    found = renamed_in(step, new)
    return found if isinstance(found, Paragraph) else replace(found, label=new.get(found.label, ""))


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


def renamed(reason: Sentence, new: Mapping[str, str]) -> Sentence:
    """A reason that cites the same under new names."""
    return Sentence(
        tuple(
            Reference(new[p.name]) if isinstance(p, Reference) and p.name in new else p
            for p in reason.pieces
        )
    )
