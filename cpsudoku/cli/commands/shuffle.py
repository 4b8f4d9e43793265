"""``cpsudoku shuffle``: random copies of puzzles that are the same up to symmetry."""

from __future__ import annotations

from itertools import chain, islice
from typing import IO, Annotated, cast

import typer

from cpsudoku import formats
from cpsudoku.cli import options, output
from cpsudoku.cli.reading import Reader
from cpsudoku.formats import Record
from cpsudoku.generation.randomness import Randomness
from cpsudoku.symmetry.transformations import random_transformation

_CHUNK = 4096
"""So many copies, or those of one puzzle, are made together."""

_FEW = 100
"""Fewer copies are made one by one in less time than NumPy takes to be imported."""


def command(
    puzzles: options.Puzzles,
    *,
    copies: Annotated[
        int, typer.Option("--copies", "-n", min=1, help="How many copies of each puzzle.")
    ] = 1,
    seed: options.Seed = 0,
    notation: options.ReadAs = None,
    written: options.Format = None,
    output_file: options.Output = None,
    rules: options.RulesSpec = None,
    skip_bad: options.SkipBad = False,
) -> None:
    """Write random copies of each puzzle that are the same up to symmetry.

    All transformations are equally likely.  A copy depends on the seed and on its number alone.
    """
    chosen = options.notation_of(output_file, written)
    reader = Reader(puzzles, rules=rules, notation=notation, skip_bad=skip_bad)
    records = iter(reader)
    number = 0
    with output.destination(output_file) as out:
        writer = formats.Writer(cast(IO[str], out), chosen)
        size = max(1, _CHUNK // copies)
        while chunk := list(islice(records, size)):
            few = number == 0 and len(chunk) * copies < _FEW
            lines = None if few else _lines(chunk, copies, seed, number)
            if lines is None:
                records = chain(chunk, records)
                break
            if chosen == "line":
                out.write_bytes(lines)
            else:
                for line in lines.decode().splitlines():
                    writer.write(formats.parse(line))
            number += len(chunk) * copies
        for record in records:
            for _ in range(copies):
                move = random_transformation(Randomness(seed, number), record.puzzle.rules)
                writer.write(move.apply_to_puzzle(record.puzzle))
                number += 1
        writer.close()


def _lines(records: list[Record], copies: int, seed: int, first: int) -> bytes | None:
    from cpsudoku.symmetry.shuffling import copies_as_lines

    return copies_as_lines([record.puzzle for record in records], copies, seed=seed, first=first)
