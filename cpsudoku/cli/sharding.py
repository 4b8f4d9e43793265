"""Commands over shards: ``--job FOLDER`` in each command that takes many puzzles.

A job is known by the work of a shard, which is a frozen value: for answers a `Task`, with the
question, how the puzzles are read, and how it is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import partial, reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from cpsudoku.asking.outcomes import Status, status_of
from cpsudoku.asking.question import Question, asked_by
from cpsudoku.cli import failures, progress
from cpsudoku.cli.answering import answer, answered, opened
from cpsudoku.cli.declaring import SCALE, Function, Option, field_of, file, group, option, whole
from cpsudoku.cli.options import Answering, Reading
from cpsudoku.errors import FormatError, OptionError
from cpsudoku.ground.names import counted
from cpsudoku.rows.output import TABLES
from cpsudoku.rows.source import files_of

if TYPE_CHECKING:
    from cpsudoku.jobs import JobReport, Shard, Shards
    from cpsudoku.jobs.running import Work

_SHOWN = 5
"""This many of the shards that were set apart are named."""


class ShardWork:
    """The work of a shard, for `cpsudoku.jobs.run`: a frozen dataclass that is called with it.

    Attributes:
        name: what is done, in a word.
        kind: the table or notation to write; empty for lines.
    """

    name: str
    kind: str

    @property
    def asked(self) -> dict[str, object]:
        """Everything on which the output depends."""
        return {"name": self.name, **asked_by(self)}

    @property
    def ending(self) -> str:
        """The ending of the files."""
        return ending_of_shards(self.kind)


@dataclass(frozen=True)
class Task(ShardWork):
    """A question of the puzzles of a shard, and the form of the answers.

    Args:
        name: the command.
        given: a frozen value whose `part(argument, number)` returns the puzzles of a shard, such as
            a `Reading`.
        kind: the table or notation to write, as of `answer`.
        lossy: as of `opened`.
    """

    name: str
    given: Any
    question: Question[Any]
    kind: str = ""
    as_json: bool = False
    lossy: bool = False

    @property
    def ending(self) -> str:
        return ending_of_shards("jsonl" if self.as_json else self.kind or self.question.notation)

    def __call__(self, shard: Shard, argument: str, output: Path) -> tuple[dict[str, int], int]:
        """Answer a shard."""
        question = self.question
        sink = opened(None, question, output, self.kind, as_json=self.as_json, lossy=self.lossy)
        blocks = self.given.part(argument, shard.number)
        counts = answered(blocks, question, sink, jobs=1, path=output, quiet=True)
        total = counts.total()
        if len(question.outcomes) == 1:  # nothing can be wrong with a puzzle, nor with none
            return {"puzzles": total}, 0
        if not total:
            raise FormatError("there was no puzzle to read", source=argument)
        words = {outcome.words: number for outcome, number in counts.items()}
        return {"puzzles": total, **words}, int(status_of(counts))


def ending_of_shards(kind: str) -> str:
    """Return the ending of the files of a job, for a table or a notation."""
    return f".{kind}" if kind in {*TABLES, "sdm", "sdk"} else ".txt"


@dataclass(frozen=True)
class Sharding:
    """How a command is run as a job, shard by shard."""

    job: Path | None = field_of(
        file(
            "--job FOLDER", "Run as a job: a file for each shard; the same command continues it.",
            heading=SCALE,
        )
    )  # fmt: skip
    shard_size: int = field_of(whole("--shard-size", "Puzzles in a shard.", heading=SCALE))
    shard: str | None = field_of(
        option(
            "--shard I/N", "Run every N-th shard only, from the I-th on.", usual="all",
            heading=SCALE,
        )
    )  # fmt: skip
    scheduler: str | None = field_of(
        option(
            "--scheduler ADDRESS",
            "Run the shards on Dask: tcp://HOST:PORT, FILE.json or local:NUMBER.",
            usual="processes here", heading=SCALE,
        )
    )  # fmt: skip

    @property
    def is_wanted(self) -> bool:
        """Whether the command is to be run as a job.

        Raises:
            OptionError: another option does not go with a job, or is for jobs only.
        """
        if self.job is None:
            given = {
                "--shard-size": self.has_own_size, "--shard": self.shard,
                "--scheduler": self.scheduler,
            }  # fmt: skip
            for name in (name for name, value in given.items() if value):
                raise OptionError(f"{name} without --job FOLDER")
            return False
        context = click.get_current_context()
        for one in context.command.params:
            is_given = context.params[str(one.name)] != one.default
            if isinstance(one, Option) and one.no_job and is_given:
                raise OptionError(f"{max(one.opts, key=len)} with --job{one.no_job}")
        return True

    @property
    def has_own_size(self) -> bool:
        """Whether the user says how many puzzles a shard has."""
        source = click.get_current_context().get_parameter_source("shard_size")
        return source is ParameterSource.COMMANDLINE

    def answer(self, reading: Reading, question: Question[Any], answering: Answering) -> Status:
        """Ask a question of all puzzles that are read, at once or as a job."""
        if not self.is_wanted:
            return answer(
                reading.source(), question, jobs=answering.jobs, path=answering.output_file,
                kind=answering.kind, as_json=answering.as_json, quiet=answering.quiet,
            )  # fmt: skip
        command = str(click.get_current_context().info_name)
        task = Task(command, reading.apart(), question, answering.kind, answering.as_json)
        return self.of_puzzles(reading, task, jobs=answering.jobs, quiet=answering.quiet)

    def of_puzzles(
        self, reading: Reading, work: Work, *, jobs: int | None = None, quiet: bool
    ) -> Status:
        """Do some work on shards of the puzzles that are read."""
        return self.over(self.shards(reading), work, jobs=jobs, quiet=quiet)

    def shards(self, reading: Reading) -> Shards:
        """Return the shards of the puzzles that are read."""
        from cpsudoku.jobs import Shards

        return Shards.of_files(
            files_of(reading.puzzles), self.shard_size,
            notation=reading.read_as, column=reading.column or "",
        )  # fmt: skip

    def of_numbers(
        self, number: int, skip: int, work: Callable[[int], Work], seed: int | None, *,
        jobs: int | None, quiet: bool,
    ) -> Status:  # fmt: skip
        """Do some work on shards of what is made.

        Args:
            work: what is done, given the seed.
            seed: None for a random one, which is the job's from its beginning on.
        """
        from cpsudoku.jobs import Shards

        assert self.job is not None
        shards = Shards.of_numbers(number, self.shard_size, first=skip)
        seed = _seed_of_job(work, shards, self.job) if seed is None else seed
        return self.over(shards, work(seed), jobs=jobs, quiet=quiet)

    def over(self, shards: Shards, work: Work, *, jobs: int | None, quiet: bool) -> Status:
        """Do some work on each shard."""
        from cpsudoku.jobs import run

        do = partial(run, work, share=_share(self.shard))
        return self.done_by(do, shards, work.name, jobs=jobs, quiet=quiet)

    def done_by(
        self, do: Callable[..., JobReport], shards: Shards, what: str, *,
        jobs: int | None, quiet: bool,
    ) -> Status:  # fmt: skip
        """Let a job be done by a function of the shards, and report what came of it."""
        from cpsudoku.jobs.running import KEPT

        with self.running(what, quiet=quiet) as how:
            try:
                report = do(shards, self.job, workers=jobs, **how)
            except KeyboardInterrupt:
                raise KeyboardInterrupt(f"interrupted; {KEPT}") from None
        return reported(report, quiet=quiet)

    @contextmanager
    def running(self, what: str, *, quiet: bool) -> Iterator[dict[str, Any]]:
        """Yield what does the work of a job, and what shows how far it is."""
        from cpsudoku.jobs.cluster import connected

        with (
            nullcontext() if self.scheduler is None else connected(self.scheduler) as client,
            progress.bar(what, quiet=quiet) as advance,
        ):
            yield {"executor": client, "progress": advance}


def sharding(size: int = 1_000_000) -> Callable[[Function], Function]:
    """Return a decorator that adds the options of jobs, with this many puzzles in a shard."""
    return group(Sharding, shard_size=size)


def _seed_of_job(work: Callable[[int], Work], shards: Shards, folder: Path) -> int:
    """Return a random seed; of several commands at once the first says which it is."""
    from cpsudoku import generation
    from cpsudoku.jobs.folder import Folder
    from cpsudoku.jobs.running import begun

    for _ in range(2):
        known = (Folder(folder).asked() or {}).get("seed")
        seed = known if isinstance(known, int) else generation.random_seed()
        with suppress(OptionError):  # which is raised again when the job is run
            begun(work(seed), shards, folder)
    return seed


def _share(text: str | None) -> tuple[int, int]:
    """Return the shards that ``--shard`` stands for: of 3/1000 each thousandth from number 3 on."""
    if text is None:
        return 0, 1
    match = re.fullmatch(r"([0-9]{1,9})/([0-9]{1,9})", text)
    if match is None or not int(match[1]) <= int(match[2]) or text.endswith("/0"):
        raise OptionError(f"--shard {text[:40]}; expected I/N, with I from 0 to N - 1 or 1 to N")
    return int(match[1]), int(match[2])


def reported(report: JobReport, *, quiet: bool) -> Status:
    """Report the outcome of a job, and return its exit status."""
    for number, error in sorted(report.apart.items())[:_SHOWN]:
        failures.report(f"shard {number} was set apart: {error}")
    if len(report.apart) > _SHOWN:
        failures.report(f"{len(report.apart) - _SHOWN} more were set apart; _job/ says why")
    if report.is_given_up:
        failures.report("each shard failed, so the rest was not tried")
    if not quiet:
        counts = dict(report.counts)
        total = counts.pop("puzzles", 0)
        parts = [f"{number} {words}" for words, number in counts.items()]
        said = f": {', '.join(parts)}" if parts else ""
        failures.report(
            f"{report.done} of {counted(report.shards, 'shard')}; {counted(total, 'puzzle')}{said}"
        )
    if report.apart:
        return Status.UNKNOWN
    return reduce(Status.worst, map(Status, report.statuses), Status.DONE)
