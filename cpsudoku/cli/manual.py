"""The manual page, made from the help of all commands.

::

    python -m cpsudoku.cli.manual | man -l -

What is published has it where ``man cpsudoku`` finds it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc
from textwrap import wrap
from typing import Any

import click

import cpsudoku
from cpsudoku.cli import registry
from cpsudoku.cli.application import app

STATUS = {
    0: "Done: all are solved, all are unique.",
    1: "Some puzzle has no solution, or is not unique.",
    2: "Usage error, bad input, or backends that contradict each other.",
    3: "A limit was reached before some verdict.",
    70: "An internal error.",
}
"""What each exit status says, for all commands."""


def page() -> str:
    """Return the manual page of the program and of all its commands, as roff for ``man``."""
    lines = [
        f'.TH CPSUDOKU 1 "" "cpsudoku {cpsudoku.__version__}" "User Commands"',
        ".SH NAME",
        f"cpsudoku \\- {_escaped((app.help or '').rstrip('.')).lower()}",
        ".SH SYNOPSIS",
        ".B cpsudoku",
        "COMMAND [OPTIONS] [ARGUMENTS]",
        ".SH DESCRIPTION",
        "A puzzle is an argument, a file in any notation, or \\- for standard input.",
        "One puzzle at a terminal is drawn; anything else is a line each.",
    ]
    for section, commands in registry.COMMANDS.items():
        lines += [".SH COMMANDS: " + section.upper(), *_commands(commands)]
    lines.append(".SH EXIT STATUS")
    for status, meaning in STATUS.items():
        lines += [".TP", f".B {status}", meaning]
    return "\n".join(lines) + "\n"


def _commands(names: dict[str, str]) -> Iterator[str]:
    with click.Context(app, info_name="cpsudoku", **app.context_settings) as above:
        for name in names:
            command = registry.command_of(name)
            with click.Context(command, info_name=name, parent=above) as context:
                usage = " ".join(command.collect_usage_pieces(context))
                parameters = command.get_params(context)
            yield f".SS cpsudoku {_option(name)} {_escaped(usage)}"
            yield from _paragraphs(command.help or "")
            for parameter in parameters:
                _, about = parameter.get_help_record(context) or ("", "")
                yield ".TP"
                yield f"\\fB{_names(parameter)}\\fR{_value(parameter)}"
                yield _wrapped(about)


def _names(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        return _escaped(parameter.metavar or parameter.name.upper())
    names = [*sorted(parameter.opts, key=len), *parameter.secondary_opts]
    return ", ".join(map(_option, names))


def _value(parameter: Any) -> str:
    if parameter.param_type_name == "argument" or parameter.is_flag or parameter.count:
        return ""
    return f" \\fI{_escaped(parameter.metavar or parameter.name.upper())}\\fR"


def _paragraphs(text: str) -> Iterator[str]:
    for number, paragraph in enumerate(re.split(r"\n\s*\n", cleandoc(text))):
        if number:
            yield ".PP"
        yield _wrapped(" ".join(paragraph.split()))


def _option(name: str) -> str:
    return name.replace("-", "\\-")


def _escaped(text: str) -> str:
    """Return a text escaped for roff, in ASCII, as any version of it can read."""
    text = text.replace("\\", "\\e")
    text = re.sub(r"(?<![\w-])--?(?=\w)", lambda dashes: _option(dashes[0]), text)
    return re.sub(r"[^\0-\x7f]", lambda found: f"\\[u{ord(found[0]):04X}]", text)


def _wrapped(text: str) -> str:
    """Return a paragraph in short lines, none of which roff takes for a request."""
    lines = wrap(_escaped(text), 78, break_long_words=False, break_on_hyphens=False)
    return "\n".join("\\&" + line if line.startswith((".", "'")) else line for line in lines)


if __name__ == "__main__":
    print(page(), end="")
