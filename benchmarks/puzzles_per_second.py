"""Puzzles per second of each backend on each of some files.

    python benchmarks/puzzles_per_second.py puzzles/classics.txt --backends bitboard,dlx
    python benchmarks/puzzles_per_second.py a.txt b.txt --rounds 5 --sample 1000 --csv raw.csv

Every puzzle is searched for a second solution, which proves uniqueness.  The rounds of the backends
take turns, a puzzle's time is the median of its rounds, and the rates are those of one thread: one
puzzle at a time through ``Engine.search``, and in bulk where the engine takes arrays.  All answers
are verified and have to agree.  Files come in any notation; ``--sample`` takes this many puzzles of
each at random, the same ones every time.
"""

from __future__ import annotations

import csv
import random
from pathlib import Path

import click

from cpsudoku import formats
from cpsudoku.cli.options import backend_names, backends_option
from cpsudoku.comparison import Comparison, compare
from cpsudoku.comparison.figures import machine
from cpsudoku.puzzle import Puzzle


@click.command(context_settings={"show_default": True})
@click.argument("files", type=click.Path(path_type=Path), nargs=-1, required=True)
@backends_option("--backends -b")
@click.option("--rounds", type=click.IntRange(min=1), default=3, help="Rounds of all backends.")
@click.option("--sample", type=click.IntRange(min=1), help="Puzzles of each file.")
@click.option("--timeout", type=click.FloatRange(min=0), help="Seconds for each puzzle.")
@click.option("--csv", "raw", type=click.Path(path_type=Path), help="Write every run there.")
def main(
    *,
    files: tuple[Path, ...],
    names: tuple[str, ...],
    rounds: int,
    sample: int | None,
    timeout: float | None,
    raw: Path | None,
) -> None:
    """Print how many puzzles each backend solves in a second."""
    chosen = backend_names(names)
    print("  ".join(machine().values()))
    print(f"{'file':24} {'backend':12} {'puzzles':>8} {'solved':>8} {'one by one/s':>13}", end="")
    print(f" {'in bulk/s':>12} {'nodes':>10} {'speed':>7}")
    found = {}
    for file in files:
        puzzles = sampled([record.puzzle for record in formats.read(file)], sample)
        found[file] = compare(puzzles, chosen, rounds=rounds, seconds=timeout)
        show(file, found[file])
    if raw is not None:
        write(raw, found)


def sampled(puzzles: list[Puzzle], number: int | None) -> list[Puzzle]:
    if number is None or number >= len(puzzles):
        return puzzles
    return random.Random(0).sample(puzzles, number)


def show(file: Path, found: Comparison) -> None:
    for f in found.figures:
        print(f"{file.name[:24]:24} {f.backend:12} {f.puzzles:8} {f.solved:8}", end="")
        print(f" {number(f.per_second):>13} {number(f.bulk_per_second):>12}", end="")
        print(f" {number(f.nodes):>10} {number(f.speed):>7}")


def number(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def write(path: Path, found: dict[Path, Comparison]) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(("file", "backend", "puzzle", "round", "seconds", "verdict"))
        for file, comparison in found.items():
            for run in comparison.runs:
                writer.writerow(
                    (file, run.backend, run.puzzle, run.round, run.seconds, run.verdict.value)
                )


if __name__ == "__main__":
    main()
