"""Exact sums, balls and decimal digits of numbers.  Imports nothing else of ours but returns."""
