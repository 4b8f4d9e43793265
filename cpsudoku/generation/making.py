"""Make one puzzle: draw a grid, dig it, and try again where the spec is not met."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from cpsudoku.backends import BackendLike, Session
from cpsudoku.errors import BackendError, GenerationError
from cpsudoku.generation.digging import CannotGoError, dig
from cpsudoku.generation.filling import classic_grid, effort, random_grid
from cpsudoku.generation.specs import Spec, span
from cpsudoku.ground.deadline import NEVER, Deadline, OutOfTimeError
from cpsudoku.ground.randomness import Randomness
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits, Result, Verdict
from cpsudoku.rules import Cell, Digit, Grid, Rules
from cpsudoku.symmetry.orbits import Orbit


@dataclass(frozen=True, slots=True)
class Made:
    """A generated puzzle, proved to have one solution.

    Args:
        index: its number; the same seed, index and spec give the same puzzle.
        digits: for each cell its given, 0 for none.
        effort: how many choices a search with singles makes; None where it was not asked for.
        labels: what else is to be said of it, in the order of the columns asked for.
    """

    index: int
    rules: Rules
    digits: tuple[Digit, ...]
    solution: Grid
    attempts: int = 1
    effort: int | None = None
    labels: tuple[object, ...] = ()

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return Puzzle.from_digits(self.digits, self.rules)

    @property
    def clues(self) -> int:
        """Number of givens."""
        return len(self.digits) - self.digits.count(0)


@dataclass
class Rejections:
    """Why attempts were rejected: their numbers of givens, and how many had which other reason."""

    clues: Counter[int] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)

    def describe(self) -> str:
        """Return it in words; empty if there is nothing to say."""
        parts = []
        if self.clues:
            givens = span(min(self.clues), max(self.clues))
            parts.append(f"{self.clues.total()} ended with {givens} givens")
        parts += [f"{count} had {reason}" for reason, count in self.reasons.items() if count]
        return ", ".join(parts)


TOO_FEW_BLANKS = "too few blanks in a box"
OTHER_EFFORT = "another effort"
NO_PATTERN = "a second solution with the pattern asked for"


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

    def confirm(self, made: Made) -> None:
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


_MOST_RESTORED = 2

_MOST_SOLUTIONS = 1000
"""Of a puzzle without an orbit; where there are more, no orbit is put in for it."""


def _order_near(spec: Spec, made: Made, chance: Randomness) -> list[Orbit]:
    numbers = list(range(len(spec.orbits)))
    chance.shuffle(numbers)
    blank = [n for n in numbers if not made.digits[spec.orbits[n][0]]]
    may_stay = [n for n in blank if not spec.must_go[n]]
    restored = set(may_stay[: 1 + chance.below(_MOST_RESTORED)])

    def rank(number: int) -> int:
        if spec.must_go[number]:
            return 0
        if number in restored:
            return 3
        return 2 if made.digits[spec.orbits[number][0]] else 1

    return [spec.orbits[number] for number in sorted(numbers, key=rank)]


@dataclass
class Maker:
    """Makes puzzles to one spec, one question after another."""

    spec: Spec
    seed: int
    judge: BackendJudge
    attempts: int
    deadline: Deadline = NEVER
    rejections: Rejections = field(default_factory=Rejections)

    def make(self, index: int, first_attempt: int = 0) -> Made:
        """Return the puzzle of an index.

        Raises:
            GenerationError: the spec was not met within the attempts; says what was reached.
        """
        for attempt in range(first_attempt, self.attempts):
            self.deadline.check()
            made = self._attempt(index, attempt)
            if made is not None:
                self.judge.confirm(made)
                return made
        raise not_met(self.attempts, self.rejections)

    def _attempt(self, index: int, attempt: int) -> Made | None:
        spec = self.spec
        chance = Randomness(self.seed, index, attempt)
        if spec.rules.is_classic and spec.candidates is None:
            grid = classic_grid(chance)
        else:
            grid = random_grid(spec.rules, chance, spec.candidates, self.deadline)
        return self._dug(index, attempt + 1, grid, _draw_order(spec, chance), chance)

    def neighbour(self, made: Made, chance: Randomness) -> Made | None:
        """Return a puzzle from the same grid that has nearly the same givens, if the spec allows.

        What is blank goes again, all but a few orbits, which are tried last; between them, what is
        given, in another order.
        """
        order = _order_near(self.spec, made, chance)
        return self._dug(made.index, made.attempts, made.solution, order, chance)

    def around(self, made: Made, chance: Randomness) -> Iterator[Made]:
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
    ) -> Made | None:
        spec = self.spec
        stop_at = spec.targets[chance.below(len(spec.targets))] if spec.targets else 0
        try:
            givens = dig(
                spec.rules,
                grid,
                order,
                keep=self._keep(stop_at),
                judge=self.judge,
                must_go=sum(spec.must_go) if givens is None else 0,
                givens=givens,
            )
        except CannotGoError:
            self.rejections.reasons[NO_PATTERN] += 1
            return None
        digits = tuple(digit if cell in givens else 0 for cell, digit in enumerate(grid))
        made = Made(index, spec.rules, digits, grid, attempts)
        if spec.measured or spec.effort is not None:
            made = Made(index, spec.rules, digits, grid, attempts, effort(made.puzzle))
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

    def _accepts(self, made: Made) -> bool:
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


def not_met(attempts: int, rejections: Rejections) -> GenerationError:
    """Return the error for a spec that was not met, with what was reached."""
    return GenerationError(
        f"no puzzle as asked for in {attempts} attempts; {rejections.describe()}"
    )
