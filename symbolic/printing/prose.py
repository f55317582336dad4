"""English with symbols in it, as LaTeX text."""

from __future__ import annotations


def prose_latex(text: str) -> str:
    """Words for LaTeX's text mode: specials escaped, names of symbols in math mode."""
    from symbolic.derivation import escape

    return escape(text)
