"""Findings that an answer leaves for the next one of the same client, and its progress.

The server keeps it between them, since a process that answers may be ended at any moment.
"""

from __future__ import annotations

import pickle
from collections import OrderedDict
from collections.abc import Callable

from cpsudoku.backends.base.witnesses import TrueCandidates

_MOST_CLIENTS = 64
_MOST_BYTES = 1 << 22


class Memory:
    """Earlier and present findings about one client's puzzle."""

    def __init__(
        self, before: bytes | None = None, report: Callable[[bytes], None] = lambda _: None
    ) -> None:
        self.report = report
        self._before = before
        self.left: bytes | None = None

    @property
    def before(self) -> TrueCandidates | None:
        """The true candidates of the client's last puzzle."""
        if self._before is None:
            return None
        found = pickle.loads(self._before)  # written by `keep` and never seen by a client
        assert isinstance(found, TrueCandidates)
        return found

    def keep(self, found: TrueCandidates) -> None:
        written = pickle.dumps(found)
        self.left = written if len(written) <= _MOST_BYTES else None


class Memories:
    """The memories of clients by their tickets; the least recently used go first."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    def of(self, ticket: str | None) -> bytes | None:
        return None if ticket is None else self._kept.get(ticket)

    def keep(self, ticket: str | None, left: bytes | None) -> None:
        """Keep what an answer has left.

        Args:
            ticket: the client's; None for one that will not come again.
            left: what is left; None to keep what there is.
        """
        if ticket is None or left is None:
            return
        self._kept[ticket] = left
        self._kept.move_to_end(ticket)
        if len(self._kept) > _MOST_CLIENTS:
            self._kept.popitem(last=False)
