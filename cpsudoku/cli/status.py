"""What the exit status of a command means."""

from cpsudoku.asking.outcomes import Status

__all__ = ["Status"]
