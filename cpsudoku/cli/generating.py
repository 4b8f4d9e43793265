"""The work of ``cpsudoku generate``: makes puzzles, shows how it goes, and writes them."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING

import cpsudoku
from cpsudoku import formats, generation
from cpsudoku.asking.outcomes import Status
from cpsudoku.asking.question import asked_by
from cpsudoku.asking.questions.copy import Copy
from cpsudoku.asking.questions.rate import Rate
from cpsudoku.asking.run import Sink, run
from cpsudoku.cli import failures, options, progress
from cpsudoku.cli.declaring import OUTPUT, SCALE, SEARCH, Name, field_of, group, option, whole
from cpsudoku.cli.options import whole_seed
from cpsudoku.cli.progress import Advance
from cpsudoku.cli.sharding import ending_of_shards
from cpsudoku.cli.specs import Wish
from cpsudoku.errors import GenerationError, OptionError
from cpsudoku.formats.base import Record
from cpsudoku.formats.source import naming_damage
from cpsudoku.generation import GeneratedPuzzle, Generation, Spec, maker_of
from cpsudoku.generation.datasets import COLUMNS, Dataset, DataSetTable, columns_for
from cpsudoku.generation.setting import VariantSpec
from cpsudoku.ground import files
from cpsudoku.ground.deadline import NEVER, Deadline, Stopwatch
from cpsudoku.ground.names import counted
from cpsudoku.ground.processes import useful_workers
from cpsudoku.logic import TECHNIQUES, Position, check_rules
from cpsudoku.logic.explaining.difficulty import OF_MANY, STATES, columns
from cpsudoku.logic.explaining.explanations import Walk
from cpsudoku.logic.ratings import rate_many
from cpsudoku.rows.answers import Fields, Form, RowAnswers
from cpsudoku.rows.block import Block, of_records
from cpsudoku.rows.output import PAUSE, TABLES
from cpsudoku.rows.sinks import finished, opened_lines, opened_puzzles

if TYPE_CHECKING:
    from cpsudoku.jobs import Shard

_BOUNDS = "lower_bounds"
_RATINGS: dict[str, type] = {
    **{column.name: column.kind for column in OF_MANY}, "techniques": str, **STATES,
}  # fmt: skip
"""The columns of ratings, and what they hold.  ``techniques`` are those on the path of Sudoku
Explainer's order, with semicolons between; the others are those of ``cpsudoku rate``."""

_ARROW = {float: "float64", int: "int64", str: "string", bool: "bool"}


@dataclass(frozen=True)
class Making(options.Writing):
    """How puzzles are made, how many, and where they go."""

    number: int = field_of(whole("--number -n", "Number of puzzles.", 1, heading=SCALE))
    seed: int | None = field_of(whole_seed("The same seed gives the same puzzles.", heading=SEARCH))
    attempts: int | None = field_of(
        whole(
            "--attempts", "Grids to try for one puzzle at most.", usual="depends on the request",
            heading=SEARCH,
        )
    )  # fmt: skip
    skip: int = field_of(options.SKIP)
    timeout: float | None = field_of(options.WHOLE_TIMEOUT)
    backend: str = field_of(options.BACKEND)
    jobs: int | None = field_of(options.JOBS)
    columns: str | None = field_of(
        option(
            "--columns NAMES",
            f"Columns of the table: {', '.join(COLUMNS)}, and ratings such as er.",
            usual="depends on the format",
            heading=OUTPUT,
            kind=Name("column", (*COLUMNS, *_RATINGS), between=","),
        )
    )
    overwrite: bool = field_of(option("--overwrite", "Replace a finished file.", heading=OUTPUT))

    @property
    def target(self) -> Path | None:
        """The file that a run can continue; None for pipes and devices."""
        path = self.output_file
        if path is None or str(path) == "-" or not files.is_replaced(path):
            return None
        return files.resolved(path)

    @property
    def used_seed(self) -> int:
        """The given seed, else that of the unfinished set that is there, or a random one."""
        seed, target = self.seed, self.target
        if seed is None and target is not None:
            seed = Dataset.seed_of(target)
        return generation.random_seed() if seed is None else seed

    def run(self, wish: Wish) -> Status:
        """Make puzzles and write them, to files that the same command continues."""
        deadline = Deadline(self.timeout)
        task = self.task(wish, self.used_seed, deadline)
        limits = (wish.clues, wish.blanks, self.timeout)
        if task.spec.rules.size > _MOST_UNLIMITED and limits == (None, None, None):
            raise OptionError("boards beyond 25×25 need --clues or --timeout; --rules 9 is usual")
        numbers = range(self.skip, self.skip + self.number)
        run = GeneratingRun(task, numbers, self.jobs, self.quiet, self.timeout, deadline)
        if (target := self.target) is None:
            return run.to_stream(self.output_file)
        asked = {**wish.asked, **task.table.asked, "version": cpsudoku.__version__}
        names = ("number", "skip", "seed", *(("backend", "attempts") if wish.with_ else ()))
        asked |= {name: getattr(self, name) for name in names}
        return run.to_files(Dataset(target, task.table, self.number, asked, self.overwrite))

    def task(self, wish: Wish, seed: int, deadline: Deadline = NEVER) -> MakingTask:
        """Return how puzzles are made; beside ratings their table names the lower bounds."""
        kind, wanted = self.kind, None if self.columns is None else self.columns.split(",")
        if wanted and kind == "line" and self.named is None:
            kind = "csv"
        if wanted and kind not in TABLES:
            raise OptionError(f"--columns with {kind}; expected {', '.join(TABLES)}")
        names = columns_for(kind, wanted, labels=_RATINGS, has_effort=not wish.with_)
        spec = wish.spec(seed, measured="effort" in names, deadline=deadline)
        ratings = [name for name in names if name in _RATINGS]
        if ratings:
            check_rules(spec.rules)
            ratings = list(dict.fromkeys((*ratings, _BOUNDS)))
        types = {name: _ARROW[_RATINGS[name]] for name in ratings}
        table = DataSetTable(names, None if wish.with_ else spec.rules, kind, types)
        return MakingTask(spec, table, seed, self.backend, self.attempts)


