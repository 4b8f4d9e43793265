"""Labels of puzzles: ratings, techniques, and how much a search has to do.

>>> import numpy as np
>>> from cpsudoku.formats import parse
>>> text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> easy = parse(text)
>>> asked = ["er", "givens", "guesses", "backtracks:backtrack:index"]
>>> labels_of(np.array([easy.digits], np.uint8), easy.rules, asked)
{'er': [1.2], 'givens': [30], 'guesses': [0], 'backtracks:backtrack:index': [1246]}
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyarrow as pa
from numpy.typing import NDArray

from cpsudoku import logic
from cpsudoku.asking import solving
from cpsudoku.asking.many import rate_many
from cpsudoku.backends import AUTO
from cpsudoku.errors import OptionError, UnsupportedError
from cpsudoku.formats import parse_rules
from cpsudoku.logic.explaining.difficulty import OF_MANY, SCALES, known
from cpsudoku.logic.explaining.rating import rate
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Stats
from cpsudoku.rules import Rules

RATINGS = {column.name: column.kind for column in OF_MANY}
"""For each label that is a rating, the kind of its values."""

OTHERS = ("techniques", "givens", "guesses")
"""Labels beside ratings and ``backtracks:NAME``."""

_BACKTRACKS = "backtracks:"


def check_label(name: object) -> None:
    """Raise an error unless there is such a label.

    Raises:
        OptionError: there is not, or a search is named that does not count dead ends.
        CpsudokuError: there is no such backend, or it cannot run here.
    """
    if isinstance(name, str) and name.startswith(_BACKTRACKS):
        backend = name.removeprefix(_BACKTRACKS)
        if not _counts_conflicts(backend):
            raise OptionError(f"{name}: {backend} does not count dead ends; backtrack does")
    elif name not in (*RATINGS, *OTHERS):
        expected = ", ".join((*RATINGS, *OTHERS, f"{_BACKTRACKS}NAME"))
        raise OptionError(f"label {name!r}; expected {expected}")


def _counts_conflicts(backend: str) -> bool:
    small = Puzzle.empty(parse_rules("4").rules())
    try:
        return backend != AUTO and _searched(small, backend).conflicts is not None
    except UnsupportedError:  # a backend for only the classic rules, which counts branches
        return False


def schema_of(names: Sequence[str]) -> pa.Schema:
    """Return the types of the columns of a data set with some labels."""
    kinds = {float: pa.float64(), int: pa.int64(), str: pa.string()}
    text = dict.fromkeys(("puzzle", "solution", "rules", "class"), pa.string())
    labels = {
        name: kinds[RATINGS.get(name, str if name == "techniques" else int)] for name in names
    }
    return pa.schema(list({**text, **labels}.items()))


def labels_of(
    digits: NDArray[Any], rules: Rules, names: Sequence[str], threads: int | None = None
) -> dict[str, list[Any]]:
    """Return columns of labels of puzzles with one solution each, a uint8 array (n, cells).

    A rating that is only a lower bound, or unknown, is null; so are all where the techniques do not
    know the rules, and the techniques of puzzles with clues beside their houses.

    Raises:
        CpsudokuError: a backend does not know the rules.
    """
    found: dict[str, list[Any]] = {}
    puzzles = [Puzzle.from_digits(row, rules) for row in digits.tolist()]
    asked = [name for name in names if name in RATINGS or name == "techniques"]
    if asked:
        found = _ratings(digits, puzzles, rules, asked, threads)
    for name in names:
        if name == "givens":
            found[name] = (digits != 0).sum(axis=1).tolist()
        elif name == "guesses":
            # Of `bitboard`, which knows only the classic rules.
            branches = (_searched(puzzle, "bitboard").nodes for puzzle in puzzles)
            found[name] = list(branches) if rules.is_classic else [None] * len(puzzles)
        elif name.startswith(_BACKTRACKS):
            backend = name.removeprefix(_BACKTRACKS)
            found[name] = [_searched(puzzle, backend).conflicts for puzzle in puzzles]
    return {name: found[name] for name in names}


def _searched(puzzle: Puzzle, backend: str) -> Stats:
    """Return the figures of a search up to the first solution."""
    return solving.solve(puzzle, backend=backend).stats


def _ratings(
    digits: NDArray[Any],
    puzzles: Sequence[Puzzle],
    rules: Rules,
    names: Sequence[str],
    threads: int | None,
) -> dict[str, list[Any]]:
    try:
        logic.check_rules(rules)
    except UnsupportedError:
        return {name: [None] * len(puzzles) for name in names}
    used: list[str | None] = [None] * len(puzzles)
    if rules.has_others:
        rated = list(map(rate, puzzles))
    else:
        many = rate_many(digits, rules, scales=SCALES, threads=threads)
        rated, used = (
            list(many.of(puzzles)),
            ["; ".join(o) for o in many.paths[0].techniques_used()],
        )
    found: dict[str, list[Any]] = {name: [] for name in names}
    for one, path in zip(rated, used, strict=True):
        row = {**known(one), "techniques": path}
        for name, values in found.items():
            values.append(None if name in one.lower_bounds else row.get(name))
    return found
