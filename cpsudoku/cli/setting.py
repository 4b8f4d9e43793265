"""The work of ``cpsudoku generate --with`` and ``cpsudoku complete``: puzzles with variants."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial

from cpsudoku.cli import failures
from cpsudoku.cli.generating import GeneratingWork, Making
from cpsudoku.cli.specs import Wish, rules_of
from cpsudoku.cli.status import Status
from cpsudoku.errors import OptionError
from cpsudoku.generation import Made
from cpsudoku.generation.layouts import split, wishes
from cpsudoku.generation.setting import Set, Setting, SettingSpec
from cpsudoku.ground.deadline import Deadline, OutOfTimeError
from cpsudoku.ground.processes.workers import answered_in_order
from cpsudoku.ground.processors import useful_workers

_OTHERS = ("clues", "blanks", "box_blanks", "mask", "effort", "er", "hodoku", "needs", "without",
           "distinct")  # fmt: skip
"""Options of ``generate`` that puzzles with variants know nothing of."""

_QUICK = 9
"""Beyond this many digits it takes long to find out which cages and lines are not needed."""

ATTEMPTS = 20
"""Grids drawn at most for one puzzle, unless something else is asked for."""


def generate(wish: Wish, with_: Sequence[str], making: Making) -> Status:
    """Make puzzles with variants."""
    if unused := [name for name in _OTHERS if getattr(wish, name) not in (None, False, ())]:
        raise OptionError(f"--{unused[0].replace('_', '-')} does not go with --with")
    if wish.givens is not None and not re.fullmatch(r"[0-9]{1,4}", wish.givens):
        raise OptionError(
            f"--givens {wish.givens[:40]}; with --with a number, how many there may be"
        )
    deadline, seed = Deadline(making.timeout), making.used_seed
    rules = rules_of(wish.rules, seed, deadline)
    wished, everywhere = split(wishes(with_), rules.board)
    spec = SettingSpec.of(
        rules.with_constraints(everywhere), wished,
        givens=None if wish.givens is None else int(wish.givens), symmetry=wish.symmetry,
    )  # fmt: skip
    setting = Setting(
        spec, seed=seed, backend=making.backend, attempts=making.attempts or ATTEMPTS,
        seconds=deadline.left,
    )  # fmt: skip
    number, quiet = making.number, making.quiet
    numbers = range(making.skip, making.skip + number)
    table, label = making.data_set(spec.puzzle.rules, alike=False, has_effort=False)

    work = GeneratingWork(
        lambda done, _: _Sets(setting, numbers[done:], making.jobs, quiet=quiet), table, label,
        lambda found, seconds: f"{found.made} made with seed {seed} in {seconds:.2f} s",
        number, making.timeout, quiet,
    )  # fmt: skip
    asked = {name: getattr(wish, name) for name in ("rules", "givens", "symmetry")}
    names = ("seed", "backend", "attempts", "number", "skip")
    asked |= {name: getattr(making, name) for name in names}
    return making.write(work, {"with": list(with_), **asked}, seed)


class _Sets:
    """Makes puzzles with variants, one after the other."""

    def __init__(self, setting: Setting, numbers: range, jobs: int | None, *, quiet: bool) -> None:
        self._setting, self._numbers, self._jobs, self._quiet = setting, numbers, jobs, quiet
        self.made, self.timed_out = 0, False

    def steps(self) -> Iterator[Made | None]:
        """Yield each puzzle and then None, since the next one may take long."""
        size = self._setting.spec.puzzle.rules.size
        if size > _QUICK and not self._quiet:
            failures.report(
                f"what {size} digits do not need is left out slowly; with --timeout a puzzle is "
                "written as it stands by then"
            )
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


def _summary(found: Set) -> str:
    kinds = [one.name for one in found.added]
    parts = [f"{kinds.count(name)} {name}" for name in dict.fromkeys(kinds)]
    parts.append(f"{len(found.given)} givens")
    if not found.is_whole:
        parts.append("not known whether all are needed, as time ran out")
    return f"{', '.join(parts)}; {found.checks} checks of uniqueness"
