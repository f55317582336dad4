"""What several claims use, derived once.

Imports beyond, companion.claims, notation, numeric_checks.arithmetic, numeric_checks.processes,
paper, symbolic, symbolic.printing, symbolic.returns, symbolic.terms, symbolic.writing.
"""
