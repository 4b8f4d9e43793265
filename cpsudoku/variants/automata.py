"""Automata over digits, from a regular expression or a Python function.

>>> from cpsudoku.rules import square
>>> even_then_odd = from_expression("[24]*[13]*", (0, 1, 2, 3), square(4))
>>> even_then_odd.holds((2, 4, 1, 3)), even_then_odd.holds((1, 2, 4, 3))
(True, False)
>>> no_sum_above_5 = from_function(
...     0, lambda total, digit: None if total + digit > 5 else total + digit, lambda _: True,
...     (0, 1), square(4))
>>> no_sum_above_5.holds((2, 3, 0, 0)), no_sum_above_5.holds((3, 3, 0, 0))
(True, False)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TypeVar

from cpsudoku.errors import RulesError
from cpsudoku.rules import Board, Cell
from cpsudoku.rules.primitives import Regular

State = TypeVar("State", bound=Hashable)

MOST_STATES = 20_000
"""An automaton with more states is refused."""


def from_function(
    start: State,
    step: Callable[[State, int], State | None],
    accepts: Callable[[State], bool],
    cells: tuple[Cell, ...],
    board: Board,
    *,
    label: str = "automaton",
) -> Regular:
    """Return the automaton whose steps a function tells.

    Args:
        start: the state to begin in.
        step: called with a state and a digit; returns the next state, None to refuse the digit.
        accepts: whether the word may end in a state.
        cells: the cells, in the order of reading.
        label: what people call it.

    Raises:
        RulesError: there are more states than can be told apart in reasonable time.
    """
    numbers: dict[State, int] = {start: 0}
    digits = range(board.first, board.last + 1)
    waiting, steps = [(0, start)], []
    while waiting:
        number, state = waiting.pop()
        for digit in digits:
            after = step(state, digit)
            if after is None:
                continue
            reached = numbers.get(after)
            if reached is None:
                reached = len(numbers)
                if reached >= MOST_STATES:
                    raise RulesError(f"{label} has more than {MOST_STATES} states")
                numbers[after] = reached
                waiting.append((reached, after))
            steps.append((number, digit, reached))
    accepting = frozenset(number for state, number in numbers.items() if accepts(state))
    return Regular(cells, 0, frozenset(steps), accepting, label)


def from_expression(
    expression: str, cells: tuple[Cell, ...], board: Board, *, label: str = "expression"
) -> Regular:
    """Return the automaton of a regular expression.

    It has digits, ``.`` for any, ``[…]`` and ``[^…]`` with ranges, ``|``, ``( )``, ``*``, ``+``,
    ``?`` and ``{m,n}``.  The states are its derivatives (J. Brzozowski, "Derivatives of regular
    expressions", J. ACM 11, 1964).

    Args:
        expression: the expression; all digits of the cells have to match it.
        cells: the cells, in the order of reading.
        board: the board; digits beyond 9 are letters, as in its texts.
        label: what people call it.

    Raises:
        RulesError: it is no expression of that form.
    """
    parsed = _Parser(expression, board).parse()
    return from_function(
        parsed,
        lambda state, digit: state.after(digit),
        lambda state: state.empty,
        cells,
        board,
        label=label,
    )


@dataclass(frozen=True)
class _Expression:
    """A set of words; `after` is what may follow once a digit was read, None for nothing."""

    @property
    def empty(self) -> bool:
        """Whether the empty word belongs to it."""
        return True

    def after(self, digit: int) -> _Expression | None:
        """Return the derivative."""
        return None


_EMPTY = _Expression()


@dataclass(frozen=True)
class _Digits(_Expression):
    digits: frozenset[int]

    @property
    def empty(self) -> bool:
        return False

    def after(self, digit: int) -> _Expression | None:
        return _EMPTY if digit in self.digits else None


@dataclass(frozen=True)
class _Chain(_Expression):
    head: _Expression
    tail: _Expression

    @property
    def empty(self) -> bool:
        return self.head.empty and self.tail.empty

    def after(self, digit: int) -> _Expression | None:
        head = self.head.after(digit)
        found = None if head is None else _chain(head, self.tail)
        return _either(found, self.tail.after(digit)) if self.head.empty else found


@dataclass(frozen=True)
class _Either(_Expression):
    parts: frozenset[_Expression]

    @property
    def empty(self) -> bool:
        return any(part.empty for part in self.parts)

    def after(self, digit: int) -> _Expression | None:
        found: _Expression | None = None
        for part in self.parts:
            found = _either(found, part.after(digit))
        return found


@dataclass(frozen=True)
class _Star(_Expression):
    part: _Expression

    def after(self, digit: int) -> _Expression | None:
        found = self.part.after(digit)
        return None if found is None else _chain(found, self)


def _chain(head: _Expression, tail: _Expression) -> _Expression:
    if head == _EMPTY:
        return tail
    if isinstance(head, _Chain):
        return _Chain(head.head, _chain(head.tail, tail))
    return head if tail == _EMPTY else _Chain(head, tail)


def _either(one: _Expression | None, other: _Expression | None) -> _Expression | None:
    if one is None or other is None:
        return one or other
    parts = {
        part for way in (one, other) for part in (way.parts if isinstance(way, _Either) else (way,))
    }
    return parts.pop() if len(parts) == 1 else _Either(frozenset(parts))


class _Parser:
    def __init__(self, text: str, board: Board) -> None:
        self._text = text
        self._at = 0
        symbols = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        self._digits = {symbols[d]: d for d in range(board.first, min(board.last, 35) + 1)}

    def parse(self) -> _Expression:
        found = self._choice()
        if self._at < len(self._text):
            raise self._fault("the end")
        return found

    def _fault(self, expected: str) -> RulesError:
        return RulesError(
            f"expression {self._text!r}, character {self._at + 1}: expected {expected}"
        )

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _take(self, wanted: str) -> bool:
        if self._peek() != wanted:
            return False
        self._at += 1
        return True

    def _choice(self) -> _Expression:
        found: _Expression | None = self._sequence()
        while self._take("|"):
            found = _either(found, self._sequence())
        assert found is not None
        return found

    def _sequence(self) -> _Expression:
        parts = []
        while self._peek() not in ("", "|", ")"):
            parts.append(self._repeated())
        found = _EMPTY
        for part in reversed(parts):
            found = _chain(part, found)
        return found

    def _repeated(self) -> _Expression:
        found = self._atom()
        while self._peek() in ("*", "+", "?", "{") and self._peek():
            if self._take("*"):
                found = _Star(found)
            elif self._take("+"):
                found = _chain(found, _Star(found))
            elif self._take("?"):
                found = _either(found, _EMPTY) or _EMPTY
            else:
                found = self._counted(found)
        return found

    def _counted(self, part: _Expression) -> _Expression:
        end = self._text.find("}", self._at)
        least, comma, most = self._text[self._at + 1 : max(end, 0)].partition(",")
        if end < 0 or not least.isdigit() or not (most.isdigit() or not most):
            raise self._fault("{3}, {1,3} or {2,}")
        self._at = end + 1
        low = int(least)
        high = int(most) if most else low
        if not low <= high <= 100:
            raise self._fault("at most 100 repetitions, the fewest first")
        found: _Expression = _Star(part) if comma and not most else _EMPTY
        for _ in range(high - low):
            found = _either(_EMPTY, _chain(part, found)) or _EMPTY
        for _ in range(low):
            found = _chain(part, found)
        return found

    def _atom(self) -> _Expression:
        if self._take("("):
            found = self._choice()
            if not self._take(")"):
                raise self._fault(")")
            return found
        if self._take("."):
            return _Digits(frozenset(self._digits.values()))
        if self._take("["):
            return self._class()
        return _Digits(frozenset({self._digit()}))

    def _digit(self) -> int:
        digit = self._digits.get(self._peek().upper())
        if digit is None:
            raise self._fault("a digit of the board")
        self._at += 1
        return digit

    def _class(self) -> _Expression:
        others = self._take("^")
        found: set[int] = set()
        while not self._take("]"):
            low = self._digit()
            high = self._digit() if self._take("-") else low
            found |= set(range(low, high + 1))
        every = frozenset(self._digits.values())
        return _Digits(every - found if others else frozenset(found))
