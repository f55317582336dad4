"""The labels of the steps of a derivation: which are needed, and their numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from symbolic.documents.tree import Calculation, Conclusion, Paragraph, Step
from symbolic.printing.sentences import Reference, Sentence, as_sentence

__all__ = ["HENCE", "straightened"]

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
    if isinstance(step, Paragraph):
        return step
    label = new.get(step.label, "")
    if isinstance(step, Conclusion):
        return replace(step, label=label, reason=_renamed(step.reason, new))
    lines = tuple(replace(line, reason=_renamed(line.reason, new)) for line in step.lines)
    return replace(step, label=label, lines=lines)


def _renamed(reason: Sentence, new: Mapping[str, str]) -> Sentence:
    return Sentence(
        tuple(
            Reference(new[p.name]) if isinstance(p, Reference) and p.name in new else p
            for p in reason.pieces
        )
    )
