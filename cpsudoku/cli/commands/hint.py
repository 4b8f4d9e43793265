"""``cpsudoku hint``: what follows now, told a little at a time."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from cpsudoku import coaching
from cpsudoku.cli import completion, options, output
from cpsudoku.cli.reading import Reader, only
from cpsudoku.cli.status import Status
from cpsudoku.coaching.explaining import MODES
from cpsudoku.formats.base import locating_errors
from cpsudoku.logic import ORDERS


def command(
    puzzle: options.Puzzle,
    *,
    level: Annotated[
        int,
        typer.Option(
            "--level", "-l", metavar="1-5", min=1, max=5,
            help="1 technique, 2 and house, 3 and digit, 4 and cells, 5 all.",
        ),
    ] = 1,
    givens: Annotated[
        str | None,
        typer.Option(
            "--givens", "-g", metavar="PUZZLE",
            help="The puzzle as it was given, a file or itself: then wrong entries are named.",
        ),
    ] = None,
    order: Annotated[
        str,
        typer.Option(
            "--order", metavar="NAME",
            help=f"What is looked for first: {', '.join(ORDERS)}, or techniques.",
            autocompletion=completion.one_of(lambda: ORDERS),
        ),
    ] = "teaching",
    mode: Annotated[
        str,
        typer.Option(
            "--mode", metavar="NAME",
            help="candidates, or direct: what can be seen without pencil marks.",
            autocompletion=completion.one_of(lambda: MODES),
        ),
    ] = "candidates",
    timeout: options.Timeout = None,
    read_as: options.ReadAs = None,
    rules: options.RulesSpec = None,
    output_file: options.Output = None,
    as_json: options.Json = False,
) -> Status:  # fmt: skip
    """Say what follows now from a player's entries and pencil marks, without spoiling it.

    PUZZLE is where the player stands, in any notation; one with pencil marks lets what was done
    already be passed over.  First it is said whether an entry, or a removed mark, is wrong.

    Exit status: 0 there is a hint, or nothing is left to do; 1 something is wrong already; 2 wrong
    usage or bad input; 3 nothing was found, or time ran out before it was known whether all entries
    are right.
    """
    as_json = options.json_wanted(output_file, as_json)
    record = only(Reader([puzzle], rules=rules, notation=read_as))
    start = None if givens is None else only(Reader([givens], rules=rules)).puzzle
    with locating_errors(record):
        found = coaching.hint(
            record.puzzle, givens=start, level=level, order=order, mode=mode, seconds=timeout
        )
    with output.destination(output_file) as out:
        out.write((json.dumps(found.as_json()) if as_json else str(found)) + "\n")
    if found.wrong:
        return Status.NO
    has_any = found.step is not None or found.clue is not None or found.position.solved
    return Status.DONE if has_any and found.checked else Status.UNKNOWN
