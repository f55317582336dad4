"""The exact decision whether TD with a return converges on every finite MRP."""

from numeric_checks.convergence.cosines import TooFine
from numeric_checks.convergence.decision import (
    Decision,
    Enclosure,
    SpectralBound,
    Witness,
    decide,
    largest_step,
    spectral_bound,
)
from numeric_checks.convergence.filters import LONGEST, Filter, TooLong

__all__ = [
    "LONGEST",
    "Decision",
    "Enclosure",
    "Filter",
    "SpectralBound",
    "TooFine",
    "TooLong",
    "Witness",
    "decide",
    "largest_step",
    "spectral_bound",
]
