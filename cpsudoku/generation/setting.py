"""Puzzles with variants: constraints that hold in a hidden solution, until it is the only one.

A grid is drawn first and hidden.  Cages, lines and clues that hold in it are laid out; while the
puzzle has another solution, a *rival*, one that the rival breaks is laid out in place of others
near the cells in which it differs, or a given is added where that is allowed.  At the end whatever
is not needed goes, so that the puzzle is minimal: without any one of its constraints or givens (or
of the sets that a symmetry keeps together) it would have several solutions.

    >>> from cpsudoku.rules import boxes
    >>> spec = VariantSpec.of(boxes(2, 2), {"killer": 7, "thermo": 1}, givens=0)
    >>> made = VariantMaker(spec, seed=1, backend="sat").make(0)
    >>> made.digits == (0,) * 16, len(made.rules.clues) <= 8
    (True, True)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, TypeAlias

from cpsudoku.asking import solving
from cpsudoku.errors import GenerationError
from cpsudoku.generation.filling import random_grid
from cpsudoku.generation.layouts import Layout, laid_out, lies_on, own_cells
from cpsudoku.generation.making import GeneratedPuzzle, Maker
from cpsudoku.ground.deadline import OutOfTimeError
from cpsudoku.ground.names import counted
from cpsudoku.ground.randomness import Randomness
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rules import Cell, Grid, Rules
from cpsudoku.symmetry import orbits as symmetries
from cpsudoku.variants.base import Variant

ROUNDS = 150
"""Rivals that are met at most before a new grid is drawn."""

_PATIENCE = 10
"""Rivals for which only the layout is changed, before givens are added if they may be."""

_CHANGES = 40
"""Changes of the layout that are tried against one rival."""

Together: TypeAlias = tuple[Variant, ...]
"""Variants that a symmetry takes into one another, and that come and go together."""


@dataclass(frozen=True)
class VariantSpec:
    """The wishes for a puzzle with variants.

    Args:
        puzzle: what is there already: rules, and givens if any.
        wished: names of variants, and how many of each there may be at most.
        givens: givens that may be added at most; None for as many as it takes.
        symmetry: of the layout, as `cpsudoku.symmetry.orbits` names it.
    """

    puzzle: Puzzle
    wished: tuple[tuple[str, int], ...]
    givens: int | None = None
    symmetry: str = symmetries.NONE

    @property
    def rules(self) -> Rules:
        """The rules that all puzzles have."""
        return self.puzzle.rules

    @classmethod
    def of(
        cls,
        rules: Rules | Puzzle,
        wished: Mapping[str, int],
        *,
        givens: int | None = None,
        symmetry: str = symmetries.NONE,
    ) -> VariantSpec:
        """Return a checked spec, of rules or of a puzzle that is to be completed.

        Raises:
            OptionError: a variant that cannot be drawn, or an unknown symmetry.
            GenerationError: the board is not square, and has no symmetries.
        """
        puzzle = rules if isinstance(rules, Puzzle) else Puzzle.empty(rules)
        for name in wished:
            laid_out(name)
        moves = symmetries.permutations(symmetry, puzzle.rules.size)
        if moves and not puzzle.rules.board.is_square:
            raise GenerationError("a symmetric layout needs a square board")
        return cls(puzzle, tuple(wished.items()), givens, symmetry)


@dataclass
class VariantMaker(Maker):
    """Makes puzzles with variants.

    A puzzle depends on the backend too: the rivals that it finds decide what is changed.

    Args:
        attempts: grids drawn at most for one puzzle.
        solution: the hidden solution; None to draw one for each attempt.
    """

    spec: VariantSpec
    attempts: int = field(default=20, kw_only=True)
    solution: Grid | None = field(default=None, kw_only=True)
    is_waited_for: ClassVar[bool] = True
    at_once: ClassVar[int] = 1

    def make(self, index: int, first_attempt: int = 0) -> GeneratedPuzzle:
        """Return the puzzle of a number, with a note on what was added.

        Raises:
            GenerationError: none was found within the attempts, or none exists.
        """
        for attempt in range(first_attempt, self.attempts):
            chance = Randomness(self.seed, index, attempt)
            made = _Attempt(self, chance).made(index, attempt + 1)
            self.tried += 1
            if made is not None:
                return made
        wished = ", ".join(f"{name}:{count}" for name, count in self.spec.wished)
        raise GenerationError(
            f"no puzzle with {wished or 'no variants'} and "
            f"{'any' if self.spec.givens is None else self.spec.givens} givens "
            f"was found in {self.attempts} attempts; more variants or givens would help"
        )

    def all(self, numbers: range) -> Iterator[GeneratedPuzzle | None]:
        """Yield each puzzle and then None, since the next one may take long."""
        for made in super().all(numbers):
            yield made
            yield None

    def hidden(self, chance: Randomness) -> Grid:
        """Return the solution that is to be hidden.

        Raises:
            GenerationError: none exists.
        """
        if self.solution is not None:
            return self.solution
        puzzle = self.spec.puzzle
        if not puzzle.rules.others and not any(puzzle.digits):
            return random_grid(puzzle.rules, chance, deadline=self.deadline)
        found = solving.random_solution(
            puzzle, backend=self.backend, seconds=self.deadline.left, seed=chance.below(1 << 31)
        )
        self.deadline.check()
        if not found.solutions:
            raise GenerationError("the rules and givens that are there already have no solution")
        return found.solutions[0]

    def asked(self, puzzle: Puzzle) -> tuple[Verdict, tuple[Grid, ...]]:
        """Return what is known of a puzzle's solutions."""
        self.deadline.check()
        found = solving.check(puzzle, backend=self.backend, seconds=self.deadline.left)
        self.deadline.check()
        return found.verdict, found.solutions


