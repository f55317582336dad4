"""Markov reward processes: spectra, trajectories, paths, variances.

Imports arithmetic, moduli, symbolic.cards, symbolic.numbers, symbolic.returns.
"""
