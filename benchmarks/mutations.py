"""Do the backends agree on the puzzles of some files, and on random changes of them?

    python benchmarks/mutations.py puzzles/classics.txt
    python benchmarks/mutations.py a.txt b.txt --count 1000000 --backends bitboard,dlx,sat --seed 1

Classic 9×9 puzzles are taken from files in any notation, others are left out.  First come the
puzzles as they are, with their pencil marks, then this many changed ones: up to five cells emptied,
filled with the digit that belongs there, or with any digit, so that puzzles have no solution, one
or several.  With ``--marks`` some more follow, of which candidates are struck out at random, too.
Every backend searches all of them through `cpsudoku.solve_many` for a second solution.
The counts must agree, and solutions that are the only one be equal; all solutions are verified.
The first puzzle that two backends do not agree on is named, and the exit code is 1.

A comparison of the vector widths with one another, and with C solvers, is
``bench_many_puzzles --mutations``.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import numpy as np

from cpsudoku import Answers, classic, formats, solve_many
from cpsudoku.cli.options import backend_names, backends_option
from cpsudoku.comparison.figures import machine
from cpsudoku.errors import DisagreementError

if TYPE_CHECKING:
    from numpy.typing import NDArray

_CHUNK = 20_000
_MOST_CHANGES = 5


@dataclass
class Tally:
    """What was seen so far."""

    of_count: NDArray[np.int64] = field(default_factory=lambda: np.zeros(3, dtype=np.int64))
    seconds: dict[str, float] = field(default_factory=dict)

    def show(self, title: str) -> None:
        """Print it."""
        none, one, more = (int(n) for n in self.of_count)
        print(f"{title}: {none:,} without a solution, {one:,} with one, {more:,} with several")
        puzzles = max(1, none + one + more)
        for name, seconds in self.seconds.items():
            print(f"  {name:12} {seconds:9.1f} s {1e6 * seconds / puzzles:11.2f} µs a puzzle")


@click.command(context_settings={"show_default": True})
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, required=True)
@click.option(
    "--count", type=click.IntRange(min=0), default=100_000, help="Number of changed puzzles."
)
@click.option(
    "--marks", type=click.IntRange(min=0), default=0, help="Number of those with pencil marks."
)
@backends_option("--backends -b")
@click.option("--seed", type=int, default=0, help="Of the changes.")
@click.option(
    "--threads", type=click.IntRange(min=1), default=1, help="For backends that use several."
)
def main(
    *,
    files: tuple[Path, ...],
    count: int,
    marks: int,
    names: tuple[str, ...],
    seed: int,
    threads: int,
) -> None:
    """Compare backends on puzzles and on random changes of them."""
    chosen = backend_names(names)
    print("  ".join(machine().values()))
    masks, others = read(files)
    print(f"{len(masks):,} classic puzzles of {len(files)} files; {others:,} others left out")
    try:
        as_they_are = Tally()
        for first in range(0, len(masks), _CHUNK):
            compare(masks[first : first + _CHUNK], chosen, threads, as_they_are)
        as_they_are.show("as they are")
        changed = Tally()
        random = np.random.default_rng(seed)
        for digits, _ in changes(givens(masks), count, random):
            compare(digits, chosen, threads, changed)
        changed.show("changed")
        struck = Tally()
        for digits, solutions in changes(givens(masks), marks, random):
            compare(with_marks(digits, solutions, random), chosen, threads, struck)
        struck.show("with pencil marks")
    except DisagreementError as error:
        print(error)
        raise SystemExit(1) from None
    print("all agree")


def read(files: Sequence[Path]) -> tuple[NDArray[np.uint16], int]:
    """Return the candidate masks of all classic puzzles, and how many others there are."""
    rows, others = [], 0
    for file in files:
        for record in formats.read(file):
            if record.puzzle.rules.is_classic:
                rows.append(record.puzzle.candidates)
            else:
                others += 1
    return np.array(rows, dtype=np.uint16).reshape(len(rows), 81), others


def givens(masks: NDArray[np.uint16]) -> NDArray[np.uint8]:
    digits = np.zeros(masks.shape, dtype=np.uint8)
    for digit in range(1, 10):
        digits[masks == 1 << (digit - 1)] = digit
    return digits


def changes(
    digits: NDArray[np.uint8], count: int, random: np.random.Generator
) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.uint8]]]:
    """Yield changed puzzles, some thousands at a time, with solutions of what they were."""
    if count and not len(digits):
        raise click.BadParameter("no classic puzzle to change")
    solutions = solve_many(digits, rules=classic(), limit=1).solutions
    for first in range(0, count, _CHUNK):
        size = min(_CHUNK, count - first)
        source = random.integers(len(digits), size=size)
        changed = digits[source]
        number = random.integers(1, _MOST_CHANGES + 1, size=size)
        for change in range(_MOST_CHANGES):
            rows = np.flatnonzero(number > change)
            cells = random.integers(81, size=len(rows))
            kind = random.integers(3, size=len(rows))
            belongs = solutions[source[rows], cells]
            any_digit = random.integers(1, 10, size=len(rows), dtype=np.uint8)
            changed[rows, cells] = np.choose(kind, (np.uint8(0), belongs, any_digit))
        yield changed, solutions[source]


def with_marks(
    digits: NDArray[np.uint8], solutions: NDArray[np.uint8], random: np.random.Generator
) -> NDArray[np.uint16]:
    """Return masks of puzzles in which candidates of some cells are struck out at random.

    Nearly always the digit that belongs there is kept, so that some solutions are left.
    """
    share = random.random((len(digits), 1))
    kept = random.integers(512, size=digits.shape)
    belongs = np.where(random.random(digits.shape) < 0.999, bit_of(solutions), 0)
    marks = np.where(random.random(digits.shape) < share, kept | belongs, 511)
    return np.where(digits > 0, bit_of(digits), marks).astype(np.uint16)


def bit_of(digits: NDArray[np.uint8]) -> NDArray[np.uint16]:
    return np.left_shift(np.uint16(1), digits.astype(np.uint16)) >> np.uint16(1)


def compare(puzzles: NDArray[Any], names: list[str], threads: int, tally: Tally) -> None:
    """Search some puzzles with all backends, and add what was found to the tally.

    Raises:
        DisagreementError: two backends give different answers.
    """
    first: Answers | None = None
    for name in names:
        start = time.perf_counter()
        batch = solve_many(
            puzzles,
            masks=puzzles.dtype != np.uint8,
            backend=name,
            rules=classic(),
            limit=2,
            threads=threads,
        )
        tally.seconds[name] = tally.seconds.get(name, 0) + time.perf_counter() - start
        if first is None:
            first = batch
            tally.of_count += np.bincount(batch.counts, minlength=3)
        only = (first.counts == 1)[:, np.newaxis]
        differs = first.counts != batch.counts
        differs |= (only & (first.solutions != batch.solutions)).any(axis=1)
        for i in np.flatnonzero(differs):
            raise DisagreementError(
                f"{names[0]} finds {first.counts[i]} and {name} {batch.counts[i]} solutions of "
                f"{described(puzzles[i])}"
            )


def described(row: NDArray[Any]) -> str:
    if row.dtype == np.uint8:
        return classic().text(tuple(row.tolist()))
    return " ".join(str(mask) for mask in row.tolist())


if __name__ == "__main__":
    main()
