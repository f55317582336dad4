"""Finding proofs of conditions: it proposes, the kernel checks; nothing here is trusted.

Imports core, library, rules.
"""
