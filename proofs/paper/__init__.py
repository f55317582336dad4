"""The claims that stand in the paper, one module each, and lemmas that rest on one of them.

Imports lemmas, notation, numeric_checks.arithmetic, numeric_checks.moduli,
numeric_checks.processes, symbolic.printing, symbolic.returns, vocabulary.
"""
