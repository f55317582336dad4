"""What a claim is, which there are, and whether they hold.

Imports numeric_checks.instances, numeric_checks.processes, numeric_checks.statements, symbolic,
symbolic.core, symbolic.printing, symbolic.search, symbolic.statements, symbolic.writing, usage.
"""
