"""One hard puzzle as a job: its cubes are counted one by one, and their sum is kept.

A cube that is not counted in its time gives back its children instead (`cpsudoku.asking.cubes`),
so the sum does not depend on which cubes were cut, or when and where.  Each that was counted or cut
has an entry in the folder's ledger; there is nothing else to keep::

    folder/_job/job.json                   the puzzle and the backend
    folder/_job/000002-91b4c07d33ae.json   a cube of two givens: its count, or its children
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cpsudoku.asking import solving
from cpsudoku.asking.cubes import Cube, Givens, children_of, cover, cubes_of_rules
from cpsudoku.errors import BackendError, FormatError, UnsupportedError
from cpsudoku.ground.documents import read_as
from cpsudoku.jobs.folder import Folder
from cpsudoku.jobs.running import ATTEMPTS, Job, JobTask, Progress, used
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Count

if TYPE_CHECKING:
    from distributed import Client

_FIRST = 64
"""The puzzle is cut into this many cubes before any is counted."""


def do_cube(
    puzzle: Puzzle,
    cube: Cube,
    folder: Folder,
    *,
    seconds: float,
    limit: int | None,
    backend: str,
    options: Mapping[str, Any],
) -> dict[str, Any]:
    """Count a cube or cut it, unless that is done; return its entry.

    Args:
        folder: the job's, the same for all machines.
        seconds: how long it is counted before it is cut.
    """
    if (there := _entry_of(cube, folder)) is not None:
        return there
    children = children_of(puzzle, cube)
    own = None if children is None else seconds
    counted = solving.count(cube.of(puzzle), backend=backend, limit=limit, seconds=own, **options)
    is_done = counted.exact or counted.value == limit
    return folder.add(
        stem_of(cube),
        None,
        cube=cube.givens,
        count=counted.value if is_done else None,
        children=None if is_done else [child.givens for child in children or ()],
    )


def count_by_cubes(
    puzzle: Puzzle,
    folder: Path,
    *,
    seconds: float,
    limit: int | None = None,
    backend: str = "auto",
    options: Mapping[str, object] | None = None,
    executor: Executor | Client | None = None,
    workers: int | None = None,
    progress: Progress = lambda number, note: None,
) -> Count:
    """Count the solutions of a puzzle as a job; the same call continues with what is in the folder.

    Args:
        folder: where it is kept what was counted; other machines may share it.
        seconds: how long a cube is counted before it is cut.
        executor: what counts cubes, as for `cpsudoku.jobs.run`; and so the number of workers.
        progress: called after each cube with 0 and a word on how it goes.

    Raises:
        OptionError: the folder is another job's, or an option makes no sense.
        BackendError: a cube failed three times, or the executor broke; what is done is kept.
        OSError: the folder cannot be written.
    """
    place = Folder(folder.absolute())
    given = dict(options or {})
    digest = hashlib.sha256(repr((puzzle.rules, puzzle.candidates)).encode()).hexdigest()
    asked = {
        "command": "count by cubes", "puzzle": str(puzzle), "digest": digest,
        "limit": limit, "backend": backend, "options": given,
    }  # fmt: skip
    place.begin(asked)

    how: dict[str, Any] = {"seconds": seconds, "limit": limit, "backend": backend, "options": given}
    job = _CubeJob(partial(do_cube, puzzle, folder=place, **how), place, progress, limit)
    job.left += cover(puzzle, _cases(puzzle, limit), number=_FIRST)[::-1]
    with used(executor, workers, _FIRST) as pool:
        job.work_off(pool, workers)
    # The last cubes may have been stopped at the limit too.
    return Count(job.value, exact=not job.is_enough)


class _CubeJob(Job[Cube]):
    """Cubes, those that are done with their entries in the folder."""

    def __init__(
        self,
        do: Callable[[Cube], dict[str, Any]],
        folder: Folder,
        progress: Progress,
        limit: int | None,
    ) -> None:
        super().__init__(folder, progress)
        self._do, self._limit = do, limit
        self.value = self.counted = 0

    @property
    def is_enough(self) -> bool:
        """Whether as many solutions are counted as wanted."""
        return self._limit is not None and self.value >= self._limit

    def task(self, key: Cube) -> JobTask:
        """Return the task that a worker is sent."""
        return f"cube-{stem_of(key)}", partial(self._do, key)

    def known(self, key: Cube) -> dict[str, Any] | None:
        """Return the entry of a cube that is done; None for one that has to be handed out."""
        return _entry_of(key, self._folder)

    def give_up(self, key: Cube, error: str) -> None:
        """End the job: without one of the cubes there is no sum."""
        raise BackendError(f"a cube failed {ATTEMPTS} times: {error}")

    def done(self, key: Cube, sidecar: dict[str, Any]) -> None:
        """Add the count of a cube, or put its children in its place."""
        if (children := sidecar["children"]) is not None:
            self.left += [Cube(_as_givens(child), key.times) for child in children]
        else:
            self.counted += 1
            self.value += key.times * sidecar["count"]
        self._progress(0, f"{self.value}; {self.counted} cubes, {len(self.left)} open")


def _cases(puzzle: Puzzle, limit: int | None) -> tuple[Cube, ...]:
    """Return the cubes that symmetries leave of rules all of whose grids are counted."""
    rules = puzzle.rules
    if limit is None and puzzle == Puzzle.empty(rules):
        with suppress(UnsupportedError):
            return cubes_of_rules(rules)
    return (Cube(),)


def stem_of(cube: Cube) -> str:
    """Return the name of a cube in the ledger."""
    digest = hashlib.sha256(repr(cube.givens).encode()).hexdigest()
    return f"{len(cube.givens):06d}-{digest[:12]}"


def _entry_of(cube: Cube, folder: Folder) -> dict[str, Any] | None:
    """Return the entry of a cube that is done: with its count or its children, and not damaged."""
    found = folder.sidecar_of(stem_of(cube))
    if found is None or found.get("cube") != [[*given] for given in cube.givens]:
        return None
    count, children = found.get("count"), found.get("children")
    with suppress(FormatError):
        if children is None:
            read_as(int, count)
        else:
            read_as(tuple[Givens, ...], children)
        return found if None in (count, children) else None
    return None


def _as_givens(pairs: list[list[int]]) -> Givens:
    return tuple((cell, digit) for cell, digit in pairs)
