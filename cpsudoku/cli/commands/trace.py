"""``cpsudoku trace``: a search replayed."""

from __future__ import annotations

import json
from pathlib import Path

from cpsudoku.asking.outcomes import Status
from cpsudoku.cli import failures, options
from cpsudoku.cli.declaring import OUTPUT, SEARCH, Name, as_command, option, whole
from cpsudoku.cli.options import OnePuzzle, one_puzzle
from cpsudoku.drawing.matrices import matrix_svg
from cpsudoku.errors import OptionError
from cpsudoku.formats.base import locating_errors
from cpsudoku.ground.names import counted
from cpsudoku.rows.output import destination
from cpsudoku.tracing import TRACED, matrix, picture, side_by_side, trace

_LEGIBLE = 100
"""Columns of a matrix whose labels can be read on a screen or a slide."""


@as_command(
    {
        "cpsudoku trace puzzle.txt -b backtrack:index,backtrack:fewest": "Two searches together",
        "cpsudoku trace puzzle.txt -b dlx --events 5 -o matrix.svg": "The matrix after five events",
        "cpsudoku trace puzzle.txt -b dlx --events 1000 -o search.jsonl": "A line for each event",
    }
)
@one_puzzle
@option(
    "--backend -b NAME,...",
    f"Backend whose search is shown, or several side by side: {', '.join(TRACED)}.", "backtrack",
    name="names", heading=SEARCH,
    kind=Name("search", TRACED, between=","),
)  # fmt: skip
@option("--limit --solutions -n NUMBER|all", "Stop at this many solutions.", "1", heading=SEARCH)
@options.TIMEOUT
@whole("--events", "Events to show of each search.", 200, heading=OUTPUT)
@options.OUTPUT_FILE
@option(
    "--json", "Write JSON, an object for each event on its line.", name="as_json", heading=OUTPUT
)
@options.QUIET
def command(
    one: OnePuzzle,
    *,
    names: str,
    events: int,
    limit: str,
    timeout: float | None,
    output_file: Path | None,
    as_json: bool,
    quiet: bool,
) -> Status:
    """Replay a search: what it tries, what follows, where it fails and goes back.

    One search is drawn as a tree that grows downwards: a line for each digit tried, with how many
    are left to try in that cell, and an arrow before what follows from it.  Several (-b
    backtrack:pruned,backtrack:fewest) stand side by side with their counts; backtrack:exhaustive
    is for 4×4 puzzles only.
    --json writes an object and a line for each event: try, propagate, contradict, back, found.
    Of dlx a file .svg shows the exact cover matrix after the last event that --events lets pass:
    rows chosen, columns and rows covered, and the column with the fewest rows left.

    Exit status: 0 all is shown; 2 usage error or bad input; 3 a limit was reached before the end.
    """
    options.refuse_ending(output_file, but={".jsonl", ".svg"})
    is_matrix = options.ending_of(output_file) == ".svg"
    if is_matrix and names != "dlx":
        raise OptionError(f"--output {output_file}: only --backend dlx has a matrix to draw")
    as_json = as_json or options.ending_of(output_file) == ".jsonl"
    record = one.record("a search is replayed of one")
    most = options.solution_limit(limit)
    with locating_errors(record):
        found = [
            trace(record.puzzle, name, limit=events, solutions=most, seconds=timeout)
            for name in names.split(",")
        ]
    with destination(output_file) as out:
        if is_matrix:
            shown = matrix(record.puzzle, found[0].events)
            out.write(matrix_svg(shown))
            if len(shown.items) > _LEGIBLE and not quiet:
                size = f"{len(shown.options)} rows and {len(shown.items)} columns"
                failures.report(f"{size}: a 4×4 puzzle, or fewer blanks, can be read without zoom")
        elif as_json:
            for traced in found:
                for number, event in enumerate(traced.events, start=1):
                    said = event.as_json(record.puzzle.rules)
                    document = {"backend": traced.backend, "number": number, **said}
                    out.write(json.dumps(document, ensure_ascii=False) + "\n")
        else:
            out.write(picture(found[0]) if len(found) == 1 else side_by_side(found))
    cut = [
        traced
        for traced in found
        if not traced.complete and not (is_matrix and len(traced.events) == events)
    ]
    for traced in cut if not quiet else ():
        end = "time ran out before the search came to its end"
        if len(traced.events) == events:
            end = f"the search goes on after {counted(events, 'event')}; --events shows more"
        failures.report(f"{traced.backend}: {end}")
    return Status.UNKNOWN if cut else Status.DONE
