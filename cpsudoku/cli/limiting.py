"""The limit of time of commands that work through many things and write each when it is done."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from cpsudoku.cli import failures
from cpsudoku.cli.status import Status
from cpsudoku.ground.deadline import Deadline, OutOfTimeError
from cpsudoku.ground.processes.child import interrupting

Item = TypeVar("Item")


class Limit:
    """Ends a run in time, with what was finished by then."""

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds
        self.deadline = Deadline(seconds)
        self.reached = False

    def until(self, items: Iterable[Item], share: float = 1.0) -> Iterator[Item]:
        """Yield items until time runs out, also in the middle of making one.

        What is done with an item, such as writing it, is never interrupted.

        Args:
            share: of the time that is left, for work that is followed by other work.
        """
        deadline = self.deadline.part(share)
        source = iter(items)
        while True:
            try:
                with interrupting(deadline):
                    item = next(source)
            except StopIteration:
                return
            except OutOfTimeError:
                self.reached = True
                return
            yield item

    def status(self, done: int, what: str = "puzzles") -> Status:
        """Return the exit status of a run that went well; says how far it came if time ran out."""
        if not self.reached:
            return Status.DONE
        failures.report(f"the timeout of {self._seconds:g} s was reached after {done} {what}")
        return Status.UNKNOWN
