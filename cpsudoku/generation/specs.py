"""Wishes for generated puzzles, and whether they can be met at all.

>>> spec = Spec(classic(), clues=(24, 28), symmetry="rotate180")
>>> spec.reachable
(24, 25, 26, 27, 28)
>>> Spec(classic(), clues=(26, 27), symmetry="rotate90")
Traceback (most recent call last):
...
cpsudoku.errors.GenerationError: with symmetry rotate90 no puzzle has 26 to 27 givens, ...
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from cpsudoku.errors import GenerationError, OptionError
from cpsudoku.ground.names import plain
from cpsudoku.logic.classes import HODOKU_CLASSES
from cpsudoku.logic.orders import EXPLAINER, HODOKU
from cpsudoku.logic.techniques import TECHNIQUES, no_technique, other_names
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Candidates, Cell, Rules, boxes, cell_name, classic
from cpsudoku.rules.rules import require
from cpsudoku.symmetry import orbits as symmetries
from cpsudoku.symmetry.orbits import Orbit

if TYPE_CHECKING:
    from cpsudoku.logic.orders import Order


ALL_CHAINS = ("chains", "forcing chains", "forcing nets", "tables")
"""The families that ``chains`` means when it is kept off the path."""


_SEARCHED_FOR = 93
"""From this rating on in tenths; digging gives five puzzles a second rated 9.0 to 9.4, few of them
more than 9.2."""


@dataclass(frozen=True)
class DifficultySpec:
    """Wishes for the path that solves a puzzle.

    Args:
        er: the least and the largest rating of Sudoku Explainer, in tenths.
        from_scratch: whether searches for what is harder than digging gives begin at dug puzzles,
            and not at well-known ones (`cpsudoku.generation.searching`).
        needs: techniques, or families of them, each of which is to be on the path, before anything
            harder.
        without: techniques, or families of them, none of which may be on the path.

    The path is Sudoku Explainer's, or HoDoKu's where its class is given or where only HoDoKu has
    one of the techniques; a rating is always taken on Sudoku Explainer's.

    >>> DifficultySpec(er=(20, 26), without=("x-wing",)).order.name
    'explainer'

    Raises:
        OptionError: an empty range, or a name that means nothing.
        GenerationError: what is needed is harder than the rating allows, or no puzzle of the class
            has such a rating.
    """

    er: tuple[int, int] | None = None
    hodoku: str | None = None
    needs: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    from_scratch: bool = False

    def __post_init__(self) -> None:
        if self.er is not None and not 0 <= self.er[0] <= self.er[1]:
            low, high = (number / 10 for number in self.er)
            raise OptionError(f"a rating from {low} to {high}; expected the smaller number first")
        if self.from_scratch and not self.is_searched_for:
            raise OptionError("from scratch needs a rating (--er) of 9.3 or more")
        if self.hodoku is not None and self.hodoku not in HODOKU_CLASSES:
            expected = ", ".join(HODOKU_CLASSES)
            raise OptionError(f"no class {self.hodoku!r}; expected one of {expected}")
        for name in (*self.needs, *self.without):
            if not techniques_called(name):
                families = {technique.family for technique in TECHNIQUES.values()}
                raise OptionError(no_technique(name, ("chains", *families)))
        for name in self.needs:
            found = techniques_called(name) & set(self.order.numbers)
            if not found:
                raise OptionError(f"no search of the order {self.order.name!r} finds {name!r}")
            # A path of HoDoKu's may have it where Explainer's does with easier ones.
            least = min(map(EXPLAINER.number, found)) if self.order is EXPLAINER else 0
            if self.er is not None and least > self.er[1]:
                raise GenerationError(
                    f"a puzzle that needs {name} is rated {least / 10} at least, above "
                    f"{self.er[1] / 10}"
                )
        if self.er is not None and _is_never(*self.er, self.hodoku):
            raise GenerationError(
                f"no puzzle rated {self.er[0] / 10} to {self.er[1] / 10} is of HoDoKu's class "
                f"{self.hodoku}"
            )

    @property
    def is_searched_for(self) -> bool:
        """Whether digging seldom gives puzzles as hard as that."""
        return self.er is not None and self.er[0] >= _SEARCHED_FOR

    @property
    def order(self) -> Order:
        """The order whose path is looked at for classes and techniques."""
        names = [techniques_called(name) for name in (*self.needs, *self.without)]
        known = set(EXPLAINER.numbers)
        if self.hodoku is None and all(name & known for name in names):
            return EXPLAINER
        return HODOKU


def _is_never(least: int, most: int, wanted: str | None) -> bool:
    """Return whether no puzzle of a class of HoDoKu's has such a rating, as singles show.

    They solve all that is easy; and the score of a whole board of hidden singles is within what
    medium allows.
    """
    if wanted == "easy":
        return least > EXPLAINER.number("naked single")
    return wanted in HODOKU_CLASSES[2:] and most <= EXPLAINER.number("hidden single")


def techniques_called(name: str) -> frozenset[str]:
    """Return the techniques of a name or family (``naked-pair``, ``fish``); written in any way."""
    wanted = plain(other_names().get(name, name))
    families = set(map(plain, ALL_CHAINS)) if wanted == "chains" else {wanted}
    return frozenset(
        technique.name
        for technique in TECHNIQUES.values()
        if plain(technique.name) == wanted or plain(technique.family) in families
    )


_FEWEST_CLUES = {
    # Proved by exhaustive search; 9×9: McGuire, Tugemann and Civario, "There is no 16-clue
    # sudoku", Experimental Mathematics 23 (2014).
    boxes(2, 2): 4,
    classic(): 17,
}

_MOST_MINIMAL = 40
"""No minimal classic puzzle with more givens is known; M. Dobrichev found two with 40, with methods
of their own (New Sudoku Players' Forum, "High clue tamagotchis").  Digging ends near 24."""

_RARELY_FEWER, _RARELY_MORE = 20, 30
"""Digging seldom ends with as few givens, or as many."""

_RARELY_EASIER = 12
"""Tenths of a rating that few puzzles without superfluous givens stay below."""

_LARGE, _SEARCHED = 16, 9
"""Digits beyond which digging to the end takes minutes, and beyond which what is left of a board is
seldom solved by singles."""

_MASK = {"#": True, "x": True, "1": True, ".": False, "0": False, "_": False, "-": False}


def fewest_clues(rules: Rules) -> int:
    """Return a number of givens below which no puzzle has one solution.

    Of two digits that no given shows, each could stand for the other; so all digits but one must
    be given.  For 4×4 and classic 9×9 the true minimum is known.
    """
    return _FEWEST_CLUES.get(rules, max(0, rules.size - 1))


@dataclass(frozen=True)
class Spec:
    """The wishes for a puzzle; the arguments are those of `cpsudoku.generate`.

    Args:
        clues: fewest and most givens, both inclusive; None for as few as digging gives.
        mask: for each cell ``#`` (or ``x``, ``1``) to be given, ``.`` (or ``0``, ``_``, ``-``) to
            be blank, ``?`` for either; white space is ignored.
        measured: whether to say what effort it takes.

    Raises:
        UnsupportedError: the rules have other constraints than groups of different cells, or
            another board than a square.
        OptionError: something that makes no sense, such as an empty range.
        GenerationError: no puzzle can be like that; says why.
    """

    rules: Rules
    clues: tuple[int, int] | None = None
    symmetry: str = symmetries.NONE
    minimal: bool = False
    box_blanks: tuple[int, int] | None = None
    mask: str | None = None
    givens: Puzzle | None = None
    effort: tuple[int, int] | None = None
    distinct: bool = False
    measured: bool = False
    difficulty: DifficultySpec | None = None

    def __post_init__(self) -> None:
        require(self.rules, "generation")
        for name, both in (
            ("givens", self.clues), ("blanks in a box", self.box_blanks), ("effort", self.effort),
        ):  # fmt: skip
            if both is not None and not 0 <= both[0] <= both[1]:
                raise OptionError(f"{name} from {both[0]} to {both[1]}; expected the smaller first")
        self._check_givens()
        self._check_blank_cells()
        self._check_clues()
        self._check_minimal()
        self._check_boxes()

    def _check_givens(self) -> None:
        if self.givens is None:
            return
        if self.givens.rules != self.rules:
            raise OptionError("the givens have other rules than the puzzles")
        clash = self.givens.clash()
        if clash is not None:
            raise GenerationError(f"the givens contradict: {clash.describe(self.rules.board)}")

    def _check_blank_cells(self) -> None:
        for orbit in symmetries.orbits(self.symmetry, self.rules.size):
            stays, goes = self.staying.intersection(orbit), self.blank.intersection(orbit)
            if stays and goes:
                one, other = (cell_name(min(cells), self.rules.board) for cells in (stays, goes))
                raise GenerationError(
                    f"{one} is to be given and {other} blank, but symmetry {self.symmetry} makes "
                    "them equal"
                )
        lines = [c for c in self.rules.groups if c.kind in {"row", "column"}]
        empty = [line for line in lines if self.blank.issuperset(line.cells)]
        for line, beside in combinations(empty, 2):
            if self._exchangeable(line.cells, beside.cells):
                raise GenerationError(
                    f"{line.label} and {beside.label} are both to be blank, "
                    "but then they can be exchanged"
                )

    def _exchangeable(self, one: tuple[Cell, ...], other: tuple[Cell, ...]) -> bool:
        """Return whether exchanging two parallel lines keeps every constraint."""
        moved = dict(zip(one, other, strict=True)) | dict(zip(other, one, strict=True))
        if len(moved) < 2 * len(one):
            return False
        sets = self.rules.cell_sets
        return all(frozenset(moved.get(cell, cell) for cell in cells) in sets for cells in sets)

    def _check_clues(self) -> None:
        least, most = self._range
        if most < fewest_clues(self.rules):
            raise GenerationError(
                f"no puzzle of these rules with {span(least, most)} givens has one solution; "
                f"at least {fewest_clues(self.rules)} are needed"
            )
        if least > self.rules.cell_count:
            raise GenerationError(
                f"{span(least, most)} givens are more than the {self.rules.cell_count} cells"
            )
        if self.reachable:
            return
        if not self._sums:
            needed = fewest_clues(self.rules)
            raise GenerationError(f"the mask leaves fewer than {needed} cells to be given")
        fewer = [n for n in self._sums if n < least]
        more = [n for n in self._sums if n > most]
        near = " or ".join(map(str, fewer[-1:] + more[:1]))
        wished = f"with symmetry {self.symmetry}" if not self.mask else "with this mask"
        raise GenerationError(
            f"{wished} no puzzle has {span(least, most)} givens, but {near} are possible"
        )

    def _check_minimal(self) -> None:
        if not self.minimal or self.symmetry != symmetries.NONE or self.staying:
            return
        # In a house without a blank each given follows from the others.
        most = self.rules.cell_count - len(self.rules.of_kind("row"))
        if self._range[0] > most:
            raise GenerationError(
                f"a minimal puzzle has a blank in every row and so at most {most} givens, not "
                f"{self._range[0]}"
            )
        if self.rules.is_classic and self._range[0] > _MOST_MINIMAL:
            raise GenerationError(
                f"no minimal 9×9 puzzle with more than {_MOST_MINIMAL} givens is known, and "
                f"{self._range[0]} were asked for"
            )

    def _check_boxes(self) -> None:
        if self.box_blanks is None:
            return
        least, most = self.box_blanks
        fewest, largest = self._range
        cells = self.rules.cell_count
        if least > self.rules.size:
            raise GenerationError(f"a box has {self.rules.size} cells; {least} cannot be blank")
        if cells - len(self.boxes) * least < fewest:
            raise GenerationError(
                f"{least} blanks in every box leave at most {cells - len(self.boxes) * least} "
                f"givens, not {fewest}"
            )
        if cells - len(self.boxes) * min(most, self.rules.size) > largest:
            raise GenerationError(
                f"at most {most} blanks in every box leave at least "
                f"{cells - len(self.boxes) * most} givens, not {largest}"
            )
        for number, box in enumerate(self.boxes, start=1):
            stay = self.staying.intersection(box)
            if len(box) - len(stay) < least:
                raise GenerationError(
                    f"box {number} is to have {len(stay)} givens and at least {least} blanks"
                )

    @property
    def _range(self) -> tuple[int, int]:
        return (0, self.rules.cell_count) if self.clues is None else self.clues

    @cached_property
    def _masked(self) -> tuple[frozenset[Cell], frozenset[Cell]]:
        """The cells that the mask wants given, and those that it wants blank."""
        if self.mask is None:
            return frozenset(), frozenset()
        marks = "".join(self.mask.split()).lower()
        if len(marks) != self.rules.cell_count:
            raise OptionError(f"a mask of {len(marks)} cells; expected {self.rules.cell_count}")
        for cell, mark in enumerate(marks):
            if mark not in _MASK and mark != "?":
                where = cell_name(cell, self.rules.board)
                raise OptionError(f"{mark!r} at {where} of the mask; expected #, . or ?")
        wanted = [_MASK.get(mark) for mark in marks]
        return (
            frozenset(cell for cell, want in enumerate(wanted) if want is True),
            frozenset(cell for cell, want in enumerate(wanted) if want is False),
        )

    @cached_property
    def staying(self) -> frozenset[Cell]:
        """The cells that are to be given."""
        digits = () if self.givens is None else self.givens.digits
        return self._masked[0].union(cell for cell, digit in enumerate(digits) if digit)

    @property
    def blank(self) -> frozenset[Cell]:
        """The cells that are to be blank."""
        return self._masked[1]

    @cached_property
    def orbits(self) -> tuple[Orbit, ...]:
        """The orbits that may be dug, ordered by their first cells."""
        found = symmetries.orbits(self.symmetry, self.rules.size)
        return tuple(orbit for orbit in found if self.staying.isdisjoint(orbit))

    @cached_property
    def must_go(self) -> tuple[bool, ...]:
        """For each orbit whether it has to be blank."""
        return tuple(not self.blank.isdisjoint(orbit) for orbit in self.orbits)

    @cached_property
    def boxes(self) -> tuple[tuple[Cell, ...], ...]:
        """The cells of each box, or of each region of a jigsaw.

        Raises:
            OptionError: the rules have neither.
        """
        found = self.rules.of_kind("box") or self.rules.of_kind("region")
        if not found:
            raise OptionError("these rules have no boxes")
        return tuple(box.cells for box in found)

    @property
    def candidates(self) -> Candidates | None:
        """For each cell what the final grid may have there; None for anything."""
        return None if self.givens is None else self.givens.candidates

    @cached_property
    def _sums(self) -> tuple[int, ...]:
        """The numbers of givens that patterns of this symmetry and mask have."""
        free = [o for o, goes in zip(self.orbits, self.must_go, strict=True) if not goes]
        fixed = self.rules.cell_count - sum(map(len, self.orbits))
        sums = 1 << fixed
        for orbit in free:
            sums |= sums << len(orbit)
        least = fewest_clues(self.rules)
        return tuple(n for n in range(least, self.rules.cell_count + 1) if sums >> n & 1)

    @cached_property
    def reachable(self) -> tuple[int, ...]:
        """The requested numbers of givens that patterns of this symmetry and mask have."""
        least, most = self._range
        return tuple(n for n in self._sums if least <= n <= most)

    @property
    def targets(self) -> tuple[int, ...]:
        """Numbers of givens of which one is drawn to stop at; empty to dig to the end."""
        return () if self.minimal or self.clues is None else self.reachable

    @property
    def bareness(self) -> str:
        """Why few puzzles that are dug to their end meet the wishes, in words; else empty."""
        if self.clues is not None:
            return ""
        er = None if self.difficulty is None else self.difficulty.er
        if er is not None and er[1] < _RARELY_EASIER:
            return "puzzles that are dug to their end are rarely this easy"
        if self.rules.size > _LARGE:
            return f"{self.rules.size}×{self.rules.size} boards are dug to their end slowly"
        if self.effort is not None and self.effort[1] == 0 and self.rules.size > _SEARCHED:
            return "boards of this size that are dug to their end rarely go without choices"
        return ""

    @property
    def rarity(self) -> str:
        """Why most attempts fail, in words, if the number of givens is the cause; else empty."""
        if not self.rules.is_classic or self.clues is None:
            return ""
        least, most = self.clues
        if most <= _RARELY_FEWER:
            return "this few givens are rare"
        if self.minimal and least >= _RARELY_MORE:
            return "this many givens are rare in minimal puzzles"
        return ""


def span(least: int, most: int) -> str:
    """Return a range in words."""
    return f"{least}" if least == most else f"{least} to {most}"
