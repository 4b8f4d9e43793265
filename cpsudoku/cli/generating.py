"""The work of ``cpsudoku generate``: makes puzzles, shows how it goes, and writes them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cpsudoku import files, formats, generation
from cpsudoku.cli import failures, output, progress, showing
from cpsudoku.cli.status import Status
from cpsudoku.deadline import Deadline
from cpsudoku.errors import GenerationError
from cpsudoku.generation import Generation, Made, Spec, tables
from cpsudoku.generation.datasets import Dataset, telling_damage
from cpsudoku.generation.tables import Table


def regular_file(path: Path | None) -> Path | None:
    """Return the path if it names a file, or one that is to be; None for pipes and devices."""
    if path is None or str(path) == "-" or not files.is_replaced(path):
        return None
    return files.resolved(path)


@contextmanager
def kept(dataset: Dataset[Any], seed: int, *, quiet: bool) -> Iterator[None]:
    """Begin a data set or go on with it, and finish it at the end, or say what is kept.

    Args:
        dataset: the files.
        seed: the seed of the puzzles.
        quiet: do not say after how many puzzles it goes on.

    Raises:
        OSError: the files cannot be written.
    """
    dataset.begin(seed)
    if dataset.done and not quiet:
        failures.tell(f"going on after {dataset.done} of {dataset.count}")
    try:
        yield
        dataset.finish()
    except OSError:
        failures.tell(
            f"{dataset.done} of {dataset.count} are kept; the same command goes on with them"
        )
        raise


@dataclass
class Work:
    """Puzzles to be made.

    Args:
        spec: what they are to be like.
        number: how many.
        backend: name of the backend that judges uniqueness.
        jobs: how many at a time.
        attempts: grids dug at most for one puzzle; None for the usual number.
        timeout: seconds after which to stop, as it was asked for; None for never.
        deadline: when that is.
        quiet: no progress and no summary.
    """

    spec: Spec
    number: int
    seed: int
    backend: str
    jobs: int
    attempts: int | None
    timeout: float | None
    deadline: Deadline
    quiet: bool
    _begun: float = field(init=False, default_factory=time.monotonic)

    def to_stream(self, path: Path | None, columns: tuple[str, ...]) -> Status:
        """Write the puzzles to standard output, a pipe or a device.

        Args:
            path: where; None for standard output.
            columns: the columns of the table.
        """
        drawn = self.number == 1 and path is None and output.is_terminal()
        source = self._generation(0)
        with output.destination(path) as out:
            out.write("" if drawn else tables.header(columns, self.spec.rules))

            def write(made: Made) -> None:
                out.write(_picture(made) if drawn else tables.row(made, columns))

            return self._work(source, 0, write, lambda: None)

    def to_files(self, dataset: Dataset[Made], table: Table) -> Status:
        """Write the puzzles to files, and go on with what is there.

        Args:
            dataset: the files.
            table: what is in them.
        """
        with closing(dataset):
            before = None
            if self.spec.distinct and dataset.done:
                before = table.parse(dataset.lines_before())
            with telling_damage(dataset.path):
                source = self._generation(dataset.done, before)
            with kept(dataset, self.seed, quiet=self.quiet):
                return self._work(source, dataset.done, dataset.add, dataset.flush)

    def _generation(self, done: int, before: object = None) -> Generation:
        attempts = self.attempts
        if attempts is None:
            attempts = generation.default_attempts(self.spec, self.backend)
        return Generation(
            self.spec,
            seed=self.seed,
            count=self.number - done,
            first=done,
            backend=self.backend,
            jobs=self.jobs,
            attempts=attempts,
            seconds=self.deadline.left,
            before=before,  # type: ignore[arg-type]
        )

    def _work(
        self,
        source: Generation,
        done: int,
        write: Callable[[Made], None],
        flush: Callable[[], None],
    ) -> Status:
        status = Status.DONE
        if self.spec.rarity and not self.quiet:
            failures.tell(f"{self.spec.rarity}: many grids are dug for each puzzle, slowly")
        with progress.bar("generate", total=self.number, quiet=self.quiet) as advance:
            advance(done)
            try:
                for made in source.steps():
                    if made is None:
                        flush()
                        advance(0, f"{source.tried:,} grids tried")
                    else:
                        write(made)
                        advance(1)
            except GenerationError as error:
                failures.tell(str(error))
                status = Status.NO
        if source.timed_out:
            reached = f"{done + source.made} of {self.number}"
            failures.tell(f"the timeout of {self.timeout:g} s was reached after {reached}")
            status = Status.UNKNOWN
        if not self.quiet:
            self._tell(source)
        return status

    def _tell(self, source: Generation) -> None:
        rules = self.spec.rules
        if rules.of_kind("region"):
            failures.tell(f"the rules are {formats.rules_text(rules)}")
        seconds = time.monotonic() - self._begun
        parts = [
            f"{source.made} made out of {source.tried} grids with seed {self.seed} "
            f"in {seconds:.2f} s"
        ]
        rejected = source.rejections.describe()
        if source.equal:
            rejected += f"{', ' if rejected else ''}{source.equal} were equal to earlier ones"
        if rejected:
            parts.append(f"rejected: {rejected}")
        failures.tell("; ".join(parts))


def _picture(made: Made) -> str:
    puzzle = made.puzzle
    return showing.picture(puzzle.digits, puzzle) + "\n"
