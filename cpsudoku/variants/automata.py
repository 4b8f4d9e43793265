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

import re
from collections.abc import Callable, Hashable, Iterable
from functools import partial, reduce
from operator import or_
from typing import NamedTuple, TypeAlias, TypeVar

from cpsudoku.errors import RulesError, quoted
from cpsudoku.rules import Board, Cell, digits_of_mask
from cpsudoku.rules.primitives import Regular

State = TypeVar("State", bound=Hashable)

MOST_STATES = 20_000  # an automaton with more states is refused


class Acceptor(NamedTuple):
    """An automaton for any cells, with what `Regular` has beside them; many clues share one."""

    steps: frozenset[tuple[int, int, int]]
    accepting: frozenset[int]
    start: int = 0

    def of(self, cells: tuple[Cell, ...], label: str) -> Regular:
        """Return that it accepts the digits of some cells."""
        return Regular(cells, self.start, self.steps, self.accepting, label)


def from_function(
    start: State,
    step: Callable[[State, int], State | None],
    accepts: Callable[[State], bool],
    cells: tuple[Cell, ...],
    board: Board,
    *,
    label: str = "automaton",
) -> Regular:
    """Return the automaton whose steps a function gives.

    Args:
        step: called with a state and a digit; returns the next state, None to refuse the digit.
        accepts: whether the word may end in a state.
    """
    digits = range(board.first, board.last + 1)
    found = from_rows(
        start, lambda state: [step(state, d) for d in digits], accepts, board, label=label
    )
    return found.of(cells, label)


def from_rows(
    start: State,
    row: Callable[[State], Iterable[State | None]],
    accepts: Callable[[State], bool],
    board: Board,
    *,
    label: str = "automaton",
) -> Acceptor:
    """Return the automaton whose steps a function gives, all those of a state at a time.

    Args:
        row: called with a state; returns for each digit, ascending, the next state, None to refuse
            the digit.
        accepts: see `from_function`.
    """
    numbers: dict[State, int] = {start: 0}
    states = [start]
    steps: list[tuple[int, int, int]] = []
    digits = range(board.first, board.last + 1)
    for number, state in enumerate(states):  # which grow meanwhile
        found = [(digit, s) for digit, s in zip(digits, row(state), strict=True) if s is not None]
        for _, after in found:
            if after not in numbers:
                numbers[after] = len(states)
                states.append(after)
        if len(states) > MOST_STATES:
            raise RulesError(f"{label} has more than {MOST_STATES} states")
        steps += [(number, digit, numbers[after]) for digit, after in found]
    accepting = frozenset(number for number, state in enumerate(states) if accepts(state))
    return Acceptor(frozenset(steps), accepting)


def from_expression(
    expression: str, cells: tuple[Cell, ...], board: Board, *, label: str = "expression"
) -> Regular:
    """Return the automaton of a regular expression.

    It has digits, ``.`` for any, ``[…]`` and ``[^…]`` with ranges, ``|``, ``( )``, ``*``, ``+``,
    ``?`` and ``{m,n}``.  A state is a set of places in the expression, each repetition written out,
    where the digit that was read last may stand (V. M. Glushkov, "The abstract theory of automata",
    Russian Mathematical Surveys 16, 1961).

    Args:
        expression: the expression; all digits of the cells have to match it.
        board: the board; digits beyond 9 are letters, as in its texts.

    Raises:
        RulesError: it is not an expression of that form, or too big.
    """
    places = _Places()
    whole = places.add(_Parser(expression, board).parse())
    ends = whole.last | (_START if whole.empty else 0)

    work_left = _MOST_WORK

    def step(state: int, digit: int) -> int | None:
        nonlocal work_left
        work_left -= state.bit_count()
        if work_left < 0:
            raise RulesError(f"{label[:60]} is too big")
        found = 0
        for after in digits_of_mask(state):
            found |= places.after[after - 1] if after > 1 else whole.first
        return found & places.of_digit.get(digit, 0) or None

    return from_function(_START, step, lambda state: bool(state & ends), cells, board, label=label)


_MOST_PLACES, _MOST_PARTS, _MOST_WORK = 2000, 20_000, 5_000_000
"""Expressions with more places, more parts once repetitions are written out, or of which states
hold more places in all than this, are refused: they would take seconds, or for ever."""

_DEEPEST, _MOST_REPEATED = 50, 4
"""Brackets nested more deeply are refused, and more repetitions of the same."""


_Expression: TypeAlias = "Callable[[_Places], _Words]"
"""Gives places to the digits of a part of an expression, other ones each time that it is called."""

_START = 1  # the state before any digit: place 0 is not a place of a digit


class _Words(NamedTuple):
    """Whether a set of words has the empty one, and masks of places where they begin and end."""

    empty: bool
    first: int = 0
    last: int = 0


