"""Dig givens out of a final grid, each only while the solution stays the only one.

What is dug is defined without any solver: the orbits of cells (single cells without a symmetry)
are taken in a given order, and each is removed if the puzzle without it still has one
solution.  Only that order decides the puzzle; the solver that judges uniqueness does not matter.

A puzzle with one solution keeps it when a cell's given is removed, unless there is now a solution
with *another digit in that very cell*.  So that is the question, and it is much easier than a
search for two solutions of the whole puzzle: mostly it has no answer, and propagation shows it.
Where naked and hidden singles fill the cell in from the other givens, it need not even be asked.

Of an orbit the cells are asked about in turn with all of them removed; a cell whose
digit is settled needs no further look, so no second solution can hide in their combination.

(Asking for two solutions with many orbits removed at once takes fewer questions, but each of a
loose puzzle: some solvers needed seconds for those.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias

from cpsudoku import backends
from cpsudoku.backends import BackendLike, Session
from cpsudoku.errors import BackendError
from cpsudoku.generation.filling import classic_grid, effort, followed, random_grid
from cpsudoku.generation.making import GeneratedPuzzle, Maker, Rejections, not_met
from cpsudoku.generation.specs import Spec
from cpsudoku.ground import compiled
from cpsudoku.ground.deadline import NEVER, Deadline, OutOfTimeError
from cpsudoku.ground.processes import useful_workers
from cpsudoku.ground.progress import AT_ONCE
from cpsudoku.ground.randomness import Randomness
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits, Result, Verdict
from cpsudoku.rules import Cell, Digit, Grid, Rules, classic
from cpsudoku.symmetry.orbits import Orbit

Judge: TypeAlias = Callable[[Grid, frozenset[Cell], Cell], bool]
"""Whether a grid that agrees with the first in these cells has another digit in that cell."""

Keep: TypeAlias = Callable[[frozenset[Cell], Orbit], bool]
"""Whether an orbit must stay, whatever the solutions, when these cells are given."""


def dig(
    rules: Rules,
    grid: Grid,
    order: Sequence[Orbit],
    *,
    keep: Keep,
    judge: Judge,
    must_go: int = 0,
    givens: frozenset[Cell] | None = None,
) -> frozenset[Cell] | None:
    """Return the cells that stay given; None if an orbit that has to be blank cannot be.

    Args:
        order: the orbits that may go, in the order in which they are tried; cells in none stay.
        keep: which orbits must stay for another reason than uniqueness.
        must_go: how many orbits, the first of the order, have to be blank.
        givens: the cells that are given at first, by which the solution is unique; None for all.
    """
    if givens is None:
        givens = frozenset(range(len(grid)))
    for place, orbit in enumerate(order):
        left = givens.difference(orbit)
        if not keep(givens, orbit) and _stays_unique(rules, grid, left, orbit, judge):
            givens = left
        elif place < must_go:
            return None
    return givens


def _stays_unique(
    rules: Rules, grid: Grid, givens: frozenset[Cell], orbit: Orbit, judge: Judge
) -> bool:
    full = rules.all_digits
    masks = followed(
        rules, tuple(1 << digit >> 1 if cell in givens else full for cell, digit in enumerate(grid))
    )
    return not any(judge(grid, givens, cell) for cell in orbit if masks[cell] & (masks[cell] - 1))


TOO_FEW_BLANKS = "too few blanks in a box"
OTHER_EFFORT = "another effort"
NO_PATTERN = "a second solution with the pattern"


class BackendJudge:
    """A judge of uniqueness that asks a backend; see `cpsudoku.generation.digging.Judge`.

    Raises:
        UnsupportedError: the backend does not know these rules.
    """

    def __init__(self, backend: BackendLike, rules: Rules, deadline: Deadline = NEVER) -> None:
        self._session = Session.of(rules, backend).ready()
        self._deadline = deadline

    def __call__(self, grid: Grid, givens: frozenset[Cell], cell: Cell) -> bool:
        """Return whether a grid with these givens has another digit in a cell."""
        full = self._session.rules.all_digits
        masks = [1 << digit - 1 if at in givens else full for at, digit in enumerate(grid)]
        masks[cell] ^= 1 << grid[cell] - 1
        return self._ask(Puzzle(self._session.rules, tuple(masks))).verdict is not Verdict.NONE

    def confirm(self, made: GeneratedPuzzle) -> None:
        """Check that the backend sees the known solution, before it is believed to see no others.

        Raises:
            BackendError: it does not.
        """
        if self._ask(made.puzzle).solution != made.solution:
            name = self._session.name
            raise BackendError(f"backend {name!r} missed the solution of {made.puzzle}")

    def solutions(self, puzzle: Puzzle, most: int) -> tuple[Grid, ...]:
        """Return all solutions of a puzzle; none of them where there are more than `most`."""
        result = self._ask(puzzle, most + 1)
        if result.is_cut:
            raise OutOfTimeError
        return result.solutions if len(result.solutions) <= most else ()

    def _ask(self, puzzle: Puzzle, solutions: int = 1) -> Result:
        limits = Limits(solutions=solutions, seconds=self._deadline.left)
        result = self._session.search(puzzle, limits)
        if result.verdict is Verdict.UNKNOWN:
            raise OutOfTimeError
        return result


def _draw_order(spec: Spec, chance: Randomness) -> list[Orbit]:
    """Draw the order of digging: orbits that must go, those that boxes need blank, the others."""
    order = list(range(len(spec.orbits)))
    chance.shuffle(order)
    rank = [0 if goes else 2 for goes in spec.must_go]
    if spec.box_blanks is not None:
        box_of = {cell: number for number, box in enumerate(spec.boxes) for cell in box}
        needed = [spec.box_blanks[0]] * len(spec.boxes)
        for number in sorted(order, key=lambda orbit: not spec.must_go[orbit]):
            for cell in spec.orbits[number]:
                if needed[box_of[cell]]:
                    needed[box_of[cell]] -= 1
                    rank[number] = min(rank[number], 1)
    order.sort(key=rank.__getitem__)
    return [spec.orbits[number] for number in order]


_MOST_SOLUTIONS = 1000
"""Of a puzzle without an orbit; where there are more, no orbit is put in for it."""


@dataclass
class Digger(Maker):
    """Makes puzzles to one spec, one question after another.

    Raises:
        UnsupportedError: the backend does not know the rules; raised when the first puzzle is made.
    """

    spec: Spec

    @cached_property
    def judge(self) -> BackendJudge:
        """The judge of uniqueness, compiled when first needed: big rules take long."""
        return BackendJudge(self.backend, self.spec.rules, self.deadline)

    @property
    def needs_processes(self) -> bool:
        """Whether a step may take seconds, so that it is made in a process, which can be ended."""
        return isinstance(self.backend, str) and self.spec.rules.size > 16

    def all(self, numbers: range) -> Iterator[GeneratedPuzzle | None]:
        """Yield the puzzles of some numbers in order."""
        if not self.needs_processes:
            _ = self.judge  # says what is wrong, and workers that are forked have its engine
        return super().all(numbers)

    def __getstate__(self) -> dict[str, object]:
        return {name: it for name, it in vars(self).items() if name != "judge"}  # cannot be sent

    def make(self, index: int, first_attempt: int = 0) -> GeneratedPuzzle:
        """Return the puzzle of an index.

        Raises:
            GenerationError: the spec was not met within the attempts; says what was reached.
        """
        for attempt in range(first_attempt, self.attempts):
            self.deadline.check()
            made = self._attempt(index, attempt)
            self.tried += 1
            if made is not None:
                self.judge.confirm(made)
                return made
        raise not_met(self.attempts, self.rejections)

    def _attempt(self, index: int, attempt: int) -> GeneratedPuzzle | None:
        spec = self.spec
        chance = Randomness(self.seed, index, attempt)
        if spec.rules.is_classic and spec.candidates is None:
            grid = classic_grid(chance)
        else:
            grid = random_grid(spec.rules, chance, spec.candidates, self.deadline)
        return self._dug(index, attempt + 1, grid, _draw_order(spec, chance), chance)

    def around(self, made: GeneratedPuzzle, chance: Randomness) -> Iterator[GeneratedPuzzle]:
        """Yield puzzles that the spec allows with one orbit of givens exchanged, in random order.

        Whatever that makes superfluous is gone; most have another solution.
        """
        given = [orbit for orbit in self.spec.orbits if made.digits[orbit[0]]]
        chance.shuffle(given)
        for out in given:
            left = tuple(0 if cell in out else digit for cell, digit in enumerate(made.digits))
            stay = frozenset(cell for cell, digit in enumerate(left) if digit)
            ways = self._ways_to_one_solution(left)
            chance.shuffle(ways)
            for orbit, grid in ways:
                if orbit == out and all(grid[cell] == made.digits[cell] for cell in out):
                    continue
                others = [other for other in given if other != out]
                chance.shuffle(others)
                found = self._dug(
                    made.index, made.attempts, grid, others, chance, givens=stay.union(orbit)
                )
                if found is not None:
                    yield found

    def _ways_to_one_solution(self, digits: tuple[Digit, ...]) -> list[tuple[Orbit, Grid]]:
        """Return the blank orbits each of which singles out a solution, with that solution."""
        import numpy as np

        rules, spec = self.spec.rules, self.spec
        puzzle = Puzzle.from_digits(digits, rules)
        solutions = np.array(sorted(self.judge.solutions(puzzle, _MOST_SOLUTIONS)), np.int64)
        found: list[tuple[Orbit, Grid]] = []
        if not len(solutions):
            return found
        for orbit, goes in zip(spec.orbits, spec.must_go, strict=True):
            if goes or digits[orbit[0]]:
                continue
            # One number for each way to fill the orbit: those that one solution has.
            ways = solutions[:, orbit] @ (rules.size + 1) ** np.arange(len(orbit))
            _, places, counts = np.unique(ways, return_index=True, return_counts=True)
            found += [(orbit, tuple(solutions[at].tolist())) for at in places[counts == 1]]
        return found

    def _dug(
        self,
        index: int,
        attempts: int,
        grid: Grid,
        order: list[Orbit],
        chance: Randomness,
        *,
        givens: frozenset[Cell] | None = None,
    ) -> GeneratedPuzzle | None:
        spec = self.spec
        stop_at = spec.targets[chance.below(len(spec.targets))] if spec.targets else 0
        givens = dig(
            spec.rules,
            grid,
            order,
            keep=self._keep(stop_at),
            judge=self.judge,
            must_go=sum(spec.must_go) if givens is None else 0,
            givens=givens,
        )
        if givens is None:
            self.rejections.reasons[NO_PATTERN] += 1
            return None
        digits = tuple(digit if cell in givens else 0 for cell, digit in enumerate(grid))
        made = GeneratedPuzzle(index, spec.rules, digits, grid, attempts)
        if spec.measured or spec.effort is not None:
            made = GeneratedPuzzle(index, spec.rules, digits, grid, attempts, effort(made.puzzle))
        return made if self._accepts(made) else None

    def _keep(self, stop_at: int) -> Callable[[frozenset[Cell], Orbit], bool]:
        spec = self.spec
        limits = []
        if spec.box_blanks is not None:
            limits = [(frozenset(box), len(box) - spec.box_blanks[1]) for box in spec.boxes]

        def keep(givens: frozenset[Cell], orbit: Orbit) -> bool:
            if len(givens) - len(orbit) < stop_at:
                return True
            left = givens.difference(orbit)
            return any(
                len(left & box) < least and not box.isdisjoint(orbit) for box, least in limits
            )

        return keep

    def _accepts(self, made: GeneratedPuzzle) -> bool:
        spec = self.spec
        least, most = spec.clues or (0, spec.rules.cell_count)
        if not least <= made.clues <= most:
            self.rejections.clues[made.clues] += 1
            return False
        if spec.box_blanks is not None:
            blanks = min(sum(not made.digits[cell] for cell in box) for box in spec.boxes)
            if blanks < spec.box_blanks[0]:
                self.rejections.reasons[TOO_FEW_BLANKS] += 1
                return False
        if spec.effort is not None and made.effort is not None:
            low, high = spec.effort
            if not low <= made.effort <= high:
                self.rejections.reasons[OTHER_EFFORT] += 1
                return False
        return True


_STEP_SECONDS = 0.1


def _bounded(wished: tuple[int, int] | None, most: int) -> tuple[int, int]:
    """Return a range whose ends compiled code can hold; none reaches beyond the most."""
    least, greatest = wished or (0, most)
    return min(least, most), min(greatest, most)


@dataclass
class CompiledDigger(Maker):
    """Makes classic puzzles in compiled code, the very same, on several threads.

    Thousands of boards are dug at the same time, and their questions answered together.
    """

    spec: Spec
    attempts: int = field(default=10_000_000, kw_only=True)

    def make(self, index: int, first_attempt: int = 0) -> GeneratedPuzzle:
        """Return the puzzle of a number, or the next one after some attempts."""
        own = replace(self, rejections=Rejections())
        digger = own.new_digger(range(index, index + 1), first_attempt, threads=1)
        return next(made for made in own._taken(digger, index) if made is not None)

    def all(self, numbers: range) -> Iterator[GeneratedPuzzle | None]:
        """Yield puzzles in the order of their numbers; None now and then while none is ready."""
        digger = self.new_digger(numbers, threads=useful_workers(self.jobs))
        yield from self._taken(digger, numbers.start)

    def _taken(
        self, digger: compiled.native.Digger, index: int
    ) -> Iterator[GeneratedPuzzle | None]:
        rules = self.spec.rules
        while not digger.finished:
            self.deadline.check()
            digger.run(_STEP_SECONDS, self.deadline.left)
            self.tried, self.rejections = digger.attempts, _rejections(digger)
            found = digger.take(AT_ONCE)
            if not found:
                yield None
            while found:
                for puzzle, solution, attempts, choices in found:
                    if puzzle is None:
                        raise not_met(attempts, self.rejections)
                    measured = choices if self._is_measured else None
                    yield GeneratedPuzzle(
                        index, rules, tuple(puzzle), tuple(solution), attempts, measured
                    )
                    index += 1
                found = digger.take(AT_ONCE)

    def in_turn(self, numbers: range) -> Iterator[GeneratedPuzzle]:
        """Yield the puzzles of some numbers in turn."""
        return (made for made in self.all(numbers) if made is not None)

    @property
    def _is_measured(self) -> bool:
        return self.spec.measured or self.spec.effort is not None

    def new_digger(
        self, numbers: range, first_attempt: int = 0, *, threads: int
    ) -> compiled.native.Digger:
        """Return the digger of the puzzles of some numbers."""
        backends.engine("bitboard", classic())  # raises an error if a vector width is not there
        spec = self.spec
        least, most = spec.box_blanks or (0, 9)
        return compiled.native.Digger(
            orbits=[list(orbit) for orbit in spec.orbits],
            must_go=list(spec.must_go),
            targets=list(spec.targets),
            clues=_bounded(spec.clues, 81),
            least_blanks=[least] * 9,
            most_blanks=[min(most, 9)] * 9,
            effort=_bounded(spec.effort, (1 << 64) - 1),
            measured=self._is_measured,
            candidates=spec.candidates or (0x1FF,) * 81,
            attempts=self.attempts,
            seed=self.seed,
            first=numbers.start,
            count=len(numbers),
            threads=threads,
            first_attempt=first_attempt,
        )


def digger_for(spec: Spec, backend: BackendLike) -> type[CompiledDigger | Digger]:
    """Return what digs the puzzles of a spec: compiled code if it can."""
    is_fast = backend in (backends.AUTO, "bitboard") and spec.rules.is_classic
    return CompiledDigger if is_fast else Digger


def _rejections(digger: compiled.native.Digger) -> Rejections:
    boxes, effort, pattern, *clues = digger.rejections
    reasons = {TOO_FEW_BLANKS: boxes, OTHER_EFFORT: effort, NO_PATTERN: pattern}
    by_number = {number: count for number, count in enumerate(clues) if count}
    return Rejections(Counter(by_number), Counter(reasons))
