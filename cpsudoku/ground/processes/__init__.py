"""Processes beside this one: how many are useful, children that can be killed, workers."""

from __future__ import annotations

import os

from cpsudoku.errors import OptionError


def available_processors() -> int:
    """Return on how many processors this process may run."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def useful_workers(wanted: int | None) -> int:
    """Return how many threads or processes to start: more than processors would only take memory.

    Args:
        wanted: how many at most; None or 0 for as many as there are processors.
    """
    if wanted is not None and wanted < 0:
        raise OptionError(f"{wanted} workers; expected at least 1")
    return min(wanted or available_processors(), available_processors())
