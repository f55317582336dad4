"""Theorems for a paper."""

from __future__ import annotations

from proofs.companion.documents.fragments import theorem_fragment
from symbolic import Theorem

__all__ = ["latex"]


def latex(theorem: Theorem, title: str) -> str:
    r"""A theorem with its derivation, as a LaTeX fragment for ``\input``.

    >>> from symbolic import Less, given, index, real, series
    >>> from symbolic.writing import geometric
    >>> q, i = real("q"), index("i")
    >>> known = given(Less(0, q), Less(q, 1))
    >>> print(latex(geometric(known, series(q**i, i, 0), q), "A geometric series"))
    % A geometric series. It needs \usepackage{amsmath,amssymb,amsthm}.
    ...
    \par\endgroup
    <BLANKLINE>
    """
    if not isinstance(theorem, Theorem):
        raise TypeError(
            f"{type(theorem).__name__} is no theorem; expected what a rule or a chain proved"
        )
    return theorem_fragment(theorem, title)
