"""The second encoder's clauses for all constraints but groups and pairs.

That is layers of states (`cpsudoku.certificates.derivatives`), but for regions, and alternatives
too wide for layers.  Of a region each cell has a variable whether it is inside, and others how soon
it is reached.

As layers, an alternative needs a state for whatever its parts may be in at the same time.  Where
these are too many, each part gets a variable of its own that is true just where the part holds; a
part that is made of parts again is true where all or any of theirs are (Tseitin 1968).  The other
parts are layers that read all digits to their end: the digits that a state refuses lead to one more
state, which no digit leaves, and which makes the variable false:

    r1c1 = 1        start ──1──▶ true           r1c1 < r1c2        start ──1──▶ A ──2──▶ true
                      └────2──▶ false           digits 1, 2          └──2──▶ refused ──1,2──▶ false
                                                                         A ──1──▶ false

Variables are numbered as they are met, those of parts before the part's own, those of layers after
it; a part that occurs again keeps its variable.  As the digits determine all of them, models stay
grids.

    >>> from cpsudoku.rules.primitives import Table
    >>> parts = SeenParts(size=2, last=8)
    >>> parts.number(tree_of(Table((0,), frozenset({(1,)})), range(1, 3))), parts.last
    (9, 9)
    >>> sorted(map(sorted, clauses(parts.met, lambda cell: [(1, 1), (2, 2)])))
    [[-9, -2], [-9, 1], [-1, 9], [2, 9]]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from cpsudoku.certificates.derivatives import layers_of
from cpsudoku.errors import CertificateError
from cpsudoku.rules import AllDifferent, Cell, Rules
from cpsudoku.rules.primitives import And, Connected, Count, Not, Or, Pair, Primitive, possible

MOST_LEAVES, MOST_CELLS = 24, 12
"""With more parts, and on more cells, no layers are tried.

Which alternatives are layers is up to an encoder, for both ways say the same.  But two encoders
must agree on it to be compared, and so these numbers are those of the first.
"""

MOST_STEPS, MOST_WORK = 100_000, 400_000
"""Alternatives with more steps, or more for all parts together, are not layers."""

_Clause: TypeAlias = frozenset[int]
Choices: TypeAlias = Callable[[Cell], list[tuple[int, int]]]
"""Gives the variables of a cell's candidates, each with its digit's worth."""


class Leaf(NamedTuple):
    """A part as layers of states (`layers_of`): for each cell, for each state before it, its steps.

    Equal parts have equal labels, which is what people call them.
    """

    cells: tuple[Cell, ...]
    layers: tuple[tuple[tuple[tuple[int, int], ...], ...], ...]
    label: str

    @property
    def never_holds(self) -> bool:
        """Whether no digits obey."""
        return self.layers == ((),)


class Branch(NamedTuple):
    """A part that holds if all of its parts hold, or if any does."""

    is_any: bool
    parts: tuple[Tree, ...]
    label: str


Tree: TypeAlias = Leaf | Branch


@dataclass(frozen=True)
class NumberedPart:
    """A part with its variables.

    States are, for each cell of a leaf but the first, those before it; that which refuses is last.
    """

    tree: Tree
    truth: int
    inner: tuple[int, ...] = ()
    states: tuple[range, ...] = ()


def tree_of(part: Primitive, digits: range) -> Tree:
    """Return a constraint as layers, or if they would be too many as a branch."""
    if isinstance(part, And | Or):
        if not is_wide(part):
            with suppress(CertificateError):  # Its parts may be smaller.
                return _leaf(part, digits, min(MOST_STEPS, MOST_WORK // max(_leaves(part), 1)))
        parts = tuple(tree_of(inner, digits) for inner in part.parts)
        return Branch(isinstance(part, Or), parts, part.label)
    return _leaf(part, digits)


def _leaf(part: Primitive, digits: range, most: int | None = None) -> Leaf:
    layers = layers_of(part, digits, most)
    frozen = tuple(tuple(tuple(steps.items()) for steps in layer) for layer in layers)
    return Leaf(part.scope, frozen, part.label)


class SeenParts:
    """The parts met so far; `met` are all that have variables, in their order."""

    def __init__(self, size: int, last: int) -> None:
        self._size = size
        self.last = last
        self.met: list[NumberedPart] = []
        self._known: dict[Tree, int] = {}

    def number(self, tree: Tree) -> int:
        """Return the variable that a part holds, a new one where it was not met before."""
        if tree not in self._known:
            self._known[tree] = self._branch(tree) if isinstance(tree, Branch) else self._read(tree)
        return self._known[tree]

    def _branch(self, tree: Branch) -> int:
        inner = tuple(map(self.number, tree.parts))
        self.last += 1
        self.met.append(NumberedPart(tree, self.last, inner=inner))
        return self.last

    def _read(self, leaf: Leaf) -> int:
        states = states_of(leaf, self.last + 1, self._size)
        self.met.append(NumberedPart(leaf, self.last + 1, states=states))
        self.last = states[-1][-1] if states else self.last + 1
        return self.met[-1].truth


def states_of(leaf: Leaf, last: int, size: int | None = None) -> tuple[range, ...]:
    """Return the variables of a leaf's states for each cell but the first.

    Args:
        last: the last variable that is taken.
        size: how many digits there are, where refused ones lead to a state more; else None.
    """
    states = []
    is_refused = False
    for place in range(1, 0 if leaf.never_holds else len(leaf.cells)):
        is_refused |= size is not None and any(len(s) < size for s in leaf.layers[place - 1])
        first, last = last + 1, last + len(leaf.layers[place]) + is_refused
        states.append(range(first, last + 1))
    return tuple(states)


def clauses(some: Iterable[NumberedPart], choices: Choices) -> Iterator[_Clause]:
    """Yield clauses that make each part's variable true exactly if the part holds."""
    for one in some:
        if isinstance(one.tree, Branch):
            # The literal is true just where any part is true, or where any is false.
            sign = 1 if one.tree.is_any else -1
            yield from (frozenset({sign * one.truth, -sign * part}) for part in one.inner)
            yield frozenset({-sign * one.truth, *(sign * part for part in one.inner)})
        elif one.tree.never_holds or not one.tree.cells:
            yield frozenset({-one.truth if one.tree.never_holds else one.truth})
        else:
            yield from layer_clauses(one.tree, one.states, (one.truth, -one.truth), choices)


