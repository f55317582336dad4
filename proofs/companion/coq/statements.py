"""The statements of the Python claims for which Coq theorems were written, as they are recorded.

A person reads what a claim says and writes a Coq theorem for it; that the two say the same is not
checked.  What is checked is that the claim still says what it said then.  The manifest has the
statements of every claim with Coq theorems twice: printed, to be read, and as a digest of the core
terms with the meaning of every defined name in its place, to be compared.  A digest does not depend
on the names of bound variables, nor on the order of parts, hypotheses, summands and factors; a
statement that is written otherwise in any other way is another statement.  The axioms about Markov
chains that are proved in Coq are treated like the parts of a claim.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from proofs.companion.claims import catalogue
from proofs.companion.claims.claim import Claim
from proofs.companion.coq import tools as coq_tools
from proofs.companion.coq.record import CLASSICAL_FACTS
from symbolic.core.terms import Term
from symbolic.printing import statement_text
from symbolic.printing.plain import formula
from symbolic.rules import bridge, classical
from symbolic.statements import Equal, Statement, statement_to_core
from symbolic.writing.definitions import behind, explicit_term

#: the axioms of `symbolic.rules.bridge` that are theorems in Coq
OF_THE_BRIDGE = ("contraction", "constant vectors", "two states", "modes of a cycle")
#: what the manifest has of a claim
Recorded = Mapping[str, Any]


class Stated(NamedTuple):
    """What a part says, from the hypotheses that are given and those that had to be added."""

    given: tuple[Statement | Term, ...]
    added: tuple[Statement | Term, ...]
    says: Statement | Term

    @property
    def statements(self) -> tuple[Statement | Term, ...]:
        """All of them."""
        return (*self.given, *self.added, self.says)

    def shown(self) -> Recorded:
        """To be read, and to be compared."""
        kinds = (("given", self.given), ("added", self.added))
        hypotheses = {kind: list(map(_printed, found)) for kind, found in kinds if found}
        return {**hypotheses, "says": _printed(self.says), "digest": self.digest()}

    def digest(self) -> str:
        """The same for the same hypotheses, in whatever order, and the same conclusion."""
        given, added = (" ".join(sorted({_meaning(s) for s in found})) for found in self[:2])
        return coq_tools.digest(given, added, _meaning(self.says))[:16]


_REFUTED = "the refutation of "
#: what the parts of a claim say, by name
Parts = Mapping[str, Stated]


def recorded(parts: Parts) -> Recorded:
    """What the manifest is to have of a claim."""
    found: Recorded = {"parts": {name: part.shown() for name, part in parts.items()}}
    authored = [s for part in parts.values() for s in part.statements if isinstance(s, Statement)]
    names = frozenset[Any]().union(*(s.sequences for s in authored))
    where = [statement_text(Equal(d(*d.params), d.body)) for d in behind(names)]
    return {**found, "where": where} if where else found


def changes(before: Recorded, parts: Parts) -> tuple[str, ...]:
    """What was changed, added or removed since the statements of a claim were recorded.

    What is refuted has no name but how it is printed, which may change.
    """
    then = {name: part["digest"] for name, part in before.get("parts", {}).items()}
    now = {name: part.digest() for name, part in parts.items()}
    old = {then[name]: name for name in then if name.startswith(_REFUTED) and name not in now}
    for name in [name for name in now if name.startswith(_REFUTED) and name not in then]:
        if now[name] in old:
            then[name] = then.pop(old.pop(now[name]))
    found = [f"{name} was removed" for name in then if name not in now]
    for name, digest in now.items():
        if then.get(name) != digest:
            found.append(f"{name} was {'changed' if name in then else 'added'}")
    return tuple(found)


# -- what is said now ------------------------------------------------------------------------------


def load(claim_id: str) -> Claim:
    """The claim with this id."""
    claim = import_module(catalogue.find(claim_id).module).CLAIM
    assert isinstance(claim, Claim)
    return claim


def everything(claims: Iterable[Claim]) -> dict[str, Parts]:
    """What these claims say, and the axioms that Coq proves."""
    return {**{claim.entry.id: parts(claim) for claim in claims}, CLASSICAL_FACTS: facts()}


def parts(claim: Claim) -> Parts:
    """What the parts of a claim say, and what it refutes, steps of printed proofs too, by name."""
    found = []
    for part in claim.parts:
        added = [need.hypothesis for need in claim.needs_ if need.part.name == part.name]
        found.append((part.name, Stated(part.given, (*sorted(added, key=str),), part.says)))
    for refuted in claim.refutations:
        name = f"{_REFUTED}{statement_text(refuted.says)}"
        found.append((name, Stated(refuted.given, (), refuted.says)))
    for gap in claim.gaps:
        if gap.says is not None:
            name = f"the gap at {statement_text(gap.says)}"
            found.append((name, Stated(gap.given, (), gap.says)))
    named: dict[str, Stated] = {}
    twins = Counter[str]()
    for name, stated in sorted(found, key=lambda item: (item[0], item[1].digest())):
        named[name + "'" * twins[name]] = stated
        twins[name] += 1
    return named


def facts() -> Parts:
    """The axioms about Markov chains that are theorems in Coq; two more facts are rules."""
    taken = {name: fact[:2] for name, fact in classical.FACTS.items()}
    taken |= {name: bridge.AXIOMS[name] for name in OF_THE_BRIDGE}
    return {name: Stated(hypotheses, (), says) for name, (hypotheses, says) in taken.items()}


def _printed(statement: Statement | Term) -> str:
    """An axiom has no author's names for what it binds."""
    if isinstance(statement, Statement):
        return statement_text(statement)
    return formula(statement, {})


def _meaning(statement: Statement | Term) -> str:
    """An axiom is a term already, and speaks of no defined name."""
    if isinstance(statement, Statement):
        return _digest(explicit_term(statement_to_core(statement)))
    return _digest(statement)


@cache
def _digest(t: Term) -> str:
    """The same in every process, and for sums and products in any order."""
    parts = map(_digest, t.args)
    return coq_tools.digest(t.op, repr(t.data), *(sorted(parts) if t.op in ("+", "*") else parts))
