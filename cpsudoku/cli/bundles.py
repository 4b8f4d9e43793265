"""Options that belong together, declared once: what is read, and how answers are written.

A command takes a bundle as one parameter; `bundled` lets each of the bundle's fields be a parameter
by itself, which is what typer looks at.

>>> @bundled
... def command(reading: Reading, *, loudly: bool = option("--loudly", "Say more.")) -> None:
...     pass
>>> list(inspect.signature(command).parameters)[:3]
['puzzles', 'loudly', 'read_as']
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from copy import copy
from functools import wraps
from itertools import chain
from pathlib import Path
from types import NoneType
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, TypeVar, get_args, get_type_hints

from typer.models import ParameterInfo

from cpsudoku.cli import options, output, progress
from cpsudoku.cli.options import option, whole
from cpsudoku.cli.reading import PuzzleStream, only
from cpsudoku.errors import OptionError
from cpsudoku.formats import Record

if TYPE_CHECKING:
    from cpsudoku.tables.writing import TableWriter

Returned = TypeVar("Returned")
Bundle = TypeVar("Bundle", bound=type)

_BY_PLACE, _BY_NAME = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY


def with_options(bundle: Bundle) -> Bundle:
    """Return a bundle whose fields may have options for defaults, as a command's parameters do."""
    made: Any = bundle
    hints = _hints(made)
    for field, default in made._field_defaults.items():
        plain = inspect.Parameter(field, _BY_NAME, default=default, annotation=hints[field])
        said = _described(plain)
        made._field_defaults[field], made.__annotations__[field] = said.default, said.annotation
    made.__new__.__defaults__ = tuple(made._field_defaults.values())
    return bundle


def _described(parameter: inspect.Parameter) -> inspect.Parameter:
    """Return a parameter with what describes it in its type, if it was given as its default."""
    said = parameter.default
    if not isinstance(said, ParameterInfo):
        return parameter
    kind, default, said = parameter.annotation, said.default, copy(said)
    said.default = ...
    if default is ... and kind is bool:
        default = False
    elif default is ...:
        default = None if NoneType in get_args(kind) else inspect.Parameter.empty
    return parameter.replace(default=default, annotation=Annotated[kind, said])


def _hints(bundle: Any) -> dict[str, Any]:
    # With the module's own names, which a lambda in them looks up later.
    names = vars(sys.modules[bundle.__module__])
    return get_type_hints(bundle, names, include_extras=True)


@with_options
class Reading(NamedTuple):
    """The options of a command that reads any number of puzzles."""

    puzzles: options.Puzzles
    read_as: str | None = options.READ_AS
    rules: str | None = options.RULES
    meanings: list[str] | None = options.MEANINGS
    column: str | None = options.COLUMN
    strict: bool = options.STRICT
    skip_bad: bool = options.SKIP_BAD

    def reader(self) -> PuzzleStream:
        return PuzzleStream(
            self.puzzles or [options.standard_input()],
            rules=self.rules,
            notation=self.read_as,
            meanings=self.meanings,
            column=self.column,
            strict=self.strict,
            skip_bad=self.skip_bad,
        )


@with_options
class OnePuzzle(NamedTuple):
    """The options of a command that reads one puzzle."""

    puzzle: options.Puzzle
    read_as: str | None = options.READ_AS
    rules: str | None = options.RULES
    meanings: list[str] | None = options.MEANINGS
    column: str | None = options.COLUMN
    strict: bool = options.STRICT

    def record(self, why: str) -> Record:
        return only(Reading([self.puzzle], *self[1:]).reader(), why)


@with_options
class Answering(NamedTuple):
    """The options of a command that writes an answer to each puzzle."""

    jobs: int | None = options.JOBS
    output_file: Path | None = options.OUTPUT
    table: str | None = options.TABLE
    as_json: bool = options.JSON
    quiet: bool = options.QUIET

    @property
    def kind(self) -> str:
        """The table to write, as `options.table_of` returns it."""
        return options.table_of(self.output_file, self.table, as_json=self.as_json)


