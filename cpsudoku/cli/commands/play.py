"""``cpsudoku play``: the page in a browser."""

from __future__ import annotations

from typing import Annotated

import typer

from cpsudoku.cli.commands import serve
from cpsudoku.cli.status import Status

Text = Annotated[
    str | None, typer.Argument(metavar="[PUZZLE]", help="A puzzle in any notation, to begin with.")
]
Browser = Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser.")]


def command(
    puzzle: Text = None,
    *,
    browser: Browser = True,
    port: serve.Port = 0,
    jobs: serve.AtOnce = None,
) -> Status:
    """Play, set and watch in the browser.

    Nobody but this machine can reach the page; Ctrl-C ends it. Games are kept in the browser.

    Exit status: 0 it has ended; 2 wrong usage, or a puzzle that is none.
    """
    return serve.run("127.0.0.1", port, jobs, 5.0, path=_path(puzzle), open_browser=browser)


def _path(text: str | None) -> str:
    if text is None:
        return "/"
    from urllib.parse import urlencode

    from cpsudoku import formats

    formats.parse(text)
    return f"/#{urlencode({'puzzle': text})}"
