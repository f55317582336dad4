"""Documents as HTML with MathML, for notebooks and pages.

A page says where a reference leads, and gives each assertion and each lemma an anchor by its name:

    >>> anchor("Lemma 3")
    'lemma-3'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from symbolic.documents.latex import lines, signed
from symbolic.documents.tree import (
    Assertion,
    Block,
    Calculation,
    Conclusion,
    Derived,
    Display,
    Heading,
    Immediate,
    Lemma,
    Note,
    Paragraph,
    Section,
    Sequent,
    Step,
    Supposition,
)
from symbolic.printing.authored import Shown
from symbolic.printing.displays import displayed
from symbolic.printing.escapes import for_html
from symbolic.printing.html import ROOM, given_html, labelled, page, row_html
from symbolic.printing.latex import row
from symbolic.printing.sentences import Link, Sentence, Words, as_sentence

__all__ = ["anchor", "blocks_html", "html"]


def html(sections: Iterable[Section]) -> str:
    """A division with its own style; calculations line by line, with the reasons at the right."""
    return page(row for section in sections for row in blocks_html(section.blocks))


def blocks_html(
    blocks: Iterable[Block], link: Link | None = None, anchors: str | None = None
) -> Iterator[str]:
    """The blocks one by one; what has a name has an anchor that begins with ``anchors``."""
    write = _Html(link, anchors)
    return (shown for block in blocks for shown in write.block(block))


def anchor(name: str) -> str:
    """The anchor of what is called by that name."""
    return name.lower().replace(" ", "-")


@dataclass(frozen=True)
class _Html:
    link: Link | None
    anchors: str | None

    def block(self, block: Block) -> Iterator[str]:
        """The paragraphs and rows of a block."""
        match block:
            case Heading(words, name):
                level = block.level + 2
                shown = f"{for_html(name)}{name and ': '}{self.words(words)}"
                yield f"<h{level}>{shown}</h{level}>"
            case Paragraph(words):
                yield f"<p>{self.words(words)}</p>"
            case Display(shown):
                yield from (row_html(line) for each in shown for line in displayed(each, ROOM))
            case Note(title, said):
                yield f"<p>{self.kind(title)} {' '.join(map(self.words, said))}</p>"
            case Assertion(_, name, words):
                who = f"{block.who.html()} ({for_html(name)})" if name else block.who.html()
                own = self.own(block.called.name if block.called else "")
                yield f"<p{own}><b>{who}: {self.words(words)}</b></p>"
            case Sequent(given, added, says):
                yield given_html(given, added, _letters(block))
                yield from labelled("", displayed(says, ROOM))
            case Lemma(name, given, says, derivation):
                yield f"<p{self.own(name)}><b>{for_html(name)}.</b></p>"
                yield given_html(given, (), _letters(block))
                if isinstance(derivation, Immediate):
                    yield from self.labelled("", displayed(says, ROOM), derivation.reason)
                else:
                    yield from labelled("", displayed(says, ROOM))
                    yield from self.block(derivation) if derivation is not None else ()
            case Immediate(why, title=title):
                yield f"<p>{self.kind(title)} {self.words(why)}.</p>"
            case Derived(steps, title=title):
                yield f"<p>{self.kind(title)}</p>"
                for step in steps:
                    yield from self.step(step)

    def step(self, step: Step) -> Iterator[str]:
        """The rows of a step."""
        match step:
            case Paragraph(words):
                yield f"<p>{self.words(words)}</p>"
            case Supposition(words, _, steps):
                yield f"<p>{self.words(words)}</p>"
                yield '<dl style="margin:0"><dd style="margin-left:1em">'
                for each in steps:
                    yield from self.step(each)
                yield "</dd></dl>"
            case Conclusion(statement, reason, label):
                yield from self.labelled(label, displayed(statement, ROOM), reason)
            case Calculation(start, found, label):
                yield from labelled(label, lines(row(start, step.names), ROOM))
                for line in found:
                    *before, last = lines(signed(line, step.names), ROOM)
                    yield from (row_html(rf"\quad {each}") for each in before)
                    yield row_html(rf"\quad {last}", self.words(line.reason))

    def labelled(self, label: str, shown: list[str], reason: Sentence) -> list[str]:
        """Rows of which the last has the reason."""
        return labelled(label, shown, self.words(reason))

    def kind(self, title: Words) -> str:
        """What the words after it are."""
        return f'<span class="recency-kind">{self.words(as_sentence(title))}:</span>'

    def words(self, words: Sentence) -> str:
        """A sentence, with its links."""
        return words.html(self.link)

    def own(self, name: str) -> str:
        """The attribute by which what has this name is found."""
        wanted = self.anchors is not None and name
        return f' id="{for_html(f"{self.anchors}{anchor(name)}")}"' if wanted else ""


def _letters(block: Sequent | Lemma) -> list[tuple[str, Sequence[Shown]]]:
    return [(each.label, each.statements) for each in block.shared]
