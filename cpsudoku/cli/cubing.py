"""Searches that are one as jobs: ``--cubes``, and all grids of some rules, case by case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cpsudoku.cli.options import Answering, Reading, Searching, solution_limit
from cpsudoku.cli.sharding import Sharding
from cpsudoku.cli.status import Status
from cpsudoku.errors import OptionError
from cpsudoku.ground import files
from cpsudoku.jobs import Shards
from cpsudoku.jobs.folder import LEDGER
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Count, Verdict


@dataclass(frozen=True)
class Cubes:
    """A puzzle whose solutions are counted by cubes, none of which takes much longer than this."""

    seconds: float
    reading: Reading
    searching: Searching
    answering: Answering
    sharding: Sharding

    def count(self, limit: str, others: Mapping[str, object]) -> Status:
        """Say how many solutions there are.

        Args:
            others: options of the command that make no sense here, by their names.
        """
        found = self._counted(solution_limit(limit), others)
        print(str(found))
        return Status.DONE if found.value else Status.NO

    def check(self, others: Mapping[str, object]) -> Status:
        """Say whether there is just one solution."""
        found = self._counted(2, others)
        verdict = Verdict.of(found.value, exhausted=found.exact, asked=None)
        print(verdict.value)
        return Status.DONE if verdict is Verdict.UNIQUE else Status.NO

    def _counted(self, limit: int | None, others: Mapping[str, object]) -> Count:
        from cpsudoku.jobs.cubes import count_by_cubes

        reading, searching, answering = self.reading, self.searching, self.answering
        if self.sharding.job is None:
            raise OptionError("--cubes without --job FOLDER")
        refused = {
            "--skip-bad": reading.skip_bad, "--timeout": searching.timeout is not None,
            "--seed": searching.seed, "--output": answering.output_file,
            "--format": answering.table, "--json": answering.as_json,
            "--shard": self.sharding.shard, "--shard-size": self.sharding.has_own_size, **others,
        }  # fmt: skip
        for option in (option for option, value in refused.items() if value):
            raise OptionError(f"{option} with --cubes, which counts one puzzle")
        puzzle = reading.source().only("--cubes counts one puzzle").puzzle
        with self.sharding.running("cubes", quiet=answering.quiet) as how:
            return count_by_cubes(
                puzzle,
                self.sharding.job,
                seconds=self.seconds,
                limit=limit,
                backend=searching.backend,
                options=searching.backend_options,
                workers=answering.jobs,
                **how,
            ).count


def shards_of_grids(puzzle: Puzzle, sharding: Sharding) -> Shards:
    """Return a shard for each cube of what ``grids --all`` is asked for, and write the cubes down.

    They are cut by estimate alone, which is the same everywhere, and so are the files of grids.
    """
    from cpsudoku.asking.cubes import cover

    assert sharding.job is not None
    folder = sharding.job
    cubes = [str(cube.of(puzzle)) for cube in cover(puzzle, most=sharding.shard_size)]
    place, text = folder / LEDGER / "cubes.txt", "".join(f"{cube}\n" for cube in cubes).encode()
    if not place.exists():
        place.parent.mkdir(parents=True, exist_ok=True)
        files.write_together({place: text})
    if place.read_bytes() != text:
        raise OptionError(f"{folder} is another job; expected the same command, or another folder")
    whole = Shards.of_files([str(place)], 1, notation="line")
    return Shards(tuple(one._replace(name="cubes") for one in whole.files))
