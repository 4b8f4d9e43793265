"""What a generated puzzle is to be like, and whether that is possible at all.

>>> wish = Wish(classic(), clues=(24, 28), symmetry="rotate180")
>>> wish.reachable
(24, 25, 26, 27, 28)
>>> Wish(classic(), clues=(26, 27), symmetry="rotate90")
Traceback (most recent call last):
...
cpsudoku.errors.GenerationError: with symmetry rotate90 no puzzle has 26 to 27 givens, ...
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from cpsudoku.errors import GenerationError, OptionError
from cpsudoku.generation import symmetry as symmetries
from cpsudoku.generation.symmetry import Orbit
from cpsudoku.rules import Cell, Rules, boxes, classic

_FEWEST_CLUES = {
    # Proved by exhaustive search; 9×9: McGuire, Tugemann and Civario, "There is no 16-clue
    # sudoku", Experimental Mathematics 23 (2014).
    boxes(2, 2): 4,
    classic(): 17,
}


def fewest_clues(rules: Rules) -> int:
    """Return a number of givens below which no puzzle has one solution.

    Of two digits that no given shows, each could stand for the other; so all digits but one must
    be given.  For 4×4 and classic 9×9 the true minimum is known.

    Args:
        rules: the rules.
    """
    return _FEWEST_CLUES.get(rules, max(0, rules.size - 1))


@dataclass(frozen=True)
class Wish:
    """What a puzzle is to be like.

    Args:
        rules: the rules.
        clues: fewest and most givens, both inclusive; None for as few as digging gives.
        symmetry: a name out of `symmetry.NAMES`, or several joined by ``+``.
        minimal: whether no given, or with a symmetry no orbit of givens, may be superfluous.

    Raises:
        OptionError: a range that is empty, or a symmetry that does not exist.
        GenerationError: no puzzle can be like that; says why.
    """

    rules: Rules
    clues: tuple[int, int] | None = None
    symmetry: str = symmetries.NONE
    minimal: bool = False

    def __post_init__(self) -> None:
        if self.clues is not None:
            self._check_range(*self.clues)
        if not self.reachable:
            least, most = self._range
            near = [n for n in self._sums if n < least][-1:] + [n for n in self._sums if n > most][
                :1
            ]
            raise GenerationError(
                f"with symmetry {self.symmetry} no puzzle has {_span(least, most)} givens, but "
                f"{' or '.join(map(str, near))} are possible"
            )

    def _check_range(self, least: int, most: int) -> None:
        if least > most:
            raise OptionError(f"givens from {least} to {most}; expected the smaller number first")
        if most < fewest_clues(self.rules):
            raise GenerationError(
                f"no puzzle of these rules with {_span(least, most)} givens has one solution; "
                f"at least {fewest_clues(self.rules)} are needed"
            )
        if least > self.rules.cell_count:
            raise GenerationError(
                f"{_span(least, most)} givens are more than the {self.rules.cell_count} cells"
            )

    @property
    def _range(self) -> tuple[int, int]:
        return (0, self.rules.cell_count) if self.clues is None else self.clues

    @cached_property
    def orbits(self) -> tuple[Orbit, ...]:
        """The orbits that may be dug, ordered by their first cells."""
        return symmetries.orbits(self.symmetry, self.rules.size)

    @cached_property
    def _sums(self) -> tuple[int, ...]:
        """The numbers of givens that patterns of this symmetry have."""
        sums = 1
        for orbit in self.orbits:
            sums |= sums << len(orbit)
        return tuple(n for n in range(self.rules.cell_count + 1) if sums >> n & 1)

    @cached_property
    def reachable(self) -> tuple[int, ...]:
        """The numbers of givens asked for that patterns of this symmetry have."""
        least, most = self._range
        return tuple(n for n in self._sums if max(least, fewest_clues(self.rules)) <= n <= most)

    def accepts(self, givens: frozenset[Cell]) -> bool:
        """Tell whether a dug puzzle has as many givens as asked for.

        Args:
            givens: the cells that stayed given.
        """
        least, most = self._range
        return least <= len(givens) <= most


def _span(least: int, most: int) -> str:
    return f"{least}" if least == most else f"{least} to {most}"
