"""Completions of half-typed values in the shell, beyond those that click has.

Bash takes a colon and an equals sign for words of their own: of ``backtrack:fe`` it hands over
``backtrack``, ``:`` and ``fe``, and replaces only the last by what is offered.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress

import click

from cpsudoku.errors import BackendUnavailableError

BASES = {
    "9": "the usual rules of a size",
    "2x3": "boxes two rows high and three columns wide",
    "latin:": "rows and columns only, of a size",
    "jigsaw:": "for each cell the label of its region, or a file with them",
    "samurai": "five classic grids that share boxes",
    "rectangle:": "rows x columns, all different",
}
ADDED = {
    "diagonals": "both main diagonals",
    "windows": "the windows of windoku",
    "disjoint": "cells at the same place of their boxes",
    "group:": "cells that must all be different",
}


def rules(incomplete: str) -> dict[str, str]:
    """Complete rules in words: the base, or an addition after a ``+``.

    >>> list(rules("9+di"))
    ['9+diagonals', '9+disjoint']
    """
    before, sign, begun = incomplete.rpartition("+")
    offered = _starting(begun, ADDED if sign else BASES)
    return {before + sign + one: line for one, line in offered.items()}


def assignment(incomplete: str) -> dict[str, str]:
    """Complete an option of any backend.

    >>> list(assignment("presolve=p"))
    ['presolve=probing']
    """
    from cpsudoku.backends.presolving import PRESOLVES

    return _starting(incomplete, {f"presolve={name}": "" for name in PRESOLVES})


def backend(incomplete: str) -> dict[str, str]:
    """Return the backends and their choices that begin so, each with a line of help."""
    return _starting(incomplete, _backends())


def several_backends(incomplete: str) -> dict[str, str]:
    """Complete the last of several backends.

    >>> list(several_backends("dlx,backtrack:f"))
    ['dlx,backtrack:fewest']
    """
    before, sign, begun = incomplete.rpartition(",")
    known = {"all": "every backend that can be used", **_backends()}
    return {before + sign + name: line for name, line in _starting(begun, known).items()}


def _backends() -> dict[str, str]:
    from cpsudoku import backends

    found = {backends.AUTO: "the best for the rules at hand"}
    for name in backends.names():
        with suppress(BackendUnavailableError):
            found[name] = backends.get(name).summary
            found |= {f"{name}:{choice}": line for choice, line in backends.choices(name).items()}
    return found


def _starting(incomplete: str, lines: dict[str, str]) -> dict[str, str]:
    return {value: line for value, line in lines.items() if value.startswith(incomplete)}


SHELLS = ("bash", "zsh", "fish")
_VARIABLE = "_CPSUDOKU_COMPLETE"
"""The variable with which a shell asks what it may offer."""


def script(program: click.Command, shell: str) -> str:
    """Return the script by which a shell asks a program what it may offer."""
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    assert found is not None
    return found(program, {}, "cpsudoku", _VARIABLE).source()


def prepare() -> None:
    """Let bash complete words with signs in them, if it is bash that asks."""
    if not os.environ.get(_VARIABLE, "").startswith("bash"):
        return

    from click.shell_completion import BashComplete, CompletionItem, add_completion_class

    class Bash(BashComplete):
        """Puts the words together again, and offers what follows the last sign in them."""

        def get_completion_args(self) -> tuple[list[str], str]:
            words, incomplete = super().get_completion_args()
            whole = re.sub(r"\n?([:=])\n?", r"\1", "\n".join([*words, incomplete])).split("\n")
            self._known = 1 + max(map(whole[-1].rfind, ":="))
            return whole[:-1], whole[-1]

        def format_completion(self, item: CompletionItem) -> str:
            return f"{item.type},{item.value[self._known :]}"

    add_completion_class(Bash)
