"""``cpsudoku play``, ``serve`` and ``site``: the page, with and without a server."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import click

from cpsudoku import formats, generation
from cpsudoku.asking.outcomes import Status
from cpsudoku.cli import failures
from cpsudoku.cli.declaring import SCALE, NumberType, argument, as_command, option, seconds, whole
from cpsudoku.cli.options import given_puzzle
from cpsudoku.errors import FormatError, OptionError
from cpsudoku.formats.source import is_file
from cpsudoku.ground import extras
from cpsudoku.rows.source import Source

_PORT = option(
    "--port NUMBER", "Port to listen on; 0 for any free one.", usual="8765, or the next free one",
    kind=NumberType(int, 0, 65535), heading="Server",
)  # fmt: skip
_MOST_IN_LINK = 80_000
"""Characters of puzzles; a program is handed 128 KB in an argument at most."""

_AT_ONCE = whole("--jobs -j", "Answers to work on at once.", usual="one a processor", heading=SCALE)


def _serve(port: int | None, jobs: int | None, **how: Any) -> Status:
    """Serve until the process is asked to end, as `cpsudoku.web.serving.serve` is told to."""
    with extras.needing("the page needs", "fastapi", "uvicorn", "segno", "websockets"):
        from cpsudoku.web.serving import serve

        announce = partial(print, file=sys.stderr, flush=True)
        serve(port=port, jobs=jobs, announce=announce, **how)
    return Status.DONE


@as_command(
    {
        "cpsudoku play": "Today's puzzle in the browser",
        "cpsudoku play puzzles.txt": "Your own puzzles, in turn",
        "cpsudoku play --set": "An empty board to set a puzzle on",
    }
)
@argument(
    "puzzle",
    "[PUZZLE]",
    "A puzzle to begin with, or a file of puzzles to play in their order.",
    required=False,
)
@option("--set", "Set a new puzzle, or edit the one given.", name="to_set")
@option("--terminal", "Play in this terminal; needs the package textual.")
@option("--browser/--no-browser", "Open the browser.", True, usual="--browser")
@_PORT
@_AT_ONCE
def play(
    *,
    puzzle: str | None,
    to_set: bool,
    terminal: bool,
    browser: bool,
    port: int | None,
    jobs: int | None,
) -> Status:
    """Play, set and watch in the browser.

    Only this machine can reach the page; Ctrl-C ends it. Games are kept in the browser, by
    the page's port: it is 8765 unless another program has it.
    --terminal needs the package textual.

    Exit status: 0 it has ended; 2 usage error, or what is given is not a puzzle.
    """
    if terminal:
        if to_set:
            raise OptionError("puzzles are set in the browser, not with --terminal")
        with extras.needing("a game in the terminal needs", "textual"):
            from cpsudoku.terminal.application import Play
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            raise OptionError("--terminal needs a terminal as standard input and output")
        made = given_puzzle(puzzle) if puzzle else next(generation.generate()).puzzle
        Play(made).run()
        return Status.DONE
    return _serve(port, jobs, path=_path(puzzle, to_set=to_set), open_browser=browser)


def _path(text: str | None, *, to_set: bool) -> str:
    page = "/set.html" if to_set else "/"
    if text is None:
        return page if to_set else f"{page}#daily"
    if is_file(text) and not to_set:
        text = _queue(text)
    else:
        puzzle = given_puzzle(text)
        if is_file(text):
            text = formats.write(puzzle, "json")
    return f"{page}#{urlencode({'puzzle': text})}"


def _queue(path: str) -> str:
    """Return the puzzles of a file as the page reads them, each on a line."""
    records = list(Source([path], say=failures.report).records())
    if not records:
        raise FormatError("no puzzle; expected one or more", source=path)
    plain = all(one.puzzle.rules.is_classic and not one.puzzle.has_pencil_marks for one in records)
    text = "".join(formats.write(one, "line" if plain else "jsonl") for one in records)
    if len(text) > _MOST_IN_LINK:
        raise OptionError(f"{path} has too many puzzles for a link; open the file on the page")
    return text


@as_command(
    {
        "cpsudoku serve": "On this machine, at http://127.0.0.1:8765",
        "cpsudoku serve --host 0.0.0.0 --port 80": "For others, who need the token shown",
        "cpsudoku serve --fpuzzles": "With answers for the solver script of f-puzzles",
    }
)
@option(
    "--host ADDRESS", "Address to listen on; beyond this machine, clients need a token.",
    "127.0.0.1",
)  # fmt: skip
@_PORT
@_AT_ONCE
@seconds("--timeout", "Default time limit of an answer, in seconds.", 5.0, least=0.1, most=60)
@option("--fpuzzles", "Answer the solver script of f-puzzles.com, on port 4545.")
def serve(
    *,
    host: str,
    port: int | None,
    jobs: int | None,
    timeout: float,
    fpuzzles: bool,
) -> Status:
    """Serve the page, and the interface under /api, until Ctrl-C.

    With --fpuzzles the solver script of f-puzzles.com connects to it as to its own solver.

    The addresses are written to standard error. /api.html describes the interface. The port is
    8765 unless another program has it, since browsers keep games by it.

    Exit status: 0 it has ended; 2 usage error, or the address cannot be listened on.
    """
    return _serve(port, jobs, host=host, seconds=timeout, fpuzzles=fpuzzles)


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
def site(
    *,
    folder: Path,
    puzzles: tuple[str, ...],
    timeout: float,
) -> Status:
    """Write the page for any static host, such as `python -m http.server`: it needs no server.

    Puzzles are solved, checked, explained and made by the compiled core in the browser, which
    published packages bring.  In a checkout where it was not built, the page plays, judges by the
    rules, and has the steps of the puzzles that it offers.

    Exit status: 0 done; 2 usage error or bad input.
    """
    with extras.needing("the page needs", "fastapi", "segno"):
        from cpsudoku.web import static

        core = static.CORE.read_bytes() if static.CORE.is_file() else None
        records = Source(puzzles, say=failures.report).records() if puzzles else []
        static.write(folder, static.site(records, seconds=timeout, core=core))
    if core is None:
        where = "published packages bring one; in a checkout see docs/how-to/wasm.md"
        failures.report(f"the page has no solver: {where}")
    return Status.DONE
