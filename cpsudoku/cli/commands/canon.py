"""``cpsudoku canon``: the canonical form of each puzzle."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial

from cpsudoku import formats
from cpsudoku.cli import options, output
from cpsudoku.cli.declaring import OUTPUT, as_command, option
from cpsudoku.cli.limiting import Limit
from cpsudoku.cli.options import Answering, Reading, answering, reading
from cpsudoku.cli.progress import tracked_counts
from cpsudoku.cli.sharding import Sharding, sharding
from cpsudoku.cli.status import Status
from cpsudoku.deferred import NDArray, np, pa
from cpsudoku.symmetry.canonical import CanonicalForms, Canonized, canonical_parts
from cpsudoku.tables.columns import AnswerColumns, grid_lines, grids
from cpsudoku.tables.reading import parts
from cpsudoku.tables.writing import TableWriter, write_part


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
    limit = Limit(timeout)
    kind = answering.kind or ("jsonl" if answering.as_json else "")
    output_file, quiet = answering.output_file, answering.quiet
    reader = reading.reader()
    forms = limit.until(canonical_parts(parts(reader), threads=answering.jobs))
    counted = ((some, len(some.part)) for some in forms)
    shown = tracked_counts(counted, "canonizing", to=output_file, quiet=quiet)
    written = 0
    with ExitStack() as stack:
        if kind:
            rows = stack.enter_context(output.table(output_file, kind))
            write = partial(_write_rows, rows, kind in {"json", "jsonl"})
        else:
            out = stack.enter_context(output.destination(output_file))
            write = partial(_write_lines, out, formats.Writer(out, "line"), automorphisms)
        for some, number in shown:
            write(some)
            written += number
    reader.report_bad(written, quiet=quiet)
    return limit.status(written)


def _write_lines(
    out: output.Paced, writer: formats.Writer, automorphisms: bool, some: Canonized
) -> None:
    writer.write_rules(some.rules)
    lines = grid_lines(some.found.forms)
    if automorphisms:
        numbered = zip(lines.decode().split("\n"), some.found.automorphisms.tolist(), strict=False)
        lines = "".join(f"{line} {number}\n" for line, number in numbered).encode()
    out.write_utf8(lines)


def _write_rows(rows: TableWriter, with_moves: bool, some: Canonized) -> None:
    answers = AnswerColumns(added=_columns(some.found, with_moves=with_moves))
    write_part(rows, some.part, answers)


def _columns(found: CanonicalForms, *, with_moves: bool) -> dict[str, object]:
    """Return the columns that are added: of JSON, which has lists, the transformation too."""
    columns = {"canonical": grids(found.forms), "automorphisms": pa.array(found.automorphisms)}
    if with_moves:
        size = found.moves.shape[1] // 3
        rows, others, digits = (found.moves[:, 1 + k * size :][:, :size] for k in range(3))
        columns["transpose"] = pa.array(found.moves[:, 0].astype("bool"))
        columns |= {"rows": _lists(rows + 1), "columns": _lists(others + 1)}
        columns["digits"] = _lists(digits)
    return dict(columns)


def _lists(rows: NDArray[np.uint8]) -> pa.Array:
    count, length = rows.shape
    ends = np.arange(0, (count + 1) * length, length, dtype=np.int32)
    return pa.ListArray.from_arrays(ends, pa.array(rows.reshape(-1)))
