"""What turns the claim modules into a companion to the paper: catalogue, ledger, command line.

Imports nothing but Python.
"""

__version__ = "0.1.0"
