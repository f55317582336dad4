"""Markov reward processes: spectra, trajectories, variances.  Imports arithmetic, moduli."""
