"""Theorems past the paper, one module each."""
