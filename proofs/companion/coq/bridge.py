"""Closed formulas of the Python claims, handed to Coq: Bridge.v is printed from them.

For each formula Bridge.v has a definition, printed from the very term that the claim's module
derives, and a theorem of the library restated with that definition in place of the library's own
expression.  Its proof has one step that compares the two expressions; a formula that says something
else makes it fail, and with it the build.

``python -m proofs.companion.coq.bridge`` prints Bridge.v.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sympy import Expr

PRELUDE = """\
(* Generated from the Python claims: each formula of theirs, and the theorem of this library that
   speaks of it. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators.
From Recency Require {requires}.
Open Scope R_scope.

(* two quotients are equal when their parts are, and powers are compared multiplied out *)
Ltac same_parts := repeat match goal with |- _ / _ = _ / _ => apply f_equal2 end.
Ltac powers := rewrite ?Rpow_mult_distr, ?pow_add, ?pow_1; simpl pow.
Ltac same_formula := same_parts; try reflexivity; powers; ring.
Lemma below_same (a b c : R) : b = c -> a < b <-> a < c.
Proof. now intros ->. Qed.
"""


@dataclass(frozen=True)
class Formula:
    """A term of a claim, with the theorem of the library that must hold of it.

    ``where`` is the dotted name of the term, or of a function that returns it; ``arguments`` bind
    its symbols.  ``theorem`` is Coq text that uses the formula by its name.
    """

    name: str
    claim: str
    where: str
    arguments: str
    requires: tuple[str, ...]
    theorem: str

    def term(self) -> Expr:
        """The term, as it stands in the claim's module now."""
        return _named(self.where)

    def definition(self) -> str:
        """The term as a definition in Coq."""
        from proofs.companion.coq.printing import NotPrintable, symbols, term

        shown = self.term()
        bound = dict(_bindings(self.arguments))
        for name, sort in symbols(shown):
            if bound.get(name) != sort:
                raise NotPrintable(f"{self.name} has no argument {name} : {sort}")
        arguments = f" {self.arguments}" if self.arguments else ""
        return f"Definition {self.name}{arguments} : R :=\n  {term(shown)}."

    def source(self) -> str:
        """The definition and the theorem."""
        return f"(* {self.claim}: {self.where} *)\n{self.definition()}\n{self.theorem.strip()}\n"


def sources() -> dict[str, str]:
    """The generated file, by its name."""
    from proofs.companion.coq.formulas import FORMULAS

    files = sorted({name for formula in FORMULAS for name in formula.requires})
    parts = [PRELUDE.format(requires=" ".join(files)), *(formula.source() for formula in FORMULAS)]
    return {"Bridge.v": "\n".join(parts)}


@cache
def definitions(claim: str | None = None) -> dict[str, str]:
    """The definitions printed from the terms of one claim, or of all, by name."""
    from proofs.companion.coq.formulas import FORMULAS

    return {f.name: f.definition() for f in FORMULAS if claim in (None, f.claim)}


def _named(dotted: str) -> Any:
    """What has this name in a module, called if it is a function."""
    module, _, name = dotted.rpartition(".")
    found = getattr(import_module(module), name)
    return found() if callable(found) else found


def _bindings(arguments: str) -> list[tuple[str, str]]:
    """The names that ``(a b : R) (m : nat)`` binds, each with its type."""
    return [
        (name, sort)
        for names, sort in re.findall(r"\(([^:()]*):\s*(\w+)\s*\)", arguments)
        for name in names.split()
    ]


if __name__ == "__main__":
    print(sources()["Bridge.v"])
