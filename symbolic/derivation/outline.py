"""A theorem's derivation as something to read: calculations line by line, lemmas first.

What is shown is taken from the theorem itself - its rules, premises and reasons - so it is what was
checked.  Steps of pure algebra and of looking things up are folded into the line they serve.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from symbolic.documents.tree import Calculation, Conclusion, Line, Paragraph, Step
from symbolic.printing import prose, statement_text, term_text
from symbolic.printing.sentences import Reference, Sentence, Words, as_sentence, joined
from symbolic.statements import AtMost, Equal, ForAll, Less, NotEqual, Relation, Statement
from symbolic.writing.theorem import Theorem

#: rules that only carry a step from one place to another: the reason lies in their premises
FOLDED = frozenset({"chain", "rewriting", "symmetry", "term by term", "restating",
                    "linear combination", "multiplying an inequality"})  # fmt: skip
#: rules that restate a theorem for a special or a general case
RESTATED = frozenset({"special case", "substitution", "special sequence", "cut", "for all"})
#: rules whose reason is that of all their premises together
JOINED = frozenset({"modulus", "equal operators", "equal terms", "bounding term by term", "bridge",
                    "every MRP", "on this MRP", "counterexample", "equal numbers",
                    "only solution"})  # fmt: skip
#: rules that give a reason of their own besides those of their premises
EXPLAINED = frozenset({"contradiction", "margin on a mode", "on-policy updates",
                       "size of an eigenvalue", "stationary chain",
                       "von Neumann's inequality"})  # fmt: skip
#: rules whose conclusion is a step that a reader wants to see by itself
SHOWN = frozenset({"far side of the circle", "modes of a cycle", "nonsingular if only solution",
                   "nonsingular product", "outgrown", "two states", "unbounded"})  # fmt: skip
SHORT = 72
SIGNS: dict[type[Relation], str] = {Equal: "=", NotEqual: "≠", AtMost: "≤", Less: "<"}

Because: TypeAlias = Words | Statement | Reference
HENCE = as_sentence("hence")
LIFTED = prose(
    "This is an identity between power series in {z}, so it holds for the matrix {z = gamma·P}."
)


def outline(theorem: Theorem, names: Mapping[Theorem, Reference] | None = None) -> tuple[Step, ...]:
    """The steps of a derivation, in reading order.

    ``names`` are theorems shown elsewhere; they are referred to and not derived again.
    """
    known = {t: name for t, name in (names or {}).items() if t is not theorem}
    *before, last = _Outline(known).blocks(theorem)
    # that the last calculation gives the statement need not be said again
    if before and isinstance(last, Conclusion) and last.reason == HENCE:
        return tuple(before)
    return (*before, last)


class _Outline:
    def __init__(self, names: dict[Theorem, Reference]) -> None:
        self._names = names
        self._labels = 0

    def blocks(self, theorem: Theorem, *, lemma: bool = False) -> Iterator[Step]:
        """Show a theorem; a lemma gets a label on its last block."""
        if theorem.rule == "calculation":
            yield from self._lemmas(theorem.premises)
            yield self._calculation(theorem, self._label(lemma))
        elif theorem.rule == "induction":
            base, step = theorem.premises[:2]
            yield Paragraph(prose("Base case."))
            yield from self.blocks(base)
            yield Paragraph(prose("Step: suppose {}.", _assumed(theorem)))
            yield from self.blocks(step)
            yield Conclusion(theorem.statement, as_sentence(theorem.reason), self._label(lemma))
        elif theorem.rule == "cases":
            for case, own in zip(theorem.premises, theorem.supposing, strict=True):
                yield Paragraph(prose("Case {}.", own))
                inner = list(self.blocks(case))
                repeated = case.rule == "cases" and case.statement.key == theorem.statement.key
                yield from inner[:-1] if repeated else inner
            yield Conclusion(theorem.statement, as_sentence("in both cases"), self._label(lemma))
        elif theorem.rule == "bridge" and _several(theorem.premises[0]):
            yield from self.blocks(theorem.premises[0], lemma=lemma)
            yield Paragraph(LIFTED)
        elif theorem.rule in RESTATED and not self._lines(theorem.premises[0]):
            yield from self._lemmas(theorem.premises)
            yield self._conclusion(theorem, lemma)
        elif theorem.rule in RESTATED:
            yield from self.blocks(self._restated(theorem))
            yield Conclusion(theorem.statement, HENCE, self._label(lemma))
        else:
            yield from self._lemmas(theorem.premises)
            yield self._conclusion(theorem, lemma)

    def _restated(self, theorem: Theorem) -> Theorem:
        """What is restated, perhaps several times over."""
        while theorem.rule in RESTATED and theorem.premises[0] not in self._names:
            theorem = theorem.premises[0]
        return theorem

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

    def _lemmas(self, premises: tuple[Theorem, ...]) -> Iterator[Step]:
        """The derivations of premises that take more than a line, each with a label."""
        for p in premises:
            if p in self._names:
                continue
            if self._lines(p):
                yield from self.blocks(p, lemma=True)
                self._names[p] = Reference(f"({self._labels})")
            else:
                yield from self._lemmas(p.premises)

    def _calculation(self, theorem: Theorem, label: str) -> Calculation:
        assert isinstance(theorem.statement, Relation)
        lines: list[Line] = []
        shown = term_text(theorem.statement.lhs)
        for step in theorem.premises:
            assert isinstance(step.statement, Relation)
            relation, rhs = type(step.statement), step.statement.rhs
            line = Line(SIGNS[relation], rhs, self._reason(step))
            before, shown = shown, term_text(rhs)
            if before != shown or relation is not Equal:  # the same, written differently: not shown
                lines.append(line)
        return Calculation(theorem.statement.lhs, tuple(lines), label)

    def _reason(self, theorem: Theorem, inside: bool = False) -> Sentence:
        """Why a step holds, in terms of what the reader has seen."""
        return joined(map(_said, self._parts(theorem, inside) or ("algebra",)), "; ")

    def _parts(self, theorem: Theorem, inside: bool = False) -> tuple[Because, ...]:
        if theorem in self._names and not inside:
            return (self._names[theorem],)
        if theorem.rule == "hypothesis":
            return (theorem.statement if _is_short(theorem.statement) else "hypothesis",)
        if theorem.rule == "fact":
            used = [self._names.get(p, p.statement) for p in theorem.side]
            shown = tuple(dict.fromkeys(used))
            return shown if shown and all(map(_is_short, shown)) else ("combining inequalities",)
        if theorem.rule in FOLDED | RESTATED | JOINED | EXPLAINED or theorem.rule == "calculation":
            found: dict[Because, None] = {}
            for premise in self._carriers(theorem):
                found |= dict.fromkeys(self._parts(premise))
            found.pop("algebra", None)
            return (*found, theorem.reason) if theorem.rule in EXPLAINED else tuple(found)
        return () if theorem.reason == "algebra" else (theorem.reason,)

    def _carriers(self, theorem: Theorem) -> tuple[Theorem, ...]:
        return theorem.premises[:1] if theorem.rule in RESTATED else theorem.premises


def _said(part: Because) -> Words:
    return part if isinstance(part, str | Sentence) else Sentence((part,))


def _is_short(part: Because) -> bool:
    return not isinstance(part, Statement) or len(statement_text(part)) <= SHORT


def _several(theorem: Theorem) -> bool:
    return theorem.rule == "calculation" and len(theorem.premises) > 1


def _assumed(theorem: Theorem) -> Statement:
    statement = theorem.statement
    assert isinstance(statement, ForAll)
    return statement.body
