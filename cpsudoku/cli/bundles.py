"""Options that belong together, declared once: what is read, and how answers are written.

A command takes a bundle as one parameter; `bundled` lets each of the bundle's fields be a parameter
by itself, which is what typer looks at.

>>> @bundled
... def command(reading: Reading, *, loudly: bool = False) -> Status:
...     return Status.DONE
>>> list(inspect.signature(command).parameters)[:3]
['puzzles', 'loudly', 'read_as']
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from itertools import chain
from typing import Any, NamedTuple, get_type_hints

from cpsudoku.cli import options
from cpsudoku.cli.reading import Reader, only
from cpsudoku.cli.status import Status
from cpsudoku.formats import Record


class Reading(NamedTuple):
    """The options of a command that reads any number of puzzles."""

    puzzles: options.Puzzles
    read_as: options.ReadAs = None
    rules: options.RulesSpec = None
    meanings: options.Meanings = None
    column: options.ColumnName = None
    strict: options.Strict = False
    skip_bad: options.SkipBad = False

    def reader(self) -> Reader:
        """Return what reads the puzzles."""
        return Reader(
            self.puzzles,
            rules=self.rules,
            notation=self.read_as,
            meanings=self.meanings,
            column=self.column,
            strict=self.strict,
            skip_bad=self.skip_bad,
        )


class OnePuzzle(NamedTuple):
    """The options of a command that reads one puzzle."""

    puzzle: options.Puzzle
    read_as: options.ReadAs = None
    rules: options.RulesSpec = None
    meanings: options.Meanings = None
    column: options.ColumnName = None
    strict: options.Strict = False

    def record(self, why: str) -> Record:
        """Return the puzzle.

        Args:
            why: why one is expected, for the error.

        Raises:
            FormatError: there are several.
        """
        return only(Reading([self.puzzle], *self[1:]).reader(), why)


class Answering(NamedTuple):
    """The options of a command that writes an answer to each puzzle."""

    jobs: options.Jobs = None
    output_file: options.Output = None
    table: options.TableFormat = None
    as_json: options.Json = False
    quiet: options.Quiet = False

    @property
    def kind(self) -> str:
        """The table to write, as `options.table_of` returns it."""
        return options.table_of(self.output_file, self.table, as_json=self.as_json)


_BUNDLES = (Reading, OnePuzzle, Answering)


def bundled(command: Callable[..., Status]) -> Callable[..., Status]:
    """Return a command that takes each field of its bundles as a parameter of that name.

    Fields without a default come first, as arguments of the command line; the others stand after
    the command's own options, in the order of the bundles.

    Args:
        command: it has parameters whose types are bundles.
    """
    own = inspect.signature(command, eval_str=True).parameters
    bundles = {name: one.annotation for name, one in own.items() if one.annotation in _BUNDLES}
    fields = {name: _parameters(kind) for name, kind in bundles.items()}
    shared = list(chain.from_iterable(fields.values()))
    parameters = [
        *(one for one in shared if one.kind is one.POSITIONAL_OR_KEYWORD),
        *(one for name, one in own.items() if name not in bundles),
        *(one for one in shared if one.kind is one.KEYWORD_ONLY),
    ]
    signature = inspect.Signature(parameters, return_annotation=Status)

    @wraps(command)
    def flat(*arguments: Any, **options: Any) -> Status:
        given = signature.bind(*arguments, **options).arguments
        for name, kind in bundles.items():
            taken = [one.name for one in fields[name] if one.name in given]
            given[name] = kind(**{field: given.pop(field) for field in taken})
        return command(**given)

    flat.__signature__ = signature  # type: ignore[attr-defined]
    flat.__annotations__ = {one.name: one.annotation for one in parameters}
    return flat


def _parameters(bundle: Any) -> list[inspect.Parameter]:
    hints, defaults = get_type_hints(bundle, include_extras=True), bundle._field_defaults
    return [
        inspect.Parameter(
            field,
            inspect.Parameter.KEYWORD_ONLY
            if field in defaults
            else inspect.Parameter.POSITIONAL_OR_KEYWORD,
            default=defaults.get(field, inspect.Parameter.empty),
            annotation=hints[field],
        )
        for field in bundle._fields
    ]