class _Places:
    """The places of digits in an expression, from 1 on, and which may follow which.

    Attributes:
        after: for each place a mask of those that may follow.
        of_digit: for each digit a mask of the places where it may stand.
    """

    def __init__(self) -> None:
        self.after = [0]
        self.of_digit: dict[int, int] = {}
        self._parts_left = _MOST_PARTS

    def add(self, part: _Expression) -> _Words:
        """Give places to a part, other ones each time that it is repeated."""
        self._parts_left -= 1
        if self._parts_left < 0:
            raise RulesError(
                f"an expression with more than {_MOST_PARTS} parts, repetitions counted"
            )
        return part(self)

    def chain(self, parts: list[_Expression]) -> _Words:
        return reduce(self._joined, map(self.add, parts), _Words(empty=True))

    def either(self, ways: list[_Expression]) -> _Words:
        return _Words(*(reduce(or_, some) for some in zip(*map(self.add, ways), strict=True)))

    def digits(self, digits: frozenset[int]) -> _Words:
        place = len(self.after)
        if place > _MOST_PLACES:
            raise RulesError(
                f"an expression of more than {_MOST_PLACES} digits, repetitions counted"
            )
        self.after.append(0)
        for digit in digits:
            self.of_digit[digit] = self.of_digit.get(digit, 0) | 1 << place
        return _Words(False, 1 << place, 1 << place)

    def _joined(self, one: _Words, other: _Words) -> _Words:
        for after in digits_of_mask(one.last):
            self.after[after - 1] |= other.first
        first = one.first | (other.first if one.empty else 0)
        last = other.last | (one.last if other.empty else 0)
        return _Words(one.empty and other.empty, first, last)

    def repeated(self, part: _Expression, least: int, most: int | None) -> _Words:
        found = _Words(empty=True)
        for number in range(least if most is None else most):
            one = self.add(part)
            found = self._joined(found, one if number < least else one._replace(empty=True))
        if most is None:
            more = self.add(part)
            found = self._joined(found, self._joined(more, more)._replace(empty=True))
        return found


_REPEATED = {"*": (0, None), "+": (1, None), "?": (0, 1)}
"""How often what stands before a sign is repeated, at least and at most."""


class _Parser:
    def __init__(self, text: str, board: Board) -> None:
        self._text = text
        self._at = self._depth = 0
        symbols = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        self._digits = {symbols[d]: d for d in range(board.first, min(board.last, 35) + 1)}

    def parse(self) -> _Expression:
        found = self._choice()
        if self._at < len(self._text):
            raise self._fault("the end")
        return found

    def _fault(self, expected: str) -> RulesError:
        return RulesError(
            f"expression {quoted(self._text)}, character {self._at + 1}: expected {expected}"
        )

    def _peek(self) -> str:
        return self._text[self._at : self._at + 1]

    def _take(self, wanted: str) -> bool:
        if self._peek() != wanted:
            return False
        self._at += 1
        return True

    def _choice(self) -> _Expression:
        ways = [self._sequence()]
        while self._take("|"):
            ways.append(self._sequence())
        return partial(_Places.either, ways=ways) if len(ways) > 1 else ways[0]

    def _sequence(self) -> _Expression:
        parts = []
        while self._peek() not in ("", "|", ")"):
            parts.append(self._repeated())
        return parts[0] if len(parts) == 1 else partial(_Places.chain, parts=parts)

    def _repeated(self) -> _Expression:
        found = self._atom()
        for _ in range(_MOST_REPEATED + 1):
            sign = self._peek()
            if sign not in {*_REPEATED, "{"}:
                return found
            least, most = self._counted() if sign == "{" else _REPEATED[sign]
            self._at += sign != "{"
            found = partial(_Places.repeated, part=found, least=least, most=most)
        raise self._fault("fewer repetitions of repetitions")

    def _counted(self) -> tuple[int, int | None]:
        found = re.compile(r"\{([0-9]{1,3})(?:(,)([0-9]{0,3}))?\}").match(self._text, self._at)
        if found is None:
            raise self._fault("{3}, {1,3} or {2,}")
        self._at = found.end()
        least = int(found[1])
        most = int(found[3]) if found[3] else None if found[2] else least
        if not least <= (least if most is None else most) <= 100:
            raise self._fault("at most 100 repetitions, the fewest first")
        return least, most

    def _atom(self) -> _Expression:
        if self._take("("):
            self._depth += 1
            if self._depth > _DEEPEST:
                raise self._fault(f"at most {_DEEPEST} brackets in one another")
            found = self._choice()
            self._depth -= 1
            if not self._take(")"):
                raise self._fault(")")
            return found
        if self._take("."):
            return _any_of(self._digits.values())
        return self._class() if self._take("[") else _any_of([self._digit()])

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
        return _any_of(set(self._digits.values()) - found if others else found)


def _any_of(digits: Iterable[int]) -> _Expression:
    return partial(_Places.digits, digits=frozenset(digits))
