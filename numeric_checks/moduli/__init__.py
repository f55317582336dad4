"""The modulus of a return: exact, enclosed, matched.  Imports arithmetic, symbolic.returns."""