def layer_clauses(
    leaf: Leaf, states: Sequence[range], ends: tuple[int, int] | None, choices: Choices
) -> Iterator[_Clause]:
    """Yield which digit of a cell leads from which state to which, and that none else lead there.

    Args:
        states: those before each cell but the first, of which one is reached.
        ends: what is true if the leaf holds, and if not; None if it must hold.
    """
    for some in states:
        yield frozenset(some)
        yield from (frozenset({-a, -b}) for a in some for b in some if a < b)
    for place, (cell, steps_of) in enumerate(zip(leaf.cells, leaf.layers, strict=True)):
        layer = [dict(steps) for steps in steps_of]
        before = [{-state} for state in states[place - 1]] if place else [set[int]()]
        is_last = place == len(leaf.cells) - 1
        # Last in a row stands what refused digits lead to: 0 if they must not be.
        following = (ends or (0, 0)) if is_last else (*states[place], *(() if ends else (0,)))
        entries: dict[int, set[int]] = {}
        for number, state in enumerate(before):
            # After the states of the layer stands the one that refuses, without a step.
            steps = layer[number] if number < len(layer) else {}
            for choice, digit in choices(cell):
                reached = following[steps.get(digit, -1)]
                if reached:
                    entries.setdefault(reached, set()).add(choice)
                    yield frozenset({*state, -choice, reached})
                elif digit not in steps:
                    yield frozenset({*state, -choice})
        yield from (frozenset({-reached, *chosen}) for reached, chosen in entries.items())


def is_wide(part: And | Or) -> bool:
    """Return whether a constraint has too many parts to put all of them into layers together."""
    return len(part.scope) > MOST_CELLS and _leaves(part) > MOST_LEAVES


def _leaves(part: Primitive) -> int:
    if isinstance(part, Not):
        return _leaves(part.part)
    return sum(map(_leaves, part.parts)) if isinstance(part, And | Or) else 1


class ChosenRegion(NamedTuple):
    """A region and the number below its first variable.

    Of n cells, the variables 1 … n above it say which are inside, the next n which have one inside
    up to them, in their order, and each n that follow, from no step on, which are reached so soon.
    """

    connected: Connected
    below: int

    @property
    def steps(self) -> int:
        """Steps after which each cell inside has been reached."""
        cells, size = len(self.connected.cells), self.connected.size
        return max((cells if size is None else min(size, cells)) - 1, 0)

    def row(self, number: int) -> range:
        """Return the variables of all cells: of being inside, of one up to it, of each step."""
        cells = len(self.connected.cells)
        first = self.below + number * cells + 1
        return range(first, first + cells)

    @property
    def last(self) -> int:
        """The last variable."""
        return self.row(2 + self.steps)[-1]


