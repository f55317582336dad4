"""Derivations as HTML, for notebooks and pages."""

from __future__ import annotations

from collections.abc import Iterable

from symbolic.derivation.outline import SYMBOLS, Block, Calculation, Conclusion, Heading, Reason
from symbolic.printing.displays import displayed
from symbolic.printing.html import ROOM, labelled, page, prose_html, row_html, statement_html
from symbolic.printing.latex import relation, row
from symbolic.printing.layout import INDENT, Row, broken
from symbolic.statements import Statement

__all__ = ["derivation_html", "reason_html"]


def derivation_html(blocks: Iterable[Block]) -> str:
    """A derivation: calculations line by line, with the reasons at the right."""
    return page([row for block in blocks for row in _rows(block)])


def reason_html(reason: Reason) -> str:
    """Why a step holds."""
    return "; ".join(
        statement_html(part)
        if isinstance(part, Statement)
        else prose_html(part if isinstance(part, str) else part.text())
        for part in reason.parts
    )


def _rows(block: Block) -> list[str]:
    match block:
        case Heading():
            about = ", ".join(map(statement_html, block.about))
            return [f"<p>{prose_html(block.words)}{about and ' '}{about}.</p>"]
        case Conclusion():
            lines = displayed(block.statement, ROOM)
            return labelled(block.label, lines, reason_html(block.reason))
        case Calculation():
            found = labelled(block.label, _lines(row(block.start)))
            for line in block.lines:
                whole = (relation(SYMBOLS[line.relation][1]), *row(line.term))
                *before, last = _lines(whole)
                found += [row_html(rf"\quad {each}") for each in before]
                found.append(row_html(rf"\quad {last}", reason_html(line.reason)))
            return found


def _lines(formula: Row) -> list[str]:
    """A formula, broken where it is too long."""
    return [r"\qquad " * round(indent / INDENT) + line for indent, line in broken(formula, ROOM)]
