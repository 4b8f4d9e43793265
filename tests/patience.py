"""How long tests wait before they call something endless."""

BUSY = 40.0
"""Seconds that a slow and busy machine may add to a limit.

Limits hold within half a second on a machine that has the time; that is for a benchmark to show.  A
test shows only whether a limit holds at all: what it stops would run for a minute at least.
"""
