r"""The formulas that occur in sentences, read from tokens and written as LaTeX.

    relation    expressions with =, <, ->, ... between them
    expression  terms with + and - between them
    term        factors side by side, or with · and / between them
    factor      an atom with a prime, a subscript, a superscript, or arguments in brackets
    atom        a number, a letter, (a, b), |a|, ‖a‖, ⌊a⌋, Σ a, cos a, [a if b < c, else d]

Two things are decided by the words around them.  A hyphen is a minus sign between operands ("2p-1")
and not before a word ("n-step").  The letter a is an article before most words ("a return").

    >>> print(Formulas(Line("γ^τ·(2p-1) ≤ v_pi is true")).relation(0).latex)
    \gamma^{\tau} (2 p - 1) \leq v_{\pi}
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from symbolic.printing.prose_lines import Line
from symbolic.printing.prose_symbols import (
    ATOMS,
    BARS,
    BRACKETS,
    FUNCTIONS,
    OPERATORS,
    PRIMES,
    RELATIONS,
    SIGNS,
)

__all__ = ["Formulas", "Found"]

#: formulas are not nested deeper than this
DEEPEST = 40


@dataclass(frozen=True)
class Found:
    """A formula, and the place of the first token after it."""

    latex: str
    end: int
    kind: str = ""


Reader: TypeAlias = Callable[[int, str], Found | None]


class Formulas:
    """Reads formulas; every method gives None where there is none.

    ``within`` says whether the place is in the text (""), in "brackets" or between "bars".
    """

    def __init__(self, line: Line) -> None:
        self._line = line
        self._factors: dict[tuple[int, str], Found | None] = {}
        self._depth = 0

    def relation(self, at: int, within: str = "") -> Found | None:
        """A chain of relations, or one expression; in the text the first side may be missing."""
        found = self.expression(at, within)
        if found is None and not within:
            found = Found("", at)
        while found is not None:
            sign = RELATIONS.get(self._line[found.end].text)
            right = sign and self.expression(found.end + 1, within)
            if not right:
                break
            found = Found(f"{found.latex} {sign} {right.latex}".lstrip(), right.end, "relation")
        return found if found and found.latex else None

    def expression(self, at: int, within: str = "") -> Found | None:
        """Terms with signs between them."""
        sign = SIGNS.get(self._line[at].text)
        if sign is None:
            found = self._term(at, within)
        elif self._line[at + 1].gap and not within:
            return None
        else:
            positive = self._term(at + 1, within)
            found = positive and Found(sign + positive.latex, positive.end)
        while found is not None:
            sign = SIGNS.get(self._line[found.end].text)
            right = sign and self._summand(found, within)
            if not right:
                break
            more = right.latex.replace(r"\ldots", r"\cdots")
            found = Found(f"{found.latex} {sign} {more}", right.end)
        return found

    def _summand(self, left: Found, within: str) -> Found | None:
        """What a sign adds to the left side; a range (1-10) is not a difference."""
        if not self._line.even(left.end):
            return None
        right = self._term(left.end + 1, within)
        numbers = right is not None and left.kind == right.kind == "number"
        return None if numbers and not within and not self._line[left.end].gap else right

    def _term(self, at: int, within: str) -> Found | None:
        found, divided = self._factor(at, within), False
        while found is not None:
            mark = self._line[found.end].text
            if mark in OPERATORS and self._line.even(found.end):
                right = self._factor(found.end + 1, within)
                numbers = right is not None and found.kind == right.kind == "number"
                sign = OPERATORS[mark]
                between = sign if mark == "/" else f" {sign} " if divided or numbers else " "
                divided |= mark == "/"
            else:
                right = self._neighbour(found, within)
                between = r" \, " if right is not None and right.kind == "number" else " "
            if right is None:
                break
            found = Found(f"{found.latex}{between}{right.latex}", right.end)
        return found

    def _neighbour(self, left: Found, within: str) -> Found | None:
        """A factor beside another one: not a label like (1), nor the first half of "n-step"."""
        token = self._line[left.end]
        if token.kind == "number":
            counts = left.kind == "letter" and self._line[left.end + 1].text in RELATIONS
        elif token.kind == "mark":
            bars = token.text in BARS and within != "bars"
            counts = bars or (token.text == "(" and not self._line.is_label(left.end))
        else:
            counts = True
        found = self._factor(left.end, within) if counts else None
        return None if found is None or self._line.is_hyphen(found.end) else found

    def _factor(self, at: int, within: str) -> Found | None:
        if (at, within) not in self._factors:
            self._depth += 1
            found = None if self._depth > DEEPEST else self._read_factor(at, within)
            self._depth -= 1
            self._factors[at, within] = found
        return self._factors[at, within]

    def _read_factor(self, at: int, within: str) -> Found | None:
        found, taken = self._atom(at, within), ""
        while found is not None:
            token = self._line[found.end]
            more = None if token.gap else self._attached(at, found, token.text, taken)
            if more is None:
                break
            found, taken = more, taken + token.text.replace("*", "^")
        return found

    def _attached(self, at: int, base: Found, mark: str, taken: str) -> Found | None:
        """The base with a script, a prime or arguments; ``taken`` are the marks it has."""
        if mark in {"_", "^"} and mark not in taken:
            script = self.script(base.end, of=self._line[at].text)
            return script and Found(f"{base.latex}{mark}{{{script.latex}}}", script.end, base.kind)
        if base.kind == "number" and mark in {"...", "…"}:
            return Found(rf"{base.latex}\ldots", base.end + 1)
        if base.kind != "letter":
            return None
        if mark in PRIMES and not self._line.is_quoted(at) and "^" not in taken:
            return Found(f"{base.latex}'", base.end + 1, base.kind)
        after = self._line[base.end + 1]
        if mark == "*" and "^" not in taken and (after.gap or after.text in ",.;:)"):
            return Found(f"{base.latex}^{{*}}", base.end + 1, base.kind)
        if mark in {"(", "["}:
            arguments = self._list(base.end, BRACKETS[mark])
            name = r"\mathbb{E}" if (base.latex, mark) == ("E", "[") else base.latex
            return arguments and Found(name + arguments.latex, arguments.end, base.kind)
        return None

    def script(self, at: int, of: str = "") -> Found | None:
        """What stands after the _ or ^ at this place; the brackets of G^(n) are kept."""
        raised, first = self._line[at].text == "^", self._line[at + 1]
        if first.gap or first.kind == "end":
            return None
        if first.text in {"{", "("}:
            inner = self._elements(at + 1, self.relation)
            if inner is None or self._line[inner.end].text != BRACKETS[first.text]:
                return None
            index = first.text == "(" and raised and (of == "G" or inner.end == at + 3)
            return Found(f"({inner.latex})" if index else inner.latex, inner.end + 1)
        sign = SIGNS.get(first.text, "") if raised else ""
        token = self._line[at + 2] if sign else first
        if token.kind in {"number", "letter"}:
            return Found(sign + (token.latex or token.text), at + 2 + bool(sign))
        return Found(ATOMS.get(first.text, "*"), at + 2) if first.text in {"∞", "*"} else None

    # -- atoms ------------------------------------------------------------------------------------

    def _atom(self, at: int, within: str) -> Found | None:
        token = self._line[at]
        match token.kind, token.text:
            case "number", number:
                return Found(number, at + 1, "number")
            case "letter", letter:
                turn = letter == "i" and not token.gap and self._line[at - 1].text in {"π", "pi"}
                shown = Found(r"\mathrm{i}" if turn else token.latex, at + 1, "letter")
                return None if self._line.is_article(at, within) else shown
            case "sum", name:
                return self._sum(at, within) if name != "sum" or self._sums(at + 1) else None
            case "function", _:
                return self._function(at, within)
            case "word", name if within == "bars" and re.fullmatch("[a-z]{2}", name):
                return Found(" ".join(name), at + 1)
            case "mark", mark if mark in BARS:
                return self._between_bars(at)
            case "mark", "[":
                return self._conditional(at) or self._list(at, "])")
            case "mark", "(" | "{" as mark:
                return self._list(at, ")]" if mark == "(" else "}")
            case "mark", mark if mark in ATOMS:
                return Found(ATOMS[mark], at + 1)
        return None

    def _sums(self, at: int) -> bool:
        """Is this what the word "sum" before it sums, or its index?"""
        token = self._line[at]
        named = token.kind == "letter" and not self._line.is_article(at)
        return (named and not self._line.is_hyphen(at + 1)) or token.text in {"|", "_"}

    def _sum(self, at: int, within: str) -> Found | None:
        found, taken = Found(self._line[at].latex, at + 1), ""
        while (mark := self._line[found.end]).text in {"_", "^"} and mark.text not in taken:
            script = None if mark.gap else self.script(found.end)
            if script is None:
                break
            found = Found(f"{found.latex}{mark.text}{{{script.latex}}}", script.end)
            taken += mark.text
        body = self._term(found.end, within)
        if body is None:
            return found if taken else None
        return Found(f"{found.latex} {body.latex}", body.end)

    def _function(self, at: int, within: str) -> Found | None:
        """cos a, cos(a), Var[a], floor(a), max_i a."""
        name, after = self._line[at], self._line[at + 1]
        if after.text == "_":
            return self._sum(at, within)
        if after.text in {"(", "["} and not after.gap:
            arguments = self._list(at + 1, BRACKETS[after.text])
            if arguments is None or name.text not in {"floor", "ceil"}:
                return arguments and Found(name.latex + arguments.latex, arguments.end)
            shape = BARS["⌊" if name.text == "floor" else "⌈"][1]
            return Found(shape.format(arguments.latex[1:-1]), arguments.end)
        plain = FUNCTIONS[name.text][1] and after.kind in {"number", "letter"}
        return self._sum(at, within) if plain and not self._line.is_article(at + 1) else None

    def _between_bars(self, at: int) -> Found | None:
        """|a|, ‖a‖, ||a||, ⌊a⌋; a bar stands close to what it encloses."""
        mark = self._line[at].text
        if mark == "|" == self._line[at + 1].text and not self._line[at + 1].gap:
            inner = self.expression(at + 2, "bars")
            if inner and self._line.texts(inner.end, 2) == ["|", "|"]:
                return Found(BARS["‖"][1].format(inner.latex), inner.end + 2)
        close, shape = BARS[mark]
        inner = None if self._line[at + 1].gap else self.expression(at + 1, "bars")
        closed = inner is not None and self._line[inner.end].text == close
        return Found(shape.format(inner.latex), inner.end + 1) if inner and closed else None

    def _conditional(self, at: int) -> Found | None:
        """[a if b < c, else d]."""
        then = self.expression(at + 1, "brackets")
        if then is None or self._line[then.end].text != "if":
            return None
        when = self.relation(then.end + 1, "brackets")
        if when is None or self._line.texts(when.end, 2) != [",", "else"]:
            return None
        other = self.expression(when.end + 2, "brackets")
        if other is None or self._line[other.end].text != "]":
            return None
        shown = rf"[{then.latex} \text{{ if }} {when.latex}, \text{{ else }} {other.latex}]"
        return Found(shown, other.end + 1)

    def _list(self, at: int, closing: str) -> Found | None:
        """Expressions in brackets; the second mark that may close it closes an interval."""
        inner = self._elements(at, self.expression)
        if inner is None:
            return None
        opening, close = self._line[at].text, self._line[inner.end].text
        interval = close == closing[1:] != "" and inner.latex.count(",") == 1
        alone = closing == "])" and inner.latex.count(",") != 1
        if alone or (close != closing[0] and not interval):
            return None
        sides = (r"\{", r"\}") if opening == "{" else (opening, close)
        return Found(f"{sides[0]}{inner.latex}{sides[1]}", inner.end + 1, "list")

    def _elements(self, at: int, read: Reader) -> Found | None:
        """What stands after an opening bracket, up to the closing one."""
        found = read(at + 1, "brackets")
        while found is not None and (mark := self._line[found.end].text) in {",", ";"}:
            item = read(found.end + 1, "brackets")
            found = item and Found(f"{found.latex}{mark} {item.latex}", item.end)
        return found
