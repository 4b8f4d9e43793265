"""``cpsudoku dedupe``: keep one puzzle of each class of equals; with ``--job`` in three jobs.

::

    digests    a shard of puzzles ──▶ digests of canonical forms, sorted into up to 256 parts
    firsts     a part of all shards' digests ──▶ which puzzles of which shards are the first
    kept       a shard of puzzles ──▶ those of them

Equal puzzles have equal digests, which are in the same part, so that each part is decided by
itself.  A part of a thousand million puzzles takes 100 MB of memory for its digests and some times
that to sort them.  The first two jobs stay in ``_job``, some 32 bytes a puzzle.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cpsudoku.asking.outcomes import Status
from cpsudoku.cli import failures, options
from cpsudoku.cli.answering import Limit, copied
from cpsudoku.cli.declaring import as_command
from cpsudoku.cli.options import Reading, Writing, reading, writing
from cpsudoku.cli.sharding import Sharding, ShardWork, sharding
from cpsudoku.errors import OptionError
from cpsudoku.ground import files
from cpsudoku.ground.names import counted
from cpsudoku.rows.block import Block
from cpsudoku.symmetry.canonical import Digests, FirstOfEach

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from distributed import Client

    from cpsudoku.jobs import JobReport, Shard, Shards
    from cpsudoku.jobs.running import Progress


_MOST_PARTS = 256
_KEY = b"cpsudoku dedupe"
"""What digests depend on: the same everywhere, since digests of many machines are compared."""


def in_passes(
    reading: Reading,
    kind: str,
    shards: Shards,
    folder: Path,
    *,
    executor: Executor | Client | None,
    workers: int | None,
    progress: Progress,
) -> JobReport:
    """Do the three jobs in turn; the report is of the last that could be done.

    Args:
        kind: the table or notation to write.
    """
    from cpsudoku.jobs import Shards, run
    from cpsudoku.jobs.running import begun, used

    kept = _Kept(reading, kind, len(shards))
    begun(kept, shards, folder)
    count = min(_MOST_PARTS, 4 * len(shards))
    passes = (
        (_Digests(reading, count), shards, folder / "_job" / "digests"),
        (_Firsts(len(shards), count), Shards.of_numbers(count, 1), folder / "_job" / "firsts"),
        (kept, shards, folder),
    )
    with used(executor, workers, count) as pool:  # one for all: processes take time to start
        how: dict[str, Any] = {"executor": pool, "workers": workers, "progress": progress}
        for work, pieces, place in passes:
            report = run(work, pieces, place, **how)
            if report.apart:
                break
    return report


@dataclass(frozen=True)
class _Digests(ShardWork):
    """Writes where the digests of each part begin, and for each its puzzle's number."""

    reading: Reading
    parts: int
    name = "dedupe-digests"
    ending = ".digests"

    def __call__(self, shard: Shard, argument: str, path: Path) -> tuple[dict[str, int], int]:
        digests = Digests(_KEY)
        blocks = self.reading.part(argument, shard.number)
        found = [digests.of_block(block, threads=1) for block in blocks]
        both = np.concatenate(found) if found else np.empty((0, 2), np.uint64)
        entries = np.column_stack([both, np.arange(len(both), dtype=np.uint64)])
        places = (both[:, 0] >> np.uint64(32)) * np.uint64(self.parts) >> np.uint64(32)
        _write(path, places.astype(np.int64), entries, self.parts)
        return {"puzzles": len(both)}, 0


@dataclass(frozen=True)
class _Firsts(ShardWork):
    """Writes for each shard the numbers of its puzzles that are the first of their class."""

    shards: int
    parts: int
    name = "dedupe-firsts"
    ending = ".firsts"

    def __call__(self, shard: Shard, _: str, path: Path) -> tuple[dict[str, int], int]:
        sources = _files(path.parent.parent / "digests", ".digests")
        found = [_part(sources[number], self.parts, shard.begin, 3) for number in sorted(sources)]
        owners = np.repeat(sorted(sources), [len(one) for one in found])
        entries = np.concatenate(found)
        kept = np.sort(_firsts(entries))
        _write(path, owners[kept].astype(np.int64), entries[kept, 2:], self.shards)
        return {}, 0


