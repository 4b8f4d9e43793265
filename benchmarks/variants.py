"""Whether backends answer variants as others say, and in what time.

    python benchmarks/variants.py strings.txt --backend cpsat --backend sat --seconds 60

A line of the file has a puzzle, a tab, and what is expected: its only solution, cell by cell, or a
number of solutions, of which 0 stands for none and 1 for any single one.  What follows a second
tab is shown.  Puzzles are in any notation that fits into a line, such as strings of Interactive
Sudoku Solver; a digit of a solution is one character, from 10 on letters, A for 1 where there are
any (as that program writes them).  Cells beside the grid are not compared.

Each line of the output has the milliseconds of each backend, ``?`` where the time ran out, ``!``
where the answer is wrong.
"""

from __future__ import annotations

import io
import time
from collections import Counter
from pathlib import Path

import click

from cpsudoku import formats
from cpsudoku.asking import solving
from cpsudoku.errors import CpsudokuError, UnsupportedError
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Result, Verdict


@click.command(context_settings={"show_default": True})
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--backend", multiple=True, help="Repeat for several.")
@click.option("--seconds", type=click.FloatRange(min=0.1), default=60, help="For each puzzle.")
@click.option("--only", default="", help="Lines with this text alone.")
def main(
    *,
    file: Path,
    backend: tuple[str, ...],
    seconds: float,
    only: str,
) -> None:
    """Print what each backend says of each puzzle."""
    names = backend or ["cpsat", "sat"]
    tally: Counter[tuple[str, str]] = Counter()
    total: Counter[str] = Counter()
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        if only not in line or not line.strip():
            continue
        text, expected, *about = line.split("\t")
        shown = []
        try:
            puzzle = next(formats.read(io.StringIO(text))).puzzle
        except CpsudokuError as error:
            print(f"{number}\tunread: {error}\t{' '.join(about)}", flush=True)
            tally["read", "unread"] += 1
            continue
        for name in names:
            spent, answer = asked(puzzle, name, seconds, expected)
            tally[name, answer] += 1
            total[name] += round(1000 * spent)
            mark = {"right": "", "unknown": "?"}.get(answer, f"! {answer}")
            shown.append(f"{round(1000 * spent)}{mark}")
        print(f"{number}\t{' '.join(shown)}\t{' '.join(about)}", flush=True)
    for (name, answer), count in sorted(tally.items()):
        print(f"{name}: {answer} {count}")
    for name, spent in total.items():
        print(f"{name}: {spent / 1000:.1f} s")


def asked(puzzle: Puzzle, backend: str, seconds: float, expected: str) -> tuple[float, str]:
    """Return how long a backend took, and how its answer is: right, wrong, unknown or refused."""
    start = time.perf_counter()
    try:
        result = solving.check(puzzle, backend=backend, seconds=seconds)
    except UnsupportedError as error:
        return time.perf_counter() - start, f"refused {error}"
    return time.perf_counter() - start, judged(result, expected)


def judged(result: Result, expected: str) -> str:
    """Return whether an answer is as expected."""
    if result.verdict is Verdict.UNKNOWN:
        return "unknown"
    if expected in ("0", "1"):
        wanted = Verdict.NONE if expected == "0" else Verdict.UNIQUE
        return "right" if result.verdict is wanted else "wrong"
    if result.verdict is not Verdict.UNIQUE:
        return "wrong"
    board = result.puzzle.rules.board
    values = board.values(result.solutions[0])[: board.grid_count]
    return "right" if values == numbers(expected) else "wrong"


def numbers(text: str) -> tuple[int, ...]:
    """Return the digits of a solution."""
    if text.isdigit():
        return tuple(map(int, text))
    return tuple(0 if one == "0" else ord(one) - ord("A") + 1 for one in text)


if __name__ == "__main__":
    main()
