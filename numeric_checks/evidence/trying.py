"""A theorem tried on instances that are drawn from its hypotheses.

An instance counts if the hypotheses hold there, if the conclusion is decided from the statement
itself (`numeric_checks.statements`), and if no sequence in it is zero throughout, those that are
computed from others left out.  Where the conclusion fails, hypothesis makes the instance small.
Small changes of the conclusion are tried on the same instances: evidence that notices none of them
would not notice a wrong theorem either.  And on one of the instances both sides are computed as
decimals, by mpmath and by Arb.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice
from random import Random

from numeric_checks.evidence.changes import changed
from numeric_checks.evidence.digits import DIGITS, Disagree, compared
from numeric_checks.evidence.drawing import NoInstance, Plan
from numeric_checks.identities.evaluation import NoValue as NotThere, TooManyTerms
from numeric_checks.identities.majorants import NoTailBound
from numeric_checks.statements.counterexamples import counterexample
from numeric_checks.statements.describing import in_words
from numeric_checks.statements.findings import Finding, Outcome
from numeric_checks.statements.instances import Instance
from numeric_checks.statements.meaning import Decision, decide
from numeric_checks.statements.numbers import NoValue
from symbolic.core.terms import Term
from symbolic.printing import statement_text
from symbolic.statements import And, Statement
from symbolic.statements.edge import statement_to_core

__all__ = ["LEAST", "Draw", "Tried", "tried"]

#: makes an instance, by the choices of a generator alone
Draw = Callable[[Random], Instance]

#: instances for each theorem, how often one is drawn for each of them, and how many times as many
#: are looked at for one that notices a change
LEAST, ATTEMPTS, MOST = 3, 20, 4
#: changes that are looked at, and how many that are noticed are enough
CHANGES, ENOUGH = 16, 2

SAME = "no other instance was drawn"
_TRUE = (Outcome.HOLDS, Outcome.CHECKED)


@dataclass(frozen=True)
class Tried:
    """What became of a theorem on drawn instances.

    ``exact`` are those at which all indices were decided at once, the others were looked at up to
    some index; ``noticed`` are the changes, of those tried, that are false at an instance.
    ``digits`` is how far decimals agree, ``reason`` why there are none, ``missing`` why there are
    fewer instances than wanted, and ``failure`` what was found to be wrong.
    """

    instances: int = 0
    exact: int = 0
    changes: int = 0
    noticed: int = 0
    digits: int | None = None
    reason: str | None = None
    missing: str | None = None
    failure: str | None = None


def tried(
    given: Iterable[Statement],
    says: Statement,
    *,
    least: int = LEAST,
    seed: int = 0,
    draw: Draw | None = None,
) -> Tried:
    """Try what is said on instances of what is given; the same ones for a given seed.

    Where hypotheses cannot be solved, ``draw`` makes the instances; that they satisfy everything is
    looked at here.
    """
    trial = Trial(tuple(_apart(given)), says, draw)
    wanted = least if draw or trial.plan.draws_anything else 1
    changes, seen = Changes.of(trial.core), list[Seen]()
    try:
        for one in islice(trial.instances(Random(seed), ATTEMPTS * wanted), MOST * wanted):
            seen.append(one)
            changes.look(one)
            if len(seen) >= wanted and changes.noticed:
                break
    except Wrong as wrong:
        smallest = trial.smallest(wrong)
        at = in_words(smallest.at).text() or "every instance"
        why = smallest.finding.reason.text()
        return Tried(failure=f"{smallest.finding.outcome.value} at {at}{why and f': {why}'}")
    digits, reason = trial.decimals(seen)
    return Tried(
        instances=len(seen),
        exact=sum(one.exact for one in seen),
        changes=changes.tried,
        noticed=changes.noticed,
        digits=digits or None,
        reason=reason,
        missing=trial.problem if len(seen) < wanted else None,
        failure=reason if digits == 0 else None,
    )


def _apart(given: Iterable[Statement]) -> Iterator[Statement]:
    """Hypotheses, with the parts of a conjunction in its place."""
    for s in given:
        yield from _apart(s.parts) if isinstance(s, And) else (s,)


class Misfit(Exception):
    """An instance that says nothing about a theorem; the message says why."""


@dataclass(frozen=True)
class Seen:
    """An instance at which the hypotheses hold, and the conclusion."""

    at: Instance
    decision: Decision
    exact: bool

    def fails(self, change: Term) -> bool:
        """Is another conclusion false here?"""
        with suppress(NoValue):
            return self.decision.of(change, ()).outcome is Outcome.FAILS
        return False


@dataclass(frozen=True)
class Wrong(Exception):
    """An instance at which the hypotheses hold and the conclusion does not."""

    at: Instance
    finding: Finding


@dataclass(frozen=True)
class Trial:
    """Hypotheses and a conclusion, looked at on instances."""

    given: tuple[Statement, ...]
    says: Statement
    by_hand: Draw | None = None

    @cached_property
    def plan(self) -> Plan:
        """How instances are drawn from the hypotheses."""
        return Plan(self.given, (self.says,))

    @cached_property
    def draw(self) -> Draw:
        """How instances are drawn."""
        return self.by_hand or self.plan.draw

    @cached_property
    def core(self) -> Term:
        """The conclusion."""
        return statement_to_core(self.says)

    def look(self, at: Instance) -> Seen:
        """What is true at an instance; raises `Misfit` or `Wrong`."""
        decision, exact = Decision(at), True
        try:
            for s in self.given:
                kept = decision.of(statement_to_core(s), ())
                if kept.outcome not in _TRUE:
                    raise Misfit(f"{statement_text(s)}, which {kept}")
                exact = exact and kept.outcome is Outcome.HOLDS
            found = decision.of(self.core, ())
        except NoValue as problem:
            raise Misfit(str(problem)) from None
        if found.outcome is Outcome.UNDECIDED:
            raise Misfit(f"the conclusion {found}")
        if found.outcome in _TRUE:
            return Seen(at, decision, exact and found.outcome is Outcome.HOLDS)
        if exact:
            raise Wrong(at, found)
        raise Misfit("the hypotheses were not decided for all indices")

    def instances(self, rng: Random, attempts: int) -> Iterator[Seen]:
        """Different instances that count; raises `Wrong` where the conclusion fails."""
        seen = list[Instance]()
        for _ in range(attempts):
            try:
                at = self.draw(rng)
                if at in seen:
                    raise Misfit(SAME)
                one = self.look(at)
                drawn = (x for f, x in at.sequences.items() if f not in self.plan.computed)
                if any(data.vanishes for data in drawn):
                    raise Misfit("a sequence is zero throughout")
            except (NoInstance, Misfit) as problem:
                self._problems[str(problem)] += 1
                continue
            seen.append(at)
            yield one

    @cached_property
    def _problems(self) -> Counter[str]:
        return Counter()

    @property
    def problem(self) -> str | None:
        """Why there are not more instances; nothing if those are all that are drawn."""
        [(why, _)] = self._problems.most_common(1)
        return None if why == SAME else why

    def smallest(self, wrong: Wrong) -> Wrong:
        """A simple one, or the smallest that hypothesis finds, or else the one at hand."""
        simple = counterexample(self.says, self.given)
        if simple is not None:
            return Wrong(simple, decide(self.says, simple))
        from hypothesis import Phase, find, settings, strategies as st
        from hypothesis.errors import NoSuchExample

        def at(rng: Random) -> Wrong | None:
            try:
                self.look(self.draw(rng))
            except Wrong as found:
                return found
            except (NoInstance, Misfit):
                pass
            return None

        how = settings(max_examples=300, database=None, phases=(Phase.generate, Phase.shrink))
        drawn = st.randoms(use_true_random=False).map(at)
        with suppress(NoSuchExample):
            wrong = (
                find(drawn, lambda found: found is not None, settings=how, random=Random(0))
                or wrong
            )
        return wrong

    def decimals(self, seen: Sequence[Seen]) -> tuple[int | None, str | None]:
        """To how many digits both sides agree (0: they do not), or why no digits were computed."""
        reason = "there is no instance"
        for one in sorted(seen, key=lambda one: _size(one.at)):
            try:
                if compared(self.core, one.at):
                    return DIGITS, None
                return None, "it does not compare two numbers"
            except Disagree as problem:
                return 0, f"fails at {in_words(one.at).text()}: {problem}"
            except (TooManyTerms, NoTailBound, NotThere) as problem:
                reason = str(problem)
        return None, reason


@dataclass
class Changes:
    """Changes of a conclusion, as many as are looked at, and what instances say of them."""

    left: list[tuple[int, Term]]
    tried: int = 0
    noticed: int = 0

    @classmethod
    def of(cls, core: Term) -> Changes:
        """Changes of every part of it."""
        options = list(dict.fromkeys(changed(core)))
        return cls(list(enumerate(options[:: max(1, len(options) // CHANGES)][:CHANGES], start=1)))

    def look(self, one: Seen) -> None:
        """Which of those that were not noticed are false there?  Until enough are."""
        for place, change in list(self.left):
            if self.noticed >= ENOUGH:
                break
            self.tried = max(self.tried, place)
            if one.fails(change):
                self.noticed += 1
                self.left.remove((place, change))


def _size(at: Instance) -> Fraction:
    """Roughly how close to the ends of their ranges the numbers are."""
    return max((Fraction(x.denominator) for x in at.values.values()), default=Fraction(0))
