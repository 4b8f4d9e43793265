"""Failures become a line on stderr, without a traceback, and exit statuses.

What an option or a text has that makes no sense is a `CpsudokuError`, wherever it is found.
"""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice

from click.exceptions import Exit

from cpsudoku.asking.outcomes import Status
from cpsudoku.cli import surroundings
from cpsudoku.errors import CpsudokuError
from cpsudoku.ground.deadline import OutOfTimeError
from cpsudoku.ground.names import suggestion
from cpsudoku.rows.output import STANDARD_OUTPUT, harmless

LEFT_OUT = {
    f"cpsudoku.{room}"
    for room in (
        "atlas", "certificates", "comparison", "export", "jobs", "learn", "terminal", "tracing",
        "web",
    )
}  # fmt: skip
"""Rooms that an installation can leave out; their commands are not there then."""

_PROGRAM = os.path.join(os.path.dirname(os.path.dirname(__file__)), "")  # noqa: PTH118, PTH120

DEBUG = "CPSUDOKU_DEBUG"
"""Environment variable that makes a crash show its traceback, if it is not empty."""


def report(message: str) -> None:
    """Write a line about a failure to stderr; if that fails too, the exit status still shows it."""
    # What a text is told to say of its rules, a command can be told as well.
    say(f"cpsudoku: {message}" + (" (or --rules)" if "'# rules: " in message else ""))


def say(text: str) -> None:
    """Write a line to stderr, if that is possible."""
    try:
        print(harmless(text), file=sys.stderr)
    except OSError:
        surroundings.discard(sys.stderr)


@contextmanager
def reporting_errors() -> Iterator[None]:
    """Turn the failures that are not bugs into a line on stderr and an exit status.

    Raises:
        Exit: with status 2 for bad input and failures of the system, 3 where time ran out
            before there was anything to write, 130 for Ctrl-C, and 0 where the reader of our output
            closed the pipe early.
    """
    try:
        yield
    except CpsudokuError as error:
        _leave(str(error), Status.ERROR)
    except OutOfTimeError:
        _leave("the timeout was reached before there was an answer", Status.UNKNOWN)
    except KeyboardInterrupt as stop:
        _leave(str(stop) or "interrupted", Status.INTERRUPTED)
    except ModuleNotFoundError as error:
        if error.name not in LEFT_OUT:
            raise
        _leave(f"this needs {error.name}, which is not installed", Status.ERROR)
    except BrokenPipeError:
        surroundings.give_up_if_broken(sys.stdout)
        raise Exit(Status.DONE) from None
    except OSError as error:
        _leave(_system_message(error), Status.ERROR)
    except UnicodeEncodeError as error:
        found = error.object[error.start : error.end][:20]
        _leave(f"{found!a} cannot be written in {error.encoding}", Status.ERROR)
    except MemoryError:
        _leave("there is not enough memory", Status.ERROR)


def _leave(message: str, status: Status) -> None:
    report(message)
    # Closes the files that were being read, which nothing else does before the end.
    traceback.clear_frames(sys.exc_info()[2])
    surroundings.give_up_if_broken(sys.stdout)
    raise Exit(status) from None


def report_crash(error: Exception) -> Status:
    """Report a failure that was not foreseen, and return its exit status."""
    if os.environ.get(DEBUG):
        report("".join(traceback.format_exception(error)))
    else:
        report(
            f"a bug: {type(error).__name__}: {error}; please report it with what "
            f"{DEBUG}=1 shows in addition"
        )
    surroundings.give_up_if_broken(sys.stdout)
    return Status.CRASHED


_FULL = {errno.ENOSPC, errno.EFBIG, errno.EDQUOT}


def _system_message(error: OSError) -> str:
    if str(error.filename).startswith(_PROGRAM):
        raise error  # no user has named it: a file of ours is lost
    if error.errno == errno.EBADF:
        streams = {STANDARD_OUTPUT: sys.__stdout__, "standard input": sys.__stdin__}
        for name, stream in streams.items():
            if stream is None:
                return f"{name} is closed"
    what = error.strerror or str(error)
    # Every file of ours is named where it fails; what is left is the one that has no name.
    name = error.filename or (STANDARD_OUTPUT if error.errno in _FULL else "")
    near = _nearest(str(name)) if error.errno == errno.ENOENT and name else ""
    return f"{name}: {what}{near}" if name else what


def _nearest(path: str) -> str:
    """Return a question for the file of the same folder whose name is nearest."""
    folder, name = os.path.split(path)
    try:
        with os.scandir(folder or os.curdir) as entries:
            names = [entry.name + "/" * entry.is_dir() for entry in islice(entries, 1000)]
    except OSError:
        return ""
    return suggestion(name, names)
