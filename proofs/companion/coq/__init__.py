"""The Coq development: its sources, its build, what it backs."""
