"""Pictures for a paper, every number in them from the exact layer.

A picture is its data, computed exactly, and a way to draw them; it shows itself in a notebook.

    >>> from numeric_checks import figures
    >>> field = figures.picture("update-field")
    >>> field
    <Picture: update-field; where one expected update of delayed TD(0) moves the values of two \
states>
    >>> [str(mode.eigenvalue) for mode in field.data.modes]
    ['91/100', '3031/2500']
    >>> field.render("pdf")[:5]
    b'%PDF-'
    >>> print(field.finding)
    Delayed TD(0) diverges on two states: updates
    shrink the mean of $v$ and enlarge its difference

matplotlib is imported when something is drawn, never shows a window, and follows no settings but
those of `numeric_checks.figures.style`: the same data give the same bytes.

Imports arithmetic, moduli, processes, safety, symbolic.numbers, symbolic.returns.
"""

from __future__ import annotations

from importlib import import_module
from inspect import signature
from typing import Any, NamedTuple

from numeric_checks.figures.style import FORMATS, InvalidFigure

__all__ = ["FORMATS", "TITLES", "InvalidFigure", "Picture", "parameters", "picture", "render"]

#: the figures, each drawn by the module of its name
TITLES = {
    "update-field": "where one expected update of delayed TD(0) moves the values of two states",
    "divergence-region": "for which discounts and chains of two states delayed TD(0) diverges",
    "cycle-eigenvalues": "the eigenvalues of delayed TD(0) on the cycle that makes it diverge",
    "two-weight-map": "which returns with two free weights contract, converge and diverge",
    "variance-frontier": "modulus against variance, with the families on what recency allows",
    "learning-curves": "the errors of two safe returns that break recency, and of a delayed one",
}


class Picture(NamedTuple):
    """A figure with its data; make one with `picture`."""

    name: str
    data: Any

    def __repr__(self) -> str:
        return f"<Picture: {self.name}; {TITLES[self.name]}>"

    @property
    def finding(self) -> str:
        """What the figure shows, as it is written above it."""
        found: str = _module(self.name).finding(self.data)
        return found

    def render(self, form: str = "svg") -> bytes:
        """The content of a file of that format."""
        if form not in FORMATS:
            raise InvalidFigure(f"format = {form!r}; expected one of {', '.join(FORMATS)}")
        from numeric_checks.figures import style

        module = _module(self.name)
        with style.ours():
            figure = style.blank(*module.SIZE)
            figure.suptitle(self.finding, linespacing=1.15)
            module.draw(self.data, figure)
            return style.encoded(figure, form, TITLES[self.name])

    def _repr_svg_(self) -> str:
        return self.render("svg").decode()


def picture(name: str, **settings: Any) -> Picture:
    """The figure of that name; the settings are the `parameters` of its module's ``data``.

    >>> picture("map")
    Traceback (most recent call last):
    numeric_checks.figures.style.InvalidFigure: there is no figure 'map'; expected one of \
update-field, divergence-region, cycle-eigenvalues, two-weight-map, variance-frontier, \
learning-curves
    >>> picture("update-field", steps=3)
    Traceback (most recent call last):
    numeric_checks.figures.style.InvalidFigure: update-field has no steps; expected tau, gamma, p
    """
    known = parameters(name)
    for each in settings:
        if each not in known:
            raise InvalidFigure(f"{name} has no {each}; expected {', '.join(known)}")
    return Picture(name, _module(name).data(**settings))


def parameters(name: str) -> tuple[str, ...]:
    """What may be said to `picture` of that figure.

    >>> parameters("update-field")
    ('tau', 'gamma', 'p')
    """
    return tuple(signature(_module(name).data).parameters)


def render(name: str, form: str = "svg", **parameters: Any) -> bytes:
    """The figure of that name as the content of a file."""
    return picture(name, **parameters).render(form)


def _module(name: str) -> Any:
    if name not in TITLES:
        raise InvalidFigure(f"there is no figure {name!r}; expected one of {', '.join(TITLES)}")
    return import_module(f"numeric_checks.figures.{name.replace('-', '_')}")
