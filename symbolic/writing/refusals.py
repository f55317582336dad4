"""Refusals: what a rule says when it does not apply, in the words of a reader.

A refusal is one line.  It may carry what was to be shown (``goal``) and what could be used for it
(``facts``); `symbolic.writing.failures` makes an account of that.  Mathematics in it is printed as
mathematics: words leave room, as ``{}``, for terms and statements.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import TYPE_CHECKING, Any, NoReturn

from symbolic.core import kernel
from symbolic.core.terms import INT, Term, substitute, var
from symbolic.printing import shown as as_text
from symbolic.search.facts import NotShown

if TYPE_CHECKING:
    from symbolic.writing.theorem import Theorem

__all__ = [
    "DoesNotOccur",
    "ProofError",
    "Undefined",
    "Unproved",
    "attempt",
    "refuse",
    "shown",
    "told",
]


class ProofError(Exception):
    """A rule refused."""

    #: what was to be shown, where that is one statement: the core's, or an author's
    goal: Any = None
    #: what could be used for it; None while nobody has said
    facts: tuple[Theorem, ...] | None = None


class Unproved(ProofError):
    """A side condition does not follow from what is given."""

    def __init__(self, condition: object, rule: str) -> None:
        super().__init__(f"{rule}: the side condition {shown(condition)} does not follow")
        self.goal = condition


class Undefined(ProofError):
    """A theorem that is to be published has terms that need not be defined."""

    def __init__(self, condition: str, goal: Term | None = None) -> None:
        super().__init__(f"not everything is defined: {condition} does not follow")
        self.goal = goal


class DoesNotOccur(ProofError):
    """There is nothing to rewrite."""


def shown(thing: object) -> str:
    """Mathematics as text, for a reason or a refusal."""
    return as_text(named(thing) if isinstance(thing, Term) else thing)


def named(t: Term) -> Term:
    """The term with names for the variables that a search has made up."""
    made_up = [x for x in t.free if isinstance(x, Term) and x.data[0].startswith("#")]
    taken = {x.data[0] for x in t.free if isinstance(x, Term)}
    names: dict[Any, Term] = {}
    for x in sorted(made_up, key=lambda x: str(x.data[0])):
        options = chain("inkjm" if x.sort == INT else "zxy", (f"x_{k}" for k in range(99)))
        name = next(option for option in options if option not in taken)
        taken.add(name)
        names[x] = var(name, x.sort)
    return substitute(t, names) if names else t


def refuse(rule: str, why: str | Exception, *about: object, goal: object = None) -> NoReturn:
    """The rule does not apply; the words have a place for each thing that they are about."""
    words = why.format(*map(shown, about)) if isinstance(why, str) and about else told(why)
    error = ProofError(f"{rule}: {words}")
    error.goal = goal
    raise error


#: what the core says with terms of its own, in other words
_OF_THE_CORE = {
    "is not arbitrary": "a variable that has to be arbitrary occurs in a hypothesis",
    "is not a statement": "a number stands where a statement is expected",
    "asks for": "a condition is not the one that is asked for",
    "cannot be put into": "a value is not of the kind that the statement is about",
    "restate": "the two are different statements",
    "is not a relation of the right kind": "a premise is not a relation of the kind that is needed",
    "does not say that": "a premise does not say that something is not zero, or not negative",
    "cannot stand for": "a value is not of the sort of what it is put for",
    "cannot be the members of": "a term with variables of its own is no sequence",
    "is not the sum of": "the statement is not the sum of what is given",
    "is not int": "a number stands where an integer is expected",
    "is not real": "something else stands where a number is expected",
}


def told(why: str | Exception) -> str:
    """Why something is refused, with the terms that a search speaks of as a reader writes them."""
    if isinstance(why, NotShown):
        return why.words.format(*map(shown, why.terms))
    words = str(why)
    if isinstance(why, kernel.Refused | kernel.IllFormed):
        return next((other for part, other in _OF_THE_CORE.items() if part in words), words)
    return words


def attempt(
    rule: str, make: Callable[[], Any], why: str | None = None, *, goal: object = None
) -> Any:
    """What the core makes; its refusal as one of this rule."""
    try:
        return make()
    except (kernel.Refused, kernel.IllFormed) as error:
        reason = why or error
    return refuse(rule, reason, goal=goal)
