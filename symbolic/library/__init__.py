"""Theorems that are proved once, from the axioms; nothing here is trusted.  Imports core, rules."""
