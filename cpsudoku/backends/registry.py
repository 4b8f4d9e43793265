"""The registry of backends: the name of each, and where its class is.

A backend is one module and one line in `BUILT_IN`; other packages add theirs through the entry
point group ``cpsudoku.backends``.  A name may carry an argument for the backend after a colon, as
in ``backtrack:index``; the backend's class is called with it.  `choices` lists those that matter.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from typing import NoReturn, cast

from cpsudoku.backends.base import Backend
from cpsudoku.errors import BackendError, BackendUnavailableError, CpsudokuError, OptionError
from cpsudoku.ground import compiled
from cpsudoku.ground.deadline import OutOfTimeError
from cpsudoku.ground.names import suggestion

BUILT_IN = {
    "bitboard": "cpsudoku.backends.bitboard:Bitboard",
    "cover": "cpsudoku.backends.exact_cover:Cover",
    "dlx": "cpsudoku.backends.exact_cover:Dlx",
    "sat": "cpsudoku.backends.sat:Sat",
    "cpsat": "cpsudoku.backends.cpsat:CpSat",
    "fd": "cpsudoku.backends.fd:Fd",
    "backtrack": "cpsudoku.backends.backtrack:Backtrack",
}
"""Where the class of each backend is, by name; imported only when it is used."""

PARAMETRIC = {"dimacs": "cpsudoku.backends.dimacs:Dimacs", "race": "cpsudoku.backends.race:Race"}
"""The same for backends that need an argument, as in ``dimacs:cadical``."""


def _plugins() -> dict[str, str]:
    # Scanning installed packages costs milliseconds, so only when a name is not built in.
    from importlib.metadata import entry_points

    return {point.name: point.value for point in entry_points(group="cpsudoku.backends")}


def names() -> tuple[str, ...]:
    """Return the names of all backends that need no argument, built in first."""
    return (*BUILT_IN, *(name for name in _plugins() if name not in BUILT_IN))


@lru_cache(maxsize=64)
def get(name: str) -> Backend:
    """Return the backend of a name out of `names`, perhaps with an argument after a colon.

    Raises:
        OptionError: there is no such backend.
        BackendUnavailableError: its module cannot be imported.
    """
    compiled.warn_if_failed()
    base, colon, argument = name.partition(":")
    place = BUILT_IN.get(base) or PARAMETRIC.get(base) or _plugins().get(base)
    if place is None:
        known = ", ".join((*names(), *(f"{name}:…" for name in PARAMETRIC)))
        ways = (f"{one}:{way}" for one in BUILT_IN for way in get(one).choices)
        hint = suggestion(base, (*names(), *PARAMETRIC, *ways))
        raise OptionError(f"there is no backend {base!r}; expected one of {known}{hint}")
    module, _, attribute = place.partition(":")
    try:
        made = getattr(import_module(module), attribute)
    except Exception as error:  # whatever a foreign module raises when it is imported
        raise BackendUnavailableError(f"backend {base!r} cannot be loaded: {error}") from error
    try:
        return cast(Backend, made(argument) if colon else made())
    except Exception as error:
        if colon and isinstance(error, TypeError):
            raise OptionError(f"backend {base!r} takes no argument; got {argument!r}") from None
        blame(base, error)


def choices(name: str) -> Mapping[str, str]:
    """Return a backend's main variants: the name of each after a colon, and a line about it.

    What this machine lacks, such as a width of vectors, is left out.  It raises what `get` does.

    >>> sorted(choices("backtrack"))
    ['exhaustive', 'fewest', 'index', 'late', 'pruned']
    """
    known = get(name).choices.items()
    return {choice: line for choice, line in known if get(f"{name}:{choice}").installed()}


def split_names(text: str) -> list[str]:
    """Return the names in a list with commas between them.

    Commas after ``race:`` and ``dimacs:`` belong to what is raced, or to a solver's command, up to
    the end of the text.

    >>> split_names("dlx, backtrack:index")
    ['dlx', 'backtrack:index']
    >>> split_names("dlx,race:sat,cpsat")
    ['dlx', 'race:sat,cpsat']
    """
    first, comma, rest = text.partition(",")
    if not comma or text.strip().partition(":")[0] in PARAMETRIC:
        return [text.strip()]
    return [first.strip(), *split_names(rest)]


def blame(name: str, error: Exception) -> NoReturn:
    """Raise an error of a backend again, as a `BackendError` unless it was meant."""
    if isinstance(error, (CpsudokuError, OutOfTimeError, MemoryError)):
        raise error
    if isinstance(error.__cause__, KeyboardInterrupt):  # that a library being loaded met
        raise KeyboardInterrupt from error
    raise BackendError(f"backend {name!r} failed: {type(error).__name__}: {error}") from error
