"""Tables written into any container, and read as others read them."""

import io
import json
from pathlib import Path

from pyarrow import feather, parquet

from cpsudoku.rows.answers import RowAnswers
from cpsudoku.rows.output import TextOut
from cpsudoku.rows.sinks import opened_puzzles
from cpsudoku.rows.source import Source


def copied(source: Path, kind: str, ending: str = "") -> Path:
    """A table written once more, in another container."""
    path = source.with_name(f"copy.{kind}{ending}")
    with opened_puzzles(path, kind) as sink:
        for block in Source([str(source)]):
            sink.write(block, RowAnswers([None] * len(block)))
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


class TextKept(TextOut):
    """Text that is kept in memory."""

    def __init__(self) -> None:
        self._bytes = io.BytesIO()
        super().__init__(self._bytes)

    def getvalue(self) -> str:
        """All that was written."""
        return self._bytes.getvalue().decode()
