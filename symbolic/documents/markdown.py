"""Documents as Markdown, in the dialect of GitHub; derivations are for the other forms."""

from __future__ import annotations

from collections.abc import Iterable

from symbolic.documents.tree import Block, Heading, Note, Paragraph, Section
from symbolic.printing.escapes import for_markdown

__all__ = ["markdown"]


def markdown(sections: Iterable[Section]) -> str:
    """Sections with an empty line between them."""
    return "\n\n".join("\n".join(map(_block, section.blocks)) for section in sections)


def _block(block: Block) -> str:
    match block:
        case Heading(words, name, place, level):
            before = f"{for_markdown(place)}: " if place else ""
            after = f" `{name}`\n" if name else ""
            return f"{'#' * level} {before}{words.markdown()}{after}"
        case Paragraph(words):
            return words.markdown()
        case Note(title, lines):
            return f"- **{title.markdown()}.** {' '.join(line.markdown() for line in lines)}"
    raise TypeError(f"{type(block).__name__} has no form in Markdown")
