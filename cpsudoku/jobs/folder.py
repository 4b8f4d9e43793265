"""The folder of a job: what it is, which shards are done, and which were given up."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Container, Iterator, Mapping
from pathlib import Path
from typing import Any

import cpsudoku
from cpsudoku.errors import FormatError, OptionError
from cpsudoku.ground import files
from cpsudoku.ground.documents import differences

TIMES = ("mtime_ns", "ctime_ns")
"""Times of a file that show that it was written; the first can be set, and not the second."""

LEDGER = "_job"
"""The folder within the job's that holds its ledger; readers of tables pass it over."""


class Folder:
    """A job's folder."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.ledger = path / LEDGER

    def begin(self, asked: Mapping[str, object]) -> bool:
        """Write down the description of the job, and this version, unless there is one.

        Returns:
            Whether files have the times of then; else whoever asks compares what is done.

        Raises:
            OptionError: the folder is another job's, or has something else in it.
            OSError: it cannot be written.
        """
        asked = {**asked, "version": cpsudoku.__version__}
        self.ledger.mkdir(parents=True, exist_ok=True)
        place = self.ledger / "job.json"
        if not place.exists():
            strange = [
                one.name for one in self.path.iterdir() if not one.name.startswith((".", "_"))
            ]
            if strange and not place.exists():
                raise OptionError(f"{self.path} has {strange[0]} in it; expected an empty folder")
            _write_once(place, asked)
        found = self.asked()
        if found is None:
            raise FormatError(
                "the file is damaged; expected the description of a job", source=str(place)
            )
        before, now = _timeless(found), _timeless(asked)
        if (version := before.get("version")) != cpsudoku.__version__:
            raise OptionError(
                f"{self.path} was started by cpsudoku {version or 'of another version'}, this is "
                f"{cpsudoku.__version__}; expected the same version, or another folder"
            )
        if other := differences(before, now):
            raise OptionError(
                f"{self.path} belongs to another job ({other}); repeat its command, or choose "
                "another folder"
            )
        return found == asked

    def asked(self) -> dict[str, Any] | None:
        """Return the description of the job; None if its file is missing or damaged."""
        return _read(self.ledger / "job.json")

    def done(self, among: Container[str] | None = None) -> Iterator[dict[str, Any]]:
        """Yield the sidecars of the shards that are done.

        One that is damaged, or whose output is not there or of another size, is not done.

        Args:
            among: what their names may begin with, before the hash; None for all.
        """
        if not self.ledger.is_dir():
            return
        for entry in os.scandir(self.ledger):
            begin, dash, _ = entry.name.partition("-")
            if entry.name.endswith(".json") and dash and (among is None or begin in among):
                found = self.sidecar_of(entry.name.removesuffix(".json"))
                if found is not None:
                    yield found

    def sidecar_of(self, stem: str) -> dict[str, Any] | None:
        """Return the sidecar of an output; None if that is not done."""
        found = _read(self.ledger / f"{stem}.json")
        if found is None or not _is_whole(found):
            return None
        name = found["output"]
        if name is None:
            return found
        if not name.startswith(stem) or "/" in name:
            return None
        try:
            is_there = (self.path / name).stat().st_size == found["size"]
        except OSError:
            return None
        return found if is_there else None

    def add(
        self, stem: str, output: Path | None, *, shard: int = 0,
        counts: Mapping[str, int] | None = None, status: int = 0, **others: object,
    ) -> dict[str, Any]:  # fmt: skip
        """Write down that a shard is done, when its output is safely on the disk.

        Args:
            stem: the name of the output without its ending.
            output: the file; None where a shard was empty.
            others: what else its sidecar says.

        Returns:
            The sidecar, with the size and the SHA-256 of the output.
        """
        found = {"shard": shard, "counts": dict(counts or {}), "status": status, **others}
        found |= {"output": None, "size": 0, "sha256": ""}
        if output is not None:
            with output.open("rb") as file:
                os.fsync(file.fileno())
                digest = hashlib.file_digest(file, "sha256").hexdigest()
            _sync(self.path)
            found |= {"output": output.name, "size": output.stat().st_size, "sha256": digest}
        _write(self.ledger / f"{stem}.json", found)
        self._failed(shard).unlink(missing_ok=True)
        return found

    def set_apart(self, number: int, error: str) -> None:
        """Write down that a shard was given up."""
        _write(self._failed(number), {"shard": number, "error": error})

    def _failed(self, number: int) -> Path:
        return self.ledger / f"{name_of(number)}.failed.json"


def name_of(number: int) -> str:
    """Return the beginning of the names of a shard's files."""
    return f"{number:06d}"


def _timeless(asked: Mapping[str, Any]) -> Mapping[str, Any]:
    files = asked.get("files", [])
    if not (isinstance(files, list) and all(isinstance(one, dict) for one in files)):
        return asked  # damaged
    bare = [{name: value for name, value in one.items() if name not in TIMES} for one in files]
    return {**asked, "files": bare} if "files" in asked else asked


def _is_whole(sidecar: dict[str, Any]) -> bool:
    """Return whether a sidecar has all that is read of one."""
    counts = sidecar.get("counts")
    return (
        all(type(sidecar.get(name)) is int for name in ("shard", "status", "size"))
        and isinstance(sidecar.get("output", 0), str | None)
        and isinstance(counts, dict)
        and all(type(number) is int for number in counts.values())
    )


def _read(path: Path) -> dict[str, Any] | None:
    try:
        found = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _write(path: Path, content: Mapping[str, object]) -> None:
    files.write_together({path: json.dumps(content, indent=1).encode() + b"\n"})
    _sync(path.parent)


def _write_once(path: Path, content: Mapping[str, object]) -> None:
    """Write a file unless another process is first, whose content then stays."""
    beside = path.with_name(f".{os.urandom(8).hex()}")
    _write(beside, content)
    try:
        os.link(beside, path)
    except FileExistsError:
        pass
    except OSError:  # there are file systems without links
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    _sync(path.parent)


def _sync(folder: Path) -> None:
    """Wait until the names in a folder are on the disk, where the system can."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
