"""The next step from a player's own entries and pencil marks, and positions to practise on.

>>> found = hint("12343412214.....")
>>> found.levels[:2]
('Look for a full house.', 'Look at column 1.')
>>> hint("1234341221433...", givens="1234341221.3....").mistakes
(Mistake(cell=12, digit=3, removed=False),)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import compress
from typing import Any

from cpsudoku import generation, logic
from cpsudoku.asking import solving
from cpsudoku.errors import GenerationError, OptionError, PuzzleError
from cpsudoku.formats import PuzzleLike, as_puzzle, parse
from cpsudoku.ground.deadline import Deadline
from cpsudoku.logic import Order, Position, Step
from cpsudoku.logic.documents import LEVELS, candidate_json
from cpsudoku.logic.explaining.explanations import Walk
from cpsudoku.logic.orders import order_for, order_named, up_to, without_uniqueness
from cpsudoku.logic.techniques import TECHNIQUES, technique_named
from cpsudoku.puzzle import Puzzle
from cpsudoku.reasons import ReasonPath, ReasonStep
from cpsudoku.reasons.steps import house_named
from cpsudoku.result import Verdict
from cpsudoku.rules import Cell, Digit, Rules, cell_name
from cpsudoku.words import USUAL, Said, rendered, say


@dataclass(frozen=True, slots=True)
class Mistake:
    """A wrong digit that the player has entered, or where that was removed the right candidate."""

    cell: Cell
    digit: Digit
    removed: bool


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint for a player, in levels.

    Args:
        position: where the player stands.
        mistakes: wrong entries and marks; if there are any, the hint names only these.
        wrong: whether the board leads to no solution, also where no entry is known to be wrong.
        step: the next step; None if there is none, or a clue says more.
        said: what it says at each level, more and more, as `cpsudoku.words` renders it; the same at
            all without a step.
        level: how much of it is to be shown, 1 to 4.
        clue: what a clue says, where that follows and no step; or the step with the smallest
            reason, if the order has such steps.
        checked: whether it was found out if anything is wrong; else the step supposes that nothing
            is, and each text says so.
    """

    position: Position
    mistakes: tuple[Mistake, ...]
    wrong: bool
    step: Step | None
    said: tuple[Said, ...] = field(repr=False)
    level: int = LEVELS[-1]
    clue: ReasonStep | None = None
    checked: bool = True

    def __str__(self) -> str:
        return self.text()

    def text(self, language: str = USUAL) -> str:
        """Return its text at its level."""
        return rendered(self.said[self.level - 1], language)

    @property
    def levels(self) -> tuple[str, ...]:
        """The texts of all levels in English."""
        return tuple(map(rendered, self.said))

    def as_json(self, language: str = USUAL) -> dict[str, Any]:
        """Return the hint as JSON can hold it; the step only where all of it is to be shown."""
        rules = self.position.rules
        found: dict[str, Any] = {
            "wrong": self.wrong,
            "checked": self.checked,
            "mistakes": [
                candidate_json((m.cell, m.digit), rules) | {"removed": m.removed}
                for m in self.mistakes
            ],
            "level": self.level,
            "text": self.text(language),
        }
        step = self.step or self.clue
        if step is not None and self.level == LEVELS[-1]:
            found["step"] = step.as_json(language)
        return found


