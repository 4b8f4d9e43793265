"""Runs a job: hands out shards, a few at a time, and counts their outcomes."""

from __future__ import annotations

import hashlib
import json
import os
import random
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
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
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

import cpsudoku
from cpsudoku.errors import BackendError, BackendUnavailableError, OptionError
from cpsudoku.ground.deadline import Stopwatch
from cpsudoku.ground.processes import available_processors
from cpsudoku.ground.processes.workers import AHEAD
from cpsudoku.jobs import cluster
from cpsudoku.jobs.folder import Folder, name_of
from cpsudoku.jobs.local import LocalWorkers
from cpsudoku.jobs.shards import Shard, Shards, part_of

if TYPE_CHECKING:
    from distributed import Client

ATTEMPTS = 3
"""After this many failures a shard is set apart."""

_HOPELESS = 10
"""After this many shards in a row were set apart, the rest is not tried."""

PATIENCE = 30.0
"""After this many seconds without an answer the folder is looked into: answers can be lost on their
way, as Dask's are held back for hours when the clock is set back while one is sent."""

Progress = Callable[[int, str], object]

Key = TypeVar("Key")


@dataclass
class JobReport:
    """The state of a job, or of some of its shards.

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
    """Do the shards of a job that are not done, and return the state of all.

    The same call continues with what is there, wherever it ended; several at once, here or on
    machines that share the folder, do no harm and share the work.

    Args:
        folder: where the answers go, a file for each shard.
        executor: what runs them: any of `concurrent.futures`, or a client of Dask; None for
            processes on this machine.
        workers: how many there are; None to find out.
        share: (i, n) for only each n-th shard from number i on, as an array of jobs does them.
        progress: called with the number of puzzles that were done, and a word on how it goes.

    Raises:
        OptionError: the folder is another job's, an option of the work makes no sense, or a file
            of puzzles was changed meanwhile.
        BackendError: the executor broke, or its scheduler was lost; what is done is kept.
        OSError: the folder or a file of puzzles cannot be read or written.
    """
    for _ in range(2):  # what is done is compared with a file that was touched meanwhile
        before = shards.stamps()
        are_same = begun(work, shards, folder)
        job = _ShardJob(work, shards, Folder(folder.absolute()), progress, share, are_same=are_same)
        with used(executor, workers, len(job.left)) as pool:
            job.work_off(pool, workers)
        if shards.stamps() == before:
            return job.report
    raise OptionError(
        f"an input file changed while the job in {folder} ran; start it again in another folder"
    )


def begun(work: Work, shards: Shards, folder: Path) -> bool:
    """Describe the job in its folder, if need be; return whether its files have the times of then.

    Raises:
        OptionError: the folder is another job's.
        OSError: it cannot be written, or a file of puzzles is gone.
    """
    return Folder(folder).begin({**work.asked, "files": shards.stamps()})


@contextmanager
def used(executor: Executor | Client | None, workers: int | None, most: int) -> Iterator[Executor]:
    """Open the executor: the given one, or processes here, at most as many as there is work for.

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
        raise BackendError(f"the executor broke: {error}; {KEPT}") from error


class Work(Protocol):
    """The work on each shard; it is pickled, so that its class has to be in a module."""

    @property
    def name(self) -> str:
        """The name of the work, in a word."""

    @property
    def ending(self) -> str:
        """The ending of the files that it writes, such as ``.csv``."""

    @property
    def asked(self) -> Mapping[str, object]:
        """Everything on which its output depends, as JSON can hold it."""

    def __call__(
        self, shard: Shard, argument: str, output: Path, /
    ) -> tuple[Mapping[str, int], int]:
        """Answer a shard: read an argument, empty for numbers, and write the same bytes always.

        Returns:
            Of how many puzzles what came out, such as ``{"puzzles": 2, "unique": 2}``, and the exit
            status that a command would have had.
        """


JobTask: TypeAlias = tuple[str, Callable[[], dict[str, Any]]]
"""A name for people, as schedulers show it, and what does a task unless it is done: it returns the
sidecar."""


def do_shard(work: Work, shard: Shard, folder: Folder, known: str = "") -> dict[str, Any]:
    """Do a shard, unless it is done; return its sidecar.

    Args:
        folder: where to write, the same for all machines.
        known: the name of what was done of it before, if anything was.

    Raises:
        OptionError: it is not the same any more as what was done before.
    """
    begun = Stopwatch()
    part = part_of(shard)
    named = [work.asked, cpsudoku.__version__, str(part.argument), part.digest]
    text = json.dumps(named, sort_keys=True).encode()
    stem = f"{name_of(shard.number)}-{hashlib.sha256(text).hexdigest()[:12]}"
    if (there := folder.sidecar_of(stem)) is not None:
        return there
    if known:
        raise OptionError(
            f"{shard.name} has changed since the job in {folder.path} was started; expected "
            "the same file, or another folder"
        )
    output = None if part.is_empty else folder.path / f"{stem}{work.ending}"
    counts: Mapping[str, int] = {}
    status = 0
    if output is not None:
        counts, status = work(shard, part.argument, output)
    source = {"name": str(part.argument or shard.name), "begin": shard.begin, "end": shard.end}
    return folder.add(
        stem, output, shard=shard.number, counts=counts, status=status,
        input=source | {"sha256": part.digest}, seconds=round(begun.seconds, 3),
    )  # fmt: skip


@dataclass(frozen=True)
class Failure:
    """The failure of a shard, and whether every other shard would fail as well."""

    error: str
    is_final: bool = False


