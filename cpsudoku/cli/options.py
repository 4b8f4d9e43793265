"""Arguments and options that several commands share, each described once."""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer

from cpsudoku import backends, files
from cpsudoku.cli import completion
from cpsudoku.errors import OptionError
from cpsudoku.tables.kinds import COLUMNAR_ENDINGS, COMPRESSED, ENDINGS, TABLES, TEXT_ENDINGS


def standard_input() -> str:
    """Return what stands for standard input, if puzzles can come from there without being asked."""
    try:
        kind = os.fstat(sys.stdin.fileno()).st_mode
    except (OSError, ValueError):  # a stream of a program that embeds us, or a closed one
        return "-"
    if stat.S_ISCHR(kind) and not completion.asked_by():
        raise typer.BadParameter(
            "missing: a file, a puzzle, or - for standard input", param_hint="PUZZLE"
        )
    return "-"


MOST = 10**18
"""The greatest whole number by default: what 64 bits can hold."""

MOST_SEED = (1 << 64) - 1


def argument(value: str, said: str, **how: Any) -> Any:
    """Return an argument of a command, given what it is called and its line of help."""
    return typer.Argument(metavar=value, help=said, **how)


def option(
    declared: str,
    said: str,
    default: Any = ...,
    *,
    among: completion.Values | None = None,
    completes: completion.Complete | None = None,
    least: float | None = None,
    most: float | None = None,
) -> Any:
    """Return an option of a command, to stand in `Annotated` or as the default of a parameter.

    Args:
        declared: its names and the name of its value, as ``--output -o FILE``.
        said: its line of help.
        default: as the default of a parameter, what is taken if it is not given; without it no for
            a yes or no, None where that is allowed, and else the option has to be given.
        among: the values that the shell offers, or what returns them.
        completes: offers values that cannot be listed.
        least: the smallest value that is accepted, as `most` is the largest.
    """
    names = [word for word in declared.split() if word.startswith("-")]
    value = declared.removeprefix(" ".join(names)).strip() or None
    offers = completion.one_of(among) if among else completes
    return typer.Option(
        default, *names, metavar=value, help=said, min=least, max=most, autocompletion=offers
    )


def whole(
    names: str,
    said: str,
    default: Any = ...,
    *,
    least: int = 1,
    most: int = MOST,
    value: str = "NUMBER",
) -> Any:
    """Return an option for a whole number, with the range that it must be in."""
    return option(f"{names} {value}", said, default, least=least, most=most)


def whole_seed(purpose: str, default: Any = ...) -> Any:
    """Return the option ``--seed``."""
    return whole("--seed", purpose, default, least=0, most=MOST_SEED)


Puzzles = Annotated[
    list[str],
    argument(
        "PUZZLE...",
        "Files of puzzles, folders of them, '*.csv', - for standard input, or a puzzle.",
        show_default=False,
        default_factory=list,
    ),
]
Puzzle = Annotated[
    str,
    argument(
        "PUZZLE",
        "A file with one puzzle, - for standard input, or the puzzle itself.",
        show_default=False,
        default_factory=standard_input,
    ),
]
CUBES = option(
    "--cubes SECONDS",
    "Count one puzzle case by case, cutting those that take longer; with --job.",
    least=0.01,
)
MEANINGS = option(
    "--map LOOK=VARIANT",
    "What a thing means that a link only draws, as 'orange line=whispers 5'; repeatable.",
)
RULES = option("--rules -r RULES", "Rules other than the usual ones.", completes=completion.rules)
READ_AS = option(
    "--from FORMAT", "Notation to read; by default it is found out.", among=completion.notations
)
COLUMN = option("--column NAME", "The column of a table that has the puzzles.")
FORMAT = option("--format -f FORMAT", "Notation to write.", among=completion.notations)
TABLE = option(
    "--format -f FORMAT", "Write a table: csv, jsonl, json, parquet, arrow or npz.", among=TABLES
)
OUTPUT = option("--output -o FILE", "Write there; only a finished file appears.")
JSON = option("--json", "Write JSON, an object and a line for each puzzle.")
BACKEND = option(
    "--backend -b NAME",
    "Which backend; see `cpsudoku backends`.",
    backends.AUTO,
    among=completion.backends,
)
BACKEND_OPTIONS = option(
    "--option KEY=VALUE",
    "An option of the backend, such as presolve=singles; repeatable.",
    among=completion.assignments,
)
STATS = option("--stats", "Say on stderr what decided, and what it cost.")
TIMEOUT = option("--timeout SECONDS", "Give up on a puzzle after this.", least=0)
WHOLE_TIMEOUT = option(
    "--timeout SECONDS",
    "Stop after this, with what is finished by then; exit status 3.",
    least=0,
)
"""The limit of a run, for commands that give no verdict on a puzzle."""
SEED = whole_seed("For solvers that make random choices.", 0)
JOBS = whole("--jobs -j", "How many puzzles to work on at once; answers keep their order.")
SKIP = whole("--skip", "Leave out this many first ones of the same seed.", 0, least=0)
SKIP_BAD = option("--skip-bad", "Report what is not a puzzle, and continue with the next.")
STRICT = option("--strict", "Refuse a puzzle if part of it is not understood.")
QUIET = option("--quiet -q", "No progress and no summary.")


