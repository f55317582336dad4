"""The sentences that say something about an operator or a power series, for printing and reading.

A pattern is made of words and of slots ``<...>``:

    <H>       the operator: ``H v = ...``, or the name of an operator that is a variable
    <h>       its name again
    <v> <v'>  the value functions, <z> <b> <n> <j> <k> <d> <w> other letters that the sentence binds
    <2 v>     what the operator that is argument 2 makes of v
    <3>       argument 3, as a term;  <3*>, <3->, <3^>  as factors, a factor, the base of a power
    <mrp>     on which MRP, and that z = gamma P;  <chain>  only the latter

A letter that is in use elsewhere in the statement gets primes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from symbolic.core.terms import INT, REAL

__all__ = ["BINDERS", "PATTERNS", "Pattern", "Slot"]


class Slot(NamedTuple):
    """A place in a sentence."""

    kind: str


#: the letters that stand for what an argument binds, and their sorts
BINDERS: Mapping[tuple[str, int], tuple[tuple[str, str], ...]] = {
    ("constants", 3): (("k", REAL),),
    ("cycle", 3): (("j", INT),),
    ("analytic", 0): (("z", REAL),),
    ("size", 1): (("z", REAL),),
    ("along", 1): (("z", REAL),),
    ("along", 2): (("n", INT),),
    ("matrices", 1): (("n", INT), ("z", REAL)),
}

_SENTENCES = {
    "same": "<2 v> = <3 v> for all <v> <mrp>",
    "contracts": "<H> has ‖<h> <v> - <h> <v'>‖ ≤ <3*>·‖<v> - <v'>‖ <mrp>",
    "constants": "<H> has <h> <v> - <h> <v'> = <3*>·𝟏 where <v> - <v'> = <k>·𝟏 <mrp>",
    "zero only at": "<2 v> = 0 only for <v> = <3 0> <mrp>",
    "stationary bound": (
        "<H> has ‖<h> <v> - <h> <v'>‖_<d> ≤ <3*>·‖<v> - <v'>‖_<d> for every stationary "
        "distribution <d> <mrp>"
    ),
    "dissipative": (
        "<H> has ⟨<w>, <w> - (<h> <v> - <h> <v'>)⟩_<d> ≥ <3*>·⟨<w>, <w>⟩_<d> for "
        "<w> = <v> - <v'> and every stationary distribution <d> <mrp>"
    ),
    "on-policy": (
        "for <H> the updates w_{t+1} = w_t + α_t·Φᵀ·D·(<h>(Φ w_t) - Φ w_t) converge to their one "
        "fixed point for all step sizes 0 ≤ α_t ≤ a with an infinite sum (a > 0 depends on the "
        "MRP and on Φ), all features Φ of full column rank and every stationary distribution "
        "D = diag(d) with d > 0 <mrp>"
    ),
    "cycle": (
        "<H> has (<h> <v>)(s_0) = <4> on the <2->-cycle without rewards where <v>(s_<j>) = <3> has "
        "the period <2> <chain>"
    ),
    "two states": (
        "<H> has the eigenvalue <3> for (1, -1) on the two states that stay with probability <2> "
        "<chain>"
    ),
    "mode": (
        "<H> has the eigenvalue with real part <2> and imaginary part <3> for "
        "exp(2π√-1·<5->·s/<4->) on the <4->-cycle <chain>"
    ),
    "reversible": (
        "<H> has ‖<h> <v> - <h> <v'>‖_<d> ≤ <2*>·‖<v> - <v'>‖_<d> on every reversible MRP with its "
        "stationary distribution <d> <chain>"
    ),
    "analytic": "<0> is analytic in <z>",
    "size": "<1> = Σ <b>_<n>·<z>^<n> has Σ |<b>_<n>|·<0^>^<n> ≤ <2>",
    "matrices": "the matrices <1> can be summed over <n> ≥ <0> for every <z>",
    "along": "<1> = Σ <b>_<n>·<z>^<n> has Σ <b>_<n>·<0^>^<n>·<2-> = <3>",
}

Pattern = tuple[str | Slot, ...]


def _parsed(sentence: str) -> Pattern:
    pieces = re.split(r"<([^<> ]+(?: [v0])?)>", sentence)
    return tuple(Slot(p) if k % 2 else p for k, p in enumerate(pieces) if p)


#: op: words and slots
PATTERNS: Mapping[str, Pattern] = {op: _parsed(sentence) for op, sentence in _SENTENCES.items()}
