"""Our proof checker in plain Python: what the compiled one has to accept and to refuse.

`Elaborator` finds the hints of a proof (``native/proofs/elaborator.hpp``; simpler, since it deletes
no clause), `Follower` checks them (``native/proofs/follower.hpp``).

>>> formula = flat([(1, 2), (1, -2), (-1, 3), (-1, -3)])
>>> elaborator, follower = Elaborator(formula), Follower(formula)
>>> elaborator.add(flat([(1,)]))
>>> follower.follow(elaborator.take_lines()), follower.refuted
(True, True)
>>> Follower(formula).follow(flat([(1,), (1, 3)]))  # clause 3 says nothing where 1 is false
False
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterator

from cpsudoku.certificates.checking import flat


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
            lines: clauses, each followed by its hints, `flat`.

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


class Elaborator:
    """Finds the hints of a DRUP proof.

    Args:
        formula: its clauses, `flat`.
    """

    def __init__(self, formula: bytes) -> None:
        self._clauses: list[list[int]] = [[]]  # there is no clause 0
        self._watchers: defaultdict[int, list[int]] = defaultdict(list)
        self._reasons: dict[int, int] = {}  # of each true literal: a clause's number, 0 if assumed
        self._trail: list[int] = []
        self._root = 0
        self._head = 0
        self._lines: list[tuple[int, ...]] = []
        self.refuted = False
        for clause in lists_in(formula):
            self._store(clause)
        for number in range(1, len(self._clauses)):
            self._attach(number)
        self._settle()

    def add(self, clauses: bytes) -> int | None:
        """Elaborate added clauses; return the index of the first that does not follow, or None.

        Args:
            clauses: the clauses, `flat`.
        """
        for index, clause in enumerate(lists_in(clauses)):
            if not self.refuted and not self._add(clause):
                return index
        return None

    def remove(self, clauses: bytes) -> None:
        """Elaborate deletions: clauses that are kept do no harm, they only take time.

        Args:
            clauses: the clauses, `flat`.
        """

    def take_lines(self) -> bytes:
        """Return the lines since the last call."""
        lines, self._lines = self._lines, []
        return flat(lines)

    def _add(self, clause: tuple[int, ...]) -> bool:
        """Elaborate an added clause, and return whether it follows."""
        for literal in clause:
            if literal in self._reasons:  # it always holds: the follower can do without it
                self._backtrack()
                return True
            if -literal not in self._reasons:
                self._assign(-literal, 0)
        conflict = self._propagate()
        hints = self._hints(conflict) if conflict else []
        self._backtrack()
        if not conflict:
            return False
        self._write(clause, hints)
        self._attach(self._store(clause))
        self._settle()
        return True

    def _store(self, clause: tuple[int, ...]) -> int:
        self._clauses.append(list(dict.fromkeys(clause)))
        return len(self._clauses) - 1

    def _attach(self, number: int) -> None:
        """Have a clause propagate: at the root, or by watching two literals that are not false."""
        literals = self._clauses[number]
        if self.refuted or any(literal in self._reasons for literal in literals):
            return
        literals.sort(key=lambda literal: -literal in self._reasons)
        open_ = sum(-literal not in self._reasons for literal in literals)
        if open_ == 0:
            self._write_empty(number)
        elif open_ == 1:
            self._assign(literals[0], number)
            self._write_unit(literals[0])
        else:
            self._watchers[literals[0]].append(number)
            self._watchers[literals[1]].append(number)

    def _assign(self, literal: int, reason: int) -> None:
        self._reasons[literal] = reason
        self._trail.append(literal)

    def _backtrack(self) -> None:
        for literal in self._trail[self._root :]:
            del self._reasons[literal]
        del self._trail[self._root :]
        self._head = self._root

    def _propagate(self) -> int:
        """Propagate all literals of the trail; return the clause that fails, or 0."""
        while self._head < len(self._trail):
            falsified = -self._trail[self._head]
            self._head += 1
            watching = self._watchers[falsified]
            self._watchers[falsified] = kept = []
            for place, number in enumerate(watching):
                if self._moves(number, falsified):
                    continue
                kept.append(number)
                first = self._clauses[number][0]
                if -first in self._reasons:
                    kept += watching[place + 1 :]
                    return number
                if first not in self._reasons:
                    self._assign(first, number)
        return 0

    def _moves(self, number: int, falsified: int) -> bool:
        """Put the other watched literal first; return whether a third is watched from now on."""
        literals = self._clauses[number]
        if literals[0] == falsified:
            literals[0], literals[1] = literals[1], literals[0]
        if literals[0] in self._reasons:
            return False
        for place in range(2, len(literals)):
            if -literals[place] not in self._reasons:
                literals[1], literals[place] = literals[place], literals[1]
                self._watchers[literals[1]].append(number)
                return True
        return False

    def _settle(self) -> None:
        """Propagate at the root, and write a unit clause for each literal that becomes true."""
        if self.refuted:
            return
        conflict = self._propagate()
        for literal in self._trail[self._root :]:
            self._write_unit(literal)
        self._root = len(self._trail)
        if conflict:
            self._write_empty(conflict)

    def _write(self, clause: tuple[int, ...], hints: list[int]) -> None:
        self._lines += [clause, tuple(hints)]

    def _write_unit(self, literal: int) -> None:
        reason = self._reasons[literal]
        if len(self._clauses[reason]) > 1:
            others = [-other for other in self._clauses[reason] if other != literal]
            self._write((literal,), [*(self._reasons[other] for other in others), reason])
            self._reasons[literal] = self._store((literal,))

    def _write_empty(self, conflict: int) -> None:
        self._write((), [*(self._reasons[-x] for x in self._clauses[conflict]), conflict])
        self.refuted = True

    def _hints(self, conflict: int) -> list[int]:
        """Return the clauses that led to a conflict, in the order in which they propagated."""
        hints = [conflict]
        met = {-literal for literal in self._clauses[conflict]}
        for literal in reversed(self._trail[self._root :]):
            if literal in met and (reason := self._reasons[literal]):
                hints.append(reason)
                met.update(-other for other in self._clauses[reason] if other != literal)
        root = self._trail[: self._root]
        hints += [self._reasons[literal] for literal in root if literal in met]
        return hints[::-1]
