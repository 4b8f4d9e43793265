"""``cpsudoku trace``: a search replayed."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from cpsudoku.cli import completion, options, output
from cpsudoku.cli.reading import Reader, only
from cpsudoku.cli.status import Status
from cpsudoku.formats.base import locating_errors
from cpsudoku.rules import Rules
from cpsudoku.tracing import TRACED, Trace, picture, side_by_side, trace


def command(
    puzzle: options.Puzzle,
    *,
    names: Annotated[
        str,
        typer.Option(
            "--backend", "-b", metavar="NAME,...",
            help=f"Whose search, or several side by side: {', '.join(TRACED)}.",
            autocompletion=completion.some_of(lambda: TRACED),
        ),
    ] = "backtrack",
    limit: Annotated[
        int, options.whole("--limit", help="Events shown of each search.")
    ] = 200,
    solutions: Annotated[
        str, typer.Option("--solutions", "-n", metavar="NUMBER|all", help="Stop after so many.")
    ] = "1",
    timeout: options.Timeout = None,
    read_as: options.ReadAs = None,
    rules: options.RulesSpec = None,
    output_file: options.Output = None,
    as_json: options.Json = False,
) -> Status:  # fmt: skip
    """Replay a search: what it tries, what follows, where it fails and goes back.

    One search is drawn as a tree that grows downwards; several (-b
    backtrack:exhaustive,backtrack:pruned,backtrack:fewest) stand side by side with their counts.
    --json writes an object and a line for each event: try, propagate, contradict, back, found.

    Exit status: 0 all is shown; 2 wrong usage or bad input; 3 a limit was reached before the end.
    """
    as_json = options.json_wanted(output_file, as_json)
    record = only(Reader([puzzle], rules=rules, notation=read_as))
    most = options.solution_limit(solutions, "--solutions")
    with locating_errors(record):
        found = [
            trace(record.puzzle, name, limit=limit, solutions=most, seconds=timeout)
            for name in names.split(",")
        ]
    with output.destination(output_file) as out:
        if as_json:
            for one in found:
                _write_json(one, record.puzzle.rules, out)
        else:
            out.write(picture(found[0]) if len(found) == 1 else side_by_side(found))
    return Status.DONE if all(one.complete for one in found) else Status.UNKNOWN


def _write_json(found: Trace, rules: Rules, out: output.Paced) -> None:
    for number, event in enumerate(found.events, start=1):
        document = {"backend": found.backend, "number": number, **event.as_json(rules)}
        out.write(json.dumps(document, ensure_ascii=False) + "\n")
