"""How difficult many puzzles are: the numbers of the steps that solve them, in some order.

>>> from cpsudoku.logic.paths import walked
>>> from cpsudoku.puzzle import Puzzle
>>> from cpsudoku.rules import boxes
>>> easy = Puzzle.from_digits([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 0, 0, 2, 0], boxes(2, 2))
>>> _, rating = walked(easy)
>>> rating.end, rating.hardest, rating.technique, rating.steps
('solved', 10, 'full house', 3)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from cpsudoku.errors import OptionError, PuzzleError
from cpsudoku.ground.deadline import limit_of
from cpsudoku.ground.processes import useful_workers
from cpsudoku.logic.classes import class_of
from cpsudoku.logic.orders import Order, order_named
from cpsudoku.logic.paths import ENDS, Rating, compiled_order, core_for, technique_names
from cpsudoku.rules import Rules, classic

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers: TypeAlias = NDArray[np.int32]

_MASK_WORDS = 4


@dataclass(frozen=True, slots=True)
class Ratings:
    """The ratings of many puzzles, as arrays of shape (n,); see `Rating`.

    Args:
        ends: indices into `cpsudoku.logic.paths.ENDS`.
        techniques: indices into `names`; −1 if no step was found.
        to_placement: largest numbers up to the first placement.
        used: the techniques on each path, of shape (n, 4): bit i of a row's 256 for ``names[i]``.
    """

    order: str
    names: tuple[str, ...]
    ends: Numbers
    hardest: Numbers
    techniques: Numbers
    to_placement: Numbers
    first: Numbers
    totals: Numbers
    steps: Numbers
    placed: NDArray[np.bool_]
    used: NDArray[np.uint64]

    @property
    def solved(self) -> NDArray[np.bool_]:
        """Whether the techniques solve each puzzle; else numbers are lower bounds."""
        found: NDArray[np.bool_] = self.ends == ENDS.index("solved")
        return found

    def __iter__(self) -> Iterator[Rating]:
        columns = [getattr(self, name).tolist() for name in self._columns() if name != "used"]
        columns.append(self.classes(self.order))
        for end, hardest, technique, *others in zip(*columns, strict=True):
            name = self.names[technique] if technique >= 0 else None
            yield Rating(self.order, ENDS[end], hardest, name, *others)

    def take(self, rows: Sequence[int]) -> Ratings:
        """Return the ratings of some of the puzzles."""
        return replace(self, **{name: getattr(self, name)[rows] for name in self._columns()})

    @classmethod
    def joined(cls, parts: Sequence[Ratings]) -> Ratings:
        """Return the ratings of the puzzles of all parts, in their order."""
        import numpy as np

        found: dict[str, Any] = {}
        for name in parts[0]._columns():
            found[name] = np.concatenate([getattr(part, name) for part in parts])
        return replace(parts[0], **found)

    def spread(self, rows: NDArray[np.intp], length: int) -> Ratings:
        """Return these as ratings of some among more puzzles, of which the others are ``open``."""
        import numpy as np

        found: dict[str, Any] = {}
        for name in self._columns():
            column = getattr(self, name)
            empty = -1 if name == "techniques" else 0
            found[name] = np.full((length, *column.shape[1:]), empty, column.dtype)
            found[name][rows] = column
        return replace(self, **found)

    def _columns(self) -> list[str]:
        return [field.name for field in fields(self) if field.name not in {"order", "names"}]

    def uses(self, techniques: Iterable[str]) -> NDArray[np.bool_]:
        """Return whether each path uses some of these techniques; none has what the core lacks."""
        import numpy as np

        mask = np.zeros(_MASK_WORDS, np.uint64)
        for name in set(techniques) & set(self.names):
            word, bit = divmod(self.names.index(name), 64)
            mask[word] |= np.uint64(1 << bit)
        found: NDArray[np.bool_] = ((self.used & mask) != 0).any(axis=1)
        return found

    def classes(self, order: str) -> list[str]:
        """Return the class of each path in an order; see `cpsudoku.logic.classes.class_of`."""
        rows = zip(self.techniques_used(), self.totals.tolist(), self.ends.tolist(), strict=True)
        return [class_of(order, used, total, ENDS[end]) for used, total, end in rows]

    def techniques_used(self) -> Iterator[tuple[str, ...]]:
        """Yield the names of the techniques on each path, each once and in the order of `names`."""
        known: dict[tuple[int, ...], tuple[str, ...]] = {}  # many paths need the same techniques
        for words in map(tuple, self.used.tolist()):
            if words not in known:
                mask = sum(word << (64 * place) for place, word in enumerate(words))
                known[words] = tuple(name for bit, name in enumerate(self.names) if mask >> bit & 1)
            yield known[words]


def rate_many(
    puzzles: NDArray[np.uint8],
    rules: Rules | None = None,
    *,
    order: Order | str = "explainer",
    threads: int | None = None,
    seconds: float | None = None,
    seconds_each: float | None = None,
) -> Ratings:
    """Return the ratings of many puzzles of the same rules, by several threads.

    Args:
        puzzles: an array of digits, uint8, of shape (n, cells), 0 for an open cell.
        rules: the rules; None for those of the classic 9×9.
        seconds: wall-clock seconds for all of them; those not reached have the end ``limit``.
        seconds_each: wall-clock seconds for each of them.

    Raises:
        PuzzleError: an array of another shape or type, or a digit that the rules do not have.
        OptionError: fewer than one thread, or an order or a limit that makes no sense.
    """
    import numpy as np

    rules = classic() if rules is None else rules
    if puzzles.dtype != np.uint8 or puzzles.ndim != 2 or puzzles.shape[1] != rules.cell_count:
        raise PuzzleError(
            f"an array of {puzzles.dtype} of shape {puzzles.shape}; "
            f"expected uint8 of shape (n, {rules.cell_count})"
        )
    if puzzles.size and int(puzzles.max()) > rules.size:
        row = int((puzzles > rules.size).any(axis=1).argmax())
        raise PuzzleError(f"puzzle {row + 1} has digit {puzzles[row].max()}")
    digits = np.ascontiguousarray(puzzles)
    if threads is not None and threads < 1:
        raise OptionError(f"{threads} threads; expected at least 1")
    order = order_named(order)
    numbers = np.zeros((len(digits), 8), np.int32)
    used = np.zeros((len(digits), _MASK_WORDS), np.uint64)
    limits = limit_of(seconds), limit_of(seconds_each)
    native = compiled_order(order, rules)
    core_for(rules).rate_many(native, digits, useful_workers(threads), *limits, numbers, used)
    ends, hardest, techniques, to_placement, first, totals, steps, placed = numbers.T
    return Ratings(
        order.name, technique_names(), ends, hardest, techniques, to_placement, first, totals,
        steps, placed.astype(np.bool_), used,
    )  # fmt: skip


class SinglesPaths(NamedTuple):
    """The singles that paths begin with: nothing of them becomes an object of Python.

    Args:
        steps: int16 array (n, most, 4): technique (see `cpsudoku.logic.paths.technique_names`),
            cell, digit, and number of the group in ``rules.groups``, −1 for a naked single.
        lengths: int32 array (n,): how many there are of each puzzle.
    """

    steps: NDArray[np.int16]
    lengths: NDArray[np.int32]


def singles_many(
    puzzles: NDArray[np.uint8],
    rules: Rules,
    order: Order | str = "explainer",
) -> SinglesPaths:
    """Return the singles that each puzzle's path begins with, up to its first other step.

    Args:
        puzzles: uint8 array (n, cells), 0 for a blank; the caller must know that each has one
            solution.

    Raises:
        UnsupportedError: the board is too big for the compiled core.
        OptionError: there is no such order.
    """
    import numpy as np

    most = int((puzzles == 0).sum(axis=1).max(initial=0))
    steps = np.full((len(puzzles), most, 4), -1, np.int16)
    lengths = np.zeros(len(puzzles), np.int32)
    native = compiled_order(order_named(order), rules)
    core_for(rules).singles_many(native, np.ascontiguousarray(puzzles), None, steps, lengths)
    return SinglesPaths(steps, lengths)
