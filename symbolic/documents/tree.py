"""What a document is made of: sections of blocks, each said once and written in several forms.

A back end (`text`, `latex`, `html`, `markdown`) has a way to write each kind of block; what it
says is decided where the blocks are made.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from symbolic.printing.authored import Shown
from symbolic.printing.sentences import Sentence

__all__ = [
    "Assertion",
    "Block",
    "Calculation",
    "Conclusion",
    "Derived",
    "Display",
    "Heading",
    "Line",
    "Note",
    "Paragraph",
    "Section",
    "Sequent",
    "Step",
]


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


@dataclass(frozen=True)
class Display:
    """Statements on lines of their own."""

    shown: tuple[Shown, ...]


@dataclass(frozen=True)
class Note:
    """Sentences, and above or before them in a word or two what they are."""

    title: Sentence
    lines: tuple[Sentence, ...]


@dataclass(frozen=True)
class Assertion:
    """What is asserted in words: its kind, and the name of its theorem, if it has one."""

    kind: str
    name: str
    words: Sentence


@dataclass(frozen=True)
class Sequent:
    """A theorem: what is given, what had to be added to it, and what follows."""

    given: tuple[Shown, ...]
    added: tuple[Shown, ...]
    says: Shown


# -- derivations -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """One step of a calculation: a relation sign, a term, and why."""

    relation: str
    term: Shown
    reason: Sentence


@dataclass(frozen=True)
class Calculation:
    """A term, and the steps from it."""

    start: Shown
    lines: tuple[Line, ...]
    label: str = ""


@dataclass(frozen=True)
class Conclusion:
    """A statement reached in one step."""

    statement: Shown
    reason: Sentence
    label: str = ""


Step: TypeAlias = Paragraph | Calculation | Conclusion


@dataclass(frozen=True)
class Derived:
    """A derivation of ``statement``: its steps, or in a word why it holds."""

    steps: tuple[Step, ...] | Sentence
    statement: Shown


Block: TypeAlias = Heading | Paragraph | Display | Note | Assertion | Sequent | Derived


@dataclass(frozen=True)
class Section:
    """Blocks that belong together; after an assertion, what there is to say of it."""

    blocks: tuple[Block, ...]
