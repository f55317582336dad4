"""The claims that stand in the paper, one module each, and lemmas that rest on one of them.

Imports lemmas, notation, numeric_checks.evidence, numeric_checks.moduli,
numeric_checks.processes, numeric_checks.statements, numeric_checks.walk, vocabulary.
"""
