"""The paper, claim by claim: its claims, theorems past it, and the lemmas that several of them use.

Each module of `proofs.paper` and `proofs.beyond` is one claim, and its docstring opens with its
name.  It reads top to bottom: the statement in our words and its place in the paper, the hypotheses
(marking those the paper does not state), the derivation, witnesses, in some a second computation.
``recency verify --list`` prints the claims in the paper's order, ``recency verify`` checks them,
``recency show CLAIM`` prints one derivation, and ``recency new ID`` begins another. What turns the
modules into a ledger and a command line lives in ``proofs.companion``; nothing there is needed to
read a proof.

Imports proofs.companion.start.
"""
