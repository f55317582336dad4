"""The Coq development: its sources, its build, what it backs.

Imports claims, numeric_checks.safety, symbolic.terms, usage.
"""
