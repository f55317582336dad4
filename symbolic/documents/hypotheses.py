"""Hypotheses that several theorems of a document share: said by the first, cited by the others.

>>> from symbolic import Equal, ForAll, Less, index, sequence
>>> from symbolic.documents import Section, text
>>> i, a = index("i"), sequence("a")
>>> step = ForAll(i, 0, Equal(a(i + 2), a(i + 1) + a(i)))
>>> first = Sequent((step, Less(0, a(0)), Less(0, a(1))), (), Less(0, a(2)))
>>> second = Sequent((step,), (), Equal(a(2) - a(1), a(0)))
>>> print(text(said_once([Section((first, second))])))
given: 0 < a_0; 0 < a_1
given (A): a_{i+2} = a_i + a_{i+1} for all i ≥ 0
Claim: 0 < a_2
given: (A)
Claim: a_2 - a_1 = a_0
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice
from string import ascii_uppercase

from symbolic.documents.tree import Block, Lemma, Section, Sequent, Shared
from symbolic.printing.authored import Shown, core_of
from symbolic.printing.statements import statement_text

__all__ = ["said_once"]

#: characters: what is shorter is said again
LONG = 30


def said_once(sections: Iterable[Section]) -> tuple[Section, ...]:
    """Hypotheses that come together, wherever they come, have a letter, if they are long.

    A theorem that is said aside may be left out, so it has its own.
    """
    found = tuple(sections)
    blocks = [block for section in found for block in section.blocks]
    where = defaultdict[object, list[int]](list)
    for place, block in enumerate(blocks):
        for hypothesis in _given(block):
            where[_key(hypothesis)].append(place)
    together = defaultdict[tuple[int, ...], dict[object, Shown]](dict)
    for hypothesis in chain.from_iterable(map(_given, blocks)):
        key = _key(hypothesis)
        together[tuple(where[key])].setdefault(key, hypothesis)
    several = [group for places, group in together.items() if len(places) > 1]
    long = (group for group in several if sum(map(_length, group.values())) >= LONG)
    letters = {
        key: Shared(f"({letter})", tuple(group.values()))
        for letter, group in zip(ascii_uppercase, long, strict=False)
        for key in group
    }
    cited = _cited(blocks, letters)
    return tuple(Section(tuple(islice(cited, len(section.blocks)))) for section in found)


def _given(block: Block) -> Sequence[Shown]:
    """What a theorem has to say that is shown in any case."""
    match block:
        case Lemma(given=given) | Sequent(given=given, aside=False):
            return given
        case _:
            return ()


def _cited(blocks: Iterable[Block], letters: Mapping[object, Shared]) -> Iterator[Block]:
    told = set[str]()
    for block in blocks:
        found = {s.label: s for h in _given(block) if (s := letters.get(_key(h)))}
        if isinstance(block, Sequent | Lemma) and found:
            own = tuple(h for h in block.given if _key(h) not in letters)
            shared = tuple(Shared(n) if n in told else found[n] for n in sorted(found))
            yield replace(block, given=own, shared=shared)
        else:
            yield block
        told |= found.keys()


def _key(hypothesis: Shown) -> object:
    return core_of(hypothesis)[0]


def _length(hypothesis: Shown) -> int:
    return len(statement_text(hypothesis))
