"""Seconds for tables of many puzzles: each command, from each container into each, beside lines.

    python benchmarks/tables.py puzzles/classics.txt --puzzles 1000000
    python benchmarks/tables.py --puzzles 100000 --commands canon,dedupe,rate --sources txt,csv

The puzzles are the file's classic lines, repeated to the number wanted, or without a file as many
as ``generate`` makes; they are written into every container with an id before them and a note after
them.  What counts is processor time from start to exit, which other work on the machine changes
least: medians of the rounds, as multiples of what ``solve`` of lines into lines takes in the same
round.  Behind them stands how long the clock says that a run took, as such a multiple too.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

import click
import pyarrow as pa
from pyarrow import parquet

from cpsudoku import formats
from cpsudoku.comparison.figures import machine

ENDINGS = ("txt", "csv", "jsonl", "json", "parquet", "arrow", "npz")


@click.command(context_settings={"show_default": True})
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option(
    "--puzzles", type=click.IntRange(min=1), default=1_000_000, help="Repeat them to this many."
)
@click.option("--rounds", type=click.IntRange(min=1), default=3)
@click.option("--commands", default="solve,convert", help="With commas between them.")
@click.option("--endings", default=",".join(ENDINGS), help="Of containers.")
@click.option("--sources", default=",".join(ENDINGS), help="Of what is read.")
def main(
    *,
    file: Path | None,
    puzzles: int,
    rounds: int,
    commands: str,
    endings: str,
    sources: str,
) -> None:
    """Print a row for each command and container in, and a column for each container out."""
    kinds = endings.split(",")
    print(machine())
    with TemporaryDirectory() as folder:
        files = _written(_lines(file, puzzles, Path(folder)), Path(folder), sources.split(","))
        rows = [(command, one) for command in commands.split(",") for one in sources.split(",")]
        runs = [(command, files[source], kind) for command, source in rows for kind in kinds]
        _run("solve", files["txt"], "txt")  # into the caches
        found: list[list[Seconds]] = [[] for _ in runs]
        of_lines = []
        for _ in range(rounds):
            of_lines.append(_run("solve", files["txt"], "txt"))
            for row, run in zip(found, runs, strict=True):
                row.append(_run(*run) / of_lines[-1])
    print(f"lines: {_median(of_lines)} s")
    print("| command |", " | ".join(kinds), "|")
    for (command, source), first in zip(rows, range(0, len(runs), len(kinds)), strict=True):
        cells = map(str, map(_median, found[first : first + len(kinds)]))
        print(f"| `{command}` {source} |", " | ".join(cells), "|", flush=True)


class Seconds(NamedTuple):
    """How long a run took, or how often as long as another."""

    busy: float
    clock: float

    def __truediv__(self, other: Seconds) -> Seconds:
        return Seconds(self.busy / other.busy, self.clock / other.clock)

    def __str__(self) -> str:
        return f"{self.busy:.2f} ({self.clock:.2f})"


def _median(some: Sequence[Seconds]) -> Seconds:
    return Seconds(*map(median, zip(*some, strict=True)))


def _lines(file: Path | None, number: int, folder: Path) -> list[str]:
    """Return puzzles, a line each."""
    if file is None:
        made = folder / "made.txt"
        program = [sys.executable, "-m", "cpsudoku", "generate", "-q", f"-n{number}", "--seed=1"]
        subprocess.run([*program, "-o", made], check=True)
        return made.read_text().splitlines()
    classic = [r.puzzle for r in formats.read(file) if r.puzzle.rules.is_classic]
    return [str(classic[i % len(classic)]) for i in range(number)]


def _written(lines: list[str], folder: Path, kinds: Iterable[str]) -> dict[str, Path]:
    """Write the puzzles into each container."""
    plain = folder / "puzzles.txt"
    plain.write_text("\n".join(lines) + "\n")
    notes = [f"note {number}" for number in range(len(lines))]
    table = pa.table({"id": list(range(len(lines))), "puzzle": lines, "note": notes})
    parquet.write_table(table, folder / "puzzles.parquet")
    found = {"txt": plain, "parquet": folder / "puzzles.parquet"}
    for kind in kinds:
        if kind not in found:
            path = folder / f"puzzles.{kind}"
            program = [sys.executable, "-m", "cpsudoku", "convert", "-q"]
            subprocess.run([*program, found["parquet"], "-o", path], check=True)
            found[kind] = path
    return found


def _run(command: str, source: Path, kind: str) -> Seconds:
    """Return the time that a command takes; status 1 is an answer as well."""
    out = source.with_name(f"answers.{kind}")
    program = [
        sys.executable,
        "-m",
        "cpsudoku",
        *command.split(),
        "-q",
        str(source),
        "-o",
        str(out),
    ]
    before = os.times()
    if subprocess.run(program, check=False).returncode not in {0, 1}:
        raise SystemExit(1)
    after = os.times()
    return Seconds(sum(after[2:4]) - sum(before[2:4]), after.elapsed - before.elapsed)


if __name__ == "__main__":
    main()
