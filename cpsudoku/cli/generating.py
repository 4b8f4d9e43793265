"""The work of ``cpsudoku generate``: makes puzzles, shows how it goes, and writes them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import cpsudoku
from cpsudoku import formats, generation
from cpsudoku.cli import failures, options, output, progress, summary
from cpsudoku.cli.declaring import OUTPUT, SCALE, SEARCH, Name, field_of, group, option, whole
from cpsudoku.cli.options import whole_seed
from cpsudoku.cli.status import Status
from cpsudoku.drawing import in_text
from cpsudoku.errors import GenerationError, OptionError
from cpsudoku.generation import Generation, Made, Spec
from cpsudoku.generation.datasets import Dataset, naming_damage
from cpsudoku.generation.tables import COLUMNS, DataSetTable, columns_for
from cpsudoku.ground import files
from cpsudoku.rows.kinds import TABLES
from cpsudoku.rows.sinks import opened_records
from cpsudoku.rules import Rules

if TYPE_CHECKING:
    from cpsudoku.cli.labelling import Labels


def _columns() -> tuple[str, ...]:
    from cpsudoku.cli.labelling import KINDS

    return (*COLUMNS, *KINDS)


@dataclass(frozen=True)
class Making(options.Writing):
    """How puzzles are made, how many, and where they go."""

    number: int = field_of(
        whole("--number -n", "Number of puzzles.", 1, heading=SCALE, changes_answers=False)
    )
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
            kind=Name("column", _columns, between=","),
        )
    )
    overwrite: bool = field_of(
        option("--overwrite", "Replace a finished file.", heading=OUTPUT, changes_answers=False)
    )

    @property
    def target(self) -> Path | None:
        """The file that a run can continue; None for pipes and devices, and for shards."""
        path = self.output_file
        if path is None or str(path) == "-" or summary.is_kept() or not files.is_replaced(path):
            return None
        return files.resolved(path)

    @property
    def used_seed(self) -> int:
        """The seed asked for, else that of the unfinished set that is there, or a random one."""
        seed, target = self.seed, self.target
        if seed is None and target is not None:
            seed = Dataset.seed_of(target)
        return generation.random_seed() if seed is None else seed

    def kind_and_columns(self, *, has_effort: bool = True) -> tuple[str, tuple[str, ...]]:
        """Return what is written: the kind of the file, and the columns."""
        kind, wanted = self.kind, self.columns
        if wanted is None:
            return kind, columns_for(kind, None, has_effort=has_effort)
        from cpsudoku.cli.labelling import KINDS

        if kind == "line" and self.named is None:
            kind = "csv"
        if kind not in TABLES:
            raise OptionError(
                f"--columns is for tables, not for {kind}; expected {', '.join(TABLES)}"
            )
        labels = tuple(KINDS)
        return kind, columns_for(kind, wanted.split(","), labels=labels, has_effort=has_effort)

    def data_set(
        self, rules: Rules, *, alike: bool = True, has_effort: bool = True
    ) -> tuple[DataSetTable, Labels | None]:
        """Return a table, and what rates its puzzles, if any of its columns is a rating."""
        kind, names = self.kind_and_columns(has_effort=has_effort)
        of_all = rules if alike else None
        if set(names) <= set(COLUMNS):
            return DataSetTable(names, of_all, kind), None
        from cpsudoku.cli.labelling import Labels, labels_among

        kinds = labels_among(names)
        return DataSetTable(names, of_all, kind, kinds), Labels(kinds, rules, self.jobs)

    def write(
        self,
        work: GeneratingWork,
        asked: dict[str, object],
        seed: int,
        *,
        is_distinct: bool = False,
    ) -> Status:
        """Make the puzzles and write them, to files that the same command continues.

        Args:
            asked: what decides which puzzles a file has, as JSON can hold it.
        """
        if (target := self.target) is None:
            return work.to_stream(self.output_file)
        asked = asked | work.table.asked | {"version": cpsudoku.__version__}
        dataset = Dataset(target, work.table, self.number, asked, self.overwrite)
        return work.to_files(dataset, seed, is_distinct=is_distinct)


making = group(Making)


class PuzzleMaker(Protocol):
    """What makes puzzles, one after the other, with None now and then while none is ready."""

    @property
    def made(self) -> int: ...
    @property
    def timed_out(self) -> bool: ...
    def steps(self) -> Iterator[Made | None]: ...
    def progress(self) -> str: ...


@dataclass
class GeneratingWork:
    """Puzzles to be made.

    Args:
        source: returns what makes them, given how many are there and, where that matters, these.
        summary: returns what was made, in a line, of the source and the seconds that it took.
    """

    source: Callable[[int, Iterator[Made] | None], PuzzleMaker]
    table: DataSetTable
    label: Labels | None
    summary: Callable[[Any, float], str]
    number: int
    timeout: float | None
    quiet: bool
    _begun: float = field(init=False, default_factory=time.monotonic)

    def to_stream(self, path: Path | None) -> Status:
        source, table = self.source(0, None), self.table
        if self.number == 1 and path is None and output.is_terminal() and table.kind == "line":
            with output.destination(path) as out:
                return self._work(
                    source,
                    0,
                    lambda made: out.write(in_text.picture(made.digits, made.puzzle) + "\n"),
                )
        if table.is_lines:
            with output.destination(path) as out:
                out.write(table.header)
                return self._work(source, 0, lambda made: out.write(table.line(made)))
        with opened_records(path, table.kind) as write:
            return self._work(source, 0, lambda made: write(table.record(made)))

    def to_files(self, dataset: Dataset, seed: int, *, is_distinct: bool = False) -> Status:
        """Write the puzzles to files, and continue after what is there."""
        with closing(dataset):
            before = dataset.before() if is_distinct and dataset.done else None
            with naming_damage(dataset.path):
                source = self.source(dataset.done, before)
            dataset.begin(seed)
            done, count = dataset.done, dataset.count
            if done and not self.quiet:
                failures.report(f"continuing after {done} of {count}")
            try:
                status = self._work(source, done, dataset.add, dataset.flush)
                dataset.finish()
            except OSError:
                kept = f"{dataset.done} of {count} are kept"
                failures.report(f"{kept}; the same command continues from there")
                raise
            return status

    def _work(
        self,
        source: PuzzleMaker,
        done: int,
        write: Callable[[Made], object],
        flush: Callable[[], None] = lambda: None,
    ) -> Status:
        status = Status.DONE
        with progress.bar("generate", total=self.number, quiet=self.quiet) as advance:
            advance(done)
            try:
                steps = source.steps()
                for made in steps if self.label is None else self.label(steps):
                    if made is None:
                        flush()
                        advance(0, source.progress())
                    else:
                        write(made)
                        advance(1)
            except GenerationError as error:
                failures.report(str(error))
                status = Status.NO
        if source.timed_out:
            reached = f"{done + source.made} of {self.number}"
            failures.report(f"the timeout of {self.timeout:g} s was reached after {reached}")
            status = Status.UNKNOWN
        if not self.quiet:
            failures.report(self.summary(source, time.monotonic() - self._begun))
        return status


def announce(spec: Spec) -> None:
    """Report what a user should know about a spec before puzzles are made."""
    if spec.rarity:
        failures.report(f"{spec.rarity}: many grids are dug for each puzzle, slowly")
    if spec.bareness:
        cells = spec.rules.cell_count
        clues = f"{cells * 4 // 5}-{cells * 9 // 10}" if spec.difficulty else f"{cells * 14 // 25}"
        failures.report(f"{spec.bareness}; more givens help, such as --clues {clues}")
    if spec.rules.of_kind("region"):
        failures.report(f"the rules are {formats.rules_text(spec.rules)}")


def dug(found: Generation, seconds: float, *, seed: int) -> str:
    """Return what was made by digging, and why not more."""
    parts = [f"{found.made} made out of {found.tried} grids with seed {seed} in {seconds:.2f} s"]
    rejected = found.rejections.describe()
    if found.equal:
        rejected += f"{', ' if rejected else ''}{found.equal} were equal to earlier ones"
    if rejected:
        parts.append(f"rejected: {rejected}")
    return "; ".join(parts)
