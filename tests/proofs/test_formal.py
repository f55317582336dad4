"""The Coq development is built as it stands, and what is not as recorded is refused."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from proofs.companion import cli, ledger
from proofs.companion.claims import catalogue
from proofs.companion.coq import (
    bridge as coq_bridge,
    build as formal,
    record as formal_record,
    tools as coq_tools,
)
from proofs.companion.coq.printing import NotPrintable
from proofs.companion.coq.record import Manifest, Refused, Standing, Theorem
from proofs.companion.coq.sources import BadSource, claimed_theorems, forbidden, without_comments
from proofs.companion.coq.statements import everything
from proofs.companion.coq.tools import DoesNotCompile
from tests.proofs.forgetting import forget

TOOL = coq_tools.missing()
needs_coq = pytest.mark.skipif(TOOL is not None, reason=f"{TOOL} is not installed")

NUMBERS = "Definition double (n : nat) : nat := n + n.\n"
DOUBLING = """From Recency Require Import Numbers.
(* claim: sample-real-reparam *)
Theorem doubled : forall n, double n = n + n.
Proof. reflexivity. Qed.
(* claim: prop:wrh, wrh-converges *)
Theorem natural : forall n, 0 <= double n.
Proof. intros n. apply le_0_n. Qed.
"""


#: a module that nobody has made, of a library's own kind
DECLARED = "From Coq Require Import Equalities.\nDeclare Module M : UsualDecidableType.\n"


class Development:
    """A made-up development with a manifest, in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.into = folder / "sources", folder / "build"
        self.folder.mkdir()
        self.write("_CoqProject", "-R . Recency\nNumbers.v\nDoubling.v\n")
        self.write("Numbers.v", NUMBERS)
        self.write("Doubling.v", DOUBLING)

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, "utf-8")

    def change(self, name: str, old: str, new: str) -> None:
        text = (self.folder / name).read_text("utf-8")
        assert old in text
        self.write(name, text.replace(old, new))

    def build(self, *, record: bool = False) -> formal.Result:
        return formal.build(self.folder, self.into, generated={}, record=record)


@pytest.fixture(scope="session")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("development")
    Development(folder).build(record=True)
    return folder


@pytest.fixture
def development(recorded: Path, tmp_path: Path) -> Development:
    """A copy of a development that was built and recorded."""
    copy = Development.__new__(Development)
    copy.folder, copy.into = tmp_path / "sources", tmp_path / "build"
    shutil.copytree(recorded / "sources", copy.folder)
    shutil.copytree(recorded / "build", copy.into)
    return copy


# -- a small development ---------------------------------------------------------------------------


@needs_coq
def test_a_development_as_recorded_is_accepted_and_nothing_is_compiled_twice(
    development: Development,
) -> None:
    result = development.build()
    assert result.compiled == ()
    assert [(t.claim, t.theorem, t.file) for t in result.theorems] == [
        ("sample-real-reparam", "doubled", "Doubling.v"),
        ("prop:wrh", "natural", "Doubling.v"),
        ("wrh-converges", "natural", "Doubling.v"),
    ]
    assert result.theorems[0].statement == "forall n : nat, double n = n + n"
    assert result.theorems[0].axioms == ()
    assert len({t.meaning for t in result.theorems}) == 2


@needs_coq
def test_a_file_is_compiled_again_if_it_or_what_it_requires_has_changed(
    development: Development,
) -> None:
    development.change("Doubling.v", "apply le_0_n. Qed.", "apply le_0_n.\nQed.")
    assert development.build().compiled == ("Doubling.v",)
    development.write("Numbers.v", NUMBERS + "(* nothing new *)\n")
    assert development.build().compiled == ("Numbers.v", "Doubling.v")
    next((development.into / "library").glob("Doubling.vo")).unlink()
    assert development.build().compiled == ("Doubling.v",)


Change = Callable[[Development], None]


def edit(file: str, old: str, new: str) -> Change:
    return lambda development: development.change(file, old, new)


