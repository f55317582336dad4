"""A theorem's derivation as something to read: calculations line by line, lemmas first.

What is shown is taken from the theorem itself - its rules, premises and reasons - so it is what was
checked.  Steps of pure algebra and of looking things up are folded into the line they serve.  A
premise that takes more than a line is shown before it is used, with a label; a fact by which
something is defined, or a condition holds, is a lemma if it takes more than a glance.

Each block knows the inferences that it shows or gives the reason of, so that whether anything was
left out can be asked of the document (see `symbolic.documents.tree.shown`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from symbolic.core.terms import REAL, Term, free
from symbolic.derivation.inferences import Fact, beside, fact, glance, is_light
from symbolic.derivation.key_steps import SUPPOSED, in_a_line
from symbolic.derivation.labels import HENCE, straightened
from symbolic.derivation.suppositions import resting_on, supposed
from symbolic.documents.tree import (
    Block,
    Calculation,
    Conclusion,
    Derived,
    Immediate,
    Lemma,
    Line,
    Paragraph,
    Step,
    Supposition,
)
from symbolic.printing import prose, statement_text, term_text
from symbolic.printing.authored import core_of
from symbolic.printing.sentences import Reference, Sentence, Together, Words, as_sentence, joined
from symbolic.printing.shapes import in_use, variable
from symbolic.printing.statements import together
from symbolic.statements import AtMost, Equal, ForAll, Less, NotEqual, Relation, Statement
from symbolic.writing.theorem import Theorem, ancestry

#: rules that only carry a step from one place to another: the reason lies in their premises
FOLDED = frozenset({"chain", "rewriting", "symmetry", "term by term", "restating",
                    "linear combination", "multiplying an inequality", "part"})  # fmt: skip
#: rules that restate a theorem for a special or a general case
RESTATED = frozenset({"special case", "substitution", "special sequence", "cut", "for all"})
#: rules whose reason is that of all their premises together
JOINED = frozenset({"modulus", "equal operators", "equal terms", "bounding term by term", "bridge",
                    "every MRP", "on this MRP", "counterexample", "equal numbers",
                    "only solution"})  # fmt: skip
#: rules that give a reason of their own besides those of their premises
EXPLAINED = frozenset({"contradiction", "margin on a mode", "on-policy updates",
                       "size of an eigenvalue", "stationary chain",
                       "von Neumann's inequality"})  # fmt: skip
#: rules that give the reasons of their premises
CARRIERS = FOLDED | RESTATED | JOINED | EXPLAINED | {"calculation"}
#: rules whose conclusion is a step that a reader wants to see by itself
SHOWN = frozenset({"far side of the circle", "modes of a cycle", "nonsingular if only solution",
                   "nonsingular product", "outgrown", "two states", "unbounded"})  # fmt: skip
SHORT = 72
#: of how many inferences a line may tell; what has more than one of them has its own line then
TOLD = 4
SIGNS: dict[type[Relation], str] = {Equal: "=", NotEqual: "≠", AtMost: "≤", Less: "<"}

Because: TypeAlias = Words | Statement | Reference
LIFTED = prose(
    "This is an identity between power series in {z}, so it holds for the matrix {z = gamma·P}."
)


def derivations(
    theorems: Iterable[Theorem],
    names: Mapping[Theorem, Reference] | None = None,
    assumed: Iterable[Statement] = (),
    *,
    brief: bool = False,
) -> list[tuple[Block, ...]]:
    """The derivations of theorems in one document, each after the lemmas that it needs first.

    ``names`` are theorems shown elsewhere; they are referred to and not derived again.  What two
    derivations would show is a lemma, too.  Of a step that has other reasons it is not said that
    it also needs what is ``assumed`` throughout.  If they are ``brief``, a step towards others
    takes one line.
    """
    wanted, repeated = tuple(theorems), frozenset[Fact]()
    known = frozenset(s.key for s in assumed)
    while True:
        document = _Document(names or {}, repeated, known, brief=brief)
        found = [document.blocks(theorem, wanted[k:]) for k, theorem in enumerate(wanted, 1)]
        if document.repeated <= repeated:
            return found
        repeated |= document.repeated


class _Document:
    """The derivations of one document; its lemmas are numbered, and each is shown once."""

    def __init__(
        self,
        names: Mapping[Theorem, Reference],
        shared: frozenset[Fact],
        assumed: frozenset[object],
        *,
        brief: bool,
    ) -> None:
        self._names, self._shared, self.assumed, self.brief = dict(names), shared, assumed, brief
        self._said: dict[Theorem, Fact] = {}
        self._beside: dict[Theorem, tuple[Theorem, ...]] = {}
        self._facts: dict[Fact, Reference] = {}
        self._lemmas: list[Lemma] = []
        self._labelled: dict[Fact, Theorem] = {}
        #: what was shown in two derivations
        self.repeated: set[Fact] = set()

    def blocks(self, theorem: Theorem, later: Collection[Theorem]) -> tuple[Block, ...]:
        """The derivation of a theorem, after the lemmas that it is the first to need.

        From here on what it says is known by its name, unless it rests on what comes ``later``.
        """
        before = len(self._lemmas)
        derivation = self._derivation(theorem)
        if theorem in self._names and not any(t in later for t in ancestry(theorem)):
            self._facts.setdefault(self.fact(theorem), self._names[theorem])
        return (*self._lemmas[before:], derivation)

    def fact(self, theorem: Theorem) -> Fact:
        """What the theorem says, and from which hypotheses."""
        if theorem not in self._said:
            self._said[theorem] = fact(theorem)
        return self._said[theorem]

    def beside(self, theorem: Theorem) -> tuple[Theorem, ...]:
        """The facts that a step uses besides its premises."""
        if theorem not in self._beside:
            self._beside[theorem] = tuple(beside(theorem))
        return self._beside[theorem]

    def name(self, theorem: Theorem) -> Reference | None:
        """Where else the theorem, or what it says, is shown."""
        return self._names.get(theorem) or self.known(self.fact(theorem))

    def known(self, said: Fact) -> Reference | None:
        """Where this was shown before."""
        return self._facts.get(said)

    def is_shared(self, theorem: Theorem) -> bool:
        """Would two derivations show it?"""
        return self.fact(theorem) in self._shared

    def lemma(self, theorem: Theorem, *, key: bool = False) -> None:
        """Make it a lemma, if it is more than a glance after the lemmas that it needs."""
        derivation = self._derivation(theorem)
        if glance(theorem, lambda t: self.name(t) is not None):
            return
        self.shown(theorem, theorem)
        name = f"Fact {len(self._lemmas) + 1}"
        said = theorem.hypotheses, theorem.statement
        self._lemmas.append(Lemma(name, *said, derivation, key, of=theorem))
        self._facts[self.fact(theorem)] = Reference(name)

    def shown(self, theorem: Theorem, within: Theorem) -> None:
        """A fact was shown within the derivation of another theorem."""
        said = self.fact(theorem)
        if self._labelled.setdefault(said, within) is not within:
            self.repeated.add(said)

    def _derivation(self, theorem: Theorem) -> Derived | Immediate:
        steps = straightened([*_Outline(self, theorem).blocks(theorem)])
        *before, last = supposed(steps, theorem)
        if isinstance(last, Conclusion) and last.shows[:1] == (theorem,):
            if not before:
                return Immediate(_ALONE.get(last.reason, last.reason), last.shows)
            # that the last calculation gives the statement need not be said again
            if last.reason == as_sentence(HENCE):
                return Derived(tuple(before), theorem.statement, last.shows)
        return Derived((*before, last), theorem.statement)


class _Outline:
    """The steps to a theorem, in reading order; premises have labels, which are its own."""

    def __init__(self, document: _Document, theorem: Theorem) -> None:
        self._document, self._theorem = document, theorem
        self._own = document.fact(theorem)
        #: what the reader knows from the theorem itself
        self._known = _names(theorem)
        self._first = document.known(self._own)
        self._labels: dict[Fact, Reference] = {}
        #: what was supposed in a proof by induction
        self._supposed: set[object] = set()

    def blocks(self, theorem: Theorem, *, labelled: bool = False) -> Iterator[Step]:
        """Show a theorem; a premise gets a label on its last block."""
        if theorem.rule == "calculation":
            yield from self._before(theorem)
            yield self._calculation(theorem, labelled)
        elif theorem.rule == "induction":
            base, step = theorem.premises
            self._rest(theorem)
            yield Supposition(prose("Base case."), (), tuple(self.blocks(base)))
            supposed, ranges = _assumed(theorem)
            words = prose("Step: let {} and suppose {}.", Together(ranges), supposed)
            self._supposed.add(supposed.key)
            yield Supposition(words, (*ranges, supposed), tuple(self.blocks(step)))
            yield self._conclusion(theorem, labelled, theorem.reason)
        elif theorem.rule == "cases":
            self._rest(theorem)
            repeated = tuple(_repeated(theorem))
            for case, own in zip(theorem.premises, theorem.supposing, strict=True):
                inner = tuple(self.blocks(case))
                said = inner[:-1] if case in repeated else inner
                yield Supposition(prose("Case {}.", own), (own,), said)
            yield self._conclusion(theorem, labelled, "in both cases", repeated)
        elif theorem.rule == "bridge" and self._lifts(theorem):
            yield from self.blocks(theorem.premises[0], labelled=labelled)
            yield Paragraph(LIFTED, (theorem,))
        elif theorem.rule in RESTATED and self._lines(theorem.premises[0]):
            restated = self._restated(theorem)
            if self._is_foreign(restated[-1].premises[0]) or _settles(restated):
                self._document.lemma(restated[-1].premises[0], key=True)
                yield from self._before(theorem)
                yield self._conclusion(theorem, labelled)
                return
            for t in restated:
                yield from self._before(t, skip=1)
                yield from self._completing(t)
            general = restated[-1].premises[0]
            if self._document.fact(general) == self._document.fact(theorem):
                yield from self.blocks(general, labelled=labelled)
            elif labelled:  # what it is a special case of may be needed again
                yield from self._labelled(general)
                yield self._conclusion(theorem, labelled)
            else:
                self._document.shown(general, self._theorem)
                yield from self.blocks(general)
                yield self._conclusion(theorem, labelled, HENCE, restated)
        else:
            yield from self._before(theorem)
            yield self._conclusion(theorem, labelled)

    # -- what has to be seen before ----------------------------------------------------------------

    def _before(self, theorem: Theorem, skip: int = 0) -> Iterator[Step]:
        """Lemmas for the facts that a step uses, and those of its premises that take a line."""
        self._rest(theorem)
        carries, premises = theorem.rule in CARRIERS, theorem.premises[skip:]
        for p in premises:
            if self._is_new(p):
                if self._lines(p):
                    yield from self._labelled(p)
                elif carries:
                    yield from self._before(p)
                else:
                    if is_light(p):
                        yield from self._before(p)
                    if not self._glance(p):
                        yield from self._labelled(p)
        if carries and theorem.rule != "calculation" and self._told(theorem) > TOLD:
            for p in map(_behind, premises):
                if self._is_new(p) and self._told(p) > 1:
                    yield from self._labelled(p)

    def _completing(self, theorem: Theorem) -> Iterator[Step]:
        """What a step shows of the hypotheses of its premise, which is derived from them after."""
        for lemma in theorem.premises[1:] if theorem.rule == "cut" else ():
            if self._name(lemma) is None and lemma.rule != "hypothesis":
                yield from self._labelled(lemma)

    def _told(self, theorem: Theorem) -> int:
        """Of how many inferences, besides light ones, would a reason tell?"""
        return sum(not is_light(t) for t in self._because(theorem)[1])

    def _labelled(self, premise: Theorem) -> Iterator[Step]:
        """Show it under a label, or as a lemma, if it speaks of what is not known here."""
        if self._is_foreign(premise):
            self._document.lemma(premise, key=True)
            return
        known = dict(self._labels)
        steps = [*self.blocks(premise, labelled=True)]
        if self._document.brief and not isinstance(steps[-1], Paragraph):
            *apart, last = in_a_line(steps)
            kept = {*known.values(), *(Reference(step.label) for step in apart)}
            self._labels = {said: label for said, label in self._labels.items() if label in kept}
            steps = [*apart, replace(last, label=self._label())]
        self._labels[self._document.fact(premise)] = Reference(self._label())
        self._document.shown(premise, self._theorem)
        yield from steps

    def _is_foreign(self, premise: Theorem) -> bool:
        """Does it speak of sequences or of numbers that the theorem does not know?"""
        new = _names(premise) - self._known - _OPERATORS
        return any(not isinstance(x, Term) or x.sort == REAL for x in new)

    def _rest(self, theorem: Theorem) -> None:
        """Lemmas for what a step rests on besides its premises."""
        for s in self._document.beside(theorem):
            self._fact(s)

    def _fact(self, theorem: Theorem) -> None:
        if self._is_new(theorem) and not self._glance(theorem):
            if is_light(theorem) and theorem.rule != "for all":
                for p in (*theorem.premises, *self._document.beside(theorem)):
                    self._fact(p)
                if self._glance(theorem):
                    return
            self._document.lemma(theorem)

    def _name(self, theorem: Theorem) -> Reference | None:
        """Where the reader has seen it."""
        said = self._document.fact(theorem)
        name = self._labels.get(said) or self._document.name(theorem)
        # a second proof of something is no reference to the first
        return None if said == self._own and name == self._first else name

    def _is_new(self, theorem: Theorem) -> bool:
        """Has nothing been shown that says this?  What two derivations need is a lemma now."""
        if self._name(theorem) is not None:
            return False
        if self._document.is_shared(theorem) and not self._glance(theorem):
            self._document.lemma(theorem)
        return self._name(theorem) is None

    def _glance(self, theorem: Theorem) -> bool:
        return glance(theorem, lambda t: self._name(t) is not None)

    def _lines(self, theorem: Theorem) -> bool:
        """Does it take more than a line to show what has not been shown?"""
        if not self._is_new(theorem):
            return False
        if theorem.rule in ("induction", "cases", *SHOWN) or _several(theorem):
            return True
        return theorem.rule in RESTATED and self._lines(theorem.premises[0])

    def _lifts(self, theorem: Theorem) -> bool:
        """Does it rest on nothing but a calculation that has not been shown?"""
        first, *rest = (*theorem.premises, *self._document.beside(theorem))
        return (
            _several(first)
            and self._is_new(first)
            and all(map(self._glance, rest))
            and not any(self._cited(rest))
        )

    def _restated(self, theorem: Theorem) -> tuple[Theorem, ...]:
        """The steps that restate something, from the last to the first."""
        found = [theorem]
        while (p := found[-1].premises[0]).rule in RESTATED:
            found.append(p)
        return tuple(found)

    # -- one block ---------------------------------------------------------------------------------

    def _conclusion(
        self,
        theorem: Theorem,
        labelled: bool,
        why: Words | None = None,
        also: Iterable[Theorem] = (),
    ) -> Conclusion:
        """The statement; ``also`` are inferences for which it stands as well."""
        if why is None:
            reason, shows = self._because(theorem)
        else:
            shows = tuple(dict.fromkeys((theorem, *also)))
            rest = [p for t in shows for p in self._document.beside(t)]
            rest += [p for t in shows if t.rule == "cut" for p in t.premises[1:]]
            reason = _listed((why, *self._cited(rest)))
        return Conclusion(theorem.statement, reason, self._label() * labelled, shows, theorem)

    def _calculation(self, theorem: Theorem, labelled: bool) -> Calculation:
        assert isinstance(theorem.statement, Relation)
        start = theorem.statement.lhs
        lines: list[Line] = []
        names = in_use(*(core_of(t)[0] for t in _terms(theorem)))
        shown = term_text(start, names)
        for step in theorem.premises:
            assert isinstance(step.statement, Relation)
            relation, rhs = type(step.statement), step.statement.rhs
            before, shown = shown, term_text(rhs, names)
            # the same, written differently, is not shown; nor is that it is at most itself
            if before != shown or not self._glance(step):
                name = self._name(step)
                reason, shows = (_listed((name,)), ()) if name else self._because(step)
                lines.append(Line(SIGNS[relation], rhs, reason, shows))
        return Calculation(start, tuple(lines), self._label() * labelled, (theorem,), theorem)

    def _label(self) -> str:
        return f"({len(self._labels) + 1})"

    # -- reasons -----------------------------------------------------------------------------------

    def _because(self, theorem: Theorem) -> tuple[Sentence, tuple[Theorem, ...]]:
        """Why a step holds, in terms of what the reader has seen, and the steps that this tells."""
        told: dict[Theorem, None] = {}
        said = dict.fromkeys(self._parts(theorem, told, theorem))
        for word in ("algebra", "combining inequalities"):
            if len(said) > 1 and theorem.rule != word:
                said.pop(word, None)
        assumed = self._document.assumed
        more = [s for s in said if not (isinstance(s, Statement) and s.key in assumed)]
        return _listed(more or said), tuple(told)

    def _parts(
        self,
        theorem: Theorem,
        told: dict[Theorem, None],
        step: Theorem,
        gone: frozenset[object] = frozenset(),
    ) -> Iterator[Because]:
        """The reasons of a step, or of what it tells of; nothing is said of what is ``gone``."""
        told[theorem] = None
        rest = self._document.beside(theorem)
        if theorem.rule == "hypothesis":
            if theorem.statement.key in self._supposed:
                yield SUPPOSED
            elif not _speaks_of(theorem.statement, gone):
                yield theorem.statement if _is_short(theorem.statement) else "hypothesis"
        elif theorem.rule == "fact":
            said = (self._name(p) or _fact(p, step) for p in theorem.side)
            used = [each for each in said if each]
            short = used and all(_is_short(u) and not _speaks_of(u, gone) for u in used)
            yield from used if short else ("combining inequalities",)
        elif theorem.rule in CARRIERS:
            for p in theorem.premises:
                name = self._name(p)
                if name is not None:
                    yield name
                elif p not in told:
                    yield from self._parts(
                        p, told, step, gone | (_put_in(theorem, p) - self._known)
                    )
            if theorem.rule in EXPLAINED:
                yield theorem.reason
        else:
            yield _without(as_sentence(theorem.reason), gone)
            rest = (*theorem.premises, *rest)
        yield from self._cited(rest)

    def _cited(self, theorems: Iterable[Theorem]) -> Iterator[Reference]:
        """Where to find what some facts rest on, by their names."""
        stack, met = [*theorems], set[Theorem]()
        while stack:
            t = stack.pop(0)
            name = self._name(t)
            if name is not None:
                yield name
            else:
                found = [p for p in (*t.premises, *self._document.beside(t)) if p not in met]
                met.update(found)
                stack += found


def _listed(parts: Iterable[Because]) -> Sentence:
    """Reasons, one after the other; inequalities that read as one are one."""
    found = [as_sentence(p) if isinstance(p, str) else p for p in dict.fromkeys(parts)]
    links = together(p for p in found if isinstance(p, Statement))
    said: dict[Sentence, None] = {}
    for part in found:
        piece: object = part
        if isinstance(part, Statement):
            (link,) = (each for each in links if any(part is s for s in each))
            piece = part if len(link) == 1 else Together(link)
        said[piece if isinstance(piece, Sentence) else Sentence((piece,))] = None
    return joined(said or ("algebra",), "; ")


def _fact(used: Theorem, step: Theorem) -> Because:
    """What a step uses; if that says what the step says, by which rule it holds."""
    if used.rule == "hypothesis" or used.proof.conclusion is not step.proof.conclusion:
        return used.statement
    return "" if used.rule in _NAMELESS else used.reason


def _put_in(theorem: Theorem, general: Theorem) -> frozenset[object]:
    """The variables for which something was put in."""
    if theorem.rule not in ("special case", "substitution", "special sequence"):
        return frozenset()
    return free(general.proof.conclusion) - free(theorem.proof.conclusion)


def _speaks_of(part: Because, gone: frozenset[object]) -> bool:
    if not gone or isinstance(part, str | Reference):
        return False
    formulas = part.formulas if isinstance(part, Sentence) else (part,)
    return any(free(core_of(f)[0]) & gone for f in formulas)


def _without(reason: Sentence, gone: frozenset[object]) -> Sentence:
    """The reason, only its first words if it speaks of what is gone."""
    if not _speaks_of(reason, gone):
        return reason
    return as_sentence(reason.words[0].rstrip(" ,:") if reason.words else "algebra")


#: rules that are no reason: what they say is what they are
_NAMELESS = frozenset({"given", "fact"})
#: what the reason of a whole proof is called, where a word would be too little
_ALONE = {
    as_sentence(word): as_sentence(said)
    for word, said in {
        "algebra": "both sides are the same by algebra",
        "combining inequalities": "what is given, and inequalities that hold for all numbers",
        "limits": "the limit is taken term by term",
        "hypothesis": "this is one of the hypotheses",
    }.items()
}


def _is_short(part: Because) -> bool:
    return not isinstance(part, Statement) or len(statement_text(part)) <= SHORT


#: the matrix, the rewards and the values, of which an operator speaks by itself
_OPERATORS = frozenset(variable(name, REAL) for name in ("z", "r", "v"))


def _names(theorem: Theorem) -> frozenset[object]:
    """What a theorem speaks of."""
    return free(theorem.proof.conclusion).union(*map(free, theorem.proof.hypotheses))


def _terms(calculation: Theorem) -> Iterator[object]:
    """The terms of a calculation."""
    for s in (calculation.statement, *(p.statement for p in calculation.premises)):
        assert isinstance(s, Relation)
        yield from (s.lhs, s.rhs)


def _several(theorem: Theorem) -> bool:
    return theorem.rule == "calculation" and len(theorem.premises) > 1


def _repeated(theorem: Theorem) -> Iterator[Theorem]:
    """The cases of cases that end in the same statement, which is said once."""
    for case in theorem.premises:
        if case.rule == "cases" and case.statement.key == theorem.statement.key:
            yield case
            yield from _repeated(case)


def _settles(restated: Sequence[Theorem]) -> bool:
    """Is something put in, and shown of it what the general theorem supposes?"""
    return any(
        t.rule in ("substitution", "special sequence")
        and resting_on(t.premises[0]) - resting_on(restated[0])
        for t in restated
    )


def _behind(theorem: Theorem) -> Theorem:
    """What is only put in, restated, or said for a special case."""
    while is_light(theorem) and len(theorem.premises) == 1 and theorem.rule != "for all":
        theorem = theorem.premises[0]
    return theorem


def _assumed(theorem: Theorem) -> tuple[Statement, tuple[Statement, ...]]:
    """What the step of an induction assumes, and of which numbers."""
    statement = theorem.statement
    assert isinstance(statement, ForAll)
    return statement.body, tuple(statement.range)
