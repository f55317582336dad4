"""Identities evaluated exactly and to many digits.  Imports arithmetic, instances."""