def manifest(change: Callable[[Any], object]) -> Change:
    def changed(development: Development) -> None:
        stored = json.loads((development.folder / "manifest.json").read_text("utf-8"))
        change(stored)
        development.write("manifest.json", json.dumps(stored))

    return changed


def without(*path: str | int) -> Change:
    """The manifest without what is found by these keys."""

    def remove(stored: Any) -> None:
        for key in path[:-1]:
            stored = stored[key]
        del stored[path[-1]]

    return manifest(remove)


def append(text: str, file: str = "Doubling.v") -> Change:
    return lambda development: development.write(
        file, (development.folder / file).read_text("utf-8") + text
    )


REFUSED = {
    "an unfinished proof": (edit("Doubling.v", "apply le_0_n. Qed.", "Admitted."), "says Admitted"),
    "a hole": (edit("Doubling.v", "apply le_0_n. Qed.", "admit. Qed."), "says admit"),
    "an axiom": (append("Axiom a : 0 = 1.\n"), "says Axiom"),
    "a parameter": (append("Local Parameter a : 0 = 1.\n"), "says Parameter"),
    "a conjecture": (append("Conjecture a : 0 = 1.\n"), "says Conjecture"),
    "a hypothesis for ever": (append("Hypothesis a : 0 = 1.\n"), "Hypothesis outside a section"),
    "a variable after its section": (
        append("Section S. Variable b : nat. End S. Variable a : 0 = 1.\n"),
        "Variable outside a section",
    ),
    "checks switched off": (append("Unset Guard Checking.\n"), "says Guard Checking"),
    "a theorem that is not recorded": (
        append(
            "(* claim: sample-real-reparam *)\nTheorem new : 0 = 0.\nProof. reflexivity. Qed.\n"
        ),
        "new (Doubling.v, for sample-real-reparam) is not in manifest.json",
    ),
    "a theorem that is gone": (
        edit("Doubling.v", "(* claim: sample-real-reparam *)\n", ""),
        "doubled (Doubling.v, for sample-real-reparam) is in manifest.json and not in the sources",
    ),
    "a theorem for another claim": (
        edit("Doubling.v", "claim: sample-real-reparam", "claim: srh-infinite"),
        "is not in manifest.json",
    ),
    "a theorem for no claim": (
        edit("Doubling.v", "claim: sample-real-reparam", "claim: sample-real-reparams"),
        "doubled is for 'sample-real-reparams', which is no claim",
    ),
    "another statement": (
        edit("Doubling.v", "double n = n + n", "n + n = double n"),
        "doubled (Doubling.v, for sample-real-reparam) says 'forall n : nat, n + n = double n'",
    ),
    "a weaker statement": (
        edit("Doubling.v", "forall n, double", "forall n, n = n -> double"),
        "not as manifest.json has it",
    ),
    "another definition": (
        edit("Numbers.v", "n + n", "n + (0 + n)"),
        "reads as in manifest.json, but a definition has changed",
    ),
    "another notation": (
        edit("Numbers.v", ".\n", '.\nNotation "a <= b" := (b >= a) : nat_scope.\n'),
        "reads as in manifest.json, but a definition has changed",
    ),
    "a proof that fails": (
        edit("Doubling.v", "reflexivity.", "discriminate."),
        "Doubling.v, line 4: No primitive equality found.",
    ),
    "a file that is not listed": (
        lambda d: d.write("Other.v", "Definition one := 1.\n"),
        "_CoqProject does not list Other.v",
    ),
    "a file that is not there": (
        lambda d: (d.folder / "Numbers.v").unlink(),
        "_CoqProject lists Numbers.v, which is not there",
    ),
    "a file listed twice": (edit("_CoqProject", "Numbers.v", "Numbers.v Numbers.v"), "twice"),
    "other options": (edit("_CoqProject", "-R . Recency", "-R . Other"), "expected the option"),
    "a claim without a theorem": (
        append("(* claim: sample-real-reparam *)\n\nDefinition two := 2.\n"),
        "Doubling.v, line 8: a claim is named, and no theorem stands below",
    ),
    "a comment without an end": (append("(* (* *)"), "a comment is not closed"),
    "files that require each other": (
        lambda d: d.write("Numbers.v", f"From Recency Require Import Doubling.\n{NUMBERS}"),
        "require each other",
    ),
    "no manifest": (lambda d: (d.folder / "manifest.json").unlink(), "there is no manifest.json"),
    "a broken manifest": (lambda d: d.write("manifest.json", "{"), "cannot be read"),
    "a manifest that is no text": (
        lambda d: (d.folder / "manifest.json").write_bytes(b"\xff"),
        "manifest.json is not text in UTF-8",
    ),
    "a source that is no text": (
        lambda d: (d.folder / "Numbers.v").write_bytes(b"\xff"),
        "Numbers.v is not text in UTF-8",
    ),
    "a manifest of another kind": (lambda d: d.write("manifest.json", "[]"), "it is no object"),
    "a manifest without statements": (without("statements"), "it has no statements"),
    "a manifest without theorems": (without("theorems"), "it has no theorems"),
    "a theorem without a meaning": (without("theorems", 0, "meaning"), "a theorem has no meaning"),
    "a theorem without axioms": (without("theorems", 0, "axioms"), "a theorem has no axioms"),
    "a theorem twice": (
        manifest(lambda m: m["theorems"].append(m["theorems"][0])),
        "doubled (Doubling.v, for sample-real-reparam) is there twice",
    ),
    "a theorem that is no theorem": (
        manifest(lambda m: m["theorems"].append("natural")),
        "a theorem is no object",
    ),
    "statements without parts": (
        without("statements", "sample-real-reparam", "parts"),
        "sample-real-reparam has no parts",
    ),
    "a part without a digest": (
        without("statements", "sample-real-reparam", "parts", "b_is_bounded", "digest"),
        "b_is_bounded of sample-real-reparam has no digest",
    ),
    "a theorem deleted from the sources": (
        edit("Doubling.v", DOUBLING[DOUBLING.index("(* claim: prop:wrh") :], ""),
        "natural (Doubling.v, for prop:wrh) is in manifest.json and not in the sources",
    ),
    "a theorem deleted from the manifest": (
        manifest(lambda m: m["theorems"].pop()),
        "natural (Doubling.v, for wrh-converges) is not in manifest.json",
    ),
    "an axiom of a module type": (
        lambda d: d.write(
            "Numbers.v", f"Module Type T. Axiom a : 0 = 1. End T.\nDeclare Module M : T.\n{NUMBERS}"
        ),
        "Numbers.v says Axiom",
    ),
    "an axiom of a library": (
        lambda d: (
            d.change("Doubling.v", "From Rec", "From Coq Require Import Classical.\nFrom Rec"),
            d.change("Doubling.v", "reflexivity.", "destruct (classic True); reflexivity."),
        ),
        "uses the axiom Classical_Prop.classic, which is not allowed",
    ),
    "an axiom used below a theorem": (
        lambda d: (
            d.change("Numbers.v", "Definition", f"{DECLARED}Definition"),
            d.change("Doubling.v", "reflexivity.", "pose proof M.eq_dec; reflexivity."),
        ),
        "M.eq_dec, which is not allowed",
    ),
}


