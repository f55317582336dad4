"""Theorems past the paper, one module each, and lemmas that rest on one of them.

Imports companion.claims, lemmas, notation, numeric_checks, numeric_checks.arithmetic,
numeric_checks.instances, numeric_checks.processes, paper, symbolic, symbolic.statements,
symbolic.terms, symbolic.writing.
"""
