"""The claims that stand in the paper, one module each, and lemmas that rest on one of them.

Imports companion.claims, lemmas, notation, numeric_checks, numeric_checks.arithmetic,
numeric_checks.instances, numeric_checks.moduli, numeric_checks.processes, symbolic,
symbolic.printing, symbolic.returns, symbolic.terms, symbolic.writing.
"""
