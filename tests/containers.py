"""Tables written into any container, and read as others read them."""

import json
from pathlib import Path

from pyarrow import feather, parquet

from cpsudoku.cli import output
from cpsudoku.cli.reading import PuzzleStream
from cpsudoku.formats.base import Record
from cpsudoku.tables import reading
from cpsudoku.tables.columns import AnswerColumns


def copied(source: Path, kind: str, ending: str = "") -> Path:
    """A table written once more, in another container."""
    path = source.with_name(f"copy.{kind}{ending}")
    with output.table(path, kind) as table:
        for part in reading.parts(PuzzleStream([str(source)])):
            if isinstance(part, Record):
                table.write(part)
            else:
                table.write_block(part, AnswerColumns())
    return path


def rows_of(path: Path) -> list[dict[str, object]]:
    """What others read in a table, with nulls as they are there."""
    found: list[dict[str, object]]
    if ".parquet" in path.suffixes:
        found = parquet.read_table(path).to_pylist()
    elif ".arrow" in path.suffixes:
        found = feather.read_table(path).to_pylist()
    elif ".json" in path.suffixes:
        found = json.loads(path.read_text(encoding="utf-8"))
    else:
        found = [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n")[:-1]]
    return found
