"""A theorem's derivation as a document: what is proved, and the steps that led there.

>>> from symbolic import Chain, Less, given, real
>>> gamma = real("gamma")
>>> ctx = given(Less(0, gamma), Less(gamma, 1))
>>> print(Derivation(Chain(ctx, gamma**2).less(gamma).less(1).qed()).text())
given: 0 < γ < 1
Claim: γ^2 < 1
Proof:
  γ^2
    < γ                                                                              [0 < γ < 1]
    < 1                                                                                  [γ < 1]

Imports core, documents, printing, statements, writing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from symbolic.derivation.key_steps import key_steps
from symbolic.derivation.outline import derivations
from symbolic.documents import Section, Sequent, html, latex, text
from symbolic.printing import Latex
from symbolic.printing.sentences import Reference
from symbolic.writing.theorem import Theorem

__all__ = ["Derivation", "derivations", "key_steps"]


@dataclass(frozen=True)
class Derivation:
    """A theorem and how it was derived; ``names`` are theorems that are shown elsewhere."""

    theorem: Theorem
    names: Mapping[Theorem, Reference] = field(default_factory=dict)

    @property
    def document(self) -> tuple[Section, ...]:
        """What is shown, in reading order."""
        said = Sequent(tuple(self.theorem.hypotheses), (), self.theorem.statement)
        (derivation,) = derivations([self.theorem], self.names)
        return (Section((said, *derivation)),)

    def text(self) -> str:
        """For a terminal."""
        return text(self.document)

    def latex(self) -> Latex:
        """For LaTeX, with macros that the document defines (see `symbolic.documents.latex`)."""
        return latex(self.document)

    def _repr_html_(self) -> str:
        return html(self.document)
