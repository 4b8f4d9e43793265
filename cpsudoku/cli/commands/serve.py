"""``cpsudoku serve``: the page and the interface it asks."""

from __future__ import annotations

import sys
from functools import partial
from typing import Any

from cpsudoku.cli.declaring import NumberType, as_command, option, seconds, whole
from cpsudoku.cli.status import Status
from cpsudoku.ground import extras

PORT = option(
    "--port NUMBER", "0 for any that is free; if not asked, 8765, or the next that is free.",
    kind=NumberType(int, 0, 65535),
)  # fmt: skip
AT_ONCE = whole("--jobs -j", "How many answers to work on at a time.")


def run(port: int | None, jobs: int | None, **how: Any) -> Status:
    """Serve until the process is asked to end, as `cpsudoku.web.serving.serve` is told to."""
    with extras.needing("the page needs", "fastapi", "uvicorn", "segno", "websockets"):
        from cpsudoku.web.serving import serve

        announce = partial(print, file=sys.stderr, flush=True)
        serve(port=port, jobs=jobs, announce=announce, **how)
    return Status.DONE


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
@PORT
@AT_ONCE
@seconds("--timeout", "Default time limit of an answer, in seconds.", 5.0, least=0.1, most=60)
@option("--fpuzzles", "Answer the solver script of f-puzzles.com, on port 4545.")
def command(
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
    return run(port, jobs, host=host, seconds=timeout, fpuzzles=fpuzzles)
