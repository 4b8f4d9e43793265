"""How many puzzles of setters' programs are read to their one solution.

    python benchmarks/reading_drawings.py FOLDER [--seconds 10] [--jobs 2] [--sample 100] [--rows F]

takes files with one puzzle each: a link, an object of JSON as the program writes it, or an object
whose ``payload`` or ``data`` is one.  A puzzle is *exact* if it has one solution, which is the
stored one; *unique* with one solution and none stored; *wrong* if the one solution differs from
the stored one; *noted* if it has many or none, and something of it was proposed, dropped or not
read; *silent* if nothing of that was said.  The second table has for each kind how many proposals
a stored solution could check, and how many of them it obeys.  With ``--blind`` stored solutions
refute nothing, so that *wrong* shows how far looks and words alone can be trusted.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import random
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import median
from typing import Any

import cpsudoku
from cpsudoku import formats
from cpsudoku.diagnosis.proposing import settled
from cpsudoku.errors import CpsudokuError
from cpsudoku.formats.setters.recogniser.reader import Recogniser
from cpsudoku.result import Verdict


def text_of(path: Path) -> str:
    """Return the puzzle of a file; one in an object is its ``payload`` or its ``data``."""
    text = path.read_text(encoding="utf-8")
    value = json.loads(text) if text.lstrip().startswith("{") else {}
    inner = value.get("payload", value.get("data"))
    return text if inner is None else inner if isinstance(inner, str) else json.dumps(inner)


def _unknown(reader: object, constraint: object) -> None:
    """Stand for the test of a proposal by the stored solution, where that is left out."""


def measured(job: tuple[str, float, bool, bool]) -> dict[str, Any]:
    """Return what became of one file."""
    name, seconds, proposes, is_blind = job
    if is_blind:
        setattr(Recogniser, "fits", _unknown)  # noqa: B010 (a method)
    row: dict[str, Any] = {"name": name}
    start = time.process_time()
    try:
        text = text_of(Path(name))
        record = next(formats.read(io.StringIO(text), proposes=proposes))
        row["ms"] = 1000 * (time.process_time() - start)
        record = settled(record, seconds)
    except (CpsudokuError, StopIteration) as error:
        return {**row, "outcome": "refused", "why": str(error)[:200]}
    row["ignored"], row["proposals"] = list(record.ignored), []
    for one in record.proposals:
        kind = getattr(one.constraint, "name", "by a sentence")
        row["proposals"].append((kind, one.fits, one.taken))
    stored = record.solution or (record.known and tuple(record.known))
    try:
        answer = cpsudoku.check(record.puzzle, backend="fd", seconds=seconds)
    except CpsudokuError as error:
        return {**row, "outcome": "refused", "why": str(error)[:200]}
    row["verdict"], row["stored"] = answer.verdict.value, bool(stored)
    if answer.verdict is Verdict.UNKNOWN:
        return {**row, "outcome": "open"}
    if answer.verdict is Verdict.UNIQUE:
        if not stored:
            return {**row, "outcome": "unique"}
        first = record.puzzle.rules.board.first - 1
        same = all(
            a in (0, b + first) or a == b for a, b in zip(stored, answer.solutions[0], strict=True)
        )
        return {**row, "outcome": "exact" if same else "wrong"}
    has_said = bool(record.ignored) or any(not one.taken for one in record.proposals)
    return {**row, "outcome": f"{answer.verdict.value}, {'noted' if has_said else 'silent'}"}


def main() -> None:
    """Measure the files of the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--rows", type=Path)
    parser.add_argument("--declared", action="store_true", help="take declared clues only")
    parser.add_argument("--blind", action="store_true", help="let no solution refute proposals")
    args = parser.parse_args()
    files = sorted(
        file for path in args.paths
        for file in (path.rglob("*.*") if path.is_dir() else [path]) if file.is_file()
    )  # fmt: skip
    if args.sample:
        files = random.Random(1).sample(files, min(args.sample, len(files)))
    jobs = [(os.fspath(file), args.seconds, not args.declared, args.blind) for file in files]
    with ProcessPoolExecutor(args.jobs) as pool:
        rows = list(pool.map(measured, jobs, chunksize=8))
    if args.rows:
        args.rows.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    print(f"{len(rows)} files, {median(r['ms'] for r in rows if 'ms' in r):.1f} ms to read one")
    for outcome, count in Counter(row["outcome"] for row in rows).most_common():
        print(f"{outcome:20}{count:6}{100 * count / len(rows):7.1f} %")
    fits: dict[str, Counter[object]] = {}
    for row in rows:
        for kind, fit, taken in row.get("proposals", ()):
            fits.setdefault(kind, Counter()).update([fit, ("taken", taken)])
    print(f"\n{'kind':20}{'proposed':>9}{'checked':>9}{'obeyed':>9}{'taken':>7}")
    for kind, counts in sorted(fits.items()):
        checked = counts[True] + counts[False]
        rate = f"{100 * counts[True] / checked:7.1f} %" if checked else ""
        taken = counts["taken", True]
        total = taken + counts["taken", False]
        print(f"{kind:20}{total:9}{checked:9}{rate:>9}{taken:7}")


if __name__ == "__main__":
    main()
