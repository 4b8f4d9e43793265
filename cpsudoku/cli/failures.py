"""Failures are told in one line on stderr, without a traceback, and become exit statuses."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import typer

from cpsudoku.cli.status import Status
from cpsudoku.errors import CpsudokuError


def tell(message: str) -> None:
    """Write a line about a failure to stderr.

    Args:
        message: what went wrong.
    """
    typer.echo(f"cpsudoku: {message}", err=True)


@contextmanager
def reporting_errors() -> Iterator[None]:
    """Turn the failures that are not bugs into a line on stderr and an exit status.

    Raises:
        typer.Exit: with status 2 for bad input and failures of the system, 130 for Ctrl-C, and 0
            where the reader of our output closed the pipe early.
    """
    try:
        yield
    except CpsudokuError as error:
        tell(str(error))
        raise typer.Exit(Status.ERROR) from None
    except KeyboardInterrupt:
        tell("interrupted")
        raise typer.Exit(Status.INTERRUPTED) from None
    except BrokenPipeError:
        _give_up_stdout_if_broken()
        raise typer.Exit(Status.DONE) from None
    except OSError as error:
        tell(_system_message(error))
        _give_up_stdout_if_broken()
        raise typer.Exit(Status.ERROR) from None


def _system_message(error: OSError) -> str:
    what = error.strerror or str(error)
    return f"{error.filename}: {what}" if error.filename else what


def _give_up_stdout_if_broken() -> None:
    """Pass on what has been written; where that fails, forget it.

    Python flushes stdout once more when it exits, and would complain there about the same fault.
    """
    try:
        sys.stdout.flush()
    except OSError:
        with suppress(OSError):  # a stream of somebody who embeds us has no descriptor
            descriptor = sys.stdout.fileno()
            os.dup2(os.open(os.devnull, os.O_WRONLY), descriptor)
