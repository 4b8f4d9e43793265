"""What f-puzzles cannot say exactly is not written."""

import pytest

from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Record
from cpsudoku.formats.setters.f_puzzles.writing import fpuzzles_json
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import AllDifferent, Rules, boxes


def test_rules_without_rows_are_no_puzzle_there() -> None:
    whole = boxes(2, 2)
    kept = (c for c in whole.constraints if not isinstance(c, AllDifferent) or c.kind != "row")
    with pytest.raises(FormatError, match="no way to say these rules exactly"):
        fpuzzles_json(Record(Puzzle.empty(Rules(whole.board, tuple(kept)))))
