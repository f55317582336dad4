"""What several claims use, resting on no other; a lemma with a header is a claim itself.

Imports notation, numeric_checks.arithmetic, numeric_checks.evidence, numeric_checks.statements,
vocabulary.
"""
