"""``cpsudoku canon``: the canonical form of each puzzle."""

from __future__ import annotations

import json
from itertools import tee
from typing import Annotated

import typer

from cpsudoku import formats
from cpsudoku.cli import options, output, records
from cpsudoku.cli.limiting import Limit
from cpsudoku.cli.reading import Reader
from cpsudoku.cli.status import Status
from cpsudoku.puzzle import Puzzle
from cpsudoku.symmetry.canonical import Form, canonical_stream


def command(
    puzzles: options.Puzzles,
    *,
    automorphisms: Annotated[
        bool, typer.Option("--automorphisms", help="Add the number of automorphisms.")
    ] = False,
    timeout: options.WholeTimeout = None,
    jobs: options.Jobs = None,
    output_file: options.Output = None,
    as_json: options.Json = False,
    rules: options.RulesSpec = None,
    notation: options.ReadAs = None,
    skip_bad: options.SkipBad = False,
) -> Status:
    """Write the canonical form of each puzzle or final grid, a line each.

    Two puzzles have the same form just if one becomes the other by swapping bands, stacks, rows
    within bands and columns within stacks, transposing, and renaming digits.  With --json the
    transformation to the form is added.

    Exit status: 0 done; 2 wrong usage or bad input; 3 time ran out, and some are not written.
    """
    limit, written = Limit(timeout), 0
    as_json = options.json_wanted(output_file, as_json)
    reader = Reader(puzzles, rules=rules, notation=notation, skip_bad=skip_bad)
    asked, kept = tee(reader)
    with output.destination(output_file) as out:
        forms = canonical_stream((record.puzzle for record in asked), threads=jobs)
        writer = formats.Writer(out, "line")
        for record, form in limit.until(zip(kept, forms, strict=True)):
            written += 1
            if as_json:
                out.write(_as_json(record.puzzle, form) + "\n")
                continue
            writer.tell(record.puzzle.rules)
            out.write(f"{form.text} {form.automorphisms}\n" if automorphisms else f"{form.text}\n")
    return limit.status(written)


def _as_json(puzzle: Puzzle, form: Form) -> str:
    move = form.transformation
    return json.dumps(
        {
            **records.identity(puzzle),
            "canonical": form.text,
            "automorphisms": form.automorphisms,
            "transpose": move.transpose,
            "rows": [r + 1 for r in move.rows],
            "columns": [c + 1 for c in move.columns],
            "digits": list(move.digits[1:]),
        }
    )
