"""Runs a job: hands out shards, a few at a time, and counts what came of them."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    wait,
)
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cpsudoku
from cpsudoku.errors import BackendError, OptionError
from cpsudoku.ground.processors import available_processors
from cpsudoku.jobs import cluster
from cpsudoku.jobs.folder import Folder, differences, name_of
from cpsudoku.jobs.local import LocalWorkers
from cpsudoku.jobs.shards import TIMES, Shards
from cpsudoku.jobs.task import Failed, ShardTask, Work, perform

if TYPE_CHECKING:
    from distributed import Client

ATTEMPTS = 3
"""After this many failures a shard is set apart."""

AHEAD = 3
"""Shards for each worker that are handed out and not yet done."""

_HOPELESS = 10
"""After this many shards in a row were set apart, the rest is not tried."""

_LOOKS = 2
"""When a file was touched meanwhile, what is done is compared with it, in one more look."""

PATIENCE = 30.0
"""After this many seconds without an answer the folder is looked into: answers can be lost on their
way, as Dask's are held back for hours when the clock is set back while one is sent."""

Progress = Callable[[int, str], object]


@dataclass
class JobReport:
    """What is known of a job, or of the shards of it that were asked for.

    Args:
        counts: of how many puzzles what came out.
        apart: why shards were set apart, by their numbers.
        is_given_up: whether shards were left because each one failed.
    """

    shards: int
    done: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    apart: dict[int, str] = field(default_factory=dict)
    is_given_up: bool = False

    def add(self, sidecar: dict[str, Any]) -> None:
        """Count a shard that is done."""
        self.done += 1
        self.counts.update(sidecar["counts"])
        self.statuses[sidecar["status"]] += 1


def run(
    work: Work,
    shards: Shards,
    folder: Path,
    *,
    executor: Executor | Client | None = None,
    workers: int | None = None,
    share: tuple[int, int] = (0, 1),
    progress: Progress = lambda number, note: None,
) -> JobReport:
    """Do the shards of a job that are not done, and say what came of all.

    The same call continues with what is there, wherever it ended; several at once, here or on
    machines that share the folder, do no harm and share the work.

    Args:
        folder: where the answers go, a file for each shard.
        executor: what runs them: any of `concurrent.futures`, or a client of Dask; None for
            processes on this machine.
        workers: how many there are; None to find out.
        share: (i, n) for each n-th shard from number i on alone, as an array of jobs does them.
        progress: called with the number of puzzles that were done, and a word on how it goes.

    Raises:
        OptionError: the folder is another job's, an option of the work makes no sense, or a file
            of puzzles was changed meanwhile.
        BackendError: the executor broke, or its scheduler was lost; what is done is kept.
        OSError: the folder or a file of puzzles cannot be read or written.
    """
    for _ in range(_LOOKS):
        before = shards.stamps()
        are_same = begun(work, shards, folder)
        job = _Job(work, shards, Folder(folder.absolute()), progress, share, are_same=are_same)
        with used(executor, workers, len(job.left)) as pool:
            job.work_off(pool, AHEAD * width_of(pool, workers))
        if shards.stamps() == before:
            return job.report
    raise OptionError(f"a file was changed while {folder} was made of it; expected the same")


def begun(work: Work, shards: Shards, folder: Path) -> bool:
    """Write down what a job is, if not there; return whether its files have their times of then.

    Raises:
        OptionError: the folder is another job's.
        OSError: it cannot be written, or a file of puzzles is gone.
    """
    asked = {**work.asked, "version": cpsudoku.__version__, "files": shards.stamps()}
    before = Folder(folder.absolute()).begin(asked)
    if other := differences(_timeless(before), _timeless(asked)):
        raise OptionError(
            f"{folder} is another job ({other}); expected the same command, or another folder"
        )
    return before == asked


def _timeless(asked: dict[str, Any]) -> dict[str, Any]:
    files = asked.get("files", [])
    if not (isinstance(files, list) and all(isinstance(one, dict) for one in files)):
        return asked  # damaged
    return asked | {"files": [{k: v for k, v in one.items() if k not in TIMES} for one in files]}


