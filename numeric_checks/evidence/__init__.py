"""Theorems tried on drawn instances: a second opinion from the statement itself, never a proof.

    drawing     instances that satisfy hypotheses, drawn from the hypotheses
    recursions  hypotheses that define something, solved for it
    evolutions  finite chains: stochastic matrices, and what their powers make of a vector
    chains      Markov reward processes, and decision processes
    changes     small changes of a statement, which evidence is to notice
    digits      both sides as decimals, by mpmath and by Arb
    trying      all of it together: `tried`
    assertions  the same for one's own formulas and theorems

Imports arithmetic, identities, instances, processes, statements, symbolic.core, symbolic.printing,
symbolic.returns, symbolic.statements, symbolic.terms, symbolic.writing.
"""