def hint(
    puzzle: PuzzleLike,
    *,
    givens: PuzzleLike | None = None,
    level: int = LEVELS[-1],
    order: Order | str = "teaching",
    mode: str = "candidates",
    seconds: float | None = None,
    cost: str = "houses",
) -> Hint:
    """Return a hint for the position of a player.

    First it is found out whether an entry, or a removed pencil mark, is wrong already.  The step is
    looked for from the player's own pencil marks, where there are such, so that what was done is
    not reported again.

    Args:
        puzzle: where the player stands: entries, and pencil marks if the player has any.
        givens: the puzzle as it was given, so that wrong entries can be named; None where nobody
            knows what was entered.
        level: how much to say: 1 the technique, 2 the place, 3 the reason, 4 the answer as well.
        order: the techniques, in the order of looking, or the name of an order; ``reasons`` for
            the step with the smallest reason, ``teaching+reasons`` for it where the order finds
            nothing.
        mode: ``candidates``, or ``direct`` for what can be seen without pencil marks.
        seconds: wall-clock limit; None for none.  With reasons, a part of it is kept for them, so
            that there is a step in time; a reason that is not proved smallest then says so.
        cost: what a smallest reason has the fewest of: ``houses`` (and clues), or ``elements``.

    Raises:
        FormatError: a text is not a puzzle.
        PuzzleError: the givens are of other rules, or are not among the digits.
        OptionError: there is no such level, order, mode or cost.
        UnsupportedError: the board is too big for the techniques.
    """
    if level not in LEVELS:
        raise OptionError(f"level {level}; expected 1 to {LEVELS[-1]}")
    now = as_puzzle(puzzle)
    start = now if givens is None else givens
    start = start if isinstance(start, Puzzle) else parse(start, now.rules)
    logic.check_rules(now.rules)
    _check_givens(start, now)
    deadline, looked_for = Deadline(seconds), order_for(order, mode, reasons=True)
    wants_reasons = looked_for.reasons
    to_check = deadline.part(_SHARE) if wants_reasons else deadline
    mistakes, wrong, of_start = _checked(start, now, to_check)
    if of_start is not Verdict.UNIQUE:
        looked_for = without_uniqueness(looked_for)
    position = Position.placed(now.rules, now.digits, now.candidates, start.candidates)
    if wrong:
        as_given = now == start if givens is not None else now == Puzzle.empty(now.rules)
        message = _mistaken(mistakes, now, as_given)
        return Hint(position, mistakes, True, None, (message,) * len(LEVELS), level)
    reasons = ReasonPath(position, seconds=deadline.left, by=cost) if wants_reasons else None
    time = deadline.part(_SHARE) if wants_reasons else deadline
    path = Walk(position, looked_for, time.left, reasons, clues=mode == "candidates")
    step, end = next(path, None), path.end
    if step is None:
        message = say(f"no step {end}")
        if end == "stuck" and of_start is Verdict.MULTIPLE:
            message = say("sentences", said=[message, say("several solutions")])
        found = Hint(position, (), end == "broken", None, (message,) * len(LEVELS), level)
    else:
        own, clue = (step, None) if isinstance(step, Step) else (None, step)
        found = Hint(position, (), False, own, step.said_hints, level, clue)
    if wrong is not None or found.wrong:
        return found
    doubted = tuple(say("sentences", said=[one, say("not checked")]) for one in found.said)
    return replace(found, said=doubted, checked=False)


def _check_givens(start: Puzzle, now: Puzzle) -> None:
    if start.rules != now.rules:
        raise PuzzleError("the givens are of a puzzle of other rules")
    for cell, digit in enumerate(start.digits):
        if digit and now.digits[cell] != digit:
            name = cell_name(cell, now.rules.board)
            raise PuzzleError(
                f"{name} is given as {now.rules.symbols[digit - 1]}, but differs in this position"
            )


def _checked(
    start: Puzzle, now: Puzzle, deadline: Deadline
) -> tuple[tuple[Mistake, ...], bool | None, Verdict]:
    """Return what contradicts the solution, whether anything does (None: unknown), and the verdict.

    A puzzle of several solutions, in which what the player has entered leaves one, is still one of
    several: its verdict is that of the start.
    """
    found = solving.check(start, seconds=deadline.left)
    of_start = found.verdict
    if of_start is Verdict.UNIQUE and found.solution is not None:
        mistakes = tuple(_against(found.solution, now))
        return mistakes, bool(mistakes), of_start
    if start is not now and of_start is not Verdict.NONE:
        both = zip(start.candidates, now.candidates, strict=True)
        left = Puzzle(now.rules, tuple(given & mask for given, mask in both))
        found = solving.check(left, seconds=deadline.left)
    if found.verdict is Verdict.NONE and start.has_pencil_marks:
        found = solving.check(Puzzle.from_digits(start.digits, start.rules), seconds=deadline.left)
        right = found.solution if found.verdict is Verdict.UNIQUE else None
        removed = () if right is None else tuple(_against(right, start))
        return removed, True, of_start
    wrong = None if found.verdict is Verdict.UNKNOWN else found.verdict is Verdict.NONE
    return (), wrong, of_start


