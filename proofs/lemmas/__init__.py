"""What several claims use, resting on no other; a lemma with a header is a claim itself.

Imports companion.claims, notation, numeric_checks.arithmetic, numeric_checks.instances,
numeric_checks.processes, symbolic, symbolic.printing, symbolic.returns, symbolic.terms,
symbolic.writing.
"""
