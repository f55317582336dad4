"""Claims, errata and analyses as text, LaTeX and HTML.

<<<<<<< HEAD
Imports claims, ledger, numeric_checks.arithmetic, numeric_checks.safety, numeric_checks.statements,
proofs.companion, proofs.notation, proofs.paper, symbolic, symbolic.derivation, symbolic.documents,
symbolic.printing, symbolic.rules, symbolic.statements, symbolic.terms, symbolic.writing.
=======
Imports claims, ledger, numeric_checks.arithmetic, numeric_checks.safety, proofs.companion,
proofs.notation, proofs.paper, symbolic, symbolic.derivation, symbolic.documents, symbolic.printing,
symbolic.rules, symbolic.statements, symbolic.writing.
>>>>>>> c3632f226d2424d3c58ea986da9fedb169ae0036
"""
