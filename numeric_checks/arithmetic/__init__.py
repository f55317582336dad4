"""Exact numbers, balls, digits and quotients.  Imports symbolic.numbers, symbolic.returns."""
