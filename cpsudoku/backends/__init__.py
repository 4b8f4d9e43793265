"""The registry of backends.

A backend is one module and one line in `BUILT_IN`; other packages add theirs through the entry
point group ``cpsudoku.backends``.  A name may carry an argument for the backend behind a colon, as
in ``backtrack:index``; the backend's class is called with it.  `choices` lists those that matter.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from importlib import import_module
from typing import NamedTuple, NoReturn, TypeAlias, TypeVar, cast

from cpsudoku import compiled
from cpsudoku.backends.apart import ApartEngine, works_apart
from cpsudoku.backends.base import SUPPORTED, Backend, Batch, Engine, Enumeration, Support
from cpsudoku.deadline import OutOfTimeError
from cpsudoku.errors import (
    BackendError,
    BackendUnavailableError,
    CpsudokuError,
    OptionError,
    UnsupportedError,
)
from cpsudoku.result import Count, Limits, Outcome, Stats
from cpsudoku.rules import AllDifferent, Candidates, Grid, Rules
from cpsudoku.rules.needs import require, vocabulary

__all__ = [
    "AUTO",
    "BUILT_IN",
    "PARAMETRIC",
    "SUPPORTED",
    "Backend",
    "BackendError",
    "BackendLike",
    "BackendUnavailableError",
    "Batch",
    "Candidates",
    "Choice",
    "Count",
    "Engine",
    "Enumeration",
    "Grid",
    "Limits",
    "OptionError",
    "Outcome",
    "Rules",
    "Stats",
    "Support",
    "UnsupportedError",
    "auto",
    "blame",
    "blaming",
    "choice",
    "choices",
    "credited",
    "engine",
    "get",
    "name_of",
    "names",
    "split_names",
    "vocabulary",
]

BackendLike: TypeAlias = str | Backend | Engine
"""What the facade takes for ``backend=``: a name, a backend, or an engine compiled before."""

BUILT_IN = {
    "bitboard": "cpsudoku.backends.bitboard:Bitboard",
    "cover": "cpsudoku.backends.cover:Cover",
    "dlx": "cpsudoku.backends.dlx:Dlx",
    "sat": "cpsudoku.backends.sat:Sat",
    "cpsat": "cpsudoku.backends.cpsat:CpSat",
    "fd": "cpsudoku.backends.fd:Fd",
    "backtrack": "cpsudoku.backends.backtrack:Backtrack",
}
"""Where the class of each backend is, by name; imported only when it is used."""

PARAMETRIC = {
    "dimacs": "cpsudoku.backends.dimacs:Dimacs",
    "race": "cpsudoku.backends.race:Race",
}
"""The same for backends that are nothing without an argument, as in ``dimacs:cadical``."""

AUTO = "auto"
"""The name that stands for the best backend for the rules at hand."""

_AUTO_ORDER = ("bitboard", "cover", "sat", "cpsat", "backtrack")
_AUTO_PRESOLVE = {"sat": "probing", "cpsat": "probing"}
# What pays before each of them; the others do such deductions, or better ones, in their search.
_AUTO_FOR_VARIANTS = ("fd", *_AUTO_ORDER)
# Over 24 variant puzzles fd takes a tenth to a hundredth of the time of sat, and exact cover gets
# lost where groups lie across houses and little is given (docs/fd.md).

_MOST_IN_REGIONS = 12
"""Exact cover gets lost, too, in irregular regions of more cells: digging a puzzle of 14 digits
takes fd two seconds, and exact cover more than fourteen."""


def _plugins() -> dict[str, str]:
    # Scanning installed packages costs milliseconds, so only when a name is not built in.
    from importlib.metadata import entry_points

    return {point.name: point.value for point in entry_points(group="cpsudoku.backends")}


def names() -> tuple[str, ...]:
    """Return the names of all backends that need no argument, built in first."""
    return (*BUILT_IN, *(name for name in _plugins() if name not in BUILT_IN))


@lru_cache(maxsize=64)
def get(name: str) -> Backend:
    """Return the backend of a name.

    Args:
        name: a name out of `names`, perhaps with an argument behind a colon.

    Raises:
        OptionError: there is no such backend.
        BackendUnavailableError: its module cannot be imported.
    """
    compiled.warn_if_failed()
    base, colon, argument = name.partition(":")
    place = BUILT_IN.get(base) or PARAMETRIC.get(base) or _plugins().get(base)
    if place is None:
        known = ", ".join((*names(), *(f"{name}:…" for name in PARAMETRIC)))
        raise OptionError(f"there is no backend {base!r}; expected one of {known}")
    module, _, attribute = place.partition(":")
    try:
        made = getattr(import_module(module), attribute)
    except Exception as error:  # whatever a module of somebody else's does when it is imported
        raise BackendUnavailableError(f"backend {base!r} cannot be loaded: {error}") from error
    with blaming(base):
        try:
            return cast(Backend, made(argument) if colon else made())
        except TypeError:
            if not colon:
                raise
            raise OptionError(f"backend {base!r} takes no argument; got {argument!r}") from None


class blaming:  # noqa: N801, for it is used as a function is
    """Raise `BackendError` with a backend's name for what its code did not mean to raise."""

    # A class, for it is entered for each puzzle: `contextmanager` takes four times as long.
    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def __enter__(self) -> None:
        """Begin."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        """Raise the error that says who failed, if that is not said yet."""
        if isinstance(error, Exception):
            blame(self._name, error)


def blame(name: str, error: Exception) -> NoReturn:
    """Raise an error of a backend again, as a `BackendError` unless it was meant.

    Where each microsecond counts it stands in an ``except`` by itself, as entering `blaming` takes
    a tenth of the time of a puzzle.

    Args:
        name: the backend's name.
        error: what its code raised.
    """
    if isinstance(error, (CpsudokuError, OutOfTimeError, MemoryError)):
        raise error
    raise BackendError(f"backend {name!r} failed: {type(error).__name__}: {error}") from error


class Choice(NamedTuple):
    """What ``auto`` stands for.

    Args:
        name: of a backend.
        presolve: what comes before its searches.
    """

    name: str
    presolve: str


def choices(name: str) -> Mapping[str, str]:
    """Return a backend's main variants: the name of each behind a colon, and a line about it.

    Args:
        name: the name of a backend.

    Raises:
        OptionError: there is no such backend.
        BackendUnavailableError: its module cannot be imported.

    >>> sorted(choices("backtrack"))
    ['exhaustive', 'fewest', 'index', 'pruned']
    """
    return get(name).choices


def split_names(text: str) -> list[str]:
    """Return the names in a list with commas between them.

    Commas behind ``race:`` and ``dimacs:`` belong to what is raced, or to a solver's command, up to
    the end of the text.

    Args:
        text: the list.

    >>> split_names("dlx, backtrack:index")
    ['dlx', 'backtrack:index']
    >>> split_names("dlx,race:sat,cpsat")
    ['dlx', 'race:sat,cpsat']
    """
    first, comma, rest = text.partition(",")
    if not comma or text.strip().partition(":")[0] in PARAMETRIC:
        return [text.strip()]
    return [first.strip(), *split_names(rest)]


@lru_cache(maxsize=64)
def choice(rules: Rules) -> Choice:
    """Return the backend that ``auto`` stands for, and what comes before it.

    Args:
        rules: the rules to solve.

    Raises:
        UnsupportedError: no installed backend takes them.
    """
    refused: UnsupportedError | None = None
    for name in _AUTO_ORDER if _is_of_houses(rules) else _AUTO_FOR_VARIANTS:
        if name not in BUILT_IN or not get(name).supports(rules):
            continue
        found = Choice(name, _AUTO_PRESOLVE.get(name, "none"))
        if not rules.has_others:
            return found
        try:  # some numbers and sizes are found to be too great on the way
            made = _compiled(name, rules, (("presolve", found.presolve),))
            if refused and isinstance(made, ApartEngine):
                made.inner()
        except UnsupportedError as error:
            refused = refused or error
        else:
            return found
    raise refused or UnsupportedError("no installed backend knows these rules")


def _is_of_houses(rules: Rules) -> bool:
    """Return whether rules are houses and groups known by name, and no regions that are large."""
    far = {"group", "region"} if rules.size > _MOST_IN_REGIONS else {"group"}
    return all(type(c) is AllDifferent and c.kind not in far for c in rules.constraints)


def auto(rules: Rules) -> str:
    """Return the name of the backend that ``auto`` stands for.

    Args:
        rules: the rules to solve.
    """
    return choice(rules).name


@lru_cache(maxsize=32)
def _compiled(name: str, rules: Rules, options: tuple[tuple[str, object], ...]) -> Engine:
    chosen = dict(options)
    if name == AUTO:
        name, usual = choice(rules)
        chosen["presolve"] = chosen.get("presolve") or usual
        return _compiled(name, rules, tuple(sorted(chosen.items())))
    presolve = chosen.pop("presolve", None)
    backend = get(name)
    _require_vocabulary(backend, name, rules)
    with blaming(name):
        support = backend.supports(rules)
        if not support:
            is_missing = support == backend.installed()
            kind = BackendUnavailableError if is_missing else UnsupportedError
            raise kind(f"backend {name!r}: {support.reason}")

    def make() -> Engine:
        with blaming(name):
            made = backend.compile(rules, **chosen)
        if not isinstance(made, Engine):
            raise BackendError(f"backend {name!r} gave {made!r}, which is no Engine")
        made.name = name.partition(":")[0]
        return _presolved(made, presolve)

    if not works_apart(rules, support):
        return make()
    apart = ApartEngine(rules, make)
    apart.name = name.partition(":")[0]
    return apart


def _presolved(engine: Engine, presolve: object) -> Engine:
    if presolve in (None, "none"):  # known without importing what the others need
        return engine
    from cpsudoku.backends.presolving import presolved

    return presolved(engine, presolve)


def engine(backend: BackendLike, rules: Rules, **options: object) -> Engine:
    """Return an engine for some rules, compiled at most once for each name and options.

    Args:
        backend: a name, a backend, or an engine, which is returned as it is.
        options: passed on to the backend; but ``presolve`` is for all of them: ``none``,
            ``singles`` or ``probing``, see `cpsudoku.backends.presolving`.  It is ``none`` unless
            said otherwise, except for ``auto``, which chooses what pays.

    Raises:
        OptionError: there is no such backend or option.
        UnsupportedError: the backend does not know these rules.
        BackendUnavailableError: its solver is not installed.
    """
    if isinstance(backend, str):
        return _compiled(backend, rules, tuple(sorted(options.items())) if options else ())
    presolve = options.pop("presolve", None)
    if isinstance(backend, Engine):
        return _presolved(backend, presolve)
    name = name_of(backend, rules)
    _require_vocabulary(backend, name, rules)
    with blaming(name):
        made = backend.compile(rules, **options)
    made.name = made.name or name
    return _presolved(made, presolve)


Answer = TypeVar("Answer", Outcome, Count)


def credited(answer: Answer, engine: Engine) -> Answer:
    """Return an engine's answer with what decided it in the statistics, if it is decided.

    Args:
        engine: the engine that gave it.
    """
    if answer.stats.decided_by is not None:
        return answer
    decided = answer.exact if isinstance(answer, Count) else answer.exhausted or answer.solutions
    if not decided:
        return answer
    stats = answer.stats.credited(engine.name or type(engine).__name__)
    if isinstance(answer, Count):
        return replace(answer, stats=stats)
    return Outcome(answer.solutions, answer.exhausted, stats)


def _require_vocabulary(backend: Backend, name: str, rules: Rules) -> None:
    # A backend from elsewhere may say that it supports whatever it is given.
    if rules.has_others:
        require(rules, f"backend {name!r}", knows=backend.knows, board="any")


def name_of(backend: BackendLike, rules: Rules) -> str:
    """Return the name to show for what the facade was given as a backend.

    Args:
        backend: a name, a backend or an engine.
        rules: the rules, which decide what ``auto`` stands for.
    """
    if isinstance(backend, str):
        return auto(rules) if backend == AUTO else backend
    return str(getattr(backend, "name", type(backend).__name__))