@dataclass(frozen=True)
class _Kept(ShardWork):
    """Writes the puzzles of a shard that are the first of their class."""

    reading: Reading
    kind: str
    shards: int
    name = "dedupe"

    def __call__(self, shard: Shard, argument: str, path: Path) -> tuple[dict[str, int], int]:
        firsts = _files(path.parent / "_job" / "firsts", ".firsts").values()
        found = [_part(one, self.shards, shard.number, 1)[:, 0] for one in firsts]
        numbers = np.sort(np.concatenate(found))
        done = 0

        def kept() -> Iterator[Block]:
            nonlocal done
            for block in self.reading.part(argument, shard.number):
                begin, end = np.searchsorted(numbers, [done, done + len(block)])
                chosen = (numbers[begin:end] - np.uint64(done)).tolist()
                done += len(block)
                if chosen:
                    yield block.chosen(chosen)

        copied(kept(), path, self.kind, quiet=True)
        return {"puzzles": done, "kept": len(numbers)}, 0


def _firsts(entries: NDArray[np.uint64]) -> NDArray[np.intp]:
    """Return the rows of the first entry of each digest; numbers ascend among equal ones."""
    high, low, _ = entries.T
    order = np.lexsort((low, high))  # equal ones stay in their order
    first = np.ones(len(order), np.bool_)
    first[1:] = (np.diff(high[order]) != 0) | (np.diff(low[order]) != 0)
    return order[first]


def _files(folder: Path, ending: str) -> dict[int, Path]:
    """Return the files of a job by the numbers of their shards."""
    return {int(path.name[:6]): path for path in folder.glob(f"*{ending}")}


def _write(path: Path, places: NDArray[np.int64], rows: NDArray[np.uint64], count: int) -> None:
    """Write rows by the part that each belongs to; where parts begin comes first."""
    order = np.argsort(places, kind="stable")
    ends = np.cumsum(np.bincount(places, minlength=count)).astype(np.uint64)
    with files.appearing(path) as out:
        out.write(ends.tobytes())
        out.write(np.ascontiguousarray(rows[order]).tobytes())


def _part(path: Path, count: int, number: int, width: int) -> NDArray[np.uint64]:
    """Return the rows of a part, an array (n, width), out of a file with this many parts."""
    ends = np.memmap(path, np.uint64, "r", shape=(count,))
    begin = int(ends[number - 1]) if number else 0
    with path.open("rb") as file:
        file.seek(8 * (count + width * begin))
        rows = np.frombuffer(file.read(8 * width * (int(ends[number]) - begin)), np.uint64)
    return rows.reshape(-1, width)


@as_command(
    {
        "cpsudoku dedupe puzzles.txt -o unique.txt": "One puzzle of each class",
        "cpsudoku dedupe *.csv -o unique.parquet": "Of several tables, as one",
        "cpsudoku dedupe big.csv --job folder": "In shards, for more puzzles than memory holds",
    }
)
@reading
@writing
@options.WHOLE_TIMEOUT
@options.JOBS
@sharding()
def command(
    reading: Reading,
    writing: Writing,
    sharding: Sharding,
    *,
    timeout: float | None,
    jobs: int | None,
) -> Status:
    """Keep the first of all puzzles that are the same up to symmetry, in their order.

    The puzzles need not fit into memory: digests of their canonical forms go to a temporary file
    (in TMPDIR; some 30 bytes a puzzle).

    With --timeout, the first of each class among the puzzles read until then are kept.

    Exit status: 0 done; 2 usage error or bad input; 3 time ran out, and not all were read.
    """
    if sharding.is_wanted:
        if sharding.shard is not None:
            raise OptionError(
                "--shard with dedupe, whose shards have to know one another; expected the same "
                "command on each machine, or --scheduler"
            )
        do, shards = partial(in_passes, reading.apart(), writing.kind), sharding.shards(reading)
        return sharding.done_by(do, shards, "dedupe", jobs=jobs, quiet=writing.quiet)
    limit, source, digests, total = Limit(timeout), reading.source(), Digests(), 0

    def kept(firsts: FirstOfEach) -> Iterator[Block]:
        nonlocal total
        for block in source:
            chosen = np.flatnonzero(firsts.of(digests.of_block(block, jobs))).tolist()
            total += len(block)
            if chosen:
                yield block if len(chosen) == len(block) else block.chosen(chosen)

    with FirstOfEach() as firsts:
        written = writing.copied(limit.until(kept(firsts)))
    if not writing.quiet:
        failures.report(f"kept {written} of {counted(total, 'puzzle')}")
    source.report_bad(quiet=writing.quiet)
    return limit.status(total)
