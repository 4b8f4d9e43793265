"""Puzzles for tests of jobs, and what is looked at afterwards."""

import json
import pickle
import random
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from well_known import EASY

from cpsudoku.errors import FormatError, OptionError
from cpsudoku.formats.source import bytes_of
from cpsudoku.jobs import Shard


class LocalThreads(ThreadPoolExecutor):
    """Does shards in threads, each with what a process would be sent: starting none saves time."""

    def __init__(self, number: int) -> None:
        super().__init__(max(1, number))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        again, given, options = pickle.loads(pickle.dumps((fn, args, kwargs)))
        return super().submit(again, *given, **options)


class Silent(Executor):
    """Does shards, and never says so."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
        fn(*args, **kwargs)
        return Future()


def lines(count: int) -> list[str]:
    """That many different puzzles with one solution: an easy one with its digits renamed."""
    chance = random.Random(5)
    digits = "123456789"
    return [EASY.translate(str.maketrans(digits, "".join(chance.sample(digits, 9))))
            for _ in range(count)]  # fmt: skip


def written(path: Path, count: int = 60) -> Path:
    """A file of that many puzzles."""
    path.write_text("".join(f"{line}\n" for line in lines(count)))
    return path


def outputs(folder: Path) -> dict[str, bytes]:
    """The answers of a job: for each file its bytes."""
    return {
        p.name: p.read_bytes()
        for p in sorted(folder.iterdir())
        if p.is_file() and not p.name.startswith(".")
    }


def joined(folder: Path) -> bytes:
    """The answers of a job, one after the other."""
    return b"".join(outputs(folder).values())


def sidecars(folder: Path) -> list[dict[str, Any]]:
    """What the ledger says of each shard that is done, in their order."""
    names = sorted((folder / "_job").glob("[0-9]*-*.json"))
    return [json.loads(name.read_bytes()) for name in names]


@dataclass(frozen=True)
class Copy:
    """Work that copies what it reads, or fails at what is asked for.

    Args:
        fails: shards that fail.
        log: where each call is noted.
    """

    fails: tuple[int, ...] = ()
    log: list[int] = field(default_factory=list, compare=False)
    is_final: bool = False
    name: str = "copy"
    ending: str = ".txt"

    @property
    def asked(self) -> dict[str, object]:
        return {"command": "copy"}

    def __call__(self, shard: Shard, argument: str, output: Path) -> tuple[dict[str, int], int]:
        self.log.append(shard.number)
        if shard.number in self.fails:
            raise OptionError("no such thing") if self.is_final else FormatError("it is bad")
        with bytes_of(argument) as file:
            text = b"".join(iter(lambda: file.read(1 << 16), b""))
        output.write_bytes(text)
        return {"puzzles": text.count(b"\n")}, 0
