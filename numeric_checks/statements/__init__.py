"""Statements decided in an instance, exactly: what the ledger's verdicts about witnesses rest on.

    instances        values for variables, members of sequences, a finite MRP: data
    numbers          rational functions of z
    integers         integers that may be any from some number on
    closed_forms     sequences whose sums, limits and signs are decided
    reading          terms of the core, read in an instance
    operators        statements about operators, on the MRP of the instance
    stationary       statements about the stationary chain
    meaning          every other kind of statement, and `decide`
    counterexamples  small instances at which a statement fails while others hold

Not decided, and said to be undecided: sequences outside the class (1/n, irrational angles), a sum
over j in which an outer index that grows is compared with j, a quotient by a sum that depends on an
index.

Imports arithmetic, identities, processes, safety, symbolic.core, symbolic.printing,
symbolic.statements, symbolic.terms, symbolic.writing.
"""

from numeric_checks.statements.findings import Finding, Outcome
from numeric_checks.statements.instances import (
    Instance,
    InvalidInstance,
    Members,
    Table,
    members,
    table,
)
from numeric_checks.statements.meaning import decide
from numeric_checks.statements.numbers import NoValue

__all__ = [
    "Finding",
    "Instance",
    "InvalidInstance",
    "Members",
    "NoValue",
    "Outcome",
    "Table",
    "decide",
    "members",
    "table",
]
