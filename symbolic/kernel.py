"""The trusted core: theorems, and the one place where they are made.

A `Theorem` says: *whenever its hypotheses hold, its statement holds*.  There is no public way to
build one.  A function becomes a rule by the decorator `rule`, which lends it, for the length of one
call, a `Mint` that can make theorems; when `symbolic.rules` has been imported the table of rules is
closed and the decorator refuses.  Every theorem remembers the rule, the premises and the reason it
came from, so a derivation is rendered from what was checked.

What is trusted: this module, `symbolic.rules`, and what they call - `terms` (substitution), `ring`
(field algebra), `decide` and `certificates` (order), `growth` (convergence), `conditions`,
`statements`, `definitions`.  Everything else - chains, proof scripts, the simplex method,
printing - can fail to prove something, but cannot prove too much.

*Definedness.*  A theorem's terms are defined wherever its hypotheses hold: no denominator is zero,
no zero is raised to a negative power, no infinite sum diverges.  A rule that cannot show this
refuses with `Unproved`, so the author has to state the missing hypothesis, and the reader sees it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, wraps
from typing import Any, Concatenate, NoReturn, ParamSpec
from weakref import WeakKeyDictionary

from sympy import Expr

from symbolic import conditions
from symbolic.definitions import Definition, dependencies
from symbolic.statements import (
    KINDS,
    MRP_SYMBOLS,
    ForAll,
    Not,
    OnEveryMRP,
    OperatorEqual,
    Relation,
    Statement,
    check_statement,
    one_meaning,
)
from symbolic.terms import known_class, plain_sequence, plain_term

P = ParamSpec("P")


class ProofError(Exception):
    """A rule refused."""


class Unproved(ProofError):
    """A side condition does not follow from what is given."""

    def __init__(self, condition: object, rule: str) -> None:
        super().__init__(f"{rule}: the side condition {condition} does not follow")
        self.condition = condition


class DoesNotOccur(ProofError):
    """There is nothing to rewrite."""


class Forged(ProofError):
    """Something that is not a genuine theorem was used as one."""


FIELDS = ("statement", "hypotheses", "rule", "premises", "side", "reason", "established")


class Theorem:
    """Hypotheses, a statement, and where it came from.  Only rules make theorems."""

    __slots__ = ("__weakref__", *FIELDS)

    statement: Statement
    hypotheses: tuple[Statement, ...]
    rule: str
    premises: tuple[Theorem, ...]
    side: tuple[Theorem, ...]  # the facts by which side conditions and definedness were shown
    reason: str
    established: frozenset[conditions.Key]

    def __new__(cls, *args: object, **kwargs: object) -> Theorem:
        """There is no public constructor."""
        raise Forged("theorems are made by the rules in symbolic.rules, not by a constructor")

    def __init_subclass__(cls, **kwargs: object) -> NoReturn:
        raise Forged("a theorem has no other kinds")

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise Forged("a theorem cannot be changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise Forged("a theorem cannot be changed")

    def __copy__(self) -> Theorem:
        return self

    def __deepcopy__(self, memo: object) -> Theorem:
        return self

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise Forged("a theorem cannot be stored and brought back; prove it again")

    def __repr__(self) -> str:
        from symbolic.printing import text

        return f"Theorem({text(self)})"

    def _repr_latex_(self) -> str:
        from symbolic.printing import latex

        return f"$\\displaystyle {latex(self)}$"

    def _repr_html_(self) -> str:
        from symbolic.printing.html import html

        return html(self)


def components(theorem: Theorem) -> list[object]:
    """Everything a theorem is made of, down to the terms of its statement and hypotheses."""
    found: list[object] = [getattr(theorem, name, None) for name in FIELDS]
    for statement in (theorem.statement, *(theorem.hypotheses or ())):
        piece: object = statement
        while isinstance(piece, Statement):
            names: tuple[str, ...] = type(piece).__match_args__
            own = piece.__dict__
            if own.keys() != set(names):
                raise Forged("something was planted in a statement of the theorem")
            found += [type(piece), *(own[name] for name in names)]
            piece = own.get("body")
    return found


def about(statement: Statement) -> Statement:
    """What is said of all integers, or denied."""
    while isinstance(statement, ForAll | Not):
        statement = statement.body
    return statement


def vectors(statement: Statement) -> tuple[Expr, ...]:
    """The terms of the statement that stand for vectors."""
    inner = about(statement)
    while isinstance(inner, OnEveryMRP):
        inner = about(inner.body)
    return inner.vectors if isinstance(inner, OperatorEqual) else ()


@dataclass(frozen=True)
class Context:
    """What may be used: hypotheses and theorems, in the order they were added."""

    facts: tuple[Theorem, ...] = ()

    def also(self, *things: Theorem | Statement) -> Context:
        """The context with more theorems, or with statements assumed."""
        grown = self
        for thing in things:
            fact = _assume(grown, thing) if isinstance(thing, Statement) else thing
            grown = Context((*grown.facts, fact))
        return grown


def given(*things: Theorem | Statement) -> Context:
    """A context that assumes these statements (and may use these theorems)."""
    return Context().also(*things)


def _assume(context: Context, statement: Statement) -> Theorem:
    from symbolic.rules import assume

    if conditions.of_statement(statement) or isinstance(statement, OperatorEqual | OnEveryMRP):
        return assume(context, statement)
    return _assumed(statement)


@lru_cache(maxsize=1000)
def _assumed(statement: Statement) -> Theorem:
    """The hypothesis, for a statement that needs no context to make sense."""
    from symbolic.rules import assume

    return assume(Context(), statement)


#: what a rule works on, apart from terms, statements and theorems
_VALUES = frozenset({int, bool, Fraction, str, type(None)})


def admit(*things: Any) -> None:
    """Raise unless these are plain values: no code of theirs may run while a rule is at work."""
    stack: list[Any] = list(things)
    while stack:
        thing = stack.pop()
        kind = type(thing)
        if known_class(kind):  # otherwise what it says it equals is no guide
            if kind in _VALUES or kind is Theorem:
                continue
            if kind in (tuple, list):
                stack += thing
                continue
            if kind is dict:
                stack += (*thing, *thing.values())
                continue
            if kind is Context or kind is Definition or kind in KINDS:
                stack += vars(thing).values()
                continue
        if not plain_sequence(thing) and not plain_term(thing):
            raise Forged(f"{kind.__name__} is not a kind of thing that a rule works on")


def _nothing(**fields: object) -> Theorem:
    raise Forged("the power to make theorems was given back")


class Mint:
    """The power to make one theorem, lent to a rule for the length of a call."""

    def __init__(self, name: str, make: Callable[..., Theorem], check: Callable[..., None]) -> None:
        self._name, self._make, self._check = name, make, check
        self._spent = False
        self._side: list[Theorem] = []
        self._vectors: set[Expr] = set()

    def open(self, *theorems: Theorem) -> None:
        """Refuse anything that is not a genuine theorem."""
        for theorem in theorems:
            self._check(theorem)

    def refusal(self, why: str) -> ProofError:
        """The error with which the rule refuses."""
        return ProofError(f"{self._name}: {why}")

    def holds(self, context: Context, condition: Statement) -> bool:
        """Does the condition follow from the context?  What was used is remembered."""
        check_statement(condition)
        self._plain(context)
        used = conditions.follows(condition, tuple(f.statement for f in context.facts))
        if used is None:
            return False
        self._use(context, used)
        return True

    def _plain(self, context: Context) -> None:
        """A context is nothing but a tuple of theorems, whenever one looks."""
        if type(context) is not Context or type(context.facts) is not tuple:
            raise Forged("this is not a plain context")

    def close(self) -> None:
        """The call is over: nothing more can be made."""
        self._spent, self._make = True, _nothing

    def _use(self, context: Context, indices: Iterable[int]) -> None:
        """These facts of the context are used: they must be genuine, and are remembered."""
        facts = [context.facts[k] for k in indices]
        self.open(*facts)
        self._side += facts

    def require(self, context: Context, *wanted: Statement) -> None:
        """Each condition follows from the context; otherwise the rule refuses."""
        for condition in wanted:
            if not self.holds(context, condition):
                from symbolic.printing import text

                raise Unproved(text(condition), self._name)

    def defined(self, context: Context, *terms: Expr) -> None:
        """The terms are defined wherever the context holds; otherwise the rule refuses."""
        for term in terms:
            for obligation in conditions.of_term(term):
                self._establish(obligation, context, ())

    def establish(
        self, context: Context, obligation: conditions.Obligation, *more: Statement
    ) -> None:
        """The obligation follows from the context and ``more``; otherwise the rule refuses."""
        self._establish(obligation, context, more)

    def _establish(
        self, obligation: conditions.Obligation, context: Context, more: tuple[Statement, ...]
    ) -> None:
        self._plain(context)
        facts = (*(f.statement for f in context.facts), *more)
        used = obligation.follows_from(facts)
        if used is None:
            raise Unproved(obligation, self._name)
        self._use(context, (k for k in used if k < len(context.facts)))

    def in_operator_form(self, *terms: Expr) -> None:
        """The rule has shown that these are vectors A(z) r + B(z) v, power series in a matrix z."""
        self._vectors.update(terms)

    def _written_as_shown(self, spoken: Iterable[Statement], known: Iterable[Theorem]) -> None:
        """Every vector is in operator form, as it is written.

        That two terms are one element of a field says nothing of matrices, where a denominator can
        be singular without being zero; so a term is known by its looks alone.
        """
        shown = self._vectors.union(
            *(vectors(s) for t in known for s in (t.statement, *t.hypotheses))
        )
        for s in spoken:
            for vector in vectors(s):
                if vector != 0 and vector not in shown:
                    raise self.refusal(f"{vector} is not known to be a vector in operator form")

    def _about_every_mrp(self, hypotheses: list[Statement]) -> None:
        """z, r and v are arbitrary in a statement about every MRP: no hypothesis restricts them."""
        for h in hypotheses:
            if not isinstance(h, OperatorEqual) and dependencies(h) & MRP_SYMBOLS:
                raise self.refusal(f"the hypothesis {h} speaks of z, r or v")

    def conclude(
        self,
        context: Context,
        statement: Statement,
        *,
        premises: Iterable[Theorem] = (),
        reason: str = "",
        assume: tuple[Statement, ...] = (),
        instead: tuple[Statement, ...] | None = None,
        granting: Iterable[conditions.Obligation] = (),
        carry: bool = False,
    ) -> Theorem:
        """Make the theorem.

        Its hypotheses are those of the premises (or ``instead`` of them, for the rules that
        discharge or replace hypotheses), those of the facts used for side conditions, and
        ``assume``.  ``granting`` are the obligations that the rule itself has shown;
        with ``carry``, what the premises established still holds under ``instead``.
        """
        if self._spent:
            raise self.refusal("a rule makes one theorem a call")
        self._plain(context)
        premises = tuple(premises)
        self.open(*premises)
        check_statement(statement)
        own = [*assume]
        established = {o.key for o in granting}
        if instead is None:
            own += [h for p in premises for h in p.hypotheses]
        else:
            own += instead
        self._written_as_shown((statement, *own), (*premises, *self._side))
        if instead is None or carry:
            established.update(*(p.established for p in premises))
        for speaking in (statement, *(instead or ())):
            for obligation in conditions.of_statement(speaking):
                if obligation.key not in established:
                    self._establish(obligation, context, tuple(own))
                    established.add(obligation.key)
        own += [h for fact in self._side for h in fact.hypotheses]
        one_meaning((statement, *own))
        if isinstance(about(statement), OperatorEqual):
            self._about_every_mrp(own)
        self._spent = True
        side = dict.fromkeys(s for s in self._side if s not in premises)
        return self._make(
            statement=statement,
            hypotheses=tuple({h.key: h for h in own}.values()),
            rule=self._name,
            premises=premises,
            side=tuple(side),
            reason=reason or self._name,
            established=frozenset(established),
        )


class _Rules:
    """The table of rules; it can be closed, once, and not opened again."""

    def __init__(self) -> None:
        genuine: WeakKeyDictionary[Theorem, list[object]] = WeakKeyDictionary()
        table: dict[str, Callable[..., Theorem]] = {}
        closed = False

        def make(**fields: Any) -> Theorem:
            theorem = object.__new__(Theorem)
            for name, value in fields.items():
                object.__setattr__(theorem, name, value)
            genuine[theorem] = components(theorem)
            return theorem

        def check(candidate: object) -> None:
            record = genuine.get(candidate) if isinstance(candidate, Theorem) else None
            if not isinstance(candidate, Theorem) or record is None:
                raise Forged(f"{type(candidate).__name__} is not a theorem made by a rule")
            now = components(candidate)
            if len(now) != len(record) or any(a is not b for a, b in zip(now, record, strict=True)):
                raise Forged("the theorem was tampered with")

        def rule(
            name: str,
        ) -> Callable[[Callable[Concatenate[Mint, P], Theorem]], Callable[P, Theorem]]:
            if closed:
                raise ProofError(f"the table of rules is closed; {name!r} cannot be added")

            def register(
                function: Callable[Concatenate[Mint, P], Theorem],
            ) -> Callable[P, Theorem]:
                @wraps(function)
                def apply(*args: P.args, **kwargs: P.kwargs) -> Theorem:
                    admit(*args, *kwargs.values())
                    mint = Mint(name, make, check)
                    try:
                        return function(mint, *args, **kwargs)
                    finally:
                        mint.close()

                del apply.__wrapped__
                table[function.__name__] = apply
                return apply

            return register

        def close() -> None:
            nonlocal closed
            closed = True

        self.rule, self.close, self.check = rule, close, check
        self.table = table


_rules = _Rules()
rule = _rules.rule
close_the_table = _rules.close
check_genuine = _rules.check


def rule_names() -> tuple[str, ...]:
    """The names of all rules."""
    return tuple(sorted(_rules.table))


def relations(context: Context) -> tuple[Relation, ...]:
    """The relations among the facts of a context."""
    return tuple(f.statement for f in context.facts if isinstance(f.statement, Relation))


def rules_used(theorem: Theorem) -> frozenset[str]:
    """Every rule in the theorem's derivation."""
    return frozenset(t.rule for t in ancestry(theorem))


def ancestry(theorem: Theorem) -> tuple[Theorem, ...]:
    """The theorem and everything it was derived from, each once."""
    seen: dict[int, Theorem] = {}
    stack = [theorem]
    while stack:
        t = stack.pop()
        if id(t) not in seen:
            seen[id(t)] = t
            stack.extend((*t.premises, *t.side))
    return tuple(seen.values())
