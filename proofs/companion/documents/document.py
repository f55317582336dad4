"""One claim as a document: what is printed, the verdict, the derivations, the witnesses."""

from __future__ import annotations

from dataclasses import dataclass

from proofs.companion import ledger
from proofs.companion.claims import catalogue
from proofs.companion.claims.claim import Claim, Part, named_theorems
from proofs.companion.claims.witnesses import Examined
from proofs.companion.documents.fragments import verbatim
from symbolic.derivation import Derivation, shown, supposed
from symbolic.printing import prose_latex, statement_inline, statement_text
from symbolic.rules import classical
from symbolic.statements import Statement
from symbolic.writing.publication import check_steps

#: the words for classical facts that are rules of the kernel and not axioms
_RULES = {"on_policy": "on-policy updates", "stationary_chain": "stationary chain"}


@dataclass(frozen=True)
class Document:
    """A claim that was checked, ready to be read."""

    claim: Claim
    report: ledger.Report

    @classmethod
    def of(cls, claim_id: str) -> Document:
        """The claim with this id, checked; raises `catalogue.UnknownClaim`."""
        return cls(ledger.load(claim_id), ledger.verify(catalogue.find(claim_id).id))

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
            out += ["", f"Why {need.part.name} needs {statement_text(need.hypothesis)}:"]
            out += _witness_text(need.examined)
        for refutation in self.claim.refutations:
            out += ["", f"Printed, and false: {refutation.words.text()}"]
            out += _witness_text(refutation.examined)
            out.append(f"  Instead: {', '.join(refutation.instead)}.")
        for remark in self.claim.remarks:
            out += ["", f"Remark. {remark.text()}"]
        out += ["", *_evidence_text(self.report)]
        return "\n".join(out)

    def latex(self) -> str:
        """The body of a LaTeX fragment; `documents.fragments` says what it needs."""
        entry = self.claim.entry
        where = f"{prose_latex(entry.place)} of the paper" if entry.printed else "Not in the paper"
        out = [rf"{where}. Verdict: \emph{{{prose_latex(self.report.verdict)}}}."]
        if self.report.problem:
            return "\n\n".join([*out, prose_latex(self.report.problem)])
        for part in self.claim.parts:
            out.append(_part_latex(part))
            for need in self.claim.needs_:
                if need.part is part:
                    why = rf"Why it is needed that {statement_inline(need.hypothesis)}"
                    out.append(_noted(why, _witness_latex(need.examined)))
        for refutation in self.claim.refutations:
            instead = ", ".join(name.replace("_", " ") for name in refutation.instead)
            out.append(rf"\RecencyPart{{Printed, and false}}{{{refutation.words.latex()}}}")
            out.append(_noted("Counterexample", _witness_latex(refutation.examined)))
            out.append(_noted("Instead", prose_latex(f"{instead}.")))
        out += [_noted("Remark", remark.latex()) for remark in self.claim.remarks]
        out += _classical_latex(self.report)
        evidence, *_, inferences = _evidence_text(self.report)
        out.append(prose_latex(f"{evidence} {inferences}"))
        return "\n\n".join(out)

    def fragment(self) -> str:
        """A LaTeX file of its own."""
        from proofs.companion.documents.fragments import fragment

        return fragment(self)

    def _repr_html_(self) -> str:
        """For a notebook."""
        from symbolic.printing.html import prose_html

        entry = self.claim.entry
        out = [f"<h3>{prose_html(f'{entry.id}: {entry.title}')}</h3>"]
        out.append(f"<p>{prose_html(f'Paper: {entry.place}. Verdict: {self.report.verdict}.')}</p>")
        if self.report.problem:
            return "\n".join([*out, f"<p>{prose_html(self.report.problem)}</p>"])
        for part in self.claim.parts:
            title = prose_html(f"{_kind(part)} ({part.name}): {part.words.text()}")
            out += [f"<p><b>{title}</b></p>", _derivation(part)._repr_html_()]
        rest = self.text().split("\n\n")[2 + len(self.claim.parts) :]
        return "\n".join([*out, *(f"<p>{prose_html(' '.join(p.split()))}</p>" for p in rest)])


def _noted(title: str, text: str) -> str:
    return rf"\RecencyNote{{{title}}} {text}"


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
    out.append(_derivation(part).steps_text("  "))
    return out


def _derivation(part: Part) -> Derivation:
    """The derivation, whose every step has terms that are defined where it stands."""
    names = named_theorems(part.claim)
    check_steps(part.theorem, names)
    return Derivation(part.theorem, names)


def _part_latex(part: Part) -> str:
    name = part.name.replace("_", " ")
    out = [rf"\RecencyPart[{prose_latex(name)}]{{{_kind(part)}}}{{{part.words.latex()}}}"]
    given = [h for h, added in _hypotheses(part) if not added]
    added = [h for h, added in _hypotheses(part) if added]
    if given:
        out.append(supposed("Suppose", given))
    if added:
        out.append(rf"\RecencyAdded{{{supposed('Suppose also', added)}}}")
    out += ["Then" if given or added else "We have", shown(part.says)]
    out += [rf"This rests on a classical theorem: {prose_latex(c)}." for c in part.cites]
    return "\n".join([*out, _derivation(part).steps_latex()])


def _witness_text(witness: Examined) -> list[str]:
    return [f"  {line.text()}" for line in witness.lines()]


def _witness_latex(witness: Examined) -> str:
    return " ".join(line.latex() for line in witness.lines())


def _evidence_text(report: ledger.Report) -> list[str]:
    numeric = report.numeric
    digits = "exactly" if numeric["digits"] is None else f"to {numeric['digits']} digits"
    out = [f"Evidence: {numeric['cases']} drawn instances checked {digits}, none failed."]
    if report.depends:
        out.append(f"Rests on: {', '.join(report.depends)}.")
    facts = [f"{name} (Coq: {coq})" for name, coq in _classical(report)]
    if facts:
        out.append(f"Rests on the classical fact{'s' * (len(facts) > 1)}: {', '.join(facts)}.")
    out.append(f"{report.steps} inferences by {len(report.rules)} rules.")
    return out


def _classical(report: ledger.Report) -> list[tuple[str, str]]:
    """The classical facts that the claim rests on, each with the Coq theorem behind it."""
    return [(_RULES.get(name, name), classical.COQ[name]) for name in report.classical]


def _breakable(name: str) -> str:
    """A name in code, which a line may break after an underscore."""
    return verbatim(name).replace(r"\_", r"\_\allowbreak{}")


def _classical_latex(report: ledger.Report) -> list[str]:
    """What is taken over, in a sentence of its own."""
    facts = [
        prose_latex(name) + rf" (Coq: \texttt{{{_breakable(coq)}}})"
        for name, coq in _classical(report)
    ]
    title = f"Rests on the classical fact{'s' * (len(facts) > 1)}"
    return [_noted(title, f"{', '.join(facts)}.")] if facts else []
