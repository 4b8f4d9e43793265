"""Seconds for tables of many puzzles: each command, from each container into each, beside lines.

    python benchmarks/tables.py puzzles/classics.txt --puzzles 1000000

The file's classic lines are repeated to the number wanted, and written into every container with an
id before them and a note after them.  A command runs from start to exit; ``solve`` of lines into
lines is what all others are compared with, in the same round.  The medians of the rounds count.
"""

from __future__ import annotations

import subprocess
import sys
import time
from itertools import product
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Annotated

import pyarrow as pa
import typer
from pyarrow import parquet

from cpsudoku import formats
from cpsudoku.comparison.machine import machine
from cpsudoku.formats.line import cells_text

ENDINGS = ("csv", "jsonl", "parquet", "arrow", "npz")


def main(
    file: Annotated[Path, typer.Argument(help="A file of puzzles.")],
    *,
    puzzles: Annotated[int, typer.Option(min=1, help="Repeat them to this many.")] = 1_000_000,
    rounds: Annotated[int, typer.Option(min=1)] = 3,
    commands: Annotated[str, typer.Option(help="With commas between them.")] = "solve,convert",
    endings: Annotated[str, typer.Option(help="Of containers.")] = ",".join(ENDINGS),
) -> None:
    """Print a line for each command, container in and container out."""
    records = [r.puzzle for r in formats.read(file) if r.puzzle.rules.is_classic]
    lines = [cells_text(puzzle.digits, 9) for puzzle in records]
    kinds = endings.split(",")
    print(machine())
    with TemporaryDirectory() as folder:
        sources = _written([lines[i % len(lines)] for i in range(puzzles)], Path(folder), kinds)
        _run("solve", sources["txt"], "txt")  # into the caches
        for command, source, kind in product(commands.split(","), sources, kinds):
            if source != "txt" and source not in {kind, "csv", "parquet"}:
                continue
            pairs = [
                (_run("solve", sources["txt"], "txt"), _run(command, sources[source], kind))
                for _ in range(rounds)
            ]
            seconds = median(one for _, one in pairs)
            ratio = median(one / of_lines for of_lines, one in pairs)
            print(f"{command:12} {source:8} {kind:8} {seconds:7.2f} s {ratio:6.2f} × lines")


def _written(lines: list[str], folder: Path, kinds: list[str]) -> dict[str, Path]:
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


def _run(command: str, source: Path, kind: str) -> float:
    begun = time.perf_counter()
    out = source.with_name(f"answers.{kind}")
    subprocess.run([sys.executable, "-m", "cpsudoku", command, "-q", source, "-o", out], check=True)
    return time.perf_counter() - begun


if __name__ == "__main__":
    typer.run(main)
