"""The terms of the language, as sympy writes them, and the core terms that they stand for.

>>> i, n = index("i"), index("n")
>>> h = sequence("h")
>>> series(h(i), i, 0, n - 1)
Sum(h(i), (i, 0, n - 1))

Imports core, numbers, printing.
"""

from symbolic.terms.edge import from_core, to_core
from symbolic.terms.language import (
    CosTurn,
    FloorDiv,
    IfLess,
    NotATerm,
    OpenSum,
    Sequence,
    SinTurn,
    Turn,
    all_symbols,
    check_term,
    index,
    is_index,
    open_sum,
    real,
    sequence,
    series,
)
from symbolic.terms.substitution import (
    free_sequences,
    free_symbols,
    fresh_index,
    substitute,
    substitute_sequence,
    subterms,
)

__all__ = [
    "CosTurn",
    "FloorDiv",
    "IfLess",
    "NotATerm",
    "OpenSum",
    "Sequence",
    "SinTurn",
    "Turn",
    "all_symbols",
    "check_term",
    "free_sequences",
    "free_symbols",
    "fresh_index",
    "from_core",
    "index",
    "is_index",
    "open_sum",
    "real",
    "sequence",
    "series",
    "substitute",
    "substitute_sequence",
    "subterms",
    "to_core",
]
