"""A theorem's derivation as a document, and that document as text, LaTeX and HTML.

Imports printing, statements, writing.
"""

from symbolic.derivation.outline import (
    Block,
    Calculation,
    Conclusion,
    Heading,
    Line,
    Reason,
    Reference,
    outline,
)
from symbolic.derivation.rendering import Derivation, shown, supposed

__all__ = [
    "Block",
    "Calculation",
    "Conclusion",
    "Derivation",
    "Heading",
    "Line",
    "Reason",
    "Reference",
    "outline",
    "shown",
    "supposed",
]
