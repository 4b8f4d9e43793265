"""``cpsudoku same``: is one puzzle the other in disguise?"""

from __future__ import annotations

from cpsudoku.cli import options
from cpsudoku.cli.bundles import bundled
from cpsudoku.cli.options import argument
from cpsudoku.cli.reading import PuzzleStream, only
from cpsudoku.cli.status import Status
from cpsudoku.symmetry.canonical import same


@bundled
def command(
    one: str = argument("A", "A puzzle, or a file with one."),
    other: str = argument("B", "A puzzle, or a file with one."),
    *,
    rules: str | None = options.RULES,
) -> Status:
    """Show whether two puzzles are the same up to symmetry, and how one becomes the other.

    The printed transformation leads from A to B.  It gives for each row and column of B the one of
    A that it comes from, after transposing if it says so, and for each digit of A its name in B.

    Exit status: 0 they are the same; 1 they are not; 2 usage error or bad input.
    """
    left, right = (only(PuzzleStream([argument], rules=rules)).puzzle for argument in (one, other))
    found = same(left, right)
    if found is None:
        print("not the same")
        return Status.NO
    print(f"the same: {found.describe()}")
    return Status.DONE
