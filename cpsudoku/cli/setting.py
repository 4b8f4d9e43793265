"""The work of ``cpsudoku generate --with`` and ``cpsudoku complete``: puzzles with variants."""

from __future__ import annotations

import io
import re
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, BinaryIO

import cpsudoku
from cpsudoku import formats, generation
from cpsudoku.cli import failures, options, output, progress
from cpsudoku.cli.generating import kept, regular_file
from cpsudoku.cli.specs import rules_of
from cpsudoku.cli.status import Status
from cpsudoku.deadline import Deadline, OutOfTimeError
from cpsudoku.errors import GenerationError, OptionError
from cpsudoku.formats import Record
from cpsudoku.generation.datasets import Dataset
from cpsudoku.generation.layouts import NAMES
from cpsudoku.generation.setting import Set, Setting, SettingSpec
from cpsudoku.rules import Board
from cpsudoku.variants import from_text, to_text, variants
from cpsudoku.variants.base import Variant
from cpsudoku.verify import is_solution

_OTHERS = ("clues", "blanks", "box_blanks", "mask", "effort", "er", "hodoku", "needs", "without",
           "distinct", "columns", "shard")  # fmt: skip
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
        if name not in NAMES and name in variants() and "@" not in _form(name)
    }
    return {n: c for n, c in wished.items() if n not in everywhere}, list(everywhere.values())


def _form(name: str) -> str:
    from cpsudoku.variants import usage, variant_named

    return usage(variant_named(name))


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
    seed = asked["seed"]
    if seed is None and (target := regular_file(asked["output_file"])) is not None:
        seed = Dataset.seed_of(target)
    if seed is None:
        seed = generation.random_seed()
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
    path = asked["output_file"]
    notation = options.notation_of(path)
    making = _Making(setting, asked["number"], asked["quiet"])
    target = regular_file(path)
    if target is None:
        return making.to_stream(path, notation)
    wish = {name.rstrip("_"): asked[name] for name in _WISH} | {"version": cpsudoku.__version__}
    form = _Lines(notation)
    return making.to_file(Dataset(target, form, asked["number"], wish, None, asked["overwrite"]))


def _most_givens(text: str | None) -> int | None:
    if text is not None and not re.fullmatch(r"[0-9]{1,4}", text):
        raise OptionError(f"--givens {text[:40]}; with --with a number, how many there may be")
    return None if text is None else int(text)


class _Lines:
    """A data set of puzzles with variants: lines of JSON, which become a file in a notation.

    Args:
        notation: its name.
    """

    header = ""

    def __init__(self, notation: str) -> None:
        self._notation = notation
        self._trial = formats.Writer(io.StringIO(), notation)

    def line(self, found: Set) -> str:
        """Return a puzzle's line; FormatError where the notation could not hold it at the end."""
        record = _record(found)
        self._trial.write(record)
        return formats.write(record, "jsonl")

    def converts(self, _path: Path) -> bool:
        """Return that the file is another than its lines."""
        return True

    def convert(self, lines: Path, _path: Path, out: BinaryIO) -> None:
        """Write the puzzles of the lines in the notation."""
        with output.text(out) as text, formats.Writer(text, self._notation) as writer:
            if lines.stat().st_size:
                for record in formats.read(lines, format="jsonl"):
                    writer.write(record)


def _record(found: Set) -> Record:
    return Record(found.puzzle, solution=found.solution)


@dataclass
class _Making:
    """Puzzles to be made.

    Args:
        setting: makes them.
        number: how many.
        quiet: no progress and no summary.
    """

    setting: Setting
    number: int
    quiet: bool

    def to_stream(self, path: Path | None, notation: str) -> Status:
        """Write the puzzles to standard output, a pipe or a device."""
        with (
            output.destination(path) as out,
            formats.Writer(out, notation) as writer,
        ):
            return self._work(0, lambda found: writer.write(_record(found)))

    def to_file(self, dataset: Dataset[Set]) -> Status:
        """Write the puzzles to a file, and go on with what is there."""

        def keep(found: Set) -> None:
            dataset.add(found)
            dataset.flush()  # the next one may take long

        with closing(dataset), kept(dataset, self.setting.seed, quiet=self.quiet):
            return self._work(dataset.done, keep)

    def _work(self, done: int, write: Callable[[Set], None]) -> Status:
        begun, made = time.monotonic(), 0
        status = Status.DONE
        with progress.bar("generate", total=self.number, quiet=self.quiet) as advance:
            advance(done)
            for index in range(done, self.number):
                try:
                    found = self.setting.puzzle(index)
                except GenerationError as error:
                    failures.tell(str(error))
                    status = Status.NO
                    break
                except OutOfTimeError:
                    reached = f"{done + made} of {self.number}"
                    failures.tell(f"the timeout was reached after {reached}")
                    status = Status.UNKNOWN
                    break
                write(found)
                made += 1
                advance(1)
                if not self.quiet:
                    failures.tell(_summary(found))
        if not self.quiet:
            spent = time.monotonic() - begun
            failures.tell(f"{made} made with seed {self.setting.seed} in {spent:.2f} s")
        return status


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
    with (
        output.destination(asked["output_file"]) as out,
        formats.Writer(out, options.notation_of(asked["output_file"], asked["notation"])) as writer,
    ):
        writer.write(record._replace(puzzle=found.puzzle, solution=found.solution))
    if not asked["quiet"]:
        board = puzzle.rules.board
        added = [to_text(one) for one in (*everywhere, *found.added)]
        added += [f"{board.name(cell)} = {_digit(found, cell)}" for cell in found.given]
        failures.tell(f"added: {'; '.join(added)}" if added else "nothing was missing")
    return Status.DONE


def _digit(found: Set, cell: int) -> int:
    return found.puzzle.rules.board.values(found.solution)[cell]
