"""The types of options that are exact numbers, each kept as it was typed."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from symbolic.numbers import InvalidNumber, Typed

__all__ = ["discount", "exact", "unit"]


def discount(text: str) -> Typed:
    """A number between 0 and 1."""
    try:
        number = Typed(text)
    except InvalidNumber as problem:
        wrong = str(problem).partition(": expected")[0]
        words = f"{wrong}: expected 0 < gamma < 1, such as 9/10 or 0.9"
        raise argparse.ArgumentTypeError(words) from None
    if not 0 < number < 1:
        raise argparse.ArgumentTypeError(f"expected 0 < gamma < 1, not {text!r}")
    return number


def unit(what: str) -> Callable[[str], Typed]:
    """The type of an option that is a number from 0 to 1."""

    def read(text: str) -> Typed:
        number = exact(text)
        if not 0 <= number <= 1:
            raise argparse.ArgumentTypeError(f"expected 0 <= {what} <= 1, not {text!r}")
        return number

    return read


def exact(text: str) -> Typed:
    """Any number."""
    try:
        return Typed(text)
    except InvalidNumber as problem:
        raise argparse.ArgumentTypeError(str(problem)) from None
