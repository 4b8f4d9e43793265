"""The work of ``cpsudoku generate --with`` and ``cpsudoku complete``: puzzles with variants."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import cpsudoku
from cpsudoku import generation
from cpsudoku.cli import failures, options, output
from cpsudoku.cli.generating import Work, labelled, regular_file, seed_for, table_for
from cpsudoku.cli.specs import rules_of
from cpsudoku.cli.status import Status
from cpsudoku.deadline import Deadline, OutOfTimeError
from cpsudoku.errors import GenerationError, OptionError
from cpsudoku.formats import Record
from cpsudoku.generation import Made
from cpsudoku.generation.datasets import Dataset
from cpsudoku.generation.layouts import drawn_names
from cpsudoku.generation.setting import Set, Setting, SettingSpec
from cpsudoku.rules import Board
from cpsudoku.variants import from_text, to_text, usage, variants
from cpsudoku.variants.base import Variant
from cpsudoku.verify import is_solution

_OTHERS = ("clues", "blanks", "box_blanks", "mask", "effort", "er", "hodoku", "needs", "without",
           "distinct")  # fmt: skip
"""Options of ``generate`` that puzzles with variants know nothing of."""

_WISH = ("with_", "rules", "givens", "symmetry", "seed", "backend", "attempts", "number")
"""Options that decide which puzzles a file has."""

ATTEMPTS = 20
"""Grids drawn at most for one puzzle, unless something else is asked for."""


def wishes(texts: Sequence[str]) -> dict[str, int]:
    """Return how many of each variant texts such as ``killer:28`` wish for; one where none is said.

    Raises:
        OptionError: a text is of another form.
    """
    found: dict[str, int] = {}
    for text in texts:
        name, _, number = text.partition(":")
        if not re.fullmatch(r"[0-9]{0,3}", number) or number == "0":
            raise OptionError(f"--with {text}; expected a variant and a number, such as killer:28")
        found[name] = found.get(name, 0) + int(number or 1)
    return found


def split(wished: Mapping[str, int], board: Board) -> tuple[dict[str, int], list[Variant]]:
    """Return the wishes for what is laid out, and the variants that hold all over the board.

    Raises:
        RulesError: there is no such variant.
    """
    everywhere = {
        name: from_text(name, board)
        for name in wished
        if name not in drawn_names() and name in variants() and "@" not in usage(variants()[name])
    }
    return {n: c for n, c in wished.items() if n not in everywhere}, list(everywhere.values())


def generate(asked: Mapping[str, Any]) -> Status:
    """Make puzzles with variants.

    Args:
        asked: the options of ``cpsudoku generate``.

    Raises:
        OptionError: an option that makes no sense here.
        RulesError: there are no such rules or variants.
    """
    if unused := [name for name in _OTHERS if asked[name] not in (None, False)]:
        raise OptionError(f"--{unused[0].replace('_', '-')} does not go with --with")
    deadline = Deadline(asked["timeout"])
    target = regular_file(asked["output_file"])
    if asked["shard"] is not None and target is None:
        raise OptionError("--shard needs --output with the name of a file")
    seed = seed_for(asked["seed"], target)
    rules = rules_of(asked["rules"], seed, deadline)
    wished, everywhere = split(wishes(asked["with_"]), rules.board)
    spec = SettingSpec.of(
        rules.with_constraints(everywhere), wished,
        givens=_most_givens(asked["givens"]), symmetry=asked["symmetry"],
    )  # fmt: skip
    setting = Setting(
        spec, seed=seed, backend=asked["backend"], attempts=asked["attempts"] or ATTEMPTS,
        seconds=deadline.left,
    )  # fmt: skip
    path, number, quiet = asked["output_file"], asked["number"], asked["quiet"]
    kind, names = table_for(path, asked["table"], asked["columns"], has_effort=False)
    table, label = labelled(names, spec.puzzle.rules, kind, asked["jobs"], alike=False)
    work = Work(
        lambda done, _: _Sets(setting, range(done, number), quiet=quiet), table, label,
        partial(_summed_up, seed=seed), number, asked["timeout"], quiet,
    )  # fmt: skip
    if target is None:
        return work.to_stream(path)
    wish = {name.rstrip("_"): asked[name] for name in _WISH} | table.asked
    wish["version"] = cpsudoku.__version__
    dataset = Dataset(target, table, number, wish, asked["shard"], asked["overwrite"])
    return work.to_files(dataset, seed)


def _most_givens(text: str | None) -> int | None:
    if text is not None and not re.fullmatch(r"[0-9]{1,4}", text):
        raise OptionError(f"--givens {text[:40]}; with --with a number, how many there may be")
    return None if text is None else int(text)


class _Sets:
    """Makes puzzles with variants, one after the other.

    Args:
        setting: makes one.
        numbers: which.
        quiet: say nothing of what was laid out.
    """

    def __init__(self, setting: Setting, numbers: range, *, quiet: bool) -> None:
        self._setting, self._numbers, self._quiet = setting, numbers, quiet
        self.made, self.timed_out = 0, False

    def steps(self) -> Iterator[Made | None]:
        """Yield each puzzle and then None, as the next one may take long."""
        for index in self._numbers:
            try:
                found = self._setting.puzzle(index)
            except OutOfTimeError:
                self.timed_out = True
                return
            self.made += 1
            puzzle = found.puzzle
            yield Made(index, puzzle.rules, puzzle.digits, found.solution, found.attempts)
            if not self._quiet:
                failures.tell(_summary(found))
            yield None

    def progress(self) -> str:
        """Return nothing: each puzzle says what it took."""
        return ""


def _summed_up(found: _Sets, seconds: float, *, seed: int) -> str:
    return f"{found.made} made with seed {seed} in {seconds:.2f} s"


def _summary(found: Set) -> str:
    kinds = [one.name for one in found.added]
    parts = [f"{kinds.count(name)} {name}" for name in dict.fromkeys(kinds)]
    parts.append(f"{len(found.given)} givens")
    return f"{', '.join(parts)}; {found.checks} checks of uniqueness"


def complete(record: Record, asked: Mapping[str, Any]) -> Status:
    """Propose what makes a half-made puzzle unique.

    Args:
        record: the puzzle; a solution that it claims is kept, if it obeys the rules.
        asked: the options of ``cpsudoku complete``.

    Raises:
        OptionError: an option that makes no sense.
        RulesError: there is no such variant.
    """
    puzzle = record.puzzle
    wished, everywhere = split(wishes(asked["with_"] or ()), puzzle.rules.board)
    base = replace(puzzle, rules=puzzle.rules.with_constraints(everywhere))
    seed = generation.random_seed() if asked["seed"] is None else asked["seed"]
    spec = SettingSpec.of(base, wished, givens=asked["givens"], symmetry=asked["symmetry"])
    solution = record.solution
    if solution is not None and not is_solution(solution, base.rules, base.candidates):
        failures.tell("the solution that the puzzle claims does not obey it, and is not kept")
        solution = None
    setting = Setting(spec, seed=seed, backend=asked["backend"], attempts=ATTEMPTS,
                      seconds=asked["timeout"], solution=solution)  # fmt: skip
    try:
        found = setting.puzzle(0)
    except OutOfTimeError:
        failures.tell("the timeout was reached")
        return Status.UNKNOWN
    except GenerationError as error:
        failures.tell(str(error))
        return Status.NO
    kind = options.notation_of(asked["output_file"], asked["notation"], columnar=True)
    with output.puzzles(asked["output_file"], kind) as table:
        table.write(record._replace(puzzle=found.puzzle, solution=found.solution))
    if not asked["quiet"]:
        board = puzzle.rules.board
        added = [to_text(one) for one in (*everywhere, *found.added)]
        added += [f"{board.name(cell)} = {_digit(found, cell)}" for cell in found.given]
        failures.tell(f"added: {'; '.join(added)}" if added else "nothing was missing")
    return Status.DONE


def _digit(found: Set, cell: int) -> int:
    return found.puzzle.rules.board.values(found.solution)[cell]
