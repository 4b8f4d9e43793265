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
in a folder     each file is whole or not there, and the same command finishes it
==============  ==================================================================================

A traceback is always wrong.  Full disk and read-only need root to mount file systems, and are
left out where that is not possible.  Prints what was wrong, and the runs of each fault.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import click

from cpsudoku.comparison.figures import machine

PROGRAM = [sys.executable, "-m", "cpsudoku"]
OLD = b"what was there before\n"
HALF = "2.....4...5.....1....596...4...7..6..7.2.3...8.2.49......3..9.5..4.....2....5.1.."
"""A puzzle with 228 solutions."""

QUIET, LOUD = ("-o", "OUT", "-q"), ("-o", "OUT")

COMMANDS: dict[str, tuple[str, ...]] = {
    "solve": ("MANY", *QUIET), "check": ("MANY", *QUIET), "count": ("MANY", *QUIET),
    "candidates": ("MANY", *QUIET), "rate": ("MANY", "--scale", "qqwing", *QUIET),
    "hint": ("SOME", *QUIET), "explain": ("SOME", *QUIET), "canon": ("MANY", *QUIET),
    "dedupe": ("MANY", *QUIET), "shuffle": ("MANY", "--seed", "1", *QUIET),
    "convert": ("MANY", "-f", "csv", *QUIET), "explain-conflict": ("SOME", *QUIET),
    "repair": ("SOME", *QUIET), "redundant": ("SOME", *QUIET), "ambiguity": ("SOME", *QUIET),
    "generate": ("-n", "300", "--seed", "1", *QUIET),
    "grids": ("-n", "60000", "--seed", "1", *QUIET), "export": ("ONE", "--to", "dimacs", *LOUD),
    "trace": ("ONE", "--json", *LOUD), "atlas": ("latin:5", "--timeout", "60", "--json", *QUIET),
    "complete": ("HALF", "--seed", "1", *QUIET), "compare": ("SOME", "--backends", "dlx", *QUIET),
    "show": ("ONE", *QUIET), "book": ("SOME", *QUIET), "prove": ("ONE", *QUIET),
    "prove --cubes": ("HALF", "-n", "50", *QUIET), "dataset label": ("TABLE", *QUIET),
    "dataset make": ("RECIPE", *QUIET), "site": ("OUT", "ONE"),
}  # fmt: skip
"""Commands that write, and what they are given; OUT is where to."""

OUTPUTS = {
    "show": "out.svg", "book": "out.pdf", "compare": "out.json", "prove": "out",
    "prove --cubes": "out", "dataset label": "out.parquet", "dataset make": "out", "site": "out",
}  # fmt: skip
"""What is written, where it is not a text; without an ending it is a folder."""

CHANGING = frozenset({"atlas", "trace", "export", "compare", "book"})
"""Commands whose output has seconds or dates in it, or other names: its lines are counted alone."""


FRESH = frozenset({"dataset label", "dataset make"})
"""Commands that refuse, with status 2, to write where something finished is."""

_BETWEEN = b"\n=== the next file ===\n"


class Ended(NamedTuple):
    """How a command ended."""

    status: int
    err: str


@click.command(context_settings={"show_default": True})
@click.option(
    "--rounds", type=click.IntRange(min=1), default=3, help="Of each fault that has a moment."
)
@click.option("--seed", type=int, default=1, help="Of the moments.")
@click.option("--only", default="", help="Commands, with commas between.")
def main(
    *,
    rounds: int,
    seed: int,
    only: str,
) -> None:
    """Print what each fault led to."""
    print("  ".join(machine().values()))
    chance, wrong, done = random.Random(seed), list[str](), Counter[str]()
    with TemporaryDirectory() as name:
        place = Path(name)
        files = _files(place)
        for command in only.split(",") if only else COMMANDS:
            asked = [*command.split(), *(str(files.get(one, one)) for one in COMMANDS[command])]
            trial = _Trial(command, asked, place, chance, rounds)
            for fault, found in trial.all():
                done[fault] += 1
                if found:
                    wrong.append(f"{command}, {fault}: {found}")
                    print(wrong[-1], flush=True)
    for fault, number in done.items():
        print(f"{fault:15} {number:6} runs")
    print(f"{len(wrong)} wrong of {sum(done.values())}")
    raise SystemExit(bool(wrong))


def _files(place: Path) -> dict[str, Path]:
    made = {"ONE": place / "one.txt", "SOME": place / "some.txt", "MANY": place / "many.txt"}
    run = subprocess.run(
        [*PROGRAM, "generate", "-n", "30", "--seed", "3", "-q"], capture_output=True, check=True
    )
    lines = run.stdout.splitlines(keepends=True)
    made["ONE"].write_bytes(lines[0])
    made["SOME"].write_bytes(b"".join(lines))
    made["MANY"].write_bytes(b"".join(lines) * 60)
    made |= {"HALF": place / "half.txt", "TABLE": place / "t.csv", "RECIPE": place / "recipe.toml"}
    made["HALF"].write_text(HALF + "\n")
    made["TABLE"].write_bytes(b"puzzle\n" + b"".join(lines) * 10)
    made["RECIPE"].write_text(
        'name = "faults"\nseed = 7\nlabels = ["givens"]\n[[part]]\ncount = 300\n'
    )
    return made


