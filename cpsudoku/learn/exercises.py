"""Exercises about paths: traces with one wrong step, and questions whose answers are certain.

The steps before a mistake are those of the path.  The mistake puts a digit that is not the
solution's into a cell that could have it, and says of it what the path's own step says: a house, or
that nothing else is left.  The checker refuses it.  The steps after it, if there are any, follow
from the wrong position, like those of a player who has not noticed.

=============  ====================================================================================
kind           question and answer
=============  ====================================================================================
``step``       Is this step valid?  ``yes`` if the checker accepts it, else ``no``.
``forced``     Which digit must this cell have?  Its only candidate, or its house's only place.
``cell``       Where in this house must this digit go?  The only cell that is left for it.
``left``       Which digits do the peers of this cell leave it?  In ascending order.
``clue``       Which digits can the cells of this clue have together?  Sets, where a sum says them.
``solvable``   Has this puzzle no solution, one, or several?  ``none``, ``one`` or ``several``.
=============  ====================================================================================

A question is about the puzzle with some of its path's digits placed; what is left for cells is what
their peers leave, and nothing more.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from cpsudoku import logic
from cpsudoku.asking import solving
from cpsudoku.errors import OptionError
from cpsudoku.learn.paths import FORMS, step_text
from cpsudoku.learn.puzzles import PuzzlePool
from cpsudoku.logic.checking import fault
from cpsudoku.logic.evidence import Evidence, Position
from cpsudoku.logic.steps import Step
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rows.arrays import Puzzles
from cpsudoku.rules import Digit, Rules, digits_of_mask
from cpsudoku.variants.cages import Killer, sets_of


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
    if form not in FORMS:
        raise OptionError(f"no form {form!r}; expected {', '.join(FORMS)}")
    for number, walked, chance in _walks(puzzles, rules, seed, order):
        found = _mistake(walked.steps, walked.solution, chance)
        if found is not None:
            place, step, why = found
            right = (before for _, before in walked.steps[:place])
            lines = [step_text(one, walked.rules, form) for one in (*right, step)]
            lines += _careless(walked.steps[place][0].after(step), order, form, after)
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
        yield step_text(step, position.rules, form)
        position = position.after(step)


@dataclass(frozen=True)
class TraceQuestion:
    """A question with a certain answer.

    Args:
        puzzle: number of the puzzle, from 0.
        grid: where it stands, a character a cell.
    """

    kind: str
    puzzle: int
    grid: str
    text: str
    answer: str


Asked = tuple[Sequence[Digit], str, str]
"""The digits of a grid, question and answer."""


def questions(
    puzzles: Puzzles,
    *,
    kinds: Sequence[str] = ("step", "forced", "cell", "left", "solvable"),
    seed: int = 0,
    rules: Rules | None = None,
) -> Iterator[TraceQuestion]:
    """Yield for each puzzle a question of each kind, where there is one to be asked.

    Args:
        puzzles: as for `cpsudoku.solve_many`, all of the same rules; those without just one
            solution are passed over.
        seed: which questions are asked depends on it, and on the number of the puzzle.
        rules: the rules; None for those that the puzzles say.

    Raises:
        CpsudokuError: a puzzle is not one.
        OptionError: there is no such kind.
        BackendUnavailableError: the compiled module is missing.
    """
    for kind in kinds:
        if kind not in KINDS:
            raise OptionError(f"no question {kind!r}; expected {', '.join(KINDS)}")
    for number, walked, chance in _walks(puzzles, rules, seed):
        for kind in kinds:
            if kind in _OF_PATHS and not walked.steps:
                continue
            asked = KINDS[kind](walked, chance)
            if asked is not None:
                digits, text, answer = asked
                yield TraceQuestion(kind, number, walked.rules.text(digits), text, answer)


class _Walked:
    """A puzzle with one solution, and its path."""

    def __init__(self, puzzle: Puzzle, solution: list[int], order: str) -> None:
        self.puzzle, self.solution, self.rules = puzzle, solution, puzzle.rules
        # Each step of the path, after the position that it was found in.
        self.steps = [(step.position, step) for step in logic.Path(puzzle, order) if step.position]

    def bare(self, chance: random.Random) -> Position:
        """Return a position of the path in which only peers have removed candidates."""
        digits = chance.choice(self.steps)[0].digits
        return Position.placed(self.rules, digits, self.puzzle.candidates)

    def name(self, cell: int) -> str:
        return self.rules.board.name(cell)

    def symbol(self, digit: int) -> str:
        return self.rules.symbols[digit - 1]


def _walks(
    puzzles: Puzzles, rules: Rules | None, seed: int, order: str = "explainer"
) -> Iterator[tuple[int, _Walked, random.Random]]:
    """Yield the puzzles that have one solution with their numbers, each with its own randomness."""
    pool = PuzzlePool.of(puzzles, rules)
    solved = zip(pool.lot.puzzles(), pool.solutions.tolist(), strict=True)
    for number, (puzzle, solution) in enumerate(solved):
        if all(solution):
            yield number, _Walked(puzzle, solution, order), random.Random(f"{seed} {number}")


def _step(walked: _Walked, chance: random.Random) -> Asked:
    position, step = chance.choice(walked.steps)
    bare = Position.placed(walked.rules, position.digits, walked.puzzle.candidates)
    if chance.random() < 0.5 and step.placements:
        wrong = wrong_step(bare, step, walked.solution, chance)
        step = step if wrong is None else wrong[0]
    valid = fault(bare, step) is None
    words = step_text(step, walked.rules, "words")
    return bare.digits, f"Is this step valid?  {words}", "yes" if valid else "no"


def _forced(walked: _Walked, chance: random.Random) -> Asked | None:
    position = walked.bare(chance)
    masks = enumerate(position.candidates)
    singles = [(cell, mask.bit_length()) for cell, mask in masks if mask.bit_count() == 1]
    if not singles:
        return None
    cell, digit = chance.choice(singles)
    text = f"Which digit must {walked.name(cell)} have?"
    return position.digits, text, walked.symbol(digit)


def _cell(walked: _Walked, chance: random.Random) -> Asked | None:
    position = walked.bare(chance)
    found = [
        (number, digit, places[0])
        for number, group in enumerate(walked.rules.groups)
        if walked.rules.is_exact(group)
        for digit in range(1, walked.rules.size + 1)
        if len(places := position.places(number, digit)) == 1
    ]
    if not found:
        return None
    number, digit, cell = chance.choice(found)
    house = walked.rules.groups[number].name
    text = f"In which cell of {house} must {walked.symbol(digit)} go?"
    return position.digits, text, walked.name(cell)


def _left(walked: _Walked, chance: random.Random) -> Asked:
    position = walked.bare(chance)
    cell = chance.choice([c for c, digit in enumerate(position.digits) if not digit])
    answer = " ".join(walked.symbol(digit) for digit in position.left(cell))
    return position.digits, f"Which digits are left for {walked.name(cell)}?", answer


def _clue(walked: _Walked, chance: random.Random) -> Asked | None:
    """Ask which digits a sum of different digits leaves."""
    cages = [
        (cage.scope, cage.total)
        for cage in walked.rules.constraints
        if isinstance(cage, Killer) and len(cage.scope) <= 6 and cage.total is not None
    ]
    if not cages:
        return None
    scope, total = chance.choice(cages)
    first = walked.rules.board.first
    sets = sets_of(range(first, first + walked.rules.size), len(scope), total)
    cells = ", ".join(map(walked.name, scope))
    text = f"The digits in {cells} are different and their sum is {total}.  Which can they be?"
    return walked.puzzle.digits, text, "; ".join(" ".join(map(str, some)) for some in sets)


def _solvable(walked: _Walked, chance: random.Random) -> Asked | None:
    digits = list(walked.puzzle.digits)
    givens = [cell for cell, digit in enumerate(digits) if digit]
    change = chance.randrange(3)
    if change == 1 and givens:
        digits[chance.choice(givens)] = 0
    elif change == 2:
        position = Position.of(walked.puzzle)
        open_ones = [c for c, digit in enumerate(digits) if not digit and len(position.left(c)) > 1]
        if open_ones:
            cell = chance.choice(open_ones)
            digits[cell] = chance.choice(
                [d for d in position.left(cell) if d != walked.solution[cell]]
            )
    puzzle = Puzzle.from_digits(digits, walked.rules)
    verdict = solving.check(puzzle).verdict
    answers = {Verdict.NONE: "none", Verdict.UNIQUE: "one", Verdict.MULTIPLE: "several"}
    if verdict not in answers:
        return None
    return puzzle.digits, "Has this puzzle no solution, one, or several?", answers[verdict]


KINDS: dict[str, Callable[[_Walked, random.Random], Asked | None]] = {
    "step": _step,
    "forced": _forced,
    "cell": _cell,
    "left": _left,
    "clue": _clue,
    "solvable": _solvable,
}
"""What is asked, by kind."""

_OF_PATHS = {"step", "forced", "cell", "left"}
"""Kinds of questions about a path that has steps."""
