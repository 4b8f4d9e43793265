"""Time of ``cpsudoku check`` over a big file, beside plain reading and writing, and solving.

    python benchmarks/check_file.py puzzles/classics.txt --puzzles 1000000

The file's classic lines are repeated to the number wanted.  Three things take turns: the program
from start to exit with its answers going to a file; reading its input and writing its output, the
same bytes, without anything between; and searching the same puzzles in one call with nothing else.
The ratio is the first over the sum of the other two; the medians of the rounds count.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click

from cpsudoku import formats
from cpsudoku.backends import engine
from cpsudoku.comparison.figures import machine
from cpsudoku.rules import classic

if TYPE_CHECKING:
    import numpy as np

    pass

_PIECE = 4 << 20


@click.command(context_settings={"show_default": True})
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--puzzles", type=click.IntRange(min=1), default=1_000_000, help="Repeat them to this many."
)
@click.option("--threads", type=click.IntRange(min=1), help="None: as many as processors.")
@click.option("--rounds", type=click.IntRange(min=1), default=5)
@click.option("--command", default="check", help="check, or solve.")
def main(
    *,
    file: Path,
    puzzles: int,
    threads: int | None,
    rounds: int,
    command: str,
) -> None:
    """Print the three times and the ratio."""
    records = [r.puzzle for r in formats.read(file) if r.puzzle.rules.is_classic]
    lines = [f"{puzzle}\n" for puzzle in records]
    text = "".join(lines[i % len(lines)] for i in range(puzzles)).encode()
    digits = _digits(text)
    with TemporaryDirectory() as directory:
        source, answers = Path(directory, "puzzles.txt"), Path(directory, "answers.txt")
        source.write_bytes(text)
        program = [sys.executable, "-m", "cpsudoku", command, str(source), "--quiet"]
        program += [] if threads is None else ["--jobs", str(threads)]

        def run() -> None:
            with answers.open("wb") as out:
                subprocess.run(program, stdout=out, check=False)

        run()
        written = answers.read_bytes()
        times: dict[str, list[float]] = {"program": [], "bytes": [], "search": []}
        for _ in range(rounds):
            times["program"].append(_seconds(run))
            times["bytes"].append(_seconds(lambda: _copy(source, answers, written)))
            times["search"].append(_seconds(lambda: _search(digits, threads, command)))
    whole, io, search = (median(times[name]) for name in ("program", "bytes", "search"))
    print("  ".join(machine().values()))
    print(f"{puzzles:,} puzzles, {threads or 'all'} threads", end=", ")
    print(f"{len(text):,} bytes in, {len(written):,} out")
    print(f"{command}, start to exit  {whole:8.3f} s")
    print(f"the same bytes          {io:8.3f} s")
    print(f"search alone            {search:8.3f} s  {puzzles / search:,.0f} puzzles/s")
    print(f"ratio                   {whole / (io + search):8.2f}")


def _digits(text: bytes) -> np.ndarray:
    import numpy as np

    cells = np.frombuffer(text, dtype=np.uint8).reshape(-1, 82)[:, :81]
    return np.where(cells == ord("."), 0, cells - ord("0")).astype(np.uint8)


def _seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def _copy(source: Path, target: Path, written: bytes) -> None:
    with source.open("rb", buffering=0) as stream:
        while stream.read(_PIECE):
            pass
    with target.open("wb", buffering=0) as out:
        for at in range(0, len(written), _PIECE):
            out.write(written[at : at + _PIECE])


def _search(digits: np.ndarray, threads: int | None, command: str) -> None:
    from cpsudoku.backends.bitboard import BitboardEngine
    from cpsudoku.result import Limits

    found = engine("bitboard", classic())
    assert isinstance(found, BitboardEngine)
    found.search_many(digits, Limits(solutions=2 if command == "check" else 1), threads)


if __name__ == "__main__":
    main()
