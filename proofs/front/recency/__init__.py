"""Is TD safe with my return?  Everything that a user of the project starts from.

    >>> import recency
    >>> found = recency.analyze([1, 0.5, 0.75], gamma=0.9)
    >>> found
    <Analysis: safe at gamma = 9/10; h = 1, 1/2, 3/4, then zero>
    >>> found.verdict, found.contracts, str(found.modulus)
    ('yes', False, '4797/4000')

Weights are a list, an array, or text as on the command line; a number is an int, a Fraction, text
such as "9/10", or a float, which is read as the decimal that it prints as; `analyze` says so.

    >>> print(found.notes[0])
    floats are read as the decimals that they print as: 0.9 = 9/10, 0.5 = 1/2, 0.75 = 3/4
    >>> recency.modulus(recency.LambdaReturn(0.9), 0.99)
    Fraction(99, 109)
    >>> recency.match_modulus(recency.SparseLambdaReturn, "99/109", 0.99, m=3).lam
    Fraction(90000, 119701)

What expected updates do on one process, what sampled ones do on the random walk, and the figures:

    >>> recency.spectrum(recency.two_state(0.4, 0.9), [0, 1])
    <Spectrum: diverges on an MRP of 2 states at gamma = 9/10; h = 0, 1, then zero>
    >>> recency.walk({"TD(0)": [1]}, trials=20, sizes=[0.1, 0.3])["TD(0)"].lowest.size
    0.3
    >>> recency.figure("update-field", p=0.25).render("pdf")[:5]
    b'%PDF-'

In a notebook all these show themselves, with their plots; of an analysis, a spectrum and a walk
``plot()`` is a figure of matplotlib.  Formulas and proofs are written with `symbolic`, where no
float is a number.  A name is imported when it is asked for.

Imports numeric_checks.evidence, numeric_checks.figures, numeric_checks.moduli,
numeric_checks.processes, numeric_checks.safety, numeric_checks.search, numeric_checks.walk,
proofs.companion, proofs.companion.claims, proofs.companion.commands, proofs.companion.documents,
proofs.companion.ledger, proofs.companion.stored, proofs.companion.usage, symbolic, symbolic.cards,
symbolic.numbers, symbolic.returns.
"""

from typing import TYPE_CHECKING

from proofs.companion import __version__
from symbolic.on_demand import on_demand

if TYPE_CHECKING:
    from numeric_checks.evidence.assertions import assert_identity, assert_theorem
    from numeric_checks.processes.mrp import MRP
    from numeric_checks.processes.spectra import eigenvalues
    from proofs.companion.ledger import Report
    from recency.analysis import Analysis, analyze
    from recency.certificates import check_certificate
    from recency.figures import figure
    from recency.processes import cycle, mrp, single_state, two_state
    from recency.questions import match_modulus, modulus, verify
    from recency.reading import Number, Weights
    from recency.returns import (
        DelayedLambdaReturn,
        DelayedReturn,
        GammaReturn,
        InvertedUReturn,
        LambdaReturn,
        MonteCarloReturn,
        NStepReturn,
        SparseLambdaReturn,
        TruncatedLambdaReturn,
        WeightedReturn,
        nstep,
    )
    from recency.searching import search
    from recency.spectra import Spectrum, contraction_factor, fate, spectrum
    from recency.walking import Walk, walk
    from recency.writing import latex
    from symbolic.returns import LinearReturn
else:
    __getattr__, __dir__ = on_demand(__name__)

__all__ = [
    "MRP",
    "Analysis",
    "DelayedLambdaReturn",
    "DelayedReturn",
    "GammaReturn",
    "InvertedUReturn",
    "LambdaReturn",
    "LinearReturn",
    "MonteCarloReturn",
    "NStepReturn",
    "Number",
    "Report",
    "SparseLambdaReturn",
    "Spectrum",
    "TruncatedLambdaReturn",
    "Walk",
    "WeightedReturn",
    "Weights",
    "__version__",
    "analyze",
    "assert_identity",
    "assert_theorem",
    "check_certificate",
    "contraction_factor",
    "cycle",
    "eigenvalues",
    "fate",
    "figure",
    "latex",
    "match_modulus",
    "modulus",
    "mrp",
    "nstep",
    "search",
    "single_state",
    "spectrum",
    "two_state",
    "verify",
    "walk",
]
