"""Which claims there are, read from the docstrings of the modules in ``proofs/paper``,
``proofs/beyond`` and ``proofs/lemmas``.

A module is a claim exactly when its docstring has the two lines of a header::

    prop:wrh: weak recency is equivalent to contraction.

    Paper: Section 4, proposition 1.

The first line is ``<id>: <title>``, split at the first colon followed by a space (an id may itself
hold colons); the second says where in the paper the claim stands. There is no list to keep: a new
module with a header is a new claim. Docstrings are read and nothing is imported, so that naming the
claims costs milliseconds while checking them costs an import of sympy.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from proofs.companion.usage import BadInput, Broken

PROOFS = Path(__file__).resolve().parents[2]
ROOMS = ("paper", "beyond", "lemmas")
#: is this a clone of the project, and not a copy that was installed?
CLONED = (PROOFS.parent / "pyproject.toml").is_file()
#: where README.md, docs and what lies beside them are; a copy that was installed has them with it
PAGES = PROOFS.parent if CLONED else PROOFS / "pages"

_DOCSTRING = re.compile(r'\s*r?"""(?P<text>.*?)"""', re.DOTALL)
_OPENING = re.compile(r"(?P<id>[\w:-]*[\w-]): +(?P<title>\S.*)", re.ASCII)
_PLACE = re.compile(r"^Paper: +(?P<place>\S.*?)(?: +\[(?P<position>\d+)\])?\.?$", re.MULTILINE)
_PART = re.compile(
    r"(?:section +(?P<section>\d+)|appendix +(?P<appendix>[a-z]))(?:\.(?P<subsection>\d+))?\b",
    re.IGNORECASE,
)


class CatalogueError(Broken):
    """The modules do not make a catalogue; the message says which ones, in one line."""


class UnknownClaim(BadInput):
    """No claim has this id; ``nearest`` holds the ids that may have been meant, likeliest first."""

    def __init__(self, claim_id: str, nearest: tuple[str, ...]) -> None:
        self.claim_id = claim_id
        self.nearest = nearest
        hint = f"; the nearest: {', '.join(nearest)}" if nearest else ""
        super().__init__(f"there is no claim {claim_id!r}{hint} (recency verify --list has all)")


class Entry(NamedTuple):
    """One claim: its id, its title, its place in the paper, and the module to import for it.

    The title may have the names of symbols in braces, as in "the {n}-step return", which a document
    reads as terms (see `symbolic.printing.sentences`); ``title`` is without the braces.
    """

    id: str
    words: str
    place: str
    module: str
    position: int | None = None

    @property
    def title(self) -> str:
        """The title on one line of plain text."""
        return self.words.replace("{", "").replace("}", "")

    @property
    def printed(self) -> bool:
        """Does the claim stand in a section or an appendix of the paper?"""
        return _PART.match(self.place) is not None


def read_header(docstring: str, module: str) -> Entry | None:
    """The claim that a docstring announces, or None if it has no header.

    >>> read_header(
    ...     "eq:td: the TD error.\\n\\nPaper: Section 2, equation 4.", "td_error"
    ... )  # doctest: +NORMALIZE_WHITESPACE
    Entry(id='eq:td', words='the TD error', place='Section 2, equation 4',
          module='td_error', position=None)
    >>> read_header("A module that proves nothing.", "other") is None
    True
    """
    opening, _, rest = docstring.strip().partition("\n")
    header = _OPENING.fullmatch(opening.rstrip())
    place = _PLACE.search(rest)
    if header is None or place is None:
        return None
    position = None if place["position"] is None else int(place["position"])
    words = header["title"].removesuffix(".")
    return Entry(header["id"], words, place["place"], module, position)


def paper_order(entry: Entry) -> tuple[int, int, int, int, str]:
    """Where a claim stands in the paper, as a key to sort by.

    The key is (part, section, subsection, item, module). Sections come before appendices, and both
    before places that are neither (results that are not in the paper). The item is the position
    in brackets at the end of the header's line if there is one (``proposition 2 [14].``: it stands
    after equation 13), and otherwise the last number after the section; a claim about a section as
    a whole has item 0. Claims with the same place are in the order of their modules' names.

    >>> [paper_order(Entry("", "", place, "m"))[:4] for place in
    ...     ("Section 3.2, equation 11", "Appendix B, proof of proposition 2", "beyond the paper")]
    [(0, 3, 2, 11), (1, 2, 0, 2), (2, 0, 0, 0)]
    """
    part = _PART.match(entry.place)
    if part is None:
        return (2, 0, 0, entry.position or 0, entry.module)
    numbers = re.findall(r"\d+", entry.place[part.end() :])
    item = int(numbers[-1]) if numbers else 0
    item = item if entry.position is None else entry.position
    subsection = int(part["subsection"] or 0)
    if part["section"] is not None:
        return (0, int(part["section"]), subsection, item, entry.module)
    letter = ord(part["appendix"].upper()) - ord("A") + 1
    return (1, letter, subsection, item, entry.module)


@cache
def entries(package: Path = PROOFS) -> tuple[Entry, ...]:
    """Every claim among the modules in the rooms of ``package``, in the paper's order."""
    by_id: dict[str, Entry] = {}
    for source in sorted(path for room in ROOMS for path in (package / room).glob("*.py")):
        entry = _read(source, f"{package.name}.{source.parent.name}.{source.stem}")
        if entry is None:
            continue
        first = by_id.setdefault(entry.id, entry)
        if first is not entry:
            raise CatalogueError(f"{first.module} and {entry.module} both claim the id {entry.id}")
    return tuple(sorted(by_id.values(), key=paper_order))


