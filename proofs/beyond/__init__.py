"""Theorems past the paper, one module each, and what rests on them, two claims of the paper too.

Imports lemmas, notation, numeric_checks.arithmetic, numeric_checks.processes, paper,
symbolic.statements, vocabulary.
"""
