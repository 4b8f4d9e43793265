"""Rates puzzles on several scales, once it is certain that they have one solution.

>>> rate("12..34...1..3...").verdict.value
'none'
>>> easy = rate("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
>>> easy.er, easy.hodoku_class, easy.qqwing, easy.hardest
(1.2, 'easy', 'simple', 'hidden single in box')
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cpsudoku import logic
from cpsudoku.asking import solving
from cpsudoku.asking.search import VERDICTS, Search, verdicts_of
from cpsudoku.asking.solving import PuzzleLike
from cpsudoku.errors import OptionError
from cpsudoku.formats import as_puzzle
from cpsudoku.ground.deadline import Deadline
from cpsudoku.logic import Position, ratings
from cpsudoku.logic.explaining.difficulty import SCALES, Difficulties, Difficulty
from cpsudoku.logic.explaining.explanations import Walk
from cpsudoku.logic.paths import ENDS, walked
from cpsudoku.result import Verdict
from cpsudoku.rows.arrays import Rows
from cpsudoku.rules import Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def rate(
    puzzle: PuzzleLike, *, scales: Sequence[str] = SCALES, seconds: float | None = None
) -> Difficulty:
    """Return how hard a puzzle is for people, on several scales.

    Whether it has just one solution is found out first; if not, it is not rated.  What cages, lines
    and clues outside leave counts nothing on these scales, so a puzzle with some has the numbers of
    the other steps, and none where these do not solve it.

    Args:
        puzzle: the puzzle or its text; pencil marks count.
        scales: ``explainer``, ``hodoku`` and ``qqwing``, or some of them.
        seconds: wall-clock limit for all of it; None for none.  What it cuts short is a lower bound
            or unknown: see `Difficulty.lower_bounds` and `Difficulty.end`.

    Raises:
        FormatError: the text is not a puzzle.
        OptionError: there is no such scale, or a limit that makes no sense.
        UnsupportedError: the board is too big for the techniques.
    """
    puzzle = as_puzzle(puzzle)
    check_scales(scales)
    logic.check_rules(puzzle.rules)
    deadline = Deadline(seconds)
    verdict = solving.check(puzzle, seconds=deadline.left).verdict
    found = Difficulty(puzzle, verdict)
    if verdict is not Verdict.UNIQUE:
        return found
    paths: dict[str, logic.Rating] = {}
    for scale in sorted(scales, key=SCALES.index, reverse=True):  # the quickest first
        if puzzle.rules.has_others:
            walk = Walk(Position.of(puzzle), scale, deadline.left)
            for _ in walk:
                pass
            paths[scale], used = walk.rating, walk.techniques
            if scale == scales[0]:
                found = replace(found, clues=walk.clues)
        else:
            steps, paths[scale] = walked(puzzle, scale, deadline.left)
            used = [raw[0] for raw in steps]
        found = _with_class(found, paths[scale], used)
    return replace(found, paths=tuple(paths[scale] for scale in dict.fromkeys(scales)))


def _with_class(found: Difficulty, rating: logic.Rating, used: Sequence[str]) -> Difficulty:
    """Return a difficulty with the class that a path has on its scale, or has at least."""
    if rating.end == "broken" or (found.puzzle.rules.has_others and not rating.solved):
        return found
    stuck = rating.end == "stuck"
    if rating.order == "qqwing":
        return replace(found, qqwing=ratings.qqwing_class(used, stuck=stuck))
    if rating.order == "hodoku":
        return replace(found, hodoku_class=ratings.hodoku_class(used, rating.total, stuck=stuck))
    return found


def check_scales(scales: Sequence[str]) -> None:
    """Raise an error unless there are such scales.

    Raises:
        OptionError: there is no scale of a name, or no name is given.
    """
    for scale in scales:
        if scale not in SCALES:
            raise OptionError(f"there is no scale {scale!r}; expected {', '.join(SCALES)}")
    if not scales:
        raise OptionError(f"no scale; expected some of {', '.join(SCALES)}")


def rated(
    rows: Rows, rules: Rules, scales: Sequence[str], deadline: Deadline, **how: Any
) -> Difficulties:
    """Return how hard the puzzles of an array are, as `rate` says of one.

    Args:
        rows: digits (uint8) of puzzles under rules with nothing but houses.
        deadline: the end of the time for all of them; what it cuts short is a lower bound.
        how: the number of threads, and the seconds for each puzzle on each scale.

    Raises:
        UnsupportedError: the board is too big for the techniques.
    """
    import numpy as np

    logic.check_rules(rules)
    verdicts = _all_verdicts(rows, rules, deadline, **how)

    def rate_on(which: NDArray[np.intp], order: str) -> logic.Ratings:
        return logic.rate_many(rows[which], rules, order=order, seconds=deadline.left, **how)

    unique = np.flatnonzero(verdicts == 0)
    paths: dict[str, logic.Ratings] = {}
    levels = {scale: np.full(len(verdicts), -1, np.int8) for scale in SCALES}
    for scale in sorted(scales, key=SCALES.index):
        if scale == "qqwing" and paths and scales[0] != scale:
            levels[scale][unique], path = _qqwing(tuple(paths.values()), unique, rate_on)
        else:
            path = rate_on(unique, scale)
            if scale in _LEVELS:
                levels[scale][unique] = np.where(path.ends == _BROKEN, -1, _LEVELS[scale](path))
        paths[scale] = path
    spread = (paths[scale].spread(unique, len(verdicts)) for scale in dict.fromkeys(scales))
    return Difficulties(verdicts, tuple(spread), levels["hodoku"], levels["qqwing"])


_LEVELS = {"hodoku": ratings.hodoku_levels, "qqwing": ratings.qqwing_levels}
_BROKEN = ENDS.index("broken")


def _qqwing(
    paths: Sequence[logic.Ratings],
    rated: NDArray[np.intp],
    rate_on: Callable[[NDArray[np.intp], str], logic.Ratings],
) -> tuple[NDArray[np.int8], logic.Ratings]:
    """Return qqwing's classes, walking only such paths as those of other orders leave open.

    Of the others the ratings say how they end, and no more.
    """
    import numpy as np

    levels: NDArray[np.int8] = np.max([ratings.qqwing_levels_after(path) for path in paths], axis=0)
    open_ones = np.flatnonzero(levels < 0)
    walked = rate_on(rated[open_ones], "qqwing")
    found = walked.spread(open_ones, len(levels))
    expert = levels == ratings.QQWING_CLASSES.index("expert")
    ends = np.where(expert, ENDS.index("stuck"), ENDS.index("solved")).astype(np.int32)
    ends[open_ones] = walked.ends
    levels[open_ones] = np.where(walked.ends == _BROKEN, -1, ratings.qqwing_levels(walked))
    return levels, replace(found, ends=ends)


def _all_verdicts(
    rows: Rows, rules: Rules, deadline: Deadline, threads: int | None, seconds_each: float | None
) -> NDArray[np.int8]:
    """Return how many solutions puzzles have.

    All are searched together, with the time of one; those left open, since another of them may have
    taken it all, get the same time each.
    """
    import numpy as np

    def searched(some: Rows) -> NDArray[np.int8]:
        limits = (limit for limit in (deadline.left, seconds_each) if limit is not None)
        found = Search(seconds=min(limits, default=None)).of_rows(some, rules, threads=threads)
        return verdicts_of(found.counts, found.unknown)

    found = searched(rows)
    if seconds_each is not None and len(rows) > 1:
        for row in np.flatnonzero(found == VERDICTS.index(Verdict.UNKNOWN)):
            found[row] = searched(rows[row : row + 1])[0]
    return found