def region_clauses(region: ChosenRegion, choices: Choices) -> Iterator[frozenset[int]]:
    """Yield clauses by which all cells inside are reached from the first of them."""
    cells, values = region.connected.cells, region.connected.values
    rows = zip(*map(region.row, (0, 1, 2, 2 + region.steps)), strict=True)
    yield frozenset({region.row(1)[-1]})
    earlier: set[int] = set()
    for cell, (inside, some, root, reached) in zip(cells, rows, strict=True):
        chosen = [choice for choice, digit in choices(cell) if digit in values]
        yield frozenset({-inside, *chosen})
        yield from (frozenset({-choice, inside}) for choice in chosen)
        yield frozenset({-inside, some})
        yield frozenset({-some, inside} | earlier)
        yield frozenset({-root, inside})
        yield frozenset({-inside, root} | earlier)
        for one in earlier:
            yield frozenset({-one, some})
            yield frozenset({-root, -one})
        yield frozenset({-inside, reached})
        earlier = {some}
    for number in range(2, 2 + region.steps):
        yield from _reached_clauses(region, region.row(number), region.row(number + 1))


def _reached_clauses(
    region: ChosenRegion, within: range, next_within: range
) -> Iterator[frozenset[int]]:
    """Yield when a cell is reached with a step more: it is inside, and it or one beside was."""
    cells, pairs = region.connected.cells, region.connected.neighbours
    rows = zip(region.row(0), within, next_within, strict=True)
    for cell, (inside, now, later) in zip(cells, rows, strict=True):
        beside = [within[p] for p, c in enumerate(cells) if {(c, cell), (cell, c)} & pairs]
        yield frozenset({-later, inside})
        yield frozenset({-now, later})
        yield frozenset({-later, now, *beside})
        for other in beside:
            yield frozenset({-other, -inside, later})


@lru_cache(maxsize=8)
def parts_of(rules: Rules) -> tuple[Primitive, ...]:
    """Return the constraints that are not groups, taken out of `And`."""

    def within(primitive: Primitive) -> Iterator[Primitive]:
        if isinstance(primitive, And):
            for part in primitive.parts:
                yield from within(part)
        else:
            yield possible(primitive, rules.size)
            if isinstance(primitive, Connected) and primitive.size is not None:
                yield Count(primitive.cells, primitive.values, "=", primitive.size)

    return tuple(part for primitive in rules.others for part in within(primitive))


class Numbering(NamedTuple):
    """What takes variables beyond those of choices, and the last of them.

    Args:
        wide: alternatives that are not layers, each with the variables of its parts, one of which
            holds.
        parts: those parts, and theirs, each once.
    """

    layered: tuple[tuple[Leaf, tuple[range, ...]], ...]
    regions: tuple[ChosenRegion, ...]
    wide: tuple[tuple[Branch, tuple[int, ...]], ...]
    parts: tuple[NumberedPart, ...]
    last: int


@lru_cache(maxsize=8)
def numbering(rules: Rules) -> Numbering:
    """Return the constraints in layers of states, those that are not said so, and the last."""
    last = rules.cell_count * rules.size
    layered: list[tuple[Leaf, tuple[range, ...]]] = []
    others: list[Connected | Branch] = []
    for part in parts_of(rules):
        if isinstance(part, Connected):
            others.append(part)
        elif not isinstance(part, AllDifferent | Pair):
            tree = tree_of(part, range(rules.board.first, rules.board.last + 1))
            if isinstance(tree, Branch):
                others.append(tree)
            else:
                layered.append((tree, states_of(tree, last)))
                last += sum(map(len, tree.layers[1:]))
    parts = SeenParts(rules.size, last)
    regions: list[ChosenRegion] = []
    wide: list[tuple[Branch, tuple[int, ...]]] = []
    for one in others:
        if isinstance(one, Connected):
            regions.append(ChosenRegion(one, parts.last))
            parts.last = regions[-1].last
        else:
            wide.append((one, tuple(map(parts.number, one.parts))))
    return Numbering(tuple(layered), tuple(regions), tuple(wide), tuple(parts.met), parts.last)


def shapes_of(rules: Rules) -> list[tuple[object, ...]]:
    """Return the parts within parts of each wide alternative; one in layers has none."""

    def shape(tree: Tree) -> tuple[object, ...]:
        return tuple(map(shape, tree.parts)) if isinstance(tree, Branch) else ()

    return [shape(tree) for tree, _ in numbering(rules).wide]


def layered_clauses(rules: Rules, choices: Choices) -> Iterator[_Clause]:
    """Yield the clauses of all that is neither a group nor a pair."""
    found = numbering(rules)
    for leaf, states in found.layered:
        if leaf.never_holds:
            yield frozenset()
        else:
            yield from layer_clauses(leaf, states, None, choices)
    for region in found.regions:
        yield from region_clauses(region, choices)
    yield from clauses(found.parts, choices)
    yield from (frozenset(truths) for _, truths in found.wide)