def require_clone(command: str) -> None:
    """Refuse to change an installed copy."""
    if not CLONED:
        raise BadInput(f"{command} writes into the project; expected a clone of it, not {PROOFS}")


def find(claim_id: str, package: Path = PROOFS) -> Entry:
    """The claim with this id; :class:`UnknownClaim` names the nearest ones if there is none."""
    return _look_up(claim_id, entries(package))


def choose(ids: Iterable[str], package: Path = PROOFS) -> tuple[Entry, ...]:
    """The claims with these ids, each once and in the paper's order; all of them if none is named.

    A package without claims is refused: "every claim holds" would be true of it, and worthless.
    """
    known = entries(package)
    if not known:
        raise CatalogueError(f"no module of {package.name} announces a claim")
    wanted = {_look_up(claim_id, known) for claim_id in ids}
    return tuple(entry for entry in known if entry in wanted) if wanted else known


def _look_up(claim_id: str, known: tuple[Entry, ...]) -> Entry:
    for entry in known:
        if entry.id == claim_id:
            return entry
    raise UnknownClaim(claim_id, _nearest(claim_id, known))


def _read(source: Path, module: str) -> Entry | None:
    """The docstring is all that is read; the rest is Python's to parse, once it is imported."""
    docstring = _DOCSTRING.match(source.read_text(encoding="utf-8"))
    return None if docstring is None else read_header(docstring["text"], module)


def _nearest(wanted: str, known: tuple[Entry, ...], at_most: int = 3) -> tuple[str, ...]:
    """Ids that may have been meant, likeliest first: spelt alike, or sharing a part.

    Case does not count, and a claim may be recognised by the name of its module.
    """
    from difflib import SequenceMatcher

    word = wanted.lower()
    scores: dict[str, float] = {}
    for entry in known:
        for name in (entry.id.lower(), entry.module.rpartition(".")[2].lower()):
            likeness = SequenceMatcher(None, word, name).ratio()
            if likeness > 0.55 or (word and (word in name or name in word)):
                scores[entry.id] = max(likeness, scores.get(entry.id, 0.0))
    return tuple(sorted(scores, key=scores.__getitem__, reverse=True)[:at_most])
