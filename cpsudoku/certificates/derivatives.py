"""The rest of a constraint after some of its cells are filled, for the second encoder.

The *derivative* of a constraint by a digit in a cell is a constraint on the other cells: it holds
just where the whole does (Brzozowski, "Derivatives of regular expressions", JACM 1964, for words).
Deriving cell by cell until none is left says whether the digits obey; and constraints that are
equal on the way continue alike:

    a + b + c = 6      by a = 1:  b + c = 5      by b = 2:  c = 3      by c = 3:  holds
                       by a = 2:  b + c = 4      by b = 1:  c = 3      …

Merging what continues alike to the end, also where it looks different, gives layers of states, one
between any two cells, that are the same however one comes by them: numbered in the order in which
they are first met, from the start on with the lowest digits first, they are a normal form.  So the
formula of a constraint can be compared clause by clause with one that was made in another way
(`cpsudoku.encodings.machines` unrolls machines), and nothing of that is imported here.

    >>> from cpsudoku.rules.primitives import Linear
    >>> layers_of(Linear((0, 1), (1, 1), "=", (4,)), range(1, 4))
    [[{1: 0, 2: 1, 3: 2}], [{3: 0}, {2: 0}, {1: 0}]]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

from cpsudoku.errors import CertificateError
from cpsudoku.rules import AllDifferent, Cell, primitives

Layer: TypeAlias = list[dict[int, int]]
"""For each state before a cell: for each digit's worth the state after it; others are refused."""

MOST_STEPS = 200_000
"""A constraint with more steps than this is refused; the first encoder takes half as many."""


@dataclass(frozen=True, slots=True)
class _Item:
    """A cell, or the digit that it turned out to have."""

    cell: Cell | None
    digit: int = 0

    def by(self, cell: Cell, digit: int) -> _Item:
        return _Item(None, digit) if self.cell == cell else self


@dataclass(frozen=True, slots=True)
class _Different:
    """The cells are all different, and have none of some digits."""

    cells: tuple[Cell, ...]
    used: frozenset[int]


@dataclass(frozen=True, slots=True)
class _Word:
    """An automaton in some state that has still to read these items."""

    automaton: primitives.Regular
    state: int
    items: tuple[_Item, ...]


@dataclass(frozen=True, slots=True)
class _Growing:
    """A region of which some cells are known; `begun` are the open cells beside each part."""

    region: primitives.Connected
    begun: tuple[tuple[Cell, ...], ...]
    missing: int | None
    open: frozenset[Cell]


@dataclass(frozen=True, slots=True)
class _Parts:
    """Any part holds, or else all parts hold."""

    is_any: bool
    parts: tuple[Left, ...]


@dataclass(frozen=True, slots=True)
class _Negated:
    """The part does not hold."""

    part: Left


_OfCells: TypeAlias = _Different | primitives.Table | primitives.Linear | primitives.Count

Left: TypeAlias = "bool | _OfCells | _Word | _Growing | _Parts | _Negated"
"""The rest of a constraint: True or False where that is certain, else a constraint."""


def layers_of(
    constraint: primitives.Primitive, digits: Sequence[int], most: int | None = None
) -> list[Layer]:
    """Return the layers of a constraint in their normal form, one for each cell of its scope.

    Args:
        digits: what digits are worth, ascending.
        most: how many steps it may have before states are merged; None for `MOST_STEPS`.

    Returns:
        Layers in the order of the scope, the start in the first; no state is without steps, and
        all ends are one.  A single layer without states where the constraint never holds.
    """
    met = _met(constraint, digits, MOST_STEPS if most is None else most)
    # From the last cell backwards: what has the same steps to the same classes is one class.
    classes: dict[Left, int] = {True: 0} if True in met[-1] else {}
    layers: list[list[dict[int, int]]] = []
    for layer in reversed(met[:-1]):
        known: dict[tuple[tuple[int, int], ...], int] = {}
        before: dict[Left, int] = {}
        for left, following in layer.items():
            steps = tuple((d, classes[f]) for d, f in following.items() if f in classes)
            if steps:
                before[left] = known.setdefault(steps, len(known))
        layers.append([dict(steps) for steps in known])
        classes = before
    if not classes:
        return [[]]
    return _numbered(layers[::-1])


def _met(
    constraint: primitives.Primitive, digits: Sequence[int], most: int
) -> list[dict[Left, dict[int, Left]]]:
    """Return the rests before each cell with their derivatives, and those after the last one."""
    met: list[dict[Left, dict[int, Left]]] = [{_begun(constraint): {}}]
    count = 0
    for cell in constraint.scope:
        following: dict[Left, dict[int, Left]] = {}
        for left, steps in met[-1].items():
            for digit in digits:
                derived = derivative(left, cell, digit)
                if derived is not False:
                    steps[digit] = derived
                    following[derived] = {}
            count += len(steps)
            if count > most:
                raise CertificateError(f"too big to encode: {constraint.label}")
        met.append(following)
    return met


def _numbered(layers: list[list[dict[int, int]]]) -> list[Layer]:
    """Return layers with their states numbered in the order in which they are met."""
    found: list[Layer] = []
    order = [0]
    for layer in layers:
        numbers: dict[int, int] = {}
        steps = (sorted(layer[state].items()) for state in order)
        found.append([{d: numbers.setdefault(to, len(numbers)) for d, to in own} for own in steps])
        order = list(numbers)
    return found


