"""What the shell offers when a value is half typed, beyond what click does by itself.

Bash takes a colon and an equals sign for words of their own: of ``backtrack:fe`` it hands over
``backtrack``, ``:`` and ``fe``, and replaces only the last by what is offered.
"""

from __future__ import annotations

import os
from contextlib import suppress

from cpsudoku.errors import BackendUnavailableError

_RULES = {
    "9": "the usual ones of a size",
    "2x3": "boxes two rows high and three columns wide",
    "latin:": "rows and columns alone, of a size",
    "jigsaw:": "for each cell the label of its region, or a file with them",
    "samurai": "five classic grids that share boxes",
    "rectangle:": "rows x columns, all different",
}
_ADDED = {
    "diagonals": "both main diagonals",
    "windows": "the windows of windoku",
    "disjoint": "cells at the same place of their boxes",
    "group:": "cells that must all be different",
}


def rules(incomplete: str) -> dict[str, str]:
    """Return what rules in a few words may become: the base, or what is added after a ``+``.

    >>> list(rules("9+di"))
    ['9+diagonals', '9+disjoint']
    """
    before, sign, begun = incomplete.rpartition("+")
    offered = (_ADDED if sign else _RULES).items()
    return {before + sign + one: line for one, line in offered if one.startswith(begun)}


def assignments() -> list[str]:
    """Return what an option of all backends may be.

    >>> assignments()[0]
    'presolve=none'
    """
    from cpsudoku.backends.presolving import PRESOLVES

    return [f"presolve={name}" for name in PRESOLVES]


def notations() -> tuple[str, ...]:
    """Return the notations."""
    from cpsudoku.formats import registry

    return registry.names()


def backends() -> dict[str, str]:
    """Return the backends and their choices, each with a line of help."""
    from cpsudoku import backends

    found = {backends.AUTO: "the best for the rules at hand"}
    for name in backends.names():
        with suppress(BackendUnavailableError):
            found[name] = backends.get(name).summary
            found |= {f"{name}:{choice}": line for choice, line in backends.choices(name).items()}
    return found


def prepare() -> None:
    """Let bash complete words with signs in them, if it is bash that asks."""
    if not os.environ.get("_CPSUDOKU_COMPLETE", "").startswith("bash"):
        return
    import re

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
