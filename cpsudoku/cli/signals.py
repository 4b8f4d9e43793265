"""Signals that end the program let it clean up: workers end, unfinished files go."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from cpsudoku.processes.insisting import Insisting

_ENDING = ("SIGTERM", "SIGHUP")


class _Ended(SystemExit):
    """A signal has ended the program; a class of its own, for only such can be referred to."""


class _Interrupted(KeyboardInterrupt):
    """Ctrl-C."""


@contextmanager
def leaving_cleanly() -> Iterator[None]:
    """Leave by an exception at Ctrl-C, SIGTERM and SIGHUP, so that every ``finally`` is run.

    The exit status is 128 and the number of the signal, as a shell gives it.  A signal that is
    ignored, as after ``nohup``, stays so.

    Raises:
        KeyboardInterrupt: Ctrl-C.
        SystemExit: another signal.
    """
    exceptions: dict[int, Callable[[], BaseException]] = {}
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        exceptions[signal.SIGINT] = _Interrupted
    for name in _ENDING:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            exceptions[number] = partial(_Ended, 128 + number)
    insisting = Insisting(exceptions)
    try:
        yield
    finally:
        insisting.stop()
