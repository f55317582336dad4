"""Markov reward processes: spectra, trajectories, paths, variances.

Imports arithmetic, moduli, symbolic.numbers, symbolic.returns.
"""
