"""A theorem's derivation as something to read: calculations line by line, lemmas first.

What is shown is taken from the theorem itself - its rules, premises and reasons - so it is what was
checked.  Steps of pure algebra and of looking things up are folded into the line they serve.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sympy import Expr

from symbolic.kernel import Theorem
from symbolic.printing import SYMBOLS, statement_latex, statement_text, term_latex, term_text
from symbolic.statements import Relation, Statement

#: rules that only carry a step from one place to another
FOLDED = frozenset({"chain", "rewriting", "symmetry", "term by term", "restating", "algebra"})
LINE_WIDTH = 96


@dataclass(frozen=True)
class Heading:
    """A word to the reader: "Base case", "Step"."""

    words: str


@dataclass(frozen=True)
class Line:
    """One step of a calculation."""

    relation: type[Relation]
    term: Expr
    reason: str


@dataclass(frozen=True)
class Calculation:
    """A term, and the steps from it."""

    start: Expr
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Conclusion:
    """A statement reached in one step."""

    statement: Statement
    reason: str


Block = Heading | Calculation | Conclusion


def outline(theorem: Theorem) -> tuple[Block, ...]:
    """The blocks of a derivation, in reading order."""
    return tuple(_Outline().blocks(theorem))


class _Outline:
    def __init__(self) -> None:
        self._told: set[int] = set()

    def blocks(self, theorem: Theorem) -> Iterator[Block]:
        if id(theorem) in self._told:
            return
        self._told.add(id(theorem))
        if theorem.rule == "calculation":
            yield from self._lemmas(theorem.premises)
            yield _calculation(theorem)
        elif theorem.rule == "induction":
            base, step = theorem.premises[:2]
            yield Heading("Base case.")
            yield from self.blocks(base)
            yield Heading(f"Step: suppose {_assumed(theorem)}.")
            yield from self.blocks(step)
            yield Conclusion(theorem.statement, theorem.reason)
        elif theorem.rule == "cases":
            for case in theorem.premises[:2]:
                others = {h.key for h in theorem.hypotheses}
                own = [h for h in case.hypotheses if h.key not in others]
                yield Heading(f"Case {', '.join(map(statement_text, own))}.")
                yield from self.blocks(case)
        else:
            yield from self._lemmas(theorem.premises)
            yield Conclusion(theorem.statement, theorem.reason)

    def _lemmas(self, premises: tuple[Theorem, ...]) -> Iterator[Block]:
        """The derivations of premises that take more than a line."""
        for p in premises:
            if p.rule in FOLDED or _one_line(p):
                yield from self._lemmas(p.premises)
            elif _substantial(p):
                yield from self.blocks(p)


def _one_line(theorem: Theorem) -> bool:
    return theorem.rule == "calculation" and len(theorem.premises) == 1


def _substantial(theorem: Theorem) -> bool:
    """Is there a calculation of several lines, an induction or a case distinction in it?"""
    stack, seen = [theorem], set[int]()
    while stack:
        t = stack.pop()
        if id(t) in seen:
            continue
        seen.add(id(t))
        if t.rule in ("induction", "cases") or (t.rule == "calculation" and not _one_line(t)):
            return True
        stack.extend(t.premises)
    return False


def _assumed(theorem: Theorem) -> str:
    statement = theorem.statement
    return statement_text(getattr(statement, "body", statement))


def _calculation(theorem: Theorem) -> Calculation:
    lines = []
    for step in theorem.premises:
        assert isinstance(step.statement, Relation)
        lines.append(Line(type(step.statement), step.statement.rhs, step.reason))
    assert isinstance(theorem.statement, Relation)
    return Calculation(theorem.statement.lhs, tuple(lines))


# -- rendering -------------------------------------------------------------------------------


def as_text(blocks: tuple[Block, ...], indent: str = "  ") -> str:
    """The derivation as plain text."""
    out: list[str] = []
    for block in blocks:
        match block:
            case Heading():
                out.append(f"{indent}{block.words}")
            case Conclusion():
                out.append(_with_reason(f"{indent}{statement_text(block.statement)}", block.reason))
            case Calculation():
                out.append(f"{indent}{term_text(block.start)}")
                for line in block.lines:
                    shown = f"{indent}  {SYMBOLS[line.relation][0]} {term_text(line.term)}"
                    out.append(_with_reason(shown, line.reason))
    return "\n".join(out)


def _with_reason(shown: str, reason: str) -> str:
    if len(shown) + len(reason) + 4 <= LINE_WIDTH:
        return f"{shown:<{LINE_WIDTH - len(reason) - 2}}[{reason}]"
    return f"{shown}\n{'':{max(0, LINE_WIDTH - len(reason) - 2)}}[{reason}]"


def as_latex(blocks: tuple[Block, ...]) -> str:
    """The derivation as LaTeX: amsmath's align* for calculations."""
    out: list[str] = []
    for block in blocks:
        match block:
            case Heading():
                out.append(rf"\noindent {escape(block.words)}")
            case Conclusion():
                reason = rf" && \text{{({escape(block.reason)})}}"
                out.append(_align([f"& {statement_latex(block.statement)}{reason}"]))
            case Calculation():
                rows = [f"& {term_latex(block.start)}"]
                for line in block.lines:
                    relation = SYMBOLS[line.relation][1]
                    reason = rf" && \text{{({escape(line.reason)})}}"
                    rows.append(rf"&\quad {relation} {term_latex(line.term)}{reason}")
                out.append(_align(rows))
    return "\n".join(out)


def _align(rows: list[str]) -> str:
    body = " \\\\\n".join(rows)
    return f"\\begin{{align*}}\n{body}\n\\end{{align*}}"


SPECIAL = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_",
    "{": r"\{", "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "≤": r"$\leq$", "≥": r"$\geq$", "→": r"$\to$", "γ": r"$\gamma$", "λ": r"$\lambda$",
    "τ": r"$\tau$", "δ": r"$\delta$", "π": r"$\pi$", "α": r"$\alpha$", "β": r"$\beta$",
    "Σ": r"$\Sigma$", "∞": r"$\infty$", "·": r"$\cdot$", "≠": r"$\neq$", "‖": r"$\|$",
    "<": r"$<$", ">": r"$>$", "|": r"$|$", "⇒": r"$\Rightarrow$", "⇔": r"$\Leftrightarrow$",
    "ε": r"$\varepsilon$", "κ": r"$\kappa$", "ξ": r"$\xi$",
}  # fmt: skip


def escape(words: str) -> str:
    """Words for use in LaTeX text."""
    return "".join(SPECIAL.get(ch, ch) for ch in words)
