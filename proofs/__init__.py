"""The paper, claim by claim: each module here is one claim, and its docstring opens with its name.

A claim module reads top to bottom: the statement in our words and its place in the paper, the
hypotheses (marking those the paper does not state), the derivation, the numeric evidence, remarks.
``recency verify --list`` prints the claims in the paper's order, ``recency verify`` checks them,
``recency show CLAIM`` prints one derivation, and ``recency new ID`` begins another. What turns the
modules into a ledger and a command line lives in ``proofs.companion``; nothing there is needed to
read a proof.
"""
