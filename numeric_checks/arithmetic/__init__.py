"""Exact numbers, balls, decimal digits, quotients of polynomials.  Imports returns alone."""
