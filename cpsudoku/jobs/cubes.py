"""One hard puzzle as a job: its cases, or *cubes*, are counted one by one, and their sum is kept.

A cube is the puzzle with some more givens.  One that is not counted in its time gives back its
children instead: a cell that has few candidates left gets each of them.  Children are different
cases and together all of their cube, so the sum does not depend on which cubes were cut, when, or
by whom.  Each cube that was counted or cut has an entry in the folder's ledger; there is nothing
else to keep::

    folder/_job/job.json                   the puzzle and the backend
    folder/_job/000002-91b4c07d33ae.json   a cube of two givens: its count, or its children
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import cpsudoku
from cpsudoku import solving
from cpsudoku.encodings.propagation import propagate
from cpsudoku.errors import BackendError, BackendUnavailableError, OptionError
from cpsudoku.jobs.folder import Folder, differences
from cpsudoku.jobs.running import AHEAD, ATTEMPTS, outcome_of, used, width_of
from cpsudoku.jobs.task import Failed
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Count
from cpsudoku.rules import Cell, Digit, digits_of_mask

if TYPE_CHECKING:
    from distributed import Client

Givens: TypeAlias = tuple[tuple[Cell, Digit], ...]
"""What a cube has beside the givens of the puzzle, in the order of the cuts."""

_FIRST = 64
"""The puzzle is cut into about this many cubes before any is counted."""


@dataclass(frozen=True)
class CubeTask:
    """A cube to be counted.

    Args:
        givens: what the cube has beside.
        folder: the job's, the same for all machines.
        seconds: how long it is counted before it is cut.
        version: that of the program that asks.
    """

    puzzle: Puzzle
    givens: Givens
    folder: str
    seconds: float
    limit: int | None
    backend: str
    options: Mapping[str, Any]
    version: str

    @property
    def key(self) -> str:
        """A name for people, as schedulers show it."""
        return f"cube-{stem_of(self.givens)}"


@dataclass
class CubeReport:
    """What is known of the cubes of a puzzle.

    Args:
        exact: whether the whole puzzle was counted.
    """

    value: int = 0
    counted: int = 0
    cut: int = 0
    exact: bool = False

    @property
    def count(self) -> Count:
        """The answer."""
        return Count(self.value, self.exact)


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
    progress: Callable[[int, str], object] = lambda number, note: None,
) -> CubeReport:
    """Count the solutions of a puzzle as a job; the same call goes on with what is in the folder.

    Args:
        folder: where it is kept what was counted; other machines may share it.
        seconds: how long a cube is counted before it is cut.
        executor: what counts cubes: any of `concurrent.futures`, or a client of Dask; None for
            processes on this machine.
        workers: how many there are; None to find out.
        progress: called after each cube with 0 and a word on how it goes.

    Raises:
        OptionError: the folder is another job's, or an option makes no sense.
        BackendError: a cube failed three times, or the executor broke; what is done is kept.
        OSError: the folder cannot be written.
    """
    place = Folder(folder.absolute())
    given = dict(options or {})
    asked = {
        "command": "count by cubes", "puzzle": str(puzzle), "digest": _digest(puzzle),
        "limit": limit, "backend": backend, "options": given, "version": cpsudoku.__version__,
    }  # fmt: skip
    if other := differences(place.begin(asked), asked):
        raise OptionError(f"{folder} is another job ({other}); expected another folder")

    def task(givens: Givens) -> CubeTask:
        return CubeTask(
            puzzle, givens, str(place.path), seconds, limit, backend, given, cpsudoku.__version__
        )

    run = _Run(task, {_givens(one): one for one in place.done()}, progress)
    run.open = _first_cubes(puzzle, run.known)
    with used(executor, workers, _FIRST) as pool:
        run.work_off(pool, AHEAD * width_of(pool, workers), limit)
    return run.report


class _Run:
    """A count on its way.

    Attributes:
        open: cubes of which nothing is known yet, or what is in `known`.
    """

    def __init__(
        self,
        task: Callable[[Givens], CubeTask],
        known: dict[Givens, dict[str, Any]],
        progress: Callable[[int, str], object],
    ) -> None:
        self._task, self.known, self._progress = task, known, progress
        self.open: list[Givens] = []
        self.report = CubeReport()
        self._failures: Counter[Givens] = Counter()

    def work_off(self, executor: Executor, outstanding: int, limit: int | None) -> None:
        """Count what is open, with this many cubes handed out at a time, up to a limit."""
        running: dict[Future[Any], Givens] = {}
        try:
            while self.open or running:
                while self.open and len(running) < outstanding:
                    givens = self.open.pop()
                    if (there := self.known.get(givens)) is not None:
                        self._hear(givens, there)
                    else:
                        running[executor.submit(perform_cube, self._task(givens))] = givens
                if limit is not None and self.report.value >= limit:
                    return
                done, _ = wait(running, return_when=FIRST_COMPLETED) if running else ((), ())
                for future in done:
                    self._hear(running.pop(future), outcome_of(future))
            self.report.exact = True
        finally:
            for future in running:
                future.cancel()

    def _hear(self, givens: Givens, found: dict[str, Any] | Failed) -> None:
        report = self.report
        if isinstance(found, Failed):
            if found.is_final:
                raise OptionError(found.error)
            self._failures[givens] += 1
            if self._failures[givens] == ATTEMPTS:
                raise BackendError(f"a cube failed {ATTEMPTS} times: {found.error}")
            self.open.append(givens)
        elif (children := found["children"]) is not None:
            report.cut += 1
            self.open += [_as_givens(child) for child in children]
        else:
            report.counted += 1
            report.value += found["count"]
        self._progress(0, f"{report.value}; {report.counted} cubes, {len(self.open)} open")


def _first_cubes(puzzle: Puzzle, known: dict[Givens, dict[str, Any]]) -> list[Givens]:
    """Return cubes of the puzzle before any is counted; those that are known are not cut again."""
    found: list[Givens] = [()]
    while len(found) < _FIRST:
        whole = [one for one in found if one not in known]
        pieces = [(one, children_of(puzzle, one)) for one in whole]
        if not any(children for _, children in pieces):
            break
        found = [one for one in found if one in known]
        for one, children in pieces:
            found += [one] if children is None else children
    return found


def perform_cube(task: CubeTask) -> dict[str, Any] | Failed:
    """Count a cube or cut it, unless that is done, and return its entry."""
    if cpsudoku.__version__ != task.version:
        return Failed(f"a worker has cpsudoku {cpsudoku.__version__}; expected {task.version}")
    try:
        return _performed(task)
    except (OptionError, BackendUnavailableError) as error:
        return Failed(str(error), is_final=True)
    except Exception as error:
        return Failed(str(error) or type(error).__name__)


def _performed(task: CubeTask) -> dict[str, Any]:
    folder, stem = Folder(Path(task.folder)), stem_of(task.givens)
    if (there := folder.sidecar_of(stem)) is not None:
        return there
    children = children_of(task.puzzle, task.givens)
    counted = solving.count(
        _with(task.puzzle, task.givens),
        backend=task.backend,
        limit=task.limit,
        seconds=None if children is None else task.seconds,
        **task.options,
    )
    is_done = counted.exact or counted.value == task.limit
    found = {
        "shard": 0,
        "cube": task.givens,
        "count": counted.value if is_done else None,
        "children": None if is_done else children,
    }
    return folder.add(stem, None, found)


def children_of(puzzle: Puzzle, givens: Givens) -> list[Givens] | None:
    """Return the cases that a cube is cut into; None where nothing is left to be cut.

    The cell is the first of those that have fewest candidates left, but several.
    """
    left = propagate(puzzle.rules, _with(puzzle, givens).candidates)
    if left is None:
        return []
    open_cells = [cell for cell, mask in enumerate(left) if mask & (mask - 1)]
    if not open_cells:
        return None
    cell = min(open_cells, key=lambda one: left[one].bit_count())
    return [(*givens, (cell, digit)) for digit in digits_of_mask(left[cell])]


def _with(puzzle: Puzzle, givens: Givens) -> Puzzle:
    masks = list(puzzle.candidates)
    for cell, digit in givens:
        masks[cell] &= 1 << (digit - 1)
    return Puzzle(puzzle.rules, tuple(masks))


def stem_of(givens: Givens) -> str:
    """Return the name of a cube in the ledger."""
    return f"{len(givens):06d}-{hashlib.sha256(repr(givens).encode()).hexdigest()[:12]}"


def _digest(puzzle: Puzzle) -> str:
    return hashlib.sha256(repr((puzzle.rules, puzzle.candidates)).encode()).hexdigest()


def _givens(sidecar: dict[str, Any]) -> Givens:
    return _as_givens(sidecar["cube"])


def _as_givens(pairs: Iterable[tuple[int, int]]) -> Givens:
    return tuple((cell, digit) for cell, digit in pairs)
