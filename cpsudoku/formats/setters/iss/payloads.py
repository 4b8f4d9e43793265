"""Relations and automata as strings of Base64, both ways.

A relation of two digits is a bit for each pair, six bits a character, the lowest first.  An
automaton is a stream of bits, the highest first: a form (2 bits), the width of a state less 1 (4),
the number of symbols less 1 (4), how many states are starts, how many others accept, a bit for
each start that accepts; then for each state either a mask of its symbols and where they lead, or a
count of steps and each with its symbol.  States are numbered starts first, then those that accept.

>>> relation = relation_of(key_of(lambda a, b: a < b, range(1, 10)), range(1, 10))
>>> len(relation), (1, 2) in relation, (2, 1) in relation
(36, True, False)
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass
from io import StringIO

from cpsudoku.errors import FormatError
from cpsudoku.rules import Regular

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

MOST_STATES = 20_000
"""An automaton with more states, or one that has more once it is deterministic, is refused."""


def bits_set(text: str) -> list[int]:
    """Return which bits of characters in Base64 are set, the lowest of each first."""
    values = [_ALPHABET.find(character) for character in text]
    if -1 in values:
        raise FormatError(f"{text[values.index(-1)]!r} in Base64")
    return [6 * i + j for i, value in enumerate(values) for j in range(6) if value >> j & 1]


def relation_of(key: str, digits: range) -> frozenset[tuple[int, int]]:
    """Return the pairs of digits that a key allows."""
    n = len(digits)
    return frozenset((digits[b // n], digits[b % n]) for b in bits_set(key) if b < n * n)


def key_of(relation: Callable[[int, int], bool], digits: range) -> str:
    """Return the key of a relation."""
    bits = [relation(one, other) for one in digits for other in digits]
    while bits and not bits[-1]:
        bits.pop()
    sixes = (bits[start : start + 6] for start in range(0, len(bits), 6))
    return "".join(_ALPHABET[sum(bit << j for j, bit in enumerate(six))] for six in sixes)


_NOWHERE: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Automaton:
    """An automaton by states and symbols from 0, with several starts and steps of a symbol."""

    starts: frozenset[int]
    accepting: frozenset[int]
    steps: dict[tuple[int, int], frozenset[int]]

    def after(self, states: frozenset[int], symbol: int) -> frozenset[int]:
        """Return where a symbol leads from a set of states."""
        return _NOWHERE.union(*(self.steps.get((state, symbol), _NOWHERE) for state in states))

    def row(self, states: frozenset[int], symbols: int) -> list[frozenset[int] | None]:
        """Return where each of the first symbols leads from a set of states; None for nowhere."""
        return [self.after(states, symbol) or None for symbol in range(symbols)]


def machine_of(text: str) -> Automaton:
    """Return the automaton of a text."""
    if not text:
        return Automaton(frozenset(), frozenset(), {})
    if len(text) > 1_000_000:
        raise FormatError("an automaton of more than a million characters")
    bits = _Bits(text)
    form, width, symbols = bits.take(2), bits.take(4) + 1, bits.take(4) + 1
    if form > 1:
        raise FormatError(f"an automaton of form {form}; expected 0 or 1")
    starts, others = bits.take(width), bits.take(width)
    begun = bits.take(starts)
    accepting = {i for i in range(starts) if begun >> i & 1}
    accepting |= set(range(starts, starts + others))
    steps = _packed(bits, symbols, width) if form else _plain(bits, symbols, width)
    return Automaton(frozenset(range(starts)), frozenset(accepting), steps)


class _Bits(StringIO):
    """A stream of bits, kept as text: shifting one great number takes the square of the time."""

    def __init__(self, text: str) -> None:
        try:
            data = urlsafe_b64decode(text + "=" * (-len(text) % 4))
        except ValueError as error:
            raise FormatError("an automaton that is not Base64") from error
        self._count = 8 * len(data)
        super().__init__(format(int.from_bytes(data, "big"), f"0{self._count}b") if data else "")

    @property
    def left(self) -> int:
        return self._count - self.tell()

    def taken(self, width: int) -> str:
        """Take this many bits as they are."""
        if width > self.left:
            raise FormatError("an automaton that is cut off")
        return self.read(width)

    def take(self, width: int) -> int:
        return int(self.taken(width) or "0", 2)


_Steps = dict[tuple[int, int], frozenset[int]]


def _packed(bits: _Bits, symbols: int, width: int) -> _Steps:
    """Return the steps of a form in which a symbol has one; a mask says which symbols have."""
    steps: _Steps = {}
    state = 0
    while bits.left >= symbols:
        mask = bits.taken(symbols)
        for symbol, bit in enumerate(mask[::-1]):
            if bit == "1":
                steps[state, symbol] = frozenset({bits.take(width)})
        state = _next(state)
    return steps


def _plain(bits: _Bits, symbols: int, width: int) -> _Steps:
    counted, symbol_width = bits.take(4), (symbols - 1).bit_length()
    steps: _Steps = {}
    state = 0
    while counted and bits.left >= counted:
        for _ in range(bits.take(counted)):
            symbol = bits.take(symbol_width)
            steps[state, symbol] = steps.get((state, symbol), _NOWHERE) | {bits.take(width)}
        state = _next(state)
    return steps


def _next(state: int) -> int:
    if state >= MOST_STATES:
        raise FormatError(f"an automaton with more than {MOST_STATES} states")
    return state + 1


def text_of_machine(machine: Regular, digits: range) -> str:
    """Return the text of an automaton for digits."""
    steps = {(state, digit): after for state, digit, after in machine.steps}
    states = {s for state, _, after in machine.steps for s in (state, after)}
    rest = (states | machine.accepting) - {machine.start}
    others = sorted(rest & machine.accepting)
    order = [machine.start, *others, *sorted(rest - machine.accepting)]
    number = {state: i for i, state in enumerate(order)}
    width, symbols = max(1, (len(order) - 1).bit_length()), len(digits)
    if width > 16 or symbols > 16:
        raise FormatError("an automaton with more states or symbols than the format has room for")
    bits = [(1, 2), (width - 1, 4), (symbols - 1, 4), (1, width), (len(others), width)]
    bits.append((int(machine.start in machine.accepting), 1))
    for state in order:
        leads = [steps.get((state, digit)) for digit in digits]
        bits.append((sum(1 << i for i, after in enumerate(leads) if after is not None), symbols))
        bits += [(number[after], width) for after in leads if after is not None]
    text = "".join(format(value, f"0{width}b") for value, width in bits if width)
    text += "0" * (-len(text) % 8)
    data = bytes(int(text[i : i + 8], 2) for i in range(0, len(text), 8))
    return urlsafe_b64encode(data).decode().rstrip("=")
