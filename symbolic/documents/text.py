"""Documents as plain text, for a terminal."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from symbolic.documents.lines import lines
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
    Shared,
    Step,
    Supposition,
)
from symbolic.printing.authored import Shown
from symbolic.printing.sentences import Sentence, as_sentence
from symbolic.printing.statements import statement_text, statements_text, term_text

__all__ = ["LINE_WIDTH", "text"]

#: where the reasons end, if no width is asked for
LINE_WIDTH = 96
#: narrower than this nothing can be read
_NARROWEST = 32
INDENT = "  "


def text(sections: Iterable[Section], width: int | None = None) -> str:
    """Sections with an empty line between them; with a width, whatever is longer is broken."""
    write = _Text(None if width is None else max(width, _NARROWEST))
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
        inner = indent + INDENT
        match block:
            case Heading():
                yield self.wrapped(_heading(block), indent)
            case Paragraph(words):
                yield self.wrapped(words.text(), indent)
            case Display(shown):
                for each in shown:
                    yield from self.formula(statement_text(each), inner)
            case Note(title, (only,)):
                yield self.wrapped(f"{title.text()}: {only.text()}", indent)
            case Note(title, said):
                yield self.wrapped(f"{title.text()}:", indent)
                yield from (self.wrapped(line.text(), inner) for line in said)
            case Assertion(_, name, words):
                who = f"{block.who.text()} ({name})" if name else block.who.text()
                yield self.wrapped(f"{who}: {words.text()}", indent)
            case Sequent(given, added, says):
                yield from self.supposed(given, block.shared, indent)
                yield from self.given("added", added, indent)
                yield from self.formula(f"Claim: {statement_text(says)}", indent)
            case Lemma(name, given, says, derivation):
                said_text = f"{name}: {statement_text(says)}"
                if isinstance(derivation, Immediate):
                    yield from self.reasoned(said_text, derivation.reason, indent)
                else:
                    yield from self.formula(said_text, indent)
                yield from self.supposed(given, block.shared, inner)
                if isinstance(derivation, Derived):
                    for step in derivation.steps:
                        yield from self.step(step, inner)
            case Immediate(why, title=title):
                yield self.wrapped(f"{as_sentence(title).text()}: {why.text()}", indent)
            case Derived(steps, title=title):
                yield f"{indent}{as_sentence(title).text()}:"
                for step in steps:
                    yield from self.step(step, inner)

    def supposed(
        self, given: Sequence[Shown], shared: Sequence[Shared], indent: str
    ) -> Iterator[str]:
        """What is given, that which was said before by its letters."""
        cited = ", ".join(each.label for each in shared if not each.statements)
        yield from self.given("given", given, indent, [cited] if cited else [])
        for each in shared:
            yield from self.given(f"given {each.label}", each.statements, indent)

    def given(
        self, kind: str, hypotheses: Sequence[Shown], indent: str, cited: Sequence[str] = ()
    ) -> Iterator[str]:
        """Hypotheses in a line, or if that is too long in one each."""
        said = [*cited, *statements_text(hypotheses)]
        if not said:
            return
        line = f"{indent}{kind}: {'; '.join(said)}"
        if self.width is None or len(line) <= self.width:
            yield line
            return
        yield f"{indent}{kind}:"
        for each in said:
            yield from self.formula(each, indent + INDENT)

    def step(self, step: Step, indent: str) -> Iterator[str]:
        """The lines of a step."""
        match step:
            case Paragraph(words):
                yield self.wrapped(words.text(), indent)
            case Supposition(words, _, steps):
                yield self.wrapped(words.text(), indent)
                for each in steps:
                    yield from self.step(each, indent + INDENT)
            case Conclusion(statement, reason, label):
                shown = f"{_label(label)}{statement_text(statement)}"
                yield from self.reasoned(shown, reason, indent)
            case Calculation(start, signed, label):
                names = step.names
                yield from self.formula(f"{_label(label)}{term_text(start, names)}", indent)
                for line in signed:
                    shown = f"{line.relation} {term_text(line.term, names)}"
                    yield from self.reasoned(shown, line.reason, indent + INDENT)

    def formula(self, shown: str, indent: str) -> Iterator[str]:
        """A formula, broken where it is too wide."""
        if self.width is None or len(indent) + len(shown) <= self.width:
            yield indent + shown
            return
        first, *others = lines(shown, self.width - len(indent) - len(INDENT) * 2)
        yield indent + first
        yield from (indent + INDENT * 2 + line for line in others)

    def reasoned(self, shown: str, reason: Sentence, indent: str) -> Iterator[str]:
        """A formula, and at the end of its line, or below it, why it holds."""
        why, right = reason.text(), self.width or LINE_WIDTH
        *before, last = self.formula(shown, indent)
        yield from before
        if len(last) + len(why) + 4 <= right:
            yield f"{last:<{right - len(why) - 2}}[{why}]"
            return
        yield last
        if self.width is None or len(why) + 2 <= right:
            yield f"{'':{max(0, right - len(why) - 2)}}[{why}]"
        else:
            start = indent + INDENT * 2
            yield textwrap.fill(
                f"[{why}]",
                self.width,
                initial_indent=start,
                subsequent_indent=f"{start} ",
                break_long_words=False,
                break_on_hyphens=False,
            )

    def wrapped(self, line: str, indent: str) -> str:
        """A line, broken where it is too wide."""
        if self.width is None:
            return indent + line
        return textwrap.fill(
            line,
            self.width,
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


def _label(label: str) -> str:
    return f"{label} " if label else ""
