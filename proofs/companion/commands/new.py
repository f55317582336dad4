"""recency new: begin a claim, in the one file that it needs."""

from __future__ import annotations

import argparse
import ast
import re
from keyword import iskeyword

from proofs.companion.usage import OK, BadInput, write

SKELETON = '''\
"""{id}: {title}.

Paper: {place}.

What is claimed, and why it is true, in a few sentences.
"""

from proofs.vocabulary import *

CLAIM = Claim(__name__)

# A theorem looks like this:
#
# from proofs.notation import DISCOUNT, gamma
#
# @CLAIM.{mark}("A square is smaller.", given=DISCOUNT, says=Less(gamma**2, gamma))
# def smaller() -> Theorem:
#     """gamma < 1, times gamma."""
#     ctx = given(*DISCOUNT)
#     return scale(ctx, fact(ctx, DISCOUNT[1]), gamma)
#
# `recency verify {id}` checks it, and tries it on instances drawn from its hypotheses; a second
# computation may be added (CLAIM.evidence).  `recency record` records what was proved.
'''


def declare(parser: argparse.ArgumentParser) -> None:
    """The options."""
    parser.add_argument("id", metavar="ID", help="letters, digits, _ and -, and colons in between")
    parser.add_argument("--title", default="what is claimed", help="the title, in one line")
    parser.add_argument("--beyond", action="store_true", help="it is not in the paper")


def run(options: argparse.Namespace) -> int:
    """Write the module."""
    from proofs.companion.claims import catalogue

    catalogue.require_clone("recency new")
    name = re.sub(r"\W", "_", options.id, flags=re.ASCII).lower()
    text = SKELETON.format(
        id=options.id,
        title=options.title.removesuffix("."),
        place="beyond it" if options.beyond else "Section 0, where it is printed",
        mark="adds" if options.beyond else "proves",
    )
    _refuse_header(options, text)
    if not name.isidentifier() or iskeyword(name):
        raise BadInput(f"{options.id!r} gives no name for a module: {name!r}")
    for entry in catalogue.entries():
        if entry.id == options.id:
            raise BadInput(f"there is a claim {entry.id!r} already: {entry.module}")
    for room in catalogue.ROOMS:
        if (catalogue.PROOFS / room / f"{name}.py").exists():
            raise BadInput(f"there is a file proofs/{room}/{name}.py already")
    path = catalogue.PROOFS / ("beyond" if options.beyond else "paper") / f"{name}.py"
    write(path, text)
    print(path)
    return OK


def _refuse_header(options: argparse.Namespace, text: str) -> None:
    """Is the claim announced by its module the one that was asked for?"""
    from proofs.companion.claims.catalogue import read_header

    try:
        docstring = ast.get_docstring(ast.parse(text)) or ""
    except (SyntaxError, ValueError):
        docstring = ""
    plain, titled = f"{options.id}: a title.\n\nPaper: a place.", options.title.removesuffix(".")
    simple, found = read_header(plain, "new"), read_header(docstring, "new")
    if simple is None or simple.id != options.id:
        raise BadInput(f"{options.id!r} is no id: letters, digits, _ and -, and colons in between")
    if found is None or (found.id, found.title) != (options.id, titled):
        raise BadInput(
            f"{options.title!r} is no title: one line, without backslashes or quotes in threes"
        )
