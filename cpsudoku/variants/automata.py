"""Automata over digits, from a regular expression or a Python function.

>>> from cpsudoku.rules import square
>>> even_then_odd = from_expression("[24]*[13]*", (0, 1, 2, 3), square(4))
>>> even_then_odd.holds((2, 4, 1, 3)), even_then_odd.holds((1, 2, 4, 3))
(True, False)
>>> no_sum_above_5 = from_function(
...     0, lambda total, digit: None if total + digit > 5 else total + digit, lambda _: True,
...     square(4)).of((0, 1), "small")
>>> no_sum_above_5.holds((2, 3, 0, 0)), no_sum_above_5.holds((3, 3, 0, 0))
(True, False)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable
from functools import reduce
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
    board: Board,
    *,
    label: str = "automaton",
) -> Acceptor:
    """Return the automaton whose steps a function gives.

    Args:
        step: called with a state and a digit; returns the next state, None to refuse the digit.
        accepts: whether the word may end in a state.
    """
    digits = range(board.first, board.last + 1)
    return from_rows(start, lambda s: [step(s, d) for d in digits], accepts, board, label=label)


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
    where the next digit may stand (V. M. Glushkov, "The abstract theory of automata", Russian
    Mathematical Surveys 16, 1961).

    Args:
        expression: the expression; all digits of the cells have to match it.
        board: the board; digits beyond 9 are letters, as in its texts.

    Raises:
        RulesError: it is not an expression of that form, or too big.
    """
    if len(expression) > _MOST_PARTS:
        raise RulesError(f"an expression of more than {_MOST_PARTS} characters")
    places = _Places()
    try:
        start = places.closed(places.before(_parsed(expression, board), _END))
    except RecursionError:
        raise RulesError("an expression with too many brackets in one another") from None
    work_left = _MOST_WORK

    def step(state: int, digit: int) -> int | None:
        nonlocal work_left
        work_left -= state.bit_count()
        if work_left < 0:
            raise RulesError(f"{label[:60]} is too big")
        return places.after(state, digit) or None

    made = from_function(start, step, lambda state: bool(state & _END), board, label=label)
    return made.of(cells, label)


_MOST_PLACES, _MOST_PARTS, _MOST_WORK, _MOST_REPEATED = 2000, 20_000, 5_000_000, 100
"""Expressions with more places, more parts once repetitions are written out, or of which states
hold more places in all than this, are refused: they would take seconds, or for ever."""

_END = 1  # the place after all digits


class _Choice(NamedTuple):
    """Ways to read on: each is a sequence of parts."""

    ways: list[list[_Expression]]


class _Repeated(NamedTuple):
    """A part that is there several times; without a greatest number where ``most`` is None."""

    part: _Expression
    least: int
    most: int | None


_Expression: TypeAlias = "frozenset[int] | _Choice | _Repeated"
"""Digits of which one is there, or a part of other parts."""


class _Places:
    """The places of an expression: for each its digits, none for a loop, and what may follow.

    What may follow is a mask of places, which is why an expression is taken apart from its end on.
    """

    def __init__(self) -> None:
        self._digits: list[frozenset[int]] = [frozenset()]
        self._next = [0]
        self._loops = self._parts = 0

    def before(self, part: _Expression, then: int) -> int:
        """Return the places where a part may begin, given those after it."""
        self._parts += 1
        if self._parts > _MOST_PARTS:
            raise RulesError(f"an expression with more than {_MOST_PARTS} parts in all")
        if isinstance(part, frozenset):
            return self._place(part, then)
        if isinstance(part, _Choice):
            found = 0
            for way in part.ways:
                found |= reduce(lambda after, one: self.before(one, after), reversed(way), then)
            return found
        repeated, least, most = part
        if most is None:
            loop = self._place(frozenset(), then)
            self._loops |= loop
            self._next[loop.bit_length() - 1] |= self.before(repeated, loop)
            then, most = loop, least
        end = then
        for number in range(most, 0, -1):
            then = self.before(repeated, then) | (end if number > least else 0)
        return then

    def _place(self, digits: frozenset[int], then: int) -> int:
        if len(self._next) > _MOST_PLACES:
            raise RulesError(f"an expression of more than {_MOST_PLACES} digits in all")
        self._digits.append(digits)
        self._next.append(then)
        return 1 << len(self._next) - 1

    def closed(self, mask: int) -> int:
        """Return places with those that loops among them lead to instead of these."""
        seen = 0
        while loops := mask & self._loops & ~seen:
            loop = loops & -loops
            seen |= loop
            mask |= self._next[loop.bit_length() - 1]
        return mask & ~self._loops

    def after(self, state: int, digit: int) -> int:
        """Return the places after those of a state that take a digit."""
        at = [one - 1 for one in digits_of_mask(state) if digit in self._digits[one - 1]]
        return self.closed(reduce(or_, (self._next[place] for place in at), 0))