class _Attempt:
    """One grid, and the variants laid out in it."""

    def __init__(self, setting: VariantMaker, chance: Randomness) -> None:
        self.setting = setting
        self.spec = setting.spec
        self.chance = chance
        self.board = self.spec.rules.board
        self.grid = setting.hidden(chance)
        self.values = self.board.values(self.grid)
        there = self.spec.rules.constraints
        self.there = tuple(one for one in there if isinstance(one, Variant))
        self.layout = Layout(self.board, self.values, chance)
        self.chosen: list[Together] = []
        self.given: list[tuple[Cell, ...]] = []
        self.rivals: list[tuple[int, ...]] = []
        self.checks = 0
        self.is_whole = True
        self._moves = symmetries.permutations(self.spec.symmetry, self.board.size)

    def made(self, index: int, attempts: int) -> GeneratedPuzzle | None:
        """Return the puzzle, None where the rivals win."""
        for name, count in self.spec.wished:
            self._lay_out(name, count)
        if not self._made_unique():
            return None
        self._minimise()
        puzzle, kinds = self._puzzle(), [one.name for one in self._variants()]
        added = [f"{kinds.count(name)} {name}" for name in dict.fromkeys(kinds)]
        added.append(counted(len(self._cells()), "given"))
        if not self.is_whole:
            added.append("not known whether all are needed, as time ran out")
        note = f"{', '.join(added)}; {counted(self.checks, 'check')} of uniqueness"
        return GeneratedPuzzle(index, puzzle.rules, puzzle.digits, self.grid, attempts, note=note)

    def _variants(self) -> tuple[Variant, ...]:
        return tuple(one for together in self.chosen for one in together)

    def _placed(self) -> tuple[Variant, ...]:
        """The variants on which no new one may lie: those of the rules, and those laid out."""
        return (*self.there, *self._variants())

    def _cells(self) -> tuple[Cell, ...]:
        return tuple(sorted(cell for together in self.given for cell in together))

    def _puzzle(self) -> Puzzle:
        base = self.spec.puzzle
        masks = list(base.candidates)
        for cell in self._cells():
            masks[cell] = 1 << self.grid[cell] - 1
        return Puzzle(base.rules.with_constraints(self._variants()), tuple(masks))

    def _lay_out(self, name: str, count: int) -> None:
        """Lay variants out up to a number, as far as there is room."""
        room = self.board.grid_count
        for _ in range(2 * count):
            there = self._count(name)
            if there >= count:
                break
            covered = sum(len(v.scope) for v in self._placed() if v.name == name)
            # So large on the average that they fill the board at the end.
            size = (room - covered) // max(1, count - there)
            size = max(2, min(size + self.chance.below(2), 6))
            together = self._proposed(name, size)
            if together is None:
                break
            if there + len(together) <= count:
                self.chosen.append(together)

    def _count(self, name: str) -> int:
        return sum(one.name == name for one in self._variants())

    def _proposed(self, name: str, size: int | None = None) -> Together | None:
        """Return a variant with its images under the symmetry, none of which lie on others."""
        placed = self._placed()
        first = self.layout.proposed(name, placed, size)
        if first is None:
            return None
        found = [first]
        for one in found:  # grows as it is walked
            for move in self._moves:
                cells = tuple(move[cell] for cell in own_cells(one))
                image = self.layout.fitted(one.name, cells)
                if image is None:
                    return None
                if all(set(image.scope) != set(other.scope) for other in found):
                    if lies_on(image, (*placed, *found)):
                        return None
                    found.append(image)
        return tuple(found)

    def _made_unique(self) -> bool:
        for number in range(ROUNDS):
            self.checks += 1
            verdict, solutions = self.setting.asked(self._puzzle())
            if verdict is Verdict.UNIQUE:
                return True
            rival = next((grid for grid in solutions if grid != self.grid), None)
            if rival is None:
                return False
            self.rivals.append(self.board.values(rival))
            differing = [c for c in range(self.board.cell_count) if rival[c] != self.grid[c]]
            # Givens are what helps fastest, but the layout is tried first.
            gives = number >= _PATIENCE and self._gave(differing)
            if not gives and not self._changed(differing) and not self._gave(differing):
                return False
        return False

    def _broken(self, rival: tuple[int, ...]) -> bool:
        wrong = any(rival[cell] != self.values[cell] for cell in self._cells())
        return wrong or not all(one.holds(rival) for one in self._variants())

    def _changed(self, differing: list[Cell]) -> bool:
        """Change the layout until all rivals are broken; return whether that could be done."""
        if not self.spec.wished:
            return False
        for number in range(_CHANGES):
            name, count = self.layout.one(self.spec.wished)
            before = list(self.chosen)
            if self._count(name) >= count or self._proposed(name) is None:
                self._remove(name, differing, 1 + number % 3)
            self._lay_out(name, count)
            if all(map(self._broken, self.rivals)):
                return True
            self.chosen = before
        return False

    def _remove(self, name: str, differing: list[Cell], number: int) -> None:
        """Remove some variants of a name, those first that lie on cells that differ."""
        its = [together for together in self.chosen if together[0].name == name]
        self.chance.shuffle(its)
        cells = set(differing)
        its.sort(key=lambda together: all(cells.isdisjoint(one.scope) for one in together))
        gone = its[:number]
        self.chosen = [together for together in self.chosen if together not in gone]

    def _gave(self, differing: list[Cell]) -> bool:
        """Add a given where the rival differs, with those that the symmetry asks for."""
        cell: Cell = self.layout.one(differing)
        every = symmetries.orbits(self.spec.symmetry, self.board.size) if self._moves else ()
        together = next((orbit for orbit in every if cell in orbit), (cell,))
        most = self.spec.givens
        if most is not None and len(self._cells()) + len(together) > most:
            return False
        self.given.append(together)
        return True

    def _minimise(self) -> None:
        """Leave out what is not needed, givens first; what is not decided in time stays."""
        given, chosen = list(self.given), list(self.chosen)
        self.chance.shuffle(given)
        self.chance.shuffle(chosen)
        for some in given:
            self.given.remove(some)
            if self._is_needed():
                self.given.append(some)
        for together in chosen:
            place = self.chosen.index(together)
            del self.chosen[place]
            if self._is_needed():
                self.chosen.insert(place, together)

    def _is_needed(self) -> bool:
        """Return whether the part left out last is needed, or perhaps is because time ran out."""
        try:
            return not self._still_unique()
        except OutOfTimeError:
            self.is_whole = False
            return True

    def _still_unique(self) -> bool:
        if not all(map(self._broken, self.rivals)):
            return False
        self.checks += 1
        verdict, solutions = self.setting.asked(self._puzzle())
        self.rivals += [self.board.values(grid) for grid in solutions if grid != self.grid]
        return verdict is Verdict.UNIQUE
