"""``cpsudoku shuffle``: random copies of puzzles that are the same up to symmetry."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import IO, Annotated, cast

import typer

from cpsudoku import formats
from cpsudoku.cli import options, output
from cpsudoku.cli.reading import Reader
from cpsudoku.formats import Record
from cpsudoku.generation.randomness import Randomness
from cpsudoku.symmetry.shuffling import copies_of_classics, is_compiled, is_plain
from cpsudoku.symmetry.transformations import random_transformation


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
    number = 0
    with output.destination(output_file) as out:
        if chosen == "line" and is_compiled():
            plain, reader_left = _split(reader)
            for lines in copies_of_classics(plain, copies, seed=seed):
                out.write_bytes(lines)
                number += len(lines) // 82
        else:
            reader_left = reader
        writer = formats.Writer(cast(IO[str], out), chosen)
        for record in reader_left:
            for _ in range(copies):
                move = random_transformation(Randomness(seed, number), record.puzzle.rules)
                writer.write(move.apply_to_puzzle(record.puzzle))
                number += 1
        writer.close()


def _split(records: Iterator[Record]) -> tuple[Iterator[Record], Iterator[Record]]:
    """Split records before the first that is not plain; the first part has to be read first."""
    other: list[Record] = []

    def plain() -> Iterator[Record]:
        for record in records:
            if not is_plain(record):
                other.append(record)
                return
            yield record

    def rest() -> Iterator[Record]:
        yield from chain(other, records)

    return plain(), rest()
