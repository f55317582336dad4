"""One claim as a document: what is printed, the verdict, the derivations, the witnesses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from proofs.companion.claim import Claim, Part, Witness, named_theorems
from symbolic.derivation import as_latex, as_text, escape, outline
from symbolic.printing import statement_latex, statement_text
from symbolic.statements import Statement

if TYPE_CHECKING:
    from proofs.companion.ledger import Report


@dataclass(frozen=True)
class Document:
    """A claim that was checked, ready to be read."""

    claim: Claim
    report: Report

    def text(self) -> str:
        """For a terminal."""
        entry = self.claim.entry
        out = [f"{entry.id}: {entry.title}", f"Paper: {entry.place}.", ""]
        out.append(f"Verdict: {self.report.verdict}")
        if self.report.problem:
            return "\n".join([*out, f"Problem: {self.report.problem}"])
        for part in self.claim.parts:
            out += ["", *_part_text(part)]
        for need in self.claim.needs_:
            out += ["", f"Why {need.part} needs {statement_text(need.hypothesis)}:"]
            out += _witness_text(need.witness())
        for refutation in self.claim.refutations:
            out += ["", f"Printed, and false: {refutation.words.text()}"]
            out += _witness_text(refutation.witness())
            out.append(f"  Instead: {', '.join(refutation.instead)}.")
        for remark in self.claim.remarks:
            out += ["", f"Remark. {remark.text()}"]
        out += ["", *_evidence_text(self.report)]
        return "\n".join(out)

    def latex(self) -> str:
        """A fragment for LaTeX; needs amsmath and amssymb."""
        entry = self.claim.entry
        out = [rf"\paragraph{{{escape(entry.id)}: {escape(entry.title)}}}"]
        out.append(rf"{escape(entry.place)}. Verdict: \emph{{{escape(self.report.verdict)}}}.")
        if self.report.problem:
            return "\n\n".join([*out, escape(self.report.problem)])
        for part in self.claim.parts:
            out += _part_latex(part)
        for need in self.claim.needs_:
            out.append(
                rf"\emph{{Why ${statement_latex(need.hypothesis)}$ is needed.}} "
                + _witness_latex(need.witness())
            )
        for refutation in self.claim.refutations:
            out.append(
                rf"\emph{{Printed, and false:}} {refutation.words.latex()} "
                + _witness_latex(refutation.witness())
            )
        out += [rf"\emph{{Remark.}} {remark.latex()}" for remark in self.claim.remarks]
        out += [escape(line) for line in _evidence_text(self.report)]
        return "\n\n".join(out)


def _kind(part: Part) -> str:
    if not part.claim.entry.printed:
        return "Theorem"
    if not part.printed:
        return "Beyond the paper"
    return "Printed, and true with more hypotheses" if part.added else "Printed, and true"


def _hypotheses(part: Part) -> list[tuple[Statement, bool]]:
    added = {h.key for h in part.added}
    return [(h, h.key in added) for h in part.theorem.hypotheses]


def _part_text(part: Part) -> list[str]:
    out = [f"{_kind(part)} ({part.name}): {part.words.text()}"]
    for h, added in _hypotheses(part):
        out.append(f"  {'added:' if added else 'given:'} {statement_text(h)}")
    out.append(f"  Claim: {statement_text(part.says)}")
    out += [f"  Rests on a classical theorem, not proved here: {c}" for c in part.cites]
    out.append("  Derivation:")
    out.append(as_text(outline(part.theorem, named_theorems(part.claim)), indent="    "))
    return out


def _part_latex(part: Part) -> list[str]:
    out = [rf"\emph{{{_kind(part)}.}} {part.words.latex()}"]
    shown = [
        (r"\text{added: } " if added else "") + statement_latex(h) for h, added in _hypotheses(part)
    ]
    if shown:
        out.append("Hypotheses: " + "; ".join(f"${s}$" for s in shown) + ".")
    out += [rf"Rests on a classical theorem: {escape(c)}." for c in part.cites]
    out.append(as_latex(outline(part.theorem, named_theorems(part.claim))))
    return out


def _witness_text(w: Witness) -> list[str]:
    out = [f"  Take {w.instance}."]
    out += [f"  Holds: {k.says}." for k in w.keeps]
    if w.drops is not None:
        out.append(f"  Fails: {w.drops.says}.")
    out.append(f"  And the conclusion fails: {w.conclusion.says}.")
    return out


def _witness_latex(w: Witness) -> str:
    return " ".join(escape(line.strip()) for line in _witness_text(w))


def _evidence_text(report: Report) -> list[str]:
    numeric = report.numeric
    digits = "exactly" if numeric["digits"] is None else f"to {numeric['digits']} digits"
    out = [f"Evidence: {numeric['cases']} drawn instances checked {digits}, none failed."]
    if report.depends:
        out.append(f"Rests on: {', '.join(report.depends)}.")
    out.append(f"{report.steps} inferences by {len(report.rules)} rules.")
    return out
