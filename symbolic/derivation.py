"""A theorem's derivation as something to read: calculations line by line, lemmas first.

What is shown is taken from the theorem itself - its rules, premises and reasons - so it is what was
checked.  Steps of pure algebra and of looking things up are folded into the line they serve.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sympy import Expr

from symbolic.kernel import Theorem
from symbolic.printing import SYMBOLS, statement_latex, statement_text, term_latex, term_text
from symbolic.statements import Relation, Statement

#: rules that only carry a step from one place to another: the reason lies in their premises
FOLDED = frozenset({"chain", "rewriting", "symmetry", "term by term", "restating",
                    "linear combination", "multiplying an inequality"})  # fmt: skip
#: rules that restate a theorem for a special or a general case
RESTATED = frozenset({"special case", "substitution", "special sequence", "cut", "for all"})
#: rules whose reason is that of all their premises together
JOINED = frozenset({"modulus", "equal operators", "equal terms", "bounding term by term", "bridge",
                    "every MRP", "on this MRP", "counterexample", "equal numbers",
                    "only solution"})  # fmt: skip
#: rules whose conclusion is a step that a reader wants to see by itself
SHOWN = frozenset({"far side of the circle", "modes of a cycle", "nonsingular if only solution",
                   "nonsingular product", "outgrown", "two states", "unbounded"})  # fmt: skip
LINE_WIDTH = 96
SHORT = 72


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
    label: str = ""


@dataclass(frozen=True)
class Conclusion:
    """A statement reached in one step."""

    statement: Statement
    reason: str
    label: str = ""


Block = Heading | Calculation | Conclusion


def outline(theorem: Theorem, names: Mapping[Theorem, str] | None = None) -> tuple[Block, ...]:
    """The blocks of a derivation, in reading order.

    ``names`` are theorems shown elsewhere; they are referred to and not derived again.
    """
    known = {t: name for t, name in (names or {}).items() if t is not theorem}
    return tuple(_Outline(known).blocks(theorem))


class _Outline:
    def __init__(self, names: dict[Theorem, str]) -> None:
        self._names = names
        self._labels = 0

    def blocks(self, theorem: Theorem, *, lemma: bool = False) -> Iterator[Block]:
        """Show a theorem; a lemma gets a label on its last block."""
        if theorem.rule == "calculation":
            yield from self._lemmas(theorem.premises)
            yield self._calculation(theorem, self._label(lemma))
        elif theorem.rule == "induction":
            base, step = theorem.premises[:2]
            yield Heading("Base case.")
            yield from self.blocks(base)
            yield Heading(f"Step: suppose {_assumed(theorem)}.")
            yield from self.blocks(step)
            yield Conclusion(theorem.statement, theorem.reason, self._label(lemma))
        elif theorem.rule == "cases":
            for case in theorem.premises[:2]:
                others = {h.key for h in theorem.hypotheses}
                own = [h for h in case.hypotheses if h.key not in others]
                yield Heading(f"Case {', '.join(map(statement_text, own))}.")
                yield from self.blocks(case)
            yield Conclusion(theorem.statement, "in both cases", self._label(lemma))
        elif theorem.rule in RESTATED and not self._lines(theorem.premises[0]):
            yield from self._lemmas(theorem.premises)
            yield self._conclusion(theorem, lemma)
        elif theorem.rule in RESTATED:
            yield from self.blocks(theorem.premises[0])
            yield Conclusion(theorem.statement, "hence", self._label(lemma))
        else:
            yield from self._lemmas(theorem.premises)
            yield self._conclusion(theorem, lemma)

    def _label(self, wanted: bool) -> str:
        self._labels += wanted
        return f"({self._labels})" if wanted else ""

    def _conclusion(self, theorem: Theorem, lemma: bool) -> Conclusion:
        reason = self._reason(theorem, inside=True)
        return Conclusion(theorem.statement, reason, self._label(lemma))

    def _lines(self, theorem: Theorem) -> bool:
        """Does showing this theorem take more than a line?"""
        if theorem in self._names:
            return False
        if theorem.rule in ("induction", "cases", *SHOWN) or _several(theorem):
            return True
        return theorem.rule in RESTATED and self._lines(theorem.premises[0])

    def _lemmas(self, premises: tuple[Theorem, ...]) -> Iterator[Block]:
        """The derivations of premises that take more than a line, each with a label."""
        for p in premises:
            if p in self._names:
                continue
            if self._lines(p):
                yield from self.blocks(p, lemma=True)
                self._names[p] = f"({self._labels})"
            else:
                yield from self._lemmas(p.premises)

    def _calculation(self, theorem: Theorem, label: str) -> Calculation:
        lines = []
        for step in theorem.premises:
            assert isinstance(step.statement, Relation)
            relation, rhs = type(step.statement), step.statement.rhs
            lines.append(Line(relation, rhs, self._reason(step)))
        assert isinstance(theorem.statement, Relation)
        return Calculation(theorem.statement.lhs, tuple(lines), label)

    def _reason(self, theorem: Theorem, inside: bool = False) -> str:
        """Why a step holds, in terms of what the reader has seen."""
        if theorem in self._names and not inside:
            return self._names[theorem]
        if theorem.rule == "hypothesis":
            shown = statement_text(theorem.statement)
            return shown if len(shown) <= SHORT else "hypothesis"
        if theorem.rule == "fact":
            shown = ", ".join(
                dict.fromkeys(self._names.get(p, statement_text(p.statement)) for p in theorem.side)
            )
            return f"since {shown}" if 0 < len(shown) <= SHORT else "order"
        if theorem.rule in FOLDED | RESTATED | JOINED or theorem.rule == "calculation":
            parts = dict.fromkeys(self._reason(p) for p in self._carriers(theorem))
            parts.pop("algebra", None)
            return "; ".join(parts) or "algebra"
        return theorem.reason

    def _carriers(self, theorem: Theorem) -> tuple[Theorem, ...]:
        return theorem.premises[:1] if theorem.rule in RESTATED else theorem.premises


def _several(theorem: Theorem) -> bool:
    return theorem.rule == "calculation" and len(theorem.premises) > 1


def _assumed(theorem: Theorem) -> str:
    statement = theorem.statement
    return statement_text(getattr(statement, "body", statement))


# -- rendering -------------------------------------------------------------------------------


def as_text(blocks: tuple[Block, ...], indent: str = "  ") -> str:
    """The derivation as plain text."""
    out: list[str] = []
    for block in blocks:
        match block:
            case Heading():
                out.append(f"{indent}{block.words}")
            case Conclusion():
                label = f"{block.label} " if block.label else ""
                shown = f"{indent}{label}{statement_text(block.statement)}"
                out.append(_with_reason(shown, block.reason))
            case Calculation():
                label = f"{block.label} " if block.label else ""
                out.append(f"{indent}{label}{term_text(block.start)}")
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
                label = rf"\text{{{block.label} }}" if block.label else ""
                out.append(_align([f"& {label}{statement_latex(block.statement)}{reason}"]))
            case Calculation():
                label = rf"\text{{{block.label} }}" if block.label else ""
                rows = [f"& {label}{term_latex(block.start)}"]
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