making = group(Making)


@dataclass(frozen=True)
class MakingTask:
    """Puzzles of some numbers; the work of a shard."""

    spec: Spec | VariantSpec
    table: DataSetTable
    seed: int
    backend: str
    attempts: int | None
    name = "generate"

    @property
    def asked(self) -> dict[str, object]:
        """Everything on which the puzzles depend."""
        how = {"seed": self.seed, "backend": self.backend, "attempts": self.attempts}
        return {"name": self.name, **asked_by(self.spec), **self.table.asked, **how}

    @property
    def ending(self) -> str:
        """The ending of the files."""
        return ending_of_shards(self.table.kind)

    def __call__(self, shard: Shard, argument: str, output: Path) -> tuple[dict[str, int], int]:
        """Make the puzzles of a shard."""
        run = GeneratingRun(self, range(shard.begin, shard.end))
        status = run.to_stream(output)
        return {"puzzles": run.made}, int(status)


def ratings_of(
    made: Sequence[GeneratedPuzzle], names: Iterable[str], jobs: int | None
) -> list[Fields]:
    """Return columns of ratings of puzzles, by their names."""
    answers = Rate().each(of_records([Record(one.puzzle) for one in made]), jobs)
    used = _techniques_of(made, jobs) if "techniques" in names else repeat(())
    found: list[Fields] = []
    for answer, techniques in zip(answers, used, strict=False):
        values = columns(answer) | {"techniques": "; ".join(techniques) or None}
        found.append({name: values.get(name) for name in names})
    return found


def _techniques_of(made: Sequence[GeneratedPuzzle], jobs: int | None) -> Iterator[Sequence[str]]:
    """Yield for each puzzle the techniques of its path in Sudoku Explainer's order."""
    rules = made[0].rules
    if not rules.has_others:  # together, in a twentieth of the time
        import numpy as np

        digits = np.array([one.digits for one in made], np.uint8)
        yield from rate_many(digits, rules, threads=jobs).techniques_used()
        return
    for one in made:
        walk = Walk(Position.of(one.puzzle))
        deque(walk, maxlen=0)
        yield sorted(set(walk.techniques), key=list(TECHNIQUES).index)


