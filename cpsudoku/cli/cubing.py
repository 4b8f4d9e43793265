"""``--cubes``: one hard puzzle as a job, counted case by case."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import typer

from cpsudoku import backends
from cpsudoku.cli import options, progress
from cpsudoku.cli.reading import PuzzleStream, only
from cpsudoku.cli.status import Status
from cpsudoku.errors import OptionError
from cpsudoku.result import Count

if TYPE_CHECKING:
    from cpsudoku.cli.sharding import Sharding

_TAKEN = frozenset(
    {"puzzles", "cubes", "backend", "option", "jobs", "quiet", "limit",
     "read_as", "rules", "meanings", "column", "strict"}
)  # fmt: skip
"""The options of a command that make sense of one puzzle whose solutions are not seen."""


def run(name: str, given: Mapping[str, Any], sharding: Sharding) -> Status:
    """Count a puzzle by cubes and say how many solutions it has, or for ``check`` its verdict.

    Args:
        given: those of its options that are not as usual.
        sharding: those of a job.

    Raises:
        OptionError: options that make no sense here, or the folder is another job's.
        FormatError: there are several puzzles.
    """
    from cpsudoku.jobs.cluster import connected
    from cpsudoku.jobs.cubes import count_by_cubes

    if sharding.job is None:
        raise OptionError("--cubes without --job FOLDER")
    refused = [one for one in given if one not in _TAKEN]
    refused += [one for one in ("shard", "shard_size") if getattr(sharding, one) is not None]
    if refused:
        option = refused[0].removeprefix("as_").replace("_", "-")
        raise OptionError(f"--{option} with --cubes, which counts one puzzle")
    stream = PuzzleStream(
        given.get("puzzles") or [options.standard_input()],
        rules=given.get("rules"),
        notation=given.get("read_as"),
        meanings=given.get("meanings"),
        column=given.get("column"),
        strict=given.get("strict", False),
    )
    puzzle = only(stream, "--cubes counts one puzzle").puzzle
    most = 2 if name == "check" else options.solution_limit(given.get("limit", "all"))
    quiet = given.get("quiet", False)
    with ExitStack() as stack:
        client = None
        if sharding.scheduler is not None:
            client = stack.enter_context(connected(sharding.scheduler))
        found = count_by_cubes(
            puzzle,
            sharding.job,
            seconds=given["cubes"],
            limit=most,
            backend=given.get("backend", backends.AUTO),
            options=options.backend_options(given.get("option")),
            executor=client,
            workers=given.get("jobs"),
            progress=stack.enter_context(progress.bar("cubes", quiet=quiet)),
        ).count
    typer.echo(_verdict(found) if name == "check" else str(found))
    if name == "check":
        return Status.DONE if found.exact and found.value == 1 else Status.NO
    return Status.DONE if found.value else Status.NO


def _verdict(found: Count) -> str:
    if not found.exact or found.value > 1:
        return "multiple"
    return "unique" if found.value else "none"