def _begun(constraint: primitives.Primitive) -> Left:  # noqa: PLR0911 (a return a kind)
    match constraint:
        case primitives.And() | primitives.Or():
            parts = tuple(map(_begun, constraint.parts))
            return _joined(_Parts(isinstance(constraint, primitives.Or), parts))
        case primitives.Not():
            return _negated(_begun(constraint.part))
        case primitives.Regular():
            return _read(_Word(constraint, constraint.start, tuple(map(_Item, constraint.cells))))
        case primitives.Element():
            return _joined(_Parts(True, tuple(_chosen(constraint))))
        case primitives.Connected():
            return _grown(_Growing(constraint, (), constraint.size, frozenset(constraint.cells)))
        case AllDifferent():
            return _settled(_Different(constraint.cells, frozenset()))
        case primitives.Pair():
            return _settled(primitives.Table(constraint.scope, frozenset(constraint.allowed)))
    return _settled(constraint)


def _chosen(element: primitives.Element) -> Iterator[Left]:
    """Yield for each place that the index may say that the cell there is equal to the value."""
    for place, cell in enumerate(element.cells, start=1):
        says = primitives.Table((element.index,), frozenset({(place,)}))
        pair = cell, element.value
        equal = cell == element.value or primitives.Linear(pair, (1, -1), "=", (0,))
        yield _joined(_Parts(False, (says, equal)))


def derivative(left: Left, cell: Cell, digit: int) -> Left:
    """Return the rest of a constraint after a cell gets a digit."""
    match left:
        case _Parts():
            parts = tuple(derivative(part, cell, digit) for part in left.parts)
            return _joined(replace(left, parts=parts))
        case _Negated():
            return _negated(derivative(left.part, cell, digit))
        case _Word():
            items = tuple(item.by(cell, digit) for item in left.items)
            return _read(_Word(left.automaton, left.state, items))
        case _Growing() if cell in left.open:
            return _grown(_after(left, cell, digit))
        case _Different() | primitives.Table() | primitives.Linear() | primitives.Count() if (
            cell in left.cells
        ):
            return _settled(_filled(left, left.cells.index(cell), digit))
    return left


def _filled(left: _OfCells, place: int, digit: int) -> _OfCells | bool:
    """Return the rest after the cell at a place gets a digit."""
    cells = left.cells[:place] + left.cells[place + 1 :]
    match left:
        case _Different():
            return digit not in left.used and _Different(cells, left.used | {digit})
        case primitives.Table():
            rest = (t[:place] + t[place + 1 :] for t in left.tuples if t[place] == digit)
            return primitives.Table(cells, frozenset(rest))
        case primitives.Linear():
            worth = left.coefficients[place] * digit
            coefficients = left.coefficients[:place] + left.coefficients[place + 1 :]
            totals = tuple(total - worth for total in left.totals)
            return primitives.Linear(cells, coefficients, left.relation, totals)
        case primitives.Count():
            return primitives.Count(
                cells, left.values, left.relation, left.number - (digit in left.values)
            )


def _settled(left: _OfCells | bool) -> Left:
    """Return whether a constraint holds if it has no cells any more, else the constraint."""
    match left:
        case _Different():
            return left if left.cells else True
        case primitives.Table() if not left.tuples:
            return False
        case primitives.Table() | primitives.Linear() | primitives.Count() if not left.cells:
            return left.holds(())
    return left


def _read(word: _Word) -> Left:
    """Return the automaton after all digits that come next."""
    steps = _steps(word.automaton)
    state, items = word.state, word.items
    while items and items[0].cell is None:
        after = steps.get((state, items[0].digit))
        if after is None:
            return False
        state, items = after, items[1:]
    return _Word(word.automaton, state, items) if items else state in word.automaton.accepting


@lru_cache(maxsize=256)
def _steps(automaton: primitives.Regular) -> dict[tuple[int, int], int]:
    return {(state, digit): after for state, digit, after in automaton.steps}


def _after(left: _Growing, cell: Cell, digit: int) -> _Growing:
    """Return a region when one of its cells is filled."""
    without = [tuple(c for c in edge if c != cell) for edge in left.begun]
    rest = left.open - {cell}
    if digit not in left.region.values:
        return replace(left, begun=tuple(sorted(without)), open=rest)
    apart = [edge for edge in left.begun if cell not in edge]
    touched = {c for edge in left.begun if cell in edge for c in edge}
    touched |= {c for pair in left.region.neighbours if cell in pair for c in pair}
    own = tuple(sorted(touched & rest))
    missing = None if left.missing is None else left.missing - 1
    return _Growing(left.region, tuple(sorted([*apart, own])), missing, rest)


def _grown(left: _Growing) -> Left:
    """Return False if a region cannot be connected any more, True if it is, else the rest of it."""
    if left.missing is not None and left.missing < 0:
        return False
    if len(left.begun) > 1 and not all(left.begun):
        return False
    if left.open:
        return left
    return len(left.begun) == 1 and not left.missing


def _joined(left: _Parts) -> Left:
    """Drop parts that are settled, or return the result that they settle."""
    if left.is_any in left.parts:
        return left.is_any
    parts = tuple(part for part in left.parts if not isinstance(part, bool))
    return replace(left, parts=parts) if parts else not left.is_any


def _negated(part: Left) -> Left:
    return not part if isinstance(part, bool) else _Negated(part)
