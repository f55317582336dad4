"""The claims that stand in the paper, one module each.

Imports beyond, companion.claims, lemmas, notation, numeric_checks, numeric_checks.arithmetic,
numeric_checks.instances, numeric_checks.moduli, numeric_checks.processes, symbolic,
symbolic.printing, symbolic.returns, symbolic.terms, symbolic.writing.
"""
