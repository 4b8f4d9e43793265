"""``cpsudoku site``: the page as files for any host."""

from __future__ import annotations

from pathlib import Path

import click

from cpsudoku.cli import failures
from cpsudoku.cli.declaring import argument, as_command, seconds
from cpsudoku.cli.status import Status
from cpsudoku.ground import extras
from cpsudoku.rows.source import Source


@as_command(
    {
        "cpsudoku site public": "The page, for any host of files",
        "cpsudoku site public puzzles.txt": "With puzzles that it offers",
        "cpsudoku site public && python -m http.server -d public": "Try it here",
    }
)
@argument(
    "folder", "FOLDER", "Folder for the files; it is made where missing.",
    type=click.Path(path_type=Path),
)  # fmt: skip
@argument(
    "puzzles", "[PUZZLE]...", "Files of puzzles that the page offers, or puzzles themselves.",
    nargs=-1,
)  # fmt: skip
@seconds(
    "--timeout -t", "Time limit for the solution and the steps of each puzzle, in seconds.", 20.0,
    least=0.1,
)  # fmt: skip
def command(
    *,
    folder: Path,
    puzzles: tuple[str, ...],
    timeout: float,
) -> Status:
    """Write the page for any static host, such as ``python -m http.server``: it needs no server.

    Puzzles are solved, checked, explained and made by the compiled core in the browser.  Where that
    was not built, the page plays, judges by the rules, and has the steps of the puzzles that it
    offers; docs/wasm.md says how to build it.

    Exit status: 0 done; 2 usage error or bad input.
    """
    with extras.needing("the page needs", "fastapi", "segno"):
        from cpsudoku.web import static

        core = static.CORE.read_bytes() if static.CORE.is_file() else None
        records = Source(puzzles, say=failures.report).records() if puzzles else []
        static.write(folder, static.site(records, seconds=timeout, core=core))
    if core is None:
        failures.report(
            "the page has no solver: the core for browsers was not built; docs/wasm.md says how"
        )
    return Status.DONE
