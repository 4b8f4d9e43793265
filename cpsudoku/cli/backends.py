"""``cpsudoku backends``: what can solve, and what it is for."""

from __future__ import annotations

import typer

from cpsudoku import backends


def command() -> None:
    """List the backends: what each is for and whether it can be used."""
    for name in backends.names():
        typer.echo(f"{name:<10} {backends.get(name).summary}")
