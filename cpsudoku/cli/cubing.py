"""Searches that are one as jobs: ``--cubes``, and all grids of some rules, case by case."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cpsudoku import backends, files
from cpsudoku.cli import options
from cpsudoku.cli.bundles import Reading, Sharding
from cpsudoku.cli.reading import given_cells, only
from cpsudoku.cli.status import Status
from cpsudoku.errors import OptionError
from cpsudoku.jobs import Shards
from cpsudoku.jobs.folder import LEDGER
from cpsudoku.result import Verdict

_TAKEN = frozenset(
    {"puzzles", "cubes", "backend", "option", "jobs", "quiet", "limit",
     "read_as", "rules", "meanings", "column", "strict"}
)  # fmt: skip
"""The options of a command that make sense of one puzzle whose solutions are not seen."""


def run(name: str, given: Mapping[str, Any], sharding: Sharding) -> Status:
    """Count a puzzle by cubes and say how many solutions it has, or for ``check`` its verdict."""
    from cpsudoku.jobs.cubes import count_by_cubes

    if sharding.job is None:
        raise OptionError("--cubes without --job FOLDER")
    refused = [one for one in given if one not in _TAKEN]
    refused += [one for one in ("shard", "shard_size") if getattr(sharding, one) is not None]
    if refused:
        option = refused[0].removeprefix("as_").replace("_", "-")
        raise OptionError(f"--{option} with --cubes, which counts one puzzle")
    asked = {name: given[name] for name in Reading._fields[1:] if name in given}
    reading = Reading(given.get("puzzles", []), **asked)
    puzzle = only(reading.reader(), "--cubes counts one puzzle").puzzle
    most = 2 if name == "check" else options.solution_limit(given.get("limit", "all"))
    with sharding.running("cubes", quiet=given.get("quiet", False)) as how:
        found = count_by_cubes(
            puzzle,
            sharding.job,
            seconds=given["cubes"],
            limit=most,
            backend=given.get("backend", backends.AUTO),
            options=options.backend_options(given.get("option")),
            workers=given.get("jobs"),
            **how,
        ).count
    if name != "check":
        print(str(found))
        return Status.DONE if found.value else Status.NO
    verdict = Verdict.of(found.value, exhausted=found.exact, asked=None)
    print(verdict.value)
    return Status.DONE if verdict is Verdict.UNIQUE else Status.NO


def shards_of_grids(given: Mapping[str, Any], size: int, folder: Path) -> Shards:
    """Return a shard for each cube of what ``grids --all`` is asked for, and write the cubes down.

    They are cut by estimate alone, which is the same everywhere, and so are the files of grids.
    """
    from cpsudoku.cubes import cover

    puzzle = given_cells(given.get("first"), given.get("rules"))
    cubes = [str(cube.of(puzzle)) for cube in cover(puzzle, most=size)]
    place, text = folder / LEDGER / "cubes.txt", "".join(f"{cube}\n" for cube in cubes).encode()
    if not place.exists():
        place.parent.mkdir(parents=True, exist_ok=True)
        files.write_together({place: text})
    if place.read_bytes() != text:
        raise OptionError(f"{folder} is another job; expected the same command, or another folder")
    whole = Shards.of_files([str(place)], 1, notation="line")
    return Shards(tuple(one._replace(name="cubes") for one in whole.files))
