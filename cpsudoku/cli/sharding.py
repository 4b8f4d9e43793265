"""Commands over shards: ``--job FOLDER`` in each command that takes many puzzles.

What a job is asked for is its command and the options of it that are not as usual, save those that
change no answer (`cpsudoku.cli.declaring.Option`).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from functools import partial, reduce, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from cpsudoku.asking.outcomes import Status
from cpsudoku.cli import failures, progress
from cpsudoku.cli.declaring import SCALE, Function, Option, field_of, file, group, option, whole
from cpsudoku.cli.options import Reading
from cpsudoku.cli.registry import command_of
from cpsudoku.errors import FormatError, OptionError
from cpsudoku.formats.source import is_plain_file
from cpsudoku.rows.output import TABLES
from cpsudoku.rows.source import files_of

if TYPE_CHECKING:
    from cpsudoku.jobs import Done, JobReport, Shard, Shards

_SHOWN = 5
"""This many of the shards that were set apart are named."""

_of_job = partial(option, heading=SCALE, changes_answers=False)


@dataclass(frozen=True)
class Sharding:
    """How a command is run as a job, shard by shard."""

    job: Path | None = field_of(
        file(
            "--job FOLDER", "Run as a job: a file for each shard; the same command continues it.",
            heading=SCALE, changes_answers=False,
        )
    )  # fmt: skip
    shard_size: int = field_of(
        whole("--shard-size", "Puzzles in a shard.", heading=SCALE, changes_answers=False)
    )
    shard: str | None = field_of(
        _of_job("--shard I/N", "Run every N-th shard only, from the I-th on.", usual="all")
    )
    scheduler: str | None = field_of(
        _of_job(
            "--scheduler ADDRESS",
            "Run the shards on Dask: tcp://HOST:PORT, FILE.json or local:NUMBER.",
            usual="processes here",
        )
    )

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
        asked_of(click.get_current_context())
        return True

    @property
    def has_own_size(self) -> bool:
        """Whether the user says how many puzzles a shard has."""
        source = click.get_current_context().get_parameter_source("shard_size")
        return source is ParameterSource.COMMANDLINE

    def of_puzzles(self, reading: Reading, by: Callable[..., JobReport] | None = None) -> Status:
        """Run the command on shards of the puzzles that are read.

        Args:
            by: does the job, where shards have to know one another; None for each by itself.
        """
        from cpsudoku.jobs import Shards

        shards = Shards.of_files(
            files_of(reading.puzzles), self.shard_size,
            notation=reading.read_as, column=reading.column or "",
        )  # fmt: skip
        return self.over(shards, by)

    def of_numbers(self, number: int, skip: int) -> Status:
        """Run the command for shards of what it makes."""
        from cpsudoku.jobs import Shards

        return self.over(Shards.of_numbers(number, self.shard_size, first=skip))

    def over(self, shards: Shards, by: Callable[..., JobReport] | None = None) -> Status:
        """Run the command on each shard."""
        from cpsudoku.jobs import run

        assert self.job is not None
        context = click.get_current_context()
        name, params = str(context.info_name), context.params
        share = _share(self.shard)
        if by is not None and self.shard is not None:
            raise OptionError(
                f"--shard with {name}, whose shards have to know one another; expected the same "
                "command on each machine, or --scheduler"
            )
        asked = asked_of(context)
        if params.get("seed", 0) is None:
            asked["seed"] = _seed_of_job(Command(name, asked), shards, self.job)
        with self.running(name, quiet=params["quiet"]) as how:
            how["workers"] = params.get("jobs")
            work = Command(name, asked)
            if by is None:
                report = run(work, shards, self.job, share=share, **how)
            else:
                asked |= {"contents": work.contents} if work.contents else {}
                report = by(asked, work.ending, shards, self.job, **how)
        return reported(report, quiet=params["quiet"])

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
    """Return what makes a command one that can be a job, with this many puzzles in a shard."""
    return group(Sharding, shard_size=size)


def sharded(
    size: int = 1_000_000, by: Callable[..., JobReport] | None = None
) -> Callable[[Function], Function]:
    """Return what makes a command over puzzles one that ``--job`` runs shard by shard.

    Args:
        size: puzzles in a shard.
        by: as of `Sharding.of_puzzles`.
    """

    def decorate(function: Function) -> Function:
        @wraps(function)
        def run(sharding: Sharding, **given: Any) -> Any:
            if sharding.is_wanted:
                return sharding.of_puzzles(given["reading"], by)
            return function(**given)

        return sharding(size)(run)  # type: ignore[return-value]

    return decorate


def asked_of(context: click.Context) -> dict[str, Any]:
    """Return the options of a command on which its answers depend and that are not as usual.

    Raises:
        OptionError: one of them does not go with a job.
    """
    asked = {}
    for parameter in context.command.params:
        name, value = str(parameter.name), context.params[str(parameter.name)]
        if not isinstance(parameter, Option) or value == parameter.default:
            continue
        if parameter.no_job:
            raise OptionError(f"{max(parameter.opts, key=len)} with --job{parameter.no_job}")
        if parameter.changes_answers:
            asked[name] = list(value) if isinstance(value, tuple) else value
    return asked


@dataclass(frozen=True)
class Command:
    """A command as the work of a job (`cpsudoku.jobs.run`).

    >>> Command("solve", {"notation": "csv"}).ending
    '.csv'

    Attributes:
        contents: by the names of the files that options name their SHA-256, where it was made.
    """

    name: str
    options: Mapping[str, Any]
    contents: Mapping[str, str] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "contents", contents_of(self.options))

    @property
    def asked(self) -> dict[str, object]:
        """Everything on which the answers depend."""
        contents = {"contents": self.contents} if self.contents else {}
        return {"command": self.name, **self.options, **contents}

    @property
    def ending(self) -> str:
        """The ending of the files: that of the table asked for, or of text."""
        parameters = command_of(self.name).params
        given = {name: self.options.get(str(one.name)) for one in parameters for name in one.opts}
        if given.get("--json"):
            return ".jsonl"
        named = "csv" if given.get("--csv") else given.get("--format")
        return f".{named}" if named in {*TABLES, "sdm", "sdk"} else ".txt"

    def __call__(self, shard: Shard, argument: str, output: Path) -> Done:
        from cpsudoku.jobs import Done

        if (found := contents_of(self.options)) != self.contents:
            changed = sorted(self.contents.items() ^ found.items())[0][0]
            raise OptionError(f"{changed} is another than when the job was begun")
        command = command_of(self.name)
        known = {one.name for one in command.params}
        given = dict(self.options)
        if argument:
            if "puzzles" in known:
                given["puzzles"] = [argument]
            else:  # a cube, whose cells are given first
                given["first"] = argument
            if "seed" in known:
                given["seed"] = _seed(given.get("seed", 0), shard.number)
        else:
            given |= {"number": shard.end - shard.begin, "skip": shard.begin}
        if "jobs" in known:
            given["jobs"] = 1
        with progress.kept() as counts:
            context = click.Context(command, info_name=self.name)
            status = context.invoke(command, **given, output_file=output, quiet=True)
        if status == Status.ERROR:
            raise FormatError("there was no puzzle to read", source=argument)
        return Done(counts, int(status))


def contents_of(options: Mapping[str, Any]) -> dict[str, str]:
    """Return by their names the SHA-256 of the files that options name, as ``jigsaw:FILE`` does."""
    texts = [text for text in options.values() if isinstance(text, str)]
    named = (part for text in texts for part in {text, *re.split(r"[:+]", text)})
    return {
        part: hashlib.sha256(Path(part).read_bytes()).hexdigest()
        for part in named
        if part and is_plain_file(part)
    }


def _seed(seed: int, number: int) -> int:
    """Return the seed of a shard, so that no two make the same choices; the first has its own."""
    if number == 0:
        return seed
    return int.from_bytes(hashlib.sha256(f"{seed} {number}".encode()).digest()[:8])


def _seed_of_job(work: Command, shards: Shards, folder: Path) -> int:
    """Return a random seed; of several commands at once the first says which it is."""
    from cpsudoku.jobs.running import begun

    for _ in range(2):
        seed = _known_seed(folder)
        with suppress(OptionError):  # which is raised again when the job is run
            begun(Command(work.name, {**work.options, "seed": seed}), shards, folder)
    return seed


def _share(text: str | None) -> tuple[int, int]:
    """Return the shards that ``--shard`` stands for: of 3/1000 each thousandth from number 3 on."""
    if text is None:
        return 0, 1
    match = re.fullmatch(r"([0-9]{1,9})/([0-9]{1,9})", text)
    if match is None or not int(match[1]) <= int(match[2]) or text.endswith("/0"):
        raise OptionError(f"--shard {text[:40]}; expected I/N, with I from 0 to N - 1 or 1 to N")
    return int(match[1]), int(match[2])


def _known_seed(folder: Path) -> int:
    from cpsudoku import generation
    from cpsudoku.jobs.folder import Folder

    seed = (Folder(folder).asked() or {}).get("seed")
    return seed if isinstance(seed, int) else generation.random_seed()


def reported(report: JobReport, *, quiet: bool) -> Status:
    """Report what came of a job, and return its exit status."""
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
        failures.report(f"{report.done} of {report.shards} shards; {total} puzzles{said}")
    if report.apart:
        return Status.UNKNOWN
    return reduce(Status.worst, map(Status, report.statuses), Status.DONE)
