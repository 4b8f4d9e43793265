"""Seconds for tables of many puzzles: each command, from each container into each, beside lines.

    python benchmarks/tables.py puzzles/classics.txt --puzzles 1000000
    python benchmarks/tables.py --puzzles 100000 --commands canon,dedupe,rate --sources txt,csv

The puzzles are the file's classic lines, repeated to the number wanted, or without a file as many
as ``generate`` makes; they are written into every container with an id before them and a note after
them.  What counts is processor time from start to exit, which other work on the machine changes
least; ``solve`` of lines into lines is what all others are compared with, in the same round.  The
medians of the rounds are printed.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
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
    file: Annotated[Path | None, typer.Argument(help="A file of puzzles.")] = None,
    *,
    puzzles: Annotated[int, typer.Option(min=1, help="Repeat them to this many.")] = 1_000_000,
    rounds: Annotated[int, typer.Option(min=1)] = 3,
    commands: Annotated[str, typer.Option(help="With commas between them.")] = "solve,convert",
    endings: Annotated[str, typer.Option(help="Of containers.")] = ",".join(ENDINGS),
    sources: Annotated[str, typer.Option(help="Of what is read; all and txt by default.")] = "",
) -> None:
    """Print a line for each command, container in and container out."""
    kinds = endings.split(",")
    print(machine())
    with TemporaryDirectory() as folder:
        lines = _lines(file, puzzles, Path(folder))
        wanted = sources.split(",") if sources else ["txt", "parquet", *kinds]
        files = _written(lines, Path(folder), dict.fromkeys([*wanted, "parquet"]))
        _run("solve", files["txt"], "txt")  # into the caches
        for command, source, kind in product(commands.split(","), dict.fromkeys(wanted), kinds):
            if source != "txt" and source not in {kind, "csv", "parquet"}:
                continue
            pairs = [
                (_run("solve", files["txt"], "txt"), _run(command, files[source], kind))
                for _ in range(rounds)
            ]
            seconds = median(one for _, one in pairs)
            ratio = median(one / of_lines for of_lines, one in pairs)
            print(f"{command:12} {source:8} {kind:8} {seconds:7.2f} s {ratio:6.2f} × lines")


def _lines(file: Path | None, number: int, folder: Path) -> list[str]:
    """Return puzzles, a line each."""
    if file is None:
        made = folder / "made.txt"
        program = [sys.executable, "-m", "cpsudoku", "generate", "-q", f"-n{number}", "--seed=1"]
        subprocess.run([*program, "-o", made], check=True)
        return made.read_text().splitlines()
    classic = [r.puzzle for r in formats.read(file) if r.puzzle.rules.is_classic]
    return [cells_text(classic[i % len(classic)].digits, 9) for i in range(number)]


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


def _run(command: str, source: Path, kind: str) -> float:
    """Return the processor time that a command takes; status 1 is an answer as well."""
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
        raise typer.Exit(1)
    after = os.times()
    return after.children_user + after.children_system - sum(before[2:4])


if __name__ == "__main__":
    typer.run(main)
