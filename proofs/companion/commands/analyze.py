"""recency analyze: decide whether TD is safe with a return, and say why."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from proofs.companion.commands.exact import discount, unit
from proofs.companion.usage import (
    BROKEN,
    OK,
    STDOUT,
    BadInput,
    check_places,
    declare_workers,
    did_you_mean,
    whole_number,
    write,
)
from symbolic.returns import (
    FAMILIES,
    SPECIAL,
    InvalidReturn,
    LinearReturn,
    named_return,
    ranges,
)
from symbolic.returns.parameters import Count, Range

if TYPE_CHECKING:
    from numeric_checks.safety.analysis import Analysis
    from proofs.companion.commands.sweep import Swept

FORMATS = ("svg", "pdf", "png")

_NOTES = """
Numbers are exact: 0.9 and 9/10 are the same.  Weights are separated by commas or blanks.  A FILE is
text (one row, one column, or all cells in order; # starts a comment; a first line of nothing but
names is skipped), or JSON: a list, an object with the list h or c, or what --json printed.
"""


def declare(parser: argparse.ArgumentParser) -> None:
    """The options."""
    parser.epilog = _NOTES
    which = declare_return(parser)
    which.add_argument(
        "--many", metavar="FILE", help="a return on each line; .jsonl, .csv, .parquet or -"
    )
    bulk = parser.add_argument_group("many returns")
    bulk.add_argument(
        "--sweep",
        nargs=2,
        action="append",
        metavar=("NAME", "RANGE"),
        help="gamma, a parameter or a weight (h0, c1) along FIRST:LAST:COUNT; once or twice",
    )
    bulk.add_argument(
        "-o", dest="output", metavar="OUT",
        help="write there: lines of JSON (--many goes on where they end), or .csv, .json (--sweep)",
    )  # fmt: skip
    declare_workers(bulk)
    parser.add_argument("--json", action="store_true", help="print JSON and nothing else")
    parser.add_argument("--certificate", metavar="FILE", help="write a certificate of the verdict")
    parser.add_argument("--plot", metavar="FILE", help="draw h, c and f as SVG, PDF or PNG")
    parser.add_argument("--latex", metavar="FILE", help="write the derivation for this return")
    parser.add_argument("--coq", metavar="FILE", help="write a Coq proof of the verdict")


def run(options: argparse.Namespace) -> int:
    """Analyse, write what was asked for, and answer.

    Exit code 1: a certificate or a Coq file was asked for, and there is none.
    """
    if options.sweep is not None:
        return _sweep(options)
    if options.gamma is None:
        raise BadInput("the following arguments are required: --gamma (recency analyze --help)")
    if options.many is not None:
        return _many(options)
    for option in ("output", "jobs", "dask"):
        if getattr(options, option) is not None:
            raise BadInput(f"{_BULK[option]} goes with --many and --sweep")
    form = _check_places(options)
    ret = chosen_return(options)
    if options.latex is not None and (ret.listed or 0) > LinearReturn.longest:
        raise BadInput(f"--latex: expected at most {LinearReturn.longest} weights to write about")

    from numeric_checks.moduli.modulus import TooLarge
    from numeric_checks.safety.analysis import TooLong, analyze
    from numeric_checks.safety.cosines import TooFine

    try:
        found = analyze(ret, Fraction(options.gamma))
    except (TooLong, TooLarge, TooFine) as error:
        raise BadInput(str(error)) from None
    code = _write(found, options, form)
    if STDOUT not in _files(options):
        _answer(found, as_json=options.json)
    return code


#: options that go with many returns
_BULK = {"output": "-o", "jobs": "--jobs", "dask": "--dask"}


def _many(options: argparse.Namespace) -> int:
    for name in ("certificate", "plot", "latex", "coq", *_parameters()):
        if getattr(options, name) is not None:
            raise BadInput(f"--{name} goes with one return, not with --many")
    if options.json:
        raise BadInput("--json goes with one return; what --many writes is lines of JSON")
    from proofs.companion.commands import many
    from proofs.companion.stored import rows

    setting = rows.Setting(options.gamma, options.nstep)
    return many.run(options, many.Job("return", setting, rows.analysed, rows.TOGETHER))


def _sweep(options: argparse.Namespace) -> int:
    for name in ("certificate", "latex", "coq", "many"):
        if getattr(options, name) is not None:
            raise BadInput(f"--{name} does not go with --sweep")
    _check_nstep(options)
    from proofs.companion.commands import sweep

    swept = _swept(options)
    chosen = sweep.axes(options.sweep, swept.names)
    own = {axis.name for axis in chosen}
    for name in own:
        if getattr(options, name, None) is not None:
            raise BadInput(f"--sweep {name} and --{name} are both given; expected one of them")
    if options.gamma is None and "gamma" not in own:
        raise BadInput("the following arguments are required: --gamma (recency analyze --help)")
    if swept.family is not None:
        for name in ranges(swept.family):
            if name not in own and name not in swept.parameters and name != "gamma":
                raise BadInput(f"--return {options.name} needs --{name}, or --sweep {name}")
    return sweep.run(options, chosen, swept)


def _swept(options: argparse.Namespace) -> Swept:
    """The return that is swept: a family, or a list of weights."""
    from proofs.companion.commands.sweep import Swept
    from proofs.companion.stored import weights

    given = {name: getattr(options, name) for name in _parameters()}
    given = {name: value for name, value in given.items() if value is not None}
    if options.name is not None:
        if options.name not in FAMILIES:
            known = _listed(list(FAMILIES))
            raise BadInput(f"--sweep goes with --return and one of {known}, not {options.name!r}")
        for name in given:
            if name not in ranges(options.name):
                raise BadInput(f"--return {options.name} has no --{name}")
        return Swept(options.name, given, (), False, options.gamma)
    if given:
        raise BadInput(f"--{next(iter(given))} goes with --return NAME, not with a list of weights")
    if options.file is not None:
        raise BadInput("--sweep goes with --return, --weights or --nstep-weights, not with --file")
    nstep = options.weights is None
    kind, text = (weights.C, options.nstep_weights) if nstep else (weights.H, options.weights)
    return Swept(None, {}, weights.from_text(text, kind).values, nstep, options.gamma)


def _files(options: argparse.Namespace) -> list[str]:
    asked = (options.certificate, options.plot, options.latex, options.coq)
    return [path for path in asked if path is not None]


def _write(found: Analysis, options: argparse.Namespace, form: str) -> int:
    """The files that were asked for; a certificate that the checker rejects is never one."""
    from numeric_checks.safety.certificate_checker import Rejected
    from numeric_checks.safety.certificates import LongNumbers

    if options.plot is not None:
        from numeric_checks.figures import InvalidFigure
        from numeric_checks.figures.return_portrait import render

        try:
            drawn = render(found, form, options.gamma)
        except InvalidFigure as error:
            raise BadInput(f"{options.plot!r} was not drawn: {error}") from None
        write(options.plot, drawn)
    try:
        if options.latex is not None:
            from proofs.companion.documents.analysis_latex import fragment

            write(options.latex, fragment(found))
        codes = [OK]
        if options.certificate is not None:
            codes.append(_certify(found, options.certificate))
        if options.coq is not None:
            codes.append(_prove(found, options.coq))
    except LongNumbers as error:
        print(f"recency: there is no certificate: {error}", file=sys.stderr)
        return BROKEN
    except Rejected as error:
        print(f"recency: the checker rejects the certificate: {error}", file=sys.stderr)
        return BROKEN
    return max(codes)


def _answer(found: Analysis, *, as_json: bool) -> None:
    if as_json:
        import json

        print(json.dumps(found.as_json(), indent=2))
        return
    from proofs.companion.documents import analysis_text

    if sys.stdout.isatty():
        analysis_text.draw(found)
    else:
        print(analysis_text.plain(found))


def _certify(found: Analysis, path: str) -> int:
    """Write the certificate, if there is one and the independent checker accepts it."""
    import json

    from numeric_checks.safety.certificate_checker import check

    certificate = found.decision.certificate()
    if certificate is None:
        return _none(found)
    text = json.dumps(certificate) + "\n"
    check(text)
    write(path, text)
    return OK


def _prove(found: Analysis, path: str) -> int:
    """Write the certificate as a Coq file, if there is one that is short enough."""
    from proofs.companion.coq.certificates import NotForCoq, coq_source

    certificate = found.decision.certificate()
    if certificate is None:
        return _none(found)
    try:
        write(path, coq_source(certificate))
    except NotForCoq as error:
        print(f"recency: there is no Coq file: {error}", file=sys.stderr)
        return BROKEN
    return OK


def _none(found: Analysis) -> int:
    how = f"the verdict is {found.decision.verdict!r}, by {found.decision.method}"
    print(f"recency: there is no certificate: {how}", file=sys.stderr)
    return BROKEN


# -- what is analysed ------------------------------------------------------------------------


def declare_return(parser: argparse.ArgumentParser) -> argparse._MutuallyExclusiveGroup:
    """The options that say which return, and the discount; `chosen_return` reads them."""
    # A list such as -1/2,1 is the value of an option and not an option itself.
    parser._negative_number_matcher = re.compile(r"-[\d.]")
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--weights", metavar="LIST", help="h_0, h_1, ...: weights on TD errors")
    which.add_argument(
        "--nstep-weights", metavar="LIST", help="c_1, c_2, ...: weights on n-step returns"
    )
    which.add_argument("--file", metavar="FILE", help="read the weights; - is standard input")
    names = ", ".join((*FAMILIES, *SPECIAL))
    which.add_argument("--return", dest="name", metavar="NAME", help=names)
    parser.add_argument("--gamma", type=discount, metavar="G", help="the discount")
    parser.add_argument("--nstep", action="store_true", help="FILE has weights on n-step returns")
    for parameter, span in _parameters().items():
        parser.add_argument(
            f"--{parameter}",
            type=whole_number(span.least) if isinstance(span, Count) else unit(span.help),
            metavar=parameter[0].upper() if isinstance(span, Count) else "X",
            help=f"{span.help}, of {_listed(_with(parameter))}",
        )
    return which


def _parameters() -> dict[str, Range]:
    """The parameters of all families; gamma has its own option.  The widest range if several."""
    found: dict[str, Range] = {}
    for name in FAMILIES:
        for parameter, span in ranges(name).items():
            if parameter != "gamma" and (parameter not in found or span.wider(found[parameter])):
                found[parameter] = span
    return found


def _with(parameter: str) -> list[str]:
    return [name for name in FAMILIES if parameter in ranges(name)]


def _listed(names: Sequence[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def chosen_return(options: argparse.Namespace) -> LinearReturn:
    """The return that the options say."""
    given = [name for name in _parameters() if getattr(options, name) is not None]
    _check_nstep(options)
    try:
        if options.name is not None:
            return _named(options, given)
        if given:
            raise BadInput(f"--{given[0]} goes with --return NAME, not with a list of weights")
        return _weighted(options)
    except InvalidReturn as error:
        raise BadInput(str(error)) from None


def _check_nstep(options: argparse.Namespace) -> None:
    if options.nstep and options.file is None:
        raise BadInput("--nstep goes with --file and --many; expected --nstep-weights for a list")


def _weighted(options: argparse.Namespace) -> LinearReturn:
    from proofs.companion.stored import weights

    if options.file is not None:
        found = weights.from_file(options.file, nstep=options.nstep)
    elif options.weights is not None:
        found = weights.from_text(options.weights, weights.H)
    else:
        found = weights.from_text(options.nstep_weights, weights.C)
    return weights.as_return(found)


def _named(options: argparse.Namespace, given: list[str]) -> LinearReturn:
    name = options.name
    known = (*FAMILIES, *SPECIAL)
    if name not in known:
        hint = did_you_mean(name, known)
        raise BadInput(f"there is no return {name!r}{hint} (one of {', '.join(known)})")
    family, parameters = SPECIAL.get(name, (name, None))
    needed = ranges(family) if parameters is None else {}
    for parameter in needed:
        if getattr(options, parameter) is None:
            raise BadInput(f"--return {name} needs --{parameter}")
    for parameter in given:
        if parameter not in needed:
            raise BadInput(f"--return {name} has no --{parameter}")
    try:
        return named_return(family, parameters or {each: getattr(options, each) for each in needed})
    except InvalidReturn as error:
        reason = str(error).removeprefix(f"{FAMILIES[family].__name__}: ")
        raise BadInput(f"--return {name}: {reason}") from None


# -- where it goes ---------------------------------------------------------------------------


def _check_places(options: argparse.Namespace) -> str:
    """Before the work rather than after it: is there a place for each file?  The plot's format."""
    check_places(_files(options), "--json" if options.json else None)
    form = "" if options.plot is None else os.path.splitext(options.plot)[1].lower()[1:]
    if options.plot is not None and form not in FORMATS:
        raise BadInput(f"--plot {options.plot}: expected a name in .svg, .pdf or .png")
    return form
