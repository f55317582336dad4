"""Coq sources as text: what a project lists, what a file forbids itself, which theorems it has.

A main theorem has a line above it that names the claim it was written for:

    >>> text = '''
    ... (* claim: srh-infinite *)
    ... Theorem no_limit : True.
    ... Proof. exact I. Qed.  (* not Admitted. *)
    ... '''
    >>> claimed_theorems(text, "SrhInfinite.v")
    (Claimed(claim='srh-infinite', theorem='no_limit', file='SrhInfinite.v'),)
    >>> forbidden(text), forbidden("Axiom choice : False.")
    ((), ('Axiom',))
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

#: the logical name of the development
LIBRARY = "Recency"

_WORD = r"(?<![\w'.]){}(?![\w'])"
#: what would let a file assert without proving, or step around Coq's own checks
_FORBIDDEN = re.compile(
    _WORD.format(
        "(Admitted|admit|give_up|Admit +Obligations|Axioms?|Parameters?|Conjectures?|Primitive"
        "|Guard +Checking|Positivity +Checking|Universe +Checking|bypass_check"
        "|Declare +ML +Module|Load|Add +(?:Rec +)?LoadPath|Redirect)"
    )
)
#: what asserts without proving unless a section discharges it
_LOCAL = re.compile(r"(?:#\[[^]]*\]\s*|(?:Local|Global)\s+)*(Hypothes[ie]s|Variables?|Context)\b")
_SCOPE = re.compile(r"(Section|Module(?: +Type)?|End)\s+(\w+)")
_CLAIM = re.compile(r"\(\*\s*claim:(?P<ids>[^*]*)\*\)(?P<after>[^\n]*\n?[^\n]*)")
_THEOREM = re.compile(
    r"\s*(?:Theorem|Lemma|Corollary|Proposition|Fact|Remark)\s+(?P<name>[\w']+)", re.ASCII
)


class BadSource(ValueError):
    """A Coq source or project that cannot be used; the message says why in one line."""


@dataclass(frozen=True)
class Claimed:
    """A main theorem, with the claim it belongs to."""

    claim: str
    theorem: str
    file: str


def project_files(folder: Path) -> tuple[str, ...]:
    """The files that ``_CoqProject`` lists, which are all the sources in its folder."""
    path = folder / "_CoqProject"
    if not path.is_file():
        raise BadSource(f"there is no _CoqProject in {str(folder)!r}")
    lines = [line.partition("#")[0].strip() for line in path.read_text("utf-8").splitlines()]
    options = " ".join(line for line in lines if line.startswith("-"))
    if options.split() != ["-R", ".", LIBRARY]:
        raise BadSource(f"_CoqProject: expected the option '-R . {LIBRARY}', not {options!r}")
    listed = [word for line in lines if not line.startswith("-") for word in line.split()]
    there = {source.name for source in folder.glob("*.v")}
    for name in listed:
        if listed.count(name) > 1:
            raise BadSource(f"_CoqProject lists {name} twice")
        if name not in there:
            raise BadSource(f"_CoqProject lists {name}, which is not there")
    unlisted = sorted(there - set(listed))
    if unlisted:
        raise BadSource(f"_CoqProject does not list {unlisted[0]}")
    return tuple(listed)


def without_comments(text: str) -> str:
    """The text with every comment replaced by a space; strings are kept, also inside comments."""
    kept, depth, at = [], 0, 0
    for found in re.finditer(r'\(\*|\*\)|"(?:[^"]|"")*"', text):
        if depth == 0:
            kept.append(text[at : found.start()])
            at = found.start()
        token = found[0]
        if token == "(*":
            depth += 1
        elif token == "*)" and depth > 0:
            depth -= 1
            if depth == 0:
                kept.append(" ")
                at = found.end()
    if depth:
        raise BadSource("a comment is not closed")
    return "".join(kept) + text[at:]


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text without comments: each ends with a dot before a blank."""
    for sentence in re.split(r"\.(?=\s|$)", text):
        if sentence.strip():
            yield sentence.strip()


def forbidden(text: str) -> tuple[str, ...]:
    """The words of a source that assert without proving, in the order in which they stand."""
    bare = re.sub(r'"(?:[^"]|"")*"', '""', without_comments(text))
    found, scopes = [" ".join(word.split()) for word in _FORBIDDEN.findall(bare)], list[str]()
    for sentence in sentences(bare):
        scope = _SCOPE.match(sentence)
        if scope is not None and scope[1] == "End":
            del scopes[-1:]
        elif scope is not None and ":=" not in sentence:
            scopes.append(scope[1])
        local = _LOCAL.match(sentence)
        if local is not None and "Section" not in scopes:
            found.append(f"{local[1]} outside a section")
    return tuple(found)


def claimed_theorems(text: str, file: str) -> tuple[Claimed, ...]:
    """The theorems below a line ``(* claim: <id> *)``; there may be several ids, with commas."""
    found = []
    for mark in _CLAIM.finditer(text):
        ids = dict.fromkeys(word.strip() for word in mark["ids"].split(","))
        theorem = _THEOREM.match(mark["after"])
        if theorem is None or not all(ids):
            line = text.count("\n", 0, mark.start()) + 1
            raise BadSource(f"{file}, line {line}: a claim is named, and no theorem stands below")
        found += [Claimed(claim, theorem["name"], file) for claim in ids]
    return tuple(found)


def imports(text: str) -> tuple[str, ...]:
    """The sentences that make other libraries visible."""
    found = (" ".join(s.split()) for s in sentences(without_comments(text)))
    return tuple(f"{s}." for s in found if re.match(r"(From\s+\S+\s+)?Require\b", s))
