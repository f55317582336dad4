"""Theorems past the paper, one module each, and lemmas that rest on one of them.

Imports lemmas, notation, numeric_checks.arithmetic, numeric_checks.processes, paper,
symbolic.statements, vocabulary.
"""