@needs_coq
@pytest.mark.parametrize(("change", "message"), REFUSED.values(), ids=REFUSED)
def test_what_is_not_as_recorded_is_refused(
    change: Change, message: str, development: Development
) -> None:
    change(development)
    with pytest.raises((BadSource, DoesNotCompile, Refused)) as refusal:
        development.build()
    assert message in str(refusal.value)
    assert "\n" not in str(refusal.value)
    assert "make" not in str(refusal.value)


@needs_coq
def test_only_the_axioms_of_the_real_numbers_may_be_used(development: Development) -> None:
    axiom = "FunctionalExtensionality.functional_extensionality_dep"
    library = "From Coq Require Import FunctionalExtensionality.\nFrom Rec"
    development.change("Doubling.v", "From Rec", library)
    development.change(
        "Doubling.v", "reflexivity.", "pose proof @functional_extensionality; reflexivity."
    )
    with pytest.raises(Refused, match=rf"{axiom}, which manifest\.json does not"):
        development.build()
    development.build(record=True)
    assert development.build().theorems[0].axioms == (axiom,)
    development.change("Doubling.v", "FunctionalExtensionality", "ProofIrrelevance")
    development.change("Doubling.v", "@functional_extensionality", "@proof_irrelevance")
    for record in (False, True):
        with pytest.raises(Refused, match=r"proof_irrelevance, which is not allowed"):
            development.build(record=record)


