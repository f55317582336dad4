"""Identities evaluated exactly and to many digits.

Imports arithmetic, instances, symbolic.returns, symbolic.statements, symbolic.terms,
symbolic.writing.
"""