def perform(task: JobTask, version: str) -> dict[str, Any] | Failure:
    """Do a task, if this is the version that sent it; return its sidecar, or why it failed."""
    if cpsudoku.__version__ != version:
        return Failure(f"a worker has cpsudoku {cpsudoku.__version__}; expected {version}")
    try:
        return task[1]()
    except (OptionError, BackendUnavailableError) as error:
        return Failure(str(error), is_final=True)
    except Exception as error:
        return Failure(str(error) or type(error).__name__)


class Job(ABC, Generic[Key]):
    """Work that is cut into tasks, which are handed out a few at a time.

    Attributes:
        left: the tasks that are neither done nor handed out; the next one last.
    """

    def __init__(self, folder: Folder, progress: Progress) -> None:
        self.left: list[Key] = []
        self._folder, self._progress = folder, progress
        self._failures: Counter[Key] = Counter()

    @abstractmethod
    def task(self, key: Key) -> JobTask:
        """Return the task that a worker is sent."""

    @abstractmethod
    def done(self, key: Key, sidecar: dict[str, Any]) -> None:
        """Take the sidecar of a task, which may leave others to be done."""

    @abstractmethod
    def give_up(self, key: Key, error: str) -> None:
        """Leave a task that has failed too often."""

    def known(self, key: Key) -> dict[str, Any] | None:
        """Return the sidecar of a task that is done; None for one that has to be handed out."""
        return None

    def found(self, keys: Collection[Key]) -> Iterator[tuple[Key, dict[str, Any]]]:
        """Yield the tasks that are done according to the folder, although no answer came."""
        for key in list(keys):
            if (there := self.known(key)) is not None:
                yield key, there

    @property
    def is_enough(self) -> bool:
        """Whether what is left need not be done."""
        return False

    def work_off(self, executor: Executor, workers: int | None) -> None:
        """Do what is left."""
        width = workers or getattr(executor, "_max_workers", None) or os.cpu_count() or 1
        running: dict[Future[Any], Key] = {}
        try:
            while (self.left or running) and not self.is_enough:
                while self.left and len(running) < AHEAD * max(1, int(width)):
                    key = self.left.pop()
                    if (there := self.known(key)) is not None:
                        self.done(key, there)
                    else:
                        sent = executor.submit(perform, self.task(key), cpsudoku.__version__)
                        running[sent] = key
                done, _ = wait(running, PATIENCE, return_when=FIRST_COMPLETED)
                for future in done:
                    self._hear(running.pop(future), _outcome_of(future))
                if running and not done:
                    futures = {key: future for future, key in running.items()}
                    for key, sidecar in self.found(futures.keys()):
                        futures[key].cancel()
                        del running[futures[key]]
                        self.done(key, sidecar)
        finally:
            for future in running:
                future.cancel()

    def _hear(self, key: Key, outcome: dict[str, Any] | Failure) -> None:
        if not isinstance(outcome, Failure):
            self.done(key, outcome)
            return
        if outcome.is_final:
            raise OptionError(outcome.error)
        self._failures[key] += 1
        if self._failures[key] < ATTEMPTS:
            self.left.append(key)
        else:
            self.give_up(key, outcome.error)


class _ShardJob(Job[int]):
    """Shards by their numbers.

    Args:
        are_same: whether the files have the times that they had at the beginning; else what is
            done is compared with them once more.
    """

    def __init__(
        self, work: Work, shards: Shards, folder: Folder, progress: Progress,
        share: tuple[int, int], *, are_same: bool,
    ) -> None:  # fmt: skip
        super().__init__(folder, progress)
        self._work, self._shards = work, shards
        self._before: dict[int, str] = {}
        first, step = share
        own = range(first % step, len(shards), step)
        self.report = JobReport(len(own))
        self._in_a_row = 0
        finished = set()
        for sidecar in folder.done():
            number = sidecar["shard"]
            if number not in own or number in finished:
                continue
            if are_same:
                finished.add(number)
                self.done(number, sidecar)
            else:
                self._before[number] = str(sidecar["output"])
        self.left += [number for number in own if number not in finished]
        # At random, so that several processes in one folder seldom take the same shard.
        random.shuffle(self.left)

    def task(self, key: int) -> JobTask:
        """Return the task that a worker is sent."""
        before = self._before.get(key, "")
        do = partial(do_shard, self._work, self._shards[key], self._folder, before)
        return f"{self._work.name}-{name_of(key)}", do

    def done(self, key: int, sidecar: dict[str, Any]) -> None:
        """Count a shard that is done."""
        self._in_a_row = 0
        self.report.add(sidecar)
        note = f"{self.report.done} of {self.report.shards} shards"
        self._progress(sidecar["counts"].get("puzzles", 0), note)

    def give_up(self, key: int, error: str) -> None:
        """Set a shard apart, and leave all others after too many in a row."""
        self.report.apart[key] = error
        self._folder.set_apart(key, error)
        self._in_a_row += 1
        if self._in_a_row == _HOPELESS and self.left:
            self.left.clear()
            self.report.is_given_up = True

    def found(self, keys: Collection[int]) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield shards that are done, unless they have to be compared."""
        names = {name_of(number) for number in keys if number not in self._before}
        seen = set()
        for sidecar in self._folder.done(names):
            if sidecar["shard"] not in seen:
                seen.add(sidecar["shard"])
                yield sidecar["shard"], sidecar


KEPT = "what is done is kept, and the same command continues"
"""Of a job that ended early."""


def _outcome_of(future: Future[Any]) -> Any:
    """Return the outcome of a shard; the death of its worker is a failure of the shard."""
    try:
        return future.result()
    except BrokenExecutor:
        raise
    except CancelledError:
        raise BackendError(f"the scheduler was lost; {KEPT}") from None
    except Exception as error:
        return Failure(str(error) or type(error).__name__)
