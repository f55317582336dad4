"""A certificate as a Coq file: its claim about a return, proved by the Coq development.

The file is self-contained next to the compiled development.  It states the claim with the return's
own numbers and proves it by one computation in integers: `certified_sound` for a certificate that
TD converges, `refuted_sound` for one that it diverges.  For the latter the file has values on the
cycle for which the expected update points the wrong way; they are rounded cosines, proposed here
and judged, like everything else in the file, by Coq alone.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from numeric_checks.safety.certificate_checker import check

MOST_WEIGHTS, LONGEST_CYCLE, MOST_BITS = 30, 1000, 400


class NotForCoq(ValueError):
    """A certificate that cannot be written for Coq; the message says why in one line."""


_OPENING = """\
(* {words}.

   To check it: recency formal, which says where its library is (in a clone, build/formal/library),
   and then coqc -R LIBRARY Recency and this file's name. *)
From Coq Require Import Reals ZArith List.
From Coquelicot Require Import Coquelicot.
From Recency Require Import Basics Finite Operators StepSizes StationaryBasics CertificateChecker.
Import ListNotations.
Open Scope R_scope.

(* the weights h_0, h_1, ... on TD errors are these integers over {over}, and then 0 *)
Definition weights : list Z := {weights}%Z.
Definition h : nat -> R := weights_of weights {over}.
Definition gamma : R := {p} / {q}.
"""

_CONVERGES = """
(* a square with these coefficients over {square_over} *)
Definition square : list Z := {square}%Z.
Lemma checked :
  certified weights {over} {p} {q} {margin_p} {margin_q} square {square_over} = true.
Proof. vm_compute. reflexivity. Qed.

Theorem positive_on_every_chain : has_margin gamma h ({margin_p} / {margin_q}).
Proof. exact (certified_sound _ _ _ _ _ _ _ _ checked). Qed.

Theorem converges_on_every_chain : exists largest, 0 < largest /\\
  forall (X : finite) (M : mrp X) (d : vec X), stationary (P M) d -> (forall s, 0 < d s) ->
  forall alpha, endless alpha -> (forall t, alpha t <= largest) ->
  forall v0, is_lim_seq (fun t => dist (updates M gamma h d alpha v0 t) (value M gamma)) 0.
Proof. exact (certified_converges _ _ _ _ _ _ _ _ checked eq_refl). Qed.
"""

_DIVERGES = """
(* values on the cycle of {cycle} states, 0 to {last}, that the update drives away from v_pi *)
Definition values : list Z := {values}%Z.
Lemma checked : refuted weights {over} {p} {q} values = true.
Proof. vm_compute. reflexivity. Qed.

Theorem not_positive : forall e, 0 <= e -> ~ has_margin gamma h e.
Proof. exact (refuted_sound _ _ _ _ _ checked). Qed.

Theorem diverges_on_the_cycle : forall reward : vec (numbers {last}),
  exists v0, forall alpha, endless alpha ->
  is_lim_seq
    (fun t => dist (updates (cycle {last} reward) gamma h (fun _ => / INR {cycle}) alpha v0 t)
                   (value (cycle {last} reward) gamma)) p_infty.
Proof. intros reward. eexists. exact (refuted_diverges _ _ _ _ _ checked reward). Qed.
"""


def coq_source(certificate: dict[str, Any]) -> str:
    """The Coq file that proves what a certificate claims; raises `NotForCoq`, or `Rejected`.

    The certificate is checked first, so that what is written can be expected to compile.
    """
    verdict = check(json.dumps(certificate))
    numerator, factors = certificate["return"]["numerator"], certificate["return"]["factors"]
    weights, gamma = numerator["coefficients"], verdict.gamma
    if factors:
        raise NotForCoq("the return goes on for ever: only finite lists of weights can be written")
    if len(weights) > MOST_WEIGHTS:
        raise NotForCoq(f"the return has {len(weights)} weights, and {MOST_WEIGHTS} can be written")
    shown: dict[str, object] = {
        "words": "\n   ".join(textwrap.wrap(verdict.sentence(), 96)),
        "weights": _listed(weights),
        "over": numerator["denominator"],
        "p": gamma.numerator,
        "q": gamma.denominator,
    }
    if verdict.margin is not None:
        square = certificate["square"]
        shown |= {
            "margin_p": verdict.margin.numerator,
            "margin_q": verdict.margin.denominator,
            "square": _listed(square["coefficients"]),
            "square_over": square["denominator"],
        }
        return (_OPENING + _CONVERGES).format(**shown)
    cycle, mode = certificate["cycle"], certificate["mode"]
    if cycle > LONGEST_CYCLE:
        raise NotForCoq(f"the cycle has {cycle} states, and {LONGEST_CYCLE} can be written")
    values = _listed(wrong_way(weights, gamma, cycle, mode))
    shown |= {"values": values, "cycle": cycle, "last": cycle - 1}
    return (_OPENING + _DIVERGES).format(**shown)


def _listed(integers: Sequence[int]) -> str:
    """A list of integers in Coq, in lines of a readable length."""
    lines = textwrap.wrap("; ".join(map(str, integers)), 96, break_long_words=False)
    return f"[{f'{chr(10)}   '.join(lines)}]"


# -- values on a cycle -----------------------------------------------------------------------------


def wrong_way(weights: Sequence[int], gamma: Fraction, cycle: int, mode: int) -> tuple[int, ...]:
    """Integers v on the cycle with <v, f(gamma P) v> < 0: cosines, rounded more and more finely."""
    bits = 10
    while bits <= MOST_BITS:
        values = _cosines(cycle, mode, bits)
        if _form(weights, gamma, values) < 0:
            return values
        bits *= 2
    raise NotForCoq("the real part is too close to 0 for values of a reasonable length")


def _cosines(cycle: int, mode: int, bits: int) -> tuple[int, ...]:
    """2^bits cos(2 pi mode s / cycle), rounded."""
    from flint import arb, ctx, fmpq

    before, ctx.prec = ctx.prec, bits + 20
    try:
        found = []
        for state in range(cycle):
            turn = fmpq(2 * (mode * state % cycle), cycle)
            found.append(int((arb.cos_pi_fmpq(turn) * 2**bits).mid().floor().unique_fmpz() or 0))
        return tuple(found)
    finally:
        ctx.prec = before


def _form(weights: Sequence[int], gamma: Fraction, values: Sequence[int]) -> Fraction:
    """<v, f(gamma P) v> on the cycle, with integer weights: sum_n f_n gamma^n sum_s v_s v_{s+n}."""
    size, total = len(values), Fraction(0)
    for n, (now, before) in enumerate(zip([*weights, 0], [0, *weights], strict=True)):
        overlap = sum(values[s] * values[(s + n) % size] for s in range(size))
        total += (now - before) * gamma**n * overlap
    return total
