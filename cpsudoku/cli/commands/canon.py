"""``cpsudoku canon``: the canonical form of each puzzle."""

from __future__ import annotations

from cpsudoku.cli import options
from cpsudoku.cli.answering import answered, opened
from cpsudoku.cli.declaring import OUTPUT, as_command, option
from cpsudoku.cli.limiting import Limit
from cpsudoku.cli.options import Answering, Reading, answering, reading
from cpsudoku.cli.sharding import Sharding, sharding
from cpsudoku.cli.status import Status


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
def command(
    reading: Reading,
    answering: Answering,
    sharding: Sharding,
    *,
    automorphisms: bool,
    timeout: float | None,
) -> Status:
    """Write the canonical form of each puzzle or final grid, a line each.

    Two puzzles have the same form just if one becomes the other by swapping bands, stacks, rows
    within bands and columns within stacks, transposing, and renaming digits.

    A table has the columns of the input, then canonical and automorphisms; one of JSON has the
    transformation to the form as well: transpose, rows, columns and digits.

    Exit status: 0 done; 2 usage error or bad input; 3 time ran out, and some are not written.
    """
    if sharding.is_wanted:
        return sharding.of_puzzles(reading)
    from cpsudoku.asking.questions.canon import Canon

    limit = Limit(timeout)
    kind = answering.kind or ("jsonl" if answering.as_json else "")
    question = Canon(automorphisms, with_moves=kind in {"json", "jsonl"})
    source = reading.source()
    tally = answered(
        limit.until(source), question, opened(source, question, answering.output_file, kind),
        jobs=answering.jobs, path=answering.output_file, quiet=answering.quiet,
    )  # fmt: skip
    source.report_bad(tally.total, quiet=answering.quiet)
    return limit.status(tally.total)
