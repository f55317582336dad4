"""Planted mistakes in the core, each of which the tests must find.

A mutant is a small edit of one file of `symbolic/core` or `symbolic/rules`.  It is applied to a
copy of the two packages in a temporary directory, and the random tester and the table of refusals
are run against the copy in a process of their own:

    python -m tests.symbolic.core.mutants                 every mutant, with the makers it names
    python -m tests.symbolic.core.mutants --thorough      with all makers, and more theorems
    python -m tests.symbolic.core.mutants --probe         against the package that is imported

A mutant is found if a theorem was made that is false, or one that must be refused.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[3]
SOURCE = ROOT / "symbolic"
#: theorems that are made; a time instead would find less on a busy machine
COUNT = 400
FOUND = 3  # how the process says that it found something


class Mutant(NamedTuple):
    """An edit, and the makers that have to do with it."""

    name: str
    path: str
    old: str
    new: str
    makers: tuple[str, ...]


def _at(path: str, *edits: tuple[str, str, str, tuple[str, ...]]) -> list[Mutant]:
    return [Mutant(name, path, old, new, makers) for name, old, new, makers in edits]


_BINDERS = ("substitution", "last term")
_FORMS = ("normal form", "restate", "combination")
_COMBINED = ("combination",)

MUTANTS: list[Mutant] = [
    *_at(
        "core/terms.py",
        ("put does not lift", "return lift(value, depth)", "return value", _BINDERS),
        (
            "put takes the arguments in the other order",
            "value = values[count - 1 - k]",
            "value = values[k]",
            _BINDERS,
        ),
        (
            "bind gives the variables in the other order",
            "place = {x: len(names) - 1 - k for k, x in enumerate(names)}",
            "place = {x: k if len(names) > 2 else len(names) - 1 - k for k, x in enumerate(names)}",
            ("contraction", "constant vectors"),
        ),
        (
            "bind does not see a variable inside a sum",
            "return s if s[5].isdisjoint(place) else None",
            'return s if s[5].isdisjoint(place) or s[0] == "sum" else None',
            ("substitution", "generalise"),
        ),
        (
            "an argument of a sequence is not replaced",
            "args = tuple([rebuild(a, at, depth) for a in s[2]])",
            "args = s[2]",
            ("instantiate", "axiom"),
        ),
        (
            "a real number fits where an integer is wanted",
            "return value[3] == sort or (sort == REAL and value[3] == INT)",
            "return value[3] == sort or {value[3], sort} == {INT, REAL}",
            ("instantiate", "specialise"),
        ),
        (
            "the negation of < is <",
            'if s.op == "<":\n        return le(',
            'if s.op == "<":\n        return lt(',
            ("cases", "absurd"),
        ),
        (
            "1/n is an integer",
            '"inv": ((_number,), REAL)',
            '"inv": ((_number,), None)',
            ("discrete", "instantiate"),
        ),
        (
            "n**-1 is an integer",
            'if op == "pow" and args[1][0] == "num" and args[1][1] >= 0:',
            'if op == "pow" and args[1][0] == "num":',
            ("discrete", "restate"),
        ),
        (
            "lift moves too far",
            'node("bound", (s[1][0] + by, s[1][1]), ())',
            'node("bound", (s[1][0] + by + 1, s[1][1]), ())',
            _BINDERS,
        ),
    ),
    *_at(
        "core/polynomials.py",
        (
            "a choice takes the first at equality",
            "t[2][2] if gap and gap[()] > 0 else t[2][3]",
            "t[2][3] if gap and gap[()] < 0 else t[2][2]",
            _FORMS,
        ),
        (
            "a floor is cut towards zero",
            "int(a.get((), 0)) // int(b[()])",
            "int(Fraction(a.get((), 0)) / int(b[()]))",
            _FORMS,
        ),
        ("the size of -x is -|x|", "{(): c if c > 0 else -c}", "{(): c}", _FORMS),
        (
            "the size of a power is the power",
            '(node("abs", None, a[2][:1]), *a[2][1:])',
            "a[2]",
            _FORMS,
        ),
        (
            "an order loses its sign",
            'if c < 0 and s[0] != "=" else p',
            'if c < 0 and s[0] == "=" else p',
            ("restate", "cut"),
        ),
        ("< is <=", '"<": lt}[s[0]]', '"<": le}[s[0]]', ("restate", "detach", "cases")),
        (
            "what is taken out of a sum is positive",
            "return c, p if c == 1 else",
            "return abs(c), p if c == 1 else",
            _FORMS,
        ),
        (
            "0**0 is 0",
            "    if not exponent:\n        return {(): 1}",
            "    if not exponent:\n        return {(): 1} if base else {}",
            _FORMS,
        ),
        (
            "x**-2 is x**2",
            'return raised(polynomial(node("inv", None, t[2][:1])), -k)',
            "return raised(base, -k)",
            _FORMS,
        ),
        (
            "(-x)**n is x**n",
            "    if c < 0:\n        odd",
            "    if False:\n        odd",
            _FORMS,
        ),
        (
            "(1/x)**n is x**n",
            "(base[2][0], written({m: -k for m, k in exponent.items()}))",
            "(base[2][0], written({m: k for m, k in exponent.items()}))",
            _FORMS,
        ),
        (
            "(x**n)**k is x**(n + k)",
            "written(product(polynomial(base[2][1]), exponent))",
            "written(plus(polynomial(base[2][1]), exponent))",
            _FORMS,
        ),
        (
            "x**-n is x**n",
            "    if content < 0:\n        atom = _atom(",
            "    if content < -99:\n        atom = _atom(",
            _FORMS,
        ),
        (
            "1/(2 x) is 2/x",
            "total: Polynomial = {(): _whole(1 / Fraction(c))}",
            "total: Polynomial = {(): _whole(Fraction(c))}",
            _FORMS,
        ),
        (
            "(x/2)**n is 2**n x**n",
            "(p, -1) for p in _primes(c.denominator)",
            "(p, 1) for p in _primes(c.denominator)",
            _FORMS,
        ),
        (
            "a sum is one from zero on",
            "    return _atom(node(t[0], t[1], tuple([normal(a) for a in t[2]])))",
            '    start = (ZERO,) if t[0] == "sum" else ()\n'
            "    args = (*start, *t[2][len(start) :])\n"
            "    return _atom(node(t[0], t[1], tuple([normal(a) for a in args])))",
            _FORMS,
        ),
        (
            "the sign of an exponent is not looked at",
            "if list(more) == [()] and more[()] > 0:",
            "if list(more) == [()]:\n                more = {(): abs(more[()])}",
            _COMBINED,
        ),
        (
            "powers of zero are split too",
            "    for d in nonzero:\n        p = _split_bases(p, d)",
            '    for d in [a[2][0] for a in atoms(p) if a[0] == "pow"]:\n'
            "        p = _split_bases(p, d)",
            _COMBINED,
        ),
        (
            "every denominator is cleared",
            "    for d in nonzero:\n        p = cleared(p, d)",
            '    for d in [a[2][0] for a in atoms(p) if a[0] == "inv"]:\n        p = cleared(p, d)',
            _COMBINED,
        ),
        (
            "cleared without multiplying the rest",
            "product(rest, powers[most - m.count(k)])",
            "product(rest, powers[0])",
            _COMBINED,
        ),
    ),
    *_at(
        "core/kernel.py",
        (
            "generalise takes any variable",
            "    arbitrary(x, *theorem[0])\n",
            "",
            ("generalise", "specialise"),
        ),
        ("induction takes any variable", "    arbitrary(n, lo, *kept)\n", "", ("induction",)),
        (
            "induction from a place that depends on n",
            "arbitrary(n, lo, *kept)",
            "arbitrary(n, *kept)",
            ("induction",),
        ),
        (
            "induction with another base",
            "if not _same(base[1], substitute(claim, {n: lo})):",
            "if False:",
            ("induction",),
        ),
        (
            "induction with another step",
            "if not _same(step[1], substitute(claim, {n: n + 1})):",
            "if False:",
            ("induction",),
        ),
        (
            "cut drops the hypotheses of the lemma",
            "return frozenset(kept).union(*(lemma[0] for lemma in lemmas)), theorem[1]",
            "return frozenset(kept), theorem[1]",
            ("cut",),
        ),
        (
            "detach drops the hypotheses of the lemma",
            "return theorem[0].union(*(lemma[0] for lemma in lemmas)), statement",
            "return theorem[0], statement",
            ("detach",),
        ),
        (
            "detach takes any lemma",
            'if statement.op != "implies" or not _same(statement.args[0], lemma[1]):',
            'if statement.op != "implies":',
            ("detach",),
        ),
        (
            "discharge turns the implication round",
            'node("implies", None, (statement, theorem[1]))',
            'node("implies", None, (theorem[1], statement))',
            ("discharge",),
        ),
        (
            "cases keeps the hypotheses of one case only",
            "return [*without(one, statement), *without(other, negation(statement))], one[1]",
            "return without(other, negation(statement)), one[1]",
            ("cases",),
        ),
        (
            "cases with any two conclusions",
            "if not _same(one[1], other[1]):",
            "if False:",
            ("cases",),
        ),
        (
            "absurd without a contradiction",
            "if not _same(negation(theorem[1]), denial[1]):",
            "if False:",
            ("absurd",),
        ),
        (
            "instantiate leaves the hypotheses as they are",
            "return [substitute(h, mapping) for h in theorem[0]], substitute(",
            "return theorem[0], substitute(",
            ("instantiate",),
        ),
        (
            "restate says anything",
            "if not _same(theorem[1], statement):",
            "if False:",
            ("restate",),
        ),
        (
            "replace by what is larger",
            'if s.op != "=" or len(template.loose) > 1:',
            'if s.op not in ("=", "<=", "<") or len(template.loose) > 1:',
            ("replace",),
        ),
        (
            "replace_in drops the hypotheses of the equation",
            "return equation[0] | theorem[0], after",
            "return theorem[0], after",
            ("replace_in",),
        ),
        (
            "replace_in any statement",
            "if not _same(before, theorem[1]):",
            "if False:",
            ("replace_in",),
        ),
        (
            "discrete for reals",
            'if s.op != "<" or any(t.sort != INT for t in s.args):',
            'if s.op != "<":',
            ("discrete",),
        ),
        (
            "discrete for weak orders",
            'if s.op != "<" or any(t.sort != INT for t in s.args):',
            'if s.op not in ("<", "<=") or any(t.sort != INT for t in s.args):',
            ("discrete",),
        ),
        (
            "combination with the multiple 0",
            'c <= 0 or goal.op == "="',
            'c < 0 or goal.op == "="',
            _COMBINED,
        ),
        (
            "combination with negative multiples",
            'c <= 0 or goal.op == "="',
            'c == 0 or goal.op == "="',
            _COMBINED,
        ),
        (
            "combination makes equations of orders",
            'c <= 0 or goal.op == "="',
            "c <= 0",
            _COMBINED,
        ),
        (
            "strict if one factor is",
            'strict or all(isinstance(t, Theorem) and t[1].op == "<" for t in factors)',
            'strict or any(isinstance(t, Theorem) and t[1].op == "<" for t in factors)',
            _COMBINED,
        ),
        (
            "squares are positive",
            'all(isinstance(t, Theorem) and t[1].op == "<" for t in factors)',
            'all(isinstance(t, Term) or t[1].op == "<" for t in factors)',
            _COMBINED,
        ),
        (
            "strict without a reason",
            'if goal.op == "<" and not strict:',
            "if False:",
            _COMBINED,
        ),
        (
            "combination drops the hypotheses of factors",
            "                hypotheses |= factor[0]\n",
            "",
            _COMBINED,
        ),
        (
            "an order counts as an equation",
            'product(polynomial(multiplier), _gap(theorem, "="))',
            'product(polynomial(multiplier), _gap(theorem, "=", "<="))',
            _COMBINED,
        ),
        (
            "a unit may be zero",
            'if s.op not in ("=", "<") or (s.op == "=") is (s is theorem[1]):',
            'if s.op not in ("=", "<", "<="):',
            _COMBINED,
        ),
        (
            "an exponent may be negative",
            "whole.append(s.args[1] - s.args[0])",
            "whole.append(s.args[1])",
            _COMBINED,
        ),
        (
            "a hypothesis is dropped if its negation is",
            "    keys = {key(s) for s in gone}\n",
            "    keys = {key(t) for s in gone for t in (s, negation(s))}\n",
            ("discharge", "cut", "cases"),
        ),
        (
            "a forged theorem is one",
            "if id(thing) not in genuine:",
            "if False:",
            (),
        ),
        (
            "a forged term is one",
            "if not is_term(thing):",
            "if False:",
            (),
        ),
        ("any value will do", "elif kind not in (int, str):", "elif False:", ()),
        (
            "theorems with dangling variables",
            "                if s[3] != PROP or s[4]:\n",
            "                if s[3] != PROP:\n",
            (),
        ),
    ),
    *_at(
        "core/axioms.py",
        (
            "an empty sum that is not empty",
            "((lt(hi, lo),), eq(partial(hi), 0))",
            "((le(hi, lo),), eq(partial(hi), 0))",
            ("empty sum",),
        ),
        (
            "a last term of nothing",
            '"last term": ((le(lo, hi),), ',
            '"last term": ((), ',
            ("last term",),
        ),
        (
            "the inverse of a limit that is zero",
            "((tends(f, x), ne(x, 0)), tends(lambda n: 1 / f(n)",
            "((tends(f, x),), tends(lambda n: 1 / f(n)",
            ("limit of an inverse",),
        ),
        (
            "powers of one go to zero",
            '"limit of powers": ((lt(abs(x), 1),)',
            '"limit of powers": ((le(abs(x), 1),)',
            ("limit of powers",),
        ),
        (
            "a limit along one member",
            "((tends(f, x), le(1, s)), tends(",
            "((tends(f, x), le(0, s)), tends(",
            ("limit along a progression",),
        ),
        (
            "a floor over zero",
            '"floor from below": ((le(1, b),)',
            '"floor from below": ((le(b, b),)',
            ("floor from below", "axiom"),
        ),
        (
            "a floor that is too high",
            "lt(a, b * floor + b)",
            "lt(a, b * floor + 1)",
            ("floor from above",),
        ),
        ("an even sine", "eq(sin(-a), -sin(a))", "eq(sin(-a), sin(a))", ("sine turned back",)),
        (
            "no turn at all",
            "((lt(0, a), lt(a, b)), lt(cos(a), 1))",
            "((le(0, a), lt(a, b)), lt(cos(a), 1))",
            ("less than a full turn",),
        ),
        (
            "a quarter of a turn",
            "lt(b, 4 * a), lt(4 * a, 3 * b)), lt(cos(a), 0)",
            "le(b, 4 * a), lt(4 * a, 3 * b)), lt(cos(a), 0)",
            ("far side of the circle",),
        ),
        (
            "rows that begin too late",
            "        (le(lo + s, a), rows),\n        eq(series(lo",
            "        (rows,),\n        eq(series(lo",
            ("exchange of series",),
        ),
        (
            "comparison without sizes",
            "le(abs(f(n)), g(n)))\n",
            "le(f(n), g(n)))\n",
            ("comparison", "squeeze"),
        ),
        (
            "outgrown by a bounded sequence",
            '            node("not", None, (bounded(lo, g),)),\n',
            "",
            ("outgrown",),
        ),
        (
            "the value of a divergent series",
            '"value of a series": ((converges(k, f),)',
            '"value of a series": ((le(k, k),)',
            ("value of a series",),
        ),
        (
            "multiples of zero",
            '"multiples": ((lt(0, x),)',
            '"multiples": ((le(0, x),)',
            ("multiples",),
        ),
        (
            "limits keep the strict order",
            "        le(x, y),\n",
            "        lt(x, y),\n",
            ("limits keep the order",),
        ),
        (
            "coefficients of negative powers",
            "from_on(0, lambda i: eq(f(i), 0))",
            "from_on(-1, lambda i: eq(f(i), 0))",
            ("coefficients",),
        ),
        (
            "a bound from elsewhere on",
            "from_on(lo, lambda n: le(abs(f(n)), bound_of",
            "from_on(lo - 1, lambda n: le(abs(f(n)), bound_of",
            ("bound",),
        ),
        (
            "the second choice at b = a + 1",
            '"choice of the second": ((le(b, a),)',
            '"choice of the second": ((le(b, a + 1),)',
            ("choice of the second",),
        ),
        (
            "a weak order differs",
            "((lt(x, y),), ne(x, y))",
            "((le(x, y),), ne(x, y))",
            ("strict order",),
        ),
    ),
    *_at(
        "rules/bridge.py",
        (
            "along a power for every gamma",
            "((*DISCOUNT, le(0, k)), along(",
            "((le(0, k),), along(",
            ("along a power",),
        ),
        (
            "along negative powers",
            "((*DISCOUNT, le(0, k)), along(",
            "(DISCOUNT, along(",
            ("along a power",),
        ),
        (
            "weights that need not be summable",
            '(analytic(A), converges(lo, lambda i: apply("f", i))),',
            "(analytic(A),),",
            ("a matrix with weights",),
        ),
        (
            "matrices whose sizes need not be summable",
            '"matrices of summable size": (SIZES, ',
            '"matrices of summable size": (SIZES[:1], ',
            ("matrices of summable size",),
        ),
        (
            "another eigenvalue on two states",
            "B(gamma * (2 * p - 1))",
            "B(gamma * (1 - 2 * p))",
            ("two states",),
        ),
        (
            "the size of the variable for every gamma",
            '"size of the variable": (DISCOUNT, ',
            '"size of the variable": ((), ',
            ("size of the variable",),
        ),
        (
            "a smaller size",
            '"larger size": ((size(A, x), le(x, y))',
            '"larger size": ((size(A, x), le(y, x))',
            ("larger size",),
        ),
        (
            "a smaller modulus",
            '(_about("contracts", chain, gamma, H, x), le(x, y))',
            '(_about("contracts", chain, gamma, H, x), le(y, x))',
            ("larger modulus",),
        ),
        (
            "sines for cosines",
            'along(B, lambda n: node("sin", None, (j * n, k)), y)',
            'along(B, lambda n: node("cos", None, (j * n, k)), y)',
            ("modes of a cycle",),
        ),
        (
            "constants are multiplied by gamma",
            "binder(lambda c: B(gamma) * c, REAL)",
            "binder(lambda c: gamma * c, REAL)",
            ("constant vectors",),
        ),
        (
            "the modulus of the rewards",
            "((analytic(A), size(B, x)), _about(",
            "((analytic(B), size(A, x)), _about(",
            ("contraction",),
        ),
        (
            "a product with a singular factor",
            "nonsingular(A), nonsingular(B)),",
            "nonsingular(B)),",
            ("nonsingular product",),
        ),
        (
            "a solution that is not the only one",
            "(*map(analytic, (A, B, C, D)), nonsingular(B),",
            "(*map(analytic, (A, B, C, D)),",
            ("only solution",),
        ),
        (
            "operators multiplied on one side",
            "lambda z: D(z) + S(z) * D2(z)",
            "lambda z: D(z) + D2(z)",
            ("combined operators",),
        ),
        (
            "a geometric series with another sum",
            "size(lambda z: 1 / (1 - z), 1 / (1 - gamma))",
            "size(lambda z: 1 / (1 - z), 1 / (1 + gamma))",
            ("size of the geometric series",),
        ),
        (
            "a size of a product that is the sum",
            "size(lambda z: A(z) * B(z), x * y)",
            "size(lambda z: A(z) * B(z), x + y)",
            ("size of a product",),
        ),
        (
            "respell for some numbers",
            "s.args[0] is not lt(abs(names[0]), 1)",
            'abs(names[0]) not in s.args[0].args and s.args[0].op != "<"',
            ("respell",),
        ),
        (
            "respell takes any statement",
            " or key(put(template, before)) is not key(theorem[1])",
            "",
            ("respell",),
        ),
        (
            "respell captures a free variable",
            "names.append(fresh(REAL, equation[1], *names))",
            "names.append(fresh(REAL, *names))",
            ("respell",),
        ),
        (
            "respell drops the hypotheses of the equation",
            "return equation[0] | theorem[0], put(template, after)",
            "return theorem[0], put(template, after)",
            ("respell",),
        ),
    ),
    *_at(
        "rules/classical.py",
        (
            "the matrix captures a number",
            "names.append(fresh(REAL, put(other.args[0], ZERO), put(function, ZERO), *names))",
            'names.append(node("var", (f"@{len(names)}", REAL), ()))',
            ("stationary_chain",),
        ),
        (
            "covariances that are not arbitrary",
            "arbitrary(sequence(covariances), *kept",
            'arbitrary(sequence("of another name"), *kept',
            ("stationary_chain",),
        ),
        (
            "the bound of a stationary chain needs nothing",
            "kept = [*without(bound, assumed), ",
            "kept = [",
            ("stationary_chain",),
        ),
        (
            "a margin that is not positive",
            "or positive[1] is not lt(0, s.args[3])",
            "or positive[1].args[1] is not s.args[3]",
            ("on_policy",),
        ),
        ("an echo that is too loud", "lag + 1, x / 2, ZERO", "lag + 1, x, ZERO", ("echo",)),
        (
            "another quadratic form",
            "lambda i: q(i) ** 2) + 2 * summation(",
            "lambda i: q(i) ** 2) + 3 * summation(",
            ("quadratic form",),
        ),
        (
            "covariances of negative lags",
            "(positive_definite(rho), le(0, lag)),",
            "(positive_definite(rho),),",
            ("largest covariance",),
        ),
        (
            "a margin above the mode",
            "le(e, 1 - x),",
            "le(e, x - 1),",
            ("margin on a mode",),
        ),
        (
            "half of the eigenvalues",
            "implies(le(-gamma, t), le(t, gamma), ",
            "implies(le(0, t), le(t, gamma), ",
            ("reversible chains",),
        ),
        (
            "modes that are not looked at",
            "return from_on(1, lambda a: from_on(0, lambda b: body(a, b)))",
            "return from_on(1, lambda a: from_on(0, lambda b: body(a, 0 * b)))",
            ("von Neumann's inequality",),
        ),
        (
            "the size of an eigenvalue without the imaginary part",
            'le(x**2 + y**2, m**2),\n        "The eigenvector',
            'le(x**2 + y**2, m),\n        "The eigenvector',
            ("size of an eigenvalue",),
        ),
        (
            "values on a cycle that are larger than one",
            "from_on(0, lambda n: le(abs(u(n)), 1)),",
            "from_on(0, lambda n: le(abs(u(n)), 2)),",
            ("values on a cycle",),
        ),
        (
            "values that are as large as one, and no modulus",
            'le(abs(x), m),\n        "Without rewards',
            'le(abs(x), m**2),\n        "Without rewards',
            ("values on a cycle",),
        ),
    ),
]


def mutated(mutant: Mutant | None, into: Path) -> None:
    """A copy of the trusted packages, with the edit."""
    for part in ("core", "rules"):
        shutil.copytree(
            SOURCE / part,
            into / "symbolic" / part,
            ignore=shutil.ignore_patterns("__pycache__"),
            copy_function=shutil.copyfile,
        )
    # what the rest of the project needs of the package is not copied
    (into / "symbolic" / "__init__.py").write_text('"""A copy."""\n')
    if mutant is not None:
        path = into / "symbolic" / mutant.path
        text = path.read_text()
        if text.count(mutant.old) != 1:
            raise LookupError(f"{mutant.name}: {text.count(mutant.old)} places for the edit")
        path.write_text(text.replace(mutant.old, mutant.new))


def found(mutant: Mutant | None, thorough: bool = False, seed: int = 1, compiled: str = "") -> str:
    """How the tests find the mutant; an empty string if they do not."""
    with tempfile.TemporaryDirectory() as place:
        mutated(mutant, Path(place))
        makers = () if thorough or mutant is None else mutant.makers
        count = 20 * COUNT if thorough else COUNT
        command = [sys.executable, "-P", "-m", "tests.symbolic.core.mutants", "--probe"]
        command += ["--seed", str(seed), "--count", str(count), "--only", *makers]
        environment = os.environ | {
            "PYTHONPATH": os.pathsep.join((place, str(ROOT))),
            "PYTHONPYCACHEPREFIX": compiled or place,
            "PYTHONDONTWRITEBYTECODE": "",
        }
        run = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=False, cwd=place
        )
    if run.returncode not in (0, FOUND):
        raise RuntimeError(f"{mutant.name if mutant else 'the core'}: {run.stderr[-2000:]}")
    return run.stdout.strip() if run.returncode else ""


def probe(seed: int, count: int, makers: tuple[str, ...]) -> str:
    """What is wrong with the core that is imported: what it should refuse, or a false theorem.

    Some mistakes are so bad that what is to be refused cannot even be built from true theorems.
    """
    from symbolic.core.kernel import Refused
    from tests.symbolic.core import random_theorems

    unbuilt = None
    try:
        found = not_refused()
    except Refused as error:
        found, unbuilt = "", error
    if not found and (makers or count > COUNT):
        report = random_theorems.run(seed, count, makers, stop=True)
        found = f"a false theorem, {report.wrong[0]}" if report.wrong else ""
    if unbuilt and not found:
        raise unbuilt
    return found


def not_refused() -> str:
    """Something that should be refused, and is not."""
    from tests.symbolic.core import refusals

    for name, attempt, _ in refusals.REFUSALS:
        if accepted(attempt):
            return f"not refused: {name}"
    for name, (rule, arguments) in refusals.RULES.items():
        for what, changed in refusals.changes(arguments):
            if accepted(lambda rule=rule, changed=changed: rule(*changed)):  # type: ignore[misc]
                return f"not refused: {name} with {what}"
    return ""


def accepted(attempt: Callable[[], object]) -> bool:
    """Does the attempt give a theorem?"""
    from symbolic.core.kernel import is_theorem

    try:
        return is_theorem(attempt())
    except Exception:
        return False


def survey(thorough: bool, jobs: int, only: tuple[str, ...] = ()) -> Iterator[tuple[Mutant, str]]:
    """Every mutant, and how it is found."""
    chosen = [m for m in MUTANTS if not only or m.name in only]
    with tempfile.TemporaryDirectory() as place, ThreadPoolExecutor(jobs) as pool:
        results = pool.map(lambda m: found(m, thorough, compiled=place), chosen)
        yield from zip(chosen, results, strict=True)


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--probe", action="store_true")
    parser.add_argument("--thorough", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--names", nargs="*", default=[])
    options = parser.parse_args()
    if options.probe:
        text = probe(options.seed, options.count, tuple(options.only))
        print(text)
        raise SystemExit(FOUND if text else 0)
    missed = 0
    for mutant, text in survey(options.thorough, options.jobs, tuple(options.names)):
        missed += not text
        print(f"{'found ' if text else 'MISSED'}  {mutant.name}: {text[:110]}", flush=True)
    print(f"{missed} missed")
    raise SystemExit(1 if missed else 0)


if __name__ == "__main__":
    main()
