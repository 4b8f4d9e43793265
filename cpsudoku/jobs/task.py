"""What is done for one shard, wherever that is: all of it can be sent, and done twice."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import cpsudoku
from cpsudoku.errors import BackendUnavailableError, OptionError
from cpsudoku.jobs.folder import Done, Folder, name_of
from cpsudoku.jobs.shards import Shard, ShardPart, part_of


class Work(Protocol):
    """What is done with each shard; it is pickled, so that its class has to be in a module."""

    @property
    def name(self) -> str:
        """What it is, in a word."""

    @property
    def ending(self) -> str:
        """The ending of the files that it writes, such as ``.csv``."""

    @property
    def asked(self) -> Mapping[str, object]:
        """Everything on which its output depends, as JSON can hold it."""

    def __call__(self, shard: Shard, argument: str, output: Path, /) -> Done:
        """Answer a shard: read an argument, empty for numbers, and write the same bytes always."""


class SentTask(Protocol):
    """What a worker is sent."""

    @property
    def version(self) -> str:
        """That of the program that sends it."""

    def performed(self) -> dict[str, Any]:
        """Do it unless it is done, and return its sidecar."""


@dataclass(frozen=True)
class ShardTask:
    """A shard to be done.

    Args:
        folder: where to write, the same for all machines.
        known: the name of what was done of it before, if anything was.
    """

    work: Work
    shard: Shard
    folder: str
    version: str
    known: str = ""

    @property
    def key(self) -> str:
        """A name for people, as schedulers show it."""
        return f"{self.work.name}-{name_of(self.shard.number)}"

    def performed(self) -> dict[str, Any]:
        """Do the shard unless it is done, and return its sidecar."""
        begun = time.monotonic()
        shard, folder = self.shard, Folder(Path(self.folder))
        part = part_of(shard)
        stem = stem_of(self, part)
        if (there := folder.sidecar_of(stem)) is not None:
            return there
        if self.known:
            raise OptionError(
                f"{shard.name} is another than when {self.folder} was begun; expected the same, or "
                "another folder"
            )
        output = None if part.is_empty else folder.path / f"{stem}{self.work.ending}"
        done = Done() if output is None else self.work(shard, part.argument, output)
        source = {"name": str(part.argument or shard.name), "begin": shard.begin, "end": shard.end}
        sidecar = {
            "shard": shard.number,
            "input": source | {"sha256": part.digest},
            "counts": dict(done.counts),
            "status": done.status,
            "seconds": round(time.monotonic() - begun, 3),
        }
        return folder.add(stem, output, sidecar)


@dataclass(frozen=True)
class Failed:
    """That a shard was not done, and whether each other shard would fail as well."""

    error: str
    is_final: bool = False


def perform(task: SentTask) -> dict[str, Any] | Failed:
    """Do a task, unless it is done already; return its sidecar, or why it failed."""
    if cpsudoku.__version__ != task.version:
        return Failed(f"a worker has cpsudoku {cpsudoku.__version__}; expected {task.version}")
    try:
        return task.performed()
    except (OptionError, BackendUnavailableError) as error:
        return Failed(str(error), is_final=True)
    except Exception as error:
        return Failed(str(error) or type(error).__name__)


def stem_of(task: ShardTask, part: ShardPart) -> str:
    """Return the name of a shard's output without its ending: its number, and the hash."""
    named = [task.work.asked, task.version, str(part.argument), part.digest]
    text = json.dumps(named, sort_keys=True).encode()
    return f"{name_of(task.shard.number)}-{hashlib.sha256(text).hexdigest()[:12]}"
