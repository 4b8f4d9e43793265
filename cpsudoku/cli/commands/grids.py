"""``cpsudoku grids``: final grids by the thousand or the million."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cpsudoku import formats
from cpsudoku.asking.cubes import cover
from cpsudoku.asking.outcomes import Status
from cpsudoku.cli import options, progress
from cpsudoku.cli.answering import Limit
from cpsudoku.cli.declaring import OUTPUT, Name, as_command, option, whole
from cpsudoku.cli.options import given_puzzle
from cpsudoku.cli.sharding import Sharding, ShardWork, sharding
from cpsudoku.errors import OptionError
from cpsudoku.formats.base import BLANKS
from cpsudoku.generation.final_grids import (
    METHODS,
    all_grids,
    check_patterns,
    final_grids,
    pattern_corner,
)
from cpsudoku.ground import compiled, files
from cpsudoku.puzzle import Puzzle
from cpsudoku.rows.answers import RowAnswers
from cpsudoku.rows.block import of_columns
from cpsudoku.rows.output import TABLES, TextOut, destination
from cpsudoku.rows.sinks import opened_puzzles
from cpsudoku.rows.values import Same, Values
from cpsudoku.rules import Rules, classic, usual

if TYPE_CHECKING:
    from cpsudoku.jobs import Shard, Shards

_LAYOUTS = ("line", "spaced")
_PATTERNS = 1 << 20
"""Pattern grids that are written at once, in a tenth of a second or so."""


_MADE = "Grids"


@as_command(
    {
        "cpsudoku grids -n 1000 -o grids.txt": "A thousand random final grids",
        "cpsudoku grids --method uniform --seed 7": "One, with all grids equally likely",
        "cpsudoku grids --rules 4 --all": "Every final grid of 4×4",
    },
    instead="--number says how many",
)
@whole("--number -n", "Number of grids.", 1, heading=_MADE)
@option(
    "--all",
    "Write all grids there are, in the order in which they are found.",
    name="every",
    heading=_MADE,
)
@option(
    "--method -m NAME",
    "Method: pattern, random or uniform.",
    "random",
    heading=_MADE,
    kind=Name("method", METHODS),
)
@option(
    "--first CELLS", "Cells that are given: the corner digit, the first cells, all 81, or a file.",
    heading=_MADE,
)  # fmt: skip
@options.RULES_OF_NEW
@options.SEED
@option(
    "--format -f FORMAT",
    f"line, spaced (digits with spaces, a blank line after each), or a table: {', '.join(TABLES)}.",
    name="layout", usual="by the ending of --output, else line",
    heading=OUTPUT,
    kind=Name("format", (*_LAYOUTS, *TABLES)),
)  # fmt: skip
@options.OUTPUT_FILE
@options.JSON
@options.QUIET
@options.SKIP
@options.WHOLE_TIMEOUT
@options.JOBS
@sharding()
def command(
    sharding: Sharding,
    *,
    number: int,
    every: bool,
    method: str,
    first: str | None,
    layout: str | None,
    rules: str | None,
    seed: int,
    skip: int,
    timeout: float | None,
    jobs: int | None,
    output_file: Path | None,
    as_json: bool,
    quiet: bool,
) -> Status:
    """Make different final grids.

    pattern: one row permuted and shifted; 2,903,040 grids for each corner digit, as fast as the
    disk, and all much alike.  random: every grid can come, about a million a second.  uniform:
    every grid equally likely, exactly; some thousand a second.

    By other rules a random grid is searched for, which takes a second on boards of 49 digits,
    minutes from 64 on, and may not end at 256; --timeout limits it.

    A table (.csv, .jsonl, .json, .parquet, .arrow, .npz) has them in a column solution, and their
    rules, if these are unusual, in a column rules.

    With --all every grid that the rules and --first allow is written once.  As a job (--job) they
    are cut into cases of about --shard-size grids by estimate, a file each.

    With --first the first cells are given, such as 5 for the corner, or all 81 cells with dots for
    those that are free.

    Exit status: 0 done; 2 usage error or bad input, or there are fewer grids; 3 time ran out.
    """
    if as_json and layout not in {None, "jsonl"}:
        raise OptionError(f"--json with --format {layout}; expected one of them")
    if every and (number != 1 or skip or method != "random"):
        raise OptionError("--all with --number, --skip or --method; expected only --all")
    kind = _kind("jsonl" if as_json else layout, output_file)
    grids = _Grids(_given_cells(first, rules), method, seed, kind, spaced=layout == "spaced")
    how: dict[str, Any] = {"jobs": jobs, "quiet": quiet}
    if sharding.is_wanted and every:
        return sharding.over(_shards(grids.given, sharding), grids, **how)
    if sharding.is_wanted:
        return sharding.of_numbers(number, skip, lambda _: grids, seed, **how)
    limit, numbers = Limit(timeout), None if every else range(skip, skip + number)
    return limit.status(grids.write(numbers, output_file, limit, **how), "grid")


@dataclass(frozen=True)
class _Grids(ShardWork):
    """Final grids: those of some numbers, or all that there are; the work of a shard.

    Args:
        given: the cells that are given, and the rules.
        kind: the table to write; empty for lines.
    """

    given: Puzzle
    method: str
    seed: int
    kind: str
    spaced: bool
    name = "grids"

    def __call__(self, shard: Shard, argument: str, output: Path) -> tuple[dict[str, int], int]:
        grids, numbers = self, range(shard.begin, shard.end)
        if argument:  # a cube
            grids = replace(self, given=given_puzzle(argument, self.given.rules))
        some = None if argument else numbers
        return {"puzzles": grids.write(some, output, Limit(None), jobs=1, quiet=True)}, 0

    def write(
        self, numbers: range | None, path: Path | None, limit: Limit, *,
        jobs: int | None, quiet: bool,
    ) -> int:  # fmt: skip
        """Write the grids of some numbers, or all there are, and return how many these were."""
        given, written = self.given, 0
        corner = None if numbers is None else pattern_corner(self.method, given)
        if numbers is None:
            grids = all_grids(given)
        else:
            grids = final_grids(
                len(numbers), method=self.method, given=given, seed=self.seed,
                first=numbers.start, threads=jobs,
            )  # fmt: skip
        with ExitStack() as stack:
            if self.kind:
                write = partial(_write_rows, stack.enter_context(opened_puzzles(path, self.kind)))
            else:
                # Grids can be made again faster than a disk takes them, so it is not waited for.
                out = stack.enter_context(destination(path, durable=False))
                write = partial(_write, out, spaced=self.spaced)
                if numbers is not None and corner is not None:
                    return _patterns(limit, out, corner, numbers, self.spaced)
            total = None if numbers is None else len(numbers)
            advance = stack.enter_context(progress.bar("grids", total=total, quiet=quiet))
            for piece in limit.until(grids):
                write(piece, given.rules, first=not written)
                written += len(piece)
                advance(len(piece))
        return written


def _shards(puzzle: Puzzle, sharding: Sharding) -> Shards:
    """Return a shard for each cube of the wanted grids, and write the cubes down.

    They are cut by estimate alone, which is the same everywhere, and so are the files of grids.
    """
    from cpsudoku.jobs import Shards
    from cpsudoku.jobs.folder import LEDGER

    assert sharding.job is not None
    folder = sharding.job
    cubes = [str(cube.of(puzzle)) for cube in cover(puzzle, most=sharding.shard_size)]
    place, text = folder / LEDGER / "cubes.txt", "".join(f"{cube}\n" for cube in cubes).encode()
    if not place.exists():
        place.parent.mkdir(parents=True, exist_ok=True)
        files.write_together({place: text})
    if place.read_bytes() != text:
        raise OptionError(
            f"{folder} belongs to another job; repeat its command, or choose another folder"
        )
    whole = Shards.of_files([str(place)], 1, notation="line")
    return Shards(tuple(one._replace(name="cubes") for one in whole.files))


def _kind(layout: str | None, path: Path | None) -> str:
    if layout in _LAYOUTS or (layout is None and options.ending_of(path) == ".sdm"):
        options.refuse_ending(path, but={".sdm"})
        return ""
    return options.table_of(path, layout)


def _write_rows(table: Any, grids: NDArray[np.uint8], rules: Rules, *, first: bool) -> None:
    names, count = ["solution"], len(grids)
    values: list[Values] = [list(map(rules.text, grids.tolist()))]
    if rules != usual(rules.size):
        names.append("rules")
        values.append(Same(formats.rules_text(rules)))
    table.write(of_columns(names, values, count), RowAnswers([None] * count))


def _patterns(limit: Limit, out: TextOut, corner: int, numbers: range, spaced: bool) -> int:
    check_patterns(numbers.stop, corner)
    written = 0
    pieces = (numbers[at : at + _PATTERNS] for at in range(0, len(numbers), _PATTERNS))
    for some in limit.until(pieces):
        out.write_directly(
            partial(
                compiled.native.write_pattern,
                corner=corner, first=some.start, n=len(some), spaced=spaced,
            )
        )  # fmt: skip
        written += len(some)
    return written


def _write(
    out: TextOut, grids: NDArray[np.uint8], rules: Rules, *, spaced: bool, first: bool
) -> None:
    if rules.size == 9:
        out.write_directly(lambda to: compiled.native.write_grids(to, grids, spaced, first))
        return
    if spaced and not first:
        out.write("\n")
    out.write(("\n" if spaced else "").join(_text(grid, rules, spaced) for grid in grids.tolist()))


def _text(grid: list[int], rules: Rules, spaced: bool) -> str:
    if not spaced:
        return rules.text(grid) + "\n"
    cells = [rules.symbols[digit - 1] for digit in grid]
    rows = (cells[start : start + rules.size] for start in range(0, len(cells), rules.size))
    return "".join(" ".join(row) + "\n" for row in rows)


def _given_cells(text: str | None, rules_named: str | None) -> Puzzle:
    """Return the cells that ``--first`` gives, under the rules that ``--rules`` names."""
    named = classic() if rules_named is None else formats.parse_rules(rules_named)
    rules = named.rules() if isinstance(named, formats.RulesSpec) else named
    if text is None:
        return Puzzle.empty(rules)
    if set(text.upper()) <= {*rules.symbols, *BLANKS}:
        text = text.ljust(rules.cell_count, ".")
    return given_puzzle(text, rules)