@contextmanager
def used(executor: Executor | Client | None, workers: int | None, most: int) -> Iterator[Executor]:
    """Open what runs shards: what is given, or processes here, no more than there is work for.

    Raises:
        BackendError: it broke.
    """
    try:
        if executor is None:
            with LocalWorkers(min(workers or available_processors(), most)) as own:
                yield own
        else:
            yield executor if isinstance(executor, Executor) else cluster.DaskExecutor(executor)
    except BrokenExecutor as error:
        raise BackendError(f"the executor broke: {error}; {_KEPT}") from error


def width_of(executor: Executor, workers: int | None) -> int:
    """Return how many workers an executor has, as far as that can be seen."""
    found = workers or getattr(executor, "_max_workers", None) or os.cpu_count() or 1
    return max(1, int(found))


class _Job:
    """A job on its way.

    Args:
        are_same: whether the files have the times that they had at the beginning; else what is
            done is compared with them once more.
    """

    def __init__(
        self, work: Work, shards: Shards, folder: Folder, progress: Progress,
        share: tuple[int, int], *, are_same: bool,
    ) -> None:  # fmt: skip
        self._work, self._shards, self._folder, self._progress = work, shards, folder, progress
        self._known: dict[int, str] = {}
        first, step = share
        own = range(first % step, len(shards), step)
        self.report = JobReport(len(own))
        done = set()
        for sidecar in folder.done():
            number = sidecar["shard"]
            if number not in own or number in done:
                continue
            if are_same:
                done.add(number)
                self._count(sidecar)
            else:
                self._known[number] = str(sidecar["output"])
        self.left = [number for number in own if number not in done]
        # At random, so that several processes in one folder seldom take the same shard.
        random.shuffle(self.left)
        self._failures: Counter[int] = Counter()
        self._in_a_row = 0

    def _count(self, sidecar: dict[str, Any]) -> None:
        self.report.add(sidecar)
        note = f"{self.report.done} of {self.report.shards} shards"
        self._progress(sidecar["counts"].get("puzzles", 0), note)

    def work_off(self, executor: Executor, outstanding: int) -> None:
        """Do what is left, with this many shards handed out at a time."""
        running: dict[Future[Any], int] = {}
        try:
            while self.left or running:
                while self.left and len(running) < outstanding:
                    number = self.left.pop()
                    running[executor.submit(perform, self._task(number))] = number
                done, _ = wait(running, PATIENCE, return_when=FIRST_COMPLETED)
                for future in done:
                    self._hear(running.pop(future), outcome_of(future))
                if not done:
                    self._look(running)
        finally:
            for future in running:
                future.cancel()

    def _look(self, running: dict[Future[Any], int]) -> None:
        """Count what is done though no answer came, unless it has to be compared."""
        futures = {number: future for future, number in running.items()}
        names = {name_of(number) for number in futures.keys() - self._known.keys()}
        for sidecar in self._folder.done(names):
            future = futures.pop(sidecar["shard"], None)
            if future is not None:
                del running[future]
                future.cancel()
                self._hear(sidecar["shard"], sidecar)

    def _task(self, number: int) -> ShardTask:
        folder, known = str(self._folder.path), self._known.get(number, "")
        return ShardTask(self._work, self._shards[number], folder, cpsudoku.__version__, known)

    def _hear(self, number: int, outcome: dict[str, Any] | Failed) -> None:
        if not isinstance(outcome, Failed):
            self._in_a_row = 0
            self._count(outcome)
            return
        if outcome.is_final:
            raise OptionError(outcome.error)
        self._failures[number] += 1
        if self._failures[number] < ATTEMPTS:
            self.left.append(number)
            return
        self.report.apart[number] = outcome.error
        self._folder.set_apart(number, outcome.error)
        self._in_a_row += 1
        if self._in_a_row == _HOPELESS and self.left:
            self.left.clear()
            self.report.is_given_up = True


_KEPT = "what is done is kept, and the same command continues"


def outcome_of(future: Future[Any]) -> Any:
    """Return what came of a shard; that a worker died is a failure of the shard."""
    try:
        return future.result()
    except BrokenExecutor:
        raise
    except CancelledError:
        raise BackendError(f"the scheduler was lost; {_KEPT}") from None
    except Exception as error:
        return Failed(str(error) or type(error).__name__)