@dataclass
class GeneratingRun:
    """Makes the puzzles of some numbers and writes them, and shows how that goes.

    Attributes:
        made: how many were made.
    """

    task: MakingTask
    numbers: range
    jobs: int | None = 1
    quiet: bool = True
    timeout: float | None = None
    deadline: Deadline = NEVER
    made: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self._taken, self._status = Stopwatch(), Status.DONE

    def to_stream(self, path: Path | None) -> Status:
        """Write the puzzles to a pipe, a terminal or a device."""
        table = self.task.table
        kind = table.kind
        is_one = len(self.numbers) == 1 and path is None and sys.stdout.isatty() and kind == "line"
        picture = opened_lines(path, Form.PICTURE, notation="")
        with picture if is_one else opened_puzzles(path, kind) as sink:
            if kind == "csv":  # whose header stands above no puzzles, too
                sink.write(table.block([], kind), RowAnswers([]))
            source = self._source(0)
            self._write(source, kind, sink)
        return self._summed_up(source)

    def to_files(self, dataset: Dataset) -> Status:
        """Write the puzzles to files, and continue after what is there."""
        done, count = dataset.done, dataset.count
        try:
            with finished(dataset):
                with naming_damage(str(dataset.path)):
                    source = self._source(done, dataset.before() if done else ())
                dataset.begin(self.task.seed)
                if done and not self.quiet:
                    failures.report(f"continuing after {done} of {count}")
                self._write(source, self.task.table.kind_of_lines, dataset, done)
        except (OSError, KeyboardInterrupt):
            kept = f"{dataset.done} of {count} are kept"
            failures.report(f"{kept}; the same command continues from there")
            raise
        return self._summed_up(source, done)

    def _source(self, done: int, before: Iterable[GeneratedPuzzle] = ()) -> Generation:
        """Return the generator of the puzzles that are not done."""
        task, spec = self.task, self.task.spec
        if not self.quiet:
            announce(spec)
        maker = maker_of(
            spec, seed=task.seed, backend=task.backend, jobs=useful_workers(self.jobs),
            attempts=task.attempts, seconds=self.deadline.left,
        )  # fmt: skip
        distinct = isinstance(spec, Spec) and spec.distinct
        return Generation(maker, self.numbers[done:], distinct=distinct, before=before)

    def _write(self, source: Generation, kind: str, sink: Sink, done: int = 0) -> None:
        """Write the puzzles of a source into a file of a kind."""
        table = self.task.table

        def block(made: list[GeneratedPuzzle]) -> Block:
            ratings = ratings_of(made, table.labels, self.jobs) if table.labels else ()
            return table.block(made, kind, ratings)

        with progress.bar("generate", total=len(self.numbers), quiet=self.quiet) as advance:
            advance(done)
            run(map(block, self._parts(source, advance)), Copy(), sink, progress=advance)

    def _summed_up(self, source: Generation, done: int = 0) -> Status:
        """Report the summary, and return the exit status."""
        self.made = source.made
        if source.timed_out:
            reached = f"{done + source.made} of {len(self.numbers)}"
            failures.report(f"the timeout of {self.timeout:g} s was reached after {reached}")
            self._status = Status.UNKNOWN
        if not self.quiet:
            failures.report("; ".join(self._summary(source)))
        return self._status

    def _summary(self, source: Generation) -> Iterator[str]:
        """Yield how many were made, and why not more."""
        # What processes tried in vain is not known here.
        grids = f" out of {counted(source.tried, 'grid')}" if source.tried else ""
        seconds = self._taken.seconds
        yield f"{source.made} made{grids} with seed {self.task.seed} in {seconds:.2f} s"
        equal = f"{source.equal} were equal to earlier ones" if source.equal else ""
        if rejected := ", ".join(filter(None, (source.rejections.describe(), equal))):
            yield f"rejected: {rejected}"
        if self._status is Status.NO and source.tried:
            yield "with a larger --attempts more are tried"

    def _parts(self, source: Generation, advance: Advance) -> Iterator[list[GeneratedPuzzle]]:
        """Yield puzzles when some are made or time has passed, and show how that goes."""
        held: list[GeneratedPuzzle] = []
        pause = Deadline(PAUSE)
        try:
            for made in source.steps():
                if made is None:
                    advance(0, f"{source.tried:,} grids tried")
                else:
                    held.append(made)
                    if made.note and not self.quiet:
                        failures.report(made.note)
                if held and (made is None or len(held) == _HELD or pause.has_passed):
                    yield held
                    held, pause = [], Deadline(PAUSE)
        except GenerationError as error:
            failures.report(str(error))
            self._status = Status.NO
        if held:
            yield held


_HELD = 256
"""Puzzles that are written together, at most."""

_HARDEST = 119
"""Tenths of the highest rating on Sudoku Explainer's scale of any 9×9 puzzle that is known."""

_MOST_UNLIMITED = 25
"""Beyond this many digits nobody waits for a board that is dug to its end."""

_QUICK = 9
"""Beyond this many digits it takes long to find out which cages and lines are not needed."""


def announce(spec: Spec | VariantSpec) -> None:
    """Report what a user should know about a spec before puzzles are made."""
    if isinstance(spec, VariantSpec):
        if spec.rules.size > _QUICK:
            failures.report(
                f"what {spec.rules.size} digits do not need is left out slowly; with --timeout a "
                "puzzle is written as it stands by then"
            )
        return
    wanted = spec.difficulty.er if spec.difficulty else None
    if wanted and wanted[0] > _HARDEST and spec.rules.size == _QUICK:
        failures.report("no puzzle rated above 11.9 is known; only Ctrl-C or --timeout ends this")
    if spec.rarity:
        failures.report(f"{spec.rarity}: many grids are dug for each puzzle, slowly")
    if spec.bareness:
        cells = spec.rules.cell_count
        clues = f"{cells * 4 // 5}-{cells * 9 // 10}" if spec.difficulty else f"{cells * 14 // 25}"
        failures.report(f"{spec.bareness}; more givens help, such as --clues {clues}")
    if spec.rules.of_kind("region"):
        failures.report(f"the rules are {formats.rules_text(spec.rules)}")