@needs_coq
def test_what_is_refused_is_one_line_and_an_exit_code(
    development: Development, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    build = partial(formal.build, development.folder, development.into, generated={})
    monkeypatch.setattr(formal, "build", build)
    for change, message in (REFUSED["a theorem that is gone"], REFUSED["a broken manifest"]):
        change(development)
        assert formal.main() == 1
        shown = capsys.readouterr()
        assert (shown.out, shown.err.count("\n")) == ("", 1)
        assert shown.err.startswith("formal: ")
        assert message in shown.err


@needs_coq
def test_a_changed_statement_can_be_recorded_on_purpose(development: Development) -> None:
    development.change("Doubling.v", "double n = n + n", "n + n = double n")
    result = development.build(record=True)
    assert result.theorems[0].statement == "forall n : nat, n + n = double n"
    assert development.build().theorems == result.theorems


# -- what the ledger says --------------------------------------------------------------------------


@pytest.fixture
def fresh_standing() -> Iterator[None]:
    formal_record.standing.cache_clear()
    yield
    formal_record.standing.cache_clear()


def test_theorems_that_were_not_built_here_are_named_as_recorded(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    nothing = Standing(problem="not built (recency formal)")
    monkeypatch.setattr(formal_record, "standing", lambda: nothing)
    assert cli.main(["verify", "prop:wrh", "--jobs", "1", "--formal"]) == 0
    *_, summary = lines = capsys.readouterr().out.splitlines()
    named = [line for line in lines if line.startswith("prop:wrh: ")]
    recorded = formal_record.recorded().theorems_for("prop:wrh")
    assert [line.split()[1] for line in named] == [each.theorem for each in recorded]
    assert len(named) == 5
    assert all(line.endswith("; as recorded, not checked on this machine") for line in named)
    assert summary == "formal: not checked on this machine: not built (recency formal)"


@needs_coq
@pytest.mark.usefixtures("fresh_standing")
def test_the_ledger_believes_a_build_of_the_same_source(development: Development) -> None:
    development.build()
    standing = formal_record.standing(development.folder, development.into)
    assert standing.problem is None
    assert standing.of(ledger.load("wrh-converges")) == {
        "theorem": ["natural"],
        "file": ["Doubling.v"],
        "axioms": {"natural": []},
        "changed": [],
    }
    found = {
        c: standing.of(ledger.load(c)) for c in ("sample-real-reparam", "prop:wrh", "srh-infinite")
    }
    assert found["srh-infinite"] is None
    assert list(standing.lines(found)) == [
        "formal: 2 of 3 claims stated and proved again in Coq (build of this source)"
    ]


@needs_coq
@pytest.mark.usefixtures("fresh_standing")
@pytest.mark.parametrize("file", ["Numbers.v", "_CoqProject", "manifest.json"])
def test_the_ledger_does_not_believe_a_build_of_another_source(
    file: str, development: Development
) -> None:
    development.build()
    append("\n", file)(development)
    standing = formal_record.standing(development.folder, development.into)
    assert standing.of(ledger.load("sample-real-reparam")) is None
    assert list(standing.lines({"sample-real-reparam": None})) == [
        "formal: not checked on this machine: the sources changed after the last build "
        "(recency formal)"
    ]


@needs_coq
@pytest.mark.usefixtures("fresh_standing")
@pytest.mark.parametrize(
    ("key", "value"),
    [("theorems", [1]), ("theorems", []), ("theorems", {}), ("formulas", [1]), ("formulas", None)],
)
def test_the_ledger_does_not_believe_a_broken_record(
    key: str, value: object, development: Development
) -> None:
    development.build()
    path = development.into / "record.json"
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), key: value}), "utf-8")
    problem = formal_record.standing(development.folder, development.into).problem
    assert problem == "the record of the last build is broken (recency formal)"


