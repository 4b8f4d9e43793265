"""Do engines that share nothing agree?  As a job, so that it can be as long as wanted.

    python benchmarks/answers.py puzzles/classics.txt --job F --count 1000000
    python benchmarks/answers.py --variants --job F --count 10000 --backends fd,sat,cpsat

Classic puzzles are those of the files, changed at random as `mutations.py` changes them, so that
they have no solution, one or several; each backend counts up to two, and a solution that is the
only one must be the same.  With ``--variants`` they are the puzzles of `random_variants.py`: random
boards and variants, counted up to 30.  The puzzles of a shard are the same in each run; its file
has a line for each disagreement.  The same command continues with what is there; exit status 1 says
that something was found.
"""

from __future__ import annotations

import hashlib
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

import mutations
import random_variants

from cpsudoku import jobs
from cpsudoku.comparison.figures import machine
from cpsudoku.errors import DisagreementError
from cpsudoku.ground.randomness import Randomness

_SECONDS = 20.0


@dataclass(frozen=True)
class Classics:
    """Compares backends on changed puzzles of files."""

    files: tuple[str, ...]
    backends: tuple[str, ...]
    seed: int
    name = "answers"
    ending = ".txt"

    @property
    def asked(self) -> dict[str, object]:
        """The puzzles, by their digest, the backends and the seed."""
        digest = hashlib.sha256(b"".join(Path(one).read_bytes() for one in self.files))
        return {"puzzles": digest.hexdigest(), "backends": list(self.backends), "seed": self.seed}

    def __call__(
        self, shard: jobs.Shard, argument: str, output: Path
    ) -> tuple[dict[str, int], int]:
        """Compare the puzzles of a shard."""
        masks, _ = mutations.read([Path(one) for one in self.files])
        random = np.random.default_rng([self.seed, shard.begin])
        tally, wrong = mutations.Tally(), []
        number = shard.end - shard.begin
        for changed, _ in mutations.changes(mutations.givens(masks), number, random):
            try:
                mutations.compare(changed, list(self.backends), 1, tally)
            except DisagreementError as error:
                wrong.append(str(error))
        output.write_text("".join(f"{one}\n" for one in wrong))
        none, one, several = map(int, tally.of_count)
        counts = {"puzzles": number, "none": none, "one": one, "several": several}
        return counts | {"disagreements": len(wrong)}, int(bool(wrong))


@dataclass(frozen=True)
class Variants:
    """Compares backends on random puzzles with variants."""

    backends: tuple[str, ...]
    seed: int
    largest: int
    name = "answers-variants"
    ending = ".txt"

    @property
    def asked(self) -> dict[str, object]:
        """The boards, the backends and the seed."""
        puzzles = f"variants up to {self.largest}"
        return {"puzzles": puzzles, "backends": list(self.backends), "seed": self.seed}

    def __call__(
        self, shard: jobs.Shard, argument: str, output: Path
    ) -> tuple[dict[str, int], int]:
        """Compare the puzzles of a shard."""
        tally: Counter[str] = Counter()
        wrong = []
        for index in range(shard.begin, shard.end):
            puzzle = random_variants.random_puzzle(Randomness(self.seed, index), self.largest)
            found = {
                name: random_variants.counted(puzzle, name, _SECONDS) for name in self.backends
            }
            if puzzle.rules.size == 4:
                found["brute force"] = random_variants.by_brute_force(puzzle)
            counts = {number for number in found.values() if not isinstance(number, str)}
            tally["puzzles"] += 1
            tally["answered by all"] += not any(isinstance(one, str) for one in found.values())
            if len(counts) > 1:
                wrong.append(f"{index}: {found}")
        output.write_text("".join(f"{one}\n" for one in wrong))
        return {**tally, "disagreements": len(wrong)}, int(bool(wrong))


@click.command(context_settings={"show_default": True})
@click.argument("files", nargs=-1)
@click.option("--job", type=click.Path(path_type=Path), required=True, help="Where the shards go.")
@click.option("--count", type=click.IntRange(min=1), default=100_000, help="Number of puzzles.")
@click.option("--backends", default="bitboard,cover,dlx", help="With commas between.")
@click.option("--variants", is_flag=True, help="Random variants.")
@click.option(
    "--largest", type=click.IntRange(min=4, max=9), default=9, help="Most digits of variants."
)
@click.option("--seed", type=click.IntRange(min=0), default=1)
@click.option("--shard-size", type=click.IntRange(min=1), default=100_000)
@click.option("--processes", type=click.IntRange(min=1), default=1)
def main(
    *,
    files: tuple[str, ...],
    job: Path,
    count: int,
    backends: str,
    variants: bool,
    largest: int,
    seed: int,
    shard_size: int,
    processes: int,
) -> None:
    """Compare backends, and say what came of it."""
    names = tuple(backends.split(","))
    paths = tuple(str(Path(one).absolute()) for one in files or ())
    work = Variants(names, seed, largest) if variants else Classics(paths, names, seed)
    start = time.monotonic()
    with ProcessPoolExecutor(processes) as pool:
        shards = jobs.Shards.of_numbers(count, shard_size)
        report = jobs.run(work, shards, job, executor=pool, workers=processes)
    print("  ".join(machine().values()))
    print(f"{backends}: {report.done} of {report.shards} shards, {dict(report.counts)}")
    print(f"{time.monotonic() - start:.0f} s by the clock")
    for number, why in sorted(report.apart.items()):
        print(f"shard {number} was set apart: {why}")
    raise SystemExit(bool(report.apart or report.counts["disagreements"]))


if __name__ == "__main__":
    main()
