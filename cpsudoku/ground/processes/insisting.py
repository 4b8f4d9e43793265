"""Interruptions that are not lost.

What a signal's handler raises comes up wherever Python happens to be.  In a finalizer, in a
callback of a fork, or while a compiled module is loaded, it may be caught by code that knows
nothing of it: Python prints a traceback at best and continues as if Ctrl-C had not been pressed.
Here it is raised again until it gets through.

An exception on its way up is alive: somebody holds it, also while ``finally`` blocks are run.  When
it has died and the program still runs, it was lost.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING
from weakref import ref

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

SOON = 0.05
"""Seconds until one looks again what became of an interruption, which other code may catch."""


class Insisting:
    """Raises an exception at some signals, again and again until it is not lost.

    For the main thread of a program, once: it takes the alarm of the process, SIGALRM, too.
    """

    def __init__(self, exceptions: dict[int, Callable[[], BaseException]]) -> None:
        self._exceptions = exceptions
        self._last: tuple[int, ref[BaseException]] | None = None
        for number in exceptions:
            signal.signal(number, self._begin)
        if hasattr(signal, "setitimer"):
            signal.signal(signal.SIGALRM, self._look)
        hush()

    def stop(self) -> None:
        """Raise nothing any more: the program is about to end, and a signal ends it at once."""
        self._last = None
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)
        for number in self._exceptions:
            signal.signal(number, signal.SIG_DFL)

    def _begin(self, number: int, _: FrameType | None) -> None:
        on_its_way = self._last is not None and self._last[1]() is not None
        if number == signal.SIGINT or not on_its_way:
            self._raise(number)

    def _look(self, _: int, __: FrameType | None) -> None:
        if self._last is not None:
            number, last = self._last
            if last() is None:
                self._raise(number)
            self._look_soon()

    def _raise(self, number: int) -> None:
        error = self._exceptions[number]()
        self._last = number, ref(error)
        self._look_soon()
        try:
            raise error
        finally:
            del error  # or this frame would keep it alive

    @staticmethod
    def _look_soon() -> None:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, SOON)


def hush() -> None:
    """Print nothing from now on when an interruption is lost."""
    before = sys.unraisablehook

    def report_others(lost: UnraisableHookArgs) -> None:
        if not isinstance(lost.exc_value, (KeyboardInterrupt, SystemExit)):
            before(lost)

    sys.unraisablehook = report_others
