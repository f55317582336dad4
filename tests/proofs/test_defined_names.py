"""Names that claims define: in the whole project each stands for one thing."""

import ast
from collections.abc import Iterator
from pathlib import Path

import proofs
from proofs.companion import ledger
from proofs.companion.claims import catalogue
from symbolic import sequence
from symbolic.writing.definitions import is_defined


def called_sequences(source: str) -> Iterator[str]:
    """The names in calls of ``sequence``, one by one or for each of some names."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id="sequence"), args=[ast.Constant(value=str(name))]):
                yield name
            case ast.GeneratorExp(
                elt=ast.Call(func=ast.Name(id="sequence")),
                generators=[ast.comprehension(iter=names)],
            ):
                yield from ast.literal_eval(names)


def test_a_defined_name_is_not_a_sequence_of_another_claim() -> None:
    """It would stand for what was defined there, wherever both claims are loaded."""
    for entry in catalogue.entries():
        ledger.load(entry.id)
    folder = Path(proofs.__file__).parent
    named = {
        (path.name, name)
        for path in folder.glob("*/*.py")
        for name in called_sequences(path.read_text("utf-8"))
    }
    assert {("covariances.py", "K"), ("weighed_targets.py", "D")} <= named
    assert {(file, name) for file, name in named if is_defined(sequence(name))} == set()
