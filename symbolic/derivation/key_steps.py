"""Key steps: what a proof says where a log has every inference.

A fact is stated, and a step towards others is said in a line: what it says, and why.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from symbolic.derivation.labels import HENCE, renamed, renamed_in
from symbolic.documents.tree import (
    Block,
    Calculation,
    Conclusion,
    Derived,
    Immediate,
    Lemma,
    Line,
    Paragraph,
    Step,
    each_step,
    reasons,
)
from symbolic.printing.sentences import Reference, Sentence, joined

__all__ = ["SUPPOSED", "in_a_line", "key_steps"]


#: what a calculation with several signs shows
STRONGEST = ("<", "≠", "≤", "=")
#: what is supposed in an induction
SUPPOSED = "induction hypothesis"
#: what stands between two reasons
BETWEEN = "; "


def key_steps(sections: Iterable[Sequence[Block]]) -> list[list[Block]]:
    """The derivations of these sections, each after the facts that it cites, in key steps."""
    return _cited_facts([list(map(_short, section)) for section in sections])


def _short(block: Block) -> Block:
    match block:
        case Lemma(derivation=Derived()) if not block.key:
            return replace(block, derivation=None)
        case Lemma(derivation=Derived() as derivation):
            return replace(block, derivation=_in_short(derivation))
        case Derived():
            return _in_short(block)
        case _:
            return block


def _in_short(derivation: Derived) -> Derived:
    """What it ends in is what is to be proved, and need not be said again."""
    *before, last = derivation.steps
    if before and isinstance(last, Conclusion) and last.statement == derivation.statement:
        last = Paragraph(Sentence(("This proves it: ", *last.reason.pieces, ".")), last.shows)
    return replace(derivation, steps=(*before, last))


def in_a_line(steps: Sequence[Step]) -> list[Calculation | Conclusion]:
    """The last of these steps in a line, after those that have a label.

    Its reasons are those of all steps that are not shown.  Of cases and of an induction none is,
    and what is supposed in them is no reason.
    """
    proper = [step for step in each_step(steps) if isinstance(step, Calculation | Conclusion)]
    nested = len(proper) < len(tuple(each_step(steps)))
    *before, last = proper
    apart = [step for step in before if step.label and not nested]
    if apart and isinstance(last, Conclusion) and last.reason == _by(apart[-1]):
        apart.pop()
    told = [step for step in proper if step not in apart]
    gone = {HENCE, SUPPOSED, *(step.label for step in told)}
    why = dict.fromkeys(
        part
        for reason in reasons([Derived(tuple(told), ())])
        for part in _parts(reason)
        if not (gone.issuperset(map(_name, part.pieces)) or (nested and _is_supposed(part)))
    )
    shows = tuple(dict.fromkeys(t for step in told for t in _shown(step)))
    reason = joined(why or ["algebra"], BETWEEN)
    if isinstance(last, Conclusion):
        return [*apart, replace(last, reason=reason, shows=shows)]
    signs = {line.relation for line in last.lines}
    relation = next(sign for sign in STRONGEST if sign in signs)
    line = Line(relation, last.lines[-1].term, reason, shows)
    return [*apart, replace(last, lines=(line,))]


def _shown(step: Calculation | Conclusion) -> Iterator[object]:
    yield from step.shows
    for line in step.lines if isinstance(step, Calculation) else ():
        yield from line.shows


def _is_supposed(reason: Sentence) -> bool:
    """Is it nothing but a statement?"""
    return not any(isinstance(piece, str | Reference) for piece in reason.pieces)


def _by(step: Calculation | Conclusion) -> Sentence:
    """The reason of what is said for a special case, or for all."""
    return Sentence((Reference(step.label),))


def _name(piece: object) -> object:
    return piece.name if isinstance(piece, Reference) else piece


def _parts(reason: Sentence) -> Iterator[Sentence]:
    """The reasons of which it is a list."""
    listed = groupby(reason.pieces, lambda piece: piece != BETWEEN)
    return (Sentence(tuple(pieces)) for is_part, pieces in listed if is_part)


def _cited_facts(sections: Sequence[Sequence[Block]]) -> list[list[Block]]:
    """The same without facts that are cited nowhere; those that are left are numbered again."""
    cited, found = set[str](), list[list[Block]]()
    for section in reversed(sections):
        found.append([])
        for block in reversed(section):
            if not isinstance(block, Lemma) or block.name in cited:
                pieces = (piece for reason in reasons([block]) for piece in reason.pieces)
                cited.update(p.name for p in pieces if isinstance(p, Reference))
                found[-1].insert(0, block)
    found.reverse()
    facts = (block.name for section in found for block in section if isinstance(block, Lemma))
    new = {name: f"Fact {k}" for k, name in enumerate(facts, 1)}
    return [[_numbered(block, new) for block in section] for section in found]


def _numbered(block: Block, new: Mapping[str, str]) -> Block:
    match block:
        case Lemma(name, derivation=Derived() | Immediate() as derivation):
            inner = _numbered(derivation, new)
            assert isinstance(inner, Derived | Immediate)
            return replace(block, name=new[name], derivation=inner)
        case Lemma(name):
            return replace(block, name=new[name])
        case Derived(steps):
            return replace(block, steps=tuple(renamed_in(step, new) for step in steps))
        case Immediate(reason):
            return replace(block, reason=renamed(reason, new))
        case _:
            return block
