"""Markov reward processes: spectra, trajectories, variances.

Imports arithmetic, moduli, symbolic.numbers, symbolic.returns.
"""
