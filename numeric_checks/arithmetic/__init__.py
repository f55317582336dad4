"""Exact numbers, balls, decimal digits, quotients of polynomials.

Imports symbolic.numbers, symbolic.returns.
"""
