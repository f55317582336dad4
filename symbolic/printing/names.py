"""Names: which ones there are, and how they are shown, so that no two look alike.

A name is a word of Latin letters, or the name of a Greek letter, which is shown as that letter;
digits may follow it, one part after an underscore, and primes.  Each name has one spelling, and a
name cannot be taken for anything else: ``h_n`` is the member of a sequence and no name, ``i_1`` is
shown with a subscript that no member has, and the words of statements are not names.

    >>> shown("gamma"), shown("i_1"), shown("lambda_max"), shown("v'")
    ('γ', 'i₁', 'λ_max', "v'")
    >>> check_name("h_n", "real")
    Traceback (most recent call last):
        ...
    symbolic.printing.names.NotAName: h_n looks like a member of the sequence h
    >>> check_name("μ", "real")
    Traceback (most recent call last):
        ...
    symbolic.printing.names.NotAName: μ is not a name: write mu
"""

from __future__ import annotations

import re

__all__ = ["GREEK", "RESERVED", "TOKEN", "NotAName", "check_name", "is_name", "named", "shown"]

GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "kappa": "κ",
    "lambda": "λ", "tau": "τ", "pi": "π", "theta": "θ", "rho": "ρ", "mu": "μ", "omega": "ω",
    "eta": "η", "xi": "ξ", "sigma": "σ",
}  # fmt: skip
_LETTERS = {letter: name for name, letter in GREEK.items() if name != "pi"}
_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_DIGITS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")

#: the kinds of things that have names
KINDS = frozenset({"integer", "real", "sequence", "MRP", "operator"})
#: functions, the number pi, and the words that statements are made of
RESERVED = frozenset(
    {
        "cos", "sin", "sup", "exp", "pi", "diag", "MRP", "all", "an", "analytic", "and", "as",
        "bounded", "column", "converge", "converges", "cycle", "definite", "depends",
        "distribution", "eigenvalue", "else", "every", "features", "finite", "fixed", "for",
        "full", "has", "if", "imaginary", "in", "infinite", "integer", "integers", "is", "its",
        "nonsingular", "not", "of", "on", "one", "only", "operator", "operators", "part", "period",
        "point", "positive", "probability", "rank", "real", "reversible", "rewards", "sizes",
        "states", "stationary", "stay", "step", "sum", "that", "the", "their", "then", "to", "two",
        "unbounded", "updates", "where", "with", "without",
    }
)  # fmt: skip

_WORD = r"[A-Za-z]{2,}[0-9]*(?:_[A-Za-z0-9]+)*"
_LETTER = rf"(?:[A-Za-z]|[{''.join(_LETTERS)}])[0-9]*(?:[₀-₉]+|_[A-Za-z]{{2,}}[0-9]*)?"
#: a name as it is shown
TOKEN = re.compile(rf"(?:{_WORD}|{_LETTER})'*")
_NAME = re.compile(
    r"(?P<stem>[A-Za-z]+)(?P<digits>[0-9]*)(?P<parts>(?:_[A-Za-z0-9]+)*)(?P<primes>'*)"
)


class NotAName(ValueError):
    """This cannot be the name of anything."""


def check_name(name: str, kind: str) -> None:
    """Raise unless a thing of this kind (see `KINDS`) may have this name."""
    if kind not in KINDS:
        raise NotAName(f"{kind} is not a kind of thing that has a name")
    found = _NAME.fullmatch(name)
    if found is None:
        spelt = "".join(_LETTERS.get(ch, ch) for ch in name)
        instead = f": write {spelt}" if spelt != name and _NAME.fullmatch(spelt) else ""
        raise NotAName(f"{name} is not a name{instead}")
    stem, parts = found["stem"], found["parts"].split("_")[1:]
    if name in RESERVED or stem == "pi" or name == "v_pi":
        raise NotAName(f"{name} has a meaning of its own")
    if len(stem) > 1 and stem not in GREEK:
        return
    if len(parts) > 1:
        raise NotAName(f"{name} has more than one subscript")
    if parts and not parts[0].isdigit():
        word = re.fullmatch("[A-Za-z]{2,}[0-9]*", parts[0])
        if word is None or parts[0] in GREEK:
            raise NotAName(f"{name} looks like a member of the sequence {stem}")


def is_name(name: str) -> bool:
    """Is this a name, for a variable or a sequence?"""
    try:
        check_name(name, "real")
    except NotAName:
        return False
    return True


def shown(name: str) -> str:
    """A name as it is printed; what is not one is shown in marks that no name has."""
    found = _NAME.fullmatch(name)
    if found is None or not is_name(name):
        return f"‹{name}›"
    stem, parts = found["stem"], found["parts"]
    if len(stem) > 1 and stem not in GREEK:
        return name
    if parts[1:].isdigit():
        parts = parts[1:].translate(_SUBSCRIPTS)
    return f"{GREEK.get(stem, stem)}{found['digits']}{parts}{found['primes']}"


def named(token: str) -> str:
    """The name that is printed so.

    >>> [named(shown(name)) for name in ("gamma", "i_1", "x_max'", "100%")]
    ['gamma', 'i_1', "x_max'", '100%']
    """
    if token.startswith("‹"):
        return token[1:-1]
    name = re.sub("[₀-₉]+", lambda found: "_" + found[0].translate(_DIGITS), token)
    return _LETTERS.get(name[0], name[0]) + name[1:]