@needs_coq
@pytest.mark.usefixtures("fresh_standing")
@pytest.mark.parametrize("record", [b"", b"{", b"[]", b"\xff"])
def test_a_record_that_cannot_be_read_is_none(record: bytes, development: Development) -> None:
    development.build()
    (development.into / "record.json").write_bytes(record)
    problem = formal_record.standing(development.folder, development.into).problem
    assert problem == "not built (recency formal)"


@needs_coq
@pytest.mark.usefixtures("fresh_standing")
def test_the_ledger_does_not_believe_a_build_without_a_file_that_came_or_went(
    development: Development,
) -> None:
    def problem() -> str | None:
        formal_record.standing.cache_clear()
        return formal_record.standing(development.folder, development.into).problem

    changed = "the sources changed after the last build (recency formal)"
    development.write("Other.v", "")
    assert problem() == changed
    (development.folder / "Other.v").unlink()
    assert problem() is None
    (development.folder / "Doubling.v").unlink()
    assert problem() == changed


@needs_coq
@pytest.mark.usefixtures("fresh_standing")
def test_a_source_that_is_no_text_is_told(development: Development) -> None:
    (development.folder / "Numbers.v").write_bytes(b"\xff")
    standing = formal_record.standing(development.folder, development.into)
    assert list(standing.lines({"sample-real-reparam": None})) == [
        "formal: not checked on this machine: Numbers.v is not text in UTF-8"
    ]


@needs_coq
@pytest.mark.usefixtures("fresh_standing")
def test_a_source_that_changes_during_a_build_was_not_built(
    development: Development, monkeypatch: pytest.MonkeyPatch
) -> None:
    compile_all = coq_tools.Library.compile

    def changing(library: coq_tools.Library) -> tuple[str, ...]:
        append("(* too late *)\n")(development)
        return compile_all(library)

    monkeypatch.setattr(coq_tools.Library, "compile", changing)
    development.build()
    problem = formal_record.standing(development.folder, development.into).problem
    assert problem == "the sources changed after the last build (recency formal)"


@needs_coq
@pytest.mark.usefixtures("fresh_standing")
def test_a_build_that_fails_leaves_no_record(development: Development) -> None:
    development.build()
    development.change("Doubling.v", "double n = n + n", "double n = S n")
    with pytest.raises(DoesNotCompile):
        development.build()
    standing = formal_record.standing(development.folder, development.into)
    assert standing.problem == "not built (recency formal)"


@pytest.mark.usefixtures("fresh_standing")
def test_without_coq_the_ledger_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    standing = formal_record.standing(tmp_path, tmp_path)
    assert standing.problem == "there is no coqc (recency formal)"
    monkeypatch.setattr(formal, "build", lambda record: coq_tools.version())
    assert formal.main() == 2


