"""Is TD safe with a return: the decision and its certificates.

Imports arithmetic, moduli, symbolic.returns.
"""
