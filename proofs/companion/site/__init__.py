"""The site: static pages of all that was proved and measured, with the analysis and a graph.

Every page is a file that opens without a server, fetches nothing and is readable without a script.
What is said of a claim is computed: an `accounts.Account` is made where the claim was checked, and
the pages are made of these.

Imports claims, coq, documents, ledger, notebooks, numeric_checks.figures, numeric_checks.safety,
proofs.companion, running, symbolic.core, symbolic.documents, symbolic.printing, symbolic.rules,
symbolic.writing, usage.
"""