_PART = re.compile(
    r"(<[0-9]+>|[.\w]|\[\^?(?:\w(?:-\w)?)*\])"
    r"((?:[*+?]|\{[0-9]{1,3}(?:,[0-9]{0,3})?\}){0,4})"
)
"""A part without brackets, or the number of one with them, and how often it is repeated."""

_TIMES = {"*": (0, None), "+": (1, None), "?": (0, 1)}


def _parsed(expression: str, board: Board) -> _Expression:
    symbols = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    known = {symbols[d]: d for d in range(board.first, min(board.last, 35) + 1)}
    groups: list[_Expression] = []

    def choice(text: str) -> _Choice:
        return _Choice(list(map(sequence, text.split("|"))))

    def sequence(text: str) -> list[_Expression]:
        found, at = list[_Expression](), 0
        while at < len(text):
            part: _Expression | None
            part, one = None, _PART.match(text, at)
            if one is not None:
                is_group = one[1][0] == "<"
                part = groups[int(one[1][1:-1])] if is_group else _class(one[1].upper(), known)
            if one is None or part is None:
                rest = quoted(re.sub("<[0-9]+>", "()", text[at:]))
                raise RulesError(
                    f"expression {whole}: {rest} is no part of one of the board's digits"
                )
            for sign in re.findall(r"[*+?]|\{[0-9,]+", one[2]):
                part = _repeated(part, sign)
                if part is None:
                    raise RulesError(
                        f"expression {whole}: {sign}}}; expected at most {_MOST_REPEATED} times"
                    )
            found.append(part)
            at = one.end()
        return found

    whole = quoted(expression)
    text = expression.replace("<", "\0")
    while inner := re.search(r"\(([^()]*)\)", text):
        groups.append(choice(inner[1]))
        text = f"{text[: inner.start()]}<{len(groups) - 1}>{text[inner.end() :]}"
    return choice(text)


def _repeated(part: _Expression, sign: str) -> _Repeated | None:
    """Return a part repeated as ``*`` or ``{1,3`` says; None where it is too often or never."""
    if sign in _TIMES:
        return _Repeated(part, *_TIMES[sign])
    least, *more = sign[1:].split(",")
    most = int(more[0]) if more and more[0] else None if more else int(least)
    fits = int(least) <= (int(least) if most is None else most) <= _MOST_REPEATED
    return _Repeated(part, int(least), most) if fits else None


def _class(text: str, known: dict[str, int]) -> frozenset[int] | None:
    """Return the digits of ``.``, of a digit or of a class; None where the board lacks some."""
    every = frozenset(known.values())
    if text == ".":
        return every
    ranges = re.findall(r"(\w)(?:-(\w))?", text)
    if not {end for both in ranges for end in both if end} <= known.keys():
        return None
    found = {d for low, high in ranges for d in range(known[low], known[high or low] + 1)}
    return every - found if text[:2] == "[^" else frozenset(found)
