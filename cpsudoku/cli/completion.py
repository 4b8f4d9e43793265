"""What the shell offers when a value is half typed.

Bash takes a colon and an equals sign for words of their own: of ``backtrack:fe`` it hands over
``backtrack``, ``:`` and ``fe``, and replaces only the last by what is offered.  `whole_words` puts
them together again, and offers only what follows the last of these signs.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout, suppress

from cpsudoku.errors import BackendUnavailableError

Complete = Callable[[str], list[tuple[str, str]]]
"""Given a text so far, what it may become, each with a line of help."""

Listed = Mapping[str, str] | Collection[str]
Values = Listed | Callable[[], Listed]
"""Values, perhaps with a line of help each; or what returns them once they are needed."""

_VARIABLE = "_CPSUDOKU_COMPLETE"
"""The variable with which the shell asks; its value names the shell."""

_APART = (":", "=")
"""What bash takes for words."""

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


def rules(incomplete: str) -> list[tuple[str, str]]:
    """Return what rules in a few words may become: the base, or what is added after a ``+``.

    >>> [text for text, _ in rules("9+di")]
    ['9+diagonals', '9+disjoint']
    """
    return _last(incomplete, "+", (_ADDED if "+" in incomplete else _RULES).items())


def one_of(values: Values) -> Complete:
    """Return what completes one of some values.

    >>> one_of(["givens", "er"])("g")
    [('givens', '')]
    >>> [name for name, _ in one_of(backends)("backtrack:f")]
    ['backtrack:fewest']
    """
    return lambda incomplete: _offered(incomplete, _with_help(values))


def some_of(values: Values, between: str = ",") -> Complete:
    """Return what completes the last of some values with a sign between them.

    >>> some_of(["puzzle", "solution"])("puzzle,s")
    [('puzzle,solution', '')]
    >>> [text for text, _ in some_of(backends)("dlx,backtrack:f")]
    ['dlx,backtrack:fewest']
    """
    return lambda incomplete: _last(incomplete, between, _with_help(values))


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


def asked_by() -> str:
    """Return the name of the shell that asks for an offer; empty if the program is to run."""
    return os.environ.get(_VARIABLE, "").partition("_")[2]


@contextmanager
def whole_words() -> Iterator[None]:
    """Answer bash as if it did not take words apart; do nothing where it is not asking."""
    if asked_by() != "bash" or "COMP_CWORD" not in os.environ:
        yield
        return
    words = os.environ.get("COMP_WORDS", "").split("\n")[: int(os.environ["COMP_CWORD"]) + 1]
    whole = _joined(words)
    os.environ["COMP_WORDS"] = "\n".join(whole)
    os.environ["COMP_CWORD"] = str(len(whole) - 1)
    known = 1 + max(whole[-1].rfind(sign) for sign in _APART)
    offered = io.TextIOWrapper(io.BytesIO(), "utf-8")
    try:
        with redirect_stdout(offered):
            yield
    finally:
        offered.seek(0)
        sys.stdout.writelines(line[known:] for line in offered)


def _joined(words: Iterable[str]) -> list[str]:
    """Return words with each sign that bash sets apart joined to what is before and after it."""
    whole = [""]
    for word in words:
        if word in _APART or whole[-1].endswith(_APART):
            whole[-1] += word
        else:
            whole.append(word)
    return whole[1:]


def _with_help(values: Values) -> Iterable[tuple[str, str]]:
    listed = values() if callable(values) else values
    return listed.items() if isinstance(listed, Mapping) else ((value, "") for value in listed)


def _last(
    incomplete: str, between: str, values: Iterable[tuple[str, str]]
) -> list[tuple[str, str]]:
    before, sign, _ = incomplete.rpartition(between)
    return _offered(incomplete, ((f"{before}{sign}{value}", line) for value, line in values))


def _offered(incomplete: str, values: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(value, line) for value, line in values if value.startswith(incomplete)]
