"""The Coq development: its sources, its build, and the statements that it was written for.

Imports claims, numeric_checks.safety, symbolic.core, symbolic.printing, symbolic.rules,
symbolic.statements, symbolic.writing, usage.
"""
