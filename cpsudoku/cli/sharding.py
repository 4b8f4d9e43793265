"""Commands over shards: ``--job FOLDER`` in each command that takes many puzzles.

>>> from cpsudoku.cli.bundles import Reading
>>> @sharded()
... def command(reading: Reading, *, output_file: Path | None = options.OUTPUT) -> Status:
...     return Status.DONE
>>> list(inspect.signature(command).parameters)[-4:]
['job', 'shard_size', 'shard', 'scheduler']
"""

from __future__ import annotations

import hashlib
import inspect
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import reduce, wraps
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cpsudoku.cli import failures, options, summary
from cpsudoku.cli.bundles import Sharding, bundled, parameters_of
from cpsudoku.cli.reading import files_of
from cpsudoku.cli.status import Status
from cpsudoku.errors import FormatError, OptionError
from cpsudoku.formats.source import is_plain_file
from cpsudoku.tables.kinds import TABLES

if TYPE_CHECKING:
    from cpsudoku.jobs import Done, JobReport, Shard, Shards

_USUAL = 1_000_000
_SHOWN = 5
"""This many of the shards that were set apart are named."""

_NOT_ASKED = frozenset({"puzzles", "jobs", "quiet", "output_file", "number", "skip", "overwrite"})
"""Parameters on which the answers to a shard do not depend, or by way of the shard alone."""

_FORMATS = ("table", "notation", "layout")
"""The parameters that ``--format`` has in commands."""


def sharded(
    size: int = _USUAL, *, by: Callable[..., JobReport] | None = None
) -> Callable[[Callable[..., Status]], Callable[..., Status]]:
    """Return what makes a command one that takes the options of `Sharding` as well.

    Args:
        size: puzzles in a shard, unless something else is asked for.
        by: does the job, where shards have to know one another; None for each by itself.
    """

    def decorate(command: Callable[..., Status]) -> Callable[..., Status]:
        plain = bundled(command)
        own = inspect.signature(plain)
        added = list(parameters_of(Sharding))
        signature = own.replace(parameters=[*own.parameters.values(), *added])
        name = command.__module__.rpartition(".")[2].replace("_", "-")

        @wraps(plain)
        def over_shards(*arguments: Any, **named: Any) -> Status:
            given = signature.bind(*arguments, **named).arguments
            sharding = Sharding(**{one.name: given.pop(one.name, None) for one in added})
            if given.get("cubes") is not None:
                from cpsudoku.cli import cubing

                changed = {k: v for k, v in given.items() if v != own.parameters[k].default}
                return cubing.run(name, changed, sharding)
            if sharding.job is not None:
                sized = sharding._replace(shard_size=sharding.shard_size or size)
                return _run(name, own, given, sized, by)
            for which, value in zip(sharding._fields, sharding, strict=True):
                if value is not None:
                    raise OptionError(f"--{which.replace('_', '-')} without --job FOLDER")
            return plain(**given)

        over_shards.__signature__ = signature  # type: ignore[attr-defined]
        over_shards.__annotations__ = {
            one.name: one.annotation for one in signature.parameters.values()
        }
        return over_shards

    return decorate


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
        if self.options.get("as_json"):
            return ".jsonl"
        if self.options.get("as_csv"):
            return ".csv"
        named = next((self.options[one] for one in _FORMATS if self.options.get(one)), None)
        return f".{named}" if named in {*TABLES, "sdm", "sdk"} else ".txt"

    def __call__(self, shard: Shard, argument: str, output: Path) -> Done:
        from cpsudoku.jobs import Done

        if (found := contents_of(self.options)) != self.contents:
            changed = sorted(self.contents.items() ^ found.items())[0][0]
            raise OptionError(f"{changed} is another than when the job was begun")
        command = import_module(f"cpsudoku.cli.commands.{self.name.replace('-', '_')}").command
        known = inspect.signature(command).parameters
        given = dict(self.options)
        if argument:
            if "puzzles" in known:
                given["puzzles"] = [argument]
            else:  # a cube, whose cells are given first
                given["first"] = argument
            if "seed" in known:
                given["seed"] = _seed(given.get("seed", known["seed"].default), shard.number)
        else:
            given |= {"number": shard.end - shard.begin, "skip": shard.begin}
        if "jobs" in known:
            given["jobs"] = 1
        with summary.kept() as counts:
            status = command(**given, output_file=output, quiet=True)
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


def _run(
    name: str,
    signature: inspect.Signature,
    given: dict[str, Any],
    sharding: Sharding,
    by: Callable[..., JobReport] | None,
) -> Status:
    from cpsudoku import jobs
    from cpsudoku.jobs.running import begun

    assert sharding.job is not None
    _refuse(signature, given)
    share = _share(sharding.shard)
    if by is not None and sharding.shard is not None:
        raise OptionError(
            f"--shard with {name}, whose shards have to know one another; expected the same "
            "command on each machine, or --scheduler"
        )
    shards = _shards(given, sharding.shard_size or _USUAL, sharding.job)
    asked = {
        option: value
        for option, value in given.items()
        if option not in _NOT_ASKED and value != signature.parameters[option].default
    }
    if "puzzles" not in signature.parameters and given.get("seed", 0) is None:
        for _ in range(2):  # of several commands at once the first says which it is
            asked["seed"] = _known_seed(sharding.job)
            with suppress(OptionError):  # which is raised again below
                begun(Command(name, asked), shards, sharding.job)
    quiet = given.get("quiet", False)
    with sharding.running(name, quiet=quiet) as how:
        how["workers"] = given.get("jobs")
        work = Command(name, asked)
        if by is None:
            report = jobs.run(work, shards, sharding.job, share=share, **how)
        else:
            asked |= {"contents": work.contents} if work.contents else {}
            report = by(asked, work.ending, shards, sharding.job, **how)
    return reported(report, quiet=quiet)


def _refuse(signature: inspect.Signature, given: Mapping[str, Any]) -> None:
    if given.get("output_file") is not None:
        raise OptionError("--output with --job; expected one of them")
    timeout = signature.parameters.get("timeout")
    is_whole = timeout and timeout.annotation.__metadata__[0].help == options.WHOLE_TIMEOUT.help
    if is_whole and given.get("timeout") is not None:
        raise OptionError("--timeout with --job would end each shard early; expected one of them")
    if given.get("distinct"):
        raise OptionError("--distinct with --job, whose shards do not know one another")


def _shards(given: Mapping[str, Any], size: int, folder: Path) -> Shards:
    from cpsudoku.jobs import Shards

    if given.get("every"):
        from cpsudoku.cli import cubing

        return cubing.shards_of_grids(given, size, folder)
    if "puzzles" not in given:
        return Shards.of_numbers(given.get("number", 1), size, first=given.get("skip", 0))
    return Shards.of_files(
        files_of(given["puzzles"]), size,
        notation=given.get("read_as"), column=given.get("column") or "",
    )  # fmt: skip


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
