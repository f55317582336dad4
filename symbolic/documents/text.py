"""Documents as plain text, for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

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
from symbolic.printing.sentences import Sentence, as_sentence
from symbolic.printing.statements import statement_text, term_text

__all__ = ["text"]

LINE_WIDTH = 96
INDENT = "  "


def text(sections: Iterable[Section], width: int | None = None) -> str:
    """Sections with an empty line between them; with a width, sentences are wrapped."""
    write = _Text(width)
    return "\n\n".join("\n".join(write.section(section)) for section in sections)


@dataclass(frozen=True)
class _Text:
    width: int | None

    def section(self, section: Section) -> Iterator[str]:
        """The lines; what is said of an assertion is moved in."""
        indent = ""
        for block in section.blocks:
            yield from self.block(block, indent)
            if isinstance(block, Assertion) or (isinstance(block, Heading) and block.level == 3):
                indent = INDENT

    def block(self, block: Block, indent: str) -> Iterator[str]:
        """The lines of a block."""
        match block:
            case Heading():
                yield self.wrapped(_heading(block), indent)
            case Paragraph(words):
                yield self.wrapped(words.text(), indent)
            case Display(shown):
                yield from (f"{indent}{INDENT}{statement_text(each)}" for each in shown)
            case Note(title, (only,)):
                yield self.wrapped(f"{title.text()}: {only.text()}", indent)
            case Note(title, lines):
                yield self.wrapped(f"{title.text()}:", indent)
                yield from (self.wrapped(line.text(), indent + INDENT) for line in lines)
            case Assertion(_, name, words):
                who = f"{block.who.text()} ({name})" if name else block.who.text()
                yield self.wrapped(f"{who}: {words.text()}", indent)
            case Sequent(given, added, says):
                for kind, found in (("given", given), ("added", added)):
                    if found:
                        yield f"{indent}{kind}: {'; '.join(map(statement_text, found))}"
                yield f"{indent}Claim: {statement_text(says)}"
            case Lemma(name, given, says, derivation):
                said = f"{indent}{name}: {statement_text(says)}"
                if isinstance(derivation, Immediate):
                    said = _with_reason(said, derivation.reason)
                yield said
                if given:
                    yield f"{indent}{INDENT}given: {'; '.join(map(statement_text, given))}"
                if isinstance(derivation, Derived):
                    for step in derivation.steps:
                        yield from _step(step, indent + INDENT)
            case Immediate(why, title=title):
                yield f"{indent}{as_sentence(title).text()}: {why.text()}"
            case Derived(steps, title=title):
                yield f"{indent}{as_sentence(title).text()}:"
                for step in steps:
                    yield from _step(step, indent + INDENT)

    def wrapped(self, line: str, indent: str) -> str:
        """A line, broken where it is too wide."""
        if self.width is None:
            return indent + line
        return textwrap.fill(
            line,
            max(self.width, 20),
            initial_indent=indent,
            subsequent_indent=indent * 2,
            break_long_words=False,
            break_on_hyphens=False,
        )


def _heading(block: Heading) -> str:
    words = block.words.text()
    if block.place:
        return f"{block.place}: {words} ({block.name})"
    if block.name:
        return f"{block.name}: {words}"
    return words.upper() if block.level == 2 else words


def _step(step: Step, indent: str) -> Iterator[str]:
    match step:
        case Paragraph(words):
            yield f"{indent}{words.text()}"
        case Conclusion(statement, reason, label):
            yield _with_reason(f"{indent}{_label(label)}{statement_text(statement)}", reason)
        case Calculation(start, lines, label):
            yield f"{indent}{_label(label)}{term_text(start)}"
            for line in lines:
                shown = f"{indent}{INDENT}{line.relation} {term_text(line.term)}"
                yield _with_reason(shown, line.reason)


def _label(label: str) -> str:
    return f"{label} " if label else ""


def _with_reason(shown: str, reason: Sentence) -> str:
    why = reason.text()
    if len(shown) + len(why) + 4 <= LINE_WIDTH:
        return f"{shown:<{LINE_WIDTH - len(why) - 2}}[{why}]"
    return f"{shown}\n{'':{max(0, LINE_WIDTH - len(why) - 2)}}[{why}]"
