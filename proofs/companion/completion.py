"""Completion for bash, zsh and fish, written from the options of the commands.

A script knows commands, options, their values where there is a list of them, and asks
``recency verify --list`` for the claims; anything else is a file.

Imports nothing but Python.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

__all__ = ["SHELLS", "Command", "script"]

#: prints the ids of the claims
_CLAIMS = "recency verify --list 2>/dev/null | sed 's/ .*//'"
_CLAIM = "CLAIM"


@dataclass(frozen=True)
class Option:
    """An option: how it is written, what it does, its values (None: it takes none), and whether
    it may be given more than once."""

    names: tuple[str, ...]
    help: str
    values: tuple[str, ...] | None
    repeats: bool


@dataclass(frozen=True)
class Command:
    """A command: what it does, its options, and whether it takes claims."""

    summary: str
    options: tuple[Option, ...]
    claims: bool

    @classmethod
    def of(cls, summary: str, parser: argparse.ArgumentParser) -> Command:
        """What a parser says."""
        options = tuple(_option(each) for each in parser._actions if each.option_strings)
        return cls(summary, options, any(each.metavar == _CLAIM for each in parser._actions))


def script(shell: str, commands: Mapping[str, Command]) -> str:
    """What the shell is to read."""
    return SHELLS[shell](commands)


def _option(action: argparse.Action) -> Option:
    values = None if action.nargs == 0 else tuple(map(str, action.choices or ()))
    repeats = isinstance(action, argparse._AppendAction)
    return Option(tuple(action.option_strings), action.help or "", values, repeats)


def _quoted(text: str) -> str:
    """As one word of any shell, between single quotes."""
    return "'" + text.replace("'", "’") + "'"


# -- bash ------------------------------------------------------------------------------------------


def _bash(commands: Mapping[str, Command]) -> str:
    """Words are those between blanks; a colon is a letter here, and not for readline."""
    cases = []
    for name, command in commands.items():
        values = [
            f"            {'|'.join(option.names)}) words='{' '.join(option.values)}' ;;"
            for option in command.options
            if option.values is not None
        ]
        names = " ".join(name for option in command.options for name in option.names)
        other = f"words=$({_CLAIMS})" if command.claims else "words="
        cases.append(
            "\n".join(
                [
                    f"    {name})",
                    '        case "$before" in',
                    *values,
                    f"            *) {other}; [[ $last == -* ]] && words='{names}' ;;",
                    "        esac ;;",
                ]
            )
        )
    known = " ".join([*commands, "--help", "--version", "--completion"])
    return _BASH.format(commands=known, cases="\n".join(cases), shells=" ".join(SHELLS))


_BASH = """\
_recency() {{
    local line=${{COMP_LINE:0:COMP_POINT}} last before words
    local -a typed
    read -ra typed <<< "$line"
    [[ $line == *[[:space:]] ]] && typed+=("")
    last=${{typed[${{#typed[@]}}-1]}}
    before=${{typed[${{#typed[@]}}-2]}}
    case "${{typed[1]}}" in
    "$last") words='{commands}' ;;
    --completion) words='{shells}' ;;
{cases}
    esac
    COMPREPLY=($(compgen -W "$words" -- "$last"))
    [[ $last == *:* ]] && COMPREPLY=("${{COMPREPLY[@]#"${{last%"${{last##*:}}"}}"}}")
    return 0
}}
complete -o default -F _recency recency
"""

# -- zsh -------------------------------------------------------------------------------------------


def _zsh(commands: Mapping[str, Command]) -> str:
    listed = [_quoted(f"{name}:{command.summary}") for name, command in commands.items()]
    cases = []
    for name, command in commands.items():
        arguments = [
            _quoted(f"{'*' * option.repeats}{each}{_described(option)}")
            for option in command.options
            for each in option.names
        ]
        arguments.append(
            _quoted(f"*:{_CLAIM}:_recency_claims" if command.claims else "*:FILE:_files")
        )
        cases.append(f"    {name}) _arguments {' '.join(arguments)} ;;")
    return _ZSH.format(
        listed=" ".join(listed), cases="\n".join(cases), claims=_CLAIMS, shells=" ".join(SHELLS)
    )


def _described(option: Option) -> str:
    """What follows an option's name: its help, and its values."""
    about = re.sub(r"([\[\]:\\])", r"\\\1", option.help)
    if option.values is None:
        return f"[{about}]"
    values = f"({' '.join(option.values)})" if option.values else "_files"
    return f"[{about}]:value:{values}"


_ZSH = """\
#compdef recency
_recency_claims() {{
    local -a claims
    claims=(${{(f)"$({claims})"}})
    compadd -a claims
}}
_recency() {{
    local -a commands
    commands=({listed})
    if (( CURRENT == 2 )); then
        _describe command commands
        compadd -- --help --version --completion
        return
    fi
    shift words
    (( CURRENT-- ))
    case "$words[1]" in
    --completion) compadd {shells} ;;
{cases}
    esac
}}
compdef _recency recency
"""

# -- fish ------------------------------------------------------------------------------------------


def _fish(commands: Mapping[str, Command]) -> str:
    first, shells = "complete -c recency -n __fish_use_subcommand", " ".join(SHELLS)
    flags = ("-f", "-l help", "-l version", f"-l completion -x -a '{shells}'")
    lines = [f"{first} {flag}" for flag in flags]
    for name, command in commands.items():
        lines.append(f"{first} -a {name} -d {_quoted(command.summary)}")
        here = f"complete -c recency -n '__fish_seen_subcommand_from {name}'"
        for option in command.options:
            names = " ".join(map(_flag, option.names))
            takes = "" if option.values is None else " -r"
            if option.values:
                takes = f" -x -a '{' '.join(option.values)}'"
            lines.append(f"{here} {names}{takes} -d {_quoted(option.help)}")
        if command.claims:
            lines.append(f'{here} -f -a "({_CLAIMS})"')
    return "\n".join(lines) + "\n"


def _flag(name: str) -> str:
    return f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}"


SHELLS: dict[str, Callable[[Mapping[str, Command]], str]] = {
    "bash": _bash,
    "zsh": _zsh,
    "fish": _fish,
}
