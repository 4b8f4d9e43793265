"""Traces with one wrong step and its place, for critics that have to find it.

The steps before the mistake are those of the path.  The mistake puts a digit that is not the
solution's into a cell that could have it, and says of it what the path's own step says: a house, or
that nothing else is left.  The checker refuses it.  The steps after it, if there are any, follow
from the wrong position, like those of a player who has not noticed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from cpsudoku import logic
from cpsudoku.bulk.inputs import Puzzles
from cpsudoku.errors import OptionError
from cpsudoku.learn.paths import writing
from cpsudoku.learn.pools import PuzzlePool
from cpsudoku.logic.checking import fault
from cpsudoku.logic.position import Position
from cpsudoku.logic.steps import Evidence, Step
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Rules, digits_of_mask


@dataclass(frozen=True)
class TraceMistake:
    """A trace with one wrong step.

    Args:
        puzzle: number of the puzzle, from 0.
        place: which of them is wrong, from 0.
        why: what is wrong with it, by the checker.
    """

    puzzle: int
    steps: tuple[str, ...]
    place: int
    why: str

    @property
    def text(self) -> str:
        """The steps in one text."""
        return "\n".join(self.steps)


def mistakes(
    puzzles: Puzzles,
    *,
    seed: int = 0,
    order: str = "explainer",
    form: str = "tokens",
    after: int = 3,
    rules: Rules | None = None,
) -> Iterator[TraceMistake]:
    """Yield for each puzzle a trace with one wrong step; none for a puzzle without one solution.

    Args:
        puzzles: as for `cpsudoku.solve_many`, all of the same rules.
        seed: where the mistakes are depends on it, and on the number of the puzzle.
        form: ``tokens``, ``words`` or ``json``.
        after: steps after the mistake at most; 0 to end with it.
        rules: the rules; None for those that the puzzles say.

    Raises:
        CpsudokuError: a puzzle is not one, or there is no such order or form.
        BackendUnavailableError: the compiled module is missing.
    """
    if form not in writing.FORMS:
        raise OptionError(f"no form {form!r}; expected {', '.join(writing.FORMS)}")
    pool = PuzzlePool.of(puzzles, rules)
    for number, solution in enumerate(pool.solutions.tolist()):
        if all(solution):
            chance = random.Random(f"{seed} {number}")
            steps = path_of(pool.lot.puzzle(number), order)
            found = _mistake(steps, solution, chance)
            if found is not None:
                place, step, why = found
                right = (before for _, before in steps[:place])
                lines = [writing.step_text(one, pool.rules, form) for one in (*right, step)]
                lines += _careless(steps[place][0].after(step), order, form, after)
                yield TraceMistake(number, tuple(lines), place, why)


def _mistake(
    steps: list[tuple[Position, Step]], solution: list[int], chance: random.Random
) -> tuple[int, Step, str] | None:
    """Return the place of a mistake in a path, the wrong step, and what is wrong with it."""
    placing = [place for place, (_, step) in enumerate(steps) if step.placements]
    chance.shuffle(placing)
    for place in placing:
        wrong = wrong_step(*steps[place], solution, chance)
        if wrong is not None:
            return place, *wrong
    return None


def path_of(puzzle: Puzzle, order: str = "explainer") -> list[tuple[Position, Step]]:
    """Return the steps of a puzzle's path, each after the position that it was found in."""
    return [(step.position, step) for step in logic.Path(puzzle, order) if step.position]


def wrong_step(
    position: Position, own: Step, solution: list[int], chance: random.Random
) -> tuple[Step, str] | None:
    """Return a single that does not follow, near a step that places a digit, and why; or None."""
    cells = [cell for cell, digit in enumerate(position.digits) if not digit]
    near = [cell for cell in cells if cell in position.rules.peers[own.placements[0][0]]]
    choices = [
        (cell, digit)
        for cell in (near or cells)
        for digit in digits_of_mask(position.candidates[cell])
        if digit != solution[cell]
    ]
    chance.shuffle(choices)
    for cell, digit in choices:
        for step in _claims(position, cell, digit, chance):
            why = fault(position, step)
            if why is not None:
                return step, why
    return None


def _claims(position: Position, cell: int, digit: int, chance: random.Random) -> list[Step]:
    """Return what a careless solver may say of a digit: a naked single, or a hidden one."""
    steps = [Step("naked single", ((cell, digit),), ())]
    for house, group in enumerate(position.rules.groups):
        if position.rules.is_exact(group) and cell in group.cells:
            name = "hidden single in box" if group.kind == "box" else "hidden single"
            steps.append(Step(name, ((cell, digit),), (), evidence=Evidence(base=(house,))))
    chance.shuffle(steps)
    return steps


def _careless(position: Position, order: str, form: str, after: int) -> Iterator[str]:
    """Yield steps that follow from a wrong position, until there is none."""
    path = logic.Path(position, order)
    for _ in range(after):
        step = next(path, None)
        if step is None or fault(position, step) is not None:
            return
        yield writing.step_text(step, position.rules, form)
        position = position.after(step)
