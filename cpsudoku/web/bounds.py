"""What a server allows to a request and to all of them together."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits of a server.

    Args:
        body: largest body of a request, in bytes.
        body_seconds: seconds in which a body must have come in.
        seconds: time for an answer, unless the request asks for another.
        most_seconds: the longest time that a request may ask for.
        at_once: how many answers are worked on at a time, each by a process of its own.
        waiting: how many requests may wait for their turn; the next are refused.
    """

    body: int = 1 << 18
    body_seconds: float = 10.0
    cells: int = 1024
    seconds: float = 5.0
    most_seconds: float = 60.0
    at_once: int = 2
    waiting: int = 64