@pytest.mark.usefixtures("fresh_standing")
def test_the_theorems_for_a_claim_whose_formula_changed_are_of_another_statement(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    claim = ledger.load("sparse-modulus")
    theorem = Theorem(claim.entry.id, "t", "F.v", (), "True", "0")
    formulas = coq_bridge.definitions(claim.entry.id)
    manifest = Manifest("", (theorem,), {}).saying(everything([claim]))
    built = Standing(manifest, tuple(formulas.items()))

    def changed() -> list[str]:
        formal = built.of(claim)
        assert formal is not None
        found: list[str] = formal["changed"]
        return found

    assert changed() == []
    monkeypatch.setattr(coq_bridge, "definitions", lambda claim: dict.fromkeys(formulas, "other"))
    assert changed() == ["sparse_modulus_formula was changed"]

    def unprintable(claim: str) -> dict[str, str]:
        raise NotPrintable(claim)

    monkeypatch.setattr(coq_bridge, "definitions", unprintable)
    assert changed() == ["a formula cannot be printed"]


NO_LIMIT = Theorem("sample-real-reparam", "no_limit", "SampleRealReparam.v", ("A.b",), "True", "0")
IN_COQ = Standing(
    Manifest("", (NO_LIMIT,), {}).saying(everything([ledger.load("sample-real-reparam")]))
)


@pytest.fixture
def fresh_ledger(monkeypatch: pytest.MonkeyPatch) -> None:
    forget(monkeypatch)
    monkeypatch.setattr(formal_record, "standing", lambda: IN_COQ)


@pytest.mark.usefixtures("fresh_ledger")
def test_verify_names_the_theorems_in_json_and_on_request(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["verify", "--jobs", "1", "sample-real-reparam"]
    assert cli.main([*words, "--json"]) == 0
    (claim,) = json.loads(capsys.readouterr().out)["claims"]
    assert claim["formal"] == {
        "theorem": ["no_limit"],
        "file": ["SampleRealReparam.v"],
        "axioms": {"no_limit": ["A.b"]},
        "changed": [],
    }
    assert cli.main([*words, "--formal"]) == 0
    assert capsys.readouterr().out.splitlines()[-2:] == [
        "sample-real-reparam: no_limit (SampleRealReparam.v); axioms: A.b",
        "formal: 1 of 1 claim stated and proved again in Coq (build of this source)",
    ]
    assert cli.main(words) == 0
    said = capsys.readouterr().out
    last = "formal: 1 of 1 claim stated and proved again in Coq (build of this source)\n"
    assert said.endswith(last)
    assert "no_limit" not in said
    assert cli.main(["show", "sample-real-reparam"]) == 0
    last = "Stated and proved again in Coq: no_limit (SampleRealReparam.v).\n"
    assert capsys.readouterr().out.endswith(last)


@pytest.mark.usefixtures("fresh_ledger")
def test_a_claim_without_a_theorem_has_none_in_json() -> None:
    assert ledger.verify("srh-infinite").as_json()["formal"] is None


# -- sources as text -------------------------------------------------------------------------------


def test_comments_nest_and_may_hold_strings() -> None:
    assert without_comments('a (* b (* c *) "*)" *) d "(*" e') == 'a   d "(*" e'


@pytest.mark.parametrize(
    "text",
    [
        "(* Admitted. Axiom a : False. *)",
        'Goal True. idtac "Admitted.". Abort.',
        "Lemma admitted_values : True.",
        "Section S. Hypothesis a : True. Section T. Variables b : nat. End T. Context (c : nat).",
        "Module M. Section S. Variable a : nat. End S. End M.",
    ],
)
def test_words_that_only_look_forbidden_are_not(text: str) -> None:
    assert forbidden(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "Axioms a b : False.",
        "#[local] Axiom a : False.",
        "Module M. Variable a : nat. End M.",
        "#[global] Hypothesis a : False.",
        "Goal False.\nProof.\n  give_up.\nAbort.",
        "#[bypass_check(guard)] Fixpoint f (n : nat) : False := f n.",
        "Module Type T. Parameter a : False. End T.",
    ],
)
def test_forbidden_words_are_found_wherever_they_stand(text: str) -> None:
    assert forbidden(text)


# -- the development itself ------------------------------------------------------------------------


def test_every_claim_in_the_manifest_is_in_the_ledger_and_marked_in_the_sources() -> None:
    manifest = formal_record.read_manifest(formal_record.source_texts()[formal_record.MANIFEST])
    recorded = manifest.theorems
    known = {*formal.BESIDE_THE_CLAIMS, *(entry.id for entry in catalogue.entries())}
    assert {t.claim for t in recorded} <= known
    assert {t.claim for t in recorded} - {"expected-update"} == manifest.statements.keys()
    marked = {
        (c.claim, c.theorem, c.file)
        for source in formal_record.SOURCES.glob("*.v")
        for c in claimed_theorems(source.read_text("utf-8"), source.name)
    }
    assert marked == {(t.claim, t.theorem, t.file) for t in recorded}
    for theorem in recorded:
        assert set(theorem.axioms) <= set(formal.ALLOWED_AXIOMS)
