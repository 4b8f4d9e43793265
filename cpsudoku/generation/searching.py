"""The hardest puzzles: a search from puzzle to puzzle, each a neighbour of the one before.

Two puzzles are neighbours if one orbit of givens (a given, where no symmetry is asked for) is taken
out of the first, another put in, and whatever is then superfluous removed::

    . . 3 | . 5 .        take 5 out: 40 solutions        . . 3 | . . .
    1 . . | . . 2   →    in one alone r2c5 is 8     →    1 . . | . 8 2

Neighbours of a hard puzzle are far more often hard than random ones: of those of puzzles rated 11
and more every fourth is rated at least 9.5, and one in sixteen at least 10.5.  This is how the
known lists of the hardest were made ("vicinity search", {−1+1}: coloin, eleven, champagne, Mladen
Dobrichev and others, New Sudoku Players' Forum, "The hardest sudokus").

A search begins at an image of a well-known puzzle, or at dug ones.  It goes on from the puzzle that
is nearest to the interval asked for, with the next of its neighbours.  The first that is as wished
for takes long; then others are near.  So several puzzles, a *family*, come from one search.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush

from cpsudoku.formats import parse
from cpsudoku.generation.ancestors import ANCESTORS
from cpsudoku.generation.judging import NEAR, Fit, Judge
from cpsudoku.generation.making import Made, Maker
from cpsudoku.generation.specs import Spec
from cpsudoku.ground.deadline import Deadline
from cpsudoku.ground.randomness import Randomness
from cpsudoku.rules import Digit
from cpsudoku.symmetry.canonical import canonical

LEAST_MOVES = 3
"""Each to a neighbour, from whatever was come to before the last puzzle was given to the next."""


@dataclass(order=True)
class _Place:
    """A puzzle that was come to; the least is where to go on."""

    missing: int
    """Tenths from its rating to the interval."""
    moves_left: int
    """Until another one is given."""
    chance: int
    neighbours: Iterator[Made] = field(compare=False)


class NeighbourSearch:
    """Goes from puzzle to puzzle, always on from the hardest so far to the next of its neighbours.

    Attributes:
        judged: how many puzzles were rated.
    """

    def __init__(self, maker: Maker, judge: Judge, deadline: Deadline) -> None:
        assert maker.spec.difficulty is not None
        assert maker.spec.difficulty.er is not None
        self._maker = maker
        self._judge = judge
        self._deadline = deadline
        self._low, self._high = maker.spec.difficulty.er
        self.judged = 0
        self._forms: set[tuple[Digit, ...]] = set()

    def all(self, starts: Iterable[Made], chance: Randomness, most: int) -> Iterator[Made]:
        """Yield puzzles as wished for, no two of one class, each some moves from those before it.

        Args:
            most: puzzles rated for the next one, at which the search ends.
        """
        heap: list[_Place] = []
        seen: set[tuple[Digit, ...]] = set()
        before = self.judged

        def come_to(made: Made, moves_left: int) -> bool:
            """Go on from a puzzle too, and return whether it is to be given."""
            self._deadline.check()
            rating = self._judge.rating(made.digits)
            seen.add(made.digits)
            self.judged += 1
            given = moves_left <= 0 and self._fits(made, rating)
            left = LEAST_MOVES if given else max(0, moves_left)
            neighbours = self._maker.around(made, chance)
            place = _Place(max(0, self._low - rating), left, chance.word(), neighbours)
            heappush(heap, place)
            return given

        for made in starts:
            come_to(made, LEAST_MOVES)
        while heap and self.judged - before < most:
            place = heap[0]
            found = next(place.neighbours, None)
            if found is None:
                heappop(heap)
            elif found.digits not in seen and come_to(found, place.moves_left - 1):
                for other in heap:
                    other.moves_left = LEAST_MOVES
                heapify(heap)
                before = self.judged
                yield found

    def _fits(self, made: Made, rating: int) -> bool:
        if not self._low <= rating <= self._high:
            return False
        form = canonical(made.puzzle).puzzle.digits if made.rules.is_classic else made.digits
        if form in self._forms:
            return False
        self._forms.add(form)
        self._maker.judge.confirm(made)
        return self._judge([made.digits])[0].fit is Fit.FITS


def ancestors(spec: Spec) -> list[tuple[Digit, ...]]:
    """Return the well-known puzzles from which a spec's can be reached; none for most specs."""
    wish = spec.difficulty
    bound = spec.symmetry != "none" or spec.mask is not None or spec.givens is not None
    if wish is None or wish.er is None or wish.from_scratch or bound or not spec.rules.is_classic:
        return []
    least, most = spec.clues or (0, spec.rules.cell_count)
    hard = [one.text for one in ANCESTORS if one.er >= wish.er[0] - NEAR]
    return [parse(text).digits for text in hard if least <= len(text) - text.count(".") <= most]
