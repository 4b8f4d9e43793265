"""Our own proof checker in plain Python, for installations without the compiled one.

It is the twin of ``native/proofs/follower.hpp``, where its rule is told and why it is sound.

    >>> formula = flat([(1, 2), (1, -2), (-1, 3), (-1, -3)])
    >>> checker = Follower(formula)
    >>> checker.follow(flat([(1,), (1, 2), (), (5, 3, 4)]))  # a clause and its hints in turn
    True
    >>> checker.refuted, checker.accepted
    (True, 2)
    >>> Follower(formula).follow(flat([(1,), (1, 3)]))  # clause 3 says nothing where 1 is false
    False
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator


def flat(lists: Iterable[Iterable[int]]) -> bytes:
    """Return lists of numbers as the compiled code takes them: 32 bits a number, a 0 at each end.

    Args:
        lists: clauses; or clauses and hints in turn.
    """
    return array("i", [number for one in lists for number in (*one, 0)]).tobytes()


def lists_in(numbers: bytes) -> Iterator[tuple[int, ...]]:
    """Yield the lists that `flat` has put together.

    Args:
        numbers: the lists.

    Raises:
        ValueError: the last list has no 0 at its end.
    """
    found: list[int] = []
    for number in array("i", numbers):
        if number:
            found.append(number)
        else:
            yield tuple(found)
            found = []
    if found:
        raise ValueError("a list of numbers without its 0")


class Follower:
    """Checks lines of clauses and hints, and only follows.

    Args:
        formula: its clauses, `flat`; they have the numbers 1 … m.
    """

    def __init__(self, formula: bytes) -> None:
        self._clauses = list(map(frozenset, lists_in(formula)))
        self._failed = False
        self._refuted = False
        self.accepted = 0

    @property
    def refuted(self) -> bool:
        """Whether the empty clause follows."""
        return self._refuted and not self._failed

    def follow(self, lines: bytes) -> bool:
        """Return whether all lines follow; nothing is accepted after one that does not.

        Args:
            lines: clauses, each with its hints behind it, `flat`.

        Raises:
            ValueError: a list is missing, or has no end; nothing is accepted from then on.
        """
        if self._failed:
            return False
        self._failed = True  # unless all lines follow
        lists = lists_in(lines)
        for clause in lists:
            hints = next(lists, None)
            if hints is None:
                raise ValueError("a clause without a list of hints")
            if not self._follows(clause, hints):
                return False
            self._clauses.append(frozenset(clause))
            self._refuted = self._refuted or not clause
            self.accepted += 1
        self._failed = False
        return True

    def _follows(self, clause: tuple[int, ...], hints: tuple[int, ...]) -> bool:
        false = set(clause)
        for hint in hints:
            if not 1 <= hint <= len(self._clauses):
                return False
            left = self._clauses[hint - 1] - false
            if not left:
                return True
            if len(left) > 1:
                return False
            false.update(-literal for literal in left)
        return False
