"""Identities evaluated exactly and to many digits.

Imports arithmetic, symbolic.returns, symbolic.statements, symbolic.terms.
"""
