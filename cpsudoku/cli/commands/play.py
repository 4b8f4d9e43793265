"""``cpsudoku play``: the page in a browser."""

from __future__ import annotations

from cpsudoku import formats
from cpsudoku.cli.commands import serve
from cpsudoku.cli.declaring import argument, as_command, option
from cpsudoku.cli.reading import given_puzzle
from cpsudoku.cli.status import Status
from cpsudoku.errors import OptionError
from cpsudoku.formats.source import is_file
from cpsudoku.ground import extras


@as_command(
    {
        "cpsudoku play": "Today's puzzle in the browser",
        "cpsudoku play puzzle.txt": "A puzzle of your own",
        "cpsudoku play --set": "An empty board to set a puzzle on",
    }
)
@argument("puzzle", "[PUZZLE]", "A puzzle to begin with, or a file with one.", required=False)
@option("--set", "Set a new puzzle, or edit the one given.", name="to_set")
@option("--terminal", "Play in this terminal; needs the package textual.")
@option("--browser/--no-browser", "Open the browser.", True)
@serve.PORT
@serve.AT_ONCE
def command(
    *,
    puzzle: str | None,
    to_set: bool,
    terminal: bool,
    browser: bool,
    port: int | None,
    jobs: int | None,
) -> Status:
    """Play, set and watch in the browser.

    Nobody but this machine can reach the page; Ctrl-C ends it. Games are kept in the browser, by
    the page's port: it is 8765 unless another program has it.
    --terminal needs the package textual.

    Exit status: 0 it has ended; 2 usage error, or what is given is not a puzzle.
    """
    if terminal:
        if to_set:
            raise OptionError("puzzles are set in the browser, not with --terminal")
        from cpsudoku import generation

        with extras.needing("a game in the terminal needs", "textual"):
            from cpsudoku.terminal.application import Play
        made = given_puzzle(puzzle) if puzzle else next(generation.generate()).puzzle
        Play(made).run()
        return Status.DONE
    return serve.run(port, jobs, path=_path(puzzle, to_set=to_set), open_browser=browser)


def _path(text: str | None, *, to_set: bool) -> str:
    page = "/set.html" if to_set else "/"
    if text is None:
        return page if to_set else f"{page}#daily"
    from urllib.parse import urlencode

    puzzle = given_puzzle(text)
    if is_file(text):
        text = formats.write(puzzle, "json")
    return f"{page}#{urlencode({'puzzle': text})}"
