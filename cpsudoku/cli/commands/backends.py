"""``cpsudoku backends``: what can solve, what it is for, and in which form it is installed."""

from __future__ import annotations

import json
from importlib.util import find_spec

import typer

from cpsudoku import backends
from cpsudoku.cli import options
from cpsudoku.errors import BackendUnavailableError
from cpsudoku.rules import classic


def command(*, as_json: options.Json = False) -> None:
    """List the backends: what each is for and whether it can be used.

    The first line tells whether the compiled core is there.  Without it, which is so where no C++
    compiler was found on installing, everything works that does not say otherwise here, but
    slowly.
    """
    compiled = find_spec("cpsudoku._native") is not None
    rows = [_row(name) for name in backends.names()]
    if as_json:
        typer.echo(json.dumps({"compiled_core": compiled, "backends": rows}))
        return
    typer.echo(f"compiled core: {'present' if compiled else 'missing'}")
    if not compiled:
        typer.echo("  (no C++ compiler was found on installing; with one, install cpsudoku again)")
    width = max(len(row["name"]) for row in rows)
    for row in rows:
        typer.echo(f"{row['name']:<{width}}  {row['state']:<8}  {row['summary']}")
        if row["detail"]:
            typer.echo(f"{'':<{width}}            {row['detail']}")


def _row(name: str) -> dict[str, str]:
    try:
        backend = backends.get(name)
    except BackendUnavailableError as error:
        return {"name": name, "state": "missing", "summary": str(error), "detail": ""}
    row = {"name": name, "state": "ready", "summary": backend.summary, "detail": ""}
    support = backend.supports(classic())
    if not support:
        return row | {"state": "unusable", "detail": support.reason}
    return row | {"detail": backend.detail()}
