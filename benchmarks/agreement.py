"""Compare our ratings with those of another rater on Sudoku Explainer's scale, puzzle by puzzle.

python benchmarks/agreement.py OURS-INPUT PEER-OUTPUT [--threads N] [--list NUMBER] [--images K]

OURS-INPUT has a puzzle a line.  PEER-OUTPUT has, in the same order, the puzzle and what skfr 2.0.2
(G. Penet, M. Dobrichev) writes after it: ``ED=7.1/1.2/1.2``, which is ER/EP/ED.  Prints puzzles by
bands of both ratings, how many are equal, and what differs, by class: theirs → ours.

With ``--images K`` each K lines, one after the other, are the same puzzle under K symmetries
(`cpsudoku shuffle --copies K` makes them).  A puzzle is as hard as its mirror image, so what a
rater gives to the K of them should be one number: prints how often it is, for both raters, and how
far apart the numbers are, in all bands of the peer's.
"""

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cpsudoku.logic import Ratings, rate_many
from cpsudoku.logic.paths import ENDS

BANDS = (0, 17, 26, 45, 62, 65, 70, 75, 80, 85, 90, 95, 105, 110, 200)
"""Where bands begin, in tenths."""

Numbers = NDArray[np.int64]


def read_puzzles(path: Path) -> NDArray[np.uint8]:
    """Return the digits of a file's puzzles, an array of shape (n, 81)."""
    lines = path.read_text(encoding="utf-8").split("\n")
    texts = [line[:81].replace(".", "0") for line in lines if len(line) >= 81]
    return np.array([[int(c) for c in text] for text in texts], np.uint8).reshape(-1, 81)


def read_ratings(path: Path) -> Numbers:
    """Return ER, EP and ED in tenths, of shape (n, 3); zeros where the peer gave none."""
    rows = [
        [round(10 * float(number)) for number in line.split("ED=")[1].split()[0].split("/")]
        for line in path.read_text(encoding="utf-8").splitlines()
        if "ED=" in line
    ]
    return np.array(rows, np.int64).reshape(-1, 3)


def band(number: int) -> int:
    return int(np.searchsorted(BANDS, number, side="right")) - 1


def band_name(index: int) -> str:
    return f"{BANDS[index] / 10:.1f}+"


def matrix(theirs: Numbers, ours: Numbers) -> Iterator[str]:
    """Yield the lines of a table: their bands downward, ours across."""
    rows = zip(theirs[:, 0].tolist(), ours[:, 0].tolist(), strict=True)
    pairs = Counter((band(t), band(o)) for t, o in rows)
    used = sorted({b for pair in pairs for b in pair})
    yield "theirs  ours" + "".join(f"{band_name(b):>7}" for b in used)
    for row in used:
        yield f"{band_name(row):12}" + "".join(f"{pairs[row, b] or '':>7}" for b in used)


def share(equal: NDArray[np.bool_]) -> str:
    return f"{100 * equal.mean():6.2f} % of {len(equal)}" if len(equal) else "none"


def equal_shares(theirs: Numbers, ours: Numbers) -> Iterator[str]:
    for column, name in enumerate(("ER", "EP", "ED")):
        yield f"{name} equal            {share(theirs[:, column] == ours[:, column])}"
    low, er, mine = theirs[:, 0] < 65, theirs[:, 0], ours[:, 0]
    yield f"ER equal below 6.5  {share((er == mine)[low])}"
    yield f"ER equal from 6.5   {share((er == mine)[~low])}"
    yield f"ER within 0.2 there {share((np.abs(er - mine) <= 2)[~low])}"


def differences(theirs: Numbers, ours: Numbers, ends: Sequence[str]) -> Iterator[str]:
    """Yield each class of different ratings with its number and the first puzzle."""
    classes: dict[tuple[str, int, int, str], list[int]] = {}
    for row, (t, o) in enumerate(zip(theirs, ours, strict=True)):
        for column, name in enumerate(("ER", "EP", "ED")):
            if t[column] != o[column]:
                key = (name, int(t[column]), int(o[column]), ends[row])
                classes.setdefault(key, []).append(row)
    for (name, t, o, end), rows in sorted(classes.items(), key=lambda item: -len(item[1])):
        note = "" if end == "solved" else f" ({end})"
        yield f"{name} {t / 10:.1f} → {o / 10:.1f}{note}: {len(rows)}, first in line {rows[0] + 1}"


def drift(theirs: Numbers, ours: Numbers, images: int) -> Iterator[str]:
    """Yield the lines of a table: how far ratings of the same puzzle are apart, by bands."""
    groups = len(theirs) // images
    bands = np.array([band(number) for number in theirs[: groups * images : images, 0].tolist()])
    yield f"{images} images each        all equal        0.1 apart     0.2 and more"
    yield "band   puzzles     theirs    ours   theirs    ours   theirs    ours"
    spreads = [
        np.ptp(numbers[: groups * images, 0].reshape(groups, images), axis=1)
        for numbers in (theirs, ours)
    ]
    for b in sorted(set(bands.tolist())):
        mine = bands == b
        shares = [
            f"{100 * np.mean((spread[mine] >= low) & (spread[mine] <= high)):6.1f} %"
            for low, high in ((0, 0), (1, 1), (2, 200))
            for spread in spreads
        ]
        yield f"{band_name(b):6} {mine.sum():7}  " + " ".join(shares)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("puzzles", type=Path)
    parser.add_argument("peer", type=Path)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--list", type=int, default=30, help="this many classes of differences")
    parser.add_argument("--images", type=int, default=1, help="this many lines are one puzzle")
    arguments = parser.parse_args()
    puzzles, theirs = read_puzzles(arguments.puzzles), read_ratings(arguments.peer)
    begin = time.process_time()
    ratings: Ratings = rate_many(puzzles, threads=arguments.threads)
    seconds = time.process_time() - begin
    ours = np.stack([ratings.hardest, ratings.to_placement, ratings.first], axis=1).astype(np.int64)
    if arguments.images > 1:
        print(*drift(theirs, ours, arguments.images), "", sep="\n")
    rated = theirs[:, 0] > 0
    theirs, ours = theirs[rated], ours[rated]
    ends = [ENDS[end] for end in ratings.ends[rated]]
    print(
        f"{len(puzzles)} puzzles, {len(puzzles) / max(seconds, 1e-9):.0f} a second of a processor"
    )
    for lines in (matrix(theirs, ours), equal_shares(theirs, ours)):
        print(*lines, "", sep="\n")
    print(*list(differences(theirs, ours, ends))[: arguments.list], sep="\n")


if __name__ == "__main__":
    main()
