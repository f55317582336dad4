"""Documents as HTML with MathML, for notebooks and pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

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
)
from symbolic.printing.authored import Shown
from symbolic.printing.displays import displayed
from symbolic.printing.escapes import for_html
from symbolic.printing.html import ROOM, given_html, labelled, page, row_html
from symbolic.printing.latex import row
from symbolic.printing.sentences import as_sentence

__all__ = ["html"]


def html(sections: Iterable[Section]) -> str:
    """A division with its own style; calculations line by line, with the reasons at the right."""
    return page(row for section in sections for block in section.blocks for row in _block(block))


def _block(block: Block) -> Iterator[str]:
    match block:
        case Heading(words, name):
            level = block.level + 2
            yield f"<h{level}>{for_html(name)}{name and ': '}{words.html()}</h{level}>"
        case Paragraph(words):
            yield f"<p>{words.html()}</p>"
        case Display(shown):
            yield from (row_html(line) for each in shown for line in displayed(each, ROOM))
        case Note(title, said):
            yield f"<p>{title.html()}: {' '.join(line.html() for line in said)}</p>"
        case Assertion(_, name, words):
            who = f"{block.who.html()} ({for_html(name)})" if name else block.who.html()
            yield f"<p><b>{who}: {words.html()}</b></p>"
        case Sequent(given, added, says):
            yield given_html(given, added, _letters(block))
            yield from labelled("", displayed(says, ROOM))
        case Lemma(name, given, says, derivation):
            yield f"<p><b>{for_html(name)}.</b></p>"
            yield given_html(given, (), _letters(block))
            if isinstance(derivation, Immediate):
                yield from labelled("", displayed(says, ROOM), derivation.reason.html())
            else:
                yield from labelled("", displayed(says, ROOM))
                yield from _block(derivation) if derivation is not None else ()
        case Immediate(why, title=title):
            yield f"<p>{as_sentence(title).html()}: {why.html()}.</p>"
        case Derived(steps, title=title):
            yield f"<p>{as_sentence(title).html()}:</p>"
            for step in steps:
                yield from _step(step)


def _letters(block: Sequent | Lemma) -> list[tuple[str, Sequence[Shown]]]:
    return [(each.label, each.statements) for each in block.shared]


def _step(step: Step) -> Iterator[str]:
    match step:
        case Paragraph(words):
            yield f"<p>{words.html()}</p>"
        case Conclusion(statement, reason, label):
            yield from labelled(label, displayed(statement, ROOM), reason.html())
        case Calculation(start, steps, label):
            yield from labelled(label, lines(row(start, step.names), ROOM))
            for line in steps:
                *before, last = lines(signed(line, step.names), ROOM)
                yield from (row_html(rf"\quad {each}") for each in before)
                yield row_html(rf"\quad {last}", line.reason.html())