def _against(solution: tuple[Digit, ...], now: Puzzle) -> Iterator[Mistake]:
    for cell, (right, digit) in enumerate(zip(solution, now.digits, strict=True)):
        if digit and digit != right:
            yield Mistake(cell, digit, removed=False)
        elif not digit and not now.candidates[cell] >> (right - 1) & 1:
            yield Mistake(cell, right, removed=True)


def _mistaken(mistakes: tuple[Mistake, ...], now: Puzzle, as_given: bool) -> Said:
    board, symbols = now.rules.board, now.rules.symbols
    if not mistakes:
        why: Said = ""
        if (clash := now.clash()) is not None:
            cells: list[Said] = [cell_name(cell, board) for cell in clash.cells]
            what = say("clash of cell", cells=cells)
            if clash.house is not None:
                digit, house = clash.digit + board.first - 1, house_named(clash.house)
                what = say("clash of cells", cells=cells, digit=digit, house=house)
            why = say("because", what=what)
        return say("no solution" if as_given else "no solution from here", why=why)
    parts: list[Said] = [
        say(
            "mistake mark" if m.removed else "mistake entry",
            digit=symbols[m.digit - 1],
            cell=cell_name(m.cell, board),
        )
        for m in mistakes
    ]
    return say("mistakes", mistakes=parts)


_SHARE = 0.4
"""The share of the time left that each part of the work before smallest reasons may take."""


_BATCHES = (8, 32, 128)
"""Puzzles made and rated at a time: few at first, since most techniques are common."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position, of a puzzle with one solution, in which a technique is the next thing to find."""

    puzzle: Puzzle
    position: Position
    step: Step


def techniques_of(order: Order | str = "teaching") -> tuple[str, ...]:
    """Return the techniques of an order, which can be practised, easiest first.

    >>> techniques_of()[:3]
    ('full house', 'hidden single in box', 'hidden single')
    """
    return tuple(order_named(order).numbers)


def exercise(
    technique: str,
    *,
    rules: Rules | None = None,
    order: Order | str = "teaching",
    seed: int | None = None,
    seconds: float | None = None,
) -> Exercise:
    """Return a position in which a technique is the next thing to find.

    Random puzzles are walked along, in the order that hints are given in, until a path takes a step
    of the technique; nothing easier is left to be found before it.  How long it takes to come upon
    one depends on how rare the technique is.

    Args:
        technique: its name; see `techniques_of`.
        rules: the rules; None for the classic ones.
        order: in which everything easier is looked for before, or the name of an order.
        seed: the same seed gives the same exercise; None for a random one.

    Raises:
        OptionError: the order does not have the technique.
        GenerationError: none was found in time, which does not mean that there is none.
        UnsupportedError: the board is too big for the techniques.

    >>> found = exercise("naked pair", seed=1)
    >>> found.step.technique, len(found.step.evidence.cells)
    ('naked pair', 2)
    """
    whole = order_named(order)
    technique = technique_named(technique)
    if technique not in whole.numbers:
        known = ", ".join(whole.numbers)
        raise OptionError(f"no technique {technique!r} in this order; expected one of {known}")
    deadline = Deadline(seconds)
    seed = generation.random_seed() if seed is None else seed
    # A path that is cut off before anything harder ends early, which saves time for what is rare.
    # Singles hardly ever begin a path: they come when it is nearly at its end.
    single = TECHNIQUES[technique].family == "singles"
    looked_for = whole if single else up_to(whole, [technique])
    first = 0
    import numpy as np

    while not deadline.has_passed:
        count = _BATCHES[min(first.bit_length() // 3, len(_BATCHES) - 1)]
        made = generation.generate(
            count, rules=rules, seed=seed, first=first, seconds=deadline.left
        )
        puzzles = [one.puzzle for one in made]
        if not puzzles:  # time ran out
            break
        digits = np.array([one.digits for one in puzzles], np.uint8)
        ratings = logic.rate_many(digits, rules, order=looked_for, threads=1, seconds=deadline.left)
        for puzzle in compress(puzzles, ratings.uses({technique})):
            for step in logic.Path(puzzle, order=looked_for, seconds=deadline.left):
                if step.technique == technique:
                    assert step.position is not None
                    return Exercise(puzzle, step.position, step)
        first += count
    raise GenerationError(
        f"no position in which the next thing to find is {technique!r} was found "
        f"in {seconds:g} s; there may be some all the same"
    )
