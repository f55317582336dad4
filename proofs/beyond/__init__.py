"""Theorems past the paper, one module each, and what rests on them: lemmas, and claims of the paper.

Imports lemmas, notation, numeric_checks.arithmetic, numeric_checks.processes, paper,
symbolic.statements, vocabulary.
"""
