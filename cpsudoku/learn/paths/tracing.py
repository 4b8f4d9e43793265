"""Traces of many puzzles: by people's techniques, or of a search.

Puzzles that singles solve, most of all that are made, go through arrays: the compiled core finds
their steps, NumPy replays them, and their texts are looked up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cpsudoku import logic, tracing
from cpsudoku.asking import solving
from cpsudoku.bulk.inputs import Puzzles
from cpsudoku.bulk.rows import are_masks
from cpsudoku.errors import BackendError, OptionError
from cpsudoku.learn import boards
from cpsudoku.learn.entries import Positions
from cpsudoku.learn.paths import searching, writing
from cpsudoku.learn.puzzles import PuzzleLot, lots_of
from cpsudoku.logic.checking import fault
from cpsudoku.logic.orders import Order, order_named, up_to, without_uniqueness
from cpsudoku.logic.paths import technique_names
from cpsudoku.logic.position import Position
from cpsudoku.logic.ratings import SinglesPaths, singles_many
from cpsudoku.logic.techniques import TECHNIQUES
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rules import Rules

_PIECE = 1024


@dataclass(frozen=True)
class Traces:
    """Traces, one for each puzzle.

    Args:
        texts: as they are written; see `cpsudoku.learn.paths.writing`.
        ends: how each ended: ``solved``, ``stuck``, ``cut``, ``limit`` or ``none``.
        lengths: how many steps, or events of a search, each has.
    """

    texts: list[str]
    ends: list[str]
    lengths: list[int]

    def __len__(self) -> int:
        return len(self.texts)

    def __iter__(self) -> Iterator[str]:
        return iter(self.texts)


def traces(
    puzzles: Puzzles,
    *,
    order: str = "explainer",
    form: str = "tokens",
    candidates: bool = False,
    most: int = 1000,
    rules: Rules | None = None,
    seconds_each: float | None = 10.0,
) -> Traces:
    """Return how puzzles are solved, each step replayed before it is written.

    Args:
        puzzles: as for `cpsudoku.solve_many`; in a list they may have several rules.  Of one
            that has several solutions techniques find what holds in all of them.
        order: of techniques: ``explainer``, ``hodoku``, ``qqwing`` and such; or a search:
            ``backtrack``, ``backtrack:index``, ``dlx`` and the others of `cpsudoku.tracing`.
        form: ``tokens``, ``words`` or ``json``.
        candidates: whether to write what is left for each cell, and what placed digits remove.
        most: steps or events at most; a longer trace is cut.
        rules: the rules; None for those that each puzzle says.
        seconds_each: wall-clock limit of each puzzle's path by techniques, which then ends with
            ``limit``; None for none.  Singles have none: only the hardest puzzles, and such with
            several solutions, depend on it.

    Raises:
        CpsudokuError: a puzzle is not one, or there is no such order or form.
        BackendError: a step does not follow; nothing is returned then.
        BackendUnavailableError: for techniques the compiled module is needed.
    """
    if form not in writing.FORMS:
        raise OptionError(f"no form {form!r}; expected {', '.join(writing.FORMS)}")
    if most < 1:
        raise OptionError(f"traces of {most} steps; expected at least 1")
    lots = lots_of([puzzles] if isinstance(puzzles, str) else puzzles, rules)
    found: dict[int, tuple[str, str, int]] = {}
    for lot in lots:
        if order in tracing.TRACED:
            made = [_searched(lot.puzzle(i), order, form, most) for i in range(len(lot.rows))]
        else:
            made = _of_techniques(lot, _Asked(order, form, candidates, most, seconds_each))
        found.update(zip(lot.numbers.tolist(), made, strict=True))
    parts = [found[number] for number in range(len(found))]
    return Traces([p[0] for p in parts], [p[1] for p in parts], [p[2] for p in parts])


def _searched(puzzle: Puzzle, order: str, form: str, most: int) -> tuple[str, str, int]:
    seen = tracing.trace(puzzle, order, limit=most)
    searching.check(puzzle, seen)
    parts = [writing.event_text(event, puzzle.rules, form) for event in seen.events]
    end = "cut" if not seen.complete else "solved" if seen.counts["found"] else "none"
    return writing.document(str(puzzle), parts, end, form), end, len(parts)


class _Asked(NamedTuple):
    """What is asked of a path; as of `traces`."""

    order: str
    form: str
    candidates: bool = False
    most: int = 1000
    seconds: float | None = None


def _of_techniques(lot: PuzzleLot, asked: _Asked) -> list[tuple[str, str, int]]:
    # Where singles suffice the path is the same; where they do not, nothing hard is looked for
    # twice, and without a limit.
    named, form = up_to(order_named(asked.order), writing.SINGLES), asked.form
    if are_masks(lot.rows) or asked.candidates or lot.rules.has_others:
        return [_walked(lot.puzzle(place), asked) for place in range(len(lot.rows))]
    texts = writing.SingleTexts(lot.rules, form)
    made = []
    for first in range(0, len(lot.rows), _PIECE):
        rows = lot.rows[first : first + _PIECE]
        found = singles_many(rows, lot.rules, named)
        solved = checked_singles(rows, found, lot.rules)
        numbers = zip(texts.keys_of(found.steps), found.lengths.tolist(), solved, strict=True)
        for place, (steps, length, is_solved) in enumerate(numbers, first):
            if not is_solved or length > asked.most:
                made.append(_walked(lot.puzzle(place), asked))
                continue
            parts = [*map(texts.__getitem__, steps[:length])]
            puzzle_text = str(lot.puzzle(place)) if form == "json" else ""
            made.append((writing.document(puzzle_text, parts, "solved", form), "solved", length))
    return made


def _sound(puzzle: Puzzle, asked: _Asked) -> Order:
    """Return an order without what follows for puzzles with one solution alone, if it has others.

    Such are patterns that would leave several, and the guess that HoDoKu ends with.
    """
    order = order_named(asked.order)
    if solving.check(puzzle, seconds=asked.seconds).verdict is Verdict.UNIQUE:
        return order
    guess = TECHNIQUES["brute force"].finder
    finders = tuple(finder for finder in order.finders if finder != guess)
    return replace(without_uniqueness(order), finders=finders)


def _walked(puzzle: Puzzle, asked: _Asked) -> tuple[str, str, int]:
    """Write the path of one puzzle, its steps as objects."""
    path, form = logic.Path(puzzle, _sound(puzzle, asked), asked.seconds), asked.form
    position, count, cut = Position.of(puzzle), 0, False
    parts = [writing.left_text(position, form)] if asked.candidates else []
    for step in path:
        if count == asked.most:
            cut = True
            break
        wrong = fault(position, step)
        if wrong is not None:
            raise BackendError(f"step {count + 1} of {puzzle} does not follow: {wrong}")
        parts.append(writing.step_text(step, puzzle.rules, form))
        if asked.candidates and (struck := writing.struck_by(step, position)):
            parts.append(writing.struck_text(struck, puzzle.rules, form))
        position = position.after(step)
        count += 1
    end = "cut" if cut else path.rating.end
    end = "none" if end == "broken" else end
    return writing.document(str(puzzle), parts, end, form), end, count


def checked_singles(rows: NDArray[np.uint8], found: SinglesPaths, rules: Rules) -> list[bool]:
    """Replay singles of puzzles, an array (n, cells), and return which ones they solve.

    Raises:
        BackendError: a single does not follow.
    """
    position = Positions.of(PuzzleLot(rules, np.arange(len(rows)), rows))
    for turn in range(found.steps.shape[1]):
        which = np.flatnonzero(found.lengths > turn)
        steps = found.steps[which, turn].astype(np.int64)
        wrong = ~_follow(position, which, steps, rules)
        if wrong.any():
            row = int(which[int(wrong.argmax())])
            raise BackendError(f"step {turn + 1} of puzzle {row + 1} does not follow")
        position.place(which, steps[:, 1], steps[:, 2])
    return [bool(one) for one in boards.holds(position.digits, rules)]


def _follow(
    position: Positions, which: NDArray[np.intp], steps: NDArray[np.int64], rules: Rules
) -> NDArray[np.bool_]:
    """Return which singles follow: their evidence is looked at, not what else might show them."""
    numbers, cells, digits, groups = steps.T
    naked, full = _numbers("naked single"), _numbers("full house")
    bits = (1 << (digits - 1)).astype(position.left.dtype)
    here = position.left[which, cells]
    houses = _house_cells(rules)  # (groups + 1, N), the last for none
    around = houses[groups]
    is_other = around != cells[:, None]
    left = position.left[which[:, None], around]
    elsewhere = (((left & bits[:, None]) != 0) & is_other).any(axis=1)
    # A blank cell has a digit left, but in a dead end, where no single follows in any case.
    open_elsewhere = ((left != 0) & is_other).any(axis=1)
    in_house = (~is_other).any(axis=1)
    hidden = in_house & ~elsewhere & ((here & bits) != 0)
    choices = [here == bits, hidden & ~open_elsewhere]
    found: NDArray[np.bool_] = np.select([numbers == naked, numbers == full], choices, hidden)
    return found


@lru_cache(maxsize=8)
def _numbers(technique: str) -> int:
    return technique_names().index(technique)


@lru_cache(maxsize=64)
def _house_cells(rules: Rules) -> NDArray[np.intp]:
    """Return an array (groups + 1, N) of the cells of houses; a place after the last is not a cell.

    A group that is not a house has none, so that no single in it follows.
    """
    found = np.full((len(rules.groups) + 1, rules.size), rules.cell_count, np.intp)
    for number, group in enumerate(rules.groups):
        if rules.is_exact(group):
            found[number] = group.cells
    return found
