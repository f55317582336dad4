"""The ``recency`` command: parse, do one thing, and answer in words a user can act on.

What it promises whatever the command: bad input is one line on stderr and exit code 2, never a
usage dump or a traceback; Ctrl-C is exit code 130, SIGTERM 143; a reader that stops early
(``recency verify | head -1``) is not an error. Exit code 1 means that a claim, or the catalogue of
claims, is broken.

It starts fast because it imports nothing that the command at hand does not need: help needs only
argparse, the list of claims only their docstrings, and only checking a claim needs sympy. This is
also why it is argparse that parses: importing a larger parser takes longer than all the rest.

Imports commands, completion, proofs.companion, stopping, usage.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from types import ModuleType

from proofs.companion import stopping
from proofs.companion.usage import (
    BAD_INPUT,
    BROKEN,
    OK,
    PIPE_CLOSED,
    BadInput,
    Broken,
    Parser,
    did_you_mean,
)

#: what each module of `proofs.companion.commands` does
COMMANDS = {
    "verify": "check the claims; exit 0 if every verdict holds",
    "show": "print the derivation of one claim",
    "latex": "write every derivation as LaTeX, and a document with all of them",
    "paper": "map the paper: every assertion, with its verdict",
    "errata": "list what does not hold as printed, with the corrections",
    "analyze": "decide whether TD is safe with your own return, with a certificate",
    "check-certificate": "check stored certificates again, independently",
    "eigenvalues": "say what updates with a return do on one process: its eigenvalues",
    "search": "look for returns that break recency and work, or fail",
    "walk": "repeat the paper's experiments, or try returns on your own chain",
    "figures": "draw the pictures, as files for a paper",
    "formal": "build the Coq development, in which the claims are proved again",
    "site": "write everything as pages that open from a file",
    "new": "begin a claim: a module that runs, and fails until something is proved",
    "record": "write what lists or counts the claims; --check compares",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code."""
    words = sys.argv[1:] if arguments is None else arguments
    try:
        _check_surroundings()
        code = _run(words)
        sys.stdout.flush()
    except BadInput as error:
        _say(str(error))
        return BAD_INPUT
    except Broken as error:
        _say(str(error))
        return BROKEN
    except KeyboardInterrupt as stop:
        number = stopping.number_of(stop)
        _say(stopping.word_for(number))
        return 128 + number
    except BrokenPipeError:
        # Python flushes stdout once more when it exits; give it somewhere to put the rest.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except OSError as error:  # a full disk, say
        _say((error.strerror or str(error)).lower())
        return BAD_INPUT
    return code


def _say(words: str) -> None:
    """A line on standard error, if there is room for it."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            print(f"recency: {words}", file=sys.stderr)


def _check_surroundings() -> None:
    """What every command needs of the process that it is in."""
    if sys.stdout is None:
        raise BadInput("standard output is closed")
    if sys.flags.optimize > 1:
        raise BadInput("a claim begins with a docstring; expected Python without -OO")
    for stream in (sys.stdout, sys.stderr):  # one that cannot encode γ prints its escape
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _run(words: Sequence[str]) -> int:
    if not words or words[0] in ("-h", "--help"):
        print(_help())
        return OK
    if words[0] == "--version":
        from proofs.companion import __version__

        print(f"recency {__version__}")
        return OK
    name, *rest = words
    if name == "--completion":
        return _print_completion(rest)
    if name not in COMMANDS:
        options = ["--help", "--version", "--completion"]
        kind, known = ("option", options) if name[:1] == "-" else ("command", [])
        hint = did_you_mean(name, known or list(COMMANDS))
        raise BadInput(f"there is no {kind} {name!r}{hint} (recency --help)")
    return _command(name, rest)


def _command(name: str, words: Sequence[str]) -> int:
    """Run a command."""
    try:
        options = _parser(name).read(words)
    except SystemExit:  # argparse has printed the help
        return OK
    code: int = _module(name).run(options)
    return code


def _module(name: str) -> ModuleType:
    return import_module(f"proofs.companion.commands.{name.replace('-', '_')}")


def _parser(name: str) -> Parser:
    parser = Parser(f"recency {name}", description=COMMANDS[name], allow_abbrev=False)
    _module(name).declare(parser)
    return parser


def _print_completion(words: Sequence[str]) -> int:
    from proofs.companion.completion import SHELLS, Command, script

    if len(words) != 1 or words[0] not in SHELLS:
        raise BadInput(f"--completion takes the name of a shell: {', '.join(SHELLS)}")
    commands = {name: Command.of(about, _parser(name)) for name, about in COMMANDS.items()}
    print(script(words[0], commands), end="")
    return OK


def _help() -> str:
    width = max(map(len, COMMANDS))
    commands = "\n".join(f"  {name:{width}}  {summary}" for name, summary in COMMANDS.items())
    return f"""usage: recency COMMAND [OPTION...]

Machine-checked proofs of the paper's claims about return estimators.

commands:
{commands}

options:
  -h, --help          this help; recency COMMAND --help for one command
  --version           the version
  --completion SHELL  a script that completes these words in bash, zsh or fish"""
