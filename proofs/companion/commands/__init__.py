"""The commands: in each module ``declare`` names the options and ``run`` does the work.

Imports claims, coq, documents, ledger, numeric_checks.arithmetic, numeric_checks.figures,
numeric_checks.moduli, numeric_checks.processes, numeric_checks.safety, numeric_checks.search,
numeric_checks.walk, running, stored, symbolic.numbers, symbolic.returns, usage.
"""
