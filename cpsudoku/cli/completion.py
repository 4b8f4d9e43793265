"""What the shell offers when a name is half typed."""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku import backends
from cpsudoku.errors import BackendUnavailableError


def backend(incomplete: str) -> list[tuple[str, str]]:
    """Return the backends, and their choices, that a text may become, each with a line of help.

    Args:
        incomplete: the text so far.

    >>> [name for name, _ in backend("backtrack:f")]
    ['backtrack:fewest']
    """
    return [(name, line) for name, line in _all() if name.startswith(incomplete)]


def backends_list(incomplete: str) -> list[tuple[str, str]]:
    """Return what a list of backends with commas between them may become.

    Args:
        incomplete: the list so far; only its last name is completed.

    >>> [text for text, _ in backends_list("dlx,backtrack:f")]
    ['dlx,backtrack:fewest']
    """
    before, comma, last = incomplete.rpartition(",")
    return [(f"{before}{comma}{name}", line) for name, line in backend(last)]


def _all() -> Iterator[tuple[str, str]]:
    yield backends.AUTO, "the best for the rules at hand"
    for name in backends.names():
        try:
            yield name, backends.get(name).summary
            choices = backends.choices(name)
        except BackendUnavailableError:
            continue
        for choice, line in choices.items():
            yield f"{name}:{choice}", line
