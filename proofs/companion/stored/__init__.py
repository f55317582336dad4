"""Returns as people type and store them: a list, a file with one or with many; processes; searches.

Imports numeric_checks.processes, numeric_checks.safety, numeric_checks.search, symbolic.numbers,
symbolic.returns, usage.
"""
