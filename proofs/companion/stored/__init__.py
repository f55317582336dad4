"""Returns as people type and store them: a list, a file with one, a file with many; and processes.

Imports numeric_checks.moduli, numeric_checks.processes, numeric_checks.safety, symbolic.numbers,
symbolic.returns, usage.
"""
