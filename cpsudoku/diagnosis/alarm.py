"""Interrupting a solver that computes outside of Python, at a deadline or at Ctrl-C.

Python answers a signal when it is back from the solver, which may take minutes.  But the signal's
number is written to a socket at once, and there another thread listens.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from cpsudoku.ground.deadline import Deadline

_STOP = b"\0"  # no signal has this number
_ENDING = tuple(getattr(signal, n) for n in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, n))


@contextmanager
def alarm(ring: Callable[[], None], seconds: float | None) -> Iterator[None]:
    """Call a function once, from another thread, when time is up or at Ctrl-C or SIGTERM.

    Signals are heard where signals are handled at all, in the main thread.

    Args:
        ring: what to call; interrupts what the body of the ``with`` statement does.
        seconds: when time is up; None for never.
    """
    ear, mouth = socket.socketpair()
    mouth.setblocking(False)
    before = -1
    handles_signals = threading.current_thread() is threading.main_thread()
    if handles_signals:
        before = signal.set_wakeup_fd(mouth.fileno(), warn_on_full_buffer=False)
    listener = threading.Thread(target=_listen, args=(ear, ring, seconds, before), daemon=True)
    listener.start()
    try:
        yield
    finally:
        if handles_signals:
            signal.set_wakeup_fd(before)
        mouth.send(_STOP)
        listener.join()
        ear.close()
        mouth.close()


def _listen(
    ear: socket.socket, ring: Callable[[], None], seconds: float | None, other: int
) -> None:
    deadline = Deadline(seconds)
    while True:
        if not select.select([ear], [], [], deadline.left)[0]:
            ring()
            return
        heard = ear.recv(1024)
        if other >= 0 and (signals := heard.replace(_STOP, b"")):
            # Something else listens for signals too, such as an event loop.
            with suppress(OSError):
                os.write(other, signals)
        if any(number in heard for number in _ENDING):
            ring()
            return
        if _STOP in heard:
            return
