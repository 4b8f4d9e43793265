"""Every command that writes × what goes wrong: nothing half-written, and the right exit status.

    python benchmarks/faults.py --rounds 3

Each command has files of puzzles that take it a second or so.  Of a fault it is asked:

==============  ==================================================================================
killed          kill -9 at a random moment: the output is what was there before, or the whole
SIGTERM, SIGINT likewise, and the status is 143 or 130, or that of the whole if it was done before
full disk       a file system with a few kilobytes: status 2, a sentence, and no output
closed pipe     nobody reads standard output: status 0, or that of the whole, and nothing on stderr
read-only       a folder that cannot be written: status 2 and a sentence
eight at once   on one output: it is the whole of one of them
==============  ==================================================================================

A traceback is always wrong.  Full disk and read-only take root, as they mount file systems, and are
left out where that is not possible.  Prints what was wrong, and the runs of each fault.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, NamedTuple

import typer

from cpsudoku.comparison.machine import machine

PROGRAM = [sys.executable, "-m", "cpsudoku"]
OLD = b"what was there before\n"

COMMANDS: dict[str, tuple[str, ...]] = {
    "solve": ("MANY",), "check": ("MANY",), "count": ("MANY",), "candidates": ("MANY",),
    "rate": ("MANY", "--scale", "qqwing"), "hint": ("SOME",), "explain": ("SOME",),
    "canon": ("MANY",), "dedupe": ("MANY",), "shuffle": ("MANY", "--seed", "1"),
    "convert": ("MANY", "-f", "csv"), "explain-conflict": ("SOME",), "repair": ("SOME",),
    "redundant": ("SOME",), "ambiguity": ("SOME",), "generate": ("-n", "300", "--seed", "1"),
    "grids": ("-n", "60000", "--seed", "1"), "export": ("ONE", "--to", "dimacs"),
    "trace": ("ONE", "--json"), "atlas": ("latin:5", "--timeout", "60", "--json"),
}  # fmt: skip
"""Commands that write a file, and what they are given."""

CHANGING = frozenset({"atlas", "trace", "export"})
"""Commands whose output has seconds in it, or other names: its lines are counted alone."""


class Ended(NamedTuple):
    """How a command ended."""

    status: int
    err: str


def main(
    *,
    rounds: Annotated[int, typer.Option(min=1, help="Of each fault that has a moment.")] = 3,
    seed: Annotated[int, typer.Option(help="Of the moments.")] = 1,
    only: Annotated[str, typer.Option(help="Commands, with commas between.")] = "",
) -> None:
    """Print what each fault led to."""
    print("  ".join(machine().values()))
    chance, wrong, done = random.Random(seed), list[str](), Counter[str]()
    with TemporaryDirectory() as name:
        place = Path(name)
        files = _files(place)
        for command in only.split(",") if only else COMMANDS:
            asked = [command, *(str(files.get(one, one)) for one in COMMANDS[command]), "-q"]
            asked = [one for one in asked if one != "-q" or command not in {"trace", "export"}]
            trial = _Trial(asked, place, chance, rounds)
            for fault, found in trial.all():
                done[fault] += 1
                if found:
                    wrong.append(f"{command}, {fault}: {found}")
                    print(wrong[-1], flush=True)
    for fault, number in done.items():
        print(f"{fault:15} {number:6} runs")
    print(f"{len(wrong)} wrong of {sum(done.values())}")
    raise typer.Exit(bool(wrong))


def _files(place: Path) -> dict[str, Path]:
    made = {"ONE": place / "one.txt", "SOME": place / "some.txt", "MANY": place / "many.txt"}
    run = subprocess.run(
        [*PROGRAM, "generate", "-n", "30", "--seed", "3", "-q"], capture_output=True, check=True
    )
    lines = run.stdout.splitlines(keepends=True)
    made["ONE"].write_bytes(lines[0])
    made["SOME"].write_bytes(b"".join(lines))
    made["MANY"].write_bytes(b"".join(lines) * 60)
    return made


class _Trial:
    """One command under all faults."""

    def __init__(self, asked: list[str], place: Path, chance: random.Random, rounds: int) -> None:
        self._asked, self._place, self._chance, self._rounds = asked, place, chance, rounds
        self._out = place / "out.txt"
        start = time.monotonic()
        self._whole = self._run([*asked, "-o", str(self._out)])
        self._seconds = time.monotonic() - start
        self._bytes = self._read(self._out)

    def all(self) -> Iterator[tuple[str, str]]:
        """Yield each fault and what was wrong, empty for nothing."""
        endings = {"killed": signal.SIGKILL, "SIGTERM": signal.SIGTERM, "SIGINT": signal.SIGINT}
        for fault, number in endings.items():
            for _ in range(self._rounds):
                yield fault, self._signalled(number)
        for fault, check in (("full disk", self._full), ("read-only", self._locked)):
            with _small(self._place / "small", "size=16k") as small:
                if small is not None:
                    yield fault, check(small)
        yield "closed pipe", self._unread()
        yield "eight at once", self._together()

    def _signalled(self, number: signal.Signals) -> str:
        self._out.write_bytes(OLD)
        process = self._start([*self._asked, "-o", str(self._out)])
        time.sleep(self._chance.uniform(0, 1.1 * self._seconds))
        process.send_signal(number)
        ended = self._ended(process)
        if "KeyboardInterrupt" in ended.err and "cpsudoku" not in ended.err:
            return ""  # it had not begun: Python itself was interrupted at its start
        usual = {-9} if number == signal.SIGKILL else {128 + number, -number}
        return self._judged(ended, usual | {self._whole.status}, self._out)

    def _full(self, small: Path) -> str:
        (small / "filler").write_bytes(b"x" * 12_000)
        ended = self._run([*self._asked, "-o", str(small / "out.txt")])
        if ended.status == self._whole.status and (small / "out.txt").exists():
            return ""  # it was small enough
        return self._refused(ended, small / "out.txt")

    def _locked(self, small: Path) -> str:
        subprocess.run(["mount", "-o", "remount,ro", str(small)], check=True)
        return self._refused(self._run([*self._asked, "-o", str(small / "out.txt")]), small / "out")

    def _refused(self, ended: Ended, path: Path) -> str:
        if path.exists():
            return "there is an output"
        if ended.status != 2 or "cpsudoku: " not in ended.err or "Traceback" in ended.err:
            return f"status {ended.status}: {ended.err[-200:]}"
        return ""

    def _unread(self) -> str:
        read, write = os.pipe()
        os.close(read)
        process = subprocess.Popen(
            [*PROGRAM, *self._asked], stdin=subprocess.DEVNULL, stdout=write,
            stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        os.close(write)
        ended = self._ended(process)
        if ended.status not in {0, self._whole.status} or "Traceback" in ended.err:
            return f"status {ended.status}: {ended.err[-200:]}"
        return ""

    def _together(self) -> str:
        self._out.write_bytes(OLD)
        every = [self._start([*self._asked, "-o", str(self._out)]) for _ in range(8)]
        for process in every:
            ended = self._ended(process)
            if ended.status != self._whole.status:
                return f"status {ended.status}: {ended.err[-200:]}"
        return self._judged(ended, {self._whole.status}, self._out)

    def _judged(self, ended: Ended, statuses: set[int], path: Path) -> str:
        if ended.status not in statuses or "Traceback" in ended.err:
            return f"status {ended.status}: {ended.err[-200:]}"
        found = self._read(path)
        is_changing = self._asked[0] in CHANGING and found.count(b"\n") == self._bytes.count(b"\n")
        if found not in {OLD, self._bytes} and not is_changing:
            return f"{len(found)} bytes, neither old nor whole ({len(self._bytes)})"
        return ""

    @staticmethod
    def _read(path: Path) -> bytes:
        return path.read_bytes() if path.is_file() else b""

    def _start(self, asked: list[str]) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [*PROGRAM, *asked], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, text=True,
        )  # fmt: skip

    def _run(self, asked: list[str]) -> Ended:
        return self._ended(self._start(asked))

    @staticmethod
    def _ended(process: subprocess.Popen[str]) -> Ended:
        _, err = process.communicate(timeout=300)
        return Ended(process.returncode, err)


@contextmanager
def _small(place: Path, options: str) -> Iterator[Path | None]:
    """Mount a small file system; None where that is not allowed."""
    place.mkdir(exist_ok=True)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", str(place)],
                      capture_output=True, check=False).returncode:  # fmt: skip
        yield None
        return
    try:
        yield place
    finally:
        with suppress(subprocess.CalledProcessError):
            subprocess.run(["umount", "-l", str(place)], check=True)


if __name__ == "__main__":
    typer.run(main)
