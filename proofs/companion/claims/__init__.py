"""What a claim is, which there are, and whether they hold.

Imports numeric_checks.evidence, numeric_checks.instances, numeric_checks.statements,
symbolic.cards, symbolic.core, symbolic.printing, symbolic.search, symbolic.statements,
symbolic.writing, usage.
"""
