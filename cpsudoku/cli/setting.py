"""The work of ``cpsudoku generate --with`` and ``cpsudoku complete``: puzzles with variants."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from cpsudoku import generation
from cpsudoku.cli import failures
from cpsudoku.cli.bundles import Writing
from cpsudoku.cli.generating import GeneratingWork, Making
from cpsudoku.cli.specs import Wish, rules_of
from cpsudoku.cli.status import Status
from cpsudoku.deadline import Deadline, OutOfTimeError
from cpsudoku.errors import GenerationError, OptionError
from cpsudoku.formats import Record
from cpsudoku.generation import Made
from cpsudoku.generation.setting import Set, Setting, SettingSpec
from cpsudoku.generation.wishes import split, wishes
from cpsudoku.processes.workers import answered_in_order
from cpsudoku.processors import useful_workers
from cpsudoku.variants import to_text
from cpsudoku.verify import is_solution

_OTHERS = ("clues", "blanks", "box_blanks", "mask", "effort", "er", "hodoku", "needs", "without",
           "distinct")  # fmt: skip
"""Options of ``generate`` that puzzles with variants know nothing of."""

ATTEMPTS = 20
"""Grids drawn at most for one puzzle, unless something else is asked for."""


def generate(wish: Wish, with_: Sequence[str], making: Making) -> Status:
    """Make puzzles with variants."""
    if unused := [name for name in _OTHERS if getattr(wish, name) not in (None, False)]:
        raise OptionError(f"--{unused[0].replace('_', '-')} does not go with --with")
    deadline, seed = Deadline(making.timeout), making.used_seed
    rules = rules_of(wish.rules, seed, deadline)
    wished, everywhere = split(wishes(with_), rules.board)
    spec = SettingSpec.of(
        rules.with_constraints(everywhere), wished,
        givens=_most_givens(wish.givens), symmetry=wish.symmetry,
    )  # fmt: skip
    setting = Setting(
        spec, seed=seed, backend=making.backend, attempts=making.attempts or ATTEMPTS,
        seconds=deadline.left,
    )  # fmt: skip
    number, quiet = making.number, making.writing.quiet
    numbers = range(making.skip, making.skip + number)
    table, label = making.table(spec.puzzle.rules, alike=False, has_effort=False)
    work = GeneratingWork(
        lambda done, _: _Sets(setting, numbers[done:], making.jobs, quiet=quiet), table, label,
        partial(_summed_up, seed=seed), number, making.timeout, quiet,
    )  # fmt: skip
    asked = {name: getattr(wish, name) for name in ("rules", "givens", "symmetry")}
    names = ("seed", "backend", "attempts", "number", "skip")
    asked |= {name: getattr(making, name) for name in names}
    return making.write(work, {"with": with_, **asked}, seed)


def _most_givens(text: str | None) -> int | None:
    if text is not None and not re.fullmatch(r"[0-9]{1,4}", text):
        raise OptionError(f"--givens {text[:40]}; with --with a number, how many there may be")
    return None if text is None else int(text)


class _Sets:
    """Makes puzzles with variants, one after the other."""

    def __init__(self, setting: Setting, numbers: range, jobs: int | None, *, quiet: bool) -> None:
        self._setting, self._numbers, self._jobs, self._quiet = setting, numbers, jobs, quiet
        self.made, self.timed_out = 0, False

    def steps(self) -> Iterator[Made | None]:
        """Yield each puzzle and then None, since the next one may take long."""
        for index, found in zip(self._numbers, self._found(), strict=False):
            self.made += 1
            puzzle = found.puzzle
            yield Made(index, puzzle.rules, puzzle.digits, found.solution, found.attempts)
            if not self._quiet:
                failures.report(_summary(found))
            yield None

    def _found(self) -> Iterator[Set]:
        jobs = min(useful_workers(self._jobs), len(self._numbers))
        try:
            if jobs < 2:
                yield from map(self._setting.puzzle, self._numbers)
            else:
                make = partial(getattr, self._setting, "puzzle")
                yield from answered_in_order(self._numbers, make, jobs=jobs)
        except OutOfTimeError:
            self.timed_out = True

    def progress(self) -> str:
        return ""


def _summed_up(found: _Sets, seconds: float, *, seed: int) -> str:
    return f"{found.made} made with seed {seed} in {seconds:.2f} s"


def _summary(found: Set) -> str:
    kinds = [one.name for one in found.added]
    parts = [f"{kinds.count(name)} {name}" for name in dict.fromkeys(kinds)]
    parts.append(f"{len(found.given)} givens")
    return f"{', '.join(parts)}; {found.checks} checks of uniqueness"


class Completing(NamedTuple):
    """What is asked of a proposal that makes a half-made puzzle unique: options of ``complete``."""

    with_: Sequence[str]
    givens: int | None
    symmetry: str
    seed: int | None
    backend: str
    timeout: float | None

    def write(self, record: Record, writing: Writing) -> Status:
        """Write the puzzle with what it lacks."""
        puzzle = record.puzzle
        wished, everywhere = split(wishes(self.with_), puzzle.rules.board)
        base = replace(puzzle, rules=puzzle.rules.with_constraints(everywhere))
        seed = generation.random_seed() if self.seed is None else self.seed
        spec = SettingSpec.of(base, wished, givens=self.givens, symmetry=self.symmetry)
        solution = record.solution
        if solution is not None and not is_solution(solution, base.rules, base.candidates):
            failures.report("the solution that the puzzle claims does not obey it, and is not kept")
            solution = None
        setting = Setting(spec, seed=seed, backend=self.backend, attempts=ATTEMPTS,
                          seconds=self.timeout, solution=solution)  # fmt: skip
        try:
            found = setting.puzzle(0)
        except OutOfTimeError:
            failures.report("the timeout was reached")
            return Status.UNKNOWN
        except GenerationError as error:
            failures.report(str(error))
            return Status.NO
        with writing.puzzles() as table:
            table.write(record._replace(puzzle=found.puzzle, solution=found.solution))
        if not writing.quiet:
            board = puzzle.rules.board
            added = [to_text(one) for one in (*everywhere, *found.added)]
            added += [f"{board.name(cell)} = {_digit(found, cell)}" for cell in found.given]
            failures.report(f"added: {'; '.join(added)}" if added else "nothing was missing")
        return Status.DONE


def _digit(found: Set, cell: int) -> int:
    return found.puzzle.rules.board.values(found.solution)[cell]
