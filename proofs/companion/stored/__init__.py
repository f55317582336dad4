"""Returns as people type and store them: a list, a file with one, a file with many; and searches.

Imports numeric_checks.moduli, numeric_checks.safety, numeric_checks.search, symbolic.numbers,
symbolic.returns, usage.
"""
