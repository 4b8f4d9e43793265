"""The standard streams and the signals, whatever the program was started with.

The streams may be closed, full or of any encoding.  Signals that end the program let it clean up:
workers end, unfinished files go.
"""

from __future__ import annotations

import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Literal, TextIO

from cpsudoku.ground import files
from cpsudoku.ground.processes.insisting import Insisting

_ENDING = ("SIGTERM", "SIGHUP")
_BY_SIGNAL = 128
_FAILING = ("strict", "surrogateescape")


def prepare() -> None:
    """Make the three standard streams usable, or fail where they are used.

    A stream that was closed is opened the wrong way round: using it fails as it would have failed,
    and no file that is opened later gets its number and what is meant for the stream.

    File names need not be text in any encoding; what stands for their bytes is written as these,
    and characters that the encoding lacks are replaced.
    """
    if sys.stdin is None:
        sys.stdin = _wrong_way(0, os.O_WRONLY, "r")
    if sys.stdout is None:
        sys.stdout = _wrong_way(1, os.O_RDONLY, "w")
    if sys.stderr is None:  # nothing is reported, as wanted
        sys.stderr = _wrong_way(2, os.O_WRONLY, "w")
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors in _FAILING:
        sys.stdout.reconfigure(errors=files.REPLACED)


def _wrong_way(descriptor: int, flags: int, mode: Literal["r", "w"]) -> TextIO:
    opened = os.open(os.devnull, flags)
    if opened != descriptor:
        os.dup2(opened, descriptor)
        os.close(opened)
    # Closing it again at the end could only raise an error that concerns no one.
    return open(descriptor, mode, encoding="utf-8", errors="backslashreplace", closefd=False)


def give_up_if_broken(stream: TextIO) -> None:
    """Pass on what has been written; where that fails, forget it.

    Python flushes its streams once more when it exits, and would complain there about the same
    fault.
    """
    try:
        stream.flush()
    except OSError:
        discard(stream)


def discard(stream: TextIO) -> None:
    """Let a stream that cannot be written to lead nowhere from now on."""
    with suppress(OSError):  # a stream of a program that embeds us has no descriptor
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def leave_threads(status: object) -> None:
    """End the process at once if a signal has ended it while threads compute.

    Python would wait for them.  All that has to be cleaned up is by now.
    """
    others = (one for one in threading.enumerate() if one is not threading.main_thread())
    if isinstance(status, int) and status > _BY_SIGNAL and not all(one.daemon for one in others):
        give_up_if_broken(sys.stdout)
        give_up_if_broken(sys.stderr)
        os._exit(status)


class _Ended(SystemExit):
    """A signal has ended the program; a class of its own, for only such can be referred to."""


class _Interrupted(KeyboardInterrupt):
    """Ctrl-C."""


@contextmanager
def leaving_cleanly() -> Iterator[None]:
    """Leave by an exception at Ctrl-C, SIGTERM and SIGHUP, so that every ``finally`` is run.

    The exit status is 128 and the number of the signal, as shells report it.  A signal that is
    ignored, as after ``nohup``, stays so.
    """
    exceptions: dict[int, Callable[[], BaseException]] = {}
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        exceptions[signal.SIGINT] = _Interrupted
    for name in _ENDING:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            exceptions[number] = partial(_Ended, _BY_SIGNAL + number)
    insisting = Insisting(exceptions)
    try:
        yield
    except RuntimeError as error:  # in which Python 3.11 wraps what comes up while it makes a class
        if isinstance(error.__cause__, (_Ended, _Interrupted)):
            raise error.__cause__ from None
        raise
    finally:
        insisting.stop()
