"""Every grid of small rules, found in the plainest way."""

from collections.abc import Iterator

from cpsudoku.rules import Candidates, Grid, Rules


def grids(rules: Rules, candidates: Candidates) -> Iterator[Grid]:
    """All grids, by trying digits cell by cell and asking every constraint of a full grid."""
    peers = rules.peers

    def extend(grid: tuple[int, ...]) -> Iterator[Grid]:
        cell = len(grid)
        if cell == rules.cell_count:
            if rules.broken(grid) is None:
                yield grid
            return
        taken = {grid[p] for p in peers[cell] if p < cell}
        for digit in range(1, rules.size + 1):
            if digit not in taken and candidates[cell] >> digit - 1 & 1:
                yield from extend((*grid, digit))

    return extend(())
