"""How ratings by backtracks, as data sets for machines have them, relate to Sudoku Explainer's.

The sample is fair: minimal puzzles as digging gives them, none chosen, made by the recipe below.
For each search its rank correlation with ER, and by bands of ER the quartiles of its counts.

    python benchmarks/backtracks.py --count 1000
"""

from __future__ import annotations

import argparse
import tempfile
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
from numpy.typing import NDArray

from cpsudoku.learn.datasets import make
from cpsudoku.learn.recipes import Recipe

SEARCHES = ("guesses", "backtracks:backtrack", "backtracks:backtrack:index", "backtracks:dlx")
RECIPE = {
    "name": "backtracks",
    "seed": 1,
    "labels": ["er", *SEARCHES],
    "split": {"train": 1.0},
}
BANDS = (1.0, 1.5, 2.0, 3.0, 4.5, 6.0, 7.0, 12.0)


def ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return ranks, the mean of theirs for those that are equal."""
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    found: NDArray[np.float64] = (ends - (counts - 1) / 2)[places]
    return found


def quartiles(counts: NDArray[np.float64]) -> str:
    """Return the first and the third quartile."""
    if not len(counts):
        return ""
    low, high = np.percentile(counts, (25, 75))
    return f"{low:.0f}–{high:.0f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=1000)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        make(Recipe.of({**RECIPE, "part": [{"count": asked.count}]}), Path(folder) / "set")
        table = pq.read_table(Path(folder) / "set" / "data")
    found = {name: np.array(table[name].to_pylist(), float) for name in ("er", *SEARCHES)}
    er = found.pop("er")
    known = ~np.isnan(er)
    spans = list(pairwise(BANDS))
    bands = [known & (er >= least) & (er < below) for least, below in spans]
    print(f"{known.sum()} minimal puzzles of {len(er)}; ER {er[known].min()} to {er[known].max()}")
    heads = [f"ER {least} to below {below}" for least, below in spans]
    print("| search | rank correlation with ER | " + " | ".join(heads) + " |")
    print("| puzzles | | " + " | ".join(str(band.sum()) for band in bands) + " |")
    for name, counts in found.items():
        rho = np.corrcoef(ranks(er[known]), ranks(counts[known]))[0, 1]
        spread = [quartiles(counts[band]) for band in bands]
        print(f"| {name} | {rho:.2f} | " + " | ".join(spread) + " |")
    none = known & (found["guesses"] == 0)
    print(f"without a guess: {none.sum()}, of ER {er[none].min()} to {er[none].max()}")


if __name__ == "__main__":
    main()
