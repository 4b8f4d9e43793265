"""``cpsudoku canon``, ``same`` and ``shuffle``: what is the same up to symmetry."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from cpsudoku.asking.outcomes import Status
from cpsudoku.asking.questions.copy import Copy
from cpsudoku.cli import options
from cpsudoku.cli.answering import Limit, answered, opened
from cpsudoku.cli.declaring import OUTPUT, argument, as_command, option, whole
from cpsudoku.cli.options import (
    Answering,
    Reading,
    Writing,
    answering,
    given_puzzle,
    reading,
    whole_seed,
    writing,
)
from cpsudoku.cli.sharding import Sharding, Task, sharding
from cpsudoku.rows.block import Block
from cpsudoku.symmetry.shuffling import copies_of


@as_command(
    {
        "cpsudoku canon puzzles.txt": "The canonical form of each puzzle",
        "cpsudoku canon puzzles.txt | sort -u | wc -l": "How many classes of puzzles there are",
        "cpsudoku canon puzzles.csv -o forms.jsonl": "With the transformations that lead there",
    }
)
@reading
@option("--automorphisms", "Write the number of automorphisms after each form.", heading=OUTPUT)
@answering
@options.WHOLE_TIMEOUT
@sharding()
def canon(
    reading: Reading,
    answering: Answering,
    sharding: Sharding,
    *,
    automorphisms: bool,
    timeout: float | None,
) -> Status:
    """Write the canonical form of each puzzle or final grid, a line each.

    Two puzzles have the same form if, and only if, one becomes the other by swapping bands,
    stacks, rows within bands and columns within stacks, transposing, and renaming digits.

    A table has the columns of the input, then canonical and automorphisms; one of JSON has the
    transformation to the form as well: transpose, rows, columns and digits.

    Exit status: 0 done; 2 usage error or bad input; 3 time ran out, and some are not written.
    """
    from cpsudoku.asking.questions.canon import Canon  # which needs NumPy

    limit = Limit(timeout)
    kind = answering.kind or ("jsonl" if answering.as_json else "")
    question = Canon(automorphisms, with_moves=kind in {"json", "jsonl"})
    if sharding.is_wanted:
        task = Task("canon", reading.apart(), question, kind)
        return sharding.of_puzzles(reading, task, jobs=answering.jobs, quiet=answering.quiet)
    source = reading.source()
    written = answered(
        limit.until(source), question, opened(source, question, answering.output_file, kind),
        jobs=answering.jobs, path=answering.output_file, quiet=answering.quiet,
    ).total()  # fmt: skip
    source.report_bad(written, quiet=answering.quiet)
    return limit.status(written)


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
def same(
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
    from cpsudoku.symmetry.canonical import same as same_as

    left, right = (given_puzzle(argument, rules) for argument in (one, other))
    found = same_as(left, right)
    if found is None:
        print("not the same")
        return Status.NO
    print(f"the same: {found.describe()}")
    return Status.DONE


_COPIES = "Copies"


@dataclass(frozen=True)
class Copies:
    """Copies of the puzzles that are read; those of each shard have a seed of their own."""

    reading: Reading
    copies: int
    seed: int

    def part(self, argument: str, number: int) -> Iterator[Block]:
        """Return the copies of an argument, which is the shard of a number."""
        source, seed = self.reading.part(argument, number), _seed(self.seed, number)
        return copies_of(source, self.copies, seed=seed)


def _seed(seed: int, number: int) -> int:
    """Return the seed of a shard, so that no two make the same choices; the first has its own."""
    if number == 0:
        return seed
    return int.from_bytes(hashlib.sha256(f"{seed} {number}".encode()).digest()[:8])


@as_command(
    {
        "cpsudoku shuffle puzzle.txt -n 10": "Ten puzzles that are the same up to symmetry",
        "cpsudoku shuffle puzzles.csv -o others.csv": "One of each, with the solution moved along",
        "cpsudoku shuffle puzzles.txt --seed 7": "Other copies",
    }
)
@reading
@whole("--copies -n", "Copies of each puzzle.", 1, heading=_COPIES)
@whole_seed("Seed of the random transformations.", 0, heading=_COPIES)
@writing
@options.WHOLE_TIMEOUT
@sharding()
def shuffle(
    reading: Reading,
    writing: Writing,
    sharding: Sharding,
    *,
    copies: int,
    seed: int,
    timeout: float | None,
) -> Status:
    """Write random copies of each puzzle that are the same up to symmetry.

    All transformations are equally likely.  A copy depends only on the seed and its number.
    Solutions and other grids of a table move along; all other columns stay as they are.

    Exit status: 0 done; 2 usage error or bad input; 3 time ran out, and some are not written.
    """
    if sharding.is_wanted:
        given = Copies(reading.apart(), copies, seed)
        task = Task("shuffle", given, Copy(), writing.kind)
        return sharding.of_puzzles(reading, task, quiet=writing.quiet)
    limit, source = Limit(timeout), reading.source()
    found = limit.until(copies_of(source, copies, seed=seed))
    written = writing.copied(found)
    source.report_bad(written, quiet=writing.quiet)
    return limit.status(written)
