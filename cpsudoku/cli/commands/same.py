"""``cpsudoku same``: is one puzzle the other in disguise?"""

from __future__ import annotations

from cpsudoku.cli import options
from cpsudoku.cli.declaring import argument, as_command
from cpsudoku.cli.reading import given_puzzle
from cpsudoku.cli.status import Status
from cpsudoku.symmetry.canonical import same


@as_command(
    {
        "cpsudoku same one.txt other.txt": "Whether two puzzles are the same up to symmetry",
        "cpsudoku same 1234341221434... 4321214334122...": "Two puzzles of 4×4 in a line each",
        "cpsudoku same one.txt other.txt --rules 6": "Two puzzles of 6×6",
    }
)
@argument("one", "A", "A puzzle, or a file with one.")
@argument("other", "B", "A puzzle, or a file with one.")
@options.RULES
def command(
    *,
    one: str,
    other: str,
    rules: str | None,
) -> Status:
    """Show whether two puzzles are the same up to symmetry, and how one becomes the other.

    The printed transformation leads from A to B.  It gives for each row and column of B the one of
    A that it comes from, after transposing if it says so, and for each digit of A its name in B.

    Exit status: 0 they are the same; 1 they are not; 2 usage error or bad input.
    """
    left, right = (given_puzzle(argument, rules) for argument in (one, other))
    found = same(left, right)
    if found is None:
        print("not the same")
        return Status.NO
    print(f"the same: {found.describe()}")
    return Status.DONE