@with_options
class Writing(NamedTuple):
    """The options of a command that writes puzzles."""

    notation: str | None = options.FORMAT
    output_file: Path | None = options.OUTPUT
    as_json: bool = options.JSON
    quiet: bool = options.QUIET

    @property
    def kind(self) -> str:
        """The notation or table to write, as `options.notation_of` returns it."""
        return options.notation_of(self.output_file, self.named, columnar=True)

    def puzzles(self, *, lossy: bool = False) -> AbstractContextManager[TableWriter]:
        return output.table(self.output_file, self.kind, lossy=lossy)

    @property
    def named(self) -> str | None:
        """The notation or table that options name; None where the ending of the file decides."""
        if self.as_json and self.notation not in {None, "jsonl"}:
            raise OptionError(f"--json with --format {self.notation}; expected one of them")
        return "jsonl" if self.as_json else self.notation


@with_options
class Sharding(NamedTuple):
    """The options of a command that can be a job."""

    job: Path | None = option(
        "--job FOLDER",
        "Write a file for each shard; the same command continues from what is there.",
    )
    shard_size: int | None = whole("--shard-size", "Puzzles in a shard of --job.")
    shard: str | None = option("--shard I/N", "Each N-th shard of --job alone, from I on.")
    scheduler: str | None = option(
        "--scheduler ADDRESS", "Run --job on Dask: tcp://HOST:PORT, FILE.json, or local:NUMBER."
    )

    @contextmanager
    def running(self, what: str, *, quiet: bool) -> Iterator[dict[str, Any]]:
        """Yield what does the work of a job, and what shows how far it is."""
        from cpsudoku.jobs.cluster import connected

        with (
            nullcontext() if self.scheduler is None else connected(self.scheduler) as client,
            progress.bar(what, quiet=quiet) as advance,
        ):
            yield {"executor": client, "progress": advance}


def bundled(command: Callable[..., Returned]) -> Callable[..., Returned]:
    """Return a command that takes each field of its bundles as a parameter of that name.

    What its own parameters have for defaults are their options (`cpsudoku.cli.options.option`).

    Fields without a default come first, as arguments of the command line; the others stand after
    the command's own options, in the order of the bundles.
    """
    signature = inspect.signature(command, eval_str=True)
    own = {name: _described(one) for name, one in signature.parameters.items()}
    bundles = {n: one.annotation for n, one in own.items() if hasattr(one.annotation, "_fields")}
    shared = list(chain.from_iterable(map(parameters_of, bundles.values())))
    parameters = [
        *(one for one in shared if one.kind is _BY_PLACE),
        *(one for name, one in own.items() if name not in bundles),
        *(one for one in shared if one.kind is _BY_NAME),
    ]
    signature = inspect.Signature(parameters)

    @wraps(command)
    def flat(*arguments: Any, **options: Any) -> Returned:
        bound = signature.bind(*arguments, **options)
        bound.apply_defaults()
        given = bound.arguments
        for name, kind in bundles.items():
            given[name] = _made(kind, given)
        return command(**given)

    flat.__signature__ = signature  # type: ignore[attr-defined]
    flat.__annotations__ = {one.name: one.annotation for one in parameters}
    return flat


def parameters_of(bundle: Any) -> Iterator[inspect.Parameter]:
    """Yield the fields of a bundle, and of those in it; one without a default is an argument."""
    defaults, empty = bundle._field_defaults, inspect.Parameter.empty
    for field, hint in _hints(bundle).items():
        if hasattr(hint, "_fields"):
            yield from parameters_of(hint)
        elif field in defaults:
            yield inspect.Parameter(field, _BY_NAME, default=defaults[field], annotation=hint)
        else:
            yield inspect.Parameter(field, _BY_PLACE, default=empty, annotation=hint)


def _made(bundle: Any, given: dict[str, Any]) -> Any:
    """Return a bundle of what is given, which is taken out of it."""
    values = {}
    for field, hint in _hints(bundle).items():
        if hasattr(hint, "_fields"):
            values[field] = _made(hint, given)
        elif field in given:
            values[field] = given.pop(field)
    return bundle(**values)
