"""Instances that hypothesis draws, and checks run on them.  Imports processes, symbolic.returns."""
