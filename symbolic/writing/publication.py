"""Publishing a theorem: its terms are defined wherever its hypotheses hold.

For the core every term is a number; a reader is promised more (see `symbolic.core.definedness`).
`published` shows what makes the terms defined from the theorem's hypotheses, with the meaning of
every defined name put in.  Where that needs a hypothesis that was at hand and is not among them,
the hypothesis is added, so that the reader sees it; what is still missing is named in the
refusal.

    >>> from symbolic import AtMost, Less, NotEqual, given, real
    >>> from symbolic.writing import algebra
    >>> x, y = real("x"), real("y")
    >>> published(algebra(given(NotEqual(y, 0)), x / y + 1 / y, (1 + x) / y))
    Theorem(y ≠ 0 ⊢ x/y + 1/y = (1 + x)/y)
    >>> published(algebra(given(), x / y + 1 / y, (1 + x) / y))
    Traceback (most recent call last):
        ...
    symbolic.writing.refusals.Undefined: not everything is defined: y ≠ 0 does not follow
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from symbolic.core import kernel
from symbolic.core.definedness import Options, missing, obligations
from symbolic.core.polynomials import key, polynomial, written
from symbolic.core.terms import REAL, Term, eq, free, fresh, node, put, rebuild
from symbolic.library import infer
from symbolic.printing.order import tidy
from symbolic.printing.shapes import check_names
from symbolic.search.facts import assumed as assumption, follows
from symbolic.search.powerseries import pointwise
from symbolic.statements import Statement
from symbolic.statements.edge import statement_to_core
from symbolic.writing.definitions import explicit, explicit_term, is_meaning
from symbolic.writing.logic import discharged, weaken
from symbolic.writing.refusals import ProofError, Undefined, shown
from symbolic.writing.theorem import Theorem, assumed, at_hand, given, restated

#: steps that a derivation folds into the line they serve
UNSEEN = frozenset({"hypothesis", "rewriting", "symmetry", "calculation"})
#: the kinds of statements that may help to show that terms are defined
LEMMAS = frozenset({"converges", "bounded", "tends", "all", "not", "<", "<="})


def published(
    theorem: Theorem, given_: Iterable[Statement] = (), says: Statement | None = None
) -> Theorem:
    """The theorem, if its terms are defined; with the hypotheses that this needs.

    ``says`` is the way in which it is to be written.
    """
    if not kernel.is_theorem(theorem.proof):
        raise ProofError("what was derived is not a theorem of the kernel")
    if says is not None and key(theorem.proof.conclusion) is not says.key:
        theorem = _written(theorem, says)
    check_names(theorem.proof.conclusion, *theorem.proof.hypotheses)
    audit = _Audit(theorem, given_)
    audit.run()
    proof = weaken(theorem.proof, *sorted(audit.added, key=repr))
    left = missing(explicit(proof), audit.proofs)
    if left:
        raise _undefined(min(left, key=_conditions), tuple(map(assumption, proof.hypotheses)))
    if not audit.added:
        return theorem
    words = theorem.statement if theorem.has_words else None
    return Theorem(proof, theorem.rule, theorem.premises, theorem.context, theorem.reason, words)


def _undefined(options: Options, facts: tuple[kernel.Theorem, ...]) -> Undefined:
    error = Undefined(_conditions(options), *(map(_readable, options) if len(options) == 1 else ()))
    error.facts = tuple(
        Theorem(fact, "hypothesis")
        for fact in sorted(facts, key=repr)
        if not is_meaning(fact.conclusion)
    )
    return error


def _conditions(options: Options) -> str:
    """What is wanted, as a reader would write it: a normal form depends on what was read before."""
    return " or ".join(sorted(shown(_readable(o)) for o in options))


def _readable(s: Term) -> Term:
    return tidy(rebuild(s, _two_sides))[0]


def _two_sides(s: Term, depth: int) -> Term | None:
    """A relation 0 R p with what p subtracts on its left."""
    if s.op not in ("=", "<=", "<"):
        return None
    p = polynomial(s.args[1])
    below = written({m: -c for m, c in p.items() if c < 0})
    above = written({m: c for m, c in p.items() if c > 0})
    if s.op != "=":
        return node(s.op, None, (below, above))
    return eq(*sorted((below, above), key=lambda t: (t.op == "num", -len(repr(t)), repr(t))))


class _Audit:
    """Shows that the terms of a theorem are defined, from its hypotheses and what was at hand.

    First with the meaning of names put in; what is left, in terms of the names, whose properties
    the derivation may have shown.
    """

    def __init__(self, theorem: Theorem, given_: Iterable[Statement]) -> None:
        self.theorem = theorem
        self.proofs: list[kernel.Theorem] = []
        self.added: set[Term] = set()
        written = [statement_to_core(s) for s in (*assumed(theorem), *given_)]
        self._meant = {explicit_term(t): t for t in written}

    def run(self) -> None:
        """Find a proof for each obligation, if there is one."""
        named, plain = self.theorem.proof, explicit(self.theorem.proof)
        left = self._show(plain, _obligations(plain), self._meant, explicit)
        if left:
            keys = {key(o) for options in left for o in options}
            rest = {
                options
                for options in _obligations(named)
                if any(key(explicit_term(o)) in keys for o in options)
            }
            self._show(named, rest, {t: t for t in self._meant.values()}, lambda t: t)

    def _show(
        self,
        theorem: kernel.Theorem,
        wanted: set[Options],
        more: Mapping[Term, Term],
        put: Callable[[kernel.Theorem], kernel.Theorem],
    ) -> set[Options]:
        """Show what can be shown, if possible from the hypotheses alone; what is left."""
        spoken_of = _spoken_of(theorem)
        others = [h for h in more if _numbers_aside(h) <= spoken_of and h not in theorem.hypotheses]
        assumed_too = tuple(map(assumption, others))
        facts: tuple[kernel.Theorem, ...] = tuple(
            assumption(h) for h in sorted(theorem.hypotheses, key=repr)
        )
        left = self._from(facts, theorem, wanted, more)
        if left:
            lemmas = self._lemmas(theorem, put, {*theorem.hypotheses, *others})
            own = [t for t in lemmas if _own(t) <= theorem.hypotheses]
            for stage in ((*facts, *own), (*facts, *assumed_too), (*facts, *assumed_too, *lemmas)):
                left = self._from(stage, theorem, left, more)
        return left

    def _from(
        self,
        facts: tuple[kernel.Theorem, ...],
        theorem: kernel.Theorem,
        wanted: set[Options],
        more: Mapping[Term, Term],
    ) -> set[Options]:
        left = set[Options]()
        for options in sorted(wanted, key=repr):
            found = _first(options, facts)
            if found is None:
                left.add(options)
            else:
                self.added |= {more[h] for h in _own(found) - theorem.hypotheses}
                self.proofs.append(explicit(found))
        return left

    def _lemmas(
        self,
        theorem: kernel.Theorem,
        put: Callable[[kernel.Theorem], kernel.Theorem],
        allowed: set[Term],
    ) -> tuple[kernel.Theorem, ...]:
        """What was proved on the way from what is at hand, for all values of other variables."""
        spoken_of = _spoken_of(theorem)
        found: dict[Term, kernel.Theorem] = {}
        for t in at_hand(self.theorem):
            if t.rule != "hypothesis" and t.proof.conclusion.op in LEMMAS:
                lemma = _closed(put(t.proof), spoken_of)
                if _own(lemma) <= allowed and free(lemma.conclusion) <= spoken_of:
                    found.setdefault(lemma.conclusion, lemma)
        return tuple(found.values())


def check_steps(theorem: Theorem, elsewhere: Collection[Theorem] = ()) -> int:
    """Raise `Undefined` unless the terms of each step of a derivation are defined where it stands.

    A step may use the hypotheses of the theorem and what its own context says; theorems that are
    shown elsewhere are audited there.  The number of steps.
    """
    others = {id(t) for t in elsewhere if t is not theorem}
    seen = {id(theorem)}
    stack, count = [theorem], 0
    while stack:
        t = stack.pop()
        inside = [p for p in (*t.premises, *t.side) if id(p) not in others | seen]
        seen |= {id(p) for p in inside}
        stack += inside
        if t.rule not in UNSEEN:
            count += 1
            _check_step(theorem, t)
    return count


def _check_step(theorem: Theorem, step: Theorem) -> None:
    spoken = _own(theorem.proof) | _own(step.proof)
    facts = tuple(assumption(explicit_term(h)) for h in sorted(spoken, key=repr))
    left = [o for o in obligations(explicit_term(step.proof.conclusion)) if not _first(o, facts)]
    if left:
        nearby = tuple(explicit(t.proof) for t in _nearby(step))
        for options in left:
            if not _first(options, (*facts, *nearby)):
                raise _undefined(options, facts)


def _nearby(step: Theorem) -> Iterator[Theorem]:
    """The facts of the contexts in which a step was made."""
    seen: set[int] = set()
    stack = [step]
    while stack:
        t = stack.pop()
        for fact in t.context:
            if id(fact) not in seen:
                seen.add(id(fact))
                yield fact
        stack += [p for p in t.premises if id(p) not in seen]
        seen |= {id(p) for p in t.premises}


def _own(theorem: kernel.Theorem) -> frozenset[Term]:
    """The hypotheses of a theorem that are no definitions."""
    return frozenset(h for h in theorem.hypotheses if is_meaning(h) is None)


def _obligations(theorem: kernel.Theorem) -> set[Options]:
    spoken = (s for s in (theorem.conclusion, *theorem.hypotheses) if is_meaning(s) is None)
    return set[Options]().union(*map(obligations, spoken))


def _spoken_of(theorem: kernel.Theorem) -> frozenset[object]:
    return frozenset().union(*map(free, (theorem.conclusion, *theorem.hypotheses)))


def _numbers_aside(statement: Term) -> frozenset[object]:
    """The sequences and indices of a statement; a bound that it mentions may be any number."""
    return frozenset(x for x in free(statement) if not isinstance(x, Term) or x.sort != REAL)


def _closed(lemma: kernel.Theorem, spoken_of: frozenset[object]) -> kernel.Theorem:
    """The lemma for all values of the variables that are not spoken of."""
    others = [x for x in free(lemma.conclusion) - spoken_of if isinstance(x, Term)]
    for x in sorted(others, key=repr):
        conditions = [h for h in lemma.hypotheses if x in free(h) and is_meaning(h) is None]
        lemma = infer.generalise(discharged(lemma, *sorted(conditions, key=repr)), x)
    return lemma


def _written(theorem: Theorem, says: Statement) -> Theorem:
    """The theorem in other words, if they say the same."""
    facts = given(
        *(s for s in assumed(theorem) if s.key in set(map(key, theorem.proof.hypotheses)))
    )
    try:
        proof = restated(facts, theorem.proof, statement_to_core(says))
    except kernel.Refused:
        return theorem
    return Theorem(proof, theorem.rule, theorem.premises, theorem.context, theorem.reason, says)


def _first(options: Options, facts: tuple[kernel.Theorem, ...]) -> kernel.Theorem | None:
    for option in options:
        found = follows(option, facts) or _pointwise(option, facts)
        if found is not None:
            return found if found.conclusion is option else infer.restate(found, option)
    return None


def _pointwise(goal: Term, facts: tuple[kernel.Theorem, ...]) -> kernel.Theorem | None:
    """An equation for all numbers in a range, where sums are taken apart."""
    names: list[Term] = []
    conditions: list[Term] = []
    inner = goal
    avoid = [s for t in facts for s in (t.conclusion, *t.hypotheses)]
    while inner.op in ("all", "implies"):
        if inner.op == "all":
            names.append(fresh(inner.data, goal, *avoid, *names))
            inner = put(inner.args[0], names[-1])
        else:
            conditions.append(inner.args[0])
            inner = inner.args[1]
    if inner.op != "=" or REAL not in {x.sort for x in names}:
        return None
    watched = frozenset(x for x in names if x.sort == REAL)
    try:
        proof = pointwise(inner, watched, (*facts, *map(assumption, conditions)))
    except kernel.Refused:
        return None
    proof = discharged(proof, *conditions)
    for x in reversed(names):
        proof = infer.generalise(proof, x)
    return proof