def _backends(names: str) -> Any:
    said = "Which backends to compare; repeatable."
    offers = completion.some_of(
        lambda: {"all": "every backend that can be used", **completion.backends()}
    )
    return option(f"{names} all|NAME,...", said, completes=offers)


BACKENDS = _backends("--backends -b")
SEVERAL_BACKENDS = _backends("--backends")
"""The same beside `BACKEND`, which has the short form."""


# Arguments of the facade that have an option of their own.
_OWN = {
    "backend": "--backend",
    "limit": "--limit",
    "seconds": "--timeout",
    "seed": "--seed",
    "puzzle": "an argument",
}


def backend_options(assignments: list[str] | None) -> dict[str, Any]:
    """Return the options that ``key=value`` texts stand for.

    A value that looks like a whole number, a number, true or false becomes that; anything else
    stays text.
    """
    found: dict[str, Any] = {}
    for text in assignments or ():
        key, equals, value = text.partition("=")
        if not equals or not key.isidentifier():
            raise OptionError(f"--option {text!r}; expected key=value")
        if key in _OWN:
            raise OptionError(f"--option {text!r} is not for the backend; use {_OWN[key]}")
        found[key] = _value(value)
    return found


def _value(text: str) -> object:
    if text.lower() in {"true", "false"}:
        return text.lower() == "true"
    for kind in (int, float):
        with suppress(ValueError):
            return kind(text)
    return text


def backend_names(given: list[str] | None) -> list[str]:
    """Return the backends that ``--backends`` stands for.

    Each time that it is given it holds names with commas between them, or ``all``; commas after
    ``race:`` belong to the race.
    """
    names = [name for text in given or ["all"] for name in backends.split_names(text)]
    if names == ["all"]:
        return list(backends.names())
    for name in names:
        if name != backends.AUTO:
            backends.get(name)
    if len(set(names)) != len(names):
        raise OptionError(f"--backends {','.join(names)}: a backend is named twice")
    return names


_TABLES = {ending: kind for ending, kind in ENDINGS.items() if kind in TABLES}

_NOT_TEXT = frozenset(
    f".{name}"
    for name in (
        "zip", "7z", "npy", "xls", "xlsx", "ods", "db", "sqlite", "pdf", "png", "svg", "html",
    )
)  # fmt: skip
"""Endings of files that are not written."""


def ending_of(path: Path | None) -> str:
    """Return the ending of the name of a file to write; empty for none, devices and pipes."""
    if path is None or not files.is_replaced(path):
        return ""
    return (path.with_suffix("") if path.suffix.lower() in COMPRESSED else path).suffix.lower()


def refuse_ending(path: Path | None, *, but: Collection[str]) -> None:
    """Refuse a file whose ending stands for something that a command does not write."""
    ending = ending_of(path)
    if ending in _NOT_TEXT.union(ENDINGS) - set(but):
        raise OptionError(
            f"--output {path}: {ending} files are not written here; expected "
            f"{', '.join(sorted(but))}, or an ending such as .txt for lines"
        )
    if ending in COLUMNAR_ENDINGS and path is not None and path.suffix.lower() in COMPRESSED:
        raise OptionError(f"--output {path}: {ending} files are compressed within; expected that")


def notation_of(path: Path | None, named: str | None = None, *, columnar: bool = False) -> str:
    """Return the notation to write: that named, or of a file's ending, else ``line``."""
    from cpsudoku import formats

    kinds = ENDINGS if columnar else TEXT_ENDINGS
    refuse_ending(path, but=kinds)
    if named is not None and named not in kinds.values():
        formats.notation(named)  # raises the error that says which there are
    return named or kinds.get(ending_of(path), "line")


def table_of(path: Path | None, named: str | None, *, as_json: bool = False) -> str:
    """Return which table a command writes that has an answer to each puzzle.

    Returns:
        One of `cpsudoku.tables.kinds.TABLES`; empty for answers in words or, with ``--json``, all
        that is known of each puzzle as an object, a line each.
    """
    refuse_ending(path, but=_TABLES)
    if named is not None and named not in TABLES:
        raise OptionError(f"--format {named}; expected {', '.join(TABLES)}")
    if as_json and named not in {None, "jsonl"}:
        raise OptionError(f"--json with --format {named}; expected one of them")
    found = named or _TABLES.get(ending_of(path), "")
    if as_json and found not in {"", "jsonl"}:
        raise OptionError(f"--json with --output {path}; expected .jsonl, or no --json")
    return "" if as_json else found


def solution_limit(text: str) -> int | None:
    """Return the number of solutions that ``--limit`` stands for; None for ``all``."""
    if text == "all":
        return None
    if re.fullmatch("[0-9]{1,19}", text) and 0 < int(text) <= MOST:
        return int(text)
    raise OptionError(f"--limit {text[:40]}; expected a number from 1 to {MOST}, or all")
