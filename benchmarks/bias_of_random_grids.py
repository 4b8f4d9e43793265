"""How far ``random`` final grids are from ``uniform`` ones, by figures of the grids.

    python benchmarks/bias_of_random_grids.py [--random N] [--uniform N]

For each figure the mean over grids of both methods is printed, with its standard error.  By
symmetry a uniform grid has the same distribution in its three bands and three stacks, so these are
pooled there; for random grids they are distinguished.
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

from cpsudoku.generation.final_grids import final_grids


def sample(method: str, count: int, seed: int) -> NDArray[np.uint8]:
    """Return an array (count, 9, 9) of final grids."""
    pieces = list(final_grids(count, method=method, seed=seed))
    return np.concatenate(pieces).reshape(-1, 9, 9)


def kept_together(lines: NDArray[np.uint8], band: int) -> NDArray[np.float64]:
    """Return 1 where the second row's first box has all its digits from one box of the first."""
    first, second = lines[:, 3 * band], lines[:, 3 * band + 1, :3]
    shared = (first[:, 3:6, None] == second[:, None, :]).sum(axis=(1, 2))
    return np.isin(shared, (0, 3)).astype(np.float64)


def crossings(lines: NDArray[np.uint8], band: int) -> NDArray[np.float64]:
    """Return in how many pairs of columns a band's first two rows hold two digits crosswise."""
    one, two = lines[:, 3 * band], lines[:, 3 * band + 1]
    across = (one[:, :, None] == two[:, None, :]) & (two[:, :, None] == one[:, None, :])
    return np.asarray(across.sum(axis=(1, 2)) / 2.0)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--random", type=int, default=300_000)
    parser.add_argument("--uniform", type=int, default=30_000)
    chosen = parser.parse_args()
    grids = {
        "uniform": sample("uniform", chosen.uniform, 1),
        "random": sample("random", chosen.random, 1),
    }
    print(f"{'figure':<16} {'lines':<8} {'uniform':>18} {'random':>18}")
    for figure in (kept_together, crossings):
        pooled = np.concatenate(
            [figure(g, b) for g in both_ways(grids["uniform"]).values() for b in range(3)]
        )
        for way, lines in both_ways(grids["random"]).items():
            for band in range(3):
                cells = [mean_and_error(pooled), mean_and_error(figure(lines, band))]
                name = f"{way} {band + 1}"
                print(f"{figure.__name__:<16} {name:<8} {cells[0]:>18} {cells[1]:>18}")


def both_ways(grids: NDArray[np.uint8]) -> dict[str, NDArray[np.uint8]]:
    """Return the grids by bands, and transposed, by stacks."""
    return {"band": grids, "stack": grids.transpose(0, 2, 1)}


def mean_and_error(values: NDArray[np.float64]) -> str:
    """Return mean and standard error."""
    return f"{values.mean():.4f} ± {values.std() / len(values) ** 0.5:.4f}"


if __name__ == "__main__":
    main()
