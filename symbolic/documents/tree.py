"""What a document is made of: sections of blocks, each said once and written in several forms.

A back end (`text`, `latex`, `html`, `markdown`) has a way to write each kind of block; what it
says is decided where the blocks are made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from symbolic.printing.authored import Shown, core_of
from symbolic.printing.sentences import Reference, Sentence, Words, as_sentence
from symbolic.printing.shapes import in_use

__all__ = [
    "Assertion",
    "Block",
    "Calculation",
    "Conclusion",
    "Derived",
    "Display",
    "Heading",
    "Immediate",
    "Lemma",
    "Line",
    "Note",
    "Paragraph",
    "Section",
    "Sequent",
    "Shared",
    "Step",
    "Supposition",
    "each_step",
    "reasons",
    "shown",
]

#: the inferences that a block shows or speaks of, for those who ask whether anything is left out
Inferences: TypeAlias = tuple[object, ...]


@dataclass(frozen=True)
class Heading:
    """A title, with the id of the claim and the place in the paper that it is about, if any.

    Level 1 is a document's, 2 that of a chapter, 3 that of an entry.
    """

    words: Sentence
    name: str = ""
    place: str = ""
    level: int = 1


@dataclass(frozen=True)
class Paragraph:
    """A sentence of its own."""

    words: Sentence
    shows: Inferences = ()


@dataclass(frozen=True)
class Display:
    """Statements on lines of their own."""

    shown: tuple[Shown, ...]


@dataclass(frozen=True)
class Note:
    """Sentences, and above or before them in a word or two what they are.

    What is said ``aside`` a document that has much else to say may leave out.
    """

    title: Sentence
    lines: tuple[Sentence, ...]
    aside: bool = False


@dataclass(frozen=True)
class Assertion:
    """What is asserted in words: its kind, and the name of its theorem, if it has one.

    A theorem with a number is ``called`` by that, and its kind, if any, stands after it.
    """

    kind: str
    name: str
    words: Sentence
    called: Reference | None = None

    @property
    def who(self) -> Sentence:
        """What it is called, and of which kind it is."""
        if self.called is None:
            return as_sentence(self.kind)
        return Sentence((self.called, f", {self.kind}" if self.kind else ""))


@dataclass(frozen=True)
class Shared:
    """Hypotheses under a letter; none where they were said before."""

    label: str
    statements: tuple[Shown, ...] = ()


@dataclass(frozen=True)
class Sequent:
    """A theorem: what is given, what had to be added to it, and what follows.

    That of a theorem which is not proved there is said ``aside``.  Some of what is given may be
    ``shared`` with others.
    """

    given: tuple[Shown, ...]
    added: tuple[Shown, ...]
    says: Shown
    aside: bool = False
    shared: tuple[Shared, ...] = ()


# -- derivations -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """One step of a calculation: a relation sign, a term, and why."""

    relation: str
    term: Shown
    reason: Sentence
    shows: Inferences = ()


@dataclass(frozen=True)
class Calculation:
    """A term, and the steps from it; what they prove is the theorem that it is ``of``."""

    start: Shown
    lines: tuple[Line, ...]
    label: str = ""
    shows: Inferences = ()
    of: object = None

    @property
    def names(self) -> frozenset[str]:
        """The names of what its terms are about: no bound variable of one of them has one."""
        return in_use(*(core_of(t)[0] for t in (self.start, *(line.term for line in self.lines))))


@dataclass(frozen=True)
class Conclusion:
    """A statement reached in one step; it is that of the theorem that it is ``of``."""

    statement: Shown
    reason: Sentence
    label: str = ""
    shows: Inferences = ()
    of: object = None


@dataclass(frozen=True)
class Supposition:
    """Steps that hold if what is ``supposed`` there does, for all numbers that it introduces.

    The words say that it is supposed; outside of it only what was concluded from it holds.
    """

    words: Sentence
    supposed: tuple[Shown, ...]
    steps: tuple[Step, ...]


Step: TypeAlias = Paragraph | Calculation | Conclusion | Supposition


@dataclass(frozen=True)
class Derived:
    """A derivation of ``statement``, step by step; the title says what it is."""

    steps: tuple[Step, ...]
    statement: Shown
    shows: Inferences = ()
    title: Words = "Proof"


@dataclass(frozen=True)
class Immediate:
    """A derivation that is one reason."""

    reason: Sentence
    shows: Inferences = ()
    title: Words = "Proof"


@dataclass(frozen=True)
class Lemma:
    """What a derivation rests on, shown before it under a name of its own.

    Where only the main steps are shown, its derivation is left out, unless it is one of them.  It
    says the theorem that it is ``of``.
    """

    name: str
    given: tuple[Shown, ...]
    says: Shown
    derivation: Derived | Immediate | None
    key: bool = False
    shared: tuple[Shared, ...] = ()
    of: object = None


Block: TypeAlias = (
    Heading | Paragraph | Display | Note | Assertion | Sequent | Lemma | Derived | Immediate
)


@dataclass(frozen=True)
class Section:
    """Blocks that belong together; after an assertion, what there is to say of it."""

    blocks: tuple[Block, ...]


def shown(sections: Iterable[Section]) -> frozenset[object]:
    """Every inference that stands in a document."""
    return frozenset(
        each for section in sections for block in section.blocks for each in _shown(block)
    )


def _shown(block: Block | Step | Line) -> Iterator[object]:
    match block:
        case Lemma(derivation=None):
            return
        case Lemma(derivation=Derived() | Immediate() as derivation):
            yield from _shown(derivation)
        case Derived(steps=inner) | Calculation(lines=inner):
            yield from block.shows
            for each in inner:
                yield from _shown(each)
        case Supposition(steps=inner):
            for each in inner:
                yield from _shown(each)
        case Paragraph() | Line() | Conclusion() | Immediate():
            yield from block.shows


def each_step(steps: Iterable[Step]) -> Iterator[Step]:
    """The steps in reading order, and after a supposition those that stand in it."""
    for step in steps:
        yield step
        if isinstance(step, Supposition):
            yield from each_step(step.steps)


def reasons(blocks: Iterable[Block]) -> Iterator[Sentence]:
    """Why anything holds that these blocks derive, in reading order."""
    for block in blocks:
        match block:
            case Lemma(derivation=Derived() | Immediate() as derivation):
                yield from reasons([derivation])
            case Derived(steps):
                for step in each_step(steps):
                    if isinstance(step, Calculation):
                        yield from (line.reason for line in step.lines)
                    elif isinstance(step, Conclusion):
                        yield step.reason
            case Immediate(reason):
                yield reason
