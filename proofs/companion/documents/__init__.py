"""Claims, errata and analyses as text, LaTeX and HTML.

Imports claims, ledger, numeric_checks.arithmetic, numeric_checks.processes, numeric_checks.safety,
numeric_checks.statements, proofs.companion, proofs.notation, proofs.paper, symbolic,
symbolic.derivation, symbolic.documents, symbolic.printing, symbolic.rules, symbolic.statements,
symbolic.writing.
"""
