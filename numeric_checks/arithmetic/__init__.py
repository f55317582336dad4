"""Exact sums, balls and decimal digits of numbers.  Imports symbolic.numbers, symbolic.returns."""