class _Trial:
    """One command under all faults."""

    def __init__(
        self, command: str, asked: list[str], place: Path, chance: random.Random, rounds: int
    ) -> None:
        self._command, self._asked, self._place = command, asked, place
        self._chance, self._rounds = chance, rounds
        self._out = place / OUTPUTS.get(command, "out.txt")
        self._is_folder = not self._out.suffix
        self._empty()
        start = time.monotonic()
        self._whole = self._run(self._to(self._out))
        self._seconds = time.monotonic() - start
        self._bytes = self._read(self._out)
        if not self._bytes or self._whole.status not in {0, 1}:
            raise SystemExit(f"{command}: status {self._whole.status}: {self._whole.err[-300:]}")

    def _to(self, path: Path) -> list[str]:
        return [str(path) if one == "OUT" else one for one in self._asked]

    def _empty(self) -> None:
        """Leave an old file where the output goes; no folder, since an existing one is resumed."""
        if self._is_folder:
            shutil.rmtree(self._out, ignore_errors=True)
        elif self._command in FRESH:
            self._out.unlink(missing_ok=True)
        else:
            self._out.write_bytes(OLD)

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
        self._empty()
        process = self._start(self._to(self._out))
        time.sleep(self._chance.uniform(0, 1.1 * self._seconds))
        process.send_signal(number)
        ended = self._ended(process)
        if "KeyboardInterrupt" in ended.err and "cpsudoku" not in ended.err:
            return ""  # it had not begun: Python itself was interrupted at its start
        usual = {-9} if number == signal.SIGKILL else {128 + number, -number}
        return self._judged(ended, usual | {self._whole.status}, self._out)

    def _full(self, small: Path) -> str:
        (small / "filler").write_bytes(b"x" * 12_000)
        out = small / self._out.name
        ended = self._run(self._to(out))
        if ended.status == self._whole.status and out.exists():
            return ""  # it was small enough
        return self._refused(ended, out)

    def _locked(self, small: Path) -> str:
        subprocess.run(["mount", "-o", "remount,ro", str(small)], check=True)
        out = small / self._out.name
        return self._refused(self._run(self._to(out)), out)

    def _refused(self, ended: Ended, path: Path) -> str:
        if path.exists() if not self._is_folder else not self._is_part(self._read(path)):
            return "there is an output"
        if ended.status != 2 or "cpsudoku: " not in ended.err or "Traceback" in ended.err:
            return f"status {ended.status}: {ended.err[-200:]}"
        return ""

    def _unread(self) -> str:
        read, write = os.pipe()
        os.close(read)
        self._empty()
        # Where nothing must be named, it is standard output that is written.
        asked = self._to(self._out)
        if self._command not in OUTPUTS:
            asked = [one for one in asked if one not in {"-o", str(self._out)}]
        process = subprocess.Popen(
            [*PROGRAM, *asked], stdin=subprocess.DEVNULL, stdout=write,
            stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        os.close(write)
        ended = self._ended(process)
        if ended.status not in {0, self._whole.status} or "Traceback" in ended.err:
            return f"status {ended.status}: {ended.err[-200:]}"
        return ""

    def _together(self) -> str:
        self._empty()
        statuses = {self._whole.status} | ({2} if self._command in FRESH else set())
        every = [self._start(self._to(self._out)) for _ in range(8)]
        for process in every:
            ended = self._ended(process)
            if ended.status not in statuses:
                return f"status {ended.status}: {ended.err[-200:]}"
        return self._judged(ended, statuses, self._out)

    def _judged(self, ended: Ended, statuses: set[int], path: Path) -> str:
        if ended.status not in statuses or "Traceback" in ended.err:
            return f"status {ended.status}: {ended.err[-200:]}"
        found = self._read(path)
        if self._is_folder and found != self._bytes and self._is_part(found):
            return self._gone_on(path)
        is_changing = self._command in CHANGING and found.count(b"\n") == self._bytes.count(b"\n")
        before = b"" if self._command in FRESH else OLD
        if found not in {before, self._bytes} and not is_changing:
            return f"{len(found)} bytes, neither old nor whole ({len(self._bytes)})"
        return ""

    def _gone_on(self, path: Path) -> str:
        """Return what is wrong with a folder after the same command ran once more."""
        ended = self._run(self._to(path))
        if ended.status != self._whole.status or self._read(path) != self._bytes:
            return f"the same command does not finish it: status {ended.status}: {ended.err[-200:]}"
        return ""

    def _is_part(self, found: bytes) -> bool:
        """Whether each file of a folder is as it is in the whole, of which some may be missing."""
        whole = set(self._bytes.split(_BETWEEN))
        return set(filter(None, found.split(_BETWEEN))) <= whole

    @staticmethod
    def _read(path: Path) -> bytes:
        """Return what is in a file, or in the files of a folder that are not hidden."""
        if path.is_file():
            return path.read_bytes()
        names = sorted(path.rglob("*")) if path.is_dir() else []
        shown = [n for n in names if n.is_file() and "/." not in str(n.relative_to(path.parent))]
        pieces = [str(n.relative_to(path)).encode() + b"\n" + n.read_bytes() for n in shown]
        return _BETWEEN.join(pieces)

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
    main()
